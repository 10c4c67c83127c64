/* Cards that were looked at, revealed or discarded: "the remaining cards", "the discarded personnel", "choose an event" of those that were shown.  Called by point.c. */
#include "text/inside.h"

/* "Your opponent chooses one of them": some of the cards that were named before, and not what was looked at. */
bool is_some_of_named(const Tree *let)
{
    static const char *const words[] = { "choose", "up-to", "random", "one-or-more" };
    const Tree *value = last_part((Tree *)let), *of = tree_is_any(value, words, countof(words)) ? last_part((Tree *)value) : tree_is(value, "and") ? value : NULL;
    for (const Tree *c = tree_is(of, "and") ? of->child->next : of; c; c = c->next)
        if (c->atom && c->atom[0] == '$')
            return true;
    return false;
}

static bool is_pointer(const Tree *t)
{
    return atom_is(t, "that") || atom_is(t, "self");        /* who gains something, named for its own sake: no card that was shown */
}

const char *named_cards(Binding *b)
{
    for (int some = 0; some < 2; some++)        /* of some of them only where nothing else was named */
        for (int i = b->selections - 1; i >= 0; i--)
            if (tree_is(b->selected[i], "let") && is_some_of_named(b->selected[i]) == some && !is_pointer(last_part(b->selected[i])))
                return name_of_selected(b, b->selected[i]);
    const char *done = tree_is(b->done, "download") ? name_of_done(b, ANY_TYPE, false) : NULL;
    if (done)
        return done;
    for (int i = b->selections - 1; i >= 0; i--)
        if (is_out_of_play(b->selected[i]))     /* "Reveal any number of personnel from hand … for each personnel revealed" */
            return name_of_selected(b, b->selected[i]);
    if (b->looked_at)
        return b->looked_at;
    b->unbound = "'the remaining cards' with nothing before it";
    return "that";
}

/* The end of a deck or a dilemma pile from which cards were named, and nothing else was done with them. */
static const Tree *end_named(const Tree *selected)
{
    static const char *const ends[] = { "top", "bottom", "pile-top", "pile-bottom" };
    const Tree *from = tree_is(selected, "let") ? last_part((Tree *)selected) : NULL;
    return tree_is_any(from, ends, countof(ends)) ? from : NULL;
}

/* "You and your opponent each reveal the top card of your decks.  If those cards …": of both players, one after the other. */
bool put_both_shown(Binding *b, Tree *t)
{
    const Tree *later = b->selections > 1 ? end_named(b->selected[b->selections - 1]) : NULL, *earlier = later ? end_named(b->selected[b->selections - 2]) : NULL;
    if (!earlier || strcmp(later->child->atom, earlier->child->atom) != 0 || !atom_is(earlier->child->next, "you") || !atom_is(later->child->next, "opponent"))
        return false;
    Tree *both = leaf(b->arena, b->selected[b->selections - 2]->child->next->atom);
    both->next = leaf(b->arena, b->selected[b->selections - 1]->child->next->atom);
    *t = (Tree){ .child = list_of(b->arena, "or", both)->child, .next = t->next };
    return true;
}

/* "You and your opponent each reveal the top card of your decks and discard it": two cards, of which "it" is neither. */
bool lays_one_of_both_shown(Binding *b, const Tree *t)
{
    static const char *const lays[] = { "place", "discard", "remove" };
    Tree both = { .atom = "~it" };
    return tree_is_any(t, lays, countof(lays)) && (atom_is(t->child->next, "~it") || atom_is(t->child->next, "~it-card")) && put_both_shown(b, &both);
}

/* "Each player chooses two personnel he or she commands and places the rest …": of those among which they were chosen.  False: the cards were looked at. */
bool put_unchosen(Binding *b, Tree *rest)
{
    Tree *last = b->selected[b->selections - 1], *choice = tree_is(last, "let") ? last_part(last) : NULL;
    bool asks_more = rest->child->next->next && rest->child->next->next->next;       /* not "the rest", but such of the cards as … */
    if (asks_more || (!tree_is(choice, "choose") && !tree_is(choice, "random")) || is_out_of_play(last) || (last_part(choice)->atom && !atom_is(last_part(choice), "facing-group")))
        return false;
    Tree *among = copy_of_one(b->arena, last_part(choice));
    among->next = list_of(b->arena, "not", leaf(b->arena, name_of_selected(b, last)));
    *rest = (Tree){ .child = list_of(b->arena, "and", among)->child, .next = rest->next };
    return true;
}

/* "The discarded personnel": what was selected out of play. */
const char *off_table(Binding *b, bool only_selected)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (is_out_of_play(b->selected[i]))
            return name_of_selected(b, b->selected[i]);
    for (int i = b->selections - 1; i >= 0; i--)
        if (b->left[i])                         /* from play, by what was done with it */
            return name_of_selected(b, b->selected[i]);
    const char *event = only_selected ? NULL : from_event(b, ANY_TYPE);
    if (!event)
        b->unbound = "a card that was discarded or revealed, and none was";
    return "that";
}

