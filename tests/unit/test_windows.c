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

enum { NONE_DEF, HOME, SHIP, CREW };

/* Whether the opponent, with so many cards in hand of which none is a response, is asked when a card is played. */
static bool is_asked(const char *cards, int played, int hand)
{
    sl_error err = { "" };
    sl_library *lib = library_of(&(sl_file){ "t.card", cards, strlen(cards) }, 1);
    sl_game *game = lib ? sl_game_new(lib, &(sl_setup){ .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .windows = true, .blank = true }, &err) : NULL;
    assert_non_null(game);
    sl_table_put(game, 0, HOME, SL_ROW, 0, &err);
    sl_table_put(game, 1, HOME, SL_ROW, 0, &err);
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
    bool asked = sl_game_player(game) == 1 && d.kind == SL_DECIDE_RESPONSE;
    if (asked)
        assert_int_equal(sl_game_options(game), 1);
    sl_game_free(game);
    sl_library_free(lib);
    return asked;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_asked_where_no_card_responds), cmocka_unit_test(a_hand_might_hold_an_interrupt),
        cmocka_unit_test(what_is_played_is_known_to_all),         cmocka_unit_test(a_hand_might_hold_what_is_used_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
