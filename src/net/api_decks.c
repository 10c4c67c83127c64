/* Decks over HTTP: the built-in ones and a person's own; and the deck that a game is to be played with. */
#include "net/server.h"

#include <stdlib.h>

enum { MOST_STRANDED = 100, MOST_PROBLEMS = 64, MOST_DECKS = 100, DECK_MOST = 32 * 1024 };

static Str short_name(const sl_file *file)
{
    const char *slash = strrchr(file->name, '/');
    Str name = str_of(slash ? slash + 1 : file->name);
    if (name.len > 4)
        name.len -= strlen(".txt");
    return name;
}

/* The affiliation that most of its personnel have. */
static const char *affiliation_of(const Server *server, const sl_deck *deck)
{
    const char *name[32] = { "" };
    int count[32] = { 0 }, names = 0, best = 0;
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_facts facts;
        sl_deck_entry entry = sl_deck_get(deck, i);
        int at = 0;
        if (!sl_card_facts(server->setup.library, entry.def, &facts) || strcmp(facts.type, "personnel") != 0 || !facts.affiliation)
            continue;
        while (at < names && strcmp(name[at], facts.affiliation) != 0)
            at++;
        if (at == (int)countof(name))
            continue;
        names += at == names;
        name[at] = facts.affiliation;
        count[at] += entry.count;
        best = count[at] > count[best] ? at : best;
    }
    return name[best];
}

static void make_decks(Server *server)
{
    json_t *out = json_array();
    for (int i = 0; i < server->setup.decks; i++) {
        const sl_file *file = &server->setup.deck[i];
        sl_error err = { "" };
        int edition;
        sl_deck *deck = read_deck(server, file->name, file->data, file->size, &edition, &err);
        if (!deck)
            continue;
        Str name = short_name(file);
        char title[120];
        snprintf(title, sizeof title, "%s", sl_deck_name(deck));
        for (char *c = title; *c; c++)          /* files of plugin folders have names without blanks */
            *c = (char)(*c == '_' ? ' ' : *c);
        json_array_append_new(out, json_pack("{s:s#,s:o,s:o,s:s}", "name", name.at, (int)name.len, "title", words(title),
                                             "affiliation", words(affiliation_of(server, deck)), "edition", edition_name(edition)));
        sl_deck_free(deck);
    }
    text_value(&server->decks, out);
    json_decref(out);
}

typedef struct { const Server *server; json_t *list; } OwnDecks;

static bool add_own(void *to, int64_t id, const char *name, const char *text)
{
    OwnDecks *own = to;
    json_array_append_new(own->list, json_pack("{s:I,s:o,s:s}", "id", (json_int_t)id, "name", words(name), "edition",
                                               edition_name(edition_of_deck(own->server, text))));
    return true;
}

void get_decks(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    OwnDecks own = { server, json_array() };
    if (request->user && !store_decks(server->store, request->user, add_own, &own, &err)) {
        json_decref(own.list);
        reply_store(server, reply, &err);
        return;
    }
    if (!server->decks.len)
        make_decks(server);
    reply->status = 200;
    reply->type = "application/json";
    json_t *editions = editions_json(server->setup.library);
    text_add(&reply->body, "{\"builtin\":%s,\"own\":", server->decks.at);
    text_value(&reply->body, own.list);
    text_add(&reply->body, ",\"editions\":");
    text_value(&reply->body, editions);
    text_add(&reply->body, "}");
    json_decref(own.list);
    json_decref(editions);
}

static bool find_deck(Server *server, int64_t user, const char *name, FoundDeck *out)
{
    Error err = { "" };
    int number;
    *out = (FoundDeck){ 0 };
    for (int i = 0; i < server->setup.decks && !out->found; i++)
        if (str_is_nocase(short_name(&server->setup.deck[i]), name)) {
            snprintf(out->name, sizeof out->name, "%.*s", STR(short_name(&server->setup.deck[i])));
            text_bytes(&out->text, server->setup.deck[i].data, server->setup.deck[i].size);
            out->found = true;
        }
    if (!out->found && user && str_int(str_of(name), &number)) {
        char *text;
        out->found = store_deck_get(server->store, user, number, out->name, &text, &err) && text;
        if (out->found)
            text_bytes(&out->text, text, strlen(text));
        free(text);
    }
    return out->found;
}

