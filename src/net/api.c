/* Documents over HTTP: sessions, cards, games, replays; decks, scenes and rulings have files of their own.  docs/protocol.md is
 * their list. */
#include "net/server.h"

#include <sodium.h>
#include <stdlib.h>

enum {
    MOST_GAMES = 50, MOST_TABLES = 20,
    PASSWORD_LEAST = 8, PASSWORD_MOST = 200,
};

void reply_error(Reply *reply, int status, const char *code, const char *text)
{
    text_free(&reply->body);
    reply->status = status;
    reply->type = "application/json";
    reply->keep = false;
    text_add(&reply->body, "{\"code\":\"%s\",\"text\":", code);
    text_json(&reply->body, text);
    text_add(&reply->body, "}");
}

/* What the database says is for whoever runs the server: it names files and hosts. */
void reply_store(const Server *server, Reply *reply, const Error *err)
{
    log_error(server, err);
    reply_error(reply, 500, "store", "the server cannot read or write its games just now; come back in a moment");
}

/* Many may be slow to read it: what stays as long as the server runs is not copied for each. */
void reply_file(Reply *reply, const Request *request, Text file, uint64_t hash)
{
    reply->status = 200;
    reply->keep = true;
    reply->body = file;
    snprintf(reply->etag, sizeof reply->etag, "W/\"%016llx\"", (unsigned long long)hash);
    if (strcmp(reply->etag, request->match) != 0)
        return;
    reply->status = 304;
    text_free(&reply->body);
}

void reply_tag(Reply *reply, const Request *request)
{
    reply_file(reply, request, reply->body, hash_bytes(reply->body.at, reply->body.len));
}

void reply_list(Reply *reply, const Request *request, const Text *list)
{
    reply->type = "application/json";
    reply_file(reply, request, (Text){ .at = list->at, .len = list->len }, hash_bytes(list->at, list->len));
}

void reply_json(Reply *reply, json_t *value)
{
    reply->status = 200;
    reply->type = "application/json";
    text_value(&reply->body, value);
    json_decref(value);
}

json_t *words(const char *text)
{
    json_t *string = json_string(text ? text : "");
    return string ? string : json_string("");   /* what is not UTF-8 cannot be sent */
}

json_t *body_of(const Request *request, Reply *reply)
{
    json_error_t why;
    json_t *body = json_loadb(request->body.at ? request->body.at : "", request->body.len, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(body))
        return body;
    json_decref(body);
    reply_error(reply, 400, "bad-message", "the body is one JSON object");
    return NULL;
}

const char *text_of(const json_t *body, const char *key)
{
    const char *text = json_string_value(json_object_get(body, key));
    return text ? text : "";
}

/* ---- dates ---- */

void date_words(int date, char out[16])
{
    enum { FOREVER_FROM = 90000000 };
    out[0] = '\0';
    if (date > 0 && date < FOREVER_FROM)
        snprintf(out, 16, "%04d-%02d-%02d", date / 10000 % 10000, date / 100 % 100, date % 100);
}

