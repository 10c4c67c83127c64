/* Script lines against the options of the engine: which option a line means, and which refusal answers it. */
#include "scene/script.h"
#include "scene/reader.h"
#include <ctype.h>

/* ---- the option that a line begins with ---- */

sl_verb verb_of(Act act)
{
    static const sl_verb verb[] = {
        [ACT_PLAY] = SL_PLAY, [ACT_DRAW] = SL_DRAW, [ACT_END] = SL_END, [ACT_BEAM] = SL_BEAM, [ACT_MOVE] = SL_MOVE, [ACT_ATTEMPT] = SL_ATTEMPT,
        [ACT_USE] = SL_USE, [ACT_CHOOSE] = SL_CHOOSE, [ACT_STACK] = SL_CHOOSE, [ACT_DISCARD] = SL_CHOOSE, [ACT_DOWNLOAD] = SL_CHOOSE,
        [ACT_PASS] = SL_PASS, [ACT_LOOP] = SL_LOOP, [ACT_RESPOND] = SL_PASS, [ACT_CONCEDE] = SL_PASS,
        [ACT_SEED] = SL_SEED, [ACT_REPORT] = SL_REPORT, [ACT_DOCK] = SL_DOCK, [ACT_UNDOCK] = SL_UNDOCK,
        [ACT_LAND] = SL_LAND, [ACT_TAKE_OFF] = SL_TAKE_OFF, [ACT_TAKE_BACK] = SL_TAKE_BACK, [ACT_LOAD] = SL_LOAD, [ACT_LAUNCH] = SL_LAUNCH, [ACT_CLOAK] = SL_CLOAK,
        [ACT_DECLOAK] = SL_DECLOAK, [ACT_PHASE] = SL_PHASE, [ACT_UNPHASE] = SL_UNPHASE, [ACT_WALK] = SL_WALK,
        [ACT_BATTLE] = SL_BATTLE, [ACT_RETURN_FIRE] = SL_RETURN_FIRE, [ACT_DEFEND] = SL_DEFEND, [ACT_RESCUE] = SL_RESCUE, [ACT_IMPRISON] = SL_IMPRISON,
        [ACT_ESCORT] = SL_ESCORT, [ACT_STUN] = SL_STUN, [ACT_WOUND] = SL_WOUND,
        [ACT_REPLACE] = SL_REPLACE, [ACT_CHANGE] = SL_CHANGE, [ACT_SCOUT] = SL_SCOUT, [ACT_PROBE] = SL_PROBE, [ACT_COMMANDEER] = SL_COMMANDEER,
        [ACT_INFILTRATE] = SL_INFILTRATE, [ACT_EXPOSE] = SL_EXPOSE, [ACT_ACTIVATE] = SL_ACTIVATE,
    };
    return verb[act];
}

static bool target_fits(const Run *run, const sl_game *game, const Value *target, int id)
{
    if (target->kind == VALUE_NONE)
        return true;
    return target->kind == VALUE_CORE ? id == 0 : value_is(run, game, target, id);
}

/* Whether a card the value means lies at or aboard the place. */
bool lies_there(const Run *run, const sl_game *game, const Value *v, int place)
{
    for (int id = 1; id <= sl_game_cards(game); id++) {
        sl_card card = card_at(game, id);
        bool there = card.host == place || (card.host > 0 && card_at(game, card.host).zone == SL_SITE && card_at(game, card.host).host == place);
        if (there && (card.zone == SL_ABOARD || card.zone == SL_SURFACE) && value_is(run, game, v, id))
            return true;
    }
    return false;
}

/* Whether the place to the right of a location lies between the two that the line names, in either order. */
static bool is_between(const Run *run, const sl_game *game, const Step *s, int left)
{
    enum { LINES = 4, MOST = 128 };
    for (int line = 0; line < LINES; line++) {
        int ids[MOST], count = sl_game_spaceline(game, line, ids, MOST);
        for (int i = 0; i + 1 < count && i + 1 < MOST; i++)
            if (ids[i] == left)
                return (value_is(run, game, &s->target, left) && value_is(run, game, &s->means, ids[i + 1]))
                    || (value_is(run, game, &s->means, left) && value_is(run, game, &s->target, ids[i + 1]));
    }
    return false;
}

