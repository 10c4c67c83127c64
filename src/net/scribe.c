/* The scribe: one thread that writes down what happens in all games, in groups.
 *
 * To reach the disk takes as long for one change as for hundreds.  While a commit is under way the next changes gather, and become
 * the next group; so nobody waits for the commit of another for longer than one group, and a loop never waits at all. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>
#include <time.h>

typedef enum { JOB_ANSWERS, JOB_UNDO, JOB_SUM, JOB_MOMENT } JobKind;

typedef struct Job {
    struct Job *next;
    Live *live;
    uint64_t ticket;
    JobKind kind;
    int  n;                                    /* first answer; or how many are kept */
    uint64_t proof;                            /* after the last answer */
    int  winner, turn, points[SEATS];
    bool over;
    char *moment;                              /* its own */
    int  count, option[];
} Job;

struct Scribe {
    Shared *shared;
    Store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work, settled_more;
    Job *first, *last;
    uint64_t given;                            /* tickets */
    bool stop;
    _Atomic uint64_t settled;                  /* the last ticket that is on disk, or whose game is lost */
    atomic_long groups, answers, failures, commit_micros;
};

/* ---- handing in ---- */

static Job *job_new(Live *live, JobKind kind, int count)
{
    Job *job = net_alloc(sizeof *job + (size_t)count * sizeof *job->option);
    job->live = live_use(live);
    job->kind = kind;
    job->count = count;
    return job;
}

static void hand_in(Scribe *scribe, Job *job)
{
    Live *live = job->live;
    pthread_mutex_lock(&scribe->lock);
    live->ticket = job->ticket = ++scribe->given;
    if (scribe->last)
        scribe->last->next = job;
    else
        scribe->first = job;
    scribe->last = job;
    pthread_cond_signal(&scribe->work);
    pthread_mutex_unlock(&scribe->lock);
}

void scribe_answers(Scribe *scribe, Live *live, int n, const int *options, int count)
{
    Job *job = job_new(live, JOB_ANSWERS, count);
    job->n = n;
    job->proof = live->proof;
    memcpy(job->option, options, (size_t)count * sizeof *options);
    hand_in(scribe, job);
}

void scribe_undo(Scribe *scribe, Live *live, int keep)
{
    Job *job = job_new(live, JOB_UNDO, 0);
    job->n = keep;
    hand_in(scribe, job);
}

void scribe_sum(Scribe *scribe, Live *live, int winner)
{
    Job *job = job_new(live, JOB_SUM, 0);
    job->over = live->summed_over;
    job->winner = winner;
    job->turn = live->summed_turn;
    memcpy(job->points, live->summed_points, sizeof job->points);
    hand_in(scribe, job);
}

void scribe_moment(Scribe *scribe, Live *live)
{
    Job *job = job_new(live, JOB_MOMENT, 0);
    job->moment = net_alloc(MOMENT_TEXT);
    moment_write(&live->moment, job->moment);
    hand_in(scribe, job);
}

bool scribe_has(const Scribe *scribe, uint64_t ticket)
{
    return ticket <= atomic_load(&scribe->settled);
}

void scribe_wait(Scribe *scribe, uint64_t ticket)
{
    pthread_mutex_lock(&scribe->lock);
    while (!scribe_has(scribe, ticket))
        pthread_cond_wait(&scribe->settled_more, &scribe->lock);
    pthread_mutex_unlock(&scribe->lock);
}

