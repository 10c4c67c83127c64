/* The scheduler, and decisions. */
#include "kernel/proc.h"

#include <stdlib.h>

Frame *frame_beyond(Game *g)
{
    game_overflow(g, CAPACITY_FRAMES);
    return &g->frame[MAX_FRAMES];
}

void frames_drop(Game *g)
{
    g->depth = g->scope_count = 0;
    g->sets_taken = 0;
}

/* The frame on top goes, and gives its sets back; the empty set, number 0, is never taken. */
static void frame_pop(Game *g, const Frame *f)
{
    g->depth--;
    g->sets_taken &= ~((uint64_t)1 << f->cards | (uint64_t)1 << f->more);
}

Flow frame_lost(Game *g, Frame *f)
{
    fprintf(stderr, "spaceline: procedure %d has no step %d (turn %u): that game ends\n", f->proc, f->step, g->turn);
    game_overflow(g, CAPACITY_FAULT);
    return FLOW_DONE;
}

/* More steps without an answer than any rules ask for: a text that gets there would not come to an end. */
enum { STEPS_MOST = 1000000 };

/* ---- a series of answers that is repeated ---- */

static PackedOption *series_answer(Game *g, unsigned number)
{
    return &g->loop.series.answer[number % countof(g->loop.series.answer)];
}

static void series_note(Game *g, PackedOption answer)
{
    if (g->segment == SEGMENT_ORDERS && !g->loop.series.left)
        *series_answer(g, g->loop.series.count++) = answer;
}

void series_repeat(Game *g, int times)
{
    Series *s = &g->loop.series;
    s->from = (uint16_t)(s->count - 2 - s->length);         /* the last two have declared the loop and said how often */
    s->at = 0;
    s->left = (uint8_t)times;
}

/* The option that the series answers with now; -1: none is repeated, or it cannot go on. */
static int series_option(Game *g)
{
    Series *s = &g->loop.series;
    if (!s->left)
        return -1;
    const PackedOption *want = series_answer(g, (unsigned)s->from + s->at);
    for (int i = 0; i < g->decision.count; i++) {
        const PackedOption *o = &g->decision.option[i];
        if (o->what == want->what && o->target == want->target && o->number == want->number) {
            if (++s->at == s->length) {
                s->at = 0;
                s->left--;
            }
            return i;
        }
    }
    s->left = 0;
    return -1;
}

void game_run(Game *g)
{
    trace_before(g);
    for (int steps = 0; g->depth > 0 && !g->over; steps++) {
        if (steps == STEPS_MOST || !game_affords(g, 1)) {
            game_overflow(g, CAPACITY_WORK);
            break;
        }
        Frame *f = &g->frame[g->depth - 1];
        int repeated;
        Proc *proc = proc_run[f->proc];
        switch (proc ? proc(g, f) : frame_lost(g, f)) {
        case FLOW_ASK:
            note_mark(g, CAPACITY_OPTIONS, g->decision.count);
            if (g->cache.full) {
                game_overflow(g, (Capacity)g->cache.full);
                break;
            }
            repeated = series_option(g);
            if (repeated < 0)
                return;
            g->decision.answer = (uint16_t)repeated;
            trace_answered(g);
            break;
        case FLOW_CALL: break;                  /* a callee lies on top now */
        case FLOW_DONE:
            if (g->depth > 0)                   /* a game that ended has no frames left */
                frame_pop(g, f);
            break;
        }
    }
    g->depth = 0;
    g->decision.count = 0;
}

void game_answer(Game *g, int option)
{
    g->decision.answer = (uint16_t)option;
    series_note(g, g->decision.option[option]);
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
        Option o = option_at(g, hope->before);
        fprintf(stderr, "spaceline: hopeless, and yet offered: verb %d, card %d (%s), target %d, number %d (turn %u)\n", o.verb, o.card, printed(g, o.card)->name, o.target,
                o.number, g->turn);
        abort();
    }
}
#endif

void options_add(Game *g, const KeptOptions *kept)
{
    Decision *d = &g->decision;
    if (d->count + kept->count > MAX_OPTIONS) {
        game_overflow(g, CAPACITY_OPTIONS);
        return;
    }
    memcpy(&d->option[d->count], &g->cache.kept.option[kept->first], kept->count * sizeof d->option[0]);
    d->count = (uint16_t)(d->count + kept->count);
}

#ifdef SPACELINE_CHECK
static bool are_those_kept(const Game *g, const KeptOptions *kept, const PackedOption *found, int count)
{
    return kept->count == count && memcmp(&g->cache.kept.option[kept->first], found, (size_t)count * sizeof *found) == 0;
}
#endif

/* Room for so many options: where they were before, if they fit. */
static bool take_room(KeptLists *lists, KeptOptions *kept, int count)
{
    if (count <= kept->room)
        return true;
    int room = (count + 3) & ~3;                /* a few more may come */
    if (room > UINT8_MAX)
        return false;
    if (lists->count + room > MAX_KEPT) {
        memset(lists->at, 0, sizeof lists->at);
        lists->count = 0;
    }
    kept->first = lists->count;
    kept->room = (uint8_t)room;
    lists->count = (uint16_t)(lists->count + room);
    return true;
}

void options_keep(const Game *g, KeptOptions *kept, CardId place, uint64_t stamp, int before)
{
    const PackedOption *found = &g->decision.option[before];
    int count = g->decision.count - before;
#ifdef SPACELINE_CHECK
    if (kept->stamp == stamp && kept->place == place && !are_those_kept(g, kept, found, count)) {
        fprintf(stderr, "spaceline: other options than those kept for card %d (turn %u)\n", place, g->turn);
        abort();
    }
#endif
    KeptLists *lists = &cache_of(g)->kept;
    if (!take_room(lists, kept, count))
        return;
    kept->stamp = stamp;
    kept->place = place;
    kept->count = (uint8_t)count;
    memcpy(&lists->option[kept->first], found, (size_t)count * sizeof *found);
}
