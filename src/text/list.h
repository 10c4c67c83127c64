/* What the readers of card lists share: their text row by row, and a list of names.  Not for the rest of the engine.
 *
 * Everything here lies in an arena that the reader of the lists frees when it is done; what a card keeps goes to the catalogue. */
#ifndef SPACELINE_TEXT_LIST_H
#define SPACELINE_TEXT_LIST_H

#include "effect/read.h"

enum { LONGEST_ROW = 16384 };

/* Where the reader of one list stands. */
typedef struct { Arena *arena; const char *file; Str rest; int line, next; } ListText;   /* line: where the last row began */

bool list_row(ListText *, Str *row, Error *);   /* cuts the next row off, in plain characters; false with what is wrong */
bool list_abbreviated(Str, size_t dot);         /* whether the full stop there belongs to an abbreviation */
Str  list_keyword(Str *rest);                   /* takes the next keyword of the column off the front; empty: none there */
Str  list_sentence(Str *rest);                  /* cuts the next sentence off */

/* Numbers by name, without case; a name is known by its hash. */
typedef struct { uint64_t hash; int value; } NameSlot;
typedef struct { NameSlot *slot; size_t room; } Names;

Names names_new(Arena *, size_t most);
uint64_t name_hash(int kind, Str name);         /* kind keeps names of different things apart */
int *names_at(Names *, uint64_t hash);          /* the place of its number: 0 when it is new; at most `most` names */
int  names_find(const Names *, uint64_t hash);  /* its number, or 0 */

/* How many words of a name are its title, when the rest is a subtitle (the lists write both in one column). */
typedef struct { Names shared, settled, known; } Titles;

Titles titles_new(Arena *, size_t most);                /* names and known titles, each */
void titles_count(Titles *, CardType, Str name);        /* first for every name, once */
void titles_settle(Titles *, CardType, Str name);       /* then for every name again: it speaks for its best title only */
void titles_known(Titles *, CardType, Str title);       /* a title for sure */
size_t titles_split(const Titles *, CardType, Str name);      /* the length of the title in bytes; missions: by known titles only */

#endif
