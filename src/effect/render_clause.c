/* Conditions and modifiers: the clauses that say when something holds, and what is then different. */
#include "effect/render.h"

/* Your personnel aboard this ship who is its Commander. */
static bool is_commander_aboard(const Writer *w, NodeId filter)
{
    NodeId of = part_with(w, filter, NODE_OF), aboard = part_with(w, filter, NODE_ABOARD), commander = part_with(w, filter, NODE_COMMANDER_OF);
    NodeId ship = aboard ? kid(w, aboard, 0) : 0, commanded = commander ? kid(w, commander, 0) : 0;
    bool this = op_of(w, ship) == NODE_THIS_SHIP || (op_of(w, ship) == NODE_SELF && w->def && w->def->type == TYPE_SHIP);
    return this && of && op_of(w, kid(w, of, 0)) == NODE_YOU && !w->you_is_actor && op_of(w, filter) == NODE_AND && kids(w, filter) == 4 && part_with(w, filter, NODE_TYPE)
        && op_of(w, commanded) == op_of(w, ship);
}

/* You or your opponent, whoever is meant by it. */
static bool is_one_of_two(const Writer *w, NodeId player)
{
    return !w->you_is_actor && (op_of(w, player) == NODE_YOU || op_of(w, player) == NODE_OPPONENT);
}

/* "you command two …", "you have two …" of the group facing a dilemma, or "there are two …". */
static void put_existence(Writer *w, NodeId filter, Determiner which, NodeId count, const char *how)
{
    NodeId owned = part_with(w, filter, NODE_OWNED);
    if (owned && part_with(w, filter, NODE_PLAYED_NOW) && is_one_of_two(w, kid(w, owned, 0))) {
        put_player(w, kid(w, owned, 0));
        put(w, op_of(w, kid(w, owned, 0)) == NODE_YOU ? " have played " : " has played ");
        put(w, how);
        w->said = SAID_OWNED | SAID_PLAYED;
        put_cards(w, filter, which, count);
        put(w, " this turn");
        return;
    }
    NodeId of = part_with(w, filter, NODE_OF), neighbour = of ? kid(w, of, 0) : 0;
    if ((op_of(w, neighbour) == NODE_LEFT || op_of(w, neighbour) == NODE_RIGHT) && op_of(w, filter) == NODE_AND && strcmp(how, "exactly ") != 0 && strcmp(how, "more than ") != 0 && strcmp(how, "at most ") != 0) {
        put_player(w, neighbour);
        put(w, " commands ");
        put(w, how);
        w->said = SAID_COMMANDED;
        put_cards(w, filter, which, count);
        return;
    }
    if (!count && which == A && is_commander_aboard(w, filter)) {
        put(w, "you command a Commander of this ship aboard it");
        return;
    }
    if (!count && op_of(w, filter) == NODE_TITLE) {            /* a title alone is said of a card in play */
        put_cards(w, filter, A, 0);
        put(w, which == NO ? " is not in play" : " is in play");
        return;
    }
    int n = 1;
    bool many = count && !(number_is(w, count, &n) && n == 1);
    w->counted = count && strcmp(how, "at least ") != 0;          /* "exactly one ship" */
    bool yours = has_owner(w, filter, NODE_YOU), theirs = has_owner(w, filter, NODE_OPPONENT), group = is_group(w, filter);
    bool parts = op_of(w, filter) == NODE_OR;
    w->owner_said = (yours || theirs || group) && !parts;
    if (!w->owner_said)
        put(w, many ? "there are " : "there is ");
    else if (theirs)
        put(w, w->opponent_chosen ? "that opponent commands " : "your opponent commands ");
    else if (w->you_is_actor)
        put(w, group ? "that player has " : "that player commands ");
    else
        put(w, group ? "you have " : "you command ");
    put(w, many || w->counted ? how : "");
    put_cards(w, filter, which, count);
    w->owner_said = w->counted = false;
}

/* "1e-1998/dead-end.2" is a ruling of 1998, which may hold for ever after: by its id nobody would know it.  The status of a document stands for the rules of
 * its day.  A printed rule, "1E-0.3.3", is one that a document replaced. */
static void put_rules_of(Writer *w, const char *ruling, bool not)
{
    const char *dash = strchr(ruling, '-'), *year = dash ? dash + 1 : ruling;
    bool oldest = dash && !strchr(ruling, '/'), rules = oldest || strstr(ruling, "/document-status");
    if (oldest)
        put(w, "the oldest rules");
    else
        out_text(w->out, rules ? "the rules of %.*s" : "the ruling of %.*s", (int)strcspn(year, "/"), year);
    put(w, rules ? not ? " do not hold" : " hold" : not ? " does not hold" : " holds");
}

/* A card that is named, in some place or none at all. */
static void put_presence(Writer *w, NodeId named, bool not)
{
    switch (op_of(w, named)) {
    case NODE_THIS_MISSION: put_self(w); put(w, not ? " is not at a mission" : " is at a mission"); break;
    case NODE_THIS_SHIP: put_self(w); put(w, not ? " is not aboard a ship" : " is aboard a ship"); break;
    case NODE_HOST: put_self(w); put(w, not ? " is not on or aboard a card" : " is on or aboard a card"); break;
    default:
        put_cards(w, named, A, 0);
        put(w, not ? " is not in play" : " is in play");
        break;
    }
}

/* "this ship is damaged and at …": a card that is named, and what is true of it. */
static void put_truth(Writer *w, NodeId filter, NodeId named, bool not)
{
    bool several = selection_number(w, named) == MANY, begun = false;
    CardType about = type_of(w, named);
    Number number = put_cards(w, named, several && not ? NO : A, 0);
    size_t at = w->out->len;
    put(w, " ");
    if ((!not || several) && put_kind(w, filter, named, number))
        return;
    if (w->out->len < w->out->size)
        w->out->at[w->out->len = at] = '\0';
    for (int i = 0; i < kids(w, filter); i++)
        if (kid(w, filter, i) != named) {
            put(w, !begun ? " " : not && !several ? " or " : " and ");
            w->about = about;
            put_predicate(w, kid(w, filter, i), not && !several, number);
            begun = true;
        }
}

