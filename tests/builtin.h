/* The data that come with the program, for tests: what tools/embed made of data/. */
#ifndef SPACELINE_TESTS_BUILTIN_H
#define SPACELINE_TESTS_BUILTIN_H

#include "spaceline.h"

#include <stdio.h>
#include <string.h>

extern const sl_file embedded_files[];
extern const int embedded_files_count;

static inline bool is_deck_file(const sl_file *file)
{
    return strncmp(file->name, "decks/", 6) == 0;
}

/* The decks, or everything else; returns how many there are. */
static inline int builtin_files(bool decks, sl_file *out, int room)
{
    int count = 0;
    for (int i = 0; i < embedded_files_count && count < room; i++)
        if (is_deck_file(&embedded_files[i]) == decks)
            out[count++] = embedded_files[i];
    return count;
}

/* A library of these files; says what is wrong with them. */
static inline sl_library *library_of(const sl_file *files, int count)
{
    sl_error err = { "" };
    sl_library *library = sl_library_new(files, count, &err);
    if (!library)
        fprintf(stderr, "%s\n", err.text);
    return library;
}

static inline sl_library *builtin_library_with(const sl_file *lists, int count, sl_error *err)
{
    static sl_file file[256];
    return sl_library_lists(file, builtin_files(false, file, 256), lists, count, err);
}

static inline sl_library *builtin_library(sl_error *err)
{
    return builtin_library_with(NULL, 0, err);
}

/* Reads the first decks of an edition; returns how many could be read. */
static inline int builtin_decks_of(const sl_library *library, int edition, sl_deck **out, int room, sl_error *err)
{
    static sl_file file[256];
    int count = builtin_files(true, file, 256), read = 0;
    for (int i = 0; library && i < count && read < room; i++)
        if ((out[read] = sl_deck_read(library, edition, &file[i], err)))
            read++;
    return read;
}

static inline int builtin_decks(const sl_library *library, sl_deck **out, int room, sl_error *err)
{
    return builtin_decks_of(library, SL_SECOND_EDITION, out, room, err);
}

#endif