static json_t *entries_json(const sl_deck *deck)
{
    json_t *out = json_array();
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_deck_entry entry = sl_deck_get(deck, i);
        json_array_append_new(out, json_pack("{s:i,s:i,s:s}", "def", entry.def, "count", entry.count, "section", sl_section_word(entry.section)));
    }
    return out;
}

void get_deck(Server *server, Request *request, Reply *reply)
{
    FoundDeck found;
    sl_error err = { "" };
    if (!find_deck(server, request->user, request->path + strlen("/api/decks/"), &found)) {
        reply_error(reply, 404, "no-deck", "there is no such deck");
        return;
    }
    int edition;
    sl_deck *deck = read_deck(server, found.name, found.text.at, found.text.len, &edition, &err);
    reply_json(reply, json_pack("{s:o,s:o,s:o,s:o,s:s}", "name", words(found.name), "text", words(found.text.at), "cards",
                                deck ? entries_json(deck) : json_array(), "problem", words(err.text), "edition", edition_name(edition)));
    if (deck)
        sl_deck_free(deck);
    text_free(&found.text);
}

static json_t *problem_json(const Server *server, const sl_problem *problem)
{
    json_t *cards = json_array();
    for (size_t k = 0; k < countof(problem->defs) && problem->defs[k]; k++) {
        sl_facts facts;
        if (sl_card_facts(server->setup.library, problem->defs[k], &facts))
            json_array_append_new(cards, words(facts.name));
    }
    return json_pack("{s:o,s:o,s:o,s:o}", "code", words(problem->code), "text", words(problem->text), "cards", cards, "cite",
                     words(sl_cite_id(problem->cite)));
}

/* The names of cards that can never be played with the headquarters of this deck. */
static json_t *stranded_json(const Server *server, const sl_deck *deck, int edition, int date)
{
    int def[MOST_STRANDED], count = deck ? sl_deck_stranded(server->setup.library, deck, edition, date, def, MOST_STRANDED) : 0;
    json_t *out = json_array();
    for (int i = 0; i < count; i++) {
        sl_facts facts;
        if (sl_card_facts(server->setup.library, def[i], &facts))
            json_array_append_new(out, words(facts.name));
    }
    return out;
}

static void check_deck(const Server *server, const json_t *body, Reply *reply)
{
    sl_error err = { "" };
    int date;
    const char *text = text_of(body, "text");
    if (!read_day(text_of(body, "date"), &date)) {
        reply_error(reply, 400, "bad-message", "date is a day such as 2014-07-07");
        return;
    }
    sl_problem *problem = net_alloc(MOST_PROBLEMS * sizeof *problem);
    int edition;
    sl_deck *deck = read_deck(server, "deck", text, strlen(text), &edition, &err);
    char format[FORMAT_TEXT] = "";
    if (deck && !format_switch(edition, text_of(body, "format"), format)) {
        sl_deck_free(deck);
        free(problem);
        reply_error(reply, 400, "bad-message", "there is no such format");
        return;
    }
    sl_setup setup = { .edition = edition, .date = date, .switches = format[0] ? format : NULL };
    int count = deck ? sl_deck_check_for(server->setup.library, deck, &setup, problem, MOST_PROBLEMS) : 0;
    json_t *errors = json_array();
    for (int i = 0; i < count && i < MOST_PROBLEMS; i++)
        json_array_append_new(errors, problem_json(server, &problem[i]));
    reply_json(reply, json_pack("{s:b,s:o,s:o,s:s,s:o}", "legal", deck && count == 0, "errors", errors, "problem",
                                deck ? json_null() : words(err.text), "edition", edition_name(edition), "stranded", stranded_json(server, deck, edition, date)));
    if (deck)
        sl_deck_free(deck);
    free(problem);
}

void post_deck_check(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    if (body)
        check_deck(server, body, reply);
    json_decref(body);
}

static void save_deck(Server *server, const Request *request, const json_t *body, Reply *reply)
{
    Error err = { "" };
    int64_t id;
    Str name = str_trim(str_of(text_of(body, "name")));
    char kept[STORE_NAME];
    bool plain = true;
    for (size_t i = 0; i < name.len; i++)
        plain &= (unsigned char)name.at[i] >= ' ' && name.at[i] != 127;
    if (!plain || name.len < 1 || name.len >= STORE_NAME || !text_of(body, "text")[0]) {
        reply_error(reply, 400, "bad-message", "a deck has a name of 1 to 63 bytes in one line, and a text");
        return;
    }
    if (strlen(text_of(body, "text")) > DECK_MOST) {
        reply_error(reply, 413, "too-large", "a deck has at most 32 KiB");
        return;
    }
    snprintf(kept, sizeof kept, "%.*s", STR(name));
    if (store_deck_save(server->store, request->user, kept, text_of(body, "text"), MOST_DECKS, &id, &err))
        reply_json(reply, json_pack("{s:I,s:o}", "id", (json_int_t)id, "name", words(kept)));
    else
        reply_error(reply, 409, "not-allowed", err.text);
}

