/* Why not?  The reasons why a player may not do something now, whatever it is, and whether or not that player is asked.
 *
 * A decision keeps the reasons of what it looked at and did not offer (offer in kernel/proc.h).  Here is the question from the other side:
 * somebody names a verb and cards, and each rule that stands in the way is told, the one that comes first in the rulebook's order of asking
 * first.  A printed rule and the ruling that restates it are both told.  Only what the asking player may know is looked at: of a card that lies
 * hidden to that player, no more than where it is and whose it is. */
#include "spaceline.h"
#include "second/second.h"

/* ---- collecting ---- */

/* A rule with those that say the same. */
static void because(Reasons *r, Citation why, CardId by)
{
    reason_tell(r, why, by);
    for (int i = 0; citation_kin(why, i); i++)
        reason_tell(r, citation_kin(why, i), by);
}

/* All that such a question tells, with what says the same. */
static void because_of(Reasons *r, void (*ask)(Reasons *), Option asked)
{
    Refusal found[16];
    Reasons all = { .g = r->g, .player = r->player, .asked = asked, .out = found, .room = countof(found) };
    ask(&all);
    for (int i = 0; i < all.count; i++)
        because(r, found[i].cite, found[i].card);
}

static bool is_asked(const Reasons *r)
{
    return r->g->decision.player == r->player;
}

/* What texts ask about the table is told only where the player decides just that: there the list of options tells the same.  At other times
 * it could give away hidden cards of others. */
static bool decides(const Reasons *r, int kind)
{
    return is_asked(r) && r->g->decision.kind == kind;
}

/* Something else has to be finished first: the attempt, the playing of a card, any action. */
static void tell_unfinished(Reasons *r)
{
    const Game *g = r->g;
    int kind = g->decision.kind;
    if (g->active != r->player) {
        because(r, RULE_NOT_YOUR_TURN, NO_CARD);
        return;
    }
    if (kind == SL_DECIDE_PLAY || kind == SL_DECIDE_ORDERS)
        return;
    if (g->encounter.active)
        because(r, RULE_ATTEMPT_RUNNING, NO_CARD);
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc == PROC_second_play_card)
            because(r, RULE_PLAY_STEPS, NO_CARD);
    because(r, RULE_FINISH_FIRST, NO_CARD);
}

/* Orders are given in their segment, by the player whose turn it is (2E-9.1). */
static void tell_no_orders(Reasons *r)
{
    tell_unfinished(r);
    if (r->g->segment != SEGMENT_ORDERS || r->g->active != r->player)
        because(r, RULE_ORDERS_SEGMENT, NO_CARD);
}

/* ---- playing ---- */

static bool fits_but_for_command(const Game *, const Ctx *, NodeId filter, CardId);

/* The card that was named would serve to play the event on it if the player commanded it. */
static void tell_host_of_another(Reasons *r, CardId card)
{
    const Game *g = r->g;
    Ctx ctx = player_ctx(g, card, r->player);
    for (int i = 0; i < printed(g, card)->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAYS_ON && node_mentions(g->world->cat, a->filter, NODE_OF) && g->card[r->asked.target].commander != r->player
            && fits_but_for_command(g, &ctx, a->filter, r->asked.target))
            because(r, RULE_NOT_YOURS, NO_CARD);
    }
}

/* Where the card could be put if it may be played at all; a place that was named, or any. */
static void tell_nowhere(Reasons *r, CardId card)
{
    const Game *g = r->g;
    CardId by = NO_CARD, other = NO_CARD;
    Citation why = why_not_play(g, r->player, card, r->asked.target, r->asked.number, &by);
    if (!r->asked.target)
        FOR_SET(place, &g->in_play)
            if (!why_not_play(g, r->player, card, place, 0, &other))
                return;
    because(r, why, by);
    bool own = r->asked.target && is_type(g, r->asked.target, TYPE_MISSION) && g->card[r->asked.target].commander == r->player;
    if (r->asked.target && why == RULE_NO_HOST)
        tell_host_of_another(r, card);
    if (own && why && why == why_not_place(g, r->player, card, r->asked.target) && !is_type(g, card, TYPE_EVENT))
        because(r, RULE_NOT_PERMITTED_HERE, NO_CARD);
}

/* Everything that a filter asks but whose card it is. */
static bool fits_but_for_command(const Game *g, const Ctx *ctx, NodeId filter, CardId id)
{
    const Catalogue *cat = g->world->cat;
    if (cat->node[filter].op != NODE_AND)
        return cat->node[filter].op == NODE_OF || filter_is(g, ctx, filter, id);
    for (int i = 0; i < cat->node[filter].argc; i++)
        if (!fits_but_for_command(g, ctx, node_child(cat, filter, i), id))
            return false;
    return true;
}

/* A card that the player commands and cannot count, or has as a captive and does not command. */
static bool is_left_out(const Game *g, int player, CardId card)
{
    bool own = g->card[card].commander == player;
    return card_in_play(g, card) && (is_captive(g, card) ? own || g->card[card].holder == player : own && is_stopped(g, card));
}

static bool has_captive(const Game *g, int player)
{
    FOR_CARDS(g, card)
        if (is_captive(g, card) && g->card[card].holder == player)
            return true;
    return false;
}

