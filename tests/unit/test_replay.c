/* Replays: a recorded game reads and verifies; a cut, changed, foreign or forged one is refused in one line that says why. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_ANSWERS = 400, ROOM = 1 << 16, PLAYERS_HERE = 2 };

static sl_library *lib;
static sl_setup setup;
static int  answer[MOST_ANSWERS], answers;
static char text[ROOM];                        /* the replay of those answers */
static uint64_t last_hash;

static int load(sl_error *err)
{
    lib = builtin_library(err);
    setup = (sl_setup){ .edition = SL_SECOND_EDITION, .players = PLAYERS_HERE, .seed = UINT64_MAX - 5 };
    sl_deck *deck[PLAYERS_HERE] = { NULL };
    int decks = builtin_decks(lib, deck, PLAYERS_HERE, err);
    for (int i = 0; i < PLAYERS_HERE; i++)
        setup.deck[i] = deck[i];
    return decks == PLAYERS_HERE ? 0 : -1;
}

/* A few turns by a player who picks at random. */
static void play(void)
{
    Rng rng;
    sl_game *game = sl_game_new(lib, &setup, NULL);
    assert_non_null(game);
    rng_seed(&rng, 7);
    for (answers = 0; answers < MOST_ANSWERS && sl_game_player(game) >= 0; answers++) {
        answer[answers] = (int)rng_below(&rng, (uint32_t)sl_game_options(game));
        sl_game_answer(game, answer[answers]);
    }
    assert_true(sl_game_turn(game) > 3);
    last_hash = sl_game_hash(game);
    sl_game_free(game);
}

static int record(void **state)
{
    (void)state;
    sl_error err = { "" };
    if (load(&err) != 0) {
        print_error("%s\n", err.text);
        return -1;
    }
    play();
    size_t size = sl_replay_write(lib, &setup, answer, answers, text, sizeof text);
    return size && size < sizeof text ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    for (int p = 0; p < PLAYERS_HERE; p++)
        sl_deck_free((sl_deck *)setup.deck[p]);
    sl_library_free(lib);
    return 0;
}

static sl_file file_of(const char *data, size_t size)
{
    return (sl_file){ "g.replay", data, size };
}

/* What verifying says; "" when it agrees.  Whatever reading refuses, verifying refuses in the same words. */
static const char *verdict(const char *data, size_t size)
{
    static sl_error err;
    sl_error read_err = { "" };
    sl_file file = file_of(data, size);
    int *read_answers = NULL, count = 0;
    err = (sl_error){ "" };
    bool agrees = sl_replay_verify(lib, &file, &err);
    assert_int_equal(agrees, err.text[0] == '\0');
    assert_null(strchr(err.text, '\n'));
    sl_game *game = sl_replay_read(lib, &file, &read_answers, &count, &read_err);
    if (!game) {
        assert_string_equal(read_err.text, err.text);
        assert_null(read_answers);
    }
    sl_game_free(game);
    free(read_answers);
    return err.text;
}

static void a_recorded_game_comes_back(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_file file = file_of(text, strlen(text));
    int *read_answers = NULL, count = 0;
    sl_game *game = sl_replay_read(lib, &file, &read_answers, &count, &err);
    assert_string_equal(err.text, "");
    assert_non_null(game);
    assert_int_equal(count, answers);
    assert_memory_equal(read_answers, answer, (size_t)answers * sizeof *answer);
    assert_int_equal(sl_game_turn(game), 1);
    for (int i = 0; i < count; i++)
        sl_game_answer(game, read_answers[i]);
    assert_true(sl_game_hash(game) == last_hash);
    assert_true(sl_game_events(game) > 0);
    sl_game_free(game);
    free(read_answers);
    assert_string_equal(verdict(text, strlen(text)), "");
}

