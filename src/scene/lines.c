/* Reading script lines: what players do, can and cannot do.  Expectations are in expectations.c. */
#include "scene/reader.h"

Step *step_add(Reader *r, StepKind kind)
{
    Script *s = r->script;
    s->step = room_for_one(r->arena, s->step, s->step_count, &s->step_room, sizeof *s->step);
    Step *step = &s->step[s->step_count++];
    *step = (Step){ .kind = kind, .line = r->line, .source = r->source, .player = ANYONE, .paying = -1, .wanted = -1, .affiliation = -1 };
    return step;
}

/* ---- values ---- */

/* One value or several with commas between. */
bool read_values(Reader *r, Step *step, ReadValue read)
{
    int room = 0;
    do {
        step->value = room_for_one(r->arena, step->value, step->count, &room, sizeof *step->value);
        if (!read(r, &step->value[step->count]))
            return false;
        step->count++;
    } while (take_mark(r, ','));
    return true;
}

bool read_one(Reader *r, Step *step)
{
    step->value = arena_take(r->arena, sizeof *step->value);
    step->count = 1;
    return need_card(r, step->value);
}

static bool ends_value(const Reader *r)
{
    return peek(r)->kind != TOKEN_WORD || at_word(r, "because");
}

/* The words up to the next comma, with one blank between. */
Str words_here(Reader *r)
{
    size_t size = 1;
    for (int i = r->at; r->token[i].kind == TOKEN_WORD; i++)
        size += r->token[i].text.len + 1;
    Out out = { arena_take(r->arena, size), size, 0 };
    for (; !ends_value(r); r->at++)
        out_text(&out, "%s%.*s", out.len ? " " : "", STR(peek(r)->text));
    return (Str){ out.at, out.len };
}

int skill_called(Str name)
{
    for (int i = 0; i < sl_skill_count(); i++)
        if (str_is_nocase(name, sl_skill_name(i)))
            return i;
    return -1;
}

static int affiliation_called(Str name)
{
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_is_affiliation(i) && str_is_nocase(name, sl_icon_name(i)))
            return i;
    return -1;
}

bool need_affiliation(Reader *r, int *out)
{
    *out = peek(r)->kind == TOKEN_WORD ? affiliation_called(peek(r)->text) : -1;
    if (*out < 0)
        return wrong(r, "expected an affiliation, as in Klingon or Non-Aligned");
    r->at++;
    return true;
}

/* A type of card, an affiliation or gender, where one is to be named. */
static bool read_named(Reader *r, Value *out)
{
    static const char *const genders[] = { "male", "female", "neuter" }, *const types[] = { "personnel", "ship", "equipment", "event", "interrupt", "dilemma", "mission" };
    const Token *t = peek(r);
    *out = (Value){ .kind = VALUE_NONE, .text = t->text, .col = t->col, .owner = ANYONE };
    for (size_t i = 0; i < countof(types); i++)
        if (take_word(r, types[i])) {
            out->kind = VALUE_TYPE;
            return true;
        }
    for (size_t i = 0; i < countof(genders); i++)
        if (take_word(r, genders[i])) {
            out->kind = VALUE_GENDER;
            out->number = (int)i;
            return true;
        }
    int icon = affiliation_called(t->text);
    if (icon < 0)
        return false;
    out->kind = VALUE_AFFILIATION;
    out->number = icon;
    r->at++;
    return true;
}

static bool read_skill(Reader *r, Value *out)
{
    int at = r->at;
    Str words = words_here(r);
    int skill = skill_called(words);
    if (skill < 0) {
        r->at = at;
        return need_card(r, out);
    }
    *out = (Value){ .kind = VALUE_SKILL, .text = words, .col = r->token[at].col, .number = skill, .owner = ANYONE };
    return true;
}

