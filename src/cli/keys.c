/* Typed answers: numbers, ranges, words. */
#include "cli/play.h"

enum { ROOM = MOST_CARDS };

Screen screen_of(const Play *play)
{
    return (Screen){ .game = play->game, .viewer = play->viewer, .colour = play->colour, .width = text_width() };
}

void play_answer(Play *play, int option)
{
    record_add(&play->record, option);
    sl_game_answer(play->game, option);
}

static void answer_option(Play *play, int option)
{
    record_add(&play->mine, play->record.count);
    play_answer(play, option);
}

void play_direct(Play *play, const sl_direction *direction)
{
    int code = sl_direction_code(direction);
    record_add(&play->mine, play->record.count);
    record_add(&play->record, code);
    sl_game_apply(play->game, code);
}

static int option_of(const sl_game *game, sl_verb verb)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == verb)
            return i;
    return -1;
}

/* Draws where counters must be spent, else passes or ends; the only option in any case. */
int default_option(const sl_game *game)
{
    static const sl_verb verbs[] = { SL_DRAW, SL_PASS, SL_DONE, SL_END };
    if (sl_game_options(game) == 1)
        return 0;
    for (size_t i = 0; i < countof(verbs); i++) {
        int option = option_of(game, verbs[i]);
        if (option >= 0)
            return option;
    }
    return -1;
}

/* ---- sets ---- */

static void choose_set(Play *play, const sl_decision *d, const int *ids, int count)
{
    int answers[ROOM + 1];
    if (count < set_least(d) || count > set_most(d)) {
        const char *only = set_least(d) == set_most(d) ? "exactly" : count < set_least(d) ? "at least" : "at most";
        printf("That is %d; choose %s %d.\n", count, only, count < set_least(d) ? set_least(d) : set_most(d));
        return;
    }
    int steps = sl_game_set_answers(play->game, ids, count, answers, ROOM + 1);
    if (steps == 0) {
        printf("Those cards may not be chosen together; ? says why.\n");
        return;
    }
    record_add(&play->mine, play->record.count);
    for (int i = 0; i < steps; i++)
        play_answer(play, answers[i]);
}

/* ---- numbers ---- */

typedef struct { int number[ROOM], count; } Numbers;

static bool add_number(Numbers *n, int number)
{
    for (int i = 0; i < n->count; i++)
        if (n->number[i] == number)
            return false;
    if (n->count == ROOM)
        return false;
    n->number[n->count++] = number;
    return true;
}

static bool add_all(Numbers *n, int most)
{
    for (int i = 1; i <= most; i++)
        if (!add_number(n, i))
            return false;
    return true;
}

/* "4" or "2-5". */
static bool add_range(Numbers *n, Str word, int most)
{
    int first, last;
    size_t dash = 1;
    while (dash < word.len && word.at[dash] != '-')
        dash++;
    if (!str_int((Str){ word.at, dash < word.len ? dash : word.len }, &first))
        return false;
    last = first;
    if (dash < word.len && !str_int((Str){ word.at + dash + 1, word.len - dash - 1 }, &last))
        return false;
    if (first < 1 || last > most || last < first)
        return false;
    for (int i = first; i <= last; i++)
        if (!add_number(n, i))
            return false;
    return true;
}

/* Numbers from 1 to most, each at most once, with blanks or commas between them; "all" and "none". */
static bool read_numbers(Str line, int most, Numbers *out)
{
    char text[LINE];
    snprintf(text, sizeof text, "%.*s", STR(line));
    for (char *p = text; *p; p++)
        if (*p == ',')
            *p = ' ';
    out->count = 0;
    Str rest = str_of(text);
    if (is_word(str_trim(rest), "none"))
        return true;
    if (is_word(str_trim(rest), "all"))
        return add_all(out, most);
    for (Str word; (word = str_word(&rest)).len > 0;)
        if (!add_range(out, word, most))
            return false;
    return true;
}

static bool looks_like_numbers(Str line)
{
    return line.len > 0 && line.at[0] >= '0' && line.at[0] <= '9';
}