/* Whom a text keeps from being stopped, killed … does not pay for it (2E-7.28). */
static void tell_not_payers(Reasons *r, const Ctx *ctx, NodeId cost)
{
    const Game *g = r->g;
    const Catalogue *cat = g->world->cat;
    NodeId selection = inner(cat, node_child(cat, cost, 0));
    if (cat->node[selection].op != NODE_CHOOSE)
        return;
    NodeId filter = node_child(cat, selection, 2);
    CardId by = NO_CARD;
    FOR_SET(id, &g->in_play)
        if (filter_is(g, ctx, filter, id) && why_cannot(g, id, act_paid_with(cat->node[cost].op), ctx->self, &by)) {
            because(r, RULE_CANNOT_TEXT, by);
            because(r, RULE_NO_PAYER, NO_CARD);
        }
}

/* A cost cannot be paid with whom it leaves out, or for want of a captive. */
static void tell_unpaid(Reasons *r, const Ctx *ctx, NodeId cost)
{
    const Game *g = r->g;
    const Catalogue *cat = g->world->cat;
    int op = cat->node[cost].op;
    if (op == NODE_IN_BRIG_OF && !has_captive(g, r->player))
        because(r, RULE_NO_CAPTIVE, NO_CARD);
    if (op == NODE_EQUIPPED)
        because(r, RULE_EQUIPPED, NO_CARD);
    if (op == NODE_AND && node_mentions(cat, cost, NODE_OF))
        FOR_CARDS(g, card)
            if (is_captive(g, card) && is_left_out(g, r->player, card) && fits_but_for_command(g, ctx, cost, card))
                because(r, RULE_CAPTIVE, NO_CARD);
    if (act_paid_with(op))
        tell_not_payers(r, ctx, cost);
    for (int i = 0; i < cat->node[cost].argc; i++)
        tell_unpaid(r, ctx, node_child(cat, cost, i));
}

/* A condition that counts cards of the player's own would hold if those counted that are stopped (2E-13.3), or held captive (2E-16.2). */
static void tell_uncounted(Reasons *r, const Ctx *ctx, NodeId id)
{
    const Game *g = r->g;
    const Catalogue *cat = g->world->cat;
    int op = cat->node[id].op;
    for (int i = 0; op == NODE_BOTH && i < cat->node[id].argc; i++)
        tell_uncounted(r, ctx, node_child(cat, id, i));
    if (op == NODE_EXISTS && node_mentions(cat, id, NODE_IN_BRIG_OF) && !condition(g, ctx, id))
        because(r, RULE_NO_CAPTIVE, NO_CARD);
    if ((op != NODE_AT_LEAST && op != NODE_EXISTS) || !node_mentions(cat, id, NODE_OF) || condition(g, ctx, id))
        return;
    NodeId filter = node_child(cat, id, op == NODE_EXISTS ? 0 : 1);
    Ctx wide = *ctx;
    wide.even_stopped = true;
    CardSet have = counted_set(g, ctx, filter);
    int stopped = 0, captive = 0, missing = (op == NODE_EXISTS ? 1 : node_value(cat, id, 0)) - set_count(&have);
    FOR_CARDS(g, card)
        if (is_left_out(g, r->player, card) && fits_but_for_command(g, &wide, filter, card))
            *(is_captive(g, card) ? &captive : &stopped) += 1;
    if (stopped + captive < missing)
        return;
    if (stopped)
        because(r, RULE_STOPPED, NO_CARD);
    if (captive)
        because(r, RULE_CAPTIVE, NO_CARD);
}

/* What the card asks for before it may be played: its conditions and its extra cost. */
static void tell_conditions(Reasons *r, CardId card)
{
    Ctx ctx = player_ctx(r->g, card, r->player);
    ctx.playing = true;
    for (int i = 0; i < printed(r->g, card)->ability_count; i++) {
        const Ability *a = ability_of(r->g, card, i);
        if (a->kind == NODE_PLAY_IF)
            tell_uncounted(r, &ctx, node_child(r->g->world->cat, a->node, 0));
        if (a->kind == NODE_PLAY_COST && why_not_pay(r->g, &ctx, a->node))
            tell_unpaid(r, &ctx, a->node);
    }
}

static void tell_unpaid_text(Reasons *r, CardId card, const Ability *a)
{
    Ctx ctx = player_ctx(r->g, card, r->player);
    if (a->cost && why_not_pay(r->g, &ctx, a->cost))
        tell_unpaid(r, &ctx, a->cost);
}

/* The condition of a text does not hold: for whom it passes by, and for want of equipment. */
static void tell_guard(Reasons *r, CardId card, const Ability *a)
{
    Ctx ctx = player_ctx(r->g, card, r->player);
    if (!a->guard || guard_holds(r->g, &ctx, a))
        return;
    tell_uncounted(r, &ctx, a->guard);
    if (node_mentions(r->g->world->cat, a->guard, NODE_EQUIPPED))
        because(r, RULE_EQUIPPED, NO_CARD);
    CardId ship = is_type(r->g, card, TYPE_SHIP) ? card : r->g->card[card].host;
    if (node_mentions(r->g->world->cat, a->guard, NODE_STAFFED) && ship && is_type(r->g, ship, TYPE_SHIP) && !is_staffed(r->g, ship))
        because(r, RULE_NOT_STAFFED, NO_CARD);
}

