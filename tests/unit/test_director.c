/* The director's word: what may be directed is carried out, stands in the replay, and leaves a sound game; anything else is refused. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_ANSWERS = 1500, ROOM = 1 << 18, PLAYERS_HERE = 2 };

static sl_library *lib;
static sl_deck *deck[SL_SECOND_EDITION + 1][PLAYERS_HERE];

static int load(void **state)
{
    (void)state;
    sl_error err = { "" };
    lib = builtin_library(&err);
    for (int edition = SL_FIRST_EDITION; edition <= SL_SECOND_EDITION; edition++)
        if (builtin_decks_of(lib, edition, deck[edition], PLAYERS_HERE, &err) < PLAYERS_HERE) {
            print_error("%s\n", err.text);
            return -1;
        }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    for (int i = 0; i < PLAYERS_HERE; i++) {
        sl_deck_free(deck[SL_FIRST_EDITION][i]);
        sl_deck_free(deck[SL_SECOND_EDITION][i]);
    }
    sl_library_free(lib);
    return 0;
}

static sl_setup setup_of(int edition, uint64_t seed)
{
    return (sl_setup){ .edition = edition, .players = PLAYERS_HERE, .seed = seed, .deck = { deck[edition][0], deck[edition][1] } };
}

static sl_direction any_direction(const sl_game *game, Rng *rng)
{
    int cards = game->g.card_count;
    return (sl_direction){ .what = (sl_directing)rng_below(rng, SL_DIRECT_COUNT), .card = 1 + (int)rng_below(rng, (uint32_t)cards),
                           .zone = (sl_zone)rng_below(rng, SL_ZONE_COUNT), .place = 1 + (int)rng_below(rng, (uint32_t)cards), .below = rng_below(rng, 2),
                           .state = (int)rng_below(rng, STATE_COUNT), .player = (int)rng_below(rng, PLAYERS_HERE), .points = (int)rng_below(rng, 61) - 30 };
}

/* Only what belongs to it is in a code. */
static sl_direction meant(sl_direction d)
{
    if (d.what == SL_DIRECT_SCORE)
        return (sl_direction){ .what = d.what, .player = d.player, .points = d.points };
    if (d.what != SL_DIRECT_PUT)
        return (sl_direction){ .what = d.what, .card = d.card, .state = d.state };
    bool hosted = zone_is_hosted((int)d.zone);
    return (sl_direction){ .what = d.what, .card = d.card, .zone = d.zone, .below = d.below && !hosted, .place = hosted ? d.place : 0 };
}

static void assert_same(const sl_direction *a, const sl_direction *b)
{
    assert_int_equal(a->what, b->what);
    assert_int_equal(a->card, b->card);
    assert_int_equal(a->zone, b->zone);
    assert_int_equal(a->place, b->place);
    assert_int_equal(a->below, b->below);
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->player, b->player);
    assert_int_equal(a->points, b->points);
}

static void assert_comes_back(int edition, const sl_direction *d)
{
    char words[120];
    sl_direction again;
    sl_error err;
    assert_true(sl_direction_read(sl_direction_code(d), &again));
    assert_same(d, &again);
    sl_direction_words(edition, d, words, sizeof words);
    if (!sl_direction_parse(NULL, edition, words, &again, &err))
        fail_msg("%s: %s", words, err.text);
    assert_same(d, &again);
}

/* Plays at random with a director who interferes at random; the answers are left in `answer`. */
static int play_directed(const sl_setup *setup, int *answer, int *directed)
{
    Rng rng;
    char why[120];
    int answers = 0;
    sl_game *game = sl_game_new(lib, setup, NULL);
    assert_non_null(game);
    rng_seed(&rng, setup->seed);
    *directed = 0;
    while (answers < MOST_ANSWERS && sl_game_player(game) >= 0) {
        sl_direction d = meant(any_direction(game, &rng));
        bool may = sl_game_may_direct(game, &d, NULL);
        int code = may ? sl_direction_code(&d) : (int)rng_below(&rng, (uint32_t)sl_game_options(game));
        if (may)
            assert_comes_back(setup->edition, &d);
        assert_true(sl_game_apply(game, code));
        answer[answers++] = code;
        *directed += may;
        if (!game_ok(&game->g, why, sizeof why))
            fail_msg("seed %d, answer %d: %s", (int)setup->seed, answers, why);
    }
    sl_game_free(game);
    return answers;
}

