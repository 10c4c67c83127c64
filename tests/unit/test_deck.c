/* Decks: what the reader takes, what it says about what it cannot take, and every rule of deck building. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 1 << 14, BEFORE = 20130101, SINCE = 20140707 };

static sl_library *lib;

static const char special_cards[] =
    "card \"Worf\" \"Son of Mogh\"\n type personnel\n cost 2\n affiliation Klingon\n species Klingon\n attributes 5 5 5\nend\n"
    "card \"Worf\" \"Rebel\"\n type personnel\n cost 2\n affiliation Klingon\n species Klingon\n attributes 5 5 5\nend\n"
    "card \"Ren\xC3\xA9\"\n type personnel\n cost 1\n affiliation Klingon\n species Klingon\n attributes 5 5 5\nend\n"
    "card \"B'rel \\\"Junior\\\"\"\n type equipment\n cost 1\nend\n"
    "card \"Home\" \"First City\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\nend\n"
    "card \"Home\" \"Second City\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\nend\n"
    "card \"Fortress\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\nend\n"
    "card \"Outpost\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\nend\n"
    "card \"Narrows\"\n type mission\n kind space\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Honor\n (deck-at-most 35)\nend\n"
    "card \"Hermitage\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n (only-headquarters)\nend\n"
    "card \"Swarm\"\n type dilemma\n kind dual\n cost 1\n (any-copies)\n (resolve (stop (random 1 facing-group)))\nend\n";

/* Person 1 … 12, Peril 1 … 7, Planet 1 … 4, Cloud 1 … 4 and the special ones. */
static void make_cards(Out *out)
{
    out_text(out, "edition 2e\n%s", special_cards);
    for (int i = 1; i <= 12; i++)
        out_text(out, "card \"Person %d\"\n type personnel\n cost 1\n affiliation Klingon\n species Klingon\n attributes 5 5 5\nend\n", i);
    for (int i = 1; i <= 7; i++)
        out_text(out, "card \"Peril %d\"\n type dilemma\n kind dual\n cost 1\n (resolve (stop (random 1 facing-group)))\nend\n", i);
    for (int i = 1; i <= 4; i++)
        out_text(out, "card \"Planet %d\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\n"
                 " requires Honor\nend\n"
                 "card \"Cloud %d\"\n type mission\n kind space\n quadrant Alpha\n span 2\n points 30\n attempt any\n"
                 " requires Honor\nend\n", i, i);
}

static int make_library(void **state)
{
    (void)state;
    static char text[ROOM];
    Out out = { text, sizeof text, 0 };
    make_cards(&out);
    sl_file files[] = {
        { "t.card", text, out.len },
        { "first.card", "edition 1e\ncard \"Old Timer\"\n type personnel\n affiliation Klingon\n species Klingon\n"
                        " attributes 5 5 5\nend\n", 0 },
    };
    files[1].size = strlen(files[1].data);
    lib = library_of(files, 2);
    return lib ? 0 : -1;
}

static int free_library(void **state)
{
    (void)state;
    sl_library_free(lib);
    return 0;
}

static sl_deck *read_bytes(const char *text, size_t size, sl_error *err)
{
    *err = (sl_error){ "" };
    return sl_deck_read(lib, SL_SECOND_EDITION, &(sl_file){ "folder/my deck.v2.txt", text, size }, err);
}

static sl_deck *must_read(const char *text)
{
    sl_error err;
    sl_deck *deck = read_bytes(text, strlen(text), &err);
    if (!deck)
        fail_msg("%s", err.text);
    return deck;
}

static void assert_entry(const sl_deck *deck, int i, int count, const char *name, sl_section section)
{
    sl_deck_entry e = sl_deck_get(deck, i);
    assert_int_equal(e.count, count);
    assert_int_equal(e.section, section);
    assert_string_equal(lib->cat->def[e.def].name, name);
}

