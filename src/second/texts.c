/* Effects of card texts with steps of this edition's own: a card played by a text, downloads, dilemmas.  2E-7, 2E-10, 2E-11. */
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
Flow second_play_by_text(Game *g, Frame *f)
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
        put_cards(g, f, places_for(g, f->player, d->card, &named));
    if (needs_place(g, d->card) ? set_empty(cards_of(g, f)) : why_not_play(g, f->player, d->card, NO_CARD, 0, &by) != CITE_NONE) {
        modifiers_end(g, UNTIL_PLAY_END, NOBODY);
        RETURN(0);
    }
    CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE });
    CALL(second_play_card, f->player, (PlayCard){ .card = d->card, .place = set_next(&g->picked, 0) });
    RETURN(g->result);

    PROC_END;
}

/* ---- download: 2E-7.71 to 7.74 ---- */

/* How many cards from the top of the deck a download may look at. */
static int download_depth(const Game *g, int player)
{
    int most = MAX_CARDS;
    if (!some_has_kind(g, NODE_DOWNLOAD_DEPTH))
        return most;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        Ctx ctx = ctx_of(g, s->card);
        if (a->kind != NODE_DOWNLOAD_DEPTH || g->card[s->card].commander == player || !text_active(g, s->card, a) || !guard_holds(g, &ctx, a))
            continue;
        int depth = node_value(g->world->cat, a->node, 0);
        most = smaller_of(depth, most);
    }
    return most;
}

/* Whether texts keep every card of a deck from being downloaded: then nobody looks through it. */
static bool cannot_download(const Game *g, int player)
{
    const Pile *deck = &g->pile[player][ZONE_DECK];
    if (!deck->top || !is_forbidden_at_all(g, ACT_DOWNLOAD))
        return false;
    FOR_PILE(g, id, deck)
        if (!why_cannot(g, id, ACT_DOWNLOAD, NO_CARD, NULL))
            return false;
    return true;
}

Flow second_download(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    FOR_REASONS(g)
        FOR_PILE(g, id, &g->pile[d->player][ZONE_DECK]) {
            CardId by = NO_CARD;
            if (is_forbidden_at_all(g, ACT_DOWNLOAD) && why_cannot(g, id, ACT_DOWNLOAD, NO_CARD, &by))
                offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, RULE_CANNOT_TEXT, by);
        }
    if (cannot_download(g, d->player)) {
        cite(g, RULING_CANNOT);
        RETURN(0);
    }
    TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_DOWNLOAD, .actor = d->player });
    if (g->result == 0 && event_heard(g, EVENT_ABOUT_TO_DOWNLOAD))
        RETURN(0);
    ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1));
    int depth = download_depth(g, d->player);
    FOR_PILE(g, id, &g->pile[d->player][ZONE_DECK]) {
        if (depth-- <= 0) {
            FOR_REASONS(g)
                offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, RULE_CANNOT_TEXT, NO_CARD);
            continue;
        }
        card_know(g, id, (uint8_t)(g->card[id].known | 1u << d->player));      /* who searches looks, until it is shuffled */
        if (filter_is(g, &ctx, node_child(cat, d->node, 2), id) && !why_cannot(g, id, ACT_DOWNLOAD, NO_CARD, NULL))
            set_add(own_cards(g, f), id);
    }
    FOR_REASONS(g)
        FOR_PILE(g, id, &g->pile[d->player][ZONE_DISCARD])
            offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, RULE_DOWNLOAD_DECK, NO_CARD);
    CALL_ON(choose_cards, d->player, *cards_of(g, f), (Choose){ .least = 0, .most = (uint16_t)d->x, .about = NODE_DOWNLOAD, .asker = source_of(g, f), .hidden = true });
    put_cards(g, f, g->picked);
    d->n = !set_empty(cards_of(g, f));
    FOR_SET(id, cards_of(g, f)) {
        reveal_card(g, id);
        log_event(g, LOG_DOWNLOADS, d->player, id, NO_CARD, 0);
        card_to_pile(g, id, d->player, ZONE_HAND, PUT_BOTTOM);
        reveal_card(g, id);                     /* everybody saw it */
    }
    if (!d->n) {
        log_event(g, LOG_FINDS_NOTHING, d->player, NO_CARD, NO_CARD, 0);
        cite(g, RULE_NOTHING_FOUND);
    }
    pile_shuffle(g, d->player, ZONE_DECK);
    if (d->n)
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_DOWNLOADED, .actor = d->player });
    if (event_heard(g, EVENT_SHUFFLED))
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_SHUFFLED, .actor = d->player });
    if (d->n && node_child(cat, d->node, 3))
        CALL_ON(place_cards, d->player, *cards_of(g, f), (Placing){ .to = node_child(cat, d->node, 3) });
    g->picked = *cards_of(g, f);                /* for whoever speaks of them afterwards */
    RETURN(d->n);

    PROC_END;
}

/* ---- counters: 2E-6.3 ---- */

