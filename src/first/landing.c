/* Landing and carrying, cloaking and phasing: chapters 15.4 and 15.5 of the rules.  A ship on the surface is landed, a ship aboard a ship is
 * carried; both are out of space. */
#include "spaceline.h"
#include "first/first.h"

/* 1E-15.19. */
bool is_exposed(const Game *g, CardId ship)
{
    return g->card[ship].zone == ZONE_ORBIT && !is_hidden(g, ship);
}

/* ---- landing: 1E-15.16 ---- */

static void least(void *to, int amount, CardId source, Citation why)
{
    (void)source, (void)why;
    int *cost = to;
    if (*cost < 0 || amount < *cost)
        *cost = amount;
}

/* The RANGE that landing or taking off uses; below 0: no text lets the ship do it. */
static int landing_range(const Game *g, CardId ship)
{
    int cost = -1;
    value_parts(g, ship, NODE_MOD_LANDS, 0, least, &cost);
    if (cost < 0 && modified_by(g, ship, NODE_MOD_LANDS_FULLY))
        cost = attribute(g, ship, RANGE);
    if (cost < 0 && modified_by(g, ship, NODE_MOD_LANDS_ONCE))
        cost = 0;
    return cost;
}

/* A text that lets the ship land and take off once each game: as numbers of texts, which of the two it has done. */
enum { HAS_LANDED = 238, HAS_TAKEN_OFF };

static void note_thrusters(Game *g, CardId ship, int which)
{
    if (modified_by(g, ship, NODE_MOD_LANDS_ONCE))
        use_note(g, ship, which, PERIOD_GAME);
}

/* What landing and taking off ask alike. */
static void ask_thrusters(Reasons *r, int which)
{
    const Game *g = r->g;
    CardId ship = r->asked.card;
    int need = landing_range(g, ship);
    if (reason_if(r, need < 0, RULE_FIRST_LANDS)
        || reason_if(r, modified_by(g, ship, NODE_MOD_LANDS_ONCE) && use_times(g, ship, which, PERIOD_GAME), RULE_FIRST_ONCE_A_GAME) || ask_ship_order(r, ship))
        return;
    reason_if(r, need >= 0 && range_left(g, ship) < need, RULE_FIRST_RANGE);
}

void ask_land(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, at = location_of(g, ship);
    if (reason_if(r, is_landed(g, ship), RULE_FIRST_LANDED) || reason_if(r, g->card[ship].zone == ZONE_DOCKED, RULE_FIRST_DOCKED)
        || reason_if(r, is_carried(g, ship), RULE_FIRST_CARRIED) || reason_if(r, is_driven(g, ship), RULE_FIRST_REQUIRED_WAY)
        || reason_if(r, !at || !is_planet(g, at), RULE_FIRST_LAND_PLANET) || reason_if(r, g->card[ship].flags & PHASED, RULE_FIRST_PHASED)
        || reason_if(r, at && why_cannot(g, at, ACT_VISITED, NO_CARD, NULL), RULE_CANNOT_TEXT))
        return;
    ask_thrusters(r, HAS_LANDED);
}

void ask_take_off(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card;
    if (reason_if(r, !is_landed(g, ship), RULE_FIRST_LANDS) || reason_if(r, why_cannot(g, ship, ACT_TAKE_OFF, NO_CARD, NULL), RULE_CANNOT_TEXT)
        || reason_if(r, g->card[ship].flags & PHASED, RULE_FIRST_PHASED))
        return;
    ask_thrusters(r, HAS_TAKEN_OFF);
}

void land(Game *g, CardId ship)
{
    CardId at = g->card[ship].host;
    card_use_range(g, ship, g->card[ship].range_used + landing_range(g, ship));
    note_thrusters(g, ship, HAS_LANDED);
    card_to_host(g, ship, at, ZONE_SURFACE, PUT_BOTTOM);
    log_event(g, LOG_LANDS, g->card[ship].commander, ship, at, 0);
}

void take_off(Game *g, CardId ship)
{
    CardId at = g->card[ship].host;
    card_use_range(g, ship, g->card[ship].range_used + landing_range(g, ship));
    note_thrusters(g, ship, HAS_TAKEN_OFF);
    card_to_host(g, ship, at, ZONE_ORBIT, PUT_BOTTOM);
    log_event(g, LOG_TAKES_OFF, g->card[ship].commander, ship, at, 0);
}

/* ---- carrying: 1E-15.18 ---- */

/* The ship drives into the carrier and out of it by its own power; the text that lets it be launched also lets it be recovered. */
void ask_load(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, carrier = r->asked.target;
    if (ask_ship_order(r, ship) || reason_if(r, !is_exposed(g, ship), RULE_FIRST_LOAD_PLACE) || !carrier)
        return;
    if (reason_if(r, g->card[carrier].commander != r->player, RULE_FIRST_NOT_YOURS)
        || reason_if(r, !is_exposed(g, carrier) || location_of(g, carrier) != location_of(g, ship), RULE_FIRST_LOAD_PLACE)
        || reason_if(r, !in_force(g, RULING_LAUNCHING_SHIPS_1998), RULE_FIRST_CARRIES)
        || reason_if(r, g->acts & act_bit(ACT_CARRIED) && why_cannot(g, ship, ACT_CARRIED, carrier, NULL), RULE_CANNOT_TEXT))
        return;
    reason_if(r, !text_relates(g, NODE_MOD_CARRIED, ship, carrier), RULE_FIRST_CARRIES);
}

void ask_launch(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, carrier = g->card[ship].host;
    bool carried = is_carried(g, ship);
    if (ask_ship_order(r, ship) || reason_if(r, carried && !is_exposed(g, carrier), RULE_FIRST_LOAD_PLACE))
        return;
    reason_if(r, !carried || !text_relates(g, NODE_MOD_CARRIED, ship, carrier), RULE_FIRST_CARRIES);
}

