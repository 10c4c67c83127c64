/* The store: what was written is there after it is opened again; what must not happen is refused. */
#include "store/store.h"

#include <setjmp.h>
#include <sqlite3.h>
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
                        .date = 20140707, .listed = true, .updated = 1000 };
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

static void a_change_is_all_or_nothing(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "greedy");
    assert_true(store_begin(s, &err));
    assert_false(store_begin(s, &err));
    err.text[0] = '\0';
    assert_true(store_answer(s, "game", 0, 3, &err));
    assert_true(store_answer_all(s, "game", 1, (int[]){ 4, 5 }, 2, &err));
    assert_true(store_commit(s, &err));

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 6, &err));
    assert_true(store_rollback(s, &err));
    assert_true(store_rollback(s, &err));

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 6, &err));
    assert_false(store_answer_all(s, "game", 2, (int[]){ 7, 8 }, 2, &err));
    err.text[0] = '\0';
    assert_false(store_commit(s, &err));
    assert_true(err.text[0]);
    err.text[0] = '\0';
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 3);
    assert_int_equal(options[2], 5);
    free(options);
    assert_true(store_answer(s, "game", 3, 6, &err));
    store_close(s);
}

static void terms_and_moments(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    char list[200] = "";
    int64_t mine = guest(s, "a");
    StoredGame made = { .id = "game", .user = mine, .opponent = "human", .deck_text = { "a", "b" }, .terms = "clock 30", .seed = 1 }, game;
    assert_true(store_game_new(s, &made, &err));
    assert_true(store_open_tables(s, 10, take_game, list, &err));
    assert_string_equal(list, "");
    assert_true(store_game_deck(s, "game", 1, "Honour", "their deck", &err));
    assert_true(store_moment(s, "game", "paused", &err));
    assert_false(store_moment(s, "none", "paused", &err));
    err.text[0] = '\0';
    assert_true(store_game_get(s, "game", &game, &err));
    assert_false(game.listed);
    assert_string_equal(game.terms, "clock 30");
    assert_string_equal(game.moment, "paused");
    assert_string_equal(game.deck_name[1], "Honour");
    assert_string_equal(game.deck_text[0], "a");
    assert_string_equal(game.deck_text[1], "their deck");
    store_game_free(&game);
    assert_true(store_answer(s, "game", 0, 1, &err));
    assert_false(store_game_deck(s, "game", 1, "Late", "late", &err));
    err.text[0] = '\0';
    assert_false(store_game_deck(s, "game", 2, "Third", "third", &err));
    store_close(s);
}

static bool take_override(void *to, const StoredOverride *o)
{
    char *list = to;
    sprintf(list + strlen(list), "%s %s %lld %s; ", o->game, o->name, (long long)o->made, o->text);
    return true;
}

static void directors_leave_a_record(void **state)
{
    (void)state;
    Store *s = open_new();
    Error err = { "" };
    char list[400] = "";
    int role;
    int64_t user = guest(s, "a");
    assert_true(store_register(s, user, "Gowron", "x", &err));
    assert_true(store_role(s, user, &role, &err));
    assert_int_equal(role, ROLE_PLAYER);
    assert_true(store_role_set(s, "gowron", ROLE_DIRECTOR, &err));
    assert_true(store_role(s, user, &role, &err));
    assert_int_equal(role, ROLE_DIRECTOR);
    assert_false(store_role_set(s, "Duras", ROLE_DIRECTOR, &err));
    err.text[0] = '\0';
    new_game(s, "one", user, "human");
    new_game(s, "two", user, "human");
    assert_true(store_override(s, "one", user, 5, "paused", &err));
    assert_true(store_override(s, "two", user, 6, "draw", &err));
    assert_true(store_override(s, "one", user, 7, "resumed", &err));
    assert_false(store_override(s, "none", user, 7, "lost", &err));
    err.text[0] = '\0';
    assert_true(store_overrides(s, "one", 10, take_override, list, &err));
    assert_string_equal(list, "one Gowron 7 resumed; one Gowron 5 paused; ");
    list[0] = '\0';
    assert_true(store_overrides(s, NULL, 2, take_override, list, &err));
    assert_string_equal(list, "one Gowron 7 resumed; two Gowron 6 draw; ");
    store_close(s);
}