static void put_exists(Writer *w, NodeId filter, bool not)
{
    if (!is_reference(w, filter)) {
        put_existence(w, filter, not ? NO : A, 0, "");
        return;
    }
    if (op_of(w, filter) != NODE_AND) {
        put_presence(w, filter, not);
        return;
    }
    NodeId named = 0;
    for (int i = 0; i < kids(w, filter) && !named; i++)
        if (is_reference(w, kid(w, filter, i)))
            named = kid(w, filter, i);
    if (op_of(w, named) == NODE_HOST && !names_host(w)) {             /* "this personnel is aboard a staffed ship" */
        put_self(w);
        put(w, not ? " is not " : " is ");
        put(w, type_of(w, filter) == TYPE_SHIP && w->def && w->def->type == TYPE_PERSONNEL ? "aboard " : "on ");
        w->host_said = true;
        put_cards(w, filter, A, 0);
        return;
    }
    put_truth(w, filter, named, not);
}

static int opposite(int cmp)
{
    switch (cmp) {
    case CMP_MORE:     return CMP_AT_MOST;
    case CMP_LESS:     return CMP_AT_LEAST;
    case CMP_AT_LEAST: return CMP_LESS;
    case CMP_AT_MOST:  return CMP_MORE;
    default:           return cmp;
    }
}

/* "at least five of your personnel are of the same species", "no two of those personnel …", "those personnel are all …"; false, and nothing, if it is not said so. */
static bool put_alike_cards(Writer *w, NodeId q, int cmp, NodeId count)
{
    NodeId cards = kid(w, q, 1);
    int n = 0;
    bool literal = number_is(w, count, &n), most = literal && cmp == CMP_AT_LEAST && n > 1, none = literal && cmp == CMP_AT_MOST && n == 1;
    bool all = cmp == CMP_EQUAL && op_of(w, count) == NODE_COUNT && same_tree(w, kid(w, count, 0), cards, 0);
    if (op_of(w, q) != NODE_MOST_ALIKE || has_mixed_alternatives(w, cards) || (!most && !none && !all))
        return false;
    if (all) {
        put_cards(w, cards, ALL, 0);
        put(w, " are all of the same ");
    } else {
        put(w, most ? "at least " : "no two of ");
        if (most && is_group(w, cards)) {
            put_number(w, n);
            put(w, " of ");
        }
        put_cards(w, cards, most && !is_group(w, cards) ? EXACTLY : BARE, most && !is_group(w, cards) ? count : 0);
        put(w, " are of the same ");
    }
    put_word(w, value_of(w, q, 0));
    return true;
}

/* "you command exactly one ship", "there are more than seven cards in your hand": false where it is not cards that are counted. */
static bool put_counted(Writer *w, NodeId b, int cmp)
{
    NodeId q = kid(w, b, 0), count = kid(w, b, 2), cards = kid(w, q, 0);
    int n;
    if (put_alike_cards(w, q, cmp, count))
        return true;
    if (!number_is(w, count, &n) || n < 0)
        return false;
    if (op_of(w, q) == NODE_DISTINCT && cmp == CMP_AT_LEAST && n > 1) {
        put(w, "there are at least ");
        put_number(w, n);
        put(w, " ");
        put_distinct(w, q, MANY);
        return true;
    }
    if (op_of(w, q) != NODE_COUNT || has_mixed_alternatives(w, cards) || is_reference(w, cards))
        return false;
    if (n == 0 && cmp == CMP_EQUAL)
        put_existence(w, cards, NO, 0, "");
    else if (n > 0 && cmp != CMP_AT_LEAST && cmp != CMP_LESS)
        put_existence(w, cards, EXACTLY, count, cmp == CMP_EQUAL ? "exactly " : cmp == CMP_MORE ? "more than " : "at most ");
    else
        return false;
    return true;
}

static void put_compare(Writer *w, NodeId b, bool not)
{
    int cmp = value_of(w, b, 1);
    if ((!not || cmp != CMP_EQUAL) && put_counted(w, b, not ? opposite(cmp) : cmp))
        return;
    put_quantity(w, kid(w, b, 0));
    put(w, not && cmp == CMP_EQUAL ? " is not " : " is ");
    put_comparison(w, not ? opposite(cmp) : cmp, kid(w, b, 2), "");
}

static void put_matches(Writer *w, NodeId b, bool not)
{
    NodeId subject = kid(w, b, 0);
    bool several = selection_number(w, subject) == MANY;
    w->about = TYPE_NONE;
    if (is_reference(w, subject) && !several) {
        Number number = put_cards(w, subject, A, 0);
        put(w, " ");
        w->about = type_of(w, subject);
        put_predicate(w, kid(w, b, 1), not, number);
        return;
    }
    put(w, not ? "not " : "");
    Number number = put_cards(w, subject, EACH, 0);
    put(w, " ");
    w->about = type_of(w, subject);
    put_predicate(w, kid(w, b, 1), false, number);
}

/* What this card is doing: "this personnel is facing a dilemma". */
static bool is_doing(const Writer *w, NodeId b)
{
    return (op_of(w, b) == NODE_IS_FACING || op_of(w, b) == NODE_IS_ATTEMPTING) && !kid(w, b, 1) && op_of(w, kid(w, b, 0)) == NODE_SELF && w->def && w->def->type == TYPE_PERSONNEL;
}

/* How many conditions from the i-th on say something of the same card: "this ship is staffed and is at this mission". */
static int said_of_one(const Writer *w, NodeId b, int i, bool not)
{
    NodeId next = i + 1 < kids(w, b) ? kid(w, b, i + 1) : 0;
    bool doing = !not && op_of(w, b) == NODE_BOTH && is_doing(w, kid(w, b, i)) && op_of(w, next) == NODE_MATCHES && op_of(w, kid(w, next, 0)) == NODE_SELF;
    if (doing)
        return 2;
    NodeId first = kid(w, b, i), subject = kid(w, first, 0);
    int n = 1;
    bool one = !not && op_of(w, b) == NODE_BOTH && op_of(w, first) == NODE_MATCHES && op_of(w, subject) != NODE_AND && is_reference(w, subject)
        && selection_number(w, subject) == ONE;
    while (one && i + n < kids(w, b) && op_of(w, kid(w, b, i + n)) == NODE_MATCHES && same_tree(w, kid(w, kid(w, b, i + n), 0), subject, 0))
        n++;
    return n;
}

