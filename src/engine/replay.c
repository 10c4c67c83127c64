/* Replays: a game as its seed, decks, rules date and answers, in a text that people can read.
 *
 *     spaceline-replay 1
 *     edition 2e
 *     rules 2014-07-07
 *     switches unstop_at=1             doubtful rules played otherwise than usual; no line when there are none
 *     windows asked                    between people: who could only pass was asked as well; no line when he was not
 *     seed 17
 *     data 0123456789abcdef            digest of the library
 *     deck klingon                     for each player, in the form of a deck file
 *     3<TAB>Kahmis
 *     end
 *     answers 3
 *     turn 1: 0 4 2 = 0123456789abcdef     the state's hash after the last of these answers; B-concedes ends a game as well, and
 *                                      put_#12_in_hand is a director's word
 *     result A                         or draw, or open: the game went on
 *     end-of-replay 0123456789abcdef   digest of all lines above
 *
 * The digest at the end tells a whole file from a cut or changed one; the hash of each turn tells whether this program plays
 * the answers as the one that recorded them did, and from which turn on it does not. */
#include "engine/engine.h"

#include <stdarg.h>
#include <stdlib.h>

enum { VERSION = 1, DIGEST_DIGITS = 16, SHOWN = 40 };

typedef enum { RESULT_OPEN = -2, RESULT_DRAW = -1 } Result;    /* or the winner, from 0 */

static void *resized(void *at, size_t size)
{
    void *more = realloc(at, size);
    if (!more)
        out_of_memory();
    return more;
}

static Result result_of(const sl_game *game)
{
    int winner = sl_game_winner(game);
    return winner >= 0 ? (Result)winner : sl_game_player(game) < 0 ? RESULT_DRAW : RESULT_OPEN;
}

static const char *result_name(Result result)
{
    static const char *const winner[SL_PLAYERS] = { "A", "B", "C", "D" };
    return result == RESULT_OPEN ? "open" : result == RESULT_DRAW ? "draw" : winner[result];
}

/* ---- writing ---- */

/* The whole text is needed for its digest, so it grows here first and is then copied to the caller's. */
typedef struct { char *at; size_t len, room; } Text;

static void text_add(Text *, const char *format, ...) PRINTF_LIKE(2, 3);

static void text_add(Text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t need = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    if (text->room - text->len < need) {
        text->room = 2 * text->room + need + 4096;
        text->at = resized(text->at, text->room);
    }
    vsnprintf(text->at + text->len, need, format, again);
    text->len += need - 1;
    va_end(again);
    va_end(args);
}

static void add_digest(Text *text, uint64_t digest)
{
    text_add(text, "%016llx\n", (unsigned long long)digest);
}

/* "The newest rules" are those of the last day on which a ruling came or went: a replay names that day. */
static int day_of_rules(const sl_setup *setup)
{
    int day = 0;
    if (setup->date > 0 && setup->date < RULES_NEWEST)
        return setup->date;
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++) {
        const Ruling *r = ruling_at(c);
        if (r->edition != (EditionId)setup->edition)
            continue;
        day = r->from > day ? r->from : day;
        day = r->until != FOREVER && r->until > day ? r->until : day;
    }
    return day;
}

static void write_deck(Text *text, const sl_library *lib, const sl_deck *deck)
{
    size_t size = sl_deck_write(lib, deck, NULL, 0);
    char *lines = resized(NULL, size + 1);
    sl_deck_write(lib, deck, lines, size + 1);
    text_add(text, "deck %s\n%send\n", sl_deck_name(deck), lines);
    free(lines);
}

static void write_switches(Text *text, const sl_setup *setup)
{
    Switches switches;
    char names[SWITCHES_TEXT];
    setup_switches(setup, &switches, NULL);
    switches_print(&switches, names);
    if (names[0])
        text_add(text, "switches %s\n", names);
    if (setup->windows)
        text_add(text, "windows asked\n");
}

static void write_setup(Text *text, const sl_library *lib, const sl_setup *setup)
{
    char day[11];
    date_print(day_of_rules(setup), day);
    text_add(text, "spaceline-replay %d\nedition %s\nrules %s\n", VERSION, edition_of(setup->edition)->name, day);
    write_switches(text, setup);
    text_add(text, "seed %llu\ndata ", (unsigned long long)setup->seed);
    add_digest(text, lib->digest);
    for (int p = 0; p < setup->players; p++)
        write_deck(text, lib, setup->deck[p]);
}

