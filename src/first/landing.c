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
static Citation why_not_use_thrusters(const Game *g, int player, CardId ship, int which)
{
    int need = landing_range(g, ship);
    if (need < 0)
        return RULE_FIRST_LANDS;
    if (modified_by(g, ship, NODE_MOD_LANDS_ONCE) && use_times(g, ship, which, PERIOD_GAME))
        return RULE_FIRST_ONCE_A_GAME;
    Citation no = why_not_order_ship(g, player, ship);
    if (no)
        return no;
    return range_left(g, ship) >= need ? CITE_NONE : RULE_FIRST_RANGE;
}

static Citation why_not_land(const Game *g, int player, CardId ship)
{
    if (is_driven(g, ship))
        return RULE_FIRST_REQUIRED_WAY;
    if (!is_planet(g, g->card[ship].host))
        return RULE_FIRST_LAND_PLANET;
    if (g->card[ship].flags & PHASED)
        return RULE_FIRST_PHASED;
    if (why_cannot(g, g->card[ship].host, ACT_VISITED, NO_CARD, NULL))
        return RULE_CANNOT_TEXT;
    return why_not_use_thrusters(g, player, ship, HAS_LANDED);
}

static Citation why_not_take_off(const Game *g, int player, CardId ship)
{
    if (why_cannot(g, ship, ACT_TAKE_OFF, NO_CARD, NULL))
        return RULE_CANNOT_TEXT;
    return g->card[ship].flags & PHASED ? RULE_FIRST_PHASED : why_not_use_thrusters(g, player, ship, HAS_TAKEN_OFF);
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
static Citation why_not_load(const Game *g, int player, CardId ship, CardId carrier)
{
    Citation no = why_not_order_ship(g, player, ship);
    if (no)
        return no;
    if (g->card[carrier].commander != player)
        return RULE_FIRST_NOT_YOURS;
    if (!is_exposed(g, ship) || !is_exposed(g, carrier))
        return RULE_FIRST_LOAD_PLACE;
    if (!in_force(g, RULING_LAUNCHING_SHIPS_1998))
        return RULE_FIRST_CARRIES;
    if (g->acts & act_bit(ACT_CARRIED) && why_cannot(g, ship, ACT_CARRIED, carrier, NULL))
        return RULE_CANNOT_TEXT;
    return text_relates(g, NODE_MOD_CARRIED, ship, carrier) ? CITE_NONE : RULE_FIRST_CARRIES;
}

static Citation why_not_launch(const Game *g, int player, CardId ship)
{
    Citation no = why_not_order_ship(g, player, ship);
    if (no)
        return no;
    if (!is_exposed(g, g->card[ship].host))
        return RULE_FIRST_LOAD_PLACE;
    return text_relates(g, NODE_MOD_CARRIED, ship, g->card[ship].host) ? CITE_NONE : RULE_FIRST_CARRIES;
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

static void offer_loading(Game *g, int player, CardId ship)
{
    FOR_HOSTED(g, carrier, g->card[ship].host)
        if (carrier != ship && is_type(g, carrier, TYPE_SHIP) && g->card[carrier].zone == ZONE_ORBIT)
            offer(g, (Option){ .verb = SL_LOAD, .card = ship, .target = carrier }, why_not_load(g, player, ship, carrier), NO_CARD);
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
                offer(g, (Option){ .verb = SL_LAND, .card = ship }, why_not_land(g, player, ship), NO_CARD);
                offer_loading(g, player, ship);
            } else if (is_landed(g, ship)) {
                offer(g, (Option){ .verb = SL_TAKE_OFF, .card = ship }, why_not_take_off(g, player, ship), NO_CARD);
            } else if (is_carried(g, ship)) {
                offer(g, (Option){ .verb = SL_LAUNCH, .card = ship }, why_not_launch(g, player, ship), NO_CARD);
            }
        }
    }
}

/* ---- cloaking and phasing: 1E-15.20 to 15.22 ---- */

/* It asks for no crew.  A ship makes one such change a turn. */
static Citation why_not_change_cloak(const Game *g, int player, CardId ship, int device)
{
    if (g->card[ship].commander != player)
        return RULE_FIRST_NOT_YOURS;
    if (is_stopped(g, ship))
        return RULE_FIRST_CLOAK_STOPPED;
    if (g->card[ship].flags & WAITING)
        return RULE_FIRST_NOT_YOUR_TURN;
    if (!has_trait(g, ship, device))
        return RULE_FIRST_NO_CLOAK;
    if (device == TRAIT_CLOAKING_DEVICE && g->card[ship].flags & ROTATED && !is_hidden(g, ship))
        return RULE_FIRST_ROTATION;
    return g->card[ship].flags & CLOAK_CHANGED ? RULE_FIRST_CLOAK_ONCE : CITE_NONE;
}

static void offer_cloaking_of(Game *g, int player, CardId ship)
{
    bool cloaked = g->card[ship].flags & CLOAKED, phased = g->card[ship].flags & PHASED;
    if (!phased)
        offer(g, (Option){ .verb = cloaked ? SL_DECLOAK : SL_CLOAK, .card = ship },
              why_not_change_cloak(g, player, ship, TRAIT_CLOAKING_DEVICE), NO_CARD);
    if (!cloaked)
        offer(g, (Option){ .verb = phased ? SL_UNPHASE : SL_PHASE, .card = ship },
              why_not_change_cloak(g, player, ship, TRAIT_PHASING_CLOAK), NO_CARD);
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
