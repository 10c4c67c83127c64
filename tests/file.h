/* A file of the project, for tests that read its words themselves. */
#ifndef SPACELINE_TESTS_FILE_H
#define SPACELINE_TESTS_FILE_H

#include "base/base.h"
#include "spaceline.h"

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

/* The two large lists of the Second Edition out of a plugin folder, where there is one; how many there are. */
static inline int plugin_lists(Arena *arena, sl_file lists[2])
{
    static const char *const set[] = { "Physical", "Virtual" };
    const char *root = getenv("SPACELINE_LACKEY") ? getenv("SPACELINE_LACKEY") : "../shared/lackey";
    int count = 0;
    for (int i = 0; i < 2; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/2e/sets/%s.txt", root, set[i]);
        FILE *there = fopen(path, "rb");
        if (!there)
            continue;
        fclose(there);
        Str text = load_file(arena, path);
        lists[count++] = (sl_file){ arena_text(arena, str_of(path)), text.at, text.len };
    }
    return count;
}

#endif
