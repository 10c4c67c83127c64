/* What a text cannot mean, though each of its words has been bound: cards that are compared with themselves, somebody who is selected and of whom nothing
 * becomes, what is said of a card of which it cannot be so.  Such a reading is refused, since the print means something else. */
#include "text/inside.h"

#include <stdlib.h>

/* Whether those of that name were selected among personnel, and nothing else. */
static bool are_personnel(const Binding *b, const Tree *name)
{
    for (int i = 0; i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && name->atom && atom_is(b->selected[i]->child->next, name->atom))
            return types_of(b->selected[i]) == PERSONNEL;
    return false;
}

/* Attributes or skills of this card, its ship or its mission that a card of that type does not have. */
static bool changes_what_is_not(const Binding *b, const Tree *t)
{
    static const char *const of_ship[] = { "range", "weapons", "shields" }, *const of_personnel[] = { "integrity", "cunning", "strength" };
    const Tree *whom = tree_is(t, "static") || tree_is(t, "apply") ? t->child->next : NULL;
    while (tree_is(whom, "guard"))
        whom = whom->next;
    bool self = whom && atom_is(whom, "self"), ship = whom && (atom_is(whom, "this-ship") || (self && stands_on(b, "Ship"))), mission = whom && atom_is(whom, "this-mission");
    for (const Tree *m = whom && are_personnel(b, whom) ? whom->next : NULL; m; m = m->next)
        for (size_t i = 0; tree_is(m, "add") && i < countof(of_ship); i++)
            if (atom_is(m->child->next, of_ship[i]))
                return true;                    /* "add the Cunning of your personnel aboard to its Weapons" */
    for (const Tree *m = self && !stands_on(b, "Personnel") ? whom->next : NULL; m; m = m->next)
        if (tree_is(m, "gain") || tree_is(m, "lose-skill"))
            return true;                        /* only personnel have skills */
    bool has_none = mission || (self && !ship && !stands_on(b, "Personnel"));
    for (const Tree *m = has_none ? whom->next : NULL; m; m = m->next)
        if (tree_is(m, "add") && atom_is(m->child->next, "all"))
            return true;
    for (const Tree *m = self || ship || mission ? whom->next : NULL; m; m = m->next)
        for (size_t i = 0; tree_is(m, "add") && i < countof(of_ship); i++)
            if ((atom_is(m->child->next, of_ship[i]) && !ship) || (atom_is(m->child->next, of_personnel[i]) && !(self && stands_on(b, "Personnel"))))
                return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (changes_what_is_not(b, c))
            return true;
    return false;
}

/* "When you complete a mission, … for each of them with a cost of 4": what the event is about is that mission, which has no cost and no skills, and is aboard nothing. */
static bool is_no_cost_of_mission(const Binding *b, const Tree *t)
{
    static const char *const others[] = { "costs", "has", "attr", "aboard" };
    bool mission = false, other = false, asks = tree_is(t, "and") || tree_is(t, "matches");
    static const char *const of_mission[] = { "completed", "attempt-ends", "attempt-fails", "about-to-fail" };
    for (const Tree *c = asks && tree_is_any(b->event, of_mission, countof(of_mission)) ? t->child->next : NULL; c; c = c->next) {
        mission |= atom_is(c, "that");
        other |= tree_is_any(c, others, countof(others));
    }
    for (const Tree *c = t->atom || (mission && other) ? NULL : t->child; c; c = c->next)
        if (is_no_cost_of_mission(b, c))
            return true;
    return mission && other;
}

/* "… and it is complete", where the event is about a card that is no mission. */
static bool completes_no_mission(const Binding *b, const Tree *t)
{
    const char *event = b->event ? from_event(b, MISSION) : NULL;
    if (tree_is(t, "matches") && atom_is(t->child->next, "that") && atom_is(t->child->next->next, "complete") && (!event || strcmp(event, "that") != 0))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (completes_no_mission(b, c))
            return true;
    return false;
}

/* "Three personnel with Law and Integrity>30": no one card has so much. */
bool asks_too_much(const Tree *t)
{
    enum { BEYOND_ONE_CARD = 20 };
    const Tree *much = tree_is(t, "attr") ? t->child->next->next : NULL;
    if (much && (atom_is(much, ">") || atom_is(much, ">=")) && much->next->atom && atoi(much->next->atom) >= BEYOND_ONE_CARD)
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (asks_too_much(c))
            return true;
    return false;
}

