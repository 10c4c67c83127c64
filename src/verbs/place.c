/* Moving cards without playing them, and the order in which they come to lie.  2E-7.80, 2E-13.10. */
#include "verbs/happen.h"

/* Personnel and equipment go to the surface, or aboard a ship of their commander where there is none (2E-8.11). */
bool enters_at(Game *g, CardId id, CardId at, int player)
{
    CardId mission = location_of(g, at);
    if (!mission)
        return false;
    if (is_type(g, id, TYPE_SHIP) || icon_in(printed(g, id)->icons, ICON_SELF)) {        /* what controls itself is in space (1E-A9.2) */
        card_to_host(g, id, mission, ZONE_ORBIT, PUT_BOTTOM);
        return true;
    }
    if (printed(g, mission)->kind != KIND_SPACE) {
        card_to_host(g, id, mission, ZONE_SURFACE, PUT_BOTTOM);
        return true;
    }
    FOR_HOSTED(g, ship, mission)
        if (g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == player) {
            card_to_host(g, id, ship, ZONE_ABOARD, PUT_BOTTOM);
            return true;
        }
    cite(g, RULE_NO_SURFACE);
    return false;
}

static bool present_place(Game *g, CardId id, CardId with)
{
    const Card *c = &g->card[with];
    if (c->zone == ZONE_SURFACE)
        card_to_host(g, id, c->host, ZONE_SURFACE, PUT_BOTTOM);
    else if (c->zone == ZONE_ABOARD)
        card_to_host(g, id, c->host, ZONE_ABOARD, PUT_BOTTOM);
    else
        return false;
    return true;
}

static bool is_entering(int op)
{
    return op == NODE_TO_AT || op == NODE_TO_ABOARD || op == NODE_TO_PRESENT || op == NODE_TO_SURFACE || op == NODE_TO_CORE || op == NODE_TO_CORE_OF;
}

/* A dilemma goes under its pile face up (2E-10.52), but one that lay face down in the pile and was not revealed stays so (2E-20.6). */
static void to_pile_bottom(Game *g, CardId id)
{
    bool face_down = g->card[id].zone == ZONE_PILE && !(g->card[id].flags & FACE_UP) && !known_to_all(g, id);
    if (face_down)
        card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_BOTTOM);
    else
        leave_play(g, id, ZONE_PILE);
}

/* Who is placed on a mission or a ship is at the mission, or aboard: only events and dilemmas lie on such a card.  At a facility or a site is aboard it, too. */
static int placing_of(const Game *g, CardId id, int op, CardId target)
{
    bool moves = is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_EQUIPMENT) || is_type(g, id, TYPE_SHIP);
    if (op == NODE_TO_AT && target && (is_type(g, target, TYPE_SHIP) || is_type(g, target, TYPE_FACILITY) || is_type(g, target, TYPE_SITE)) && moves && !is_type(g, id, TYPE_SHIP))
        return NODE_TO_ABOARD;                  /* a text has it placed there instead */
    if (op != NODE_TO_ON || !target || !moves)
        return op;
    return is_type(g, target, TYPE_MISSION) ? NODE_TO_AT : is_type(g, target, TYPE_SHIP) && !is_type(g, id, TYPE_SHIP) ? NODE_TO_ABOARD : op;
}

