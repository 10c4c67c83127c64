/* What a table of two people agreed on, and what changes there besides the answers: clocks, questions, pauses.
 *
 * Terms are fixed when the table is made; a Moment is stored with each change.  The seed of such a table comes from words of both players and a
 * secret of the server, so that neither can have chosen it: deal.c. */
#ifndef SPACELINE_NET_TERMS_H
#define SPACELINE_NET_TERMS_H

#include "net/common.h"

enum {
    TERMS_TEXT = 400, MOMENT_TEXT = 300, WORD_TEXT = 33,
    DELAY_TURN = -1,                           /* watchers are a turn behind */
};

typedef enum { WATCH_OPEN, WATCH_CLOSED, WATCH_NONE } Watching;    /* both hands are seen; what is public; not at all */

typedef struct {
    int clock, increment;                      /* seconds; clock 0: none.  A decision gives back up to the increment of what it took */
    int beat;                                  /* milliseconds that a response window lasts; 0: windows are not asked about */
    int away;                                  /* seconds after which an absent player's game may be claimed; 0: never */
    Watching watching;
    int delay;                                 /* seconds that watchers are behind; DELAY_TURN */
    bool undo;                                 /* may be asked for */
    bool windows;                              /* are asked about, as with a beat: a game that goes on from one with a beat has none */
    char secret[WORD_TEXT], word[SEATS][WORD_TEXT];        /* what the seed is made of; "" where nobody needs a proof: deal.c */
    bool shown;                                /* against the computer: also those in which one can only pass wait for an answer */
} Terms;

typedef enum { ASK_NONE, ASK_DRAW, ASK_PAUSE, ASK_UNDO, ASK_REMATCH, ASK_COUNT } Ask;
typedef enum { NOT_PAUSED, PAUSED_BY_PLAYERS, PAUSED_BY_DIRECTOR } Pause;

typedef struct {
    int64_t left[SEATS];                       /* milliseconds on the clocks */
    Pause paused;
    Ask  ask[SEATS];                           /* what this player asks the other for */
    bool calls[SEATS];                         /* this player calls a director; until one has done something */
    int  draw_after[SEATS], undo_of[SEATS];    /* after which decision a draw was offered, whose take-back was asked for: its number + 2 */
    int  shown;                                /* answers that watchers who are behind have seen */
    char next[STORE_ID];                       /* the rematch; "" when there is none */
} Moment;

/* Answers below 0 end a game from outside; each but a draw has a code for each seat: END_… - seat.  They are those of sl_ending_code. */
enum {
    END_CONCEDED = -1,                         /* of who conceded */
    END_AGREED = -3,                           /* a draw */
    END_TIME = -4,                             /* of whose clock fell */
    END_CLAIMED = -6,                          /* of who stayed away */
    END_RULED = -8,                            /* of whom a director gave the game */
    END_RULED_DRAW = -10,
    END_CHANGED = -11,                         /* by a change of cards or rules; in memory only, see live.c */
};

/* ---- terms.c ---- */
bool  terms_read(const json_t *asked, Terms *, bool *listed, Error *err);    /* from a request; what is not said is as usual */
void  terms_write(const Terms *, char out[TERMS_TEXT]);                      /* for the store */
Terms terms_stored(const char *text);
void  terms_json(Text *, const Terms *);
void  moment_write(const Moment *, char out[MOMENT_TEXT]);
Moment moment_stored(const char *text, const Terms *);
const char *ask_word(Ask);                                                   /* "draw" …; "" for none */
const char *ending_words(int code, int *seat);                               /* "conceded", "time" …; seat -1: none's */

/* ---- deal.c: the seed of a table of two people ---- */
void  deal_secret(Terms *);
void  deal_word(const json_t *in, char out[WORD_TEXT]);                      /* its "nonce", or one drawn here */
uint64_t deal_seed(const Terms *, const char *game);
void  deal_json(Text *, const Live *);                                       /* ,"deal":{…} as far as it may be known */

#endif
