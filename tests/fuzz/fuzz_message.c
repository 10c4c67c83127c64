/* Bytes as messages on sockets: a line is a message, its first character says on which of five sockets (two players at a table, a
 * player against the computer, a director, somebody without a session).  Whatever comes: every answer is one JSON object of a known type, and
 * nobody is asked for another's decision. */
#define _POSIX_C_SOURCE 200809L
#include "desk.h"

enum { SOCKETS = 5, DIRECTOR = 3, MOST_MESSAGES = 24 };

static const char *const games[] = { "table-of-two-people-00", "against-the-computer-0" };
static Conn conn[SOCKETS];
static int64_t user[SOCKETS - 1];

static bool is_known(const char *type)
{
    static const char *const types[] = { "hello", "state", "ack", "stale", "held", "why", "parts", "reach", "needs", "sums", "preview", "advise",
                                         "chat", "error", "pong", "table", "replay", "replay-marks" };
    for (size_t i = 0; type && i < countof(types); i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static void desk_sent(Conn *to, const Text *text)
{
    json_error_t why;
    json_t *out = json_loadb(text->at, text->len, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(out) || !is_known(json_string_value(json_object_get(out, "t"))) || strlen(text->at) != text->len)
        abort();
    const json_t *view = json_object_get(out, "view"), *you = json_object_get(out, "you");       /* a replay names its eyes */
    const char *eyes = json_string_value(json_object_get(out, "eyes"));
    json_int_t seat = you ? json_integer_value(you) : to->seat;
    if (json_is_object(json_object_get(view, "decision")) && !(eyes && strcmp(eyes, "open") == 0) && json_integer_value(json_object_get(view, "to_answer")) != seat)
        abort();
    json_decref(out);
}

static void make_game(int number, const char *opponent)
{
    Error err = { "" };
    StoredGame game = { .seed = 5, .date = 20140707, .user = user[number ? 2 : 0] };
    snprintf(game.id, sizeof game.id, "%s", games[number]);
    snprintf(game.opponent, sizeof game.opponent, "%s", opponent);
    for (int i = 0; i < SEATS; i++) {
        snprintf(game.deck_name[i], sizeof game.deck_name[i], "deck");
        game.deck_text[i] = (char *)desk.setup.deck[i].data;
    }
    char terms[TERMS_TEXT] = "";
    if (!number)
        terms_write(&(Terms){ .clock = 600, .increment = 5, .beat = 1200, .away = 300, .watching = WATCH_OPEN, .undo = true }, terms);
    game.terms = terms;
    game.moment = (char *)"";
    desk_must(store_game_new(desk.store, &game, &err), err.text);
    if (!number)
        desk_must(store_seat(desk.store, game.id, 1, user[1], &err), err.text);
}

static void begin(void)
{
    desk_open();
    for (int i = 0; i < SOCKETS - 1; i++) {
        Error err = { "" };
        char hash[HASH_TEXT];
        snprintf(hash, sizeof hash, "%064d", i);
        desk_must(store_session_new(desk.store, hash, 1, &user[i], &err), err.text);
    }
    make_game(0, "human");
    make_game(1, "random");
}

static void message(int socket, const char *data, size_t size)
{
    if (size > MESSAGE_MOST)
        return;
    text_bytes(&conn[socket].received, data, size);
    socket_message(&desk, &conn[socket]);
    live_let_go(&desk);
    text_free(&conn[socket].received);
}

/* The games begin again with the next input. */
static void forget(void)
{
    uint64_t ticket = 0;
    for (int i = 0; i < SOCKETS; i++) {
        if (conn[i].live && conn[i].live->ticket > ticket)
            ticket = conn[i].live->ticket;
        socket_leave(&conn[i]);
        live_let_go(&desk);
        text_free(&conn[i].received);
    }
    scribe_wait(desk_shared.scribe, ticket);
    desk_rest();
    for (int i = 0; i < 2; i++) {
        Error err = { "" };
        desk_must(store_undo(desk.store, games[i], 0, &err), err.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    if (!begun)
        begin();
    begun = true;
    for (int i = 0; i < SOCKETS; i++)
        conn[i] = (Conn){ .loop = &desk, .seat = -1, .user = i < SOCKETS - 1 ? user[i] : 0, .name = "Somebody",
                          .director = i == DIRECTOR };
    Str rest = { (const char *)data, size };
    for (int i = 0; rest.len && i < MOST_MESSAGES; i++) {
        Str line = str_line(&rest);
        if (line.len)
            message((unsigned char)(line.at[0] - '0') % SOCKETS, line.at + 1, line.len - 1);
    }
    forget();
    return 0;
}