static void sections_and_line_ends(void **state)
{
    (void)state;
    sl_deck *deck = must_read("\xEF\xBB\xBF# mine\r\n3\tPerson 1\r\n\r\n // two more\n2   person 2  \nDilemmas:\r\n1\tPeril 1\nmissions: \n1 Planet 1");
    assert_int_equal(sl_deck_count(deck), 4);
    assert_entry(deck, 0, 3, "Person 1", SL_DRAW_DECK);
    assert_entry(deck, 1, 2, "Person 2", SL_DRAW_DECK);
    assert_entry(deck, 2, 1, "Peril 1", SL_DILEMMA_PILE);
    assert_entry(deck, 3, 1, "Planet 1", SL_MISSIONS);
    assert_int_equal(sl_deck_get(deck, 4).def, 0);
    assert_int_equal(sl_deck_get(deck, -1).def, 0);
    sl_deck_free(deck);
}

static void titles_are_found(void **state)
{
    (void)state;
    static const struct { const char *written, *name; } rows[] = {
        { "Worf, Rebel", "Worf, Rebel" }, { "worf son of mogh", "Worf, Son of Mogh" }, { "Person 3*", "Person 3" },
        { "Person 3 *VP", "Person 3" }, { "Person 3*AP", "Person 3" }, { "Person 3*VAP", "Person 3" },
        { "\"Person 3\"", "Person 3" }, { "\"Person 3*VP\"*", "Person 3" }, { "\"Worf\" \"Rebel\"", NULL },
        { "Ren\xC3\xA9", "Ren\xC3\xA9" }, { "Ren\xE9", "Ren\xC3\xA9" }, { "B'rel \"Junior\"", "B'rel \"Junior\"" },
        { "B\u2019rel \u201CJunior\u201D", "B'rel \"Junior\"" }, { "B\x92rel \x93Junior\x94", "B'rel \"Junior\"" },
    };
    for (size_t i = 0; i < countof(rows); i++) {
        char text[100];
        sl_error err;
        snprintf(text, sizeof text, "1\t%s\n", rows[i].written);
        sl_deck *deck = read_bytes(text, strlen(text), &err);
        if (!deck != !rows[i].name)
            fail_msg("%s: %s", rows[i].written, err.text);
        if (deck)
            assert_entry(deck, 0, 1, rows[i].name, SL_DRAW_DECK);
        sl_deck_free(deck);
    }
}

/* Lists of decks that are older than the cards' names: a mission by its subtitle alone, a long name with one wrong letter; never a guess between two. */
static void old_names_are_found(void **state)
{
    (void)state;
    static const struct { const char *written, *name; } rows[] = {
        { "First City", "Home, First City" }, { "second city", "Home, Second City" }, { "City", NULL }, { "irst City", NULL },
        { "Son of Mogh", NULL },                /* no mission */
        { "Worf, Sun of Mogh", "Worf, Son of Mogh" }, { "Worf, Sun of Mohh", NULL }, { "Parson 3", NULL },      /* two letters; a short name */
    };
    for (size_t i = 0; i < countof(rows); i++) {
        char text[100];
        sl_error err;
        snprintf(text, sizeof text, "1\t%s\n", rows[i].written);
        sl_deck *deck = read_bytes(text, strlen(text), &err);
        if (!deck != !rows[i].name)
            fail_msg("%s: %s", rows[i].written, err.text);
        if (deck)
            assert_string_equal(lib->cat->def[sl_deck_get(deck, 0).def].name, rows[i].name);
        sl_deck_free(deck);
    }
}

static void names_come_from_the_file(void **state)
{
    (void)state;
    static const struct { const char *file, *name; } rows[] = {
        { "klingon.txt", "klingon" }, { "a/b.c/d", "d" }, { "a/my deck.v2.txt", "my deck.v2" }, { ".txt", ".txt" },
        { "a/", "deck" }, { "", "deck" }, { "x\ny.txt", "x?y" },
    };
    for (size_t i = 0; i < countof(rows); i++) {
        sl_deck *deck = sl_deck_read(lib, SL_SECOND_EDITION, &(sl_file){ rows[i].file, "1\tPerson 1", 10 }, NULL);
        assert_non_null(deck);
        assert_string_equal(sl_deck_name(deck), rows[i].name);
        sl_deck_free(deck);
    }
}

