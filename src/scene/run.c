/* Running a scene, line by line.
 *
 * Between lines the game goes on by itself as far as nobody has anything to say (play.c, answer_itself), but never past a
 * decision that the next script line answers.  What is expected of "the next decision" (can, cannot, asked) is looked for in
 * every decision on that way. */
#include "scene/script.h"

static bool is_tired(const Run *run)
{
    return (run->how->patience > 0 && run->tries > run->how->patience) || (run->how->work > 0 && run->purse <= 0);
}

/* The first failure is the scene's; of one that was given up nothing else can be said. */
static bool fail(Run *run, const Step *s, const char *why)
{
    SceneReport *r = run->report;
    if (is_tired(run))
        why = run->how->work > 0 && run->purse <= 0 ? "the scene asks for too much work; a scene is a small play"
                                                    : "the scene takes too many answers; a scene is a small play";
    if (r->line == 0) {
        r->line = s->line;
        snprintf(r->why, sizeof r->why, "%.*s: %s", STR(s->source), why);
    }
    snprintf(run->why, sizeof run->why, "%s", why);
    return false;
}

bool tell(Run *run, const SceneStep *step)
{
    return !run->how->told || run->how->told(run->how->to, step);
}

/* The script line that answers next, if expectations alone stand before it. */
static const Step *next_act(const Run *run, int at)
{
    const Script *script = run->script;
    for (int i = at + 1; i < script->step_count; i++) {
        const Step *s = &script->step[i];
        if (s->kind == STEP_ACT && s->act != ACT_CONCEDE)
            return s;
        if (s->kind == STEP_ACT || s->kind == STEP_TURN)
            return NULL;
    }
    return NULL;
}

/* What a text lets a player do, and the scene does not speak of, is not done.  Whoever chooses or takes something in the coming line may mean just that. */
static bool declines(Run *run, const Step *coming)
{
    sl_decision d;
    if (sl_game_player(run->game) < 0)
        return false;
    sl_game_decision(run->game, &d);
    bool meant = coming && coming->player == d.player && (is_choosing(coming) || coming->act == ACT_REPORT || coming->act == ACT_PLAY);
    for (int i = 0; d.kind == SL_DECIDE_YES_NO && !meant && i < d.options; i++)
        if (sl_game_option(run->game, i).verb == SL_NO) {
            scene_answer(run, run->game, i);
            return true;
        }
    return false;
}

static bool seeds_now(const sl_game *game)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == SL_SEED)
            return true;
    return false;
}

/* One answer further, unless the author paused or the coming line is to answer this decision. */
bool goes_further(Run *run, const Step *coming)
{
    run->tries++;
    if (run->paused || is_tired(run) || (coming && step_fits(run, run->game, coming)))
        return false;
    if (!coming && sl_game_player(run->game) >= 0 && seeds_now(run->game))
        return false;                           /* seeding never goes by itself; but where a line of another goes on behind it, a mission with one place to go to was seeded */
    return takes_aim(run) || answer_itself(run, run->game) || declines(run, coming);
}

/* All whom the line names are where it sends them. */
static bool are_there(const Run *run, const Step *s)
{
    int place = value_card(run, run->game, &s->target);
    for (int k = 0; k < s->count; k++)
        if (place <= 0 || !lies_there(run, run->game, &s->value[k], place))
            return false;
    return true;
}

/* A mission that had one place to go to lies there already, at the end that the line names if it names one. */
static bool is_seeded(const Run *run, const Step *s)
{
    enum { LINES = 4, MOST = 128 };
    int id = s->count == 1 ? value_card(run, run->game, s->value) : 0;
    if (id <= 0 || (card_at(run->game, id).zone != SL_LINE && card_at(run->game, id).zone != SL_SHARED))
        return false;
    for (int line = 0; line < LINES && s->number; line++) {
        int ids[MOST], count = sl_game_spaceline(run->game, line, ids, MOST);
        for (int i = 0; i < count && i < MOST; i++)
            if (ids[i] == id)
                return s->number == 1 ? i == 0 : i == count - 1;
    }
    return s->number == 0;
}

/* First Edition, 1998: the second copy of a unique mission has come up, and its owner is asked which universal one takes its place (1E-5.3.4). */
static bool is_set_aside(const Run *run, const Step *s)
{
    sl_decision d;
    if (sl_game_player(run->game) != s->player || s->count != 1)
        return false;
    sl_game_decision(run->game, &d);
    return d.kind == SL_DECIDE_TITLE && d.card > 0 && d.card == value_card(run, run->game, s->value);
}

