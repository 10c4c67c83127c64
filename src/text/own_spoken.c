/* The second walk through our own English (own.c): which cards have been spoken of, and so who "that personnel" is. */
#include "effect/effect.h"
#include "text/own.h"

static CardType type_named(const char *name)
{
    for (int i = 1; i < TYPE_COUNT; i++)
        if (type_name[i] && strcmp(type_name[i], name) == 0)
            return (CardType)i;
    return TYPE_NONE;
}

static CardType type_by_word(const Own *o, const Tree *t)
{
    static const struct { const char *word; CardType type; } known[] = {
        { "facing-group", TYPE_PERSONNEL }, { "has", TYPE_PERSONNEL }, { "has-named-skill", TYPE_PERSONNEL }, { "used-skill", TYPE_PERSONNEL },
        { "commander-of", TYPE_PERSONNEL }, { "captive", TYPE_PERSONNEL }, { "captive-of", TYPE_PERSONNEL }, { "in-brig", TYPE_PERSONNEL }, { "dots", TYPE_PERSONNEL }, { "skill-count", TYPE_PERSONNEL },
        { "kind", TYPE_MISSION }, { "quadrant", TYPE_MISSION }, { "complete", TYPE_MISSION },
        { "requires-attribute", TYPE_MISSION }, { "span", TYPE_MISSION }, { "worth", TYPE_MISSION }, { "mission-of", TYPE_MISSION }, { "this-mission", TYPE_MISSION },
        { "staffed", TYPE_SHIP }, { "damaged", TYPE_SHIP }, { "staffing-icons", TYPE_SHIP }, { "this-ship", TYPE_SHIP },
        { "drawn", TYPE_DILEMMA }, { "in-stack", TYPE_DILEMMA }, { "in-pile", TYPE_DILEMMA }, { "faced", TYPE_DILEMMA }, { "pile-top", TYPE_DILEMMA },
        { "pile-bottom", TYPE_DILEMMA }, { "dilemmas-beneath", TYPE_MISSION },
    };
    const char *word = t->atom ? t->atom : t->child && t->child->atom ? t->child->atom : "";
    for (size_t i = 0; i < countof(known); i++)
        if (strcmp(word, known[i].word) == 0)
            return known[i].type;
    if (tree_is(t, "attr")) {
        const char *attr = t->child->next->atom;
        bool personnel = strcmp(attr, "integrity") == 0 || strcmp(attr, "cunning") == 0 || strcmp(attr, "strength") == 0;
        bool ship = strcmp(attr, "range") == 0 || strcmp(attr, "weapons") == 0 || strcmp(attr, "shields") == 0;
        return personnel ? TYPE_PERSONNEL : ship ? TYPE_SHIP : TYPE_NONE;
    }
    if (tree_is(t, "is"))
        return lexicon_trait_type(o->lex, t->child->next->atom);
    return TYPE_NONE;
}

static const Spoken *spoken_named(const Own *o, const char *name)
{
    for (int i = 0; i < o->count; i++) {
        const Tree *slot = o->spoken[i].slot;
        if (slot && (tree_is(slot, "let") || tree_is(slot, "as") || tree_is(slot, "for-each")) && strcmp(slot->child->next->atom, name) == 0)
            return &o->spoken[i];
    }
    return NULL;
}

