/* What happens to cards: stopped, killed, destroyed, discarded, removed, captured, placed.  2E-13, 2E-16, 2E-7.80. */
#include "spaceline.h"
#include "verbs/verbs.h"

void reveal_card(Game *g, CardId id)
{
    card_know(g, id, all_players(g));
}

Zone discard_zone(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DILEMMA) ? ZONE_PILE : ZONE_DISCARD;
}

void dilemma_to_pile(Game *g, CardId id)
{
    card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_BOTTOM);
    card_flag(g, id, FACE_UP, true);
    reveal_card(g, id);
}

/* Whom a text of an opponent took out while this dilemma is faced is remembered (2e-2014/dilemmas.6). */
static void leave_group(Game *g, CardId id)
{
    const Encounter *e = &g->encounter;
    if (e->facing && set_has(&e->group, id) && g->scope_count && g->scope[g->scope_count - 1].you != e->player)
        set_add(&encounter_change(g)->taken, id);
    group_leave(g, id);
}

static void leave_attempt(Game *g, CardId id)
{
    leave_group(g, id);
    if (id && g->encounter.ship[0] == id)
        encounter_change(g)->ship[0] = NO_CARD;
}

static void leave_battle(Game *g, CardId id)
{
    if (!g->battle.active)
        return;
    for (int side = 0; side < 2; side++) {
        set_drop(&battle_change(g)->side[side], id);
        set_drop(&battle_change(g)->ships[side], id);
    }
}

/* Who is no longer there, or no longer the same player's, fights no more (2E-14.4, 15.3).  Once it is decided, all who fought and
 * are still in play have been involved, and are stopped at the end (2E-14.5). */
static void fights_no_more(Game *g, CardId id)
{
    if (!g->battle.decided)
        leave_battle(g, id);
}

/* What lies on or aboard a card that leaves play goes to its owners' piles, discarded, not killed (2E-3.7). */
static void empty_host(Game *g, CardId host)
{
    while (g->card[host].top) {
        CardId id = g->card[host].top;
        leave_play(g, id, discard_zone(g, id));
        if (is_type(g, host, TYPE_SHIP))
            cite(g, RULE_CREW_LOST);
        else
            cite(g, RULE_HOST_GONE);
    }
}

void leave_play(Game *g, CardId id, Zone zone)
{
    empty_host(g, id);
    leave_attempt(g, id);
    leave_battle(g, id);
    if (g->scope_count > 1 && card_in_play(g, id))
        for (int i = 0; i + 1 < g->scope_count; i++)
            set_add(set_own(g, &g->scope[i].gone), id);
    g->gone_host = g->card[id].host;
    g->gone_zone = g->card[id].zone;
    if (g->card[id].flags & RECALLED)
        zone = ZONE_REMOVED;                    /* instead of any other destination (2E-22.3) */
    if (is_type(g, id, TYPE_DILEMMA) && zone == ZONE_PILE)
        dilemma_to_pile(g, id);
    else
        card_to_pile(g, id, g->card[id].owner, zone, zone == ZONE_DECK ? PUT_BOTTOM : PUT_TOP);
}

bool breaks_uniqueness(const Game *g, CardId id, int player, CardId *with)
{
    const CardDef *def = printed(g, id);
    if (!def->contested || !g->personas[player][def->persona % PERSONA_COUNTS])
        return false;
    FOR_SET(other, &g->commanded[player]) {
        const CardDef *have = printed(g, other);
        if (other == id || have->persona != def->persona || have->type == TYPE_MISSION)
            continue;
        if (def->unique || have->unique) {
            *with = other;
            return true;
        }
    }
    return false;
}

/* ---- one act on several cards is one action: 2e-2014/dilemmas.1 ---- */

static const struct { uint8_t about, after, forbidden, op; } act_info[DO_COUNT] = {
    [DO_STOP]    = { EVENT_ABOUT_TO_STOP,    EVENT_STOPPED,   ACT_STOPPED,   NODE_STOP },
    [DO_KILL]    = { EVENT_ABOUT_TO_KILL,    EVENT_KILLED,    ACT_KILLED,    NODE_KILL },
    [DO_DESTROY] = { EVENT_ABOUT_TO_DESTROY, EVENT_DESTROYED, ACT_DESTROYED, NODE_DESTROY },
    [DO_DISCARD] = { EVENT_NONE,             EVENT_DISCARDED, 0,             NODE_DISCARD },
    [DO_REMOVE]  = { EVENT_ABOUT_TO_REMOVE,  EVENT_REMOVED,   ACT_REMOVED,   NODE_REMOVE },
    [DO_BRIG]    = { EVENT_ABOUT_TO_BRIG,    EVENT_BRIGGED,   ACT_BRIGGED,   NODE_BRIG },
};

