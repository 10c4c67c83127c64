/* Messages on the socket, one function each; docs/protocol.md is their list.  The game of the socket is held while one runs.
 *
 * An answer is checked (whose decision, which one, which option), handed to the scribe and applied; then the computer players
 * answer.  The acknowledgement and everybody's view are queued at once, and leave when it is all on disk. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { VERSION = 1, MOST_REFUSALS = 512, MOST_PARTS = 64 };

static void add_id(Text *text, const json_t *id)
{
    bool short_text = json_is_string(id) && json_string_length(id) <= 64;
    if (json_is_integer(id) || short_text) {
        text_add(text, ",\"id\":");
        text_value(text, id);
    }
}

static void send_text(Conn *conn, Text *text)
{
    conn_send(conn, text);
    text_free(text);
}

void socket_text(Conn *conn, Text *text, const json_t *id)
{
    add_id(text, id);
    text_add(text, "}");
    send_text(conn, text);
}

void socket_error(Conn *conn, const json_t *id, const char *code, const char *why)
{
    Text text = { 0 };
    text_add(&text, "{\"t\":\"error\",\"code\":\"%s\",\"text\":", code);
    text_json(&text, why);
    socket_text(conn, &text, id);
}

void socket_leave(Conn *conn)
{
    Live *live = conn->live;
    if (!live)
        return;
    live_hold(conn->loop, live);
    Conn **at = &live->socket;
    while (*at && *at != conn)
        at = &(*at)->next;
    if (*at)
        *at = conn->next;
    live->idle_since = now_seconds();
    conn->live = NULL;
    conn->next = NULL;
    if (!live_is_solo(live) && !conn->loop->shared->stop) {
        table_present(live, now_milliseconds());
        send_table(live, now_milliseconds());
    }
    live_unuse(live);
}

/* ---- the state, for one viewer ---- */

/* To write a view is most of the work of an answer: it is written once, and again only when it is longer than most. */
void add_view(Text *text, const sl_game *game, int viewer)
{
    char usual[64 * 1024], *longer = NULL;
    size_t size = sl_game_view(game, viewer, usual, sizeof usual);
    if (size >= sizeof usual) {
        longer = net_alloc(size + 1);
        sl_game_view(game, viewer, longer, size + 1);
    }
    text_bytes(text, longer ? longer : usual, size);
    free(longer);
}

/* The signature is that of the view and nothing else: what is computed from hidden cards would tell of them. */
void add_signed_view(Text *text, const sl_game *game, int viewer)
{
    text_add(text, ",\"view\":");
    size_t from = text->len;
    add_view(text, game, viewer);
    uint64_t signature = hash_bytes(text->at + from, text->len - from);
    text_add(text, ",\"signature\":\"%016llx\"", (unsigned long long)signature);
}

/* A card that was seen when it happened and is hidden now has no number: its place would tell where it went. */
static int number_now(const sl_game *game, int viewer, int id)
{
    sl_card card;
    return id && sl_game_card(game, viewer, id, &card) && card.def ? id : 0;
}

/* What the line names, for clients that make sentences of their own. */
static void add_names(Text *text, const sl_game *game, int viewer, long number, const sl_event *event)
{
    const char *among[64];
    int others, known = sl_game_event_among(game, viewer, number, among, (int)countof(among), &others);
    text_add(text, ",\"names\":[");
    text_json(text, event->card_name);
    text_add(text, ",");
    text_json(text, event->other_name);
    text_add(text, "]");
    if (event->skill_name[0]) {
        text_add(text, ",\"skill\":");
        text_json(text, event->skill_name);
    }
    if (known + others == 0)
        return;
    text_add(text, ",\"among\":[");
    for (int i = 0; i < known; i++) {
        text_add(text, i ? "," : "");
        text_json(text, among[i]);
    }
    text_add(text, "],\"others\":%d", others);
}

