/* What a card is called: the noun for a filter, "this ship", "that personnel", "the chosen card"; and selections.
 *
 * A variable has no name in English.  It is called by how it was bound and what it is; two that would sound alike are told
 * apart as first and second.  One that only gives a name to known cards is said in full where it is first used. */
#include "effect/render.h"

const char *noun_of(CardType type, Number number)
{
    if (type == TYPE_NONE)
        return number == ONE ? "card" : "cards";
    return number == ONE ? type_name[type] : type_plural[type];
}

/* What a variable stands for: the selection or filter that binds it, and how it was bound. */
static NodeId binder_of(const Writer *w, NodeId from, int var, int depth)
{
    uint16_t op = op_of(w, from);
    if ((op == NODE_LET || op == NODE_AS || op == NODE_EACH) && value_of(w, from, 0) == var)
        return from;
    for (int i = 0; depth < MAX_DEPTH && i < kids(w, from); i++) {
        NodeId found = binder_of(w, kid(w, from, i), var, depth + 1);
        if (found)
            return found;
    }
    return 0;
}

NodeId binding(const Writer *w, NodeId var)
{
    return binder_of(w, w->root, value_of(w, var, 0), 0);
}

/* The filter inside a selection; 0 if it takes cards from the top of a pile. */
static NodeId filter_in(const Writer *w, NodeId sel)
{
    switch (op_of(w, sel)) {
    case NODE_RANDOM: case NODE_ONE_OR_MORE: case NODE_ALL_BUT: case NODE_FARTHEST: case NODE_NEAREST: return kid(w, sel, 1);
    case NODE_CHOOSE: case NODE_UP_TO: case NODE_UNTIL_TOTAL: case NODE_HIGHEST: case NODE_LOWEST: case NODE_MOST_SKILLED: case NODE_DOWNLOADED: return kid(w, sel, 2);
    case NODE_CHOOSE_TOTAL: return kid(w, sel, 3);
    case NODE_TOP: case NODE_BOTTOM: case NODE_PILE_TOP: case NODE_PILE_BOTTOM: return 0;
    case NODE_AS: return filter_in(w, kid(w, sel, 1));
    default: return sel;
    }
}

/* What the second filter of an event means where it is left out. */
static CardType cause_type(const Writer *w, NodeId pattern)
{
    switch (node_at(w->cat, pattern)->value) {
    case EVENT_ABOUT_TO_FACE: case EVENT_FACING: return TYPE_DILEMMA;
    case EVENT_ATTEMPT_BEGINS: case EVENT_ATTEMPTING: case EVENT_OVERCAME: case EVENT_CHECKING: case EVENT_ABOUT_TO_MOVE:
    case EVENT_MOVED: case EVENT_BEAMED: return TYPE_MISSION;
    case EVENT_COMPLETED: return TYPE_PERSONNEL;
    default: return TYPE_NONE;
    }
}

/* What the first filter of an event must be, whatever it says. */
static CardType subject_type(const Writer *w, NodeId pattern)
{
    switch (node_at(w->cat, pattern)->value) {
    case EVENT_ABOUT_TO_REVEAL: case EVENT_REVEALED: case EVENT_DILEMMA_COST: case EVENT_OVERCAME:
    case EVENT_MET_REQUIREMENTS: return TYPE_DILEMMA;
    case EVENT_ABOUT_TO_COMPLETE: case EVENT_COMPLETED: case EVENT_ABOUT_TO_FAIL: case EVENT_FAILED:
    case EVENT_ATTEMPT_ENDS: return TYPE_MISSION;
    case EVENT_ABOUT_TO_KILL: case EVENT_KILLED: case EVENT_ABOUT_TO_BRIG: case EVENT_BRIGGED: case EVENT_USED_SKILL:
    case EVENT_GAINED_SKILL: return TYPE_PERSONNEL;
    case EVENT_LOST_COMMAND: case EVENT_ABOUT_TO_MOVE: case EVENT_MOVED: return TYPE_SHIP;
    default: return TYPE_NONE;
    }
}

CardType event_part(const Writer *w, NodeId pattern, int part)
{
    return part == 0 ? subject_type(w, pattern) : cause_type(w, pattern);
}

static CardType type_below(const Writer *w, NodeId id, int depth);

/* What is chosen as a card is played, which its text calls `that` (1E-7.5). */
static NodeId target_of(const Writer *w)
{
    for (int i = 0; i < kids(w, w->root); i++)
        if (op_of(w, kid(w, w->root, i)) == NODE_TARGET)
            return kid(w, kid(w, w->root, i), 0);
    return 0;
}

