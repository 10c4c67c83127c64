/* spaceline perft: counts the games of a few answers from a position.  A table of known counts guards option generation: a
 * rule that offers too much or too little changes a number.
 *
 * A position is two built-in decks, a seed, and how many random answers were given since the beginning.  The table has one to
 * a line: DECKS SEED AFTER DEPTH LEAVES. */
#include "cli/cli.h"
#include "players/players.h"

#include <stdlib.h>

enum { DEEPEST = 8 };

typedef struct { char deck[2][64]; uint64_t seed; int after, depth; unsigned long long leaves; } Position;

typedef struct { const char *decks, *check, *write; uint64_t seed; long after, depth; int edition; } PerftArgs;

static uint64_t count_leaves(const sl_game *game, int depth, sl_game **scratch)
{
    if (depth == 0 || sl_game_player(game) < 0)
        return 1;
    if (depth == 1)
        return (uint64_t)sl_game_options(game);
    uint64_t leaves = 0;
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_game_copy(*scratch, game);
        sl_game_answer(*scratch, i);
        leaves += count_leaves(*scratch, depth - 1, scratch + 1);
    }
    return leaves;
}

static uint64_t count_from(sl_game *game, const Position *position)
{
    const PlayerKind *random = player_find("random");
    Mind mind = mind_new(position->seed);
    for (int i = 0; i < position->after && sl_game_player(game) >= 0; i++)
        sl_game_answer(game, random->choose(&mind, game));
    mind_free(&mind);
    sl_game *scratch[DEEPEST] = { NULL };
    for (int i = 0; i < position->depth; i++)
        scratch[i] = sl_game_clone(game);
    uint64_t leaves = count_leaves(game, position->depth, scratch);
    for (int i = 0; i < position->depth; i++)
        sl_game_free(scratch[i]);
    return leaves;
}

static bool count_position(const Data *data, int edition, Position *position, sl_error *err)
{
    sl_deck *deck[2] = { NULL, NULL };
    sl_game *game = NULL;
    deck[0] = deck_find(data, edition, position->deck[0], err);
    deck[1] = deck[0] ? deck_find(data, edition, position->deck[1], err) : NULL;
    if (deck[1]) {
        sl_setup setup = { .edition = edition, .players = 2, .seed = position->seed, .deck = { deck[0], deck[1] } };
        game = sl_game_new(data->library, &setup, err);
    }
    bool ok = game != NULL;
    if (game) {
        position->leaves = count_from(game, position);
        sl_game_free(game);
    }
    for (int i = 0; i < 2; i++)
        if (deck[i])
            sl_deck_free(deck[i]);
    return ok;
}

static bool read_decks(Str text, Position *out)
{
    const char *comma = text.len ? memchr(text.at, ',', text.len) : NULL;
    if (!comma)
        return false;
    size_t first = (size_t)(comma - text.at), second = text.len - first - 1;
    if (first == 0 || second == 0 || first >= sizeof out->deck[0] || second >= sizeof out->deck[1])
        return false;
    snprintf(out->deck[0], sizeof out->deck[0], "%.*s", (int)first, text.at);
    snprintf(out->deck[1], sizeof out->deck[1], "%.*s", (int)second, comma + 1);
    return true;
}

static bool read_position(Str line, Position *out)
{
    int seed, leaves;
    if (!read_decks(str_word(&line), out) || !str_int(str_word(&line), &seed) || !str_int(str_word(&line), &out->after)
        || !str_int(str_word(&line), &out->depth) || !str_int(str_word(&line), &leaves) || str_trim(line).len > 0)
        return false;
    out->seed = (uint64_t)seed;
    out->leaves = (unsigned long long)leaves;
    return seed >= 0 && out->after >= 0 && out->depth >= 1 && out->depth <= DEEPEST && leaves >= 0;
}

/* What became of a table. */
typedef struct { Out text; int good, bad; struct Differing { int line; unsigned long long leaves, known; } *differing; } Checked;

/* Counts one line of the table; the new line goes to the text. */
static int check_line(const Data *data, int edition, const sl_file *file, int number, Str line, Checked *checked)
{
    Position position;
    sl_error err = { "" };
    if (str_trim(line).len == 0 || line.at[0] == '#') {
        out_text(&checked->text, "%.*s\n", STR(line));
        return GO_ON;
    }
    if (!read_position(line, &position))
        return complain("%s:%d:1: expected DECK,DECK SEED AFTER DEPTH LEAVES, depth 1 to %d", file->name, number, DEEPEST);
    unsigned long long known = position.leaves;
    if (!count_position(data, edition, &position, &err))
        return complain("%s:%d:1: %s", file->name, number, err.text);
    out_text(&checked->text, "%s,%s %llu %d %d %llu\n", position.deck[0], position.deck[1], (unsigned long long)position.seed,
             position.after, position.depth, position.leaves);
    if (known == position.leaves)
        checked->good++;
    else
        checked->differing[checked->bad++] = (struct Differing){ number, position.leaves, known };
    return GO_ON;
}