/* "Your personnel facing a dilemma that requires Honor": cards of which parts are said that no one card can have. */
static bool says_what_cannot_be(const Tree *t)
{
    if (tree_is(t, "and") && !types_of(t))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (says_what_cannot_be(c))
            return true;
    return false;
}

/* "Three of those personnel of the same species": each would share it with itself.  Likewise "that personnel is a copy of that personnel". */
static bool compares_with_itself(const Tree *t)
{
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        for (const Tree *d = t->child->next; d && (tree_is(c, "same") || tree_is(c, "different")); d = d->next)
            if (d->atom && d->atom[0] == '$' && atom_is(c->child->next->next, d->atom))
                return true;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        for (const Tree *d = t->child->next; d && tree_is(c, "copy-of"); d = d->next)
            if (d->atom && d->atom[0] == '$' && atom_is(c->child->next, d->atom))
                return true;
    const Tree *asked = tree_is(t, "matches") ? t->child->next : NULL;
    if (asked && asked->atom && asked->atom[0] == '$' && asked->next && says(asked->next, asked->atom))
        return true;                            /* "if that card has the same cost as that card" */
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (compares_with_itself(c))
            return true;
    return false;
}

/* "For each other card revealed", behind somebody in play who was chosen: no card that was revealed is he. */
static bool leaves_out_others(const Binding *b, const Tree *t)
{
    const Tree *from = NULL, *without = NULL;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next) {
        from = c->atom && c->atom[0] == '$' ? c : from;
        without = tree_is(c, "not") && c->child->next->atom && c->child->next->atom[0] == '$' ? c->child->next : without;
    }
    bool shown = false, in_play = false;
    for (int i = 0; from && without && i < b->selections; i++) {
        const Tree *name = tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let") ? b->selected[i]->child->next : NULL;
        shown |= name && atom_is(name, from->atom) && is_out_of_play(b->selected[i]);
        in_play |= name && atom_is(name, without->atom) && !is_out_of_play(b->selected[i]) && !says(b->selected[i], from->atom);
    }
    return shown && in_play;
}

/* How often that word stands in it. */
static int times_said(const Tree *t, const char *word)
{
    int count = atom_is(t, word);
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        count += times_said(c, word);
    return count;
}

/* "Randomly select a personnel", "choose a mission": one is selected, and nothing becomes of that one. */
static bool selects_for_nothing(const Tree *ability, const Tree *t)
{
    static const char *const ways[] = { "random", "choose", "up-to", "one-or-more" };
    if (tree_is(t, "let") && tree_is_any(t->child->next->next, ways, countof(ways)) && times_said(ability, t->child->next->atom) == 1)
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (selects_for_nothing(ability, c))
            return true;
    return false;
}

/* "When you play a personnel of a species you do not command": who has just been played is commanded, too. */
static bool differs_from_itself(const Tree *event)
{
    for (const Tree *c = tree_is(event, "played") && tree_is(event->child->next, "and") ? event->child->next->child->next : NULL; c; c = c->next) {
        const Tree *other = tree_is(c, "not") ? c->child->next : NULL;
        if ((tree_is(other, "same") || tree_is(other, "copy-of")) && says(other, "of") && !says(other, "that"))
            return true;
    }
    return false;
}

/* (total cunning > 6): no group is asked for so little. */
static bool is_of_one(const Tree *requirement)
{
    static const char *const attributes[] = { "integrity", "cunning", "strength" };
    const Tree *attribute = tree_is(requirement, "total") ? requirement->child->next : NULL;
    for (size_t i = 0; attribute && i < countof(attributes); i++)
        if (atom_is(attribute, attributes[i]) && strlen(attribute->next->next->atom) == 1)
            return true;
    return false;
}

