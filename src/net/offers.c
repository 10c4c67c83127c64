/* What one player asks and the other answers: a draw, a pause, a take-back, another game.  What either may do alone: resume, claim
 * the game of somebody who stays away, hold a window.  And what a director may do to any game, with a reason that is kept. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { REASON_MOST = 300, CLOCK_MOST = 6 * 60 * 60, MOST_RULINGS = 100 };

static bool is_over(const Live *live)
{
    return sl_game_player(live->game) < 0;
}

static Ask read_ask(const json_t *in)
{
    const char *what = json_string_value(json_object_get(in, "what"));
    for (int i = ASK_NONE + 1; what && i < ASK_COUNT; i++)
        if (strcmp(what, ask_word((Ask)i)) == 0)
            return (Ask)i;
    return ASK_NONE;
}

static bool is_player(Conn *conn, const json_t *id)
{
    if (conn->seat >= 0 && !live_is_solo(conn->live) && !table_waits(conn->live))
        return true;
    socket_error(conn, id, "not-allowed", conn->seat < 0 ? "you watch this game" : "there is nobody to ask");
    return false;
}

/* What changed is kept, and everybody is told. */
static void changed(Server *server, Live *live, int64_t now)
{
    table_settle(server, live, now);
    table_save(server, live, now);
    send_table(live, now);
}

/* The same when the decisions are others now. */
static void turned(Server *server, Live *live, int64_t now)
{
    table_settle(server, live, now);
    table_save(server, live, now);
    send_states(server, live, now);
}

/* A take-back is about the last thing that happened: the next answer ends the question. */
void offers_lapse(Live *live)
{
    for (int i = 0; i < SEATS; i++)
        if (live->moment.ask[i] == ASK_UNDO || (is_over(live) && live->moment.ask[i] != ASK_REMATCH))
            live->moment.ask[i] = ASK_NONE;
}

/* ---- why not ---- */

/* NULL, or why this decision cannot be taken back: somebody has come to know something by it. */
static const char *why_not_undo(Server *server, Live *live, int seat)
{
    Error err = { "" };
    int keep = live_last_choice(live, seat);
    if (!live->terms.undo)
        return "the terms of this table allow no take-back";
    if (keep < 0)
        return "there is nothing to take back";
    if (live->unfair[seat] != keep + 2) {       /* what was shown once stays known: to look again is not worth the work */
        sl_game *then = live_game_at(server, live, keep, &err);
        bool fair = then && sl_game_nothing_shown(then, live->game);
        sl_game_free(then);
        if (fair)
            return NULL;
        live->unfair[seat] = keep + 2;
    }
    return "something hidden was shown since, or chance had a part in it";
}

static const char *why_not_ask(Server *server, Live *live, int seat, Ask what)
{
    int last = live_last_choice(live, seat) + 2;
    if ((what == ASK_REMATCH) != is_over(live))
        return is_over(live) ? "the game is over" : "the game is not over yet";
    if (what == ASK_PAUSE && live->moment.paused)
        return "the game is paused already";
    if (what == ASK_REMATCH && live->moment.next[0])
        return "the next game is there already";
    if (what == ASK_DRAW && live->moment.draw_after[seat] == last)
        return "a draw can be offered again after your next decision";
    if (what == ASK_UNDO && live->moment.undo_of[seat] == last)
        return "a decision's take-back is asked for once";
    return what == ASK_UNDO ? why_not_undo(server, live, seat) : NULL;
}

/* ---- what was agreed ---- */

/* That deck in another order: everybody has seen the old one when the game was over. */
static FoundDeck mixed_again(const Server *server, const StoredGame *old, int seat)
{
    FoundDeck deck = { .found = true };
    memcpy(deck.name, old->deck_name[seat], STORE_NAME);
    text_add(&deck.text, "%s", old->deck_text[seat]);
    deck_mix(server, &deck);
    return deck;
}

