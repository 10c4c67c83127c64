/* What must hold of every state of every game, whatever the decks, the number of players or the seed.
 *
 * Games are played at random with all built-in decks.  Each state gets the cheap checks; every few decisions one gets the
 * expensive ones.  A failure names the game and the decision, so that it can be played again.  The program is linked with
 * --wrap for malloc and its kin: allocations are counted. */
#include "../builtin.h"
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DECKS = 6, OLD_DECKS = 8, LONGEST = 20000, VIEW_SIZE = 1 << 18, FUTURE = 40 };

static sl_library *library;
static sl_deck    *deck[DECKS], *old_deck[OLD_DECKS];     /* of the Second and of the First Edition */
static long        allocations;
static size_t      allocated;                   /* bytes in all */

/* ---- counting allocations ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    allocated += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    allocated += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *at, size_t size)
{
    allocations++;
    return __real_realloc(at, size);
}

/* ---- games ---- */

/* A game under test: how it was made, how far it is, whose answers it takes. */
typedef struct {
    int      players, first_deck, step;         /* step: from a deck to that of the next player */
    int      old;                               /* with the decks and rules of the First Edition, as of this date; 0: of the Second */
    uint64_t seed;
    long     decisions;
    bool     windows;                           /* asked about by what everybody knows */
    Rng      rng;                               /* of the answers */
    uint64_t foreseen;                          /* hash of the next state, as a game that had kept nothing came to it */
    sl_game *game, *twin;                       /* twin: to try things on */
} Play;

typedef void Check(Play *);

static void broken(const Play *play, const char *what)
{
    fail_msg("%s%d players, decks %d+%d, seed %llu, decision %ld: %s", play->old ? "First Edition, " : "", play->players, play->first_deck, play->step,
             (unsigned long long)play->seed, play->decisions, what);
}

static sl_setup setup_of(const Play *play, bool trace)
{
    sl_setup setup = { .edition = play->old ? SL_FIRST_EDITION : SL_SECOND_EDITION, .date = play->old ? play->old : 20140707, .players = play->players, .seed = play->seed, .windows = play->windows,
                       .trace = trace };
    for (int p = 0; p < play->players; p++)
        setup.deck[p] = play->old ? old_deck[(play->first_deck + p * play->step) % OLD_DECKS] : deck[(play->first_deck + p * play->step) % DECKS];
    return setup;
}

static void play_begin(Play *play, bool trace)
{
    sl_setup setup = setup_of(play, trace);
    sl_error err = { "" };
    play->game = sl_game_new(library, &setup, &err);
    if (!play->game)
        broken(play, err.text);
    play->twin = sl_game_clone(play->game);
    play->decisions = 0;
    rng_seed(&play->rng, play->seed * 31 + 7);
}

static void play_end(Play *play)
{
    sl_game_free(play->game);
    sl_game_free(play->twin);
}

static int random_answer(Rng *rng, const sl_game *game)
{
    return (int)rng_below(rng, (uint32_t)sl_game_options(game));
}

/* Every state has an option or a result, and every card is in exactly one place. */
static void check_sound(Play *play)
{
    char why[160] = "";
    int player = sl_game_player(play->game);
    if (!sl_game_ok(play->game, why, sizeof why))
        broken(play, why);
    if (player >= play->players || (player >= 0) != (sl_game_options(play->game) > 0))
        broken(play, "nobody can answer, and the game is not over");
    if (player >= 0 && sl_game_winner(play->game) >= 0)
        broken(play, "somebody has won, and somebody must answer");
    if (play->decisions == LONGEST)
        broken(play, "the game does not end");
}

/* Plays one game to its end; `check` is made of every `every`th state. */
static void play_through(Play play, bool trace, int every, Check *check)
{
    play_begin(&play, trace);
    check_sound(&play);
    while (sl_game_player(play.game) >= 0) {
        if (play.decisions % every == every - 1)
            check(&play);
        sl_game_answer(play.game, random_answer(&play.rng, play.game));
        play.decisions++;
        check_sound(&play);
    }
    check(&play);
    play_end(&play);
}

/* A game of the First Edition with each deck, as of each of the four dates; a few of them unless there is time. */
static void play_old(bool trace, int every, uint64_t seed, Check *check)
{
    static const int dates[] = { 19980306, 20130701, 20191104, 20221107 };
    for (int a = 0; a < OLD_DECKS; a += getenv("LONG") ? 1 : 3)
        play_through((Play){ .players = 2, .first_deck = a, .step = 1 + a % 3, .old = dates[(a + (int)seed) % 4], .seed = seed + (uint64_t)a }, trace, every > 1 ? 3 * every : 1, check);
}