static void length_is_known_without_room(void **state)
{
    (void)state;
    char some[20];
    size_t size = strlen(text);
    assert_int_equal(sl_replay_write(lib, &setup, answer, answers, NULL, 0), size);
    assert_int_equal(sl_replay_write(lib, &setup, answer, answers, some, sizeof some), size);
    assert_string_equal(some, "spaceline-replay 1\n");
}

static void the_head_is_as_documented(void **state)
{
    (void)state;
    char expected[300];
    snprintf(expected, sizeof expected, "spaceline-replay 1\nedition 2e\nrules 2014-07-07\nseed 18446744073709551610\ndata %016llx\ndeck %s\n",
             (unsigned long long)sl_library_digest(lib), sl_deck_name(setup.deck[0]));
    assert_int_equal(strncmp(text, expected, strlen(expected)), 0);
}

/* Whoever settles a doubtful rule otherwise says so in the replay; what is set to its default is not worth a line. */
static void switches_are_recorded(void **state)
{
    (void)state;
    static char other[ROOM];
    sl_setup odd = setup;
    odd.switches = "deckout=0,damage_to_destroy=4, unstop_at=1";
    size_t size = sl_replay_write(lib, &odd, NULL, 0, other, sizeof other);
    assert_non_null(strstr(other, "\nrules 2014-07-07\nswitches unstop_at=1,damage_to_destroy=4\nseed "));
    assert_string_equal(verdict(other, size), "");
    odd.switches = "deckout=0";
    assert_int_equal(sl_replay_write(lib, &odd, answer, answers, other, sizeof other), strlen(text));
    assert_string_equal(other, text);
    odd.switches = "dekout=1";
    assert_int_equal(sl_replay_write(lib, &odd, NULL, 0, other, sizeof other), 0);
    sl_error err = { "" };
    assert_null(sl_game_new(lib, &odd, &err));
    assert_string_equal(err.text, "no switch 'dekout'; nearest: deckout");
}

static void nothing_played_is_a_replay_too(void **state)
{
    (void)state;
    static char small[ROOM];
    size_t size = sl_replay_write(lib, &setup, NULL, 0, small, sizeof small);
    assert_non_null(strstr(small, "\nanswers 0\nresult open\nend-of-replay "));
    assert_string_equal(verdict(small, size), "");
    assert_string_equal(verdict(small, size - 1), "");      /* an editor may drop the last line end */
}

static void what_cannot_be_played_is_not_written(void **state)
{
    (void)state;
    char some[20] = "before";
    int bad[] = { 100000 }, negative[] = { -100 };
    assert_int_equal(sl_replay_write(lib, &setup, bad, 1, some, sizeof some), 0);
    assert_string_equal(some, "");
    assert_int_equal(sl_replay_write(lib, &setup, negative, 1, NULL, 0), 0);
    assert_int_equal(sl_replay_write(lib, &(sl_setup){ .edition = 2, .players = 2, .blank = true }, NULL, 0, NULL, 0), 0);
    assert_int_equal(sl_replay_write(lib, &(sl_setup){ .edition = 2, .players = 2 }, NULL, 0, NULL, 0), 0);
}

/* Whoever gives up ends the game: the replay says who, and nothing can follow. */
static void a_concession_is_recorded(void **state)
{
    (void)state;
    static char other[ROOM];
    int given[] = { answer[0], answer[1], sl_ending_code(PLAYERS_HERE, SL_END_CONCEDED, 1), 0 }, before[] = { -1 };
    size_t size = sl_replay_write(lib, &setup, given, 3, other, sizeof other);
    assert_non_null(strstr(other, " B-concedes = "));
    assert_non_null(strstr(other, "\nresult A\n"));
    assert_string_equal(verdict(other, size), "");
    assert_int_equal(sl_replay_write(lib, &setup, given, 4, NULL, 0), 0);
    size = sl_replay_write(lib, &setup, before, 1, other, sizeof other);
    assert_string_equal(verdict(other, size), "");
    sl_record record;
    sl_file file = file_of(other, size);
    assert_true(sl_record_read(lib, &file, &record, NULL));
    assert_int_equal(record.count, 1);
    assert_int_equal(record.answers[0], -1);
    assert_true(record.setup.seed == setup.seed && record.setup.players == PLAYERS_HERE);
    sl_record_free(&record);
    file.size--;
    file.data++;
    assert_false(sl_record_read(lib, &file, &record, NULL));
}

