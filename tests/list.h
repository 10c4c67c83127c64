/* The rows of a card list, for tests that look at what is printed: columns by the name that the first row gives them. */
#ifndef SPACELINE_TESTS_LIST_H
#define SPACELINE_TESTS_LIST_H

#include "base/base.h"

#include <string.h>

/* Which column has that name; -1 if none has. */
static inline int list_column(Str head, const char *name)
{
    for (int n = 0;; n++) {
        const char *tab = memchr(head.at, '\t', head.len);
        size_t len = tab ? (size_t)(tab - head.at) : head.len;
        if (str_is_nocase(str_trim((Str){ head.at, len }), name))
            return n;
        if (!tab)
            return -1;
        head = (Str){ tab + 1, head.len - len - 1 };
    }
}

/* What a row has in a column; nothing where it is too short. */
static inline Str list_cell(Str row, int column)
{
    for (int i = 0;; i++) {
        const char *tab = row.len ? memchr(row.at, '\t', row.len) : NULL;
        size_t len = tab ? (size_t)(tab - row.at) : row.len;
        if (i == column)
            return str_trim((Str){ row.at, len });
        if (!tab)
            return (Str){ "", 0 };
        row = (Str){ tab + 1, row.len - len - 1 };
    }
}

#endif
