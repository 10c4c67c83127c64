/* The game and its turns: chapters 5.1, 6 and 27 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* ---- before the first turn: 1E-5.1, 5.7 ---- */

static void shuffle_seeds(Game *g)
{
    g->first = (uint8_t)rng_below(&g->rng, 2);
    for (int p = 0; p < g->players; p++)
        pile_shuffle(g, p, ZONE_SEEDS);
}

/* What was not seeded is out of play; then the draw decks are shuffled and seven cards drawn (1E-5.7.3, 5.7.4). */
static void end_seeding(Game *g, bool deal)
{
    for (int p = 0; p < g->players; p++) {
        while (g->pile[p][ZONE_SEEDS].top)
            card_to_pile(g, g->pile[p][ZONE_SEEDS].top, p, ZONE_REMOVED, PUT_TOP);
        if (deal) {
            pile_shuffle(g, p, ZONE_DECK);
            for (int i = 0; i < FIRST_HAND; i++)
                draw_card(g, p);
        }
    }
    g->active = g->first;
}

/* ---- winning: 1E-27 ---- */

/* The player has solved missions of both kinds; a dual one is of both. */
static bool has_solved_both(const Game *g, int player)
{
    bool planet = false, space = false;
    for (int line = 0; line < LINE_TIME; line++)
        FOR_PILE(g, id, &g->line[line])
            if (g->card[id].flags & COMPLETE && g->card[id].named_kind == NAMED_SOLVER && g->card[id].named == player) {
                planet |= printed(g, id)->kind != KIND_SPACE;
                space |= printed(g, id)->kind != KIND_PLANET;
            }
    return planet && space;
}

/* 100, in some formats 40 more for who has not solved missions of both kinds, and what texts add (1E-27.1, A10.3, G11.2). */
int points_to_win(const Game *g, int player)
{
    enum { MORE_IN_OTF = 40 };
    bool more = g->world->switches.format == FORMAT_OTF && !has_solved_both(g, player);
    return FIRST_POINTS_TO_WIN + (more ? MORE_IN_OTF : 0) + more_points_to_win(g, player);
}

/* Intermix Ratio: bonus points count as far as there are as many others. */
static int counting_points(const Game *g, int player)
{
    int bonus = g->bonus[player], others = g->score[player] - bonus;
    FOR_SET(id, &g->in_play)
        if (has_kind(printed(g, id), NODE_BONUS_CAP) && !is_textless(g, id))
            return others + (bonus < others ? bonus : others);
    return g->score[player];
}

static bool has_won(const Game *g, int player)
{
    if (g->score[player] < FIRST_POINTS_TO_WIN || counting_points(g, player) < FIRST_POINTS_TO_WIN)
        return false;
    if (counting_points(g, player) < points_to_win(g, player)) {
        cite(g, RULE_FIRST_FORMAT_WINS);
        return false;
    }
    return true;
}

/* In 1998 the game ended when either draw deck was empty, later when both are; the higher score wins (1E-27.3).  A deck that a scene does not list
 * counts as not empty. */
static bool decks_are_out(const Game *g)
{
    bool one = !(g->decks_left_out & 1) && g->pile[0][ZONE_DECK].count == 0, other = !(g->decks_left_out & 2) && g->pile[1][ZONE_DECK].count == 0;
    return in_force(g, LAYER_DECK_OUT_EITHER) ? one || other : one && other;
}

static void end_by_decks(Game *g)
{
    log_event(g, LOG_DECKS_OUT, g->active, NO_CARD, NO_CARD, 0);
    cite(g, in_force(g, LAYER_DECK_OUT_EITHER) ? LAYER_DECK_OUT_EITHER : LAYER_DECK_OUT_BOTH);
    game_end_by_score(g);
}

