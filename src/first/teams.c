/* Crews and Away Teams: chapter 14 of the rules.  A team is not kept anywhere: who is where, unstopped and compatible says it. */
#include "first/first.h"

static Zone zone_of_people(const Game *g, CardId place)
{
    return is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
}

bool fits_all(const Game *g, CardId id, const CardSet *team)
{
    FOR_SET(other, team)
        if (!compatible(g, id, other))
            return false;
    return true;
}

/* All mutually compatible unstopped personnel in one place are one team; the stopped ones are apart (1E-14.2, 14.3). */
CardSet team_at(const Game *g, int player, CardId place)
{
    CardSet team = { 0 };
    Zone zone = zone_of_people(g, place);
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_ATTEMPT)
            && fits_all(g, id, &team) && !is_under_house_arrest(g, id))
            set_add(&team, id);
    return team;
}

/* Nobody goes voluntarily where he or somebody else would be under house arrest (1E-10.5, 10.13, 16.4).  Planets are free for all. */
Citation why_not_join(const Game *g, CardId id, CardId place)
{
    if (is_location(g, place))
        return CITE_NONE;
    if (!compatible(g, id, place))
        return RULE_FIRST_INCOMPATIBLE;
    FOR_HOSTED(g, other, place)
        if (g->card[other].zone == ZONE_ABOARD && g->card[other].commander == g->card[id].commander && !compatible(g, id, other))
            return RULE_FIRST_INCOMPATIBLE;
    return CITE_NONE;
}
