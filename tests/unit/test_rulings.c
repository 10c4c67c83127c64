/* The register of rulings: its lists agree with each other and with its words, profiles follow dates, bad files are refused.
 *
 * With --digests the program prints the digest of each ruling's words, for rulings.def, and tests nothing. */
#include "../file.h"
#include "rulings/rulebook.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char words_file[] = "data/rulings/2e-2014.txt";
static const char *const first_files[] = { "data/rulings/1e-1998.txt", "data/rulings/1e-2013.txt", "data/rulings/1e-2019.txt",
                                           "data/rulings/1e-2022.txt" };

static Arena    arena;
static Register reg;
static Str      words;                         /* the text of words_file, in arena */

static const char *unread(const char *text)
{
    static Error err;
    err = (Error){ "" };
    Register scratch = reg;
    assert_false(rulings_read(&scratch, &arena, "f", str_of(text), &err));
    assert_memory_equal(&scratch, &reg, sizeof reg);
    return err.text;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' does not say '%s'", text, part);
}

static void ids_are_unique(void **state)
{
    (void)state;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        assert_int_equal(citation_find(str_of(citation_id(c))), c);     /* it finds the first that bears the id */
    for (Citation c = CITE_NONE + 1; c < RULINGS_BEGIN; c++) {
        assert_memory_equal(citation_id(c) + 1, "E-", 2);
        assert_true(strlen(citation_text(c)) > 10);
        for (Citation d = CITE_NONE + 1; d < c; d++)
            if (citation_id(c)[0] == citation_id(d)[0])                 /* the rulebooks of the two editions may say the same */
                assert_string_not_equal(citation_text(c), citation_text(d));
    }
}

/* "e.1" is a part of "e", and every part follows the one before. */
static void parts_belong_to_their_entries(void **state)
{
    (void)state;
    int part = 0;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const Ruling *r = ruling_at(c);
        const char *dot = strrchr(r->id, '.');
        assert_int_equal(r->parent != CITE_NONE, dot != NULL);
        if (!dot) {
            part = 0;
            continue;
        }
        const Ruling *entry = ruling_at(r->parent);
        assert_int_equal(strlen(entry->id), dot - r->id);
        assert_memory_equal(entry->id, r->id, strlen(entry->id));
        assert_int_equal(atoi(dot + 1), ++part);
        assert_int_equal(entry->parent, CITE_NONE);
        assert_int_not_equal(entry->proof, PROOF_SWITCH);
        assert_int_equal(entry->from, r->from);
    }
}

static void documents_are_complete(void **state)
{
    (void)state;
    static const struct { const char *document; int count; } all[] = {
        { "1e-1998/", 223 }, { "1e-2013/", 38 }, { "1e-2019/", 132 }, { "1e-2022/", 50 }, { "2e-2014/", 86 },
    };
    for (size_t i = 0; i < countof(all); i++) {
        int count = 0;
        for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
            count += strncmp(citation_id(c), all[i].document, strlen(all[i].document)) == 0;
        assert_int_equal(count, all[i].count);
    }
    int entries = 0, parts = 0, lookup = 0, leaves = 0;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const Ruling *r = ruling_at(c);
        if (r->edition != EDITION_SECOND)
            continue;
        bool leaf = r->parent || c + 1 == CITE_COUNT || ruling_at(c + 1)->parent != c;
        entries += r->parent == CITE_NONE;
        parts += r->parent != CITE_NONE;
        leaves += leaf;
        lookup += leaf && r->proof == PROOF_LOOKUP;
    }
    assert_int_equal(entries, 24);
    assert_int_equal(parts, 62);
    assert_int_equal(leaves, 75);
    assert_int_equal(lookup, 3);
}

static void all_have_words(void **state)
{
    (void)state;
    assert_int_equal(register_missing(&reg), CITE_NONE);
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const Words *w = ruling_words(&reg, c);
        assert_true(strlen(w->summary) >= 18 && strlen(w->summary) <= 130);
        assert_true(strlen(w->text) >= (ruling_at(c)->edition == EDITION_FIRST ? 18 : 60));    /* many entries of 1998 are a line */
        assert_null(strstr(w->text, "  "));
        assert_int_equal(w->without[0] != '\0', ruling_at(c)->proof == PROOF_SWITCH);
    }
    Register empty = { 0 };
    assert_int_equal(register_missing(&empty), RULINGS_BEGIN);
    assert_string_equal(ruling_words(&empty, RULING_SPECIES)->text, "");
}

