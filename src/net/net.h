/* The web server: Spaceline in a browser.
 *
 * The engine decides everything; the server carries answers in and views out (docs/protocol.md).  One process, an event
 * loop for each core.  A game lives in the store as its answers and is played again from them when somebody needs it, so that the
 * process may be killed at any moment. */
#ifndef SPACELINE_NET_H
#define SPACELINE_NET_H

#include "base/base.h"
#include "spaceline.h"

/* What is shown and never changes while the server runs: made before it begins, read by all its threads, freed by the caller. */
typedef struct Shelf Shelf;

typedef struct {
    const sl_library *library;
    const sl_file *scene;                      /* the project's scenes, "2e/…/NAME.scene" */
    int  scenes;
    const char *images;                        /* a folder with a player's own pictures of cards; NULL: none */
} ShelfSetup;

Shelf *shelf_new(const ShelfSetup *, Error *err);   /* NULL with the reason */
void   shelf_free(Shelf *);

typedef struct {
    const sl_library *library;
    const sl_file *deck;                       /* built-in decks, "…/NAME.txt" */
    int  decks;
    const sl_file *web;                        /* files of the client built into the program, by their path */
    int  webs;
    const Shelf *shelf;
    const char *web_dir;                       /* a folder that has them instead; NULL: those above */
    const char *listen;                        /* ADDRESS:PORT; port 0 takes a free one */
    const char *database;                      /* path of the database; its folder exists */
    const char *peer_address;                  /* HOST:PORT where other servers at the same database reach it; NULL: where it listens */
    const char *origin;                        /* another origin that browsers may come from, "https://…"; NULL: none */
    const char *metrics_key;                   /* who brings it may read /metrics; NULL: nobody */
    const char *introducing;                   /* addresses, with commas, whose connections begin with a header of the PROXY protocol; NULL: none */
    const char *proxy;                         /* addresses, with commas, that are believed when they say whom they ask for; NULL: none */
    int  loops;                                /* event loops, each a thread; 0: one for each core */
    int  silence;                              /* seconds after which a silent socket is asked whether it is there; 0: 30 */
    int  patience;                             /* seconds that the head of a request, or its body, may take to arrive; 0: 20 */
    int  games;                                /* that are in memory at a time; 0: 8000 */
    int  sockets;                              /* that one address may have open; 0: 64 */
    int64_t deal;                              /* the seed of every table of two people, for tests; -1: dealt by chance */
    const char *director;                      /* an account that gets this role; NULL: none */
    const char *no_director;                   /* one that has it no more */
    bool log;                                  /* a line of JSON on standard error for each request and event of a game */
    void (*made)(void *to, const char *name, const char *password);   /* called when the director's account was made: nobody else is told the password */
    void (*ready)(void *to, const char *address);   /* called once it listens: "http://127.0.0.1:1701/" */
    void *to;
} NetSetup;

bool address_list_ok(const char *list);             /* "127.0.0.1,::1" */

/* Serves until SIGTERM or SIGINT.  False, with the reason, when it could not begin. */
bool net_serve(const NetSetup *, Error *err);

#endif