/* Answers of people go first: whoever wants the disk for something large waits until none is on its way, but not for ever. */
void scribe_quiet(Scribe *scribe)
{
    enum { PATIENCE = 2 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    pthread_mutex_lock(&scribe->lock);
    while (!scribe_has(scribe, scribe->given) && pthread_cond_timedwait(&scribe->settled_more, &scribe->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&scribe->lock);
}

/* ---- writing down ---- */

static bool write_job(Store *store, const Job *job, Error *err)
{
    const char *id = job->live->stored.id;
    switch (job->kind) {
    case JOB_ANSWERS: return store_answer_proved(store, id, job->n, job->option, job->count, job->proof, err);
    case JOB_UNDO:    return store_undo(store, id, job->n, err);
    case JOB_MOMENT:  return store_moment(store, id, job->moment, err);
    case JOB_SUM:     return store_game_sum(store, id, job->over, job->winner, job->turn, job->points, now_seconds(), err);
    }
    return false;
}

static bool write_group(Store *store, const Job *group, Error *err)
{
    bool ok = store_begin(store, err);
    for (const Job *job = group; ok && job; job = job->next)
        ok = atomic_load(&job->live->lost) || write_job(store, job, err);
    return store_end(store, ok, err);
}

/* A group failed: each change is tried alone, so that only the games that cannot be written are lost.  What follows in a lost game
 * would not fit what is stored. */
static void write_singly(Scribe *scribe, const Job *group)
{
    for (const Job *job = group; job; job = job->next) {
        Error err = { "" };
        if (atomic_load(&job->live->lost) || write_job(scribe->store, job, &err))
            continue;
        atomic_store(&job->live->lost, true);
        scribe->failures++;
        log_line(&scribe->shared->loop[0], "\"event\":\"broken\",\"game\":\"%s\"", job->live->stored.id);
    }
}

static void settle(Scribe *scribe, Job *group)
{
    uint64_t last = 0;
    for (Job *job = group, *next; job; job = next) {
        next = job->next;
        last = job->ticket;
        scribe->answers += job->count;
        live_unuse(job->live);
        free(job->moment);
        free(job);
    }
    pthread_mutex_lock(&scribe->lock);
    atomic_store(&scribe->settled, last);
    pthread_cond_broadcast(&scribe->settled_more);
    pthread_mutex_unlock(&scribe->lock);
    for (int i = 0; i < scribe->shared->loops; i++) {
        Server *loop = &scribe->shared->loop[i];
        pthread_mutex_lock(&loop->lock);
        if (loop->waiting)
            loop_wake(loop);
        pthread_mutex_unlock(&loop->lock);
    }
}

static Job *next_group(Scribe *scribe)
{
    pthread_mutex_lock(&scribe->lock);
    while (!scribe->first && !scribe->stop)
        pthread_cond_wait(&scribe->work, &scribe->lock);
    Job *group = scribe->first;
    scribe->first = scribe->last = NULL;
    pthread_mutex_unlock(&scribe->lock);
    return group;
}

static void *scribe_run(void *context)
{
    Scribe *scribe = context;
    for (Job *group; (group = next_group(scribe));) {
        Error err = { "" };
        int64_t began = now_micros();
        if (!write_group(scribe->store, group, &err))
            write_singly(scribe, group);
        scribe->groups++;
        scribe->commit_micros += now_micros() - began;
        settle(scribe, group);
    }
    return NULL;
}

/* ---- the thread ---- */

Scribe *scribe_new(Shared *shared, const char *database, Error *err)
{
    Store *store = peers_store(shared, database, err);
    if (!store)
        return NULL;
    Scribe *scribe = net_alloc(sizeof *scribe);
    scribe->shared = shared;
    scribe->store = store;
    pthread_mutex_init(&scribe->lock, NULL);
    pthread_cond_init(&scribe->work, NULL);
    pthread_cond_init(&scribe->settled_more, NULL);
    if (pthread_create(&scribe->thread, NULL, scribe_run, scribe) == 0)
        return scribe;
    store_close(store);
    free(scribe);
    error_at(err, "serve", 0, 0, "no thread can be started");
    return NULL;
}

void scribe_end(Scribe *scribe)
{
    pthread_mutex_lock(&scribe->lock);
    scribe->stop = true;
    pthread_cond_signal(&scribe->work);
    pthread_mutex_unlock(&scribe->lock);
    pthread_join(scribe->thread, NULL);
    pthread_mutex_destroy(&scribe->lock);
    pthread_cond_destroy(&scribe->work);
    pthread_cond_destroy(&scribe->settled_more);
    store_close(scribe->store);
    free(scribe);
}

void scribe_metrics(const Scribe *scribe, Text *out)
{
    text_add(out, "# TYPE spaceline_commits_total counter\nspaceline_commits_total %ld\n", atomic_load(&scribe->groups));
    text_add(out, "# TYPE spaceline_answers_committed_total counter\nspaceline_answers_committed_total %ld\n",
             atomic_load(&scribe->answers));
    text_add(out, "# TYPE spaceline_commit_failures_total counter\nspaceline_commit_failures_total %ld\n",
             atomic_load(&scribe->failures));
    text_add(out, "# TYPE spaceline_commit_seconds_total counter\nspaceline_commit_seconds_total %.6f\n",
             (double)atomic_load(&scribe->commit_micros) / 1e6);
}
