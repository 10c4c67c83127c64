/* The store: what was written is there after it is opened again; what must not happen is refused. */
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const char path[] = "build/test_store.db";

static void remove_database(void)
{
    unlink("build/test_store.db");
    unlink("build/test_store.db-wal");
    unlink("build/test_store.db-shm");
}

static Store *open_new(void)
{
    Error err = { "" };
    Store *s = store_open(":memory:", &err);
    if (!s)
        fail_msg("%s", err.text);
    return s;
}

static int64_t guest(Store *s, const char *hash)
{
    Error err = { "" };
    int64_t user = 0;
    assert_true(store_session_new(s, hash, 1000, &user, &err));
    assert_true(user > 0);
    return user;
}

static void new_game(Store *s, const char *id, int64_t user, const char *opponent)
{
    Error err = { "" };
    StoredGame game = { .user = user, .deck_name = { "klingon", "romulan" }, .deck_text = { "3\tKahmis", "1\tMopak" }, .seed = UINT64_MAX - 5,
                        .date = 20140707, .updated = 1000 };
    snprintf(game.id, sizeof game.id, "%s", id);
    snprintf(game.opponent, sizeof game.opponent, "%s", opponent);
    if (!store_game_new(s, &game, &err))
        fail_msg("%s", err.text);
}

static void sessions_name_their_user(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int64_t user = guest(s, "a"), who;
    char name[STORE_NAME];
    bool is_guest;
    assert_true(store_session_user(s, "a", &who, name, &is_guest, &err));
    assert_int_equal(who, user);
    assert_true(is_guest);
    assert_true(strncmp(name, "Guest ", 6) == 0);
    assert_true(store_session_user(s, "unknown", &who, name, &is_guest, &err));
    assert_int_equal(who, 0);
    assert_true(store_session_end(s, "a", &err));
    assert_true(store_session_user(s, "a", &who, name, &is_guest, &err));
    assert_int_equal(who, 0);
    store_close(s);
}

static void accounts_have_one_name_each(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int64_t worf = guest(s, "a"), other = guest(s, "b"), who;
    char hash[200];
    assert_true(store_register(s, worf, "Worf", "secret", &err));
    assert_false(store_register(s, other, "WORF", "x", &err));
    assert_non_null(strstr(err.text, "taken"));
    err.text[0] = '\0';
    assert_false(store_register(s, worf, "Martok", "x", &err));
    err.text[0] = '\0';
    assert_true(store_find_user(s, "worf", &who, hash, &err));
    assert_int_equal(who, worf);
    assert_string_equal(hash, "secret");
    assert_true(store_find_user(s, "Gowron", &who, hash, &err));
    assert_int_equal(who, 0);
    store_close(s);
}

static void a_moved_session_leaves_no_idle_guest(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int64_t worf = guest(s, "a"), idle = guest(s, "b"), who;
    char name[STORE_NAME];
    bool is_guest;
    assert_true(store_register(s, worf, "Worf", "secret", &err));
    assert_true(store_session_move(s, "b", worf, &err));
    assert_true(store_session_user(s, "b", &who, name, &is_guest, &err));
    assert_int_equal(who, worf);
    assert_string_equal(name, "Worf");
    assert_false(store_register(s, idle, "Nobody", "x", &err));
    store_close(s);
}

typedef struct { int count; int64_t id; char name[STORE_NAME], text[64]; } Decks;

static bool take_deck(void *to, int64_t id, const char *name, const char *text)
{
    Decks *decks = to;
    decks->count++;
    decks->id = id;
    snprintf(decks->name, sizeof decks->name, "%s", name);
    snprintf(decks->text, sizeof decks->text, "%s", text);
    return true;
}

static void decks_are_their_owners(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int64_t mine = guest(s, "a"), other = guest(s, "b"), id, again;
    Decks decks = { 0 };
    assert_true(store_deck_save(s, mine, "Honour", "one", &id, &err));
    assert_true(store_deck_save(s, mine, "Honour", "two", &again, &err));
    assert_int_equal(id, again);
    assert_true(store_decks(s, mine, take_deck, &decks, &err));
    assert_int_equal(decks.count, 1);
    assert_string_equal(decks.text, "two");
    decks.count = 0;
    assert_true(store_decks(s, other, take_deck, &decks, &err));
    assert_int_equal(decks.count, 0);
    assert_false(store_deck_delete(s, other, id, &err));
    err.text[0] = '\0';
    assert_true(store_deck_delete(s, mine, id, &err));
    assert_true(store_decks(s, mine, take_deck, &decks, &err));
    assert_int_equal(decks.count, 0);
    store_close(s);
}

