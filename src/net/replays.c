/* Looking back at games: any position of one, its marks, its file; games that go on from a position; and advice in solo games.
 *
 * A Reel belongs to a game in memory and plays its answers again: it has the position that was looked at last and a few earlier
 * ones, so that a step costs one answer and a jump some dozens.  Whoever plays a game that goes on sees its past with his own eyes
 * only; what is over is open to whoever has its address. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum {
    SNAPS = 12, STRETCH_LEAST = 24,            /* positions kept of a game, and the least number of answers between two */
    REELS_MOST = 16,                           /* that may keep them; further ones have the first position only */
    REEL_IDLE = 60,                            /* seconds */
    RECORD_ANSWERS_MOST = 20000, EYES_WATCH = SL_WATCHER, EYES_OPEN = SL_OPEN, EYES_NONE = -2,
};

struct Reel {
    sl_game *now;
    int  at;
    sl_game *snap[SNAPS];                      /* the first is the beginning */
    int  snap_at[SNAPS], snaps, room;
    Text marks;
    int  marked;                               /* how many answers they are of */
    int64_t used;
    atomic_int *reels;                         /* how many there are */
};

/* ---- positions ---- */

static Reel *reel_of(Server *server, Live *live)
{
    sl_error why = { "" };
    if (!live->reel) {
        sl_setup setup = live_setup(live);
        setup.trace = SL_TRACE_LOG;
        Reel *reel = net_alloc(sizeof *reel);
        reel->now = sl_game_new(server->setup.library, &setup, &why);    /* it could be made before, so it can again */
        reel->snap[0] = sl_game_clone(reel->now);
        reel->snaps = 1;
        reel->marked = -1;
        reel->reels = &server->shared->reels;
        reel->room = atomic_fetch_add(reel->reels, 1) < REELS_MOST ? SNAPS : 1;
        live->reel = reel;
    }
    live->reel->used = live->idle_since = now_seconds();
    return live->reel;
}

void reel_free(Live *live)
{
    Reel *reel = live->reel;
    if (!reel)
        return;
    sl_game_free(reel->now);
    for (int i = 0; i < reel->snaps; i++)
        sl_game_free(reel->snap[i]);
    text_free(&reel->marks);
    --*reel->reels;
    free(reel);
    live->reel = NULL;
}

void reel_sweep(Live *live, int64_t now)
{
    if (live->reel && now - live->reel->used > REEL_IDLE)
        reel_free(live);
}

static bool has_snap(const Reel *reel, int at)
{
    for (int i = 0; i < reel->snaps; i++)
        if (reel->snap_at[i] == at)
            return true;
    return false;
}

static void step(const Live *live, Reel *reel)
{
    int stretch = live->answers / SNAPS > STRETCH_LEAST ? live->answers / SNAPS : STRETCH_LEAST;
    sl_game_apply(reel->now, live->answer[reel->at++]);
    if (reel->at % stretch || reel->snaps == reel->room || has_snap(reel, reel->at))
        return;
    reel->snap_at[reel->snaps] = reel->at;
    reel->snap[reel->snaps++] = sl_game_clone(reel->now);
}

/* The game as it stood when n answers had been given. */
static const sl_game *position(Server *server, Live *live, int n)
{
    Reel *reel = reel_of(server, live);
    int near = 0;
    for (int i = 1; i < reel->snaps; i++)
        if (reel->snap_at[i] <= n && reel->snap_at[i] > reel->snap_at[near])
            near = i;
    if (reel->at > n || reel->at < reel->snap_at[near]) {
        sl_game_copy(reel->now, reel->snap[near]);
        reel->at = reel->snap_at[near];
    }
    while (reel->at < n)
        step(live, reel);
    return reel->now;
}

/* ---- who may see what ---- */

static bool is_finished(const Live *live)
{
    return live_is_record(live) || sl_game_player(live->game) < 0;
}

