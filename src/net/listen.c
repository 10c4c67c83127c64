/* Listening: connections are accepted by the first thread, counted by who they come from, and handed to the loops. */
#define _GNU_SOURCE
#include "net/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

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

static int listen_at(const struct addrinfo *at)
{
    int yes = 1, fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    close(fd);
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    char port[16];
    int number = 0;
    if (getsockname(fd, (struct sockaddr *)&at, &size) == 0
        && getnameinfo((struct sockaddr *)&at, size, NULL, 0, port, sizeof port, NI_NUMERICSERV) == 0)
        str_int(str_of(port), &number);
    return number;
}

int listen_open(Server *first, Error *err)
{
    char address[100], service[16];
    int port, fd = -1;
    if (!read_listen(first->setup.listen, address, sizeof address, &port, err))
        return -1;
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV }, *found = NULL;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(address, service, &hints, &found) == 0 && found)
        fd = listen_at(found);
    if (fd < 0)
        error_at(err, "--listen", 0, 0, "%.100s cannot be listened on; is another server there?", first->setup.listen);
    freeaddrinfo(found);
    first->loopback = strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strcmp(address, "localhost") == 0;
    snprintf(first->base, sizeof first->base, strchr(address, ':') ? "http://[%s]:%d/" : "http://%s:%d/", address, fd < 0 ? 0 : port_of(fd));
    return fd;
}

/* Who is gone without a word is noticed in about a minute and a half, whether something is on its way to him or not. */
static void set_options(int fd)
{
    static const struct { int level, name, value; } option[] = {
        { IPPROTO_TCP, TCP_NODELAY, 1 },    { SOL_SOCKET, SO_KEEPALIVE, 1 },  { IPPROTO_TCP, TCP_KEEPIDLE, 60 },
        { IPPROTO_TCP, TCP_KEEPINTVL, 10 }, { IPPROTO_TCP, TCP_KEEPCNT, 3 },  { IPPROTO_TCP, TCP_USER_TIMEOUT, 90 * 1000 },
    };
    for (size_t i = 0; i < countof(option); i++)
        setsockopt(fd, option[i].level, option[i].name, &option[i].value, sizeof option[i].value);
}

/* Connections that it has or will find. */
static long load_of(Server *loop)
{
    pthread_mutex_lock(&loop->lock);
    long load = loop->connections + loop->arrivals;
    pthread_mutex_unlock(&loop->lock);
    return load;
}

static Caller *caller_from(Shared *shared, const struct sockaddr_storage *from, socklen_t size)
{
    char text[100], address[ADDRESS_MOST] = "";
    const NetSetup *setup = &shared->loop[0].setup;
    if (getnameinfo((const struct sockaddr *)from, size, text, sizeof text, NULL, 0, NI_NUMERICHOST) == 0)
        address_read(text, address);
    return caller_at(shared, address, CONNECTIONS_FOR_A_SOCKET * setup->sockets);
}

static void hand_over(Shared *shared, int fd, Caller *caller)
{
    Server *loop = &shared->loop[0];
    for (int i = 1; i < shared->loops; i++)
        if (load_of(&shared->loop[i]) < load_of(loop))
            loop = &shared->loop[i];
    pthread_mutex_lock(&loop->lock);
    if (loop->arrivals == loop->arrived_room) {
        loop->arrived_room = loop->arrived_room ? 2 * loop->arrived_room : 16;
        loop->arrived = realloc(loop->arrived, (size_t)loop->arrived_room * sizeof *loop->arrived);
        if (!loop->arrived)
            out_of_memory();
    }
    loop->arrived[loop->arrivals++] = (Arrival){ fd, caller };
    loop_wake(loop);
    pthread_mutex_unlock(&loop->lock);
}

static bool is_full(Shared *shared)
{
    enum { CONNECTIONS_MOST = 20000 };
    long load = 0;
    for (int i = 0; i < shared->loops; i++)
        load += load_of(&shared->loop[i]);
    return load >= CONNECTIONS_MOST;
}

/* Out of files, it waits for some to be closed: those who knock stay in the queue of the system. */
void listen_accept(Shared *shared, int listener)
{
    enum { PAUSE_MS = 50 };
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    for (int fd; (fd = accept4(listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0 || errno == EINTR
             || errno == ECONNABORTED; size = sizeof from) {
        Caller *caller = fd >= 0 && !is_full(shared) ? caller_from(shared, &from, size) : NULL;
        if (caller) {
            set_options(fd);
            hand_over(shared, fd, caller);
        } else if (fd >= 0) {
            http_turn_away(fd);
        }
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
        poll(NULL, 0, PAUSE_MS);
}
