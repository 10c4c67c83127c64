/* The lists of the card language as arrays. */
#include "effect/effect.h"

/* The results of nodes.def as the letters that signatures are written in. */
enum {
    RESULT_A = 'A', RESULT_G = 'G', RESULT_E = 'E', RESULT_F = 'F', RESULT_S = 'S', RESULT_Q = 'Q', RESULT_B = 'B',
    RESULT_R = 'R', RESULT_M = 'M', RESULT_P = 'P', RESULT_D = 'D', RESULT_V = 'V'
};

const NodeInfo node_info[NODE_OP_COUNT] = {
    [NODE_NONE] = { "", 0, "", "" },
#define NODE(symbol, word, result, signature, english) [NODE_##symbol] = { word, RESULT_##result, signature, english },
#include "effect/nodes.def"
#undef NODE
    [NODE_EVENT] = { "", RESULT_V, "", "" },
    [NODE_LITERAL] = { "", 0, "", "" },
};

const NodeInfo event_info[EVENT_COUNT] = {
    [EVENT_NONE] = { "", 0, "", "" },
#define EVENT(symbol, word, signature, english) [EVENT_##symbol] = { word, RESULT_V, signature, english },
#include "effect/events.def"
#undef EVENT
};

const WordInfo word_info[WORD_COUNT] = {
    [WORD_FIRST] = { "", "", "" },
#define WORD(list, symbol, word, english) [list##_##symbol] = { #list, word, english },
#include "effect/words.def"
#undef WORD
};