/* yyyy-mm-dd; "" is 0, the newest. */
bool read_day(const char *text, int *out)
{
    int year, month, day;
    char end;
    *out = 0;
    if (!text[0])
        return true;
    if (strlen(text) != strlen("yyyy-mm-dd") || sscanf(text, "%4d-%2d-%2d%c", &year, &month, &day, &end) != 3 || year < 1994
        || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    *out = year * 10000 + month * 100 + day;
    return true;
}

/* ---- sessions ---- */

static void reply_session(Server *server, const Request *request, Reply *reply)
{
    Error err = { "" };
    int role = ROLE_PLAYER;
    json_t *who = json_pack("{s:o,s:b}", "name", words(request->name), "guest", request->guest);
    if (!request->guest && store_role(server->store, request->user, &role, &err) && role == ROLE_DIRECTOR)
        json_object_set_new(who, "director", json_true());
    reply_json(reply, who);
}

static void post_session(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    if (request->user)
        reply_session(server, request, reply);
    else if (!limit_take(server, LIMIT_SESSION, request->address))
        reply_error(reply, 429, "rate", "too many new sessions from this address; wait a minute");
    else if (!session_begin(server, request, reply->cookie, &err))
        reply_store(server, reply, &err);
    else
        reply_session(server, request, reply);
}

static bool read_account(const json_t *body, const char **name, const char **password, Reply *reply)
{
    *name = text_of(body, "name");
    *password = text_of(body, "password");
    size_t secret = strlen(*password);
    if (!name_is_plain(*name))
        reply_error(reply, 400, "bad-name", NAME_RULE);
    else if (secret < PASSWORD_LEAST || secret > PASSWORD_MOST)
        reply_error(reply, 400, "bad-password", "a password has 8 to 200 bytes");
    else
        return true;
    return false;
}

static void register_account(Server *server, Request *request, const json_t *body, Reply *reply)
{
    Error err = { "" };
    char hash[200], face[FACE_TEXT];
    const char *name, *password;
    if (!read_account(body, &name, &password, reply))
        return;
    name_face(name, face);
    if (!request->guest)
        reply_error(reply, 409, "not-allowed", "this session has an account already");
    else if (!password_hash(password, hash))
        reply_error(reply, 500, "store", "the password could not be hashed");
    else if (!store_register(server->store, request->user, name, face, hash, &err))
        reply_error(reply, 409, "name-taken", err.text);
    else if (!session_sign_in(server, request, request->user, reply->cookie, &err))
        reply_store(server, reply, &err);
    else
        reply_session(server, request, reply);
}

static void sign_in(Server *server, Request *request, const json_t *body, Reply *reply)
{
    Error err = { "" };
    int64_t user;
    char hash[200];
    const char *password = text_of(body, "password");
    if (!store_find_user(server->store, text_of(body, "name"), &user, hash, &err))
        reply_store(server, reply, &err);
    else if (strlen(password) > PASSWORD_MOST || !password_fits(hash, password))
        reply_error(reply, 403, "wrong", "that name and password do not belong together");
    else if (!session_sign_in(server, request, user, reply->cookie, &err))
        reply_store(server, reply, &err);
    else
        reply_session(server, request, reply);
}

/* Tries count by address and account: whoever guesses at one does not shut its owner out, nor others behind the same address. */
static bool may_try(Server *server, const Request *request, const json_t *body, char whom[200])
{
    snprintf(whom, 200, "%s %.100s", request->address, text_of(body, "name"));
    return limit_take(server, LIMIT_SIGN_IN, whom) && limit_take(server, LIMIT_ACCOUNT, strchr(whom, ' ')) && limit_take(server, LIMIT_NAMES, request->address);
}

static void with_account(Server *server, Request *request, Reply *reply,
                         void (*act)(Server *, Request *, const json_t *, Reply *))
{
    char whom[200];
    json_t *body = body_of(request, reply);
    if (!body)
        return;
    if (!may_try(server, request, body, whom))
        reply_error(reply, 429, "rate", "too many tries; wait a minute");
    else
        act(server, request, body, reply);
    if (reply->status == 200) {
        limit_charge(server, LIMIT_SIGN_IN, whom, -1);
        limit_charge(server, LIMIT_ACCOUNT, strchr(whom, ' '), -1);
    }
    json_decref(body);
}

static void post_register(Server *server, Request *request, Reply *reply)
{
    with_account(server, request, reply, register_account);
}

static void post_login(Server *server, Request *request, Reply *reply)
{
    with_account(server, request, reply, sign_in);
}

static void post_logout(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    if (request->user && !session_end(server, request->sid_hash, &err)) {
        reply_store(server, reply, &err);
        return;
    }
    snprintf(reply->cookie, sizeof reply->cookie, "sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0%s", request->secure ? "; Secure" : "");
    reply_json(reply, json_pack("{}"));
}

/* ---- cards ---- */

static json_t *skills_json(const sl_facts *facts)
{
    json_t *out = json_object();
    for (int i = 0; i < sl_skill_count(); i++)
        if (facts->skill[i] > 0)
            json_object_set_new(out, sl_skill_name(i), json_integer(facts->skill[i]));
    return out;
}

static json_t *icons_json(const sl_facts *facts)
{
    json_t *out = json_array();
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_in(facts->icons, i))
            json_array_append_new(out, words(sl_icon_text(i)));
    return out;
}

static json_t *staff_json(const sl_facts *facts)
{
    json_t *out = json_array();
    for (int i = 0; i < facts->staff_count; i++)
        json_array_append_new(out, words(sl_icon_text(facts->staff[i])));
    return out;
}

