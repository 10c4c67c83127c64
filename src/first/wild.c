/* Self-controlled cards: chapter A9 of the rules.  Such a card lies in space at a location like a ship.  It has an owner, but nobody controls it: its
 * text attacks and moves it. */
#include "spaceline.h"
#include "first/first.h"

/* Rogue Borg and their like: an interrupt on a ship that battles the crew (1E-A9.6). */
bool is_rogue(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_INTERRUPT) && g->card[id].zone == ZONE_ON && has_trait(g, id, TRAIT_ROGUE_BORG);
}

/* ---- attacking: 1E-20.12 ---- */

/* Those of a player's that it attacks: what the text names, as far as it can be fired at. */
static CardSet attacked_of(const Game *g, const Frame *f, const Do *d, int player)
{
    Ctx ctx = ctx_in(g, f);
    CardSet out = { 0 }, named = filter_set(g, &ctx, node_child(g->world->cat, d->node, 0));
    FOR_SET(id, &named)
        if (g->card[id].commander == player && is_craft(g, id) && !is_self_controlled(g, id) && !why_not_target(g, id)
            && location_of(g, id) == location_of(g, ctx.self))
            set_add(&out, id);
    return out;
}

/* One battle with each player who has such ships there, the active player first; the opponent of each acts for the card. */
Flow first_attack_all(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (d->i = 0; d->i < g->players; d->i++) {
        d->player = (uint8_t)((g->active + d->i) % g->players);
        d->card = ctx_in(g, f).self;
        if (!is_self_controlled(g, d->card))
            RETURN(d->n);
        put_cards(g, f, attacked_of(g, f, d, d->player));
        if (set_empty(cards_of(g, f)))
            continue;
        d->n++;
        CALL_ON(first_ship_battle, next_player(g, d->player), *cards_of(g, f),
                (Attack){ .own = d->card, .other = set_next(cards_of(g, f), 0), .by_text = true });
        if (g->result == 0)
            RETURN(d->n);                       /* its attack is nullified for this turn */
    }
    RETURN(d->n);

    PROC_END;
}

/* ---- moving: 1E-A9.3 ---- */

/* The next location on its way; at the end of the spaceline it turns round. */
static CardId next_on_way(Game *g, CardId id)
{
    CardId at = g->card[id].host;
    CardId next = g->card[id].flags & LEFTWARDS ? g->card[at].above : g->card[at].below;
    if (next != NO_CARD)
        return next;
    card_flag(g, id, LEFTWARDS, !(g->card[id].flags & LEFTWARDS));
    return g->card[id].flags & LEFTWARDS ? g->card[at].above : g->card[at].below;
}

/* As far as its RANGE reaches; it turns round at an end of the spaceline and goes no further in this move. */
Flow first_wander(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!is_self_controlled(g, ctx_in(g, f).self))
        RETURN(0);
    if (!(g->card[ctx_in(g, f).self].flags & USED))
        CALL(first_set_course, f->player, (Do){ 0 });           /* it sets out (1E-4.10) */
    CardId id = ctx_in(g, f).self;
    int left = attribute(g, id, RANGE);
    bool leftwards = g->card[id].flags & LEFTWARDS;
    for (int steps = 0;; steps++) {
        CardId next = next_on_way(g, id);
        bool turned = leftwards != !!(g->card[id].flags & LEFTWARDS);
        if (next == NO_CARD || mission_span(g, next, g->card[id].owner) > left || (turned && steps))
            break;
        left -= mission_span(g, next, g->card[id].owner);
        leftwards = g->card[id].flags & LEFTWARDS;
        card_to_host(g, id, next, ZONE_ORBIT, PUT_BOTTOM);
        log_event(g, LOG_MOVES, g->card[id].owner, id, next, 0);
    }
    RETURN(1);

    PROC_END;
}

/* Towards the end for which it has set out, and off the spaceline when it is there already. */
Flow first_wander_off(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!is_self_controlled(g, ctx_in(g, f).self))
        RETURN(0);
    if (!(g->card[ctx_in(g, f).self].flags & USED))
        CALL(first_set_course, f->player, (Do){ 0 });           /* it sets out (1E-4.10) */
    CardId id = ctx_in(g, f).self;
    CardId next = next_on_course(g, id);
    if (next == NO_CARD) {
        log_event(g, LOG_LEAVES_LINE, g->card[id].owner, id, NO_CARD, 0);
        leave_play(g, id, ZONE_DISCARD);
        RETURN(1);
    }
    for (int left = attribute(g, id, RANGE); next != NO_CARD && mission_span(g, next, g->card[id].owner) <= left; next = next_on_course(g, id)) {
        left -= mission_span(g, next, g->card[id].owner);
        card_to_host(g, id, next, ZONE_ORBIT, PUT_BOTTOM);
        log_event(g, LOG_MOVES, g->card[id].owner, id, next, 0);
    }
    RETURN(0);

    PROC_END;
}

/* ---- one for each player: 1E-A9.4, until November 2019 ---- */

static CardSet self_controlled_of(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->in_play)
        if (is_self_controlled(g, id) && g->card[id].owner == player)
            set_add(&out, id);
    return out;
}

/* When a second one of a player's becomes active, its owner discards one of them. */
Flow first_one_self_controlled(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!in_force(g, LAYER_ONE_SELF_CONTROLLED) || in_force(g, RULING_SELF_CONTROLLING_CARDS_2019_2)) {
        cite_if_ruled(g, RULING_SELF_CONTROLLING_CARDS_2019_2);
        RETURN(0);
    }
    put_cards(g, f, self_controlled_of(g, f->player));
    if (set_count(cards_of(g, f)) < 2)
        RETURN(0);
    cite(g, LAYER_ONE_SELF_CONTROLLED);
    CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_DISCARD });
    CALL_ON(affect_cards, f->player, g->picked, (Affect){ .act = DO_DISCARD });
    RETURN(1);

    PROC_END;
}

/* ---- what the table asks after every action, besides winning and cures ---- */

Flow first_settle_table(Game *g, Frame *f)
{
    PROC_BEGIN;

    settle_traps(g);
    settle_holograms(g);
    settle_infiltrators(g);
    CALL(first_one_self_controlled, 0, (Do){ 0 });
    CALL(first_one_self_controlled, 1, (Do){ 0 });
    if (somebody_must_face(g))
        CALL(first_face_due, f->player, (Trying){ 0 });
    if (some_has_kind(g, NODE_WORTH_WHILE))
        CALL(first_settle_worth, f->player, (Do){ 0 });
    RETURN(0);

    PROC_END;
}

bool table_stays_unsettled(const Game *g)
{
    return some_has_kind(g, NODE_WORTH_WHILE) || somebody_must_face(g) || some_trap_is_set(g) || some_hologram_is_there(g) || some_infiltrator(g);
}
