/* Facilities, Nors and sites: chapter A5 of the rules, and G10.
 *
 * A Nor is a station with sites.  A site lies on it in ZONE_SITE, in the order of the modules; who is aboard a Nor is aboard one of its sites, and a
 * ship is docked at one of its docking sites.  As long as a Nor has no site, who is aboard is aboard the station.  Building and what a site asks stand
 * here, commandeering in commandeer.c; what happens at any place stands in the chapters of reporting, beaming and docking. */
#include "spaceline.h"
#include "first/first.h"

/* ---- places ---- */

bool is_nor(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_FACILITY) && has_trait(g, id, TRAIT_NOR);
}

bool has_sites(const Game *g, CardId station)
{
    FOR_HOSTED(g, site, station)
        if (g->card[site].zone == ZONE_SITE)
            return true;
    return false;
}

/* From site to site of a station one walks any number of steps (1E-A5.15). */
bool are_sites_of_one_station(const Game *g, CardId a, CardId b)
{
    return a != b && g->card[a].zone == ZONE_SITE && g->card[b].zone == ZONE_SITE && g->card[a].host == g->card[b].host;
}

/* Whoever is aboard a ship or facility; of a Nor, at any of its sites. */
CardSet people_aboard(const Game *g, CardId craft)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, craft) {
        if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL))
            set_add(&out, id);
        if (g->card[id].zone == ZONE_SITE)
            FOR_HOSTED(g, there, id)
                if (g->card[there].zone == ZONE_ABOARD && is_type(g, there, TYPE_PERSONNEL))
                    set_add(&out, there);
    }
    return out;
}

/* Personnel of the opponent are present in a place, stopped or not, but not in stasis (1E-4.9); who infiltrates is taken for one of the others
 * (1E-A8.3). */
bool is_opposed_in(const Game *g, CardId place, int player)
{
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander != player && !is_prisoner(g, id)
            && !(g->card[id].flags & (STASIS | INFILTRATING)))
            return true;
    return false;
}

/* ---- putting sites on a Nor: 1E-A5.13, G10.1 ---- */

static int module_of(const Game *g, CardId site)
{
    static const uint8_t module[] = { TRAIT_OPS_MODULE, TRAIT_PROMENADE, TRAIT_HABITAT_RING, TRAIT_DOCKING_RING };
    for (int i = 0; i < (int)countof(module); i++)
        if (has_trait(g, site, module[i]))
            return i;
    return (int)countof(module);
}

static Citation why_not_site_on(const Game *g, int player, CardId site, CardId station)
{
    const Ability *a = ability_of_kind(g, site, NODE_SITE_ON), *too = ability_of_kind(g, station, NODE_SITES_TOO), *not = ability_of_kind(g, station, NODE_SITES_NOT);
    Ctx ctx = { .self = site, .you = (uint8_t)player }, there = ctx_of(g, station);
    bool taken = too && filter_is(g, &there, too->filter, site), refused = not && filter_is(g, &there, not->filter, site);
    if (!is_nor(g, station) || !a || refused || (!taken && !filter_is(g, &ctx, node_child(g->world->cat, a->node, 0), station)))
        return RULE_FIRST_SITE_PLACE;
    if (printed(g, site)->unique)
        FOR_HOSTED(g, other, station)
            if (g->card[other].zone == ZONE_SITE && g->card[other].def == g->card[site].def)
                return RULE_FIRST_SITE_ONCE;
    return CITE_NONE;
}

/* The site of that module behind this one; before: NO_CARD, the first of them. */
static CardId next_in_module(const Game *g, CardId station, CardId before, int module)
{
    bool behind = before == NO_CARD;
    FOR_HOSTED(g, other, station) {
        if (g->card[other].zone == ZONE_SITE && behind && module_of(g, other) == module)
            return other;
        behind |= other == before;
    }
    return NO_CARD;
}

/* Between two sites of its module, each of which may be NO_CARD: where its text says, and not before the innermost one (1E-G10.3). */
static Citation why_not_between(const Game *g, int player, CardId site, CardId before, CardId behind)
{
    const Ability *a = ability_of_kind(g, site, NODE_SITE_ON);
    NodeId beside = a ? node_child(g->world->cat, a->node, 1) : 0;
    Ctx ctx = { .self = site, .you = (uint8_t)player };
    if ((behind && has_trait(g, behind, TRAIT_INNERMOST)) || (before && has_trait(g, site, TRAIT_INNERMOST)))
        return RULE_FIRST_SITE_BESIDE;
    if (!beside || (before && filter_is(g, &ctx, beside, before)) || (behind && filter_is(g, &ctx, beside, behind)))
        return CITE_NONE;
    return RULE_FIRST_SITE_BESIDE;
}

