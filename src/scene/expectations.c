/* Reading expectations; whether they hold is in expect.c. */
#include "scene/reader.h"

static bool read_equals(Reader *r, Step *step)
{
    return need_mark(r, '=') && need_number(r, &step->wanted);
}

/* Zones as an expectation names them: also "dilemma pile", "dilemma stack", "discard pile", "draw deck". */
static bool read_zone(Reader *r, sl_zone *out)
{
    if (take_word(r, "dilemma")) {
        *out = at_word(r, "stack") ? SL_STACK : SL_PILE;
        return take_word(r, "stack") || need_word(r, "pile");
    }
    if (take_word(r, "draw")) {
        *out = SL_DECK;
        return need_word(r, "deck");
    }
    if (take_word(r, "point")) {
        *out = SL_POINTS;
        return need_word(r, "area");
    }
    if (peek(r)->kind != TOKEN_WORD || !zone_word(r->script, peek(r)->text, out))
        return wrong(r, "expected hand, deck, discard, dilemmas, removed, core, brig, dilemma pile, dilemma stack or, of a card, play");
    r->at++;
    if (*out == SL_DISCARD)
        take_word(r, "pile");
    return true;
}

static bool expect_points(Reader *r, Step *step)
{
    step->expect = EXPECT_POINTS;
    return need_player(r, &step->player) && read_equals(r, step);
}

/* bonus points PLAYER = N */
static bool expect_bonus(Reader *r, Step *step)
{
    step->expect = EXPECT_BONUS;
    return need_word(r, "points") && need_player(r, &step->player) && read_equals(r, step);
}

static bool expect_counters(Reader *r, Step *step)
{
    step->expect = EXPECT_COUNTERS;
    return read_equals(r, step);
}

static bool expect_end_of(Reader *r, Step *step, Expect which)
{
    step->expect = which;
    return need_word(r, "of") && read_zone(r, &step->zone) && need_player(r, &step->player) && need_mark(r, '=')
        && read_one(r, step);
}

static bool expect_top(Reader *r, Step *step)    { return expect_end_of(r, step, EXPECT_TOP); }
static bool expect_bottom(Reader *r, Step *step) { return expect_end_of(r, step, EXPECT_BOTTOM); }

static bool expect_count_beneath(Reader *r, Step *step)
{
    step->expect = EXPECT_COUNT_BENEATH;
    return read_one(r, step) && read_equals(r, step);
}

/* choices PLAYER = x, y */
static bool expect_choices(Reader *r, Step *step)
{
    step->expect = EXPECT_CHOICES;
    return need_player(r, &step->player) && need_mark(r, '=') && read_values(r, step, read_choice);
}

static bool expect_asked(Reader *r, Step *step)
{
    step->expect = EXPECT_ASKED;
    return need_player(r, &step->player) && (at_end(r) || need_words(r, &step->word));
}

static bool expect_winner(Reader *r, Step *step)
{
    step->expect = EXPECT_WINNER;
    return need_player(r, &step->player);
}

static bool expect_battle_winner(Reader *r, Step *step)
{
    step->expect = EXPECT_BATTLE_WINNER;
    if (!need_word(r, "winner"))
        return false;
    step->player = ANYONE;
    return take_word(r, "nobody") || take_word(r, "none") || need_player(r, &step->player);
}

static bool expect_goes_on(Reader *r, Step *step)
{
    step->expect = EXPECT_GOES_ON;
    return need_word(r, "goes") && need_word(r, "on");
}

static bool expect_draw(Reader *r, Step *step)
{
    (void)r;
    step->expect = EXPECT_DRAW;
    return true;
}

static bool expect_log(Reader *r, Step *step)
{
    step->expect = EXPECT_LOG;
    return need_words(r, &step->word);
}

static bool expect_cited(Reader *r, Step *step)
{
    step->expect = EXPECT_CITED;
    return read_id(r, step, &step->word);
}

