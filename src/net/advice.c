/* What the greedy player would do in a player's place: told, or, while cards are seeded, done for him. */
#include "net/server.h"

static int greedy_answer(Mind *mind, const sl_game *game)
{
    int option = player_find("greedy")->choose(mind, game);
    return option >= 0 && option < sl_game_options(game) ? option : 0;
}

/* What the greedy player would do: an option, or all cards of a set. */
static void add_advice(Text *text, const Live *live, const sl_game *asked)
{
    sl_decision d;
    sl_game *game = sl_game_clone(asked);
    Mind mind = mind_new(hash_mix(live->stored.seed, (uint64_t)live->answers));
    int option = greedy_answer(&mind, game), cards = 0;
    text_add(text, ",\"option\":%d,\"cards\":[", option);
    sl_game_decision(game, &d);
    for (bool in_set = d.eligible_count > 0; in_set;) {
        sl_option o = sl_game_option(game, option);
        if (o.verb == SL_CHOOSE)
            text_add(text, "%s%d", cards++ ? "," : "", o.card);
        sl_game_answer(game, option);
        in_set = o.verb == SL_CHOOSE && sl_game_player(game) == d.player;
        if (in_set) {
            sl_decision next;
            sl_game_decision(game, &next);
            in_set = next.kind == d.kind && next.chosen_count == d.chosen_count + cards;
        }
        if (in_set)
            option = greedy_answer(&mind, game);
    }
    text_add(text, "]");
    mind_free(&mind);
    sl_game_free(game);
}

void on_advise(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    int option;
    const Live *live = conn->live;
    if (!live_is_solo(live) || conn->seat < 0 || sl_game_player(live->game) != conn->seat) {
        socket_error(conn, id, "not-allowed", "advice is for your own decisions against the computer");
        return;
    }
    Text text = { 0 };
    text_add(&text, "{\"t\":\"advise\",\"game\":\"%s\",\"n\":%d", live->stored.id, live->answers);
    sl_game *begun = begin_order(conn, in, &option);
    add_advice(&text, live, begun ? begun : live->game);
    sl_game_free(begun);
    socket_text(conn, &text, id);
}

/* ---- seeding for a player ---- */

/* His own decisions from here to the next of somebody else, or to the end of the phase: the greedy player knows no more of them than he does. */
static int seeding_run(const Live *live, int seat, int *options, int room)
{
    int count = 0;
    sl_game *game = sl_game_clone(live->game);
    Mind mind = mind_new(hash_mix(live->stored.seed, (uint64_t)live->answers));
    char segment[32];
    snprintf(segment, sizeof segment, "%s", sl_game_segment(game));
    while (count < room && sl_game_player(game) == seat && strcmp(sl_game_segment(game), segment) == 0) {
        sl_decision d;
        sl_game_decision(game, &d);
        if (d.kind != SL_DECIDE_SEED)
            break;
        options[count] = greedy_answer(&mind, game);
        sl_game_answer(game, options[count++]);
    }
    mind_free(&mind);
    sl_game_free(game);
    return count;
}

void on_seed(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    int options[MOST_SET + 1];
    if (!may_answer(conn, in, id))
        return;
    int count = seeding_run(conn->live, conn->seat, options, MOST_SET);
    if (count)
        table_record(server, conn->live, options, count, conn, id, now_milliseconds());
    else
        socket_error(conn, id, "not-allowed", "nothing is being seeded");
}
