/* Numbers that are worked out: how many, how much more, "for each", comparisons. */
#include "effect/render.h"

#include <stdlib.h>

bool number_is(const Writer *w, NodeId q, int *n)
{
    if (op_of(w, q) == NODE_NUMBER)
        *n = value_of(w, q, 0);
    else if (op_of(w, q) == NODE_LITERAL)
        *n = node_at(w->cat, q)->value;
    else
        return false;
    return true;
}

/* A change taken apart, the way English says it: "unit for each … (limit …)", or a number that is worked out. */
typedef struct { int unit; NodeId each, rest; int limit; } Change;   /* each: count or distinct */

static bool kinds_in(const Writer *w, NodeId q, int *trait, int *count, NodeId *filter);

static bool says_kinds(const Writer *w, NodeId q)
{
    int trait[MAX_DEPTH], count = 0;
    NodeId filter = 0;
    return kinds_in(w, q, trait, &count, &filter);
}

/* "… for each ship", "… for each of Dosi and Ferengi found among …", "… for each different title among … plus each event". */
static bool is_counted_by(const Writer *w, NodeId q)
{
    uint16_t op = op_of(w, q);
    if (op == NODE_PLUS && !says_kinds(w, q))
        return is_counted_by(w, kid(w, q, 0)) && is_counted_by(w, kid(w, q, 1));
    return op == NODE_COUNT || op == NODE_DISTINCT || op == NODE_OPPONENTS || op == NODE_COUNT_OF_ONE || says_kinds(w, q);
}

static Change change_of(const Writer *w, NodeId q, int depth)
{
    int n;
    Change c = { 1, 0, q, 0 };
    if (number_is(w, q, &n))
        return (Change){ n, 0, 0, 0 };
    if (depth > MAX_DEPTH)
        return c;
    uint16_t op = op_of(w, q);
    if (is_counted_by(w, q))
        return (Change){ 1, q, 0, 0 };
    bool minus = op == NODE_MINUS && number_is(w, kid(w, q, 0), &n) && n == 0;
    if (minus && depth == 0) {
        Change inner = change_of(w, kid(w, q, 1), depth + 1);
        if (!inner.each && inner.rest)
            return (Change){ -1, 0, kid(w, q, 1), 0 };
    }
    if (op != NODE_TIMES && op != NODE_LEAST_OF)
        return c;
    int at = number_is(w, kid(w, q, 0), &n) ? 1 : 0;              /* where the part that is no literal stands */
    if (!number_is(w, kid(w, q, 1 - at), &n) || n == 0)
        return c;
    Change inner = change_of(w, kid(w, q, at), depth + 1);
    if (!inner.each)
        return c;
    if (op == NODE_LEAST_OF) {
        if (inner.limit || inner.unit < 0 || n < 0)
            return c;
        inner.limit = n;
        return inner;
    }
    if (inner.unit != 1)
        return c;
    inner.unit = n;
    inner.limit *= n;
    return inner;
}

typedef enum { UNSIGNED, SIGNED } Sign;

void put_distinct(Writer *w, NodeId q, Number number)
{
    const char *what = word_info[value_of(w, q, 0)].english;
    size_t len = strlen(what);
    out_text(w->out, "different %s%s among ", what, number == ONE || (len && what[len - 1] == 's') ? "" : "s");
    if (op_of(w, kid(w, q, 1)) == NODE_IN_REMOVED) {
        put_possessive(w, kid(w, kid(w, q, 1), 0));
        put(w, " removed cards");
        return;
    }
    put_cards(w, kid(w, q, 1), BARE, 0);
}

static void put_kinds(Writer *w, NodeId q);

/* "who commands a ship", or "with an interrupt in that opponent's discard pile": of opponents who are counted one by one. */
static void put_having(Writer *w, NodeId filter, const char *commanding)
{
    bool chosen = w->opponent_chosen;
    w->opponent_chosen = mentions(w, filter, NODE_OPPONENT);
    put(w, w->opponent_chosen ? " with " : commanding);
    put_cards(w, filter, A, 0);
    w->opponent_chosen = chosen;
}

