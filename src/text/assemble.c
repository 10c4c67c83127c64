/* Puts what the sentences of a card mean together into abilities.
 *
 * The grammar reads one sentence at a time, and some sentences speak of those before them.  Their meanings carry marks that begin with ~,
 * which no card language knows, and which are resolved here:
 *
 *   (~then E+)       effects that go on with the ability before; a one-time text of its own where there is none
 *   (~else E+)       "If you cannot, …": of the last effect before
 *   (~done E+)       "If you do, …": of the last effect before
 *   (~otherwise E+)  "Otherwise, …": of the last condition before
 *   (~won E+)        "If you win, …": of the combat or engagement that was begun before
 *   (~prevented P E)    "You may … to prevent this": of what the sentence before does; (~prevented-by P E) where another player may
 *   (~not-done E+)   "If you do not, …": of the last effect before
 *   (~two V V ~and G* E+)   one text that answers two events: two abilities
 *   (~nothing)       what the rules say anyway
 *   (~only F)        "Those cards must be …": of the last download
 *   (~limit N per)   "You may do this only once each turn.": of the ability before
 *   (~lasts until)   "This effect lasts until …": of every effect before that waits for it, with ~until in its place; else of the text before it,
 *                    which an order or a response has brought about
 *   (~only-if B)     "You may do this only if …": of the ability before
 *   (~ignore B)      "While …, ignore its next ability": of the ability behind it
 *   (~standing S)    those of "it", "that personnel" … that are in play
 *   ~it              "him or her", "those cards": the last selection in the same ability; else what its event is about
 *   ~personnel, ~ship, ~equipment, ~event, ~interrupt, ~dilemma, ~mission   "that personnel" …: the last selection that can be such a card;
 *                    else what its event is about
 *   ~he              "he", "her": this personnel; on other cards "that personnel"
 *   ~thing           "it": as ~it, and this card where there is neither
 *   ~other           "another", "other": than this card; on an event or interrupt, than what was selected or what its event is about
 *   ~player          "he or she" who does something: who caused the event, or the opponent who was spoken of
 *   ~this-ship       "this ship": this card where it is one
 *   ~present, ~here  "present", "at this mission": with this card; on cards that are nowhere, with what the event is about
 *   ~off             "the discarded personnel": what was selected out of play
 *   ~last, ~first    the last selection, and the one before it; ~both: the last, never what the event is about
 *   ~cards           "the remaining cards": the last cards that were named apart from what is done with them
 *
 * A mark that speaks of nothing makes the card not understood. */
#include "text/inside.h"

enum { MOST_SELECTIONS = 12 };

/* Selections of an ability in the order of its words, and what its event is about. */
typedef struct {
    Arena *arena;
    Tree  *selected[MOST_SELECTIONS];
    int    selections, names;
    bool   left[MOST_SELECTIONS];              /* the selected have left the table: nobody is present with them any more */
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
    bool   named;                              /* the card names a title */
    bool   stays;                              /* an event that lies somewhere */
    Tree  *placed;                             /* inside a destination: what goes there */
    const char *unbound;
} Binding;

static Tree *leaf(Arena *arena, const char *atom)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->atom = atom;
    return t;
}

static Tree *list_of(Arena *arena, const char *word, Tree *parts)
{
    Tree *t = arena_take(arena, sizeof *t);
    t->child = leaf(arena, word);
    t->child->next = parts;
    return t;
}

static bool has_effects(const Tree *t)
{
    return tree_is(t, "resolve") || tree_is(t, "order") || tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "play-option");
}

static Tree *last_part(Tree *t)
{
    Tree *last = t->child;
    while (last->next)
        last = last->next;
    return last;
}

/* The last effect of an ability is made a part of something larger: (word effect more…). */
static void wrap_last(Arena *arena, Tree *ability, const char *word, Tree *more)
{
    Tree **at = &ability->child;
    while ((*at)->next)
        at = &(*at)->next;
    Tree *effect = *at;
    effect->next = more;
    *at = list_of(arena, word, effect);
}

/* Under which condition an ability works: it stands behind the event. */
static void add_guard(Arena *arena, Tree *ability, Tree *condition)
{
    Tree *before = ability->child, *guard = list_of(arena, "guard", condition);
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    guard->next = before->next;
    before->next = guard;
}