/* Each bad deck with the very line that is said about it. */
static void bad_decks_are_explained(void **state)
{
    (void)state;
    static const struct { const char *text, *says; } rows[] = {
        { "", "1:1: there is no card in this deck; a card is a line with a count, a tab and a title" },
        { "# nothing\nMissions:\n", "1:1: there is no card in this deck; a card is a line with a count, a tab and a title" },
        { "1\tPerson 1\n2\tPerzon 11\n", "2:3: no card is called 'Perzon 11'; nearest: Person 11; Person 1; Person 10" },
        { "1\tqqqqqqqqqqqqqqqqqqqqqqqqq", "1:3: no card is called 'qqqqqqqqqqqqqqqqqqqqqqqqq', and no title is near it" },
        { "1\tWorf", "1:3: several cards are titled 'Worf'; say which: Worf, Son of Mogh; Worf, Rebel" },
        { "1\tOld Timer", "1:3: 'Old Timer' is a card of the other edition; this deck is read as 2e" },
        { "0\tPerson 1", "1:1: '0' is no count: a whole number from 1 to 99 is wanted" },
        { "100\tPerson 1", "1:1: '100' is no count: a whole number from 1 to 99 is wanted" },
        { "  -2\tPerson 1", "1:3: '-2' is no count: a whole number from 1 to 99 is wanted" },
        { "2x\tPerson 1", "1:1: '2x' is no count: a whole number from 1 to 99 is wanted" },
        { "99999999999999999999\tPerson 1", "1:1: '99999999999999999999' is no count: a whole number from 1 to 99 is wanted" },
        { "3\t", "1:3: a title is missing after the count" },
        { "3", "1:2: a title is missing after the count" },
        { "Person 1", "1:1: expected a count, a tab and a title, or a section such as Missions:, but found 'Person'" },
        { "\x01\x02;\xFF", "1:1: expected a count, a tab and a title, or a section such as Missions:, but found '??;\xC3\xBF'" },
        { "1\tPerson 1\n Seed+Dil:", "2:2: 'Seed+Dil:' is a section of First Edition decks; a Second Edition deck has Dilemmas:,"
                                      " Missions:" },
        { "QsTent:\n", "1:1: 'QsTent:' is a section of First Edition decks; a Second Edition deck has Dilemmas:, Missions:" },
        { "Aside:\n", "1:1: no section is called 'Aside:'; the sections are Dilemmas:, Missions:" },
        { "Misions:\n", "1:1: no section is called 'Misions:'; the sections are Dilemmas:, Missions:" },
        { "99\tPerson 1\n99\tPerson 2\n99\tPerson 3\n99\tPerson 4\n5\tPerson 5\n",
          "5:1: the deck has 401 cards with this line; 400 are the most" },
        { "\xFF\xFE" "1", "1:1: this text is UTF-16; a deck is UTF-8 or Latin-1" },
    };
    for (size_t i = 0; i < countof(rows); i++) {
        char line[600];
        sl_error err;
        sl_deck *deck = read_bytes(rows[i].text, strlen(rows[i].text), &err);
        assert_null(deck);
        snprintf(line, sizeof line, "folder/my deck.v2.txt:%s", rows[i].says);
        assert_string_equal(err.text, line);
    }
}

