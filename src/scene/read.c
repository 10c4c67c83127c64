/* Reading a scene: its heading, its own cards, its table.  Script lines and expectations are in lines.c. */
#include "scene/reader.h"

enum { MOST_POINTS = 9999, MOST_COUNTERS = 99, MOST_RANGE = 99 };

static Setup *setup_add(Reader *r, SetupKind kind)
{
    Script *s = r->script;
    s->setup = room_for_one(r->arena, s->setup, s->setup_count, &s->setup_room, sizeof *s->setup);
    Setup *made = &s->setup[s->setup_count++];
    *made = (Setup){ .kind = kind, .line = r->line, .col = peek(r)->col, .player = ANYONE, .name = -1, .affiliation = -1 };
    return made;
}

/* ---- heading ---- */

static bool read_title(Reader *r)
{
    if (r->titled)
        return wrong(r, "a file holds one scene, and this one has its title already");
    r->titled = true;
    return need_words(r, &r->script->title) && need_end(r);
}

static bool read_edition(Reader *r)
{
    if (r->editioned)
        return wrong(r, "the edition was said already");
    r->editioned = true;
    if (take_word(r, "2e"))
        r->script->edition = SL_SECOND_EDITION;
    else if (take_word(r, "1e"))
        r->script->edition = SL_FIRST_EDITION;
    else
        return wrong(r, "expected '1e' or '2e'");
    return need_end(r);
}

/* 2014-07-07, the day the rules are read on. */
static bool read_date(Reader *r)
{
    if (peek(r)->kind != TOKEN_WORD || !sl_date_read(peek(r)->text.at, peek(r)->text.len, &r->script->date))
        return wrong(r, "expected a day of the calendar since 1994, as in 2014-07-07");
    r->at++;
    return need_end(r);
}

static bool read_cites(Reader *r)
{
    Script *s = r->script;
    do {
        if (s->cite_count == SCENE_CITES)
            return wrong(r, "a scene is about at most %d rulings", SCENE_CITES);
        s->cite_line[s->cite_count] = r->line;
        s->cite_col[s->cite_count] = peek(r)->col;
        if (!need_id(r, &s->cite[s->cite_count]))
            return false;
        s->cite_count++;
    } while (take_mark(r, ','));
    return need_end(r);
}

static bool read_players(Reader *r)
{
    if (r->script->setup_count)
        return wrong(r, "say how many players there are before anything is put on the table");
    int players;
    const Token *t = peek(r);
    if (!need_number(r, &players))
        return false;
    if (players < 2 || players > SL_PLAYERS)
        return error_at(r->err, r->file, r->line, t->col, "a scene has 2 to %d players", SL_PLAYERS);
    r->script->players = players;
    return need_end(r);
}

/* switch NAME NUMBER: a doubtful rule, played otherwise than usual. */
static bool read_switch(Reader *r)
{
    Token name = *peek(r);
    sl_error why = { { 0 } };
    int value;
    if (name.kind != TOKEN_WORD)
        return wrong(r, "expected the name of a switch and its number; docs/rulings.md lists them");
    r->at++;
    if (!need_number(r, &value))
        return false;
    const char *before = r->script->switches;
    size_t size = (before ? strlen(before) : 0) + name.text.len + 16;
    Out out = { arena_take(r->arena, size), size, 0 };
    out_text(&out, "%.*s=%d", STR(name.text), value);
    if (!sl_switches_check(out.at, &why))
        return error_at(r->err, r->file, r->line, name.col, "%s", why.text);
    if (before)
        out_text(&out, ",%s", before);
    r->script->switches = out.at;
    return need_end(r);
}

/* format NAME: a tournament format of the First Edition, which is a switch. */
static bool read_format(Reader *r)
{
    for (int i = 0; sl_format_name(SL_FIRST_EDITION, i); i++)
        if (take_word(r, sl_format_name(SL_FIRST_EDITION, i))) {
            const char *before = r->script->switches;
            size_t size = (before ? strlen(before) : 0) + 16;
            Out out = { arena_take(r->arena, size), size, 0 };
            out_text(&out, "format=%d%s%s", i, before ? "," : "", before ? before : "");
            r->script->switches = out.at;
            return need_end(r);
        }
    return wrong(r, "expected the format: open, otf, modern or velara");
}

/* ---- the table ---- */

