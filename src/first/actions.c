/* Actions and who may start one: chapter 7 of the rules. */
#include "spaceline.h"
#include "first/first.h"

static bool has_timely_text(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    return has_kind(def, NODE_ORDER) || event_in(&def->listens, EVENT_ANY_MOMENT) || event_in(&def->listens, EVENT_ANY_TIME);
}

/* A text that any player may use between actions, whoever controls the card. */
static bool is_for_all(const Game *g, const Ability *a)
{
    NodeId who = a->kind == NODE_WHEN && a->event == EVENT_ANY_TIME ? node_child(g->world->cat, a->pattern, 0) : 0;
    return who && g->world->cat->node[who].op == NODE_EACH_ONE;
}

static bool has_text_for_all(const Game *g, CardId id)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++)
        if (is_for_all(g, ability_of(g, id, i)))
            return true;
    return false;
}

/* Whether the player has something that can be started at any time: mostly nobody has. */
bool has_any_time_action(const Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
        if (printed(g, id)->used_in_hand)
            return true;
    if (g->pile[player][ZONE_AGENDA].count)
        return true;
    if (g->listeners[EVENT_ANY_TIME] || g->listeners[EVENT_ANY_MOMENT])
        FOR_SET(id, &g->listening)
            if (g->card[id].commander == player ? has_timely_text(g, id) : has_text_for_all(g, id))
                return true;
    if (has_infiltrator(g, player))
        return true;
    return g->world->windows && g->pile[player][ZONE_HAND].count;       /* for all that the others know */
}

/* After a completed action of the active player, the other one may start one that is legal at any time, or pass the right back (1E-7.3, 7.4). */
Flow first_right_to_act(Game *g, Frame *f)
{
    PROC_BEGIN;

    decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_ANY_TIME, NO_CARD);
    offer_plays(g, f->player);
    offer_uses(g, f->player);
    offer_infiltration(g, f->player);
    offer_infiltrator_moves(g, f->player);
    if (g->decision.count == 0 && !g->world->windows)
        RETURN(0);
    decision_add(g, (Option){ .verb = SL_PASS });
    ASK();
    if (answered(g).verb == SL_PASS)
        RETURN(0);
    if (answered(g).verb == SL_INFILTRATE) {
        infiltrate(g, answered(g).card, answered(g).target);
    } else if (answered(g).verb == SL_EXPOSE) {
        expose(g, answered(g).card);
    } else if (answered(g).verb == SL_BEAM) {
        CALL(first_beam, f->player, (Beaming){ .from = answered(g).card, .to = answered(g).target, .alone = true });
    } else if (answered(g).verb == SL_USE) {
        push_use(g, f->player, answered(g));
        PAUSE(FLOW_CALL);
    } else {
        CALL(first_play_card, f->player, PLAYING_OF(answered(g)));
    }
    SETTLE();
    RETURN(1);

    PROC_END;
}

/* A text hands over the right to act before it goes on. */
Flow first_let_act(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(g->world->cat, d->node, 0));
    if (has_any_time_action(g, d->player))
        CALL(first_right_to_act, d->player, (Do){ 0 });
    RETURN(1);

    PROC_END;
}

/* ---- texts of cards in play ---- */

/* It is done in place of the normal card play (1E-6.5). */
static bool takes_card_play(const Game *g, const Ability *a)
{
    return a->cost && node_mentions(g->world->cat, a->cost, NODE_SPEND);
}

Flow first_spend_play(Game *g, Frame *f)
{
    LOCALS(Do, d);
    Ctx ctx = ctx_in(g, f);
    plays_set(g, f->player, g->plays[f->player] - quantity(g, &ctx, node_child(g->world->cat, d->node, 0)));
    RETURN(1);
}

/* A text that is an order belongs to the execute orders segment (1E-6.4), a report and what takes the normal card play to the card play (1E-6.5); what may be done
 * "once each turn", to both (1E-G4.1). */
static bool is_in_its_segment(const Game *g, const Ability *a)
{
    if (a->report || takes_card_play(g, a))
        return g->segment == SEGMENT_PLAY;
    return g->segment == SEGMENT_ORDERS || (g->segment == SEGMENT_PLAY && a->limit && a->limit_per == PERIOD_TURN);
}

/* Which segment the orders of a card in play wait for, if none of them belongs to the one that is open. */
Citation why_not_in_segment(const Game *g, CardId id)
{
    Citation why = CITE_NONE;
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_ORDER && is_in_its_segment(g, a))
            return CITE_NONE;
        if (a->kind == NODE_ORDER)
            why = a->report || takes_card_play(g, a) ? RULE_FIRST_PLAY_SEGMENT : RULE_FIRST_ORDERS_SEGMENT;
    }
    return why;
}

/* An order in one's own turn, and not between two cards of an attempt (1E-17.12); "at any time" between actions; a special download, which suspends play, whenever its player is asked
 * (1E-7.21, 9.8). */
