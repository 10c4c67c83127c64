/* spaceline rules: the numbered rules to read, and the search through rules and rulings. */
#include "cli/lookup.h"
#include "scene/scene.h"

#include <stdlib.h>

extern const sl_file embedded_scenes[];         /* made by tools/embed from tests/scenes */
extern const int embedded_scenes_count;

enum { MOST_HITS = 200, MOST_SHOWN_SCENES = 8 };

void json_parts(Json *json, const char *list, const char *between)
{
    Str rest = str_of(list);
    while (rest.len) {
        size_t len = 0;
        while (len < rest.len && !strchr(between, rest.at[len]))
            len++;
        char one[200];
        snprintf(one, sizeof one, "%.*s", STR(str_trim((Str){ rest.at, len })));
        json_text(json, NULL, one);
        len += len < rest.len;
        rest = (Str){ rest.at + len, rest.len - len };
    }
}

/* ---- the scenes that show a rule ---- */

/* "2e-2014/dilemmas" is cited by a scene that cites its part "2e-2014/dilemmas.3". */
static bool is_cited_as(const char *cited, const char *id)
{
    size_t len = strlen(id);
    return strncmp(cited, id, len) == 0 && (cited[len] == '\0' || (cited[len] == '.' && strchr(id, '/')));
}

static bool scene_cites(const sl_file *file, const char *id, SceneReport *about)
{
    scene_about(file->name, file->data, file->size, about);
    for (int i = 0; i < about->cite_count; i++)
        if (is_cited_as(about->cite[i].id, id))
            return true;
    return false;
}

typedef void OnScene(void *to, const char *file);

static int each_scene_of(const char *id, OnScene *found, void *to)
{
    SceneReport *about = malloc(sizeof *about);
    int count = 0;
    for (int i = 0; about && i < embedded_scenes_count; i++)
        if (scene_cites(&embedded_scenes[i], id, about)) {
            count++;
            found(to, embedded_scenes[i].name);
        }
    free(about);
    return count;
}

static void json_scene(void *to, const char *file)
{
    json_text(to, NULL, file);
}

static void print_scene(void *to, const char *file)
{
    int *shown = to;
    if (++*shown <= MOST_SHOWN_SCENES)
        printf("%s%s\n", *shown == 1 ? "\nScenes that show it:\n  " : "  ", file);
}

void print_scenes_of(const Data *data, const char *id)
{
    (void)data;
    int shown = 0, all = each_scene_of(id, print_scene, &shown);
    if (all > MOST_SHOWN_SCENES)
        printf("  and %d more\n", all - MOST_SHOWN_SCENES);
}

/* ---- list and show ---- */

static void json_rule(Json *json, const sl_rule *rule)
{
    json_text(json, "id", rule->id);
    json_text(json, "edition", rule->edition == SL_FIRST_EDITION ? "1e" : "2e");
    json_text(json, "chapter", rule->chapter);
    json_text(json, "part", rule->part);
    json_text(json, "text", rule->text);
    json_open(json, "rulings", '[');
    json_parts(json, rule->rulings, ",");
    json_close(json, ']');
}

static void rule_row(const sl_rule *rule)
{
    Str rest = str_of(rule->text);
    Str line = str_line(&rest);
    int room = text_width() - 16;
    bool cut = room > 20 && line.len > (size_t)room;
    if (cut)
        for (line.len = (size_t)room; line.len > 0 && line.at[line.len] != ' ';)
            line.len--;
    printf("%-14s %.*s%s\n", rule->id, STR(line), cut ? " …" : "");
}

typedef struct { int edition, date; } RulesArgs;

static int list(const Cli *cli, const Data *data, void *context)
{
    const RulesArgs *args = context;
    const char *chapter = "";
    Json json = { 0 };
    sl_rule rule;
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_open(&json, "rules", '[');
    }
    for (int i = 0; sl_rule_get(data->library, i, &rule); i++) {
        if (args->edition && rule.edition != args->edition)
            continue;
        if (cli->json) {
            json_open(&json, NULL, '{');
            json_rule(&json, &rule);
            json_close(&json, '}');
            continue;
        }
        if (strcmp(chapter, rule.chapter) != 0)
            printf("%s%s\n", chapter[0] ? "\n" : "", rule.chapter);
        chapter = rule.chapter;
        rule_row(&rule);
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
    return EXIT_DONE;
}

