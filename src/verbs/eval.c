/* Filters, quantities, conditions: what the words of a text pick out now. */
#include "verbs/text.h"
#include "kernel/trace.h"

/* ---- whose text ---- */

/* On a dilemma, "you" is the player facing it (2E-11.20); elsewhere the commander. */
Ctx ctx_of(const Game *g, CardId card)
{
    if (card_in_play(g, card))
        return (Ctx){ .self = card, .you = g->card[card].commander };
    bool faced = g->encounter.active && g->encounter.current == card;
    return (Ctx){ .self = card, .you = faced ? g->encounter.player : g->card[card].owner };
}

Ctx ctx_in(const Game *g, const Frame *f)
{
    if (f->scope == 0)
        return (Ctx){ .you = f->player };
    const Scope *s = &g->scope[f->scope - 1];
    return (Ctx){ .self = s->source, .you = s->you, .scope = f->scope, .no_self = s->no_self };
}

static const Scope *scope_of(const Game *g, const Ctx *ctx)
{
    return ctx->scope ? &g->scope[ctx->scope - 1] : NULL;
}

static const CardSet *that_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? set_at(g, s->that) : ctx->that;
}

static CardId cause_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? s->cause : ctx->cause;
}

bool compare(int a, int cmp, int b)
{
    switch (cmp) {
    case CMP_MORE:     return a > b;
    case CMP_LESS:     return a < b;
    case CMP_EQUAL:    return a == b;
    case CMP_AT_LEAST: return a >= b;
    case CMP_AT_MOST:  return a <= b;
    default:           return false;
    }
}

/* ---- players ---- */

static uint8_t everyone(const Game *g)
{
    return all_players(g) & (uint8_t)~g->lost;
}

static int player_after(const Game *g, int p, int steps)
{
    return (p + steps + g->players) % g->players;
}

/* Player + 1 whom a text has settled on among several opponents, 0 none. */
static int one_opponent(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    int who = ctx->opponent ? ctx->opponent : s ? s->opponent : 0;
    return who == ctx->you + 1 ? 0 : who;
}

uint8_t opponents_of(const Game *g, const Ctx *ctx)
{
    if (ctx->self && is_type(g, ctx->self, TYPE_DILEMMA) && g->card[ctx->self].owner != ctx->you)
        return (uint8_t)(1u << g->card[ctx->self].owner);
    int one = one_opponent(g, ctx);
    return one ? (uint8_t)(1u << (one - 1)) : (uint8_t)(everyone(g) & ~(1u << ctx->you));
}

/* The player on that side: who has left the game sits nowhere (2E-24.6). */
static int neighbour(const Game *g, int you, int step)
{
    int p = player_after(g, you, step);
    while (g->lost >> p & 1 && p != you)
        p = player_after(g, p, step);
    return p;
}

uint8_t players_of(const Game *g, const Ctx *ctx, NodeId id)
{
    uint8_t all = everyone(g), you = (uint8_t)(1u << ctx->you);
    switch (g->world->cat->node[id].op) {
    case NODE_YOU:           return you;
    case NODE_OPPONENT:      return opponents_of(g, ctx);
    case NODE_EACH_OPPONENT: return (uint8_t)(all & ~you);
    case NODE_EACH_ONE:      return all;
    case NODE_OWNER:         return (uint8_t)(1u << g->card[ctx->self].owner);
    case NODE_ACTIVE:        return (uint8_t)(1u << g->active);
    case NODE_ACTOR: {
        const Scope *s = scope_of(g, ctx);
        return s && s->actor < PLAYERS ? (uint8_t)(1u << s->actor) : you;     /* who pays the price of a skill */
    }
    case NODE_LEFT:          return (uint8_t)(1u << neighbour(g, ctx->you, 1));
    case NODE_RIGHT:         return (uint8_t)(1u << neighbour(g, ctx->you, -1));
    default:                 return 0;
    }
}

int one_player(const Game *g, const Ctx *ctx, NodeId id)
{
    uint8_t bits = players_of(g, ctx, id);
    for (int i = 0; i < g->players; i++) {
        int p = player_after(g, g->active, i);
        if (bits >> p & 1)
            return p;
    }
    return ctx->you;
}

/* ---- places ---- */

bool same_mission(const Game *g, CardId a, CardId b)
{
    if (a == b)
        return a != NO_CARD;
    if (a == NO_CARD || b == NO_CARD || g->card[a].def != g->card[b].def)
        return false;
    cite_step(g, RULING_SEPARATE_MISSIONS);
    return !in_force(g, RULING_SEPARATE_MISSIONS);
}

bool present_with(const Game *g, CardId a, CardId b)
{
    const Card *x = &g->card[a], *y = &g->card[b];
    if (x->zone == ZONE_SURFACE && y->zone == ZONE_SURFACE)
        return same_mission(g, x->host, y->host);
    if (x->zone == ZONE_ABOARD && (y->zone == ZONE_ABOARD ? x->host == y->host : x->host == b))
        return true;
    return y->zone == ZONE_ABOARD && y->host == a;
}

/* Once it lies in play, a dilemma is no longer faced (2E-11.18). */
static bool is_faced(const Game *g, CardId card)
{
    return g->encounter.active && card && g->encounter.current == card && !card_in_play(g, card);
}

CardId this_mission(const Game *g, CardId card)
{
    return is_faced(g, card) ? g->encounter.mission : location_of(g, card);
}

