/* Mission attempts: chapter 17 of the rules; the steps are those of 17.1. */
#include "spaceline.h"
#include "first/first.h"

static bool somebody_matches(const Game *g, const CardSet *team, CardId mission, int player)
{
    FOR_SET(id, team)
        if (matches_mission(g, id, mission, player))
            return true;
    return false;
}

static bool somebody_matches_ship(const Game *g, const CardSet *team, CardId ship)
{
    FOR_SET(id, team)
        if (icons_share_affiliation(icons_of(g, id), icons_of(g, ship)))
            return true;
    return false;
}

/* "Any … except": nobody of the team is of that affiliation (1E-G2.1).  Borg never attempt (1E-17.7). */
static Citation why_barred(const Game *g, const CardSet *team, CardId mission, int player)
{
    IconSet except = mission_end(g, mission, player)->except;
    FOR_SET(id, team) {
        if (icon_in(icons_of(g, id), ICON_BORG))
            return RULE_FIRST_BORG_SCOUT;
        if (icons_share_affiliation(icons_of(g, id), except))
            return RULE_FIRST_EXCEPTED;
    }
    return CITE_NONE;
}

/* What attempts: at a space mission the crew of a ship, at a planet an Away Team, at a mission that is both the two together. */
typedef struct { CardSet crew, away, all; } Attempting;

/* Borg never attempt.  One whom others have brainwashed takes no part; whom the Borg have brainwashed attempts without them
 * (1e-1998/brainwash.3, .4). */
static void leave_brainwashed_apart(const Game *g, CardSet *team)
{
    bool mixed = false;
    if (!(g->mods & mod_bit(NODE_MOD_MIXES)))
        return;
    FOR_SET(id, team)
        mixed = mixed || modified_by(g, id, NODE_MOD_MIXES);
    if (!mixed)
        return;
    FOR_SET(id, team) {
        bool brainwashed = modified_by(g, id, NODE_MOD_MIXES);
        Citation ruling = brainwashed ? RULING_BRAINWASH_1998_4 : RULING_BRAINWASH_1998_3;
        if (icon_in(icons_of(g, id), ICON_BORG) && in_force(g, ruling)) {
            cite_step(g, ruling);
            set_drop(team, id);
        }
    }
}

static Attempting who_attempts(const Game *g, int player, CardId mission, CardId ship, CardId leader)
{
    Attempting a;
    memset(&a, 0, sizeof a);
    if (ship)
        a.crew = team_at(g, player, ship);
    if (printed(g, mission)->kind != KIND_SPACE)
        a.away = team_of(g, player, mission, leader);
    leave_brainwashed_apart(g, &a.crew);
    leave_brainwashed_apart(g, &a.away);
    a.all = a.crew;
    set_join(&a.all, &a.away);
    return a;
}

/* A limit that a card sets for whoever begins an attempt where it is. */
static bool is_limited_by(const Game *g, int player, CardId id, const Team *team)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = { .self = id, .you = (uint8_t)player };
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        NodeId needs = a->kind == NODE_ATTEMPT_NEEDS ? node_child(cat, a->node, 0) : 0;
        if (needs && !(cat->node[needs].op == NODE_HAVE ? team_meets(g, &ctx, node_child(cat, needs, 0), team) : condition(g, &ctx, needs)))
            return true;
    }
    return false;
}

/* On the mission, or present with the team: on the surface, aboard the ship. */
static bool is_limit_there(const Game *g, CardId id, CardId mission)
{
    const Card *c = &g->card[id];
    return has_kind(printed(g, id), NODE_ATTEMPT_NEEDS) && (c->zone == ZONE_SURFACE || c->zone == ZONE_ABOARD || (c->zone == ZONE_ON && c->host == mission));
}

