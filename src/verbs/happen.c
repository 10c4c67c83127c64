/* What happens to cards: stopped, killed, destroyed, discarded, removed, captured.  2E-13, 2E-16. */
#include "verbs/happen.h"

void reveal_card(Game *g, CardId id)
{
    card_know(g, id, all_players(g));
}

Zone discard_zone(const Game *g, CardId id)
{
    if (is_type(g, id, TYPE_TACTIC))
        return ZONE_BRIDGE;                     /* a Tactic never lies in a discard pile (1E-A7.11) */
    if (is_type(g, id, TYPE_TRIBBLE) || is_type(g, id, TYPE_TROUBLE))
        return ZONE_TRIBBLES;                   /* nor does a card of the Tribble side deck (1E-A7.13) */
    if (icon_in(printed(g, id)->icons, ICON_Q) && in_force(g, LAYER_Q_CARDS_UNDER))
        return ZONE_CONTINUUM;
    return is_type(g, id, TYPE_DILEMMA) ? (Zone)g->world->edition->dilemma_discard : ZONE_DISCARD;
}

void dilemma_to_pile(Game *g, CardId id)
{
    card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_BOTTOM);
    card_flag(g, id, FACE_UP, true);
    reveal_card(g, id);
}

/* Whom a text of an opponent took out while this dilemma is faced is remembered (2e-2014/dilemmas.6). */
void leave_group(Game *g, CardId id)
{
    const Encounter *e = &g->encounter;
    if (e->facing && set_has(&e->group, id) && g->scope_count && g->scope[g->scope_count - 1].you != e->player)
        set_add(&encounter_change(g)->taken, id);
    group_leave(g, id);
}

void leave_attempt(Game *g, CardId id)
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
void fights_no_more(Game *g, CardId id)
{
    if (!g->battle.decided)
        leave_battle(g, id);
}

/* Whom a dilemma held goes free where it lay, in an edition that says so (1E-18.13); who has nowhere to be is lost with it. */
static bool goes_free(Game *g, CardId id, CardId host)
{
    CardId location = location_of(g, host);
    if (g->world->edition->comes_back && g->world->edition->comes_back(g, id, host))
        return true;
    return g->world->edition->frees_held && location && is_type(g, host, TYPE_DILEMMA) && is_type(g, id, TYPE_PERSONNEL)
        && enters_at(g, id, location, g->card[id].commander);
}

/* What lay on a card that left play is remembered until that card leaves play again. */
static void forget_what_was_on(Game *g, CardId host)
{
    FOR_CARDS(g, id)
        if (was_on(g, id) == host)
            card_flag(g, id, HOST_LOST, false);
}

static void remember_what_was_on(Game *g, CardId id, CardId host)
{
    card_name(g, id, NAMED_NOTHING, host);
    card_flag(g, id, HOST_LOST, true);
}

/* What lies on or aboard a card that leaves play goes to its owners' piles, discarded, not killed (2E-3.7). */
static void empty_host(Game *g, CardId host, Zone fate)
{
    bool out = fate == ZONE_REMOVED && g->world->edition->fate_is_shared;     /* 1E-1.4 */
    bool noted = g->remembers & REMEMBERS_HOSTS;
    if (noted)
        forget_what_was_on(g, host);
    while (g->card[host].top) {
        CardId id = g->card[host].top;
        if (goes_free(g, id, host))
            continue;
        bool on = noted && g->card[id].zone == ZONE_ON;
        leave_play(g, id, out ? ZONE_REMOVED : discard_zone(g, id));
        if (on)
            remember_what_was_on(g, id, host);
        if (is_type(g, host, TYPE_SHIP))
            cite(g, RULE_CREW_LOST);
        else
            cite(g, RULE_HOST_GONE);
    }
}

static bool is_side_deck(Zone zone)
{
    return zone == ZONE_BRIDGE || zone == ZONE_CONTINUUM || zone == ZONE_TRIBBLES;
}

