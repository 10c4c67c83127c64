/* Reads the words of a sentence by the grammar, in every way that there is.
 *
 * A cell of the chart holds what one category can be from one word on: each way with where it ends, what it costs and what it means.
 * Cells are filled when they are first asked for and kept.  A way to the end of the words is a reading of the sentence. */
#include "text/inside.h"

#include <limits.h>
#include <stdlib.h>

typedef struct Way Way;
struct Way { Way *next; const char *means; uint64_t hash; int end, cost; const Rule *rule; const Way **part, *twin; };   /* where somebody asks: what its categories were read as; another way to the same */

typedef struct { Way *first; int ways; bool filled, filling; } Cell;

enum { MOST_STEPS = 400000, MOST_WAYS = 600, EXPECTED = 6, DEEPEST_PARSE = 300 };

typedef struct {
    const Grammar *g;
    const Lexicon *lex;
    Arena   *arena;
    Token    token[MOST_TOKENS];
    int      tokens;
    Cell    *cell;                             /* [category][token] */
    long     steps;
    int      depth;
    bool     given_up, keeps_parts;
    int      furthest;                         /* the farthest word that was asked for … */
    const char *expected[EXPECTED]; int expecteds;   /* … and what was wanted there */
} Chart;

typedef struct { const Rule *rule; const char *bound[MOST_ELEMENTS]; const Way *from[MOST_ELEMENTS]; Cell *into; } Match;

static Cell *cell_at(Chart *c, int category, int at);

static void expect(Chart *c, int at, const char *what)
{
    if (at < c->furthest || (at == c->furthest && c->expecteds == EXPECTED))
        return;
    if (at > c->furthest) {
        c->furthest = at;
        c->expecteds = 0;
    }
    for (int i = 0; i < c->expecteds; i++)
        if (strcmp(c->expected[i], what) == 0)
            return;
    if (c->expecteds < EXPECTED)
        c->expected[c->expecteds++] = what;
}

/* The meaning of a rule with what was said in the places of its names. */
static const char *filled_in(Chart *c, const Match *m)
{
    const Element *element = &c->g->element[m->rule->first];
    size_t room = strlen(m->rule->means) + 1;
    for (int i = 0; i < m->rule->count; i++)
        if (element[i].name)
            room += 4 * strlen(m->bound[i]);   /* a name may be used several times */
    char *text = arena_take(c->arena, room);
    Out out = { text, room, 0 };
    for (const char *at = m->rule->means; *at;) {
        size_t plain = strcspn(at, "$");
        out_str(&out, (Str){ at, plain });
        at += plain;
        if (!*at)
            break;
        size_t len = 1;
        while ((at[len] >= 'a' && at[len] <= 'z') || (at[len] >= '0' && at[len] <= '9'))
            len++;
        bool known = false;
        for (int i = 0; i < m->rule->count && !known; i++)
            if (element[i].name && strlen(element[i].name) == len - 1 && memcmp(element[i].name, at + 1, len - 1) == 0) {
                known = true;
                out_text(&out, "%s", m->bound[i]);
            }
        if (!known)
            out_str(&out, (Str){ at, len });   /* a variable of the card language */
        at += len;
    }
    return text;
}

static Way *new_way(Chart *c, const Match *m, const char *means, uint64_t hash, int end, int cost)
{
    Way *w = arena_take(c->arena, sizeof *w);
    *w = (Way){ .means = means, .hash = hash, .end = end, .cost = cost, .rule = m->rule };
    if (c->keeps_parts) {
        w->part = arena_take(c->arena, sizeof *w->part * (size_t)m->rule->count);
        memcpy(w->part, m->from, sizeof *w->part * (size_t)m->rule->count);
    }
    return w;
}

