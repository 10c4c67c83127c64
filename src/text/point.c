/* What a word as "that personnel", "he or she" or "present" points at, and what is put in its place.  The marks are explained in assemble.c. */
#include "text/inside.h"

/* "That [Fed] personnel", where two personnel were spoken of: the one of whom that was said.  NULL: of none of them, or of both. */
static const char *meant_by_words(Binding *b, const Tree *words, const char *mark)
{
    int types = types_of_mark(mark);
    const Tree *subject = b->event && from_event(b, types) && strcmp(from_event(b, types), "that") == 0 ? b->event->child->next : NULL;
    bool of_event = subject && says_all(b, subject, words);
    Tree *of_selection = NULL;
    for (int i = b->selections - 1; i >= 0 && !of_selection; i--)
        if (says_all(b, b->selected[i], words))
            of_selection = b->selected[i];
    if (of_event == (of_selection != NULL))
        return NULL;
    return of_event ? "that" : name_of_selected(b, of_selection);
}

/* What is noted of a selection, in the list that has it for each. */
static bool is_noted(const Binding *b, const bool *notes, const Tree *selected)
{
    for (int i = 0; i < b->selections; i++)
        if (b->selected[i] == selected)
            return notes[i];
    return false;
}

static bool has_entered(const Binding *b, const Tree *selected)
{
    return is_noted(b, b->entered, selected);
}

/* Whether a selection was discarded, killed or otherwise taken off. */
static bool has_gone(const Binding *b, const Tree *selected)
{
    return is_noted(b, b->left, selected);
}

/* Whether a selection was made among those whom the event is about. */
static bool is_one_of_those(const Tree *selected)
{
    const Tree *from = last_part((Tree *)selected);
    while (is_selection(from))
        from = last_part((Tree *)from);
    return atom_is(from, "that");
}

/* "draw a card", "discard the top card of your deck": "it" is that card, whoever was chosen before. */
static bool is_of_one(const Binding *b, const Tree *done)
{
    return done && !b->done_perhaps && atom_is(last_part((Tree *)done), "1");
}

/* in_play: what is done can be done only to a card in play.  NULL: the last condition says who. */
static const char *meant(Binding *b, const char *mark, bool in_play)
{
    int types = types_of_mark(mark);
    const char *event = from_event(b, types);
    if (b->looked_at && b->looked == b->selections && types == ANY_TYPE && !in_play)
        return is_asked_since(b, mark) ? NULL : b->looked_at;                    /* "discard two cards to examine those dilemmas and place one of them …" */
    if (b->source && b->source_types == types && b->sources_at == b->selections && !in_play)
        return b->source;                       /* "… gains that personnel's skills.  Remove that personnel …" */
    bool asked_named = b->held && b->one && b->held_at == b->selections && says(b->held, "named") && (says(b->held, "facing-group") || (stands_on(b, "Dilemma") && says(b->held, "of"))) && (types_of(b->held) & types);
    if (asked_named && types != ANY_TYPE && (b->names_card & types))
        return NULL;                            /* "If the named personnel is attempting the mission, place him or her …" */
    int named = b->names_card == ANY_TYPE && event ? 0 : b->names_card;        /* "When you place a personnel in your brig, name a card.  That personnel's owner …" */
    if (types != ANY_TYPE && (named & types) && (b->names_at == b->selections || (event && !last_selected(b, types, true, in_play))))
        return "named";                         /* "When …, name a personnel.  That personnel …" */
    if ((event || is_of_one(b, b->done)) && types == ANY_TYPE && !in_play && tree_is(b->done, "discard-top") && b->done_at == b->selections)
        return name_of_done(b, types, in_play); /* "… discard the top card of your deck.  If it is …" */
    if ((event || is_of_one(b, b->draw)) && types == ANY_TYPE && !in_play && b->draw && b->drew == b->selections + 1 && name_of_drawn(b))
        return b->selected[b->selections - 1]->child->next->atom;        /* "When …, draw two cards.  Discard one of those cards" */
    if (event && types == ANY_TYPE && b->prevented)
        return event;                           /* "prevent that and place that card …" */
    bool told = event && b->told && types != ANY_TYPE && (types & b->told_types) && !in_play;
    if (told && b->told_over)
        b->unbound = "'that', which may be the card of which it was asked what it is";
    if (told)
        return b->told;                         /* "When your ship moves, reveal the top card of your deck.  If it is a ship, place that ship …" */
    if (names_two(b, event, types) && !last_selected(b, types, true, in_play))
        b->unbound = "'that', of which there are two";
    const char *fetched = event && types != MISSION ? name_of_fetched(b, types, in_play) : NULL;
    if (fetched)
        return fetched;
    Tree *such = last_selected(b, types, types != ANY_TYPE, in_play);
    if (such && event && types == DILEMMA && says(such, "pile-top") && b->looked_at && b->looked == b->selections)
        b->unbound = "'that dilemma', which may be the one that was looked at";
    if (such && event && types == DILEMMA && says(such, "pile-top"))
        such = NULL;                            /* "the top card of a pile" was not called a dilemma */
    Tree *placed = such || types == MISSION ? NULL : last_selected(b, types, false, in_play);
    if (placed && has_entered(b, placed))
        such = placed;
    if (such && event && is_one_of_those(such))
        event = NULL;                           /* "choose one of those personnel.  That personnel …" */
    Tree *bare = types == ANY_TYPE ? NULL : just_chosen(b, types);
    if (bare && event) {
        such = bare;
        event = NULL;
    }
    if (such && event && has_entered(b, such))
        event = NULL;                           /* who was just placed there, beside the one whom the event is about */
    bool counted = types == ANY_TYPE && b->counting && such && !is_single(such);       /* "stop any number of your personnel to draw that many cards" */
    if (such && event && is_noted(b, b->spent, such) && !counted)
        such = NULL;                            /* "When your personnel is stopped, you may stop your Medical personnel to unstop that personnel" */
    if (such && event && types != ANY_TYPE)
        b->unbound = "'that', of which there are two";
    if (such && !event && types == PERSONNEL && (b->names_card & types) && b->names_at < b->selections && is_single(such) && !is_one_of_those(such) && !says(such, "named"))
        b->unbound = "'that personnel', of one who was named and one who was selected";
    bool has_ship = !stands_on(b, "Event") && !stands_on(b, "Interrupt") && !stands_on(b, "Mission") && !stands_on(b, "Headquarters");
    bool own_ship = types == SHIP && (b->carried || (b->aboard && has_ship));     /* "if this personnel is aboard your ship, … that ship" */
    bool asked_for = types != ANY_TYPE && b->held && (types_of(b->held) & types) && b->one && !is_out_of_play(b->held);      /* "if you command a …, discard two cards to place that …" */
    Tree *untyped = !such && !event && !own_ship && !is_asked_off_table(b, types) ? last_selected(b, types, false, in_play) : NULL;
    bool no_mission = types == MISSION && untyped && (has_entered(b, untyped) || has_gone(b, untyped) || says(untyped, "aboard"));
    if (untyped && !no_mission && !(asked_for && has_gone(b, untyped)))
        such = untyped;
    bool carried = own_ship && b->held && types_of(b->held) == ANY_TYPE && says(b->held, "aboard");        /* "if your Vorta is aboard the same ship, that ship …" */
    bool done_to_all = b->done_since && !b->one && tree_is(b->done, "place") && !b->done->child->next->atom;      /* "place those personnel …  Those personnel …": they are no longer where they were */
    if (!such && !event && b->held && (types_of(b->held) & types) && !carried && !done_to_all)
        return NULL;
    const char *done = !such && !event && !(types == MISSION && b->goal) ? name_of_done(b, types, in_play) : NULL;
    if (done)
        return done;
    if (!such && !event && types == DILEMMA && b->faces)
        return "faced";
    if (!such && !event && own_ship && stands_on(b, "Ship"))
        b->unbound = "'that ship', on a ship, and no other was chosen";
    if (!such && !event && own_ship)
        return "this-ship";
    if (!such && !event && types == MISSION && b->named & MISSION)
        return "named";
    if (!such && !event && types == MISSION && b->lasts && is_held_elsewhere(b))
        b->unbound = "'that mission', and those who were spoken of may be at several";
    if (!such && !event && types == MISSION && !b->goal && !stands_on(b, "Event") && !stands_on(b, "Interrupt"))
        return "this-mission";
    if (!such && !event && types == MISSION && b->goal && !b->picked) {        /* "place a ship at a mission …, then … at that mission" */
        const char *name = name_of_picked(b, b->goal);
        *b->goal = (Tree){ .atom = name, .next = b->goal->next };
        return name;
    }
    Tree *carrying = !such && !event && types == SHIP ? ship_of_asked(b) : NULL;
    if (carrying)
        return name_of_picked(b, carrying);
    bool no_ship = types == SHIP && b->asked && types_of(b->asked) == ANY_TYPE;        /* "you must command a Klingon", and "that ship" */
    if (!such && !event && b->asked && (types_of(b->asked) & types) && !no_ship)
        return name_of_picked(b, b->asked);
    if (!such && !event && (b->named & types))
        return "named";
    const char *drawn = !such && !event && !in_play && types != MISSION && types != DILEMMA ? name_of_drawn(b) : NULL;
    if (drawn && is_somebody_there(b, types))
        b->unbound = "'that personnel', of cards that are drawn or of somebody who was spoken of";
    if (drawn)
        return drawn;
    if (!such && !event)
        b->unbound = "'that' or 'those' with nothing before it";
    return such ? name_of_selected(b, such) : event ? event : "that";
}