/* On each station at the inner end of its module, and behind each site of that module that is there. */
static void offer_site(Game *g, int player, Option o, Citation why)
{
    int module = module_of(g, o.card);
    FOR_SET(station, &g->in_play) {
        if (!is_type(g, station, TYPE_FACILITY))
            continue;
        Citation no = why ? why : why_not_site_on(g, player, o.card, station);
        o.target = station;
        offer(g, o, no ? no : why_not_between(g, player, o.card, NO_CARD, next_in_module(g, station, NO_CARD, module)), NO_CARD);
        FOR_HOSTED(g, other, station)
            if (!no && g->card[other].zone == ZONE_SITE && module_of(g, other) == module) {
                o.target = other;
                offer(g, o, why_not_between(g, player, o.card, other, next_in_module(g, station, other, module)), NO_CARD);
            }
    }
}

CardSet places_for_site(const Game *g, int player, CardId site, const CardSet *stations)
{
    CardSet out = { 0 };
    int module = module_of(g, site);
    FOR_SET(station, stations) {
        if (why_not_site_on(g, player, site, station))
            continue;
        if (!why_not_between(g, player, site, NO_CARD, next_in_module(g, station, NO_CARD, module)))
            set_add(&out, station);
        FOR_HOSTED(g, other, station)
            if (g->card[other].zone == ZONE_SITE && module_of(g, other) == module && !why_not_between(g, player, site, other, next_in_module(g, station, other, module)))
                set_add(&out, other);
    }
    return out;
}

/* The first site of a station takes in all who were aboard (1E-A5.14). */
static void bring_to_site(Game *g, CardId station, CardId site)
{
    for (CardId id = g->card[station].top, next; id != NO_CARD; id = next) {
        next = g->card[id].below;
        if (g->card[id].zone == ZONE_ABOARD)
            card_to_host(g, id, site, ZONE_ABOARD, PUT_BOTTOM);
    }
}

/* The sites behind the new one are laid again behind it: a site keeps all that is there. */
void put_site(Game *g, CardId site, CardId target)
{
    enum { MOST_SITES = 40 };
    CardId station = station_of(g, target), later[MOST_SITES];
    int n = 0, module = module_of(g, site);
    bool behind = target == station;
    FOR_HOSTED(g, other, station) {
        if (g->card[other].zone != ZONE_SITE || n == MOST_SITES)
            continue;
        if (module_of(g, other) > module || (module_of(g, other) == module && behind))
            later[n++] = other;
        behind |= other == target;
    }
    card_to_host(g, site, station, ZONE_SITE, PUT_BOTTOM);
    for (int i = 0; i < n; i++)
        card_to_host(g, later[i], station, ZONE_SITE, PUT_BOTTOM);
    bring_to_site(g, station, site);
}

static int sites_seeded_by(const Game *g, int player)
{
    int n = 0;
    FOR_SET(id, &g->in_play)
        n += is_type(g, id, TYPE_SITE) && g->card[id].owner == player;
    return n;
}

/* In the facility phase, without counting among the seed cards. */
void offer_sites_to_seed(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS])
        if (is_type(g, id, TYPE_SITE))
            offer_site(g, player, (Option){ .verb = SL_SEED, .card = id }, sites_seeded_by(g, player) >= MOST_SITES_SEEDED ? RULE_FIRST_SITE_LIMIT : CITE_NONE);
}

/* ---- building: 1E-A5.5 to A5.7 ---- */

/* An ENGINEER of the player's at the location who is compatible with it. */
static bool has_builder(const Game *g, int player, CardId facility, CardId mission)
{
    FOR_SET(id, &g->commanded[player])
        if (is_type(g, id, TYPE_PERSONNEL) && location_of(g, id) == mission && !(barred(g, id) & BARS_SKILLS) && skill_level(g, id, SKILL_ENGINEER)
            && !is_under_house_arrest(g, id) && compatible(g, id, facility))
            return true;
    return false;
}

/* Of a text with two filters behind its clauses the first or second. */
NodeId nth_filter(const Catalogue *cat, NodeId node, int n)
{
    for (int i = 0; i < cat->node[node].argc; i++) {
        NodeId child = node_child(cat, node, i);
        if (child && node_info[cat->node[child].op].result == 'F' && n-- == 0)
            return child;
    }
    return 0;
}

