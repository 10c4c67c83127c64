/* What was read, as trees that can be rearranged before they are written down. */
#include "text/inside.h"

typedef struct { Arena *arena; const char *at; int depth; } Walk;

enum { DEEPEST = 60 };

static void skip_blanks(Walk *w)
{
    while (*w->at == ' ' || *w->at == '\n' || *w->at == '\t')
        w->at++;
}

static Tree *read_one(Walk *w);

/* Up to the closing bracket, or to the end. */
static Tree *read_list(Walk *w)
{
    Tree *list = leaf(w->arena, NULL), **last = &list->child;
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
    return leaf(w->arena, arena_text(w->arena, (Str){ begin, (size_t)(w->at - begin) }));
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

bool tree_is_any(const Tree *t, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tree_is(t, words[i]))
            return true;
    return false;
}

int put_for(Arena *arena, Tree *t, const char *mark, const Tree *what)
{
    int count = 0;
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, mark)) {
            Tree *same = copy_of_one(arena, what);
            *c = (Tree){ .atom = same->atom, .child = same->child, .next = c->next };
            count++;
        } else {
            count += put_for(arena, c, mark, what);
        }
    }
    return count;
}

/* ---- making and looking ---- */

Tree *leaf(Arena *arena, const char *atom)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->atom = atom;
    return t;
}

Tree *list_of(Arena *arena, const char *word, Tree *parts)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->child = leaf(arena, word);
    t->child->next = parts;
    return t;
}

Tree *last_part(Tree *t)
{
    Tree *last = t->child;
    while (last->next)
        last = last->next;
    return last;
}

Tree *copy_of(Arena *arena, const Tree *t)
{
    Tree *out = NULL, **last = &out;
    for (; t; t = t->next) {
        *last = arena_take(arena, sizeof **last);
        **last = (Tree){ .atom = t->atom, .child = t->child ? copy_of(arena, t->child) : NULL };
        last = &(*last)->next;
    }
    return out;
}

Tree *copy_of_one(Arena *arena, const Tree *t)
{
    return copy_of(arena, &(Tree){ .atom = t->atom, .child = t->child });
}

void swap_words(Tree *t, const char *one, const char *for_one, const char *other, const char *for_other)
{
    if (atom_is(t, one))
        t->atom = for_one;
    else if (atom_is(t, other))
        t->atom = for_other;
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        swap_words(c, one, for_one, other, for_other);
}

bool says(const Tree *t, const char *word)
{
    if (atom_is(t, word))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (says(c, word))
            return true;
    return false;
}

bool tree_same(const Tree *a, const Tree *b)
{
    if (a->atom || b->atom)
        return a->atom && b->atom && strcmp(a->atom, b->atom) == 0;
    const Tree *x = a->child, *y = b->child;
    while (x && y && tree_same(x, y))
        x = x->next, y = y->next;
    return !x && !y;
}