/* After every action: 100 points win; of two who have them the higher score (1E-27.1). */
Flow first_settle(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (some_text_waits(g))
        CALL(texts_due, f->player, (Do){ 0 });
    if (some_dilemma_may_end(g))
        CALL(first_cures, f->player, (Trying){ 0 });
    CALL(first_settle_table, f->player, (Do){ 0 });
    g->unsettled = g->score[0] >= FIRST_POINTS_TO_WIN || g->score[1] >= FIRST_POINTS_TO_WIN || some_dilemma_may_end(g) || table_stays_unsettled(g) || some_text_waits(g);
    if (!has_won(g, 0) && !has_won(g, 1) && !g->over && !in_force(g, LAYER_DECK_OUT_EITHER) && decks_are_out(g)) {
        CALL(first_last_debts, g->active, (Do){ 0 });
        end_by_decks(g);
    }
    if ((!has_won(g, 0) && !has_won(g, 1)) || g->over)
        RETURN(0);
    CALL(first_last_debts, g->active, (Do){ 0 });
    cite(g, RULE_FIRST_WINS);
    if (has_won(g, 0) && has_won(g, 1)) {
        game_end_by_score(g);
    } else {
        int winner = has_won(g, 0) ? 0 : 1;
        log_event(g, LOG_WINS, winner, NO_CARD, NO_CARD, g->score[winner]);
        game_end(g, winner);
    }
    RETURN(0);

    PROC_END;
}

/* ---- the game ---- */

/* An additional turn follows at once (1E-6.1). */
static void pass_the_turn(Game *g)
{
    g->additional = g->extra_turns[g->active] > 0;
    if (!g->additional) {
        g->active = (uint8_t)next_player(g, g->active);
        return;
    }
    g->extra_turns[g->active]--;
    log_event(g, LOG_EXTRA_TURN, g->active, NO_CARD, NO_CARD, 0);
}

Flow first_game(Game *g, Frame *f)
{
    LOCALS(Turn, t);
    PROC_BEGIN;

    if (t->set_up)
        settle_laid_table(g);
    else
        shuffle_seeds(g);
    for (int p = 0; p < g->players; p++)
        g->decks_left_out |= (uint8_t)(g->pile[p][ZONE_DECK].count || g->decks_left_out & DECK_EMPTY << p ? 0 : 1 << p);
    if (!t->set_up || t->from >= SEGMENT_SEED_DOORWAY) {
        if (!t->set_up || t->from == SEGMENT_SEED_DOORWAY) {
            segment_begin(g, SEGMENT_SEED_DOORWAY);
            CALL(first_seed_in_turns, g->first, (Seeding){ 0 });
        }
        if (!t->set_up || t->from <= SEGMENT_SEED_MISSION) {
            segment_begin(g, SEGMENT_SEED_MISSION);
            CALL(first_seed_missions, g->first, (Seeding){ 0 });
        }
        if (!t->set_up || t->from <= SEGMENT_SEED_DILEMMA) {
            segment_begin(g, SEGMENT_SEED_DILEMMA);
            CALL(first_seed_dilemmas, g->first, (Seeding){ 0 });
        }
        segment_begin(g, SEGMENT_SEED_FACILITY);
        CALL(first_seed_in_turns, g->first, (Seeding){ 0 });
        end_seeding(g, !t->set_up);
        t->from = SEGMENT_START;
    }
    for (;;) {
        CALL(first_player_turn, g->active, (Turn){ .from = t->from, .set_up = t->set_up });
        t->from = SEGMENT_START;
        if (decks_are_out(g)) {                 /* who took the last card in 1998 has finished the turn */
            CALL(first_last_debts, g->active, (Do){ 0 });
            end_by_decks(g);
            RETURN(0);
        }
        pass_the_turn(g);
    }

    PROC_END;
}

Turn first_turn_after(Game *g, int player)
{
    (void)g, (void)player;
    return (Turn){ .set_up = 1, .from = SEGMENT_END };
}

/* ---- the turn: 1E-6.1 ---- */

