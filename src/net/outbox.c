/* What waits to be sent: a queue for each socket, filled from any loop, emptied by its own.
 *
 * A socket with something in its queue is listed by its loop as waiting, until the loop comes to write.  A message is held while the
 * scribe has not written down what it tells of. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>
#include <unistd.h>

void loop_wake(Server *loop)
{
    const uint64_t one = 1;
    if (loop->woken || !loop->http)
        return;
    loop->woken = true;
    if (write(loop->wake, &one, sizeof one) < 0)
        loop->woken = false;                    /* it has been woken more often than it can count */
}

void message_free(Message *message)
{
    live_unuse(message->live);
    free(message);
}

/* ---- the list of those who wait; the loop's lock is held ---- */

static void list(Conn *conn)
{
    Server *loop = conn->loop;
    if (conn->listed)
        return;
    conn->listed = true;
    conn->previous_waiting = NULL;
    conn->next_waiting = loop->waiting;
    if (loop->waiting)
        loop->waiting->previous_waiting = conn;
    loop->waiting = conn;
}

static void unlist(Conn *conn)
{
    if (!conn->listed)
        return;
    conn->listed = false;
    if (conn->next_waiting)
        conn->next_waiting->previous_waiting = conn->previous_waiting;
    if (conn->previous_waiting)
        conn->previous_waiting->next_waiting = conn->next_waiting;
    else
        conn->loop->waiting = conn->next_waiting;
}

static bool is_cut_off(const Conn *conn)
{
    return conn->queued > QUEUE_MOST || (conn->queued > QUEUE_FAIR && conn->loop->shared->queued > QUEUES_MOST);
}

/* Whether it has something to do when its turn comes: to write, to hang up, or to hear that its game is lost. */
static bool is_ready(const Conn *conn)
{
    const Message *first = conn->first;
    return !first || is_cut_off(conn) || scribe_has(conn->loop->shared->scribe, first->ticket);
}

/* ---- filling ---- */

static void append(Conn *conn, Message *message)
{
    if (conn->last)
        conn->last->next = message;
    else
        conn->first = message;
    conn->last = message;
    conn->queued += message->size;
    conn->loop->shared->queued += (long)message->size;
}

static Message *message_new(const Text *text, Live *live)
{
    Message *message = net_alloc(sizeof *message + text->len);
    message->size = text->len;
    memcpy(message->data, text->at, text->len);
    if (live) {
        message->live = live_use(live);
        message->ticket = live->ticket;
    }
    return message;
}

void conn_send(Conn *conn, const Text *text)
{
    Server *loop = conn->loop;
    if (conn->closing)
        return;
    Message *message = message_new(text, conn->live);
    pthread_mutex_lock(&loop->lock);
    append(conn, message);
    if (is_cut_off(conn))
        conn->closing = true;                   /* it does not read */
    if (!conn->unready)
        list(conn);
    if (is_ready(conn) && !pthread_equal(pthread_self(), loop->thread))
        loop_wake(loop);
    pthread_mutex_unlock(&loop->lock);
}

void conn_answered(Conn *conn)
{
    Server *loop = conn->loop;
    loop->answers++;
    pthread_mutex_lock(&loop->lock);
    if (conn->last)
        conn->last->asked = loop->event_began;
    pthread_mutex_unlock(&loop->lock);
}

void conn_hang_up(Conn *conn)
{
    Server *loop = conn->loop;
    pthread_mutex_lock(&loop->lock);
    conn->closing = true;
    list(conn);
    if (!pthread_equal(pthread_self(), loop->thread))
        loop_wake(loop);
    pthread_mutex_unlock(&loop->lock);
}

void conn_belongs(Conn *conn, const char *sid_hash)
{
    Server *loop = conn->loop;
    if (!sid_hash[0])
        return;
    memcpy(conn->sid_hash, sid_hash, HASH_TEXT);
    pthread_mutex_lock(&loop->lock);
    conn->next_open = loop->open;
    if (loop->open)
        loop->open->previous_open = conn;
    loop->open = conn;
    pthread_mutex_unlock(&loop->lock);
}