CardId this_ship(const Game *g, CardId card)
{
    if (is_faced(g, card))
        return g->encounter.ship[0];
    if (is_type(g, card, TYPE_SHIP))
        return card;
    const Card *c = &g->card[card];
    return c->zone == ZONE_ABOARD || (c->zone == ZONE_ON && is_type(g, c->host, TYPE_SHIP)) ? c->host : NO_CARD;
}

/* ---- filters ---- */

static bool same_property(const Game *g, CardId a, CardId b, int prop)
{
    const CardDef *x = printed(g, a), *y = printed(g, b);
    switch (prop) {
    case PROP_AFFILIATION: return icons_share_affiliation(icons_of(g, a), icons_of(g, b));
    case PROP_TITLE:       return x->persona == y->persona;
    case PROP_CARD_TYPE:   return x->type == y->type;
    case PROP_QUADRANT:    return x->quadrant == y->quadrant;
    case PROP_SKILLS:
        for (int s = 0; s < SKILL_COUNT; s++)
            if (skill_level(g, a, s) && skill_level(g, b, s))
                return true;
        return false;
    case PROP_SPECIES:
        for (int t = 1; t < g->world->cat->trait_count; t++)
            if (g->world->cat->trait_kind[t] == OF_SPECIES && has_trait(g, a, t) && has_trait(g, b, t))
                return true;
        return false;
    default:
        return property(g, a, prop) == property(g, b, prop);
    }
}

static bool same_as_any(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    CardSet others = filter_set(g, ctx, node_child(cat, id, 1));
    FOR_SET(other, &others)
        if (same_property(g, card, other, node_value(cat, id, 0)))
            return true;
    return false;
}

static bool holder_in(const Game *g, const Ctx *ctx, NodeId id, int player)
{
    return players_of(g, ctx, node_child(g->world->cat, id, 0)) >> player & 1;
}

static bool host_is(const Game *g, const Ctx *ctx, NodeId id, CardId card, int zone)
{
    const Card *c = &g->card[card];
    return c->zone == zone && filter_is(g, ctx, node_child(g->world->cat, id, 0), c->host);
}

static bool attribute_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    int word = node_value(cat, id, 0), cmp = node_value(cat, id, 1), n = quantity(g, ctx, node_child(cat, id, 2));
    bool ship = is_type(g, card, TYPE_SHIP);
    if (word == ATTR_ANY || word == ATTR_ALL) {
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            if (compare(attribute(g, card, i), cmp, n) != (word == ATTR_ALL))
                return word == ATTR_ANY;
        return word == ATTR_ALL;
    }
    int at = word - ATTR_INTEGRITY;
    return (at >= 3) == ship && compare(attribute(g, card, at % 3), cmp, n);
}

/* Whether icons, skills, attributes and keywords can be used: those of a stopped personnel cannot (2E-13.3). */
static bool readable(const Game *g, const Ctx *ctx, CardId card)
{
    return ctx->even_stopped || !(state_bars(g, card) & BARS_SKILLS && is_type(g, card, TYPE_PERSONNEL));
}

static bool NOINLINE trait_is(const Game *g, const Ctx *ctx, int trait, CardId card)
{
    return has_trait(g, card, trait) && (g->world->cat->trait_kind[trait] == OF_SPECIES || readable(g, ctx, card));
}

/* Titles that were named within limits reach only the versions that fit them (2e-2014/naming-a-card). */
static bool is_named(const Game *g, const Ctx *ctx, CardId card)
{
    const Card *self = &g->card[ctx->self];
    if (self->named_kind != 1 || printed(g, card)->persona != (uint16_t)self->named)
        return false;
    const CardDef *def = printed(g, ctx->self);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        for (int k = 0; k < a->body_count; k++) {
            NodeId e = node_child(g->world->cat, a->node, a->body_first + k);
            if (g->world->cat->node[e].op != NODE_NAME_TITLE)
                continue;
            if (filter_is(g, ctx, node_child(g->world->cat, e, 1), card))
                return true;
            if (in_force(g, RULING_NAMING)) {
                cite_step(g, RULING_NAMING);
                return false;
            }
        }
    }
    return true;
}

/* 2e-2014/equipped-with: your unstopped personnel with your equipment present. */
static bool is_equipped(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    bool ruled = in_force(g, RULING_EQUIPPED_WITH);
    if (!is_type(g, card, TYPE_PERSONNEL))
        return false;
    CardSet gear = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(e, &gear) {
        if (!is_type(g, e, TYPE_EQUIPMENT) || !present_with(g, card, e))
            continue;
        bool fits = !is_stopped(g, card) && g->card[e].commander == g->card[card].commander;
        if (ruled)
            cite_step(g, RULING_EQUIPPED_WITH);
        if (fits || !ruled)
            return true;
    }
    return false;
}

static bool NOINLINE and_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    const Catalogue *cat = g->world->cat;
    Ctx wide;
    if (!type_in(n->types, printed(g, card)->type))
        return false;
    if (n->marks & (EVEN_STOPPED | EVEN_OWNED)) {
        wide = *ctx;
        ctx = &wide;
        if (n->marks & EVEN_STOPPED)
            wide.even_stopped = true;
        if (n->marks & EVEN_OWNED && is_stopped(g, card) && card_in_play(g, card)) {
            cite_step(g, RULING_OWN_SUBSET);
            wide.even_stopped = in_force(g, RULING_OWN_SUBSET);
        }
    }
    for (int i = 0; i < n->argc; i++) {
        NodeId part = cat->arg[n->arg + i];
        if (cat->node[part].op != NODE_TYPE && !filter_is(g, ctx, part, card))     /* types are done with */
            return false;
    }
    return true;
}

