/* Ships that have a text in the place of WEAPONS, and what is hurled along the spaceline. */
#include "spaceline.h"
#include "first/first.h"

bool fires_by_text(const Game *g, CardId ship)
{
    return has_kind(printed(g, ship), NODE_FIRES_AS) && !is_textless(g, ship);
}

/* The next ship of a side that fires in this way, after one. */
static CardId next_such(const Game *g, int side, CardId after)
{
    for (CardId id = set_next(&g->battle.ships[side], after); id != NO_CARD; id = set_next(&g->battle.ships[side], id))
        if (g->card[id].flags & FIRING && fires_by_text(g, id))
            return id;
    return NO_CARD;
}

/* Each such ship of a side, at each of its targets: when both sides have fired, before any damage is applied.  f->cards: the targets. */
Flow first_fire_by_text(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    for (w->own = next_such(g, w->side, 0); w->own != NO_CARD; w->own = next_such(g, w->side, w->own)) {
        put_cards(g, f, fired_at_by(g, w->side));
        for (w->other = set_next(cards_of(g, f), 0); w->other != NO_CARD; w->other = set_next(cards_of(g, f), w->other)) {
            if (!card_in_play(g, w->other) || !fires_at(g, w->side, w->own, w->other))
                continue;
            scope_enter(g, f, w->own, f->player);
            set_put(g, &g->scope[f->scope - 1].that, set_one(w->other));
            RUN_BODY(f->player, ability_of_kind(g, w->own, NODE_FIRES_AS));
            scope_leave(g, f);
        }
    }
    RETURN(0);

    PROC_END;
}

/* Where it can be hurled: only what is in space moves, and what stands on a planet stays. */
static CardSet within_span(const Game *g, int player, CardId id, int most)
{
    CardSet out = { 0 };
    CardId from = location_of(g, id);
    bool in_space = g->card[id].zone == ZONE_ORBIT || g->card[id].zone == ZONE_DOCKED || is_landed(g, id);
    if (!is_craft(g, id) || !in_space)
        return out;
    FOR_PILE(g, to, &g->line[g->card[from].holder]) {
        int span = to == from ? -1 : range_between(g, from, to, player);
        if (span >= 0 && span <= most)
            set_add(&out, to);
    }
    return out;
}

/* Nobody is asked for RANGE, and nothing on the way holds it up: it is relocated. */
Flow first_hurl(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_HURL);
    d->card = set_next(cards_of(g, f), 0);
    if (d->card == NO_CARD)
        RETURN(0);
    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(g->world->cat, d->node, 1));
    CALL_ON(choose_cards, f->player, within_span(g, f->player, d->card, d->x), (Choose){ .most = 1, .about = NODE_HURL, .asker = source_of(g, f) });
    if (set_empty(&g->picked))
        RETURN(0);
    repairs_break_off(g, d->card);
    card_to_host(g, d->card, set_next(&g->picked, 0), ZONE_ORBIT, PUT_BOTTOM);
    note_arrival(g, d->card);
    log_event(g, LOG_HURLED, f->player, d->card, g->card[d->card].host, 0);
    RETURN(1);

    PROC_END;
}