/* The same terms, the seats swapped, a new seed. */
static bool make_rematch(Server *server, Live *live, Error *err)
{
    const StoredGame *old = &live->stored;
    Terms terms = live->terms;
    char text[TERMS_TEXT];
    FoundDeck deck[SEATS] = { mixed_again(server, old, 1), mixed_again(server, old, 0) };
    deal_secret(&terms);
    deal_word(NULL, terms.word[0]);
    deal_word(NULL, terms.word[1]);
    terms_write(&terms, text);
    StoredGame game = { .user = live->user[1], .edition = old->edition, .date = old->date, .updated = now_seconds(), .terms = text,
                        .moment = (char[]){ "" }, .deck_text = { deck[0].text.at, deck[1].text.at } };
    random_id(game.id);
    game.seed = server->setup.deal >= 0 ? (uint64_t)server->setup.deal : deal_seed(&terms, game.id);
    memcpy(game.opponent, old->opponent, sizeof game.opponent);
    memcpy(game.switches, old->switches, sizeof game.switches);
    memcpy(game.deck_name[0], old->deck_name[1], STORE_NAME);
    memcpy(game.deck_name[1], old->deck_name[0], STORE_NAME);
    bool made = store_begin(server->store, err)
        && store_end(server->store, store_game_new(server->store, &game, err) && store_seat(server->store, game.id, 1, live->user[0], err), err);
    for (int i = 0; i < SEATS; i++)
        text_free(&deck[i].text);
    if (!made)
        return false;
    memcpy(live->moment.next, game.id, sizeof game.id);
    log_line(server, "\"event\":\"started\",\"game\":\"%s\",\"opponent\":\"human\",\"user\":%lld", game.id, (long long)game.user);
    return true;
}

static void agree(Server *server, Live *live, int asker, Ask what, int64_t now)
{
    Error err = { "" };
    int draw = END_AGREED, keep = live_last_choice(live, asker);
    live->moment.ask[0] = live->moment.ask[1] = ASK_NONE;
    switch (what) {
    case ASK_DRAW:
        table_record(server, live, &draw, 1, NULL, NULL, now);
        return;
    case ASK_UNDO:
        table_undone(server, live, keep, now);
        return;
    case ASK_PAUSE:
        live->moment.paused = PAUSED_BY_PLAYERS;
        turned(server, live, now);
        return;
    case ASK_REMATCH:
        if (!make_rematch(server, live, &err))
            for (Conn *conn = live->socket; conn; conn = conn->next)
                socket_error(conn, NULL, "not-allowed", err.text);
        break;
    case ASK_NONE: case ASK_COUNT: break;
    }
    changed(server, live, now);
}

/* ---- messages of players ---- */

void on_ask(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Live *live = conn->live;
    Ask what = read_ask(in);
    int seat = conn->seat, last = live_last_choice(live, seat) + 2;
    if (!is_player(conn, id))
        return;
    if (what == ASK_NONE) {
        socket_error(conn, id, "bad-message", "what is draw, pause, undo or rematch");
        return;
    }
    if (live->moment.ask[1 - seat] == what && what != ASK_UNDO) {
        agree(server, live, 1 - seat, what, now_milliseconds());
        return;
    }
    const char *why = why_not_ask(server, live, seat, what);
    if (why) {
        socket_error(conn, id, "not-allowed", why);
        return;
    }
    live->moment.ask[seat] = what;
    if (what == ASK_DRAW)
        live->moment.draw_after[seat] = last;
    if (what == ASK_UNDO)
        live->moment.undo_of[seat] = last;
    changed(server, live, now_milliseconds());
}

void on_reply(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Live *live = conn->live;
    Ask what = read_ask(in);
    const json_t *yes = json_object_get(in, "yes");
    if (!is_player(conn, id))
        return;
    int other = 1 - conn->seat;
    if (!what || !json_is_boolean(yes)) {
        socket_error(conn, id, "bad-message", "what is draw, pause, undo or rematch, and yes true or false");
    } else if (live->moment.ask[other] != what) {
        socket_error(conn, id, "not-allowed", "nobody asks for that now");
    } else if (json_is_true(yes)) {
        agree(server, live, other, what, now_milliseconds());
    } else {
        live->moment.ask[other] = ASK_NONE;
        changed(server, live, now_milliseconds());
    }
}

void on_withdraw(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)in;
    if (!is_player(conn, id))
        return;
    conn->live->moment.ask[conn->seat] = ASK_NONE;
    changed(server, conn->live, now_milliseconds());
}

