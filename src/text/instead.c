/* "Randomly select a personnel to be killed.  If …, that personnel is stopped instead": one of two things happens to whom a dilemma has selected. */
#include "text/inside.h"

/* Whether effects speak of who was selected before them. */
static bool speaks_of_selected(const Tree *t)
{
    static const char *const mark[] = { "~it", "~it-card", "~personnel", "~both", "~they", "~those" };
    for (; t; t = t->next) {
        for (size_t i = 0; t->atom && i < countof(mark); i++)
            if (strcmp(t->atom, mark[i]) == 0)
                return true;
        if (!t->atom && speaks_of_selected(t->child))
            return true;
    }
    return false;
}

/* The effect that happens last, under whatever conditions it stands. */
static Tree *last_effect(Tree *t)
{
    while ((tree_is(t, "unless") || tree_is(t, "if")) && !tree_is(last_part(t), "else"))
        t = last_part(t);
    return t;
}

/* Who was selected is named first, so that either of the two can be done to him. */
static void select_first(Arena *arena, Tree *effect, Tree *choice)
{
    Tree *selected = effect->child->next, *name = leaf(arena, "$w"), *first = copy_of_one(arena, effect);
    *first->child->next = (Tree){ .atom = "$w", .next = first->child->next->next };
    last_part(choice)->next = list_of(arena, "else", first);
    name->next = copy_of_one(arena, selected);
    *effect = (Tree){ .child = list_of(arena, "let", name)->child, .next = choice };
}

/* A sentence (~in-place B E+) and the effect before it.  Who is stopped may be killed or taken away as well, for "instead" changes nothing about his
 * having been stopped (2E-11.6): that sentence only goes on.  NULL: the two were put together; the sentence itself: it cannot be meant so. */
Tree *put_instead(Arena *arena, Tree *before, Tree *sentence)
{
    static const char *const fate[] = { "stop", "kill", "remove", "place", "brig" };
    Tree *last = before ? last_effect(before) : NULL, *condition = sentence->child->next, *effects = condition->next;
    bool denied = tree_is(condition, "not-so"), back = speaks_of_selected(effects);
    if (!tree_is_any(last, fate, countof(fate)) || (!is_selection(last->child->next) && !(back && tree_is(last, "stop"))))
        return sentence;
    if (back && tree_is(last, "stop")) {
        Tree *asked = copy_of_one(arena, denied ? condition->child->next : condition);
        asked->next = effects;
        return list_of(arena, "~then", list_of(arena, denied ? "unless" : "if", asked));
    }
    Tree *choice = list_of(arena, "if", condition);
    if (back) {
        select_first(arena, last, choice);
        return NULL;
    }
    last_part(choice)->next = list_of(arena, "else", copy_of_one(arena, last));
    *last = (Tree){ .child = choice->child, .next = last->next };
    return NULL;
}
