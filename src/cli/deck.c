/* spaceline deck: the built-in decks, legality, and figures of a deck. */
#include "cli/cli.h"

typedef struct { int edition, date; char switches[SWITCHES_ROOM]; } DeckArgs;

static int list(const Cli *cli, const Data *data, void *context)
{
    const DeckArgs *args = context;
    Json json = { 0 };
    if (cli->json) {
        json_open(&json, NULL, '{');
        json_open(&json, "decks", '[');
    }
    for (int i = 0; i < data_decks(data); i++) {
        const sl_file *file = data_deck(data, i);
        int edition = deck_edition(data, file);
        sl_error err = { "" };
        sl_deck *deck = edition && (!args->edition || args->edition == edition)
                        ? sl_deck_read(data->library, edition, file, &err) : NULL;
        if (!deck)
            continue;
        char name[128];
        snprintf(name, sizeof name, "%.*s", STR(deck_short_name(file)));
        const char *edition_name = edition == SL_FIRST_EDITION ? "1e" : "2e";
        if (cli->json) {
            json_open(&json, NULL, '{');
            json_text(&json, "name", name);
            json_text(&json, "edition", edition_name);
            json_text(&json, "title", sl_deck_name(deck));
            json_close(&json, '}');
        } else {
            printf("%-20s %s  %s\n", name, edition_name, sl_deck_name(deck));
        }
        sl_deck_free(deck);
    }
    if (cli->json) {
        json_close(&json, ']');
        json_close(&json, '}');
        json_end(&json);
    }
    return EXIT_DONE;
}

/* Whether entry i is the first of a card that is not playable. */
static bool unplayable(const Data *data, const sl_deck *deck, int i, sl_facts *facts)
{
    int def = sl_deck_get(deck, i).def;
    for (int k = 0; k < i; k++)
        if (sl_deck_get(deck, k).def == def)
            return false;
    return sl_card_facts(data->library, def, facts) && first_clause(facts).len;
}

static int count_unplayable(const Data *data, const sl_deck *deck)
{
    sl_facts facts;
    int count = 0;
    for (int i = 0; i < sl_deck_count(deck); i++)
        count += unplayable(data, deck, i, &facts);
    return count;
}

/* A card that the engine does not understand is no fault of the deck's. */
static bool is_violation(const sl_problem *problem)
{
    return strcmp(problem->code, "unplayable") != 0;
}

static int violations(const sl_problem *problem, int problems)
{
    int count = 0;
    for (int i = 0; i < problems; i++)
        count += is_violation(&problem[i]);
    return count;
}

