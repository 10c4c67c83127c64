/* Card lists of LackeyCCG plugins: rows in, cards out.  The folder tests/lackey is invented; the plugin folder that
 * SPACELINE_LACKEY names (../shared/lackey if unset) is read as a whole, where there is one. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>

#include <cmocka.h>

static const char head[] = "Name\tSet\tImageFile\tRarity\tUnique\tCollectorsInfo\tType\tCost\tMission/DilemmaType\tSpan\tPoints\tQuadrant\t"
                           "Affiliation\tIcons\tStaff\tKeywords\tClass\tSpecies\tSkills\tIntegrity/Range\tCunning/Weapons\t"
                           "Strength/Shields\tText\n";

static sl_library *built_in, *both;

static char *read_whole(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    char *data = calloc(1, 4 << 20);
    *size = fread(data, 1, (4 << 20) - 1, in);
    fclose(in);
    return data;
}

static sl_library *with_lists(const char *const *path, int count)
{
    sl_file file[8] = { { 0 } };
    sl_error err = { "" };
    bool there = true;
    for (int i = 0; i < count; i++) {
        file[i].name = path[i];
        file[i].data = read_whole(path[i], &file[i].size);
        there &= file[i].data != NULL;
    }
    sl_library *lib = there ? builtin_library_with(file, count, &err) : NULL;
    for (int i = 0; i < count; i++)
        free((char *)file[i].data);
    if (err.text[0])
        print_error("%s\n", err.text);
    return lib;
}

static int make_libraries(void **state)
{
    (void)state;
    static const char *const lists[] = { "tests/lackey/2e/sets/Alpha.txt", "tests/lackey/2e/sets/Beta.txt", "tests/lackey/1e/sets/First.txt" };
    built_in = builtin_library(NULL);
    both = built_in ? with_lists(lists, 3) : NULL;
    return both ? 0 : -1;
}

static int free_libraries(void **state)
{
    (void)state;
    sl_library_free(both);
    sl_library_free(built_in);
    return 0;
}

static sl_facts facts_of(const char *name)
{
    sl_facts facts;
    int def = sl_card_find(both, SL_SECOND_EDITION, name);
    if (!def)
        fail_msg("no card %s", name);
    sl_card_facts(both, def, &facts);
    return facts;
}

static bool shows_trait(const sl_facts *facts, const char *name, const char *kind)
{
    for (int i = 0; facts->traits[i]; i++)
        if (strcmp(facts->traits[i], name) == 0)
            return strcmp(facts->trait_kinds[i], kind) == 0;
    return false;
}

static bool shows_icon(const sl_facts *facts, const char *text)
{
    for (int i = 0; i < sl_icon_count(); i++)
        if (strcmp(sl_icon_text(i), text) == 0)
            return sl_icon_in(facts->icons, i);
    return false;
}

static int level(const sl_facts *facts, const char *skill)
{
    for (int i = 0; i < sl_skill_count(); i++)
        if (strcmp(sl_skill_name(i), skill) == 0)
            return facts->skill[i];
    return -1;
}

/* No subtitle begins with a small word, however many names share the word before it; and the comma may be said where it belongs or left out. */
static void title_ends_before_the_subtitle(void **state)
{
    (void)state;
    static const char *const said[] = { "Orlen Tak Man of Salt", "Orlen Tak, Man of Salt", "Orlen Tak (Man of Salt)", "Orlen Tak Man, of Salt" };
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        sl_facts f = facts_of(said[i]);
        assert_string_equal(f.title, "Orlen Tak");
        assert_string_equal(f.subtitle, "Man of Salt");
    }
}

