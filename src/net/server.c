/* The threads of the server: one that accepts connections, a loop for each core, the scribe, the workers.
 *
 * The first thread listens and waits for signals.  It gives each connection to the loop that has fewest; there it stays. */
#define _GNU_SOURCE
#include "net/server.h"

#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FILES_MOST = 65536, PATIENCE = 20, SOCKETS = 64, GAMES = 8000, GRACE = 15 };      /* seconds */

static volatile sig_atomic_t stop_asked;

static void on_signal(int number)
{
    (void)number;
    stop_asked = 1;
}

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

static Shared *shared_new(const NetSetup *setup)
{
    Shared *shared = net_alloc(sizeof *shared);
    pthread_mutex_init(&shared->registry, NULL);
    pthread_mutex_init(&shared->limits, NULL);
    randombytes_buf(&shared->salt, sizeof shared->salt);
    pthread_mutex_init(&shared->office.lock, NULL);
    pthread_cond_init(&shared->office.more, NULL);
    shared->loops = setup->loops ? setup->loops : count_cores();
    shared->peers.file = -1;
    files_hash(shared, setup);
    shared->loop = net_alloc((size_t)shared->loops * sizeof *shared->loop);
    for (int i = 0; i < shared->loops; i++) {
        Server *loop = &shared->loop[i];
        loop->shared = shared;
        loop->number = i;
        loop->setup = *setup;
        loop->setup.patience = setup->patience ? setup->patience : PATIENCE;
        loop->setup.sockets = setup->sockets ? setup->sockets : SOCKETS;
        loop->setup.games = setup->games ? setup->games : GAMES;
        pthread_mutex_init(&loop->lock, NULL);
    }
    return shared;
}

static void shared_free(Shared *shared)
{
    for (int i = 0; i < shared->loops; i++)
        loop_close(&shared->loop[i]);
    live_forget_all(shared);
    peers_end(shared);
    pthread_mutex_destroy(&shared->registry);
    pthread_mutex_destroy(&shared->limits);
    pthread_mutex_destroy(&shared->office.lock);
    pthread_cond_destroy(&shared->office.more);
    free(shared->web_hash);
    free(shared->loop);
    free(shared);
}

static bool open_all(Shared *shared, int *listener, Error *err)
{
    Server *first = &shared->loop[0];
    *listener = listen_open(first, err);
    if (*listener >= 0 && first->setup.deal >= 0 && !first->loopback)
        return error_at(err, "--deal", 0, 0, "is for tests, and for a server that only this machine reaches");
    bool ok = *listener >= 0 && peers_begin(shared, err);
    for (int i = 0; ok && i < shared->loops; i++) {
        shared->loop[i].loopback = first->loopback;
        ok = loop_open(&shared->loop[i], err);
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
            listen_accept(shared, listener);
}

static bool start_all(Shared *shared, pthread_t thread[LOOPS_MOST], int *started, Error *err)
{
    shared->scribe = scribe_new(shared, shared->loop[0].setup.database, err);
    if (!shared->scribe || !office_open(shared, err) || !peers_start(shared, err))
        return false;
    for (; *started < shared->loops; (*started)++)
        if (pthread_create(&thread[*started], NULL, loop_run, &shared->loop[*started]) != 0)
            return error_at(err, "serve", 0, 0, "only %d threads can be started", *started);
    return true;
}

/* What still runs when the grace is over is given up: all that was acknowledged is on disk. */
static void on_grace(int number)
{
    (void)number;
    _exit(1);
}

static void stop_all(Shared *shared, const pthread_t thread[LOOPS_MOST], int started)
{
    sigaction(SIGALRM, &(struct sigaction){ .sa_handler = on_grace }, NULL);
    alarm(GRACE);
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
    alarm(0);
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
    sigaction(SIGPIPE, &(struct sigaction){ .sa_handler = SIG_IGN }, NULL);
    bool ok = start_all(shared, thread, &started, err);
    if (ok)
        serve(shared, listener, &usual);
    stop_all(shared, thread, started);
    return ok;
}

/* Gives the account the role; one that does not exist yet is made first, so that nobody else can take the name. */
static bool make_director(Server *server, const char *name, Error *err)
{
    int64_t user;
    char hash[STORE_PASSWORD], password[SID_TEXT];
    if (!store_find_user(server->store, name, &user, hash, err))
        return false;
    if (!hash[0]) {
        if (!account_new(server, name, password, err))
            return false;
        server->setup.made(server->setup.to, name, password);
    }
    return store_role_set(server->store, name, ROLE_DIRECTOR, err);
}

bool net_serve(const NetSetup *setup, Error *err)
{
    int listener = -1;
    if (strcmp(setup->database, ":memory:") == 0)
        return error_at(err, "--db", 0, 0, "the threads of a server share a database on disk; name a file");
    if (sodium_init() < 0)
        return error_at(err, "libsodium", 0, 0, "there are no random numbers on this machine");
    json_object_seed(0);
    raise_files();
    Shared *shared = shared_new(setup);
    bool ok = open_all(shared, &listener, err)
        && (!setup->director || make_director(&shared->loop[0], setup->director, err))
        && (!setup->no_director || store_role_set(shared->loop[0].store, setup->no_director, ROLE_PLAYER, err))
        && store_faces(shared->loop[0].store, name_face, err) && run(shared, listener, err);
    if (ok)
        log_line(&shared->loop[0], "\"event\":\"stopped\"");
    if (listener >= 0)
        close(listener);
    shared_free(shared);
    return ok;
}