/* "you command a Founder and a Vorta": what is commanded besides needs no verb, unless it might be taken for a part of what stands before it. */
static void share_command(Writer *w, size_t from, size_t at)
{
    static const char verb[] = "you command ";
    static const char *const clauses[] = { " with ", " who ", " that ", " where ", " or ", ", ", " than " };
    Out *out = w->out;
    size_t len = sizeof verb - 1;
    if (out->len >= out->size || strncmp(out->at + from, verb, len) != 0 || strncmp(out->at + at, verb, len) != 0)
        return;
    for (size_t i = 0; i < countof(clauses); i++) {
        const char *clause = strstr(out->at + from, clauses[i]);
        if (clause && clause < out->at + at)
            return;
    }
    memmove(out->at + at, out->at + at + len, out->len - at - len + 1);
    out->len -= len;
}

static void put_list(Writer *w, NodeId b, bool not)
{
    bool and = (op_of(w, b) == NODE_BOTH) != not;
    int groups = 0;
    for (int i = 0; i < kids(w, b); i += said_of_one(w, b, i, not))
        groups++;
    put(w, !and && kids(w, b) > 1 ? "either " : "");
    size_t from = w->out->len;
    for (int g = 0, i = 0; g < groups; g++) {
        int n = said_of_one(w, b, i, not);
        put_join(w, g, groups, and ? "and" : "or");
        size_t at = w->out->len;
        put_condition(w, kid(w, b, i), not);
        if (g == 1 && groups == 2 && and)
            share_command(w, from, at);
        for (int k = 1; k < n; k++) {
            put_join(w, k, n, "and");
            w->about = type_of(w, kid(w, kid(w, b, i), 0));
            put_predicate(w, kid(w, kid(w, b, i + k), 1), false, ONE);
        }
        i += n;
    }
}

/* "F is facing a dilemma": what a card is doing, and with what. */
static void put_doing(Writer *w, NodeId b, bool not, const char *doing, CardType expect, const char *what)
{
    w->explicitly = true;
    Number number = put_cards(w, kid(w, b, 0), A, 0);
    w->explicitly = false;
    put(w, number == ONE ? " is " : " are ");
    put(w, not ? "not " : "");
    put(w, doing);
    if (kid(w, b, 1))
        put_cards_as(w, kid(w, b, 1), A, 0, expect);
    else
        put(w, what);
}

static void put_points(Writer *w, NodeId player, bool not, const char *than)
{
    Number number = put_player(w, player);
    if (not)
        put(w, number == MANY ? " do not have " : " does not have ");
    else
        put(w, number == MANY ? " have " : " has ");
    put(w, than);
}

static void put_meets(Writer *w, NodeId b, bool not)
{
    Number number = put_cards(w, kid(w, b, 0), BARE, 0);
    if (not)
        put(w, number == ONE ? " does not have " : " do not together have ");
    else
        put(w, number == ONE ? " has " : " together have ");
    put_requirement(w, kid(w, b, 1));
}

/* "this ship is damaged or you have Weapons>8": a requirement of two ways, of which the first is a fact; false, and nothing, if it is not that. */
static bool put_or_having(Writer *w, NodeId requirement)
{
    NodeId first = kid(w, requirement, 0);
    if (op_of(w, requirement) != NODE_REQ_ANY || kids(w, requirement) != 2 || op_of(w, first) != NODE_REQ_SO || op_of(w, kid(w, first, 0)) != NODE_CMP)
        return false;
    put_condition(w, kid(w, first, 0), false);
    put(w, " or you have ");
    put_requirement(w, kid(w, requirement, 1));
    return true;
}