static void facts_of_a_personnel(void **state)
{
    (void)state;
    sl_facts f = facts_of("Vorgash Keeper of Seals");
    assert_string_equal(f.title, "Vorgash");
    assert_string_equal(f.subtitle, "Keeper of Seals");
    assert_string_equal(f.affiliation, "Klingon");
    assert_int_equal(f.cost, 3);
    assert_true(f.unique && f.listed && !f.overridden);
    assert_true(shows_icon(&f, "Cmd") && shows_icon(&f, "Pa") && shows_icon(&f, "Kli") && !shows_icon(&f, "Stf"));
    assert_true(shows_trait(&f, "Keeper", "keyword") && shows_trait(&f, "Klingon", "species"));
    assert_int_equal(level(&f, "Honor"), 2);
    assert_int_equal(level(&f, "Officer"), 1);
    assert_int_equal(f.dots, 2);
    assert_int_equal(f.attributes[2], 6);
    assert_null(f.unplayable);
}

static void facts_of_a_ship_and_its_commander(void **state)
{
    (void)state;
    sl_facts f = facts_of("I.K.S. Tor Worn Hull");
    assert_string_equal(f.title, "I.K.S. Tor");             /* a Commander names it */
    assert_int_equal(f.need_cmd, 1);
    assert_int_equal(f.need_stf, 2);
    assert_true(shows_trait(&f, "Torg", "class"));
    assert_null(f.unplayable);
    const CardDef *keeper = &both->cat->def[sl_card_find(both, SL_SECOND_EDITION, "Vorgash Keeper of Seals")];
    assert_int_equal(keeper->titled, keeper->persona);      /* what a text calls it */
    assert_int_equal(keeper->commander[0], both->cat->def[sl_card_find(both, SL_SECOND_EDITION, "I.K.S. Tor")].persona);
}

static void facts_of_missions(void **state)
{
    (void)state;
    sl_facts f = facts_of("Quiet Harbour");
    assert_string_equal(f.kind, "planet");
    assert_int_equal(f.points, 30);
    assert_int_equal(f.quadrant, QUADRANT_ALPHA);
    assert_string_equal(f.attempt, "any affiliation except [Bor][Fed]");
    assert_string_equal(f.requirement, "Honor, Law, Strength>28, and (2 Officer or a Klingon)");
    assert_true(shows_trait(&f, "Far Shore", "region"));
    assert_null(f.unplayable);
    f = facts_of("Loud Harbour");
    assert_int_equal(f.quadrant, QUADRANT_GAMMA);
    assert_string_equal(f.unplayable, "Skills: Law aboard two ships");
    f = facts_of("Old Fortress");
    assert_null(f.unplayable);                              /* the grammar reads what may be played there */
    assert_string_equal(f.text, "You may play [Kli] cards at this mission. You may play equipment at this mission.");
}

static void text_is_cut_into_clauses(void **state)
{
    (void)state;
    assert_string_equal(facts_of("Sudden Fog").unplayable, "Choose a personnel to be stopped (by Dr. Fog aboard the U.S.S. Mist).");
    assert_string_equal(facts_of("Silent Order").unplayable, "no text is printed");
    assert_string_equal(facts_of("Misread Scholar").unplayable, "Skills: Archeology Law");
}

static void printings_of_one_card(void **state)
{
    (void)state;
    sl_facts f = facts_of("Vorgash Old Sailor");            /* the marked reprint counts, and has no text */
    assert_int_equal(f.cost, 2);
    assert_null(f.unplayable);
    assert_int_equal(sl_card_find(both, SL_SECOND_EDITION, "Apprentice of the Helm"), sl_card_find(both, SL_SECOND_EDITION, "Helm Apprentice"));
    assert_string_equal(facts_of("Gapped Helmsman").text, "Smuggler.");     /* what the first leaves out another has; one with a slip is not asked */
    assert_string_equal(facts_of("Slipped Helmsman").text, "Smuggler.");    /* a keyword that nobody else has, where another printing has one that others have, too */
    assert_string_equal(facts_of("Lost Call").text, "Plays in your core. Order – Destroy this event to draw a card.");     /* the printing that says where it is played */
    assert_non_null(facts_of("Far Call").unplayable);       /* there is none */
}

