/* The event loop: connections come in through libwebsockets, requests and messages go to the other files, bytes go out when the
 * other side can take them. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <libwebsockets.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>

enum { CHUNK = 32 * 1024, TICK_SECONDS = 1, MESSAGES_PER_MINUTE = 1200, MESSAGE_BURST = 200 };

static volatile sig_atomic_t stop_asked;

static void on_signal(int number)
{
    (void)number;
    stop_asked = 1;
}

void log_line(const Server *server, const char *format, ...)
{
    char text[1024];
    if (!server->setup.log)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "{\"time\":%lld,%s}\n", (long long)now_seconds(), text);
}

/* ---- HTTP: requests ---- */

static void copy_header(struct lws *wsi, enum lws_token_indexes which, char *out, int size)
{
    if (lws_hdr_copy(wsi, out, size, which) <= 0)
        out[0] = '\0';
}

static void read_who(Server *server, struct lws *wsi, Request *request)
{
    char origin[200], host[200], sid[SID_TEXT + 1] = "";
    size_t size = sizeof sid;
    copy_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    copy_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, request->match, sizeof request->match);
    request->same_origin = origin_is_ours(server, origin, host);
    lws_get_peer_simple(wsi, request->address, sizeof request->address);
    request->guest = true;
    if (lws_http_cookie_get(wsi, "sid", sid, &size) == 0)
        session_known(server, sid, request);
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
    text_free(&conn->request.body);
    text_free(&conn->reply.body);
    conn->request = (Request){ 0 };
    conn->reply = (Reply){ 0 };
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
    return ok && lws_finalize_write_http_header(conn->wsi, start, &at, end) == 0 ? 0 : -1;
}

/* The end of a transaction may free the connection's memory. */
static int reply_done(Conn *conn)
{
    bool hang_up = conn->hang_up;
    conn_clear(conn);
    return lws_http_transaction_completed(conn->wsi) || hang_up ? -1 : 0;
}

