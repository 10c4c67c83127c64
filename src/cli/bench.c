/* spaceline bench: how fast, how large, and the signature of play. */
#include "cli/cli.h"
#include "sim/sim.h"

enum { SIGNED_GAMES = 36, MOST_DECKS = 64 };    /* a fixed set, so that the signature does not depend on the machine */

typedef struct {
    const Data *data;
    int edition;
    long seconds, games;                        /* games: just so many, without looking at the clock; 0: not so */
    const char *decks;                          /* names or files with commas between them; NULL: all built-in ones */
    bool traced;                                /* with a log, as the games of people are played */
    sl_deck *deck[MOST_DECKS];
    int decks_read;
} Bench;

typedef struct {
    uint64_t signature, decisions, games;
    double seconds, clone_ns, deal_ns;
    long deals;                                 /* so often the hidden cards of a game were dealt again */
} Measured;

static bool load_named(Bench *bench, sl_error *err)
{
    char name[256];
    for (const char *at = bench->decks; *at && bench->decks_read < MOST_DECKS; at += *at == ',') {
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        sl_deck *deck = deck_find(bench->data, bench->edition, name, err);
        if (!deck)
            return false;
        bench->deck[bench->decks_read++] = deck;
    }
    return true;
}

static bool load_decks(Bench *bench, sl_error *err)
{
    if (bench->decks)
        return load_named(bench, err);
    for (int i = 0; i < data_decks(bench->data) && bench->decks_read < MOST_DECKS; i++) {
        const sl_file *file = data_deck(bench->data, i);
        if (deck_edition(bench->data, file) != bench->edition)
            continue;
        sl_deck *deck = sl_deck_read(bench->data->library, bench->edition, file, err);
        if (!deck)
            return false;
        bench->deck[bench->decks_read++] = deck;
    }
    if (bench->decks_read == 0)
        fail(err, "there is no built-in deck of this edition");
    return bench->decks_read > 0;
}

static void free_decks(Bench *bench)
{
    for (int i = 0; i < bench->decks_read; i++)
        sl_deck_free(bench->deck[i]);
}

/* Every deck meets every other as the numbers go up. */
static Match match_of(const Bench *bench, long number)
{
    long n = bench->decks_read, first = number % n, step = n > 1 ? 1 + number / n % (n - 1) : 0;
    const PlayerKind *random = player_find("random");
    return (Match){ .library = bench->data->library, .edition = bench->edition, .traced = bench->traced,
                    .deck = { bench->deck[first], bench->deck[(first + step) % n] }, .player = { random, random } };
}

static bool play_fixed(const Bench *bench, long games, Measured *out, sl_error *err)
{
    SimSum sum = { 0 };
    for (long i = 0; i < games; i++) {
        Match match = match_of(bench, i);
        Played played;
        if (!sim_play_game(&match, 1, i, SIM_SIGNED, NULL, &played, err))
            return false;
        sim_add(&sum, &played, i);
    }
    out->signature = sum.signature;
    out->decisions = sum.decisions;
    out->games = (uint64_t)games;
    return true;
}

static bool play_timed(const Bench *bench, double seconds, Measured *out, sl_error *err)
{
    double start = seconds_now();
    long shown = 0;                             /* the bar moves once a second: it must not be what is measured */
    bool bar = progress_wanted();
    out->decisions = out->games = 0;
    do {
        Match match = match_of(bench, (long)out->games);
        Played played;
        if (!sim_play_game(&match, 1, (long)out->games, SIM_UNSIGNED, NULL, &played, err))
            return false;
        out->decisions += (uint64_t)played.decisions;
        out->games++;
        out->seconds = seconds_now() - start;
        if (bar && (long)out->seconds > shown && out->seconds < seconds)
            progress_bar("seconds", shown = (long)out->seconds, (long)seconds);
    } while (out->seconds < seconds);
    if (bar)
        progress_done();
    return true;
}

