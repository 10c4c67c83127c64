/* What all parts of the server share: how much there may be of what, text that grows, and the clock.
 *
 * A Text owns its bytes until text_free; one without room borrows them. */
#ifndef SPACELINE_NET_COMMON_H
#define SPACELINE_NET_COMMON_H

#include "base/base.h"
#include "store/store.h"

#include <jansson.h>

enum {
    BODY_MOST = 128 * 1024,                    /* of a POST */
    MESSAGE_MOST = 16 * 1024,                  /* of a message on the socket */
    PEER_MOST = 1024 * 1024,                   /* of a message between servers */
    QUEUE_MOST = 2 * 1024 * 1024,              /* bytes that wait for a slow reader before it is cut off … */
    QUEUES_MOST = 256 * 1024 * 1024,           /* … and, when so many wait for all together, those with more than QUEUE_FAIR */
    QUEUE_FAIR = 256 * 1024,
    FACE_TEXT = 128,
    KEY_TEXT = 24, ACCEPT_TEXT = 28,           /* of the handshake of a WebSocket */
    PATH_MOST = 512, SID_TEXT = 44, HASH_TEXT = 65, ADDRESS_MOST = 64,
    SEATS = 2, LIVE_TABLE = 1024, LIMIT_TABLE = 2048,
    LOG_FIRST = 1000,                          /* lines of the log that are sent at once */
    LIVE_IDLE = 120,                           /* seconds that a game without a socket stays in memory */
    LOOPS_MOST = 64, WORKERS = 2,
    WAITS = 10,                                /* steps of the histogram of waits */
};

typedef struct Conn Conn;
typedef struct Live Live;
typedef struct Said Said;                      /* something that was said; chat.c */
typedef struct Reel Reel;                      /* positions of a game for looking back; replays.c */
typedef struct Server Server;
typedef struct Shared Shared;
typedef struct Scribe Scribe;
typedef struct Work Work;

/* ---- text that grows ---- */
typedef struct { char *at; size_t len, room; } Text;           /* without room it borrows what it has */

void text_add(Text *, const char *format, ...) PRINTF_LIKE(2, 3);
void text_bytes(Text *, const char *data, size_t size);
void text_json(Text *, const char *text);      /* a JSON string with its quotes */
void text_value(Text *, const json_t *);       /* any JSON value */
void text_free(Text *);
void *net_alloc(size_t size);                  /* zeroed; running out of memory ends the program with a message */

/* ---- session.c: the clock, and what is drawn by lot ---- */
int64_t now_seconds(void);
int64_t now_micros(void);                                                    /* of a clock that is never set */
int64_t now_milliseconds(void);                                              /* of the same */
void random_id(char out[STORE_ID]);
uint64_t random_seed(void);

/* ---- server.c ---- */
void  log_line(const Server *, const char *format, ...) PRINTF_LIKE(2, 3);    /* the inside of a JSON object */
void  log_error(const Server *, const Error *);                              /* of the store; text.c */

#endif
