/* Ships: chapter 15 of the rules, moving and docking. */
#include "spaceline.h"
#include "first/first.h"

int range_left(const Game *g, CardId ship)
{
    int left = attribute(g, ship, RANGE) - g->card[ship].range_used;
    return left > 0 ? left : 0;
}

/* Somebody with the icon of the Enterprise-E, which is neither Command nor Staff. */
static bool has_enterprise_e_aboard(const Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && icon_in(printed(g, id)->icons, ICON_ENTERPRISE_E))
            return true;
    return false;
}

/* What every order to a ship asks: whose it is, unstopped, staffed (1E-15.1, 15.3). */
bool ask_ship_order(Reasons *r, CardId ship)
{
    const Game *g = r->g;
    if (reason_if(r, g->card[ship].commander != r->player, RULE_FIRST_NOT_YOURS) || reason_if(r, is_stopped(g, ship), RULE_FIRST_SHIP_STOPPED)
        || reason_if(r, g->card[ship].flags & WAITING, RULE_FIRST_NOT_YOUR_TURN))
        return true;
    if (is_craft(g, ship) && card_in_play(g, ship) && (is_staffed(g, ship) || is_staffed_by_infiltrators(g, ship)))      /* somebody may ask of any card, wherever it is */
        return false;
    cite_if_ruled(g, RULING_STAFFING_1998);
    if (is_uncited(g, RULING_ENTERPRISE_E_ICON_1998) && has_enterprise_e_aboard(g, ship))
        cite_if_ruled(g, RULING_ENTERPRISE_E_ICON_1998);
    return reason_if(r, true, RULE_FIRST_NOT_STAFFED);
}

static void ask_order(Reasons *r)
{
    ask_ship_order(r, r->asked.card);
}

Citation why_not_order_ship(const Game *g, int player, CardId ship)
{
    return main_reason(g, player, (Option){ .card = ship }, ask_order);
}

void find_ships(const Game *g, int player, Ships *out)
{
    out->count = 0;
    FOR_SET(id, &g->crafts)
        if (is_ship_of(g, player, id))
            out->ship[out->count++] = (Ship){ .id = id, .unready = why_not_order_ship(g, player, id) };
}

/* ---- moving: 1E-15.5 to 15.9 ---- */

/* What holds for every way of a ship: why it goes nowhere, or is kept where it is (by: the text that forbids), and the RANGE it has left. */
typedef struct { CardId ship, from, by; Citation no, kept; int left; bool mixed; } Departure;      /* mixed: its crew is together only by a text of this place */

static inline Departure departure(const Game *g, int player, CardId ship, Citation unready)
{
    Departure d = { .ship = ship, .from = g->card[ship].host };
    if (g->card[ship].zone != ZONE_ORBIT)
        d.no = is_landed(g, ship) ? RULE_FIRST_LANDED : is_carried(g, ship) ? RULE_FIRST_CARRIED : RULE_FIRST_DOCKED;
    else
        d.no = unready ? unready : is_kept_to_attempt(g, ship) ? (Citation)RULE_FIRST_MUST_ATTEMPT : CITE_NONE;
    if (d.no)
        return d;
    d.kept = why_cannot(g, ship, ACT_MOVE, NO_CARD, &d.by);
    d.left = range_left(g, ship);
    d.mixed = has_peace(g, player, d.from) && crew_needs_peace(g, ship);
    return d;
}

