/* The store on SQLite.  Every statement is prepared once, when the store is opened; statements.def lists them all.
 *
 * WAL with synchronous=FULL: a commit has reached the disk when it returns, so that what was acknowledged survives the process. */
#include "store/store.h"

#include <sqlite3.h>
#include <stdlib.h>

typedef enum {
#define STATEMENT(symbol, sql) SQL_##symbol,
#include "store/statements.def"
#undef STATEMENT
    SQL_COUNT
} Statement;

static const char *const sql_text[SQL_COUNT] = {
#define STATEMENT(symbol, sql) [SQL_##symbol] = sql,
#include "store/statements.def"
#undef STATEMENT
};

struct Store {
    char path[256];                            /* for messages */
    sqlite3 *db;
    sqlite3_stmt *prepared[SQL_COUNT];
    bool open, doomed;                         /* between store_begin and store_commit; a statement failed since */
};

/* Each entry brings the schema one version further; user_version says how many have been applied. */
static const char *const migrations[] = {
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
    " WITHOUT ROWID;",
    "ALTER TABLE sessions RENAME COLUMN user TO person; ALTER TABLE decks RENAME COLUMN user TO person;"
    "ALTER TABLE seats RENAME COLUMN user TO person;"
    "ALTER TABLE users ADD COLUMN role INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games DROP COLUMN first_turn; ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT ''; ALTER TABLE games ADD COLUMN moment TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE overrides (id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, person INTEGER NOT NULL REFERENCES users,"
    " made INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX overrides_game ON overrides (game);",
};

static bool failed(Store *s, Error *err, const char *doing)
{
    s->doomed = true;
    return error_at(err, s->path, 0, 0, "%s: %s", doing, s->db ? sqlite3_errmsg(s->db) : "out of memory");
}

static bool refused(Store *s)
{
    s->doomed = true;
    return false;
}

static bool run_text(Store *s, const char *sql, Error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || failed(s, err, "the database cannot be written");
}

/* ---- statements ---- */

static sqlite3_stmt *statement(Store *s, Statement which)
{
    sqlite3_stmt *st = s->prepared[which];
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return st;
}

static void bind_int(sqlite3_stmt *st, int at, int64_t value)
{
    sqlite3_bind_int64(st, at, value);
}

static void bind_text(sqlite3_stmt *st, int at, const char *text)
{
    sqlite3_bind_text(st, at, text, -1, SQLITE_TRANSIENT);
}

static bool finish(Store *s, sqlite3_stmt *st, Error *err)
{
    int code = sqlite3_step(st);
    bool ok = code == SQLITE_DONE || code == SQLITE_ROW || failed(s, err, "the database cannot be written");
    sqlite3_reset(st);
    return ok;
}

/* With a row to be read, the caller resets the statement; without one it is reset here. */
static bool next_row(Store *s, sqlite3_stmt *st, bool *row, Error *err)
{
    int code = sqlite3_step(st);
    *row = code == SQLITE_ROW;
    if (*row)
        return true;
    bool ok = code == SQLITE_DONE || failed(s, err, "the database cannot be read");
    sqlite3_reset(st);
    return ok;
}

static void copy_text(char *out, size_t size, sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);
    snprintf(out, size, "%s", text ? text : "");
}

static char *own_text(sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);
    size_t size = text ? strlen(text) + 1 : 1;
    char *copy = malloc(size);
    if (!copy)
        out_of_memory();
    memcpy(copy, text ? text : "", size);
    return copy;
}

/* ---- opening ---- */

static bool user_version(Store *s, int *version, Error *err)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &st, NULL) != SQLITE_OK || sqlite3_step(st) != SQLITE_ROW) {
        sqlite3_finalize(st);
        return failed(s, err, "the file is no database of Spaceline");
    }
    *version = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return true;
}

