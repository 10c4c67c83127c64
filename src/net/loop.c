/* One event loop: it waits for its sockets (socket.c), for what libmicrohttpd waits for (http.c), and for others to wake it: because
 * connections were accepted for it, workers are done, messages are to be sent, or something has reached the disk. */
#define _GNU_SOURCE
#include "net/server.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { TICK = 10 * 1000, SWEEP = 200, EVENTS = 64, RELEASE_EVERY = 8 };      /* milliseconds; events at once */

/* ---- connections ---- */

Conn *conn_new(Server *loop, int fd, Caller *caller)
{
    Conn *conn = net_alloc(sizeof *conn);
    conn->loop = loop;
    conn->fd = fd;
    conn->caller = caller;
    conn->seat = -1;
    conn->socket = SOCKET_OPEN;
    conn->next_conn = loop->conn;
    if (loop->conn)
        loop->conn->previous_conn = conn;
    loop->conn = conn;
    loop->connections++;
    return conn;
}

Caller *asker_of(const Conn *conn)
{
    return conn->asker ? conn->asker : conn->caller;
}

void conn_clear(Conn *conn)
{
    work_forget(conn);
    relay_end(conn);
    text_free(&conn->request.body);
    text_free(&conn->reply.body);
    conn->request = (Request){ 0 };
    conn->reply = (Reply){ 0 };
    conn->stage = STAGE_HEAD;
    conn->key[0] = '\0';
    if (conn->owed)
        caller_owes(conn->loop->shared, asker_of(conn), -conn->owed);
    conn->owed = 0;
    if (conn->http && conn->counted) {
        conn->counted = false;
        caller_give(conn->loop->shared, asker_of(conn), CALLER_SOCKETS);
    }
    caller_give(conn->loop->shared, conn->asker, CALLER_CONNECTIONS);
    conn->asker = NULL;
}

void conn_free(Conn *conn)
{
    Server *loop = conn->loop;
    if (conn->gone)
        socket_ended(conn);
    conn_clear(conn);
    if (conn->counted)
        caller_give(loop->shared, conn->caller, CALLER_SOCKETS);
    caller_give(loop->shared, conn->caller, CALLER_CONNECTIONS);
    if (conn->next_conn)
        conn->next_conn->previous_conn = conn->previous_conn;
    *(conn->previous_conn ? &conn->previous_conn->next_conn : &loop->conn) = conn->next_conn;
    loop->connections--;
    free(conn);
}

static void adopt(Server *loop)
{
    pthread_mutex_lock(&loop->lock);
    Arrival *arrived = loop->arrived;
    int count = loop->arrivals;
    loop->arrived = NULL;
    loop->arrivals = loop->arrived_room = 0;
    pthread_mutex_unlock(&loop->lock);
    for (int i = 0; i < count; i++)
        (arrived[i].caller->introduces ? introduction_begin : http_adopt)(loop, &arrived[i]);
    loop->more |= count > 0;
    free(arrived);
}

/* ---- time ---- */

/* Tables where something is due are looked after by the first loop. */
void loop_alarm(Shared *shared, int64_t at)
{
    Server *first = &shared->loop[0];
    pthread_mutex_lock(&first->lock);
    if (!shared->wake || at < shared->wake) {
        shared->wake = at;
        loop_wake(first);
    }
    pthread_mutex_unlock(&first->lock);
}

static int64_t next_alarm(Server *loop)
{
    pthread_mutex_lock(&loop->lock);
    int64_t at = loop->number == 0 ? loop->shared->wake : 0;
    pthread_mutex_unlock(&loop->lock);
    return at;
}

static void look_after_tables(Server *loop, int64_t now)
{
    int64_t at = next_alarm(loop);
    if (at && at <= now) {
        pthread_mutex_lock(&loop->lock);
        loop->shared->wake = 0;
        pthread_mutex_unlock(&loop->lock);
        tables_tick(loop, now);
    }
    if (loop->number == 0 && now - loop->ticked >= (lives_are_many(loop->shared) ? TICK / 10 : TICK)) {
        loop->ticked = now;
        live_sweep(loop);
    }
}