/* The card is offered as a response, which says nothing of its functions: they are asked for when it resolves. */
static bool is_played_in_response(const Run *run, const Step *s)
{
    for (int i = 0; i < sl_game_options(run->game); i++) {
        sl_option o = sl_game_option(run->game, i);
        if (o.verb == SL_USE && value_is(run, run->game, s->value, o.card) && !card_at(run->game, o.card).in_play)
            return true;
    }
    return false;
}

/* First Edition: the card has one function, and what the line names is one of the ways that this function lets its player choose. */
static bool names_a_way(const Run *run, const Step *s)
{
    int card = s->act == ACT_PLAY && s->number && run->script->edition == SL_FIRST_EDITION ? value_card(run, run->game, s->value) : 0;
    return card > 0 && sl_card_functions(run->library, card_at(run->game, card).def) <= 1;
}

/* It is played as that card is played, and the way is chosen when it resolves. */
static Step as_it_is_played(const Run *run, const Step *s)
{
    Step plain = *s;
    plain.number = names_a_way(run, s) && !step_fits(run, run->game, s) ? 0 : s->number;
    return plain;
}

/* The coming choice was none, as the engine took just what it names, and the line behind it answers what is open now. */
static bool is_behind_no_choice(const Run *run, int at)
{
    const Step *behind = next_act(run, at);
    const Step *s = &run->script->step[at];
    return behind && (was_no_choice_before(run, s, behind) || (was_no_choice(run, s) && step_fits(run, run->game, behind)));
}

/* Cards that were to be picked at random and never came into a selection: a mistake about the rules, or about the scene. */
static bool was_used(const Run *run, const Step *s)
{
    for (int i = 0; i < s->count; i++) {
        int id = value_card(run, run->game, &s->value[i]);
        if (id > 0 && !sl_table_random_waits(run->game, id))
            return true;
    }
    return false;
}

/* The response, made as soon as it can be, leads to the selection that is to pick these cards. */
static bool leads_to(Run *run, const Step *response, const Step *pick)
{
    for (int i = 0; i < PATIENCE && goes_further(run, response); i++)
        ;
    bool made = step_play(run, run->game, response, &(Out){ NULL, 0, 0 });
    for (int i = 0; i < PATIENCE && made && !was_used(run, pick) && goes_further(run, NULL); i++)
        ;
    return was_used(run, pick);
}

/* Goes on to a window behind a selection that is to pick these cards, where the response may be made then. */
static bool comes_behind(Run *run, const Step *pick, const Step *response)
{
    for (int i = 0; i < PATIENCE && !was_used(run, pick) && goes_further(run, NULL); i++)
        ;
    for (int i = 0; i < PATIENCE && was_used(run, pick) && goes_further(run, response); i++)
        ;
    return was_used(run, pick) && step_fits(run, run->game, response);
}

/* The response stands directly behind the cards that are picked at random, and does not lead to that selection itself: it is meant for a window behind it, if one comes. */
static void waits_for_the_pick(Run *run, int at)
{
    const Step *s = &run->script->step[at], *pick = at > 0 ? s - 1 : s;
    if ((s->act != ACT_USE && s->act != ACT_PLAY) || pick->kind != STEP_RANDOM || was_used(run, pick))
        return;
    Aside real = try_on_a_copy(run);
    bool leads = leads_to(run, s, pick);
    back_from_copy(run, real);
    real = try_on_a_copy(run);
    bool comes = comes_behind(run, pick, s);
    back_from_copy(run, real);
    if (comes && !leads)
        comes_behind(run, pick, s);
}