bool is_responded_to(const Run *run, const sl_game *game, const Value *card)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    for (int i = 0; d.kind == SL_DECIDE_RESPONSE && i < d.subject_count; i++)
        if (value_is(run, game, card, sl_game_subject(game, i)))
            return true;
    return d.kind == SL_DECIDE_RESPONSE && d.card && value_is(run, game, card, d.card);
}

/* A card to which it happens what is responded to: the line may name it, though the option does not. */
static bool happens_to(const Run *run, const sl_game *game, const Value *target, const sl_option *o)
{
    return !o->target && is_responded_to(run, game, target);
}

/* Of the texts of an interrupt those are counted for which it may be played. */
static int way_counted(const Run *run, const sl_game *game, int card, int number)
{
    int def = card_at(game, card).def, texts = sl_card_texts(run->library, def);
    for (int i = 0; i < texts; i++)
        if (sl_text_is_used(run->library, def, i) && --number == 0)
            return i;
    return -1;
}

static bool plays(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    if (!value_is(run, game, s->value, o->card)
        || !(s->between ? is_between(run, game, s, o->target) : target_fits(run, game, &s->target, o->target) || happens_to(run, game, &s->target, o)))
        return false;
    if (o->verb == SL_USE)                      /* an interrupt; in the First Edition its functions are asked for when it resolves */
        return !card_at(game, o->card).in_play
            && (s->number == 0 || run->script->edition == SL_FIRST_EDITION || o->number == way_counted(run, game, o->card, s->number));
    return o->verb == SL_PLAY && (s->number == 0 || o->number == sl_card_function(run->library, card_at(game, o->card).def, s->number - 1));
}

/* The place itself; or a site of it, which must be the only one that is offered. */
static bool is_place_or_site(const Run *run, const sl_game *game, const Value *place, int id)
{
    return value_is(run, game, place, id) || (id > 0 && card_at(game, id).zone == SL_SITE && value_is(run, game, place, card_at(game, id).host));
}

static bool beams(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    if (o->verb != verb_of(s->act) || (s->target.kind && !is_place_or_site(run, game, &s->target, o->target)))
        return false;
    return s->from.kind ? value_is(run, game, &s->from, o->card) : lies_there(run, game, s->value, o->card);
}

static bool same_team(const sl_game *game, int member, int other)
{
    enum { MOST = 512 };
    int ids[MOST], count = sl_game_team(game, member, ids, MOST);
    for (int i = 0; i < count && i < MOST; i++)
        if (ids[i] == other)
            return true;
    return false;
}

/* First Edition: the ship whose crew attempts, or a member of the Away Team that does. */
static bool attempts_with(const Run *run, const sl_game *game, const Step *s, const sl_option *o, const Value *with)
{
    int id = value_card(run, game, with);
    if (with->kind == VALUE_NONE || o->target == id)
        return true;
    sl_facts facts;
    if (id <= 0 || !sl_card_facts(run->library, card_at(game, id).def, &facts) || !str_is(str_of(facts.type), "personnel"))
        return false;
    bool ship = o->target && !same_team(game, o->target, o->target);      /* a ship is in no team */
    int leader = ship ? o->number : o->target;
    if (id > 0 && (card_at(game, id).stopped || sl_game_has_icon(game, id, icon_called(str_of("Bor")))))
        return false;                           /* he is in no team that attempts (1E-14.3, A1.8) */
    return leader ? same_team(game, leader, id) : lies_there(run, game, with, value_card(run, game, s->value));
}

/* The means by which the line has a mission attempted, as the engine numbers them: 0 for the printed requirements, else a text.  Where what the line says is not
 * offered, no means stands for the only ones there are, and a number counts those that are offered. */
static int means_counted(const sl_game *game, const Step *s, int mission)
{
    int said = s->means.kind == VALUE_NUMBER ? s->means.number : 0, others = 0, counted = said;
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        if (o.verb != SL_ATTEMPT || o.card != mission)
            continue;
        if (o.number == said)
            return said;
        bool next = o.number > 0 && (others == 0 || o.number > counted);
        if (next && (said == 0 || others < said)) {
            others++;
            counted = o.number;
        }
    }
    return s->kind != STEP_CANNOT && others == (said ? said : 1) ? counted : said;
}

