/* One way to write each thing: what a rule of the grammar has said of parts that other rules read is put in its place, and what goes without saying is left out. */
#include "text/inside.h"

#include <stdio.h>

static bool joins(const Tree *t)
{
    return tree_is(t, "and") || tree_is(t, "or") || tree_is(t, "all") || tree_is(t, "any-one") || tree_is(t, "do");
}

/* The parts of an inner list of the same word become parts of the outer one. */
static void take_in(Tree *t)
{
    for (Tree **at = &t->child->next; *at;) {
        Tree *part = *at;
        if (!tree_is(part, t->child->atom)) {
            at = &part->next;
            continue;
        }
        Tree *inner = part->child->next, *last = inner;
        while (last && last->next)
            last = last->next;
        if (last)
            last->next = part->next;
        *at = inner ? inner : part->next;
    }
}

/* "Any card that is …" is what the rest says. */
static void drop_any(Tree *t)
{
    for (Tree **at = &t->child->next; *at && t->child->next->next;)
        if (atom_is(*at, "any"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

static bool is_type(const Tree *t, const char *type)
{
    return tree_is(t, "type") && atom_is(t->child->next, type);
}

/* "An overcome dilemma from your mission" lies beneath it. */
static void say_beneath(Tree *t)
{
    bool dilemma = false, overcome = false;
    for (const Tree *c = t->child->next; c; c = c->next)
        dilemma |= is_type(c, "dilemma"), overcome |= tree_is(c, "beneath");
    for (Tree *c = t->child->next; dilemma && overcome && c; c = c->next)
        if (tree_is(c, "at"))
            c->child->atom = "beneath";
}

/* "An overcome dilemma beneath this mission": that it is beneath some mission goes without saying. */
static void drop_any_mission(Tree *t)
{
    int beneath = 0;
    for (const Tree *c = t->child->next; c; c = c->next)
        beneath += tree_is(c, "beneath");
    for (Tree **at = &t->child->next; beneath > 1 && *at;) {
        const Tree *mission = tree_is(*at, "beneath") ? (*at)->child->next : NULL;
        if (mission && tree_is(mission, "type"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}

static bool is_off_table(const Tree *t)
{
    static const char *const words[] = { "in-hand", "in-discard", "in-deck", "in-removed", "in-pile", "in-brig" };
    return tree_is_any(t, words, countof(words));
}

/* … and so a card that is not in play is one that you do not command unless you command a copy of it. */
static void say_no_copy(Arena *arena, Tree *t, bool off_table)
{
    bool in_play = false, whose = false;
    for (const Tree *c = t->child->next; c; c = c->next) {
        off_table |= is_off_table(c);
        in_play |= atom_is(c, "~present") || atom_is(c, "present") || atom_is(c, "~here") || atom_is(c, "here") || tree_is(c, "at") || tree_is(c, "aboard");
        whose |= tree_is(c, "of") || tree_is(c, "~under") || tree_is(c, "owned");
    }
    for (Tree *c = t->child->next; in_play && !whose && !off_table && c; c = c->next) {
        const Tree *alike = tree_is(c, "not") ? c->child->next : NULL;
        if (tree_is(alike, "same") && atom_is(alike->child->next, "title") && tree_is(alike->child->next->next, "of"))
            c->child->next = alike->child->next->next;      /* "an equipment present that you do not command": whoever has another of that title */
    }
    for (Tree *c = t->child->next; off_table && c; c = c->next)
        if (tree_is(c, "not") && tree_is(c->child->next, "of")) {
            Tree *of = c->child->next, *copy = leaf(arena, NULL);
            copy->child = leaf(arena, "copy-of");
            copy->child->next = of;
            c->child->next = copy;
        }
}

/* Nobody commands what is not in play: "your personnel in your discard pile" are there, whoever has the pile; those in an opponent's are owned.
 * "Your captive" is in your brig; your personnel in an opponent's brig is a captive of yours. */
static void say_whose(Arena *arena, Tree *t)
{
    const Tree *place = NULL;
    bool captive = false;
    for (const Tree *c = t->child->next; c; c = c->next) {
        place = is_off_table(c) ? c : place;
        captive |= atom_is(c, "captive");
    }
    for (const Tree *c = t->child->next; place && !tree_is(place, "in-brig") && atom_is(place->child->next, "~player") && c; c = c->next)
        if ((tree_is(c, "of") || tree_is(c, "~under")) && atom_is(c->child->next, "opponent"))
            place->child->next->atom = "opponent";      /* "an opponent's personnel from his or her discard pile" */
    bool in_hand = tree_is(place, "in-hand") && atom_is(place->child->next, "you");
    for (const Tree *c = t->child->next; in_hand && c; c = c->next)
        if ((tree_is(c, "of") || tree_is(c, "~under")) && c->child->next->atom && strstr(c->child->next->atom, "opponent"))
            place->child->next->atom = c->child->next->atom;        /* "if an opponent has an event in hand": in no other hand are his cards */
    const Tree *beneath = NULL;                 /* … nor what lies beneath a mission: it is with whoever has the mission, and else it is owned */
    for (const Tree *c = t->child->next; c && !place; c = c->next)
        beneath = tree_is(c, "beneath") ? c : beneath;
    for (Tree **at = &t->child->next; (place || captive || beneath) && *at;) {
        Tree *c = *at, *player = tree_is(c, "of") || tree_is(c, "~under") ? c->child->next : NULL;
        if (player && beneath && player->atom && says(beneath, player->atom)) {
            *at = c->next;
            continue;
        } else if (player && beneath)
            c->child->atom = "owned";
        else if (player && !place)
            c->child->atom = "in-brig";
        else if (player && player->atom && atom_is(place->child->next, player->atom)) {
            *at = c->next;
            continue;
        } else if (player) {
            c->child = leaf(arena, tree_is(place, "in-brig") ? "captive-of" : "owned");
            c->child->next = player;
        }
        at = &c->next;
    }
    bool held = false;                          /* whose captives they are is said: that they are some goes without saying; not of a brig, where who was
                                                 * never in play may lie (2E-16.6) */
    for (const Tree *c = t->child->next; c; c = c->next)
        held |= tree_is(c, "captive-of");
    for (Tree **at = &t->child->next; held && *at && t->child->next->next;)
        if (atom_is(*at, "captive"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

/* Personnel who are said to be on a ship are aboard it. */
static void say_aboard(Tree *t)
{
    bool personnel = false;
    for (const Tree *c = t->child->next; c; c = c->next)
        personnel |= tree_is(c, "type") && atom_is(c->child->next, "personnel");
    for (Tree *c = t->child->next; personnel && c; c = c->next)
        if (tree_is(c, "on") && (atom_is(c->child->next, "~this-ship") || atom_is(c->child->next, "this-ship")))
            c->child->atom = "aboard";
}

/* The part of "and" that names several places, where one of them is off the table. */
static Tree *several_places(Tree *t)
{
    for (Tree *c = t->child->next; c; c = c->next)
        for (const Tree *one = tree_is(c, "or") ? c->child->next : NULL; one; one = one->next)
            if (is_off_table(one))
                return c;
    return NULL;
}

/* "One of your personnel from an opponent's brig or your discard pile": whose they are is another thing in each place, so that all is said of each. */
static Tree *of_each_place(Arena *arena, Tree *t)
{
    Tree *places = several_places(t), *each = leaf(arena, NULL), **last = &each->child;
    bool whose = false;
    for (const Tree *c = t->child->next; c; c = c->next)
        whose |= tree_is(c, "of") || tree_is(c, "~under");
    if (!places || !whose)
        return NULL;
    *last = leaf(arena, "or");
    for (const Tree *place = places->child->next; place; place = place->next) {
        Tree *all = leaf(arena, NULL), **end = &all->child;
        for (const Tree *c = t->child; c; c = c->next) {
            *end = copy_of_one(arena, c == places ? place : c);
            end = &(*end)->next;
        }
        last = &(*last)->next;
        *last = all;
    }
    return each;
}

static bool says_same(Arena *arena, const Tree *list, const Tree *part)
{
    for (const Tree *c = list->child->next; c; c = c->next)
        if (strcmp(tree_print(arena, c), tree_print(arena, part)) == 0)
            return true;
    return false;
}

/* "While your Klingon is in play": whoever has it has it in play. */
static void say_in_play_once(Arena *arena, Tree *t)
{
    bool of_one = false;
    for (const Tree *c = t->child->next; c; c = c->next)
        of_one |= tree_is(c, "of");
    for (Tree **at = &t->child->next; of_one && *at;)
        if (tree_is(*at, "or") && strcmp(tree_print(arena, *at), "(or (of you) (of opponent))") == 0)
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

/* "Each of your missions is a space mission": of missions it is said that they are no space missions, not again that they are no missions. */
static void say_not_once(Arena *arena, Tree *t)
{
    for (Tree *c = t->child->next; c; c = c->next) {
        Tree *denied = tree_is(c, "not") ? c->child->next : NULL;
        for (Tree **at = tree_is(denied, "and") ? &denied->child->next : NULL; at && *at && denied->child->next->next;)
            if (says_same(arena, t, *at))
                *at = (*at)->next;
            else
                at = &(*at)->next;
        if (tree_is(denied, "and") && !denied->child->next->next)
            *denied = (Tree){ .atom = denied->child->next->atom, .child = denied->child->next->child, .next = denied->next };
    }
}

/* What a filter says first: whose group, the type, the commander; the rest goes by its letters. */
static int rank(const Tree *t)
{
    return atom_is(t, "facing-group") ? 0 : tree_is(t, "type") ? 1 : tree_is(t, "of") || tree_is(t, "~under") ? 2 : 3;
}

static int order(Arena *arena, const Tree *a, const Tree *b)
{
    int by_rank = rank(a) - rank(b);
    return by_rank ? by_rank : strcmp(tree_print(arena, a), tree_print(arena, b));
}

/* The parts of "and" in one order, each once: the order in which English names them means nothing. */
static void sort_parts(Arena *arena, Tree *t)
{
    Tree *sorted = NULL;
    for (Tree *part = t->child->next, *next; part; part = next) {
        next = part->next;
        Tree **at = &sorted;
        while (*at && order(arena, *at, part) < 0)
            at = &(*at)->next;
        if (*at && order(arena, *at, part) == 0)
            continue;
        part->next = *at;
        *at = part;
    }
    t->child->next = sorted;
}

/* What is faced is a dilemma: only the rest is said of it. */
static void drop_dilemma(Tree *t)
{
    Tree *who = t->child->next, *what = who ? who->next : NULL;
    if (is_type(what, "dilemma") && !what->next)
        who->next = NULL;
    for (Tree **at = what && tree_is(what, "and") ? &what->child->next : NULL; at && *at;)
        if (is_type(*at, "dilemma"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    if (what && tree_is(what, "and") && what->child->next && !what->child->next->next) {
        what->child->next->next = what->next;
        who->next = what->child->next;
    }
}

/* "Facing a dilemma", "attempting a mission": nothing is said of which one. */
static void drop_anything(Tree *t)
{
    if (tree_is(t, "facing") || tree_is(t, "is-facing"))
        drop_dilemma(t);
    static const char *const words[] = { "facing", "is-facing", "about-to-face", "attempting", "is-attempting", "attempt-begins", "downloads" };
    Tree *first = t->child ? t->child->next : NULL, *second = first ? first->next : NULL;
    const char *all = tree_is(t, "about-to-face") ? "dilemma" : "mission";
    bool anything = second && !second->next && (atom_is(second, "any") || (tree_is(second, "type") && atom_is(second->child->next, all)));
    if (anything && tree_is_any(t, words, countof(words)))
        first->next = NULL;
}

/* "Attempting a mission": who attempts one is at it; and what is faced is a dilemma. */
static void drop_attempted(Tree *t)
{
    bool attempts = false, faced = false;
    for (const Tree *c = t->child->next; c; c = c->next)
        attempts |= atom_is(c, "facing-group"), faced |= atom_is(c, "faced");
    for (Tree **at = &t->child->next; (attempts || faced) && *at;)
        if ((attempts && tree_is(*at, "at") && is_type((*at)->child->next, "mission")) || (faced && is_type(*at, "dilemma")))
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

static Tree *same_as(Arena *arena, const Tree *t)
{
    Tree *copy = leaf(arena, t->atom);
    copy->child = t->child;
    return copy;
}

/* Words by which a rule of the grammar speaks of a part that another rule has read:
 *
 *   (~put MARK X BODY+)   the body, with X for the mark: "an opponent commands" two ships and a Gul
 *   (~each BODY X+)       the body once for each X, which ~x stands for in it: stop this personnel and your Gul
 *   (~first X Y?)         the first of them: what was said, and else what goes without saying
 *   (~shared X+)          all of them; where the last one is, the others are, too: discard an event and a personnel from hand
 *   (~one F)              a card that is chosen before the effect that asks for a number of it: draw cards equal to the cost of an event
 *   (~lay S D)            (place S D), in any order where D is an end of a deck or pile: place the others on the bottom of your deck
 *   ~been-VERB, ~be-VERB  the event of that verb, and what cards cannot suffer: ~been-kill is killed, ~be-kill is be-killed
 *   (~or-rather E B F)    the first effect, or on that condition the second in its place (instead.c)
 *   (~completed B)        the condition, of missions that somebody commands, all of which are complete
 *
 * Returns what stands in its place, or NULL where it is none of them. */
static void expand_all(Arena *arena, Tree *t);

/* Adds to each filter of what somebody commands that it is complete; how often. */
static int complete_all(Arena *arena, Tree *t)
{
    int count = 0;
    for (Tree *c = t->child; c; c = c->next) {
        count += complete_all(arena, c);
        if (tree_is(t, "and") && tree_is(c, "of")) {
            last_part(t)->next = leaf(arena, "complete");
            return count + 1;
        }
    }
    return count;
}

static Tree *put_parts(Arena *arena, Tree *t)
{
    if (tree_is(t, "download"))
        return place_each(arena, t);
    if (tree_is(t, "repeat"))
        return return_once(arena, t);
    if (tree_is(t, "~completed")) {
        expand_all(arena, t);
        return complete_all(arena, t) ? copy_of(arena, t->child->next) : NULL;
    }
    if (tree_is(t, "~lose-except"))
        return lose_others(arena, t);
    if (tree_is(t, "~first"))
        return copy_of_one(arena, t->child->next);
    if (tree_is(t, "~or-rather")) {
        expand_all(arena, t);
        return or_rather(arena, t);
    }
    if (tree_is(t, "~shared")) {
        expand_all(arena, t);
        share_place(arena, t->child->next);
        return copy_of(arena, t->child->next);
    }
    if (!tree_is(t, "~put") && !tree_is(t, "~each"))
        return NULL;
    Tree *first = t->child->next, *holder = leaf(arena, NULL), **last = &holder->child;
    if (tree_is(t, "~put")) {
        holder->child = copy_of(arena, first->next->next);
        put_for(arena, holder, first->atom, first->next);
        return holder->child;
    }
    Tree *several = leaf(arena, NULL);
    several->child = first->next;
    expand_all(arena, several);
    share_place(arena, several->child);
    tell_apart(arena, first, several->child);
    for (const Tree *x = several->child; x; x = x->next) {
        Tree *one = leaf(arena, NULL);
        one->child = copy_of_one(arena, first);
        expand_all(arena, one);                 /* a list within a list has its own ~x */
        put_for(arena, one, "~x", x);
        *last = one->child;
        last = &(*last)->next;
    }
    return holder->child;
}

static void expand(Arena *arena, Tree *t)
{
    for (Tree **at = &t->child; *at;) {
        Tree *parts = put_parts(arena, *at), *last = parts;
        if (!parts) {
            at = &(*at)->next;
            continue;
        }
        while (last->next)
            last = last->next;
        last->next = (*at)->next;
        *at = parts;                            /* looked at again: it may hold others */
    }
}

static void expand_all(Arena *arena, Tree *t)
{
    expand(arena, t);
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        expand_all(arena, c);
}

/* A condition, a number or a limit that was not said at all. */
static bool says_nothing(const Tree *t)
{
    static const char *const words[] = { "*", "limit-to", "all-of", "any-of", "guard", "turn-of" };
    return tree_is_any(t, words, countof(words)) && !t->child->next;
}

/* "For each …" and "limit" that were not said: (* N) is N, (all-of B) is B. */
static bool joins_nothing(const Tree *t)
{
    static const char *const words[] = { "*", "limit-to", "all-of", "any-of" };
    return tree_is_any(t, words, countof(words)) && t->child->next && !t->child->next->next;
}

/* The effects that take a number as their last part: done so many times over, they are done once with so many times the number. */
static bool takes_number(const Tree *t)
{
    static const char *const words[] = { "draw", "score", "lose", "counters", "discard-top", "dilemma-draw", "dilemma-total" };
    return tree_is_any(t, words, countof(words));
}

/* The number of an effect or of a change. */
static Tree *number_of(Tree *t)
{
    return takes_number(t) || tree_is(t, "add") ? last_part(t) : NULL;
}

/* Whether an effect has one number, or changes that all have one. */
static bool has_numbers(Tree *effect)
{
    Tree *change = tree_is(effect, "apply") && effect->child->next->next ? effect->child->next->next->next : NULL;
    bool all = change != NULL;
    for (; change; change = change->next)
        all &= tree_is(change, "add");
    return all || takes_number(effect);
}

static void multiply(Arena *arena, Tree *number, const Tree *times)
{
    Tree *product = leaf(arena, NULL);
    product->child = leaf(arena, "*");
    product->child->next = same_as(arena, number);
    product->child->next->next = same_as(arena, times);
    bool one = atom_is(number, "1");
    *number = (Tree){ .child = one ? times->child : product->child, .atom = one ? times->atom : NULL, .next = number->next };
}

static void limit(Arena *arena, Tree *number, const Tree *most)
{
    Tree *limited = leaf(arena, "limit-to");
    limited->next = same_as(arena, number);
    limited->next->next = same_as(arena, most);
    *number = (Tree){ .child = limited, .next = number->next };
}

/* (word Q E), Q said of the number of E, or of each of the changes that E makes: E with its numbers changed so. */
static Tree *said_of_numbers(Arena *arena, Tree *t, void (*change)(Arena *, Tree *number, const Tree *by))
{
    Tree *by = t->child->next, *effect = by ? by->next : NULL;
    if (!effect || effect->next || !has_numbers(effect))
        return t;
    if (takes_number(effect))
        change(arena, number_of(effect), by);
    for (Tree *c = takes_number(effect) ? NULL : effect->child->next->next->next; c; c = c->next)
        change(arena, number_of(c), by);
    return effect;
}

/* "Draw a card for each …": (repeat Q (draw you N)) is (draw you (* N Q)); and so is what becomes of a card for a time. */
static Tree *all_at_once(Arena *arena, Tree *t)
{
    return said_of_numbers(arena, t, multiply);
}

/* (~most N E): the number of E is at most N. */
static Tree *at_most(Arena *arena, Tree *t)
{
    return said_of_numbers(arena, t, limit);
}

/* "-2 for each … (limit -6)": the limit is one of size, so that (limit-to (* -2 Q) 6) is (* -1 (limit-to (* 2 Q) 6)). */
static Tree *limit_size(Arena *arena, Tree *t)
{
    Tree *product = t->child->next, *factor = tree_is(product, "*") ? product->child->next : NULL, *most = product ? product->next : NULL;
    if (!factor || !factor->atom || factor->atom[0] != '-' || !most || !most->atom || most->atom[0] == '-')
        return t;
    Tree *size = same_as(arena, product), *limited = leaf(arena, NULL), *minus = leaf(arena, NULL);
    size->child->next->atom++;
    if (atom_is(size->child->next, "1"))
        size = same_as(arena, factor->next);
    size->next = same_as(arena, most);
    limited->child = leaf(arena, "limit-to");
    limited->child->next = size;
    minus->child = leaf(arena, "*");
    minus->child->next = leaf(arena, "-1");
    minus->child->next->next = limited;
    return minus;
}

/* (~said X) stands in what another player does, where "you" is that player, and was said by who plays the card, who is that player's opponent;
 * ~them in it is that player again. */
static void turn_round(Tree *t)
{
    swap_words(t, "you", "opponent", "~them", "you");
}

/* Where each player does it, the player of the card among them, there is no such word for "you": the mark stays, and the text is not understood. */
static void keep_said(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is(c, "~said") && says(c, "you"))
            c->child->atom = "~said-to-all";
        keep_said(c);
    }
}

/* (~under P): commanded by that player.  "Your events an opponent commands" are owned by you, and under that opponent's command. */
static void say_commanded(Tree *t)
{
    const Tree *by = NULL;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        by = tree_is(c, "~under") || (tree_is(c, "in-core") && !by) ? c->child->next : by;      /* who has a card in the core commands it */
    bool said = false;                          /* "your events you command" */
    for (Tree *c = by ? t->child : NULL; c; c = c->next) {
        bool same = tree_is(c, "of") && by->atom && atom_is(c->child->next, by->atom);
        said |= same;
        if (tree_is(c, "of") && !same)
            c->child->atom = "owned";
    }
    for (Tree **at = &t->child; *at;) {
        if (tree_is(*at, "~under") && said) {
            *at = (*at)->next;
            continue;
        }
        if (tree_is(*at, "~under"))
            (*at)->child->atom = "of";
        if (tree_is(*at, "and") || tree_is(*at, "or") || tree_is(*at, "not"))
            say_commanded(*at);
        at = &(*at)->next;
    }
}

/* Who was placed in a brig is commanded by another now: an opponent's personnel is one that he owns. */
static void owned_only(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is(c, "of"))
            c->child->atom = "owned";
        owned_only(c);
    }
}

/* (when (~either-won you) …), of combat or an engagement: one text that answers two events, (~two (combat-won you) (engagement-won you) ~and …). */
static void answer_either(Arena *arena, Tree *t)
{
    static const char either[] = "~either";
    Tree *event = t->child->next, *head = event ? event->child : NULL;
    if (!head || !head->atom || strncmp(head->atom, either, sizeof either - 1) != 0)
        return;
    static const char *const battle[] = { "combat", "engagement" };
    Tree **last = &t->child->next, *rest = event->next;
    t->child->atom = "~two";
    for (size_t i = 0; i < countof(battle); i++) {
        Tree *one = copy_of(arena, &(Tree){ .child = event->child });
        size_t room = strlen(battle[i]) + strlen(head->atom) + 1;
        char *word = arena_take(arena, room);
        snprintf(word, room, "%s%s", battle[i], head->atom + sizeof either - 1);
        one->child->atom = word;
        *last = one;
        last = &one->next;
    }
    *last = leaf(arena, "~and");
    (*last)->next = rest;
}

/* What is done later with a card that was spoken of lasts as long as that card is there: (apply self U (later (kill ~personnel))) is
 * (apply ~personnel U (later (kill that))). */
static void put_off(Tree *t)
{
    static const char *const deeds[] = { "kill", "stop", "unstop", "destroy", "discard", "remove", "place" };
    Tree *bearer = t->child->next, *later = last_part(t), *deed = tree_is(later, "later") ? later->child->next : NULL;
    Tree *card = deed && !deed->next && tree_is_any(deed, deeds, countof(deeds)) ? deed->child->next : NULL;
    bool spoken_of = card && (tree_is(card, "~such") || atom_is(card, "self") || (card->atom && card->atom[0] == '~'));
    if (!spoken_of || !atom_is(bearer, "self"))
        return;
    *bearer = (Tree){ .atom = card->atom, .child = card->child, .next = bearer->next };
    *card = (Tree){ .atom = "that", .next = card->next };
}

/* A damage card is placed on a ship, wherever its text says so. */
static void place_on_it(Tree *t)
{
    Tree *place = last_part(t);
    if (tree_is(place, "to-ship") && says(t->child->next, "damage-card"))
        place->child->atom = "onto";
}

/* (~lay S D): cards that are placed on or beneath a deck or pile, in any order; elsewhere they are only placed. */
static void lay(Arena *arena, Tree *t)
{
    static const char *const ends[] = { "deck-top", "deck-bottom", "pile-top-of", "pile-bottom-of", "~top-of-it", "~bottom-of-it", "~back-of-it" };
    bool ordered = false;
    for (size_t i = 0; i < countof(ends); i++)
        ordered |= atom_is(last_part(t), ends[i]);
    Tree *what = t->child->next;
    t->child = leaf(arena, ordered ? "arrange" : "place");
    t->child->next = ordered ? leaf(arena, "you") : what;
    if (ordered)
        t->child->next->next = what;
}

/* "Your ship here moves away": from here, where it is no longer. */
static void move_from_there(Arena *arena, Tree *t)
{
    Tree *who = t->child->next;
    for (Tree **at = tree_is(who, "and") && !who->next ? &who->child->next : NULL; at && *at; at = &(*at)->next) {
        Tree *place = *at;
        bool here = atom_is(place, "~here") || atom_is(place, "here");
        if (!here && !tree_is(place, "at"))
            continue;
        *at = place->next;
        who->next = here ? leaf(arena, "this-mission") : same_as(arena, place->child->next);
        return;
    }
}

/* The filter of (~one F), somewhere in an effect; NULL: there is none. */
static Tree *one_inside(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        Tree *found = tree_is(c, "~one") ? c : one_inside(c);
        if (found)
            return found;
    }
    return NULL;
}

static void name_ones(Tree *t, const char *name)
{
    for (Tree *one = one_inside(t); one; one = one_inside(t))
        *one = (Tree){ .atom = name, .next = one->next };
}

/* "Draw cards equal to the cost of an event": the card of which a number is asked is chosen before the first effect that asks for it.  Two such cards
 * would have to be told apart. */
static void choose_ones(Arena *arena, Tree *t)
{
    static const char *const effects[] = { "draw", "discard", "discard-top", "apply", "place", "score", "lose", "counters", "let", "dilemma-draw", "dilemma-total", "if-you-do", "repeat" };
    const char *said = NULL;
    for (Tree **at = &t->child; *at; at = &(*at)->next) {
        Tree *one = tree_is_any(*at, effects, countof(effects)) ? one_inside(*at) : NULL;
        if (!one || (said && strcmp(said, tree_print(arena, one)) != 0))
            continue;
        bool first = !said;
        said = tree_print(arena, one);
        Tree *let = first ? tree_read(arena, "let $n (choose you 1 ~which)") : NULL;
        if (first) {
            put_for(arena, let, "~which", one->child->next);
            let->next = *at;
            *at = let;
            at = &let->next;
        }
        name_ones(*at, "$n");
    }
}

/* Of any player, whoever that is. */
static bool of_each(const Tree *t)
{
    return (tree_is(t, "of") || tree_is(t, "owned") || tree_is(t, "turn-of")) && atom_is(t->child->next, "each");
}

/* "Unless …", as it stands before or behind what it is said of: (if (~not B) E+) is (unless B E+), and anywhere else (~not B) is (not-so B). */
static void say_unless(Tree *t)
{
    Tree *b = tree_is(t, "if") ? t->child->next : NULL;
    if (tree_is(t, "~not"))
        t->child->atom = "not-so";
    if (!b || !tree_is(b, "~not"))
        return;
    Tree *inner = b->child->next;
    t->child->atom = "unless";
    inner->next = b->next;
    t->child->next = inner;
}

/* "Stop your Gul (or two of your ships)": (stop (~either-of S T)) is (choose-one you (stop S) (stop T)). */
static Tree *either_of(Arena *arena, Tree *t)
{
    Tree **last = NULL, *choice = NULL;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        for (const Tree *x = tree_is(c, "~either-of") ? c->child->next : NULL; x; x = x->next) {
            Tree *one = copy_of_one(arena, t);
            for (Tree **at = &one->child; *at; at = &(*at)->next)
                if (tree_is(*at, "~either-of")) {
                    Tree *rest = (*at)->next;
                    *at = copy_of_one(arena, x);
                    (*at)->next = rest;
                }
            if (!choice) {
                choice = list_of(arena, "choose-one", leaf(arena, "you"));
                last = &choice->child->next->next;
            }
            *last = one;
            last = &one->next;
        }
    return choice;
}

/* What is commanded by each opponent, or happens in each opponent's turn, is an opponent's. */
static void say_opponent(Tree *t)
{
    static const char *const words[] = { "of", "owned", "turn-of", "turn-starts", "turn-ends", "orders-start", "play-ends" };
    if (tree_is_any(t, words, countof(words)) && t->child->next && atom_is(t->child->next, "each-opponent"))
        t->child->next->atom = "opponent";
}

/* What one verb is called as an event, and as something that cards cannot suffer: ~been-kill is the event killed, ~be-kill is be-killed. */
static const char *form_of_verb(const char *atom)
{
    static const char *const forms[][2] = {
        { "~been-kill", "killed" }, { "~been-stop", "stopped-event" }, { "~been-destroy", "destroyed" }, { "~been-remove", "removed" }, { "~been-discard", "discarded" }, { "~been-unstop", "unstopped-event" },
        { "~be-kill", "be-killed" }, { "~be-stop", "be-stopped" }, { "~be-destroy", "be-destroyed" }, { "~be-remove", "be-removed" }, { "~be-discard", "be-discarded" },
        { "~be-unstop", "be-unstopped" } };
    for (size_t i = 0; atom[0] == '~' && i < countof(forms); i++)
        if (strcmp(atom, forms[i][0]) == 0)
            return forms[i][1];
    return atom;
}

/* "Unless those personnel have 2 Medical or three different species": what is so is asked of them as well, and not of all who face the dilemma; others say themselves who they are. */
static void ask_of_these(Arena *arena, Tree *required, const Tree *these)
{
    for (Tree *c = required; c; c = c->next) {
        if (tree_is(c, "so") && !says(c, "meets"))
            put_for(arena, c, "facing-group", these);
        else if (!c->atom && !tree_is(c, "so"))
            ask_of_these(arena, c->child, these);
    }
}

/* (+ 14 1): two numbers are one. */
static void add_up(Arena *arena, Tree *t)
{
    const Tree *first = tree_is(t, "+") ? t->child->next : NULL, *second = first ? first->next : NULL;
    int a, b;
    char text[16];
    if (!second || !first->atom || !second->atom || !str_int(str_of(first->atom), &a) || !str_int(str_of(second->atom), &b))
        return;
    snprintf(text, sizeof text, "%d", a + b);
    *t = (Tree){ .atom = arena_text(arena, str_of(text)), .next = t->next };
}

Tree *tree_tidy(Arena *arena, Tree *t)
{
    if (t->atom) {
        t->atom = form_of_verb(t->atom);
        return t;
    }
    expand(arena, t);
    Tree *either = settle_or_a(arena, t);
    if (either)
        return tree_tidy(arena, either);
    Tree *one_of = either_of(arena, t);
    if (one_of)
        return tree_tidy(arena, one_of);
    say_unless(t);
    expand(arena, t);
    if (tree_is(t, "when"))
        answer_either(arena, t);
    if (tree_is(t, "each-player") && atom_is(t->child->next, "each")) {
        keep_said(t);
        if (tree_is(last_part(t), "let"))
            t->child->atom = "~each-chooses";   /* what each of several players has chosen cannot be spoken of together */
    }
    if (tree_is(t, "~said")) {
        Tree *what = t->child->next;
        if (!what)
            return leaf(arena, NULL);
        turn_round(t);
        return tree_tidy(arena, same_as(arena, what));
    }
    for (Tree **at = &t->child; *at;) {
        Tree *next = (*at)->next, *tidy = tree_tidy(arena, *at);
        if (!tidy->atom && !tidy->child) {
            *at = next;
            continue;
        }
        tidy->next = next;
        *at = tidy;
        at = &tidy->next;
    }
    choose_ones(arena, t);
    add_up(arena, t);
    if (tree_is(t, "moves-from"))
        move_from_there(arena, t);
    if (tree_is(t, "at-least") && atom_is(t->child->next, "1")) {
        Tree *what = t->child->next->next;
        t->child = leaf(arena, "exists");
        t->child->next = what;
    }
    if (tree_is(t, "repeat"))
        t = all_at_once(arena, t);
    if (tree_is(t, "~most")) {
        t = t->child->next && !t->child->next->next ? same_as(arena, t->child->next) : at_most(arena, t);
        if (!tree_is(t, "~most"))
            return tree_tidy(arena, t);
    }
    if (tree_is(t, "limit-to"))
        t = limit_size(arena, t);
    drop_anything(t);
    say_opponent(t);
    if (tree_is(t, "brigged"))
        owned_only(t);
    for (Tree *c = tree_is(t, "static") ? t->child : NULL; c; c = c->next)
        if (tree_is(c->next, "consume-change"))
            owned_only(c);
    if (tree_is(t, "apply"))
        put_off(t);
    if (tree_is(t, "meets") && !atom_is(t->child->next, "facing-group"))
        ask_of_these(arena, t->child->next->next, t->child->next);
    bool any_fight = (tree_is(t, "combat-now") || tree_is(t, "engagement-now")) && atom_is(t->child->next, "any");
    if (any_fight)                              /* of nobody in particular: it goes on */
        return list_of(arena, tree_is(t, "combat-now") ? "combat-goes-on" : "engagement-goes-on", NULL);
    if (tree_is(t, "~lay"))
        lay(arena, t);
    if (tree_is(t, "place"))
        place_on_it(t);
    if (of_each(t))
        return leaf(arena, tree_is(t, "turn-of") ? NULL : "any");
    for (Tree *c = tree_is(t, "download") || tree_is(t, "downloaded") ? t->child : NULL; c; c = c->next)
        if (tree_is(c, "and"))
            say_no_copy(arena, c, true);
    if (tree_is(t, "at") && atom_is(t->child->next, "this-mission"))
        return leaf(arena, "here");
    if (tree_is(t, "not") && tree_is(t->child->next, "not") && !t->child->next->next)
        return same_as(arena, t->child->next->child->next);
    if (says_nothing(t))
        return leaf(arena, NULL);
    if (joins_nothing(t))
        return same_as(arena, t->child->next);
    if (tree_is(t, "*") && atom_is(t->child->next, "1"))
        return same_as(arena, t->child->next->next);
    if (tree_is(t, "discard") && tree_is(t->child->next, "top")) {
        Tree *top = t->child->next;
        top->child->atom = "discard-top";
        return same_as(arena, top);
    }
    if (!joins(t)) {
        if (tree_is(t, "all-of") || tree_is(t, "any-of"))
            take_in(t);
        if (!tree_is(t, "not"))
            say_commanded(t);
        return t;
    }
    take_in(t);
    if (tree_is(t, "and")) {
        drop_any(t);
        say_beneath(t);
        drop_any_mission(t);
        drop_attempted(t);
        Tree *each = of_each_place(arena, t);
        if (each)
            return tree_tidy(arena, each);
        if (say_whose_each(arena, t))
            return tree_tidy(arena, t);
        say_no_copy(arena, t, false);
        say_aboard(t);
        say_whose(arena, t);
        say_not_once(arena, t);
        say_in_play_once(arena, t);
        sort_parts(arena, t);
    }
    Tree *only = t->child->next;
    if (!only && tree_is(t, "and"))
        return leaf(arena, NULL);           /* nothing was said of the cards */
    if (!only || only->next)
        return t;
    return same_as(arena, only);
}
