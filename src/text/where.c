/* Where what a text speaks of is: "present", "at that mission", "on top"; the others, how many they are, and who stands in for somebody.  The marks are explained in assemble.c. */
#include "text/inside.h"

bool lies_nowhere(const Binding *b)
{
    return stands_on(b, "Interrupt") || (stands_on(b, "Event") && !b->hosted);
}

/* "When your personnel facing a dilemma is about to be killed": of the whole attempt, that is while a dilemma is faced, which a text of a dilemma need not ask. */
void ask_who_faces(Arena *arena, Tree *ability, bool on_dilemma)
{
    bool asks = tree_is(ability, "when") && says(ability->child->next, "~facing") && !on_dilemma;
    swap_words(ability, "~facing", "facing-group", "", "");
    if (asks)
        add_guard(arena, ability, list_of(arena, "is-facing", leaf(arena, "that")));
}

/* Whether the text answers something that befalls an attempt of the mission that its event is about. */
static bool is_of_attempt(const Binding *b)
{
    static const char *const attempted[] = { "completed", "solved", "about-to-complete", "attempt-ends", "attempt-fails", "about-to-fail" };
    return b->event && tree_is_any(b->event, attempted, countof(attempted));
}

/* With those who attempt the mission, stopped or not; or at it. */
static void put_at_attempt(Binding *b, Tree *t, bool here)
{
    *t = (Tree){ .child = tree_read(b->arena, here ? "at that" : "or facing-group (present-with facing-group)")->child, .next = t->next };
}

/* "Place any number of your Klingons at a mission aboard a ship at the same mission": all of them are at one mission, which is chosen first. */
static bool put_at_one_mission(Binding *b, Tree *selected, Tree *t)
{
    Tree *filter = last_part(selected);
    while (is_selection(filter))
        filter = last_part(filter);
    if (is_single(selected) || !tree_is(filter, "and") || b->picked)
        return false;
    Tree **at = &filter->child->next;
    while (*at && !(tree_is(*at, "at") && !(*at)->child->next->atom && types_of((*at)->child->next) == MISSION))
        at = &(*at)->next;
    if (!*at)
        return false;
    Tree *where = *at, *mission = copy_of_one(b->arena, where->child->next);
    *at = where->next;                          /* those who are there, wherever that is */
    mission->next = list_of(b->arena, "has-here", copy_of_one(b->arena, filter));
    const char *name = name_of_picked(b, list_of(b->arena, "and", mission));
    last_part(filter)->next = list_of(b->arena, "at", leaf(b->arena, name));
    *t = (Tree){ .child = list_of(b->arena, "at", leaf(b->arena, name))->child, .next = t->next };
    return true;
}

/* "When this personnel is killed": it is nowhere then. */
bool has_left_itself(const Tree *event)
{
    static const char *const ends[] = { "killed", "destroyed", "removed", "buried", "leaves-play" };
    return tree_is_any(event, ends, countof(ends)) && atom_is(event->child->next, "self");
}

/* "When this personnel is killed, … present": nothing is with a card that has left the table, but what was with it. */
static bool put_those_with_gone(Binding *b, Tree *t)
{
    if (!has_left_itself(b->event) || b->in_event)
        return false;
    *t = (Tree){ .child = tree_read(b->arena, "present-with that")->child, .next = t->next };
    return true;
}