static bool attempts(const Run *run, const sl_game *game, const Step *s, const sl_option *o, int index)
{
    if (o->verb != SL_ATTEMPT || !value_is(run, game, s->value, o->card))
        return false;
    sl_facts facts;
    bool half = run->script->edition == SL_FIRST_EDITION && s->kind == STEP_CANNOT && s->target.kind && !s->from.kind;
    if (half && sl_card_facts(run->library, card_at(game, o->card).def, &facts) && facts.kind && str_is(str_of(facts.kind), "dual"))
        return false;                           /* a crew and an Away Team attempt it together, and the line speaks of one of them */
    if (run->script->edition == SL_FIRST_EDITION)
        return attempts_with(run, game, s, o, &s->target) && (s->from.kind == VALUE_NONE || attempts_with(run, game, s, o, &s->from));
    if (!target_fits(run, game, &s->target, o->target))
        return false;
    if (s->means.kind == VALUE_NONE || s->means.kind == VALUE_NUMBER)
        return o->number == means_counted(game, s, o->card);
    char text[400] = "";
    sl_game_describe(game, index, text, sizeof text);
    return o->number != 0 && has_words(text, str_of(card_title(run, game, value_card(run, game, &s->means))));
}

/* It lies on that card now, or has moved, stopped or taken it. */
static bool acted_on(const sl_game *before, const sl_game *after, int id, int by)
{
    if (id <= 0)
        return false;
    sl_card was = card_at(before, id), is = card_at(after, id);
    return was.zone != is.zone || was.host != is.host || was.commander != is.commander || was.stopped != is.stopped
        || (card_at(after, by).host == id && card_at(before, by).host != id);
}

/* What a text acts on may be asked for once it is used, and where it is the only one it is not asked for: tried on a copy. */
static bool asks_for(const Run *run, const sl_game *game, const Step *s, int index)
{
    sl_decision d;
    sl_game *copy = sl_game_clone(game);
    scene_answer(run, copy, index);
    bool asks = step_fits(run, copy, &(Step){ .act = ACT_CHOOSE, .player = s->player, .value = (Value *)&s->target, .count = 1, .paying = -1, .affiliation = -1 });
    if (asks)
        sl_game_decision(copy, &d);
    bool only = !asks && acted_on(game, copy, value_card(run, game, &s->target), sl_game_option(game, index).card);
    sl_game_free(copy);
    return only || (asks && d.kind != SL_DECIDE_PLAY && d.kind != SL_DECIDE_ORDERS);
}

static bool is_played_itself(const sl_game *game, int card)
{
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        if (o.verb == SL_PLAY && o.card == card)
            return true;
    }
    return false;
}

/* A card that is played as the cost of another card's text, which takes it where the line says (1E-7.9); where that is not said, it cannot be played otherwise. */
static bool pays_with(const Run *run, const sl_game *game, const Step *s, const sl_option *o, int index)
{
    int card = value_card(run, game, s->value);
    if (run->script->edition != SL_FIRST_EDITION || o->verb != SL_USE || card <= 0 || card_at(game, card).zone != SL_HAND || !card_at(game, o->card).in_play
        || (!s->target.kind && is_played_itself(game, card)))
        return false;
    Step target = { .act = ACT_CHOOSE, .player = s->player, .value = (Value *)&s->target, .count = 1, .paying = -1, .affiliation = -1 };
    sl_game *copy = sl_game_clone(game);
    scene_answer(run, copy, index);
    if (!s->target.kind) {
        bool spent = card_at(copy, card).zone != SL_HAND;
        sl_game_free(copy);
        return spent;
    }
    sl_decision d;
    bool asks = step_fits(run, copy, &target);
    for (int i = 0; !asks && i < 20 && answer_itself(run, copy); i++)
        asks = step_fits(run, copy, &target);
    for (int i = 0; asks && i < sl_game_options(copy); i++) {
        sl_game_decision(copy, &d);
        if (option_fits(run, copy, &d, &target, &s->target, i)) {
            scene_answer(run, copy, i);
            break;
        }
    }
    int on = value_card(run, game, &s->target);
    bool only = !asks && on > 0 && (card_at(copy, on).host != card_at(game, on).host || card_at(copy, on).zone != card_at(game, on).zone);
    bool paid = card_at(copy, card).zone != SL_HAND;
    sl_game_free(copy);
    return paid && (asks || only);              /* only: there was nothing else that it could take, and it was not asked for */
}

