/* Reads a grammar: categories, ways to say them, what they mean, and examples.
 *
 *     Effect:
 *       "stop" Selection:s                 => (stop $s)
 *         | stop this personnel            => (stop self)
 *
 * A category stands alone with a colon.  Below it each line is a rule: what is said, "=>", what it means in the card language.  Said are
 * words in quotes ("is/are" either of them, "''" a quotation mark), categories (with a capital) and the sorts skill, icon, trait, title and number; a ? behind
 * one makes it optional, and :name gives it the name by which the meaning speaks of it.  What is said of cards must be meant: a category
 * or sort that the meaning leaves out is a mistake, unless its name is _.  A meaning may leave a place open for another rule to fill: (~put …), (~each …), tidy.c.  "~2" before "=>" makes a reading dearer by that much.  A line
 * that begins with | is an example, tested by `make test`; every rule takes part in reading one, here or in tests/grammar/examples.txt.  # begins a remark. */
#include "text/inside.h"

#include <stdlib.h>

const char *const sort_name[SORT_COUNT] = { "skill", "icon", "trait", "title", "number" };

typedef struct { Grammar *g; const char *file; int line; int category; Error *err; } Reader;

static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 256;
    void *more = realloc(array, (size_t)*room * size);
    if (!more)
        out_of_memory();
    return more;
}

Grammar *grammar_new(void)
{
    Grammar *g = calloc(1, sizeof *g);
    if (!g)
        out_of_memory();
    return g;
}

void grammar_free(Grammar *g)
{
    if (!g)
        return;
    arena_free(&g->arena);
    free(g->rule);
    free(g->element);
    free(g->word);
    free(g->known);
    free(g->spelt);
    free(g->example);
    free(g);
}

int grammar_category(const Grammar *g, Str name)
{
    for (int i = 0; i < g->categories; i++)
        if (str_is(name, g->category[i].name))
            return i;
    return -1;
}

static int category_intern(Reader *r, Str name)
{
    int at = grammar_category(r->g, name);
    if (at >= 0)
        return at;
    if (r->g->categories == MOST_CATEGORIES) {
        error_at(r->err, r->file, r->line, 1, "more than %d categories", MOST_CATEGORIES);
        return -1;
    }
    r->g->category[r->g->categories] = (Category){ .name = arena_text(&r->g->arena, name), .line = r->line, .file = r->file };
    return r->g->categories++;
}

static void word_add(Grammar *g, Str word)
{
    int room = g->word_room;
    g->word = grown(g->word, g->words, &room, sizeof *g->word);
    g->spelt = grown(g->spelt, g->words, &g->word_room, sizeof *g->spelt);
    g->word[g->words] = hash_nocase(word);
    g->spelt[g->words++] = arena_text(&g->arena, word);
}

static Element *element_add(Reader *r, Rule *rule)
{
    Grammar *g = r->g;
    if (rule->count == MOST_ELEMENTS) {
        error_at(r->err, r->file, r->line, 1, "a rule says at most %d things; make a part of it a category", MOST_ELEMENTS);
        return NULL;
    }
    g->element = grown(g->element, g->elements, &g->element_room, sizeof *g->element);
    rule->count++;
    g->element[g->elements] = (Element){ 0 };
    return &g->element[g->elements++];
}

static bool is_of_opponent(Str words)
{
    return str_is(str_word(&words), "opponent") && str_is(str_word(&words), "'s");
}

/* "is/are about to": words one after another, each with those that may stand in its place. */
static bool read_words(Reader *r, Rule *rule, Str words, bool optional)
{
    bool several = memchr(words.at, ' ', words.len) != NULL;
    if (optional && several)
        return error_at(r->err, r->file, r->line, 1, "only one word can be optional; make \"%.*s\" a category", STR(words));
    for (Str word = str_word(&words); word.len; word = str_word(&words)) {
        if (str_is(word, "an") && is_of_opponent(words))
            word = str_of("an/your/any");       /* "an opponent's" ship is also called "your opponent's" or "any opponent's" */
        Element *e = element_add(r, rule);
        if (!e)
            return false;
        *e = (Element){ .kind = SAYS_WORD, .optional = optional, .what = (uint16_t)r->g->words };
        bool slash = word.len == 1;
        while (word.len) {
            const char *end = slash ? NULL : memchr(word.at, '/', word.len);
            Str one = { word.at, end ? (size_t)(end - word.at) : word.len };
            word_add(r->g, str_is(one, "''") ? str_of("\"") : one);
            e->words++;
            word = end ? (Str){ end + 1, word.len - one.len - 1 } : (Str){ word.at, 0 };
        }
    }
    return true;
}

static int sort_find(Str name)
{
    for (int i = 0; i < SORT_COUNT; i++)
        if (str_is(name, sort_name[i]))
            return i;
    return -1;
}

