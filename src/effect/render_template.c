/* What the English column of nodes.def and events.def can say is written from there: %1 and %2 are the parts, the verb after
 * a leading part agrees with it, "[…]" is left out with the part it speaks of. */
#include "effect/render.h"

/* The verb of a template, as its subject has it. */
static void put_agreeing(Writer *w, Str verb, Number number, bool base)
{
    bool optional_s = verb.len > 3 && !strncmp(verb.at + verb.len - 3, "(s)", 3);
    if (str_is(verb, "is"))
        put(w, base ? "be" : number == ONE ? "is" : "are");
    else if (str_is(verb, "has"))
        put(w, base || number == MANY ? "have" : "has");
    else if (optional_s)
        out_text(w->out, "%.*s%s", (int)verb.len - 3, verb.at, base || number == MANY ? "" : "s");
    else if ((base || number == MANY) && verb.len > 1 && verb.at[verb.len - 1] == 's')
        out_str(w->out, (Str){ verb.at, verb.len - 1 });
    else
        out_str(w->out, verb);
}

void put_subject(Writer *w, NodeId player, Form form, const char *base)
{
    if (is_actor(w, player)) {
        put(w, base);
        put(w, w->third_person ? "s" : "");
        w->third_person = false;
        return;
    }
    put(w, form == AFTER_MAY ? "have " : "");
    Number number = put_player(w, player);
    out_text(w->out, " %s%s", base, form == AFTER_MAY || number == MANY ? "" : "s");
}

/* Whose pile a selected card goes back to, where that is known: the player named, or whose hand, deck or discard pile it
 * is in. */
static NodeId owner_known(const Writer *w, NodeId sel)
{
    if (node_info[op_of(w, sel)].result == 'P')
        return sel;
    switch (op_of(w, sel)) {
    case NODE_TOP: case NODE_BOTTOM: case NODE_PILE_TOP: case NODE_PILE_BOTTOM: case NODE_OWNED: case NODE_IN_HAND: case NODE_IN_TENT: case NODE_IN_DECK:
    case NODE_IN_DISCARD: case NODE_IN_REMOVED: case NODE_IN_PILE:
        return op_of(w, kid(w, sel, 0)) == NODE_EACH_ONE ? 0 : kid(w, sel, 0);       /* whose ever it is */
    case NODE_RANDOM: case NODE_ONE_OR_MORE: case NODE_ALL_BUT: case NODE_AS: return owner_known(w, kid(w, sel, 1));
    case NODE_CHOOSE: case NODE_UP_TO: return owner_known(w, kid(w, sel, 2));
    case NODE_VAR:
        if (w->you_is_actor)                    /* the selection may have been named where "you" was somebody else */
            return 0;
        sel = kid(w, binding(w, sel), 1);
        return op_of(w, sel) == NODE_VAR || op_of(w, sel) == NODE_AND ? 0 : owner_known(w, sel);
    case NODE_AND:
        for (int i = 0; i < kids(w, sel); i++) {
            NodeId owner = op_of(w, kid(w, sel, i)) == NODE_AND ? 0 : owner_known(w, kid(w, sel, i));
            if (owner)
                return owner;
        }
        return 0;
    default: return 0;
    }
}

void put_destination(Writer *w, NodeId to, NodeId sel)
{
    static const char its[] = "its owner's ";
    const char *english = idiom(w, node_info[op_of(w, to)].english);
    if (op_of(w, to) == NODE_TO_CORE && w->you_is_actor)
        english = "in their core";
    const char *part = strstr(english, "%1"), *owner = strstr(english, its);
    bool taken = w->taken;
    sel = op_of(w, sel) == NODE_THAT && w->later ? w->later : sel;      /* of what happens at the end of the turn */
    w->taken = false;
    if (part) {
        out_text(w->out, "%.*s", (int)(part - english), english);
        if (op_of(w, to) == NODE_TO_CORE_OF && (op_of(w, kid(w, to, 0)) == NODE_LEFT || op_of(w, kid(w, to, 0)) == NODE_RIGHT) && !strncmp(part, "%1 core", 7)) {
            put_pile_of(w, kid(w, to, 0), "core");
            part += 5;
        } else if (op_of(w, to) == NODE_TO_CORE_OF)
            put_possessive(w, kid(w, to, 0));
        else
            put_cards(w, kid(w, to, 0), A, 0);
        put(w, part + 2);
    } else if (owner) {
        NodeId known = owner_known(w, sel);
        out_text(w->out, "%.*s", (int)(owner - english), english);
        if (known)
            put_possessive(w, known);
        else
            put(w, sel && selection_number(w, sel) == MANY ? "their owners'" : "its owner's");
        bool many = !known && sel && selection_number(w, sel) == MANY;
        const char *pile = owner + strlen(its);
        size_t word = strcspn(pile, ",");
        out_text(w->out, many ? " %.*ss%s" : " %.*s%s", (int)word, pile, many && pile[word] ? ", which are then shuffled" : pile + word);
    } else {
        put(w, english);
    }
    w->taken = taken;
}