static void condition(Writer *w, NodeId b, bool not)
{
    switch (op_of(w, b)) {
    case NODE_EXISTS: put_exists(w, kid(w, b, 0), not); break;
    case NODE_AT_LEAST: put_existence(w, kid(w, b, 1), EXACTLY, kid(w, b, 0), not ? "fewer than " : "at least "); break;
    case NODE_CMP: put_compare(w, b, not); break;
    case NODE_MATCHES: put_matches(w, b, not); break;
    case NODE_HAVE:
        if (op_of(w, kid(w, b, 0)) == NODE_REQ_SO) {
            put_condition(w, kid(w, kid(w, b, 0), 0), not);
            break;
        }
        if (!not && put_or_having(w, kid(w, b, 0)))
            break;
        put(w, not ? "you do not have " : "you have ");
        put_requirement(w, kid(w, b, 0));
        break;
    case NODE_MEETS: put_meets(w, b, not); break;
    case NODE_BOTH: case NODE_EITHER: put_list(w, b, not); break;
    case NODE_NOT_SO: put_condition(w, kid(w, b, 0), !not); break;
    case NODE_IS_FACING:
        if (op_of(w, kid(w, b, 0)) == NODE_GROUP && op_of(w, kid(w, b, 1)) == NODE_SELF && w->def && w->def->type == TYPE_DILEMMA) {
            put(w, not ? "this dilemma is not being faced" : "this dilemma is being faced");
            break;
        }
        put_doing(w, b, not, "facing ", TYPE_DILEMMA, "a dilemma"); break;
    case NODE_IS_ATTEMPTING: put_doing(w, b, not, "attempting ", TYPE_MISSION, "a mission"); break;
    case NODE_IN_BATTLE: put_doing(w, b, not, "in ", TYPE_NONE, idiom(w, "combat or an engagement")); break;
    case NODE_IN_COMBAT_NOW: put_doing(w, b, not, "in ", TYPE_NONE, "combat"); break;
    case NODE_ENGAGED_NOW: put_doing(w, b, not, "in ", TYPE_NONE, "an engagement"); break;
    case NODE_DURING_COMBAT: put(w, not ? "there is no combat" : "it is during combat"); break;
    case NODE_DURING_ENGAGEMENT: put(w, not ? "there is no engagement" : "it is during an engagement"); break;
    case NODE_IN_A_BATTLE: put(w, not ? "there is no battle" : "it is during a battle"); break;
    case NODE_BEGAN_IT: put(w, not ? "you did not begin it" : "you began it"); break;
    case NODE_LOST_IT: put(w, not ? "you did not lose it" : "you lost it"); break;
    case NODE_FIRST_TURN: put(w, not ? "it is not this player's first turn" : "it is this player's first turn"); break;
    case NODE_CAUSED_BY:
        put(w, not ? "that was not done by " : "that was done by ");
        put_player(w, kid(w, b, 0));
        break;
    case NODE_TURN_OF:
        put(w, not ? "it is not " : "it is ");
        put_possessive(w, kid(w, b, 0));
        put(w, " turn");
        break;
    case NODE_MORE_POINTS: put_points(w, kid(w, b, 0), not, "more points than each opponent"); break;
    case NODE_FEWER_POINTS: put_points(w, kid(w, b, 0), not, "fewer points than each opponent"); break;
    case NODE_FACED_ANOTHER: put(w, not ? "no other dilemma was faced in this mission attempt"
                                        : "another dilemma was faced in this mission attempt"); break;
    case NODE_PREVENTED_IT: put(w, not ? "this dilemma was not prevented" : "this dilemma was prevented"); break;
    case NODE_ADDITIONAL: put(w, not ? "this is no additional turn" : "this is an additional turn"); break;
    case NODE_AFTER_ANOTHER: put(w, not ? "no opponent has had a turn" : "an opponent has had a turn"); break;
    case NODE_SHARE:
        put_cards(w, kid(w, b, 1), BARE, 0);
        put(w, not ? " do not all share one or more of the same " : " share one or more of the same ");
        put_word(w, value_of(w, b, 0));
        break;
    case NODE_FROM_HAND: put(w, not ? "it did not come from a hand" : "it came from a hand"); break;
    case NODE_FROM_DECK: put(w, not ? "it did not come from a deck" : "it came from a deck"); break;
    case NODE_BY_COUNTER: put(w, not ? "it is not drawn by spending a counter" : "it is drawn by spending a counter"); break;
    case NODE_USED_NAMED: put(w, not ? "it is not the named skill" : "it is the named skill"); break;
    case NODE_BY_PAYING: put(w, not ? "no cost was paid for it" : "a cost was paid for it"); break;
    case NODE_DIED_IN_BATTLE:
        put(w, not ? "no personnel of " : "a personnel of ");
        put_player(w, kid(w, b, 0));
        put(w, " was killed in it");
        break;
    case NODE_AT_RANDOM: put(w, not ? "this was not a random selection" : "this was a random selection"); break;
    case NODE_ORDERS_NOW: put(w, not ? "it is no Execute Orders segment" : "it is an Execute Orders segment"); break;
    case NODE_MORE_TURNS: put(w, not ? "no opponent has had more turns than you" : "an opponent has had more turns than you"); break;
    case NODE_KILLED_ONE: put(w, not ? "no personnel was killed by this dilemma" : "a personnel was killed by this dilemma"); break;
    case NODE_SOMEBODY_DIED: put(w, not ? "no personnel has been killed during this mission attempt" : "a personnel has been killed during this mission attempt"); break;
    case NODE_CAN:
        put(w, not ? "you cannot " : "you can ");
        put_joined(w, b, 0, 1, AFTER_MAY, LAST);
        break;
    case NODE_ODD: case NODE_EVEN:
        put_quantity(w, kid(w, b, 0));
        put(w, not ? " is not " : " is ");
        put(w, op_of(w, b) == NODE_ODD ? "odd" : "even");
        break;
    case NODE_NAMED_BEFORE:
        put(w, not ? "nothing has been named for " : "something has been named for ");
        put_self(w);
        break;
    case NODE_ARRIVED: put(w, "it has been reached"); break;
    case NODE_MET_BEFORE:
        put(w, not ? "your Borg have not met that dilemma or a copy of it on an earlier turn" : "your Borg met that dilemma or a copy of it on an earlier turn");
        break;
    case NODE_PLAYS_BORG: {
        bool one = put_player(w, kid(w, b, 0)) == ONE;
        put(w, not ? one ? " does not play Borg" : " do not play Borg" : one ? " plays Borg" : " play Borg");
        break;
    }
    case NODE_SCOUTING:
        put(w, not ? "you do not scout" : "you scout");
        break;
    case NODE_COULD_SOLVE:
        put(w, not ? "you could not have met the requirements of this mission when this attempt began"
                   : "you could have met the requirements of this mission when this attempt began");
        break;
    case NODE_RULED: put_rules_of(w, w->cat->persona_name[value_of(w, b, 0)], not); break;
    case NODE_AS_FUNCTION:
        put_self(w);
        out_text(w->out, not ? " does not serve its %s function" : " serves its %s function", ordinal_word(value_of(w, b, 0)));
        break;
    case NODE_OWES:
        put(w, put_player(w, kid(w, b, 0)) == ONE ? (not ? " need do" : " still has to do") : (not ? " need do" : " still have to do"));
        put(w, not ? " nothing of that this turn" : " that this turn");
        break;
    case NODE_HAS_BATTLED:
        put(w, put_player(w, kid(w, b, 0)) == ONE ? " has " : " have ");
        put(w, not ? "fought no battle in this game" : "fought a battle in this game");
        break;
    default: put(w, "something unknown holds"); break;
    }
}

void put_condition(Writer *w, NodeId b, bool not)
{
    if (!go_down(w))
        return;
    condition(w, b, not);
    w->depth--;
}

/* What is said with "is", as an adjective: "is Strength +2"; after "make" without it. */
static bool is_adding(uint16_t op)
{
    return op == NODE_MOD_ATTR || op == NODE_MOD_COST || op == NODE_MOD_SPAN || op == NODE_MOD_CONSUME || op == NODE_MOD_WEAPON || op == NODE_MOD_POINTS
        || op == NODE_MOD_STAFF_NEEDS || op == NODE_MOD_STAFF_LEVELS || op == NODE_MOD_STAFFED || op == NODE_MOD_COMMANDS || op == NODE_MOD_DISABLED || op == NODE_MOD_STASIS;
}

