/* Requests for documents: done by threads of their own, so that neither the disk nor the hash of a password nor a long scene ever
 * stops play.
 *
 * The loop that read a request lends it, with its place for the reply, to the workers and goes on; a worker puts it back, and the
 * loop sends the reply.  A worker is a Server without sockets.  A client that hangs up leaves its Work to be thrown away. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { WORK_MOST = 4096, WORK_FAIR = 64 };      /* requests that wait; those of one address */

struct Work {
    Work *next;
    Server *loop;
    Conn *conn;                                /* its loop's; NULL: hung up */
    Caller *caller;                            /* NULL: another server */
    Request request;
    Reply reply;
    StoreOwner elsewhere;                      /* whose business it is, if it has a name */
};

static void work_free(Work *work)
{
    caller_give(work->loop->shared, work->caller, CALLER_REQUESTS);
    text_free(&work->request.body);
    text_free(&work->reply.body);
    free(work);
}

bool work_lend(Server *loop, Conn *conn)
{
    Office *office = &loop->shared->office;
    if (!caller_take(loop->shared, asker_of(conn), CALLER_REQUESTS, WORK_FAIR))
        return false;
    Work *work = net_alloc(sizeof *work);
    pthread_mutex_lock(&office->lock);
    bool room = office->waiting < WORK_MOST;
    if (room) {
        *work = (Work){ .loop = loop, .conn = conn, .caller = asker_of(conn), .request = conn->request };
        conn->request.body = (Text){ 0 };
        conn->work = work;
        *(office->first ? &office->last->next : &office->first) = work;
        office->last = work;
        office->waiting++;
        pthread_cond_signal(&office->more);
    }
    pthread_mutex_unlock(&office->lock);
    if (!room) {
        caller_give(loop->shared, asker_of(conn), CALLER_REQUESTS);
        free(work);
    }
    return room;
}

void work_forget(Conn *conn)
{
    if (conn->work)
        conn->work->conn = NULL;
    conn->work = NULL;
}

static void give_reply(Server *loop, Conn *conn, const StoreOwner *elsewhere)
{
    if (elsewhere->server[0])
        relay_request(loop, conn, elsewhere);
    else if (conn->side == SIDE_PEER)
        peer_reply(conn);
    else
        http_ready(conn);
}

void work_take_back(Server *loop)
{
    pthread_mutex_lock(&loop->lock);
    Work *done = loop->done;
    loop->done = NULL;
    pthread_mutex_unlock(&loop->lock);
    for (Work *work = done, *next; work; work = next) {
        Conn *conn = work->conn;
        next = work->next;
        if (conn) {
            text_free(&conn->request.body);
            conn->request = work->request;
            conn->reply = work->reply;
            work->request.body = work->reply.body = (Text){ 0 };
            conn->work = NULL;
            if (!loop->shared->stop)
                give_reply(loop, conn, &work->elsewhere);
        }
        work_free(work);
    }
}

/* ---- the workers ---- */

static int working_for(const Work *work)
{
    return work->caller ? work->caller->working : 0;
}

/* The oldest of those for whose address least is being done: whoever asks for much waits for himself.  The office is locked. */
static Work *take_fairest(Office *office)
{
    Work **best = &office->first, *before = NULL;
    for (Work **at = &office->first; *at && working_for(*best) > 0; at = &(*at)->next)
        if (working_for(*at) < working_for(*best))
            best = at;
    Work *work = *best;
    for (Work *at = office->first; at != work; at = at->next)
        before = at;
    *best = work->next;
    if (office->last == work)
        office->last = before;
    office->waiting--;
    if (work->caller)
        work->caller->working++;
    return work;
}

static Work *next_work(Office *office)
{
    pthread_mutex_lock(&office->lock);
    while (!office->first && !office->stop)
        pthread_cond_wait(&office->more, &office->lock);
    Work *work = office->stop ? NULL : take_fairest(office);
    pthread_mutex_unlock(&office->lock);
    return work;
}

static void done_with(Office *office, Work *work)
{
    pthread_mutex_lock(&office->lock);
    if (work->caller)
        work->caller->working--;
    pthread_mutex_unlock(&office->lock);
}

/* Once a day, by whoever has just done something else. */
static void forget_old(Server *worker)
{
    enum { DAY = 24 * 60 * 60 };
    Error err = { "" };
    Office *office = &worker->shared->office;
    int64_t now = now_seconds();
    pthread_mutex_lock(&office->lock);
    bool due = now - office->forgot >= DAY;
    office->forgot = due ? now : office->forgot;
    pthread_mutex_unlock(&office->lock);
    if (due && !store_forget(worker->store, now, &err))
        log_error(worker, &err);
}

static void *run_worker(void *context)
{
    Server *worker = context;
    for (Work *work; (work = next_work(&worker->shared->office));) {
        Server *loop = work->loop;
        worker->elsewhere = (StoreOwner){ .mine = false };
        if (work->request.sid_hash[0])          /* another server has said who asks */
            session_known(worker, &work->request);
        api_answer(worker, &work->request, &work->reply);
        live_let_go(worker);
        work->elsewhere = worker->elsewhere;
        done_with(&worker->shared->office, work);
        pthread_mutex_lock(&loop->lock);
        work->next = loop->done;
        loop->done = work;
        loop_wake(loop);
        pthread_mutex_unlock(&loop->lock);
        forget_old(worker);
    }
    return NULL;
}

bool office_open(Shared *shared, Error *err)
{
    Office *office = &shared->office;
    for (int i = 0; i < WORKERS; i++) {
        Server *worker = &office->worker[i];
        *worker = (Server){ .shared = shared, .setup = shared->loop[0].setup };
        worker->store = peers_store(shared, worker->setup.database, err);
        if (!worker->store)
            return false;
        if (pthread_create(&worker->thread, NULL, run_worker, worker) != 0)
            return error_at(err, "serve", 0, 0, "no thread can be started");
        office->started++;
    }
    return true;
}

void office_close(Shared *shared)
{
    Office *office = &shared->office;
    pthread_mutex_lock(&office->lock);
    office->stop = true;
    pthread_cond_broadcast(&office->more);
    pthread_mutex_unlock(&office->lock);
    for (int i = 0; i < office->started; i++)
        pthread_join(office->worker[i].thread, NULL);
    for (int i = 0; i < WORKERS; i++) {
        store_close(office->worker[i].store);
        for (size_t k = 0; k < countof(office->worker[i].cards); k++)
            text_free(&office->worker[i].cards[k]);
        text_free(&office->worker[i].unplayable);
        text_free(&office->worker[i].decks);
    }
    for (Work *work = office->first, *next; work; work = next) {
        next = work->next;
        if (work->conn)
            work_forget(work->conn);
        work_free(work);
    }
    office->first = NULL;
}