static bool owned_by(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    if (!holder_in(g, ctx, id, g->card[card].owner))
        return false;
    if (card_in_play(g, card) && !is_stopped(g, card))
        return true;
    cite_step(g, RULING_OWN);
    return in_force(g, RULING_OWN);             /* before: only what is in play and unstopped */
}

static bool commander_of(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    if (!readable(g, ctx, card))
        return false;
    CardSet ships = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(ship, &ships)
        for (int i = 0; i < MAX_COMMANDER; i++)
            if (printed(g, card)->commander[i] && printed(g, card)->commander[i] == printed(g, ship)->persona
                && !is_textless(g, card))
                return true;
    return false;
}

/* Whether a text of `by` lets the card be played at the place: its own, or the mission's. */
static bool permits(const Game *g, CardId by, int kind, CardId fits)
{
    const CardDef *def = printed(g, by);
    Ctx ctx = ctx_of(g, by);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == kind && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, fits))
            return true;
    }
    return false;
}

static bool could_be_played(const Game *g, const Ctx *ctx, CardId card, CardId mission)
{
    CardId with;
    return (card_in_play(g, card) || !breaks_uniqueness(g, card, ctx->you, &with))
        && (permits(g, mission, NODE_PERMIT_PLAY, card) || permits(g, card, NODE_PLAY_AT, mission));
}

static bool playable_at(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet missions = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(m, &missions)
        if (could_be_played(g, ctx, card, m))
            return true;
    return false;
}

static bool admits(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION))
        return false;
    CardSet cards = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(card, &cards)
        if (could_be_played(g, ctx, card, mission))
            return true;
    return false;
}

static bool NOINLINE is_commanded(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Card *c = &g->card[card];
    if (!card_in_play(g, card) && !ctx->gone)
        return false;
    if (c->zone == ZONE_BRIG)
        return false;
    NodeId who = g->world->cat->arg[g->world->cat->node[id].arg];
    return g->world->cat->node[who].op == NODE_YOU ? c->commander == ctx->you : players_of(g, ctx, who) >> c->commander & 1;
}

static bool NOINLINE or_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    for (int i = 0; i < n->argc; i++)
        if (filter_is(g, ctx, g->world->cat->arg[n->arg + i], card))
            return true;
    return false;
}

static bool NOINLINE not_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    return !filter_is(g, ctx, g->world->cat->arg[n->arg], card);
}

static bool NOINLINE has_icon(const Game *g, const Ctx *ctx, int icon, CardId card)
{
    return readable(g, ctx, card) && icon_in(icons_of(g, card), icon);
}

static bool NOINLINE has_skill(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    int level = node_value(g->world->cat, id, 1);
    return readable(g, ctx, card) && skill_level(g, card, node_value(g->world->cat, id, 0)) >= (level ? level : 1);
}

static bool NOINLINE filter_more(const Game *g, const Ctx *ctx, NodeId id, CardId card);

/* The words that texts use most come first; each has its own function, so that to find the right one costs little. */
bool filter_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_AND:         return and_is(g, ctx, n, card);
    case NODE_TYPE:        return printed(g, card)->type == n->value;
    case NODE_OF:          return is_commanded(g, ctx, id, card);
    case NODE_SELF:        return card == ctx->self;
    case NODE_OTHER:       return card != ctx->self;
    case NODE_ICON:        return has_icon(g, ctx, n->value, card);
    case NODE_HAS:         return has_skill(g, ctx, id, card);
    case NODE_TRAIT:       return trait_is(g, ctx, node_value(cat, id, 0), card);
    case NODE_COMPLETE:    return g->card[card].flags & COMPLETE;
    case NODE_OR:          return or_is(g, ctx, n, card);
    case NODE_NOT:         return not_is(g, ctx, n, card);
    default:               return filter_more(g, ctx, id, card);
    }
}

