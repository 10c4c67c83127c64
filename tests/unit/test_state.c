/* The doors of the state: sets, piles, hosts, marks, modifiers, uses, and the hash they keep.  Cards are made up here, so that
 * no change of the catalogue reaches these tests. */
#include "second/second.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char cards_text[] =
    "card \"Home\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Honor\nend\n"
    "card \"Ship\"\n type ship\n cost 3\n affiliation Klingon\n staff Stf\n attributes 7 7 7\nend\n"
    "card \"Crew\"\n type personnel\n cost 1\n affiliation Klingon\n icons Stf\n species Klingon\n skills Honor\n attributes 5 5 5\nend\n"
    "card \"Leader\"\n type personnel\n cost 1\n affiliation Klingon\n icons Cmd\n species Klingon\n skills Law\n attributes 5 5 5\n"
    " (static self (add all 2))\nend\n"
    "card \"Plan\"\n type event\n cost 1\nend\n";

enum { NONE_DEF, HOME, SHIP, CREW, LEADER, PLAN, DECK_SIZE = 20 };

static Catalogue *cat;
static World world;
static Game  game, twin;

static void start(Game *g)
{
    memset(g, 0, sizeof *g);
    game_enter(g, &world);
    g->players = 2;
    g->winner = g->responder = NOBODY;
    cache_clear(g);
    rng_seed(&g->rng, 1);
}

static void assert_ok(const Game *g)
{
    char why[120] = "";
    if (!game_ok(g, why, sizeof why))
        fail_msg("%s", why);
}

static CardId put(Game *g, DefId def, int player, Zone zone, Put how)
{
    CardId id = card_new(g, def, player);
    card_to_pile(g, id, player, zone, how);
    return id;
}

static int pile_ids(const Game *g, const Pile *pile, CardId *ids)
{
    int n = 0;
    FOR_PILE(g, id, pile)
        ids[n++] = id;
    return n;
}

static void deal_deck(Game *g)
{
    start(g);
    for (int i = 0; i < DECK_SIZE; i++)
        put(g, i % 2 ? CREW : LEADER, 0, ZONE_DECK, PUT_BOTTOM);
}

/* A ship in orbit of a mission, a crew aboard, a leader on the surface. */
typedef struct { CardId home, ship, crew, leader; } Table;

static Table lay_table(Game *g)
{
    start(g);
    Table t = { put(g, HOME, 0, ZONE_ROW, PUT_BOTTOM), card_new(g, SHIP, 0), card_new(g, CREW, 0), card_new(g, LEADER, 0) };
    card_to_host(g, t.ship, t.home, ZONE_ORBIT, PUT_BOTTOM);
    card_to_host(g, t.crew, t.ship, ZONE_ABOARD, PUT_BOTTOM);
    card_to_host(g, t.leader, t.home, ZONE_SURFACE, PUT_BOTTOM);
    assert_ok(g);
    return t;
}

/* ---- sets ---- */

static void sets_hold_their_members(void **state)
{
    (void)state;
    static const CardId members[] = { 1, 63, 64, 65, 500, MAX_CARDS - 1 };
    CardSet s = { 0 };
    assert_true(set_empty(&s));
    assert_int_equal(set_next(&s, 0), NO_CARD);
    for (size_t i = countof(members); i-- > 0;)
        set_add(&s, members[i]);
    set_add(&s, members[0]);
    assert_int_equal(set_count(&s), countof(members));
    size_t n = 0;
    FOR_SET(id, &s)
        assert_int_equal(id, members[n++]);               /* in ascending order */
    assert_int_equal(n, countof(members));
    set_drop(&s, 64);
    assert_false(set_has(&s, 64));
    assert_true(set_has(&s, 63) && set_has(&s, 65));
    assert_int_equal(set_next(&s, 63), 65);
    assert_int_equal(set_next(&s, MAX_CARDS - 1), NO_CARD);
}

