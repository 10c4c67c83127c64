/* Requests and replies of HTTP: whose they are, what is asked for, and what is answered.
 *
 * A worker deals with what takes long (work.c), so that nobody else waits for it; the loop that got the request sends the reply. */
#ifndef SPACELINE_NET_REQUEST_H
#define SPACELINE_NET_REQUEST_H

#include "net/limits.h"
#include "net/net.h"

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
bool origin_is_ours(const Server *, const char *origin, const char *host);

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

#endif
