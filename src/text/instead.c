/* "Randomly select a personnel to be killed.  If …, that personnel is stopped instead": one of two things happens, perhaps to the same card. */
#include "text/inside.h"

/* Whether effects speak of who was selected before them. */
static bool speaks_of_selected(const Tree *t)
{
    static const char *const mark[] = { "~it", "~it-card", "~thing", "~personnel", "~ship", "~event", "~equipment", "~both", "~they", "~those" };
    for (; t; t = t->next) {
        for (size_t i = 0; t->atom && i < countof(mark); i++)
            if (strcmp(t->atom, mark[i]) == 0)
                return true;
        if (!t->atom && speaks_of_selected(t->child))
            return true;
    }
    return false;
}

/* Whether effects befall who was selected before them, and not only others than he. */
static bool befalls_selected(const Tree *t)
{
    for (; t; t = t->next)
        if (t->atom ? speaks_of_selected(&(Tree){ .atom = t->atom }) : !tree_is(t, "not") && befalls_selected(t->child))
            return true;
    return false;
}

/* The effect that happens last, under whatever conditions it stands; NULL: it does not stand there alone. */
static Tree *last_effect(Tree *t)
{
    while ((tree_is(t, "unless") || tree_is(t, "if")) && !tree_is(last_part(t), "else")) {
        Tree *first = t->child->next->next;
        if (!first || first->next)
            return NULL;
        t = first;
    }
    return t;
}

/* What was said first, where the other does not happen: behind the payment by which that is avoided, else last. */
static void put_first(Arena *arena, Tree *choice, Tree *first, bool paid)
{
    if (!paid) {
        last_part(choice)->next = list_of(arena, "else", first);
        return;
    }
    Tree *payment = choice->child->next;
    first->next = list_of(arena, "else", payment->next);
    payment->next = first;
}

/* "When …, you may ….  Also, …": it shares the moment and the condition (2E-18.4), and not the choice, so that it is a text of its own.  NULL: there is no choice before it. */
Tree *done_besides(Arena *arena, const Tree *ability, Tree *more)
{
    const Tree *event = tree_is(ability, "when") ? ability->child->next : NULL, *guard = event && tree_is(event->next, "guard") ? event->next : NULL;
    const Tree *choice = guard ? guard->next : event ? event->next : NULL;
    if (!choice || !atom_is(choice, "may"))
        return NULL;
    Tree *moment = copy_of_one(arena, event);
    moment->next = guard ? copy_of_one(arena, guard) : more;
    if (guard)
        moment->next->next = more;
    return list_of(arena, "when", moment);
}

/* "That opponent may discard a card to …": what another player may do is no price of this text; if it is done, the rest follows. */
void let_another_pay(Arena *arena, Tree *ability)
{
    for (Tree *c = ability->child; c; c = c->next) {
        Tree *paid = tree_is(c, "cost") ? c->child->next : NULL;
        if (!tree_is(paid, "each-player") || paid->next || !tree_is(last_part(paid), "you-may") || !c->next)
            continue;
        paid->next = c->next;
        *c = (Tree){ .child = list_of(arena, "if-you-do", paid)->child };
        return;
    }
}

/* Who was selected is named first, so that either of the two can be done to him. */
static void select_first(Arena *arena, Tree *effect, Tree *choice, bool paid)
{
    Tree *selected = effect->child->next, *name = leaf(arena, "$w"), *first = copy_of_one(arena, effect);
    put_for(arena, choice, "~remaining", tree_read(arena, "and facing-group (not $w)"));
    *first->child->next = (Tree){ .atom = "$w", .next = first->child->next->next };
    put_first(arena, choice, first, paid);
    name->next = copy_of_one(arena, selected);
    *effect = (Tree){ .child = list_of(arena, "let", name)->child, .next = choice };
}

static bool is_about_to(const Tree *ability)
{
    const Tree *event = tree_is(ability, "when") ? ability->child->next : NULL;
    return event && event->child && strncmp(event->child->atom, "about-to", 8) == 0;
}

