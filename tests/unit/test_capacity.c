/* Every capacity at its edge: what fits is kept, one more ends that game and says what was full.  Nothing is dropped in silence, and
 * the process lives on. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char cards_text[] =
    "edition 2e\n"
    "card \"Home\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n (permit-play (type personnel))\nend\n"
    "card \"Space\"\n type mission\n kind space\n quadrant Alpha\n span 1\n points 30\n attempt any\n requires Honor\nend\n"
    "card \"Ship\"\n type ship\n cost 3\n affiliation Klingon\n attributes 7 7 7\nend\n"
    "card \"Crew\"\n type personnel\n cost 0\n affiliation Klingon\n species Klingon\n skills Honor\n attributes 5 5 5\nend\n"
    "card \"Leader\"\n type personnel\n cost 1\n affiliation Klingon\n species Klingon\n skills Law\n attributes 5 5 5\n"
    " (static self (add all 2))\nend\n"
    "card \"Banner\"\n type event\n cost 1\n (plays-in-core)\n"
    " (static (type personnel) (add strength 1) (add strength 1) (add strength 1) (add strength 1))\nend\n"
    "card \"Cheering\"\n type personnel\n cost 1\n affiliation Klingon\n species Klingon\n attributes 5 5 5\n"
    " (static (and (type personnel) (has Honor) present) (add strength 1))\nend\n";

enum { NONE_DEF, HOME, SPACE, SHIP, CREW, LEADER, BANNER, CHEERING, HAND, HAND_SIZE = 60, HEADQUARTERS = 10 };     /* HAND: the first of sixty */

static sl_library *lib;

static int make_library(void **state)
{
    (void)state;
    static char text[1 << 14];
    Out out = { text, sizeof text, 0 };
    out_text(&out, "%s", cards_text);
    for (int i = 1; i <= HAND_SIZE; i++)
        out_text(&out, "card \"Hand %d\"\n type personnel\n cost 0\n affiliation Klingon\n species Klingon\n attributes 5 5 5\nend\n", i);
    lib = library_of(&(sl_file){ "t.card", text, out.len }, 1);
    return lib ? 0 : -1;
}

static int free_library(void **state)
{
    (void)state;
    sl_library_free(lib);
    return 0;
}

static sl_game *table_of(bool trace)
{
    sl_error err = { "" };
    sl_game *game = sl_game_new(lib, &(sl_setup){ .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .trace = trace ? SL_TRACE_REASONS : SL_TRACE_NOTHING, .blank = true }, &err);
    assert_non_null(game);
    game->g.score[1] = 5;
    return game;
}

static sl_game *blank(void)
{
    return table_of(true);
}

static int must_put(sl_game *game, int player, int def, sl_zone zone, int host)
{
    sl_error err = { "" };
    int id = sl_table_put(game, player, def, zone, host, &err);
    if (!id)
        fail_msg("%s", err.text);
    return id;
}

static sl_mark mark_of(const sl_game *game, const char *name)
{
    sl_mark mark[32];
    int n = sl_game_marks(game, mark, 32);
    for (int i = 0; i < n; i++)
        if (strcmp(mark[i].name, name) == 0)
            return mark[i];
    fail_msg("no mark is called %s", name);
    return mark[0];
}

static int room_of(const sl_game *game, const char *name)
{
    return mark_of(game, name).room;
}

/* The game is over, the higher score has won, and everybody can learn why. */
static void assert_cut(sl_game *game, const char *by)
{
    assert_non_null(sl_game_cut(game));
    assert_string_equal(sl_game_cut(game), by);
    assert_int_equal(sl_game_player(game), -1);
    assert_int_equal(sl_game_options(game), 0);
    assert_int_equal(sl_game_winner(game), 1);
    sl_event event;
    if (sl_game_events(game)) {                           /* when it is traced */
        assert_true(sl_game_event(game, 0, sl_game_events(game), &event));
        assert_string_equal(sl_event_name(event.kind), "CUT");
    }
    sl_game_answer(game, 0);                              /* nothing happens any more */
    assert_string_equal(sl_game_cut(game), by);
    sl_game_free(game);
}