static void nul_bytes_and_long_lines(void **state)
{
    (void)state;
    static const char nul[] = "1\tPerson 1\n1\tPer\0son 1\n";
    static char line[1 << 20];
    sl_error err;
    assert_null(read_bytes(nul, sizeof nul - 1, &err));
    assert_string_equal(err.text, "folder/my deck.v2.txt:2:6: a NUL byte; a deck is plain text, UTF-8 or Latin-1");
    memset(line, 'x', sizeof line);
    memcpy(line, "1\t", 2);
    assert_null(read_bytes(line, sizeof line, &err));
    assert_string_equal(err.text, "folder/my deck.v2.txt:1:1001: this line is 1048576 bytes long; a count, a tab and a title need no"
                                  " more than 1000");
    memset(line, 0xE9, sizeof line);
    memcpy(line, "1\t", 2);
    assert_null(read_bytes(line, 1000, &err));
    assert_non_null(strstr(err.text, ":1:3: no card is called '"));
    assert_true(str_utf8(str_of(err.text)));
    assert_null(sl_deck_read(lib, SL_FIRST_EDITION, &(sl_file){ "d.txt", "1\tPerson 1", 10 }, &err));
    assert_string_equal(err.text, "d.txt:1:3: 'Person 1' is a card of the other edition; this deck is read as 1e");
}

/* ---- legality ---- */

static const char draw_36[] =
    "3\tPerson 1\n3\tPerson 2\n3\tPerson 3\n3\tPerson 4\n3\tPerson 5\n3\tPerson 6\n"
    "3\tPerson 7\n3\tPerson 8\n3\tPerson 9\n3\tPerson 10\n3\tPerson 11\n3\tPerson 12\n";
static const char dilemmas_20[] =
    "Dilemmas:\n3\tPeril 1\n3\tPeril 2\n3\tPeril 3\n3\tPeril 4\n3\tPeril 5\n3\tPeril 6\n2\tPeril 7\n";
static const char missions_5[] = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n";

typedef struct {
    const char *draw, *dilemmas, *missions;
    int date;
    const char *expected;                      /* "code cite: text" of each problem, a line each */
} Legality;

/* The code of a problem is the symbol of its rule. */
static void assert_code(const sl_problem *p)
{
    char symbol[40];
    Out out = { symbol, sizeof symbol, 0 };
    for (const char *c = p->code; *c; c++)
        out_text(&out, "%c", *c == '-' ? '_' : *c - 'a' + 'A');
    bool found = strcmp(p->code, "unplayable") == 0;
    for (Citation c = CITE_NONE + 1; c < RULINGS_BEGIN; c++)
        found = found || strcmp(citation_symbol(c), symbol) == 0;
    assert_true(found);
}

static void assert_legality(const Legality *row)
{
    char text[4000], found[4000] = "";
    sl_problem problem[16];
    Out out = { found, sizeof found, 0 };
    snprintf(text, sizeof text, "%s%s%s", row->draw ? row->draw : draw_36, row->dilemmas ? row->dilemmas : dilemmas_20,
             row->missions ? row->missions : missions_5);
    sl_deck *deck = must_read(text);
    int count = sl_deck_check(lib, deck, row->date, problem, countof(problem));
    for (int i = 0; i < count; i++) {
        assert_code(&problem[i]);
        out_text(&out, "%s %s: %s\n", problem[i].code, sl_cite_id(problem[i].cite), problem[i].text);
    }
    assert_string_equal(found, row->expected);
    assert_int_equal(sl_deck_check(lib, deck, row->date, NULL, 0), count);
    sl_deck_free(deck);
}