static CardType host_type(const Writer *w, int depth)
{
    if (w->damage)
        return TYPE_SHIP;
    for (int i = 0; w->def && i < w->def->ability_count; i++) {
        const Ability *a = &w->cat->ability[w->def->ability + i];
        if (a->kind == NODE_PLAYS_ON)
            return type_below(w, kid(w, a->node, 0), depth + 1);
    }
    return w->def && w->def->type == TYPE_PERSONNEL ? TYPE_SHIP : TYPE_NONE;
}

static CardType list_type(const Writer *w, NodeId id, int depth)
{
    CardType type = TYPE_NONE;
    bool all = op_of(w, id) == NODE_OR;
    for (int i = 0; i < kids(w, id); i++) {
        NodeId part = kid(w, id, i);
        if (!all && op_of(w, part) == NODE_TYPE)                  /* said in so many words */
            return (CardType)value_of(w, part, 0);
        CardType t = type_below(w, part, depth + 1);
        if (all && i > 0 && t != type)
            return TYPE_NONE;
        if (all || type == TYPE_NONE)
            type = t;
    }
    return type;
}

static CardType trait_type(const Writer *w, int trait)
{
    switch ((TraitKind)w->cat->trait_kind[trait]) {
    case OF_SPECIES: return TYPE_PERSONNEL;
    case OF_CLASS:   return TYPE_SHIP;
    case OF_REGION:  return TYPE_MISSION;
    case OF_KEYWORD: break;
    }
    return TYPE_NONE;
}

static CardType type_below(const Writer *w, NodeId id, int depth)
{
    if (depth > MAX_DEPTH)
        return TYPE_NONE;
    CardType type;
    NodeId part;
    switch (op_of(w, id)) {
    case NODE_TYPE: return (CardType)value_of(w, id, 0);
    case NODE_AND: case NODE_OR: return list_type(w, id, depth);
    case NODE_NOT:
        part = kid(w, id, 0);
        return op_of(w, part) == NODE_HAS || op_of(w, part) == NODE_DAMAGED || op_of(w, part) == NODE_DOCKED || op_of(w, part) == NODE_STAFFED
            || op_of(w, part) == NODE_COMPLETE ? type_below(w, part, depth + 1) : TYPE_NONE;
    case NODE_SELF: return w->def ? (CardType)w->def->type : TYPE_NONE;
    case NODE_HOST: return host_type(w, depth);
    case NODE_THAT:
        if (!w->pattern)
            return type_below(w, target_of(w), depth + 1);
        type = type_below(w, kid(w, w->pattern, 0), depth + 1);
        return type ? type : event_part(w, w->pattern, 0);
    case NODE_CAUSE:
        type = type_below(w, kid(w, w->pattern, 1), depth + 1);
        return type ? type : event_part(w, w->pattern, 1);
    case NODE_VAR:
        part = kid(w, binding(w, id), 1);
        return op_of(w, part) == NODE_PILE_TOP || op_of(w, part) == NODE_PILE_BOTTOM ? TYPE_DILEMMA : type_below(w, filter_in(w, part), depth + 1);
    case NODE_TRAIT: return trait_type(w, value_of(w, id, 0));
    case NODE_GROUP: case NODE_CLASSIFIED: case NODE_SPECIALIST: case NODE_HAS_ALONE: case NODE_HAS: case NODE_HAS_NAMED: case NODE_USED_SKILLS: case NODE_COMMANDER_OF: case NODE_CAPTIVE:
    case NODE_CAPTIVE_OF: case NODE_IN_BRIG_OF: case NODE_DOTS_ARE:
        return TYPE_PERSONNEL;
    case NODE_ATTR: case NODE_PRINTED:
        return value_of(w, id, 0) <= ATTR_STRENGTH ? TYPE_PERSONNEL : value_of(w, id, 0) <= ATTR_SHIELDS ? TYPE_SHIP : TYPE_NONE;
    case NODE_KIND: case NODE_QUADRANT: case NODE_COMPLETE: case NODE_COMPLETED_FIRST: case NODE_REQUIRES_ATTR: case NODE_SPAN_IS: case NODE_DILEMMAS_UNDER: case NODE_POINTS_ARE: case NODE_ATTEMPT_ICON:
    case NODE_THIS_MISSION: case NODE_NO_ICONS: case NODE_CLAIMED: case NODE_LINE_END: case NODE_LOCATION:
    case NODE_UNEXAMINED: case NODE_SEEDED_BY: case NODE_NEXT_ON_COURSE:
        return TYPE_MISSION;
    case NODE_STAFFED: case NODE_DAMAGED: case NODE_DOCKED: case NODE_BEGINS_MOVE: case NODE_STAFF_ICONS: case NODE_THIS_SHIP: return TYPE_SHIP;
    case NODE_DRAWN: case NODE_STACKED: case NODE_IN_PILE: case NODE_FACED_NOW: return TYPE_DILEMMA;
    default: return TYPE_NONE;
    }
}

