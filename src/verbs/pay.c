/* Whether an effect could be carried out in full: the question before a cost is paid (2E-7.21, 7.26 to 7.28). */
#include "verbs/verbs.h"

int act_paid_with(int op)
{
    switch (op) {
    case NODE_STOP:    return ACT_STOPPED;
    case NODE_KILL:    return ACT_KILLED;
    case NODE_DESTROY: return ACT_DESTROYED;
    case NODE_REMOVE:  return ACT_REMOVED;
    case NODE_BRIG:    return ACT_BRIGGED;
    default:           return 0;
    }
}

/* Only what is in play, or is being played, is killed or destroyed, whoever owns it (2E-13.7).  Equipment is not stopped (2E-13.1), and who is in a brig
 * is not placed in one. */
bool is_out_of_reach(const Game *g, CardId id, int op)
{
    if (op == NODE_BRIG)
        return g->card[id].zone == ZONE_BRIG;
    if (op == NODE_STOP)
        return is_type(g, id, TYPE_EQUIPMENT) && !has_kind(printed(g, id), NODE_FIGHTS);
    return (op == NODE_KILL || op == NODE_DESTROY) && !card_in_play(g, id) && g->card[id].zone != ZONE_PLAYING;
}

bool can_suffer(const Game *g, CardId id, int op, CardId by)
{
    int act = act_paid_with(op);
    if ((op == NODE_STOP && (is_stopped(g, id) || !card_in_play(g, id))) || is_out_of_reach(g, id, op))
        return false;
    if (op == NODE_DESTROY && is_safe_ritual(g, id, by))
        return false;
    return !act || !why_cannot(g, id, act, by, NULL);
}

/* Whether no acting text could keep a card from being selected, and from what would be done to it. */
static bool nothing_forbids(const Game *g, int op, bool random)
{
    int act = act_paid_with(op);
    return !is_forbidden_at_all(g, ACT_SELECTED) && !(random && is_forbidden_at_all(g, ACT_RANDOM)) && (!act || !is_forbidden_at_all(g, act));
}

/* The cards that a part of a cost could take, and how many of them it needs. */
static CardSet payers(const Game *g, const Ctx *ctx, NodeId selection, int op, int *least)
{
    int most;
    CardSet out = { 0 };
    if (selection_bounds(g, ctx, selection, least, &most, &out))
        drop_unselectable(g, &out, is_random_selection(g->world->cat, selection), ctx->self);
    FOR_SET(id, &out)
        if (!can_suffer(g, id, op, ctx->self))
            set_drop(&out, id);
    return out;
}

static bool holds_in_hand(const Game *g, const Ctx *ctx, NodeId filter)
{
    FOR_PILE(g, id, &g->pile[ctx->you][ZONE_HAND])
        if (filter_is(g, ctx, filter, id))
            return true;
    return false;
}

/* Whether there are enough cards for what a selection demands, to which op can be done: who may not be selected, and whom a text spares,
 * pays for nothing (2E-7.27, 7.28, 18.40). */
static bool can_take(const Game *g, const Ctx *ctx, NodeId selection, int op)
{
    const Catalogue *cat = g->world->cat;
    selection = inner(cat, selection);
    int how = cat->node[selection].op, least;
    if (how == NODE_SELF)
        return can_suffer(g, ctx->self, op, ctx->self);
    if (how == NODE_UP_TO || how == NODE_UP_TO_TOTAL || how == NODE_UP_TO_DIFFERENT)
        return true;                            /* none will do */
    if (how == NODE_REPORTED)                   /* whoever reports pays, once he is in play */
        return holds_in_hand(g, ctx, node_child(cat, selection, 1));
    if ((how == NODE_CHOOSE || how == NODE_RANDOM) && op != NODE_DESTROY && (op != NODE_KILL || !node_mentions(cat, selection, NODE_OWNED)) && nothing_forbids(g, op, how == NODE_RANDOM)) {   /* the common ones, without making a set */
        int at = how == NODE_CHOOSE ? 1 : 0, count = quantity(g, ctx, node_child(cat, selection, at));
        NodeId filter = node_child(cat, selection, at + 1);
        return op == NODE_STOP ? filter_fits_unstopped(g, ctx, filter, count) : filter_fits(g, ctx, filter, count);
    }
    CardSet eligible = payers(g, ctx, selection, op, &least);
    int have = set_count(&eligible);
    if (how == NODE_CHOOSE_TOTAL || how == NODE_AT_LEAST_TOTAL) {             /* a price is paid whole (2E-7.27) */
        int total = 0;
        FOR_SET(id, &eligible)
            total += property(g, id, node_value(cat, selection, 1));
        return total >= quantity(g, ctx, node_child(cat, selection, 2));
    }
    if (have == 0 && node_info[how].result == 'F' && node_mentions(cat, selection, NODE_DRAWN))
        return true;                            /* all that were drawn, and that were none (2E-10.24) */
    if (how == NODE_CHOOSE_DIFFERENT || how == NODE_CHOOSE_ALIKE)
        have = most_together(g, &eligible, node_value(cat, selection, 2), least, how == NODE_CHOOSE_ALIKE);
    return least == MAX_CARDS ? have > 0 : have >= least;          /* until a total is reached: what is there must do */
}

