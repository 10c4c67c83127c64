/* What a player may ask before he answers: how far a ship gets, what a mission or dilemma asks of a group, what a set of cards
 * would change.  Everything is read from what this player may know, and nothing is carried out but on a copy. */
#include "net/server.h"

enum { MOST_NEEDS = 48, MOST_MISSIONS = 64, LINES = 4 };

static const sl_game *seen_by(const Conn *conn)
{
    int n;
    return table_seen_by(conn, &n);
}

static bool is_own(const Conn *conn, int id, const char *type)
{
    sl_card card;
    sl_facts facts;
    const sl_game *game = seen_by(conn);
    return conn->seat >= 0 && sl_game_card(game, conn->seat, id, &card) && card.def && card.commander == conn->seat && card.in_play
        && sl_card_facts(sl_game_library(game), card.def, &facts) && strcmp(facts.type, type) == 0;
}

/* ---- reach: the Range that each mission would cost a ship ---- */

void on_reach(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    const sl_game *game = seen_by(conn);
    int ship = number_of(json_object_get(in, "card")), missions[MOST_MISSIONS];
    bool first = true;
    sl_card card;
    Text text = { 0 };
    if (!is_own(conn, ship, "ship")) {
        socket_error(conn, id, "bad-message", "card is the id of a ship of yours in play");
        return;
    }
    sl_game_card(game, conn->seat, ship, &card);
    text_add(&text, "{\"t\":\"reach\",\"card\":%d,\"left\":%d,\"costs\":[", ship, sl_game_attribute(game, ship, 0) - card.range_used);
    for (int row = 0; row < sl_game_players(game) + LINES; row++) {
        int count = row < LINES ? sl_game_spaceline(game, row, missions, MOST_MISSIONS) : sl_game_list(game, row - LINES, SL_ROW, missions, MOST_MISSIONS);
        for (int i = 0; i < count; i++) {
            if (missions[i] == sl_game_mission_of(game, ship))
                continue;
            text_add(&text, "%s{\"mission\":%d,\"cost\":%d}", first ? "" : ",", missions[i], sl_game_range_needed(game, ship, missions[i]));
            first = false;
        }
    }
    text_add(&text, "]");
    socket_text(conn, &text, id);
}

/* ---- needs: a requirement line by line, with who brings what ---- */

static void add_need(Text *text, const sl_need *need, const int *group, int count, bool first)
{
    bool none = true;
    text_add(text, "%s{\"choice\":%d,\"arm\":%d,\"need\":%d,\"have\":%d,\"met\":%s,\"words\":", first ? "" : ",", need->choice, need->arm, need->need,
             need->have, need->met ? "true" : "false");
    text_json(text, need->words);
    text_add(text, ",\"cite\":");
    text_json(text, sl_cite_id(need->cite));
    text_add(text, ",\"parts\":[");
    for (int i = 0; i < count; i++)
        if (need->amount[i]) {
            text_add(text, "%s{\"card\":%d,\"amount\":%d}", none ? "" : ",", group[i], need->amount[i]);
            none = false;
        }
    text_add(text, "]}");
}

void on_needs(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    sl_need need[MOST_NEEDS];
    sl_card asks;
    const sl_game *game = seen_by(conn);
    const json_t *list = json_object_get(in, "group");
    int card = number_of(json_object_get(in, "card")), group[SL_GROUP], count = 0;
    bool met, good = json_is_array(list) && json_array_size(list) <= SL_GROUP && conn->seat >= 0
                  && sl_game_card(game, conn->seat, card, &asks) && asks.def;
    for (size_t i = 0; good && i < json_array_size(list); i++) {
        group[count++] = number_of(json_array_get(list, i));
        good = is_own(conn, group[count - 1], "personnel");
    }
    if (!good) {
        socket_error(conn, id, "bad-message", "card is one that you know, and group a list of ids of your personnel in play");
        return;
    }
    Text text = { 0 };
    int lines = sl_game_needs(game, card, group, count, &met, need, MOST_NEEDS);
    text_add(&text, "{\"t\":\"needs\",\"card\":%d,\"met\":%s,\"needs\":[", card, met ? "true" : "false");
    for (int i = 0; i < lines; i++)
        add_need(&text, &need[i], group, count, i == 0);
    text_add(&text, "]");
    socket_text(conn, &text, id);
}