static void add_way(Chart *c, const Match *m, int end, int cost)
{
    const char *means = filled_in(c, m);
    uint64_t hash = hash_bytes(means, strlen(means));
    cost += m->rule->cost;
    for (Way *w = m->into->first; w; w = w->next)
        if (w->end == end && w->hash == hash && strcmp(w->means, means) == 0) {
            if (c->keeps_parts) {
                Way *twin = new_way(c, m, means, hash, end, cost);
                twin->twin = w->twin;
                w->twin = twin;
            }
            w->cost = cost < w->cost ? cost : w->cost;
            return;
        }
    if (m->into->ways == MOST_WAYS) {
        c->given_up = true;
        return;
    }
    Way *w = new_way(c, m, means, hash, end, cost);
    w->next = m->into->first;
    m->into->first = w;
    m->into->ways++;
}

/* A name as the card language writes it: a single word bare, several in quotes. */
static const char *quoted(Chart *c, const char *name)
{
    bool word = (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z');
    if (word && !strpbrk(name, " ()\"#"))
        return name;
    size_t room = strlen(name) + 3;
    char *text = arena_take(c->arena, room);
    snprintf(text, room, "\"%s\"", name);
    return text;
}

static int number_of(Str word)
{
    static const char *const words[] = { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
                                         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
                                         "twenty" };
    int number;
    if (str_int(word, &number))
        return number;
    for (size_t i = 0; i < countof(words); i++)
        if (str_is_nocase(word, words[i]))
            return (int)i;
    return -1;
}

static void match(Chart *c, Match *m, int element, int at, int cost);

/* What stands between braces, or in quotes, is the title of a card, also of one that no list has. */
static void match_braced(Chart *c, Match *m, int element, int at, int cost)
{
    int end = at + 1;
    char close = c->token[at].text.at[0] == '{' ? '}' : '"';
    while (end < c->tokens && c->token[end].text.at[0] != close)
        end++;
    if (c->g->element[m->rule->first + element].what != SORT_TITLE || end == c->tokens || end == at + 1)
        return;
    const char *from = c->token[at].text.at + 1;
    Str title = str_trim((Str){ from, (size_t)(c->token[end].text.at - from) });
    m->bound[element] = quoted(c, arena_text(c->arena, title));
    match(c, m, element + 1, end + 1, cost);
}

static void match_sort(Chart *c, Match *m, int element, int at, int cost)
{
    static const NameKind kind[SORT_COUNT] = { [SORT_SKILL] = NAME_SKILL, [SORT_TRAIT] = NAME_TRAIT, [SORT_TITLE] = NAME_TITLE };
    int what = c->g->element[m->rule->first + element].what;
    const Token *token = &c->token[at];
    if (at >= c->tokens)
        return;
    if (what == SORT_ICON || what == SORT_NUMBER) {
        char text[24];
        bool is_icon = token->text.at[0] == '[';
        int value = what == SORT_ICON ? (is_icon ? icon_find(lexicon_edition(c->lex), token->text) : -1) : number_of(token->text);
        if (value < 0)
            return;
        if (what == SORT_ICON)
            snprintf(text, sizeof text, "%s", icon_text[value]);
        else
            snprintf(text, sizeof text, "%d", value);
        m->bound[element] = arena_text(c->arena, str_of(text));
        match(c, m, element + 1, at + 1, cost);
        return;
    }
    if (token->text.at[0] == '{' || token->text.at[0] == '"') {
        match_braced(c, m, element, at, cost);
        return;
    }
    NameFound found[MOST_NAMES];
    int count = lexicon_find(c->lex, kind[what], token, c->tokens - at, found);
    for (int i = 0; i < count; i++) {
        m->bound[element] = quoted(c, found[i].name);
        match(c, m, element + 1, at + found[i].tokens, cost + i);      /* the longest name is meant */
    }
}

static void match_word(Chart *c, Match *m, int element, int at, int cost)
{
    const Element *e = &c->g->element[m->rule->first + element];
    for (int i = 0; i < e->words; i++)
        if (at < c->tokens && c->token[at].word == c->g->word[e->what + i]) {
            match(c, m, element + 1, at + 1, cost);
            return;
        }
}

static void match_category(Chart *c, Match *m, int element, int at, int cost)
{
    const Cell *cell = cell_at(c, c->g->element[m->rule->first + element].what, at);
    for (const Way *w = cell ? cell->first : NULL; w; w = w->next) {
        m->bound[element] = w->means;
        m->from[element] = w;
        match(c, m, element + 1, w->end, cost + w->cost);
        m->from[element] = NULL;
    }
}

static void match(Chart *c, Match *m, int element, int at, int cost)
{
    if (element == m->rule->count) {
        add_way(c, m, at, cost);
        return;
    }
    if (++c->steps > MOST_STEPS)
        c->given_up = true;
    if (c->given_up)
        return;
    const Element *e = &c->g->element[m->rule->first + element];
    switch (e->kind) {
    case SAYS_WORD:     expect(c, at, c->g->spelt[e->what]); match_word(c, m, element, at, cost); break;
    case SAYS_SORT:    expect(c, at, sort_name[e->what]); match_sort(c, m, element, at, cost); break;
    case SAYS_CATEGORY: match_category(c, m, element, at, cost); break;
    }
    if (e->optional) {
        m->bound[element] = "";
        match(c, m, element + 1, at, cost);
    }
}

/* A card in a hand, a deck or a pile lies nowhere else: no filter means that. */
static bool is_impossible(const Tree *t)
{
    static const char *const off[] = { "in-hand", "in-deck", "in-discard", "in-removed", "in-pile" };
    static const char *const on[] = { "on", "aboard", "at", "beneath", "in-core", "in-brig", "present-with" };
    int away = 0, there = 0;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next) {
        for (size_t i = 0; i < countof(off); i++)
            away += tree_is(c, off[i]);
        for (size_t i = 0; i < countof(on); i++)
            there += tree_is(c, on[i]);
    }
    if (away && there)
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (is_impossible(c))
            return true;
    return false;
}

