/* "An event and a personnel from hand": what is said of where and whose the last card is, holds of those that are named with it. */
#include "text/inside.h"

/* What a filter says of where its cards are, or of whose they are. */
static bool says_where(const Tree *t)
{
    static const char *const atoms[] = { "present", "~present", "here", "~here", "~same-here", "on-planet", "facing-group", "~facing", "involved" };
    static const char *const words[] = { "in-hand", "in-discard", "in-core", "in-deck", "in-brig", "in-pile", "in-removed", "at", "aboard", "on", "beneath", "present-with", "captive-of" };
    for (size_t i = 0; i < countof(atoms); i++)
        if (atom_is(t, atoms[i]))
            return true;
    return tree_is_any(t, words, countof(words));
}

static bool says_player(const Tree *t)
{
    return tree_is(t, "of") || tree_is(t, "~under") || tree_is(t, "owned");
}

/* Whether one part of a filter is such a word. */
static bool has_part(const Tree *t, bool (*is_such)(const Tree *))
{
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        if (has_part(c, is_such))
            return true;
    return is_such(t);
}

static Tree **copy_parts(Arena *arena, const Tree *t, bool (*is_such)(const Tree *), Tree **last)
{
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        last = copy_parts(arena, c, is_such, last);
    if (!is_such(t))
        return last;
    *last = copy_of_one(arena, t);
    return &(*last)->next;
}

/* The filter of what is selected or asked for; NULL where it is a card that was spoken of. */
static Tree *filter_inside(Tree *t)
{
    static const char *const around[] = { "let", "as", "choose", "up-to", "random", "one-or-more", "exists", "at-least", "count", "distinct" };
    static const char *const filters[] = { "and", "or", "is", "type", "has", "icon", "title", "not", "copy-of", "attr", "costs" };
    if (tree_is_any(t, around, countof(around)))
        return filter_inside(last_part(t));
    return tree_is_any(t, filters, countof(filters)) ? t : NULL;
}

/* Whether a filter asks for what a part of another asks for. */
static bool asks_for(const Tree *filter, const Tree *part)
{
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        if (asks_for(c, part))
            return true;
    return tree_same(filter, part);
}

/* "Two ships or a ship at this mission": a filter asks for all that another does, and for more, which is what tells them apart. */
static bool asks_for_more(const Tree *more, const Tree *less)
{
    if (!tree_is(less, "and"))
        return asks_for(more, less);
    for (const Tree *c = less->child->next; c; c = c->next)
        if (!asks_for_more(more, c))
            return false;
    return true;
}

/* Several that are named together, one after another: where the last one is, the others are that say nothing of it; and whose it is. */
void share_place(Arena *arena, Tree *parts)
{
    Tree *last = parts;
    while (last && last->next)
        last = last->next;
    const Tree *said = last ? filter_inside(last) : NULL;
    for (Tree *x = parts; said && x != last; x = x->next) {
        Tree *f = filter_inside(x), *more = NULL, **end = &more;
        if (!f || has_part(f, says_where) || (says(f, "ship") && says(said, "~its-ship")) || asks_for_more(said, f))     /* "your ship and a Klingon aboard it" */
            continue;
        if (!has_part(f, says_player))
            end = copy_parts(arena, said, says_player, end);
        copy_parts(arena, said, says_where, end);
        if (!more)
            continue;
        Tree *same = copy_of_one(arena, f);
        same->next = more;
        *f = (Tree){ .child = leaf(arena, "and"), .next = f->next };
        f->child->next = same;
    }
}

static bool all_have(const Tree *or, const Tree *part)
{
    for (const Tree *a = or->child->next; a; a = a->next) {
        bool has = false;
        for (const Tree *c = a->child->next; c && !has; c = c->next)
            has = tree_same(c, part);
        if (!has)
            return false;
    }
    return true;
}

/* (or (and a b) (and a c)) is (and a (or b c)): what is asked of each alternative is asked once, and so is what is said twice. */
void ask_once(Arena *arena, Tree *t)
{
    for (Tree **at = t->atom ? NULL : &t->child; at && *at; at = &(*at)->next) {
        bool or = tree_is(*at, "or");
        ask_once(arena, *at);
        if (!or || !tree_is(*at, "and") || !tree_is(t, "and"))
            continue;
        Tree *rest = (*at)->next;               /* what was taken out stands with the rest */
        *at = (*at)->child->next;
        while ((*at)->next)
            at = &(*at)->next;
        (*at)->next = rest;
    }
    for (Tree *one = tree_is(t, "and") ? t->child->next : NULL; one; one = one->next)
        for (Tree **at = &one->next; *at;)
            if (tree_same(*at, one))
                *at = (*at)->next;
            else
                at = &(*at)->next;
    if (!tree_is(t, "or") || !t->child->next || !t->child->next->next)
        return;
    for (const Tree *a = t->child->next; a; a = a->next)
        if (!tree_is(a, "and"))
            return;
    Tree *common = NULL, **end = &common;
    for (const Tree *part = t->child->next->child->next; part; part = part->next)
        if (all_have(t, part)) {
            *end = copy_of_one(arena, part);
            end = &(*end)->next;
        }
    Tree *rests = NULL, **next = &rests;
    for (const Tree *a = t->child->next; a && common; a = a->next) {
        Tree *parts = NULL, **last = &parts;
        for (const Tree *c = a->child->next; c; c = c->next)
            if (!all_have(t, c)) {
                *last = copy_of_one(arena, c);
                last = &(*last)->next;
            }
        if (!parts)
            return;
        *next = parts->next ? list_of(arena, "and", parts) : parts;
        next = &(*next)->next;
    }
    if (!common)
        return;
    *end = list_of(arena, "or", rests);
    *t = (Tree){ .child = list_of(arena, "and", common)->child, .next = t->next };
}

/* "The opponent on your left …. That opponent …": whoever was spoken of by where he sits is meant by what follows. */
void stay_with_neighbour(Tree *ability)
{
    bool answers = tree_is(ability, "when") || tree_is(ability, "while-may");
    const char *side = NULL;
    for (Tree *part = answers ? ability->child->next->next : ability->child->next; part; part = part->next) {
        Tree *whole = tree_is(part, "each-player") ? part->child->next : part;      /* what somebody does: only who it is */
        if (side && (whole != part || !says(part, "each-player")))
            swap_words(whole, "opponent", side, "opponent", side);
        else if (!side && says(part, "opponent"))
            return;
        side = side ? side : says(part, "left") ? "left" : says(part, "right") ? "right" : NULL;
    }
}