/* First Edition: two copies of a card are played together, one on a card and the other at a place.  The other was taken from the hand with the first, and
 * whoever says that it is played somewhere names the place that is asked for. */
static bool plays_other_copy(const Run *run, const sl_game *game, const sl_decision *d, const Step *s, const sl_option *o)
{
    int card = value_card(run, game, s->value);
    return run->script->edition == SL_FIRST_EDITION && o->verb == SL_CHOOSE && s->target.kind && card > 0 && d->card > 0 && d->card != card
        && card_at(game, card).def == card_at(game, d->card).def && card_at(game, card).zone == SL_DISCARD && value_is(run, game, &s->target, o->card);
}

/* The text of that number does something that could be used, unlike "Plays in your core.". */
static bool is_usable_text(const Run *run, const sl_game *game, int card, int number)
{
    int def = card_at(game, card).def;
    return number <= sl_card_texts(run->library, def) && sl_text_is_used(run->library, def, number - 1);
}

/* Some line uses a text of this card by a number that fits only where texts that nobody uses are left out of account: then its other lines count so, too. */
static bool counts_usable_texts(const Run *run, const sl_game *game, int card)
{
    for (int i = 0; i < run->script->step_count; i++) {
        const Step *s = &run->script->step[i];
        bool uses = (s->kind == STEP_ACT || s->kind == STEP_CAN || s->kind == STEP_CANNOT) && s->act == ACT_USE && s->number > 0 && s->count == 1;
        if (uses && !is_usable_text(run, game, card, s->number) && value_is(run, game, s->value, card))
            return true;
    }
    return false;
}

/* The texts of a card are counted as its file has them.  Where the one that is meant does nothing that could be used, only those are counted that do
 * something, and so they are wherever the scene does it once. */
int text_counted(const Run *run, const sl_game *game, const Step *s, int card)
{
    int number = s->number, way = way_counted(run, game, card, number);
    if (way < 0 || way == number - 1)
        return number - 1;
    return is_usable_text(run, game, card, number) && !counts_usable_texts(run, game, card) ? number - 1 : way;
}

static bool uses(const Run *run, const sl_game *game, const Step *s, const sl_option *o, int index)
{
    sl_decision d;
    sl_game_decision(game, &d);
    if (o->verb == SL_YES && d.kind == SL_DECIDE_YES_NO)         /* what a text that happens lets its reader do, not one that the line above has used */
        return s->number == 0 && !s->target.kind && (run->used != d.card || run->script->edition != SL_FIRST_EDITION) && value_is(run, game, s->value, d.card);
    if (o->verb == SL_USE && s->target.kind && !o->target && value_is(run, game, s->value, o->card) && (s->number == 0 || o->number == text_counted(run, game, s, o->card))
        && asks_for(run, game, s, index))
        return true;
    return o->verb == SL_USE && value_is(run, game, s->value, o->card) && (s->number == 0 || o->number == text_counted(run, game, s, o->card))
        && (target_fits(run, game, &s->target, o->target) || happens_to(run, game, &s->target, o));
}

static bool seeds(const Run *run, const sl_game *game, const Step *s, const Value *card, const sl_option *o)
{
    if (o->verb != SL_SEED || !value_is(run, game, card, o->card))
        return false;
    if (s->number)                              /* a mission at an end of its spaceline */
        return o->number == s->number - 1;
    if (s->means.kind)
        return o->number == 2 && is_between(run, game, s, o->target);
    return target_fits(run, game, &s->target, o->target);
}

/* What reports in response to something comes to where that happens. */
static bool happens_at(const Run *run, const sl_game *game, const Value *place)
{
    sl_decision d;
    sl_game_decision(game, &d);
    for (int i = 0; d.kind == SL_DECIDE_RESPONSE && i < d.subject_count; i++)
        if (place->kind == VALUE_NONE || value_is(run, game, place, card_at(game, sl_game_subject(game, i)).host))
            return true;
    return false;
}

static bool reports(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    if (o->verb == SL_USE && run->script->edition == SL_FIRST_EDITION && s->act == ACT_REPORT)
        return value_is(run, game, s->value, o->card) && !card_at(game, o->card).in_play && happens_at(run, game, &s->target);
    return o->verb == SL_REPORT && value_is(run, game, s->value, o->card) && target_fits(run, game, &s->target, o->target)
        && (s->affiliation < 0 || o->number == 0 || o->number == s->affiliation + 1);
}

