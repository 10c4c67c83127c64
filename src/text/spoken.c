/* What an ability has spoken of: its selections, what its event is about, and which types of card they can be. */
#include "text/inside.h"

bool is_selection(const Tree *t)
{
    static const char *const word[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "highest", "lowest", "top", "bottom", "pile-top", "pile-bottom", "downloaded", "cards-drawn", "up-to-total", "at-least-total", "choose-different", "choose-alike", "up-to-different" };
    for (size_t i = 0; i < countof(word); i++)
        if (tree_is(t, word[i]))
            return true;
    return false;
}

const char *new_name(Binding *b)
{
    static const char *const name[] = { "$a", "$b", "$c", "$d" };
    if (b->names == (int)countof(name)) {
        b->unbound = "more names than an ability may have";
        return name[0];
    }
    return name[b->names++];
}

/* The name of a selection: one without is given one. */
const char *name_of_selected(Binding *b, Tree *t)
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

/* Which types of card a word as ~ship may mean; any, where it says none. */
int types_of_mark(const char *mark)
{
    for (size_t i = 0; i < countof(type_bits); i++)
        if (strcmp(mark, type_bits[i].mark) == 0)
            return type_bits[i].bit;
    return ANY_TYPE;
}

static int types_by_word(const Tree *t)
{
    static const struct { const char *word; int types; } known[] = {
        { "facing-group", PERSONNEL }, { "~facing", PERSONNEL }, { "involved", PERSONNEL | SHIP }, { "captive", PERSONNEL }, { "has", PERSONNEL }, { "in-brig", PERSONNEL },
        { "attr", PERSONNEL | SHIP },  { "worth", MISSION },             { "mission-of", MISSION }, { "complete", MISSION },
        { "quadrant", MISSION },       { "requires", MISSION | DILEMMA }, { "drawn", DILEMMA },     { "pile-top", DILEMMA }, { "pile-bottom", DILEMMA }, { "in-pile", DILEMMA },
        { "damage-card", EVENT | DILEMMA },
        { "staffed", SHIP },           { "damaged", SHIP }, { "has-commander", SHIP },             { "has-named-skill", PERSONNEL },
        { "this-mission", MISSION },   { "this-ship", SHIP },            { "requires-attribute", MISSION | DILEMMA }, { "requires-named-skill", MISSION | DILEMMA },
        { "span", MISSION },           { "dilemmas-beneath", MISSION },  { "staffing-icons", SHIP }, { "in-command", PERSONNEL }, { "total-attributes", PERSONNEL },
    };
    for (size_t i = 0; i < countof(known); i++)
        if (atom_is(t, known[i].word) || tree_is(t, known[i].word))
            return known[i].types;
    bool of_dilemmas = tree_is(t, "is") && (atom_is(t->child->next, "Consume") || atom_is(t->child->next, "Persistent"));       /* the two keywords of dilemmas that the rules know (2E-22.3) */
    return of_dilemmas ? DILEMMA : ANY_TYPE;
}

int types_of(const Tree *t)
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
    if (!t->atom && is_selection(t) && !tree_is(t, "pile-top") && !tree_is(t, "pile-bottom"))
        return types_of(last_part((Tree *)t));
    if (tree_is(t, "as") || tree_is(t, "let"))
        return types_of(last_part((Tree *)t));
    return types_by_word(t);
}

int types_of_named(const Binding *b, const char *name)
{
    for (int i = 0; i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, name))
            return types_of(b->selected[i]);
    return ANY_TYPE;
}

/* ---- what was selected, and what the event is about ---- */

bool is_out_of_play(const Tree *t)
{
    static const char *const of_some[] = { "let", "as", "choose", "random", "up-to", "one-or-more" };       /* … however many they are: "as many personnel as you have cards in hand" */
    if (tree_is_any(t, of_some, countof(of_some)))
        return is_out_of_play(last_part((Tree *)t));
    return says(t, "in-hand") || says(t, "in-deck") || says(t, "in-discard") || says(t, "in-removed") || says(t, "top") || says(t, "cards-drawn") || says(t, "bottom") || says(t, "in-pile");
}