/* A game of two with each deck against each other, then larger tables, then the First Edition; without LONG in the environment a third of the pairs. */
static void play_all(bool trace, int every, uint64_t seed, Check *check)
{
    for (int a = 0; a < DECKS; a += getenv("LONG") ? 1 : 3)
        for (int step = 1; step < DECKS; step += 2)
            play_through((Play){ .players = 2, .first_deck = a, .step = step, .seed = seed++ }, trace, every, check);
    for (int a = 0; a < DECKS; a += getenv("LONG") ? 2 : 4) {
        play_through((Play){ .players = 3, .first_deck = a, .step = 1, .seed = seed++ }, trace, every, check);
        play_through((Play){ .players = 4, .first_deck = a, .step = 1, .seed = seed++ }, trace, every, check);
    }
    play_old(trace, every, seed, check);
}

/* ---- caches ---- */

static void check_caches(Play *play)
{
    if (!sl_game_caches_ok(play->game))
        broken(play, "a cached value is not the computed one");
}

static void caches_never_lie(void **state)
{
    (void)state;
    play_all(false, 5, 100, check_caches);
}

/* A copy has kept nothing and works everything out anew: it comes to the same state and offers the same. */
static void check_foreseen(Play *play)
{
    if (play->decisions > 0 && sl_game_hash(play->game) != play->foreseen)
        broken(play, "what was kept leads elsewhere than what is computed");
    sl_game_copy(play->twin, play->game);
    if (sl_game_player(play->twin) < 0)
        return;
    Rng rng = play->rng;
    sl_game_answer(play->twin, random_answer(&rng, play->twin));
    play->foreseen = sl_game_hash(play->twin);
}

static void what_is_kept_changes_nothing(void **state)
{
    (void)state;
    play_all(false, 1, 1000, check_foreseen);
}

static bool goes_into(sl_section section, const CardDef *def)
{
    return def->edition == EDITION_SECOND && !def->unplayable && def->kind != KIND_HEADQUARTERS && section_takes(section, def);
}

static sl_deck_entry any_card(Rng *rng, sl_section section)
{
    const Catalogue *cat = library->cat;
    int def;
    do
        def = 1 + (int)rng_below(rng, (uint32_t)cat->def_count - 1);
    while (!goes_into(section, &cat->def[def]));
    return (sl_deck_entry){ .def = def, .count = 1, .section = section };
}

/* A built-in deck with other missions than its own and cards from everywhere: few of them fit together, and all are met. */
static sl_deck *mixed_deck(const sl_deck *base, Rng *rng)
{
    enum { MORE_CARDS = 40, MORE_DILEMMAS = 20 };
    sl_deck *mixed = calloc(1, sizeof *mixed);
    mixed->room = base->count + MORE_CARDS + MORE_DILEMMAS;
    mixed->entry = calloc((size_t)mixed->room, sizeof *mixed->entry);
    mixed->name = calloc(1, 1);
    for (int i = 0; i < base->count; i++) {
        sl_deck_entry e = base->entry[i];
        bool mission = e.section == SL_MISSIONS && library->cat->def[e.def].kind != KIND_HEADQUARTERS;
        mixed->entry[mixed->count++] = mission ? any_card(rng, SL_MISSIONS) : e;
    }
    while (mixed->count < mixed->room)
        mixed->entry[mixed->count] = any_card(rng, mixed->count < mixed->room - MORE_DILEMMAS ? SL_DRAW_DECK : SL_DILEMMA_PILE), mixed->count++;
    return mixed;
}

static void check_both(Play *play)
{
    check_foreseen(play);
    if (play->decisions % 7 == 0)
        check_caches(play);
}

static void with_any_cards_caches_never_lie(void **state)
{
    (void)state;
    sl_deck *built_in[DECKS];
    memcpy(built_in, deck, sizeof deck);
    Rng rng;
    rng_seed(&rng, 77);
    for (int i = 0; i < 24; i++) {
        for (int k = 0; k < DECKS; k++)
            deck[k] = mixed_deck(built_in[k], &rng);
        play_through((Play){ .players = 2 + (i % 6 == 5), .first_deck = i % DECKS, .step = 1 + i % 5, .seed = 1100 + (uint64_t)i }, false, 1, check_both);
        for (int k = 0; k < DECKS; k++)
            sl_deck_free(deck[k]);
    }
    memcpy(deck, built_in, sizeof deck);
}

/* ---- copies ---- */

/* The same answers lead both through the same states. */
static void same_future(Play *play, sl_game *a, sl_game *b, int answers)
{
    Rng rng = play->rng;
    for (int i = 0; i < answers && sl_game_player(a) >= 0; i++) {
        int answer = random_answer(&rng, a);
        if (answer >= sl_game_options(b))
            broken(play, "a copy offers other options");
        sl_game_answer(a, answer);
        sl_game_answer(b, answer);
        if (sl_game_hash(a) != sl_game_hash(b))
            broken(play, "a copy has another future");
    }
    if (sl_game_player(a) != sl_game_player(b) || sl_game_winner(a) != sl_game_winner(b))
        broken(play, "a copy ends otherwise");
}

