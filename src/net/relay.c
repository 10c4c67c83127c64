/* Sockets between servers: a client may come to any of them, and its game be at another.
 *
 * The server where the client is opens a socket to the one that has the game, and passes messages both ways; there it is the socket
 * of that user.  A request for a document goes the same way, and its reply comes back.  The owner sends a nonce; the other signs it,
 * together with who the user is, by the secret that only servers of this database know: nothing that was overheard can be used again.
 * When such a socket ends, so does the client's: clients come back by themselves, and then the game may be had from the store. */
#define _GNU_SOURCE
#include "net/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MAC_SIZE = crypto_auth_hmacsha512256_BYTES, MAC_TEXT = 2 * MAC_SIZE, NONCE_SIZE = sizeof((Errand *)0)->nonce,
    MEETING = 4,                               /* seconds in which servers find together */
};

static void mac_of(const Server *server, const unsigned char nonce[NONCE_SIZE], const char *text, size_t size, unsigned char out[MAC_SIZE])
{
    crypto_auth_hmacsha512256_state state;
    crypto_auth_hmacsha512256_init(&state, server->shared->peers.key, sizeof server->shared->peers.key);
    crypto_auth_hmacsha512256_update(&state, nonce, NONCE_SIZE);
    crypto_auth_hmacsha512256_update(&state, (const unsigned char *)text, size);
    crypto_auth_hmacsha512256_final(&state, out);
}

static bool read_hex(const char *text, size_t size, unsigned char *out, size_t room)
{
    size_t len = 0;
    return size == 2 * room && sodium_hex2bin(out, room, text, size, NULL, &len, NULL) == 0 && len == room;
}

static void set_timer(Conn *conn, int seconds)
{
    conn->deadline = seconds ? now_milliseconds() + seconds * 1000 : 0;
}

/* ---- where the client is ---- */