/* "Remove each dilemma that costs 3 or more": something is done to dilemmas, and nothing says where they lie. */
static bool is_about_dilemmas_nowhere(const Tree *effect)
{
    static const char *const done[] = { "remove", "place", "discard", "overcome-it" };
    static const char *const places[] = { "beneath", "on", "at", "in-pile", "in-core", "in-stack", "in-removed", "drawn", "faced", "here", "facing-group", "cause", "that", "self", "named" };
    const Tree *what = tree_is_any(effect, done, countof(done)) ? effect->child->next : NULL;
    if (!tree_is(what, "and") || types_of(what) != DILEMMA)
        return false;
    for (size_t i = 0; i < countof(places); i++)
        if (says(what, places[i]))
            return false;
    for (const Tree *c = what->child; c; c = c->next)
        if (c->atom && c->atom[0] == '$')
            return false;
    return true;
}

/* "Your captive or a personnel on your event": what was said of the second alone is not true of the first, which lies elsewhere. */
static bool lies_in_two_places(const Tree *filter)
{
    static const char *const zones[] = { "in-hand", "in-deck", "in-discard", "in-core", "in-brig", "in-pile", "on", "aboard", "beneath" };
    static const char *const off_table[] = { "in-hand", "in-deck", "in-discard", "in-brig", "in-pile", "in-removed" };
    const Tree *zone = NULL, *either = NULL;
    int zones_off_table = 0;
    bool at_place = false;
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next) {
        zone = tree_is_any(c, zones, countof(zones)) ? c : zone;
        either = tree_is(c, "or") ? c : either;
        zones_off_table += tree_is_any(c, off_table, countof(off_table));
        at_place |= atom_is(c, "present") || atom_is(c, "here");
    }
    if (zones_off_table > 1 || (zones_off_table && at_place) || (tree_is(zone, "beneath") && at_place))
        return true;                            /* "your captive is returned to its owner's hand", "your captive present": in your brig, and elsewhere */
    for (const Tree *c = zone && either ? either->child->next : NULL; c; c = c->next)
        if (tree_is_any(c, zones, countof(zones)))
            return true;
    for (const Tree *c = tree_is(zone, "aboard") ? filter->child->next : NULL; c; c = c->next)
        if (atom_is(c, "on-planet"))
            return true;
    return false;
}

/* "Randomly select a personnel.  Unless you reveal a Cadet from hand, …": of that personnel, who faces the dilemma, it would be asked whether he is in a hand. */
static bool is_where_it_was_not(const Binding *b, const Tree *filter)
{
    static const char *const zones[] = { "in-hand", "in-deck", "in-discard" };
    bool elsewhere = false;
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        for (size_t i = 0; i < countof(zones); i++)
            elsewhere |= (tree_is(c, zones[i]) || tree_is(c, "or")) && says(c, zones[i]);
    for (const Tree *c = elsewhere ? filter->child->next : NULL; c; c = c->next)
        for (int i = 0; c->atom && c->atom[0] == '$' && i < b->selections; i++)
            if (tree_is_any(b->selected[i], (const char *const[]){ "as", "let" }, 2) && atom_is(b->selected[i]->child->next, c->atom) && says(b->selected[i], "facing-group") && !b->left[i])
                return true;
    return false;
}

/* "[Pa][TNG] or [AU][TNG] personnel": one of two kinds has what is asked of both already, and only one of them was meant by it. */
static bool says_one_twice(const Tree *filter)
{
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        for (const Tree *either = tree_is(c, "or") ? c->child->next : NULL; either; either = either->next)
            for (const Tree *d = filter->child->next; d; d = d->next)
                if (d != c && tree_same(d, either))
                    return true;
    return false;
}

/* "Cunning +1 and Strength +1 for each Klingon": the first of two changes that were counted together is left without what it is counted by. */
static bool counts_one_of_two(const Tree *t)
{
    const Tree *before = NULL;
    for (const Tree *c = tree_is(t, "static") || tree_is(t, "apply") ? t->child->next : NULL; c; c = c->next) {
        bool counts = tree_is(c, "add") && !last_part((Tree *)c)->atom;
        if (counts && tree_is(before, "add") && last_part((Tree *)before)->atom)
            return true;
        before = c;
    }
    return false;
}

/* A price that somebody may refuse, or that is asked on a condition only: what it pays for would be had for nothing. */
static bool is_no_price(const Tree *t)
{
    return (tree_is(t, "cost") && (says(t, "you-may") || says(t, "can") || tree_is(t->child->next, "if"))) || (tree_is(t, "can") && says(t, "you-may"));
}

