/* What a client shows before an answer: costs, requirements line by line, the sums of a battle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "spaceline.h"

static const char cards[] =
    "card \"Test Officer\"\n  type personnel\n  cost 2\n  affiliation Klingon\n  icons Cmd\n  species Klingon\n  skills Officer\n  attributes 6 5 4\nend\n"
    "card \"Test Gunner\"\n  type personnel\n  cost 1\n  affiliation Klingon\n  icons Stf\n  species Klingon\n  skills 2 Security\n  attributes 3 3 8\n"
    "  (while-may (in-engagement self) (limit 1 turn) (apply this-ship end-of-battle (add weapons 2)))\nend\n"
    "card \"Test Raider\"\n  type ship\n  cost 4\n  affiliation Klingon\n  staff Cmd\n  class Cruiser\n  attributes 6 8 7\nend\n"
    "card \"Test Planet\"\n  type mission\n  kind planet\n  quadrant Alpha\n  span 2\n  points 30\n  attempt Kli\n"
    "  requires 3 Security, Strength>20, and Officer or Honor\nend\n"
    "card \"Test Moon\"\n  type mission\n  kind planet\n  quadrant Alpha\n  span 3\n  points 30\n  attempt Kli\n  requires Honor\nend\n"
    "card \"Test Trial\"\n  type mission\n  kind planet\n  quadrant Alpha\n  span 3\n  points 30\n  attempt Kli\n"
    "  requires (all (skill Security 4) (total strength > 20) (total cunning < 6))\nend\n"
    "card \"Test Attack\"\n  type event\n  cost 1\n  keywords Maneuver\n  (plays-in-core)\n"
    "  (order (begin-engagement (and (type personnel) (of you) (has Officer)) (if-you-win (score you 5))))\nend\n"
    "card \"Test Choice\"\n  type dilemma\n  kind dual\n  cost 0\n"
    "  (resolve (try (stop (choose you 1 (and facing-group (or (has Officer) (has Honor))))) (else (kill (random 1 facing-group)))))\nend\n"
    "card \"Test Anybody\"\n  type dilemma\n  kind dual\n  cost 0\n  (resolve (try (stop (choose you 1 facing-group))))\nend\n"
    "card \"Test Crowd\"\n  type dilemma\n  kind dual\n  cost 0\n"
    "  (resolve (unless (have (cards 2 (and facing-group (costs >= 2)))) (stop facing-group)))\nend\n"
    "card \"Test Dear\"\n  type dilemma\n  kind dual\n  cost 4\n  (resolve (stop facing-group))\nend\n"
    "card \"Test Either\"\n  type mission\n  kind planet\n  quadrant Alpha\n  span 2\n  points 30\n  attempt SF\n  requires Honor\n"
    "  (or-with (icon Kli) (all (skill Security 2)))\nend\n"
    "card \"Test Far\"\n  type mission\n  kind planet\n  quadrant Alpha\n  span 2\n  points 30\n  attempt SF\n  requires Honor\nend\n"
    "card \"Test Drill\"\n  type event\n  cost 1\n  (plays-in-core)\n"
    "  (static (and (type personnel) (of you)) (set strength 9) (add cunning 2))\nend\n"
    "card \"Test Leave\"\n  type event\n  cost 1\n  (plays-in-core)\n"
    "  (static (and (type mission) (title \"Test Far\")) (attempt-with (and (type personnel) (of you) (has Diplomacy)) (skill Law)))\n"
    "  (static (and (type mission) (title \"Test Far\")) (attempt-with (and (type personnel) (of you) (has Officer)) (skill Security 2)))\nend\n";

typedef struct { sl_library *lib; sl_game *game; int planet, moon, ship, foe, officer, gunner; } Fixture;

static int put(Fixture *f, int player, const char *name, sl_zone zone, int host)
{
    sl_error err = { "" };
    int id = sl_table_put(f->game, player, sl_card_find(f->lib, SL_SECOND_EDITION, name), zone, host, &err);
    if (!id)
        fail_msg("%s: %s", name, err.text);
    return id;
}

static int set_up(void **state)
{
    static Fixture f;
    sl_error err = { "" };
    f.lib = sl_library_new(&(sl_file){ "test.card", cards, strlen(cards) }, 1, &err);
    if (!f.lib)
        fail_msg("%s", err.text);
    sl_setup setup = { .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .blank = true, .trace = true };
    f.game = sl_game_new(f.lib, &setup, &err);
    f.planet = put(&f, 0, "Test Planet", SL_ROW, 0);
    f.moon = put(&f, 0, "Test Moon", SL_ROW, 0);
    f.ship = put(&f, 0, "Test Raider", SL_ORBIT, f.planet);
    f.foe = put(&f, 1, "Test Raider", SL_ORBIT, f.planet);
    f.officer = put(&f, 0, "Test Officer", SL_ABOARD, f.ship);
    f.gunner = put(&f, 0, "Test Gunner", SL_ABOARD, f.ship);
    put(&f, 0, "Test Attack", SL_CORE, 0);
    assert_true(sl_table_begin(f.game, 0, "orders", &err));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    sl_game_free(f->game);
    sl_library_free(f->lib);
    return 0;
}

static int option_with(const sl_game *game, sl_verb verb, int card)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == verb && (!card || sl_game_option(game, i).card == card))
            return i;
    fail_msg("no option with verb %d", verb);
    return -1;
}

static void test_a_move_costs_the_range_it_takes(void **state)
{
    Fixture *f = *state;
    int move = option_with(f->game, SL_MOVE, f->ship);
    assert_int_equal(sl_option_cost(f->game, move), 5);                    /* both spans */
    assert_int_equal(sl_option_cost(f->game, move), sl_game_range_needed(f->game, f->ship, f->moon));
    assert_int_equal(sl_option_cost(f->game, option_with(f->game, SL_END, 0)), -1);
}

