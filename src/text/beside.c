/* Cards that a text speaks of beside what it has selected: the ship that carries somebody, who is at the same mission, whom a condition has asked for, a
 * captive; and what is put in the place of a word that points at them. */
#include "text/inside.h"

/* Whether a tree says this of its cards: not where something is denied, nor of other cards that are with them. */
static bool says_part(Binding *b, const Tree *t, const char *part)
{
    static const char *const others[] = { "not", "at", "aboard", "on", "beneath", "present-with", "has-here", "has-aboard", "carries", "copy-of", "same", "different" };
    if (strcmp(tree_print(b->arena, t), part) == 0)
        return true;
    for (const Tree *c = t->atom || tree_is_any(t, others, countof(others)) ? NULL : t->child; c; c = c->next)
        if (says_part(b, c, part))
            return true;
    return false;
}

bool says_all(Binding *b, const Tree *t, const Tree *parts)
{
    for (; parts; parts = parts->next)
        if (!atom_is(parts, "~other") && !says_part(b, t, tree_print(b->arena, parts)))
            return false;
    return true;
}

/* Who was aboard that ship is gone when the text speaks of it: the ship is chosen first, and then who is aboard. */
static bool put_ship_first(Binding *b, Tree *selected)
{
    Tree *filter = last_part(selected);
    while (tree_is(filter, "choose"))
        filter = last_part(filter);
    if (!tree_is(filter, "and") || b->picked)
        return false;
    for (Tree *c = filter->child->next; c; c = c->next) {
        if (!tree_is(c, "aboard") || c->child->next->atom)
            continue;
        Tree *ship = copy_of_one(b->arena, c->child->next);
        Tree *rest = copy_of_one(b->arena, filter), **at = &rest->child->next;
        while (!tree_is(*at, "aboard"))
            at = &(*at)->next;
        *at = (*at)->next;
        ship->next = list_of(b->arena, "has-aboard", rest);
        const char *name = name_of_picked(b, list_of(b->arena, "and", ship));
        *c->child->next = (Tree){ .atom = name };
        return true;
    }
    return false;
}

/* "Your personnel aboard a ship … that ship": the one that carries who was selected, or whom the event is about.  Only where the text's own card
 * is no personnel or ship, for then "that ship" may be its own. */
bool put_carrier(Binding *b, Tree *t)
{
    if ((!stands_on(b, "Event") && !stands_on(b, "Interrupt") && !stands_on(b, "Dilemma")) || last_selected(b, SHIP, true, true) || from_event(b, SHIP))
        return false;
    const char *who = NULL;
    for (int i = b->selections - 1; i >= 0 && !who; i--) {
        if (says(b->selected[i], "aboard") && b->left[i] && put_ship_first(b, b->selected[i])) {
            *t = (Tree){ .atom = b->picked, .next = t->next };
            return true;
        }
        if (says(b->selected[i], "aboard") && !b->left[i] && is_several(b->selected[i]))
            b->unbound = "'that ship', of several who may be aboard different ones";
        if (says(b->selected[i], "aboard") && !b->left[i])
            who = name_of_selected(b, b->selected[i]);
    }
    if (!who && b->event && says(b->event, "aboard"))
        who = from_event(b, PERSONNEL);
    if (!who)
        return false;
    *t = (Tree){ .child = list_of(b->arena, "has-aboard", leaf(b->arena, who))->child, .next = t->next };
    return true;
}

/* "That Romulan", "those personnel": who the condition asked for, chosen where it asked for one. */
void put_held(Binding *b, Tree *t)
{
    Tree *who = copy_of_one(b->arena, b->held);
    if (b->theirs && !b->held_theirs)
        swap_words(who, "you", "opponent", "opponent", "you");       /* what another player does is said with "you" for that player */
    if (!b->one || !b->suffers) {
        t->atom = who->atom;
        t->child = who->child;
        return;
    }
    t->atom = NULL;
    Tree *you = leaf(b->arena, "you");
    you->next = leaf(b->arena, "1");
    you->next->next = who;
    t->child = leaf(b->arena, "choose");
    t->child->next = you;
    b->held = NULL;
}

/* "Where he or she could be played": who is being placed. */
void put_placed(Binding *b, Tree *t)
{
    if (is_selection(b->placed) || tree_is(b->placed, "as")) {
        t->atom = name_of_selected(b, b->placed);
        return;
    }
    t->atom = b->placed->atom;
    t->child = b->placed->atom ? NULL : copy_of(b->arena, b->placed->child);
}

