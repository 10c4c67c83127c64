/* Single effects as clauses.  How they are put together is in render_together.c.
 *
 * What the English columns of nodes.def and events.def can say is written from there (render_template.c).  The rest has its own code here. */
#include "effect/render.h"

/* "becomes a species of your choice until the end of this turn" */
static void put_choice_of(Writer *w, NodeId id, Form form, const char *base, const char *does, const char *what)
{
    put(w, form == AFTER_MAY ? "make " : "");
    Number number = put_selection(w, kid(w, id, 0));
    out_text(w->out, " %s %s of your choice ", form == AFTER_MAY || number == MANY ? base : does, what);
    put_word(w, value_of(w, id, 1));
}

static void put_download(Writer *w, NodeId id, Form form);

/* To a place, or to the personnel who are in one. */
static void put_reported_to(Writer *w, NodeId where)
{
    put(w, type_of(w, where) == TYPE_PERSONNEL ? " to the crew or Away Team of " : " to ");
    put_cards(w, where, A, 0);
    put(w, " without a card play");
}

static void put_reported(Writer *w, NodeId id)
{
    int n = 0;
    bool one = number_is(w, kid(w, id, 0), &n) && n == 1;
    put(w, "report ");
    put_cards(w, kid(w, id, 1), one ? EXACTLY : UP_TO, kid(w, id, 0));
    put_reported_to(w, kid(w, id, 2));
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

/* "choose", "you choose" among those who face the dilemma, "your opponent chooses". */
static void put_chooser(Writer *w, NodeId sel, Form form)
{
    bool you = is_actor(w, kid(w, sel, 0)) && form == PLAIN && w->def && w->def->type == TYPE_DILEMMA && is_of_facing(w, filter_of(w, sel)) && !w->you_is_actor && w->actor == NODE_YOU;
    if (you)
        put(w, "you choose");
    else
        put_subject(w, kid(w, sel, 0), form, "choose");
}

static void put_let(Writer *w, NodeId id, Form form)
{
    NodeId sel = kid(w, id, 1);
    switch (op_of(w, sel)) {
    case NODE_CHOOSE: case NODE_UP_TO:
        put_chooser(w, sel, form);
        put(w, " ");
        put_cards(w, kid(w, sel, 2), op_of(w, sel) == NODE_CHOOSE ? EXACTLY : UP_TO, kid(w, sel, 1));
        break;
    case NODE_ONE_OR_MORE:
        put_chooser(w, sel, form);
        put(w, " ");
        put_cards(w, kid(w, sel, 1), SOME, 0);
        break;
    case NODE_DOWNLOADED: put_download(w, sel, form); break;
    case NODE_DRAWN_THEM:
        put_subject(w, kid(w, sel, 0), form, "draw");
        put(w, " and note ");
        put_amount(w, kid(w, sel, 1), "card", "cards");
        break;
    case NODE_REPORTED: put_reported(w, sel); break;
    case NODE_RANDOM:
        put(w, "randomly select ");
        put_cards(w, kid(w, sel, 1), EXACTLY, kid(w, sel, 0));
        break;
    case NODE_ALL_BUT:
        put(w, "randomly select ");
        put_cards(w, kid(w, sel, 1), ALL_BUT, kid(w, sel, 0));
        break;
    case NODE_UNTIL_TOTAL: case NODE_CHOOSE_TOTAL: case NODE_UP_TO_TOTAL: case NODE_AT_LEAST_TOTAL: case NODE_CHOOSE_DIFFERENT: case NODE_CHOOSE_ALIKE: case NODE_UP_TO_DIFFERENT:
        put(w, "select ");
        put_selection(w, sel);
        break;
    default:
        put(w, op_of(w, sel) == NODE_FARTHEST || op_of(w, sel) == NODE_NEAREST || op_of(w, sel) == NODE_HIGHEST || op_of(w, sel) == NODE_LOWEST ? "choose "
             : node_info[op_of(w, sel)].result == 'F' ? "note " : "set apart ");
        if (op_of(w, sel) == NODE_IN_HAND)
            put_cards(w, sel, ALL, 0);          /* "note all cards in your hand": those that are there now */
        else
            put_selection(w, sel);
        break;
    }
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
        if (is_actor(w, kid(w, sel, 0)) && !(form == PLAIN && w->def && w->def->type == TYPE_DILEMMA && is_of_facing(w, filter_of(w, sel)) && !w->you_is_actor && w->actor == NODE_YOU))
            return false;
        put_chooser(w, sel, form);
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

/* "into its owner's deck" */
static void put_into_deck(Writer *w, NodeId id)
{
    size_t at = w->out->len;
    put_destination(w, kid(w, id, 1), kid(w, id, 0));
    if (w->out->len >= w->out->size)
        return;
    char *shuffled = strstr(w->out->at + at, ", which ");      /* the verb says it */
    if (shuffled) {
        *shuffled = '\0';
        w->out->len = (size_t)(shuffled - w->out->at);
    }
}

/* "shuffle that personnel into its owner's deck" */
static void put_shuffled_in(Writer *w, NodeId id)
{
    put(w, "shuffle ");
    w->followed = true;
    put_selection(w, kid(w, id, 0));
    w->followed = false;
    put(w, " ");
    put_into_deck(w, id);
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
        if (op_of(w, id) == NODE_PLACE && op_of(w, kid(w, id, 1)) == NODE_TO_DECK) {
            if (!put_taken(w, id, kid(w, id, 0), form, "shuffled "))
                return false;
            put_into_deck(w, id);
            return true;
        }
        if (!put_taken(w, id, kid(w, id, 0), form, "placed "))
            return false;
        if (op_of(w, id) == NODE_PLACE)
            put_destination(w, kid(w, id, 1), kid(w, id, 0));
        else if (op_of(w, kid(w, id, 1)) == NODE_ACTOR)
            put(w, "in that brig");             /* to which somebody was about to go: "that player" might be who does it */
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
            || op == NODE_MOD_LANDS_FULLY || op == NODE_MOD_LANDS_ONCE || op == NODE_MOD_DOUBLED || op == NODE_MOD_CARRIED || op == NODE_MOD_MAY_ATTACK || op == NODE_MOD_UNRESTRAINED || op == NODE_MOD_TARGETS || op == NODE_MOD_MIXES || op == NODE_MOD_PASSES)
            return true;
    }
    return false;
}

