/* Who commands a card, cards that change places, and looking at cards.  2E-13.11, 2E-17, 2E-20.6. */
#include "verbs/happen.h"

/* ---- command: 2E-17 ---- */

/* Who is taken aboard another player's ship goes to the surface, or aboard a ship of the new commander; else it stays (2E-17.3). */
static void leave_foreign_ship(Game *g, CardId id)
{
    const Card *c = &g->card[id];
    CardId mission = location_of(g, id);
    if (c->zone == ZONE_ABOARD && g->card[c->host].commander != c->commander && mission)
        enters_at(g, id, mission, c->commander);
}

/* Those that another player commands now. */
static CardSet loses_command(const Game *g, const CardSet *set, int player)
{
    CardSet out = { 0 };
    FOR_SET(id, set)
        if (card_in_play(g, id) && g->card[id].commander != player)
            set_add(&out, id);
    return out;
}

/* A window for what each player has lost, all of it taken at once: those of the player whose turn it is first.  False: nobody lost anything that a text answers. */
static bool push_losses(Game *g, const Frame *f, const CardSet lost[])
{
    int depth = g->depth;
    for (int i = g->players - 1; i >= 0 && somebody_listens(g, EVENT_LOST_COMMAND); i--) {
        int loser = (g->active + i) % g->players;
        CardSet told = set_and(&lost[loser], cards_of(g, f));
        Window w = { .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)(loser + 1) };
        if (!set_empty(&told))
            put_cards(g, frame_push(g, g->world->edition->respond, f->player, &w, sizeof w), told);
    }
    return g->depth > depth;
}

Flow do_take_command(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_TAKE_COMMAND);
    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 1));
    CardSet all = *cards_of(g, f);
    FOR_SET(id, &all)
        if (g->card[id].commander != d->player && why_cannot(g, id, ACT_TAKEN, source_of(g, f), NULL)) {
            cite(g, RULING_CANNOT);
            set_drop(own_cards(g, f), id);
        }
    if (event_heard(g, EVENT_ABOUT_TO_LOSE)) {
        put_more(g, f, loses_command(g, cards_of(g, f), d->player));
        put_cards(g, f, set_minus(cards_of(g, f), more_of(g, f)));
        RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_ABOUT_TO_LOSE, .actor = f->player, .cause = source_of(g, f) });
        set_join(own_cards(g, f), &g->picked);
    }
    CardSet taken = *cards_of(g, f), lost[SL_PLAYERS] = { 0 };
    FOR_SET(id, &taken) {
        CardId with;
        bool outside = g->card[id].zone == ZONE_BRIG && !card_in_play(g, id);
        set_add(&lost[g->card[id].commander], id);
        if (g->card[id].commander == d->player && !outside) {
            set_drop(own_cards(g, f), id);
        } else if (breaks_uniqueness(g, id, d->player, &with)) {
            cite(g, RULE_UNIQUE_DISCARDED);
            leave_play(g, id, discard_zone(g, id));
        } else if (outside) {                       /* who is said to be commanded is in play (2e-2014/not-in-play.2) */
            card_command(g, id, d->player);
            captive_enters_play(g, id);
            set_drop(own_cards(g, f), id);
            log_event(g, LOG_COMMANDED, d->player, id, NO_CARD, 0);
        } else {
            leave_group(g, id);
            if (id == g->encounter.ship[0])
                ship_leaves_attempt(g, id);     /* who is aboard is in no ship of the player's (2E-10.3) */
            fights_no_more(g, id);
            card_command(g, id, d->player);
            if (g->card[id].zone == ZONE_BRIG && location_of(g, source_of(g, f)))
                enters_at(g, id, location_of(g, source_of(g, f)), d->player);
            if (has_trait(g, id, TRAIT_COMMODITY))
                cite(g, RULE_COMMODITY);            /* it lies in the core of its commander, wherever it was (2E-22.3) */
            if (g->card[id].zone == ZONE_CORE || has_trait(g, id, TRAIT_COMMODITY))
                card_to_pile(g, id, d->player, ZONE_CORE, PUT_BOTTOM);
            log_event(g, LOG_COMMANDED, d->player, id, NO_CARD, 0);
        }
    }
    FOR_SET(id, cards_of(g, f))
        leave_foreign_ship(g, id);
    d->n = !set_empty(cards_of(g, f));
    put_more(g, f, *cards_of(g, f));
    if (push_losses(g, f, lost))
        PAUSE(FLOW_CALL);
    RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_TOOK_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    RETURN(d->n);

    PROC_END;
}

/* ---- exchange: 2E-13.11 ---- */

