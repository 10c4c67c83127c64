/* Effects that speak of the mission attempt and of the dilemma being faced.  2E-10, 2E-11. */
#include "spaceline.h"
#include "verbs/verbs.h"

/* The cards and numbers of the attempt that need no choice. */
Flow do_dilemma(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    Attempt *a = &g->attempt;
    Ctx ctx = ctx_in(g, f);
    int op = cat->node[d->node].op;
    int n = op == NODE_DILEMMA_DRAW || op == NODE_DILEMMA_COST_SUM ? quantity(g, &ctx, node_child(cat, d->node, 0)) : 0;
    switch (op) {
    case NODE_DILEMMA_DRAW:     a->draw_more = (int16_t)(a->draw_more + n); break;
    case NODE_DILEMMA_COST_SUM: a->cost_more = (int16_t)(a->cost_more + n); break;
    case NODE_END_ATTEMPT:      a->ended = a->active; break;
    case NODE_PREVENT_DILEMMA:
        if (a->active && a->current) {
            a->prevented = true;
            card_flag(g, a->current, WAS_PREVENTED, true);
            log_event(g, LOG_PREVENTED, f->player, a->current, NO_CARD, 0);
        }
        break;
    case NODE_TO_PILE: {
        CardId self = source_of(g, f);
        log_event(g, LOG_RETURNS_TO_PILE, f->player, self, NO_CARD, 0);
        leave_play(g, self, ZONE_PILE);
        if (self == a->current && a->active)
            a->placed = true;
        break;
    }
    default: break;
    }
    RETURN(1);
}

Flow do_overcome(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_OVERCOME });
    f->cards = g->picked;
    d->card = g->attempt.active ? g->attempt.mission : this_mission(g, source_of(g, f));
    if (d->card == NO_CARD)
        RETURN(0);
    FOR_SET(id, &f->cards) {
        card_to_host(g, id, d->card, ZONE_BENEATH);
        card_flag(g, id, FACE_UP, true);
        log_event(g, LOG_OVERCOMES, f->player, id, NO_CARD, 0);
        if (id == g->attempt.current)
            g->attempt.placed = true;
    }
    RESPOND(f->player, f->cards, (Window){ .event = EVENT_OVERCAME, .actor = f->player, .cause = d->card });
    RETURN(!set_empty(&f->cards));

    PROC_END;
}

/* "Return them to your dilemma pile and draw an equal number." */
Flow do_redraw(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (CardId id = 1; id <= g->card_count; id++)
        if (g->card[id].zone == ZONE_DRAWN && g->card[id].owner == f->player) {
            dilemma_to_pile(g, id);
            d->x++;
        }
    CALL(second_draw_dilemmas, f->player, (Do){ .x = d->x });
    RETURN(1);

    PROC_END;
}

Flow do_stack(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_ADD_TO_STACK });
    f->cards = g->picked;
    bool top = cat->node[node_child(cat, d->node, 1)].op == NODE_TO_STACK_TOP;
    FOR_SET(id, &f->cards) {
        card_to_stack(g, id, top ? PUT_TOP : PUT_BOTTOM);
        d->n = 1;
    }
    RETURN(d->n);

    PROC_END;
}

/* Joining the attempt, joining or leaving a battle.  Numbers fixed before do not change (2E-10.71). */
Flow do_join(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = cat->node[d->node].op });
    f->cards = g->picked;
    FOR_SET(id, &f->cards) {
        int side = g->card[id].commander == g->battle.player[0] ? 0 : 1;
        if (cat->node[d->node].op == NODE_JOIN_ATTEMPT) {
            if (g->attempt.active && !is_stopped(g, id) && card_in_play(g, id))
                group_join(g, id);
        } else if (cat->node[d->node].op == NODE_LEAVE_BATTLE) {
            set_drop(&g->battle.side[side], id);
            set_drop(&g->battle.ships[side], id);
        } else if (g->battle.active && g->card[id].commander == g->battle.player[side]) {       /* two players fight (2E-24.5) */
            if (!is_type(g, id, TYPE_SHIP)) {
                set_add(&g->battle.side[side], id);
                continue;
            }
            set_add(&g->battle.ships[side], id);
            FOR_HOSTED(g, who, id)
                if (g->card[who].zone == ZONE_ABOARD && is_type(g, who, TYPE_PERSONNEL) && g->card[who].commander == g->card[id].commander)
                    set_add(&g->battle.side[side], who);
        }
        log_event(g, LOG_JOINS, f->player, id, NO_CARD, 0);
    }
    RETURN(!set_empty(&f->cards));

    PROC_END;
}

Flow do_battle_change(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    if (cat->node[d->node].op == NODE_COMPARE)
        g->battle.compare = (uint8_t)(node_value(cat, d->node, 0) - ATTR_INTEGRITY);
    else
        g->battle.prevented = g->battle.active;
    RETURN(1);
}