/* Limits that cards set for whoever begins (1E-17.4); they are asked now and not again (1e-2019/mission-attempt.4). */
Citation why_not_begin(const Game *g, int player, CardId mission, CardId ship, const CardSet *all, CardId *by)
{
    Team team = { .group = *all, .ship = ship, .mission = mission, .player = (uint8_t)player };
    FOR_PILE(g, id, &g->pile[player][ZONE_CORE])
        if (has_kind(printed(g, id), NODE_ATTEMPT_NEEDS) && !is_textless(g, id) && is_limited_by(g, player, id, &team)) {
            *by = id;
            return RULE_FIRST_ATTEMPT_LIMIT;
        }
    CardId place[] = { mission, ship };
    for (int i = 0; i < 2; i++)
        FOR_HOSTED(g, id, place[i]) {
            if (!is_limit_there(g, id, mission))
                continue;
            cite_if_ruled(g, RULING_MISSION_ATTEMPT_2019_4);
            if (printed(g, mission)->kind == KIND_DUAL)
                cite_if_ruled(g, RULING_MISSION_ATTEMPT_2019_5);
            if (is_limited_by(g, player, id, &team)) {
                *by = id;
                return RULE_FIRST_ATTEMPT_LIMIT;
            }
        }
    if (!why_cannot(g, mission, ACT_ATTEMPTED, NO_CARD, by))
        return CITE_NONE;
    cite_step_if_ruled(g, RULING_MISSION_ATTEMPT_2019_4);
    return RULE_CANNOT_TEXT;
}

/* In March 1998 a crew aboard a ship was all that was asked for, docked or not (1e-1998/mission-attempts-from-outposts.1).  True: nothing more need
 * be asked. */
static bool ask_ship_attempts(Reasons *r, CardId ship)
{
    const Game *g = r->g;
    bool docked = g->card[ship].zone == ZONE_DOCKED, apart = g->card[ship].zone != ZONE_ORBIT && !docked;
    return reason_if(r, docked && in_force(g, LAYER_ATTEMPT_UNDOCKED), LAYER_ATTEMPT_UNDOCKED)
        || reason_if(r, apart, is_landed(g, ship) ? RULE_FIRST_LANDED : RULE_FIRST_CARRIED)
        || reason_if(r, is_hidden(g, ship), RULE_FIRST_CLOAKED)
        || reason_if(r, is_driven(g, ship) && !is_at_goal(g, ship), RULE_FIRST_REQUIRED_WAY)
        || reason_if(r, g->card[ship].flags & WAITING, RULE_FIRST_NOT_YOUR_TURN)
        || reason_if(r, is_stopped(g, ship), RULE_FIRST_SHIP_STOPPED);
}

static void ask_asked_ship(Reasons *r)
{
    ask_ship_attempts(r, r->asked.card);
}

/* Why its crew attempts and scouts nothing. */
Citation why_not_ship(const Game *g, CardId ship)
{
    return main_reason(g, g->card[ship].commander, (Option){ .card = ship }, ask_asked_ship);
}

/* Of the affiliation that must attempt the mission (1E-G2.5). */
bool is_obliged(const Game *g, CardId personnel, CardId mission)
{
    const Ability *must = ability_of_kind(g, mission, NODE_MUST_ATTEMPT);
    return must && is_type(g, personnel, TYPE_PERSONNEL) && icon_in(icons_of(g, personnel), node_value(g->world->cat, must->node, 0));
}

static bool has_somebody_obliged(const Game *g, int player, CardId mission)
{
    FOR_SET(id, &g->commanded[player])
        if (is_obliged(g, id, mission) && location_of(g, id) == mission)
            return true;
    return false;
}

/* Formats keep players to their own missions, and those that both have seeded (1E-A10.4, G11.4). */
Citation why_format_forbids(const Game *g, int player, CardId mission)
{
    enum { WORTH_IT = 40 };
    int format = g->world->switches.format;
    if (format == FORMAT_OPEN || g->card[mission].owner == player)
        return CITE_NONE;
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_SHARED && g->card[id].owner == player)
            return CITE_NONE;
    if (has_kind(printed(g, mission), NODE_MUST_ATTEMPT) && has_somebody_obliged(g, player, mission) && in_force(g, RULING_TEMPORARY_SAMARITAN_SNARE_2019)) {
        cite_step(g, RULING_TEMPORARY_SAMARITAN_SNARE_2019);       /* what must be attempted may be */
        return CITE_NONE;
    }
    bool rich = mission_end(g, mission, player)->points >= WORTH_IT;
    if (format == FORMAT_OTF)
        return rich && g->world->switches.otf_theft ? CITE_NONE : RULE_FIRST_FORMAT_THEFT;
    return rich ? CITE_NONE : RULE_FIRST_FORMAT_POOR;
}

