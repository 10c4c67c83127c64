/* Games in memory: loaded by playing their answers again, carried on by answers that the scribe writes down. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

/* More answers in a row than any rules make a computer player give: a game that gets there is broken, not long. */
enum { MOST_IN_A_ROW = 20000 };

bool live_is_solo(const Live *live)
{
    return live->kind[1] != NULL;
}

/* Nobody sits at it and nothing follows by itself: it stays as it was recorded. */
bool live_is_record(const Live *live)
{
    return strcmp(live->stored.opponent, RECORDED) == 0;
}

/* ---- who uses it ---- */

static void live_free(Live *live)
{
    reel_free(live);
    sl_game_free(live->game);
    for (int i = 0; i < SEATS; i++)
        if (live->deck[i])
            sl_deck_free(live->deck[i]);
    store_game_free(&live->stored);
    table_free(live);
    free(live->answer);
    free(live->how);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

Live *live_use(Live *live)
{
    live->users++;
    return live;
}

void live_unuse(Live *live)
{
    if (live && atomic_fetch_sub(&live->users, 1) == 1)
        live_free(live);
}

/* Its user is given on by the caller. */
static void take(Server *server, Live *live)
{
    pthread_mutex_lock(&live->lock);
    server->held = live;
}

void live_hold(Server *server, Live *live)
{
    if (server->held == live)
        return;
    live_let_go(server);
    take(server, live_use(live));
}

void live_let_go(Server *server)
{
    Live *live = server->held;
    if (!live)
        return;
    server->held = NULL;
    pthread_mutex_unlock(&live->lock);
    live_unuse(live);
}

/* ---- the registry ---- */

static Live **place_of(Shared *shared, const char *id)
{
    Live **at = &shared->live[hash_bytes(id, strlen(id)) % LIVE_TABLE];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

/* The registry is locked. */
static void unlink_live(Shared *shared, Live *live)
{
    Live **at = place_of(shared, live->id);
    live->lost = true;
    if (*at != live)
        return;
    *at = live->next;
    shared->lives--;
    live_unuse(live);
}

void live_drop(Server *server, Live *live)
{
    pthread_mutex_lock(&server->shared->registry);
    unlink_live(server->shared, live);
    pthread_mutex_unlock(&server->shared->registry);
}

bool lives_are_many(const Shared *shared)
{
    return shared->lives >= shared->loop[0].setup.games / 2;
}

/* Where there are many, those that nobody looks at go sooner. */
static bool is_idle(const Server *server, const Live *live, int64_t now)
{
    int64_t patience = lives_are_many(server->shared) ? 1 : LIVE_IDLE;
    return !live->socket && live->running < 0 && now - live->idle_since > patience && scribe_has(server->shared->scribe, live->ticket);
}

/* It stays in the registry while it is released: who asks for it meanwhile waits, and claims it again. */
static void let_sleep(Server *server, Live *live, int64_t now)
{
    live_hold(server, live);
    if (!live->lost && is_idle(server, live, now)) {
        peers_release(server, live->id);
        live_drop(server, live);
    }
    live_let_go(server);
    live_unuse(live);
}

/* With the registry in hand a game may be tried, not waited for; one that is busy is not idle. */
void live_sweep(Server *server)
{
    enum { AT_ONCE = 256 };
    Shared *shared = server->shared;
    Live *idle[AT_ONCE];
    int count = 0;
    int64_t now = now_seconds();
    pthread_mutex_lock(&shared->registry);
    for (int i = 0; i < LIVE_TABLE; i++)
        for (Live *live = shared->live[i]; live && count < AT_ONCE; live = live->next) {
            if (pthread_mutex_trylock(&live->lock) != 0)
                continue;
            reel_sweep(live, now);
            if (is_idle(server, live, now))
                idle[count++] = live_use(live);
            pthread_mutex_unlock(&live->lock);
        }
    pthread_mutex_unlock(&shared->registry);
    for (int i = 0; i < count; i++)
        let_sleep(server, idle[i], now);
}

void live_forget_all(Shared *shared)
{
    for (int i = 0; i < LIVE_TABLE; i++)
        while (shared->live[i])
            unlink_live(shared, shared->live[i]);
}

const char *no_game(const Server *server, const Error *err)
{
    if (err->text[0] && strncmp(err->text, "game", 4) != 0) {
        log_error(server, err);
        return "the server cannot read its games just now; come back in a moment";
    }
    return err->text[0] ? err->text : "there is no such game";
}

/* ---- answers ---- */

/* One answer only is no choice; but for orders, where it is worth knowing what is not possible, for sets, which are answered as a
 * whole, and for windows between people, which last as long as others. */
static bool is_forced(const Live *live, const sl_decision *d)
{
    return d->options == 1 && d->eligible_count == 0 && d->kind != SL_DECIDE_ORDERS
        && !(d->kind == SL_DECIDE_RESPONSE && live->terms.beat);
}

/* Nobody is asked where there is no choice, unless he wanted to see every window.  Between people everybody is asked: what is answered at
 * once would tell the other that there was no choice, and that tells of the hand. */
static bool goes_by_itself(const Live *live, const sl_decision *d)
{
    return is_forced(live, d) && live_is_solo(live) && !(d->kind == SL_DECIDE_RESPONSE && live->terms.shown);
}

static void make_room(Live *live)
{
    if (live->answers < live->room)
        return;
    live->room = live->room ? 2 * live->room : 256;
    live->answer = realloc(live->answer, (size_t)live->room * sizeof *live->answer);
    live->how = realloc(live->how, (size_t)live->room);
    live->when = realloc(live->when, (size_t)live->room * sizeof *live->when);
    if (!live->answer || !live->how || !live->when)
        out_of_memory();
}

static bool apply(Live *live, int option)
{
    sl_decision d;
    make_room(live);
    sl_game_decision(live->game, &d);
    if (sl_game_player(live->game) < 0)
        return false;
    bool passes = option >= 0 && option < d.options && d.kind == SL_DECIDE_RESPONSE && sl_game_option(live->game, option).verb == SL_PASS;
    bool concedes = option <= END_CONCEDED && option > END_AGREED;
    int seat = concedes ? END_CONCEDED - option : d.player;
    live->how[live->answers] = (uint8_t)(seat | ((option < 0 && !concedes) || is_forced(live, &d) ? ANSWER_FORCED : 0)
                                         | (option >= 0 && d.chosen_count ? ANSWER_INSIDE_SET : 0) | (option >= 0 && d.to ? ANSWER_BEAMED : 0)
                                         | (passes && live->terms.beat ? ANSWER_PASS : 0));
    live->answer[live->answers] = option;
    if (!sl_game_apply(live->game, option))
        return false;
    live->answers++;
    live->proof = sl_game_proof(live->game, live->proof);
    return true;
}

/* A game that was over before the rules changed keeps its result in the lists. */
static void sum_up(Server *server, Live *live)
{
    if (live->changed && live->stored.over)
        return;
    bool over = sl_game_player(live->game) < 0;
    int points[SEATS] = { sl_game_points(live->game, 0), sl_game_points(live->game, 1) }, turn = sl_game_turn(live->game);
    if (turn == live->summed_turn && over == live->summed_over && memcmp(points, live->summed_points, sizeof points) == 0)
        return;
    if (over && !live->summed_over) {
        server->finished++;
        log_line(server, "\"event\":\"over\",\"game\":\"%s\",\"winner\":%d,\"turn\":%d", live->stored.id, sl_game_winner(live->game), turn);
        if (sl_game_cut(live->game))            /* the stored seed, decks and answers bring it there again */
            log_line(server, "\"event\":\"cut\",\"game\":\"%s\",\"by\":\"%s\",\"answers\":%d", live->stored.id, sl_game_cut(live->game),
                     live->answers);
    }
    live->summed_turn = turn;
    live->summed_over = over;
    memcpy(live->summed_points, points, sizeof points);
    scribe_sum(server->shared->scribe, live, sl_game_winner(live->game));
}

void live_record(Server *server, Live *live, const int *options, int count)
{
    int first = live->answers;
    for (int i = 0; i < count; i++)
        apply(live, options[i]);
    scribe_answers(server->shared->scribe, live, first, options, count);
}

static int computer_answer(const Live *live, int player, Mind *mind)
{
    int option = live->kind[player]->choose(mind, live->game);
    return option >= 0 && option < sl_game_options(live->game) ? option : 0;
}

/* Applied first and written down as a whole: nobody sees them before they are on disk.  The computer's random numbers come from where
 * the game stands, so that it answers the same after a restart or an undo. */
void live_go(Server *server, Live *live)
{
    int first = live->answers, player;
    if (live_is_record(live))
        return;
    Mind mind = mind_new(hash_mix(live->stored.seed, (uint64_t)first + 1));
    while ((player = sl_game_player(live->game)) >= 0 && live->answers - first < MOST_IN_A_ROW) {
        sl_decision d;
        sl_game_decision(live->game, &d);
        if (goes_by_itself(live, &d))
            apply(live, 0);
        else if (live->kind[player])
            apply(live, computer_answer(live, player, &mind));
        else
            break;
    }
    mind_free(&mind);
    if (live->answers > first)
        scribe_answers(server->shared->scribe, live, first, live->answer + first, live->answers - first);
    sum_up(server, live);
}

/* ---- loading ---- */

sl_setup live_setup(const Live *live)
{
    const StoredGame *stored = &live->stored;
    return (sl_setup){ .edition = stored->edition, .date = stored->date, .players = SEATS, .seed = stored->seed,
                       .deck = { live->deck[0], live->deck[1] }, .switches = stored->switches[0] ? stored->switches : NULL,
                       .windows = live->terms.windows };
}

static sl_game *new_game(Server *server, Live *live, Error *err)
{
    sl_error why = { "" };
    StoredGame *stored = &live->stored;
    for (int i = 0; i < SEATS; i++) {
        sl_file file = { stored->deck_name[i], stored->deck_text[i], strlen(stored->deck_text[i]) };
        if (!live->deck[i] && !(live->deck[i] = sl_deck_read(server->setup.library, stored->edition, &file, &why))) {
            error_at(err, "game", 0, 0, "its deck cannot be read any more: %.300s", why.text);
            return NULL;
        }
    }
    sl_setup setup = live_setup(live);
    setup.trace = SL_TRACE_LOG;
    sl_game *game = sl_game_new(server->setup.library, &setup, &why);
    if (!game)
        error_at(err, "game", 0, 0, "it cannot be set up any more: %.300s", why.text);
    return game;
}

static bool begin(Server *server, Live *live, Error *err)
{
    reel_free(live);
    late_forget(live);
    sl_game_free(live->game);
    live->answers = 0;
    live->game = new_game(server, live, err);
    live->proof = live->game ? sl_game_proof(live->game, 0) : 0;
    return live->game != NULL;
}

/* Notes what the game is begun with; one from before there were such notes, what it is found with. */
static bool note_data(Server *server, Live *live, Error *err)
{
    sl_setup setup = live_setup(live);
    live->stored.data = sl_setup_digest(server->setup.library, &setup);
    return store_game_data(server->store, live->id, live->stored.data, err);
}

bool live_begin(Server *server, Live *live, Error *err)
{
    bool ok = begin(server, live, err) && note_data(server, live, err);
    if (ok)
        live_go(server, live);
    return ok;
}

sl_game *live_game_at(Server *server, Live *live, int answers, Error *err)
{
    sl_game *game = new_game(server, live, err);
    for (int i = 0; game && i < answers && i < live->answers; i++)
        sl_game_apply(game, live->answer[i]);
    return game;
}

/* Gives the stored answers again.  Returns how many of them led where they led then: all, or as far as the last proof that holds. */
static int replay(Live *live, const int *answer, const uint64_t *proof, int count)
{
    int proved = 0;
    for (int i = 0; i < count; i++) {
        if (!apply(live, answer[i]) || (proof && proof[i] && proof[i] != live->proof))
            return proved;
        if (proof && proof[i])
            proved = i + 1;
    }
    return count;
}

/* By the cards or rules of now, the answers from `keep` on would be given in another game, or the players would go on with other cards
 * than they began with.  The game ends there, for everybody who looks at it; in memory only, since the program that it was played
 * with could go on with what is stored. */
static bool end_by_change(Server *server, Live *live, const int *answer, int keep, Error *err)
{
    if (!begin(server, live, err))
        return false;
    replay(live, answer, NULL, keep);
    live->changed = true;
    log_line(server, "\"event\":\"changed\",\"game\":\"%s\",\"answers\":%d", live->id, keep);
    if (sl_game_player(live->game) >= 0)
        apply(live, END_CHANGED);
    return true;
}

void live_names(Server *server, Live *live)
{
    Error err = { "" };
    for (int i = 0; i < SEATS; i++)
        if (live_is_record(live))
            snprintf(live->name[i], STORE_NAME, "%c", 'A' + i);
        else if (live->kind[i])
            snprintf(live->name[i], STORE_NAME, "%s", live->kind[i]->name);
        else
            store_seat_name(server->store, live->stored.id, i, live->name[i], &err);
    live->user[0] = live->stored.user;
}

static bool has_other_data(Server *server, const Live *live)
{
    sl_setup setup = live_setup(live);
    return live->stored.data && live->stored.data != sl_setup_digest(server->setup.library, &setup) && sl_game_player(live->game) >= 0;
}

/* Nothing is dealt before both sit: nobody looks at a hand and then opens another table. */
static bool read_answers(Server *server, Live *live, Error *err)
{
    int *answer = NULL, count = 0;
    uint64_t *proof = NULL;
    if (table_waits(live))
        return true;
    bool ok = begin(server, live, err) && store_answers_proved(server->store, live->stored.id, &answer, &proof, &count, err);
    if (ok) {
        int same = replay(live, answer, proof, count);
        if (same < count || has_other_data(server, live))
            ok = end_by_change(server, live, answer, same, err);
    }
    free(answer);
    free(proof);
    return ok;
}

static bool read_stored(Server *server, Live *live, Error *err)
{
    if (!store_game_get(server->store, live->id, &live->stored, err))
        return false;
    live->kind[1] = player_find(live->stored.opponent);
    live->summed_turn = live->stored.turn;
    live->summed_over = live->stored.over;
    memcpy(live->summed_points, live->stored.points, sizeof live->summed_points);
    live->terms = terms_stored(live->stored.terms);
    live->moment = moment_stored(live->stored.moment, &live->terms);
    live->running = -1;
    live_names(server, live);
    return read_answers(server, live, err);
}

/* One where a seat is free does not go on. */
static bool load(Server *server, Live *live, Error *err)
{
    if (!peers_claim(server, live->id, err) || !read_stored(server, live, err) || !rulings_load(server, live, err))
        return false;
    if (live->game && !live->stored.data && !note_data(server, live, err))
        return false;
    if (live->game && !table_waits(live))
        live_go(server, live);
    live->idle_since = now_seconds();
    table_present(live, now_milliseconds());
    table_settle(server, live, now_milliseconds());
    return true;
}

static Live *new_live(const char *id)
{
    Live *live = net_alloc(sizeof *live);
    snprintf(live->id, sizeof live->id, "%s", id);
    live->users = 2;                            /* the registry, and whoever loads it */
    pthread_mutex_init(&live->lock, NULL);
    return live;
}

/* A game that is not there yet is put into the registry with its lock taken, so that others wait until it is loaded. */
static bool find_or_add(Server *server, const char *id)
{
    Shared *shared = server->shared;
    Live *fresh = new_live(id);
    take(server, fresh);
    pthread_mutex_lock(&shared->registry);
    Live **at = place_of(shared, id), *found = *at ? live_use(*at) : NULL;
    if (!found) {
        *at = fresh;
        shared->lives++;
    }
    pthread_mutex_unlock(&shared->registry);
    if (!found)
        return false;
    live_let_go(server);
    live_unuse(fresh);
    take(server, found);
    return true;
}

static bool is_in_memory(Shared *shared, const char *id)
{
    pthread_mutex_lock(&shared->registry);
    bool there = *place_of(shared, id) != NULL;
    pthread_mutex_unlock(&shared->registry);
    return there;
}

int live_to_answer(Server *server, const char *id)
{
    Error err = { "" };
    Live *live = new_live(id);
    int player = read_stored(server, live, &err) && live->game ? sl_game_player(live->game) : -1;
    live_free(live);
    return player;
}

/* One that is lost, or could not be loaded by whom we waited for, is asked for again, once all that is on its way is settled. */
Live *live_get(Server *server, const char *id, Error *err)
{
    server->elsewhere = (StoreOwner){ .mine = false };
    if (server->held && strcmp(server->held->id, id) == 0 && !server->held->lost)
        return server->held;
    for (;;) {
        live_let_go(server);
        if (server->shared->lives >= server->setup.games && !is_in_memory(server->shared, id)) {
            error_at(err, "game", 0, 0, "too many games are played just now; come back in a moment");
            return NULL;
        }
        bool found = find_or_add(server, id);
        Live *live = server->held;
        if (found ? !live->lost && peers_have(server, live) : load(server, live, err))
            return live;
        uint64_t ticket = live->ticket;
        live_drop(server, live);
        live_let_go(server);
        if (!found)
            return NULL;
        scribe_wait(server->shared->scribe, ticket);
    }
}

int live_last_choice(const Live *live, int seat)
{
    int last = live->changed ? -1 : live->answers - 1;      /* nobody goes back into a game that would be another */
    while (last >= 0 && ((live->how[last] & ANSWER_SEAT) != seat || live->how[last] & (ANSWER_FORCED | ANSWER_INSIDE_SET | ANSWER_PASS | ANSWER_BEAMED)))
        last--;
    return last;
}

bool live_undo(Server *server, Live *live, int keep, Error *err)
{
    scribe_undo(server->shared->scribe, live, keep);
    bool ok = begin(server, live, err);
    if (ok)
        replay(live, live->answer, NULL, keep); /* in place: each is put back where it was */
    if (ok)
        live_go(server, live);
    return ok;
}