/* "Present" and "at this mission": an event in a core and an interrupt are nowhere, and speak of what their event is about; with a mission nobody is present but by attempting it. */
void put_place(Binding *b, Tree *t)
{
    bool same = strcmp(t->atom, "~same-here") == 0, here = same || strcmp(t->atom, "~here") == 0, nowhere = lies_nowhere(b);
    bool mission = stands_on(b, "Mission") || stands_on(b, "Headquarters");
    if (mission && !here && is_of_attempt(b)) {
        put_at_attempt(b, t, false);
        return;
    }
    if (!nowhere && !here && put_those_with_gone(b, t))
        return;
    if (!nowhere) {
        t->atom = here || mission ? "here" : "present";
        return;
    }
    bool brought = tree_is(b->event, "played") && from_event(b, EQUIPMENT);        /* "When you play an equipment, … present" */
    const char *ship = same && !tree_is(b->event, "destroyed") ? from_event(b, SHIP) : NULL;       /* "When your ship is about to be destroyed, … at the same mission" */
    const char *with = from_event(b, PERSONNEL) || brought ? "that" : ship;
    Tree *selected = last_selected(b, PERSONNEL, true, true);
    if (!selected && !with)
        selected = last_selected(b, same ? PERSONNEL | SHIP : PERSONNEL, false, true);        /* "your Klingon" */
    if (selected && same && put_at_one_mission(b, selected, t))
        return;
    if (selected)
        with = name_of_selected(b, selected);
    with = with ? with : b->picked;
    if (here && !same && !with && stands_on(b, "Event") && b->stays) {        /* an event in a core: those that lie on it */
        *t = (Tree){ .child = tree_read(b->arena, "on self")->child, .next = t->next };
        return;
    }
    if (here && with) {                         /* the mission where that card is */
        b->with_gone |= has_left(b, with);
        Tree *there = list_of(b->arena, "has-here", leaf(b->arena, with));
        *t = (Tree){ .child = list_of(b->arena, "at", there)->child, .next = t->next };
        return;
    }
    if (!with && is_of_attempt(b)) {
        put_at_attempt(b, t, here);
        return;
    }
    bool gone = tree_is(b->event, "killed") || tree_is(b->event, "removed") || tree_is(b->event, "buried");
    if (with && strcmp(with, "that") == 0 && gone && says(b->event, "dilemma")) {       /* who was killed by a dilemma was among those who face it */
        put_at_attempt(b, t, false);
        return;
    }
    if (with && strcmp(with, "that") == 0 && gone && b->gone_since)
        b->unbound = "'present', with somebody who is gone, and another card since";
    b->with_gone |= with && has_left(b, with);
    if (!with)
        b->unbound = "'present' or 'at this mission' on a card that is nowhere";
    Tree *present = list_of(b->arena, "present-with", leaf(b->arena, with ? with : "that"));
    Tree *himself = leaf(b->arena, with ? with : "that");
    himself->next = present;
    *t = (Tree){ .child = b->befalls_all && !brought ? list_of(b->arena, "or", himself)->child : present->child, .next = t->next };      /* "each of your personnel present": that one, too */
}

/* "Place one on top": of the deck or the dilemma pile whose cards were looked at.  "Replace the rest": at the end where they were. */
void put_end(Binding *b, Tree *t)
{
    bool on_top = atom_is(t, "~top-of-it"), back = atom_is(t, "~back-of-it");
    for (int i = b->selections - 1; i >= 0; i--) {
        const Tree *shown = b->selected[i];
        bool pile = says(shown, "pile-top") || says(shown, "pile-bottom") || says(shown, "in-pile"), deck = says(shown, "top") || says(shown, "bottom") || says(shown, "in-deck");
        bool top = on_top || (back && !says(shown, "bottom") && !says(shown, "pile-bottom"));
        if (pile || deck) {
            t->atom = pile ? (top ? "pile-top-of" : "pile-bottom-of") : (top ? "deck-top" : "deck-bottom");
            return;
        }
    }
    b->unbound = "'on top' or 'on the bottom', and nothing says of what";
}

/* "When your personnel is about to be stopped, choose another ….  That personnel is stopped instead": not the one who is about to be stopped anyway. */
void put_stand_in(Binding *b, Tree *effect)
{
    static const char *const same[][2] = { { "stop", "about-to-stop" }, { "kill", "about-to-kill" }, { "destroy", "about-to-destroy" } };
    Tree *other = last_selected(b, PERSONNEL, true, true);
    for (size_t i = 0; other && i < countof(same); i++)
        if (tree_is(effect, same[i][0]) && tree_is(b->event, same[i][1]) && atom_is(effect->child->next, "~personnel"))
            *effect->child->next = (Tree){ .atom = name_of_selected(b, other), .next = effect->child->next->next };
}

