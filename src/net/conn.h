/* Connections: over HTTP at first, as sockets of clients or of other servers after an upgrade.
 *
 * A Conn stays with the loop that got it, which owns its memory; when it is upgraded, a new Conn takes over its file.  Others may touch what they send
 * to it: `seat` and `log_sent` with the lock of its game, its queue and its session with the lock of its loop. */
#ifndef SPACELINE_NET_CONN_H
#define SPACELINE_NET_CONN_H

#include "net/live.h"
#include "net/request.h"

typedef struct Message {
    struct Message *next;
    Live *live;                                /* what it tells of; NULL: of no game */
    uint64_t ticket;                           /* it is held until that change is on disk */
    int64_t asked;                             /* when the answer came that it follows, in microseconds; 0: none */
    size_t size;
    unsigned char data[];
} Message;

/* Whose socket it is: a browser's; another server's, for a user of its; ours at the server that has a game, for a client of ours. */
typedef enum { SIDE_CLIENT, SIDE_PEER, SIDE_OWNER } Side;

/* What a socket between servers is about. */
typedef struct {
    char game[STORE_ID], server[STORE_SERVER]; /* and who has it */
    char accept[ACCEPT_TEXT + 1];              /* how it must answer our key */
    bool joined;                               /* that game; otherwise it is only looked at */
    bool request;                              /* it is about one document instead */
    unsigned char nonce[32];                   /* what the other must sign */
} Errand;

/* How far a request over HTTP is.  One that was refused before its end is read to its end, if that is near. */
typedef enum { STAGE_HEAD, STAGE_BODY, STAGE_LENT, STAGE_REPLY, STAGE_SENT } Stage;

/* How far a socket is.  One that we began first connects and asks for the upgrade; one that is to end says so, and is read from until the
 * other side has ended, too, so that what was written last arrives.  A connection whose proxy has yet to say whose it is, is no socket and
 * does not speak HTTP yet, either: introduction.c. */
typedef enum { SOCKET_INTRODUCED, SOCKET_CONNECTING, SOCKET_ASKING, SOCKET_OPEN, SOCKET_ENDING } SocketStage;

struct Conn {
    Server *loop;
    Conn *next_conn, *previous_conn;           /* of its loop */
    Caller *caller;                            /* NULL: another server */
    Caller *asker;                             /* for whom a proxy asks, during a request; NULL: the caller itself */
    long owed;                                 /* bytes of its request and reply that count for the asker */
    int64_t deadline;                          /* milliseconds; when patience ends; 0: never */
    /* over HTTP */
    struct MHD_Connection *http;               /* NULL: a socket */
    int  fd;                                   /* of either */
    Stage stage;
    bool suspended;                            /* libmicrohttpd waits for us */
    char key[KEY_TEXT + 1];                    /* of the upgrade that it asks for; "": none */
    Request request;
    Reply reply;
    Work *work;                                /* its request, while a worker has it */
    /* as a socket */
    struct wslay_event_context *frames;
    SocketStage socket;
    bool counted;                              /* among the caller's sockets */
    bool gone;                                 /* nothing is read or written any more; freed when the events at hand are dealt with */
    bool added;                                /* its loop watches it, */
    uint32_t watched;                          /* for which events */
    int64_t heard;                             /* milliseconds; when something came last */
    bool asked;                                /* whether it is there */
    size_t budget;                             /* bytes that may be read in this turn */
    bool control;                              /* the frame that is being read is no part of a message */
    Conn *next_gone;
    Text early;                                /* what came before there were frames to be read, or is to be written before there are */
    size_t early_at;
    char sid_hash[HASH_TEXT];                  /* of the session that it belongs to; "": none */
    Conn *next_open, *previous_open;           /* in loop->open, if it belongs to one */
    int64_t user;
    char name[STORE_NAME];
    bool hello;
    atomic_bool closing;                       /* once its queue is empty */
    Live *live;
    Conn *next;                                /* in live->socket */
    int  seat;                                 /* -1: a watcher */
    bool director;                             /* a watcher who may intervene */
    long log_sent;
    struct { char game[STORE_ID]; int eyes; long log_sent, log_before; } replay;        /* what was looked at last */
    Text received;
    Bucket flood, frame, dear, talk;
    bool resting;                              /* it is not read from until what it asked for is paid */
    Side side;
    Conn *other;                               /* of the same loop: the client of a SIDE_OWNER, and the other way round; NULL: none */
    Errand errand;                             /* not of a client */
    bool unready;                              /* not connected yet: what is sent waits */
    /* its queue */
    Message *first, *last;
    size_t queued;
    bool listed;                               /* in loop->waiting */
    Conn *next_waiting, *previous_waiting, *next_ready;
};

