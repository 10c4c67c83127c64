/* What is said at a table, and who hears it when.
 *
 * Players and directors hear everything at once.  Watchers who are behind hear players and directors when they see the table of that
 * moment, so that nobody tells them what they may not know yet; while a game goes on they talk among themselves.  What waits is in
 * memory only, as chat is altogether. */
#include "net/server.h"

#include <stdlib.h>

enum { CHAT_MOST = 500, KEPT_MOST = 200, TALK_PER_MINUTE = 60, TALK_BURST = 20 };

struct Said {
    Said *next;
    int  turn;
    int64_t when;                              /* milliseconds */
    Text text;                                 /* the message */
};

static bool is_watcher(const Conn *conn)
{
    return conn->seat < 0 && !conn->director;
}

static bool goes_on(const Live *live)
{
    return live->game && !table_waits(live) && sl_game_player(live->game) >= 0;
}

static void forget_first(Live *live)
{
    Said *first = live->said;
    live->said = first->next;
    live->saids--;
    text_free(&first->text);
    free(first);
}

void chat_free(Live *live)
{
    while (live->said)
        forget_first(live);
}

/* So much at one table that not even its newest lines find room is no talk: the oldest go. */
static void keep(Live *live, const Text *text, int64_t now)
{
    Said *said = net_alloc(sizeof *said), **at = &live->said;
    said->turn = sl_game_turn(live->game);
    said->when = now;
    text_bytes(&said->text, text->at, text->len);
    while (*at)
        at = &(*at)->next;
    *at = said;
    if (++live->saids > KEPT_MOST)
        forget_first(live);
}

int64_t chat_due(const Live *live)
{
    return live->said && live->terms.delay > 0 ? live->said->when + (int64_t)live->terms.delay * 1000 : 0;
}

void chat_follow(Live *live, int64_t now)
{
    while (live->said && (!goes_on(live) || table_is_past(live, live->said->turn, live->said->when, now))) {
        for (Conn *to = live->socket; to; to = to->next)
            if (is_watcher(to))
                conn_send(to, &live->said->text);
        forget_first(live);
    }
}

static void hand_out(Server *server, Conn *conn, const Text *text)
{
    Live *live = conn->live;
    bool apart = is_watcher(conn) && live->game && sl_game_player(live->game) >= 0;
    bool later = !is_watcher(conn) && goes_on(live) && live->terms.delay;
    for (Conn *to = live->socket; to; to = to->next)
        if (apart ? to->seat < 0 : !(later && is_watcher(to)))
            conn_send(to, text);
    if (later) {
        keep(live, text, now_milliseconds());
        table_settle(server, live, now_milliseconds());
    }
}

void on_say(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    const char *said = json_string_value(json_object_get(in, "text"));
    if (!said || !said[0] || strlen(said) > CHAT_MOST || !conn->user) {
        socket_error(conn, id, conn->user ? "bad-message" : "not-allowed", "text has 1 to 500 bytes, and whoever says it a session");
        return;
    }
    if (!bucket_take(&conn->talk, TALK_PER_MINUTE, TALK_BURST)) {
        socket_error(conn, id, "rate", "that is more than others can read; say it in a moment");
        return;
    }
    Text text = { 0 };
    text_add(&text, "{\"t\":\"chat\",\"game\":\"%s\",\"watcher\":%s,\"from\":", conn->live->stored.id, conn->seat < 0 ? "true" : "false");
    text_json(&text, conn->name);
    text_add(&text, ",\"text\":");
    text_json(&text, said);
    text_add(&text, "}");
    hand_out(server, conn, &text);
    text_free(&text);
}