/* Trying answers on a copy leaves the game alone; copying back undoes them. */
static void check_copies(Play *play)
{
    uint64_t hash = sl_game_hash(play->game);
    sl_game_copy(play->twin, play->game);
    if (sl_game_hash(play->twin) != hash)
        broken(play, "a copy is not the same game");
    for (int i = 0; i < 3 && sl_game_player(play->twin) >= 0; i++)
        sl_game_answer(play->twin, sl_game_options(play->twin) - 1);
    if (sl_game_hash(play->game) != hash)
        broken(play, "answering in a copy changed the game");
    sl_game_copy(play->twin, play->game);
    if (sl_game_hash(play->twin) != hash)
        broken(play, "copying back does not undo");
    sl_game *other = sl_game_clone(play->game);
    same_future(play, play->twin, other, play->decisions < 40 ? LONGEST : FUTURE);
    sl_game_free(other);
}

static void copies_share_the_future(void **state)
{
    (void)state;
    play_all(false, 37, 200, check_copies);
}

/* ---- hidden information ---- */

static char view[VIEW_SIZE], other_view[VIEW_SIZE];

/* The position, and what the log said last. */
static void view_whole(Play *play, const sl_game *game, int viewer, char *out)
{
    enum { LINES = 40, LINE = 300 };
    size_t size = sl_game_view(game, viewer, out, VIEW_SIZE);
    if (size + LINES * LINE >= VIEW_SIZE)
        broken(play, "a view is too long for the test");
    for (long last = sl_game_events(game), i = last > LINES ? last - LINES + 1 : 1; i <= last; i++) {
        sl_game_event_text(game, viewer, i, out + size, LINE);
        size += strlen(out + size);
    }
}

static bool same_card(const sl_card *a, const sl_card *b)
{
    return a->def == b->def && a->owner == b->owner && a->commander == b->commander && a->zone == b->zone && a->host == b->host
        && a->in_play == b->in_play && a->stopped == b->stopped && a->face_down == b->face_down && a->complete == b->complete
        && a->damaged == b->damaged && a->range_used == b->range_used && a->named_def == b->named_def
        && a->named_skill == b->named_skill && a->named_number == b->named_number;
}

static bool same_cards(const sl_game *a, const sl_game *b, int viewer)
{
    for (int id = 1; id <= sl_game_cards(a); id++) {
        sl_card one, other;
        sl_game_card(a, viewer, id, &one);
        sl_game_card(b, viewer, id, &other);
        if (!same_card(&one, &other))
            return false;
    }
    return true;
}

/* The next option that is not the use of a text: whether a text can be used is checked for the player silently, by hidden cards
 * too (2E-20.4). */
static int next_by_rule(const sl_game *game, int option)
{
    while (option < sl_game_options(game) && sl_game_option(game, option).verb == SL_USE)
        option++;
    return option;
}

static void same_options(Play *play, const sl_game *a, const sl_game *b)
{
    int i = next_by_rule(a, 0), j = next_by_rule(b, 0);
    while (i < sl_game_options(a) && j < sl_game_options(b)) {
        char words[300], other[300];
        sl_game_describe(a, i, words, sizeof words);
        sl_game_describe(b, j, other, sizeof other);
        if (strcmp(words, other) != 0)
            broken(play, "hidden cards change an option");
        i = next_by_rule(a, i + 1);
        j = next_by_rule(b, j + 1);
    }
    if (i < sl_game_options(a) || j < sl_game_options(b))
        broken(play, "hidden cards change how many options there are");
}

/* Whatever the hidden cards are, each viewer sees the same: table, log, and the options of the one who must answer. */
static void check_views(Play *play)
{
    for (int viewer = 0; viewer < play->players; viewer++) {
        sl_game_copy(play->twin, play->game);
        sl_game_resample(play->twin, viewer, play->seed + (uint64_t)play->decisions);
        view_whole(play, play->game, viewer, view);
        view_whole(play, play->twin, viewer, other_view);
        if (strcmp(view, other_view) != 0)
            broken(play, "a view gives away what its viewer may not know");
        if (!same_cards(play->game, play->twin, viewer))
            broken(play, "a card gives away what its viewer may not know");
    }
}

static void show_reason(const sl_game *game, const sl_refusal *reason)
{
    char words[400] = "";
    sl_game_reason(game, reason, words, sizeof words);
    print_error("  of card %d: %s\n", reason->card, words);
}