/* "… at the same mission as your Thief.  Stop that Thief": one who is only spoken of beside what was selected is chosen before it. */
static Tree *beside(Binding *b, Tree *t, const Tree *words, int types)
{
    static const char *const relations[] = { "at", "aboard", "present-with", "has-here", "has-aboard" };
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        Tree *inside = beside(b, c, words, types);
        if (inside)
            return inside;
    }
    Tree *other = tree_is_any(t, relations, countof(relations)) && !t->child->next->atom ? t->child->next : NULL;
    return other && !tree_is_any(other, relations, countof(relations)) && (types_of(other) & types) && says_all(b, other, words) ? other : NULL;
}

bool put_beside(Binding *b, Tree *t, const Tree *words, int types)
{
    for (int i = b->selections - 1; i >= 0 && !b->picked; i--) {
        Tree *other = beside(b, b->selected[i], words, types);
        if (!other)
            continue;
        const char *name = name_of_picked(b, other);
        *other = (Tree){ .atom = name, .next = other->next };
        *t = (Tree){ .atom = name, .next = t->next };
        return true;
    }
    const Tree *where = b->event && !b->picked ? b->event->child->next : NULL;
    Tree *met = where && where->next && !where->next->atom && from_event(b, MISSION) ? beside(b, where->next, words, types) : NULL;
    if (!met)
        return false;
    Tree *there = copy_of_one(b->arena, met);  /* "… attempts a mission where you have a Thief, … that Thief": who is at the mission that the event speaks of */
    there->next = list_of(b->arena, "at", leaf(b->arena, from_event(b, MISSION)));
    *t = (Tree){ .atom = name_of_picked(b, list_of(b->arena, "and", there)), .next = t->next };
    return true;
}

/* "When an opponent's ship at the same mission as your staffed ship …, stop a personnel aboard your ship": that one, where the card of the event is. */
void put_ship_beside(Binding *b, Tree *ship)
{
    const char *of_event = b->in_event || !b->event ? NULL : from_event(b, ANY_TYPE);
    if (!of_event || strcmp(of_event, "that") != 0 || strcmp(tree_print(b->arena, ship), "(and (type ship) (of you))") != 0)
        return;
    const Tree *other = beside(b, (Tree *)b->event, ship->child->next, SHIP);
    if (!other)
        return;
    Tree *same = copy_of_one(b->arena, other);
    last_part(same)->next = list_of(b->arena, "at", list_of(b->arena, "has-here", leaf(b->arena, "that")));
    *ship = (Tree){ .child = same->child, .next = ship->next };
}

/* "You must command a Klingon aboard your damaged ship.  … that ship": a damaged ship of yours with a Klingon aboard.  NULL: nobody aboard a ship was asked for. */
Tree *ship_of_asked(Binding *b)
{
    if (!tree_is(b->asked, "and"))
        return NULL;
    Tree *who = copy_of_one(b->arena, b->asked), **aboard = &who->child->next;
    while (*aboard && !(tree_is(*aboard, "aboard") && types_of((*aboard)->child->next) == SHIP))
        aboard = &(*aboard)->next;
    if (!*aboard)
        return NULL;
    Tree *ship = copy_of_one(b->arena, (*aboard)->child->next);
    *aboard = (*aboard)->next;
    ship->next = list_of(b->arena, "has-aboard", who);
    return list_of(b->arena, "and", ship);
}

bool last_said(Binding *b, const Tree *words)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (says_all(b, b->selected[i], words))
            return true;
    return b->event && says_all(b, b->event, words);
}

/* "That captive": who was selected in a brig or placed there, or whom the event placed there. */
void put_captive(Binding *b, Tree *t)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (says(b->selected[i], "in-brig") || b->brigged[i]) {
            t->atom = name_of_selected(b, b->selected[i]);
            return;
        }
    if (tree_is(b->event, "brigged") || (b->event && says(b->event->child->next, "in-brig")))
        t->atom = "that";
    else if (b->held && says(b->held, "in-brig"))
        put_held(b, t);
    else if (b->asked && says(b->asked, "in-brig"))
        t->atom = name_of_picked(b, b->asked);
    else
        b->unbound = "'that captive' with no captive before it";
}