/* Puts one card where the destination says.  False: it had nowhere to be, and was discarded. */
static bool place_one(Game *g, CardId id, int op, CardId target, int player)
{
    op = placing_of(g, id, op, target);
    bool was_in_play = card_in_play(g, id);
    CardId with;
    if (was_in_play && (op == NODE_TO_HAND || (op == NODE_TO_AT && target)) && g->world->edition->stays && g->world->edition->stays(g, id, op == NODE_TO_HAND ? NO_CARD : target))
        return true;
    if (!was_in_play && is_entering(op)) {
        if (breaks_uniqueness(g, id, player, &with)) {
            cite(g, RULE_UNIQUE_DISCARDED);
            leave_play(g, id, discard_zone(g, id));
            return false;
        }
        card_command(g, id, player);
    } else if (op == NODE_TO_ON && g->encounter.active && id == g->encounter.current) {
        card_command(g, id, g->encounter.player);       /* a dilemma in play is commanded by who faced it, whoever places it (2E-11.21) */
    }
    int commander = g->card[id].commander;
    bool placed = true;
    Zone before = (Zone)g->card[id].zone;
    uint8_t known = g->card[id].known;
    if (lies_with(g, target, id))
        target = NO_CARD;                       /* nothing lies on itself: it has nowhere to be */
    switch (op) {
    case NODE_TO_HAND:        leave_play(g, id, ZONE_HAND); break;
    case NODE_TO_DECK_TOP:    leave_play(g, id, ZONE_DECK); if (g->card[id].zone == ZONE_DECK) card_to_pile(g, id, g->card[id].owner, ZONE_DECK, PUT_TOP); break;
    case NODE_TO_DECK_BOTTOM:
    case NODE_TO_DECK:        leave_play(g, id, ZONE_DECK); break;
    case NODE_TO_DISCARD:     leave_play(g, id, discard_zone(g, id)); break;
    case NODE_TO_CORE:        card_to_pile(g, id, player, ZONE_CORE, PUT_BOTTOM); break;
    case NODE_TO_CORE_OF:     card_command(g, id, player); card_to_pile(g, id, player, ZONE_CORE, PUT_BOTTOM); break;
    case NODE_TO_AT:          placed = target && enters_at(g, id, target, commander); break;
    case NODE_TO_ABOARD:      placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_ABOARD, PUT_BOTTOM); break;
    case NODE_TO_ON:          placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_ON, PUT_BOTTOM); break;
    case NODE_TO_ADRIFT:      placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_ON, PUT_BOTTOM); break;
    case NODE_TO_BENEATH:     placed = target != NO_CARD; if (placed) { card_to_host(g, id, target, ZONE_BENEATH, PUT_BOTTOM); card_flag(g, id, FACE_UP, true); } break;
    case NODE_TO_SURFACE:     placed = target != NO_CARD; if (placed) card_to_host(g, id, target, ZONE_SURFACE, PUT_BOTTOM); break;
    case NODE_TO_PRESENT:     placed = target && present_place(g, id, target); break;
    case NODE_TO_PILE_TOP:    leave_play(g, id, ZONE_PILE); card_flag(g, id, FACE_UP, false); card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_TOP); break;
    case NODE_TO_PILE_BOTTOM: to_pile_bottom(g, id); break;
    case NODE_TO_STACK_TOP:   card_to_stack(g, id, PUT_TOP); break;
    case NODE_TO_STACK_BOTTOM:card_to_stack(g, id, PUT_BOTTOM); break;
    default:                  placed = false; break;
    }
    if ((before == ZONE_PILE || before == ZONE_DECK) && g->card[id].zone == before)
        card_know(g, id, known | g->card[id].known);        /* who has looked at it knows where it went */
    if (!placed)
        leave_play(g, id, discard_zone(g, id));
    else if (op == NODE_TO_ON && g->world->edition->arrives)
        g->world->edition->arrives(g, id);
    return placed;
}

enum { ASKS_FOR_HEADQUARTERS = 1, ASKS_FOR_OWN = 2 };

/* Whether a filter asks for headquarters missions, and whether for those of that player and of nobody else. */
static int asks_for(const Game *g, const Ctx *ctx, NodeId id, int player)
{
    const Catalogue *cat = g->world->cat;
    if (cat->node[id].op == NODE_KIND)
        return node_value(cat, id, 0) == KIND_HEADQUARTERS ? ASKS_FOR_HEADQUARTERS : 0;
    if (cat->node[id].op == NODE_OF)
        return players_of(g, ctx, node_child(cat, id, 0)) == 1u << player ? ASKS_FOR_OWN : 0;
    int asks = 0;
    for (int i = 0; cat->node[id].op == NODE_AND && i < cat->node[id].argc; i++)
        asks |= asks_for(g, ctx, node_child(cat, id, i), player);
    return asks;
}

