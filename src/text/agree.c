/* Whether two texts have the same effects.  Who writes the effects of a card by hand and who reads them from its print may choose other names,
 * another order, and another of two words that mean the same there; what is left when these differences are gone is compared to the letter. */
#include "text/inside.h"

#include <stdlib.h>

enum { MOST_RENAMED = 4, MOST_COMPARED = 64 };

static const char *renamed(const char *var, const char **seen)
{
    static const char *const names[MOST_RENAMED] = { "$1", "$2", "$3", "$4" };
    for (int i = 0; i < MOST_RENAMED; i++) {
        if (!seen[i])
            seen[i] = var;
        if (strcmp(seen[i], var) == 0)
            return names[i];
    }
    return var;
}

/* What two texts say differently and mean the same: "on" a mission for "at" it, personnel that a word implies, "this mission" on the mission itself. */
static Tree *plain(Tree *t, const char **seen)
{
    if (t->atom) {
        t->atom = t->atom[0] == '$' ? renamed(t->atom, seen) : strcmp(t->atom, "this-mission") == 0 ? "self" : t->atom;
        return t;
    }
    for (Tree *c = t->child; c; c = c->next)
        plain(c, seen);
    if (tree_is(t, "onto"))
        t->child->atom = "to-mission";
    bool group = says(t, "facing-group") || says(t, "has") || says(t, "is");
    for (Tree **at = tree_is(t, "and") ? &t->child->next : NULL; at && *at;)
        if (group && tree_is(*at, "type") && atom_is((*at)->child->next, "personnel"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    if (t->child && t->child->atom && !t->child->next)       /* (self) is self */
        *t = (Tree){ .atom = t->child->atom, .next = t->next };
    return t;
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All abilities in the order of their letters; how many there are. */
static int in_order(Arena *arena, const char *effects, const char **line)
{
    int count = 0;
    for (const Tree *t = tree_tidy(arena, tree_read(arena, effects))->child; t && count < MOST_COMPARED; t = t->next) {
        const char *seen[MOST_RENAMED] = { NULL };
        line[count++] = tree_print(arena, tree_tidy(arena, tree_tidy(arena, plain(copy_of_one(arena, t), seen))));
    }
    qsort(line, (size_t)count, sizeof *line, by_letters);
    return count;
}

bool effects_agree(const char *a, const char *b)
{
    Arena arena = { 0 };
    const char *one[MOST_COMPARED], *other[MOST_COMPARED];
    int count = in_order(&arena, a, one);
    bool same = count < MOST_COMPARED && in_order(&arena, b, other) == count;
    for (int i = 0; same && i < count; i++)
        same = strcmp(one[i], other[i]) == 0;
    arena_free(&arena);
    return same;
}