/* Such a way is none: it does not stand in the way of a dearer one that means something. */
static void drop_impossible(Chart *c, Cell *cell)
{
    for (Way **at = &cell->first; *at;) {
        const char *means = (*at)->means;
        bool doubtful = strstr(means, "(in-") && (strstr(means, "(on ") || strstr(means, "(at ") || strstr(means, "(aboard ") || strstr(means, "(beneath ") ||
                                                  strstr(means, "(in-core") || strstr(means, "(in-brig") || strstr(means, "(present-with"));
        if (doubtful && is_impossible(tree_read(c->arena, means)))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}

/* Of the ways to one end only the cheapest count: whatever is made of a dearer one is dearer, too. */
static void keep_cheapest(const Chart *c, Cell *cell)
{
    int least[MOST_TOKENS + 1];
    for (int i = 0; i <= c->tokens; i++)
        least[i] = INT_MAX;
    for (const Way *w = cell->first; w; w = w->next)
        if (w->cost < least[w->end])
            least[w->end] = w->cost;
    for (Way **at = &cell->first; *at;)
        if ((*at)->cost > least[(*at)->end])
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

static Cell *cell_at(Chart *c, int category, int at)
{
    Cell *cell = &c->cell[category * (c->tokens + 1) + at];
    if (cell->filled || cell->filling)
        return cell;
    if (++c->depth > DEEPEST_PARSE) {
        c->given_up = true;
        c->depth--;
        return NULL;
    }
    cell->filling = true;
    const Category *cat = &c->g->category[category];
    uint32_t word = at < c->tokens ? c->token[at].word : 0;
    Match m;
    m.into = cell;
    if (c->keeps_parts)
        memset(m.from, 0, sizeof m.from);
    for (int i = 0; i < cat->count && !c->given_up; i++) {
        m.rule = &c->g->rule[cat->first + i];
        if (m.rule->opens && m.rule->opens != word)     /* most rules begin with a word that does not stand here */
            expect(c, at, c->g->spelt[c->g->element[m.rule->first].what]);
        else
            match(c, &m, 0, at, 0);
    }
    drop_impossible(c, cell);
    keep_cheapest(c, cell);
    cell->filling = false;
    cell->filled = true;
    c->depth--;
    return cell;
}

static const char *tidied(Arena *arena, const char *means)
{
    Tree *all = tree_tidy(arena, tree_read(arena, means));
    size_t room = 1;
    for (const Tree *t = all->child; t; t = t->next)
        room += strlen(tree_print(arena, t)) + 1;
    Out out = { arena_take(arena, room), room, 0 };
    for (const Tree *t = all->child; t; t = t->next)
        out_text(&out, "%s%s", t == all->child ? "" : " ", tree_print(arena, t));
    return out.at;
}

/* The two cheapest readings to the end of the words.  How many different meanings the cheapest cost has: 0, 1, or 2 for several. */
static int readings(Chart *c, int category, const char **first, const char **other)
{
    const Cell *cell = cell_at(c, category, 0);
    int best = 0, count = 0;
    for (const Way *w = cell ? cell->first : NULL; w; w = w->next) {
        if (w->end != c->tokens || (count && w->cost > best))
            continue;
        const char *means = tidied(c->arena, w->means);
        if (count && w->cost == best && strcmp(means, *first) == 0)
            continue;
        if (count && w->cost == best) {
            *other = means;
            count = 2;
            continue;
        }
        best = w->cost;
        *first = means;
        count = 1;
    }
    return count;
}

static const char *expected_text(Chart *c)
{
    char text[200] = "";
    Out out = { text, sizeof text, 0 };
    for (int i = 0; i < c->expecteds; i++)
        out_text(&out, "%s%s", i ? ", " : "", c->expected[i]);
    return arena_text(c->arena, str_of(text));
}

/* Whether the words between braces are plain English, such as "D'deridex-class ship" or "non-unique Officer", and no title. */
static bool is_plain_english(const Lexicon *lex, const Token *token, int count)
{
    static const char *const words[] = { "personnel", "ship", "ships", "event", "events", "equipment", "mission", "missions" };
    NameFound found[MOST_NAMES];
    int titles = lexicon_find(lex, NAME_TITLE, token, count, found);
    if (titles && found[0].tokens == count)
        return false;
    int traits = lexicon_find(lex, NAME_TRAIT, token, count, found);
    if (lexicon_find(lex, NAME_SKILL, token, count, found) && found[0].tokens < count)
        return true;
    if ((traits && found[0].tokens == count) || token[0].text.at[0] == '[' || str_is(token[0].text, "Region") || str_is(token[0].text, "non-"))
        return true;
    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < countof(words); k++)
            if (str_is(token[i].text, words[k]))
                return true;
    return false;
}

/* "{class=a|b-class ship}": a link of another medium, of which the words behind the bar are shown. */
static int without_links(Token *token, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int bar = 0;
        for (int k = i; token[i].text.at[0] == '{' && k < count && token[k].text.at[0] != '}'; k++)
            bar = token[k].text.at[0] == '|' ? k : bar;
        token[kept++] = token[i];
        i = bar ? bar : i;
    }
    return kept;
}

