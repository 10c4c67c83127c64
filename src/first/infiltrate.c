/* Infiltration: chapter A8 of the rules. */
#include "spaceline.h"
#include "first/first.h"

bool is_infiltrating(const Game *g, CardId id)
{
    return g->card[id].flags & INFILTRATING;
}

/* It is what it was before, where it is (1E-A8.5). */
void expose(Game *g, CardId id)
{
    card_flag(g, id, INFILTRATING, false);
    modifiers_end_from(g, UNTIL_AGAIN, id);
    log_event(g, LOG_EXPOSED_NOW, g->card[id].commander, id, NO_CARD, 0);
    cite(g, RULE_FIRST_EXPOSED);
}

Flow first_expose(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_EXPOSE });
    FOR_SET(id, &g->picked)
        if (is_infiltrating(g, id)) {
            expose(g, id);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}
