/* Lines that say something in other words than the engine asks for it: a choice in which there was nothing to choose, a text that is used by choosing what
 * it takes, a target that is named at once, how often something is done. */
#include "scene/script.h"

/* Two choices of one player that stand one behind the other come in the order in which the engine asks for them. */
const Step *asked_first(Run *run, int at)
{
    const Step *s = &run->script->step[at], *next = s + 1;
    if (at + 1 >= run->script->step_count || next->kind != STEP_ACT || next->player != s->player || !is_choosing(s) || !is_choosing(next))
        return NULL;
    return !step_fits(run, run->game, s) && step_fits(run, run->game, next) ? next : NULL;
}

/* All cards that the line names have gone somewhere. */
static bool have_moved(const Run *run, const sl_game *after, const Step *s)
{
    for (int k = 0; k < s->count; k++) {
        int id = s->value[k].kind == VALUE_NAME || s->value[k].kind == VALUE_TITLE ? value_card(run, run->game, &s->value[k]) : 0;
        sl_card was = card_at(run->game, id), is = card_at(after, id);
        if (id <= 0 || (was.zone == is.zone && was.host == is.host))
            return false;
    }
    return s->count > 0;
}

/* The player is asked whether to do what this card lets him do; 0: any card. */
static bool asks_whether(const sl_game *game, int player, int card, sl_decision *d)
{
    if (sl_game_player(game) != player)
        return false;
    sl_game_decision(game, d);
    return d->kind == SL_DECIDE_YES_NO && d->card && (!card || d->card == card) && option_with(game, SL_YES) >= 0;
}

/* "Up to N" of what is done one by one is asked each time: whoever says how often has said yes so many times. */
bool says_how_often(Run *run, const Step *s)
{
    sl_decision d;
    if (s->act != ACT_CHOOSE || s->count != 1 || s->value->kind != VALUE_NUMBER || step_fits(run, run->game, s) || !asks_whether(run->game, s->player, 0, &d))
        return false;
    int card = d.card, left = s->value->number;
    for (; left > 0 && asks_whether(run->game, s->player, card, &d); left--) {
        scene_answer(run, run->game, option_with(run->game, SL_YES));
        while (!asks_whether(run->game, s->player, card, &d) && goes_further(run, NULL))
            ;
    }
    if (asks_whether(run->game, s->player, card, &d))
        scene_answer(run, run->game, option_with(run->game, SL_NO));
    return left == 0;
}

/* The card was chosen without being asked for since the last line that did something, as the only one that could be. */
static bool went_without_asking(const sl_game *game, long since, int id)
{
    for (long i = since + 1; id > 0 && i <= sl_game_events(game); i++) {
        char text[SL_EVENT_TEXT] = "";
        sl_event event;
        if (!sl_game_event(game, SL_OPEN, i, &event) || (event.card != id && event.other != id))
            continue;
        sl_game_event_text(game, SL_OPEN, i, text, sizeof text);
        if (has_words(text, str_of(" is exchanged with ")) || (event.other == id && has_words(text, str_of(" moves "))))
            return true;
        if (event.card != id)
            continue;
        bool selected = has_words(text, str_of(" is selected"));
        if (selected ? event.number == 0 : has_words(text, str_of(" discards ")) || has_words(text, str_of(" is placed")) || has_words(text, str_of(" downloads ")) || has_words(text, str_of(" is revealed")) || has_words(text, str_of(" beams ")) || has_words(text, str_of(" against ")))
            return true;
    }
    return false;
}

/* … and so were all cards that the line names. */
static bool went_all(const Run *run, const sl_game *after, long since, const Step *s)
{
    for (int k = 0; k < s->count; k++)
        if ((s->value[k].kind != VALUE_NAME && s->value[k].kind != VALUE_TITLE) || !went_without_asking(after, since, value_card(run, run->game, &s->value[k])))
            return false;
    return s->count > 0;
}

