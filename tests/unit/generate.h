/* Random cards from the grammar of the card language.
 *
 * The signatures of nodes.def and events.def say which words may stand where; growing a text along them gives abilities that nobody would
 * print, and every one of them has a meaning that the engine must work out in one way only.  What signatures cannot say (where an `else`
 * may stand) is left to the reader: an ability that it refuses is grown again. */
#ifndef SPACELINE_TESTS_GENERATE_H
#define SPACELINE_TESTS_GENERATE_H

#include "effect/read.h"
#include "engine/engine.h"

enum { ABILITY_BYTES = 1500, CARD_ABILITIES = 3 };

typedef struct {
    Rng        rng;
    Catalogue *cat;                             /* scratch: where abilities are read on trial */
    Out        out;
    int        bound;                           /* names bound so far in this ability: $a, $b … */
} Grower;

static inline int below(Grower *grow, int n)
{
    return (int)rng_below(&grow->rng, (uint32_t)n);
}

static inline bool chance(Grower *grow, int percent)
{
    return below(grow, 100) < percent;
}

static void grow_part(Grower *, int type, int depth);

/* Names that cards of the test bear, so that filters find something now and then. */
static const char *const grown_trait[] = { "Klingon", "Romulan", "Human", "Smuggler", "Commodity", "Assault", "Maneuver", "\"Hand Weapon\"" };
static const char *const grown_title[] = { "\"Grown 1\"", "\"Grown 2\"", "\"Grown 15\"", "\"Grown 20\"", "Brig" };

static void grow_listed(Grower *grow, int type)
{
    const char *word[WORD_COUNT];
    int count = 0;
    for (int i = 1; ; i++) {
        const char *one = list_word(type, i);
        if (one && !*one)
            break;
        if (one && one[0])
            word[count++] = one;
    }
    out_text(&grow->out, "%s", word[below(grow, count)]);
}

static void grow_literal(Grower *grow, int type)
{
    switch (type) {
    case LIT_NUM:   out_text(&grow->out, "%d", 1 + below(grow, 3)); break;
    case LIT_SKILL: out_text(&grow->out, "\"%s\"", skill_name[below(grow, SKILL_COUNT)]); break;
    case LIT_ICON:  out_text(&grow->out, "\"%s\"", icon_text[below(grow, ICON_COUNT)]); break;
    case LIT_TRAIT: out_text(&grow->out, "%s", grown_trait[below(grow, countof(grown_trait))]); break;
    case LIT_TITLE: out_text(&grow->out, "%s", grown_title[below(grow, countof(grown_title))]); break;
    case LIT_VAR:   out_text(&grow->out, "$%c", 'a' + grow->bound); break;
    default:        grow_listed(grow, type); break;
    }
}

static bool is_leaf(const NodeInfo *info)
{
    for (const char *s = info->signature; *s; s++)
        if (*s >= 'A' && *s <= 'Z')
            return false;
    return true;
}

/* Words that end a game at once, or tell of a ruling and do nothing. */
static bool is_left_out(int op)
{
    return op == NODE_WIN || op == NODE_CITE || op == NODE_ELSE || op == NODE_IF_WIN || op == NODE_OTHERWISE;
}

static int grow_word(Grower *grow, int type, int depth)
{
    int fit[NODE_OP_COUNT], count = 0;
    for (int op = 1; op < NODE_OP_COUNT; op++) {
        const NodeInfo *info = &node_info[op];
        bool fits = info->result && (info->result == type || (type == 'S' && info->result == 'F'));
        if (fits && info->word[0] && info->word[0] != '#' && info->word[0] != '$' && !is_left_out(op) && (depth > 0 || is_leaf(info)))
            fit[count++] = op;
    }
    return count ? fit[below(grow, count)] : 0;
}

static void grow_clauses(Grower *grow, int depth)
{
    if (chance(grow, 35))
        out_text(&grow->out, " (guard"), grow_part(grow, 'B', depth), out_text(&grow->out, ")");
    if (chance(grow, 20))
        out_text(&grow->out, " (cost"), grow_part(grow, 'E', depth), out_text(&grow->out, ")");
    if (chance(grow, 30))
        out_text(&grow->out, " (limit 1 turn)");
    if (chance(grow, 50))
        out_text(&grow->out, " may");
}

static void grow_parts(Grower *grow, const Part *part, int count, int depth)
{
    for (int i = 0; i < count; i++) {
        int type = part[i].type, times = 1;
        if (type == 'G') {
            grow_clauses(grow, depth);
            continue;
        }
        if (part[i].times == '?')
            times = below(grow, 2);
        else if (part[i].times == '*')
            times = below(grow, 3);
        else if (part[i].times == '+')
            times = 1 + chance(grow, 35);
        bool names = false;
        for (int k = 0; k < times; k++) {
            grow_part(grow, type, depth);
            names = names || type == LIT_VAR;
        }
        if (names && i + 1 < count) {           /* what is named can be spoken of after the part that says what it is */
            grow_part(grow, part[++i].type, depth);
            grow->bound += grow->bound < MAX_VARS - 1;
        }
    }
}

static void grow_op(Grower *grow, int op, int event, int depth)
{
    Part part[MAX_SIGNATURE];
    int count = node_parts(op, event, part);
    const char *word = op == NODE_EVENT ? event_info[event].word : node_info[op].word;
    bool bare = count == 0 && node_info[op].result != 'A';
    out_text(&grow->out, bare ? " %s" : " (%s", word);
    grow_parts(grow, part, count, depth - 1);
    out_text(&grow->out, bare ? "" : ")");
}

