/* Where a card can be: the list of zones.def. */
#ifndef SPACELINE_ZONES_H
#define SPACELINE_ZONES_H

#include "cards/cards.h"

typedef enum {
#define ZONE(symbol, ...) ZONE_##symbol,
#include "kernel/zones.def"
#undef ZONE
    ZONE_COUNT
} Zone;

typedef enum { HELD_BY_NOBODY, HELD_BY_OWNER, HELD_BY_PLAYER, HELD_BY_CARD, HELD_BY_LINE, HELD_BY_TABLE } HeldBy;
typedef enum { PLAY_OUT, PLAY_IN, PLAY_ON, PLAY_CAPTIVE } InPlay;
typedef enum { KNOWN_NOBODY, KNOWN_OWNER, KNOWN_HOLDER, KNOWN_ALL, KNOWN_UP, KNOWN_CREW } WhoKnows;
typedef enum {
    POOL_NONE, POOL_DRAW, POOL_DILEMMAS, POOL_CREW, POOL_SEEDS, POOL_AGENDAS, POOL_TENT, POOL_CONTINUUM, POOL_BRIDGE, POOL_TRIBBLES, POOL_COUNT
} Pool;

typedef struct {
    const char *word[EDITION_COUNT];           /* by EditionId; NULL: it has no such zone */
    const char *phrase;
    uint8_t held_by, in_play, pool, known[EDITION_COUNT];
} ZoneInfo;

extern const ZoneInfo zone_info[ZONE_COUNT];

static inline bool zone_is_hosted(int zone) { return zone_info[zone].held_by == HELD_BY_CARD; }
/* Players have such piles: Game.pile. */
static inline bool zone_is_pile(int zone) { return zone_info[zone].held_by == HELD_BY_OWNER || zone_info[zone].held_by == HELD_BY_PLAYER; }

#endif