static CardType type_spoken(const Own *o, const Tree *t)
{
    if (tree_is(t, "type"))
        return type_named(t->child->next->atom);
    if (atom_is(t, "self"))
        return o->card;
    if (atom_is(t, "host"))
        return o->card == TYPE_PERSONNEL ? TYPE_SHIP : TYPE_NONE;
    if (atom_is(t, "that") || atom_is(t, "cause"))
        return atom_is(t, "that") ? o->that : o->cause;
    if (t->atom && t->atom[0] == '$') {
        const Spoken *s = spoken_named(o, t->atom);
        return s ? s->type : TYPE_NONE;
    }
    if (tree_is(t, "and")) {
        CardType type = TYPE_NONE;
        for (const Tree *c = t->child->next; c; c = c->next)
            if (tree_is(c, "type"))
                return type_named(c->child->next->atom);
        for (const Tree *c = t->child->next; c && !type; c = c->next)
            type = type_spoken(o, c);
        return type;
    }
    if (tree_is(t, "or")) {
        CardType type = type_spoken(o, t->child->next);
        for (const Tree *c = t->child->next->next; c; c = c->next)
            if (type_spoken(o, c) != type)
                return TYPE_NONE;
        return type;
    }
    if (tree_is(t, "not")) {
        const Tree *in = t->child->next;
        return tree_is(in, "has") || atom_is(in, "damaged") || atom_is(in, "staffed") || atom_is(in, "complete") ? type_spoken(o, in) : TYPE_NONE;
    }
    static const char *const taken[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "random-until", "choose-total", "up-to-total", "at-least-total", "choose-different", "choose-alike", "up-to-different", "highest", "lowest",
                                         "downloaded", "as", "let" };
    for (size_t i = 0; i < countof(taken); i++)
        if (tree_is(t, taken[i]))
            return type_spoken(o, last_part((Tree *)t));
    return type_by_word(o, t);
}

static bool is_reference(const Tree *t)
{
    static const char *const words[] = { "self", "that", "cause", "this-ship", "this-mission", "faced", "host" };
    for (size_t i = 0; i < countof(words); i++)
        if (atom_is(t, words[i]))
            return true;
    if (t->atom && t->atom[0] == '$')
        return true;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        if (c->atom && c->atom[0] == '$')
            return false;                       /* some of those */
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        if (is_reference(c))
            return true;
    return false;
}

static bool is_many(const Own *o, const Tree *t)
{
    if (tree_is(t, "choose") || tree_is(t, "up-to") || tree_is(t, "downloaded"))
        return !atom_is(t->child->next->next, "1");
    if (tree_is(t, "cards-drawn") || tree_is(t, "top") || tree_is(t, "bottom") || tree_is(t, "pile-top") || tree_is(t, "pile-bottom"))
        return !atom_is(t->child->next->next, "1") || atom_is(t->child->next, "each") || atom_is(t->child->next, "each-opponent");
    if (tree_is(t, "random"))
        return !atom_is(t->child->next, "1");
    if (tree_is(t, "highest") || tree_is(t, "lowest"))
        return false;
    if (tree_is(t, "as") || tree_is(t, "let"))
        return last_part((Tree *)t)->atom && last_part((Tree *)t)->atom[0] == '$' ? true : is_many(o, last_part((Tree *)t));
    if (t->atom && t->atom[0] == '$') {
        const Spoken *s = spoken_named(o, t->atom);
        return s && s->many;
    }
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        if (c->atom && c->atom[0] == '$')
            return is_many(o, c);
    return !is_reference(t);
}

static void speak(Own *o, Spoken s)
{
    if (o->count < MOST_SPOKEN)
        o->spoken[o->count++] = s;
}

const char *own_name(Own *o)
{
    static const char *const name[] = { "$a", "$b", "$c", "$d" };
    if (o->names == (int)countof(name)) {
        o->unbound = "more names than an ability may have";
        return name[0];
    }
    return name[o->names++];
}

static const char *name_spoken(Own *o, Spoken *s)
{
    if (s->fixed)
        return s->fixed;
    Tree *t = s->slot;
    if (tree_is(t, "let") || tree_is(t, "as") || tree_is(t, "for-each"))
        return t->child->next->atom;
    if (tree_is(t, "download")) {               /* what is downloaded and spoken of afterwards */
        Tree *name = leaf(o->arena, own_name(o));
        name->next = list_of(o->arena, "downloaded", t->child->next);
        own_become(t, list_of(o->arena, "let", name));
        return name->atom;
    }
    Tree *var = leaf(o->arena, own_name(o));
    var->next = own_alone(o->arena, t);
    t->child = list_of(o->arena, "as", var)->child;
    t->atom = NULL;
    return var->atom;
}

/* "The first revealed card": (~ref 1 revealed card). */
static const char *referred_of(Own *o, const char *which, const char *done, const char *noun)
{
    CardType type = type_named(noun);
    int nth = 0;
    str_int(str_of(which), &nth);
    for (int i = 0; i < o->count; i++)
        if (o->spoken[i].type == type && o->spoken[i].done && strcmp(o->spoken[i].done, done) == 0 && --nth == 0)
            return name_spoken(o, &o->spoken[i]);
    o->unbound = "a card that was not spoken of";
    return "that";
}

