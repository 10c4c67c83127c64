/* Effects that need the procedures of this edition: playing a card by a text. */
#include "spaceline.h"
#include "second/second.h"

/* Where a card may be played, for a text that plays it: at F when the text says so, else where the rules permit. */
static CardSet places_for(const Game *g, int player, CardId card, const CardSet *named)
{
    CardSet out = { { 0 } };
    CardId by;
    if (!set_empty(named))
        return *named;
    FOR_SET(place, &g->in_play) {
        int type = printed(g, place)->type;
        Citation why = type == TYPE_MISSION || type == TYPE_SHIP ? why_not_play(g, player, card, place, 0, &by) : RULE_NO_PLACE;
        if (why == CITE_NONE || why == RULE_NOT_ENOUGH_COUNTERS)
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
    CardSet named = at ? filter_set(g, &ctx, at) : (CardSet){ { 0 } };
    modifier_add(g, (Modifier){ .op = NODE_MOD_COST, .target = d->card, .source = ctx.self, .player = f->player, .until = UNTIL_PLAY_END,
                                .amount = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1)) });
    CardId with;
    if (breaks_uniqueness(g, d->card, f->player, &with) || g->counters < cost_of(g, d->card)) {
        modifiers_end(g, UNTIL_PLAY_END, NOBODY);
        RETURN(0);
    }
    f->cards = places_for(g, f->player, d->card, &named);
    if (is_type(g, d->card, TYPE_EVENT))
        f->cards = (CardSet){ { 0 } };
    else if (set_empty(&f->cards))
        RETURN(0);
    CALL_ON(choose_cards, f->player, f->cards, (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE });
    CALL(second_play_card, f->player, (PlayCard){ .card = d->card, .place = set_next(&g->picked, 0) });
    RETURN(g->result);

    PROC_END;
}