static bool act(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    take_first_copy(run, s);
    Step walk = *s, choice;
    Value place;
    long before = sl_game_events(run->game);
    if (goes_on_foot(run, s)) {
        walk.act = ACT_WALK;
        s = &walk;
    } else if (is_moved_by_text(run, s, &place, &choice))
        s = &choice;
    if (was_taken(run, s))
        return true;                            /* it came before the line above it */
    run->paused = false;
    run->phase = (Str){ NULL, 0 };
    if (s->act == ACT_CONCEDE) {
        scene_concede(run, s->player);
        return true;
    }
    if (uses_what_leads_there(run, s))
        return true;
    comes_to_its_round(run, at);
    waits_for_the_pick(run, at);
    for (int i = 0; i < PATIENCE && !is_behind_no_choice(run, at) && goes_further(run, s); i++)
        ;
    chooses_what_comes_next(run, s);
    if (says_yes(run, s) || says_how_often(run, s))
        return true;
    if (was_no_choice(run, s) || is_behind_no_choice(run, at))
        return true;
    if (was_used_by_itself(run, s)) {
        run->used = value_card(run, run->game, s->value);       /* once: a further line would be a further use */
        return true;
    }
    run->mark = before;
    if (s->act == ACT_SEED && !step_fits(run, run->game, s) && (is_seeded(run, s) || is_set_aside(run, s)))
        return true;
    if (moves_group(s) && !step_fits(run, run->game, s) && are_there(run, s))
        return true;                            /* a text had them beamed, and nobody else could be */
    come_to_orders(run, s);
    if (s->act == ACT_STACK && s->value->kind == VALUE_NOTHING && !step_fits(run, run->game, s))
        return true;                            /* nothing was drawn, so that there is nothing to stack */
    if (s->act == ACT_PASS && has_passed(run, s->player))
        return true;                            /* in a round of seeding in which the other came first */
    if (s->act == ACT_PASS && sl_game_player(run->game) >= 0 && sl_game_player(run->game) != s->player)
        return true;                            /* who has nothing to seed or to respond with has passed already */
    run->said = sl_game_turn(run->game);
    char why[SCENE_WORDS - 300] = "";
    const Step *first = asked_first(run, at);
    if (first && step_play(run, run->game, first, &(Out){ NULL, 0, 0 })) {
        if (run->taken_count < MAX_TAKEN)
            run->taken[run->taken_count++] = first;
        for (int i = 0; i < PATIENCE && goes_further(run, s); i++)
            ;
    }
    if (is_answered_first(run, s, next_act(run, at)) || plays_then_chooses(run, s))
        return true;
    if (!is_choosing(s) && s->act != ACT_PASS && !is_used_already(run, run->game, s))
        run->used = 0;
    bool about = (s->act == ACT_USE || s->act == ACT_PLAY) && s->target.kind && is_responded_to(run, run->game, &s->target);
    bool declares = s->act == ACT_PLAY && s->number && (is_played_in_response(run, s) || names_a_way(run, s));
    Step played = as_it_is_played(run, s);
    if (!step_play(run, run->game, &played, &(Out){ why, sizeof why, 0 }))
        return fail(run, s, why);
    run->declared = declares ? value_card(run, run->game, s->value) : 0;
    run->function = s->number - 1;
    if (s->act == ACT_USE)
        run->used = value_card(run, run->game, s->value);
    if (about)
        choose_subject(run, s);
    return true;
}

/* ---- can, cannot ---- */

/* A download by a text that may be used now: what it would let be chosen, and why not what the line names. */
static bool is_offered_by_a_text(const Run *run, const Step *s, bool *reason, Out *reasons)
{
    sl_decision d;
    bool offered = false;
    sl_game_decision(run->game, &d);
    for (int o = 0; d.kind == SL_DECIDE_RESPONSE && d.player == s->player && run->script->edition != SL_FIRST_EDITION && !offered && o < d.options; o++) {
        sl_option option = sl_game_option(run->game, o);
        if (!is_text_at_hand(run->game, &option))
            continue;
        sl_game *copy = sl_game_clone(run->game);
        scene_answer(run, copy, o);
        offered = step_fits(run, copy, s);
        if (!offered && s->because.len && !*reason)
            *reason = step_refused_by(run, copy, s, s->because, reasons);
        sl_game_free(copy);
    }
    return offered;
}

/* First Edition: the order takes staff that another player is asked for (1E-A8.4).  As long as nobody gives it, the order cannot be carried out. */
static bool waits_for_staff(const sl_game *game, const Step *s)
{
    sl_decision d;
    if (s->kind != STEP_CANNOT || sl_game_player(game) < 0 || sl_game_player(game) == s->player)
        return false;
    sl_game_decision(game, &d);
    return d.kind == SL_DECIDE_SET && has_words(d.about, str_of("to staff the ship"));
}