/* A database as the first version of the schema left it. */
static const char version_1[] =
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE, password TEXT, made INTEGER NOT NULL);"
    "CREATE TABLE sessions (hash TEXT PRIMARY KEY, user INTEGER NOT NULL REFERENCES users, made INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX sessions_user ON sessions (user);"
    "CREATE TABLE decks (id INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL, text TEXT NOT NULL,"
    " UNIQUE (user, name));"
    "CREATE TABLE games (id TEXT PRIMARY KEY, opponent TEXT NOT NULL, deck0 TEXT NOT NULL, deck1 TEXT NOT NULL, text0 TEXT NOT NULL,"
    " text1 TEXT NOT NULL, switches TEXT NOT NULL, seed INTEGER NOT NULL, date INTEGER NOT NULL, first_turn INTEGER NOT NULL,"
    " over INTEGER NOT NULL DEFAULT 0, winner INTEGER NOT NULL DEFAULT -1, turn INTEGER NOT NULL DEFAULT 1,"
    " points0 INTEGER NOT NULL DEFAULT 0, points1 INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL);"
    "CREATE TABLE seats (game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users,"
    " PRIMARY KEY (game, seat)) WITHOUT ROWID;"
    "CREATE INDEX seats_user ON seats (user);"
    "CREATE TABLE answers (game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, option INTEGER NOT NULL, PRIMARY KEY (game, n))"
    " WITHOUT ROWID;"
    "INSERT INTO users VALUES (7, 'Worf', 'secret', 900), (8, NULL, NULL, 901);"
    "INSERT INTO sessions VALUES ('a', 7, 900), ('b', 8, 901);"
    "INSERT INTO decks VALUES (3, 7, 'Honour', 'one');"
    "INSERT INTO games VALUES ('game', 'human', 'klingon', 'romulan', 'x', 'y', '', -6, 20140707, 0, 0, -1, 4, 35, 0, 1000);"
    "INSERT INTO seats VALUES ('game', 0, 7);"
    "INSERT INTO answers VALUES ('game', 0, 4), ('game', 1, 2);"
    "PRAGMA user_version = 1;";

static void an_older_database_is_brought_up_to_date(void **state)
{
    (void)state;
    Error err = { "" };
    sqlite3 *db;
    StoredGame game;
    Decks decks = { 0 };
    char name[STORE_NAME];
    int64_t who;
    bool is_guest;
    remove_database();
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, version_1, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    for (int i = 0; i < 2; i++) {
        Store *s = store_open(path, &err);
        if (!s)
            fail_msg("%s", err.text);
        assert_true(store_session_user(s, "a", &who, name, &is_guest, &err));
        assert_int_equal(who, 7);
        assert_string_equal(name, "Worf");
        assert_true(store_decks(s, 7, take_deck, &decks, &err));
        assert_int_equal(decks.id, 3);
        assert_true(store_game_get(s, "game", &game, &err));
        assert_true(game.seed == UINT64_MAX - 5 && game.listed);
        assert_int_equal(game.answers, 2);
        assert_int_equal(game.points[0], 35);
        assert_string_equal(game.terms, "");
        assert_string_equal(game.moment, "");
        store_game_free(&game);
        store_close(s);
    }
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(store_open(path, &err));
    assert_non_null(strstr(err.text, "99"));
    remove_database();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_name_their_user), cmocka_unit_test(accounts_have_one_name_each),
        cmocka_unit_test(a_moved_session_leaves_no_idle_guest), cmocka_unit_test(decks_are_their_owners),
        cmocka_unit_test(answers_survive_reopening), cmocka_unit_test(an_answer_is_given_once), cmocka_unit_test(lists_of_games),
        cmocka_unit_test(what_is_no_database_is_refused), cmocka_unit_test(a_change_is_all_or_nothing),
        cmocka_unit_test(terms_and_moments), cmocka_unit_test(directors_leave_a_record),
        cmocka_unit_test(an_older_database_is_brought_up_to_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