/* Fills a capacity by one thing at a time: `room` of them fit, and no more. */
typedef void Fill(sl_game *game, int i);

static void drive(const char *name, Fill *fill)
{
    sl_game *game = blank();
    for (int i = 0; i < room_of(game, name); i++) {
        fill(game, i);
        assert_null(sl_game_cut(game));
        assert_false(game->g.over);
    }
    fill(game, room_of(game, name));
    assert_cut(game, name);
}

static void add_frame(sl_game *game, int i)     { (void)i; frame_push(&game->g, PROC_choose_cards, 0, &(Choose){ 0 }, sizeof(Choose)); }
static void add_scope(sl_game *game, int i)     { (void)i; scope_enter(&game->g, &(Frame){ 0 }, NO_CARD, 0); }
static void add_set(sl_game *game, int i)       { (void)i; set_new(&game->g); }
static void add_option(sl_game *game, int i)    { decision_add(&game->g, (Option){ .verb = SL_NUMBER, .number = (int16_t)i }); }
static void add_static(sl_game *game, int i)    { (void)i; must_put(game, 0, LEADER, SL_CORE, 0); }
static void add_use(sl_game *game, int i)       { use_note(&game->g, (CardId)(i + 1), 0, PERIOD_TURN); }
static void add_past(sl_game *game, int i)      { past_note(&game->g, (Past){ .event = EVENT_KILLED, .subject = (CardId)(i + 1) }, 1); }
static void add_modifier(sl_game *game, int i)
{
    modifier_add(&game->g, (Modifier){ .op = NODE_MOD_ATTR, .source = (CardId)i, .amount = 1, .until = UNTIL_TURN_END });
}

static void each_capacity_ends_the_game_and_says_so(void **state)
{
    (void)state;
    drive("frames", add_frame);
    drive("scopes", add_scope);
    drive("sets", add_set);
    drive("options", add_option);
    drive("modifiers", add_modifier);
    drive("statics", add_static);
    drive("uses", add_use);
    drive("past", add_past);
}

static void a_table_of_cards_can_be_full(void **state)
{
    (void)state;
    sl_game *game = blank();
    for (int i = 0; i < room_of(game, "cards"); i++)
        must_put(game, 0, CREW, SL_DECK, 0);
    sl_error err = { "" };
    assert_int_equal(sl_table_put(game, 0, CREW, SL_DECK, 0, &err), 0);
    assert_string_not_equal(err.text, "");
    assert_null(sl_game_cut(game));
    sl_game_free(game);
}

/* A ship looks along all missions; a row of more than a route has room for cannot be flown. */
static sl_game *row_of(int missions)
{
    sl_game *game = table_of(false);
    sl_error err = { "" };
    int first = 0;
    for (int i = 0; i < missions; i++) {
        int id = must_put(game, 0, SPACE, SL_ROW, 0);
        first = first ? first : id;
    }
    must_put(game, 0, CREW, SL_ABOARD, must_put(game, 0, SHIP, SL_ORBIT, first));
    assert_true(sl_table_begin(game, 0, "orders", &err));
    return game;
}

static void a_row_of_missions_can_be_too_long(void **state)
{
    (void)state;
    sl_game *game = row_of(MAX_MISSIONS);
    assert_null(sl_game_cut(game));
    assert_int_equal(sl_game_player(game), 0);
    assert_int_equal(mark_of(game, "missions").used, MAX_MISSIONS);
    sl_game_free(game);
    game = row_of(MAX_MISSIONS + 1);
    while (sl_game_player(game) >= 0 && !sl_game_cut(game) && sl_game_turn(game) < 3)
        sl_game_answer(game, sl_game_options(game) - 1);
    assert_cut(game, "missions");
}