/* Whether the whole line could be played from here: tried on a copy, so that a card refused in the middle counts. */
static bool is_offered(Run *run, const Step *s, bool *reason, Out *reasons)
{
    run->tries++;
    Step played = as_it_is_played(run, s);
    s = &played;
    if (target_follows(run, s))
        return true;
    if (s->act == ACT_DOWNLOAD && !step_fits(run, run->game, s) && is_offered_by_a_text(run, s, reason, reasons))
        return true;
    if (s->act == ACT_RESPOND || !step_fits(run, run->game, s)) {
        bool offered = step_fits(run, run->game, s);
        *reason = *reason || (!offered && step_refused_by(run, run->game, s, s->because, reasons));
        return offered;
    }
    sl_game *copy = sl_game_clone(run->game);
    bool offered = step_play(run, copy, s, &(Out){ NULL, 0, 0 }) && !waits_for_staff(copy, s);
    if (!offered && !*reason)
        *reason = step_refused_by(run, run->game, s, s->because, reasons) || step_refused_by(run, copy, s, s->because, reasons);
    sl_game_free(copy);
    return offered;
}

/* The ruling itself, the entry it is a part of, or a part of it. */
bool is_switched_off(const Run *run, Str id)
{
    char text[80];
    snprintf(text, sizeof text, "%.*s", STR(id));
    return run->without && (cites(id, run->without) || cites(str_of(run->without), text));
}

/* As the turn ends the player is asked for what to probe, if only to be told why for nothing. */
static bool is_probed_later(Run *run, const Step *s, bool *reason, Out *reasons)
{
    int turn = sl_game_turn(run->game);
    for (int i = 0; i < PATIENCE && sl_game_turn(run->game) == turn && sl_game_player(run->game) >= 0; i++) {
        if (!is_order_in_play(run, s) && sl_game_player(run->game) == s->player && is_offered(run, s, reason, reasons))
            return true;
        if (!(is_order_in_play(run, s) ? end_segment(run, run->game) : answer_itself(run, run->game)))
            return false;
    }
    return false;
}

/* Whether an order could be given once its player has ended the card play segment; if not, whether the reason would be the demanded one. */
static bool is_offered_later(Run *run, const Step *s, bool *reason, Out *reasons)
{
    if (!is_order_in_play(run, s))
        return false;
    Aside real = try_on_a_copy(run);
    bool offered = false;
    if (s->act == ACT_PROBE) {
        offered = is_probed_later(run, s, reason, reasons);
    } else {
        come_to_orders(run, s);
        offered = sl_game_player(run->game) == s->player && is_offered(run, s, reason, reasons);
    }
    back_from_copy(run, real);
    return offered;
}

/* In the dilemma phase, in which both seed at once: in a later round. */
static bool is_seeded_in_a_later_round(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    if (s->act != ACT_SEED || run->script->edition != SL_FIRST_EDITION || !sl_game_seeds_at_once(run->game))
        return false;
    bool reason = false;
    int taken = run->taken_count;
    unsigned passed = run->passed;
    Aside real = try_on_a_copy(run);
    comes_to_its_round(run, at);
    bool offered = sl_game_player(run->game) == s->player && is_offered(run, s, &reason, &(Out){ NULL, 0, 0 });
    back_from_copy(run, real);
    run->taken_count = taken;
    run->passed = passed;
    return offered;
}

static bool can(Run *run, int at)
{
    const Step *s = &run->script->step[at], *coming = next_act(run, at);
    char reasons[SCENE_WORDS - 700] = "", why[SCENE_WORDS - 300];
    bool reason = false;
    Out out = { reasons, sizeof reasons, 0 };
    if (is_seeded_in_a_later_round(run, at))
        return true;
    for (int i = 0; i < PATIENCE; i++) {
        if (sl_game_player(run->game) == s->player && (is_offered(run, s, &reason, &out) || is_offered_later(run, s, &reason, &out) || fits_a_later_round(run, s)))
            return true;
        if (!goes_further(run, coming))
            break;
    }
    snprintf(why, sizeof why, "it is not offered%s%s", reasons[0] ? ", refused by " : "", reasons);
    return fail(run, s, why);
}

static void report_cite(SceneReport *r, Str id)
{
    for (int i = 0; i < r->cite_count; i++)
        if (str_is_nocase(id, r->cite[i].id))
            return;
    if (r->cite_count < SCENE_CITES)
        snprintf(r->cite[r->cite_count++].id, sizeof r->cite[0].id, "%.*s", STR(id));
}

/* A ruling given as the reason of a refusal was cited as well as one that decided something. */
static void note_reason(Run *run, Str id)
{
    SceneReport *r = run->report;
    char text[80];
    if (id.len == 0)
        return;
    snprintf(text, sizeof text, "%.*s", STR(id));
    report_cite(r, id);
    for (int i = 0; i < r->cite_count; i++)
        if (cites(str_of(r->cite[i].id), text))
            r->cite[i].cited = true;
}

