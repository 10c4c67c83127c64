/* What the files that read texts share among themselves. */
#ifndef SPACELINE_EVAL_H
#define SPACELINE_EVAL_H

#include "kernel/trace.h"
#include "verbs/text.h"

static inline const Scope *scope_of(const Game *g, const Ctx *ctx)
{
    return ctx->scope ? &g->scope[ctx->scope - 1] : NULL;
}

static inline const CardSet *that_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? set_at(g, s->that) : ctx->that;
}

static inline CardId cause_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? s->cause : ctx->cause;
}

static inline uint8_t everyone(const Game *g)
{
    return all_players(g) & (uint8_t)~g->lost;
}

/* Once it lies in play, a dilemma is no longer faced (2E-11.18). */
static inline bool is_faced(const Game *g, CardId card)
{
    return g->encounter.active && card && g->encounter.current == card && !card_in_play(g, card);
}

bool same_property(const Game *g, CardId a, CardId b, int prop);
const CardSet *force_opposing(const Game *g, const Ctx *ctx, NodeId who);
bool trait_is(const Game *g, const Ctx *ctx, int trait, CardId card);
int counted_cards(const Game *g, const Ctx *ctx, NodeId id, int enough);

#endif
