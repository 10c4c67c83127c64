/* What a card can be, and where a turn stands: the lists of states.def and segments.def. */
#ifndef SPACELINE_STATES_H
#define SPACELINE_STATES_H

#include "cards/cards.h"

typedef enum {
#define STATE(symbol, ...) STATE_##symbol,
#include "kernel/states.def"
#undef STATE
    STATE_COUNT
} State;

static_assert(STATE_COUNT <= 64, "a bit for each state");

/* Card.flags: the bit of each state. */
#define STATE(symbol, ...) static const uint64_t symbol = (uint64_t)1 << STATE_##symbol;
#include "kernel/states.def"
#undef STATE

/* States that few cards are in and that are looked for: Game.apart has the cards. */
#define SETS_APART (CAPTIVE | INFILTRATING | DEACTIVATED)

/* What a state can bar a card from. */
typedef enum {
    BARS_NOTHING, BARS_ATTEMPT = 1, BARS_SKILLS = 2, BARS_MOVE = 4, BARS_STAFF = 8, BARS_ATTACK = 16, BARS_DEFEND = 32,
    BARS_TEXT = 64, BARS_EVERYTHING = 127
} Bars;

typedef struct { const char *word[EDITION_COUNT]; uint8_t bars[EDITION_COUNT]; } StateInfo;
extern const StateInfo state_info[STATE_COUNT];

extern const uint64_t barring_states;                      /* those that bar anything, in whatever edition */
unsigned states_bar(uint64_t flags, EditionId);            /* Bars of all these states together */

typedef enum {
#define SEGMENT(symbol, ...) SEGMENT_##symbol,
#include "kernel/segments.def"
#undef SEGMENT
    SEGMENT_COUNT
} Segment;

extern const char *const segment_word[SEGMENT_COUNT][EDITION_COUNT];      /* NULL: that edition has no such segment */

#endif