void on_resume(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)in;
    Live *live = conn->live;
    if (!is_player(conn, id))
        return;
    if (live->moment.paused != PAUSED_BY_PLAYERS) {
        socket_error(conn, id, "not-allowed", live->moment.paused ? "a director paused the game, and resumes it" : "the game is not paused");
        return;
    }
    live->moment.paused = NOT_PAUSED;
    turned(server, live, now_milliseconds());
}

void on_claim(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)in;
    Live *live = conn->live;
    int64_t now = now_milliseconds();
    if (!is_player(conn, id))
        return;
    int other = 1 - conn->seat, code = END_CLAIMED - other;
    int64_t gone = live->gone_since[other] ? now - live->gone_since[other] : 0;
    if (is_over(live) || live->moment.paused)
        socket_error(conn, id, "not-allowed", is_over(live) ? "the game is over" : "the game is paused");
    else if (!live->terms.away || gone < (int64_t)live->terms.away * 1000)
        socket_error(conn, id, "not-allowed", live->terms.away ? "the other player has not been away for long enough" : "these terms know no claims");
    else
        table_record(server, live, &code, 1, conn, id, now);
}

/* Whoever wants to think keeps the window open, whether or not there is something to play. */
void on_hold(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Live *live = conn->live;
    bool on = !json_is_false(json_object_get(in, "on"));
    int64_t now = now_milliseconds();
    if (!is_player(conn, id))
        return;
    if (!live->beat.open) {
        socket_error(conn, id, "not-allowed", "no window is open");
        return;
    }
    if (live->beat.held[conn->seat] == on)
        return;
    live->beat.held[conn->seat] = on;
    if (!on)
        live->beat.ends = now + live->terms.beat;
    else
        live->beat.answer[conn->seat] = -1;
    table_settle(server, live, now);
    send_table(live, now);
}

/* Whoever will not respond in this turn may say so: windows in which nobody else is asked then take no time. */
void on_waive(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Live *live = conn->live;
    int64_t now = now_milliseconds();
    if (!is_player(conn, id))
        return;
    live->waived[conn->seat] = json_is_false(json_object_get(in, "on")) ? 0 : sl_game_turn(live->game);
    if (has_waived(live, conn->seat))
        live->beat.held[conn->seat] = false;
    window_waived(live, now);
    table_settle(server, live, now);
    send_table(live, now);
}

/* ---- directors ---- */

/* A player calls a director, who finds the table in his list; or no longer. */
void on_call(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Live *live = conn->live;
    if (!is_player(conn, id))
        return;
    if (is_over(live)) {
        socket_error(conn, id, "not-allowed", "the game is over");
        return;
    }
    live->moment.calls[conn->seat] = !json_is_false(json_object_get(in, "on"));
    changed(server, live, now_milliseconds());
}

static void add_ruling(Live *live, const char *name, int64_t made, const char *said)
{
    Text *text = &live->rulings;
    text_add(text, "%s{\"from\":", text->len ? "," : "");
    text_json(text, name);
    text_add(text, ",\"made\":%lld,\"text\":", (long long)made);
    text_json(text, said);
    text_add(text, "}");
}

typedef struct { int count; char name[MOST_RULINGS][STORE_NAME]; int64_t made[MOST_RULINGS]; char *text[MOST_RULINGS]; } Rulings;

static bool keep_ruling(void *to, const StoredOverride *stored)
{
    Rulings *all = to;
    size_t size = strlen(stored->text) + 1;
    memcpy(all->name[all->count], stored->name, STORE_NAME);
    all->made[all->count] = stored->made;
    all->text[all->count] = net_alloc(size);
    memcpy(all->text[all->count++], stored->text, size);
    return all->count < MOST_RULINGS;
}

/* The store has the newest first, the table the oldest. */
bool rulings_load(Server *server, Live *live, Error *err)
{
    if (live_is_solo(live))
        return true;
    Rulings *all = net_alloc(sizeof *all);
    bool ok = store_overrides(server->store, live->stored.id, MOST_RULINGS, keep_ruling, all, err);
    for (int i = all->count - 1; i >= 0; i--) {
        add_ruling(live, all->name[i], all->made[i], all->text[i]);
        free(all->text[i]);
    }
    free(all);
    return ok;
}

