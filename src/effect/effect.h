/* The effect language: typed trees that say what a card does.
 *
 * nodes.def is the vocabulary, events.def the moments a text can respond to, words.def the closed lists.  Reading a text checks
 * it at once: every part has its type, every name is bound, every ability knows its clauses.  The renderer writes English
 * from the tree; that English is the only text of a card that anybody sees.  No parser of English, no game in here.
 *
 * A literal is a Node of its own: op NODE_LITERAL, `value` the number, skill, icon, trait, persona, word or variable.
 * An event pattern is a Node with op NODE_EVENT, `value` the event, and its parts as children (in the order of its signature;
 * a part that was left out is node 0).  An optional part that was left out is node 0 too, so that children can be
 * addressed by position; repeated parts come last and are counted by argc.  All nodes of a catalogue are immutable. */
#ifndef SPACELINE_EFFECT_H
#define SPACELINE_EFFECT_H

#include "cards/cards.h"

typedef enum {
    NODE_NONE,
#define NODE(symbol, ...) NODE_##symbol,
#include "effect/nodes.def"
#undef NODE
    NODE_EVENT, NODE_LITERAL, NODE_OP_COUNT
} NodeOp;

typedef enum {
    EVENT_NONE,
#define EVENT(symbol, ...) EVENT_##symbol,
#include "effect/events.def"
#undef EVENT
    EVENT_COUNT
} EventKind;

static_assert(EVENT_COUNT <= 64 * EVENT_WORDS, "an EventSet has a bit for each event");
static_assert(NODE_SEED_ONE < 128, "CardDef.ability_kinds has a bit for each kind of ability");
static inline bool has_kind(const CardDef *def, int kind) { return def->ability_kinds[kind / 64] >> kind % 64 & 1; }
static inline void kind_add(CardDef *def, int kind) { def->ability_kinds[kind / 64] |= (uint64_t)1 << kind % 64; }

enum {                                          /* PERIOD_TURN, UNTIL_TURN_END, ACT_KILLED, PROP_COST, ATTR_ALL, CMP_MORE … */
    WORD_FIRST = 0,
#define WORD(list, symbol, ...) list##_##symbol,
#include "effect/words.def"
#undef WORD
    WORD_COUNT
};

enum { MAX_VARS = 4 };                          /* names an ability may bind: $a … ; literals of type var hold 0 … 3 */

typedef struct {
    const char *word;                          /* as written in the card language */
    char        result;                        /* 'A' 'E' 'F' … */
    const char *signature;
    const char *english;
} NodeInfo;

typedef struct { const char *list, *word, *english; } WordInfo;   /* list: "PERIOD" … */

extern const NodeInfo node_info[NODE_OP_COUNT];
extern const NodeInfo event_info[EVENT_COUNT];                    /* result 'V' */
extern const WordInfo word_info[WORD_COUNT];

static inline const Node *node_at(const Catalogue *cat, NodeId id)
{
    return &cat->node[id];
}

static inline NodeId node_child(const Catalogue *cat, NodeId id, int i)
{
    const Node *n = &cat->node[id];
    return i < n->argc ? cat->arg[n->arg + i] : 0;
}

static inline int node_value(const Catalogue *cat, NodeId id, int i)          /* literal child i */
{
    return cat->node[node_child(cat, id, i)].value;
}

/* Where a reader stands in its text, and by the words of which edition it reads. */
typedef struct { const char *file; Str rest; int line, col; EditionId edition; } Source;

/* Reads one "(…)" ability at the source and adds it to the catalogue's abilities (a `damage` adds each of its parts).
 * Returns false with file, line, column and what would be right. */
bool effect_read_ability(Catalogue *, Source *, Error *);

/* Reads a requirement in the way missions print it: "2 Honor, Law, and Cunning>30 or (…)" (2E-12.10).  0 on error. */
NodeId requirement_read(Catalogue *, Source text, Error *);

/* Reads a file of cards (those under data/cards, or the cards inside a scene) into the catalogue.  All or nothing per file. */
bool cards_read(Catalogue *, const char *file, Str text, Error *);

/* Reads one card from its "card …" line to its "end".  `scratch` cards may replace a title that exists. */
bool card_read_one(Catalogue *, Source *, DefId *out, Error *);

/* Writes the English of a requirement, of one card as a filter describes it, of a whole card's text. */

/* What a card may be called by what was done to it, or befell it: "the stopped personnel", "the revealed card".  `taken` is how it was found, for what
 * only names it ("the chosen ship"), or 0.  NULL: nothing that would tell it from others. */
const char *name_by_deed(uint16_t deed, uint16_t taken);
const char *name_by_event(int event);

void render_requirement(const Catalogue *, EditionId, NodeId, Out *);       /* in the words of that edition */
void render_one_of(const Catalogue *, const CardDef *, NodeId filter, CardType, Out *);
void render_bare(const Catalogue *, const CardDef *, NodeId filter, CardType, Out *);  /* the cards without number or owner: "[Fed] personnel" */
void render_choice(const Catalogue *, const CardDef *, NodeId, int mode, Out *);    /* of a you-may what it allows (mode -1), of several modes one */
void render_card_text(const Catalogue *, const CardDef *, Out *);
void render_permissions(const Catalogue *, const CardDef *, Out *);     /* of that text, what may be played here */

/* Fills in CardDef.text of every card that lacks it. */
void render_all(Catalogue *);

/* The tree as it is written in the card language, for `explain` and messages. */
void effect_print(const Catalogue *, NodeId, Out *);

#endif
