/* Stands in for the network where a test has a server without one: nobody is woken, relayed to or told.  What is sent, conn_send, is the
 * test's own. */
#ifndef SPACELINE_TESTS_SILENCE_H
#define SPACELINE_TESTS_SILENCE_H

#include "net/server.h"

void conn_answered(Conn *conn)
{
    (void)conn;
}

void conn_hang_up(Conn *conn)
{
    (void)conn;
}

void conn_end_all(Shared *shared, const char *sid_hash)
{
    (void)shared;
    (void)sid_hash;
}

bool relay_passes(Conn *conn, const json_t *in)
{
    (void)conn;
    (void)in;
    return false;
}

bool relay_begins(Server *on, Conn *conn, const json_t *in, const json_t *id)
{
    (void)on;
    (void)conn;
    (void)in;
    (void)id;
    return false;
}

void loop_wake(Server *loop)
{
    (void)loop;
}

void loop_alarm(Shared *shared, int64_t at)
{
    (void)shared;
    (void)at;
}

void log_line(const Server *server, const char *format, ...)
{
    (void)server;
    (void)format;
}

#endif
