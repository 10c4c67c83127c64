/* HTTP: libmicrohttpd reads requests and writes replies on the connections of a loop; here is what they mean to us.
 *
 * A request is read to its end before it is answered.  What needs the store is lent to the workers, and the connection suspended until
 * the reply is there; the rest is answered at once.  Requests that come behind one another on a connection are answered in their
 * order.  An upgrade to WebSocket ends the connection as far as HTTP is concerned: its file goes over to a socket (socket.c). */
#define _GNU_SOURCE
#include "net/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MEMORY = 16 * 1024,                        /* of a connection: the head of a request and that of its reply */
    CONNECTIONS_MOST = 65536,
    SWALLOWED_MOST = 1024 * 1024,              /* bytes of a body that is too large, read so that the refusal arrives */
    IDLE = 30 * 1000,                          /* milliseconds that a connection may rest between requests */
    CHEAP = 64 * 1024, CHEAP_BODY = 8 * 1024,  /* bytes of a reply, and of a body, that count for nothing */
    WORK = 60 * 1000,                          /* that a request may be lent for */
    TAKING = 30 * 1000, BYTES_A_MILLISECOND = 4,       /* that a reply may take to be read */
};

static Conn *conn_of(struct MHD_Connection *http)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(http, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void give_time(Conn *conn, int64_t milliseconds)
{
    conn->deadline = now_milliseconds() + milliseconds;
}

/* ---- replies ---- */

static const struct { const char *name, *value; } security[] = {
    { "content-security-policy", "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
      " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" },
    { "x-content-type-options", "nosniff" },
    { "x-frame-options", "DENY" },
    { "referrer-policy", "no-referrer" },
    { "cross-origin-opener-policy", "same-origin" },
    { "cross-origin-resource-policy", "same-origin" },
    { "permissions-policy", "camera=(), geolocation=(), microphone=()" },
};

static void add_headers(struct MHD_Response *response, const Reply *reply)
{
    for (size_t i = 0; i < countof(security); i++)
        MHD_add_response_header(response, security[i].name, security[i].value);
    MHD_add_response_header(response, "cache-control", reply->keep ? "no-cache" : "no-store");
    if (reply->type && reply->status != 304)
        MHD_add_response_header(response, "content-type", reply->type);
    if (reply->cookie[0])
        MHD_add_response_header(response, "set-cookie", reply->cookie);
    if (reply->etag[0])
        MHD_add_response_header(response, "etag", reply->etag);
    if (reply->coding)
        MHD_add_response_header(response, "content-encoding", coding_name(reply->coding));
    MHD_add_response_header(response, "vary", "accept-encoding");
    if (reply->last)
        MHD_add_response_header(response, "connection", "close");
}

static enum MHD_Result queue(Conn *conn, struct MHD_Response *response, unsigned status)
{
    if (!response)
        return MHD_NO;
    conn->stage = STAGE_SENT;
    enum MHD_Result result = MHD_queue_response(conn->http, status, response);
    MHD_destroy_response(response);
    return result;
}

/* The body stays the connection's until it is sent. */
static enum MHD_Result send_reply(Conn *conn)
{
    Server *server = conn->loop;
    const Reply *reply = &conn->reply;
    server->requests++;
    log_line(server, "\"event\":\"request\",\"address\":\"%s\",\"status\":%d,\"bytes\":%zu,\"user\":%lld", conn->request.address,
             reply->status, reply->body.len, (long long)conn->request.user);
    if (conn->reply.body.room > CHEAP && !caller_owes(server->shared, asker_of(conn), (long)conn->reply.body.room))
        reply_error(&conn->reply, 503, "rate", "too much waits to be read by this address; come back in a moment");
    else if (conn->reply.body.room > CHEAP)
        conn->owed += (long)conn->reply.body.room;
    give_time(conn, TAKING + (int64_t)(reply->body.len / BYTES_A_MILLISECOND));
    struct MHD_Response *response = MHD_create_response_from_buffer(reply->body.len, reply->body.at, MHD_RESPMEM_PERSISTENT);
    if (response)
        add_headers(response, reply);
    return queue(conn, response, (unsigned)reply->status);
}

void http_ready(Conn *conn)
{
    conn->stage = STAGE_REPLY;
    if (!conn->suspended)
        return;
    conn->suspended = false;
    MHD_resume_connection(conn->http);
}

/* Who says something unclear, or more than is read, is hung up on. */
static void refuse(Conn *conn, int status, const char *code, const char *why)
{
    reply_error(&conn->reply, status, code, why);
    conn->reply.last = true;
}

/* ---- the head of a request ---- */

typedef struct {
    char origin[200], host[200], upgrade[32], connection[64], key[64], version[8], codings[200], forwarded[512], authorization[100], cookie[4096];
    int  hosts, origins, lengths, encodings, keys;
    uint64_t length;
    bool unclear;                              /* its length is no number */
    bool odd;                                  /* the name of a line is no name: somebody else might read it otherwise */
} Head;

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~";

static void copy(char *out, size_t room, const char *value, size_t size)
{
    bool fits = size < room && !memchr(value, '\0', size);
    snprintf(out, room, "%.*s", fits ? (int)size : 0, value);
}

static void read_length(Head *head, const char *value, size_t size)
{
    head->lengths++;
    head->unclear |= size == 0;
    head->length = 0;
    for (size_t i = 0; i < size; i++) {
        head->unclear |= value[i] < '0' || value[i] > '9';
        head->length = head->length > SWALLOWED_MOST ? head->length : head->length * 10 + (uint64_t)(value[i] - '0');
    }
}

/* A browser may send its cookies in several lines; they are one list. */
static void add_cookies(Head *head, const char *value, size_t size)
{
    size_t len = strlen(head->cookie);
    copy(head->cookie + len + 1, sizeof head->cookie - len - 1, value, len + 2 < sizeof head->cookie ? size : 0);
    head->cookie[len] = ';';
}

static enum MHD_Result read_line(void *to, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t size)
{
    (void)kind;
    Head *head = to;
    if (name_size == 0 || strspn(name, name_characters) != name_size)
        head->odd = true;
    const struct { const char *name; char *out; size_t room; int *count; } lines[] = {
        { "origin", head->origin, sizeof head->origin, &head->origins }, { "host", head->host, sizeof head->host, &head->hosts },
        { "upgrade", head->upgrade, sizeof head->upgrade, NULL },        { "connection", head->connection, sizeof head->connection, NULL },
        { "sec-websocket-key", head->key, sizeof head->key, &head->keys }, { "sec-websocket-version", head->version, sizeof head->version, NULL },
        { "accept-encoding", head->codings, sizeof head->codings, NULL },
        { "authorization", head->authorization, sizeof head->authorization, NULL },
        { "x-forwarded-for", head->forwarded, sizeof head->forwarded, NULL },
    };
    value = value ? value : "";
    for (size_t i = 0; i < countof(lines); i++)
        if (strcasecmp(name, lines[i].name) == 0) {
            copy(lines[i].out, lines[i].room, value, size);
            if (lines[i].count)
                ++*lines[i].count;
        }
    if (strcasecmp(name, "content-length") == 0)
        read_length(head, value, size);
    else if (strcasecmp(name, "transfer-encoding") == 0)
        head->encodings++;
    else if (strcasecmp(name, "cookie") == 0)
        add_cookies(head, value, size);
    return MHD_YES;
}

static Method method_of(const char *method, Request *request)
{
    request->head = strcmp(method, "HEAD") == 0;
    if (request->head || strcmp(method, "GET") == 0)
        return METHOD_GET;
    return strcmp(method, "POST") == 0 ? METHOD_POST : strcmp(method, "DELETE") == 0 ? METHOD_DELETE : METHOD_OTHER;
}

/* The address as it was sent; what is escaped in its path is read here, and a query by whoever asks for one of its fields. */
static bool read_target(const char *uri, Request *request)
{
    size_t path = strcspn(uri, "?"), n = 0;
    const char *query = uri[path] ? uri + path + 1 : "";
    if (uri[0] != '/' || path >= PATH_MOST || strlen(query) >= PATH_MOST)
        return false;
    for (size_t i = 0; i < path; i++) {
        unsigned code = (unsigned char)uri[i];
        if (code == '%') {
            char hex[3] = { 0 };
            memcpy(hex, uri + i + 1, path - i > 2 ? 2 : 0);
            if (strspn(hex, "0123456789abcdefABCDEF") != 2)
                return false;
            code = (unsigned)strtoul(hex, NULL, 16);
            i += 2;
        }
        if (code < ' ' || code == 0x7f)
            return false;
        request->path[n++] = (char)code;
    }
    request->path[n] = '\0';
    memcpy(request->query, query, strlen(query) + 1);
    return true;
}

static enum MHD_Result read_match(void *to, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    Request *request = to;
    if (strcasecmp(name, "if-none-match") == 0)
        copy(request->match, sizeof request->match, value ? value : "", value ? strlen(value) : 0);
    return MHD_YES;
}

/* A proxy says for whom it asks: the last address in its line that is no proxy of ours.  What stands before it may be anybody's
 * invention. */
static void read_forwarded(Conn *conn, const Head *head)
{
    const Server *server = conn->loop;
    char line[sizeof head->forwarded], address[ADDRESS_MOST] = "";
    snprintf(line, sizeof line, "%s", head->forwarded);
    for (char *comma = line; comma && !address[0];) {
        comma = strrchr(line, ',');
        if (!address_read(comma ? comma + 1 : line, address))
            break;
        if (comma && address_is_listed(server->setup.proxy, address))
            address[0] = '\0';
        if (comma)
            *comma = '\0';
    }
    if (!address[0])
        return;
    conn->asker = caller_at(server->shared, address, CONNECTIONS_FOR_A_SOCKET * server->setup.sockets);
    if (!conn->asker)
        refuse(conn, 429, "rate", "too many connections from this address");
}

static void read_whence(Conn *conn, const Head *head)
{
    Request *request = &conn->request;
    char sid[SID_TEXT] = "";
    if (conn->caller && conn->caller->proxy)
        read_forwarded(conn, head);
    MHD_get_connection_values(conn->http, MHD_HEADER_KIND, read_match, request);
    request->guest = true;
    request->accepts = codings_read(head->codings);
    request->same_origin = origin_is_ours(conn->loop, head->origin, head->host);
    if (strncasecmp(head->authorization, "Bearer ", 7) == 0)
        snprintf(request->key, sizeof request->key, "%.79s", head->authorization + 7);
    request->secure = strncmp(head->origin, "https://", 8) == 0;
    snprintf(request->address, sizeof request->address, "%s", asker_of(conn) ? asker_of(conn)->address : "");
    cookie_find(head->cookie, "sid", sid, sizeof sid);
    session_cookie(sid, request);
}

/* ---- upgrades ---- */

static bool is_peer(const Conn *conn)
{
    return conn->loop->shared->peers.on && strcmp(conn->request.path, "/peer") == 0;
}

/* Refused with a plain answer: what is no WebSocket, to other addresses, to pages of others, and to whoever has many already. */
static bool may_upgrade(Conn *conn, const Head *head)
{
    const char *path = conn->request.path;
    const Server *server = conn->loop;
    if (strcmp(path, "/ws") != 0 && !is_peer(conn))
        refuse(conn, 404, "not-found", "there is no socket here");
    else if (conn->request.method != METHOD_GET || conn->request.head || head->keys != 1 || !handshake_key(head->key) || strcmp(head->version, "13") != 0)
        refuse(conn, 400, "bad-message", "a WebSocket has one Sec-WebSocket-Key of 16 bytes in base64, and version 13");
    else if (!is_peer(conn) && !conn->request.same_origin)
        refuse(conn, 403, "origin", "only pages of this server may open a socket");
    else if (!is_peer(conn) && !caller_take(server->shared, asker_of(conn), CALLER_SOCKETS, server->setup.sockets))
        refuse(conn, 429, "rate", "too many sockets from this address; close some");
    else
        return true;
    return false;
}

static bool is_upgrade(const Head *head)
{
    return strcasecmp(head->upgrade, "websocket") == 0 && strcasestr(head->connection, "upgrade");
}

static void note_upgrade(Conn *conn, const Head *head)
{
    memcpy(conn->key, head->key, KEY_TEXT + 1);
    conn->counted = !is_peer(conn);
}

/* From here on the file is the socket's: ours is a copy of libmicrohttpd's, which closes its own. */
static void upgraded(void *cls, struct MHD_Connection *http, void *context, const char *extra, size_t size, int fd,
                     struct MHD_UpgradeResponseHandle *handle)
{
    (void)context;
    Server *server = cls;
    Conn *old = conn_of(http);
    int mine = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (old && mine >= 0) {
        Conn *conn = conn_new(server, mine, asker_of(old));
        *(old->asker ? &old->asker : &old->caller) = NULL;
        conn->counted = old->counted;
        old->counted = false;
        text_bytes(&conn->early, extra ? extra : "", extra ? size : 0);
        server->sockets++;
        socket_begin(conn);
        if (is_peer(old))
            peer_open(server, conn);
        else
            socket_welcome(conn, &old->request);
        socket_event(conn, 0);
    }
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static enum MHD_Result send_upgrade(Conn *conn)
{
    char accept[ACCEPT_TEXT + 1];
    handshake_accept(conn->key, accept);
    struct MHD_Response *response = MHD_create_response_for_upgrade(upgraded, conn->loop);
    if (response) {
        MHD_add_response_header(response, "upgrade", "websocket");
        MHD_add_response_header(response, "sec-websocket-accept", accept);
    }
    return queue(conn, response, MHD_HTTP_SWITCHING_PROTOCOLS);
}

/* ---- requests ---- */

/* What is wrong with the head of a request is answered at its end, if that is near; otherwise at once. */
static void check_head(Conn *conn, const Head *head)
{
    const Request *request = &conn->request;
    bool post = request->method == METHOD_POST;
    if (conn->reply.status)
        return;
    if (head->encodings || head->lengths > 1 || head->unclear || (post && !head->lengths))
        refuse(conn, 411, "bad-message", "a POST says how long its body is, once and in digits");
    else if (head->length > BODY_MOST)
        refuse(conn, 413, "too-large", "a body has at most 128 KiB");
    else if (!post && head->length)
        refuse(conn, 400, "bad-message", "only a POST has a body");
    else if (head->odd || head->hosts > 1 || head->origins > 1)
        refuse(conn, 400, "bad-message", "a request says once which host it is for and where it comes from, in lines that have a name");
    else if (head->length > CHEAP_BODY && !caller_owes(conn->loop->shared, asker_of(conn), (long)head->length))
        refuse(conn, 503, "rate", "too much of what this address sends waits; come back in a moment");
    else if (head->length > CHEAP_BODY)
        conn->owed += (long)head->length;
    else if (is_upgrade(head) && may_upgrade(conn, head))
        note_upgrade(conn, head);
}

static enum MHD_Result on_head(Conn *conn, const char *method)
{
    Head head = { 0 };
    conn->stage = STAGE_BODY;
    conn->request.method = method_of(method, &conn->request);
    MHD_get_connection_values_n(conn->http, MHD_HEADER_KIND, read_line, &head);
    read_whence(conn, &head);
    check_head(conn, &head);
    bool near = !head.encodings && !head.unclear && !head.odd && head.lengths <= 1 && head.length <= SWALLOWED_MOST;
    return conn->reply.status && !near ? send_reply(conn) : MHD_YES;
}

/* What needs no store is answered here; the rest is lent to the workers. */
static enum MHD_Result on_whole(Conn *conn)
{
    Server *server = conn->loop;
    Request *request = &conn->request;
    if (conn->reply.status == 0 && conn->key[0])
        return send_upgrade(conn);
    if (conn->reply.status == 0 && strncmp(request->path, "/api/", 5) == 0) {
        if (work_lend(server, conn)) {
            conn->stage = STAGE_LENT;
            conn->suspended = true;
            give_time(conn, WORK);
            MHD_suspend_connection(conn->http);
            return MHD_YES;
        }
        reply_error(&conn->reply, 503, "rate", "too many requests wait; come back in a moment");
    }
    if (conn->reply.status == 0)
        api_answer(server, request, &conn->reply);
    return send_reply(conn);
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *http, const char *url, const char *method, const char *version,
                                  const char *data, size_t *size, void **context)
{
    (void)url;
    (void)version;
    (void)context;
    const Server *server = cls;
    Conn *conn = conn_of(http);
    if (!conn || server->shared->stop)
        return MHD_NO;
    switch (conn->stage) {
    case STAGE_HEAD:  return on_head(conn, method);
    case STAGE_REPLY: return send_reply(conn);
    case STAGE_BODY:
        if (*size == 0)
            return on_whole(conn);
        if (!conn->reply.status && conn->request.body.len + *size > BODY_MOST)
            return MHD_NO;
        if (!conn->reply.status)
            text_bytes(&conn->request.body, data, *size);
        *size = 0;
        return MHD_YES;
    case STAGE_LENT: case STAGE_SENT: break;
    }
    return MHD_NO;
}

/* The first line of a request is there; the rest of it, and its body, must come soon. */
static void *on_line(void *cls, const char *uri, struct MHD_Connection *http)
{
    const Server *server = cls;
    Conn *conn = conn_of(http);
    if (!conn)
        return NULL;
    conn_clear(conn);
    give_time(conn, (int64_t)server->setup.patience * 1000);
    if (!read_target(uri, &conn->request))
        refuse(conn, strlen(uri) >= PATH_MOST ? 414 : 400, strlen(uri) >= PATH_MOST ? "too-large" : "bad-message", "that is no address of ours");
    return NULL;
}

static void on_completed(void *cls, struct MHD_Connection *http, void **context, enum MHD_RequestTerminationCode how)
{
    (void)cls;
    (void)context;
    (void)how;
    Conn *conn = conn_of(http);
    if (!conn)
        return;
    conn_clear(conn);
    give_time(conn, IDLE);
}

static void on_connection(void *cls, struct MHD_Connection *http, void **context, enum MHD_ConnectionNotificationCode what)
{
    Server *server = cls;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = server->arriving;
        server->arriving->http = http;
        server->arriving = NULL;
    } else if (*context) {
        conn_free(*context);
        *context = NULL;
    }
}

/* What is late is cut off: the library notices that the other side is gone.  A request that nobody answers is told so. */
void http_overdue(Conn *conn)
{
    if (conn->stage == STAGE_LENT) {
        work_forget(conn);
        relay_end(conn);
        reply_error(&conn->reply, 503, "no-answer", "this took too long; come back in a moment");
        http_ready(conn);
        return;
    }
    conn->deadline = 0;
    shutdown(conn->fd, SHUT_RDWR);
}

/* For whom there is no room. */
void http_turn_away(int fd)
{
    static const char why[] = "{\"code\":\"rate\",\"text\":\"too many connections; come back in a moment\"}";
    char reply[300];
    int size = snprintf(reply, sizeof reply, "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: application/json\r\n"
                        "content-length: %zu\r\n\r\n%s", sizeof why - 1, why);
    if (send(fd, reply, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
        shutdown(fd, SHUT_WR);
    close(fd);
}

/* ---- the library ---- */

/* Escapes are read in read_target. */
static size_t leave_as_is(void *cls, struct MHD_Connection *http, char *text)
{
    (void)cls;
    (void)http;
    return strlen(text);
}

void http_adopt(Server *loop, const Arrival *arrival)
{
    struct sockaddr_in nowhere = { .sin_family = AF_INET };
    Conn *conn = conn_new(loop, arrival->fd, arrival->caller);
    give_time(conn, (int64_t)loop->setup.patience * 1000);
    loop->arriving = conn;
    MHD_add_connection(loop->http, arrival->fd, (struct sockaddr *)&nowhere, sizeof nowhere);
    if (loop->arriving)
        conn_free(conn);                        /* there was no room, and the file is closed */
    loop->arriving = NULL;
}

bool http_run(Server *loop)
{
    MHD_UNSIGNED_LONG_LONG wait;
    MHD_run(loop->http);
    return MHD_get_timeout(loop->http, &wait) == MHD_YES && wait == 0;
}

int http_file(const Server *loop)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(loop->http, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

bool http_open(Server *loop, Error *err)
{
    loop->http = MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE, 0, NULL, NULL,
                                  on_request, loop, MHD_OPTION_NOTIFY_CONNECTION, on_connection, loop,
                                  MHD_OPTION_NOTIFY_COMPLETED, on_completed, loop, MHD_OPTION_URI_LOG_CALLBACK, on_line, loop,
                                  MHD_OPTION_UNESCAPE_CALLBACK, leave_as_is, NULL,
                                  MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MOST,
                                  MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_STRICT_FOR_CLIENT, 1,
                                  MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    return loop->http || error_at(err, "serve", 0, 0, "there is no room for an event loop");
}

/* The library ends when nothing is suspended. */
void http_close(Server *loop)
{
    if (!loop->http)
        return;
    for (Conn *conn = loop->conn, *next; conn; conn = next) {
        next = conn->next_conn;
        if (conn->http && conn->suspended)
            http_ready(conn);
    }
    for (int i = 0; i < 100 && http_run(loop); i++)
        ;
    MHD_stop_daemon(loop->http);
    loop->http = NULL;
}