/* A template at work. */
typedef struct {
    NodeId node;
    const char *signature;
    bool plural;                               /* the subjects of an event: "one or more …" */
    NodeId selected;                           /* the selection, for a destination that speaks of its owner */
} Template;

static char part_type(const char *signature, int part)
{
    Str rest = str_of(signature), word = str_word(&rest);
    for (int i = 0; i < part && rest.len; i++)
        word = str_word(&rest);
    return word.len ? word.at[0] : 'E';
}

void put_skill_list(Writer *w, NodeId node, int first)
{
    int count = kids(w, node) - first;
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "or");
        put(w, skill_word(w, value_of(w, node, first + i)));
    }
}

static Number put_part(Writer *w, const Template *t, int part)
{
    NodeId id = kid(w, t->node, part);
    bool event = op_of(w, t->node) == NODE_EVENT;
    switch (part_type(t->signature, part)) {
    case 'P': return put_player(w, id);
    case 'S':
        if (!event)
            return put_selection(w, id);
        put_skill_list(w, t->node, part);
        return ONE;
    case 'F': case 'G':
        return put_cards_as(w, id, t->plural && part == (t->signature[0] == 'P') ? SOME : A, 0, event ? event_part(w, t->node, part) : TYPE_NONE);
    case 'D': put_destination(w, id, t->selected); return ONE;
    default: put_quantity(w, id); return ONE;
    }
}

static void put_pattern(Writer *w, const Template *t, Str s);

/* "[ by %2]" or "[%2|a dilemma]": the first alternative whose part is there, or which needs none. */
static void put_optional(Writer *w, const Template *t, Str s)
{
    Str without = { s.at, 0 };
    while (s.len) {
        size_t cut = 0;
        while (cut < s.len && s.at[cut] != '|')
            cut++;
        Str choice = { s.at, cut };
        s = cut < s.len ? (Str){ s.at + cut + 1, s.len - cut - 1 } : (Str){ s.at + cut, 0 };
        const char *mark = memchr(choice.at, '%', choice.len);
        if (!mark)
            without = choice;
        else if (kid(w, t->node, mark[1] - '1')) {
            put_pattern(w, t, choice);
            return;
        }
    }
    put_pattern(w, t, without);
}

static void put_pattern(Writer *w, const Template *t, Str s)
{
    while (s.len) {
        size_t used = 1;
        if (s.at[0] == '%' && s.len > 1) {
            int part = s.at[1] - '1';
            bool owns = s.len > 3 && !strncmp(s.at + 2, "'s", 2) && part_type(t->signature, part) == 'P';
            w->followed = memchr(s.at + 2, '%', s.len - 2) != NULL;
            if (owns)
                put_possessive(w, kid(w, t->node, part));
            else
                put_part(w, t, part);
            w->followed = false;
            used = owns ? 4 : 2;
        } else if (s.at[0] == '[') {
            const char *close = memchr(s.at, ']', s.len);
            size_t len = close ? (size_t)(close - s.at) : s.len - 1;
            put_optional(w, t, (Str){ s.at + 1, len - 1 });
            used = len + 1;
        } else {
            out_text(w->out, "%c", s.at[0]);
        }
        s = (Str){ s.at + used, s.len - used };
    }
}

/* The template begins with its subject: writes subject and verb, and returns what is left. */
static Str put_lead(Writer *w, const Template *t, Str s, Form form)
{
    int part = s.at[1] - '1';
    NodeId id = kid(w, t->node, part);
    bool player = part_type(t->signature, part) == 'P';
    bool hidden = player && is_actor(w, id) && op_of(w, t->node) != NODE_EVENT;
    s = (Str){ s.at + 3, s.len - 3 };
    Str word = str_word(&s);
    const char *bracket = memchr(word.at, '[', word.len);
    if (bracket)
        word.len = (size_t)(bracket - word.at);
    Number number = ONE;
    if (!hidden) {
        put(w, form == AFTER_MAY ? "have " : "");
        number = put_part(w, t, part);
        put(w, " ");
    }
    put_agreeing(w, word, number, hidden || form == AFTER_MAY);
    if (player)
        w->actor = op_of(w, id);                /* from here on "their deck" */
    return (Str){ word.at + word.len, s.len + (size_t)(s.at - word.at) - word.len };
}

void put_template(Writer *w, NodeId node, const char *pattern, const char *signature, Form form, bool plural)
{
    Template t = { node, signature, plural, 0 };
    uint16_t actor = w->actor;
    for (int i = 0; i < kids(w, node) && op_of(w, node) != NODE_EVENT; i++)
        if (!t.selected && part_type(signature, i) == 'S')
            t.selected = kid(w, node, i);
    Str s = str_of(pattern);
    if (s.len > 3 && s.at[0] == '%' && s.at[2] == ' ')
        s = put_lead(w, &t, s, form);
    put_pattern(w, &t, s);
    w->actor = actor;
}

