/* The store, on each of its engines: what was written is there after it is opened again; what must not happen is refused.
 *
 * PostgreSQL runs in a folder of its own (tests/store/cluster); where it is not installed, its half is left out. */
#define _GNU_SOURCE
#include "store/store.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* A place for a database that is empty when a test begins. */
typedef struct {
    const char *name;
    char where[300];
    PGconn *admin;                             /* NULL: a file */
} Place;

static char folder[] = "/tmp/spaceline-store-XXXXXX";
static Place places[] = { { .name = "sqlite" }, { .name = "postgres" } };

static void admin(const Place *place, const char *sql)
{
    PGresult *result = PQexec(place->admin, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s", PQresultErrorMessage(result));
    PQclear(result);
}

static const char end_all[] = "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE application_name = 'spaceline'";

static int empty(void **state)
{
    const Place *place = *state;
    char file[320];
    if (place->admin) {
        admin(place, end_all);
        admin(place, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s%s", place->where, (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(file);
    }
    return 0;
}

static Store *open_store(void **state)
{
    const Place *place = *state;
    Error err = { "" };
    Store *s = store_open(place->where, &err);
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
    Store *s = open_store(state);
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
    Store *s = open_store(state);
    Error err = { "" };
    int64_t worf = guest(s, "a"), other = guest(s, "b"), who;
    char hash[200];
    assert_true(store_register(s, worf, "Worf", "Worf", "secret", &err));
    assert_false(store_register(s, other, "WORF", "WORF", "x", &err));
    assert_non_null(strstr(err.text, "taken"));
    err.text[0] = '\0';
    assert_false(store_register(s, worf, "Martok", "Martok", "x", &err));
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
    Store *s = open_store(state);
    Error err = { "" };
    int64_t worf = guest(s, "a"), idle = guest(s, "b"), who;
    char name[STORE_NAME];
    bool is_guest;
    assert_true(store_register(s, worf, "Worf", "Worf", "secret", &err));
    assert_true(store_session_move(s, "b", worf, &err));
    assert_true(store_session_user(s, "b", &who, name, &is_guest, &err));
    assert_int_equal(who, worf);
    assert_string_equal(name, "Worf");
    int64_t next = guest(s, "c"), last = guest(s, "d");
    assert_true(next > idle);                   /* whoever still goes by the number is nobody, not somebody else */
    assert_false(store_register(s, idle, "Nobody", "Nobody", "x", &err));
    err.text[0] = '\0';
    assert_true(store_session_end(s, "c", &err));
    assert_false(store_register(s, next, "Nobody", "Nobody", "x", &err));
    err.text[0] = '\0';
    assert_true(store_register(s, last, "Somebody", "Somebody", "x", &err));
    store_close(s);
}

typedef struct { int count; int64_t id; char name[STORE_NAME]; } Decks;

static bool take_deck(void *to, int64_t id, const char *name, const char *text)
{
    Decks *decks = to;
    decks->count++;
    decks->id = id;
    assert_true(text[0] != '\0');
    snprintf(decks->name, sizeof decks->name, "%s", name);
    return true;
}

/* Each answer costs the same however many are written with it: a copy of a long game keeps nobody waiting. */
static void many_answers_are_written_at_once(void **state)
{
    enum { COUNT = 19900 };
    Store *s = open_store(state);
    Error err = { "" };
    StoredGame game = { .id = "a game with many answ", .user = guest(s, "a"), .opponent = "random", .deck_text = { "", "" }, .terms = "", .moment = "" };
    int *options = malloc(COUNT * sizeof *options), *stored, count;
    for (int i = 0; i < COUNT; i++)
        options[i] = i * 7919 % 1000 - 10;
    assert_true(store_game_new(s, &game, &err));
    clock_t began = clock();
    assert_true(store_answer_all(s, game.id, 0, options, COUNT, &err));
    assert_true(clock() - began < 2 * CLOCKS_PER_SEC);
    assert_false(store_answer_all(s, game.id, 5, options, COUNT, &err));
    assert_true(store_answers(s, game.id, &stored, &count, &err));
    assert_int_equal(count, COUNT);
    assert_memory_equal(stored, options, COUNT * sizeof *options);
    free(options);
    free(stored);
    store_close(s);
}

static void decks_are_their_owners(void **state)
{
    Store *s = open_store(state);
    Error err = { "" };
    int64_t mine = guest(s, "a"), other = guest(s, "b"), id, again;
    Decks decks = { 0 };
    assert_true(store_deck_save(s, mine, "Honour", "one", 2, &id, &err));
    assert_true(store_deck_save(s, mine, "Honour", "two", 1, &again, &err));
    assert_int_equal(id, again);
    assert_true(store_decks(s, mine, take_deck, &decks, &err));
    assert_int_equal(decks.count, 1);
    char name[STORE_NAME], *text;
    assert_true(store_deck_get(s, mine, id, name, &text, &err));
    assert_string_equal(text, "two");
    assert_string_equal(name, "Honour");
    free(text);
    assert_true(store_deck_get(s, other, id, name, &text, &err));
    assert_null(text);
    assert_false(store_deck_save(s, mine, "Another", "three", 1, &again, &err));
    assert_non_null(strstr(err.text, "delete one first"));
    err.text[0] = '\0';
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

static void everything_survives_reopening(void **state)
{
    Error err = { "" };
    int *options, count, role;
    uint64_t *proofs;
    int64_t deck;
    char name[STORE_NAME], secret[2][STORE_SECRET];
    StoredGame game;
    Decks decks = { 0 };
    Store *s = open_store(state);
    int64_t user = guest(s, "a"), who;
    bool is_guest;
    assert_true(store_register(s, user, "Worf", "Worf", "secret", &err));
    assert_true(store_role_set(s, "Worf", ROLE_DIRECTOR, &err));
    assert_true(store_deck_save(s, user, "Honour", "one", 2, &deck, &err));
    new_game(s, "game", user, "greedy");
    assert_true(store_answer(s, "game", 0, 4, &err));
    assert_true(store_answer_all(s, "game", 1, (int[]){ 0, -1, INT32_MIN, INT32_MAX }, 4, &err));
    assert_true(store_answer_all(s, "game", 5, NULL, 0, &err));
    assert_true(store_answer_proved(s, "game", 5, (int[]){ 7, 8 }, 2, UINT64_MAX - 9, &err));
    assert_true(store_game_data(s, "game", UINT64_MAX - 3, &err));
    assert_true(store_secret(s, secret[0], &err));
    assert_int_equal(strlen(secret[0]), STORE_SECRET - 1);
    store_close(s);

    s = open_store(state);
    assert_true(store_answers_proved(s, "game", &options, &proofs, &count, &err));
    assert_int_equal(count, 7);
    assert_memory_equal(options, ((int[]){ 4, 0, -1, INT32_MIN, INT32_MAX, 7, 8 }), 7 * sizeof *options);
    assert_true(proofs[0] == 0 && proofs[4] == 0 && proofs[5] == 0 && proofs[6] == UINT64_MAX - 9);   /* of the last of a group */
    free(options);
    free(proofs);
    assert_true(store_game_get(s, "game", &game, &err));
    assert_true(game.seed == UINT64_MAX - 5);
    assert_true(game.data == UINT64_MAX - 3);
    assert_int_equal(game.edition, 2);
    assert_int_equal(game.answers, 7);
    assert_string_equal(game.deck_text[0], "3\tKahmis");
    store_game_free(&game);
    assert_true(store_session_user(s, "a", &who, name, &is_guest, &err));
    assert_int_equal(who, user);
    assert_false(is_guest);
    assert_string_equal(name, "Worf");
    assert_true(store_role(s, user, &role, &err));
    assert_int_equal(role, ROLE_DIRECTOR);
    assert_true(store_decks(s, user, take_deck, &decks, &err));
    assert_int_equal(decks.id, deck);
    assert_true(store_secret(s, secret[1], &err));
    assert_string_equal(secret[0], secret[1]);
    store_close(s);
}

static void an_answer_is_given_once(void **state)
{
    Store *s = open_store(state);
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "greedy");
    assert_true(store_answer(s, "game", 0, 1, &err));
    assert_false(store_answer(s, "game", 0, 2, &err));
    assert_true(err.text[0]);
    err.text[0] = '\0';
    assert_false(store_answer_all(s, "game", 1, (int[]){ 5 }, 1, &err) && store_answer_all(s, "game", 0, (int[]){ 6, 7 }, 2, &err));
    err.text[0] = '\0';
    assert_false(store_answer(s, "game", 3, 1, &err));
    assert_non_null(strstr(err.text, "next"));
    err.text[0] = '\0';
    assert_false(store_answer(s, "nowhere", 0, 1, &err));
    assert_non_null(strstr(err.text, "no game"));
    assert_false(store_lost_game(s));
    err.text[0] = '\0';
    assert_false(store_undo(s, "nowhere", 0, &err));
    err.text[0] = '\0';
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(options[0], 1);
    free(options);
    assert_true(store_undo(s, "game", 1, &err));
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
    Store *s = open_store(state);
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
    err.text[0] = '\0';
    assert_null(store_open("postgresql://worf:honour@/none?host=/nowhere", &err));
    assert_non_null(strstr(err.text, "PostgreSQL"));
    err.text[0] = '\0';
    assert_null(store_open("postgresql://worf:honour@[none", &err));
    assert_true(err.text[0]);
    assert_null(strstr(err.text, "honour"));
}

static void a_change_is_all_or_nothing(void **state)
{
    Store *s = open_store(state);
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "greedy");
    assert_true(store_begin(s, &err));
    assert_false(store_begin(s, &err));
    err.text[0] = '\0';
    assert_true(store_answer(s, "game", 0, 3, &err));
    assert_true(store_answer_all(s, "game", 1, (int[]){ 4, 5 }, 2, &err));
    assert_true(store_end(s, true, &err));

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 6, &err));
    assert_false(store_end(s, false, &err));
    assert_false(store_end(s, false, &err));
    assert_false(err.text[0]);

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 6, &err));
    assert_false(store_override(s, "none", 1, 5, "paused", &err));
    err.text[0] = '\0';
    assert_false(store_end(s, true, &err));
    assert_true(err.text[0]);
    err.text[0] = '\0';
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 3);
    assert_int_equal(options[2], 5);
    free(options);

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 6, &err));
    assert_false(store_answer_all(s, "game", 3, (int[]){ 7, 8 }, 2, &err));
    err.text[0] = '\0';
    assert_true(store_end(s, true, &err));
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 4);
    assert_int_equal(options[3], 6);
    free(options);
    store_close(s);
}