/* "Stop two personnel aboard to make it Range +2": one thing, and nobody. */
static bool is_one_thing(const Tree *t)
{
    const Tree *s = tree_is(t, "as") || tree_is(t, "let") ? last_part((Tree *)t) : t;
    bool several = (tree_is(s, "choose") && !atom_is(s->child->next->next, "1")) || tree_is(s, "up-to") || tree_is(s, "one-or-more");
    return !several && types_of(t) != PERSONNEL;
}

/* Whether anything on a ship or an equipment was spoken of that "it" may mean, beside that card. */
static bool speaks_of_thing(const Binding *b, bool in_play)
{
    for (int i = 0; i < b->selections; i++)
        if (is_one_thing(b->selected[i]) && !(in_play && (is_out_of_play(b->selected[i]) || b->left[i]) && !b->entered[i]))
            return true;
    const char *event = from_event(b, ANY_TYPE);
    return event && (strcmp(event, "that") != 0 || !b->event->child->next || types_of(b->event->child->next) != PERSONNEL);
}

static bool is_pointer(const Tree *t)
{
    return t->atom && (atom_is(t, "~it") || types_of_mark(t->atom) != ANY_TYPE);
}

/* "Name a card.  Reveal the top four cards of your deck.  Take each copy of that card …": of the one that was named, for the others are several. */
static bool means_the_named(const Binding *b, const Tree *t)
{
    const Tree *of = tree_is(t, "copy-of") ? t->child->next : NULL, *last = b->selections ? b->selected[b->selections - 1] : NULL;
    int types = of && is_pointer(of) ? types_of_mark(of->atom) : 0, names = b->names_card;
    bool just_named = types == ANY_TYPE ? names == ANY_TYPE || (names && b->names_at == b->selections) : names != ANY_TYPE && names & types;
    if (!b->named || !types || (from_event(b, types) && !just_named && !tree_is(b->event, "completed")))
        return false;
    return !last || !is_single(last) || says(last, "named");      /* one of that title, which may not have been found */
}

static bool is_this_card(const Binding *b, const Tree *t)
{
    return atom_is(t, "self") || (atom_is(t, "~he") && stands_on(b, "Personnel"));
}

/* What happens to dilemmas before they are faced: "that mission" is the one that is attempted. */
static bool is_of_attempt(const Tree *event)
{
    static const char *const words[] = { "about-to-draw-dilemmas", "drew-dilemmas", "chose-dilemmas", "dilemma-cost", "revealed" };
    return tree_is_any(event, words, countof(words));
}

/* "None of your personnel": of those who attempt a mission, and of all of yours where nobody does. */
static void put_crew(const Binding *b, Tree *t)
{
    static const char *const elsewhere[] = { "turn-starts", "turn-ends", "orders-start", "play-ends", "played" };
    bool nobody_attempts = !stands_on(b, "Dilemma") && (b->event ? tree_is_any(b->event, elsewhere, countof(elsewhere)) : !b->lasts);
    Tree *yours = tree_read(b->arena, "and (type personnel) (of you)");
    *t = nobody_attempts ? (Tree){ .child = yours->child, .next = t->next } : (Tree){ .atom = "facing-group", .next = t->next };
}

/* A pronoun that may mean this card. */
static const char *pronoun(Binding *b, const char *mark, bool in_play)
{
    bool he = strcmp(mark, "~he") == 0;
    if (!he && may_be_asked_for(b))
        b->unbound = "'it', which may be the card that was asked for";
    if (!he && (stands_on(b, "Ship") || stands_on(b, "Equipment")) && !speaks_of_thing(b, in_play))
        return "self";
    if (he)
        return stands_on(b, "Personnel") ? "self" : meant(b, "~personnel", in_play);
    bool drew = b->draw && b->drew == b->selections + 1 && !in_play;         /* "draw a card and reveal it" */
    bool took = drew || tree_is(b->done, "download") || tree_is(b->done, "discard-top");       /* "download an event.  Place it …" */
    bool nothing_else = !last_selected(b, ANY_TYPE, false, in_play) && !from_event(b, ANY_TYPE) && !took;
    if (nothing_else && !b->lasts && b->held && b->one && stands_on(b, "Personnel") && (is_out_of_play(b->held) || !(types_of(b->held) & PERSONNEL)))
        return NULL;                            /* "if that card is in your hand, discard it" */
    if (nothing_else && !b->lasts && b->held && b->one && stands_on(b, "Dilemma") && !(types_of(b->held) & PERSONNEL))
        return NULL;                            /* "if there is an event on this mission, destroy it" */
    const char *dilemma = from_event(b, DILEMMA);       /* "When your personnel is stopped by a dilemma, … place it …" */
    if (!in_play && !took && dilemma && strcmp(dilemma, "cause") == 0 && !last_selected(b, ANY_TYPE, false, false))
        b->unbound = "'it', which may be the dilemma";
    if (nothing_else && b->aboard && stands_on(b, "Personnel"))
        b->unbound = "'it', which may be a ship";
    if (nothing_else && b->ship && (stands_on(b, "Event") || (stands_on(b, "Dilemma") && (b->carried || !b->event))))
        return "this-ship";
    if (nothing_else && b->lasts && b->held && stands_on(b, "Event") && !b->hosted)
        return NULL;                            /* "While you command exactly one ship, it …" */
    if (nothing_else && b->lasts && b->held && stands_on(b, "Mission") && types_of(b->held) == SHIP)
        return NULL;                            /* "While your ship is at this mission, it …" */
    return nothing_else ? "self" : meant(b, "~it", in_play);
}

