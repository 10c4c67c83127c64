/* What the parts of the server share.
 *
 * A Server is one event loop in a thread of its own, with its own store; `shared` is what all loops have in common.  The rest stands in headers by
 * subject: connections (conn.h), requests and replies (request.h), games in memory (live.h) with the terms of their tables (terms.h), what is said on
 * sockets (messages.h), who may ask how much (limits.h).
 *
 * Who may touch what:
 * - A Live belongs to whoever has its lock.  A loop has at most one: that of the game its present event is about.  live_get and
 *   live_hold take it (and let go of another), and it is let go when the event has been dealt with.
 * - A Conn belongs to its loop, but for what others need to send to it: `seat` and `log_sent`, which go with the lock of its game,
 *   and its queue and its session, which go with the lock of its loop.
 * - The registry of games, the limits with all Callers, the scribe's jobs and the office where workers find requests have a lock each.
 * Locks are taken in this order: a game, then one of: the registry, a loop, the limits, the scribe, the office.  Nobody waits for a
 * game with one of the others in hand.
 *
 * What is told of a change leaves when the change is on disk.  The scribe gives each change a ticket, writes down all that waits in
 * one commit, and says how far it is; a message carries the ticket of the last change of its game and is held until then. */
#ifndef SPACELINE_SERVER_H
#define SPACELINE_SERVER_H

#include "net/messages.h"

struct Server {
    Shared *shared;
    int number;
    NetSetup setup;
    struct MHD_Daemon *http;
    int  epoll, wake;                          /* what it waits for, and what wakes it */
    Conn *conn;                                /* first of its connections */
    Conn *arriving;                            /* the one that libmicrohttpd is being given */
    Conn *gone;                                /* first of the sockets that are to be freed */
    bool more;                                 /* libmicrohttpd has something to do without waiting */
    int64_t ticked;                            /* milliseconds; when games were swept last */
    int64_t swept;                             /* milliseconds; when deadlines were looked at last */
    Store *store;
    Live *held;                                /* the game whose lock it has */
    StoreOwner elsewhere;                      /* who has the game that live_get did not get; no name: nobody */
    int64_t event_began;                       /* microseconds */
    char base[160];                            /* "http://ADDRESS:PORT" */
    bool loopback;
    Text cards[SL_SECOND_EDITION + 1], unplayable, decks;      /* a worker's: the catalogue, playable (by edition, 0: both) and not, and the built-in decks as they are sent; made when first asked for */
    /* under its lock: what others have for it */
    pthread_mutex_t lock;
    pthread_t thread;
    Conn *open;                                /* sockets that belong to a session */
    Conn *waiting;                             /* those with something in their queue */
    Work *done;                                /* what workers have finished for it */
    Arrival *arrived;                          /* connections that were accepted for it */
    int  arrivals, arrived_room;
    bool woken;
    /* read by others */
    atomic_long requests, messages, answers, sockets, connections, started, finished;
    atomic_long wait[WAITS + 1], wait_micros;  /* how many waits were as long as each step, and longer; their sum */
};

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t more;
    Work *first, *last;
    int  waiting, started;
    int64_t forgot;                            /* seconds; when old sessions and guests were forgotten last */
    bool stop;
    Server worker[WORKERS];
} Office;

/* Servers that share a database; peers.c. */
typedef struct {
    bool on;                                   /* they may; otherwise this is the only one */
    char server[STORE_ID], address[STORE_ADDRESS];         /* this one, and where others reach it */
    unsigned char key[32];                     /* known to all of them */
    Server keeper;                             /* without sockets: shows life */
    bool started, stop;                        /* its thread; its lock */
    pthread_cond_t ended;
    _Atomic int64_t seen;                      /* seconds; the last sign of life */
    atomic_long takeovers, relays;
    int  file;                                 /* the lock on a database that is a file; -1: none */
} Peers;

