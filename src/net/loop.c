/* The threads of the server: one that accepts connections, a loop for each core, the scribe, the workers.
 *
 * The first thread listens and waits for signals.  It gives each connection to the loop that has fewest; there it stays. */
#define _GNU_SOURCE
#include "net/server.h"

#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { TICK_SECONDS = 10, BACKLOG = 1024, FILES_MOST = 65536, SILENCE = 30, PATIENCE = 20, SOCKETS = 64, WRITTEN_AT_ONCE = 1 << 20 };

static volatile sig_atomic_t stop_asked;

static void on_signal(int number)
{
    (void)number;
    stop_asked = 1;
}

/* ---- one loop ---- */

void loop_adopt(Server *loop)
{
    pthread_mutex_lock(&loop->lock);
    Arrival *arrived = loop->arrived;
    int count = loop->arrivals;
    loop->arrived = NULL;
    loop->arrivals = loop->arrived_room = 0;
    pthread_mutex_unlock(&loop->lock);
    for (int i = 0; i < count; i++) {
        struct lws *wsi = lws_adopt_socket_vhost(loop->vhost, arrived[i].fd);     /* which closes it when there is no room */
        if (wsi) {
            Tie *tie = net_alloc(sizeof *tie);
            tie->caller = arrived[i].caller;
            lws_set_opaque_user_data(wsi, tie);
        } else {
            caller_give(loop->shared, arrived[i].caller, CALLER_CONNECTIONS);
        }
    }
    free(arrived);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    return server_event(wsi, (int)reason, user, in, len);
}

static bool open_loop(Server *loop, bool six, Error *err)
{
    static const struct lws_protocols protocols[] = {
        { .name = "spaceline", .callback = on_event, .per_session_data_size = sizeof(Conn), .rx_buffer_size = 4096,
          .tx_packet_size = WRITTEN_AT_ONCE },
        { .name = NULL },
    };
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, .protocols = protocols, .user = loop, .server_string = "spaceline",
        .options = six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6, .keepalive_timeout = 30, .timeout_secs = (unsigned)loop->setup.patience,
        .connect_timeout_secs = 3,
        .retry_and_idle_policy = loop->shared->silence, .gid = -1, .uid = -1,
    };
    loop->store = peers_store(loop->shared, loop->setup.database, err);
    if (!loop->store)
        return false;
    loop->context = lws_create_context(&info);
    loop->vhost = loop->context ? lws_get_vhost_by_name(loop->context, "default") : NULL;
    return loop->vhost || error_at(err, "serve", 0, 0, "there is no room for an event loop");
}

typedef struct { lws_sorted_usec_list_t timer; Server *loop; } Ticker;

static void on_tick(lws_sorted_usec_list_t *timer)
{
    Ticker *ticker = lws_container_of(timer, Ticker, timer);
    live_sweep(ticker->loop);
    lws_sul_schedule(ticker->loop->context, 0, timer, on_tick, TICK_SECONDS * LWS_US_PER_SEC);
}

/* libwebsockets asks the system about all its sockets whenever one has something, some tenths of a microsecond for each.  A pause of
 * a microsecond for each lets more of them gather, so that a loop with many sockets is not busy with asking. */
static void let_gather(const Server *loop)
{
    enum { WORTH_IT = 100 };
    long sockets = loop->connections;
    if (sockets >= WORTH_IT)
        nanosleep(&(struct timespec){ .tv_nsec = (sockets < 10000 ? sockets : 10000) * 1000 }, NULL);
}

/* Tables where something is due are looked after by the first loop. */
struct Alarm { lws_sorted_usec_list_t timer; Server *loop; };

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

static void on_alarm(lws_sorted_usec_list_t *timer)
{
    struct Alarm *alarm = lws_container_of(timer, struct Alarm, timer);
    Server *loop = alarm->loop;
    pthread_mutex_lock(&loop->lock);
    loop->shared->wake = 0;
    pthread_mutex_unlock(&loop->lock);
    tables_tick(loop, now_milliseconds());
    outbox_release(loop);
}

void loop_set_alarm(Server *loop)
{
    if (!loop->alarm)
        return;
    pthread_mutex_lock(&loop->lock);
    int64_t at = loop->shared->wake, wait = at * 1000 - now_micros();
    pthread_mutex_unlock(&loop->lock);
    if (at)
        lws_sul_schedule(loop->context, 0, &loop->alarm->timer, on_alarm, wait > 0 ? wait : 1);
}