/* "adds the Strength of that personnel to its own": the attribute that it adds, which a card has that is named; 0: it is said in another way. */
static NodeId taken_over(const Writer *w, NodeId m)
{
    uint16_t op = op_of(w, m);
    NodeId q = op == NODE_MOD_ATTR ? kid(w, m, 1) : op == NODE_MOD_WEAPON ? kid(w, m, 0) : 0, of = op_of(w, q) == NODE_VALUE ? kid(w, q, 1) : 0;
    bool attribute = of && value_of(w, q, 0) <= PROP_SHIELDS && (op == NODE_MOD_WEAPON || value_of(w, m, 0) <= ATTR_SHIELDS);
    return attribute && op_of(w, of) != NODE_AND && op_of(w, of) != NODE_HOST && is_reference(w, of) && selection_number(w, of) == ONE ? q : 0;
}

static const char *attribute_of(const Writer *w, NodeId m)
{
    return op_of(w, m) == NODE_MOD_WEAPON ? word_info[ATTR_STRENGTH].english : word_info[value_of(w, m, 0)].english;
}

static bool is_its_own(const Writer *w, NodeId m)
{
    NodeId q = taken_over(w, m);
    return q && strcmp(word_info[value_of(w, q, 0)].english, attribute_of(w, m)) == 0;
}

/* `count` of them from there on, which add what is called as that to which it is added. */
static void put_taken_over(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    NodeId m = kid(w, node, first), q = taken_over(w, m);
    const char *its = number == ONE ? "its" : "their";
    put(w, number == ONE && form == PLAIN ? "adds " : "add ");
    if (op_of(w, kid(w, q, 1)) == NODE_BEARER) {
        out_text(w->out, "%s ", its);
        put_word(w, value_of(w, q, 0));
    } else {
        put(w, "the ");
        for (int i = 0; i < count; i++) {
            put_join(w, i, count, "and");
            put_word(w, value_of(w, taken_over(w, kid(w, node, first + i)), 0));
        }
        put(w, " of ");
        put_cards(w, kid(w, q, 1), A, 0);
    }
    out_text(w->out, " to %s ", its);
    put(w, is_its_own(w, m) && op_of(w, kid(w, q, 1)) != NODE_BEARER ? "own" : idiom(w, attribute_of(w, m)));
    put(w, op_of(w, m) == NODE_MOD_WEAPON ? " in combat" : "");
}

bool says_x(const Writer *w, NodeId m)
{
    int n;
    for (int i = 0; i < kids(w, m); i++) {
        NodeId q = kid(w, m, i);
        if (node_info[op_of(w, q)].result == 'Q' && !number_is(w, q, &n) && !number_for_each(w, q) && !taken_over(w, m))
            return true;
    }
    return false;
}

static bool is_gaining(uint16_t op)
{
    return op == NODE_MOD_SKILL || op == NODE_MOD_ICON || op == NODE_MOD_TRAIT;
}

