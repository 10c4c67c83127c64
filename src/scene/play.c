/* Script lines against the options of the engine: which option a line means, answering it, saying why there is none. */
#include "scene/script.h"

enum { MAX_VALUES = 256 /* more than a line has tokens */, MAX_REFUSALS = 2048, SHOWN_OPTIONS = 12 };

/* ---- the option that a line begins with ---- */

static sl_verb verb_of(Act act)
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
static bool lies_there(const Run *run, const sl_game *game, const Value *v, int place)
{
    for (int id = 1; id <= sl_game_cards(game); id++) {
        sl_card card = card_at(game, id);
        if (card.host == place && (card.zone == SL_ABOARD || card.zone == SL_SURFACE) && value_is(run, game, v, id))
            return true;
    }
    return false;
}

static bool plays(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    if (!value_is(run, game, s->value, o->card) || !target_fits(run, game, &s->target, o->target))
        return false;
    if (o->verb == SL_USE)
        return !card_at(game, o->card).in_play;
    return o->verb == SL_PLAY && (s->number == 0 || o->number == s->number - 1);
}

static bool beams(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    if (o->verb != verb_of(s->act) || !value_is(run, game, &s->target, o->target))
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
    return leader ? same_team(game, leader, id) : lies_there(run, game, with, value_card(run, game, s->value));
}

static bool attempts(const Run *run, const sl_game *game, const Step *s, const sl_option *o, int index)
{
    if (o->verb != SL_ATTEMPT || !value_is(run, game, s->value, o->card))
        return false;
    if (run->script->edition == SL_FIRST_EDITION)
        return attempts_with(run, game, s, o, &s->target) && (s->from.kind == VALUE_NONE || attempts_with(run, game, s, o, &s->from));
    if (!target_fits(run, game, &s->target, o->target))
        return false;
    if (s->means.kind == VALUE_NONE)
        return o->number == 0;
    if (s->means.kind == VALUE_NUMBER)
        return o->number == s->means.number;
    char text[400] = "";
    sl_game_describe(game, index, text, sizeof text);
    return o->number != 0 && has_words(text, str_of(card_title(run, game, value_card(run, game, &s->means))));
}

