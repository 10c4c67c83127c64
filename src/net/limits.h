/* How much an address may ask for: buckets of tokens, and who has how many connections, sockets and bytes.
 *
 * All of it is shared by the loops, under the lock of the limits. */
#ifndef SPACELINE_NET_LIMITS_H
#define SPACELINE_NET_LIMITS_H

#include "net/common.h"

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

/* ---- session.c ---- */
bool limit_take(Server *, LimitKind, const char *whom);
void limit_charge(Server *, LimitKind, const char *whom, int tokens);         /* more for what was dear, below 0 for what is given back */
bool bucket_take(Bucket *, int per_minute, int burst);
void bucket_charge(Bucket *, int tokens);                                    /* also more than there are */
Caller *caller_at(Shared *, const char *address, int most);                  /* with one connection more; NULL: he has too many */
bool caller_owes(Shared *, Caller *, long bytes);                            /* more bytes, or with a minus less; false: too many */
bool caller_take(Shared *, Caller *, CallerCount, int most);                 /* one more; NULL is another server, and may */
void caller_give(Shared *, Caller *, CallerCount);                           /* one less; the last frees it */

/* ---- address.c ---- */
enum { CONNECTIONS_FOR_A_SOCKET = 8 };         /* that one address may have; a page needs half a dozen for a moment */
bool  address_read(const char *text, char out[ADDRESS_MOST]);                /* as it is counted; false: it is none */
bool  address_is_listed(const char *list, const char *address);              /* in a list with commas; NULL: in none */

#endif
