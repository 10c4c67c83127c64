/* Nothing hidden leaves the server.
 *
 * Games are played with all built-in decks, and at every second decision (of the First Edition every fourth) each seat, at some of them a watcher and a director, get what the server would tell
 * them: the state with its view and the log, and at every 32nd the whole log, why and the parts of values of every card, and all that can be asked
 * before an answer.  Without LONG in the environment it is half of the games, and fewer of their decisions.  Then the cards that the viewer may not know are dealt again and change places with each other, and every byte must be the same;
 * and no message names a card that the viewer has never been allowed to know.
 *
 * Looking back at a game that goes on, and watching from behind, show what was shown then, byte for byte. */
#include "engine/engine.h"
#include "../builtin.h"
#include "../silence.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DECKS = 6, FIRST_DECKS = 8, GAMES = 8, FIRST_GAMES = 8, SHORT_GAMES = 4, VIEWERS = 4, MOST_DECISIONS = 1200, MOST_DEFS = 4096, EVERYTHING = 32, NAMES = 4, RECENT = 40 };

static sl_library *library;
static sl_deck *deck[DECKS], *first_deck[FIRST_DECKS];
static Shared shared;
static Server server;
static Text told;                               /* what a stand-in for the network was given to send */

void conn_send(Conn *conn, const Text *text)
{
    (void)conn;
    text_bytes(&told, text->at, text->len);
    text_bytes(&told, "\n", 1);
}

/* ---- a game at which four look on ---- */

typedef struct {
    int   number, edition;
    int   every;                                /* at which decisions the viewers are told; what they learn is noted at all of them */
    long  decisions;
    Rng   rng;
    Live  live;
    Conn  conn[VIEWERS];
    sl_game *twin;
    bool  knew[VIEWERS][MOST_DEFS];             /* did he know one at the last decision? */
    bool  known[VIEWERS][MOST_DEFS];            /* has this viewer ever been allowed to know a card of that def? */
    long  seen_events;
} Watched;

/* What happened in all games together: a proof about nothing would be none. */
static struct {
    long messages, responses, stacks, brigs, downloads, hidden, attempts, compared, silent, places, moved, blind, reach, needs, previews, padded, lots;
} met;

static void broken(const Watched *w, int viewer, const char *what)
{
    fail_msg("edition %d, game %d, decision %ld, viewer %d: %s", w->edition, w->number, w->decisions, viewer, what);
}

static int viewer_number(int at)
{
    return at < SEATS ? at : at == SEATS ? SL_WATCHER : SL_EITHER;
}

static void watched_begin(Watched *w, int edition, int number)
{
    sl_error err = { "" };
    *w = (Watched){ .number = number, .edition = edition };
    sl_deck **of = edition == SL_FIRST_EDITION ? first_deck : deck;
    int decks = edition == SL_FIRST_EDITION ? FIRST_DECKS : DECKS;
    sl_setup setup = { .edition = edition, .players = SEATS, .seed = 300 + (uint64_t)number, .trace = true, .windows = number % 4 == 1,
                       .deck = { of[number % decks], of[(number + 1 + number / decks) % decks] } };
    rng_seed(&w->rng, (uint64_t)number * 77 + 5);
    w->live.game = sl_game_new(library, &setup, &err);
    if (!w->live.game)
        fail_msg("%s", err.text);
    w->twin = sl_game_clone(w->live.game);
    snprintf(w->live.stored.id, sizeof w->live.stored.id, "%s", "abcdefghijklmnopqrstuv");
    for (int i = 0; i < SEATS; i++)
        snprintf(w->live.name[i], sizeof w->live.name[i], "%c", 'A' + i);
    if (number % 4 == 1)                        /* people with windows, people without, and against the computer */
        w->live.terms = (Terms){ .beat = 1200, .watching = WATCH_CLOSED, .windows = true };
    else if (number % 2)
        w->live.kind[1] = player_find("greedy");
    for (int i = 0; i < VIEWERS; i++)
        w->conn[i] = (Conn){ .hello = true, .live = &w->live, .seat = i < SEATS ? i : -1, .user = i + 1, .director = i > SEATS };
}

static void watched_end(Watched *w)
{
    sl_game_free(w->live.game);
    sl_game_free(w->twin);
}

/* As a client: what is after "game" in a message of that type, without a comma in front. */
static void say(Conn *conn, const char *type, const char *format, ...)
{
    char rest[4000];
    Text text = { 0 };
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    text_add(&text, "{\"t\":\"%s\",\"game\":\"%s\",%s}", type, conn->live->stored.id, rest);
    conn->received = text;
    socket_message(&server, conn);
    conn->received = (Text){ 0 };
    text_free(&text);
    met.messages++;
}

