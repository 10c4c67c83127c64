/* Many games at once: match-ups of two decks and two players, on several threads.
 *
 * Game i of a run has seed S + i, and the sides change seats from game to game, so that each begins as often as the other.  A
 * game depends on nothing but its match and its number; sums are sums and the signature adds up one value for each game and its
 * number.  Hence the result does not depend on how many threads there were or which was quicker, and a run of any length needs
 * the memory of one game for each thread.
 *
 * The caller owns everything passed in; results are plain values. */
#ifndef SPACELINE_SIM_H
#define SPACELINE_SIM_H

#include "base/base.h"
#include "players/players.h"
#include "spaceline.h"

enum { SIM_MARKS = 32, SIM_THREADS = 256, SIM_LONGEST = 200000 /* answers; a longer game is stuck */ };

/* Who plays what.  Side 0 sits at seat 0 in games of even number. */
typedef struct {
    const sl_library *library;
    int edition, date;
    const char *switches;                       /* as sl_setup has them */
    bool traced;                                /* … with log and reasons */
    const sl_deck *deck[2];
    const PlayerKind *player[2];
} Match;

typedef enum { SIM_UNSIGNED, SIM_SIGNED } SimSign;      /* signing hashes the state after every answer */

/* The answers of a game, to write a replay from.  free(answer) is the caller's. */
typedef struct { int *answer; int count, room; sl_setup setup; } Record;

void record_add(Record *, int answer);

typedef struct {
    uint64_t signature;
    long decisions;
    int  turns, winner;                         /* winner: a side, or -1 */
    bool finished;                              /* false: stuck */
    const char *cut;                            /* see sl_game_cut */
    sl_mark mark[SIM_MARKS];
    int  marks;
} Played;

/* Plays game `number` of a run that began with seed.  record may be NULL. */
bool sim_play_game(const Match *, uint64_t seed, long number, SimSign, Record *record, Played *out, sl_error *);

typedef struct {
    long games, finished, wins[2], draws, stuck;
    long capacity;                              /* games that were cut short (sl_game_cut) … */
    long first_cut; const char *cut;            /* … the number of the first of them, and by what */
    uint64_t decisions, turns, longest;         /* longest: most decisions in one game */
    uint64_t signature;
    sl_mark mark[SIM_MARKS];                    /* high-water marks over all games */
    int  marks;
} SimSum;

void sim_add(SimSum *, const Played *, long number);

typedef void SimProgress(void *context, long done, long games);

/* Plays games number 0 … games-1.  progress may be NULL; it is called now and then on the calling thread. */
bool sim_run(const Match *, uint64_t seed, long games, int threads, SimProgress *, void *context, SimSum *out, sl_error *);

#endif
