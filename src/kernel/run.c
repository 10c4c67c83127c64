/* The scheduler, and decisions. */
#include "kernel/proc.h"

#include <stdlib.h>

Frame *frame_new(Game *g, int proc, int player)
{
    if (g->depth == MAX_FRAMES) {
        game_overflow(g);
        return &g->frame[MAX_FRAMES];
    }
    Frame *f = &g->frame[g->depth];
    uint8_t scope = g->depth ? f[-1].scope : 0;
    f->proc = (uint16_t)proc;
    f->step = 0;
    f->player = (uint8_t)player;
    f->scope = scope;
    f->cards = f->more = 0;
    memset(f->locals, 0, sizeof f->locals);
    if (++g->depth > g->mark_frames)
        g->mark_frames = g->depth;
    return f;
}

void frames_drop(Game *g)
{
    g->depth = g->scope_count = 0;
    g->sets_taken = 0;
}

static void frame_pop(Game *g)
{
    Frame *f = &g->frame[--g->depth];
    set_give_back(g, &f->cards);
    set_give_back(g, &f->more);
}

Flow frame_lost(Game *g, Frame *f)
{
    fprintf(stderr, "spaceline: procedure %d has no step %d (turn %u)\n", f->proc, f->step, g->turn);
    abort();
}

/* More steps without an answer than any rules ask for: a text that gets there would not come to an end. */
enum { STEPS_MOST = 1000000 };

static void end_for_want_of_work(Game *g)
{
    log_event(g, LOG_SPENT, NOBODY, NO_CARD, NO_CARD, 0);
    game_overflow(g);
}

void game_run(Game *g)
{
    for (int steps = 0; g->depth > 0 && !g->over; steps++) {
        if (steps == STEPS_MOST || !game_affords(g, 1)) {
            end_for_want_of_work(g);
            break;
        }
        Frame *f = &g->frame[g->depth - 1];
        switch (proc_run[f->proc](g, f)) {
        case FLOW_ASK:
            if (g->decision.count > g->mark_options)
                g->mark_options = g->decision.count;
            return;
        case FLOW_CALL: break;                  /* a callee lies on top now */
        case FLOW_DONE:
            if (g->depth > 0)                   /* a game that ended has no frames left */
                frame_pop(g);
            break;
        }
    }
    g->depth = 0;
    g->decision.count = 0;
}

void game_answer(Game *g, int option)
{
    assert(option >= 0 && option < g->decision.count);
    g->decision.answer = (uint16_t)option;
    trace_answered(g);
    game_run(g);
#ifdef SPACELINE_CHECK
    char why[120];
    if (!game_ok(g, why, sizeof why)) {
        fprintf(stderr, "spaceline: broken state: %s\n", why);
        abort();
    }
#endif
}

#ifdef SPACELINE_CHECK
void hope_checked(const Game *g, const Hope *hope)
{
    if (hope->hopeless && g->decision.count > hope->before) {
        const Option *o = &g->decision.option[hope->before];
        fprintf(stderr, "spaceline: hopeless, and yet offered: verb %d, card %d, target %d (turn %u)\n", o->verb, o->card, o->target, g->turn);
        abort();
    }
}
#endif

void decision_open(Game *g, int kind, int player, int about, CardId card)
{
    Decision *d = &g->decision;
    d->kind = (uint8_t)kind;
    d->player = (uint8_t)player;
    d->about = (uint16_t)about;
    d->card = card;
    d->count = 0;
    d->least = d->most = d->chosen_count = 0;
    d->may_end = false;
}
