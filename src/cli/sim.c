/* spaceline sim: many games, summed up. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "sim/sim.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct {
    int edition, date;
    const char *decks, *players, *record;
    long games, threads;
    uint64_t seed;
    char switches[SWITCHES_ROOM];
} SimArgs;

/* "a,b": two halves. */
static bool split_pair(const char *text, char half[2][256])
{
    const char *comma = strchr(text, ',');
    if (!comma || strchr(comma + 1, ',') || comma == text || !comma[1])
        return false;
    int a = snprintf(half[0], 256, "%.*s", (int)(comma - text), text);
    int b = snprintf(half[1], 256, "%s", comma + 1);
    return a < 256 && b < 256;
}

static int find_players(const Cli *cli, const SimArgs *args, Match *match)
{
    char name[2][256];
    if (!split_pair(args->players, name))
        return usage_error(cli, "--players wants two players with a comma between them, not '%s'", args->players);
    for (int i = 0; i < 2; i++) {
        match->player[i] = player_find(name[i]);
        if (!match->player[i]) {
            char names[200] = "";
            Out out = { names, sizeof names, 0 };
            for (int k = 0; k < player_kinds(); k++)
                out_text(&out, "%s%s", k ? ", " : "", player_kind(k)->name);
            return usage_error(cli, "no player '%s'; there are: %s", name[i], names);
        }
    }
    return GO_ON;
}

static int find_decks(const Cli *cli, const SimArgs *args, const Data *data, sl_deck *deck[2])
{
    const sl_setup rules = { .edition = args->edition, .date = args->date, .switches = args->switches };
    char name[2][256];
    sl_error err = { "" };
    if (!split_pair(args->decks, name))
        return usage_error(cli, "--decks wants two decks with a comma between them, not '%s'", args->decks);
    for (int i = 0; i < 2; i++) {
        deck[i] = deck_find_legal(data, &rules, name[i], &err);
        if (!deck[i])
            return complain("%s", err.text);
    }
    return GO_ON;
}

static long peak_rss(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;              /* Linux counts in KiB */
}

