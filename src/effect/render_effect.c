/* Effects, events and modifiers as clauses and sentences.
 *
 * What the English columns of nodes.def and events.def can say is written from there (render_template.c).  The rest has its own code here.
 *
 * An effect is written in one of three positions.  As the tail of its sentence it may end that sentence and go on in another
 * ("Stop a ship. If you cannot, …").  As the last of a clause it may not, but nothing follows that it could swallow.  Inside a clause, what
 * would take in the words behind it stands in brackets, so that nothing is ambiguous. */
#include "effect/render.h"

typedef enum { INSIDE, LAST, TAIL } Position;

enum { MOST_PARTS = 64 };                       /* of a node, by its reader */

static void put_effect(Writer *w, NodeId id, Form form, Position position);
static void put_clauses(Writer *w, NodeId node, int first, int count, Form form, Position position);
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
static void put_alternative(Writer *w, NodeId other, const char *lead, Position position)
{
    NodeId said[MOST_PARTS];
    if (!other || !to_say(w, other, 0, kids(w, other), said))
        return;
    if (position == TAIL)
        out_text(w->out, ". %c%s", lead[0] - 'a' + 'A', lead + 1);
    else
        out_text(w->out, " (%s", lead);
    put_clauses(w, other, 0, kids(w, other), PLAIN, position == TAIL ? TAIL : LAST);
    put(w, position == TAIL ? "" : ")");
}

static bool is_theirs(const Writer *w, NodeId e);

/* Does it begin with a condition or a choice? */
static bool stands_apart(uint16_t op)
{
    return op == NODE_IF || op == NODE_UNLESS || op == NODE_EACH || op == NODE_MAY_DO || op == NODE_MODAL || op == NODE_REPEAT
        || op == NODE_EACH_PLAYER || op == NODE_IF_DONE || op == NODE_REPEAT_UNTIL;
}

/* Would it take in what is said behind it? */
static bool swallows(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    if (op == NODE_SEQ)
        return kids(w, id) > 1 || (kids(w, id) == 1 && swallows(w, kid(w, id, 0)));
    bool later = op == NODE_APPLY && op_of(w, kid(w, id, 2)) == NODE_MOD_LATER;
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
        put_clauses(w, id, 1, count, PLAIN, other ? INSIDE : position);
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
    put_clauses(w, id, 2, kids(w, id) - 2 - (other != 0), AFTER_MAY, other ? INSIDE : position);
    put_alternative(w, other, "if you cannot, ", position);
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
        put_clauses(w, other, 0, kids(w, other), PLAIN, position);
        return;
    }
    put(w, word);
    put_condition(w, kid(w, id, 0), false);
    put(w, ", ");
    put_clauses(w, id, 1, kids(w, id) - 1 - (other != 0), PLAIN, other ? INSIDE : position);
    put_alternative(w, other, "otherwise, ", position);
}

static void put_try(Writer *w, NodeId id, Form form, Position position)
{
    NodeId other = last_if(w, id, NODE_ELSE);
    put_clauses(w, id, 0, kids(w, id) - (other != 0), form, other ? INSIDE : position);
    put_alternative(w, other, is_theirs(w, kid(w, id, 0)) ? "if they cannot, " : "if you cannot, ", position);
}

