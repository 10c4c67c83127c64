/* Games: how they began, who sits at them, what was answered, what directors did.
 *
 * Whatever changes a game that has begun changes nothing when another server owns it: the statement itself asks, while it holds the
 * game's row, so that no takeover comes between. */
#include "store/inside.h"

#include <stdlib.h>

bool store_game_new(Store *s, const StoredGame *game, Error *err)
{
    bool joined;
    const Values values = { { val_text(game->id), val_text(game->opponent), val_text(game->deck_name[0]), val_text(game->deck_name[1]),
                              val_text(game->deck_text[0]), val_text(game->deck_text[1]), val_text(game->switches),
                              val_number((int64_t)game->seed), val_number(game->date), val_number(game->listed), val_text(game->terms),
                              val_text(game->moment), val_number(game->updated), val_text(s->server), val_number(game->edition ? game->edition : 2) } };
    if (!sql_begin(s, &joined, err))
        return false;
    Outcome how = sql_run(s, SQL_GAME_NEW, values, NULL, err);
    if (how == REFUSED)
        error_at(err, "game", 0, 0, "there is a game '%.22s' already", game->id);
    return sql_end(s, joined, how == RAN && store_seat(s, game->id, 0, game->user, err), err);
}

/* Its long texts stay the rows'. */
static StoredGame game_at(const Rows *rows, int row)
{
    StoredGame game = { .deck_text = { cell_text(rows, row, 4), cell_text(rows, row, 5) }, .seed = (uint64_t)cell_number(rows, row, 7),
                        .date = (int)cell_number(rows, row, 8), .listed = cell_number(rows, row, 9) != 0,
                        .over = cell_number(rows, row, 10) != 0, .winner = (int)cell_number(rows, row, 11),
                        .turn = (int)cell_number(rows, row, 12),
                        .points = { (int)cell_number(rows, row, 13), (int)cell_number(rows, row, 14) },
                        .updated = cell_number(rows, row, 15), .terms = cell_text(rows, row, 16), .moment = cell_text(rows, row, 17),
                        .user = cell_number(rows, row, 18), .answers = (int)cell_number(rows, row, 19),
                        .edition = (int)cell_number(rows, row, 20), .data = (uint64_t)cell_number(rows, row, 21) };
    cell_copy(game.id, sizeof game.id, rows, row, 0);
    cell_copy(game.opponent, sizeof game.opponent, rows, row, 1);
    cell_copy(game.deck_name[0], STORE_NAME, rows, row, 2);
    cell_copy(game.deck_name[1], STORE_NAME, rows, row, 3);
    cell_copy(game.switches, sizeof game.switches, rows, row, 6);
    return game;
}

static char *copied(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy)
        out_of_memory();
    return memcpy(copy, text, size);
}

bool store_game_get(Store *s, const char *id, StoredGame *out, Error *err)
{
    bool found;
    if (!sql_ask(s, SQL_GAME_GET, (Values){ { val_text(id) } }, &found, err) || !found)
        return false;
    *out = game_at(&s->rows, 0);
    out->deck_text[0] = copied(out->deck_text[0]);
    out->deck_text[1] = copied(out->deck_text[1]);
    out->terms = copied(out->terms);
    out->moment = copied(out->moment);
    return true;
}

void store_game_free(StoredGame *game)
{
    free(game->deck_text[0]);
    free(game->deck_text[1]);
    free(game->terms);
    free(game->moment);
    game->deck_text[0] = game->deck_text[1] = game->terms = game->moment = NULL;
}

bool store_seat(Store *s, const char *id, int seat, int64_t user, Error *err)
{
    bool joined;
    if (!sql_begin(s, &joined, err))
        return false;
    Outcome how = sql_run(s, SQL_SEAT, (Values){ { val_text(id), val_number(seat), val_number(user) } }, NULL, err);
    if (how == REFUSED)
        error_at(err, "seat", 0, 0, "seat %d is taken, or there is no such game", seat);
    return sql_end(s, joined, how == RAN, err);
}

bool store_seat_of(Store *s, const char *id, int64_t user, int *seat, Error *err)
{
    bool found;
    *seat = -1;
    if (!sql_ask(s, SQL_SEAT_OF, (Values){ { val_text(id), val_number(user) } }, &found, err))
        return false;
    if (found)
        *seat = (int)cell_number(&s->rows, 0, 0);
    return true;
}

bool store_seat_name(Store *s, const char *id, int seat, char name[STORE_NAME], Error *err)
{
    bool found;
    name[0] = '\0';
    if (!sql_ask(s, SQL_SEAT_NAME, (Values){ { val_text(id), val_number(seat) } }, &found, err))
        return false;
    if (found)
        cell_name(name, &s->rows, 0);
    return true;
}