/* A battle that somebody of the player's could begin who is held in a brig. */
static void tell_captive_fighters(Reasons *r, CardId card, const Ability *a)
{
    const Game *g = r->g;
    const Catalogue *cat = g->world->cat;
    Ctx ctx = player_ctx(g, card, r->player);
    for (int i = 0; i < a->body_count; i++) {
        NodeId e = node_child(cat, a->node, a->body_first + i);
        if (cat->node[e].op != a->battle)
            continue;
        FOR_CARDS(g, id)
            if (is_captive(g, id) && card_in_play(g, id) && g->card[id].commander == r->player && fits_but_for_command(g, &ctx, node_child(cat, e, 0), id))
                because(r, RULE_CAPTIVE, NO_CARD);
    }
}

/* The texts that keep cards of the player's, or those that they could fight, out of battles. */
static void tell_bans_on_battle(Reasons *r)
{
    static const int acts[] = { ACT_BATTLE, ACT_ENGAGE, ACT_FIGHT, ACT_ENGAGED, ACT_IN_COMBAT };
    CardId by = NO_CARD;
    FOR_SET(id, &r->g->in_play)
        for (size_t i = 0; i < countof(acts); i++)
            if (why_cannot(r->g, id, acts[i], NO_CARD, &by))
                because(r, RULE_CANNOT_TEXT, by);
}

/* One order of a card: whether it may be given, and the battle that it begins. */
static void tell_order(Reasons *r, CardId card, int ability)
{
    Refusal found[8];
    Reasons all = { .g = r->g, .player = r->player, .asked = r->asked, .out = found, .room = countof(found) };
    ask_order_text(&all, card, ability);
    tell_guard(r, card, ability_of(r->g, card, ability));
    for (int i = 0; i < all.count; i++) {
        because(r, found[i].cite, found[i].card);
        if (found[i].cite == RULE_CANNOT_PAY)
            tell_unpaid_text(r, card, ability_of(r->g, card, ability));
    }
    Citation peace = why_not_fight(r->g, r->player, card, ability);
    if (peace == RULE_CANNOT_TEXT)
        tell_bans_on_battle(r);
    because(r, peace, NO_CARD);
    if (ability_of(r->g, card, ability)->battle)
        tell_captive_fighters(r, card, ability_of(r->g, card, ability));
}

static void tell_orders(Reasons *r, CardId card)
{
    for (int i = 0; i < printed(r->g, card)->ability_count; i++)
        if (ability_of(r->g, card, i)->kind == NODE_ORDER && (!r->asked.number || r->asked.number == i))
            tell_order(r, card, i);
}

/* Where a text let such a card be played as often as it allows, and this one as well. */
static void tell_used_up(Reasons *r, CardId card)
{
    FOR_SET(place, &r->g->permitting)
        if ((!r->asked.target || r->asked.target == place) && r->g->card[place].commander == r->player && is_used_up_for(r->g, place, card))
            because(r, RULE_ORDER_LIMIT, NO_CARD);
}

static void tell_moments(Reasons *, CardId);

static bool is_no_time_for_orders(const Reasons *r)
{
    return r->g->segment != SEGMENT_ORDERS || r->g->active != r->player;
}

/* A text that is an order, at another time. */
static void tell_order_time(Reasons *r, CardId card)
{
    if (has_kind(printed(r->g, card), NODE_ORDER) && is_no_time_for_orders(r))
        because(r, RULE_ORDERS_SEGMENT, NO_CARD);
}

/* An interrupt in hand: its moment, and what it asks where it is an order. */
static void tell_interrupt(Reasons *r, CardId card)
{
    const CardDef *def = printed(r->g, card);
    bool responds = has_kind(def, NODE_WHEN) || has_kind(def, NODE_DURING);
    if (responds || !has_kind(def, NODE_ORDER) || is_no_time_for_orders(r))
        because(r, RULE_WRONG_TIME, NO_CARD);
    tell_moments(r, card);
    tell_order_time(r, card);
    if (decides(r, SL_DECIDE_PLAY) || decides(r, SL_DECIDE_ORDERS)) {
        tell_orders(r, card);
        tell_conditions(r, card);
    }
}

static void tell_play(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    const Card *c = &g->card[card];
    int type = card_type(g, card);
    bool own_hand = c->zone == ZONE_HAND && c->owner == r->player;
    bool recalls = c->zone == ZONE_DISCARD && c->owner == r->player && recall_cost(g, card);
    if (type == TYPE_MISSION || type == TYPE_DILEMMA)
        because(r, RULE_NEVER_PLAYED, NO_CARD);
    if (!own_hand && !recalls) {
        because(r, RULE_FROM_HAND, NO_CARD);
        if (!(c->known & (1u << r->player)))
            because(r, RULE_HIDDEN_CARD, NO_CARD);
        if (c->zone == ZONE_DISCARD)
            because(r, RULE_NO_RECALL, NO_CARD);
        if (!card_in_play(g, card))
            reason_tell(r, RULING_NOT_IN_PLAY_ZONES, NO_CARD);
        if (card_in_play(g, card) ? c->commander != r->player : c->owner != r->player)
            because(r, RULE_NOT_YOURS, NO_CARD);
        tell_unfinished(r);
        return;
    }
    tell_unfinished(r);
    if (type == TYPE_INTERRUPT) {
        tell_interrupt(r, card);
        return;
    }
    if (g->segment != SEGMENT_PLAY)
        because(r, RULE_WRONG_SEGMENT, NO_CARD);
    if (!decides(r, SL_DECIDE_PLAY))
        return;
    tell_nowhere(r, card);
    because_of(r, ask_play, (Option){ .verb = SL_PLAY, .card = card });
    tell_conditions(r, card);
    tell_used_up(r, card);
    int have = g->plays[g->active], cost = play_cost(g, r->player, card, 0);
    if (recalls && have < cost && have >= cost - recall_cost(g, card))
        because(r, RULE_RECALL, NO_CARD);
}

