/* What was read, as trees that can be rearranged before they are written down. */
#include "text/inside.h"

typedef struct { Arena *arena; const char *at; int depth; } Walk;

enum { DEEPEST = 60 };

static Tree *new_tree(Arena *arena, const char *atom)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->atom = atom;
    return t;
}

static void skip_blanks(Walk *w)
{
    while (*w->at == ' ' || *w->at == '\n' || *w->at == '\t')
        w->at++;
}

static Tree *read_one(Walk *w);

/* Up to the closing bracket, or to the end. */
static Tree *read_list(Walk *w)
{
    Tree *list = new_tree(w->arena, NULL), **last = &list->child;
    if (++w->depth > DEEPEST)
        return list;
    for (skip_blanks(w); *w->at && *w->at != ')'; skip_blanks(w)) {
        *last = read_one(w);
        last = &(*last)->next;
    }
    w->depth--;
    return list;
}

static Tree *read_one(Walk *w)
{
    const char *begin = w->at;
    if (*w->at == '(') {
        w->at++;
        Tree *list = read_list(w);
        w->at += *w->at == ')';
        return list;
    }
    if (*w->at == '"') {
        do
            w->at++;
        while (*w->at && *w->at != '"');
        w->at += *w->at == '"';
    } else {
        while (*w->at && !strchr(" \n\t()\"", *w->at))
            w->at++;
    }
    return new_tree(w->arena, arena_text(w->arena, (Str){ begin, (size_t)(w->at - begin) }));
}

Tree *tree_read(Arena *arena, const char *text)
{
    Walk w = { arena, text, 0 };
    return read_list(&w);
}

static void print(Out *out, const Tree *t)
{
    if (t->atom) {
        out_text(out, "%s", t->atom);
        return;
    }
    out_text(out, "(");
    for (const Tree *c = t->child; c; c = c->next) {
        print(out, c);
        if (c->next)
            out_text(out, " ");
    }
    out_text(out, ")");
}

const char *tree_print(Arena *arena, const Tree *t)
{
    Out measure = { NULL, 0, 0 };
    print(&measure, t);
    Out out = { arena_take(arena, measure.len + 1), measure.len + 1, 0 };
    print(&out, t);
    return out.at;
}

bool atom_is(const Tree *t, const char *word)
{
    return t && t->atom && strcmp(t->atom, word) == 0;
}

bool tree_is(const Tree *t, const char *word)
{
    return t && !t->atom && atom_is(t->child, word);
}

static bool joins(const Tree *t)
{
    return tree_is(t, "and") || tree_is(t, "or") || tree_is(t, "all") || tree_is(t, "any-one") || tree_is(t, "do");
}

/* The parts of an inner list of the same word become parts of the outer one. */
static void take_in(Tree *t)
{
    for (Tree **at = &t->child->next; *at;) {
        Tree *part = *at;
        if (!tree_is(part, t->child->atom)) {
            at = &part->next;
            continue;
        }
        Tree *inner = part->child->next, *last = inner;
        while (last && last->next)
            last = last->next;
        if (last)
            last->next = part->next;
        *at = inner ? inner : part->next;
    }
}

/* "Any card that is …" is what the rest says. */
static void drop_any(Tree *t)
{
    for (Tree **at = &t->child->next; *at && t->child->next->next;)
        if (atom_is(*at, "any"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

/* What a filter says first: whose group, the type, the commander; the rest goes by its letters. */
static int rank(const Tree *t)
{
    return atom_is(t, "facing-group") ? 0 : tree_is(t, "type") ? 1 : tree_is(t, "of") ? 2 : 3;
}

static int order(Arena *arena, const Tree *a, const Tree *b)
{
    int by_rank = rank(a) - rank(b);
    return by_rank ? by_rank : strcmp(tree_print(arena, a), tree_print(arena, b));
}

/* The parts of "and" in one order, each once: the order in which English names them means nothing. */
static void sort_parts(Arena *arena, Tree *t)
{
    Tree *sorted = NULL;
    for (Tree *part = t->child->next, *next; part; part = next) {
        next = part->next;
        Tree **at = &sorted;
        while (*at && order(arena, *at, part) < 0)
            at = &(*at)->next;
        if (*at && order(arena, *at, part) == 0)
            continue;
        part->next = *at;
        *at = part;
    }
    t->child->next = sorted;
}

Tree *tree_tidy(Arena *arena, Tree *t)
{
    if (t->atom)
        return t;
    for (Tree **at = &t->child; *at;) {
        Tree *next = (*at)->next, *tidy = tree_tidy(arena, *at);
        if (!tidy->atom && !tidy->child) {
            *at = next;
            continue;
        }
        tidy->next = next;
        *at = tidy;
        at = &tidy->next;
    }
    if (tree_is(t, "at-least") && atom_is(t->child->next, "1")) {
        Tree *what = t->child->next->next;
        t->child = new_tree(arena, "exists");
        t->child->next = what;
    }
    if (!joins(t))
        return t;
    take_in(t);
    if (tree_is(t, "and")) {
        drop_any(t);
        sort_parts(arena, t);
    }
    Tree *only = t->child->next;
    if (!only || only->next)
        return t;
    Tree *copy = new_tree(arena, only->atom);
    copy->child = only->child;
    return copy;
}
