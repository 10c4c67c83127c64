/* A small library for a fuzz target: made once, of cards that must be right. */
#include "spaceline.h"

#include <stdio.h>
#include <stdlib.h>

static const sl_library *library_of(const char *cards, size_t size)
{
    static sl_library *lib;
    sl_file file = { "fuzz.card", cards, size };
    sl_error err = { { 0 } };
    if (!lib && !(lib = sl_library_new(&file, 1, &err))) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    return lib;
}