/* Your own cards cannot destroy a Ritual (2E-22.3). */
bool is_safe_ritual(const Game *g, CardId id, CardId cause)
{
    if (!has_trait(g, id, TRAIT_RITUAL) || !cause || cause == id || g->card[cause].owner != g->card[id].owner)
        return false;
    cite(g, RULE_RITUAL);
    return true;
}

/* "Cannot" wins over the text that would do it, unless that text names it (2e-2014/cannot-may-not). */
static bool is_forbidden(Game *g, CardId id, int act, CardId cause)
{
    CardId by;
    if (!act || !why_cannot(g, id, act, cause, &by))
        return false;
    cite(g, RULING_CANNOT);
    return in_force(g, RULING_CANNOT) || cause == NO_CARD;
}

static bool can_happen(Game *g, const Affect *a, CardId id)
{
    int type = printed(g, id)->type;
    switch ((Act)a->act) {
    case DO_STOP:
        return card_in_play(g, id) && !is_captive(g, id) && !is_stopped(g, id) && (type == TYPE_PERSONNEL || type == TYPE_SHIP);
    case DO_KILL:
        return card_in_play(g, id) && type == TYPE_PERSONNEL;
    case DO_DESTROY:
        return (card_in_play(g, id) || g->card[id].zone == ZONE_PLAYING) && !is_safe_ritual(g, id, a->cause);
    default:
        return g->card[id].zone != ZONE_NONE;
    }
}

static void drop_impossible(Game *g, Frame *f, const Affect *a)
{
    CardSet all = *cards_of(g, f);
    FOR_SET(id, &all)
        if (!can_happen(g, a, id) || is_forbidden(g, id, act_info[a->act].forbidden, a->cause))
            set_drop(own_cards(g, f), id);
}

static void stop_one(Game *g, CardId id, CardId cause)
{
    card_flag(g, id, STOPPED, true);
    log_event(g, LOG_STOPPED, g->card[id].commander, id, cause, 0);
    leave_group(g, id);
    if (g->encounter.active && cause && cause == g->encounter.current) {
        set_add(&encounter_change(g)->stopped_by, id);
        table_changed(g);
    }
}

static void happen(Game *g, const Affect *a, CardId id)
{
    switch ((Act)a->act) {
    case DO_STOP:
        stop_one(g, id, a->cause);
        return;
    case DO_KILL:
        reveal_card(g, id);
        log_event(g, LOG_KILLED, g->card[id].commander, id, a->cause, 0);
        leave_play(g, id, ZONE_DISCARD);
        return;
    case DO_DESTROY:
        log_event(g, LOG_DESTROYED, g->card[id].commander, id, a->cause, 0);
        if (g->card[id].flags & REPLICATED && a->cause == id) {        /* by its own text (2E-22.3) */
            cite(g, RULE_REPLICATE);
            card_flag(g, id, REPLICATED, false);
            leave_play(g, id, ZONE_HAND);
        } else {
            leave_play(g, id, discard_zone(g, id));
        }
        return;
    case DO_DISCARD:
        reveal_card(g, id);
        log_event(g, LOG_DISCARDS, g->card[id].owner, id, NO_CARD, 0);
        leave_play(g, id, discard_zone(g, id));
        return;
    case DO_REMOVE:
        reveal_card(g, id);
        log_event(g, LOG_REMOVED, g->card[id].owner, id, NO_CARD, 0);
        leave_play(g, id, ZONE_REMOVED);
        return;
    case DO_BRIG:
        reveal_card(g, id);
        leave_attempt(g, id);
        fights_no_more(g, id);
        card_to_pile(g, id, a->holder, ZONE_BRIG, PUT_BOTTOM);
        log_event(g, LOG_BRIGGED, a->holder, id, NO_CARD, 0);
        return;
    case DO_COUNT:
        return;
    }
}

static void add_with_hosted(const Game *g, CardId id, CardSet *to)
{
    if (card_in_play(g, id))
        set_add(to, id);
    FOR_HOSTED(g, on, id)
        add_with_hosted(g, on, to);
}

