/* spaceline play: a game in the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "cli/table.h"
#include "players/players.h"
#include "sim/sim.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 2, LINE = 4096 };

typedef struct {
    int edition, date;
    const char *deck, *against, *opponent, *record;
    uint64_t seed;
} PlayArgs;

typedef struct {
    const Data *data;
    sl_game *game;
    Record record;                             /* every answer so far */
    Record mine;                               /* where in it a person's answers stand: what undo goes back to */
    const PlayerKind *kind[SEATS];             /* NULL: a person */
    Mind mind[SEATS];
    long seen[SEATS];                          /* the newest event each person has read */
    int  viewer;                               /* whose eyes the screen is for */
    int  drawn_turn;                           /* when the whole table was last drawn: it is again in a new turn or segment */
    char drawn_segment[16];
    bool colour, quit;
} Play;

static Screen screen_of(const Play *play)
{
    return (Screen){ .game = play->game, .viewer = play->viewer, .colour = play->colour };
}

static void answer(Play *play, int option)
{
    int player = sl_game_player(play->game);
    if (!play->kind[player])
        record_add(&play->mine, play->record.count);
    record_add(&play->record, option);
    sl_game_answer(play->game, option);
}

/* Reads a line of input; a longer one is read to its end and refused.  False at the end of the input. */
static bool read_line(char *out, size_t size)
{
    for (;;) {
        if (!fgets(out, (int)size, stdin))
            return false;
        size_t len = strlen(out);
        if (len + 1 < size || (len && out[len - 1] == '\n'))
            return true;
        for (int c; (c = getchar()) != EOF && c != '\n';)
            ;
        printf("That line is too long.\n> ");
        fflush(stdout);
    }
}

/* The answer of an empty line: the only option, or the one that passes or ends, or draws where counters must be spent; -1 if
 * there is none. */
static int default_option(const sl_game *game)
{
    int options = sl_game_options(game);
    int draw = -1;
    if (options == 1)
        return 0;
    for (int i = 0; i < options; i++) {
        sl_verb verb = sl_game_option(game, i).verb;
        if (verb == SL_PASS || verb == SL_DONE || verb == SL_END)
            return i;
        if (verb == SL_DRAW)
            draw = i;
    }
    return draw;
}

static bool same_option(sl_option a, sl_option b)
{
    return a.verb == b.verb && a.card == b.card && a.target == b.target && a.number == b.number && a.def == b.def;
}

static bool answer_with(Play *play, int player, sl_option wanted)
{
    if (sl_game_player(play->game) != player)
        return false;
    for (int i = 0; i < sl_game_options(play->game); i++)
        if (same_option(sl_game_option(play->game, i), wanted)) {
            answer(play, i);
            return true;
        }
    return false;
}

static bool read_numbers(Str line, int most, int *number, int room, int *count)
{
    *count = 0;
    for (Str word; (word = str_word(&line)).len > 0; ++*count)
        if (*count == room || !str_int(word, &number[*count]) || number[*count] < 1 || number[*count] > most)
            return false;
    return *count > 0;
}

/* One number, or several: the cards of a set by the numbers of one listing.  Sets are asked for in ascending order. */
static bool answer_numbers(Play *play, Str line)
{
    enum { ROOM = 64 };
    int number[ROOM], count;
    uint16_t order[ROOM] = { 0 };
    sl_option wanted[ROOM];
    if (!read_numbers(line, sl_game_options(play->game), number, ROOM, &count))
        return false;
    sort_by_key(number, order, count);
    int player = sl_game_player(play->game);
    for (int i = 0; i < count; i++)
        wanted[i] = sl_game_option(play->game, number[i] - 1);
    for (int i = 0; i < count; i++)
        if (!answer_with(play, player, wanted[i])) {
            printf("Option %d is not possible any more.\n", number[i]);
            break;
        }
    return true;
}

static bool restart(Play *play, int answers)
{
    sl_error err = { "" };
    sl_game *game = sl_game_new(play->data->library, &play->record.setup, &err);
    if (!game) {
        printf("%s\n", err.text);
        return false;
    }
    for (int i = 0; i < answers; i++)
        sl_game_answer(game, play->record.answer[i]);
    sl_game_free(play->game);
    play->game = game;
    play->record.count = answers;
    for (int seat = 0; seat < SEATS; seat++)
        if (play->seen[seat] > sl_game_events(game))
            play->seen[seat] = sl_game_events(game);
    play->drawn_turn = 0;
    return true;
}

static void undo(Play *play, Str argument)
{
    int steps = 1;
    if (argument.len && (!str_int(argument, &steps) || steps < 1)) {
        printf("undo takes a number of your answers.\n");
        return;
    }
    if (steps > play->mine.count) {
        printf("You have given %d answers.\n", play->mine.count);
        return;
    }
    if (restart(play, play->mine.answer[play->mine.count - steps]))
        play->mine.count -= steps;
}

