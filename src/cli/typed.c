/* What is typed besides answers. */
#include "cli/play.h"

static bool restart(Play *play, int answers)
{
    sl_error err = { "" };
    sl_game *game = sl_game_new(play->data->library, &play->record.setup, &err);
    if (!game) {
        printf("%s\n", err.text);
        return false;
    }
    for (int i = 0; i < answers; i++)
        sl_game_apply(game, play->record.answer[i]);
    sl_game_free(play->game);
    play->game = game;
    play->record.count = answers;
    for (int seat = 0; seat < SEATS; seat++)
        if (play->seen[seat] > sl_game_events(game))
            play->seen[seat] = sl_game_events(game);
    play->drawn_turn = 0;
    return true;
}

static bool undo(Play *play, Str argument)
{
    int steps = 1;
    if (argument.len && (!str_int(argument, &steps) || steps < 1)) {
        printf("undo takes a number of your answers.\n");
        return false;
    }
    if (steps > play->mine.count) {
        printf("You have given %d answers.\n", play->mine.count);
        return false;
    }
    if (!restart(play, play->mine.answer[play->mine.count - steps]))
        return false;
    play->mine.count -= steps;
    printf("Taken back: %d.\n", steps);
    return true;
}

/* Whoever sits at the terminal is the director as well. */
static bool direct(Play *play, Str words)
{
    char text[LINE];
    sl_direction direction;
    sl_error err = { "" };
    snprintf(text, sizeof text, "%.*s", STR(words));
    if (!sl_direction_parse(play->game, play->record.setup.edition, text, &direction, &err) || !sl_game_may_direct(play->game, &direction, &err)) {
        printf("%s\n", err.text);
        return false;
    }
    play_direct(play, &direction);
    return true;
}

/* ---- what the computer would do ---- */

static int advised(const Play *play, Mind *mind)
{
    return player_find("greedy")->choose(mind, play->game);
}

static void hint(const Play *play)
{
    Screen screen = screen_of(play);
    char words[LINE];
    Mind mind = mind_new((uint64_t)play->record.count);
    int option = advised(play, &mind);
    sl_game_describe(play->game, option, words, sizeof words);
    say(&screen, 0, 2, "The computer would take %d: %s.", option + 1, words);
    mind_free(&mind);
}

/* Seeds what this phase is for, and is one step of undo. */
static bool seed(Play *play)
{
    sl_decision d;
    sl_game_decision(play->game, &d);
    if (d.kind != SL_DECIDE_SEED) {
        printf("Nothing is seeded now.\n");
        return false;
    }
    char segment[sizeof play->drawn_segment];
    snprintf(segment, sizeof segment, "%s", sl_game_segment(play->game));
    record_add(&play->mine, play->record.count);
    Mind mind = mind_new((uint64_t)play->record.count);
    for (int player = d.player; d.kind == SL_DECIDE_SEED && d.player == player && strcmp(sl_game_segment(play->game), segment) == 0;
         sl_game_decision(play->game, &d))
        play_answer(play, advised(play, &mind));
    mind_free(&mind);
    return true;
}

static void save(const Play *play, const char *path)
{
    sl_error err = { "" };
    if (replay_save(play->data->library, &play->record.setup, play->record.answer, play->record.count, path, &err))
        printf("Saved as %s.\n", path);
    else
        printf("%s\n", err.text);
}

/* ---- cards and rules ---- */

/* The only card whose name has these words in it; 0 if there is none, or several, which are then named. */
static int def_by_words(const Play *play, const char *words)
{
    char names[400] = "";
    Out out = { names, sizeof names, 0 };
    const sl_library *library = play->data->library;
    int found = 0, last = 0;
    for (int def = 1; def <= sl_card_count(library); def++) {
        sl_facts facts;
        if (!sl_card_facts(library, def, &facts) || facts.edition != play->record.setup.edition || !contains_nocase(facts.name, words))
            continue;
        out_text(&out, "%s%s", found ? "; " : "", facts.name);
        found++;
        last = def;
    }
    if (found > 1) {
        Screen screen = screen_of(play);
        say(&screen, 0, 2, "Which of %d: %s%s", found, names, out.len >= sizeof names ? " …" : "");
    }
    return found == 1 ? last : -found;
}

static void show_card(const Play *play, const char *title)
{
    Screen screen = screen_of(play);
    sl_error err = { "" };
    int def = sl_card_find(play->data->library, play->record.setup.edition, title);
    if (!def)
        def = def_by_words(play, title);
    if (def > 0)
        screen_def(&screen, def);
    else if (def == 0 && !card_find(play->data, play->record.setup.edition, title, &err))
        printf("%s\n", err.text);
}

/* The card that a number of the last list stands for. */
static void show_numbered(const Play *play, int number)
{
    Screen screen = screen_of(play);
    sl_decision d;
    sl_card card;
    sl_game_decision(play->game, &d);
    int most = is_set(&d) ? d.eligible_count : d.options;
    if (number < 1 || number > most) {
        printf("There is no %d; the numbers go to %d.\n", number, most);
        return;
    }
    sl_option o = is_set(&d) ? (sl_option){ .card = sl_game_eligible(play->game, number - 1) } : sl_game_option(play->game, number - 1);
    if (o.card && sl_game_card(play->game, play->viewer, o.card, &card))
        o.def = card.def;
    if (o.def)
        screen_def(&screen, o.def);
    else
        printf("No card that you know belongs to that number.\n");
}