/* Those of the cards that are in play, and what is on or aboard them: lost to their commanders if they leave (2E-17.5). */
static CardSet commanded_among(const Game *g, const CardSet *set)
{
    CardSet out = { 0 };
    FOR_SET(id, set)
        add_with_hosted(g, id, &out);
    return out;
}

/* By the switch, who is aboard a ship that is destroyed is killed first; else discarded with it (2E-3.7). */
static CardSet killed_with(const Game *g, const CardSet *ships)
{
    CardSet out = { 0 };
    if (!g->world->switches.ship_loss_kills)
        return out;
    FOR_SET(ship, ships)
        FOR_HOSTED(g, id, ship)
            if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL))
                set_add(&out, id);
    return out;
}

/* Stops, kills, destroys … f->cards in one action.  Result: to how many it happened. */
Flow affect_cards(Game *g, Frame *f)
{
    LOCALS(Affect, a);
    PROC_BEGIN;

    drop_impossible(g, f, a);
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    if (set_count(cards_of(g, f)) > 1 && a->cause && g->encounter.current == a->cause) {
        if (in_force(g, RULING_DILEMMA_ONE_ACTION)) {
            if (event_heard(g, act_info[a->act].about))
                cite(g, RULING_DILEMMA_ONE_ACTION);
        } else {
            while ((a->one = set_next(cards_of(g, f), a->one)) != NO_CARD)
                CALL_ON(affect_cards, f->player, set_one(a->one), (Affect){ .act = a->act, .holder = a->holder, .cause = a->cause });
            RETURN(1);
        }
    }
    if (act_info[a->act].about) {
        put_more(g, f, set_and(cards_of(g, f), a->act == DO_BRIG || a->act == DO_REMOVE ? &g->in_play : &(CardSet){ 0 }));
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = act_info[a->act].about, .actor = f->player, .cause = a->cause });
        put_cards(g, f, g->picked);
        if (!set_empty(more_of(g, f))) {             /* those that an answer has taken out of play are out of reach; the other acts ask */
            put_more(g, f, set_minus(more_of(g, f), &g->in_play));
            put_cards(g, f, set_minus(cards_of(g, f), more_of(g, f)));
        }
        drop_impossible(g, f, a);
    }
    put_more(g, f, killed_with(g, cards_of(g, f)));
    if (a->act == DO_DESTROY && !set_empty(more_of(g, f))) {
        CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_KILL, .cause = a->cause });
        drop_impossible(g, f, a);
    }
    put_more(g, f, commanded_among(g, cards_of(g, f)));
    FOR_SET(id, cards_of(g, f))
        happen(g, a, id);
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = act_info[a->act].after, .actor = f->player, .cause = a->cause });
    put_more(g, f, set_minus(more_of(g, f), &g->in_play));
    if (!set_empty(more_of(g, f)))
        RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = a->cause });
    RETURN(set_count(cards_of(g, f)));

    PROC_END;
}

static int act_of(int op)
{
    for (int i = 0; i < DO_COUNT; i++)
        if (act_info[i].op == op)
            return i;
    return DO_STOP;
}

/* How many cards a selection demands. */
static int demanded(const Game *g, const Frame *f, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    while (cat->node[selection].op == NODE_AS)
        selection = node_child(cat, selection, 1);
    int op = cat->node[selection].op, at = op == NODE_CHOOSE ? 1 : 0;
    Ctx ctx = ctx_in(g, f);
    return op == NODE_CHOOSE || op == NODE_RANDOM ? quantity(g, &ctx, node_child(cat, selection, at)) : 1;
}

/* How many it would have found among those whom an opponent's text took out during this dilemma. */
static int taken_of(Game *g, const Frame *f, NodeId selection)
{
    Ctx ctx = ctx_in(g, f);
    int least, most, n = 0;
    CardSet eligible, group = g->encounter.group;
    ctx.even_stopped = true;
    set_join(&encounter_change(g)->group, &g->encounter.taken);
    table_changed(g);
    selection_bounds(g, &ctx, selection, &least, &most, &eligible);
    encounter_change(g)->group = group;
    table_changed(g);
    FOR_SET(id, &g->encounter.taken)
        n += set_has(&eligible, id);
    return n;
}

/* Whether an instruction was performed completely, as far as the player who faces the dilemma is concerned: an opponent who got in
 * the way, now or before during this dilemma, does not make it "cannot" (2e-2014/dilemmas.6).  found: whom the selection found. */
