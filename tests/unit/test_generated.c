/* Random games with random cards, each state beside others that must agree with it.
 *
 * Every answer is given to three games: one that plays on and keeps what it has found out, one that does so and is traced, and a fresh
 * copy that has kept nothing.  All must come to the same state with the same options, and what is kept must be what is computed.  Each
 * game is played in a process of its own, so that one that crashes or does not end is a failure like another.  Of a game that fails,
 * abilities are left out as long as it still fails; what remains is printed.
 *
 * GAMES=n plays n games instead of a few, SEED=n begins with that game. */
#define _POSIX_C_SOURCE 200809L                 /* fork */
#include "../builtin.h"
#include "generate.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { DECKS = 6, ANSWERS = 250, SECONDS = 90 /* of computing: far more than any game takes that ends */, REPORT = 1000 };

static const struct { CardType type; int count; } sorts[] = {
    { TYPE_PERSONNEL, 14 }, { TYPE_SHIP, 4 }, { TYPE_EQUIPMENT, 3 }, { TYPE_EVENT, 9 }, { TYPE_INTERRUPT, 6 }, { TYPE_DILEMMA, 8 }, { TYPE_MISSION, 4 },
};
enum { CARDS = 48 };

typedef struct {
    uint64_t   seed;
    int        players;
    GrownCard  card[CARDS];
    sl_library *library;
    sl_deck   *deck;
} Trial;

static sl_library *library;
static sl_deck    *built_in[DECKS];

/* ---- a library and a deck of grown cards ---- */

static void grow_trial(Trial *trial, uint64_t seed)
{
    static const char *const affiliation[DECKS] = { "Bajoran", "Cardassian", "Dominion", "Federation", "Klingon", "Romulan" };
    sl_error err = { "" };
    sl_library *scratch = sl_library_extend(library, SL_SECOND_EDITION, "grown", 1, "", 0, &err);
    Grower grow = { .cat = scratch->cat };
    rng_seed(&grow.rng, seed);
    trial->seed = seed;
    trial->players = 2 + (seed % 8 == 7);
    int at = 0;
    for (size_t i = 0; i < countof(sorts); i++)
        for (int k = 0; k < sorts[i].count; k++, at++)
            grow_card(&grow, &trial->card[at], sorts[i].type, at + 1, affiliation[seed % DECKS]);
    assert_int_equal(at, CARDS);
    sl_library_free(scratch);
}

static void deck_add(sl_deck *deck, int def, int count, sl_section section)
{
    deck->entry[deck->count++] = (sl_deck_entry){ .def = def, .count = count, .section = section };
}

/* The headquarters of a built-in deck and two of its missions, then grown cards. */
static sl_deck *grown_deck(const Trial *trial)
{
    const sl_deck *base = built_in[trial->seed % DECKS];
    sl_deck *deck = calloc(1, sizeof *deck);
    deck->room = base->count + CARDS;
    deck->entry = calloc((size_t)deck->room, sizeof *deck->entry);
    deck->name = calloc(1, 1);
    for (int i = 0, missions = 0; i < base->count; i++)
        if (base->entry[i].section == SL_MISSIONS && (library->cat->def[base->entry[i].def].kind == KIND_HEADQUARTERS || missions++ < 2))
            deck_add(deck, base->entry[i].def, 1, SL_MISSIONS);
    for (int i = 0; i < CARDS; i++) {
        char title[40];
        snprintf(title, sizeof title, "Grown %d", i + 1);
        int def = sl_card_find(trial->library, SL_SECOND_EDITION, title);
        assert_true(def > 0);
        CardType type = trial->card[i].type;
        deck_add(deck, def, type == TYPE_MISSION ? 1 : 2, type == TYPE_MISSION ? SL_MISSIONS : type == TYPE_DILEMMA ? SL_DILEMMA_PILE : SL_DRAW_DECK);
    }
    return deck;
}

static bool make_library(Trial *trial, char *report)
{
    static char text[CARDS * (sizeof(GrownCard) + 20)];
    Out out = { text, sizeof text, 0 };
    sl_error err = { "" };
    for (int i = 0; i < CARDS; i++)
        grown_text(&trial->card[i], &out);
    trial->library = sl_library_extend(library, SL_SECOND_EDITION, "grown", 1, text, out.len, &err);
    snprintf(report, REPORT, "%s", err.text);
    if (trial->library)
        trial->deck = grown_deck(trial);
    return trial->library != NULL;
}

/* ---- one game ---- */

static sl_game *new_game(const Trial *trial, bool trace)
{
    sl_setup setup = { .edition = SL_SECOND_EDITION, .date = 20140707, .players = trial->players, .seed = trial->seed, .trace = trace };
    for (int p = 0; p < trial->players; p++)
        setup.deck[p] = trial->deck;
    return sl_game_new(trial->library, &setup, NULL);
}

static const char *difference(const sl_game *game, const sl_game *other)
{
    if (sl_game_player(other) != sl_game_player(game))
        return "another player is to answer";
    if (sl_game_options(other) != sl_game_options(game))
        return "there are more or fewer options";
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_option a = sl_game_option(game, i), b = sl_game_option(other, i);
        if (a.verb != b.verb || a.card != b.card || a.target != b.target || a.number != b.number || a.def != b.def)
            return "an option is another";
    }
    return sl_game_hash(other) != sl_game_hash(game) ? "the state is another" : NULL;
}