static void broken_rows_and_bytes(void **state)
{
    (void)state;
    facts_of("Ren\xC3\xA9 the Cook");                         /* Windows-1252 */
    facts_of("Worf's 'Twin'");                                /* encoded twice */
    assert_int_equal(facts_of("Torn Page").cost, 2);          /* cut in two lines */
    assert_int_equal(sl_library_notes(both), 6);
    assert_string_equal(sl_library_note(both, 0), "tests/lackey/2e/sets/Beta.txt:6: a row without tabs is left out; expected 23 columns");
}

static void built_in_cards_stay(void **state)
{
    (void)state;
    sl_facts f = facts_of("Bregath"), before;
    assert_true(sl_card_facts(built_in, sl_card_find(built_in, SL_SECOND_EDITION, "Bregath"), &before));
    assert_true(f.listed && f.overridden && !before.listed);
    assert_string_equal(f.text, before.text);
    assert_int_equal(f.attributes[0], before.attributes[0]);
    assert_true(sl_library_digest(both) == sl_library_digest(built_in));
    assert_false(facts_of("Anara").listed);
}

static sl_facts first_of(const sl_library *lib, const char *name)
{
    sl_facts facts;
    int def = sl_card_find(lib, SL_FIRST_EDITION, name);
    if (!def)
        fail_msg("no card %s", name);
    sl_card_facts(lib, def, &facts);
    return facts;
}

static int skill_number(const char *name)
{
    for (int i = 0; i < sl_skill_count(); i++)
        if (strcmp(sl_skill_name(i), name) == 0)
            return i;
    fail_msg("no skill %s", name);
    return 0;
}

static void first_edition_facts(void **state)
{
    (void)state;
    sl_facts f = first_of(both, "Gate of Lamps");
    assert_string_equal(f.type, "doorway");
    assert_string_equal(f.unplayable, "Seeds or plays on table.\nOpens once.");
    f = first_of(both, "Keeper of Lamps");                    /* an X that no text explains */
    assert_string_equal(f.unplayable, "Int/Rng: 6");
    f = first_of(both, "Lamplighter");
    assert_null(f.unplayable);
    assert_string_equal(f.class_name, "OFFICER");
    assert_int_equal(f.skill[skill_number("Honor")], 2);
    assert_int_equal(f.skill[skill_number("Computer Skill")], 1);
    assert_int_equal(f.skill[skill_number("Officer")], 1);
    assert_int_equal(f.attributes[2], 5);
    assert_true(f.unique && shows_trait(&f, "Klingon", "species") && shows_trait(&f, "Male", "keyword"));
    f = first_of(both, "Lamp Barge");
    assert_null(f.unplayable);
    assert_true(!f.unique && f.need_cmd == 1 && f.need_stf == 2 && shows_trait(&f, "Barge", "class") && shows_trait(&f, "Tractor Beam", "keyword"));
    f = first_of(both, "Light All Lamps");
    assert_null(f.unplayable);
    assert_string_equal(f.kind, "planet");
    assert_true(f.span == 3 && f.points == 35 && shows_trait(&f, "Lantern", "region"));
    assert_string_equal(f.requirement, "2 Honor, Geology, and CUNNING>30 or Navigation");
    f = first_of(both, "Mend All Lamps");
    assert_string_equal(f.unplayable, "Draw a card.");
    f = first_of(both, "Lamp Duchess");                       /* what a special download takes is a card of the list */
    assert_null(f.unplayable);
    assert_non_null(strstr(f.text, "Lamp Barge"));
    assert_string_equal(first_of(both, "Lamp Countess").unplayable, "DL/ {any lamp}");
}

/* ---- what is refused ---- */

static void refused(const char *text, size_t size, const char *why)
{
    sl_error err = { "" };
    sl_library *lib = builtin_library_with(&(sl_file){ "x.txt", text, size }, 1, &err);
    assert_null(lib);
    assert_null(strchr(err.text, '\n'));
    if (!strstr(err.text, why))
        fail_msg("\"%s\" lacks \"%s\"", err.text, why);
}