static void test_a_requirement_is_told_line_by_line(void **state)
{
    Fixture *f = *state;
    bool met;
    sl_need need[8];
    int group[] = { f->officer, f->gunner };
    int lines = sl_game_needs(f->game, f->planet, group, 2, &met, need, 8);
    int security = -1, strength = -1;
    for (int i = 0; i < lines; i++) {
        if (strstr(need[i].words, "Security"))
            security = i;
        if (strstr(need[i].words, "Strength"))
            strength = i;
    }
    assert_true(security >= 0 && strength >= 0);
    assert_int_equal(need[security].need, 3);
    assert_int_equal(need[security].have, 2);
    assert_int_equal(need[security].amount[1], 2);
    assert_false(need[security].met);
    assert_int_equal(need[strength].need, 21);
    assert_int_equal(need[strength].have, 12);
    assert_int_equal(need[strength].amount[0], 4);
    assert_true(lines >= 3);
    assert_int_equal(sl_game_needs(f->game, f->ship, group, 2, &met, need, 8), 0);
    assert_int_equal(sl_game_needs(f->game, 9999, group, 2, &met, need, 8), 0);
}

/* Levels that are missing, and points that are too few or too many, six of them for a personnel. */
static void test_how_far_a_group_is_from_a_mission(void **state)
{
    Fixture *f = *state;
    int mission = put(f, 0, "Test Trial", SL_ROW, 0), group[] = { f->gunner, f->officer };
    assert_int_equal(sl_game_shortfall(f->game, mission, group, 1), 2 + 3);            /* Strength 8; Cunning 3 is few enough */
    assert_int_equal(sl_game_shortfall(f->game, mission, group, 2), 2 + 2 + 1);        /* Strength 12, Cunning 8 */
    assert_int_equal(sl_game_shortfall(f->game, mission, group, 0), 4 + 4);
    assert_int_equal(sl_game_shortfall(f->game, f->ship, group, 2), 0);
}

