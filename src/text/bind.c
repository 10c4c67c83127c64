/* What the words of an ability point at: the last selection, what its event is about, this card.  The marks are explained in assemble.c. */
#include "text/inside.h"

enum { MOST_SELECTIONS = 12 };

/* Selections of an ability in the order of its words, and what its event is about. */
typedef struct {
    Arena *arena;
    Tree  *selected[MOST_SELECTIONS];
    int    selections, names;
    bool   left[MOST_SELECTIONS];              /* the selected have left the table: nobody is present with them any more */
    bool   entered[MOST_SELECTIONS];           /* the selected have been placed in play */
    bool   brigged[MOST_SELECTIONS];           /* … in a brig */
    bool   aboard;                             /* it was said that this card is aboard a ship */
    bool   suffers;                            /* the words stand for cards to which something is done, which may be chosen there */
    bool   theirs;                             /* inside what another player does: "he or she" is that player */
    bool   chosen;                             /* an opponent was chosen */
    bool   opponent;                           /* an opponent was spoken of */
    bool   hosted;                             /* an event that lies on a card */
    const Tree *event;                         /* NULL: none */
    const char *start;                         /* the category of its card */
    Tree  *held;                               /* the filter of the last condition that spoke of cards */
    bool   one;                                /* … of which it asked for one */
    bool   in_event;                           /* inside what the event is about: "another" is another than this card */
    bool   named;                              /* the card names a title */
    bool   stays;                              /* an event that lies somewhere */
    Tree  *placed;                             /* inside a destination: what goes there */
    bool   prevented;                          /* what was about to happen has been prevented */
    Tree  *goal;                               /* the missions of the last destination, of which one is chosen */
    const Tree *asked;                         /* whom the player had to command to play this card */
    const char *picked;                        /* the name of the one of them, or of the last condition, that is meant; it is chosen first */
    Tree  *pick;                               /* … and from whom */
    Tree  *done;                               /* the last effect that was done to cards without selecting them, or that downloaded */
    const char *unbound;
} Binding;

/* ---- what "that personnel" is ---- */

