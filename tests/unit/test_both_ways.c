/* What players read is read back: the English that is written from the effects of a card gives the same effects again, for every playable card of the
 * Second Edition, written by hand or read from print.  The print is that of the plugin folder which SPACELINE_LACKEY names (../shared/lackey if unset);
 * without one only the built-in cards are tried.  With BOTH_WAYS=show in the environment every difference is printed. */
#include "../file.h"
#include "../builtin.h"
#include "engine/engine.h"
#include "text/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* How many printed cards may be read in words that the grammar of our own English lacks; the number may only become smaller. */
enum { MOST_ONE_WAY = 0 };

static const char *effects_of(Arena *arena, const sl_library *lib, int def)
{
    size_t size = sl_card_effects(lib, def, NULL, 0) + 2;
    char *text = arena_take(arena, size);
    sl_card_effects(lib, def, text, size);
    strcat(text, "\n");
    return text;
}

typedef struct { int tried, whole, built_in_wrong; } Count;

static void one_card(const sl_library *lib, const Lexicon *lexicon, int i, Count *count)
{
    static const char *const result[] = { "read", "stopped", "ambiguous", "unbound", "given up" };
    const CardDef *def = &lib->cat->def[i];
    const char *show = getenv("BOTH_WAYS");
    Arena arena = { 0 };
    Reading reading;
    Str text = str_of(def->text);
    text_read_own(lib->own, lexicon, &arena, (CardType)def->type, text, &reading);
    const char *own = effects_of(&arena, lib, i);
    const char *back = reading.result == READ_WHOLE ? abilities_shown(&arena, reading.abilities, (CardType)def->type) : "";
    bool same = reading.result == READ_WHOLE && strcmp(own, back) == 0;
    count->tried++;
    count->whole += same;
    count->built_in_wrong += !same && i < lib->def_count;
    if (show && !same) {
        printf("== %s [%s] %s\n  %.*s\n", def->name, type_name[def->type], reading.result == READ_WHOLE ? "differs" : result[reading.result], STR(text));
        for (int k = 0; k < reading.sentences && reading.result != READ_WHOLE; k++) {
            const Sentence *s = &reading.sentence[k];
            if (s->result == READ_STOPPED)
                printf("  stopped: %.*s <<HERE>> %.*s\n  expected: %s\n", (int)s->stopped, s->words.at, (int)(s->words.len - s->stopped), s->words.at + s->stopped, s->expected);
            else if (s->result != READ_WHOLE)
                printf("  %s: %.*s\n    %s\n    %s\n", result[s->result], STR(s->words), s->means, s->other);
        }
        if (reading.result == READ_UNBOUND)
            printf("  unbound: %s\n", reading.unbound);
        printf("  own  %s", own);
        if (reading.result == READ_WHOLE)
            printf("  back %s", back);
    }
    if (!same && !show)
        print_message("%s is not read back\n", def->name);
    arena_free(&arena);
}

static sl_library *made(const sl_file *lists, int count)
{
    sl_file file[256];
    int n = 0;
    sl_error err = { "" };
    for (int i = 0; i < embedded_files_count && n < (int)countof(file); i++)
        if (strncmp(embedded_files[i].name, "decks/", 6) != 0)
            file[n++] = embedded_files[i];
    sl_library *lib = sl_library_lists(file, n, lists, count, &err);
    if (!lib)
        fail_msg("%s", err.text);
    return lib;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    Arena arena = { 0 };
    sl_file lists[2];
    int count = plugin_lists(&arena, lists);
    sl_library *lib = made(lists, count);
    Lexicon *lexicon = lexicon_new(lib->cat, EDITION_SECOND);
    Count c = { 0 };
    for (int i = 1; i < lib->cat->def_count; i++) {
        const CardDef *def = &lib->cat->def[i];
        if (def->edition == EDITION_SECOND && !def->unplayable && def->type && def->ability_count)
            one_card(lib, lexicon, i, &c);
    }
    print_message("%d of %d texts are read back%s\n", c.whole, c.tried, count ? "" : " (the built-in cards only: no plugin folder)");
    lexicon_free(lexicon);
    sl_library_free(lib);
    arena_free(&arena);
    assert_int_equal(c.built_in_wrong, 0);
    assert_true(c.tried - c.whole <= MOST_ONE_WAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_written_is_read) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
