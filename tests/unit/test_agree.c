/* Cards that are written by hand and cards that are read from their print agree: where a plugin folder has the print of a card of data/cards,
 * reading it gives the same effects, or tests/lackey/differences.txt says why not.  The folder is the one that SPACELINE_LACKEY names
 * (../shared/lackey if unset); without one the test is skipped. */
#include "../file.h"
#include "../builtin.h"
#include "spaceline.h"
#include "text/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool ends_with(const char *name, const char *end)
{
    size_t len = strlen(name), tail = strlen(end);
    return len >= tail && strcmp(name + len - tail, end) == 0;
}

static sl_library *made(const char *kind, const sl_file *lists, int count)
{
    sl_file file[256];
    int n = 0;
    sl_error err = { "" };
    for (int i = 0; i < embedded_files_count && n < (int)countof(file); i++)
        if (kind ? ends_with(embedded_files[i].name, kind) : strncmp(embedded_files[i].name, "decks/", 6) != 0)
            file[n++] = embedded_files[i];
    sl_library *lib = sl_library_lists(file, n, lists, count, &err);
    if (!lib)
        fail_msg("%s", err.text);
    return lib;
}

static const char *effects_of(Arena *arena, const sl_library *lib, int def)
{
    size_t size = sl_card_effects(lib, def, NULL, 0) + 1;
    char *text = arena_take(arena, size);
    sl_card_effects(lib, def, text, size);
    return text;
}

static bool is_listed(Str list, const char *name)
{
    while (list.len) {
        Str line = str_line(&list);
        if (line.len > strlen(name) && strncmp(line.at, name, strlen(name)) == 0 && line.at[strlen(name)] == ':')
            return true;
    }
    return false;
}

static void hand_and_print_agree(void **state)
{
    (void)state;
    static const char *const set[] = { "Physical", "Virtual" };
    const char *root = getenv("SPACELINE_LACKEY") ? getenv("SPACELINE_LACKEY") : "../shared/lackey";
    Arena arena = { 0 };
    sl_file lists[2];
    for (int i = 0; i < 2; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/2e/sets/%s.txt", root, set[i]);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("skipped: no plugin folder at %s\n", root);
            skip();
        }
        fclose(there);
        Str text = load_file(&arena, path);
        lists[i] = (sl_file){ arena_text(&arena, str_of(path)), text.at, text.len };
    }
    sl_library *hand = made(NULL, NULL, 0), *print = made(".grammar", lists, 2);
    Str known = load_file(&arena, "tests/lackey/differences.txt");
    int same = 0, wrong = 0, unread = 0;
    for (int def = 1; def <= sl_card_count(hand); def++) {
        sl_facts written, listed;
        sl_card_facts(hand, def, &written);
        int other = written.edition == SL_SECOND_EDITION ? sl_card_find(print, SL_SECOND_EDITION, written.name) : 0;
        if (!other)
            continue;
        sl_card_facts(print, other, &listed);
        if (listed.unplayable) {
            unread++;
            continue;
        }
        const char *a = effects_of(&arena, hand, def), *b = effects_of(&arena, print, other);
        bool agree = effects_agree(a, b);
        same += agree;
        if (agree == is_listed(known, written.name)) {
            print_error("%s: %s\n  by hand\n%s\n  from print\n%s\n", written.name, agree ? "listed, and there is no difference" : "they differ", a, b);
            wrong++;
        }
    }
    print_message("%d agree, %d are not read\n", same, unread);
    sl_library_free(hand);
    sl_library_free(print);
    arena_free(&arena);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hand_and_print_agree) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
