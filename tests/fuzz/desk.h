/* A server without its network, for fuzzers of its parsers: a loop that nobody runs, a store in a temporary folder, the built-in cards
 * and decks.  What the server sends goes to desk_sent, which the target defines. */
#ifndef SPACELINE_FUZZ_DESK_H
#define SPACELINE_FUZZ_DESK_H

#include "../builtin.h"
#include "../silence.h"

#include <stdlib.h>
#include <unistd.h>

static void desk_sent(Conn *, const Text *);

static Shared desk_shared;
static Server desk;
static Shelf *desk_shelf;
static char desk_folder[] = "/tmp/spaceline-fuzz-XXXXXX", desk_database[64];

void conn_send(Conn *conn, const Text *text)
{
    desk_sent(conn, text);
}

static void desk_must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "desk: %s\n", what);
    abort();
}

/* Cards and rulings first, then the decks. */
static sl_file *desk_files(int *first_deck)
{
    static sl_file file[256];
    *first_deck = builtin_files(false, file, 256);
    builtin_files(true, file + *first_deck, 256 - *first_deck);
    return file;
}

static void desk_close(void)
{
    char path[80];
    scribe_end(desk_shared.scribe);
    live_forget_all(&desk_shared);
    store_close(desk.store);
    shelf_free(desk_shelf);
    for (const char *const *end = (const char *const[]){ "", "-wal", "-shm", NULL }; *end; end++) {
        snprintf(path, sizeof path, "%s%s", desk_database, *end);
        unlink(path);
    }
    rmdir(desk_folder);
}

static void desk_open(void)
{
    static const sl_file page = { "index.html", "<!doctype html>", 15 };
    int first_deck;
    Error err = { "" };
    sl_error why = { "" };
    sl_file *file = desk_files(&first_deck);
    desk_must(mkdtemp(desk_folder) != NULL, "no temporary folder");
    snprintf(desk_database, sizeof desk_database, "%s/desk.db", desk_folder);
    pthread_mutex_init(&desk_shared.registry, NULL);
    pthread_mutex_init(&desk_shared.limits, NULL);
    pthread_mutex_init(&desk.lock, NULL);
    desk_shared.loop = &desk;
    desk_shared.loops = 1;
    desk.shared = &desk_shared;
    desk.loopback = true;
    snprintf(desk.base, sizeof desk.base, "http://127.0.0.1:1701/");
    desk.setup = (NetSetup){ .library = sl_library_new(file, first_deck, &why), .deck = file + first_deck, .web = &page, .webs = 1,
                             .database = desk_database, .games = 1000 };
    while (first_deck + desk.setup.decks < 256 && file[first_deck + desk.setup.decks].name)
        desk.setup.decks++;
    desk_must(desk.setup.library != NULL, why.text);
    desk.setup.shelf = desk_shelf = shelf_new(&(ShelfSetup){ .library = desk.setup.library }, &err);
    desk_must(desk_shelf != NULL, err.text);
    desk.store = store_open(desk_database, &err);
    desk_must(desk.store != NULL, err.text);
    desk_shared.scribe = scribe_new(&desk_shared, desk_database, &err);
    desk_must(desk_shared.scribe != NULL, err.text);
    atexit(desk_close);
}

/* Everything on disk, no limit used up, no game in memory: as after a restart. */
static void desk_rest(void)
{
    live_let_go(&desk);
    live_forget_all(&desk_shared);
    memset(desk_shared.limit, 0, sizeof desk_shared.limit);
}

#endif