/* "Two cards in a player's discard pile": of one player, and not of several. */
static bool is_of_any_player(const Tree *t)
{
    bool some = (tree_is(t, "choose") || tree_is(t, "up-to")) && !atom_is(t->child->next->next, "1");
    const Tree *what = some ? last_part((Tree *)t) : NULL, *part = tree_is(what, "and") ? what->child->next : NULL;
    bool found = tree_is(what, "in-discard") && atom_is(what->child->next, "each");
    for (; part && !found; part = part->next)
        found = tree_is(part, "in-discard") && atom_is(part->child->next, "each");
    return found;
}

static bool is_ship(const Binding *b, const Tree *t)
{
    return atom_is(t, "this-ship") || (atom_is(t, "self") && stands_on(b, "Ship")) || (t && !t->atom && types_of(t) == SHIP);
}

/* A ship is there when those aboard it attempt a mission: it faces nothing itself. */
static bool is_ship_that_faces(const Binding *b, const Tree *t)
{
    static const char *const faces[] = { "is-facing", "is-attempting", "facing", "about-to-face", "attempting", "attempt-begins" };
    bool ship = false, group = false;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        ship |= is_ship(b, c), group |= atom_is(c, "facing-group");
    return (ship && group) || (tree_is_any(t, faces, countof(faces)) && is_ship(b, t->child->next));
}

/* "When you complete a mission, … restore Range to it": what is done is done to cards of other types than the event is about. */
static bool befalls_no_such_card(const Binding *b, const Tree *t)
{
    static const struct { const char *word; int types; } done[] = {
        { "stop", PERSONNEL | SHIP }, { "unstop", PERSONNEL | SHIP }, { "kill", PERSONNEL }, { "brig", PERSONNEL }, { "join-attempt", PERSONNEL },
        { "restore-range", SHIP }, { "use-range", SHIP },
    };
    if (t->atom || tree_is(t, "later") || tree_is(t, "for-now"))       /* there `that` is another card */
        return false;
    for (size_t i = 0; i < countof(done); i++)
        if (tree_is(t, done[i].word) && atom_is(t->child->next, "that") && b->event && !from_event(b, done[i].types))
            return true;
    static const char *const ships[] = { "range", "weapons", "shields" }, *const persons[] = { "integrity", "cunning", "strength" };
    for (const Tree *mod = tree_is(t, "apply") && atom_is(t->child->next, "that") && b->event ? t->child->next->next : NULL; mod; mod = mod->next)
        for (size_t i = 0; tree_is(mod, "add") && i < countof(ships); i++)
            if ((atom_is(mod->child->next, ships[i]) && !from_event(b, SHIP)) || (atom_is(mod->child->next, persons[i]) && !from_event(b, PERSONNEL)))
                return true;
    for (const Tree *c = t->child; c; c = c->next)
        if (befalls_no_such_card(b, c))
            return true;
    return false;
}