/* Why somebody may not do something is told by what that player may know: dealing the rest again changes no reason. */
static void check_reasons(Play *play)
{
    enum { MOST = 32 };
    static const sl_verb verbs[] = { SL_PLAY, SL_USE, SL_BEAM, SL_MOVE, SL_ATTEMPT, SL_CHOOSE };
    int viewer = play->decisions % play->players;
    if (viewer == sl_game_player(play->game))
        return;                                 /* the options tell as much */
    sl_game_copy(play->twin, play->game);
    sl_game_resample(play->twin, viewer, play->seed + 7 + (uint64_t)play->decisions);
    for (int id = 1; id <= sl_game_cards(play->game); id++)
        for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
            sl_refusal one[MOST], two[MOST];
            sl_option asked = { .verb = verbs[v], .card = id };
            int count = sl_game_why_not(play->game, viewer, asked, one, MOST);
            int others = sl_game_why_not(play->twin, viewer, asked, two, MOST);
            bool same = count == others;
            for (int i = 0; i < count && same; i++) {
                char words[400] = "", twins[400] = "";
                sl_game_reason(play->game, &one[i], words, sizeof words);
                sl_game_reason(play->twin, &two[i], twins, sizeof twins);
                same = one[i].cite == two[i].cite && one[i].card == two[i].card && strcmp(words, twins) == 0;
            }
            if (!same) {
                for (int i = 0; i < count; i++)
                    show_reason(play->game, &one[i]);
                for (int i = 0; i < others; i++)
                    show_reason(play->twin, &two[i]);
                broken(play, "a reason gives away what its player may not know");
            }
        }
}

static void reasons_leak_nothing(void **state)
{
    (void)state;
    play_all(true, 29, 60, check_reasons);
}

static void views_leak_nothing(void **state)
{
    (void)state;
    play_all(true, 23, 300, check_views);
}

static void cut_decision(char *text)
{
    char *decision = strstr(text, "\"decision\":");
    if (decision)
        *decision = '\0';
}

/* The game after an answer of this player; the twin gets the same answer with what the player may not know dealt again. */
static sl_game *answer_both(Play *play, int player)
{
    sl_game *next = sl_game_clone(play->game);
    sl_game_copy(play->twin, play->game);
    sl_game_resample(play->twin, player, play->seed ^ (uint64_t)play->decisions);
    Rng rng = play->rng;
    int answer = random_answer(&rng, next);
    sl_game_answer(next, answer);
    sl_game_answer(play->twin, answer);
    return next;
}

/* After the same answer on the same visible table, the same player is offered the same: options come from what is known. */
static void check_options(Play *play)
{
    int player = sl_game_player(play->game);
    if (player < 0)
        return;
    sl_game *next = answer_both(play, player);
    if (sl_game_player(next) == player && sl_game_player(play->twin) == player) {
        view_whole(play, next, player, view);
        view_whole(play, play->twin, player, other_view);
        cut_decision(view);
        cut_decision(other_view);
        if (strcmp(view, other_view) == 0 && same_cards(next, play->twin, player))
            same_options(play, next, play->twin);
    }
    sl_game_free(next);
}

static void options_come_from_what_is_known(void **state)
{
    (void)state;
    play_all(true, 11, 400, check_options);
}

static bool asks_in_window(const sl_game *game)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    return d.kind == SL_DECIDE_RESPONSE;
}

/* Different events: what was hidden has led the games different ways, as when a skill meets a requirement that a cost met there. */
static bool same_window(const sl_game *a, const sl_game *b)
{
    sl_decision in_a, in_b;
    sl_game_decision(a, &in_a);
    sl_game_decision(b, &in_b);
    return strcmp(in_a.about, in_b.about) == 0;
}

/* Whether a text finds anybody to choose is no secret: what it does next shows it. */
static bool asks_for_cards(const sl_game *game)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    return d.kind == SL_DECIDE_CARD || d.kind == SL_DECIDE_SET;
}

static long windows_seen;

/* After the same answer, as long as a player cannot tell two tables apart, the same other player is asked in the same windows. */
static void check_windows(Play *play)
{
    int player = sl_game_player(play->game);
    if (player < 0)
        return;
    sl_game *next = answer_both(play, player);
    bool one = asks_in_window(next), other = asks_in_window(play->twin);
    if (same_cards(next, play->twin, player) && sl_game_events(next) == sl_game_events(play->twin) && sl_game_turn(next) == sl_game_turn(play->twin)) {
        windows_seen += one;
        bool same = one == other && !(one && same_window(next, play->twin) && sl_game_player(next) != sl_game_player(play->twin));
        if (!same && asks_for_cards(next) == asks_for_cards(play->twin))
            broken(play, "who is asked in a window gives away what somebody holds");
    }
    sl_game_free(next);
}

static void windows_come_from_what_is_known(void **state)
{
    (void)state;
    for (int a = 0; a < DECKS; a++)
        for (int step = 1; step < DECKS; step += 2)
            play_through((Play){ .players = 2, .first_deck = a, .step = step, .seed = 450 + (uint64_t)(a * DECKS + step), .windows = true }, true, 3,
                         check_windows);
    for (int a = 0; a < OLD_DECKS; a += 3)
        play_through((Play){ .players = 2, .first_deck = a, .step = 1, .old = 20221107, .seed = 450 + (uint64_t)a, .windows = true }, true, 9, check_windows);
    assert_true(windows_seen > 100);
}