static void put_in_place(Game *g, SetNo *no, CardId a, CardId b)
{
    if (set_has(set_at(g, *no), a)) {
        set_drop(set_own(g, no), a);
        set_add(set_own(g, no), b);
    }
}

/* Where a card lies, so that another can lie there. */
typedef struct { Zone zone; CardId host; uint8_t holder; bool top; } Spot;

static Spot spot_of(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    bool top = zone_is_pile(c->zone) && g->pile[c->holder][c->zone].top == id;
    return (Spot){ (Zone)c->zone, zone_is_hosted(c->zone) ? c->host : NO_CARD, c->holder, top };
}

/* A card that is just being played or faced lies nowhere, and nothing can lie there in its place. */
static bool is_spot(Spot spot)
{
    return spot.host || zone_is_pile(spot.zone);
}

static void put_in_spot(Game *g, CardId id, Spot spot)
{
    if (spot.host)
        card_to_host(g, id, spot.host, spot.zone, PUT_BOTTOM);
    else
        card_to_pile(g, id, spot.holder, spot.zone, spot.top ? PUT_TOP : PUT_BOTTOM);
}

/* Two cards change places that both are in play, at missions, aboard ships or on cards; or of which neither is, in hands, piles or beneath missions:
 * each lies as the other did, in its own owner's pile. */
static bool swap_places(Game *g, CardId a, CardId b)
{
    Spot of_a = spot_of(g, a), of_b = spot_of(g, b);
    bool in_play = card_in_play(g, a), may = in_play ? of_a.host && of_b.host : !is_type(g, b, TYPE_DILEMMA);
    if (in_play != card_in_play(g, b) || !may || g->world->edition->exchange_keeps)
        return false;
    put_in_spot(g, a, of_b);
    put_in_spot(g, b, of_a);
    return true;
}

/* A dilemma comes in the place of one that lies beneath a mission or is being faced. */
static void take_dilemma_place(Game *g, CardId a, CardId b, Spot spot)
{
    if (spot.zone == ZONE_BENEATH)
        put_in_spot(g, b, spot);
    else if (g->encounter.current == a)
        encounter_change(g)->current = b;
    for (int i = 0; i + 1 < g->depth; i++)              /* it is about to be overcome then, too: in the procedure and in its window */
        if (g->frame[i].proc == PROC_overcome_cards) {
            put_in_place(g, &g->frame[i].cards, a, b);
            put_in_place(g, &g->frame[i + 1].cards, a, b);
        }
}

/* B takes A's place, in the attempt, in a battle and for whatever was about to happen to A (2e-2014/exchange). */
static void swap_cards(Game *g, CardId a, CardId b)
{
    bool ruled = in_force(g, RULING_EXCHANGE), in_group = set_has(&g->encounter.group, a);
    int side = !g->battle.active ? -1 : set_has(&g->battle.side[0], a) ? 0 : set_has(&g->battle.side[1], a) ? 1 : -1;
    int commander = g->card[a].commander, to = g->card[b].zone;
    CardId beneath = to == ZONE_BENEATH ? g->card[b].host : NO_CARD, with;
    Spot spot = spot_of(g, a);
    bool top = spot_of(g, b).top;
    if (!g->world->edition->exchange_keeps && !is_type(g, b, TYPE_DILEMMA) && (!is_spot(spot) || !is_spot(spot_of(g, b))))
        return;
    log_event(g, LOG_EXCHANGED, commander, a, b, 0);
    cite(g, RULING_EXCHANGE);
    if (swap_places(g, a, b))
        return;
    card_to_limbo(g, b, ZONE_PLAYING);
    if (g->world->edition->exchange_keeps)
        card_take_place(g, b, a);               /* with all that is on it or aboard (1E-A9.7) */
    if (beneath && is_type(g, a, TYPE_DILEMMA))
        card_to_host(g, a, beneath, ZONE_BENEATH, PUT_BOTTOM);
    else
        leave_play(g, a, zone_info[to].held_by == HELD_BY_OWNER ? (Zone)to : ZONE_DISCARD);
    if (top && g->card[a].zone == to && (to == ZONE_DECK || to == ZONE_PILE) && !g->world->edition->exchange_keeps)
        card_to_pile(g, a, g->card[a].owner, (Zone)to, PUT_TOP), card_flag(g, a, FACE_UP, false);      /* as the other lay */
    if (is_type(g, b, TYPE_DILEMMA)) {
        take_dilemma_place(g, a, b, spot);
        return;
    }
    if (breaks_uniqueness(g, b, commander, &with)) {
        cite(g, RULE_UNIQUE_DISCARDED);
        leave_play(g, b, discard_zone(g, b));
        return;
    }
    card_command(g, b, commander);
    if (!g->world->edition->exchange_keeps)
        put_in_spot(g, b, spot);
    reveal_card(g, b);
    if (!ruled)
        return;
    bool takes_part = is_type(g, b, TYPE_PERSONNEL) || card_type(g, a) == card_type(g, b);      /* an equipment faces no dilemma and fights nobody */
    if (in_group && takes_part)
        group_join(g, b);
    if (side >= 0 && takes_part)
        set_add(&battle_change(g)->side[side], b);
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc != PROC_do_exchange) {
            put_in_place(g, &g->frame[i].cards, a, b);
            put_in_place(g, &g->frame[i].more, a, b);
        }
    for (int i = 0; i < g->scope_count; i++)
        for (int v = 0; v < MAX_VARS; v++)
            if (g->scope[i].facing)
                put_in_place(g, &g->scope[i].var[v], a, b);
}