typedef enum { DIRECT_PAUSE, DIRECT_RESUME, DIRECT_CLOCK, DIRECT_RESULT, DIRECT_UNDO, DIRECT_RULE,
               DIRECT_PUT, DIRECT_SET, DIRECT_LIFT, DIRECT_SCORE, DIRECT_COUNT } Directing;
typedef struct { Directing what; int left[SEATS], winner, n; const char *reason, *cite; sl_direction change; char words[160]; sl_error wrong; } Order;

static bool read_clock(const json_t *in, Order *order)
{
    const json_t *left = json_object_get(in, "left");
    bool ok = json_array_size(left) == SEATS;
    for (int i = 0; ok && i < SEATS; i++) {
        const json_t *one = json_array_get(left, (size_t)i);
        ok = json_is_integer(one) && json_integer_value(one) >= 1 && json_integer_value(one) <= CLOCK_MOST;
        order->left[i] = ok ? (int)json_integer_value(one) : 0;
    }
    return ok;
}

/* Whether the order changes the table: such a one is recorded among the answers. */
static bool changes_table(const Order *order)
{
    return order->what >= DIRECT_PUT && order->what <= DIRECT_SCORE;
}

/* The words of a direction: of a card its number, of a place the number of the card there. */
static void direction_words(const json_t *in, const Order *order, const char *what, char *out, size_t size)
{
    long long card = json_integer_value(json_object_get(in, "card")), at = json_integer_value(json_object_get(in, "at"));
    const char *where = json_string_value(json_object_get(in, "where")), *state = json_string_value(json_object_get(in, "state"));
    if (order->what == DIRECT_SCORE)
        snprintf(out, size, "score %c %lld", json_integer_value(json_object_get(in, "player")) ? 'B' : 'A',
                 json_integer_value(json_object_get(in, "points")));
    else if (order->what != DIRECT_PUT)
        snprintf(out, size, "%s #%lld %.40s", what, card, state ? state : "");
    else if (at)
        snprintf(out, size, "put #%lld %.40s #%lld", card, where ? where : "", at);
    else
        snprintf(out, size, "put #%lld %.40s", card, where ? where : "");
}

/* NULL, or what is wrong with the message. */
static const char *read_order(const json_t *in, const Live *live, Order *order)
{
    static const char *const word[DIRECT_COUNT] = { "pause", "resume", "clock", "result", "undo", "rule", "put", "set", "lift", "score" };
    const char *what = json_string_value(json_object_get(in, "do"));
    const json_t *winner = json_object_get(in, "winner"), *n = json_object_get(in, "n");
    order->reason = json_string_value(json_object_get(in, "reason"));
    order->cite = json_string_value(json_object_get(in, "cite"));
    order->what = DIRECT_PAUSE;
    while (what && order->what < DIRECT_COUNT && strcmp(what, word[order->what]) != 0)
        order->what++;
    if (!what || order->what == DIRECT_COUNT)
        return "do is pause, resume, clock, result, undo, rule, put, set, lift or score";
    if (!order->reason || !order->reason[0] || strlen(order->reason) > REASON_MOST)
        return "reason has 1 to 300 bytes: both players read it";
    if (order->what == DIRECT_CLOCK && !read_clock(in, order))
        return "left has the seconds on both clocks, 1 to 21600";
    if (order->what == DIRECT_RESULT && (!json_is_integer(winner) || json_integer_value(winner) < -1 || json_integer_value(winner) >= SEATS))
        return "winner is 0, 1, or -1 for a draw";
    if (order->what == DIRECT_UNDO && (!json_is_integer(n) || json_integer_value(n) < 0 || json_integer_value(n) >= live->answers))
        return "n is the number of a decision that was answered";
    if (changes_table(order)) {
        direction_words(in, order, what, order->words, sizeof order->words);
        if (!sl_direction_parse(NULL, live->game ? sl_game_edition(live->game) : SL_SECOND_EDITION, order->words, &order->change, &order->wrong))
            return order->wrong.text;
    }
    order->winner = (int)json_integer_value(winner);
    order->n = (int)json_integer_value(n);
    return NULL;
}