static void print_json(const SimSum *sum, double seconds)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_int(&json, "games", sum->games);
    json_int(&json, "finished", sum->finished);
    json_open(&json, "wins", '[');
    json_int(&json, NULL, sum->wins[0]);
    json_int(&json, NULL, sum->wins[1]);
    json_close(&json, ']');
    json_int(&json, "draws", sum->draws);
    json_int(&json, "stuck", sum->stuck);
    json_int(&json, "capacity", sum->capacity);
    json_int(&json, "decisions", (long long)sum->decisions);
    json_int(&json, "longest", (long long)sum->longest);
    json_real(&json, "turns_mean", sum->games ? (double)sum->turns / (double)sum->games : 0);
    json_real(&json, "seconds", seconds);
    json_real(&json, "games_per_second", per_second((double)sum->games, seconds));
    json_real(&json, "decisions_per_second", per_second((double)sum->decisions, seconds));
    json_int(&json, "peak_rss_bytes", peak_rss());
    json_hex(&json, "signature", sum->signature);
    json_open(&json, "high_water", '[');
    for (int i = 0; i < sum->marks; i++) {
        json_open(&json, NULL, '{');
        json_text(&json, "name", sum->mark[i].name);
        json_int(&json, "used", sum->mark[i].used);
        json_int(&json, "room", sum->mark[i].room);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

static void print_text(const SimArgs *args, const SimSum *sum, double seconds)
{
    printf("%ld game%s of %s (%s): %ld won by the first, %ld by the second, %ld drawn", sum->games, sum->games == 1 ? "" : "s",
           args->decks, args->players, sum->wins[0], sum->wins[1], sum->draws);
    if (sum->stuck)
        printf(", %ld stuck", sum->stuck);
    if (sum->capacity)
        printf(", %ld cut short, the first (%s) with seed %llu", sum->capacity, sum->cut, (unsigned long long)args->seed + (unsigned long long)sum->first_cut);
    printf("\n%.1f turns and %.0f decisions a game, %llu in the longest\n",
           sum->games ? (double)sum->turns / (double)sum->games : 0,
           sum->games ? (double)sum->decisions / (double)sum->games : 0, (unsigned long long)sum->longest);
    printf("%.2f s, %.0f games/s, %.0f decisions/s, %.1f MiB\n", seconds, per_second((double)sum->games, seconds),
           per_second((double)sum->decisions, seconds), (double)peak_rss() / 1048576);
    for (int i = 0; i < sum->marks; i++)
        printf("%s%s %d of %d", i ? ", " : "room used: ", sum->mark[i].name, sum->mark[i].used, sum->mark[i].room);
    printf("%ssignature %016llx\n", sum->marks ? "\n" : "", (unsigned long long)sum->signature);
}

static void show_progress(void *context, long done, long games)
{
    (void)context;
    progress_bar("playing", done, games);
}

/* One game, with its answers kept. */
static bool play_recorded(const Match *match, const SimArgs *args, SimSum *sum, sl_error *err)
{
    Record record = { 0 };
    Played played;
    bool ok = sim_play_game(match, args->seed, 0, SIM_SIGNED, &record, &played, err);
    if (ok) {
        sim_add(sum, &played, 0);
        ok = replay_save(match->library, &record.setup, record.answer, record.count, args->record, err);
    }
    free(record.answer);
    return ok;
}

static int play_games(const Cli *cli, const SimArgs *args, const Match *match)
{
    SimSum sum = { 0 };
    sl_error err = { "" };
    bool bar = progress_wanted();
    SimProgress *progress = bar ? show_progress : NULL;
    double start = seconds_now();
    bool ok = args->record ? play_recorded(match, args, &sum, &err)
                           : sim_run(match, args->seed, args->games, (int)args->threads, progress, NULL, &sum, &err);
    double seconds = seconds_now() - start;
    if (bar)
        progress_done();
    if (!ok)
        return complain("%s", err.text);
    if (cli->json)
        print_json(&sum, seconds);
    else
        print_text(args, &sum, seconds);
    return sum.stuck || sum.capacity ? EXIT_NO : EXIT_DONE;
}

static int check_args(const Cli *cli, SimArgs *args)
{
    if (cli->words)
        return usage_error(cli, "sim takes no '%s'", cli->word[0]);
    if (!args->decks || !args->players || args->games < 1)
        return usage_error(cli, "sim wants --decks, --players and --games of at least 1");
    if (args->record && args->games != 1)
        return usage_error(cli, "--record goes with --games 1");
    if (args->threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        args->threads = cores < 1 ? 1 : cores;
    }
    if (args->threads > SIM_THREADS)
        args->threads = SIM_THREADS;
    return GO_ON;
}

static int simulate(const Cli *cli, const Data *data, void *context)
{
    const SimArgs *args = context;
    Match match = { .library = data->library, .edition = args->edition, .date = args->date, .switches = args->switches };
    sl_deck *deck[2] = { NULL, NULL };
    int code = find_players(cli, args, &match);
    if (code == GO_ON)
        code = find_decks(cli, args, data, deck);
    if (code == GO_ON) {
        match.deck[0] = deck[0];
        match.deck[1] = deck[1];
        code = play_games(cli, args, &match);
    }
    for (int i = 0; i < 2; i++)
        if (deck[i])
            sl_deck_free(deck[i]);
    return code;
}

int command_sim(Cli *cli)
{
    SimArgs args = { .edition = SL_SECOND_EDITION, .seed = 1 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "which game (2e)" },
        { "decks", "D1,D2", OPT_TEXT, &args.decks, "two decks: built-in names or deck files" },
        { "players", "P1,P2", OPT_TEXT, &args.players, "two computer players" },
        { "games", "N", OPT_COUNT, &args.games, "how many games" },
        { "threads", "T", OPT_COUNT, &args.threads, "how many threads (one for each core)" },
        { "seed", "S", OPT_SEED, &args.seed, "game i has seed S+i (1)" },
        { "rules", "DATE", OPT_DATE, &args.date, "the rules of that day (the newest)" },
        { "switch", "NAME=N", OPT_SWITCH, args.switches, "settles a doubtful rule otherwise; may be repeated" },
        { "record", "FILE", OPT_TEXT, &args.record, "keeps the game as a replay; with --games 1" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "--edition E --decks D1,D2 --players P1,P2 --games N [options]",
        "Plays N games and sums them up.  The sides change seats from game to game; the same seed gives the same\n"
        "signature on every machine and with any number of threads.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code == GO_ON)
        code = check_args(cli, &args);
    if (code != GO_ON)
        return code;
    return with_data(cli, simulate, &args);
}