/* "each ship", behind "for". */
static void put_each(Writer *w, NodeId each)
{
    switch (op_of(w, each)) {
    case NODE_COUNT: put_cards(w, kid(w, each, 0), EACH, 0); break;
    case NODE_OPPONENTS:
        put(w, "each opponent");
        put_having(w, kid(w, each, 0), " who commands ");
        break;
    case NODE_COUNT_OF_ONE:
        put_cards(w, kid(w, each, 0), EACH, 0);
        put(w, " that one opponent of your choice commands");
        break;
    case NODE_DISTINCT:
        put(w, "each ");
        put_distinct(w, each, ONE);
        break;
    default:
        if (says_kinds(w, each)) {
            put(w, "each of ");
            put_kinds(w, each);
            break;
        }
        put_each(w, kid(w, each, 0));
        put(w, " plus ");
        put_each(w, kid(w, each, 1));
        break;
    }
}

/* What it is counted by, and what it cannot pass. */
static void put_change_end(Writer *w, const Change *c, Sign sign)
{
    if (!c->each)
        return;
    put(w, " for ");
    put_each(w, c->each);
    if (c->limit)
        out_text(w->out, sign == SIGNED ? " (limit %+d)" : " (limit %d)", sign == SIGNED ? c->limit : abs(c->limit));
}

static bool is_twice(const Writer *w, NodeId q)
{
    int n = 0;
    return op_of(w, q) == NODE_TIMES && number_is(w, kid(w, q, 0), &n) && n == 2;
}

/* A sum of what is 1 where a condition holds. */
static bool counts_conditions(const Writer *w, NodeId q)
{
    return op_of(w, q) == NODE_IS_SO || (op_of(w, q) == NODE_PLUS && counts_conditions(w, kid(w, q, 0)) && op_of(w, kid(w, q, 1)) == NODE_IS_SO);
}

static void put_conditions(Writer *w, NodeId q)
{
    if (op_of(w, q) == NODE_PLUS) {
        put_conditions(w, kid(w, q, 0));
        put(w, "; ");
        q = kid(w, q, 1);
    }
    put_condition(w, kid(w, q, 0), false);
}

/* A quantity within another: what is worked out stands in brackets. */
static void put_part_of_sum(Writer *w, NodeId q)
{
    uint16_t op = op_of(w, q);
    bool brackets = ((op == NODE_PLUS && !says_kinds(w, q) && !counts_conditions(w, q)) || op == NODE_MINUS || op == NODE_TIMES || op == NODE_DIVIDED || op == NODE_NEAREST_5) && !is_twice(w, q);
    put(w, brackets ? "(" : "");
    put_quantity(w, q);
    put(w, brackets ? ")" : "");
}

static void put_pair(Writer *w, NodeId q, const char *before, const char *between, const char *after)
{
    put(w, before);
    put_part_of_sum(w, kid(w, q, 0));
    put(w, between);
    put_part_of_sum(w, kid(w, q, 1));
    put(w, after);
}

/* "the total Strength of …": a property of cards. */
static void put_property(Writer *w, NodeId q, const char *before, const char *after, Determiner which)
{
    put(w, before);
    put_word(w, value_of(w, q, 0));
    put(w, after);
    put_cards(w, kid(w, q, 1), which, 0);
}

/* The species of a sum of `species-among` over one and the same filter; false if it is anything else. */
static bool kinds_in(const Writer *w, NodeId q, int *trait, int *count, NodeId *filter)
{
    if (op_of(w, q) == NODE_PLUS)
        return kinds_in(w, kid(w, q, 0), trait, count, filter) && kinds_in(w, kid(w, q, 1), trait, count, filter);
    if (op_of(w, q) != NODE_SPECIES_COUNT || *count >= MAX_DEPTH)
        return false;
    if (*count > 0 && !same_tree(w, *filter, kid(w, q, 1), 0))
        return false;
    *filter = kid(w, q, 1);
    trait[(*count)++] = value_of(w, q, 0);
    return true;
}

