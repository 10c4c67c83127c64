/* Procedures: rules that can wait for a player.
 *
 * A procedure suspends at CALL and ASK and reads as if it did not.  Its position and its locals lie in its frame.  A plain C local
 * does not survive CALL or ASK; g->result and g->picked are good on the next line only; no CALL inside a nested switch.
 *
 * The procedures of a folder stand in its procs.def, and only that folder and those to its right know their names: a call to the
 * right does not compile.  Where shared code needs a procedure of the edition, it runs a slot of `Edition` (CALL_EDITION). */
#ifndef SPACELINE_PROC_H
#define SPACELINE_PROC_H

#include "kernel/edition.h"
#include "kernel/trace.h"

/* Where the numbers of each folder's procedures begin; engine/editions.c checks that none reaches into the next. */
enum { PROC_NONE, PROCS_OF_VERBS = 1, PROCS_OF_SECOND = 128, PROCS_OF_FIRST = 256, PROC_COUNT = 512 };

typedef Flow Proc(Game *, Frame *);

extern Proc *const proc_run[PROC_COUNT];                  /* by number; engine/editions.c */

#define PROC_BEGIN   enum { begun_at = __COUNTER__ }; switch (f->step) { case 0:;
#define PROC_END     g->result = 0; return FLOW_DONE; } return frame_lost(g, f)
#define PAUSE(flow)  do { enum { here = __COUNTER__ - begun_at };              \
                          f->step = here; return (flow); case here:; } while (0)
#define ASK()        PAUSE(FLOW_ASK)
/* A question with one answer is not asked, unless others would learn something by that. */
#define ASK_IF(asked)    do { if (asked) ASK(); else g->decision.answer = 0; } while (0)
#define ASK_UNLESS_ONE() ASK_IF(g->decision.count > 1)
#define RETURN(x)    do { g->result = (x); return FLOW_DONE; } while (0)
#define CALL(name, who, ...)                                                      \
    do { frame_push(g, PROC_##name, (who), &(__VA_ARGS__), sizeof (__VA_ARGS__)); \
         PAUSE(FLOW_CALL); } while (0)
/* The same, about a set of cards. */
#define CALL_ON(name, who, set, ...)                                                          \
    do { put_cards(g, frame_push(g, PROC_##name, (who), &(__VA_ARGS__), sizeof (__VA_ARGS__)), (set)); \
         PAUSE(FLOW_CALL); } while (0)
/* Runs what the edition has in a slot; an edition that has nothing there has nothing to do. */
#define CALL_EDITION_ON(slot, who, set, ...)                                                            \
    do { if (g->world->edition->slot) {                                                                 \
             put_cards(g, frame_push(g, g->world->edition->slot, (who), &(__VA_ARGS__), sizeof (__VA_ARGS__)), (set)); \
             PAUSE(FLOW_CALL); } } while (0)
#define CALL_EDITION(slot, who, ...)  CALL_EDITION_ON(slot, who, (CardSet){ 0 }, __VA_ARGS__)
#define LOCALS(Type, name)                                                       \
    static_assert(sizeof(Type) <= LOCALS_SIZE, #Type " does not fit a frame");   \
    Type *name = (Type *)(void *)f->locals

/* A frame on top; it inherits the scope of the frame below.  Its locals are those given, the rest zero. */
Frame *frame_beyond(Game *);                              /* there is no room for another: the game ends */
static inline Frame *frame_new(Game *g, int proc, int player)             /* all zero */
{
    if (g->depth == MAX_FRAMES)
        return frame_beyond(g);
    Frame *f = &g->frame[g->depth];
    uint8_t scope = g->depth ? f[-1].scope : 0;
    *f = (Frame){ .proc = (uint16_t)proc, .player = (uint8_t)player, .scope = scope };
    note_mark(g, CAPACITY_FRAMES, ++g->depth);
    return f;
}
static inline Frame *frame_push(Game *g, int proc, int player, const void *locals, size_t size)
{
    Frame *f = frame_new(g, proc, player);
    memcpy(f->locals, locals, size);
    return f;
}
void   frames_drop(Game *);                              /* no procedure and no text runs any more */
Flow   frame_lost(Game *, Frame *);                       /* a procedure or step that does not exist, our mistake: ends the game */

/* ---- decisions ---- */
static inline void decision_open(Game *g, int kind, int player, int about, CardId card)
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
static inline void decision_add(Game *g, Option option)
{
    Decision *d = &g->decision;
    if (d->count < MAX_OPTIONS)
        d->option[d->count++] = option_pack(option);
    else
        game_overflow(g, CAPACITY_OPTIONS);
}

/* Adds it, or keeps the reason if somebody wants to know; by: the text that forbids. */
static inline void offer(Game *g, Option option, Citation why, CardId by)
{
    if (why == CITE_NONE)
        decision_add(g, option);
    else if (wants_reasons(g))
        trace_refusal(g, option, why, by);
}

/* UNLESS_HOPELESS(g, no) { offer(…); … }: the block offers candidates.  It is passed over when nobody wants reasons and the quick question `no`
 * says that none of them is possible; `no` may only say what is certain.  The check build always goes through the block, and makes sure that
 * nothing was offered which had been called hopeless.  No break, continue or return in it. */
#ifdef SPACELINE_CHECK
typedef struct { bool hopeless, done; int before; } Hope;
void hope_checked(const Game *, const Hope *);
#define HOPE_NAME(line) hope_##line
#define HOPE_LOOP(g, no, h) for (Hope h = { .hopeless = (no), .before = (g)->decision.count }; !h.done; hope_checked(g, &h), h.done = true)
#define HOPE_LOOP_AT(g, no, line) HOPE_LOOP(g, no, HOPE_NAME(line))
#define UNLESS_HOPELESS(g, no) HOPE_LOOP_AT(g, no, __LINE__)
#else
#define UNLESS_HOPELESS(g, no) if (!(no) || wants_reasons(g))
#endif

/* KEEP_OPTIONS(g, kept, place, stamp) { offer(…); … }: the options that the block adds for a place are kept (kept: one of KeptLists.at), and added again without going through it
 * while the stamp is the same and nobody wants reasons.  The stamp is read again after the block, which may find that it takes another.  The check
 * build always goes through the block, and compares.  No break, continue or return in it. */
void options_add(Game *, const KeptOptions *);
void options_keep(const Game *, KeptOptions *, CardId place, uint64_t stamp, int before);
static inline bool options_again(Game *g, const KeptOptions *kept, CardId place, uint64_t stamp)      /* false: they must be found */
{
#ifdef SPACELINE_CHECK
    return false;
#endif
    if (kept->stamp != stamp || kept->place != place || wants_reasons(g))
        return false;
    if (kept->count)
        options_add(g, kept);
    return true;
}
#define KEEP_OPTIONS(g, kept, place, stamp)                                                          \
    for (int before_ = options_again(g, kept, place, stamp) ? -1 : (g)->decision.count; before_ >= 0;  \
         options_keep(g, kept, place, stamp, before_), before_ = -1)

/* For whoever asks: what is in the block is refused in any case. */
#define FOR_REASONS(g) UNLESS_HOPELESS(g, true)

static inline Option answered(const Game *g) { return option_at(g, g->decision.answer); }

#endif