/* ---- sums: what some cards have together ---- */

void on_sums(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    const json_t *list = json_object_get(in, "cards");
    int cards[SL_GROUP], count = 0, said = 0;
    sl_sums sums;
    if (conn->seat < 0 || !json_is_array(list) || json_array_size(list) > SL_GROUP) {
        socket_error(conn, id, "bad-message", "cards is a list of ids");
        return;
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        cards[count++] = number_of(json_array_get(list, i));
    int people = sl_game_sums(seen_by(conn), conn->seat, cards, count, &sums);
    Text text = { 0 };
    text_add(&text, "{\"t\":\"sums\",\"people\":%d,\"attributes\":[%d,%d,%d],\"skills\":{", people, sums.attribute[0], sums.attribute[1], sums.attribute[2]);
    for (int i = 0; i < sl_skill_count(); i++)
        if (sums.skill[i] > 0) {
            text_add(&text, said++ ? "," : "");
            text_json(&text, sl_skill_name(i));
            text_add(&text, ":%d", sums.skill[i]);
        }
    text_add(&text, "}");
    socket_text(conn, &text, id);
}

/* ---- preview: whether a set may be chosen, and which of one's ships would have their staff ---- */

static void add_ships(Text *text, const Conn *conn, const sl_game *after)
{
    const sl_game *before = seen_by(conn);
    bool first = true;
    for (int ship = 1; ship <= sl_game_cards(before); ship++) {
        if (!is_own(conn, ship, "ship") || sl_game_staffed(before, ship) == sl_game_staffed(after, ship))
            continue;
        text_add(text, "%s{\"card\":%d,\"staffed\":%s}", first ? "" : ",", ship, sl_game_staffed(after, ship) ? "true" : "false");
        first = false;
    }
}

static void add_decision(Text *text, const sl_game *game, int viewer)
{
    char decision[32 * 1024];
    size_t size = sl_game_decision_view(game, viewer, decision, sizeof decision);
    text_add(text, ",\"decision\":%s", size < sizeof decision ? decision : "null");
}

/* With "option", an order that asks for a set: it has begun in a copy, and what it asks for is told. */
void on_preview(Server *server, Conn *conn, const json_t *in, const json_t *id)
{
    (void)server;
    int cards[MOST_SET], count, options[MOST_SET + 1], option;
    const sl_game *game = seen_by(conn);
    if (conn->seat < 0 || sl_game_player(game) != conn->seat || !message_cards(conn, in, cards, &count)) {
        socket_error(conn, id, "bad-message", "cards is a list of ids, and the decision is yours");
        return;
    }
    Text text = { 0 };
    sl_decision d;
    sl_game *begun = begin_order(conn, in, &option);
    const sl_game *asked = begun ? begun : game;
    sl_game_decision(asked, &d);
    int steps = sl_game_set_answers(asked, cards, count, options, MOST_SET + 1);
    text_add(&text, "{\"t\":\"preview\",\"valid\":%s,\"ships\":[", steps ? "true" : "false");
    if (steps && d.to) {                        /* a beam only moves people: nothing hidden shows in who is where */
        sl_game *after = sl_game_clone(asked);
        for (int i = 0; i < steps; i++)
            sl_game_answer(after, options[i]);
        add_ships(&text, conn, after);
        sl_game_free(after);
    }
    text_add(&text, "]");
    if (begun)
        add_decision(&text, begun, table_viewer(conn));
    sl_game_free(begun);
    socket_text(conn, &text, id);
}
