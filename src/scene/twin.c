/* A scene's game does not play alone.
 *
 * Games that are simulated or searched are not traced, and a game that has been running for a while has kept answers to many questions.
 * Neither may change what a player is offered.  So each answer of a scene is also given to an untraced game that was set up in the same
 * way, and to a fresh copy of that one, which has kept nothing.  All three must come to the same state with the same options. */
#include "scene/script.h"

Aside try_on_a_copy(Run *run)
{
    Aside real = { run->game, run->twin };
    run->game = sl_game_clone(real.game);
    run->twin = NULL;
    return real;
}

void back_from_copy(Run *run, Aside real)
{
    sl_game_free(run->game);
    run->game = real.game;
    run->twin = real.twin;
}

/* Where the other game differs; NULL: nowhere that a player could notice. */
static const char *difference(const sl_game *game, const sl_game *other)
{
    int options = sl_game_options(game);
    if (sl_game_player(other) != sl_game_player(game))
        return "another player is to answer";
    for (int i = 0; i < options && i < sl_game_options(other); i++) {
        sl_option a = sl_game_option(game, i), b = sl_game_option(other, i);
        if (a.verb != b.verb || a.card != b.card || a.target != b.target || a.number != b.number || a.def != b.def)
            return "another option stands in the place of";
    }
    if (sl_game_options(other) != options)
        return sl_game_options(other) < options ? "an option is missing" : "there is an option more";
    return sl_game_hash(other) != sl_game_hash(game) ? "the state is another" : NULL;
}

/* The first option that only one of the games has, in words. */
static void describe_difference(const sl_game *game, const sl_game *other, char *out, size_t size)
{
    for (int i = 0; i < sl_game_options(game) || i < sl_game_options(other); i++) {
        char a[120] = "nothing", b[120] = "nothing";
        if (i < sl_game_options(game))
            sl_game_describe(game, i, a, sizeof a);
        if (i < sl_game_options(other))
            sl_game_describe(other, i, b, sizeof b);
        if (strcmp(a, b) != 0) {
            snprintf(out, size, ": %s | %s", a, b);
            return;
        }
    }
}

static void compare(const Run *run, const sl_game *other, const char *which)
{
    Twin *twin = run->twin;
    const char *what = twin->why[0] ? NULL : difference(run->game, other);
    char words[260] = "";
    if (!what)
        return;
    describe_difference(run->game, other, words, sizeof words);
    snprintf(twin->why, sizeof twin->why, "%s, %s%s", which, what, words);
}

bool twin_new(Run *run, Twin *twin, Error *err)
{
    sl_setup setup = setup_of(run);
    sl_error why = { { 0 } };
    static const SceneHow quiet = { 0 };
    Run other = *run;
    setup.trace = SL_TRACE_NOTHING;
    other.how = &quiet;
    other.game = twin->untraced = sl_game_new(run->library, &setup, &why);
    if (!run_setup(&other, err))
        return twin_free(twin), false;
    twin->forgetful = sl_game_clone(twin->untraced);
    run->twin = twin;
    compare(run, twin->untraced, "without a log");
    return true;
}

void twin_free(Twin *twin)
{
    if (twin->untraced)
        sl_game_free(twin->untraced);
    if (twin->forgetful)
        sl_game_free(twin->forgetful);
    *twin = (Twin){ 0 };
}

void scene_answer(const Run *run, sl_game *game, int option)
{
    Twin *twin = game == run->game ? run->twin : NULL;
    sl_game_answer(game, option);
    if (!twin || twin->why[0])
        return;
    sl_game_copy(twin->forgetful, twin->untraced);
    sl_game_answer(twin->forgetful, option);
    sl_game_answer(twin->untraced, option);
    compare(run, twin->untraced, "without a log");
    compare(run, twin->forgetful, "with nothing kept");
}

void scene_concede(const Run *run, int player)
{
    sl_game_concede(run->game, player);
    if (run->twin)
        sl_game_concede(run->twin->untraced, player);
    if (run->twin)
        compare(run, run->twin->untraced, "without a log");
}

bool scene_random(const Run *run, int card)
{
    if (run->twin)
        sl_table_random(run->twin->untraced, card);
    return sl_table_random(run->game, card);
}