static void sets_are_combined(void **state)
{
    (void)state;
    CardSet a = set_one(3), b = set_one(500);
    set_add(&a, 500);
    set_add(&b, 9);
    CardSet both = set_and(&a, &b), only = set_minus(&a, &b), none = set_one(NO_CARD);
    assert_int_equal(set_count(&both), 1);
    assert_true(set_has(&both, 500));
    assert_int_equal(set_count(&only), 1);
    assert_true(set_has(&only, 3));
    assert_true(set_empty(&none));
    set_join(&a, &b);
    assert_int_equal(set_count(&a), 3);
}

/* ---- piles ---- */

static void piles_keep_their_order(void **state)
{
    (void)state;
    start(&game);
    CardId a = put(&game, CREW, 0, ZONE_DECK, PUT_BOTTOM), b = put(&game, CREW, 0, ZONE_DECK, PUT_BOTTOM);
    CardId c = put(&game, CREW, 0, ZONE_DECK, PUT_TOP);
    const CardId want[] = { c, a, b };
    CardId ids[MAX_CARDS];
    assert_int_equal(pile_ids(&game, &game.pile[0][ZONE_DECK], ids), 3);
    assert_memory_equal(ids, want, sizeof want);
    assert_int_equal(game.pile[0][ZONE_DECK].bottom, b);
    card_to_pile(&game, a, 0, ZONE_HAND, PUT_TOP);        /* out of the middle */
    assert_int_equal(game.card[c].below, b);
    assert_int_equal(game.card[b].above, c);
    card_to_pile(&game, c, 0, ZONE_DECK, PUT_BOTTOM);     /* from the top to the bottom of the same pile */
    assert_int_equal(game.pile[0][ZONE_DECK].top, b);
    assert_int_equal(game.pile[0][ZONE_DECK].bottom, c);
    assert_ok(&game);
}

static void a_card_goes_to_its_owner(void **state)
{
    (void)state;
    start(&game);
    CardId theirs = card_new(&game, CREW, 1);
    card_to_pile(&game, theirs, 0, ZONE_DISCARD, PUT_TOP);
    assert_int_equal(game.pile[1][ZONE_DISCARD].top, theirs);
    card_to_pile(&game, theirs, 0, ZONE_BRIG, PUT_TOP);   /* a brig is kept by whom it is said */
    assert_int_equal(game.pile[0][ZONE_BRIG].top, theirs);
    assert_ok(&game);
}

static void shuffling_keeps_all_cards(void **state)
{
    (void)state;
    deal_deck(&game);
    CardId before[MAX_CARDS], after[MAX_CARDS];
    int n = pile_ids(&game, &game.pile[0][ZONE_DECK], before);
    card_know(&game, before[3], 3);
    pile_shuffle(&game, 0, ZONE_DECK);
    assert_ok(&game);
    assert_int_equal(pile_ids(&game, &game.pile[0][ZONE_DECK], after), n);
    assert_memory_not_equal(before, after, (size_t)n * sizeof *after);
    CardSet met = { 0 };
    for (int i = 0; i < n; i++) {
        set_add(&met, after[i]);
        assert_int_equal(game.card[after[i]].known, 0);   /* nobody knows where it went */
    }
    assert_int_equal(set_count(&met), n);
    pile_shuffle(&game, 1, ZONE_DECK);                    /* an empty pile */
    assert_ok(&game);
}

static void every_card_can_come_out_on_top(void **state)
{
    (void)state;
    enum { SHUFFLES = 4000 };
    deal_deck(&game);
    int count[DECK_SIZE + 1] = { 0 };
    for (int i = 0; i < SHUFFLES; i++) {
        pile_shuffle(&game, 0, ZONE_DECK);
        count[game.pile[0][ZONE_DECK].top]++;
    }
    for (int i = 1; i <= DECK_SIZE; i++)                  /* mean 200, standard deviation 14 */
        assert_in_range(count[i], 120, 280);
}

static void a_full_table_takes_no_more(void **state)
{
    (void)state;
    start(&game);
    int n = 0;
    while (card_new(&game, CREW, 0) != NO_CARD)
        n++;
    assert_int_equal(n, MAX_CARDS - 1);
    assert_int_equal(game.card_count, n);
    assert_ok(&game);
}

/* ---- hosts and play ---- */

