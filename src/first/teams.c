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

/* An affiliation, as icon + 1, that all personnel of the player in a place have in common, and the ship or facility with them; 0: none. */
static int NOINLINE find_common(const Game *g, int player, CardId place)
{
    IconSet common = is_location(g, place) ? affiliations : icons_both(icons_of(g, place), affiliations);
    Zone zone = zone_of_people(g, place);
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL))
            common = has_kind(printed(g, id), NODE_WORKS_WITHOUT) ? (IconSet){ { 0 } } : icons_both(common, icons_of(g, id));
    for (int i = 0; i < ICON_WORDS; i++)
        if (common.word[i])
            return i * 64 + __builtin_ctzll(common.word[i]) + 1;
    return 0;
}

/* Kept while nothing moves or changes there, and no text changes icons.  At a site it is the station that counts, and it is elsewhere. */
int common_affiliation(const Game *g, int player, CardId place)
{
    if (icons_change(g) || is_type(g, place, TYPE_SITE) || player >= (int)countof(cache_of(g)->crew[place].common))
        return 0;
    Crew *kept = &cache_of(g)->crew[place];
    if (crew_at(g, place)->common[player] == NOT_FOUND_YET)
        kept->common[player] = (uint8_t)find_common(g, player, place);
#ifdef SPACELINE_CHECK
    assert(kept->common[player] == find_common(g, player, place));
#endif
    return kept->common[player];
}

bool are_at_one(const Game *g, int player, CardId place)
{
    return common_affiliation(g, player, place) != 0;
}

/* All mutually compatible personnel in one place who can act are one team; the stopped, disabled and those in stasis are apart (1E-14.2, 14.3). */
CardSet team_of(const Game *g, int player, CardId place, CardId leader)
{
    CardSet team = { 0 };
    Zone zone = zone_of_people(g, place);
    bool at_one = are_at_one(g, player, place);
    if (leader && g->card[leader].host == place && g->card[leader].zone == zone && !(barred(g, leader) & BARS_ATTEMPT))
        set_add(&team, leader);
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_ATTEMPT)
            && !set_has(&team, id) && (at_one || (fits_all(g, id, &team) && !is_under_house_arrest(g, id))) && !is_infiltrating(g, id))
            set_add(&team, id);
    return team;
}

/* Who is stopped is in a team with those of the place who are stopped, too. */
CardSet team_in(const Game *g, CardId personnel)
{
    const Card *c = &g->card[personnel];
    if (!(barred(g, personnel) & BARS_ATTEMPT))
        return team_of(g, c->commander, c->host, personnel);
    CardSet team = set_one(personnel);
    FOR_HOSTED(g, id, c->host)
        if (g->card[id].zone == c->zone && g->card[id].commander == c->commander && is_type(g, id, TYPE_PERSONNEL) && barred(g, id) & BARS_ATTEMPT
            && id != personnel && fits_all(g, id, &team))
            set_add(&team, id);
    return team;
}

/* Nobody goes voluntarily where he or somebody else would be under house arrest (1E-10.5, 10.13, 16.4).  Planets are free for all. */
Citation why_not_join(const Game *g, CardId id, CardId place, int mode)
{
    if (is_location(g, place))
        return CITE_NONE;
    CardId home = station_of(g, place);
    bool own = !card_in_play(g, id) || g->card[home].commander == g->card[id].commander;
    if (home != place && !own)                  /* at a site of the opponent's nobody is under house arrest */
        return CITE_NONE;
    int common = mode == NO_MODE ? common_affiliation(g, g->card[id].commander, place) : 0;
    if (common && icon_in(icons_of(g, id), common - 1))
        return CITE_NONE;
    if (!compatible_in_mode(g, id, mode, home))
        return RULE_FIRST_INCOMPATIBLE;
    FOR_HOSTED(g, other, place)
        if (g->card[other].zone == ZONE_ABOARD && g->card[other].commander == g->card[id].commander && !compatible_in_mode(g, id, mode, other))
            return RULE_FIRST_INCOMPATIBLE;
    return CITE_NONE;
}

/* What lies on a ship or planet is there; a captive is where its captor is. */
static CardId place_of(const Game *g, CardId id, Zone *zone)
{
    CardId host = g->card[id].host;
    *zone = g->card[id].zone;
    if (*zone == ZONE_HELD || (*zone == ZONE_ON && !is_location(g, host) && !is_craft(g, host) && host != NO_CARD))
        return place_of(g, host, zone);
    if (*zone == ZONE_ON)
        *zone = zone_of_people(g, host);
    return host;
}

bool are_present(const Game *g, CardId a, CardId b)
{
    Zone one, other;
    CardId here = place_of(g, a, &one), there = place_of(g, b, &other);
    return here != NO_CARD && here == there && one == other && (one == ZONE_SURFACE || one == ZONE_ABOARD);
}