/* Clauses stand behind the event, and before the effects: a limit goes in front of everything else there. */
static void add_limit(Tree *ability, Tree *limit)
{
    Tree *before = ability->child;
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || atom_is(before->next, "may") || tree_is(before->next, "may")))
        before = before->next;
    limit->next = before->next;
    before->next = limit;
}

static int put_until(Tree *t, const char *open, const char *until)
{
    int filled = 0;
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, open)) {
            c->atom = until;
            filled++;
        }
        filled += put_until(c, open, until);
    }
    return filled;
}

/* ---- sentences ---- */

typedef struct { Arena *arena; Tree *first, *last; bool twice; Tree *begin, *ignored; const char *start, *unbound; } Abilities;   /* ignored: when the next ability is */

static bool takes_guard(const Tree *t)
{
    return has_effects(t) || tree_is(t, "static") || tree_is(t, "own-cost") || tree_is(t, "permit-play");
}

static void add_ability(Abilities *a, Tree *t)
{
    t->next = NULL;
    if (a->ignored && takes_guard(t)) {
        add_guard(a->arena, t, list_of(a->arena, "not-so", a->ignored));
        a->ignored = NULL;
    }
    if (a->last)
        a->last->next = t;
    else
        a->first = t;
    a->last = t;
}

static bool speaks_of_nothing(Abilities *a, const char *what)
{
    a->unbound = what;
    return false;
}

/* What comes first in a list of effects: a word that points back to what was selected before (1), or cards of its own that a later word
 * may point to (2); 0 for neither. */
static int first_pointer(const Tree *t)
{
    for (; t; t = t->next) {
        if (t->atom && (strncmp(t->atom, "~it", 3) == 0 || strncmp(t->atom, "~personnel", 10) == 0 || strcmp(t->atom, "~both") == 0 || strcmp(t->atom, "named") == 0))
            return 1;
        int inside = t->atom ? 0 : first_pointer(t->child);
        if (inside)
            return inside;
        if (tree_is(t, "at-least") || tree_is(t, "exists") || tree_is(t, "random") || tree_is(t, "choose") || tree_is(t, "let"))
            return 2;
    }
    return 0;
}

/* Where a further sentence goes: into the condition before it if it speaks of what was selected there (2e-2014/dilemmas.3), and with what
 * follows a victory if it speaks of that. */
static Tree *goes_inside(Tree *ability, const Tree *effects)
{
    Tree *last = last_part(ability);
    bool back = first_pointer(effects) == 1;
    bool condition = (tree_is(last, "unless") || tree_is(last, "if")) && !tree_is(last_part(last), "else");
    bool victory = (tree_is(last, "begin-combat") || tree_is(last, "begin-engagement")) && tree_is(last_part(last), "if-you-win");
    return !back ? ability : condition ? last : victory ? last_part(last) : ability;
}

/* Cards whose effects must say when they happen; events and dilemmas happen when they are played and faced. */
static bool stays(const char *start)
{
    static const char *const types[] = { "Personnel", "Ship", "Equipment", "Mission", "Headquarters", "Interrupt" };
    for (size_t i = 0; i < countof(types); i++)
        if (strcmp(start, types[i]) == 0)
            return true;
    return false;
}

static bool go_on(Abilities *a, Tree *effects)
{
    if (a->twice)
        return speaks_of_nothing(a, "more after a text that answers two events");
    if (a->last && has_effects(a->last))
        last_part(goes_inside(a->last, effects))->next = effects;
    else if (!stays(a->start))
        add_ability(a, list_of(a->arena, "resolve", effects));
    else
        return speaks_of_nothing(a, "an effect, and nothing says when");
    return true;
}

/* The effects of the sentence before become what happens if nobody pays to prevent them. */
static bool prevented(Abilities *a, Tree *parts, bool by_another)
{
    if (!a->begin || !a->begin->next || a->twice)
        return speaks_of_nothing(a, "'to prevent this' with nothing before it");
    Tree *offer = list_of(a->arena, by_another ? "each-player" : "you-may", parts);
    if (by_another) {
        Tree *you = leaf(a->arena, "you");
        you->next = parts->next;
        parts->next = list_of(a->arena, "you-may", you);
    }
    Tree *only = a->begin->next;                /* what happens under a condition is prevented there */
    Tree *behind = (tree_is(only, "unless") || tree_is(only, "if")) && !only->next && !tree_is(last_part(only), "else") ? only->child->next : a->begin;
    offer->next = list_of(a->arena, "else", behind->next);
    behind->next = list_of(a->arena, "if-you-do", offer);
    return true;
}

