/* Side decks: 1E-A7, G7, G8.  The Q-Continuum and its Q-Flashes, Q's Tent, Tribbles; the Battle Bridge is in tactics.c. */
#include "spaceline.h"
#include "first/first.h"

/* Cards of a Q-Flash that are still to come. */
typedef struct { CardId mission, ship, flash, card; int16_t left; } Flashing;       /* it begins as a Trying whose leader is the doorway */
static_assert(offsetof(Flashing, flash) == offsetof(Trying, leader), "first_attempt calls it with a Trying");

/* The side deck of dilemmas is there while its doorway is in play; nothing closes it (1E-G9.1). */
bool has_dilemma_deck(const Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_CORE])
        if (printed(g, id)->kind == KIND_DILEMMAS)
            return true;
    return false;
}

/* Used cards lie face up under the others.  When only such are left, they are turned down and shuffled (1E-A7.8, A7.13). */
static CardId top_of_side_deck(Game *g, int player, Zone zone)
{
    CardId top = g->pile[player][zone].top;
    if (top == NO_CARD || !(g->card[top].flags & FACE_UP))
        return top;
    cite(g, RULE_FIRST_Q_RESHUFFLED);
    pile_shuffle(g, player, zone);
    return g->pile[player][zone].top;
}

/* ---- Q-Flashes: 1E-A7.3 to A7.8 ---- */

bool is_q_flash(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DOORWAY) && printed(g, id)->kind == KIND_CONTINUUM;
}

static bool was_met(const Game *g, const CardSet *met, CardId id)
{
    FOR_SET(other, met)
        if (printed(g, other)->persona == printed(g, id)->persona)
            return true;
    return false;
}

/* A Q-Flash is nothing to stop at: it goes on as long as somebody of the team is left. */
static bool flash_goes_on(const Game *g, const Flashing *q)
{
    return q->left > 0 && !g->over && !g->encounter.ended && !set_empty(&g->encounter.group);
}

static void discard_used(Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        leave_play(g, id, discard_zone(g, id));
}

/* As many cards as there are personnel, one by one, each carried out before the next is drawn (1E-A7.6).  f->cards: those that were met. */
Flow first_q_flash(Game *g, Frame *f)
{
    LOCALS(Flashing, q);
    int owner = g->card[q->flash].owner;
    PROC_BEGIN;

    card_to_limbo(g, q->flash, ZONE_PLAYING);
    log_event(g, LOG_ENCOUNTERS, f->player, q->flash, q->mission, 0);
    RESPOND(f->player, set_one(q->flash), (Window){ .event = EVENT_REVEALED, .actor = f->player, .cause = q->mission });
    RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_Q_FLASH, .actor = f->player });
    bool own = f->player == owner;                                      /* nobody faces his own Q-Continuum */
    if (own || !g->pile[owner][ZONE_CONTINUUM].count || !is_side_deck_open(g, owner, KIND_CONTINUUM) || g->card[q->flash].zone != ZONE_PLAYING) {
        cite(g, own ? RULE_FIRST_Q_OWN : RULE_FIRST_Q_CLOSED);
        discard_used(g, q->flash);
        RETURN(0);
    }
    cite(g, RULE_FIRST_Q_FLASH);
    if (printed(g, q->mission)->kind == KIND_DUAL)
        cite_if_ruled(g, RULING_DUAL_ICON_MISSION_2019_3);
    for (q->left = (int16_t)heads_in(g, &g->encounter.group); flash_goes_on(g, q); q->left--) {
        q->card = top_of_side_deck(g, owner, ZONE_CONTINUUM);
        if (q->card == NO_CARD)
            break;
        if (was_met(g, cards_of(g, f), q->card)) {
            cite(g, RULE_FIRST_Q_TITLE);
            log_event(g, LOG_DISCARDS, owner, q->card, NO_CARD, 0);
            leave_play(g, q->card, discard_zone(g, q->card));
            continue;
        }
        set_add(own_cards(g, f), q->card);
        if (is_type(g, q->card, TYPE_DILEMMA))
            CALL(first_encounter, f->player, (Trying){ .mission = q->mission, .ship = q->ship, .seed = q->card, .in_flash = true });
        else
            CALL(first_q_card, f->player, (Trying){ .mission = q->mission, .ship = q->ship, .seed = q->card });
    }
    discard_used(g, q->flash);
    RETURN(1);

    PROC_END;
}

/* A mission that is not duplicatable and in play already. */
static bool is_second_mission(const Game *g, CardId id)
{
    CardId with;
    return is_type(g, id, TYPE_MISSION) && is_duplicate(g, id, g->card[id].owner, &with);
}