/* need: the RANGE for that way; below 0: there is none. */
static Citation why_not_go(const Game *g, const Departure *d, CardId to, int need)
{
    if (d->no)
        return d->no;
    if (d->from == to)
        return RULE_FIRST_SAME_LOCATION;
    if (d->kept)
        return RULE_CANNOT_TEXT;
    Citation driven = why_not_driven_to(g, d->ship, to);
    if (driven)
        return driven;
    if (need < 0)
        return is_time_location(g, d->from) || is_time_location(g, to) ? RULE_FIRST_TIME_TRAVEL : RULE_FIRST_QUADRANT;
    bool peace = d->mixed && has_peace(g, g->card[d->ship].commander, to);
    if (peace)
        cite_step_if_ruled(g, RULING_PLANET_OF_GALACTIC_PEACE_2019_1);
    if (d->mixed && (!peace || !in_force(g, RULING_PLANET_OF_GALACTIC_PEACE_2019_1)))      /* it does not stop of its own will anywhere else */
        return in_force(g, RULING_PLANET_OF_GALACTIC_PEACE_2019_1) ? (Citation)RULING_PLANET_OF_GALACTIC_PEACE_2019_1 : (Citation)RULE_FIRST_INCOMPATIBLE;
    if (gate_on_way(g, d->ship, d->from, to))
        return RULE_CANNOT_TEXT;
    return d->left >= need ? CITE_NONE : RULE_FIRST_RANGE;
}

static Citation why_not_move(const Game *g, int player, CardId ship, CardId to)
{
    Departure d = departure(g, player, ship, why_not_order_ship(g, player, ship));
    return why_not_go(g, &d, to, first_range_needed(g, ship, to));
}

static void offer_way(Game *g, const Departure *d, CardId to, int need)
{
    UNLESS_HOPELESS(g, need > d->left) {
        Citation why = why_not_go(g, d, to, need);
        offer(g, (Option){ .verb = SL_MOVE, .card = d->ship, .target = to }, why, why != RULE_CANNOT_TEXT ? NO_CARD : d->kept ? d->by : gate_on_way(g, d->ship, d->from, to));
    }
}

/* Between a time location and the location that it corresponds to. */
static void offer_ways_through_time(Game *g, const Departure *d)
{
    CardId from = location_of(g, d->ship);
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, to, &g->line[line]) {
            if (is_way_through_time(g, from, to))
                offer_way(g, d, to, 0);
        }
}

/* Once a location is out of reach those behind it are, too, unless it can be gone round. */
static bool may_reach_on(const Game *g, const Departure *d, int need, bool round)
{
    return need <= d->left || round || reasons_wanted(g);
}

/* All ways of a ship along its spaceline, to the right and to the left: each location entered costs its span. */
static void offer_ways(Game *g, int player, const Departure *d)
{
    CardId from = location_of(g, d->ship);
    int more = modified_by(g, d->ship, NODE_MOD_MOVE), need = more;
    bool round = may_go_round(g, d->ship);
    if (g->line[LINE_TIME].count)
        offer_ways_through_time(g, d);
    if (is_time_location(g, from))
        return;
    for (CardId to = g->card[from].below; to != NO_CARD && may_reach_on(g, d, need, round); to = g->card[to].below)
        offer_way(g, d, to, round ? first_range_needed(g, d->ship, to) : (need += mission_span(g, to, player)));
    need = more;
    for (CardId to = g->card[from].above; to != NO_CARD && may_reach_on(g, d, need, round); to = g->card[to].above)
        offer_way(g, d, to, round ? first_range_needed(g, d->ship, to) : (need += mission_span(g, to, player)));
    FOR_REASONS(g)
        for (int line = LINE_ALPHA; line < LINE_TIME; line++)
            if (line != g->card[from].holder)
                FOR_PILE(g, to, &g->line[line])
                    offer_way(g, d, to, -1);
}

/* What holds for every destination. */
static bool hopeless_move(const Departure *d)
{
    return d->no || d->kept;
}

void offer_moves(Game *g, int player, const Ships *ships)
{
    FOR_SHIPS(s, ships) {
        Departure d = departure(g, player, s->id, s->unready);
        UNLESS_HOPELESS(g, hopeless_move(&d))
            offer_ways(g, player, &d);
    }
}

/* It, and all that is aboard, has come to a location in this turn. */
void note_arrival(Game *g, CardId id)
{
    card_flag(g, id, ARRIVED, true);
    FOR_HOSTED(g, aboard, id)
        if (g->card[aboard].zone == ZONE_ABOARD)
            note_arrival(g, aboard);
}