static bool expect_turn(Reader *r, Step *step)
{
    step->expect = EXPECT_TURN;
    if (!need_player(r, &step->player))
        return false;
    return take_segment(r, &step->word) || at_end(r) || wrong(r, "expected start, play, orders, discard or end");
}

/* decklist legal; decklist illegal [because ID] */
static bool expect_decklist(Reader *r, Step *step)
{
    step->expect = EXPECT_DECKLIST;
    if (!r->script->decklist.len)
        return wrong(r, "the scene has no decklist; it stands between the lines 'decklist' and 'end'");
    step->word = peek(r)->text;
    if (take_word(r, "legal"))
        return true;
    if (!take_word(r, "illegal"))
        return wrong(r, "expected 'legal' or 'illegal'");
    return !take_word(r, "because") || read_id(r, step, &step->because);
}

/* card plays PLAYER = N */
static bool expect_card_plays(Reader *r, Step *step)
{
    step->expect = EXPECT_COUNTERS;
    return need_word(r, "plays") && need_player(r, &step->player) && read_equals(r, step);
}

/* spaceline QUADRANT = x, y: all locations from left to right */
static bool expect_spaceline(Reader *r, Step *step)
{
    static const char *const quadrants[] = { "alpha", "gamma", "delta", "mirror" };
    step->expect = EXPECT_SPACELINE;
    for (int i = 0; i < (int)countof(quadrants); i++)
        if (take_word(r, quadrants[i])) {
            step->which = i;
            return need_mark(r, '=') && read_values(r, step, need_card);
        }
    return wrong(r, "expected alpha, gamma, delta or mirror");
}

static const struct { const char *word; bool (*read)(Reader *, Step *); } expectations[] = {
    { "points", expect_points }, { "bonus", expect_bonus }, { "counters", expect_counters }, { "top", expect_top }, { "bottom", expect_bottom },
    { "beneath", expect_count_beneath }, { "choices", expect_choices }, { "asked", expect_asked }, { "winner", expect_winner }, { "battle", expect_battle_winner },
    { "game", expect_goes_on }, { "log", expect_log }, { "cited", expect_cited }, { "turn", expect_turn },
    { "decklist", expect_decklist }, { "card", expect_card_plays }, { "spaceline", expect_spaceline },
};

/* hand A = N and the like. */
static bool at_count(const Reader *r)
{
    sl_zone zone;
    if (at_word(r, "points"))                   /* the score, not the cards of the point area */
        return false;
    if (peek(r)->kind == TOKEN_WORD && name_find(r->script, peek(r)->text) >= 0 && player_letter(r->token[r->at + 1].text) < 0)
        return false;                           /* a card of that name */
    return peek(r)->kind == TOKEN_WORD && (zone_word(r->script, peek(r)->text, &zone) || at_word(r, "dilemma"));
}

static bool expect_count(Reader *r, Step *step)
{
    step->expect = EXPECT_COUNT;
    return read_zone(r, &step->zone) && need_player(r, &step->player) && read_equals(r, step);
}

/* ---- expectations about a card ---- */

static bool read_attribute(Reader *r, Step *step, Str word, int col)
{
    static const char *const names[] = { "integrity", "cunning", "strength", "range", "weapons", "shields" };
    step->expect = EXPECT_ATTRIBUTE;
    for (size_t i = 0; i < countof(names); i++)
        if (str_is_nocase(word, names[i])) {
            step->which = (int)i;
            step->player = ANYONE;
            if (i >= 3 && take_word(r, "seen") && !(need_word(r, "by") && need_player(r, &step->player)))
                return false;
            return read_equals(r, step);
        }
    if (str_is_nocase(word, "hull") || str_is_nocase(word, "defense")) {
        step->expect = str_is_nocase(word, "hull") ? EXPECT_HULL : EXPECT_DEFENSE;
        return read_equals(r, step);
    }
    static const char *const numbers[] = { "countdown", "span", "points" };
    for (size_t i = r->script->edition != SL_FIRST_EDITION; i < countof(numbers); i++)
        if (str_is_nocase(word, numbers[i])) {
            step->expect = EXPECT_NUMBER;
            step->which = (int)i;
            return read_equals(r, step);
        }
    if (!str_is_nocase(word, "cost"))
        return error_at(r->err, r->file, r->line, col, "no value '%.*s'; there are integrity, cunning, strength, range, weapons, "
                        "shields, hull, defense, cost, span and points; in the First Edition countdown", STR(str_shown(word)));
    step->expect = EXPECT_COST;
    return read_equals(r, step);
}

