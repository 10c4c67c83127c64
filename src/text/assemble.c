/* Puts what the sentences of a card mean together into abilities.
 *
 * The grammar reads one sentence at a time, and some sentences speak of those before them.  Their meanings carry marks that begin with ~,
 * which no card language knows, and which are resolved here:
 *
 *   (~then E+)       effects that go on with the ability before; a one-time text of its own where there is none
 *   (~else E+)       "If you cannot, …": of the last effect before
 *   (~done E+)       "If you do, …": of the last effect before
 *   (~otherwise E+)  "Otherwise, …": of the last condition before
 *   (~won E+)        "If you win, …": of the combat or engagement that was begun before
 *   (~limit N per)   "You may do this only once each turn.": of the ability before
 *   (~lasts until)   "This effect lasts until …": of every effect before that waits for it, with ~until in its place
 *   ~it              "that personnel", "those cards": the last selection in the same ability; else what its event is about
 *
 * A mark that speaks of nothing makes the card not understood. */
#include "text/inside.h"

typedef struct { Arena *arena; Tree *ability; Tree *selected; int names; bool answers; const char *unbound; } Binding;

static Tree *leaf(Arena *arena, const char *atom)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->atom = atom;
    return t;
}

static Tree *list_of(Arena *arena, const char *word, Tree *parts)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->child = leaf(arena, word);
    t->child->next = parts;
    return t;
}

static bool has_effects(const Tree *t)
{
    return tree_is(t, "resolve") || tree_is(t, "order") || tree_is(t, "when") || tree_is(t, "while-may");
}

static Tree *last_part(Tree *t)
{
    Tree *last = t->child;
    while (last->next)
        last = last->next;
    return last;
}

/* The last effect of an ability is made a part of something larger: (word effect more…). */
static void wrap_last(Arena *arena, Tree *ability, const char *word, Tree *more)
{
    Tree **at = &ability->child;
    while ((*at)->next)
        at = &(*at)->next;
    Tree *effect = *at;
    effect->next = more;
    *at = list_of(arena, word, effect);
}

/* Clauses stand behind the event, and before the effects: a limit goes in front of everything else there. */
static void add_limit(Tree *ability, Tree *limit)
{
    Tree *before = ability->child;
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || atom_is(before->next, "may") || tree_is(before->next, "may")))
        before = before->next;
    limit->next = before->next;
    before->next = limit;
}

static int fill_until(Tree *t, const char *until)
{
    int filled = 0;
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, "~until")) {
            c->atom = until;
            filled++;
        }
        filled += fill_until(c, until);
    }
    return filled;
}

/* ---- sentences ---- */

typedef struct { Arena *arena; Tree *first, *last; const char *unbound; } Abilities;

static void add_ability(Abilities *a, Tree *t)
{
    t->next = NULL;
    if (a->last)
        a->last->next = t;
    else
        a->first = t;
    a->last = t;
}

static bool go_on(Abilities *a, Tree *effects)
{
    if (a->last && has_effects(a->last))
        last_part(a->last)->next = effects;
    else
        add_ability(a, list_of(a->arena, "resolve", effects));
    return true;
}

static bool speaks_of_nothing(Abilities *a, const char *what)
{
    a->unbound = what;
    return false;
}

