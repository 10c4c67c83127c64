/* Actions and who may start one: chapter 7 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* Whether the player has something that can be started at any time: mostly nobody has. */
bool has_any_time_action(const Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
        if (type_in(PLAYED_ANY_TIME, printed(g, id)->type))
            return true;
    return g->world->windows && g->pile[player][ZONE_HAND].count;       /* for all that the others know */
}

/* After a completed action of the active player, the other one may start one that is legal at any time, or pass the right back (1E-7.3, 7.4). */
Flow first_right_to_act(Game *g, Frame *f)
{
    PROC_BEGIN;

    decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_ANY_TIME, NO_CARD);
    offer_plays(g, f->player);
    if (g->decision.count == 0 && !g->world->windows)
        RETURN(0);
    decision_add(g, (Option){ .verb = SL_PASS });
    ASK();
    if (answered(g).verb == SL_PASS)
        RETURN(0);
    CALL(first_play_card, f->player, PLAYING_OF(answered(g)));
    SETTLE();
    RETURN(1);

    PROC_END;
}

/* ---- countdowns: 1E-6.12 ---- */

void countdown_begin(Game *g, CardId id)
{
    if (printed(g, id)->countdown)
        card_name(g, id, NAMED_COUNTDOWN, printed(g, id)->countdown);
}

int countdown_of(const Game *g, CardId id)
{
    return g->card[id].named_kind == NAMED_COUNTDOWN ? g->card[id].named : 0;
}

/* At the end of every turn of who played or seeded it, the turn in which it came included; at 0 it expires and is discarded. */
void count_down(Game *g, int player)
{
    CardSet counting = { 0 };
    FOR_SET(id, &g->in_play)
        if (g->card[id].named_kind == NAMED_COUNTDOWN && g->card[id].owner == player)
            set_add(&counting, id);
    FOR_SET(id, &counting) {
        card_name(g, id, NAMED_COUNTDOWN, g->card[id].named - 1);
        if (g->card[id].named > 0)
            continue;
        log_event(g, LOG_EXPIRES, player, id, NO_CARD, 0);
        cite(g, RULE_FIRST_COUNTDOWN);
        leave_play(g, id, discard_zone(g, id));
    }
}
