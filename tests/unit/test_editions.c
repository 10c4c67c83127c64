/* The table of editions: each that can be played carries every effect out, and is known by its number and its name. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint8_t shared_verb[NODE_OP_COUNT] = {
#define VERB(node, procedure) [NODE_##node] = 1,
#include "verbs/verbs.def"
#undef VERB
};

static void every_effect_has_one_procedure(void **state)
{
    (void)state;
    const Edition *second = edition_of(EDITION_SECOND), *first = edition_of(EDITION_FIRST);
    for (int op = 1; op < NODE_OP_COUNT; op++) {
        bool own = second->verb[op] || first->verb[op], effect = node_info[op].result == 'E';
        if (effect != (shared_verb[op] || own) || (shared_verb[op] && own))
            fail_msg("%s: is an effect with one procedure, of all editions or of one", node_info[op].word);
        assert_true(!second->verb[op] || proc_run[second->verb[op]]);
        assert_true(!first->verb[op] || proc_run[first->verb[op]]);
    }
}

/* Every effect in the texts of an edition's own cards is one that the edition carries out. */
static void cards_use_what_their_edition_does(void **state)
{
    (void)state;
    sl_error err;
    sl_library *library = builtin_library(&err);
    assert_non_null(library);
    const Catalogue *cat = library->cat;
    for (int d = 1; d < cat->def_count; d++) {
        const Edition *e = edition_of(cat->def[d].edition);
        for (int i = 0; i < cat->def[d].ability_count; i++)
            for (int op = 1; op < NODE_OP_COUNT; op++)
                if (node_info[op].result == 'E' && !shared_verb[op] && !e->verb[op]
                    && node_mentions(cat, cat->ability[cat->def[d].ability + i].node, op))
                    fail_msg("%s: %s", cat->def[d].name, node_info[op].word);
    }
    sl_library_free(library);
}

static void slots_hold_procedures(void **state)
{
    (void)state;
    const Edition *e = edition_of(EDITION_SECOND);
    assert_non_null(proc_run[e->start]);
    assert_non_null(proc_run[e->respond]);
    assert_non_null(proc_run[e->play_response]);
    assert_non_null(proc_run[e->win_check]);
}

static void only_what_plays_is_offered(void **state)
{
    (void)state;
    char names[80];
    editions_that_play(names, sizeof names);
    assert_string_equal(names, "Second Edition (2e) and First Edition (1e)");
    assert_ptr_equal(edition_of(EDITION_SECOND), edition_named(str_of("2e")));
    assert_ptr_equal(edition_of(EDITION_FIRST), edition_named(str_of("1e")));
    assert_null(edition_of(0));
    assert_null(edition_named(str_of("3e")));
}

/* ---- the First Edition begins by chance ---- */

enum { HAND = 7, MISSIONS_EACH = 6 };
typedef struct { int hand[HAND], missions[2 * MISSIONS_EACH], first; } Start;

/* The missions in the order in which they were seeded, and the first hand of the player who goes first; every seed phase is passed. */
static Start first_start(const sl_library *library, const sl_deck *deck, uint64_t seed)
{
    Start start = { 0 };
    sl_error err = { "" };
    sl_setup setup = { .edition = SL_FIRST_EDITION, .players = 2, .seed = seed, .deck = { deck, deck } };
    sl_game *game = sl_game_new(library, &setup, &err);
    assert_non_null(game);
    start.first = game->g.first;
    for (int seeded = 0; sl_game_turn(game) == 0 && sl_game_player(game) >= 0;) {
        sl_option o = sl_game_option(game, 0);
        bool mission = o.card && is_type(&game->g, (CardId)o.card, TYPE_MISSION);
        if (mission && seeded < 2 * MISSIONS_EACH)
            start.missions[seeded++] = game->g.card[o.card].def;
        sl_game_answer(game, mission ? 0 : sl_game_options(game) - 1);
    }
    int n = 0;
    FOR_PILE(&game->g, id, &game->g.pile[start.first][ZONE_HAND])
        if (n < HAND)
            start.hand[n++] = game->g.card[id].def;
    assert_int_equal(n, HAND);
    sl_game_free(game);
    return start;
}