static void rules_of_deck_building(void **state)
{
    (void)state;
    static const char short_draw[] =
        "3\tPerson 1\n3\tPerson 2\n3\tPerson 3\n3\tPerson 4\n3\tPerson 5\n3\tPerson 6\n"
        "3\tPerson 7\n3\tPerson 8\n3\tPerson 9\n3\tPerson 10\n3\tPerson 11\n1\tPerson 12\n";
    static const Legality rows[] = {
        { .expected = "" },
        { .date = BEFORE, .expected = "" },
        { .draw = "1\tPerson 1\n", .dilemmas = "Dilemmas:\n1\tPeril 1\n", .missions = "Missions:\n1\tPlanet 1\n",
          .expected = "deck-total 2E-4.1: the deck has 3 cards in all; at least 60 are needed\n"
                      "deck-missions 2E-4.2: the deck has 1 mission; it must have exactly 5\n"
                      "deck-draw 2E-4.4: the draw deck has 1 card; at least 35 are needed\n"
                      "deck-dilemmas 2E-4.5: the dilemma pile has 1 card; at least 20 are needed\n" },
        { .draw = short_draw, .dilemmas = "Dilemmas:\n21\tSwarm\n",
          .expected = "deck-draw 2E-4.4: the draw deck has 34 cards; at least 35 are needed\n" },
        { .missions = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n1\tCloud 3\n",
          .expected = "deck-missions 2E-4.2: the deck has 6 missions; it must have exactly 5\n" },
        { .missions = "Missions:\n1\tPlanet 1\n1\tPlanet 2\n1\tPlanet 3\n1\tCloud 1\n1\tCloud 2\n", .date = SINCE, .expected = "" },
        { .missions = "Missions:\n1\tPlanet 1\n1\tPlanet 2\n1\tPlanet 3\n1\tCloud 1\n1\tCloud 2\n", .date = SINCE - 1,
          .expected = "deck-mission-kinds 2E-4.2: the missions include 0 headquarters, 3 planet and 2 space; before July 2014 at least"
                      " one of each is needed\n" },
        { .missions = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tPlanet 3\n1\tPlanet 4\n", .date = BEFORE,
          .expected = "deck-mission-kinds 2E-4.2: the missions include 1 headquarters, 4 planet and 0 space; before July 2014 at least"
                      " one of each is needed\n" },
        { .missions = "Missions:\n1\tOutpost\n1\tFortress\n1\tHome First City\n1\tPlanet 1\n1\tPlanet 2\n", .expected = "" },
        { .missions = "Missions:\n1\tOutpost\n1\tFortress\n1\tHome First City\n1\tHermitage\n1\tPlanet 2\n",
          .expected = "deck-headquarters 2e-2014/building-a-deck: 4 of the 5 missions are headquarters; at least 2 missions must be"
                      " none\n"
                      "deck-only-hq 2E-5.6: 'Hermitage' allows no other headquarters beside it, and the deck has 4 headquarters\n" },
        { .missions = "Missions:\n1\tHermitage\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n", .expected = "" },
        { .missions = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tNarrows\n",
          .expected = "deck-draw 2E-4.4: the draw deck has 36 cards; with Narrows it may have at most 35\n" },
        { .missions = "Missions:\n1\tHome, First City\n1\tHome, Second City\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n",
          .expected = "deck-same-title 2E-4.3: 2 missions are titled 'Home'; all missions must be different\n" },
        { .missions = "Missions:\n1\tOutpost\n1\tPlanet 2\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n",
          .expected = "deck-same-title 2E-4.3: 2 missions are titled 'Planet 2'; all missions must be different\n" },
        { .missions = "Missions:\n1\tOutpost\n3\tPlanet 2\n1\tCloud 1\n",
          .expected = "deck-same-title 2E-4.3: 3 missions are titled 'Planet 2'; all missions must be different\n" },
        { .missions = "Missions:\n1\tHome, First City\n2\tHome, Second City\n1\tPlanet 2\n1\tCloud 1\n",
          .expected = "deck-same-title 2E-4.3: 3 missions are titled 'Home'; all missions must be different\n" },
        { .dilemmas = "Dilemmas:\n60\tSwarm\n", .expected = "" },
        { .dilemmas = "3\tWorf Rebel\n3\tWorf Son of Mogh\nDilemmas:\n20\tSwarm\n", .expected = "" },
        { .dilemmas = "1\tPerson 4\nDilemmas:\n16\tSwarm\n4\tPeril 1\n",
          .expected = "deck-copies 2E-4.6: there are 4 copies of 'Person 4'; at most 3 are allowed\n"
                      "deck-copies 2E-4.6: there are 4 copies of 'Peril 1'; at most 3 are allowed\n" },
        { .dilemmas = "1\tPeril 1\nDilemmas:\n20\tSwarm\n1\tRen\xC3\xA9\n",
          .missions = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n1\tWorf Rebel\n",
          .expected = "deck-draw-type 2E-4.4: 'Peril 1' (1) is of type dilemma and cannot be in the draw deck\n"
                      "deck-dilemma-type 2E-4.5: 'Ren\xC3\xA9' (1) is of type personnel and cannot be in the dilemma pile, which takes"
                      " dilemmas only\n"
                      "deck-mission-type 2E-4.2: 'Worf, Rebel' (1) is of type personnel and cannot be among the missions\n" },
        /* A headquarters, or the second of a title, in the draw deck is there by mistake and none of the missions. */
        { .dilemmas = "1\tFortress\n1\tPlanet 1\nDilemmas:\n20\tSwarm\n", .missions = "Missions:\n1\tOutpost\n1\tHome First City\n1\tHermitage\n1\tPlanet 1\n1\tPlanet 2\n",
          .expected = "deck-only-hq 2E-5.6: 'Hermitage' allows no other headquarters beside it, and the deck has 3 headquarters\n"
                      "deck-draw-type 2E-4.4: 'Fortress' (1) is of type mission and cannot be in the draw deck\n"
                      "deck-draw-type 2E-4.4: 'Planet 1' (1) is of type mission and cannot be in the draw deck\n" },
    };
    for (size_t i = 0; i < countof(rows); i++)
        assert_legality(&rows[i]);
}

