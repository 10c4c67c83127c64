/* Prices that texts, mostly opponents', put on what a player does: to use a skill (2E-10.67), to attempt, to beam. */
#include "spaceline.h"
#include "verbs/verbs.h"

static bool charges(const Game *g, int i, int kind, int player)
{
    const StaticText *s = &g->statics[i];
    const Ability *a = &g->world->cat->ability[s->ability];
    if (a->kind != kind || (g->card[s->card].commander == player && !node_mentions(g->world->cat, a->node, NODE_FROM_ALL)) || !text_active(g, s->card, a))
        return false;
    Ctx ctx = ctx_of(g, s->card);
    if (g->players > 2 && player != ctx.you)
        ctx.opponent = (uint8_t)(player + 1);   /* of several opponents the condition is about the one who would pay */
    return guard_holds(g, &ctx, a);
}

const Ability *next_price(const Game *g, int kind, int player, int from, int *at, CardId *by)
{
    for (int i = from; i < g->static_count; i++)
        if (charges(g, i, kind, player)) {
            *at = i;
            *by = g->statics[i].card;
            return &g->world->cat->ability[g->statics[i].ability];
        }
    return NULL;
}

bool some_price(const Game *g, int kind)
{
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts)
        if (g->world->cat->ability[g->statics[i].ability].kind == kind)
            return true;
    return false;
}

bool price_is_for(const Game *g, int text, CardId id)
{
    Ctx ctx = ctx_of(g, g->statics[text].card);
    return filter_is(g, &ctx, g->world->cat->ability[g->statics[text].ability].filter, id);
}

bool price_is_for_skill(const Game *g, int text, int skill)
{
    Ctx ctx = ctx_of(g, g->statics[text].card);
    CardSet of = filter_set(g, &ctx, g->world->cat->ability[g->statics[text].ability].filter);
    FOR_SET(id, &of)
        if (card_in_play(g, id) ? skill_level(g, id, skill) : printed(g, id)->skill[skill])
            return true;
    return false;
}

/* "You" in a price is who pays it. */
static Citation why_unpayable(const Game *g, int player, const Ability *price, CardId by)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_of(g, by);
    ctx.you = (uint8_t)player;
    for (int k = 0; k < price->body_count; k++) {
        NodeId part = node_child(cat, price->node, price->body_first + k);
        if (!can_do(g, &ctx, part))
            return cat->node[part].op == NODE_LOSE ? RULE_POINTS_TO_LOSE : RULE_PRICE_UNPAID;
    }
    return CITE_NONE;
}

static bool is_payable(const Game *g, int player, const Ability *price, CardId by)
{
    return !why_unpayable(g, player, price, by);
}

void offer_price(Game *g, int player, const Ability *price, CardId by)
{
    decision_open(g, SL_DECIDE_YES_NO, player, price->kind, by);
    if (is_payable(g, player, price, by))
        decision_add(g, (Option){ .verb = SL_YES });
    decision_add(g, (Option){ .verb = SL_NO });
}

Citation why_not_pay_any(const Game *g, int kind, int player, CardId about, CardId *by)
{
    int at;
    for (int from = 0;; from = at + 1) {
        const Ability *price = next_price(g, kind, player, from, &at, by);
        if (!price)
            break;
        Citation why = price_is_for(g, at, about) ? why_unpayable(g, player, price, *by) : CITE_NONE;
        if (why)
            return why;
    }
    *by = NO_CARD;
    return CITE_NONE;
}

void forget_unpaid(Game *g)
{
    FOR_SET(id, &g->encounter.group)
        if (g->card[id].flags & UNPAID)
            card_flag(g, id, UNPAID, false);
}

/* Pays what opponents ask for what is about to be done, one text after another; the result is 0 where something could not be paid. */
Flow pay_prices(Game *g, Frame *f)
{
    LOCALS(Prices, p);
    PROC_BEGIN;

    for (; any_price(g, p->kind); p->i++) {
        int at;
        CardId by;
        const Ability *price = next_price(g, p->kind, f->player, p->i, &at, &by);
        if (!price)
            break;
        p->i = (int16_t)at;
        if (!price_is_for(g, at, p->about))
            continue;
        if (!is_payable(g, f->player, price, by))
            RETURN(0);
        PAY_PRICE_OF(f->player, by, price);
    }
    RETURN(1);

    PROC_END;
}