static void print_rule(const Data *data, const sl_rule *rule, int date)
{
    printf("%s, %s%s%s\n\n", rule->id, rule->chapter, rule->part[0] ? ": " : "", rule->part);
    Str rest = str_of(rule->text);
    for (Str line = str_line(&rest); line.len; line = str_line(&rest)) {
        char text[4000];
        snprintf(text, sizeof text, "%.*s", STR(line));
        text_wrap(text, line.at[0] == '|' ? 2 : 0, line.at[0] == '|' ? 4 : 0, text_width(), INKS_GONE);
    }
    Str ids = str_of(rule->rulings);
    for (const char *head = "\nRulings that belong to it:\n"; ids.len; head = "") {
        const char *comma = memchr(ids.at, ',', ids.len);
        Str id = str_trim((Str){ ids.at, comma ? (size_t)(comma - ids.at) : ids.len });
        ids = comma ? (Str){ comma + 1, ids.len - (size_t)(comma + 1 - ids.at) } : (Str){ ids.at, 0 };
        char name[120];
        sl_ruling ruling;
        snprintf(name, sizeof name, "%.*s", STR(id));
        if (!sl_ruling_get(data->library, sl_ruling_find(data->library, name), &ruling))
            continue;
        bool then = date == 0 || (ruling.from <= date && date < ruling.until);
        printf("%s", head);
        ruling_row(then ? "  " : "  not then in force: ", &ruling);
    }
    print_scenes_of(data, rule->id);
}

static int show(const Cli *cli, const Data *data, void *context)
{
    const RulesArgs *args = context;
    sl_rule rule;
    if (!sl_rule_get(data->library, sl_rule_find(data->library, cli->word[1]), &rule)) {
        Nearest near = nearest_to(str_of(cli->word[1]));
        for (int i = 0; sl_rule_get(data->library, i, &rule); i++)
            nearest_try(&near, str_of(rule.id));
        return complain("no rule '%s'%s%.*s", cli->word[1], near.best.len ? "; nearest: " : "; see spaceline rules list", STR(near.best));
    }
    if (!cli->json) {
        print_rule(data, &rule, args->date);
        return EXIT_DONE;
    }
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_rule(&json, &rule);
    json_open(&json, "scenes", '[');
    each_scene_of(rule.id, json_scene, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
    return EXIT_DONE;
}

/* ---- search ---- */

static void print_hits(const Cli *cli, const Data *data, const sl_hit *hits, int count, const char *key, const char *read_as)
{
    Json json = { 0 };
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_text(&json, "read_as", read_as);
        json_open(&json, key, '[');
    }
    for (int i = 0; i < count; i++) {
        sl_rule rule;
        sl_ruling ruling;
        bool is_rule = hits[i].is_rule && sl_rule_get(data->library, hits[i].index, &rule);
        if (!is_rule && !sl_ruling_get(data->library, hits[i].index, &ruling))
            continue;
        if (!cli->json && is_rule) {
            rule_row(&rule);
        } else if (!cli->json) {
            ruling_row("", &ruling);
        } else if (is_rule) {
            json_open(&json, NULL, '{');
            json_rule(&json, &rule);
            json_close(&json, '}');
        } else {
            json_ruling(&json, &ruling);
        }
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
}

int search_rules(const Cli *cli, const Data *data, sl_scope scope)
{
    char words[400] = "", read_as[400];
    Out out = { words, sizeof words, 0 };
    sl_hit hits[MOST_HITS];
    for (int i = 1; i < cli->words; i++)
        out_text(&out, "%s%s", i > 1 ? " " : "", cli->word[i]);
    int found = sl_search(data->library, words, &scope, hits, MOST_HITS, read_as, sizeof read_as);
    if (found > 0 && !str_is_nocase(str_of(read_as), words) && !cli->json)
        fprintf(stderr, "Looking for \"%s\".\n", read_as);
    print_hits(cli, data, hits, found < MOST_HITS ? found : MOST_HITS, scope.only_rulings ? "rulings" : "found", read_as);
    if (found > MOST_HITS)
        fprintf(stderr, "and %d more\n", found - MOST_HITS);
    if (found == 0 && !cli->json)
        fprintf(stderr, "Nothing has all of these words.\n");
    return found ? EXIT_DONE : EXIT_NO;
}

static int search(const Cli *cli, const Data *data, void *context)
{
    const RulesArgs *args = context;
    return search_rules(cli, data, (sl_scope){ .edition = args->edition, .date = args->date });
}

int command_rules(Cli *cli)
{
    RulesArgs args = { 0 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "only those of one edition" },
        { "as-of", "DATE", OPT_DATE, &args.date, "with the rulings in force on that day" },
    };
    const Usage usage = {
        "list\nshow ID\nsearch WORDS",
        "The numbered rules of both editions, with the rulings that belong to them and the scenes that show them.\n"
        "search looks through rules and rulings, and takes a misspelt word for the nearest that occurs.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    const Form forms[] = {
        { "list", 0, 0, "nothing more", list },
        { "show", 1, 1, "one id", show },
        { "search", 1, 100, "words", search },
    };
    return run_form(cli, forms, countof(forms), &args);
}