/* So many changes of one value, found by looking at it: the game ends when somebody is to decide next. */
static void a_value_can_be_changed_too_often(void **state)
{
    (void)state;
    sl_error err = { "" };
    for (int banners = MAX_STEPS / 4; banners <= MAX_STEPS / 4 + 1; banners++) {
        sl_game *game = blank();
        int home = must_put(game, 0, HOME, SL_ROW, 0), crew = must_put(game, 0, CREW, SL_SURFACE, home);
        for (int i = 0; i < banners; i++)
            must_put(game, 0, BANNER, SL_CORE, 0);
        assert_true(sl_table_begin(game, 0, "play", &err));
        assert_int_equal(attribute(&game->g, (CardId)crew, STRENGTH), 5 + MAX_STEPS);
        sl_game *copy = sl_game_clone(game);
        assert_int_equal(copy->g.cache.full, 0);                  /* nobody has looked there */
        sl_game_free(copy);
        sl_game_answer(game, sl_game_options(game) - 1);
        if (banners == MAX_STEPS / 4) {
            assert_null(sl_game_cut(game));
            sl_game_free(game);
        } else {
            assert_cut(game, "steps");
        }
    }
}

/* As many cards as a table holds, less one, can be chosen from, all at once. */
static void a_set_may_be_as_large_as_the_table(void **state)
{
    (void)state;
    sl_game *game = blank();
    sl_error err = { "" };
    int home = must_put(game, 0, HOME, SL_ROW, 0), ship = must_put(game, 0, SHIP, SL_ORBIT, home), n = 0;
    while (sl_game_cards(game) < MAX_CARDS - 1)
        must_put(game, 0, CREW, SL_ABOARD, ship), n++;
    assert_true(sl_table_begin(game, 0, "orders", &err));
    int beam = -1;
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == SL_BEAM)
            beam = i;
    assert_in_range(beam, 0, sl_game_options(game));
    sl_game_answer(game, beam);
    sl_decision d;
    sl_game_decision(game, &d);
    assert_int_equal(d.eligible_count, n);
    assert_int_equal(d.most, SL_ANY);
    static int ids[MAX_CARDS], answers[MAX_CARDS + 1];
    for (int i = 0; i < n; i++)
        ids[i] = sl_game_eligible(game, i);
    assert_int_equal(sl_game_eligible(game, n), 0);
    int steps = sl_game_set_answers(game, ids, n, answers, MAX_CARDS + 1);
    assert_in_range(steps, n, n + 1);
    for (int i = 0; i < steps; i++) {
        sl_game_decision(game, &d);
        assert_int_equal(d.chosen_count, i);
        assert_int_equal(sl_game_chosen(game, i), 0);
        sl_game_answer(game, answers[i]);
    }
    assert_int_equal(sl_game_on(game, home, SL_SURFACE, ids, MAX_CARDS), n);
    assert_null(sl_game_cut(game));
    sl_game_free(game);
}

/* Sixty cards in hand and ten headquarters to play them at: the end of the segment is offered as well. */
static void the_end_is_offered_behind_a_long_list(void **state)
{
    (void)state;
    sl_game *game = blank();
    sl_error err = { "" };
    for (int i = 0; i < HEADQUARTERS; i++)
        must_put(game, 0, HOME, SL_ROW, 0);
    for (int i = 0; i < HAND_SIZE; i++)
        must_put(game, 0, HAND + i, SL_HAND, 0);
    assert_true(sl_table_begin(game, 0, "play", &err));
    assert_null(sl_game_cut(game));
    assert_in_range(sl_game_options(game), HAND_SIZE * HEADQUARTERS + 1, MAX_OPTIONS);
    bool ends = false;
    for (int i = 0; i < sl_game_options(game); i++)
        ends |= sl_game_option(game, i).verb == SL_END;
    assert_true(ends);
    sl_game_free(game);
}

/* A procedure or a step that does not exist is a mistake of ours; it costs one game, not the process. */
static void a_fault_ends_one_game(void **state)
{
    (void)state;
    sl_game *game = blank();
    frame_push(&game->g, PROC_NONE, 0, &(Do){ 0 }, sizeof(Do));
    game_run(&game->g);
    assert_cut(game, "fault");
    game = blank();
    frame_push(&game->g, PROC_choose_cards, 0, &(Choose){ 0 }, sizeof(Choose))->step = 999;
    game_run(&game->g);
    assert_cut(game, "fault");
}