/* "When your Klingon is stopped, if this ship is at that mission": who the event is about may be anywhere. */
static bool is_event_elsewhere(const Binding *b)
{
    static const char *const beside[] = { "here", "present", "self", "this-ship", "this-mission", "host" };
    const Tree *who = b->event && b->event->child ? b->event->child->next : NULL;
    bool near = !who;
    for (size_t i = 0; !near && i < countof(beside); i++)
        near = atom_is(who, beside[i]) || says(who, beside[i]);
    return !near && !b->in_event;
}

/* "Stop your Vedek.  Each other Bajoran at that mission …": where somebody is who was selected. */
bool put_mission_of(Binding *b, Tree *t)
{
    static const char *const there[] = { "played", "about-to-select", "selected", "randomly-selected", "about-to-stop", "stopped-event", "about-to-kill", "about-to-destroy", "about-to-brig", "facing", "about-to-face" };
    bool nowhere = lies_nowhere(b), of_one = tree_is_any(b->event, there, countof(there));      /* what no mission suffers, whatever its filter says */
    if (!(nowhere || is_event_elsewhere(b)) || b->goal || (from_event(b, MISSION) && !of_one) || last_selected(b, MISSION, true, true))
        return false;
    if (!b->selections && of_one && from_event(b, PERSONNEL | SHIP)) {       /* where the one is whom the event is about */
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here that)")->child, .next = t->next };
        return true;
    }
    for (int i = b->selections - 1; nowhere && i >= 0; i--)
        if (!is_out_of_play(b->selected[i]) && !b->left[i] && !says(b->selected[i], "pile-top") && !says(b->selected[i], "in-brig")) {
            *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here ~who)")->child, .next = t->next };
            put_for(b->arena, t, "~who", leaf(b->arena, name_of_selected(b, b->selected[i])));
            return true;
        }
    return false;
}

/* Whether the cards that the last condition asked for are at another mission than this card, as far as it says. */
bool is_held_elsewhere(const Binding *b)
{
    bool here = b->held && (says(b->held, "here") || says(b->held, "present") || says(b->held, "this-mission") || says(b->held, "this-ship") || says(b->held, "self"));
    return b->held && !here && types_of(b->held) != MISSION && !is_out_of_play(b->held) && (says(b->held, "on-planet") || says(b->held, "at"));
}

/* "While your Klingon is at an opponent's mission, … at that mission": where the one is for whom the condition asked; what happens once happens at one of them. */
bool put_mission_of_held(Binding *b, Tree *t)
{
    if (!is_held_elsewhere(b) || !b->one || from_event(b, MISSION) || last_selected(b, MISSION, true, true) || b->goal)
        return false;
    *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here ~who)")->child, .next = t->next };
    put_for(b->arena, t, "~who", copy_of_one(b->arena, b->held));
    if (!b->lasts && b->picked)
        b->unbound = "'that mission', and another card is meant already";
    if (!b->lasts)
        *t = (Tree){ .atom = name_of_picked(b, t), .next = t->next };
    return true;
}

/* Cards that nobody has in play, the ones of a dilemma pile among them. */
static bool lies_off_table(const Tree *selected)
{
    return is_out_of_play(selected) || says(selected, "pile-top") || says(selected, "pile-bottom");
}

