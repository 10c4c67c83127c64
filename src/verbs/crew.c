/* Who is where, counted once for each place: most questions about orders end here, for mostly nobody is there. */
#include "verbs/text.h"

static bool is_there(const Card *c, bool aboard)
{
    return c->zone == (aboard ? ZONE_ABOARD : ZONE_SURFACE);
}

void count_crew(const Game *g, CardId place, Crew *crew)
{
    bool ship = is_type(g, place, TYPE_SHIP);
    unsigned there = 0, able = 0, beamable = 0, orbit = 0, ships = 0;
    FOR_HOSTED(g, id, place) {
        const Card *c = &g->card[id];
        unsigned whose = 1u << c->commander;
        if (c->zone == ZONE_ORBIT)
            orbit |= whose, ships++;
        if (!is_there(c, ship))
            continue;
        there |= whose;
        int type = printed(g, id)->type;
        if (c->flags & STOPPED || (type != TYPE_PERSONNEL && type != TYPE_EQUIPMENT))
            continue;
        beamable |= whose;
        able |= type == TYPE_PERSONNEL ? whose : 0;
    }
    crew->there = (uint8_t)there;
    crew->able = (uint8_t)able;
    crew->beamable = (uint8_t)beamable;
    crew->orbit = (uint8_t)orbit;
    crew->ships = (uint16_t)ships;
}

/* One of the ship's affiliation, and for each icon a different one: a [Cmd] may fill a [Stf] place (2E-9.30, 9.31). */
static bool crew_staffs(const Game *g, CardId ship)
{
    const CardDef *def = printed(g, ship);
    IconSet own = icons_of(g, ship);
    int cmd = 0, stf = 0;
    bool matching = false;
    FOR_HOSTED(g, id, ship) {
        const Card *c = &g->card[id];
        if (c->zone != ZONE_ABOARD || c->commander != g->card[ship].commander || !is_type(g, id, TYPE_PERSONNEL) || is_stopped(g, id))
            continue;
        IconSet icons = icons_of(g, id);
        matching |= icons_share_affiliation(icons, own);
        if (icon_in(icons, ICON_CMD))
            cmd++;
        else if (icon_in(icons, ICON_STF))
            stf++;
    }
    return matching && cmd >= def->need_cmd && cmd + stf >= def->need_cmd + def->need_stf;
}

bool is_staffed(const Game *g, CardId ship)
{
    Cache *c = cache_of(g);
    Crew *kept = &c->crew[ship];
    uint64_t stamp = place_stamp(g, ship) | (uint64_t)1 << 63;      /* the top bit: no text changes icons */
    if (icons_change(g)) {
        if (c->inner)
            return crew_staffs(g, ship);
        stamp = c->generation;
    }
#ifdef SPACELINE_CHECK
    assert(kept->staffed_stamp != stamp || kept->staffed == crew_staffs(g, ship));
#endif
    if (kept->staffed_stamp != stamp) {
        kept->staffed = crew_staffs(g, ship);
        kept->staffed_stamp = stamp;
    }
    return kept->staffed;
}
