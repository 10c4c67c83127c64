/* Captives: chapter 25 of the rules.
 *
 * A captive stays where its captor's team is, marked CAPTIVE, and its captor commands it: it goes along like equipment and does nothing.  Whoever of
 * the captor's is in the same place escorts it.  In a brig it lies in ZONE_HELD on the ship or facility.  In March 1998 captives lie off the
 * spaceline, in an area of their captor's (ZONE_BRIG). */
#include "spaceline.h"
#include "first/first.h"

/* ---- who holds a captive ---- */

static bool may_act(const Game *g, CardId id, int player)
{
    return is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == player && !(barred(g, id) & BARS_SKILLS);
}

/* Somebody of this player's is in the same place and not disabled. */
static CardId somebody_with(const Game *g, CardId id, int player)
{
    FOR_HOSTED(g, other, g->card[id].host)
        if (g->card[other].zone == g->card[id].zone && other != id && may_act(g, other, player))
            return other;
    return NO_CARD;
}

static bool is_in_brig(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_HELD || g->card[id].zone == ZONE_BRIG;
}

/* ---- capturing: 1E-25.1, 25.2 ---- */

/* The places at the location where the captor has somebody to take custody: its own place first. */
static CardSet places_of_custody(const Game *g, CardId id, int captor)
{
    CardSet out = { 0 };
    CardId location = location_of(g, id);
    FOR_SET(who, &g->commanded[captor])
        if (may_act(g, who, captor) && location_of(g, who) == location
            && (g->card[who].zone == ZONE_SURFACE || g->card[who].zone == ZONE_ABOARD))
            set_add(&out, g->card[who].host);
    if (set_has(&out, g->card[id].host))
        out = set_one(g->card[id].host);
    return out;
}

void take_captive(Game *g, CardId id, int captor, CardId place)
{
    group_leave(g, id);
    card_flag(g, id, CAPTIVE, true);
    card_command(g, id, captor);
    if (in_force(g, LAYER_CAPTIVE_AREA))
        card_to_pile(g, id, captor, ZONE_BRIG, PUT_BOTTOM);
    else if (place != g->card[id].host)
        card_to_host(g, id, place, is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
    log_event(g, LOG_CAPTURES, captor, id, NO_CARD, 0);
    cite(g, in_force(g, LAYER_CAPTIVE_AREA) ? LAYER_CAPTIVE_AREA : LAYER_CAPTIVE_ESCORTED);
}

/* Without a team there the card that captures stays as a trap, on the mission or ship where it happened, with the captive under it (1E-25.2). */
static void set_trap(Game *g, CardId id, int captor, CardId trap)
{
    CardId place = g->card[id].host;
    group_leave(g, id);
    card_flag(g, id, CAPTIVE, true);
    card_command(g, trap, captor);
    card_to_host(g, trap, place, ZONE_ON, PUT_BOTTOM);
    reveal_card(g, trap);
    card_command(g, id, captor);
    card_to_host(g, id, trap, ZONE_HELD, PUT_BOTTOM);
    g->unsettled = true;
    log_event(g, LOG_CAPTURES, captor, id, NO_CARD, 0);
    log_event(g, LOG_TRAPPED, captor, id, trap, 0);
    cite(g, RULE_FIRST_TRAP);
}

static bool is_trapped(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_HELD && !is_craft(g, g->card[id].host);
}

/* Somebody of the captor's is where the trap is: he takes custody, and the trap card is discarded. */
static bool is_found(const Game *g, CardId id)
{
    CardId place = g->card[g->card[id].host].host;
    Zone zone = is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
    FOR_HOSTED(g, who, place)
        if (g->card[who].zone == zone && may_act(g, who, g->card[id].commander))
            return true;
    return false;
}

bool some_trap_is_set(const Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_trapped(g, id))
            return true;
    return false;
}

