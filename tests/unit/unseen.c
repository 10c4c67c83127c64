/* How many printed texts would be read if nobody had seen them: each is read once more without the rules of the grammar that no other title needs.
 * What is still read, to the same effects, the grammar reads by general rules; the share is an estimate for cards that are not in the lists.
 * `make unseen` prints it for each type; with UNSEEN=show in the environment each text that fails, too, with the rules that it has for itself; with
 * UNSEEN=means only what each text means, so that the readings of two grammars can be compared, with UNSEEN=rules which titles need each rule. */
#include "../builtin.h"
#include "../file.h"
#include "../list.h"
#include "engine/engine.h"
#include "text/inside.h"

typedef struct {
    Str         title, text;
    CardType    type;
    const char *abilities;                     /* NULL: it is not read */
    bool       *used;                          /* by rule: it was read by that rule */
} Printed;

enum { MOST_PRINTED = 6000, NO_TEXT = -1, SEVERAL = -2 };

typedef struct { Grammar *grammar; Lexicon *lexicon; Printed *printed; int count; int *only; } Corpus;   /* only, by rule: the one text that needs it */

static bool is_known(const Corpus *c, Str title, Str text)
{
    for (int i = 0; i < c->count; i++)
        if (str_eq(c->printed[i].title, title) && str_eq(c->printed[i].text, text))
            return true;
    return false;
}

static void add_text(Corpus *c, Arena *arena, Str title, Str text, CardType type)
{
    Arena room = { 0 };
    Reading reading;
    const char *start = text_start(type, KIND_NONE);
    Printed *p = &c->printed[c->count++];
    *p = (Printed){ .title = title, .text = text, .type = type };
    text_read(c->grammar, c->lexicon, &room, start, text, &reading);
    if (reading.result == READ_WHOLE) {
        p->abilities = arena_text(arena, str_of(reading.abilities));
        p->used = calloc((size_t)c->grammar->rules, sizeof *p->used);
        for (int i = 0; i < reading.sentences; i++)
            text_rules_read_by(c->grammar, c->lexicon, &room, start, reading.sentence[i].words, p->used);
    }
    arena_free(&room);
}

static void add_list(Corpus *c, Arena *arena, Str list)
{
    Str head = str_line(&list);
    int title_at = list_column(head, "Name"), type_at = list_column(head, "Type"), text_at = list_column(head, "Text");
    while (list.len && c->count < MOST_PRINTED) {
        Str row = str_line(&list), title = list_cell(row, title_at), text = list_cell(row, text_at);
        int type = type_find(EDITION_SECOND, list_cell(row, type_at));
        if (type > 0 && text.len && !is_known(c, title, text))
            add_text(c, arena, title, text, (CardType)type);
    }
}

/* Whose only each rule is.  A title that is printed twice counts once. */
static void find_only(Corpus *c)
{
    for (int r = 0; r < c->grammar->rules; r++) {
        c->only[r] = NO_TEXT;
        for (int i = 0; i < c->count; i++)
            if (c->printed[i].used && c->printed[i].used[r])
                c->only[r] = c->only[r] == NO_TEXT || (c->only[r] >= 0 && str_eq(c->printed[c->only[r]].title, c->printed[i].title)) ? i : SEVERAL;
    }
}

static bool is_its_own(const Corpus *c, const Printed *p, int rule)
{
    return c->only[rule] >= 0 && str_eq(c->printed[c->only[rule]].title, p->title);
}

/* Reads a text without its own rules: they say for a while the last element, which no word matches. */
static bool is_read_without(Corpus *c, const Printed *p, const Rule *all)
{
    Arena room = { 0 };
    Reading reading;
    for (int r = 0; r < c->grammar->rules; r++)
        if (is_its_own(c, p, r)) {
            c->grammar->rule[r].first = (uint16_t)c->grammar->elements;
            c->grammar->rule[r].count = 1;
        }
    text_read(c->grammar, c->lexicon, &room, text_start(p->type, KIND_NONE), p->text, &reading);
    memcpy(c->grammar->rule, all, sizeof *all * (size_t)c->grammar->rules);
    bool same = reading.result == READ_WHOLE && strcmp(reading.abilities, p->abilities) == 0;
    arena_free(&room);
    return same;
}

static void show_meanings(const Corpus *c)
{
    for (int i = 0; i < c->count; i++)
        printf("%.*s [%s]\n  %.*s\n%s\n", STR(c->printed[i].title), type_name[c->printed[i].type], STR(c->printed[i].text),
               c->printed[i].abilities ? c->printed[i].abilities : "not read");
}