/* Two officers and a gunner on the planet, attempting it; the dilemmas lie where the other player draws them. */
static void test_a_dilemma_is_told_by_who_counts(void **state)
{
    Fixture *f = *state;
    bool met;
    sl_need need[8];
    sl_error err = { "" };
    int group[] = { put(f, 0, "Test Officer", SL_SURFACE, f->planet), put(f, 0, "Test Gunner", SL_SURFACE, f->planet), put(f, 0, "Test Officer", SL_SURFACE, f->planet) };
    int choice = put(f, 1, "Test Choice", SL_PILE, 0), anybody = put(f, 1, "Test Anybody", SL_PILE, 0), crowd = put(f, 1, "Test Crowd", SL_PILE, 0);
    assert_true(sl_table_begin(f->game, 0, "orders", &err));
    sl_game_answer(f->game, option_with(f->game, SL_ATTEMPT, f->planet));

    assert_int_equal(sl_game_needs(f->game, choice, group, 3, &met, need, 8), 1);      /* whom one may choose: one is enough */
    assert_true(met && need[0].met);
    assert_int_equal(need[0].need, 1);
    assert_int_equal(need[0].have, 2);
    assert_int_equal(need[0].amount[0], 1);
    assert_int_equal(need[0].amount[1], 0);
    assert_non_null(strstr(need[0].words, "Officer"));
    assert_int_equal(sl_game_needs(f->game, choice, group + 1, 1, &met, need, 8), 1);
    assert_false(met || need[0].met);
    assert_int_equal(sl_game_needs(f->game, anybody, group, 3, &met, need, 8), 0);     /* anybody will do: nothing is asked */

    assert_int_equal(sl_game_needs(f->game, crowd, group, 3, &met, need, 8), 1);       /* so many cards of the group: a sum */
    assert_true(met);
    assert_int_equal(need[0].need, 2);
    assert_int_equal(need[0].have, 2);
    assert_int_equal(need[0].amount[1], 0);
    assert_int_equal(sl_game_needs(f->game, crowd, group, 2, &met, need, 8), 1);
    assert_false(met);
    assert_int_equal(need[0].have, 1);
    assert_int_equal(sl_game_needs(f->game, choice, group, 3, &met, need, 0), 0);      /* no room for a line */
}

static void test_a_battle_is_two_sums(void **state)
{
    Fixture *f = *state;
    sl_battle battle;
    assert_false(sl_game_battle(f->game, 0, &battle));
    sl_game_answer(f->game, option_with(f->game, SL_USE, 0));
    assert_true(sl_game_battle(f->game, 0, &battle));
    assert_true(battle.engagement);
    assert_int_equal(battle.player[0], 0);
    assert_int_equal(battle.count[0], 1);
    assert_int_equal(battle.id[0][0], f->ship);
    assert_int_equal(battle.amount[0][0], 8);
    assert_int_equal(battle.id[1][0], f->foe);
    assert_int_equal(battle.amount[1][0], 7);
}

/* The other requirement counts for Klingons, for the printed one asks for another affiliation. */
static void test_the_requirement_that_counts(void **state)
{
    Fixture *f = *state;
    bool met;
    sl_need need[8];
    char view[32 * 1024];
    int mission = put(f, 0, "Test Either", SL_ROW, 0), group[] = { f->officer, f->gunner };
    assert_int_equal(sl_game_means(f->game, 0, mission, group, 2), 1);
    assert_int_equal(sl_game_means(f->game, 0, mission, NULL, 0), 1);
    assert_int_equal(sl_game_means(f->game, 0, f->planet, NULL, 0), 0);
    assert_int_equal(sl_game_needs(f->game, mission, group, 2, &met, need, 8), 1);
    assert_string_equal(need[0].words, "2 Security");
    assert_true(met);
    assert_true(sl_game_view(f->game, 0, view, sizeof view) < sizeof view);
    assert_non_null(strstr(view, "\"takes\":\"2 Security\""));
    sl_game_view(f->game, 1, view, sizeof view);
    assert_null(strstr(view, "\"takes\""));                                /* it is told of nobody else's missions */
}