/* Whoever names what a text lets him choose has said that he does it.  True: nothing was left to choose then, and those named were taken. */
bool says_yes(Run *run, const Step *s)
{
    sl_decision d;
    Step named = *s;
    if (s->act == ACT_REPORT) {                 /* a text lets somebody report: who reports is chosen */
        named.act = ACT_CHOOSE;
        s = &named;
    }
    if (!is_choosing(s) || sl_game_player(run->game) != s->player || step_fits(run, run->game, s))
        return false;
    sl_game_decision(run->game, &d);
    int yes = d.kind == SL_DECIDE_YES_NO ? option_with(run->game, SL_YES) : -1;
    if (yes < 0)
        return false;
    sl_game *copy = sl_game_clone(run->game);
    scene_answer(run, copy, yes);
    bool taken = false;                         /* what is asked about the same cards behind that is another question */
    for (int i = 0; i < PATIENCE && !(taken = have_moved(run, copy, s) || went_all(run, copy, sl_game_events(run->game), s)) && !step_fits(run, copy, s) && answer_itself(run, copy); i++)
        ;
    bool meant = !taken && step_fits(run, copy, s);
    sl_game_free(copy);
    if (meant || taken)
        scene_answer(run, run->game, yes);
    for (int i = 0; i < PATIENCE && meant && goes_further(run, s); i++)
        ;
    return taken;
}

/* The same of one of several ways. */
static bool was_the_only_way(const Run *run, const Step *s)
{
    sl_event event;
    for (long i = run->mark + 1; i <= sl_game_events(run->game); i++)
        if (sl_game_event(run->game, SL_OPEN, i, &event) && event.player == s->player && event.number == s->value->number && str_is(str_of(sl_event_name(event.kind)), "ONLY_WAY"))
            return true;
    return false;
}

/* What the line names was taken without a question since the last line that did something. */
static bool names_what_went(const Run *run, const Step *s)
{
    for (int k = 0; k < s->count; k++) {
        const Value *v = &s->value[k];
        bool card = v->kind == VALUE_NAME || v->kind == VALUE_TITLE;
        bool opponent = v->kind == VALUE_PLAYER && run->script->players == 2 && v->number != s->player;
        bool nothing = v->kind == VALUE_NOTHING && s->count == 1;           /* what a text lets him do went undone */
        if (!nothing && !(card ? went_without_asking(run->game, run->mark, value_card(run, run->game, v)) : opponent))
            return false;
    }
    return true;
}

/* A choice in which there was nothing to choose: the engine did not ask, and took just what the line names. */
bool was_no_choice(const Run *run, const Step *s)
{
    sl_decision d;
    if (!is_choosing(s) || s->act == ACT_STACK || !s->count || sl_game_player(run->game) < 0 || step_fits(run, run->game, s))
        return false;
    sl_game_decision(run->game, &d);
    bool choosing = d.kind == SL_DECIDE_CARD || d.kind == SL_DECIDE_SET || d.kind == SL_DECIDE_DISCARD || d.kind == SL_DECIDE_ORDERING;
    if (s->count == 1 && s->value->kind == VALUE_OPTION)
        return was_the_only_way(run, s) || (d.player == s->player && choosing);     /* … or it asks for its cards */
    if (d.player == s->player && choosing && s->act != ACT_DOWNLOAD)
        return false;
    return names_what_went(run, s);
}

/* The same before a further choice of that player, which the line behind it answers. */
bool was_no_choice_before(const Run *run, const Step *s, const Step *behind)
{
    bool cards = s->count && (s->value->kind == VALUE_NAME || s->value->kind == VALUE_TITLE);
    return is_choosing(s) && s->act != ACT_STACK && cards && sl_game_player(run->game) == s->player && !step_fits(run, run->game, s) && is_choosing(behind)
        && behind->player == s->player && step_fits(run, run->game, behind) && names_what_went(run, s);
}

/* First Edition: the text acted by itself since the last line that did something, and its reader was asked for nothing. */
bool was_used_by_itself(const Run *run, const Step *s)
{
    int card = s->act == ACT_USE && s->number == 0 && !s->target.kind && run->script->edition == SL_FIRST_EDITION ? value_card(run, run->game, s->value) : 0;
    if (card <= 0 || step_fits(run, run->game, s) || run->used == card)
        return false;
    for (long i = run->mark + 1; i <= sl_game_events(run->game); i++) {
        char text[SL_EVENT_TEXT] = "";
        sl_event event;
        if (!sl_game_event(run->game, SL_OPEN, i, &event) || event.card != card || event.player != s->player)
            continue;
        sl_game_event_text(run->game, SL_OPEN, i, text, sizeof text);
        if (has_words(text, str_of(" uses ")))
            return true;
    }
    return false;
}

/* A text that is played or used first, and has its target chosen then: the line may name it at once.  The target is asked for, or taken as the only one. */
static Step without_target(const Step *s)
{
    Step plain = *s;
    plain.target = (Value){ .kind = VALUE_NONE };
    return plain;
}

static Step choice_of(const Step *s, Value *one)
{
    *one = s->target;
    return (Step){ .kind = STEP_ACT, .act = ACT_CHOOSE, .player = s->player, .line = s->line, .value = one, .count = 1, .affiliation = -1, .paying = -1 };
}