CardType type_of(const Writer *w, NodeId filter)
{
    return type_below(w, filter, 0);
}

Number selection_number(const Writer *w, NodeId sel)
{
    int n = 0;
    switch (op_of(w, sel)) {
    case NODE_RANDOM: case NODE_CHOOSE: case NODE_UP_TO: case NODE_TOP: case NODE_BOTTOM: case NODE_PILE_TOP: case NODE_PILE_BOTTOM: case NODE_DOWNLOADED:
        return number_is(w, kid(w, sel, op_of(w, sel) == NODE_RANDOM ? 0 : 1), &n) && n == 1 ? ONE : MANY;
    case NODE_HIGHEST: case NODE_LOWEST: case NODE_MOST_SKILLED: case NODE_FARTHEST: case NODE_NEAREST: return ONE;
    case NODE_AS: return selection_number(w, kid(w, sel, 1));
    case NODE_VAR: {
        NodeId by = binding(w, sel);
        return op_of(w, by) == NODE_EACH ? ONE : op_of(w, kid(w, by, 1)) == NODE_VAR ? MANY : selection_number(w, kid(w, by, 1));
    }
    case NODE_THAT: return w->plural ? MANY : ONE;
    default: return is_reference(w, sel) ? ONE : MANY;
    }
}

void put_self(Writer *w)
{
    out_text(w->out, "this %s", noun_of(w->def ? (CardType)w->def->type : TYPE_NONE, ONE));
}

/* "the chosen ship", "the selected personnel"; the how tells two names for one noun apart, or else their order does. */
static const char *how_bound(const Writer *w, NodeId by)
{
    NodeId sel = kid(w, by, 1);
    if (op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_UP_TO: case NODE_ONE_OR_MORE: case NODE_CHOOSE_TOTAL: return "chosen ";
    case NODE_RANDOM: case NODE_ALL_BUT: case NODE_UNTIL_TOTAL: return "randomly selected ";
    case NODE_DOWNLOADED: return "downloaded ";
    default: return "";
    }
}

static bool sounds_like(const Writer *w, int var, NodeId by)
{
    NodeId other = binder_of(w, w->root, var, 0);
    return other && other != by && how_bound(w, other) == how_bound(w, by)
        && type_of(w, filter_in(w, kid(w, other, 1))) == type_of(w, filter_in(w, kid(w, by, 1)));
}

static Number put_variable(Writer *w, NodeId var)
{
    static const char *const ordinal[MAX_VARS] = { "first ", "second ", "third ", "fourth " };
    NodeId by = binding(w, var);
    if (w->unsaid >> value_of(w, var, 0) & 1) {
        w->unsaid &= (uint8_t)~(1u << value_of(w, var, 0));
        return put_selection(w, kid(w, by, 1));
    }
    int index = value_of(w, var, 0), before = 0, after = 0;
    for (int v = 0; v < MAX_VARS; v++)
        if (v != index && sounds_like(w, v, by))
            v < index ? before++ : after++;
    Number number = selection_number(w, var);
    const char *how = how_bound(w, by);
    const char *which = *how || before + after ? "the " : number == ONE ? "that " : "those ";
    out_text(w->out, "%s%s%s%s", which, before + after && before < MAX_VARS ? ordinal[before] : "", how,
             noun_of(type_of(w, var), number));
    return number;
}

Number put_reference(Writer *w, NodeId id)
{
    CardType type = type_of(w, id);
    switch (op_of(w, id)) {
    case NODE_SELF: put_self(w); break;
    case NODE_HOST: put(w, "this ship"); break;                   /* of a damage card; others are phrases */
    case NODE_THAT:
        if (w->pattern && op_of(w, kid(w, w->pattern, 0)) == NODE_SELF)
            put_self(w);
        else
            out_text(w->out, w->plural ? "those %s" : "that %s", noun_of(type, w->plural ? MANY : ONE));
        return w->plural ? MANY : ONE;
    case NODE_CAUSE:
        out_text(w->out, "that %s", type == TYPE_NONE ? "other card" : noun_of(type, ONE));
        break;
    case NODE_VAR: return put_variable(w, id);
    case NODE_THIS_MISSION: put(w, "this mission"); break;
    case NODE_THIS_SHIP: put(w, "this ship"); break;
    default: put(w, "the dilemma being faced"); break;
    }
    return ONE;
}

static Number put_chosen(Writer *w, NodeId sel, Determiner which)
{
    Number number = put_cards(w, kid(w, sel, 2), which, kid(w, sel, 1));
    if (!is_actor(w, kid(w, sel, 0))) {
        put(w, " chosen by ");
        put_player(w, kid(w, sel, 0));
    }
    return number;
}