/* Whether a filter says nothing of where its cards are, nor of what kind: "a card", "a non-ship card". */
static bool is_anything(const Tree *t)
{
    if (tree_is(t, "and")) {
        for (const Tree *c = t->child->next; c; c = c->next)
            if (!is_anything(c))
                return false;
        return true;
    }
    return atom_is(t, "any") || tree_is(t, "not");
}

bool has_just_drawn(const Binding *b)
{
    return b->draw && b->drew == b->selections + 1 && atom_is(b->draw->child->next, "you");
}

/* "Choose a card": one of those that were examined or revealed. */
void put_source(Binding *b, Tree *selection, bool shown)
{
    Tree *filter = last_part(selection);
    if (!is_anything(filter) && !(shown && !is_out_of_play(filter)))
        return;
    Tree *from = has_just_drawn(b) ? tree_read(b->arena, "(in-hand you)")->child : leaf(b->arena, named_cards(b));      /* "draw two cards, then discard a card": from the hand into which they were drawn */
    if (has_just_drawn(b) && atom_is(filter, "any")) {
        *filter = (Tree){ .child = from->child, .next = filter->next };
        return;
    }
    Tree *same = arena_take(b->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = from };
    *filter = (Tree){ .child = leaf(b->arena, "and") };
    filter->child->next = same;
}

/* Whether a filter asks for what stands on a card, and for nothing else: not for whose it is, nor for where. */
bool is_of_print(const Tree *t)
{
    static const char *const words[] = { "type", "icon", "is", "has", "costs", "title", "attr", "kind", "requires", "copy-of" };
    static const char *const atoms[] = { "unique", "of-named-type", "has-named-skill", "has-named-icon", "has-named-keyword", "of-named-species", "damage-card", "any", "named" };
    if (tree_is(t, "and") || tree_is(t, "or") || tree_is(t, "not")) {
        for (const Tree *c = t->child->next; c; c = c->next)
            if (!is_of_print(c))
                return false;
        return true;
    }
    for (size_t i = 0; t->atom && i < countof(atoms); i++)
        if (atom_is(t, atoms[i]))
            return true;
    return tree_is_any(t, words, countof(words));
}

/* "Examine an opponent's hand.  Discard a card": of that hand, or of one's own. */
bool is_of_either_hand(const Binding *b, const Tree *discard)
{
    const Tree *pick = discard->child->next;
    bool shown = b->hand && says(b->hand, "opponent");
    for (int i = 0; i < b->selections; i++)
        shown |= says(b->selected[i], "in-hand") && says(b->selected[i], "opponent");
    return shown && tree_is(pick, "choose") && atom_is(last_part((Tree *)pick), "any") && !has_just_drawn(b);
}

/* "Reveal the top four cards of your deck.  Discard each event": of those that were revealed or examined. */
void put_shown(Binding *b, Tree *filter)
{
    Tree *shown = NULL;
    while (tree_is(filter, "choose") || tree_is(filter, "up-to") || tree_is(filter, "one-or-more"))
        filter = last_part(filter);
    for (int i = b->selections - 1; i >= 0 && !shown; i--)
        if (tree_is(b->selected[i], "let") && (is_out_of_play(b->selected[i]) || says(b->selected[i], "pile-top")) && !b->left[i])
            shown = b->selected[i];
    if (!shown || !is_of_print(filter))
        return;
    Tree *same = arena_take(b->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = leaf(b->arena, name_of_selected(b, shown)) };
    *filter = (Tree){ .child = leaf(b->arena, "and"), .next = filter->next };
    filter->child->next = same;
}

/* "Name a card.  Reveal the top four cards of your deck.  Take each copy of that card into hand": of those that were revealed. */
void put_copies_shown(Binding *b, Tree *deed)
{
    Tree *copies = deed->child->next, *shown = b->selections ? b->selected[b->selections - 1] : NULL;
    bool some = shown && (is_out_of_play(shown) || says(shown, "pile-top") || says(shown, "pile-bottom")) && !b->left[b->selections - 1];
    if (copies != b->copies || !atom_is(copies, "named") || (!some && !b->hand))
        return;
    Tree *of = list_of(b->arena, "and", leaf(b->arena, "named"));
    last_part(of)->next = some ? leaf(b->arena, name_of_selected(b, shown)) : copy_of(b->arena, b->hand);
    *copies = (Tree){ .child = of->child, .next = copies->next };
}

/* An interrupt that is being played is no longer among the cards that it speaks of. */
void leave_out_itself(Binding *b, Tree *filter)
{
    if (!stands_on(b, "Interrupt") || !says(filter, "in-hand") || !(types_of(filter) & INTERRUPT) || says(filter, "opponent") || says(filter, "owner-of"))
        return;
    Tree *same = arena_take(b->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = leaf(b->arena, "other") };
    *filter = (Tree){ .child = leaf(b->arena, "and") };
    filter->child->next = same;
}
