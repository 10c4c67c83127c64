/* Effects put together: one after another, under a condition, at somebody's choice, as clauses of one sentence or as sentences of their own.
 *
 * An effect is written in one of three positions.  As the tail of its sentence it may end that sentence and go on in another
 * ("Stop a ship. If you cannot, …").  As the last of a clause it may not, but nothing follows that it could swallow.  Inside a clause, what
 * would take in the words behind it stands in brackets, so that nothing is ambiguous. */
#include "effect/render.h"

enum { MOST_PARTS = 64 };                       /* of a node, by its reader */

static int to_say(Writer *w, NodeId node, int first, int count, NodeId *list);

void end_sentence(Writer *w, size_t from)
{
    Out *out = w->out;
    if (out->len >= out->size)
        return;
    char last = out->len ? out->at[out->len - 1] : '.';
    if (last == ' ')
        out->len--;
    bool aside = from < out->len && out->at[from] == '(' && last == ')';
    put(w, last == '.' || aside ? "" : ".");
    if (from < out->len && out->at[from] == '(')
        from++;
    if (from < out->len && out->at[from] >= 'a' && out->at[from] <= 'z')
        out->at[from] = (char)(out->at[from] - 'a' + 'A');
}

void put_limit(Writer *w, NodeId limit)
{
    int n = value_of(w, limit, 0);
    if (n == 1 || n == 2)
        put(w, n == 1 ? "once " : "twice ");
    else {
        put_number(w, n);
        put(w, " times ");
    }
    put_word(w, value_of(w, limit, 1));
}

/* How many of the children from `first` on are effects or modifiers; clauses come last. */
static int body_count(const Writer *w, NodeId node, int first)
{
    int count = 0;
    while (first + count < kids(w, node) && node_info[op_of(w, kid(w, node, first + count))].result != 'G')
        count++;
    return count;
}

/* The last child, if it is one of these. */
static NodeId last_if(const Writer *w, NodeId node, uint16_t op)
{
    NodeId last = kids(w, node) ? kid(w, node, kids(w, node) - 1) : 0;
    return op_of(w, last) == op ? last : 0;
}

/* "Otherwise, …" as a sentence of its own or in brackets. */
void put_alternative(Writer *w, NodeId other, const char *lead, Position position)
{
    NodeId said[MOST_PARTS];
    if (!other || !to_say(w, other, 0, kids(w, other), said))
        return;
    if (position == TAIL)
        out_text(w->out, ". %c%s", lead[0] - 'a' + 'A', lead + 1);
    else
        out_text(w->out, " (%s", lead);
    put_joined(w, other, 0, kids(w, other), PLAIN, position == TAIL ? TAIL : LAST);
    put(w, position == TAIL ? "" : ")");
}

static bool says_player(const Writer *w, NodeId id)
{
    bool said = op_of(w, id) == NODE_YOU || op_of(w, id) == NODE_OPPONENT;
    for (int i = 0; i < kids(w, id) && !said; i++)
        said = says_player(w, kid(w, id, i));
    return said;
}

static bool is_deed_of_player(const Writer *w, NodeId id);
static const char *named_by(const Writer *w, NodeId modal);
static bool is_one_deed_to_either(const Writer *w, NodeId modal);
static bool lets_another(const Writer *w, NodeId id);
static NodeId may_draw_often(const Writer *w, NodeId id);
static bool is_often_drawn_by(const Writer *w, NodeId id);
static NodeId deed_to_each(const Writer *w, NodeId id);

/* Does it begin with a condition or a choice? */
static bool stands_apart(uint16_t op)
{
    return op == NODE_IF || op == NODE_UNLESS || op == NODE_EACH || op == NODE_MAY_DO || op == NODE_MODAL || op == NODE_MODAL_TWO || op == NODE_REPEAT
        || op == NODE_EACH_PLAYER || op == NODE_IF_DONE || op == NODE_REPEAT_UNTIL;
}

/* Would it take in what is said behind it? */
static bool swallows(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    if (op == NODE_SEQ) {
        Writer unheard = *w;                    /* it only asks how many are said */
        NodeId said[MOST_PARTS];
        int count = to_say(&unheard, id, 0, kids(w, id), said);
        return count > 1 || (count == 1 && swallows(w, said[0]));
    }
    if (is_deed_of_player(w, id) || named_by(w, id) || is_one_deed_to_either(w, id) || lets_another(w, id)
        || may_draw_often(w, id) || is_often_drawn_by(w, id) || deed_to_each(w, id))
        return false;
    if (op == NODE_INSTEAD)
        return kids(w, id) > 1;
    bool later = op == NODE_APPLY && op_of(w, kid(w, id, 2)) == NODE_MOD_LATER && !is_one_deed_later(w, id);
    bool whole = (op == NODE_IF || op == NODE_UNLESS || op == NODE_IF_DONE) && op_of(w, kid(w, id, kids(w, id) - 1)) == NODE_ELSE;
    return (stands_apart(op) && !whole) || later;
}

/* "Do it. If you do, …". */
static void put_done(Writer *w, NodeId id, Form form, Position position)
{
    NodeId other = last_if(w, id, NODE_ELSE), deed = kid(w, id, 0);
    int count = kids(w, id) - 1 - (other != 0);
    const char *who = is_theirs(w, deed) ? "they" : "you";
    put_effect(w, deed, form, position == TAIL && stands_apart(op_of(w, deed)) ? LAST : INSIDE);
    if (count > 0) {
        out_text(w->out, position == TAIL ? ". If %s do, " : ", and if %s do, ", who);
        put_joined(w, id, 1, count, PLAIN, other ? INSIDE : position);
    }
    put_alternative(w, other, who[0] == 't' ? "if they do not, " : "if you do not, ", position);
}