static void directed_games_stay_sound_and_verify(void **state)
{
    (void)state;
    static int answer[MOST_ANSWERS];
    static char text[ROOM];
    for (int edition = SL_FIRST_EDITION; edition <= SL_SECOND_EDITION; edition++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            int directed;
            sl_error err = { "" };
            sl_setup setup = setup_of(edition, seed);
            int answers = play_directed(&setup, answer, &directed);
            assert_true(directed > 3);
            size_t size = sl_replay_write(lib, &setup, answer, answers, text, sizeof text);
            assert_true(size && size < sizeof text);
            if (!sl_replay_verify(lib, &(sl_file){ "d.replay", text, size }, &err))
                fail_msg("edition %d, seed %d: %s", edition, (int)seed, err.text);
        }
}

static sl_game *second_game(void)
{
    sl_setup setup = setup_of(SL_SECOND_EDITION, 3);
    setup.trace = SL_TRACE_LOG;
    sl_game *game = sl_game_new(lib, &setup, NULL);
    assert_non_null(game);
    return game;
}

static bool direct(sl_game *game, const char *words, sl_error *err)
{
    sl_direction d;
    return sl_direction_parse(game, sl_game_edition(game), words, &d, err) && sl_game_may_direct(game, &d, err)
        && sl_game_apply(game, sl_direction_code(&d));
}

static void assert_said(const sl_game *game, const char *words)
{
    char line[300];
    sl_game_event_text(game, SL_OPEN, sl_game_events(game), line, sizeof line);
    assert_string_equal(line, words);
}

static void a_word_does_what_it_says(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_game *game = second_game();
    CardId top = game->g.pile[0][ZONE_DECK].top;
    char words[80];
    int hand = game->g.pile[0][ZONE_HAND].count;
    snprintf(words, sizeof words, "put #%d in hand", top);
    assert_true(direct(game, words, &err));
    assert_int_equal(game->g.card[top].zone, ZONE_HAND);
    assert_int_equal(game->g.pile[0][ZONE_HAND].count, hand + 1);
    snprintf(words, sizeof words, "put #%d under deck", top);
    assert_true(direct(game, words, &err));
    assert_int_equal(game->g.pile[0][ZONE_DECK].bottom, top);
    assert_true(direct(game, "score B 35", &err));
    assert_int_equal(sl_game_points(game, 1), 35);
    assert_said(game, "B scores 35 by the director's word");
    assert_true(direct(game, "score B -5", &err));
    assert_int_equal(sl_game_points(game, 1), 30);
    sl_game_free(game);
}

/* What wins is asked at once: 100 points with a planet and a space mission completed. */
static void a_word_can_win(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_game *game = second_game();
    char words[80];
    assert_true(direct(game, "score A 100", &err));
    assert_int_equal(sl_game_winner(game), -1);
    FOR_PILE(&game->g, id, &game->g.pile[0][ZONE_ROW])
        if (sl_game_player(game) >= 0) {
            snprintf(words, sizeof words, "set #%d completed", id);
            assert_true(direct(game, words, &err));
        }
    assert_int_equal(sl_game_winner(game), 0);
    sl_game_free(game);
}

static void refusals_say_why(void **state)
{
    (void)state;
    sl_game *game = second_game();
    CardId mission = game->g.pile[0][ZONE_ROW].top;
    static const char *const wrong[][2] = {
        { "dance", "a director can put, set, lift or score" },
        { "put #9999 in hand", "a card's number is #" },
        { "put #0 in hand", "a card's number is #" },
        { "put No Such Card in hand", "no card of that title" },
        { "put #1 in pocket", "put CARD in hand" },
        { "set #1 sleepy", "the last word is a state" },
        { "set #1 stopped", "is not in play" },
        { "score C 10", "points are 1 to 1000" },
        { "score A lots", "score takes a player" },
        { "score A 0", "points are 1 to 1000" },
        { "put #511 in hand", "there is no such card" },
        { "put #1 aboard #2", "is not in play" },
    };
    for (size_t i = 0; i < countof(wrong); i++) {
        sl_error err = { "" };
        assert_false(direct(game, wrong[i][0], &err));
        if (!strstr(err.text, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], err.text);
    }
    char words[80];
    sl_error err = { "" };
    snprintf(words, sizeof words, "put #%d in hand", mission);
    assert_false(direct(game, words, &err));
    assert_non_null(strstr(err.text, "stays where it is"));
    while (game->g.decision.kind == SL_DECIDE_PLAY || game->g.decision.kind == SL_DECIDE_ORDERS)
        sl_game_answer(game, 0);
    assert_true(sl_game_player(game) >= 0);
    assert_false(direct(game, "score A 10", &err));
    assert_non_null(strstr(err.text, "between actions"));
    sl_game_free(game);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(directed_games_stay_sound_and_verify),
        cmocka_unit_test(a_word_does_what_it_says),
        cmocka_unit_test(a_word_can_win),
        cmocka_unit_test(refusals_say_why),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
