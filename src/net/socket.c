/* Sockets: wslay reads and writes the frames of WebSockets; here is what their messages mean to us, and how sockets begin and end.
 *
 * What is sent waits in the queue of the socket (outbox.c) and goes to wslay one message at a time.  A socket that is to end says so
 * by a frame, ends its side, and is read from until the other side has ended as well or some seconds are over.  One that is gone
 * is freed by its loop once all events at hand are dealt with. */
#define _GNU_SOURCE
#include "net/server.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    READ_AT_ONCE = 64 * 1024,                  /* bytes of one socket before others have their turn */
    MESSAGES_PER_MINUTE = 1200, MESSAGE_BURST = 200,
    DEAR_PER_MINUTE = 1200, DEAR_BURST = 200,  /* what messages cost beyond that */
    FRAMES_PER_MINUTE = 12000, FRAME_BURST = 4096,     /* a message may come in pieces, with pings between them */
    PONGS_MOST = 64,                           /* that wait for somebody who asks and does not read */
    SILENCE = 30,                              /* seconds */
    ENDING = 3000,                             /* milliseconds that an end may take */
};

static void watch(Conn *conn)
{
    uint32_t wanted = 0;
    if (conn->gone)
        return;
    if (conn->socket == SOCKET_CONNECTING || (conn->frames && conn->socket != SOCKET_ASKING && wslay_event_want_write(conn->frames)))
        wanted |= EPOLLOUT;
    if (conn->socket == SOCKET_INTRODUCED || conn->socket == SOCKET_ASKING || conn->socket == SOCKET_ENDING || (conn->socket == SOCKET_OPEN && !conn->resting && wslay_event_want_read(conn->frames)))
        wanted |= EPOLLIN;
    if (wanted == conn->watched && conn->added)
        return;
    struct epoll_event event = { .events = wanted, .data.ptr = conn };
    if (epoll_ctl(conn->loop->epoll, conn->added ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, conn->fd, &event) != 0)
        socket_kill(conn);
    conn->added = true;
    conn->watched = wanted;
}

int socket_release(Conn *conn)
{
    Server *loop = conn->loop;
    int fd = conn->fd;
    if (conn->added)
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, NULL);
    conn->gone = true;
    conn->fd = -1;
    conn->next_gone = loop->gone;
    loop->gone = conn;
    return fd;
}

void socket_kill(Conn *conn)
{
    if (conn->gone)
        return;
    int fd = socket_release(conn);
    shutdown(fd, SHUT_RDWR);
    conn->fd = fd;                              /* closed when it is buried: until then nobody else has the number */
}

/* ---- ending ---- */

/* Everything is said: what still comes is thrown away. */
static void end_our_side(Conn *conn)
{
    if (shutdown(conn->fd, SHUT_WR) != 0)
        socket_kill(conn);
}