/* ---- using a text ---- */

/* The moment that each text of the card names, as the rules have it; what may answer just now is in its moment. */
static void tell_moments(Reasons *r, CardId card)
{
    static const struct { uint8_t event; Citation rule, ruling; } moments[] = {
        { EVENT_ATTEMPT_BEGINS, RULE_AT_BEGINNING, RULING_ATTEMPT_BEGINS_TRIGGERS }, { EVENT_ABOUT_TO_DRAW_DILEMMAS, RULE_AT_ABOUT_TO_DRAW, RULING_ATTEMPT_ABOUT_TO_DRAW },
        { EVENT_DREW_DILEMMAS, RULE_AT_DRAWN, RULING_ATTEMPT_DRAWN }, { EVENT_CHOSE_DILEMMAS, RULE_AT_CHOSEN, RULING_ATTEMPT_CHOSEN },
        { EVENT_NOT_CHOSEN, RULE_AT_CHOSEN, RULING_ATTEMPT_CHOSEN }, { EVENT_ABOUT_TO_REVEAL, RULE_AT_ABOUT_TO_REVEAL, RULING_ATTEMPT_ABOUT_TO_REVEAL },
        { EVENT_REVEALED, RULE_AT_REVEALED, RULING_ATTEMPT_REVEALED }, { EVENT_DILEMMA_COST, RULE_AT_DILEMMA_COST, RULING_ATTEMPT_COST_CHANGES },
        { EVENT_ABOUT_TO_FACE, RULE_AT_ABOUT_TO_FACE, RULING_ATTEMPT_ABOUT_TO_FACE }, { EVENT_FACING, RULE_NOT_FACING, RULING_ATTEMPT_FACING },
        { EVENT_ATTEMPTING, RULE_AT_ATTEMPTING, RULING_ATTEMPT_ATTEMPTING }, { EVENT_CHECKING, RULE_AT_ATTEMPTING, RULING_ATTEMPT_CHECKING },
        { EVENT_ABOUT_TO_FAIL, RULE_AT_ABOUT_TO_FAIL, RULING_ATTEMPT_FAIL }, { EVENT_FAILED, RULE_AT_ABOUT_TO_FAIL, RULING_ATTEMPT_FAIL },
        { EVENT_ATTEMPT_ENDS, RULE_AT_ATTEMPT_END, CITE_NONE }, { EVENT_COMPLETED, CITE_NONE, RULING_ATTEMPT_COMPLETE },
        { EVENT_USED_SKILL, RULE_NO_SKILL_USED, RULING_USING_SKILLS }, { EVENT_STOPPED, RULE_DID_NOT_HAPPEN, RULING_INSTEAD },
        { EVENT_KILLED, RULE_DID_NOT_HAPPEN, RULING_INSTEAD }, { EVENT_KILLED, RULE_KILLED_ONLY, CITE_NONE }, { EVENT_DESTROYED, RULE_KILLED_ONLY, CITE_NONE },
        { EVENT_TURN_STARTS, RULE_AT_TURN_START, CITE_NONE }, { EVENT_TURN_ENDS, RULE_AT_TURN_END, CITE_NONE }, { EVENT_ANNOUNCED, RULE_AT_ANNOUNCED, RULING_PLAY_COSTS },
        { EVENT_ABOUT_TO_PLAY, RULE_AT_ABOUT_TO_PLAY, RULING_PLAY_MAY_PREVENT }, { EVENT_PLAYED, RULE_AT_PLAYED, RULING_PLAY_MAY_RESPOND },
        { EVENT_COMBAT_BEGINS, RULE_AT_COMBAT, CITE_NONE }, { EVENT_IN_COMBAT, RULE_AT_COMBAT, CITE_NONE }, { EVENT_COMBAT_ENDS, RULE_AT_COMBAT, CITE_NONE },
        { EVENT_COMBAT_WON, RULE_AT_COMBAT_WON, CITE_NONE }, { EVENT_ENGAGEMENT_BEGINS, RULE_AT_ENGAGEMENT, CITE_NONE },
        { EVENT_IN_ENGAGEMENT, RULE_AT_ENGAGEMENT, CITE_NONE }, { EVENT_ENGAGEMENT_ENDS, RULE_AT_ENGAGEMENT, CITE_NONE }, { EVENT_ENGAGEMENT_WON, RULE_AT_ENGAGEMENT_WON, CITE_NONE },
        { EVENT_DISCARDED, RULE_KILLED_ONLY, CITE_NONE }, { EVENT_LOST_COMMAND, RULE_COMMAND_KEPT, CITE_NONE }, { EVENT_ABOUT_TO_LOSE, RULE_COMMAND_KEPT, CITE_NONE },
    };
    for (int i = 0; i < printed(r->g, card)->ability_count; i++) {
        const Ability *a = ability_of(r->g, card, i);
        if ((a->kind != NODE_WHEN && a->kind != NODE_DURING) || (r->asked.number && r->asked.number != i))
            continue;
        if (decides(r, SL_DECIDE_RESPONSE) && r->g->decision.about == a->event)
            continue;
        if (r->g->players > 2 && node_mentions(r->g->world->cat, a->pattern, NODE_RIGHT))
            because(r, RULE_LEFT_STACKS, NO_CARD);
        if (strncmp(event_info[a->event].word, "about-to", 8) == 0)
            because(r, RULE_BEFORE_IT, NO_CARD);
        for (size_t k = 0; k < countof(moments); k++)
            if (moments[k].event == a->event && (a->event != EVENT_FACING || !r->g->encounter.facing)) {
                reason_tell(r, moments[k].rule, NO_CARD);
                reason_tell(r, moments[k].ruling, NO_CARD);
            }
    }
}