static void terms_and_moments(void **state)
{
    Store *s = open_store(state);
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
    Store *s = open_store(state);
    Error err = { "" };
    char list[400] = "";
    int role;
    int64_t user = guest(s, "a");
    assert_true(store_register(s, user, "Gowron", "Gowron", "x", &err));
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
    const char *path = ((Place *)*state)->where;
    Error err = { "" };
    sqlite3 *db;
    StoredGame game;
    Decks decks = { 0 };
    char name[STORE_NAME];
    int64_t who;
    bool is_guest;
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
}

static void the_shape_of_a_newer_program_is_refused(void **state)
{
    const Place *place = *state;
    Error err = { "" };
    store_close(open_store(state));
    admin(place, "UPDATE schema_version SET version = 99");
    assert_null(store_open(place->where, &err));
    assert_non_null(strstr(err.text, "99"));
}

static void texts_of_all_kinds(void **state)
{
    Store *s = open_store(state);
    Error err = { "" };
    static char deck[1 << 20];
    const char *name = "O'Brien \"Miles\" \\ Æ 中 $1 ?1 %s;--";
    int64_t user = guest(s, "a"), other = guest(s, "b"), who, id;
    char hash[STORE_PASSWORD];
    StoredGame game;
    Decks decks = { 0 };
    memset(deck, 'x', sizeof deck - 1);
    assert_true(store_register(s, user, name, name, "''", &err));
    assert_true(store_find_user(s, "o'brien \"MILES\" \\ Æ 中 $1 ?1 %s;--", &who, hash, &err));
    assert_int_equal(who, user);
    assert_string_equal(hash, "''");
    assert_true(store_deck_save(s, user, name, name, 2, &id, &err));
    assert_true(store_decks(s, user, take_deck, &decks, &err));
    assert_string_equal(decks.name, name);

    StoredGame made = { .id = "game", .user = user, .opponent = "human", .deck_text = { deck, "" }, .terms = deck + 1, .switches = "a 'b'" };
    assert_true(store_game_new(s, &made, &err));
    assert_false(store_game_new(s, &made, &err));
    assert_non_null(strstr(err.text, "already"));
    err.text[0] = '\0';
    assert_true(store_moment(s, "game", deck + 2, &err));
    assert_true(store_game_get(s, "game", &game, &err));
    assert_string_equal(game.deck_text[0], deck);
    assert_string_equal(game.terms, deck + 1);
    assert_string_equal(game.moment, deck + 2);
    assert_string_equal(game.switches, "a 'b'");
    store_game_free(&game);

    const char *wrong[] = { "\xff", "\xc0\x80", "a\xe4" };          /* no UTF-8; a NUL in disguise; Latin 1 */
    for (size_t i = 0; i < countof(wrong); i++) {
        assert_false(store_register(s, other, wrong[i], wrong[i], "x", &err));
        assert_non_null(strstr(err.text, "UTF-8"));
        err.text[0] = '\0';
        assert_false(store_moment(s, "game", wrong[i], &err));
        err.text[0] = '\0';
    }
    assert_true(store_find_user(s, "", &who, hash, &err));
    assert_int_equal(who, 0);
    store_close(s);
}