typedef struct { int fd; Caller *caller; } Arrival;

/* ---- outbox.c: from any loop, with the game of the socket held ---- */
void  conn_send(Conn *, const Text *);                                       /* queues it */
void  conn_answered(Conn *);                                                 /* what was queued last follows the answer of this event */
void  conn_hang_up(Conn *);                                                  /* once its queue is empty */
void  conn_end_all(Shared *, const char *sid_hash);                          /* the session has ended; any thread */
/* ---- outbox.c: by the socket's own loop ---- */
void  conn_belongs(Conn *, const char *sid_hash);                            /* to that session, and ends with it */
Message *outbox_take(Conn *, bool *end);                                      /* the next that may leave; end: hang up instead */
void  message_free(Message *);
void  outbox_first(Conn *, const Text *);                                    /* before all that waits, which may leave from now on */
void  outbox_end(Conn *);                                                    /* the socket is gone */
void  outbox_release(Server *);                                              /* writes for all who may */
void  loop_wake(Server *);                                                   /* any thread; its lock is held */

/* ---- loop.c ---- */
bool  loop_open(Server *, Error *err);
void  loop_close(Server *);
void *loop_run(void *loop);                                                  /* its thread, until shared->stop */
void  loop_step(Server *, int wait);                                         /* what there is, or comes within so many milliseconds */
void  loop_alarm(Shared *, int64_t at);                                      /* tables_tick is called then, or before; any thread */
Conn *conn_new(Server *, int fd, Caller *);
void  conn_free(Conn *);
Caller *asker_of(const Conn *);
void  conn_clear(Conn *);                                                    /* its request and reply */

/* ---- http.c: requests and replies, by libmicrohttpd ---- */
bool  http_open(Server *, Error *err);
void  http_close(Server *);
int   http_file(const Server *);                                             /* what is readable when it has something to do */
void  http_adopt(Server *, const Arrival *);
void  http_turn_away(int fd);                                                /* with a word, and closes it */
bool  http_run(Server *);                                                    /* whether there is more to do at once */
void  http_ready(Conn *);                                                    /* conn->reply is there */
void  http_overdue(Conn *);                                                  /* its deadline is past */

/* ---- introduction.c: connections that begin with a header of the PROXY protocol ---- */
typedef enum { INTRODUCTION_PART, INTRODUCTION_WHOLE, INTRODUCTION_WRONG } Introduction;
Introduction introduction_read(const char *data, size_t size, size_t *used, char address[ADDRESS_MOST]);   /* address "": the proxy itself */
void  introduction_begin(Server *, const Arrival *);
void  introduction_event(Conn *);                                            /* something came */

/* ---- handshake.c ---- */
bool  handshake_key(const char *key);                                        /* whether it is one */
void  handshake_accept(const char *key, char out[ACCEPT_TEXT + 1]);

/* ---- socket.c: sockets, by wslay ---- */
void  socket_begin(Conn *);                                                  /* frames follow; its file is not watched yet */
void  socket_event(Conn *, uint32_t events);
void  socket_write(Conn *);                                                  /* what may leave */
void  socket_kill(Conn *);                                                   /* without another word */
int   socket_release(Conn *);                                                /* gone like that, but its file is the caller's */
void  socket_overdue(Conn *, int64_t now);                                   /* silence and deadlines */
void  socket_ended(Conn *);                                                  /* frees what only a socket has */
void  socket_welcome(Conn *, Request *);                                     /* of a client, whose upgrade asked so */
void  socket_bury(Server *);                                                 /* frees those that are gone */

#endif
