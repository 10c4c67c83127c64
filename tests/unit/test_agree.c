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

/* ---- one way to write each thing ---- */

static const char *const names[] = { "$1", "$2", "$3", "$4" };

static const char *renamed(const char *var, const char **seen)
{
    for (int i = 0; i < (int)countof(names); i++) {
        if (!seen[i])
            seen[i] = var;
        if (strcmp(seen[i], var) == 0)
            return names[i];
    }
    return var;
}

/* What the two say differently and mean the same: "on" a mission for "at" it, personnel that a word implies, "this mission" on the mission itself. */
static Tree *plain(Arena *arena, Tree *t, const char **seen)
{
    if (t->atom) {
        t->atom = t->atom[0] == '$' ? renamed(t->atom, seen) : strcmp(t->atom, "this-mission") == 0 ? "self" : t->atom;
        return t;
    }
    for (Tree *c = t->child; c; c = c->next)
        plain(arena, c, seen);
    if (tree_is(t, "onto"))
        t->child->atom = "to-mission";
    bool group = says(t, "facing-group") || says(t, "has") || says(t, "is");
    for (Tree **at = tree_is(t, "and") ? &t->child->next : NULL; at && *at;)
        if (group && tree_is(*at, "type") && atom_is((*at)->child->next, "personnel"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    if (t->child && t->child->atom && !t->child->next)       /* (self) is self */
        *t = (Tree){ .atom = t->child->atom, .next = t->next };
    return t;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All abilities in the order of their letters. */
static const char *normal(Arena *arena, const char *effects)
{
    const char *line[64];
    int count = 0;
    Tree *all = tree_tidy(arena, tree_read(arena, effects));
    for (Tree *t = all->child; t && count < (int)countof(line); t = t->next) {
        const char *seen[4] = { NULL };
        Tree *once = tree_tidy(arena, plain(arena, tree_read(arena, tree_print(arena, t))->child, seen));
        line[count++] = tree_print(arena, tree_tidy(arena, once));
    }
    qsort(line, (size_t)count, sizeof line[0], by_text);
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += strlen(line[i]) + 1;
    Out out = { arena_take(arena, room), room, 0 };
    for (int i = 0; i < count; i++)
        out_text(&out, "%s\n", line[i]);
    return out.at;
}

static const char *effects_of(Arena *arena, const sl_library *lib, int def)
{
    size_t size = sl_card_effects(lib, def, NULL, 0) + 1;
    char *text = arena_take(arena, size);
    sl_card_effects(lib, def, text, size);
    return normal(arena, text);
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
        bool agree = strcmp(a, b) == 0;
        same += agree;
        if (agree == is_listed(known, written.name)) {
            print_error("%s: %s\n  by hand\n%s  from print\n%s", written.name, agree ? "listed, and there is no difference" : "they differ", a, b);
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