static json_t *traits_json(const sl_facts *facts)
{
    json_t *out = json_array();
    for (int i = 0; facts->traits[i]; i++)
        json_array_append_new(out, json_pack("{s:o,s:o}", "name", words(facts->traits[i]), "kind", words(facts->trait_kinds[i])));
    return out;
}

static bool is_playable(const sl_facts *facts)
{
    return !facts->unplayable || !facts->unplayable[0];
}

/* A part of a card that the engine writes as JSON; it is left out where it is empty. */
static void set_part(json_t *card, const char *key, const char *text, size_t size, size_t room)
{
    if (size > 0 && size < room)
        json_object_set_new(card, key, json_loads(text, 0, NULL));
}

json_t *card_json(const sl_library *library, int def, const sl_facts *f)
{
    char part[4000];
    static const char *const quadrants[] = { "", "Alpha", "Gamma", "Delta", "Mirror" };
    json_t *out = json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o}", "def", def, "title", words(f->title), "subtitle", words(f->subtitle), "name",
                            words(f->name), "type", words(f->type), "kind", words(f->kind), "affiliation", words(f->affiliation));
    json_t *numbers = json_pack("{s:i,s:b,s:[i,i,i],s:i,s:i,s:s,s:i}", "cost", f->cost, "unique", f->unique, "attributes",
                                f->attributes[0], f->attributes[1], f->attributes[2], "span", f->span, "points", f->points, "quadrant",
                                f->quadrant >= 0 && f->quadrant < (int)countof(quadrants) ? quadrants[f->quadrant] : "", "dots", f->dots);
    json_t *lists = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "icons", icons_json(f), "skills", skills_json(f), "staff", staff_json(f),
                              "traits", traits_json(f), "requirement", words(f->requirement), "text", words(f->text), "unplayable",
                              words(f->unplayable));
    if (f->edition == SL_FIRST_EDITION)
        json_object_set_new(out, "edition", words(edition_name(f->edition)));
    if (f->class_name[0])
        json_object_set_new(out, "class", words(f->class_name));
    json_object_update(out, numbers);
    json_object_update(out, lists);
    json_object_set_new(out, "playable", json_boolean(is_playable(f)));
    set_part(out, "needs", part, sl_card_needs(library, def, part, sizeof part), sizeof part);
    set_part(out, "attempt", part, sl_card_attempt(library, def, part, sizeof part), sizeof part);
    if (strcmp(f->kind, "headquarters") == 0 && sl_card_plays(library, def, part, sizeof part) > 0)
        json_object_set_new(out, "plays", words(part));
    json_decref(numbers);
    json_decref(lists);
    return out;
}

/* How many of the personnel in an attempt a dilemma picks at random; 0: none, or by several sentences, of which some may not be carried out. */
static int picked_at_random(const sl_library *library, int def)
{
    sl_summary texts;
    int picked = 0, times = 0;
    sl_text_summary(library, def, -1, &texts);
    for (int i = 0; i < texts.effects; i++)
        if (texts.effect[i].pick == SL_PICK_RANDOM && texts.effect[i].group) {
            picked = texts.effect[i].number;
            times++;
        }
    return times == 1 ? picked : 0;
}

static json_t *catalogue_card(const Server *server, int def, const sl_facts *facts)
{
    json_t *card = card_json(server->setup.library, def, facts);
    int picked = strcmp(facts->type, "dilemma") == 0 ? picked_at_random(server->setup.library, def) : 0;
    if (picked)
        json_object_set_new(card, "picks", json_integer(picked));
    if (image_of(server->setup.shelf, def)[0])
        json_object_set_new(card, "image", words(image_of(server->setup.shelf, def)));
    return card;
}

/* Fields without a value are left out where there are many cards. */
static json_t *without_blanks(json_t *card)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(card, next, key, value)
        if ((json_is_string(value) && !json_string_length(value)) || (json_is_array(value) && !json_array_size(value))
            || (json_is_object(value) && !json_object_size(value)) || (json_is_integer(value) && !json_integer_value(value)))
            json_object_del(card, key);
    return card;
}

/* Cards of plugin folders that are not understood: thousands, and only the deck builder and the pages of cards show them. */
static void make_unplayable(Server *server)
{
    json_t *cards = json_array();
    for (int def = 1; def <= sl_card_count(server->setup.library); def++) {
        sl_facts facts;
        if (sl_card_facts(server->setup.library, def, &facts) && !is_playable(&facts))
            json_array_append_new(cards, without_blanks(catalogue_card(server, def, &facts)));
    }
    json_t *all = json_pack("{s:o}", "cards", cards);
    text_value(&server->unplayable, all);
    json_decref(all);
}