static int32_t carried_out(Game *g, const Frame *f, NodeId selection, int found, int32_t happened)
{
    int lacking = demanded(g, f, selection) - found;
    if (lacking <= 0 && happened > 0)
        return 1;
    bool hindered = found && g->responder != f->player && g->responder != NOBODY;
    if (lacking > 0 && g->scope[f->scope - 1].facing && !set_empty(&g->encounter.taken))
        hindered = taken_of(g, f, selection) >= lacking;
    if (!hindered)
        return 0;
    cite(g, RULING_IF_YOU_CANNOT);
    return in_force(g, RULING_IF_YOU_CANNOT);
}

Flow do_affect(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    g->responder = NOBODY;
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = cat->node[d->node].op });
    if (g->result == 0)
        RETURN(carried_out(g, f, node_child(cat, d->node, 0), 0, 0));
    put_cards(g, f, g->picked);
    d->x = (int16_t)set_count(cards_of(g, f));
    if (g->scope[f->scope - 1].facing) {
        cite(g, RULING_DILEMMA_STRUCK_OUT);
        if (!in_force(g, RULING_DILEMMA_STRUCK_OUT))
            CALL_EDITION(between_actions, f->player, (Do){ 0 });  /* before July 2014 select and stop were two actions */
    }
    d->player = f->player;
    if (cat->node[d->node].op == NODE_BRIG) {
        Ctx ctx = ctx_in(g, f);
        d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 1));
    }
    CALL_ON(affect_cards, f->player, *cards_of(g, f),
            (Affect){ .act = (uint8_t)act_of(cat->node[d->node].op), .holder = d->player, .cause = source_of(g, f) });
    RETURN(carried_out(g, f, node_child(cat, d->node, 0), d->x, g->result));

    PROC_END;
}

Flow do_unstop(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_UNSTOP });
    put_cards(g, f, g->picked);
    FOR_SET(id, cards_of(g, f)) {
        if (!is_stopped(g, id) || is_forbidden(g, id, ACT_UNSTOPPED, source_of(g, f)))
            continue;
        card_flag(g, id, STOPPED, false);
        log_event(g, LOG_UNSTOPPED, g->card[id].commander, id, NO_CARD, 0);
        d->n = 1;
    }
    RETURN(d->n);

    PROC_END;
}

/* ---- placing: 2E-7.80 ---- */

/* Personnel and equipment go to the surface, or aboard a ship of their commander where there is none (2E-8.11). */
bool enters_at(Game *g, CardId id, CardId mission, int player)
{
    if (is_type(g, id, TYPE_SHIP)) {
        card_to_host(g, id, mission, ZONE_ORBIT, PUT_BOTTOM);
        return true;
    }
    if (printed(g, mission)->kind != KIND_SPACE) {
        card_to_host(g, id, mission, ZONE_SURFACE, PUT_BOTTOM);
        return true;
    }
    FOR_HOSTED(g, ship, mission)
        if (g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == player) {
            card_to_host(g, id, ship, ZONE_ABOARD, PUT_BOTTOM);
            return true;
        }
    cite(g, RULE_NO_SURFACE);
    return false;
}

static bool present_place(Game *g, CardId id, CardId with)
{
    const Card *c = &g->card[with];
    if (c->zone == ZONE_SURFACE)
        card_to_host(g, id, c->host, ZONE_SURFACE, PUT_BOTTOM);
    else if (c->zone == ZONE_ABOARD)
        card_to_host(g, id, c->host, ZONE_ABOARD, PUT_BOTTOM);
    else
        return false;
    return true;
}

static bool is_entering(int op)
{
    return op == NODE_TO_AT || op == NODE_TO_ABOARD || op == NODE_TO_PRESENT || op == NODE_TO_CORE;
}

/* A dilemma goes under its pile face up (2E-10.52), but one that lay face down in the pile and was not revealed stays so (2E-20.6). */
static void to_pile_bottom(Game *g, CardId id)
{
    bool face_down = g->card[id].zone == ZONE_PILE && !(g->card[id].flags & FACE_UP) && !known_to_all(g, id);
    if (face_down)
        card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_BOTTOM);
    else
        leave_play(g, id, ZONE_PILE);
}