/* 1E-17.1 to 17.4, 17.15.  ship: whose crew attempts a space mission; leader: of the Away Team, where there are several. */
void ask_team_attempts(Reasons *r, CardId mission, CardId ship, CardId leader)
{
    const Game *g = r->g;
    const MissionEnd *end = mission_end(g, mission, r->player);
    CardId by = NO_CARD;
    if (reason_if(r, g->card[mission].flags & COMPLETE, RULE_FIRST_SOLVED))
        return;
    if (end->none || !end->requirement) {
        reason_tell(r, RULE_FIRST_NOT_ATTEMPTABLE, NO_CARD);
        return;
    }
    if (reason_tell(r, why_format_forbids(g, r->player, mission), NO_CARD) || (ship && ask_ship_attempts(r, ship)))
        return;
    if (reason_if(r, leader && is_infiltrating(g, leader), RULE_FIRST_INFILTRATOR_ALONE))
        return;
    Attempting who = who_attempts(g, r->player, mission, ship, leader);
    bool dual = printed(g, mission)->kind == KIND_DUAL;
    if (reason_if(r, dual && (set_empty(&who.crew) || set_empty(&who.away)), RULE_FIRST_BOTH_HALVES))
        return;
    if (set_empty(&who.all)) {
        reason_tell(r, RULE_FIRST_NOBODY, NO_CARD);
        return;
    }
    if (reason_if(r, ship && !somebody_matches_ship(g, &who.crew, ship), RULE_FIRST_MATCH_SHIP))
        return;
    if (ship)
        FOR_SET(id, &who.crew)
            if (why_cannot(g, id, ACT_ATTEMPT, NO_CARD, &by)) {
                cite_step_if_ruled(g, RULING_MISSION_ATTEMPT_2019_4);
                if (reason_tell(r, RULE_CANNOT_TEXT, by))
                    return;
            }
    if (reason_tell(r, why_barred(g, &who.all, mission, r->player), NO_CARD))
        return;
    if (!somebody_matches(g, ship ? &who.crew : &who.away, mission, r->player) || (dual && !somebody_matches(g, &who.away, mission, r->player))) {
        cite_step_if_ruled(g, RULING_MISSION_ATTEMPT_2019_2);
        if (reason_tell(r, RULE_FIRST_MATCH_MISSION, NO_CARD))
            return;
    }
    Citation no = why_not_begin(g, r->player, mission, ship, &who.all, &by);
    reason_tell(r, no, by);
}

Citation why_not_attempt_now(const Game *g, int player, CardId mission, CardId ship, CardId leader, CardId *by)
{
    Refusal one;
    one.card = NO_CARD;
    Reasons r = { .g = g, .player = player, .out = &one, .room = 1, .first = true };
    ask_team_attempts(&r, mission, ship, leader);
    *by = one.card;
    return r.count ? one.cite : CITE_NONE;
}

static void offer_attempt(Game *g, int player, CardId mission, CardId ship, CardId leader)
{
    CardId by = NO_CARD;
    Citation why = why_not_attempt_now(g, player, mission, ship, leader, &by);
    Option o = { .verb = SL_ATTEMPT, .card = mission, .target = ship ? ship : leader, .number = (int16_t)(ship ? leader : NO_CARD) };
    offer(g, o, why, by);
}

/* One way for each Away Team on the planet: incompatible groups are teams apart (1E-14.2). */
static void offer_with_teams(Game *g, int player, CardId mission, CardId ship)
{
    if (are_at_one(g, player, mission) && !some_infiltrator(g)) {
        offer_attempt(g, player, mission, ship, NO_CARD);
        return;
    }
    CardSet told = { 0 }, first = team_at(g, player, mission), all = { 0 };
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_SURFACE && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_ATTEMPT)
            && !is_infiltrating(g, id))
            set_add(&all, id);
    bool several = set_count(&all) > set_count(&first);
    if (set_empty(&all))
        offer_attempt(g, player, mission, ship, NO_CARD);
    FOR_SET(id, &all)
        if (!set_has(&told, id)) {
            CardSet team = team_of(g, player, mission, id);
            set_join(&told, &team);
            offer_attempt(g, player, mission, ship, several ? id : NO_CARD);
        }
}