/* First Edition: a card on the ship or aboard has its reader choose where the ship goes, and may ask first whether it does: who says that it moves there has
 * chosen the place. */
bool is_moved_by_text(const Run *run, const Step *s, Value *place, Step *choice)
{
    int ship = s->act == ACT_MOVE && run->script->edition == SL_FIRST_EDITION ? value_card(run, run->game, s->value) : 0;
    if (ship <= 0 || step_fits(run, run->game, s))
        return false;
    *choice = choice_of(s, place);
    sl_game *copy = sl_game_clone(run->game);
    bool asked = false, goes_on = true;
    for (int i = 0; i < PATIENCE && goes_on && !asked && !step_fits(run, copy, s); i++) {
        sl_decision d;
        int yes = asks_whether(copy, s->player, 0, &d) ? option_with(copy, SL_YES) : -1;
        bool own = sl_game_player(copy) == s->player && (sl_game_decision(copy, &d), d.card > 0 && card_at(copy, d.card).host == ship);
        asked = own && d.kind == SL_DECIDE_CARD && step_fits(run, copy, choice);
        if (own && yes >= 0) {
            scene_answer(run, copy, yes);
            asked = value_is(run, copy, &s->target, card_at(copy, ship).host);          /* as it could go nowhere else */
        } else
            goes_on = !asked && answer_itself(run, copy);
    }
    sl_game_free(copy);
    return asked;
}

/* What the line names is asked for only after a decision that the line behind it answers, which is another player's. */
bool is_answered_first(Run *run, const Step *s, const Step *behind)
{
    Value one;
    Step plain = without_target(s), choice = choice_of(s, &one);
    bool card = s->target.kind == VALUE_NAME || s->target.kind == VALUE_TITLE;
    if ((s->act != ACT_USE && s->act != ACT_PLAY) || s->between || !card || !behind || behind->player == s->player || is_responded_to(run, run->game, &s->target)
        || !step_fits(run, run->game, &plain))
        return false;
    sl_game *copy = sl_game_clone(run->game);
    bool first = step_play(run, copy, &plain, &(Out){ NULL, 0, 0 }), asked = false;
    for (int i = 0; i < PATIENCE && first && !asked && !step_fits(run, copy, behind); i++)
        first = !(asked = step_fits(run, copy, &choice)) && answer_itself(run, copy);
    sl_game_free(copy);
    return first && step_play(run, run->game, &plain, &(Out){ NULL, 0, 0 }) && (run->aimed = s);
}

/* Chooses what such a line named, as soon as it is asked for. */
bool takes_aim(Run *run)
{
    Value one;
    if (!run->aimed)
        return false;
    Step choice = choice_of(run->aimed, &one);
    if (!step_fits(run, run->game, &choice) || !step_play(run, run->game, &choice, &(Out){ NULL, 0, 0 }))
        return false;
    run->aimed = NULL;
    return true;
}

/* A response that names one of several cards to which it happens what it answers has chosen that one, if it is asked for. */
void choose_subject(Run *run, const Step *s)
{
    Value one;
    Step choice = choice_of(s, &one);
    sl_decision d;
    if (sl_game_player(run->game) != s->player)
        return;
    sl_game_decision(run->game, &d);
    if ((d.kind == SL_DECIDE_CARD || d.kind == SL_DECIDE_SET) && step_fits(run, run->game, &choice))
        step_play(run, run->game, &choice, &(Out){ NULL, 0, 0 });
}

Follows target_follows(const Run *run, const Step *s)
{
    Value one;
    Step plain = without_target(s), choice = choice_of(s, &one);
    bool card = s->target.kind == VALUE_NAME || s->target.kind == VALUE_TITLE;
    if ((s->act != ACT_USE && s->act != ACT_PLAY) || s->between || !card || step_fits(run, run->game, s) || !step_fits(run, run->game, &plain))
        return NO_TARGET_FOLLOWS;
    sl_game *copy = sl_game_clone(run->game);
    bool played = step_play(run, copy, &plain, &(Out){ NULL, 0, 0 }), asked = false;
    for (int i = 0; i < PATIENCE && played && !(asked = step_fits(run, copy, &choice)) && answer_itself(run, copy); i++)
        ;
    bool forced = played && !asked && went_without_asking(copy, sl_game_events(run->game), value_card(run, run->game, &s->target));
    sl_game_free(copy);
    return asked ? TARGET_ASKED : forced ? TARGET_FORCED : NO_TARGET_FOLLOWS;
}