/* The last who is taken from a trap leaves nothing for it to hold. */
static void leave_trap(Game *g, CardId trap)
{
    if (g->card[trap].top == NO_CARD)
        leave_play(g, trap, discard_zone(g, trap));
}

void settle_traps(Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_prisoner(g, id) && is_trapped(g, id) && is_found(g, id)) {
            CardId trap = g->card[id].host, place = g->card[trap].host;
            card_to_host(g, id, place, is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
            log_event(g, LOG_TAKES_CUSTODY, g->card[id].commander, id, place, 0);
            cite(g, LAYER_CAPTIVE_ESCORTED);
            leave_trap(g, trap);
        }
}

/* The effect "capture": the player of the text is the captor. */
Flow first_capture(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_CAPTURE);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        if (!card_in_play(g, d->card) || !is_type(g, d->card, TYPE_PERSONNEL) || is_prisoner(g, d->card))
            continue;
        put_more(g, f, places_of_custody(g, d->card, f->player));
        if (set_empty(more_of(g, f)) && !in_force(g, LAYER_CAPTIVE_AREA)) {
            set_trap(g, d->card, f->player, ctx_in(g, f).self);
        } else {
            CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_CAPTURE, .asker = d->card });
            take_captive(g, d->card, f->player, set_next(&g->picked, 0));
        }
        d->n++;
        RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_CAPTURED, .actor = f->player });
    }
    RETURN(d->n);

    PROC_END;
}

/* "Lost": beneath the mission, out of play, until that is solved. */
Flow first_make_lost(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_MAKE_LOST);
    FOR_SET(id, cards_of(g, f)) {
        CardId mission = location_of(g, id);
        if (!mission || !is_type(g, id, TYPE_PERSONNEL))
            continue;
        group_leave(g, id);
        if (is_borg(g, id))
            cite_if_ruled(g, RULING_THINE_OWN_SELF_1998);
        card_to_host(g, id, mission, ZONE_BENEATH, PUT_BOTTOM);
        card_know(g, id, all_players(g));
        card_flag(g, id, LOST, true);
        log_event(g, LOG_PLACED, f->player, id, mission, 0);
    }
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* Who solves the mission finds those who are lost there: his own are rescued, the others captured. */
void find_lost(Game *g, CardId id, int player)
{
    card_flag(g, id, LOST, false);
    if (g->card[id].owner != player)
        take_captive(g, id, player, g->card[id].host);
}

/* ---- rescue: 1E-25.4 ---- */

/* Its captor has lost the ship or facility with the brig to the captive's owner. */
static bool is_in_lost_brig(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_HELD && is_craft(g, g->card[id].host) && g->card[g->card[id].host].commander == g->card[id].owner;
}

static CardId somebody_aboard(const Game *g, CardId craft, int player)
{
    FOR_HOSTED(g, who, craft)
        if (g->card[who].zone == ZONE_ABOARD && may_act(g, who, player))
            return who;
    return NO_CARD;
}

/* A captive that nobody holds is freed by somebody of its owner's who is present. */
static Citation why_not_rescue(const Game *g, int player, CardId id, CardId *by)
{
    if (is_in_lost_brig(g, id)) {
        *by = somebody_aboard(g, g->card[id].host, player);
        return *by ? CITE_NONE : RULE_FIRST_NO_RESCUER;
    }
    if (is_in_brig(g, id) || somebody_with(g, id, g->card[id].commander))
        return RULE_FIRST_HELD;
    *by = somebody_with(g, id, player);
    return *by ? CITE_NONE : RULE_FIRST_NO_RESCUER;
}