static void hosts_and_missions(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    assert_int_equal(location_of(&game, t.home), t.home);
    assert_int_equal(location_of(&game, t.ship), t.home);
    assert_int_equal(location_of(&game, t.crew), t.home);
    assert_int_equal(location_of(&game, t.leader), t.home);
    card_to_host(&game, t.crew, t.home, ZONE_SURFACE, PUT_BOTTOM);
    assert_int_equal(game.card[t.ship].top, NO_CARD);
    assert_int_equal(game.card[t.leader].below, t.crew);  /* at the end of the host's cards */
    card_to_pile(&game, t.leader, 0, ZONE_HAND, PUT_TOP);
    assert_int_equal(location_of(&game, t.leader), NO_CARD);
    assert_ok(&game);
}

static void hosts_know_both_ends(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    CardId more[3];
    for (int i = 0; i < 3; i++) {
        more[i] = card_new(&game, CREW, 0);
        card_to_host(&game, more[i], t.ship, ZONE_ABOARD, i == 1 ? PUT_TOP : PUT_BOTTOM);
    }
    assert_int_equal(game.card[t.ship].top, more[1]);
    assert_int_equal(game.card[t.ship].bottom, more[2]);
    card_to_pile(&game, more[2], 0, ZONE_HAND, PUT_TOP);
    assert_int_equal(game.card[t.ship].bottom, more[0]);
    assert_int_equal(game.card[more[2]].host, NO_CARD);
    assert_int_equal(game.card[more[2]].holder, 0);
    assert_ok(&game);
}

static void a_location_is_found_up_the_hosts(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    CardId place = card_new(&game, HOME, 1), station = card_new(&game, SHIP, 1), site = card_new(&game, PLAN, 1), who = card_new(&game, CREW, 1),
           seed = card_new(&game, PLAN, 1);
    card_to_line(&game, place, LINE_GAMMA, NO_CARD);
    card_to_host(&game, station, place, ZONE_ORBIT, PUT_BOTTOM);
    card_to_host(&game, site, station, ZONE_SITE, PUT_BOTTOM);
    card_to_host(&game, who, site, ZONE_ABOARD, PUT_BOTTOM);
    card_to_host(&game, seed, place, ZONE_BENEATH, PUT_BOTTOM);
    assert_int_equal(location_of(&game, who), place);
    assert_int_equal(location_of(&game, place), place);
    assert_int_equal(location_of(&game, t.crew), t.home);
    assert_int_equal(location_of(&game, seed), NO_CARD);            /* it is not in play */
    card_to_host(&game, t.crew, who, ZONE_HELD, PUT_BOTTOM);
    assert_true(is_captive(&game, t.crew));
    assert_int_equal(location_of(&game, t.crew), place);
    assert_ok(&game);
}

static void a_line_grows_at_any_place(void **state)
{
    (void)state;
    start(&game);
    CardId a = card_new(&game, HOME, 0), b = card_new(&game, HOME, 1), c = card_new(&game, HOME, 0), ids[4];
    card_to_line(&game, a, LINE_ALPHA, NO_CARD);
    card_to_line(&game, b, LINE_ALPHA, a);
    card_to_line(&game, c, LINE_ALPHA, a);
    assert_int_equal(pile_ids(&game, &game.line[LINE_ALPHA], ids), 3);
    assert_true(ids[0] == a && ids[1] == c && ids[2] == b);
    assert_true(card_in_play(&game, c) && game.card[c].holder == LINE_ALPHA);
    assert_ok(&game);
}

static void zones_have_words_of_their_own(void **state)
{
    (void)state;
    for (int e = EDITION_FIRST; e < EDITION_COUNT; e++)
        for (int a = 0; a < ZONE_COUNT; a++) {
            const char *word = zone_info[a].word[e];
            for (int b = 0; word && b < a; b++)
                assert_true(!zone_info[b].word[e] || strcmp(word, zone_info[b].word[e]) != 0);
            bool hides = zone_info[a].known[e] == KNOWN_NOBODY || zone_info[a].known[e] == KNOWN_OWNER;
            assert_true(!word || !hides || zone_info[a].pool != POOL_NONE);     /* hidden cards can be dealt again */
            assert_true(!zone_is_hosted(a) || zone_info[a].phrase);
        }
}

