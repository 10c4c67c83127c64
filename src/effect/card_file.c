/* Card files: `card "Title" "Subtitle"`, lines of facts (card_facts.c), abilities in the card language, `end`.
 *
 * A file is read whole or not at all: on the first mistake the catalogue is what it was before. */
#include "effect/read.h"

enum { MAX_FILE = 8 << 20, MAX_DEFS = 65534 };

/* The value of a fact: the rest of its line without a comment, and further lines while a parenthesis is open. */
static Source take_value(Source *src)
{
    size_t n = 0, end = 0;
    int depth = 0;
    bool quoted = false, comment = false;
    while (src->rest.len && (src->rest.at[0] == ' ' || src->rest.at[0] == '\t'))
        source_advance(src, 1);
    for (; n < src->rest.len; n++) {
        char c = src->rest.at[n];
        if (c == '\n' && depth <= 0)
            break;
        quoted = c != '\n' && quoted != (c == '"' && !comment);
        comment = c != '\n' && (comment || (c == '#' && !quoted));
        depth += !quoted && !comment ? (c == '(') - (c == ')') : 0;
        end = comment ? end : n + 1;
    }
    Source value = *src;
    value.rest = str_trim((Str){ src->rest.at, end });
    source_advance(src, n);
    return value;
}

static bool fail_fact(const CardReader *card, Token name)
{
    Nearest near = nearest_to(name.text);
    for (int i = 0; i < FACT_COUNT; i++)
        nearest_try(&near, str_of(fact_name((Fact)i)));
    nearest_try(&near, str_of("end"));
    return error_at(card->err, card->src->file, name.line, name.col, "unknown fact \"%.*s\"%s%.*s; expected one such as cost, \"(\" or end",
                    STR(str_shown(name.text)), near.best.len ? "; nearest: " : "", STR(near.best));
}

static bool read_fact(CardReader *card, Token name)
{
    const char *file = card->src->file;
    Fact fact = fact_find(name.text);
    if (fact == FACT_COUNT)
        return fail_fact(card, name);
    if (fact != FACT_TYPE && !card->def.type)
        return fail_at(card, name, "expected the type of the card first");
    if (card->def.type && !fact_belongs(card->edition, fact, card->def.type))
        return error_at(card->err, file, name.line, name.col, "\"%s\" is no fact of a card of type %s; expected it left out",
                        fact_name(fact), type_name[card->def.type]);
    if (card->seen >> fact & 1)
        return error_at(card->err, file, name.line, name.col, "a second \"%s\"; expected one", fact_name(fact));
    Source value = take_value(card->src);
    bool mark = fact == FACT_UNIQUE || fact == FACT_UNIVERSAL;
    if (mark && value.rest.len)
        return error_at(card->err, file, value.line, value.col, "\"%s\" takes no value; expected the end of the line", fact_name(fact));
    if (!mark && fact != FACT_STAFF && !value.rest.len)
        return error_at(card->err, file, value.line, value.col, "expected a value after \"%s\"", fact_name(fact));
    return fact_read(card, fact, &value);
}

static Token without_version(Token title)
{
    title.text = title_without_version(title.text);
    return title;
}

/* The names at the head of a card: "Title" and perhaps "Subtitle". */
static bool read_names(CardReader *card)
{
    Token title = token_next(card->src);
    if (title.kind != TOKEN_STRING)
        return error_at(card->err, card->src->file, title.line, title.col, "expected the title of the card in double quotes");
    card->def.persona = (uint16_t)title_intern(card->cat, card->src->file, title, card->err);
    if (!card->def.persona)
        return false;
    card->def.titled = (uint16_t)title_intern(card->cat, card->src->file, without_version(title), card->err);
    card->def.title = arena_text(&card->cat->arena, token_text(card->cat, title));
    card->def.name = card->def.title;
    Token subtitle = token_peek(*card->src);
    if (subtitle.kind != TOKEN_STRING || subtitle.line != title.line)
        return true;
    token_next(card->src);
    Str text = token_text(card->cat, subtitle);
    if (!text.len || text.len > MAX_NAME)
        return error_at(card->err, card->src->file, subtitle.line, subtitle.col,
                        "expected a subtitle of 1 to %d bytes", MAX_NAME);
    card->def.subtitle = arena_text(&card->cat->arena, text);
    char both[2 * MAX_NAME + 3];
    snprintf(both, sizeof both, "%s, %s", card->def.title, card->def.subtitle);
    card->def.name = arena_text(&card->cat->arena, str_of(both));
    return true;
}

static bool facts_complete(const CardReader *card, Token end)
{
    const char *missing = fact_missing(card);
    return !missing || error_at(card->err, card->src->file, end.line, end.col,
                                "the card \"%s\" lacks \"%s\"; expected it before end", card->def.name, missing);
}

static int same_card(const CardReader *card)
{
    for (int i = 1; i < card->cat->def_count; i++) {
        const CardDef *other = &card->cat->def[i];
        if (other->titled == card->def.titled && other->edition == card->def.edition && str_is_nocase(str_of(other->title), card->def.title)
            && str_is_nocase(str_of(other->subtitle), card->def.subtitle))
            return i;
    }
    return 0;
}