/* Whatever ends a game from outside has a word of its own and a result. */
static void endings_are_recorded(void **state)
{
    (void)state;
    static const struct { sl_ending ending; int player; const char *word, *result; } row[] = {
        { SL_END_CONCEDED, 0, " A-concedes = ", "\nresult B\n" },      { SL_END_AGREED, 0, " draw-agreed = ", "\nresult draw\n" },
        { SL_END_TIME, 1, " B-out-of-time = ", "\nresult A\n" },       { SL_END_AWAY, 0, " A-stayed-away = ", "\nresult B\n" },
        { SL_END_RULED, 1, " B-wins-by-ruling = ", "\nresult B\n" },   { SL_END_RULED_DRAW, 0, " draw-by-ruling = ", "\nresult draw\n" },
        { SL_END_CHANGED, 0, " ended-by-change = ", "\nresult draw\n" },
    };
    static char other[ROOM];
    int least = 0;
    for (size_t i = 0; i < countof(row); i++) {
        int given[] = { answer[0], sl_ending_code(PLAYERS_HERE, row[i].ending, row[i].player) };
        size_t size = sl_replay_write(lib, &setup, given, 2, other, sizeof other);
        assert_non_null(strstr(other, row[i].word));
        assert_non_null(strstr(other, row[i].result));
        assert_string_equal(verdict(other, size), "");
        assert_true(given[1] < least);
        least = sl_ending_code(PLAYERS_HERE, row[i].ending, 0);
    }
    int nothing[] = { least - 1 };
    assert_int_equal(sl_replay_write(lib, &setup, nothing, 1, NULL, 0), 0);
}

static void any_cut_is_noticed(void **state)
{
    (void)state;
    size_t size = strlen(text);
    for (size_t cut = 0; cut + 1 < size; cut += cut < 40 || size - cut < 40 ? 1 : 97) {
        const char *says = verdict(text, cut);
        const char *expected = cut < strlen("spaceline-replay ") ? "g.replay:1:1: this is no replay; the first line of one is"
                             : cut == strlen("spaceline-replay ") ? "g.replay:1:18: replays of version '' cannot be read; version 1 can"
                             : "the replay is cut short: its last line would be 'end-of-replay' and 16 digits";
        if (!strstr(says, expected))
            fail_msg("cut at %zu: %s", cut, says);
    }
}

static void any_change_is_noticed(void **state)
{
    (void)state;
    static char copy[ROOM];
    size_t size = strlen(text);
    for (size_t at = strlen("spaceline-replay 1\n"); at + 1 < size; at += 53) {
        memcpy(copy, text, size);
        copy[at] ^= 1;
        if (!strstr(verdict(copy, size), "the replay was changed after it was written") && !strstr(verdict(copy, size), "cut short"))
            fail_msg("change at %zu: %s", at, verdict(copy, size));
    }
}

static void foreign_files_are_refused(void **state)
{
    (void)state;
    static const char nul[] = "spaceline-replay 1\0\n";
    const char *deck = "3\tKahmis\nMissions:\n";
    const char *no_replay = "g.replay:1:1: this is no replay; the first line of one is 'spaceline-replay 1'";
    assert_string_equal(verdict(deck, strlen(deck)), no_replay);
    assert_string_equal(verdict("", 0), no_replay);
    assert_string_equal(verdict(NULL, 0), no_replay);
    assert_string_equal(verdict("spaceline-replay 2\nx\n", 21), "g.replay:1:18: replays of version '2' cannot be read; version 1 can");
    assert_non_null(strstr(verdict(nul, sizeof nul - 1), "g.replay:1:18: replays of version "));
}

