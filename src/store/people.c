/* Sessions, accounts and their decks. */
#define _POSIX_C_SOURCE 200809L
#include "store/inside.h"

bool store_session_new(Store *s, const char *sid_hash, int64_t now, int64_t *user, Error *err)
{
    bool joined, found;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_ask(s, SQL_GUEST_NEW, (Values){ { val_number(now) } }, &found, err);
    int64_t made = ok ? cell_number(&s->rows, 0, 0) : 0;
    ok = ok && sql_change(s, SQL_SESSION_NEW, (Values){ { val_text(sid_hash), val_number(made), val_number(now) } }, err)
        && sql_ask(s, SQL_GUEST_BEFORE, (Values){ { val_number(made) } }, &found, err)
        && sql_change(s, SQL_GUEST_FORGET, (Values){ { val_number(cell_number(&s->rows, 0, 0)) } }, err);
    if (!sql_end(s, joined, ok, err))
        return false;
    *user = made;
    return true;
}

bool store_session_user(Store *s, const char *sid_hash, int64_t *user, char name[STORE_NAME], bool *guest, Error *err)
{
    bool found;
    *user = 0;
    name[0] = '\0';
    *guest = true;
    if (!sql_ask(s, SQL_SESSION_USER, (Values){ { val_text(sid_hash) } }, &found, err))
        return false;
    if (found) {
        *user = cell_number(&s->rows, 0, 0);
        *guest = cell_null(&s->rows, 0, 1);
        cell_name(name, &s->rows, 0);
    }
    return true;
}

/* A guest whom no session, game or deck remembers is forgotten with the last session, or with the next guest's first. */
static bool leave(Store *s, const char *sid_hash, Statement how, Values values, Error *err)
{
    bool joined, found;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_ask(s, SQL_SESSION_USER, (Values){ { val_text(sid_hash) } }, &found, err);
    int64_t before = found ? cell_number(&s->rows, 0, 0) : 0;
    ok = ok && sql_change(s, how, values, err) && sql_change(s, SQL_GUEST_FORGET, (Values){ { val_number(before) } }, err);
    return sql_end(s, joined, ok, err);
}

bool store_session_seen(Store *s, const char *sid_hash, int64_t now, Error *err)
{
    return sql_change(s, SQL_SESSION_SEEN, (Values){ { val_number(now), val_text(sid_hash) } }, err);
}

bool store_forget(Store *s, int64_t now, Error *err)
{
    enum { DAY = 24 * 60 * 60, ACCOUNT_DAYS = 365, GUEST_DAYS = 60 };
    static const Statement gone[] = { SQL_GONE_DECKS, SQL_GONE_ANSWERS, SQL_GONE_SEATS, SQL_GONE_GAMES, SQL_GONE_GUESTS };
    const Values before = { { val_number(now - (int64_t)GUEST_DAYS * DAY) } };
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_change(s, SQL_SESSIONS_OVER, (Values){ { val_number(now - (int64_t)ACCOUNT_DAYS * DAY), before.at[0] } }, err);
    for (size_t i = 0; ok && i < countof(gone); i++)
        ok = sql_change(s, gone[i], before, err);
    return sql_end(s, joined, ok, err);
}

bool store_session_end(Store *s, const char *sid_hash, Error *err)
{
    return leave(s, sid_hash, SQL_SESSION_END, (Values){ { val_text(sid_hash) } }, err);
}

bool store_session_move(Store *s, const char *sid_hash, int64_t user, Error *err)
{
    return leave(s, sid_hash, SQL_SESSION_MOVE, (Values){ { val_number(user), val_text(sid_hash) } }, err);
}

bool store_register(Store *s, int64_t user, const char *name, const char *face, const char *password_hash, Error *err)
{
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    Outcome how = sql_run(s, SQL_REGISTER, (Values){ { val_text(name), val_text(face), val_text(password_hash), val_number(user) } }, NULL, err);
    if (how == REFUSED)
        error_at(err, "name", 0, 0, "'%.64s', or a name that looks like it, is taken; choose another", name);
    bool ok = how == RAN && (s->rows.changed == 1 || error_at(err, "name", 0, 0, "this session has an account already"));
    return sql_end(s, joined, ok, err);
}