/* Behind the letter of the player and a dash, where it is somebody's. */
static const char *const ending_word[SL_END_COUNT] = {
    [SL_END_CONCEDED] = "concedes",   [SL_END_AGREED] = "draw-agreed",     [SL_END_TIME] = "out-of-time",
    [SL_END_AWAY] = "stayed-away",    [SL_END_RULED] = "wins-by-ruling",   [SL_END_RULED_DRAW] = "draw-by-ruling",
    [SL_END_CHANGED] = "ended-by-change",
};

/* A director's word, with an underscore for each blank. */
static void write_direction(Text *text, int edition, const sl_direction *direction)
{
    char words[120];
    sl_direction_words(edition, direction, words, sizeof words);
    for (char *c = words; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    text_add(text, " %s", words);
}

static void write_answer(Text *text, int edition, int players, int answer)
{
    sl_ending ending;
    sl_direction direction;
    int player;
    if (sl_direction_read(answer, &direction))
        write_direction(text, edition, &direction);
    else if (!sl_ending_read(players, answer, &ending, &player))
        text_add(text, " %d", answer);
    else if (player < 0)
        text_add(text, " %s", ending_word[ending]);
    else
        text_add(text, " %s-%s", result_name((Result)player), ending_word[ending]);
}

/* Plays the game, for the hash at the end of each turn. */
static bool write_answers(Text *text, sl_game *game, const int *answers, int count)
{
    text_add(text, "answers %d\n", count);
    for (int i = 0; i < count;) {
        int turn = sl_game_turn(game);
        text_add(text, "turn %d:", turn);
        do {
            if (!sl_game_apply(game, answers[i]))
                return false;
            write_answer(text, sl_game_edition(game), sl_game_players(game), answers[i++]);
        } while (i < count && sl_game_turn(game) == turn);
        text_add(text, " = ");
        add_digest(text, sl_game_hash(game));
    }
    text_add(text, "result %s\n", result_name(result_of(game)));
    return true;
}

static bool write_all(Text *text, const sl_library *lib, const sl_setup *setup, const int *answers, int count)
{
    sl_setup quiet = *setup;
    sl_error ignored = { "" };
    quiet.trace = false;
    if (setup->blank || setup->without)
        return false;
    sl_game *game = sl_game_new(lib, &quiet, &ignored);
    if (!game)
        return false;
    write_setup(text, lib, setup);
    bool ok = write_answers(text, game, answers, count);
    sl_game_free(game);
    if (ok) {
        uint64_t digest = hash_bytes(text->at, text->len);
        text_add(text, "end-of-replay ");
        add_digest(text, digest);
    }
    return ok;
}

/* A game that cannot be made, or answers that cannot be given in it, have no replay: the length is 0. */
size_t sl_replay_write(const sl_library *lib, const sl_setup *setup, const int *answers, int count, char *out, size_t size)
{
    Text text = { 0 };
    size_t len = write_all(&text, lib, setup, answers, count) ? text.len : 0;
    if (size) {
        size_t copied = len < size ? len : size - 1;
        if (copied)
            memcpy(out, text.at, copied);
        out[copied] = '\0';
    }
    free(text.at);
    return len;
}

/* ---- reading ---- */

/* One line of answers: whose check holds when the answers up to `end` are given. */
typedef struct { int turn, line, end; uint64_t check; } Recorded;

typedef struct {
    const sl_library *lib;
    const char *file;
    Error    *err;
    Str       rest, text;                      /* what is still to be read, and the line being read … */
    int       line;                            /* … with its number */
    const Edition *edition;
    int       date, players;
    uint64_t  seed;
    char      switches[SWITCHES_TEXT];
    bool      windows;
    sl_deck  *deck[SL_PLAYERS];
    int      *answer, *column;                 /* answers, and where each stands on its line */
    int       answers, given;                  /* how many were announced and how many read */
    Recorded *turn;
    int       turns, turn_room;
    Result    result;
    int       result_line;
} Replay;

static void replay_free(Replay *r)
{
    for (int p = 0; p < r->players; p++)
        sl_deck_free(r->deck[p]);
    free(r->answer);
    free(r->column);
    free(r->turn);
}

static int column(const Replay *r, Str part)
{
    return (int)(part.at - r->text.at) + 1;
}

static bool wrong(const Replay *, int line, int col, const char *format, ...) PRINTF_LIKE(4, 5);

static bool wrong(const Replay *r, int line, int col, const char *format, ...)
{
    Error what;
    va_list args;
    va_start(args, format);
    vsnprintf(what.text, sizeof what.text, format, args);
    va_end(args);
    return error_at(r->err, r->file, line, col, "%s", what.text);
}

/* What a message shows of a line: the beginning of it, if that is text at all. */
static Str shown(Str s)
{
    if (s.len > SHOWN)
        for (s.len = SHOWN; s.len && ((unsigned char)s.at[s.len] & 0xC0) == 0x80;)
            s.len--;
    return str_utf8(s) ? s : str_of("other bytes");
}

static bool begins_with(Str s, const char *word)
{
    size_t n = strlen(word);
    return s.len >= n && memcmp(s.at, word, n) == 0;
}

static bool read_digest(Str s, uint64_t *out)
{
    uint64_t value = 0;
    if (s.len != DIGEST_DIGITS)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = s.at[i] ? strchr(digits, s.at[i]) : NULL;
        if (!digit)
            return false;
        value = value << 4 | (uint64_t)(digit - digits);
    }
    *out = value;
    return true;
}