static void put_adding(Writer *w, NodeId m)
{
    switch (op_of(w, m)) {
    case NODE_MOD_ATTR:
        put_word(w, value_of(w, m, 0));
        put(w, " ");
        put_change(w, kid(w, m, 1));
        break;
    case NODE_MOD_COST: put(w, "cost "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_SPAN: put(w, "span "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_CONSUME: put(w, "Consume "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_WEAPON: put(w, "Strength "); put_change(w, kid(w, m, 0)); put(w, " in combat"); break;
    case NODE_MOD_POINTS: put(w, "worth "); put_more(w, kid(w, m, 0), "more points", "fewer points"); break;
    case NODE_MOD_STAFF_NEEDS:
        put(w, "staffed only with ");
        put_number(w, value_of(w, m, 0));
        put(w, " ");
        put_cards(w, kid(w, m, 1), value_of(w, m, 0) == 1 ? NEXT : BARE, 0);
        put(w, " aboard");
        break;
    case NODE_MOD_STAFF_LEVELS:
        put(w, "staffed only with ");
        put_skill(w, m, 0);
        put(w, " aboard");
        break;
    case NODE_MOD_STAFFED: put(w, "staffed"); break;
    case NODE_MOD_COMMANDS: put(w, "the Commander of its ship"); break;
    case NODE_MOD_DISABLED: put(w, "disabled"); break;
    default: put(w, "in stasis"); break;
    }
}

static void put_cannot(Writer *w, NodeId m, Form form)
{
    put(w, form == AFTER_MAY ? "not be able to " : "cannot ");
    put_word(w, value_of(w, m, 0));
    if (kid(w, m, 1)) {
        put(w, " by ");
        put_cards(w, kid(w, m, 1), A, 0);
    }
}

/* Where nearly all are lost, those are named that stay. */
static SkillSet skills_kept(Writer *w, NodeId m)
{
    enum { NEARLY_ALL = 12 };
    SkillSet kept = skills_of_edition(EDITION_SECOND);
    for (int i = 0; i < kids(w, m); i++)
        kept &= ~skill_bit(value_of(w, m, i));
    return kids(w, m) > NEARLY_ALL ? kept : 0;
}

static void put_lost_skills(Writer *w, NodeId m)
{
    SkillSet kept = skills_kept(w, m);
    int count = 0, at = 0;
    for (int i = 0; i < SKILL_COUNT; i++)
        count += kept >> i & 1;
    if (kept)
        put(w, "all skills except ");
    for (int i = 0; i < SKILL_COUNT; i++)
        if (kept >> i & 1) {
            put_join(w, at++, count, "and");
            put(w, skill_word(w, i));
        }
    if (kept)
        return;
    for (int i = 0; i < kids(w, m); i++) {
        put_join(w, i, kids(w, m), "and");
        put(w, skill_word(w, value_of(w, m, i)));
    }
    if (kids(w, m) == 0)
        put(w, "all skills");
}

/* A verb phrase; `s` ends a verb of one subject, `its` is what its own things are called.  After another of its like the
 * verb is not repeated: "gets +1 Cunning and +2 Strength". */
static void put_modifier(Writer *w, NodeId m, bool again, Number number, Form form)
{
    bool one = number == ONE && form == PLAIN;
    const char *s = one ? "s" : "", *have = one ? "has" : "have", *its = number == ONE ? "its" : "their";
    Out *out = w->out;
    if (is_adding(op_of(w, m)) && !taken_over(w, m)) {
        put(w, again || form == AFTER_MAY ? "" : one ? "is " : "are ");
        put_adding(w, m);
        return;
    }
    switch (op_of(w, m)) {
    case NODE_MOD_SET:
        out_text(out, "%s %s ", have, its);
        put_word(w, value_of(w, m, 0));
        put(w, " set to ");
        put_quantity(w, kid(w, m, 1));
        break;
    case NODE_MOD_TIMES:
        out_text(out, "%s %s ", have, its);
        put_word(w, value_of(w, m, 0));
        put(w, " multiplied by ");
        put_quantity(w, kid(w, m, 1));
        break;
    case NODE_MOD_SKILL:
        if (!again)
            out_text(out, "gain%s ", s);
        put_skill(w, m, 0);
        break;
    case NODE_MOD_LESS_SKILL: out_text(out, "lose%s %d level%s of %s", s, value_of(w, m, 1), value_of(w, m, 1) == 1 ? "" : "s", skill_name[value_of(w, m, 0)]); break;
    case NODE_MOD_COMMANDER: out_text(out, "gain%s Commander: %s", s, w->cat->persona_name[value_of(w, m, 0)]); break;
    case NODE_MOD_LOSE: out_text(out, "lose%s ", s); put_lost_skills(w, m); break;
    case NODE_MOD_NO_SKILLS: out_text(out, "%s use %s skills", form == AFTER_MAY ? "not" : "cannot", its); break;
    case NODE_MOD_ICON:
        if (!again)
            out_text(out, "gain%s ", s);
        out_text(out, "[%s]", icon_text[value_of(w, m, 0)]);
        break;
    case NODE_MOD_TRAIT:
        if (!again)
            out_text(out, "gain%s ", s);
        put(w, w->cat->trait_name[value_of(w, m, 0)]);
        break;
    case NODE_MOD_SPECIES:
        out_text(out, "become%s %s and no other species", s, w->cat->trait_name[value_of(w, m, 0)]);
        break;
    case NODE_MOD_AFFILIATION: out_text(out, "become%s [%s]", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_MOVE:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 0), "more Range to move", "less Range to move");
        break;
    case NODE_MOD_RANGE_TO:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 0), "more Range to move to ", "less Range to move to ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_BRIDGE:
        out_text(out, "need%s no additional Range to move between ", s);
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        put(w, " and ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_NO_QUADRANT: out_text(out, "need%s no additional Range to move between quadrants", s); break;
    case NODE_MOD_REQ_ATTR:
        out_text(out, "%s ", have);
        put(w, "each attribute requirement");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_REQ_ONE:
        out_text(out, "%s ", have);
        put(w, "each ");
        put_word(w, value_of(w, m, 0));
        put(w, " requirement");
        put_raised(w, kid(w, m, 1));
        break;
    case NODE_MOD_REQ_LEVEL:
        out_text(out, "%s ", have);
        put(w, "the level of each required skill");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_SUBSTITUTE:
        out_text(out, "let%s ", s);
        put_word(w, value_of(w, m, 1));
        put(w, " be used to meet ");
        put_word(w, value_of(w, m, 0));
        put(w, " requirements");
        break;
    case NODE_MOD_RANDOMLY:
        out_text(out, "%s what others than its owner choose among ", have);
        put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_PERSONNEL);
        put(w, " selected at random");
        break;
    case NODE_MOD_BY_CHOICE: out_text(out, "%s what it selects at random chosen by the player who faces it", have); break;
    case NODE_MOD_ATTEMPT_SIZE: out_text(out, "cannot be attempted with fewer than %d personnel", value_of(w, m, 0)); break;
    case NODE_MOD_LATER:
        put(w, "at the end of this turn: ");
        put_joined(w, m, 0, kids(w, m), PLAIN, LAST);
        break;
    case NODE_MOD_NEXT_COST:
        out_text(out, "let%s you play the next ", s);
        put_cards(w, kid(w, m, 0), BARE, 0);
        put(w, " at cost ");
        put_change(w, kid(w, m, 1));
        break;
    case NODE_MOD_LOSE_ICON: out_text(out, "lose%s [%s]", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_REQ_ADD: out_text(out, "also require%s ", s); put_requirement(w, kid(w, m, 0)); break;
    case NODE_MOD_REQ_REPLACE:
        out_text(out, "require%s ", s);
        put_requirement(w, kid(w, m, 0));
        out_text(out, " instead of %s printed requirements", its);
        break;
    case NODE_MOD_ATTEMPT: put(w, "may be attempted using "); put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_PERSONNEL); break;
    case NODE_MOD_CANNOT: put_cannot(w, m, form); break;
    case NODE_MOD_CAN:
        put(w, form == AFTER_MAY ? "be able to " : "can ");
        put_word(w, value_of(w, m, 0));
        out_text(out, " despite %s", w->cat->persona_name[value_of(w, m, 1)]);
        break;
    case NODE_MOD_TEXTLESS: out_text(out, "%s %s game text and keywords ignored", have, its); break;
    case NODE_MOD_NO_ABILITIES: out_text(out, "lose%s all abilities", s); break;
    case NODE_MOD_NO_TEXTS: out_text(out, "lose%s all abilities but keywords", s); break;
    case NODE_MOD_DAMAGE_MORE:
        out_text(out, value_of(w, m, 0) == 1 ? "need%s one more damage card to be destroyed" : "need%s %d more damage cards to be destroyed", s, value_of(w, m, 0));
        break;
    case NODE_MOD_HAND: out_text(out, "change%s %s commander's hand limit by ", s, its); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_OFF_LINE:
        if (kid(w, m, 1)) {
            out_text(out, "lose%s the enhancement of ", s);
            put_word(w, value_of(w, m, 0));
            put(w, " by ");
            put_cards(w, kid(w, m, 1), A, 0);
            break;
        }
        out_text(out, "%s enhancements of ", have);
        put_word(w, value_of(w, m, 0));
        put(w, " off line");
        break;
    case NODE_MOD_CONTRIBUTES:
        put(w, "may contribute ");
        put_word(w, value_of(w, m, 0));
        put(w, " instead towards ");
        put_word(w, value_of(w, m, 1));
        put(w, " requirements");
        break;
    case NODE_MOD_MIXES_ALIKE: put(w, "may mix regardless of affiliation with others that this is said of"); break;
    case NODE_MOD_PEACE: put(w, "cannot battle each other"); break;
    case NODE_MOD_LANDS: put(w, "may take off and land using "); put_quantity(w, kid(w, m, 0)); put(w, " RANGE"); break;
    case NODE_MOD_LANDS_FULLY: out_text(out, "may take off and land using %s full RANGE", its); break;
    case NODE_MOD_TRAVEL:
        put(w, "must do nothing but travel to ");
        if (kid(w, m, 0)) {
            put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
            put(w, " and attempt it");
        } else
            put(w, "the far end of the spaceline");
        break;
    case NODE_MOD_CARRIED: put(w, "may be carried aboard and launched from "); put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_SHIP); break;
    case NODE_MOD_SHARES: out_text(out, "share%s %s regular skills, each at its highest level", s, its); break;
    case NODE_MOD_POOLS: out_text(out, "add%s %s CUNNING to the total of each other group of them", s, its); break;
    case NODE_MOD_REPAIRS:
        if (w->def && w->def->type == TYPE_PERSONNEL)
            out_text(out, "%s repaired as if in dock, wherever %s", form == AFTER_MAY ? "be" : one ? "is" : "are", number == ONE ? "it is" : "they are");
        else
            out_text(out, "repair%s ships that are docked there", s);
        break;
    case NODE_MOD_REPAIRS_NOW: out_text(out, "repair%s ships as soon as they dock there", s); break;
    case NODE_MOD_MAY_ATTACK: out_text(out, "may attack [%s] forces", icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_UNRESTRAINED: put(w, "may attack any affiliation"); break;
    case NODE_MOD_PROJECTS: out_text(out, "let%s holograms be active there", s); break;
    case NODE_MOD_TARGETS: put(w, "may fire at "); put_amount(w, kid(w, m, 0), "target", "different targets"); break;
    case NODE_MOD_PASSES: put(w, "may pass whatever lies between two locations"); break;
    case NODE_MOD_MIXES: put(w, "may mix with your personnel regardless of affiliation"); break;
    case NODE_MOD_NO_SAFETY: out_text(out, "%s no safety protocols", have); break;
    case NODE_MOD_NO_DRAW_DUTY: out_text(out, "let%s %s commander end a turn with counters unspent", s, its); break;
    case NODE_MOD_LOSE_TRAIT: out_text(out, "lose%s %s", s, w->cat->trait_name[value_of(w, m, 0)]); break;
    case NODE_MOD_MEET_SKILL:
        out_text(out, "let%s %s be used to meet %s requirements", s, skill_word(w, value_of(w, m, 1)), skill_word(w, value_of(w, m, 0)));
        break;
    case NODE_MOD_MOVE_BETWEEN:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 2), "more Range to move between ", "less Range to move between ");
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        put(w, " and ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_MOVE_FROM:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 1), "more Range to move from ", "less Range to move from ");
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_STAFF_LESS: out_text(out, "need%s one [%s] fewer to be staffed", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_STAFF_MORE: out_text(out, "need%s one more [%s] to be staffed", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_NO_WAY: put(w, "cannot move to "); put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION); break;
    case NODE_MOD_NOT_WITH:
        put(w, "cannot have ");
        put_word(w, value_of(w, m, 0));
        out_text(out, " counted towards %s requirements", its);
        break;
    case NODE_MOD_EVERYWHERE: put(w, form == AFTER_MAY ? "be at all missions in the same quadrant" : one ? "is at all missions in the same quadrant" : "are at all missions in the same quadrant"); break;
    case NODE_MOD_NO_FIRST: out_text(out, "cannot use %s first-listed skill", its); break;
    case NODE_MOD_NO_FACING: out_text(out, "cannot use %s skills while facing a dilemma", its); break;
    case NODE_MOD_AS_LISTED: out_text(out, "lose%s each skill gained", s); break;
    case NODE_MOD_EACH_MORE: out_text(out, "gain%s a level of each of %s skills", s, its); break;
    case NODE_MOD_ATTEMPT_WITH: case NODE_MOD_ATTEMPT_DESPITE:
        put(w, "may be attempted and completed using ");
        put_cards(w, kid(w, m, 0), BARE, 0);
        if (op_of(w, m) == NODE_MOD_ATTEMPT_DESPITE) {
            put(w, ", whatever keeps ");
            put_cards(w, kid(w, m, 1), BARE, 0);
            put(w, " from it,");
        }
        put(w, " with these requirements: ");
        put_requirement(w, kid(w, m, kids(w, m) - 1));
        break;
    case NODE_MOD_ONE_SKILL: out_text(out, "let%s each personnel use no more than one skill to meet %s requirements", s, its); break;
    case NODE_MOD_NO_PLAYS: out_text(out, "cannot have "); put_cards(w, kid(w, m, 0), BARE, 0); put(w, " played there"); break;
    case NODE_MOD_NOT_MISSIONS: out_text(out, "cannot use %s skills to meet mission requirements", its); break;
    case NODE_MOD_DOUBLED: put(w, "scores twice its points when it is completed"); break;
    case NODE_MOD_LANDS_ONCE: put(w, "may take off once each game and land once, using no RANGE"); break;
    case NODE_MOD_MARKED: put(w, form == AFTER_MAY ? "be marked" : one ? "is marked" : "are marked"); break;
    case NODE_MOD_GAIN_ONLY: out_text(out, "cannot gain skills except %s", skill_word(w, value_of(w, m, 0))); break;
    case NODE_MOD_REQ_NAMED:
        out_text(out, "%s ", have);
        put(w, "the level of the named skill");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_REQ_SWAP:
        out_text(out, "require%s %d %s in the place of the named skill", s, value_of(w, m, 1) ? value_of(w, m, 1) : 1, skill_word(w, value_of(w, m, 0)));
        break;
    case NODE_MOD_HAS_NAMED: out_text(out, "gain%s the skill that was named", s); break;
    case NODE_MOD_LOSE_NAMED: out_text(out, "lose%s the named skill", s); break;
    case NODE_MOD_GRANTED: out_text(out, "%s text %d of this card", have, value_of(w, m, 0)); break;
    default: put(w, "changes in an unknown way"); break;
    }
}

/* How many modifiers from there on differ in one word only: "cannot be killed or stopped by a dilemma", "lets Strength be used to meet Integrity and
 * Cunning requirements". */
static int alike(const Writer *w, NodeId node, int first, int count)
{
    NodeId m = kid(w, node, first);
    uint16_t op = op_of(w, m);
    const char *act = op == NODE_MOD_CANNOT ? word_info[value_of(w, m, 0)].english : "";
    int n = 1;
    if (is_its_own(w, m) && op == NODE_MOD_ATTR) {
        NodeId of = kid(w, taken_over(w, m), 1);
        while (n < count && op_of(w, kid(w, node, first + n)) == op && is_its_own(w, kid(w, node, first + n))
               && same_tree(w, kid(w, taken_over(w, kid(w, node, first + n)), 1), of, 0))
            n++;
        return n;
    }
    for (; n < count && (op == NODE_MOD_CANNOT || op == NODE_MOD_SUBSTITUTE || op == NODE_MOD_CONTRIBUTES); n++) {
        NodeId other = kid(w, node, first + n);
        if (op_of(w, other) != op)
            break;
        if (op == NODE_MOD_CANNOT) {
            bool be = !strncmp(act, "be ", 3) && !strncmp(word_info[value_of(w, other, 0)].english, "be ", 3);
            if (!be || !kid(w, m, 1) != !kid(w, other, 1) || (kid(w, m, 1) && !same_tree(w, kid(w, m, 1), kid(w, other, 1), 0)))
                break;
        } else if (value_of(w, m, op == NODE_MOD_SUBSTITUTE ? 1 : 0) != value_of(w, other, op == NODE_MOD_SUBSTITUTE ? 1 : 0)) {
            break;
        }
    }
    return n;
}

static void put_alike(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    NodeId m = kid(w, node, first);
    const char *s = number == ONE && form == PLAIN ? "s" : "";
    if (taken_over(w, m)) {
        put_taken_over(w, node, first, count, number, form);
        return;
    }
    if (op_of(w, m) == NODE_MOD_CANNOT) {
        put(w, form == AFTER_MAY ? "not be able to be " : "cannot be ");
        for (int i = 0; i < count; i++) {
            put_join(w, i, count, "or");
            put(w, word_info[value_of(w, kid(w, node, first + i), 0)].english + 3);
        }
        if (kid(w, m, 1)) {
            put(w, " by ");
            put_cards(w, kid(w, m, 1), A, 0);
        }
        return;
    }
    bool meets = op_of(w, m) == NODE_MOD_SUBSTITUTE;
    if (meets)
        out_text(w->out, "let%s ", s);
    else
        put(w, "may contribute ");
    put_word(w, value_of(w, m, meets ? 1 : 0));
    put(w, meets ? " be used to meet " : " instead towards ");
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "and");
        put_word(w, value_of(w, kid(w, node, first + i), meets ? 0 : 1));
    }
    put(w, " requirements");
}

