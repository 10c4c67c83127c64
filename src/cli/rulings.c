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

/* ---- what differs between two days ---- */

typedef struct { int from, to, edition; } Span;

static bool appeared(const Span *span, const sl_ruling *ruling)
{
    return in_force(ruling, span->to) && !in_force(ruling, span->from) && (!span->edition || ruling->edition == span->edition);
}

static bool went(const Span *span, const sl_ruling *ruling)
{
    return appeared(&(Span){ span->to, span->from, span->edition }, ruling);
}

/* Whether a ruling takes the place of one that went: that names it, or the entry of which it is a part. */
static bool takes_place_of(const sl_ruling *new, const sl_ruling *old)
{
    size_t n = old->superseded_by ? strlen(old->superseded_by) : 0;
    return n && strncmp(new->id, old->superseded_by, n) == 0 && (new->id[n] == '\0' || new->id[n] == '.');
}

/* The first ruling that appeared in the place of this one; false: it was deleted, or what took its place had been there before. */
static bool successor(const Data *data, const Span *span, const sl_ruling *old, sl_ruling *new)
{
    for (int i = 0; sl_ruling_get(data->library, i, new); i++)
        if (appeared(span, new) && takes_place_of(new, old))
            return true;
    return false;
}

static bool replaces(const Data *data, const Span *span, const sl_ruling *new)
{
    sl_ruling old;
    for (int i = 0; sl_ruling_get(data->library, i, &old); i++)
        if (went(span, &old) && takes_place_of(new, &old))
            return true;
    return false;
}

/* What an entry is about: its topic without the part behind a dash, and without the star that marks an entry as new. */
static Str subject(const sl_ruling *ruling)
{
    Str topic = str_of(ruling->topic);
    const char *dash = strstr(ruling->topic, " — ");
    if (dash)
        topic.len = (size_t)(dash - topic.at);
    if (topic.len && topic.at[0] == '*')
        topic = (Str){ topic.at + 1, topic.len - 1 };
    return topic;
}

static bool is_one_subject(const sl_ruling *a, const sl_ruling *b)
{
    return a->edition == b->edition && str_eq_nocase(subject(a), subject(b));
}

static bool differs(const Span *span, const sl_ruling *ruling)
{
    return appeared(span, ruling) || went(span, ruling);
}

static void diff_row(const Data *data, const Span *span, const sl_ruling *ruling)
{
    sl_ruling new;
    if (appeared(span, ruling))
        ruling_row(replaces(data, span, ruling) ? "~ " : "+ ", ruling);
    else if (!successor(data, span, ruling, &new))
        ruling_row("- ", ruling);
    else {
        ruling_row("~ ", ruling);
        printf("    now %s\n", new.id);
    }
}

/* Topic by topic, in the order in which the documents come to speak of them. */
static int diff_print(const Data *data, const Span *span)
{
    sl_ruling one, other;
    int added = 0, changed = 0, deleted = 0;
    for (int i = 0; sl_ruling_get(data->library, i, &one); i++) {
        bool first = differs(span, &one);
        for (int k = 0; first && k < i && sl_ruling_get(data->library, k, &other); k++)
            first = !(differs(span, &other) && is_one_subject(&other, &one));
        if (!first)
            continue;
        printf("%s%s: %.*s\n", added + changed + deleted ? "\n" : "", edition_text(one.edition), STR(subject(&one)));
        for (int k = i; sl_ruling_get(data->library, k, &other); k++)
            if (is_one_subject(&other, &one) && differs(span, &other)) {
                sl_ruling new;
                diff_row(data, span, &other);
                bool old = went(span, &other), kept = old && successor(data, span, &other, &new);
                added += !old;
                changed += kept;
                deleted += old && !kept;
            }
    }
    printf("%s%d added, %d changed, %d deleted\n", added + changed + deleted ? "\n" : "", added, changed, deleted);
    return EXIT_DONE;
}

static void json_side(Json *json, const Data *data, const Span *span, const char *key)
{
    sl_ruling ruling;
    json_open(json, key, '[');
    for (int i = 0; sl_ruling_get(data->library, i, &ruling); i++)
        if (appeared(span, &ruling))
            json_ruling(json, &ruling);
    json_close(json, ']');
}

/* Which of those that went are replaced, and by what. */
static void json_changed(Json *json, const Data *data, const Span *span)
{
    sl_ruling old, new;
    json_open(json, "changed", '[');
    for (int i = 0; sl_ruling_get(data->library, i, &old); i++)
        if (went(span, &old) && successor(data, span, &old, &new)) {
            json_open(json, NULL, '{');
            json_text(json, "topic", old.topic);
            json_text(json, "was", old.id);
            json_text(json, "now", new.id);
            json_close(json, '}');
        }
    json_close(json, ']');
}

static int diff(const Cli *cli, const Data *data, void *context)
{
    const RulingsArgs *args = context;
    Span span = { .edition = args->wanted.edition };
    if (args->wanted.date)
        return usage_error(cli, "rulings diff takes two dates, and no --as-of");
    if (!read_date(cli->word[1], &span.from) || !read_date(cli->word[2], &span.to))
        return usage_error(cli, "rulings diff wants two dates such as 2013-07-01 2014-07-07");
    if (!cli->json)
        return diff_print(data, &span);
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_text(&json, "from", cli->word[1]);
    json_text(&json, "to", cli->word[2]);
    json_side(&json, data, &span, "added");
    json_side(&json, data, &(Span){ span.to, span.from, span.edition }, "removed");
    json_changed(&json, data, &span);
    json_close(&json, '}');
    json_end(&json);
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