/* A line's citation is a field of its own; in the engine's words it stands at the end. */
void add_event(Text *text, const sl_game *game, int viewer, long number)
{
    char line[SL_EVENT_TEXT], tail[80];
    sl_event event;
    if (!sl_game_event(game, viewer, number, &event))
        return;
    sl_game_event_text(game, viewer, number, line, sizeof line);
    const char *cite = event.cite ? sl_cite_id(event.cite) : "";
    int tail_len = snprintf(tail, sizeof tail, " (%s)", cite);
    size_t len = strlen(line);
    if (cite[0] && len >= (size_t)tail_len && strcmp(line + len - tail_len, tail) == 0)
        line[len - (size_t)tail_len] = '\0';
    text_add(text, "{\"k\":%ld,\"turn\":%d,\"what\":\"%s\",\"player\":%d,\"card\":%d,\"other\":%d,\"number\":%d,\"text\":", number, event.turn,
             sl_event_name(event.kind), event.player, number_now(game, viewer, event.card), number_now(game, viewer, event.other), event.number);
    text_json(text, line);
    add_names(text, game, viewer, number, &event);
    text_add(text, ",\"cite\":");
    text_json(text, cite);
    text_add(text, "}");
}

void text_log(Text *text, const sl_game *game, int viewer, long *sent)
{
    long last = sl_game_events(game), first = *sent + 1;
    sl_event event;
    if (first > last + 1)                       /* something was taken back */
        first = 1;
    if (last - first >= LOG_FIRST)
        first = last - LOG_FIRST + 1;
    while (first <= last && !sl_game_event(game, viewer, first, &event))
        first++;
    text_add(text, ",\"from\":%ld,\"log\":[", first);
    for (long i = first; i <= last; i++) {
        if (i > first)
            text_add(text, ",");
        add_event(text, game, viewer, i);
    }
    text_add(text, "]");
    *sent = last;
}

/* Between people every message has one of few sizes: nothing can be told from how long it is. */
static void pad(Text *text, const Live *live)
{
    enum { SIZE = 256 };
    static const char around[] = ",\"pad\":\"\"}";
    if (live_is_solo(live)) {
        text_add(text, "}");
        return;
    }
    size_t over = (text->len + strlen(around)) % SIZE;
    text_add(text, ",\"pad\":\"%*s\"}", (int)(over ? SIZE - over : 0), "");
}

static void add_table(Text *text, const Conn *conn, int64_t now)
{
    const Live *live = conn->live;
    text_add(text, "\"game\":\"%s\",\"you\":%d,\"director\":%s,\"names\":[", live->stored.id, conn->seat, conn->director ? "true" : "false");
    text_json(text, live->name[0]);
    text_add(text, ",");
    text_json(text, live->name[1]);
    text_add(text, "],\"edition\":\"%s\",\"date\":%d,\"format\":\"%s\"", edition_name(live->stored.edition), live->stored.date,
             format_of(live->stored.edition, live->stored.switches));
    if (live_is_solo(live))
        return;
    text_add(text, ",\"table\":");
    table_json(text, live, conn, now);
    if (!table_is_late(conn))
        deal_json(text, live);
}

static void send_about_table(Conn *conn, const json_t *id, int64_t now)
{
    Text text = { 0 };
    text_add(&text, "{\"t\":\"table\",");
    add_table(&text, conn, now);
    add_id(&text, id);
    pad(&text, conn->live);
    send_text(conn, &text);
}

bool state_write(Text *text, Conn *conn, const json_t *id, int64_t now)
{
    int n;
    const Live *live = conn->live;
    const sl_game *game = table_seen_by(conn, &n);
    if (!game)
        return false;
    text_add(text, "{\"t\":\"state\",\"n\":%d,", n);
    add_table(text, conn, now);
    text_add(text, ",\"solo\":%s,\"decks\":[", live_is_solo(live) ? "true" : "false");
    text_json(text, live->stored.deck_name[0]);
    text_add(text, ",");
    text_json(text, live->stored.deck_name[1]);
    text_add(text, live->changed ? "],\"changed\":true" : "]");
    add_signed_view(text, game, table_viewer(conn));
    text_log(text, game, table_viewer(conn), &conn->log_sent);
    add_id(text, id);
    pad(text, live);
    return true;
}