static bool migrate(Store *s, Error *err)
{
    int version = 0;
    if (!user_version(s, &version, err))
        return false;
    if (version < 0 || version > (int)countof(migrations))
        return error_at(err, s->path, 0, 0, "the database has version %d; this program knows versions up to %d", version,
                        (int)countof(migrations));
    for (; version < (int)countof(migrations); version++) {
        char set[64];
        snprintf(set, sizeof set, "PRAGMA user_version = %d; COMMIT", version + 1);
        if (!run_text(s, "BEGIN IMMEDIATE", err))
            return false;
        if (!run_text(s, migrations[version], err) || !run_text(s, set, err)) {
            sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

static bool prepare_all(Store *s, Error *err)
{
    for (int i = 0; i < SQL_COUNT; i++)
        if (sqlite3_prepare_v3(s->db, sql_text[i], -1, SQLITE_PREPARE_PERSISTENT, &s->prepared[i], NULL) != SQLITE_OK)
            return failed(s, err, "the database has another shape than this program knows");
    return true;
}

Store *store_open(const char *path, Error *err)
{
    Store *s = calloc(1, sizeof *s);
    if (!s)
        out_of_memory();
    snprintf(s->path, sizeof s->path, "%s", path);
    bool ok = sqlite3_open(path, &s->db) == SQLITE_OK;
    if (!ok)
        error_at(err, path, 0, 0, "cannot be opened as a database: %s", s->db ? sqlite3_errmsg(s->db) : "out of memory");
    if (ok)
        sqlite3_busy_timeout(s->db, 5000);
    ok = ok && run_text(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", err) && migrate(s, err)
        && prepare_all(s, err);
    if (ok)
        return s;
    store_close(s);
    return NULL;
}

void store_close(Store *s)
{
    if (!s)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->prepared[i]);
    sqlite3_close(s->db);
    free(s);
}

bool store_begin(Store *s, Error *err)
{
    if (s->open)
        return error_at(err, s->path, 0, 0, "a change is open already");
    s->doomed = false;
    s->open = run_text(s, "BEGIN IMMEDIATE", err);
    return s->open;
}

bool store_rollback(Store *s, Error *err)
{
    bool open = s->open;
    s->open = false;
    return !open || run_text(s, "ROLLBACK", err);
}

bool store_commit(Store *s, Error *err)
{
    Error ignored = { "" };
    if (s->doomed)
        error_at(err, s->path, 0, 0, "nothing was written, since a part of the change failed");
    if (!s->doomed && run_text(s, "COMMIT", err)) {
        s->open = false;
        return true;
    }
    store_rollback(s, &ignored);
    return false;
}

/* A function of several statements: a change of its own, or part of the one that its caller has open. */
static bool begin(Store *s, bool *joined, Error *err)
{
    *joined = s->open;
    return *joined || store_begin(s, err);
}

static bool end(Store *s, bool joined, bool ok, Error *err)
{
    Error ignored = { "" };
    s->doomed = s->doomed || !ok;
    if (!joined && ok)
        return store_commit(s, err);
    if (!joined)
        store_rollback(s, &ignored);
    return ok;
}

/* ---- users and sessions ---- */

/* The name of a user whose number and name are the first columns; a guest has none of his own. */
static void copy_name(char name[STORE_NAME], sqlite3_stmt *st)
{
    if (sqlite3_column_type(st, 1) == SQLITE_NULL)
        snprintf(name, STORE_NAME, "Guest %lld", (long long)sqlite3_column_int64(st, 0));
    else
        copy_text(name, STORE_NAME, st, 1);
}

bool store_session_new(Store *s, const char *sid_hash, int64_t now, int64_t *user, Error *err)
{
    bool joined;
    if (!begin(s, &joined, err))
        return false;
    sqlite3_stmt *guest = statement(s, SQL_GUEST_NEW);
    bind_int(guest, 1, now);
    bool ok = finish(s, guest, err);
    int64_t made = sqlite3_last_insert_rowid(s->db);
    sqlite3_stmt *session = statement(s, SQL_SESSION_NEW);
    bind_text(session, 1, sid_hash);
    bind_int(session, 2, made);
    bind_int(session, 3, now);
    ok = ok && finish(s, session, err);
    if (!end(s, joined, ok, err))
        return false;
    *user = made;
    return true;
}

bool store_session_user(Store *s, const char *sid_hash, int64_t *user, char name[STORE_NAME], bool *guest, Error *err)
{
    bool row;
    *user = 0;
    name[0] = '\0';
    *guest = true;
    sqlite3_stmt *st = statement(s, SQL_SESSION_USER);
    bind_text(st, 1, sid_hash);
    if (!next_row(s, st, &row, err) || !row)
        return !err->text[0];
    *user = sqlite3_column_int64(st, 0);
    *guest = sqlite3_column_type(st, 1) == SQLITE_NULL;
    copy_name(name, st);
    sqlite3_reset(st);
    return true;
}

bool store_session_end(Store *s, const char *sid_hash, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_SESSION_END);
    bind_text(st, 1, sid_hash);
    return finish(s, st, err);
}

/* A guest whom no session, game or deck remembers is forgotten. */
bool store_session_move(Store *s, const char *sid_hash, int64_t user, Error *err)
{
    bool joined;
    if (!begin(s, &joined, err))
        return false;
    sqlite3_stmt *st = statement(s, SQL_SESSION_MOVE);
    bind_int(st, 1, user);
    bind_text(st, 2, sid_hash);
    bool ok = finish(s, st, err);
    ok = ok && finish(s, statement(s, SQL_GUESTS_FORGET), err);
    return end(s, joined, ok, err);
}

bool store_register(Store *s, int64_t user, const char *name, const char *password_hash, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_REGISTER);
    bind_text(st, 1, name);
    bind_text(st, 2, password_hash);
    bind_int(st, 3, user);
    int code = sqlite3_step(st);
    sqlite3_reset(st);
    if (code == SQLITE_CONSTRAINT)
        return refused(s) || error_at(err, "name", 0, 0, "'%.64s' is taken; choose another", name);
    if (code != SQLITE_DONE)
        return failed(s, err, "the database cannot be written");
    return sqlite3_changes(s->db) == 1 || error_at(err, "name", 0, 0, "this session has an account already");
}

bool store_find_user(Store *s, const char *name, int64_t *user, char password_hash[200], Error *err)
{
    bool row;
    *user = 0;
    password_hash[0] = '\0';
    sqlite3_stmt *st = statement(s, SQL_FIND_USER);
    bind_text(st, 1, name);
    if (!next_row(s, st, &row, err) || !row)
        return !err->text[0];
    *user = sqlite3_column_int64(st, 0);
    copy_text(password_hash, 200, st, 1);
    sqlite3_reset(st);
    return true;
}

bool store_role(Store *s, int64_t user, int *role, Error *err)
{
    bool row;
    *role = ROLE_PLAYER;
    sqlite3_stmt *st = statement(s, SQL_ROLE);
    bind_int(st, 1, user);
    if (!next_row(s, st, &row, err) || !row)
        return !err->text[0];
    *role = sqlite3_column_int(st, 0);
    sqlite3_reset(st);
    return true;
}

bool store_role_set(Store *s, const char *name, int role, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_ROLE_SET);
    bind_int(st, 1, role);
    bind_text(st, 2, name);
    if (!finish(s, st, err))
        return false;
    return sqlite3_changes(s->db) == 1 || error_at(err, "role", 0, 0, "there is no account '%.64s'", name);
}