static void names_differ_in_letters_beyond_ascii(void **state)
{
    Store *s = open_store(state);
    Error err = { "" };
    int64_t big = guest(s, "a"), small = guest(s, "b"), who;
    char hash[STORE_PASSWORD];
    assert_true(store_register(s, big, "Æon", "Æon", "x", &err));
    assert_true(store_register(s, small, "æon", "æon", "y", &err));
    assert_true(store_find_user(s, "ÆON", &who, hash, &err));
    assert_int_equal(who, big);
    store_close(s);
}

enum { TRIES = 60, THREADS = 2 };

typedef struct {
    void **state;
    int number, won[TRIES];
    bool ok;
    const char *own;
} Writer;

/* Writes into a game of its own, and races for each answer of another. */
static void *write_answers(void *context)
{
    Writer *w = context;
    Error err = { "" };
    Store *s = store_open(((Place *)*w->state)->where, &err);
    w->ok = s != NULL;
    for (int i = 0; w->ok && i < TRIES; i++) {
        w->ok = store_answer(s, w->own, i, i, &err) && store_game_sum(s, w->own, false, -1, i, (int[]){ i, i }, 2000, &err);
        Error race = { "" };
        w->won[i] = store_answer(s, "both", i, w->number, &race);
        w->ok = w->ok && (w->won[i] || strstr(race.text, "next"));
    }
    if (!w->ok)
        print_message("%s\n", err.text);
    store_close(s);
    return NULL;
}

