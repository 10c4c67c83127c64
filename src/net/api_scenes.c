/* Scenes over HTTP: the project's own, and any text that somebody wants to see played.
 *
 * A scene comes from outside and may ask for any amount of work, so everything about it is bounded: its size, its answers, the time
 * and the length of what is sent back.  With each line goes the table as that line left it, from the eyes that were asked for. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"
#include "scene/scene.h"

#include <stdlib.h>
#include <time.h>

enum {
    SCENE_MOST = 32 * 1024,                    /* bytes of a scene */
    SCENE_ANSWERS = 20000,
    SCENE_MILLISECONDS = 500,
    SCENE_REPLY = 4 * 1024 * 1024,             /* bytes of steps */
    SCENE_LOG = 200,                           /* lines of the log of one step */
};

typedef struct {
    Server *server;
    int  viewer;
    Text steps;
    Text view;                                 /* the last one that was sent */
    json_t *cards;                             /* the scene's own */
    long logged;
    int  players;
    int64_t until;
} Play;

/* Of work, not of the wall: a busy machine does not make a scene a long one. */
static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the project's scenes ---- */

/* "2e/beaming/stays.scene" is known as 2e/beaming/stays. */
static Str id_of(const sl_file *file)
{
    Str id = str_of(file->name);
    if (id.len > strlen(".scene"))
        id.len -= strlen(".scene");
    return id;
}

void scenes_list(Shelf *shelf)
{
    SceneReport *about = net_alloc(sizeof *about);
    json_t *list = json_array();
    for (int i = 0; i < shelf->setup.scenes; i++) {
        const sl_file *file = &shelf->setup.scene[i];
        Str id = id_of(file);
        json_t *cites = json_array();
        scene_about(file->name, file->data, file->size, about);
        for (int k = 0; k < about->cite_count; k++)
            json_array_append_new(cites, words(about->cite[k].id));
        json_array_append_new(list, json_pack("{s:s#,s:o,s:o}", "id", id.at, (int)id.len, "title", words(about->title), "cites", cites));
    }
    free(about);
    json_t *all = json_pack("{s:o}", "scenes", list);
    text_value(&shelf->scenes, all);
    json_decref(all);
}

static bool scene_names(const sl_file *file, const char *card)
{
    size_t len = strlen(card);
    for (const char *at = file->data; (at = memchr(at, '"', file->size - (size_t)(at - file->data))); at++)
        if ((size_t)(file->data + file->size - at) > len + 1 && memcmp(at + 1, card, len) == 0 && (at[len + 1] == '"' || at[len + 1] == ','))
            return true;
    return false;
}

/* The scenes in which a card stands by its name, whole or without its subtitle. */
static void get_scenes_of(Server *server, const char *card, Reply *reply)
{
    const ShelfSetup *shelf = &server->setup.shelf->setup;
    json_t *list = json_array();
    SceneReport *about = net_alloc(sizeof *about);
    for (int i = 0; i < shelf->scenes; i++) {
        const sl_file *file = &shelf->scene[i];
        Str id = id_of(file);
        if (!scene_names(file, card))
            continue;
        scene_about(file->name, file->data, file->size, about);
        json_array_append_new(list, json_pack("{s:s#,s:o,s:[]}", "id", id.at, (int)id.len, "title", words(about->title), "cites"));
    }
    free(about);
    reply_json(reply, json_pack("{s:o}", "scenes", list));
}

void get_scenes(Server *server, Request *request, Reply *reply)
{
    char card[200];
    query_field(request, "card", card, sizeof card);
    if (card[0])
        get_scenes_of(server, card, reply);
    else
        reply_list(reply, request, &server->setup.shelf->scenes);
}

void get_scene(Server *server, Request *request, Reply *reply)
{
    Str wanted = str_of(request->path + strlen("/api/scenes/"));
    const ShelfSetup *shelf = &server->setup.shelf->setup;
    for (int i = 0; i < shelf->scenes; i++) {
        const sl_file *file = &shelf->scene[i];
        if (!str_eq(id_of(file), wanted))
            continue;
        reply_json(reply, json_pack("{s:s#,s:o}", "id", wanted.at, (int)wanted.len, "text", words(file->data)));
        reply_tag(reply, request);
        return;
    }
    reply_error(reply, 404, "not-found", "there is no such scene; /api/scenes lists them");
}

/* ---- a scene that is played ---- */

/* To look at a table from a player's side is itself an event for the rulings: it happens on a copy. */
static void look(const Play *play, const sl_game *game, Text *out)
{
    sl_game *copy = play->viewer == SL_OPEN ? NULL : sl_game_clone(game);
    add_view(out, copy ? copy : game, play->viewer);
    if (copy)
        sl_game_free(copy);
}

