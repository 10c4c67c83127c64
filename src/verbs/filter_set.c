/* The sets of cards that filters pick out: narrowed down first, then each card is asked. */
#include "verbs/eval.h"
#include "verbs/verbs.h"

/* The cards that these players command; of a battle that one of them fights with himself, the other force. */
static void add_commanded(const Game *g, const Ctx *ctx, NodeId who, CardSet *to)
{
    if (g->cat->node[who].op == NODE_YOU) {
        set_join(to, &g->commanded[ctx->you]);
        return;
    }
    uint8_t players = players_of(g, ctx, who);
    for (int p = 0; p < g->players; p++)
        if (players >> p & 1)
            set_join(to, &g->commanded[p]);
    const CardSet *opposing = force_opposing(g, ctx, who);
    if (opposing)
        set_join(to, opposing);
}

static bool add_piles(const Game *g, const Ctx *ctx, NodeId id, Zone zone, CardSet *to)
{
    uint8_t players = players_of(g, ctx, node_child(g->cat, id, 0));
    for (int p = 0; p < g->players; p++)
        if (players >> p & 1)
            FOR_PILE(g, card, &g->pile[p][zone])
                set_add(to, card);
    return true;
}

static void add_zone(const Game *g, Zone zone, CardSet *to)
{
    FOR_CARDS(g, id)
        if (g->card[id].zone == zone)
            set_add(to, id);
}

static void add_hosted(const Game *g, CardId host, CardSet *to)
{
    FOR_HOSTED(g, id, host)
        if (card_in_play(g, id))
            set_add(to, id);
}

/* All that can be present with a card: what shares its place, what is aboard it, the ship it is aboard. */
static void add_place(const Game *g, CardId card, CardSet *to)
{
    const Card *c = &g->card[card];
    if (c->zone == ZONE_SURFACE || c->zone == ZONE_ABOARD) {
        add_hosted(g, c->host, to);
        set_add(to, c->host);
    }
    add_hosted(g, card, to);
}

/* Which words can narrow a filter down before each card is asked: widely, or closely, by a place or by name. */
typedef enum { NARROWS_NOT, NARROWS_WIDELY, NARROWS_CLOSELY } Narrowing;

static const uint8_t narrowing_of[NODE_OP_COUNT] = {
    [NODE_OF] = NARROWS_WIDELY, [NODE_TYPE] = NARROWS_WIDELY, [NODE_OWNED] = NARROWS_WIDELY,
    [NODE_IN_HAND] = NARROWS_CLOSELY, [NODE_IN_TENT] = NARROWS_CLOSELY, [NODE_IN_DECK] = NARROWS_CLOSELY, [NODE_IN_DISCARD] = NARROWS_CLOSELY,
    [NODE_IN_REMOVED] = NARROWS_CLOSELY, [NODE_IN_PILE] = NARROWS_CLOSELY, [NODE_IN_CORE_OF] = NARROWS_CLOSELY,
    [NODE_IN_BRIG_OF] = NARROWS_CLOSELY, [NODE_SELF] = NARROWS_CLOSELY, [NODE_THAT] = NARROWS_CLOSELY,
    [NODE_BEARER] = NARROWS_CLOSELY, [NODE_CAUSE] = NARROWS_CLOSELY, [NODE_VAR] = NARROWS_CLOSELY, [NODE_GROUP] = NARROWS_CLOSELY,
    [NODE_FACED_NOW] = NARROWS_CLOSELY, [NODE_STOPPED_BY] = NARROWS_CLOSELY, [NODE_THIS_MISSION] = NARROWS_CLOSELY,
    [NODE_THIS_SHIP] = NARROWS_CLOSELY, [NODE_HOST] = NARROWS_CLOSELY, [NODE_HAS_HERE] = NARROWS_CLOSELY, [NODE_PRESENT] = NARROWS_CLOSELY,
    [NODE_ABOARD] = NARROWS_CLOSELY, [NODE_DRAWN] = NARROWS_CLOSELY, [NODE_STACKED] = NARROWS_CLOSELY, [NODE_NEXT_DILEMMA] = NARROWS_CLOSELY,
    [NODE_BENEATH] = NARROWS_CLOSELY, [NODE_PLAYED_NOW] = NARROWS_CLOSELY, [NODE_WAS_ON] = NARROWS_CLOSELY, [NODE_ON] = NARROWS_CLOSELY, [NODE_AND] = NARROWS_CLOSELY,
};