/* All there are Borg, who never attempt. */
static bool are_all_borg(const Game *g, int player, CardId place)
{
    return common_affiliation(g, player, place) == ICON_BORG + 1;
}

static void offer_with_ships(Game *g, int player, CardId mission, const Ships *ships)
{
    bool any = false;
    FOR_SHIPS(s, ships)
        if ((g->card[s->id].zone == ZONE_ORBIT ? g->card[s->id].host : location_of(g, s->id)) == mission) {
            if (printed(g, mission)->kind == KIND_DUAL)
                offer_with_teams(g, player, mission, s->id);
            else
                UNLESS_HOPELESS(g, are_all_borg(g, player, s->id))
                    offer_attempt(g, player, mission, s->id, NO_CARD);
            any = true;
        }
    if (!any) {
        cite_if_ruled(g, RULING_MISSION_ATTEMPTS_FROM_OUTPOSTS_1998_1);
        offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, RULE_FIRST_NO_SHIP, NO_CARD);
    }
}

/* Mostly a mission is solved, or nobody is there. */
static bool hopeless_attempt(const Game *g, int player, CardId mission)
{
    const Crew *crew = crew_at(g, mission);
    if (g->card[mission].flags & COMPLETE)
        return true;
    if (printed(g, mission)->kind != KIND_PLANET)       /* a ship may be docked at a facility, on the planet or in space, whoever controls that */
        return !(crew->orbit | crew->there);
    return !(crew->able >> player & 1) || are_all_borg(g, player, mission);
}

/* Who may attempt a mission stays so while nothing changes there, unless a text may rule it. */
void offer_attempts(Game *g, int player, const Locations *locations, const Ships *ships)
{
    bool texts = some_text_rules(g);
    FOR_LOCATIONS(l, locations) {
        KEEP_OPTIONS(g, kept_at(g, KEPT_ATTEMPTS, player, l), l->id, stamp_of_location(g, l->id, texts))
            UNLESS_HOPELESS(g, l->deserted || hopeless_attempt(g, player, l->id)) {
                if (printed(g, l->id)->kind == KIND_PLANET)
                    offer_with_teams(g, player, l->id, NO_CARD);
                else
                    offer_with_ships(g, player, l->id, ships);
            }
    }
}

NodeId first_requirement(const Game *g, CardId mission, int means)
{
    return g->world->cat->mission[printed(g, mission)->mission].end[means].requirement;
}

/* Which end of the mission that player reads. */
static int end_read(const Game *g, int player, CardId mission)
{
    return (int)(mission_end(g, mission, player) - g->world->cat->mission[printed(g, mission)->mission].end);
}

/* ---- the procedure ---- */

/* Those who are stopped, disabled or in stasis are a team apart (1E-14.3). */
static void cite_second_team(const Game *g, int player, CardId place)
{
    FOR_HOSTED(g, id, place)
        if (is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == player && barred(g, id) & BARS_ATTEMPT) {
            cite_if_ruled(g, RULING_AWAY_TEAM_AND_CREW_2019_2);
            cite_if_ruled(g, RULING_AWAY_TEAM_AND_CREW_2019_3);
            cite_if_ruled(g, RULING_STOPPED_2019);
        }
}

/* What is attempted is a station, to be commandeered (1E-G10.4). */
static bool is_for_station(const Game *g, const Trying *t)
{
    return is_type(g, t->mission, TYPE_FACILITY);
}

/* Where those are who attempt: on the planet, or at the site or aboard the station that they would commandeer; a crew is aboard its ship. */
static CardId place_beside_ship(const Game *g, const Trying *t)
{
    CardId one = set_next(&g->encounter.group, 0);
    if (is_for_station(g, t))
        return one ? g->card[one].host : NO_CARD;
    return printed(g, t->mission)->kind != KIND_SPACE ? t->mission : NO_CARD;
}

/* Those who attempt, and who is with them and cannot: the second team (1E-14.3). */
static void note_members(Game *g, int player, const Trying *t)
{
    CardSet members = g->encounter.group;
    CardId place[] = { t->ship, place_beside_ship(g, t) };
    for (int i = 0; i < 2; i++)
        FOR_HOSTED(g, id, place[i])
            if (is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == player && barred(g, id) & BARS_ATTEMPT && !is_prisoner(g, id)
                && fits_all(g, id, &g->encounter.group))
                set_add(&members, id);
    encounter_change(g)->members = members;
}

