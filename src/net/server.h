/* What the parts of the server share.
 *
 * A Conn is one connection, which speaks HTTP or, once upgraded, is the socket of a client; libwebsockets owns its memory.  A Live
 * is a game in memory, owned by the server's table; it may be dropped when no socket watches it, and is loaded again from the
 * store.  A Text owns its bytes: text_free.  Everything runs on one thread. */
#ifndef SPACELINE_SERVER_H
#define SPACELINE_SERVER_H

#include "base/base.h"
#include "net/net.h"
#include "players/players.h"
#include "store/store.h"

#include <jansson.h>

struct lws;
struct lws_context;

enum {
    BODY_MOST = 128 * 1024,                    /* of a POST */
    MESSAGE_MOST = 16 * 1024,                  /* of a message on the socket */
    QUEUE_MOST = 8 * 1024 * 1024,              /* bytes that wait for a slow reader before it is cut off */
    PATH_MOST = 512, SID_TEXT = 44, HASH_TEXT = 65, ADDRESS_MOST = 64,
    SEATS = 2, LIVE_TABLE = 1024, LIMIT_TABLE = 2048,
    LIVE_IDLE = 120,                           /* seconds that a game without a socket stays in memory */
};

/* ---- text that grows ---- */
typedef struct { char *at; size_t len, room; } Text;

void text_add(Text *, const char *format, ...) PRINTF_LIKE(2, 3);
void text_bytes(Text *, const char *data, size_t size);
void text_json(Text *, const char *text);      /* a JSON string with its quotes */
void text_value(Text *, const json_t *);       /* any JSON value */
void text_free(Text *);
void *net_alloc(size_t size);                  /* zeroed; running out of memory ends the program with a message */

/* ---- limits: token buckets by address ---- */
typedef enum { LIMIT_SESSION, LIMIT_SIGN_IN, LIMIT_WORK, LIMIT_COUNT } LimitKind;
typedef struct { uint64_t key; int64_t tokens, at; } Bucket;       /* thousandths of a token; milliseconds */

/* ---- games in memory ---- */
typedef struct Conn Conn;
typedef struct Live Live;

/* How an answer came about, by seat: what undo looks for is a choice, not what followed by itself. */
enum { ANSWER_SEAT = 3, ANSWER_FORCED = 4, ANSWER_INSIDE_SET = 8 };

struct Live {
    Live *next;                                /* in its chain of the table */
    StoredGame stored;
    sl_deck *deck[SEATS];
    sl_game *game;
    const PlayerKind *kind[SEATS];             /* NULL: a person */
    char name[SEATS][STORE_NAME];
    int  *answer;                              /* options; a concession of a seat is -1 - seat */
    uint8_t *how;
    int  answers, room;
    int  summed_turn, summed_points[SEATS];
    bool summed_over;
    Conn *socket;                              /* first of those that watch or play */
    int64_t idle_since;
};

/* ---- connections ---- */
typedef struct Message { struct Message *next; size_t size; unsigned char data[]; } Message;   /* room for LWS_PRE in front */

typedef enum { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER } Method;

typedef struct {
    Method method;
    char path[PATH_MOST], query[PATH_MOST];
    char address[ADDRESS_MOST], match[80];     /* match: If-None-Match */
    char sid_hash[HASH_TEXT];                  /* "" without a cookie */
    bool same_origin, head;
    int64_t user;                              /* 0: no session */
    char name[STORE_NAME];
    bool guest;
    Text body;
} Request;

typedef struct {
    int  status;
    const char *type;
    Text body;
    size_t sent;
    char cookie[200], etag[40];
    bool keep;                                 /* a client may keep it while the ETag stands */
} Reply;

struct Conn {
    struct lws *wsi;
    Request request;
    Reply reply;
    bool hang_up;                              /* once the reply is out */
    /* as a socket */
    int64_t user;
    char name[STORE_NAME];
    bool hello, closing;
    Live *live;
    Conn *next;                                /* in live->socket */
    int  seat;                                 /* -1: a watcher */
    long log_sent;
    Text received;
    Message *first, *last;
    size_t queued;
    Bucket flood;
};

typedef struct {
    NetSetup setup;
    struct lws_context *context;
    Store *store;
    Live *live[LIVE_TABLE];
    int  lives;
    Bucket limit[LIMIT_COUNT][LIMIT_TABLE];
    char base[160];                            /* "http://ADDRESS:PORT" */
    bool loopback;
    int  newest;                               /* date of the newest rules */
    Text cards;                                /* the catalogue as it is sent; made when first asked for */
    long requests, messages, sockets, started, finished;
} Server;

/* ---- session.c ---- */
bool session_known(Server *, const char *cookie, Request *);                 /* fills in who asks */
bool session_begin(Server *, Request *, char cookie[200], Error *err);        /* a guest */
bool session_sign_in(Server *, Request *, int64_t user, char cookie[200], Error *err);
bool password_hash(const char *password, char out[200]);
bool password_fits(const char *hash, const char *password);
void random_id(char out[STORE_ID]);
uint64_t random_seed(void);
bool origin_is_ours(const Server *, const char *origin, const char *host);
bool limit_take(Server *, LimitKind, const char *address);
bool bucket_take(Bucket *, int per_minute, int burst);
int64_t now_seconds(void);

/* ---- live.c ---- */
Live *live_get(Server *, const char *id, Error *err);                        /* NULL and empty err: no such game */
bool  live_record(Server *, Live *, const int *options, int count, Error *err);   /* stores, then applies */
bool  live_go(Server *, Live *, Error *err);                                 /* what follows without a person's choice */
bool  live_undo(Server *, Live *, int seat, Error *err);                     /* false and empty err: nothing to take back */
bool  live_choose(const Live *, const int *cards, int count, int *options, int *option_count, int room);
bool  live_is_solo(const Live *);
void  live_names(Server *, Live *);
void  live_drop(Server *, Live *);
void  live_sweep(Server *, bool all);

/* ---- messages.c ---- */
void  socket_message(Server *, Conn *);                                      /* what conn->received holds */
void  socket_error(Conn *, const json_t *id, const char *code, const char *text);
void  socket_leave(Conn *);
void  conn_send(Conn *, const Text *);                                       /* queues it; server.c */

/* ---- what messages are made of, and those of preview.c ---- */
enum { MOST_SET = 256 };                       /* cards in one message */
typedef void OnMessage(Server *, Conn *, const json_t *in, const json_t *id);
void  message_id(Text *, const json_t *id);                                  /* repeats a request's id */
bool  message_cards(const json_t *in, int cards[MOST_SET], int *count);      /* its "cards"; false: they are none */
OnMessage on_reach, on_needs, on_preview;

/* ---- api.c, files.c ---- */
void  api_answer(Server *, Request *, Reply *);
void  files_answer(Server *, const Request *, Reply *);
void  reply_error(Reply *, int status, const char *code, const char *text);
void  reply_tag(Reply *, const Request *);                                   /* its ETag; 304 when the client has it */

/* ---- server.c ---- */
void  log_line(const Server *, const char *format, ...) PRINTF_LIKE(2, 3);    /* the inside of a JSON object */

#endif