static void make_cards(Server *server, int edition)
{
    json_t *skills = json_array(), *icons = json_array(), *cards = json_array();
    int more = 0;
    for (int i = 0; i < sl_skill_count(); i++)
        json_array_append_new(skills, words(sl_skill_name(i)));
    for (int i = 0; i < sl_icon_count(); i++)
        json_array_append_new(icons, words(sl_icon_text(i)));
    for (int def = 1; def <= sl_card_count(server->setup.library); def++) {
        sl_facts facts;
        if (!sl_card_facts(server->setup.library, def, &facts) || (edition && facts.edition != edition))
            continue;
        if (is_playable(&facts))
            json_array_append_new(cards, catalogue_card(server, def, &facts));
        else
            more++;
    }
    json_t *all = json_pack("{s:o,s:o,s:o,s:i}", "skills", skills, "icons", icons, "cards", cards, "unplayable", more);
    text_value(&server->cards[edition], all);
    json_decref(all);
}

/* Which cards are asked for: those of an edition, or of the edition of a game; 0: all. */
static int edition_asked(Server *server, const Request *request)
{
    char edition[8], game[64];
    StoredGame stored;
    Error ignored = { "" };
    query_field(request, "edition", edition, sizeof edition);
    query_field(request, "game", game, sizeof game);
    if (edition[0])
        return strcmp(edition, "1e") == 0 ? SL_FIRST_EDITION : strcmp(edition, "2e") == 0 ? SL_SECOND_EDITION : 0;
    if (!game[0] || !store_game_get(server->store, game, &stored, &ignored))
        return 0;
    int found = stored.edition == SL_FIRST_EDITION ? SL_FIRST_EDITION : SL_SECOND_EDITION;
    store_game_free(&stored);
    return found;
}

static void get_cards(Server *server, Request *request, Reply *reply)
{
    int edition = edition_asked(server, request);
    if (!server->cards[edition].len)
        make_cards(server, edition);
    reply_list(reply, request, &server->cards[edition]);
}

static void get_unplayable(Server *server, Request *request, Reply *reply)
{
    if (!server->unplayable.len)
        make_unplayable(server);
    reply_list(reply, request, &server->unplayable);
}

void query_field(const Request *request, const char *key, char *out, size_t size)
{
    size_t len = strlen(key), n = 0;
    const char *at = request->query;
    out[0] = '\0';
    while (at && !(strncmp(at, key, len) == 0 && at[len] == '=')) {
        at = strchr(at, '&');
        at = at ? at + 1 : NULL;
    }
    for (at = at ? at + len + 1 : ""; *at && *at != '&' && n + 1 < size; at++) {
        unsigned code;
        if (*at == '%' && sscanf(at + 1, "%2x", &code) == 1 && at[1] && at[2] && code >= ' ') {
            out[n++] = (char)code;
            at += 2;
        } else {
            out[n++] = *at == '+' ? ' ' : *at;
        }
    }
    out[n] = '\0';
}

/* ---- games ---- */

typedef struct { Server *server; int64_t user; json_t *list; } GameList;

static bool is_your_turn(Server *server, const StoredGame *game, int seat)
{
    Error err = { "" };
    if (game->over)
        return false;
    if (strcmp(game->opponent, "human") != 0)
        return true;
    Live *live = live_get(server, game->id, &err);
    int player = live && live->game ? sl_game_player(live->game) : server->elsewhere.server[0] ? live_to_answer(server, game->id) : -1;
    server->elsewhere = (StoreOwner){ .mine = false };          /* it was only looked at */
    return player >= 0 && player == seat;
}

static bool add_game(void *to, const StoredGame *game)
{
    GameList *games = to;
    Error err = { "" };
    int seat = 0;
    bool human = strcmp(game->opponent, "human") == 0;
    if (human && game->over && game->answers == 0)
        return true;                            /* a table that was withdrawn */
    if (human)
        store_seat_of(games->server->store, game->id, games->user, &seat, &err);
    json_array_append_new(games->list, json_pack("{s:s,s:s,s:i,s:o,s:o,s:o,s:i,s:[i,i],s:b,s:i,s:b,s:I}", "id", game->id, "edition", edition_name(game->edition), "seat", seat, "opponent",
                          words(game->opponent), "deck", words(game->deck_name[0]), "against", words(game->deck_name[1]), "turn",
                          game->turn, "points", game->points[0], game->points[1], "over", game->over, "winner", game->winner,
                          "your_turn", is_your_turn(games->server, game, seat), "updated", (json_int_t)game->updated));
    return true;
}