/* Why a change of a game changed nothing: true when the game is there and this server's, so that the reason lies elsewhere. */
static bool may_write(Store *s, const char *id, Error *err)
{
    bool found;
    if (!sql_ask(s, SQL_OWNER, (Values){ { val_text(id) } }, &found, err))
        return false;
    if (!found)
        return error_at(err, "game", 0, 0, "there is no game '%.22s'", id);
    s->lost = s->server[0] && strcmp(s->server, cell_text(&s->rows, 0, 0)) != 0;
    return !s->lost || error_at(err, "game", 0, 0, "this server does not own the game '%.22s' any more", id);
}

static bool change_game(Store *s, const char *id, Statement which, Values values, bool *changed, Error *err)
{
    s->lost = false;
    bool ok = sql_change(s, which, values, err);
    *changed = ok && s->rows.changed > 0;
    return *changed || (ok && may_write(s, id, err));
}

bool store_lost_game(const Store *s)
{
    return s->lost;
}

enum { ANSWER_WIDTH = 12, ANSWERS_AT_ONCE = 128 };     /* as the statement cuts them */

/* After a lost connection, the answers may be there because they were sent before. */
static bool are_there(Store *s, const char *id, int n, const int *options, int count, Error *err)
{
    int *stored, total;
    if (!store_answers(s, id, &stored, &total, err))
        return false;
    bool same = total == n + count && memcmp(stored + n, options, (size_t)count * sizeof *options) == 0;
    free(stored);
    return same;
}

/* So few that cutting them out of one text costs little: it is walked through from its beginning for each. */
static bool answer_some(Store *s, const char *id, int n, const int *options, int count, uint64_t proof, Error *err)
{
    char list[ANSWERS_AT_ONCE * ANSWER_WIDTH + 1];
    for (int i = 0; i < count; i++)
        snprintf(list + i * ANSWER_WIDTH, ANSWER_WIDTH + 1, "%*d", ANSWER_WIDTH, options[i]);
    s->lost = false;
    const Values values = { { val_number(count), val_number(n), val_text(list), val_number((int64_t)proof), val_text(id), val_text(s->server) } };
    Outcome how = sql_run(s, SQL_ANSWER, values, NULL, err);
    bool done = how == RAN && s->rows.changed == count, repeated = s->rows.repeated;
    if (done)
        return true;
    if (how == RAN && !may_write(s, id, err))
        return false;
    if (how == RAN && repeated && are_there(s, id, n, options, count, err))
        return true;
    return error_at(err, "answer", 0, 0, "answer %d is not the next of this game", n);
}

bool store_answer_proved(Store *s, const char *id, int n, const int *options, int count, uint64_t proof, Error *err)
{
    bool joined = false, ok = true;
    if (count <= ANSWERS_AT_ONCE)
        return count <= 0 || answer_some(s, id, n, options, count, proof, err);
    if (!sql_begin(s, &joined, err))
        return false;
    for (int i = 0; ok && i < count; i += ANSWERS_AT_ONCE)
        ok = count - i > ANSWERS_AT_ONCE ? answer_some(s, id, n + i, options + i, ANSWERS_AT_ONCE, 0, err)
                                         : answer_some(s, id, n + i, options + i, count - i, proof, err);
    return sql_end(s, joined, ok, err);
}

bool store_answer_all(Store *s, const char *id, int n, const int *options, int count, Error *err)
{
    return store_answer_proved(s, id, n, options, count, 0, err);
}

bool store_answer(Store *s, const char *id, int n, int option, Error *err)
{
    return store_answer_all(s, id, n, &option, 1, err);
}

static void *room_for(int count, size_t size)
{
    void *at = malloc((size_t)count * size);
    if (!at)
        out_of_memory();
    return at;
}

bool store_answers_proved(Store *s, const char *id, int **options, uint64_t **proofs, int *count, Error *err)
{
    Rows rows = { 0 };
    *options = NULL;
    *proofs = NULL;
    *count = 0;
    bool ok = sql_run(s, SQL_ANSWERS, (Values){ { val_text(id) } }, &rows, err) == RAN;
    if (ok && rows.rows > 0) {
        *options = room_for(rows.rows, sizeof **options);
        *proofs = room_for(rows.rows, sizeof **proofs);
        for (; *count < rows.rows; ++*count) {
            (*options)[*count] = (int)cell_number(&rows, *count, 0);
            (*proofs)[*count] = (uint64_t)cell_number(&rows, *count, 1);
        }
    }
    rows_free(&rows);
    return ok;
}

bool store_answers(Store *s, const char *id, int **options, int *count, Error *err)
{
    uint64_t *proofs;
    bool ok = store_answers_proved(s, id, options, &proofs, count, err);
    free(proofs);
    return ok;
}

bool store_game_data(Store *s, const char *id, uint64_t digest, Error *err)
{
    bool changed;
    return change_game(s, id, SQL_GAME_DATA, (Values){ { val_number((int64_t)digest), val_text(id), val_text(s->server) } }, &changed, err);
}

