/* What the files of the kernel share among themselves. */
#ifndef SPACELINE_INSIDE_H
#define SPACELINE_INSIDE_H

#include "kernel/edition.h"
#include "kernel/trace.h"

/* The hash of all cards is the sum of these: what a card is and where.  Recorded games have it, so a key stays what it is.  Fields are put together in
 * the order in which they lie in memory, so that the compiler reads them at once. */
static inline uint64_t card_key(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    const uint64_t kept = 0xFFFFFF0FFFFF;       /* def, owner (four bits), zone, host; players who come later have four bits each */
    uint64_t where = (uint64_t)c->def | (uint64_t)c->owner << 16 | (uint64_t)c->zone << 24 | (uint64_t)c->host << 32 | (uint64_t)c->holder << 48
        | (uint64_t)c->commander << 56;
    uint64_t place = (where & kept) | (where >> 56 & 15) << 20 | (where >> 48 & 15) << 44 | (uint64_t)id << 48;
    uint32_t named = (uint32_t)(uint16_t)c->named | (uint32_t)c->range_used << 16 | (uint32_t)c->named_kind << 24;
    uint64_t marks = (uint32_t)c->flags | (uint64_t)named << 32;
    return hash_mix(hash_mix(0x5350414345u ^ c->known ^ c->flags >> 32 << 8 ^ (uint64_t)c->countdown << 40 ^ (uint64_t)c->affiliation << 52, place), marks);
}

/* Nothing is kept of a card, or of a continuous text, that has just come. */
static inline void forget_values(Cache *c, CardId id)
{
    c->stirred[id] = c->stirred_within[id] = 0;
    c->crew[id].stamp = c->crew[id].staffed_stamp = 0;
    c->crew[id].staffed = false;               /* it is copied when the crew is counted, before anybody has asked */
}

static inline void forget_static(Cache *c, int at)
{
    c->text[at].when = 0;
    c->text[at].busy = false;
}

static inline bool has_order(int zone)
{
    return zone_info[zone].held_by != HELD_BY_NOBODY;
}

void assimilated_begin(Game *);                           /* the first card of this game is assimilated */
void modifiers_count(Game *);                             /* finds anew which kinds of modifier act */

#endif