bool plays_then_chooses(Run *run, const Step *s)
{
    Value one;
    Step plain = without_target(s), choice = choice_of(s, &one);
    Follows follows = target_follows(run, s);
    if (!follows || !step_play(run, run->game, &plain, &(Out){ NULL, 0, 0 }))
        return false;
    for (int i = 0; i < PATIENCE && follows == TARGET_ASKED && goes_further(run, &choice); i++)
        ;
    return follows == TARGET_FORCED || step_play(run, run->game, &choice, &(Out){ NULL, 0, 0 });
}

/* The player is asked which of several cards comes next, and the line says what is done with one of them: that one is chosen. */
void chooses_what_comes_next(Run *run, const Step *s)
{
    sl_decision d;
    bool does = s->act == ACT_REPORT || s->act == ACT_PLAY || s->act == ACT_DISCARD;
    if (!does || s->count != 1 || sl_game_player(run->game) != s->player || step_fits(run, run->game, s))
        return;
    sl_game_decision(run->game, &d);
    for (int o = 0; d.kind == SL_DECIDE_CARD && o < d.options; o++) {
        sl_option option = sl_game_option(run->game, o);
        if (option.verb != SL_CHOOSE || !value_is(run, run->game, s->value, option.card))
            continue;
        sl_game *copy = sl_game_clone(run->game);
        scene_answer(run, copy, o);
        bool meant = step_fits(run, copy, s);
        sl_game_free(copy);
        if (meant) {
            scene_answer(run, run->game, o);
            return;
        }
    }
}

/* Whether the choice comes when this option is answered, or with -1 when nothing is, and all goes by itself from there; or whether nothing is left to
 * choose then, and those named are taken. */
static Follows leads_to(const Run *run, const Step *s, int option)
{
    sl_game *copy = sl_game_clone(run->game);
    if (option >= 0)
        scene_answer(run, copy, option);
    bool comes = false;
    for (int i = 0; i < PATIENCE && !(comes = step_fits(run, copy, s)) && answer_itself(run, copy); i++)
        ;
    bool taken = !comes && option >= 0 && went_all(run, copy, sl_game_events(run->game), s);
    sl_game_free(copy);
    return comes ? TARGET_ASKED : taken ? TARGET_FORCED : NO_TARGET_FOLLOWS;
}

/* A text that acts where its card is, in play or being faced; an interrupt is played. */
bool is_text_at_hand(const sl_game *game, const sl_option *o)
{
    return o->verb == SL_USE && card_at(game, o->card).zone != SL_HAND;
}

/* The option by which a text leads to the choice, and how many answers come by themselves before it. */
typedef struct { Follows follows; int option, answers; } Lead;

/* Looked for on a copy; not beyond where the choice turns out to have been none. */
static Lead text_that_leads(Run *run, const Step *s)
{
    sl_decision d;
    for (int i = 0; i < PATIENCE && sl_game_player(run->game) >= 0 && !was_no_choice(run, s); i++) {
        sl_game_decision(run->game, &d);
        for (int o = 0; d.kind == SL_DECIDE_RESPONSE && d.player == s->player && o < d.options; o++) {
            sl_option option = sl_game_option(run->game, o);
            Follows follows = is_text_at_hand(run->game, &option) ? leads_to(run, s, o) : NO_TARGET_FOLLOWS;
            if (follows)
                return (Lead){ follows, o, i };
        }
        if (!answer_itself(run, run->game))
            break;
    }
    return (Lead){ NO_TARGET_FOLLOWS, 0, 0 };
}

/* A choice that only a text of this player's leads to, which may be used now: whoever makes it uses that text.  True: it had nothing to choose, and took
 * those that are named. */
bool uses_what_leads_there(Run *run, const Step *s)
{
    bool cards = s->count && (s->value->kind == VALUE_NAME || s->value->kind == VALUE_TITLE);
    if (!is_choosing(s) || s->act == ACT_STACK || !cards || s->means.kind || leads_to(run, s, -1) || was_no_choice(run, s))
        return false;
    Aside real = try_on_a_copy(run);
    Lead lead = text_that_leads(run, s);
    back_from_copy(run, real);
    if (!lead.follows)
        return false;
    for (int i = 0; i < lead.answers; i++)
        answer_itself(run, run->game);
    scene_answer(run, run->game, lead.option);
    return lead.follows == TARGET_FORCED;
}