static void check_json(const Data *data, const sl_deck *deck, const sl_problem *problem, int problems)
{
    Json json = { 0 };
    sl_facts facts;
    json_open(&json, NULL, '{');
    json_bool(&json, "legal", violations(problem, problems) == 0);
    json_open(&json, "errors", '[');
    for (int i = 0; i < problems; i++) {
        if (!is_violation(&problem[i]))
            continue;
        json_open(&json, NULL, '{');
        json_text(&json, "code", problem[i].code);
        json_text(&json, "text", problem[i].text);
        json_text(&json, "cites", sl_cite_id(problem[i].cite));
        json_open(&json, "cards", '[');
        for (size_t k = 0; k < countof(problem[i].defs) && problem[i].defs[k]; k++)
            if (sl_card_facts(data->library, problem[i].defs[k], &facts))
                json_text(&json, NULL, facts.name);
        json_close(&json, ']');
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_bool(&json, "playable", count_unplayable(data, deck) == 0);
    json_open(&json, "unplayable", '[');
    for (int i = 0; i < sl_deck_count(deck); i++)
        if (unplayable(data, deck, i, &facts))
            json_text(&json, NULL, facts.name);
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

static void check_text(const Data *data, const sl_deck *deck, const sl_problem *problem, int problems)
{
    for (int i = 0; i < problems; i++)
        printf(problem[i].cite ? "%s (%s)\n" : "%s\n", problem[i].text, sl_cite_id(problem[i].cite));
    bool legal = violations(problem, problems) == 0;
    printf("%s: %s", sl_deck_name(deck), legal ? "legal" : "not legal");
    if (count_unplayable(data, deck))
        printf(legal ? ", but not playable" : ", and not playable");
    printf("\n");
}

static int check(const Cli *cli, const Data *data, void *context)
{
    enum { MOST = 128 };
    const DeckArgs *args = context;
    sl_error err = { "" };
    sl_deck *deck = deck_find(data, args->edition, cli->word[1], &err);
    if (!deck)
        return complain("%s", err.text);
    sl_problem problem[MOST];
    sl_facts facts;
    sl_setup setup = { .edition = sl_deck_count(deck) && sl_card_facts(data->library, sl_deck_get(deck, 0).def, &facts) ? facts.edition : args->edition,
                       .date = args->date, .switches = args->switches };
    int problems = sl_deck_check_for(data->library, deck, &setup, problem, MOST);
    if (problems > MOST)
        problems = MOST;
    (cli->json ? check_json : check_text)(data, deck, problem, problems);
    sl_deck_free(deck);
    return violations(problem, problems) ? EXIT_NO : EXIT_DONE;
}

enum { COSTS = 16, TYPES = 12, MISSIONS = 16, MOST_SKILLS = 64 };

/* The figures of a deck; personnel count as often as they are in it. */
typedef struct {
    struct { const char *type; int count; } type[TYPES];
    int types, cards;
    int cost[COSTS];                           /* how many cards of the draw deck cost that much; the last: or more */
    int cost_sum, drawn;
    int skill[MOST_SKILLS], attribute[3], personnel;
    struct { char name[96], needs[240]; int points; bool covered; } mission[MISSIONS];
    int missions;
} Figures;

static void count_type(Figures *f, const char *type, int count)
{
    int i = 0;
    while (i < f->types && strcmp(f->type[i].type, type) != 0)
        i++;
    if (i == TYPES)
        return;
    if (i == f->types)
        f->type[f->types++].type = type;
    f->type[i].count += count;
}

static void count_entry(Figures *f, const sl_facts *facts, sl_deck_entry entry)
{
    f->cards += entry.count;
    count_type(f, facts->type, entry.count);
    if (entry.section == SL_DRAW_DECK) {
        f->cost[facts->cost < COSTS ? facts->cost : COSTS - 1] += entry.count;
        f->cost_sum += facts->cost * entry.count;
        f->drawn += entry.count;
    }
    if (strcmp(facts->type, "personnel") == 0) {
        f->personnel += entry.count;
        for (int i = 0; i < sl_skill_count() && i < MOST_SKILLS; i++)
            f->skill[i] += facts->skill[i] * entry.count;
        for (int i = 0; i < 3; i++)
            f->attribute[i] += facts->attributes[i] * entry.count;
    }
}

/* Lays the deck's personnel out on a blank table and asks the engine how far they are from completing each mission. */
static bool cover_missions(Figures *f, const Data *data, const sl_deck *deck, int edition, int date, sl_error *err)
{
    enum { MOST_CREW = 256 };
    sl_setup setup = { .edition = edition, .date = date, .players = 2, .blank = true };
    sl_game *game = sl_game_new(data->library, &setup, err);
    if (!game)
        return false;
    int mission[MISSIONS], missions = 0, crew[MOST_CREW], crews = 0;
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_deck_entry entry = sl_deck_get(deck, i);
        if (entry.section == SL_MISSIONS && missions < MISSIONS)
            mission[missions++] = sl_table_put(game, 0, entry.def, edition == SL_FIRST_EDITION ? SL_LINE : SL_ROW, 0, err);
    }
    for (int i = 0; missions && i < sl_deck_count(deck); i++) {
        sl_deck_entry entry = sl_deck_get(deck, i);
        sl_facts facts;
        if (!sl_card_facts(data->library, entry.def, &facts) || strcmp(facts.type, "personnel") != 0)
            continue;
        for (int k = 0; k < entry.count && crews < MOST_CREW; k++) {
            int id = sl_table_put(game, 0, entry.def, SL_SURFACE, mission[0], err);
            if (id)
                crew[crews++] = id;
        }
    }
    for (int i = 0; i < missions && i < f->missions; i++)
        f->mission[i].covered = mission[i] && sl_game_shortfall(game, mission[i], crew, crews) == 0;
    sl_game_free(game);
    return true;
}

static void count_deck(Figures *f, const Data *data, const sl_deck *deck)
{
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_deck_entry entry = sl_deck_get(deck, i);
        sl_facts facts;
        if (!sl_card_facts(data->library, entry.def, &facts))
            continue;
        count_entry(f, &facts, entry);
        if (entry.section == SL_MISSIONS && f->missions < MISSIONS) {
            snprintf(f->mission[f->missions].name, sizeof f->mission[0].name, "%s", facts.name);
            if (facts.requirement)
                snprintf(f->mission[f->missions].needs, sizeof f->mission[0].needs, "%s", facts.requirement);
            f->mission[f->missions++].points = facts.points;
        }
    }
}