static void save(const Play *play, const char *path)
{
    sl_error err = { "" };
    if (replay_save(play->data->library, &play->record.setup, play->record.answer, play->record.count, path, &err))
        printf("Saved as %s.\n", path);
    else
        printf("%s\n", err.text);
}

static void show_card(const Play *play, const char *title)
{
    Screen screen = screen_of(play);
    sl_error err = { "" };
    int def = card_find(play->data, play->record.setup.edition, title, &err);
    if (def)
        screen_def(&screen, def);
    else
        printf("%s\n", err.text);
}

/* "?" alone lists refusals; "? 3" is option 3, "? r3" refusal 3, anything else a title. */
static void explain(const Play *play, Str what)
{
    Screen screen = screen_of(play);
    int number;
    char title[200];
    if (what.len == 0) {
        screen_refusals(&screen);
    } else if (what.at[0] == 'r' && str_int((Str){ what.at + 1, what.len - 1 }, &number)) {
        screen_refusal(&screen, number);
    } else if (str_int(what, &number)) {
        if (number < 1 || number > sl_game_options(play->game)) {
            printf("There is no option %d.\n", number);
            return;
        }
        sl_option option = sl_game_option(play->game, number - 1);
        if (option.card)
            screen_card(&screen, option.card);
        else if (option.def)
            screen_def(&screen, option.def);
        else
            printf("No card belongs to that option.\n");
    } else {
        snprintf(title, sizeof title, "%.*s", STR(what));
        show_card(play, title);
    }
}

static void help(void)
{
    printf("  N [N …]     takes an option; several numbers choose several cards of a set\n"
           "  (empty)     the only option, or the one that passes, ends or draws\n"
           "  ?           what is not possible now, and why\n"
           "  ? N, ? rN   the card of option N; refusal N with its ruling\n"
           "  ? TITLE, card TITLE   a card, and why it cannot be used now\n"
           "  table, log  the table again; all that happened\n"
           "  undo [N]    takes back your last answer, or N of them\n"
           "  save FILE   keeps the game so far as a replay\n"
           "  quit        leaves\n");
}

/* Carries a command out.  True when the game may have changed. */
static bool command(Play *play, const char *text)
{
    Screen screen = screen_of(play);
    Str rest = str_trim(str_of(text));
    if (rest.len == 0) {
        int option = default_option(play->game);
        if (option < 0)
            printf("Which one?  A number, or help.\n");
        else
            answer(play, option);
        return option >= 0;
    }
    if (answer_numbers(play, rest))
        return true;
    if (rest.at[0] == '?') {
        explain(play, str_trim((Str){ rest.at + 1, rest.len - 1 }));
        return false;
    }
    Str word = str_word(&rest);
    rest = str_trim(rest);
    char argument[LINE];
    snprintf(argument, sizeof argument, "%.*s", STR(rest));
    if (str_is(word, "undo"))
        undo(play, rest);
    else if (str_is(word, "quit"))
        play->quit = true;
    else if (str_is(word, "card") && rest.len)
        show_card(play, argument);
    else if (str_is(word, "save") && rest.len)
        save(play, argument);
    else if (str_is(word, "log"))
        screen_events(&screen, 0);
    else if (str_is(word, "table"))
        screen_table(&screen);
    else if (str_is(word, "help"))
        help();
    else
        printf("There is no option or command '%.*s'; help lists them.\n", (int)(word.len < 40 ? word.len : 40), word.at);
    return str_is(word, "undo");
}

/* When two people share the screen, it is cleared before the other one looks. */
static void hand_over(Play *play, int player)
{
    char line[LINE];
    bool shared = !play->kind[0] && !play->kind[1];
    if (shared && play->viewer != player && isatty(STDIN_FILENO)) {
        printf("\033[2J\033[HPlayer %c, press Enter. ", 'A' + player);
        fflush(stdout);
        if (!read_line(line, sizeof line))
            play->quit = true;
    }
    if (shared && play->viewer != player)
        play->drawn_turn = 0;
    play->viewer = player;
}

static bool table_is_stale(const Play *play)
{
    return play->drawn_turn != sl_game_turn(play->game) || strcmp(play->drawn_segment, sl_game_segment(play->game)) != 0;
}

static void draw_table(Play *play)
{
    Screen screen = screen_of(play);
    screen_table(&screen);
    play->drawn_turn = sl_game_turn(play->game);
    snprintf(play->drawn_segment, sizeof play->drawn_segment, "%s", sl_game_segment(play->game));
}

static void ask_person(Play *play)
{
    char line[LINE];
    hand_over(play, sl_game_player(play->game));
    Screen screen = screen_of(play);
    screen_status(&screen);
    if (table_is_stale(play))
        draw_table(play);
    screen_events(&screen, play->seen[play->viewer]);
    play->seen[play->viewer] = sl_game_events(play->game);
    screen_decision(&screen);
    while (!play->quit) {
        printf("> ");
        fflush(stdout);
        if (!read_line(line, sizeof line))
            play->quit = true;
        else if (command(play, line))
            return;
    }
}