/* First everything that was merely stopped unstops, whoever controls it, and RANGE of the player's own ships is fresh (1E-6.2). */
static void begin_turn(Game *g, int player)
{
    turn_begin(g, player);
    debts_fall_due(g, player);
    attacks_grow_old(g);
    holograms_recover(g, player);
    note_infiltrators(g, player);
    repairs_begin(g, player);
    FOR_SET(id, &g->stopped)
        if (!g->card[id].countdown)                 /* some are stopped for longer (1E-24.2) */
            card_flag(g, id, STOPPED, false);
    FOR_SET(id, &g->in_play) {
        if (g->card[id].range_used && g->card[id].commander == player)      /* each turn of its controller's (1E-15.5, G14.1) */
            card_use_range(g, id, 0);
        if (g->card[id].flags & CLOAK_CHANGED)
            card_flag(g, id, CLOAK_CHANGED, false);
        if (g->card[id].flags & ARRIVED)
            card_flag(g, id, ARRIVED, false);
    }
}

Flow first_player_turn(Game *g, Frame *f)
{
    LOCALS(Turn, t);
    PROC_BEGIN;

    if (t->from == SEGMENT_START) {
        begin_turn(g, f->player);
        SETTLE();
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_TURN_STARTS, .actor = f->player });
        if (may_replace(g, f->player))
            CALL(first_replace, f->player, (Do){ 0 });
    } else {
        SETTLE();                               /* a table that was set up */
    }
    HAND_OVER_RIGHT();                          /* with the start of a turn the right to act passes on, as after any other action (1E-7.4) */
    if (t->from <= SEGMENT_PLAY) {
        segment_begin(g, SEGMENT_PLAY);
        if (!g->counters_given)
            plays_set(g, f->player, CARD_PLAYS_A_TURN);
        g->counters_given = false;
        CALL(first_play_segment, f->player, (Turn){ 0 });
        plays_set(g, f->player, 0);
    }
    if (t->from <= SEGMENT_ORDERS) {
        segment_begin(g, SEGMENT_ORDERS);
        CALL(first_order_segment, f->player, (Ordered){ 0 });
    }
    segment_begin(g, SEGMENT_END);
    RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_TURN_ENDS, .actor = f->player });
    CALL(first_nemesis, f->player, (Do){ 0 });
    CALL(first_count_down, f->player, (Trying){ 0 });
    CALL(first_repairs, f->player, (Attack){ 0 });
    CALL(first_probing, f->player, (Probing){ 0 });
    turn_end(g);
    SETTLE();
    CALL(first_draw, f->player, (Do){ .x = 1 });        /* 1E-6.9 */
    CALL(first_pay_debts, f->player, (Do){ .x = true });
    RETURN(0);

    PROC_END;
}

/* Each card that a player may draw can be replaced by what a text offers in place of one card draw; who draws no cards this turn has no draw to
 * replace (1E-6.10, 6.11). */
Flow first_draw(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (d->n = 0, d->i = 0; d->i < d->x; d->i++) {
        if (g->listeners[EVENT_ABOUT_TO_DRAW]) {
            cite(g, g->no_draws >> f->player & 1 ? RULING_DRAW_NO_CARDS_THIS_TURN_1998_3 : RULING_DOWNLOAD_IN_PLACE_OF_ONE_CARD_DRAW_1998);
            if (!(g->no_draws >> f->player & 1) || !in_force(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_3)) {
                RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_DRAW, .actor = f->player });
                if (g->result == 0)
                    continue;
            }
        }
        if (draw_cards(g, f->player, 1) == 0)
            continue;
        d->n++;
        if (event_heard(g, EVENT_DREW))
            RESPOND(f->player, set_one(g->pile[f->player][ZONE_HAND].bottom), (Window){ .event = EVENT_DREW, .actor = f->player });
    }
    RETURN(d->n);

    PROC_END;
}