void leave_play(Game *g, CardId id, Zone zone)
{
    empty_host(g, id, zone);
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
        card_to_pile(g, id, g->card[id].owner, zone, zone == ZONE_DECK || is_side_deck(zone) ? PUT_BOTTOM : PUT_TOP);
    if (zone == ZONE_CONTINUUM || zone == ZONE_TRIBBLES) {      /* used cards lie there face up (1E-A7.8, A7.13) */
        card_flag(g, id, FACE_UP, true);
        reveal_card(g, id);
    }
}

bool shares_persona_in_play(const Game *g, CardId id, int player, CardId *with)
{
    const CardDef *def = printed(g, id);
    FOR_SET(other, &g->commanded[player]) {
        const CardDef *have = printed(g, other);
        if (other == id || !share_persona(g, have, def) || have->type == TYPE_MISSION || (g->card[other].flags & CAPTIVE && g->card[other].owner != player))
            continue;                           /* whom he holds captive is the opponent's (1E-25.6) */
        if (def->unique || have->unique) {
            *with = other;
            return true;
        }
    }
    return false;
}

/* ---- one act on several cards is one action: 2e-2014/dilemmas.1 ---- */

static const struct { uint8_t before, after, forbidden, op; } act_info[DO_COUNT] = {
    [DO_STOP]    = { EVENT_ABOUT_TO_STOP,    EVENT_STOPPED,   ACT_STOPPED,   NODE_STOP },
    [DO_KILL]    = { EVENT_ABOUT_TO_KILL,    EVENT_KILLED,    ACT_KILLED,    NODE_KILL },
    [DO_DESTROY] = { EVENT_ABOUT_TO_DESTROY, EVENT_DESTROYED, ACT_DESTROYED, NODE_DESTROY },
    [DO_DISCARD] = { EVENT_ABOUT_TO_DISCARD, EVENT_DISCARDED, ACT_DISCARDED, NODE_DISCARD },
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
    int type = card_type(g, id);
    switch ((Act)a->act) {
    case DO_STOP:
        return card_in_play(g, id) && !is_captive(g, id) && !is_stopped(g, id) && (type == TYPE_PERSONNEL || type == TYPE_SHIP || type == TYPE_FACILITY);
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
        if (!can_happen(g, a, id) || is_forbidden(g, id, act_info[a->act].forbidden, a->cause)
            || (a->act != DO_STOP && a->act != DO_BRIG && g->acts & act_bit(ACT_LEAVE) && card_in_play(g, id) && is_forbidden(g, id, ACT_LEAVE, a->cause)))
            set_drop(own_cards(g, f), id);
}

/* Whom the rules of the edition spare is not killed. */
static void drop_spared(Game *g, Frame *f, const Affect *a)
{
    if (!g->world->edition->spares || (a->act != DO_KILL && a->act != DO_DESTROY))
        return;
    CardSet all = *cards_of(g, f);
    FOR_SET(id, &all)
        if (card_in_play(g, id) && g->world->edition->spares(g, id))
            set_drop(own_cards(g, f), id);
}

static void stop_one(Game *g, CardId id, CardId cause)
{
    card_flag(g, id, STOPPED, true);
    log_event(g, LOG_STOPPED, g->card[id].commander, id, cause, 0);
    leave_group(g, id);
    if (g->encounter.active && cause && cause == g->encounter.current)
        set_add(&encounter_change(g)->stopped_by, id);
}

static CardId carried_by(const Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_SHIP))
            return id;
    return NO_CARD;
}