/* Copies a game in its middle, back and forth; then deals again, on a copy each time, what the player who must answer does not know. */
static bool time_clone(const Bench *bench, Measured *out, sl_error *err)
{
    enum { COPIES = 20000, DEALS = 1000, MIDDLE = 150 };
    sl_setup setup = { .edition = bench->edition, .players = 2, .seed = 1,
                       .deck = { bench->deck[0], bench->deck[bench->decks_read - 1] } };
    sl_game *game = sl_game_new(bench->data->library, &setup, err);
    if (!game)
        return false;
    Mind mind = mind_new(1);
    for (int i = 0; i < MIDDLE && sl_game_player(game) >= 0; i++)
        sl_game_answer(game, player_find("random")->choose(&mind, game));
    sl_game *twin = sl_game_clone(game);
    double start = seconds_now();
    for (int i = 0; i < COPIES; i += 2) {
        sl_game_copy(twin, game);
        sl_game_copy(game, twin);
    }
    out->clone_ns = (seconds_now() - start) * 1e9 / COPIES;
    start = seconds_now();
    for (out->deals = 0; out->deals < DEALS; out->deals++) {
        sl_game_copy(twin, game);
        sl_game_resample(twin, sl_game_player(game), (uint64_t)out->deals);
    }
    out->deal_ns = (seconds_now() - start) * 1e9 / DEALS;
    mind_free(&mind);
    sl_game_free(twin);
    sl_game_free(game);
    return true;
}

static void print_json(const Bench *bench, const Measured *m)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_text(&json, "edition", bench->edition == SL_FIRST_EDITION ? "1e" : "2e");
    json_int(&json, "games", (long long)m->games);
    json_int(&json, "decisions", (long long)m->decisions);
    json_real(&json, "seconds", m->seconds);
    json_real(&json, "games_per_second", per_second((double)m->games, m->seconds));
    json_real(&json, "decisions_per_second", per_second((double)m->decisions, m->seconds));
    json_real(&json, "clone_ns", m->clone_ns);
    json_int(&json, "deals", m->deals);
    json_real(&json, "deal_ns", m->deal_ns);
    json_int(&json, "state_bytes", (long long)sl_game_size());
    json_hex(&json, "signature", m->signature);
    json_close(&json, '}');
    json_end(&json);
}

static void print_text(const Measured *m)
{
    printf("games/s     %12.0f\ndecisions/s %12.0f\ncopy a game %12.0f ns\n… and deal  %12.0f ns\nstate       %12zu bytes\nsignature   %016llx\n",
           per_second((double)m->games, m->seconds), per_second((double)m->decisions, m->seconds), m->clone_ns, m->deal_ns, sl_game_size(),
           (unsigned long long)m->signature);
}

static int measure(const Cli *cli, const Data *data, void *context)
{
    Bench *bench = context;
    long games = bench->games, seconds = bench->seconds;
    bench->data = data;
    Measured m = { 0 };
    sl_error err = { "" };
    bool ok = load_decks(bench, &err);
    double start = seconds_now();
    ok = ok && play_fixed(bench, games ? games : SIGNED_GAMES, &m, &err);
    m.seconds = seconds_now() - start;
    if (ok && !games && seconds > 0)
        ok = play_timed(bench, (double)seconds, &m, &err);
    ok = ok && (games || time_clone(bench, &m, &err));
    free_decks(bench);
    if (!ok)
        return complain("%s", err.text);
    if (cli->json)
        print_json(bench, &m);
    else
        print_text(&m);
    return EXIT_DONE;
}

int command_bench(Cli *cli)
{
    Bench bench = { .edition = SL_SECOND_EDITION, .seconds = 3 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &bench.edition, "which game (2e)" },
        { "seconds", "N", OPT_COUNT, &bench.seconds, "how long to measure (3); 0: only the games of the signature" },
        { "games", "N", OPT_COUNT, &bench.games, "plays just N games: fixed work, for instruction counts" },
        { "decks", "D1,D2,...", OPT_TEXT, &bench.decks, "these decks: built-in names or deck files (all built-in decks)" },
        { "traced", NULL, OPT_FLAG, &bench.traced, "keeps a log and finds reasons when asked, as games between people do" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "[options]",
        "Random players with the built-in decks and fixed seeds, on one core.  The signature is over a fixed number of\n"
        "games: it changes when play changes, and only then.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (cli->words)
        return usage_error(cli, "bench takes no '%s'", cli->word[0]);
    return with_data(cli, measure, &bench);
}