/* Texts by which cards that a text places at a headquarters mission may be placed elsewhere. */
static void add_other_places(const Game *g, const Frame *f, CardSet *places)
{
    const Catalogue *cat = g->world->cat;
    FOR_SET(source, &g->in_play)
        for (int i = 0; has_kind(printed(g, source), NODE_PLACE_ELSEWHERE) && g->card[source].commander == f->player && i < printed(g, source)->ability_count; i++) {
            const Ability *a = ability_of(g, source, i);
            if (a->kind != NODE_PLACE_ELSEWHERE || !text_active(g, source, a))
                continue;
            Ctx ctx = ctx_of(g, source);
            bool all = true;
            FOR_SET(id, cards_of(g, f))
                all &= filter_is(g, &ctx, node_child(cat, a->node, 0), id);
            CardSet more = filter_set(g, &ctx, node_child(cat, a->node, 1));
            if (all)
                set_join(places, &more);
        }
    CardId only = set_count(cards_of(g, f)) == 1 ? set_next(cards_of(g, f), 0) : NO_CARD;
    const Ability *own = only && !card_in_play(g, only) ? ability_of_kind(g, only, NODE_PLACE_ELSEWHERE) : NULL;
    Ctx ctx = only ? ctx_of(g, only) : (Ctx){ 0 };
    ctx.you = f->player;
    if (own && filter_is(g, &ctx, node_child(cat, own->node, 0), only)) {        /* its own text says so of itself */
        CardSet more = filter_set(g, &ctx, node_child(cat, own->node, 1));
        set_join(places, &more);
    }
}

/* Whether a destination is a card, or one of several, that a filter finds. */
static bool names_place(const Catalogue *cat, NodeId to)
{
    return cat->node[to].op != NODE_TO_CORE_OF && node_child(cat, to, 0) != 0;
}

/* Where a text leaves the place open ("a planet mission"), its player chooses it. */
static CardSet placing_targets(const Game *g, const Frame *f, NodeId to)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_in(g, f);
    NodeId filter = names_place(cat, to) ? node_child(cat, to, 0) : 0;
    CardSet places = filter ? filter_set(g, &ctx, filter) : (CardSet){ 0 };
    bool enters = cat->node[to].op == NODE_TO_AT || cat->node[to].op == NODE_TO_ON;
    if (filter && enters && some_has_kind(g, NODE_PLACE_ELSEWHERE) && asks_for(g, &ctx, filter, f->player) == (ASKS_FOR_HEADQUARTERS | ASKS_FOR_OWN))
        add_other_places(g, f, &places);
    return places;
}

/* "Present with" several cards that are in one place is that place: of those the first stands for all. */
static void leave_one_of_each_place(const Game *g, CardSet *set)
{
    CardSet all = *set;
    FOR_SET(id, &all)
        FOR_SET(other, &all)
            if (other > id && g->card[other].host == g->card[id].host && g->card[other].zone == g->card[id].zone)
                set_drop(set, other);
}

/* A ship that is taken to another mission takes its crew out of the attempt. */
void ship_leaves_attempt(Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship)
        leave_group(g, id);
    leave_attempt(g, ship);
}

/* Aboard a ship that is in the engagement; present with somebody else who fights. */
static bool still_fights(const Game *g, CardId id)
{
    const Battle *b = &g->battle;
    CardId ship = this_ship(g, id);
    if (b->kind == BATTLE_OF_SHIPS)
        return ship && location_of(g, ship) == b->mission && (set_has(&b->ships[0], ship) || set_has(&b->ships[1], ship));
    for (int side = 0; side < 2; side++)
        FOR_SET(other, &b->side[side])
            if (other != id && present_with(g, id, other))
                return true;
    return false;
}