static void several_write_at_once(void **state)
{
    Error err = { "" };
    Store *s = open_store(state);
    int64_t user = guest(s, "a");
    pthread_t thread[THREADS];
    Writer writer[THREADS] = { { state, 0, { 0 }, false, "one" }, { state, 1, { 0 }, false, "two" } };
    int *options, count;
    new_game(s, "one", user, "human");
    new_game(s, "two", user, "human");
    new_game(s, "both", user, "human");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, write_answers, &writer[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_true(writer[0].ok && writer[1].ok);
    assert_true(store_answers(s, "two", &options, &count, &err));
    assert_int_equal(count, TRIES);
    free(options);
    assert_true(store_answers(s, "both", &options, &count, &err));
    assert_int_equal(count, TRIES);
    for (int i = 0; i < TRIES; i++) {
        assert_int_equal(writer[0].won[i] + writer[1].won[i], 1);
        assert_true(writer[options[i]].won[i]);
    }
    free(options);
    store_close(s);
}

static void *only_open(void *where)
{
    Error err = { "" };
    Store *s = store_open(where, &err);
    if (!s)
        print_message("%s\n", err.text);
    store_close(s);
    return s ? where : NULL;
}

static void servers_may_start_together(void **state)
{
    for (int round = 0; round < 5; round++) {
        pthread_t thread[4];
        void *opened[4];
        empty(state);
        for (int i = 0; i < 4; i++)
            pthread_create(&thread[i], NULL, only_open, ((Place *)*state)->where);
        for (int i = 0; i < 4; i++)
            pthread_join(thread[i], &opened[i]);
        for (int i = 0; i < 4; i++)
            assert_non_null(opened[i]);
    }
}

/* A process that says on a pipe what it has been told is on disk, until it is killed. */
static void answer_until_killed(const char *where, int pipe_end)
{
    Error err = { "" };
    Store *s = store_open(where, &err);
    for (int i = 0; s && store_answer_all(s, "game", 2 * i, (int[]){ i, -i }, 2, &err); i++)
        if (write(pipe_end, &i, sizeof i) != sizeof i)
            break;
    _exit(1);
}

static void a_killed_writer_loses_nothing_it_was_told(void **state)
{
    Error err = { "" };
    Store *s = open_store(state);
    int ends[2], told = -1, more, *options, count;
    new_game(s, "game", guest(s, "a"), "human");
    store_close(s);
    assert_int_equal(pipe(ends), 0);
    pid_t writer = fork();
    if (writer == 0)
        answer_until_killed(((Place *)*state)->where, ends[1]);
    close(ends[1]);
    while (told < 40 && read(ends[0], &told, sizeof told) == sizeof told)
        ;
    kill(writer, SIGKILL);
    while (read(ends[0], &more, sizeof more) == sizeof more)
        told = more;
    close(ends[0]);
    waitpid(writer, NULL, 0);
    assert_true(told >= 40);
    s = open_store(state);
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_true(count % 2 == 0 && count >= 2 * (told + 1));
    for (int i = 0; i < count; i++)
        assert_int_equal(options[i], i % 2 ? -(i / 2) : i / 2);
    free(options);
    store_close(s);
}

static void a_game_has_one_owner(void **state)
{
    Store *a = open_store(state), *b = open_store(state);
    Error err = { "" };
    StoreOwner owner;
    int64_t user = guest(a, "a");
    new_game(a, "game", user, "human");
    assert_true(store_server(a, "A", "http://a", 100, &err));
    assert_true(store_server(b, "B", "http://b", 100, &err));
    assert_false(store_claim(a, "none", "A", 100, &owner, &err));
    err.text[0] = '\0';
    assert_true(store_claim(a, "game", "A", 100, &owner, &err));
    assert_true(owner.mine && owner.taken);
    assert_string_equal(owner.server, "A");
    assert_true(store_claim(a, "game", "A", 101, &owner, &err));
    assert_true(owner.mine && !owner.taken);
    assert_true(store_claim(b, "game", "B", 109, &owner, &err));
    assert_false(owner.mine || owner.taken);
    assert_string_equal(owner.server, "A");
    assert_string_equal(owner.address, "http://a");

    assert_true(store_server(a, "A", "http://a2", 105, &err));
    assert_true(store_claim(b, "game", "B", 114, &owner, &err));
    assert_false(owner.mine);
    assert_string_equal(owner.address, "http://a2");
    assert_true(store_claim(b, "game", "B", 105 + STORE_LEASE, &owner, &err));
    assert_true(owner.mine && owner.taken && owner.inherited);

    assert_true(store_server(b, "B", "http://b", 120, &err));
    assert_true(store_release(a, "game", "A", &err));
    assert_true(store_claim(a, "game", "A", 120, &owner, &err));
    assert_false(owner.mine);
    assert_true(store_release(b, "game", "B", &err));
    assert_true(store_claim(a, "game", "A", 120, &owner, &err));
    assert_true(owner.mine && owner.taken && !owner.inherited);
    assert_true(store_server_end(a, "A", &err));
    assert_true(store_claim(b, "game", "B", 120, &owner, &err));
    assert_true(owner.mine && owner.taken);
    assert_false(store_server(b, "", "", 120, &err));
    store_close(a);
    store_close(b);
}

static void whoever_has_the_address_succeeds(void **state)
{
    Store *a = open_store(state), *b = open_store(state), *c = open_store(state);
    Error err = { "" };
    StoreOwner owner;
    int64_t user = guest(a, "a");
    assert_true(store_server(a, "A", "a:1", 100, &err) && store_server(b, "B", "b:1", 100, &err));
    new_game(a, "of a", user, "human");
    new_game(b, "of b", user, "human");
    assert_true(store_server(c, "C", "a:1", 100, &err) && store_succeed(c, "C", "a:1", &err));
    assert_true(store_claim(c, "of a", "C", 100, &owner, &err));
    assert_true(owner.mine && owner.taken && !owner.inherited);
    assert_true(store_claim(c, "of b", "C", 100, &owner, &err));
    assert_false(owner.mine);
    assert_string_equal(owner.address, "b:1");
    assert_true(store_succeed(c, "C", "a:1", &err));
    assert_true(store_claim(c, "of a", "C", 100, &owner, &err));
    assert_true(owner.mine && !owner.taken);
    assert_false(store_answer(a, "of a", 0, 1, &err));
    store_close(a);
    store_close(b);
    store_close(c);
}

static void a_file_has_one_server(void **state)
{
    const Place *place = *state;
    Error err = { "" };
    int lock, second;
    assert_false(store_shared(place->where));
    assert_true(store_shared("postgresql:///games"));
    assert_true(store_lock(place->where, &lock, &err));
    assert_true(lock >= 0);
    assert_false(store_lock(place->where, &second, &err));
    assert_int_equal(second, -1);
    assert_non_null(strstr(err.text, "has a server already"));
    close(lock);
    assert_true(store_lock(place->where, &lock, &err));
    close(lock);
    assert_true(store_lock(":memory:", &lock, &err));
    assert_int_equal(lock, -1);
    assert_true(store_lock("postgresql:///games", &lock, &err));
    assert_int_equal(lock, -1);
}

static void refused_as_lost(Store *s, bool done, Error *err)
{
    assert_false(done);
    assert_true(store_lost_game(s));
    assert_non_null(strstr(err->text, "own"));
    err->text[0] = '\0';
}

static void who_lost_a_game_cannot_write_to_it(void **state)
{
    Store *a = open_store(state), *b = open_store(state), *tool = open_store(state);
    Error err = { "" };
    StoreOwner owner;
    StoredGame game;
    int points[2] = { 5, 5 };
    assert_true(store_server(a, "A", "http://a", 100, &err));
    assert_true(store_server(b, "B", "http://b", 100, &err));
    new_game(a, "game", guest(a, "a"), "human");
    assert_true(store_answer(a, "game", 0, 1, &err));
    assert_true(store_moment(a, "game", "first", &err));
    refused_as_lost(b, store_answer(b, "game", 1, 1, &err), &err);
    assert_true(store_claim(b, "game", "B", 111, &owner, &err));
    assert_true(owner.mine);
    refused_as_lost(a, store_answer(a, "game", 1, 1, &err), &err);
    refused_as_lost(a, store_answer_all(a, "game", 1, (int[]){ 1, 2 }, 2, &err), &err);
    refused_as_lost(a, store_undo(a, "game", 0, &err), &err);
    refused_as_lost(a, store_moment(a, "game", "late", &err), &err);
    refused_as_lost(a, store_game_sum(a, "game", true, 0, 9, points, 111, &err), &err);
    refused_as_lost(a, store_game_deck(a, "game", 0, "x", "x", &err), &err);
    new_game(a, "other", 1, "human");
    assert_true(store_begin(a, &err));
    assert_true(store_answer(a, "other", 0, 1, &err));
    assert_false(store_lost_game(a));
    refused_as_lost(a, store_answer(a, "game", 1, 1, &err), &err);
    assert_true(store_end(a, true, &err));
    assert_true(store_game_get(a, "other", &game, &err));
    assert_int_equal(game.answers, 1);
    store_game_free(&game);

    assert_true(store_answer(b, "game", 1, 7, &err));
    assert_true(store_release(b, "game", "B", &err));
    refused_as_lost(a, store_answer(a, "game", 2, 1, &err), &err);
    assert_true(store_server_end(a, "A", &err));
    refused_as_lost(a, store_answer(a, "other", 1, 1, &err), &err);
    assert_true(store_answer(tool, "game", 2, 8, &err));
    assert_true(store_game_get(tool, "game", &game, &err));
    assert_int_equal(game.answers, 3);
    assert_string_equal(game.moment, "first");
    assert_false(game.over);
    store_game_free(&game);
    store_close(a);
    store_close(b);
    store_close(tool);
}

enum { CLAIMS = 40 };

typedef struct {
    const char *where, *server;
    bool won[CLAIMS], ok;
    pthread_barrier_t *together;
} Claimer;

static void *claim_all(void *context)
{
    Claimer *c = context;
    Error err = { "" };
    StoreOwner owner;
    char id[STORE_ID];
    Store *s = store_open(c->where, &err);
    c->ok = s && store_server(s, c->server, "http://here", 100, &err);
    for (int i = 0; i < CLAIMS; i++) {
        snprintf(id, sizeof id, "game%d", i);
        pthread_barrier_wait(c->together);
        c->ok = c->ok && store_claim(s, id, c->server, 100, &owner, &err);
        c->won[i] = c->ok && owner.mine;
    }
    if (!c->ok)
        print_message("%s\n", err.text);
    store_close(s);
    return NULL;
}

static void two_claims_at_once_have_one_winner(void **state)
{
    Store *s = open_store(state);
    int64_t user = guest(s, "a");
    const char *where = ((Place *)*state)->where;
    pthread_barrier_t together;
    Claimer claimer[THREADS] = { { .where = where, .server = "A", .together = &together },
                                 { .where = where, .server = "B", .together = &together } };
    pthread_t thread[THREADS];
    pthread_barrier_init(&together, NULL, THREADS);
    char id[STORE_ID];
    for (int i = 0; i < CLAIMS; i++) {
        snprintf(id, sizeof id, "game%d", i);
        new_game(s, id, user, "human");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, claim_all, &claimer[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < CLAIMS; i++)
        assert_int_equal(claimer[0].won[i] + claimer[1].won[i], 1);
    assert_true(claimer[0].ok && claimer[1].ok);
    pthread_barrier_destroy(&together);
    store_close(s);
}

static void a_lost_connection_is_made_anew(void **state)
{
    const Place *place = *state;
    Store *s = open_store(state);
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "human");
    for (int i = 0; i < 3; i++) {
        admin(place, end_all);
        if (!store_answer(s, "game", i, i, &err))
            fail_msg("%s", err.text);
    }
    admin(place, end_all);
    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 3, &err));
    admin(place, end_all);
    assert_false(store_answer(s, "game", 4, 4, &err));
    assert_non_null(strstr(err.text, "lost"));
    err.text[0] = '\0';
    assert_false(store_end(s, true, &err));
    err.text[0] = '\0';

    assert_true(store_begin(s, &err));
    assert_true(store_answer(s, "game", 3, 5, &err));
    admin(place, end_all);
    assert_false(store_end(s, true, &err));
    assert_non_null(strstr(err.text, "lost"));
    err.text[0] = '\0';
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 3);
    free(options);
    store_close(s);
}