static bool uses(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_USE && value_is(run, game, s->value, o->card) && (s->number == 0 || o->number == s->number - 1)
        && target_fits(run, game, &s->target, o->target);
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

static bool does(const Run *run, const sl_game *game, const Step *s, const sl_option *o, sl_verb verb)
{
    return o->verb == verb && value_is(run, game, s->value, o->card) && target_fits(run, game, &s->target, o->target);
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

static bool battles(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    return o->verb == SL_BATTLE && value_is_of(run, game, s->value, o->card) && battles_with(run, game, s, o->target)
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

static bool chooses_title(const Run *run, const sl_game *game, const Value *v, const sl_option *o)
{
    if (o->verb == SL_CHOOSE)
        return value_is(run, game, v, o->card);
    if (o->verb == SL_NAME_CARD)
        return title_names(run, o->def, v->text);
    return o->verb == SL_NAME_LETTER && o->number == title_letter(v->text);
}

/* Nothing: what ends a set or declines an offer; a response is declined with `passes`. */
static bool declines(const sl_decision *d, const sl_option *o)
{
    return o->verb == SL_DONE || o->verb == SL_NO || (o->verb == SL_PASS && d->kind != SL_DECIDE_RESPONSE);
}

static bool chooses(const Run *run, const sl_game *game, const sl_decision *d, const Value *v, const sl_option *o, int index)
{
    bool ordered = d->kind == SL_DECIDE_MANDATORY || d->kind == SL_DECIDE_ORDERING;
    switch (v->kind) {
    case VALUE_NAME:    return (o->verb == SL_CHOOSE || (ordered && o->verb == SL_USE)) && value_is(run, game, v, o->card);
    case VALUE_TITLE:   return chooses_title(run, game, v, o)
                            || (ordered && o->verb == SL_USE && value_is(run, game, v, o->card));
    case VALUE_NUMBER:  return o->verb == SL_NUMBER && o->number == v->number;
    case VALUE_SKILL:   return o->verb == SL_NAME_SKILL && o->number == v->number;
    case VALUE_YES:     return o->verb == SL_YES;
    case VALUE_NO:      return o->verb == SL_NO;
    case VALUE_PLAYER:  return o->verb == SL_PICK_PLAYER && o->number == v->number;
    case VALUE_NOTHING: return declines(d, o);
    case VALUE_OPTION:  return d->kind != SL_DECIDE_RESPONSE && d->kind != SL_DECIDE_PLAY && d->kind != SL_DECIDE_ORDERS
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
static bool moves_group(const Step *s)
{
    return s->act == ACT_BEAM || s->act == ACT_WALK;
}

static bool is_choosing(const Step *s)
{
    return s->act == ACT_CHOOSE || s->act == ACT_STACK || s->act == ACT_DISCARD || s->act == ACT_DOWNLOAD;
}

/* Whether option `index` is what the line means: with v, that one of its choices; without, its verb. */
static bool option_fits(const Run *run, const sl_game *game, const sl_decision *d, const Step *s, const Value *v, int index)
{
    sl_option o = sl_game_option(game, index);
    if (v)
        return (s->act != ACT_STACK || d->kind == SL_DECIDE_STACK) && chooses(run, game, d, v, &o, index);
    switch (s->act) {
    case ACT_PLAY:    return plays(run, game, s, &o);
    case ACT_DRAW:    return o.verb == SL_DRAW;
    case ACT_END:     return o.verb == SL_END;
    case ACT_BEAM: case ACT_WALK: return beams(run, game, s, &o);
    case ACT_MOVE:    return o.verb == SL_MOVE && value_is(run, game, s->value, o.card) && value_is(run, game, &s->target, o.target);
    case ACT_ATTEMPT: return attempts(run, game, s, &o, index);
    case ACT_USE:     return uses(run, game, s, &o);
    case ACT_PASS:    return o.verb == SL_PASS;
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
    case ACT_REPORT: case ACT_DOCK: case ACT_UNDOCK: case ACT_LAND: case ACT_TAKE_OFF: case ACT_TAKE_BACK: case ACT_LOAD: case ACT_LAUNCH: case ACT_CLOAK:
    case ACT_DECLOAK: case ACT_PHASE: case ACT_UNPHASE:
        return does(run, game, s, &o, verb_of(s->act));
    default:          return false;
    }
}

/* Cards of a set are offered in the engine's own order, each after the one before. */
static bool is_set(const sl_decision *d)
{
    return d->kind == SL_DECIDE_SET || d->kind == SL_DECIDE_DISCARD;
}

static bool open_decision(const sl_game *game, int player, sl_decision *d)
{
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, d);
    return player == ANYONE || d->player == player;
}

/* The option that begins a download: the text or the play of the card that is named by `with`. */
static int download_begins(const Run *run, const sl_game *game, const Step *s)
{
    for (int i = 0; s->act == ACT_DOWNLOAD && s->means.kind && i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        if ((o.verb == SL_USE || o.verb == SL_PLAY) && value_is(run, game, &s->means, o.card))
            return i;
    }
    return -1;
}

bool step_fits(const Run *run, const sl_game *game, const Step *s)
{
    sl_decision d;
    if (!open_decision(game, s->player, &d))
        return false;
    int values = is_choosing(s) ? is_set(&d) ? s->count : 1 : 0;
    if (download_begins(run, game, s) >= 0)
        return true;
    for (int i = 0; i < d.options; i++) {
        if (!values && option_fits(run, game, &d, s, NULL, i))
            return true;
        for (int k = 0; k < values; k++)
            if (option_fits(run, game, &d, s, &s->value[k], i))
                return true;
    }
    return false;
}

/* ---- why not ---- */

bool has_words(const char *text, Str words)
{
    if (!text)
        return false;
    size_t len = strlen(text);
    for (size_t i = 0; i + words.len <= len; i++)
        if (str_eq_nocase((Str){ text + i, words.len }, words))
            return true;
    return false;
}

bool cites(Str demanded, const char *given)
{
    Str id = str_of(given);
    if (id.len <= demanded.len)
        return str_eq(id, demanded);
    return memcmp(id.at, demanded.at, demanded.len) == 0 && id.at[demanded.len] == '.';
}

static bool any_value_is(const Run *run, const sl_game *game, const Step *s, int id)
{
    for (int i = 0; i < s->count; i++)
        if (value_is(run, game, &s->value[i], id))
            return true;
    return false;
}

/* A refusal may leave the target out: then it holds for all targets. */
static bool refuses(const Run *run, const sl_game *game, const Step *s, const sl_option *o)
{
    bool target = o->target == 0 || target_fits(run, game, &s->target, o->target);
    bool card = any_value_is(run, game, s, o->card);
    bool text = s->number == 0 || o->number == s->number - 1;
    switch (s->act) {
    case ACT_PLAY:    return (o->verb == SL_PLAY || (o->verb == SL_USE && !card_at(game, o->card).in_play)) && card && target;
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
    case ACT_REPORT: case ACT_DOCK: case ACT_UNDOCK: case ACT_LAND: case ACT_TAKE_OFF: case ACT_TAKE_BACK: case ACT_LOAD: case ACT_LAUNCH: case ACT_CLOAK:
    case ACT_DECLOAK: case ACT_PHASE: case ACT_UNPHASE:
                      return o->verb == verb_of(s->act) && card && target;
    case ACT_BATTLE:  return o->verb == SL_BATTLE && value_is_of(run, game, s->value, o->card)
                          && (o->target == 0 || battles_with(run, game, s, o->target));
    case ACT_RETURN_FIRE: return o->verb == SL_RETURN_FIRE && (s->count == 0 || card) && battles_with(run, game, s, o->target);
    case ACT_DEFEND:  return o->verb == SL_DEFEND && battles_with(run, game, s, o->card);
    case ACT_RESCUE: case ACT_IMPRISON: case ACT_ESCORT: return o->verb == verb_of(s->act) && card;
    case ACT_STUN:    return o->verb == SL_STUN && card;
    case ACT_WOUND:   return o->verb == SL_WOUND && card;
    case ACT_RESPOND: return o->verb == SL_USE || o->verb == SL_PLAY;
    case ACT_PASS: case ACT_CONCEDE: return false;
    default:          return o->verb == SL_CHOOSE && card;
    }
}

/* What a line names, as a question to the engine; card: one of its values. */
static sl_option question(const Run *run, const sl_game *game, const Step *s, int card)
{
    int target = s->target.kind == VALUE_NAME || s->target.kind == VALUE_TITLE ? value_card(run, game, &s->target) : 0;
    sl_option o = { .verb = verb_of(s->act), .card = card, .target = target > 0 ? target : 0 };
    if (s->act == ACT_ATTEMPT && s->means.kind == VALUE_NUMBER)
        o.number = s->means.number;
    if (s->act == ACT_USE && s->number)
        o.number = s->number - 1;
    if (s->act == ACT_STACK)
        o.number = SL_TO_STACK;
    return o;
}

static bool told_why(const sl_game *game, const sl_refusal *refusal, Str id, Out *reasons, int *last, int *shown)
{
    char text[300] = "";
    if (id.len && cites(id, sl_cite_id(refusal->cite)))
        return true;
    for (int n = 0; id.len && sl_cite_kin(refusal->cite, n); n++)
        if (cites(id, sl_cite_id(sl_cite_kin(refusal->cite, n))))
            return true;
    sl_game_reason(game, refusal, text, sizeof text);
    bool told = reasons->at && reasons->len && has_words(reasons->at, str_of(text));
    if (refusal->cite != *last && !told && (*shown)++ < 4)
        out_text(reasons, "%s%s (%s)", reasons->len ? "; " : "", sl_cite_id(refusal->cite), text);
    *last = refusal->cite;
    return false;
}

static bool is_eligible(const sl_game *game, int card)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    for (int i = 0; i < d.eligible_count; i++)
        if (sl_game_eligible(game, i) == card)
            return true;
    return false;
}

/* Asks the engine about each card that the line names; where each of them could be chosen, about their number. */
static bool asked_why(const Run *run, const sl_game *game, const Step *s, Str id, Out *reasons)
{
    enum { MOST = 32 };
    sl_refusal refusal[MOST];
    int last = 0, shown = reasons->len ? 3 : 0;
    bool asked_about_one = false;
    if (s->act == ACT_RESPOND || s->act == ACT_CONCEDE || s->act == ACT_LOOP)
        return false;
    for (int k = 0; k < (s->count ? s->count : 1); k++) {
        bool names = s->count && (s->value[k].kind == VALUE_NAME || s->value[k].kind == VALUE_TITLE);
        int card = names ? value_card(run, game, &s->value[k]) : 0;
        if (names && card <= 0)
            continue;
        if (is_choosing(s) && is_eligible(game, card)) {
            if (k + 1 < s->count || asked_about_one)
                continue;
            card = 0;
        }
        asked_about_one = true;
        sl_option asked = question(run, game, s, card);
        int count = sl_game_why_not(game, s->player, asked, refusal, MOST);
        for (int i = 0; i < count; i++)
            if (told_why(game, &refusal[i], id, reasons, &last, &shown))
                return true;
    }
    return false;
}

bool step_refused_by(const Run *run, const sl_game *game, const Step *s, Str id, Out *reasons)
{
    sl_refusal refusal[MAX_REFUSALS];
    bool anothers = s->player != ANYONE && s->player != sl_game_player(game) && s->player != sl_game_active(game);
    if (sl_game_player(game) < 0 || anothers)
        return asked_why(run, game, s, id, reasons);
    int count = sl_game_refusals(game, refusal, MAX_REFUSALS), last = 0, shown = 0;
    for (int i = 0; i < count && i < MAX_REFUSALS; i++)
        if (refuses(run, game, s, &refusal[i].option) && told_why(game, &refusal[i], id, reasons, &last, &shown))
            return true;
    return asked_why(run, game, s, id, reasons);
}

static const char *const decide_words[] = {
    [SL_DECIDE_PLAY] = "plays and draws", [SL_DECIDE_ORDERS] = "gives orders", [SL_DECIDE_RESPONSE] = "may respond",
    [SL_DECIDE_CARD] = "chooses a card", [SL_DECIDE_SET] = "chooses cards", [SL_DECIDE_STACK] = "builds the dilemma stack",
    [SL_DECIDE_DISCARD] = "discards", [SL_DECIDE_YES_NO] = "says yes or no", [SL_DECIDE_MODE] = "chooses one of several",
    [SL_DECIDE_SKILL] = "names a skill", [SL_DECIDE_TITLE] = "names a title", [SL_DECIDE_NUMBER] = "chooses a number",
    [SL_DECIDE_PLAYER] = "chooses a player", [SL_DECIDE_ORDERING] = "puts cards in order",
    [SL_DECIDE_MANDATORY] = "chooses what happens first", [SL_DECIDE_SEED] = "seeds",
    [SL_DECIDE_BATTLE] = "is in a battle",
};

static void list_options(const sl_game *game, Out *why)
{
    sl_decision d;
    sl_game_decision(game, &d);
    out_text(why, "; %c %s", 'A' + d.player, decide_words[d.kind]);
    if (d.about && d.about[0])
        out_text(why, " (%s)", d.about);
    for (int i = 0; i < d.options && i < SHOWN_OPTIONS; i++) {
        char text[200] = "";
        sl_game_describe(game, i, text, sizeof text);
        out_text(why, "%s %s", i ? " |" : ":", text);
    }
    if (d.options > SHOWN_OPTIONS)
        out_text(why, " | and %d more", d.options - SHOWN_OPTIONS);
}

static bool not_offered(const Run *run, const sl_game *game, const Step *s, const Value *v, Out *why)
{
    char reason[700] = "";
    Out reasons = { reason, sizeof reason, 0 };
    if (v)
        out_text(why, "'%.*s' is not offered", STR(v->text));
    else
        out_text(why, "not offered");
    if (sl_game_player(game) < 0) {
        out_text(why, ": the game is over");
        return false;
    }
    step_refused_by(run, game, s, (Str){ NULL, 0 }, &reasons);
    if (reason[0])
        out_text(why, ", refused by %s", reason);
    list_options(game, why);
    return false;
}

/* ---- answering ---- */

static bool cards_alike(const sl_game *game, int a, int b)
{
    sl_card x = card_at(game, a), y = card_at(game, b);
    return x.def == y.def && x.owner == y.owner && x.commander == y.commander && x.zone == y.zone && x.host == y.host
        && x.stopped == y.stopped && x.face_down == y.face_down;
}

/* Two options that fit the same words may be taken for each other only when nothing tells them apart. */
static bool options_alike(const sl_game *game, const Step *s, sl_option a, sl_option b)
{
    if (s->act == ACT_PLAY || is_choosing(s))
        a.number = b.number = 0;
    if (s->act == ACT_BATTLE || s->act == ACT_RETURN_FIRE || s->act == ACT_DEFEND)
        return true;                            /* the same force, whichever of its ships is named first */
    bool declined = a.verb != b.verb && is_choosing(s);
    return declined || (a.verb == b.verb && a.number == b.number && a.target == b.target
                        && (a.card == b.card || cards_alike(game, a.card, b.card)));
}

/* How many counters answering this option takes, played out on a copy. */
static int counters_taken(const Run *run, const sl_game *game, int option)
{
    sl_game *copy = sl_game_clone(game);
    int before = sl_game_counters(copy);
    scene_answer(run, copy, option);
    for (int i = 0; i < 100 && sl_game_counters(copy) == before && answer_itself(run, copy); i++)
        ;
    int taken = before - sl_game_counters(copy);
    sl_game_free(copy);
    return taken;
}

static bool several_fit(const sl_game *game, int a, int b, Out *why)
{
    char one[200] = "", two[200] = "";
    sl_game_describe(game, a, one, sizeof one);
    sl_game_describe(game, b, two, sizeof two);
    out_text(why, "this fits several options, say which is meant: %s | %s", one, two);
    return false;
}

/* The option that the line, or one value of it, means.  -1 with the reason. */
static int pick(const Run *run, const sl_game *game, const Step *s, const Value *v, Out *why)
{
    sl_decision d;
    int found = -1, taken = 0;
    bool priced = s->paying >= 0 && !v, overpriced = false;
    if (!open_decision(game, s->player, &d))
        return not_offered(run, game, s, v, why), -1;
    for (int i = 0; i < d.options; i++) {
        if (!option_fits(run, game, &d, s, v, i))
            continue;
        if (priced && (taken = counters_taken(run, game, i)) != s->paying) {
            overpriced = true;
            continue;
        }
        if (found >= 0 && !options_alike(game, s, sl_game_option(game, found), sl_game_option(game, i)))
            return several_fit(game, found, i, why), -1;
        if (found < 0)
            found = i;
    }
    if (found < 0 && overpriced)
        out_text(why, "it takes %d counters, not %d", taken, s->paying);
    else if (found < 0)
        not_offered(run, game, s, v, why);
    return found;
}

/* The value to answer with now: the first one, or in a set the one that is offered first. */
static int next_value(const Run *run, const sl_game *game, const Step *s, const bool *used)
{
    sl_decision d;
    int first = -1;
    for (int k = s->count - 1; k >= 0; k--)
        if (!used[k])
            first = k;
    if (!open_decision(game, s->player, &d) || !is_set(&d))
        return first;
    for (int i = 0; i < d.options; i++)
        for (int k = 0; k < s->count; k++)
            if (!used[k] && s->value[k].kind != VALUE_NOTHING && option_fits(run, game, &d, s, &s->value[k], i))
                return k;
    return first;
}

/* Goes on to the decision that the value answers; a single card may have gone by itself in between. */
static void come_to(const Run *run, sl_game *game, const Step *s, const Value *v)
{
    Step one = *s;
    one.act = moves_group(s) ? ACT_CHOOSE : s->act;
    one.value = (Value *)v;
    one.count = 1;
    for (int i = 0; i < 1000 && !step_fits(run, game, &one) && answer_itself(run, game); i++)
        ;
}

/* The engine does not ask where there is no choice: who was alone has beamed already. */
static int already_beamed(const Run *run, const sl_game *game, const Step *s, bool *used)
{
    int beamed = 0, place = moves_group(s) ? value_card(run, game, &s->target) : 0;
    for (int k = 0; k < s->count && place > 0; k++) {
        used[k] = lies_there(run, game, &s->value[k], place);
        beamed += used[k];
    }
    return beamed;
}

/* The only title with its letter is named by the letter. */
static bool is_named(const Run *run, const sl_game *game, int asker, const Value *v)
{
    sl_card card;
    return asker && sl_game_card(game, SL_OPEN, asker, &card) && card.named_def && title_names(run, card.named_def, v->text);
}

/* A set is chosen in ascending order.  Where all that comes after a card is needed, it goes without a question, and whoever names the
 * whole set names it, too: marks the values that mean it, and returns how many they are. */
static int named_rest(const Run *run, const sl_game *game, const Step *s, bool *used, int option)
{
    sl_decision d;
    int rest = 0, named = 0, card = sl_game_option(game, option).card;
    bool meant[MAX_VALUES] = { false };
    if (!open_decision(game, s->player, &d) || !is_set(&d) || sl_game_option(game, option).verb != SL_CHOOSE)
        return 0;
    for (int i = 0; i < d.eligible_count; i++) {
        int id = sl_game_eligible(game, i);
        rest += id > card;
        for (int k = 0; k < s->count && id > card && named < rest; k++)
            if (!used[k] && !meant[k] && value_is(run, game, &s->value[k], id)) {
                meant[k] = true;
                named++;
            }
    }
    if (rest != d.least - d.chosen_count - 1 || named != rest)
        return 0;
    for (int k = 0; k < s->count; k++)
        used[k] = used[k] || meant[k];
    return named;
}

static bool choose_all(const Run *run, sl_game *game, const Step *s, Out *why)
{
    bool used[MAX_VALUES] = { false };
    assert(s->count <= MAX_VALUES);
    for (int left = s->count - already_beamed(run, game, s, used); left > 0;) {
        int k = next_value(run, game, s, used);
        size_t length = why->len;
        int option = pick(run, game, s, &s->value[k], why);
        if (option < 0) {
            come_to(run, game, s, &s->value[k]);
            Out quiet = { NULL, 0, 0 };
            option = pick(run, game, s, &s->value[k], &quiet);
            if (option < 0)
                return false;
            why->len = length;
        }
        bool letter = sl_game_option(game, option).verb == SL_NAME_LETTER;
        sl_decision asked;
        sl_game_decision(game, &asked);
        used[k] = true;
        left -= named_rest(run, game, s, used, option);
        scene_answer(run, game, option);
        letter = letter && !is_named(run, game, asked.card, &s->value[k]);   /* the title itself is named next */
        used[k] = !letter;
        left -= !letter;
    }
    return true;
}

static int option_with(const sl_game *game, sl_verb verb)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == verb)
            return i;
    return -1;
}

/* Ends the set that was just chosen, if it is still open. */
static void end_set(const Run *run, sl_game *game, const Step *s)
{
    sl_decision d;
    if (!open_decision(game, s->player, &d) || d.chosen_count == 0)
        return;
    int done = option_with(game, SL_DONE);
    if (done >= 0)
        scene_answer(run, game, done);
}

/* A whole download: the text begins, the card is taken, then the place where it goes.  What the engine does not ask must agree with the line. */
static bool play_download(const Run *run, sl_game *game, const Step *s, Out *why)
{
    int begin = download_begins(run, game, s);
    if (begin < 0) {
        out_text(why, "nothing of '%.*s' is offered now", STR(str_shown(s->means.text)));
        return false;
    }
    scene_answer(run, game, begin);
    for (int k = 0; k < s->count; k++) {
        int id = value_card(run, game, &s->value[k]);
        Out quiet = { NULL, 0, 0 };
        int option = pick(run, game, s, &s->value[k], &quiet);
        if (option >= 0)
            scene_answer(run, game, option);
        else if (id <= 0 || card_at(game, id).zone == SL_DECK)
            return pick(run, game, s, &s->value[k], why) >= 0;
        int hand = option_with(game, SL_MODE);
        if (hand >= 0)
            scene_answer(run, game, hand + (s->number == 1));
        option = s->target.kind ? pick(run, game, s, &s->target, &quiet) : -1;
        if (option >= 0)
            scene_answer(run, game, option);
    }
    return true;
}

/* A ship battle begins with one card of a side; the others that the line names are chosen afterwards. */
static bool choose_with(const Run *run, sl_game *game, const Step *s, sl_option begun, Out *why)
{
    Value others[MAX_VALUES];
    int lead = begun.verb == SL_DEFEND ? begun.card : begun.target;
    Step rest = *s;
    rest.act = ACT_CHOOSE;
    rest.value = others;
    rest.count = 0;
    if (sl_game_force(game, lead, NULL, 0) > 0)
        return true;                            /* people fight with their whole force */
    for (int i = 0; i < s->with_count && i < MAX_VALUES; i++)
        if (!value_is(run, game, &s->with[i], lead))
            others[rest.count++] = s->with[i];
    return rest.count == 0 || choose_all(run, game, &rest, why);
}

static bool names_side(const Step *s)
{
    return s->act == ACT_BATTLE || s->act == ACT_RETURN_FIRE || s->act == ACT_DEFEND;
}

bool step_play(const Run *run, sl_game *game, const Step *s, Out *why)
{
    for (int k = 1; s->act == ACT_SEED && k < s->count; k++) {        /* several cards, one after the other; the last one below */
        Step one = *s;
        one.value = &s->value[k - 1];
        one.count = 1;
        int option = pick(run, game, &one, NULL, why);
        if (option < 0)
            return false;
        scene_answer(run, game, option);
    }
    Step last = *s;
    if (s->act == ACT_SEED && s->count > 1) {
        last.value = &s->value[s->count - 1];
        last.count = 1;
        s = &last;
    }
    if (s->act == ACT_DOWNLOAD && s->means.kind)
        return play_download(run, game, s, why);
    if (!is_choosing(s)) {
        int option = pick(run, game, s, NULL, why);
        if (option < 0)
            return false;
        sl_option begun = sl_game_option(game, option);
        scene_answer(run, game, option);
        if (names_side(s) && !choose_with(run, game, s, begun, why))
            return false;
    }
    bool complete = moves_group(s) || names_side(s) || s->act == ACT_STACK;
    if (((complete && !names_side(s)) || is_choosing(s)) && !choose_all(run, game, s, why))
        return false;
    if (complete)
        end_set(run, game, s);
    return true;
}

/* ---- what answers itself ---- */

/* All that is left of a set must be chosen: the choice is none. */
static bool is_forced(const sl_game *game, const sl_decision *d)
{
    return is_set(d) && d->least - d->chosen_count == d->options && option_with(game, SL_CHOOSE) == 0
        && option_with(game, SL_DONE) < 0;
}

bool answer_itself(const Run *run, sl_game *game)
{
    sl_decision d;
    if (!open_decision(game, ANYONE, &d) || d.kind == SL_DECIDE_PLAY || d.kind == SL_DECIDE_ORDERS)
        return false;
    int answer = -1;
    if (d.kind == SL_DECIDE_RESPONSE || d.kind == SL_DECIDE_BATTLE)
        answer = option_with(game, SL_PASS);
    else if (d.kind == SL_DECIDE_STACK || (d.kind == SL_DECIDE_SET && d.may_end))
        answer = option_with(game, SL_DONE);
    else if (d.kind == SL_DECIDE_SEED && option_with(game, SL_SEED) < 0)       /* who has nothing to seed passes */
        answer = option_with(game, SL_PASS);
    else if (d.kind == SL_DECIDE_MANDATORY || d.kind == SL_DECIDE_ORDERING || is_forced(game, &d))
        answer = 0;
    if (answer < 0 && d.options == 1)
        answer = 0;
    if (answer >= 0)
        scene_answer(run, game, answer);
    return answer >= 0;
}