static void send_state(Conn *conn, const json_t *id, int64_t now)
{
    Text text = { 0 };
    if (state_write(&text, conn, id, now))
        send_text(conn, &text);
    else
        send_about_table(conn, id, now);
}

void send_late(Live *live, int64_t now)
{
    for (Conn *conn = live->socket; conn; conn = conn->next)
        if (table_is_late(conn))
            send_state(conn, NULL, now);
}

void send_states(Server *server, Live *live, int64_t now)
{
    for (Conn *conn = live->socket; conn; conn = conn->next)
        if (!table_is_late(conn))
            send_state(conn, NULL, now);
    if (late_follow(server, live, now))
        send_late(live, now);
    chat_follow(live, now);
}

void send_table(Live *live, int64_t now)
{
    for (Conn *conn = live->socket; conn; conn = conn->next)
        send_about_table(conn, NULL, now);
}

void send_short(Conn *conn, const char *type, int n, const json_t *id)
{
    Text text = { 0 };
    text_add(&text, "{\"t\":\"%s\",\"game\":\"%s\",\"n\":%d", type, conn->live->stored.id, n);
    socket_text(conn, &text, id);
}

/* What is in memory is not what is stored: it is forgotten, and the clients are sent away and come back to what is. */
static void give_up(Server *server, Live *live, const Error *err)
{
    log_line(server, "\"event\":\"broken\",\"game\":\"%s\"", live->stored.id);
    for (Conn *conn = live->socket; conn; conn = conn->next)
        socket_error(conn, NULL, "no-game", err->text);
    live_drop(server, live);
}

/* ---- requests ---- */

static void on_hello(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    if (json_integer_value(json_object_get(in, "v")) != VERSION) {
        socket_error(conn, id, "version", "this server speaks version 1");
        return;
    }
    Text text = { 0 };
    conn->hello = true;
    text_add(&text, "{\"t\":\"hello\",\"v\":%d,\"name\":", VERSION);
    text_json(&text, conn->name);
    socket_text(conn, &text, id);
}

static bool is_director(Server *server, const Conn *conn, Error *err)
{
    int role = ROLE_PLAYER;
    return conn->user && store_role(server->store, conn->user, &role, err) && role == ROLE_DIRECTOR;
}

/* Who follows the link to an open table sits down at it if its host lends a deck, unless he says that he only watches. */
static bool take_seat(Server *server, Conn *conn, Live *live, const json_t *in, Error *err)
{
    conn->seat = -1;
    conn->director = false;
    if (conn->user && !store_seat_of(server->store, live->stored.id, conn->user, &conn->seat, err))
        return false;
    if (live_is_record(live)) {
        conn->seat = -1;
        return true;
    }
    if (conn->seat >= 0)
        live->user[conn->seat] = conn->user;
    else
        conn->director = is_director(server, conn, err);
    bool watch = json_is_true(json_object_get(in, "watch"));
    if (conn->seat >= 0 || !conn->user || watch || !table_waits(live) || !live->stored.deck_text[1][0] || live->stored.over)
        return true;
    if (!table_seat(server, live, conn->user, &(FoundDeck){ .found = false }, in, err))
        return false;
    conn->seat = 1;
    conn->director = false;
    return true;
}

/* Whether somebody who does not play may look on. */
static bool may_watch(const Conn *conn, const Live *live)
{
    bool closed = live->terms.beat && live->terms.watching == WATCH_NONE && live->game && sl_game_player(live->game) >= 0;
    return conn->seat >= 0 || conn->director || table_waits(live) || !closed;
}

