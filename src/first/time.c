/* Time locations and time travel: 1E-A6.  A time location lies in a line of its own, in which nothing is next to anything. */
#include "spaceline.h"
#include "first/first.h"

bool is_time_location(const Game *g, CardId id)
{
    return is_location(g, id) && g->card[id].holder == LINE_TIME;
}

/* ---- entering play: 1E-A6.2, A6.3 ---- */

static const Ability *corresponds(const Game *g, CardId time)
{
    return ability_of_kind(g, time, NODE_CORRESPONDS);
}

static bool corresponds_to(const Game *g, CardId time, CardId location)
{
    const Ability *a = corresponds(g, time);
    Ctx ctx = { .self = time, .you = g->card[time].owner };
    return a && is_location(g, location) && !is_time_location(g, location) && filter_is(g, &ctx, a->filter, location);
}

Citation why_not_time_location(const Game *g, CardId id)
{
    FOR_PILE(g, other, &g->line[LINE_TIME])
        if (printed(g, other)->persona == printed(g, id)->persona)
            return RULE_FIRST_TIME_ONE;
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, location, &g->line[line])
            if (corresponds_to(g, id, location))
                return CITE_NONE;
    return corresponds(g, id) ? RULE_FIRST_TIME_CARD : CITE_NONE;
}

/* ---- reporting: 1E-A6.6 ---- */

static bool lists_as_native(const Game *g, CardId list, CardId id)
{
    Ctx ctx = { .self = list, .you = g->card[id].owner };
    for (int i = 0; i < printed(g, list)->ability_count; i++) {
        const Ability *a = ability_of(g, list, i);
        if (a->kind == NODE_NATIVE && filter_is(g, &ctx, a->filter, id))
            return true;
    }
    return false;
}

/* The time location lists it, or a card that lies on the time location does (1e-2019/time-location). */
static bool is_native_to(const Game *g, CardId id, CardId time)
{
    if (lists_as_native(g, time, id))
        return true;
    FOR_HOSTED(g, on, time)
        if (g->card[on].zone == ZONE_ON && !is_textless(g, on) && lists_as_native(g, on, id))
            return true;
    return false;
}

bool has_timeline(const Game *g, CardId id)
{
    FOR_PILE(g, time, &g->line[LINE_TIME])
        if (is_native_to(g, id, time))
            return true;
    return false;
}

bool is_in_time(const Game *g, int player, CardId place)
{
    if (g->line[LINE_TIME].count == 0)
        return false;
    if (is_time_location(g, place))
        return true;
    return (is_type(g, place, TYPE_SHIP) || is_type(g, place, TYPE_FACILITY)) && g->card[place].commander == player
        && is_time_location(g, location_of(g, place));
}

/* On the surface, aboard a ship or facility of one's own there; a ship in orbit.  No door is needed. */
Citation why_not_report_in_time(const Game *g, int player, CardId id, CardId place, int mode, CardId *by)
{
    CardId time = location_of(g, place);
    if (!is_native_to(g, id, time))
        return RULE_FIRST_TIME_NATIVE;
    cite_if_ruled(g, RULING_TIME_LOCATION_2019);
    if (breaks_uniqueness(g, id, player, by))
        return RULE_FIRST_UNIQUE;
    bool ship = is_type(g, id, TYPE_SHIP);
    if (place == time)
        return ship || is_planet(g, time) ? CITE_NONE : RULE_FIRST_REPORT_PLACE;
    if (ship)
        return RULE_FIRST_REPORT_PLACE;
    return compatible_in_mode(g, id, mode, place) ? why_not_join(g, id, place, mode) : RULE_FIRST_REPORT_COMPATIBLE;
}

/* ---- time travel: 1E-A6.4, A6.9 ---- */

static bool lets_travel(const Game *g, CardId time)
{
    FOR_HOSTED(g, id, time)
        if (g->card[id].zone == ZONE_ON && has_kind(printed(g, id), NODE_TIME_TRAVEL) && !is_textless(g, id))
            return true;
    return false;
}

bool is_way_through_time(const Game *g, CardId from, CardId to)
{
    if (is_time_location(g, from))
        return corresponds_to(g, from, to) && lets_travel(g, from);
    return is_time_location(g, to) && corresponds_to(g, to, from) && lets_travel(g, to);
}
