/* A table of two people in time: response windows, clocks, who is away, and watchers who are behind.
 *
 * Time comes in as `now`, milliseconds of a clock that never jumps.  table_settle is called after every change and works out what
 * begins: a window, somebody's clock; table_tick is called when something is due and does it.
 *
 * A window is open for one beat whatever the players hold, so that nobody can measure whether somebody could answer: the engine
 * asks in every window that could be answered for all that others know (sl_setup.windows); a pass, an early one or none at all, is
 * played when the beat ends.  Only who plays something is heard at once.  Clocks stand still during the beat and run for whoever
 * holds the window. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { SAVE_EVERY = 1000, LATE_EVERY = 1000, NO_ANSWER = -1 };

bool table_waits(const Live *live)
{
    return !live_is_solo(live) && !live->name[1][0];
}

static bool is_on(const Live *live)
{
    return live->game && !table_waits(live) && !live->moment.paused && sl_game_player(live->game) >= 0;
}

/* ---- windows ---- */

static bool is_window(const sl_game *game)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    return d.kind == SL_DECIDE_RESPONSE;
}

static int pass_of(const sl_game *game)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == SL_PASS)
            return i;
    return 0;
}

static void window_shut(Live *live)
{
    sl_game_free(live->beat.ahead);
    live->beat = (Beat){ .answer = { NO_ANSWER, NO_ANSWER } };
}

/* The game as it is once the first has passed, if that leaves the other player in the same window. */
static sl_game *look_ahead(const sl_game *game)
{
    sl_decision here, there;
    sl_game *ahead = sl_game_clone(game);
    sl_game_decision(game, &here);
    sl_game_answer(ahead, pass_of(game));
    if (is_window(ahead)) {
        sl_game_decision(ahead, &there);
        if (there.player != here.player && strcmp(there.about, here.about) == 0 && sl_game_events(ahead) == sl_game_events(game))
            return ahead;
    }
    sl_game_free(ahead);
    return NULL;
}

/* Who has said aloud that he passes in every window of this turn.  Nobody's cards are asked about that, so it tells nothing of them. */
bool has_waived(const Live *live, int seat)
{
    return live->game && live->waived[seat] == sl_game_turn(live->game);
}

/* Where all who are asked have waived, the window need not last. */
void window_waived(Live *live, int64_t now)
{
    Beat *beat = &live->beat;
    if (beat->open && has_waived(live, beat->first) && (!beat->ahead || has_waived(live, 1 - beat->first)))
        beat->ends = now;
}

static void window_open(Live *live, int64_t now)
{
    Beat *beat = &live->beat;
    window_shut(live);
    if (!is_on(live) || !live->terms.beat || !is_window(live->game))
        return;
    beat->open = true;
    beat->id = live->answers;
    beat->first = sl_game_player(live->game);
    beat->ahead = look_ahead(live->game);
    beat->ends = now + live->terms.beat;
    window_waived(live, now);
}

static bool is_held(const Beat *beat)
{
    return beat->held[0] || beat->held[1];
}

bool window_takes(const Live *live, int seat, int n)
{
    const Beat *beat = &live->beat;
    if (!beat->open || seat < 0)
        return false;
    return seat == beat->first ? n == live->answers : beat->ahead && n == live->answers + 1;
}

/* A pass, and anything of the player who is asked second, waits for the end of the beat; who has held the window lets it go. */
void window_answer(Server *server, Conn *conn, int option, const json_t *id, int64_t now)
{
    Live *live = conn->live;
    Beat *beat = &live->beat;
    bool first = conn->seat == beat->first;
    const sl_game *game = first ? live->game : beat->ahead;
    if (first && sl_game_option(game, option).verb != SL_PASS) {
        table_record(server, live, &option, 1, conn, id, now);
        return;
    }
    beat->answer[conn->seat] = option;
    send_short(conn, "held", live->answers + !first, id);
    if (!beat->held[conn->seat])
        return;
    beat->held[conn->seat] = false;
    beat->ends = now + live->terms.beat;
    table_settle(server, live, now);
    send_table(live, now);
}

static void window_ends(Server *server, Live *live, int64_t now)
{
    const Beat *beat = &live->beat;
    int answers[SEATS], count = 1, second = 1 - beat->first;
    answers[0] = beat->answer[beat->first] >= 0 ? beat->answer[beat->first] : pass_of(live->game);
    if (beat->ahead) {
        answers[1] = beat->answer[second] >= 0 ? beat->answer[second] : pass_of(beat->ahead);
        count = 2;
    }
    table_record(server, live, answers, count, NULL, NULL, now);
}

/* ---- clocks ---- */

static void clock_charge(Live *live, int64_t now)
{
    if (live->running < 0)
        return;
    live->moment.left[live->running] -= now - live->since;
    live->spent += now - live->since;
    live->since = now;
}

static int who_is_charged(const Live *live)
{
    if (!is_on(live) || !live->terms.clock)
        return -1;
    if (!live->beat.open)
        return sl_game_player(live->game);
    return live->beat.held[live->beat.first] ? live->beat.first : is_held(&live->beat) ? 1 - live->beat.first : -1;
}

