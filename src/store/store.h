/* What a server must not lose: sessions, accounts, decks, games.
 *
 * A game is its seed, decks, rules date and answers; nothing derived is stored but what tells whether they still are that game.  store_answer returns only when the answer is on
 * disk, so a server may acknowledge it.  SQLite (a file) or PostgreSQL (an address) behind these functions; one Store per thread, any
 * number of them on one database, in one process or several.
 *
 * All functions return false with a one-line reason in err (out of memory ends the program); strings are UTF-8 and copied.  When a
 * connection is lost during a change, whether it was written may be unknown: read the game again. */
#ifndef SPACELINE_STORE_H
#define SPACELINE_STORE_H

#include "base/base.h"

typedef struct Store Store;

/* Sizes with their NUL; an id is 22 characters of base64url. */
enum { STORE_ID = 23, STORE_NAME = 64, STORE_PASSWORD = 200, STORE_SERVER = 64, STORE_ADDRESS = 128, STORE_SECRET = 65 };

typedef struct {
    char    id[STORE_ID];
    int64_t user;                              /* who owns seat 0; see store_seat for others */
    char    opponent[16];                      /* "greedy", "random", "human" */
    char    deck_name[2][STORE_NAME];
    char   *deck_text[2];                      /* deck files as text, "" in lists; the caller's, freed by store_game_free */
    char   *terms;                             /* what the table agreed on; text that only the caller reads, as is moment */
    char   *moment;                            /* what changes besides the answers: clocks, offers; both "" when there is none */
    char    switches[128];
    uint64_t seed;
    int     edition, date;                     /* edition 0: the Second; date: rules date */
    uint64_t data;                             /* digest of the cards and rulings it was begun with; 0: not known */
    bool    listed;                            /* shown among the open tables while a seat is free */
    bool    over;
    int     winner, turn, points[2], answers;  /* summaries for lists */
    int64_t updated;                           /* seconds */
} StoredGame;

Store *store_open(const char *where, Error *err);          /* a file, ":memory:" or postgresql://…; creates and migrates the schema */
void   store_close(Store *);

/* What is called between begin and end is one change: all of it is on disk when store_end returns true, or nothing is.  An answer that
 * is not the next, or a game of another server, is refused without harm to the rest; after any other failure store_end rolls back
 * and says so. */
bool   store_begin(Store *, Error *err);
bool   store_end(Store *, bool ok, Error *err);            /* commits; without ok it rolls back and returns false */

/* users and sessions: a guest is a user without a password */
bool   store_session_new(Store *, const char *sid_hash, int64_t now, int64_t *user, Error *err);   /* makes a guest */
bool   store_session_user(Store *, const char *sid_hash, int64_t *user, char name[STORE_NAME], bool *guest, Error *err);  /* 0: unknown */
bool   store_session_seen(Store *, const char *sid_hash, int64_t now, Error *err);                  /* it is used; written once a day */
bool   store_forget(Store *, int64_t now, Error *err);                                             /* sessions that nobody used for long, guests whom nobody can be any more, and what was theirs alone */
bool   store_session_end(Store *, const char *sid_hash, Error *err);
bool   store_session_move(Store *, const char *sid_hash, int64_t user, Error *err);                 /* signed in as that user */
bool   store_register(Store *, int64_t user, const char *name, const char *face, const char *password_hash, Error *err);   /* name or face taken: false */
typedef void StoreFaceFn(const char *name, char face[128]);                 /* how a name looks */
bool   store_faces(Store *, StoreFaceFn *, Error *err);                     /* gives one to accounts that have none yet; of two alike, the older keeps it */
bool   store_find_user(Store *, const char *name, int64_t *user, char password_hash[STORE_PASSWORD], Error *err);

enum { ROLE_PLAYER, ROLE_DIRECTOR };
bool   store_role(Store *, int64_t user, int *role, Error *err);
bool   store_role_set(Store *, const char *name, int role, Error *err);                             /* of an account */

/* decks */
bool   store_deck_save(Store *, int64_t user, const char *name, const char *text, int most, int64_t *id, Error *err);  /* most: decks of one user */
bool   store_deck_delete(Store *, int64_t user, int64_t id, Error *err);
bool   store_deck_get(Store *, int64_t user, int64_t id, char name[STORE_NAME], char **text, Error *err);   /* caller frees; NULL: none */
typedef bool StoreDeckFn(void *to, int64_t id, const char *name, const char *text);
bool   store_decks(Store *, int64_t user, StoreDeckFn *, void *to, Error *err);

