/* The scene language: what is read, what is refused and where, and how lines meet the decisions of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../builtin.h"
#include "scene/script.h"

#define HEAD "scene \"T\"\nedition 2e\n"

/* ---- reading ---- */

static Script script;
static Arena  arena;                            /* of the script last read */

static void reads(const char *text)
{
    Error err = { { 0 } };
    arena_free(&arena);
    if (!script_read(&script, &arena, "t", str_of(text), &err))
        fail_msg("%s", err.text);
}

static void refuses_with(const char *text, const char *message)
{
    Error err = { { 0 } };
    arena_free(&arena);
    if (script_read(&script, &arena, "t", str_of(text), &err))
        fail_msg("read, but should say: %s", message);
    if (strncmp(err.text, message, strlen(message)) != 0)
        fail_msg("says: %s\nshould: %s", err.text, message);
}

static void heading(void **state)
{
    (void)state;
    reads("scene \"A title\"\nedition 2e\nrules 2014-07-07\ncites 2e-2014/own.1, 2E-9.12\nplayers 3\nexpect game goes on\n");
    assert_int_equal(script.date, 20140707);
    assert_int_equal(script.players, 3);
    assert_int_equal(script.cite_count, 2);
    assert_int_equal(script.edition, SL_SECOND_EDITION);
    refuses_with("", "t:1:1: the scene has no title");
    refuses_with("scene \"T\"\nexpect draw\n", "t:1:1: the scene does not say its edition");
    refuses_with(HEAD, "t:2:1: the scene plays nothing");
    refuses_with("scene T\n", "t:1:7: expected words in quotes");
    refuses_with("scene \"T\n", "t:1:7: this quote is never closed");
    refuses_with("scene \"T\\\"\n", "t:1:7: this quote is never closed");
    refuses_with("scene \"\"\n", "t:1:7: there is nothing between");
    refuses_with(HEAD "scene \"U\"\n", "t:3:7: a file holds one scene");
    refuses_with("scene \"T\"\nedition 3e\n", "t:2:9: expected '1e' or '2e'");
    refuses_with("scene \"T\"\nedition 2e\nspaceline alpha: A \"X\"\n", "t:3:11: only the First Edition has spacelines");
    refuses_with(HEAD "rules 7.7.2014\n", "t:3:7: expected a day of the calendar");
    refuses_with(HEAD "rules 2014-13-01\n", "t:3:7: expected a day of the calendar");
    refuses_with(HEAD "rules 2014-02-30\n", "t:3:7: expected a day of the calendar");
    refuses_with(HEAD "rules 1993-07-07\n", "t:3:7: expected a day of the calendar since 1994");
    refuses_with(HEAD "players 5\n", "t:3:9: a scene has 2 to 4 players");
    refuses_with(HEAD "points A 5\nplayers 3\n", "t:4:9: say how many players");
    refuses_with(HEAD "switch unstop_on 1\n", "t:3:8: no switch 'unstop_on'; nearest: unstop_at");
    refuses_with(HEAD "switch unstop_at 2\n", "t:3:8: the switch 'unstop_at' is a number from 0 to 1, not 2");
    refuses_with(HEAD "switch unstop_at\n", "t:3:17: expected a whole number");
    refuses_with(HEAD "switch \"unstop_at\" 1\n", "t:3:8: expected the name of a switch");
    refuses_with(HEAD "cites \n", "t:3:6: expected the id");
    refuses_with(HEAD "flavour 7\n", "t:3:1: no line begins with 'flavour'; see");
    refuses_with(HEAD "mision A: \"M\"\n", "t:3:1: no line begins with 'mision'; nearest: missions; see");
    refuses_with(HEAD "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz 7\n",
                 "t:3:1: no line begins with 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'; see");
    refuses_with(HEAD "\xff\n", "t:3:1: this line is not UTF-8");
}