static void leave_battle_if_moved(Game *g, CardId id)
{
    if (!g->battle.active || still_fights(g, id))
        return;
    FOR_HOSTED(g, aboard, id)
        fights_no_more(g, aboard);
    fights_no_more(g, id);
}

/* Who is no longer on the planet, or aboard the ship that attempts, is out of the attempt (2E-10.72). */
static void leave_if_moved(Game *g, CardId id)
{
    const Card *c = &g->card[id];
    const Encounter *e = &g->encounter;
    CardId ship = e->ship[0];
    bool below = !ship || printed(g, e->mission)->kind == KIND_DUAL;
    if (id == ship && c->host != e->mission)
        ship_leaves_attempt(g, id);
    else if (!(ship && c->zone == ZONE_ABOARD && c->host == ship) && !(below && c->zone == ZONE_SURFACE && c->host == e->mission))
        leave_group(g, id);
    leave_battle_if_moved(g, id);
}

/* Where somebody aboard a card that leaves play can be kept: on the planet, or aboard another ship of his commander's there; as who is taken aboard a ship of
 * another player (2E-17.3). */
static CardId refuge_of(const Game *g, CardId id, const CardSet *leaving)
{
    CardId mission = location_of(g, id);
    if (!mission || printed(g, mission)->kind != KIND_SPACE)
        return mission;
    FOR_HOSTED(g, ship, mission)
        if (g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == g->card[id].commander && !set_has(leaving, ship))
            return ship;
    return NO_CARD;
}

/* Those in play aboard them who will be lost with them, and could be kept. */
static CardSet keepable_aboard(const Game *g, const CardSet *leaving)
{
    CardSet out = { 0 };
    FOR_SET(host, leaving)
        FOR_HOSTED(g, id, host)
            if (g->card[id].zone == ZONE_ABOARD && card_in_play(g, id) && !is_type(g, id, TYPE_SHIP) && !set_has(leaving, id) && refuge_of(g, id, leaving))
                set_add(&out, id);
    return out;
}

CardSet about_to_be_lost(const Game *g, const CardSet *leaving)
{
    CardSet out = keepable_aboard(g, leaving);
    set_join(&out, leaving);
    return out;
}

void keep_others_aboard(Game *g, const CardSet *leaving, const CardSet *lost)
{
    CardSet still = set_and(leaving, lost), with = keepable_aboard(g, &still);
    FOR_SET(id, &with)
        if (!set_has(lost, id)) {
            CardId refuge = refuge_of(g, id, &still);
            card_to_host(g, id, refuge, crew_zone(g, refuge), PUT_BOTTOM);
            log_event(g, LOG_PLACED, g->card[id].commander, id, refuge, 0);
            leave_if_moved(g, id);
        }
}

static void note_placing(Game *g, const Frame *f, CardId id)
{
    log_event(g, LOG_PLACED, f->player, id, g->card[id].host, 0);
    leave_if_moved(g, id);
}

/* Who has put a card back knows it, and nobody else where it lies. */
static void know_arranged(Game *g, CardId id, int player)
{
    const Card *c = &g->card[id];
    if (c->zone == ZONE_DECK || (c->zone == ZONE_PILE && !(c->flags & FACE_UP)))
        card_know(g, id, (uint8_t)(1u << player));
}

/* Cards that go on top are said from the top down: a later one goes beneath the `above` that are there. */
static void put_beneath(Game *g, CardId id, int above, int player)
{
    int owner = g->card[id].owner;
    Zone zone = (Zone)g->card[id].zone;
    for (int i = 0; i < above; i++) {
        CardId last = g->pile[owner][zone].top;
        for (int k = 0; k < above && last; k++)
            last = g->card[last].below;
        if (!last)
            return;
        card_to_pile(g, last, owner, zone, PUT_TOP);
        know_arranged(g, last, player);
    }
}