/* Whether two effects are the same, whatever their selections are called. */
static bool same_deed(const Writer *w, NodeId a, NodeId b, int depth)
{
    while (op_of(w, a) == NODE_AS)
        a = kid(w, a, 1);
    while (op_of(w, b) == NODE_AS)
        b = kid(w, b, 1);
    const Node *x = node_at(w->cat, a), *y = node_at(w->cat, b);
    if (depth > MAX_DEPTH || x->op != y->op || x->argc != y->argc || x->value != y->value)
        return false;
    for (int i = 0; i < x->argc; i++)
        if (!same_deed(w, kid(w, a, i), kid(w, b, i), depth + 1))
            return false;
    return true;
}

/* "Discard a card to …": a price that is paid whole or not at all. */
static void put_price(Writer *w, NodeId id, Form form, Position position)
{
    NodeId other = last_if(w, id, NODE_ELSE);
    put_effect(w, kid(w, id, 1), form, INSIDE);
    put(w, " to ");
    put_joined(w, id, 2, kids(w, id) - 2 - (other != 0), AFTER_MAY, other ? INSIDE : position);
    put_alternative(w, other, "if you cannot, ", position);
}

static bool ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    return len >= n && memcmp(text + len - n, end, n) == 0;
}

static void put_if(Writer *w, NodeId id, const char *word, Form form, Position position)
{
    NodeId other = last_if(w, id, NODE_ELSE), b = kid(w, id, 0);
    if (op_of(w, id) == NODE_IF && op_of(w, b) == NODE_CAN && kids(w, id) > 2 + (other != 0) && same_deed(w, kid(w, b, 0), kid(w, id, 1), 0)) {
        put_price(w, id, form, position);
        return;
    }
    NodeId said[MOST_PARTS];
    if (other && !to_say(w, id, 1, kids(w, id) - 2, said)) {       /* nothing happens then but that a rule is cited */
        put(w, op_of(w, id) == NODE_IF ? "unless " : "if ");
        put_condition(w, b, false);
        put(w, ", ");
        put_joined(w, other, 0, kids(w, other), PLAIN, position);
        return;
    }
    if (form == AFTER_MAY && w->out->len < w->out->size && ends_with(w->out->at, w->out->len, " to "))
        put(w, "do the following: ");
    else if (form == AFTER_MAY && w->out->len < w->out->size && (ends_with(w->out->at, w->out->len, " may ") || ends_with(w->out->at, w->out->len, " must "))) {
        w->out->at[--w->out->len] = '\0';
        put(w, ", ");
    }
    put(w, word);
    put_condition(w, kid(w, id, 0), false);
    put(w, ", ");
    put_joined(w, id, 1, kids(w, id) - 1 - (other != 0), PLAIN, other ? INSIDE : position);
    put_alternative(w, other, "otherwise, ", position);
}

/* Whether another player chooses the cards that it is done to. */
static bool is_chosen_by_other(const Writer *w, NodeId effect)
{
    NodeId sel = kids(w, effect) ? kid(w, effect, 0) : 0;
    while (sel && op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    return sel && (op_of(w, sel) == NODE_CHOOSE || op_of(w, sel) == NODE_UP_TO) && op_of(w, kid(w, sel, 0)) != NODE_YOU;
}

static void put_try(Writer *w, NodeId id, Form form, Position position)
{
    NodeId other = last_if(w, id, NODE_ELSE);
    bool they = w->you_is_actor || is_theirs(w, kid(w, id, 0)) || is_chosen_by_other(w, kid(w, id, 0));
    put_joined(w, id, 0, kids(w, id) - (other != 0), form, other ? INSIDE : position);
    put_alternative(w, other, they ? "if they cannot, " : "if you cannot, ", w->you_is_actor ? LAST : position);      /* it stays with what each of them does */
}

static bool is_choice(const Writer *w, NodeId sel)
{
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_DOWNLOADED: case NODE_REPORTED: case NODE_UP_TO: case NODE_ONE_OR_MORE: case NODE_CHOOSE_TOTAL: case NODE_UP_TO_TOTAL: case NODE_AT_LEAST_TOTAL: case NODE_CHOOSE_DIFFERENT: case NODE_CHOOSE_ALIKE: case NODE_UP_TO_DIFFERENT: case NODE_RANDOM: case NODE_ALL_BUT:
    case NODE_UNTIL_TOTAL: case NODE_HIGHEST: case NODE_LOWEST:
        return true;
    default: return false;
    }
}

/* Whether that effect is about the cards that were named just before it. */
static bool names_what(const Writer *w, NodeId let, NodeId effect)
{
    int slot;
    switch (op_of(w, effect)) {
    case NODE_EXAMINE: case NODE_ARRANGE: slot = 1; break;
    case NODE_REVEAL: case NODE_DISCARD: case NODE_REMOVE: case NODE_PLACE: case NODE_STOP: case NODE_KILL: case NODE_DESTROY: case NODE_UNSTOP:
    case NODE_APPLY: case NODE_BRIG: case NODE_TAKE_COMMAND:
        slot = 0;
        break;
    default: return false;
    }
    NodeId what = kid(w, effect, slot);
    return op_of(w, what) == NODE_VAR && value_of(w, what, 0) == value_of(w, let, 0);
}