static void get_games(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    GameList games = { server, request->user, json_array() };
    if (!request->user || store_games(server->store, request->user, MOST_GAMES, add_game, &games, &err)) {
        reply_json(reply, json_pack("{s:o}", "games", games.list));
        return;
    }
    json_decref(games.list);
    reply_store(server, reply, &err);
}

bool may_sit(Server *server, int64_t user, Error *err)
{
    StoreHas has;
    return store_has(server->store, user, &has, err) && (has.tables < MOST_TABLES || error_at(err, "game", 0, 0, "you sit at twenty tables; finish a game first"));
}

/* What one person may have at a time: each game that is not over is kept, listed, and perhaps in memory. */
bool may_have_more(Server *server, const Request *request, const char *opponent, Reply *reply)
{
    enum { MOST_WAITING = 4, MOST_SOLO = 300, MOST_RECORDS = 100 };
    Error err = { "" };
    StoreHas has;
    bool human = strcmp(opponent, "human") == 0, record = strcmp(opponent, RECORDED) == 0;
    if (!store_has(server->store, request->user, &has, &err)) {
        reply_store(server, reply, &err);
        return false;
    }
    const char *why = human && has.waiting >= MOST_WAITING ? "four tables of yours wait for somebody; withdraw one first"
                    : human && has.tables >= MOST_TABLES ? "you sit at twenty tables; finish a game first"
                    : !human && !record && has.solo >= MOST_SOLO ? "three hundred games of yours are not over; finish or concede some first"
                    : record && has.records >= MOST_RECORDS ? "a hundred replays of yours are kept already" : NULL;
    if (why)
        reply_error(reply, 429, "rate", why);
    return !why;
}

/* A game may begin with answers that were given in another. */
void start_game(Server *server, const Request *request, StoredGame *game, const int *answers, int count, Reply *reply)
{
    Error err = { "" };
    char join[64];
    bool human = strcmp(game->opponent, "human") == 0;
    if (server->shared->lives >= server->setup.games) {
        reply_error(reply, 503, "rate", "too many games are played just now; come back in a moment");
        return;
    }
    if (count) {
        limit_charge(server, LIMIT_WORK, request->address, count / 500);
        scribe_quiet(server->shared->scribe);
    }
    bool made = store_begin(server->store, &err)
        && store_end(server->store, store_game_new(server->store, game, &err)
                     && (!count || store_answer_all(server->store, game->id, 0, answers, count, &err)), &err);
    if (!made || !live_get(server, game->id, &err)) {
        reply_store(server, reply, &err);
        return;
    }
    server->started++;
    log_line(server, "\"event\":\"started\",\"game\":\"%s\",\"opponent\":\"%s\",\"user\":%lld", game->id, game->opponent, (long long)request->user);
    snprintf(join, sizeof join, "/game/%s", game->id);
    reply_json(reply, human ? json_pack("{s:s,s:s}", "id", game->id, "join", join) : json_pack("{s:s}", "id", game->id));
}

/* What the table is to agree on, into game->terms, which has room for it. */
static bool read_terms(const json_t *body, StoredGame *game, Reply *reply)
{
    Error err = { "" };
    Terms terms;
    if (!terms_read(json_object_get(body, "terms"), &terms, &game->listed, &err)) {
        reply_error(reply, 400, "bad-message", err.text);
        return false;
    }
    deal_secret(&terms);
    deal_word(body, terms.word[0]);
    terms_write(&terms, game->terms);
    return true;
}