/* The phase with which the scene begins has gone by, since nobody had anything to seed in it: what cannot be seeded is asked as if it were
 * still that phase. */
static bool phase_is_over(Run *run)
{
    char phase[32];
    snprintf(phase, sizeof phase, "%.*s", STR(run->phase));
    return run->phase.len && strcmp(phase, sl_game_segment(run->game)) != 0 && sl_table_phase(run->game, phase);
}

/* The line says of a rule that it is no reason, and it is one. */
static bool is_wrong_reason(const Run *run, const Step *s)
{
    return s->but_not.len && step_refused_by(run, run->game, s, s->but_not, &(Out){ NULL, 0, 0 });
}

static bool says_the_same(const Run *run, const Step *s, const Step *other)
{
    if (s->act != other->act || s->player != other->player || s->count != other->count || s->number != other->number)
        return false;
    for (int k = 0; k < s->count; k++)
        if (value_card(run, run->game, &s->value[k]) <= 0 || value_card(run, run->game, &s->value[k]) != value_card(run, run->game, &other->value[k]))
            return false;
    return true;
}

/* What the coming line does later was refused before, in a window that has closed and whose reasons are known. */
static bool was_refused_before(Run *run, const Step *s, const Step *coming, Out *reasons)
{
    return coming && s->because.len && says_the_same(run, s, coming) && step_fits(run, run->game, coming) && step_refused_by(run, run->game, s, s->because, reasons);
}

/* The line says all that is told: more, or less, fails it. */
static bool is_told_alone(Run *run, const Step *s)
{
    char reasons[SCENE_WORDS - 700] = "", why[SCENE_WORDS - 300];
    if (!s->alone || is_switched_off(run, s->because) || is_all_told(run, run->game, s, &(Out){ reasons, sizeof reasons, 0 }))
        return true;
    snprintf(why, sizeof why, "whoever asks is told %s", reasons[0] ? reasons : "nothing");
    return fail(run, s, why);
}

/* Not offered at any decision of the player from here to the next real one; of seeding, in this phase.  A decision that the coming line answers ends the
 * search: what is possible there was meant for later, unless it is the first one looked at. */
static bool look_for_refusal(Run *run, int at)
{
    const Step *s = &run->script->step[at], *coming = next_act(run, at);
    char reasons[SCENE_WORDS - 700] = "", why[SCENE_WORDS - 300];
    bool reason = false;
    Out out = { reasons, sizeof reasons, 0 };
    bool seeds = s->act == ACT_SEED && run->script->edition == SL_FIRST_EDITION;
    bool over = seeds && phase_is_over(run);
    const char *phase = sl_game_segment(run->game);
    if (over && is_wrong_reason(run, s))
        return fail(run, s, "it is not offered, but what must be no reason is one");
    if (over)
        reason = step_refused_by(run, run->game, s, s->because, &out);
    int looked = 0;
    for (int i = 0; i < PATIENCE && !over; i++) {
        if (seeds && strcmp(phase, sl_game_segment(run->game)) != 0)
            break;
        if (looked && coming && step_fits(run, run->game, coming)) {
            if (!reason && sl_game_player(run->game) == s->player)
                is_offered(run, s, &reason, &out);          /* what is refused there is refused, what is offered was meant for later */
            break;
        }
        if (!reason && was_refused_before(run, s, coming, &out)) {
            reason = true;
            break;
        }
        if (is_wrong_reason(run, s))
            return fail(run, s, "it is not offered, but what must be no reason is one");
        if (sl_game_player(run->game) == s->player) {
            if (!looked && !is_told_alone(run, s))
                return false;
            looked = 1;
            if (is_offered(run, s, &reason, &out))
                return fail(run, s, "it is offered");
            if (s->because.len && !reason)
                is_offered_later(run, s, &reason, &out);
        } else if (!reason) {                   /* a window may have closed, with its reasons, before anybody was asked */
            reason = step_refused_by(run, run->game, s, s->because, &out);
        }
        if (!goes_further(run, coming))
            break;
    }
    if (!looked && !is_told_alone(run, s))
        return false;
    if (reason)
        note_reason(run, s->because);
    if (s->because.len == 0 || reason || is_switched_off(run, s->because))
        return true;
    snprintf(why, sizeof why, "it is not offered, but %s%s", reasons[0] ? "the reason given is " : "no reason is given", reasons);
    return fail(run, s, why);
}