/* Whether the actor chooses cards only to take them somewhere at once: "discard a card", not "choose a card, then discard that card". */
static bool chooses_to_take(const Writer *w, NodeId let, NodeId effect)
{
    NodeId sel = kid(w, let, 1);
    uint16_t by = op_of(w, sel), op = op_of(w, effect);
    return (by == NODE_CHOOSE || by == NODE_UP_TO || by == NODE_ONE_OR_MORE) && is_actor(w, kid(w, sel, 0))
        && (op == NODE_DISCARD || op == NODE_PLACE || op == NODE_REVEAL || op == NODE_REMOVE || op == NODE_ARRANGE);
}

uint16_t deed_that_says(const Writer *w, NodeId let, NodeId next)
{
    if (op_of(w, next) == NODE_IF_DONE)
        next = kid(w, next, 0);
    bool said = next && (!is_choice(w, kid(w, let, 1)) || chooses_to_take(w, let, next)) && names_what(w, let, next);
    return said ? op_of(w, next) : NODE_NONE;
}

/* Leaves out a `let` that only gives a name to cards: they are said where the name is first used.  Returns how many of the
 * children are left to say. */
static int to_say(Writer *w, NodeId node, int first, int count, NodeId *list)
{
    int n = 0;
    for (int i = 0; i < count && n < MOST_PARTS; i++) {
        NodeId e = kid(w, node, first + i);
        uint16_t what = op_of(w, e) == NODE_LET ? op_of(w, kid(w, e, 1)) : NODE_NONE;
        bool again = what == NODE_SELF || what == NODE_THAT || what == NODE_CAUSE;         /* another name for what has one */
        if (op_of(w, e) == NODE_CITE || again)  /* for who reads the engine's reasons, not for players */
            continue;
        NodeId next = i + 1 < count ? kid(w, node, first + i + 1) : 0;
        if (op_of(w, e) == NODE_LET && deed_that_says(w, e, next) != NODE_NONE)
            w->unsaid |= (uint8_t)(1u << value_of(w, e, 0));
        else
            list[n++] = e;
    }
    return n;
}

/* How often something is called by that name. */
static int uses_of(const Writer *w, NodeId id, int var)
{
    int count = op_of(w, id) == NODE_VAR && value_of(w, id, 0) == var;
    for (int i = 0; i < kids(w, id); i++)
        count += uses_of(w, kid(w, id, i), var);
    return count;
}

static bool asks_where_it_is(const Writer *w, NodeId filter)
{
    bool asks = op_of(w, filter) == NODE_THIS_SHIP || op_of(w, filter) == NODE_THIS_MISSION;
    for (int i = 0; op_of(w, filter) == NODE_AND && i < kids(w, filter); i++)
        asks |= op_of(w, kid(w, filter, i)) == NODE_PRESENT || op_of(w, kid(w, filter, i)) == NODE_HERE;
    return asks;
}

static bool leaves_itself(const Writer *w, NodeId effect)
{
    uint16_t op = op_of(w, effect);
    return (op == NODE_KILL || op == NODE_DESTROY || op == NODE_REMOVE || op == NODE_DISCARD || op == NODE_PLACE) && op_of(w, kid(w, effect, 0)) == NODE_SELF;
}

/* "Kill this personnel to stop a personnel present": those who are with this card have a name only because it leaves; they are said where they matter. */
static bool is_found_first(const Writer *w, NodeId cost, NodeId let)
{
    NodeId what = op_of(w, let) == NODE_LET ? kid(w, let, 1) : 0;
    bool leaves = false;
    for (int i = 0; i < kids(w, cost); i++)
        leaves |= leaves_itself(w, kid(w, cost, i));
    return what && leaves && asks_where_it_is(w, what) && uses_of(w, w->root, value_of(w, let, 0)) == 1 && uses_of(w, cost, value_of(w, let, 0)) == 0;
}

void put_payment(Writer *w, NodeId cost, Form form)
{
    NodeId list[MOST_PARTS];
    int all = to_say(w, cost, 0, kids(w, cost), list), count = 0;
    for (int i = 0; i < all; i++)
        if (is_found_first(w, cost, list[i]))
            w->unsaid |= (uint8_t)(1u << value_of(w, list[i], 0));
        else
            list[count++] = list[i];
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "and");
        put_effect(w, list[i], form, INSIDE);
    }
}

/* What may be done, with what it costs: "draw a card", "discard a card to draw two cards". */
static void put_allowed_at(Writer *w, NodeId id, int body, Position position)
{
    NodeId limit = 0;
    uint16_t actor = w->actor;
    if (!is_actor(w, kid(w, id, 0)))
        w->actor = op_of(w, kid(w, id, 0));
    for (int i = 1 + body; i < kids(w, id); i++) {
        if (op_of(w, kid(w, id, i)) == NODE_COST) {
            put_payment(w, kid(w, id, i), AFTER_MAY);
            put(w, " to ");
        }
        if (op_of(w, kid(w, id, i)) == NODE_LIMIT)
            limit = kid(w, id, i);
    }
    put_joined(w, id, 1, body, AFTER_MAY, limit ? INSIDE : position);
    if (limit) {
        put(w, " (");
        put_limit(w, limit);
        put(w, ")");
    }
    w->actor = actor;
}

