/* The computer players: they answer what was asked, always the same to the same, from nothing but what they may know, and the
 * greedy one is far stronger than chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../builtin.h"
#include "players/players.h"
#include "sim/sim.h"

enum { FEDERATION_FIRST, KLINGON_FIRST, FIRST_DECKS, BAJORAN = FIRST_DECKS, CARDASSIAN, DOMINION, FEDERATION, KLINGON, ROMULAN, DECKS };

static const char *const deck_names[DECKS] = { "first-federation", "first-klingon", "bajoran", "cardassian", "dominion", "federation", "klingon", "romulan" };

static sl_library *library;
static sl_deck *deck[DECKS];

static int edition_of(int which)
{
    return which < FIRST_DECKS ? SL_FIRST_EDITION : SL_SECOND_EDITION;
}

/* Another deck of the same edition, so many further on. */
static int beside(int which, int step)
{
    return which < FIRST_DECKS ? (which + step) % FIRST_DECKS : FIRST_DECKS + (which - FIRST_DECKS + step) % (DECKS - FIRST_DECKS);
}

static const sl_file *embedded(const char *name)
{
    for (int i = 0; i < embedded_files_count; i++)
        if (strstr(embedded_files[i].name, name))
            return &embedded_files[i];
    fail_msg("no file %s", name);
    return NULL;
}

static int load(void **state)
{
    (void)state;
    sl_error err = { "" };
    library = builtin_library(&err);
    if (!library)
        fail_msg("%s", err.text);
    for (int i = 0; i < DECKS; i++) {
        char name[80];
        snprintf(name, sizeof name, "decks/%s.txt", deck_names[i]);
        deck[i] = sl_deck_read(library, edition_of(i), embedded(name), &err);
        if (!deck[i])
            fail_msg("%s", err.text);
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++)
        sl_deck_free(deck[i]);
    sl_library_free(library);
    return 0;
}

static sl_game *new_game(int first, int second, uint64_t seed)
{
    sl_setup setup = { .edition = edition_of(first), .players = 2, .seed = seed, .deck = { deck[first], deck[second] } };
    sl_error err = { "" };
    sl_game *game = sl_game_new(library, &setup, &err);
    if (!game)
        fail_msg("%s", err.text);
    return game;
}

static const PlayerKind *kind(const char *name)
{
    const PlayerKind *found = player_find(name);
    assert_non_null(found);
    return found;
}

/* ---- the list ---- */

static void players_have_names(void **state)
{
    (void)state;
    assert_true(player_kinds() >= 2);
    for (int i = 0; i < player_kinds(); i++)
        assert_ptr_equal(player_find(player_kind(i)->name), player_kind(i));
    assert_null(player_find("nobody"));
}

/* ---- strength ---- */

static void wins_most(int own, int other, uint64_t seed)
{
    Match match = { .library = library, .edition = edition_of(own), .deck = { deck[own], deck[other] },
                    .player = { kind("greedy"), kind("random") } };
    int games = 20, wins = 0;
    for (int i = 0; i < games; i++) {
        Played played;
        sl_error err = { "" };
        if (!sim_play_game(&match, seed, i, SIM_UNSIGNED, NULL, &played, &err))
            fail_msg("%s", err.text);
        assert_true(played.finished);
        wins += played.winner == 0;
    }
    if (wins < 19)
        fail_msg("%s against %s: %d of %d games won", deck_names[own], deck_names[other], wins, games);
}

static void greedy_beats_random(void **state)
{
    (void)state;
    wins_most(KLINGON, ROMULAN, 1);
    wins_most(BAJORAN, FEDERATION, 1);
    wins_most(FEDERATION_FIRST, KLINGON_FIRST, 1);
    wins_most(KLINGON_FIRST, FEDERATION_FIRST, 1);
}

/* ---- every answer ---- */

/* How a game goes on in these tests: by greedy answers mostly, by chance now and then, so that odd tables come up too. */
static int next_answer(Mind *mind, const sl_game *game)
{
    bool odd = rng_below(&mind->rng, 4) == 0;
    return kind(odd ? "random" : "greedy")->choose(mind, game);
}

typedef void Check(const sl_game *, sl_game *twin);

static void play_and_check(int first, int second, uint64_t seed, int most, Check *check)
{
    sl_game *game = new_game(first, second, seed), *twin = sl_game_clone(game);
    Mind mind = mind_new(seed);
    for (int n = 0; sl_game_player(game) >= 0 && n < most; n++) {
        check(game, twin);
        sl_game_answer(game, next_answer(&mind, game));
    }
    mind_free(&mind);
    sl_game_free(twin);
    sl_game_free(game);
}

static void check_in_range(const sl_game *game, sl_game *twin)
{
    (void)twin;
    for (int i = 0; i < player_kinds(); i++) {
        Mind mind = mind_new(7);
        int answer = player_kind(i)->choose(&mind, game);
        assert_in_range(answer, 0, sl_game_options(game) - 1);
        mind_free(&mind);
    }
}

static void answers_are_in_range(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++)
        play_and_check(i, beside(i, 1), 40 + (uint64_t)i, 400, check_in_range);
}

/* The same table and the same mind: the same answer, and the table as it was. */
static void check_same_again(const sl_game *game, sl_game *twin)
{
    uint64_t before = sl_game_hash(game);
    Mind one = mind_new(11), two = mind_new(11);
    sl_game_copy(twin, game);
    assert_int_equal(kind("greedy")->choose(&one, game), kind("greedy")->choose(&two, twin));
    assert_true(sl_game_hash(game) == before);
    mind_free(&one);
    mind_free(&two);
}

static void greedy_is_deterministic(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++)
        play_and_check(i, beside(i, 2), 60 + (uint64_t)i, 300, check_same_again);
}

/* With the cards it cannot see dealt again, it answers the same. */
static void check_blind(const sl_game *game, sl_game *twin)
{
    int viewer = sl_game_player(game);
    Mind one = mind_new(13), two = mind_new(13);
    int answer = kind("greedy")->choose(&one, game);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        sl_game_copy(twin, game);
        sl_game_resample(twin, viewer, seed);
        int other = kind("greedy")->choose(&two, twin);
        if (other != answer) {
            char a[240], b[240];
            sl_game_describe(game, answer, a, sizeof a);
            sl_game_describe(twin, other, b, sizeof b);
            fail_msg("turn %d: '%s', but with other hidden cards '%s'", sl_game_turn(game), a, b);
        }
    }
    mind_free(&one);
    mind_free(&two);
}

static void greedy_sees_no_hidden_cards(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++)
        play_and_check(i, beside(i, 3), 80 + (uint64_t)i, 400, check_blind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names),      cmocka_unit_test(greedy_beats_random), cmocka_unit_test(answers_are_in_range),
        cmocka_unit_test(greedy_is_deterministic), cmocka_unit_test(greedy_sees_no_hidden_cards),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