int icon_called(Str name)
{
    for (int i = 0; i < sl_icon_count(); i++) {
        Str text = str_of(sl_icon_text(i));
        if (text.len > 2 && text.at[0] == '[')
            text = (Str){ text.at + 1, text.len - 2 };
        if (str_eq_nocase(text, name))
            return i;
    }
    if (str_is_nocase(name, "MQ"))
        return icon_called(str_of("MU"));
    return str_is_nocase(name, "Non") ? icon_called(str_of("NA")) : -1;     /* the First Edition writes them so */
}

/* has [Cmd]; has Honor; has Honor x2; has 2 Honor */
static bool expect_has(Reader *r, Step *step)
{
    if (take_word(r, "no") || take_word(r, "not"))
        step->no = !step->no;
    const Token *t = peek(r);
    if (t->kind == TOKEN_ICON) {
        step->expect = EXPECT_ICON;
        step->which = icon_called(t->text);
        if (step->which < 0)
            return wrong(r, "no icon [%.*s]; as in [Cmd], [Stf], [Kli], [NA]", STR(str_shown(t->text)));
        r->at++;
        return !take_word(r, "for") || need_player(r, &step->player);
    }
    step->expect = EXPECT_SKILL;
    if (t->kind == TOKEN_WORD && str_int(t->text, &step->wanted)) {
        r->at++;
        t = peek(r);
    }
    if (t->kind == TOKEN_TITLE && skill_called(t->text) >= 0) {     /* a skill of several words may stand in quotes */
        const Token *next = t + 1;
        int times = 0;
        step->which = skill_called(t->text);
        r->at++;
        if (next->kind == TOKEN_WORD && next->text.at[0] == 'x' && str_int((Str){ next->text.at + 1, next->text.len - 1 }, &times)) {
            step->wanted = times;
            r->at++;
        }
        return true;
    }
    int at = r->at, times;
    const Token *last = peek(r);
    while (last->kind == TOKEN_WORD)
        last++;
    bool counted = last - 1 > peek(r) && (last - 1)->text.at[0] == 'x'
        && str_int((Str){ (last - 1)->text.at + 1, (last - 1)->text.len - 1 }, &times);
    Str words = words_here(r);
    if (counted) {
        step->wanted = times;
        words = str_trim((Str){ words.at, words.len - (last - 1)->text.len });
    }
    step->which = skill_called(words);
    if (step->which >= 0)
        return true;
    r->at = at;
    return wrong(r, "no skill '%.*s'; a skill is written as in Honor or Honor x2, an icon as in [Cmd], a trait with 'is a'",
                 STR(str_shown(words)));
}

static const char *const states[] = {
    "stopped", "unstopped", "killed", "destroyed", "damaged", "completed", "staffed", "in play", "face up", "face down",
};

bool state_said(const Script *script, int state, Str words)
{
    const char *known = sl_state_word(script->edition, state);
    if (!known || strlen(known) != words.len)
        return false;
    for (size_t i = 0; i < words.len; i++)
        if (known[i] != words.at[i] && !(known[i] == '-' && words.at[i] == ' '))
            return false;
    return true;
}