static void table_lines(void **state)
{
    (void)state;
    reads(HEAD "missions A: \"Homeworld\" = home, \"Moon\"   # a comment\nput A \"Ship\" = ship at home\n"
          "put A \"Kahn\" aboard ship\nput B \"Trap\" beneath \"Moon\"\nhand B: \"Kahn\" = other\nset ship range-used 3\n"
          "set ship, other stopped\ndamage ship with B's \"Trap\"\npoints A -5\ncounters 4\nturn B play\nexpect draw\n");
    assert_int_equal(script.setup_count, 13);
    assert_int_equal(script.name_count, 3);
    assert_int_equal(script.setup[2].place, PLACE_AT);
    assert_int_equal(script.setup[3].place, PLACE_ABOARD);
    assert_int_equal(script.setup[5].zone, SL_HAND);
    assert_int_equal(script.setup[6].number, 3);
    assert_int_equal(script.setup[12].kind, SETUP_TURN);
    assert_int_equal(script.setup[12].player, 1);
    reads(HEAD "expect game goes on\n");
    assert_int_equal(script.setup[0].kind, SETUP_TURN);        /* left out: A's orders */
    refuses_with(HEAD "missions A \"M\"\n", "t:3:12: expected ':'");
    refuses_with(HEAD "missions C: \"M\"\n", "t:3:10: there is no player C in a scene of 2");
    refuses_with(HEAD "put A \"K\" = x at home\n", "t:3:18: no card is called 'home'");
    refuses_with(HEAD "missions A: \"M\" = home\nput A \"K\" at hom\n", "t:4:14: no card is called 'hom'; names are given with "
                 "'= name' where a card is put, titles stand in quotes; nearest: home");
    refuses_with(HEAD "put A \"K\" near \"M\"\n", "t:3:11: expected where the card goes");
    refuses_with(HEAD "put A \"K\" in cellar\n", "t:3:14: expected core, play");
    refuses_with(HEAD "put A \"K\" = nothing in core\n", "t:3:13: 'nothing' has a meaning of its own");
    refuses_with(HEAD "put A \"K\" = 9x in core\n", "t:3:13: expected a name");
    refuses_with(HEAD "hand A: \"K\" = k, \"L\" = k\n", "t:3:24: 'k' is the card put on line 3");
    refuses_with(HEAD "points A many\n", "t:3:10: expected a whole number");
    refuses_with(HEAD "points A 40000\n", "t:3:10: expected a number from -9999 to 9999");
    refuses_with(HEAD "counters -1\n", "t:3:10: expected a number from 0 to 99");
    refuses_with(HEAD "hand A: \"K\" = k\nset k range-used 100\n", "t:4:18: expected a number from 0 to 99");
    refuses_with(HEAD "hand A: \"K\" = k\nset k happy\n", "t:4:7: expected a state: stopped, unstopped");
    refuses_with(HEAD "hand A: \"K\" = k\nset k in stasis\n", "t:4:7: expected a state: stopped, unstopped");
    refuses_with(HEAD "turn A lunch\n", "t:3:8: expected start, play");
    refuses_with(HEAD "turn A play\npoints A 5\n", "t:4:1: the turn has begun");
    refuses_with(HEAD "A ends\npoints A 5\n", "t:4:1: 'points' sets the table up");
    refuses_with(HEAD "counters 5 6\n", "t:3:12: the line should end before '6'");
}

static void script_lines(void **state)
{
    (void)state;
    reads(HEAD "hand A: \"K\" = k\nA plays k at \"M\" paying 3\nA chooses k, Honor, 3, yes, B, option 2, nothing\n"
          "A beams k, \"L\" to \"Ship\"\nA uses k 2\nA attempts \"M\" with \"Ship\" using 1\nA cannot play k because 2E-7.30\n"
          "A can end\nturn passes to B orders\nrandom picks k\npause\nA declares the loop\nA concedes\n");
    assert_int_equal(script.step_count, 12);
    assert_int_equal(script.step[0].paying, 3);
    assert_int_equal(script.step[1].count, 7);
    assert_int_equal(script.step[2].count, 2);
    assert_int_equal(script.step[3].number, 2);
    assert_int_equal(script.step[4].means.number, 1);
    assert_int_equal(script.step[5].kind, STEP_CANNOT);
    assert_int_equal(script.step[7].kind, STEP_TURN);
    refuses_with(HEAD "A dances\n", "t:3:3: expected what the player does");
    refuses_with(HEAD "A cannot plays \"K\"\n", "t:3:10: expected play, draw");
    refuses_with(HEAD "A beams \"K\"\n", "t:3:12: expected 'to'");
    refuses_with(HEAD "A moves \"S\" \"M\"\n", "t:3:13: expected 'to'");
    refuses_with(HEAD "A chooses Bravery\n", "t:3:11: no card is called 'Bravery'");
    refuses_with(HEAD "A chooses \"K\",\n", "t:3:15: expected a choice");
    refuses_with(HEAD "A uses \"K\" 0\n", "t:3:12: the texts of a card are counted from 1");
    refuses_with(HEAD "A chooses option 0\n", "t:3:18: options are counted from 1");
    refuses_with(HEAD "A plays [Cmd]\n", "t:3:9: expected a card");
    refuses_with(HEAD "A plays \"K\" ]\n", "t:3:13: a bracket closes here");
    refuses_with(HEAD "turn passes B\n", "t:3:13: expected 'to'");
    refuses_with(HEAD "A ends now\n", "t:3:8: the line should end before 'now'");
}