/* "?" alone tells what is refused; "? 3" asks about the card of number 3, "? TITLE" about a card. */
static void explain(const Play *play, Str what)
{
    Screen screen = screen_of(play);
    int number;
    char title[200];
    snprintf(title, sizeof title, "%.*s", STR(what));
    if (what.len == 0)
        screen_refusals(&screen);
    else if (str_int(what, &number))
        show_numbered(play, number);
    else
        show_card(play, title);
}

static void show_rule(const Play *play, const char *id)
{
    Screen screen = screen_of(play);
    if (!screen_rule(&screen, id))
        printf("No rule or ruling '%.60s'; ? and the log name those that applied, as 2E-6.4 or 2e-2014/infinite-loops.\n", id);
}

/* ---- the others ---- */

static void show_log(const Play *play, Str argument)
{
    Screen screen = screen_of(play);
    int lines = 0;
    if (argument.len && (!str_int(argument, &lines) || lines < 1))
        printf("log takes a number of events.\n");
    else
        screen_events(&screen, lines && lines < sl_game_events(play->game) ? sl_game_events(play->game) - lines : 0);
}

static void show_table(const Play *play)
{
    Screen screen = screen_of(play);
    screen_table(&screen, TABLE_WHOLE);
}

static void show_hand(const Play *play)
{
    Screen screen = screen_of(play);
    screen_hand(&screen);
}

static void help(const Screen *screen)
{
    enum { LEFT = 14 };
    static const char *const line[][2] = {
        { "N", "takes that option; of a set of cards several at once: 1 4 5, or 1-3, or all, or none" },
        { "Enter alone", "does what the prompt says" },
        { "N all", "an order to beam, with everybody; beam all, if there is only one" },
        { "draw [N]", "draws; end, pass, yes and no are answers as well, where they are possible" },
        { "?", "what is not possible now, and why" },
        { "? N, ? TITLE", "a card (card TITLE is the same): its text, and why it cannot be used now" },
        { "rules ID", "a rule or a ruling, as 2E-6.4" },
        { "table, hand", "the table or your hand again; options shows the numbered options again" },
        { "log [N]", "all that happened, or the last N events" },
        { "hint", "what the computer would do in your place" },
        { "seed", "the computer seeds for you, as far as you are asked in this phase" },
        { "undo [N]", "takes back your last answer, or N of them" },
        { "direct WORDS", "a director's word, between actions: direct put TITLE in hand, set TITLE stopped, lift TITLE stopped, score A 10" },
        { "save FILE", "keeps the game so far as a replay" },
        { "quit", "leaves" },
    };
    for (size_t i = 0; i < countof(line); i++) {
        char left[LEFT + 1];
        snprintf(left, sizeof left, "%-*s", LEFT, line[i][0]);
        for (char *c = left; *c; c++)
            *c = *c == ' ' ? TIE : *c;
        say(screen, 2, 2 + LEFT, "%s%s", left, line[i][1]);
    }
}

/* Commands that only show something.  False if it is none of them. */
static bool show(const Play *play, Str word, Str rest)
{
    char argument[LINE];
    Screen screen = screen_of(play);
    snprintf(argument, sizeof argument, "%.*s", STR(rest));
    if (is_word(word, "card") && rest.len)
        explain(play, rest);
    else if (is_word(word, "rules") && rest.len)
        show_rule(play, argument);
    else if (is_word(word, "save") && rest.len)
        save(play, argument);
    else if (is_word(word, "log"))
        show_log(play, rest);
    else if (is_word(word, "table"))
        show_table(play);
    else if (is_word(word, "hand"))
        show_hand(play);
    else if (is_word(word, "options"))
        screen_decision(&screen);
    else if (is_word(word, "hint"))
        hint(play);
    else if (is_word(word, "help"))
        help(&screen);
    else
        return false;
    return true;
}

/* A word that wants another one after it. */
static const char *argument_of(Str word)
{
    static const char *const wants[][2] = { { "card", "a title" }, { "rules", "the id of a rule or ruling, as 2E-6.4" },
                                            { "save", "the name of a file" },
                                            { "direct", "a director's word, as put TITLE in hand" } };
    for (size_t i = 0; i < countof(wants); i++)
        if (is_word(word, wants[i][0]))
            return wants[i][1];
    return NULL;
}

static void say_unknown(Str word)
{
    static const char *const words[] = {
        "draw", "end", "pass", "done", "yes", "no", "beam all", "card", "rules", "save", "log", "table", "hand", "options", "help", "undo",
        "quit", "direct", "hint", "seed",
    };
    Nearest near = nearest_to(word);
    for (size_t i = 0; i < countof(words); i++)
        nearest_try(&near, str_of(words[i]));
    printf("There is no option or command '%.*s'%s%.*s; help lists them.\n", STR(str_shown(word)), near.best.len ? "; nearest: " : "",
           STR(near.best));
}

bool play_command(Play *play, const char *text)
{
    Str rest = str_trim(str_of(text));
    int answers = play->record.count;
    if (answer_line(play, rest))
        return play->record.count != answers;
    if (rest.at[0] == '?') {
        explain(play, str_trim((Str){ rest.at + 1, rest.len - 1 }));
        return false;
    }
    Str word = str_word(&rest);
    rest = str_trim(rest);
    if (is_word(word, "undo"))
        return undo(play, rest);
    if (is_word(word, "seed"))
        return seed(play);
    if (is_word(word, "direct") && rest.len)
        return direct(play, rest);
    if (is_word(word, "quit") || is_word(word, "exit"))
        play->quit = true;
    else if (rest.len == 0 && argument_of(word))
        printf("%.*s wants %s.\n", STR(word), argument_of(word));
    else if (!show(play, word, rest))
        say_unknown(word);
    return false;
}