bool has_left(const Binding *b, const char *name)
{
    for (int i = 0; i < b->selections; i++)
        if (b->left[i] && (tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, name))
            return true;
    return false;
}

/* "A player has no cards in hand": said of you, and then of an opponent. */
static bool is_of_any_player(Arena *arena, const Tree *t)
{
    const Tree *first = tree_is(t, "any-of") ? t->child->next : NULL;
    if (!first || !first->next || first->next->next || !says(first, "you"))
        return false;
    Tree *other = copy_of_one(arena, first);
    swap_words(other, "you", "opponent", "you", "opponent");
    return strcmp(tree_print(arena, other), tree_print(arena, first->next)) == 0;
}

static const char *who_does(Binding *b)
{
    if (b->chosen)
        return "opponent";
    bool of_any = (tree_is(b->event, "solved") || tree_is(b->event, "attempt-begins")) && !says(b->event, "of");
    if (of_any)
        return "that-player";                   /* "when a player completes this mission, that player …" */
    if (stands_on(b, "Dilemma") && b->event && !says(b->event, "each"))
        return "opponent";                      /* its owner is spoken of; the other player is "you" */
    bool won = tree_is(b->event, "combat-won") || tree_is(b->event, "engagement-won");
    if (won && atom_is(b->event->child->next, "you"))
        return "opponent";                      /* who has lost: the winner is "you" */
    bool begun = (tree_is(b->event, "combat-begins") || tree_is(b->event, "engagement-begins")) && b->event->next && says(b->event->next, "you-began-it");
    if (begun && says(b->event->next, "not-so"))
        return "opponent";                      /* who has begun it: not you */
    const Tree *subject = b->event ? b->event->child->next : NULL;
    bool own = subject && (atom_is(subject, "self") || (says(b->event, "you") && !says(b->event, "opponent") && !says(b->event, "each")));
    if (own && b->opponent)
        return "opponent";                      /* "When you play this personnel, your opponent …, or he or she …": it was you who did that */
    if (b->event)
        return says(b->event, "opponent") && !says(b->event, "you") ? "opponent" : says(b->event, "right") ? "right" : "that-player";
    if (b->any_player)
        b->unbound = "'he or she', of any player of whom it is so";
    if (!b->opponent && (!stands_on(b, "Dilemma") || b->lasts))
        b->unbound = "'he or she' with no player before it";
    return "opponent";
}

bool is_attempt(const Tree *event)
{
    static const char *const words[] = { "attempt-begins", "attempting", "facing", "about-to-face", "overcome", "completed", "about-to-complete",
                                         "attempt-fails", "attempt-ends", "about-to-fail", "solved" };
    return event && tree_is_any(event, words, countof(words));
}

/* An attempt that a player begins, whoever takes part. */
static bool begins_with_all(const Binding *b)
{
    const Tree *who = tree_is(b->event, "attempt-begins") ? b->event->child->next : NULL;
    return tree_is(who, "and") && strncmp(tree_print(b->arena, who), "(and (type personnel) (of ", 26) == 0 && !who->child->next->next->next;
}

/* "That mission", in a text about a battle, is where it is fought. */
static bool is_battle(const Tree *event)
{
    return tree_is(event, "engagement-begins") || tree_is(event, "combat-begins") || tree_is(event, "in-combat") || tree_is(event, "in-engagement") ||
           tree_is(event, "engagement-won") || tree_is(event, "combat-won") || tree_is(event, "engagement-ends") || tree_is(event, "combat-ends");
}

/* "Those cards": the last selection that may be of several; NULL: there is none. */
static const char *several(Binding *b)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (!is_single(b->selected[i]))
            return name_of_selected(b, b->selected[i]);
    return NULL;
}

/* Whether a ship was selected, or the event is about a ship. */
static bool speaks_of_ship(const Binding *b)
{
    const char *ship = from_event(b, SHIP);
    const Tree *subject = ship ? b->event->child->next : NULL;
    if (ship && strcmp(ship, "cause") == 0)
        return true;
    return last_selected(b, SHIP, true, true) || (subject && types_of(subject) != ANY_TYPE) || (b->held && types_of(b->held) == SHIP);
}

/* Whether an attribute is changed that only ships have. */
static bool is_of_ships(const Tree *t)
{
    return says(t, "range") || says(t, "weapons") || says(t, "shields");
}

/* A card in play that has spoken of no other. */
static bool alone(const Binding *b)
{
    return (stands_on(b, "Personnel") || stands_on(b, "Ship") || stands_on(b, "Equipment")) && !b->selections && !b->done && !b->held && !from_event(b, ANY_TYPE);
}

/* Only a ship has a class: on a ship, where no other ship was spoken of, that of this one. */
static bool is_like_this(const Binding *b, const Tree *prop)
{
    return atom_is(prop, "class") && stands_on(b, "Ship") && !from_event(b, SHIP) && !last_selected(b, SHIP, true, true);
}

/* Whether a filter says "with the same …" of its cards, and not as whose. */
static bool is_alike(const Tree *t)
{
    if (tree_is(t, "same") && atom_is(last_part((Tree *)t), "~it"))
        return true;
    for (const Tree *c = tree_is(t, "and") || tree_is(t, "or") ? t->child->next : NULL; c; c = c->next)
        if (is_alike(c))
            return true;
    return false;
}

/* "Reveal the top card ….  If it is a personnel, place him or her in your brig": who was shown, whoever else was spoken of. */
static void brig_who_was_shown(Tree *t)
{
    Tree *is = t->child->next;
    if (!tree_is(is, "matches") || !atom_is(is->child->next, "~it-alone") || !says(is, "personnel"))
        return;
    for (Tree *c = is->next; c; c = c->next)
        if ((tree_is(c, "brig") || tree_is(c, "take-command")) && atom_is(c->child->next, "~personnel"))
            c->child->next->atom = "~it-alone";
}

