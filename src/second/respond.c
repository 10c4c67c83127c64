/* Who is asked for a response to an event, and in which order: 2E-18.10, 18.11 and 18.24. */
#include "spaceline.h"
#include "second/second.h"

static bool are_several_players(const Game *g, const Decision *d)
{
    for (int i = 1; i < d->count; i++)
        if (g->card[option_at(g, i).card].commander != g->card[option_at(g, 0).card].commander)
            return true;
    return false;
}

/* Where texts of several players would put something else in its place, the commander of the affected card chooses one (2E-18.24). */
static bool offer_replacing(Game *g, Frame *f, const Window *w)
{
    if (event_info[w->event].signature[0] != 'F' || set_count(more_of(g, f)) < 2 || set_empty(cards_of(g, f)))
        return false;
    decision_open(g, SL_DECIDE_MANDATORY, g->card[set_next(cards_of(g, f), 0)].commander, w->event, w->cause);
    for (int i = 0; i < g->players; i++)
        window_collect(g, f, (g->active + i) % g->players, REPLACING);
    return are_several_players(g, &g->decision);
}

/* Forced responses first, the active player's before the others'; then optional ones, round the table until all pass in
 * succession (2E-18.10, 18.11).  Result: 0 it happens no more, RESPONDED it does and somebody has used a text, else 1; g->picked: to whom,
 * as RESPOND has left it where nobody is asked. */
Flow second_respond(Game *g, Frame *f)
{
    LOCALS(Window, w);
    PROC_BEGIN;

    if (event_in(&g->noted, w->event))
        window_note(g, f);
    if (window_is_endless(g)) {
        cite(g, RULE_LOOP_CUT);
        RETURN(1);
    }
    window_find_listeners(g, f);
    if (window_is_idle(g, f))
        RETURN(1);
    if (w->layer == 0 && !w->optional_only && window_may_force(g, f)) {
        if (offer_replacing(g, f, w)) {
            ASK();
            window_push_response(g, f, g->card[answered(g).card].commander);
            PAUSE(FLOW_CALL);
            window_find_listeners(g, f);
        }
        for (w->asking = 0; w->asking < g->players && !window_lapsed(g, f); w->asking++) {
            for (;;) {
                decision_open(g, SL_DECIDE_MANDATORY, (g->active + w->asking) % g->players, w->event, w->cause);
                window_collect(g, f, g->decision.player, MANDATORY);
                if (g->decision.count == 0 || window_lapsed(g, f))
                    break;
                ASK_UNLESS_ONE();
                window_push_response(g, f, g->decision.player);
                PAUSE(FLOW_CALL);
                window_find_listeners(g, f);
            }
        }
    }
    w->layer = 1;
    w->asking = w->opponents_first ? (uint8_t)next_player(g, g->active) : g->active;
    for (w->passes = 0; w->passes < g->players && !w->mandatory_only && !window_lapsed(g, f);) {
        decision_open(g, SL_DECIDE_RESPONSE, w->asking, w->event, w->cause);
        window_collect(g, f, w->asking, OPTIONAL);
        if (g->decision.count == 0 && !(g->world->windows && window_might_respond(g, f, w->asking))) {
            w->passes++;
        } else {
            if (w->asking != g->active && g->decision.count)
                g->loop.responses = 1;
            decision_add(g, (Option){ .verb = SL_PASS });
            ASK();
            if (answered(g).verb == SL_PASS) {
                w->passes++;
            } else {
                w->passes = 0;
                window_push_response(g, f, w->asking);
                PAUSE(FLOW_CALL);
                window_find_listeners(g, f);
            }
        }
        w->asking = (uint8_t)((w->asking + 1) % g->players);
    }
    if (window_lapsed(g, f))
        FOR_REASONS(g)
            responses_refuse(g, w->event, RULE_LAPSED);
    g->picked = *cards_of(g, f);
    if (w->used)
        responses_end(g, (int)(f - g->frame));
    RETURN(w->prevented ? 0 : w->used ? RESPONDED : 1);

    PROC_END;
}