/* A Q-icon card that is no dilemma: "you" is who meets it (1E-G8.1).  An event lies on his table, an artifact under the mission; a mission
 * goes where its owner says. */
Flow first_q_card(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    const Ability *text = ability_of_kind(g, t->seed, NODE_RESOLVE);
    PROC_BEGIN;

    card_to_limbo(g, t->seed, ZONE_PLAYING);
    encounter_change(g)->current = t->seed;
    log_event(g, LOG_ENCOUNTERS, f->player, t->seed, t->mission, 0);
    RESPOND(g->card[t->seed].owner, set_one(t->seed), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = g->card[t->seed].owner });
    if (set_empty(&g->picked) || g->card[t->seed].zone != ZONE_PLAYING || is_second_mission(g, t->seed)) {
        discard_used(g, t->seed);
        encounter_change(g)->current = NO_CARD;
        RETURN(0);
    }
    if (has_kind(printed(g, t->seed), NODE_INSERTED)) {
        CALL(first_insert, g->card[t->seed].owner, (Playing){ .card = t->seed });
    } else if (is_type(g, t->seed, TYPE_ARTIFACT)) {
        card_to_host(g, t->seed, t->mission, ZONE_BENEATH, PUT_BOTTOM);
    } else if (!text || has_kind(printed(g, t->seed), NODE_IN_CORE)) {
        card_command(g, t->seed, f->player);
        card_to_pile(g, t->seed, f->player, ZONE_CORE, PUT_BOTTOM);
    }
    if (text) {
        scope_enter(g, f, t->seed, f->player);
        RUN_BODY(f->player, text);
        scope_leave(g, f);
    }
    discard_used(g, t->seed);
    encounter_change(g)->current = NO_CARD;
    SETTLE();
    if (is_type(g, t->seed, TYPE_EVENT) || is_type(g, t->seed, TYPE_INTERRUPT))        /* as if its owner had played it */
        RESPOND(g->card[t->seed].owner, set_one(t->seed), (Window){ .event = EVENT_PLAYED, .actor = g->card[t->seed].owner });
    RETURN(1);

    PROC_END;
}

/* The Q-Flash that is going on; NULL: none. */
static Flashing *flash_now(Game *g)
{
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc == PROC_first_q_flash)
            return (Flashing *)(void *)g->frame[i].locals;
    return NULL;
}

Flow first_more_q_cards(Game *g, Frame *f)
{
    LOCALS(Do, d);
    Flashing *q = flash_now(g);
    Ctx ctx = ctx_in(g, f);
    if (q)
        q->left = (int16_t)(q->left + quantity(g, &ctx, node_child(g->world->cat, d->node, 0)));
    RETURN(q != NULL);
}

Flow first_end_q_flash(Game *g, Frame *f)
{
    Flashing *q = flash_now(g);
    (void)f;
    if (q)
        q->left = 0;
    RETURN(q != NULL);
}

/* ---- tribbles: 1E-A7.13, G7 ---- */

enum { TRIBBLE_PLAYED = 240 };                  /* as the number of a text: that a player's group there has had its play for the turn; and the player */

static Zone zone_of_tribbles(const Game *g, CardId place)
{
    return is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
}

static int tribbles_at(const Game *g, int player, CardId place)
{
    FOR_HOSTED(g, id, place)
        if (is_type(g, id, TYPE_TRIBBLE) && g->card[id].commander == player && g->card[id].zone == zone_of_tribbles(g, place))
            return tribbles_with(g, id);
    return 0;
}

/* On a ship, facility or planet, whoever controls it. */
static Citation why_not_tribble(const Game *g, int player, CardId id, CardId place)
{
    const Ability *a = ability_of_kind(g, id, NODE_BREEDS);
    int from = a ? node_value(g->world->cat, a->node, 1) : 0;
    if (from && tribbles_at(g, player, place) < from)
        return RULE_FIRST_TRIBBLE_PLACE;
    return use_times(g, place, TRIBBLE_PLAYED + player, PERIOD_TURN) ? RULE_FIRST_TRIBBLE_ONCE : CITE_NONE;
}

static void offer_tribble(Game *g, int player, CardId id)
{
    FOR_SET(place, &g->in_play)
        if (is_craft(g, place) || is_planet(g, place))
            offer(g, (Option){ .verb = SL_REPORT, .card = id, .target = place }, why_not_tribble(g, player, id, place), NO_CARD);
}

