/* Games in memory, and the time that passes at their tables.
 *
 * A Live belongs to whoever has its lock, and what takes one expects it to be held.  The registry, each socket in it, each message and each change that
 * is on its way to disk count as its users, and the last of them frees it; it is loaded again from the store. */
#ifndef SPACELINE_NET_LIVE_H
#define SPACELINE_NET_LIVE_H

#include "net/terms.h"
#include "players/players.h"

#include <pthread.h>
#include <stdatomic.h>

/* A response window between people: open for a fixed beat, whoever can answer or not.  The engine asks one player after the other;
 * here both are asked at once: the second one's decision is that of `ahead`, where the first has passed. */
typedef struct {
    bool open;
    int  id;                                   /* the number of its first decision */
    int  first;                                /* whom the engine asks */
    int64_t ends;                              /* milliseconds; nothing ends it while somebody holds it */
    bool held[SEATS];
    int  answer[SEATS];                        /* kept for the end of the beat; -1: none yet, which is a pass */
    sl_game *ahead;                            /* NULL when only one is asked */
} Beat;

#define RECORDED "replay"                      /* as opponent: a game from a file */

/* How an answer came about, by seat: what undo looks for is a choice, not what followed by itself. */
enum { ANSWER_SEAT = 3, ANSWER_FORCED = 4, ANSWER_INSIDE_SET = 8, ANSWER_PASS = 16, ANSWER_BEAMED = 32 /* the first who beams: one choice with the order */ };

struct Live {
    Live *next;                                /* in its chain of the registry */
    char id[STORE_ID];
    atomic_int users;
    pthread_mutex_t lock;
    atomic_bool lost;                          /* what is in memory is not what is stored; whoever looks loads it again */
    uint64_t ticket;                           /* of its last change */
    StoredGame stored;
    sl_deck *deck[SEATS];
    sl_game *game;                             /* NULL while the other player's deck is not known */
    const PlayerKind *kind[SEATS];             /* NULL: a person */
    char name[SEATS][STORE_NAME];
    int  *answer;                              /* options, or END_… */
    uint8_t *how;
    int64_t *when;                             /* milliseconds; of the first `timed` answers */
    int  answers, room;
    int  summed_turn, summed_points[SEATS];
    bool summed_over;
    uint64_t proof;                            /* of what was offered so far */
    bool changed;                              /* by the cards or rules of now its answers are another game: it ended where that begins */
    Conn *socket;                              /* first of those that watch or play */
    Reel *reel;                                /* NULL until somebody looks back */
    int64_t idle_since;
    /* a table of two people */
    Terms terms;
    Moment moment;
    Beat beat;
    int  waived[SEATS];                        /* the turn in whose windows that player passes; 0: none */
    int64_t user[SEATS];                       /* 0: not known yet */
    int64_t gone_since[SEATS];                 /* milliseconds; 0 while a socket of theirs is here */
    int  running;                              /* whose clock runs; -1: nobody's */
    int64_t since, spent, saved;               /* when it was charged last, what this decision took, when clocks were stored */
    _Atomic int64_t due;                       /* when something happens by itself; 0: never */
    sl_game *late;                             /* the table as watchers who are behind see it, after `late_at` answers */
    int  late_at, timed;
    Said *said;                                /* first of what watchers who are behind have yet to hear */
    int  saids;
    int  unfair[SEATS];                        /* decision + 2 that was found to have shown something; 0: none */
    Text rulings;                              /* a director's interventions, as the inside of a JSON list */
};

/* ---- live.c: what takes a Live expects it to be held ---- */
Live *live_get(Server *, const char *id, Error *err);                        /* held; NULL and empty err: no such game; see elsewhere */
const char *no_game(const Server *, const Error *);                           /* why live_get has none, in words for everybody */
int   live_to_answer(Server *, const char *id);                              /* whose decision it is as stored, without getting it; -1: nobody's */
void  live_hold(Server *, Live *);
void  live_let_go(Server *);
Live *live_use(Live *);                                                      /* one user more */
void  live_unuse(Live *);                                                    /* NULL: nothing */
void  live_record(Server *, Live *, const int *options, int count);          /* hands them to the scribe, and applies */
void  live_go(Server *, Live *);                                              /* what follows without a person's choice */
bool  live_undo(Server *, Live *, int keep, Error *err);                     /* forgets the answers from keep on */
int   live_last_choice(const Live *, int seat);                              /* the answer that undo takes back; -1: none */
sl_game *live_game_at(Server *, Live *, int answers, Error *err);            /* the caller's */
sl_setup live_setup(const Live *);
bool  live_begin(Server *, Live *, Error *err);                              /* once both decks are known */
bool  live_is_solo(const Live *);
bool  live_is_record(const Live *);                                          /* from a file: to be looked at, not played */
void  live_names(Server *, Live *);
void  live_drop(Server *, Live *);                                           /* out of the registry: the next who asks loads it */
bool  lives_are_many(const Shared *);                                        /* more than half of what may be in memory */
void  live_sweep(Server *);                                                  /* drops what nobody has looked at for a while */
void  live_forget_all(Shared *);                                             /* when no loop runs any more */

/* ---- table.c: a table of two people in time; its game is held ---- */
void  table_settle(Server *, Live *, int64_t now);                           /* after anything changed: windows, clocks, timers */
void  table_tick(Server *, Live *, int64_t now);                             /* what has become due */
void  tables_tick(Server *, int64_t now);                                    /* of all games; holds each in turn */
bool  table_waits(const Live *);                                             /* for the other player */
void  table_present(Live *, int64_t now);                                    /* who is there, after a socket came or went */
void  table_save(Server *, Live *, int64_t now);                             /* clocks, questions and so on */
void  table_json(Text *, const Live *, const Conn *to, int64_t now);         /* the object that states carry as "table" */
void  table_free(Live *);
const sl_game *table_seen_by(const Conn *, int *n);                          /* the game that this viewer looks at */
int   table_viewer(const Conn *);
bool  table_is_late(const Conn *);
bool  table_is_past(const Live *, int turn, int64_t when, int64_t now);      /* whether those who are behind may know of it */
void  table_taken_back(Live *, int keep, int64_t now);                       /* the answers from keep on are about to be forgotten */
void  late_forget(Live *);                                                   /* what those who are behind see is made again */
bool  late_follow(Server *, Live *, int64_t now);                            /* whether those who are behind have something new */
bool  has_waived(const Live *, int seat);                                    /* for this turn */
void  window_waived(Live *, int64_t now);                                    /* ends the open window if all who are asked have waived */
bool  window_takes(const Live *, int seat, int n);                           /* whether decision n is this player's in the open window */
void  window_answer(Server *, Conn *, int option, const json_t *id, int64_t now);

#endif