static Tree *copy_of(Arena *arena, const Tree *t)
{
    Tree *out = NULL, **last = &out;
    for (; t; t = t->next) {
        *last = arena_take(arena, sizeof **last);
        **last = (Tree){ .atom = t->atom, .child = t->child ? copy_of(arena, t->child) : NULL };
        last = &(*last)->next;
    }
    return out;
}

/* One text for two events: two abilities that do the same. */
static bool take_two(Abilities *a, Tree *parts)
{
    Tree *first = parts, *second = first->next, *rest = second->next->next;     /* behind ~and */
    first->next = copy_of(a->arena, rest);
    second->next = rest;
    add_ability(a, list_of(a->arena, "when", first));
    add_ability(a, list_of(a->arena, "when", second));
    a->twice = true;
    return true;
}

/* "Those cards must be …": said of what was downloaded. */
static bool restrict_download(Arena *arena, Tree *t, Tree *filter)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (!tree_is(c, "download")) {
            if (restrict_download(arena, c, filter))
                return true;
            continue;
        }
        Tree *what = c->child->next->next->next, *before = arena_take(arena, sizeof *before);
        *before = (Tree){ .atom = what->atom, .child = what->child };
        before->next = filter;
        *what = (Tree){ .child = leaf(arena, "and"), .next = what->next };
        what->child->next = before;
        return true;
    }
    return false;
}

/* "This effect lasts until …", said of a text of its own: what comes before has brought it about, and it lasts that long. */
static bool make_last(Abilities *a, const char *until)
{
    Tree *text = a->last, *before = a->first;
    while (before && before != text && before->next != text)
        before = before->next;
    if (!before || before == text || !has_effects(before) || (strcmp(a->start, "Interrupt") == 0))
        return false;
    Tree *how_long = leaf(a->arena, until);
    if (tree_is(text, "static") && !tree_is(text->child->next, "guard")) {
        Tree *whom = text->child->next;
        how_long->next = whom->next;
        whom->next = how_long;
        last_part(before)->next = list_of(a->arena, "apply", whom);
    } else if (tree_is(text, "static") || tree_is(text, "when") || tree_is(text, "while-may")) {
        how_long->next = text;
        last_part(before)->next = list_of(a->arena, "for-now", how_long);
    } else {
        return false;
    }
    before->next = NULL;
    a->last = before;
    return true;
}

static bool begins_battle(const Tree *t)
{
    return tree_is(t, "begin-combat") || tree_is(t, "begin-engagement");
}

static bool take_mark(Abilities *a, Tree *t)
{
    Tree *parts = t->child->next;
    bool after_effects = a->last && has_effects(a->last) && !a->twice;
    if (tree_is(t, "~nothing"))
        return true;
    if (tree_is(t, "~two"))
        return take_two(a, parts);
    if (tree_is(t, "~prevented") || tree_is(t, "~prevented-by"))
        return prevented(a, parts, tree_is(t, "~prevented-by"));
    if (tree_is(t, "~not-done")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'if you do not' with nothing to do before it");
        wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", parts));
        return true;
    }
    if (tree_is(t, "~then"))
        return go_on(a, parts);
    if (tree_is(t, "~else") || tree_is(t, "~done")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'if you do' or 'if you cannot' with nothing to do before it");
        bool can_not = tree_is(t, "~else");
        wrap_last(a->arena, a->last, can_not ? "try" : "if-you-do", can_not ? list_of(a->arena, "else", parts) : parts);
        return true;
    }
    if (tree_is(t, "~otherwise")) {
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (!tree_is(last, "if") && !tree_is(last, "unless"))
            return speaks_of_nothing(a, "'otherwise' with no condition before it");
        last_part(last)->next = list_of(a->arena, "else", parts);
        return true;
    }
    if (tree_is(t, "~won")) {
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (tree_is(last, "choose-one"))        /* combat or an engagement */
            for (Tree *way = last->child->next->next; way; way = way->next)
                if (begins_battle(way) && way->next)
                    last_part(way)->next = list_of(a->arena, "if-you-win", copy_of(a->arena, parts));
        while (tree_is(last, "choose-one"))
            last = last_part(last);
        if (!begins_battle(last))
            return speaks_of_nothing(a, "'if you win' with no combat or engagement before it");
        last_part(last)->next = list_of(a->arena, "if-you-win", parts);
        return true;
    }
    if (tree_is(t, "~limit") && a->twice) {
        Tree *first = a->first;
        while (first->next != a->last)
            first = first->next;
        add_limit(a->last, list_of(a->arena, "together", NULL));
        add_limit(a->last, list_of(a->arena, "limit", copy_of(a->arena, parts)));
        add_limit(first, list_of(a->arena, "limit", parts));
        return true;
    }
    if (tree_is(t, "~limit")) {
        if (!after_effects)
            return speaks_of_nothing(a, "a limit with nothing before it");
        add_limit(a->last, list_of(a->arena, "limit", parts));
        return true;
    }
    if (tree_is(t, "~only"))
        return (a->last && restrict_download(a->arena, a->last, parts)) || speaks_of_nothing(a, "'those cards' with no download before it");
    if (tree_is(t, "~only-if")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'only if' with nothing before it");
        add_guard(a->arena, a->last, parts);
        return true;
    }
    if (tree_is(t, "~ignore")) {
        a->ignored = parts;
        return true;
    }
    if (tree_is(t, "~lasts") && parts && parts->atom)
        return (a->last && (put_until(a->last, "~until", parts->atom) > 0 || make_last(a, parts->atom))) || speaks_of_nothing(a, "'lasts until' with nothing that lasts before it");
    return speaks_of_nothing(a, t->child->atom);
}