static bool take_mark(Abilities *a, Tree *t)
{
    Tree *parts = t->child->next;
    bool after_effects = a->last && has_effects(a->last);
    if (tree_is(t, "~then"))
        return go_on(a, parts);
    if (tree_is(t, "~else") || tree_is(t, "~done")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'if you do' or 'if you cannot' with nothing to do before it");
        bool can_not = tree_is(t, "~else");
        wrap_last(a->arena, a->last, can_not ? "try" : "if-you-do", can_not ? list_of(a->arena, "else", parts) : parts);
        return true;
    }
    if (tree_is(t, "~otherwise")) {
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (!tree_is(last, "if") && !tree_is(last, "unless"))
            return speaks_of_nothing(a, "'otherwise' with no condition before it");
        last_part(last)->next = list_of(a->arena, "else", parts);
        return true;
    }
    if (tree_is(t, "~won")) {
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (!tree_is(last, "begin-combat") && !tree_is(last, "begin-engagement"))
            return speaks_of_nothing(a, "'if you win' with no combat or engagement before it");
        last_part(last)->next = list_of(a->arena, "if-you-win", parts);
        return true;
    }
    if (tree_is(t, "~limit")) {
        if (!after_effects)
            return speaks_of_nothing(a, "a limit with nothing before it");
        add_limit(a->last, list_of(a->arena, "limit", parts));
        return true;
    }
    if (tree_is(t, "~lasts") && parts && parts->atom)
        return (a->last && fill_until(a->last, parts->atom) > 0) || speaks_of_nothing(a, "'lasts until' with nothing that lasts before it");
    return speaks_of_nothing(a, t->child->atom);
}

static bool is_mark(const Tree *t)
{
    return !t->atom && t->child && t->child->atom && t->child->atom[0] == '~';
}

/* One-time texts that follow one another are one. */
static bool goes_on_resolving(const Abilities *a, const Tree *t)
{
    return tree_is(t, "resolve") && tree_is(a->last, "resolve");
}

/* ---- what "that personnel" is ---- */

static bool is_selection(const Tree *t)
{
    static const char *const word[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "highest", "lowest", "top", "pile-top" };
    for (size_t i = 0; i < countof(word); i++)
        if (tree_is(t, word[i]))
            return true;
    return false;
}

static const char *new_name(Binding *b)
{
    static const char *const name[] = { "$a", "$b", "$c", "$d" };
    if (b->names == (int)countof(name)) {
        b->unbound = "more names than an ability may have";
        return name[0];
    }
    return name[b->names++];
}

/* The name of the last selection: a selection without one is given it. */
static const char *name_of_selected(Binding *b)
{
    Tree *t = b->selected;
    if (tree_is(t, "as") || tree_is(t, "let"))
        return t->child->next->atom;
    Tree *inner = arena_take(b->arena, sizeof *inner);
    *inner = (Tree){ .child = t->child };
    const char *name = new_name(b);
    Tree *var = leaf(b->arena, name);
    var->next = inner;
    t->child = leaf(b->arena, "as");
    t->child->next = var;
    return name;
}

static void bind(Binding *b, Tree *t)
{
    if (atom_is(t, "~new"))
        t->atom = new_name(b);
    if (atom_is(t, "~until"))
        b->unbound = "an effect that lasts, and nothing says for how long";
    if (atom_is(t, "~it")) {
        if (!b->selected && !b->answers)
            b->unbound = "'that' or 'those' with nothing before it";
        t->atom = b->selected ? name_of_selected(b) : "that";
    }
    bool named = tree_is(t, "as") || tree_is(t, "let");
    for (Tree *c = t->child; c; c = c->next)
        bind(b, c);
    if (named || (is_selection(t) && !(b->selected && (tree_is(b->selected, "as") || tree_is(b->selected, "let")) &&
                                       b->selected->child->next->next == t)))
        b->selected = t;
}

bool assemble(Arena *arena, Tree *sentences, Tree **abilities, const char **unbound)
{
    Abilities a = { .arena = arena };
    for (Tree *t = sentences->child, *next; t; t = next) {
        next = t->next;
        t->next = NULL;
        if (is_mark(t) ? !take_mark(&a, t) : goes_on_resolving(&a, t) ? !go_on(&a, t->child->next) : (add_ability(&a, t), false)) {
            *unbound = a.unbound;
            return false;
        }
    }
    for (Tree *t = a.first; t; t = t->next) {
        Binding b = { .arena = arena, .ability = t, .answers = tree_is(t, "when") || tree_is(t, "while-may") };
        bind(&b, t);
        if (b.unbound) {
            *unbound = b.unbound;
            return false;
        }
    }
    *abilities = a.first;
    return true;
}