static void files_that_are_no_lists(void **state)
{
    (void)state;
    refused("", 0, "x.txt:1: this is no card list");
    refused("3\tKahn\n", 7, "x.txt:1: this is no card list");
    refused("Name\tType\tCost\tAffiliation\n", 27, "x.txt:1: the column \"Text\" is missing");
    refused("\xFF\xFEN\0a\0", 6, "UTF-16");
}

/* ---- what is left out, and the rest is there ---- */

static const char good_row[] = "Kept Scholar\tZZ\t\tC\tY\t9C900\tPersonnel\t2\t\t\t\t\tKlingon\t\t\t\t\tKlingon\tLaw\t5\t5\t6\t\n";

/* The list, with a good row behind what is given, and perhaps another list behind it: what is noted of it. */
static void left_out(const char *text, size_t size, bool other_list, const char *noted)
{
    sl_error err = { "" };
    char *all = calloc(1, size + sizeof good_row), other[4000];
    memcpy(all, text, size);
    if (!other_list)
        memcpy(all + size, good_row, sizeof good_row - 1);
    int more = snprintf(other, sizeof other, "%s%s", head, good_row);
    sl_file lists[] = { { "x.txt", all, size + (other_list ? 0 : sizeof good_row - 1) }, { "y.txt", other, (size_t)more } };
    sl_library *lib = builtin_library_with(lists, other_list ? 2 : 1, &err);
    if (!lib)
        fail_msg("%s", err.text);
    assert_true(sl_card_find(lib, SL_SECOND_EDITION, "Kept Scholar") > 0);
    bool found = false;
    for (int i = 0; i < sl_library_notes(lib); i++)
        found |= strstr(sl_library_note(lib, i), noted) != NULL;
    if (!found)
        fail_msg("nothing says \"%s\"", noted);
    sl_library_free(lib);
    free(all);
}

static void broken_parts_are_left_out(void **state)
{
    (void)state;
    enum { SIZE = 10 << 20 };
    char *text = calloc(1, SIZE + 10);
    size_t size = (size_t)snprintf(text, SIZE, "%sA", head);
    memcpy(text + size, "\0B\n", 3);
    left_out(text, size + 3, false, "x.txt:2: a NUL byte");
    left_out("\xFF\xFEN\0a\0", 6, true, "x.txt:1: this text is UTF-16; expected UTF-8 or Windows-1252; the file is left out");
    left_out("a\tb\nc\td\n", 8, true, "x.txt:1: this is no card list");
    size = (size_t)snprintf(text, SIZE, "%s", head);
    memset(text + size, 'x', SIZE - size);
    memcpy(text + SIZE, "\n", 1);
    left_out(text, SIZE + 1, false, "bytes long; a row of a card list has at most 16384; it is left out");
    free(text);
}

/* A text that nobody could read in reasonable time is given up, and its card says so; it is never taken for a card without a text. */
static void endless_texts_are_given_up(void **state)
{
    (void)state;
    enum { LONG = 15000 };
    sl_error err = { "" };
    char *text = calloc(1, LONG + 4000);
    size_t size = (size_t)snprintf(text, 4000, "%sNested Call\tZZ\t\tC\tN\t9C901\tEvent\t2\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t", head);
    memset(text + size, '(', LONG);
    sl_library *lib = builtin_library_with(&(sl_file){ "x.txt", text, size + LONG }, 1, &err);
    assert_non_null(lib);
    sl_facts f;
    assert_true(sl_card_facts(lib, sl_card_find(lib, SL_SECOND_EDITION, "Nested Call"), &f));
    assert_non_null(f.unplayable);
    assert_int_equal(strncmp(f.unplayable, "given up", 8), 0);
    sl_library_free(lib);
    free(text);
}

/* ---- decks and games ---- */