/* "While this ship is staffed, it is attributes +1", on a card that is aboard it or on it: what has attributes is the ship. */
static void put_its_ship(const Binding *b, Tree *t)
{
    static const char *const ships[] = { "~this-ship", "this-ship", "~ship" };
    const char *ship = NULL;
    Tree *whom = t->child->next;
    for (; tree_is(whom, "guard"); whom = whom->next)
        for (size_t i = 0; i < countof(ships) && !ship; i++)
            ship = says(whom, ships[i]) ? ships[i] : NULL;
    bool rides = stands_on(b, "Equipment") || (stands_on(b, "Event") && b->hosted);
    if (rides && ship && atom_is(whom, "~thing") && (tree_is(whom->next, "add") || tree_is(whom->next, "set")))
        whom->atom = ship;
}

/* "When your personnel is about to be stopped by a dilemma, if it costs 3 or more": nobody is "it". */
static bool is_what_persons_meet(const Binding *b, const Tree *it)
{
    const Tree *subject = b->event ? b->event->child->next : NULL, *cause = subject ? subject->next : NULL;
    bool of_dilemma = tree_is(b->event, "facing") || tree_is(b->event, "about-to-face") || (cause && types_of(cause) == DILEMMA);
    if (is_of_one(b, b->done) || is_of_one(b, b->draw) || !(types_of(it->next) & DILEMMA))
        return false;                           /* "… discard the top card of your deck.  If it is a personnel" */
    return atom_is(it, "~it-alone") && !b->selections && of_dilemma && subject && !subject->atom && types_of(subject) & PERSONNEL;
}

