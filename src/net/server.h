/* What the parts of the server share.
 *
 * A Server is one event loop in a thread of its own, with its own store; `shared` is what all loops have in common.  A Conn is one
 * connection, which speaks HTTP (http.c), or the socket of a client or of another server (socket.c); it stays with the loop that got it,
 * which owns its memory.  When a connection is upgraded, a new Conn takes over its file.  A Live is a game in memory.  The registry, each socket in it, each message and each change that is
 * on its way to disk count as its users, and the last of them frees it; it is loaded again from the store.  A Text owns its bytes:
 * text_free.
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

#include "base/base.h"
#include "net/net.h"
#include "players/players.h"
#include "store/store.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

struct MHD_Connection;
struct MHD_Daemon;
struct wslay_event_context;
struct sockaddr_storage;

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

/* ---- text that grows ---- */
typedef struct { char *at; size_t len, room; } Text;           /* without room it borrows what it has */

void text_add(Text *, const char *format, ...) PRINTF_LIKE(2, 3);
void text_bytes(Text *, const char *data, size_t size);
void text_json(Text *, const char *text);      /* a JSON string with its quotes */
void text_value(Text *, const json_t *);       /* any JSON value */
void text_free(Text *);
void *net_alloc(size_t size);                  /* zeroed; running out of memory ends the program with a message */

/* ---- limits: token buckets by address ---- */
/* Of tries to sign in: those of an address for an account, for that account from anywhere, of an address for any account.  LIMIT_WORK: what
 * makes something or plays it through.  LIMIT_READ: every document; a token is about a millisecond of work. */
typedef enum { LIMIT_SESSION, LIMIT_SIGN_IN, LIMIT_ACCOUNT, LIMIT_NAMES, LIMIT_WORK, LIMIT_READ, LIMIT_COUNT } LimitKind;
typedef struct { uint64_t key; int64_t tokens, at; } Bucket;       /* thousandths of a token; milliseconds */

/* Whoever has connections open, by address; there while he has something. */
typedef enum { CALLER_CONNECTIONS, CALLER_SOCKETS, CALLER_REQUESTS, CALLER_COUNTS } CallerCount;     /* requests: that workers have */
typedef struct Caller {
    struct Caller *next;
    int  has[CALLER_COUNTS];
    long bytes;                                /* of bodies that arrive, and of replies that wait to be read */
    int  working;                              /* requests that workers are at; under the lock of the office */
    bool proxy;                                /* says for whom it asks, and is believed */
    bool introduces;                           /* says at the beginning of a connection whose it is, and is believed */
    char address[ADDRESS_MOST];                /* of IPv6 the network, /64: nobody has less */
} Caller;

/* ---- what a table of two people agreed on, and what changes besides the answers: terms.c ---- */
enum {
    TERMS_TEXT = 400, MOMENT_TEXT = 300, WORD_TEXT = 33,
    DELAY_TURN = -1,                           /* watchers are a turn behind */
};

typedef enum { WATCH_OPEN, WATCH_CLOSED, WATCH_NONE } Watching;    /* both hands are seen; what is public; not at all */

typedef struct {
    int clock, increment;                      /* seconds; clock 0: none.  A decision gives back up to the increment of what it took */
    int beat;                                  /* milliseconds that a response window lasts; 0: windows are not asked about */
    int away;                                  /* seconds after which an absent player's game may be claimed; 0: never */
    Watching watching;
    int delay;                                 /* seconds that watchers are behind; DELAY_TURN */
    bool undo;                                 /* may be asked for */
    bool windows;                              /* are asked about, as with a beat: a game that goes on from one with a beat has none */
    char secret[WORD_TEXT], word[SEATS][WORD_TEXT];        /* what the seed is made of; "" where nobody needs a proof: deal.c */
    bool shown;                                /* against the computer: also those in which one can only pass wait for an answer */
} Terms;

typedef enum { ASK_NONE, ASK_DRAW, ASK_PAUSE, ASK_UNDO, ASK_REMATCH, ASK_COUNT } Ask;
typedef enum { NOT_PAUSED, PAUSED_BY_PLAYERS, PAUSED_BY_DIRECTOR } Pause;