static bool probes(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_PROBE && (s->count == 0 || value_is(run, game, s->value, o->card));
}

static bool changes(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_CHANGE && value_is(run, game, s->value, o->card) && (s->affiliation < 0 || o->number == s->affiliation + 1);
}

static bool does(const Run *run, const sl_game *game, const Step *s, const sl_option *o, sl_verb verb)
{
    bool there = verb == SL_DOCK && s->target.kind ? is_place_or_site(run, game, &s->target, o->target) : target_fits(run, game, &s->target, o->target);
    return o->verb == verb && value_is(run, game, s->value, o->card) && there;
}

/* A force is named by any of its members, ships and facilities by themselves. */
static bool value_is_of(const Run *run, const sl_game *game, const Value *v, int id)
{
    enum { MOST = 128 };
    int ids[MOST], count = id ? sl_game_force(game, id, ids, MOST) : 0;
    for (int i = 0; i < count && i < MOST; i++)
        if (value_is(run, game, v, ids[i]))
            return true;
    return id && value_is(run, game, v, id);
}

static bool battles_with(const Run *run, const sl_game *game, const Step *s, int id)
{
    for (int i = 0; i < s->with_count; i++)
        if (value_is_of(run, game, &s->with[i], id))
            return true;
    return s->with_count == 0;
}

/* A team is named by a member, by the ship or facility that it is aboard, or by its planet. */
static bool names_team(const Run *run, const sl_game *game, const Value *v, int member)
{
    return v->kind == VALUE_NONE || value_is(run, game, v, member) || value_is(run, game, v, card_at(game, member).host)
        || (value_card(run, game, v) > 0 && same_team(game, member, value_card(run, game, v)));
}

/* Who infiltrates is the card of the option, and where is its target. */
static bool infiltrates(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_INFILTRATE && target_fits(run, game, &s->target, o->card) && names_team(run, game, s->value, o->target);
}

static bool scouts(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_SCOUT && value_is(run, game, s->value, o->card) && names_team(run, game, &s->target, o->target);
}

/* Whoever attacks is unstopped; the stopped members of a force stay out of it. */
static bool names_stopped(const Run *run, const sl_game *game, const Step *s)
{
    for (int i = 0; i < s->with_count; i++) {
        int id = value_card(run, game, &s->with[i]);
        if (id > 0 && card_at(game, id).stopped)
            return true;
    }
    return false;
}

/* All members that the line names are of that force; of several ships and facilities the first is the target with which the battle begins. */
static bool attacks(const Run *run, const sl_game *game, const Step *s, int target)
{
    int members = target ? sl_game_force(game, target, NULL, 0) : 0;
    for (int k = 1; k < s->count && members > 0; k++)
        if (!value_is_of(run, game, &s->value[k], target))
            return false;
    return value_is_of(run, game, s->value, target);
}

static bool battles(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_BATTLE && attacks(run, game, s, o->card) && battles_with(run, game, s, o->target)
        && !names_stopped(run, game, s);
}

/* ---- the option that a chosen thing means ---- */

static int title_letter(Str title)
{
    char c = title.at[0];
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    return c >= 'A' && c <= 'Z' ? c : '#';
}

static bool chooses_trait(const sl_game *game, const Value *v, const sl_option *o, int index)
{
    sl_option_names names;
    sl_game_option_names(game, index, &names);
    return o->verb == SL_NAME_TRAIT && str_is_nocase(v->text, names.title);
}

static bool chooses_title(const Run *run, const sl_game *game, const Value *v, const sl_option *o)
{
    if (o->verb == SL_CHOOSE)
        return value_is(run, game, v, o->card);
    if (o->verb == SL_NAME_CARD)
        return title_names(run, o->def, v->text);
    return o->verb == SL_NAME_LETTER && o->number == title_letter(v->text);
}

/* First Edition: "choose any player" is a choice of two ways, oneself first. */
static bool chooses_side(const Run *run, const sl_decision *d, const Value *v, const sl_option *o)
{
    return run->script->edition == SL_FIRST_EDITION && d->kind == SL_DECIDE_MODE && d->options == 2 && o->verb == SL_MODE && o->number == (v->number != d->player);
}