static void decks_name_them(void **state)
{
    (void)state;
    static const char text[] = "3\tHELM APPRENTICE (ZZ)\n2\tvorgash old sailor *VP\n1\tAnara\nDilemmas:\n3\tSudden Fog\nMissions:\n1\tQuiet Harbour\n";
    sl_error err = { "" };
    sl_problem problem[16];
    sl_deck *deck = sl_deck_read(both, SL_SECOND_EDITION, &(sl_file){ "d.txt", text, sizeof text - 1 }, &err);
    if (!deck)
        fail_msg("%s", err.text);
    int problems = sl_deck_check(both, deck, 0, problem, 16);
    assert_true(problems > 0);
    assert_string_equal(problem[problems - 1].code, "unplayable");
    assert_string_equal(problem[problems - 1].text, "'Sudden Fog' is not playable: clause \"Choose a personnel to be stopped (by Dr. Fog "
                        "aboard the U.S.S. Mist).\" is not understood");
    sl_setup setup = { .edition = SL_SECOND_EDITION, .players = 2, .deck = { deck, deck } };
    assert_null(sl_game_new(both, &setup, &err));
    assert_non_null(strstr(err.text, "'Sudden Fog' is not playable"));
    sl_deck_free(deck);
}

/* The same seeds give the same games with and without lists, as long as no deck has a card of theirs. */
static uint64_t play(const sl_library *lib, const sl_file *file)
{
    int edition = SL_SECOND_EDITION;
    sl_deck *deck = sl_deck_read(lib, edition, file, NULL);
    if (!deck)
        deck = sl_deck_read(lib, edition = SL_FIRST_EDITION, file, NULL);
    sl_setup setup = { .edition = edition, .players = 2, .seed = 11, .deck = { deck, deck } };
    sl_game *game = sl_game_new(lib, &setup, NULL);
    uint64_t hash = 0;
    for (int i = 0; i < 400 && sl_game_player(game) >= 0; i++) {
        sl_game_answer(game, (i * 7) % sl_game_options(game));
        hash = hash_mix(hash, sl_game_hash(game));
    }
    sl_game_free(game);
    sl_deck_free(deck);
    return hash;
}

static void games_are_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < embedded_files_count; i++)
        if (is_deck_file(&embedded_files[i]))
            assert_true(play(built_in, &embedded_files[i]) == play(both, &embedded_files[i]));
}

/* ---- a real folder ---- */

static void a_real_plugin(void **state)
{
    (void)state;
    static const char *const name[] = { "Excelsior", "Excelsior11", "Physical", "Virtual" };
    const char *root = getenv("SPACELINE_LACKEY") ? getenv("SPACELINE_LACKEY") : "../shared/lackey";
    char text[4][300];
    const char *path[4];
    for (int i = 0; i < 4; i++) {
        snprintf(text[i], sizeof text[i], "%s/2e/sets/%s.txt", root, name[i]);
        path[i] = text[i];
    }
    sl_library *lib = with_lists(path, 4);
    if (!lib) {
        print_message("skipped: no plugin folder at %s\n", root);
        skip();
    }
    assert_true(sl_card_count(lib) > 2000);
    int listed = 0, playable = 0;
    for (int def = 1; def <= sl_card_count(lib); def++) {
        sl_facts f;
        sl_card_facts(lib, def, &f);
        listed += f.listed;
        playable += f.listed && !f.unplayable;
        assert_true(f.name[0] && f.type[0] && strcmp(f.type, "none") != 0);
    }
    assert_true(listed > 2000 && playable > 300);
    assert_true(sl_library_notes(lib) < 60);
    sl_library_free(lib);
}

static bool same_words(const char *const *a, const char *const *b)
{
    int count[2] = { 0, 0 }, found = 0;
    for (; a[count[0]]; count[0]++)
        for (int k = 0; b[k]; k++)
            found += strcasecmp(a[count[0]], b[k]) == 0;
    while (b[count[1]])
        count[1]++;
    return found == count[0] && count[0] == count[1];
}

static bool lives_by_facts(const sl_facts *f)
{
    return strcmp(f->type, "personnel") == 0 || strcmp(f->type, "ship") == 0 || strcmp(f->type, "mission") == 0;
}

/* Skills that stand behind a sentence are not found: such a card cannot be played from a list, and what was found before it is part of its skills. */
static bool is_cut_short(const sl_facts *file, const sl_facts *list)
{
    for (size_t i = 0; i < sizeof list->skill / sizeof list->skill[0]; i++)
        if (list->skill[i] > file->skill[i])
            return false;
    return list->unplayable;
}