/* What a text says of cards that can be true of none, or cannot be what is meant; NULL: it says no such thing. */
static const char *what_is_said_in_vain(const Binding *b, const Tree *t)
{
    const Tree *first = t->atom || !t->child ? NULL : t->child->next;
    if (tree_is(t, "download") && says(first->next->next, "other"))
        return "another card than this one, which is not in the deck";
    if (tree_is(t, "same") && stands_on(b, "Dilemma") && says(first->next, "other"))       /* everybody shares it with himself, and this dilemma is nobody */
        return "'another', than each of several who are asked about";
    if (tree_is(t, "apply") && !first->atom && !is_selection(first) && says(first->next->next, "other"))      /* what is counted once for all of them has no "other" for each */
        return "'each other', of several cards";
    if (tree_is(t, "discard") && is_selection(first) && says(first, "facing-group") && has_shown_some(b))
        return "somebody to be discarded, who faces the dilemma or was shown";
    if (tree_is(t, "repeat") && says(first, "opponents-with") && times_said(t, "opponent") > times_said(first, "opponent"))
        return "what is done for each of several players, and to one of them";
    if (tree_is(t, "apply") && stands_on(b, "Dilemma") && !b->event && atom_is(first, "self") && says(t, "cost-change"))
        return "the cost of this dilemma, which is faced already";
    if (tree_is(t, "repeat") && is_like_each_of_several(b, t))
        return "'the same', as each of several in turn";
    if ((tree_is(t, "begin-combat") || tree_is(t, "begin-engagement")) && atom_is(first, "that") && says(b->event, "opponent"))
        return "a battle in which an opponent's cards are yours";
    static const struct { const char *prop, *type; } owners[] = { { "span", "Mission" }, { "points", "Mission" }, { "range", "Ship" }, { "weapons", "Ship" }, { "shields", "Ship" },
                                                                   { "integrity", "Personnel" }, { "cunning", "Personnel" }, { "strength", "Personnel" } };
    for (size_t i = 0; tree_is(t, "value") && atom_is(first->next, "self") && i < countof(owners); i++)
        if (atom_is(first, owners[i].prop) && !stands_on(b, owners[i].type))
            return "'its', of what this card does not have";
    static const char *const of_missions[] = { "be-completed", "be-attempted", "worth-more", "span-change" };
    bool is_mission = stands_on(b, "Mission") || stands_on(b, "Headquarters");
    const Tree *whom = tree_is(first, "guard") ? first->next : first;
    for (size_t i = 0; tree_is(t, "static") && atom_is(whom, "self") && !is_mission && i < countof(of_missions); i++)
        for (const Tree *mod = whom->next; mod; mod = mod->next)
            if (says(mod, of_missions[i]))
                return "'it', of which only a mission could be said that";
    if (tree_is(t, "static") && atom_is(first, "self") && says(t, "become-affiliation") && !stands_on(b, "Personnel") && !stands_on(b, "Ship"))
        return "the affiliation of a card that has none";
    bool alive = tree_is(t, "stop") || tree_is(t, "unstop") || tree_is(t, "kill");
    bool thing = stands_on(b, "Event") || stands_on(b, "Interrupt") || stands_on(b, "Equipment") || stands_on(b, "Mission");
    if (alive && thing && atom_is(first, "self"))
        return "a card that is stopped or killed, and is neither personnel nor ship";
    if (tree_is(t, "matches") && atom_is(first, "self") && atom_is(first->next, "present"))
        return "this card, which is present with itself";
    if (is_ship_that_faces(b, t))
        return "a ship that faces a dilemma or attempts a mission";
    if (says_one_twice(t))
        return "what is said of one of two kinds of cards, or of both";
    if (counts_one_of_two(t))
        return "two changes, and nothing says whether both are counted";
    if (is_no_price(t))
        return "a price that need not be paid";
    if (leaves_out_others(b, t))
        return "another of those that were shown, and none of them was chosen";
    if (is_of_any_player(t))
        return "cards of one player, whoever that is";
    if (tree_is(t, "and") && says(t, "that") && tree_is(b->event, "completed") && !(types_of(t) & MISSION))
        for (const Tree *c = first; c; c = c->next)
            if (atom_is(c, "that"))
                return "a mission, of which is said what is true of others";
    static const char *const before_play[] = { "play-if", "play-cost", "cost-option", "cost-reveal" };
    bool comes = stands_on(b, "Personnel") || stands_on(b, "Ship") || stands_on(b, "Equipment");
    bool too_early = tree_is(t, "own-cost") || (comes && tree_is_any(t, before_play, countof(before_play)));
    if (too_early && (says(t, "here") || says(t, "present")) && !stands_on(b, "Dilemma"))
        return "where a card lies that is only about to be played";
    if (is_about_dilemmas_nowhere(t))
        return "dilemmas, and nothing says where they lie";
    if (lies_in_two_places(t) || is_where_it_was_not(b, t))
        return "cards that would lie in two places";
    for (const Tree *c = tree_is(t, "any-one") && says(t, "cards") ? first : NULL; c; c = c->next)
        if (is_of_one(c))
            return "an attribute that is asked of one personnel, or of all together";
    const char *why = NULL;
    for (const Tree *c = t->atom ? NULL : t->child; c && !why; c = c->next)
        why = what_is_said_in_vain(b, c);
    return why;
}

