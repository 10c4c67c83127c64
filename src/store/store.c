/* Opening a store, changes of several statements, and running one: what all its functions share. */
#include "store/inside.h"

#include <stdlib.h>

static void *grown(void *old, size_t size)
{
    void *more = realloc(old, size);
    if (!more)
        out_of_memory();
    return more;
}

void rows_clear(Rows *rows)
{
    rows->len = 0;
    rows->cells = rows->columns = rows->rows = 0;
    rows->changed = 0;
    rows->repeated = false;
}

void rows_add(Rows *rows, const char *cell, size_t len)
{
    if (rows->cells == rows->room) {
        rows->room = rows->room ? 2 * rows->room : 32;
        rows->cell = grown(rows->cell, (size_t)rows->room * sizeof *rows->cell);
    }
    rows->cell[rows->cells++] = cell ? rows->len : SIZE_MAX;
    if (!cell)
        return;
    if (rows->len + len + 1 > rows->size) {
        rows->size = 2 * (rows->len + len + 1);
        rows->text = grown(rows->text, rows->size);
    }
    memcpy(rows->text + rows->len, cell, len);
    rows->text[rows->len + len] = '\0';
    rows->len += len + 1;
}

void rows_free(Rows *rows)
{
    free(rows->text);
    free(rows->cell);
    *rows = (Rows){ 0 };
}

bool cell_null(const Rows *rows, int row, int column)
{
    return rows->cell[row * rows->columns + column] == SIZE_MAX;
}

char *cell_text(const Rows *rows, int row, int column)
{
    static char nothing[] = "";
    return cell_null(rows, row, column) ? nothing : rows->text + rows->cell[row * rows->columns + column];
}

int64_t cell_number(const Rows *rows, int row, int column)
{
    return strtoll(cell_text(rows, row, column), NULL, 10);
}

void cell_copy(char *out, size_t size, const Rows *rows, int row, int column)
{
    snprintf(out, size, "%s", cell_text(rows, row, column));
}

void cell_name(char out[STORE_NAME], const Rows *rows, int row)
{
    if (cell_null(rows, row, 1))
        snprintf(out, STORE_NAME, "Guest %lld", (long long)cell_number(rows, row, 0));
    else
        cell_copy(out, STORE_NAME, rows, row, 1);
}

Value val_number(int64_t number)
{
    return (Value){ VALUE_NUMBER, number, NULL };
}

Value val_text(const char *text)
{
    return (Value){ VALUE_TEXT, 0, text ? text : "" };
}

static bool values_ok(const Values *values, Error *err)
{
    for (int i = 0; i < MOST_VALUES && values->at[i].kind != VALUE_NONE; i++)
        if (values->at[i].kind == VALUE_TEXT && !str_utf8(str_of(values->at[i].text)))
            return error_at(err, "text", 0, 0, "expected UTF-8, but there are other bytes in it");
    return true;
}

Outcome sql_run(Store *s, Statement which, Values values, Rows *rows, Error *err)
{
    if (!rows)
        rows = &s->rows;
    rows_clear(rows);
    Outcome how = values_ok(&values, err) ? s->kind->run(s->engine, which, &values, rows, err) : FAILED;
    s->doomed = s->doomed || how != RAN;
    return how;
}

bool sql_change(Store *s, Statement which, Values values, Error *err)
{
    Outcome how = sql_run(s, which, values, NULL, err);
    return how == RAN || error_at(err, "store", 0, 0, "what this belongs to is not there");
}

bool sql_ask(Store *s, Statement which, Values values, bool *found, Error *err)
{
    Outcome how = sql_run(s, which, values, NULL, err);
    *found = how == RAN && s->rows.rows > 0;
    return how == RAN;
}

bool store_begin(Store *s, Error *err)
{
    if (s->open)
        return error_at(err, "store", 0, 0, "a change is open already");
    s->doomed = false;
    s->open = s->kind->begin(s->engine, err);
    return s->open;
}

static void roll_back(Store *s)
{
    Error unused = { "" };
    if (s->open)
        s->kind->rollback(s->engine, &unused);
    s->open = false;
}

bool store_end(Store *s, bool ok, Error *err)
{
    if (!ok) {
        roll_back(s);
        return false;
    }
    if (!s->open)
        return error_at(err, "store", 0, 0, "no change is open");
    if (s->doomed)
        error_at(err, "store", 0, 0, "nothing was written, since a part of the change failed");
    if (!s->doomed && s->kind->commit(s->engine, err)) {
        s->open = false;
        return true;
    }
    roll_back(s);
    return false;
}

bool sql_begin(Store *s, bool *joined, Error *err)
{
    *joined = s->open;
    return *joined || store_begin(s, err);
}

bool sql_end(Store *s, bool joined, bool ok, Error *err)
{
    if (!joined)
        return store_end(s, ok, err);
    s->doomed = s->doomed || !ok;
    return ok;
}

static bool script(Store *s, const char *sql, Error *err)
{
    rows_clear(&s->rows);
    return s->kind->script(s->engine, sql, &s->rows, err);
}

static bool migrate_from(Store *s, int version, Error *err)
{
    char set[64];
    if (version < 0 || version > s->kind->migrations)
        return error_at(err, "database", 0, 0, "it has version %d; this program knows versions up to %d", version, s->kind->migrations);
    if (version == s->kind->migrations)
        return true;
    for (int i = version; i < s->kind->migrations; i++)
        if (!script(s, s->kind->migration[i], err))
            return false;
    snprintf(set, sizeof set, s->kind->set_version, s->kind->migrations);
    return script(s, set, err);
}

/* Under a lock, so that servers that start together do not migrate twice. */
static bool migrate(Store *s, Error *err)
{
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = script(s, s->kind->lock, err) && script(s, s->kind->version, err)
        && migrate_from(s, (int)cell_number(&s->rows, 0, 0), err);
    return sql_end(s, joined, ok, err);
}

Store *store_open(const char *where, Error *err)
{
    bool url = store_shared(where);
    if (!url && strstr(where, "://")) {
        error_at(err, "database", 0, 0, "expected a file or an address that begins with postgresql://");
        return NULL;
    }
    Store *s = calloc(1, sizeof *s);
    if (!s)
        out_of_memory();
    s->kind = url ? &postgres_engine : &sqlite_engine;
    s->engine = s->kind->open(where, err);
    if (s->engine && migrate(s, err))
        return s;
    store_close(s);
    return NULL;
}

void store_close(Store *s)
{
    if (!s)
        return;
    if (s->engine)
        s->kind->close(s->engine);
    rows_free(&s->rows);
    free(s);
}