static void begin_attempt(Game *g, const Frame *f, const Trying *t)
{
    Attempting who = who_attempts(g, f->player, t->mission, t->ship, t->leader);
    int count = heads_in(g, &who.all);
    *encounter_change(g) = (Encounter){ .active = true, .player = f->player, .opponent = (uint8_t)next_player(g, f->player),
                                        .mission = t->mission, .ship = { t->ship }, .group = who.all, .began = (uint8_t)(count < 255 ? count : 255),
                                        .means = (uint8_t)end_read(g, f->player, t->mission) };
    encounter_change(g)->able = meets_mission(g, f->player, t->mission);
    note_members(g, f->player, t);
    if (t->ship) {
        cite_if_ruled(g, RULING_MISSION_ATTEMPT_2019_3);
        cite_if_ruled(g, RULING_MISSION_ATTEMPTS_FROM_OUTPOSTS_1998_3);
        if (!is_staffed(g, t->ship))
            cite_if_ruled(g, RULING_MISSION_ATTEMPTS_FROM_OUTPOSTS_1998_2);
    }
    FOR_SET(id, &who.all)
        if (!matches_mission(g, id, t->mission, f->player))                 /* it assists */
            cite_if_ruled(g, RULING_MISSION_ATTEMPT_2019_2);
    cite_if_ruled(g, RULING_AWAY_TEAM_AND_CREW_2019_1);
    cite_second_team(g, f->player, t->ship ? t->ship : t->mission);
    if (has_kind(printed(g, t->mission), NODE_MUST_ATTEMPT))
        use_note(g, t->mission, 0, PERIOD_TURN);
    log_event(g, LOG_ATTEMPTS, f->player, t->mission, t->ship, count);
}

/* A commandeering attempt: the seed cards beneath the station are met as those of a mission are, and nothing is solved. */
static void begin_commandeering(Game *g, const Frame *f, const Trying *t)
{
    CardSet team = team_of(g, f->player, g->card[t->leader].host, t->leader);
    int count = heads_in(g, &team);
    *encounter_change(g) = (Encounter){ .active = true, .player = f->player, .opponent = (uint8_t)next_player(g, f->player), .mission = t->mission, .group = team,
                                        .began = (uint8_t)(count < 255 ? count : 255) };
    note_members(g, f->player, t);
    cite(g, RULE_FIRST_COMMANDEER_MEETS);
    log_event(g, LOG_ATTEMPTS, f->player, t->mission, NO_CARD, count);
}

/* The moment somebody of the second team can act again, he is in the first one (1e-2019/away-team-and-crew.4); not whom the opponent has taken over. */
static void rejoin(Game *g, const Trying *t)
{
    FOR_SET(id, &g->encounter.members) {
        const Card *c = &g->card[id];
        bool there = (t->ship && c->host == t->ship && c->zone == ZONE_ABOARD) || (c->host == place_beside_ship(g, t) && (c->zone == ZONE_SURFACE || c->zone == ZONE_ABOARD));
        if (!there || c->commander != g->encounter.player || set_has(&g->encounter.group, id) || barred(g, id) & BARS_ATTEMPT || !in_force(g, RULING_AWAY_TEAM_AND_CREW_2019_4))
            continue;
        cite(g, RULING_AWAY_TEAM_AND_CREW_2019_4);
        group_join(g, id);
    }
}

static void end_attempt(Game *g)
{
    *encounter_change(g) = (Encounter){ 0 };
    modifiers_end(g, UNTIL_ATTEMPT_END, NOBODY);
    uses_end(g, PERIOD_ATTEMPT);
}

/* A card with the team turns the order round. */
bool meets_in_reverse(const Game *g, CardId mission)
{
    const Encounter *e = &g->encounter;
    CardId one = set_next(&e->group, 0);
    if (!one)
        return false;
    FOR_HOSTED(g, id, g->card[one].host) {
        const Ability *a = has_kind(printed(g, id), NODE_REVERSES) ? ability_of_kind(g, id, NODE_REVERSES) : NULL;
        Ctx ctx = ctx_of(g, id);
        if (a && g->card[id].commander == e->player && present_with(g, one, id) && text_active(g, id, a) && filter_is(g, &ctx, a->filter, mission))
            return true;
    }
    return false;
}