/* "Other": than who was selected last on the table, or else anywhere. */
void put_other(Binding *b, Tree *t)
{
    const char *than = NULL;
    int last = b->selections - 1;
    while (last > 0 && lies_off_table(b->selected[last]))
        last--;
    if (last >= 0 && lies_off_table(b->selected[last]))
        last = from_event(b, ANY_TYPE) ? -1 : b->selections - 1;
    bool faced = stands_on(b, "Dilemma") && last >= 0 && !is_out_of_play(b->selected[last]);      /* "each other Leadership personnel": than the one who was selected */
    if ((stands_on(b, "Event") || stands_on(b, "Interrupt") || stands_on(b, "Equipment") || faced) && !b->in_event)
        than = last >= 0 ? name_of_selected(b, b->selected[last]) : from_event(b, ANY_TYPE);
    bool rides = stands_on(b, "Personnel");
    if (!than && !rides && b->lasts && b->held && b->one && (types_of(b->held) & PERSONNEL) && !b->in_event)
        b->unbound = "'other', than somebody for whom a condition asks";
    t->atom = than ? NULL : "other";
    if (than) {
        t->child = leaf(b->arena, "not");
        t->child->next = leaf(b->arena, than);
    }
}

/* "Discard the top card of your deck to take another card from your discard pile": than the one that was put there, not than this card, unless it is this card that has just come there. */
static void put_other_in_pile(Binding *b, Tree *filter)
{
    static const char *const ends[] = { "killed", "destroyed", "discarded", "removed", "buried", "leaves-play" };
    Tree *other = NULL;
    bool in_pile = false;
    for (Tree *c = filter->child->next; c; c = c->next) {
        in_pile |= tree_is(c, "in-discard");
        other = atom_is(c, "~other") ? c : other;
    }
    if (!in_pile || !other || b->in_event || (tree_is_any(b->event, ends, countof(ends)) && says(b->event, "self")))
        return;
    const char *than = b->selections && b->left[b->selections - 1] ? name_of_selected(b, b->selected[b->selections - 1]) : NULL;
    if (!than && tree_is(b->done, "discard-top"))
        than = name_of_done(b, ANY_TYPE, false);
    if (than)
        *other = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, than))->child, .next = other->next };
}

/* "When your Klingon is about to be stopped, you may stop another Klingon present": than that one, also where a personnel says so who is none of them. */
void put_another(Binding *b, Tree *selection)
{
    Tree *filter = last_part(selection), *other = NULL;
    const char *event = stands_on(b, "Personnel") && !b->in_event ? from_event(b, PERSONNEL) : NULL;
    for (Tree *c = tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        other = atom_is(c, "~other") ? c : other;
    if (!other || !event || strcmp(event, "that") != 0 || says(b->event->child->next, "self") || types_of(filter) != PERSONNEL || says(filter, "of") || last_selected(b, PERSONNEL, true, true))
        return;
    *other = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, "that"))->child, .next = other->next };
}

/* "Choose another personnel to be selected instead", "exclude an opponent's personnel from that combat": one of those among whom it is done. */
void put_among_those(Binding *b, Tree *deed)
{
    Tree *who = deed->child->next, *filter = is_selection(who) ? last_part(who) : NULL;
    bool answers = tree_is(b->event, "selected") || tree_is(b->event, "randomly-selected");
    const char *among = tree_is(deed, "leave-battle") ? "involved" : tree_is(deed, "stand-in") && answers ? "facing-group" : NULL;
    if (among && tree_is(filter, "and") && !says(filter, among) && !says(filter, "~present") && !says(filter, "~here"))
        last_part(filter)->next = leaf(b->arena, among);
}