static bool is_mark(const Tree *t)
{
    return !t->atom && t->child && t->child->atom && t->child->atom[0] == '~';
}

/* One-time texts that follow one another are one. */
static bool goes_on_resolving(const Abilities *a, const Tree *t)
{
    return tree_is(t, "resolve") && tree_is(a->last, "resolve");
}

/* ---- what "that personnel" is ---- */

static bool is_selection(const Tree *t)
{
    static const char *const word[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "highest", "lowest", "top", "pile-top" };
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
        { "staffed", SHIP },           { "damaged", SHIP },              { "has-named-skill", PERSONNEL }, { "beneath", DILEMMA },
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

static bool says(const Tree *t, const char *word)
{
    if (atom_is(t, word))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (says(c, word))
            return true;
    return false;
}

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
    static const char *const of_mission[] = { "attempt-begins", "attempting", "overcome" };
    if (!b->event)
        return NULL;
    const char *word = b->event->child->atom;
    for (size_t i = 0; i < countof(of_dilemma); i++)
        if (types == DILEMMA && strcmp(word, of_dilemma[i]) == 0)
            return "cause";
    for (size_t i = 0; i < countof(of_mission); i++)
        if (types == MISSION && strcmp(word, of_mission[i]) == 0)
            return "cause";
    const Tree *subject = b->event->child->next;
    bool is_card = subject && !atom_is(subject, "self") && !atom_is(subject, "you") && !atom_is(subject, "opponent") && !atom_is(subject, "each");
    return is_card && (types_of(subject) & types) ? "that" : NULL;
}

static Tree *last_selected(const Binding *b, int types, bool only_such, bool in_play)
{
    for (int i = b->selections - 1; i >= 0; i--) {
        int such = types_of(b->selected[i]);
        if ((such & types) && (!only_such || such != ANY_TYPE) && !(in_play && is_off_table(b->selected[i])))
            return b->selected[i];
    }
    return NULL;
}

/* in_play: what is done can be done only to a card in play.  NULL: the last condition says who. */
static const char *meant(Binding *b, const char *mark, bool in_play)
{
    int types = ANY_TYPE;
    for (size_t i = 0; i < countof(type_bits); i++)
        if (strcmp(mark, type_bits[i].mark) == 0)
            types = type_bits[i].bit;
    const char *event = from_event(b, types);
    Tree *such = last_selected(b, types, types != ANY_TYPE, in_play);
    if (such && event && types != ANY_TYPE)
        b->unbound = "'that', of which there are two";
    if (!such && !event)
        such = last_selected(b, types, false, in_play);
    if (!such && !event && b->held && (types_of(b->held) & types))
        return NULL;
    if (!such && !event && types == SHIP && b->aboard)
        return "this-ship";
    if (!such && !event && types == MISSION && !is_card(b, "Event") && !is_card(b, "Interrupt"))
        return "this-mission";
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
    bool nothing_else = !b->selections && !from_event(b, ANY_TYPE);
    return nothing_else ? "self" : meant(b, "~it", in_play);
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
    if (!with || here)
        b->unbound = "'present' or 'at this mission' on a card that is nowhere";
    t->child = leaf(b->arena, "present-with");
    t->child->next = leaf(b->arena, with ? with : "that");
    t->atom = NULL;
}