static void problems_name_their_cards(void **state)
{
    (void)state;
    char text[4000];
    sl_problem p[2] = { 0 };
    snprintf(text, sizeof text, "%s%sMissions:\n1\tOutpost\n1\tHermitage\n1\tPlanet 1\n1\tCloud 1\n1\tCloud 2\n", draw_36, dilemmas_20);
    sl_deck *deck = must_read(text);
    p[1].cite = -7;
    assert_int_equal(sl_deck_check(lib, deck, 0, p, 1), 1);
    assert_int_equal(p[0].defs[0], sl_card_find(lib, 2, "Hermitage"));
    assert_int_equal(p[0].defs[1], sl_card_find(lib, 2, "Outpost"));
    assert_int_equal(p[0].defs[2], 0);
    assert_int_equal(p[1].cite, -7);
    sl_deck_free(deck);
}

/* A deck with one problem, and the cards that it names, in the order of the deck. */
typedef struct { const char *dilemmas, *missions, *cards[5]; } Concerned;

static void each_problem_names_those_it_is_about(void **state)
{
    (void)state;
    static const Concerned rows[] = {
        { .missions = "Missions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tNarrows\n", .cards = { "Narrows" } },
        { .missions = "Missions:\n1\tOutpost\n1\tFortress\n1\tHome First City\n1\tPlanet 2\n1\tHome Second City\n",
          .cards = { "Outpost", "Fortress", "Home, First City", "Home, Second City" } },
        { .missions = "Missions:\n1\tOutpost\n2\tPlanet 2\n1\tPlanet 1\n1\tCloud 1\n", .cards = { "Planet 2" } },
        { .dilemmas = "1\tPerson 4\nDilemmas:\n20\tSwarm\n", .cards = { "Person 4" } },
        { .dilemmas = "1\tPeril 1\nDilemmas:\n20\tSwarm\n", .cards = { "Peril 1" } },
    };
    for (size_t i = 0; i < countof(rows); i++) {
        char text[4000];
        sl_problem p[8] = { 0 };
        snprintf(text, sizeof text, "%s%s%s", draw_36, rows[i].dilemmas ? rows[i].dilemmas : dilemmas_20, rows[i].missions ? rows[i].missions : missions_5);
        sl_deck *deck = must_read(text);
        assert_true(sl_deck_check(lib, deck, 0, p, 8) > 0);
        for (int k = 0; k < 5; k++)
            assert_int_equal(p[0].defs[k], rows[i].cards[k] ? sl_card_find(lib, 2, rows[i].cards[k]) : 0);
        sl_deck_free(deck);
    }
}