/* First Edition: personnel who are moved by a text go on foot. */
bool goes_on_foot(const Run *run, const Step *s)
{
    sl_facts facts;
    int card = s->act == ACT_MOVE && run->script->edition == SL_FIRST_EDITION ? value_card(run, run->game, s->value) : 0;
    return card > 0 && sl_card_facts(run->library, card_at(run->game, card).def, &facts) && facts.type && str_is(str_of(facts.type), "personnel");
}

/* Of copies in one hand nothing tells which is which, and the first is the one that is offered: whoever names another means that one, and the names change
 * places. */
void take_first_copy(Run *run, const Step *s)
{
    int id = (s->act == ACT_PLAY || s->act == ACT_REPORT) && s->count == 1 && s->value->kind == VALUE_NAME ? run->id[s->value->number] : 0;
    if (id <= 0 || card_at(run->game, id).zone != SL_HAND || step_fits(run, run->game, s))
        return;
    sl_card named = card_at(run->game, id);
    for (int other = 1; other < id; other++) {
        sl_card card = card_at(run->game, other);
        if (card.def != named.def || card.owner != named.owner || card.zone != SL_HAND)
            continue;
        for (int k = 0; k < run->script->name_count; k++)
            if (run->id[k] == other)
                run->id[k] = id;
        run->id[s->value->number] = other;
        return;
    }
}

/* ---- the segment that a line belongs to ---- */

/* Ends the open segment, spending what must be spent by drawing. */
bool end_segment(const Run *run, sl_game *game)
{
    int end = -1, draw = -1;
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_verb verb = sl_game_option(game, i).verb;
        end = verb == SL_END ? i : end;
        draw = verb == SL_DRAW ? i : draw;
    }
    if (end < 0 && draw < 0)
        return false;
    scene_answer(run, game, end >= 0 ? end : draw);
    return true;
}

/* First Edition: an order of a player who could still play cards.  Whoever gives it has ended that segment, in which there are no orders; and
 * whoever probes, which is done as the turn ends, has given his orders. */
bool is_order_in_play(const Run *run, const Step *s)
{
    sl_decision d;
    bool probes = s->act == ACT_PROBE;
    const uint64_t orders = 1ull << ACT_BEAM | 1ull << ACT_WALK | 1ull << ACT_MOVE | 1ull << ACT_ATTEMPT | 1ull << ACT_SCOUT | 1ull << ACT_DOCK | 1ull << ACT_UNDOCK | 1ull << ACT_LAND
        | 1ull << ACT_TAKE_OFF | 1ull << ACT_LOAD | 1ull << ACT_LAUNCH | 1ull << ACT_CLOAK | 1ull << ACT_DECLOAK | 1ull << ACT_PHASE | 1ull << ACT_UNPHASE | 1ull << ACT_BATTLE
        | 1ull << ACT_RESCUE | 1ull << ACT_IMPRISON | 1ull << ACT_ESCORT | 1ull << ACT_COMMANDEER | 1ull << ACT_ACTIVATE | 1ull << ACT_USE;
    if (run->script->edition != SL_FIRST_EDITION || (!(orders >> s->act & 1) && !probes) || sl_game_player(run->game) != s->player)
        return false;
    sl_game_decision(run->game, &d);
    return d.kind == SL_DECIDE_PLAY || (probes && d.kind == SL_DECIDE_ORDERS);
}

/* First Edition: a text downloads in place of a draw, which comes as the turn ends: whoever says so in that turn has given his orders. */
static bool is_in_place_of_draw(const Run *run, const Step *s)
{
    if (run->script->edition != SL_FIRST_EDITION || s->act != ACT_DOWNLOAD || !s->means.kind || sl_game_player(run->game) != s->player || step_fits(run, run->game, s))
        return false;
    sl_game *copy = sl_game_clone(run->game);
    bool comes = false;
    for (int i = 0; i < PATIENCE && !comes && sl_game_turn(copy) == sl_game_turn(run->game) && (end_segment(run, copy) || answer_itself(run, copy)); i++)
        comes = step_fits(run, copy, s);
    sl_game_free(copy);
    return comes;
}

void come_to_orders(Run *run, const Step *s)
{
    int turn = sl_game_turn(run->game);
    if (s->act == ACT_USE && step_fits(run, run->game, s))
        return;                                 /* a text that may be used in either segment */
    while ((is_order_in_play(run, s) || is_in_place_of_draw(run, s)) && sl_game_turn(run->game) == turn && end_segment(run, run->game))
        for (int i = 0; i < PATIENCE && goes_further(run, s); i++)
            ;
}
