/* A game that is being played in the terminal: the state of the session, and what a typed line does to it.
 *
 * The record holds every answer, one by one, as replays need them; to the person a set of cards is one answer, and so is what undo
 * takes back.  play_start's caller owns the decks; the Play owns the game, both records and the minds. */
#ifndef SPACELINE_PLAY_H
#define SPACELINE_PLAY_H

#include "cli/screen.h"
#include "players/players.h"
#include "sim/sim.h"

enum { SEATS = 2, LINE = 4096 };

typedef struct {
    const Data *data;
    sl_game *game;
    Record record;                             /* every answer so far */
    Record mine;                               /* where in it a person's answers begin: what undo goes back to */
    const PlayerKind *kind[SEATS];             /* NULL: a person */
    Mind mind[SEATS];
    long seen[SEATS];                          /* the newest event each person has read */
    int  hand[SEATS][MOST_CARDS], hand_count[SEATS];           /* the cards each person has been shown */
    int  viewer;                               /* whose eyes the screen is for */
    int  drawn_turn;                           /* when the whole table was last drawn: it is again in a new turn or segment */
    char drawn_segment[16];
    bool colour, quit;
} Play;

Screen screen_of(const Play *);

/* People write words large or small. */
static inline bool is_word(Str typed, const char *word)
{
    return str_eq_nocase(typed, str_of(word));
}

/* ---- keys.c: answers ---- */
void play_answer(Play *, int option);          /* of whoever must answer; alone it is no step of undo */
void play_direct(Play *, const sl_direction *);   /* one that may be given now; a step of undo */
int  default_option(const sl_game *);          /* what an empty line answers; -1 if it answers nothing */
bool answer_line(Play *, Str line);            /* a line of numbers or answering words; false if it is none of these */

/* ---- typed.c: everything that is typed ---- */
bool play_command(Play *, const char *line);   /* true when the game may have changed */

#endif