/* A text about this card facing a dilemma or attempting a mission, while others do. */
static void tell_not_involved(Reasons *r, CardId card, const Ability *a)
{
    const Game *g = r->g;
    bool about = a->event == EVENT_FACING || a->event == EVENT_ATTEMPTING || a->event == EVENT_ABOUT_TO_FACE || a->event == EVENT_CHECKING;
    if (!about || !g->encounter.active || set_has(&g->encounter.group, card) || !node_mentions(g->world->cat, a->pattern, NODE_SELF))
        return;
    because(r, RULE_NOT_IN_ATTEMPT, NO_CARD);
    because(r, RULE_NOT_FACING, NO_CARD);
}

static void tell_response(Reasons *r, CardId card, int ability)
{
    Refusal found[2];
    Reasons again = { .g = r->g, .player = r->player, .out = found, .room = countof(found) };
    ask_response_again(&again, card, ability);
    for (int i = 0; i < again.count; i++)
        because(r, found[i].cite, NO_CARD);
    if (decides(r, SL_DECIDE_RESPONSE))
        tell_unpaid_text(r, card, ability_of(r->g, card, ability));
}

static bool has_text(const CardDef *def)
{
    return has_kind(def, NODE_ORDER) || has_kind(def, NODE_WHEN) || has_kind(def, NODE_DURING);
}

static void tell_use(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    const Card *c = &g->card[card];
    const CardDef *def = printed(g, card);
    bool hidden = !reason_sees(r, card);
    if (!card_in_play(g, card)) {
        if (c->zone == ZONE_HAND && c->owner == r->player && def->type == TYPE_INTERRUPT) {
            tell_unfinished(r);
            tell_interrupt(r, card);
            return;
        }
        because(r, RULE_NOT_IN_PLAY, NO_CARD);
        because(r, RULE_TEXT_FROM_PLAY, NO_CARD);
        tell_unfinished(r);
        return;
    }
    if (c->commander != r->player) {
        because(r, RULE_NOT_YOURS, NO_CARD);
        because(r, RULE_ORDERS_OWN, NO_CARD);
        if (is_captive(g, card))
            because(r, RULE_CAPTIVE, NO_CARD);
        tell_unfinished(r);
        return;
    }
    tell_unfinished(r);
    if (is_captive(g, card))
        because(r, RULE_CAPTIVE, NO_CARD);
    else if (is_stopped(g, card))
        because(r, def->type == TYPE_SHIP ? RULE_SHIP_STOPPED : RULE_STOPPED, NO_CARD);
    if (hidden)
        return;
    if (!has_text(def))
        because(r, RULE_NO_TEXT, NO_CARD);
    else if (!has_kind(def, NODE_ORDER))
        because(r, RULE_WRONG_TIME, NO_CARD);
    if (g->encounter.facing && event_in(&def->listens, EVENT_FACING) && !(g->decision.kind == SL_DECIDE_RESPONSE && g->decision.about == EVENT_FACING)) {
        because(r, RULE_MIDDLE_OF_ACTION, NO_CARD);
        reason_tell(r, RULING_DILEMMA_BETWEEN_ACTIONS, NO_CARD);
    }
    if (g->encounter.active && g->encounter.player == r->player && is_stopped(g, card) && !set_has(&g->encounter.group, card)
        && (event_in(&def->listens, EVENT_FACING) || event_in(&def->listens, EVENT_ATTEMPTING)))
        because(r, RULE_LEFT_ATTEMPT, NO_CARD);
    for (int i = 0; i < def->ability_count; i++)
        tell_not_involved(r, card, ability_of(g, card, i));
    tell_moments(r, card);
    if (event_in(&def->listens, EVENT_PLAYED) && use_times(g, card, 0, PERIOD_PLAYED) == 0)
        because(r, RULE_PLACED_NOT_PLAYED, NO_CARD);
    if (c->zone == ZONE_ON && is_type(g, c->host, TYPE_SHIP) && is_damage_card(g, card))
        because(r, RULE_ONLY_DAMAGE, NO_CARD);
    tell_order_time(r, card);
    if (decides(r, SL_DECIDE_ORDERS))
        tell_orders(r, card);
    if (decides(r, SL_DECIDE_ORDERS) && !has_kind(def, NODE_ORDER))
        because(r, RULE_NO_ORDER, NO_CARD);
    bool ordered = has_kind(def, NODE_ORDER) && decides(r, SL_DECIDE_ORDERS);       /* then its orders are what is asked about */
    for (int i = 0; i < def->ability_count; i++)
        if (!ordered && (ability_of(g, card, i)->kind == NODE_WHEN || ability_of(g, card, i)->kind == NODE_DURING))
            tell_response(r, card, i);
}

