/* The game and its turns: chapters 5, 6 and 21 of the rules. */
#include "spaceline.h"
#include "second/second.h"

/* ---- setup: 2E-5 ---- */

static void deal(Game *g)
{
    for (int p = 0; p < g->players; p++) {
        pile_shuffle(g, p, ZONE_DECK);
        pile_shuffle(g, p, ZONE_PILE);
        for (int i = 0; i < HAND_SIZE; i++)
            draw_card(g, p);
    }
    g->first = (uint8_t)rng_below(&g->rng, g->players);
    g->active = g->first;
    cite(g, RULE_FIRST_PLAYER);
}

/* ---- winning: 2E-21 ---- */

static bool has_completed(const Game *g, int player, int kind)
{
    FOR_SET(id, &g->in_play)
        if (g->card[id].flags & COMPLETE && g->card[id].commander == player && printed(g, id)->kind == kind)
            return true;
    return false;
}

static bool has_won(const Game *g, int player)
{
    if (g->score[player] < POINTS_TO_WIN)
        return false;
    return g->score[player] >= POINTS_TO_WIN + more_points_to_win(g, player) && has_completed(g, player, KIND_PLANET) && has_completed(g, player, KIND_SPACE);
}

int goals_to_win(const Game *g, int player, sl_goal *out, int room)
{
    const sl_goal all[] = { { "points", g->score[player], POINTS_TO_WIN + more_points_to_win(g, player), "points" },
                            { "planet mission", has_completed(g, player, KIND_PLANET), 1, "planet" }, { "space mission", has_completed(g, player, KIND_SPACE), 1, "space" } };
    for (int i = 0; i < (int)countof(all) && i < room; i++)
        out[i] = all[i];
    return (int)countof(all);
}

/* Asked after every action, in anybody's turn and in the middle of a text; the active player first (2E-21.3 to 21.6). */
Flow second_win_check(Game *g, Frame *f)
{
    (void)f;
    for (int i = 0; i < g->players && !g->over; i++) {
        int p = (g->active + i) % g->players;
        if (g->lost >> p & 1 || !has_won(g, p))
            continue;
        log_event(g, LOG_WINS, p, NO_CARD, NO_CARD, g->score[p]);
        cite(g, RULING_WIN_CONDITIONS);
        cite(g, RULING_WIN_AT_ONCE);
        for (int k = i + 1; k < g->players; k++)
            if (has_won(g, (g->active + k) % g->players))
                cite(g, RULE_BOTH_WIN);
        game_end(g, p);
    }
    return FLOW_DONE;
}

/* What the rules ask after an action: see SETTLE. */
Flow second_settle(Game *g, Frame *f)
{
    PROC_BEGIN;

    CALL(texts_due, f->player, (Do){ 0 });
    g->unsettled = some_text_waits(g);
    for (int p = 0; p < g->players; p++)
        g->unsettled |= g->score[p] >= POINTS_TO_WIN;
    CALL_ON(second_host_check, f->player, g->orbiting, (Do){ .n = 1 });
    CALL(second_win_check, f->player, (Do){ 0 });
    RETURN(1);

    PROC_END;
}

/* A round without cards in any deck or hand, a score, a completion or an attempt ends the game: the higher score wins (2E-21.8).
 * So does a longer wait where hands hold cards that nobody plays, or attempts lead nowhere. */
enum { ROUNDS_WITHOUT_PROGRESS = 4, LONGEST_GAME = 600 };

static bool is_stalemate(const Game *g)
{
    if (g->turn >= LONGEST_GAME)
        return true;
    bool hands_empty = true;
    for (int p = 0; p < g->players; p++) {
        if (g->lost >> p & 1)
            continue;
        if (g->pile[p][ZONE_DECK].count)
            return false;
        hands_empty &= g->pile[p][ZONE_HAND].count == 0;
    }
    uint32_t round = g->players, idle = g->turn - g->progress;
    return idle >= ROUNDS_WITHOUT_PROGRESS * round || (hands_empty && idle >= round && g->turn - g->tried >= round);
}

/* ---- the game ---- */

/* Additional turns come first; then the order of turns goes on from the last regular one (2E-6.13). */
static void pass_the_turn(Game *g)
{
    for (int i = 0; i < g->players; i++) {
        int p = (g->active + i) % g->players;
        if (g->extra_turns[p]) {
            g->extra_turns[p]--;
            g->additional = true;
            g->active = (uint8_t)p;
            log_event(g, LOG_EXTRA_TURN, p, NO_CARD, NO_CARD, 0);
            return;
        }
    }
    g->additional = false;
    g->active = (uint8_t)next_player(g, g->regular - 1);
    g->regular = (uint8_t)(g->active + 1);
}