static void on_join(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    Error err = { "" };
    int64_t now = now_milliseconds();
    const char *game = json_string_value(json_object_get(in, "game"));
    socket_leave(conn);
    Live *live = game && strlen(game) == STORE_ID - 1 ? live_get(server, game, &err) : NULL;
    bool waited = live && table_waits(live);
    if (waited && live->stored.over) {
        socket_error(conn, id, "no-game", "this table was withdrawn");
        return;
    }
    if (live)
        table_tick(server, live, now);
    if (live && !take_seat(server, conn, live, in, &err))
        live = NULL;
    if (!live) {
        socket_error(conn, id, "no-game", no_game(server, &err));
        return;
    }
    if (!may_watch(conn, live)) {
        socket_error(conn, id, "no-game", "the players want nobody to look on");
        return;
    }
    bucket_charge(&conn->dear, live->answers / 100);
    conn->live = live_use(live);
    conn->next = live->socket;
    live->socket = conn;
    conn->log_sent = 0;
    table_present(live, now);
    if (waited && !table_waits(live))
        table_begins(server, live, now);
    late_follow(server, live, now);
    send_state(conn, id, now);
    for (Conn *other = live_is_solo(live) ? NULL : conn->next; other; other = other->next) {
        if (waited && !table_waits(live))
            send_state(other, NULL, now);       /* they learn the name, and it begins */
        else
            send_about_table(other, NULL, now);
    }
}

/* Who looked on while they waited stays only if the players want that. */
static void put_watchers_out(Live *live)
{
    for (Conn *conn = live->socket; conn; conn = conn->next)
        if (!may_watch(conn, live)) {
            socket_error(conn, NULL, "no-game", "the players want nobody to look on");
            conn_hang_up(conn);
        }
}

void table_begins(Server *server, Live *live, int64_t now)
{
    Error err = { "" };
    if (live->game)
        live_go(server, live);
    else if (!live_begin(server, live, &err))
        give_up(server, live, &err);
    put_watchers_out(live);
    table_settle(server, live, now);
}

/* Whether it was meant for a window that is no longer open: the number of the decision does not tell, for whoever is asked second
 * answers the decision after next. */
static bool is_of_another_window(const Live *live, const json_t *in)
{
    const json_t *id = json_object_get(in, "w");
    return json_is_integer(id) && !(live->beat.open && json_integer_value(id) == live->beat.id);
}

bool may_answer(Conn *conn, const json_t *in, const json_t *id)
{
    const json_t *n = json_object_get(in, "n");
    const Live *live = conn->live;
    if (conn->seat < 0) {                       /* who is behind does not learn which decisions there are already */
        socket_error(conn, id, "not-yours", "you watch this game");
        return false;
    }
    if (json_is_integer(n) && is_of_another_window(live, in)) {
        send_short(conn, "stale", live->answers, id);
        send_state(conn, NULL, now_milliseconds());
        return false;
    }
    if (json_is_integer(n) && !live->moment.paused && window_takes(live, conn->seat, number_of(n)))
        return true;
    if (!json_is_integer(n) || json_integer_value(n) < 0 || json_integer_value(n) > live->answers) {
        socket_error(conn, id, "bad-message", "n is the number of the decision, as the last state had it");
        return false;
    }
    if (json_integer_value(n) < live->answers) {
        send_short(conn, "stale", (int)json_integer_value(n), id);
        send_state(conn, NULL, now_milliseconds());
        return false;
    }
    if (table_waits(live) || live->moment.paused) {
        socket_error(conn, id, "not-allowed", live->moment.paused ? "the game is paused" : "nobody sits opposite yet");
        return false;
    }
    if (sl_game_player(live->game) != conn->seat) {
        socket_error(conn, id, "not-yours", sl_game_player(live->game) < 0 ? "the game is over" : "this decision is not yours");
        return false;
    }
    return true;
}

void table_record(Server *server, Live *live, const int *options, int count, Conn *by, const json_t *id, int64_t now)
{
    int n = live->answers;
    live_record(server, live, options, count);
    if (by)
        send_short(by, "ack", n, id);
    live_go(server, live);
    table_settle(server, live, now);
    offers_lapse(live);
    if (live->terms.clock)
        table_save(server, live, now);
    send_states(server, live, now);
    if (by)
        conn_answered(by);
}

static void record(Server *server, Conn *conn, const int *options, int count, const json_t *id)
{
    int64_t now = now_milliseconds();
    if (count == 1 && options[0] >= 0 && conn->live->beat.open)
        window_answer(server, conn, options[0], id, now);
    else
        table_record(server, conn->live, options, count, conn, id, now);
}