static void put_other(Binding *b, Tree *t)
{
    const char *than = NULL;
    if (is_card(b, "Event") || is_card(b, "Interrupt"))
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

static const char *named_cards(Binding *b)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (tree_is(b->selected[i], "let"))
            return name_of_selected(b, b->selected[i]);
    b->unbound = "'the remaining cards' with nothing before it";
    return "that";
}

/* "That Romulan", "those personnel": who the condition asked for, chosen where it asked for one. */
static void put_held(Binding *b, Tree *t)
{
    Tree *who = copy_of(b->arena, b->held);
    who->next = NULL;
    if (!b->one || !b->suffers) {
        t->atom = who->atom;
        t->child = who->child;
        return;
    }
    Tree *you = leaf(b->arena, "you");
    you->next = leaf(b->arena, "1");
    you->next->next = who;
    t->child = leaf(b->arena, "choose");
    t->child->next = you;
    b->held = NULL;
}

/* "The discarded personnel": what was selected out of play. */
static const char *off_table(Binding *b)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (is_off_table(b->selected[i]))
            return name_of_selected(b, b->selected[i]);
    const char *event = from_event(b, ANY_TYPE);
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

static bool has_left(const Binding *b, const char *name)
{
    for (int i = 0; i < b->selections; i++)
        if (b->left[i] && (tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, name))
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
    if (!is_card(b, "Interrupt") || !says(filter, "in-hand") || !(types_of(filter) & INTERRUPT) || says(filter, "opponent"))
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

static void bind(Binding *b, Tree *t, bool in_play)
{
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
    if (atom_is(t, "~new"))
        t->atom = new_name(b);
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
    if (atom_is(t, "~present") || atom_is(t, "~here")) {
        put_place(b, t);
        return;
    }
    if (atom_is(t, "~off"))
        t->atom = off_table(b);
    if (atom_is(t, "~last") || atom_is(t, "~both")) {
        if (!b->selections)
            b->unbound = "'both' with nothing selected before it";
        t->atom = b->selections ? name_of_selected(b, b->selected[b->selections - 1]) : "that";
    }
    if (atom_is(t, "~first"))
        t->atom = b->selections > 1 ? name_of_selected(b, b->selected[b->selections - 2]) : "that";
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
    bool inside = tree_is(t, "stop") || tree_is(t, "kill") || tree_is(t, "apply") || tree_is(t, "unstop") || tree_is(t, "join-attempt") ||
                  tree_is(t, "gain-any-skill") || tree_is(t, "gain-required-skill") || tree_is(t, "gain-named-skill") || tree_is(t, "gain-skill-from") || tree_is(t, "gain-all-skills");
    bool theirs = b->theirs;
    int before = b->selections;
    for (Tree *c = t->child; c; c = c->next) {
        b->suffers = c == t->child->next && does_something(t);
        b->theirs = theirs || (tree_is(t, "each-player") && c != t->child && c != t->child->next);
        if (tree_is(t, "place"))
            b->placed = c == last_part(t) ? t->child->next : NULL;
        bind(b, c, inside || (in_play && !tree_is(t, "do") && !tree_is(t, "value")));
    }
    b->theirs = theirs;
    if (tree_is(t, "place"))
        b->placed = NULL;
    bool leaves = tree_is(t, "kill") || tree_is(t, "destroy") || tree_is(t, "remove") || tree_is(t, "discard") || tree_is(t, "brig") ||
                  (tree_is(t, "place") && last_part(t)->atom);
    for (int i = before; leaves && i < b->selections; i++)
        b->left[i] = true;
    if (tree_is(t, "present-with") && last_part(t)->atom && has_left(b, last_part(t)->atom))
        b->unbound = "'present with' a card that is there no longer";
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
        b->left[b->selections] = false, b->selected[b->selections++] = t;
}

static void owned_not_commanded(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is(c, "of"))
            c->child->atom = "owned";
        owned_not_commanded(arena, c);
    }
}