static void add_step_view(Play *play, const sl_game *game)
{
    Text now = { 0 };
    look(play, game, &now);
    bool same = now.len == play->view.len && now.len && memcmp(now.at, play->view.at, now.len) == 0;
    text_add(&play->steps, ",\"view\":");
    if (same)
        text_add(&play->steps, "null");
    else
        text_bytes(&play->steps, now.at, now.len);
    text_free(&play->view);
    play->view = now;
}

static void add_step_log(Play *play, const sl_game *game)
{
    long last = sl_game_events(game), first = last - play->logged > SCENE_LOG ? last - SCENE_LOG : play->logged;
    sl_event event;
    while (first < last && !sl_game_event(game, play->viewer, first + 1, &event))
        first++;
    text_add(&play->steps, ",\"log\":[");
    for (long i = first + 1; i <= last; i++) {
        if (i > first + 1)
            text_add(&play->steps, ",");
        add_event(&play->steps, game, play->viewer, i);
    }
    text_add(&play->steps, "]");
    play->logged = last;
}

static void add_own_cards(Play *play, const sl_library *library)
{
    play->cards = json_array();
    for (int def = sl_card_count(play->server->setup.library) + 1; def <= sl_card_count(library); def++) {
        sl_facts facts;
        if (sl_card_facts(library, def, &facts))
            json_array_append_new(play->cards, card_json(library, def, &facts));
    }
}

static bool on_step(void *to, const SceneStep *step)
{
    Play *play = to;
    if (!play->cards)
        add_own_cards(play, sl_game_library(step->game));
    play->players = sl_game_players(step->game);
    text_add(&play->steps, "%s{\"line\":%d,\"expects\":%s,\"ok\":%s,\"message\":", play->steps.len ? "," : "", step->line,
             step->expects ? "true" : "false", step->holds ? "true" : "false");
    text_json(&play->steps, step->why);
    add_step_view(play, step->game);
    add_step_log(play, step->game);
    text_add(&play->steps, "}");
    return play->steps.len < SCENE_REPLY && milliseconds() < play->until;
}

static void write_report(const SceneReport *report, const Play *play, Reply *reply)
{
    Text *out = &reply->body;
    reply->status = 200;
    reply->type = "application/json";
    text_add(out, "{\"ok\":%s,\"bad_input\":%s,\"line\":%d,\"column\":%d,\"message\":", report->passed ? "true" : "false",
             report->bad_input ? "true" : "false", report->line, report->col);
    text_json(out, report->why);
    text_add(out, ",\"title\":");
    text_json(out, report->title);
    text_add(out, ",\"players\":%d,\"cites\":[", play->players);
    for (int i = 0; i < report->cite_count; i++) {
        text_add(out, "%s{\"id\":", i ? "," : "");
        text_json(out, report->cite[i].id);
        text_add(out, ",\"cited\":%s}", report->cite[i].cited ? "true" : "false");
    }
    text_add(out, "],\"cards\":");
    if (play->cards)
        text_value(out, play->cards);
    else
        text_add(out, "[]");
    text_add(out, ",\"steps\":[");
    text_bytes(out, play->steps.at ? play->steps.at : "", play->steps.len);
    text_add(out, "]}");
}

/* "open" or a player's letter; false when it is neither. */
static bool read_eyes(const char *text, int *out)
{
    bool player = text[0] >= 'A' && text[0] < 'A' + SL_PLAYERS && !text[1];
    *out = player ? text[0] - 'A' : SL_OPEN;
    return player || !text[0] || strcmp(text, "open") == 0;
}

static void play_scene(Server *server, const json_t *body, Reply *reply)
{
    const char *text = text_of(body, "text"), *off = text_of(body, "without");
    Play play = { .server = server, .until = milliseconds() + SCENE_MILLISECONDS };
    SceneHow how = { .go_on = true, .patience = SCENE_ANSWERS, .work = SCENE_WORK, .told = on_step, .to = &play };
    how.without_ruling = off[0] ? sl_ruling_find(server->setup.library, off) + 1 : 0;
    if (strlen(text) > SCENE_MOST) {
        reply_error(reply, 413, "too-large", "a scene has at most 32 KiB here");
    } else if (!read_day(text_of(body, "date"), &how.date)) {
        reply_error(reply, 400, "bad-message", "date is a day such as 2014-07-07");
    } else if (off[0] && how.without_ruling == 0) {
        reply_error(reply, 400, "bad-message", "without names a ruling such as 2e-2014/own.1");
    } else if (!read_eyes(text_of(body, "eyes"), &play.viewer)) {
        reply_error(reply, 400, "bad-message", "eyes are open, A, B, C or D");
    } else {
        SceneReport *report = net_alloc(sizeof *report);
        scene_run_so(server->setup.library, "scene", text, strlen(text), &how, report);
        write_report(report, &play, reply);
        free(report);
    }
    json_decref(play.cards);
    text_free(&play.steps);
    text_free(&play.view);
}

void post_scene(Server *server, Request *request, Reply *reply)
{
    json_t *body = body_of(request, reply);
    if (body)
        play_scene(server, body, reply);
    json_decref(body);
}