static void on_answer(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    const json_t *option = json_object_get(in, "option");
    int n;
    if (!may_answer(conn, in, id))
        return;
    if (!json_is_integer(option) || json_integer_value(option) < 0
        || json_integer_value(option) >= sl_game_options(table_seen_by(conn, &n))) {
        socket_error(conn, id, "bad-message", "option is the number of one of the options of the decision, from 0");
        return;
    }
    int which = (int)json_integer_value(option);
    record(server, conn, &which, 1, id);
}

int number_of(const json_t *value)
{
    json_int_t number = json_integer_value(value);
    return number >= -1 && number <= INT32_MAX ? (int)number : -1;
}

/* A card as the viewer's messages number it; NO_SUCH_CARD if there is none. */
enum { NO_SUCH_CARD = -1 };

static int card_meant(const Conn *conn, const json_t *number)
{
    int n;
    const sl_game *game = table_seen_by(conn, &n);
    json_int_t shown = json_integer_value(number);
    int card = game && shown >= 1 && shown <= UINT16_MAX ? sl_game_meant(game, table_viewer(conn), (int)shown) : 0;
    return card ? card : NO_SUCH_CARD;
}

bool message_cards(const Conn *conn, const json_t *in, int cards[MOST_SET], int *count)
{
    const json_t *list = json_object_get(in, "cards");
    size_t size = json_array_size(list);
    if (!json_is_array(list) || size > MOST_SET)
        return false;
    for (size_t i = 0; i < size; i++) {
        const json_t *card = json_array_get(list, i);
        if (!json_is_integer(card) || json_integer_value(card) < 1 || json_integer_value(card) > UINT16_MAX)
            return false;
        cards[i] = card_meant(conn, card);
    }
    *count = (int)size;
    return true;
}

sl_game *begin_order(const Conn *conn, const json_t *in, int *option)
{
    const sl_game *game = conn->live->game;
    *option = json_is_integer(json_object_get(in, "option")) ? number_of(json_object_get(in, "option")) : -1;
    if (*option < 0 || *option >= sl_game_options(game) || sl_game_option(game, *option).verb != SL_BEAM)
        return NULL;
    sl_game *begun = sl_game_clone(game);
    sl_game_answer(begun, *option);
    return begun;
}

/* The steps of a set, and before them the order that asks for it, if the message names one. */
static int steps_of(const Conn *conn, const json_t *in, const int *cards, int count, int *options)
{
    sl_game *begun = begin_order(conn, in, &options[0]);
    int steps = begun || !json_object_get(in, "option")
        ? sl_game_set_answers(begun ? begun : conn->live->game, cards, count, options + !!begun, MOST_SET + 1) : 0;
    int all = steps && begun ? steps + 1 : steps;
    sl_game_free(begun);
    return all;
}

static void on_choose(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    int cards[MOST_SET], count, options[MOST_SET + 2], steps = 0;
    if (!may_answer(conn, in, id))
        return;
    if (conn->live->beat.open)
        socket_error(conn, id, "not-allowed", "a response window asks for no set");
    else if (!message_cards(conn, in, cards, &count))
        socket_error(conn, id, "bad-message", "cards is a list of ids of eligible cards");
    else if ((steps = steps_of(conn, in, cards, count, options)) == 0)
        socket_error(conn, id, "not-allowed", "that set of cards cannot be chosen");
    else
        record(server, conn, options, steps, id);
}

void table_undone(Server *server, Live *live, int keep, int64_t now)
{
    Error err = { "" };
    table_taken_back(live, keep, now);
    if (!live_undo(server, live, keep, &err)) {
        give_up(server, live, &err);
        return;
    }
    for (Conn *other = live->socket; other; other = other->next)
        other->log_sent = 0;
    table_settle(server, live, now);
    if (!live_is_solo(live))
        table_save(server, live, now);
    send_states(server, live, now);
}

