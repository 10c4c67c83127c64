/* The ground everything stands on: spans of text, an arena, errors, random numbers, hashing, a stable sort.
 *
 * Pure C: no files, clocks, threads or floating point.  Ownership: an Arena owns what was taken from it; a Str never owns
 * its bytes; nothing else here allocates. */
#ifndef SPACELINE_BASE_H
#define SPACELINE_BASE_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define countof(array) (sizeof(array) / sizeof((array)[0]))

static inline int not_negative(int value) { return value > 0 ? value : 0; }
static inline int smaller_of(int a, int b) { return a < b ? a : b; }
static inline int larger_of(int a, int b) { return a > b ? a : b; }

/* A span of text, not owned, not NUL-terminated. */
typedef struct { const char *at; size_t len; } Str;

#define STR(s) (int)(s).len, (s).at             /* for printf's %.*s */

Str  str_of(const char *text);
bool str_eq(Str a, Str b);
bool str_eq_nocase(Str a, Str b);               /* ASCII case only */
bool str_begins_nocase(Str, const char *word);  /* … its first letters are those of the word */
bool str_is_nocase(Str a, const char *text);    /* the same; the length of the text is not counted first, for mostly the first letters tell */
bool str_is(Str a, const char *text);
Str  str_trim(Str s);
Str  str_line(Str *rest);                       /* cuts the next line off, without its line end (LF or CRLF) */
Str  str_word(Str *rest);                       /* cuts the next blank-separated word off */
bool str_int(Str s, int *out);                  /* the whole of s, decimal, with an optional sign, within ±999,999,999 */
int  str_distance(Str a, Str b, int most);      /* edit distance without case, cut off at most + 1 */
enum { MOST_SHOWN = 40 };
Str  str_shown(Str s);                          /* what a message shows of a text from outside: not all of a long one */
bool str_utf8(Str s);                           /* well-formed UTF-8 without NUL */

/* The word most like a misspelt one, of those that were tried; best.len is 0 while all of them are too far from it. */
typedef struct { Str wrong, best; int slips; } Nearest;

Nearest nearest_to(Str wrong);
void    nearest_try(Nearest *, Str word);

/* The first error of a reader: "FILE:LINE:COL: what is wrong, and what would be right". */
typedef struct { char text[480]; } Error;

#if defined(__GNUC__)
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINTF_LIKE(at, first)
#endif

/* Keeps a long rare branch out of a short hot function. */
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#define INLINE   inline __attribute__((always_inline))
#else
#define NOINLINE
#define INLINE   inline
#endif

/* Fills err (if it is empty) and returns false.  line and col count from 1; 0 leaves them out. */
bool error_at(Error *err, const char *file, int line, int col, const char *format, ...) PRINTF_LIKE(5, 6);

/* Load-time memory: grows in blocks, freed at once.  Running out of memory ends the program with a message. */
typedef struct ArenaBlock ArenaBlock;
typedef struct { ArenaBlock *last; } Arena;

_Noreturn void out_of_memory(void);            /* says so, and ends the program */

void *arena_take(Arena *, size_t size);         /* zeroed, aligned for any type */
char *arena_text(Arena *, Str s);               /* a NUL-terminated copy */
void  arena_free(Arena *);

/* A growing byte buffer with bounded writes: never overruns, remembers how much it would have needed. */
typedef struct { char *at; size_t size, len; } Out;

void out_text(Out *, const char *format, ...) PRINTF_LIKE(2, 3);
void out_args(Out *, const char *format, va_list args);
void out_str(Out *, Str s);
void out_json(Out *, Str s);                    /* a JSON string with its quotes; what is no UTF-8 becomes U+FFFD */

/* xoroshiro128++, seeded through splitmix64.  The state lies in the game. */
typedef struct { uint64_t s[2]; } Rng;

void rng_seed(Rng *, uint64_t seed);

static inline uint64_t rotated(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t a = rng->s[0], b = rng->s[1];
    uint64_t result = rotated(a + b, 17) + a;
    b ^= a;
    rng->s[0] = rotated(a, 49) ^ b ^ b << 21;
    rng->s[1] = rotated(b, 28);
    return result;
}

/* Uniform in 0 … n-1, n > 0. */
static inline uint32_t rng_below(Rng *rng, uint32_t n)
{
    uint32_t x;
    do
        x = (uint32_t)(rng_next(rng) >> 32);
    while (x > UINT32_MAX - n && x >= UINT32_MAX - UINT32_MAX % n);     /* the first says mostly enough */
    return x % n;
}

/* Mixes one named value into a hash. */
static inline uint64_t hash_mix(uint64_t h, uint64_t value)
{
    h ^= value * 0x9E3779B97F4A7C15u;
    h = (h << 31 | h >> 33) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 29;
}

uint64_t hash_bytes(const void *data, size_t size);   /* XXH3, for digests of data files */
uint32_t hash_nocase(Str);                            /* of a word or name, the same for A and a */

/* Where things stand in an array of at most 65,535, by their hashes.  Several may have the same hash: they are found in the order in which they were
 * added, and whoever looks compares.  Its room lies in an arena. */
typedef struct { struct Slot { uint32_t hash; uint16_t at, used; } *slot; int slots, count; } Index;
void     index_add(Index *, Arena *, uint32_t hash, int at);
int      index_find(const Index *, uint32_t hash, int *looked);   /* the next of them, -1: no more; *looked is 0 at first */

/* Stable insertion sort of small arrays of int keys with their values; ties keep their order. */
void sort_by_key(int *key, uint16_t *value, int count);

#endif
