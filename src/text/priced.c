/* What a card costs by its own text: by what it shows or asks for as it is played, or by what anybody can see.  Called by assemble.c and sentence.c. */
#include "text/inside.h"

/* "… For each … revealed, it is cost -1.  Place the revealed cards on the bottom of …": what is done with those cards is done before the card is paid for. */
bool goes_on_before_cost(Abilities *a, Tree *effects)
{
    if (!tree_is(a->last, "~cost-reveal") || !says(effects, "~cards"))
        return false;
    Tree **at = &a->last->child->next;
    while ((*at)->next)
        at = &(*at)->next;
    Tree *quantity = *at;
    *at = effects;
    last_part(a->last)->next = quantity;
    return true;
}

static void quantity_first(Tree *t)
{
    if (!tree_is(t, "~cost-reveal"))
        return;
    Tree **at = &t->child->next;
    while ((*at)->next)
        at = &(*at)->next;
    Tree *quantity = (*at)->child->next;
    *at = NULL;
    quantity->next = t->child->next;
    t->child->atom = "cost-reveal";
    t->child->next = quantity;
}

/* "For each mission that he or she commands", of the opponent who is chosen for it: the one who has most of them.  False: it is not only counted. */
static bool count_of_chosen(Tree *quantity)
{
    if (tree_is(quantity, "count") && tree_is(quantity->child->next, "and"))
        for (Tree **at = &quantity->child->next->child->next; *at; at = &(*at)->next)
            if (tree_is(*at, "of") && atom_is((*at)->child->next, "opponent")) {
                *at = (*at)->next;
                quantity->child->atom = "count-of-one";
                return !says(quantity, "opponent");
            }
    for (Tree *c = quantity->child; c; c = c->next)
        if (!count_of_chosen(c))
            return false;
    return !atom_is(quantity, "opponent");
}

/* "Reveal your hand", and nothing else: the name of its cards; NULL: something else is done. */
static const char *shows_own_hand(const Tree *let)
{
    const Tree *name = tree_is(let, "let") ? let->child->next : NULL, *reveal = name ? let->next : NULL;
    bool shows = tree_is(reveal, "reveal") && !reveal->next && name->atom && atom_is(reveal->child->next, name->atom);
    return shows && tree_is(name->next, "in-hand") && atom_is(name->next->child->next, "you") ? name->atom : NULL;
}

/* What its player knows anyway, the cards of the own hand or those of an opponent who is chosen, lowers the cost before anything is shown (2E-7.23). */
static void price_is_open(Arena *arena, Tree *t)
{
    Tree *quantity = t->child->next, *effect = quantity->next;
    const char *name = shows_own_hand(effect);
    Tree *open = list_of(arena, "own-cost", copy_of_one(arena, quantity));
    if (!name && !(tree_is(effect, "choose-opponent") && !effect->next && count_of_chosen(open->child->next)))
        return;
    if (name) {
        put_for(arena, open, name, tree_read(arena, "(and (in-hand you) other)")->child);
        Tree *shown = tree_read(arena, "(when (announced self) (reveal (in-hand you)))")->child;
        shown->next = t->next;
        t->next = shown;
    }
    Tree *times = open->child->next, *by = tree_is(times, "*") ? times->child->next : NULL;
    if (by && tree_is(by->next, "one-if")) {    /* so much, if that is so */
        Tree *guard = list_of(arena, "guard", copy_of_one(arena, by->next->child->next));
        guard->next = copy_of_one(arena, by);
        open->child->next = guard;
    }
    t->child = open->child;
}

/* Where the cost rests on what was shown, its quantity stands first. */
void price_first(Arena *arena, Tree *t)
{
    quantity_first(t);
    if (tree_is(t, "cost-reveal"))
        price_is_open(arena, t);
}

/* "This personnel is cost -1": he costs less when he is played, which is no text of a card in play.  What else is so of him stays. */
void as_own_cost(Arena *arena, Tree *ability)
{
    Tree *guards = ability->child, *whom = guards->next;
    while (whom && tree_is(whom, "guard"))
        guards = whom, whom = whom->next;
    if (!tree_is(ability, "static") || !atom_is(whom, "self"))
        return;
    for (Tree **at = &whom->next; *at; at = &(*at)->next) {
        if (!tree_is(*at, "cost-change"))
            continue;
        Tree *change = *at, *own = list_of(arena, "own-cost", whom == ability->child->next ? NULL : copy_of(arena, ability->child->next)), *last = own->child;
        while (last->next && tree_is(last->next, "guard"))
            last = last->next;
        last->next = change->child->next;
        *at = change->next;
        if (!whom->next)
            ability->child = own->child;
        else {
            own->next = ability->next;
            ability->next = own;
        }
        return;
    }
}