static bool filter_more(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    const Card *c = &g->card[card];
    const CardDef *def = printed(g, card);
    const Scope *s = scope_of(g, ctx);
    switch (n->op) {
    case NODE_ANY:         return true;
    case NODE_HOST:        return card == g->card[ctx->self].host && card != NO_CARD;
    case NODE_THAT:        return that_of(g, ctx) && set_has(that_of(g, ctx), card);
    case NODE_CAUSE:       return cause_of(g, ctx) == card;
    case NODE_VAR:         return s && set_has(set_at(g, s->var[node_value(cat, id, 0)]), card);
    case NODE_GROUP:       return set_has(&g->encounter.group, card) && g->encounter.active;
    case NODE_INVOLVED:    return g->battle.active && (set_has(&g->battle.side[0], card) || set_has(&g->battle.side[1], card)
                                || set_has(&g->battle.ships[0], card) || set_has(&g->battle.ships[1], card));
    case NODE_TITLE:       return def->persona == (uint16_t)node_value(cat, id, 0);
    case NODE_COPY_OF: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &of)
            if (g->card[other].def == c->def)
                return true;
        return false;
    }
    case NODE_SAME:        return same_as_any(g, ctx, id, card);
    case NODE_DIFFERENT:   return !same_as_any(g, ctx, id, card);
    case NODE_HAS_NAMED:   return g->card[ctx->self].named_kind == 2 && readable(g, ctx, card)
                                && skill_level(g, card, g->card[ctx->self].named) > 0;
    case NODE_NAMED:       return is_named(g, ctx, card);
    case NODE_ATTR:        return readable(g, ctx, card) && attribute_is(g, ctx, id, card);
    case NODE_COST_IS:     return compare(cost_of(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_POINTS_ARE:  return def->type == TYPE_MISSION
                                && compare(mission_points(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_SPAN_IS:     return def->type == TYPE_MISSION
                                && compare(mission_span(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_DOTS_ARE:    return compare(def->dots, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_STAFF_ICONS: return compare(def->need_cmd + def->need_stf, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_UNIQUE:      return def->unique;
    case NODE_STOPPED_NOW: return is_stopped(g, card);
    case NODE_STAFFED:     return def->type == TYPE_SHIP && card_in_play(g, card) && is_staffed(g, card);
    case NODE_DAMAGED:     return def->type == TYPE_SHIP && is_damaged(g, card);
    case NODE_DAMAGE_CARD: return is_damage_card(g, card);
    case NODE_KIND:        return def->kind == node_value(cat, id, 0);
    case NODE_QUADRANT:    return def->quadrant == node_value(cat, id, 0);
    case NODE_REQUIRES: {
        SkillSet skills = 0;
        for (int i = 0; i < n->argc; i++)
            skills |= skill_bit(node_value(cat, id, i));
        return mission_requires(g, card, skills);
    }
    case NODE_ATTEMPT_ICON:return def->type == TYPE_MISSION && icon_in(mission_end(g, card, c->commander)->icons, node_value(cat, id, 0));
    case NODE_OWNED:       return owned_by(g, ctx, id, card);
    case NODE_IN_HAND:     return c->zone == ZONE_HAND && holder_in(g, ctx, id, c->owner) && !(ctx->playing && card == ctx->self);
    case NODE_IN_DECK:     return c->zone == ZONE_DECK && holder_in(g, ctx, id, c->owner);
    case NODE_IN_DISCARD:  return c->zone == ZONE_DISCARD && holder_in(g, ctx, id, c->owner);
    case NODE_IN_REMOVED:  return c->zone == ZONE_REMOVED && holder_in(g, ctx, id, c->owner);
    case NODE_IN_PILE:     return c->zone == ZONE_PILE && holder_in(g, ctx, id, c->owner);
    case NODE_IN_CORE_OF:  return c->zone == ZONE_CORE && holder_in(g, ctx, id, c->holder);
    case NODE_IN_BRIG_OF:  return c->zone == ZONE_BRIG && holder_in(g, ctx, id, c->holder);
    case NODE_DRAWN:       return c->zone == ZONE_DRAWN;
    case NODE_STACKED:     return c->zone == ZONE_STACK;
    case NODE_HERE:
        if (ctx->gone && !card_in_play(g, card))
            return g->gone_host && location_of(g, g->gone_host) == this_mission(g, ctx->self);
        return same_mission(g, location_of(g, card), this_mission(g, ctx->self)) && c->zone != ZONE_ROW;
    case NODE_PRESENT:
        if (ctx->gone && !card_in_play(g, card))
            return g->gone_host && g->card[ctx->self].host == g->gone_host && g->card[ctx->self].zone == g->gone_zone;
        return card_in_play(g, card) && (is_faced(g, ctx->self) ? set_has(&g->encounter.group, card)
                                : present_with(g, ctx->self, card));
    case NODE_PRESENT_WITH: {
        CardSet with = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &with)
            if (other != card && present_with(g, other, card))
                return true;
        return false;
    }
    case NODE_AT: {
        CardId m = location_of(g, card);
        return m && c->zone != ZONE_ROW && filter_is(g, ctx, node_child(cat, id, 0), m);
    }
    case NODE_THIS_MISSION:return card == this_mission(g, ctx->self);
    case NODE_THIS_SHIP:   return card == this_ship(g, ctx->self);
    case NODE_ABOARD:      return host_is(g, ctx, id, card, ZONE_ABOARD);
    case NODE_ON:          return host_is(g, ctx, id, card, ZONE_ON);
    case NODE_BENEATH:     return host_is(g, ctx, id, card, ZONE_BENEATH);
    case NODE_ON_PLANET:   return c->zone == ZONE_SURFACE && printed(g, c->host)->kind == KIND_PLANET;
    case NODE_COMMANDER_OF:return commander_of(g, ctx, id, card);
    case NODE_PLAYABLE_AT: return playable_at(g, ctx, id, card);
    case NODE_ADMITS:      return admits(g, ctx, id, card);
    case NODE_STOPPED_BY:  return set_has(&g->encounter.stopped_by, card);
    case NODE_USED_SKILLS: {
        if (!set_has(&g->encounter.users, card))
            return false;
        SkillSet asked = g->encounter.used, listed = 0;
        for (int i = 0; i < n->argc; i++)
            listed |= skill_bit(node_value(cat, id, i));
        for (int k = 0; k < SKILL_COUNT; k++)
            if (skill_in(asked, k) && (listed == 0 || skill_in(listed, k)) && skill_level(g, card, k))
                return true;
        return false;
    }
    case NODE_FACED_NOW:   return is_faced(g, card);
    case NODE_EQUIPPED:    return is_equipped(g, ctx, id, card);
    case NODE_CAPTIVE_OF:  return is_captive(g, card) && card_in_play(g, card) && holder_in(g, ctx, id, c->commander);
    case NODE_CAPTIVE:     return is_captive(g, card) && card_in_play(g, card);
    default:               return false;
    }
}

/* ---- sets ---- */

static void add_piles(const Game *g, const Ctx *ctx, NodeId id, Zone zone, CardSet *to)
{
    uint8_t players = players_of(g, ctx, node_child(g->world->cat, id, 0));
    for (int p = 0; p < g->players; p++)
        if (players >> p & 1)
            FOR_PILE(g, card, &g->pile[p][zone])
                set_add(to, card);
}

static void add_zone(const Game *g, Zone zone, CardSet *to)
{
    for (CardId id = 1; id <= g->card_count; id++)
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

static int pile_zone(int op)
{
    switch (op) {
    case NODE_IN_HAND:    return ZONE_HAND;
    case NODE_IN_DECK:    return ZONE_DECK;
    case NODE_IN_DISCARD: return ZONE_DISCARD;
    case NODE_IN_REMOVED: return ZONE_REMOVED;
    case NODE_IN_PILE:    return ZONE_PILE;
    case NODE_IN_CORE_OF: return ZONE_CORE;
    case NODE_IN_BRIG_OF: return ZONE_BRIG;
    default:              return ZONE_NONE;
    }
}

static const uint8_t narrowing_of[NODE_OP_COUNT] = {
    [NODE_OF] = NARROWS_WIDELY, [NODE_TYPE] = NARROWS_WIDELY, [NODE_OWNED] = NARROWS_WIDELY,
    [NODE_IN_HAND] = NARROWS_CLOSELY, [NODE_IN_DECK] = NARROWS_CLOSELY, [NODE_IN_DISCARD] = NARROWS_CLOSELY,
    [NODE_IN_REMOVED] = NARROWS_CLOSELY, [NODE_IN_PILE] = NARROWS_CLOSELY, [NODE_IN_CORE_OF] = NARROWS_CLOSELY,
    [NODE_IN_BRIG_OF] = NARROWS_CLOSELY, [NODE_SELF] = NARROWS_CLOSELY, [NODE_THAT] = NARROWS_CLOSELY,
    [NODE_CAUSE] = NARROWS_CLOSELY, [NODE_VAR] = NARROWS_CLOSELY, [NODE_GROUP] = NARROWS_CLOSELY,
    [NODE_FACED_NOW] = NARROWS_CLOSELY, [NODE_STOPPED_BY] = NARROWS_CLOSELY, [NODE_THIS_MISSION] = NARROWS_CLOSELY,
    [NODE_THIS_SHIP] = NARROWS_CLOSELY, [NODE_HOST] = NARROWS_CLOSELY, [NODE_PRESENT] = NARROWS_CLOSELY,
    [NODE_ABOARD] = NARROWS_CLOSELY, [NODE_DRAWN] = NARROWS_CLOSELY, [NODE_STACKED] = NARROWS_CLOSELY,
    [NODE_BENEATH] = NARROWS_CLOSELY, [NODE_ON] = NARROWS_CLOSELY, [NODE_AND] = NARROWS_CLOSELY,
};

static Narrowing or_narrows(const Catalogue *cat, const Node *n)
{
    for (int i = 0; i < n->argc; i++) {
        int part = cat->node[cat->arg[n->arg + i]].op;
        if (part != NODE_SELF && part != NODE_PRESENT)
            return NARROWS_WIDELY;
    }
    return NARROWS_CLOSELY;
}

Narrowing narrowing(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    return n->op == NODE_OR ? or_narrows(cat, n) : narrowing_of[n->op];
}

/* The cards that a filter can reach at all, when it says so itself; false: those in play (2e-2014/not-in-play). */
static bool narrow(const Game *g, const Ctx *ctx, NodeId id, CardSet *to)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    const Scope *s = scope_of(g, ctx);
    int zone = pile_zone(n->op);
    if (zone) {
        add_piles(g, ctx, id, (Zone)zone, to);
        return true;
    }
    switch (n->op) {
    case NODE_SELF:     set_add(to, ctx->self); return true;
    case NODE_THAT:     if (that_of(g, ctx)) set_join(to, that_of(g, ctx)); return true;
    case NODE_CAUSE:    if (cause_of(g, ctx)) set_add(to, cause_of(g, ctx)); return true;
    case NODE_VAR:      if (s) set_join(to, set_at(g, s->var[node_value(cat, id, 0)])); return true;
    case NODE_GROUP:    if (g->encounter.active) set_join(to, &g->encounter.group); return true;
    case NODE_FACED_NOW:if (is_faced(g, g->encounter.current)) set_add(to, g->encounter.current); return true;
    case NODE_STOPPED_BY: set_join(to, &g->encounter.stopped_by); return true;
    case NODE_THIS_MISSION: if (this_mission(g, ctx->self)) set_add(to, this_mission(g, ctx->self)); return true;
    case NODE_THIS_SHIP:if (this_ship(g, ctx->self)) set_add(to, this_ship(g, ctx->self)); return true;
    case NODE_HOST:     if (g->card[ctx->self].host) set_add(to, g->card[ctx->self].host); return true;
    case NODE_TYPE:
        if (node_value(cat, id, 0) != TYPE_MISSION)
            return false;
        for (int p = 0; p < g->players; p++)
            FOR_PILE(g, mission, &g->pile[p][ZONE_ROW])
                set_add(to, mission);
        return true;
    case NODE_OF: {
        uint8_t players = players_of(g, ctx, node_child(cat, id, 0));
        for (int p = 0; p < g->players; p++)
            if (players >> p & 1)
                set_join(to, &g->commanded[p]);
        return !ctx->gone;
    }
    case NODE_PRESENT:
        if (is_faced(g, ctx->self) || !in_force(g, RULING_SEPARATE_MISSIONS))
            return false;
        add_place(g, ctx->self, to);
        return true;
    case NODE_ABOARD: {
        int of = cat->node[node_child(cat, id, 0)].op;
        CardId ship = of == NODE_SELF ? ctx->self : of == NODE_THIS_SHIP ? this_ship(g, ctx->self) : NO_CARD;
        if (of != NODE_SELF && of != NODE_THIS_SHIP)
            return false;
        if (ship)
            FOR_HOSTED(g, card, ship)
                if (g->card[card].zone == ZONE_ABOARD && card_in_play(g, card))
                    set_add(to, card);
        return true;
    }
    case NODE_DRAWN:    add_zone(g, ZONE_DRAWN, to); return true;
    case NODE_STACKED:  add_zone(g, ZONE_STACK, to); return true;
    case NODE_BENEATH:  add_zone(g, ZONE_BENEATH, to); return true;
    case NODE_ON:       add_zone(g, ZONE_ON, to); return true;
    case NODE_OWNED:
        for (CardId card = 1; card <= g->card_count; card++)
            set_add(to, card);
        return true;
    case NODE_AND:                              /* by a place if it names one, else by commander or type */
        for (int how = n->marks & NAMES_NO_PLACE ? NARROWS_WIDELY : NARROWS_CLOSELY; how <= NARROWS_WIDELY; how++)
            for (int i = 0; i < n->argc; i++)
                if ((int)narrowing(cat, cat->arg[n->arg + i]) == how && narrow(g, ctx, cat->arg[n->arg + i], to))
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
    for (CardId card = 1; card <= g->card_count; card++) {
        int zone = g->card[card].zone;
        bool aside = zone == ZONE_ON || zone == ZONE_BRIG;
        if (!card_in_play(g, card) && (aside || zone == ZONE_DISCARD) && filter_is(g, ctx, id, card))
            cite_step(g, aside ? RULING_NOT_IN_PLAY_PROTECTED : RULING_NOT_IN_PLAY_ZONES);
    }
}

/* Whose cards an `and` is about is asked for all of them at once. */
static void leave_commanded(const Game *g, const Ctx *ctx, NodeId of, CardSet *reach)
{
    NodeId who = node_child(g->world->cat, of, 0);
    if (g->world->cat->node[who].op == NODE_YOU) {
        set_keep(reach, &g->commanded[ctx->you]);
    } else {
        CardSet theirs = { 0 };
        uint8_t players = players_of(g, ctx, who);
        for (int p = 0; p < g->players; p++)
            if (players >> p & 1)
                set_join(&theirs, &g->commanded[p]);
        set_keep(reach, &theirs);
    }
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, captive, &g->pile[p][ZONE_BRIG])
            set_drop(reach, captive);
}

/* What is left to ask of each card, one by one. */
enum { MAX_PARTS = 12 };
typedef struct { int count; unsigned types; NodeId part[MAX_PARTS]; } Asked;

/* What `narrow` has answered already: only cards aboard were added. */
static bool is_answered(const Catalogue *cat, const Node *n, NodeId part)
{
    if (cat->node[part].op != NODE_ABOARD)
        return false;
    for (int i = 0; cat->arg[n->arg + i] != part; i++)
        if (narrowing(cat, cat->arg[n->arg + i]) == NARROWS_CLOSELY)
            return false;                       /* it was another part that narrowed */
    int of = cat->node[node_child(cat, part, 0)].op;
    return of == NODE_SELF || of == NODE_THIS_SHIP;
}

/* Types are asked first, commanders of all cards together; the other parts of an `and` in their order. */
static Asked asked_of_each(const Game *g, const Ctx *ctx, NodeId id, CardSet *reach)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    Asked whole = { .count = 1, .types = EVERY_TYPE, .part = { id } };
    if (n->op != NODE_AND || ctx->gone)
        return whole;
    bool apart = !(n->marks & (EVEN_STOPPED | EVEN_OWNED)) && n->argc <= MAX_PARTS;
    Asked asked = { .count = 0, .types = n->types };
    for (int i = 0; i < n->argc && !set_empty(reach); i++) {
        NodeId part = cat->arg[n->arg + i];
        int op = cat->node[part].op;
        if (op == NODE_OF)
            leave_commanded(g, ctx, part, reach);
        else if (apart && op != NODE_TYPE && !is_answered(cat, n, part))
            asked.part[asked.count++] = part;
    }
    return apart ? asked : whole;
}

static bool fits_all(const Game *g, const Ctx *ctx, const Asked *asked, CardId card)
{
    if (!type_in(asked->types, printed(g, card)->type))
        return false;
    for (int i = 0; i < asked->count; i++)
        if (!filter_is(g, ctx, asked->part[i], card))
            return false;
    return true;
}

/* Which cards are not looked at: none; personnel that are stopped; all that cannot be stopped now. */
typedef enum { PASS_NONE, PASS_STOPPED_PERSONNEL, PASS_UNSTOPPABLE } Pass;

static bool is_passed(const Game *g, Pass pass, CardId card)
{
    if (pass == PASS_STOPPED_PERSONNEL)
        return state_bars(g, card) & BARS_SKILLS && is_type(g, card, TYPE_PERSONNEL);
    return is_stopped(g, card) || !card_in_play(g, card);
}

/* The cards that fit, until there are `enough` of them. */
static int fitting_cards(const Game *g, const Ctx *ctx, NodeId id, Pass pass, int enough, CardSet *out)
{
    enum { WORK = 8 };
    CardSet reach = { 0 };
    if (!game_affords(g, WORK))
        return 0;
    if (!narrow(g, ctx, id, &reach)) {
        reach = g->in_play;
        add_out_of_play(g, &reach);
        if (is_uncited(g, RULING_NOT_IN_PLAY_PROTECTED) || is_uncited(g, RULING_NOT_IN_PLAY_ZONES))
            cite_out_of_play(g, ctx, id);
    }
    Asked asked = asked_of_each(g, ctx, id, &reach);
    bool skip_self = ctx->no_self && !node_mentions(g->world->cat, id, NODE_SELF);
    int n = 0;
    FOR_SET(card, &reach) {
        if ((pass && is_passed(g, pass, card)) || !fits_all(g, ctx, &asked, card))
            continue;
        if (skip_self && card == ctx->self) {
            cite_step(g, RULING_NO_SELF_REFERENCE);
            continue;
        }
        if (out)
            set_add(out, card);
        if (++n == enough)
            break;
    }
    return n;
}

CardSet filter_set(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet out = { 0 };
    fitting_cards(g, ctx, id, PASS_NONE, MAX_CARDS, &out);
    return out;
}

bool filter_fits(const Game *g, const Ctx *ctx, NodeId id, int count)
{
    return count <= 0 || fitting_cards(g, ctx, id, PASS_NONE, count, NULL) == count;
}

/* Where one is enough, the text's own card will mostly do: it is asked first. */
bool filter_fits_unstopped(const Game *g, const Ctx *ctx, NodeId id, int count)
{
    bool self = count == 1 && !ctx->no_self && !is_passed(g, PASS_UNSTOPPABLE, ctx->self);
    return count <= 0 || (self && filter_is(g, ctx, id, ctx->self))
        || fitting_cards(g, ctx, id, PASS_UNSTOPPABLE, count, NULL) == count;
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
    return !set_empty(&g->stopped) && passes_stopped_by(g->world->cat, id) ? PASS_STOPPED_PERSONNEL : PASS_NONE;
}

static int counted_cards(const Game *g, const Ctx *ctx, NodeId id, int enough)
{
    return fitting_cards(g, ctx, id, pass_when_counted(g, id), enough, NULL);
}

CardSet counted_set(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet out = { 0 };
    fitting_cards(g, ctx, id, pass_when_counted(g, id), MAX_CARDS, &out);
    return out;
}

/* ---- quantities ---- */

static int distinct(const Game *g, const CardSet *set, int prop)
{
    int n = 0;
    if (prop == PROP_SKILLS) {
        SkillSet seen = 0;
        FOR_SET(id, set)
            for (int s = 0; s < SKILL_COUNT; s++)
                if (skill_level(g, id, s))
                    seen |= skill_bit(s);
        return __builtin_popcountll(seen);
    }
    if (prop == PROP_SPECIES) {
        for (int t = 1; t < g->world->cat->trait_count; t++) {
            bool found = false;
            if (g->world->cat->trait_kind[t] == OF_SPECIES)
                FOR_SET(id, set)
                    found |= has_trait(g, id, t);
            n += found;
        }
        return n;
    }
    FOR_SET(id, set) {
        bool again = false;
        for (CardId before = set_next(set, 0); before != id; before = set_next(set, before))
            again |= same_property(g, before, id, prop);
        n += !again;
    }
    return n;
}

static int opponents_with(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    uint8_t having = 0;
    FOR_SET(id, &set) {
        const Card *c = &g->card[id];
        having |= (uint8_t)(1u << (card_in_play(g, id) ? c->commander : c->owner));
    }
    return __builtin_popcount(having & (unsigned)everyone(g) & ~(1u << ctx->you));
}

/* A choice among opponents that is always the same: the one with most of them. */
static int count_of_one(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    int most = 0;
    for (int p = 0; p < g->players; p++) {
        CardSet theirs = set_and(&set, &g->commanded[p]);
        int n = p == ctx->you || !(everyone(g) >> p & 1) ? 0 : set_count(&theirs);
        most = n > most ? n : most;
    }
    return most;
}

int quantity(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    switch (cat->node[id].op) {
    case NODE_NUMBER:  return node_value(cat, id, 0);
    case NODE_COUNT:   return counted_cards(g, ctx, node_child(cat, id, 0), MAX_CARDS);
    case NODE_SUM: case NODE_VALUE: case NODE_MOST: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        int sum = 0, most = 0;
        FOR_SET(card, &set) {
            int value = property(g, card, node_value(cat, id, 0));
            sum += value;
            most = value > most ? value : most;
        }
        return cat->node[id].op == NODE_MOST ? most : sum;
    }
    case NODE_DISTINCT: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        return distinct(g, &set, node_value(cat, id, 0));
    }
    case NODE_LEVELS: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        int sum = 0;
        FOR_SET(card, &set)
            sum += skill_level(g, card, node_value(cat, id, 0));
        return sum;
    }
    case NODE_PLUS:    return quantity(g, ctx, node_child(cat, id, 0)) + quantity(g, ctx, node_child(cat, id, 1));
    case NODE_MINUS:   return quantity(g, ctx, node_child(cat, id, 0)) - quantity(g, ctx, node_child(cat, id, 1));
    case NODE_TIMES:   return quantity(g, ctx, node_child(cat, id, 0)) * quantity(g, ctx, node_child(cat, id, 1));
    case NODE_LEAST_OF: {
        int a = quantity(g, ctx, node_child(cat, id, 0)), b = quantity(g, ctx, node_child(cat, id, 1));
        return a < b ? a : b;
    }
    case NODE_HALF:         return quantity(g, ctx, node_child(cat, id, 0)) / 2;
    case NODE_NEAREST_5:    return (quantity(g, ctx, node_child(cat, id, 0)) + 2) / 5 * 5;
    case NODE_POINTS_OF:    return g->score[one_player(g, ctx, node_child(cat, id, 0))];
    case NODE_COUNTERS_LEFT:return g->plays[g->active];
    case NODE_NAMED_NUMBER: return g->card[ctx->self].named_kind == 3 ? g->card[ctx->self].named : 0;
    case NODE_OPPONENTS:    return opponents_with(g, ctx, node_child(cat, id, 0));
    case NODE_COUNT_OF_ONE: return count_of_one(g, ctx, node_child(cat, id, 0));
    case NODE_SPECIES_COUNT: {
        CardSet set = filter_set(g, ctx, node_child(cat, id, 1));
        FOR_SET(card, &set)
            if (trait_is(g, ctx, node_value(cat, id, 0), card))
                return 1;
        return 0;
    }
    default:                return 0;
    }
}

/* ---- conditions ---- */

static bool ahead(const Game *g, const Ctx *ctx, NodeId player, int sign)
{
    int p = one_player(g, ctx, player);
    for (int q = 0; q < g->players; q++)
        if (q != p && !(g->lost >> q & 1) && sign * (g->score[p] - g->score[q]) <= 0)
            return false;
    return true;
}

static bool is_being_faced(const Game *g)
{
    return g->encounter.facing && is_faced(g, g->encounter.current);
}

static bool group_is(const Game *g, const Ctx *ctx, NodeId id, CardId with)
{
    const Catalogue *cat = g->world->cat;
    NodeId second = node_child(cat, id, 1);
    if (!g->encounter.active || with == NO_CARD || (second && !filter_is(g, ctx, second, with)))
        return false;
    FOR_SET(card, &g->encounter.group)
        if (filter_is(g, ctx, node_child(cat, id, 0), card))
            return true;
    return false;
}

static bool matches(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId given = node_child(cat, id, 0), what = node_child(cat, id, 1);
    Ctx wide = *ctx;
    wide.even_stopped = true;                   /* the cards are given; only what they are is asked */
    if (cat->node[given].op == NODE_SELF)
        return filter_is(g, &wide, what, ctx->self);
    CardSet set = filter_set(g, ctx, given);
    if (set_empty(&set))
        return false;
    FOR_SET(card, &set)
        if (!filter_is(g, &wide, what, card))
            return false;
    return true;
}

/* A comparison with an opponent is one with any of them (2E-24.3). */
static bool compares(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId a = node_child(cat, id, 0), b = node_child(cat, id, 2);
    int cmp = node_value(cat, id, 1);
    uint8_t among = g->players > 2 ? opponents_of(g, ctx) : 0;
    if (!(among & (among - 1)) || !node_mentions(cat, id, NODE_OPPONENT))
        return compare(quantity(g, ctx, a), cmp, quantity(g, ctx, b));
    Ctx with = *ctx;
    for (int p = 0; p < g->players; p++) {
        with.opponent = (uint8_t)(p + 1);
        if (among >> p & 1 && compare(quantity(g, &with, a), cmp, quantity(g, &with, b)))
            return true;
    }
    return false;
}

bool condition(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_EXISTS:       return filter_fits(g, ctx, node_child(cat, id, 0), 1);
    case NODE_AT_LEAST:     return counted_cards(g, ctx, node_child(cat, id, 1), node_value(cat, id, 0)) == node_value(cat, id, 0);
    case NODE_CMP:          return compares(g, ctx, id);
    case NODE_MATCHES:      return matches(g, ctx, id);
    case NODE_HAVE: {
        Team team = attempt_team(g);
        return team_meets(g, ctx, node_child(cat, id, 0), &team);
    }
    case NODE_MEETS: {
        Team team = attempt_team(g);
        team.group = filter_set(g, ctx, node_child(cat, id, 0));
        return team_meets(g, ctx, node_child(cat, id, 1), &team);
    }
    case NODE_BOTH:
        for (int i = 0; i < n->argc; i++)
            if (!condition(g, ctx, cat->arg[n->arg + i]))
                return false;
        return true;
    case NODE_EITHER:
        for (int i = 0; i < n->argc; i++)
            if (condition(g, ctx, cat->arg[n->arg + i]))
                return true;
        return false;
    case NODE_NOT_SO:       return !condition(g, ctx, node_child(cat, id, 0));
    case NODE_IS_FACING:    return is_being_faced(g) && group_is(g, ctx, id, g->encounter.current);
    case NODE_IS_ATTEMPTING:return group_is(g, ctx, id, g->encounter.mission);
    case NODE_IN_BATTLE: {
        CardSet set = filter_set(g, ctx, node_child(cat, id, 0));
        for (int side = 0; side < 2; side++) {
            CardSet both = g->battle.side[side];
            set_join(&both, &g->battle.ships[side]);
            both = set_and(&both, &set);
            if (g->battle.active && !set_empty(&both))
                return true;
        }
        return false;
    }
    case NODE_BEGAN_IT:     return g->battle.active && g->battle.player[0] == ctx->you;
    case NODE_TURN_OF:      return players_of(g, ctx, node_child(cat, id, 0)) >> g->active & 1;
    case NODE_MORE_POINTS:  return ahead(g, ctx, node_child(cat, id, 0), 1);
    case NODE_FEWER_POINTS: return ahead(g, ctx, node_child(cat, id, 0), -1);
    case NODE_FACED_ANOTHER:return g->encounter.active && g->encounter.faced_count > (g->encounter.facing ? 1 : 0);
    case NODE_PREVENTED_IT: return g->card[ctx->self].flags & WAS_PREVENTED;
    case NODE_CAN:          return can_do(g, ctx, node_child(cat, id, 0));
    case NODE_ODD:          return quantity(g, ctx, node_child(cat, id, 0)) & 1;
    case NODE_EVEN:         return !(quantity(g, ctx, node_child(cat, id, 0)) & 1);
    case NODE_NAMED_BEFORE: return g->card[ctx->self].named_kind != 0;
    default:                return false;
    }
}
