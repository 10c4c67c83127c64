/* Printed requirements (2E-12.10):
 *
 *     req  := alt { [","] "or" alt }
 *     alt  := item { ("," | "and" | ", and") item }
 *     item := [NUM] SKILL | ATTR cmp NUM | "any attribute" cmp NUM | "unused Range" cmp NUM | NUM "different skills"
 *           | COUNT DESCR | "TITLE" | "(" req ")" | an s-expression that makes a requirement
 *
 * COUNT is a number, a number word, "a" or "an"; DESCR is adjectives and [icons], a trait, a card type: "an undamaged
 * ship", "three [Voy] personnel", "two Guls".  "or" is weakest: A, B, and C or D means (A, B and C) or D. */
#include "effect/read.h"

typedef struct { Catalogue *cat; Source src; Error *err; int depth; } Printed;

static bool fail_full(Printed *p, Token at)
{
    return error_at(p->err, p->src.file, at.line, at.col, "too many requirements in all; the cards together may have %d nodes",
                    MAX_NODES);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Skips blanks and tells the next character; 0 at the end. */
static char next_char(Printed *p)
{
    source_skip_blanks(&p->src);
    return p->src.rest.len ? p->src.rest.at[0] : 0;
}

/* Is `word` the next word?  A word ends at a blank, a comma or a parenthesis. */
static bool word_at(Str s, const char *word)
{
    size_t n = strlen(word);
    return str_begins_nocase(s, word)
        && (s.len == n || is_blank(s.at[n]) || memchr(",()\"", s.at[n], 4));
}

static bool take_word(Printed *p, const char *word)
{
    next_char(p);
    if (!word_at(p->src.rest, word))
        return false;
    source_advance(&p->src, strlen(word));
    return true;
}

/* Cuts the words of one item off: up to a comma, a parenthesis, "and", "or". */
static Token take_item(Printed *p)
{
    next_char(p);
    Str s = p->src.rest;
    Token t = { TOKEN_WORD, { s.at, 0 }, p->src.line, p->src.col };
    size_t n = 0;
    while (n < s.len && !memchr(",()\"\n#", s.at[n], 6)) {
        Str here = { s.at + n, s.len - n };
        if ((n == 0 || is_blank(s.at[n - 1])) && (word_at(here, "and") || word_at(here, "or")))
            break;
        n++;
    }
    source_advance(&p->src, n);
    t.text = str_trim((Str){ s.at, n });
    return t;
}

/* A requirement of one or two literals; `second` below 0 is left out. */
static NodeId simple(Printed *p, NodeOp op, int first, int second, Token at)
{
    NodeId part[2] = { node_literal(p->cat, first), second < 0 ? 0 : node_literal(p->cat, second) };
    if (!part[0] || (second >= 0 && !part[1]))
        return fail_full(p, at);
    NodeId id = node_make(p->cat, op, part, op == NODE_REQ_DIFFERENT ? 1 : 2);
    return id ? id : fail_full(p, at);
}

/* A node with one literal or one node as its part. */
static NodeId filter_of(Printed *p, NodeOp op, NodeId part, Token at)
{
    NodeId id = part ? node_make(p->cat, op, &part, 1) : 0;
    return id ? id : fail_full(p, at);
}

static NodeId cards_node(Printed *p, int count, NodeId filter, Token at)
{
    if (!filter)
        return 0;
    NodeId part[2] = { node_literal(p->cat, count), filter };
    NodeId id = part[0] ? node_make(p->cat, NODE_REQ_CARDS, part, 2) : 0;
    return id ? id : fail_full(p, at);
}

static int comparison_at(Str s, size_t *length)
{
    static const struct { const char *sign; int cmp; } sign[] = {
        { ">=", CMP_AT_LEAST }, { "<=", CMP_AT_MOST }, { ">", CMP_MORE }, { "<", CMP_LESS }, { "=", CMP_EQUAL },
    };
    for (size_t i = 0; i < countof(sign); i++) {
        *length = strlen(sign[i].sign);
        if (s.len >= *length && memcmp(s.at, sign[i].sign, *length) == 0)
            return sign[i].cmp;
    }
    return 0;
}

static int attribute_word(Str name)
{
    if (str_is_nocase(name, "any attribute"))
        return ATTR_ANY;
    for (int i = ATTR_INTEGRITY; i <= ATTR_SHIELDS; i++)
        if (str_is_nocase(name, word_info[i].word))
            return i;
    return 0;
}

/* "Cunning>30": the sign stands at byte `at` of the item. */
static NodeId read_comparison(Printed *p, Token item, size_t at)
{
    size_t length;
    int cmp = comparison_at((Str){ item.text.at + at, item.text.len - at }, &length);
    Str left = str_trim((Str){ item.text.at, at });
    Str right = str_trim((Str){ item.text.at + at + length, item.text.len - at - length });
    int number, attr = attribute_word(left);
    bool range = str_is_nocase(left, "unused Range");
    if (!attr && !range)
        return error_at(p->err, p->src.file, item.line, item.col, "unknown attribute \"%.*s\"; expected Integrity, Cunning, "
                        "Strength, Range, Weapons, Shields, any attribute or unused Range", STR(str_shown(left)));
    if (!str_int(right, &number) || number < 0 || number > MOST_NUMBER)
        return error_at(p->err, p->src.file, item.line, item.col, "expected a number after \"%.*s\"; found \"%.*s\"",
                        (int)(at + length < MOST_SHOWN ? at + length : MOST_SHOWN), item.text.at, STR(str_shown(right)));
    if (range)
        return simple(p, NODE_REQ_RANGE, cmp, number, item);
    NodeId part[3] = { node_literal(p->cat, attr), node_literal(p->cat, cmp), node_literal(p->cat, number) };
    NodeId id = part[0] && part[1] && part[2] ? node_make(p->cat, NODE_REQ_ATTR, part, 3) : 0;
    return id ? id : fail_full(p, item);
}

/* "2", "two", "a", "an": 0 if the word is no count. */
static int count_word(Str word)
{
    static const char *const name[] = { "a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" };
    int number;
    if (str_int(word, &number))
        return number > 0 && number <= MOST_NUMBER ? number : 0;
    for (int i = 0; i < (int)countof(name); i++)
        if (str_is_nocase(word, name[i]))
            return i ? i : 1;
    return str_is_nocase(word, "an");
}

static Str singular(Str s)
{
    bool plural = s.len > 1 && (s.at[s.len - 1] == 's' || s.at[s.len - 1] == 'S');
    return plural ? (Str){ s.at, s.len - 1 } : s;
}

/* "undamaged", "[Voy]": the filter of one word in front of the noun.  0 if it is none. */
static NodeId adjective(Printed *p, Str word, Token at)
{
    bool icon = word.len > 2 && word.at[0] == '[' && word.at[word.len - 1] == ']';
    if (icon && icon_find(p->src.edition, word) < 0)
        return error_at(p->err, p->src.file, at.line, at.col, "unknown icon \"%.*s\"; nearest: [%s]", STR(str_shown(word)),
                        icon_nearest(p->src.edition, word));
    if (icon)
        return filter_of(p, NODE_ICON, node_literal(p->cat, icon_find(p->src.edition, word)), at);
    if (str_is_nocase(word, "undamaged"))
        return filter_of(p, NODE_NOT, node_make(p->cat, NODE_DAMAGED, NULL, 0), at);
    NodeOp op = str_is_nocase(word, "damaged") ? NODE_DAMAGED : str_is_nocase(word, "staffed") ? NODE_STAFFED
              : str_is_nocase(word, "unique") ? NODE_UNIQUE : NODE_NONE;
    if (!op)
        return 0;
    NodeId id = node_make(p->cat, op, NULL, 0);
    return id ? id : fail_full(p, at);
}

/* "Engineer at your Earth", "personnel you do not own": a noun with a clause behind it is no trait. */
static bool has_clause(Str noun)
{
    static const char *const start[] = { "at", "aboard", "on", "in", "with", "who", "that", "you", "your" };
    for (Str word = str_word(&noun); word.len; word = str_word(&noun))
        for (size_t i = 0; i < countof(start); i++)
            if (str_is_nocase(word, start[i]))
                return true;
    return false;
}

/* The trait that a noun names.  "two Guls" are of the trait Gul, unless there is a trait that is written with its s. */
static NodeId trait_filter(Printed *p, Str noun, int count, Token at)
{
    int known = catalogue_trait_find(p->cat, noun);
    if (known)
        return filter_of(p, NODE_TRAIT, node_literal(p->cat, known), at);
    if (has_clause(noun))
        return error_at(p->err, p->src.file, at.line, at.col,
                        "\"%.*s\" is more than a trait; expected it as (cards 1 (and …))", STR(str_shown(noun)));
    at.text = count > 1 ? singular(noun) : noun;
    int trait = trait_intern(p->cat, p->src.file, at, OF_KEYWORD, p->err);
    return trait ? filter_of(p, NODE_TRAIT, node_literal(p->cat, trait), at) : 0;
}

/* Takes a card type off the end of a noun phrase. */
static int take_type(EditionId edition, Str *noun)
{
    size_t n = noun->len;
    while (n && !is_blank(noun->at[n - 1]))
        n--;
    Str last = { noun->at + n, noun->len - n };
    int type = type_find(edition, last);
    type = type > 0 ? type : type_find(edition, singular(last));
    if (type <= 0)
        return TYPE_NONE;
    *noun = str_trim((Str){ noun->at, n });
    return type;
}

static NodeId read_description(Printed *p, int count, Str text, Token at)
{
    NodeId part[MAX_PARTS];
    int parts = 0;
    int type = take_type(p->src.edition, &text);
    while (text.len && parts < MAX_PARTS - 2) {
        Str rest = text, word = str_word(&rest);
        NodeId id = adjective(p, word, at);
        if (p->err->text[0])
            return 0;
        if (!id)
            break;
        part[parts++] = id;
        text = str_trim(rest);
    }
    if (text.len && !(part[parts++] = trait_filter(p, text, count, at)))
        return 0;
    if (type && !(part[parts++] = filter_of(p, NODE_TYPE, node_literal(p->cat, type), at)))
        return 0;
    if (!parts)
        return error_at(p->err, p->src.file, at.line, at.col,
                        "a count of nothing; expected what is counted, such as \"two Guls\"");
    NodeId filter = parts == 1 ? part[0] : node_make(p->cat, NODE_AND, part, parts);
    return filter ? cards_node(p, count, filter, at) : fail_full(p, at);
}

static bool fail_skill(Printed *p, Str name, Token at)
{
    return error_at(p->err, p->src.file, at.line, at.col, "unknown skill \"%.*s\"; nearest: %s; a kind of card takes a count "
                    "(\"a Malon\"), a title double quotes", STR(str_shown(name)), skill_nearest(p->src.edition, name));
}

/* "2 Honr" counts no cards of a kind that nobody has heard of. */
static bool is_misspelt_skill(const Printed *p, Str name)
{
    enum { SLIPS = 2, SHORT = 4 };
    return name.len >= SHORT && !catalogue_trait_find(p->cat, name)
        && str_distance(name, str_of(skill_nearest(p->src.edition, name)), SLIPS) <= SLIPS;
}

static NodeId read_words(Printed *p, Token item)
{
    for (size_t i = 0; i < item.text.len; i++)
        if (memchr("<>=", item.text.at[i], 3))
            return read_comparison(p, item, i);
    Str rest = item.text;
    int count = count_word(str_word(&rest));
    Str noun = count ? str_trim(rest) : item.text;
    int skill = skill_find(p->src.edition, noun);
    if (skill >= 0)
        return simple(p, NODE_REQ_SKILL, skill, count ? count : -1, item);
    if (count && str_is_nocase(noun, "different skills"))
        return simple(p, NODE_REQ_DIFFERENT, count, -1, item);
    if (!count || is_misspelt_skill(p, noun))
        return fail_skill(p, noun, item);
    return read_description(p, count, noun, item);
}

static NodeId read_alternatives(Printed *p);

static NodeId read_title(Printed *p)
{
    Token t = token_next(&p->src);
    if (t.kind != TOKEN_STRING)
        return error_at(p->err, p->src.file, t.line, t.col, "a title without its second \"; expected it on the same line");
    int title = title_intern(p->cat, p->src.file, t, p->err);
    return title ? cards_node(p, 1, filter_of(p, NODE_TITLE, node_literal(p->cat, title), t), t) : 0;
}

static NodeId read_bracket(Printed *p)
{
    Source ahead = p->src;
    Token open = token_next(&ahead), word = token_next(&ahead);
    if (word.kind == TOKEN_WORD && node_word_exists(word.text, 'R'))
        return effect_read_requirement(p->cat, &p->src, p->err);
    if (p->depth == MAX_DEPTH)
        return error_at(p->err, p->src.file, open.line, open.col, "nested too deep; at most %d parentheses", MAX_DEPTH);
    source_advance(&p->src, 1);
    p->depth++;
    NodeId id = read_alternatives(p);
    p->depth--;
    if (id && next_char(p) != ')')
        return error_at(p->err, p->src.file, p->src.line, p->src.col,
                        "the \"(\" of line %d, column %d is not closed; expected \")\"", open.line, open.col);
    if (id)
        source_advance(&p->src, 1);
    return id;
}

static NodeId read_item(Printed *p)
{
    char c = next_char(p);
    if (c == '(')
        return read_bracket(p);
    if (c == '"')
        return read_title(p);
    Token item = take_item(p);
    if (!item.text.len)
        return error_at(p->err, p->src.file, item.line, item.col,
                        "expected a requirement, such as \"2 Honor\" or \"Cunning>30\"");
    return read_words(p, item);
}

/* What joins two items of one alternative. */
static bool take_and(Printed *p)
{
    if (next_char(p) == ',') {
        Printed before = *p;
        source_advance(&p->src, 1);
        if (take_word(p, "or")) {               /* ", or" belongs to the alternatives */
            *p = before;
            return false;
        }
        take_word(p, "and");
        return true;
    }
    return take_word(p, "and");
}

static bool take_or(Printed *p)
{
    if (next_char(p) == ',')                    /* take_and left it: an "or" follows */
        source_advance(&p->src, 1);
    return take_word(p, "or");
}

/* Reads items joined by `more` into one node. */
static NodeId read_joined(Printed *p, NodeOp op, NodeId (*read)(Printed *), bool (*more)(Printed *))
{
    NodeId part[MAX_PARTS];
    int count = 0;
    Token at = { TOKEN_WORD, p->src.rest, p->src.line, p->src.col };
    do {
        if (count == MAX_PARTS)
            return error_at(p->err, p->src.file, p->src.line, p->src.col,
                            "too many requirements in a row; at most %d", MAX_PARTS);
        if (!(part[count++] = read(p)))
            return 0;
    } while (more(p));
    NodeId id = count == 1 ? part[0] : node_make(p->cat, op, part, count);
    return id ? id : fail_full(p, at);
}

static NodeId read_alternative(Printed *p)
{
    return read_joined(p, NODE_REQ_ALL, read_item, take_and);
}

static NodeId read_alternatives(Printed *p)
{
    return read_joined(p, NODE_REQ_ANY, read_alternative, take_or);
}

NodeId requirement_read(Catalogue *cat, Source text, Error *err)
{
    Printed p = { cat, text, err, 0 };
    NodeId id = read_alternatives(&p);
    if (id && next_char(&p))
        return error_at(err, text.file, p.src.line, p.src.col,
                        "expected \",\", \"and\" or \"or\" before the next requirement; found \"%.*s\"",
                        STR(str_shown(p.src.rest)));
    return id;
}
