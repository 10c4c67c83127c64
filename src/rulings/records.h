/* Files of records, as the words of rulings and rules are kept in: lines `key value`, where a line that begins with a blank goes on
 * with the value above it.  A line that begins with # is a remark; blank lines mean nothing. */
#ifndef SPACELINE_RECORDS_H
#define SPACELINE_RECORDS_H

#include "base/base.h"

typedef struct {
    Str   key, value;                          /* the value as it stands in the file, line ends included */
    int   line, col;                           /* of the key's line; of the value in it */
} Field;

typedef struct {
    const char *file;
    Str    rest;                               /* what is still to be read */
    int    line;                               /* the last one read */
    Error *err;
} Records;

/* Begins to read.  False when the text is no UTF-8. */
bool records_begin(Records *, const char *file, Str text, Error *);

typedef enum { RECORDS_END, RECORDS_FIELD, RECORDS_BAD } RecordsNext;

/* The next line with a key.  RECORDS_BAD: the error says what is wrong. */
RecordsNext records_next(Records *, Field *);

/* A copy with every run of blanks and line ends made one blank: line breaks are layout, not words. */
char *records_words(Arena *, Str value);

#endif
