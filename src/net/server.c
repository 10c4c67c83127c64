/* What an event loop does when libwebsockets has something: requests and messages go to the other files, bytes go out when the
 * other side can take them. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <libwebsockets.h>
#include <stdarg.h>
#include <stdlib.h>

enum { CHUNK = 32 * 1024, MESSAGES_PER_MINUTE = 1200, MESSAGE_BURST = 200 };

/* In one piece, so that lines of several threads do not mix. */
void log_line(const Server *server, const char *format, ...)
{
    char text[1024], line[1100];
    if (!server->setup.log)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    int size = snprintf(line, sizeof line, "{\"time\":%lld,%s}\n", (long long)now_seconds(), text);
    fwrite(line, 1, (size_t)size, stderr);
}

/* ---- HTTP: requests ---- */

static void copy_header(struct lws *wsi, enum lws_token_indexes which, char *out, int size)
{
    if (lws_hdr_copy(wsi, out, size, which) <= 0)
        out[0] = '\0';
}

static void read_whence(const Server *server, struct lws *wsi, Request *request)
{
    char origin[200], host[200], codings[200], sid[SID_TEXT + 1] = "";
    size_t size = sizeof sid;
    copy_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    copy_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, request->match, sizeof request->match);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, codings, sizeof codings);
    request->accepts = codings_read(codings);
    request->same_origin = origin_is_ours(server, origin, host);
    lws_get_peer_simple(wsi, request->address, sizeof request->address);
    session_cookie(lws_http_cookie_get(wsi, "sid", sid, &size) == 0 ? sid : "", request);
}

static Method method_of(struct lws *wsi, Request *request)
{
    request->head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (request->head || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        return METHOD_GET;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0)
        return METHOD_POST;
    return lws_hdr_total_length(wsi, WSI_TOKEN_DELETE_URI) > 0 ? METHOD_DELETE : METHOD_OTHER;
}

/* libwebsockets cuts the query into its fields; they are joined again. */
static void read_query(struct lws *wsi, Request *request)
{
    Out out = { request->query, sizeof request->query, 0 };
    char field[PATH_MOST];
    for (int i = 0; lws_hdr_copy_fragment(wsi, field, sizeof field, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++)
        out_text(&out, "%s%s", i ? "&" : "", field);
}

static void conn_clear(Conn *conn)
{
    work_forget(conn);
    relay_end(conn);
    text_free(&conn->request.body);
    text_free(&conn->reply.body);
    conn->request = (Request){ 0 };
    conn->reply = (Reply){ 0 };
    conn->answering = false;
}

/* ---- HTTP: replies ---- */

static const struct { const char *name, *value; } security[] = {
    { "content-security-policy:", "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
      " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" },
    { "x-content-type-options:", "nosniff" },
    { "x-frame-options:", "DENY" },
    { "referrer-policy:", "no-referrer" },
    { "cross-origin-opener-policy:", "same-origin" },
    { "cross-origin-resource-policy:", "same-origin" },
    { "permissions-policy:", "camera=(), geolocation=(), microphone=()" },
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), at, end) == 0;
}

static int send_headers(Conn *conn)
{
    unsigned char buffer[LWS_PRE + 4096], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    const Reply *reply = &conn->reply;
    bool ok = lws_add_http_common_headers(conn->wsi, (unsigned)reply->status, reply->type, reply->body.len, &at, end) == 0;
    for (size_t i = 0; ok && i < countof(security); i++)
        ok = add_header(conn->wsi, security[i].name, security[i].value, &at, end);
    ok = ok && add_header(conn->wsi, "cache-control:", reply->keep ? "no-cache" : "no-store", &at, end);
    if (reply->cookie[0])
        ok = ok && add_header(conn->wsi, "set-cookie:", reply->cookie, &at, end);
    if (reply->etag[0])
        ok = ok && add_header(conn->wsi, "etag:", reply->etag, &at, end);
    if (reply->coding)
        ok = ok && add_header(conn->wsi, "content-encoding:", coding_name(reply->coding), &at, end);
    ok = ok && add_header(conn->wsi, "vary:", "accept-encoding", &at, end);
    return ok && lws_finalize_write_http_header(conn->wsi, start, &at, end) == 0 ? 0 : -1;
}