/* What can be chosen: a card, a title, a skill, a number, yes or no, an option, a player, nothing. */
bool read_choice(Reader *r, Value *out)
{
    if (at_title(r))
        return need_title(r, out);
    const Token *t = peek(r);
    *out = (Value){ .kind = VALUE_NONE, .text = t->text, .col = t->col, .owner = ANYONE };
    if (t->kind == TOKEN_ICON) {
        out->kind = VALUE_ICON;
        out->number = icon_called(t->text);
        r->at++;
        return out->number >= 0 || error_at(r->err, r->file, r->line, t->col, "no icon '[%.*s]'", STR(str_shown(t->text)));
    }
    if (t->kind != TOKEN_WORD)
        return wrong(r, "expected a choice: a card, a title, a skill, an icon, a number, yes, no, option N, a player or nothing");
    if (take_word(r, "option")) {
        out->kind = VALUE_OPTION;
        if (!need_number(r, &out->number))
            return false;
        const Token *number = &r->token[r->at - 1];
        out->text.len = (size_t)(number->text.at + number->text.len - out->text.at);
        return out->number >= 1 || error_at(r->err, r->file, r->line, number->col, "options are counted from 1");
    }
    if (name_find(r->script, t->text) >= 0)
        return need_card(r, out);
    if (take_word(r, "yes"))
        out->kind = VALUE_YES;
    else if (take_word(r, "no"))
        out->kind = VALUE_NO;
    else if (take_word(r, "nothing"))
        out->kind = VALUE_NOTHING;
    else if (take_word(r, "a") || take_word(r, "an")) {
        *out = (Value){ .kind = VALUE_TRAIT, .text = peek(r)->text, .col = peek(r)->col, .owner = ANYONE };
        r->at++;
    } else if (str_int(t->text, &out->number)) {
        out->kind = VALUE_NUMBER;
        r->at++;
    } else if (player_letter(t->text) >= 0) {
        out->kind = VALUE_PLAYER;
        return need_player(r, &out->number);
    } else
        return read_named(r, out) || read_skill(r, out);
    return true;
}

static bool read_card_or_nothing(Reader *r, Value *out)
{
    *out = (Value){ .kind = VALUE_NOTHING, .text = peek(r)->text, .col = peek(r)->col, .owner = ANYONE };
    return take_word(r, "nothing") || need_card(r, out);
}

/* ---- what a player does ---- */

static bool read_nothing(Reader *r, Step *step)
{
    (void)r, (void)step;
    return true;
}

/* at Y, aboard Y, on Y, on planet Y, in core */
static bool read_target(Reader *r, Step *step)
{
    if (take_word(r, "in")) {
        step->target = (Value){ .kind = VALUE_CORE, .text = peek(r)->text, .owner = ANYONE };
        return need_word(r, "core");
    }
    if (!take_word(r, "at") && !take_word(r, "aboard") && !take_word(r, "on") && !take_word(r, "to"))
        return true;
    take_planet(r);
    return need_card(r, &step->target);
}

/* between X and Y */
static bool read_between(Reader *r, Step *step)
{
    step->between = true;
    return need_word(r, "between") && need_card(r, &step->target) && need_word(r, "and") && need_card(r, &step->means);
}

static bool read_function(Reader *r, Step *step)
{
    return step->number || !take_word(r, "option") || need_number(r, &step->number);
}

/* The function may stand before the target or behind it. */
static bool read_play(Reader *r, Step *step)
{
    if (!read_one(r, step) || !read_function(r, step) || (at_word(r, "between") ? !read_between(r, step) : !read_target(r, step)))
        return false;
    if (!read_function(r, step))
        return false;
    return !take_word(r, "paying") || need_number(r, &step->paying);
}

/* Of what can or cannot be done the place may be left out. */
static bool asks_for_some_place(const Reader *r, const Step *step)
{
    return step->kind != STEP_ACT && r->script->edition == SL_FIRST_EDITION && (at_end(r) || at_word(r, "because"));
}

static bool read_beam(Reader *r, Step *step)
{
    if (!read_values(r, step, need_card))
        return false;
    if (take_word(r, "from") && !need_card(r, &step->from))
        return false;
    if (asks_for_some_place(r, step))
        return true;
    if (!take_word(r, "aboard") && !need_word(r, "to"))
        return false;
    take_planet(r);
    return need_card(r, &step->target);
}

/* moves X [from Y] to Z: a ship is where it is. */
static bool read_move(Reader *r, Step *step)
{
    return read_one(r, step) && (!take_word(r, "from") || need_card(r, &step->from)) && (asks_for_some_place(r, step) || (need_word(r, "to") && need_card(r, &step->target)));
}