static void new_game(Server *server, const Request *request, const json_t *body, Reply *reply)
{
    const json_t *seed = json_object_get(body, "seed");
    const char *opponent = text_of(body, "opponent");
    FoundDeck deck[SEATS] = { { .found = false } };
    char kept[TERMS_TEXT] = "", nothing[] = "";
    bool human = strcmp(opponent, "human") == 0, lent = !human || json_object_get(body, "against");
    StoredGame game = { .user = request->user, .updated = now_seconds(), .terms = kept, .moment = nothing,
                        .deck_text = { nothing, nothing } };
    if (!read_day(text_of(body, "date"), &game.date)) {
        reply_error(reply, 400, "bad-message", "date is a day such as 2014-07-07");
        return;
    }
    game.seed = !human && json_is_integer(seed) && json_integer_value(seed) >= 0 ? (uint64_t)json_integer_value(seed) : random_seed();
    if (!human && !player_find(opponent)) {
        reply_error(reply, 400, "bad-message", "opponent is greedy, random or human");
        return;
    }
    if (!may_have_more(server, request, opponent, reply) || (human && !read_terms(body, &game, reply)))
        return;
    if (!human && json_is_true(json_object_get(body, "windows")))
        snprintf(kept, sizeof kept, "windows=1 shown=1");
    snprintf(game.opponent, sizeof game.opponent, "%s", opponent);
    random_id(game.id);
    char format[FORMAT_TEXT];
    if (!format_switch(SL_FIRST_EDITION, text_of(body, "format"), format)) {
        reply_error(reply, 400, "bad-message", "there is no such format");
        return;
    }
    DeckRules any = { strcmp(text_of(body, "edition"), "1e") == 0 || format[0] ? SL_FIRST_EDITION : 0, game.date, format };
    if (deck_for(server, request, json_object_get(body, "deck"), game.seed, any, &deck[0], reply)
        && (!lent || deck_for(server, request, json_object_get(body, "against"), game.seed + 1, (DeckRules){ deck[0].edition, game.date, format }, &deck[1], reply))) {
        game.edition = deck[0].edition;
        memcpy(game.switches, format, sizeof format);
        game.date = game.date ? game.date : newest_rules(server->setup.library, game.edition);
        for (int i = 0; i < (lent ? SEATS : 1); i++) {
            if (human)
                deck_mix(server, &deck[i]);
            memcpy(game.deck_name[i], deck[i].name, STORE_NAME);
            game.deck_text[i] = deck[i].text.at;
        }
        start_game(server, request, &game, NULL, 0, reply);
    }
    for (int i = 0; i < SEATS; i++)
        text_free(&deck[i].text);
}

static void post_game(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    if (body && json_object_get(body, "from"))
        play_on(server, request, body, reply);
    else if (body)
        new_game(server, request, body, reply);
    json_decref(body);
}

/* ---- the server itself ---- */

static void get_health(Server *server, Request *request, Reply *reply)
{
    (void)server;
    (void)request;
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
    text_add(&reply->body, "ok\n");
}

/* For whoever has the key: figures tell strangers when a server is busy, and how many play. */
static void get_metrics(Server *server, Request *request, Reply *reply)
{
    const char *key = server->setup.metrics_key;
    if (!key || strlen(key) != strlen(request->key) || sodium_memcmp(key, request->key, strlen(key)) != 0) {
        reply_error(reply, 404, "not-found", "there is no such document");
        return;
    }
    reply->status = 200;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_write(server->shared, &reply->body);
}

typedef enum { ANYBODY, WITH_SESSION } Who;
typedef struct { Method method; const char *path; Who who; LimitKind limit; int price; OnRequest *run; } Route;

/* A path that ends in a slash stands for all that begin with it.  The price is what the address that asks pays of its limit; docs/protocol.md
 * has the same list, and a test compares them. */