void put_allowed(Writer *w, NodeId id)
{
    put_allowed_at(w, id, body_count(w, id, 1), TAIL);
}

void put_mode(Writer *w, NodeId id, int mode)
{
    w->actor = op_of(w, kid(w, id, 0));
    put_effect(w, kid(w, id, mode + 1), AFTER_MAY, TAIL);
}

static void put_may_do(Writer *w, NodeId id, Form form, Position position)
{
    form = position == INSIDE && lets_another(w, id) ? AFTER_MAY : form;
    int body = body_count(w, id, 1);
    for (int i = 1 + body; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) == NODE_GUARD) {
            put(w, "if ");
            put_condition(w, kid(w, kid(w, id, i), 0), false);
            put(w, ", ");
        }
    bool let = form == AFTER_MAY && !is_actor(w, kid(w, id, 0));
    put(w, let ? "let " : "");
    if (!(form == AFTER_MAY && w->you_is_actor && is_actor(w, kid(w, id, 0)))) {
        put_player(w, kid(w, id, 0));
        put(w, " ");
    }
    put(w, let ? "" : "may ");
    put_allowed_at(w, id, body, position);
}

/* Whether it is several effects one after another, or one under a condition. */
static bool has_several(const Writer *w, NodeId id)
{
    Writer unheard = *w;
    NodeId said[MOST_PARTS];
    uint16_t op = op_of(w, id);
    bool condition = op == NODE_UNLESS || (op == NODE_IF && op_of(w, kid(w, id, 0)) != NODE_CAN);
    return condition || (op == NODE_SEQ && (to_say(&unheard, id, 0, kids(w, id), said) > 1 || has_several(w, said[0])));
}

/* Whether one of several things of a kind is named: "name a card type: personnel or ship".  What is named; NULL: it is another choice. */
static const char *named_by(const Writer *w, NodeId modal)
{
    uint16_t op = kids(w, modal) > 2 && op_of(w, modal) == NODE_MODAL ? op_of(w, kid(w, modal, 1)) : NODE_NONE;
    for (int i = 2; i < kids(w, modal); i++)
        if (op_of(w, kid(w, modal, i)) != op)
            return NULL;
    return op == NODE_CALL_TYPE ? "a card type" : op == NODE_CALL_ATTRIBUTE ? "an attribute" : op == NODE_CALL_SKILL ? "a skill" : op == NODE_CALL_ICON ? "an icon" : NULL;
}

static void put_named_one(Writer *w, NodeId id, Form form, const char *what)
{
    put_subject(w, kid(w, id, 0), form, "name");
    out_text(w->out, " %s: ", what);
    for (int i = 1; i < kids(w, id); i++) {
        NodeId call = kid(w, id, i);
        put_join(w, i - 1, kids(w, id) - 1, "or");
        switch (op_of(w, call)) {
        case NODE_CALL_TYPE: put(w, type_name[value_of(w, call, 0)]); break;
        case NODE_CALL_ATTRIBUTE: put_word(w, value_of(w, call, 0)); break;
        case NODE_CALL_SKILL: put(w, skill_word(w, value_of(w, call, 0))); break;
        default: out_text(w->out, "[%s]", icon_text[value_of(w, call, 0)]); break;
        }
    }
}

/* "discard": the verb of what is done to cards that the actor chooses; NULL: that is not all it says. */
static const char *verb_of_choice(const Writer *w, NodeId modal, NodeId deed)
{
    uint16_t op = op_of(w, deed);
    NodeId sel = op == NODE_DOWNLOAD ? deed : kid(w, deed, 0);
    bool chosen = op == NODE_DOWNLOAD ? !kid(w, deed, 3) : op_of(w, sel) == NODE_CHOOSE && !has_mixed_alternatives(w, kid(w, sel, 2));
    if (op != NODE_DISCARD_TOP && (!chosen || !same_tree(w, kid(w, sel, 0), kid(w, modal, 0), 0)))
        return NULL;
    switch (op) {
    case NODE_STOP:     return "stop";
    case NODE_KILL:     return "kill";
    case NODE_DESTROY:  return "destroy";
    case NODE_DOWNLOAD: return "download";
    case NODE_REVEAL:   return "reveal";
    case NODE_DISCARD: case NODE_DISCARD_TOP: return "discard";
    default: return NULL;
    }
}

/* "discard either two cards or an event from your hand" */
static bool is_one_deed_to_either(const Writer *w, NodeId modal)
{
    if (op_of(w, modal) != NODE_MODAL || kids(w, modal) != 3 || !is_actor(w, kid(w, modal, 0)))
        return false;
    const char *one = verb_of_choice(w, modal, kid(w, modal, 1)), *other = verb_of_choice(w, modal, kid(w, modal, 2));
    return one && other && strcmp(one, other) == 0;
}

static void put_one_deed_to_either(Writer *w, NodeId modal)
{
    const char *verb = verb_of_choice(w, modal, kid(w, modal, 1));
    out_text(w->out, "%s either ", verb);
    for (int i = 1; i < kids(w, modal); i++) {
        put(w, i > 1 ? " or " : "");
        size_t at = w->out->len, len = strlen(verb) + 1;
        put_effect(w, kid(w, modal, i), AFTER_MAY, INSIDE);
        if (w->out->len >= w->out->size || strncmp(w->out->at + at, verb, len - 1) != 0)
            return;
        memmove(w->out->at + at, w->out->at + at + len, w->out->len - at - len + 1);       /* the verb has been said */
        w->out->len -= len;
    }
}