/* "Place this equipment aboard another ship": than the one it is aboard, where no ship was spoken of. */
void put_other_ship(Binding *b, Tree *filter)
{
    put_other_in_pile(b, filter);
    bool rides = stands_on(b, "Personnel") || stands_on(b, "Equipment"), place = stands_on(b, "Ship") || stands_on(b, "Mission") || stands_on(b, "Headquarters");
    const char *event = place && !b->in_event && types_of(filter) == PERSONNEL ? from_event(b, PERSONNEL) : NULL;
    for (Tree *c = filter->child->next; event && c; c = c->next)
        if (atom_is(c, "~other") && !last_selected(b, PERSONNEL, true, true))       /* "When your Vorta aboard is stopped, stop another personnel": than that one */
            *c = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, event))->child, .next = c->next };
    bool beams = (stands_on(b, "Event") || stands_on(b, "Interrupt")) && types_of(filter) == SHIP && !b->in_event && !last_selected(b, SHIP, true, true) && !from_event(b, SHIP);
    Tree *who = beams ? last_selected(b, PERSONNEL, true, true) : NULL;
    for (Tree *c = filter->child->next; who && c; c = c->next)
        if (atom_is(c, "~other"))               /* "Beam your personnel to another of your ships": than the one whom they leave */
            *c = (Tree){ .child = tree_read(b->arena, "not (has-aboard ~x)")->child, .next = c->next }, put_for(b->arena, c, "~x", leaf(b->arena, name_of_selected(b, who)));
    int types = types_of(filter);
    bool unlike = types != ANY_TYPE && types != SHIP && !b->in_event && !from_event(b, types) && !last_selected(b, types, false, false) && !(b->held && types_of(b->held) & types);
    bool fleet = stands_on(b, "Ship") && types == SHIP && !b->in_event && !from_event(b, SHIP) && !last_selected(b, SHIP, true, true) && b->held && (!(types_of(b->held) & SHIP) || says(b->held, "aboard"));
    unlike |= fleet;                            /* "While Martok is aboard, your other ships …": than this ship */
    for (Tree *c = filter->child->next; unlike && c; c = c->next)
        if (atom_is(c, "~other"))               /* "When your Thief present is facing a dilemma, destroy another equipment": than this one, for he is none */
            c->atom = "other";
    for (Tree *c = filter->child->next; rides && c; c = c->next)
        if (atom_is(c, "~other") && types_of(filter) == SHIP && !b->in_event && !last_selected(b, SHIP, true, true) && !from_event(b, SHIP))
            *c = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, "this-ship"))->child, .next = c->next };
}

/* "When your Klingon is attempting a mission, … to make your Klingon attributes +1": said in the same words, of more than personnel of yours. */
void put_same(Binding *b, Tree *whom)
{
    const Tree *subject = b->event ? b->event->child->next : NULL, *filter = tree_is(whom, "choose") ? last_part(whom) : NULL;
    bool plain = !stands_on(b, "Event") && !stands_on(b, "Interrupt");
    if (plain || !filter || !subject || subject->atom || !atom_is(whom->child->next->next, "1") || !from_event(b, ANY_TYPE))
        return;
    const char *words = tree_print(b->arena, subject);
    if (strcmp(words, "(and (type personnel) (of you))") != 0 && strcmp(words, tree_print(b->arena, filter)) == 0)
        *whom = (Tree){ .atom = "that", .next = whom->next };
}

/* An event that is over: nothing prevents it any more. */
bool has_happened(const Tree *event)
{
    static const char *const words[] = { "command-taken", "downloads", "draws", "reveals", "scores", "loses", "moved", "moves-from", "completed", "solved", "overcome", "turn-starts", "turn-ends", "revealed" };
    return event && tree_is_any(event, words, countof(words));
}

/* "Those personnel": whom the event is about, and who was downloaded for that. */
bool put_pair(Binding *b, Tree *t)
{
    const char *event = from_event(b, PERSONNEL), *done = event && tree_is(b->done, "download") ? name_of_done(b, PERSONNEL, false) : NULL;
    if (!event || !done)
        return false;
    Tree *first = leaf(b->arena, event);
    first->next = leaf(b->arena, done);
    *t = (Tree){ .child = list_of(b->arena, "or", first)->child, .next = t->next };
    return true;
}