/* Who was held under a trap or in a brig is where that is; who was in a captive area goes to a facility of its owner's, or is lost without one. */
static void let_out(Game *g, CardId id)
{
    CardId trap = is_trapped(g, id) ? g->card[id].host : NO_CARD, place = trap ? g->card[trap].host : g->card[id].zone == ZONE_HELD ? g->card[id].host : NO_CARD;
    FOR_SET(facility, &g->in_play)
        if (!place && g->card[id].zone == ZONE_BRIG && is_type(g, facility, TYPE_FACILITY) && g->card[facility].commander == g->card[id].owner
            && !is_nor(g, facility) && compatible(g, id, facility))
            place = facility;
    if (place)
        card_to_host(g, id, place, is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
    else if (g->card[id].zone == ZONE_BRIG)
        leave_play(g, id, ZONE_DISCARD);
    if (trap)
        leave_trap(g, trap);
}

static void release(Game *g, CardId id, CardId by)
{
    if (is_abducted(g, id))
        card_flag(g, id, DISABLED, false);
    card_flag(g, id, CAPTIVE, false);
    card_command(g, id, g->card[id].owner);
    let_out(g, id);
    log_event(g, LOG_RESCUES, g->card[id].owner, id, by, 0);
}

/* The effect "release": whoever holds it (1E-25.4). */
Flow first_release(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_RELEASE });
    FOR_SET(id, &g->picked)
        if (is_prisoner(g, id)) {
            release(g, id, ctx_in(g, f).self);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* ---- brainwashing: 1e-1998/brainwash ---- */

static CardSet outposts_of(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->commanded[player])
        if (is_type(g, id, TYPE_FACILITY) && printed(g, id)->kind == KIND_OUTPOST)
            set_add(&out, id);
    return out;
}

/* The captive reports to an outpost of its captor's, who uses it as his own. */
Flow first_brainwash(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_BRAINWASH });
    put_cards(g, f, g->picked);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        put_more(g, f, outposts_of(g, f->player));
        if (!is_prisoner(g, d->card) || set_empty(more_of(g, f)))
            continue;
        CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_BRAINWASH, .asker = d->card });
        card_flag(g, d->card, CAPTIVE, false);
        card_to_host(g, d->card, set_next(&g->picked, 0), ZONE_ABOARD, PUT_BOTTOM);
        card_command(g, d->card, f->player);
        log_event(g, LOG_REPORTS, f->player, d->card, g->card[d->card].host, 0);
        d->n++;
    }
    RETURN(d->n);

    PROC_END;
}

/* ---- brigs: 1E-25.3 ---- */

static bool has_brig(const Game *g, CardId place)
{
    return is_craft(g, place) && has_trait(g, place, TRAIT_BRIG);
}

static Citation why_not_imprison(const Game *g, CardId id)
{
    if (is_in_brig(g, id))
        return RULE_FIRST_HELD;
    if (g->card[id].zone != ZONE_ABOARD || !has_brig(g, g->card[id].host) || g->card[g->card[id].host].commander != g->card[id].commander)
        return RULE_FIRST_NO_BRIG;
    return somebody_with(g, id, g->card[id].commander) ? CITE_NONE : RULE_FIRST_NO_ESCORT;
}

static Citation why_not_escort(const Game *g, CardId id)
{
    FOR_HOSTED(g, other, g->card[id].host)
        if (g->card[other].zone == ZONE_ABOARD && may_act(g, other, g->card[id].commander))
            return CITE_NONE;
    return RULE_FIRST_NO_ESCORT;
}

/* Who is held under a trap on a planet may be beamed up by a team of the captor's aboard a ship in orbit (1E-25.2). */
static Citation why_not_beam_from_trap(const Game *g, CardId id, CardId ship)
{
    if (!is_exposed(g, ship))
        return RULE_FIRST_BEAM_CLOAKED;
    return somebody_aboard(g, ship, g->card[id].commander) ? CITE_NONE : RULE_FIRST_NO_ESCORT;
}

