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

/* 1E-17.1 to 17.3.  ship: whose crew attempts a space mission; NO_CARD: the Away Team on the planet. */
Citation why_not_attempt_now(const Game *g, int player, CardId mission, CardId ship)
{
    const MissionEnd *end = mission_end(g, mission, player);
    if (g->card[mission].flags & COMPLETE)
        return RULE_FIRST_SOLVED;
    if (end->none || !end->requirement)
        return RULE_FIRST_NOT_ATTEMPTABLE;
    if (ship && g->card[ship].zone != ZONE_ORBIT)
        return is_landed(g, ship) ? RULE_FIRST_LANDED : is_carried(g, ship) ? RULE_FIRST_CARRIED : RULE_FIRST_ATTEMPT_DOCKED;
    if (ship && is_hidden(g, ship))
        return RULE_FIRST_CLOAKED;
    if (ship && is_stopped(g, ship))
        return RULE_FIRST_SHIP_STOPPED;
    CardSet team = team_at(g, player, ship ? ship : mission);
    if (set_empty(&team))
        return RULE_FIRST_NOBODY;
    if (ship && !somebody_matches_ship(g, &team, ship))
        return RULE_FIRST_MATCH_SHIP;
    if (ship)
        FOR_SET(id, &team)
            if (why_cannot(g, id, ACT_ATTEMPT, NO_CARD, NULL))
                return RULE_CANNOT_TEXT;
    return somebody_matches(g, &team, mission, player) ? CITE_NONE : RULE_FIRST_MATCH_MISSION;
}

static void offer_with_ships(Game *g, int player, CardId mission)
{
    bool any = false;
    FOR_SET(ship, &g->commanded[player])
        if (is_type(g, ship, TYPE_SHIP) && location_of(g, ship) == mission) {
            offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = ship }, why_not_attempt_now(g, player, mission, ship), NO_CARD);
            any = true;
        }
    if (!any)
        offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, RULE_FIRST_NO_SHIP, NO_CARD);
}

/* Mostly a mission is solved, or nobody is there. */
static bool hopeless_attempt(const Game *g, int player, CardId mission)
{
    const Crew *crew = crew_at(g, mission);
    if (g->card[mission].flags & COMPLETE)
        return true;
    return !((printed(g, mission)->kind == KIND_PLANET ? crew->able : crew->orbit) >> player & 1);
}

void offer_attempts_at(Game *g, int player)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line]) {
            if (!is_type(g, mission, TYPE_MISSION))
                continue;
            UNLESS_HOPELESS(g, hopeless_attempt(g, player, mission)) {
                if (printed(g, mission)->kind == KIND_PLANET)
                    offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, why_not_attempt_now(g, player, mission, NO_CARD), NO_CARD);
                else if (printed(g, mission)->kind == KIND_SPACE)
                    offer_with_ships(g, player, mission);
            }
        }
}

NodeId first_requirement(const Game *g, CardId mission, int means)
{
    return g->world->cat->mission[printed(g, mission)->mission].end[means].requirement;
}

/* ---- the procedure ---- */

static void begin_attempt(Game *g, const Frame *f, const Trying *t)
{
    CardSet team = team_at(g, f->player, t->ship ? t->ship : t->mission);
    *encounter_change(g) = (Encounter){ .active = true, .player = f->player, .opponent = (uint8_t)next_player(g, f->player),
                                        .mission = t->mission, .ship = { t->ship }, .group = team,
                                        .means = f->player == g->card[t->mission].owner ? NEAR_END : FAR_END };
    g->attempt_stamp++;
    g->tried = g->turn;
    log_event(g, LOG_ATTEMPTS, f->player, t->mission, t->ship, set_count(&team));
}

static void end_attempt(Game *g)
{
    *encounter_change(g) = (Encounter){ 0 };
    modifiers_end(g, UNTIL_ATTEMPT_END, NOBODY);
    uses_end(g, PERIOD_ATTEMPT);
}

/* Encounters start with the bottom card, which is the first in the list; artifacts are met last (1E-5.5.5, 17.1 step 3). */
static CardId next_seed_card(const Game *g, CardId mission)
{
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_BENEATH && !is_type(g, id, TYPE_ARTIFACT))
            return id;
    return NO_CARD;
}

/* Neither dilemma nor artifact, or of the wrong kind (1E-5.7.1). */
static bool is_mis_seed(const Game *g, CardId seed, CardId mission)
{
    int kind = printed(g, seed)->kind, place = printed(g, mission)->kind;
    return !is_type(g, seed, TYPE_DILEMMA) || (kind != KIND_DUAL && place != KIND_DUAL && kind != place);
}

Flow first_attempt(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    begin_attempt(g, f, t);                                                             /* 1 */
    RESPOND(f->player, g->encounter.group, (Window){ .event = EVENT_ATTEMPT_BEGINS, .actor = f->player, .cause = t->mission });
    while (!g->encounter.ended && !set_empty(&g->encounter.group) && (t->seed = next_seed_card(g, t->mission)) != NO_CARD) {   /* 2 */
        reveal_card(g, t->seed);                                                        /* 3 */
        if (is_mis_seed(g, t->seed, t->mission)) {
            cite(g, RULE_FIRST_MIS_SEED);
            card_to_pile(g, t->seed, g->card[t->seed].owner, ZONE_REMOVED, PUT_TOP);
            continue;
        }
        CALL(first_encounter, f->player, (Trying){ .mission = t->mission, .ship = t->ship, .seed = t->seed });      /* 4, 5 */
    }
    t->met = false;
    if (!g->encounter.ended && !set_empty(&g->encounter.group)) {                           /* 6 */
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