/* Trouble plays on a group of one's own: on its first card. */
static void offer_trouble(Game *g, int player, CardId id)
{
    FOR_SET(tribble, &g->commanded[player])
        if (is_type(g, tribble, TYPE_TRIBBLE))
            offer(g, (Option){ .verb = SL_PLAY, .card = id, .target = tribble }, CITE_NONE, NO_CARD);
    FOR_REASONS(g)
        if (!g->decision.count)
            offer(g, (Option){ .verb = SL_PLAY, .card = id }, RULE_FIRST_TROUBLE, NO_CARD);
}

/* A card that was drawn from the side deck is played or discarded. */
Flow first_play_tribble(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_DREW, p->card);
    if (is_type(g, p->card, TYPE_TRIBBLE))
        offer_tribble(g, f->player, p->card);
    else
        offer_trouble(g, f->player, p->card);
    decision_add(g, (Option){ .verb = SL_PASS });
    ASK();
    cite(g, RULE_FIRST_TRIBBLE_DRAW);
    if (answered(g).verb == SL_PASS) {
        log_event(g, LOG_DISCARDS, f->player, p->card, NO_CARD, 0);
        leave_play(g, p->card, discard_zone(g, p->card));
        RETURN(0);
    }
    p->target = answered(g).target;
    if (answered(g).verb == SL_PLAY) {
        card_to_host(g, p->card, p->target, ZONE_ON, PUT_BOTTOM);
        log_event(g, LOG_PLAYS_CARD, f->player, p->card, p->target, 0);
    } else {
        use_note(g, p->target, TRIBBLE_PLAYED + f->player, PERIOD_TURN);
        card_to_host(g, p->card, p->target, zone_of_tribbles(g, p->target), PUT_BOTTOM);
        log_event(g, LOG_REPORTS, f->player, p->card, p->target, 0);
    }
    RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_PLAYED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

static int most_to_draw(const Game *g, int player, int most)
{
    int there = is_side_deck_open(g, player, KIND_TRIBBLES) ? g->pile[player][ZONE_TRIBBLES].count : 0;
    return there < most ? there : most;
}

static void draw_from_side_deck(Game *g, Frame *f, int count)
{
    for (int i = 0; i < count; i++) {
        CardId id = top_of_side_deck(g, f->player, ZONE_TRIBBLES);
        card_to_limbo(g, id, ZONE_DRAWN);
        set_add(own_cards(g, f), id);
    }
    log_event(g, LOG_DRAWS, f->player, NO_CARD, NO_CARD, count);
}

/* "Draw up to 3 cards from the side deck, then play or discard each." */
Flow first_draw_tribbles(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    d->x = (int16_t)most_to_draw(g, f->player, node_value(g->world->cat, d->node, 0));
    if (d->x == 0) {
        cite(g, RULE_FIRST_SIDE_CLOSED);
        RETURN(0);
    }
    decision_open(g, SL_DECIDE_NUMBER, f->player, NODE_DRAW_TRIBBLES, source_of(g, f));
    for (int i = 1; i <= d->x; i++)
        decision_add(g, (Option){ .verb = SL_NUMBER, .number = (int16_t)i });
    ASK_UNLESS_ONE();
    draw_from_side_deck(g, f, answered(g).number);
    while (!set_empty(cards_of(g, f))) {
        decision_open(g, SL_DECIDE_CARD, f->player, NODE_DRAW_TRIBBLES, source_of(g, f));
        FOR_SET(id, cards_of(g, f))
            decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
        ASK_UNLESS_ONE();
        d->card = answered(g).card;
        set_drop(own_cards(g, f), d->card);
        CALL(first_play_tribble, f->player, (Playing){ .card = d->card });
    }
    RETURN(1);

    PROC_END;
}

/* Used cards stay face up under the others: a deck that was looked through is shuffled as long as there are none. */
static bool has_used_cards(const Game *g, int player, Zone zone)
{
    CardId last = g->pile[player][zone].bottom;
    return last && g->card[last].flags & FACE_UP;
}

/* "Download from your Tribble side deck one Trouble or Tribble card." */
Flow first_take_tribble(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    if (!most_to_draw(g, f->player, 1)) {
        cite(g, RULE_FIRST_SIDE_CLOSED);
        RETURN(0);
    }
    decision_open(g, SL_DECIDE_CARD, f->player, NODE_TAKE_TRIBBLE, source_of(g, f));
    FOR_PILE(g, id, &g->pile[f->player][ZONE_TRIBBLES])
        decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
    ASK_UNLESS_ONE();
    d->card = answered(g).card;
    card_to_limbo(g, d->card, ZONE_DRAWN);
    if (!has_used_cards(g, f->player, ZONE_TRIBBLES))
        pile_shuffle(g, f->player, ZONE_TRIBBLES);
    CALL(first_play_tribble, f->player, (Playing){ .card = d->card });
    RETURN(1);

    PROC_END;
}