/* Texts give counters in the Play and Draw Cards segment, to the player whose turn it is; later they are lost. */
Flow second_counters(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    bool spend = cat->node[d->node].op == NODE_SPEND;
    Ctx ctx = ctx_in(g, f);
    if (!spend && (g->segment > SEGMENT_PLAY || one_player(g, &ctx, node_child(cat, d->node, 0)) != g->active)) {
        cite(g, RULE_COUNTERS_GONE);
        RETURN(0);
    }
    d->x = (int16_t)not_negative(quantity(g, &ctx, node_child(cat, d->node, spend ? 0 : 1)));
    plays_set(g, g->active, g->plays[g->active] + (spend ? -d->x : d->x));
    log_event(g, LOG_COUNTERS, f->player, NO_CARD, NO_CARD, spend ? -d->x : d->x);
    RETURN(1);

    PROC_END;
}

/* ---- the attempt in progress and its dilemmas: 2E-10, 2E-11 ---- */

/* The cards and numbers of the attempt that need no choice. */
Flow second_change_attempt(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    Encounter *e = encounter_change(g);
    Try *t = attempt_in(g);
    Ctx ctx = ctx_in(g, f);
    int op = cat->node[d->node].op;
    int n = op == NODE_DILEMMA_DRAW || op == NODE_DILEMMA_COST_SUM ? quantity(g, &ctx, node_child(cat, d->node, 0)) : 0;
    switch (op) {
    case NODE_DILEMMA_DRAW:
        if (t && t->drawn)                      /* too late to count with the others: at once */
            draw_dilemmas(g, e->opponent, n);
        else if (t)
            t->draw_more = (int16_t)(t->draw_more + n);
        break;
    case NODE_DILEMMA_COST_SUM:
        if (t && t->drawn)
            t->allowance = (int16_t)not_negative(t->allowance + n);
        else if (t)
            t->cost_more = (int16_t)(t->cost_more + n);
        break;
    case NODE_END_ATTEMPT:      e->ended = e->active; break;
    case NODE_PREVENT_DILEMMA:
        if (!e->current)
            break;
        if (why_cannot(g, e->current, ACT_PREVENTED, source_of(g, f), NULL)) {
            cite(g, RULING_CANNOT);
        } else {
            e->prevented = true;
            card_flag(g, e->current, WAS_PREVENTED, true);
            log_event(g, LOG_PREVENTED, f->player, e->current, NO_CARD, 0);
        }
        break;
    default: break;
    }
    RETURN(1);
}

/* This dilemma goes back to the pile of its owner, unless a text that answers puts it elsewhere. */
Flow second_return(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    d->card = source_of(g, f);
    d->x = g->card[d->card].zone;
    RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_ABOUT_TO_RETURN, .actor = f->player,
                                                   .cause = g->encounter.active ? g->encounter.mission : this_mission(g, d->card) });
    if (g->card[d->card].zone == d->x) {
        log_event(g, LOG_RETURNS_TO_PILE, f->player, d->card, NO_CARD, 0);
        leave_play(g, d->card, ZONE_PILE);
    }
    RETURN(1);

    PROC_END;
}

/* "Return them to your dilemma pile and draw an equal number." */
Flow second_redraw(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    FOR_CARDS(g, id)
        if (g->card[id].zone == ZONE_DRAWN && g->card[id].owner == f->player) {
            dilemma_to_pile(g, id);
            d->x++;
        }
    CALL(second_draw_dilemmas, f->player, (Do){ .x = d->x });
    RETURN(1);

    PROC_END;
}

Flow second_add_to_stack(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_ADD_TO_STACK);
    bool top = cat->node[node_child(cat, d->node, 1)].op == NODE_TO_STACK_TOP;
    FOR_SET(id, cards_of(g, f))
        card_to_stack(g, id, top ? PUT_TOP : PUT_BOTTOM);
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* ---- keywords ---- */

static CardSet non_personnel_in_hand(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
        if (!is_type(g, id, TYPE_PERSONNEL))
            set_add(&out, id);
    return out;
}

/* Persistent dilemmas beneath a completed mission: their owner may take them back for a card from hand (2E-22.3). */
Flow second_persistent(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    FOR_HOSTED(g, id, t->mission)
        if (g->card[id].zone == ZONE_BENEATH && has_trait(g, id, TRAIT_PERSISTENT))
            set_add(own_cards(g, f), id);
    while ((t->dilemma = set_next(cards_of(g, f), t->dilemma)) != NO_CARD) {
        put_more(g, f, non_personnel_in_hand(g, g->card[t->dilemma].owner));
        FOR_REASONS(g)
            FOR_PILE(g, id, &g->pile[g->card[t->dilemma].owner][ZONE_HAND])
                if (is_type(g, id, TYPE_PERSONNEL))
                    offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, RULE_PERSISTENT, NO_CARD);
        CALL_ON(choose_cards, g->card[t->dilemma].owner, *more_of(g, f),
                (Choose){ .least = 0, .most = 1, .about = NODE_DISCARD, .asker = t->dilemma, .hidden = true });
        if (g->result == 0)
            continue;
        CALL_ON(affect_cards, g->card[t->dilemma].owner, g->picked, (Affect){ .act = DO_DISCARD });
        cite(g, RULE_PERSISTENT);
        RESPOND(f->player, set_one(t->dilemma), (Window){ .event = EVENT_ABOUT_TO_RETURN, .actor = f->player, .cause = t->mission });
        if (g->card[t->dilemma].zone == ZONE_BENEATH && g->card[t->dilemma].host == t->mission)
            dilemma_to_pile(g, t->dilemma);
    }
    RETURN(1);

    PROC_END;
}
