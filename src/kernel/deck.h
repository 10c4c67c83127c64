/* A deck that is looked over by the rules of its edition, and what is found wrong with it. */
#ifndef SPACELINE_DECK_H
#define SPACELINE_DECK_H

#include "rulings/rulings.h"
#include "spaceline.h"

typedef struct {
    const Catalogue     *cat;
    const sl_deck_entry *entry;
    int         count;                         /* of entries */
    Profile     profile;
    Switches    switches;
    sl_problem *out;
    int         room, problems;                /* problems: how many there are, also those that the caller has no room for */
    sl_problem  spare;                         /* where these are written to */
} DeckCheck;

/* Something is wrong; code: what clients know it by. */
sl_problem *deck_problem(DeckCheck *, Citation, const char *code, const char *format, ...) PRINTF_LIKE(4, 5);
void deck_concern(sl_problem *, int def);                  /* it is about this card, too */
bool deck_named_before(const DeckCheck *, int entry);      /* an earlier entry is of the same card */

static inline const CardDef *deck_card(const DeckCheck *c, int entry) { return &c->cat->def[c->entry[entry].def]; }

#endif