static bool read_seed(Str s, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < s.len; i++) {
        unsigned digit = (unsigned)(unsigned char)s.at[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return s.len > 0;
}

/* The first line says what the file is, before anything else is believed of it. */
static bool read_version(Replay *r)
{
    static const char name[] = "spaceline-replay ";
    int version = 0;
    r->line = 1;
    r->text = str_line(&r->rest);
    if (!begins_with(r->text, name))
        return wrong(r, 1, 1, "this is no replay; the first line of one is 'spaceline-replay %d'", VERSION);
    Str number = { r->text.at + strlen(name), r->text.len - strlen(name) };
    if (!str_int(number, &version) || version != VERSION)
        return wrong(r, 1, column(r, number), "replays of version '%.*s' cannot be read; version %d can", STR(shown(number)),
                     VERSION);
    return true;
}

static int lines_before(Str all, size_t at)
{
    int lines = 0;
    for (size_t i = 0; i < at; i++)
        lines += all.at[i] == '\n';
    return lines;
}

/* The last line, and what it says the digest of the lines above is.  False when it is another line. */
typedef struct { size_t start; uint64_t said, is; } LastLine;

static bool read_last_line(Str all, LastLine *out)
{
    Str last = all;
    while (last.len && (last.at[last.len - 1] == '\n' || last.at[last.len - 1] == '\r'))
        last.len--;
    size_t start = last.len;
    while (start && all.at[start - 1] != '\n')
        start--;
    last = (Str){ all.at + start, last.len - start };
    *out = (LastLine){ .start = start, .is = hash_bytes(all.at, start) };
    return str_is(str_word(&last), "end-of-replay") && read_digest(str_trim(last), &out->said);
}

/* Holds the digest of the last line against the lines above it, and leaves only those to be read. */
static bool check_digest(Replay *r, Str all)
{
    LastLine end;
    bool whole = read_last_line(all, &end);
    int line = lines_before(all, end.start) + 1;
    if (!whole)
        return wrong(r, line, 1, "the replay is cut short: its last line would be 'end-of-replay' and %d digits",
                     DIGEST_DIGITS);
    if (end.said != end.is)
        return wrong(r, line, 1, "the replay was changed after it was written: the lines above have the digest %016llx, not"
                     " %016llx", (unsigned long long)end.is, (unsigned long long)end.said);
    r->rest.len = (size_t)(all.at + end.start - r->rest.at);
    return true;
}

bool sl_replay_changed(const sl_file *file)
{
    Error ignored = { "" };
    Replay r = { .file = file->name, .err = &ignored, .rest = { file->data, file->size } };
    Str all = r.rest;
    LastLine end;
    return read_version(&r) && read_last_line(all, &end) && end.said != end.is;
}

static bool next_line(Replay *r, const char *expected)
{
    r->line++;
    if (r->rest.len == 0)
        return wrong(r, r->line, 1, "expected a line that begins with '%s', but the replay ends here", expected);
    r->text = str_line(&r->rest);
    return true;
}

/* Reads a line that begins with a certain word; the rest of it is the value. */
static bool read_field(Replay *r, const char *word, Str *value)
{
    if (!next_line(r, word))
        return false;
    *value = r->text;
    if (!str_is(str_word(value), word))
        return wrong(r, r->line, 1, "expected a line that begins with '%s', but found '%.*s'", word, STR(shown(r->text)));
    *value = str_trim(*value);
    return true;
}

static bool bad_value(const Replay *r, Str value, const char *wanted)
{
    return wrong(r, r->line, column(r, value), "'%.*s' is not %s", STR(shown(value)), wanted);
}

static bool read_switches(Replay *r)
{
    Str value;
    Error why = { "" };
    Switches switches = switches_default();
    if (!begins_with(r->rest, "switches "))
        return true;
    if (!read_field(r, "switches", &value))
        return false;
    if (!switches_read(&switches, value, &why))
        return wrong(r, r->line, column(r, value), "%s", why.text);
    switches_print(&switches, r->switches);
    return true;
}

static bool read_windows(Replay *r)
{
    Str value;
    if (!begins_with(r->rest, "windows "))
        return true;
    if (!read_field(r, "windows", &value))
        return false;
    r->windows = str_is(value, "asked");
    return r->windows || bad_value(r, value, "what happens in windows; 'asked' is all there is");
}

static bool read_head(Replay *r)
{
    Str value;
    uint64_t digest;
    if (!read_field(r, "edition", &value))
        return false;
    r->edition = edition_named(value);
    if (!r->edition || !r->edition->offered)
        return bad_value(r, value, "an edition that can be played, such as 2e");
    if (!read_field(r, "rules", &value))
        return false;
    if (!date_read(value, &r->date))
        return bad_value(r, value, "a day of the calendar, such as 2014-07-07");
    if (!read_switches(r) || !read_windows(r) || !read_field(r, "seed", &value))
        return false;
    if (!read_seed(value, &r->seed))
        return bad_value(r, value, "a number from 0 to 18446744073709551615");
    if (!read_field(r, "data", &value))
        return false;
    if (!read_digest(value, &digest))
        return bad_value(r, value, "a digest: 16 digits, 0 to 9 and a to f");
    if (digest != r->lib->digest)
        return wrong(r, r->line, column(r, value),
                     "recorded with other card data: its digest is %016llx, that of the cards in use is %016llx",
                     (unsigned long long)digest, (unsigned long long)r->lib->digest);
    return true;
}

/* The lines up to "end", which are left in *lines; the next line to be read is the one behind it. */
static bool cut_deck(Replay *r, Source *lines)
{
    *lines = (Source){ r->file, r->rest, r->line + 1, 1, r->edition->id };
    do
        if (!next_line(r, "end"))
            return false;
    while (!str_is(r->text, "end"));
    lines->rest.len = (size_t)(r->text.at - lines->rest.at);
    return true;
}

/* Only a card of the right type can lie where a section puts it; whether the deck was legal is not asked again. */
static bool check_sections(const Replay *r, const sl_deck *deck, int line)
{
    for (int i = 0; i < deck->count; i++) {
        const CardDef *def = &r->lib->cat->def[deck->entry[i].def];
        if (!section_takes(deck->entry[i].section, def))
            return wrong(r, line, 1, "the deck lists '%s' in a section that takes no %s", def->name, type_name[def->type]);
    }
    return true;
}

static bool read_deck(Replay *r)
{
    Str name;
    Source lines;
    if (!read_field(r, "deck", &name))
        return false;
    int line = r->line;
    if (r->players == SL_PLAYERS)
        return wrong(r, line, 1, "a game has at most %d decks", SL_PLAYERS);
    if (!cut_deck(r, &lines))
        return false;
    sl_deck *deck = deck_read_from(r->lib, r->edition->id, name, lines, r->err);
    if (!deck)
        return false;
    r->deck[r->players++] = deck;
    return check_sections(r, deck, line);
}

static Recorded *add_turn(Replay *r)
{
    if (r->turns == r->turn_room) {
        r->turn_room = r->turn_room ? 2 * r->turn_room : 64;
        r->turn = resized(r->turn, (size_t)r->turn_room * sizeof *r->turn);
    }
    return &r->turn[r->turns++];
}

static bool read_ending(const Replay *r, Str word, int *answer)
{
    for (int e = 0; e < SL_END_COUNT; e++)
        for (int p = 0; p < r->players; p++) {
            char name[32];
            sl_ending ending;
            int player, code = sl_ending_code(r->players, (sl_ending)e, p);
            sl_ending_read(r->players, code, &ending, &player);
            snprintf(name, sizeof name, "%s%s%s", player < 0 ? "" : result_name((Result)p), player < 0 ? "" : "-", ending_word[e]);
            if (str_is(word, name)) {
                *answer = code;
                return true;
            }
        }
    return false;
}

static bool read_direction(const Replay *r, Str word, int *answer)
{
    char words[120];
    sl_direction direction;
    sl_error ignored;
    snprintf(words, sizeof words, "%.*s", STR(word));
    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    if (word.len >= sizeof words || !sl_direction_parse(NULL, (int)r->edition->id, words, &direction, &ignored))
        return false;
    *answer = sl_direction_code(&direction);
    return true;
}

static bool read_answer(Replay *r, Str word)
{
    int option;
    if (word.len == 0)
        return wrong(r, r->line, (int)r->text.len + 1, "expected '=' and the check value of the turn");
    if (str_int(word, &option) ? option < 0 : !read_ending(r, word, &option) && !read_direction(r, word, &option))
        return bad_value(r, word, "an answer: a number from 0 on");
    if (r->given == r->answers)
        return wrong(r, r->line, column(r, word), "more answers than the %d announced", r->answers);
    r->column[r->given] = column(r, word);
    r->answer[r->given++] = option;
    return true;
}

static bool read_turn(Replay *r)
{
    Str rest;
    Recorded turn = { 0 };
    if (!read_field(r, "turn", &rest))
        return false;
    turn.line = r->line;
    Str number = str_word(&rest);
    if (number.len < 2 || number.at[number.len - 1] != ':' || !str_int((Str){ number.at, number.len - 1 }, &turn.turn))
        return bad_value(r, number, "the number of a turn and a colon");
    int before = r->given;
    Str word;
    while (word = str_word(&rest), !str_is(word, "="))
        if (!read_answer(r, word))
            return false;
    if (r->given == before)
        return wrong(r, r->line, column(r, word), "a turn without an answer; each line has one at least");
    turn.end = r->given;
    rest = str_trim(rest);
    if (!read_digest(rest, &turn.check))
        return bad_value(r, rest, "a check value: 16 digits, 0 to 9 and a to f");
    *add_turn(r) = turn;
    return true;
}

static bool read_answers(Replay *r)
{
    Str value;
    if (!read_field(r, "answers", &value))
        return false;
    if (!str_int(value, &r->answers) || r->answers < 0 || (size_t)r->answers > r->rest.len)
        return bad_value(r, value, "the number of the answers that follow");
    r->answer = resized(NULL, ((size_t)r->answers + 1) * sizeof *r->answer);
    r->column = resized(NULL, ((size_t)r->answers + 1) * sizeof *r->column);
    while (r->given < r->answers)
        if (!read_turn(r))
            return false;
    return true;
}

static bool read_result(Replay *r)
{
    Str value;
    if (!read_field(r, "result", &value))
        return false;
    r->result_line = r->line;
    for (int result = RESULT_OPEN; result < r->players; result++)
        if (str_is(value, result_name((Result)result))) {
            r->result = (Result)result;
            return r->rest.len == 0 || wrong(r, r->line + 1, 1, "nothing but 'end-of-replay' follows the result");
        }
    return bad_value(r, value, "a result: the letter of a player, draw or open");
}

/* What was read stays in *r also on failure; replay_free takes either. */
static bool replay_read(Replay *r, const sl_library *lib, const sl_file *file, Error *err)
{
    Str all = { file->data, file->size };
    *r = (Replay){ .lib = lib, .file = file->name, .err = err, .rest = all };
    if (!read_version(r) || !check_digest(r, all) || !read_head(r))
        return false;
    do
        if (!read_deck(r))
            return false;
    while (begins_with(r->rest, "deck "));
    return read_answers(r) && read_result(r);
}

static sl_setup setup_of(const Replay *r)
{
    sl_setup setup = { .edition = r->edition->id, .date = r->date, .players = r->players, .seed = r->seed, .switches = r->switches,
                       .windows = r->windows };
    for (int p = 0; p < r->players; p++)
        setup.deck[p] = r->deck[p];
    return setup;
}

typedef enum { QUIET, TRACED } Tracing;

static sl_game *replay_start(const Replay *r, Tracing tracing)
{
    sl_error why = { "" };
    sl_setup setup = setup_of(r);
    setup.trace = tracing == TRACED;
    sl_game *game = sl_game_new(r->lib, &setup, &why);
    if (!game)
        wrong(r, r->line, 1, "the game cannot be set up: %s", why.text);
    return game;
}

sl_game *sl_replay_read(const sl_library *lib, const sl_file *file, int **answers, int *count, sl_error *error)
{
    Error err = { "" };
    Replay r;
    sl_game *game = replay_read(&r, lib, file, &err) ? replay_start(&r, TRACED) : NULL;
    if (game) {
        *answers = r.answer;
        *count = r.answers;
        r.answer = NULL;                       /* the caller's now */
    } else {
        sl_error_copy(error, &err);
    }
    replay_free(&r);
    return game;
}

static char *copied(const char *from)
{
    size_t size = strlen(from) + 1;
    return memcpy(resized(NULL, size), from, size);
}

bool sl_record_read(const sl_library *lib, const sl_file *file, sl_record *out, sl_error *error)
{
    Error err = { "" };
    Replay r;
    bool ok = replay_read(&r, lib, file, &err);
    *out = (sl_record){ 0 };
    if (ok) {
        *out = (sl_record){ .setup = setup_of(&r), .switches = copied(r.switches), .answers = r.answer, .count = r.answers };
        memcpy(out->deck, r.deck, sizeof out->deck);
        out->setup.switches = out->switches;
        out->setup.trace = true;
        r.answer = NULL;                       /* these and the decks are the caller's now */
        r.players = 0;
    } else {
        sl_error_copy(error, &err);
    }
    replay_free(&r);
    return ok;
}

void sl_record_free(sl_record *record)
{
    for (int p = 0; p < SL_PLAYERS; p++)
        if (record->deck[p])
            sl_deck_free(record->deck[p]);
    free(record->switches);
    free(record->answers);
    *record = (sl_record){ 0 };
}

/* ---- verifying ---- */

static bool replay_answer(const Replay *r, const Recorded *turn, sl_game *game, int i)
{
    if (sl_game_player(game) < 0)
        return wrong(r, turn->line, r->column[i], "the game is over after %d answers, but more were recorded", i);
    if (sl_game_turn(game) != turn->turn)
        return wrong(r, turn->line, r->column[i], "this answer belongs to turn %d, but was recorded in turn %d",
                     sl_game_turn(game), turn->turn);
    if (!sl_game_apply(game, r->answer[i]))
        return wrong(r, turn->line, r->column[i], "answer %d in turn %d cannot be given: 0 to %d can", r->answer[i],
                     turn->turn, sl_game_options(game) - 1);
    return true;
}

static bool replay_turns(const Replay *r, sl_game *game)
{
    int i = 0;
    for (int t = 0; t < r->turns; t++) {
        const Recorded *turn = &r->turn[t];
        for (; i < turn->end; i++)
            if (!replay_answer(r, turn, game, i))
                return false;
        if (sl_game_hash(game) != turn->check)
            return wrong(r, turn->line, 1, "turn %d is played otherwise than it was recorded: check value %016llx, not"
                         " %016llx", turn->turn, (unsigned long long)sl_game_hash(game), (unsigned long long)turn->check);
    }
    return true;
}

bool sl_replay_verify(const sl_library *lib, const sl_file *file, sl_error *error)
{
    Error err = { "" };
    Replay r;
    sl_game *game = replay_read(&r, lib, file, &err) ? replay_start(&r, QUIET) : NULL;
    bool ok = game && replay_turns(&r, game);
    if (ok && result_of(game) != r.result)
        ok = error_at(&err, r.file, r.result_line, 1, "the result is '%s', but '%s' was recorded", result_name(result_of(game)),
                      result_name(r.result));
    if (!ok)
        sl_error_copy(error, &err);
    sl_game_free(game);
    replay_free(&r);
    return ok;
}