typedef struct {
    int64_t left[SEATS];                       /* milliseconds on the clocks */
    Pause paused;
    Ask  ask[SEATS];                           /* what this player asks the other for */
    bool calls[SEATS];                         /* this player calls a director; until one has done something */
    int  draw_after[SEATS], undo_of[SEATS];    /* after which decision a draw was offered, whose take-back was asked for: its number + 2 */
    int  shown;                                /* answers that watchers who are behind have seen */
    char next[STORE_ID];                       /* the rematch; "" when there is none */
} Moment;

/* Answers below 0 end a game from outside; each but a draw has a code for each seat: END_… - seat.  They are those of sl_ending_code. */
enum {
    END_CONCEDED = -1,                         /* of who conceded */
    END_AGREED = -3,                           /* a draw */
    END_TIME = -4,                             /* of whose clock fell */
    END_CLAIMED = -6,                          /* of who stayed away */
    END_RULED = -8,                            /* of whom a director gave the game */
    END_RULED_DRAW = -10,
    END_CHANGED = -11,                         /* by a change of cards or rules; in memory only, see live.c */
};

/* A response window between people: open for a fixed beat, whoever can answer or not.  The engine asks one player after the other;
 * here both are asked at once: the second one's decision is that of `ahead`, where the first has passed. */
typedef struct {
    bool open;
    int  id;                                   /* the number of its first decision */
    int  first;                                /* whom the engine asks */
    int64_t ends;                              /* milliseconds; nothing ends it while somebody holds it */
    bool held[SEATS];
    int  answer[SEATS];                        /* kept for the end of the beat; -1: none yet, which is a pass */
    sl_game *ahead;                            /* NULL when only one is asked */
} Beat;

/* ---- games in memory ---- */
typedef struct Conn Conn;
typedef struct Live Live;
typedef struct Said Said;                      /* something that was said; chat.c */
typedef struct Reel Reel;                      /* positions of a game for looking back; replays.c */
typedef struct Server Server;
typedef struct Shared Shared;
typedef struct Scribe Scribe;
typedef struct Work Work;

#define RECORDED "replay"                      /* as opponent: a game from a file */

/* How an answer came about, by seat: what undo looks for is a choice, not what followed by itself. */
enum { ANSWER_SEAT = 3, ANSWER_FORCED = 4, ANSWER_INSIDE_SET = 8, ANSWER_PASS = 16, ANSWER_BEAMED = 32 /* the first who beams: one choice with the order */ };

struct Live {
    Live *next;                                /* in its chain of the registry */
    char id[STORE_ID];
    atomic_int users;
    pthread_mutex_t lock;
    atomic_bool lost;                          /* what is in memory is not what is stored; whoever looks loads it again */
    uint64_t ticket;                           /* of its last change */
    StoredGame stored;
    sl_deck *deck[SEATS];
    sl_game *game;                             /* NULL while the other player's deck is not known */
    const PlayerKind *kind[SEATS];             /* NULL: a person */
    char name[SEATS][STORE_NAME];
    int  *answer;                              /* options, or END_… */
    uint8_t *how;
    int64_t *when;                             /* milliseconds; of the first `timed` answers */
    int  answers, room;
    int  summed_turn, summed_points[SEATS];
    bool summed_over;
    uint64_t proof;                            /* of what was offered so far */
    bool changed;                              /* by the cards or rules of now its answers are another game: it ended where that begins */
    Conn *socket;                              /* first of those that watch or play */
    Reel *reel;                                /* NULL until somebody looks back */
    int64_t idle_since;
    /* a table of two people */
    Terms terms;
    Moment moment;
    Beat beat;
    int  waived[SEATS];                        /* the turn in whose windows that player passes; 0: none */
    int64_t user[SEATS];                       /* 0: not known yet */
    int64_t gone_since[SEATS];                 /* milliseconds; 0 while a socket of theirs is here */
    int  running;                              /* whose clock runs; -1: nobody's */
    int64_t since, spent, saved;               /* when it was charged last, what this decision took, when clocks were stored */
    _Atomic int64_t due;                       /* when something happens by itself; 0: never */
    sl_game *late;                             /* the table as watchers who are behind see it, after `late_at` answers */
    int  late_at, timed;
    Said *said;                                /* first of what watchers who are behind have yet to hear */
    int  saids;
    int  unfair[SEATS];                        /* decision + 2 that was found to have shown something; 0: none */
    Text rulings;                              /* a director's interventions, as the inside of a JSON list */
};

