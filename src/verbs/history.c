/* What has happened in this turn, or in the last turn of a player: how often, and to which cards (kernel/past.c keeps it). */
#include "verbs/eval.h"

/* Whether what has happened is what the pattern says.  Its subjects are spoken of as they were, if they have left play by it. */
static bool is_such(const Game *g, const Ctx *ctx, NodeId pattern, int at)
{
    const Catalogue *cat = g->world->cat;
    const Past *past = &g->past[at];
    NodeId first = node_child(cat, pattern, 0), second = node_child(cat, pattern, 1);
    const char *signature = event_info[past->event].signature;
    if (past->event != cat->node[pattern].value)
        return false;
    Ctx then = *ctx;
    then.past = (uint8_t)(at + 1);
    then.gone = then.even_stopped = true;
    if (signature[0] == 'P')
        return players_of(g, ctx, first) >> past->actor & 1 && (second ? past->subject && filter_is(g, &then, second, past->subject) : !past->subject);
    if (!filter_is(g, &then, first, past->subject))
        return false;
    if (past->event == EVENT_USED_SKILL)
        return event_names_skill(cat, pattern, past->skill);
    if (past->event == EVENT_COMPLETED)         /* by you; with whom is not kept */
        return past->actor == ctx->you;
    return !second || (past->cause && filter_is(g, ctx, second, past->cause));
}

static int times(const Game *g, const Ctx *ctx, NodeId pattern, bool last, uint8_t of)
{
    int n = 0;
    for (int i = 0; i < g->past_count; i++)
        if (g->past[i].last == last && of >> g->past[i].turn_of & 1 && is_such(g, ctx, pattern, i))
            n += g->past[i].times;
    return n;
}

int times_happened(const Game *g, const Ctx *ctx, NodeId event)
{
    return times(g, ctx, event, false, UINT8_MAX);
}

int times_happened_in_last_turn(const Game *g, const Ctx *ctx, uint8_t of, NodeId event)
{
    return times(g, ctx, event, true, of);
}

bool has_befallen(const Game *g, const Ctx *ctx, NodeId event, CardId card)
{
    for (int i = 0; i < g->past_count; i++)
        if (!g->past[i].last && g->past[i].subject == card && is_such(g, ctx, event, i))
            return true;
    return false;
}