static bool add_card(CardReader *card, Token head, DefId *out)
{
    Catalogue *cat = card->cat;
    int other = same_card(card);
    if (other && !card->scratch)
        return error_at(card->err, card->src->file, head.line, head.col, "the card \"%s\" is defined twice; the first is %s:%d",
                        card->def.name, cat->def[other].file, cat->def[other].line);
    if (!other && cat->def_count > MAX_DEFS)
        return error_at(card->err, card->src->file, head.line, head.col, "too many cards; at most %d", MAX_DEFS);
    card_facts_end(card);
    card_sum_up(card);
    if (card->def.ability_count > MAX_ABILITIES)
        return error_at(card->err, card->src->file, head.line, head.col, "the card \"%s\" has %d abilities; at most %d", card->def.name,
                        card->def.ability_count, MAX_ABILITIES);
    *(other ? &cat->def[other] : catalogue_add(cat)) = card->def;
    *out = (DefId)(other ? other : cat->def_count - 1);
    if (card->called.len)
        catalogue_alias(cat, card->called, *out);
    return true;
}

static bool read_card(CardReader *card, DefId *out)
{
    Token head = token_next(card->src), t;
    if (head.kind != TOKEN_WORD || !str_is_nocase(head.text, "card"))
        return fail_at(card, head, "expected card \"Title\"");
    card->called = (Str){ NULL, 0 };
    card->def = (CardDef){ .subtitle = "", .text = "", .edition = (uint8_t)card->edition, .line = head.line,
                           .ability = (uint16_t)card->cat->ability_count };
    card->def.file = arena_text(&card->cat->arena, str_of(card->src->file));
    card->mission = (Mission){ 0 };
    card->seen = 0;
    if (!read_names(card))
        return false;
    for (;;) {
        t = token_peek(*card->src);
        if (t.kind == TOKEN_OPEN) {
            if (!effect_read_ability(card->cat, card->src, card->err))
                return false;
            continue;
        }
        token_next(card->src);
        if (t.kind == TOKEN_END)
            return error_at(card->err, card->src->file, t.line, t.col,
                            "the card of line %d does not end; expected \"end\"", head.line);
        if (t.kind != TOKEN_WORD)
            return error_at(card->err, card->src->file, t.line, t.col, "expected a fact, \"(\" or end");
        if (str_is_nocase(t.text, "end"))
            return facts_complete(card, t) && add_card(card, head, out);
        if (!read_fact(card, t))
            return false;
    }
}

/* Only text that an editor shows: UTF-8 without control characters. */
static bool text_ok(const char *file, int line, Str text, Error *err)
{
    for (; text.len; line++) {
        Str here = str_line(&text);
        if (!str_utf8(here))
            return error_at(err, file, line, 1, "a byte that is not UTF-8 text; expected the file saved as UTF-8");
        for (size_t i = 0; i < here.len; i++)
            if (((unsigned char)here.at[i] < ' ' && here.at[i] != '\t') || here.at[i] == 127)
                return error_at(err, file, line, 1, "a control character; expected plain text");
    }
    return true;
}

/* Everything but the memory goes back to what it was. */
typedef struct { Catalogue cat; uint8_t trait_kind[MAX_TRAITS]; } Mark;

static void mark_set(Mark *mark, const Catalogue *cat)
{
    mark->cat = *cat;
    memcpy(mark->trait_kind, cat->trait_kind, sizeof mark->trait_kind);
}

static void mark_restore(const Mark *mark, Catalogue *cat)
{
    Arena arena = cat->arena;
    *cat = mark->cat;
    cat->arena = arena;
    cat->persona_at = (Index){ 0 };             /* it may have names that are gone */
    memcpy(cat->trait_kind, mark->trait_kind, sizeof mark->trait_kind);
}

/* `edition 2e` at the top of a file. */
static bool read_edition(CardReader *card)
{
    Token word = token_peek(*card->src);
    card->edition = EDITION_SECOND;
    if (word.kind != TOKEN_WORD || !str_is(word.text, "edition"))
        return true;
    token_next(card->src);
    Token name = token_next(card->src);
    if (str_is(name.text, "1e"))
        card->edition = card->src->edition = EDITION_FIRST;
    else if (!str_is(name.text, "2e"))
        return fail_at(card, name, "expected 1e or 2e");
    return true;
}

static bool read_file(CardReader *card)
{
    DefId added;
    if (!read_edition(card))
        return false;
    while (token_peek(*card->src).kind != TOKEN_END)
        if (!read_card(card, &added))
            return false;
    return true;
}

bool cards_read(Catalogue *cat, const char *file, Str text, Error *err)
{
    if (text.len > MAX_FILE)
        return error_at(err, file, 0, 0, "larger than %d MiB; expected the cards in several files", MAX_FILE >> 20);
    if (!text_ok(file, 1, text, err))
        return false;
    Mark mark;
    mark_set(&mark, cat);
    Source src = { file, text, 1, 1, EDITION_SECOND };
    CardReader card = { .cat = cat, .src = &src, .err = err };
    if (!read_file(&card)) {
        mark_restore(&mark, cat);
        return false;
    }
    cat->digest = hash_mix(cat->digest, hash_bytes(text.at, text.len));
    return true;
}

/* The text of one card: up to and with its line `end`. */
static Str card_text(Str rest)
{
    const char *first = rest.at;
    while (rest.len && !str_is(str_trim(str_line(&rest)), "end"))
        ;
    return (Str){ first, (size_t)(rest.at - first) };
}

bool card_read_one(Catalogue *cat, Source *src, DefId *out, Error *err)
{
    if (!text_ok(src->file, src->line, card_text(src->rest), err))
        return false;
    Mark mark;
    mark_set(&mark, cat);
    CardReader card = { .cat = cat, .src = src, .err = err, .edition = src->edition, .scratch = true };
    if (read_card(&card, out))
        return true;
    mark_restore(&mark, cat);
    return false;
}
