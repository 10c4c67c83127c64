/* Control for a time: a text makes the opponent act with a player's ship and crew until they are stopped; then the turn goes on.
 *
 * The cards are marked POSSESSED and commanded by who controls them (Game.controlling); all others of that player wait, and so every rule about
 * who may do what holds for them as it is (1e-1998/alien-parasites.1).  It begins when the attempt in which the text was met is over. */
#include "spaceline.h"
#include "first/first.h"

bool acts_now(const Game *g, int player)
{
    return g->active == player || g->controlling == player + 1;
}

/* Ships of the player's there that would take all of them aboard. */
static CardSet ships_for(const Game *g, int player, CardId location, const CardSet *team)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, ship, location) {
        bool fits = g->card[ship].zone == ZONE_ORBIT && is_type(g, ship, TYPE_SHIP) && g->card[ship].commander == player && !is_hidden(g, ship);
        FOR_SET(id, team)
            fits = fits && !why_not_join(g, id, ship, NO_MODE);
        if (fits)
            set_add(&out, ship);
    }
    return out;
}

static void possess(Game *g, CardId id, int player)
{
    group_leave(g, id);
    card_flag(g, id, POSSESSED, true);
    card_command(g, id, player);
}

/* Who is beamed back at once: Borg are left to whoever controls them now (1e-1998/alien-parasites.2). */
static bool beams_back(Game *g, CardId id)
{
    if (!is_borg(g, id))
        return true;
    cite(g, RULING_ALIEN_PARASITES_1998_2);
    return !in_force(g, RULING_ALIEN_PARASITES_1998_2);
}

/* "Opponent controls ship and crew until stopped."  f->cards: the team. */
Flow first_take_control(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(g->world->cat, d->node, 0));
    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 1), .about = NODE_CONTROL });
    put_cards(g, f, g->picked);
    encounter_change(g)->ended = g->encounter.active;
    if (g->controlling || set_empty(cards_of(g, f)) || d->player == f->player)          /* nobody takes them from who has taken them */
        RETURN(0);
    d->card = g->card[set_next(cards_of(g, f), 0)].host;
    if (is_location(g, d->card)) {
        CALL_ON(choose_cards, d->player, ships_for(g, f->player, d->card, cards_of(g, f)), (Choose){ .least = 1, .most = 1, .about = NODE_CONTROL, .asker = source_of(g, f) });
        d->card = set_next(&g->picked, 0);
    }
    FOR_SET(id, cards_of(g, f)) {
        if (d->card && g->card[id].zone == ZONE_SURFACE && beams_back(g, id)) {
            card_to_host(g, id, d->card, ZONE_ABOARD, PUT_BOTTOM);
            log_event(g, LOG_BEAMS, d->player, id, d->card, 0);
        }
        possess(g, id, d->player);
    }
    if (d->card) {
        FOR_HOSTED(g, id, d->card)
            if (g->card[id].zone == ZONE_ABOARD && g->card[id].commander == f->player)
                possess(g, id, d->player);
        possess(g, d->card, d->player);
    }
    CardId dilemma = source_of(g, f);
    if (is_type(g, dilemma, TYPE_DILEMMA) && in_force(g, RULING_ALIEN_PARASITES_1998_6)) {
        card_to_host(g, dilemma, g->encounter.mission, ZONE_ON, PUT_BOTTOM);        /* until it goes back beneath the mission */
        card_flag(g, dilemma, POSSESSED, true);
    }
    g->controlling = (uint8_t)(d->player + 1);
    log_event(g, LOG_CONTROLS, d->player, d->card ? d->card : set_next(cards_of(g, f), 0), NO_CARD, 0);
    RETURN(1);

    PROC_END;
}

/* Whether there is still somebody, or a ship, to act with. */
bool control_lasts(const Game *g, int player)
{
    FOR_SET(id, &g->commanded[player])
        if (g->card[id].flags & POSSESSED && !is_stopped(g, id) && (is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_SHIP)))
            return true;
    return false;
}

static void let_others_wait(Game *g, int player, bool wait)
{
    FOR_SET(id, &g->commanded[player])
        if (reports_for_duty(g, id) || is_type(g, id, TYPE_FACILITY) || is_gear(g, id))
            if (!wait || !(g->card[id].flags & POSSESSED))
                card_flag(g, id, WAITING, wait);
}

static void cite_control(Game *g, int player)
{
    bool borg = false, others = false;
    FOR_SET(id, &g->commanded[player])
        if (g->card[id].flags & POSSESSED && is_type(g, id, TYPE_PERSONNEL))
            *(is_borg(g, id) ? &borg : &others) = true;
    cite_if_ruled(g, RULING_ALIEN_PARASITES_1998_1);
    if (borg)
        cite_if_ruled(g, plays_borg(g, player) ? RULING_ALIEN_PARASITES_1998_4 : RULING_ALIEN_PARASITES_1998_3);
    if (others && plays_borg(g, player))
        cite_if_ruled(g, RULING_ALIEN_PARASITES_1998_5);
}

static CardSet possessed(const Game *g)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->in_play)
        if (g->card[id].flags & POSSESSED)
            set_add(&out, id);
    return out;
}

/* Each card is its player's again; the dilemma goes back beneath the mission (1e-1998/alien-parasites.6). */
static void give_back(Game *g, CardId id, int player)
{
    card_flag(g, id, POSSESSED, false);
    if (is_type(g, id, TYPE_DILEMMA)) {
        card_to_host(g, id, g->card[id].host, ZONE_BENEATH, PUT_TOP);
        card_know(g, id, all_players(g));
        log_event(g, LOG_RESEEDS, g->card[id].owner, id, g->card[id].host, 0);
        cite(g, RULING_ALIEN_PARASITES_1998_6);
    } else if (g->card[id].commander == player && !is_prisoner(g, id)) {
        card_command(g, id, next_player(g, player));
    }
}

/* The orders of who controls them, as in an orders segment; at the end they are stopped. */
Flow first_control(Game *g, Frame *f)
{
    PROC_BEGIN;

    let_others_wait(g, f->player, true);
    cite_control(g, f->player);
    CALL(first_order_segment, f->player, (Ordered){ 0 });
    let_others_wait(g, f->player, false);
    g->controlling = 0;
    put_cards(g, f, possessed(g));
    FOR_SET(id, cards_of(g, f)) {
        give_back(g, id, f->player);
        if (!is_type(g, id, TYPE_PERSONNEL) && !is_type(g, id, TYPE_SHIP))
            set_drop(own_cards(g, f), id);
    }
    CALL_ON(affect_cards, next_player(g, f->player), *cards_of(g, f), (Affect){ .act = DO_STOP });
    SETTLE();
    RETURN(1);

    PROC_END;
}