/* ---- connections ---- */
typedef struct Message {
    struct Message *next;
    Live *live;                                /* what it tells of; NULL: of no game */
    uint64_t ticket;                           /* it is held until that change is on disk */
    int64_t asked;                             /* when the answer came that it follows, in microseconds; 0: none */
    size_t size;
    unsigned char data[];
} Message;

typedef enum { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER } Method;

enum { CODING_GZIP = 1, CODING_BROTLI = 2 };   /* bits */

typedef struct {
    Method method;
    char path[PATH_MOST], query[PATH_MOST];
    char address[ADDRESS_MOST], match[80];     /* match: If-None-Match */
    char sid_hash[HASH_TEXT];                  /* "" without a cookie */
    char key[80];                              /* Authorization: Bearer … */
    bool same_origin, head, secure;            /* secure: the page came by https */
    int  accepts;                              /* CODING_x: how an answer may be packed */
    bool unsure;                               /* the store could not say whose session it is */
    int64_t user;                              /* 0: no session */
    char name[STORE_NAME];
    bool guest;
    Text body;
} Request;

typedef struct {
    int  status;
    const char *type;
    Text body;
    char cookie[200], etag[40];
    bool keep;                                 /* a client may keep it while the ETag stands */
    int  coding;                               /* CODING_x: how the body is packed; 0: not at all */
    bool last;                                 /* the connection ends with it */
} Reply;

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

/* ---- session.c ---- */
void session_cookie(const char *cookie, Request *);                          /* fills in which session it is … */
bool session_known(Server *, Request *);                                     /* … and who asks */
void cookie_find(const char *cookies, const char *name, char *out, size_t size);     /* by its whole name; "" when it is not there or too long */
uint32_t next_character(const char **at);                                    /* names.c */
void name_face(const char *name, char out[FACE_TEXT]);                       /* names of one face look alike; names.c */
#define NAME_RULE "a name has 2 to 24 bytes, nothing that cannot be seen, and does not begin with Guest"
bool name_is_plain(const char *name);                                        /* as NAME_RULE says: nobody's but its own, and all of it can be seen */
bool account_new(Server *, const char *name, char password[SID_TEXT], Error *err);   /* with a password made here */
bool session_begin(Server *, Request *, char cookie[200], Error *err);        /* a guest */
bool session_sign_in(Server *, Request *, int64_t user, char cookie[200], Error *err);
bool session_end(Server *, const char *sid_hash, Error *err);
bool password_hash(const char *password, char out[200]);
bool password_fits(const char *hash, const char *password);
void random_id(char out[STORE_ID]);
uint64_t random_seed(void);
bool origin_is_ours(const Server *, const char *origin, const char *host);
bool limit_take(Server *, LimitKind, const char *whom);
void limit_charge(Server *, LimitKind, const char *whom, int tokens);         /* more for what was dear, below 0 for what is given back */
bool bucket_take(Bucket *, int per_minute, int burst);
void bucket_charge(Bucket *, int tokens);                                    /* also more than there are */
Caller *caller_at(Shared *, const char *address, int most);                  /* with one connection more; NULL: he has too many */
bool caller_owes(Shared *, Caller *, long bytes);                            /* more bytes, or with a minus less; false: too many */
bool caller_take(Shared *, Caller *, CallerCount, int most);                 /* one more; NULL is another server, and may */
void caller_give(Shared *, Caller *, CallerCount);                           /* one less; the last frees it */
int64_t now_seconds(void);
int64_t now_micros(void);                                                    /* of a clock that is never set */
int64_t now_milliseconds(void);                                              /* of the same */