/* "That many": as many as were just drawn, as the event speaks of, or as there are cards that were just spoken of. */
void put_that_many(Binding *b, Tree *t)
{
    if (b->draw && b->drew == b->selections + 1) {
        Tree *next = t->next;
        if (atom_is(last_part(b->draw), "1"))
            b->unbound = "'that many', of one card that is drawn";
        *t = *copy_of_one(b->arena, last_part(b->draw));
        t->next = next;
        return;
    }
    bool one = true;                            /* nobody calls one card "that many" */
    for (int i = 0; i < b->selections; i++)
        one &= is_single(b->selected[i]);
    bool of_event = one && (tree_is(b->event, "scores") || tree_is(b->event, "loses") || tree_is(b->event, "about-to-score") || tree_is(b->event, "about-to-lose-points"));
    bool nearest = b->done && b->done_at == b->selections;      /* "examine a hand.  Its player discards each event from it and draws that many": of those */
    const char *done = (one || nearest) && !of_event && b->done ? name_of_done(b, ANY_TYPE, false) : NULL;      /* "place each personnel at one mission in your hand": those personnel */
    if (!done && !of_event && !b->selections && !b->held)
        b->unbound = "'that many', and nothing was counted";
    *t = (Tree){ .child = of_event ? leaf(b->arena, "that-many") : list_of(b->arena, "count", leaf(b->arena, done ? done : "~it"))->child, .next = t->next };
}

/* "Count …, then draw that many cards": the number in the effects of a sentence, which it returns.  Where something happens before that, the cards
 * are those that were counted: "count the cards in your hand and discard your hand to draw that many". */
Tree *say_number(Arena *arena, Tree *sentence, const Tree *number)
{
    Tree *first = sentence->child->next, *counted = tree_is(number, "count") ? number->child->next : NULL;
    bool later = counted && !counted->next && (says(sentence, "~number") || says(sentence, "~many")) && (tree_is(first, "~pay") || !(says(first, "~number") || says(first, "~many")));
    Tree *said = copy_of_one(arena, number);
    if (later) {
        said->child->next = leaf(arena, "$q");
        Tree *name = leaf(arena, "$q"), *let = list_of(arena, "let", name);
        name->next = copy_of_one(arena, counted);
        let->next = first;
        sentence->child->next = let;
        for (Tree *effect = first; effect; effect = effect->next)
            put_for(arena, effect, "~number", said), put_for(arena, effect, "~many", said);
        return let;
    }
    put_for(arena, sentence, "~number", said);
    put_for(arena, sentence, "~many", said);
    return sentence->child->next;
}

/* "The other": of those from whom the last one was chosen, or of whom the last thing was done to some. */
void put_the_others(Binding *b, Tree *t)
{
    Tree *some = b->done && b->done_at == b->selections ? copy_of_one(b->arena, b->done->child->next) : NULL, *all = NULL;
    for (Tree **at = tree_is(some, "and") ? &some->child->next : NULL; at && *at && !all;)
        if ((*at)->atom && (*at)->atom[0] == '$')
            all = leaf(b->arena, (*at)->atom), *at = (*at)->next;
        else
            at = &(*at)->next;
    Tree *last = !all && b->selections > 1 ? b->selected[b->selections - 1] : NULL;
    bool single = false;
    for (int i = b->selections - 2; last && i >= 0 && (!all || single); i--) {
        bool named = tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let");
        Tree *from = named && says(last, b->selected[i]->child->next->atom) ? leaf(b->arena, b->selected[i]->child->next->atom) : NULL;
        if (from && all && is_single(b->selected[i])) {         /* the one of two who were selected one after the other */
            from->next = all;
            all = list_of(b->arena, "or", from);
            single = false;
        } else if (from && !all) {
            all = from;
            single = is_single(b->selected[i]);
        }
    }
    if (!all) {
        b->unbound = "'the other', and nobody was taken from several";
        return;
    }
    all->next = list_of(b->arena, "not", last ? leaf(b->arena, name_of_selected(b, b->selected[b->selections - 1])) : some);
    *t = (Tree){ .child = list_of(b->arena, "and", all)->child, .next = t->next };
}

/* "This mission" on a card that is nowhere: the one that is being attempted. */
void put_mission(Binding *b, Tree *t)
{
    bool attempt = is_attempt(b->event) || tree_is(b->event, "dilemma-cost") || tree_is(b->event, "revealed") || tree_is(b->event, "about-to-overcome");
    if (!lies_nowhere(b))
        return;
    if (tree_is(b->event, "completed") && !b->in_event)
        t->atom = "that";
    else if (tree_is(b->event, "about-to-return") && !b->in_event)
        t->atom = "cause";                      /* where the dilemma is faced, or beneath which it lies */
    else if (attempt)
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here facing-group)")->child, .next = t->next };
    else
        b->unbound = "'this mission' on a card that is nowhere";
}