Flow second_game(Game *g, Frame *f)
{
    LOCALS(Turn, t);
    PROC_BEGIN;

    if (!t->set_up)
        deal(g);
    g->progress = g->tried = g->turn;
    if (!g->regular)
        g->regular = (uint8_t)(g->active + 1);
    for (;;) {
        CALL(second_turn, g->active, (Turn){ .from = t->from });
        t->from = SEGMENT_START;
        if (is_stalemate(g) || (g->world->switches.deckout && g->pile[g->active][ZONE_DECK].count == 0)) {
            log_event(g, LOG_STALEMATE, g->active, NO_CARD, NO_CARD, 0);
            cite(g, RULE_STALEMATE);
            game_end_by_score(g);
            RETURN(0);
        }
        pass_the_turn(g);
    }

    PROC_END;
}

/* The leaving player's turn ends at once; another's goes on in its segment, without what was going on. */
Turn turn_after(Game *g, int player)
{
    g->extra_turns[player] = 0;
    if (g->active == player)
        return (Turn){ .set_up = 1, .from = SEGMENT_END };
    g->counters_given = g->segment == SEGMENT_PLAY;
    return (Turn){ .set_up = 1, .from = g->segment == SEGMENT_START ? SEGMENT_PLAY : g->segment };
}

/* ---- the turn: 2E-6.1 ---- */

/* What texts that go on add to the counters of a player's segment now. */
static int counters_by_texts(const Game *g, int player)
{
    int n = 0;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        if (a->kind != NODE_COUNTERS_EACH || g->card[s->card].commander != player || !text_active(g, s->card, a))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        if (guard_holds(g, &ctx, a))
            n += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return n;
}

/* "While …, you may spend an additional counter": as long as it is so (2E-18.3), and what was spent already is not asked back. */
static void follow_texts(Game *g, int player)
{
    int now = counters_by_texts(g, player), left = g->plays[player], spent = g->spent;
    int change = now < g->by_texts && g->by_texts - now > left ? -left : now - g->by_texts;
    if (!change)
        return;
    plays_set(g, player, left + change);
    g->spent = (uint8_t)spent;
    g->by_texts = (int16_t)(g->by_texts + change);
    log_event(g, LOG_COUNTERS, player, NO_CARD, NO_CARD, change);
}

/* What texts give as long as they hold, and "no player may spend more than seven counters": what is left beyond that is lost. */
void limit_counters(Game *g)
{
    if (some_has_kind(g, NODE_COUNTERS_EACH))
        follow_texts(g, g->active);
    if (!some_has_kind(g, NODE_COUNTERS_MOST))
        return;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        Ctx ctx = ctx_of(g, s->card);
        if (a->kind != NODE_COUNTERS_MOST || !text_active(g, s->card, a) || !guard_holds(g, &ctx, a))
            continue;
        int spent = g->spent, left = node_value(g->world->cat, a->node, 0) - spent;
        plays_set(g, g->active, smaller_of(g->plays[g->active], left));
        g->spent = (uint8_t)spent;
    }
}

static void recover(Game *g, int player)
{
    FOR_SET(id, &g->stopped)
        if (player == NOBODY || g->card[id].commander == player)
            card_flag(g, id, STOPPED, false);
}

static CardSet recovered(Game *g, int player)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->stopped)
        if (player == NOBODY || g->card[id].commander == player)
            set_add(&out, id);
    recover(g, player);
    return out;
}

/* Texts answer it once all of them are unstopped; whom they stop then stays so.  Mostly there is none. */
#define UNSTOP_ALL(of_)                                                                       \
    do { if (event_heard(g, EVENT_UNSTOPPED))                                                 \
             RESPOND(f->player, recovered(g, (of_)), (Window){ .event = EVENT_UNSTOPPED, .actor = f->player }); \
         else                                                                                 \
             recover(g, (of_)); } while (0)

static void restore_range(Game *g, int player)
{
    FOR_SET(id, &g->orbiting)
        if (g->card[id].range_used && (player == NOBODY || g->card[id].commander == player))
            card_use_range(g, id, 0);
}

static void begin_turn(Game *g, int player)
{
    turn_begin(g, player);
    if (g->world->switches.range_reset_at)
        restore_range(g, player);
}

/* Which of their missions a player has attempted this turn is known until that player's next turn is over. */
static void note_tried(Game *g, int player)
{
    if (!g->world->cat->asks_tried)
        return;
    FOR_PILE(g, id, &g->pile[player][ZONE_ROW]) {
        bool tried = g->card[id].flags & TRIED;
        if (tried)
            card_flag(g, id, TRIED, false);
        if (tried != !!(g->card[id].flags & TRIED_BEFORE))
            card_flag(g, id, TRIED_BEFORE, tried);
    }
}

static void end_turn(Game *g)
{
    note_tried(g, g->active);
    for (CardId id = 1; g->remembers & REMEMBERS_FACED && id <= g->card_count; id++)
        if (g->card[id].flags & FACED)
            card_flag(g, id, FACED, false);
    turn_end(g);
    if (!g->world->switches.range_reset_at)
        restore_range(g, NOBODY);
}

/* By the switch, damage cards come off the player's ships at his own headquarters (2E-15.13). */
static CardSet damage_at_home(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->in_play) {
        CardId ship = g->card[id].zone == ZONE_ON ? g->card[id].host : NO_CARD;
        CardId home = ship && g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == player ? g->card[ship].host : NO_CARD;
        if (home && printed(g, home)->kind == KIND_HEADQUARTERS && g->card[home].commander == player && is_damage_card(g, id))
            set_add(&out, id);
    }
    return out;
}