static void digests_are_true(void **state)
{
    (void)state;
    int stale = 0;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const Ruling *r = ruling_at(c);
        bool decides = r->proof == PROOF_SWITCH || r->proof == PROOF_CONFIRMS;
        if ((decides || r->digest != 0) && ruling_words(&reg, c)->digest != r->digest) {
            print_error("%s: its words changed; read them, then write 0x%08x in rulings.def\n", citation_id(c),
                        (unsigned)ruling_words(&reg, c)->digest);
            stale++;
        }
    }
    assert_int_equal(stale, 0);
}

/* Line breaks are no words; a letter is. */
static void digest_follows_the_words(void **state)
{
    (void)state;
    uint32_t before = ruling_words(&reg, RULING_SPECIES)->digest;
    char *copy = arena_text(&arena, words);
    char *at = strstr(strstr(copy, "id       2e-2014/species"), "text ");
    Register other = { 0 };
    Error err = { "" };
    at[4] = '\t';
    assert_true(rulings_read(&other, &arena, words_file, str_of(copy), &err));
    assert_int_equal(ruling_words(&other, RULING_SPECIES)->digest, before);
    at[9] ^= 1;
    assert_true(rulings_read(&other, &arena, words_file, str_of(copy), &err));
    assert_int_not_equal(ruling_words(&other, RULING_SPECIES)->digest, before);
}

static int count_in(const Profile *p)
{
    int count = 0;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        count += profile_has(p, c);
    return count;
}

static void profile_follows_the_date(void **state)
{
    (void)state;
    Profile before = profile_at(EDITION_SECOND, 20140706), first = profile_at(EDITION_SECOND, 20140707);
    Profile newest = profile_at(EDITION_SECOND, RULES_NEWEST), other = profile_at(EDITION_FIRST, RULES_NEWEST);
    assert_int_equal(count_in(&before), 0);
    assert_int_equal(count_in(&first), 86);
    assert_int_equal(count_in(&newest), 86);
    assert_int_equal(count_in(&other), 443 - 16);                      /* twelve have been superseded, four were never repeated */
    assert_true(profile_has(&before, RULE_NOT_STAFFED));
}

static void one_bit_can_be_taken_away(void **state)
{
    (void)state;
    Profile all = profile_at(EDITION_SECOND, RULES_NEWEST);
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        if (ruling_at(c)->edition != EDITION_SECOND)
            continue;
        Profile less = profile_without(all, c);
        assert_int_equal(count_in(&less), count_in(&all) - 1);
        assert_false(profile_has(&less, c));
        assert_true(profile_has(&all, c));
    }
}

static void citations_are_found(void **state)
{
    (void)state;
    assert_int_equal(citation_find(str_of("2E-9.30")), RULE_NOT_STAFFED);
    assert_int_equal(citation_find(str_of("2e-2014/dilemmas.5")), RULING_INSTEAD);
    assert_int_equal(citation_find(str_of("2e-2014/dilemmas.7")), CITE_NONE);
    assert_int_equal(citation_find(str_of("")), CITE_NONE);
    assert_string_equal(citation_id(CITE_NONE), "");
    assert_string_equal(citation_id(RULING_SPECIES), "2e-2014/species");
    assert_string_equal(citation_text(RULING_CANNOT), "cannot / may not");
    assert_string_equal(citation_symbol(RULE_DECK_TOTAL), "DECK_TOTAL");
    assert_string_equal(citation_nearest(str_of("2e-2014/specise")), "2e-2014/species");
}

/* A scene may name an entry for any of its parts, and a rule that has several lines for each of them. */
static void a_part_is_its_entry_too(void **state)
{
    (void)state;
    assert_true(citation_is(RULING_INSTEAD, str_of("2e-2014/dilemmas.5")));
    assert_true(citation_is(RULING_INSTEAD, str_of("2e-2014/dilemmas")));
    assert_false(citation_is(RULING_DILEMMAS, str_of("2e-2014/dilemmas.5")));
    assert_false(citation_is(RULING_INSTEAD, str_of("2e-2014/dilemmas.6")));
    assert_true(citation_is(RULE_COMPLETED, str_of("2E-10.1")));
    assert_true(citation_is(RULE_HEADQUARTERS, str_of("2E-10.1")));
    assert_false(citation_is(CITE_NONE, str_of("")));
}