/* f->cards go to a pile in the order that the player names, from the top down.  Once `most` are named, nobody asks about the others. */
Flow order_cards(Game *g, Frame *f)
{
    LOCALS(Ordering, o);
    PROC_BEGIN;

    while (!set_empty(cards_of(g, f))) {
        decision_open(g, SL_DECIDE_ORDERING, f->player, NODE_ARRANGE, source_of(g, f));
        FOR_SET(id, cards_of(g, f))
            decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
        g->decision.answer = 0;
        if (o->named++ < o->most && g->decision.count > 1)
            ASK();
        o->card = answered(g).card;
        set_drop(own_cards(g, f), o->card);
        place_one(g, o->card, o->to, NO_CARD, f->player);
        if (o->to == NODE_TO_DECK_TOP || o->to == NODE_TO_PILE_TOP)
            put_beneath(g, o->card, o->named - 1, f->player);
        know_arranged(g, o->card, f->player);
        if (o->noted)
            note_placing(g, f, o->card);
    }
    RETURN(1);

    PROC_END;
}

/* Where cards lie in an order that others may come to know. */
static bool keeps_order(int to)
{
    return to == NODE_TO_DECK_TOP || to == NODE_TO_DECK_BOTTOM || to == NODE_TO_PILE_TOP || to == NODE_TO_PILE_BOTTOM;
}

static CardSet owned_among(const Game *g, const CardSet *set, int player)
{
    CardSet out = *set;
    FOR_SET(id, set)
        if (g->card[id].owner != player)
            set_drop(&out, id);
    return out;
}

/* f->cards go into the decks of their owners, each below as many cards as the player says; nobody else knows where. */
Flow place_anywhere(Game *g, Frame *f)
{
    LOCALS(Ordering, o);
    PROC_BEGIN;

    while (!set_empty(cards_of(g, f))) {
        o->card = set_next(cards_of(g, f), 0);
        set_drop(own_cards(g, f), o->card);
        uint8_t known = g->card[o->card].known;
        place_one(g, o->card, NODE_TO_DECK_TOP, NO_CARD, f->player);
        card_know(g, o->card, known);
        if (g->card[o->card].zone != ZONE_DECK)
            continue;
        decision_open(g, SL_DECIDE_NUMBER, f->player, NODE_TO_ANYWHERE, o->card);
        for (int above = 0; above < g->pile[g->card[o->card].owner][ZONE_DECK].count; above++)
            decision_add(g, (Option){ .verb = SL_NUMBER, .number = (int16_t)above });
        ASK_UNLESS_ONE();
        CardId above = o->card;
        for (int i = 0; i < answered(g).number; i++)
            above = g->card[above].below;
        known = g->card[o->card].known;
        if (above != o->card)
            card_into_pile(g, o->card, ZONE_DECK, above);
        card_know(g, o->card, known);
        log_event(g, LOG_PLACED, f->player, o->card, NO_CARD, 0);
    }
    RETURN(1);

    PROC_END;
}

/* The player in whose core it comes to lie; else who places it. */
static int placed_for(const Game *g, const Frame *f, NodeId to)
{
    Ctx ctx = ctx_in(g, f);
    return g->world->cat->node[to].op == NODE_TO_CORE_OF ? one_player(g, &ctx, node_child(g->world->cat, to, 0)) : f->player;
}

static bool leaves_play(int to)
{
    return to == NODE_TO_ANYWHERE || to == NODE_TO_HAND || to == NODE_TO_DECK_TOP || to == NODE_TO_DECK_BOTTOM || to == NODE_TO_DECK || to == NODE_TO_DISCARD || to == NODE_TO_PILE_TOP
        || to == NODE_TO_PILE_BOTTOM;
}

/* Dilemmas that return to a pile: from where they are faced or have been overcome. */
static CardSet returning(const Game *g, const CardSet *cards)
{
    CardSet out = { 0 };
    FOR_SET(id, cards)
        if (is_type(g, id, TYPE_DILEMMA) && (g->card[id].zone == ZONE_BENEATH || g->card[id].zone == ZONE_PLAYING))
            set_add(&out, id);
    return out;
}