/* "Title" [= name] */
static bool read_put_title(Reader *r, Setup *put)
{
    if (!need_title(r, &put->card))
        return false;
    if (put->card.owner != ANYONE)
        return error_at(r->err, r->file, r->line, put->card.col, "whose card it is was said at the start of the line");
    if (take_mark(r, '=')) {
        put->name = name_give(r, peek(r));
        return put->name >= 0;
    }
    return true;
}

/* PLAYER: "Title" [= name], … */
static bool read_list(Reader *r, sl_zone zone)
{
    int player;
    if (!need_player(r, &player) || !need_mark(r, ':'))
        return false;
    if (at_end(r)) {                            /* nothing is listed */
        if (zone == SL_DECK)
            setup_add(r, SETUP_NO_DECK)->player = player;
        return true;
    }
    do {
        Setup *put = setup_add(r, SETUP_PUT);
        put->player = player;
        put->place = PLACE_ZONE;
        put->zone = zone;
        if (!read_put_title(r, put))
            return false;
    } while (take_mark(r, ','));
    return need_end(r);
}

static bool read_put_in(Reader *r, Setup *put)
{
    put->place = PLACE_ZONE;
    if (take_word(r, "play") || take_word(r, "core"))
        return put->zone = SL_CORE, true;
    if (r->script->edition == SL_FIRST_EDITION && take_word(r, "brig")) {
        put->place = PLACE_HELD;
        return need_word(r, "of") && need_card(r, &put->host);
    }
    if (take_word(r, "brig")) {
        put->place = PLACE_BRIG;
        return need_word(r, "of") && need_player(r, &put->number);
    }
    if (take_word(r, "point"))
        return put->zone = SL_POINTS, need_word(r, "area");
    if (!zone_word(r->script, peek(r)->text, &put->zone))
        return wrong(r, "expected core, play, hand, deck, discard, dilemmas, removed or brig");
    r->at++;
    return true;
}

static bool read_place(Reader *r, Setup *put)
{
    if (take_word(r, "in"))
        return read_put_in(r, put);
    if (take_word(r, "at"))
        put->place = PLACE_AT;
    else if (take_word(r, "aboard"))
        put->place = PLACE_ABOARD;
    else if (take_word(r, "beneath") || take_word(r, "under"))
        put->place = PLACE_BENEATH;
    else if (take_word(r, "on"))
        put->place = take_planet(r) ? PLACE_PLANET : PLACE_ON;
    else if (take_word(r, "docked")) {
        put->place = PLACE_DOCKED;
        if (!need_word(r, "at"))
            return false;
    } else if (r->script->edition == SL_FIRST_EDITION && take_word(r, "between")) {
        put->place = PLACE_BETWEEN;
        return need_card(r, &put->host) && need_word(r, "and") && need_card(r, &put->other);
    } else
        return wrong(r, "expected where the card goes: at, on planet, aboard, docked at, on, beneath or in");
    return need_card(r, &put->host);
}

static bool read_put(Reader *r)
{
    Setup *put = setup_add(r, SETUP_PUT);
    return need_player(r, &put->player) && read_put_title(r, put) && read_place(r, put)
        && (!take_word(r, "as") || need_affiliation(r, &put->affiliation)) && need_end(r);
}

/* One location of a spaceline: A "Title" [= name], or A+B "Title" for a mission that both have seeded. */
static bool read_location(Reader *r, int line)
{
    Setup *put = setup_add(r, SETUP_PUT);
    const Token *who = peek(r);
    bool shared = who->kind == TOKEN_WORD && who->text.len == 3 && who->text.at[1] == '+';
    if (shared) {
        put->player = player_letter((Str){ who->text.at, 1 });
        if (put->player < 0 || player_letter((Str){ who->text.at + 2, 1 }) != 1 - put->player)
            return wrong(r, "expected A+B or B+A, who both have seeded the mission");
        r->at++;
    } else if (!need_player(r, &put->player)) {
        return false;
    }
    put->place = PLACE_LINE;
    put->number = line;
    if (!read_put_title(r, put) || !shared)
        return put->card.kind == VALUE_TITLE && !shared && !r->err->text[0];
    int first = r->script->setup_count - 1;
    Setup *second = setup_add(r, SETUP_PUT);
    second->player = 1 - r->script->setup[first].player;
    second->card = second->host = r->script->setup[first].card;
    second->host.owner = r->script->setup[first].player;
    second->place = PLACE_SHARED;
    return true;
}