static void look_at_deadlines(Server *loop, int64_t now)
{
    if (now - loop->swept < SWEEP)
        return;
    loop->swept = now;
    for (Conn *conn = loop->conn, *next; conn; conn = next) {
        next = conn->next_conn;
        if (!conn->http)
            socket_overdue(conn, now);
        else if (conn->deadline && now >= conn->deadline)
            http_overdue(conn);
    }
    loop->more = true;
}

/* ---- events ---- */

static void on_wake(Server *loop)
{
    uint64_t count;
    ssize_t got = read(loop->wake, &count, sizeof count);      /* first: who wakes it from now on is not read away */
    (void)got;
    pthread_mutex_lock(&loop->lock);
    loop->woken = false;
    pthread_mutex_unlock(&loop->lock);
    adopt(loop);
    work_take_back(loop);
    loop->more = true;
}

static void handle(Server *loop, const struct epoll_event *event)
{
    if (event->data.ptr == &loop->wake)
        on_wake(loop);
    else if (event->data.ptr == &loop->http)
        loop->more = true;
    else
        socket_event(event->data.ptr, event->events);
    live_let_go(loop);
}

void loop_step(Server *loop, int wait)
{
    struct epoll_event event[EVENTS];
    int count = epoll_wait(loop->epoll, event, EVENTS, loop->more || loop->gone ? 0 : wait);
    for (int i = 0; i < count; i++) {
        handle(loop, &event[i]);
        if (i % RELEASE_EVERY == RELEASE_EVERY - 1)
            outbox_release(loop);
    }
    if (loop->more)
        loop->more = http_run(loop);
    int64_t now = now_milliseconds();
    look_after_tables(loop, now);
    look_at_deadlines(loop, now);
    live_let_go(loop);
    outbox_release(loop);
    socket_bury(loop);
    outbox_release(loop);
}

static int wait_of(Server *loop)
{
    int64_t at = next_alarm(loop), left = at ? at - now_milliseconds() : SWEEP;
    return left < 0 ? 0 : left > SWEEP ? SWEEP : (int)left;
}

void *loop_run(void *context)
{
    Server *loop = context;
    pthread_mutex_lock(&loop->lock);
    loop->thread = pthread_self();
    pthread_mutex_unlock(&loop->lock);
    while (!loop->shared->stop)
        loop_step(loop, wait_of(loop));
    return NULL;
}

/* ---- beginning and end ---- */

static bool add(Server *loop, int fd, void *what)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = what };
    return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

bool loop_open(Server *loop, Error *err)
{
    loop->store = peers_store(loop->shared, loop->setup.database, err);
    if (!loop->store || !http_open(loop, err))
        return false;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    loop->ticked = loop->swept = now_milliseconds();
    return (loop->epoll >= 0 && loop->wake >= 0 && add(loop, loop->wake, &loop->wake) && add(loop, http_file(loop), &loop->http))
        || error_at(err, "serve", 0, 0, "there is no room for an event loop");
}

/* By no thread of its own any more. */
void loop_close(Server *loop)
{
    work_take_back(loop);
    http_close(loop);
    for (Conn *conn = loop->conn, *next; conn; conn = next) {
        next = conn->next_conn;
        socket_kill(conn);
    }
    socket_bury(loop);
    for (int i = 0; i < loop->arrivals; i++) {
        close(loop->arrived[i].fd);
        caller_give(loop->shared, loop->arrived[i].caller, CALLER_CONNECTIONS);
    }
    free(loop->arrived);
    if (loop->epoll > 0)
        close(loop->epoll);
    if (loop->wake > 0)
        close(loop->wake);
    store_close(loop->store);
    pthread_mutex_destroy(&loop->lock);
}