/* A game whose hidden cards were dealt again is a game: it goes on soundly, as a player who looks ahead needs, whoever looks and whoever
 * is to answer. */
static void play_on_resampled(Play *play, int viewer)
{
    char why[160] = "";
    sl_game_copy(play->twin, play->game);
    sl_game_resample(play->twin, viewer, play->seed + 1 + (uint64_t)play->decisions);
    Rng rng = play->rng;
    for (int i = 0; i < FUTURE && sl_game_player(play->twin) >= 0; i++) {
        if (!sl_game_ok(play->twin, why, sizeof why))
            broken(play, why);
        if (sl_game_options(play->twin) < 1)
            broken(play, "a resampled game is stuck");
        sl_game_answer(play->twin, random_answer(&rng, play->twin));
    }
    if (!sl_game_caches_ok(play->twin))
        broken(play, "resampling leaves stale values");
}

static void check_resampled(Play *play)
{
    if (sl_game_player(play->game) < 0)
        return;
    for (int viewer = SL_OPEN; viewer < play->players; viewer++)
        play_on_resampled(play, viewer);
    play_on_resampled(play, SL_WATCHER);
    play_on_resampled(play, SL_EITHER);
}

static void resampled_games_go_on(void **state)
{
    (void)state;
    play_all(false, 19, 500, check_resampled);
}

static int hidden_changes(const Play *play)
{
    int changed = 0;
    for (int id = 1; id <= sl_game_cards(play->game); id++) {
        sl_card a, b;
        sl_game_card(play->game, SL_OPEN, id, &a);
        sl_game_card(play->twin, SL_OPEN, id, &b);
        changed += a.def != b.def;
    }
    return changed;
}

/* Resampling deals the same cards again: many change their places, none appears or vanishes. */
static void resampling_deals_the_same_cards(void **state)
{
    (void)state;
    Play play = { .players = 2, .first_deck = 0, .step = 1, .seed = 9 };
    play_begin(&play, false);
    for (; play.decisions < 60; play.decisions++)
        sl_game_answer(play.game, random_answer(&play.rng, play.game));
    sl_game_copy(play.twin, play.game);
    sl_game_resample(play.twin, 0, 77);
    assert_true(hidden_changes(&play) > 20);
    enum { MOST = 4096 };
    static int count[2][MOST];
    for (int id = 1; id <= sl_game_cards(play.game); id++) {
        sl_card a, b;
        sl_game_card(play.game, SL_OPEN, id, &a);
        sl_game_card(play.twin, SL_OPEN, id, &b);
        assert_in_range(a.def, 1, MOST - 1);
        assert_in_range(b.def, 1, MOST - 1);
        count[a.owner][a.def]++;
        count[b.owner][b.def]--;
    }
    for (int def = 0; def < MOST; def++)
        assert_true(count[0][def] == 0 && count[1][def] == 0);
    play_end(&play);
}

/* ---- setting up ---- */

static void check_dealt(const Game *g, int player)
{
    assert_int_equal(g->pile[player][ZONE_ROW].count, 5);
    assert_int_equal(g->pile[player][ZONE_HAND].count, 7);
    assert_true(g->pile[player][ZONE_DECK].count >= 35 - 7 && g->pile[player][ZONE_PILE].count >= 20);
    assert_int_equal(g->score[player], 0);
    FOR_PILE(g, id, &g->pile[player][ZONE_ROW])
        assert_true(g->card[id].commander == player && card_in_play(g, id));
    FOR_PILE(g, id, &g->pile[player][ZONE_PILE])
        assert_true(!(g->card[id].flags & FACE_UP) && g->card[id].known == 0);
    FOR_PILE(g, id, &g->pile[player][ZONE_DECK])
        assert_int_equal(g->card[id].known, 0);
}

/* Five missions laid out, seven cards in hand, nothing else in play, decks and piles shuffled, anybody first (2E-5.1 to 5.5). */
static void a_game_begins_by_the_rules(void **state)
{
    (void)state;
    unsigned first = 0, tops = 0;
    CardId top = NO_CARD, pile_top = NO_CARD;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        Play play = { .players = 3, .first_deck = 0, .step = 1, .seed = seed };
        play_begin(&play, false);
        const Game *g = &play.game->g;
        for (int p = 0; p < g->players; p++)
            check_dealt(g, p);
        assert_int_equal(set_count(&g->in_play), 15);
        first |= 1u << g->active;
        tops += g->pile[0][ZONE_DECK].top != top && g->pile[0][ZONE_PILE].top != pile_top;
        top = g->pile[0][ZONE_DECK].top, pile_top = g->pile[0][ZONE_PILE].top;
        play_end(&play);
    }
    assert_int_equal(first, 7);
    assert_true(tops > 20);
}

/* ---- reasons ---- */