/* is matching commander of Y; is compatible with Y; is present with Y */
static bool is_relation(Reader *r, Step *step)
{
    if (take_word(r, "matching") || at_word(r, "commander")) {
        step->expect = EXPECT_COMMANDER;
        return need_word(r, "commander") && need_word(r, "of") && need_card(r, &step->target);
    }
    step->expect = take_word(r, "compatible") ? EXPECT_COMPATIBLE : EXPECT_PRESENT;
    if (step->expect == EXPECT_PRESENT)
        r->at++;
    return need_word(r, "with") && need_card(r, &step->target);
}

static bool expect_place(Reader *r, Step *step);

/* is at X, is aboard X …: the same as without "is". */
static bool at_place(const Reader *r)
{
    static const char *const words[] = { "at", "aboard", "on", "beneath", "docked", "removed" };
    for (size_t i = 0; i < countof(words); i++)
        if (at_word(r, words[i]))
            return true;
    return at_word(r, "in") && !str_is(r->token[r->at + 1].text, "stasis") && !str_is(r->token[r->at + 1].text, "play");
}

static bool expect_is(Reader *r, Step *step)
{
    if (take_word(r, "not"))
        step->no = !step->no;
    if (at_place(r))
        return expect_place(r, step);
    if (take_word(r, "undamaged")) {
        step->no = !step->no;
        step->expect = EXPECT_STATE;
        step->word = str_of("damaged");
        return true;
    }
    if (at_word(r, "matching") || at_word(r, "commander") || at_word(r, "compatible") || at_word(r, "present"))
        return is_relation(r, step);
    if (take_word(r, "commanded")) {
        step->expect = EXPECT_COMMANDED;
        return need_word(r, "by") && need_player(r, &step->player);
    }
    bool trait = at_word(r, "a") || at_word(r, "an");
    r->at += trait;
    int at = r->at;
    step->id_col = peek(r)->col;
    step->expect = trait ? EXPECT_TRAIT : EXPECT_STATE;
    if (trait && peek(r)->kind == TOKEN_TITLE)
        return need_words(r, &step->word);
    step->word = words_here(r);
    if (trait && step->word.len)
        return true;
    static const char *const by[] = { "completed by ", "commanded by " };
    for (size_t i = 0; i < countof(by); i++) {
        size_t n = strlen(by[i]);
        if (step->word.len == n + 1 && memcmp(step->word.at, by[i], n) == 0 && player_letter((Str){ step->word.at + n, 1 }) >= 0) {
            step->player = player_letter((Str){ step->word.at + n, 1 });
            step->word.len = n - 1;
            return true;
        }
    }
    static const char *const outcomes[] = { "nullified", "overcome", "cured", "male", "female", "neuter" };
    for (size_t i = 0; i < countof(outcomes) && r->script->edition == SL_FIRST_EDITION; i++)
        if (str_is(step->word, outcomes[i]))
            return true;
    for (size_t i = 0; i < countof(states); i++)
        if (str_is(step->word, states[i]))
            return true;
    for (int i = 0; i < sl_state_count(); i++)
        if (state_said(r->script, i, step->word))
            return true;
    for (int i = 0; sl_derived_state_word(r->script->edition, i); i++)
        if (str_is(step->word, sl_derived_state_word(r->script->edition, i)))
            return true;
    r->at = at;
    return wrong(r, trait ? "expected a species, keyword or class, as in: is a Klingon" : "expected stopped, unstopped, killed, "
                 "destroyed, damaged, completed, staffed, captive, overcome, present with, in play, face up, face down, or 'a' and a trait");
}

