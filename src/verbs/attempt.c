/* Effects that speak of the mission attempt and of the battle in progress. */
#include "spaceline.h"
#include "verbs/verbs.h"

/* Those of the cards that a response has left where they were, or that have come in the place of one that was exchanged: such a card lies
 * nowhere until it is overcome. */
static CardSet still_overcome(const Game *g, const CardSet *cards, Zone from)
{
    CardSet out = lying_in(g, cards, from), new_ones = lying_in(g, cards, ZONE_PLAYING);
    set_join(&out, &new_ones);
    return out;
}

/* f->cards are overcome: face up beneath the mission, unless a text that answers puts them elsewhere.  Result: how many are. */
Flow overcome_cards(Game *g, Frame *f)
{
    LOCALS(Overcoming, o);
    PROC_BEGIN;

    o->from = g->card[set_next(cards_of(g, f), 0)].zone;
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_OVERCOME, .actor = f->player, .cause = o->mission });
    put_cards(g, f, still_overcome(g, &g->picked, (Zone)o->from));
    FOR_SET(id, cards_of(g, f)) {
        card_to_host(g, id, o->mission, ZONE_BENEATH, PUT_BOTTOM);
        card_flag(g, id, FACE_UP, true);
        log_event(g, o->unfaced ? LOG_OVERCOMES_UNFACED : LOG_OVERCOMES, f->player, id, o->mission, 0);
    }
    if (o->why)
        cite(g, o->why);
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_OVERCAME, .actor = f->player, .cause = o->mission });
    RETURN(set_count(cards_of(g, f)));

    PROC_END;
}

Flow do_overcome(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_OVERCOME);
    d->card = g->encounter.active ? g->encounter.mission : this_mission(g, source_of(g, f));
    if (d->card == NO_CARD || set_empty(cards_of(g, f)))
        RETURN(0);
    CALL_ON(overcome_cards, f->player, *cards_of(g, f), (Overcoming){ .mission = d->card });
    RETURN(g->result != 0);

    PROC_END;
}

/* The mission may be attempted and completed again. */
Flow do_uncomplete(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_UNCOMPLETE);
    FOR_SET(id, cards_of(g, f))
        if (is_type(g, id, TYPE_MISSION) && g->card[id].flags & COMPLETE) {
            card_flag(g, id, COMPLETE, false);
            if (g->card[id].named_kind == NAMED_SOLVER)
                card_name(g, id, NAMED_NOTHING, 0);
            log_event(g, LOG_UNCOMPLETES, f->player, id, NO_CARD, 0);
            d->n = 1;
        }
    RETURN(d->n);

    PROC_END;
}

/* False: it takes no part.  A battle is between two players (2E-24.5); the crew comes with its ship. */
static bool joins_battle(Game *g, CardId id, int side)
{
    if (!g->battle.active || g->card[id].commander != g->battle.player[side])
        return false;
    if (!is_type(g, id, TYPE_SHIP)) {
        set_add(&battle_change(g)->side[side], id);
        return true;
    }
    set_add(&battle_change(g)->ships[side], id);
    FOR_HOSTED(g, who, id)
        if (g->card[who].zone == ZONE_ABOARD && is_type(g, who, TYPE_PERSONNEL) && g->card[who].commander == g->card[id].commander)
            set_add(&battle_change(g)->side[side], who);
    return true;
}

static bool joins_attempt(Game *g, CardId id)
{
    if (!g->encounter.active || is_stopped(g, id) || !card_in_play(g, id))
        return false;
    group_join(g, id);
    return true;
}

/* Joining the attempt, joining or leaving a battle.  Numbers fixed before do not change (2E-10.71). */
Flow do_join(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, cat->node[d->node].op);
    FOR_SET(id, cards_of(g, f)) {
        int side = g->card[id].commander == g->battle.player[0] ? 0 : 1, op = cat->node[d->node].op;
        if (op == NODE_LEAVE_BATTLE) {
            set_drop(&battle_change(g)->side[side], id);
            set_drop(&battle_change(g)->ships[side], id);
            log_event(g, LOG_LEAVES, f->player, id, NO_CARD, 0);
        } else if (op == NODE_JOIN_ATTEMPT ? joins_attempt(g, id) : joins_battle(g, id, side)) {
            log_event(g, LOG_JOINS, f->player, id, NO_CARD, 0);
        }
    }
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

Flow do_battle_change(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    if (cat->node[d->node].op == NODE_COMPARE)
        battle_change(g)->compare = (uint8_t)(node_value(cat, d->node, 0) - ATTR_INTEGRITY);
    else
        battle_change(g)->prevented = g->battle.active;
    RETURN(1);
}