static const Route routes[] = {
    { METHOD_GET,    "/healthz",              ANYBODY,      LIMIT_READ,  0, get_health },
    { METHOD_GET,    "/metrics",              ANYBODY,      LIMIT_READ,  0, get_metrics },
    { METHOD_GET,    "/images/",              ANYBODY,      LIMIT_READ,  1, get_image },
    { METHOD_POST,   "/api/session",          ANYBODY,      LIMIT_READ,  1, post_session },
    { METHOD_POST,   "/api/register",         WITH_SESSION, LIMIT_READ,  1, post_register },
    { METHOD_POST,   "/api/login",            ANYBODY,      LIMIT_READ,  1, post_login },
    { METHOD_POST,   "/api/logout",           ANYBODY,      LIMIT_READ,  5, post_logout },
    { METHOD_GET,    "/api/cards/unplayable", ANYBODY,      LIMIT_READ,  1, get_unplayable },
    { METHOD_GET,    "/api/cards",            ANYBODY,      LIMIT_READ,  1, get_cards },
    { METHOD_GET,    "/api/cards/",           ANYBODY,      LIMIT_READ,  1, get_card },
    { METHOD_GET,    "/api/decks",            ANYBODY,      LIMIT_READ,  1, get_decks },
    { METHOD_GET,    "/api/decks/",           ANYBODY,      LIMIT_READ,  2, get_deck },
    { METHOD_POST,   "/api/deck-check",       ANYBODY,      LIMIT_READ,  5, post_deck_check },
    { METHOD_POST,   "/api/decks",            WITH_SESSION, LIMIT_WORK,  1, post_deck },
    { METHOD_DELETE, "/api/decks/",           WITH_SESSION, LIMIT_READ,  5, delete_deck },
    { METHOD_GET,    "/api/rulings",          ANYBODY,      LIMIT_READ, 20, get_rulings },
    { METHOD_GET,    "/api/games",            ANYBODY,      LIMIT_READ,  5, get_games },
    { METHOD_POST,   "/api/games",            WITH_SESSION, LIMIT_WORK,  1, post_game },
    { METHOD_GET,    "/api/tables",           ANYBODY,      LIMIT_READ,  2, get_tables },
    { METHOD_POST,   "/api/games/",           WITH_SESSION, LIMIT_WORK,  1, post_sit },
    { METHOD_DELETE, "/api/games/",           WITH_SESSION, LIMIT_READ,  5, delete_table },
    { METHOD_GET,    "/api/directed",         WITH_SESSION, LIMIT_READ,  5, get_directed },
    { METHOD_GET,    "/api/overrides",        WITH_SESSION, LIMIT_READ,  5, get_overrides },
    { METHOD_GET,    "/api/replay/",          ANYBODY,      LIMIT_READ,  5, get_replay },
    { METHOD_POST,   "/api/replays",          WITH_SESSION, LIMIT_WORK,  1, post_replay },
    { METHOD_POST,   "/api/scene",            ANYBODY,      LIMIT_WORK,  1, post_scene },
    { METHOD_GET,    "/api/scenes",           ANYBODY,      LIMIT_READ,  5, get_scenes },
    { METHOD_GET,    "/api/scenes/",          ANYBODY,      LIMIT_READ,  1, get_scene },
};

/* Whoever has a token left may ask for what costs more; he then waits until that is paid. */
static bool is_paid(Server *server, const Request *request, const Route *route)
{
    if (route->price == 0)
        return true;
    if (!limit_take(server, route->limit, request->address))
        return false;
    limit_charge(server, route->limit, request->address, route->price - 1);
    return true;
}

static void answer_route(Server *server, Request *request, Reply *reply, const Route *route)
{
    enum { BYTES_A_TOKEN = 32 * 1024 };
    if (route->who == WITH_SESSION && !request->user)
        reply_error(reply, 401, "no-session", "this needs a session: POST /api/session first");
    else if (!is_paid(server, request, route))
        reply_error(reply, 429, "rate", "too much was asked for from this address; wait a minute");
    else
        route->run(server, request, reply);
    if (route->price)
        limit_charge(server, LIMIT_READ, request->address, (int)(reply->body.len / BYTES_A_TOKEN));
}

static bool path_fits(const char *route, const char *path)
{
    size_t len = strlen(route);
    return route[len - 1] == '/' ? strncmp(route, path, len) == 0 && path[len] : strcmp(route, path) == 0;
}

static void answer(Server *server, Request *request, Reply *reply)
{
    bool known = false;
    if (request->method == METHOD_OTHER) {
        reply_error(reply, 405, "not-allowed", "GET, POST and DELETE are answered");
        return;
    }
    if (request->method != METHOD_GET && !request->same_origin) {
        reply_error(reply, 403, "origin", "only pages of this server may change anything");
        return;
    }
    for (size_t i = 0; i < countof(routes); i++) {
        if (!path_fits(routes[i].path, request->path))
            continue;
        known = true;
        if (routes[i].method != request->method)
            continue;
        answer_route(server, request, reply, &routes[i]);
        return;
    }
    if (known)
        reply_error(reply, 405, "not-allowed", "that cannot be done with this address");
    else if (strncmp(request->path, "/api/", 5) == 0)
        reply_error(reply, 404, "not-found", "there is no such document");
    else
        files_answer(server, request, reply);
}

void api_answer(Server *server, Request *request, Reply *reply)
{
    answer(server, request, reply);
    reply_pack(reply, request);
}