/* Whether it is of combat, of an engagement, or of both. */
enum { OF_COMBAT = 1, OF_ENGAGEMENT = 2 };

static int battles_in(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    int event = op == NODE_EVENT ? node_at(w->cat, id)->value : -1;
    int found = op == NODE_COMBAT || op == NODE_IN_COMBAT_NOW || op == NODE_MOD_WEAPON || event == EVENT_COMBAT_BEGINS || event == EVENT_IN_COMBAT || event == EVENT_COMBAT_WON ? OF_COMBAT
              : op == NODE_ENGAGEMENT || op == NODE_ENGAGED_NOW || event == EVENT_ENGAGEMENT_BEGINS || event == EVENT_IN_ENGAGEMENT || event == EVENT_ENGAGEMENT_WON ? OF_ENGAGEMENT : 0;
    for (int i = 0; i < kids(w, id); i++)
        found |= battles_in(w, kid(w, id, i));
    return found;
}

static void put_until(Writer *w, int until)
{
    const char *usual = word_info[until].english;
    int battles = until == UNTIL_BATTLE_END && idiom(w, usual) == usual && !w->twice ? battles_in(w, w->root) : 0;
    if (battles == OF_COMBAT || battles == OF_ENGAGEMENT)
        put(w, battles == OF_COMBAT ? "until the end of this combat" : "until the end of this engagement");
    else
        put_word(w, until);
}

bool is_one_deed_later(const Writer *w, NodeId id)
{
    NodeId later = op_of(w, id) == NODE_APPLY ? kid(w, id, 2) : 0;
    return later && op_of(w, later) == NODE_MOD_LATER && kids(w, later) == 1;
}

/* "At the end of this turn, kill that personnel", and behind "may" or amid other effects "kill that personnel at the end of this turn". */
static void put_later(Writer *w, NodeId id, Form form, Position position)
{
    NodeId later = kid(w, id, 2);
    int until = value_of(w, id, 1);
    const char *when = until == UNTIL_ATTEMPT_END ? "at the end of this mission attempt" : until == UNTIL_DILEMMA_END ? "at the end of this dilemma"
                     : until == UNTIL_BATTLE_END ? "at the end of this combat or engagement" : "at the end of this turn";
    bool behind = (form == AFTER_MAY || position == INSIDE) && is_one_deed_later(w, id);
    if (!behind)
        out_text(w->out, "%s, ", when);
    w->later = kid(w, id, 0);
    put_joined(w, later, 0, kids(w, later), behind ? form : PLAIN, behind ? INSIDE : LAST);
    w->later = 0;
    if (behind)
        out_text(w->out, " %s", when);
}