/* ---- card play: 1E-6.3, 6.5 ---- */

Flow first_play_segment(Game *g, Frame *f)
{
    PROC_BEGIN;

    for (;;) {
        decision_open(g, SL_DECIDE_PLAY, f->player, 0, NO_CARD);
        decision_add(g, (Option){ .verb = SL_END });
        offer_reports(g, f->player);
        offer_plays(g, f->player);
        offer_buildings(g, f->player);
        offer_uses(g, f->player);
        offer_changes(g, f->player);
        ASK();
        if (answered(g).verb == SL_END)
            RETURN(0);
        if (answered(g).verb == SL_CHANGE)
            change_affiliation(g, answered(g).card, answered(g).number);
        else if (answered(g).verb == SL_USE) {
            push_use(g, f->player, answered(g));
            PAUSE(FLOW_CALL);
        } else if (answered(g).verb == SL_PLAY && (is_type(g, answered(g).card, TYPE_FACILITY) || is_type(g, answered(g).card, TYPE_SITE)))
            CALL(first_build, f->player, PLAYING_OF(answered(g)));
        else if (answered(g).verb == SL_PLAY)
            CALL(first_play_card, f->player, PLAYING_OF(answered(g)));
        else
            CALL(first_report, f->player, (Reporting){ .card = answered(g).card, .place = answered(g).target, .mode = (uint8_t)answered(g).number });
        SETTLE();
        HAND_OVER_RIGHT();
    }

    PROC_END;
}

/* ---- orders: 1E-6.4 ---- */

/* Orders that ask nothing more and that nothing answers. */
static bool done_at_once(Game *g, Option o)
{
    switch (o.verb) {
    case SL_RESCUE: case SL_IMPRISON: case SL_ESCORT: order_captive(g, o); break;
    case SL_CHANGE:   change_affiliation(g, o.card, o.number); break;
    case SL_DOCK:     dock(g, o.card, o.target); break;
    case SL_UNDOCK:   undock(g, o.card); break;
    case SL_LAND:     land(g, o.card); break;
    case SL_TAKE_OFF: take_off(g, o.card); break;
    case SL_LOAD:     load(g, o.card, o.target); break;
    case SL_LAUNCH:   launch(g, o.card); break;
    case SL_CLOAK:    change_cloak(g, o.card, CLOAKED, true); break;
    case SL_DECLOAK:  change_cloak(g, o.card, CLOAKED, false); break;
    case SL_PHASE:    change_cloak(g, o.card, PHASED, true); break;
    case SL_UNPHASE:  change_cloak(g, o.card, PHASED, false); break;
    case SL_ACTIVATE: activate(g, o.card); break;
    case SL_INFILTRATE: infiltrate(g, o.card, o.target); break;
    case SL_EXPOSE:   expose(g, o.card); break;
    default:          return false;
    }
    return true;
}

/* An attempt or scouting with a ship, or with the Away Team of a personnel: where several are at a mission that is both, its number says which. */
static Trying attempt_chosen(const Game *g, int player, Option o)
{
    bool ship = o.target && is_type(g, o.target, TYPE_SHIP);
    CardId objective = o.verb == SL_SCOUT ? current_objective(g, player) : NO_CARD;
    return (Trying){ .objective = objective, .mission = o.card, .ship = ship ? o.target : NO_CARD, .leader = ship ? (CardId)o.number : o.target };
}

/* All that the player may do now. */
static void offer_orders(Game *g, int player)
{
    Locations locations;
    Ships ships;
    find_locations(g, &locations);
    find_ships(g, player, &ships);
    offer(g, (Option){ .verb = SL_END }, must_travel(g, player) ? RULE_FIRST_REQUIRED : must_attempt(g, player) ? RULE_FIRST_MUST_ATTEMPT : CITE_NONE, NO_CARD);
    offer_attempts(g, player, &locations, &ships);
    offer_scouting(g, player);
    offer_battles(g, player, &locations);
    offer_captives(g, player);
    offer_commandeering(g, player);
    offer_activations(g, player);
    offer_infiltration(g, player);
    offer_moves(g, player, &ships);
    offer_docking(g, player, &ships);
    offer_landing(g, player);
    offer_cloaking(g, player, &ships);
    offer_beams(g, player, &locations);
    offer_plays(g, player);
    offer_uses(g, player);
    offer_changes(g, player);
}

