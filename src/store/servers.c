/* Several servers at one database: who lives, and whose a game is. */
#define _DEFAULT_SOURCE
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

enum { FORGOTTEN_AFTER = 24 * 60 * 60 };       /* seconds without a sign of life until a server's entry goes */

bool store_server(Store *s, const char *server, const char *address, int64_t now, Error *err)
{
    bool joined;
    if (!server[0] || strlen(server) >= STORE_SERVER || strlen(address) >= STORE_ADDRESS)
        return error_at(err, "server", 0, 0, "a server's name has 1 to %d bytes, its address up to %d", STORE_SERVER - 1,
                        STORE_ADDRESS - 1);
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_change(s, SQL_SERVER, (Values){ { val_text(server), val_text(address), val_number(now) } }, err)
        && (strcmp(s->server, server) == 0 || sql_change(s, SQL_SERVERS_FORGET, (Values){ { val_number(now - FORGOTTEN_AFTER) } }, err));
    if (!sql_end(s, joined, ok, err))
        return false;
    snprintf(s->server, sizeof s->server, "%s", server);
    return true;
}

/* The owner's place is free when it has shown no life for the length of a lease. */
static bool claim(Store *s, const char *game, const char *server, int64_t now, StoreOwner *out, Error *err)
{
    bool found, alive;
    if (!sql_ask(s, SQL_OWNER_LOCKED, (Values){ { val_text(game) } }, &found, err))
        return false;
    if (!found)
        return error_at(err, "game", 0, 0, "there is no game '%.22s'", game);
    cell_copy(out->server, STORE_SERVER, &s->rows, 0, 0);
    if (!sql_ask(s, SQL_SERVER_GET, (Values){ { val_text(out->server) } }, &alive, err))
        return false;
    if (alive) {
        cell_copy(out->address, STORE_ADDRESS, &s->rows, 0, 0);
        alive = cell_number(&s->rows, 0, 1) > now - STORE_LEASE;
    }
    out->mine = strcmp(out->server, server) == 0;
    if (out->mine || alive)
        return true;
    *out = (StoreOwner){ .mine = true, .taken = true, .inherited = out->server[0] != '\0' };
    snprintf(out->server, STORE_SERVER, "%s", server);
    return sql_change(s, SQL_CLAIM, (Values){ { val_text(server), val_text(game) } }, err);
}

bool store_claim(Store *s, const char *game, const char *server, int64_t now, StoreOwner *out, Error *err)
{
    bool joined;
    *out = (StoreOwner){ .mine = false };
    return sql_begin(s, &joined, err) && sql_end(s, joined, claim(s, game, server, now, out, err), err);
}

/* Only one process listens at an address, so whoever was there before has ended. */
bool store_succeed(Store *s, const char *server, const char *address, Error *err)
{
    bool joined;
    const Values values = { { val_text(address), val_text(server) } };
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_change(s, SQL_INHERIT, values, err) && sql_change(s, SQL_SUCCEED, values, err);
    return sql_end(s, joined, ok, err);
}

bool store_release(Store *s, const char *game, const char *server, Error *err)
{
    return sql_change(s, SQL_RELEASE, (Values){ { val_text(game), val_text(server) } }, err);
}

bool store_server_end(Store *s, const char *server, Error *err)
{
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    bool ok = sql_change(s, SQL_RELEASE_ALL, (Values){ { val_text(server) } }, err)
        && sql_change(s, SQL_SERVER_END, (Values){ { val_text(server) } }, err);
    return sql_end(s, joined, ok, err);
}

/* Whoever comes first makes it; whoever comes later finds it. */
bool store_secret(Store *s, char out[STORE_SECRET], Error *err)
{
    unsigned char bytes[STORE_SECRET / 2];
    char fresh[STORE_SECRET];
    bool found;
    if (!sql_ask(s, SQL_SECRET, (Values){ { { 0 } } }, &found, err))
        return false;
    if (!found) {
        if (getentropy(bytes, sizeof bytes) != 0)
            return error_at(err, "secret", 0, 0, "there are no random numbers on this machine");
        for (size_t i = 0; i < sizeof bytes; i++)
            snprintf(fresh + 2 * i, 3, "%02x", bytes[i]);
        if (!sql_change(s, SQL_SECRET_NEW, (Values){ { val_text(fresh) } }, err)
            || !sql_ask(s, SQL_SECRET, (Values){ { { 0 } } }, &found, err))
            return false;
    }
    cell_copy(out, STORE_SECRET, &s->rows, 0, 0);
    return true;
}

/* ---- a file ---- */

bool store_shared(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

/* Beside the file, whatever links lead to it: SQLite would lose its own locks if somebody else closed it.  Where no lock can be made, no database can; opening it says
 * why. */
bool store_lock(const char *where, int *lock, Error *err)
{
    char path[PATH_MAX + 8], real[PATH_MAX];
    *lock = -1;
    if (store_shared(where) || strcmp(where, ":memory:") == 0)
        return true;
    if (snprintf(path, sizeof path, "%s.lock", realpath(where, real) ? real : where) >= (int)sizeof path)
        return true;
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    close(*lock);
    *lock = -1;
    return error_at(err, "database", 0, 0, "%.300s has a server already; several servers share a PostgreSQL database", where);
}
