/* spaceline play: a game in the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "cli/play.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int edition, date;
    const char *deck, *against, *opponent, *record;
    uint64_t seed;
    char switches[SWITCHES_ROOM];
} PlayArgs;

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

/* The table is drawn when a person's turn begins, and again before orders, if any can be given. */
static bool table_is_stale(const Play *play)
{
    const char *segment = sl_game_segment(play->game);
    if (play->drawn_turn == 0)
        return true;
    if (sl_game_active(play->game) != play->viewer || (strcmp(segment, "play") != 0 && strcmp(segment, "orders") != 0))
        return false;
    return play->drawn_turn != sl_game_turn(play->game)
        || (strcmp(play->drawn_segment, segment) != 0 && sl_game_options(play->game) > 1);
}

static void draw_table(Play *play)
{
    Screen screen = screen_of(play);
    bool new_turn = play->drawn_turn != sl_game_turn(play->game);
    screen_table(&screen, new_turn ? TABLE_WHOLE : TABLE_MINE);
    if (new_turn)
        screen_hand(&screen);
    play->drawn_turn = sl_game_turn(play->game);
    snprintf(play->drawn_segment, sizeof play->drawn_segment, "%s", sl_game_segment(play->game));
}

/* What is new to the person since the last question. */
static void show_news(Play *play)
{
    Screen screen = screen_of(play);
    int seat = play->viewer;
    screen_events(&screen, play->seen[seat]);
    play->seen[seat] = sl_game_events(play->game);
    if (play->drawn_turn == sl_game_turn(play->game) || !table_is_stale(play))
        screen_new_cards(&screen, play->hand[seat], play->hand_count[seat]);
    if (table_is_stale(play)) {
        printf("\n");
        draw_table(play);
    }
    play->hand_count[seat] = sl_game_list(play->game, seat, SL_HAND, play->hand[seat], MOST_CARDS);
}

/* The prompt says what an empty line does. */
static void prompt(const Play *play)
{
    static const char *const does[SL_VERB_COUNT] = { [SL_PASS] = "pass", [SL_DRAW] = "draw", [SL_END] = "end", [SL_DONE] = "done" };
    sl_decision d;
    sl_game_decision(play->game, &d);
    int option = is_set(&d) ? -1 : default_option(play->game);
    const char *word = option >= 0 ? does[sl_game_option(play->game, option).verb] : is_set(&d) && set_least(&d) == 0 ? "none" : NULL;
    if (word)
        printf("(Enter: %s) ", word);
    printf("> ");
    fflush(stdout);
}

static void ask_person(Play *play)
{
    char line[LINE];
    hand_over(play, sl_game_player(play->game));
    Screen screen = screen_of(play);
    show_news(play);
    screen_status(&screen);
    screen_decision(&screen);
    while (!play->quit) {
        prompt(play);
        if (ferror(stdout) || !read_line(line, sizeof line))
            play->quit = true;
        else {
            if (!isatty(STDIN_FILENO))          /* what a terminal shows by itself */
                printf("%s%s", line, strchr(line, '\n') ? "" : "\n");
            if (play_command(play, line))
                return;
        }
    }
}

/* Where there is only one answer a person is not asked, but for orders: what is not possible then is worth a question. */
static bool goes_by_itself(const Play *play)
{
    sl_decision d;
    sl_game_decision(play->game, &d);
    return d.options == 1 && d.kind != SL_DECIDE_ORDERS;
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
            play_answer(play, play->kind[player]->choose(&play->mind[player], play->game));
        else if (goes_by_itself(play))
            play_answer(play, 0);
        else
            ask_person(play);
    }
}

/* For somebody who has never played. */
static void welcome(const Play *play, uint64_t seed)
{
    Screen screen = screen_of(play);
    const sl_setup *setup = &play->record.setup;
    say(&screen, 0, 2, "You are A and play %s; B (%s) plays %s.  Seed %llu.", sl_deck_name(setup->deck[0]),
        play->kind[1] ? play->kind[1]->name : "another person", sl_deck_name(setup->deck[1]), (unsigned long long)seed);
    if (setup->edition == SL_FIRST_EDITION)
        say(&screen, 0, 2, "The goal: 100 points.  Seed missions, dilemmas beneath them and a facility; then report a card each turn, board a "
            "ship, fly it along the spaceline, and attempt missions with the skills they ask for.");
    else
        say(&screen, 0, 2, "The goal: 100 points, with a planet mission and a space mission among those you complete.  Spend 7 counters a "
            "turn on cards, board a ship, fly it to a mission, attempt that with the skills it asks for.");
    say(&screen, 0, 2, "Type the number of an option, or Enter for what the prompt says.  ? tells why something is not possible, ? and a "
        "title explains a card, undo takes back, help lists the rest.");
}

