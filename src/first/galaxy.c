/* Galaxy geometry: chapter 4 of the rules, and the way of a ship (1E-15.6). */
#include "first/first.h"

Line line_of_quadrant(int quadrant)
{
    switch (quadrant) {
    case QUADRANT_GAMMA:  return LINE_GAMMA;
    case QUADRANT_DELTA:  return LINE_DELTA;
    case QUADRANT_MIRROR: return LINE_MIRROR;
    default:              return LINE_ALPHA;
    }
}

/* Each location entered costs its span, the one left costs nothing: A to C costs the spans of B and C (1E-15.6, 15.7). */
int range_between(const Game *g, CardId from, CardId to, int player)
{
    int right = 0, left = 0;
    if (is_time_location(g, from))
        return -1;                              /* nothing lies beside it (1E-A6.1) */
    for (CardId at = g->card[from].below; at != NO_CARD; at = g->card[at].below) {
        right += mission_span(g, at, player);
        if (at == to)
            return right;
    }
    for (CardId at = g->card[from].above; at != NO_CARD; at = g->card[at].above) {
        left += mission_span(g, at, player);
        if (at == to)
            return left;
    }
    return -1;
}

/* A card between two locations lies on the left one of them. */
static CardId gate_after(const Game *g, CardId ship, CardId left)
{
    FOR_HOSTED(g, id, left) {
        const Ability *a = g->card[id].zone == ZONE_ON ? ability_of_kind(g, id, NODE_PASS_NEEDS) : NULL;
        if (!a || is_textless(g, id))
            continue;
        Ctx ctx = { .self = id, .you = g->card[ship].commander };
        Team team = { .ship = ship, .player = g->card[ship].commander };
        FOR_HOSTED(g, aboard, ship)
            if (g->card[aboard].zone == ZONE_ABOARD && is_type(g, aboard, TYPE_PERSONNEL))
                set_add(&team.group, aboard);
        if (!team_meets(g, &ctx, node_child(g->world->cat, a->node, 0), &team))
            return id;
    }
    return NO_CARD;
}

CardId gate_on_way(const Game *g, CardId ship, CardId from, CardId to)
{
    CardId left[2] = { from, to };              /* the leftmost location of the way, if one begins it at either end */
    if (!some_has_kind(g, NODE_PASS_NEEDS))
        return NO_CARD;
    for (int i = 0; i < 2; i++) {
        CardId gate = NO_CARD;
        for (CardId at = left[i]; at != NO_CARD && at != left[1 - i]; at = g->card[at].below)
            gate = gate ? gate : gate_after(g, ship, at);
        CardId at = left[i];
        while (at != NO_CARD && at != left[1 - i])
            at = g->card[at].below;
        if (at != NO_CARD && gate)
            return modified_by(g, ship, NODE_MOD_PASSES) ? NO_CARD : gate;
    }
    return NO_CARD;
}

int first_range_needed(const Game *g, CardId ship, CardId to)
{
    CardId from = location_of(g, ship);
    if (from == NO_CARD || !is_location(g, to))
        return -1;
    if (is_way_through_time(g, from, to))
        return 0;                               /* 1E-A6.9 */
    int need = range_between(g, from, to, g->card[ship].commander);
    return need < 0 ? need : need + modified_by(g, ship, NODE_MOD_MOVE);
}
