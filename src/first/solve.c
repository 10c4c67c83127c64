/* Solving missions and points: chapter 19 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* The requirements are met by the team that is left, and one of it matches the mission (1E-17.6, 19.1, 19.2). */
static bool may_solve(Game *g, int player, CardId mission)
{
    Ctx ctx = ctx_of(g, mission);
    Team team = attempt_team(g);
    team.more = modified_by(g, mission, NODE_MOD_REQ_ATTR);
    if (!team_meets(g, &ctx, mission_end(g, mission, player)->requirement, &team))
        return false;
    FOR_SET(id, &g->encounter.group)
        if (matches_mission(g, id, mission, player))
            return true;
    cite(g, RULE_FIRST_MATCH_MISSION);
    return false;
}

/* Artifacts under the mission belong to who solves it: they join the team (1E-19.5). */
static void acquire_artifacts(Game *g, int player, const Trying *t)
{
    CardId id = g->card[t->mission].top;
    while (id != NO_CARD) {
        CardId next = g->card[id].below;
        if (g->card[id].zone == ZONE_BENEATH && is_type(g, id, TYPE_ARTIFACT)) {
            if (t->ship)
                card_to_host(g, id, t->ship, ZONE_ABOARD, PUT_BOTTOM);
            else
                card_to_host(g, id, t->mission, ZONE_SURFACE, PUT_BOTTOM);
            card_command(g, id, player);
        }
        id = next;
    }
}

/* At once and compulsorily; the team is not stopped (1E-19.1, 19.3, 19.4). */
Flow first_solve(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    if (!may_solve(g, f->player, t->mission))
        RETURN(0);
    t->points = (int16_t)mission_points(g, t->mission, f->player);
    card_flag(g, t->mission, COMPLETE, true);
    g->progress = g->turn;
    log_event(g, LOG_SOLVES, f->player, t->mission, NO_CARD, t->points);
    acquire_artifacts(g, f->player, t);
    CALL(score_points, f->player, (Scoring){ .points = t->points });
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_COMPLETED, .actor = f->player });
    RETURN(1);

    PROC_END;
}