static const char *referred(Own *o, const char *which, const char *noun)
{
    CardType type = type_named(noun);
    int nth = 0;
    bool counted = str_int(str_of(which), &nth), many = strcmp(which, "those") == 0;
    if (counted)
        for (int i = 0; i < o->count; i++)
            if (o->spoken[i].type == type && --nth == 0)
                return name_spoken(o, &o->spoken[i]);
    bool plain = many || strcmp(which, "that") == 0;
    for (int i = o->count - 1; i >= 0 && !counted; i--) {
        Spoken *s = &o->spoken[i];
        if (s->type == type && (plain ? s->many == many : s->done && strcmp(s->done, which) == 0))
            return name_spoken(o, s);
    }
    if (o->aboard && type == TYPE_SHIP && strcmp(which, "that") == 0)
        return "host";
    o->unbound = "a card that was not spoken of";
    return "that";
}

/* The last two of that noun, one each or several each. */
static void put_both(Own *o, Tree *t)
{
    bool many = tree_is(t, "~all-those");
    CardType type = type_named(t->child->next->atom);
    const char *found[2] = { NULL, NULL };
    for (int i = o->count - 1; i >= 0 && !found[0]; i--)
        if (o->spoken[i].type == type && o->spoken[i].many == many)
            found[found[1] ? 0 : 1] = name_spoken(o, &o->spoken[i]);
    if (!found[0]) {
        o->unbound = "'both' where no two were spoken of";
        return;
    }
    Tree *one = leaf(o->arena, found[0]);
    own_become(t, own_pair(o->arena, "or", one, leaf(o->arena, found[1])));
}

/* Those among which the last choice was made, without it. */
static void put_others(Own *o, Tree *t)
{
    for (int i = o->count - 1; i >= 0; i--) {
        const Tree *from = o->spoken[i].slot && o->spoken[i].slot->child ? last_part(o->spoken[i].slot) : NULL;
        while (from && !from->atom && (tree_is(from, "choose") || tree_is(from, "random") || tree_is(from, "up-to") || tree_is(from, "random-all-but") || tree_is(from, "one-or-more")))
            from = last_part((Tree *)from);
        const char *all = from && from->atom && from->atom[0] == '$' ? from->atom : NULL;
        for (const Tree *c = tree_is(from, "and") ? from->child->next : NULL; c && !all; c = c->next)
            all = c->atom && c->atom[0] == '$' ? c->atom : NULL;
        if (!all)
            continue;
        Tree *not = list_of(o->arena, "not", leaf(o->arena, name_spoken(o, &o->spoken[i])));
        own_become(t, own_pair(o->arena, "and", leaf(o->arena, all), not));
        return;
    }
    o->unbound = "'the others' with no choice before it";
}

static void put_other_than(Own *o, Tree *t)
{
    Tree *f = t->child->next;
    bool group = o->card == TYPE_DILEMMA && says(f, "facing-group");
    CardType type = group ? TYPE_PERSONNEL : type_spoken(o, f);
    const char *last = NULL;                    /* this card can be none of them */
    for (int i = o->count - 1; i >= 0 && type && type != o->card && !last; i--)
        if (o->spoken[i].type == type)
            last = name_spoken(o, &o->spoken[i]);
    own_become(t, f);
    own_add_part(o, t, last ? list_of(o->arena, "not", leaf(o->arena, last)) : leaf(o->arena, "other"));
}

/* The types of the parts of an effect, as its signature has them; 0 behind the last. */
static const char *signature_of(const Tree *t)
{
    for (int i = 1; !t->atom && t->child && t->child->atom && i < NODE_OP_COUNT; i++)
        if (node_info[i].result == 'E' && strcmp(node_info[i].word, t->child->atom) == 0)
            return node_info[i].signature;
    return NULL;
}

static uint16_t op_named(const char *word)
{
    for (uint16_t i = 1; word && i < NODE_OP_COUNT; i++)
        if (strcmp(node_info[i].word, word) == 0)
            return i;
    return NODE_NONE;
}

