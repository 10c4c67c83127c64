/* Cards that are played as a cost: 1E-7.9.  What counts is that the card is played; what it says does not happen, it can be responded to like any
 * other, and if it is nullified the action whose price it was is not started. */
#include "spaceline.h"
#include "first/first.h"

static const Ability *own_text(const Game *g, CardId id)
{
    return ability_of_kind(g, id, NODE_RESOLVE);
}

/* Result: whether the price is paid. */
Flow first_spend_card(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    card_to_limbo(g, p->card, ZONE_PLAYING);
    log_event(g, LOG_PLAYS_CARD, f->player, p->card, p->target, 0);
    p->done = true;
    cite_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_2);
    if (in_force(g, RULING_ACTIONS_STEP_1_INITIATION_2013_2)) {
        RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .cause = p->target });
        p->done = !set_empty(&g->picked) && g->card[p->card].zone == ZONE_PLAYING;
    }
    if (p->done)
        cite_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_1);
    else
        cite_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_3);
    if (p->done && own_text(g, p->card) && !in_force(g, RULING_ACTIONS_STEP_1_INITIATION_2013_1)) {
        scope_enter(g, f, p->card, f->player);
        RUN_BODY(f->player, own_text(g, p->card));
        scope_leave(g, f);
    }
    if (g->card[p->card].zone == ZONE_PLAYING)
        leave_play(g, p->card, ZONE_DISCARD);
    RETURN(p->done || !in_force(g, RULING_ACTIONS_STEP_1_INITIATION_2013_3));

    PROC_END;
}

static CardSet cards_to_spend(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet out = { 0 };
    FOR_PILE(g, id, &g->pile[ctx->you][ZONE_HAND])
        if (filter_is(g, ctx, filter, id) && !copy_before(g, ctx->you, id))
            set_add(&out, id);
    return out;
}

/* "Play a card F": the effect, which mostly stands among the costs of a text. */
Flow first_play_as_cost(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    CALL_ON(choose_cards, f->player, cards_to_spend(g, &ctx, node_child(g->world->cat, d->node, 0)),
            (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_AS_COST, .asker = source_of(g, f) });
    d->card = set_next(&g->picked, 0);
    if (d->card == NO_CARD)
        RETURN(0);
    CALL(first_spend_card, f->player, (Playing){ .card = d->card });
    d->done = g->result != 0;
    if (!d->done && f->scope && g->scope[f->scope - 1].paying)
        g->scope[f->scope - 1].unpaid = true;
    RETURN(d->done);

    PROC_END;
}

/* ---- battles that cost something where they begin ---- */

Citation why_not_pay_for_battle(const Game *g, int player, CardId location)
{
    const Ability *a = location ? ability_of_kind(g, location, NODE_BATTLE_COST) : NULL;
    Ctx ctx = ctx_of(g, location);
    ctx.you = (uint8_t)player;
    if (!a || !why_not_pay(g, &ctx, a->node))
        return CITE_NONE;
    cite_step_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_6);
    return RULE_FIRST_COSTS;
}

/* Result: whether the battle may begin. */
Flow first_pay_for_battle(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    if (!d->card || !has_kind(printed(g, d->card), NODE_BATTLE_COST))
        RETURN(1);
    cite_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_6);
    scope_enter(g, f, d->card, f->player);
    PAY_ALL(f->player, ability_of_kind(g, d->card, NODE_BATTLE_COST)->node);
    d->done = !g->scope[f->scope - 1].unpaid;
    scope_leave(g, f);
    RETURN(d->done);

    PROC_END;
}