typedef struct { Store *store; bool done; Error err; } Late;

static void *answer_late(void *context)
{
    Late *late = context;
    late->done = store_answer_all(late->store, "game", 0, (int[]){ 4, 5 }, 2, &late->err);
    return NULL;
}

static bool waits_for_standby(const Place *place)
{
    PGresult *result = PQexec(place->admin, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    bool waits = PQntuples(result) > 0;
    PQclear(result);
    return waits;
}

/* A commit that waits for a second machine is on disk already when its connection is ended: it is sent again, and is not refused. */
static void an_answer_sent_twice_is_one_answer(void **state)
{
    const Place *place = *state;
    Late late = { .store = open_store(state) };
    Error err = { "" };
    pthread_t thread;
    StoredGame game;
    new_game(late.store, "game", guest(late.store, "a"), "human");
    admin(place, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    admin(place, "SELECT pg_reload_conf()");
    usleep(100000);
    assert_int_equal(pthread_create(&thread, NULL, answer_late, &late), 0);
    for (int i = 0; i < 500 && !waits_for_standby(place); i++)
        usleep(10000);
    bool waited = waits_for_standby(place);
    admin(place, end_all);
    pthread_join(thread, NULL);
    admin(place, "ALTER SYSTEM RESET synchronous_standby_names");
    admin(place, "SELECT pg_reload_conf()");
    assert_true(waited);
    if (!late.done)
        fail_msg("%s", late.err.text);
    assert_true(store_game_get(late.store, "game", &game, &err));
    assert_int_equal(game.answers, 2);
    store_game_free(&game);
    assert_false(store_answer_all(late.store, "game", 0, (int[]){ 4, 5 }, 2, &err));
    store_close(late.store);
}

static int cluster(Place *place, const char *what);

static void a_killed_database_loses_nothing_it_told(void **state)
{
    Place *place = *state;
    Store *s = open_store(state);
    Error err = { "" };
    int *options, count;
    new_game(s, "game", guest(s, "a"), "human");
    assert_true(store_answer_all(s, "game", 0, (int[]){ 4, 5 }, 2, &err));
    assert_int_equal(cluster(place, "stop"), 0);
    assert_false(store_answer(s, "game", 2, 6, &err));
    assert_non_null(strstr(err.text, "connection"));
    err.text[0] = '\0';
    assert_false(store_begin(s, &err));
    err.text[0] = '\0';
    assert_int_equal(cluster(place, "start"), 0);
    assert_true(store_answer(s, "game", 2, 7, &err));
    assert_true(store_answers(s, "game", &options, &count, &err));
    assert_int_equal(count, 3);
    assert_memory_equal(options, ((int[]){ 4, 5, 7 }), 3 * sizeof *options);
    free(options);
    store_close(s);
}

/* It would hold the game's row for ever; the database ends it. */
static void who_sleeps_within_a_change_loses_the_game(void **state)
{
    Store *a = open_store(state), *b = open_store(state);
    Error err = { "" };
    StoreOwner owner;
    assert_true(store_server(a, "A", "http://a", 100, &err));
    assert_true(store_server(b, "B", "http://b", 100, &err));
    new_game(a, "game", guest(a, "a"), "human");
    assert_true(store_begin(a, &err));
    assert_true(store_answer(a, "game", 0, 1, &err));
    if (!store_claim(b, "game", "B", 120, &owner, &err))
        fail_msg("%s", err.text);
    assert_true(owner.mine && owner.taken);
    assert_false(store_end(a, true, &err));
    err.text[0] = '\0';
    assert_true(store_answer(b, "game", 0, 2, &err));
    refused_as_lost(a, store_answer(a, "game", 1, 1, &err), &err);
    store_close(a);
    store_close(b);
}

static void ignore_notice(void *to, const char *message)
{
    (void)to;
    (void)message;
}

enum { NOT_INSTALLED = 3 };

/* Starts or stops PostgreSQL's server, with the exit code of the script. */
static int cluster(Place *place, const char *what)
{
    char command[400];
    PQfinish(place->admin);
    place->admin = NULL;
    snprintf(command, sizeof command, "tests/store/cluster %s %s/cluster %d", what, folder, (int)getpid());
    FILE *f = popen(command, "r");
    if (!f)
        return 1;
    if (fgets(place->where, sizeof place->where, f))
        place->where[strcspn(place->where, "\n")] = '\0';
    int code = pclose(f);
    if (code != 0 || strcmp(what, "start") != 0)
        return WEXITSTATUS(code);
    place->admin = PQconnectdb(place->where);
    PQsetNoticeProcessor(place->admin, ignore_notice, NULL);
    return PQstatus(place->admin) != CONNECTION_OK;
}

typedef enum { BOTH, FILES, SERVERS } Where;

typedef struct { const char *name; CMUnitTestFunction run; Where where; } Test;

#define TEST(function, where) { #function, function, where }

static const Test tests[] = {
    TEST(sessions_name_their_user, BOTH), TEST(accounts_have_one_name_each, BOTH), TEST(a_moved_session_leaves_no_idle_guest, BOTH),
    TEST(decks_are_their_owners, BOTH), TEST(many_answers_are_written_at_once, BOTH), TEST(everything_survives_reopening, BOTH), TEST(an_answer_is_given_once, BOTH),
    TEST(lists_of_games, BOTH), TEST(what_is_no_database_is_refused, FILES), TEST(a_change_is_all_or_nothing, BOTH),
    TEST(terms_and_moments, BOTH), TEST(directors_leave_a_record, BOTH), TEST(an_older_database_is_brought_up_to_date, FILES),
    TEST(the_shape_of_a_newer_program_is_refused, SERVERS), TEST(texts_of_all_kinds, BOTH),
    TEST(names_differ_in_letters_beyond_ascii, BOTH), TEST(several_write_at_once, BOTH), TEST(servers_may_start_together, BOTH),
    TEST(a_killed_writer_loses_nothing_it_was_told, BOTH), TEST(a_game_has_one_owner, BOTH),
    TEST(whoever_has_the_address_succeeds, BOTH), TEST(a_file_has_one_server, FILES),
    TEST(who_lost_a_game_cannot_write_to_it, BOTH), TEST(two_claims_at_once_have_one_winner, BOTH),
    TEST(a_lost_connection_is_made_anew, SERVERS), TEST(an_answer_sent_twice_is_one_answer, SERVERS),
    TEST(a_killed_database_loses_nothing_it_told, SERVERS), TEST(who_sleeps_within_a_change_loses_the_game, SERVERS),
};

int main(void)
{
    static struct CMUnitTest run[2 * countof(tests)];
    static char name[2 * countof(tests)][100];
    char command[100];
    size_t count = 0;
    if (!mkdtemp(folder) || chmod(folder, 0711) != 0)
        return 1;
    snprintf(places[0].where, sizeof places[0].where, "%s/games.db", folder);
    int code = cluster(&places[1], "start");
    bool postgres = code == 0;
    if (!postgres)
        fprintf(stderr, "# only SQLite is tested\n");
    if (!postgres && code != NOT_INSTALLED)
        return 1;
    for (size_t p = 0; p < (postgres ? 2 : 1); p++)
        for (size_t i = 0; i < countof(tests); i++)
            if (tests[i].where != (p == 0 ? SERVERS : FILES)) {
                snprintf(name[count], sizeof name[count], "%s: %s", places[p].name, tests[i].name);
                run[count] = (struct CMUnitTest){ name[count], tests[i].run, empty, NULL, &places[p] };
                count++;
            }
    int failed = _cmocka_run_group_tests("store", run, count, NULL, NULL);
    if (postgres)
        cluster(&places[1], "stop");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || failed;
}