/* ---- slips of the pen ---- */

/* Whether one letter more, less, other or two letters in the wrong order make one word of the other. */
static bool is_slip(Str a, Str b)
{
    if (a.len + 1 < b.len || b.len + 1 < a.len)
        return false;
    size_t from = 0, end = 0, most = a.len < b.len ? a.len : b.len;
    while (from < most && (a.at[from] | 32) == (b.at[from] | 32))
        from++;
    while (end < most - from && (a.at[a.len - 1 - end] | 32) == (b.at[b.len - 1 - end] | 32))
        end++;
    size_t left_a = a.len - from - end, left_b = b.len - from - end;
    bool swapped = left_a == 2 && left_b == 2 && (a.at[from] | 32) == (b.at[from + 1] | 32) && (a.at[from + 1] | 32) == (b.at[from] | 32);
    return swapped || (left_a <= 1 && left_b <= 1);
}

/* "requirments", "Enginner": a word that nothing knows and that is one slip away from exactly one long word of the grammar, or from one
 * skill.  A final s is no slip: it tells one from several. */
static void mend_slip(const Grammar *g, const Lexicon *lex, Token *token, int left)
{
    enum { LONG_WORD = 6 };
    NameFound found[MOST_NAMES];
    Str near = { NULL, 0 };
    if (token->text.len + 1 < LONG_WORD || !((token->text.at[0] | 32) >= 'a' && (token->text.at[0] | 32) <= 'z') || grammar_says(g, token->word))
        return;
    for (int kind = NAME_SKILL; kind <= NAME_TITLE; kind++)
        if (lexicon_find(lex, (NameKind)kind, token, left, found))
            return;
    for (int i = 0; i < (token->capital ? (int)SKILL_COUNT : g->words); i++) {
        Str word = str_of(token->capital ? skill_name[i] : g->spelt[i]);
        bool final_s = word.len != token->text.len && (word.len > token->text.len ? word : token->text).at[(word.len > token->text.len ? word : token->text).len - 1] == 's'
                    && memcmp(word.at, token->text.at, word.len < token->text.len ? word.len : token->text.len) == 0;
        if (word.len < LONG_WORD || final_s || !is_slip(word, token->text) || (near.len && str_eq_nocase(near, word)))
            continue;
        if (near.len)
            return;                             /* two words are as near: nothing is guessed */
        near = word;
    }
    if (near.len)
        token->word = hash_nocase(near);
}