static bool expect_place(Reader *r, Step *step)
{
    if (take_word(r, "in")) {
        if (take_word(r, "play")) {             /* the same as "is in play" */
            step->expect = EXPECT_STATE;
            step->word = str_of("in play");
            return true;
        }
        if (r->script->edition == SL_FIRST_EDITION && take_word(r, "brig")) {
            step->expect = EXPECT_HELD;         /* of a ship or facility */
            return need_word(r, "of") && need_card(r, &step->target);
        }
        step->expect = EXPECT_IN;
        if (!read_zone(r, &step->zone))
            return false;
        return !take_word(r, "of") || need_player(r, &step->player);
    }
    if (take_word(r, "removed")) {              /* the same as "in removed" */
        step->expect = EXPECT_IN;
        step->zone = SL_REMOVED;
        return true;
    }
    if (take_word(r, "known")) {
        step->expect = EXPECT_KNOWN;
        return need_word(r, "to") && need_player(r, &step->player);
    }
    if (take_word(r, "at"))
        step->expect = EXPECT_AT;
    else if (take_word(r, "docked"))
        step->expect = EXPECT_DOCKED, take_word(r, "at");
    else if (take_word(r, "aboard"))
        step->expect = EXPECT_ABOARD;
    else if (take_word(r, "beneath"))
        step->expect = EXPECT_BENEATH;
    else if (take_word(r, "on"))
        step->expect = take_planet(r) ? EXPECT_PLANET : EXPECT_ON;
    else
        return wrong(r, "expected what must be true of the card: .attribute =, has, is, at, aboard, on, beneath, in or known to");
    return need_card(r, &step->target);
}

/* The subject may carry its attribute: ent.range, "Title".range. */
static bool expect_card(Reader *r, Step *step)
{
    Token *t = &r->token[r->at];
    Str attribute = { NULL, 0 };
    int col = 0;
    const char *dot = t->kind == TOKEN_WORD ? memchr(t->text.at, '.', t->text.len) : NULL;
    if (dot) {
        size_t before = (size_t)(dot - t->text.at);
        attribute = (Str){ dot + 1, t->text.len - before - 1 };
        col = t->col + (int)before + 1;
        t->text.len = before;
    }
    if (!read_one(r, step))
        return false;
    t = &r->token[r->at];
    if (!dot && t->kind == TOKEN_WORD && t->text.at[0] == '.') {
        attribute = (Str){ t->text.at + 1, t->text.len - 1 };
        col = t->col + 1;
        dot = t->text.at;
        r->at++;
    }
    if (dot)
        return read_attribute(r, step, attribute, col);
    if (take_word(r, "has"))
        return expect_has(r, step);
    if (take_word(r, "is"))
        return expect_is(r, step);
    if (take_word(r, "not"))
        step->no = !step->no;
    return expect_place(r, step);
}

/* The name of a card, although it could begin another expectation: what must be true of the card follows. */
static bool at_named_card(const Reader *r)
{
    static const char *const word[] = { "is", "has", "in", "at", "aboard", "on", "beneath", "docked", "removed", "known" };
    const Token *next = &r->token[r->at + 1];
    bool follows = false;
    for (size_t i = 0; i < countof(word); i++)
        follows = follows || (next->kind == TOKEN_WORD && str_is(next->text, word[i]));
    return follows && peek(r)->kind == TOKEN_WORD && name_find(r->script, peek(r)->text) >= 0;
}

static bool read_expect_body(Reader *r, Step *step)
{
    if (at_named_card(r))
        return expect_card(r, step);
    /* "draw" alone is a drawn game; "draw deck A = 3" counts cards. */
    if (at_word(r, "draw") && r->token[r->at + 1].kind == TOKEN_END)
        return r->at++, expect_draw(r, step);
    if (at_count(r) || at_word(r, "draw"))
        return expect_count(r, step);
    for (size_t i = 0; i < countof(expectations); i++)
        if (at_word(r, expectations[i].word))
            return r->at++, expectations[i].read(r, step);
    step->team = at_word(r, "team") && str_is(r->token[r->at + 1].text, "of");
    r->at += step->team ? 2 : 0;
    if (!expect_card(r, step))
        return false;
    return !step->team || step->expect == EXPECT_SKILL || (step->expect == EXPECT_ATTRIBUTE && step->which < 3)
        || wrong(r, "of a team one says its integrity, cunning or strength, or a skill it has");
}

bool read_expect(Reader *r)
{
    Step *step = step_add(r, STEP_EXPECT);
    r->at++;
    step->no = take_word(r, "not");
    return read_expect_body(r, step) && need_end(r);
}