static Narrowing narrowing(const Catalogue *, NodeId);

/* One part may find cards out of play; where none narrows it down, they are among those in play. */
static Narrowing or_narrows(const Catalogue *cat, const Node *n)
{
    bool closely = true, widely = false;
    for (int i = 0; i < n->argc; i++) {
        NodeId part = cat->arg[n->arg + i];
        closely = closely && (cat->node[part].op == NODE_SELF || cat->node[part].op == NODE_PRESENT);
        widely = widely || narrowing(cat, part) != NARROWS_NOT;
    }
    return closely ? NARROWS_CLOSELY : widely ? NARROWS_WIDELY : NARROWS_NOT;
}

/* Aboard this ship: these cards are found at once. */
bool is_aboard_here(const Catalogue *cat, NodeId id)
{
    int of = cat->node[node_child(cat, id, 0)].op;
    return cat->node[id].op == NODE_ABOARD && (of == NODE_SELF || of == NODE_THIS_SHIP);
}

/* The mission where this card is. */
static bool has_this_here(const Catalogue *cat, NodeId id)
{
    return cat->node[node_child(cat, id, 0)].op == NODE_SELF;
}

static Narrowing narrowing(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    if ((n->op == NODE_TYPE && node_value(cat, id, 0) != TYPE_MISSION) || (n->op == NODE_ABOARD && !is_aboard_here(cat, id))
        || (n->op == NODE_HAS_HERE && !has_this_here(cat, id)))
        return NARROWS_NOT;
    return n->op == NODE_OR ? or_narrows(cat, n) : (Narrowing)narrowing_of[n->op];
}

int closest_part(const Catalogue *cat, const Node *n)
{
    Narrowing best = NARROWS_NOT;
    int closest = -1;
    for (int i = 0; i < n->argc; i++) {
        Narrowing how = narrowing(cat, cat->arg[n->arg + i]);
        if (how > best) {
            best = how;
            closest = i;
        }
    }
    return closest;
}

bool is_found_at_once(const Catalogue *cat, const Node *n, int part)
{
    NodeId id = cat->arg[n->arg + part];
    return cat->node[id].op == NODE_OF || (part == closest_part(cat, n) && is_aboard_here(cat, id));
}

/* The part of a filter that narrows it down most. */
static NodeId closest_of(const Game *g, NodeId id)
{
    const Node *n = &g->cat->node[id];
    NodeId closest = n->op == NODE_AND ? closest_arg(g->cat, n, facts_of(g, n)) : 0;
    return closest ? closest : id;
}

/* The one card that is meant, if there is one. */
static bool add_card(CardSet *to, CardId card)
{
    if (card)
        set_add(to, card);
    return true;
}