static int seat_of(Server *server, const Live *live, int64_t user)
{
    Error err = { "" };
    int seat = -1;
    if (!user || live_is_record(live) || !store_seat_of(server->store, live->stored.id, user, &seat, &err))
        return -1;
    return seat;
}

/* Whoever has seen all of a game may have its file and go on from where he likes: nothing hidden is for sale then. */
static bool is_open_to(const Live *live, int seat)
{
    return is_finished(live) || (live_is_solo(live) && seat >= 0);
}

/* NULL also for a table at which nothing has begun. */
static Live *begun_game(Server *server, const char *id, Error *err)
{
    Live *live = id && strlen(id) == STORE_ID - 1 ? live_get(server, id, err) : NULL;
    return live && live->game ? live : NULL;
}

static Live *named_game(Server *server, const json_t *in, const char *key, Error *err)
{
    return begun_game(server, json_string_value(json_object_get(in, key)), err);
}

static int read_eyes(const json_t *eyes, int usual)
{
    const char *word = json_string_value(eyes);
    if (!eyes)
        return usual;
    if (json_is_integer(eyes) && json_integer_value(eyes) >= 0 && json_integer_value(eyes) < SEATS)
        return (int)json_integer_value(eyes);
    return !word ? EYES_NONE : strcmp(word, "watch") == 0 ? EYES_WATCH : strcmp(word, "open") == 0 ? EYES_OPEN : EYES_NONE;
}

/* What is sent goes out with the socket's own game in hand; the one that was looked at is let go. */
static void hold_own(Server *server, Conn *conn)
{
    if (conn->live)
        live_hold(server, conn->live);
}

static Live *refuse(Server *server, Conn *conn, const json_t *id, const char *code, const char *why)
{
    hold_own(server, conn);
    socket_error(conn, id, code, why);
    return NULL;
}

/* The game that a message looks at, from which seat and with whose eyes; NULL when it was refused.  Only what is on disk is shown. */
static Live *looked_at(Server *server, Conn *conn, const json_t *in, const json_t *id, int *seat, int *eyes)
{
    Error err = { "" };
    Live *live = named_game(server, in, "game", &err);
    if (!live)
        return refuse(server, conn, id, "no-game", no_game(server, &err));
    *seat = seat_of(server, live, conn->user);
    *eyes = read_eyes(json_object_get(in, "eyes"), *seat >= 0 ? *seat : EYES_WATCH);
    if (*eyes == EYES_NONE)
        return refuse(server, conn, id, "bad-message", "eyes are 0, 1, watch or open");
    if (!is_finished(live) && (*seat < 0 || *eyes != *seat))
        return refuse(server, conn, id, "not-allowed", "until a game is over, only its players look back, each with his own eyes");
    scribe_wait(server->shared->scribe, live->ticket);
    return live;
}

/* ---- one position ---- */

static void add_eyes(Text *text, int eyes)
{
    if (eyes == EYES_WATCH || eyes == EYES_OPEN)
        text_add(text, ",\"eyes\":\"%s\",\"you\":-1", eyes == EYES_OPEN ? "open" : "watch");
    else
        text_add(text, ",\"eyes\":%d,\"you\":%d", eyes, eyes);
}

static void add_strings(Text *text, const char *key, const char *first, const char *second)
{
    text_add(text, ",\"%s\":[", key);
    text_json(text, first);
    text_add(text, ",");
    text_json(text, second);
    text_add(text, "]");
}