static bool has_substitute(const Game *g, const Ctx *ctx, int points);

static bool can_lose(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    int points = quantity(g, ctx, node_child(cat, id, 1));
    int player = one_player(g, ctx, node_child(cat, id, 0));
    return g->score[player] >= points || has_substitute(g, ctx, points);
}

/* A later part may speak of what an earlier one names: such a part is not asked about beforehand. */
static bool speaks_of_names(const Catalogue *cat, NodeId id)
{
    return cat->node[id].marks & SPEAKS_OF_NAMES;
}

bool can_do_all(const Game *g, const Ctx *ctx, NodeId id, int first)
{
    const Catalogue *cat = g->world->cat;
    bool named = false;
    for (int i = first; i < cat->node[id].argc; i++) {
        NodeId part = node_child(cat, id, i);
        int op = cat->node[part].op;
        bool asked = op != NODE_ELSE && node_info[op].result == 'E' && !(named && speaks_of_names(cat, part));
        if (asked && !can_do(g, ctx, part))
            return false;
        named |= op == NODE_LET || node_mentions(cat, part, NODE_AS);
    }
    return true;
}

/* There is such a place to put something. */
static bool has_destination(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    switch (cat->node[id].op) {
    case NODE_TO_AT: case NODE_TO_ABOARD: case NODE_TO_ON: case NODE_TO_BENEATH: case NODE_TO_PRESENT:
        return node_mentions(cat, id, NODE_VAR) || filter_fits(g, ctx, node_child(cat, id, 0), 1);
    default:
        return true;
    }
}

/* What is placed has somewhere to go; of several parts the first is asked, since the others may rest on it. */
static bool leads_somewhere(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    while (cat->node[id].op == NODE_SEQ)
        id = node_child(cat, id, 0);
    return cat->node[id].op != NODE_PLACE || has_destination(g, ctx, node_child(cat, id, 1));
}

bool can_do_this_way(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    bool asks = cat->node[id].op == NODE_IF && cat->node[node_child(cat, id, cat->node[id].argc - 1)].op != NODE_ELSE && !(speaks_of_names(cat, id) && ctx->scope == 0);
    return !(asks && !condition(g, ctx, node_child(cat, id, 0))) && can_do(g, ctx, id) && leads_somewhere(g, ctx, id);
}

static bool can_do_one(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 1; i < cat->node[id].argc; i++)
        if (can_do_this_way(g, ctx, node_child(cat, id, i)))
            return true;
    return false;
}

/* The edition lets one of these players have points from this card. */
static bool can_score(const Game *g, const Ctx *ctx, NodeId players)
{
    if (!g->world->edition->may_score)
        return true;
    uint8_t who = players_of(g, ctx, players);
    for (int p = 0; p < g->players; p++)
        if (who >> p & 1 && g->world->edition->may_score(g, p, ctx->self))
            return true;
    return false;
}

bool can_do(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId first = node_child(cat, id, 0);
    if (speaks_of_names(cat, id) && ctx->scope == 0)
        return true;
    switch (cat->node[id].op) {
    case NODE_SEQ:       return can_do_all(g, ctx, id, 0);
    case NODE_IF:        return !condition(g, ctx, first) || can_do_all(g, ctx, id, 1);
    case NODE_UNLESS:    return condition(g, ctx, first) || can_do_all(g, ctx, id, 1);
    case NODE_MODAL:     case NODE_MODAL_TWO: return can_do_one(g, ctx, id);
    case NODE_STOP: case NODE_KILL: case NODE_DESTROY: case NODE_REMOVE: case NODE_BRIG: case NODE_DISCARD: case NODE_PLACE: case NODE_REVEAL:
    case NODE_TAKE_COMMAND: case NODE_UNSTOP: case NODE_OVERCOME: case NODE_ADD_TO_STACK:
        return can_take(g, ctx, first, cat->node[id].op);
    case NODE_LET:                              /* to note who is there costs nothing, and there may be nobody (2E-7.27, 18.7) */
        return node_info[cat->node[node_child(cat, id, 1)].op].result == 'F' || can_take(g, ctx, node_child(cat, id, 1), NODE_LET);
    case NODE_REPLACE:
    case NODE_EXCHANGE:  return can_take(g, ctx, first, NODE_EXCHANGE) && can_take(g, ctx, node_child(cat, id, 1), NODE_EXCHANGE);
    case NODE_SCORE:     return can_score(g, ctx, first);
    case NODE_LOSE:      return can_lose(g, ctx, id);
    case NODE_COMBAT: case NODE_ENGAGEMENT:
        return !g->world->edition->can_battle || g->world->edition->can_battle(g, ctx->you, ctx->self, ctx->scope, id);
    case NODE_PLAY_AS_COST: return holds_in_hand(g, ctx, first);
    case NODE_SPEND:     return g->plays[g->active] >= quantity(g, ctx, first) && ctx->you == g->active;
    case NODE_DRAW:      return g->pile[one_player(g, ctx, first)][ZONE_DECK].count > 0 || g->decks_left_out >> one_player(g, ctx, first) & 1;
    case NODE_DISCARD_TOP:
        return g->pile[one_player(g, ctx, first)][ZONE_DECK].count >= quantity(g, ctx, node_child(cat, id, 1));
    default:             return true;
    }
}