bool has_shown_some(const Binding *b)
{
    for (int i = 0; i < b->selections; i++)
        if (is_out_of_play(b->selected[i]) || says(b->selected[i], "pile-top") || says(b->selected[i], "pile-bottom"))
            return true;
    return false;
}

bool stands_on(const Binding *b, const char *type)
{
    return strcmp(b->start, type) == 0;
}

/* What the event is about, if it can be such a card. */
const char *from_event(const Binding *b, int types)
{
    static const char *const of_dilemma[] = { "facing", "about-to-face", "about-to-stop", "about-to-kill", "stopped-event", "killed", "selected",
                                              "randomly-selected", "about-to-select" };
    static const char *const of_mission[] = { "attempt-begins", "attempting", "overcome", "moves-from", "moved", "about-to-move", "beamed", "checking-requirements" };
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
    if (strcmp(word, "drew-dilemmas") == 0)
        return types & DILEMMA ? "drawn" : NULL;
    if (strcmp(word, "chose-dilemmas") == 0)
        return types & DILEMMA ? "in-stack" : NULL;
    if (b->damaged && (types == ANY_TYPE || types & SHIP))
        return "cause";
    const Tree *subject = b->event->child->next;
    static const char *const battles[] = { "engagement-begins", "combat-begins", "engagement-ends", "combat-ends" };
    if (tree_is_any(b->event, battles, countof(battles)) && (types != ANY_TYPE || strstr(word, "ends")) && atom_is(subject, "any"))
        return NULL;                            /* it names nobody: "when you begin an engagement, … that ship" is another ship that was spoken of */
    if (strcmp(word, "draws") == 0 || strcmp(word, "reveals") == 0 || strcmp(word, "downloads") == 0 || strcmp(word, "about-to-top") == 0 || strcmp(word, "puts-on-top") == 0)
        return types != MISSION && types != DILEMMA ? "that" : NULL;
    bool laid = strcmp(word, "about-to-place-on") == 0 || strcmp(word, "placed-on") == 0;
    const Tree *on = laid && subject ? subject->next : NULL;
    bool on_own_ship = on && types == SHIP && atom_is(on, "self") && stands_on(b, "Ship");
    if (on_own_ship || (on && types != ANY_TYPE && types_of(on) != ANY_TYPE && types_of(on) & types))
        return "cause";                         /* "when your ship is about to be damaged, … that ship": on which it is placed */
    bool won = strcmp(word, "engagement-won") == 0 || strcmp(word, "combat-won") == 0;
    if (won && subject && subject->next && (types == SHIP || types == ANY_TYPE) && types_of(subject->next) != ANY_TYPE && types_of(subject->next) & SHIP)
        return "that";                          /* "when you win an engagement involving your ship, … that ship" */
    bool is_card = subject && !atom_is(subject, "self") && !atom_is(subject, "you") && !atom_is(subject, "opponent") && !atom_is(subject, "each");
    return is_card && (types_of(subject) & types) ? "that" : NULL;
}

/* Which types of card a selection may have.  One of those that were selected before is of their type. */
static int types_of_selected(const Binding *b, int which)
{
    int types = types_of(b->selected[which]);
    const Tree *from = last_part(b->selected[which]);
    while (is_selection(from))
        from = last_part((Tree *)from);
    if (types == ANY_TYPE && atom_is(from, "that") && b->event && b->event->child->next)       /* one of those whom the event is about */
        return types_of(b->event->child->next);
    for (int i = which - 1; types == ANY_TYPE && from->atom && from->atom[0] == '$' && i >= 0; i--)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, from->atom))
            types = types_of_selected(b, i);
    return types;
}