/* A forger's copy: the line that begins with `line` is replaced, and the digest at the end made to fit. */
static size_t forge(const char *line, const char *instead, char *out)
{
    const char *from = strstr(text, line);
    const char *end = strstr(text, "end-of-replay ");
    assert_non_null(from);
    const char *rest = strchr(from, '\n');
    size_t size = (size_t)snprintf(out, ROOM, "%.*s%s%.*s", (int)(from - text), text, instead, (int)(end - rest), rest);
    return size + (size_t)snprintf(out + size, ROOM - size, "end-of-replay %016llx\n", (unsigned long long)hash_bytes(out, size));
}

static void forged_lines_are_explained(void **state)
{
    (void)state;
    static const struct { const char *line, *instead, *says; } rows[] = {
        { "edition", "edition 3e", "g.replay:2:9: '3e' is not an edition that can be played, such as 2e" },
        { "edition", "addition 2e", "g.replay:2:1: expected a line that begins with 'edition', but found 'addition 2e'" },
        { "rules", "rules 2014-02-30", "g.replay:3:7: '2014-02-30' is not a day of the calendar, such as 2014-07-07" },
        { "rules", "rules 2014-07-07\nswitches deckout=2", "g.replay:4:10: the switch 'deckout' is a number from 0 to 1, not 2" },
        { "seed", "seed 18446744073709551616", "g.replay:4:6: '18446744073709551616' is not a number from 0 to 18446744073709551615" },
        { "seed", "seed", "g.replay:4:5: '' is not a number from 0 to 18446744073709551615" },
        { "data", "data 1234", "g.replay:5:6: '1234' is not a digest: 16 digits, 0 to 9 and a to f" },
        { "data", "data 0123456789abcdef", "g.replay:5:6: recorded with other card data: its digest is 0123456789abcdef, that of the cards"
                                           " in use is " },
        { "deck", "deck x\n1\tNobodi at All", "g.replay:7:3: no card is called 'Nobodi at All'" },
        { "deck", "deck x\nend\ndeck y", "g.replay:7:1: there is no card in this deck" },
        { "Missions:", "", " in a section that takes no mission" },
        { "answers", "answers 1", ": more answers than the 1 announced" },
        { "answers", "answers 100000000", " is not the number of the answers that follow" },
        { "answers", "answers -1", "'-1' is not the number of the answers that follow" },
        { "answers", "end", ": expected a line that begins with 'answers', but found 'end'" },
        { "turn 1:", "turn one: 0 = 0123456789abcdef", "'one:' is not the number of a turn and a colon" },
        { "turn 1:", "turn 1: = 0123456789abcdef", ": a turn without an answer; each line has one at least" },
        { "turn 1:", "turn 1: 0 x = 0123456789abcdef", ":11: 'x' is not an answer: a number from 0 on" },
        { "turn 1:", "turn 1: 0", ":10: expected '=' and the check value of the turn" },
        { "turn 1:", "turn 1: 0 = 0123", ":13: '0123' is not a check value: 16 digits, 0 to 9 and a to f" },
        { "result", "result maybe", ":8: 'maybe' is not a result: the letter of a player, draw or open" },
        { "result", "result C", ":8: 'C' is not a result: the letter of a player, draw or open" },
        { "result", "result open\nresult open", ":1: nothing but 'end-of-replay' follows the result" },
    };
    static char copy[ROOM];
    for (size_t i = 0; i < countof(rows); i++) {
        const char *says = verdict(copy, forge(rows[i].line, rows[i].instead, copy));
        if (!says[0] || !strstr(says, rows[i].says))
            fail_msg("%s\n  instead of\n%s", says, rows[i].says);
    }
}