static void on_undo(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)in;
    Live *live = conn->live;
    if (conn->seat < 0 || !live_is_solo(live)) {
        socket_error(conn, id, "not-allowed", "only a game against the computer is taken back without asking");
        return;
    }
    int keep = live_last_choice(live, conn->seat);
    if (keep >= 0)
        table_undone(server, live, keep, now_milliseconds());
    else
        socket_error(conn, id, "not-allowed", "there is nothing to take back");
}

static void on_concede(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)in;
    if (conn->seat < 0 || sl_game_player(conn->live->game) < 0) {
        socket_error(conn, id, "not-allowed", conn->seat < 0 ? "you watch this game" : "the game is over");
        return;
    }
    if (table_waits(conn->live)) {
        socket_error(conn, id, "not-allowed", "nobody sits opposite yet");
        return;
    }
    int option = END_CONCEDED - conn->seat;
    table_record(server, conn->live, &option, 1, conn, id, now_milliseconds());
}

/* What a card's name may be to this viewer, or NULL. */
static const char *known_name(const Conn *conn, int card)
{
    sl_card at;
    sl_facts facts;
    const sl_game *game = conn->live->game;
    bool known = sl_game_card(game, table_viewer(conn), card, &at) && at.def && sl_card_facts(sl_game_library(game), at.def, &facts);
    return known ? facts.name : NULL;
}

static bool is_headquarters(const Conn *conn, int card)
{
    sl_card at;
    sl_facts facts;
    const sl_game *game = conn->live->game;
    return card && sl_game_card(game, table_viewer(conn), card, &at) && at.def && sl_card_facts(sl_game_library(game), at.def, &facts)
        && facts.kind && strcmp(facts.kind, "headquarters") == 0;
}

/* A card that can be played somewhere is not refused for the other places; of one that cannot, what is wrong at a headquarters is
 * the reason; and one reason is told once. */
static bool is_worth_telling(const Conn *conn, const sl_refusal *all, int count, int i)
{
    const sl_option *o = &all[i].option;
    const sl_game *game = conn->live->game;
    if (o->verb != SL_PLAY)
        return true;
    for (int k = 0; k < sl_game_options(game); k++)
        if (sl_game_option(game, k).verb == SL_PLAY && sl_game_option(game, k).card == o->card)
            return false;
    for (int k = 0; k < count; k++) {
        const sl_option *other = &all[k].option;
        if (k == i || other->verb != SL_PLAY || other->card != o->card)
            continue;
        if ((k < i && all[k].cite == all[i].cite) || (is_headquarters(conn, other->target) && !is_headquarters(conn, o->target)))
            return false;
    }
    return true;
}

static void add_reason(Text *text, const Conn *conn, const sl_refusal *refusal, bool first)
{
    char why[900];
    const char *by = refusal->card ? known_name(conn, refusal->card) : NULL;
    char reason[600] = "";
    sl_game_reason(conn->live->game, refusal, reason, sizeof reason);
    snprintf(why, sizeof why, "%s%s%s", reason, by ? ", by " : "", by ? by : "");
    const sl_option *o = &refusal->option;
    const sl_game *game = conn->live->game;
    text_add(text, "%s{\"card\":%d,\"verb\":%d,\"target\":%d,\"number\":%d,\"cite\":", first ? "" : ",", sl_game_shown(game, table_viewer(conn), o->card),
             o->verb, sl_game_shown(game, table_viewer(conn), o->target), o->number);
    text_json(text, sl_cite_id(refusal->cite));
    text_add(text, ",\"text\":");
    text_json(text, why);
    text_add(text, "}");
}

static bool in_hand(const Conn *conn, int card)
{
    sl_card at;
    return sl_game_card(conn->live->game, conn->seat, card, &at) && at.zone == SL_HAND && at.owner == conn->seat;
}

/* What a player would do with a card, asked about by name: play it, attempt it, or use its text. */
static void add_asked(Text *text, const Conn *conn, const sl_game *game, int card, int target)
{
    enum { MOST_TOLD = 3 };
    sl_refusal refusal[MOST_TOLD];
    sl_card at;
    if (!sl_game_card(game, conn->seat, card, &at))
        return;
    sl_verb verb = !at.in_play ? SL_PLAY : at.zone == SL_ROW ? SL_ATTEMPT : SL_USE;
    int count = sl_game_why_not(game, conn->seat, (sl_option){ .verb = verb, .card = card, .target = target }, refusal, MOST_TOLD);
    for (int i = 0; i < count; i++)
        add_reason(text, conn, &refusal[i], i == 0);
}

