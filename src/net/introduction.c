/* The PROXY protocol, versions 1 and 2: a proxy that passes bytes on, as for TLS, says at the beginning of a connection whose it is.
 *
 * Connections of those whom `--proxy-protocol` names begin with such a header, and are hung up on when they do not; nobody else is
 * believed: a header of his is a request that makes no sense.  Whose connection it is then counts as its caller; the rest of it is HTTP.
 * A proxy that asks on its own account (LOCAL, UNKNOWN), as to see whether the server is there, counts as itself. */
#define _GNU_SOURCE
#include "net/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/socket.h>

enum {
    LINE_MOST = 107,                           /* of version 1, with its end */
    BINARY_HEAD = 16, REST_MOST = 4096,        /* of version 2: what all have, and what may follow it */
    FOUR_SIZE = 12, SIX_SIZE = 36,             /* two addresses and two ports */
};

static const char line_start[] = "PROXY ", binary_start[] = "\r\n\r\n\0\r\nQUIT\n";

static bool begins(const char *data, size_t size, const char *start, size_t len)
{
    return memcmp(data, start, size < len ? size : len) == 0;
}

/* ---- version 1: a line of words with one space between them ---- */

static bool next_word(Str *rest, char out[ADDRESS_MOST])
{
    const char *space = rest->len ? memchr(rest->at, ' ', rest->len) : NULL;
    size_t len = space ? (size_t)(space - rest->at) : rest->len;
    if (len == 0 || len >= ADDRESS_MOST || memchr(rest->at, '\0', len) || (space && len + 1 == rest->len))
        return false;
    snprintf(out, ADDRESS_MOST, "%.*s", (int)len, rest->at);
    *rest = (Str){ rest->at + len + (space != NULL), rest->len - len - (space != NULL) };
    return true;
}

static bool is_port(const char *word)
{
    int port;
    return strlen(word) <= 5 && strspn(word, "0123456789") == strlen(word) && str_int(str_of(word), &port) && port <= 65535;
}

static Introduction read_words(Str line, char address[ADDRESS_MOST])
{
    char family[ADDRESS_MOST], from[ADDRESS_MOST], to[ADDRESS_MOST], port[2][ADDRESS_MOST];
    unsigned char bytes[sizeof(struct in6_addr)];
    if (!next_word(&line, family))
        return INTRODUCTION_WRONG;
    if (strcmp(family, "UNKNOWN") == 0)
        return INTRODUCTION_WHOLE;
    int kind = strcmp(family, "TCP4") == 0 ? AF_INET : strcmp(family, "TCP6") == 0 ? AF_INET6 : AF_UNSPEC;
    bool ok = kind != AF_UNSPEC && next_word(&line, from) && next_word(&line, to) && next_word(&line, port[0]) && next_word(&line, port[1]) && !line.len
        && inet_pton(kind, from, bytes) == 1 && inet_pton(kind, to, bytes) == 1 && is_port(port[0]) && is_port(port[1]);
    return ok && address_read(from, address) ? INTRODUCTION_WHOLE : INTRODUCTION_WRONG;
}

static Introduction read_text(const char *data, size_t size, size_t *used, char address[ADDRESS_MOST])
{
    const char *end = memmem(data, size < LINE_MOST ? size : LINE_MOST, "\r\n", 2);
    if (!end)
        return size < LINE_MOST ? INTRODUCTION_PART : INTRODUCTION_WRONG;
    *used = (size_t)(end - data) + 2;
    size_t start = sizeof line_start - 1;
    return read_words((Str){ data + start, (size_t)(end - data) - start }, address);
}

/* ---- version 2: bytes ---- */