/* Nothing: what ends a set or declines an offer; a response is declined with `passes`. */
static bool declines(const sl_decision *d, const sl_option *o)
{
    return o->verb == SL_DONE || o->verb == SL_NO || (o->verb == SL_PASS && d->kind != SL_DECIDE_RESPONSE);
}

/* One card that may be taken or left: whoever says yes takes it. */
static bool takes_or_leaves(const sl_decision *d, const sl_option *o, bool yes)
{
    return (d->kind == SL_DECIDE_SET || d->kind == SL_DECIDE_CARD) && d->options == 2 && d->may_end && o->verb == (yes ? SL_CHOOSE : SL_DONE);
}

/* The words stand in the text of that way, whole, and in no other way's. */
static bool says_it(const sl_game *game, int option, Str words)
{
    char text[400];
    sl_game_mode_words(game, option, text, sizeof text);
    for (const char *at = text; words.len && strlen(at) >= words.len; at++) {
        bool inside = (at > text && isalnum((unsigned char)at[-1])) || isalnum((unsigned char)at[words.len]);
        if (!inside && str_eq_nocase((Str){ at, words.len }, words))
            return true;
    }
    return false;
}

static bool chooses_way(const sl_game *game, const sl_decision *d, const sl_option *o, int index, Str words)
{
    if (o->verb != SL_MODE || !says_it(game, index, words))
        return false;
    for (int i = 0; i < d->options; i++)
        if (i != index && says_it(game, i, words))
            return false;
    return true;
}

/* A text brings a card of several functions into play, and nothing is asked but for which of them. */
static bool chooses_function(const Run *run, const sl_game *game, const sl_decision *d, const Value *v, const sl_option *o)
{
    for (int i = 0; i < d->options; i++)
        if (sl_game_option(game, i).verb == SL_PLAY ? sl_game_option(game, i).card != o->card : sl_game_option(game, i).verb == SL_END)
            return false;
    return d->kind == SL_DECIDE_PLAY && o->verb == SL_PLAY && o->number == sl_card_function(run->library, card_at(game, o->card).def, v->number - 1);
}

static bool chooses(const Run *run, const sl_game *game, const sl_decision *d, const Value *v, const sl_option *o, int index)
{
    bool ordered = d->kind == SL_DECIDE_MANDATORY || d->kind == SL_DECIDE_ORDERING;
    switch (v->kind) {
    case VALUE_NAME:    return (o->verb == SL_CHOOSE || (ordered && o->verb == SL_USE)) && value_is(run, game, v, o->card);
    case VALUE_TITLE:   return chooses_title(run, game, v, o) || chooses_trait(game, v, o, index)
                            || (ordered && o->verb == SL_USE && value_is(run, game, v, o->card));
    case VALUE_NUMBER:  return (o->verb == SL_NUMBER && o->number == v->number) || chooses_way(game, d, o, index, v->text);
    case VALUE_SKILL:   return (o->verb == SL_NAME_SKILL && o->number == v->number) || chooses_way(game, d, o, index, v->text);
    case VALUE_AFFILIATION: return (o->verb == SL_NAME_ICON && o->number == v->number) || chooses_trait(game, v, o, index) || chooses_way(game, d, o, index, v->text);
    case VALUE_TYPE:    return chooses_way(game, d, o, index, v->text);
    case VALUE_ICON:    return (o->verb == SL_NAME_ICON && o->number == v->number) || chooses_way(game, d, o, index, str_of(sl_icon_text(v->number)));
    case VALUE_GENDER:  return o->verb == SL_NAME_GENDER && o->number == v->number;
    case VALUE_TRAIT:   return chooses_trait(game, v, o, index);
    case VALUE_YES:     return o->verb == SL_YES || takes_or_leaves(d, o, true);
    case VALUE_NO:      return o->verb == SL_NO || takes_or_leaves(d, o, false);
    case VALUE_PLAYER:  return o->verb == SL_PICK_PLAYER ? o->number == v->number : chooses_side(run, d, v, o);
    case VALUE_NOTHING: return declines(d, o);
    case VALUE_OPTION:  if (d->kind == SL_DECIDE_PLAY)
                            return chooses_function(run, game, d, v, o);
                        return d->kind != SL_DECIDE_YES_NO && d->kind != SL_DECIDE_RESPONSE && d->kind != SL_DECIDE_ORDERS
                            && d->kind != SL_DECIDE_CARD && d->kind != SL_DECIDE_SET && d->kind != SL_DECIDE_DISCARD && d->kind != SL_DECIDE_ORDERING
                            && (o->verb == SL_MODE ? o->number == v->number - 1 : index == v->number - 1);
    default:            return false;
    }
}