void load(Game *g, CardId ship, CardId carrier)
{
    card_to_host(g, ship, carrier, ZONE_ABOARD, PUT_BOTTOM);
    cite_if_ruled(g, RULING_LAUNCHING_SHIPS_1998);
    log_event(g, LOG_LOADS, g->card[ship].commander, ship, carrier, 0);
}

void launch(Game *g, CardId ship)
{
    CardId carrier = g->card[ship].host;
    card_to_host(g, ship, location_of(g, carrier), ZONE_ORBIT, PUT_BOTTOM);
    log_event(g, LOG_LAUNCHES, g->card[ship].commander, ship, carrier, 0);
}

static void offer_asked(Game *g, int player, Option o, void (*ask)(Reasons *))
{
    offer(g, o, main_reason(g, player, o, ask), NO_CARD);
}

static void offer_loading(Game *g, int player, CardId ship)
{
    FOR_HOSTED(g, carrier, g->card[ship].host)
        if (carrier != ship && is_type(g, carrier, TYPE_SHIP) && g->card[carrier].zone == ZONE_ORBIT)
            offer_asked(g, player, (Option){ .verb = SL_LOAD, .card = ship, .target = carrier }, ask_load);
}

/* Mostly no text lets any ship land or be carried. */
static bool nobody_lands(const Game *g)
{
    return !(g->mods & (mod_bit(NODE_MOD_LANDS) | mod_bit(NODE_MOD_LANDS_FULLY) | mod_bit(NODE_MOD_CARRIED) | mod_bit(NODE_MOD_LANDS_ONCE)));
}

void offer_landing(Game *g, int player)
{
    UNLESS_HOPELESS(g, nobody_lands(g)) {
        FOR_SET(ship, &g->commanded[player]) {
            if (!is_type(g, ship, TYPE_SHIP))
                continue;
            if (g->card[ship].zone == ZONE_ORBIT) {
                offer_asked(g, player, (Option){ .verb = SL_LAND, .card = ship }, ask_land);
                offer_loading(g, player, ship);
            } else if (is_landed(g, ship)) {
                offer_asked(g, player, (Option){ .verb = SL_TAKE_OFF, .card = ship }, ask_take_off);
            } else if (is_carried(g, ship)) {
                offer_asked(g, player, (Option){ .verb = SL_LAUNCH, .card = ship }, ask_launch);
            }
        }
    }
}

/* ---- cloaking and phasing: 1E-15.20 to 15.22 ---- */

/* It asks for no crew.  A ship makes one such change a turn. */
void ask_cloak(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card;
    int verb = r->asked.verb, device = verb == SL_CLOAK || verb == SL_DECLOAK ? TRAIT_CLOAKING_DEVICE : TRAIT_PHASING_CLOAK;
    bool cloaked = g->card[ship].flags & CLOAKED, phased = g->card[ship].flags & PHASED;
    bool ready = verb == SL_DECLOAK ? cloaked : verb == SL_UNPHASE ? phased : !cloaked && !phased;
    if (reason_if(r, g->card[ship].commander != r->player, RULE_FIRST_NOT_YOURS) || reason_if(r, is_stopped(g, ship), RULE_FIRST_CLOAK_STOPPED)
        || reason_if(r, g->card[ship].flags & WAITING, RULE_FIRST_NOT_YOUR_TURN) || reason_if(r, !has_trait(g, ship, device), RULE_FIRST_NO_CLOAK)
        || reason_if(r, device == TRAIT_CLOAKING_DEVICE && g->card[ship].flags & ROTATED && !is_hidden(g, ship), RULE_FIRST_ROTATION)
        || reason_if(r, g->card[ship].flags & CLOAK_CHANGED, RULE_FIRST_CLOAK_ONCE))
        return;
    reason_if(r, !ready, RULE_FIRST_CLOAK_STATE);
}

static void offer_cloaking_of(Game *g, int player, CardId ship)
{
    bool cloaked = g->card[ship].flags & CLOAKED, phased = g->card[ship].flags & PHASED;
    if (!phased)
        offer_asked(g, player, (Option){ .verb = cloaked ? SL_DECLOAK : SL_CLOAK, .card = ship }, ask_cloak);
    if (!cloaked)
        offer_asked(g, player, (Option){ .verb = phased ? SL_UNPHASE : SL_PHASE, .card = ship }, ask_cloak);
}

/* Most ships have no such device. */
static bool hopeless_cloaking(const Game *g, CardId ship)
{
    return g->card[ship].flags & (STOPPED | CLOAK_CHANGED) || (!has_trait(g, ship, TRAIT_CLOAKING_DEVICE) && !has_trait(g, ship, TRAIT_PHASING_CLOAK));
}

void offer_cloaking(Game *g, int player, const Ships *ships)
{
    FOR_SHIPS(s, ships)
        UNLESS_HOPELESS(g, hopeless_cloaking(g, s->id))
            offer_cloaking_of(g, player, s->id);
}

void change_cloak(Game *g, CardId ship, unsigned state, bool on)
{
    card_flag(g, ship, state, on);
    card_flag(g, ship, CLOAK_CHANGED, true);
    int what = state == CLOAKED ? on ? LOG_CLOAKS : LOG_DECLOAKS : on ? LOG_PHASES : LOG_UNPHASES;
    log_event(g, what, g->card[ship].commander, ship, NO_CARD, 0);
}

/* A text launches ships that are carried, whatever else their carriers need for it. */
Flow first_launch_it(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_LAUNCH_IT);
    FOR_SET(ship, cards_of(g, f))
        if (is_carried(g, ship)) {
            launch(g, ship);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}