/* "let your opponent draw a card": one deed that another may do, amid others. */
static bool lets_another(const Writer *w, NodeId id)
{
    NodeId may = op_of(w, id) == NODE_EACH_PLAYER && kids(w, id) == 2 ? kid(w, id, 1) : id;
    bool other = !is_actor(w, kid(w, id, 0)) && op_of(w, kid(w, id, 0)) != NODE_YOU;
    NodeId deed = op_of(w, may) == NODE_MAY_DO && kids(w, may) == 2 && other ? kid(w, may, 1) : 0;
    return deed && op_of(w, deed) != NODE_SEQ && op_of(w, deed) != NODE_TRY && op_of(w, deed) != NODE_COMBAT && op_of(w, deed) != NODE_ENGAGEMENT && !swallows(w, deed);
}

/* Whether its last words are a list of choices, behind which another choice would be taken for one of them. */
static bool ends_in_choice(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    return op == NODE_MODAL || op == NODE_MODAL_TWO || (op == NODE_SEQ && kids(w, id) > 0 && ends_in_choice(w, kid(w, id, kids(w, id) - 1)));
}

/* "place that card on top or on the bottom of your deck": false, and nothing, if that is not the choice. */
static bool put_top_or_bottom(Writer *w, NodeId id)
{
    NodeId one = kid(w, id, 1), other = kid(w, id, 2), what = kid(w, one, 0), to = kid(w, one, 1);
    bool same = kids(w, id) == 3 && is_actor(w, kid(w, id, 0)) && op_of(w, one) == NODE_PLACE && op_of(w, other) == NODE_PLACE && same_tree(w, what, kid(w, other, 0), 0);
    bool deck = op_of(w, to) == NODE_TO_DECK_TOP && op_of(w, kid(w, other, 1)) == NODE_TO_DECK_BOTTOM, pile = op_of(w, to) == NODE_TO_PILE_TOP && op_of(w, kid(w, other, 1)) == NODE_TO_PILE_BOTTOM;
    if (!same || (!deck && !pile) || op_of(w, what) == NODE_AND || !is_reference(w, what) || is_unsaid(w, what))
        return false;
    put(w, "place ");
    put_selection(w, what);
    put(w, " on top or ");
    put_destination(w, kid(w, other, 1), what);
    return true;
}

static void put_modal(Writer *w, NodeId id, Form form, Position position)
{
    uint16_t actor = w->actor;
    if (op_of(w, id) == NODE_MODAL && put_top_or_bottom(w, id))
        return;
    if (named_by(w, id)) {
        put_named_one(w, id, form, named_by(w, id));
        return;
    }
    if (is_one_deed_to_either(w, id)) {
        put_one_deed_to_either(w, id);
        return;
    }
    if (kids(w, id) == 3 && is_actor(w, kid(w, id, 0)) && op_of(w, kid(w, id, 1)) == NODE_COMBAT && is_twin(w, kid(w, id, 1), kid(w, id, 2))) {
        w->either = true;
        put_battle(w, kid(w, id, 1), position);
        return;
    }
    bool either = form == AFTER_MAY && kids(w, id) == 3 && is_actor(w, kid(w, id, 0)) && !has_several(w, kid(w, id, 1)) && !has_several(w, kid(w, id, 2));
    if (either)
        put(w, "either ");
    else {
        bool you = form == PLAIN && w->def && w->def->type == TYPE_DILEMMA && is_actor(w, kid(w, id, 0)) && !w->you_is_actor;
        if (you)
            put(w, "you choose");
        else
            put_subject(w, kid(w, id, 0), form, "choose");
        put(w, op_of(w, id) == NODE_MODAL_TWO ? " two: " : " one: ");
    }
    if (!is_actor(w, kid(w, id, 0)))
        w->actor = op_of(w, kid(w, id, 0));
    for (int i = 1; i < kids(w, id); i++) {
        bool last = i == kids(w, id) - 1;
        put(w, i == 1 ? "" : either ? " or " : last ? "; or " : "; ");
        NodeId part = kid(w, id, i);
        Position at = last || (!either && !ends_in_choice(w, part)) ? LAST : INSIDE;
        if (op_of(w, part) == NODE_SEQ)
            put_joined(w, part, 0, kids(w, part), either ? AFTER_MAY : PLAIN, at);
        else
            put_effect(w, part, either ? AFTER_MAY : PLAIN, at);
    }
    w->actor = actor;
}

/* "each opponent loses 5 points": one deed of a player that is said with its own verb. */
static bool is_deed_of_player(const Writer *w, NodeId id)
{
    NodeId deed = kids(w, id) == 2 && op_of(w, id) == NODE_EACH_PLAYER ? kid(w, id, 1) : 0;
    uint16_t op = op_of(w, deed);
    return (op == NODE_DRAW || op == NODE_SCORE || op == NODE_LOSE || op == NODE_DISCARD_TOP) && op_of(w, kid(w, deed, 0)) == NODE_YOU && !says_player(w, kid(w, deed, 1));
}

static void put_may_draw_often(Writer *w, NodeId id, const char *may);