/* "Dosi and Ferengi found among your personnel" */
static void put_kinds(Writer *w, NodeId q)
{
    int trait[MAX_DEPTH], count = 0;
    NodeId filter = 0;
    kinds_in(w, q, trait, &count, &filter);
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "and");
        put(w, w->cat->trait_name[trait[i]]);
    }
    put(w, " found among ");
    put_cards(w, filter, BARE, 0);
}

static bool put_kinds_among(Writer *w, NodeId q)
{
    if (!says_kinds(w, q))
        return false;
    put(w, "the number of ");
    put_kinds(w, q);
    return true;
}

/* 0 less the lesser of 0 and (a less b): by how much b is more than a.  That difference; 0 if it is something else. */
static NodeId excess(const Writer *w, NodeId q)
{
    int n = 1, m = 1;
    NodeId least = op_of(w, q) == NODE_MINUS && number_is(w, kid(w, q, 0), &n) && n == 0 ? kid(w, q, 1) : 0;
    bool found = least && op_of(w, least) == NODE_LEAST_OF && number_is(w, kid(w, least, 0), &m) && m == 0 && op_of(w, kid(w, least, 1)) == NODE_MINUS;
    return found ? kid(w, least, 1) : 0;
}

static void quantity(Writer *w, NodeId q)
{
    switch (op_of(w, q)) {
    case NODE_NUMBER:  out_text(w->out, "%d", value_of(w, q, 0)); break;
    case NODE_LITERAL: out_text(w->out, "%d", node_at(w->cat, q)->value); break;
    case NODE_COUNT:
        put(w, "the number of ");
        put_cards(w, kid(w, q, 0), BARE, 0);
        break;
    case NODE_SUM:      put_property(w, q, "the total ", " of ", ALL); break;
    case NODE_BEST_OF:
        if (op_of(w, kid(w, q, 2)) != NODE_NUMBER) {
            put_property(w, q, "the total ", " of ", BARE);
            put(w, " (of the highest, up to ");
            put_quantity(w, kid(w, q, 2));
            put(w, ")");
            break;
        }
        put(w, "the highest total ");
        put_word(w, value_of(w, q, 0));
        out_text(w->out, " of up to %d of ", value_of(w, kid(w, q, 2), 0));
        put_cards(w, kid(w, q, 1), BARE, 0);
        break;
    case NODE_VALUE:    put_property(w, q, "the ", " of ", A); break;
    case NODE_MOST:     put_property(w, q, "the highest ", " among ", BARE); break;
    case NODE_LEAST:    put_property(w, q, "the lowest ", " among ", BARE); break;
    case NODE_DISTINCT:
        put(w, "the number of ");
        put_distinct(w, q, MANY);
        break;
    case NODE_LEVELS:
        out_text(w->out, "the total levels of %s among ", skill_word(w, value_of(w, q, 0)));
        put_cards(w, kid(w, q, 1), BARE, 0);
        break;
    case NODE_NAMED_LEVELS:
        put(w, "the total levels of the named skill among ");
        put_cards(w, kid(w, q, 0), BARE, 0);
        break;
    case NODE_MOST_ALIKE: case NODE_MOST_UNLIKE:
        put(w, "the largest number of ");
        put_cards(w, kid(w, q, 1), BARE, 0);
        put(w, op_of(w, q) == NODE_MOST_ALIKE ? " of the same " : " each of a different ");
        put_word(w, value_of(w, q, 0));
        break;
    case NODE_UNUSED_RANGE:
        out_text(w->out, "the unused %s of ", idiom(w, "Range"));
        put_cards(w, kid(w, q, 0), A, 0);
        break;
    case NODE_TIMES_NOW: put(w, "the number of times this turn that "); put_event(w, kid(w, q, 0), false); break;
    case NODE_TIMES_LAST:
        put(w, "the number of times in ");
        put_possessive(w, kid(w, q, 0));
        put(w, " last turn that ");
        put_event(w, kid(w, q, 1), false);
        break;
    case NODE_COUNTERS_SPENT: put(w, "the number of counters spent this turn"); break;
    case NODE_DRAWN_TODAY: put(w, "the number of cards that "); put_player(w, kid(w, q, 0)); put(w, " drew this turn"); break;
    case NODE_PRINTED_VALUE: put_property(w, q, "the printed ", " of ", A); break;
    case NODE_PLUS:
        if (counts_conditions(w, q)) {
            put(w, "the number of these that are so: ");
            put_conditions(w, q);
        } else if (!put_kinds_among(w, q)) {
            put_pair(w, q, "", " plus ", "");
        }
        break;
    case NODE_MINUS:
        if (excess(w, q)) {
            put(w, "the number by which ");
            put_part_of_sum(w, kid(w, excess(w, q), 1));
            put(w, " exceeds ");
            put_part_of_sum(w, kid(w, excess(w, q), 0));
        } else {
            put_pair(w, q, "", " minus ", "");
        }
        break;
    case NODE_TIMES:
        if (is_twice(w, q)) {
            put(w, "twice ");
            put_part_of_sum(w, kid(w, q, 1));
        } else {
            put_pair(w, q, "", " times ", "");
        }
        break;
    case NODE_LEAST_OF: {
        int most = 0;
        if (number_is(w, kid(w, q, 1), &most) && excess(w, kid(w, q, 0))) {
            out_text(w->out, "the lesser of %d and ", most);
            put_quantity(w, kid(w, q, 0));
        } else {
            put_pair(w, q, "the lesser of ", " and ", "");
        }
        break;
    }
    case NODE_HALF:
        put(w, "half of ");
        put_part_of_sum(w, kid(w, q, 0));
        put(w, " (rounded down)");
        break;
    case NODE_DIVIDED:
        put_part_of_sum(w, kid(w, q, 0));
        out_text(w->out, " divided by %d, rounded down", value_of(w, q, 1));
        break;
    case NODE_NEAREST_5:
        put_part_of_sum(w, kid(w, q, 0));
        put(w, ", rounded to the nearest 5");
        break;
    case NODE_POINTS_OF:
        put_possessive(w, kid(w, q, 0));
        put(w, " score");
        break;
    case NODE_COUNTERS_LEFT: put(w, "the number of counters you have left"); break;
    case NODE_NAMED_NUMBER:  put(w, "the named number"); break;
    case NODE_DEPTH_TO: case NODE_PILE_DEPTH_TO:
        put(w, "the number of cards in ");
        put_possessive(w, kid(w, q, 0));
        put(w, op_of(w, q) == NODE_DEPTH_TO ? " deck down to " : " dilemma pile down to ");
        put_cards(w, kid(w, q, 1), A, 0);
        break;
    case NODE_OPPONENTS:
        put(w, "the number of opponents");
        put_having(w, kid(w, q, 0), " who command ");
        break;
    case NODE_COUNTDOWN_LEFT: put(w, "the countdown of "); put_self(w); break;
    case NODE_TRIBBLES: put(w, "the number of tribbles in this group"); break;
    case NODE_THAT_MANY: put(w, "the number of points"); break;
    case NODE_FACED_BEFORE: put(w, "the number of dilemmas faced before in this mission attempt"); break;
    case NODE_BEGAN_WITH: put(w, "the number of personnel who began the mission attempt"); break;
    case NODE_COUNT_OF_ONE:
        put(w, "the number of ");
        put_cards(w, kid(w, q, 0), BARE, 0);
        put(w, " of the opponent who commands most");
        break;
    case NODE_FEWEST_OF_ONE:
        put(w, "the number of ");
        put_cards(w, kid(w, q, 0), BARE, 0);
        put(w, " of the opponent who commands fewest");
        break;
    case NODE_IS_SO:
        put(w, "1 if ");
        put_condition(w, kid(w, q, 0), false);
        put(w, " (otherwise 0)");
        break;
    case NODE_SPECIES_COUNT:
        put_kinds_among(w, q);
        break;
    default: put(w, "an unknown number"); break;
    }
}