/* ---- decks ---- */

bool store_deck_save(Store *s, int64_t user, const char *name, const char *text, int64_t *id, Error *err)
{
    bool row;
    sqlite3_stmt *st = statement(s, SQL_DECK_SAVE);
    bind_int(st, 1, user);
    bind_text(st, 2, name);
    bind_text(st, 3, text);
    if (!next_row(s, st, &row, err) || !row)
        return false;
    *id = sqlite3_column_int64(st, 0);
    return finish(s, st, err);
}

bool store_deck_delete(Store *s, int64_t user, int64_t id, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_DECK_DELETE);
    bind_int(st, 1, id);
    bind_int(st, 2, user);
    if (!finish(s, st, err))
        return false;
    return sqlite3_changes(s->db) == 1 || error_at(err, "deck", 0, 0, "there is no deck %lld of yours", (long long)id);
}

bool store_decks(Store *s, int64_t user, StoreDeckFn *take, void *to, Error *err)
{
    bool row, more = true;
    sqlite3_stmt *st = statement(s, SQL_DECKS);
    bind_int(st, 1, user);
    while (next_row(s, st, &row, err) && row && more)
        more = take(to, sqlite3_column_int64(st, 0), (const char *)sqlite3_column_text(st, 1),
                    (const char *)sqlite3_column_text(st, 2));
    sqlite3_reset(st);
    return !err->text[0];
}

/* ---- games ---- */

bool store_game_new(Store *s, const StoredGame *game, Error *err)
{
    bool joined;
    if (!begin(s, &joined, err))
        return false;
    sqlite3_stmt *st = statement(s, SQL_GAME_NEW);
    bind_text(st, 1, game->id);
    bind_text(st, 2, game->opponent);
    bind_text(st, 3, game->deck_name[0]);
    bind_text(st, 4, game->deck_name[1]);
    bind_text(st, 5, game->deck_text[0]);
    bind_text(st, 6, game->deck_text[1]);
    bind_text(st, 7, game->switches);
    bind_int(st, 8, (int64_t)game->seed);
    bind_int(st, 9, game->date);
    bind_int(st, 10, game->listed);
    bind_text(st, 11, game->terms ? game->terms : "");
    bind_text(st, 12, game->moment ? game->moment : "");
    bind_int(st, 13, game->updated);
    bool ok = finish(s, st, err) && store_seat(s, game->id, 0, game->user, err);
    return end(s, joined, ok, err);
}

