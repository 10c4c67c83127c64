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

/* An affiliation, as icon + 1, that all personnel of the player in a place have in common, and the ship or facility with them; 0: none.  Who is
 * Non-Aligned or Neutral goes with every one; either all are Borg or nobody is. */
static int NOINLINE find_common(const Game *g, int player, CardId place)
{
    IconSet common = affiliations, some = { { 0 } };
    Zone zone = zone_of_people(g, place);
    bool craft = !is_location(g, place);
    if (craft) {
        some = icons_of(g, place);
        common = is_neutral(some) ? affiliations : icons_both(some, affiliations);
    }
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL)) {
            IconSet icons = icons_of(g, id);
            if (has_kind(printed(g, id), NODE_WORKS_WITHOUT))
                return 0;
            some = icons_join(some, icons);
            common = is_neutral(icons) ? common : icons_both(common, icons);
        }
    if (icon_in(some, ICON_BORG))
        return icon_in(common, ICON_BORG) && !is_neutral(some) ? ICON_BORG + 1 : 0;
    for (int i = 0; i < ICON_WORDS; i++)
        if (common.word[i])
            return i * 64 + __builtin_ctzll(common.word[i]) + 1;
    return 0;
}

int keep_common(const Game *g, int player, CardId place)
{
    uint8_t *kept = &cache_of(g)->crew[place].common[player];
    assert(*kept == NOT_FOUND_YET || *kept == find_common(g, player, place));
    *kept = (uint8_t)find_common(g, player, place);
    return *kept;
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

Citation why_not_join_all(const Game *g, CardId id, CardId place, int mode)
{
    CardId home = station_of(g, place);
    bool own = !card_in_play(g, id) || g->card[home].commander == g->card[id].commander;
    if (home != place && !own)                  /* at a site of the opponent's nobody is under house arrest */
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

/* A team is present with the dilemma that it encounters, and so is what lies beside it; who was split off from the team is not (1E-4.8, 14.3). */
static bool encounters_it(const Game *g, CardId id)
{
    if (set_has(&g->encounter.group, id) || is_type(g, id, TYPE_PERSONNEL))
        return set_has(&g->encounter.group, id);
    FOR_SET(member, &g->encounter.group)
        return are_present(g, member, id);
    return false;
}

bool are_present(const Game *g, CardId a, CardId b)
{
    Zone one, other;
    CardId met = g->encounter.active ? g->encounter.current : NO_CARD;
    if (met && a != b && (a == met || b == met) && g->card[met].zone == ZONE_PLAYING)
        return encounters_it(g, a == met ? b : a);
    CardId here = place_of(g, a, &one), there = place_of(g, b, &other);
    return here != NO_CARD && here == there && one == other && (one == ZONE_SURFACE || one == ZONE_ABOARD);
}