static void happen(Game *g, const Affect *a, CardId id)
{
    switch ((Act)a->act) {
    case DO_STOP:
        stop_one(g, id, a->cause);
        return;
    case DO_KILL:
        reveal_card(g, id);
        if (g->battle.active)
            battle_change(g)->dead |= (uint8_t)(1u << g->card[id].commander);
        log_event(g, LOG_KILLED, g->card[id].commander, id, a->cause, 0);
        if (g->encounter.active) {
            encounter_change(g)->died = true;
            encounter_change(g)->killed |= a->cause && a->cause == g->encounter.current;
        }
        leave_play(g, id, ZONE_DISCARD);
        return;
    case DO_DESTROY:
        for (CardId carried; (carried = carried_by(g, id)) != NO_CARD;)        /* destroyed with its carrier (1E-23.4) */
            happen(g, a, carried);
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
CardSet commanded_among(const Game *g, const CardSet *set)
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
    if (!g->world->switches.ship_loss_kills && !g->world->edition->loss_kills)
        return out;
    FOR_SET(ship, ships)
        FOR_HOSTED(g, id, ship) {
            if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL))
                set_add(&out, id);
            if (g->card[id].zone == ZONE_SITE || (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_SHIP)))
                FOR_HOSTED(g, there, id)
                    if (g->card[there].zone == ZONE_ABOARD && is_type(g, there, TYPE_PERSONNEL))
                        set_add(&out, there);
        }
    return out;
}

/* The cards that lie on them, and will leave play with them. */
static CardSet lying_on(const Game *g, const CardSet *hosts)
{
    CardSet out = { 0 };
    FOR_SET(host, hosts)
        FOR_HOSTED(g, id, host)
            if (g->card[id].zone == ZONE_ON)
                set_add(&out, id);
    return out;
}

/* Stops, kills, destroys … f->cards in one action.  Result: to how many it happened. */
static bool buries(int act)
{
    return act == DO_KILL || act == DO_DESTROY || act == DO_DISCARD;
}

/* Those of them that do not go to a discard pile. */
static CardSet going_elsewhere(const Game *g, const Affect *a, const CardSet *cards)
{
    CardSet out = { 0 };
    FOR_SET(id, cards)
        if (discard_zone(g, id) != ZONE_DISCARD || (g->card[id].flags & REPLICATED && a->cause == id))
            set_add(&out, id);
    return out;
}

/* Whom texts that answer it call "that player": of who is placed in a brig, the one whose brig it is. */
static uint8_t doer_of(const Frame *f, const Affect *a)
{
    return a->act == DO_BRIG ? a->holder : (uint8_t)f->player;
}