/* What was superseded is in force until the day of what took its place. */
static void the_first_edition_has_four_days(void **state)
{
    (void)state;
    static const struct { int date, count; } days[] = {
        { 19980305, 0 }, { 19980306, 223 }, { 20130701, 223 + 38 - 4 }, { 20191104, 223 + 38 + 132 - 13 }, { 20221107, 443 - 16 },
    };
    for (size_t i = 0; i < countof(days); i++) {
        Profile then = profile_at(EDITION_FIRST, days[i].date);
        assert_int_equal(count_in(&then), days[i].count);
    }
    int not_repeated = 0;                       /* it ended without another in its place: 1e-1998/dead-end.2, 1e-1998/dilemmas-playing-cards-between, 1e-1998/borg-cube-and-queens-borg-cube, 1e-1998/wormhole.1 */
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const char *by = ruling_words(&reg, c)->superseded_by;
        not_repeated += !by[0] && ruling_at(c)->until != FOREVER;
        if (by[0])
            assert_int_equal(ruling_at(c)->until, ruling_at(citation_find(str_of(by)))->from);
    }
    assert_int_equal(not_repeated, 4);
}

/* Every number that the engine gives as a reason can be opened. */
static void the_rulebook_is_read(void **state)
{
    (void)state;
    static const char *const files[] = { "data/rules/1e.txt", "data/rules/2e.txt" };
    Rulebook book = { 0 };
    Error err = { "" };
    for (size_t i = 0; i < countof(files); i++)
        if (!rulebook_read(&book, &arena, files[i], load_file(&arena, files[i]), &err))
            fail_msg("%s", err.text);
    for (Citation c = CITE_NONE + 1; c < RULINGS_BEGIN; c++)
        if (rulebook_find(&book, str_of(citation_id(c))) < 0)
            fail_msg("%s is given as a reason, and the rulebook lacks it", citation_id(c));
    for (int i = 0; i < book.count; i++) {
        assert_true(strlen(book.rule[i].text) >= 15 && book.rule[i].chapter[0]);
        assert_int_equal(rulebook_find(&book, str_of(book.rule[i].id)), i);
    }
    assert_int_equal(rulebook_find(&book, str_of("2e-7.22")), rulebook_find(&book, str_of("2E-7.22")));
    assert_int_equal(rulebook_find(&book, str_of("2E-7.999")), -1);
    rulebook_free(&book);
}

static void bad_rulebooks_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *says; } bad[] = {
        { "", "f: no rule in this file" },
        { "rule 2E-1.1\ntext a\n", "f:1:1: 'rule' before any 'chapter' line" },
        { "chapter 1 One\nrule 3E-1.1\ntext a\n", "f:2:6: '3E-1.1' is no number of a rule" },
        { "chapter 1 One\nrule 2E-1.1\n", "f:2:1: '2E-1.1' has no 'text' line" },
        { "chapter 1 One\nrule 2E-1.1\ntext a\ntext b\n", "f:4:1: a second 'text' for '2E-1.1'" },
        { "chapter 1 One\nrule 2E-1.1\ntext a\nrule 2E-1.1\ntext b\n", "f:4:6: '2E-1.1' was already told above" },
        { "chapter 1 One\nrule 2E-1.1\ntext a\nrulings 2e-2014/specie\n", "f:4:9: no ruling '2e-2014/specie'; nearest: 2e-2014/species" },
        { "chapter 1 One\nrule 2E-1.1\nword a\n", "f:3:1: unknown key 'word'" },
        { "text a\n", "f:1:1: 'text' before any 'rule' line" },
    };
    for (size_t i = 0; i < countof(bad); i++) {
        Rulebook book = { 0 };
        Error err = { "" };
        assert_false(rulebook_read(&book, &arena, "f", str_of(bad[i].text), &err));
        assert_int_equal(book.count, 0);
        assert_says(err.text, bad[i].says);
        rulebook_free(&book);
    }
}