static void unplayable_cards_are_reported_once(void **state)
{
    (void)state;
    CardDef *def = &lib->cat->def[sl_card_find(lib, 2, "Person 1")];
    def->unplayable = "Draw a card.";
    assert_legality(&(Legality){ .draw = "1\tPerson 1\n1\tPerson 1\n1\tPerson 2\n1\tPerson 3\n", .dilemmas = draw_36 + strlen("3\tPerson 1\n"),
        .missions = "Dilemmas:\n22\tSwarm\nMissions:\n1\tOutpost\n1\tPlanet 1\n1\tPlanet 2\n1\tCloud 1\n1\tCloud 2\n",
        .expected = "deck-copies 2E-4.6: there are 4 copies of 'Person 2'; at most 3 are allowed\n"
                    "deck-copies 2E-4.6: there are 4 copies of 'Person 3'; at most 3 are allowed\n"
                    "unplayable : 'Person 1' is not playable: clause \"Draw a card.\" is not understood\n" });
    def->unplayable = NULL;
}

/* A table of 511 cards can be played on; one card more is refused, with the number. */
static void decks_that_do_not_fit_a_table_are_refused(void **state)
{
    (void)state;
    sl_error err;
    sl_deck *small = must_read("99 Person 1\n99 Person 2\n56 Person 3\nMissions:\n1 Home, First City\n");
    sl_deck *large = must_read("99 Person 1\n99 Person 2\n57 Person 3\nMissions:\n1 Home, First City\n");
    sl_setup setup = { .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .deck = { small, large } };
    sl_game *game = sl_game_new(lib, &setup, &err);
    assert_non_null(game);
    assert_int_equal(sl_game_cards(game), 511);
    sl_game_free(game);
    setup.deck[0] = large;
    assert_null(sl_game_new(lib, &setup, &err));
    assert_non_null(strstr(err.text, "512"));
    assert_non_null(strstr(err.text, "511"));
    sl_deck_free(small);
    sl_deck_free(large);
}

/* Every deck that comes with the program reads and is legal, by the rules of every time. */
static void built_in_decks_are_legal(void **state)
{
    (void)state;
    int decks = 0;
    sl_error err = { "" };
    sl_library *all = builtin_library(&err);
    if (!all)
        fail_msg("%s", err.text);
    for (int i = 0; i < embedded_files_count; i++) {
        sl_problem p;
        if (!is_deck_file(&embedded_files[i]))
            continue;
        sl_deck *deck = sl_deck_read(all, SL_SECOND_EDITION, &embedded_files[i], &err);
        deck = deck ? deck : sl_deck_read(all, SL_FIRST_EDITION, &embedded_files[i], &err);
        if (!deck)
            fail_msg("%s", err.text);
        if (sl_deck_check(all, deck, 0, &p, 1) || sl_deck_check(all, deck, BEFORE, &p, 1))
            fail_msg("%s: %s", embedded_files[i].name, p.text);
        sl_deck_free(deck);
        decks++;
    }
    assert_true(decks >= 2);
    sl_library_free(all);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_and_line_ends),
        cmocka_unit_test(titles_are_found), cmocka_unit_test(old_names_are_found),
        cmocka_unit_test(names_come_from_the_file),
        cmocka_unit_test(bad_decks_are_explained),
        cmocka_unit_test(nul_bytes_and_long_lines),
        cmocka_unit_test(rules_of_deck_building),
        cmocka_unit_test(problems_name_their_cards),
        cmocka_unit_test(each_problem_names_those_it_is_about),
        cmocka_unit_test(unplayable_cards_are_reported_once),
        cmocka_unit_test(decks_that_do_not_fit_a_table_are_refused),
        cmocka_unit_test(built_in_decks_are_legal),
    };
    return cmocka_run_group_tests(tests, make_library, free_library);
}