/* Puts one card where the destination says.  False: it had nowhere to be, and was discarded. */
static bool place_one(Game *g, CardId id, int op, CardId target, int player)
{
    bool was_in_play = card_in_play(g, id);
    CardId with;
    if (!was_in_play && is_entering(op)) {
        if (breaks_uniqueness(g, id, player, &with)) {
            cite(g, RULE_UNIQUE_DISCARDED);
            leave_play(g, id, discard_zone(g, id));
            return false;
        }
        card_command(g, id, player);
    } else if (op == NODE_TO_ON && g->encounter.active && id == g->encounter.current) {
        card_command(g, id, player);            /* a dilemma in play is commanded by who faced it (2E-11.21) */
    } else if (is_captive(g, id) && is_entering(op)) {
        card_flag(g, id, STOPPED, false);
    }
    int commander = g->card[id].commander;
    bool placed = true;
    Zone before = (Zone)g->card[id].zone;
    uint8_t known = g->card[id].known;
    switch (op) {
    case NODE_TO_HAND:        leave_play(g, id, ZONE_HAND); break;
    case NODE_TO_DECK_TOP:    leave_play(g, id, ZONE_DECK); if (g->card[id].zone == ZONE_DECK) card_to_pile(g, id, g->card[id].owner, ZONE_DECK, PUT_TOP); break;
    case NODE_TO_DECK_BOTTOM:
    case NODE_TO_DECK:        leave_play(g, id, ZONE_DECK); break;
    case NODE_TO_DISCARD:     leave_play(g, id, discard_zone(g, id)); break;
    case NODE_TO_CORE:        card_to_pile(g, id, player, ZONE_CORE, PUT_BOTTOM); break;
    case NODE_TO_AT:          placed = target && enters_at(g, id, target, commander); break;
    case NODE_TO_ABOARD:      placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_ABOARD, PUT_BOTTOM); break;
    case NODE_TO_ON:          placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_ON, PUT_BOTTOM); break;
    case NODE_TO_BENEATH:     placed = target != NO_CARD; if (placed) { card_to_host(g, id, target, ZONE_BENEATH, PUT_BOTTOM); card_flag(g, id, FACE_UP, true); } break;
    case NODE_TO_PRESENT:     placed = target && present_place(g, id, target); break;
    case NODE_TO_PILE_TOP:    leave_play(g, id, ZONE_PILE); card_flag(g, id, FACE_UP, false); card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_TOP); break;
    case NODE_TO_PILE_BOTTOM: to_pile_bottom(g, id); break;
    case NODE_TO_STACK_TOP:   card_to_stack(g, id, PUT_TOP); break;
    case NODE_TO_STACK_BOTTOM:card_to_stack(g, id, PUT_BOTTOM); break;
    default:                  placed = false; break;
    }
    if ((before == ZONE_PILE || before == ZONE_DECK) && g->card[id].zone == before)
        card_know(g, id, known | g->card[id].known);        /* who has looked at it knows where it went */
    if (!placed)
        leave_play(g, id, discard_zone(g, id));
    return placed;
}

/* Where a text leaves the place open ("a planet mission"), its player chooses it. */
static CardSet placing_targets(const Game *g, const Frame *f, NodeId to)
{
    Ctx ctx = ctx_in(g, f);
    NodeId filter = node_child(g->world->cat, to, 0);
    return filter ? filter_set(g, &ctx, filter) : (CardSet){ 0 };
}

/* A ship that is taken to another mission takes its crew out of the attempt. */
static void ship_leaves_attempt(Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship)
        leave_group(g, id);
    leave_attempt(g, ship);
}

/* Aboard a ship that is in the engagement; present with somebody else who fights. */
static bool still_fights(const Game *g, CardId id)
{
    const Battle *b = &g->battle;
    CardId ship = this_ship(g, id);
    if (b->kind == BATTLE_OF_SHIPS)
        return ship && location_of(g, ship) == b->mission && (set_has(&b->ships[0], ship) || set_has(&b->ships[1], ship));
    for (int side = 0; side < 2; side++)
        FOR_SET(other, &b->side[side])
            if (other != id && present_with(g, id, other))
                return true;
    return false;
}

static void leave_battle_if_moved(Game *g, CardId id)
{
    if (!g->battle.active || still_fights(g, id))
        return;
    FOR_HOSTED(g, aboard, id)
        fights_no_more(g, aboard);
    fights_no_more(g, id);
}

/* Who is no longer on the planet, or aboard the ship that attempts, is out of the attempt (2E-10.72). */
static void leave_if_moved(Game *g, CardId id)
{
    const Card *c = &g->card[id];
    const Encounter *e = &g->encounter;
    CardId ship = e->ship[0];
    if (id == ship && c->host != e->mission)
        ship_leaves_attempt(g, id);
    else if (ship ? c->zone != ZONE_ABOARD || c->host != ship : c->zone != ZONE_SURFACE || c->host != e->mission)
        leave_group(g, id);
    leave_battle_if_moved(g, id);
}

