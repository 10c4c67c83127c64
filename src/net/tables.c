/* Documents about tables of two people: the open ones, sitting down, withdrawing, and what directors did. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { MOST_TABLES = 50, MOST_DIRECTED = 200, MOST_OVERRIDES = 200 };

/* ---- open tables ---- */

typedef struct { Server *server; json_t *list; } TableList;

static json_t *terms_value(const char *stored)
{
    Text text = { 0 };
    Terms terms = terms_stored(stored);
    terms_json(&text, &terms);
    json_t *value = json_loadb(text.at, text.len, 0, NULL);
    text_free(&text);
    return value;
}

static bool add_table(void *to, const StoredGame *game)
{
    TableList *tables = to;
    Error err = { "" };
    char host[STORE_NAME];
    if (!store_seat_name(tables->server->store, game->id, 0, host, &err))
        return false;
    json_array_append_new(tables->list, json_pack("{s:s,s:s,s:o,s:o,s:o,s:o}", "id", game->id, "edition", edition_name(game->edition), "host", words(host), "deck",
                                                  words(game->deck_name[0]), "against", words(game->deck_name[1]), "terms",
                                                  terms_value(game->terms)));
    return true;
}

/* A game that others may look on at: not one whose players want nobody to.  How it stands is left out where watchers are behind: nobody
 * learns it here before he sees it there. */
static bool add_watched(void *to, const StoredGame *game)
{
    TableList *games = to;
    Error err = { "" };
    char name[SEATS][STORE_NAME];
    Terms terms = terms_stored(game->terms);
    if (terms.watching == WATCH_NONE)
        return true;
    for (int seat = 0; seat < SEATS; seat++)
        if (!store_seat_name(games->server->store, game->id, seat, name[seat], &err))
            return false;
    json_t *one = json_pack("{s:s,s:[o,o]}", "id", game->id, "names", words(name[0]), words(name[1]));
    if (terms.delay == 0)
        json_object_update_new(one, json_pack("{s:i,s:[i,i]}", "turn", game->turn, "points", game->points[0], game->points[1]));
    json_array_append_new(games->list, one);
    return true;
}

void get_tables(Server *server, Request *request, Reply *reply)
{
    (void)request;
    Error err = { "" };
    TableList tables = { server, json_array() }, watched = { server, json_array() };
    if (store_open_tables(server->store, MOST_TABLES, add_table, &tables, &err) && store_watched(server->store, MOST_TABLES, add_watched, &watched, &err)) {
        reply_json(reply, json_pack("{s:o,s:o}", "tables", tables.list, "watch", watched.list));
        return;
    }
    json_decref(tables.list);
    json_decref(watched.list);
    reply_store(server, reply, &err);
}

/* ---- sitting down ---- */

/* The open table that an address such as /api/games/ID/sit names; NULL, and the reply says why, when it is none. */
static Live *open_table(Server *server, const Request *request, const char *tail, Reply *reply)
{
    Error err = { "" };
    char id[STORE_ID];
    const char *at = request->path + strlen("/api/games/");
    bool fits = strlen(at) == STORE_ID - 1 + strlen(tail) && strcmp(at + STORE_ID - 1, tail) == 0;
    snprintf(id, sizeof id, "%s", fits ? at : "");
    Live *live = fits ? live_get(server, id, &err) : NULL;
    if (!live)
        reply_error(reply, 404, "no-game", no_game(server, &err));
    else if (live_is_solo(live) || !table_waits(live) || live->stored.over)
        reply_error(reply, 409, "not-allowed", live->stored.over ? "this table was withdrawn" : "both seats are taken");
    else
        return live;
    return NULL;
}

static void replace(char **text, const char *with)
{
    size_t size = strlen(with) + 1;
    free(*text);
    *text = net_alloc(size);
    memcpy(*text, with, size);
}

/* The deck, the seat and the seed in one change. */
static bool store_sitting(Server *server, const Live *live, int64_t user, const FoundDeck *deck, uint64_t seed, const char *terms, Error *err)
{
    if (!store_begin(server->store, err))
        return false;
    bool ok = (!deck->found || store_game_deck(server->store, live->stored.id, 1, deck->name, deck->text.at, err))
        && (!terms[0] || store_game_deal(server->store, live->stored.id, seed, terms, err))
        && store_seat(server->store, live->stored.id, 1, user, err);
    return store_end(server->store, ok, err);
}

static void take_deck(Live *live, const FoundDeck *deck)
{
    if (!deck->found)
        return;
    memcpy(live->stored.deck_name[1], deck->name, STORE_NAME);
    replace(&live->stored.deck_text[1], deck->text.at);
    if (live->deck[1])
        sl_deck_free(live->deck[1]);
    live->deck[1] = NULL;
    sl_game_free(live->game);
    live->game = NULL;
}

bool table_seat(Server *server, Live *live, int64_t user, const FoundDeck *deck, const json_t *in, Error *err)
{
    Terms dealt = live->terms;
    char text[TERMS_TEXT] = "";
    uint64_t seed = live->stored.seed;
    if (dealt.secret[0]) {
        deal_word(in, dealt.word[1]);
        terms_write(&dealt, text);
        seed = server->setup.deal >= 0 ? (uint64_t)server->setup.deal : deal_seed(&dealt, live->stored.id);
    }
    if (!may_sit(server, user, err) || !store_sitting(server, live, user, deck, seed, text, err))
        return false;
    live->stored.seed = seed;
    live->terms = dealt;
    if (text[0])
        replace(&live->stored.terms, text);
    take_deck(live, deck);
    live->user[1] = user;
    live_names(server, live);
    log_line(server, "\"event\":\"seated\",\"game\":\"%s\"", live->stored.id);
    return true;
}