static const char *head_of(const Tree *t)
{
    return t->atom ? t->atom : t->child ? t->child->atom : NULL;
}

/* What a card may be called by that an effect is about. */
static const char *name_after(const Tree *effect, const Tree *taken)
{
    uint16_t how = tree_is(taken, "as") ? NODE_AS : op_named(head_of(taken));
    return name_by_deed(op_named(head_of(effect)), how);
}

static const char *name_after_event(const Tree *event)
{
    for (int i = 0; i < EVENT_COUNT; i++)
        if (strcmp(event_info[i].word, event->child->atom) == 0)
            return name_by_event(i);
    return NULL;
}

static CardType event_type(const char *word, bool cause)
{
    static const struct { const char *word; CardType subject, cause; } known[] = {
        { "about-to-reveal", TYPE_DILEMMA, 0 }, { "about-to-return", TYPE_DILEMMA, TYPE_MISSION }, { "revealed", TYPE_DILEMMA, 0 }, { "dilemma-cost", TYPE_DILEMMA, 0 }, { "overcome", TYPE_DILEMMA, TYPE_MISSION },
        { "meets-requirements", TYPE_DILEMMA, 0 }, { "about-to-complete", TYPE_MISSION, 0 }, { "completed", TYPE_MISSION, TYPE_PERSONNEL },
        { "about-to-fail", TYPE_MISSION, 0 }, { "attempt-fails", TYPE_MISSION, 0 }, { "attempt-ends", TYPE_MISSION, 0 }, { "about-to-kill", TYPE_PERSONNEL, 0 },
        { "killed", TYPE_PERSONNEL, 0 }, { "about-to-brig", TYPE_PERSONNEL, 0 }, { "brigged", TYPE_PERSONNEL, 0 }, { "uses-skill", TYPE_PERSONNEL, 0 },
        { "gains-skill", TYPE_PERSONNEL, 0 }, { "about-to-move", TYPE_SHIP, TYPE_MISSION }, { "moved", TYPE_SHIP, TYPE_MISSION }, { "moves-from", TYPE_SHIP, TYPE_MISSION },
        { "about-to-face", TYPE_PERSONNEL, TYPE_DILEMMA }, { "facing", TYPE_PERSONNEL, TYPE_DILEMMA }, { "attempt-begins", TYPE_PERSONNEL, TYPE_MISSION },
        { "attempting", TYPE_PERSONNEL, TYPE_MISSION },
        { "checking-requirements", 0, TYPE_MISSION }, { "beamed", 0, TYPE_MISSION },
    };
    for (size_t i = 0; i < countof(known); i++)
        if (strcmp(known[i].word, word) == 0)
            return cause ? known[i].cause : known[i].subject;
    return TYPE_NONE;
}

static bool is_player(const Tree *t)
{
    static const char *const words[] = { "you", "opponent", "each-opponent", "each", "owner", "owner-of", "player-of", "drawer", "active-player", "that-player", "left", "right", "loser" };
    for (size_t i = 0; i < countof(words); i++)
        if (atom_is(t, words[i]) || tree_is(t, words[i]))
            return true;
    return false;
}

static void speak_of_event(Own *o, Tree *event)
{
    Tree *subject = event->child->next, *second = subject ? subject->next : NULL;
    for (Tree *c = subject; c; c = c->next)
        if (tree_is(c, "~any")) {
            own_become(c, c->child->next);
            Tree *clause = leaf(o->arena, "any-number");
            clause->next = event->next;
            event->next = clause;
        }
    const char *done = name_after_event(event);
    if (!subject || is_player(subject))
        subject = NULL;
    if (tree_is(event, "draws") || tree_is(event, "reveals") || tree_is(event, "downloads") || tree_is(event, "about-to-top") || tree_is(event, "puts-on-top") || (second && (tree_is(event, "engagement-won") || tree_is(event, "combat-won")))) {
        o->that = second ? type_spoken(o, second) : TYPE_NONE;
        speak(o, (Spoken){ .fixed = "that", .type = o->that, .many = event->next && atom_is(event->next, "any-number"), .done = done });
        return;
    }
    CardType type = subject ? type_spoken(o, subject) : TYPE_NONE;
    o->that = type ? type : event_type(event->child->atom, false);
    type = second ? type_spoken(o, second) : TYPE_NONE;
    o->cause = type ? type : event_type(event->child->atom, true);
    if (subject && !atom_is(subject, "self"))
        speak(o, (Spoken){ .fixed = "that", .type = o->that, .many = event->next && atom_is(event->next, "any-number"), .done = done });
    if (o->cause || second || tree_is(event, "loses-command"))
        speak(o, (Spoken){ .fixed = "cause", .type = o->cause });
}