/* The end of a transaction may free the connection's memory. */
static int reply_done(Conn *conn)
{
    bool hang_up = conn->hang_up;
    conn_clear(conn);
    return lws_http_transaction_completed(conn->wsi) || hang_up ? -1 : 0;
}

static int send_reply(Server *server, Conn *conn)
{
    Request *request = &conn->request;
    server->requests++;
    log_line(server, "\"event\":\"request\",\"address\":\"%s\",\"status\":%d,\"bytes\":%zu,\"user\":%lld", request->address,
             conn->reply.status, conn->reply.body.len, (long long)request->user);
    if (send_headers(conn) != 0)
        return -1;
    if (conn->reply.body.len == 0 || request->head)
        return reply_done(conn);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

/* What needs no store is answered here; the rest is lent to the workers. */
static int answer_request(Server *server, Conn *conn)
{
    enum { WORK_SECONDS = 60 };
    Request *request = &conn->request;
    conn->answering = true;
    if (conn->reply.status == 0 && strncmp(request->path, "/api/", 5) == 0) {
        if (work_lend(server, conn)) {
            lws_set_timeout(conn->wsi, PENDING_TIMEOUT_HTTP_CONTENT, WORK_SECONDS);
            return 0;
        }
        reply_error(&conn->reply, 503, "rate", "too many requests wait; come back in a moment");
    }
    if (conn->reply.status == 0)
        api_answer(server, request, &conn->reply);
    return send_reply(server, conn);
}

static int write_reply(Server *server, Conn *conn)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    Reply *reply = &conn->reply;
    if (conn->headers_wait) {
        conn->headers_wait = false;
        return send_reply(server, conn);
    }
    size_t size = reply->body.len - reply->sent;
    if (reply->body.len == 0)
        return 0;
    if (size > CHUNK)
        size = CHUNK;
    memcpy(buffer + LWS_PRE, reply->body.at + reply->sent, size);
    reply->sent += size;
    bool last = reply->sent == reply->body.len;
    if (lws_write(conn->wsi, buffer + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)size)
        return -1;
    if (last)
        return reply_done(conn);
    lws_callback_on_writable(conn->wsi);
    return 0;
}

/* How long the body is that a request announces; -1 when that cannot be told for certain. */
static long body_length(struct lws *wsi)
{
    char text[32];
    long size = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return -1;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
        return 0;
    int len = lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    for (int i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        size = size > BODY_MOST ? size : size * 10 + text[i] - '0';
    }
    return len > 0 ? size : -1;
}

/* Who says something unclear, or more than is read, is hung up on. */
static int refuse_request(Server *server, Conn *conn, int status, const char *code, const char *why)
{
    reply_error(&conn->reply, status, code, why);
    conn->hang_up = true;
    return answer_request(server, conn);
}