static void days_are_read_and_written(void **state)
{
    (void)state;
    static const char *const bad[] = { "", "2014-7-7", "2014-02-29", "2014-13-01", "2014-00-01", "2014-01-00", "2014/07/07",
                                       "2014-07-07 ", "0000-01-01", "201a-07-07", "-014-07-07" };
    int date = 0;
    char out[11];
    assert_true(date_read(str_of("2014-07-07"), &date));
    assert_int_equal(date, 20140707);
    date_print(date, out);
    assert_string_equal(out, "2014-07-07");
    assert_true(date_read(str_of("2016-02-29"), &date));
    assert_false(date_read(str_of("1900-02-29"), &date));
    for (size_t i = 0; i < countof(bad); i++)
        assert_false(date_read(str_of(bad[i]), &date));
    assert_int_equal(date, 20160229);
    date_print(FOREVER, out);
    assert_string_equal(out, "");
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    assert_says(unread(""), "f: no ruling in this file");
    assert_says(unread("# only a remark\n\n"), "no ruling in this file");
    assert_says(unread("id 2e-2014/speices\n"), "f:1:4: no ruling '2e-2014/speices'; nearest: 2e-2014/species");
    assert_says(unread("\nid\n"), "f:2:1: 'id' needs a value");
    assert_says(unread("id 2E-9.30\n"), "f:1:4: no ruling");
    assert_says(unread("summary x\n"), "f:1:1: 'summary' before any 'id'");
    assert_says(unread("colour x\n"), "f:1:1: unknown key 'colour'; right are id, summary");
    assert_says(unread(" loose\n"), "f:1:1: this line goes on with nothing");
    assert_says(unread("id 2e-2014/own\nsummary x\n  y\nsummary z\n"), "f:4:1: a second 'summary' for '2e-2014/own'");
    assert_says(unread("id 2e-2014/own\nsummary x\n"), "f:1:1: '2e-2014/own' has no 'text' line");
    assert_says(unread("id 2e-2014/own\ntext x\n"), "f:1:1: '2e-2014/own' has no 'summary' line");
    assert_says(unread("\nid 2e-2014/own.1\nsummary x\ntext x\n"), "f:2:1: '2e-2014/own.1' has no 'without' line");
    assert_says(unread("id 2e-2014/own\nsummary x\ntext x\nwithout x\n"), "it takes no 'without' line");
    assert_says(unread("id 2e-2014/own\nsummary x\ntext x\nid 2e-2014/own\n"), "f:4:4: '2e-2014/own' was already told");
    assert_says(unread("id 2e-2014/own\nsummary x\ntext x\nsuperseded-by nobody\n"), "f:4:15: no ruling 'nobody'");
    assert_says(unread("id 2e-2014/own\nsummary x\ntext x\n"), "f: no words for '2e-2014/document-status'");
    assert_says(unread("id 2e-2014/own\nsummary \xff\n"), "f:2:1: not UTF-8");
}

static void a_later_ruling_can_be_named(void **state)
{
    (void)state;
    char *with = arena_take(&arena, words.len + 80);
    Out out = { with, words.len + 80, 0 };
    out_str(&out, words);
    out_text(&out, "superseded-by 2e-2014/winning-the-game.1\n");
    Register other = { 0 };
    Error err = { "" };
    assert_true(rulings_read(&other, &arena, words_file, (Str){ with, out.len }, &err));
    assert_string_equal(ruling_words(&other, RULING_WIN_AT_ONCE)->superseded_by, "2e-2014/winning-the-game.1");
    assert_string_equal(ruling_words(&reg, RULING_WIN_AT_ONCE)->superseded_by, "");
}

/* The documentation has a row for each doubtful rule, with the default that is compiled in. */
static void switches_are_documented(void **state)
{
    (void)state;
    Str docs = load_file(&arena, "docs/rulings.md");
    char row[240];
    for (int i = 0; i < SWITCH_COUNT; i++) {
        const SwitchInfo *s = &switch_info[i];
        snprintf(row, sizeof row, "| `%s` | %d | %s | %s", s->name, s->standard, s->rule, s->about);
        if (!strstr(docs.at, row))
            fail_msg("docs/rulings.md lacks the row '%s'", row);
        assert_true(s->least <= s->standard && s->standard <= s->most && s->least < s->most);
    }
    Switches standard = switches_default();
    assert_int_equal(standard.unstop_at, 0);
    assert_int_equal(standard.damage_to_destroy, 3);
    assert_int_equal(standard.engagement_defender_wins, 1);
}

