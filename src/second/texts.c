/* Effects that need the procedures of this edition: playing a card by a text. */
#include "spaceline.h"
#include "second/second.h"

/* All but events for the core and events that happen once are played somewhere. */
static bool needs_place(const Game *g, CardId card)
{
    return !is_type(g, card, TYPE_EVENT) || has_kind(printed(g, card), NODE_PLAYS_ON);
}

/* Where a text may play a card: at F when it says so, else where the rules permit. */
static CardSet places_for(const Game *g, int player, CardId card, const CardSet *named)
{
    CardSet out = { 0 };
    CardId by = NO_CARD;
    if (!set_empty(named))
        return why_not_play_at_all(g, player, card, 0, &by) ? out : *named;
    FOR_SET(place, &g->in_play) {
        bool fits = is_type(g, card, TYPE_EVENT) || is_type(g, place, TYPE_MISSION) || is_type(g, place, TYPE_SHIP);
        if (fits && !why_not_play(g, player, card, place, 0, &by))
            set_add(&out, place);
    }
    return out;
}

/* play S at a changed cost, at F if given: an ordinary play, with all its steps. */
Flow do_play_it(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_PLAY_FREE });
    d->card = set_next(&g->picked, 0);
    if (d->card == NO_CARD)
        RETURN(0);
    Ctx ctx = ctx_in(g, f);
    NodeId at = node_child(cat, d->node, 2);
    CardSet named = at ? filter_set(g, &ctx, at) : (CardSet){ 0 };
    modifier_add(g, (Modifier){ .op = NODE_MOD_COST, .target = d->card, .source = ctx.self, .player = f->player, .until = UNTIL_PLAY_END,
                                .amount = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1)) });
    CardId by;
    if (needs_place(g, d->card))
        f->cards = places_for(g, f->player, d->card, &named);
    if (needs_place(g, d->card) ? set_empty(&f->cards) : why_not_play(g, f->player, d->card, NO_CARD, 0, &by) != CITE_NONE) {
        modifiers_end(g, UNTIL_PLAY_END, NOBODY);
        RETURN(0);
    }
    CALL_ON(choose_cards, f->player, f->cards, (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE });
    CALL(second_play_card, f->player, (PlayCard){ .card = d->card, .place = set_next(&g->picked, 0) });
    RETURN(g->result);

    PROC_END;
}