/* "Cunning +1", and not so much for each of something. */
static bool adds_a_number(const Writer *w, NodeId m)
{
    int n;
    return op_of(w, m) == NODE_MOD_ATTR && number_is(w, kid(w, m, 1), &n);
}

/* What shares a verb is one group: "is Strength +1 and gains Honor, Law, and Physics".  "Is Cunning +1 and is Strength +1 for each …": the first is not for each. */
static bool share_verb(const Writer *w, NodeId m, NodeId first)
{
    uint16_t op = op_of(w, m), last = op_of(w, first);
    if (taken_over(w, m) || taken_over(w, first))
        return false;
    return (is_adding(op) && is_adding(last) && (adds_a_number(w, m) || !adds_a_number(w, first))) || (is_gaining(op) && is_gaining(last));
}

static int modifiers_in_group(const Writer *w, NodeId node, int first, int count)
{
    int n = alike(w, node, first, count);
    if (n > 1)
        return n;
    while (n < count && share_verb(w, kid(w, node, first + n), kid(w, node, first)))
        n++;
    return n;
}

/* Whether two attributes change by as much for each of something. */
static bool add_the_same(const Writer *w, NodeId one, NodeId other)
{
    return op_of(w, one) == NODE_MOD_ATTR && op_of(w, other) == NODE_MOD_ATTR && !adds_a_number(w, one) && same_tree(w, kid(w, one, 1), kid(w, other, 1), 0)
        && number_for_each(w, kid(w, one, 1)) > 0;
}