static bool colours_wanted(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && no_colour[0]) && !(term && strcmp(term, "dumb") == 0);
}

static bool keep_record(const Play *play, const char *path, sl_error *err)
{
    const Record *record = &play->record;
    return !path || replay_save(play->data->library, &record->setup, record->answer, record->count, path, err);
}

static void play_free(Play *play)
{
    sl_game_free(play->game);
    for (int i = 0; i < SEATS; i++)
        mind_free(&play->mind[i]);
    free(play->record.answer);
    free(play->mine.answer);
}

/* The record is written before the game as well, so that one that cannot be written does not cost a game. */
static int start(const Data *data, const PlayArgs *args, sl_deck *deck[SEATS], const PlayerKind *opponent)
{
    sl_error err = { "" };
    Play play = { .data = data, .kind = { NULL, opponent }, .colour = colours_wanted(),
                  .mind = { mind_new(hash_mix(args->seed, 1)), mind_new(hash_mix(args->seed, 2)) } };
    play.record.setup = (sl_setup){ .edition = args->edition, .date = args->date, .players = SEATS, .seed = args->seed,
                                    .switches = args->switches, .deck = { deck[0], deck[1] }, .trace = SL_TRACE_LOG };
    play.game = sl_game_new(data->library, &play.record.setup, &err);
    int code = EXIT_DONE;
    if (!play.game || !keep_record(&play, args->record, &err)) {
        code = complain("%s", err.text);
    } else {
        welcome(&play, args->seed);
        play_on(&play);
        print_end(&play);
        if (!keep_record(&play, args->record, &err))
            code = complain("%s", err.text);
    }
    play_free(&play);
    return code;
}

static bool find_decks(const Data *data, const PlayArgs *args, sl_deck *deck[SEATS], sl_error *err)
{
    const sl_setup rules = { .edition = args->edition, .date = args->date, .switches = args->switches };
    deck[0] = args->deck ? deck_find_legal(data, &rules, args->deck, err)
                         : deck_nth(data, args->edition, args->seed, err);
    if (deck[0])                                /* the neighbour, so that two built-in decks differ */
        deck[1] = args->against ? deck_find_legal(data, &rules, args->against, err)
                                : deck_nth(data, args->edition, args->seed + 1, err);
    return deck[0] && deck[1];
}

static void out_opponents(Out *out)
{
    for (int i = 0; i < player_kinds(); i++)
        out_text(out, "%s, ", player_kind(i)->name);
    out_text(out, "or human");
}

static int run(const Cli *cli, const Data *data, void *context)
{
    const PlayArgs *args = context;
    sl_deck *deck[SEATS] = { NULL, NULL };
    sl_error err = { "" };
    bool human = strcmp(args->opponent, "human") == 0;
    const PlayerKind *opponent = human ? NULL : player_find(args->opponent);
    if (!opponent && !human) {
        char names[300] = "";
        out_opponents(&(Out){ names, sizeof names, 0 });
        return usage_error(cli, "no opponent '%s'; there are %s", args->opponent, names);
    }
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
    out_opponents(&out);
    out_text(&out, " on the same screen (%s)", args.opponent);
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "which game (2e)" },
        { "deck", "D", OPT_TEXT, &args.deck, "your deck: a built-in name or a deck file" },
        { "against", "D", OPT_TEXT, &args.against, "the opponent's deck" },
        { "opponent", "P", OPT_TEXT, &args.opponent, opponents },
        { "rules", "DATE", OPT_DATE, &args.date, "the rules of that day (the newest)" },
        { "seed", "N", OPT_SEED, &args.seed, "the same seed deals the same game" },
        { "switch", "NAME=N", OPT_SWITCH, args.switches, "settles a doubtful rule otherwise; may be repeated" },
        { "record", "FILE", OPT_TEXT, &args.record, "keeps the game as a replay when it ends" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
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