static void expectation_lines(void **state)
{
    (void)state;
    reads(HEAD "hand A: \"K\" = k\nexpect k.range = 9\nexpect \"K\".cost = 2\nexpect not k has Honor x2\nexpect k has [Cmd]\n"
          "expect k is in play\nexpect k is a Klingon\nexpect k in discard of A\nexpect top of dilemmas B = k\n"
          "expect hand A = 7\nexpect dilemma pile B = 3\nexpect choices A = k, Honor\nexpect asked B \"x\"\nexpect winner A\n"
          "expect draw\nexpect draw deck A = 1\nexpect turn B play\nexpect beneath \"M\" = 2\nexpect k known to B\n"
          "expect k has 2 Honor\n");
    assert_int_equal(script.step_count, 19);
    assert_int_equal(script.step[0].which, 3);
    assert_int_equal(script.step[1].expect, EXPECT_COST);
    assert_true(script.step[2].no);
    assert_int_equal(script.step[2].wanted, 2);
    assert_int_equal(script.step[5].expect, EXPECT_TRAIT);
    assert_int_equal(script.step[9].zone, SL_PILE);
    assert_int_equal(script.step[13].expect, EXPECT_DRAW);
    assert_int_equal(script.step[14].expect, EXPECT_COUNT);
    assert_int_equal(script.step[18].wanted, 2);
    refuses_with(HEAD "expect \"K\".speed = 9\n", "t:3:12: no value 'speed'");
    refuses_with(HEAD "expect \"K\".range 9\n", "t:3:18: expected '='");
    refuses_with(HEAD "expect \"K\" has Bravery\n", "t:3:16: no skill 'Bravery'");
    refuses_with(HEAD "expect \"K\" has [Xyz]\n", "t:3:16: no icon [Xyz]");
    refuses_with(HEAD "expect \"K\" has [Cmd\n", "t:3:16: an icon is written in brackets");
    refuses_with(HEAD "expect \"K\" is happy\n", "t:3:15: expected stopped");
    refuses_with(HEAD "expect \"K\" near \"M\"\n", "t:3:12: expected what must be true");
    refuses_with(HEAD "expect game ends\n", "t:3:13: expected 'goes'");
    refuses_with(HEAD "expect\n", "t:3:7: expected a card");
}

static void scratch_cards(void **state)
{
    (void)state;
    Error err = { { 0 } };
    arena_free(&arena);
    Str text = str_of(HEAD "card \"Own\"\n  type event # end\n  end\nexpect draw\n");
    assert_true(script_read(&script, &arena, "t", text, &err));
    assert_int_equal(script.cards.len, text.len);
    assert_int_equal(memcmp(script.cards.at + strlen(HEAD), "card \"Own\"\n  type event # end\n  end\n           \n", 47), 0);
    assert_int_equal(script.cards.at[0], ' ');
    refuses_with(HEAD "card \"Own\"\n  type event\nending\n", "t:3:1: this card has no 'end'");
    refuses_with(HEAD "A ends\ncard \"Own\"\nend\n", "t:4:1: a card of the scene must stand before");
}

static void ids_with_parts(void **state)
{
    (void)state;
    assert_true(cites(str_of("2e-2014/own"), "2e-2014/own.2"));
    assert_true(cites(str_of("2e-2014/own.2"), "2e-2014/own.2"));
    assert_false(cites(str_of("2e-2014/own.2"), "2e-2014/own"));
    assert_false(cites(str_of("2E-9.3"), "2E-9.30"));
    assert_true(has_words("A plays \"Kahn\"", str_of("KAHN")));
    assert_false(has_words("A plays", str_of("plays a card")));
}