static bool read_attempt(Reader *r, Step *step)
{
    if (!read_one(r, step))
        return false;
    if (take_word(r, "with") && !(need_card(r, &step->target) && (!take_mark(r, ',') || need_card(r, &step->from))))
        return false;
    if (!take_word(r, "using"))
        return true;
    step->means = (Value){ .kind = VALUE_NUMBER, .text = peek(r)->text, .col = peek(r)->col, .owner = ANYONE };
    if (peek(r)->kind == TOKEN_WORD && str_int(peek(r)->text, &step->means.number))
        return r->at++, true;
    return need_card(r, &step->means);
}

static bool read_use(Reader *r, Step *step)
{
    if (!read_one(r, step))
        return false;
    int number;
    if (peek(r)->kind == TOKEN_WORD && str_int(peek(r)->text, &number)) {
        if (number < 1)
            return wrong(r, "the texts of a card are counted from 1");
        step->number = number;
        r->at++;
    }
    return read_target(r, step);
}

static bool read_choose(Reader *r, Step *step)   { return read_values(r, step, read_choice); }
static bool read_stack(Reader *r, Step *step)    { return read_values(r, step, read_card_or_nothing); }
static bool read_discard(Reader *r, Step *step)  { return read_values(r, step, need_card); }

/* downloads X[, Y …] [to hand, or to, on or at Z] [with W] */
static bool read_download(Reader *r, Step *step)
{
    if (!read_values(r, step, need_card))
        return false;
    bool place = take_word(r, "to") || take_word(r, "on") || take_word(r, "at") || take_word(r, "aboard") || take_word(r, "beneath");
    if (place && take_word(r, "hand"))
        step->number = 1;
    else if (place && !need_card(r, &step->target))
        return false;
    return !take_word(r, "with") || need_card(r, &step->means);
}

static bool read_loop(Reader *r, Step *step)
{
    (void)step;
    return need_word(r, "the") && need_word(r, "loop");
}

/* seeds X[, Y …] [beneath, at or on Z], [at left end, at right end, between X and Y] */
static bool read_seed(Reader *r, Step *step)
{
    if (!read_values(r, step, need_card))
        return false;
    if (at_word(r, "between"))
        return read_between(r, step);
    if (take_word(r, "at")) {
        for (int right = 0; right < 2; right++)
            if (take_word(r, right ? "right" : "left")) {
                step->number = right + 1;
                return need_word(r, "end");
            }
        return need_card(r, &step->target);
    }
    return !(take_word(r, "beneath") || take_word(r, "under") || take_word(r, "on")) || need_card(r, &step->target);
}

/* reports X [to Y] [with Z] [as AFFILIATION] */
static bool read_report(Reader *r, Step *step)
{
    bool place = read_one(r, step) && (take_word(r, "to") || take_word(r, "at") || take_word(r, "aboard"));
    if (!step->count || (place && !(take_planet(r), need_card(r, &step->target))))
        return false;
    return (!take_word(r, "with") || need_card(r, &step->means)) && (!take_word(r, "as") || need_affiliation(r, &step->affiliation));
}

/* changes X to AFFILIATION */
static bool read_change(Reader *r, Step *step)
{
    return read_one(r, step) && (!take_word(r, "to") || need_affiliation(r, &step->affiliation));
}

/* probes with X */
static bool read_probe(Reader *r, Step *step)
{
    step->value = arena_take(r->arena, sizeof *step->value);
    return !take_word(r, "with") || read_one(r, step);
}

static bool read_dock(Reader *r, Step *step)
{
    return read_one(r, step) && (!take_word(r, "at") || need_card(r, &step->target));
}

static bool read_take_off(Reader *r, Step *step)
{
    if (take_word(r, "back"))
        step->act = ACT_TAKE_BACK;
    else if (!need_word(r, "off"))
        return false;
    return read_one(r, step);
}

static bool read_load(Reader *r, Step *step)
{
    return read_one(r, step) && (!take_word(r, "aboard") || need_card(r, &step->target));
}

/* with Y[, Z …] */
static bool read_with(Reader *r, Step *step)
{
    Step list = { .count = 0 };
    if (!take_word(r, "with"))
        return true;
    bool read = read_values(r, &list, need_card);
    step->with = list.value;
    step->with_count = list.count;
    return read;
}