static void stats_json(const Figures *f)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_int(&json, "cards", f->cards);
    json_open(&json, "types", '{');
    for (int i = 0; i < f->types; i++)
        json_int(&json, f->type[i].type, f->type[i].count);
    json_close(&json, '}');
    json_open(&json, "costs", '[');
    for (int i = 0; i < COSTS; i++)
        json_int(&json, NULL, f->cost[i]);
    json_close(&json, ']');
    json_real(&json, "cost_mean", f->drawn ? (double)f->cost_sum / f->drawn : 0);
    json_open(&json, "skills", '{');
    for (int i = 0; i < sl_skill_count() && i < MOST_SKILLS; i++)
        if (f->skill[i])
            json_int(&json, sl_skill_name(i), f->skill[i]);
    json_close(&json, '}');
    json_int(&json, "integrity", f->attribute[0]);
    json_int(&json, "cunning", f->attribute[1]);
    json_int(&json, "strength", f->attribute[2]);
    json_open(&json, "missions", '[');
    for (int i = 0; i < f->missions; i++) {
        json_open(&json, NULL, '{');
        json_text(&json, "title", f->mission[i].name);
        json_int(&json, "points", f->mission[i].points);
        json_bool(&json, "covered", f->mission[i].covered);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

static void stats_text(const Figures *f)
{
    for (int i = 0; i < f->types; i++)
        printf("%s%d %s", i ? ", " : "", f->type[i].count, f->type[i].type);
    printf("\n\ncost, draw deck (mean %.1f)\n", f->drawn ? (double)f->cost_sum / f->drawn : 0);
    for (int i = 0; i < COSTS; i++)
        if (f->cost[i])
            printf("  %2d%s %3d  %.*s\n", i, i == COSTS - 1 ? "+" : " ", f->cost[i], f->cost[i] < 40 ? f->cost[i] : 40,
                   "****************************************");
    printf("\nskills of %d personnel\n", f->personnel);
    for (int i = 0; i < sl_skill_count() && i < MOST_SKILLS; i++)
        if (f->skill[i])
            printf("  %-14s %3d\n", sl_skill_name(i), f->skill[i]);
    printf("  Integrity %d, Cunning %d, Strength %d in all\n\nmissions\n", f->attribute[0], f->attribute[1], f->attribute[2]);
    for (int i = 0; i < f->missions; i++)
        printf("  %-40s %3d  %s%s\n", f->mission[i].name, f->mission[i].points,
               !f->mission[i].needs[0] ? "" : f->mission[i].covered ? "covered: " : "not covered: ", f->mission[i].needs);
}

static int edition_of(const Data *data, const sl_deck *deck)
{
    sl_facts facts;
    return sl_deck_count(deck) && sl_card_facts(data->library, sl_deck_get(deck, 0).def, &facts) ? facts.edition : SL_SECOND_EDITION;
}

static int stats(const Cli *cli, const Data *data, void *context)
{
    const DeckArgs *args = context;
    sl_error err = { "" };
    sl_deck *deck = deck_find(data, args->edition, cli->word[1], &err);
    if (!deck)
        return complain("%s", err.text);
    Figures figures = { 0 };
    count_deck(&figures, data, deck);
    bool ok = cover_missions(&figures, data, deck, edition_of(data, deck), args->date, &err);
    sl_deck_free(deck);
    if (!ok)
        return complain("%s", err.text);
    (cli->json ? stats_json : stats_text)(&figures);
    return EXIT_DONE;
}

int command_deck(Cli *cli)
{
    DeckArgs args = { 0 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "which game (check, stats: the one the deck can be read as)" },
        { "rules", "DATE", OPT_DATE, &args.date, "the rules of that day (the newest)" },
        { "switch", "NAME=N", OPT_SWITCH, args.switches, "settles a doubtful rule or a format; may be repeated" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "list\ncheck DECK\nstats DECK",
        "The built-in decks, and what there is to say about a deck: a built-in name, or a file in LackeyCCG's text form\n"
        "(count, tab, title; sections Dilemmas: and Missions:).",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    const Form forms[] = {
        { "list", 0, 0, "nothing more", list },
        { "check", 1, 1, "one deck", check },
        { "stats", 1, 1, "one deck", stats },
    };
    return run_form(cli, forms, countof(forms), &args);
}