/* ---- beaming, moving, attempting ---- */

/* A card that lies on an event in a core, say (2E-8.1). */
static void tell_nowhere_at_all(Reasons *r, CardId card)
{
    if (card_in_play(r->g, card) && !location_of(r->g, card))
        because(r, RULE_AT_NO_MISSION, NO_CARD);
}

static void tell_beam(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card, to = r->asked.target, by = NO_CARD;
    const Card *c = &g->card[card];
    int type = card_type(g, card);
    if (!card_in_play(g, card))
        because(r, RULE_NOT_IN_PLAY, NO_CARD);
    else if (c->commander != r->player) {
        because(r, RULE_NOT_YOURS, NO_CARD);
        because(r, RULE_BEAM_OWN, NO_CARD);
        if (is_captive(g, card))
            because(r, RULE_CAPTIVE, NO_CARD);
    } else if (type != TYPE_PERSONNEL && type != TYPE_EQUIPMENT) {
        because(r, RULE_NOTHING_TO_BEAM, NO_CARD);
    } else if (is_captive(g, card)) {
        because(r, RULE_CAPTIVE, NO_CARD);
    } else {
        CardId from = c->host;
        if (is_stopped(g, card))
            because(r, RULE_BEAM_STOPPED, NO_CARD);
        Citation no = decides(r, SL_DECIDE_ORDERS) ? why_cannot(g, card, ACT_BEAM, NO_CARD, &by) : CITE_NONE;
        because(r, no, by);
        because(r, why_not_use_end(g, r->player, from), NO_CARD);
        tell_nowhere_at_all(r, card);
        if (to && (is_type(g, to, TYPE_SHIP) || is_type(g, to, TYPE_MISSION))) {
            because(r, why_not_use_end(g, r->player, to), NO_CARD);
            if (from == to)
                because(r, RULE_SAME_PLACE, NO_CARD);
            else if (location_of(g, from) != location_of(g, to)) {
                because(r, RULE_OTHER_MISSION, NO_CARD);
                if (g->card[location_of(g, from)].def == g->card[location_of(g, to)].def)
                    because(r, RULE_SEPARATE_COPIES, NO_CARD);
            }
        }
        if (!(crew_at(g, location_of(g, from))->orbit >> r->player & 1))
            because(r, RULE_NO_OWN_SHIP, NO_CARD);
    }
    tell_no_orders(r);
}

/* Whoever is stopped aboard does not staff the ship, and nobody who is stopped attempts (2E-13.3). */
static void tell_stopped_crew(Reasons *r, CardId ship)
{
    FOR_HOSTED(r->g, card, ship)
        if (is_type(r->g, card, TYPE_PERSONNEL) && r->g->card[card].commander == r->player && is_stopped(r->g, card))
            because(r, RULE_STOPPED, NO_CARD);
}

/* A text keeps somebody aboard from staffing the ship. */
static void tell_barred_crew(Reasons *r, CardId ship)
{
    CardId by = NO_CARD;
    FOR_HOSTED(r->g, card, ship)
        if (is_type(r->g, card, TYPE_PERSONNEL) && r->g->card[card].commander == r->player && why_cannot(r->g, card, ACT_STAFF, NO_CARD, &by))
            because(r, RULE_CANNOT_TEXT, by);
}

static void tell_move(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, to = r->asked.target;
    if (!card_in_play(g, ship))
        because(r, RULE_NOT_IN_PLAY, NO_CARD);
    else if (g->card[ship].commander != r->player) {
        because(r, RULE_NOT_YOURS, NO_CARD);
        because(r, RULE_ORDERS_OWN, NO_CARD);
        because(r, RULE_MOVE_OWN, NO_CARD);
    } else if (!is_type(g, ship, TYPE_SHIP) || (to && !is_type(g, to, TYPE_MISSION)))
        because(r, RULE_SHIPS_MOVE, NO_CARD);
    else if (to && decides(r, SL_DECIDE_ORDERS)) {
        tell_nowhere_at_all(r, ship);
        because_of(r, ask_move, r->asked);
        if (!is_staffed(g, ship)) {
            tell_stopped_crew(r, ship);
            tell_barred_crew(r, ship);
            if (crew_at(g, ship)->able & ~(1u << r->player))
                because(r, RULE_INFILTRATOR, NO_CARD);
        }
    }
    tell_no_orders(r);
}