/* spaceline QUADRANT: location | location … */
static bool read_spaceline(Reader *r)
{
    static const char *const quadrants[] = { "alpha", "gamma", "delta", "mirror" };
    if (r->script->edition != SL_FIRST_EDITION)
        return wrong(r, "only the First Edition has spacelines; missions are laid out with 'missions'");
    for (int i = 0; i < (int)countof(quadrants); i++)
        if (take_word(r, quadrants[i])) {
            if (!need_mark(r, ':'))
                return false;
            do
                if (!read_location(r, i))
                    return false;
            while (take_mark(r, '|'));
            if (peek(r)->kind == TOKEN_MARK && peek(r)->text.at[0] == ',')
                return wrong(r, "the locations of a spaceline are separated by '|'");
            return need_end(r);
        }
    return wrong(r, "expected alpha, gamma, delta or mirror");
}

/* card plays PLAYER N */
static bool read_card_plays(Reader *r)
{
    Setup *counters = setup_add(r, SETUP_COUNTERS);
    return need_word(r, "plays") && need_player(r, &counters->player) && need_number(r, &counters->number) && need_end(r);
}

static bool at_state(const Reader *r)
{
    static const char *const states[] = { "unstopped", "face-down", "known", "range-used", "commanded-by", "countdown", "completed-by" };
    for (int i = 0; i < sl_state_count(); i++) {
        const char *known = sl_state_word(r->script->edition, i);
        if (known && at_word(r, known))
            return true;
    }
    for (size_t i = 0; i < countof(states); i++)
        if (at_word(r, states[i]))
            return true;
    return false;
}

/* A number that the table has room for. */
static bool need_number_to(Reader *r, int least, int most, int *out)
{
    const Token *t = peek(r);
    return need_number(r, out) && ((*out >= least && *out <= most)
        || error_at(r->err, r->file, r->line, t->col, "expected a number from %d to %d", least, most));
}

/* set X[, Y …] STATE [N or PLAYER] */
static bool read_set(Reader *r)
{
    int first = r->script->setup_count;
    do {
        Setup *set = setup_add(r, SETUP_SET);
        if (!need_card(r, &set->card))
            return false;
    } while (take_mark(r, ','));
    const Token *state = peek(r);
    if (!at_state(r))
        return wrong(r, "expected a state: stopped, unstopped, completed, face-up, face-down, known, range-used N or commanded-by "
                     "PLAYER");
    r->at++;
    int number = 0;
    if (str_is(state->text, "range-used") && !need_number_to(r, 0, MOST_RANGE, &number))
        return false;
    if (str_is(state->text, "countdown") && !need_number_to(r, 0, MOST_RANGE, &number))
        return false;
    if ((str_is(state->text, "commanded-by") || str_is(state->text, "completed-by")) && !need_player(r, &number))
        return false;
    for (int i = first; i < r->script->setup_count; i++) {
        r->script->setup[i].word = state->text;
        r->script->setup[i].col = state->col;
        r->script->setup[i].number = number;
    }
    return need_end(r);
}

static bool read_damage(Reader *r)
{
    Setup *damage = setup_add(r, SETUP_DAMAGE);
    if (!need_card(r, &damage->card))
        return false;
    if (r->script->edition == SL_FIRST_EDITION && take_word(r, "rotation")) {
        damage->word = str_of("rotation");
        return need_end(r);
    }
    return need_word(r, "with") && need_title(r, &damage->host) && need_end(r);
}

static bool read_points(Reader *r)
{
    Setup *points = setup_add(r, SETUP_POINTS);
    return need_player(r, &points->player) && need_number_to(r, -MOST_POINTS, MOST_POINTS, &points->number) && need_end(r);
}

/* bonus points PLAYER N */
static bool read_bonus(Reader *r)
{
    Setup *points = setup_add(r, SETUP_BONUS);
    return need_word(r, "points") && need_player(r, &points->player) && need_number_to(r, -MOST_POINTS, MOST_POINTS, &points->number) && need_end(r);
}

static bool read_counters(Reader *r)
{
    Setup *counters = setup_add(r, SETUP_COUNTERS);
    return need_number_to(r, 0, MOST_COUNTERS, &counters->number) && need_end(r);
}

static bool read_first(Reader *r)
{
    Setup *first = setup_add(r, SETUP_FIRST);
    return need_player(r, &first->player) && need_end(r);
}