/* A game in which nobody ever wins ends by score after six hundred turns, though there are cards left to draw (2E-21.8). */
static void the_longest_game_ends(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_game *game = blank();
    for (int i = 0; i < 40; i++)
        sl_table_put(game, i % 2, CREW, SL_DECK, 0, &err);
    game->g.turn = 600;
    assert_true(sl_table_begin(game, 0, "end", &err));
    assert_int_equal(sl_game_player(game), -1);
    assert_int_equal(sl_game_winner(game), 1);
    sl_game_free(game);
}

/* Reasons that have no room are counted: whoever shows them can say that there are more. */
static void refusals_without_room_are_counted(void **state)
{
    (void)state;
    sl_game *game = blank();
    static sl_refusal refusal[TRACE_REFUSALS + 1];
    for (int i = 0; i < TRACE_REFUSALS + 3; i++)
        trace_refusal(&game->g, (Option){ .verb = SL_NUMBER, .number = (int16_t)i }, RULE_LOOP_CUT, NO_CARD);
    assert_int_equal(sl_game_refusals(game, refusal, TRACE_REFUSALS + 1), TRACE_REFUSALS);
    assert_int_equal(sl_game_refusals_dropped(game), 3);
    sl_game *copy = sl_game_clone(game), *quiet = sl_game_clone_untraced(game);
    assert_int_equal(sl_game_refusals(copy, refusal, TRACE_REFUSALS + 1), TRACE_REFUSALS);
    assert_int_equal(sl_game_refusals_dropped(copy), 3);
    assert_int_equal(sl_game_refusals(quiet, refusal, TRACE_REFUSALS + 1), 0);
    trace_answered(&game->g);
    assert_int_equal(sl_game_refusals_dropped(game), 0);
    sl_game_free(quiet);
    sl_game_free(copy);
    sl_game_free(game);
}

/* More places that let a card be played than are kept: each of them is offered all the same. */
static void every_place_permits(void **state)
{
    enum { PLACES = MAX_PERMITS + 8 };
    (void)state;
    sl_game *game = blank();
    for (int i = 0; i < PLACES; i++)
        must_put(game, 0, HOME, SL_ROW, 0);
    int card = must_put(game, 0, HAND, SL_HAND, 0), offered = 0;
    sl_error err = { "" };
    assert_true(sl_table_begin(game, 0, "play", &err));
    for (int i = 0; i < sl_game_options(game); i++)
        offered += sl_game_option(game, i).verb == SL_PLAY && sl_game_option(game, i).card == card;
    assert_int_equal(offered, PLACES);
    sl_game_free(game);
}

/* More texts that must remember whom they reach than there is room for: those without room are asked each time. */
static void every_text_reaches(void **state)
{
    enum { TEXTS = MAX_REACHES + 16 };
    (void)state;
    sl_game *game = blank();
    int ship = must_put(game, 0, SHIP, SL_ORBIT, must_put(game, 0, SPACE, SL_ROW, 0)), crew = must_put(game, 0, CREW, SL_ABOARD, ship);
    for (int i = 0; i < TEXTS; i++)
        must_put(game, 0, CHEERING, SL_ABOARD, ship);
    assert_int_equal(attribute(&game->g, (CardId)crew, STRENGTH), 5 + TEXTS);
    assert_int_equal(attribute(&game->g, (CardId)crew, STRENGTH), 5 + TEXTS);
    assert_int_equal(attribute(&game->g, (CardId)ship, WEAPONS), 7);
    sl_game_free(game);
}