static void states_bar_what_the_rules_say(void **state)
{
    (void)state;
    assert_int_equal(states_bar(STOPPED, EDITION_SECOND), BARS_EVERYTHING);                     /* 2E-13.1 to 13.3 */
    unsigned stopped = states_bar(STOPPED, EDITION_FIRST);                                      /* 1E-24.1 */
    assert_true(stopped & BARS_ATTEMPT && stopped & BARS_STAFF && !(stopped & BARS_SKILLS) && !(stopped & BARS_DEFEND));
    assert_int_equal(states_bar(STOPPED | DISABLED, EDITION_FIRST), BARS_EVERYTHING & ~BARS_TEXT);    /* each bars its own (1E-24.9) */
    assert_int_equal(states_bar(STOPPED | STASIS, EDITION_FIRST), BARS_EVERYTHING);
    assert_int_equal(states_bar(COMPLETE | FACE_UP | CLOSED, EDITION_FIRST), BARS_NOTHING);
    assert_true(states_bar(CLOAKED, EDITION_FIRST) & BARS_ATTACK && !(states_bar(CLOAKED, EDITION_FIRST) & BARS_MOVE));    /* 1E-15.21 */
    Table t = lay_table(&game);
    assert_int_equal(barred(&game, t.crew), BARS_NOTHING);
    card_flag(&game, t.crew, STOPPED, true);
    assert_int_equal(barred(&game, t.crew), BARS_EVERYTHING);
    card_to_pile(&game, t.crew, 1, ZONE_BRIG, PUT_BOTTOM);
    assert_false(is_stopped(&game, t.crew));
    assert_int_equal(barred(&game, t.crew), BARS_EVERYTHING);                                  /* a captive */
}

static void leaving_play_takes_the_marks(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    assert_true(card_in_play(&game, t.leader));
    assert_int_equal(game.static_count, 1);               /* its text acts */
    card_flag(&game, t.leader, STOPPED, true);
    card_name(&game, t.leader, 2, 5);
    use_note(&game, t.leader, 0, PERIOD_TURN);
    modifier_add(&game, (Modifier){ .op = NODE_MOD_ATTR, .target = t.leader, .amount = 1, .until = UNTIL_FOREVER });
    card_to_host(&game, t.leader, t.ship, ZONE_ABOARD, PUT_BOTTOM);   /* moving within play keeps everything */
    assert_true(is_stopped(&game, t.leader));
    assert_int_equal(game.modifier_count, 1);
    assert_int_equal(game.card[t.leader].named, 5);
    card_to_pile(&game, t.leader, 0, ZONE_DISCARD, PUT_TOP);
    assert_false(card_in_play(&game, t.leader) || is_stopped(&game, t.leader));
    assert_int_equal(game.static_count, 0);
    assert_int_equal(game.modifier_count, 0);
    assert_int_equal(game.card[t.leader].named_kind, 0);
    assert_int_equal(use_times(&game, t.leader, 0, PERIOD_TURN), 0);
    assert_ok(&game);
}

static void zones_say_who_knows(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    CardId held = put(&game, CREW, 1, ZONE_HAND, PUT_TOP);
    assert_int_equal(game.card[held].known, 2);
    assert_int_equal(game.card[t.ship].known, 3);
    assert_int_equal(game.card[t.crew].known, 1);
    card_to_pile(&game, held, 1, ZONE_DISCARD, PUT_TOP);
    assert_int_equal(game.card[held].known, 3);
    card_to_pile(&game, held, 1, ZONE_DECK, PUT_TOP);
    assert_int_equal(game.card[held].known, 0);
}

/* ---- the hash ---- */

/* Runs one change; the hash must change, the kept sums must be those computed anew, and undoing it must restore the hash. */
static void assert_hash_follows(Table (*lay)(Game *), void (*change)(const Table *), void (*undo)(const Table *))
{
    Table t = lay(&game);
    uint64_t before = game_hash(&game);
    change(&t);
    assert_ok(&game);
    assert_true(game_hash(&game) != before);
    undo(&t);
    assert_ok(&game);
    assert_true(game_hash(&game) == before);
}