static void note_placing(Game *g, const Frame *f, CardId id)
{
    log_event(g, LOG_PLACED, f->player, id, g->card[id].host, 0);
    if (id == g->encounter.current && g->encounter.active)
        encounter_change(g)->placed = true;
    leave_if_moved(g, id);
}

/* Who has put a card back knows it, and nobody else where it lies. */
static void know_arranged(Game *g, CardId id, int player)
{
    const Card *c = &g->card[id];
    if (c->zone == ZONE_DECK || (c->zone == ZONE_PILE && !(c->flags & FACE_UP)))
        card_know(g, id, (uint8_t)(1u << player));
}

/* Cards that go on top are said from the top down: a later one goes beneath the `above` that are there. */
static void put_beneath(Game *g, CardId id, int above, int player)
{
    int owner = g->card[id].owner;
    Zone zone = (Zone)g->card[id].zone;
    for (int i = 0; i < above; i++) {
        CardId last = g->pile[owner][zone].top;
        for (int k = 0; k < above && last; k++)
            last = g->card[last].below;
        if (!last)
            return;
        card_to_pile(g, last, owner, zone, PUT_TOP);
        know_arranged(g, last, player);
    }
}

/* f->cards go to a pile in the order that the player names, from the top down.  Once `most` are named, nobody asks about the others. */
Flow order_cards(Game *g, Frame *f)
{
    LOCALS(Ordering, o);
    PROC_BEGIN;

    while (!set_empty(cards_of(g, f))) {
        decision_open(g, SL_DECIDE_ORDERING, f->player, NODE_ARRANGE, source_of(g, f));
        FOR_SET(id, cards_of(g, f))
            decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
        g->decision.answer = 0;
        if (o->named++ < o->most && g->decision.count > 1)
            ASK();
        o->card = answered(g).card;
        set_drop(own_cards(g, f), o->card);
        place_one(g, o->card, o->to, NO_CARD, f->player);
        if (o->to == NODE_TO_DECK_TOP || o->to == NODE_TO_PILE_TOP)
            put_beneath(g, o->card, o->named - 1, f->player);
        know_arranged(g, o->card, f->player);
        if (o->noted)
            note_placing(g, f, o->card);
    }
    RETURN(1);

    PROC_END;
}

/* Where cards lie in an order that others may come to know. */
static bool keeps_order(int to)
{
    return to == NODE_TO_DECK_TOP || to == NODE_TO_DECK_BOTTOM || to == NODE_TO_PILE_TOP || to == NODE_TO_PILE_BOTTOM;
}

static CardSet owned_among(const Game *g, const CardSet *set, int player)
{
    CardSet out = *set;
    FOR_SET(id, set)
        if (g->card[id].owner != player)
            set_drop(&out, id);
    return out;
}

/* Moves f->cards to the destination without playing them. */
Flow place_cards(Game *g, Frame *f)
{
    LOCALS(Placing, p);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    put_more(g, f, placing_targets(g, f, p->to));
    if (set_count(more_of(g, f)) > 1) {
        CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_PLACE, .asker = source_of(g, f) });
        put_more(g, f, g->picked);
    }
    if (keeps_order(cat->node[p->to].op) && set_count(cards_of(g, f)) > 1) {         /* their owner says in which order (2E-13.10) */
        put_more(g, f, commanded_among(g, cards_of(g, f)));
        for (p->owner = 0; p->owner < g->players; p->owner++)
            CALL_ON(order_cards, p->owner, owned_among(g, cards_of(g, f), p->owner),
                    (Ordering){ .to = cat->node[p->to].op, .most = MAX_CARDS, .noted = true });
        put_more(g, f, set_minus(more_of(g, f), &g->in_play));
        if (!set_empty(more_of(g, f)))
            RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
        RETURN(1);
    }
    CardSet gone = commanded_among(g, cards_of(g, f));
    FOR_SET(id, cards_of(g, f)) {
        place_one(g, id, cat->node[p->to].op, set_next(more_of(g, f), 0), f->player);
        note_placing(g, f, id);
    }
    gone = set_minus(&gone, &g->in_play);
    if (cat->node[p->to].op == NODE_TO_DECK)
        for (int q = 0; q < g->players; q++)
            FOR_SET(id, cards_of(g, f))
                if (g->card[id].owner == q && g->card[id].zone == ZONE_DECK) {
                    pile_shuffle(g, q, ZONE_DECK);
                    break;
                }
    if (!set_empty(&gone))
        RESPOND(f->player, gone, (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    if (cat->node[p->to].op == NODE_TO_ON) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_PLACED_ON, .actor = f->player, .cause = set_next(more_of(g, f), 0) });
        CALL_EDITION_ON(placed_on, f->player, *more_of(g, f), (Do){ 0 });
    }
    RETURN(1);

    PROC_END;
}