/* The answer that followed, for whoever saw the decision. */
static void add_took(Text *text, const Live *live, const sl_game *game, int n, int eyes)
{
    char words[600] = "";
    bool saw = n < live->answers && (eyes == EYES_OPEN || live->answer[n] < 0 || sl_game_player(game) == eyes);
    if (!saw)
        return;
    sl_direction direction;
    if (live->answer[n] >= 0)
        sl_game_describe(game, live->answer[n], words, sizeof words);
    else if (sl_direction_read(live->answer[n], &direction))
        sl_direction_words(sl_game_edition(game), &direction, words, sizeof words);
    sl_option o = live->answer[n] >= 0 ? sl_game_option(game, live->answer[n]) : (sl_option){ .verb = SL_PASS };
    sl_option_names names;
    sl_game_option_names(game, live->answer[n], &names);
    text_add(text, ",\"took\":{\"option\":%d,\"verb\":%d,\"number\":%d,\"cost\":%d,\"how\":\"%s\",\"text\":", live->answer[n], o.verb, o.number,
             live->answer[n] >= 0 ? sl_option_cost(game, live->answer[n]) : -1, names.how);
    text_json(text, words);
    text_add(text, ",\"title\":");
    text_json(text, names.title);
    text_add(text, ",\"place\":");
    text_json(text, names.place);
    text_add(text, "}");
}

/* Lines that the client has already are not sent again, as long as it looks at one game with the same eyes. */
static void add_new_lines(Text *text, Conn *conn, const Live *live, const sl_game *game, int eyes)
{
    long last = sl_game_events(game);
    bool same = strcmp(conn->replay.game, live->stored.id) == 0 && conn->replay.eyes == eyes && last > conn->replay.log_before;
    if (!same)
        conn->replay.log_sent = conn->replay.log_before = 0;
    if (conn->replay.log_sent > last)
        conn->replay.log_sent = last;
    if (last - conn->replay.log_sent > LOG_FIRST)
        conn->replay.log_before = last - LOG_FIRST;
    memcpy(conn->replay.game, live->stored.id, STORE_ID);
    conn->replay.eyes = eyes;
    text_log(text, game, eyes, &conn->replay.log_sent);
}

void on_replay(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    int seat, eyes;
    Live *live = looked_at(server, conn, in, id, &seat, &eyes);
    if (!live)
        return;
    const json_t *at = json_object_get(in, "at");
    if (at && (!json_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) > live->answers)) {
        refuse(server, conn, id, "bad-message", "at is the number of a decision, from 0 to the number of answers");
        return;
    }
    int n = at ? (int)json_integer_value(at) : live->answers;
    const sl_game *game = position(server, live, n);
    Text text = { 0 };
    text_add(&text, "{\"t\":\"replay\",\"game\":\"%s\",\"n\":%d,\"count\":%d,\"over\":%s,\"solo\":%s,\"edition\":\"%s\",\"date\":%d",
             live->stored.id, n, live->answers, is_finished(live) ? "true" : "false", live_is_solo(live) ? "true" : "false", edition_name(live->stored.edition), live->stored.date);
    add_eyes(&text, eyes);
    text_add(&text, ",\"may_play_on\":%s", is_open_to(live, seat) ? "true" : "false");
    add_strings(&text, "names", live->name[0], live->name[1]);
    add_strings(&text, "decks", live->stored.deck_name[0], live->stored.deck_name[1]);
    deal_json(&text, live);
    add_took(&text, live, game, n, eyes);
    add_signed_view(&text, game, eyes);
    add_new_lines(&text, conn, live, game, eyes);
    hold_own(server, conn);
    socket_text(conn, &text, id);
}

/* ---- marks ---- */

static const char *mark_of(const char *event)
{
    static const struct { const char *event, *mark; } marks[] = {
        { "TURN", "turn" }, { "COMPLETES", "solved" }, { "COMBAT", "battle" }, { "ENGAGEMENT", "battle" },
    };
    for (size_t i = 0; i < countof(marks); i++)
        if (strcmp(event, marks[i].event) == 0)
            return marks[i].mark;
    return NULL;
}

