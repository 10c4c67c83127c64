/* What a card is called: the noun for a filter, "this ship", "that personnel", "the second card"; and selections.
 *
 * A variable has no name in English.  "That personnel" is the last one that the text has spoken of, "those personnel" the last several; any
 * other is called by what was done to it, "the revealed personnel", or counted: "the first personnel".  Spoken of is what the event is about, and every selection, in the order of the words; src/text/own.c, which
 * reads this English back, counts in the same way.  A name for cards that are not chosen is given where they are first used. */
#include "effect/render.h"

const char *noun_of(CardType type, Number number)
{
    if (type == TYPE_NONE)
        return number == ONE ? "card" : "cards";
    if (type == TYPE_TIME_LOCATION && number == ONE)
        return "time location";
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

bool is_unsaid(const Writer *w, NodeId var)
{
    return op_of(w, var) == NODE_VAR && w->unsaid >> value_of(w, var, 0) & 1;
}

/* The filter inside a selection; 0 if it takes cards from the top of a pile. */
static NodeId filter_in(const Writer *w, NodeId sel)
{
    switch (op_of(w, sel)) {
    case NODE_RANDOM: case NODE_ONE_OR_MORE: case NODE_ALL_BUT: case NODE_FARTHEST: case NODE_NEAREST: case NODE_REPORTED: return kid(w, sel, 1);
    case NODE_CHOOSE: case NODE_UP_TO: case NODE_UNTIL_TOTAL: case NODE_HIGHEST: case NODE_LOWEST: case NODE_MOST_SKILLED: case NODE_DOWNLOADED: return kid(w, sel, 2);
    case NODE_CHOOSE_TOTAL: case NODE_UP_TO_TOTAL: case NODE_AT_LEAST_TOTAL: case NODE_CHOOSE_DIFFERENT: case NODE_CHOOSE_ALIKE: case NODE_UP_TO_DIFFERENT: return kid(w, sel, 3);
    case NODE_TOP: case NODE_BOTTOM: case NODE_PILE_TOP: case NODE_PILE_BOTTOM: return 0;
    case NODE_AS: return filter_in(w, kid(w, sel, 1));
    default: return sel;
    }
}

/* The dilemma that has killed or stopped somebody: the card itself, but in a text about other dilemmas "that dilemma". */
const char *dilemma_at_work(const Writer *w)
{
    bool of_others = w->pattern && node_at(w->cat, w->pattern)->value == EVENT_OVERCAME && op_of(w, kid(w, w->pattern, 0)) != NODE_SELF;
    return of_others ? "that dilemma" : "this dilemma";
}

/* What the second filter of an event means where it is left out. */
static CardType cause_type(const Writer *w, NodeId pattern)
{
    switch (node_at(w->cat, pattern)->value) {
    case EVENT_ABOUT_TO_FACE: case EVENT_FACING: case EVENT_CONSUMED: return TYPE_DILEMMA;
    case EVENT_ATTEMPT_BEGINS: case EVENT_ATTEMPTING: case EVENT_OVERCAME: case EVENT_CHECKING: case EVENT_ABOUT_TO_MOVE:
    case EVENT_MOVED: case EVENT_MOVED_AWAY: case EVENT_BEAMED: case EVENT_BEAMED_FROM: case EVENT_ABOUT_TO_RETURN: return TYPE_MISSION;
    case EVENT_COMPLETED: return TYPE_PERSONNEL;
    default: return TYPE_NONE;
    }
}

/* What the first filter of an event must be, whatever it says. */
static CardType subject_type(const Writer *w, NodeId pattern)
{
    switch (node_at(w->cat, pattern)->value) {
    case EVENT_ABOUT_TO_REVEAL: case EVENT_REVEALED: case EVENT_DILEMMA_COST: case EVENT_OVERCAME: case EVENT_NOT_CHOSEN: case EVENT_CONSUMED: case EVENT_DILEMMA_PREVENTED:
    case EVENT_MET_REQUIREMENTS: case EVENT_ABOUT_TO_RETURN: return TYPE_DILEMMA;
    case EVENT_ABOUT_TO_COMPLETE: case EVENT_COMPLETED: case EVENT_ABOUT_TO_FAIL: case EVENT_FAILED:
    case EVENT_ATTEMPT_ENDS: return TYPE_MISSION;
    case EVENT_ABOUT_TO_KILL: case EVENT_KILLED: case EVENT_ABOUT_TO_BRIG: case EVENT_BRIGGED: case EVENT_USED_SKILL:
    case EVENT_GAINED_SKILL: return TYPE_PERSONNEL;
    case EVENT_ABOUT_TO_MOVE: case EVENT_MOVED: case EVENT_MOVED_AWAY: return TYPE_SHIP;
    default: return TYPE_NONE;
    }
}

CardType event_part(const Writer *w, NodeId pattern, int part)
{
    return part == 0 ? subject_type(w, pattern) : cause_type(w, pattern);
}

/* … and what it is spoken of as, where it does not say. */
static CardType spoken_part(const Writer *w, NodeId pattern)
{
    int event = node_at(w->cat, pattern)->value;
    bool done_by_personnel = event == EVENT_FACING || event == EVENT_ABOUT_TO_FACE || event == EVENT_ATTEMPTING || event == EVENT_ATTEMPT_BEGINS;
    return done_by_personnel && only_personnel_face(w) ? TYPE_PERSONNEL : subject_type(w, pattern);
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

/* What a text puts its own card on, wherever in it that is: TYPE_NONE until one is found, TYPE_COUNT when there are several. */
static CardType placed_on(const Writer *w, NodeId id, CardType found, int depth)
{
    NodeId to = op_of(w, id) == NODE_PLACE && op_of(w, kid(w, id, 0)) == NODE_SELF ? kid(w, id, 1) : 0;
    if (to && op_of(w, to) == NODE_TO_ON) {
        CardType type = type_below(w, kid(w, to, 0), depth + 1);
        found = !type || (found && found != type) ? TYPE_COUNT : type;
    }
    for (int i = 0; i < kids(w, id) && depth < MAX_DEPTH && found != TYPE_COUNT; i++)
        found = placed_on(w, kid(w, id, i), found, depth + 1);
    return found;
}

static CardType host_type(const Writer *w, int depth)
{
    CardType found = TYPE_NONE;
    if (w->damage)
        return TYPE_SHIP;
    for (int i = 0; w->def && i < w->def->ability_count; i++) {
        const Ability *a = &w->cat->ability[w->def->ability + i];
        if (a->kind == NODE_PLAYS_ON || a->kind == NODE_AIMS_AT)
            return type_below(w, kid(w, a->node, 0), depth + 1);
    }
    if (w->def && w->def->type == TYPE_PERSONNEL)
        return TYPE_SHIP;
    for (int i = 0; w->def && i < w->def->ability_count && depth < MAX_DEPTH; i++) {
        const Ability *a = &w->cat->ability[w->def->ability + i];
        Writer other = *w;                      /* names are those of that ability */
        other.root = a->node;
        other.pattern = a->pattern;
        found = placed_on(&other, a->node, found, depth + 1);
    }
    return found == TYPE_COUNT ? TYPE_NONE : found;
}

/* People and their things go from ship to ship; what lies on one card until it is gone has it for its own. */
bool names_host(const Writer *w)
{
    bool stays = w->def && w->def->type != TYPE_PERSONNEL && w->def->type != TYPE_EQUIPMENT;
    return w->damage || (stays && host_type(w, 0) != TYPE_NONE && host_type(w, 0) != (CardType)w->def->type);
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
    case NODE_BEARER: return type_below(w, kid(w, w->root, 0), depth + 1);
    case NODE_THAT:
        if (!w->pattern)
            return type_below(w, target_of(w), depth + 1);
        type = type_below(w, kid(w, w->pattern, 0), depth + 1);
        return type ? type : spoken_part(w, w->pattern);
    case NODE_CAUSE:
        type = type_below(w, kid(w, w->pattern, 1), depth + 1);
        return type ? type : event_part(w, w->pattern, 1);
    case NODE_VAR:
        part = kid(w, binding(w, id), 1);
        return op_of(w, part) == NODE_PILE_TOP || op_of(w, part) == NODE_PILE_BOTTOM ? TYPE_DILEMMA : type_below(w, filter_in(w, part), depth + 1);
    case NODE_TRAIT: return trait_type(w, value_of(w, id, 0));
    case NODE_GROUP: case NODE_TEAM_OF: case NODE_TEAM_SIZE: case NODE_CLASSIFIED: case NODE_LEADER: case NODE_SPECIALIST: case NODE_HAS_ALONE: case NODE_HAS: case NODE_HAS_NAMED: case NODE_USED_SKILLS: case NODE_COMMANDER_OF: case NODE_CAPTIVE:
    case NODE_CAPTIVE_OF: case NODE_IN_BRIG_OF: case NODE_DOTS_ARE: case NODE_SKILLS_ARE:
        return TYPE_PERSONNEL;
    case NODE_ATTR: case NODE_PRINTED: case NODE_ATTR_WITHOUT:
        return value_of(w, id, 0) <= ATTR_STRENGTH ? TYPE_PERSONNEL : value_of(w, id, 0) <= ATTR_SHIELDS ? TYPE_SHIP : TYPE_NONE;
    case NODE_KIND: case NODE_QUADRANT: case NODE_COMPLETE: case NODE_REQUIRES_ATTR: case NODE_SPAN_IS: case NODE_DILEMMAS_UNDER: case NODE_POINTS_ARE: case NODE_ATTEMPT_ICON:
    case NODE_THIS_MISSION: case NODE_NO_ICONS: case NODE_CLAIMED: case NODE_LINE_END: case NODE_LOCATION: case NODE_ADJACENT:
    case NODE_PLANET_NAMED: case NODE_SHORTENS_WAY: case NODE_UNEXAMINED: case NODE_SEEDED_BY: case NODE_SOLVED_BY: case NODE_NEXT_ON_COURSE:
        return TYPE_MISSION;
    case NODE_STAFFED: case NODE_DAMAGED: case NODE_DOCKED: case NODE_BEGINS_MOVE: case NODE_STAFF_ICONS: case NODE_RANGE_LEFT: case NODE_THIS_SHIP: return TYPE_SHIP;
    case NODE_DRAWN: case NODE_STACKED: case NODE_IN_PILE: case NODE_FACED_NOW: return TYPE_DILEMMA;
    default: return TYPE_NONE;
    }
}

CardType type_of(const Writer *w, NodeId filter)
{
    return type_below(w, filter, 0);
}

CardType noun_type(const Writer *w, NodeId filter)
{
    uint16_t op = op_of(w, filter);
    if (op == NODE_TRAIT || (op == NODE_OR && kids(w, filter) && op_of(w, kid(w, filter, 0)) == NODE_TRAIT))
        return TYPE_NONE;
    if (op != NODE_AND)
        return type_of(w, filter);
    CardType type = TYPE_NONE;
    for (int i = 0; i < kids(w, filter); i++) {
        NodeId part = kid(w, filter, i);
        if (op_of(w, part) == NODE_TYPE)
            return (CardType)value_of(w, part, 0);
        if (type == TYPE_NONE && op_of(w, part) != NODE_TRAIT && op_of(w, part) != NODE_OR)
            type = noun_type(w, part);
    }
    return type;
}

Number selection_number(const Writer *w, NodeId sel)
{
    int n = 0;
    switch (op_of(w, sel)) {
    case NODE_TOP: case NODE_BOTTOM: case NODE_PILE_TOP: case NODE_PILE_BOTTOM:
        if (op_of(w, kid(w, sel, 0)) == NODE_EACH_ONE || op_of(w, kid(w, sel, 0)) == NODE_EACH_OPPONENT)
            return MANY;                        /* one of each */
        return number_is(w, kid(w, sel, 1), &n) && n == 1 ? ONE : MANY;
    case NODE_RANDOM: case NODE_CHOOSE: case NODE_UP_TO: case NODE_DOWNLOADED: case NODE_DRAWN_THEM: case NODE_REPORTED:
        return number_is(w, kid(w, sel, op_of(w, sel) == NODE_RANDOM || op_of(w, sel) == NODE_REPORTED ? 0 : 1), &n) && n == 1 ? ONE : MANY;
    case NODE_HIGHEST: case NODE_LOWEST: case NODE_MOST_SKILLED: case NODE_FARTHEST: case NODE_NEAREST: return ONE;
    case NODE_AS: return selection_number(w, kid(w, sel, 1));
    case NODE_VAR: {
        NodeId by = binding(w, sel);
        return op_of(w, by) == NODE_EACH ? ONE : op_of(w, kid(w, by, 1)) == NODE_VAR ? MANY : selection_number(w, kid(w, by, 1));
    }
    case NODE_THAT: return w->plural ? MANY : ONE;
    case NODE_OR: return MANY;
    case NODE_AND:
        for (int i = 0; i < kids(w, sel); i++)
            if (op_of(w, kid(w, sel, i)) == NODE_VAR)
                return selection_number(w, kid(w, sel, i));
        return is_reference(w, sel) ? ONE : MANY;
    default: return is_reference(w, sel) ? ONE : MANY;
    }
}

void put_self(Writer *w)
{
    out_text(w->out, "this %s", noun_of(w->def ? (CardType)w->def->type : TYPE_NONE, ONE));
}

/* ---- what the text has spoken of ---- */

const char *name_by_deed(uint16_t deed, uint16_t taken)
{
    switch (deed) {
    case NODE_STOP:      return "stopped";
    case NODE_UNSTOP:    return "unstopped";
    case NODE_KILL:      return "killed";
    case NODE_DESTROY:   return "destroyed";
    case NODE_DISCARD: case NODE_DISCARD_TOP: return "discarded";
    case NODE_REVEAL:    return "revealed";
    case NODE_EXAMINE:   return "examined";
    case NODE_REMOVE:    return "removed";
    case NODE_PLACE: case NODE_BRIG: return "placed";
    case NODE_DOWNLOAD:  return "downloaded";
    case NODE_LET: break;
    default: return NULL;
    }
    switch (taken) {
    case NODE_CHOOSE: case NODE_UP_TO: case NODE_ONE_OR_MORE: case NODE_HIGHEST: case NODE_LOWEST: return "chosen";
    case NODE_RANDOM: case NODE_ALL_BUT: return "selected";
    case NODE_DOWNLOADED: return "downloaded";
    case NODE_DRAWN_THEM: return "drawn";
    default: return node_info[taken].result == 'F' ? "noted" : NULL;
    }
}

const char *name_by_event(int event)
{
    switch (event) {
    case EVENT_ANNOUNCED: case EVENT_ABOUT_TO_PLAY: case EVENT_PLAYED: return "played";
    case EVENT_FACING:      return "facing";
    case EVENT_ATTEMPTING: case EVENT_ATTEMPT_BEGINS: return "attempting";
    case EVENT_MOVED: case EVENT_MOVED_AWAY: return "moving";
    case EVENT_IN_COMBAT:   return "fighting";
    case EVENT_STUNNED:     return "stunned";
    case EVENT_STOPPED:     return "stopped";
    case EVENT_KILLED:      return "killed";
    case EVENT_DESTROYED:   return "destroyed";
    case EVENT_REMOVED:     return "removed";
    case EVENT_BRIGGED:     return "placed";
    case EVENT_DISCARDED:   return "discarded";
    case EVENT_DREW:        return "drawn";
    case EVENT_DOWNLOADED:  return "downloaded";
    default: return NULL;
    }
}

enum { MOST_SPOKEN = 24 };

/* slot: the let, as, for-each or selection; fixed: that or cause; done: what it may be called by, NULL if nothing */
typedef struct { NodeId slot; uint16_t fixed; CardType type; bool many; const char *done; } Spoken;
typedef struct { Spoken at[MOST_SPOKEN]; int count; NodeId end, next; bool ended; } SpokenOf;      /* next: what stands behind the effect that is being walked */

static void speak(SpokenOf *s, Spoken one)
{
    if (s->count < MOST_SPOKEN)
        s->at[s->count++] = one;
}

static char part_letter(const char *signature, int part)
{
    Str rest = str_of(signature), word = str_word(&rest);
    for (int i = 0; i < part && rest.len; i++)
        word = str_word(&rest);
    return word.len ? word.at[0] : 0;
}

static bool is_plain_reference(const Writer *w, NodeId sel)
{
    while (op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    for (int i = 0; op_of(w, sel) == NODE_AND && i < kids(w, sel); i++)
        if (op_of(w, kid(w, sel, i)) == NODE_VAR)          /* some of those */
            return false;
    return node_info[op_of(w, sel)].result == 'F' && is_reference(w, sel);
}

static void walk(const Writer *w, NodeId id, SpokenOf *s, int depth);

static CardType type_selected(const Writer *w, NodeId sel)
{
    while (op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    return op_of(w, sel) == NODE_PILE_TOP || op_of(w, sel) == NODE_PILE_BOTTOM ? TYPE_DILEMMA : type_below(w, filter_in(w, sel), 0);
}

/* A player draws or downloads cards, or wins with some: the text speaks of those as of the subjects of other events. */
static bool takes_cards(int event)
{
    return event == EVENT_DREW || event == EVENT_SHOWN || event == EVENT_DOWNLOADED || event == EVENT_ABOUT_TO_TOP || event == EVENT_TOPPED || event == EVENT_ENGAGEMENT_WON || event == EVENT_COMBAT_WON;
}

static void walk_event(const Writer *w, SpokenOf *s, int depth)
{
    NodeId pattern = w->pattern, subject = kid(w, pattern, 0), cause = kid(w, pattern, 1);
    walk(w, pattern, s, depth);
    if (s->ended)
        return;
    bool player = node_info[op_of(w, subject)].result == 'P';
    CardType type = player ? TYPE_NONE : type_below(w, subject, 0);
    const char *done = name_by_event(node_at(w->cat, pattern)->value);
    if (subject && !player && op_of(w, subject) != NODE_SELF)
        speak(s, (Spoken){ .fixed = NODE_THAT, .type = type ? type : spoken_part(w, pattern), .many = w->plural, .done = done });
    type = type_below(w, cause, 0);
    bool won = node_at(w->cat, pattern)->value == EVENT_ENGAGEMENT_WON || node_at(w->cat, pattern)->value == EVENT_COMBAT_WON;
    if (takes_cards(node_at(w->cat, pattern)->value) && (cause || !won)) {
        speak(s, (Spoken){ .fixed = NODE_THAT, .type = type, .many = w->plural, .done = done });
        return;
    }
    type = type ? type : event_part(w, pattern, 1);
    if (type || cause || node_at(w->cat, pattern)->value == EVENT_LOST_COMMAND)
        speak(s, (Spoken){ .fixed = NODE_CAUSE, .type = type });
}

/* In the order of the words: clauses stand before the effects. */
static void walk_parts(const Writer *w, NodeId id, SpokenOf *s, int depth)
{
    const NodeInfo *info = &node_info[op_of(w, id)];
    uint16_t said_by = op_of(w, id) == NODE_LET ? deed_that_says(w, id, s->next) : NODE_NONE, deed = said_by != NODE_NONE ? said_by : op_of(w, id);
    bool asks = op_of(w, id) == NODE_IF || op_of(w, id) == NODE_UNLESS;
    int asked = 0;                              /* what was spoken of before the one way or the other */
    bool priced = op_of(w, id) == NODE_COST_REVEAL || op_of(w, id) == NODE_COST_OPTION;     /* the cost is said behind the deeds */
    for (int clauses = 1; clauses >= 0; clauses--)
        for (int i = 0; i < kids(w, id) && !s->ended; i++) {
            NodeId part = kid(w, id, i);
            bool clause = node_info[op_of(w, part)].result == 'G';
            if (clause != (clauses == 1) || (id == w->root && part == w->pattern) || (priced && i == 0))
                continue;
            if (asks && op_of(w, part) == NODE_ELSE)
                s->count = asked;               /* the other way has not been gone */
            s->next = i + 1 < kids(w, id) ? kid(w, id, i + 1) : 0;
            walk(w, part, s, depth + 1);
            asked = i == 0 ? s->count : asked;
            if (s->ended || info->result != 'E' || clause)
                continue;
            bool let = op_of(w, id) == NODE_LET;
            bool alias = let && (op_of(w, part) == NODE_THAT || op_of(w, part) == NODE_SELF || op_of(w, part) == NODE_CAUSE);
            if (alias)
                continue;
            if (part_letter(info->signature, i) == 'S' && (let || !is_plain_reference(w, part)))
                speak(s, (Spoken){ .slot = let ? id : part, .type = type_selected(w, part), .done = name_by_deed(deed, op_of(w, part)),
                                   .many = let && op_of(w, part) == NODE_VAR ? true : selection_number(w, part) == MANY });
            if (op_of(w, id) == NODE_EACH && i == 1)
                speak(s, (Spoken){ .slot = id, .type = type_below(w, part, 0), .many = false });
        }
    int n = 0;
    if (op_of(w, id) == NODE_DOWNLOAD && !s->ended)
        speak(s, (Spoken){ .slot = id, .type = type_below(w, kid(w, id, 2), 0), .many = !(number_is(w, kid(w, id, 1), &n) && n == 1), .done = "downloaded" });
    if (op_of(w, id) == NODE_DISCARD_TOP && !s->ended)
        speak(s, (Spoken){ .slot = id, .many = !(number_is(w, kid(w, id, 1), &n) && n == 1), .done = "discarded" });
    if (priced && !s->ended)
        walk(w, kid(w, id, 0), s, depth + 1);
}

static void walk(const Writer *w, NodeId id, SpokenOf *s, int depth)
{
    if (s->ended || depth > MAX_DEPTH)
        return;
    s->ended = id == s->end;
    if (!s->ended && op_of(w, id) != NODE_FOR_NOW && op_of(w, id) != NODE_CAN)
        walk_parts(w, id, s, depth);
}

static SpokenOf spoken_before(const Writer *w, NodeId end)
{
    SpokenOf s = { .end = end };
    if (w->pattern)
        walk_event(w, &s, 0);
    else if (target_of(w) && end != target_of(w))
        speak(&s, (Spoken){ .fixed = NODE_THAT, .type = type_below(w, target_of(w), 0), .many = w->plural, .done = "targeted" });
    if (!s.ended)
        walk_parts(w, w->root, &s, 0);
    return s;
}

/* Which of them a reference is: -1 if none. */
static int spoken_index(const Writer *w, const SpokenOf *s, NodeId reference)
{
    NodeId named = op_of(w, reference) == NODE_VAR ? binding(w, reference) : 0, what = named ? kid(w, named, 1) : 0;
    if (op_of(w, named) == NODE_LET && (op_of(w, what) == NODE_THAT || op_of(w, what) == NODE_CAUSE))       /* another name for it */
        reference = what;
    uint16_t op = op_of(w, reference);
    int found = -1;
    for (int i = 0; i < s->count; i++) {
        NodeId slot = s->at[i].slot;
        uint16_t by = op_of(w, slot);
        bool names = slot && (by == NODE_LET || by == NODE_AS || by == NODE_EACH) && op == NODE_VAR && value_of(w, slot, 0) == value_of(w, reference, 0);
        if (names || (s->at[i].fixed && s->at[i].fixed == op))
            found = i;
    }
    return found;
}

bool is_last_spoken(const Writer *w, NodeId reference, CardType type)
{
    SpokenOf s = spoken_before(w, reference);
    int last = s.count - 1;
    while (last >= 0 && s.at[last].type != type)
        last--;
    return last >= 0 && spoken_index(w, &s, reference) == last;
}

static bool chosen_from(const Writer *w, NodeId slot, NodeId from)
{
    NodeId sel = op_of(w, slot) == NODE_LET || op_of(w, slot) == NODE_AS ? kid(w, slot, 1) : slot;
    if (op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_RANDOM: case NODE_UP_TO: case NODE_ALL_BUT: case NODE_ONE_OR_MORE: break;
    default: return false;
    }
    NodeId filter = filter_in(w, sel);
    if (op_of(w, filter) != NODE_AND)
        return op_of(w, filter) == NODE_VAR && (!from || value_of(w, filter, 0) == value_of(w, from, 0));
    for (int i = 0; i < kids(w, filter); i++)
        if (op_of(w, kid(w, filter, i)) == NODE_VAR)
            return !from || value_of(w, kid(w, filter, i), 0) == value_of(w, from, 0);
    return false;
}

bool is_last_choice_from(const Writer *w, NodeId chosen, NodeId from)
{
    SpokenOf s = spoken_before(w, from);
    int last = s.count - 1;
    while (last >= 0 && !chosen_from(w, s.at[last].slot, 0))
        last--;
    return last >= 0 && spoken_index(w, &s, chosen) == last && chosen_from(w, s.at[last].slot, from);
}

/* Whether the one may be called what the other is called. */
static bool called_alike(const Spoken *one, const Spoken *other)
{
    return one->type == other->type && one->done && other->done && strcmp(one->done, other->done) == 0;
}

/* "the revealed card", or of several that may be called that "the first revealed card". */
static void put_called(Writer *w, const SpokenOf *s, int index)
{
    int before = 0, all = 0;
    for (int i = 0; i < s->count; i++) {
        bool alike = called_alike(&s->at[i], &s->at[index]);
        before += alike && i < index;
        all += alike;
    }
    put(w, "the ");
    if (all > 1)
        out_text(w->out, "%s ", ordinal_word(before + 1));
    out_text(w->out, "%s %s", s->at[index].done, noun_of(s->at[index].type, s->at[index].many ? MANY : ONE));
}

/* "that personnel", "those cards", "the revealed card", "the first ship".  Once another than the last has been spoken of again, "that" might be either. */
static Number put_spoken(Writer *w, NodeId reference, CardType type, Number number)
{
    SpokenOf s = spoken_before(w, w->refers ? w->refers : reference);
    int index = spoken_index(w, &s, reference), before = 0;
    bool last = true;
    if (index >= 0) {
        type = s.at[index].type;
        number = s.at[index].many ? MANY : ONE;
    }
    for (int i = 0; i < s.count && index >= 0; i++) {
        before += i < index && s.at[i].type == type;
        last &= !(i > index && s.at[i].type == type && s.at[i].many == s.at[index].many);
    }
    bool named = index >= 0 && s.at[index].done, doubtful = last && w->back_to == s.count && w->back_type == type;
    bool each = index >= 0 && op_of(w, s.at[index].slot) == NODE_EACH;
    if (!last) {
        w->back_to = s.count;
        w->back_type = type;
    }
    if (named && (!last || doubtful))
        put_called(w, &s, index);
    else if (last && (!doubtful || each || before == 0))
        out_text(w->out, "%s %s", number == ONE ? "that" : "those", noun_of(type, number));
    else
        out_text(w->out, "the %s %s", ordinal_word(before + 1), noun_of(type, number));
    return number;
}

bool put_both(Writer *w, NodeId or)
{
    NodeId one = kid(w, or, 0), other = kid(w, or, 1);
    bool named = kids(w, or) == 2 && op_of(w, one) == NODE_VAR && op_of(w, other) == NODE_VAR;
    if (!named || w->unsaid >> value_of(w, one, 0) & 1 || w->unsaid >> value_of(w, other, 0) & 1)
        return false;
    SpokenOf s = spoken_before(w, or);
    int first = spoken_index(w, &s, one), second = spoken_index(w, &s, other);
    if (first < 0 || second <= first || s.at[first].type != s.at[second].type || s.at[first].many != s.at[second].many)
        return false;
    for (int i = first + 1; i < s.count; i++)
        if (i != second && s.at[i].type == s.at[first].type && s.at[i].many == s.at[first].many)
            return false;
    out_text(w->out, "%s %s", s.at[first].many ? "all those" : "both", noun_of(s.at[first].type, MANY));
    return true;
}

static Number put_variable(Writer *w, NodeId var)
{
    if (w->unsaid >> value_of(w, var, 0) & 1) {
        w->unsaid &= (uint8_t)~(1u << value_of(w, var, 0));
        return put_selection(w, kid(w, binding(w, var), 1));
    }
    NodeId by = binding(w, var), what = kid(w, by, 1);
    bool again = op_of(w, by) != NODE_EACH && (op_of(w, what) == NODE_THAT || op_of(w, what) == NODE_SELF || op_of(w, what) == NODE_CAUSE);
    if (again)                                  /* another name for it */
    {
        w->refers = var;                        /* as it is called here, not where it got its name */
        Number number = put_reference(w, what);
        w->refers = 0;
        return number;
    }
    return put_spoken(w, var, type_of(w, var), selection_number(w, var));
}

Number put_reference(Writer *w, NodeId id)
{
    CardType type = type_of(w, id);
    switch (op_of(w, id)) {
    case NODE_SELF: put_self(w); break;
    case NODE_HOST: out_text(w->out, "this %s", noun_of(type, ONE)); break;        /* others are phrases: see names_host */
    case NODE_THAT:
        if (w->pattern && op_of(w, kid(w, w->pattern, 0)) == NODE_SELF && !w->later)
            put_self(w);
        else if (w->later) {
            NodeId whom = w->later;
            w->later = 0;
            Number number = put_selection(w, whom);
            w->later = whom;
            return number;
        }
        else
            return put_spoken(w, id, type, w->plural ? MANY : ONE);
        return ONE;
    case NODE_BEARER:
        if (op_of(w, w->root) == NODE_OWN_COST)
            put(w, "the mission where you play it");
        else
            out_text(w->out, "that very %s", type ? noun_of(type, ONE) : "card");
        break;
    case NODE_CAUSE: return put_spoken(w, id, type, ONE);
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

/* "your deck", "the deck of the player on your left". */
void put_pile_of(Writer *w, NodeId player, const char *pile)
{
    if (op_of(w, player) == NODE_LEFT || op_of(w, player) == NODE_RIGHT) {
        out_text(w->out, "the %s of ", pile);
        put_player(w, player);
        return;
    }
    put_possessive(w, player);
    out_text(w->out, " %s", pile);
}

Number put_pile_part(Writer *w, NodeId player, NodeId count, const char *end, const char *pile)
{
    int n;
    if (!number_is(w, count, &n)) {
        out_text(w->out, "a number of cards from the %s of ", end);
        put_pile_of(w, player, pile);
        put(w, " equal to ");
        put_quantity(w, count);
        return MANY;
    }
    out_text(w->out, "the %s ", end);
    if (n != 1)
        put_number(w, n);
    put(w, n == 1 ? "card of " : " cards of ");
    put_pile_of(w, player, pile);
    return n == 1 ? ONE : MANY;
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
    out_text(w->out, " with the most %s (", skill_word(w, value_of(w, sel, 1)));
    put(w, put_player(w, kid(w, sel, 0)) == ONE ? " chooses" : " choose");
    put(w, " among equals)");
    return ONE;
}

static Number put_distant(Writer *w, NodeId sel, const char *which)
{
    put_cards(w, kid(w, sel, 1), A, 0);
    out_text(w->out, " %s away (", which);
    put(w, put_player(w, kid(w, sel, 0)) == ONE ? " chooses" : " choose");
    put(w, " among equals)");
    return ONE;
}

static Number selection(Writer *w, NodeId sel)
{
    Number number;
    NodeId named = is_unsaid(w, sel) ? kid(w, binding(w, sel), 1) : 0;
    if (op_of(w, named) == NODE_IN_HAND) {
        w->unsaid &= (uint8_t)~(1u << value_of(w, sel, 0));
        sel = named;
    }
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
        number = put_cards(w, kid(w, sel, 2), selection_number(w, sel) == ONE ? EXACTLY : UP_TO, kid(w, sel, 1));
        put(w, " that ");
        put(w, put_player(w, kid(w, sel, 0)) == ONE ? " downloads" : " download");
        return number;
    case NODE_DRAWN_THEM:                       /* likewise */
        put_amount(w, kid(w, sel, 1), "card", "cards");
        put(w, " that ");
        put(w, put_player(w, kid(w, sel, 0)) == ONE ? " draws" : " draw");
        return selection_number(w, sel);
    case NODE_REPORTED:                         /* likewise */
        number = put_cards(w, kid(w, sel, 1), UP_TO, kid(w, sel, 0));
        put(w, " that you report to ");
        put_cards(w, kid(w, sel, 2), A, 0);
        return number;
    case NODE_UNTIL_TOTAL:
        put_cards(w, kid(w, sel, 2), BARE, 0);
        put(w, " at random until their total ");
        put_word(w, value_of(w, sel, 0));
        out_text(w->out, " is %d or more", value_of(w, sel, 1));
        return MANY;
    case NODE_UP_TO_TOTAL: case NODE_AT_LEAST_TOTAL: case NODE_CHOOSE_TOTAL: {
        bool until = op_of(w, sel) == NODE_CHOOSE_TOTAL, at_most = op_of(w, sel) == NODE_UP_TO_TOTAL;
        bool own = is_actor(w, kid(w, sel, 0));
        put(w, own && !until ? "any number of " : "");
        put_cards(w, kid(w, sel, 3), BARE, 0);
        if (own) {
            put(w, !until ? " with a total " : w->you_is_actor ? ", as they choose, until their total " : ", as you choose, until their total ");
            put_word(w, value_of(w, sel, 1));
            put(w, at_most ? " of at most " : until ? " is at least " : " of at least ");
            put_quantity(w, kid(w, sel, 2));
            return MANY;
        }
        put(w, " of ");
        put_possessive(w, kid(w, sel, 0));
        put(w, !until ? " choice with a total " : " choice until their total ");
        put_word(w, value_of(w, sel, 1));
        put(w, at_most ? " of at most " : until ? " is at least " : " of at least ");
        put_quantity(w, kid(w, sel, 2));
        return MANY;
    }
    case NODE_CHOOSE_DIFFERENT: case NODE_CHOOSE_ALIKE: case NODE_UP_TO_DIFFERENT:
        put_cards(w, kid(w, sel, 3), op_of(w, sel) == NODE_UP_TO_DIFFERENT ? UP_TO : EXACTLY, kid(w, sel, 1));
        put(w, op_of(w, sel) == NODE_CHOOSE_ALIKE ? " (all with the same " : " (no two with the same ");
        put_word(w, value_of(w, sel, 2));
        put(w, ")");
        if (!is_actor(w, kid(w, sel, 0))) {
            put(w, " chosen by ");
            put_player(w, kid(w, sel, 0));
        }
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
    case NODE_IN_HAND:
        if (op_of(w, kid(w, sel, 0)) != NODE_EACH_ONE) {
            put_pile_of(w, kid(w, sel, 0), "hand");
            return MANY;
        }
        return put_cards(w, sel, ALL, 0);
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