Flow affect_cards(Game *g, Frame *f)
{
    LOCALS(Affect, a);
    PROC_BEGIN;

    if (g->encounter.prevented && a->cause && a->cause == g->encounter.current)
        RETURN(0);                              /* it was prevented after it had selected them (2E-11.17) */
    drop_impossible(g, f, a);
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    if (set_count(cards_of(g, f)) > 1 && a->cause && g->encounter.current == a->cause) {
        if (in_force(g, RULING_DILEMMA_ONE_ACTION)) {
            if (event_heard(g, act_info[a->act].before))
                cite(g, RULING_DILEMMA_ONE_ACTION);
        } else {
            while ((a->one = set_next(cards_of(g, f), a->one)) != NO_CARD)
                CALL_ON(affect_cards, f->player, set_one(a->one), (Affect){ .act = a->act, .holder = a->holder, .cause = a->cause, .random = a->random });
            RETURN(1);
        }
    }
    if (act_info[a->act].before) {
        put_more(g, f, set_and(cards_of(g, f), a->act == DO_BRIG || a->act == DO_REMOVE ? &g->in_play : &(CardSet){ 0 }));
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = act_info[a->act].before, .actor = doer_of(f, a), .cause = a->cause,
                                                   .number = a->act == DO_DISCARD ? g->card[set_next(cards_of(g, f), 0)].zone : a->random ? SELECTED_AT_RANDOM : 0 });
        put_cards(g, f, g->picked);
        if (!set_empty(more_of(g, f))) {             /* those that a response has taken out of play are out of reach; the other acts ask */
            put_more(g, f, set_minus(more_of(g, f), &g->in_play));
            put_cards(g, f, set_minus(cards_of(g, f), more_of(g, f)));
        }
        drop_impossible(g, f, a);
    }
    drop_spared(g, f, a);
    put_more(g, f, killed_with(g, cards_of(g, f)));
    if (a->act == DO_DESTROY && !set_empty(more_of(g, f))) {
        CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_KILL, .cause = a->cause });
        drop_impossible(g, f, a);
    }
    if (a->act != DO_STOP && a->act != DO_BRIG && event_heard(g, EVENT_ABOUT_TO_LOSE)
        && !(a->cause && set_has(cards_of(g, f), a->cause))) {       /* not by its own text */
        RESPOND(f->player, about_to_be_lost(g, cards_of(g, f)), (Window){ .event = EVENT_ABOUT_TO_LOSE, .actor = f->player, .cause = a->cause });
        keep_others_aboard(g, cards_of(g, f), &g->picked);
        put_cards(g, f, set_and(cards_of(g, f), &g->picked));
        drop_impossible(g, f, a);
    }
    if (buries(a->act) && event_heard(g, EVENT_ABOUT_TO_BURY)) {
        CardSet others = going_elsewhere(g, a, cards_of(g, f)), buried = set_minus(cards_of(g, f), &others);
        put_cards(g, f, others);
        RESPOND(f->player, buried, (Window){ .event = EVENT_ABOUT_TO_BURY, .actor = f->player, .cause = a->cause });
        set_join(own_cards(g, f), &g->picked);
        drop_impossible(g, f, a);
    }
    put_more(g, f, commanded_among(g, cards_of(g, f)));
    CardSet on_them = a->act == DO_KILL && event_heard(g, EVENT_HOST_KILLED) ? lying_on(g, cards_of(g, f)) : (CardSet){ 0 };
    a->from = a->act == DO_DISCARD ? g->card[set_next(cards_of(g, f), 0)].zone : 0;
    FOR_SET(id, cards_of(g, f))
        happen(g, a, id);
    if (!set_empty(&on_them))
        RESPOND(f->player, on_them, (Window){ .event = EVENT_HOST_KILLED, .actor = f->player, .cause = a->cause });
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = act_info[a->act].after, .actor = doer_of(f, a), .cause = a->cause, .number = a->from });
    if (buries(a->act) && event_heard(g, EVENT_BURIED))
        RESPOND(f->player, lying_in(g, cards_of(g, f), ZONE_DISCARD), (Window){ .event = EVENT_BURIED, .actor = f->player, .cause = a->cause });
    put_more(g, f, set_minus(more_of(g, f), &g->in_play));
    if (!set_empty(more_of(g, f)))
        RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = a->cause });
    TELL(f->player, *more_of(g, f), (Window){ .event = EVENT_LEFT, .actor = f->player, .cause = a->cause });
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
    selection = inner(cat, selection);
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
    selection_bounds(g, &ctx, selection, &least, &most, &eligible);
    encounter_change(g)->group = group;
    FOR_SET(id, &g->encounter.taken)
        n += set_has(&eligible, id);
    return n;
}

/* "Your opponent chooses …": somebody else than the player who carries it out. */
static bool is_chosen_by_another(const Game *g, const Frame *f, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    selection = inner(cat, selection);
    Ctx ctx = ctx_in(g, f);
    return cat->node[selection].op == NODE_CHOOSE && one_player(g, &ctx, node_child(cat, selection, 0)) != f->player;
}

/* Whether an instruction was performed completely, as far as the player who faces the dilemma is concerned: an opponent who got in
 * the way, now or before during this dilemma, does not make it "cannot" (2e-2014/dilemmas.6), and an opponent who has chosen could choose.  found: whom the selection found. */
int32_t carried_out(Game *g, const Frame *f, NodeId selection, int found, int32_t happened)
{
    int lacking = demanded(g, f, selection) - found;
    if (lacking <= 0 && happened > 0)
        return 1;
    bool hindered = found && g->responder != NOBODY && (g->responder != f->player || is_chosen_by_another(g, f, selection));
    if (lacking > 0 && g->scope[f->scope - 1].facing && !set_empty(&g->encounter.taken))
        hindered = taken_of(g, f, selection) >= lacking;
    if (!hindered)
        return 0;
    cite(g, RULING_IF_YOU_CANNOT);
    return in_force(g, RULING_IF_YOU_CANNOT);
}