/* NULL, or why it cannot be done to this game. */
static const char *why_not_direct(const Live *live, Order *order)
{
    if (live_is_solo(live) || table_waits(live))
        return "only a game between people has a director";
    if (is_over(live) && order->what != DIRECT_RULE && order->what != DIRECT_UNDO)
        return "the game is over";
    if (order->what == DIRECT_CLOCK && !live->terms.clock)
        return "this game has no clocks";
    if (order->what == DIRECT_RESUME && !live->moment.paused)
        return "the game is not paused";
    if (changes_table(order) && !sl_game_may_direct(live->game, &order->change, &order->wrong))
        return order->wrong.text;
    return NULL;
}

static void order_words(const Live *live, const Order *order, char *out, size_t size)
{
    switch (order->what) {
    case DIRECT_PAUSE:  snprintf(out, size, "pauses the game: %s", order->reason); return;
    case DIRECT_RESUME: snprintf(out, size, "resumes the game: %s", order->reason); return;
    case DIRECT_CLOCK:
        snprintf(out, size, "sets the clocks to %d:%02d and %d:%02d: %s", order->left[0] / 60, order->left[0] % 60, order->left[1] / 60,
                 order->left[1] % 60, order->reason);
        return;
    case DIRECT_RESULT:
        snprintf(out, size, "gives %s%s: %s", order->winner < 0 ? "both a draw" : "the game to ",
                 order->winner < 0 ? "" : live->name[order->winner], order->reason);
        return;
    case DIRECT_UNDO:   snprintf(out, size, "takes the game back to decision %d: %s", order->n, order->reason); return;
    case DIRECT_RULE:
        snprintf(out, size, "rules%s%.80s: %s", order->cite && order->cite[0] ? " by " : "", order->cite ? order->cite : "", order->reason);
        return;
    case DIRECT_PUT: case DIRECT_SET: case DIRECT_LIFT: case DIRECT_SCORE:
        snprintf(out, size, "changes the table (%s): %s", order->words, order->reason);
        return;
    case DIRECT_COUNT: return;
    }
}

static void carry_out(Server *server, Live *live, const Order *order, int64_t now)
{
    int code = order->winner < 0 ? END_RULED_DRAW : END_RULED - order->winner;
    live->moment.ask[0] = live->moment.ask[1] = ASK_NONE;
    live->moment.calls[0] = live->moment.calls[1] = false;
    switch (order->what) {
    case DIRECT_PAUSE: case DIRECT_RESUME:
        live->moment.paused = order->what == DIRECT_PAUSE ? PAUSED_BY_DIRECTOR : NOT_PAUSED;
        turned(server, live, now);
        return;
    case DIRECT_CLOCK:
        table_settle(server, live, now);        /* what is charged until now belongs to the clocks that are set anew */
        for (int i = 0; i < SEATS; i++)
            live->moment.left[i] = (int64_t)order->left[i] * 1000;
        break;
    case DIRECT_RESULT: table_record(server, live, &code, 1, NULL, NULL, now); return;
    case DIRECT_UNDO:   table_undone(server, live, order->n, now); return;
    case DIRECT_PUT: case DIRECT_SET: case DIRECT_LIFT: case DIRECT_SCORE:
        code = sl_direction_code(&order->change);
        table_record(server, live, &code, 1, NULL, NULL, now);
        return;
    case DIRECT_RULE: case DIRECT_COUNT: break;
    }
    changed(server, live, now);
}

/* Written down first, then done: an intervention that nobody could read about does not happen. */
void on_direct(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Error err = { "" };
    Live *live = conn->live;
    Order order;
    char said[600];
    if (!conn->director) {
        socket_error(conn, id, "not-allowed", "only a director who does not play here may do that");
        return;
    }
    const char *why = read_order(in, live, &order);
    const char *no = why ? NULL : why_not_direct(live, &order);
    if (why || no) {
        socket_error(conn, id, why ? "bad-message" : "not-allowed", why ? why : no);
        return;
    }
    order_words(live, &order, said, sizeof said);
    if (!store_override(server->store, live->stored.id, conn->user, now_seconds(), said, &err)) {
        socket_error(conn, id, "not-allowed", err.text);
        return;
    }
    add_ruling(live, conn->name, now_seconds(), said);
    log_line(server, "\"event\":\"override\",\"game\":\"%s\",\"user\":%lld", live->stored.id, (long long)conn->user);
    carry_out(server, live, &order, now_milliseconds());
}