/* "is both Cunning +1 and Strength +1 for each ship" */
static void put_both_added(Writer *w, NodeId one, NodeId other, Number number, Form form)
{
    put(w, form == AFTER_MAY ? "" : number == ONE ? "is " : "are ");
    put(w, "both ");
    put_word(w, value_of(w, one, 0));
    out_text(w->out, " %+d and ", number_for_each(w, kid(w, one, 1)));
    put_adding(w, other);
}

void put_modifiers(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    int groups = 0;
    for (int at = 0; at < count; at += modifiers_in_group(w, node, first + at, count - at))
        groups++;
    for (int g = 0, at = 0; g < groups; g++) {
        int n = modifiers_in_group(w, node, first + at, count - at);
        put_join(w, g, groups, "and");
        if (alike(w, node, first + at, n) > 1 || taken_over(w, kid(w, node, first + at))) {
            put_alike(w, node, first + at, n, number, form);
            at += n;
            continue;
        }
        if (n == 2 && add_the_same(w, kid(w, node, first + at), kid(w, node, first + at + 1))) {
            put_both_added(w, kid(w, node, first + at), kid(w, node, first + at + 1), number, form);
            at += n;
            continue;
        }
        for (int i = 0; i < n; i++) {
            put_join(w, i, n, "and");
            put_modifier(w, kid(w, node, first + at + i), i > 0, number, form);
        }
        at += n;
    }
}