/* Whether a text gives that name to cards that it selects at random. */
static bool is_named_at_random(const Catalogue *cat, NodeId text, int name)
{
    bool found = false;
    const Node *n = &cat->node[text];
    if (n->op == NODE_LET && node_value(cat, text, 0) == name)
        return is_random_selection(cat, node_child(cat, text, 1));
    for (int i = 0; i < n->argc; i++)
        found = found || is_named_at_random(cat, node_child(cat, text, i), name);
    return found;
}

/* "Randomly select a personnel to be killed", also where the text has something to say before it kills whom it has selected so. */
static bool is_drawn_for_it(const Game *g, const Frame *f, int act, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    const Scope *s = &g->scope[f->scope - 1];
    return is_random_selection(cat, selection)
        || (cat->node[selection].op == NODE_VAR && event_heard(g, act_info[act].before) && is_named_at_random(cat, ability_of(g, s->source, s->ability)->node, node_value(cat, selection, 0)));
}

Flow do_affect(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    g->responder = NOBODY;
    SELECT(0, cat->node[d->node].op);
    if (g->result == 0)
        RETURN(carried_out(g, f, node_child(cat, d->node, 0), 0, 0));
    d->x = (int16_t)set_count(cards_of(g, f));
    if (g->scope[f->scope - 1].facing && g->world->edition->between_actions) {
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
            (Affect){ .act = (uint8_t)act_of(cat->node[d->node].op), .holder = d->player, .cause = source_of(g, f),
                      .random = is_drawn_for_it(g, f, act_of(cat->node[d->node].op), node_child(cat, d->node, 0)) });
    RETURN(carried_out(g, f, node_child(cat, d->node, 0), d->x, g->result));

    PROC_END;
}

/* Stopped now and for so many full turns of their commander: a turn that has begun is none (1E-6.13, 24.2). */
Flow do_stop_for(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_STOP);
    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1));
    CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_STOP, .cause = source_of(g, f) });
    FOR_SET(id, cards_of(g, f))
        if (is_stopped(g, id) && card_in_play(g, id))
            card_count_down(g, id, d->x + (g->card[id].commander == g->active));
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

Flow do_count_down(Game *g, Frame *f)
{
    LOCALS(Do, d);
    Ctx ctx = ctx_in(g, f);
    if (card_in_play(g, ctx.self))
        card_count_down(g, ctx.self, quantity(g, &ctx, node_child(g->world->cat, d->node, 0)));
    RETURN(1);
}

/* Whoever was stopped where a mission is attempted has no more part in the attempt when unstopped (2E-10.72). */
static bool stays_out_of_attempt(const Game *g, CardId id)
{
    const Encounter *e = &g->encounter;
    return e->active && is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == e->player && !set_has(&e->group, id)
        && g->card[id].host == (e->ship[0] ? e->ship[0] : e->mission);
}

static void keep_those_who_unstop(Game *g, Frame *f)
{
    CardSet all = *cards_of(g, f);
    FOR_SET(id, &all)
        if (!is_stopped(g, id) || is_forbidden(g, id, ACT_UNSTOPPED, source_of(g, f)))
            set_drop(own_cards(g, f), id);
}

static void unstop_one(Game *g, CardId id)
{
    card_flag(g, id, STOPPED, false);
    if (g->card[id].countdown)
        card_count_down(g, id, 0);
    log_event(g, LOG_UNSTOPPED, g->card[id].commander, id, NO_CARD, 0);
    if (stays_out_of_attempt(g, id))
        cite(g, RULE_LEFT_ATTEMPT);
}

Flow do_unstop(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_UNSTOP);
    keep_those_who_unstop(g, f);
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    if (event_heard(g, EVENT_ABOUT_TO_UNSTOP)) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_UNSTOP, .actor = f->player, .cause = source_of(g, f) });
        put_cards(g, f, g->picked);
        keep_those_who_unstop(g, f);
    }
    FOR_SET(id, cards_of(g, f))
        unstop_one(g, id);
    d->n = !set_empty(cards_of(g, f));
    TELL(f->player, *cards_of(g, f), (Window){ .event = EVENT_UNSTOPPED, .actor = f->player, .cause = source_of(g, f) });
    RETURN(d->n);

    PROC_END;
}