/* "When you complete a mission, if no other mission is complete": than the one that was just completed, not than this card. */
static void other_than_completed(Binding *b, Tree *filter)
{
    Tree *mission = tree_is(b->event, "completed") || tree_is(b->event, "solved") ? b->event->child->next : NULL, *other = NULL;
    bool completed = false, on_mission = stands_on(b, "Mission") || stands_on(b, "Headquarters");      /* "another headquarters mission" there is another than this card */
    for (Tree *c = filter->child->next; c; c = c->next) {
        bool another = tree_is(c, "not") && atom_is(c->child->next, "this-mission");        /* "beneath another mission" */
        completed |= tree_is(c, "complete") || atom_is(c, "complete") || (tree_is(c, "type") && atom_is(c->child->next, "mission") && !on_mission);
        other = atom_is(c, "~other") || another ? c : other;
    }
    if (mission && other && completed && !atom_is(mission, "self") && !atom_is(mission, "this-mission"))
        *other = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, "that"))->child, .next = other->next };
}

/* "Your other missions", on a dilemma or an event that lies at a mission: than that one. */
static void other_than_its_mission(const Binding *b, Tree *filter)
{
    if (!stands_on(b, "Dilemma") && !b->hosted)
        return;
    bool missions = false;
    for (const Tree *c = filter->child->next; c; c = c->next)
        missions |= tree_is(c, "type") && atom_is(c->child->next, "mission");
    for (Tree *c = filter->child->next; missions && c; c = c->next)
        if (atom_is(c, "~other"))
            *c = (Tree){ .child = tree_read(b->arena, "not this-mission")->child, .next = c->next };
}

void put_other_mission(Binding *b, Tree *filter)
{
    other_than_completed(b, filter);
    other_than_its_mission(b, filter);
}

/* Whether a filter keeps its cards to where this card is, as far as it says. */
static bool is_beside(const Tree *filter)
{
    static const char *const near[] = { "here", "~here", "present", "~present", "self", "~he", "~him", "this-ship", "~this-ship", "~its-ship", "this-mission", "~mission", "facing-group", "involved", "host" };
    for (size_t i = 0; i < countof(near); i++)
        if (says(filter, near[i]))
            return true;
    return false;
}

/* The part of a destination that leaves out this mission. */
static Tree *but_this_mission(Tree *to)
{
    if (tree_is(to, "not") && atom_is(to->child->next, "this-mission"))
        return to;
    Tree *found = NULL;
    for (Tree *c = to->atom ? NULL : to->child; c && !found; c = c->next)
        found = but_this_mission(c);
    return found;
}

/* "Place one of your ships at another mission": than where that ship is.  Where it is said to be with this card, both are the same; on a mission another is
 * another than that one. */
void other_than_where_it_was(Binding *b, Tree *place)
{
    Tree *what = place->child->next, *to = what->next, *other = to && !to->atom ? but_this_mission(to) : NULL;
    bool fixed = stands_on(b, "Mission") || stands_on(b, "Headquarters") || stands_on(b, "Dilemma") || tree_is(b->event, "completed") || tree_is(b->event, "solved");
    const Tree *chosen = !what->atom ? what : b->selections && !b->event ? b->selected[b->selections - 1] : NULL;
    bool apart = lies_nowhere(b) || (chosen && !is_beside(chosen));
    if (!other || fixed || !apart || is_out_of_play(what))
        return;
    const char *name = what->atom ? what->atom : name_of_selected(b, what);
    const char *how = tree_is(to, "to-beneath") ? "has-beneath" : tree_is(to, "onto") ? "carries" : "has-here";
    *other = (Tree){ .child = list_of(b->arena, "not", list_of(b->arena, how, leaf(b->arena, name)))->child, .next = other->next };
}