/* The cards that a filter can reach at all, when it says so itself; false: those in play (2e-2014/not-in-play). */
static bool narrow(const Game *g, const Ctx *ctx, NodeId id, CardSet *to)
{
    const Catalogue *cat = g->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_IN_HAND:    return add_piles(g, ctx, id, ZONE_HAND, to);
    case NODE_IN_DECK:    return add_piles(g, ctx, id, ZONE_DECK, to);
    case NODE_IN_TENT:    return add_piles(g, ctx, id, ZONE_TENT, to);
    case NODE_IN_DISCARD: return add_piles(g, ctx, id, ZONE_DISCARD, to);
    case NODE_IN_REMOVED: return add_piles(g, ctx, id, ZONE_REMOVED, to);
    case NODE_IN_PILE:    return add_piles(g, ctx, id, ZONE_PILE, to);
    case NODE_IN_CORE_OF: return add_piles(g, ctx, id, ZONE_CORE, to);
    case NODE_IN_BRIG_OF: return add_piles(g, ctx, id, ZONE_BRIG, to);
    case NODE_SELF:     return add_card(to, ctx->self);
    case NODE_THAT:     if (that_of(g, ctx)) set_join(to, that_of(g, ctx)); return true;
    case NODE_BEARER:   return add_card(to, ctx->bearer);
    case NODE_CAUSE:    return add_card(to, cause_of(g, ctx));
    case NODE_VAR:
        if (scope_of(g, ctx))
            set_join(to, set_at(g, scope_of(g, ctx)->var[node_value(cat, id, 0)]));
        return true;
    case NODE_GROUP:    if (g->encounter.active) set_join(to, &g->encounter.group); return !ctx->gone;
    case NODE_FACED_NOW: return add_card(to, is_faced(g, g->encounter.current) ? g->encounter.current : NO_CARD);
    case NODE_STOPPED_BY: set_join(to, &g->encounter.stopped_by); return true;
    case NODE_THIS_MISSION: return add_card(to, this_mission(g, ctx->self));
    case NODE_THIS_SHIP: return add_card(to, this_ship(g, ctx->self));
    case NODE_WAS_ON:
        FOR_CARDS(g, card)
            if (was_on(g, card))
                set_add(to, card);
        return false;
    case NODE_PLAYED_NOW:
        for (int i = 0; i < g->use_count; i++)
            if (g->use[i].period == PERIOD_PLAYED)
                set_add(to, g->use[i].of);
        return true;
    case NODE_HOST:     return add_card(to, g->card[ctx->self].host);
    case NODE_HAS_HERE:
        if (has_this_here(cat, id) && location_of(g, ctx->self))
            set_add(to, location_of(g, ctx->self));
        return has_this_here(cat, id);
    case NODE_TYPE:
        if (node_value(cat, id, 0) != TYPE_MISSION)
            return false;
        for (int p = 0; p < g->players; p++)
            FOR_PILE(g, mission, &g->pile[p][ZONE_ROW])
                set_add(to, mission);
        for (int line = 0; line < LINE_COUNT; line++)
            FOR_PILE(g, location, &g->line[line])
                set_add(to, location);
        return true;
    case NODE_OF:         add_commanded(g, ctx, node_child(cat, id, 0), to); return !ctx->gone;
    case NODE_PRESENT:
        if (is_faced(g, ctx->self) || !in_force(g, RULING_SEPARATE_MISSIONS))
            return false;
        add_place(g, ctx->self, to);
        return true;
    case NODE_ABOARD: {
        int of = cat->node[node_child(cat, id, 0)].op;
        CardId ship = of == NODE_SELF ? ctx->self : of == NODE_THIS_SHIP ? this_ship(g, ctx->self) : NO_CARD;
        if (!is_aboard_here(cat, id))
            return false;
        if (ship)
            FOR_HOSTED(g, card, ship)
                if (g->card[card].zone == ZONE_ABOARD && card_in_play(g, card))
                    set_add(to, card);
        return true;
    }
    case NODE_DRAWN:    add_zone(g, ZONE_DRAWN, to); return true;
    case NODE_NEXT_DILEMMA: return add_card(to, g->stack.top);
    case NODE_STACKED:  add_zone(g, ZONE_STACK, to); return true;
    case NODE_BENEATH:  add_zone(g, ZONE_BENEATH, to); return true;
    case NODE_ON:       add_zone(g, ZONE_ON, to); add_zone(g, ZONE_SURFACE, to); add_zone(g, ZONE_SITE, to); return true;
    case NODE_OWNED:
        FOR_CARDS(g, card)
            set_add(to, card);
        return true;
    case NODE_AND:
        if (closest_of(g, id) != id && narrow(g, ctx, closest_of(g, id), to))
            return true;
        for (int i = 0; i < n->argc; i++)
            if (narrowing(cat, cat->arg[n->arg + i]) != NARROWS_NOT && narrow(g, ctx, cat->arg[n->arg + i], to))
                return true;
        return false;
    case NODE_OR: {
        CardSet all = { 0 };
        for (int i = 0; i < n->argc; i++)
            if (!narrow(g, ctx, cat->arg[n->arg + i], &all))
                set_join(&all, &g->in_play);
        set_join(to, &all);
        return true;
    }
    default:
        return false;
    }
}

