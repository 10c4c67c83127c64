/* Sets of cards, and how much of everything a game holds. */
#ifndef SPACELINE_CARDSET_H
#define SPACELINE_CARDSET_H

#include "effect/effect.h"

enum {
    PLAYERS = 4, NOBODY = 255,
    MAX_CARDS = 512, MAX_FRAMES = 48, MAX_SCOPES = 24, MAX_OPTIONS = 640, MAX_MODIFIERS = 160, MAX_STATICS = 320, MAX_USES = 192,
    MAX_FORCED = 16, MAX_STEPS = 640, MAX_LOOP = 48, MAX_MISSIONS = 64, MAX_PERMITS = 24, MAX_REACHES = 42, PERSONA_COUNTS = 64, LOCALS_SIZE = 40,
    MAX_SETS = 40, MAX_PAST = 96,
    TEXT_AMOUNTS = 6,
};

/* How many kinds of modifiers there are: the nodes whose result is M. */
enum { IS_MOD_A, IS_MOD_B = 0, IS_MOD_D = 0, IS_MOD_E = 0, IS_MOD_F = 0, IS_MOD_G = 0, IS_MOD_M = 1, IS_MOD_P = 0, IS_MOD_Q = 0, IS_MOD_R = 0, IS_MOD_S = 0 };
enum { MOD_KINDS = 0
#define NODE(symbol, word, result, ...) + IS_MOD_##result
#include "effect/nodes.def"
#undef NODE
};
static_assert(NODE_MOD_GRANTED - NODE_MOD_ATTR + 1 == MOD_KINDS, "kinds of modifiers stand in one row of nodes.def, from MOD_ATTR to MOD_GRANTED");

/* What a game has room for: capacities.def; and what else cuts a game short: a mistake of ours, more work than a game may ask for. */
typedef enum {
    CAPACITY_NONE,
#define CAPACITY(symbol, word, room) CAPACITY_##symbol,
#include "kernel/capacities.def"
#undef CAPACITY
    CAPACITY_COUNT, CAPACITY_FAULT = CAPACITY_COUNT, CAPACITY_WORK, CAPACITIES
} Capacity;

/* What has personnel aboard, and what is left beside missions and what moves about: events, dilemmas and the like, few of which are in play. */
enum {
    CRAFT_TYPES = 1 << TYPE_SHIP | 1 << TYPE_FACILITY | 1 << TYPE_SITE,
    OTHER_TYPES = EVERY_TYPE & ~(CRAFT_TYPES | 1 << TYPE_MISSION | 1 << TYPE_PERSONNEL | 1 << TYPE_EQUIPMENT),
};

typedef uint16_t CardId;                       /* index into Game.card */
enum { NO_CARD = 0 };

/* used: bit per word that is not 0.  Most words of most sets are empty, and whoever walks a set skips them. */
typedef struct { uint64_t word[MAX_CARDS / 64]; uint16_t used; } CardSet;
static_assert(MAX_CARDS % 64 == 0 && MAX_CARDS / 64 <= 16, "whole words, and a bit for each");

static inline bool set_has(const CardSet *s, CardId id) { return s->word[id / 64] >> id % 64 & 1; }
static inline bool set_empty(const CardSet *s) { return s->used == 0; }
static inline void set_add(CardSet *s, CardId id)
{
    s->word[id / 64] |= (uint64_t)1 << id % 64;
    s->used |= (uint16_t)(1u << id / 64);
}
static inline void set_drop(CardSet *s, CardId id)
{
    s->word[id / 64] &= ~((uint64_t)1 << id % 64);
    if (s->word[id / 64] == 0)
        s->used &= (uint16_t)~(1u << id / 64);
}
int     set_count(const CardSet *);
static inline CardSet set_one(CardId id)
{
    CardSet s = { 0 };
    if (id != NO_CARD)
        set_add(&s, id);
    return s;
}
static inline bool set_equal(const CardSet *a, const CardSet *b)
{
    bool same = a->used == b->used;
    for (int i = 0; i < MAX_CARDS / 64 && same; i++)
        same = a->word[i] == b->word[i];
    return same;
}
CardSet set_and(const CardSet *, const CardSet *);
CardSet set_minus(const CardSet *, const CardSet *);
void    set_keep(CardSet *, const CardSet *kept);         /* leaves out what the other lacks */
void    set_join(CardSet *to, const CardSet *);

/* The next member above `after`; NO_CARD at the end. */
static inline CardId set_next(const CardSet *s, CardId after)
{
    unsigned at = (unsigned)after + 1, i = at / 64;
    if (at >= MAX_CARDS)
        return NO_CARD;
    uint64_t word = s->word[i] & (UINT64_MAX << at % 64);
    if (word == 0) {
        unsigned later = s->used & (~1u << i);
        if (later == 0)
            return NO_CARD;
        i = (unsigned)__builtin_ctz(later);
        word = s->word[i];
    }
    return (CardId)(i * 64 + (unsigned)__builtin_ctzll(word));
}

/* A walk through a set: what is left of the word it is at, and the words to come.  Inside: a member is being looked at, so that a
 * break out of the inner loop ends the outer one, too. */
typedef struct { const CardSet *set; uint64_t left; unsigned later, base; bool inside; } SetWalk;

static inline SetWalk set_walk(const CardSet *s) { return (SetWalk){ .set = s, .later = s->used }; }

static inline bool set_goes_on(SetWalk *w)
{
    if (w->inside)
        return false;
    if (w->left == 0) {
        if (w->later == 0)
            return false;
        w->base = (unsigned)__builtin_ctz(w->later) * 64;
        w->left = w->set->word[w->base / 64];
        w->later &= w->later - 1;
    }
    return true;
}

static inline CardId set_take(SetWalk *w)
{
    unsigned bit = (unsigned)__builtin_ctzll(w->left);
    w->left &= w->left - 1;
    w->inside = true;
    return (CardId)(w->base + bit);
}

/* Each member, in ascending order.  The body may drop the member it looks at from the set, and no other. */
#define FOR_SET(id, set_) \
    for (SetWalk id##_walk = set_walk(set_); set_goes_on(&id##_walk);) \
        for (CardId id = set_take(&id##_walk); id##_walk.inside; id##_walk.inside = false)

#endif