/* Card 0 asks about the whole hand at once; a target about that place only, however many others there are. */
static void on_why(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    sl_refusal refusal[MOST_REFUSALS];
    int n, shown = number_of(json_object_get(in, "card")), card = shown ? card_meant(conn, json_object_get(in, "card")) : 0;
    int target = json_integer_value(json_object_get(in, "target")) ? card_meant(conn, json_object_get(in, "target")) : 0;
    const sl_game *game = table_seen_by(conn, &n);
    bool mine = conn->seat >= 0 && sl_game_player(game) == conn->seat, first = true;
    int count = mine ? sl_game_refusals(game, refusal, MOST_REFUSALS) : 0;
    Text text = { 0 };
    text_add(&text, "{\"t\":\"why\",\"card\":%d,\"reasons\":[", shown);
    for (int i = 0; i < count; i++)
        if (known_name(conn, refusal[i].option.card) && (card ? refusal[i].option.card == card : in_hand(conn, refusal[i].option.card))
            && (target ? refusal[i].option.target == target : is_worth_telling(conn, refusal, count, i))) {
            add_reason(&text, conn, &refusal[i], first);
            first = false;
        }
    if (first && card && conn->seat >= 0)
        add_asked(&text, conn, game, card, target);
    text_add(&text, "]");
    if (mine && sl_game_refusals_dropped(game))
        text_add(&text, ",\"dropped\":%d", sl_game_refusals_dropped(game));
    socket_text(conn, &text, id);
}

static void add_parts(Text *text, const Conn *conn, int card, const char *of, sl_part_of what, bool *first)
{
    sl_part part[MOST_PARTS];
    int count = sl_game_parts(conn->live->game, card, what, 0, part, MOST_PARTS);
    if (count < 1)
        return;
    text_add(text, "%s{\"of\":\"%s\",\"parts\":[", *first ? "" : ",", of);
    for (int i = 0; i < count && i < MOST_PARTS; i++) {
        text_add(text, "%s{\"amount\":%d,\"source\":%d,\"cite\":", i ? "," : "", part[i].amount,
                 sl_game_shown(conn->live->game, table_viewer(conn), part[i].source));
        text_json(text, part[i].cite ? sl_cite_id(part[i].cite) : "");
        text_add(text, "}");
    }
    text_add(text, "]}");
    *first = false;
}

/* Values of others' cards are the printed ones to this viewer: only his own have parts. */
static void on_parts(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    static const char *const person[] = { "integrity", "cunning", "strength" }, *const ship[] = { "range", "weapons", "shields" };
    int id_of = card_meant(conn, json_object_get(in, "card"));
    sl_card card;
    sl_facts facts;
    bool first = true;
    Text text = { 0 };
    const sl_game *game = conn->live->game;
    text_add(&text, "{\"t\":\"parts\",\"card\":%d,\"values\":[", number_of(json_object_get(in, "card")));
    if (conn->seat >= 0 && sl_game_card(game, conn->seat, id_of, &card) && card.def && card.commander == conn->seat
        && sl_card_facts(sl_game_library(game), card.def, &facts)) {
        bool is_ship = strcmp(facts.type, "ship") == 0;
        for (int i = 0; card.in_play && (is_ship || strcmp(facts.type, "personnel") == 0) && i < 3; i++)
            add_parts(&text, conn, id_of, is_ship ? ship[i] : person[i], (sl_part_of)(SL_PART_INTEGRITY + i), &first);
        if (card.zone == SL_HAND)
            add_parts(&text, conn, id_of, "cost", SL_PART_COST, &first);
    }
    text_add(&text, "]");
    socket_text(conn, &text, id);
}

static void on_ping(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    (void)in;
    Text text = { 0 };
    text_add(&text, "{\"t\":\"pong\"");
    socket_text(conn, &text, id);
}