/* "Selection:s?" */
static bool read_name(Reader *r, Rule *rule, Str word)
{
    Element *e = element_add(r, rule);
    if (!e)
        return false;
    if (word.len && word.at[word.len - 1] == '?') {
        e->optional = true;
        word.len--;
    }
    const char *colon = memchr(word.at, ':', word.len);
    Str name = { word.at, colon ? (size_t)(colon - word.at) : word.len };
    if (colon)
        e->name = arena_text(&r->g->arena, (Str){ colon + 1, word.len - name.len - 1 });
    bool category = name.len && name.at[0] >= 'A' && name.at[0] <= 'Z';
    int what = category ? category_intern(r, name) : sort_find(name);
    e->kind = category ? SAYS_CATEGORY : SAYS_SORT;
    e->what = (uint16_t)what;
    if (what >= 0)
        return true;
    return error_at(r->err, r->file, r->line, 1, "'%.*s' is neither a category (with a capital), a sort, nor words in quotes",
                    STR(str_shown(name)));
}

static bool read_said(Reader *r, Rule *rule, Str said)
{
    while ((said = str_trim(said)).len) {
        if (said.at[0] == '~') {
            Str word = str_word(&said);
            if (!str_int((Str){ word.at + 1, word.len - 1 }, &rule->cost))
                return error_at(r->err, r->file, r->line, 1, "'%.*s' is no cost; expected one such as ~2", STR(str_shown(word)));
            continue;
        }
        if (said.at[0] != '"') {
            if (!read_name(r, rule, str_word(&said)))
                return false;
            continue;
        }
        const char *end = memchr(said.at + 1, '"', said.len - 1);
        if (!end)
            return error_at(r->err, r->file, r->line, 1, "a quote is not closed");
        Str words = { said.at + 1, (size_t)(end - said.at) - 1 };
        said = (Str){ end + 1, said.len - words.len - 2 };
        bool optional = said.len && said.at[0] == '?';
        if (optional)
            said = (Str){ said.at + 1, said.len - 1 };
        if (!read_words(r, rule, words, optional))
            return false;
    }
    if (rule->count == 0)
        return error_at(r->err, r->file, r->line, 1, "a rule that says nothing");
    for (int i = 0; i < rule->count; i++)
        if (!r->g->element[rule->first + i].optional)
            return true;
    return error_at(r->err, r->file, r->line, 1, "all of this rule is optional; it could say nothing");
}

static bool meaning_uses(const char *means, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strchr(means, '$'); at; at = strchr(at + 1, '$'))
        if (strncmp(at + 1, name, len) == 0 && !((at[len + 1] >= 'a' && at[len + 1] <= 'z') || (at[len + 1] >= '0' && at[len + 1] <= '9')))
            return true;
    return false;
}

/* What is said must be meant: nothing that names a card, a number or an effect is dropped. */
static bool nothing_is_dropped(Reader *r, const Rule *rule)
{
    for (int i = 0; i < rule->count; i++) {
        const Element *e = &r->g->element[rule->first + i];
        if (e->kind == SAYS_WORD || (e->name && strcmp(e->name, "_") == 0))
            continue;
        const char *what = e->kind == SAYS_SORT ? sort_name[e->what] : r->g->category[e->what].name;
        if (!e->name || !meaning_uses(rule->means, e->name))
            return error_at(r->err, r->file, r->line, 1, "'%s' is said and not meant; name it and use it, or call it _", what);
    }
    return true;
}

static bool read_rule(Reader *r, Str line)
{
    Grammar *g = r->g;
    const char *arrow = NULL;
    for (size_t i = 0; i + 1 < line.len && !arrow; i++)
        if (line.at[i] == '=' && line.at[i + 1] == '>')
            arrow = line.at + i;
    if (!arrow)
        return error_at(r->err, r->file, r->line, 1, "a rule needs '=>' and what it means");
    if (r->category < 0)
        return error_at(r->err, r->file, r->line, 1, "a rule before any category; begin with a line such as 'Effect:'");
    Rule rule = { .category = (uint16_t)r->category, .first = (uint16_t)g->elements, .file = r->file, .line = r->line };
    rule.means = arena_text(&g->arena, str_trim((Str){ arrow + 2, line.len - (size_t)(arrow + 2 - line.at) }));
    if (!read_said(r, &rule, (Str){ line.at, (size_t)(arrow - line.at) }) || !nothing_is_dropped(r, &rule))
        return false;
    g->rule = grown(g->rule, g->rules, &g->rule_room, sizeof *g->rule);
    g->rule[g->rules++] = rule;
    return true;
}

static bool read_example(Reader *r, Str line)
{
    Grammar *g = r->g;
    const char *arrow = NULL;
    for (size_t i = 0; i + 1 < line.len; i++)
        if (line.at[i] == '=' && line.at[i + 1] == '>')
            arrow = line.at + i;
    if (!arrow || r->category < 0)
        return error_at(r->err, r->file, r->line, 1, "an example is '| what is said => what it means', below a rule");
    g->example = grown(g->example, g->examples, &g->example_room, sizeof *g->example);
    g->example[g->examples++] = (Example){
        .file = r->file, .line = r->line, .category = g->category[r->category].name,
        .said = arena_text(&g->arena, str_trim((Str){ line.at, (size_t)(arrow - line.at) })),
        .means = arena_text(&g->arena, str_trim((Str){ arrow + 2, line.len - (size_t)(arrow + 2 - line.at) })),
    };
    return true;
}

