/* spaceline cards: the catalogue. */
#include "cli/cli.h"

#include <stdlib.h>

typedef struct { int edition; const char *type; bool missing; } CardsArgs;

static void json_skills(Json *json, const sl_facts *facts)
{
    json_open(json, "skills", '{');
    for (int i = 0; i < sl_skill_count(); i++)
        if (facts->skill[i] > 0)
            json_int(json, sl_skill_name(i), facts->skill[i]);
    json_close(json, '}');
}

static void json_icons(Json *json, const sl_facts *facts)
{
    json_open(json, "icons", '[');
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_in(facts->icons, i))
            json_text(json, NULL, sl_icon_text(i));
    json_close(json, ']');
}

static void json_traits(Json *json, const sl_facts *facts)
{
    json_open(json, "traits", '[');
    for (int i = 0; facts->traits[i]; i++) {
        json_open(json, NULL, '{');
        json_text(json, "trait", facts->traits[i]);
        json_text(json, "kind", facts->trait_kinds[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static bool is_type(const sl_facts *facts, const char *type)
{
    return strcmp(facts->type, type) == 0;
}

static void json_numbers(Json *json, const sl_facts *facts)
{
    static const char *const personnel[] = { "integrity", "cunning", "strength" };
    static const char *const ship[] = { "range", "weapons", "shields" };
    if (is_type(facts, "mission")) {
        json_int(json, "span", facts->span);
        json_int(json, "points", facts->points);
        json_text(json, "attempt", facts->attempt);
        json_text(json, "requirement", facts->requirement);
    } else {
        json_int(json, "cost", facts->cost);
    }
    for (int i = 0; i < 3; i++)
        if (is_type(facts, "ship") || is_type(facts, "personnel"))
            json_int(json, is_type(facts, "ship") ? ship[i] : personnel[i], facts->attributes[i]);
    if (is_type(facts, "ship")) {
        json_int(json, "staffing_cmd", facts->need_cmd);
        json_int(json, "staffing_stf", facts->need_stf);
    }
}

static void json_brief(Json *json, const sl_facts *facts)
{
    json_text(json, "name", facts->name);
    json_text(json, "title", facts->title);
    json_text(json, "subtitle", facts->subtitle);
    json_text(json, "edition", facts->edition == SL_FIRST_EDITION ? "1e" : "2e");
    json_text(json, "type", facts->type);
    json_text(json, "kind", facts->kind);
    json_text(json, "affiliation", facts->affiliation);
    json_bool(json, "unique", facts->unique);
    json_bool(json, "playable", first_clause(facts).len == 0);
}

static void json_card(const Data *data, int def, const sl_facts *facts)
{
    Json json = { 0 };
    size_t size = sl_card_effects(data->library, def, NULL, 0) + 1;
    char *effects = calloc(size, 1);
    if (effects)
        sl_card_effects(data->library, def, effects, size);
    json_open(&json, NULL, '{');
    json_brief(&json, facts);
    json_numbers(&json, facts);
    json_icons(&json, facts);
    json_traits(&json, facts);
    json_skills(&json, facts);
    json_text(&json, "effects", effects);
    json_text(&json, "text", facts->text);
    if (first_clause(facts).len)
        json_text(&json, "unplayable", facts->unplayable);
    json_close(&json, '}');
    json_end(&json);
    free(effects);
}

static bool mentions(const sl_facts *facts, const char *words)
{
    char all[8192];
    Out out = { all, sizeof all, 0 };
    out_text(&out, "%s %s %s %s %s", facts->name, facts->type, facts->affiliation ? facts->affiliation : "",
             facts->text ? facts->text : "", facts->requirement ? facts->requirement : "");
    for (int i = 0; facts->traits[i]; i++)
        out_text(&out, " %s", facts->traits[i]);
    for (int i = 0; i < sl_skill_count(); i++)
        if (facts->skill[i] > 0)
            out_text(&out, " %s", sl_skill_name(i));
    return contains_nocase(all, words);
}

/* Whether some card is of that type; if none is, the types there are. */
static bool type_exists(const Data *data, const char *type, char *types, size_t size)
{
    Out out = { types, size, 0 };
    types[0] = '\0';
    for (int def = 1; def <= sl_card_count(data->library); def++) {
        sl_facts facts;
        if (!sl_card_facts(data->library, def, &facts))
            continue;
        if (is_type(&facts, type))
            return true;
        if (!contains_nocase(types, facts.type))
            out_text(&out, "%s%s", out.len ? ", " : "", facts.type);
    }
    return false;
}

/* list, and search with its words. */
static int list(const Cli *cli, const Data *data, void *context)
{
    const CardsArgs *args = context;
    const char *words = cli->words > 1 ? cli->word[1] : NULL;
    Json json = { 0 };
    int found = 0;
    char types[300];
    if (args->type && !type_exists(data, args->type, types, sizeof types))
        return usage_error(cli, "no card is of type '%s'; there are %s", args->type, types);
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_open(&json, "cards", '[');
    }
    for (int def = 1; def <= sl_card_count(data->library); def++) {
        sl_facts facts;
        if (!sl_card_facts(data->library, def, &facts) || (args->edition && facts.edition != args->edition)
            || (args->type && !is_type(&facts, args->type)) || (words && !mentions(&facts, words)))
            continue;
        found++;
        if (cli->json) {
            json_open(&json, NULL, '{');
            json_brief(&json, &facts);
            json_close(&json, '}');
        } else {
            printf("%-44s %s%s%s\n", facts.name, facts.type, facts.affiliation && facts.affiliation[0] ? ", " : "",
                   facts.affiliation ? facts.affiliation : "");
        }
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
    if (words && !found && !cli->json)
        fprintf(stderr, "No card has these words.\n");
    return found || !words ? EXIT_DONE : EXIT_NO;
}

static int show(const Cli *cli, const Data *data, void *context)
{
    const CardsArgs *args = context;
    sl_error err = { "" };
    sl_facts facts;
    int def = card_find(data, args->edition, cli->word[1], &err);
    if (def == 0 || !sl_card_facts(data->library, def, &facts))
        return complain("%s", err.text);
    if (cli->json)
        json_card(data, def, &facts);
    else
        facts_print(data->library, def);
    return EXIT_DONE;
}

/* ---- coverage ---- */

enum { TYPES = 48 };

typedef struct {
    struct { const char *type; int titles, playable; } type[TYPES];
    int types, titles, playable;
} Coverage;

/* With lists, their cards count; without, all there are. */
static bool counts(const Cli *cli, const CardsArgs *args, const sl_facts *facts)
{
    return (!cli->lackeys || facts->listed) && (!args->edition || facts->edition == args->edition)
        && (!args->type || is_type(facts, args->type));
}

static void count_card(Coverage *c, const sl_facts *facts)
{
    bool playable = first_clause(facts).len == 0;
    int i = 0;
    while (i < c->types && strcmp(c->type[i].type, facts->type) != 0)
        i++;
    if (i == c->types && c->types < TYPES)
        c->type[c->types++].type = facts->type;
    if (i < TYPES) {
        c->type[i].titles++;
        c->type[i].playable += playable;
    }
    c->titles++;
    c->playable += playable;
}

typedef struct { const Cli *cli; const CardsArgs *args; } Counted;

static bool counts_as_missing(const sl_facts *facts, const void *context)
{
    const Counted *c = context;
    return facts->edition == SL_SECOND_EDITION && counts(c->cli, c->args, facts);
}

/* Playable by effects into which its text is not read; without lists, where there is no text to read, every card that has one. */
static bool is_overridden(const Cli *cli, const sl_facts *facts)
{
    return first_clause(facts).len == 0 && (cli->lackeys ? facts->overridden : facts->text[0] != '\0');
}

static void coverage_json(const Cli *cli, const Data *data, const CardsArgs *args, const Coverage *c)
{
    Json json = { 0 };
    sl_facts facts;
    json_open(&json, NULL, '{');
    json_int(&json, "titles", c->titles);
    json_int(&json, "playable", c->playable);
    json_open(&json, "by_type", '{');
    for (int i = 0; i < c->types; i++) {
        json_open(&json, c->type[i].type, '{');
        json_int(&json, "titles", c->type[i].titles);
        json_int(&json, "playable", c->type[i].playable);
        json_close(&json, '}');
    }
    json_close(&json, '}');
    json_open(&json, "overridden", '[');
    for (int def = 1; def <= sl_card_count(data->library); def++)
        if (sl_card_facts(data->library, def, &facts) && counts(cli, args, &facts) && is_overridden(cli, &facts))
            json_text(&json, NULL, facts.name);
    json_close(&json, ']');
    json_open(&json, "unplayable", '[');
    for (int def = 1; def <= sl_card_count(data->library); def++)
        if (sl_card_facts(data->library, def, &facts) && counts(cli, args, &facts) && first_clause(&facts).len) {
            char clause[4096];
            snprintf(clause, sizeof clause, "%.*s", STR(first_clause(&facts)));
            json_open(&json, NULL, '{');
            json_text(&json, "title", facts.name);
            json_text(&json, "clause", clause);
            json_close(&json, '}');
        }
    json_close(&json, ']');
    if (args->missing)
        print_missing(data, counts_as_missing, &(Counted){ cli, args }, &json);
    json_open(&json, "notes", '[');
    for (int i = 0; i < sl_library_notes(data->library); i++)
        json_text(&json, NULL, sl_library_note(data->library, i));
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

static int percent(int part, int whole)
{
    return whole ? (int)((100L * part + whole / 2) / whole) : 0;
}

static void coverage_text(const Data *data, const Coverage *c)
{
    for (int i = 0; i < c->types; i++)
        printf("%-20s %5d titles, %5d playable (%d %%)\n", c->type[i].type, c->type[i].titles, c->type[i].playable,
               percent(c->type[i].playable, c->type[i].titles));
    printf("%-20s %5d titles, %5d playable (%d %%)\n", "all", c->titles, c->playable, percent(c->playable, c->titles));
    for (int i = 0; i < sl_library_notes(data->library); i++)
        fprintf(stderr, "%s\n", sl_library_note(data->library, i));
}

static int coverage(const Cli *cli, const Data *data, void *context)
{
    const CardsArgs *args = context;
    Coverage c = { 0 };
    sl_facts facts;
    for (int def = 1; def <= sl_card_count(data->library); def++)
        if (sl_card_facts(data->library, def, &facts) && counts(cli, args, &facts))
            count_card(&c, &facts);
    if (cli->json)
        coverage_json(cli, data, args, &c);
    else
        coverage_text(data, &c);
    if (args->missing && !cli->json) {
        printf("\nTitles that would be freed, titles that miss more, and where reading stops:\n");
        print_missing(data, counts_as_missing, &(Counted){ cli, args }, NULL);
    }
    return EXIT_DONE;
}

/* All texts, to be read through: a card, and below it what players read on it. */
static int texts(const Cli *cli, const Data *data, void *context)
{
    const CardsArgs *args = context;
    sl_facts facts;
    Json json = { 0 };
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_open(&json, "texts", '[');
    }
    for (int def = 1; def <= sl_card_count(data->library); def++) {
        if (!sl_card_facts(data->library, def, &facts) || !counts(cli, args, &facts) || first_clause(&facts).len || (!facts.text[0] && !facts.requirement[0]))
            continue;
        if (cli->json) {
            json_open(&json, NULL, '{');
            json_text(&json, "name", facts.name);
            json_text(&json, "text", facts.text);
            json_close(&json, '}');
            continue;
        }
        printf("%s %s: %s\n", facts.edition == SL_FIRST_EDITION ? "1e" : "2e", facts.type, facts.name);
        if (facts.requirement[0])
            printf("    Requires %s\n", facts.requirement);
        if (facts.text[0])
            printf("    %s\n", facts.text);
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
    return EXIT_DONE;
}

int command_cards(Cli *cli)
{
    CardsArgs args = { 0 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "only the cards of one edition" },
        { "type", "TYPE", OPT_TEXT, &args.type, "only personnel, ship, event, …" },
        { "missing", NULL, OPT_FLAG, &args.missing, "with coverage: what the others wait for, most titles first" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "list\nshow TITLE\nsearch WORDS\ntexts\ncoverage",
        "The card catalogue.  The text of a card is written from the effects that the engine runs.  A card with a clause that is not\n"
        "understood is not playable; coverage counts how many are.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    const Form forms[] = {
        { "list", 0, 0, "nothing more", list },
        { "show", 1, 1, "one title, in quotes", show },
        { "search", 1, 1, "words, in quotes if there are several", list },
        { "texts", 0, 0, "nothing more", texts },
        { "coverage", 0, 0, "nothing more", coverage },
    };
    return run_form(cli, forms, countof(forms), &args);
}