/* Where its RANGE takes a ship, staffed or not. */
static CardSet in_reach(const Game *g, CardId ship)
{
    CardSet out = { 0 };
    CardId from = location_of(g, ship);
    if (g->card[ship].zone != ZONE_ORBIT || why_cannot(g, ship, ACT_MOVE, NO_CARD, NULL))
        return out;
    FOR_PILE(g, to, &g->line[g->card[from].holder]) {
        int need = first_range_needed(g, ship, to);
        if (to != from && need >= 0 && need <= range_left(g, ship) && !gate_on_way(g, ship, from, to))
            set_add(&out, to);
    }
    return out;
}

/* A text lets a player, maybe another than who commands it, move a ship. */
Flow first_fly(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(g->world->cat, d->node, 0));
    SELECT(1, NODE_FLY);
    d->card = set_next(cards_of(g, f), 0);
    if (d->card == NO_CARD)
        RETURN(0);
    CALL_ON(choose_cards, d->player, in_reach(g, d->card), (Choose){ .least = 1, .most = 1, .about = NODE_FLY, .asker = source_of(g, f) });
    if (set_empty(&g->picked))
        RETURN(0);
    CALL(first_go, d->player, (Moving){ .ship = d->card, .to = set_next(&g->picked, 0) });
    RETURN(1);

    PROC_END;
}

Flow first_move(Game *g, Frame *f)
{
    LOCALS(Moving, m);
    PROC_BEGIN;

    RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_ABOUT_TO_MOVE, .actor = f->player, .cause = m->to });
    if (set_empty(&g->picked) || why_not_move(g, f->player, m->ship, m->to))
        RETURN(0);
    CALL(first_go, f->player, *m);
    RETURN(1);

    PROC_END;
}

/* The locations on the plain way from one to the other, which lies on the same spaceline; NO_CARD: it goes another way. */
static CardId next_between(const Game *g, const Moving *m, CardId at)
{
    return is_right_of(g, m->from, m->to) ? g->card[at].below : g->card[at].above;
}

static CardId first_between(const Game *g, const Moving *m)
{
    if (!is_location(g, m->to) || g->card[m->from].holder != g->card[m->to].holder || is_time_location(g, m->from))
        return NO_CARD;
    return goes_round(g, m->ship, m->from, m->to) ? NO_CARD : next_between(g, m, m->from);
}

/* It goes, and uses the RANGE that it takes. */
Flow first_go(Game *g, Frame *f)
{
    LOCALS(Moving, m);
    PROC_BEGIN;

    m->need = (int16_t)first_range_needed(g, m->ship, m->to);
    card_use_range(g, m->ship, g->card[m->ship].range_used + m->need);
    m->from = location_of(g, m->ship);
    m->mixed = has_peace(g, g->card[m->ship].commander, m->from) && crew_needs_peace(g, m->ship);
    for (m->at = first_between(g, m); event_heard(g, EVENT_PASSES) && m->at != NO_CARD && m->at != m->to; m->at = next_between(g, m, m->at)) {
        RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_PASSES, .actor = f->player, .cause = m->at });
        if (!card_in_play(g, m->ship) || location_of(g, m->ship) != m->from) {       /* something has stopped it, or worse */
            if (m->mixed)
                cite_if_ruled(g, RULING_PLANET_OF_GALACTIC_PEACE_2019_2);
            RETURN(0);
        }
    }
    card_to_host(g, m->ship, m->to, ZONE_ORBIT, PUT_BOTTOM);
    note_arrival(g, m->ship);
    log_event(g, LOG_MOVES, f->player, m->ship, m->to, m->need);
    RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_MOVED, .actor = f->player, .cause = m->to });
    RETURN(1);

    PROC_END;
}

/* ---- docking: 1E-15.13 ---- */