/* A text of somebody in play lets the player build it there. */
bool is_let_build(const Game *g, int player, CardId id, CardId mission)
{
    FOR_SET(who, &g->commanded[player]) {
        const Ability *a = has_kind(printed(g, who), NODE_PERMIT_BUILD) && !(barred(g, who) & BARS_SKILLS) ? ability_of_kind(g, who, NODE_PERMIT_BUILD) : NULL;
        Ctx ctx = ctx_of(g, who);
        if (!a || !text_active(g, who, a) || !guard_holds(g, &ctx, a))
            continue;
        if (filter_is(g, &ctx, nth_filter(g->world->cat, a->node, 0), id) && filter_is(g, &ctx, nth_filter(g->world->cat, a->node, 1), mission))
            return true;
    }
    return false;
}

/* Where a facility is built: card at target. */
void ask_build(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, mission = r->asked.target;
    const Ability *a = ability_of_kind(g, id, NODE_PLAY_AT);
    Ctx ctx = { .self = id, .you = (uint8_t)r->player };
    int kind = printed(g, id)->kind;
    bool named = a ? guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, mission) : kind == KIND_OUTPOST, engineer = !a || kind == KIND_OUTPOST;
    if (!is_let_build(g, r->player, id, mission)) {
        if (reason_if(r, kind == KIND_OUTPOST && has_trait(g, mission, TRAIT_HOMEWORLD) && (!a || !named), RULE_FIRST_OUTPOST_HOMEWORLD)
            || reason_if(r, kind != KIND_HEADQUARTERS && why_cannot(g, mission, ACT_FACILITY, id, NULL), RULE_CANNOT_TEXT)         /* its text allows none (1E-A5.8) */
            || reason_if(r, !named || (engineer && !has_builder(g, r->player, id, mission)), RULE_FIRST_BUILD_PLACE))
            return;
    }
    reason_tell(r, why_not_beside_own(g, r->player, mission), NO_CARD);
}

/* From hand, with the normal card play. */
void offer_buildings(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND]) {
        CardId by = NO_CARD;
        bool site = is_type(g, id, TYPE_SITE);
        if ((!site && !is_type(g, id, TYPE_FACILITY)) || copy_before(g, player, id))
            continue;
        Citation why = g->plays[player] < 1 ? RULE_FIRST_CARD_PLAY : !site && breaks_uniqueness(g, id, player, &by) ? RULE_FIRST_UNIQUE : CITE_NONE;
        Option o = { .verb = SL_PLAY, .card = id };
        if (site) {
            offer_site(g, player, o, why);
            continue;
        }
        for (int line = LINE_ALPHA; line < LINE_TIME; line++)
            FOR_PILE(g, mission, &g->line[line])
                if (is_type(g, mission, TYPE_MISSION)) {
                    o.target = mission;
                    offer(g, o, why ? why : main_reason(g, player, o, ask_build), by);
                }
    }
}

Flow first_build(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    plays_set(g, f->player, g->plays[f->player] - 1);
    card_to_limbo(g, p->card, ZONE_PLAYING);
    log_event(g, LOG_PLAYS_CARD, f->player, p->card, p->target, 0);
    RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .cause = p->target });
    p->done = !set_empty(&g->picked) && g->card[p->card].zone == ZONE_PLAYING && card_in_play(g, p->target);
    if (!p->done) {
        if (g->card[p->card].zone == ZONE_PLAYING)
            leave_play(g, p->card, ZONE_DISCARD);
        RETURN(0);
    }
    if (is_type(g, p->card, TYPE_SITE))
        put_site(g, p->card, p->target);
    else
        card_to_host(g, p->card, p->target, stands_on_planet(g, p->card) ? ZONE_SURFACE : ZONE_ORBIT, PUT_BOTTOM);
    RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_PLAYED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* All outposts and most facilities are in space (1E-A5.9). */
bool stands_on_planet(const Game *g, CardId facility)
{
    return printed(g, facility)->kind == KIND_HEADQUARTERS || has_trait(g, facility, TRAIT_ON_PLANET);
}

/* ---- reporting to a site: 1E-10.9, G3.1 ---- */

static bool has_docking_site(const Game *g, CardId station)
{
    FOR_HOSTED(g, site, station)
        if (g->card[site].zone == ZONE_SITE && has_kind(printed(g, site), NODE_DOCKING))
            return true;
    return false;
}

/* The text of the site that lets this card report there; NULL: none. */
static const Ability *admitting_text(const Game *g, int player, CardId id, CardId site)
{
    const CardDef *def = printed(g, site);
    Ctx ctx = { .self = site, .you = (uint8_t)player };
    for (int i = 0; has_kind(def, NODE_PERMIT_PLAY) && i < def->ability_count; i++) {
        const Ability *a = ability_of(g, site, i);
        if (a->kind == NODE_PERMIT_PLAY && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, id))
            return a;
    }
    return NULL;
}