/* A player is told the rules of the edition that is played, in reasons and in the log. */
static void check_rulebook(const Play *play, const sl_refusal *refusal, int count)
{
    char own = play->old ? '1' : '2', what[80];
    sl_event event;
    bool told = sl_game_event(play->game, 0, sl_game_events(play->game), &event) && event.cite;
    for (int i = -1; i < count; i++) {
        int cite = i >= 0 ? refusal[i].cite : told ? event.cite : 0;
        snprintf(what, sizeof what, "%s is of the other edition", sl_cite_id(cite));
        if (cite && sl_cite_id(cite)[0] != own)
            broken(play, what);
    }
}

/* Reasons that are found when somebody asks are those that a game finds which keeps them all: compared at every state of some games. */
static void reasons_can_be_asked_for_later(void **state)
{
    enum { ROOM = 1024 };
    static sl_refusal later[ROOM], at_once[ROOM];
    long compared = 0;
    (void)state;
    for (int i = 0; i < DECKS + OLD_DECKS; i++) {
        bool old = i >= DECKS;
        Play play = { .players = old ? 2 : 2 + i % 2, .first_deck = i % DECKS, .step = 1 + i % 3, .old = old ? 20221107 : 0, .seed = 900 + (uint64_t)i,
                      .windows = i % 3 == 0 };
        play_begin(&play, true);
        sl_setup setup = setup_of(&play, true);
        sl_error err = { "" };
        setup.trace = SL_TRACE_REASONS;
        sl_game *with_reasons = sl_game_new(library, &setup, &err);
        for (; sl_game_player(play.game) >= 0 && play.decisions < 200; play.decisions++) {
            sl_game_copy(play.twin, play.game);                     /* a copy can be asked as well */
            int count = sl_game_refusals(play.decisions % 2 ? play.game : play.twin, later, ROOM);
            if (count != sl_game_refusals(with_reasons, at_once, ROOM) || memcmp(later, at_once, (size_t)count * sizeof later[0]) != 0)
                broken(&play, "other reasons when they are asked for later");
            if (sl_game_refusals_dropped(play.game) != sl_game_refusals_dropped(with_reasons))
                broken(&play, "another number of reasons had no room");
            check_rulebook(&play, later, count);
            compared += count;
            int answer = random_answer(&play.rng, play.game);
            sl_game_answer(play.game, answer);
            sl_game_answer(with_reasons, answer);
            if (sl_game_hash(play.game) != sl_game_hash(with_reasons))
                broken(&play, "who keeps all reasons plays another game");
        }
        sl_game_free(with_reasons);
        play_end(&play);
    }
    assert_true(compared > 1000);
}

/* ---- replays and signatures ---- */

/* Plays a game from its recorded answers, or records them, and sums up every state. */
static uint64_t signature(Play play, bool trace, int *answers, int *count, bool record)
{
    play_begin(&play, trace);
    uint64_t sum = sl_game_hash(play.game);
    int n = 0;
    for (; sl_game_player(play.game) >= 0 && n < LONGEST; n++) {
        if (record)
            answers[n] = random_answer(&play.rng, play.game);
        else if (n == *count)
            break;
        sl_game_answer(play.game, answers[n]);
        sum = hash_mix(sum, sl_game_hash(play.game));
    }
    *count = n;
    play_end(&play);
    return sum;
}

static void the_same_answers_play_the_same_game(void **state)
{
    (void)state;
    static int answers[LONGEST];
    for (int i = 0; i < 4 * DECKS + OLD_DECKS; i++) {
        bool old = i >= 4 * DECKS;
        Play play = { .players = old ? 2 : 2 + i % 3, .first_deck = i % DECKS, .step = 1 + i / DECKS, .old = old ? 20221107 : 0, .seed = 600 + (uint64_t)i };
        int count = 0, again;
        uint64_t first = signature(play, false, answers, &count, true);
        again = count;
        assert_true(signature(play, false, answers, &again, false) == first);
        assert_int_equal(again, count);
        assert_true(signature(play, true, answers, &again, false) == first);      /* watching changes nothing */
        play.seed++;
        assert_true(signature(play, false, answers, &again, true) != first);
    }
}

static void a_replay_verifies(void **state)
{
    (void)state;
    static int answers[LONGEST];
    static char text[1 << 20];
    Play play = { .players = 2, .first_deck = 2, .step = 3, .seed = 650 };
    int count = 0;
    signature(play, false, answers, &count, true);
    sl_setup setup = setup_of(&play, false);
    size_t size = sl_replay_write(library, &setup, answers, count, text, sizeof text);
    assert_true(size < sizeof text);
    sl_error err = { "" };
    sl_file file = { "game.replay", text, size };
    if (!sl_replay_verify(library, &file, &err))
        fail_msg("%s", err.text);
    int *read = NULL, read_count = 0;
    sl_game *game = sl_replay_read(library, &file, &read, &read_count, &err);
    assert_non_null(game);
    assert_int_equal(read_count, count);
    assert_memory_equal(read, answers, (size_t)count * sizeof *read);
    sl_game_free(game);
    free(read);
    for (size_t at = 3; at < size; at += size / 40) {     /* one letter changed anywhere is noticed */
        char kept = text[at];
        text[at] = kept == '7' ? '8' : '7';
        assert_false(sl_replay_verify(library, &file, &err));
        text[at] = kept;
    }
}