static bool changes_cost(const Writer *w, NodeId id, int depth)
{
    bool changes = op_of(w, id) == NODE_MOD_COST;
    for (int i = 0; i < kids(w, id) && depth < MAX_DEPTH && !changes; i++)
        changes = changes_cost(w, kid(w, id, i), depth + 1);
    return changes;
}

/* "you play a ship", where that says what it costs and cannot be taken for what happens once it is in play, "this personnel uses a skill to complete a mission":
 * false where the event is said as it stands in events.def. */
static bool put_deed_of_card(Writer *w, NodeId pattern, bool plural)
{
    int event = node_at(w->cat, pattern)->value;
    NodeId what = kid(w, pattern, 0), with = kid(w, pattern, 1);
    const char *usual = event_info[event].english;
    if (idiom(w, usual) != usual)
        return false;
    if (event == EVENT_ANNOUNCED && changes_cost(w, w->root, 0)) {
        NodeId owned = part_with(w, what, NODE_OWNED), player = owned ? kid(w, owned, 0) : 0;
        bool you = op_of(w, player) == NODE_YOU, opponent = op_of(w, player) == NODE_OPPONENT;
        put(w, you || op_of(w, what) == NODE_SELF ? "you play " : opponent ? "your opponent plays " : "a player plays ");
        w->said = you || opponent ? SAID_OWNED : 0;
        put_cards(w, what, plural ? SOME : A, 0);
        put(w, with ? " to " : "");
        if (with)
            put_cards(w, with, A, 0);
        return true;
    }
    if ((event == EVENT_ABOUT_TO_LOSE || event == EVENT_LOST_COMMAND) && (op_of(w, what) == NODE_SELF || has_owner(w, what, NODE_YOU))) {
        put(w, event == EVENT_LOST_COMMAND ? "you lose command of " : "you are about to lose command of ");
        put_cards(w, what, plural ? SOME : A, 0);
        put(w, with ? " by " : "");
        if (with)
            put_cards(w, with, A, 0);
        return true;
    }
    NodeId used = event == EVENT_COMPLETED && with ? part_with(w, with, NODE_USED_SKILLS) : 0;
    if (!used)
        return false;
    w->said = SAID_USED;
    Number number = put_cards_as(w, with, plural ? SOME : A, 0, TYPE_PERSONNEL);
    put(w, number == ONE ? " uses " : " use ");
    put_skills(w, used, 0, "a skill");
    put(w, " to complete ");
    put_cards_as(w, what, A, 0, TYPE_MISSION);
    return true;
}

/* "When this personnel is killed while it is at a mission": what was set aside, behind the event. */
static void put_aside(Writer *w)
{
    static const char open[] = " (if it ";
    char text[600];
    Out *out = w->out;
    size_t len = w->aside_len, lead = strlen(open);
    w->sets_aside = false;
    w->aside_len = 0;
    if (len <= lead + 1 || len >= sizeof text || out->len >= out->size)
        return;
    memcpy(text, out->at + w->aside_at, len - 1);               /* without its closing bracket */
    text[len - 1] = '\0';
    memmove(out->at + w->aside_at, out->at + w->aside_at + len, out->len - w->aside_at - len + 1);
    out->len -= len;
    out_text(out, " while it %s", text + lead);
}

static void put_whole_event(Writer *w, NodeId pattern, bool plural);

void put_event(Writer *w, NodeId pattern, bool plural)
{
    w->aside_len = 0;
    put_whole_event(w, pattern, plural);
    put_aside(w);
}

static void put_whole_event(Writer *w, NodeId pattern, bool plural)
{
    int event = node_at(w->cat, pattern)->value;
    uint16_t actor = w->actor, first = op_of(w, kid(w, pattern, 0));
    bool any = first == NODE_ANY || (first == NODE_TYPE && value_of(w, kid(w, pattern, 0), 0) == TYPE_MISSION);
    if (any && (event == EVENT_ABOUT_TO_FAIL || event == EVENT_FAILED || event == EVENT_ATTEMPT_ENDS)) {
        put(w, event == EVENT_ABOUT_TO_FAIL ? "a mission attempt is about to fail" : event == EVENT_FAILED ? "a mission attempt fails" : "a mission attempt ends");
        return;
    }
    w->actor = NODE_NONE;
    w->in_event = true;
    if (put_deed_of_card(w, pattern, plural)) {
        w->in_event = false;
        w->actor = actor;
        return;
    }
    const char *both = w->twice ? twin_english(event, w->twin) : NULL, *english = both ? both : idiom(w, event_info[event].english);
    const char *involved = strstr(english, " involving %1 ");
    if (first == NODE_ANY && involved)          /* whoever is in it */
        out_text(w->out, "%.*s%s", (int)(involved - english), english, involved + strlen(" involving %1"));
    else
        put_template(w, pattern, english, event_info[event].signature, PLAIN, plural);
    w->in_event = false;
    w->actor = actor;
}
