/* A row of a card list on its way to a card: shared by the readers of both editions' rows (card_list.c, list_first.c, list_second.c).  Not for the rest of the engine. */
#ifndef SPACELINE_TEXT_BUILD_H
#define SPACELINE_TEXT_BUILD_H

#include "text/list.h"
#include "text/text.h"

typedef enum { COL_NAME, COL_TYPE, COL_TEXT, COL_UNIQUE, COL_KIND, COL_SPAN, COL_POINTS, COL_QUADRANT, COL_AFFILIATION, COL_ICONS,
               COL_STAFF, COL_KEYWORDS, COL_CLASS, COL_FIRST, COL_SECOND, COL_THIRD, COL_COST, COL_SPECIES, COL_SKILLS, COL_NUMBER,
               COL_REGION, COL_PERSONA, COL_PROPERTY, COL_COUNT } Column;

typedef struct Row {
    struct Row *next;                           /* another printing of the same card */
    const char *file;
    int   line;
    EditionId edition;
    Str   name;                                 /* without marks */
    bool  marked;
    const char *lost;                           /* what is missing of its text; NULL: nothing */
    Str   cell[COL_COUNT];
} Row;

/* One card: its printings, and the catalogue's card if that has it already. */
typedef struct { Row *rows, *last; DefId def; const Row *from; } Listed;   /* from: the printing that a card of the list was made of */

typedef struct {
    Catalogue *cat;
    const Grammar *grammar;                     /* NULL: no sentence is understood */
    const Overrides *overrides;
    Readings *readings;
    Arena   arena;
    Error  *err;
    Row   **row;    int rows, row_room;
    Listed *listed; int listeds;                /* from 1 */
    Names   by_name, by_facts;                  /* number in listed */
    Titles  titles;
    int     commands;                           /* keywords Commander seen */
    Names   by_keyword;     int keywords;       /* number in listed of the one card that has it; -1: several have it */
} Lists;

typedef struct { Lists *lists; const Row *row; CardReader card; Out clauses; int slips; } Build;

Str  build_cell(const Build *, Column);
void build_fact(Build *, Fact, Column, Str value);          /* a fact that its type has no use for, or an empty one, is left out */
void build_clause(Build *, const char *before, Str words);  /* one that is not understood: a line of its own */
void build_slip(Build *, Column, const char *why);          /* a column that is not understood; why: for the notes, or NULL */

/* Rows of the First Edition (list_first.c). */
CardType first_type(Str printed);               /* "Time Location", "Q Event"; TYPE_NONE: no such type */
void first_facts(Build *);
void first_text(Build *, Out *abilities);       /* what the text says beyond facts: abilities, and clauses that are not understood */

/* Rows of the Second Edition (list_second.c). */
void second_facts(Build *);

/* Whether the grammar reads the print of a card that is written by hand, in one of its wordings, into what was written (written.c). */
bool print_agrees(const Lists *, const Listed *, const Lexicon *);

/* kept.c */
bool readings_next(Readings *, bool *whole, Str *text);     /* false: there are none, or no more */
void readings_add(Readings *, bool whole, const char *text);
const char *override_find(const Overrides *, Str name, Str text);    /* NULL: none */

#endif