/* Encounters start with the bottom card, which is the first in the list; artifacts are met last (1E-5.5.5, 17.1 step 3).  Borg who scout one half of
 * a mission that is both put those of the other half behind. */
static CardId next_seed_card(const Game *g, CardId mission)
{
    bool reverse = meets_in_reverse(g, mission);
    CardId last = NO_CARD;
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_BENEATH && !waits_for_solver(g, id) && scouts_meet(g, id)) {
            if (!reverse)
                return id;
            last = id;
        }
    return last;
}

static void put_behind(Game *g, CardId mission, CardId met)
{
    for (CardId id = g->card[mission].top, next; id != met && id != NO_CARD; id = next) {
        next = g->card[id].below;
        if (g->card[id].zone != ZONE_BENEATH || waits_for_solver(g, id))
            continue;
        if (in_force(g, RULING_DUAL_ICON_MISSIONS_1998_3)) {
            card_to_host(g, id, mission, ZONE_BENEATH, PUT_BOTTOM);
            reveal_card(g, id);                                                 /* it was turned up */
            log_event(g, LOG_TO_BACK, g->encounter.player, id, mission, 0);
            cite(g, RULING_DUAL_ICON_MISSIONS_1998_3);
        } else
            card_to_pile(g, id, g->card[id].owner, ZONE_DISCARD, PUT_TOP);      /* before the ruling it was removed */
    }
}

static bool is_second_copy(const Game *g, CardId seed)
{
    return g->card[seed].flags & SECOND_COPY;
}

/* An [AU] card whose owner has no door (1E-8.7); the one of a dilemma side deck is enough for dilemmas. */
bool lacks_door(const Game *g, CardId seed)
{
    int owner = g->card[seed].owner;
    return icon_in(printed(g, seed)->icons, ICON_AU) && !alternate_universe_is_open(g, owner) && !(is_type(g, seed, TYPE_DILEMMA) && has_dilemma_deck(g, owner));
}

/* Neither dilemma nor artifact, or of the wrong kind (1E-5.7.1). */
static bool is_mis_seed(const Game *g, CardId seed, CardId mission)
{
    int kind = seeds_like_dilemma(g, seed) ? KIND_DUAL : printed(g, seed)->kind, place = printed(g, mission)->kind;
    if (is_second_copy(g, seed) || is_out_of_continuum(g, seed) || (is_type(g, mission, TYPE_FACILITY) && why_not_related(g, seed, mission)))
        return true;
    if (lacks_door(g, seed))
        return true;
    if (is_type(g, seed, TYPE_DOORWAY) && has_kind(printed(g, seed), NODE_SEEDS_BENEATH))        /* it seeds like a dilemma, anywhere */
        return false;
    return !is_type(g, seed, TYPE_DILEMMA) || (kind != KIND_DUAL && place != KIND_DUAL && kind != place && !is_type(g, mission, TYPE_FACILITY));
}

/* Of several copies that one player seeded at a mission only the first that comes up counts (1E-5.7.1), but where its owner inserted it (G8.3). */
static void mark_copies(Game *g, CardId seed, CardId mission)
{
    if (has_kind(printed(g, mission), NODE_INSERTED))
        return;
    FOR_HOSTED(g, id, mission)
        if (id != seed && g->card[id].zone == ZONE_BENEATH && g->card[id].def == g->card[seed].def && g->card[id].owner == g->card[seed].owner)
            card_flag(g, id, SECOND_COPY, true);
}

/* Out of play with no effect.  Who seeded it there and meets it cannot solve the mission any more (1E-5.7.2). */
void meet_mis_seed(Game *g, int player, CardId seed, CardId mission)
{
    cite(g, RULE_FIRST_MIS_SEED);
    if (g->card[seed].owner == player)
        card_flag(g, mission, player ? SPOILT_TOO : SPOILT, true);
    card_to_pile(g, seed, g->card[seed].owner, ZONE_REMOVED, PUT_TOP);
}

static bool half_is_gone(const Game *g)
{
    int crew = 0;
    FOR_SET(id, &g->encounter.group)
        crew += g->card[id].zone == ZONE_ABOARD;
    return crew == 0 || crew == set_count(&g->encounter.group);
}