/* Who begins, in which order missions come up, and what is drawn: each is another with another seed (1E-5.1, 5.7). */
static void chance_begins_a_first_edition_game(void **state)
{
    (void)state;
    sl_error err;
    sl_library *library = builtin_library(&err);
    sl_deck *deck = NULL;
    assert_int_equal(builtin_decks_of(library, SL_FIRST_EDITION, &deck, 1, &err), 1);
    Start one = first_start(library, deck, 1);
    bool hands = false, missions = false, begins = false;
    for (uint64_t seed = 2; seed < 12; seed++) {
        Start other = first_start(library, deck, seed);
        hands |= memcmp(one.hand, other.hand, sizeof one.hand) != 0;
        missions |= memcmp(one.missions, other.missions, sizeof one.missions) != 0;
        begins |= one.first != other.first;
    }
    assert_true(hands);
    assert_true(missions);
    assert_true(begins);
    sl_deck_free(deck);
    sl_library_free(library);
}

/* While a battle is fought, the higher total of a personnel battle leads; ships are hit or not, and nobody leads by a sum (1E-21.6, 22.9). */
static void check_leader(const sl_game *game, int seen[2])
{
    sl_battle b;
    sl_volley v;
    sl_goal goal = { 0 };
    assert_int_equal(sl_game_goals(game, 0, &goal, 1), 1);
    assert_true(goal.need >= 100);
    const Battle *now = &game->g.battle;
    if (now->active && now->kind == BATTLE_OF_SHIPS && !now->decided && now->target[0] && card_in_play(&game->g, now->target[0])) {
        assert_true(sl_game_volley(game, 0, 0, &v));        /* until it is known who fires, the attackers do */
        int sum[2] = { 0, 0 };
        for (int i = 0; i < v.count; i++)
            sum[v.defends[i]] += v.twice[i];
        if (v.hit >= 0) {
            assert_int_equal(sum[0] / 2, v.attack);
            assert_int_equal(sum[1] > 0 ? sum[1] : 0, v.twice_defense);
        }
    }
    if (!sl_game_battle(game, 0, &b) || !b.known)
        return;
    int leads = b.engagement || b.total[0] == b.total[1] ? -1 : b.player[b.total[0] > b.total[1] ? 0 : 1];
    assert_int_equal(b.winner, leads);
    seen[b.engagement] += b.engagement || leads >= 0;
}

/* Those who beam or walk are asked for with both ends of their way, and nobody else is. */
static void check_way(const sl_game *game, sl_option last)
{
    sl_decision d;
    sl_game_decision(game, &d);
    bool going = (last.verb == SL_BEAM || last.verb == SL_WALK) && d.purpose == SL_FOR_BEAM;
    if (going) {
        assert_int_equal(d.from, last.card);
        assert_int_equal(d.to, last.target);
    } else if (d.purpose != SL_FOR_BEAM) {
        assert_int_equal(d.from, 0);
        assert_int_equal(d.to, 0);
    }
}

/* Between two actions no text speaks: every scope that was entered has been left. */
static void check_scopes(const sl_game *game)
{
    int kind = game->g.decision.kind;
    if (kind == SL_DECIDE_PLAY || kind == SL_DECIDE_ORDERS)
        assert_int_equal(game->g.scope_count, 0);
}

static void random_games_tell_who_leads_and_who_goes_where(void **state)
{
    (void)state;
    enum { MOST_GAMES = 60, DECKS = 3 };
    sl_error err;
    sl_library *library = builtin_library(&err);
    sl_deck *deck[DECKS] = { NULL };
    int seen[2] = { 0 };
    assert_int_equal(builtin_decks_of(library, SL_FIRST_EDITION, deck, DECKS, &err), DECKS);
    for (uint64_t seed = 1; seed <= MOST_GAMES && (!seen[0] || !seen[1]); seed++) {
        sl_setup setup = { .edition = SL_FIRST_EDITION, .players = 2, .seed = seed, .deck = { deck[seed % DECKS], deck[(seed + 1) % DECKS] } };
        sl_game *game = sl_game_new(library, &setup, &err);
        Rng rng;
        rng_seed(&rng, seed);
        for (sl_option last = { 0 }; sl_game_player(game) >= 0;) {
            check_leader(game, seen);
            check_way(game, last);
            check_scopes(game);
            int answer = (int)rng_below(&rng, (uint32_t)sl_game_options(game));
            last = sl_game_option(game, answer);
            sl_game_answer(game, answer);
        }
        sl_game_free(game);
    }
    assert_true(seen[0] && seen[1]);
    for (int i = 0; i < DECKS; i++)
        sl_deck_free(deck[i]);
    sl_library_free(library);
}