/* ---- live.c: what takes a Live expects it to be held ---- */
Live *live_get(Server *, const char *id, Error *err);                        /* held; NULL and empty err: no such game; see elsewhere */
const char *no_game(const Server *, const Error *);                           /* why live_get has none, in words for everybody */
int   live_to_answer(Server *, const char *id);                              /* whose decision it is as stored, without getting it; -1: nobody's */
void  live_hold(Server *, Live *);
void  live_let_go(Server *);
Live *live_use(Live *);                                                      /* one user more */
void  live_unuse(Live *);                                                    /* NULL: nothing */
void  live_record(Server *, Live *, const int *options, int count);          /* hands them to the scribe, and applies */
void  live_go(Server *, Live *);                                              /* what follows without a person's choice */
bool  live_undo(Server *, Live *, int keep, Error *err);                     /* forgets the answers from keep on */
int   live_last_choice(const Live *, int seat);                              /* the answer that undo takes back; -1: none */
sl_game *live_game_at(Server *, Live *, int answers, Error *err);            /* the caller's */
sl_setup live_setup(const Live *);
bool  live_begin(Server *, Live *, Error *err);                              /* once both decks are known */
bool  live_is_solo(const Live *);
bool  live_is_record(const Live *);                                          /* from a file: to be looked at, not played */
void  live_names(Server *, Live *);
void  live_drop(Server *, Live *);                                           /* out of the registry: the next who asks loads it */
bool  lives_are_many(const Shared *);                                        /* more than half of what may be in memory */
void  live_sweep(Server *);                                                  /* drops what nobody has looked at for a while */
void  live_forget_all(Shared *);                                             /* when no loop runs any more */

/* ---- terms.c ---- */
bool  terms_read(const json_t *asked, Terms *, bool *listed, Error *err);    /* from a request; what is not said is as usual */
void  terms_write(const Terms *, char out[TERMS_TEXT]);                      /* for the store */
Terms terms_stored(const char *text);
void  terms_json(Text *, const Terms *);
void  moment_write(const Moment *, char out[MOMENT_TEXT]);
Moment moment_stored(const char *text, const Terms *);
const char *ask_word(Ask);                                                   /* "draw" …; "" for none */
const char *ending_words(int code, int *seat);                               /* "conceded", "time" …; seat -1: none's */

/* ---- deal.c: the seed of a table of two people ---- */
void  deal_secret(Terms *);
void  deal_word(const json_t *in, char out[WORD_TEXT]);                      /* its "nonce", or one drawn here */
uint64_t deal_seed(const Terms *, const char *game);
void  deal_json(Text *, const Live *);                                       /* ,"deal":{…} as far as it may be known */

/* ---- table.c: a table of two people in time; its game is held ---- */
void  table_settle(Server *, Live *, int64_t now);                           /* after anything changed: windows, clocks, timers */
void  table_tick(Server *, Live *, int64_t now);                             /* what has become due */
void  tables_tick(Server *, int64_t now);                                    /* of all games; holds each in turn */
bool  table_waits(const Live *);                                             /* for the other player */
void  table_present(Live *, int64_t now);                                    /* who is there, after a socket came or went */
void  table_save(Server *, Live *, int64_t now);                             /* clocks, questions and so on */
void  table_json(Text *, const Live *, const Conn *to, int64_t now);         /* the object that states carry as "table" */
void  table_free(Live *);
const sl_game *table_seen_by(const Conn *, int *n);                          /* the game that this viewer looks at */
int   table_viewer(const Conn *);
bool  table_is_late(const Conn *);
bool  table_is_past(const Live *, int turn, int64_t when, int64_t now);      /* whether those who are behind may know of it */
void  table_taken_back(Live *, int keep, int64_t now);                       /* the answers from keep on are about to be forgotten */
void  late_forget(Live *);                                                   /* what those who are behind see is made again */
bool  late_follow(Server *, Live *, int64_t now);                            /* whether those who are behind have something new */
bool  has_waived(const Live *, int seat);                                    /* for this turn */
void  window_waived(Live *, int64_t now);                                    /* ends the open window if all who are asked have waived */
bool  window_takes(const Live *, int seat, int n);                           /* whether decision n is this player's in the open window */
void  window_answer(Server *, Conn *, int option, const json_t *id, int64_t now);