struct Shared {
    Server *loop;
    int loops;
    Office office;
    Peers peers;
    uint64_t *web_hash;                        /* of the client's files that are in the program; NULL: not worked out */
    Scribe *scribe;
    atomic_bool stop;
    atomic_long queued;                        /* bytes in all queues */
    long owed;                                 /* the same of all; under the lock of the limits */
    int64_t wake;                              /* when the first loop looks for tables with something due; 0: never; its lock */
    pthread_mutex_t registry;                  /* of games: */
    Live *live[LIVE_TABLE];
    atomic_int lives, reels;
    pthread_mutex_t limits;
    uint64_t salt;                             /* of the places in its register */
    Bucket limit[LIMIT_COUNT][LIMIT_TABLE];
    Caller *caller[LIMIT_TABLE];
};

/* ---- scribe.c: changes of games on their way to disk ---- */
Scribe *scribe_new(Shared *, const char *database, Error *err);
void  scribe_answers(Scribe *, Live *, int n, const int *options, int count);
void  scribe_undo(Scribe *, Live *, int keep);
void  scribe_sum(Scribe *, Live *, int winner);                              /* its summed_… */
void  scribe_moment(Scribe *, Live *);                                       /* its moment */
bool  scribe_has(const Scribe *, uint64_t ticket);                           /* it is on disk, or its game is lost */
void  scribe_wait(Scribe *, uint64_t ticket);
void  scribe_quiet(Scribe *);                                                /* when nobody's answers are on their way, or after two seconds */
void  scribe_end(Scribe *);                                                  /* once all is on disk */
void  scribe_metrics(const Scribe *, Text *);

/* ---- work.c: requests that workers deal with ---- */
bool  work_lend(Server *, Conn *);                                           /* its request; false: too many wait */
void  work_take_back(Server *);                                              /* what is done is sent */
void  work_forget(Conn *);                                                   /* it has hung up */
bool  office_open(Shared *, Error *err);
void  office_close(Shared *);

/* ---- peers.c: other servers at the same database ---- */
bool  peers_begin(Shared *, Error *err);                                     /* once it listens, before any store is opened */
bool  peers_start(Shared *, Error *err);                                     /* shows life from now on */
void  peers_stop(Shared *);                                                  /* once all is on disk: what it has is free for others */
void  peers_end(Shared *);
Store *peers_store(Shared *, const char *database, Error *err);              /* a store that writes to games of this server */
bool  peers_claim(Server *, const char *game, Error *err);                   /* before it is loaded; false: elsewhere may say who has it */
bool  peers_have(Server *, Live *);                                          /* held: whether it is ours still; if not, its sockets are hung up on */
void  peers_release(Server *, const char *game);
void  peers_metrics(const Shared *, Text *);

/* ---- relay.c: sockets between servers ---- */
bool  relay_passes(Conn *, const json_t *in);                                /* a message about the game of its relay, to whoever has it */
bool  relay_begins(Server *, Conn *, const json_t *in, const json_t *id);     /* a message about a game that another server has */
void  relay_request(Server *, Conn *, const StoreOwner *);                   /* its request goes to that server */
void  relay_end(Conn *);                                                     /* the client needs it no more */
bool  relay_receive(Server *, Conn *);                                       /* of a SIDE_OWNER: what conn->received holds; false: hang up */
void  relay_closed(Server *, Conn *);                                        /* of a SIDE_OWNER */
void  peer_open(Server *, Conn *);                                           /* of a SIDE_PEER */
bool  peer_message(Server *, Conn *);                                        /* of a SIDE_PEER: what conn->received holds; false: it is a user's */
void  peer_reply(Conn *);                                                    /* of a SIDE_PEER: conn->reply is there */

/* ---- metrics.c ---- */
void  metrics_waited(Server *, int64_t micros);
void  metrics_write(const Shared *, Text *);

/* ---- listen.c ---- */
int   listen_open(Server *first, Error *err);                                /* the listening socket, or -1; says in `first` where that is */
void  listen_accept(Shared *, int listener);                                 /* all that knock; each goes to the loop with fewest */

#endif
