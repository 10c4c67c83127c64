/* Holograms: chapter A4 of the rules.
 *
 * In the rules of March 1998 a hologram works wherever a Holodeck or Holo-Projectors reach it, and nowhere else; nobody switches it.  Later it reports
 * deactivated, and somebody present activates it.  In both it is deactivated where it would be killed. */
#include "spaceline.h"
#include "first/first.h"

/* ---- where it works: 1E-A4.2, A4.3 ---- */

static bool has_holodeck(const Game *g, CardId place)
{
    return has_trait(g, place, TRAIT_HOLODECK) || modified_by(g, place, NODE_MOD_PROJECTS);
}

/* In 1998 Holo-Projectors project from the ships of their player, and from no outpost. */
static bool is_projected_to(const Game *g, int player, CardId planet)
{
    FOR_HOSTED(g, ship, planet)
        if (g->card[ship].zone == ZONE_ORBIT && is_type(g, ship, TYPE_SHIP) && g->card[ship].commander == player && modified_by(g, ship, NODE_MOD_PROJECTS))
            return true;
    return false;
}

static bool works_on_planet(const Game *g, CardId id, CardId planet)
{
    if (modified_by(g, id, NODE_MOD_PROJECTS))
        return true;                            /* it wears an emitter */
    return in_force(g, LAYER_HOLOGRAMS_PROJECTED) ? is_projected_to(g, g->card[id].commander, planet) : modified_by(g, planet, NODE_MOD_PROJECTS) > 0;
}

/* The Holo-Projectors of a player reach all his ships; before the ruling of March 1998, his outposts, too. */
static bool has_projectors(const Game *g, int player)
{
    FOR_SET(ship, &g->commanded[player])
        if (is_type(g, ship, TYPE_SHIP) && modified_by(g, ship, NODE_MOD_PROJECTS))
            return true;
    return false;
}

static bool works_aboard(const Game *g, CardId id, CardId place)
{
    if (modified_by(g, id, NODE_MOD_PROJECTS))
        return true;
    if (in_force(g, LAYER_HOLOGRAMS_PROJECTED) && !is_type(g, place, TYPE_SHIP))
        return !in_force(g, RULING_HOLOGRAPHIC_PERSONNEL_1998) && has_projectors(g, g->card[id].commander);
    return has_holodeck(g, place) || has_holodeck(g, station_of(g, place));
}

/* Whether it can be there at all: it is aboard something, or projected to the planet. */
Citation why_not_on_planet(const Game *g, CardId id, CardId from, CardId to)
{
    if (in_force(g, LAYER_HOLOGRAMS_PROJECTED) && !is_type(g, from, TYPE_SHIP) && in_force(g, RULING_HOLOGRAPHIC_PERSONNEL_1998))
        return RULING_HOLOGRAPHIC_PERSONNEL_1998;
    return works_on_planet(g, id, to) ? CITE_NONE : RULE_FIRST_HOLOGRAM_PLACE;
}

/* In 1998 a deactivated hologram is taken from an outpost aboard a ship, where it works (1e-1998/emh-program.1).  to: NO_CARD: anywhere. */
bool is_taken_along(const Game *g, CardId id, CardId to)
{
    if (!(g->card[id].flags & DEACTIVATED) || !is_hologram(g, id) || !in_force(g, LAYER_HOLOGRAMS_PROJECTED) || is_stopped(g, id))
        return false;
    cite_step(g, RULING_EMH_PROGRAM_1998_1);
    return in_force(g, RULING_EMH_PROGRAM_1998_1) && !is_location(g, to);
}

/* ---- off and on ---- */

/* today: it stays off until a later turn of its player's. */
void deactivate(Game *g, CardId id, bool today)
{
    if (today)
        card_flag(g, id, OFF_TODAY, true);
    if (g->card[id].flags & DEACTIVATED)
        return;
    group_leave(g, id);
    card_flag(g, id, DEACTIVATED, true);
    log_event(g, LOG_DEACTIVATED, g->card[id].commander, id, NO_CARD, 0);
}