static void stop_it(const Table *t) { card_flag(&game, t->crew, STOPPED, true); }
static void unstop_it(const Table *t) { card_flag(&game, t->crew, STOPPED, false); }
static void take_it(const Table *t) { card_command(&game, t->ship, 1); }
static void give_it_back(const Table *t) { card_command(&game, t->ship, 0); }
static void fly_it(const Table *t) { card_use_range(&game, t->ship, 5); }
static void refuel_it(const Table *t) { card_use_range(&game, t->ship, 0); }
static void name_it(const Table *t) { card_name(&game, t->leader, 1, 7); }
static void unname_it(const Table *t) { card_name(&game, t->leader, 0, 0); }
static void show_it(const Table *t) { card_know(&game, t->crew, 3); }
static void hide_it(const Table *t) { card_know(&game, t->crew, 1); }
static void beam_it(const Table *t) { card_to_host(&game, t->crew, t->home, ZONE_SURFACE, PUT_BOTTOM); }
static void beam_it_back(const Table *t) { card_to_host(&game, t->crew, t->ship, ZONE_ABOARD, PUT_BOTTOM); }
static void become(CardId one, DefId def)
{
    DefId all[MAX_CARDS];
    for (CardId id = 1; id <= game.card_count; id++)
        all[id] = id == one ? def : game.card[id].def;
    CardSet changed = cards_become(&game, all);
    assert_int_equal(set_count(&changed), 1);
}
static void swap_it(const Table *t) { become(t->crew, LEADER); }
static void swap_it_back(const Table *t) { become(t->crew, CREW); }

static void the_hash_follows_every_door(void **state)
{
    (void)state;
    assert_hash_follows(lay_table, stop_it, unstop_it);
    assert_hash_follows(lay_table, take_it, give_it_back);
    assert_hash_follows(lay_table, fly_it, refuel_it);
    assert_hash_follows(lay_table, name_it, unname_it);
    assert_hash_follows(lay_table, show_it, hide_it);
    assert_hash_follows(lay_table, beam_it, beam_it_back);
    assert_hash_follows(lay_table, swap_it, swap_it_back);
}

static void the_hash_knows_the_order(void **state)
{
    (void)state;
    deal_deck(&game);
    uint64_t whole = game_hash(&game), loop = game_loop_hash(&game);
    card_to_pile(&game, game.pile[0][ZONE_DECK].top, 0, ZONE_DECK, PUT_BOTTOM);
    assert_true(game_hash(&game) != whole);
    assert_true(game_loop_hash(&game) == loop);           /* a loop may leave a pile in another order */
    card_to_pile(&game, game.pile[0][ZONE_DECK].bottom, 0, ZONE_DECK, PUT_TOP);
    assert_true(game_hash(&game) == whole);
}

/* A long walk through all doors: the sums that they keep stay those computed anew. */
static void any_walk_keeps_the_state_sound(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    for (int i = 0; i < DECK_SIZE; i++)
        put(&game, i % 3 ? CREW : PLAN, i % 2, ZONE_DECK, PUT_BOTTOM);
    Rng rng;
    rng_seed(&rng, 99);
    for (int i = 0; i < 3000; i++) {
        CardId id = (CardId)(5 + rng_below(&rng, DECK_SIZE));
        int player = (int)rng_below(&rng, 2);
        switch (rng_below(&rng, 9)) {
        case 0: card_to_pile(&game, id, player, (Zone)(ZONE_DECK + rng_below(&rng, ZONE_ROW - ZONE_DECK)), PUT_TOP); break;
        case 1: card_to_pile(&game, id, player, (Zone)(ZONE_DECK + rng_below(&rng, ZONE_ROW - ZONE_DECK)), PUT_BOTTOM); break;
        case 2: card_to_host(&game, id, t.ship, ZONE_ABOARD, PUT_BOTTOM); break;
        case 3: card_to_host(&game, id, t.home, ZONE_SURFACE, PUT_BOTTOM); break;
        case 4: card_to_stack(&game, id, player ? PUT_TOP : PUT_BOTTOM); break;
        case 5: card_to_limbo(&game, id, player ? ZONE_DRAWN : ZONE_PLAYING); break;
        case 6: card_flag(&game, id, STOPPED, player); break;
        case 7: pile_shuffle(&game, player, ZONE_DECK); break;
        case 8: card_to_host(&game, id, t.leader, ZONE_ON, PUT_BOTTOM); break;
        }
        assert_ok(&game);
    }
}