CardSet lying_in(const Game *g, const CardSet *cards, Zone zone)
{
    CardSet out = { 0 };
    FOR_SET(id, cards)
        if (g->card[id].zone == zone)
            set_add(&out, id);
    return out;
}

/* Without those that a text keeps where they are. */
static CardSet may_return(const Game *g, CardSet cards, CardId by)
{
    CardSet leaving = returning(g, &cards);
    FOR_SET(id, &leaving)
        if (g->acts & act_bit(ACT_RETURNED) && why_cannot(g, id, ACT_RETURNED, by, NULL))
            set_drop(&cards, id);
    return cards;
}

/* Without those in play to which that card may not do it: leave play, or be taken back to hand. */
static CardSet unless_kept(const Game *g, CardSet cards, int act, CardId by)
{
    CardSet all = cards;
    FOR_SET(id, &all)
        if (card_in_play(g, id) && why_cannot(g, id, act, by, NULL))
            set_drop(&cards, id);
    return cards;
}

/* Moves f->cards to the destination without playing them. */
Flow place_cards(Game *g, Frame *f)
{
    LOCALS(Placing, p);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    if (cat->node[p->to].op == NODE_TO_PILE_BOTTOM) {
        put_cards(g, f, may_return(g, *cards_of(g, f), source_of(g, f)));
        CardSet leaving = returning(g, cards_of(g, f));
        if (event_heard(g, EVENT_ABOUT_TO_RETURN) && !set_empty(&leaving)) {
            put_cards(g, f, set_minus(cards_of(g, f), &leaving));
            CardId first = set_next(&leaving, 0);
            RESPOND(f->player, leaving, (Window){ .event = EVENT_ABOUT_TO_RETURN, .actor = f->player,
                                                  .cause = g->card[first].zone == ZONE_BENEATH ? g->card[first].host : g->encounter.mission });
            set_join(own_cards(g, f), &g->picked);
        }
    }

    if (cat->node[p->to].op == NODE_TO_HAND && event_heard(g, EVENT_ABOUT_TO_TAKE)) {
        CardSet taken = lying_in(g, cards_of(g, f), ZONE_DISCARD);
        put_cards(g, f, set_minus(cards_of(g, f), &taken));
        RESPOND(f->player, taken, (Window){ .event = EVENT_ABOUT_TO_TAKE, .actor = f->player });
        set_join(own_cards(g, f), &g->picked);
    }
    if (g->acts & act_bit(ACT_LEAVE) && leaves_play(cat->node[p->to].op))
        put_cards(g, f, unless_kept(g, *cards_of(g, f), ACT_LEAVE, source_of(g, f)));
    if (is_forbidden_at_all(g, ACT_TO_HAND) && cat->node[p->to].op == NODE_TO_HAND)
        put_cards(g, f, unless_kept(g, *cards_of(g, f), ACT_TO_HAND, source_of(g, f)));
    if (cat->node[p->to].op == NODE_TO_DISCARD && event_heard(g, EVENT_ABOUT_TO_BURY)) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_BURY, .actor = f->player, .cause = source_of(g, f) });
        put_cards(g, f, g->picked);
    }
    put_more(g, f, placing_targets(g, f, p->to));
    if (names_place(cat, p->to) && set_empty(more_of(g, f)))         /* there is no such place: nothing is placed (2E-18.7) */
        RETURN(0);
    if (cat->node[p->to].op == NODE_TO_PRESENT)
        leave_one_of_each_place(g, own_more(g, f));
    if (set_count(more_of(g, f)) > 1) {
        CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_PLACE, .asker = source_of(g, f) });
        put_more(g, f, g->picked);
    }
    if (g->players > 2 && f->scope)             /* "them on your opponent's missions": all of them on missions of that one */
        settle_by_whose(g, f, p->to, more_of(g, f));
    if (cat->node[p->to].op == NODE_TO_ON && event_heard(g, EVENT_ABOUT_TO_PLACE_ON)) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_PLACE_ON, .actor = f->player, .cause = set_next(more_of(g, f), 0) });
        put_cards(g, f, g->picked);
    }
    if (cat->node[p->to].op == NODE_TO_DECK_TOP && event_heard(g, EVENT_ABOUT_TO_TOP)) {
        CardSet mine = owned_among(g, cards_of(g, f), f->player);
        put_cards(g, f, set_minus(cards_of(g, f), &mine));
        RESPOND(f->player, mine, (Window){ .event = EVENT_ABOUT_TO_TOP, .actor = f->player, .cause = source_of(g, f) });
        set_join(own_cards(g, f), &g->picked);
    }
    if (event_heard(g, EVENT_ABOUT_TO_LOSE) && leaves_play(cat->node[p->to].op) && !set_has(cards_of(g, f), source_of(g, f))) {
        CardSet in_play = set_and(cards_of(g, f), &g->in_play);
        put_more(g, f, in_play);
        RESPOND(f->player, about_to_be_lost(g, &in_play), (Window){ .event = EVENT_ABOUT_TO_LOSE, .actor = f->player, .cause = source_of(g, f) });
        keep_others_aboard(g, more_of(g, f), &g->picked);
        CardSet kept = set_minus(more_of(g, f), &g->picked);
        put_cards(g, f, set_minus(cards_of(g, f), &kept));
        put_more(g, f, (CardSet){ 0 });
    }
    bool anywhere = cat->node[p->to].op == NODE_TO_ANYWHERE;
    if (anywhere || (keeps_order(cat->node[p->to].op) && set_count(cards_of(g, f)) > 1)) {
        put_more(g, f, commanded_among(g, cards_of(g, f)));
        if (anywhere)
            CALL_ON(place_anywhere, f->player, *cards_of(g, f), (Ordering){ 0 });
        for (p->owner = 0; cat->node[p->to].op != NODE_TO_ANYWHERE && p->owner < g->players; p->owner++)      /* their owner says in which order (2E-13.10) */
            CALL_ON(order_cards, p->owner, owned_among(g, cards_of(g, f), p->owner),
                    (Ordering){ .to = cat->node[p->to].op, .most = MAX_CARDS, .noted = true });
        if (!set_empty(more_of(g, f)))
            RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
        TELL(f->player, *more_of(g, f), (Window){ .event = EVENT_LEFT, .actor = f->player, .cause = source_of(g, f) });
        if (cat->node[p->to].op == NODE_TO_DECK_TOP)
            RESPOND(f->player, owned_among(g, cards_of(g, f), f->player), (Window){ .event = EVENT_TOPPED, .actor = f->player, .cause = source_of(g, f) });
        RETURN(1);
    }
    CardSet gone = commanded_among(g, cards_of(g, f));
    p->from = g->card[set_next(cards_of(g, f), 0)].zone;
    p->enter = !card_in_play(g, set_next(cards_of(g, f), 0));
    p->off = p->from == ZONE_ON ? g->card[set_next(cards_of(g, f), 0)].host : NO_CARD;
    FOR_SET(id, cards_of(g, f)) {
        place_one(g, id, cat->node[p->to].op, set_next(more_of(g, f), 0), placed_for(g, f, p->to));
        note_placing(g, f, id);
    }
    gone = set_minus(&gone, &g->in_play);
    if (cat->node[p->to].op == NODE_TO_DECK)
        for (int q = 0; q < g->players; q++)
            FOR_SET(id, cards_of(g, f))
                if (g->card[id].owner == q && g->card[id].zone == ZONE_DECK) {
                    pile_shuffle(g, q, ZONE_DECK);
                    break;
                }
    if (!set_empty(&gone))
        RESPOND(f->player, gone, (Window){ .event = EVENT_LOST_COMMAND, .actor = f->player, .cause = source_of(g, f) });
    for (p->owner = 0; event_heard(g, EVENT_SHUFFLED) && cat->node[p->to].op == NODE_TO_DECK && p->owner < g->players; p->owner++) {
        CardSet theirs = owned_among(g, cards_of(g, f), p->owner), there = lying_in(g, &theirs, ZONE_DECK);
        if (!set_empty(&there))
            RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_SHUFFLED, .actor = p->owner });
    }
    if (!p->enter)
        TELL(f->player, set_minus(cards_of(g, f), &g->in_play), (Window){ .event = EVENT_LEFT, .actor = f->player, .cause = source_of(g, f) });
    if (cat->node[p->to].op == NODE_TO_DISCARD && event_heard(g, EVENT_BURIED))
        RESPOND(f->player, lying_in(g, cards_of(g, f), ZONE_DISCARD), (Window){ .event = EVENT_BURIED, .actor = f->player, .cause = source_of(g, f) });
    if (p->off && event_heard(g, EVENT_TAKEN_OFF))
        RESPOND(f->player, set_and(cards_of(g, f), &g->in_play), (Window){ .event = EVENT_TAKEN_OFF, .actor = f->player, .cause = p->off });
    if (p->enter && event_heard(g, EVENT_ENTERED))
        RESPOND(f->player, set_and(cards_of(g, f), &g->in_play), (Window){ .event = EVENT_ENTERED, .actor = f->player });
    if (cat->node[p->to].op == NODE_TO_DECK_TOP)
        RESPOND(f->player, owned_among(g, cards_of(g, f), f->player), (Window){ .event = EVENT_TOPPED, .actor = f->player, .cause = source_of(g, f) });
    if (cat->node[p->to].op == NODE_TO_ON || cat->node[p->to].op == NODE_TO_AT)
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_PLACED_ON, .actor = f->player, .cause = set_next(more_of(g, f), 0), .number = p->from });
    if (cat->node[p->to].op == NODE_TO_ON) {
        CALL_EDITION_ON(placed_on, f->player, *more_of(g, f), (Do){ 0 });
    }
    RETURN(1);

    PROC_END;
}