/* All that it does is to keep cards from something. */
static bool only_prevents(const Writer *w, NodeId id)
{
    for (int i = 2; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) != NODE_MOD_CANNOT || (i > 2 && (strncmp(word_info[value_of(w, kid(w, id, i), 0)].english, "be ", 3) != 0
            || !same_tree(w, kid(w, kid(w, id, i), 1), kid(w, kid(w, id, 2), 1), 0))))
            return false;
    return op_of(w, id) == NODE_APPLY;
}

/* "prevent that personnel from being killed or stopped by a dilemma until the end of this turn" */
static void put_prevented(Writer *w, NodeId id)
{
    put(w, "prevent ");
    put_selection(w, kid(w, id, 0));
    put(w, " from ");
    for (int i = 2; i < kids(w, id); i++) {
        const char *act = idiom(w, word_info[value_of(w, kid(w, id, i), 0)].english);
        put_join(w, i - 2, kids(w, id) - 2, "or");
        if (i == 2)
            put_gerund(w, act);
        else
            put(w, act + strlen("be "));
    }
    NodeId by = kid(w, kid(w, id, 2), 1);
    put(w, by ? " by " : "");
    if (by)
        put_cards(w, by, A, 0);
    put(w, " ");
    put_until(w, value_of(w, id, 1));
}

/* What is worked out and added to one attribute: "add the cost of that event to this personnel's attributes"; 0: it is said in another way. */
NodeId added_number(const Writer *w, NodeId m)
{
    return op_of(w, m) == NODE_MOD_ATTR && says_x(w, m) && !mentions(w, m, NODE_IS_SO) ? kid(w, m, 1) : 0;
}

static bool is_one_card(const Writer *w, NodeId sel)
{
    return op_of(w, sel) != NODE_AND && op_of(w, sel) != NODE_HOST && is_reference(w, sel) && selection_number(w, sel) == ONE && !is_unsaid(w, sel);
}

void put_added_number(Writer *w, NodeId m, NodeId whom, bool each)
{
    NodeId q = kid(w, m, 1);
    bool less = is_less(w, q), one = is_one_card(w, whom);
    put(w, less ? "subtract " : "add ");
    put_quantity(w, less ? kid(w, q, 1) : q);
    put(w, less ? " from " : " to ");
    if (!one) {
        put(w, "the ");
        put_word(w, value_of(w, m, 0));
        put(w, " of ");
    }
    if (each)
        put_cards(w, whom, EACH, 0);
    else
        put_selection(w, whom);
    put(w, one ? "'s " : "");
    if (one)
        put_word(w, value_of(w, m, 0));
}

