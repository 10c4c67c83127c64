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

/* The printed facts that an `and` asks for; NULL: none, or some text may change them now. */
static inline const Facts *sure_facts(const Game *g, const Node *n)
{
    const Facts *f = &g->world->cat->facts[n->value];
    return n->value && (icons_none(f->icons) || !icons_change(g)) && !(g->changed_skills & f->skills) ? f : NULL;
}

/* What is printed answers for a card without states, which might bar it from using that, and with all its affiliations. */
static inline bool facts_answer(const Game *g, const Facts *f, CardId card) { return f && g->card[card].flags == 0 && g->card[card].affiliation == 0; }

static inline bool has_facts(const Game *g, const Facts *f, CardId card)
{
    const CardDef *def = printed(g, card);
    return !(f->skills & ~def->skills) && !(f->icons.word[0] & ~def->icons.word[0]) && !(f->icons.word[1] & ~def->icons.word[1]);
}

/* The check build asks for each fact of an `and` as well. */
#ifdef SPACELINE_CHECK
void facts_checked(const Game *, const Ctx *, const Node *, CardId, bool fits);
#else
static inline void facts_checked(const Game *g, const Ctx *ctx, const Node *n, CardId card, bool fits) { (void)g, (void)ctx, (void)n, (void)card, (void)fits; }
#endif

bool same_property(const Game *g, CardId a, CardId b, int prop);
const CardSet *force_opposing(const Game *g, const Ctx *ctx, NodeId who);
bool trait_is(const Game *g, const Ctx *ctx, int trait, CardId card);
int counted_cards(const Game *g, const Ctx *ctx, NodeId id, int enough);

#endif
