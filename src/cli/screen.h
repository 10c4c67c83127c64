/* The game on a terminal, for one pair of eyes.  Everything shown is asked for as the viewer, so that nothing hidden can show.
 *
 * Text is made as one line with inks in it (say) and broken at the width of the terminal; without colours the inks vanish.  A tie
 * is a blank at which no line is broken.  What a player types are the numbers that screen_decision shows: of the cards of a set
 * (is_set), or of the options.  Nothing here answers or owns anything. */
#ifndef SPACELINE_SCREEN_H
#define SPACELINE_SCREEN_H

#include "cli/cli.h"

enum { MOST_CARDS = 512, NAME_SIZE = 96, TEXT_SIZE = 6000 };

typedef struct {
    const sl_game *game;
    int  viewer;
    bool colour;
    int  width;
} Screen;

/* Prints a line: indent blanks before it, hang blanks before its continuations. */
void say(const Screen *, int indent, int hang, const char *format, ...) PRINTF_LIKE(4, 5);

/* ---- cards in a line ---- */
const sl_library *screen_library(const Screen *);
bool        look(const Screen *, int id, sl_card *, sl_facts *);       /* as the viewer knows it; false if there is no such card */
const char *name_of(const Screen *, int id, char out[NAME_SIZE]);
bool        is_type(const sl_facts *, const char *type);
void        out_tied(Out *, const char *text);                          /* with ties for its blanks */
void        out_brief(const Screen *, int id, Out *);                   /* the name, and what matters when choosing it */
int         personnel_at(const Screen *, int place, int *ids, int room);        /* the viewer's, not stopped: on a planet, aboard a ship */

/* ---- table.c ---- */
void screen_status(const Screen *);            /* one line: turn, segment, counters, points */
typedef enum { TABLE_WHOLE, TABLE_MINE } TablePart;             /* mine: of others only the missions where the viewer has cards */
void screen_table(const Screen *, TablePart);  /* missions, ships, crews, piles */
void screen_hand(const Screen *);
void screen_new_cards(const Screen *, const int *before, int count);    /* what is in the hand now, and was not before */
void out_progress(const Screen *, int mission, const int *ids, int count, Out *);     /* "would complete it", "3 short" */

/* ---- ask.c ---- */
bool is_set(const sl_decision *);              /* answered by numbers of eligible cards, not of options */
int  set_least(const sl_decision *);
int  set_most(const sl_decision *);
void screen_decision(const Screen *);          /* what is asked, and the numbered answers */

/* ---- why.c ---- */
void screen_refusals(const Screen *);          /* what is not possible now, and why */
void screen_def(const Screen *, int def);      /* a card: its text, where its numbers come from, why it cannot be used now */
bool screen_rule(const Screen *, const char *id);              /* a rule or a ruling; false if none bears that id */

/* ---- events.c ---- */
void screen_events(const Screen *, long after);                /* what happened since */

#endif
