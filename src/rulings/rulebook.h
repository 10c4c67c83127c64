/* The rulebook: every numbered rule of both editions, in our own words, in chapters, for people to read.
 *
 * What the engine decides by is code, and rules.def holds the one line it gives as a reason.  The rulebook is what somebody opens who
 * wants to know more: the whole rule, its tables and examples, and the rulings that belong to it.  It comes from data/rules, a file for
 * each edition, of records (records.h).  Keys: chapter; part, a heading inside it; rule, which opens a record; then text, also
 * (a further paragraph), example, row (of a table), and rulings, their ids with commas between them.
 *
 * The words lie in the arena that the book was read into; the list of rules grows in it and is freed with book_free. */
#ifndef SPACELINE_RULEBOOK_H
#define SPACELINE_RULEBOOK_H

#include "rulings/rulings.h"

typedef struct {
    const char *id;                            /* "2E-7.22" */
    EditionId   edition;
    const char *chapter;                       /* "7 Playing cards and costs" */
    const char *part;                          /* "Costs"; "" where the chapter has none */
    const char *text;                          /* paragraphs with a line end between them; one that begins with | is a row of a table */
    const char *rulings;                       /* ids with ", " between them; "" */
} BookRule;

typedef struct { BookRule *rule; int count, room; Index at; } Rulebook;      /* at: where each number stands */

/* Reads the rules of one edition behind those already there.  On failure the book is unchanged. */
bool rulebook_read(Rulebook *, Arena *, const char *file, Str text, Error *);
int  rulebook_find(const Rulebook *, Str id);             /* index, or -1; case does not matter */
void rulebook_free(Rulebook *);

#endif