/* ---- running, on a catalogue of a few cards ---- */

static const char cards[] =
    "card \"Homeworld\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n"
    " (permit-play (icon Kli) (icon NA) (type equipment))\nend\n"
    "card \"Moon\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt Kli\n requires Honor\nend\n"
    "card \"Cloud\"\n type mission\n kind space\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Engineer\nend\n"
    "card \"Kahn\"\n type personnel\n unique\n cost 2\n affiliation Klingon\n icons Cmd\n species Klingon\n"
    " skills 2 Honor, Officer\n attributes 5 5 6\nend\n"
    "card \"Morg\"\n type personnel\n cost 1\n affiliation Klingon\n icons Stf\n species Klingon\n skills Law\n"
    " attributes 4 4 7\nend\n"
    "card \"Ship\"\n type ship\n cost 4\n affiliation Klingon\n staff Cmd\n class Bird\n attributes 8 7 7\nend\n"
    "card \"Trap\"\n type dilemma\n kind dual\n cost 1\n (resolve (stop (random 1 facing-group)))\nend\n"
    "card \"Twin\" \"First\"\n type event\n cost 1\n (plays-in-core)\nend\n"
    "card \"Twin\" \"Second\"\n type event\n cost 1\n (plays-in-core)\nend\n";

static sl_library *library;
static SceneReport report;

static int load(void **state)
{
    (void)state;
    library = library_of(&(sl_file){ "test.card", cards, sizeof cards - 1 }, 1);
    return library ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    sl_library_free(library);
    return 0;
}

#define TABLE HEAD "missions A: \"Homeworld\", \"Moon\", \"Cloud\"\nput A \"Ship\" = ship at \"Moon\"\n" \
    "put A \"Kahn\" = kahn aboard ship\nput A \"Morg\" = morg aboard ship\ndilemmas B: \"Trap\" = trap, \"Trap\"\n"

static void passes(const char *text)
{
    if (!scene_run(library, "t", text, strlen(text), 0, &report))
        fail_msg("%s", report.text);
    assert_true(report.passed);
    assert_string_equal(report.why, "");
}

static void fails_with(const char *text, bool bad_input, const char *message)
{
    if (scene_run(library, "t", text, strlen(text), 0, &report))
        fail_msg("passed, but should say: %s", message);
    if (strncmp(report.text, message, strlen(message)) != 0)
        fail_msg("says: %s\nshould: %s", report.text, message);
    assert_int_equal(report.bad_input, bad_input);
}

static void plays_and_expects(void **state)
{
    (void)state;
    passes(TABLE "A beams kahn, morg to \"Moon\"\nexpect kahn on planet \"Moon\"\nexpect kahn.strength = 6\n"
           "expect kahn has Honor x2\nexpect morg is a Klingon\nexpect not morg has [Cmd]\n"
           "random picks morg\nA attempts \"Moon\"\nB stacks trap\nexpect morg is stopped\nexpect trap beneath \"Moon\"\n"
           "expect \"Moon\" is completed\nexpect points A = 30\nexpect dilemmas B = 1\n");
    passes(TABLE "A beams kahn to \"Moon\"\nA beams kahn to ship\nexpect kahn aboard ship\nexpect game goes on\n");
    passes(TABLE "hand A: \"Twin, First\" = twin\ncounters 1\nturn A play\nA can play twin\nA plays twin paying 1\n"
           "expect twin in core of A\nexpect counters = 0\nA ends\nexpect turn A orders\n");
    passes(TABLE "expect kahn in play\nexpect not trap in play\n");
    passes(TABLE "B concedes\nexpect winner A\nexpect not game goes on\n");
    passes(TABLE "turn passes to B orders\nexpect turn B orders\nB cannot move ship to \"Cloud\"\n");
}

/* What a scene names anywhere is in its report, once, with whether it was cited. */
static void names_rulings(void **state)
{
    (void)state;
    passes(TABLE "set kahn stopped\nA cannot beam kahn to \"Moon\" because 2E-9.12\n");
    assert_int_equal(report.cite_count, 1);
    assert_string_equal(report.cite[0].id, "2E-9.12");
    assert_true(report.cite[0].cited);
    passes(HEAD "cites 2E-9.12, 2E-9.12\nexpect not cited 2E-9.20\n");
    assert_int_equal(report.cite_count, 1);
    assert_false(report.cite[0].cited);
}