/* Card lists put braces around titles, and sometimes around keywords and whole phrases: those around anything but a title go. */
static int without_needless_braces(const Lexicon *lex, Token *token, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int end = i;
        if (token[i].text.at[0] == '{')
            while (end < count && token[end].text.at[0] != '}')
                end++;
        if (end == i || end == count) {
            token[kept++] = token[i];
            continue;
        }
        bool plain = is_plain_english(lex, token + i + 1, end - i - 1);
        for (; i <= end; i++)
            if (!plain || !strchr("{}", token[i].text.at[0]))
                token[kept++] = token[i];
        i = end;
    }
    return kept;
}

static Chart *read_sentence(const Grammar *g, const Lexicon *lex, Arena *arena, int category, Sentence *s, bool keeps_parts)
{
    Chart *c = arena_take(arena, sizeof *c);
    *c = (Chart){ .g = g, .lex = lex, .arena = arena, .keeps_parts = keeps_parts };
    c->tokens = tokens_of(s->words, c->token, MOST_TOKENS);
    if (c->tokens <= MOST_TOKENS)
        c->tokens = without_needless_braces(lex, c->token, without_links(c->token, c->tokens));
    for (int i = 0; i < c->tokens && c->tokens <= MOST_TOKENS; i++)
        mend_slip(g, lex, &c->token[i], c->tokens - i);
    if (c->tokens > MOST_TOKENS || category < 0) {
        s->result = category < 0 ? READ_STOPPED : READ_GIVEN_UP;
        return c;
    }
    c->cell = arena_take(arena, (size_t)g->categories * (size_t)(c->tokens + 1) * sizeof *c->cell);
    int count = readings(c, category, &s->means, &s->other);
    s->result = c->given_up ? READ_GIVEN_UP : count == 1 ? READ_WHOLE : count ? READ_AMBIGUOUS : READ_STOPPED;
    if (s->result == READ_WHOLE || s->result == READ_AMBIGUOUS)
        return c;
    s->stopped = c->furthest < c->tokens ? (size_t)(c->token[c->furthest].text.at - s->words.at) : s->words.len;
    s->expected = expected_text(c);
    return c;
}

