/* When a text answers what it speaks of: before it happens, if it prevents or replaces it; as it is announced, if it changes what it costs.  Called by
 * assemble.c. */
#include "text/inside.h"

static void owned_not_commanded(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is(c, "of"))
            c->child->atom = "owned";
        owned_not_commanded(arena, c);
    }
}

/* Where a card is being played is known, though it lies nowhere yet: "at a mission" is that mission or a ship there, "aboard a ship" that ship. */
static void announced_where(Arena *arena, Tree *event)
{
    Tree *filter = event->child->next;
    for (Tree **at = tree_is(filter, "and") && !filter->next ? &filter->child->next : NULL; at && *at; at = &(*at)->next) {
        Tree *place = *at, *where = place->atom ? NULL : place->child->next;
        if (!atom_is(place, "here") && !atom_is(place, "~here") && !atom_is(place, "~same-here") && !tree_is(place, "at") && !tree_is(place, "aboard"))
            continue;
        *at = place->next;
        place->next = NULL;
        if (tree_is(place, "aboard")) {
            filter->next = where;
            return;
        }
        Tree *mission = where ? copy_of(arena, where) : leaf(arena, "this-mission");
        mission->next = place;
        filter->next = list_of(arena, "or", mission);
        return;
    }
}

/* Who changes the cost of a card being played does it when it is announced, before anybody commands it. */
void as_announced(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (tree_is(event, "revealed") && says(t, "this-play") && says(t, "cost-change"))
        event->child->atom = "dilemma-cost";    /* what a dilemma costs is asked as it is revealed */
    if (tree_is(event, "dilemma-cost"))
        fill_until(t, "this-play", "end-of-dilemma");
    if (!tree_is(event, "played") && !tree_is(event, "about-to-play"))
        return;
    if (says(t, "for-now") || !says(t, "this-play") || !says(t, "cost-change"))
        return;
    event->child->atom = "announced";
    announced_where(arena, event);
    Tree *where = event->child->next->next;
    event->child->next->next = NULL;            /* the ship or mission where it is played is in play */
    owned_not_commanded(arena, event);
    event->child->next->next = where;
}

static bool is_price(const Tree *t)
{
    return tree_is(t, "apply") && says(t, "this-play") && says(t, "cost-change");
}

/* "When you play a Klingon, he is cost -1 and you may place him …": he costs less as he is announced, and is placed when he has been played. */
void place_once_played(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL, *price = tree_is(event, "played") ? event->next : NULL;
    while (tree_is(price, "guard"))
        price = price->next;
    Tree *rest = is_price(price) ? price->next : NULL;
    if (!rest || !says(rest, "place"))
        return;
    price->next = NULL;
    Tree *then = copy_of_one(arena, t), **end = &then->child->next;
    while (!is_price(*end))
        end = &(*end)->next;
    *end = rest;
    if (tree_is(rest, "you-may") && atom_is(rest->child->next, "you") && !rest->next) {
        *end = leaf(arena, "may");
        (*end)->next = rest->child->next->next;
    }
    then->next = t->next;
    t->next = then;
}

/* What is to be prevented, or replaced by something else, is answered before it is played or happens. */
void as_preventing(Arena *arena, Tree *t)
{
    static const char *const before[][2] = { { "stopped-event", "about-to-stop" }, { "killed", "about-to-kill" }, { "destroyed", "about-to-destroy" },
                                             { "removed", "about-to-remove" }, { "brigged", "about-to-brig" }, { "discarded", "about-to-discard" }, { "loses-command", "about-to-lose-command" },
                                             { "placed-on", "about-to-place-on" }, { "draws", "about-to-draw" } };
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (event && says(t, "instead") && tree_is(event, "overcome"))
        event->child->atom = "about-to-overcome";
    if (tree_is(event, "about-to-prevent"))
        owned_not_commanded(arena, event);      /* a card that is being played is nobody's to command yet */
    if (!event || !(says(t, "prevent") || says(t, "instead")))
        return;
    for (size_t i = 0; i < countof(before); i++)
        if (tree_is(event, before[i][0]))
            event->child->atom = before[i][1];
    for (Tree *c = tree_is(event, "played") && !says(t, "prevent") ? event->next : NULL; c; c = c->next)
        if (tree_is(c, "instead") && tree_is(c->child->next, "place") && !c->child->next->next)      /* "when you play … at …, place him aboard your ship instead" */
            *c = (Tree){ .child = c->child->next->child, .next = c->next };
    if (!tree_is(event, "played") || !says(t, "prevent"))
        return;
    event->child->atom = "about-to-play";
    owned_not_commanded(arena, event);
}

static bool is_place(const Tree *t)
{
    return atom_is(t, "here") || atom_is(t, "~here") || atom_is(t, "~same-here") || tree_is(t, "at");
}

/* The words that say where cards of a filter are are taken out of it; NULL: none do. */
static Tree *take_place(Tree *filter)
{
    for (Tree **at = &filter->child->next; *at; at = &(*at)->next)
        if (is_place(*at)) {
            Tree *place = *at;
            *at = place->next;
            place->next = NULL;
            return place;
        }
    return NULL;
}

