/* What stands beside the grammar: readings of card lists that are kept from one start to the next, overrides for texts that no rule reads, and how
 * little of a sentence that was changed in one word is still accepted. */
#include "../builtin.h"
#include "../file.h"
#include "../list.h"
#include "engine/engine.h"
#include "text/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char header[] = "Name\tType\tText\tUnique\tMission/DilemmaType\tSpan\tPoints\tQuadrant\tAffiliation\tIcons\tStaff\tKeywords\tClass\t"
                             "Integrity/Range\tCunning/Weapons\tStrength/Shields\tCost\tSpecies\tSkills\tCollectorsInfo\n";
static const char rows[] =
    "Plan of Tests\tEvent\tDraw two cards. Destroy this event.\tN\t\t\t\t\t\t\t\t\t\t\t\t\t1\t\t\t1V1\n"
    "Song of Tests\tEvent\tSing of a card that nobody knows.\tN\t\t\t\t\t\t\t\t\t\t\t\t\t1\t\t\t1V2\n";

static sl_library *made(const char *override, const sl_file *kept, sl_file *fresh, sl_error *err)
{
    static sl_file file[257];
    static char list[4000];
    int count = builtin_files(false, file, 256);
    snprintf(list, sizeof list, "%s%s", header, rows);
    if (override)
        file[count++] = (sl_file){ "overrides/test.override", override, strlen(override) };
    sl_file lists = { "sets/Test.txt", list, strlen(list) };
    return sl_library_kept(file, count, &lists, 1, kept, fresh, err);
}

static const char *effects(const sl_library *lib, const char *name)
{
    static char text[4000];
    sl_card_effects(lib, sl_card_find(lib, SL_SECOND_EDITION, name), text, sizeof text);
    return text;
}

static sl_facts facts_of(const sl_library *lib, const char *name)
{
    sl_facts facts;
    assert_true(sl_card_facts(lib, sl_card_find(lib, SL_SECOND_EDITION, name), &facts));
    return facts;
}

static void kept_readings_give_the_same_cards(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_file fresh = { 0 }, again = { 0 };
    sl_library *first = made(NULL, NULL, &fresh, &err);
    assert_non_null(first);
    assert_true(fresh.size > 0);
    sl_library *second = made(NULL, &fresh, &again, &err);
    assert_non_null(second);
    assert_int_equal(again.size, 0);
    assert_string_equal(effects(first, "Plan of Tests"), "(resolve (draw you 2) (destroy self))");
    assert_string_equal(effects(second, "Plan of Tests"), "(resolve (draw you 2) (destroy self))");
    assert_string_equal(facts_of(first, "Song of Tests").unplayable, facts_of(second, "Song of Tests").unplayable);
    sl_library_free(first);
    sl_library_free(second);
    for (size_t i = 0; i < fresh.size; i += fresh.size / 40 + 1) {         /* one byte is wrong: they are not used */
        ((char *)fresh.data)[i] ^= 1;
        sl_library *third = made(NULL, &fresh, &again, &err);
        assert_non_null(third);
        assert_true(again.size > 0);
        assert_string_equal(effects(third, "Plan of Tests"), "(resolve (draw you 2) (destroy self))");
        free((char *)again.data);
        sl_library_free(third);
        ((char *)fresh.data)[i] ^= 1;
    }
    free((char *)fresh.data);
}

static void overrides_take_the_place_of_a_reading(void **state)
{
    (void)state;
    char text[400];
    sl_error err = { "" };
    snprintf(text, sizeof text, "# by hand\noverride 2e \"Song of Tests\" %016llx\n  (resolve (draw you 3)\n    (destroy self))\nend\n",
             (unsigned long long)sl_text_hash("sing of  a card that nobody knows."));
    sl_library *lib = made(text, NULL, NULL, &err);
    assert_non_null(lib);
    assert_string_equal(effects(lib, "Song of Tests"), "(resolve (draw you 3) (destroy self))");
    assert_true(facts_of(lib, "Song of Tests").overridden);
    assert_null(facts_of(lib, "Song of Tests").unplayable);
    assert_false(facts_of(lib, "Plan of Tests").overridden);
    sl_library_free(lib);
    snprintf(text, sizeof text, "override 2e \"Song of Tests\" %016llx\n(resolve (draw you 3))\nend\n", (unsigned long long)sl_text_hash("Another text."));
    lib = made(text, NULL, NULL, &err);             /* the text has changed: the reader has it again */
    assert_non_null(lib);
    assert_non_null(facts_of(lib, "Song of Tests").unplayable);
    assert_false(facts_of(lib, "Song of Tests").overridden);
    sl_library_free(lib);
}