static bool is_choice(const Writer *w, NodeId sel)
{
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_DOWNLOADED: case NODE_UP_TO: case NODE_ONE_OR_MORE: case NODE_CHOOSE_TOTAL: case NODE_UP_TO_TOTAL: case NODE_RANDOM: case NODE_ALL_BUT:
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

/* Leaves out a `let` that only gives a name to cards: they are said where the name is first used.  Returns how many of the
 * children are left to say. */
static int to_say(Writer *w, NodeId node, int first, int count, NodeId *list)
{
    int n = 0;
    for (int i = 0; i < count && n < MOST_PARTS; i++) {
        NodeId e = kid(w, node, first + i);
        if (op_of(w, e) == NODE_CITE)           /* for who reads the engine's reasons, not for players */
            continue;
        if (op_of(w, e) == NODE_LET && i + 1 < count && !is_choice(w, kid(w, e, 1)) && names_what(w, e, kid(w, node, first + i + 1)))
            w->unsaid |= (uint8_t)(1u << value_of(w, e, 0));
        else
            list[n++] = e;
    }
    return n;
}

void put_payment(Writer *w, NodeId cost, Form form)
{
    NodeId list[MOST_PARTS];
    int count = to_say(w, cost, 0, kids(w, cost), list);
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
    put_clauses(w, id, 1, body, AFTER_MAY, limit ? INSIDE : position);
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

static void put_modal(Writer *w, NodeId id, Form form)
{
    uint16_t actor = w->actor;
    bool either = form == AFTER_MAY && kids(w, id) == 3 && is_actor(w, kid(w, id, 0));
    if (either)
        put(w, "either ");
    else {
        put_subject(w, kid(w, id, 0), form, "choose");
        put(w, " one: ");
    }
    if (!is_actor(w, kid(w, id, 0)))
        w->actor = op_of(w, kid(w, id, 0));
    for (int i = 1; i < kids(w, id); i++) {
        bool last = i == kids(w, id) - 1;
        put(w, i == 1 ? "" : either ? " or " : last ? "; or " : "; ");
        NodeId part = kid(w, id, i);
        if (op_of(w, part) == NODE_SEQ)
            put_clauses(w, part, 0, kids(w, part), either ? AFTER_MAY : PLAIN, last ? LAST : INSIDE);
        else
            put_effect(w, part, either ? AFTER_MAY : PLAIN, last ? LAST : INSIDE);
    }
    w->actor = actor;
}

static void put_each_player(Writer *w, NodeId id, Form form, Position position)
{
    Writer inner = *w;
    bool wish = op_of(w, kid(w, id, 1)) == NODE_MAY_DO, may = kids(w, id) == 2 && (wish || op_of(w, kid(w, id, 1)) == NODE_SEED_UP_TO);
    put(w, form != AFTER_MAY ? "" : may ? "let " : "make ");
    put_player(w, kid(w, id, 0));
    put(w, form == AFTER_MAY ? " " : may ? " may " : " must ");
    inner.actor = op_of(w, kid(w, id, 0));
    inner.you_is_actor = inner.actor != NODE_YOU;
    if (may && wish)
        put_allowed_at(&inner, kid(w, id, 1), body_count(w, kid(w, id, 1), 1), position);
    else
        put_clauses(&inner, id, 1, kids(w, id) - 1, AFTER_MAY, position);
    w->unsaid = inner.unsaid;
}

static void put_repeat(Writer *w, NodeId id)
{
    int n;
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
    put_clauses(w, id, 1, kids(w, id) - 1, PLAIN, LAST);
}

static void put_download(Writer *w, NodeId id, Form form);

static void put_let(Writer *w, NodeId id, Form form)
{
    NodeId sel = kid(w, id, 1);
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_UP_TO:
        put_subject(w, kid(w, sel, 0), form, "choose");
        put(w, " ");
        put_cards(w, kid(w, sel, 2), op_of(w, sel) == NODE_CHOOSE ? EXACTLY : UP_TO, kid(w, sel, 1));
        break;
    case NODE_ONE_OR_MORE:
        put_subject(w, kid(w, sel, 0), form, "choose");
        put(w, " ");
        put_cards(w, kid(w, sel, 1), SOME, 0);
        break;
    case NODE_DOWNLOADED: put_download(w, sel, form); break;
    case NODE_RANDOM:
        put(w, "randomly select ");
        put_cards(w, kid(w, sel, 1), EXACTLY, kid(w, sel, 0));
        break;
    case NODE_ALL_BUT:
        put(w, "randomly select ");
        put_cards(w, kid(w, sel, 1), ALL_BUT, kid(w, sel, 0));
        break;
    case NODE_UNTIL_TOTAL: case NODE_CHOOSE_TOTAL: case NODE_UP_TO_TOTAL:
        put(w, "select ");
        put_selection(w, sel);
        break;
    default:
        put(w, op_of(w, sel) == NODE_FARTHEST || op_of(w, sel) == NODE_NEAREST ? "choose " : "set apart ");
        put_selection(w, sel);
        break;
    }
}

static NodeId filter_of(const Writer *w, NodeId sel)
{
    return kid(w, sel, op_of(w, sel) == NODE_ONE_OR_MORE ? 1 : 2);
}

/* Of those who face the dilemma, or of some of them: who chooses must be said. */
static bool is_of_facing(const Writer *w, NodeId filter)
{
    return is_group(w, filter) || (is_reference(w, filter) && type_of(w, filter) == TYPE_PERSONNEL);
}

/* "randomly select a personnel to be killed", "your opponent chooses a card to be discarded": false where it is said in another way. */
static bool put_taken(Writer *w, NodeId id, NodeId sel, Form form, const char *done)
{
    if (op_of(w, sel) == NODE_AS)
        sel = kid(w, sel, 1);
    uint16_t op = op_of(w, sel), actor = w->actor;
    switch (op) {
    case NODE_RANDOM: case NODE_ALL_BUT:
        put(w, "randomly select ");
        put_cards(w, kid(w, sel, 1), op == NODE_RANDOM ? EXACTLY : ALL_BUT, kid(w, sel, 0));
        break;
    case NODE_CHOOSE: case NODE_UP_TO: case NODE_ONE_OR_MORE:
        if (is_actor(w, kid(w, sel, 0)) && !(form == PLAIN && w->def && w->def->type == TYPE_DILEMMA && is_of_facing(w, filter_of(w, sel)) && !w->you_is_actor))
            return false;
        if (is_actor(w, kid(w, sel, 0)))
            put(w, "you choose");
        else
            put_subject(w, kid(w, sel, 0), form, "choose");
        put(w, " ");
        if (!is_actor(w, kid(w, sel, 0)))
            w->actor = op_of(w, kid(w, sel, 0));
        put_cards(w, filter_of(w, sel), op == NODE_CHOOSE ? EXACTLY : op == NODE_UP_TO ? UP_TO : SOME, op == NODE_ONE_OR_MORE ? 0 : kid(w, sel, 1));
        w->actor = actor;
        break;
    default: return false;
    }
    put(w, " to be ");
    put(w, done);
    (void)id;
    return true;
}

static NodeId discarder(const Writer *w, NodeId id);

static bool put_done_to(Writer *w, NodeId id, Form form)
{
    switch (op_of(w, id)) {
    case NODE_STOP:    return put_taken(w, id, kid(w, id, 0), form, "stopped");
    case NODE_UNSTOP:  return put_taken(w, id, kid(w, id, 0), form, "unstopped");
    case NODE_KILL:    return put_taken(w, id, kid(w, id, 0), form, "killed");
    case NODE_DESTROY: return put_taken(w, id, kid(w, id, 0), form, "destroyed");
    case NODE_REMOVE:  return put_taken(w, id, kid(w, id, 0), form, "removed from the game");
    case NODE_REVEAL:  return put_taken(w, id, kid(w, id, 0), form, "revealed");
    case NODE_DISCARD: return !discarder(w, id) && put_taken(w, id, kid(w, id, 0), form, "discarded");
    case NODE_PLACE: case NODE_BRIG:
        if (!put_taken(w, id, kid(w, id, 0), form, "placed "))
            return false;
        if (op_of(w, id) == NODE_PLACE)
            put_destination(w, kid(w, id, 1), kid(w, id, 0));
        else {
            put(w, "in ");
            put_possessive(w, kid(w, id, 1));
            put(w, " brig");
        }
        return true;
    default: return false;
    }
}

static bool has_modal_verb(const Writer *w, NodeId id, int first)
{
    for (int i = first; i < kids(w, id); i++) {
        uint16_t op = op_of(w, kid(w, id, i));
        if (op == NODE_MOD_TRAVEL || op == NODE_MOD_PEACE || op == NODE_MOD_CONTRIBUTES || op == NODE_MOD_MIXES_ALIKE)
            return true;
        if (op == NODE_MOD_CANNOT || op == NODE_MOD_CAN || op == NODE_MOD_ATTEMPT || op == NODE_MOD_NO_SKILLS || op == NODE_MOD_LANDS
            || op == NODE_MOD_LANDS_FULLY || op == NODE_MOD_LANDS_ONCE || op == NODE_MOD_CARRIED || op == NODE_MOD_MAY_ATTACK || op == NODE_MOD_UNRESTRAINED || op == NODE_MOD_TARGETS || op == NODE_MOD_MIXES || op == NODE_MOD_PASSES)
            return true;
    }
    return false;
}

/* "At the end of this turn, kill that personnel." */
static void put_later(Writer *w, NodeId id)
{
    NodeId later = kid(w, id, 2);
    put(w, value_of(w, id, 1) == UNTIL_ATTEMPT_END ? "at the end of this mission attempt, " : "at the end of this turn, ");
    w->later = kid(w, id, 0);
    put_clauses(w, later, 0, kids(w, later), PLAIN, LAST);
    w->later = 0;
}

/* In apply-most the limit stands before the selection. */
static void put_apply(Writer *w, NodeId id, Form form)
{
    int first = op_of(w, id) == NODE_APPLY_MOST ? 1 : 0;
    if (op_of(w, kid(w, id, 2)) == NODE_MOD_LATER) {
        put_later(w, id);
        return;
    }
    if (form == AFTER_MAY && has_modal_verb(w, id, first + 2)) {
        put(w, "make it so that ");
        form = PLAIN;
    }
    put(w, form == AFTER_MAY ? "make " : "");
    Number number = put_selection(w, kid(w, id, first));
    put(w, " ");
    put_modifiers(w, id, first + 2, kids(w, id) - first - 2, number, form);
    put(w, " ");
    put_word(w, value_of(w, id, first + 1));
    if (first)
        out_text(w->out, " (limit %+d)", value_of(w, id, 0));
}

static void put_for_now(Writer *w, NodeId id, Form form)
{
    put(w, form == AFTER_MAY ? "make " : "");
    put_self(w);
    put(w, form == AFTER_MAY ? " gain “" : " gains “");
    put_later_text(w, kid(w, id, 1));
    put(w, "” ");
    put_word(w, value_of(w, id, 0));
}

static void put_gain(Writer *w, NodeId id, Form form)
{
    uint16_t op = op_of(w, id);
    put(w, form == AFTER_MAY ? "make " : "");
    Number number = put_selection(w, kid(w, id, 0));
    put(w, form == AFTER_MAY || number == MANY ? " gain " : " gains ");
    if (op == NODE_GAIN_ALL) {
        put(w, "all skills of ");
        put_cards(w, kid(w, id, 1), A, 0);
    } else if (op == NODE_GAIN_OWN) {
        put(w, number == ONE ? "a skill of your choice that it already has" : "a skill of your choice that they already have");
    } else if (op == NODE_GAIN_OWNS) {
        put(w, number == ONE ? "one level of each skill that it already has" : "one level of each skill that they already have");
    } else if (op == NODE_GAIN_NAMED) {
        put(w, "the named skill");
    } else if (op == NODE_GAIN_REQUIRED) {
        put(w, "a skill of your choice that ");
        put_cards(w, kid(w, id, 1), A, 0);
        put(w, " requires");
    } else {
        put_amount(w, kid(w, id, 1), "skill of your choice", "skills of your choice");
        if (op == NODE_GAIN_CHOSEN) {
            put(w, " from ");
            put_cards(w, kid(w, id, 2), A, 0);
        }
    }
    put(w, " ");
    put_word(w, value_of(w, id, op == NODE_GAIN_CHOSEN ? 3 : op == NODE_GAIN_NAMED || op == NODE_GAIN_OWN || op == NODE_GAIN_OWNS ? 1 : 2));
}

static void put_download(Writer *w, NodeId id, Form form)
{
    int n = 0;
    bool one = number_is(w, kid(w, id, 1), &n) && n == 1;
    put_subject(w, kid(w, id, 0), form, "download");
    put(w, " ");
    put_cards(w, kid(w, id, 2), one ? EXACTLY : UP_TO, kid(w, id, 1));
    if (kid(w, id, 3)) {
        put(w, one ? " and place it " : " and place them ");
        put_destination(w, kid(w, id, 3), kid(w, id, 0));
    }
}

static void put_play(Writer *w, NodeId id)
{
    int n;
    NodeId at = kid(w, id, 2);
    put(w, "play ");
    put_selection(w, kid(w, id, 0));
    w->taken = false;
    if (at) {
        put(w, type_of(w, at) == TYPE_SHIP ? " aboard " : " at ");
        put_cards_as(w, at, A, 0, TYPE_MISSION);
    }
    if (number_is(w, kid(w, id, 1), &n) && n == 0)
        return;
    put(w, " at cost ");
    put_change(w, kid(w, id, 1));
}

/* Who draws depends on whose attempt it is: the text is the same on either side. */
static void put_dilemmas(Writer *w, NodeId id)
{
    int n;
    bool one = number_is(w, kid(w, id, 0), &n) && (n == 1 || n == -1);
    put(w, "draw ");
    if (one)
        put(w, n == 1 ? "one extra dilemma" : "one dilemma fewer");
    else
        put_more(w, kid(w, id, 0), "extra dilemmas", "dilemmas fewer");
}

static void put_dilemma_cost(Writer *w, NodeId id)
{
    put(w, "spend ");
    put_more(w, kid(w, id, 0), "extra in total cost on dilemmas", "less in total cost on dilemmas");
}

static void put_battle(Writer *w, NodeId id, Position position)
{
    NodeId win = 0, otherwise = 0;
    bool begun = false;
    put(w, op_of(w, id) == NODE_COMBAT ? "begin combat involving " : "begin an engagement involving ");
    put_cards(w, kid(w, id, 0), BARE, 0);
    for (int i = 1; i < kids(w, id); i++) {
        NodeId e = kid(w, id, i);
        if (op_of(w, e) == NODE_IF_WIN)
            win = e;
        else if (op_of(w, e) == NODE_OTHERWISE)
            otherwise = e;
        else {
            uint16_t next = i + 1 < kids(w, id) ? op_of(w, kid(w, id, i + 1)) : NODE_IF_WIN;
            put(w, begun ? ", then " : " (in which ");
            put_effect(w, e, PLAIN, next == NODE_IF_WIN || next == NODE_OTHERWISE ? LAST : INSIDE);
            begun = true;
        }
    }
    put(w, begun ? ")" : "");
    if (!win)
        put_alternative(w, otherwise, "if you do not win, ", position);
    if (!win)
        return;
    put(w, position == TAIL ? ". If you win, " : " (if you win, ");
    put_clauses(w, win, 0, kids(w, win), PLAIN, otherwise ? INSIDE : position == TAIL ? TAIL : LAST);
    if (otherwise) {
        put(w, position == TAIL ? ". Otherwise, " : "; otherwise, ");
        put_clauses(w, otherwise, 0, kids(w, otherwise), PLAIN, position == TAIL ? TAIL : LAST);
    }
    put(w, position == TAIL ? "" : ")");
}

static void put_naming(Writer *w, NodeId id, Form form)
{
    put_subject(w, kid(w, id, 0), form, "name");
    switch (op_of(w, id)) {
    case NODE_NAME_SKILL:
        put(w, kids(w, id) > 1 ? " a skill other than " : " a skill");
        put_skill_list(w, id, 1);
        break;
    case NODE_NAME_TITLE:
        put(w, " the title of ");
        w->explicitly = true;
        put_cards(w, kid(w, id, 1), A, 0);
        w->explicitly = false;
        break;
    default: out_text(w->out, " a number from 0 to %d", value_of(w, id, 1)); break;
    }
}

static void put_player_amount(Writer *w, NodeId id, Form form)
{
    NodeId q = kid(w, id, 1);
    uint16_t actor = w->actor;
    switch (op_of(w, id)) {
    case NODE_DRAW:
        put_subject(w, kid(w, id, 0), form, "draw");
        put(w, " ");
        put_amount(w, q, "card", "cards");
        break;
    case NODE_DISCARD_TOP:
        put_subject(w, kid(w, id, 0), form, "discard");
        put(w, " ");
        w->actor = op_of(w, kid(w, id, 0));
        put_pile_part(w, kid(w, id, 0), q, "top", "deck");
        w->actor = actor;
        break;
    case NODE_COUNTERS:
        put_subject(w, kid(w, id, 0), form, "spend");
        put(w, " ");
        put_amount(w, q, "additional counter this turn", "additional counters this turn");
        break;
    default:
        put_subject(w, kid(w, id, 0), form, op_of(w, id) == NODE_SCORE ? "score" : "lose");
        put(w, " ");
        put_score(w, q);
        break;
    }
}

/* The player who discards cards of their own choice from their own hand; 0 if it is not that. */
static NodeId discarder(const Writer *w, NodeId id)
{
    NodeId sel = kid(w, id, 0), filter = kid(w, sel, 2);
    if (op_of(w, id) != NODE_DISCARD || op_of(w, sel) != NODE_CHOOSE)
        return 0;
    int parts = op_of(w, filter) == NODE_AND ? kids(w, filter) : 1;
    for (int i = 0; i < parts; i++) {
        NodeId part = op_of(w, filter) == NODE_AND ? kid(w, filter, i) : filter;
        if (op_of(w, part) == NODE_IN_HAND && op_of(w, kid(w, part, 0)) == op_of(w, kid(w, sel, 0)))
            return kid(w, sel, 0);
    }
    return 0;
}

static void put_discard(Writer *w, NodeId id, Form form)
{
    uint16_t actor = w->actor;
    NodeId who = discarder(w, id);
    if (who) {
        put_subject(w, who, form, "discard");
        w->actor = is_actor(w, who) ? actor : op_of(w, who);
    } else {
        put(w, "discard");
    }
    put(w, " ");
    put_selection(w, kid(w, id, 0));
    w->actor = actor;
}

/* Is it another player who does it? */
static bool is_theirs(const Writer *w, NodeId e)
{
    NodeId who = discarder(w, e);
    char first = node_info[op_of(w, e)].signature[0];
    if (!who && first == 'P')
        who = kid(w, e, 0);
    return who && op_of(w, who) != NODE_YOU;
}

static bool takes_cards(uint16_t op)
{
    return op == NODE_DISCARD || op == NODE_REMOVE || op == NODE_PLACE || op == NODE_PLAY_FREE || op == NODE_REVEAL
        || op == NODE_ARRANGE || op == NODE_ADD_TO_STACK || op == NODE_EXCHANGE;
}

static void effect(Writer *w, NodeId id, Form form, Position position)
{
    if (put_done_to(w, id, form))
        return;
    switch (op_of(w, id)) {
    case NODE_SEQ: put_clauses(w, id, 0, kids(w, id), form, position); break;
    case NODE_IF: put_if(w, id, "if ", form, position); break;
    case NODE_UNLESS: put_if(w, id, "unless ", form, position); break;
    case NODE_ELSE: case NODE_OTHERWISE:
        put(w, "otherwise, ");
        put_clauses(w, id, 0, kids(w, id), PLAIN, position);
        break;
    case NODE_IF_WIN:
        put(w, "if you win, ");
        put_clauses(w, id, 0, kids(w, id), PLAIN, position);
        break;
    case NODE_TRY: put_try(w, id, form, position); break;
    case NODE_IF_DONE: put_done(w, id, form, position); break;
    case NODE_MAY_DO: put_may_do(w, id, form, position); break;
    case NODE_MODAL: put_modal(w, id, form); break;
    case NODE_EACH:
        put(w, "for ");
        put_cards(w, kid(w, id, 1), EACH, 0);
        put(w, ", ");
        put_clauses(w, id, 2, kids(w, id) - 2, PLAIN, position);
        break;
    case NODE_REPEAT: put_repeat(w, id); break;
    case NODE_REPEAT_UNTIL:
        put_clauses(w, id, 1, kids(w, id) - 1, form, INSIDE);
        put(w, ", and repeat this until ");
        put_condition(w, kid(w, id, 0), false);
        break;
    case NODE_CALL_ATTRIBUTE: put(w, "name "); put_word(w, value_of(w, id, 0)); break;
    case NODE_CALL_TYPE: out_text(w->out, "name %s", type_name[value_of(w, id, 0)]); break;
    case NODE_CALL_ICON: out_text(w->out, "name [%s]", icon_text[value_of(w, id, 0)]); break;
    case NODE_NEXT_PLAY:
        put(w, "the next ");
        put_cards(w, kid(w, id, 0), BARE, 0);
        put(w, " you play this turn is cost ");
        put_change(w, kid(w, id, 1));
        break;
    case NODE_EACH_PLAYER: put_each_player(w, id, form, position); break;
    case NODE_LET: put_let(w, id, form); break;
    case NODE_APPLY: case NODE_APPLY_MOST: put_apply(w, id, form); break;
    case NODE_FOR_NOW: put_for_now(w, id, form); break;
    case NODE_GAIN_CHOSEN: case NODE_GAIN_ALL: case NODE_GAIN_ANY: case NODE_GAIN_REQUIRED: case NODE_GAIN_NAMED: case NODE_GAIN_OWN: case NODE_GAIN_OWNS: put_gain(w, id, form); break;
    case NODE_TAKE_COMMAND:
        if (!is_actor(w, kid(w, id, 1))) {
            put(w, "give ");
            put_player(w, kid(w, id, 1));
            put(w, " ");
        }
        put(w, is_actor(w, kid(w, id, 1)) ? "take command of " : "command of ");
        put_selection(w, kid(w, id, 0));
        break;
    case NODE_SWAP_SKILL:
        if (value_of(w, id, 1) == 1)
            out_text(w->out, "%s replaces the first-listed skill of ", skill_name[value_of(w, id, 2)]);
        else
            out_text(w->out, "%s replaces skill number %d of ", skill_name[value_of(w, id, 2)], value_of(w, id, 1));
        put_selection(w, kid(w, id, 0));
        put(w, " ");
        put_word(w, value_of(w, id, 3));
        break;
    case NODE_FIGHT: case NODE_FIGHT_HARD:
        put_cards(w, kid(w, id, 0), EACH, 0);
        put(w, " and ");
        put_cards(w, kid(w, id, 1), EACH, 0);
        put(w, op_of(w, id) == NODE_FIGHT ? " battle each other as two forces" : " battle each other as two forces, and the first force must stun or mortally wound when able");
        break;
    case NODE_COIN: put(w, "flip a coin: with a chance of one half, "); put_effects(w, id, 0, kids(w, id), PLAIN); break;
    case NODE_ATTACK_ALL: put(w, "attack "); put_cards(w, kid(w, id, 0), EACH, 0); break;
    case NODE_FLIP_TO: out_text(w->out, "turn this card over: it is %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_OUTCOME:                          /* of a probe: for which probe cards, and what it brings */
        put_cards(w, kid(w, id, 0), A, 0);
        put(w, ": ");
        put_clauses(w, id, 1, kids(w, id) - 1, PLAIN, position);
        break;
    case NODE_STOP_FOR:
        put(w, "stop ");
        put_selection(w, kid(w, id, 0));
        put(w, " now and for ");
        put_amount(w, kid(w, id, 1), "full turn", "full turns");
        break;
    case NODE_COUNT_DOWN:
        put_self(w);
        put(w, " expires after ");
        put_amount(w, kid(w, id, 0), "turn of yours", "turns of yours");
        put(w, ", this one counted");
        break;
    case NODE_DRAW: case NODE_DISCARD_TOP: case NODE_COUNTERS: case NODE_SCORE: case NODE_LOSE:
        put_player_amount(w, id, form);
        break;
    case NODE_SPEND:
        put(w, "spend ");
        put_amount(w, kid(w, id, 0), "counter", "counters");
        break;
    case NODE_MORE_TACTICS:
        out_text(w->out, "draw up to %d more Tactic cards in this battle", value_of(w, id, 0));
        break;
    case NODE_REPORT:
        if (w->cat->node[kid(w, id, 1)].op == NODE_SELF) {
            put(w, "report ");
            put_self(w);
            put(w, " for duty to ");
            put_cards(w, kid(w, id, 2), A, 0);
            put(w, " without a card play");
        } else {
            int n = 0;
            bool one = number_is(w, kid(w, id, 0), &n) && n == 1;
            put(w, one ? "one" : "up to ");
            if (!one)
                put_quantity(w, kid(w, id, 0));
            put(w, " of your ");
            w->owner_said = true;
            put_cards(w, kid(w, id, 1), BARE, 0);
            w->owner_said = false;
            put(w, one ? " reports for duty to " : " report for duty to ");
            put_cards(w, kid(w, id, 2), A, 0);
            put(w, " without a card play");
        }
        break;
    case NODE_FROM_OUTSIDE:
        out_text(w->out, "seed %s from outside the game beneath ", w->cat->persona_name[value_of(w, id, 0)]);
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_FACE_NEXT:
        put_subject(w, kid(w, id, 0), form, "face");
        put(w, " the next dilemma here");
        break;
    case NODE_SEED_UP_TO:
        put(w, form == AFTER_MAY ? "seed " : "you may seed ");
        put_cards(w, kid(w, id, 1), UP_TO, kid(w, id, 0));
        put(w, " beneath ");
        put_cards(w, kid(w, id, 2), A, 0);
        break;
    case NODE_BEAM_NOW: case NODE_BEAM_AFAR: {
        NodeId most = kid(w, id, 0);
        bool all = w->cat->node[most].op == NODE_NUMBER && value_of(w, most, 0) >= 99;
        put(w, all ? "beam any number of your " : "beam up to ");
        if (!all) {
            put_quantity(w, most);
            put(w, " of your ");
        }
        put_cards(w, kid(w, id, 1), BARE, 0);
        put(w, w->cat->node[id].op == NODE_BEAM_NOW ? " up or down" : " from a ship to a neighboring location");
        break;
    }
    case NODE_DRAW_TRIBBLES:
        out_text(w->out, "draw up to %d cards from your Tribble side deck, then play or discard each", value_of(w, id, 0));
        break;
    case NODE_DISCARD: put_discard(w, id, form); break;
    case NODE_DOWNLOAD: put_download(w, id, form); break;
    case NODE_PLAY_FREE: put_play(w, id); break;
    case NODE_NAME_SKILL: case NODE_NAME_TITLE: case NODE_NAME_NUMBER: put_naming(w, id, form); break;
    case NODE_INSTEAD:
        put(w, kids(w, id) > 1 ? "(" : "");
        put_clauses(w, id, 0, kids(w, id), form, INSIDE);
        put(w, kids(w, id) > 1 ? ") instead" : " instead");
        break;
    case NODE_DILEMMA_DRAW: put_dilemmas(w, id); break;
    case NODE_DILEMMA_COST_SUM: put_dilemma_cost(w, id); break;
    case NODE_COMBAT: case NODE_ENGAGEMENT: put_battle(w, id, position); break;
    case NODE_COMPARE:
        put(w, "compare ");
        put_word(w, value_of(w, id, 0));
        put(w, " instead of Strength in this combat");
        break;
    default: put_template(w, id, node_info[op_of(w, id)].english, node_info[op_of(w, id)].signature, form, false); break;
    }
}

static void put_effect(Writer *w, NodeId id, Form form, Position position)
{
    if (!go_down(w))
        return;
    bool taken = w->taken, brackets = position == INSIDE && swallows(w, id);
    w->taken = takes_cards(op_of(w, id));
    put(w, brackets ? "(" : "");
    effect(w, id, form, brackets ? LAST : position);
    put(w, brackets ? ")" : "");
    w->taken = taken;
    w->depth--;
}

static void put_clauses(Writer *w, NodeId node, int first, int count, Form form, Position position)
{
    NodeId list[MOST_PARTS];
    int said = to_say(w, node, first, count, list);
    for (int i = 0; i < said; i++) {
        put(w, i > 0 ? ", then " : "");
        put_effect(w, list[i], form, i == said - 1 ? position : INSIDE);
    }
}

void put_tail(Writer *w, NodeId node, int first, int count, Form form)
{
    put_clauses(w, node, first, count, form, TAIL);
}

void put_prices(Writer *w, NodeId node, int first, int count, Form form)
{
    put_clauses(w, node, first, count, form, INSIDE);
}

void put_deeds(Writer *w, NodeId node, int first, int count, Form form)
{
    put_clauses(w, node, first, count, form, LAST);
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
        for (int begun = i; i < said; i++) {
            bool apart = *then == '\0' || swallows(w, list[i]) || tails(w, list[i]);
            put(w, i > begun ? ", then " : "");
            bool alone = i == 0 && said > 1 && *then && form == PLAIN && op_of(w, list[i]) == NODE_IF;    /* not the condition of all that follows */
            put_effect(w, list[i], form, alone ? INSIDE : apart || i == said - 1 ? TAIL : INSIDE);
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