/* "10.0.0.1:1701" or "[fd00::1]:1701"; a file that is being connected, or -1 when nothing can be begun there. */
static int dial(const char *address)
{
    char host[STORE_ADDRESS];
    const char *colon = strrchr(address, ':'), *from = address + (address[0] == '[');
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV }, *found = NULL;
    if (!colon || colon - from < 1)
        return -1;
    snprintf(host, sizeof host, "%.*s", (int)(colon - from - (from > address)), from);
    if (getaddrinfo(host, colon + 1, &hints, &found) != 0)
        return -1;
    int yes = 1, fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (fd >= 0 && connect(fd, found->ai_addr, found->ai_addrlen) != 0 && errno != EINPROGRESS) {
        close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static void write_upgrade(Conn *conn, const char *address)
{
    unsigned char bytes[16];
    char key[KEY_TEXT + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    handshake_accept(key, conn->errand.accept);
    text_add(&conn->early, "GET /peer HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
             "Sec-WebSocket-Version: 13\r\n\r\n", address, key);
}

static Conn *relay_new(Server *loop, const StoreOwner *owner)
{
    int fd = dial(owner->address);
    if (fd < 0)
        return NULL;
    Conn *conn = conn_new(loop, fd, NULL);
    conn->side = SIDE_OWNER;
    conn->socket = SOCKET_CONNECTING;
    conn->unready = true;
    memcpy(conn->errand.server, owner->server, STORE_SERVER);
    write_upgrade(conn, owner->address);
    loop->shared->peers.relays++;
    set_timer(conn, MEETING);
    socket_event(conn, 0);                      /* it is watched from now on */
    return conn;
}

static bool connect_to(Server *loop, Conn *client, const StoreOwner *owner)
{
    Conn *conn = relay_new(loop, owner);
    if (!conn)
        return false;
    conn->other = client;
    client->other = conn;
    conn->user = client->user;
    memcpy(conn->name, client->name, STORE_NAME);
    return true;
}

bool relay_passes(Conn *client, const json_t *in)
{
    const char *game = json_string_value(json_object_get(in, "game"));
    Conn *conn = client->other;
    if (!conn || !game || strcmp(conn->errand.game, game) != 0)
        return false;
    if (strcmp(text_of(in, "t"), "join") == 0) {
        conn->errand.joined = true;
        socket_leave(client);
    }
    conn_send(conn, &client->received);
    return true;
}

/* Only a client's socket goes on to another server: what came from one and finds no game here goes back where it came from. */
bool relay_begins(Server *server, Conn *client, const json_t *in, const json_t *id)
{
    Error err = { "" };
    const char *game = json_string_value(json_object_get(in, "game"));
    bool joins = strcmp(text_of(in, "t"), "join") == 0;
    if (!server->shared->peers.on || !game || strlen(game) != STORE_ID - 1)
        return false;
    if (joins) {
        socket_leave(client);
        relay_end(client);
    }
    if (live_get(server, game, &err) || !server->elsewhere.server[0])
        return false;
    if (client->live)
        live_hold(server, client->live);        /* to whom what is sent belongs */
    if (client->other && client->other->errand.joined) {
        socket_error(client, id, "not-allowed", "look back at another server's game over a socket of its own");
        return true;
    }
    relay_end(client);
    if (client->side != SIDE_CLIENT || !connect_to(server, client, &server->elsewhere)) {
        conn_hang_up(client);
        return true;
    }
    snprintf(client->other->errand.game, STORE_ID, "%s", game);
    client->other->errand.joined = joins;
    conn_send(client->other, &client->received);
    return true;
}

void relay_end(Conn *client)
{
    Conn *conn = client->other;
    if (!conn)
        return;
    client->other = conn->other = NULL;
    if (conn->loop->shared->stop)
        return;
    if (conn->unready)
        socket_kill(conn);
    else
        conn_hang_up(conn);
}

/* ---- a request ---- */

static void fail_request(Conn *client)
{
    text_free(&client->reply.body);
    client->reply = (Reply){ 0 };
    reply_error(&client->reply, 503, "no-answer", "the server that has this game does not answer; come back in a moment");
    http_ready(client);
}

static void add_field(Text *text, const char *key, const char *value)
{
    text_add(text, ",\"%s\":", key);
    text_json(text, value);
}

void relay_request(Server *loop, Conn *client, const StoreOwner *owner)
{
    const Request *request = &client->request;
    Text text = { 0 };
    client->user = request->user;
    memcpy(client->name, request->name, STORE_NAME);
    if (client->side != SIDE_CLIENT || !connect_to(loop, client, owner)) {
        fail_request(client);
        return;
    }
    client->other->errand.request = true;
    text_add(&text, "{\"method\":%d,\"guest\":%s", request->method, request->guest ? "true" : "false");
    add_field(&text, "path", request->path);
    add_field(&text, "query", request->query);
    add_field(&text, "address", request->address);
    add_field(&text, "body", request->body.at ? request->body.at : "");
    text_add(&text, "}");
    conn_send(client->other, &text);
    text_free(&text);
}

static const char *known_type(const char *type)
{
    return strncmp(type, "application/json", 16) == 0 ? "application/json" : "text/plain; charset=utf-8";
}

static void take_reply(Conn *client, const Text *received)
{
    json_t *in = json_loadb(received->at, received->len, 0, NULL);
    const json_t *body = json_object_get(in, "body");
    int status = (int)json_integer_value(json_object_get(in, "status"));
    if (status < 200 || status > 599) {
        fail_request(client);
    } else {
        text_free(&client->reply.body);
        client->reply = (Reply){ .status = status, .type = known_type(text_of(in, "type")) };
        text_bytes(&client->reply.body, json_string_value(body), json_string_length(body));
        http_ready(client);
    }
    json_decref(in);
}

/* ---- the socket to the owner ---- */

static bool greet(Server *server, Conn *conn)
{
    Text text = { 0 }, frame = { 0 };
    unsigned char mac[MAC_SIZE];
    char hex[MAC_TEXT + 1];
    if (!conn->other || !read_hex(conn->received.at, conn->received.len, conn->errand.nonce, NONCE_SIZE))
        return false;
    text_add(&text, "{\"user\":%lld,\"request\":%s", (long long)conn->user, conn->errand.request ? "true" : "false");
    add_field(&text, "server", conn->errand.server);
    add_field(&text, "name", conn->name);
    text_add(&text, "}");
    mac_of(server, conn->errand.nonce, text.at, text.len, mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    text_bytes(&frame, hex, MAC_TEXT);
    text_bytes(&frame, text.at, text.len);
    outbox_first(conn, &frame);
    set_timer(conn, 0);
    text_free(&text);
    text_free(&frame);
    return true;
}

static bool pass_back(Conn *conn)
{
    Conn *client = conn->other;
    if (!client)
        return false;
    if (!conn->errand.request) {
        conn_send(client, &conn->received);
        return true;
    }
    client->other = conn->other = NULL;
    take_reply(client, &conn->received);
    return false;
}

bool relay_receive(Server *server, Conn *conn)
{
    return conn->unready ? greet(server, conn) : pass_back(conn);
}

void relay_closed(Server *server, Conn *conn)
{
    Conn *client = conn->other;
    server->shared->peers.relays--;
    conn->other = NULL;
    if (!client)
        return;
    client->other = NULL;
    if (server->shared->stop)
        return;
    if (conn->errand.request)
        fail_request(client);
    else
        conn_hang_up(client);
}

/* ---- where the game is ---- */

void peer_open(Server *server, Conn *conn)
{
    char hex[2 * NONCE_SIZE + 1];
    (void)server;
    conn->side = SIDE_PEER;
    randombytes_buf(conn->errand.nonce, NONCE_SIZE);
    sodium_bin2hex(hex, sizeof hex, conn->errand.nonce, NONCE_SIZE);
    Text text = { .at = hex, .len = sizeof hex - 1 };
    conn_send(conn, &text);
    set_timer(conn, MEETING);
}

/* Who signs for a server of another name meant another. */
static bool is_signed(const Server *server, const Conn *conn)
{
    unsigned char given[MAC_SIZE], mac[MAC_SIZE];
    const Text *text = &conn->received;
    if (text->len <= MAC_TEXT || !read_hex(text->at, MAC_TEXT, given, MAC_SIZE))
        return false;
    mac_of(server, conn->errand.nonce, text->at + MAC_TEXT, text->len - MAC_TEXT, mac);
    return sodium_memcmp(mac, given, MAC_SIZE) == 0;
}

static bool take_greeting(const Server *server, Conn *conn)
{
    if (!is_signed(server, conn))
        return false;
    json_t *in = json_loadb(conn->received.at + MAC_TEXT, conn->received.len - MAC_TEXT, 0, NULL);
    bool ours = strcmp(text_of(in, "server"), server->shared->peers.server) == 0;
    conn->user = json_integer_value(json_object_get(in, "user"));
    conn->errand.request = json_is_true(json_object_get(in, "request"));
    snprintf(conn->name, STORE_NAME, "%s", text_of(in, "name"));
    conn->hello = ours;
    json_decref(in);
    return ours;
}

static void take_request(Server *server, Conn *conn)
{
    Request *request = &conn->request;
    json_t *in = json_loadb(conn->received.at, conn->received.len, 0, NULL);
    if (!json_is_object(in) || conn->work || request->path[0]) {
        conn_hang_up(conn);
        json_decref(in);
        return;
    }
    json_int_t method = json_integer_value(json_object_get(in, "method"));
    const char *body = text_of(in, "body");
    *request = (Request){ .method = method >= METHOD_GET && method < METHOD_OTHER ? (Method)method : METHOD_OTHER, .same_origin = true,
                          .user = conn->user, .guest = json_is_true(json_object_get(in, "guest")) };
    snprintf(request->path, sizeof request->path, "%s", text_of(in, "path"));
    snprintf(request->query, sizeof request->query, "%s", text_of(in, "query"));
    snprintf(request->address, sizeof request->address, "%s", text_of(in, "address"));
    memcpy(request->name, conn->name, STORE_NAME);
    text_bytes(&request->body, body, strlen(body));
    json_decref(in);
    if (work_lend(server, conn))
        return;
    reply_error(&conn->reply, 503, "rate", "too many requests wait; come back in a moment");
    peer_reply(conn);
}

bool peer_message(Server *server, Conn *conn)
{
    if (conn->hello && !conn->errand.request)
        return false;
    if (conn->hello) {
        take_request(server, conn);
    } else if (take_greeting(server, conn)) {
        caller_give(server->shared, conn->caller, CALLER_CONNECTIONS);      /* servers have as many as they need */
        conn->caller = NULL;
        set_timer(conn, 0);
    } else {
        log_line(server, "\"event\":\"refused\",\"peer\":true");
        conn_hang_up(conn);
    }
    return true;
}

void peer_reply(Conn *conn)
{
    Text text = { 0 };
    Reply *reply = &conn->reply;
    text_add(&text, "{\"status\":%d", reply->status);
    add_field(&text, "type", reply->type ? reply->type : "");
    add_field(&text, "body", reply->body.at ? reply->body.at : "");
    text_add(&text, "}");
    conn_send(conn, &text);
    conn_hang_up(conn);
    text_free(&text);
}