void put_quantity(Writer *w, NodeId q)
{
    if (!go_down(w))
        return;
    bool taken = w->taken;
    w->taken = false;
    quantity(w, q);
    w->taken = taken;
    w->depth--;
}

static void put_x_is(Writer *w, NodeId q);

void put_change(Writer *w, NodeId q)
{
    Change c = change_of(w, q, 0);
    if (!c.rest) {
        out_text(w->out, "%+d", c.unit);
        put_change_end(w, &c, SIGNED);
        return;
    }
    put(w, c.unit < 0 ? "-X" : "+X");
    put_x_is(w, c.rest);
}

bool is_less(const Writer *w, NodeId q)
{
    int n = 1;
    return op_of(w, q) == NODE_MINUS && number_is(w, kid(w, q, 0), &n) && n == 0 && !excess(w, q);
}

int number_for_each(const Writer *w, NodeId q)
{
    Change c = change_of(w, q, 0);
    return c.each ? c.unit : 0;
}

void put_raised(Writer *w, NodeId q)
{
    Change c = change_of(w, q, 0);
    put(w, c.unit < 0 ? " lowered by " : " raised by ");
    if (!c.rest) {
        out_text(w->out, "%d", abs(c.unit));
        put_change_end(w, &c, UNSIGNED);
        return;
    }
    put_quantity(w, c.rest);
}