static void *run_loop(void *context)
{
    Server *loop = context;
    Ticker ticker = { .loop = loop };
    struct Alarm alarm = { .loop = loop };
    pthread_mutex_lock(&loop->lock);
    loop->thread = pthread_self();
    pthread_mutex_unlock(&loop->lock);
    if (loop->number == 0)
        loop->alarm = &alarm;
    if (loop->number == 0)
        lws_sul_schedule(loop->context, 0, &ticker.timer, on_tick, TICK_SECONDS * LWS_US_PER_SEC);
    while (!loop->shared->stop && lws_service(loop->context, 0) >= 0)
        let_gather(loop);
    lws_sul_cancel(&ticker.timer);
    lws_sul_cancel(&alarm.timer);
    loop->alarm = NULL;
    return NULL;
}

static void close_loop(Server *loop)
{
    work_take_back(loop);
    if (loop->context)
        lws_context_destroy(loop->context);
    for (int i = 0; i < loop->arrivals; i++) {
        close(loop->arrived[i].fd);
        caller_give(loop->shared, loop->arrived[i].caller, CALLER_CONNECTIONS);
    }
    free(loop->arrived);
    store_close(loop->store);
    pthread_mutex_destroy(&loop->lock);
}

/* ---- listening ---- */

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

/* The listening socket, or -1; says in `first` where that is. */
static int open_listener(Server *first, bool *six, Error *err)
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
    *six = strchr(address, ':') || (found && found->ai_family == AF_INET6);
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

/* One address may have so many connections for each socket that it may have; a page needs half a dozen for a moment. */
static Caller *caller_from(Shared *shared, const struct sockaddr_storage *from, socklen_t size)
{
    enum { FOR_EACH_SOCKET = 8 };
    char address[ADDRESS_MOST];
    if (getnameinfo((const struct sockaddr *)from, size, address, sizeof address, NULL, 0, NI_NUMERICHOST) != 0)
        address[0] = '\0';
    return caller_at(shared, address, FOR_EACH_SOCKET * shared->loop[0].setup.sockets);
}

