/* spaceline rulings: the dated rulings, looked up and compared. */
#include "cli/cli.h"
#include "cli/coverage.h"
#include "cli/lookup.h"

typedef struct { RulingsWanted wanted; bool proof; } RulingsArgs;

static bool in_force(const sl_ruling *ruling, int date)
{
    return ruling->from <= date && date < ruling->until;
}

bool is_wanted(const RulingsWanted *wanted, const sl_ruling *ruling)
{
    return (wanted->edition == 0 || ruling->edition == wanted->edition) && (wanted->date == 0 || in_force(ruling, wanted->date));
}

static const char *edition_text(int edition)
{
    return edition == SL_FIRST_EDITION ? "1e" : "2e";
}

/* "A; B" as a list. */
static void json_titles(Json *json, const char *key, const char *titles)
{
    json_open(json, key, '[');
    json_parts(json, titles, ";");
    json_close(json, ']');
}

void json_ruling(Json *json, const sl_ruling *ruling)
{
    char date[11];
    date_text(ruling->from, date);
    json_open(json, NULL, '{');
    json_text(json, "id", ruling->id);
    json_text(json, "edition", edition_text(ruling->edition));
    json_text(json, "date", date);
    json_text(json, "topic", ruling->topic);
    json_text(json, "kind", ruling->kind);
    json_text(json, "summary", ruling->summary);
    json_text(json, "text", ruling->text);
    json_text(json, "changes", ruling->changes);
    json_titles(json, "cards", ruling->cards);
    json_text(json, "superseded_by", ruling->superseded_by && ruling->superseded_by[0] ? ruling->superseded_by : NULL);
    json_bool(json, "lookup_only", ruling->lookup_only);
    json_bool(json, "open", ruling->open);
    json_close(json, '}');
}

void ruling_row(const char *mark, const sl_ruling *ruling)
{
    printf("%s%-36s %s\n", mark, ruling->id, ruling->summary && ruling->summary[0] ? ruling->summary : ruling->topic);
}

static int list(const Cli *cli, const Data *data, void *context)
{
    const RulingsArgs *args = context;
    Json json = { 0 };
    sl_ruling ruling;
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_open(&json, "rulings", '[');
    }
    for (int i = 0; sl_ruling_get(data->library, i, &ruling); i++) {
        if (!is_wanted(&args->wanted, &ruling))
            continue;
        if (cli->json)
            json_ruling(&json, &ruling);
        else
            ruling_row("", &ruling);
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
    return EXIT_DONE;
}

static int search(const Cli *cli, const Data *data, void *context)
{
    const RulingsArgs *args = context;
    return search_rules(cli, data, (sl_scope){ .edition = args->wanted.edition, .date = args->wanted.date, .only_rulings = true });
}

static void print_ruling(const Data *data, const sl_ruling *ruling)
{
    char from[11], until[11];
    date_text(ruling->from, from);
    date_text(ruling->until, until);
    printf("%s: %s\n%s, in force from %s%s%s\n\n", ruling->id, ruling->topic, ruling->kind, from, until[0] ? " until " : "", until);
    text_wrap(ruling->text && ruling->text[0] ? ruling->text : ruling->summary, 0, 0, text_width(), INKS_GONE);
    const struct { const char *label, *text; } more[] = {
        { "Changes: ", ruling->changes }, { "Names: ", ruling->cards }, { "Superseded by ", ruling->superseded_by },
    };
    for (size_t i = 0; i < countof(more); i++)
        if (more[i].text && more[i].text[0]) {
            char line[2000];
            snprintf(line, sizeof line, "%s%s", more[i].label, more[i].text);
            putchar('\n');
            text_wrap(line, 0, 2, text_width(), INKS_GONE);
        }
    if (ruling->open)
        printf("\nTo be looked up: the engine does not decide by it yet.\n");
    print_scenes_of(data, ruling->id);
}

static int show(const Cli *cli, const Data *data, void *context)
{
    (void)context;
    const char *id = cli->word[1];
    sl_ruling ruling;
    int index = sl_ruling_find(data->library, id);
    if (index < 0 || !sl_ruling_get(data->library, index, &ruling)) {
        Nearest near = nearest_to(str_of(id));
        for (int i = 0; sl_ruling_get(data->library, i, &ruling); i++)
            nearest_try(&near, str_of(ruling.id));
        return complain("no ruling '%s'%s%.*s", id, near.best.len ? "; nearest: " : "; see spaceline rulings list", STR(near.best));
    }
    if (cli->json) {
        Json json = { 0 };
        json_ruling(&json, &ruling);
        json_end(&json);
        return EXIT_DONE;
    }
    print_ruling(data, &ruling);
    return EXIT_DONE;
}

static void diff_side(Json *json, const Data *data, const RulingsArgs *args, const char *key, const char *mark, int at,
                      int not_at)
{
    sl_ruling ruling;
    if (json)
        json_open(json, key, '[');
    for (int i = 0; sl_ruling_get(data->library, i, &ruling); i++) {
        if ((args->wanted.edition && ruling.edition != args->wanted.edition) || !in_force(&ruling, at) || in_force(&ruling, not_at))
            continue;
        if (json)
            json_ruling(json, &ruling);
        else
            ruling_row(mark, &ruling);
    }
    if (json)
        json_close(json, ']');
}

static int diff(const Cli *cli, const Data *data, void *context)
{
    const RulingsArgs *args = context;
    int from, to;
    if (args->wanted.date)
        return usage_error(cli, "rulings diff takes two dates, and no --as-of");
    if (!read_date(cli->word[1], &from) || !read_date(cli->word[2], &to))
        return usage_error(cli, "rulings diff wants two dates such as 2013-07-01 2014-07-07");
    Json json = { 0 };
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_text(&json, "from", cli->word[1]);
        json_text(&json, "to", cli->word[2]);
    }
    diff_side(cli->json ? &json : NULL, data, args, "added", "+ ", to, from);
    diff_side(cli->json ? &json : NULL, data, args, "removed", "- ", from, to);
    if (cli->json) {
        json_close(&json, '}');
        json_end(&json);
    }
    return EXIT_DONE;
}

static int cover(const Cli *cli, const Data *data, void *context)
{
    const RulingsArgs *args = context;
    return coverage(cli, data, &args->wanted, args->proof ? COVERAGE_PROOF : COVERAGE_CITED);
}

int command_rulings(Cli *cli)
{
    RulingsArgs args = { 0 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.wanted.edition, "only those of one edition" },
        { "as-of", "DATE", OPT_DATE, &args.wanted.date, "only those in force on that day" },
        { "proof", NULL, OPT_FLAG, &args.proof, "coverage: with a ruling switched off, one of its scenes must fail" },
    };
    const Usage usage = {
        "list\nshow ID\nsearch WORDS\ndiff DATE DATE\ncoverage [--proof] [FILE-or-DIR…]",
        "The dated rulings.  coverage runs scenes (those in tests/scenes if none are named) and says of each ruling which\n"
        "scenes name it and whether the engine cited it while they ran.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    const Form forms[] = {
        { "list", 0, 0, "nothing more", list },
        { "show", 1, 1, "one id", show },
        { "search", 1, 100, "words", search },
        { "diff", 2, 2, "two dates", diff },
        { "coverage", 0, 10000, "files or folders", cover },
    };
    return run_form(cli, forms, countof(forms), &args);
}