/* place S D, and beam S F: the same movement without an order. */
Flow do_place(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    g->responder = NOBODY;
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = cat->node[d->node].op });
    if (g->result == 0)
        RETURN(carried_out(g, f, node_child(cat, d->node, 0), 0, 0));
    put_cards(g, f, g->picked);
    d->x = (int16_t)set_count(cards_of(g, f));
    if (cat->node[d->node].op == NODE_BEAM_TO) {
        Ctx ctx = ctx_in(g, f);
        CardSet to = filter_set(g, &ctx, node_child(cat, d->node, 1));
        d->card = set_next(&to, 0);
        FOR_SET(id, cards_of(g, f))
            if (d->card) {
                place_one(g, id, is_type(g, d->card, TYPE_SHIP) ? NODE_TO_ABOARD : NODE_TO_AT, d->card, f->player);
                leave_if_moved(g, id);
            }
        RETURN(d->card != NO_CARD);
    }
    CALL_ON(place_cards, f->player, *cards_of(g, f), (Placing){ .to = node_child(cat, d->node, 1) });
    RETURN(carried_out(g, f, node_child(cat, d->node, 0), d->x, 1));

    PROC_END;
}

/* ---- command: 2E-17 ---- */

/* Who is taken aboard another player's ship goes to the surface, or aboard a ship of the new commander; else it stays (2E-17.3). */
static void leave_foreign_ship(Game *g, CardId id)
{
    const Card *c = &g->card[id];
    CardId mission = location_of(g, id);
    if (c->zone == ZONE_ABOARD && g->card[c->host].commander != c->commander && mission)
        enters_at(g, id, mission, c->commander);
}

Flow do_take_command(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_TAKE_COMMAND });
    put_cards(g, f, g->picked);
    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 1));
    CardSet taken = *cards_of(g, f);
    FOR_SET(id, &taken) {
        CardId with;
        bool outside = g->card[id].zone == ZONE_BRIG && !card_in_play(g, id);
        if (g->card[id].commander == d->player && !outside) {
            set_drop(own_cards(g, f), id);
        } else if (breaks_uniqueness(g, id, d->player, &with)) {
            cite(g, RULE_UNIQUE_DISCARDED);
            leave_play(g, id, discard_zone(g, id));
        } else if (outside) {                       /* who is said to be commanded is in play (2e-2014/not-in-play.2) */
            card_command(g, id, d->player);
            captive_enters_play(g, id);
            set_drop(own_cards(g, f), id);
            log_event(g, LOG_COMMANDED, d->player, id, NO_CARD, 0);
        } else {
            leave_group(g, id);
            if (id == g->encounter.ship[0])
                ship_leaves_attempt(g, id);     /* who is aboard is in no ship of the player's (2E-10.3) */
            fights_no_more(g, id);
            card_command(g, id, d->player);
            if (g->card[id].zone == ZONE_BRIG && location_of(g, source_of(g, f)))
                enters_at(g, id, location_of(g, source_of(g, f)), d->player);
            if (has_trait(g, id, TRAIT_COMMODITY))
                cite(g, RULE_COMMODITY);            /* it lies in the core of its commander, wherever it was (2E-22.3) */
            if (g->card[id].zone == ZONE_CORE || has_trait(g, id, TRAIT_COMMODITY))
                card_to_pile(g, id, d->player, ZONE_CORE, PUT_BOTTOM);
            log_event(g, LOG_COMMANDED, d->player, id, NO_CARD, 0);
        }
    }
    FOR_SET(id, cards_of(g, f))
        leave_foreign_ship(g, id);
    d->n = !set_empty(cards_of(g, f));
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    RETURN(d->n);

    PROC_END;
}

/* ---- exchange: 2E-13.11 ---- */

static void put_in_place(Game *g, SetNo *no, CardId a, CardId b)
{
    if (set_has(set_at(g, *no), a)) {
        set_drop(set_own(g, no), a);
        set_add(set_own(g, no), b);
    }
}

