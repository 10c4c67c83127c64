/* SQLite.  Every statement is prepared once, when it is first used.
 *
 * WAL with synchronous=FULL: a commit has reached the disk when it returns, so that what was acknowledged survives the process.  A
 * change takes the only writer's place when it begins, so that it never fails half-way for want of it. */
#include "store/inside.h"

#include <sqlite3.h>
#include <stdlib.h>

static const char *const statement[SQL_COUNT] = {
#define STATEMENT(symbol, sql) [SQL_##symbol] = sql,
#define ROW_LOCKED ""
#include "store/statements.def"
#undef ROW_LOCKED
#undef STATEMENT
};

static const char *const migration[] = {
#define MIGRATION(sql) sql,
#define KEY    "INTEGER PRIMARY KEY"
#define NAME   "TEXT UNIQUE COLLATE NOCASE"
#define SORTED "TEXT"
#define ROWID  ""
#define BY_KEY " WITHOUT ROWID"
#include "store/schema.def"
#undef MIGRATION
};

struct Engine {
    char path[256];                            /* for messages */
    sqlite3 *db;
    sqlite3_stmt *prepared[SQL_COUNT];         /* made when first used */
};

enum { BUSY_MILLISECONDS = 5000, PAUSE_MILLISECONDS = 5 };

static bool failed(Engine *e, Error *err)
{
    return error_at(err, e->path, 0, 0, "the database says: %s", e->db ? sqlite3_errmsg(e->db) : "out of memory");
}

static void bind(sqlite3_stmt *st, const Values *values)
{
    for (int i = 0; i < MOST_VALUES && values->at[i].kind != VALUE_NONE; i++)
        if (values->at[i].kind == VALUE_NUMBER)
            sqlite3_bind_int64(st, i + 1, values->at[i].number);
        else
            sqlite3_bind_text(st, i + 1, values->at[i].text, -1, SQLITE_STATIC);
}

static void add_row(sqlite3_stmt *st, Rows *rows)
{
    rows->columns = sqlite3_column_count(st);
    rows->rows++;
    for (int i = 0; i < rows->columns; i++) {
        const char *cell = (const char *)sqlite3_column_text(st, i);
        rows_add(rows, cell, cell ? (size_t)sqlite3_column_bytes(st, i) : 0);
    }
}

static sqlite3_stmt *prepared(Engine *e, Statement which)
{
    if (!e->prepared[which])
        sqlite3_prepare_v3(e->db, statement[which], -1, SQLITE_PREPARE_PERSISTENT, &e->prepared[which], NULL);
    return e->prepared[which];
}

static Outcome sqlite_run(Engine *e, Statement which, const Values *values, Rows *rows, Error *err)
{
    int code;
    sqlite3_stmt *st = prepared(e, which);
    if (!st) {
        failed(e, err);
        return FAILED;
    }
    bind(st, values);
    while ((code = sqlite3_step(st)) == SQLITE_ROW)
        add_row(st, rows);
    rows->changed = sqlite3_changes(e->db);
    if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT)
        failed(e, err);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return code == SQLITE_DONE ? RAN : code == SQLITE_CONSTRAINT ? REFUSED : FAILED;
}

static int take_row(void *to, int columns, char **cell, char **names)
{
    (void)names;
    Rows *rows = to;
    rows->columns = columns;
    rows->rows++;
    for (int i = 0; i < columns; i++)
        rows_add(rows, cell[i], cell[i] ? strlen(cell[i]) : 0);
    return 0;
}

static bool sqlite_script(Engine *e, const char *sql, Rows *rows, Error *err)
{
    return sqlite3_exec(e->db, sql, take_row, rows, NULL) == SQLITE_OK || failed(e, err);
}

static bool exec(Engine *e, const char *sql, Error *err)
{
    return sqlite3_exec(e->db, sql, NULL, NULL, NULL) == SQLITE_OK || failed(e, err);
}

static bool sqlite_begin(Engine *e, Error *err)
{
    return exec(e, "BEGIN IMMEDIATE", err);
}

static bool sqlite_commit(Engine *e, Error *err)
{
    return exec(e, "COMMIT", err);
}

/* Some errors have rolled back already. */
static bool sqlite_rollback(Engine *e, Error *err)
{
    return sqlite3_get_autocommit(e->db) || exec(e, "ROLLBACK", err);
}

static void sqlite_close(Engine *e)
{
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(e->prepared[i]);
    sqlite3_close(e->db);
    free(e);
}

/* Only one connection can turn a new database to WAL.  SQLite does not wait for the other ones then, because all of them would wait for each other:
 * whoever comes too late is told at once that the database is locked, and asks again after a pause. */
static bool keep_journal(Engine *e, Error *err)
{
    int code = SQLITE_BUSY;
    for (int waited = 0; code == SQLITE_BUSY && waited < BUSY_MILLISECONDS; waited += PAUSE_MILLISECONDS) {
        if (waited > 0)
            sqlite3_sleep(PAUSE_MILLISECONDS);
        code = sqlite3_exec(e->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    }
    return code == SQLITE_OK || failed(e, err);
}

static Engine *sqlite_open(const char *path, Error *err)
{
    Engine *e = calloc(1, sizeof *e);
    if (!e)
        out_of_memory();
    snprintf(e->path, sizeof e->path, "%s", path);
    bool ok = sqlite3_open(path, &e->db) == SQLITE_OK;
    if (!ok)
        error_at(err, path, 0, 0, "cannot be opened as a database: %s", e->db ? sqlite3_errmsg(e->db) : "out of memory");
    else
        sqlite3_busy_timeout(e->db, BUSY_MILLISECONDS);
    if (ok && keep_journal(e, err) && exec(e, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", err))
        return e;
    sqlite_close(e);
    return NULL;
}

const EngineKind sqlite_engine = {
    .open = sqlite_open, .close = sqlite_close, .run = sqlite_run, .script = sqlite_script, .begin = sqlite_begin,
    .commit = sqlite_commit, .rollback = sqlite_rollback, .lock = "", .version = "PRAGMA user_version",
    .set_version = "PRAGMA user_version = %d", .migration = migration, .migrations = countof(migration),
};