/* The numbers of a player's cards of a type in play with what is aboard or at one place; at most as many as a message takes. */
static int own_group(const sl_game *game, int seat, int place, char *list, size_t size)
{
    Out out = { list, size, 0 };
    int count = 0;
    sl_card card;
    sl_facts facts;
    out_text(&out, "[");
    for (int id = 1; id <= sl_game_cards(game) && count < SL_GROUP; id++)
        if (sl_game_card(game, seat, id, &card) && card.def && card.in_play && card.commander == seat && card.host == place
            && sl_card_facts(library, card.def, &facts) && strcmp(facts.type, "personnel") == 0)
            out_text(&out, "%s%d", count++ ? "," : "", id);
    out_text(&out, "]");
    return count;
}

static void ask_before_answers(Watched *w, int at)
{
    char list[2000];
    const sl_game *game = w->live.game;
    sl_decision d;
    sl_game_decision(game, &d);
    for (int id = 1; id <= sl_game_cards(game); id++) {
        sl_card card;
        sl_facts facts;
        if (!sl_game_card(game, at, id, &card) || !card.def || !sl_card_facts(library, card.def, &facts))
            continue;
        bool ship = card.in_play && strcmp(facts.type, "ship") == 0;
        if (ship) {
            say(&w->conn[at], "reach", "\"card\":%d", id);
            met.reach++;
        }
        if ((ship || card.zone == SL_ROW) && own_group(game, at, id, list, sizeof list)) {
            say(&w->conn[at], "needs", "\"card\":%d,\"group\":%s", ship ? sl_game_mission_of(game, id) : id, list);
            say(&w->conn[at], "sums", "\"cards\":%s", list);
            met.needs++;
        }
    }
    Out out = { list, sizeof list, 0 };
    out_text(&out, "[");
    for (int i = 0; i < d.least; i++)
        out_text(&out, "%s%d", i ? "," : "", i < d.eligible_count ? sl_game_shown(game, at, sl_game_eligible(game, i)) : 1);
    say(&w->conn[at], "preview", "\"cards\":%s]", list);
    met.previews += d.eligible_count > 0 && d.player == at;
}

/* Everything that this viewer can be told of the game as it stands. */
static void tell(Watched *w, int at, Text *out)
{
    bool all = w->decisions % (EVERYTHING * ((w->every + 1) / 2)) == 0;
    long events = sl_game_events(w->live.game);
    told = (Text){ 0 };
    w->conn[at].log_sent = all || events < RECENT ? 0 : events - RECENT;
    state_write(&told, &w->conn[at], NULL, 0);
    text_bytes(&told, "\n", 1);
    for (int card = 1; all && card <= sl_game_cards(w->live.game); card++) {
        say(&w->conn[at], "why", "\"card\":%d", card);
        say(&w->conn[at], "parts", "\"card\":%d", card);
    }
    if (all && at < SEATS)
        ask_before_answers(w, at);
    *out = told;
    met.messages++;
}

/* ---- the two proofs ---- */

/* Whether a text of his own applies is found out for a player silently, by hidden cards too (2E-20.4), so that the values of his own
 * cards may tell him something.  This takes them out of what he was told. */
static void without_own_values(Text *text, int at)
{
    char own[40], *out = text->at;
    snprintf(own, sizeof own, "\"commander\":%d,", at);
    size_t own_len = strlen(own), parts_len = strlen("{\"t\":\"parts\"");
    bool mine = false;
    for (const char *p = text->at, *end = text->at + text->len; p < end;) {
        if (strncmp(p, "{\"t\":\"parts\"", parts_len) == 0) {
            p = strchr(p, '\n') + 1;
            continue;
        }
        if (strncmp(p, "\"commander\":", 12) == 0)
            mine = strncmp(p, own, own_len) == 0;
        if (mine && strncmp(p, "\"attributes\":[", 14) == 0)
            p = strchr(p, ']');
        *out++ = *p++;
    }
    *out = '\0';
    text->len = (size_t)(out - text->at);
}