/* What is marked is public, so the marks are the same for all eyes: after which answer, what, in which turn, by whom. */
static void add_marks(Text *text, const sl_game *game, int n, long *seen, bool *first)
{
    for (sl_event e; *seen < sl_game_events(game);) {
        const char *mark = sl_game_event(game, SL_WATCHER, ++*seen, &e) ? mark_of(sl_event_name(e.kind)) : NULL;
        if (!mark)
            continue;
        text_add(text, "%s{\"n\":%d,\"k\":\"%s\",\"turn\":%d,\"player\":%d}", *first ? "" : ",", n, mark, e.turn, e.player);
        *first = false;
    }
}

static void make_marks(Server *server, Live *live, Reel *reel)
{
    Text events = { 0 }, *text = &reel->marks;
    long seen = 0;
    bool first = true;
    text->len = 0;
    text_add(text, ",\"count\":%d,\"marks\":[", live->answers);
    for (int n = 0; n <= live->answers; n++) {
        const sl_game *game = position(server, live, n);
        add_marks(text, game, n, &seen, &first);
        text_add(&events, "%s%ld", n ? "," : "", sl_game_events(game));
    }
    text_add(text, "],\"events\":[%s]", events.at);
    text_free(&events);
    reel->marked = live->answers;
}

void on_replay_marks(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    int seat, eyes;
    Live *live = looked_at(server, conn, in, id, &seat, &eyes);
    if (!live)
        return;
    Reel *reel = reel_of(server, live);
    bucket_charge(&conn->dear, live->answers / 100);
    if (reel->marked != live->answers)
        make_marks(server, live, reel);
    Text text = { 0 };
    text_add(&text, "{\"t\":\"replay-marks\",\"game\":\"%s\"", live->stored.id);
    text_bytes(&text, reel->marks.at, reel->marks.len);
    hold_own(server, conn);
    socket_text(conn, &text, id);
}

/* ---- files ---- */

void get_replay(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    Live *live = begun_game(server, request->path + strlen("/api/replay/"), &err);
    if (!live) {
        reply_error(reply, 404, "no-game", no_game(server, &err));
        return;
    }
    if (!is_open_to(live, seat_of(server, live, request->user))) {
        reply_error(reply, 403, "not-allowed", "a replay shows all cards: it is there when the game is over");
        return;
    }
    limit_charge(server, LIMIT_READ, request->address, live->answers / 100);
    scribe_wait(server->shared->scribe, live->ticket);
    sl_setup setup = live_setup(live);
    size_t size = sl_replay_write(server->setup.library, &setup, live->answer, live->answers, NULL, 0);
    char *text = net_alloc(size + 1);
    sl_replay_write(server->setup.library, &setup, live->answer, live->answers, text, size + 1);
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
    text_bytes(&reply->body, text, size);
    free(text);
}

/* A name that may be longer than there is room for, cut between characters. */
static void copy_name(char out[STORE_NAME], const char *name)
{
    size_t len = strlen(name) < STORE_NAME ? strlen(name) : STORE_NAME - 1;
    while (len && name[len] && ((unsigned char)name[len] & 0xC0) == 0x80)
        len--;
    snprintf(out, STORE_NAME, "%.*s", (int)len, name);
}

static char *deck_text(const Server *server, const sl_deck *deck)
{
    size_t size = sl_deck_write(server->setup.library, deck, NULL, 0);
    char *text = net_alloc(size + 1);
    sl_deck_write(server->setup.library, deck, text, size + 1);
    return text;
}

/* All that a game takes over from the terms of the one it comes from; as the store keeps them. */
static const char *kept_terms(bool windows)
{
    return windows ? "windows=1" : "";
}

static char *copied(const char *text)
{
    return memcpy(net_alloc(strlen(text) + 1), text, strlen(text) + 1);
}