/* Whether it says of a player that he may draw so many cards. */
static bool is_often_drawn_by(const Writer *w, NodeId id)
{
    NodeId repeat = op_of(w, id) == NODE_EACH_PLAYER && kids(w, id) == 2 ? kid(w, id, 1) : 0, who = repeat ? may_draw_often(w, repeat) : 0;
    return who && op_of(w, who) == NODE_YOU && !says_player(w, kid(w, repeat, 0));
}

static void put_each_player(Writer *w, NodeId id, Form form, Position position)
{
    if (is_deed_of_player(w, id)) {
        Writer deed = *w;
        put(w, form == AFTER_MAY ? "have " : "");
        bool one = put_player(w, kid(w, id, 0)) == ONE;
        put(w, " ");
        deed.actor = op_of(w, kid(w, id, 0));
        deed.you_is_actor = deed.actor != NODE_YOU;
        deed.third_person = form == PLAIN && one;
        put_deed(&deed, kid(w, id, 1), form, INSIDE);
        return;
    }
    if (form == PLAIN && is_often_drawn_by(w, id)) {
        put_player(w, kid(w, id, 0));
        put_may_draw_often(w, kid(w, id, 1), " may draw up to ");
        return;
    }
    Writer inner = *w;
    form = position == INSIDE && lets_another(w, id) ? AFTER_MAY : form;
    bool wish = op_of(w, kid(w, id, 1)) == NODE_MAY_DO, may = kids(w, id) == 2 && (wish || op_of(w, kid(w, id, 1)) == NODE_SEED_UP_TO);
    put(w, form != AFTER_MAY ? "" : may ? "let " : "make ");
    put_player(w, kid(w, id, 0));
    put(w, form == AFTER_MAY ? " " : may ? " may " : " must ");
    inner.actor = op_of(w, kid(w, id, 0));
    inner.you_is_actor = inner.actor != NODE_YOU;
    if (may && wish)
        put_allowed_at(&inner, kid(w, id, 1), body_count(w, kid(w, id, 1), 1), position);
    else
        put_joined(&inner, id, 1, kids(w, id) - 1, AFTER_MAY, position);
    w->unsaid = inner.unsaid;
}

/* Whether it speaks of a card as "that" one. */
static bool speaks_of(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    bool found = (op == NODE_VAR || op == NODE_THAT || op == NODE_CAUSE) && selection_number(w, id) == ONE;
    for (int i = 0; i < kids(w, id) && !found; i++)
        found = speaks_of(w, kid(w, id, i));
    return found;
}

/* "you may draw up to two cards": who may draw a card, so many times; 0: it is something else. */
static NodeId may_draw_often(const Writer *w, NodeId id)
{
    NodeId may = op_of(w, id) == NODE_REPEAT && kids(w, id) == 2 ? kid(w, id, 1) : 0, draw = op_of(w, may) == NODE_MAY_DO && kids(w, may) == 2 ? kid(w, may, 1) : 0;
    int n = 0;
    bool one = op_of(w, draw) == NODE_DRAW && number_is(w, kid(w, draw, 1), &n) && n == 1 && same_tree(w, kid(w, may, 0), kid(w, draw, 0), 0);
    return one ? kid(w, may, 0) : 0;
}

static void put_may_draw_often(Writer *w, NodeId id, const char *may)
{
    int n = 0;
    put(w, may);
    if (number_is(w, kid(w, id, 0), &n)) {
        put_number(w, n);
        put(w, " cards");
        return;
    }
    put(w, "a number of cards equal to ");
    put_quantity(w, kid(w, id, 0));
}

static void put_repeat(Writer *w, NodeId id)
{
    int n;
    bool spoken = false, distinct = op_of(w, kid(w, id, 0)) == NODE_DISTINCT;
    for (int i = 1; i < kids(w, id); i++)
        spoken |= speaks_of(w, kid(w, id, i));
    if (distinct || (op_of(w, kid(w, id, 0)) == NODE_COUNT && !spoken)) {
        put(w, distinct ? "for each " : "for ");
        if (distinct)
            put_distinct(w, kid(w, id, 0), ONE);
        else
            put_cards(w, kid(w, kid(w, id, 0), 0), EACH, 0);
        put(w, ", ");
        put_joined(w, id, 1, kids(w, id) - 1, PLAIN, LAST);
        return;
    }
    if (number_is(w, kid(w, id, 0), &n)) {
        put(w, n == 1 ? "do this once" : n == 2 ? "do this twice" : "do this ");
        if (n != 1 && n != 2) {
            put_number(w, n);
            put(w, " times");
        }
    } else {
        put(w, "do this a number of times equal to ");
        put_quantity(w, kid(w, id, 0));
    }
    put(w, ": ");
    put_joined(w, id, 1, kids(w, id) - 1, PLAIN, LAST);
}

/* "place each of those cards on one of your missions": one deed, done to each of several cards that were spoken of; 0 if it is something else. */
static NodeId deed_to_each(const Writer *w, NodeId id)
{
    NodeId deed = op_of(w, id) == NODE_EACH && kids(w, id) == 3 ? kid(w, id, 2) : 0, what = deed ? kid(w, deed, 0) : 0;
    uint16_t op = op_of(w, deed);
    bool taken = op == NODE_PLACE || op == NODE_STOP || op == NODE_KILL || op == NODE_DISCARD || op == NODE_DESTROY || op == NODE_REMOVE;
    bool those = taken && op_of(w, what) == NODE_VAR && value_of(w, what, 0) == value_of(w, id, 0) && op_of(w, kid(w, id, 1)) == NODE_VAR;
    return those && !is_unsaid(w, kid(w, id, 1)) && selection_number(w, kid(w, id, 1)) == MANY ? deed : 0;
}

