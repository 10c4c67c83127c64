/* The lists made from zones.def, states.def and segments.def. */
#include "kernel/states.h"
#include "kernel/zones.h"

const ZoneInfo zone_info[ZONE_COUNT] = {
#define ZONE(symbol, second, first, phrase_, held, in, pool_, known_second, known_first)                                       \
    [ZONE_##symbol] = { .word = { [EDITION_FIRST] = first, [EDITION_SECOND] = second }, .phrase = phrase_,                     \
                        .held_by = HELD_BY_##held, .in_play = PLAY_##in, .pool = POOL_##pool_,                                 \
                        .known = { [EDITION_FIRST] = KNOWN_##known_first, [EDITION_SECOND] = KNOWN_##known_second } },
#include "kernel/zones.def"
#undef ZONE
};

/* The names of states.def for what is barred. */
enum { NOTHING = BARS_NOTHING, ATTEMPT = BARS_ATTEMPT, SKILLS = BARS_SKILLS, MOVE = BARS_MOVE, STAFF = BARS_STAFF, ATTACK = BARS_ATTACK,
       DEFEND = BARS_DEFEND, EVERYTHING = BARS_EVERYTHING, ALL_BUT_TEXT = BARS_EVERYTHING & ~BARS_TEXT };

const StateInfo state_info[STATE_COUNT] = {
#define STATE(symbol, second, first, bars_second, bars_first)                                                    \
    [STATE_##symbol] = { .word = { [EDITION_FIRST] = first, [EDITION_SECOND] = second },                        \
                         .bars = { [EDITION_FIRST] = bars_first, [EDITION_SECOND] = bars_second } },
#include "kernel/states.def"
#undef STATE
};

const uint64_t barring_states = 0
#define STATE(symbol, second, first, bars_second, bars_first) | ((bars_second) | (bars_first) ? (uint64_t)1 << STATE_##symbol : 0)
#include "kernel/states.def"
#undef STATE
;

unsigned states_bar(uint64_t flags, EditionId edition)
{
    unsigned bars = BARS_NOTHING;
    for (flags &= barring_states; flags; flags &= flags - 1)
        bars |= state_info[__builtin_ctzll(flags)].bars[edition];
    return bars;
}

const char *const segment_word[SEGMENT_COUNT][EDITION_COUNT] = {
#define SEGMENT(symbol, second, first) [SEGMENT_##symbol] = { [EDITION_FIRST] = first, [EDITION_SECOND] = second },
#include "kernel/segments.def"
#undef SEGMENT
};