/* "place each of those cards": ~it is the one that the for-each names. */
static void put_name(Tree *t, const char *name)
{
    for (Tree *c = t; c; c = c->next)
        if (atom_is(c, "~it"))
            c->atom = name;
        else if (!c->atom)
            put_name(c->child, name);
}

static void refer_effect(Own *o, Tree *t, const char *signature)
{
    Str rest = str_of(signature), part = str_word(&rest);
    bool asks = tree_is(t, "if") || tree_is(t, "unless");
    int asked = 0;
    for (Tree *c = t->child->next; c; c = c->next) {
        if (asks && tree_is(c, "else"))
            o->count = asked;                   /* the other way has not been gone */
        own_refer(o, c);
        if (tree_is(t, "for-each") && c == t->child->next)
            put_name(c->next, c->atom);
        asked = c == t->child->next ? o->count : asked;
        if (part.len && part.at[0] == 'S' && !is_reference(c))
            speak(o, (Spoken){ .slot = tree_is(t, "let") ? t : c, .type = type_spoken(o, c), .many = is_many(o, tree_is(t, "let") ? t : c), .done = name_after(t, c) });
        if (tree_is(t, "let") && c->next == NULL && is_reference(c))
            speak(o, (Spoken){ .slot = t, .type = type_spoken(o, c), .many = is_many(o, t) });
        if (tree_is(t, "for-each") && c == t->child->next->next)
            speak(o, (Spoken){ .slot = t, .type = type_spoken(o, c), .many = false });
        if (rest.len)
            part = str_word(&rest);
    }
    if (tree_is(t, "download"))
        speak(o, (Spoken){ .slot = t, .type = type_spoken(o, t->child->next->next->next), .many = !atom_is(t->child->next->next, "1"), .done = "downloaded" });
}

void own_refer(Own *o, Tree *t)
{
    if (tree_is(t, "discard-top")) {            /* cards that may be spoken of: written back when they are not */
        Tree *top = list_of(o->arena, "top", t->child->next);
        own_become(t, list_of(o->arena, "discard", top));
    }
    if (atom_is(t, "~new"))
        t->atom = own_name(o);
    if (t->atom)
        return;
    if (tree_is(t, "~ref")) {
        const Tree *which = t->child->next, *noun = which->next;
        const char *name = noun->next ? referred_of(o, which->atom, noun->atom, noun->next->atom) : referred(o, which->atom, noun->atom);
        *t = (Tree){ .atom = name, .next = t->next };
        return;
    }
    if (tree_is(t, "~both-of") || tree_is(t, "~all-those")) {
        put_both(o, t);
        return;
    }
    if (tree_is(t, "~others")) {
        put_others(o, t);
        return;
    }
    if (tree_is(t, "for-now")) {
        Own later = { .arena = o->arena, .lex = o->lex, .card = o->card };
        own_refer(&later, last_part(t));
        o->unbound = later.unbound ? later.unbound : o->unbound;
        return;
    }
    const char *signature = signature_of(t);
    if (signature)
        refer_effect(o, t, signature);
    bool priced = tree_is(t, "cost-reveal") || tree_is(t, "cost-option");        /* the cost is said behind the deeds */
    for (Tree *c = priced ? t->child : NULL; c; c = c->next)
        if (signature_of(c))
            own_refer(o, c);
    for (Tree *c = signature ? NULL : t->child; c; c = c->next) {
        if (priced && signature_of(c))
            continue;
        own_refer(o, c);
        if (c == t->child->next && (tree_is(t, "when") || tree_is(t, "while-may")))
            speak_of_event(o, c);
    }
    if (tree_is(t, "~other"))
        put_other_than(o, t);
}