void post_deck(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    if (body)
        save_deck(server, request, body, reply);
    json_decref(body);
}

void delete_deck(Server *server, Request *request, Reply *reply)
{
    Error err = { "" };
    int id;
    if (!str_int(str_of(request->path + strlen("/api/decks/")), &id) || !store_deck_delete(server->store, request->user, id, &err))
        reply_error(reply, 404, "no-deck", "there is no such deck of yours");
    else
        reply_json(reply, json_pack("{}"));
}

/* ---- of a game ---- */

/* The nth of the built-in decks, or the next that is of that edition. */
static const sl_file *any_deck(const Server *server, int edition, uint64_t nth)
{
    uint64_t count = (uint64_t)server->setup.decks;
    for (uint64_t i = 0; i < count; i++) {
        const sl_file *file = &server->setup.deck[(nth + i) % count];
        sl_error err = { "" };
        sl_deck *deck = sl_deck_read(server->setup.library, edition, file, &err);
        if (!deck)
            continue;
        sl_deck_free(deck);
        return file;
    }
    return &server->setup.deck[nth % count];
}

bool deck_for(Server *server, const Request *request, const json_t *named, uint64_t nth, DeckRules rules, FoundDeck *out, Reply *reply)
{
    enum { SHOWN = 4 };
    char name[STORE_NAME], why[1200];
    sl_error err = { "" };
    sl_problem problem[SHOWN];
    if (json_is_integer(named))
        snprintf(name, sizeof name, "%lld", (long long)json_integer_value(named));
    else if (json_is_string(named) && json_string_value(named)[0])
        snprintf(name, sizeof name, "%.60s", json_string_value(named));
    else
        snprintf(name, sizeof name, "%.*s", STR(short_name(any_deck(server, rules.edition ? rules.edition : SL_SECOND_EDITION, nth))));
    if (!find_deck(server, request->user, name, out)) {
        reply_error(reply, 400, "no-deck", "there is no such deck");
        return false;
    }
    sl_deck *deck = read_deck(server, out->name, out->text.at, out->text.len, &out->edition, &err);
    if (deck && rules.edition && out->edition != rules.edition) {
        snprintf(why, sizeof why, "%s is a deck of %s, and this game is of %s", out->name, edition_name(out->edition), edition_name(rules.edition));
        sl_deck_free(deck);
        reply_error(reply, 400, "bad-deck", why);
        return false;
    }
    sl_setup setup = { .edition = out->edition, .date = rules.date, .switches = rules.switches && rules.switches[0] ? rules.switches : NULL };
    int problems = deck ? sl_deck_check_for(server->setup.library, deck, &setup, problem, SHOWN) : 1;
    Out words_out = { why, sizeof why, 0 };
    out_text(&words_out, "%s: %s", out->name, err.text);
    for (int i = 0; deck && i < problems && i < SHOWN; i++)
        out_text(&words_out, "%s%s", i ? "; " : "", problem[i].text);
    if (problems > SHOWN)
        out_text(&words_out, "; and %d more", problems - SHOWN);
    if (deck)
        sl_deck_free(deck);
    if (problems)
        reply_error(reply, 400, "bad-deck", why);
    return problems == 0;
}

/* In an order that says nothing of how its owner wrote it down: between people, cards are numbered as they come. */
void deck_mix(const Server *server, FoundDeck *deck)
{
    sl_error why = { "" };
    int edition;
    sl_deck *read = server->setup.deal < 0 ? read_deck(server, deck->name, deck->text.at, deck->text.len, &edition, &why) : NULL;
    if (!read)
        return;
    sl_deck_mix(read, random_seed());
    size_t size = sl_deck_write(server->setup.library, read, NULL, 0);
    Text mixed = { .at = net_alloc(size + 1), .len = size, .room = size + 1 };
    sl_deck_write(server->setup.library, read, mixed.at, size + 1);
    sl_deck_free(read);
    text_free(&deck->text);
    deck->text = mixed;
}