bool store_faces(Store *s, StoreFaceFn *face_of, Error *err)
{
    Rows rows = { 0 };
    char face[128];
    bool ok = sql_run(s, SQL_FACELESS, (Values){ { { 0 } } }, &rows, err) == RAN;
    for (int i = 0; ok && i < rows.rows; i++) {
        face_of(cell_text(&rows, i, 1), face);
        ok = sql_change(s, SQL_FACE_SET, (Values){ { val_text(face), val_number(cell_number(&rows, i, 0)) } }, err);
    }
    rows_free(&rows);
    return ok;
}

/* As both engines fold a name: the letters of ASCII only. */
static const char *folded(char out[4 * STORE_NAME], const char *name)
{
    size_t i = 0;
    for (; name[i] && i < 4 * STORE_NAME - 1; i++)
        out[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    out[i] = '\0';
    return out;
}

bool store_find_user(Store *s, const char *name, int64_t *user, char password_hash[STORE_PASSWORD], Error *err)
{
    bool found;
    char key[4 * STORE_NAME];
    *user = 0;
    password_hash[0] = '\0';
    if (!sql_ask(s, SQL_FIND_USER, (Values){ { val_text(folded(key, name)) } }, &found, err))
        return false;
    if (found) {
        *user = cell_number(&s->rows, 0, 0);
        cell_copy(password_hash, STORE_PASSWORD, &s->rows, 0, 1);
    }
    return true;
}

bool store_role(Store *s, int64_t user, int *role, Error *err)
{
    bool found;
    *role = ROLE_PLAYER;
    if (!sql_ask(s, SQL_ROLE, (Values){ { val_number(user) } }, &found, err))
        return false;
    if (found)
        *role = (int)cell_number(&s->rows, 0, 0);
    return true;
}

bool store_role_set(Store *s, const char *name, int role, Error *err)
{
    char key[4 * STORE_NAME];
    return sql_change(s, SQL_ROLE_SET, (Values){ { val_number(role), val_text(folded(key, name)) } }, err)
        && (s->rows.changed == 1 || error_at(err, "role", 0, 0, "there is no account '%.64s'", name));
}

bool store_deck_save(Store *s, int64_t user, const char *name, const char *text, int most, int64_t *id, Error *err)
{
    if (!sql_change(s, SQL_DECK_SAVE, (Values){ { val_number(user), val_text(name), val_text(text), val_number(most) } }, err))
        return false;
    if (s->rows.rows == 0)
        return error_at(err, "deck", 0, 0, "there are %d decks of yours already; delete one first", most);
    *id = cell_number(&s->rows, 0, 0);
    return true;
}

bool store_deck_get(Store *s, int64_t user, int64_t id, char name[STORE_NAME], char **text, Error *err)
{
    bool found;
    *text = NULL;
    if (!sql_ask(s, SQL_DECK, (Values){ { val_number(id), val_number(user) } }, &found, err))
        return false;
    if (found) {
        cell_copy(name, STORE_NAME, &s->rows, 0, 0);
        *text = strdup(cell_text(&s->rows, 0, 1));
        if (!*text)
            out_of_memory();
    }
    return true;
}

bool store_deck_delete(Store *s, int64_t user, int64_t id, Error *err)
{
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_change(s, SQL_DECK_DELETE, (Values){ { val_number(id), val_number(user) } }, err)
        && (s->rows.changed == 1 || error_at(err, "deck", 0, 0, "there is no deck %lld of yours", (long long)id));
    return sql_end(s, joined, ok, err);
}

bool store_decks(Store *s, int64_t user, StoreDeckFn *take, void *to, Error *err)
{
    Rows rows = { 0 };
    bool ok = sql_run(s, SQL_DECKS, (Values){ { val_number(user) } }, &rows, err) == RAN;
    for (int i = 0; ok && i < rows.rows; i++)
        if (!take(to, cell_number(&rows, i, 0), cell_text(&rows, i, 1), cell_text(&rows, i, 2)))
            break;
    rows_free(&rows);
    return ok;
}