/* Effects that put others together.  False: it is none of them. */
static bool put_together(Writer *w, NodeId id, Form form, Position position)
{
    switch (op_of(w, id)) {
    case NODE_SEQ: put_joined(w, id, 0, kids(w, id), form, position); break;
    case NODE_IF: put_if(w, id, "if ", form, position); break;
    case NODE_UNLESS: put_if(w, id, "unless ", form, position); break;
    case NODE_ELSE: case NODE_OTHERWISE:
        put(w, "otherwise, ");
        put_joined(w, id, 0, kids(w, id), PLAIN, position);
        break;
    case NODE_IF_WIN:
        put(w, "if you win, ");
        put_joined(w, id, 0, kids(w, id), PLAIN, position);
        break;
    case NODE_TRY: put_try(w, id, form, position); break;
    case NODE_IF_DONE: put_done(w, id, form, position); break;
    case NODE_MAY_DO: put_may_do(w, id, form, position); break;
    case NODE_MODAL: case NODE_MODAL_TWO: put_modal(w, id, form, position); break;
    case NODE_EACH:
        if (deed_to_each(w, id)) {
            w->unsaid |= (uint8_t)(1u << value_of(w, id, 0));
            put_deed(w, deed_to_each(w, id), form, position);
            break;
        }
        put(w, "for ");
        put_cards(w, kid(w, id, 1), EACH, 0);
        put(w, ", ");
        put_joined(w, id, 2, kids(w, id) - 2, PLAIN, position);
        break;
    case NODE_REPEAT:
        if (form == PLAIN && may_draw_often(w, id)) {
            put_player(w, may_draw_often(w, id));
            put_may_draw_often(w, id, " may draw up to ");
        } else if (may_draw_often(w, id) && is_actor(w, may_draw_often(w, id))) {
            put_may_draw_often(w, id, "choose to draw up to ");
        } else {
            put_repeat(w, id);
        }
        break;
    case NODE_REPEAT_UNTIL:
        put_joined(w, id, 1, kids(w, id) - 1, form, INSIDE);
        put(w, ", and repeat this until ");
        put_condition(w, kid(w, id, 0), false);
        break;
    case NODE_EACH_PLAYER: put_each_player(w, id, form, position); break;
    default: return false;
    }
    return true;
}

static bool takes_cards(uint16_t op)
{
    return op == NODE_DISCARD || op == NODE_REMOVE || op == NODE_PLACE || op == NODE_PLAY_FREE || op == NODE_REVEAL
        || op == NODE_ARRANGE || op == NODE_ADD_TO_STACK || op == NODE_EXCHANGE;
}

/* One deed under a condition, amid others: "kill that personnel if …". */
static bool put_conditional(Writer *w, NodeId id, Form form)
{
    uint16_t op = op_of(w, id);
    NodeId said[MOST_PARTS], deed = 0;
    if ((op == NODE_IF || op == NODE_UNLESS) && op_of(w, kid(w, id, 0)) != NODE_CAN && kids(w, id) == 2 && to_say(w, id, 1, 1, said) == 1)
        deed = said[0];
    uint16_t what = op_of(w, deed);
    if (!deed || stands_apart(what) || what == NODE_SEQ || what == NODE_TRY || what == NODE_COMBAT || what == NODE_ENGAGEMENT || what == NODE_INSTEAD || swallows(w, deed))
        return false;
    put_effect(w, deed, form, INSIDE);
    put(w, op == NODE_IF ? " if " : " unless ");
    put_condition(w, kid(w, id, 0), false);
    return true;
}

void put_effect(Writer *w, NodeId id, Form form, Position position)
{
    if (!go_down(w))
        return;
    bool amid = w->amid;
    w->amid = false;
    if (amid && put_conditional(w, id, form)) {
        w->depth--;
        return;
    }
    bool taken = w->taken, brackets = position == INSIDE && swallows(w, id);
    w->taken = takes_cards(op_of(w, id));
    put(w, brackets ? "(" : "");
    if (!put_together(w, id, form, brackets ? LAST : position))
        put_deed(w, id, form, brackets ? LAST : position);
    put(w, brackets ? ")" : "");
    w->taken = taken;
    w->depth--;
}

/* "draw one extra dilemma and spend 1 extra in total cost on dilemmas". */
static bool goes_with_last(const Writer *w, const NodeId *list, int i)
{
    return i > 0 && op_of(w, list[i]) == NODE_DILEMMA_COST_SUM && op_of(w, list[i - 1]) == NODE_DILEMMA_DRAW;
}

/* "make that personnel attributes +1 and gain a skill of your choice": the second of such a pair. */
static bool changes_with_last(const Writer *w, const NodeId *list, int begun, int i)
{
    return i > begun && change_together(w, list[i - 1], list[i]) && !changes_with_last(w, list, begun, i - 1);
}

/* Whether the text from `at` on names who does it: "your opponent draws a card", and not "draw a card". */
static bool names_who(const Writer *w, size_t at)
{
    static const char *const words[] = { "you ", "your ", "that ", "those ", "this ", "all ", "each ", "the ", "they ", "a ", "an ", "one ", "another ", "any ", "up ", "its ", "let ", "(" };
    for (size_t i = 0; i < countof(words); i++)
        if (w->out->len < w->out->size && !strncmp(w->out->at + at, words[i], strlen(words[i])))
            return true;
    return false;
}