static int on_request(Server *server, Conn *conn, const char *path)
{
    Request *request = &conn->request;
    conn_clear(conn);
    request->began = now_milliseconds();
    request->method = method_of(conn->wsi, request);
    read_query(conn->wsi, request);
    read_whence(server, conn->wsi, request);
    session_known(server, request);
    if (snprintf(request->path, sizeof request->path, "%s", path) >= (int)sizeof request->path) {
        reply_error(&conn->reply, 414, "too-large", "no address is that long");
        return answer_request(server, conn);
    }
    long size = body_length(conn->wsi);
    bool said = lws_hdr_total_length(conn->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
    if (size < 0 || (request->method == METHOD_POST && !said))
        return refuse_request(server, conn, 411, "bad-message", "a POST says how long its body is, once and in digits");
    if (size > BODY_MOST)
        return refuse_request(server, conn, 413, "too-large", "a body has at most 128 KiB");
    if (request->method == METHOD_POST)
        return 0;                               /* the body, even an empty one, is announced by events of its own */
    if (size > 0)
        return refuse_request(server, conn, 400, "bad-message", "only a POST has a body");
    return answer_request(server, conn);
}

/* libwebsockets hangs up on silence; a body that drips in for longer is cut here. */
static int on_body(const Server *server, Conn *conn, const char *data, size_t size)
{
    bool slow = now_milliseconds() - conn->request.began > (int64_t)server->setup.patience * 1000;
    if (slow || conn->request.body.len + size > BODY_MOST)
        return -1;
    text_bytes(&conn->request.body, data, size);
    return 0;
}

/* While more bytes are there than the body has, libwebsockets says again and again that it is whole: such a request is answered once,
 * and with no. */
static int on_whole_body(Server *server, Conn *conn)
{
    if (!conn->answering)
        return answer_request(server, conn);
    if (conn->hang_up)
        return 0;
    if (!conn->work && !conn->headers_wait && !conn->other)
        return -1;                              /* the reply is on its way */
    work_forget(conn);
    relay_end(conn);
    conn->headers_wait = false;
    conn->hang_up = true;
    reply_error(&conn->reply, 400, "bad-message", "more came than was announced; send a request when the last has been answered");
    return send_reply(server, conn);
}

/* ---- sockets ---- */

static bool is_peer(const Server *server, const char *path)
{
    return server->shared->peers.on && strcmp(path, "/peer") == 0;
}

/* The upgrade is refused with a plain answer: to other addresses, to pages of others, and to whoever has many already. */
static int on_upgrade(Server *server, struct lws *wsi)
{
    char path[PATH_MOST];
    Request request = { 0 };
    copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    if (is_peer(server, path))
        return 0;
    read_whence(server, wsi, &request);
    Tie *tie = lws_get_opaque_user_data(wsi);
    unsigned status = strcmp(path, "/ws") != 0 ? 404 : !request.same_origin ? 403 : 0;
    if (!status && !tie->socket) {
        tie->socket = caller_take(server->shared, tie->caller, CALLER_SOCKETS, server->setup.sockets);
        status = tie->socket ? 0 : 429;
    }
    if (!status)
        return 0;
    log_line(server, "\"event\":\"refused\",\"address\":\"%s\",\"status\":%u", request.address, status);
    return lws_return_http_status(wsi, status, status == 429 ? "too many sockets from this address; close some" : NULL) ? -1 : 1;
}

static void on_open(Server *server, Conn *conn)
{
    char path[PATH_MOST];
    Request request = { 0 };
    copy_header(conn->wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    conn_clear(conn);
    conn->loop = server;
    conn->seat = -1;
    server->sockets++;
    if (is_peer(server, path)) {
        peer_open(server, conn);
        return;
    }
    read_whence(server, conn->wsi, &request);
    conn_belongs(conn, request.sid_hash);       /* before it is asked whose it is: if it ends now, so does the socket */
    session_known(server, &request);
    conn->user = request.user;
    memcpy(conn->name, request.name, sizeof conn->name);
    if (request.unsure)
        conn_hang_up(conn);                     /* a player must not come back as a watcher */
}

static void on_close(Server *server, Conn *conn)
{
    socket_leave(conn);
    outbox_end(conn);
    text_free(&conn->received);
    conn_clear(conn);
    server->sockets--;
}

static int write_socket(Conn *conn)
{
    if (conn->headers_wait)
        peer_reply(conn);
    return outbox_write(conn);
}

/* A message may come in pieces.  One that is too long is refused once, and the connection ended: who sends it is no client of ours. */
static void on_receive(Server *server, Conn *conn, const char *data, size_t size)
{
    if (conn->closing)
        return;
    server->event_began = now_micros();
    if (conn->live)
        live_hold(server, conn->live);
    if (conn->received.len + size > (conn->side == SIDE_PEER && conn->hello ? PEER_MOST : MESSAGE_MOST)) {
        socket_error(conn, NULL, "too-large", "a message has at most 16 KiB");
        conn->closing = true;
        return;
    }
    text_bytes(&conn->received, data, size);
    if (!lws_is_final_fragment(conn->wsi) || lws_remaining_packet_payload(conn->wsi))
        return;
    if (conn->side == SIDE_PEER) {              /* what users may do was asked where they are */
        if (!peer_message(server, conn))
            socket_message(server, conn);
    } else if (bucket_take(&conn->flood, MESSAGES_PER_MINUTE, MESSAGE_BURST)) {
        socket_message(server, conn);
    } else {
        socket_error(conn, NULL, "rate", "too many messages; wait a moment before you come back");
        conn->closing = true;
    }
    conn->received.len = 0;
}

/* Others have something for this loop: connections, replies, messages, or word that something is on disk. */
static void on_wake(Server *server)
{
    pthread_mutex_lock(&server->lock);
    server->woken = false;
    pthread_mutex_unlock(&server->lock);
    loop_adopt(server);
    work_take_back(server);
    loop_set_alarm(server);
}

/* Servers that do not find together in time. */
static int on_timer(const Conn *conn)
{
    return conn->side == SIDE_PEER ? (conn->hello ? 0 : -1) : conn->unready ? -1 : 0;
}

static void on_gone(Server *server, struct lws *wsi)
{
    Tie *tie = lws_get_opaque_user_data(wsi);
    server->connections--;
    if (tie && tie->relay) {
        relay_gone(server, tie->relay);
    } else if (tie) {
        if (tie->socket)
            caller_give(server->shared, tie->caller, CALLER_SOCKETS);
        caller_give(server->shared, tie->caller, CALLER_CONNECTIONS);
        free(tie);
    }
}

static int handle(Server *server, struct lws *wsi, int reason, Conn *conn, void *in, size_t len)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:                 return on_request(server, conn, in);
    case LWS_CALLBACK_HTTP_BODY:            return on_body(server, conn, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return on_whole_body(server, conn);
    case LWS_CALLBACK_HTTP_WRITEABLE:       return write_reply(server, conn);
    case LWS_CALLBACK_CLOSED_HTTP:          if (conn) conn_clear(conn); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(server, wsi);
    case LWS_CALLBACK_ESTABLISHED:          on_open(server, conn); return 0;
    case LWS_CALLBACK_RECEIVE:              on_receive(server, conn, in, len); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:     return write_socket(conn);
    case LWS_CALLBACK_CLOSED:               on_close(server, conn); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:       return relay_receive(server, conn, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE:     return outbox_write(conn);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:        if (conn) relay_closed(server, conn); return 0;
    case LWS_CALLBACK_TIMER:                return on_timer(conn);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: on_wake(server); return 0;
    case LWS_CALLBACK_WSI_CREATE:           server->connections++; return 0;
    case LWS_CALLBACK_WSI_DESTROY:          on_gone(server, wsi); return 0;
    }
    return 0;
}

/* After what others may have something to send. */
static bool is_news(int reason)
{
    return reason == LWS_CALLBACK_RECEIVE || reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED || reason == LWS_CALLBACK_CLOSED
        || reason == LWS_CALLBACK_ESTABLISHED || reason == LWS_CALLBACK_CLOSED_HTTP || reason == LWS_CALLBACK_CLIENT_RECEIVE
        || reason == LWS_CALLBACK_CLIENT_CLOSED || reason == LWS_CALLBACK_CLIENT_CONNECTION_ERROR;
}

int server_event(struct lws *wsi, int reason, void *user, void *in, size_t len)
{
    Server *server = lws_context_user(lws_get_context(wsi));
    Conn *conn = user;
    if (conn)
        conn->wsi = wsi;
    int result = handle(server, wsi, reason, conn, in, len);
    live_let_go(server);
    if (is_news(reason) && !server->shared->stop)
        outbox_release(server);
    return result;
}