static void note_rules(const Grammar *g, const Way *w, bool *used)
{
    for (int least = w->cost; w; w = w->twin) {
        if (w->cost > least)
            continue;
        used[w->rule - g->rule] = true;
        for (int i = 0; i < w->rule->count; i++)
            if (w->part[i])
                note_rules(g, w->part[i], used);
    }
}

const char *text_rules_read_by(const Grammar *g, const Lexicon *lex, Arena *arena, const char *category, Str words, bool *used)
{
    Sentence s = { .words = words, .means = "", .other = "", .expected = "" };
    Chart *c = read_sentence(g, lex, arena, grammar_category(g, str_of(category)), &s, true);
    const Cell *cell = s.result == READ_WHOLE ? cell_at(c, grammar_category(g, str_of(category)), 0) : NULL;
    for (const Way *w = cell ? cell->first : NULL; w; w = w->next)
        if (w->end == c->tokens) {
            note_rules(g, w, used);
            break;
        }
    return s.result == READ_WHOLE ? s.means : NULL;
}

ReadResult text_result_as(const Grammar *g, const Lexicon *lex, Arena *arena, const char *category, Str words)
{
    Sentence s = { .words = words, .means = "", .other = "", .expected = "" };
    read_sentence(g, lex, arena, grammar_category(g, str_of(category)), &s, false);
    return s.result;
}

const char *text_read_as(const Grammar *g, const Lexicon *lex, Arena *arena, const char *category, Str words)
{
    Sentence s = { .words = words, .means = "", .other = "", .expected = "" };
    read_sentence(g, lex, arena, grammar_category(g, str_of(category)), &s, false);
    return s.result == READ_WHOLE && !asks_too_much(tree_read(arena, s.means)) ? s.means : NULL;
}

/* "Order -" begins a sentence, though the full stop before it may have been forgotten. */
static bool is_order(const Token *token, int at, int count)
{
    return at > 0 && at + 1 < count && token[at].capital && str_is(token[at].text, "Order") && str_is(token[at + 1].text, "-") && !strchr("(\"{", token[at - 1].text.at[0]);
}

/* "Shown." and what follows it.  A full stop inside an abbreviation belongs to its word, one between braces to a title; what is in brackets is
 * a sentence of its own. */
static Str cut_sentence(Str *rest)
{
    Token token[MOST_TOKENS];
    int count = tokens_of(*rest, token, MOST_TOKENS);
    count = count < MOST_TOKENS ? count : MOST_TOKENS;
    bool in_title = false;
    for (int i = 0; i < count; i++) {
        char c = token[i].text.at[0];
        in_title = c == '{' || (in_title && c != '}');
        if (is_order(token, i, count)) {
            Str one = { rest->at, (size_t)(token[i].text.at - rest->at) };
            *rest = (Str){ token[i].text.at, rest->len - one.len };
            return str_trim(one);
        }
        if (token[i].text.len != 1 || (c != '.' && c != '!') || in_title)
            continue;
        if (i + 1 < count && strchr(")\"", token[i + 1].text.at[0]))
            i++;
        const char *end = token[i].text.at + 1;
        Str one = { rest->at, (size_t)(end - rest->at) };
        *rest = str_trim((Str){ end, rest->len - one.len });
        return str_trim(one);
    }
    Str all = str_trim(*rest);
    *rest = (Str){ all.at + all.len, 0 };
    return all;
}

/* One ability to a line. */
static const char *printed(Arena *arena, const Tree *abilities)
{
    size_t room = 1;
    for (const Tree *t = abilities; t; t = t->next)
        room += strlen(tree_print(arena, t)) + 1;
    Out text = { arena_take(arena, room), room, 0 };
    for (const Tree *t = abilities; t; t = t->next)
        out_text(&text, "%s%s", text.len ? "\n" : "", tree_print(arena, t));
    return text.at;
}