/* ---- sets ---- */

/* The cards behind the last one chosen, when all of them are needed: nobody is asked about those. */
static int add_forced(const sl_game *game, const sl_decision *d, int *ids, int count)
{
    int last = count ? ids[count - 1] : 0;
    for (int i = 0; i < d->eligible_count && count < d->least; i++)
        if (sl_game_eligible(game, i) > last)
            ids[count++] = sl_game_eligible(game, i);
    return count;
}

/* Chooses a set card by card on the twin; returns the number of answers. */
static int choose_slowly(Play *play, const sl_decision *d, int *answers, int *ids, int *count)
{
    Rng rng = play->rng;
    sl_decision now = *d;
    int n = 0;
    sl_game_copy(play->twin, play->game);
    for (*count = 0; now.player == d->player && now.kind == d->kind && now.chosen_count == n; sl_game_decision(play->twin, &now)) {
        sl_option o = sl_game_option(play->twin, answers[n] = random_answer(&rng, play->twin));
        if (o.verb == SL_CHOOSE)
            ids[(*count)++] = o.card;
        sl_game_answer(play->twin, answers[n++]);
        if (o.verb == SL_DONE)
            break;
    }
    return n;
}

static void check_sets(Play *play)
{
    sl_decision d;
    int slowly[SL_GROUP + 1], at_once[SL_GROUP + 1], ids[SL_GROUP], count;
    sl_game_decision(play->game, &d);
    if (d.eligible_count == 0 || d.chosen_count)
        return;
    int n = choose_slowly(play, &d, slowly, ids, &count);
    count = d.ordered ? count : add_forced(play->game, &d, ids, count);
    for (int i = 0; i < count / 2 && !d.ordered; i++) {     /* in whatever order they are named */
        int swap = ids[i];
        ids[i] = ids[count - 1 - i];
        ids[count - 1 - i] = swap;
    }
    if (sl_game_set_answers(play->game, ids, count, at_once, 65) != n || memcmp(slowly, at_once, (size_t)n * sizeof *slowly) != 0)
        broken(play, "a set chosen at once is not the set chosen card by card");
    if (sl_game_set_answers(play->game, ids, count, at_once, n - 1) || sl_game_set_answers(play->game, (int[]){ 0 }, 1, at_once, 65))
        broken(play, "a set is chosen that cannot be");
}

static void sets_can_be_chosen_at_once(void **state)
{
    (void)state;
    play_all(true, 1, 11, check_sets);
}

/* ---- conceding ---- */

static void a_table_goes_on_without_who_concedes(void **state)
{
    (void)state;
    for (uint64_t seed = 700; seed < 708; seed++) {
        Play play = { .players = 3 + (int)(seed & 1), .first_deck = (int)(seed % DECKS), .step = 1, .seed = seed };
        play_begin(&play, true);
        for (; sl_game_player(play.game) >= 0 && sl_game_turn(play.game) < 6; play.decisions++)
            sl_game_answer(play.game, random_answer(&play.rng, play.game));
        int gone = (int)(seed / 2 % (uint64_t)play.players);
        sl_game_concede(play.game, gone);
        for (; sl_game_player(play.game) >= 0; play.decisions++) {
            check_sound(&play);
            if (sl_game_player(play.game) == gone || sl_game_active(play.game) == gone)
                broken(&play, "a player who conceded is asked");
            sl_game_answer(play.game, random_answer(&play.rng, play.game));
        }
        assert_int_not_equal(sl_game_winner(play.game), gone);
        play_end(&play);
    }
}

static void the_last_one_left_wins(void **state)
{
    (void)state;
    Play play = { .players = 2, .first_deck = 0, .step = 1, .seed = 720 };
    play_begin(&play, false);
    sl_game_concede(play.game, 0);
    assert_int_equal(sl_game_player(play.game), -1);
    assert_int_equal(sl_game_winner(play.game), 1);
    play_end(&play);
}

/* ---- size and memory ---- */

static void no_game_allocates_while_it_runs(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++) {
        Play play = { .players = 2 + i % 3, .first_deck = i, .step = 1, .seed = 800 + (uint64_t)i };
        long before = allocations;
        play_begin(&play, i % 2);
        assert_true(allocations > before);                /* the count counts */
        before = allocations;
        for (; sl_game_player(play.game) >= 0; play.decisions++) {
            sl_game_answer(play.game, random_answer(&play.rng, play.game));
            sl_game_copy(play.twin, play.game);
            if (play.decisions % 16 == 0) {
                sl_game_resample(play.twin, 0, 1);
                sl_game_view(play.game, 0, view, sizeof view);
            }
        }
        if (allocations != before)
            broken(&play, "the game has allocated memory");
        play_end(&play);
    }
}