/* X[, Y …] with Z[, …]: members of the force that is attacked, or every target of a ship that fires at several. */
static bool read_battle(Reader *r, Step *step)
{
    return read_values(r, step, need_card) && read_with(r, step);
}

/* X [with Y] */
static bool read_one_with(Reader *r, Step *step)
{
    return read_one(r, step) && (!take_word(r, "with") || need_card(r, &step->target));
}

/* returns fire on X[, …] with Y[, Z …] */
static bool read_return_fire(Reader *r, Step *step)
{
    return need_word(r, "fire") && (!take_word(r, "on") ? (step->value = arena_take(r->arena, sizeof *step->value), true) : read_values(r, step, need_card))
        && read_with(r, step);
}

static bool read_defend(Reader *r, Step *step)
{
    return read_with(r, step);
}

static const struct { Act act; const char *does, *can; bool (*read)(Reader *, Step *); } verbs[] = {
    { ACT_PLAY,     "plays",     "play",     read_play },
    { ACT_DRAW,     "draws",     "draw",     read_nothing },
    { ACT_END,      "ends",      "end",      read_nothing },
    { ACT_BEAM,     "beams",     "beam",     read_beam },
    { ACT_MOVE,     "moves",     "move",     read_move },
    { ACT_ATTEMPT,  "attempts",  "attempt",  read_attempt },
    { ACT_USE,      "uses",      "use",      read_use },
    { ACT_CHOOSE,   "chooses",   "choose",   read_choose },
    { ACT_STACK,    "stacks",    "stack",    read_stack },
    { ACT_PASS,     "passes",    "pass",     read_nothing },
    { ACT_DISCARD,  "discards",  "discard",  read_discard },
    { ACT_DOWNLOAD, "downloads", "download", read_download },
    { ACT_CONCEDE,  "concedes",  NULL,       read_nothing },
    { ACT_LOOP,     "declares",  "declare",  read_loop },
    { ACT_RESPOND,  NULL,        "respond",  read_nothing },
    { ACT_SEED,     "seeds",     "seed",     read_seed },
    { ACT_REPORT,   "reports",   "report",   read_report },
    { ACT_DOCK,     "docks",     "dock",     read_dock },
    { ACT_UNDOCK,   "undocks",   "undock",   read_one },
    { ACT_LAND,     "lands",     "land",     read_one },
    { ACT_TAKE_OFF, "takes",     "take",     read_take_off },
    { ACT_LOAD,     "loads",     "load",     read_load },
    { ACT_LAUNCH,   "launches",  "launch",   read_one },
    { ACT_CLOAK,    "cloaks",    "cloak",    read_one },
    { ACT_DECLOAK,  "decloaks",  "decloak",  read_one },
    { ACT_PHASE,    "phases",    "phase",    read_one },
    { ACT_UNPHASE,  "unphases",  "unphase",  read_one },
    { ACT_WALK,     "walks",     "walk",     read_beam },
    { ACT_BATTLE,   "battles",   "battle",   read_battle },
    { ACT_RETURN_FIRE, "returns", "return",  read_return_fire },
    { ACT_DEFEND,   "defends",   "defend",   read_defend },
    { ACT_RESCUE,   "rescues",   "rescue",   read_one_with },
    { ACT_IMPRISON, "imprisons", "imprison", read_one },
    { ACT_ESCORT,   "escorts",   "escort",   read_one },
    { ACT_STUN,     "stuns",     "stun",     read_one },
    { ACT_WOUND,    "wounds",    "wound",    read_one },
    { ACT_REPLACE,  "replaces",  "replace",  read_one_with },
    { ACT_CHANGE,   "changes",   "change",   read_change },
    { ACT_SCOUT,    "scouts",    "scout",    read_one_with },
    { ACT_PROBE,    "probes",    "probe",    read_probe },
    { ACT_COMMANDEER, "commandeers", "commandeer", read_one_with },
    { ACT_INFILTRATE, "infiltrates", "infiltrate", read_one_with },
    { ACT_EXPOSE,   "exposes",   "expose",   read_one },
    { ACT_ACTIVATE, "activates", "activate", read_one_with },
};