bool option_chosen_by(const Run *run, const sl_game *game, const Value *v, int option)
{
    sl_decision d;
    sl_option o = sl_game_option(game, option);
    sl_game_decision(game, &d);
    return chooses(run, game, &d, v, &o, option);
}

/* The cards that go are chosen one by one behind the order. */
bool moves_group(const Step *s)
{
    return s->act == ACT_BEAM || s->act == ACT_WALK;
}

bool is_choosing(const Step *s)
{
    return s->act == ACT_CHOOSE || s->act == ACT_STACK || s->act == ACT_DISCARD || s->act == ACT_DOWNLOAD;
}

/* Whether option `index` is what the line means: with v, that one of its choices; without, its verb. */
bool option_fits(const Run *run, const sl_game *game, const sl_decision *d, const Step *s, const Value *v, int index)
{
    sl_option o = sl_game_option(game, index);
    if (v)
        return (s->act != ACT_STACK || d->kind == SL_DECIDE_STACK) && chooses(run, game, d, v, &o, index);
    switch (s->act) {
    case ACT_PLAY:    return plays(run, game, s, &o) || pays_with(run, game, s, &o, index) || plays_other_copy(run, game, d, s, &o) || (run->script->edition == SL_FIRST_EDITION && reports(run, game, s, &o));
    case ACT_DRAW:    return o.verb == SL_DRAW;
    case ACT_END:     return o.verb == SL_END;
    case ACT_BEAM: case ACT_WALK: return beams(run, game, s, &o);
    case ACT_MOVE:    return o.verb == SL_MOVE && value_is(run, game, s->value, o.card) && (!s->target.kind || value_is(run, game, &s->target, o.target))
                          && (!s->from.kind || value_is(run, game, &s->from, card_at(game, o.card).host));
    case ACT_ATTEMPT: return attempts(run, game, s, &o, index);
    case ACT_USE:     return uses(run, game, s, &o, index);
    case ACT_PASS:    return o.verb == SL_PASS || (o.verb == SL_END && d->kind == SL_DECIDE_ORDERS && d->player != sl_game_active(game));     /* done with cards that he controls for a while */
    case ACT_LOOP:    return o.verb == SL_LOOP;
    case ACT_SEED:    return seeds(run, game, s, s->value, &o);
    case ACT_BATTLE:  return battles(run, game, s, &o);
    case ACT_RETURN_FIRE: return o.verb == SL_RETURN_FIRE && (s->count == 0 || value_is(run, game, s->value, o.card)) && battles_with(run, game, s, o.target);
    case ACT_DEFEND:  return o.verb == SL_DEFEND && battles_with(run, game, s, o.card);
    case ACT_RESCUE:  return o.verb == SL_RESCUE && value_is(run, game, s->value, o.card);
    case ACT_IMPRISON: case ACT_ESCORT: return does(run, game, s, &o, verb_of(s->act));
    case ACT_STUN:    return does(run, game, s, &o, SL_STUN);
    case ACT_WOUND:   return does(run, game, s, &o, SL_WOUND);
    case ACT_RESPOND: return d->kind == SL_DECIDE_RESPONSE && o.verb != SL_PASS;
    case ACT_REPORT:  return reports(run, game, s, &o);
    case ACT_PROBE:   return probes(run, game, s, &o);
    case ACT_CHANGE:  return changes(run, game, s, &o);
    case ACT_INFILTRATE: return infiltrates(run, game, s, &o);
    case ACT_SCOUT:   return scouts(run, game, s, &o);
    case ACT_REPLACE: case ACT_COMMANDEER: case ACT_EXPOSE: case ACT_ACTIVATE: return does(run, game, s, &o, verb_of(s->act));
    case ACT_DOCK: case ACT_UNDOCK: case ACT_LAND: case ACT_TAKE_OFF: case ACT_TAKE_BACK: case ACT_LOAD: case ACT_LAUNCH: case ACT_CLOAK:
    case ACT_DECLOAK: case ACT_PHASE: case ACT_UNPHASE:
        return does(run, game, s, &o, verb_of(s->act));
    default:          return false;
    }
}