/* 1E-17.10: a card said so, or nobody is left; at a mission that is both, nobody of one half (17.17).  Until November 2019 an attempt ended too when
 * the last member who matched the mission had left it (17.6). */
static bool attempt_is_over(Game *g, int player, const Trying *t)
{
    const Encounter *e = &g->encounter;
    if (g->over || e->ended || set_empty(&e->group) || (!e->scouting && g->card[t->mission].flags & COMPLETE))
        return true;
    if (t->ship && (!card_in_play(g, t->ship) || location_of(g, t->ship) != t->mission))
        return true;
    if (is_for_station(g, t))
        return !card_in_play(g, t->mission);
    if (e->scouting && e->scouting != KIND_DUAL)
        return false;
    if (printed(g, t->mission)->kind == KIND_DUAL && half_is_gone(g)) {
        cite(g, RULE_FIRST_HALF_GONE);
        return true;
    }
    if (e->scouting || somebody_matches(g, &e->group, t->mission, player))
        return false;
    cite(g, in_force(g, RULING_MISSION_ATTEMPT_2019_2) ? (Citation)RULING_MISSION_ATTEMPT_2019_2 : (Citation)RULE_FIRST_LAST_MATCH);
    return !in_force(g, RULING_MISSION_ATTEMPT_2019_2);
}

/* In 1998 interrupts and doorways were played between seed cards, and nothing else was done there (1E-17.12): who attempts is asked first, then in
 * turns until both pass in succession. */
Flow first_between_cards(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    for (t->section = f->player, t->points = 0; t->points < 2 && !g->over; t->section = (uint8_t)next_player(g, t->section)) {
        t->met = false;
        if (has_any_time_action(g, t->section)) {
            cite(g, RULING_DILEMMAS_PLAYING_CARDS_BETWEEN_1998);
            CALL(first_right_to_act, t->section, (Do){ 0 });
            t->met = g->result != 0;
        }
        t->points = (int16_t)(t->met ? 0 : t->points + 1);
    }
    RETURN(0);

    PROC_END;
}

/* "The mission attempt ends." */
Flow first_end_attempt(Game *g, Frame *f)
{
    (void)f;
    encounter_change(g)->ended = g->encounter.active;
    RETURN(1);
}

/* ---- facing a seed card without an attempt: Nebula ---- */

/* It is noted, and happens as soon as nobody attempts or battles anything. */
Flow first_face_next(Game *g, Frame *f)
{
    LOCALS(Do, d);
    Ctx ctx = ctx_in(g, f);
    CardId mission = location_of(g, ctx.self);
    if (!mission)
        RETURN(0);
    card_flag(g, mission, one_player(g, &ctx, node_child(g->world->cat, d->node, 0)) ? MUST_FACE_TOO : MUST_FACE, true);
    g->unsettled = true;
    RETURN(1);
}

static CardId next_to_be_faced(const Game *g)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line])
            if (g->card[mission].flags & (MUST_FACE | MUST_FACE_TOO))
                return mission;
    return NO_CARD;
}

bool somebody_must_face(const Game *g)
{
    return next_to_be_faced(g) != NO_CARD;
}

static CardSet crewed_ships_at(const Game *g, int player, CardId mission)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, ship, mission)
        if (g->card[ship].zone == ZONE_ORBIT && is_type(g, ship, TYPE_SHIP) && g->card[ship].commander == player) {
            CardSet crew = team_at(g, player, ship);
            if (!set_empty(&crew))
                set_add(&out, ship);
        }
    return out;
}

static void begin_facing(Game *g, int player, const Trying *t)
{
    CardSet crew = team_at(g, player, t->ship);
    *encounter_change(g) = (Encounter){ .active = true, .player = (uint8_t)player, .opponent = (uint8_t)next_player(g, player), .mission = t->mission,
                                        .ship = { t->ship }, .group = crew, .members = crew, .began = (uint8_t)heads_in(g, &crew), .means = (uint8_t)end_read(g, player, t->mission) };
    cite(g, RULE_FIRST_FACED);
}