/* Gives a word what it points at.  True where that is all there is to do: nothing stands inside it that must be bound. */
bool point(Binding *b, Tree *t, bool *in_play)
{
    put_victim(b, t), put_facer(b, t), put_every_other(b, t);
    if (tree_is(t, "static"))
        put_its_ship(b, t);
    bool asks_of_it = tree_is(t, "matches") && (atom_is(t->child->next, "~it-alone") || atom_is(t->child->next, "~it"));
    if (asks_of_it && ((tree_is(b->event, "facing") && says(t, "requires")) || is_what_persons_meet(b, t->child->next)))
        t->child->next->atom = "~dilemma";      /* "When your personnel face a dilemma, if it requires Medical" */
    if (tree_is(t, "if"))
        brig_who_was_shown(t);
    if (atom_is(t, "~equips")) {                /* "each Hand Weapon he or she is equipped with": of his own player */
        bool theirs = b->event && says(b->event->child->next, "opponent");
        *t = (Tree){ .child = tree_read(b->arena, theirs ? "of opponent" : "of you")->child, .next = t->next };
        return true;
    }
    if (tree_is(t, "and"))
        put_other_mission(b, t);
    if (atom_is(t, "this-mission"))
        put_mission(b, t);
    bool faces = tree_is(t, "is-facing") || tree_is(t, "is-attempting");
    if (faces && stands_on(b, "Equipment") && atom_is(t->child->next, "self"))       /* who has it faces the dilemma */
        *t->child->next = (Tree){ .child = tree_read(b->arena, "and (type personnel) (of you) present")->child, .next = t->child->next->next };
    if (tree_is(t, "is-attempting") && stands_on(b, "Mission") && atom_is(t->child->next, "self"))       /* "While attempting this mission": you do */
        *t->child->next = (Tree){ .child = tree_read(b->arena, "and (type personnel) (of you)")->child, .next = t->child->next->next };
    if (faces && atom_is(t->child->next, "self") && !stands_on(b, "Personnel") && !stands_on(b, "Ship"))
        b->unbound = "'facing', of a card that faces nothing";
    bool is_no_fighter = stands_on(b, "Event") || stands_on(b, "Interrupt");
    if (is_no_fighter && tree_is(t, "join-battle") && atom_is(t->child->next, "self"))
        b->unbound = "a card that cannot fight, and joins a battle";
    if (is_no_fighter && !b->hosted && tree_is(t, "matches") && atom_is(t->child->next, "self") && (says(t, "aboard") || says(t, "on-planet") || says(t, "at") || says(t, "present-with") || says(t, "staffed")))
        b->unbound = "'while aboard' or 'at a mission', of a card that is nowhere";
    if (tree_is(t, "~standing")) {
        Tree *inner = t->child->next;
        t->atom = inner->atom;
        t->child = inner->child;
        *in_play = true;
    }
    if (tree_is(t, "admits") && b->placed && atom_is(t->child->next, "~it"))
        put_placed(b, t->child->next);
    if (tree_is(t, "instead") && b->event && !says(t, "choose") && !says(t, "let") && !says(t, "random") && !says(t, "up-to"))
        put_event_instead(b, t);
    if (tree_is(t, "and") && tree_is(b->event, "completed") && !b->selections)
        put_team(t);
    if (atom_is(t, "involved") && is_attempt(b->event))
        t->atom = "facing-group";               /* in the attempt, not in a battle */
    if (tree_is(t, "instead") && (tree_is(b->event, "played") || has_happened(b->event)))
        b->unbound = "'instead', of what has happened";
    if (tree_is(t, "instead"))
        put_stand_in(b, t->child->next);
    bool of_all = atom_is(t, "~each") && !b->held && (tree_is(b->event, "facing") || tree_is(b->event, "attempting") || tree_is(b->event, "attempt-begins"));
    for (int i = 0; i < b->selections; i++)     /* one card that was chosen since is not "each of them" */
        of_all &= is_single(b->selected[i]);
    if (of_all) {                               /* "When your personnel face a dilemma, each of them …" */
        Tree *group = leaf(b->arena, "facing-group"), *who = b->event->child->next;
        group->next = copy_of_one(b->arena, tree_is(who, "~any") ? who->child->next : who);
        *t = (Tree){ .child = list_of(b->arena, "and", group)->child, .next = t->next };
        return true;
    }
    if (atom_is(t, "~each")) {
        if (!b->selections && b->held && b->one)
            b->unbound = "'each of them', of one";
        t->atom = "~it";
    }
    if (atom_is(t, "~host")) {
        if (b->held && types_of(b->held) == SHIP)
            b->unbound = "'that ship', its own or the one that was spoken of since";
        t->atom = "host";
    }
    if ((tree_is(t, "share") || tree_is(t, "most-alike")) && atom_is(last_part(t), "~it") && b->selections && is_single(b->selected[b->selections - 1]))
        b->unbound = "what several have in common, of one";
    if (tree_is(t, "stand-in") || tree_is(t, "leave-battle"))
        put_among_those(b, t);
    if (tree_is(t, "and"))
        put_other_ship(b, t);
    if (atom_is(t, "~remaining"))
        t->atom = "facing-group";
    if (tree_is(t, "~or-one"))
        b->unbound = "so many of the one or one of the other, to be chosen";
    if (atom_is(t, "~new"))
        t->atom = new_name(b);
    if (atom_is(t, "~number"))                  /* "name a number …  that number" */
        *t = (Tree){ .child = leaf(b->arena, "named-number"), .next = t->next };
    if (tree_is(t, "name-card"))
        b->names_card |= types_of(last_part(t)), b->names_at = b->selections;
    b->prevented |= tree_is(t, "prevent") || atom_is(t, "prevent");
    if (tree_is(t, "prevent") && (tree_is(b->event, "facing") || tree_is(b->event, "attempting")))
        b->unbound = "'prevent', of what goes on";
    if (tree_is(t, "prevent") && (tree_is(b->event, "combat-begins") || tree_is(b->event, "engagement-begins")))
        b->unbound = "'prevent', of a battle, and nothing is stopped";
    if (tree_is(t, "matches"))
        ask_team(b, t->child->next);
    if (tree_is(t, "prevent") && has_happened(b->event))
        b->unbound = "'prevent', of what has happened";
    if (tree_is(t, "unstop") && t->child->next->atom && tree_is(b->event, "about-to-stop"))
        b->unbound = "'not stopped', of somebody who is not stopped yet";
    bool tries = tree_is(b->event, "attempt-begins") || tree_is(b->event, "attempting");
    if ((tree_is(t, "on") || tree_is(t, "beneath")) && tries && !b->in_event && !b->selections && atom_is(t->child->next, "~thing"))
        t->child->next->atom = "cause";         /* "for each event on it": on the mission, and not on who attempts it */
    const Tree *picked = tree_is(t, "reveal") && atom_is(t->child->next, "~it") && b->selections ? last_part(b->selected[b->selections - 1]) : NULL;
    if (picked && picked->atom && picked->atom[0] == '$' && b->held && b->held_at >= b->selections - 1 && is_out_of_play(b->held))
        b->unbound = "a card that is revealed, and it lies open";       /* "if he has a copy of that personnel in hand, he may reveal it" */
    if (tree_is(t, "discard") && is_of_either_hand(b, t))
        b->unbound = "a card that is discarded, from your hand or from the one that was shown";
    if (tree_is(t, "discard"))
        put_shown(b, t->child->next);
    if (tree_is(t, "discard") && is_discard_from_nowhere(t) && !(has_just_drawn(b) && atom_is(last_part(t->child->next), "any")))
        b->unbound = "cards that are discarded, and nothing says from where";
    if (tree_is(t, "apply"))
        put_same(b, t->child->next), bar_by_faced(b, t);
    if (tree_is(t, "gain-named-skill") && tree_is(b->event, "played") && atom_is(b->event->child->next, "self") && is_this_card(b, t->child->next) && t->child->next->next && atom_is(t->child->next->next, "~until"))
        t->child->next->next->atom = "while-in-play";       /* a skill named for the card itself when it is played */
    if (tree_is(t, "stand-in") && atom_is(t->child->next, "~personnel") && b->held && b->one && (types_of(b->held) & PERSONNEL))
        *t->child->next = *one_of_held(b);       /* "if another of your personnel is present, select that personnel instead" */
    else if (tree_is(t, "stand-in") && atom_is(t->child->next, "~personnel") && !b->selections)
        b->unbound = "somebody who is selected in his own place";
    if (tree_is(t, "stand-in") && b->event && !tree_is(b->event, "selected") && !tree_is(b->event, "randomly-selected"))
        b->unbound = "'select … instead', and nobody is selected";
    if (atom_is(t, "~their-next-turn")) {       /* in your own turn it ends as your next one begins */
        bool yours = !b->event || tree_is(b->event, "completed") || (tree_is(b->event, "played") && atom_is(b->event->child->next, "self")) || (tree_is(b->event, "turn-starts") && says(b->event, "you"));
        t->atom = yours ? "your-next-turn" : t->atom;
        b->unbound = yours ? b->unbound : "the next turn of an opponent, and it may be his turn now";
    }
    if (tree_is(t, "apply") && t->child->next->atom && atom_is(t->child->next->next, "~until"))
        t->child->next->next->atom = "~as-long";            /* "… is attributes +1 until the end of this turn.  If …, he or she also gains Honor" */
    if (atom_is(t, "~until"))
        b->unbound = "an effect that lasts, and nothing says for how long";
    if (tree_is(t, "apply") && atom_is(t->child->next, "~dilemma") && atom_is(t->child->next->next, "this-play"))
        t->child->next->next->atom = "end-of-dilemma";      /* a dilemma is faced, not played */
    if (atom_is(t, "~many"))
        put_that_many(b, t);
    if (tree_is(t, "and"))
        leave_out_returned(b, t), put_former_captives(b, t), put_named_anywhere(b, t);
    if (tree_is(t, "arrange") && says(t, "~cards") && says(t, "in-deck") && shows(b, "bottom"))
        swap_words(t, "deck-top", "deck-bottom", "deck-top", "deck-bottom");         /* "examine the bottom cards of your deck …  Replace the rest": where they were */
    if (tree_is(t, "arrange") && says(t, "~cards") && shows_pile(b))
        swap_words(t, "in-deck", "in-pile", "deck-top", "pile-top-of");      /* "examine the top cards of a dilemma pile …  Replace the rest in any order" */
    if (tree_is(t, "and") && says(t, "~cards") && says(t, "in-deck") && b->selections && put_unchosen(b, t))
        return true;
    const Tree *latest = b->selections ? b->selected[b->selections - 1] : NULL;
    if (tree_is(t, "and") && says(t, "~cards") && says(t, "in-deck") && latest && (says(latest, "in-discard") || (says(latest, "in-hand") && !says(t, "in-hand"))))
        b->unbound = "'the rest', of cards that were in no deck";
    if ((atom_is(t, "~cards") || atom_is(t, "~several")) && put_both_shown(b, t))
        return true;
    if (atom_is(t, "~cards"))
        t->atom = named_cards(b);
    if (tree_is(t, "apply") && atom_is(t->child->next, "~thing") && b->aboard && stands_on(b, "Personnel") && is_of_ships(t) && !last_selected(b, SHIP, true, true) && !from_event(b, SHIP))
        t->child->next->atom = "this-ship";     /* "if he is aboard a ship, make it Range +2" */
    if ((atom_is(t, "~it") || atom_is(t, "~thing") || atom_is(t, "~personnel") || atom_is(t, "~event") || atom_is(t, "~equipment") || atom_is(t, "~ship") || atom_is(t, "~interrupt")) && is_asked_among(b, t))
        put_held(b, t);
    if (atom_is(t, "~thing") && b->placed && tree_is(b->event, "played") && atom_is(b->event->child->next, "self"))
        t->atom = "self";                       /* "when you play this event, place a card on it": not on the card that is placed */
    bool costs_less = tree_is(t, "apply") && says(t, "cost-change") && !is_of_ships(t) && (tree_is(b->event, "revealed") || tree_is(b->event, "dilemma-cost") || tree_is(b->event, "played") || tree_is(b->event, "about-to-play"));
    if (costs_less && (atom_is(t->child->next, "~it") || atom_is(t->child->next, "~thing")) && from_event(b, ANY_TYPE))
        t->child->next->atom = from_event(b, ANY_TYPE);         /* "when you play an event, discard a card from hand to make it cost -1": not what was discarded */
    bool damages = b->event && !b->selections && atom_is(b->event->child->next, "damage-card") && from_event(b, SHIP);
    if (tree_is(t, "apply") && atom_is(t->child->next, "~thing") && damages && is_of_ships(t))
        t->child->next->atom = from_event(b, SHIP);     /* "when your ship is damaged, it is Range +2": not what damages it */
    bool held_named = b->held && says(b->held, "named") && !b->selections && stands_on(b, "Dilemma");
    if (atom_is(t, "~thing") && held_named)
        put_held(b, t);                         /* "If you command that event, destroy it": the event, and not this dilemma */
    if (atom_is(t, "~he") || atom_is(t, "~thing")) {
        t->atom = pronoun(b, t->atom, *in_play);
        if (!t->atom)
            put_held(b, t);
    }
    if (atom_is(t, "~holder"))
        t->atom = tree_is(b->event, "about-to-brig") || tree_is(b->event, "brigged") ? "that-player" : "opponent";
    if (atom_is(t, "~player") && b->owner && !b->theirs && !b->event)
        *t = (Tree){ .child = copy_of(b->arena, b->owner->child), .next = t->next };
    if (atom_is(t, "~player"))
        t->atom = b->theirs ? "you" : who_does(b);
    b->any_player |= is_of_any_player(b->arena, t);
    b->chosen |= atom_is(t, "choose-opponent");
    b->opponent |= atom_is(t, "opponent") || atom_is(t, "choose-opponent") || atom_is(t, "left") || atom_is(t, "right");
    bool is_nowhere = lies_nowhere(b);
    if (tree_is(t, "commander-of") && atom_is(t->child->next, "~this-ship") && stands_on(b, "Mission"))      /* "your Commander is here": of any ship */
        *t = (Tree){ .child = tree_read(b->arena, "is Commander")->child, .next = t->next };
    bool other_ship = tree_is(b->event, "played") && !stands_on(b, "Ship") && types_of(b->event->child->next) == SHIP;
    if (tree_is(t, "commander-of") && atom_is(t->child->next, "~this-ship") && other_ship && !b->selections)
        t->child->next->atom = "that";          /* "when you play a ship, if its Commander is present" */
    bool is_mission = stands_on(b, "Mission") || stands_on(b, "Headquarters"), rides = stands_on(b, "Personnel") || stands_on(b, "Equipment");
    if (atom_is(t, "~its-ship") && b->lasts && b->held && types_of(b->held) == SHIP && rides) {
        put_held(b, t);                         /* "While an opponent's ship is at this mission, … aboard it" */
        return true;
    }
    bool of_ship = b->event && (b->damaged || types_of(b->event->child->next) == SHIP || (tree_is(b->event, "engagement-won") && types_of(last_part((Tree *)b->event)) == SHIP));
    bool moved = of_ship && !b->in_event && from_event(b, SHIP) && !atom_is(b->event->child->next, "this-ship");
    if (atom_is(t, "~its-ship") && rides && (moved || (b->selections && types_of(b->selected[b->selections - 1]) == SHIP)))
        t->atom = "~ship";                      /* "When an opponent's ship moves to this mission, … aboard it"; "Choose a ship.  Each personnel aboard it …" */
    if (atom_is(t, "~its-ship"))
        t->atom = (is_nowhere || is_mission || b->on_mission) && speaks_of_ship(b) ? "~ship" : "~this-ship";
    if (atom_is(t, "~this-ship")) {
        t->atom = stands_on(b, "Ship") ? "self" : "this-ship";
        b->ship |= !stands_on(b, "Ship");
        if (is_nowhere || is_mission)
            b->unbound = "'this ship' or 'aboard' on a card that is aboard none";
    }
    if (atom_is(t, "~other")) {
        put_other(b, t);
        return true;
    }
    if (atom_is(t, "~fighter"))
        put_fighter(b, t);
    if (atom_is(t, "~facers"))
        put_facers(b, t);
    if (atom_is(t, "~crew")) {
        put_crew(b, t);
        return true;
    }
    if (atom_is(t, "~top-of-it") || atom_is(t, "~bottom-of-it") || atom_is(t, "~back-of-it"))
        put_end(b, t);
    if (atom_is(t, "~besides")) {               /* "no other personnel this turn": than the one that is being played */
        const char *than = from_event(b, ANY_TYPE);
        *t = than ? (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, than))->child, .next = t->next } : (Tree){ .atom = "other", .next = t->next };
        return true;
    }
    if (atom_is(t, "~attempting-here")) {
        bool nowhere = (stands_on(b, "Dilemma") && !b->lasts) || lies_nowhere(b);
        Tree *here = leaf(b->arena, "here");
        here->next = t->next;
        *t = (Tree){ .atom = "facing-group", .next = nowhere ? t->next : here };      /* it stands among the words of an `and` */
    }
    if (lays_one_of_both_shown(b, t))
        b->unbound = "'it', of two cards that were revealed";
    if (atom_is(t, "~it-card") && put_thing(b, t))
        return true;
    b->ship |= atom_is(t, "this-ship") && stands_on(b, "Dilemma");
    if (atom_is(t, "~it-card") && stands_on(b, "Dilemma") && b->ship && !b->selections && !b->event) {      /* "If your ship is damaged, destroy it" */
        t->atom = "this-ship";
        return true;
    }
    if (atom_is(t, "~on-here")) {               /* "all personnel here": on a dilemma that lies somewhere; one that is faced speaks of the mission */
        *t = b->event ? (Tree){ .child = tree_read(b->arena, "on self")->child, .next = t->next } : (Tree){ .atom = "here", .next = t->next };
        return true;
    }
    if (atom_is(t, "~it-card")) {               /* "it" on a dilemma is a card, and no personnel */
        Tree *last = last_selected(b, ANY_TYPE, false, *in_play);
        if (last && types_of(last) == PERSONNEL)
            b->unbound = "'it', of a personnel";
        t->atom = "~it";
    }
    if (atom_is(t, "~there")) {                 /* "examine an opponent's hand … an event there", or at the mission that was spoken of */
        Tree *shown = b->selections ? b->selected[b->selections - 1] : NULL;
        bool off = shown && is_out_of_play(shown) && (says(shown, "in-hand") || says(shown, "in-discard") || says(shown, "in-brig"));
        if (off && is_single(shown))
            b->unbound = "'there', of one card and of no place";
        Tree *mission = off ? NULL : last_selected(b, MISSION, true, true);
        *t = off ? (Tree){ .atom = name_of_selected(b, shown), .next = t->next } : (Tree){ .child = tree_read(b->arena, "at ~mission")->child, .next = t->next };
        if (mission)                            /* one that was chosen since, and not the one of the event */
            t->child->next->atom = name_of_selected(b, mission);
    }
    if (atom_is(t, "~present") || atom_is(t, "~here") || atom_is(t, "~same-here")) {
        put_place(b, t);
        return true;
    }
    if (atom_is(t, "~they")) {                  /* several, to whom the last thing was done; else as "it" */
        const char *done = b->done && b->done_at == b->selections && !tree_is(b->done, "discard-top") ? name_of_done(b, ANY_TYPE, *in_play) : NULL;
        t->atom = done ? done : "~it";
    }
    if (atom_is(t, "~milled")) {                /* not from a deck: what was chosen to be discarded, or all of it */
        const char *all = tree_is(b->done, "discard") ? name_of_done(b, ANY_TYPE, false) : NULL;
        Tree *last = b->selections && b->left[b->selections - 1] ? b->selected[b->selections - 1] : NULL;
        t->atom = all ? all : last ? name_of_selected(b, last) : "~off";
    }
    if (atom_is(t, "~off"))
        t->atom = off_table(b, false);
    if (atom_is(t, "~shown"))
        t->atom = off_table(b, true);
    if (atom_is(t, "~both") && (put_both_selected(b, t) || put_both_met(b, t)))
        return true;
    if (tree_is(t, "choose") || tree_is(t, "random") || tree_is(t, "up-to"))
        pick_among_asked(b, t);
    bool picks = tree_is(t, "choose") || tree_is(t, "random"), of_them = picks && atom_is(last_part(t), "~it"), just_held = b->held && !b->one && b->selections && b->held_at == b->selections;
    bool some_of_them = (picks || tree_is(t, "up-to")) && atom_is(last_part(t), "~it");
    if (some_of_them && !b->selections && !b->held && (tree_is(b->event, "completed") || tree_is(b->event, "solved")))
        last_part(t)->atom = "facing-group";        /* "When your personnel complete this mission, … one of them": the mission is one alone */
    bool together = !b->event || tree_is(b->event->next, "any-number") || atom_is(b->event->next, "any-number") || begins_with_all(b);
    if (some_of_them && !b->selections && b->held && !b->held->atom && !b->one && !together && atom_is(last_part(t), "~it")) {
        bool elsewhere = is_out_of_play(b->held) || says(b->held, "in-brig") || tree_is(b->event, "played");
        if (!elsewhere && from_event(b, types_of(b->held)) && !from_event(b, MISSION))
            b->unbound = "'one of them', of those asked for or of those whom the text answers";
        put_held(b, last_part(t));              /* "if you have ten cards in your discard pile, … five of them" */
    }
    const char *of_drawn = of_them && b->drew == b->selections + 1 ? name_of_drawn(b) : NULL;
    if (of_drawn)
        last_part(t)->atom = of_drawn;
    else if (of_them && b->drew == b->selections + 1)
        b->unbound = "'one of them', of cards that were drawn";
    if (of_them && just_held && is_several(b->selected[b->selections - 1]))
        b->unbound = "'one of them', of those just asked for or of those selected before";
    else if (just_held && (picks || tree_is(t, "random-all-but")) && atom_is(last_part(t), "~those") && (types_of(b->held) & PERSONNEL) && !tree_is(b->selected[b->selections - 1], "let"))
        put_held(b, last_part(t));              /* "If you have three Honor personnel, … one of those personnel": not of those to whom something was done before */
    else if (of_them && just_held && is_single(b->selected[b->selections - 1]))
        put_held(b, last_part(t));              /* nobody is one of one */
    if ((picks || tree_is(t, "up-to")) && atom_is(last_part(t), "~it"))
        put_remaining(b, last_part(t));
    if (tree_is(t, "exchange") || tree_is(t, "replace"))
        compare_with_exchanged(b, t);
    bool extreme = tree_is(t, "highest") || tree_is(t, "lowest");
    if ((picks || extreme) && atom_is(last_part(t), "~it")) {       /* "one of them", "the one with the lowest cost", behind one that was taken out of several: of all those */
        int at = b->selections - 1;
        while (at > 0 && is_single(b->selected[at]))
            at--;
        if (at >= 0 && at < b->selections - 1 && is_several(b->selected[at]))
            last_part(t)->atom = name_of_selected(b, b->selected[at]);
    }
    if (atom_is(t, "~it-alone")) {                /* "it" is one card: not those of which several were chosen since */
        int at = b->selections - 1;
        while (at > 0 && is_several(b->selected[at]))
            at--;
        bool of_several = b->selections && at <= 0 && is_several(b->selected[0]) && from_event(b, ANY_TYPE);
        t->atom = at >= 0 && at < b->selections - 1 && !is_several(b->selected[at]) ? name_of_selected(b, b->selected[at]) : of_several ? from_event(b, ANY_TYPE) : "~it";
    }
    if (atom_is(t, "~last") || atom_is(t, "~both")) {
        if (!b->selections || (atom_is(t, "~both") && is_single(b->selected[b->selections - 1])))
            b->unbound = "'both' with nothing selected before it";
        t->atom = b->selections ? name_of_selected(b, b->selected[b->selections - 1]) : "that";
    }
    if (atom_is(t, "~first")) {
        put_those_before(b, t);
        if (!t->atom)
            return true;
    }
    if (tree_is(t, "~such")) {                  /* (~such POINTER WORD+) */
        const char *such = meant_by_words(b, t->child->next->next, t->child->next->atom);
        const Tree *subject = b->event ? b->event->child->next : NULL, *cause = subject ? subject->next : NULL, *words = t->child->next->next;
        bool of_cause = !such && cause && cause->child && says_all(b, cause, words) && !says_all(b, subject, words);     /* "your Klingon kills a personnel, that Klingon …" */
        bool of_selected = such || last_said(b, words);
        if (of_cause)
            *t = (Tree){ .atom = "cause", .next = t->next };
        else if (!of_selected && b->held && says_all(b, b->held, t->child->next->next))
            put_held(b, t);
        else if (!of_selected && put_beside(b, t, t->child->next->next, types_of_mark(t->child->next->atom)))
            return true;
        else {
            const Tree *known = !of_selected && from_event(b, types_of_mark(t->child->next->atom)) ? b->event->child->next : NULL;
            bool spoken = b->selections > 0 || (known && !known->atom && !b->done && !b->asked);
            if (!of_selected && spoken)
                b->unbound = "'that …', of somebody of whom it was not said";
            *t = (Tree){ .atom = such ? such : t->child->next->atom, .next = t->next };
        }
        if (atom_is(t, "~off"))
            t->atom = off_table(b, false);
    }
    if (atom_is(t, "~others")) {
        put_the_others(b, t);
        return true;
    }
    if (atom_is(t, "~several")) {
        const char *cards = several(b);
        t->atom = cards ? cards : "~it";
    }
    if (atom_is(t, "~ship") && put_carrier(b, t))
        return true;
    if (atom_is(t, "~captive"))
        put_captive(b, t);
    bool later = tree_is(t, "apply") && atom_is(t->child->next, "self") && tree_is(last_part(t), "later");
    if (later && (stands_on(b, "Interrupt") || (stands_on(b, "Event") && !b->stays)))
        b->unbound = "what happens later, on a card that does not stay until then";
    bool played = tree_is(b->event, "played") && atom_is(b->event->child->next, "self"), more_dilemmas = tree_is(t, "dilemma-draw") || tree_is(t, "dilemma-total");
    if (more_dilemmas && (!b->event || played))
        b->unbound = "more or fewer dilemmas, and nothing says for which attempt";
    if (atom_is(t, "~stopped-then")) {          /* "if no personnel were stopped": what a dilemma has done; of any other card, when that was is not said */
        b->unbound = stands_on(b, "Dilemma") ? b->unbound : "who was stopped, and nothing says when";
        t->atom = "stopped-by-this";
    }
    if (atom_is(t, "~group-or-them")) {         /* "choose one to be stopped": of those who were just selected, or of all who face it */
        Tree *last = last_selected(b, PERSONNEL, true, true);
        if (last && is_single(last) && last_part(last)->atom && last_part(last)->atom[0] == '$') {
            put_the_others(b, t);               /* "choose one to be killed and one to be stopped": one of the rest of them */
            return true;
        }
        t->atom = last && !is_single(last) ? "~it" : "facing-group";
        if (!last && has_shown_some(b))
            b->unbound = "'one', and cards that were shown are spoken of before it";
    }
    bool one = atom_is(t, "~personnel");
    if (atom_is(t, "~those")) {
        if (put_both_selected(b, t) || put_pair(b, t))
            return true;
        bool team = begins_with_all(b) || tree_is(b->event, "completed") || tree_is(b->event, "solved");
        if (team && stands_on(b, "Dilemma") && !begins_with_all(b) && !b->selections)
            b->unbound = "'those personnel', of those who were placed on this dilemma or of those who complete a mission";
        if (team && !last_selected(b, PERSONNEL, true, true)) {
            t->atom = "facing-group";           /* "When you begin a mission attempt with five personnel, those personnel …"; "When you complete a mission, those personnel …" */
            return true;
        }
        Tree *last = last_selected(b, PERSONNEL, true, true);
        if (team && !is_single(last)) {         /* "When you begin a mission attempt, choose two personnel ….  Those personnel …" */
            t->atom = name_of_selected(b, last);
            return true;
        }
        if (!last && (tree_is(b->event, "facing") || tree_is(b->event, "attempting")) && b->event->child->next->child) {      /* "When your personnel are facing a dilemma, those personnel …": all of them who do */
            *t = (Tree){ .child = tree_read(b->arena, "and facing-group")->child, .next = t->next };
            const Tree *who = b->event->child->next;
            last_part(t)->next = tree_is(who, "and") ? copy_of(b->arena, who->child->next) : copy_of_one(b->arena, who);
            return true;
        }
        if (last && is_single(last))
            b->unbound = "'those personnel', of one";
        b->one &= last || from_event(b, PERSONNEL);             /* "If any of your personnel have Honor, those personnel …": all of them who have it */
        t->atom = "~personnel";
    }
    bool of_one = is_of_one(b, b->done) || is_of_one(b, b->draw);
    if (atom_is(t, "~it") && begins_with_all(b) && !of_one && !b->selections && (!b->held || atom_is(b->held, "facing-group"))) {
        t->atom = "facing-group";               /* "When you begin a mission attempt with five personnel, they …" */
        return true;
    }
    if (atom_is(t, "~their-mission")) {         /* "that opponent's mission": the one that was spoken of, or any of his */
        if (!from_event(b, MISSION) && !last_selected(b, MISSION, true, true)) {
            *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (of opponent)")->child, .next = t->next };
            return true;
        }
        t->atom = "~mission";
    }
    if (atom_is(t, "~mission") && is_battle(b->event) && !last_selected(b, MISSION, true, true)) {
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here involved)")->child, .next = t->next };
        return true;
    }
    bool gone_on = tree_is(b->event, "moves-from") && tree_is(b->event->next, "guard") && says(b->event->next, "that");       /* "moves from … to …": where it has gone */
    if (atom_is(t, "~mission") && gone_on && !b->in_event && !last_selected(b, MISSION, true, true)) {
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here that)")->child, .next = t->next };
        return true;
    }
    if (atom_is(t, "~mission") && is_of_attempt(b->event) && !last_selected(b, MISSION, true, true)) {
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) attempted")->child, .next = t->next };
        return true;
    }
    if (atom_is(t, "~mission") && (put_mission_of(b, t) || put_mission_of_held(b, t)))
        return true;
    if ((tree_is(t, "same") || tree_is(t, "different") || tree_is(t, "value")) && atom_is(last_part(t), "~it") && (alone(b) || is_like_this(b, t->child->next)))
        last_part(t)->atom = "self";            /* "present with a personnel of the same species": as this one */
    if ((tree_is(t, "same") || tree_is(t, "different")) && atom_is(last_part(t), "~it") && b->selections && from_event(b, ANY_TYPE) && strcmp(from_event(b, ANY_TYPE), "that") == 0 && !b->in_event && !b->looked_at)
        b->unbound = "'the same', as a card that was chosen or as the one of the event";
    if (means_the_named(b, t)) {
        *t = (Tree){ .atom = "named", .next = t->next }, b->copies = t;
        return true;
    }
    if (is_pointer(t)) {
        bool personnel = atom_is(t, "~personnel");
        const char *mark = t->atom;
        t->atom = meant(b, mark, *in_play);
        if (one && t->atom && put_asked_of_several(b, t))
            return true;
        if (one && t->atom && is_name_of_all(b, t->atom))
            b->unbound = "'that personnel', of all of a sort";
        if (t->atom && put_of_mixed(b, t, mark))
            return true;
        if (personnel && stands_on(b, "Dilemma") && atom_is(t, "named")) {        /* of all who bear that title, who is facing it */
            *t = (Tree){ .child = tree_read(b->arena, "and facing-group named")->child, .next = t->next };
            return true;
        }
        if (!t->atom)
            put_held(b, t);
    }
    if (tree_is(t, "highest") || tree_is(t, "lowest"))
        put_among_selected(b, last_part(t));
    if (tree_is(t, "aboard"))
        b->aboard = true;
    if (tree_is(t, "aboard") && is_nowhere)
        put_ship_beside(b, t->child->next);
    if ((tree_is(t, "choose") || tree_is(t, "up-to")) && !atom_is(t->child->next->next, "1") && is_alike(last_part(t)))
        b->unbound = "'the same', of several cards that are chosen together";
    if (tree_is(t, "choose") || tree_is(t, "random") || tree_is(t, "up-to") || tree_is(t, "one-or-more")) {
        put_source(b, t, false), put_another(b, t);
        leave_out_itself(b, last_part(t));
    }
    if (tree_is(t, "remove") || tree_is(t, "place"))
        put_shown(b, t->child->next);
    if (tree_is(t, "count") && says(t, "of-named-type"))
        put_shown(b, last_part(t));             /* "Name a card type.  Reveal your hand.  For each card of that type, …": of those that were revealed */
    if (tree_is(t, "count") && says(t, "of-named-type") && is_of_print(last_part(t)))
        b->unbound = "cards of the named type, and nothing says where they lie";
    if (tree_is(t, "let"))
        put_shown(b, last_part(t));
    if (tree_is(t, "reveal") && tree_is(t->child->next, "choose"))      /* a card in play is not revealed */
        put_source(b, t->child->next, true);
    return false;
}