/* ---- offers.c: what one player asks and the other answers; directors ---- */
typedef void OnMessage(Server *, Conn *, const json_t *in, const json_t *id);
OnMessage on_ask, on_reply, on_withdraw, on_resume, on_claim, on_hold, on_waive, on_call, on_direct;
void  offers_lapse(Live *);                                                  /* after an answer */
bool  rulings_load(Server *, Live *, Error *err);

/* ---- chat.c ---- */
OnMessage on_say;
void  chat_follow(Live *, int64_t now);                                      /* watchers who are behind hear what they may by now */
int64_t chat_due(const Live *);                                              /* when that is next; 0: not by time alone */
void  chat_free(Live *);

/* ---- messages.c ---- */
void  table_record(Server *, Live *, const int *options, int count, Conn *by, const json_t *id, int64_t now);
void  table_begins(Server *, Live *, int64_t now);                           /* both sit now */
void  table_undone(Server *, Live *, int keep, int64_t now);
void  send_states(Server *, Live *, int64_t now);
void  send_late(Live *, int64_t now);                                        /* to watchers who are behind */
void  send_table(Live *, int64_t now);                                       /* what changed is not the game */
void  send_short(Conn *, const char *type, int n, const json_t *id);
void  socket_message(Server *, Conn *);                                      /* what conn->received holds */
void  socket_error(Conn *, const json_t *id, const char *code, const char *text);
void  socket_leave(Conn *);
bool  state_write(Text *, Conn *, const json_t *id, int64_t now);            /* what this socket may see of its game; false: nothing yet */
void  socket_text(Conn *, Text *, const json_t *id);                         /* closes the object with its id, sends and frees it */
void  text_log(Text *, const sl_game *, int viewer, long *sent);             /* ,"from":…,"log":[…] with what came after *sent */

/* ---- replays.c ---- */
OnMessage on_replay, on_replay_marks;
OnMessage on_advise, on_seed;                                                /* advice.c */
bool  may_answer(Conn *, const json_t *in, const json_t *id);                /* whether this connection may answer decision n now; says why not if it may not */
void  reel_free(Live *);
void  reel_sweep(Live *, int64_t now);                                       /* gives back what nobody has looked at for a while */
void  get_replay(Server *, Request *, Reply *);                              /* the file */
void  post_replay(Server *, Request *, Reply *);                             /* a file, to be looked at */
void  play_on(Server *, Request *, const json_t *body, Reply *);             /* a solo game from a position of another */

/* ---- what messages are made of, and those of preview.c ---- */
enum { MOST_SET = SL_GROUP };                  /* cards in one message */
int   number_of(const json_t *);                                             /* 0 when it is no number, -1 when it is below 0 or does not fit */
sl_game *begin_order(const Conn *, const json_t *in, int *option);   /* a copy in which the beam that "option" names has begun; NULL: it names none */
bool  message_cards(const Conn *, const json_t *in, int cards[MOST_SET], int *count);   /* its "cards"; false: they are none */
OnMessage on_reach, on_needs, on_sums, on_preview;

/* ---- api.c, files.c ---- */
void  start_game(Server *, const Request *, StoredGame *, const int *answers, int count, Reply *);
void  api_answer(Server *, Request *, Reply *);
void  files_answer(Server *, const Request *, Reply *);
void  files_hash(Shared *, const NetSetup *);                                /* once, before anybody asks */
void  reply_error(Reply *, int status, const char *code, const char *text);
void  reply_store(const Server *, Reply *, const Error *);                   /* the store failed; the reason goes to the log */
bool  may_sit(Server *, int64_t user, Error *err);                           /* at one more table */
bool  may_have_more(Server *, const Request *, const char *opponent, Reply *);   /* games of that kind; if not, the reply says so */
void  reply_list(Reply *, const Request *, const Text *list);                /* JSON that a client may keep */
void  reply_file(Reply *, const Request *, Text file, uint64_t hash);        /* what a client may keep; its type is there */
void  reply_pack(Reply *, const Request *);                                  /* packs a long list if the client takes it so */
int   codings_read(const char *accept_encoding);
const char *coding_name(int coding);                                         /* "br", "gzip", "" */
void  reply_tag(Reply *, const Request *);                                   /* its ETag; 304 when the client has it */