static bool is_timely(const Game *g, int player, const Ability *a, bool between_actions)
{
    if (a->kind == NODE_ORDER)
        return between_actions && !g->encounter.active && acts_now(g, player) && is_in_its_segment(g, a);
    return a->kind == NODE_WHEN && (a->event == EVENT_ANY_MOMENT || (a->event == EVENT_ANY_TIME && between_actions));
}

/* Nobody starts an action that can have no result (1E-7.8): a report needs somebody to report, a special download, whose holder can use it, a card that
 * can come into play (1E-9.8). */
static Citation why_not_worth(const Game *g, int player, CardId id, const Ability *a)
{
    NodeId download = special_download(a);
    if (download && (barred(g, id) & BARS_SKILLS || is_under_house_arrest(g, id)))
        return RULE_FIRST_SPECIAL_HOLDER;
    if (download && !finds_special(g, player, id, download)) {
        cite_step_if_ruled(g, RULING_DOWNLOADING_1998_1);
        return RULE_FIRST_SPECIAL_PLACE;
    }
    return a->report && !some_may_report(g, player, id, a->report) ? RULE_FIRST_NO_TARGET : CITE_NONE;
}

/* A text that is used in hand, or an interrupt or doorway that is played at any moment. */
static bool suspends_from_hand(const Game *g, CardId id)
{
    return printed(g, id)->used_in_hand && event_in(&printed(g, id)->listens, EVENT_ANY_MOMENT);
}

static void offer_uses_of(Game *g, int player, CardId id, bool between_actions)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        if (g->card[id].zone != ZONE_HAND && g->card[id].commander != player && !is_for_all(g, ability_of(g, id, i)))
            continue;
        if (!is_timely(g, player, ability_of(g, id, i), between_actions))
            continue;
        CardSet that;
        Citation why = is_headquarters_shut(g, player, id) ? RULE_CANNOT_TEXT : why_not_use(g, player, id, i, NULL, &that);
        offer(g, (Option){ .verb = SL_USE, .card = id, .number = (int16_t)i }, why ? why : why_not_worth(g, player, id, ability_of(g, id, i)), NO_CARD);
    }
}

void offer_uses(Game *g, int player)
{
    CardSet able = g->ordering;
    set_join(&able, &g->listening);
    FOR_SET(id, &able)
        if (g->card[id].commander == player ? has_timely_text(g, id) : g->listeners[EVENT_ANY_TIME] && has_text_for_all(g, id))
            offer_uses_of(g, player, id, true);
    if (g->listeners_in_hand[EVENT_ANY_MOMENT])
        FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
            if (suspends_from_hand(g, id) && !copy_before(g, player, id))
                offer_uses_of(g, player, id, true);
    offer_agendas(g, player, EVENT_ANY_TIME);
    if (some_has_kind(g, NODE_FROM_DISCARD))
        FOR_PILE(g, id, &g->pile[player][ZONE_DISCARD])
            if (has_kind(printed(g, id), NODE_FROM_DISCARD))
                offer(g, (Option){ .verb = SL_USE, .card = id }, title_times(g, player, g->card[id].def, PERIOD_GAME) ? RULE_FIRST_ONCE_A_TURN : CITE_NONE, NO_CARD);
}

/* A card whose text takes it out of the discard pile. */
Flow first_take_back(Game *g, Frame *f)
{
    LOCALS(Do, d);
    title_note(g, f->player, g->card[d->card].def, PERIOD_GAME);
    card_to_pile(g, d->card, f->player, ZONE_HAND, PUT_BOTTOM);
    reveal_card(g, d->card);
    log_event(g, LOG_USES, f->player, d->card, NO_CARD, 0);
    RETURN(1);
}

void offer_suspensions(Game *g, int player)
{
    if (g->listeners_in_hand[EVENT_ANY_MOMENT])
        FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
            if (suspends_from_hand(g, id) && !copy_before(g, player, id))
                offer_uses_of(g, player, id, false);
    if (g->listeners[EVENT_ANY_MOMENT])
        FOR_SET(id, &g->listening)
            if (g->card[id].commander == player && event_in(&printed(g, id)->listens, EVENT_ANY_MOMENT))
                offer_uses_of(g, player, id, false);
}

void push_use(Game *g, int player, Option o)
{
    if (g->card[o.card].zone == ZONE_AGENDA) {
        Playing p = { .card = o.card, .target = o.target };
        frame_push(g, PROC_first_turn_up, player, &p, sizeof p);
        return;
    }
    if (g->card[o.card].zone == ZONE_DISCARD) {
        Do d = { .card = o.card };
        frame_push(g, PROC_first_take_back, player, &d, sizeof d);
        return;
    }
    const Ability *a = ability_of(g, o.card, o.number);
    bool played = g->card[o.card].zone == ZONE_HAND && is_any_time(g, o.card);    /* it suspends play by being played */
    UseText u = { .card = o.card, .ability = (uint8_t)o.number, .event = a->event, .actor = (uint8_t)player };
    frame_push(g, played ? PROC_first_play_response : PROC_use_text, player, &u, sizeof u);
}