/* Looked at on a copy: another line may ask about the same decision. */
static bool cannot(Run *run, int at)
{
    Aside real = try_on_a_copy(run);
    bool holds = look_for_refusal(run, at);
    back_from_copy(run, real);
    return holds;
}

/* ---- expectations ---- */

static bool only_order_is_asked(const Run *run)
{
    sl_decision d;
    sl_game_decision(run->game, &d);
    return d.kind == SL_DECIDE_ORDERING || d.kind == SL_DECIDE_MANDATORY;
}

/* What a player is asked is looked for on the way, and an order of things that goes by itself is passed by unless it is what is meant;
 * everything else is looked at when the game has come to rest. */
static bool looks_on_the_way(const Run *run, const Step *s)
{
    if (s->expect == EXPECT_CHOICES && (sl_game_player(run->game) != s->player || !only_order_is_asked(run)))
        return sl_game_player(run->game) == s->player;
    return (s->expect == EXPECT_CHOICES || s->expect == EXPECT_ASKED) && expectation_holds(run, s, &(Out){ NULL, 0, 0 });
}

/* An expectation may fail because something is asked that the scene does not answer. */
static void tell_what_is_asked(const Run *run, Out *found)
{
    sl_decision d;
    if (sl_game_player(run->game) < 0)
        return;
    sl_game_decision(run->game, &d);
    if (d.kind != SL_DECIDE_PLAY && d.kind != SL_DECIDE_ORDERS)
        list_options(run->game, found);
}

static bool expectation(Run *run, int at)
{
    const Step *s = &run->script->step[at], *coming = next_act(run, at);
    if (s->expect == EXPECT_CITED && is_switched_off(run, s->word))
        return true;
    for (int i = 0; i < PATIENCE && !looks_on_the_way(run, s) && goes_further(run, coming); i++)
        ;
    char found[SCENE_WORDS - 400] = "";
    Out out = { found, sizeof found, 0 };
    bool holds = expectation_holds(run, s, &out);
    if (holds == s->no)
        tell_what_is_asked(run, &out);
    if (holds && !s->no)
        note_reason(run, s->expect == EXPECT_CITED ? s->word : s->because);
    return holds != s->no || fail(run, s, found);
}

/* ---- other lines ---- */

/* Cards that are to be picked may be named directly behind the line that leads to the selection, too: then they wait from before that line. */
static bool stands_behind_an_act(const Run *run, int at)
{
    while (at > 0 && run->script->step[at].kind == STEP_RANDOM)
        at--;
    return run->script->step[at].kind == STEP_ACT;
}

static bool random_picks(Run *run, const Step *s)
{
    for (int i = 0; i < s->count; i++) {
        int id = value_card(run, run->game, &s->value[i]);
        if (id <= 0)
            return fail(run, s, id ? "several cards have this title; give the one you mean a name" : "there is no such card");
        if (!scene_random(run, id))
            return fail(run, s, "too many cards wait to be picked; name them when their turn comes");
    }
    return true;
}

/* The turn is there when its player plays, gives orders, or is asked what the coming line answers. */
static bool has_come(const Run *run, const Step *s, const Step *coming, int since)
{
    if (sl_game_turn(run->game) == since || sl_game_active(run->game) != s->player)
        return false;
    sl_decision d;
    sl_game_decision(run->game, &d);
    if (d.kind == SL_DECIDE_PLAY)
        return !str_is(s->word, "orders");
    return d.kind == SL_DECIDE_ORDERS || str_is(s->word, "start") || (coming && step_fits(run, run->game, coming));
}

/* A segment that cannot be ended for the one order that is required in it (1E-7.24). */
static bool does_what_it_must(Run *run)
{
    if (sl_game_options(run->game) != 1)
        return false;
    scene_answer(run, run->game, 0);
    return true;
}

/* What the next line says that a player can do, if expectations alone stand before it. */
static const Step *next_can(const Run *run, int at)
{
    const Script *script = run->script;
    int i = at + 1;
    while (i < script->step_count && script->step[i].kind == STEP_EXPECT)
        i++;
    return i < script->step_count && script->step[i].kind == STEP_CAN ? &script->step[i] : NULL;
}

