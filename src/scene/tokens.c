/* Lines to tokens, and the parts that lines are made of. */
#include "scene/reader.h"

#include <stdarg.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_mark(char c)
{
    return c == ':' || c == '=' || c == ',' || c == '|';
}

static bool wrong_at(const Reader *r, size_t offset, const char *what)
{
    return error_at(r->err, r->file, r->line, (int)offset + 1, "%s", what);
}

/* A title in quotes; \" and \\ stand for the characters themselves. */
static bool read_quoted(Reader *r, Str line, size_t *i, Token *t)
{
    size_t start = *i + 1, end = start;
    while (end < line.len && line.at[end] != '"')
        end += line.at[end] == '\\' ? 2 : 1;
    if (end >= line.len)
        return wrong_at(r, *i, "this quote is never closed; a title or text ends with \" on the same line");
    char *plain = arena_take(r->arena, end - start + 1);
    size_t n = 0;
    for (size_t k = start; k < end; k++) {
        if (line.at[k] == '\\')
            k++;
        plain[n++] = line.at[k];
    }
    *t = (Token){ TOKEN_TITLE, { plain, n }, (int)start };
    *i = end + 1;
    return n > 0 || wrong_at(r, start - 1, "there is nothing between these quotes");
}

static bool read_icon(Reader *r, Str line, size_t *i, Token *t)
{
    size_t end = *i + 1;
    while (end < line.len && line.at[end] != ']' && !is_space(line.at[end]))
        end++;
    if (end >= line.len || line.at[end] != ']' || end == *i + 1)
        return wrong_at(r, *i, "an icon is written in brackets, as in [Cmd]");
    *t = (Token){ TOKEN_ICON, { line.at + *i + 1, end - *i - 1 }, (int)*i + 1 };
    *i = end + 1;
    return true;
}

static void read_word(Str line, size_t *i, Token *t)
{
    size_t end = *i;
    while (end < line.len && !is_space(line.at[end]) && !is_mark(line.at[end]) && !strchr("\"#[]", line.at[end]))
        end++;
    *t = (Token){ TOKEN_WORD, { line.at + *i, end - *i }, (int)*i + 1 };
    *i = end;
}

static bool read_token(Reader *r, Str line, size_t *i, Token *t)
{
    char c = line.at[*i];
    if (c == '"')
        return read_quoted(r, line, i, t);
    if (c == '[')
        return read_icon(r, line, i, t);
    if (c == ']')
        return wrong_at(r, *i, "a bracket closes here that was never opened; an icon is written as in [Cmd]");
    if (is_mark(c)) {
        *t = (Token){ TOKEN_MARK, { line.at + *i, 1 }, (int)*i + 1 };
        ++*i;
        return true;
    }
    read_word(line, i, t);
    return true;
}

bool tokens_read(Reader *r, Str line)
{
    int count = 0;
    size_t i = 0;
    for (;;) {
        while (i < line.len && is_space(line.at[i]))
            i++;
        if (i == line.len || line.at[i] == '#')
            break;
        if (count == MAX_TOKENS)
            return wrong_at(r, i, "the line is too long; write it as several lines");
        if (!read_token(r, line, &i, &r->token[count++]))
            return false;
    }
    r->source = str_trim((Str){ line.at, i });
    r->token[count] = (Token){ TOKEN_END, { line.at + i, 0 }, (int)r->source.len + 1 };
    r->at = 0;
    return true;
}

bool wrong(const Reader *r, const char *format, ...)
{
    char text[360];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_at(r->err, r->file, r->line, peek(r)->col, "%s", text);
}

const Token *peek(const Reader *r)
{
    return &r->token[r->at];
}

bool at_end(const Reader *r)
{
    return peek(r)->kind == TOKEN_END;
}

bool at_word(const Reader *r, const char *word)
{
    return peek(r)->kind == TOKEN_WORD && str_is(peek(r)->text, word);
}

/* The owner in A's "Title": 0 … 3, or -1. */
static int owner_word(const Token *t)
{
    if (t->kind != TOKEN_WORD || t->text.len != 3 || memcmp(t->text.at + 1, "'s", 2) != 0)
        return -1;
    return player_letter((Str){ t->text.at, 1 });
}

bool at_title(const Reader *r)
{
    return peek(r)->kind == TOKEN_TITLE || (owner_word(peek(r)) >= 0 && r->token[r->at + 1].kind == TOKEN_TITLE);
}

bool take_word(Reader *r, const char *word)
{
    bool there = at_word(r, word);
    r->at += there;
    return there;
}

bool take_mark(Reader *r, char mark)
{
    bool there = peek(r)->kind == TOKEN_MARK && peek(r)->text.at[0] == mark;
    r->at += there;
    return there;
}

bool need_word(Reader *r, const char *word)
{
    return take_word(r, word) || wrong(r, "expected '%s'", word);
}

bool need_mark(Reader *r, char mark)
{
    return take_mark(r, mark) || wrong(r, "expected '%c'", mark);
}

bool need_end(Reader *r)
{
    return at_end(r) || wrong(r, "the line should end before '%.*s'", STR(str_shown(peek(r)->text)));
}

bool need_number(Reader *r, int *out)
{
    if (peek(r)->kind != TOKEN_WORD || !str_int(peek(r)->text, out))
        return wrong(r, "expected a whole number");
    r->at++;
    return true;
}

int player_letter(Str word)
{
    return word.len == 1 && word.at[0] >= 'A' && word.at[0] < 'A' + SL_PLAYERS ? word.at[0] - 'A' : -1;
}