/* A card may have so many abilities that each can be a way of playing it; one with more is refused when it is read. */
static void a_card_has_room_for_its_abilities(void **state)
{
    (void)state;
    for (int count = MAX_ABILITIES; count <= MAX_ABILITIES + 1; count++) {
        char text[1 << 12];
        Out out = { text, sizeof text, 0 };
        sl_error err = { "" };
        out_text(&out, "edition 2e\ncard \"Many\"\n type event\n cost 0\n");
        for (int i = 0; i < count; i++)
            out_text(&out, " (play-option 0 (draw you 1))\n");
        out_text(&out, "end\n");
        sl_library *many = sl_library_new(&(sl_file){ "many.card", text, out.len }, 1, &err);
        if (count <= MAX_ABILITIES) {
            assert_non_null(many);
            sl_game *game = sl_game_new(many, &(sl_setup){ .edition = SL_SECOND_EDITION, .players = 2, .seed = 1, .blank = true }, &err);
            must_put(game, 0, 1, SL_HAND, 0);
            assert_true(sl_table_begin(game, 0, "play", &err));
            int ways = 0;
            for (int i = 0; i < sl_game_options(game); i++)
                ways += sl_game_option(game, i).verb == SL_PLAY;
            assert_int_equal(ways, MAX_ABILITIES + 1);
            sl_game_free(game);
            sl_library_free(many);
        } else {
            assert_null(many);
            assert_non_null(strstr(err.text, "abilities; at most 31"));
        }
    }
}

/* Everybody on a full table can be assimilated, and be so once more: what is kept for it is a mark on each card, no modifier. */
static void everybody_can_be_assimilated(void **state)
{
    (void)state;
    static const char text[] = "edition 1e\n"
        "card \"World\"\n type mission\n kind planet\n span 3\n points 30\n attempt any\n requires Honor\nend\n"
        "card \"Crew\"\n type personnel\n universal\n classification OFFICER\n affiliation Klingon\n species Klingon\n icons Cmd\n attributes 5 5 5\nend\n";
    sl_error err = { "" };
    sl_library *first = library_of(&(sl_file){ "first.card", text, strlen(text) }, 1);
    sl_game *game = sl_game_new(first, &(sl_setup){ .edition = SL_FIRST_EDITION, .players = 2, .seed = 1, .blank = true }, &err);
    assert_non_null(game);
    int world = must_put(game, 0, 1, SL_LINE, 0);
    while (sl_game_cards(game) < MAX_CARDS - 1)
        must_put(game, 0, 2, SL_SURFACE, world);
    for (int again = 0; again < 2; again++)
        for (int id = world + 1; id < MAX_CARDS; id++) {
            assert_true(sl_table_set(game, id, "assimilated", true));
            assert_null(sl_game_cut(game));
            assert_true(icon_in(icons_of(&game->g, (CardId)id), ICON_BORG) && icon_in(icons_of(&game->g, (CardId)id), ICON_DEFENSE));
            assert_false(icon_in(icons_of(&game->g, (CardId)id), ICON_KLINGON) || icon_in(icons_of(&game->g, (CardId)id), ICON_CMD));
        }
    assert_int_equal(mark_of(game, "modifiers").used, 0);
    assert_true(sl_table_begin(game, 1, "orders", &err));
    assert_null(sl_game_cut(game));
    sl_game_free(game);
    sl_library_free(first);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_permits),
        cmocka_unit_test(every_text_reaches),
        cmocka_unit_test(a_card_has_room_for_its_abilities),
        cmocka_unit_test(each_capacity_ends_the_game_and_says_so),
        cmocka_unit_test(a_table_of_cards_can_be_full),
        cmocka_unit_test(a_row_of_missions_can_be_too_long),
        cmocka_unit_test(a_value_can_be_changed_too_often),
        cmocka_unit_test(a_set_may_be_as_large_as_the_table),
        cmocka_unit_test(the_end_is_offered_behind_a_long_list),
        cmocka_unit_test(everybody_can_be_assimilated),
        cmocka_unit_test(a_fault_ends_one_game),
        cmocka_unit_test(the_longest_game_ends),
        cmocka_unit_test(refusals_without_room_are_counted),
    };
    return cmocka_run_group_tests(tests, make_library, free_library);
}