Tree *last_selected(const Binding *b, int types, bool only_such, bool in_play)
{
    for (int i = b->selections - 1; i >= 0; i--) {
        int such = types_of_selected(b, i);
        bool no_mission = types == MISSION && is_out_of_play(b->selected[i]);      /* missions are in play from the start */
        if (!no_mission && (such & types) && (!only_such || such != ANY_TYPE) && !(in_play && is_out_of_play(b->selected[i]) && !b->entered[i]))
            return b->selected[i];
    }
    return NULL;
}

/* "Draw two cards.  Discard one of them": those that were drawn last.  The effect is changed so that they have a name.  NULL: you drew none. */
const char *name_of_drawn(Binding *b)
{
    Tree *draw = b->draw;
    if (!draw || !atom_is(draw->child->next, "you") || b->selections == MOST_SELECTIONS)
        return NULL;
    const char *name = new_name(b);
    Tree *var = leaf(b->arena, name);
    var->next = list_of(b->arena, "cards-drawn", draw->child->next);
    draw->child = list_of(b->arena, "let", var)->child;
    b->draw = NULL;
    b->left[b->selections] = b->entered[b->selections] = b->brigged[b->selections] = b->spent[b->selections] = b->returned[b->selections] = false;
    b->selected[b->selections++] = draw;
    return name;
}

/* "Unstop each …  Those personnel": to whom the last effect was done; "Download a …  That personnel": what was downloaded.  The effect is changed
 * so that its cards have a name.  NULL: there was none, or it was about other cards. */
const char *name_of_done(Binding *b, int types, bool in_play)
{
    Tree *effect = b->done, *first = effect ? effect->child->next : NULL;
    if (!effect)
        return NULL;
    if (tree_is(effect, "discard-top")) {       /* "… discards the top card of his or her deck.  If it is …" */
        if (in_play || types == MISSION || types == DILEMMA || (types == SHIP && b->aboard))
            return NULL;
        const char *name = new_name(b);
        Tree *var = leaf(b->arena, name);
        var->next = list_of(b->arena, "top", first);
        effect->child = list_of(b->arena, "discard", list_of(b->arena, "as", var))->child;
        b->done = NULL;
        if (b->selections < MOST_SELECTIONS)    /* later words may point to it as well */
            b->left[b->selections] = true, b->entered[b->selections] = b->brigged[b->selections] = b->spent[b->selections] = b->returned[b->selections] = false, b->selected[b->selections++] = effect->child->next;
        return name;
    }
    if (!tree_is(effect, "download"))
        return types_of(first) & types && !(in_play && is_out_of_play(first)) ? name_of_selected(b, first) : NULL;
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
            b->left[b->selections] = b->entered[b->selections] = b->brigged[b->selections] = b->spent[b->selections] = b->returned[b->selections] = false, b->selected[b->selections++] = effect;
    } else {
        Tree *as = list_of(b->arena, "as", var);
        as->next = to;
        effect->child = list_of(b->arena, "place", as)->child;
    }
    b->done = NULL;
    return name;
}

/* The one card of these that the text means is chosen before anything else happens. */
const char *name_of_picked(Binding *b, const Tree *from)
{
    if (!b->picked) {
        b->picked = new_name(b);
        b->pick = copy_of_one(b->arena, from);
    }
    return b->picked;
}

/* One card, and not several. */
bool is_single(const Tree *t)
{
    if (tree_is(t, "as") || tree_is(t, "let"))
        t = last_part((Tree *)t);
    return tree_is(t, "highest") || tree_is(t, "lowest") || (tree_is(t, "random") && atom_is(t->child->next, "1"))
        || (tree_is(t, "choose") && atom_is(t->child->next->next, "1"));
}