static void read_game(sqlite3_stmt *st, StoredGame *out)
{
    *out = (StoredGame){ .user = sqlite3_column_int64(st, 18) };
    copy_text(out->id, sizeof out->id, st, 0);
    copy_text(out->opponent, sizeof out->opponent, st, 1);
    copy_text(out->deck_name[0], STORE_NAME, st, 2);
    copy_text(out->deck_name[1], STORE_NAME, st, 3);
    out->deck_text[0] = own_text(st, 4);
    out->deck_text[1] = own_text(st, 5);
    copy_text(out->switches, sizeof out->switches, st, 6);
    out->seed = (uint64_t)sqlite3_column_int64(st, 7);
    out->date = sqlite3_column_int(st, 8);
    out->listed = sqlite3_column_int(st, 9);
    out->over = sqlite3_column_int(st, 10);
    out->winner = sqlite3_column_int(st, 11);
    out->turn = sqlite3_column_int(st, 12);
    out->points[0] = sqlite3_column_int(st, 13);
    out->points[1] = sqlite3_column_int(st, 14);
    out->updated = sqlite3_column_int64(st, 15);
    out->terms = own_text(st, 16);
    out->moment = own_text(st, 17);
    out->answers = sqlite3_column_int(st, 19);
}

bool store_game_get(Store *s, const char *id, StoredGame *out, Error *err)
{
    bool row;
    sqlite3_stmt *st = statement(s, SQL_GAME_GET);
    bind_text(st, 1, id);
    if (!next_row(s, st, &row, err) || !row)
        return false;
    read_game(st, out);
    sqlite3_reset(st);
    return true;
}

void store_game_free(StoredGame *game)
{
    free(game->deck_text[0]);
    free(game->deck_text[1]);
    free(game->terms);
    free(game->moment);
    game->deck_text[0] = game->deck_text[1] = game->terms = game->moment = NULL;
}

bool store_seat(Store *s, const char *id, int seat, int64_t user, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_SEAT);
    bind_text(st, 1, id);
    bind_int(st, 2, seat);
    bind_int(st, 3, user);
    int code = sqlite3_step(st);
    sqlite3_reset(st);
    if (code == SQLITE_CONSTRAINT)
        return refused(s) || error_at(err, "seat", 0, 0, "seat %d is taken", seat);
    return code == SQLITE_DONE || failed(s, err, "the database cannot be written");
}

bool store_seat_of(Store *s, const char *id, int64_t user, int *seat, Error *err)
{
    bool row;
    *seat = -1;
    sqlite3_stmt *st = statement(s, SQL_SEAT_OF);
    bind_text(st, 1, id);
    bind_int(st, 2, user);
    if (!next_row(s, st, &row, err) || !row)
        return !err->text[0];
    *seat = sqlite3_column_int(st, 0);
    sqlite3_reset(st);
    return true;
}

bool store_seat_name(Store *s, const char *id, int seat, char name[STORE_NAME], Error *err)
{
    bool row;
    name[0] = '\0';
    sqlite3_stmt *st = statement(s, SQL_SEAT_NAME);
    bind_text(st, 1, id);
    bind_int(st, 2, seat);
    if (!next_row(s, st, &row, err) || !row)
        return !err->text[0];
    copy_name(name, st);
    sqlite3_reset(st);
    return true;
}

static bool add_answer(Store *s, const char *id, int n, int option, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_ANSWER);
    bind_text(st, 1, id);
    bind_int(st, 2, n);
    bind_int(st, 3, option);
    int code = sqlite3_step(st);
    sqlite3_reset(st);
    if (code == SQLITE_CONSTRAINT)
        return refused(s) || error_at(err, "answer", 0, 0, "answer %d of this game is there already, or there is no such game", n);
    return code == SQLITE_DONE || failed(s, err, "the database cannot be written");
}

bool store_answer(Store *s, const char *id, int n, int option, Error *err)
{
    return add_answer(s, id, n, option, err);
}

bool store_answer_all(Store *s, const char *id, int n, const int *options, int count, Error *err)
{
    bool joined;
    if (!begin(s, &joined, err))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        ok = add_answer(s, id, n + i, options[i], err);
    return end(s, joined, ok, err);
}