/* At the end of the clause, if it has such a place for what X is. */
static void put_x_is(Writer *w, NodeId q)
{
    if (w->keeps_x && (!w->x || same_tree(w, w->x, q, 0))) {
        w->x = q;
        return;
    }
    put(w, " (X is ");
    put_quantity(w, q);
    put(w, ")");
}

void put_where_x(Writer *w)
{
    NodeId q = w->x;
    w->keeps_x = false;
    w->x = 0;
    if (!q)
        return;
    put(w, ", where X is ");
    put_quantity(w, q);
}

void put_amount(Writer *w, NodeId q, const char *one, const char *many)
{
    Change c = change_of(w, q, 0);
    size_t at = w->out->len;
    if (c.rest || c.unit < 0) {
        out_text(w->out, "a number of %s equal to ", many);
        put_quantity(w, q);
        return;
    }
    if (c.unit == 1) {
        out_text(w->out, "a %s", one);
        put_article(w, at);
    } else {
        put_number(w, c.unit);
        out_text(w->out, " %s", many);
    }
    put_change_end(w, &c, UNSIGNED);
}

void put_score(Writer *w, NodeId q)
{
    Change c = change_of(w, q, 0);
    put_more(w, q, !c.rest && abs(c.unit) == 1 ? "point" : "points", "points");
}

void put_more(Writer *w, NodeId q, const char *more, const char *less)
{
    Change c = change_of(w, q, 0);
    if (c.rest) {
        out_text(w->out, "a number of %s equal to ", more);
        put_quantity(w, q);
        return;
    }
    out_text(w->out, "%d %s", abs(c.unit), c.unit < 0 ? less : more);
    put_change_end(w, &c, UNSIGNED);
}

void put_comparison(Writer *w, int cmp, NodeId q, const char *noun)
{
    int n;
    bool after = cmp == CMP_AT_LEAST || cmp == CMP_AT_MOST;
    if (after && !number_is(w, q, &n)) {        /* "or less" would stand too far from its number */
        put(w, cmp == CMP_AT_LEAST ? "at least " : "at most ");
        after = false;
    } else if (!after) {
        put_word(w, cmp);
        put(w, " ");
    }
    put_quantity(w, q);
    if (after) {
        put(w, " ");
        put_word(w, cmp);
    }
    put(w, noun);
}
