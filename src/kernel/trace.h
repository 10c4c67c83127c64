/* What happened, why, and why not.
 *
 * A trace belongs to the host of a game, not to its state: simulations have none and pay nothing.  It keeps the newest events in
 * a ring and every citation made since the game began.
 *
 * Refusals, the reasons for what is not offered, cost as much as all the rest of a decision and are seldom asked for.  So most traces keep
 * the state before the last answer instead (`before`); whoever asks has the answer carried out once more, by a trace with `reasons`, which
 * keeps every refusal as it is found (engine/decisions.c).  Scenes, which look at every reason, have such a trace from the beginning. */
#ifndef SPACELINE_TRACE_H
#define SPACELINE_TRACE_H

#include "kernel/doors.h"

typedef enum {
    LOG_NONE,
#define LOG(symbol, ...) LOG_##symbol,
#include "kernel/log.def"
#undef LOG
    LOG_COUNT
} LogKind;

extern const char *const log_text[LOG_COUNT];             /* "%P plays %C at %O"; see kernel/log.def */

typedef struct {
    uint8_t  kind, player, seen;               /* seen: bit per player who may know the cards named */
    uint16_t cite;
    CardId   card, other;
    DefId    def, other_def;                   /* what they were then */
    int16_t  number;
    uint32_t turn;
    int32_t  lot;                              /* a random selection: where its candidates begin (Trace.lot), + 1; 0: none */
} LogEvent;

typedef struct { DefId def; uint8_t seen; } Candidate;    /* seen: bit per player who may know it */

typedef struct { Option option; Citation cite; CardId card; } Refusal;

enum { TRACE_EVENTS = 1472, TRACE_REFUSALS = 512, TRACE_LOTS = 1024 };

/* A game in few bytes: what game_pack has written. */
typedef struct { unsigned char *at; size_t size, room; } Packed;     /* at: owned by the host; size 0: nothing */

struct Trace {
    bool     reasons;                          /* refusals are kept as they are found … */
    bool     choices;                          /* … also of cards that could not be chosen where one alone could, which is not asked: for scenes */
    Packed   before;                           /* if not: the game as it was when its procedures went on last */
    long     count;                            /* events ever; event n (from 1) lies at (n - 1) % TRACE_EVENTS */
    LogEvent event[TRACE_EVENTS];
    long     lots;                             /* candidates ever; as with events, the newest are kept */
    Candidate lot[TRACE_LOTS];
    uint8_t  cited[(CITE_COUNT + 7) / 8];       /* a bit for each citation */
    uint8_t  told[MAX_CARDS][ATTRIBUTE_COUNT]; /* what was last told of a ship's attributes while it was in play, + 1; 0: nothing */
    int      refusal_count, refusals_dropped;  /* dropped: those of this decision for which there was no room */
    Refusal  refusal[TRACE_REFUSALS];          /* last: a trace without `reasons` has no room for them */
};

void trace_event(Game *, LogKind, int player, CardId card, CardId other, int number);      /* of a game that is traced */
static inline bool is_logged(const Game *g) { return g->trace; }     /* what nothing but the log says need not be found out otherwise */
static inline void log_event(Game *g, LogKind kind, int player, CardId card, CardId other, int number)
{
    if (is_logged(g))
        trace_event(g, kind, player, card, other, number);
}
long log_lot(Game *, const CardSet *among, const CardSet *picked);   /* candidates, and those that all may know then … */
void log_drawn(Game *, long lot);              /* … from whom the log said last that some were drawn */
void log_title(Game *, DefId);                 /* the log said last that somebody named this card */
void trace_told(Game *, CardId ship, int attribute, int total);
int  last_told(const Game *, CardId ship, int attribute);     /* -1: nothing was */
Citation own_rule(const Game *, Citation);     /* the rule of the edition that is played, where shared code names one of the other edition */
void trace_cite(const Game *, Citation);       /* of a game that is traced … */
void trace_cite_step(const Game *, Citation);
static inline void cite(const Game *g, Citation c)             /* this ruling or rule decided what the log said last */
{
    if (g->trace)
        trace_cite(g, c);
}
static inline void cite_step(const Game *g, Citation c)        /* a step was taken because of it; nothing for the log */
{
    if (g->trace)
        trace_cite_step(g, c);
}

/* Whether somebody looks at what is refused, and why; never changes what is offered. */
static inline bool wants_reasons(const Game *g) { return g->trace && g->trace->reasons; }

/* Whether a reason that was found may be made more precise, which costs something and never changes what is offered.  The check build always does. */
static inline bool reasons_wanted(const Game *g)
{
#ifdef SPACELINE_CHECK
    (void)g;
    return true;
#else
    return wants_reasons(g);
#endif
}

static inline bool was_cited(const Trace *t, Citation c) { return t->cited[c / 8] >> c % 8 & 1; }
static inline bool is_uncited(const Game *g, Citation c) { return wants_reasons(g) && !was_cited(g->trace, c); }   /* to look for a reason to cite it */
void trace_copy(Trace *to, const Trace *from);     /* all but what was before, which the host copies */
void trace_pack(Game *);
static inline void trace_before(Game *g)       /* its procedures are about to go on */
{
    if (g->trace && !g->trace->reasons)
        trace_pack(g);
}
static inline void trace_answered(Game *g)     /* the refusals of the last decision are over */
{
    if (g->trace)
        g->trace->refusal_count = g->trace->refusals_dropped = 0;
}
void trace_refusal(Game *, Option, Citation, CardId card);

#endif