static void switch_on(Game *g, CardId id)
{
    card_flag(g, id, DEACTIVATED, false);
    log_event(g, LOG_ACTIVATES, g->card[id].commander, id, NO_CARD, 0);
}

/* The effect "deactivate". */
Flow first_deactivate(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_DEACTIVATE });
    FOR_SET(id, &g->picked)
        if (is_hologram(g, id)) {
            deactivate(g, id, true);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* ---- activating: 1E-A4.4 ---- */

static Citation why_not_activate(const Game *g, CardId id, CardId by)
{
    if (!works_aboard(g, id, g->card[id].host))
        return RULE_FIRST_HOLOGRAM_OFF;
    if (g->card[id].flags & OFF_TODAY)
        return RULE_FIRST_HOLOGRAM_TODAY;
    return by && !(barred(g, by) & BARS_ATTEMPT) ? CITE_NONE : RULE_FIRST_HOLOGRAM_BY;
}

void offer_activations(Game *g, int player)
{
    if (in_force(g, LAYER_HOLOGRAMS_PROJECTED))
        return;
    CardSet apart = set_and(&g->apart, &g->commanded[player]);
    FOR_SET(id, &apart) {
        if (!(g->card[id].flags & DEACTIVATED))
            continue;
        FOR_HOSTED(g, by, g->card[id].host)
            if (by != id && g->card[by].zone == g->card[id].zone && g->card[by].commander == player && is_type(g, by, TYPE_PERSONNEL))
                offer(g, (Option){ .verb = SL_ACTIVATE, .card = id, .target = by }, why_not_activate(g, id, by), NO_CARD);
    }
}

void ask_activate(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, by = r->asked.target;
    bool off = is_hologram(g, id) && g->card[id].flags & DEACTIVATED;
    reason_if(r, g->card[id].commander != r->player || (by && g->card[by].commander != r->player), RULE_FIRST_NOT_YOURS);
    reason_if(r, in_force(g, LAYER_HOLOGRAMS_PROJECTED), LAYER_HOLOGRAMS_PROJECTED);
    reason_if(r, !off, RULE_FIRST_HOLOGRAM_WORKS);
    if (off && !in_force(g, LAYER_HOLOGRAMS_PROJECTED)) {
        bool present = by && is_type(g, by, TYPE_PERSONNEL) && g->card[by].host == g->card[id].host && g->card[by].zone == g->card[id].zone;
        reason_tell(r, why_not_activate(g, id, present ? by : NO_CARD), NO_CARD);
    }
}

void activate(Game *g, CardId id)
{
    switch_on(g, id);
    cite(g, LAYER_HOLOGRAMS_ACTIVATED);
}

/* ---- killed: 1E-A4.5 ---- */

/* In 1998 a projected hologram is back aboard the ship that projects it. */
static void return_to_ship(Game *g, CardId id)
{
    CardId ship = g->card[id].named_kind == NAMED_NUMBER ? (CardId)g->card[id].named : NO_CARD;
    cite_if_ruled(g, is_type(g, id, TYPE_EQUIPMENT) ? RULING_HOLOGRAPHIC_EQUIPMENT_1998 : RULING_HOLOGRAPHIC_PERSONNEL_1998);
    if (ship && card_in_play(g, ship) && is_type(g, ship, TYPE_SHIP)) {
        card_to_host(g, id, ship, ZONE_ABOARD, PUT_BOTTOM);
        deactivate(g, id, true);
    } else {
        cite(g, RULE_FIRST_HOLOGRAM_LOST);
        leave_play(g, id, ZONE_DISCARD);
    }
}

bool is_spared(Game *g, CardId id)
{
    if (!is_hologram(g, id))
        return false;
    cite(g, RULE_FIRST_HOLOGRAM_SAVED);
    if (in_force(g, LAYER_HOLOGRAMS_PROJECTED) && g->card[id].zone == ZONE_SURFACE)
        return_to_ship(g, id);
    else
        deactivate(g, id, true);
    return true;
}

/* A text would take it to a planet where nothing projects it: it is deactivated where it is instead (1E-A4.7). */
static bool stays_as_hologram(Game *g, CardId id, CardId mission)
{
    if (!is_hologram(g, id) || !is_planet(g, mission) || works_on_planet(g, id, mission))
        return false;
    cite(g, RULE_FIRST_HOLOGRAM_STAYS);
    deactivate(g, id, false);
    return true;
}

/* Nobody returns a ship or facility to a hand while somebody is aboard (1E-26.3). */
bool stays_where_it_is(Game *g, CardId id, CardId mission)
{
    if (mission)
        return stays_as_hologram(g, id, mission);
    FOR_HOSTED(g, other, id)
        if (g->card[other].zone == ZONE_ABOARD && is_type(g, other, TYPE_PERSONNEL)) {
            cite(g, RULE_FIRST_OCCUPIED);
            return true;
        }
    return false;
}

/* ---- what follows when something else has changed ---- */

bool some_hologram_is_there(const Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_hologram(g, id))
            return true;
    return false;
}