static Introduction read_addresses(const unsigned char *data, unsigned family, size_t size, char address[ADDRESS_MOST])
{
    enum { UNSPECIFIED = 0x00, TCP_FOUR = 0x11, TCP_SIX = 0x21 };
    char text[INET6_ADDRSTRLEN];
    if (family == UNSPECIFIED)
        return INTRODUCTION_WHOLE;
    bool four = family == TCP_FOUR;
    if ((!four && family != TCP_SIX) || size < (four ? FOUR_SIZE : SIX_SIZE))
        return INTRODUCTION_WRONG;
    return inet_ntop(four ? AF_INET : AF_INET6, data, text, sizeof text) && address_read(text, address) ? INTRODUCTION_WHOLE : INTRODUCTION_WRONG;
}

static Introduction read_binary(const unsigned char *data, size_t size, size_t *used, char address[ADDRESS_MOST])
{
    enum { VERSION_AND_COMMAND = 12, FAMILY = 13, LENGTH = 14, LOCAL = 0x20, FOR_ANOTHER = 0x21 };
    if (size < BINARY_HEAD)
        return INTRODUCTION_PART;
    size_t rest = (size_t)data[LENGTH] << 8 | data[LENGTH + 1];
    unsigned command = data[VERSION_AND_COMMAND];
    if ((command != LOCAL && command != FOR_ANOTHER) || rest > REST_MOST)
        return INTRODUCTION_WRONG;
    if (size < BINARY_HEAD + rest)
        return INTRODUCTION_PART;
    *used = BINARY_HEAD + rest;
    return command == LOCAL ? INTRODUCTION_WHOLE : read_addresses(data + BINARY_HEAD, data[FAMILY], rest, address);
}

Introduction introduction_read(const char *data, size_t size, size_t *used, char address[ADDRESS_MOST])
{
    *used = 0;
    address[0] = '\0';
    if (begins(data, size, binary_start, sizeof binary_start - 1))
        return read_binary((const unsigned char *)data, size, used, address);
    if (begins(data, size, line_start, sizeof line_start - 1))
        return size < sizeof line_start - 1 ? INTRODUCTION_PART : read_text(data, size, used, address);
    return INTRODUCTION_WRONG;
}

/* ---- connections that begin so ---- */

void introduction_begin(Server *loop, const Arrival *arrival)
{
    Conn *conn = conn_new(loop, arrival->fd, arrival->caller);
    conn->socket = SOCKET_INTRODUCED;
    conn->deadline = now_milliseconds() + (int64_t)loop->setup.patience * 1000;
    socket_event(conn, 0);
}

/* Its file goes on as a connection of whoever it was introduced for. */
static void go_on_as(Conn *conn, const char *address)
{
    Server *loop = conn->loop;
    Caller *caller = caller_at(loop->shared, address[0] ? address : conn->caller->address, CONNECTIONS_FOR_A_SOCKET * loop->setup.sockets);
    int fd = socket_release(conn);
    if (!caller) {
        http_turn_away(fd);
        return;
    }
    http_adopt(loop, &(Arrival){ fd, caller });
    loop->more = true;
}

/* What belongs to the header is taken from the file, and no more: the rest is for whoever reads HTTP. */
void introduction_event(Conn *conn)
{
    char part[BINARY_HEAD + REST_MOST], address[ADDRESS_MOST];
    size_t had = conn->early.len, used;
    ssize_t got = recv(conn->fd, part, sizeof part - had, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        socket_kill(conn);
        return;
    }
    text_bytes(&conn->early, part, (size_t)got);
    Introduction how = introduction_read(conn->early.at, conn->early.len, &used, address);
    size_t taken = how == INTRODUCTION_WHOLE ? used - had : (size_t)got;
    if (how == INTRODUCTION_WRONG || recv(conn->fd, part, taken, MSG_DONTWAIT) != (ssize_t)taken) {
        log_line(conn->loop, "\"event\":\"no introduction\",\"address\":\"%s\"", conn->caller->address);
        socket_kill(conn);
    } else if (how == INTRODUCTION_WHOLE) {
        go_on_as(conn, address);
    }
}