typedef enum { BEFORE_HELLO, AFTER_HELLO, AT_TABLE, IN_GAME } When;

/* What a message costs beyond what any does: one that makes a game be played again, or a whole state be written, is dearer than a ping. */
static const struct { const char *type; When when; OnMessage *run; int price; } types[] = {
    { "hello", BEFORE_HELLO, on_hello, 0 }, { "ping", BEFORE_HELLO, on_ping, 0 }, { "join", AFTER_HELLO, on_join, 10 },
    { "answer", IN_GAME, on_answer, 0 }, { "choose", IN_GAME, on_choose, 0 }, { "undo", IN_GAME, on_undo, 1 }, { "why", IN_GAME, on_why, 0 },
    { "parts", IN_GAME, on_parts, 0 }, { "reach", IN_GAME, on_reach, 0 }, { "needs", IN_GAME, on_needs, 0 }, { "sums", IN_GAME, on_sums, 0 }, { "preview", IN_GAME, on_preview, 0 },
    { "say", AT_TABLE, on_say, 0 }, { "concede", IN_GAME, on_concede, 0 },
    { "ask", IN_GAME, on_ask, 2 }, { "reply", IN_GAME, on_reply, 0 }, { "withdraw", IN_GAME, on_withdraw, 0 }, { "resume", IN_GAME, on_resume, 0 },
    { "claim", IN_GAME, on_claim, 0 }, { "hold", IN_GAME, on_hold, 0 }, { "waive", IN_GAME, on_waive, 0 }, { "call", IN_GAME, on_call, 2 }, { "direct", IN_GAME, on_direct, 0 },
    { "advise", IN_GAME, on_advise, 5 }, { "seed", IN_GAME, on_seed, 5 }, { "replay", AFTER_HELLO, on_replay, 2 }, { "replay-marks", AFTER_HELLO, on_replay_marks, 20 },
};

static bool is_joined(const Conn *conn, const json_t *in)
{
    const char *game = json_string_value(json_object_get(in, "game"));
    return conn->live && game && strcmp(game, conn->live->stored.id) == 0;
}

/* What has become due at the table comes first. */
static void run_at(Server *server, Conn *conn, When when, OnMessage *run, const json_t *in, const json_t *id)
{
    if (when >= AT_TABLE)
        table_tick(server, conn->live, now_milliseconds());
    run(server, conn, in, id);
}

static void dispatch(Server *server, Conn *conn, const json_t *in)
{
    const json_t *id = json_object_get(in, "id");
    const char *type = json_string_value(json_object_get(in, "t"));
    for (size_t i = 0; type && i < countof(types); i++) {
        if (strcmp(type, types[i].type) != 0)
            continue;
        bucket_charge(&conn->dear, types[i].price);
        if (types[i].when >= AFTER_HELLO && !conn->hello)
            socket_error(conn, id, "version", "say hello first");
        else if (types[i].when >= AFTER_HELLO && (relay_passes(conn, in) || (types[i].when == AFTER_HELLO && relay_begins(server, conn, in, id))))
            return;
        else if (types[i].when >= AT_TABLE && !is_joined(conn, in))
            socket_error(conn, id, "not-allowed", "join that game first");
        else if (types[i].when == IN_GAME && !conn->live->game)
            socket_error(conn, id, "not-allowed", "nobody sits opposite yet");
        else
            run_at(server, conn, types[i].when, types[i].run, in, id);
        return;
    }
    socket_error(conn, id, "bad-message", "t is one of hello, join, answer, choose, undo, why, parts, reach, needs, preview, advise, seed, say, concede, ask, reply, withdraw, resume, claim, hold, waive,"
                 " direct, replay, replay-marks, ping");
}

void socket_message(Server *server, Conn *conn)
{
    json_error_t why;
    server->messages++;
    json_t *in = json_loadb(conn->received.at ? conn->received.at : "", conn->received.len, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(in))
        dispatch(server, conn, in);
    else
        socket_error(conn, NULL, "bad-message", "a message is one JSON object");
    json_decref(in);
}