static bool agrees(const sl_game *game, const sl_game *other, const char *which, long answers, char *report)
{
    const char *what = difference(game, other);
    if (what) {
        int at = snprintf(report, REPORT, "answer %ld, %s: %s", answers, which, what);
        for (int i = 0; i < sl_game_options(game) || i < sl_game_options(other); i++) {
            char a[200] = "nothing", b[200] = "nothing";
            if (i < sl_game_options(game))
                sl_game_describe(game, i, a, sizeof a);
            if (i < sl_game_options(other))
                sl_game_describe(other, i, b, sizeof b);
            if (strcmp(a, b) != 0) {
                snprintf(report + at, (size_t)(REPORT - at), ": %s | %s", a, b);
                break;
            }
        }
    }
    return !what;
}

/* Plays the trial's game; false with what went wrong. */
static bool play(const Trial *trial, char *report)
{
    Rng rng;
    rng_seed(&rng, trial->seed + 1);
    sl_game *game = new_game(trial, false), *traced = new_game(trial, true), *fresh = sl_game_clone(game);
    bool good = agrees(game, traced, "with a log", 0, report);
    for (long i = 1; good && i <= ANSWERS && sl_game_player(game) >= 0; i++) {
        int answer = (int)rng_below(&rng, (uint32_t)sl_game_options(game));
        sl_game_copy(fresh, game);
        sl_game_answer(game, answer);
        sl_game_answer(fresh, answer);
        sl_game_answer(traced, answer);
        char why[200] = "";
        good = agrees(game, fresh, "with nothing kept", i, report) && agrees(game, traced, "with a log", i, report);
        if (good && !sl_game_ok(game, why, sizeof why))
            good = false, snprintf(report, REPORT, "answer %ld: %s", i, why);
        if (good && i % 5 == 0 && !sl_game_caches_ok(game))
            good = false, snprintf(report, REPORT, "answer %ld: a kept value is not the computed one", i);
    }
    sl_game_free(game);
    sl_game_free(traced);
    sl_game_free(fresh);
    return good;
}

/* ---- processes ---- */

static void play_in_child(Trial *trial, int out)
{
    char report[REPORT] = "";
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    setrlimit(RLIMIT_CPU, &(struct rlimit){ SECONDS, SECONDS });
    bool good = make_library(trial, report) && play(trial, report);
    if (write(out, report, strlen(report)) < 0)
        _exit(2);
    _exit(good ? 0 : 1);
}

static bool trial_passes(Trial *trial, char *report)
{
    int pipes[2], status = 0;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        play_in_child(trial, pipes[1]);
    close(pipes[1]);
    ssize_t got = read(pipes[0], report, REPORT - 1);
    report[got > 0 ? got : 0] = '\0';
    close(pipes[0]);
    assert_true(waitpid(child, &status, 0) == child);
    if (!report[0] && WIFSIGNALED(status))
        snprintf(report, REPORT, WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "it does not end" : "it ends by signal %d", WTERMSIG(status));
    else if (!report[0] && status)
        snprintf(report, REPORT, "it ends with status %d", status);
    return status == 0;
}

/* Leaves abilities out while the game fails without them, and prints those it needs. */
static void report_fault(Trial *trial, const char *first)
{
    char report[REPORT], last[REPORT];
    fprintf(stderr, "SEED=%llu: %s\n", (unsigned long long)trial->seed, first);
    snprintf(last, sizeof last, "%s", first);
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < CARDS; i++)
            for (int k = 0; k < trial->card[i].abilities; k++) {
                bool *silent = &trial->card[i].silent[k];
                if (*silent)
                    continue;
                *silent = true;
                if (trial_passes(trial, report))
                    *silent = false;
                else
                    again = true, memcpy(last, report, sizeof last);
            }
    }
    fprintf(stderr, "   left with: %s\n", last);
    for (int i = 0; i < CARDS; i++)
        for (int k = 0; k < trial->card[i].abilities; k++)
            if (!trial->card[i].silent[k])
                fprintf(stderr, "   Grown %d, %s:%s\n", i + 1, type_name[trial->card[i].type], trial->card[i].ability[k]);
}

static long number_from(const char *variable, long otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

static void random_cards_play_one_way(void **state)
{
    (void)state;
    static Trial trial;
    long games = number_from("GAMES", 12), first = number_from("SEED", 1), failed = 0;
    for (long i = 0; i < games; i++) {
        char report[REPORT];
        grow_trial(&trial, (uint64_t)(first + i));
        if (!trial_passes(&trial, report)) {
            report_fault(&trial, report);
            failed++;
        }
    }
    if (failed)
        fail_msg("%ld of %ld games fail", failed, games);
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(random_cards_play_one_way) };
    sl_error err = { "" };
    library = builtin_library(&err);
    if (builtin_decks(library, built_in, DECKS, &err) != DECKS) {
        fprintf(stderr, "%s\n", err.text[0] ? err.text : "the built-in decks are not six");
        return 2;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < DECKS; i++)
        sl_deck_free(built_in[i]);
    sl_library_free(library);
    return failed;
}
