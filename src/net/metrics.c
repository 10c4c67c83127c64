/* What the server tells of itself, in the text format of Prometheus. */
#include "net/server.h"

/* Upper ends of the steps, in microseconds. */
static const long wait_step[WAITS] = { 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 1000000 };

void metrics_waited(Server *loop, int64_t micros)
{
    int step = 0;
    while (step < WAITS && micros > wait_step[step])
        step++;
    loop->wait[step]++;
    loop->wait_micros += (long)micros;
}

static void write_waits(const Shared *shared, Text *out)
{
    long count = 0, micros = 0;
    text_add(out, "# TYPE spaceline_answer_seconds histogram\n");
    for (int step = 0; step <= WAITS; step++) {
        for (int i = 0; i < shared->loops; i++)
            count += shared->loop[i].wait[step];
        if (step < WAITS)
            text_add(out, "spaceline_answer_seconds_bucket{le=\"%g\"} %ld\n", (double)wait_step[step] / 1e6, count);
    }
    for (int i = 0; i < shared->loops; i++)
        micros += shared->loop[i].wait_micros;
    text_add(out, "spaceline_answer_seconds_bucket{le=\"+Inf\"} %ld\nspaceline_answer_seconds_sum %.6f\nspaceline_answer_seconds_count %ld\n",
             count, (double)micros / 1e6, count);
}

/* A value of each loop: the sum over all of them is for whoever reads it to make. */
static void write_loops(const Shared *shared, Text *out, const char *name, const char *type, size_t offset)
{
    text_add(out, "# TYPE spaceline_%s %s\n", name, type);
    for (int i = 0; i < shared->loops; i++) {
        const atomic_long *value = (const atomic_long *)(const void *)((const char *)&shared->loop[i] + offset);
        text_add(out, "spaceline_%s{loop=\"%d\"} %ld\n", name, i, atomic_load(value));
    }
}

/* Games are begun by workers and end in loops. */
static void write_games(const Shared *shared, Text *out)
{
    long started = 0, finished = 0;
    for (int i = 0; i < shared->loops; i++) {
        started += shared->loop[i].started;
        finished += shared->loop[i].finished;
    }
    for (int i = 0; i < WORKERS; i++) {
        started += shared->office.worker[i].started;
        finished += shared->office.worker[i].finished;
    }
    text_add(out, "# TYPE spaceline_games_started_total counter\nspaceline_games_started_total %ld\n", started);
    text_add(out, "# TYPE spaceline_games_finished_total counter\nspaceline_games_finished_total %ld\n", finished);
    text_add(out, "# TYPE spaceline_games_in_memory gauge\nspaceline_games_in_memory %d\n", atomic_load(&shared->lives));
}

void metrics_write(const Shared *shared, Text *out)
{
    static const struct { const char *name, *type; size_t offset; } metric[] = {
        { "requests_total", "counter", offsetof(Server, requests) }, { "messages_total", "counter", offsetof(Server, messages) },
        { "answers_total", "counter", offsetof(Server, answers) },   { "sockets", "gauge", offsetof(Server, sockets) },
        { "connections", "gauge", offsetof(Server, connections) },
    };
    for (size_t i = 0; i < countof(metric); i++)
        write_loops(shared, out, metric[i].name, metric[i].type, metric[i].offset);
    write_games(shared, out);
    text_add(out, "# TYPE spaceline_queued_bytes gauge\nspaceline_queued_bytes %ld\n", atomic_load(&shared->queued));
    scribe_metrics(shared->scribe, out);
    peers_metrics(shared, out);
    write_waits(shared, out);
}