Number put_pile_part(Writer *w, NodeId player, NodeId count, const char *end, const char *pile)
{
    int n;
    bool literal = number_is(w, count, &n);
    out_text(w->out, "the %s ", end);
    if (literal && n != 1)
        put_number(w, n);
    put(w, !literal ? "X cards of " : n == 1 ? "card of " : " cards of ");
    put_possessive(w, player);
    out_text(w->out, " %s", pile);
    if (!literal) {
        put(w, " (X is ");
        put_quantity(w, count);
        put(w, ")");
    }
    return literal && n == 1 ? ONE : MANY;
}

static Number put_extreme(Writer *w, NodeId sel, const char *which)
{
    put_cards(w, kid(w, sel, 2), A, 0);
    out_text(w->out, " with the %s ", which);
    put_word(w, value_of(w, sel, 1));
    put(w, " (");
    put(w, put_player(w, kid(w, sel, 0)) == ONE ? " chooses" : " choose");
    put(w, " among equals)");
    return ONE;
}

static Number put_most_skilled(Writer *w, NodeId sel)
{
    put_cards(w, kid(w, sel, 2), A, 0);
    out_text(w->out, " with the most %s (", skill_name[value_of(w, sel, 1)]);
    put(w, put_player(w, kid(w, sel, 0)) == ONE ? " chooses" : " choose");
    put(w, " among equals)");
    return ONE;
}

static Number put_distant(Writer *w, NodeId sel, const char *which)
{
    out_text(w->out, "the %s ", which);
    put_cards(w, kid(w, sel, 1), BARE, 0);
    put(w, " (");
    put(w, put_player(w, kid(w, sel, 0)) == ONE ? " chooses" : " choose");
    put(w, " among equals)");
    return ONE;
}

static Number selection(Writer *w, NodeId sel)
{
    Number number;
    switch (op_of(w, sel)) {
    case NODE_RANDOM:
        number = put_cards(w, kid(w, sel, 1), EXACTLY, kid(w, sel, 0));
        put(w, " at random");
        return number;
    case NODE_CHOOSE: return put_chosen(w, sel, EXACTLY);
    case NODE_UP_TO: return put_chosen(w, sel, UP_TO);
    case NODE_ONE_OR_MORE:
        number = put_cards(w, kid(w, sel, 1), SOME, 0);
        if (!is_actor(w, kid(w, sel, 0))) {
            put(w, " chosen by ");
            put_player(w, kid(w, sel, 0));
        }
        return number;
    case NODE_ALL_BUT:
        number = put_cards(w, kid(w, sel, 1), ALL_BUT, kid(w, sel, 0));
        put(w, " at random");
        return number;
    case NODE_DOWNLOADED:                       /* said as an effect of its own: see put_let */
        number = put_cards(w, kid(w, sel, 2), UP_TO, kid(w, sel, 1));
        put(w, " that ");
        put(w, put_player(w, kid(w, sel, 0)) == ONE ? " downloads" : " download");
        return number;
    case NODE_UNTIL_TOTAL:
        put_cards(w, kid(w, sel, 2), BARE, 0);
        put(w, " at random until their total ");
        put_word(w, value_of(w, sel, 0));
        out_text(w->out, " is %d or more", value_of(w, sel, 1));
        return MANY;
    case NODE_CHOOSE_TOTAL:
        put_cards(w, kid(w, sel, 3), BARE, 0);
        put(w, is_actor(w, kid(w, sel, 0)) ? " of your choice" : " of your opponent's choice");
        put(w, " until their total ");
        put_word(w, value_of(w, sel, 1));
        put(w, " is at least ");
        put_quantity(w, kid(w, sel, 2));
        return MANY;
    case NODE_TOP: return put_pile_part(w, kid(w, sel, 0), kid(w, sel, 1), "top", "deck");
    case NODE_BOTTOM: return put_pile_part(w, kid(w, sel, 0), kid(w, sel, 1), "bottom", "deck");
    case NODE_PILE_TOP: return put_pile_part(w, kid(w, sel, 0), kid(w, sel, 1), "top", "dilemma pile");
    case NODE_PILE_BOTTOM: return put_pile_part(w, kid(w, sel, 0), kid(w, sel, 1), "bottom", "dilemma pile");
    case NODE_HIGHEST: return put_extreme(w, sel, "highest");
    case NODE_LOWEST: return put_extreme(w, sel, "lowest");
    case NODE_MOST_SKILLED: return put_most_skilled(w, sel);
    case NODE_FARTHEST: return put_distant(w, sel, "farthest");
    case NODE_NEAREST: return put_distant(w, sel, "nearest");
    case NODE_AS: return put_selection(w, kid(w, sel, 1));
    default: return put_cards(w, sel, ALL, 0);
    }
}

Number put_selection(Writer *w, NodeId sel)
{
    if (!go_down(w))
        return ONE;
    Number number = selection(w, sel);
    w->depth--;
    return number;
}