/* One that did not come from a ship as anybody saw it is projected by the first of its player's ships there that can. */
static void remember_projector(Game *g, CardId id)
{
    FOR_HOSTED(g, ship, g->card[id].host)
        if (g->card[id].named_kind == NAMED_NOTHING && g->card[ship].zone == ZONE_ORBIT && is_type(g, ship, TYPE_SHIP)
            && g->card[ship].commander == g->card[id].commander && works_aboard(g, id, ship))
            card_name(g, id, NAMED_NUMBER, ship);
}

/* A hologram that nothing projects any more is off; on a planet it is back on its ship, or erased (1E-A4.2, A4.6). */
static void settle_hologram(Game *g, CardId id)
{
    bool old = in_force(g, LAYER_HOLOGRAMS_PROJECTED), on_planet = g->card[id].zone == ZONE_SURFACE;
    if (!on_planet && g->card[id].zone != ZONE_ABOARD)
        return;
    if (old && on_planet)
        remember_projector(g, id);
    bool works = on_planet ? works_on_planet(g, id, g->card[id].host) : works_aboard(g, id, g->card[id].host);
    if (works) {
        if (old && g->card[id].flags & DEACTIVATED && !(g->card[id].flags & OFF_TODAY))
            switch_on(g, id);
        return;
    }
    if (!on_planet) {
        deactivate(g, id, false);
        if (old && is_type(g, g->card[id].host, TYPE_FACILITY))
            cite_if_ruled(g, RULING_EMH_PROGRAM_1998_1);
        cite(g, old ? LAYER_HOLOGRAMS_PROJECTED : LAYER_HOLOGRAMS_ACTIVATED);
    } else if (old) {
        return_to_ship(g, id);
    } else {
        cite(g, RULE_FIRST_HOLOGRAM_LOST);
        log_event(g, LOG_DISCARDS, g->card[id].commander, id, NO_CARD, 0);
        leave_play(g, id, ZONE_DISCARD);
    }
}

void settle_holograms(Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_hologram(g, id) && !is_prisoner(g, id))
            settle_hologram(g, id);
}

/* At the start of its player's turn it may work again. */
void holograms_recover(Game *g, int player)
{
    FOR_SET(id, &g->commanded[player])
        if (g->card[id].flags & OFF_TODAY) {
            card_flag(g, id, OFF_TODAY, false);
            g->unsettled = true;
        }
}

/* In the middle of an attempt, where it works. */
static bool comes_to_attempt(const Game *g, CardId id)
{
    CardId one = set_next(&g->encounter.group, 0);
    return g->encounter.active && g->card[id].commander == g->encounter.player && present_with(g, id, one) && works_aboard(g, id, g->card[id].host);
}

/* It reports deactivated since it has to be activated (1E-A4.4); but one that comes to a crew which attempts a mission joins it at once (1e-1998/emh-program.2). */
void hologram_arrives(Game *g, CardId id)
{
    if (!is_hologram(g, id))
        return;
    g->unsettled = true;
    if (in_force(g, LAYER_HOLOGRAMS_ACTIVATED) && !(comes_to_attempt(g, id) && in_force(g, RULING_EMH_PROGRAM_1998_2)))
        deactivate(g, id, false);
}
