/* Games in memory: loaded by playing their answers again, carried on by answers that are stored first. */
#include "net/server.h"

#include <stdlib.h>

/* More answers in a row than any rules make a computer player give: a game that gets there is broken, not long. */
enum { MOST_IN_A_ROW = 20000 };

bool live_is_solo(const Live *live)
{
    return live->kind[1] != NULL;
}

static Live **place_of(Server *server, const char *id)
{
    Live **at = &server->live[hash_bytes(id, strlen(id)) % LIVE_TABLE];
    while (*at && strcmp((*at)->stored.id, id) != 0)
        at = &(*at)->next;
    return at;
}

static void live_free(Live *live)
{
    sl_game_free(live->game);
    for (int i = 0; i < SEATS; i++)
        if (live->deck[i])
            sl_deck_free(live->deck[i]);
    store_game_free(&live->stored);
    table_free(live);
    free(live->answer);
    free(live->how);
    free(live);
}

void live_drop(Server *server, Live *live)
{
    Live **at = place_of(server, live->stored.id);
    while (live->socket)
        socket_leave(live->socket);
    if (*at == live) {
        *at = live->next;
        server->lives--;
    }
    live_free(live);
}

void live_sweep(Server *server, bool all)
{
    int64_t now = now_seconds();
    for (int i = 0; i < LIVE_TABLE; i++)
        for (Live *live = server->live[i], *next; live; live = next) {
            next = live->next;
            if (all || (!live->socket && live->running < 0 && now - live->idle_since > LIVE_IDLE))
                live_drop(server, live);
        }
}

/* ---- answers ---- */

/* Where there is one answer only, a person is not asked; but for orders, where it is worth knowing what is not possible, for sets,
 * which are answered as a whole, and for windows between people, which last as long as others. */