static void says_why_it_failed(void **state)
{
    (void)state;
    fails_with(TABLE "A moves ship to \"Moon\"\n", false, "t:8: A moves ship to \"Moon\": not offered");
    fails_with(TABLE "expect kahn.strength = 7\n", false, "t:8: expect kahn.strength = 7: it is 6");
    fails_with(TABLE "expect kahn.range = 7\n", false, "t:8: expect kahn.range = 7: a personnel has no range");
    fails_with(TABLE "expect kahn at \"Cloud\"\n", false, "t:8: expect kahn at \"Cloud\": it is aboard \"Ship\"");
    fails_with(TABLE "A cannot move ship to \"Cloud\"\n", false, "t:8: A cannot move ship to \"Cloud\": it is offered");
    fails_with(TABLE "A cannot attempt \"Homeworld\" because 2E-9.12\n", false,
               "t:8: A cannot attempt \"Homeworld\" because 2E-9.12: it is not offered, but");
    fails_with(TABLE "A chooses option 2\n", false, "t:8: A chooses option 2: 'option 2' is not offered");
    fails_with(TABLE "expect winner A\n", false, "t:8: expect winner A: nobody has won");
    assert_int_equal(report.line, 8);
    assert_string_equal(report.title, "T");
}

static void says_what_is_wrong_with_it(void **state)
{
    (void)state;
    fails_with(HEAD "put A \"Khan\" in hand\nexpect draw\n", true, "t:3:7: no card 'Khan'; nearest: Kahn");
    fails_with(HEAD "hand A: \"Twin\"\nexpect draw\n", true, "t:3:9: several cards are titled 'Twin'");
    fails_with(HEAD "put A \"Kahn\" at \"Moon\"\nexpect draw\n", true, "t:3:17: 'Moon' is not on the table yet");
    fails_with(HEAD "missions A: \"Moon\"\nmissions B: \"Moon\"\nput A \"Kahn\" at \"Moon\"\nexpect draw\n", true,
               "t:5:17: several cards on the table are 'Moon'");
    passes(HEAD "missions A: \"Moon\"\nmissions B: \"Moon\"\nput A \"Kahn\" at B's \"Moon\"\nexpect \"Kahn\" at B's \"Moon\"\n"
           "expect not \"Kahn\" at A's \"Moon\"\n");
    fails_with(HEAD "missions A: \"Cloud\"\nput A \"Kahn\" at \"Cloud\"\nexpect draw\n", true, "t:4:17: nobody stands in open space");
    fails_with(HEAD "missions A: \"Kahn\"\nexpect draw\n", true, "t:3:13: only missions are laid out");
    fails_with(TABLE "set kahn completed\nexpect draw\n", true, "t:8:10: the card cannot be set so");
    fails_with(TABLE "damage ship with \"Morg\"\nexpect draw\n", true, "t:8:18: this card damages nothing");
    fails_with(TABLE "A cannot attempt \"Moon\" because 2E-9.12x\n", true, "t:8:33: no rule or ruling '2E-9.12x' is ever given as a "
               "reason; nearest: 2E-9.12");
    fails_with(TABLE "expect not cited 2E-99\n", true, "t:8:18: no rule or ruling '2E-99'");
    fails_with(TABLE "expect not kahn is a Klingn\n", true, "t:8:22: no card is a 'Klingn'");
    fails_with(TABLE "put A \"Kahn\" aboard kahn\nexpect draw\n", true, "t:8:21: only a ship or facility has cards aboard");
    fails_with(TABLE "A plays \"Khan\"\n", true, "t:8:9: no card 'Khan'; nearest: Kahn");
    fails_with(HEAD "cites 2e-2014/no-such\nexpect draw\n", true, "t:3:7: no ruling '2e-2014/no-such'");
    fails_with(HEAD "card \"X\"\n type nonsense\nend\nexpect draw\n", true, "t:4:");
    assert_int_equal(report.line, 4);
    assert_true(report.col > 0);
}

/* ---- told line by line ---- */

typedef struct { int steps, line[32], most; bool ok[32], expects[32]; char why[32][80]; } Heard;