/* "Your personnel cannot be stopped by dilemmas at this mission": a dilemma that is faced lies nowhere, but they are there.  False: it is said of one change of several. */
bool stay_where_dilemmas_are(Arena *arena, Tree *t)
{
    Tree **whom = tree_is(t, "static") ? &t->child->next : NULL;
    while (whom && tree_is(*whom, "guard"))
        whom = &(*whom)->next;
    for (Tree *m = whom && *whom ? (*whom)->next : NULL; m; m = m->next) {
        Tree *by = tree_is(m, "cannot") ? m->child->next->next : NULL, *place = tree_is(by, "and") && types_of(by) == DILEMMA ? take_place(by) : NULL;
        if (!place)
            continue;
        if ((*whom)->next->next)
            return false;
        if (!by->child->next->next)
            *by = (Tree){ .atom = by->child->next->atom, .child = by->child->next->child, .next = by->next };
        Tree *rest = (*whom)->next, *who = *whom;
        if (tree_is(who, "and")) {
            last_part(who)->next = place;
            continue;
        }
        who->next = place;
        *whom = list_of(arena, "and", who);
        (*whom)->next = rest;
    }
    return true;
}

/* "When you play a Hologram, you may play him …": that card is played already. */
bool plays_what_is_played(const Tree *t)
{
    const Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    for (const Tree *c = tree_is(event, "played") ? event->next : NULL; c; c = c->next)
        if (tree_is(c, "play-it") && c->child->next->atom && c->child->next->atom[0] == '~')
            return true;
    return false;
}

/* A card that is announced or about to be played lies nowhere yet. */
bool is_not_there_yet(const Tree *t)
{
    const Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    return (tree_is(event, "about-to-play") || tree_is(event, "announced")) && (says(event->child->next, "in-core") || says(event->child->next, "at") || says(event->child->next, "aboard") || says(event->child->next, "on") || says(event->child->next, "present-with") || says(event->child->next, "present"));
}

static bool mentions_on_self(const Tree *t)
{
    const Tree *of = tree_is(t, "aboard") || tree_is(t, "on") ? t->child->next : NULL;
    if (of && (atom_is(of, "self") || (tree_is(t, "aboard") && (atom_is(of, "~this-ship") || atom_is(of, "~its-ship")))))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (mentions_on_self(c))
            return true;
    return false;
}

/* What lies on a card or is aboard is gone with it: a text about that, when the card is destroyed or lost in another way, is carried out just before. */
void as_long_as_there(Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    const char *before = tree_is(event, "destroyed") ? "about-to-destroy" : tree_is(event, "loses-command") ? "about-to-lose-command" : NULL;
    for (Tree *c = before && atom_is(event->child->next, "self") ? event->next : NULL; c; c = c->next)
        if (mentions_on_self(c))
            event->child->atom = before;
}

/* What is different once a battle begins lasts until it ends. */
void as_fighting(Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (tree_is(event, "combat-begins") || tree_is(event, "engagement-begins") || tree_is(event, "in-combat") || tree_is(event, "in-engagement"))
        fill_until(t, "~until", "end-of-battle");
}

static void unstop_afterwards(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (!tree_is(c, "unstop") || says(c, "stopped")) {
            unstop_afterwards(arena, c);
            continue;
        }
        Tree *apply = leaf(arena, "apply"), *whom = copy_of_one(arena, c->child->next);
        apply->next = whom;
        whom->next = leaf(arena, "end-of-battle");
        whom->next->next = list_of(arena, "later", tree_read(arena, "(unstop that)")->child);
        c->child = apply;
    }
}

/* Who has fought is stopped when all is done that winning or losing brings: whom that unstops is unstopped as the battle ends. */
void as_after_battle(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (tree_is(event, "combat-won") || tree_is(event, "engagement-won") || tree_is(t, "if-you-win") || tree_is(t, "otherwise")) {
        unstop_afterwards(arena, t);
        return;
    }
    for (Tree *c = t->child; c; c = c->next)
        as_after_battle(arena, c);
}

/* What is done with a card that is about to be killed, stopped or put somewhere is done in the place of that. */
void as_replacing(Arena *arena, Tree *ability)
{
    static const char *const about[] = { "about-to-kill", "about-to-stop", "about-to-destroy", "about-to-brig", "about-to-lose-command", "about-to-return", "about-to-place-on", "about-to-remove", "about-to-discard" };
    Tree *event = tree_is(ability, "when") ? ability->child->next : NULL;
    bool answers = false;
    for (size_t i = 0; event && i < countof(about); i++)
        answers |= tree_is(event, about[i]);
    if (!answers || says(ability, "prevent") || says(ability, "instead"))
        return;
    for (Tree *c = event->next; c; c = c->next)
        if ((tree_is(c, "place") || tree_is(c, "brig") || tree_is(c, "remove")) && atom_is(c->child->next, "that")) {
            Tree *same = arena_take(arena, sizeof *same);
            *same = (Tree){ .child = c->child };
            *c = (Tree){ .child = leaf(arena, "instead"), .next = c->next };
            c->child->next = same;
        }
}
