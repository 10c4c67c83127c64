/* A file of the project, for tests that read its words themselves. */
#ifndef SPACELINE_TESTS_FILE_H
#define SPACELINE_TESTS_FILE_H

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

static inline Str load_file(Arena *arena, const char *file)
{
    FILE *in = fopen(file, "rb");
    if (!in) {
        fprintf(stderr, "cannot read %s; run the tests from the root of the project\n", file);
        exit(2);
    }
    enum { MOST = 1 << 20 };
    char *text = arena_take(arena, MOST);
    Str all = { text, fread(text, 1, MOST, in) };
    fclose(in);
    return all;
}

#endif