static void bad_overrides_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "(draw you 1)\n", "override 2e \"T\"\nend\n", "override 2e \"T\" 12\nend\n", "override 1e \"T\" 0123456789abcdef\nend\n",
                                       "override 2e \"T\" 0123456789abcdef\n(draw you 1)\n" };
    for (size_t i = 0; i < countof(bad); i++) {
        sl_error err = { "" };
        assert_null(made(bad[i], NULL, NULL, &err));
        assert_non_null(strstr(err.text, "overrides/test.override"));
    }
}

/* ---- changed sentences ---- */

enum { MOST_WORDS = 120 };

/* A word is left out, or changes places with the next. */
static size_t changed(Str words, int which, bool swap, char *out, size_t size)
{
    Str word[MOST_WORDS];
    int count = 0;
    for (Str rest = words; rest.len && count < MOST_WORDS;)
        if ((word[count] = str_word(&rest)).len)
            count++;
    Out text = { out, size, 0 };
    out[0] = '\0';
    if (count < 3)
        return 0;
    int at = which % (count - 1);
    for (int i = 0; i < count; i++) {
        int k = swap && i == at ? at + 1 : swap && i == at + 1 ? at : i;
        if (!swap && i == at)
            continue;
        out_text(&text, "%s%.*s", text.len ? " " : "", STR(word[k]));
    }
    return text.len < size ? text.len : 0;
}

static void changed_sentences_are_not_accepted(void **state)
{
    (void)state;
    const char *root = getenv("SPACELINE_LACKEY") ? getenv("SPACELINE_LACKEY") : "../shared/lackey";
    char path[300];
    snprintf(path, sizeof path, "%s/2e/sets/Physical.txt", root);
    FILE *there = fopen(path, "rb");
    if (!there) {
        print_message("skipped: no plugin folder at %s\n", root);
        skip();
    }
    fclose(there);
    Arena arena = { 0 };
    Str list = load_file(&arena, path);
    sl_error err = { "" };
    sl_library *lib = builtin_library_with(&(sl_file){ path, list.at, list.len }, 1, &err);
    assert_non_null(lib);
    Lexicon *lexicon = lexicon_new(lib->cat, EDITION_SECOND);
    Str rest = list, head = str_line(&rest);
    int text_at = list_column(head, "Text"), type_at = list_column(head, "Type"), tried = 0, accepted = 0, same = 0, row_number = 0;
    while (rest.len) {
        Str row = str_line(&rest), text = list_cell(row, text_at);
        int type = type_find(EDITION_SECOND, list_cell(row, type_at));
        Arena room = { 0 };
        Reading reading;
        if (row_number++ % 3 || type <= 0 || !text.len)
            continue;
        const char *start = text_start((CardType)type, KIND_NONE);
        text_read(lib->grammar, lexicon, &room, start, text, &reading);
        for (int i = 0; i < reading.sentences && reading.result == READ_WHOLE; i++)
            for (int swap = 0; swap < 2; swap++) {
                char other[2000];
                if (!changed(reading.sentence[i].words, row_number + 7 * i, swap, other, sizeof other))
                    continue;
                const char *means = text_read_as(lib->grammar, lexicon, &room, start, str_of(other));
                tried++;
                accepted += means != NULL;
                same += means && strcmp(means, reading.sentence[i].means) == 0;
                if (means && getenv("MUTANTS"))
                    printf("%.*s\n  %s\n", STR(reading.sentence[i].words), other);
            }
        arena_free(&room);
    }
    print_message("%d of %d sentences that were changed in one word are accepted (%d mean the same)\n", accepted, tried, same);
    assert_true(tried > 500);
    assert_true(10 * accepted < tried);
    lexicon_free(lexicon);
    sl_library_free(lib);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_readings_give_the_same_cards), cmocka_unit_test(overrides_take_the_place_of_a_reading),
        cmocka_unit_test(bad_overrides_are_refused),         cmocka_unit_test(changed_sentences_are_not_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