/* "When any number of your personnel are about to be killed, choose one of them to be stopped instead": what happens instead happens in the place of all. */
static bool replaces_one_of_several(const Tree *t, bool instead)
{
    instead |= tree_is(t, "instead");
    if (instead && tree_is(t, "choose") && atom_is(last_part((Tree *)t), "that"))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (replaces_one_of_several(c, instead))
            return true;
    return false;
}

/* What dilemmas cost is asked where they are revealed, and they lie nowhere then: "at this mission" would be true of none. */
static bool costs_where_it_lies(const Tree *t)
{
    const Tree *whom = tree_is(t, "static") ? t->child->next : NULL;
    while (tree_is(whom, "guard"))
        whom = whom->next;
    return whom && !whom->atom && types_of(whom) == DILEMMA && says(t, "cost-change") && (says(whom, "at") || says(whom, "here"));
}

/* Only dilemmas lie in a dilemma pile. */
static bool is_laid_in_the_wrong_pile(const Tree *t)
{
    if (t->atom)
        return false;
    const Tree *what = tree_is(t, "place") ? t->child->next : NULL;
    if (what && (atom_is(what->next, "pile-top-of") || atom_is(what->next, "pile-bottom-of")) && !what->atom && !(types_of(what) & DILEMMA))
        return true;
    for (const Tree *c = t->child; c; c = c->next)
        if (is_laid_in_the_wrong_pile(c))
            return true;
    return false;
}

/* The part of a filter that names what its cards are on or aboard. */
static const Tree *carrier_in(const Tree *filter, const char *how)
{
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        if (tree_is(c, how) && c->child->next)
            return c->child->next;
    return NULL;
}

/* "Place all personnel aboard that ship on your other ship at this mission": nobody is aboard one ship and on another, nor goes where he is. */
static bool is_carried_twice(const Tree *t)
{
    const Tree *to = tree_is(t, "place") ? last_part((Tree *)t) : NULL, *from = to && to->child ? carrier_in(t->child->next, "aboard") : NULL;
    if ((carrier_in(t, "aboard") && carrier_in(t, "on")) || (from && to->child->next && tree_same(from, to->child->next)))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (is_carried_twice(c))
            return true;
    return false;
}

/* The name of a card that is discarded to pay. */
static const char *name_of_discarded(const Tree *t, bool pays)
{
    pays |= tree_is(t, "cost");
    if (pays && tree_is(t, "discard") && tree_is(t->child->next, "as"))
        return t->child->next->child->next->atom;
    const char *name = NULL;
    for (const Tree *c = t->child; c && !name; c = c->next)
        name = name_of_discarded(c, pays);
    return name;
}

static Tree *laid(Tree *t, const char *name)
{
    static const char *const verbs[] = { "place", "discard", "remove" };
    Tree *what = tree_is_any(t, verbs, countof(verbs)) && atom_is(t->child->next, name) ? t->child->next : NULL;
    for (Tree *c = t->child; c && !what; c = c->next)
        what = laid(c, name);
    return what;
}

/* "When an opponent draws a card, discard an event from hand to discard that card": not the one that was paid with, but the one that was drawn. */
void lay_what_happened(Binding *b, Tree *ability)
{
    const char *paid = name_of_discarded(ability, false), *happened = from_event(b, ANY_TYPE);
    Tree *what = paid ? laid(ability, paid) : NULL;
    if (what && !happened)
        b->unbound = "a card that was discarded to pay, and goes elsewhere";
    for (; what && happened; what = laid(ability, paid))
        what->atom = happened;
}

static bool is_where_it_is(const Tree *condition)
{
    const Tree *where = tree_is(condition, "matches") && atom_is(condition->child->next, "self") ? condition->child->next->next : NULL;
    return atom_is(where, "here") || (tree_is(where, "at") && atom_is(where->child->next, "this-mission"));
}

