/* Cards that are worth points as long as something is so: 1E-19.10. */
#include "spaceline.h"
#include "first/first.h"

/* What the cards that a player commands are worth now: as bonus points, or those of his missions and objectives. */
static int worth_now(const Game *g, int player, bool bonus)
{
    const TextSet *texts = texts_of_rules(g);
    int points = 0;
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        bool theirs = !is_type(g, s->card, TYPE_MISSION) && !is_type(g, s->card, TYPE_OBJECTIVE);
        if (a->kind != NODE_WORTH_WHILE || g->card[s->card].commander != player || theirs != bonus || !text_active(g, s->card, a))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        if (guard_holds(g, &ctx, a))
            points += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return points;
}

/* After every action: what has come is scored, what has gone is lost. */
Flow first_settle_worth(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (d->n = 0; d->n < 2 * g->players && !g->over; d->n++) {
        d->player = (uint8_t)(d->n / 2);
        d->x = (int16_t)(worth_now(g, d->player, d->n % 2 == 0) - g->worth[d->player][d->n % 2]);
        if (d->x == 0)
            continue;
        g->worth[d->player][d->n % 2] = (int16_t)(g->worth[d->player][d->n % 2] + d->x);
        cite(g, RULE_FIRST_WORTH);
        if (d->x < 0)
            lose_points(g, d->player, -d->x, d->n % 2 == 0);
        else
            CALL(score_points, d->player, (Scoring){ .points = d->x, .bonus = d->n % 2 == 0 });
    }
    RETURN(0);

    PROC_END;
}
