/* One game, many games. */
#define _POSIX_C_SOURCE 200809L
#include "sim/sim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* The side that sits at a seat, and the other way round: it is its own inverse. */
static int side_at(int seat, long number)
{
    return seat ^ (int)(number & 1);
}

void record_add(Record *record, int answer)
{
    if (record->count == record->room) {
        record->room = record->room ? 2 * record->room : 1024;
        record->answer = realloc(record->answer, sizeof *record->answer * (size_t)record->room);
        if (!record->answer)
            out_of_memory();
    }
    record->answer[record->count++] = answer;
}

static void play_out(const Match *match, long number, sl_game *game, Mind mind[2], SimSign sign, Record *record, Played *out)
{
    int seat;
    while ((seat = sl_game_player(game)) >= 0) {
        if (sl_game_options(game) < 1 || out->decisions == SIM_LONGEST)
            return;
        int side = side_at(seat, number);
        int answer = match->player[side]->choose(&mind[side], game);
        sl_game_answer(game, answer);
        out->decisions++;
        if (sign == SIM_SIGNED)
            out->signature = hash_mix(out->signature, sl_game_hash(game));
        if (record)
            record_add(record, answer);
    }
    out->finished = true;
}

bool sim_play_game(const Match *match, uint64_t seed, long number, SimSign sign, Record *record, Played *out, sl_error *err)
{
    uint64_t own = seed + (uint64_t)number;
    sl_setup setup = { .edition = match->edition, .date = match->date, .players = 2, .seed = own, .switches = match->switches,
                       .trace = match->traced ? SL_TRACE_LOG : SL_TRACE_NOTHING };
    for (int seat = 0; seat < 2; seat++)
        setup.deck[seat] = match->deck[side_at(seat, number)];
    sl_game *game = sl_game_new(match->library, &setup, err);
    if (!game)
        return false;
    if (record)
        record->setup = setup;
    *out = (Played){ .winner = -1 };
    Mind mind[2] = { mind_new(hash_mix(own, 1)), mind_new(hash_mix(own, 2)) };
    play_out(match, number, game, mind, sign, record, out);
    int winner = sl_game_winner(game);
    if (out->finished && winner >= 0)
        out->winner = side_at(winner, number);
    out->turns = sl_game_turn(game);
    out->cut = sl_game_cut(game);
    out->marks = sl_game_marks(game, out->mark, SIM_MARKS);
    mind_free(&mind[0]);
    mind_free(&mind[1]);
    sl_game_free(game);
    return true;
}

/* Keeps the greatest of each mark; every game reports the same marks in the same order. */
static void raise_marks(SimSum *sum, const sl_mark *mark, int count)
{
    for (int i = 0; i < count; i++) {
        if (i == sum->marks)
            sum->mark[sum->marks++] = mark[i];
        else if (mark[i].used > sum->mark[i].used)
            sum->mark[i].used = mark[i].used;
    }
}

static void note_cut(SimSum *sum, long games, long number, const char *cut)
{
    if (sum->capacity == 0 || number < sum->first_cut) {
        sum->first_cut = number;
        sum->cut = cut;
    }
    sum->capacity += games;
}

void sim_add(SimSum *sum, const Played *played, long number)
{
    sum->games++;
    sum->finished += played->finished;
    sum->stuck += !played->finished;
    if (played->winner >= 0)
        sum->wins[played->winner]++;
    else
        sum->draws += played->finished;
    sum->decisions += (uint64_t)played->decisions;
    sum->turns += (uint64_t)played->turns;
    if ((uint64_t)played->decisions > sum->longest)
        sum->longest = (uint64_t)played->decisions;
    sum->signature += hash_mix((uint64_t)number + 1, played->signature);
    raise_marks(sum, played->mark, played->marks);
    if (played->cut)
        note_cut(sum, 1, number, played->cut);
}

static void merge(SimSum *sum, const SimSum *part)
{
    sum->games += part->games;
    sum->finished += part->finished;
    sum->wins[0] += part->wins[0];
    sum->wins[1] += part->wins[1];
    sum->draws += part->draws;
    sum->stuck += part->stuck;
    if (part->capacity)
        note_cut(sum, part->capacity, part->first_cut, part->cut);
    sum->decisions += part->decisions;
    sum->turns += part->turns;
    sum->signature += part->signature;
    if (part->longest > sum->longest)
        sum->longest = part->longest;
    raise_marks(sum, part->mark, part->marks);
}

/* What the threads of a run share. */
typedef struct {
    const Match *match;
    uint64_t seed;
    long games;
    atomic_long next, done;
    atomic_bool failed;
} Run;

typedef struct { Run *run; pthread_t thread; SimSum sum; sl_error error; } Worker;

static void *work(void *context)
{
    Worker *worker = context;
    Run *run = worker->run;
    long number;
    while (!run->failed && (number = atomic_fetch_add(&run->next, 1)) < run->games) {
        Played played;
        if (!sim_play_game(run->match, run->seed, number, SIM_SIGNED, NULL, &played, &worker->error)) {
            run->failed = true;
            return NULL;
        }
        sim_add(&worker->sum, &played, number);
        atomic_fetch_add(&run->done, 1);
    }
    return NULL;
}

static void watch(Run *run, SimProgress *progress, void *context)
{
    while (run->done < run->games && !run->failed) {
        progress(context, run->done, run->games);
        nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    }
    progress(context, run->done, run->games);
}

bool sim_run(const Match *match, uint64_t seed, long games, int threads, SimProgress *progress, void *context, SimSum *out,
             sl_error *err)
{
    assert(threads >= 1 && threads <= SIM_THREADS);
    Run run = { .match = match, .seed = seed, .games = games };
    Worker *worker = calloc((size_t)threads, sizeof *worker);
    int started = 0;
    for (; worker && started < threads; started++) {
        worker[started].run = &run;
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]) != 0)
            break;                              /* fewer threads play the same games */
    }
    bool ok = started > 0;
    if (!ok)
        snprintf(err->text, sizeof err->text, "no thread could be started");
    if (ok && progress)
        watch(&run, progress, context);
    *out = (SimSum){ 0 };
    for (int i = 0; i < started; i++) {
        pthread_join(worker[i].thread, NULL);
        merge(out, &worker[i].sum);
        if (worker[i].error.text[0] && ok) {
            *err = worker[i].error;
            ok = false;
        }
    }
    free(worker);
    return ok;
}
