/* spaceline replay: a recorded game, shown or verified. */
#include "cli/cli.h"

#include <stdlib.h>

typedef struct { bool verify, text; } ReplayArgs;

/* Prints what happened since event number *seen; a replay hides nothing. */
static void print_events(const sl_game *game, long *seen)
{
    char line[SL_EVENT_TEXT];
    while (*seen < sl_game_events(game))
        if (sl_game_event_text(game, SL_OPEN, ++*seen, line, sizeof line) && line[0])
            printf("    %s\n", line);
}

static void print_turn(const sl_game *game, int *turn)
{
    if (sl_game_turn(game) == *turn)
        return;
    *turn = sl_game_turn(game);
    printf("\nturn %d, player %c, points", *turn, 'A' + sl_game_active(game));
    for (int player = 0; player < sl_game_players(game); player++)
        printf(" %c %d", 'A' + player, sl_game_points(game, player));
    printf(", state %016llx\n", (unsigned long long)sl_game_hash(game));
}

static bool answer(sl_game *game, int option, const char *file, int number, sl_error *err)
{
    return sl_game_apply(game, option) || fail(err, "%.200s: answer %d of the recording is not possible there", file, number + 1);
}

/* Every decision with its answer, and every event. */
static void print_play(sl_game *game, const int *answers, int count)
{
    long seen = 0;
    int turn = 0;
    for (int i = 0; i < count; i++) {
        char line[600] = "";
        print_events(game, &seen);
        print_turn(game, &turn);
        int options = sl_game_options(game);
        if (answers[i] >= 0) {                  /* a concession is an event too, and printed as that */
            sl_game_describe(game, answers[i], line, sizeof line);
            printf("%s  (%d of %d)\n", line, answers[i] + 1, options);
        }
        sl_game_apply(game, answers[i]);
    }
    print_events(game, &seen);
    printf("\n");
}

static void print_sum(const sl_game *game, int count)
{
    int winner = sl_game_winner(game);
    printf("%d answers, %d turns", count, sl_game_turn(game));
    for (int player = 0; player < sl_game_players(game); player++)
        printf(", %c %d points", 'A' + player, sl_game_points(game, player));
    if (winner >= 0)
        printf("; %c wins\n", 'A' + winner);
    else
        printf("; %s\n", sl_game_player(game) < 0 ? "a draw" : "not finished");
}

static void print_json(const sl_game *game, int count, const ReplayArgs *args)
{
    Json json = { 0 };
    int winner = sl_game_winner(game);
    char letter[2] = { (char)('A' + winner), '\0' };
    json_open(&json, NULL, '{');
    json_int(&json, "answers", count);
    json_int(&json, "turns", sl_game_turn(game));
    json_bool(&json, "finished", sl_game_player(game) < 0);
    json_text(&json, "winner", winner >= 0 ? letter : NULL);
    json_open(&json, "points", '[');
    for (int player = 0; player < sl_game_players(game); player++)
        json_int(&json, NULL, sl_game_points(game, player));
    json_close(&json, ']');
    json_hex(&json, "hash", sl_game_hash(game));
    if (args->verify)
        json_bool(&json, "verified", true);     /* else it would not have come here */
    json_close(&json, '}');
    json_end(&json);
}

static bool play_through(sl_game *game, const char *file, const int *answers, int count, sl_error *err)
{
    for (int i = 0; i < count; i++)
        if (!answer(game, answers[i], file, i, err))
            return false;
    return true;
}

static void print_unverified(const char *why)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_bool(&json, "verified", false);
    json_text(&json, "why", why);
    json_close(&json, '}');
    json_end(&json);
}

/* Played through once before the first byte is written; --text plays it a second time. */
static int show(const Cli *cli, const Data *data, const ReplayArgs *args, const sl_file *file, sl_game *game,
                const int *answers, int count)
{
    sl_error err = { "" };
    int *again = NULL;
    if (!play_through(game, file->name, answers, count, &err))
        return complain("%s", err.text);
    if (cli->json) {
        print_json(game, count, args);
        return EXIT_DONE;
    }
    sl_game *second = args->text ? sl_replay_read(data->library, file, &again, &count, &err) : NULL;
    if (second) {
        print_play(second, answers, count);
        sl_game_free(second);
        free(again);
    }
    print_sum(game, count);
    return EXIT_DONE;
}

static int not_verified(const Cli *cli, const char *why)
{
    if (cli->json)
        print_unverified(why);
    else
        complain("%s", why);
    return EXIT_NO;
}

/* A file that cannot be read is bad input; a replay that was changed, or plays otherwise than it says, does not verify. */
static int judge(const Cli *cli, const Data *data, const ReplayArgs *args, const sl_file *file)
{
    sl_error err = { "" };
    int *answers = NULL, count = 0;
    sl_game *game = sl_replay_read(data->library, file, &answers, &count, &err);
    if (!game)
        return args->verify && sl_replay_changed(file) ? not_verified(cli, err.text) : complain("%s", err.text);
    int code = !args->verify || sl_replay_verify(data->library, file, &err)
        ? show(cli, data, args, file, game, answers, count) : not_verified(cli, err.text);
    sl_game_free(game);
    free(answers);
    return code;
}

static int run(const Cli *cli, const Data *data, void *context)
{
    sl_error err = { "" };
    sl_file file;
    if (!file_read(cli->word[0], &file, &err))
        return complain("%s", err.text);
    int code = judge(cli, data, context, &file);
    file_free(&file);
    return code;
}

int command_replay(Cli *cli)
{
    ReplayArgs args = { 0 };
    const Opt opts[] = {
        { "verify", NULL, OPT_FLAG, &args.verify, "plays it through and compares every check value" },
        { "text", NULL, OPT_FLAG, &args.text, "prints every decision and every event" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "FILE [--verify] [--text]",
        "A recorded game: seed, decks, rules date and answers.  It hides nothing: both hands are shown.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (cli->words != 1)
        return usage_error(cli, "replay wants one file");
    return with_data(cli, run, &args);
}