static void a_broken_state_is_noticed(void **state)
{
    (void)state;
    char why[120];
    Table t = lay_table(&game);
    game.card[t.crew].flags ^= STOPPED;                   /* not through a door */
    assert_false(game_ok(&game, why, sizeof why));
    t = lay_table(&game);
    game.pile[0][ZONE_ROW].count++;
    assert_false(game_ok(&game, why, sizeof why));
    t = lay_table(&game);
    game.card[t.ship].top = NO_CARD;                      /* the crew is nowhere now */
    assert_false(game_ok(&game, why, sizeof why));
    t = lay_table(&game);
    set_drop(&game.in_play, t.ship);
    assert_false(game_ok(&game, why, sizeof why));
    t = lay_table(&game);
    game.card[t.leader].above = NO_CARD;
    assert_false(game_ok(&game, why, sizeof why));
}

static void a_copy_is_the_same_game(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    start(&twin);
    game_copy(&twin, &game);
    assert_ok(&twin);
    assert_true(game_hash(&twin) == game_hash(&game));
    card_flag(&twin, t.crew, STOPPED, true);
    assert_false(is_stopped(&game, t.crew));
}

/* ---- what lasts for a time ---- */

static void modifiers_end_at_their_time(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    const int until[] = { UNTIL_TURN_END, UNTIL_DILEMMA_END, UNTIL_YOUR_TURN, UNTIL_YOUR_TURN };
    for (int i = 0; i < (int)countof(until); i++)
        modifier_add(&game, (Modifier){ .op = NODE_MOD_ATTR, .target = t.crew, .amount = (int16_t)i, .until = (uint8_t)until[i],
                                        .player = (uint8_t)(i % 2) });
    uint64_t when = game.cache.generation;
    modifiers_end(&game, UNTIL_ATTEMPT_END, NOBODY);
    assert_int_equal(game.modifier_count, 4);
    assert_true(is_current(&game, when));            /* nothing ended: nothing is stale */
    modifiers_end(&game, UNTIL_DILEMMA_END, NOBODY);
    assert_false(is_current(&game, when));
    modifiers_end(&game, UNTIL_YOUR_TURN, 1);             /* those of one player only */
    assert_int_equal(game.modifier_count, 2);
    assert_int_equal(game.modifier[0].amount, 0);         /* the older stays in front */
    assert_int_equal(game.modifier[1].amount, 2);
    modifiers_end(&game, UNTIL_TURN_END, NOBODY);
    modifiers_end(&game, UNTIL_YOUR_TURN, NOBODY);
    assert_int_equal(game.modifier_count, 0);
}

static void what_adds_is_added_up(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    for (int i = 0; i < 3; i++)
        modifier_add(&game, (Modifier){ .op = NODE_MOD_ATTR, .target = t.crew, .what = ATTR_STRENGTH, .amount = 2, .until = UNTIL_TURN_END });
    assert_int_equal(game.modifier_count, 1);
    assert_int_equal(game.modifier[0].amount, 6);
    modifier_add(&game, (Modifier){ .op = NODE_MOD_ATTR, .target = t.leader, .what = ATTR_STRENGTH, .amount = 2, .until = UNTIL_TURN_END });
    assert_int_equal(game.modifier_count, 2);
}

static void too_many_modifiers_end_the_game(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    game.score[1] = 5;
    for (int i = 0; i <= MAX_MODIFIERS; i++) {
        assert_false(game.over);
        modifier_add(&game, (Modifier){ .op = NODE_MOD_ATTR, .target = t.crew, .source = (CardId)i, .amount = 1, .until = UNTIL_TURN_END });
    }
    assert_true(game.over && game.overflow);
    assert_int_equal(game.winner, 1);                     /* the higher score */
}