/* The orders for which a ship must be staffed (1E-15.1). */
static const bool is_ship_order[SL_VERB_COUNT] = { [SL_MOVE] = true, [SL_DOCK] = true, [SL_UNDOCK] = true, [SL_LAND] = true, [SL_TAKE_OFF] = true, [SL_LAUNCH] = true };

Flow first_order_segment(Game *g, Frame *f)
{
    LOCALS(Ordered, o);
    PROC_BEGIN;

    for (;;) {
        if (g->controlling == f->player + 1 && !control_lasts(g, f->player))
            RETURN(0);
        decision_open(g, SL_DECIDE_ORDERS, f->player, 0, NO_CARD);
        offer_orders(g, f->player);
        ASK();
        o->order = answered(g);
        if (o->order.verb == SL_END)
            RETURN(0);
        if (is_ship_order[o->order.verb] && is_staffed_by_infiltrators(g, o->order.card)) {      /* their owner says whether they count (1E-A8.4) */
            CALL_ON(choose_cards, next_player(g, f->player), infiltrators_among(g, f->player, o->order.card), (Choose){ .most = 99, .about = NODE_STAFFED });
            if (!is_staffed_with(g, o->order.card, &g->picked)) {
                HAND_OVER_RIGHT();
                continue;
            }
        }
        if (done_at_once(g, o->order)) {
            if (o->order.verb == SL_LAND || o->order.verb == SL_TAKE_OFF)
                RESPOND(f->player, set_one(o->order.card), (Window){ .event = o->order.verb == SL_LAND ? EVENT_LANDED : EVENT_TOOK_OFF, .actor = f->player,
                                                                       .cause = g->card[o->order.card].host });
        } else if (o->order.verb == SL_USE) {
            push_use(g, f->player, o->order);
            PAUSE(FLOW_CALL);
        }
        else if (o->order.verb == SL_PLAY)
            CALL(first_play_card, f->player, PLAYING_OF(o->order));
        else if (o->order.verb == SL_MOVE)
            CALL(first_move, f->player, (Moving){ .ship = o->order.card, .to = o->order.target });
        else if (o->order.verb == SL_BEAM || o->order.verb == SL_WALK)
            CALL(first_beam, f->player, (Beaming){ .from = o->order.card, .to = o->order.target, .walking = o->order.verb == SL_WALK });
        else if (o->order.verb == SL_COMMANDEER)
            CALL(first_commandeer, f->player, (Attack){ .own = o->order.target, .other = o->order.card });
        else if (o->order.verb == SL_BATTLE && is_craft(g, o->order.card))
            CALL(first_ship_battle, f->player, (Attack){ .own = o->order.target, .other = o->order.card });
        else if (o->order.verb == SL_BATTLE)
            CALL(first_personnel_battle, f->player, (Attack){ .own = o->order.target, .other = o->order.card });
        else if (o->order.verb == SL_SCOUT && is_type(g, o->order.card, TYPE_SHIP))
            scout_ship(g, f->player, o->order.card, o->order.target);
        else {
            Trying chosen = attempt_chosen(g, f->player, o->order);
            CALL(first_attempt, f->player, chosen);
            if (g->controlling && g->controlling != f->player + 1 && !g->over)
                CALL(first_control, g->controlling - 1, (Turn){ 0 });
        }
        SETTLE();
        HAND_OVER_RIGHT();
    }

    PROC_END;
}