bool grammar_read(Grammar *g, const char *file, Str text, Error *err)
{
    Reader r = { .g = g, .file = arena_text(&g->arena, str_of(file)), .category = -1, .err = err };
    while (text.len) {
        Str line = str_line(&text);
        r.line++;
        if (!str_utf8(line))
            return error_at(err, file, r.line, 1, "not UTF-8 text");
        bool indented = line.len && (line.at[0] == ' ' || line.at[0] == '\t');
        line = str_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (!indented && line.at[line.len - 1] == ':') {
            if ((r.category = category_intern(&r, (Str){ line.at, line.len - 1 })) < 0)
                return false;
            continue;
        }
        if (line.at[0] == '|' ? !read_example(&r, (Str){ line.at + 1, line.len - 1 }) : !read_rule(&r, line))
            return false;
    }
    return true;
}

static int by_category(const void *a, const void *b)
{
    const Rule *x = a, *y = b;
    int order = (int)x->category - (int)y->category;
    return order ? order : (int)x->first - (int)y->first;
}

/* Whether a category can begin with another, by what its rules may begin with. */
static bool begins_with_itself(const Grammar *g, int start, int at, bool *seen)
{
    if (seen[at])
        return false;
    seen[at] = true;
    const Category *c = &g->category[at];
    for (int i = 0; i < c->count; i++) {
        const Rule *rule = &g->rule[c->first + i];
        for (int k = 0; k < rule->count; k++) {
            const Element *e = &g->element[rule->first + k];
            if (e->kind == SAYS_CATEGORY && (e->what == start || begins_with_itself(g, start, e->what, seen)))
                return true;
            if (!e->optional)
                break;
        }
    }
    return false;
}

static int by_hash(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void note_openings(Grammar *g)
{
    for (int i = 0; i < g->rules; i++) {
        const Element *e = &g->element[g->rule[i].first];
        g->rule[i].opens = g->rule[i].count && e->kind == SAYS_WORD && !e->optional && e->words == 1 ? g->word[e->what] : 0;
    }
}

static void keep_words(Grammar *g)
{
    free(g->known);
    g->known = g->words ? malloc((size_t)g->words * sizeof *g->known) : NULL;
    if (g->words && !g->known)
        out_of_memory();
    if (g->words) {
        memcpy(g->known, g->word, (size_t)g->words * sizeof *g->known);
        qsort(g->known, (size_t)g->words, sizeof *g->known, by_hash);
    }
}

bool grammar_says(const Grammar *g, uint32_t word)
{
    return g->known && bsearch(&word, g->known, (size_t)g->words, sizeof word, by_hash);
}

static bool means_nothing(const Rule *r)
{
    return strcmp(r->means, "-") == 0;
}

/* A category whose ways to say it mean nothing, and one that means something, may not be called by the same name in two files: whoever uses the first would
 * leave out what the second says. */
static bool has_one_sense(const Grammar *g, const Category *c, Error *err)
{
    for (const Rule *r = g->rule + c->first, *end = r + c->count; r < end; r++)
        for (const Rule *other = g->rule + c->first; other < end && means_nothing(r); other++)
            if (!means_nothing(other) && strcmp(other->file, r->file) != 0)
                return error_at(err, r->file, r->line, 1, "'%s' means nothing here and something in %s:%d; expected a name of its own", c->name, other->file, other->line);
    return true;
}

bool grammar_check(Grammar *g, Error *err)
{
    if (g->rules)
        qsort(g->rule, (size_t)g->rules, sizeof *g->rule, by_category);
    for (int i = 0; i < g->rules; i++) {
        Category *c = &g->category[g->rule[i].category];
        if (c->count++ == 0)
            c->first = (uint16_t)i;
    }
    for (int i = 0; i < g->categories; i++) {
        bool seen[MOST_CATEGORIES] = { false };
        const Category *c = &g->category[i];
        if (c->count == 0)
            return error_at(err, c->file, c->line, 1, "no rule says what '%s' is", c->name);
        if (begins_with_itself(g, i, i, seen))
            return error_at(err, c->file, c->line, 1, "'%s' can begin with itself; write a list as its first part and the rest", c->name);
        if (!has_one_sense(g, c, err))
            return false;
    }
    keep_words(g);
    note_openings(g);
    return true;
}

int grammar_examples(const Grammar *g)
{
    return g->examples;
}

Example grammar_example(const Grammar *g, int i)
{
    return g->example[i];
}

int grammar_rules(const Grammar *g)
{
    return g->rules;
}
