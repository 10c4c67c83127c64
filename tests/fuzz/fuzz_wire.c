/* Bytes on the wire: up to four connections to a loop of the server, as socket pairs, written to in turn; one from a proxy that is believed
 * what its requests say, one from a proxy that introduces its connections.  What is fuzzed is all that reads
 * and writes: libmicrohttpd and wslay as we use them, upgrades, suspended requests, queues, ends.
 *
 * An input is a row of records: a byte that says which connection (2 bits) and what (2 bits: send, end one's side, hang up, let time
 * pass), for "send" a byte with the length and as many bytes.  Whatever comes: when all have hung up, nothing of them is left, and what came
 * back on a connection that never was upgraded begins like HTTP. */
#define _GNU_SOURCE
#include "../builtin.h"
#include "net/server.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 4, RECORDS_MOST = 64, STEPS_MOST = 4000 };

static Shared shared;
static Server loop;
static char folder[] = "/tmp/spaceline-wire-XXXXXX", database[64];

void log_line(const Server *server, const char *format, ...)
{
    (void)server;
    (void)format;
}

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "wire: %s\n", what);
    abort();
}

static void end(void)
{
    char path[80];
    shared.stop = true;
    office_close(&shared);
    scribe_end(shared.scribe);
    loop_close(&loop);
    live_forget_all(&shared);
    for (const char *const *tail = (const char *const[]){ "", "-wal", "-shm", NULL }; *tail; tail++) {
        snprintf(path, sizeof path, "%s%s", database, *tail);
        unlink(path);
    }
    rmdir(folder);
}

/* A session whose cookie an input can have: 43 times A. */
static void make_session(void)
{
    Error err = { "" };
    Request request = { 0 };
    int64_t user;
    char cookie[SID_TEXT];
    memset(cookie, 'A', sizeof cookie - 1);
    cookie[sizeof cookie - 1] = '\0';
    session_cookie(cookie, &request);
    must(store_session_new(loop.store, request.sid_hash, now_seconds(), &user, &err), err.text);
}

static void begin(void)
{
    static const sl_file page = { "index.html", "<!doctype html>", 15 };
    static sl_file file[256];
    Error err = { "" };
    sl_error why = { "" };
    int decks = 0, first = builtin_files(false, file, 256);
    builtin_files(true, file + first, 256 - first);
    while (first + decks < 256 && file[first + decks].name)
        decks++;
    must(sodium_init() >= 0 && mkdtemp(folder), "no temporary folder");
    snprintf(database, sizeof database, "%s/wire.db", folder);
    pthread_mutex_init(&shared.registry, NULL);
    pthread_mutex_init(&shared.limits, NULL);
    pthread_mutex_init(&shared.office.lock, NULL);
    pthread_cond_init(&shared.office.more, NULL);
    pthread_mutex_init(&loop.lock, NULL);
    shared.loop = &loop;
    shared.loops = 1;
    loop.shared = &shared;
    loop.thread = pthread_self();
    loop.loopback = true;
    loop.setup = (NetSetup){ .library = sl_library_new(file, first, &why), .deck = file + first, .decks = decks, .web = &page, .webs = 1,
                             .database = database, .patience = 20, .sockets = 64, .games = 1000, .proxy = "10.0.0.1", .introducing = "10.0.0.2", .deal = -1 };
    must(loop.setup.library != NULL, why.text);
    loop.setup.shelf = shelf_new(&(ShelfSetup){ .library = loop.setup.library }, &err);
    must(loop.setup.shelf && loop_open(&loop, &err), err.text);
    shared.scribe = scribe_new(&shared, database, &err);
    must(shared.scribe && office_open(&shared, &err), err.text);
    make_session();
    atexit(end);
}

typedef struct { int fd; bool ended; size_t got; char start[5]; } Wire;

static void open_wire(Wire *wire, const char *address)
{
    int pair[2];
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0, "no socket pair");
    *wire = (Wire){ .fd = pair[0] };
    Caller *caller = caller_at(&shared, address, INT32_MAX);
    (caller->introduces ? introduction_begin : http_adopt)(&loop, &(Arrival){ pair[1], caller });
    loop.more = true;
}

static void take_all(Wire *wire)
{
    char part[8192];
    for (ssize_t size; wire->fd >= 0 && (size = recv(wire->fd, part, sizeof part, 0)) > 0;) {
        for (ssize_t i = 0; i < size && wire->got + (size_t)i < sizeof wire->start; i++)
            wire->start[wire->got + (size_t)i] = part[i];
        wire->got += (size_t)size;
    }
    must(wire->got < sizeof wire->start || memcmp(wire->start, "HTTP/", 5) == 0, "a reply does not begin like HTTP");
}

static void play(Wire wire[CONNECTIONS], const uint8_t *data, size_t size)
{
    for (int i = 0; size > 0 && i < RECORDS_MOST; i++) {
        Wire *to = &wire[data[0] & 3];
        int what = data[0] >> 2 & 3;
        data++, size--;
        if (what == 0 && size > 0) {
            size_t len = data[0] < size - 1 ? data[0] : size - 1;
            ssize_t sent = to->fd >= 0 && !to->ended ? send(to->fd, data + 1, len, MSG_NOSIGNAL) : 0;
            (void)sent;
            data += len + 1, size -= len + 1;
        } else if (what == 1 && to->fd >= 0) {
            shutdown(to->fd, SHUT_WR);
            to->ended = true;
        } else if (what == 2 && to->fd >= 0) {
            close(to->fd);
            to->fd = -1;
        }
        loop_step(&loop, what == 3 ? 1 : 0);
        for (int k = 0; k < CONNECTIONS; k++)
            take_all(&wire[k]);
    }
}

static bool is_waited_for(void)
{
    for (const Conn *conn = loop.conn; conn; conn = conn->next_conn)
        if (conn->suspended)
            return true;
    return false;
}

static void hang_up(Wire wire[CONNECTIONS])
{
    for (int i = 0; i < 200 && is_waited_for(); i++)
        loop_step(&loop, 1);
    for (int i = 0; i < CONNECTIONS; i++)
        if (wire[i].fd >= 0) {
            take_all(&wire[i]);
            close(wire[i].fd);
        }
    for (int i = 0; i < STEPS_MOST && loop.conn; i++)
        loop_step(&loop, 1);
    must(!loop.conn, "a connection is left when all have hung up");
    must(shared.owed == 0 && shared.queued == 0, "something is owed to nobody");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    Wire wire[CONNECTIONS];
    if (!begun)
        begin();
    begun = true;
    for (int i = 0; i < CONNECTIONS; i++)
        open_wire(&wire[i], i == 3 ? "10.0.0.1" : i == 2 ? "10.0.0.2" : "127.0.0.1");
    play(wire, data, size);
    hang_up(wire);
    live_let_go(&loop);
    memset(shared.limit, 0, sizeof shared.limit);
    return 0;
}