/* By which end of a mission a player's cards would attempt it: the near one is the owner's (1E-4.12). */
static void each_player_reads_his_end_of_a_mission(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_library *library = builtin_library(&err);
    const Catalogue *cat = library->cat;
    sl_game *game = sl_game_new(library, &(sl_setup){ .edition = SL_FIRST_EDITION, .players = 2, .seed = 1, .blank = true }, &err);
    assert_non_null(game);
    int def = 1;
    while (def < cat->def_count && (cat->def[def].edition != EDITION_FIRST || cat->def[def].type != TYPE_MISSION))
        def++;
    int mission = sl_table_put(game, 0, def, SL_LINE, 0, &err);
    assert_int_not_equal(mission, 0);
    assert_int_equal(sl_game_means(game, 0, mission, NULL, 0), NEAR_END);
    assert_int_equal(sl_game_means(game, 1, mission, NULL, 0), FAR_END);
    sl_game_free(game);
    sl_library_free(library);
}

/* ---- tables of the First Edition ---- */

static sl_game *empty_table(const sl_library *library)
{
    sl_error err = { "" };
    return sl_game_new(library, &(sl_setup){ .edition = SL_FIRST_EDITION, .players = 2, .seed = 1, .trace = SL_TRACE_REASONS, .blank = true }, &err);
}

static int put(const sl_library *library, sl_game *game, int player, const char *title, sl_zone zone, int host)
{
    sl_error err = { "" };
    int id = sl_table_put(game, player, sl_card_find(library, SL_FIRST_EDITION, title), zone, host, &err);
    assert_int_not_equal(id, 0);
    return id;
}

/* Two against two are one battle, not four. */
static void a_force_is_offered_once(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_library *library = builtin_library(&err);
    sl_game *game = empty_table(library);
    int planet = put(library, game, 0, "First Contact", SL_LINE, 0), battles = 0;
    put(library, game, 0, "Kurn", SL_SURFACE, planet);
    put(library, game, 0, "Gowron", SL_SURFACE, planet);
    put(library, game, 1, "Data", SL_SURFACE, planet);
    put(library, game, 1, "Worf", SL_SURFACE, planet);
    assert_true(sl_table_begin(game, 0, "orders", &err));
    for (int i = 0; i < sl_game_options(game); i++)
        battles += sl_game_option(game, i).verb == SL_BATTLE;
    assert_int_equal(battles, 1);
    sl_game_free(game);
    sl_library_free(library);
}

/* Who may not report because he is in play already is told which card is in the way. */
static void a_refusal_names_the_card_in_the_way(void **state)
{
    (void)state;
    sl_error err = { "" };
    sl_refusal refusal[64];
    sl_library *library = builtin_library(&err);
    sl_game *game = empty_table(library);
    int planet = put(library, game, 0, "First Contact", SL_LINE, 0), told = 0;
    int base = put(library, game, 0, "Federation Outpost", SL_ORBIT, planet);
    int data = put(library, game, 0, "Data", SL_ABOARD, base), again = put(library, game, 0, "Data", SL_HAND, 0);
    assert_true(sl_table_begin(game, 0, "play", &err));
    int count = sl_game_refusals(game, refusal, 64);
    for (int i = 0; i < count; i++)
        if (refusal[i].option.verb == SL_REPORT && refusal[i].option.card == again) {
            assert_int_equal(refusal[i].card, data);
            told++;
        }
    assert_true(told > 0);
    sl_game_free(game);
    sl_library_free(library);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_effect_has_one_procedure),
        cmocka_unit_test(cards_use_what_their_edition_does),
        cmocka_unit_test(slots_hold_procedures),
        cmocka_unit_test(only_what_plays_is_offered),
        cmocka_unit_test(chance_begins_a_first_edition_game),
        cmocka_unit_test(random_games_tell_who_leads_and_who_goes_where),
        cmocka_unit_test(each_player_reads_his_end_of_a_mission),
        cmocka_unit_test(a_force_is_offered_once),
        cmocka_unit_test(a_refusal_names_the_card_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