/* Writes the i-th of several effects behind those before it; `last` is the one with which their clause ends, `begun` the one with which it began.
 * Commas join what one player does; whatever names who does it stands behind "then", and so does what follows it. */
static void put_linked(Writer *w, const NodeId *list, int i, int begun, int last, Form form, Position position, bool *named)
{
    if (changes_with_last(w, list, begun, i)) {
        put_change_besides(w, list[i], form);
        return;
    }
    bool goes_on = i < last && changes_with_last(w, list, begun, i + 1);
    bool with = goes_with_last(w, list, i), final = i == last || (i + 1 == last && (goes_on || goes_with_last(w, list, last)));
    if (i > begun)
        put(w, with ? " and " : final || *named ? ", then " : ", ");
    bool comma = i > begun && !with && !final && !*named;
    size_t at = w->out->len;
    w->goes_on = goes_on;
    put_effect(w, list[i], form, position);
    w->goes_on = false;
    *named = names_who(w, at);
    if (comma && *named && w->out->len + 5 < w->out->size) {
        memmove(w->out->at + at + 5, w->out->at + at, w->out->len - at + 1);
        memcpy(w->out->at + at, "then ", 5);
        w->out->len += 5;
    }
    *named |= named_by(w, list[i]) != NULL;     /* a list of its own */
}

void put_joined(Writer *w, NodeId node, int first, int count, Form form, Position position)
{
    NodeId list[MOST_PARTS];
    int said = to_say(w, node, first, count, list);
    bool named = false;
    for (int i = 0; i < said; i++) {
        w->amid = i < said - 1;
        put_linked(w, list, i, 0, said - 1, form, i == said - 1 ? position : INSIDE, &named);
    }
}

/* Does it go on in a second sentence? */
static bool tails(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id), last = op_of(w, kids(w, id) ? kid(w, id, kids(w, id) - 1) : 0);
    return op == NODE_IF_DONE || ((op == NODE_TRY || op == NODE_IF || op == NODE_UNLESS) && last == NODE_ELSE) || last == NODE_IF_WIN || last == NODE_OTHERWISE;
}

/* One after another is selected until one fits: (let $w (random 1 F)) (let $x $w) (let $y $w) (repeat-until …), as src/text/assemble.c makes it. */
static bool is_drawn_until(const Writer *w, const NodeId *list)
{
    NodeId first = kid(w, list[0], 1), until = list[3];
    for (int i = 0; i < 3; i++)
        if (op_of(w, list[i]) != NODE_LET || (i > 0 && op_of(w, kid(w, list[i], 1)) != NODE_VAR))
            return false;
    int n = 0;
    return op_of(w, first) == NODE_RANDOM && number_is(w, kid(w, first, 0), &n) && n == 1 && op_of(w, until) == NODE_REPEAT_UNTIL && kids(w, until) == 3
        && op_of(w, kid(w, until, 0)) == NODE_MATCHES;
}

static void put_drawn_until(Writer *w, const NodeId *list)
{
    size_t from = w->out->len;
    NodeId first = kid(w, list[0], 1), fits = kid(w, kid(w, list[3], 0), 1);
    put(w, "randomly select ");
    put_cards(w, kid(w, first, 1), A, 0);
    end_sentence(w, from);
    put(w, " Repeat this until you select one who ");
    w->about = TYPE_PERSONNEL;
    put_predicate(w, fits, false, ONE);
    put(w, ".");
}

/* The last effect of the clause that the i-th is in. */
static int last_of_run(const Writer *w, const NodeId *list, int i, int said)
{
    while (i < said - 1 && !swallows(w, list[i]) && !tails(w, list[i]))
        i++;
    return i;
}

/* Each effect a sentence of its own; behind a condition that all share, those after the first begin with "Then". */
static void put_sentences_with(Writer *w, NodeId node, int first, int count, const char *then, Form form)
{
    NodeId list[MOST_PARTS];
    int said = to_say(w, node, first, count, list);
    for (int i = 0; i < said;) {
        if (*then == '\0' && said - i > 3 && is_drawn_until(w, &list[i])) {
            put(w, i > 0 ? " " : "");
            put_drawn_until(w, &list[i]);
            i += 4;
            continue;
        }
        put(w, i > 0 ? " " : "");
        size_t from = i > 0 || *then == '\0' ? w->out->len : SIZE_MAX;        /* what stands before the first is of its sentence */
        put(w, i > 0 ? then : "");
        bool named = false;
        for (int begun = i; i < said; i++) {
            bool apart = *then == '\0' || swallows(w, list[i]) || tails(w, list[i]);
            bool alone = i == 0 && said > 1 && *then && form == PLAIN && op_of(w, list[i]) == NODE_IF;    /* not the condition of all that follows */
            w->amid = !apart && i < said - 1;
            put_linked(w, list, i, begun, apart ? i : last_of_run(w, list, i, said), form, alone ? INSIDE : apart || i == said - 1 ? TAIL : INSIDE, &named);
            if (apart) {
                i++;
                break;
            }
        }
        end_sentence(w, from);
    }
}

void put_sentences(Writer *w, NodeId node, int first, int count)
{
    put_sentences_with(w, node, first, count, "", PLAIN);
}

void put_effects(Writer *w, NodeId node, int first, int count, Form form)
{
    put_sentences_with(w, node, first, count, "then ", form);
}