/* What the document of 2014 keeps out of reach, and nothing did before it: for the proof of its entries. */
static void add_out_of_play(const Game *g, CardSet *to)
{
    if (!in_force(g, RULING_NOT_IN_PLAY_ZONES))
        add_zone(g, ZONE_DISCARD, to);
    if (!in_force(g, RULING_NOT_IN_PLAY_PROTECTED))
        add_zone(g, ZONE_ON, to);
}

/* A card that fits and is passed by, being outside play, is what those entries are about. */
static void cite_out_of_play(const Game *g, const Ctx *ctx, NodeId id)
{
    FOR_CARDS(g, card) {
        int zone = g->card[card].zone;
        bool aside = zone == ZONE_ON || zone == ZONE_BRIG;
        if (!card_in_play(g, card) && (aside || zone == ZONE_DISCARD) && filter_is(g, ctx, id, card))
            cite_step(g, aside ? RULING_NOT_IN_PLAY_PROTECTED : RULING_NOT_IN_PLAY_ZONES);
    }
}

/* Whose cards an `and` is about is asked for all of them at once; closest: the part by which they were found. */
static void leave_commanded(const Game *g, const Ctx *ctx, NodeId of, NodeId closest, CardSet *reach)
{
    NodeId who = node_child(g->cat, of, 0);
    if (of == closest) {
        ;                                       /* they are whose it says, or captives */
    } else if (g->cat->node[who].op == NODE_YOU) {
        set_keep(reach, &g->commanded[ctx->you]);
    } else {
        CardSet theirs = { 0 };
        add_commanded(g, ctx, who, &theirs);
        set_keep(reach, &theirs);
    }
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, captive, &g->pile[p][ZONE_BRIG])
            set_drop(reach, captive);
}

static bool is_passed(const Game *g, Pass pass, CardId card)
{
    if (pass == PASS_STOPPED_PERSONNEL)
        return state_bars(g, card) & BARS_SKILLS && is_type(g, card, TYPE_PERSONNEL);
    return is_stopped(g, card) || !card_in_play(g, card) || is_out_of_reach(g, card, NODE_STOP);
}

/* All cards that a filter can mean, found at once: to an empty set. */
static void find_reach(const Game *g, const Ctx *ctx, NodeId id, NodeId closest, CardSet *reach)
{
    const Catalogue *cat = g->cat;
    const Node *n = &cat->node[id];
    const Facts *f = n->op == NODE_AND ? facts_of(g, n) : NULL;
    if (!narrow(g, ctx, closest, reach) && (closest == id || !narrow(g, ctx, id, reach))) {
        *reach = f && !(n->types & ~OTHER_TYPES) ? g->others : g->in_play;
        add_out_of_play(g, reach);
        if (is_uncited(g, RULING_NOT_IN_PLAY_PROTECTED) || is_uncited(g, RULING_NOT_IN_PLAY_ZONES))
            cite_out_of_play(g, ctx, id);
    }
    for (uint64_t at_once = f && !ctx->gone && !set_empty(reach) ? f->of_one & ~f->of_each : 0; at_once; at_once &= at_once - 1) {
        NodeId part = cat->arg[n->arg + (unsigned)__builtin_ctzll(at_once)];
        if (cat->node[part].op == NODE_OF)
            leave_commanded(g, ctx, part, closest, reach);
    }
}