static bool is_selection(const Tree *t)
{
    static const char *const word[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "highest", "lowest", "top", "pile-top", "downloaded", "up-to-total" };
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

/* The name of a selection: one without is given one. */
static const char *name_of_selected(Binding *b, Tree *t)
{
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

/* ---- which types of card a filter lets through, as bits ---- */

enum { PERSONNEL = 1, SHIP = 2, EQUIPMENT = 4, EVENT = 8, INTERRUPT = 16, DILEMMA = 32, MISSION = 64, ANY_TYPE = 127 };

static const struct { const char *mark, *type; int bit; } type_bits[] = {
    { "~personnel", "personnel", PERSONNEL }, { "~ship", "ship", SHIP },          { "~equipment", "equipment", EQUIPMENT },
    { "~event", "event", EVENT },             { "~interrupt", "interrupt", INTERRUPT }, { "~dilemma", "dilemma", DILEMMA },
    { "~mission", "mission", MISSION },
};

static int bit_of_type(const char *name)
{
    for (size_t i = 0; name && i < countof(type_bits); i++)
        if (strcmp(name, type_bits[i].type) == 0)
            return type_bits[i].bit;
    return 0;
}

static int types_by_word(const Tree *t)
{
    static const struct { const char *word; int types; } known[] = {
        { "facing-group", PERSONNEL }, { "involved", PERSONNEL | SHIP }, { "captive", PERSONNEL }, { "has", PERSONNEL }, { "in-brig", PERSONNEL },
        { "attr", PERSONNEL | SHIP },  { "worth", MISSION },             { "mission-of", MISSION }, { "complete", MISSION },
        { "quadrant", MISSION },       { "requires", MISSION | DILEMMA }, { "drawn", DILEMMA },     { "pile-top", DILEMMA }, { "in-pile", DILEMMA },
        { "staffed", SHIP },           { "damaged", SHIP },              { "has-named-skill", PERSONNEL },
        { "this-mission", MISSION },   { "this-ship", SHIP },
    };
    for (size_t i = 0; i < countof(known); i++)
        if (atom_is(t, known[i].word) || tree_is(t, known[i].word))
            return known[i].types;
    return ANY_TYPE;
}

static int types_of(const Tree *t)
{
    if (tree_is(t, "type"))
        return bit_of_type(t->child->next->atom);
    if (tree_is(t, "and") || tree_is(t, "or")) {
        bool all = tree_is(t, "and");
        int types = all ? ANY_TYPE : 0;
        for (const Tree *c = t->child->next; c; c = c->next)
            types = all ? types & types_of(c) : types | types_of(c);
        return types;
    }
    if (!t->atom && is_selection(t) && !tree_is(t, "pile-top"))
        return types_of(last_part((Tree *)t));
    if (tree_is(t, "as") || tree_is(t, "let"))
        return types_of(last_part((Tree *)t));
    return types_by_word(t);
}

/* ---- what a word points back to ---- */

static bool is_off_table(const Tree *t)
{
    return says(t, "in-hand") || says(t, "in-deck") || says(t, "in-discard") || says(t, "in-removed") || says(t, "top") || says(t, "in-pile");
}

static bool is_card(const Binding *b, const char *type)
{
    return strcmp(b->start, type) == 0;
}

/* What the event is about, if it can be such a card. */
static const char *from_event(const Binding *b, int types)
{
    static const char *const of_dilemma[] = { "facing", "about-to-face", "about-to-stop", "about-to-kill", "stopped-event", "killed", "selected",
                                              "randomly-selected", "about-to-select" };
    static const char *const of_mission[] = { "attempt-begins", "attempting", "overcome", "moves-from" };
    if (!b->event)
        return NULL;
    const char *word = b->event->child->atom;
    for (size_t i = 0; i < countof(of_dilemma); i++)
        if (types == DILEMMA && strcmp(word, of_dilemma[i]) == 0)
            return "cause";
    for (size_t i = 0; i < countof(of_mission); i++)
        if (types == MISSION && strcmp(word, of_mission[i]) == 0)
            return "cause";
    static const struct { const char *word; int types; } about[] = {
        { "attempt-fails", MISSION }, { "attempt-ends", MISSION }, { "about-to-fail", MISSION }, { "completed", MISSION }, { "about-to-complete", MISSION },
        { "overcome", DILEMMA }, { "about-to-overcome", DILEMMA }, { "about-to-return", DILEMMA }, { "revealed", DILEMMA }, { "about-to-reveal", DILEMMA }, { "dilemma-cost", DILEMMA },
        { "meets-requirements", DILEMMA }, { "attempt-begins", PERSONNEL }, { "facing", PERSONNEL }, { "about-to-face", PERSONNEL }, { "attempting", PERSONNEL },
        { "moved", SHIP }, { "moves-from", SHIP }, { "about-to-move", SHIP }, { "killed", PERSONNEL }, { "about-to-kill", PERSONNEL }, { "randomly-selected", PERSONNEL },
        { "about-to-select", PERSONNEL }, { "selected", PERSONNEL }, { "brigged", PERSONNEL }, { "about-to-brig", PERSONNEL }, { "uses-skill", PERSONNEL },
    };
    for (size_t i = 0; types != ANY_TYPE && i < countof(about); i++)
        if (strcmp(word, about[i].word) == 0 && !(about[i].types & types))
            return NULL;                        /* it is never about such a card */
    const Tree *subject = b->event->child->next;
    if (strcmp(word, "draws") == 0 || strcmp(word, "downloads") == 0)
        return types != MISSION && types != DILEMMA ? "that" : NULL;
    bool won = strcmp(word, "engagement-won") == 0 || strcmp(word, "combat-won") == 0;
    if (won && subject && subject->next && types == SHIP && (types_of(subject->next) & SHIP) && types_of(subject->next) != ANY_TYPE)
        return "that";                          /* "when you win an engagement involving your ship, … that ship" */
    bool is_card = subject && !atom_is(subject, "self") && !atom_is(subject, "you") && !atom_is(subject, "opponent") && !atom_is(subject, "each");
    return is_card && (types_of(subject) & types) ? "that" : NULL;
}

static Tree *last_selected(const Binding *b, int types, bool only_such, bool in_play)
{
    for (int i = b->selections - 1; i >= 0; i--) {
        int such = types_of(b->selected[i]);
        if ((such & types) && (!only_such || such != ANY_TYPE) && !(in_play && is_off_table(b->selected[i]) && !b->entered[i]))
            return b->selected[i];
    }
    return NULL;
}

/* "Unstop each …  Those personnel": to whom the last effect was done; "Download a …  That personnel": what was downloaded.  The effect is changed
 * so that its cards have a name.  NULL: there was none, or it was about other cards. */
static const char *name_of_done(Binding *b, int types, bool in_play)
{
    Tree *effect = b->done, *first = effect ? effect->child->next : NULL;
    if (!effect)
        return NULL;
    if (tree_is(effect, "discard-top")) {       /* "… discards the top card of his or her deck.  If it is …" */
        if (in_play || types == MISSION || (types == SHIP && b->aboard))
            return NULL;
        const char *name = new_name(b);
        Tree *var = leaf(b->arena, name);
        var->next = list_of(b->arena, "top", first);
        effect->child = list_of(b->arena, "discard", list_of(b->arena, "as", var))->child;
        b->done = NULL;
        if (b->selections < MOST_SELECTIONS)    /* later words may point to it as well */
            b->left[b->selections] = true, b->entered[b->selections] = b->brigged[b->selections] = false, b->selected[b->selections++] = effect->child->next;
        return name;
    }
    if (!tree_is(effect, "download"))
        return types_of(first) & types && !(in_play && is_off_table(first)) ? name_of_selected(b, first) : NULL;
    Tree *filter = first->next->next, *to = filter->next;
    bool enters = to && !to->atom && !tree_is(to, "to-beneath");
    if (!(types_of(filter) & types) || (in_play && !enters))
        return NULL;
    const char *name = new_name(b);
    filter->next = NULL;
    Tree *var = leaf(b->arena, name);
    var->next = list_of(b->arena, "downloaded", first);
    if (!to) {
        effect->child = list_of(b->arena, "let", var)->child;
        if (b->selections < MOST_SELECTIONS)
            b->left[b->selections] = b->entered[b->selections] = b->brigged[b->selections] = false, b->selected[b->selections++] = effect;
    } else {
        Tree *as = list_of(b->arena, "as", var);
        as->next = to;
        effect->child = list_of(b->arena, "place", as)->child;
    }
    b->done = NULL;
    return name;
}

/* The one card of these that the text means is chosen before anything else happens. */
static const char *name_of_picked(Binding *b, const Tree *from)
{
    if (!b->picked) {
        b->picked = new_name(b);
        b->pick = copy_of(b->arena, &(Tree){ .atom = from->atom, .child = from->child });
    }
    return b->picked;
}

static bool is_single(const Tree *t)
{
    if (tree_is(t, "as") || tree_is(t, "let"))
        t = last_part((Tree *)t);
    return tree_is(t, "highest") || tree_is(t, "lowest") || (tree_is(t, "random") && atom_is(t->child->next, "1"))
        || (tree_is(t, "choose") && atom_is(t->child->next->next, "1"));
}

/* "Select a personnel. Choose another. Those personnel …": both of them. */
static bool put_both_selected(Binding *b, Tree *t)
{
    int found = 0;
    Tree *such[2];
    for (int i = b->selections - 1; i >= 0 && found < 2; i--)
        if (types_of(b->selected[i]) & PERSONNEL && types_of(b->selected[i]) != ANY_TYPE)
            such[found++] = b->selected[i];
    if (found < 2 || !is_single(such[0]))
        return false;
    Tree *earlier = leaf(b->arena, name_of_selected(b, such[1]));
    earlier->next = leaf(b->arena, name_of_selected(b, such[0]));
    *t = (Tree){ .child = list_of(b->arena, "or", earlier)->child, .next = t->next };
    return true;
}

/* "When your personnel is about to be killed, if your Telepathy personnel is present, stop both": whom the event is about, and one for whom the
 * condition asks. */
static bool put_both_met(Binding *b, Tree *t)
{
    if (b->selections || !from_event(b, PERSONNEL) || !b->held || !b->one || !(types_of(b->held) & PERSONNEL))
        return false;
    Tree *met = leaf(b->arena, "that");
    met->next = leaf(b->arena, name_of_picked(b, b->held));
    *t = (Tree){ .child = list_of(b->arena, "or", met)->child, .next = t->next };
    return true;
}

/* Whether a tree says this of its cards: somewhere in it, but not where something is denied. */
static bool says_part(Binding *b, const Tree *t, const char *part)
{
    if (strcmp(tree_print(b->arena, t), part) == 0)
        return true;
    for (const Tree *c = t->atom || tree_is(t, "not") ? NULL : t->child; c; c = c->next)
        if (says_part(b, c, part))
            return true;
    return false;
}

static bool says_all(Binding *b, const Tree *t, const Tree *parts)
{
    for (; parts; parts = parts->next)
        if (!says_part(b, t, tree_print(b->arena, parts)))
            return false;
    return true;
}

/* "That [Fed] personnel", where two personnel were spoken of: the one of whom that was said.  NULL: of none of them, or of both. */
static const char *meant_by_words(Binding *b, const Tree *words, const char *mark)
{
    int types = ANY_TYPE;
    for (size_t i = 0; i < countof(type_bits); i++)
        if (strcmp(mark, type_bits[i].mark) == 0)
            types = type_bits[i].bit;
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

static bool has_entered(const Binding *b, const Tree *selected)
{
    for (int i = 0; i < b->selections; i++)
        if (b->selected[i] == selected)
            return b->entered[i];
    return false;
}

/* in_play: what is done can be done only to a card in play.  NULL: the last condition says who. */
static const char *meant(Binding *b, const char *mark, bool in_play)
{
    int types = ANY_TYPE;
    for (size_t i = 0; i < countof(type_bits); i++)
        if (strcmp(mark, type_bits[i].mark) == 0)
            types = type_bits[i].bit;
    const char *event = from_event(b, types);
    if (event && types == ANY_TYPE && b->prevented)
        return event;                           /* "prevent that and place that card …" */
    Tree *such = last_selected(b, types, types != ANY_TYPE, in_play);
    if (such && event && types == DILEMMA && says(such, "pile-top"))
        such = NULL;                            /* "the top card of a pile" was not called a dilemma */
    Tree *placed = such ? NULL : last_selected(b, types, false, in_play);
    if (placed && has_entered(b, placed))
        such = placed;
    if (such && event && has_entered(b, such))
        event = NULL;                           /* who was just placed there, beside the one whom the event is about */
    if (such && event && types != ANY_TYPE)
        b->unbound = "'that', of which there are two";
    if (!such && !event)
        such = last_selected(b, types, false, in_play);
    if (!such && !event && b->held && (types_of(b->held) & types))
        return NULL;
    const char *done = !such && !event ? name_of_done(b, types, in_play) : NULL;
    if (done)
        return done;
    if (!such && !event && types == SHIP && b->aboard && !is_card(b, "Event") && !is_card(b, "Interrupt"))
        return "this-ship";
    if (!such && !event && types == MISSION && !is_card(b, "Event") && !is_card(b, "Interrupt"))
        return "this-mission";
    if (!such && !event && types == MISSION && b->goal && !b->picked) {        /* "place a ship at a mission …, then … at that mission" */
        const char *name = name_of_picked(b, b->goal);
        *b->goal = (Tree){ .atom = name, .next = b->goal->next };
        return name;
    }
    if (!such && !event && b->asked && (types_of(b->asked) & types))
        return name_of_picked(b, b->asked);
    if (!such && !event && b->named)
        return "named";
    if (!such && !event)
        b->unbound = "'that' or 'those' with nothing before it";
    return such ? name_of_selected(b, such) : event ? event : "that";
}

/* A pronoun that may mean this card. */
static const char *pronoun(Binding *b, const char *mark, bool in_play)
{
    bool he = strcmp(mark, "~he") == 0;
    if (he)
        return is_card(b, "Personnel") ? "self" : meant(b, "~personnel", in_play);
    bool nothing_else = !last_selected(b, ANY_TYPE, false, in_play) && !from_event(b, ANY_TYPE);
    if (nothing_else && b->aboard && is_card(b, "Personnel"))
        b->unbound = "'it', which may be a ship";
    return nothing_else ? "self" : meant(b, "~it", in_play);
}

static bool has_left(const Binding *b, const char *name)
{
    for (int i = 0; i < b->selections; i++)
        if (b->left[i] && (tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, name))
            return true;
    return false;
}

/* "Present" and "at this mission": an event in a core and an interrupt are nowhere, and speak of what their event is about. */
static void put_place(Binding *b, Tree *t)
{
    bool here = strcmp(t->atom, "~here") == 0, nowhere = is_card(b, "Interrupt") || (is_card(b, "Event") && !b->hosted);
    if (!nowhere) {
        t->atom = here || is_card(b, "Mission") || is_card(b, "Headquarters") ? "here" : "present";
        return;
    }
    const char *with = from_event(b, PERSONNEL) ? "that" : NULL;
    Tree *selected = last_selected(b, PERSONNEL, true, true);
    if (selected)
        with = name_of_selected(b, selected);
    with = with ? with : b->picked;
    if (here && !with && is_card(b, "Event") && b->stays) {        /* an event in a core: those that lie on it */
        *t = (Tree){ .child = tree_read(b->arena, "on self")->child, .next = t->next };
        return;
    }
    if (here && with) {                         /* the mission where that card is */
        Tree *there = list_of(b->arena, "has-here", leaf(b->arena, with));
        *t = (Tree){ .child = list_of(b->arena, "at", there)->child, .next = t->next };
        return;
    }
    if (with && has_left(b, with))
        b->unbound = "'present with' a card that is there no longer";
    if (!with)
        b->unbound = "'present' or 'at this mission' on a card that is nowhere";
    t->child = leaf(b->arena, "present-with");
    t->child->next = leaf(b->arena, with ? with : "that");
    t->atom = NULL;
}

static void put_other(Binding *b, Tree *t)
{
    const char *than = NULL;
    if ((is_card(b, "Event") || is_card(b, "Interrupt") || is_card(b, "Equipment")) && !b->in_event)
        than = b->selections ? name_of_selected(b, b->selected[b->selections - 1]) : from_event(b, ANY_TYPE);
    t->atom = than ? NULL : "other";
    if (than) {
        t->child = leaf(b->arena, "not");
        t->child->next = leaf(b->arena, than);
    }
}

static const char *who_does(Binding *b)
{
    if (b->chosen)
        return "opponent";
    if (is_card(b, "Dilemma") && b->event && !says(b->event, "each"))
        return "opponent";                      /* its owner is spoken of; the other player is "you" */
    if (b->event)
        return says(b->event, "opponent") && !says(b->event, "you") ? "opponent" : says(b->event, "right") ? "right" : "that-player";
    if (!b->opponent && !is_card(b, "Dilemma"))
        b->unbound = "'he or she' with no player before it";
    return "opponent";
}

static bool is_pointer(const Tree *t)
{
    if (atom_is(t, "~it"))
        return true;
    for (size_t i = 0; t->atom && i < countof(type_bits); i++)
        if (strcmp(t->atom, type_bits[i].mark) == 0)
            return true;
    return false;
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
        Tree *ship = copy_of(b->arena, &(Tree){ .atom = c->child->next->atom, .child = c->child->next->child });
        Tree *rest = copy_of(b->arena, &(Tree){ .atom = filter->atom, .child = filter->child }), **at = &rest->child->next;
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
static bool put_carrier(Binding *b, Tree *t)
{
    if ((!is_card(b, "Event") && !is_card(b, "Interrupt") && !is_card(b, "Dilemma")) || last_selected(b, SHIP, true, true) || from_event(b, SHIP))
        return false;
    const char *who = NULL;
    for (int i = b->selections - 1; i >= 0 && !who; i--) {
        if (says(b->selected[i], "aboard") && b->left[i] && put_ship_first(b, b->selected[i])) {
            *t = (Tree){ .atom = b->picked, .next = t->next };
            return true;
        }
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

static const char *named_cards(Binding *b)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (tree_is(b->selected[i], "let"))
            return name_of_selected(b, b->selected[i]);
    const char *done = tree_is(b->done, "download") ? name_of_done(b, ANY_TYPE, false) : NULL;
    if (done)
        return done;
    b->unbound = "'the remaining cards' with nothing before it";
    return "that";
}

/* What another player does is said with "you" for that player. */
static void swap_players(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, "you"))
            c->atom = "opponent";
        else if (atom_is(c, "opponent"))
            c->atom = "you";
        swap_players(c);
    }
}

/* "That Romulan", "those personnel": who the condition asked for, chosen where it asked for one. */
static void put_held(Binding *b, Tree *t)
{
    Tree *who = copy_of(b->arena, &(Tree){ .atom = b->held->atom, .child = b->held->child });
    if (b->theirs)
        swap_players(who);
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

/* "The discarded personnel": what was selected out of play. */
static const char *off_table(Binding *b, bool only_selected)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (is_off_table(b->selected[i]))
            return name_of_selected(b, b->selected[i]);
    for (int i = b->selections - 1; i >= 0; i--)
        if (b->left[i])                         /* from play, by what was done with it */
            return name_of_selected(b, b->selected[i]);
    const char *event = only_selected ? NULL : from_event(b, ANY_TYPE);
    if (!event)
        b->unbound = "a card that was discarded or revealed, and none was";
    return "that";
}

/* Effects that take a selection. */
static bool does_something(const Tree *t)
{
    static const char *const words[] = { "stop", "kill", "destroy", "discard", "remove", "place", "unstop", "apply", "brig", "take-command", "reveal" };
    for (size_t i = 0; i < countof(words); i++)
        if (tree_is(t, words[i]))
            return true;
    return false;
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

/* "Choose a card": one of those that were examined or revealed. */
static void put_source(Binding *b, Tree *selection, bool shown)
{
    Tree *filter = last_part(selection);
    if (!is_anything(filter) && !(shown && !is_off_table(filter)))
        return;
    const char *cards = named_cards(b);
    Tree *same = arena_take(b->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = leaf(b->arena, cards) };
    *filter = (Tree){ .child = leaf(b->arena, "and") };
    filter->child->next = same;
}

/* An interrupt that is being played is no longer among the cards that it speaks of. */
static void leave_out_itself(Binding *b, Tree *filter)
{
    if (!is_card(b, "Interrupt") || !says(filter, "in-hand") || !(types_of(filter) & INTERRUPT) || says(filter, "opponent") || says(filter, "owner-of"))
        return;
    Tree *same = arena_take(b->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = leaf(b->arena, "other") };
    *filter = (Tree){ .child = leaf(b->arena, "and") };
    filter->child->next = same;
}

/* "Where he or she could be played": who is being placed. */
static void put_placed(Binding *b, Tree *t)
{
    if (is_selection(b->placed) || tree_is(b->placed, "as")) {
        t->atom = name_of_selected(b, b->placed);
        return;
    }
    t->atom = b->placed->atom;
    t->child = b->placed->atom ? NULL : copy_of(b->arena, b->placed->child);
}

/* Whether a selection or the event speaks of cards that are said to be so. */
static bool last_said(Binding *b, const Tree *words)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (says_all(b, b->selected[i], words))
            return true;
    return b->event && says_all(b, b->event, words);
}

/* "That captive": who was selected in a brig or placed there, or whom the event placed there. */
static void put_captive(Binding *b, Tree *t)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (says(b->selected[i], "in-brig") || b->brigged[i]) {
            t->atom = name_of_selected(b, b->selected[i]);
            return;
        }
    if (tree_is(b->event, "brigged"))
        t->atom = "that";
    else if (b->held && says(b->held, "in-brig"))
        put_held(b, t);
    else if (b->asked && says(b->asked, "in-brig"))
        t->atom = name_of_picked(b, b->asked);
    else
        b->unbound = "'that captive' with no captive before it";
}

/* "Neither of those personnel": whom the event is about, and who was downloaded for that. */
static void put_pair(Binding *b, Tree *t)
{
    const char *event = from_event(b, PERSONNEL), *done = event ? name_of_done(b, PERSONNEL, false) : NULL;
    if (!event || !done) {
        t->atom = "~those";
        return;
    }
    Tree *first = leaf(b->arena, event);
    first->next = leaf(b->arena, done);
    *t = (Tree){ .child = list_of(b->arena, "or", first)->child, .next = t->next };
}

static void bind(Binding *b, Tree *t, bool in_play);

/* A text that an effect brings about for a time: a later event is its own, and it knows nothing of what was selected here. */
static void bind_later(Binding *b, Tree *ability)
{
    Binding later = { .arena = b->arena, .start = b->start, .hosted = b->hosted, .named = b->named,
                      .event = tree_is(ability, "when") || tree_is(ability, "while-may") ? ability->child->next : NULL };
    bind(&later, ability, false);
    b->unbound = later.unbound ? later.unbound : b->unbound;
    if (is_card(b, "Interrupt") || (is_card(b, "Event") && !b->stays))
        b->unbound = "a text that lasts, on a card that does not stay";
}

/* One of several ways, of which only one is gone: the parts of a choice, and what happens otherwise. */
static bool is_alternative(const Tree *parent, const Tree *part)
{
    return (tree_is(parent, "choose-one") && part != parent->child && part != parent->child->next) || tree_is(part, "else") || tree_is(part, "otherwise");
}

static bool is_attempt(const Tree *event)
{
    static const char *const words[] = { "attempt-begins", "attempting", "facing", "about-to-face", "overcome", "completed", "about-to-complete",
                                         "attempt-fails", "attempt-ends" };
    for (size_t i = 0; event && i < countof(words); i++)
        if (tree_is(event, words[i]))
            return true;
    return false;
}

/* "This mission" on a card that is nowhere: the one that is being attempted. */
static void put_mission(Binding *b, Tree *t)
{
    bool attempt = is_attempt(b->event) || tree_is(b->event, "dilemma-cost") || tree_is(b->event, "revealed") || tree_is(b->event, "about-to-overcome");
    if (!is_card(b, "Interrupt") && !(is_card(b, "Event") && !b->hosted))
        return;
    if (tree_is(b->event, "completed") && !b->in_event)
        t->atom = "that";
    else if (attempt)
        *t = (Tree){ .child = tree_read(b->arena, "and (type mission) (has-here facing-group)")->child, .next = t->next };
    else
        b->unbound = "'this mission' on a card that is nowhere";
}

static void bind(Binding *b, Tree *t, bool in_play)
{
    if (atom_is(t, "this-mission"))
        put_mission(b, t);
    bool faces = tree_is(t, "is-facing") || tree_is(t, "is-attempting");
    if (faces && is_card(b, "Equipment") && atom_is(t->child->next, "self"))       /* who has it faces the dilemma */
        *t->child->next = (Tree){ .child = tree_read(b->arena, "and (type personnel) (of you) present")->child, .next = t->child->next->next };
    if (faces && atom_is(t->child->next, "self") && !is_card(b, "Personnel") && !is_card(b, "Ship"))
        b->unbound = "'facing', of a card that faces nothing";
    if (tree_is(t, "for-now")) {
        bind_later(b, last_part(t));
        return;
    }
    if (tree_is(t, "~standing")) {
        Tree *inner = t->child->next;
        t->atom = inner->atom;
        t->child = inner->child;
        in_play = true;
    }
    if (tree_is(t, "admits") && b->placed && atom_is(t->child->next, "~it"))
        put_placed(b, t->child->next);
    if (atom_is(t, "involved") && is_attempt(b->event))
        t->atom = "facing-group";               /* in the attempt, not in a battle */
    if (atom_is(t, "~new"))
        t->atom = new_name(b);
    b->prevented |= tree_is(t, "prevent") || atom_is(t, "prevent");
    if (atom_is(t, "~until"))
        b->unbound = "an effect that lasts, and nothing says for how long";
    if (atom_is(t, "~cards"))
        t->atom = named_cards(b);
    if (atom_is(t, "~he") || atom_is(t, "~thing"))
        t->atom = pronoun(b, t->atom, in_play);
    if (atom_is(t, "~player"))
        t->atom = b->theirs ? "you" : who_does(b);
    b->chosen |= atom_is(t, "choose-opponent");
    b->opponent |= atom_is(t, "opponent") || atom_is(t, "choose-opponent") || atom_is(t, "left") || atom_is(t, "right");
    if (atom_is(t, "~this-ship"))
        t->atom = is_card(b, "Ship") ? "self" : "this-ship";
    if (atom_is(t, "~other")) {
        put_other(b, t);
        return;
    }
    if (atom_is(t, "~attempting-here")) {
        bool nowhere = is_card(b, "Dilemma") || is_card(b, "Interrupt") || (is_card(b, "Event") && !b->hosted);
        *t = nowhere ? (Tree){ .atom = "facing-group", .next = t->next } : (Tree){ .child = tree_read(b->arena, "and facing-group here")->child, .next = t->next };
    }
    if (atom_is(t, "~present") || atom_is(t, "~here")) {
        put_place(b, t);
        return;
    }
    if (atom_is(t, "~off"))
        t->atom = off_table(b, false);
    if (atom_is(t, "~shown"))
        t->atom = off_table(b, true);
    if (atom_is(t, "~both") && (put_both_selected(b, t) || put_both_met(b, t)))
        return;
    if (atom_is(t, "~last") || atom_is(t, "~both")) {
        if (!b->selections || (atom_is(t, "~both") && is_single(b->selected[b->selections - 1])))
            b->unbound = "'both' with nothing selected before it";
        t->atom = b->selections ? name_of_selected(b, b->selected[b->selections - 1]) : "that";
    }
    if (atom_is(t, "~first"))
        t->atom = b->selections > 1 ? name_of_selected(b, b->selected[b->selections - 2]) : "that";
    if (tree_is(t, "~such")) {                  /* (~such POINTER WORD+) */
        const char *such = meant_by_words(b, t->child->next->next, t->child->next->atom);
        bool of_selected = such || last_said(b, t->child->next->next);
        if (!of_selected && b->held && says_all(b, b->held, t->child->next->next))
            put_held(b, t);
        else
            *t = (Tree){ .atom = such ? such : t->child->next->atom, .next = t->next };
        if (atom_is(t, "~off"))
            t->atom = off_table(b, false);
    }
    if (atom_is(t, "~ship") && put_carrier(b, t))
        return;
    if (atom_is(t, "~pair"))
        put_pair(b, t);
    if (atom_is(t, "~captive"))
        put_captive(b, t);
    if (atom_is(t, "~those")) {
        if (put_both_selected(b, t))
            return;
        t->atom = "~personnel";
    }
    if (is_pointer(t)) {
        t->atom = meant(b, t->atom, in_play);
        if (!t->atom)
            put_held(b, t);
    }
    if (tree_is(t, "aboard"))
        b->aboard = true;
    if (tree_is(t, "choose") || tree_is(t, "random") || tree_is(t, "up-to") || tree_is(t, "one-or-more")) {
        put_source(b, t, false);
        leave_out_itself(b, last_part(t));
    }
    if (tree_is(t, "reveal") && tree_is(t->child->next, "choose"))      /* a card in play is not revealed */
        put_source(b, t->child->next, true);
    bool named = tree_is(t, "as") || tree_is(t, "let");
    bool inside = tree_is(t, "stop") || tree_is(t, "kill") || (tree_is(t, "apply") && !says(t, "later")) || tree_is(t, "unstop") || tree_is(t, "join-attempt") ||
                  tree_is(t, "gain-any-skill") || tree_is(t, "gain-required-skill") || tree_is(t, "gain-named-skill") || tree_is(t, "gain-skill-from") || tree_is(t, "gain-all-skills");
    bool theirs = b->theirs;
    b->in_event |= t == b->event;
    int before = b->selections;
    for (Tree *c = t->child; c; c = c->next) {
        if (is_alternative(t, c))
            b->selections = before;             /* what another way has selected is not there */
        b->suffers = c == t->child->next && does_something(t);
        b->theirs = theirs || (tree_is(t, "each-player") && c != t->child && c != t->child->next);
        if (tree_is(t, "place"))
            b->placed = c == last_part(t) ? t->child->next : NULL;
        bool from_another = (tree_is(t, "gain-all-skills") || tree_is(t, "gain-skill-from")) && c->atom && c != t->child && c != t->child->next;
        int there = b->selections;              /* nobody gains skills from himself: who gains them is not meant by "that personnel" */
        b->selections = from_another ? before : there;
        bind(b, c, inside || (in_play && !tree_is(t, "do") && !tree_is(t, "value")));
        b->selections = from_another ? there : b->selections;
    }
    b->theirs = theirs;
    b->in_event &= t != b->event;
    if (tree_is(t, "place"))
        b->placed = NULL;
    bool leaves = tree_is(t, "kill") || tree_is(t, "destroy") || tree_is(t, "remove") || tree_is(t, "discard") || tree_is(t, "brig") ||
                  (tree_is(t, "place") && last_part(t)->atom);
    for (int i = before; leaves && i < b->selections; i++)
        b->left[i] = true, b->brigged[i] = tree_is(t, "brig");
    bool enters = tree_is(t, "place") && (tree_is(last_part(t), "to-mission") || tree_is(last_part(t), "to-ship") || (tree_is(last_part(t), "onto") && !atom_is(last_part(t)->child->next, "self")) ||
                                          tree_is(last_part(t), "to-present"));
    for (int i = before; enters && i < b->selections; i++)
        b->entered[i] = true;
    if (tree_is(t, "present-with") && last_part(t)->atom && has_left(b, last_part(t)->atom))
        b->unbound = "'present with' a card that is there no longer";
    const Tree *to = tree_is(t, "place") && last_part(t)->child ? last_part(t)->child->next : NULL;
    const Tree *what = to && tree_is(t->child->next, "as") ? t->child->next->child->next : t->child ? t->child->next : NULL;
    if (to && to->atom && what && what->atom && strcmp(to->atom, what->atom) == 0)
        b->unbound = "a card that would be placed on itself";
    bool to_all = does_something(t) && !tree_is(t, "apply") && t->child->next && !t->child->next->atom && !is_selection(t->child->next) && !tree_is(t->child->next, "as");
    if (to_all || tree_is(t, "download") || tree_is(t, "discard-top"))
        b->done = t;
    if (tree_is(t, "place") && tree_is(last_part(t), "to-mission") && !last_part(t)->child->next->atom)
        b->goal = last_part(t)->child->next;
    if (tree_is(t, "exists") || tree_is(t, "at-least")) {
        b->held = last_part(t);
        b->one = tree_is(t, "exists");
    }
    Tree *last = b->selections ? b->selected[b->selections - 1] : NULL;
    bool known = last && (tree_is(last, "as") || tree_is(last, "let")) && last->child->next->next == t;
    if (!named && (!is_selection(t) || known))
        return;
    if (named && last && t->child->next->next == last)     /* the selection inside has its name now */
        b->selections--;
    if (b->selections < MOST_SELECTIONS)
        b->left[b->selections] = b->entered[b->selections] = b->brigged[b->selections] = false, b->selected[b->selections++] = t;
}

static bool leaves_self(const Tree *t)
{
    bool leaves = tree_is(t, "kill") || tree_is(t, "destroy") || tree_is(t, "remove") || tree_is(t, "discard") || tree_is(t, "place");
    return leaves && atom_is(t->child->next, "self");
}

/* The first filter among these that asks who is with this card. */
static Tree *first_present(Tree *t)
{
    for (; t; t = t->next) {
        if (tree_is(t, "and"))
            for (const Tree *c = t->child->next; c; c = c->next)
                if (atom_is(c, "present") || atom_is(c, "here"))
                    return t;
        Tree *inside = t->atom ? NULL : first_present(t->child);
        if (inside)
            return inside;
    }
    return NULL;
}

/* … or that is about what lies on it. */
static Tree *first_on_self(Tree *t)
{
    for (; t; t = t->next) {
        bool on_self = tree_is(t, "on") && atom_is(t->child->next, "self");
        for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
            on_self |= tree_is(c, "on") && atom_is(c->child->next, "self");
        Tree *inside = on_self ? t : t->atom ? NULL : first_on_self(t->child);
        if (inside)
            return inside;
    }
    return NULL;
}

/* … or that is the ship it is aboard, or the mission where it is. */
static Tree *first_ship(Tree *t)
{
    for (; t; t = t->next) {
        Tree *inside = t->atom ? (atom_is(t, "this-ship") || atom_is(t, "this-mission") ? t : NULL) : first_ship(t->child);
        if (inside)
            return inside;
    }
    return NULL;
}

/* Who pays with this card itself must find those present with it before it is gone: they are named first. */
static void name_those_present(Binding *b, Tree *ability)
{
    Tree *cost = NULL;
    for (Tree *c = ability->child; c && !cost; c = c->next)
        cost = tree_is(c, "cost") ? c : NULL;
    Tree *before = cost ? cost->child : NULL;   /* what stands before the effect by which it leaves */
    while (before && before->next && !leaves_self(before->next))
        before = before->next;
    Tree *who = before && before->next ? first_present(cost->next) : NULL;
    who = who || !(before && before->next) ? who : first_on_self(cost->next);
    who = who || !(before && before->next) ? who : first_ship(cost->next);
    if (!who)
        return;
    Tree *name = leaf(b->arena, new_name(b)), *same = arena_take(b->arena, sizeof *same), *let = list_of(b->arena, "let", name);
    *same = (Tree){ .atom = who->atom, .child = who->child };
    name->next = same;
    let->next = before->next;
    before->next = let;
    *who = (Tree){ .atom = name->atom, .next = who->next };
}

/* Who is picked is named before the price is paid, and before the first effect where there is none. */
static void name_picked(Binding *b, Tree *ability)
{
    Tree *before = ability->child, *cost = NULL;
    if (tree_is(ability, "when") || tree_is(ability, "while-may"))
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || tree_is(before->next, "limit") || atom_is(before->next, "may")))
        before = before->next;
    cost = tree_is(before->next, "cost") ? before->next : NULL;
    before = cost ? cost->child : before;
    Tree *name = leaf(b->arena, b->picked), *you = leaf(b->arena, "you"), *let = list_of(b->arena, "let", name);
    you->next = leaf(b->arena, "1");
    you->next->next = b->pick;
    name->next = list_of(b->arena, "choose", you);
    let->next = before->next;
    before->next = let;
}

bool bind_words(Arena *arena, Tree *ability, CardKnown card, const char **unbound)
{
    Tree *inner = tree_is(ability, "damage") && ability->child->next ? ability->child->next : ability;
    Binding b = { .arena = arena, .start = card.start, .hosted = card.hosted, .stays = card.stays, .named = card.named, .asked = card.asked,
                  .event = tree_is(inner, "when") || tree_is(inner, "while-may") ? inner->child->next : NULL };
    bind(&b, inner, false);
    name_those_present(&b, inner);
    if (b.picked)
        name_picked(&b, inner);
    *unbound = b.unbound;
    return b.unbound == NULL;
}
