/* Conditions: the clauses that say when something holds. */
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
        put(w, "this ship has its Commander aboard");
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
        put(w, put_player(w, kid(w, b, 0)) == MANY ? " are " : " is ");
        put(w, not ? "not the cause of that" : "the cause of that");
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
        if (value_of(w, b, 0) == PROP_QUADRANT || value_of(w, b, 0) == PROP_CARD_TYPE || value_of(w, b, 0) == PROP_COST)      /* a card has one */
            put(w, not ? " do not all have the same " : " all have the same ");
        else
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
    case NODE_FIRST_COMPLETED:
        put(w, "the first mission ");
        put_player(w, kid(w, b, 0));
        put(w, not ? " completed this game was not " : " completed this game was ");
        put_cards_as(w, kid(w, b, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MORE_TURNS: put(w, not ? "no opponent has had more turns than you" : "an opponent has had more turns than you"); break;
    case NODE_KILLED_ONE: out_text(w->out, "%s personnel was killed by %s", not ? "no" : "a", dilemma_at_work(w)); break;
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