/* The crew of a ship there, of its player's choice, meets the bottom seed card as in an attempt, and no more than that. */
Flow first_face_due(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    while (!g->over && !g->encounter.active && !g->battle.active && (t->mission = next_to_be_faced(g)) != NO_CARD) {
        t->section = !(g->card[t->mission].flags & MUST_FACE);                          /* which player */
        card_flag(g, t->mission, t->section ? MUST_FACE_TOO : MUST_FACE, false);
        CALL_ON(choose_cards, t->section, crewed_ships_at(g, t->section, t->mission), (Choose){ .least = 1, .most = 1, .about = NODE_FACE_NEXT, .asker = t->mission });
        t->ship = set_next(&g->picked, 0);
        t->seed = t->ship ? next_seed_card(g, t->mission) : NO_CARD;
        if (t->seed == NO_CARD)
            continue;
        begin_facing(g, t->section, t);
        mark_copies(g, t->seed, t->mission);
        if (is_q_flash(g, t->seed) && !is_second_copy(g, t->seed))
            CALL(first_q_flash, t->section, (Trying){ .mission = t->mission, .ship = t->ship, .leader = t->seed });
        else if (is_mis_seed(g, t->seed, t->mission))
            meet_mis_seed(g, t->section, t->seed, t->mission);
        else
            CALL(first_encounter, t->section, (Trying){ .mission = t->mission, .ship = t->ship, .seed = t->seed });
        end_attempt(g);
    }
    RETURN(0);

    PROC_END;
}

Flow first_attempt(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    if (t->objective)
        begin_scouting(g, f, t);
    else if (is_for_station(g, t))
        begin_commandeering(g, f, t);
    else
        begin_attempt(g, f, t);                                                         /* 1 */
    card_flag(g, t->mission, EXAMINED, true);
    if (some_infiltrator(g)) {                                                          /* its owner says whether it takes part (1E-A8.4) */
        CALL_ON(choose_cards, next_player(g, f->player), infiltrators_among(g, f->player, t->ship ? t->ship : place_beside_ship(g, t)),
                (Choose){ .most = 99, .about = NODE_JOIN_ATTEMPT });
        FOR_SET(id, &g->picked)
            group_join(g, id);
    }
    if (!t->objective && !is_for_station(g, t))
        RESPOND(f->player, g->encounter.group, (Window){ .event = EVENT_ATTEMPT_BEGINS, .actor = f->player, .cause = t->mission });
    while (!attempt_is_over(g, f->player, t) && (t->seed = next_seed_card(g, t->mission)) != NO_CARD) {   /* 2 */
        if (g->encounter.scouting)
            put_behind(g, t->mission, t->seed);
        mark_copies(g, t->seed, t->mission);                                            /* 3 */
        if (is_q_flash(g, t->seed) && !is_second_copy(g, t->seed))
            CALL(first_q_flash, f->player, (Trying){ .mission = t->mission, .ship = t->ship, .leader = t->seed });
        else if (is_mis_seed(g, t->seed, t->mission))
            meet_mis_seed(g, f->player, t->seed, t->mission);
        else
            CALL(first_encounter, f->player, (Trying){ .mission = t->mission, .ship = t->ship, .seed = t->seed });      /* 4, 5 */
        if (in_force(g, RULING_DILEMMAS_PLAYING_CARDS_BETWEEN_1998) && !attempt_is_over(g, f->player, t) && next_seed_card(g, t->mission))
            CALL(first_between_cards, f->player, (Trying){ 0 });
        rejoin(g, t);
    }
    if (t->objective) {                                                                 /* there is nothing to solve (1E-A1.17) */
        end_attempt(g);
        note_scouting(g, t->objective, false);
        RETURN(1);
    }
    if (is_for_station(g, t)) {
        t->met = !attempt_is_over(g, f->player, t);
        if (!t->met)
            log_event(g, LOG_FAILS, f->player, t->mission, NO_CARD, 0);
        end_attempt(g);
        RETURN(t->met);
    }
    if (!attempt_is_over(g, f->player, t)) {                                            /* 6 */
        meet_own_mis_seeds(g, f->player, t->mission);
        CALL(first_solve, f->player, (Trying){ .mission = t->mission, .ship = t->ship });
        t->met = g->result != 0;
    }
    if (!t->met)
        log_event(g, LOG_FAILS, f->player, t->mission, NO_CARD, 0);
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_ATTEMPT_ENDS, .actor = f->player });
    end_attempt(g);
    RETURN(t->met);

    PROC_END;
}