bool can_pay(const Game *g, const Ctx *ctx, NodeId id)
{
    return can_do(g, ctx, id) && leads_somewhere(g, ctx, id);
}

static bool takes_cards(int op)
{
    return op == NODE_STOP || op == NODE_KILL || op == NODE_DESTROY || op == NODE_DISCARD || op == NODE_REMOVE || op == NODE_PLACE
        || op == NODE_BRIG;
}

/* Parts that could each be paid must be payable together: neither a card nor a point pays twice (2E-7.21). */
static Citation why_not_together(const Game *g, const Ctx *ctx, NodeId cost)
{
    const Catalogue *cat = g->world->cat;
    int points = 0, cards = 0, least;
    CardSet pool = { 0 };
    for (int i = 0; i < cat->node[cost].argc; i++) {
        NodeId e = node_child(cat, cost, i), first = node_child(cat, e, 0);
        int op = cat->node[e].op;
        if (op == NODE_LOSE && one_player(g, ctx, first) == ctx->you) {
            int part = quantity(g, ctx, node_child(cat, e, 1));
            points += has_substitute(g, ctx, part) ? 0 : part;
        }
        if (takes_cards(op) && (cat->node[first].op == NODE_CHOOSE || cat->node[first].op == NODE_SELF) && !speaks_of_names(cat, e)) {
            CardSet eligible = payers(g, ctx, first, op, &least);
            cards += least;
            set_join(&pool, &eligible);
        }
    }
    if (points > g->score[ctx->you])
        return RULE_POINTS_TO_LOSE;
    return set_count(&pool) < cards ? RULE_CANNOT_PAY : CITE_NONE;
}

/* There would be cards enough to stop if those counted that are stopped already (2E-7.28). */
static bool are_stopped_already(const Game *g, const Ctx *ctx, NodeId stop)
{
    int least;
    Ctx wide = *ctx;
    wide.even_stopped = true;
    NodeId selection = inner(g->world->cat, node_child(g->world->cat, stop, 0));
    CardSet all = g->world->cat->node[selection].op == NODE_CHOOSE ? payers(g, &wide, selection, NODE_LET, &least) : (CardSet){ 0 };
    return !set_empty(&all) && set_count(&all) >= least;
}

static Citation why_not_part(const Game *g, const Ctx *ctx, NodeId part)
{
    int op = g->world->cat->node[part].op;
    if (op == NODE_STOP && reasons_wanted(g) && are_stopped_already(g, ctx, part))
        return RULE_ALREADY_STOPPED;
    return op == NODE_LOSE ? RULE_POINTS_TO_LOSE : RULE_CANNOT_PAY;
}

Citation why_not_pay(const Game *g, const Ctx *ctx, NodeId cost)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < cat->node[cost].argc; i++) {
        NodeId e = node_child(cat, cost, i);
        if (node_info[cat->node[e].op].result == 'E' && !can_pay(g, ctx, e))
            return why_not_part(g, ctx, e);
    }
    return cat->node[cost].argc > 1 ? why_not_together(g, ctx, cost) : CITE_NONE;
}

/* He owes something (due: this turn), and could do it now. */
bool could_pay_debt(const Game *g, int player, bool due)
{
    int at = g->mods & mod_bit(NODE_MOD_LATER) ? debt_of(g, player, due) : -1;
    Ctx ctx = { .you = (uint8_t)player };
    if (at < 0)
        return false;
    ctx.self = g->modifier[at].source;
    return !why_not_pay(g, &ctx, g->modifier[at].filter);
}

/* A text that lets another payment stand for losing points (2e-2014/cost-reduction.3): the ability, or NULL. */
const Ability *points_substitute(const Game *g, int player, CardId user, int points, CardId *by)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < g->static_count; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        if (a->kind != NODE_PAY_POINTS_BY || g->card[s->card].commander != player || !text_active(g, s->card, a))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        if (!guard_holds(g, &ctx, a) || node_value(cat, a->node, 0) != points || !filter_is(g, &ctx, node_child(cat, a->node, 1), user))
            continue;
        bool payable = true;
        for (int k = 0; k < a->body_count && payable; k++)
            payable = can_do(g, &ctx, node_child(cat, a->node, a->body_first + k));
        if (payable)
            return *by = s->card, a;
    }
    return NULL;
}

static bool has_substitute(const Game *g, const Ctx *ctx, int points)
{
    CardId by;
    return ctx->self && points_substitute(g, ctx->you, ctx->self, points, &by);
}
