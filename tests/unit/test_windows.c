/* Between people, who can only pass is asked as well where the others cannot know that: so that being asked gives nothing away.  Where everybody
 * knows that a player has no response, he is left in peace. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define TABLE                                                                                                                                  \
    "edition 2e\n"                                                                                                                             \
    "card \"Home\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n (permit-play (or (type personnel) (type ship)))\nend\n"        \
    "card \"Ship\"\n type ship\n cost 0\n affiliation Klingon\n attributes 7 7 7\nend\n"                                                         \
    "card \"Crew\"\n type personnel\n cost 0\n affiliation Klingon\n species Klingon\n skills Honor\n attributes 5 5 5\nend\n"
#define ALARM "card \"Alarm\"\n type interrupt\n (when (played (and (type ship) (of opponent))) (draw you 1))\nend\n"
#define SPY   "card \"Spy\"\n type personnel\n cost 9\n affiliation Klingon\n species Klingon\n attributes 5 5 5\n"                              \
              " (when (played (and (type ship) (of opponent))) (guard (matches self (in-hand you))) may (cost (discard self)) (draw you 1))\nend\n"

#define SENTRY "card \"Sentry\"\n type personnel\n cost 9\n affiliation Klingon\n species Klingon\n attributes 5 5 5\n"
#define POST   "card \"Post\"\n type event\n cost 9\n (plays-in-core)\n"
#define SHELF  "card \"Shelf\"\n type event\n cost 1\n (plays-in-core)\n (play-as-from-hand you (in-discard you))\nend\n"
#define WHEN_A_SHIP " (when (played (and (type ship) (of opponent))) may (draw you 1))\nend\n"

enum { NONE_DEF, HOME, SHIP, CREW, FIRST, SECOND };

/* A card that lies on the table when another is played. */
typedef struct { int player, def; sl_zone zone; } Lying;

/* How many options the opponent, with so many cards in hand of which none is a response, is given when a card is played; 0: he is not asked. */
static int options_with(const char *cards, int played, int hand, const Lying *lying, int count)
{
    sl_error err = { "" };
    sl_library *lib = library_of(&(sl_file){ "t.card", cards, strlen(cards) }, 1);
    sl_game *game = lib ? sl_game_new(lib, &(sl_setup){ .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .windows = true, .blank = true }, &err) : NULL;
    assert_non_null(game);
    sl_table_put(game, 0, HOME, SL_ROW, 0, &err);
    int theirs = sl_table_put(game, 1, HOME, SL_ROW, 0, &err);
    for (int i = 0; i < count; i++)
        assert_true(sl_table_put(game, lying[i].player, lying[i].def, lying[i].zone, lying[i].zone == SL_SURFACE ? theirs : 0, &err));
    int card = sl_table_put(game, 0, played, SL_HAND, 0, &err);
    for (int i = 0; i < 12; i++)
        sl_table_put(game, i % 2, CREW, SL_DECK, 0, &err);
    for (int i = 0; i < hand; i++)
        sl_table_put(game, 1, CREW, SL_HAND, 0, &err);
    sl_table_counters(game, 7);
    assert_true(sl_table_begin(game, 0, "play", &err));
    int option = 0;
    while (option < sl_game_options(game) && sl_game_option(game, option).card != card)
        option++;
    assert_true(option < sl_game_options(game));
    sl_game_answer(game, option);
    sl_decision d;
    sl_game_decision(game, &d);
    int options = sl_game_player(game) == 1 && d.kind == SL_DECIDE_RESPONSE ? sl_game_options(game) : 0;
    sl_game_free(game);
    sl_library_free(lib);
    return options;
}

/* Whether he is asked though he can only pass. */
static bool is_asked(const char *cards, int played, int hand)
{
    int options = options_with(cards, played, hand, NULL, 0);
    assert_true(options <= 1);
    return options == 1;
}

static int options_beside(const char *cards, int played, Lying lying)
{
    return options_with(cards, played, 0, &lying, 1);
}

static void nobody_is_asked_where_no_card_responds(void **state)
{
    (void)state;
    assert_false(is_asked(TABLE, CREW, 3));
    assert_false(is_asked(TABLE, SHIP, 3));
}

static void a_hand_might_hold_an_interrupt(void **state)
{
    (void)state;
    assert_true(is_asked(TABLE ALARM, SHIP, 3));
    assert_false(is_asked(TABLE ALARM, SHIP, 0));
}

/* The only card that responds when something is played asks for a ship. */
static void what_is_played_is_known_to_all(void **state)
{
    (void)state;
    assert_false(is_asked(TABLE ALARM, CREW, 3));
    assert_false(is_asked(TABLE SPY, CREW, 0));
}