/* It is not in space: what it must do first. */
static bool ask_in_space(Reasons *r, CardId ship)
{
    const Game *g = r->g;
    return reason_if(r, g->card[ship].zone == ZONE_DOCKED, RULE_FIRST_DOCKED) || reason_if(r, is_landed(g, ship), RULE_FIRST_LANDED)
        || reason_if(r, is_carried(g, ship), RULE_FIRST_CARRIED);
}

/* At a site that lets it dock, or at an outpost of one's own. */
static Citation why_not_dock_at(const Game *g, int player, CardId ship, CardId at)
{
    if (location_of(g, at) != location_of(g, ship))
        return RULE_FIRST_DOCK_PLACE;
    if (is_type(g, at, TYPE_SITE))
        return why_not_dock_at_site(g, player, ship, at);
    if (printed(g, at)->kind != KIND_OUTPOST || g->card[at].commander != player)
        return RULE_FIRST_DOCK_PLACE;
    return compatible(g, ship, at) ? CITE_NONE : RULE_FIRST_DOCK_COMPATIBLE;
}

void ask_dock(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, at = r->asked.target;
    if (ask_ship_order(r, ship) || ask_in_space(r, ship) || reason_if(r, is_driven(g, ship), RULE_FIRST_REQUIRED_WAY)
        || reason_if(r, is_kept_to_attempt(g, ship), RULE_FIRST_MUST_ATTEMPT) || reason_if(r, is_hidden(g, ship), RULE_FIRST_CLOAKED_DOCK))
        return;
    if (at)
        reason_tell(r, why_not_dock_at(g, r->player, ship, at), NO_CARD);
}

void ask_undock(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card;
    if (ask_ship_order(r, ship) || reason_if(r, g->card[ship].zone != ZONE_DOCKED || !location_of(g, ship), RULE_FIRST_DOCK_PLACE))
        return;
    reason_if(r, g->card[ship].flags & PHASED, RULE_FIRST_PHASED);
}

static void offer_dock(Game *g, int player, CardId ship, CardId at)
{
    Option o = { .verb = SL_DOCK, .card = ship, .target = at };
    offer(g, o, main_reason(g, player, o, ask_dock), NO_CARD);
}

static void offer_docks_at(Game *g, int player, CardId ship, CardId location)
{
    FOR_HOSTED(g, facility, location)
        if (is_type(g, facility, TYPE_FACILITY) && g->card[facility].zone == ZONE_ORBIT) {
            offer_dock(g, player, ship, facility);
            FOR_HOSTED(g, site, facility)
                if (g->card[site].zone == ZONE_SITE)
                    offer_dock(g, player, ship, site);
        }
}

void offer_docking(Game *g, int player, const Ships *ships)
{
    FOR_SHIPS(s, ships) {
        const Card *c = &g->card[s->id];
        Option undock = { .verb = SL_UNDOCK, .card = s->id };
        if (c->zone == ZONE_DOCKED)
            offer(g, undock, main_reason(g, player, undock, ask_undock), NO_CARD);
        if (c->zone == ZONE_ORBIT)
            UNLESS_HOPELESS(g, s->unready || crew_at(g, c->host)->ships < 2)      /* it takes no orders, or nothing but it is in space there */
                offer_docks_at(g, player, s->id, c->host);
    }
}

void dock(Game *g, CardId ship, CardId facility)
{
    card_to_host(g, ship, facility, ZONE_DOCKED, PUT_BOTTOM);
    log_event(g, LOG_DOCKS, g->card[ship].commander, ship, facility, 0);
    repair_at_once(g, ship);
}

void undock(Game *g, CardId ship)
{
    CardId facility = g->card[ship].host;
    repairs_break_off(g, ship);
    card_to_host(g, ship, location_of(g, facility), ZONE_ORBIT, PUT_BOTTOM);
    log_event(g, LOG_UNDOCKS, g->card[ship].commander, ship, facility, 0);
}
