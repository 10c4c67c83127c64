/* The table as text, for one pair of eyes.  Everything drawn is asked for as the viewer, so that nothing hidden can show. */
#ifndef SPACELINE_TABLE_H
#define SPACELINE_TABLE_H

#include "cli/cli.h"

typedef struct {
    const sl_game *game;
    int  viewer;
    bool colour;
} Screen;

void screen_status(const Screen *);            /* one line: turn, segment, counters, points */
void screen_table(const Screen *);             /* missions, ships, crews, piles, the viewer's hand */
void screen_decision(const Screen *);          /* what is asked, and the numbered options by verb */
void screen_refusals(const Screen *);          /* what is not possible now, and why; numbered */
void screen_refusal(const Screen *, int number);               /* one of them, with the words of its ruling; from 1 */
void screen_card(const Screen *, int id);      /* a card on the table: facts, and where its numbers come from */
void screen_def(const Screen *, int def);      /* a printed card, and why copies of it cannot be used now */
void screen_events(const Screen *, long after);                /* what happened since */

#endif