/* Another card gives two ways; the Officer may take the second. */
static void test_a_way_that_another_card_gives(void **state)
{
    Fixture *f = *state;
    bool met;
    sl_need need[8];
    sl_error err = { "" };
    int mission = put(f, 0, "Test Far", SL_ROW, 0), group[] = { f->gunner, f->officer };
    assert_int_equal(sl_game_means(f->game, 0, mission, group, 2), 0);
    put(f, 0, "Test Leave", SL_CORE, 0);
    assert_true(sl_table_begin(f->game, 0, "orders", &err));
    assert_int_equal(sl_game_means(f->game, 0, mission, group, 2), 65);
    assert_int_equal(sl_game_means(f->game, 0, mission, group, 1), 0);
    assert_int_equal(sl_game_means(f->game, 0, f->moon, group, 2), 0);
    assert_int_equal(sl_game_needs(f->game, mission, group, 2, &met, need, 8), 1);
    assert_string_equal(need[0].words, "2 Security");
    assert_true(met);
}

static void test_goals_and_copies(void **state)
{
    Fixture *f = *state;
    sl_goal goal[4];
    sl_error err = { "" };
    assert_int_equal(sl_game_goals(f->game, 0, goal, 4), 3);
    assert_int_equal(goal[0].have, 0);
    assert_int_equal(goal[0].need, 100);
    assert_int_equal(goal[1].have, 0);
    sl_table_points(f->game, 0, 35);
    assert_true(sl_table_set(f->game, f->planet, "completed", true));
    sl_game_goals(f->game, 0, goal, 4);
    assert_int_equal(goal[0].have, 35);
    assert_int_equal(goal[1].have, 1);
    assert_int_equal(goal[2].have, 0);
    int one = put(f, 0, "Test Gunner", SL_HAND, 0), other = put(f, 0, "Test Officer", SL_HAND, 0), same = put(f, 0, "Test Gunner", SL_HAND, 0);
    assert_true(sl_table_begin(f->game, 0, "play", &err));
    assert_int_equal(sl_game_same_choice(f->game, one), 0);
    assert_int_equal(sl_game_same_choice(f->game, other), 0);
    assert_int_equal(sl_game_same_choice(f->game, same), one);
}

/* What dilemmas cost is told while they are stacked; the moment and its cards while somebody may answer. */
static void test_a_stack_has_its_costs(void **state)
{
    Fixture *f = *state;
    sl_error err = { "" };
    put(f, 0, "Test Gunner", SL_SURFACE, f->planet);
    put(f, 0, "Test Gunner", SL_SURFACE, f->planet);
    int dear = put(f, 1, "Test Dear", SL_PILE, 0), crowd = put(f, 1, "Test Crowd", SL_PILE, 0);
    assert_true(sl_table_begin(f->game, 0, "orders", &err));
    sl_game_answer(f->game, option_with(f->game, SL_ATTEMPT, f->planet));
    sl_decision d;
    sl_game_decision(f->game, &d);
    assert_int_equal(d.kind, SL_DECIDE_STACK);
    assert_int_equal(sl_option_cost(f->game, option_with(f->game, SL_CHOOSE, dear)), 4);
    assert_int_equal(sl_option_cost(f->game, option_with(f->game, SL_CHOOSE, crowd)), 0);
    assert_string_equal(d.moment, "");
    assert_int_equal(d.subject_count, 0);
}

/* What makes up a value: what sets an attribute is a part of that one, and of no other. */
static void test_a_value_has_its_parts(void **state)
{
    Fixture *f = *state;
    sl_error err = { "" };
    sl_part part[4];
    int drill = put(f, 0, "Test Drill", SL_CORE, 0);
    assert_true(sl_table_begin(f->game, 0, "orders", &err));
    assert_int_equal(sl_game_parts(f->game, f->officer, SL_PART_STRENGTH, 0, part, 4), 2);
    assert_int_equal(part[1].source, drill);
    assert_int_equal(part[1].amount, 9);
    assert_int_equal(sl_game_parts(f->game, f->officer, SL_PART_CUNNING, 0, part, 4), 2);
    assert_int_equal(part[1].amount, 2);
    assert_int_equal(sl_game_parts(f->game, f->officer, SL_PART_INTEGRITY, 0, part, 4), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_move_costs_the_range_it_takes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_requirement_is_told_line_by_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_how_far_a_group_is_from_a_mission, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_dilemma_is_told_by_who_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_battle_is_two_sums, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_requirement_that_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_way_that_another_card_gives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_goals_and_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_stack_has_its_costs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_value_has_its_parts, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