/* "When your ship is destroyed, if this personnel is at that mission": this card is where it is; what befell the other card befell it here. */
void say_where_it_befell(Binding *b, Tree *ability)
{
    static const char *const befalls[] = { "killed", "destroyed", "stopped-event", "about-to-kill", "about-to-destroy", "about-to-stop" };
    bool elsewhere = !tree_is_any(b->event, befalls, countof(befalls));
    for (Tree **at = &ability->child; b->event && *at; at = &(*at)->next) {
        Tree *all = tree_is(*at, "guard") ? (*at)->child->next : NULL, *first = tree_is(all, "all-of") ? all->child : (*at)->child;
        for (Tree **part = all ? &first->next : NULL; part && *part;)
            if (is_where_it_is(*part)) {
                *part = (*part)->next;
                Tree *subject = b->event->child->next, *one = copy_of_one(b->arena, subject), *here = tree_is(one, "and") ? one : list_of(b->arena, "and", one);
                last_part(here)->next = leaf(b->arena, "here");
                b->unbound = elsewhere ? "where this card is anyhow" : b->unbound;
                *subject = (Tree){ .child = here->child, .next = subject->next };
            } else
                part = &(*part)->next;
        if (all && !first->next) {              /* nothing else was asked */
            *at = (*at)->next;
            return;
        }
    }
}

/* Whether a condition asks for this card in one of those zones. */
static bool asks_where_it_lies(const Tree *condition, const char *const *zones, size_t count)
{
    if (tree_is(condition, "matches") && atom_is(condition->child->next, "self") && tree_is_any(last_part((Tree *)condition), zones, count))
        return true;
    for (const Tree *c = tree_is(condition, "all-of") || tree_is(condition, "guard") ? condition->child : NULL; c; c = c->next)
        if (asks_where_it_lies(c, zones, count))
            return true;
    return false;
}

/* "While this personnel is in your discard pile": a card that is not in play does nothing, but that it may answer from hand. */
static bool acts_where_it_does_nothing(const Tree *ability)
{
    static const char *const kinds[] = { "static", "order", "while-may", "when" }, *const zones[] = { "in-discard", "in-deck", "in-removed", "in-brig", "in-hand" };
    for (const Tree *c = tree_is_any(ability, kinds, countof(kinds)) ? ability->child : NULL; c; c = c->next)
        if (tree_is(c, "guard") && asks_where_it_lies(c, zones, countof(zones) - tree_is(ability, "when")))
            return true;
    return false;
}

const char *what_cannot_be_meant(const Binding *b, const Tree *ability)
{
    if (acts_where_it_does_nothing(ability))
        return "a text that acts where its card is not in play";
    if (b->event && (says(b->event, "that") || says(b->event, "cause")))
        return "an event that is about what it is about";
    if (compares_with_itself(ability))
        return "cards that are compared with themselves";
    const char *in_vain = what_is_said_in_vain(b, ability);
    if (in_vain)
        return in_vain;
    if (befalls_no_such_card(b, ability))
        return "what befalls a card of which it cannot be said";
    if (says(ability, "any-number") && replaces_one_of_several(ability, false))
        return "one of several, of whom something else becomes instead";
    if (tree_is(b->event, "unstopped-event") && says(b->event, "facing-group"))
        return "somebody who takes part in an attempt, and was stopped until now";
    if (tree_is(b->event, "moved") && says(b->event->child->next, "here"))
        return "a ship here, which has moved away";
    if (has_left_itself(b->event) && (says(ability, "here") || says(ability, "this-mission") || says(ability, "this-ship") || says(ability, "host")))
        return "where this card is, which has left the table";
    if (selects_for_nothing(ability, ability))
        return "somebody who is selected, and nothing becomes of that one";
    if (tree_is(b->event, "played") && says(b->event, "in-discard"))
        return "where a card lay before it was played";
    if (differs_from_itself(b->event))
        return "a card that is played, and is compared with itself";
    if (costs_where_it_lies(ability))
        return "where a dilemma lies that is about to be revealed";
    if (says_what_cannot_be(ability) || asks_too_much(ability))
        return "cards of which is said what can be true of none";
    if (is_laid_in_the_wrong_pile(ability))
        return "a dilemma pile for cards that are no dilemmas";
    if (is_carried_twice(ability))
        return "cards that are aboard a ship, and on it or another";
    if (completes_no_mission(b, ability))
        return "a card that is no mission, and complete";
    if (is_no_cost_of_mission(b, ability))
        return "a mission, and what is so of personnel";
    if (changes_what_is_not(b, ability))
        return "an attribute or skill that this card does not have";
    return NULL;
}
