/* Several servers at one database: each has a name of its own, shows life, and claims a game before it loads it.
 *
 * A game belongs to one server at a time, which alone has it in memory and writes to it; the store refuses what another writes.  A thread
 * shows life every few seconds.  A server that could not for as long as a lease, because it was stopped or cut off, asks for each game that
 * it has in memory whether it still is its own, and lets go of those that are not: their players come back to whoever has them.  A
 * database that is a file has one server, and none of this. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { BEAT = 2 };                             /* seconds between signs of life */

/* ---- beginning ---- */

/* Who listens at every address of the machine is reached by its name. */
static void own_address(Peers *peers, const char *base)
{
    char host[STORE_ADDRESS - 8] = "";
    int len = (int)strcspn(base, "/");
    bool any = strncmp(base, "0.0.0.0:", 8) == 0 || strncmp(base, "[::]:", 5) == 0;
    if (any && gethostname(host, sizeof host - 1) == 0 && host[0])
        snprintf(peers->address, STORE_ADDRESS, "%s:%.*s", host, (int)strcspn(strrchr(base, ':') + 1, "/"), strrchr(base, ':') + 1);
    else
        snprintf(peers->address, STORE_ADDRESS, "%.*s", len, base);
}

static bool read_address(Peers *peers, const Server *first, Error *err)
{
    const char *given = first->setup.peer_address;
    int port = 0;
    const char *colon = given ? strrchr(given, ':') : NULL;
    if (given && (!colon || colon == given || !str_int(str_of(colon + 1), &port) || port < 1 || port > 65535 || strlen(given) >= STORE_ADDRESS))
        return error_at(err, "--peer-address", 0, 0, "'%.100s' is not a host and a port, such as 10.0.0.1:1701", given);
    if (given)
        snprintf(peers->address, STORE_ADDRESS, "%s", given);
    else
        own_address(peers, first->base + strlen("http://"));
    return true;
}

static bool read_key(Peers *peers, Error *err)
{
    char secret[STORE_SECRET];
    size_t size = 0;
    _Static_assert(sizeof peers->key == crypto_auth_KEYBYTES, "the key has another size");
    if (!store_secret(peers->keeper.store, secret, err))
        return false;
    bool fits = sodium_hex2bin(peers->key, sizeof peers->key, secret, strlen(secret), NULL, &size, NULL) == 0 && size == sizeof peers->key;
    sodium_memzero(secret, sizeof secret);
    return fits || error_at(err, "database", 0, 0, "the secret that its servers share is damaged");
}

Store *peers_store(Shared *shared, const char *database, Error *err)
{
    const Peers *peers = &shared->peers;
    Store *store = store_open(database, err);
    if (!store || !peers->on || store_server(store, peers->server, peers->address, now_seconds(), err))
        return store;
    store_close(store);
    return NULL;
}

bool peers_begin(Shared *shared, Error *err)
{
    Peers *peers = &shared->peers;
    const Server *first = &shared->loop[0];
    peers->on = store_shared(first->setup.database);
    if (!peers->on) {                           /* what is no database gets no lock beside it */
        peers->keeper.store = store_open(first->setup.database, err);
        return peers->keeper.store && store_lock(first->setup.database, &peers->file, err);
    }
    random_id(peers->server);
    if (!read_address(peers, first, err))
        return false;
    peers->keeper = (Server){ .shared = shared, .setup = first->setup };
    peers->keeper.store = peers_store(shared, first->setup.database, err);
    peers->seen = now_seconds();
    return peers->keeper.store && store_succeed(peers->keeper.store, peers->server, peers->address, err) && read_key(peers, err);
}

/* ---- showing life ---- */

/* Its sockets are hung up on, and the next who asks for it asks the store. */
static void let_go(Server *server, Live *live)
{
    log_line(server, "\"event\":\"lost\",\"game\":\"%s\"", live->id);
    for (Conn *conn = live->socket; conn; conn = conn->next)
        conn_hang_up(conn);
    live_drop(server, live);
}

static bool is_ours(Server *server, Live *live)
{
    Error err = { "" };
    StoreOwner owner;
    return store_claim(server->store, live->id, server->shared->peers.server, now_seconds(), &owner, &err) && owner.mine && !owner.taken;
}

static Live **all_lives(Shared *shared, int *count)
{
    pthread_mutex_lock(&shared->registry);
    Live **all = net_alloc(((size_t)shared->lives + 1) * sizeof *all);
    *count = 0;
    for (int i = 0; i < LIVE_TABLE; i++)
        for (Live *live = shared->live[i]; live; live = live->next)
            all[(*count)++] = live_use(live);
    pthread_mutex_unlock(&shared->registry);
    return all;
}