bool store_answers(Store *s, const char *id, int **options, int *count, Error *err)
{
    int room = 0;
    bool row;
    *options = NULL;
    *count = 0;
    sqlite3_stmt *st = statement(s, SQL_ANSWERS);
    bind_text(st, 1, id);
    while (next_row(s, st, &row, err) && row) {
        if (*count == room) {
            room = room ? 2 * room : 256;
            int *more = realloc(*options, (size_t)room * sizeof *more);
            if (!more)
                out_of_memory();
            *options = more;
        }
        (*options)[(*count)++] = sqlite3_column_int(st, 0);
    }
    if (!err->text[0])
        return true;
    free(*options);
    *options = NULL;
    *count = 0;
    return false;
}

bool store_undo(Store *s, const char *id, int keep, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_UNDO);
    bind_text(st, 1, id);
    bind_int(st, 2, keep);
    return finish(s, st, err);
}

bool store_game_sum(Store *s, const char *id, bool over, int winner, int turn, const int points[2], int64_t now, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_GAME_SUM);
    bind_int(st, 1, over);
    bind_int(st, 2, winner);
    bind_int(st, 3, turn);
    bind_int(st, 4, points[0]);
    bind_int(st, 5, points[1]);
    bind_int(st, 6, now);
    bind_text(st, 7, id);
    return finish(s, st, err);
}

bool store_moment(Store *s, const char *id, const char *text, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_GAME_MOMENT);
    bind_text(st, 1, id);
    bind_text(st, 2, text);
    if (!finish(s, st, err))
        return false;
    return sqlite3_changes(s->db) == 1 || error_at(err, "game", 0, 0, "there is no game '%.22s'", id);
}

bool store_game_deck(Store *s, const char *id, int seat, const char *name, const char *text, Error *err)
{
    if (seat != 0 && seat != 1)
        return error_at(err, "seat", 0, 0, "a table has seats 0 and 1, but not %d", seat);
    sqlite3_stmt *st = statement(s, SQL_GAME_DECK);
    bind_text(st, 1, id);
    bind_int(st, 2, seat);
    bind_text(st, 3, name);
    bind_text(st, 4, text);
    if (!finish(s, st, err))
        return false;
    return sqlite3_changes(s->db) == 1 || error_at(err, "deck", 0, 0, "the game has begun, or there is no such game");
}

/* The rows are read before any is handed out, so that the receiver may use the store. */
static bool hand_out(Store *s, sqlite3_stmt *st, int most, StoreGameFn *take, void *to, Error *err)
{
    int count = 0;
    bool row, more = true;
    StoredGame *game = calloc((size_t)most + 1, sizeof *game);
    if (!game)
        out_of_memory();
    while (count < most && next_row(s, st, &row, err) && row)
        read_game(st, &game[count++]);
    sqlite3_reset(st);
    for (int i = 0; i < count; i++) {
        more = more && !err->text[0] && take(to, &game[i]);
        store_game_free(&game[i]);
    }
    free(game);
    return !err->text[0];
}

bool store_games(Store *s, int64_t user, int most, StoreGameFn *take, void *to, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_GAMES);
    bind_int(st, 1, user);
    bind_int(st, 2, most);
    return hand_out(s, st, most, take, to, err);
}

bool store_open_tables(Store *s, int most, StoreGameFn *take, void *to, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_OPEN_TABLES);
    bind_int(st, 1, most);
    return hand_out(s, st, most, take, to, err);
}

/* ---- directors ---- */

bool store_override(Store *s, const char *game, int64_t user, int64_t now, const char *text, Error *err)
{
    sqlite3_stmt *st = statement(s, SQL_OVERRIDE);
    bind_text(st, 1, game);
    bind_int(st, 2, user);
    bind_int(st, 3, now);
    bind_text(st, 4, text);
    return finish(s, st, err);
}

bool store_overrides(Store *s, const char *game, int most, StoreOverrideFn *take, void *to, Error *err)
{
    int count = 0;
    bool row, more = true;
    StoredOverride *list = calloc((size_t)most + 1, sizeof *list);
    if (!list)
        out_of_memory();
    sqlite3_stmt *st = statement(s, SQL_OVERRIDES);
    bind_text(st, 1, game ? game : "");
    bind_int(st, 2, most);
    while (count < most && next_row(s, st, &row, err) && row) {
        StoredOverride *o = &list[count++];
        o->user = sqlite3_column_int64(st, 0);
        copy_name(o->name, st);
        copy_text(o->game, sizeof o->game, st, 2);
        o->made = sqlite3_column_int64(st, 3);
        o->text = own_text(st, 4);
    }
    sqlite3_reset(st);
    for (int i = 0; i < count; i++) {
        more = more && !err->text[0] && take(to, &list[i]);
        free(list[i].text);
    }
    free(list);
    return !err->text[0];
}
