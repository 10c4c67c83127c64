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

static inline const Facts *facts_of(const Game *g, const Node *n) { return &g->cat->facts[n->value]; }

/* Whether no text changes the facts that an `and` asks for. */
static inline bool facts_are_sure(const Game *g, const Facts *f)
{
    return (icons_none(f->icons) || !icons_change(g)) && !(g->changed_skills & f->skills);
}

/* What is printed answers for a card without states, which might bar it from using that, and with all its affiliations. */
static inline bool facts_answer(const Game *g, CardId card) { return g->card[card].flags == 0 && g->card[card].affiliation == 0; }

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

/* Whether a card of the right type has the facts of an `and` and fits these other parts of it. */
static inline bool parts_fit(const Game *g, const Ctx *ctx, const Node *n, bool sure, uint64_t asked, CardId card)
{
    const Catalogue *cat = g->cat;
    const Facts *f = facts_of(g, n);
    if (f->facts && sure && facts_answer(g, card)) {
        bool has = has_facts(g, f, card);
        facts_checked(g, ctx, n, card, has);
        if (!has)
            return false;
    } else {
        asked |= f->facts;
    }
    for (; asked; asked &= asked - 1)
        if (!filter_is(g, ctx, cat->arg[n->arg + (unsigned)__builtin_ctzll(asked)], card))
            return false;
    return true;
}

/* ---- sets and counts: filter_set.c, counted.c ---- */

/* Which cards are not looked at: none; personnel that are stopped; all that cannot be stopped now. */
typedef enum { PASS_NONE, PASS_STOPPED_PERSONNEL, PASS_UNSTOPPABLE } Pass;

bool is_aboard_here(const Catalogue *, NodeId filter);
int  fitting_cards(const Game *, const Ctx *, NodeId filter, Pass, int enough, CardSet *out);     /* how many there are, at the most `enough`; out may be NULL */
int  fitting_count(const Game *, const Ctx *, NodeId filter, Pass, int enough);                   /* … kept where it can be */
int  counted_cards(const Game *, const Ctx *, NodeId filter, int enough);
int  species_among(const Game *, const Ctx *, NodeId quantity);

bool same_property(const Game *g, CardId a, CardId b, int prop);
const CardSet *force_opposing(const Game *g, const Ctx *ctx, NodeId who);
bool trait_is(const Game *g, const Ctx *ctx, int trait, CardId card);

#endif