/* What a server pays for each game between people. */
static void a_game_takes_little_memory(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++) {
        Play play = { .players = 2, .first_deck = i, .step = 1, .seed = 850 + (uint64_t)i, .windows = true };
        sl_setup setup = setup_of(&play, true);
        sl_error err = { "" };
        size_t before = allocated;
        sl_game *game = sl_game_new(library, &setup, &err);
        assert_non_null(game);
        assert_in_range(allocated - before, sl_game_size(), 150 * 1000);
        sl_game_free(game);
    }
}

static void the_state_is_small(void **state)
{
    (void)state;
    assert_in_range(sl_game_size(), 1, 40 * 1024);
}

static void no_capacity_is_reached(void **state)
{
    (void)state;
    for (int i = 0; i < DECKS; i++) {
        Play play = { .players = i % 2 ? 2 : 4, .first_deck = i, .step = 1, .seed = 900 + (uint64_t)i };
        play_begin(&play, false);
        for (; sl_game_player(play.game) >= 0; play.decisions++)
            sl_game_answer(play.game, random_answer(&play.rng, play.game));
        sl_mark mark[16];
        int n = sl_game_marks(play.game, mark, 16);
        assert_true(n > 0);
        for (int k = 0; k < n; k++)
            if (mark[k].used > mark[k].room || sl_game_cut(play.game))
                broken(&play, mark[k].name);
        play_end(&play);
    }
}

/* ---- the checks themselves ---- */

static CardId first_of(const Game *g, CardType type)
{
    CardId id = 1;
    while (id <= g->card_count && !is_type(g, id, type))
        id++;
    assert_in_range(id, 1, g->card_count);
    return id;
}

/* A check that cannot fail is none: each is shown a game that is wrong. */
static void the_checks_notice(void **state)
{
    (void)state;
    char why[160];
    Play play = { .players = 2, .first_deck = 0, .step = 1, .seed = 950 };
    play_begin(&play, false);
    while (sl_game_turn(play.game) < 8)
        sl_game_answer(play.game, random_answer(&play.rng, play.game));
    Game *g = &play.game->g;
    CardId crew = first_of(g, TYPE_PERSONNEL);
    assert_true(sl_game_caches_ok(play.game) && sl_game_ok(play.game, why, sizeof why));
    sl_game_copy(play.twin, play.game);
    g->listeners_far[EVENT_PLAYED]++;                      /* not through a door: nobody has come who responds to it */
    assert_false(sl_game_caches_ok(play.game));
    sl_game_copy(play.game, play.twin);
    g->card[crew].flags ^= RECALLED;
    assert_false(sl_game_ok(play.game, why, sizeof why));
    sl_game_copy(play.game, play.twin);
    assert_true(sl_game_caches_ok(play.game) && sl_game_ok(play.game, why, sizeof why));
    card_flag(g, crew, RECALLED, !(g->card[crew].flags & RECALLED));
    assert_true(sl_game_hash(play.game) != sl_game_hash(play.twin));
    play_end(&play);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_never_lie),
        cmocka_unit_test(what_is_kept_changes_nothing),
        cmocka_unit_test(with_any_cards_caches_never_lie),
        cmocka_unit_test(copies_share_the_future),
        cmocka_unit_test(views_leak_nothing),
        cmocka_unit_test(reasons_leak_nothing),
        cmocka_unit_test(options_come_from_what_is_known),
        cmocka_unit_test(windows_come_from_what_is_known),
        cmocka_unit_test(resampled_games_go_on),
        cmocka_unit_test(resampling_deals_the_same_cards),
        cmocka_unit_test(a_game_begins_by_the_rules),
        cmocka_unit_test(the_same_answers_play_the_same_game),
        cmocka_unit_test(reasons_can_be_asked_for_later),
        cmocka_unit_test(a_replay_verifies),
        cmocka_unit_test(sets_can_be_chosen_at_once),
        cmocka_unit_test(a_table_goes_on_without_who_concedes),
        cmocka_unit_test(the_last_one_left_wins),
        cmocka_unit_test(no_game_allocates_while_it_runs),
        cmocka_unit_test(a_game_takes_little_memory),
        cmocka_unit_test(the_state_is_small),
        cmocka_unit_test(no_capacity_is_reached),
        cmocka_unit_test(the_checks_notice),
    };
    sl_error err = { "" };
    library = builtin_library(&err);
    if (builtin_decks(library, deck, DECKS, &err) != DECKS || builtin_decks_of(library, SL_FIRST_EDITION, old_deck, OLD_DECKS, &err) != OLD_DECKS) {
        fprintf(stderr, "%s\n", err.text[0] ? err.text : "built-in decks are missing");
        return 2;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < DECKS; i++)
        sl_deck_free(deck[i]);
    for (int i = 0; i < OLD_DECKS; i++)
        sl_deck_free(old_deck[i]);
    sl_library_free(library);
    return failed;
}