/* In apply-most the limit stands before the selection. */
static void put_apply(Writer *w, NodeId id, Form form, Position position)
{
    int first = op_of(w, id) == NODE_APPLY_MOST ? 1 : 0;
    if (op_of(w, kid(w, id, 2)) == NODE_MOD_LATER) {
        put_later(w, id, form, position);
        return;
    }
    if (form == AFTER_MAY && only_prevents(w, id)) {
        put_prevented(w, id);
        return;
    }
    if (op_of(w, id) == NODE_APPLY && kids(w, id) == 3 && !w->goes_on && added_number(w, kid(w, id, 2))) {
        put_added_number(w, kid(w, id, 2), kid(w, id, 0), false);
        put(w, " ");
        put_until(w, value_of(w, id, 1));
        return;
    }
    if (form == AFTER_MAY && has_modal_verb(w, id, first + 2)) {
        put(w, "make it so that ");
        form = PLAIN;
    }
    put(w, form == AFTER_MAY ? "make " : "");
    NodeId whom = kid(w, id, first);
    bool none = kids(w, id) == first + 3 && op_of(w, kid(w, id, first + 2)) == NODE_MOD_CANNOT && !kid(w, kid(w, id, first + 2), 1);   /* "all … cannot" might be "not all …" */
    bool all = none && node_info[op_of(w, whom)].result == 'F' && op_of(w, whom) != NODE_OR && !is_reference(w, whom);
    Number number = all ? put_cards(w, whom, BARE, 0) : put_selection(w, whom);
    put(w, " ");
    w->keeps_x = true;
    put_modifiers(w, id, first + 2, kids(w, id) - first - 2, number, form);
    if (w->goes_on) {                           /* what it gains besides is said with it */
        w->goes_on = false;
        return;
    }
    bool price = value_of(w, id, first + 1) == UNTIL_PLAY_END && kids(w, id) == first + 3 && op_of(w, kid(w, id, first + 2)) == NODE_MOD_COST;
    if (!price) {                               /* that is paid for this play */
        put(w, " ");
        put_until(w, value_of(w, id, first + 1));
    }
    if (first)
        out_text(w->out, " (limit %+d)", value_of(w, id, 0));
    put_where_x(w);
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

/* "all skills of that personnel", "two skills of your choice" */
static void put_gained(Writer *w, NodeId id, Number number)
{
    uint16_t op = op_of(w, id);
    const char *whose = w->you_is_actor ? "their" : "your";
    if (op == NODE_GAIN_ALL) {
        put(w, "all skills of ");
        put_cards(w, kid(w, id, 1), A, 0);
    } else if (op == NODE_GAIN_KEYWORDS) {
        put(w, "all keywords of ");
        put_cards(w, kid(w, id, 1), A, 0);
    } else if (op == NODE_GAIN_OWN) {
        out_text(w->out, number == ONE ? "a skill of %s choice that it already has" : "a skill of %s choice that they already have", whose);
    } else if (op == NODE_GAIN_OWNS) {
        put(w, number == ONE ? "one level of each skill that it already has" : "one level of each skill that they already have");
    } else if (op == NODE_GAIN_NAMED) {
        put(w, "the named skill");
    } else if (op == NODE_GAIN_REQUIRED) {
        out_text(w->out, "a skill of %s choice required by ", whose);
        put_cards(w, kid(w, id, 1), A, 0);
    } else {
        put_amount(w, kid(w, id, 1), w->you_is_actor ? "skill of their choice" : "skill of your choice", w->you_is_actor ? "skills of their choice" : "skills of your choice");
        if (op == NODE_GAIN_CHOSEN) {
            put(w, " from ");
            put_cards(w, kid(w, id, 2), A, 0);
        }
    }
}

static int until_of_gain(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    return value_of(w, id, op == NODE_GAIN_CHOSEN ? 3 : op == NODE_GAIN_NAMED || op == NODE_GAIN_OWN || op == NODE_GAIN_OWNS ? 1 : 2);
}

static void put_gain(Writer *w, NodeId id, Form form)
{
    put(w, form == AFTER_MAY ? "make " : "");
    Number number = put_selection(w, kid(w, id, 0));
    put(w, form == AFTER_MAY || number == MANY ? " gain " : " gains ");
    put_gained(w, id, number);
    if (w->goes_on) {
        w->goes_on = false;
        return;
    }
    put(w, " ");
    put_word(w, until_of_gain(w, id));
}

static bool is_gain(uint16_t op)
{
    return op == NODE_GAIN_ALL || op == NODE_GAIN_ANY || op == NODE_GAIN_NAMED || op == NODE_GAIN_REQUIRED || op == NODE_GAIN_CHOSEN;
}

bool change_together(const Writer *w, NodeId one, NodeId other)
{
    bool gains_all_first = op_of(w, one) == NODE_GAIN_ALL && op_of(w, other) == NODE_APPLY;
    NodeId apply = gains_all_first ? other : one, gain = gains_all_first ? one : other, whom = kid(w, apply, 0);
    if (op_of(w, apply) != NODE_APPLY || !is_gain(op_of(w, gain)) || !same_tree(w, whom, kid(w, gain, 0), 0) || op_of(w, whom) == NODE_AND || op_of(w, whom) == NODE_HOST)
        return false;
    int until = value_of(w, apply, 1);
    bool plain = is_reference(w, whom) && until == until_of_gain(w, gain) && until != UNTIL_BATTLE_END && until != UNTIL_PLAY_END && !has_modal_verb(w, apply, 2)
        && !is_unsaid(w, whom);
    for (int i = 2; i < kids(w, apply) && plain; i++)
        plain = op_of(w, kid(w, apply, i)) != NODE_MOD_LATER && !says_x(w, kid(w, apply, i));
    return plain;
}

void put_change_besides(Writer *w, NodeId id, Form form)
{
    Number number = selection_number(w, kid(w, id, 0));
    put(w, " and ");
    if (op_of(w, id) == NODE_APPLY) {
        put_modifiers(w, id, 2, kids(w, id) - 2, number, form);
        put(w, " ");
        put_until(w, value_of(w, id, 1));
        return;
    }
    put(w, form == AFTER_MAY || number == MANY ? "gain " : "gains ");
    put_gained(w, id, number);
    put(w, " ");
    put_word(w, until_of_gain(w, id));
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
    bool number = number_is(w, kid(w, id, 0), &n), one = number && (n == 1 || n == -1);
    bool times = number || op_of(w, kid(w, id, 0)) == NODE_TIMES;         /* else: one for each of something */
    put(w, "draw ");
    if (one)
        put(w, n == 1 ? "one extra dilemma" : "one dilemma fewer");
    else
        put_more(w, kid(w, id, 0), times ? "extra dilemmas" : "extra dilemma", times ? "dilemmas fewer" : "dilemma fewer");
}

static void put_dilemma_cost(Writer *w, NodeId id)
{
    put(w, "spend ");
    put_more(w, kid(w, id, 0), "extra in total cost on dilemmas", "less in total cost on dilemmas");
}

void put_battle(Writer *w, NodeId id, Position position)
{
    NodeId win = 0, otherwise = 0;
    bool begun = false, brackets = false;
    put(w, w->either ? "begin either combat or an engagement involving " : w->twice ? "begin combat or an engagement involving "
         : op_of(w, id) == NODE_COMBAT ? "begin combat involving " : "begin an engagement involving ");
    w->either = false;
    put_cards(w, kid(w, id, 0), BARE, 0);
    for (int i = 1; i < kids(w, id); i++) {
        NodeId e = kid(w, id, i);
        if (op_of(w, e) == NODE_IF_WIN)
            win = e;
        else if (op_of(w, e) == NODE_OTHERWISE)
            otherwise = e;
        else {
            uint16_t next = i + 1 < kids(w, id) ? op_of(w, kid(w, id, i + 1)) : NODE_IF_WIN;
            bool happens = op_of(w, e) == NODE_APPLY || op_of(w, e) == NODE_IF;
            brackets = begun ? brackets : position != TAIL || op_of(w, e) == NODE_IF;
            put(w, begun ? ", then " : brackets ? happens ? " (in which " : " (and " : happens ? ", in which " : ", and ");
            put_effect(w, e, op_of(w, e) == NODE_APPLY || op_of(w, e) == NODE_IF ? PLAIN : AFTER_MAY, next == NODE_IF_WIN || next == NODE_OTHERWISE ? LAST : INSIDE);
            begun = true;
        }
    }
    put(w, brackets ? ")" : "");
    if (!win)
        put_alternative(w, otherwise, "if you do not win, ", position);
    if (!win)
        return;
    put(w, position == TAIL ? ". If you win, " : " (if you win, ");
    put_joined(w, win, 0, kids(w, win), PLAIN, otherwise ? INSIDE : position == TAIL ? TAIL : LAST);
    if (otherwise) {
        put(w, position == TAIL ? ". Otherwise, " : "; otherwise, ");
        put_joined(w, otherwise, 0, kids(w, otherwise), PLAIN, position == TAIL ? TAIL : LAST);
    }
    put(w, position == TAIL ? "" : ")");
}

static void put_naming(Writer *w, NodeId id, Form form)
{
    put_subject(w, kid(w, id, 0), form, op_of(w, id) == NODE_NAME_CHOSEN ? "choose" : "name");
    switch (op_of(w, id)) {
    case NODE_NAME_CHOSEN: put(w, " one of the named skills"); break;
    case NODE_NAME_TWO:
        put(w, kids(w, id) > 1 ? " two different skills other than " : " two different skills");
        put_skill_list(w, id, 1);
        break;
    case NODE_NAME_SKILL:
        put(w, kids(w, id) > 1 ? " a skill other than " : " a skill");
        put_skill_list(w, id, 1);
        break;
    case NODE_NAME_ASKED:
        put(w, " a skill required by ");
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_NAME_HELD:
        put(w, " a skill of ");
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_NAME_LACKED:
        put(w, " a skill that none of these have: ");
        put_cards(w, kid(w, id, 1), ALL, 0);
        break;
    case NODE_NAME_KEYWORD: case NODE_NAME_SPECIES:
        put(w, op_of(w, id) == NODE_NAME_KEYWORD ? " a keyword" : " a species");
        put(w, kids(w, id) > 1 ? " other than " : "");
        for (int i = 1; i < kids(w, id); i++) {
            put_join(w, i - 1, kids(w, id) - 1, "or");
            put(w, w->cat->trait_name[value_of(w, id, i)]);
        }
        break;
    case NODE_NAME_TITLE:
        put(w, " ");
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

/* "that ship's Range for this turn is used", of ships that are described "the Range for this turn of …". */
static void put_used_range(Writer *w, NodeId ships)
{
    bool named = is_one_card(w, ships);
    if (!named)
        out_text(w->out, "the %s for this turn of ", idiom(w, "Range"));
    put_selection(w, ships);
    if (named)
        out_text(w->out, "'s %s for this turn", idiom(w, "Range"));
    put(w, " is used");
}

/* Is it another player who does it? */
bool is_theirs(const Writer *w, NodeId e)
{
    NodeId who = discarder(w, e);
    char first = node_info[op_of(w, e)].signature[0];
    if (!who && first == 'P')
        who = kid(w, e, 0);
    return who && op_of(w, who) != NODE_YOU;
}

/* "you cannot begin engagements until the end of this turn"; after "may" or "to" itself "prevent your opponent from beginning engagements". */
static void put_forbidden(Writer *w, NodeId id, Form form)
{
    const Out *out = w->out;
    bool then = out->len > 5 && out->len < out->size && !strncmp(out->at + out->len - 5, "then ", 5);
    bool prevents = form == AFTER_MAY && !then;
    put(w, prevents ? "prevent " : "");
    put_player(w, kid(w, id, 0));
    put(w, prevents ? " from " : " cannot ");
    const char *active = value_of(w, id, 2) == ACT_PLAYED ? "play" : value_of(w, id, 2) == ACT_DOWNLOAD ? "download" : NULL;
    const char *act = active ? active : word_info[value_of(w, id, 2)].english;
    if (prevents)
        put_gerund(w, act);
    else
        put(w, act);
    put(w, " ");
    if (kid(w, id, 3))
        put_cards(w, kid(w, id, 3), BARE, 0);
    put(w, kid(w, id, 3) ? " " : active ? "cards " : "");
    put_until(w, value_of(w, id, 1));
}

void put_deed(Writer *w, NodeId id, Form form, Position position)
{
    if (put_done_to(w, id, form))
        return;
    switch (op_of(w, id)) {
    case NODE_CALL_ATTRIBUTE: put(w, "name "); put_word(w, value_of(w, id, 0)); break;
    case NODE_CALL_TYPE: out_text(w->out, "name %s", type_name[value_of(w, id, 0)]); break;
    case NODE_CALL_SKILL: out_text(w->out, "name %s", skill_word(w, value_of(w, id, 0))); break;
    case NODE_CALL_ICON: out_text(w->out, "name [%s]", icon_text[value_of(w, id, 0)]); break;
    case NODE_FORBID:
        put_forbidden(w, id, form);
        break;
    case NODE_NEXT_PLAY:
        put(w, "the next ");
        put_cards(w, kid(w, id, 0), NEXT, 0);
        put(w, " you play this turn is cost ");
        put_change(w, kid(w, id, 1));
        break;
    case NODE_USE_RANGE: put_used_range(w, kid(w, id, 0)); break;
    case NODE_LET: put_let(w, id, form); break;
    case NODE_MORE_Q_CARDS: {
        int n;
        bool literal = number_is(w, kid(w, id, 0), &n);
        put(w, literal ? "experience " : "experience a number of further cards of this Q-Flash equal to ");
        put_quantity(w, kid(w, id, 0));
        put(w, !literal ? "" : n == 1 ? " more card of this Q-Flash" : " more cards of this Q-Flash");
        break;
    }
    case NODE_APPLY: case NODE_APPLY_MOST: put_apply(w, id, form, position); break;
    case NODE_FOR_NOW: put_for_now(w, id, form); break;
    case NODE_ANY_SPECIES: put_choice_of(w, id, form, "become", "becomes", "a species"); break;
    case NODE_LOSE_ANY: put_choice_of(w, id, form, "lose", "loses", "a skill"); break;
    case NODE_GAIN_CHOSEN: case NODE_GAIN_ALL: case NODE_GAIN_KEYWORDS: case NODE_GAIN_ANY: case NODE_GAIN_REQUIRED: case NODE_GAIN_NAMED: case NODE_GAIN_OWN: case NODE_GAIN_OWNS: put_gain(w, id, form); break;
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
            out_text(w->out, "%s replaces the first-listed skill of ", skill_word(w, value_of(w, id, 2)));
        else
            out_text(w->out, "%s replaces skill number %d of ", skill_word(w, value_of(w, id, 2)), value_of(w, id, 1));
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
    case NODE_TAKE_FUNCTION: out_text(w->out, "take its %s function", ordinal_word(value_of(w, id, 0))); break;
    case NODE_OWE:
        put(w, "at any time during your next turn (or as the game ends, if that is sooner) you must ");
        put_joined(w, id, 0, kids(w, id), PLAIN, INSIDE);
        put(w, ", or you lose the game");
        break;
    case NODE_COIN: put(w, "flip a coin: with a chance of one half, "); put_effects(w, id, 0, kids(w, id), PLAIN); break;
    case NODE_ATTACK_ALL: put(w, "attack "); put_cards(w, kid(w, id, 0), EACH, 0); break;
    case NODE_FLIP_TO: out_text(w->out, "turn this card over: it is %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_OUTCOME:                          /* of a probe: for which probe cards, and what it brings */
        put_cards(w, kid(w, id, 0), A, 0);
        put(w, ": ");
        put_joined(w, id, 1, kids(w, id) - 1, PLAIN, position);
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
        if (put_idiom(w, "spend counters"))
            break;
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
            put(w, " for duty");
            put_reported_to(w, kid(w, id, 2));
        } else {
            int n = 0;
            bool one = number_is(w, kid(w, id, 0), &n) && n == 1;
            put(w, one ? "report " : "report up to ");
            put_cards(w, kid(w, id, 1), one ? A : EXACTLY, kid(w, id, 0));
            put(w, " from your hand for duty");
            put_reported_to(w, kid(w, id, 2));
        }
        break;
    case NODE_FROM_OUTSIDE:
        out_text(w->out, "seed %s from outside the game beneath ", w->cat->persona_name[value_of(w, id, 0)]);
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_INSERT_BESIDE:
        out_text(w->out, "insert %s from outside the game beside this location (on your left first, then alternating)", w->cat->persona_name[value_of(w, id, 0)]);
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
    case NODE_PLACE:
        if (op_of(w, kid(w, id, 1)) == NODE_TO_DECK)
            put_shuffled_in(w, id);
        else
            put_template(w, id, idiom(w, node_info[NODE_PLACE].english), node_info[NODE_PLACE].signature, form, false);
        break;
    case NODE_DISCARD: put_discard(w, id, form); break;
    case NODE_DOWNLOAD: put_download(w, id, form); break;
    case NODE_PLAY_FREE: put_play(w, id); break;
    case NODE_NAME_SKILL: case NODE_NAME_TWO: case NODE_NAME_CHOSEN: case NODE_NAME_ASKED: case NODE_NAME_HELD: case NODE_NAME_LACKED: case NODE_NAME_KEYWORD: case NODE_NAME_SPECIES: case NODE_NAME_TITLE: case NODE_NAME_NUMBER: put_naming(w, id, form); break;
    case NODE_INSTEAD:
        put(w, kids(w, id) > 1 ? "instead " : "");
        put_joined(w, id, 0, kids(w, id), form, kids(w, id) > 1 ? position : INSIDE);
        put(w, kids(w, id) > 1 ? "" : " instead");
        break;
    case NODE_DILEMMA_DRAW: put_dilemmas(w, id); break;
    case NODE_DILEMMA_COST_SUM: put_dilemma_cost(w, id); break;
    case NODE_COMBAT: case NODE_ENGAGEMENT: put_battle(w, id, position); break;
    case NODE_PICK_OPPONENT:
        put(w, "choose an opponent");
        w->opponent_chosen = true;
        break;
    case NODE_COMPARE:
        put(w, "compare ");
        put_word(w, value_of(w, id, 0));
        put(w, " instead of Strength in this combat");
        break;
    default: put_template(w, id, idiom(w, node_info[op_of(w, id)].english), node_info[op_of(w, id)].signature, form, false); break;
    }
}