static void tell_attempt(Reasons *r)
{
    const Game *g = r->g;
    CardId mission = r->asked.card, ship = r->asked.target;
    if (!is_type(g, mission, TYPE_MISSION) || !card_in_play(g, mission)) {
        because(r, RULE_NO_MISSION, NO_CARD);
    } else {
        bool space = printed(g, mission)->kind == KIND_SPACE;
        int number = r->asked.number;
        bool means = !number || number >= MEANS_GRANTED || (number <= printed(g, mission)->ability_count && ability_of(g, mission, number - 1)->kind == NODE_ALT_REQ);
        if (ship && (!space || g->card[ship].host != mission || g->card[ship].commander != r->player))
            because(r, space ? RULE_NO_SHIP_THERE : RULE_ON_THE_PLANET, NO_CARD);
        if (ship && g->card[ship].commander != r->player)
            because(r, RULE_NOT_YOURS, NO_CARD);
        bool asks = decides(r, SL_DECIDE_ORDERS);
        if (!means)
            because(r, RULE_MEANS, NO_CARD);
        else if (asks && (!space || (ship && g->card[ship].host == mission)))
            because_of(r, ask_attempt, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = space ? ship : NO_CARD, .number = (int16_t)number });
        else if (g->card[mission].commander != r->player)
            because(r, RULE_NOT_YOUR_MISSION, NO_CARD);
        else if (!(crew_at(g, mission)->orbit >> r->player & 1))
            because(r, RULE_NO_SHIP_THERE, NO_CARD);
        FOR_HOSTED(g, other, mission)           /* no ship was named: each of them */
            if (asks && means && space && !ship && g->card[other].zone == ZONE_ORBIT && g->card[other].commander == r->player) {
                because_of(r, ask_attempt, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = other, .number = (int16_t)number });
                tell_stopped_crew(r, other);
            }
        tell_stopped_crew(r, ship ? ship : mission);
    }
    tell_no_orders(r);
}

/* ---- choosing ---- */

/* The selection whose cards are being chosen; NULL: a rule asks. */
static const Frame *selecting(const Game *g)
{
    const Frame *f = g->depth >= 2 ? &g->frame[g->depth - 2] : NULL;
    return f && f->proc == PROC_select_cards ? f : NULL;
}

/* Several share the most or the least of something, and one of them is chosen. */
static void tell_tie(Reasons *r)
{
    const Frame *f = selecting(r->g);
    int how = f ? r->g->world->cat->node[((const Select *)(const void *)f->locals)->node].op : 0;
    if (how == NODE_HIGHEST || how == NODE_LOWEST)
        because(r, RULE_TIE_CHOICE, NO_CARD);
}

/* Why a card is not among those that a text lets choose. */
static void tell_not_eligible(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card, by = NO_CARD, asker = g->decision.card;
    const Frame *f = selecting(g);
    tell_tie(r);
    if (f && reason_sees(r, card)) {
        const Select *s = (const Select *)(const void *)f->locals;
        NodeId node = s->node;
        if (why_cannot(g, card, ACT_SELECTED, asker, &by)) {
            because(r, RULE_CANNOT_TEXT, by);
            reason_tell(r, RULING_SELECTED, by);       /* to choose is to select */
            because(r, RULE_EXCLUDED, by);
        }
        if (is_captive(g, card))
            because(r, RULE_CAPTIVE, NO_CARD);
        if (s->about == NODE_STOP && is_out_of_reach(g, card, NODE_STOP))
            because(r, RULE_CANNOT_BE_STOPPED, NO_CARD);
        if (s->about == NODE_STOP && is_stopped(g, card))
            because(r, RULE_ALREADY_STOPPED, NO_CARD);
        if (s->about == NODE_DESTROY && asker && is_safe_ritual(g, card, asker))
            because(r, RULE_RITUAL, NO_CARD);
        if (act_paid_with(s->about) && why_cannot(g, card, act_paid_with(s->about), asker, &by))
            because(r, RULE_CANNOT_TEXT, by);
        if (g->encounter.active && node_mentions(g->world->cat, node, NODE_GROUP) && !set_has(&g->encounter.group, card)) {
            because(r, RULE_NOT_IN_ATTEMPT, NO_CARD);
            because(r, g->card[card].commander != g->encounter.player ? RULE_NOT_YOURS : is_stopped(g, card) ? RULE_STOPPED : CITE_NONE, NO_CARD);
        }
    }
    bool reaches_out = f && (node_mentions(g->world->cat, ((const Select *)(const void *)f->locals)->node, NODE_IN_HAND)
                             || node_mentions(g->world->cat, ((const Select *)(const void *)f->locals)->node, NODE_IN_DECK)
                             || node_mentions(g->world->cat, ((const Select *)(const void *)f->locals)->node, NODE_IN_DISCARD));
    if (f && !card_in_play(g, card) && !reaches_out) {
        because(r, RULE_NOT_IN_PLAY, NO_CARD);
        reason_tell(r, g->card[card].zone == ZONE_ON || g->card[card].zone == ZONE_BRIG ? RULING_NOT_IN_PLAY_PLACED : RULING_NOT_IN_PLAY_ZONES, NO_CARD);
    }
    if (!f && g->decision.about == NODE_INVOLVED && is_type(g, card, TYPE_SHIP)) {
        because(r, RULE_OTHER_TARGET, NO_CARD);
        tell_nowhere_at_all(r, card);
    }
    if (g->decision.about == NODE_DOWNLOAD) {
        because(r, RULE_DOWNLOAD_FITS, NO_CARD);
        if (g->card[card].zone == ZONE_DISCARD)
            because(r, RULE_DOWNLOAD_DECK, NO_CARD);
    }
    because(r, RULE_NOT_ELIGIBLE, NO_CARD);
}