/* B takes A's place, in the attempt, in a battle and for whatever was about to happen to A (2e-2014/exchange). */
static void swap_cards(Game *g, CardId a, CardId b)
{
    bool ruled = in_force(g, RULING_EXCHANGE), in_group = set_has(&g->encounter.group, a);
    int side = set_has(&g->battle.side[0], a) ? 0 : set_has(&g->battle.side[1], a) ? 1 : -1;
    int commander = g->card[a].commander, zone = g->card[a].zone, to = g->card[b].zone;
    CardId host = g->card[a].host, with;
    log_event(g, LOG_EXCHANGED, commander, a, b, 0);
    cite(g, RULING_EXCHANGE);
    card_to_limbo(g, b, ZONE_PLAYING);
    leave_play(g, a, zone_info[to].held_by == HELD_BY_OWNER ? (Zone)to : ZONE_DISCARD);
    if (breaks_uniqueness(g, b, commander, &with)) {
        cite(g, RULE_UNIQUE_DISCARDED);
        leave_play(g, b, discard_zone(g, b));
        return;
    }
    card_command(g, b, commander);
    if (zone == ZONE_SURFACE || zone == ZONE_ABOARD || zone == ZONE_ORBIT)
        card_to_host(g, b, host, (Zone)zone, PUT_BOTTOM);
    reveal_card(g, b);
    if (!ruled)
        return;
    if (in_group)
        group_join(g, b);
    if (side >= 0 && g->battle.active)
        set_add(&battle_change(g)->side[side], b);
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc != PROC_do_exchange) {
            put_in_place(g, &g->frame[i].cards, a, b);
            put_in_place(g, &g->frame[i].more, a, b);
        }
    for (int i = 0; i < g->scope_count; i++)
        for (int v = 0; v < MAX_VARS; v++)
            if (g->scope[i].facing)
                put_in_place(g, &g->scope[i].var[v], a, b);
}

Flow do_exchange(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_EXCHANGE });
    put_cards(g, f, g->picked);
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 1), .about = NODE_EXCHANGE });
    put_more(g, f, g->picked);
    if (set_empty(cards_of(g, f)) || set_empty(more_of(g, f)))
        RETURN(0);
    d->card = set_next(cards_of(g, f), 0);
    put_cards(g, f, (CardSet){ 0 });
    d->n = card_in_play(g, d->card);
    swap_cards(g, d->card, set_next(more_of(g, f), 0));
    if (d->n && !card_in_play(g, d->card))
        RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    RETURN(1);

    PROC_END;
}

/* ---- looking: 2E-20.6 ---- */

/* How many cards of a pile a series of actions lets its player see at once (2E-25.2). */
static void note_look(Game *g, const CardSet *seen)
{
    int n = 0;
    FOR_SET(id, seen)
        n += g->card[id].zone == ZONE_PILE || g->card[id].zone == ZONE_DECK;
    if (n > g->loop_look)
        g->loop_look = (uint8_t)(n < MOST_LOOKED_AT ? n : MOST_LOOKED_AT);
}

Flow do_look(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    bool all = cat->node[d->node].op == NODE_REVEAL;
    d->n = all ? 0 : 1;
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, d->n), .about = cat->node[d->node].op });
    put_cards(g, f, g->picked);
    note_look(g, cards_of(g, f));
    Ctx ctx = ctx_in(g, f);
    uint8_t who = d->n ? players_of(g, &ctx, node_child(cat, d->node, 0)) : all_players(g);
    FOR_SET(id, cards_of(g, f)) {
        card_know(g, id, (uint8_t)(g->card[id].known | who));
        if (!d->n)
            log_event(g, LOG_REVEALED, f->player, id, NO_CARD, 0);
    }
    if (d->n)
        log_event(g, LOG_EXAMINED, f->player, NO_CARD, NO_CARD, set_count(cards_of(g, f)));
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* P puts the cards back in any order. */
Flow do_arrange(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 1), .about = NODE_ARRANGE });
    put_cards(g, f, g->picked);
    Ctx ctx = ctx_in(g, f);
    CALL_ON(order_cards, one_player(g, &ctx, node_child(cat, d->node, 0)), *cards_of(g, f),
            (Ordering){ .to = cat->node[node_child(cat, d->node, 2)].op, .most = MAX_CARDS });
    RETURN(1);

    PROC_END;
}