/* turn passes to PLAYER: everybody does nothing until that player's next turn is there, or the game is over before it comes. */
static bool turn_passes(Run *run, int at)
{
    const Step *s = &run->script->step[at], *can = next_can(run, at), *coming = next_act(run, at);
    int since = run->said;
    run->paused = false;
    for (int i = 0; i < PATIENCE && !is_tired(run); i++) {
        run->tries++;
        if (sl_game_player(run->game) < 0 || has_come(run, s, coming, since) || (can && has_come(run, s, can, since)))
            return true;
        sl_decision d;
        sl_game_decision(run->game, &d);
        bool segment = d.kind == SL_DECIDE_PLAY || d.kind == SL_DECIDE_ORDERS;
        bool answered = segment ? end_segment(run, run->game) || does_what_it_must(run) : answer_itself(run, run->game) || (!(coming && step_fits(run, run->game, coming)) && declines(run, coming));
        if (!answered) {
            if (!segment && coming && step_fits(run, run->game, coming))
                return true;                    /* what must be chosen on the way is said in the next line, and the turn goes on behind it */
            char why[SCENE_WORDS - 300];
            Out out = { why, sizeof why, 0 };
            out_text(&out, d.kind == SL_DECIDE_DISCARD ? "a player must discard first; say what with 'discards'"
                     : "a player must decide something first; say what");
            list_options(run->game, &out);
            return fail(run, s, why);
        }
    }
    return fail(run, s, "the game does not come to rest");
}

static bool act_with_picks(Run *run, int at)
{
    for (int i = at + 1; i < run->script->step_count && run->script->step[i].kind == STEP_RANDOM; i++)
        if (!random_picks(run, &run->script->step[i]))
            return false;
    return act(run, at);
}

static bool run_step(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    switch (s->kind) {
    case STEP_ACT:    return act_with_picks(run, at);
    case STEP_CAN:    return can(run, at);
    case STEP_CANNOT: return cannot(run, at);
    case STEP_EXPECT: return expectation(run, at);
    case STEP_RANDOM: return stands_behind_an_act(run, at) || random_picks(run, s);
    case STEP_TURN:   return turn_passes(run, at);
    case STEP_PAUSE:
        if (is_declared(run, run->game))
            answer_itself(run, run->game);
        run->paused = true;
        return true;
    }
    return false;
}

static bool only_expects(const Step *s)
{
    return s->kind == STEP_EXPECT || s->kind == STEP_CAN || s->kind == STEP_CANNOT;
}

/* Plays one line and tells of it.  False: nothing more is to be played. */
static bool run_line(Run *run, int at)
{
    const Step *s = &run->script->step[at];
    run->why[0] = '\0';
    bool holds = run_step(run, at);
    if (s->kind == STEP_TURN || (s->kind == STEP_EXPECT && s->expect == EXPECT_TURN))
        run->said = sl_game_turn(run->game);
    if (is_tired(run))
        holds = fail(run, s, "");
    if (run->twin && run->twin->why[0])
        holds = fail(run, s, run->twin->why);
    bool further = tell(run, &(SceneStep){ s->line, only_expects(s), holds, run->why, run->game });
    if (!further)
        return fail(run, s, "the scene takes too long; a scene is a small play");
    return holds || (run->how->go_on && only_expects(s) && !is_tired(run));
}

/* What the last line began goes on: a selection may come of it. */
static void come_to_rest(Run *run)
{
    for (int i = 0; i < PATIENCE && goes_further(run, NULL); i++)
        ;
}

static bool picks_were_used(Run *run)
{
    for (int i = 0; i < run->script->step_count; i++) {
        const Step *s = &run->script->step[i];
        if (s->kind == STEP_RANDOM && !was_used(run, s))
            return fail(run, s, "no random selection had any of these among its cards");
    }
    return true;
}

static bool run_script(Run *run)
{
    for (int i = 0; i < run->script->step_count; i++)
        if (!run_line(run, i))
            return false;
    if (run->report->line)
        return false;
    come_to_rest(run);
    if (!picks_were_used(run))
        return false;
    char broken[300] = "", why[340];
    if (sl_game_ok(run->game, broken, sizeof broken))
        return true;
    snprintf(why, sizeof why, "the table is broken: %s", broken);
    return fail(run, &run->script->step[run->script->step_count - 1], why);
}

/* ---- the whole ---- */

/* "FILE:LINE:COL: what" apart again, for a report that lists them. */
static void report_bad_input(SceneReport *r, const char *file, const Error *err)
{
    r->bad_input = true;
    snprintf(r->text, sizeof r->text, "%s", err->text);
    const char *rest = err->text;
    size_t name = strlen(file);
    if (strncmp(rest, file, name) == 0 && rest[name] == ':') {
        int taken = 0;
        rest += name + 1;
        if (sscanf(rest, "%9d:%n", &r->line, &taken) == 1 && taken) {
            rest += taken;
            taken = 0;
            if (sscanf(rest, "%9d:%n", &r->col, &taken) == 1 && taken)
                rest += taken;
        }
        rest += *rest == ' ';
    }
    snprintf(r->why, sizeof r->why, "%s", rest);
}