bool need_player(Reader *r, int *out)
{
    int player = peek(r)->kind == TOKEN_WORD ? player_letter(peek(r)->text) : -1;
    if (player < 0)
        return wrong(r, "expected a player: A or B%s", r->script->players > 2 ? " and so on" : "");
    if (player >= r->script->players)
        return wrong(r, "there is no player %c in a scene of %d; say 'players %d' above", 'A' + player, r->script->players,
                     player + 1);
    r->at++;
    *out = player;
    return true;
}

bool need_title(Reader *r, Value *out)
{
    *out = (Value){ .kind = VALUE_TITLE, .owner = ANYONE, .col = peek(r)->col };
    if (!at_title(r))
        return wrong(r, "expected a title in quotes");
    if (peek(r)->kind == TOKEN_WORD) {
        out->owner = owner_word(peek(r));
        if (out->owner >= r->script->players)
            return wrong(r, "there is no player %c in a scene of %d", 'A' + out->owner, r->script->players);
        r->at++;
    }
    out->text = peek(r)->text;
    r->at++;
    return true;
}

int name_find(const Script *script, Str name)
{
    for (int i = 0; i < script->name_count; i++)
        if (str_eq(script->name[i].text, name))
            return i;
    return -1;
}

/* "on planet X": a card may be called planet itself, and then stands where nothing else follows. */
bool take_planet(Reader *r)
{
    const Token *next = &r->token[r->at + 1];
    if (!at_word(r, "planet"))
        return false;
    if (name_find(r->script, peek(r)->text) >= 0) {
        r->at++;
        bool card = at_title(r) || (next->kind == TOKEN_WORD && name_find(r->script, next->text) >= 0);
        r->at--;
        if (!card)
            return false;
    }
    return take_word(r, "planet");
}

bool need_card(Reader *r, Value *out)
{
    if (at_title(r))
        return need_title(r, out);
    const Token *t = peek(r);
    if (t->kind != TOKEN_WORD)
        return wrong(r, "expected a card: its name, or its title in quotes");
    int name = name_find(r->script, t->text);
    Nearest near = nearest_to(t->text);
    for (int i = 0; name < 0 && i < r->script->name_count; i++)
        nearest_try(&near, r->script->name[i].text);
    if (name < 0)
        return wrong(r, "no card is called '%.*s'; names are given with '= name' where a card is put, titles stand in quotes%s%.*s",
                     STR(str_shown(t->text)), near.best.len ? "; nearest: " : "", STR(near.best));
    *out = (Value){ .kind = VALUE_NAME, .text = t->text, .col = t->col, .number = name, .owner = ANYONE };
    r->at++;
    return true;
}

bool need_id(Reader *r, Str *out)
{
    const Token *t = peek(r);
    if (t->kind != TOKEN_WORD || t->text.len >= sizeof ((SceneCite *)0)->id)
        return wrong(r, "expected the id of a ruling or a rule, as in 2e-2014/own or 2E-9.12");
    *out = t->text;
    r->at++;
    return true;
}

bool need_words(Reader *r, Str *out)
{
    if (peek(r)->kind != TOKEN_TITLE)
        return wrong(r, "expected words in quotes");
    *out = peek(r)->text;
    r->at++;
    return true;
}

static bool is_name(Str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-' || c == '_')))
            return false;
    }
    return s.len > 0;
}

/* One word, or two with a space between. */
static bool take_words(Reader *r, const char *words)
{
    int before = r->at;
    for (const char *at = words;;) {
        size_t len = strcspn(at, " ");
        if (peek(r)->kind != TOKEN_WORD || !str_eq(peek(r)->text, (Str){ at, len }))
            return r->at = before, false;
        r->at++;
        if (!at[len])
            return true;
        at += len + 1;
    }
}

bool take_segment(Reader *r, Str *word)
{
    for (int i = 0; i < sl_segment_count(); i++) {
        const char *known = sl_segment_word(r->script->edition, i);
        if (known && take_words(r, known))
            return *word = str_of(known), true;
    }
    return false;
}

bool zone_word(const Script *script, Str word, sl_zone *out)
{
    for (sl_zone zone = SL_NOWHERE; zone < SL_ZONE_COUNT; zone++) {
        const char *known = sl_zone_is_pile(zone) ? sl_zone_word(script->edition, zone) : NULL;
        if (known && str_is(word, known))
            return *out = zone, true;
    }
    return false;
}

/* Words that stand for a choice: a card of that name could not be spoken about.  What any other word means is plain from what follows it. */
static bool is_reserved(Str s)
{
    static const char *const word[] = { "not", "yes", "no", "nothing", "option" };
    for (size_t i = 0; i < countof(word); i++)
        if (str_is(s, word[i]))
            return true;
    return player_letter(s) >= 0;
}

int name_give(Reader *r, const Token *t)
{
    Script *s = r->script;
    int known = t->kind == TOKEN_WORD ? name_find(s, t->text) : -1;
    if (t->kind != TOKEN_WORD || !is_name(t->text))
        return wrong(r, "expected a name: letters, digits, - and _, a letter first"), -1;
    if (is_reserved(t->text))
        return wrong(r, "'%.*s' has a meaning of its own; call the card something else", STR(str_shown(t->text))), -1;
    if (known >= 0)
        return wrong(r, "'%.*s' is the card put on line %d; each card needs a name of its own", STR(str_shown(t->text)),
                     s->name[known].line), -1;
    if (s->name_count == MAX_SCENE_NAMES)
        return wrong(r, "a scene names at most %d cards", MAX_SCENE_NAMES), -1;
    s->name[s->name_count] = (Name){ t->text, r->line };
    r->at++;
    return s->name_count++;
}

void *room_for_one(Arena *arena, void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 32;
    void *larger = arena_take(arena, (size_t)*room * size);
    if (count)
        memcpy(larger, array, (size_t)count * size);
    return larger;
}