/* "If …, kill him or her instead", behind what has been done and not only is about to be: such a sentence as (~in-place B E+). */
Tree *as_in_place(Arena *arena, const Tree *ability, Tree *sentence)
{
    bool changes = tree_is(sentence, "~rather") && tree_is(sentence->child->next->next, "apply") && tree_is(last_part((Tree *)ability), "apply");      /* "… +2.  If …, … +4 instead" */
    if (tree_is(sentence, "~rather") && !changes && !is_about_to(ability) && speaks_of_selected(sentence->child->next->next) && !says(sentence, "you-may"))
        return list_of(arena, "~in-place", sentence->child->next);
    Tree *choice = tree_is(sentence, "~then") ? sentence->child->next : NULL;
    if (!choice || choice->next || is_about_to(ability) || (!tree_is(choice, "if") && !tree_is(choice, "unless")))
        return sentence;
    Tree *condition = choice->child->next, *instead = condition->next;
    if (!tree_is(instead, "instead"))
        return sentence;
    Tree *asked = copy_of_one(arena, condition), *rest = instead->next;
    asked = tree_is(choice, "unless") ? list_of(arena, "not-so", asked) : asked;
    asked->next = instead->child->next;
    last_part(instead)->next = rest;
    return list_of(arena, "~in-place", asked);
}

/* "Randomly select a personnel to be killed.  Your opponent may … to choose that personnel instead": who pays chooses whom it befalls. */
static void choose_instead(Arena *arena, Tree *t, const Tree *last)
{
    const Tree *random = last->child->next;
    for (; t; t = t->next)
        if (tree_is(t, "let") && atom_is(t->child->next, "~new") && atom_is(last_part(t), "~personnel")) {
            Tree *chooser = leaf(arena, "you"), *befalls = copy_of_one(arena, last);
            chooser->next = copy_of(arena, random->child->next);
            Tree *chosen = list_of(arena, "choose", chooser);
            chosen->next = befalls->child->next->next;
            befalls->child->next = chosen;
            t->child = befalls->child;
        } else if (!t->atom) {
            choose_instead(arena, t->child, last);
        }
}

/* A sentence (~in-place B E+), (~swapped E) where somebody may pay for it, or (~avoided E E+) where somebody may pay the first so that it does not happen; and the
 * effect before it, which stands alone in its sentence.  On a dilemma who is stopped may be killed or taken away as well, for "instead" changes nothing
 * about his having been stopped (2E-11.6): that sentence only goes on.  NULL: the two were put together; the sentence itself: it cannot be meant so. */
Tree *put_instead(Arena *arena, Tree *before, Tree *sentence, bool faced)
{
    static const char *const fate[] = { "stop", "kill", "remove", "place", "brig", "destroy", "discard" };
    Tree *last = last_effect(before), *condition = sentence->child->next, *effects = tree_is(sentence, "~swapped") ? condition : condition->next;
    if (tree_is(sentence, "~swapped") && last && !last->atom && tree_is_any(last, fate, countof(fate)) && tree_is(last->child->next, "random"))
        choose_instead(arena, effects, last);
    bool asks = tree_is(sentence, "~in-place"), paid = tree_is(sentence, "~avoided"), denied = asks && tree_is(condition, "not-so"), back = speaks_of_selected(effects);
    if (!last || last->atom || tree_is(last, "let") || tree_is(last, "if-you-do") || tree_is(last, "try") || tree_is(last, "if") || tree_is(last, "unless"))
        return sentence;
    bool goes_on = back && befalls_selected(effects) && faced && tree_is(last, "stop");
    if (asks && goes_on) {
        Tree *asked = copy_of_one(arena, denied ? condition->child->next : condition);
        asked->next = effects;
        return list_of(arena, "~then", list_of(arena, denied ? "unless" : "if", asked));
    }
    if (goes_on) {
        condition->next = paid ? list_of(arena, "else", effects) : NULL;
        return list_of(arena, "~then", paid ? list_of(arena, "if-you-do", condition) : condition);
    }
    if (back && (!tree_is_any(last, fate, countof(fate)) || !is_selection(last->child->next)))
        return sentence;
    Tree *offer = asks && tree_is(effects, "you-may") && !effects->next ? effects : NULL;      /* who declines has what was said first */
    if (offer) {
        Tree *taken = copy_of_one(arena, offer), *first = copy_of_one(arena, last);
        if (back)
            *first->child->next = (Tree){ .atom = "$w", .next = first->child->next->next };
        taken->next = list_of(arena, "else", first);
        *offer = (Tree){ .child = list_of(arena, "if-you-do", taken)->child };
    }
    Tree *choice = list_of(arena, asks ? "if" : "if-you-do", condition);
    if (back) {
        select_first(arena, last, choice, paid);
        return NULL;
    }
    put_first(arena, choice, copy_of_one(arena, last), paid);
    *last = (Tree){ .child = choice->child, .next = last->next };
    return NULL;
}