/* Who changes the cost of a card being played does it when it is announced, before anybody commands it. */
static void as_announced(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (tree_is(event, "dilemma-cost"))
        put_until(t, "this-play", "end-of-dilemma");
    if (!tree_is(event, "played") && !tree_is(event, "about-to-play"))
        return;
    if (!says(t, "this-play") || !says(t, "cost-change"))
        return;
    event->child->atom = "announced";
    owned_not_commanded(arena, event);
}

/* What is to be prevented is answered before it is played. */
static void as_preventing(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    if (!tree_is(event, "played") || !says(t, "prevent"))
        return;
    event->child->atom = "about-to-play";
    owned_not_commanded(arena, event);
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

/* Who pays with this card itself must find those present with it before it is gone: they are named first. */
static void name_those_present(Binding *b, Tree *ability)
{
    Tree *cost = NULL;
    for (Tree *c = ability->child; c && !cost; c = c->next)
        cost = tree_is(c, "cost") ? c : NULL;
    bool leaves = false;
    for (const Tree *c = cost ? cost->child->next : NULL; c; c = c->next)
        leaves |= leaves_self(c);
    Tree *who = leaves ? first_present(cost->next) : NULL;
    if (!who)
        return;
    Tree *name = leaf(b->arena, new_name(b)), *same = arena_take(b->arena, sizeof *same), *let = list_of(b->arena, "let", name);
    *same = (Tree){ .child = who->child };
    name->next = same;
    let->next = cost->child->next;
    cost->child->next = let;
    *who = (Tree){ .atom = name->atom, .next = who->next };
}

/* What is done with a card that is about to be killed or stopped is done in the place of that. */
static void do_instead(Arena *arena, Tree *ability)
{
    static const char *const about[] = { "about-to-kill", "about-to-stop", "about-to-destroy", "about-to-brig" };
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

/* The part of an ability behind which its effects stand. */
static Tree *before_effects(Tree *ability)
{
    Tree *before = ability->child;
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || tree_is(before->next, "cost") || tree_is(before->next, "limit") ||
                            atom_is(before->next, "may") || tree_is(before->next, "may")))
        before = before->next;
    return before;
}

bool assemble(Arena *arena, Tree *sentences, const char *start, Tree **abilities, const char **unbound)
{
    Abilities a = { .arena = arena, .start = start };
    for (Tree *t = sentences->child, *next; t; t = next) {
        next = t->next;
        t->next = NULL;
        Tree *before = a.last && has_effects(a.last) ? last_part(a.last) : NULL, *ability = a.last;
        if (is_mark(t) ? !take_mark(&a, t) : goes_on_resolving(&a, t) ? !go_on(&a, t->child->next) : (add_ability(&a, t), false)) {
            *unbound = a.unbound;
            return false;
        }
        if (tree_is(t, "~won") || tree_is(t, "~else") || tree_is(t, "~done") || tree_is(t, "~otherwise") || tree_is(t, "~not-done"))
            a.begin = NULL;                     /* its effects stand inside those before */
        if (!is_mark(t) || tree_is(t, "~then"))
            a.begin = a.last == ability ? before : has_effects(a.last) ? before_effects(a.last) : NULL;
        if (!is_mark(t))
            a.twice = false;
    }
    if (a.ignored) {
        *unbound = "'the next ability', and there is none";
        return false;
    }
    bool hosted = false, core = false, named = false;
    for (Tree *t = a.first; t; t = t->next)
        hosted |= tree_is(t, "plays-on"), core |= tree_is(t, "plays-in-core"), named |= says(t, "name-card");
    for (Tree *t = a.first; t; t = t->next) {
        if ((hosted || core) && tree_is(t, "resolve")) {        /* an event that stays does this when it is played */
            Tree *played = list_of(arena, "played", leaf(arena, "self"));
            played->next = t->child->next;
            t->child = leaf(arena, "when");
            t->child->next = played;
        }
        Binding b = { .arena = arena, .start = start, .hosted = hosted, .stays = hosted || core, .named = named, .event = tree_is(t, "when") || tree_is(t, "while-may") ? t->child->next : NULL };
        as_announced(arena, t);
        as_preventing(arena, t);
        bind(&b, t, false);
        name_those_present(&b, t);
        do_instead(arena, t);
        if (b.unbound) {
            *unbound = b.unbound;
            return false;
        }
    }
    *abilities = a.first;
    return true;
}