static void switches_are_read_and_written(void **state)
{
    (void)state;
    static const struct { const char *text, *says; } bad[] = {
        { "hq_repair",             "'hq_repair' sets no switch; expected NAME=NUMBER, as in damage_to_destroy=4" },
        { "hq_repair=",            "'hq_repair=' sets no switch; expected NAME=NUMBER, as in damage_to_destroy=4" },
        { "hq_repair=yes",         "'hq_repair=yes' sets no switch; expected NAME=NUMBER, as in damage_to_destroy=4" },
        { ",",                     "'' sets no switch; expected NAME=NUMBER, as in damage_to_destroy=4" },
        { "hq_repair=1,hq_repare=1", "no switch 'hq_repare'; nearest: hq_repair" },
        { "hq_repair=2",           "the switch 'hq_repair' is a number from 0 to 1, not 2" },
        { "damage_to_destroy=0",   "the switch 'damage_to_destroy' is a number from 1 to 9, not 0" },
        { "damage_to_destroy=-1",  "the switch 'damage_to_destroy' is a number from 1 to 9, not -1" },
    };
    for (size_t i = 0; i < countof(bad); i++) {
        Switches s = switches_default();
        Error err = { "" };
        assert_false(switches_read(&s, str_of(bad[i].text), &err));
        assert_string_equal(err.text, bad[i].says);
    }
    char text[SWITCHES_TEXT];
    Switches s = switches_default();
    switches_print(&s, text);
    assert_string_equal(text, "");
    assert_true(switches_read(&s, str_of(""), NULL));
    assert_true(switches_read(&s, str_of("interlink=0, hq_repair = 1,deckout=0"), NULL));
    assert_true(s.hq_repair == 1 && s.interlink == 0 && s.deckout == 0 && s.damage_to_destroy == 3);
    switches_print(&s, text);
    assert_string_equal(text, "hq_repair=1,interlink=0");
    for (int i = 0; i < SWITCH_COUNT; i++) {
        const SwitchInfo *info = &switch_info[i];
        assert_true(switch_set(&s, str_of(info->name), info->standard == info->most ? info->least : info->most, NULL));
    }
    switches_print(&s, text);
    assert_int_equal(strlen(text), SWITCHES_TEXT - 2);     /* all of them fit: the room counts one comma too many */
}

static int print_digests(void)
{
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        printf("%s 0x%08x\n", citation_symbol(c), (unsigned)ruling_words(&reg, c)->digest);
    arena_free(&arena);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_unique),
        cmocka_unit_test(parts_belong_to_their_entries),
        cmocka_unit_test(documents_are_complete),
        cmocka_unit_test(all_have_words),
        cmocka_unit_test(digests_are_true),
        cmocka_unit_test(digest_follows_the_words),
        cmocka_unit_test(profile_follows_the_date),
        cmocka_unit_test(one_bit_can_be_taken_away),
        cmocka_unit_test(citations_are_found),
        cmocka_unit_test(a_part_is_its_entry_too),
        cmocka_unit_test(the_rulebook_is_read),
        cmocka_unit_test(bad_rulebooks_are_refused),
        cmocka_unit_test(the_first_edition_has_four_days),
        cmocka_unit_test(days_are_read_and_written),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(a_later_ruling_can_be_named),
        cmocka_unit_test(switches_are_documented),
        cmocka_unit_test(switches_are_read_and_written),
    };
    Error err = { "" };
    words = load_file(&arena, words_file);
    bool read = rulings_read(&reg, &arena, words_file, words, &err);
    for (size_t i = 0; read && i < countof(first_files); i++)
        read = rulings_read(&reg, &arena, first_files[i], load_file(&arena, first_files[i]), &err);
    if (!read) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    if (argc > 1 && strcmp(argv[1], "--digests") == 0)
        return print_digests();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