static bool answer_set(Play *play, const sl_decision *d, Str line)
{
    Numbers n;
    if (line.len && !looks_like_numbers(line) && !is_word(line, "all") && !is_word(line, "none"))
        return false;
    if (!read_numbers(line, d->eligible_count, &n)) {
        printf("Numbers from 1 to %d, each once: 1 4 5, or 1-3, or all.\n", d->eligible_count);
        return true;
    }
    if (line.len == 0 && set_least(d) > 0) {
        printf("Which?  Numbers: 1 4 5, or 1-3, or all.\n");
        return true;
    }
    for (int i = 0; i < n.count; i++)
        n.number[i] = sl_game_eligible(play->game, n.number[i] - 1);
    choose_set(play, d, n.number, n.count);
    return true;
}

/* After an order whose cards are asked for next: all of them. */
static void answer_all(Play *play, int player)
{
    sl_decision d;
    sl_game_decision(play->game, &d);
    if (d.player == player && is_set(&d)) {
        int steps = play->mine.count;
        answer_set(play, &d, str_of("all"));
        play->mine.count = steps;               /* one step of undo, with the order */
    }
}

/* "3", or "3 all" for an order that asks for cards. */
static bool answer_number(Play *play, Str line)
{
    int number, player = sl_game_player(play->game);
    Str rest = line, first = str_word(&rest);
    rest = str_trim(rest);
    if (!looks_like_numbers(line))
        return false;
    if (!str_int(first, &number) || number < 1 || number > sl_game_options(play->game) || (rest.len && !is_word(rest, "all"))) {
        printf("One number from 1 to %d.\n", sl_game_options(play->game));
        return true;
    }
    answer_option(play, number - 1);
    if (rest.len)
        answer_all(play, player);
    return true;
}

/* ---- words ---- */

static bool beam_all(Play *play)
{
    int found = 0, player = sl_game_player(play->game);
    for (int i = 0; i < sl_game_options(play->game); i++)
        found += sl_game_option(play->game, i).verb == SL_BEAM;
    if (found == 0)
        printf("Nobody can be beamed now.\n");
    else if (found > 1)
        printf("Which way?  The number of a beam order, and all: 7 all.\n");
    else {
        answer_option(play, option_of(play->game, SL_BEAM));
        answer_all(play, player);
    }
    return true;
}

/* "draw 3" spends three counters; it stops where something else is asked. */
static bool draw(Play *play, int times)
{
    for (int i = 0; i < times; i++) {
        int option = option_of(play->game, SL_DRAW);
        if (option < 0) {
            if (i == 0)
                printf("You cannot draw now.\n");
            break;
        }
        answer_option(play, option);
    }
    return true;
}

/* The reason, if that was refused. */
static void say_not_now(const Play *play, const char *word, sl_verb verb)
{
    Screen screen = screen_of(play);
    sl_refusal refusal[MOST_CARDS];
    int count = sl_game_refusals(play->game, refusal, MOST_CARDS);
    for (int i = 0; i < count; i++)
        if (refusal[i].option.verb == verb) {
            char reason[600] = "";
            sl_game_reason(play->game, &refusal[i], reason, sizeof reason);
            say(&screen, 0, 2, "Not now: %s %c[%s]%c", reason, INK_DIM,
                sl_cite_id(refusal[i].cite), INK_PLAIN);
            return;
        }
    printf("'%s' is no answer here.\n", word);
}

static bool answer_word(Play *play, Str line)
{
    static const struct { const char *word; sl_verb verb; } words[] = {
        { "end", SL_END }, { "pass", SL_PASS }, { "done", SL_DONE }, { "yes", SL_YES }, { "y", SL_YES }, { "no", SL_NO }, { "n", SL_NO },
    };
    Str rest = line, word = str_word(&rest);
    int times = 1;
    rest = str_trim(rest);
    if (is_word(word, "draw") && (rest.len == 0 || (str_int(rest, &times) && times > 0)))
        return draw(play, times);
    if (is_word(word, "beam") && is_word(rest, "all"))
        return beam_all(play);
    for (size_t i = 0; i < countof(words) && rest.len == 0; i++)
        if (is_word(word, words[i].word)) {
            int option = option_of(play->game, words[i].verb);
            if (option >= 0)
                answer_option(play, option);
            else
                say_not_now(play, words[i].word, words[i].verb);
            return true;
        }
    return false;
}

bool answer_line(Play *play, Str line)
{
    sl_decision d;
    sl_game_decision(play->game, &d);
    if (is_set(&d))
        return answer_set(play, &d, line);
    if (line.len)
        return answer_number(play, line) || answer_word(play, line);
    int option = default_option(play->game);
    if (option < 0)
        printf("Which one?  A number, or help.\n");
    else
        answer_option(play, option);
    return true;
}