static void offer_custody(Game *g, int player, CardId id)
{
    CardId place = g->card[g->card[id].host].host;
    if (!is_location(g, place)) {
        offer(g, (Option){ .verb = SL_ESCORT, .card = id }, RULE_FIRST_NO_ESCORT, NO_CARD);
        return;
    }
    FOR_HOSTED(g, ship, place)
        if (is_ship_of(g, player, ship) && g->card[ship].zone == ZONE_ORBIT)
            offer(g, (Option){ .verb = SL_ESCORT, .card = id, .target = ship }, why_not_beam_from_trap(g, id, ship), NO_CARD);
}

/* ---- orders ---- */

static void offer_rescue(Game *g, int player, CardId id)
{
    CardId by = NO_CARD;
    Citation why = why_not_rescue(g, player, id, &by);
    offer(g, (Option){ .verb = SL_RESCUE, .card = id, .target = by }, why, NO_CARD);
}

/* Who was abducted is no captive, but is rescued like one (1E-A2.5). */
static void offer_abducted(Game *g, int player)
{
    UNLESS_HOPELESS(g, !icon_in(g->icons, ICON_BORG))
        FOR_SET(id, &g->commanded[next_player(g, player)])
            if (g->card[id].owner == player && is_abducted(g, id))
                offer_rescue(g, player, id);
}

void offer_captives(Game *g, int player)
{
    offer_abducted(g, player);
    FOR_SET(id, &g->apart) {
        if (!card_in_play(g, id) || !is_prisoner(g, id) || g->card[id].zone == ZONE_BRIG)
            continue;
        if (g->card[id].owner == player)
            offer_rescue(g, player, id);
        if (g->card[id].commander != player)
            continue;
        if (is_trapped(g, id))
            offer_custody(g, player, id);
        else if (g->card[id].zone == ZONE_HELD)
            offer(g, (Option){ .verb = SL_ESCORT, .card = id }, why_not_escort(g, id), NO_CARD);
        else
            offer(g, (Option){ .verb = SL_IMPRISON, .card = id }, why_not_imprison(g, id), NO_CARD);
    }
}

/* target: who frees the captive, where somebody is named. */
void ask_captive(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, who = r->asked.target, by = NO_CARD;
    if (!is_prisoner(g, id) && !is_abducted(g, id)) {
        reason_tell(r, RULE_FIRST_NO_CAPTIVE, NO_CARD);
    } else if (r->asked.verb == SL_RESCUE) {
        bool frees = !who || (is_type(g, who, TYPE_PERSONNEL) && g->card[who].host == g->card[id].host && may_act(g, who, r->player));
        reason_if(r, who && g->card[who].commander != r->player, RULE_FIRST_NOT_YOURS);
        reason_if(r, g->card[id].owner != r->player || !frees, RULE_FIRST_NO_RESCUER);
        reason_tell(r, g->card[id].owner == r->player ? why_not_rescue(g, r->player, id, &by) : CITE_NONE, NO_CARD);
    } else {
        reason_if(r, g->card[id].commander != r->player, RULE_FIRST_NOT_YOURS);
        reason_tell(r, r->asked.verb == SL_IMPRISON ? why_not_imprison(g, id) : is_in_brig(g, id) ? why_not_escort(g, id) : RULE_FIRST_NOT_IN_BRIG, NO_CARD);
    }
}

void order_captive(Game *g, Option o)
{
    CardId place = g->card[o.card].host;
    if (o.verb == SL_RESCUE)
        release(g, o.card, o.target);
    else if (o.verb == SL_IMPRISON)
        card_to_host(g, o.card, place, ZONE_HELD, PUT_BOTTOM);
    else
        card_to_host(g, o.card, o.target ? o.target : place, ZONE_ABOARD, PUT_BOTTOM);
    if (o.verb == SL_ESCORT && o.target) {
        log_event(g, LOG_TAKES_CUSTODY, g->card[o.card].commander, o.card, o.target, 0);
        leave_trap(g, place);
    } else if (o.verb != SL_RESCUE)
        log_event(g, o.verb == SL_IMPRISON ? LOG_IMPRISONS : LOG_ESCORTS, g->card[o.card].commander, o.card, place, 0);
}