static void uses_are_counted_for_their_period(void **state)
{
    (void)state;
    Table t = lay_table(&game);
    use_note(&game, t.crew, 0, PERIOD_TURN);
    use_note(&game, t.crew, 0, PERIOD_TURN);
    use_note(&game, t.crew, 1, PERIOD_GAME);
    use_note(&game, t.leader, 0, PERIOD_DILEMMA);
    assert_int_equal(use_times(&game, t.crew, 0, PERIOD_TURN), 2);
    assert_int_equal(use_times(&game, t.crew, 1, PERIOD_TURN), 0);
    assert_int_equal(use_times(&game, t.crew, 1, PERIOD_GAME), 1);
    assert_int_equal(use_times(&game, t.leader, 0, PERIOD_DILEMMA), 1);
    uses_end(&game, PERIOD_DILEMMA);
    assert_int_equal(use_times(&game, t.leader, 0, PERIOD_DILEMMA), 0);
    uses_end(&game, PERIOD_TURN);
    assert_int_equal(use_times(&game, t.crew, 0, PERIOD_TURN), 0);
    assert_int_equal(use_times(&game, t.crew, 1, PERIOD_GAME), 1);
    use_note(&game, t.crew, 2, PERIOD_TURN);
    uses_drop(&game, t.crew);
    assert_int_equal(use_times(&game, t.crew, 2, PERIOD_TURN), 0);
    assert_int_equal(use_times(&game, t.crew, 1, PERIOD_GAME), 1);        /* once each game is once for the title, not for the card … */
    CardId copy = card_new(&game, CREW, 0), theirs = card_new(&game, CREW, 1);
    assert_int_equal(use_times(&game, copy, 1, PERIOD_GAME), 1);
    assert_int_equal(use_times(&game, theirs, 1, PERIOD_GAME), 0);        /* … and each player has one (1E-6.15) */
}

static void the_higher_score_wins(void **state)
{
    (void)state;
    start(&game);
    game.score[0] = 30, game.score[1] = 35;
    game_end_by_score(&game);
    assert_int_equal(game.winner, 1);
    start(&game);
    game.score[0] = game.score[1] = 35;
    game_end_by_score(&game);
    assert_true(game.over && game.draw);
    start(&game);
    game.score[0] = 50;
    game.lost = 1;                                        /* who has left cannot win */
    game_end_by_score(&game);
    assert_int_equal(game.winner, 1);
    game_end(&game, 0);                                   /* a game ends once */
    assert_int_equal(game.winner, 1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_hold_their_members),
        cmocka_unit_test(sets_are_combined),
        cmocka_unit_test(piles_keep_their_order),
        cmocka_unit_test(a_card_goes_to_its_owner),
        cmocka_unit_test(shuffling_keeps_all_cards),
        cmocka_unit_test(every_card_can_come_out_on_top),
        cmocka_unit_test(a_full_table_takes_no_more),
        cmocka_unit_test(hosts_and_missions),
        cmocka_unit_test(hosts_know_both_ends),
        cmocka_unit_test(a_location_is_found_up_the_hosts),
        cmocka_unit_test(a_line_grows_at_any_place),
        cmocka_unit_test(zones_have_words_of_their_own),
        cmocka_unit_test(states_bar_what_the_rules_say),
        cmocka_unit_test(leaving_play_takes_the_marks),
        cmocka_unit_test(zones_say_who_knows),
        cmocka_unit_test(the_hash_follows_every_door),
        cmocka_unit_test(the_hash_knows_the_order),
        cmocka_unit_test(any_walk_keeps_the_state_sound),
        cmocka_unit_test(a_broken_state_is_noticed),
        cmocka_unit_test(a_copy_is_the_same_game),
        cmocka_unit_test(modifiers_end_at_their_time),
        cmocka_unit_test(what_adds_is_added_up),
        cmocka_unit_test(too_many_modifiers_end_the_game),
        cmocka_unit_test(uses_are_counted_for_their_period),
        cmocka_unit_test(the_higher_score_wins),
    };
    Error err = { "" };
    cat = catalogue_new();
    if (!cards_read(cat, "cards", str_of(cards_text), &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    world = (World){ .cat = cat, .profile = profile_at(EDITION_SECOND, 20140707), .switches = switches_default(),
                     .edition = &second_edition };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    catalogue_free(cat);
    return failed;
}