static void turn_away(int fd)
{
    static const char why[] = "{\"code\":\"rate\",\"text\":\"too many connections from this address\"}";
    char reply[300];
    int size = snprintf(reply, sizeof reply, "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: application/json\r\n"
                        "content-length: %zu\r\n\r\n%s", sizeof why - 1, why);
    if (send(fd, reply, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
        shutdown(fd, SHUT_WR);
    close(fd);
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

/* Out of files, it waits for some to be closed: those who knock stay in the queue of the system. */
static void accept_all(Shared *shared, int listener)
{
    enum { PAUSE_MS = 50 };
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    for (int fd; (fd = accept4(listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0 || errno == EINTR
             || errno == ECONNABORTED; size = sizeof from) {
        Caller *caller = fd >= 0 ? caller_from(shared, &from, size) : NULL;
        if (caller) {
            set_options(fd);
            hand_over(shared, fd, caller);
        } else if (fd >= 0) {
            turn_away(fd);
        }
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
        poll(NULL, 0, PAUSE_MS);
}

/* ---- the server ---- */

static int newest_rules(const sl_library *library)
{
    sl_ruling ruling;
    int newest = 0;
    for (int i = 0; sl_ruling_get(library, i, &ruling); i++)
        if (ruling.edition == SL_SECOND_EDITION && ruling.from > newest)
            newest = ruling.from;
    return newest;
}

/* A socket is a file: as many as the system lets us have. */
static void raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_MOST)
        return;
    files.rlim_cur = files.rlim_max < FILES_MOST ? files.rlim_max : FILES_MOST;
    setrlimit(RLIMIT_NOFILE, &files);
}

static int count_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > LOOPS_MOST ? LOOPS_MOST : (int)cores;
}

/* A socket that says nothing is asked, and dropped when it does not answer in half that time again. */
static lws_retry_bo_t *silence_after(int seconds)
{
    lws_retry_bo_t *silence = net_alloc(sizeof *silence);
    silence->secs_since_valid_ping = (uint16_t)seconds;
    silence->secs_since_valid_hangup = (uint16_t)(seconds + (seconds + 1) / 2);
    return silence;
}

static Shared *shared_new(const NetSetup *setup)
{
    Shared *shared = net_alloc(sizeof *shared);
    pthread_mutex_init(&shared->table, NULL);
    pthread_mutex_init(&shared->limits, NULL);
    pthread_mutex_init(&shared->office.lock, NULL);
    pthread_cond_init(&shared->office.more, NULL);
    shared->silence = silence_after(setup->silence ? setup->silence : SILENCE);
    shared->loops = setup->loops ? setup->loops : count_cores();
    shared->peers.file = -1;
    files_hash(shared, setup);
    shared->loop = net_alloc((size_t)shared->loops * sizeof *shared->loop);
    int newest = newest_rules(setup->library);
    for (int i = 0; i < shared->loops; i++) {
        Server *loop = &shared->loop[i];
        loop->shared = shared;
        loop->number = i;
        loop->setup = *setup;
        loop->setup.patience = setup->patience ? setup->patience : PATIENCE;
        loop->setup.sockets = setup->sockets ? setup->sockets : SOCKETS;
        loop->newest = newest;
        pthread_mutex_init(&loop->lock, NULL);
    }
    return shared;
}

static void shared_free(Shared *shared)
{
    for (int i = 0; i < shared->loops; i++)
        close_loop(&shared->loop[i]);
    live_forget_all(shared);
    peers_end(shared);
    pthread_mutex_destroy(&shared->table);
    pthread_mutex_destroy(&shared->limits);
    pthread_mutex_destroy(&shared->office.lock);
    pthread_cond_destroy(&shared->office.more);
    free(shared->silence);
    free(shared->web_hash);
    free(shared->loop);
    free(shared);
}

static bool open_all(Shared *shared, int *listener, Error *err)
{
    bool six = false, ok;
    Server *first = &shared->loop[0];
    *listener = open_listener(first, &six, err);
    ok = *listener >= 0 && peers_begin(shared, err);
    for (int i = 0; ok && i < shared->loops; i++) {
        shared->loop[i].loopback = first->loopback;
        ok = open_loop(&shared->loop[i], six, err);
    }
    return ok;
}

/* Signals come to this thread only, and only while it waits. */
static void serve(Shared *shared, int listener, const sigset_t *usual)
{
    struct pollfd wait = { .fd = listener, .events = POLLIN };
    shared->loop[0].setup.ready(shared->loop[0].setup.to, shared->loop[0].base);
    while (!stop_asked && !shared->stop)
        if (ppoll(&wait, 1, NULL, usual) > 0)
            accept_all(shared, listener);
}

static bool start_all(Shared *shared, pthread_t thread[LOOPS_MOST], int *started, Error *err)
{
    shared->scribe = scribe_new(shared, shared->loop[0].setup.database, err);
    if (!shared->scribe || !office_open(shared, err) || !peers_start(shared, err))
        return false;
    for (; *started < shared->loops; (*started)++)
        if (pthread_create(&thread[*started], NULL, run_loop, &shared->loop[*started]) != 0)
            return error_at(err, "serve", 0, 0, "only %d threads can be started", *started);
    return true;
}

static void stop_all(Shared *shared, const pthread_t thread[LOOPS_MOST], int started)
{
    shared->stop = true;
    for (int i = 0; i < started; i++) {
        pthread_mutex_lock(&shared->loop[i].lock);
        loop_wake(&shared->loop[i]);
        pthread_mutex_unlock(&shared->loop[i].lock);
        pthread_join(thread[i], NULL);
    }
    office_close(shared);
    if (shared->scribe)
        scribe_end(shared->scribe);
    peers_stop(shared);
}

static bool run(Shared *shared, int listener, Error *err)
{
    sigset_t stopping, usual;
    struct sigaction action = { .sa_handler = on_signal };
    pthread_t thread[LOOPS_MOST];
    int started = 0;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTERM);
    sigaddset(&stopping, SIGINT);
    pthread_sigmask(SIG_BLOCK, &stopping, &usual);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    bool ok = start_all(shared, thread, &started, err);
    if (ok)
        serve(shared, listener, &usual);
    stop_all(shared, thread, started);
    return ok;
}

bool net_serve(const NetSetup *setup, Error *err)
{
    int listener = -1;
    if (strcmp(setup->database, ":memory:") == 0)
        return error_at(err, "--db", 0, 0, "the threads of a server share a database on disk; name a file");
    if (sodium_init() < 0)
        return error_at(err, "libsodium", 0, 0, "there are no random numbers on this machine");
    json_object_seed(0);
    lws_set_log_level(setup->log ? LLL_ERR : 0, NULL);
    raise_files();
    Shared *shared = shared_new(setup);
    bool ok = open_all(shared, &listener, err)
        && (!setup->director || store_role_set(shared->loop[0].store, setup->director, ROLE_DIRECTOR, err)) && run(shared, listener, err);
    if (ok)
        log_line(&shared->loop[0], "\"event\":\"stopped\"");
    if (listener >= 0)
        close(listener);
    shared_free(shared);
    return ok;
}