static void put_together(Arena *arena, const char *start, Reading *out)
{
    Tree *all = tree_read(arena, ""), **last = &all->child, *abilities;
    for (int i = 0; i < out->sentences; i++) {
        *last = tree_read(arena, out->sentence[i].means)->child;
        while (*last)
            last = &(*last)->next;
    }
    if (!assemble(arena, all, start, &abilities, &out->unbound)) {
        out->result = READ_UNBOUND;
        return;
    }
    out->abilities = printed(arena, abilities);
}

const char *text_start(CardType type, Kind kind)
{
    static const char *const start[TYPE_COUNT] = {
        [TYPE_PERSONNEL] = "Personnel", [TYPE_SHIP] = "Ship", [TYPE_EQUIPMENT] = "Equipment", [TYPE_EVENT] = "Event",
        [TYPE_INTERRUPT] = "Interrupt", [TYPE_DILEMMA] = "Dilemma", [TYPE_MISSION] = "Mission",
    };
    return type == TYPE_MISSION && kind == KIND_HEADQUARTERS ? "Headquarters" : start[type];
}

/* A card that is neither personnel nor equipment does not speak of itself as if it were. */
static bool is_called_wrong(const char *start, Str text)
{
    static const char *const wrong[] = { "this personnel", "this equipment" };
    if (strcmp(start, "Personnel") == 0 || strcmp(start, "Equipment") == 0 || strcmp(start, "Ship") == 0)
        return false;
    for (size_t i = 0; i < text.len; i++)
        for (size_t w = 0; w < countof(wrong); w++)
            if (i + strlen(wrong[w]) <= text.len && str_is_nocase((Str){ text.at + i, strlen(wrong[w]) }, wrong[w]))
                return true;
    return false;
}

void text_read(const Grammar *g, const Lexicon *lex, Arena *arena, const char *start, Str text, Reading *out)
{
    int category = grammar_category(g, str_of(start));
    *out = (Reading){ .result = READ_WHOLE, .abilities = "", .unbound = "" };
    text = str_trim(text);
    bool wrong = is_called_wrong(start, text);
    while (text.len) {
        if (out->sentences == MOST_SENTENCES) {
            out->result = READ_GIVEN_UP;
            return;
        }
        Sentence *s = &out->sentence[out->sentences++];
        *s = (Sentence){ .words = cut_sentence(&text), .means = "", .other = "", .expected = "" };
        read_sentence(g, lex, arena, category, s, false);
        if (s->result != READ_WHOLE && out->result == READ_WHOLE)
            out->result = s->result;
    }
    if (wrong && out->result == READ_WHOLE)
        out->result = READ_UNBOUND, out->unbound = "'this personnel' on a card that is none";
    if (out->result == READ_WHOLE)
        put_together(arena, start, out);
}

void text_read_own(const Grammar *g, const Lexicon *lex, Arena *arena, CardType type, Str text, Reading *out)
{
    *out = (Reading){ .result = READ_WHOLE, .abilities = "", .unbound = "" };
    text = str_trim(text);
    if (!text.len)
        return;
    Sentence *s = &out->sentence[out->sentences++];
    *s = (Sentence){ .words = text, .means = "", .other = "", .expected = "" };
    read_sentence(g, lex, arena, grammar_category(g, str_of("Text")), s, false);
    out->result = s->result;
    if (s->result != READ_WHOLE)
        return;
    Tree *all = tree_read(arena, s->means);
    bool stays = type == TYPE_PERSONNEL || type == TYPE_SHIP || type == TYPE_EQUIPMENT || type == TYPE_MISSION;
    if (stays && says(all, "resolve"))
        out->unbound = "an effect, and nothing says when";       /* such a card is not carried out as it is played */
    if ((stays && says(all, "resolve")) || !own_assemble(arena, lex, type, all, &out->unbound)) {
        out->result = READ_UNBOUND;
        return;
    }
    out->abilities = printed(arena, tree_tidy(arena, all)->child);
}