/* A decision gives back up to the increment of what it took: nobody gains time by many small ones. */
static void clock_turn(Live *live, int64_t now)
{
    int64_t back = (int64_t)live->terms.increment * 1000;
    clock_charge(live, now);
    if (live->running >= 0 && live->timed < live->answers) {
        live->moment.left[live->running] += live->spent < back ? live->spent : back;
        live->spent = 0;
    }
    int next = who_is_charged(live);
    if (next != live->running)
        live->spent = 0;
    live->running = next;
    live->since = now;
}

void table_save(Server *server, Live *live, int64_t now)
{
    clock_charge(live, now);
    live->saved = now;
    scribe_moment(server->shared->scribe, live);
}

/* ---- what is due ---- */

static int64_t sooner(int64_t a, int64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static bool has_late(const Live *live)
{
    for (const Conn *conn = live->socket; conn; conn = conn->next)
        if (table_is_late(conn))
            return true;
    return false;
}

static void set_due(Server *server, Live *live, int64_t now)
{
    int64_t due = 0;
    if (live->beat.open && !is_held(&live->beat))
        due = live->beat.ends;
    if (live->running >= 0)
        due = sooner(sooner(due, live->since + live->moment.left[live->running]), live->saved + SAVE_EVERY);
    if (live->terms.delay > 0 && live->game && live->late_at < live->answers && has_late(live))
        due = sooner(due, now + LATE_EVERY);
    due = sooner(due, chat_due(live));
    live->due = due;
    if (due)
        loop_alarm(server->shared, due);
}

void table_settle(Server *server, Live *live, int64_t now)
{
    bool answered = live->timed != live->answers || !live->beat.open;
    if (live_is_solo(live))
        return;
    if (answered || live->moment.paused)
        window_open(live, now);
    clock_turn(live, now);
    while (live->timed < live->answers)
        live->when[live->timed++] = now;
    live->timed = live->answers;
    set_due(server, live, now);
}

void table_tick(Server *server, Live *live, int64_t now)
{
    if (live_is_solo(live) || !live->game || live->due == 0 || live->due > now)
        return;
    clock_charge(live, now);
    if (live->beat.open && !is_held(&live->beat) && live->beat.ends <= now) {
        window_ends(server, live, now);
    } else if (live->running >= 0 && live->moment.left[live->running] <= 0) {
        int code = END_TIME - live->running;
        live->moment.left[live->running] = 0;
        table_record(server, live, &code, 1, NULL, NULL, now);
    } else {
        bool late = late_follow(server, live, now);
        if (late)
            send_late(live, now);
        chat_follow(live, now);
        if (late || (live->running >= 0 && now - live->saved >= SAVE_EVERY))
            table_save(server, live, now);
        set_due(server, live, now);
    }
}

/* With the registry in hand no game may be waited for: those that are due are noted first. */
void tables_tick(Server *server, int64_t now)
{
    enum { AT_ONCE = 256 };
    Shared *shared = server->shared;
    Live *due[AT_ONCE];
    int count = 0;
    int64_t next = 0;
    pthread_mutex_lock(&shared->registry);
    for (int i = 0; i < LIVE_TABLE; i++)
        for (Live *live = shared->live[i]; live; live = live->next) {
            int64_t at = live->due;
            if (at && at <= now && count < AT_ONCE)
                due[count++] = live_use(live);
            else
                next = sooner(next, at);
        }
    pthread_mutex_unlock(&shared->registry);
    for (int i = 0; i < count; i++) {
        live_hold(server, due[i]);
        if (!due[i]->lost)
            table_tick(server, due[i], now);
        live_let_go(server);
        live_unuse(due[i]);
    }
    if (next)
        loop_alarm(shared, next);
}

/* ---- who is there ---- */

static bool is_here(const Live *live, int seat)
{
    for (const Conn *conn = live->socket; conn; conn = conn->next)
        if (conn->seat == seat && !conn->closing)
            return true;
    return false;
}

void table_present(Live *live, int64_t now)
{
    for (int i = 0; i < SEATS; i++) {
        bool here = live->kind[i] || is_here(live, i);
        if (here)
            live->gone_since[i] = 0;
        else if (!live->gone_since[i])
            live->gone_since[i] = now;
    }
}

/* ---- watchers who are behind ---- */

bool table_is_late(const Conn *conn)
{
    const Live *live = conn->live;
    return conn->seat < 0 && !conn->director && live->terms.delay && live->game && sl_game_player(live->game) >= 0;
}

int table_viewer(const Conn *conn)
{
    if (conn->seat >= 0)
        return conn->seat;
    bool open = conn->director || (!live_is_solo(conn->live) && conn->live->terms.beat && conn->live->terms.watching == WATCH_OPEN);
    return open ? SL_EITHER : SL_WATCHER;
}

const sl_game *table_seen_by(const Conn *conn, int *n)
{
    const Live *live = conn->live;
    *n = live->answers;
    if (table_is_late(conn)) {
        *n = live->late_at;
        return live->late;
    }
    if (live->beat.ahead && conn->seat == 1 - live->beat.first) {
        *n = live->answers + 1;
        return live->beat.ahead;
    }
    return live->game;
}

void late_forget(Live *live)
{
    sl_game_free(live->late);
    live->late = NULL;
}

/* Answers that take the places of those that are forgotten have times of their own; no window stays open, and nobody is given time
 * back for a decision that is no more. */
void table_taken_back(Live *live, int keep, int64_t now)
{
    late_forget(live);
    window_shut(live);
    clock_charge(live, now);
    live->running = -1;
    live->spent = 0;
    memset(live->unfair, 0, sizeof live->unfair);
    live->moment.shown = live->moment.shown < keep ? live->moment.shown : keep;
    live->timed = live->timed < keep ? live->timed : keep;
}

/* Minutes later, or when the turn after it is over. */
bool table_is_past(const Live *live, int turn, int64_t when, int64_t now)
{
    if (live->terms.delay == DELAY_TURN)
        return turn + 1 < sl_game_turn(live->game);
    return when + (int64_t)live->terms.delay * 1000 <= now;
}

static bool may_be_shown(const Live *live, int answer, int64_t now)
{
    return table_is_past(live, sl_game_turn(live->late), answer < live->timed ? live->when[answer] : now, now);
}

bool late_follow(Server *server, Live *live, int64_t now)
{
    Error err = { "" };
    int before = live->late ? live->late_at : -1;
    if (!live->terms.delay || !live->game || !has_late(live))
        return false;
    if (!live->late) {
        live->late = live_game_at(server, live, 0, &err);
        live->late_at = 0;
    }
    while (live->late && live->late_at < live->answers && (live->late_at < live->moment.shown || may_be_shown(live, live->late_at, now)))
        sl_game_apply(live->late, live->answer[live->late_at++]);
    if (live->late_at > live->moment.shown)
        live->moment.shown = live->late_at;
    return live->late_at != before;
}

void table_free(Live *live)
{
    sl_game_free(live->beat.ahead);
    late_forget(live);
    chat_free(live);
    text_free(&live->rulings);
    free(live->when);
}

/* ---- what everybody is told ---- */

static int watchers_of(const Live *live)
{
    int count = 0;
    for (const Conn *conn = live->socket; conn; conn = conn->next)
        count += conn->seat < 0 && !conn->director;
    return count;
}

static void clock_json(Text *text, const Live *live, int64_t now)
{
    if (!live->terms.clock)
        return;
    text_add(text, ",\"clock\":{\"left\":[");
    for (int i = 0; i < SEATS; i++) {
        int64_t left = live->moment.left[i] - (live->running == i ? now - live->since : 0);
        text_add(text, "%s%lld", i ? "," : "", (long long)(left > 0 ? left : 0));
    }
    text_add(text, "],\"running\":%d}", live->running);
}

static void window_json(Text *text, const Live *live, int64_t now)
{
    const Beat *beat = &live->beat;
    if (!beat->open)
        return;
    int64_t left = is_held(beat) ? live->terms.beat : beat->ends - now;
    text_add(text, ",\"window\":{\"id\":%d,\"left\":%lld,\"of\":%d,\"held\":[%s,%s]}", beat->id, (long long)(left > 0 ? left : 0), live->terms.beat,
             beat->held[0] ? "true" : "false", beat->held[1] ? "true" : "false");
}

/* Who is behind learns nothing of what goes on now. */
void table_json(Text *text, const Live *live, const Conn *to, int64_t now)
{
    bool late = table_is_late(to);
    static const char *const pause_word[] = { "", "players", "director" };
    int seat, last = live->answers ? live->answer[live->answers - 1] : 0;
    text_add(text, "{\"terms\":");
    terms_json(text, &live->terms);
    if (table_waits(live) && live->stored.over)
        text_add(text, ",\"withdrawn\":true");
    text_add(text, ",\"waiting\":%s,\"paused\":\"%s\",\"asks\":[\"%s\",\"%s\"],\"away\":[%lld,%lld],\"watchers\":%d",
             table_waits(live) ? "true" : "false", pause_word[live->moment.paused], late ? "" : ask_word(live->moment.ask[0]),
             late ? "" : ask_word(live->moment.ask[1]), (long long)(live->gone_since[0] ? now - live->gone_since[0] : 0),
             (long long)(live->gone_since[1] ? now - live->gone_since[1] : 0), watchers_of(live));
    if (!late) {
        text_add(text, ",\"waived\":[%s,%s]", has_waived(live, 0) ? "true" : "false", has_waived(live, 1) ? "true" : "false");
        text_add(text, ",\"calls\":[%s,%s]", live->moment.calls[0] ? "true" : "false", live->moment.calls[1] ? "true" : "false");
        clock_json(text, live, now);
        window_json(text, live, now);
    }
    const char *how = ending_words(last, &seat);
    if (how[0])
        text_add(text, ",\"ending\":{\"how\":\"%s\",\"seat\":%d}", how, seat);
    if (live->moment.next[0])
        text_add(text, ",\"next\":\"%s\"", live->moment.next);
    text_add(text, ",\"rulings\":[%s]}", live->rulings.len ? live->rulings.at : "");
}