static bool same_text(const Text *a, const Text *b)
{
    return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

static void say_difference(const Watched *w, int at, const Text *a, const Text *b)
{
    size_t i = 0;
    while (i < a->len && i < b->len && a->at[i] == b->at[i])
        i++;
    char what[400];
    size_t from = i > 100 ? i - 100 : 0;
    snprintf(what, sizeof what, "hidden cards change a message: …%.150s… and …%.150s…", a->at + from, b->at + from);
    broken(w, at, what);
}

/* What the open decision, an attempt and a battle say of a card besides where it is. */
static unsigned spoken_of(const Game *g, CardId id)
{
    unsigned said = set_has(&g->encounter.group, id) | (unsigned)(g->decision.card == id) << 1 | (unsigned)(g->encounter.current == id) << 2;
    for (int i = 0; i < 2; i++)
        said |= (unsigned)(set_has(&g->battle.side[i], id) || set_has(&g->battle.ships[i], id)) << (3 + i);
    if (g->depth)
        said |= (unsigned)set_has(cards_of(g, &g->frame[g->depth - 1]), id) << 5 | (unsigned)set_has(more_of(g, &g->frame[g->depth - 1]), id) << 6;
    for (int i = 0; i < g->decision.count; i++)
        said |= (unsigned)(option_at(g, i).card == id) << 7 | (unsigned)(option_at(g, i).target == id) << 8;
    return said;
}

static bool may_change_places(const Game *g, int viewer, CardId a, CardId b)
{
    const Card *x = &g->card[a], *y = &g->card[b];
    return !may_know(g, viewer, a) && !may_know(g, viewer, b) && !x->top && !y->top && x->zone == y->zone && x->owner == y->owner
        && x->commander == y->commander && x->flags == y->flags && spoken_of(g, a) == spoken_of(g, b);
}

/* Deals the numbers of a list's hidden cards to each other's places: the cards keep what they are, and lie elsewhere. */
static void change_places(Game *g, int viewer, Rng *rng, CardId *top, CardId *bottom)
{
    CardId list[MAX_CARDS];
    int count = 0;
    for (CardId id = *top; id; id = g->card[id].below)
        list[count++] = id;
    for (int i = count - 1; i > 0; i--) {
        int k = (int)rng_below(rng, (uint32_t)i + 1);
        if (k != i && may_change_places(g, viewer, list[i], list[k])) {
            CardId id = list[i];
            list[i] = list[k];
            list[k] = id;
            met.moved++;
        }
    }
    for (int i = 0; i < count; i++) {
        g->card[list[i]].above = i ? list[i - 1] : NO_CARD;
        g->card[list[i]].below = i + 1 < count ? list[i + 1] : NO_CARD;
    }
    *top = count ? list[0] : NO_CARD;
    *bottom = count ? list[count - 1] : NO_CARD;
}

/* Dealing again gives a place another card under the same number; this gives it another number as well. */
static void change_all_places(Game *g, int viewer, uint64_t seed)
{
    Rng rng;
    rng_seed(&rng, seed);
    for (int p = 0; p < g->players; p++)
        for (int zone = 0; zone < ZONE_COUNT; zone++)
            change_places(g, viewer, &rng, &g->pile[p][zone].top, &g->pile[p][zone].bottom);
    change_places(g, viewer, &rng, &g->stack.top, &g->stack.bottom);
    for (CardId id = 1; id <= g->card_count; id++)
        if (g->card[id].top)
            change_places(g, viewer, &rng, &g->card[id].top, &g->card[id].bottom);
}

static void check_same(Watched *w, int at, Text *before)
{
    Text after;
    sl_game *game = w->live.game;
    sl_game_copy(w->twin, game);
    sl_game_resample(w->twin, viewer_number(at), (uint64_t)w->decisions * 31 + (uint64_t)w->number);
    change_all_places(&w->twin->g, viewer_number(at), (uint64_t)w->decisions * 37 + (uint64_t)w->number);
    w->live.game = w->twin;
    tell(w, at, &after);
    w->live.game = game;
    met.compared++;
    if (!same_text(before, &after)) {
        without_own_values(before, at);
        without_own_values(&after, at);
        met.silent++;
    }
    if (!same_text(before, &after))
        say_difference(w, at, before, &after);
    text_free(&after);
}

/* What a viewer is allowed to know: the cards that he may know now, and those he could see when something happened to them. */
/* A line about a random selection names candidates that the viewer could see then: at this decision or at the last. */
static void check_lot(Watched *w, int at, long number, const bool knows[MOST_DEFS])
{
    char text[SL_EVENT_TEXT];
    const Trace *trace = w->live.game->trace;
    const LogEvent *e = &trace->event[(number - 1) % TRACE_EVENTS];
    sl_game_event_text(w->live.game, viewer_number(at), number, text, sizeof text);
    for (int i = 0; e->lot && i < e->number; i++) {
        sl_facts facts;
        int def = trace->lot[(e->lot - 1 + i) % TRACE_LOTS].def;
        sl_card_facts(library, def, &facts);
        met.lots++;
        if (def != e->def && !knows[def] && !w->knew[at][def] && strstr(text, facts.name))
            broken(w, at, text);
    }
}

static void learn(Watched *w, int at)
{
    bool knows[MOST_DEFS] = { false };
    sl_card card;
    const sl_game *game = w->live.game;
    const Trace *trace = game->trace;
    unsigned everybody = (1u << SEATS) - 1, who = at < SEATS ? 1u << at : everybody;
    for (int id = 1; id <= sl_game_cards(game); id++)
        if (sl_game_card(game, viewer_number(at), id, &card) && card.def)
            knows[card.def] = w->known[at][card.def] = true;
    for (long k = w->seen_events; k < trace->count; k++) {
        const LogEvent *e = &trace->event[k % TRACE_EVENTS];
        if (at > SEATS ? e->seen != 0 : (e->seen & who) == who)
            w->known[at][e->def] = w->known[at][e->other_def] = true;
        check_lot(w, at, k + 1, knows);
    }
    memcpy(w->knew[at], knows, sizeof knows);
}

/* Whether what ends here is the end of another name that this viewer knows: a "Bajoran Scout Vessel" is no "Scout Vessel". */
static bool ends_longer_name(const Watched *w, int at, const Text *text, const char *end, const char *name)
{
    for (int def = 1; def < MOST_DEFS; def++) {
        sl_facts facts;
        if (!w->known[at][def] || !sl_card_facts(library, def, &facts))
            continue;
        size_t len = strlen(facts.name);
        if (len > strlen(name) && (size_t)(end - text->at) >= len && strncmp(end - len, facts.name, len) == 0)
            return true;
    }
    return false;
}

/* Where a name stands in a text as a name of its own; NULL if nowhere. */
static const char *named_at(const Watched *w, int at, const Text *text, const char *name)
{
    char quoted[300];
    Out out = { quoted, sizeof quoted, 0 };
    out_json(&out, str_of(name));
    quoted[out.len - 1] = '\0';
    size_t len = strlen(quoted + 1);
    for (const char *p = text->at + 2; (p = strstr(p, quoted + 1)) != NULL; p++) {
        bool before = strchr("\"\\", p[-1]) || (p[-1] == ' ' && islower((unsigned char)p[-2]));
        bool longer = isalnum((unsigned char)p[len]) || strchr("'-", p[len]) || (p[len] == ' ' && (isupper((unsigned char)p[len + 1]) || p[len + 1] == '('));
        if (before && !longer && !ends_longer_name(w, at, text, p + len, name))    /* not a part of another name */
            return p;
    }
    return NULL;
}

/* A decision to name a title offers the whole catalogue; otherwise no name of a card occurs that the viewer never knew. */
static void check_names(Watched *w, int at, const Text *text)
{
    sl_decision d;
    bool hidden[MOST_DEFS] = { false };
    sl_game_decision(w->live.game, &d);
    if (d.kind == SL_DECIDE_TITLE || w->decisions % NAMES)
        return;
    for (int id = 1; id <= sl_game_cards(w->live.game); id++) {
        sl_card card;
        sl_facts facts;
        sl_game_card(w->live.game, SL_OPEN, id, &card);
        if (w->known[at][card.def] || hidden[card.def])
            continue;
        hidden[card.def] = true;
        met.hidden++;
        sl_card_facts(library, card.def, &facts);
        const char *where = named_at(w, at, text, facts.name);
        if (where) {
            char what[300];
            snprintf(what, sizeof what, "a message names a card that this viewer may not know: …%.160s", where - (where - text->at > 80 ? 80 : 0));
            broken(w, at, what);
        }
    }
}

/* A card's number is its own for the whole game, and decks are no secret: no number of a hidden card is told, either. */
static void check_numbers(const Watched *w, int at, const json_t *value, const char *key)
{
    static const char *const cards[] = { "id", "card", "target", "facing", "mission", "ship", "eligible", "chosen", "group", "source" };
    const char *inner;
    size_t i;
    json_t *part;
    if (json_is_object(value)) {
        json_object_foreach((json_t *)value, inner, part)
            if (strcmp(inner, "log") != 0)      /* what it names was no secret then */
                check_numbers(w, at, part, inner);
    } else if (json_is_array(value)) {
        json_array_foreach((json_t *)value, i, part)
            check_numbers(w, at, part, key);
    } else if (json_is_integer(value)) {
        int id = (int)json_integer_value(value);
        sl_card card;
        for (size_t k = 0; k < countof(cards); k++)
            if (strcmp(cards[k], key) == 0 && sl_game_card(w->live.game, viewer_number(at), id, &card) && !card.def)
                broken(w, at, "a message has the number of a hidden card");
        met.places += strcmp(key, "id") == 0 && id > sl_game_cards(w->live.game);
    }
}

/* What stands for a hidden card means that card when it comes back. */
static void check_meaning(const Watched *w, int at)
{
    for (int id = 1; id <= sl_game_cards(w->live.game); id++)
        if (sl_game_meant(w->live.game, viewer_number(at), sl_game_shown(w->live.game, viewer_number(at), id)) != id)
            broken(w, at, "the number of a place means another card");
}

static void check_told(const Watched *w, int at, const Text *text)
{
    json_error_t why;
    Str rest = { text->at, text->len }, line = str_line(&rest);
    json_t *state = json_loadb(line.at, line.len, 0, &why);
    if (!state)
        broken(w, at, why.text);
    check_numbers(w, at, state, "");
    json_decref(state);
    if (!live_is_solo(&w->live) && ++met.padded && line.len % 256)
        broken(w, at, "between people the length of a message tells something");
    check_meaning(w, at);
}

static void check_state(Watched *w)
{
    sl_decision d;
    int ids[8];
    sl_game_decision(w->live.game, &d);
    met.responses += d.kind == SL_DECIDE_RESPONSE;
    for (int i = 0; i < d.options; i++) {
        sl_card card;
        int id = sl_game_option(w->live.game, i).card;
        met.blind += id && sl_game_card(w->live.game, d.player, id, &card) && !card.def;
    }
    met.stacks += d.kind == SL_DECIDE_STACK;
    for (int p = 0; p < SEATS; p++)
        met.brigs += sl_game_list(w->live.game, p, SL_BRIG, ids, 8) > 0;
    for (int at = 0; at < VIEWERS; at++) {
        Text text;
        learn(w, at);
        if (w->decisions % w->every || (at >= SEATS && w->decisions % NAMES))
            continue;                           /* watchers know what players know */
        tell(w, at, &text);
        met.downloads += strstr(text.at, "downloads") != NULL;
        met.attempts += strstr(text.at, "\"attempt\":{") != NULL;
        check_names(w, at, &text);
        if (w->decisions % NAMES == 0)
            check_told(w, at, &text);
        check_same(w, at, &text);
        text_free(&text);
    }
    w->seen_events = sl_game_events(w->live.game);
}

/* Half of the answers are the computer player's, so that missions are attempted; the others go everywhere else. */
static int next_answer(Watched *w, Mind *mind)
{
    int options = sl_game_options(w->live.game);
    if (rng_below(&w->rng, 2))
        return (int)rng_below(&w->rng, (uint32_t)options);
    int option = player_find("greedy")->choose(mind, w->live.game);
    return option >= 0 && option < options ? option : 0;
}

static void watch_a_game(int edition, int number, int every)
{
    static Watched w;
    watched_begin(&w, edition, number);
    w.every = every;
    Mind mind = mind_new((uint64_t)number + 1);
    for (; sl_game_player(w.live.game) >= 0 && w.decisions < MOST_DECISIONS; w.decisions++) {
        check_state(&w);
        sl_game_answer(w.live.game, next_answer(&w, &mind));
    }
    mind_free(&mind);
    watched_end(&w);
}

/* First Edition hides more: seed cards under missions, hidden agendas, side decks. */
static void nothing_hidden_leaves_the_server_in_first_edition(void **state)
{
    (void)state;
    memset(&met, 0, sizeof met);
    for (int number = getenv("LONG") ? 0 : 1; number < FIRST_GAMES; number += getenv("LONG") ? 1 : 2)
        watch_a_game(SL_FIRST_EDITION, number, getenv("LONG") ? 4 : 8);
    print_message("%ld messages; %ld responses, %ld with attempts, %ld hidden names, %ld own values, %ld changed places, %ld blind options\n", met.messages,
                  met.responses, met.attempts, met.hidden, met.silent, met.moved, met.blind);
    assert_true(met.attempts > 20 && met.hidden > 10000 && met.places > 1000 && met.moved > 10000 && met.compared > 1500 && met.silent * 50 < met.compared);
}

static void nothing_hidden_leaves_the_server(void **state)
{
    (void)state;
    for (int number = getenv("LONG") ? 0 : GAMES - SHORT_GAMES; number < GAMES; number++)
        watch_a_game(SL_SECOND_EDITION, number, getenv("LONG") ? 2 : 4);
    print_message("%ld messages; %ld responses, %ld stacks, %ld brigs, %ld with downloads, %ld with attempts, %ld hidden names, %ld own values\n", met.messages,
                  met.responses, met.stacks, met.brigs, met.downloads, met.attempts, met.hidden, met.silent);
    print_message("%ld changed places; %ld blind options, %ld reaches, %ld needs, %ld previews, %ld of a padded length\n", met.moved, met.blind, met.reach,
                  met.needs, met.previews, met.padded);
    assert_true(met.responses > 100 && met.stacks > 20 && met.brigs > 0 && met.downloads > 100 && met.attempts > 100 && met.hidden > 10000 && met.places > 1000);
    assert_true(met.moved > 10000 && met.reach > 100 && met.needs > 100 && met.previews > 5 && met.padded > 100 && met.lots > 100);
    assert_true(met.compared > 2000 && met.silent * 50 < met.compared);
}

/* ---- what the owner may know is there ---- */

static bool shows(const Text *text, int card)
{
    char id[40];
    snprintf(id, sizeof id, "{\"id\":%d,\"", card);
    const char *at = strstr(text->at, id);
    const char *end = at ? strchr(at, '}') : NULL, *def = at ? strstr(at, "\"def\":") : NULL;
    return def && def < end;
}

/* Dilemmas that were drawn or stacked, and a card that is being played, are in the view of whoever may know them. */
static void check_passing(Watched *w, long met_zones[SL_ZONE_COUNT])
{
    for (int at = 0; at < VIEWERS; at++) {
        Text text = { 0 };
        w->conn[at].log_sent = 0;
        state_write(&text, &w->conn[at], NULL, 0);
        for (int id = 1; id <= sl_game_cards(w->live.game); id++) {
            sl_card card;
            sl_game_card(w->live.game, viewer_number(at), id, &card);
            if (card.zone != SL_DRAWN && card.zone != SL_STACK && card.zone != SL_PLAYING)
                continue;
            met_zones[card.zone]++;
            if (shows(&text, id) != (card.def != 0))
                broken(w, at, card.def ? "a card that this viewer may know is not in his view" : "a hidden card is in a view");
        }
        text_free(&text);
    }
}

static void the_owner_sees_what_he_drew(void **state)
{
    (void)state;
    static Watched w;
    long zones[SL_ZONE_COUNT] = { 0 };
    for (int number = 0; number < DECKS; number += 2) {
        watched_begin(&w, SL_SECOND_EDITION, number);
        Mind mind = mind_new((uint64_t)number + 1);
        for (; sl_game_player(w.live.game) >= 0 && w.decisions < MOST_DECISIONS; w.decisions++) {
            check_passing(&w, zones);
            sl_game_answer(w.live.game, next_answer(&w, &mind));
        }
        mind_free(&mind);
        watched_end(&w);
    }
    assert_true(zones[SL_DRAWN] > 0 && zones[SL_STACK] > 0 && zones[SL_PLAYING] > 0);
}

/* ---- looking back, and watching from behind ---- */

enum { BACK_DECISIONS = 300, BACK_GAMES = 2, LOOK_EVERY = 5, LOOK_AFTER = 100 };

/* A game between people as the server has it, with both players, somebody who is a turn behind and somebody else's user. */
typedef struct {
    Live *live;
    Conn conn[SEATS], late, stranger;
    uint64_t shown[SEATS][BACK_DECISIONS + 1];  /* what a player was shown after so many answers: hashes of the view and the log … */
    uint64_t watched[BACK_DECISIONS + 1];       /* … and what a watcher would have been shown who is not behind */
    long events[BACK_DECISIONS + 1];
    long looked, followed, behind;
} Back;

static int64_t user_new(const char *sid)
{
    Error err = { "" };
    int64_t user = 0;
    if (!store_session_new(server.store, sid, 1, &user, &err))
        fail_msg("%s", err.text);
    return user;
}

static void back_begin(Back *b, int number)
{
    Error err = { "" };
    char sid[40], id[STORE_ID], *text[SEATS], terms[] = "clock=0 increment=0 beat=1200 away=300 watching=closed delay=-1 undo=1", nothing[] = "";
    int64_t user[SEATS + 1];
    *b = (Back){ 0 };
    for (int i = 0; i <= SEATS; i++) {
        snprintf(sid, sizeof sid, "%d-%d", number, i);
        user[i] = user_new(sid);
    }
    snprintf(id, sizeof id, "%022d", number);
    StoredGame game = { .user = user[0], .opponent = "human", .seed = 500 + (uint64_t)number, .date = 20261101, .terms = terms, .moment = nothing };
    memcpy(game.id, id, sizeof id);
    for (int i = 0; i < SEATS; i++) {
        const sl_deck *of = deck[(2 * number + i) % DECKS];
        size_t size = sl_deck_write(library, of, NULL, 0);
        text[i] = game.deck_text[i] = net_alloc(size + 1);
        sl_deck_write(library, of, text[i], size + 1);
        snprintf(game.deck_name[i], sizeof game.deck_name[i], "deck %d", i);
    }
    if (!store_game_new(server.store, &game, &err) || !store_seat(server.store, id, 1, user[1], &err) || !(b->live = live_get(&server, id, &err)))
        fail_msg("%s", err.text[0] ? err.text : "no game");
    for (int i = 0; i < SEATS; i++) {
        b->conn[i] = (Conn){ .hello = true, .live = b->live, .seat = i, .user = user[i] };
        free(text[i]);
    }
    b->late = (Conn){ .hello = true, .live = b->live, .seat = -1 };
    b->stranger = (Conn){ .hello = true, .live = b->live, .seat = -1, .user = user[SEATS], .next = &b->late };
    b->live->socket = &b->stranger;
}

static void back_end(Back *b)
{
    b->live->socket = NULL;
    live_drop(&server, b->live);
    live_let_go(&server);
}

/* Between two keys of a message; the view and the log are all from "view" to what follows them. */
static uint64_t hash_of_shown(const Text *text)
{
    const char *from = strstr(text->at, "\"view\":"), *end = strstr(text->at, ",\"pad\":");
    if (!from)
        fail_msg("there is no view in %.300s", text->at);
    return hash_bytes(from, end ? (size_t)(end - from) : strlen(from));
}

static uint64_t hash_of_state(Conn *conn, Text *keep)
{
    Text text = { 0 };
    conn->log_sent = 0;
    state_write(&text, conn, NULL, 0);
    uint64_t hash = hash_of_shown(&text);
    if (keep)
        *keep = text;
    else
        text_free(&text);
    return hash;
}

static void note_shown(Back *b)
{
    int n = b->live->answers, delay = b->live->terms.delay;
    for (int i = 0; i < SEATS; i++)
        b->shown[i][n] = hash_of_state(&b->conn[i], NULL);
    b->live->terms.delay = 0;
    b->watched[n] = hash_of_state(&b->late, NULL);
    b->live->terms.delay = delay;
    b->events[n] = sl_game_events(b->live->game);
}

/* Who is a turn behind sees what a watcher saw then, and nothing that happens now changes what he is told. */
static void check_late(Back *b, int number)
{
    Live *live = b->live;
    Text text, now;
    late_follow(&server, live, 0);
    uint64_t hash = hash_of_state(&b->late, &text);
    if (!table_is_late(&b->late) || hash != b->watched[live->late_at])
        fail_msg("game %d: after %d answers, a watcher who is behind at %d sees something else", number, live->answers, live->late_at);
    live->moment.ask[0] = ASK_DRAW;
    live->moment.left[1] -= 1000;
    live->beat.open = !live->beat.open;
    hash_of_state(&b->late, &now);
    live->beat.open = !live->beat.open;
    live->moment.ask[0] = ASK_NONE;
    if (!same_text(&text, &now))
        fail_msg("game %d: who is behind is told what goes on now", number);
    text_free(&text);
    text_free(&now);
    b->followed += live->late_at > 0;
    b->behind += live->late_at < live->answers;
}

/* The message that came, as a string; the caller frees it. */
static Text heard(Conn *conn, const char *type, const char *format, int number)
{
    told = (Text){ 0 };
    memset(&conn->replay, 0, sizeof conn->replay);
    say(conn, type, format, number);
    live_hold(&server, conn->live);
    return told;
}

static void expect_refused(Conn *conn, const char *type, const char *format, int number)
{
    Text text = heard(conn, type, format, number);
    if (!strstr(text.at, "\"code\":\"not-allowed\""))
        fail_msg("%s is answered with %.300s", type, text.at);
    text_free(&text);
}

static void check_marks(const Back *b, int at)
{
    Text text = heard((Conn *)&b->conn[at], "replay-marks", "\"x\":%d", 0), expected = { 0 };
    text_add(&expected, "\"events\":[");
    for (int n = 0; n <= b->live->answers; n++)
        text_add(&expected, "%s%ld", n ? "," : "", b->events[n]);
    text_add(&expected, "]");
    if (!strstr(text.at, expected.at))
        fail_msg("the marks have other lines than the log: %.300s", text.at);
    text_free(&text);
    text_free(&expected);
}

/* Each player sees any position as it was shown to him; nobody sees it otherwise, and nobody is advised. */
static void check_back(Back *b, int number)
{
    for (int at = 0; at < SEATS; at++) {
        for (int n = at; n <= b->live->answers; n += LOOK_EVERY) {
            Text text = heard(&b->conn[at], "replay", "\"at\":%d", n);
            char *last = strrchr(text.at, ']');  /* of the log */
            last[1] = '\0';
            if (hash_of_shown(&text) != b->shown[at][n])
                fail_msg("game %d: player %d sees decision %d otherwise than he did", number, at, n);
            text_free(&text);
            b->looked++;
        }
        expect_refused(&b->conn[at], "replay", "\"at\":0,\"eyes\":%d", 1 - at);
        expect_refused(&b->conn[at], "replay", "\"at\":%d,\"eyes\":\"open\"", 0);
        expect_refused(&b->conn[at], "replay", "\"at\":%d,\"eyes\":\"watch\"", 0);
        expect_refused(&b->conn[at], "advise", "\"n\":%d", b->live->answers);
        check_marks(b, at);
    }
    expect_refused(&b->stranger, "replay", "\"at\":%d", 0);
    expect_refused(&b->stranger, "replay", "\"at\":%d,\"eyes\":0", 0);
    expect_refused(&b->late, "replay-marks", "\"x\":%d", 0);
}

/* As live_record does it, without a disk. */
static void give(Live *live, int option)
{
    if (live->answers == live->room) {
        live->room = live->room ? 2 * live->room : 256;
        live->answer = realloc(live->answer, (size_t)live->room * sizeof *live->answer);
        live->how = realloc(live->how, (size_t)live->room);
        live->when = realloc(live->when, (size_t)live->room * sizeof *live->when);
    }
    live->how[live->answers] = 0;
    live->when[live->answers] = 0;
    live->answer[live->answers++] = option;
    live->timed = live->answers;
    sl_game_answer(live->game, option);
}

/* Watchers who are minutes behind go by when an answer was given: a take-back leaves the times of those before it as they are, and what
 * takes the places of the others is as new as it is. */
static void a_take_back_keeps_the_times_of_answers(void **state)
{
    (void)state;
    enum { GIVEN = 600, TAKEN = 5, STEP = 1000, NOW = GIVEN * STEP };
    static Back b;
    Watched player = { .number = BACK_GAMES };
    rng_seed(&player.rng, 11);
    Mind mind = mind_new(1);
    back_begin(&b, BACK_GAMES);
    Live *live = b.live;
    live->terms.delay = 60;
    while (sl_game_player(live->game) >= 0 && live->answers < GIVEN) {
        player.live.game = live->game;
        give(live, next_answer(&player, &mind));
        live->when[live->answers - 1] = (int64_t)live->answers * STEP;
    }
    int keep = live->answers - TAKEN;
    assert_true(keep > 300);                    /* arrays that grew once grow again */
    told = (Text){ 0 };
    table_undone(&server, live, keep, NOW);
    text_free(&told);
    assert_true(live->answers >= keep && live->timed == live->answers);
    for (int i = 0; i < live->answers; i++)
        assert_int_equal(live->when[i], i < keep ? (int64_t)(i + 1) * STEP : NOW);
    mind_free(&mind);
    back_end(&b);
}

static void the_past_is_what_was_shown(void **state)
{
    (void)state;
    static Back b;
    long looked = 0, followed = 0, behind = 0;
    for (int number = 0; number < BACK_GAMES; number++) {
        Watched player = { .number = number };
        rng_seed(&player.rng, (uint64_t)number + 3);
        Mind mind = mind_new((uint64_t)number + 1);
        back_begin(&b, number);
        sl_game_free(b.live->beat.ahead);       /* each player is shown the decision that there is */
        b.live->beat = (Beat){ 0 };
        assert_int_equal(b.live->answers, 0);
        while (sl_game_player(b.live->game) >= 0 && b.live->answers < BACK_DECISIONS) {
            note_shown(&b);
            check_late(&b, number);
            if (b.live->answers % LOOK_AFTER == 0)
                check_back(&b, number);
            player.live.game = b.live->game;
            give(b.live, next_answer(&player, &mind));
        }
        looked += b.looked;
        followed += b.followed;
        behind += b.behind;
        mind_free(&mind);
        back_end(&b);
    }
    print_message("%ld positions looked back at, %ld seen from behind, %ld of them late\n", looked, followed, behind);
    assert_true(looked > 200 && followed > 200 && behind > 200);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_owner_sees_what_he_drew),
        cmocka_unit_test(nothing_hidden_leaves_the_server),
        cmocka_unit_test(nothing_hidden_leaves_the_server_in_first_edition),
        cmocka_unit_test(the_past_is_what_was_shown),
        cmocka_unit_test(a_take_back_keeps_the_times_of_answers),
    };
    sl_error err = { "" };
    library = builtin_library(&err);
    if (builtin_decks(library, deck, DECKS, &err) != DECKS || builtin_decks_of(library, SL_FIRST_EDITION, first_deck, FIRST_DECKS, &err) != FIRST_DECKS) {
        fprintf(stderr, "%s\n", err.text[0] ? err.text : "built-in decks are missing");
        return 2;
    }
    Error why = { "" };
    server.setup.library = library;
    server.setup.games = 100;
    server.shared = &shared;
    pthread_mutex_init(&shared.registry, NULL);
    server.store = store_open(":memory:", &why);
    shared.scribe = server.store ? scribe_new(&shared, ":memory:", &why) : NULL;
    if (!shared.scribe) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    scribe_end(shared.scribe);
    live_forget_all(&shared);
    store_close(server.store);
    pthread_mutex_destroy(&shared.registry);
    for (int i = 0; i < DECKS; i++)
        sl_deck_free(deck[i]);
    for (int i = 0; i < FIRST_DECKS; i++)
        sl_deck_free(first_deck[i]);
    sl_library_free(library);
    return failed;
}
