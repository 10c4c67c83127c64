/* Whether an effect could be carried out in full: the question before a cost is paid (2E-7.21, 7.26 to 7.28). */
#include "verbs/verbs.h"

/* Whether there are enough cards for what a selection demands. */
static bool can_select(const Game *g, const Ctx *ctx, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    while (cat->node[selection].op == NODE_AS)
        selection = node_child(cat, selection, 1);
    int op = cat->node[selection].op;
    if (op == NODE_SELF)
        return true;
    if (op == NODE_CHOOSE || op == NODE_RANDOM) {          /* the common ones, without making a set */
        int at = op == NODE_CHOOSE ? 1 : 0;
        return filter_fits(g, ctx, node_child(cat, selection, at + 1), quantity(g, ctx, node_child(cat, selection, at)));
    }
    int least, most;
    CardSet eligible;
    selection_bounds(g, ctx, selection, &least, &most, &eligible);
    int have = set_count(&eligible);
    if (least == 99)                            /* until a total is reached: what is there must do */
        return have > 0;
    return have >= least;
}

/* A stop must stop somebody: already stopped cards cannot pay (2E-13.2, 7.28). */
static bool can_stop(const Game *g, const Ctx *ctx, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    if (cat->node[selection].op == NODE_SELF)
        return !is_stopped(g, ctx->self) && card_in_play(g, ctx->self);
    if (cat->node[selection].op == NODE_CHOOSE)
        return filter_fits_unstopped(g, ctx, node_child(cat, selection, 2), quantity(g, ctx, node_child(cat, selection, 1)));
    int least, most;
    CardSet eligible;
    selection_bounds(g, ctx, selection, &least, &most, &eligible);
    int fresh = 0;
    FOR_SET(id, &eligible)
        fresh += !is_stopped(g, id) && card_in_play(g, id);
    return fresh >= least;
}

/* What a text forbids to happen to a card does not pay for anything (2E-7.28, 18.40). */
static bool enough_may(const Game *g, const Ctx *ctx, NodeId selection, int act)
{
    if (!is_forbidden_at_all(g, act))
        return true;
    if (g->world->cat->node[selection].op == NODE_SELF)
        return !why_cannot(g, ctx->self, act, ctx->self, NULL);
    int least, most, free = 0;
    CardSet eligible;
    selection_bounds(g, ctx, selection, &least, &most, &eligible);
    FOR_SET(id, &eligible)
        free += !why_cannot(g, id, act, ctx->self, NULL);
    return free >= least;
}

static bool can_affect(const Game *g, const Ctx *ctx, NodeId selection, int act)
{
    return can_select(g, ctx, selection) && enough_may(g, ctx, selection, act);
}

static bool has_substitute(const Game *g, const Ctx *ctx, int points);

static bool can_lose(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    int points = quantity(g, ctx, node_child(cat, id, 1));
    int player = one_player(g, ctx, node_child(cat, id, 0));
    return g->score[player] >= points || has_substitute(g, ctx, points);
}

static bool can_do_all(const Game *g, const Ctx *ctx, NodeId id, int first)
{
    const Catalogue *cat = g->world->cat;
    for (int i = first; i < cat->node[id].argc; i++) {
        int op = cat->node[node_child(cat, id, i)].op;
        if (op != NODE_ELSE && node_info[op].result == 'E' && !can_do(g, ctx, node_child(cat, id, i)))
            return false;
    }
    return true;
}

static bool can_do_one(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 1; i < cat->node[id].argc; i++)
        if (can_do(g, ctx, node_child(cat, id, i)))
            return true;
    return false;
}

/* In a chain of costs a later part may speak of what an earlier one names: such a part is not asked about beforehand. */
static bool speaks_of_names(const Catalogue *cat, NodeId id)
{
    return cat->node[id].value != 0;
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
    case NODE_MODAL:     return can_do_one(g, ctx, id);
    case NODE_STOP:      return can_stop(g, ctx, first) && enough_may(g, ctx, first, ACT_STOPPED);
    case NODE_KILL:      return can_affect(g, ctx, first, ACT_KILLED);
    case NODE_DESTROY:   return can_affect(g, ctx, first, ACT_DESTROYED);
    case NODE_REMOVE:    return can_affect(g, ctx, first, ACT_REMOVED);
    case NODE_BRIG:      return can_affect(g, ctx, first, ACT_BRIGGED);
    case NODE_DISCARD: case NODE_PLACE: case NODE_REVEAL:
    case NODE_TAKE_COMMAND: case NODE_UNSTOP: case NODE_OVERCOME: case NODE_ADD_TO_STACK:
        return can_select(g, ctx, first);
    case NODE_LET:       return can_select(g, ctx, node_child(cat, id, 1));
    case NODE_EXCHANGE:  return can_select(g, ctx, first) && can_select(g, ctx, node_child(cat, id, 1));
    case NODE_LOSE:      return can_lose(g, ctx, id);
    case NODE_SPEND:     return g->counters >= quantity(g, ctx, first) && ctx->you == g->active;
    case NODE_DRAW:      return g->pile[one_player(g, ctx, first)][ZONE_DECK].count > 0;
    case NODE_DISCARD_TOP:
        return g->pile[one_player(g, ctx, first)][ZONE_DECK].count >= quantity(g, ctx, node_child(cat, id, 1));
    default:             return true;
    }
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
    int points = 0, cards = 0, least, most;
    CardSet pool = { 0 }, eligible;
    for (int i = 0; i < cat->node[cost].argc; i++) {
        NodeId e = node_child(cat, cost, i), first = node_child(cat, e, 0);
        int op = cat->node[e].op;
        if (op == NODE_LOSE && one_player(g, ctx, first) == ctx->you) {
            int part = quantity(g, ctx, node_child(cat, e, 1));
            points += has_substitute(g, ctx, part) ? 0 : part;
        }
        if (takes_cards(op) && cat->node[first].op == NODE_CHOOSE && !speaks_of_names(cat, e)) {
            selection_bounds(g, ctx, first, &least, &most, &eligible);
            cards += least;
            set_join(&pool, &eligible);
        }
    }
    if (points > g->score[ctx->you])
        return RULE_POINTS_TO_LOSE;
    return set_count(&pool) < cards ? RULE_CANNOT_PAY : CITE_NONE;
}

Citation why_not_pay(const Game *g, const Ctx *ctx, NodeId cost)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < cat->node[cost].argc; i++) {
        NodeId e = node_child(cat, cost, i);
        if (node_info[cat->node[e].op].result == 'E' && !can_do(g, ctx, e))
            return cat->node[e].op == NODE_LOSE ? RULE_POINTS_TO_LOSE : RULE_CANNOT_PAY;
    }
    return cat->node[cost].argc > 1 ? why_not_together(g, ctx, cost) : CITE_NONE;
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