static bool says(const Game *g, const Ability *a, int clause)
{
    return node_mentions(g->world->cat, a->node, clause);
}

Citation why_not_report_to_site(const Game *g, int player, CardId id, CardId site, int mode)
{
    CardId station = station_of(g, site);
    const Ability *a = admitting_text(g, player, id, site);
    if (is_uncontrolled(g, station))
        return RULE_FIRST_UNCONTROLLED;
    if (!has_docking_site(g, station))
        return RULE_FIRST_DOCKING_SITE;
    if (!a)
        return RULE_FIRST_SITE_ADMITS;
    if (!is_native_at(g, station, station) || !is_native_at(g, id, station))
        return RULE_FIRST_NATIVE;
    if (is_type(g, id, TYPE_SHIP))
        return why_not_dock_at_site(g, player, id, site);
    if (says(g, a, NODE_REGARDLESS))
        return CITE_NONE;
    return compatible_in_mode(g, id, mode, station) ? why_not_join(g, id, site, mode) : RULE_FIRST_REPORT_COMPATIBLE;
}

bool reports_free_at(const Game *g, int player, CardId id, CardId place)
{
    const Ability *a = is_type(g, place, TYPE_SITE) ? admitting_text(g, player, id, place) : NULL;
    return a && says(g, a, NODE_FOR_FREE);
}

bool some_site_takes_for_free(const Game *g, int player, CardId id)
{
    FOR_SET(site, &g->crafts)
        if (reports_free_at(g, player, id, site))
            return true;
    return false;
}

/* ---- docking: 1E-G10.2 ---- */

static int staffing_icons(const Game *g, CardId ship)
{
    const CardDef *def = printed(g, ship);
    return def->need_cmd + def->need_stf + def->staff_count;
}

/* In the crew: no intruder, and nobody who cannot be used there. */
static bool has_vip_aboard(const Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == g->card[ship].commander && printed(g, id)->class == CLASS_VIP
            && !(barred(g, id) & BARS_SKILLS) && !is_under_house_arrest(g, id))
            return true;
    return false;
}

static bool has_computer_skill_at(const Game *g, int player, CardId site)
{
    if (is_opposed_in(g, site, player))
        return false;
    FOR_HOSTED(g, id, site)
        if (g->card[id].zone == ZONE_ABOARD && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL)
            && skill_level(g, id, SKILL_COMPUTER_SKILL) && !(barred(g, id) & BARS_SKILLS))
            return true;
    return false;
}

Citation why_not_dock_at_site(const Game *g, int player, CardId ship, CardId site)
{
    const Ability *a = ability_of_kind(g, site, NODE_DOCKING);
    int docked = 0;
    if (!a)
        return RULE_FIRST_DOCK_PLACE;
    if (is_uncontrolled(g, station_of(g, site)))
        return RULE_FIRST_UNCONTROLLED;
    FOR_HOSTED(g, id, site)
        docked += g->card[id].zone == ZONE_DOCKED && id != ship;
    if (staffing_icons(g, ship) >= node_value(g->world->cat, a->node, 0))
        return RULE_FIRST_DOCK_ICONS;
    if (docked >= node_value(g->world->cat, a->node, 1))
        return RULE_FIRST_DOCK_FULL;
    return compatible(g, ship, station_of(g, site)) || has_vip_aboard(g, ship) || has_computer_skill_at(g, player, site) ? CITE_NONE : RULE_FIRST_DOCK_ADMITS;
}

/* ---- two-faced cards: 1E-G12.1 ---- */

/* It keeps everything on, under, aboard and at it. */
Flow first_flip(Game *g, Frame *f)
{
    LOCALS(Do, d);
    CardId self = ctx_in(g, f).self;
    int persona = node_value(g->world->cat, d->node, 0);
    for (int def = 1; def < g->world->cat->def_count; def++)
        if (g->world->cat->def[def].edition == EDITION_FIRST && g->world->cat->def[def].persona == persona && def != g->card[self].def) {
            DefId as[MAX_CARDS];
            for (CardId id = 1; id <= g->card_count; id++)
                as[id] = id == self ? (DefId)def : g->card[id].def;
            cards_become(g, as);
            log_event(g, LOG_FLIPS, f->player, self, NO_CARD, 0);
            RETURN(1);
        }
    RETURN(0);
}