/* What a text has put off to the end of the turn, or (x: until when) of the mission attempt, the dilemma or the battle, the oldest first: with the
 * card that it was said of as `that`. */
Flow second_later(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    for (;;) {
        int at = 0;
        while (at < g->modifier_count && (g->modifier[at].op != NODE_MOD_LATER || (d->x && g->modifier[at].until != d->x)))
            at++;
        if (at == g->modifier_count)
            break;
        Modifier m = g->modifier[at];
        modifier_take(g, at);
        d->node = m.filter;
        d->player = m.player;
        scope_enter(g, f, m.source, m.player);
        set_put(g, &g->scope[f->scope - 1].that, set_one(m.target));
        CALL(run_list, d->player, (List){ .node = d->node, .count = (uint8_t)cat->node[d->node].argc });
        scope_leave(g, f);
    }
    RETURN(1);

    PROC_END;
}

static int hand_limit(const Game *g, int player)
{
    int limit = HAND_SIZE;
    if (!(g->mods & mod_bit(NODE_MOD_HAND)))
        return limit;
    CardSet counted = { 0 };                    /* what a card says of all missions of a player counts once */
    FOR_SET(id, &g->commanded[player]) {
        CardSet here = { 0 };
        Steps steps;
        find_steps_of(g, id, NODE_MOD_HAND, &steps);
        for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
            limit += set_has(&counted, s->source) ? 0 : s->amount;
            if (g->card[id].zone == ZONE_ROW)
                set_add(&here, s->source);
        }
        set_join(&counted, &here);
    }
    return not_negative(limit);
}

/* What a hand holds beyond its limit (2E-6.10). */
static int excess_cards(const Game *g, int player)
{
    return g->pile[player][ZONE_HAND].count - hand_limit(g, player);
}

Flow second_turn(Game *g, Frame *f)
{
    LOCALS(Turn, t);
    PROC_BEGIN;

    if (t->from == SEGMENT_START) {
        begin_turn(g, f->player);
        if (g->world->switches.unstop_at)
            UNSTOP_ALL(f->player);
        SETTLE();
        TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_TURN_STARTS, .actor = f->player });
    } else {
        segment_begin(g, t->from);
        SETTLE();                               /* a table that was set up: somebody may have won */
    }
    if (t->from <= SEGMENT_PLAY) {
        segment_begin(g, SEGMENT_PLAY);
        g->by_texts = (int16_t)counters_by_texts(g, f->player);
        if (!g->counters_given)
            plays_set(g, g->active, g->plays[g->active] + not_negative(COUNTERS_A_TURN + g->by_texts));
        g->counters_given = false;
        if (event_heard(g, EVENT_PLAY_STARTS))
            RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_PLAY_STARTS, .actor = f->player });
        CALL(second_play_segment, f->player, (Turn){ 0 });
        TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_PLAY_ENDS, .actor = f->player });
        plays_set(g, g->active, 0);
    }
    if (t->from <= SEGMENT_ORDERS) {
        segment_begin(g, SEGMENT_ORDERS);
        loop_begin(g);
        TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ORDERS_START, .actor = f->player });
        CALL(second_order_segment, f->player, (Turn){ 0 });
        if (event_heard(g, EVENT_ORDERS_END))
            RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ORDERS_END, .actor = f->player });
    }
    if (t->from <= SEGMENT_DISCARD) {
        segment_begin(g, SEGMENT_DISCARD);
        if (excess_cards(g, f->player) > 0)
            CALL(second_discard_segment, f->player, (Turn){ 0 });
    }
    segment_begin(g, SEGMENT_END);
    TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_TURN_ENDS, .actor = f->player });
    if (g->mods & mod_bit(NODE_MOD_LATER))
        CALL(second_later, f->player, (Do){ 0 });
    if (g->world->switches.hq_repair)
        CALL_ON(affect_cards, f->player, damage_at_home(g, f->player), (Affect){ .act = DO_DISCARD });
    if (!g->world->switches.unstop_at)
        UNSTOP_ALL(NOBODY);
    end_turn(g);
    SETTLE();
    RETURN(0);

    PROC_END;
}

/* ---- discard excess cards: 2E-6.10 ---- */

static CardSet hand_of(const Game *g, int player)
{
    CardSet hand = { 0 };
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
        set_add(&hand, id);
    return hand;
}

Flow second_discard_segment(Game *g, Frame *f)
{
    PROC_BEGIN;

    int excess = excess_cards(g, f->player);
    cite(g, RULE_HAND_LIMIT);
    CALL_ON(choose_cards, f->player, hand_of(g, f->player),
            (Choose){ .least = (uint16_t)excess, .most = (uint16_t)excess, .about = NODE_DISCARD, .hidden = true });
    CALL_ON(affect_cards, f->player, g->picked, (Affect){ .act = DO_DISCARD });
    RETURN(0);

    PROC_END;
}