/* (~or-rather E B F): "… to be killed, and if …, that personnel is placed in your brig instead", both in one sentence of a dilemma.  NULL: it cannot be meant so. */
Tree *or_rather(Arena *arena, const Tree *t)
{
    Tree *effect = copy_of_one(arena, t->child->next), *asked = copy_of(arena, t->child->next->next);
    Tree *sentence = list_of(arena, "~in-place", asked), *rest = put_instead(arena, effect, sentence, true);
    if (rest == sentence)
        return NULL;
    if (rest)
        effect->next = rest->child->next;
    return effect;
}

/* "For each of your headquarters missions, randomly select a personnel to be killed": they are selected together. */
static Tree *selected_together(Arena *arena, Tree *repeat)
{
    Tree *often = repeat->child->next, *each = often->next, *whom = each->child ? each->child->next : NULL;
    if (each->next || !whom || !tree_is(whom, "random"))
        return repeat;
    Tree *once = copy_of_one(arena, whom->child->next), *filter = copy_of_one(arena, whom->child->next->next), *count = copy_of_one(arena, often);
    once->next = count;
    count = atom_is(once, "1") ? count : list_of(arena, "*", once);
    count->next = filter;
    Tree *all = list_of(arena, "random", count);
    all->next = whom->next;
    each->child->next = all;
    return each;
}

/* "Randomly select a personnel to be killed.  You may … to prevent this": who it is, is known before anybody pays.  NULL: the effects select nobody, or several times. */
static Tree *selected_before(Arena *arena, Tree *effects)
{
    static const char *const befalls[] = { "kill", "stop", "destroy", "remove", "place", "brig" };
    Tree *whom = tree_is_any(effects, befalls, countof(befalls)) && !effects->next ? effects->child->next : NULL;
    if (!whom || !(tree_is(whom, "random") || tree_is(whom, "choose")))
        return NULL;
    Tree *name = leaf(arena, "$p"), *them = leaf(arena, "$p");
    name->next = copy_of_one(arena, whom);
    them->next = whom->next;
    effects->child->next = them;
    return list_of(arena, "let", name);
}

/* The effects behind begin become what happens if nobody pays to prevent them. */
void offer_to_prevent(Arena *arena, Tree *begin, Tree *parts, bool by_another)
{
    Tree *offer = list_of(arena, by_another ? "each-player" : "you-may", parts);
    if (by_another) {
        Tree *you = leaf(arena, "you");
        you->next = parts->next;
        parts->next = list_of(arena, "you-may", you);
    }
    Tree *only = begin->next;                   /* what happens under a condition is prevented there */
    Tree *behind = (tree_is(only, "unless") || tree_is(only, "if")) && !only->next && !tree_is(last_part(only), "else") ? only->child->next : begin;
    if (tree_is(behind->next, "repeat") && !behind->next->next)
        behind->next = selected_together(arena, behind->next);
    Tree *selected = selected_before(arena, behind->next);
    offer->next = list_of(arena, "else", behind->next);
    Tree *unless_paid = list_of(arena, "if-you-do", offer);
    behind->next = selected ? selected : unless_paid;
    if (selected)
        selected->next = unless_paid;
}
