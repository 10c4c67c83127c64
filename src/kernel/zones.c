/* The table of zones. */
#include "kernel/zones.h"

const ZoneInfo zone_info[ZONE_COUNT] = {
#define ZONE(symbol, second, first, phrase_, held, in, pool_, known_second, known_first)                                       \
    [ZONE_##symbol] = { .word = { [EDITION_FIRST] = first, [EDITION_SECOND] = second }, .phrase = phrase_,                     \
                        .held_by = HELD_BY_##held, .in_play = PLAY_##in, .pool = POOL_##pool_,                                 \
                        .known = { [EDITION_FIRST] = KNOWN_##known_first, [EDITION_SECOND] = KNOWN_##known_second } },
#include "kernel/zones.def"
#undef ZONE
};