static void show(const Corpus *c, const Printed *p)
{
    printf("%.*s [%s]\n  %.*s\n", STR(p->title), type_name[p->type], STR(p->text));
    for (int r = 0; r < c->grammar->rules; r++)
        if (is_its_own(c, p, r))
            printf("    %s:%d\n", c->grammar->rule[r].file, c->grammar->rule[r].line);
}

/* By which titles each rule is needed. */
static void show_rules(const Corpus *c)
{
    for (int r = 0; r < c->grammar->rules; r++) {
        printf("%s:%d", c->grammar->rule[r].file, c->grammar->rule[r].line);
        for (int i = 0; i < c->count; i++)
            if (c->printed[i].used && c->printed[i].used[r])
                printf(" | %.*s", STR(c->printed[i].title));
        putchar('\n');
    }
}

/* One element more, which nothing can be read as: a word that no text has. */
static void add_impossible_element(Grammar *g)
{
    g->element = realloc(g->element, sizeof *g->element * (size_t)(g->elements + 1));
    g->word = realloc(g->word, sizeof *g->word * (size_t)(g->words + 1));
    g->spelt = realloc(g->spelt, sizeof *g->spelt * (size_t)(g->words + 1));
    if (!g->element || !g->word || !g->spelt)
        exit(2);
    g->word[g->words] = hash_nocase(str_of("\x01"));
    g->spelt[g->words] = "\x01";
    g->element[g->elements] = (Element){ .kind = SAYS_WORD, .what = (uint16_t)g->words, .words = 1 };
}

static void measure(Corpus *c)
{
    int texts[TYPE_COUNT] = { 0 }, read[TYPE_COUNT] = { 0 }, without[TYPE_COUNT] = { 0 }, all_texts = 0, all_read = 0, all_without = 0;
    Rule *all = malloc(sizeof *all * (size_t)c->grammar->rules);
    if (!all)
        exit(2);
    memcpy(all, c->grammar->rule, sizeof *all * (size_t)c->grammar->rules);
    find_only(c);
    add_impossible_element(c->grammar);
    for (int i = 0; i < c->count; i++) {
        const Printed *p = &c->printed[i];
        bool same = p->abilities && is_read_without(c, p, all);
        texts[p->type]++;
        read[p->type] += p->abilities != NULL;
        without[p->type] += same;
        if (p->abilities && !same && getenv("UNSEEN"))
            show(c, p);
    }
    for (int t = 0; t < TYPE_COUNT; t++)
        if (texts[t]) {
            printf("%-10s %4d texts, %4d read, %4d without the rules of that title alone: %d %%\n", type_name[t], texts[t], read[t], without[t], 100 * without[t] / texts[t]);
            all_texts += texts[t];
            all_read += read[t];
            all_without += without[t];
        }
    int own = 0;
    for (int r = 0; r < c->grammar->rules; r++)
        own += c->only[r] >= 0;
    printf("%-10s %4d texts, %4d read, %4d without: %d %%; of %d rules %d are needed by one title only\n", "all", all_texts, all_read, all_without,
           100 * all_without / (all_texts ? all_texts : 1), c->grammar->rules, own);
    free(all);
}

int main(void)
{
    Arena arena = { 0 };
    sl_file lists[2];
    sl_error err = { "" };
    int count = plugin_lists(&arena, lists);
    if (!count) {
        puts("skipped: no plugin folder; SPACELINE_LACKEY names one");
        return 0;
    }
    sl_library *lib = builtin_library_with(lists, count, &err);
    if (!lib) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    Corpus c = { .grammar = lib->grammar, .lexicon = lexicon_new(lib->cat, EDITION_SECOND), .printed = calloc(MOST_PRINTED, sizeof(Printed)),
                 .only = calloc((size_t)lib->grammar->rules, sizeof(int)) };
    for (int i = 0; i < count; i++)
        add_list(&c, &arena, (Str){ lists[i].data, lists[i].size });
    const char *what = getenv("UNSEEN");
    if (what && strcmp(what, "means") == 0)
        show_meanings(&c);
    else if (what && strcmp(what, "rules") == 0)
        show_rules(&c);
    else
        measure(&c);
    for (int i = 0; i < c.count; i++)
        free(c.printed[i].used);
    free(c.printed);
    free(c.only);
    lexicon_free(c.lexicon);
    sl_library_free(lib);
    arena_free(&arena);
    return 0;
}