static void report_cites(const Run *run)
{
    SceneReport *r = run->report;
    for (int i = 0; i < r->cite_count; i++)
        r->cite[i].cited = r->cite[i].cited || (run->game && sl_game_cited(run->game, r->cite[i].id));
}

sl_setup setup_of(const Run *run)
{
    return (sl_setup){ .edition = run->script->edition, .date = run->how->date ? run->how->date : run->script->date, .players = run->script->players, .seed = 1,
                       .without = run->off, .switches = run->script->switches, .trace = SL_TRACE_CHOICES, .blank = true };
}

/* The table and the play.  False: bad input (err filled) or a failed line (the report filled). */
static bool run_game(Run *run, Error *err)
{
    sl_setup setup = setup_of(run);
    sl_error why = { { 0 } };
    run->game = sl_game_new(run->library, &setup, &why);
    if (!run->game)
        return take_error(err, &why, run->file), false;
    run->purse = run->how->work;
    sl_game_purse(run->game, run->how->work ? &run->purse : NULL);
    if (!run_setup(run, err))
        return false;
    Twin twin = { 0 };
    if (run->how->twin && !twin_new(run, &twin, err))
        return false;
    bool passed = run_script(run);
    twin_free(&twin);
    return passed;
}

/* Adds the scene's own cards to the library.  NULL when it has none, or with an error. */
static sl_library *extended(const Run *run, Error *err)
{
    Str cards = run->script->cards;
    sl_error why = { { 0 } };
    sl_library *own = cards.len ? sl_library_extend(run->library, run->script->edition, run->file, 1, cards.at, cards.len, &why) : NULL;
    if (cards.len && !own)
        take_error(err, &why, run->file);
    return own;
}

static bool run_read_script(Run *run, Error *err)
{
    sl_ruling off;
    int without = run->how->without_ruling;
    if (without > 0 && sl_ruling_get(run->library, without - 1, &off))
        run->without = off.id, run->off = without;
    for (int i = 0; i < run->script->cite_count; i++)
        report_cite(run->report, run->script->cite[i]);
    sl_library *own = extended(run, err);
    if (own)
        run->library = own;
    bool passed = !err->text[0] && check_script(run, err) && run_game(run, err);
    report_cites(run);
    if (run->game)
        sl_game_free(run->game);
    if (own)
        sl_library_free(own);
    return passed;
}

static void one_line(char *text)                /* whatever the scene held */
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
}

bool scene_run_so(const sl_library *library, const char *file, const char *text, size_t size, const SceneHow *how, SceneReport *out)
{
    *out = (SceneReport){ 0 };
    Arena arena = { 0 };
    Error err = { { 0 } };
    Script *script = arena_take(&arena, sizeof *script);
    Run *run = arena_take(&arena, sizeof *run);
    *run = (Run){ .script = script, .file = file, .library = library, .how = how, .report = out };
    if (script_read(script, &arena, file, (Str){ text, size }, &err))
        out->passed = run_read_script(run, &err);
    snprintf(out->title, sizeof out->title, "%.*s", STR(script->title));
    one_line(out->why);
    if (err.text[0])
        report_bad_input(out, file, &err);
    else if (!out->passed)
        snprintf(out->text, sizeof out->text, "%s:%d: %s", file, out->line, out->why);
    arena_free(&arena);
    return out->passed;
}

bool scene_run(const sl_library *library, const char *file, const char *text, size_t size, int without_ruling, SceneReport *out)
{
    return scene_run_so(library, file, text, size, &(SceneHow){ .without_ruling = without_ruling }, out);
}

bool scene_about(const char *file, const char *text, size_t size, SceneReport *out)
{
    *out = (SceneReport){ 0 };
    Arena arena = { 0 };
    Error err = { { 0 } };
    Script *script = arena_take(&arena, sizeof *script);
    bool read = script_read(script, &arena, file, (Str){ text, size }, &err);
    snprintf(out->title, sizeof out->title, "%.*s", STR(script->title));
    for (int i = 0; i < script->cite_count; i++)
        snprintf(out->cite[out->cite_count++].id, sizeof out->cite[0].id, "%.*s", STR(script->cite[i]));
    arena_free(&arena);
    return read;
}
