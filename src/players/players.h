/* Computer players.  A player is a function from a game to an answer; the list below names them all.
 *
 * A player sees the game through spaceline.h and asks only as the player who must answer (sl_game_player), never as SL_OPEN:
 * what it may not know it deals again (sl_game_resample) on its own copy.  It draws random numbers from its Mind, never from
 * the game, so that the same seed gives the same answers.  A Mind is its
 * caller's, one for each seat: mind_new, mind_free. */
#ifndef SPACELINE_PLAYERS_H
#define SPACELINE_PLAYERS_H

#include "base/base.h"
#include "spaceline.h"

typedef struct {
    Rng rng;
    sl_game *scratch;                          /* for looking ahead; made by the player that needs it, NULL until then */
} Mind;

typedef int ChooseAnswer(Mind *, const sl_game *);   /* 0 ≤ answer < sl_game_options */

/* From the weakest to the strongest; the last is the one that play proposes. */
typedef struct { const char *name; ChooseAnswer *choose; const char *what; } PlayerKind;

int               player_kinds(void);
const PlayerKind *player_kind(int index);
const PlayerKind *player_find(const char *name);        /* NULL if none has it */

Mind mind_new(uint64_t seed);
void mind_free(Mind *);

#endif