static bool goes_by_itself(const Live *live, const sl_decision *d)
{
    return d->options == 1 && d->eligible_count == 0 && d->kind != SL_DECIDE_ORDERS
        && !(d->kind == SL_DECIDE_RESPONSE && live->terms.beat);
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

static bool can_apply(const Live *live, int option)
{
    if (option < 0)
        return ending_fits(option) && sl_game_player(live->game) >= 0;
    return sl_game_player(live->game) >= 0 && option < sl_game_options(live->game);
}

static void play_answer(sl_game *game, int option)
{
    if (option < 0)
        ending_apply(game, option);
    else
        sl_game_answer(game, option);
}

static void apply(Live *live, int option)
{
    sl_decision d;
    make_room(live);
    sl_game_decision(live->game, &d);
    bool passes = option >= 0 && d.kind == SL_DECIDE_RESPONSE && sl_game_option(live->game, option).verb == SL_PASS;
    bool concedes = option <= END_CONCEDED && option > END_AGREED;
    int seat = concedes ? END_CONCEDED - option : d.player;
    live->how[live->answers] = (uint8_t)(seat | ((option < 0 && !concedes) || goes_by_itself(live, &d) ? ANSWER_FORCED : 0)
                                         | (option >= 0 && d.chosen_count ? ANSWER_INSIDE_SET : 0)
                                         | (passes && live->terms.beat ? ANSWER_PASS : 0));
    live->answer[live->answers++] = option;
    play_answer(live->game, option);
}

static bool sum_up(Server *server, Live *live, Error *err)
{
    bool over = sl_game_player(live->game) < 0;
    int points[SEATS] = { sl_game_points(live->game, 0), sl_game_points(live->game, 1) }, turn = sl_game_turn(live->game);
    if (turn == live->summed_turn && over == live->summed_over && memcmp(points, live->summed_points, sizeof points) == 0)
        return true;
    if (over && !live->summed_over) {
        server->finished++;
        log_line(server, "\"event\":\"over\",\"game\":\"%s\",\"winner\":%d,\"turn\":%d", live->stored.id, sl_game_winner(live->game), turn);
    }
    live->summed_turn = turn;
    live->summed_over = over;
    memcpy(live->summed_points, points, sizeof points);
    return store_game_sum(server->store, live->stored.id, over, sl_game_winner(live->game), turn, points, now_seconds(), err);
}

bool live_record(Server *server, Live *live, const int *options, int count, Error *err)
{
    bool stored = count == 1 ? store_answer(server->store, live->stored.id, live->answers, options[0], err)
                             : store_answer_all(server->store, live->stored.id, live->answers, options, count, err);
    for (int i = 0; stored && i < count; i++)
        apply(live, options[i]);
    return stored;
}

static int computer_answer(const Live *live, int player, Mind *mind)
{
    int option = live->kind[player]->choose(mind, live->game);
    return option >= 0 && option < sl_game_options(live->game) ? option : 0;
}

/* Applied first and stored as a whole: nobody sees them before they are on disk.  The computer's random numbers come from where
 * the game stands, so that it answers the same after a restart or an undo. */
bool live_go(Server *server, Live *live, Error *err)
{
    int first = live->answers, player;
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
    int count = live->answers - first;
    return (count == 0 || store_answer_all(server->store, live->stored.id, first, live->answer + first, count, err))
        && sum_up(server, live, err);
}

/* Which single answers make up a set.  The engine says whether it may be chosen and where that leads; the answers are found by
 * walking there, in ascending order of card unless the order is the player's. */
bool live_choose(const Live *live, const int *cards, int count, int *options, int *option_count, int room)
{
    sl_game *there = sl_game_clone(live->game), *here = sl_game_clone(live->game);
    bool ok = there && here && sl_game_choose(there, cards, count);
    int n = 0;
    while (ok && sl_game_hash(here) != sl_game_hash(there)) {
        sl_decision d;
        sl_game_decision(here, &d);
        int best = -1, best_card = 0;
        for (int i = 0; i < d.options && sl_game_player(here) >= 0; i++) {
            sl_option o = sl_game_option(here, i);
            bool wanted = o.verb == SL_DONE && d.chosen_count == count;
            for (int k = d.ordered ? d.chosen_count : 0; o.verb == SL_CHOOSE && k < count; k++)
                wanted |= o.card == cards[k] && (!d.ordered || k == d.chosen_count);
            if (wanted && (best < 0 || o.card < best_card)) {
                best = i;
                best_card = o.card;
            }
        }
        ok = best >= 0 && n < room;
        if (ok) {
            options[n++] = best;
            sl_game_answer(here, best);
        }
    }
    sl_game_free(there);
    sl_game_free(here);
    *option_count = n;
    return ok && n > 0;
}

/* ---- loading ---- */

sl_setup live_setup(const Live *live)
{
    const StoredGame *stored = &live->stored;
    return (sl_setup){ .edition = SL_SECOND_EDITION, .date = stored->date, .players = SEATS, .seed = stored->seed,
                       .deck = { live->deck[0], live->deck[1] }, .switches = stored->switches[0] ? stored->switches : NULL,
                       .windows = live->terms.beat > 0 };
}

static sl_game *new_game(Server *server, Live *live, Error *err)
{
    sl_error why = { "" };
    StoredGame *stored = &live->stored;
    for (int i = 0; i < SEATS; i++) {
        sl_file file = { stored->deck_name[i], stored->deck_text[i], strlen(stored->deck_text[i]) };
        if (!live->deck[i] && !(live->deck[i] = sl_deck_read(server->setup.library, SL_SECOND_EDITION, &file, &why))) {
            error_at(err, "game", 0, 0, "its deck cannot be read any more: %.300s", why.text);
            return NULL;
        }
    }
    sl_setup setup = live_setup(live);
    setup.trace = true;
    sl_game *game = sl_game_new(server->setup.library, &setup, &why);
    if (!game)
        error_at(err, "game", 0, 0, "it cannot be set up any more: %.300s", why.text);
    return game;
}

static bool begin(Server *server, Live *live, Error *err)
{
    sl_game_free(live->game);
    live->answers = 0;
    live->game = new_game(server, live, err);
    return live->game != NULL;
}

bool live_begin(Server *server, Live *live, Error *err)
{
    return begin(server, live, err) && live_go(server, live, err);
}

sl_game *live_game_at(Server *server, Live *live, int answers, Error *err)
{
    sl_game *game = new_game(server, live, err);
    for (int i = 0; game && i < answers && i < live->answers; i++)
        play_answer(game, live->answer[i]);
    return game;
}

static bool replay(Live *live, const int *answer, int count, Error *err)
{
    for (int i = 0; i < count; i++) {
        if (!can_apply(live, answer[i]))
            return error_at(err, "game", 0, 0, "answer %d of it does not fit: these cards or rules are not those it was played by", i);
        apply(live, answer[i]);
    }
    return true;
}

void live_names(Server *server, Live *live)
{
    Error err = { "" };
    for (int i = 0; i < SEATS; i++)
        if (live->kind[i])
            snprintf(live->name[i], STORE_NAME, "%s", live->kind[i]->name);
        else
            store_seat_name(server->store, live->stored.id, i, live->name[i], &err);
    live->user[0] = live->stored.user;
}

/* A table where the other deck is still to be chosen has no game yet; one where a seat is free does not go on. */
static bool load_game(Server *server, Live *live, Error *err)
{
    int *answer = NULL, count = 0;
    if (!live->stored.deck_text[1][0])
        return true;
    bool ok = begin(server, live, err) && store_answers(server->store, live->stored.id, &answer, &count, err)
        && replay(live, answer, count, err) && (table_waits(live) || live_go(server, live, err));
    free(answer);
    return ok;
}

static Live *load(Server *server, const char *id, Error *err)
{
    Live *live = net_alloc(sizeof *live);
    if (!store_game_get(server->store, id, &live->stored, err)) {
        free(live);
        return NULL;
    }
    live->kind[1] = player_find(live->stored.opponent);
    live->summed_turn = live->stored.turn;
    live->summed_over = live->stored.over;
    memcpy(live->summed_points, live->stored.points, sizeof live->summed_points);
    live->terms = terms_stored(live->stored.terms);
    live->moment = moment_stored(live->stored.moment, &live->terms);
    live->running = -1;
    live_names(server, live);
    if (load_game(server, live, err) && rulings_load(server, live, err)) {
        table_present(live, now_milliseconds());
        table_settle(server, live, now_milliseconds());
        return live;
    }
    live_free(live);
    return NULL;
}

Live *live_get(Server *server, const char *id, Error *err)
{
    Live **at = place_of(server, id);
    if (*at)
        return *at;
    Live *live = load(server, id, err);
    if (!live)
        return NULL;
    live->idle_since = now_seconds();
    server->lives++;
    return *at = live;
}

int live_last_choice(const Live *live, int seat)
{
    int last = live->answers - 1;
    while (last >= 0 && ((live->how[last] & ANSWER_SEAT) != seat || live->how[last] & (ANSWER_FORCED | ANSWER_INSIDE_SET | ANSWER_PASS)))
        last--;
    return last;
}

bool live_undo(Server *server, Live *live, int keep, Error *err)
{
    late_forget(live);
    live->moment.shown = live->moment.shown < keep ? live->moment.shown : keep;
    if (!store_undo(server->store, live->stored.id, keep, err))
        return false;
    int *answer = live->answer;
    live->answer = NULL;
    live->room = 0;
    bool ok = begin(server, live, err) && replay(live, answer, keep, err) && live_go(server, live, err);
    free(answer);
    return ok;
}