/* A deck by the name of a built-in one or the number of an own one: its name and text, both the caller's. */
typedef struct { char name[STORE_NAME]; Text text; bool found; int edition; } FoundDeck;
/* The deck that a request names, of that edition (0: of any) and legal on that day (0: by the newest rules); without a name, one of the built-in ones. */
typedef struct { int edition, date; const char *switches; } DeckRules;      /* switches: the format; "": none */
bool  deck_for(Server *, const Request *, const json_t *named, uint64_t nth, DeckRules, FoundDeck *out, Reply *);
void  deck_mix(const Server *, FoundDeck *);
void  reply_json(Reply *, json_t *);                                         /* sends a value and lets go of it */
json_t *words(const char *text);                                             /* a JSON string; what is not UTF-8 cannot be sent */
json_t *body_of(const Request *, Reply *);                                   /* an object, or NULL and the reply says why */
void  query_field(const Request *, const char *key, char *out, size_t size);  /* decoded; "" when it is not there */
typedef void OnRequest(Server *, Request *, Reply *);
bool  table_seat(Server *, Live *, int64_t user, const FoundDeck *, const json_t *in, Error *err);      /* the second player, with his deck if it was found */
OnRequest get_tables, post_sit, delete_table, get_directed, get_overrides;                 /* tables.c */
const char *text_of(const json_t *body, const char *key);                    /* "" when it is not there */
void  date_words(int date, char out[16]);                                  /* yyyy-mm-dd; "" for none */
bool  read_day(const char *text, int *out);
json_t *card_json(const sl_library *, int def, const sl_facts *);

/* ---- editions.c ---- */
const char *edition_name(int edition);                                       /* "1e", "2e" */
enum { FORMAT_TEXT = 24 };
bool  format_switch(int edition, const char *name, char out[FORMAT_TEXT]);
const char *format_of(int edition, const char *switches);
int   newest_rules(const sl_library *, int edition);                         /* the day from which on its newest rules hold */
json_t *editions_json(const sl_library *);                                   /* each with the days on which its rules changed */
sl_deck *read_deck(const Server *, const char *name, const char *text, size_t size, int *edition, sl_error *);
int   edition_of_deck(const Server *, const char *text);

/* ---- api_decks.c, api_rulings.c, api_scenes.c, shelf.c ---- */
OnRequest get_decks, get_deck, post_deck_check, post_deck, delete_deck;
typedef struct ImageFile ImageFile;

struct Shelf {
    ShelfSetup setup;
    ImageFile *image;                          /* by def; NULL: no folder */
    Text scenes;                               /* the list of them as it is sent */
};

OnRequest get_rulings, get_scenes, get_scene, post_scene, get_card, get_image;
void  scenes_list(Shelf *);                                                  /* fills shelf->scenes */
const char *image_of(const Shelf *, int def);                                /* its address; "" when there is none */
void  add_view(Text *, const sl_game *, int viewer);
void  add_signed_view(Text *, const sl_game *, int viewer);                  /* ,"view":…,"signature":"…" */
void  add_event(Text *, const sl_game *, int viewer, long number);

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

/* ---- server.c ---- */
void  log_line(const Server *, const char *format, ...) PRINTF_LIKE(2, 3);    /* the inside of a JSON object */
void  log_error(const Server *, const Error *);                              /* of the store; text.c */

/* ---- address.c ---- */
enum { CONNECTIONS_FOR_A_SOCKET = 8 };         /* that one address may have; a page needs half a dozen for a moment */
bool  address_read(const char *text, char out[ADDRESS_MOST]);                /* as it is counted; false: it is none */
bool  address_is_listed(const char *list, const char *address);              /* in a list with commas; NULL: in none */

/* ---- listen.c ---- */
int   listen_open(Server *first, Error *err);                                /* the listening socket, or -1; says in `first` where that is */
void  listen_accept(Shared *, int listener);                                 /* all that knock; each goes to the loop with fewest */

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