static void sit(Server *server, const Request *request, const json_t *body, Live *live, Reply *reply)
{
    Error err = { "" };
    FoundDeck deck = { 0 };
    int64_t now = now_milliseconds();
    const json_t *named = json_object_get(body, "deck");
    if (live->user[0] == request->user) {
        reply_error(reply, 409, "not-allowed", "you sit at this table already");
        return;
    }
    if (!named && !live->stored.deck_text[1][0]) {
        reply_error(reply, 400, "no-deck", "deck is the name of a built-in deck or the id of one of yours");
        return;
    }
    if (named && !deck_for(server, request, named, 0, (DeckRules){ live->stored.edition, live->stored.date, live->stored.switches }, &deck, reply)) {
        text_free(&deck.text);
        return;
    }
    if (deck.found)
        deck_mix(server, &deck);
    bool seated = table_seat(server, live, request->user, &deck, body, &err);
    text_free(&deck.text);
    if (!seated) {
        bool full = strstr(err.text, "twenty tables") != NULL;
        reply_error(reply, full ? 429 : 409, full ? "rate" : "not-allowed", no_game(server, &err));
        return;
    }
    for (Conn *conn = live->socket; conn; conn = conn->next)
        if (conn->user == request->user) {
            conn->seat = 1;
            conn->director = false;             /* nobody rules on his own game */
        }
    table_present(live, now);
    reply_json(reply, json_pack("{s:s,s:i}", "id", live->stored.id, "seat", 1));
    table_begins(server, live, now);
    send_states(server, live, now);
}

void post_sit(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    Live *live = NULL;
    if (body)
        live = open_table(server, request, "/sit", reply);
    if (live)
        sit(server, request, body, live, reply);
    json_decref(body);
}

/* ---- withdrawing ---- */

/* A table that nobody came to is over before it began; the lists leave it out. */
void delete_table(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    const int points[SEATS] = { 0, 0 };
    Live *live = open_table(server, request, "", reply);
    if (!live)
        return;
    if (live->user[0] != request->user) {
        reply_error(reply, 403, "not-allowed", "only who opened a table withdraws it");
        return;
    }
    if (!store_game_sum(server->store, live->stored.id, true, -1, 1, points, now_seconds(), &err)) {
        reply_store(server, reply, &err);
        return;
    }
    live->stored.over = true;
    send_table(live, now_milliseconds());
    reply_json(reply, json_pack("{}"));
}

/* ---- directors ---- */

static bool add_override(void *to, const StoredOverride *stored)
{
    json_array_append_new(to, json_pack("{s:s,s:o,s:I,s:o}", "game", stored->game, "from", words(stored->name), "made",
                                        (json_int_t)stored->made, "text", words(stored->text)));
    return true;
}

/* How a table stands that a director may be needed at. */
static bool add_directed(void *to, const StoredGame *game)
{
    static const char *const pause_word[] = { "", "players", "director" };
    TableList *games = to;
    Error err = { "" };
    char name[SEATS][STORE_NAME];
    Terms terms = terms_stored(game->terms);
    Moment moment = moment_stored(game->moment, &terms);
    for (int seat = 0; seat < SEATS; seat++)
        if (!store_seat_name(games->server->store, game->id, seat, name[seat], &err))
            return false;
    json_array_append_new(games->list, json_pack("{s:s,s:s,s:[o,o],s:i,s:[i,i],s:[b,b],s:s,s:I}", "id", game->id, "edition", edition_name(game->edition),
                                                 "names", words(name[0]), words(name[1]), "turn", game->turn, "points", game->points[0], game->points[1],
                                                 "calls", moment.calls[0], moment.calls[1], "paused", pause_word[moment.paused], "updated",
                                                 (json_int_t)game->updated));
    return true;
}

/* A director's list: every game of two people that goes on, listed or not. */
void get_directed(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    int role = ROLE_PLAYER;
    bool ok = store_role(server->store, request->user, &role, &err);
    if (ok && role != ROLE_DIRECTOR) {
        reply_error(reply, 403, "not-allowed", "only directors have this list");
        return;
    }
    TableList games = { server, json_array() };
    if (ok && store_directed(server->store, MOST_DIRECTED, add_directed, &games, &err)) {
        reply_json(reply, json_pack("{s:o}", "games", games.list));
        return;
    }
    json_decref(games.list);
    reply_store(server, reply, &err);
}

/* Directors read all of them, players those of their game. */
void get_overrides(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    char game[STORE_ID + 1];
    int role = ROLE_PLAYER, seat = -1;
    query_field(request, "game", game, sizeof game);
    bool ok = store_role(server->store, request->user, &role, &err);
    if (ok && game[0])
        ok = store_seat_of(server->store, game, request->user, &seat, &err);
    if (ok && role != ROLE_DIRECTOR && seat < 0) {
        reply_error(reply, 403, "not-allowed", "directors read all interventions, players those of a game of theirs: ?game=ID");
        return;
    }
    json_t *list = json_array();
    if (ok && store_overrides(server->store, game[0] ? game : NULL, MOST_OVERRIDES, add_override, list, &err)) {
        reply_json(reply, json_pack("{s:o}", "overrides", list));
        return;
    }
    json_decref(list);
    reply_store(server, reply, &err);
}