static void look_at_all(Server *keeper)
{
    int count;
    Live **all = all_lives(keeper->shared, &count);
    for (int i = 0; i < count; i++) {
        live_hold(keeper, all[i]);
        if (!all[i]->lost && !is_ours(keeper, all[i]))
            let_go(keeper, all[i]);
        live_let_go(keeper);
        live_unuse(all[i]);
    }
    free(all);
}

static void show_life(Server *keeper)
{
    Error err = { "" };
    Peers *peers = &keeper->shared->peers;
    int64_t now = now_seconds(), since = now - peers->seen;
    if (!store_server(keeper->store, peers->server, peers->address, now, &err)) {
        log_error(keeper, &err);
        return;
    }
    if (since >= STORE_LEASE || since < 0)
        look_at_all(keeper);
    peers->seen = now;
}

static void *keep(void *context)
{
    Server *keeper = context;
    Peers *peers = &keeper->shared->peers;
    struct timespec until;
    pthread_mutex_lock(&keeper->lock);
    while (!peers->stop) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += BEAT;
        while (!peers->stop && pthread_cond_timedwait(&peers->ended, &keeper->lock, &until) != ETIMEDOUT)
            ;
        if (peers->stop)
            break;
        pthread_mutex_unlock(&keeper->lock);
        show_life(keeper);
        pthread_mutex_lock(&keeper->lock);
    }
    pthread_mutex_unlock(&keeper->lock);
    return NULL;
}

bool peers_start(Shared *shared, Error *err)
{
    Peers *peers = &shared->peers;
    if (!peers->on)
        return true;
    pthread_mutex_init(&peers->keeper.lock, NULL);
    pthread_cond_init(&peers->ended, NULL);
    peers->started = pthread_create(&peers->keeper.thread, NULL, keep, &peers->keeper) == 0;
    return peers->started || error_at(err, "serve", 0, 0, "no thread can be started");
}

void peers_stop(Shared *shared)
{
    Error err = { "" };
    Peers *peers = &shared->peers;
    if (peers->started) {
        pthread_mutex_lock(&peers->keeper.lock);
        peers->stop = true;
        pthread_cond_signal(&peers->ended);
        pthread_mutex_unlock(&peers->keeper.lock);
        pthread_join(peers->keeper.thread, NULL);
        pthread_mutex_destroy(&peers->keeper.lock);
        pthread_cond_destroy(&peers->ended);
        peers->started = false;
    }
    if (peers->on && !store_server_end(peers->keeper.store, peers->server, &err))
        log_error(&peers->keeper, &err);
}

void peers_end(Shared *shared)
{
    store_close(shared->peers.keeper.store);
    sodium_memzero(shared->peers.key, sizeof shared->peers.key);
    if (shared->peers.file >= 0)
        close(shared->peers.file);
}

/* ---- whose a game is ---- */

bool peers_claim(Server *server, const char *game, Error *err)
{
    Peers *peers = &server->shared->peers;
    StoreOwner owner;
    if (!peers->on)
        return true;
    if (!store_claim(server->store, game, peers->server, now_seconds(), &owner, err))
        return false;
    if (!owner.mine) {
        server->elsewhere = owner;
        return error_at(err, "game", 0, 0, "another server has it; come back in a moment");
    }
    if (owner.inherited) {
        peers->takeovers++;
        log_line(server, "\"event\":\"taken over\",\"game\":\"%s\"", game);
    }
    return true;
}

/* As long as there were signs of life, nobody can have taken it. */
bool peers_have(Server *server, Live *live)
{
    const Peers *peers = &server->shared->peers;
    if (!peers->on || now_seconds() - peers->seen < STORE_LEASE || is_ours(server, live))
        return true;
    let_go(server, live);
    return false;
}

void peers_release(Server *server, const char *game)
{
    Error err = { "" };
    if (server->shared->peers.on && !store_release(server->store, game, server->shared->peers.server, &err))
        log_error(server, &err);
}

void peers_metrics(const Shared *shared, Text *out)
{
    const Peers *peers = &shared->peers;
    if (!peers->on)
        return;
    text_add(out, "# TYPE spaceline_games_owned gauge\nspaceline_games_owned %d\n", atomic_load(&shared->lives));
    text_add(out, "# TYPE spaceline_relayed_sockets gauge\nspaceline_relayed_sockets %ld\n", atomic_load(&peers->relays));
    text_add(out, "# TYPE spaceline_takeovers_total counter\nspaceline_takeovers_total %ld\n", atomic_load(&peers->takeovers));
}