static bool read_verb(Reader *r, Step *step)
{
    for (size_t i = 0; i < countof(verbs); i++) {
        const char *word = step->kind == STEP_ACT ? verbs[i].does : verbs[i].can;
        if (word && take_word(r, word)) {
            step->act = verbs[i].act;
            return verbs[i].read(r, step);
        }
    }
    bool first = r->script->edition == SL_FIRST_EDITION;
    return wrong(r, step->kind == STEP_ACT ? first ? "expected what the player does: plays, reports, draws, ends, beams, walks, moves, docks, attempts, battles, uses, "
                 "chooses, passes, discards, downloads, seeds, scouts or another verb of docs/scenes.md"
                 : "expected what the player does: plays, draws, ends, beams, moves, attempts, uses, "
                 "chooses, stacks, passes, discards, downloads, concedes or declares the loop"
                 : first ? "expected play, report, draw, end, beam, walk, move, dock, attempt, battle, use, choose, pass, discard, download, seed, scout, "
                 "respond or another verb of docs/scenes.md in its plain form"
                 : "expected play, draw, end, beam, move, attempt, use, choose, stack, pass, discard, download, respond or "
                 "declare the loop");
}

bool read_id(Reader *r, Step *step, Str *out)
{
    step->id_col = peek(r)->col;
    return need_id(r, out);
}

/* because ID, ID … alone: all that is told. */
static bool read_all_told(Reader *r, Step *step)
{
    while (take_mark(r, ',')) {
        if (step->beside_count == (int)countof(step->beside))
            return wrong(r, "at most %d reasons", (int)countof(step->beside) + 1);
        if (!read_id(r, step, &step->beside[step->beside_count++]))
            return false;
    }
    step->alone = step->asked = take_word(r, "alone");
    return step->alone || !step->beside_count || need_word(r, "alone");
}

/* PLAYER does …, PLAYER can …, PLAYER cannot … [because ID [by CARD] [saying WORDS] [when asked] [but not ID]] or [because ID, ID … alone] */
static bool read_act(Reader *r)
{
    Step *step = step_add(r, STEP_ACT);
    if (!need_player(r, &step->player))
        return false;
    if (take_word(r, "cannot"))
        step->kind = STEP_CANNOT;
    else if (take_word(r, "can"))
        step->kind = STEP_CAN;
    if (!read_verb(r, step))
        return false;
    if (step->kind == STEP_CANNOT && take_word(r, "because")) {
        if (!read_id(r, step, &step->because) || !read_all_told(r, step))
            return false;
        if (take_word(r, "by") && !need_card(r, &step->by))
            return false;
        if (take_word(r, "saying") && !need_words(r, &step->word))
            return false;
        if (take_word(r, "when") && !(step->asked = need_word(r, "asked")))
            return false;
        if (take_word(r, "but") && (!need_word(r, "not") || !read_id(r, step, &step->but_not)))
            return false;
    }
    return need_end(r);
}

/* turn passes to PLAYER [SEGMENT] */
static bool read_turn_passes(Reader *r)
{
    Step *step = step_add(r, STEP_TURN);
    r->at += 2;
    if (!need_word(r, "to") || !need_player(r, &step->player))
        return false;
    step->word = str_of("play");
    take_segment(r, &step->word);
    return need_end(r);
}

static bool read_random(Reader *r)
{
    Step *step = step_add(r, STEP_RANDOM);
    r->at++;
    return need_word(r, "picks") && read_values(r, step, need_card) && need_end(r);
}

static bool read_pause(Reader *r)
{
    step_add(r, STEP_PAUSE);
    r->at++;
    return need_end(r);
}

/* ---- lines ---- */

bool step_begins(const Reader *r)
{
    return peek(r)->kind == TOKEN_WORD
        && (player_letter(peek(r)->text) >= 0 || at_word(r, "expect") || at_word(r, "random") || at_word(r, "turn")
            || at_word(r, "pause"));
}

bool step_read(Reader *r)
{
    if (at_word(r, "expect"))
        return read_expect(r);
    if (at_word(r, "random"))
        return read_random(r);
    if (at_word(r, "turn"))
        return read_turn_passes(r);
    if (at_word(r, "pause"))
        return read_pause(r);
    return read_act(r);
}