static void belongs_no_more(Conn *conn)
{
    if (!conn->sid_hash[0])
        return;
    conn->sid_hash[0] = '\0';
    if (conn->next_open)
        conn->next_open->previous_open = conn->previous_open;
    *(conn->previous_open ? &conn->previous_open->next_open : &conn->loop->open) = conn->next_open;
}

void conn_end_all(Shared *shared, const char *sid_hash)
{
    for (int i = 0; i < shared->loops; i++) {
        Server *loop = &shared->loop[i];
        pthread_mutex_lock(&loop->lock);
        for (Conn *conn = loop->open; conn; conn = conn->next_open)
            if (strcmp(conn->sid_hash, sid_hash) == 0) {
                conn->closing = true;
                list(conn);
                loop_wake(loop);
            }
        pthread_mutex_unlock(&loop->lock);
    }
}

void outbox_first(Conn *conn, const Text *text)
{
    Server *loop = conn->loop;
    Message *message = message_new(text, NULL);
    pthread_mutex_lock(&loop->lock);
    Message *rest = conn->first, *last = conn->last;
    conn->first = conn->last = NULL;
    append(conn, message);
    message->next = rest;
    if (rest)
        conn->last = last;
    conn->unready = false;
    list(conn);
    pthread_mutex_unlock(&loop->lock);
}

/* ---- emptying ---- */

static Message *pop(Conn *conn)
{
    Message *message = conn->first;
    conn->first = message->next;
    if (!conn->first)
        conn->last = NULL;
    conn->queued -= message->size;
    conn->loop->shared->queued -= (long)message->size;
    return message;
}

static void drop_all(Conn *conn)
{
    while (conn->first)
        message_free(pop(conn));
}

/* What was said of it is not so: instead of all that waits, the client hears that it must come back.  Where there are several servers,
 * another has the game now, or the way to the database was cut for a moment: clients come back by themselves when they are hung up on. */
static void tell_lost(Conn *conn)
{
    static const char lost[] = "{\"t\":\"error\",\"code\":\"no-game\",\"text\":\"the last answers could not be stored; come back to what is\"}";
    Text text = { .at = (char *)lost, .len = sizeof lost - 1 };
    drop_all(conn);
    if (!conn->loop->shared->peers.on)
        append(conn, message_new(&text, NULL));
    conn->closing = true;
}

Message *outbox_take(Conn *conn, bool *end)
{
    Server *loop = conn->loop;
    Message *message = NULL;
    *end = false;
    if (conn->unready)
        return NULL;
    pthread_mutex_lock(&loop->lock);
    if (conn->first && is_ready(conn) && conn->first->live && atomic_load(&conn->first->live->lost))
        tell_lost(conn);
    *end = conn->closing && (!conn->first || is_cut_off(conn));
    if (!*end && conn->first && is_ready(conn))
        message = pop(conn);
    else if (!*end && conn->first)
        list(conn);
    pthread_mutex_unlock(&loop->lock);
    return message;
}

void outbox_end(Conn *conn)
{
    pthread_mutex_lock(&conn->loop->lock);
    belongs_no_more(conn);
    unlist(conn);
    drop_all(conn);
    pthread_mutex_unlock(&conn->loop->lock);
}

/* Who has something to write now, by next_ready. */
static Conn *all_ready(Server *loop)
{
    Conn *ready = NULL;
    pthread_mutex_lock(&loop->lock);
    for (Conn *conn = loop->waiting, *next; conn; conn = next) {
        next = conn->next_waiting;
        if (!is_ready(conn))
            continue;
        unlist(conn);
        conn->next_ready = ready;
        ready = conn;
    }
    pthread_mutex_unlock(&loop->lock);
    return ready;
}

static bool too_much_waits(Conn *conn)
{
    pthread_mutex_lock(&conn->loop->lock);
    bool cut_off = is_cut_off(conn);
    pthread_mutex_unlock(&conn->loop->lock);
    return cut_off;
}

/* One who does not read is not told that he is cut off: he would not read it. */
void outbox_release(Server *loop)
{
    for (Conn *conn = all_ready(loop), *next; conn; conn = next) {
        next = conn->next_ready;
        if (too_much_waits(conn))
            socket_kill(conn);
        else
            socket_write(conn);
    }
}