static void fewer_than_two_decks(void **state)
{
    (void)state;
    static char copy[ROOM];
    const char *second = strstr(strstr(text, "deck ") + 1, "\ndeck ") + 1;
    const char *behind = strstr(text, "answers ");
    size_t size = (size_t)snprintf(copy, ROOM, "%.*s%s", (int)(second - text), text, behind);
    size = (size_t)(strstr(copy, "end-of-replay ") - copy);
    size += (size_t)snprintf(copy + size, ROOM - size, "end-of-replay %016llx\n", (unsigned long long)hash_bytes(copy, size));
    assert_non_null(strstr(verdict(copy, size), ":1: the game cannot be set up: a game has 2 to 4 players"));
}

/* Sound files of a game that went otherwise: reading takes them, only playing shows it. */
static void other_play_is_noticed(void **state)
{
    (void)state;
    static char copy[ROOM];
    char line[4000], expected[200];
    sl_file file = { "g.replay", copy, 0 };
    int *read_answers = NULL, count = 0;
    const char *turn = strstr(text, "\nturn 2:") + 1;
    int length = (int)(strchr(turn, '=') - turn);
    snprintf(line, sizeof line, "%.*s= 0123456789abcdef", length, turn);
    file.size = forge("turn 2:", line, copy);
    int number = 1;
    for (const char *c = text; c < turn; c++)
        number += *c == '\n';
    snprintf(expected, sizeof expected, "g.replay:%d:1: turn 2 is played otherwise than it was recorded: check value %.16s, not"
             " 0123456789abcdef", number, turn + length + 2);
    assert_string_equal(verdict(copy, file.size), expected);
    sl_game *game = sl_replay_read(lib, &file, &read_answers, &count, NULL);
    assert_non_null(game);
    sl_game_free(game);
    free(read_answers);
}

static void impossible_answers_are_noticed(void **state)
{
    (void)state;
    static char copy[ROOM];
    char line[4000];
    const char *turn = strstr(text, "\nturn 1: ") + 1;
    const char *end = strchr(turn, '\n');
    const char *blank = strchr(turn + strlen("turn 1: "), ' ');
    snprintf(line, sizeof line, "turn 1: 99999%.*s", (int)(end - blank), blank);
    const char *says = verdict(copy, forge("turn 1:", line, copy));
    assert_non_null(strstr(says, ":9: answer 99999 in turn 1 cannot be given: 0 to "));
    snprintf(line, sizeof line, "turn 5%.*s", (int)(end - turn - 6), turn + 6);
    says = verdict(copy, forge("turn 1:", line, copy));
    assert_non_null(strstr(says, ":9: this answer belongs to turn 1, but was recorded in turn 5"));
}

static void another_result_is_noticed(void **state)
{
    (void)state;
    static char copy[ROOM];
    const char *was = strstr(text, "\nresult ") + strlen("\nresult ");
    bool by_a = was[0] == 'A';
    const char *says = verdict(copy, forge("result", by_a ? "result B" : "result A", copy));
    assert_non_null(strstr(says, by_a ? "', but 'B' was recorded" : "', but 'A' was recorded"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_game_comes_back),
        cmocka_unit_test(length_is_known_without_room),
        cmocka_unit_test(the_head_is_as_documented),
        cmocka_unit_test(switches_are_recorded),
        cmocka_unit_test(nothing_played_is_a_replay_too),
        cmocka_unit_test(what_cannot_be_played_is_not_written),
        cmocka_unit_test(a_concession_is_recorded),
        cmocka_unit_test(endings_are_recorded),
        cmocka_unit_test(any_cut_is_noticed),
        cmocka_unit_test(any_change_is_noticed),
        cmocka_unit_test(foreign_files_are_refused),
        cmocka_unit_test(forged_lines_are_explained),
        cmocka_unit_test(fewer_than_two_decks),
        cmocka_unit_test(other_play_is_noticed),
        cmocka_unit_test(impossible_answers_are_noticed),
        cmocka_unit_test(another_result_is_noticed),
    };
    return cmocka_run_group_tests(tests, record, unload);
}