/* ---- what a refusal is about ---- */

static bool any_value_is(const Run *run, const sl_game *game, const Step *s, int id)
{
    for (int i = 0; i < s->count; i++)
        if (value_is(run, game, &s->value[i], id))
            return true;
    return false;
}

/* A refusal may leave the target out: then it holds for all targets. */
bool refuses(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    bool target = o->target == 0 || target_fits(run, game, &s->target, o->target);
    bool card = any_value_is(run, game, s, o->card);
    bool text = s->number == 0 || o->number == s->number - 1 || (card && o->number == way_counted(run, game, o->card, s->number));
    bool means = s->means.kind && (o->verb == SL_USE || o->verb == SL_PLAY) && value_is(run, game, &s->means, o->card);    /* the text by which it is done */
    switch (s->act) {
    case ACT_DOWNLOAD: return means || (o->verb == SL_CHOOSE && card);
    case ACT_PLAY:    return (o->verb == SL_PLAY || o->verb == SL_REPORT || (o->verb == SL_USE && !card_at(game, o->card).in_play)) && card && target;
    case ACT_USE:     return o->verb == SL_USE && card && target && text;
    case ACT_DRAW:    return o->verb == SL_DRAW;
    case ACT_END:     return o->verb == SL_END;
    case ACT_BEAM: case ACT_WALK:
                      return (o->verb == verb_of(s->act) && target && (card || o->card == 0 || lies_there(run, game, s->value, o->card)))
                          || (o->verb == SL_CHOOSE && card);
    case ACT_MOVE:    return o->verb == SL_MOVE && card && target;
    case ACT_ATTEMPT: return o->verb == SL_ATTEMPT && card && (target || (run->script->edition == SL_FIRST_EDITION && attempts_with(run, game, s, o, &s->target)));
    case ACT_LOOP:    return o->verb == SL_LOOP;
    case ACT_SEED:    return o->verb == SL_SEED && card && (target || s->number) && (!s->number || o->number == s->number - 1);
    case ACT_REPORT:  return means || (o->verb == SL_REPORT && card && target);
    case ACT_REPLACE: case ACT_COMMANDEER: case ACT_EXPOSE: case ACT_ACTIVATE: case ACT_DOCK: case ACT_UNDOCK: case ACT_LAND: case ACT_TAKE_OFF: case ACT_TAKE_BACK: case ACT_LOAD: case ACT_LAUNCH: case ACT_CLOAK:
    case ACT_DECLOAK: case ACT_PHASE: case ACT_UNPHASE:
                      return o->verb == verb_of(s->act) && card && target;
    case ACT_PROBE:   return probes(run, game, s, o);
    case ACT_CHANGE:  return changes(run, game, s, o);
    case ACT_INFILTRATE: return o->verb == SL_INFILTRATE && target_fits(run, game, &s->target, o->card) && (o->target == 0 || names_team(run, game, s->value, o->target));
    case ACT_SCOUT:   return o->verb == SL_SCOUT && card && (o->target == 0 || names_team(run, game, &s->target, o->target));
    case ACT_BATTLE:  return o->verb == SL_BATTLE && value_is_of(run, game, s->value, o->card)
                          && (o->target == 0 || battles_with(run, game, s, o->target));
    case ACT_RETURN_FIRE: return o->verb == SL_RETURN_FIRE && (s->count == 0 || card) && battles_with(run, game, s, o->target);
    case ACT_DEFEND:  return o->verb == SL_DEFEND && battles_with(run, game, s, o->card);
    case ACT_RESCUE: case ACT_IMPRISON: case ACT_ESCORT: return o->verb == verb_of(s->act) && card;
    case ACT_STUN:    return o->verb == SL_STUN && card;
    case ACT_WOUND:   return o->verb == SL_WOUND && card;
    case ACT_RESPOND: return o->verb == SL_USE || o->verb == SL_PLAY;
    case ACT_PASS:    return o->verb == SL_NO;
    case ACT_CONCEDE: return false;
    default:          return (o->verb == SL_CHOOSE && card) || (o->verb == SL_MODE && s->count == 1 && s->value->kind == VALUE_OPTION && o->number == s->value->number - 1) || (o->verb == SL_NO && s->count == 1 && s->value->kind == VALUE_NO);
    }
}