/* games */
bool   store_game_new(Store *, const StoredGame *, Error *err);
bool   store_game_get(Store *, const char *id, StoredGame *out, Error *err);                        /* false and empty err: no such game */
void   store_game_free(StoredGame *);
bool   store_seat(Store *, const char *id, int seat, int64_t user, Error *err);                     /* who sits where */
bool   store_seat_of(Store *, const char *id, int64_t user, int *seat, Error *err);                 /* -1: a watcher */
bool   store_seat_name(Store *, const char *id, int seat, char name[STORE_NAME], Error *err);        /* "" when it is free */
bool   store_answer(Store *, const char *id, int n, int option, Error *err);                        /* n is the next, from 0; durable on return */
bool   store_answer_all(Store *, const char *id, int n, const int *options, int count, Error *err); /* several from n on, all or none */
/* The same with the proof of what the players are offered after the last of them; 0: none. */
bool   store_answer_proved(Store *, const char *id, int n, const int *options, int count, uint64_t proof, Error *err);
bool   store_answers(Store *, const char *id, int **options, int *count, Error *err);               /* caller frees */
bool   store_answers_proved(Store *, const char *id, int **options, uint64_t **proofs, int *count, Error *err);   /* caller frees both */
bool   store_game_data(Store *, const char *id, uint64_t digest, Error *err);                       /* what it is begun with */
bool   store_undo(Store *, const char *id, int keep, Error *err);                                   /* forgets answers keep … */
bool   store_game_sum(Store *, const char *id, bool over, int winner, int turn, const int points[2], int64_t now, Error *err);
bool   store_moment(Store *, const char *id, const char *text, Error *err);
bool   store_game_deck(Store *, const char *id, int seat, const char *name, const char *text, Error *err);   /* until the first answer */
bool   store_game_deal(Store *, const char *id, uint64_t seed, const char *terms, Error *err);            /* until the first answer */
typedef struct { int tables, waiting, solo, records; } StoreHas;   /* games of a user: between people, those of them without an opponent yet, against the computer; not over; and from files */
bool   store_has(Store *, int64_t user, StoreHas *out, Error *err);
typedef bool StoreGameFn(void *to, const StoredGame *);
bool   store_games(Store *, int64_t user, int most, StoreGameFn *, void *to, Error *err);           /* newest first */
bool   store_open_tables(Store *, int most, StoreGameFn *, void *to, Error *err);
bool   store_directed(Store *, int most, StoreGameFn *, void *to, Error *err);                      /* all games of two people that go on */
bool   store_watched(Store *, int most, StoreGameFn *, void *to, Error *err);                       /* listed games of two people that go on */

/* what directors did to games; never deleted */
typedef struct {
    char    game[STORE_ID], name[STORE_NAME];  /* whose game, and who the director is */
    int64_t made;                              /* seconds */
    char   *text;                              /* the store's, until the receiver returns */
} StoredOverride;
bool   store_override(Store *, const char *game, int64_t user, int64_t now, const char *text, Error *err);
typedef bool StoreOverrideFn(void *to, const StoredOverride *);
bool   store_overrides(Store *, const char *game, int most, StoreOverrideFn *, void *to, Error *err);   /* newest first; NULL: all */

/* Several servers at one database.  A server has a name of its own, new each time it starts, and shows life every few seconds; their
 * clocks agree to a second or two.  A Store that has named its server writes only to games that this server owns (those it made or
 * claimed): store_answer, _answer_all, _undo, _moment, _game_sum and _game_deck fail otherwise, and change nothing.  So a server that
 * slept through a takeover cannot write, not even the answer it was about to. */
enum { STORE_LEASE = 10 };                     /* seconds that ownership outlives the last sign of life */
typedef struct {
    bool mine;                                 /* the claim holds */
    bool taken;                                /* by this claim: what was in memory of the game is out of date */
    bool inherited;                            /* taken, from a server that shows no life any more */
    char server[STORE_SERVER], address[STORE_ADDRESS];     /* the owner, and where it is when it is another */
} StoreOwner;
bool   store_server(Store *, const char *server, const char *address, int64_t now, Error *err);     /* registers, or shows life */
bool   store_succeed(Store *, const char *server, const char *address, Error *err);     /* it has this address now: who had it is gone, and its games free */
bool   store_claim(Store *, const char *game, const char *server, int64_t now, StoreOwner *out, Error *err);
bool   store_release(Store *, const char *game, const char *server, Error *err);
bool   store_server_end(Store *, const char *server, Error *err);                                   /* releases all it owns */
bool   store_lost_game(const Store *);                     /* the last of the functions above failed since another owns the game */
bool   store_secret(Store *, char out[STORE_SECRET], Error *err);       /* random, made once, the same for all servers of a database */

/* A file has one server.  Whether several may share a database; and a lock on one that is a file, which ends with the process: -1 where
 * none is needed. */
bool   store_shared(const char *where);
bool   store_lock(const char *where, int *lock, Error *err);

#endif