static void a_hand_might_hold_what_is_used_there(void **state)
{
    (void)state;
    assert_true(is_asked(TABLE SPY, SHIP, 3));
    assert_false(is_asked(TABLE SPY, SHIP, 0));
}

/* A personnel on a planet is hidden: it might be any that responds to what happens to others, by choice. */
static void a_hidden_card_might_be_any_of_its_type(void **state)
{
    (void)state;
    Lying hidden = { 1, CREW, SL_SURFACE }, known = { 1, FIRST, SL_CORE };
    assert_int_equal(options_beside(TABLE SENTRY WHEN_A_SHIP, SHIP, hidden), 1);
    assert_int_equal(options_beside(TABLE SENTRY WHEN_A_SHIP, CREW, hidden), 0);
    assert_int_equal(options_beside(TABLE SENTRY " (when (played self) may (draw you 1))\nend\n", CREW, hidden), 0);
    assert_int_equal(options_beside(TABLE SENTRY " (when (played (and (type ship) (of opponent))) (draw you 1))\nend\n", SHIP, hidden), 0);
    assert_int_equal(options_beside(TABLE SENTRY " (order (draw you 1))\n (while-may (played (and (type ship) (of opponent))) (draw you 1))\nend\n", SHIP, hidden), 1);
    assert_int_equal(options_beside(TABLE SENTRY " (cost-option -1 (draw you 1))\nend\n", SHIP, hidden), 0);
    assert_int_equal(options_beside(TABLE POST "end\n" SENTRY WHEN_A_SHIP, SHIP, known), 0);
}

/* Of a card that lies open its text says whether its player may have a response. */
static void an_open_card_says_it_by_its_text(void **state)
{
    (void)state;
    Lying theirs = { 1, FIRST, SL_CORE }, mine = { 0, FIRST, SL_CORE };
    assert_int_equal(options_beside(TABLE POST WHEN_A_SHIP, SHIP, theirs), 2);
    assert_int_equal(options_beside(TABLE POST WHEN_A_SHIP, CREW, theirs), 0);
    assert_int_equal(options_beside(TABLE POST " (when (played (type ship)) may (draw you 1))\nend\n", SHIP, mine), 0);
    assert_int_equal(options_beside(TABLE POST " (when (played (and (type ship) (of opponent))) (guard (exists (and (type ship) (of you)))) may (draw you 1))\nend\n",
                                    SHIP, theirs), 1);
    assert_int_equal(options_beside(TABLE POST " (when (killed (type personnel)) may (draw you 1))\nend\n", SHIP, theirs), 0);
}

#define LATE "card \"Late\"\n type interrupt\n (when (played (and (type ship) (of opponent))) (guard (exists (and (type ship) (of you)))) (draw you 1))\nend\n"

/* An interrupt that may be played as from hand lies open, too: its text answers such a thing, though its condition is not so now. */
static void an_open_interrupt_is_no_guess(void **state)
{
    (void)state;
    Lying shelf = { 1, FIRST, SL_CORE };
    assert_int_equal(options_with(TABLE SHELF ALARM, SHIP, 0, (Lying[]){ shelf, { 1, SECOND, SL_DISCARD } }, 2), 2);
    assert_int_equal(options_with(TABLE SHELF LATE, SHIP, 0, (Lying[]){ shelf, { 1, SECOND, SL_DISCARD } }, 2), 1);
    assert_int_equal(options_with(TABLE SHELF ALARM, SHIP, 0, (Lying[]){ shelf, { 0, SECOND, SL_DISCARD } }, 2), 0);
    assert_int_equal(options_with(TABLE SHELF ALARM, SHIP, 0, (Lying[]){ shelf, { 1, CREW, SL_DISCARD } }, 2), 0);
    assert_int_equal(options_with(TABLE SHELF ALARM, SHIP, 0, (Lying[]){ shelf, { 1, SECOND, SL_REMOVED } }, 2), 0);
    assert_int_equal(options_with(TABLE SHELF SENTRY WHEN_A_SHIP, SHIP, 0, (Lying[]){ shelf, { 1, SECOND, SL_DISCARD } }, 2), 0);
    assert_int_equal(options_with(TABLE POST "end\n" ALARM, SHIP, 0, (Lying[]){ shelf, { 1, SECOND, SL_DISCARD } }, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_asked_where_no_card_responds), cmocka_unit_test(a_hand_might_hold_an_interrupt),
        cmocka_unit_test(what_is_played_is_known_to_all),         cmocka_unit_test(a_hand_might_hold_what_is_used_there),
        cmocka_unit_test(a_hidden_card_might_be_any_of_its_type), cmocka_unit_test(an_open_card_says_it_by_its_text),
        cmocka_unit_test(an_open_interrupt_is_no_guess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
