/* The dilemma phase since 2019: both players seed at once, in rounds.  The engine asks one after the other; a scene may have their lines in any order. */
#include "scene/script.h"

bool was_taken(const Run *run, const Step *s)
{
    for (int i = 0; i < run->taken_count; i++)
        if (run->taken[i] == s)
            return true;
    return false;
}

static bool is_seeding(const Step *s)
{
    return s->kind == STEP_ACT && (s->act == ACT_SEED || s->act == ACT_TAKE_BACK || s->act == ACT_PASS);
}

/* A line that seeds, behind this one and with nothing but seeding between, of this player, and that can be played now. */
static int seeded_before(const Run *run, int at, int player)
{
    const Script *script = run->script;
    for (int i = at + 1; i < script->step_count; i++) {
        const Step *s = &script->step[i];
        if (s->kind == STEP_ACT && !is_seeding(s))
            return -1;
        if (s->kind == STEP_TURN)
            return -1;
        if (is_seeding(s) && s->act != ACT_PASS && s->player == player && !was_taken(run, s) && step_fits(run, run->game, s))
            return i;
    }
    return -1;
}

/* Who is asked first in a round has the lines behind that belong to it played now, and is done with it then.  True: the line can be played. */
static bool comes_up(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    for (int i = 0; i < PATIENCE; i++) {
        sl_decision d;
        if (step_fits(run, run->game, s))
            return true;
        if (sl_game_player(run->game) < 0 || strcmp(sl_game_segment(run->game), "seed dilemma") != 0)
            return false;
        sl_game_decision(run->game, &d);
        int before = d.kind == SL_DECIDE_SEED ? seeded_before(run, at, d.player) : -1;
        if (before >= 0 && run->taken_count < MAX_TAKEN && step_play(run, run->game, &run->script->step[before], &(Out){ NULL, 0, 0 })) {
            run->taken[run->taken_count++] = &run->script->step[before];
            continue;
        }
        int pass = -1;
        for (int o = 0; d.kind == SL_DECIDE_SEED && o < d.options; o++)
            pass = sl_game_option(run->game, o).verb == SL_PASS ? o : pass;
        if (pass < 0)
            return false;
        run->passed |= d.player == s->player ? 0u : 1u << d.player;
        scene_answer(run, run->game, pass);
    }
    return false;
}

/* Tried on a copy first: a line that cannot be played in any round leaves everything as it is. */
void comes_to_its_round(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    bool seeds = s->act == ACT_SEED || s->act == ACT_TAKE_BACK;
    if (seeds)
        run->passed &= ~(1u << s->player);
    if (!seeds || !sl_game_seeds_at_once(run->game) || sl_game_player(run->game) < 0 || step_fits(run, run->game, s))
        return;
    int taken = run->taken_count;
    unsigned passed = run->passed;
    Aside real = try_on_a_copy(run);
    bool can = comes_up(run, at);
    back_from_copy(run, real);
    run->taken_count = taken;
    run->passed = passed;
    if (can)
        comes_up(run, at);
}

/* A line that asks whether something can be seeded means a round that is still to come as well: tried on a copy, in which nobody seeds anything before. */
bool fits_a_later_round(Run *run, const Step *s)
{
    if (s->act != ACT_SEED || !sl_game_seeds_at_once(run->game))
        return false;
    Aside real = try_on_a_copy(run);
    bool fits = false;
    for (int i = 0; i < PATIENCE && !fits && sl_game_player(run->game) >= 0 && strcmp(sl_game_segment(run->game), "seed dilemma") == 0; i++) {
        int pass = option_with(run->game, SL_PASS);
        fits = step_fits(run, run->game, s);
        if (fits || pass < 0)
            break;
        scene_answer(run, run->game, pass);
    }
    back_from_copy(run, real);
    return fits;
}

/* Whether he was done with a round because the other's line came first: whoever says then that he passes has done so. */
bool has_passed(Run *run, int player)
{
    bool passed = run->passed >> player & 1;
    run->passed &= ~(1u << player);
    return passed;
}