/* Filters that find cards often: a kind of card, whose it is, and something more. */
static void grow_filter(Grower *grow, int depth)
{
    static const char *const type[] = { "personnel", "personnel", "personnel", "ship", "mission", "event", "equipment", "dilemma" };
    static const char *const whose[] = { "(of you)", "(of opponent)", "present", "here", "any", "this-ship", "other", "(owned you)" };
    if (chance(grow, 45)) {
        out_text(&grow->out, " (and (type %s) %s", type[below(grow, countof(type))], whose[below(grow, countof(whose))]);
        if (depth > 0 && chance(grow, 60))
            grow_op(grow, grow_word(grow, 'F', depth), 0, depth);
        out_text(&grow->out, ")");
    } else if (chance(grow, 20)) {
        out_text(&grow->out, " self");
    } else if (grow->bound && chance(grow, 30)) {
        out_text(&grow->out, " $%c", 'a' + below(grow, grow->bound));
    } else {
        grow_op(grow, grow_word(grow, 'F', depth), 0, depth);
    }
}

static void grow_part(Grower *grow, int type, int depth)
{
    if (type < LIT_COUNT) {
        out_text(&grow->out, " ");
        grow_literal(grow, type);
    } else if (type == 'V') {
        grow_op(grow, NODE_EVENT, below(grow, EVENT_COUNT), depth);
    } else if (type == 'Q' && (depth <= 0 || chance(grow, 55))) {
        out_text(&grow->out, " %d", below(grow, 7) - 2);
    } else if (type == 'F' || (type == 'S' && (depth <= 0 || chance(grow, 40)))) {
        grow_filter(grow, depth);
    } else {
        int op = grow_word(grow, type, depth);
        grow_op(grow, op ? op : grow_word(grow, type, 1), 0, op ? depth : 1);
    }
}

/* One ability of this kind (0: of any kind) that the reader takes. */
static void grow_ability(Grower *grow, int op, char *text, size_t size)
{
    for (;;) {
        Error err = { { 0 } };
        int kind = op ? op : grow_word(grow, 'A', 3);
        grow->out = (Out){ text, size, 0 };
        grow->bound = 0;
        grow_op(grow, kind, 0, 4);
        Source source = { .file = "grown", .rest = str_of(text), .line = 1, .col = 1 };
        if (grow->out.len + 1 < size && effect_read_ability(grow->cat, &source, &err))
            return;
    }
}

/* ---- cards ---- */

typedef struct {
    CardType type;
    char     facts[400];
    char     ability[CARD_ABILITIES][ABILITY_BYTES];
    bool     silent[CARD_ABILITIES];            /* left out, to see whether a fault needs it */
    int      abilities;
} GrownCard;

static int kind_of_ability(Grower *grow, CardType type, int i)
{
    static const uint16_t lasting[] = { NODE_STATIC, NODE_STATIC, NODE_STATIC, NODE_STATIC, NODE_WHEN, NODE_WHEN, NODE_ORDER, NODE_DURING };
    if (type == TYPE_EVENT && i == 0)
        return chance(grow, 50) ? NODE_IN_CORE : chance(grow, 50) ? NODE_PLAYS_ON : NODE_RESOLVE;
    if (type == TYPE_INTERRUPT)
        return chance(grow, 70) ? NODE_WHEN : NODE_ORDER;
    if (type == TYPE_DILEMMA && i == 0)
        return NODE_RESOLVE;
    return chance(grow, 15) ? 0 : lasting[below(grow, countof(lasting))];
}

static void grow_facts(Grower *grow, GrownCard *card, int number, const char *affiliation)
{
    static const char *const skills[] = { "Honor", "Leadership", "Medical", "Navigation", "Officer", "Physics", "Science", "Security", "Treachery" };
    Out out = { card->facts, sizeof card->facts, 0 };
    out_text(&out, "card \"Grown %d\"\n  type %s\n", number, type_name[card->type]);
    if (card->type == TYPE_MISSION)
        out_text(&out, "  kind %s\n  quadrant Alpha\n  span %d\n  points %d\n  attempt any\n  requires %s\n", chance(grow, 50) ? "planet" : "space",
                 1 + below(grow, 3), 20 + 5 * below(grow, 4), skills[below(grow, countof(skills))]);
    else
        out_text(&out, "  cost %d\n", below(grow, 3));
    if (card->type == TYPE_DILEMMA)
        out_text(&out, "  kind dual\n");
    if (card->type == TYPE_PERSONNEL)
        out_text(&out, "  affiliation %s\n  icons %s\n  species %s\n  skills %s, 2 %s\n  attributes %d %d %d\n", affiliation,
                 chance(grow, 50) ? "Cmd" : "Stf", chance(grow, 50) ? "Klingon" : "Romulan", skills[below(grow, 4)], skills[4 + below(grow, 5)],
                 3 + below(grow, 5), 3 + below(grow, 5), 3 + below(grow, 5));
    if (card->type == TYPE_SHIP)
        out_text(&out, "  affiliation %s\n  icons Stf\n  staff Stf\n  class Grown\n  attributes %d %d %d\n", affiliation, 7 + below(grow, 3), 5 + below(grow, 5), 5 + below(grow, 5));
}

static void grow_card(Grower *grow, GrownCard *card, CardType type, int number, const char *affiliation)
{
    *card = (GrownCard){ .type = type };
    grow_facts(grow, card, number, affiliation);
    card->abilities = type == TYPE_EVENT ? 2 : 1 + chance(grow, 35);
    for (int i = 0; i < card->abilities; i++)
        grow_ability(grow, kind_of_ability(grow, type, i), card->ability[i], sizeof card->ability[i]);
}

static inline void grown_text(const GrownCard *card, Out *out)
{
    out_text(out, "%s", card->facts);
    for (int i = 0; i < card->abilities; i++)
        if (!card->silent[i])
            out_text(out, " %s\n", card->ability[i]);
    out_text(out, "end\n");
}

#endif