static bool on_step(void *to, const SceneStep *step)
{
    Heard *heard = to;
    int at = heard->steps++;
    assert_true(at < 32);
    heard->line[at] = step->line;
    heard->ok[at] = step->holds;
    heard->expects[at] = step->expects;
    snprintf(heard->why[at], sizeof heard->why[at], "%.70s", step->why);
    assert_non_null(step->game);
    assert_true(sl_game_view(step->game, SL_OPEN, NULL, 0) > 0);
    return heard->most == 0 || heard->steps < heard->most;
}

static bool hears(const char *text, SceneHow how, Heard *heard)
{
    how.told = on_step;
    how.to = heard;
    return scene_run_so(library, "t", text, strlen(text), &how, &report);
}

static void told_line_by_line(void **state)
{
    (void)state;
    Heard heard = { 0 };
    assert_true(hears(TABLE "turn A orders\nA beams kahn to \"Moon\"\nexpect kahn on planet \"Moon\"\n", (SceneHow){ 0 }, &heard));
    const int lines[] = { 3, 4, 5, 6, 7, 8, 9, 10 };
    assert_int_equal(heard.steps, countof(lines));
    for (int i = 0; i < heard.steps; i++) {
        assert_int_equal(heard.line[i], lines[i]);
        assert_true(heard.ok[i]);
        assert_int_equal(heard.expects[i], i == 7);
    }
}

static void goes_on_past_what_does_not_hold(void **state)
{
    (void)state;
    const char *text = TABLE "turn A orders\nexpect kahn.strength = 7\nexpect points A = 0\nA moves ship to \"Moon\"\nexpect points A = 0\n";
    Heard heard = { 0 };
    assert_false(hears(text, (SceneHow){ .go_on = true }, &heard));
    assert_int_equal(heard.line[heard.steps - 1], 11);      /* what cannot be played ends it */
    assert_string_equal(heard.why[heard.steps - 3], "it is 6");
    assert_true(heard.ok[heard.steps - 2]);
    assert_false(heard.ok[heard.steps - 1]);
    assert_int_equal(report.line, 9);                       /* the report is about the first */
    heard = (Heard){ 0 };
    assert_false(hears(text, (SceneHow){ 0 }, &heard));
    assert_int_equal(heard.line[heard.steps - 1], 9);
}

static void work_has_bounds(void **state)
{
    (void)state;
    const char *text = TABLE "turn A orders\nturn passes to B\nturn passes to A\nturn passes to B\n";
    Heard heard = { 0 };
    assert_false(hears(text, (SceneHow){ .patience = 5 }, &heard));
    assert_non_null(strstr(report.why, "too many answers"));
    heard = (Heard){ .most = 7 };
    assert_false(hears(text, (SceneHow){ 0 }, &heard));
    assert_int_equal(heard.steps, 7);
    assert_non_null(strstr(report.why, "too long"));
    heard = (Heard){ .most = 2 };
    assert_false(hears(text, (SceneHow){ 0 }, &heard));
    assert_non_null(strstr(report.why, "too long to set up"));
}

static void says_what_it_is_about(void **state)
{
    (void)state;
    const char *text = "scene \"T\"\nedition 2e\ncites 2e-2014/own.1, 2E-9.12\nexpect draw\n";
    assert_true(scene_about("t", text, strlen(text), &report));
    assert_string_equal(report.title, "T");
    assert_int_equal(report.cite_count, 2);
    assert_string_equal(report.cite[1].id, "2E-9.12");
    assert_false(scene_about("t", "nonsense", 8, &report));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heading), cmocka_unit_test(table_lines), cmocka_unit_test(script_lines),
        cmocka_unit_test(expectation_lines), cmocka_unit_test(scratch_cards), cmocka_unit_test(ids_with_parts),
        cmocka_unit_test(plays_and_expects), cmocka_unit_test(names_rulings), cmocka_unit_test(says_why_it_failed), cmocka_unit_test(says_what_is_wrong_with_it),
        cmocka_unit_test(told_line_by_line), cmocka_unit_test(goes_on_past_what_does_not_hold), cmocka_unit_test(work_has_bounds),
        cmocka_unit_test(says_what_it_is_about),
    };
    int failed = cmocka_run_group_tests(tests, load, unload);
    arena_free(&arena);
    return failed;
}