/* The cards that fit, until there are `enough` of them. */
int fitting_cards(const Game *g, const Ctx *ctx, NodeId id, Pass pass, int enough, CardSet *out)
{
    enum { WORK = 8 };
    const Node *n = &g->cat->node[id];
    if (!game_affords(g, WORK))
        return 0;
    NodeId closest = closest_of(g, id);
    if (g->cat->node[closest].op == NODE_SELF) {        /* it speaks of its own card, which alone is asked */
        bool fits = !(pass && is_passed(g, pass, ctx->self)) && filter_is(g, ctx, id, ctx->self);
        if (fits && out)
            set_add(out, ctx->self);
        return fits;
    }
    CardSet reach = { 0 };
    find_reach(g, ctx, id, closest, &reach);
    if (set_empty(&reach))
        return 0;
    bool by_parts = n->op == NODE_AND && !ctx->gone && !(n->marks & (EVEN_STOPPED | EVEN_OWNED));
    const Facts *f = by_parts ? facts_of(g, n) : NULL;
    uint64_t asked = by_parts ? f->of_each : 0;
    bool sure = by_parts && facts_are_sure(g, f);
    bool skip_self = ctx->no_self && !node_mentions(g->cat, id, NODE_SELF);
    int found = 0;
    FOR_SET(card, &reach) {
        if (pass && is_passed(g, pass, card))
            continue;
        if (by_parts ? !type_in(n->types, card_type(g, card)) || !parts_fit(g, ctx, n, f, sure, asked, card) : !filter_is(g, ctx, id, card))
            continue;
        if (skip_self && card == ctx->self) {
            cite_step(g, RULING_NO_SELF_REFERENCE);
            continue;
        }
        if (out)
            set_add(out, card);
        found += g->card[card].flags & DUAL && card_in_play(g, card) ? persons_fitting(g, ctx, id, card) : 1;
        if (found >= enough)
            break;
    }
    return smaller_of(found, enough);
}

CardSet filter_set(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet out = { 0 };
    fitting_cards(g, ctx, id, PASS_NONE, MAX_CARDS, &out);
    return out;
}

bool filter_fits(const Game *g, const Ctx *ctx, NodeId id, int count)
{
    return count <= 0 || fitting_count(g, ctx, id, PASS_NONE, count) == count;
}

/* Where one is enough, the text's own card will mostly do: it is asked first. */
bool filter_fits_unstopped(const Game *g, const Ctx *ctx, NodeId id, int count)
{
    bool self = count == 1 && !ctx->no_self && !is_passed(g, PASS_UNSTOPPABLE, ctx->self);
    return count <= 0 || (self && filter_is(g, ctx, id, ctx->self))
        || fitting_count(g, ctx, id, PASS_UNSTOPPABLE, count) == count;
}

/* "Your personnel", counted: the stopped ones are passed by, unless the text speaks of them or of cards you own (2E-13.3). */
static bool passes_stopped_by(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    if (n->op != NODE_AND || n->marks & (EVEN_STOPPED | EVEN_OWNED))
        return false;
    for (int i = 0; i < n->argc; i++) {
        NodeId part = node_child(cat, id, i);
        if (cat->node[part].op == NODE_OF && cat->node[node_child(cat, part, 0)].op == NODE_YOU)
            return true;
    }
    return false;
}

static Pass pass_when_counted(const Game *g, NodeId id)
{
    return !set_empty(&g->stopped) && passes_stopped_by(g->cat, id) ? PASS_STOPPED_PERSONNEL : PASS_NONE;
}

int counted_cards(const Game *g, const Ctx *ctx, NodeId id, int enough)
{
    return fitting_count(g, ctx, id, pass_when_counted(g, id), enough);
}

CardSet counted_set(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet out = { 0 };
    fitting_cards(g, ctx, id, pass_when_counted(g, id), MAX_CARDS, &out);
    return out;
}