static bool at_hand_limit(const Game *g)
{
    return g->segment == SEGMENT_DISCARD && g->decision.about == NODE_DISCARD && g->decision.card == NO_CARD;
}

static void tell_choose(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    if (!is_asked(r) || !(is_choice(g->decision.kind) || g->decision.kind == SL_DECIDE_STACK)) {
        if (g->segment == SEGMENT_DISCARD)
            because(r, RULE_HAND_LIMIT, NO_CARD);
        if (g->decision.player != r->player && is_choice(g->decision.kind)) {
            because(r, RULE_NOT_YOUR_CHOICE, NO_CARD);
            tell_tie(r);
        }
        because(r, g->active == r->player ? CITE_NONE : RULE_NOT_YOUR_TURN, NO_CARD);
        because(r, RULE_NOT_ASKED, NO_CARD);
        return;
    }
    if (g->decision.kind == SL_DECIDE_STACK) {
        because(r, RULE_NOT_DRAWN, NO_CARD);
        return;
    }
    const Frame *f = &g->frame[g->depth - 1];
    bool eligible = card && f->proc == PROC_choose_cards && set_has(cards_of(g, f), card);
    if (at_hand_limit(g))
        because(r, RULE_HAND_LIMIT, NO_CARD);
    if (eligible || !card)
        because(r, RULE_SET_SIZE, NO_CARD);
    else
        tell_not_eligible(r);
}

static void tell_stack(Reasons *r)
{
    const Game *g = r->g;
    if (g->encounter.active && g->encounter.opponent != r->player)
        because(r, RULE_NOT_YOUR_STACK, NO_CARD);
    if (g->encounter.active && g->encounter.opponent != r->player && g->players > 2)
        because(r, RULE_LEFT_STACKS, NO_CARD);
    if (g->encounter.active && r->asked.card && g->card[r->asked.card].zone != ZONE_DRAWN)
        because(r, RULE_NOT_DRAWN, NO_CARD);
    if (!g->encounter.active) {
        because(r, g->active != r->player ? RULE_NOT_DRAWN : CITE_NONE, NO_CARD);
        because(r, RULE_NOT_ASKED, NO_CARD);
    }
}

int second_why_not(const Game *g, int player, Option asked, bool open, Refusal *out, int room)
{
    Reasons r = { .g = g, .player = player, .asked = asked, .open = open, .out = out, .room = room };
    if (g->over) {
        because(&r, RULE_GAME_OVER, NO_CARD);
        return r.count;
    }
    if (g->lost >> player & 1) {
        because(&r, RULE_CONCEDED, NO_CARD);
        return r.count;
    }
    switch (asked.verb) {
    case SL_PLAY:    if (asked.card) tell_play(&r); break;
    case SL_USE:     if (asked.card) tell_use(&r); break;
    case SL_BEAM:    if (asked.card) tell_beam(&r); break;
    case SL_MOVE:    if (asked.card) tell_move(&r); break;
    case SL_ATTEMPT: if (asked.card) tell_attempt(&r); break;
    case SL_DRAW:
        tell_unfinished(&r);
        if (g->segment != SEGMENT_PLAY)
            because(&r, RULE_COUNTERS_GONE, NO_CARD);
        break;
    case SL_END:
        if (is_asked(&r) && at_hand_limit(g))
            because(&r, RULE_HAND_LIMIT, NO_CARD);
        tell_unfinished(&r);
        break;
    case SL_CHOOSE:
        if (asked.number == SL_TO_STACK)
            tell_stack(&r);
        if (asked.number == SL_TO_DISCARD && !is_asked(&r) && g->active != player)
            because(&r, RULE_HAND_LIMIT, NO_CARD);
        if (asked.number != SL_TO_STACK || (is_asked(&r) && !r.count))
            tell_choose(&r);
        break;
    case SL_NAME_CARD: because(&r, decides(&r, SL_DECIDE_TITLE) ? RULE_NAME_OUTSIDE_LIMITS : RULE_NOT_ASKED, NO_CARD); break;
    case SL_NUMBER: because(&r, decides(&r, SL_DECIDE_NUMBER) ? RULE_NAME_OUTSIDE_LIMITS : RULE_NOT_ASKED, NO_CARD); break;
    case SL_NAME_SKILL: because(&r, decides(&r, SL_DECIDE_SKILL) ? RULE_NAME_OUTSIDE_LIMITS : RULE_NOT_ASKED, NO_CARD); break;
    case SL_PASS:
        if (is_asked(&r) && at_hand_limit(g))
            because(&r, RULE_HAND_LIMIT, NO_CARD);
        if (is_asked(&r) && is_choice(g->decision.kind))
            because(&r, RULE_FINISH_FIRST, NO_CARD);
        because(&r, g->active == player || is_asked(&r) ? RULE_NOT_ASKED : RULE_NOT_YOUR_TURN, NO_CARD);
        break;
    default:
        because(&r, is_asked(&r) ? RULE_NOT_ASKED : RULE_NOT_YOUR_TURN, NO_CARD);
        break;
    }
    return r.count;
}
