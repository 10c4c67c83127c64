/* Who is asked for a response to an action, and in which order: 1E-7.11. */
#include "spaceline.h"
#include "first/first.h"

/* A text that is used beside the window, or a hidden agenda that is turned up in it. */
static bool is_used_beside(const Game *g, Option o)
{
    return g->card[o.card].zone == ZONE_AGENDA || ability_of(g, o.card, o.number)->event == EVENT_ANY_MOMENT;
}

static bool has_something_beside(const Game *g)
{
    return g->listeners[EVENT_ANY_MOMENT] || g->listeners_in_hand[EVENT_ANY_MOMENT] || g->pile[0][ZONE_AGENDA].count || g->pile[1][ZONE_AGENDA].count;
}

/* What must respond comes first, the active player's choice of order; then the opponent of the acting player, and in turns until both pass in
 * succession.  Result: 0 it happens no more, RESPONDED it does and somebody has used a text, else 1; g->picked: to whom,
 * as RESPOND has left it where nobody is asked. */
Flow first_respond(Game *g, Frame *f)
{
    LOCALS(Window, w);
    PROC_BEGIN;

    if (event_in(&g->noted, w->event))
        window_note(g, f);
    window_find_listeners(g, f);
    if (window_is_idle(g, f) && !has_something_beside(g))
        RETURN(1);
    for (w->asking = !w->optional_only && window_may_force(g, f) ? 0 : g->players; w->asking < g->players && !window_lapsed(g, f); w->asking++)
        for (;;) {
            decision_open(g, SL_DECIDE_MANDATORY, (g->active + w->asking) % g->players, w->event, w->cause);
            window_collect(g, f, g->decision.player, MANDATORY);
            if (g->decision.count == 0 || window_lapsed(g, f) || window_is_endless(g))
                break;
            ASK_UNLESS_ONE();
            window_push_response(g, f, g->decision.player);
            PAUSE(FLOW_CALL);
            window_find_listeners(g, f);
        }
    w->asking = (uint8_t)next_player(g, w->actor);
    for (w->passes = 0; w->passes < g->players && !w->mandatory_only && !window_lapsed(g, f) && !window_is_endless(g);) {
        decision_open(g, SL_DECIDE_RESPONSE, w->asking, w->event, w->cause);
        window_collect(g, f, w->asking, OPTIONAL);
        offer_suspensions(g, w->asking);
        offer_agendas(g, w->asking, w->event);
        if (g->decision.count == 0
            && !(g->world->windows && (g->pile[w->asking][ZONE_AGENDA].count || window_might_respond(g, f, w->asking)))) {
            w->passes++;
        } else {
            decision_add(g, (Option){ .verb = SL_PASS });
            ASK();
            if (answered(g).verb == SL_PASS) {
                w->passes++;
            } else {
                if (is_used_beside(g, answered(g)))
                    push_use(g, w->asking, answered(g));
                else
                    window_push_response(g, f, w->asking);
                PAUSE(FLOW_CALL);
                window_find_listeners(g, f);
                w->passes = 0;
                for (;;) {                      /* what was turned up may have to respond now (1E-7.17) */
                    decision_open(g, SL_DECIDE_MANDATORY, w->asking, w->event, w->cause);
                    window_collect(g, f, w->asking, MANDATORY);
                    if (g->decision.count == 0 || window_lapsed(g, f) || window_is_endless(g))
                        break;
                    ASK_UNLESS_ONE();
                    window_push_response(g, f, w->asking);
                    PAUSE(FLOW_CALL);
                    window_find_listeners(g, f);
                }
            }
        }
        w->asking = (uint8_t)next_player(g, w->asking);
    }
    g->picked = *cards_of(g, f);
    if (w->used)
        responses_end(g, (int)(f - g->frame));
    RETURN(w->prevented ? 0 : w->used ? RESPONDED : 1);

    PROC_END;
}