static int count_lines(const Data *data, int edition, const sl_file *file, Checked *checked)
{
    Str rest = { file->data, file->size };
    bool bar = progress_wanted();
    int code = GO_ON;
    for (int number = 1; rest.len && code == GO_ON; number++) {
        Str line = str_line(&rest);
        code = check_line(data, edition, file, number, line, checked);
        if (bar)
            progress_bar("bytes", (long)(file->size - rest.len), (long)file->size);
    }
    if (bar)
        progress_done();
    return code;
}

static void print_json(const sl_file *file, const Checked *checked)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_int(&json, "passed", checked->good);
    json_open(&json, "failed", '[');
    for (int i = 0; i < checked->bad; i++) {
        json_open(&json, NULL, '{');
        json_text(&json, "file", file->name);
        json_int(&json, "line", checked->differing[i].line);
        json_int(&json, "leaves", (long long)checked->differing[i].leaves);
        json_int(&json, "known", (long long)checked->differing[i].known);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

static void print_text(const sl_file *file, const Checked *checked)
{
    for (int i = 0; i < checked->bad; i++)
        printf("%s:%d: %llu leaves, the table says %llu\n", file->name, checked->differing[i].line, checked->differing[i].leaves,
               checked->differing[i].known);
    printf("%d passed, %d failed\n", checked->good, checked->bad);
}

static int check_table(const Cli *cli, const Data *data, const PerftArgs *args, const sl_file *file, Checked *checked)
{
    sl_error err = { "" };
    int code = count_lines(data, args->edition, file, checked);
    if (code != GO_ON)
        return code;
    if (args->write)
        return file_write(args->write, checked->text.at, checked->text.len, &err) ? EXIT_DONE : complain("%s", err.text);
    (cli->json ? print_json : print_text)(file, checked);
    return checked->bad ? EXIT_NO : EXIT_DONE;
}

/* No line is shorter than its end, so a table has no more lines than bytes. */
static int check_file(const Cli *cli, const Data *data, const PerftArgs *args)
{
    sl_error err = { "" };
    sl_file file;
    if (!file_read(args->check ? args->check : args->write, &file, &err))
        return complain("%s", err.text);
    size_t room = 2 * file.size + 4096;
    Checked checked = { .text = { malloc(room), room, 0 }, .differing = calloc(file.size + 1, sizeof *checked.differing) };
    int code = checked.text.at && checked.differing ? check_table(cli, data, args, &file, &checked) : complain("out of memory");
    free(checked.text.at);
    free(checked.differing);
    file_free(&file);
    return code;
}

static int run(const Cli *cli, const Data *data, void *context)
{
    const PerftArgs *args = context;
    sl_error err = { "" };
    if (args->check || args->write)
        return check_file(cli, data, args);
    Position position = { .seed = args->seed, .after = (int)args->after, .depth = (int)args->depth };
    if (!args->decks || !read_decks(str_of(args->decks), &position) || args->depth < 1 || args->depth > DEEPEST)
        return usage_error(cli, "perft wants --decks D1,D2 and --depth from 1 to %d", DEEPEST);
    if (!count_position(data, args->edition, &position, &err))
        return complain("%s", err.text);
    if (cli->json) {
        Json json = { 0 };
        json_open(&json, NULL, '{');
        json_int(&json, "leaves", (long long)position.leaves);
        json_close(&json, '}');
        json_end(&json);
    } else {
        printf("%llu\n", position.leaves);
    }
    return EXIT_DONE;
}

int command_perft(Cli *cli)
{
    PerftArgs args = { .edition = SL_SECOND_EDITION, .seed = 1 };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "which game (2e)" },
        { "decks", "D1,D2", OPT_TEXT, &args.decks, "two decks" },
        { "seed", "N", OPT_SEED, &args.seed, "of the game and of the answers before (1)" },
        { "after", "N", OPT_COUNT, &args.after, "how many random answers before counting (0)" },
        { "depth", "N", OPT_COUNT, &args.depth, "how many answers" },
        { "check", "FILE", OPT_TEXT, &args.check, "compares every line of a table" },
        { "write", "FILE", OPT_TEXT, &args.write, "counts every line of a table anew" },
    };
    const Usage usage = {
        "--decks D1,D2 --depth N [options]\n--check FILE",
        "Counts the games of a few answers from a position.  A table has one position to a line:\n"
        "DECK,DECK SEED AFTER DEPTH LEAVES.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (cli->words)
        return usage_error(cli, "perft takes no '%s'", cli->word[0]);
    return with_data(cli, run, &args);
}