static void print_end(const Play *play)
{
    Screen screen = screen_of(play);
    int winner = sl_game_winner(play->game);
    screen_events(&screen, play->seen[play->viewer]);
    printf("\n");
    if (sl_game_player(play->game) >= 0)
        printf("The game stops here, not finished: ");
    else if (winner < 0)
        printf("A draw: ");
    else
        printf("%c wins: ", 'A' + winner);
    for (int player = 0; player < SEATS; player++)
        printf("%s%c %d points", player ? ", " : "", 'A' + player, sl_game_points(play->game, player));
    printf(".\n");
}

static void play_on(Play *play)
{
    int player;
    while (!play->quit && (player = sl_game_player(play->game)) >= 0) {
        if (play->kind[player])
            answer(play, play->kind[player]->choose(&play->mind[player], play->game));
        else
            ask_person(play);
    }
}

static int start(const Data *data, const PlayArgs *args, sl_deck *deck[SEATS], const PlayerKind *opponent)
{
    sl_error err = { "" };
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    Play play = { .data = data, .kind = { NULL, opponent },
                  .mind = { mind_new(hash_mix(args->seed, 1)), mind_new(hash_mix(args->seed, 2)) },
                  .colour = isatty(STDOUT_FILENO) && !(no_colour && no_colour[0]) && !(term && strcmp(term, "dumb") == 0) };
    play.record.setup = (sl_setup){ .edition = args->edition, .date = args->date, .players = SEATS, .seed = args->seed,
                                    .deck = { deck[0], deck[1] }, .trace = true };
    play.game = sl_game_new(data->library, &play.record.setup, &err);
    if (!play.game)
        return complain("%s", err.text);
    printf("A (you) plays %s, B (%s) plays %s.  Seed %llu.  help lists the commands.\n", sl_deck_name(deck[0]),
           opponent ? opponent->name : "human", sl_deck_name(deck[1]), (unsigned long long)args->seed);
    play_on(&play);
    print_end(&play);
    int code = EXIT_DONE;
    const Record *record = &play.record;
    if (args->record && !replay_save(data->library, &record->setup, record->answer, record->count, args->record, &err))
        code = complain("%s", err.text);
    sl_game_free(play.game);
    for (int i = 0; i < SEATS; i++)
        mind_free(&play.mind[i]);
    free(play.record.answer);
    free(play.mine.answer);
    return code;
}

static bool find_decks(const Data *data, const PlayArgs *args, sl_deck *deck[SEATS], sl_error *err)
{
    deck[0] = args->deck ? deck_find_legal(data, args->edition, args->date, args->deck, err)
                         : deck_nth(data, args->edition, args->seed, err);
    if (deck[0])                                /* the neighbour, so that two built-in decks differ */
        deck[1] = args->against ? deck_find_legal(data, args->edition, args->date, args->against, err)
                                : deck_nth(data, args->edition, args->seed + 1, err);
    return deck[0] && deck[1];
}

static int run(const Cli *cli, const Data *data, void *context)
{
    const PlayArgs *args = context;
    sl_deck *deck[SEATS] = { NULL, NULL };
    sl_error err = { "" };
    bool human = strcmp(args->opponent, "human") == 0;
    const PlayerKind *opponent = human ? NULL : player_find(args->opponent);
    if (!opponent && !human)
        return usage_error(cli, "no opponent '%s'", args->opponent);
    int code = find_decks(data, args, deck, &err) ? start(data, args, deck, opponent) : complain("%s", err.text);
    for (int i = 0; i < SEATS; i++)
        if (deck[i])
            sl_deck_free(deck[i]);
    return code;
}

int command_play(Cli *cli)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    PlayArgs args = { .edition = SL_SECOND_EDITION, .seed = (uint64_t)now.tv_sec % 1000000,
                      .opponent = player_kind(player_kinds() - 1)->name };
    char opponents[300] = "";
    Out out = { opponents, sizeof opponents, 0 };
    for (int i = 0; i < player_kinds(); i++)
        out_text(&out, "%s, ", player_kind(i)->name);
    out_text(&out, "or human on the same screen (%s)", args.opponent);
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "which game (2e)" },
        { "deck", "D", OPT_TEXT, &args.deck, "your deck: a built-in name or a deck file" },
        { "against", "D", OPT_TEXT, &args.against, "the opponent's deck" },
        { "opponent", "P", OPT_TEXT, &args.opponent, opponents },
        { "rules", "DATE", OPT_DATE, &args.date, "the rules of that day (the newest)" },
        { "seed", "N", OPT_SEED, &args.seed, "the same seed deals the same game" },
        { "record", "FILE", OPT_TEXT, &args.record, "keeps the game as a replay when it ends" },
    };
    const Usage usage = {
        "[options]",
        "A game in the terminal, against a computer player or another person.",
        opts, countof(opts), false
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (cli->words)
        return usage_error(cli, "play takes no '%s'", cli->word[0]);
    return with_data(cli, run, &args);
}