static void begin_end(Conn *conn)
{
    if (conn->socket != SOCKET_OPEN) {
        socket_kill(conn);
        return;
    }
    conn->socket = SOCKET_ENDING;
    conn->deadline = now_milliseconds() + ENDING;
    if (!wslay_event_get_close_sent(conn->frames))
        wslay_event_queue_close(conn->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
    wslay_event_shutdown_read(conn->frames);
    if (wslay_event_send(conn->frames) != 0)
        socket_kill(conn);
    else if (!wslay_event_want_write(conn->frames))
        end_our_side(conn);
}

static void throw_away(Conn *conn)
{
    char part[16 * 1024];
    ssize_t got = recv(conn->fd, part, sizeof part, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        socket_kill(conn);
}

/* ---- writing ---- */

static ssize_t on_write(wslay_event_context_ptr frames, const uint8_t *data, size_t size, int flags, void *to)
{
    const Conn *conn = to;
    ssize_t sent;
    do
        sent = send(conn->fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT | (flags & WSLAY_MSG_MORE ? MSG_MORE : 0));
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        wslay_event_set_error(frames, errno == EAGAIN || errno == EWOULDBLOCK ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return sent;
}

static int on_mask(wslay_event_context_ptr frames, uint8_t *out, size_t size, void *to)
{
    (void)frames;
    (void)to;
    randombytes_buf(out, size);
    return 0;
}

static void give_frame(Conn *conn, Message *message)
{
    struct wslay_event_msg frame = { .opcode = WSLAY_TEXT_FRAME, .msg = message->data, .msg_length = message->size };
    if (message->asked)
        metrics_waited(conn->loop, now_micros() - message->asked);
    if (wslay_event_queue_msg(conn->frames, &frame) != 0)
        socket_kill(conn);
    message_free(message);
}

/* As much as the other side takes at once; then again when it can take more. */
void socket_write(Conn *conn)
{
    bool end = false;
    while (!conn->gone && conn->frames) {
        if (wslay_event_want_write(conn->frames) && wslay_event_send(conn->frames) != 0)
            socket_kill(conn);
        if (conn->gone || wslay_event_want_write(conn->frames) || conn->socket != SOCKET_OPEN)
            break;
        Message *message = outbox_take(conn, &end);
        if (!message)
            break;
        give_frame(conn, message);
    }
    if (conn->gone)
        return;
    if (conn->socket == SOCKET_ENDING && !wslay_event_want_write(conn->frames))
        end_our_side(conn);
    else if (end)
        begin_end(conn);
    watch(conn);
}

/* ---- reading ---- */

static ssize_t take_early(Conn *conn, uint8_t *out, size_t room)
{
    size_t size = conn->early.len - conn->early_at < room ? conn->early.len - conn->early_at : room;
    memcpy(out, conn->early.at + conn->early_at, size);
    conn->early_at += size;
    if (conn->early_at == conn->early.len) {
        text_free(&conn->early);
        conn->early_at = 0;
    }
    return (ssize_t)size;
}

static ssize_t on_read(wslay_event_context_ptr frames, uint8_t *out, size_t room, int flags, void *to)
{
    (void)flags;
    Conn *conn = to;
    ssize_t got = -1;
    if (conn->early.len && !conn->resting)
        return take_early(conn, out, room);
    if (conn->budget && !conn->resting)
        do
            got = recv(conn->fd, out, room < conn->budget ? room : conn->budget, MSG_DONTWAIT);
        while (got < 0 && errno == EINTR);
    if (got > 0) {
        conn->budget -= (size_t)got;
        return got;
    }
    bool later = !conn->budget || conn->resting || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

/* Refused once, and the connection ended: who sends that is no client of ours. */
static void refuse(Conn *conn, const char *code, const char *why)
{
    if (conn->closing)
        return;
    if (conn->live)
        live_hold(conn->loop, conn->live);
    if (conn->side != SIDE_OWNER)
        socket_error(conn, NULL, code, why);
    conn_hang_up(conn);
    wslay_event_shutdown_read(conn->frames);
}

static size_t longest(const Conn *conn)
{
    return conn->side == SIDE_OWNER ? QUEUE_MOST : conn->side == SIDE_PEER && conn->hello ? PEER_MOST : MESSAGE_MOST;
}

static void on_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame, void *to)
{
    Conn *conn = to;
    conn->control = wslay_is_ctrl_frame(frame->opcode);
    if (!conn->control && frame->payload_length > longest(conn) - conn->received.len)
        refuse(conn, "too-large", "a message has at most 16 KiB");
    else if (conn->side == SIDE_CLIENT && (!bucket_take(&conn->frame, FRAMES_PER_MINUTE, FRAME_BURST)
                                           || wslay_event_get_queued_msg_count(frames) > PONGS_MOST))
        refuse(conn, "rate", "too many frames; wait a moment before you come back");
}

static void on_piece(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_chunk_arg *piece, void *to)
{
    (void)frames;
    Conn *conn = to;
    if (!conn->control && !conn->closing)
        text_bytes(&conn->received, (const char *)piece->data, piece->data_length);
}

/* Who asks for much is not refused, but waits: what comes meanwhile stays where it is. */
static bool is_paid(Conn *conn)
{
    bool paid = bucket_take(&conn->dear, DEAR_PER_MINUTE, DEAR_BURST);
    if (paid)
        bucket_charge(&conn->dear, -1);
    return paid;
}

static void take_message(Server *server, Conn *conn)
{
    if (conn->side == SIDE_OWNER) {
        if (!relay_receive(server, conn))
            conn_hang_up(conn);
    } else if (conn->side == SIDE_PEER) {       /* what users may do was asked where they are */
        if (!peer_message(server, conn))
            socket_message(server, conn);
    } else if (bucket_take(&conn->flood, MESSAGES_PER_MINUTE, MESSAGE_BURST)) {
        socket_message(server, conn);
    } else {
        refuse(conn, "rate", "too many messages; wait a moment before you come back");
    }
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *to)
{
    (void)frames;
    Conn *conn = to;
    Server *server = conn->loop;
    if (wslay_is_ctrl_frame(message->opcode) || conn->closing)
        return;
    server->event_began = now_micros();
    if (conn->live)
        live_hold(server, conn->live);
    take_message(server, conn);
    conn->resting = conn->side == SIDE_CLIENT && !is_paid(conn);
    conn->received.len = 0;
    live_let_go(server);
}

static void read_frames(Conn *conn)
{
    conn->budget = READ_AT_ONCE;
    if (wslay_event_recv(conn->frames) != 0) {
        socket_kill(conn);
        return;
    }
    live_let_go(conn->loop);
    if (wslay_event_get_close_received(conn->frames) || (!wslay_event_want_read(conn->frames) && !conn->closing))
        begin_end(conn);                        /* the library has answered what ends it */
}

/* ---- a socket that we began ---- */

static bool is_accepted(const Conn *conn)
{
    static const char status[] = "HTTP/1.1 101 ";
    char line[60];
    snprintf(line, sizeof line, "sec-websocket-accept: %s\r\n", conn->errand.accept);
    return conn->early.len > sizeof status && strncmp(conn->early.at, status, sizeof status - 1) == 0 && strcasestr(conn->early.at, line);
}

static void read_reply(Conn *conn)
{
    enum { MOST = 4096 };
    char part[1024];
    ssize_t got = recv(conn->fd, part, sizeof part, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got > 0)
        text_bytes(&conn->early, part, (size_t)got);
    const char *end = got > 0 ? strstr(conn->early.at, "\r\n\r\n") : NULL;
    if (got <= 0 || (!end && conn->early.len > MOST) || (end && !is_accepted(conn))) {
        socket_kill(conn);
        return;
    }
    if (!end)
        return;
    conn->early_at = (size_t)(end - conn->early.at) + 4;
    if (conn->early_at == conn->early.len)
        text_free(&conn->early);
    conn->early_at = conn->early.len ? conn->early_at : 0;
    conn->socket = SOCKET_OPEN;
    socket_begin(conn);
    read_frames(conn);
}

/* The request is short enough to be taken at once by a connection that is new. */
static void ask_for_upgrade(Conn *conn)
{
    int failed = 0;
    socklen_t size = sizeof failed;
    if (getsockopt(conn->fd, SOL_SOCKET, SO_ERROR, &failed, &size) != 0 || failed
        || send(conn->fd, conn->early.at, conn->early.len, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)conn->early.len) {
        socket_kill(conn);
        return;
    }
    text_free(&conn->early);
    conn->socket = SOCKET_ASKING;
}

/* ---- events ---- */

void socket_event(Conn *conn, uint32_t events)
{
    if (conn->gone)
        return;
    if (events & EPOLLIN) {
        conn->heard = now_milliseconds();
        conn->asked = false;
    }
    if (conn->socket == SOCKET_INTRODUCED)
        introduction_event(conn);
    else if (conn->socket == SOCKET_CONNECTING && events)
        ask_for_upgrade(conn);
    else if (conn->socket == SOCKET_ASKING)
        read_reply(conn);
    else if (conn->socket == SOCKET_OPEN)
        read_frames(conn);
    else if (conn->socket == SOCKET_ENDING && events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        throw_away(conn);
    if (!conn->gone && conn->frames)
        socket_write(conn);
    else
        watch(conn);
}

static void ask_whether_there(Conn *conn)
{
    struct wslay_event_msg ping = { .opcode = WSLAY_PING };
    conn->asked = true;
    wslay_event_queue_msg(conn->frames, &ping);
    socket_write(conn);
}

/* A socket that says nothing is asked, and dropped when it does not answer in half that time again.  An owner of games that says nothing
 * for as long as a lease may have lost them. */
void socket_overdue(Conn *conn, int64_t now)
{
    enum { OWNER_SILENCE = 3 };
    int seconds = conn->side == SIDE_OWNER ? OWNER_SILENCE : conn->loop->setup.silence ? conn->loop->setup.silence : SILENCE;
    int64_t patience = conn->side == SIDE_OWNER ? STORE_LEASE : seconds + (seconds + 1) / 2, silent = conn->resting ? 0 : now - conn->heard;
    if (conn->gone)
        return;
    if ((conn->deadline && now >= conn->deadline) || (conn->socket == SOCKET_OPEN && silent > patience * 1000)) {
        socket_kill(conn);
    } else if (conn->resting && is_paid(conn)) {
        conn->resting = false;
        conn->heard = now;
        socket_event(conn, 0);
    } else if (conn->socket == SOCKET_OPEN && !conn->asked && silent > (int64_t)seconds * 1000) {
        ask_whether_there(conn);
    }
}

/* ---- beginning and end ---- */

void socket_begin(Conn *conn)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_read, .send_callback = on_write, .genmask_callback = on_mask, .on_frame_recv_start_callback = on_frame,
        .on_frame_recv_chunk_callback = on_piece, .on_msg_recv_callback = on_message,
    };
    int failed = conn->side == SIDE_OWNER ? wslay_event_context_client_init(&conn->frames, &callbacks, conn)
                                          : wslay_event_context_server_init(&conn->frames, &callbacks, conn);
    if (failed)
        out_of_memory();
    wslay_event_config_set_no_buffering(conn->frames, 1);
    wslay_event_config_set_max_recv_msg_length(conn->frames, UINT32_MAX);      /* ours is looked at frame by frame */
    conn->heard = now_milliseconds();
}

void socket_welcome(Conn *conn, Request *request)
{
    conn_belongs(conn, request->sid_hash);      /* before it is asked whose it is: if it ends now, so does the socket */
    session_known(conn->loop, request);
    conn->user = request->user;
    memcpy(conn->name, request->name, sizeof conn->name);
    if (request->unsure)
        conn_hang_up(conn);                     /* a player must not come back as a watcher */
}

void socket_ended(Conn *conn)
{
    Server *loop = conn->loop;
    if (conn->side == SIDE_OWNER) {
        relay_closed(loop, conn);
    } else if (conn->socket != SOCKET_INTRODUCED) {
        socket_leave(conn);
        live_let_go(loop);
        loop->sockets--;
    }
    outbox_end(conn);
    wslay_event_context_free(conn->frames);
    text_free(&conn->early);
    text_free(&conn->received);
    if (conn->fd >= 0)
        close(conn->fd);
}

void socket_bury(Server *loop)
{
    while (loop->gone) {
        Conn *conn = loop->gone;
        loop->gone = conn->next_gone;
        conn_free(conn);
    }
}