static void answers_survive_reopening(void **state)
{
    (void)state;
    Error err = { "" };
    int *options, count;
    StoredGame game;
    remove_database();
    Store *s = store_open(path, &err);
    assert_non_null(s);
    new_game(s, "game", guest(s, "a"), "greedy");
    assert_true(store_answer(s, "game", 0, 4, &err));
    assert_true(store_answer_all(s, "game", 1, (int[]){ 0, -1, 7 }, 3, &err));
    store_close(s);

    s = store_open(path, &err);
    assert_non_null(s);
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 4);
    assert_int_equal(options[0], 4);
    assert_int_equal(options[2], -1);
    assert_int_equal(options[3], 7);
    free(options);
    assert_true(store_game_get(s, "game", &game, &err));
    assert_true(game.seed == UINT64_MAX - 5);
    assert_int_equal(game.answers, 4);
    assert_string_equal(game.deck_text[0], "3\tKahmis");
    store_game_free(&game);
    store_close(s);
    remove_database();
}

static void an_answer_is_given_once(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "greedy");
    assert_true(store_answer(s, "game", 0, 1, &err));
    assert_false(store_answer(s, "game", 0, 2, &err));
    assert_true(err.text[0]);
    err.text[0] = '\0';
    assert_false(store_answer_all(s, "game", 1, (int[]){ 5 }, 1, &err) && store_answer_all(s, "game", 0, (int[]){ 6, 7 }, 2, &err));
    err.text[0] = '\0';
    assert_false(store_answer(s, "nowhere", 0, 1, &err));
    err.text[0] = '\0';
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(options[0], 1);
    free(options);
    assert_true(store_undo(s, "game", 1, &err));
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 1);
    free(options);
    store_close(s);
}

static bool take_game(void *to, const StoredGame *game)
{
    strcat(to, game->id);
    strcat(to, " ");
    return true;
}

static void lists_of_games(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int64_t mine = guest(s, "a"), other = guest(s, "b");
    char list[200] = "", name[STORE_NAME];
    int seat;
    StoredGame game;
    new_game(s, "one", mine, "greedy");
    new_game(s, "two", mine, "human");
    assert_true(store_game_sum(s, "one", true, 1, 9, (int[]){ 35, 110 }, 2000, &err));
    assert_true(store_games(s, mine, 10, take_game, list, &err));
    assert_string_equal(list, "one two ");
    list[0] = '\0';
    assert_true(store_open_tables(s, 10, take_game, list, &err));
    assert_string_equal(list, "two ");
    assert_true(store_seat_name(s, "two", 1, name, &err));
    assert_string_equal(name, "");
    assert_true(store_seat(s, "two", 1, other, &err));
    assert_false(store_seat(s, "two", 1, mine, &err));
    err.text[0] = '\0';
    list[0] = '\0';
    assert_true(store_open_tables(s, 10, take_game, list, &err));
    assert_string_equal(list, "");
    assert_true(store_seat_of(s, "two", other, &seat, &err));
    assert_int_equal(seat, 1);
    assert_true(store_seat_of(s, "one", other, &seat, &err));
    assert_int_equal(seat, -1);
    assert_true(store_game_get(s, "one", &game, &err));
    assert_true(game.over);
    assert_int_equal(game.points[1], 110);
    assert_int_equal(game.user, mine);
    store_game_free(&game);
    assert_false(store_game_get(s, "none", &game, &err));
    assert_string_equal(err.text, "");
    store_close(s);
}

static void what_is_no_database_is_refused(void **state)
{
    (void)state;
    Error err = { "" };
    assert_null(store_open("Makefile", &err));
    assert_true(err.text[0]);
    err.text[0] = '\0';
    assert_null(store_open("build/no/such/folder/x.db", &err));
    assert_true(err.text[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_name_their_user), cmocka_unit_test(accounts_have_one_name_each),
        cmocka_unit_test(a_moved_session_leaves_no_idle_guest), cmocka_unit_test(decks_are_their_owners),
        cmocka_unit_test(answers_survive_reopening), cmocka_unit_test(an_answer_is_given_once), cmocka_unit_test(lists_of_games),
        cmocka_unit_test(what_is_no_database_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