/* Those that a text keeps from being exchanged by that card are not. */
static void drop_kept(const Game *g, CardSet *set, CardId by)
{
    CardSet all = *set;
    FOR_SET(id, &all)
        if (why_cannot(g, id, ACT_EXCHANGED, by, NULL))
            set_drop(set, id);
}

Flow do_exchange(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_EXCHANGE);
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 1), .about = NODE_EXCHANGE });
    put_more(g, f, g->picked);
    if (is_forbidden_at_all(g, ACT_EXCHANGED)) {
        drop_kept(g, own_cards(g, f), source_of(g, f));
        drop_kept(g, own_more(g, f), source_of(g, f));
    }
    if (set_empty(cards_of(g, f)) || set_empty(more_of(g, f)) || lies_with(g, set_next(cards_of(g, f), 0), set_next(more_of(g, f), 0)))
        RETURN(0);
    while (!set_empty(cards_of(g, f)) && !set_empty(more_of(g, f))) {       /* one for one */
        d->card = set_next(cards_of(g, f), 0);
        CardId other = set_next(more_of(g, f), 0);
        set_drop(own_cards(g, f), d->card);
        set_drop(own_more(g, f), other);
        if (!card_in_play(g, d->card) && card_in_play(g, other)) {       /* whichever was said first: who is in play leaves it */
            CardId left = other;
            other = d->card;
            d->card = left;
        }
        d->n = card_in_play(g, d->card);
        swap_cards(g, d->card, other);
        if (cat->node[d->node].op == NODE_REPLACE)      /* what was replaced does not stay where the other came from */
            CALL_ON(place_cards, f->player, set_one(d->card), (Placing){ .to = node_child(cat, d->node, 2) });
        if (d->n && !card_in_play(g, d->card))
            RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    }
    RETURN(1);

    PROC_END;
}

/* ---- looking: 2E-20.6 ---- */

/* How many cards of a pile a series of actions lets its player see at once (2E-25.2). */
static void note_look(Game *g, const CardSet *seen)
{
    int n = 0;
    FOR_SET(id, seen)
        n += g->card[id].zone == ZONE_PILE || g->card[id].zone == ZONE_DECK;
    g->loop.look = (uint8_t)smaller_of(larger_of(n, g->loop.look), MOST_LOOKED_AT);
}

Flow do_look(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    bool all = cat->node[d->node].op == NODE_REVEAL;
    d->n = all ? 0 : 1;
    SELECT(d->n, cat->node[d->node].op);
    note_look(g, cards_of(g, f));
    Ctx ctx = ctx_in(g, f);
    uint8_t who = d->n ? players_of(g, &ctx, node_child(cat, d->node, 0)) : all_players(g);
    FOR_SET(id, cards_of(g, f)) {
        card_know(g, id, (uint8_t)(g->card[id].known | who));
        if (!d->n)
            log_event(g, LOG_REVEALED, f->player, id, NO_CARD, 0);
    }
    if (d->n)
        log_event(g, LOG_EXAMINED, f->player, NO_CARD, NO_CARD, set_count(cards_of(g, f)));
    else if (event_heard(g, EVENT_SHOWN) && !set_empty(cards_of(g, f)))
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_SHOWN, .actor = f->player, .cause = source_of(g, f), .number = g->card[set_next(cards_of(g, f), 0)].zone });
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* P puts the cards back in any order. */
Flow do_arrange(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(1, NODE_ARRANGE);
    Ctx ctx = ctx_in(g, f);
    CALL_ON(order_cards, one_player(g, &ctx, node_child(cat, d->node, 0)), *cards_of(g, f),
            (Ordering){ .to = cat->node[node_child(cat, d->node, 2)].op, .most = MAX_CARDS });
    RETURN(1);

    PROC_END;
}