static int answer_request(Server *server, Conn *conn)
{
    Request *request = &conn->request;
    if (conn->reply.status == 0)
        api_answer(server, request, &conn->reply);
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

static int write_reply(Conn *conn)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    Reply *reply = &conn->reply;
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

static int on_request(Server *server, Conn *conn, const char *path)
{
    char length[32];
    Request *request = &conn->request;
    conn_clear(conn);
    request->method = method_of(conn->wsi, request);
    read_query(conn->wsi, request);
    read_who(server, conn->wsi, request);
    if (snprintf(request->path, sizeof request->path, "%s", path) >= (int)sizeof request->path) {
        reply_error(&conn->reply, 414, "too-large", "no address is that long");
        return answer_request(server, conn);
    }
    copy_header(conn->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    long size = strtol(length, NULL, 10);
    if (request->method != METHOD_POST)
        return answer_request(server, conn);
    if (length[0] && size >= 0 && size <= BODY_MOST)
        return 0;                               /* the body, even an empty one, is announced by events of its own */
    if (length[0])
        reply_error(&conn->reply, 413, "too-large", "a body has at most 128 KiB");
    else
        reply_error(&conn->reply, 411, "bad-message", "a POST says how long its body is");
    conn->hang_up = true;                       /* what follows is not read */
    return answer_request(server, conn);
}

static int on_body(Conn *conn, const char *data, size_t size)
{
    if (conn->request.body.len + size > BODY_MOST)
        return -1;
    text_bytes(&conn->request.body, data, size);
    return 0;
}

/* ---- sockets ---- */

/* The upgrade is refused with a plain answer: to other addresses, and to pages of others. */
static int on_upgrade(Server *server, struct lws *wsi)
{
    char path[PATH_MOST];
    Request request = { 0 };
    copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    read_who(server, wsi, &request);
    if (strcmp(path, "/ws") == 0 && request.same_origin)
        return 0;
    log_line(server, "\"event\":\"refused\",\"address\":\"%s\"", request.address);
    return lws_return_http_status(wsi, strcmp(path, "/ws") == 0 ? 403 : 404, NULL) ? -1 : 1;
}

static void on_open(Server *server, Conn *conn)
{
    Request request = { 0 };
    read_who(server, conn->wsi, &request);
    conn_clear(conn);
    conn->user = request.user;
    conn->seat = -1;
    memcpy(conn->name, request.name, sizeof conn->name);
    server->sockets++;
}

static void on_close(Server *server, Conn *conn)
{
    socket_leave(conn);
    for (Message *message = conn->first, *next; message; message = next) {
        next = message->next;
        free(message);
    }
    conn->first = conn->last = NULL;
    text_free(&conn->received);
    server->sockets--;
}

void conn_send(Conn *conn, const Text *text)
{
    if (conn->closing)
        return;
    conn->queued += text->len;
    if (conn->queued > QUEUE_MOST)
        conn->closing = true;                   /* it does not read */
    Message *message = net_alloc(sizeof *message + LWS_PRE + text->len);
    message->size = text->len;
    memcpy(message->data + LWS_PRE, text->at, text->len);
    if (conn->last)
        conn->last->next = message;
    else
        conn->first = message;
    conn->last = message;
    lws_callback_on_writable(conn->wsi);
}

static int write_message(Conn *conn)
{
    Message *message = conn->first;
    if (!message || conn->queued > QUEUE_MOST)
        return conn->closing ? -1 : 0;
    bool ok = lws_write(conn->wsi, message->data + LWS_PRE, message->size, LWS_WRITE_TEXT) >= (int)message->size;
    conn->first = message->next;
    if (!conn->first)
        conn->last = NULL;
    conn->queued -= message->size;
    free(message);
    if (!ok)
        return -1;
    if (conn->first || conn->closing)
        lws_callback_on_writable(conn->wsi);
    return 0;
}

/* A message may come in pieces.  One that is too long is refused once, and the connection ended: who sends it is no client of ours. */
static void on_receive(Server *server, Conn *conn, const char *data, size_t size)
{
    if (conn->closing)
        return;
    if (conn->received.len + size > MESSAGE_MOST) {
        socket_error(conn, NULL, "too-large", "a message has at most 16 KiB");
        conn->closing = true;
        return;
    }
    text_bytes(&conn->received, data, size);
    if (!lws_is_final_fragment(conn->wsi) || lws_remaining_packet_payload(conn->wsi))
        return;
    if (bucket_take(&conn->flood, MESSAGES_PER_MINUTE, MESSAGE_BURST)) {
        socket_message(server, conn);
    } else {
        socket_error(conn, NULL, "rate", "too many messages; wait a moment before you come back");
        conn->closing = true;
    }
    conn->received.len = 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    Server *server = lws_context_user(lws_get_context(wsi));
    Conn *conn = user;
    if (conn)
        conn->wsi = wsi;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:                 return on_request(server, conn, in);
    case LWS_CALLBACK_HTTP_BODY:            return on_body(conn, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return answer_request(server, conn);
    case LWS_CALLBACK_HTTP_WRITEABLE:       return write_reply(conn);
    case LWS_CALLBACK_CLOSED_HTTP:          if (conn) conn_clear(conn); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(server, wsi);
    case LWS_CALLBACK_ESTABLISHED:          on_open(server, conn); return 0;
    case LWS_CALLBACK_RECEIVE:              on_receive(server, conn, in, len); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:     return write_message(conn);
    case LWS_CALLBACK_CLOSED:               on_close(server, conn); return 0;
    }
    return 0;
}

/* ---- the server ---- */

typedef struct { lws_sorted_usec_list_t timer; Server *server; int ticks; } Ticker;

/* The tick lets the loop see a signal that came between two waits, and tidies up now and then. */
static void on_tick(lws_sorted_usec_list_t *timer)
{
    enum { SWEEP_TICKS = 10 };
    Ticker *ticker = lws_container_of(timer, Ticker, timer);
    if (++ticker->ticks % SWEEP_TICKS == 0)
        live_sweep(ticker->server, false);
    lws_sul_schedule(ticker->server->context, 0, timer, on_tick, TICK_SECONDS * LWS_US_PER_SEC);
}

/* "127.0.0.1:1701" or "[::1]:1701" */
static bool read_listen(const char *text, char *address, size_t size, int *port, Error *err)
{
    const char *colon = strrchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : 0;
    if (!colon || !len || len >= size || !str_int(str_of(colon + 1), port) || *port < 0 || *port > 65535)
        return error_at(err, "--listen", 0, 0, "'%.100s' is not an address and a port, such as 127.0.0.1:1701", text);
    bool brackets = text[0] == '[' && text[len - 1] == ']';
    snprintf(address, size, "%.*s", (int)(len - (brackets ? 2 : 0)), text + (brackets ? 1 : 0));
    return true;
}

static bool open_listener(Server *server, Error *err)
{
    static const struct lws_protocols protocols[] = {
        { .name = "spaceline", .callback = on_event, .per_session_data_size = sizeof(Conn), .rx_buffer_size = 4096 },
        { .name = NULL },
    };
    char address[100];
    int port;
    if (!read_listen(server->setup.listen, address, sizeof address, &port, err))
        return false;
    bool six = strchr(address, ':'), any = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    server->loopback = strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strcmp(address, "localhost") == 0;
    lws_set_log_level(server->setup.log ? LLL_ERR : 0, NULL);
    struct lws_context_creation_info info = {
        .port = port, .iface = any ? NULL : address, .protocols = protocols, .user = server, .server_string = "spaceline",
        .options = (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6) | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND, .keepalive_timeout = 30,
        .timeout_secs = 20, .ka_time = 60, .ka_probes = 3, .ka_interval = 10, .gid = -1, .uid = -1,
    };
    server->context = lws_create_context(&info);
    struct lws_vhost *vhost = server->context ? lws_get_vhost_by_name(server->context, "default") : NULL;
    if (!vhost || lws_get_vhost_listen_port(vhost) <= 0)
        return error_at(err, "--listen", 0, 0, "%.100s cannot be listened on; is another server there?", server->setup.listen);
    snprintf(server->base, sizeof server->base, six ? "http://[%s]:%d/" : "http://%s:%d/", address, lws_get_vhost_listen_port(vhost));
    return true;
}

static void find_newest(Server *server)
{
    sl_ruling ruling;
    for (int i = 0; sl_ruling_get(server->setup.library, i, &ruling); i++)
        if (ruling.edition == SL_SECOND_EDITION && ruling.from > server->newest)
            server->newest = ruling.from;
}

static void run(Server *server)
{
    Ticker ticker = { .server = server };
    struct sigaction action = { .sa_handler = on_signal };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    lws_sul_schedule(server->context, 0, &ticker.timer, on_tick, TICK_SECONDS * LWS_US_PER_SEC);
    server->setup.ready(server->setup.to, server->base);
    while (!stop_asked && lws_service(server->context, 0) >= 0)
        ;
    lws_sul_cancel(&ticker.timer);
    log_line(server, "\"event\":\"stopped\"");
}

bool net_serve(const NetSetup *setup, Error *err)
{
    if (sodium_init() < 0)
        return error_at(err, "libsodium", 0, 0, "there are no random numbers on this machine");
    Server *server = net_alloc(sizeof *server);
    server->setup = *setup;
    find_newest(server);
    server->store = store_open(setup->database, err);
    bool ok = server->store && open_listener(server, err);
    if (ok)
        run(server);
    if (server->context)
        lws_context_destroy(server->context);
    live_sweep(server, true);
    text_free(&server->cards);
    text_free(&server->unplayable);
    store_close(server->store);
    free(server);
    return ok;
}