static bool read_turn(Reader *r)
{
    Setup *turn = setup_add(r, SETUP_TURN);
    if (!need_player(r, &turn->player))
        return false;
    r->turned = true;
    if (take_segment(r, &turn->word))
        return need_end(r);
    return wrong(r, "expected start, play, orders, discard or end");
}

/* ---- the scene's own cards ---- */

/* Copies a line into the text that the card or deck reader gets; all other lines are left blank there, so that places agree. */
static void keep_line(Str *kept, const char *text, Str line)
{
    memcpy((char *)kept->at + (line.at - text), line.at, line.len);
}

static void begin_blank(Reader *r, Str text, Str *kept)
{
    if (kept->len)
        return;
    char *copy = arena_take(r->arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        copy[i] = text.at[i] == '\n' ? '\n' : ' ';
    *kept = (Str){ copy, text.len };
}

static bool ends_block(Str line)
{
    Str word = str_trim(line);
    return word.len >= 3 && memcmp(word.at, "end", 3) == 0
        && (word.len == 3 || str_trim((Str){ word.at + 3, word.len - 3 }).at[0] == '#');
}

/* card … end: up to a line that says nothing but "end". */
static bool read_card(Reader *r, Str text, Str line, Str *rest)
{
    int first = r->line;
    begin_blank(r, text, &r->script->cards);
    keep_line(&r->script->cards, text.at, line);
    while (rest->len) {
        line = str_line(rest);
        r->line++;
        keep_line(&r->script->cards, text.at, line);
        if (ends_block(line))
            return true;
    }
    return error_at(r->err, r->file, first, 1, "this card has no 'end'");
}

/* decklist … end: a deck as in a deck file. */
static bool read_decklist(Reader *r, Str text, Str *rest)
{
    int first = r->line;
    if (r->script->decklist.len)
        return wrong(r, "a scene has one decklist, and this one has it already");
    r->at++;
    if (!need_end(r))
        return false;
    begin_blank(r, text, &r->script->decklist);
    while (rest->len) {
        Str line = str_line(rest);
        r->line++;
        if (ends_block(line))
            return true;
        keep_line(&r->script->decklist, text.at, line);
    }
    return error_at(r->err, r->file, first, 1, "this decklist has no 'end'");
}

/* ---- lines ---- */

typedef struct { const char *word; bool (*read)(Reader *); bool heading; } LineRule;

static bool read_missions(Reader *r) { return read_list(r, SL_ROW); }
static bool read_hand(Reader *r)     { return read_list(r, SL_HAND); }
static bool read_deck(Reader *r)     { return read_list(r, SL_DECK); }
static bool read_discard(Reader *r)  { return read_list(r, SL_DISCARD); }
static bool read_dilemmas(Reader *r) { return read_list(r, SL_PILE); }
static bool read_removed(Reader *r)  { return read_list(r, SL_REMOVED); }
static bool read_seeds(Reader *r)    { return read_list(r, SL_SEEDS); }

/* The side decks of the First Edition: tent PLAYER: … */
static bool read_side_deck(Reader *r, const char *word, sl_zone zone)
{
    return r->script->edition == SL_FIRST_EDITION ? read_list(r, zone) : wrong(r, "'%s' is a side deck of the First Edition", word);
}

static bool read_tent(Reader *r)      { return read_side_deck(r, "tent", SL_TENT); }
static bool read_continuum(Reader *r) { return read_side_deck(r, "continuum", SL_CONTINUUM); }
static bool read_bridge(Reader *r)    { return read_side_deck(r, "bridge", SL_BRIDGE); }
static bool read_tribbles(Reader *r)  { return read_side_deck(r, "tribbles", SL_TRIBBLES); }

static const LineRule line_rules[] = {
    { "scene",    read_title,    true  }, { "edition", read_edition, true  }, { "rules",    read_date,     true  },
    { "cites",    read_cites,    true  }, { "players", read_players, true  }, { "switch",   read_switch,   true  }, { "format", read_format, true },
    { "missions", read_missions, false }, { "put",     read_put,     false }, { "hand",     read_hand,     false },
    { "deck",     read_deck,     false }, { "discard", read_discard, false }, { "dilemmas", read_dilemmas, false },
    { "removed",  read_removed,  false }, { "set",     read_set,     false }, { "damage",   read_damage,   false },
    { "seeds",    read_seeds,    false }, { "spaceline", read_spaceline, false },
    { "tent",     read_tent,     false }, { "continuum", read_continuum, false }, { "bridge", read_bridge, false },
    { "tribbles", read_tribbles, false },
    { "points",   read_points,   false }, { "bonus",  read_bonus,    false }, { "counters", read_counters, false }, { "first",  read_first,    false },
};

/* A line of play was read; what chance is to pick may be said while the table is still set up. */
static bool has_begun(const Reader *r)
{
    for (int i = 0; i < r->script->step_count; i++)
        if (r->script->step[i].kind != STEP_RANDOM)
            return true;
    return false;
}

static bool read_by_rule(Reader *r, const LineRule *rule)
{
    if (has_begun(r))
        return wrong(r, "'%s' sets the table up and must stand before the first line of play", rule->word);
    if (r->turned && !rule->heading)
        return wrong(r, "the turn has begun; '%s' must stand above the 'turn' line", rule->word);
    r->at++;
    return rule->read(r);
}

static bool unknown_line(const Reader *r)
{
    static const char *const others[] = { "card", "decklist", "turn", "expect", "random", "pause" };
    Nearest near = nearest_to(peek(r)->text);
    for (size_t i = 0; i < countof(line_rules); i++)
        nearest_try(&near, str_of(line_rules[i].word));
    for (size_t i = 0; i < countof(others); i++)
        nearest_try(&near, str_of(others[i]));
    return wrong(r, "no line begins with '%.*s'%s%.*s; see docs/scenes.md for those there are", STR(str_shown(peek(r)->text)),
                 near.best.len ? "; nearest: " : "", STR(near.best));
}

static bool read_line(Reader *r, Str text, Str line, Str *rest)
{
    if (!tokens_read(r, line))
        return false;
    if (at_end(r))
        return true;
    for (size_t i = 0; i < countof(line_rules); i++)
        if (at_word(r, line_rules[i].word))
            return read_by_rule(r, &line_rules[i]);
    if (at_word(r, "card") && r->token[1].kind == TOKEN_WORD && str_is(r->token[1].text, "plays"))
        return read_by_rule(r, &(LineRule){ "card plays", read_card_plays, false });
    if (at_word(r, "card")) {
        if (has_begun(r))
            return wrong(r, "a card of the scene must stand before the first line of play");
        return read_card(r, text, line, rest);
    }
    if (at_word(r, "decklist")) {
        if (has_begun(r))
            return wrong(r, "the decklist must stand before the first line of play");
        return read_decklist(r, text, rest);
    }
    bool passes = r->token[1].kind == TOKEN_WORD && str_is(r->token[1].text, "passes");
    if (at_word(r, "turn") && !passes) {
        if (r->turned || has_begun(r))
            return wrong(r, "the turn has begun; later turns come with 'turn passes to %c'", 'B');
        r->at++;
        return read_turn(r);
    }
    if (!step_begins(r))
        return unknown_line(r);
    return step_read(r);
}

/* Play begins in A's orders when the scene does not say otherwise. */
static void add_turn(Reader *r)
{
    if (r->turned)
        return;
    Setup *turn = setup_add(r, SETUP_TURN);
    turn->player = 0;
    turn->word = str_of("orders");
}

static bool check_heading(Reader *r)
{
    if (!r->titled)
        return error_at(r->err, r->file, 1, 1, "the scene has no title; it begins with: scene \"what it shows\"");
    if (!r->editioned)
        return error_at(r->err, r->file, 1, 1, "the scene does not say its edition; add a line: edition 2e");
    if (r->script->step_count == 0)
        return error_at(r->err, r->file, r->line, 1, "the scene plays nothing and expects nothing; add a line with 'expect'");
    return true;
}

bool script_read(Script *out, Arena *arena, const char *file, Str text, Error *err)
{
    *out = (Script){ .edition = SL_SECOND_EDITION, .players = 2 };
    if (text.len > MAX_SCENE_BYTES)
        return error_at(err, file, 1, 1, "a scene has at most %d bytes", MAX_SCENE_BYTES);
    Reader *r = arena_take(arena, sizeof *r);
    *r = (Reader){ .script = out, .arena = arena, .file = file, .err = err };
    for (Str rest = text; rest.len;) {
        Str line = str_line(&rest);
        r->line++;
        if (!str_utf8(line))
            return error_at(err, file, r->line, 1, "this line is not UTF-8 text; save the file as UTF-8");
        if (!read_line(r, text, line, &rest))
            return false;
    }
    add_turn(r);
    return check_heading(r);
}