bool store_undo(Store *s, const char *id, int keep, Error *err)
{
    bool changed;
    return change_game(s, id, SQL_UNDO, (Values){ { val_text(id), val_number(keep), val_text(s->server) } }, &changed, err);
}

bool store_game_sum(Store *s, const char *id, bool over, int winner, int turn, const int points[2], int64_t now, Error *err)
{
    bool changed;
    const Values values = { { val_number(over), val_number(winner), val_number(turn), val_number(points[0]), val_number(points[1]),
                              val_number(now), val_text(id), val_text(s->server) } };
    return change_game(s, id, SQL_GAME_SUM, values, &changed, err);
}

bool store_moment(Store *s, const char *id, const char *text, Error *err)
{
    bool changed;
    return change_game(s, id, SQL_GAME_MOMENT, (Values){ { val_text(text), val_text(id), val_text(s->server) } }, &changed, err);
}

bool store_game_deck(Store *s, const char *id, int seat, const char *name, const char *text, Error *err)
{
    bool changed;
    const Values values = { { val_number(seat), val_text(name), val_text(text), val_text(id), val_text(s->server) } };
    if (seat != 0 && seat != 1)
        return error_at(err, "seat", 0, 0, "a table has seats 0 and 1, but not %d", seat);
    return change_game(s, id, SQL_GAME_DECK, values, &changed, err)
        && (changed || error_at(err, "deck", 0, 0, "the game has begun; its decks stay"));
}

bool store_game_deal(Store *s, const char *id, uint64_t seed, const char *terms, Error *err)
{
    bool changed;
    const Values values = { { val_number((int64_t)seed), val_text(terms), val_text(id), val_text(s->server) } };
    return change_game(s, id, SQL_GAME_DEAL, values, &changed, err)
        && (changed || error_at(err, "game", 0, 0, "it has begun; its seed stays"));
}

/* The receiver may use the store: the rows are not the store's. */
static bool hand_out(Store *s, Statement which, Values values, StoreGameFn *take, void *to, Error *err)
{
    Rows rows = { 0 };
    bool ok = sql_run(s, which, values, &rows, err) == RAN, more = true;
    for (int i = 0; ok && more && i < rows.rows; i++) {
        StoredGame game = game_at(&rows, i);
        more = take(to, &game);
    }
    rows_free(&rows);
    return ok;
}

bool store_has(Store *s, int64_t user, StoreHas *out, Error *err)
{
    bool found;
    *out = (StoreHas){ 0 };
    if (!sql_ask(s, SQL_HAS, (Values){ { val_number(user) } }, &found, err))
        return false;
    if (found)
        *out = (StoreHas){ (int)cell_number(&s->rows, 0, 0), (int)cell_number(&s->rows, 0, 1), (int)cell_number(&s->rows, 0, 2),
                           (int)cell_number(&s->rows, 0, 3) };
    return true;
}

bool store_games(Store *s, int64_t user, int most, StoreGameFn *take, void *to, Error *err)
{
    return hand_out(s, SQL_GAMES, (Values){ { val_number(user), val_number(most) } }, take, to, err);
}

bool store_open_tables(Store *s, int most, StoreGameFn *take, void *to, Error *err)
{
    return hand_out(s, SQL_OPEN_TABLES, (Values){ { val_number(most) } }, take, to, err);
}

bool store_directed(Store *s, int most, StoreGameFn *take, void *to, Error *err)
{
    return hand_out(s, SQL_DIRECTED, (Values){ { val_number(most) } }, take, to, err);
}

bool store_watched(Store *s, int most, StoreGameFn *take, void *to, Error *err)
{
    return hand_out(s, SQL_WATCHED, (Values){ { val_number(most) } }, take, to, err);
}

bool store_override(Store *s, const char *game, int64_t user, int64_t now, const char *text, Error *err)
{
    bool joined;
    const Values values = { { val_text(game), val_number(user), val_number(now), val_text(text) } };
    return sql_begin(s, &joined, err) && sql_end(s, joined, sql_change(s, SQL_OVERRIDE, values, err), err);
}

bool store_overrides(Store *s, const char *game, int most, StoreOverrideFn *take, void *to, Error *err)
{
    Rows rows = { 0 };
    bool ok = sql_run(s, SQL_OVERRIDES, (Values){ { val_text(game), val_number(most) } }, &rows, err) == RAN, more = true;
    for (int i = 0; ok && more && i < rows.rows; i++) {
        StoredOverride o = { .made = cell_number(&rows, i, 3), .text = cell_text(&rows, i, 4) };
        cell_name(o.name, &rows, i);
        cell_copy(o.game, sizeof o.game, &rows, i, 2);
        more = take(to, &o);
    }
    rows_free(&rows);
    return ok;
}