/* What a list says of a card that is built in is what its card file says. */
static void same_facts(const sl_facts *file, const sl_facts *list)
{
    const char *what = strcmp(file->type, list->type) ? "type"
        : strcmp(file->type, "doorway") && strcmp(file->kind ? file->kind : "", list->kind ? list->kind : "") ? "kind"
        : memcmp(file->attributes, list->attributes, sizeof file->attributes) ? "attributes"
        : !is_cut_short(file, list) && memcmp(file->skill, list->skill, sizeof file->skill) ? "skills"
        : memcmp(&file->icons, &list->icons, sizeof file->icons) ? "icons"
        : lives_by_facts(file) && file->unique != list->unique ? "uniqueness"
        : file->need_cmd != list->need_cmd || file->need_stf != list->need_stf ? "staffing"
        : strcmp(file->class_name, list->class_name) ? "classification"
        : strcmp(file->type, "mission") == 0 && (file->span != list->span || file->points != list->points) ? "span or points"
        : strcmp(file->type, "mission") == 0 && (memcmp(&file->attempts, &list->attempts, sizeof file->attempts) || file->attempts_any != list->attempts_any) ? "attempt"
        : strcmp(file->type, "mission") == 0 && list->requirement && list->requirement[0] && strcmp(file->requirement, list->requirement) ? "requirement"
        : lives_by_facts(file) && !same_words(file->traits, list->traits) ? "traits" : NULL;
    if (what)
        fail_msg("%s: the list gives other %s", file->name, what);
}

static void first_edition_of_a_real_plugin(void **state)
{
    (void)state;
    static const char *const name[] = { "Physical", "Virtual" };
    const char *root = getenv("SPACELINE_LACKEY") ? getenv("SPACELINE_LACKEY") : "../shared/lackey";
    sl_file file[2] = { { 0 } };
    char path[2][300];
    sl_error err = { "" };
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/1e/sets/%s.txt", root, name[i]);
        file[i].name = path[i];
        file[i].data = read_whole(path[i], &file[i].size);
    }
    if (!file[0].data || !file[1].data) {
        print_message("skipped: no plugin folder at %s\n", root);
        skip();
    }
    sl_library *lib = sl_library_lists(NULL, 0, file, 2, &err);
    for (int i = 0; i < 2; i++)
        free((char *)file[i].data);
    if (!lib)
        fail_msg("%s", err.text);
    int playable = 0, compared = 0;
    for (int def = 1; def <= sl_card_count(lib); def++) {
        sl_facts list, built;
        sl_card_facts(lib, def, &list);
        playable += !list.unplayable;
        int other = sl_card_find(built_in, SL_FIRST_EDITION, list.name);
        if (!other || (list.unplayable && strstr(list.unplayable, ": ")))
            continue;
        sl_card_facts(built_in, other, &built);
        same_facts(&built, &list);
        compared++;
    }
    sl_library_free(lib);
    assert_true(playable > 900 && compared > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(title_ends_before_the_subtitle),
        cmocka_unit_test(facts_of_a_personnel),
        cmocka_unit_test(facts_of_a_ship_and_its_commander),
        cmocka_unit_test(facts_of_missions),
        cmocka_unit_test(text_is_cut_into_clauses),
        cmocka_unit_test(printings_of_one_card),
        cmocka_unit_test(broken_rows_and_bytes),
        cmocka_unit_test(built_in_cards_stay),
        cmocka_unit_test(first_edition_facts),
        cmocka_unit_test(files_that_are_no_lists), cmocka_unit_test(broken_parts_are_left_out), cmocka_unit_test(endless_texts_are_given_up),
        cmocka_unit_test(decks_name_them),
        cmocka_unit_test(games_are_the_same),
        cmocka_unit_test(a_real_plugin),
        cmocka_unit_test(first_edition_of_a_real_plugin),
    };
    return cmocka_run_group_tests(tests, make_libraries, free_libraries);
}