/* Where cards are that beam, and where they go: the missions and ships that are the ends of it. */
static CardSet ends_of_beams(const Game *g, const CardSet *cards, CardId to)
{
    CardSet ends = set_one(to);
    FOR_SET(id, cards)
        if (g->card[id].zone == ZONE_ABOARD || g->card[id].zone == ZONE_SURFACE)
            set_add(&ends, g->card[id].host);
    return ends;
}

/* place S D, and beam S F: the same movement without an order. */
Flow do_place(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    g->responder = NOBODY;
    SELECT(0, cat->node[d->node].op);
    if (g->result == 0)
        RETURN(carried_out(g, f, node_child(cat, d->node, 0), 0, 0));
    d->x = (int16_t)set_count(cards_of(g, f));
    if (cat->node[d->node].op == NODE_BEAM_TO) {
        Ctx ctx = ctx_in(g, f);
        CardSet to = filter_set(g, &ctx, node_child(cat, d->node, 1));
        d->card = set_next(&to, 0);
        if (d->card && any_price(g, NODE_BEAM_TAX)) {       /* who beams by a text pays what beaming costs, too */
            put_more(g, f, ends_of_beams(g, cards_of(g, f), d->card));
            for (g->result = 1; g->result && !set_empty(more_of(g, f));) {
                CardId end = set_next(more_of(g, f), 0);
                set_drop(own_more(g, f), end);
                PAY_PRICES(f->player, NODE_BEAM_TAX, end);
            }
            if (g->result == 0) {
                cite(g, RULE_CANNOT_TEXT);
                RETURN(0);
            }
        }
        FOR_SET(id, cards_of(g, f))
            if (d->card) {
                place_one(g, id, is_type(g, d->card, TYPE_SHIP) ? NODE_TO_ABOARD : NODE_TO_AT, d->card, f->player);
                leave_if_moved(g, id);
            }
        RETURN(d->card != NO_CARD);
    }
    CALL_ON(place_cards, f->player, *cards_of(g, f), (Placing){ .to = node_child(cat, d->node, 1) });
    RETURN(carried_out(g, f, node_child(cat, d->node, 0), d->x, g->result));

    PROC_END;
}