/* "When your personnel is killed, choose another personnel present.  That personnel …": who was chosen last, and nothing was done to him with it. */
Tree *just_chosen(const Binding *b, int types)
{
    Tree *last = b->selections ? b->selected[b->selections - 1] : NULL;
    int can_be = last ? types_of(last) : 0;
    bool fits = can_be == ANY_TYPE ? types == PERSONNEL : (can_be & types) != 0;
    return fits && tree_is(last, "let") && is_single(last) && !is_out_of_play(last) ? last : NULL;
}

/* "The killed personnel", "the stopped personnel": whom the event is about, if that has befallen him; else as "that personnel". */
void put_victim(const Binding *b, Tree *t)
{
    bool killed = atom_is(t, "~personnel-killed"), stopped = atom_is(t, "~personnel-stopped");
    if (!killed && !stopped)
        return;
    bool of_event = killed ? tree_is(b->event, "killed") || tree_is(b->event, "about-to-kill") : tree_is(b->event, "stopped-event") || tree_is(b->event, "about-to-stop");
    t->atom = of_event ? "that" : "~personnel";
}

/* "If he or she is facing a dilemma": the personnel whom the event is about, or who was selected; else personnel of the player who does something. */
void put_facer(const Binding *b, Tree *t)
{
    static const char *const plays[] = { "played", "about-to-play", "announced" };
    if (!atom_is(t, "~facer"))
        return;
    if ((from_event(b, PERSONNEL) && !tree_is_any(b->event, plays, countof(plays))) || last_selected(b, PERSONNEL, true, true))
        t->atom = "~personnel";
    else
        *t = (Tree){ .child = tree_read(b->arena, "and (type personnel) (of ~player)")->child, .next = t->next };
}

/* "Each other player": your opponents, where it is you who does what the sentence speaks of. */
void put_every_other(Binding *b, Tree *t)
{
    const Tree *subject = b->event ? b->event->child->next : NULL;
    bool yours = !b->event || tree_is(b->event, "completed") || tree_is(b->event, "about-to-complete") || (tree_is(b->event, "played") && atom_is(subject, "self"))
        || (says(b->event, "you") && !says(b->event, "opponent") && !says(b->event, "each"));
    if (!atom_is(t, "~every-other"))
        return;
    t->atom = "each-opponent";
    if (!yours || b->owner || b->chosen)        /* … or where somebody else was spoken of since */
        b->unbound = "'each other player', than one who may be an opponent";
}

/* A selection of a number of cards that is more than one. */
bool is_several(const Tree *t)
{
    if (tree_is(t, "as") || tree_is(t, "let"))
        t = last_part((Tree *)t);
    const Tree *count = tree_is(t, "random") ? t->child->next : tree_is(t, "choose") ? t->child->next->next : NULL;
    return count && count->atom && strcmp(count->atom, "1") != 0;
}

/* "It" on a dilemma is a card that was spoken of before those who face it were selected: whether there is one. */
bool put_thing(Binding *b, Tree *t)
{
    int at = b->selections - 1;
    while (at >= 0 && types_of(b->selected[at]) == PERSONNEL && !is_out_of_play(b->selected[at]))
        at--;
    if (!stands_on(b, "Dilemma") || at < 0 || at == b->selections - 1 || is_several(b->selected[at]))
        return false;
    t->atom = name_of_selected(b, b->selected[at]);
    return true;
}

/* "Select three personnel.  Kill the personnel with the highest …": the one of those three. */
void put_among_selected(Binding *b, Tree *filter)
{
    Tree *last = b->selections ? b->selected[b->selections - 1] : NULL;
    if (!tree_is(last, "let") || is_single(last) || !(types_of(last) & PERSONNEL) || types_of(last) == ANY_TYPE)
        return;
    Tree *group = tree_is(filter, "and") ? filter->child->next : filter;
    while (tree_is(filter, "and") && group && !atom_is(group, "facing-group"))
        group = group->next;
    if (atom_is(group, "facing-group"))
        group->atom = name_of_selected(b, last);
}