static void keep_record(Server *server, const Request *request, const sl_record *record, Reply *reply)
{
    Error err = { "" };
    StoredGame game = { .user = request->user, .seed = record->setup.seed, .edition = record->setup.edition, .date = record->setup.date, .updated = now_seconds(),
                        .opponent = RECORDED, .terms = copied(kept_terms(record->setup.windows)), .moment = copied("") };
    random_id(game.id);
    snprintf(game.switches, sizeof game.switches, "%s", record->switches);
    for (int i = 0; i < SEATS; i++) {
        copy_name(game.deck_name[i], sl_deck_name(record->deck[i]));
        game.deck_text[i] = deck_text(server, record->deck[i]);
    }
    start_game(server, request, &game, record->answers, record->count, reply);
    Live *live = reply->status == 200 ? live_get(server, game.id, &err) : NULL;
    if (live) {
        int points[SEATS] = { sl_game_points(live->game, 0), sl_game_points(live->game, 1) };
        if (!store_game_sum(server->store, game.id, true, sl_game_winner(live->game), sl_game_turn(live->game), points, game.updated, &err))
            reply_store(server, reply, &err);
    }
    store_game_free(&game);
}

static void take_record(Server *server, const Request *request, const char *data, Reply *reply)
{
    sl_error why = { "" };
    sl_record record = { 0 };
    sl_file file = { "replay", data, strlen(data) };
    if (!sl_record_read(server->setup.library, &file, &record, &why))
        reply_error(reply, 400, "bad-replay", why.text);
    else if (record.setup.players != SEATS || record.count > RECORD_ANSWERS_MOST || strlen(record.switches) >= sizeof((StoredGame *)0)->switches)
        reply_error(reply, 400, "bad-replay", "only replays of two players with at most 20000 answers can be looked at here");
    else if (!sl_replay_verify(server->setup.library, &file, &why))
        reply_error(reply, 400, "bad-replay", why.text);
    else if (may_have_more(server, request, RECORDED, reply))
        keep_record(server, request, &record, reply);
    sl_record_free(&record);
}

void post_replay(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    const char *text = json_string_value(json_object_get(body, "text"));
    if (body)
        take_record(server, request, text ? text : "", reply);
    json_decref(body);
}

/* ---- playing on ---- */

/* A set is answered as a whole, so a game goes on from its beginning. */
static int whole_decision(const Live *live, int n)
{
    while (n > 0 && n < live->answers && live->how[n] & ANSWER_INSIDE_SET)
        n--;
    return n;
}

void play_on(Server *server, Request *request, const json_t *body, Reply *reply)
{
    Error err = { "" };
    Live *live = named_game(server, body, "from", &err);
    const json_t *at = json_object_get(body, "at");
    const char *opponent = json_string_value(json_object_get(body, "opponent"));
    if (!live) {
        reply_error(reply, 404, "no-game", no_game(server, &err));
    } else if (!is_open_to(live, seat_of(server, live, request->user))) {
        reply_error(reply, 403, "not-allowed", "one plays on from games that are over, and from one's own against the computer");
    } else if (!json_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) > live->answers) {
        reply_error(reply, 400, "bad-message", "at is the number of a decision, from 0 to the number of answers");
    } else if (!opponent || !player_find(opponent)) {
        reply_error(reply, 400, "bad-message", "opponent is greedy or random");
    } else if (json_integer_value(at) == live->answers && sl_game_player(live->game) < 0) {
        reply_error(reply, 400, "bad-message", "the game is over there; an earlier decision can be played on from");
    } else if (may_have_more(server, request, opponent, reply)) {
        char terms[TERMS_TEXT], nothing[] = "";
        StoredGame game = live->stored;         /* the texts of its decks are borrowed */
        snprintf(terms, sizeof terms, "%s", kept_terms(live->terms.windows));
        game.terms = terms;
        game.moment = nothing;
        game.listed = false;
        game.user = request->user;
        game.updated = now_seconds();
        random_id(game.id);
        snprintf(game.opponent, sizeof game.opponent, "%s", opponent);
        start_game(server, request, &game, live->answer, whole_decision(live, (int)json_integer_value(at)), reply);
    }
}
