/* Our own English, read back: the text that the renderer writes from effects gives those effects again.
 *
 * The grammar (data/grammar/2e-own.grammar) reads a whole text at once.  What it makes of it has marks, which are given their meaning here in two
 * walks.  The first knows who speaks and who acts:
 *
 *   ~me, ~they       who does it, where a sentence names nobody or says "their"; outside of any "your opponent …" that is you, and that-player
 *   (~by P E)        P does E             (~may P G* E+)    P may             (~each-player P E+)   P must: inside, "you" is P
 *   (~one-of P E+)   P chooses one        (~skill-tax G* skill E+), (~attempt-tax G* F E+) …   each opponent must
 *   (~whose P F)     P's cards; on a dilemma your personnel are those who face it, and so is "a personnel" of which nothing else is said
 *   (~yours F), (~theirs F), (~thats F), (~group F)   behind "you command", "your opponent commands", "that player commands", "you have"
 *   (~at-least n F) …   the same of several
 *   (~other F)       other than this card; of those who face a dilemma, than the personnel last spoken of
 *   (~mission), (~icon i)   a mission, whose icons say who may attempt it
 *   (~any F)         several subjects of an event together
 *   (~times n q), (~limit q n), (~kinds F trait+)   quantities
 *   (~while event F) the event, in which F is said of the card that it names
 *   (~where q E)     E, in which q stands for ~x
 *
 * The second walks through an ability in the order of its words and knows which cards have been spoken of: every selection, and what the event is about.
 *
 *   (~ref that personnel), (~ref those personnel)   the last of that noun, one or several; (~ref 2 card) the second of that noun; (~ref stopped card) the last
 *                    of that noun to which that was done; (~ref 1 stopped card) the first of several
 *   (~both-of personnel), (~all-those personnel)   the last two of that noun of which each is one, or several
 *   (~others)        those among which the last choice was made, without it
 *   (~later until E) at the end of this turn or mission attempt
 *   (~price E (~then E+))   the first is paid whole or not at all
 *
 * src/effect/render_refer.c counts the cards that have been spoken of in the same way. */
#include "effect/effect.h"
#include "text/inside.h"

enum { MOST_SPOKEN = 24 };

/* fixed: that, cause; else the selection, or the let that names it; done: what it may be called by */
typedef struct { Tree *slot; const char *fixed; CardType type; bool many; const char *done; } Spoken;

typedef struct {
    Arena *arena;
    const Lexicon *lex;
    CardType card;
    Spoken spoken[MOST_SPOKEN];
    int    count, names;
    CardType that, cause;
    bool   in_event;
    const char *unbound;
} Own;

typedef struct { const char *me, *they, *you; } Who;            /* how the words that mean players are to be taken */

/* ---- players, and filters that depend on the card ---- */

static void become(Tree *t, Tree *other)
{
    *t = (Tree){ .atom = other->atom, .child = other->child, .next = t->next };
}

static Tree *pair(Arena *arena, const char *word, Tree *a, Tree *b)
{
    a->next = b;
    return list_of(arena, word, a);
}

static Tree *alone(Arena *arena, const Tree *t)
{
    Tree *copy = arena_take(arena, sizeof *copy);
    *copy = (Tree){ .atom = t->atom, .child = t->child };
    return copy;
}

/* (~skill-tax …): the ability that it is; NULL for anything else. */
static const char *tax_of(const Tree *t)
{
    static const char *const taxes[] = { "~skill-tax", "~skills-tax", "~like-skills-tax", "~attempt-tax", "~beam-tax", "~move-tax" };
    for (size_t i = 0; i < countof(taxes); i++)
        if (tree_is(t, taxes[i]))
            return taxes[i] + 1;
    return NULL;
}

static const Tree *before(const Tree *list, const Tree *part)
{
    const Tree *c = list->child;
    while (c->next != part)
        c = c->next;
    return c;
}

static void who(Own *o, Tree *t, Who w);

static void who_all(Own *o, Tree *first, Who w)
{
    for (Tree *c = first; c; c = c->next)
        who(o, c, w);
}

static const char *player_word(const Tree *p)
{
    return p->atom ? p->atom : "that-player";
}

/* A noun phrase of personnel that says nothing of where they are. */
static bool is_of_group(const Own *o, const Tree *f)
{
    static const char *const placed[] = { "of", "owned", "in-hand", "in-deck", "in-discard", "in-removed", "in-core", "in-brig", "in-pile", "captive-of",
                                          "on", "aboard", "at", "present-with", "played-this-turn", "faced-this-turn", "attempted-last-turn", "was-on-it", "stopped-by-this", "involved", "facing-group", "here",
                                          "present", "used-skill", "~whose", "~ref" };
    if (o->card != TYPE_DILEMMA || o->in_event)
        return false;
    if (tree_is(f, "type") && atom_is(f->child->next, "personnel"))
        return true;
    if (!tree_is(f, "and"))
        return false;
    bool personnel = false, elsewhere = false;
    for (const Tree *c = f->child->next; c; c = c->next) {
        personnel |= tree_is(c, "type") && atom_is(c->child->next, "personnel");
        for (size_t i = 0; i < countof(placed); i++)
            elsewhere |= tree_is(c, placed[i]) || atom_is(c, placed[i]);
    }
    return personnel && !elsewhere;
}

static void add_part(Own *o, Tree *f, Tree *part)
{
    if (tree_is(f, "and")) {
        last_part(f)->next = part;
        return;
    }
    become(f, pair(o->arena, "and", alone(o->arena, f), part));
}

static Tree *of_player(Own *o, const Tree *p)
{
    return list_of(o->arena, "of", alone(o->arena, p));
}

/* (~yours F) … behind a verb. */
static bool had_by(Own *o, Tree *t)
{
    static const struct { const char *mark, *count, *who; } had[] = {
        { "~yours", "~at-least", "you" }, { "~theirs", "~at-least-theirs", "opponent" }, { "~thats", "~at-least-thats", "~they" }, { "~group", "~at-least-group", NULL },
    };
    for (size_t i = 0; i < countof(had); i++) {
        Tree *f = tree_is(t, had[i].mark) ? t->child->next : tree_is(t, had[i].count) ? t->child->next->next : NULL;
        if (!f)
            continue;
        if (!had[i].who && !(types_of(f) & PERSONNEL))
            o->unbound = "what faces a dilemma is personnel";
        Tree *part = had[i].who ? of_player(o, leaf(o->arena, had[i].who)) : leaf(o->arena, "facing-group");
        if (!had[i].who && is_of_group(o, f))
            part = NULL;
        if (part)
            add_part(o, f, part);
        if (tree_is(t, had[i].mark))
            become(t, f);
        else
            t->child->atom = "at-least";
        return true;
    }
    return false;
}

static bool says_mission(const Tree *and)
{
    for (const Tree *c = and->child; c; c = c->next)
        if (tree_is(c, "~mission"))
            return true;
    return false;
}

static void put_icons(Tree *t, const char *word)
{
    if (tree_is(t, "~icon"))
        t->child->atom = word;
    if (tree_is(t, "or") || tree_is(t, "not"))
        for (Tree *c = t->child; c; c = c->next)
            put_icons(c, word);
}

static void who(Own *o, Tree *t, Who w)
{
    if (t->atom) {
        t->atom = strcmp(t->atom, "~me") == 0 ? w.me : strcmp(t->atom, "~they") == 0 ? w.they : strcmp(t->atom, "you") == 0 ? w.you
                : strcmp(t->atom, "~their-opponent") == 0 ? "opponent" : t->atom;
        return;
    }
    if (tree_is(t, "and")) {
        const char *icons = says_mission(t) ? "mission-of" : "icon";
        for (Tree *c = t->child; c; c = c->next)
            put_icons(c, icons);
    }
    if (tree_is(t, "~icon"))
        t->child->atom = "icon";
    if (tree_is(t, "~mission"))
        become(t, list_of(o->arena, "type", leaf(o->arena, "mission")));
    if (tree_is(t, "~by") || tree_is(t, "~may") || tree_is(t, "~one-of") || tree_is(t, "~each-player")) {
        Tree *p = t->child->next;
        who(o, p, w);
        const char *me = player_word(p);
        bool each = tree_is(t, "~each-player");
        bool everybody = atom_is(p, "each"), several = everybody || atom_is(p, "each-opponent");
        Who inner = each || (tree_is(t, "~may") && (several || !p->atom)) ? (Who){ "you", "you", everybody ? "you" : "opponent" } : (Who){ me, strcmp(me, "you") == 0 ? w.they : me, w.you };
        who_all(o, p->next, inner);
        if (tree_is(t, "~by")) {
            become(t, p->next);
            return;
        }
        if (tree_is(t, "~may") && (several || !p->atom)) {    /* each of them may: inside, "you" is that player */
            Tree *you = leaf(o->arena, "you");
            you->next = p->next;
            p->next = list_of(o->arena, "you-may", you);
            t->child->atom = "each-player";
            return;
        }
        t->child->atom = each ? "each-player" : tree_is(t, "~may") ? "you-may" : "choose-one";
        return;
    }
    const char *tax = tax_of(t);
    if (tax) {                                  /* "you" in what is to be paid is who pays it */
        for (Tree *c = t->child->next; c; c = c->next) {
            bool said_by_you = tree_is(c, "guard") || (!tree_is(t, "~skill-tax") && (c == t->child->next || tree_is(before(t, c), "guard")));
            who(o, c, said_by_you ? w : (Who){ "you", "you", "opponent" });
        }
        t->child->atom = tax;
        return;
    }
    bool event = tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "is-facing") || tree_is(t, "is-attempting") || tree_is(t, "is-in-battle")
        || tree_is(t, "times") || tree_is(t, "times-last-turn") || tree_is(t, "befallen");
    bool was = o->in_event, spoken = tree_is(t, "~whose") && atom_is(t->child->next, "you") && strcmp(w.you, "you") == 0;
    for (Tree *c = t->child; c; c = c->next) {
        o->in_event = was || tree_is(t, "download") || tree_is(t, "downloaded") || tree_is(t, "next-play") || (event && (c == t->child->next || tree_is(t, "times-last-turn"))) || (tree_is(t, "static") && c->child && !tree_is(c, "guard"));
        who(o, c, w);
        o->in_event = was;
    }
    if (had_by(o, t))
        return;
    if (tree_is(t, "~whose")) {
        Tree *p = t->child->next, *f = p->next, *inner = tree_is(f, "~other") ? f->child->next : f;
        bool group = spoken && is_of_group(o, inner);
        add_part(o, inner, group ? leaf(o->arena, "facing-group") : of_player(o, p));
        become(t, f);
        return;
    }
}

/* "A personnel" on a dilemma is one of those who face it. */
static void of_the_group(Own *o, Tree *t, bool in_event, bool in_filter)
{
    if (t->atom)
        return;
    o->in_event = in_event;
    if (!in_filter && is_of_group(o, t))
        add_part(o, t, leaf(o->arena, "facing-group"));
    bool event = tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "is-facing") || tree_is(t, "is-attempting") || tree_is(t, "is-in-battle");
    bool filter = tree_is(t, "and") || tree_is(t, "not"), lasting = tree_is(t, "static");
    bool name = tree_is(t, "name-card") || tree_is(t, "download") || tree_is(t, "downloaded") || tree_is(t, "next-play");
    for (Tree *c = t->child; c; c = c->next) {
        bool whom = lasting && c->child && c != t->child && !tree_is(c, "guard");
        bool asked = tree_is(t, "matches") && c != t->child->next;      /* what a card is, and not which */
        of_the_group(o, c, in_event || whom || name || asked || (event && c == t->child->next), filter || (tree_is(t, "or") && (in_filter || tree_is(c, "type"))));
    }
    o->in_event = false;
}

/* ---- quantities ---- */

static void count_up(Own *o, Tree *t)
{
    bool times = tree_is(t, "~times");
    Tree *inside = times && tree_is(t->child->next->next, "~limit") ? t->child->next->next : t;
    for (Tree *c = t->atom ? NULL : inside->child; c; c = c->next)
        count_up(o, c);
    int n = 1, limit = 0;
    if (tree_is(t, "~alike")) {                 /* (~alike choose-different species you 4 F) */
        Tree *word = t->child->next, *property = word->next, *player = property->next, *count = player->next;
        word->next = player;
        player->next = count;
        property->next = count->next;
        count->next = property;
        t->child = word;
    }
    if (tree_is(t, "~kinds")) {
        Tree *f = t->child->next, *sum = NULL, *trait[16];
        int count = 0;
        for (Tree *c = f->next; c && count < (int)countof(trait); c = c->next)
            trait[count++] = c;
        while (count--) {
            Tree *name = alone(o->arena, trait[count]);
            Tree *one = pair(o->arena, "species-among", name, copy_of(o->arena, alone(o->arena, f)));
            sum = sum ? pair(o->arena, "+", one, sum) : one;
        }
        become(t, sum);
    }
    if (!times && !tree_is(t, "~limit"))
        return;
    Tree *q = times ? t->child->next->next : t;
    if (times)
        str_int(str_of(t->child->next->atom), &n);
    if (tree_is(q, "~limit")) {
        Tree *inner = q->child->next;
        str_int(str_of(inner->next->atom), &limit);
        q = inner;
    }
    char text[32];
    Tree *result = alone(o->arena, q);
    if (limit && n < 0) {
        snprintf(text, sizeof text, "%d", (limit < 0 ? -limit : limit) / -n);
        result = pair(o->arena, "limit-to", result, leaf(o->arena, arena_text(o->arena, str_of(text))));
    }
    if (n != 1) {
        snprintf(text, sizeof text, "%d", n);
        result = pair(o->arena, "*", leaf(o->arena, arena_text(o->arena, str_of(text))), result);
    }
    if (limit && n > 0) {
        snprintf(text, sizeof text, "%d", limit);
        result = pair(o->arena, "limit-to", result, leaf(o->arena, arena_text(o->arena, str_of(text))));
    }
    become(t, result);
}

/* ---- cards that have been spoken of ---- */

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
        { "kind", TYPE_MISSION }, { "quadrant", TYPE_MISSION }, { "complete", TYPE_MISSION }, { "completed-first", TYPE_MISSION },
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
    static const char *const taken[] = { "random", "choose", "up-to", "one-or-more", "random-all-but", "random-until", "choose-total", "up-to-total", "choose-different", "choose-alike", "up-to-different", "highest", "lowest",
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

static const char *own_name(Own *o)
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
        become(t, list_of(o->arena, "let", name));
        return name->atom;
    }
    Tree *var = leaf(o->arena, own_name(o));
    var->next = alone(o->arena, t);
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
    become(t, pair(o->arena, "or", one, leaf(o->arena, found[1])));
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
        become(t, pair(o->arena, "and", leaf(o->arena, all), not));
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
    become(t, f);
    add_part(o, t, last ? list_of(o->arena, "not", leaf(o->arena, last)) : leaf(o->arena, "other"));
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
        { "gains-skill", TYPE_PERSONNEL, 0 }, { "loses-command", TYPE_SHIP, 0 }, { "about-to-move", TYPE_SHIP, TYPE_MISSION }, { "moved", TYPE_SHIP, TYPE_MISSION }, { "moves-from", TYPE_SHIP, TYPE_MISSION },
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

static void refer(Own *o, Tree *t);

static void speak_of_event(Own *o, Tree *event)
{
    Tree *subject = event->child->next, *second = subject ? subject->next : NULL;
    for (Tree *c = subject; c; c = c->next)
        if (tree_is(c, "~any")) {
            become(c, c->child->next);
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

static void refer_effect(Own *o, Tree *t, const char *signature)
{
    Str rest = str_of(signature), part = str_word(&rest);
    bool asks = tree_is(t, "if") || tree_is(t, "unless");
    int asked = 0;
    for (Tree *c = t->child->next; c; c = c->next) {
        if (asks && tree_is(c, "else"))
            o->count = asked;                   /* the other way has not been gone */
        refer(o, c);
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

static void refer(Own *o, Tree *t)
{
    if (tree_is(t, "discard-top")) {            /* cards that may be spoken of: written back when they are not */
        Tree *top = list_of(o->arena, "top", t->child->next);
        become(t, list_of(o->arena, "discard", top));
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
        refer(&later, last_part(t));
        o->unbound = later.unbound ? later.unbound : o->unbound;
        return;
    }
    const char *signature = signature_of(t);
    if (signature)
        refer_effect(o, t, signature);
    bool priced = tree_is(t, "cost-reveal") || tree_is(t, "cost-option");        /* the cost is said behind the deeds */
    for (Tree *c = priced ? t->child : NULL; c; c = c->next)
        if (signature_of(c))
            refer(o, c);
    for (Tree *c = signature ? NULL : t->child; c; c = c->next) {
        if (priced && signature_of(c))
            continue;
        refer(o, c);
        if (c == t->child->next && (tree_is(t, "when") || tree_is(t, "while-may")))
            speak_of_event(o, c);
    }
    if (tree_is(t, "~other"))
        put_other_than(o, t);
}

/* ---- what remains ---- */

/* Puts a copy of the tree wherever the mark stands. */
static void put_tree(Arena *arena, Tree *t, const char *mark, const Tree *what)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, mark))
            become(c, copy_of(arena, alone(arena, what)));
        else if (!c->atom)
            put_tree(arena, c, mark, what);
    }
}

/* (~where q (apply …)): q stands wherever X does. */
static void put_x(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        put_x(arena, c);
    if (!tree_is(t, "~where"))
        return;
    Tree *q = alone(arena, t->child->next), *whole = t->child->next->next;
    put_tree(arena, whole, "~x", q);
    become(t, whole);
}

static void put_while(Own *o, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        put_while(o, c);
    if (!tree_is(t, "~while"))
        return;
    Tree *event = t->child->next, *what = event->next, *named = event->child->next;
    while (named && !atom_is(named, "self") && !atom_is(named, "this-mission") && !atom_is(named, "faced"))
        named = named->next;
    if (!named) {
        o->unbound = "'while it', where no card is named";
        return;
    }
    Tree *card = alone(o->arena, named);
    become(named, pair(o->arena, "and", card, alone(o->arena, what)));
    become(t, event);
}

static Tree *without_names(Arena *arena, const Tree *t)
{
    Tree *copy = copy_of(arena, alone(arena, t));
    while (tree_is(copy, "as"))
        become(copy, last_part(copy));
    for (Tree *c = copy->child; c; c = c->next)
        if (c->child)
            become(c, without_names(arena, c));
    return copy;
}

static void finish(Own *o, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        finish(o, c);
    if (tree_is(t, "~price")) {                 /* (~price cost (~then E+) else?) */
        Tree *cost = t->child->next, *then = cost->next, *effects = then->child->next, *last = effects;
        while (last->next)
            last = last->next;
        last->next = then->next;
        Tree *can = list_of(o->arena, "can", without_names(o->arena, cost));
        can->next = cost;
        cost->next = effects;
        become(t, list_of(o->arena, "if", can));
    }
    if (tree_is(t, "~most-alike")) {            /* (~most-alike species n F) */
        Tree *property = t->child->next, *n = property->next, *cmp = leaf(o->arena, ">="), *most = pair(o->arena, "most-alike", alone(o->arena, property), alone(o->arena, n->next));
        most->next = cmp;
        cmp->next = alone(o->arena, n);
        become(t, list_of(o->arena, "cmp", most));
    }
    if (tree_is(t, "~cmp")) {                   /* (~cmp > (at-least n F)) */
        Tree *how = t->child->next, *there = how->next->child->next;
        Tree *n = there->next ? there : leaf(o->arena, "1"), *count = list_of(o->arena, "count", there->next ? there->next : there);
        n->next = NULL;
        count->next = how;
        how->next = n;
        become(t, list_of(o->arena, "cmp", count));
    }
    if (tree_is(t, "~later")) {                 /* (~later until (kill S)) */
        Tree *until = alone(o->arena, t->child->next), *deed = t->child->next->next, *what = deed->child->next, *that = leaf(o->arena, "that");
        Tree *whom = alone(o->arena, what);
        that->next = what->next;
        deed->child->next = that;
        whom->next = until;
        until->next = list_of(o->arena, "later", deed);
        become(t, list_of(o->arena, "apply", whom));
    }
    if (tree_is(t, "~battle")) {
        t->child = t->child->next;
    }
    if (tree_is(t, "~shuffle"))
        t->child = t->child->next;
}

/* "Kill this personnel to stop a personnel present": who is with this card is found before it is paid with. */
static void found_first(Own *o, Tree *ability)
{
    Tree *inner = tree_is(ability, "damage") ? ability->child->next : ability, *cost = inner->child;
    while (cost && !tree_is(cost, "cost"))
        cost = cost->next;
    Tree *before = cost ? cost->child : NULL;
    while (before && before->next && !leaves_self(before->next))
        before = before->next;
    for (Tree *who; before && before->next && (who = first_about_place(cost->next)); before = before->next) {
        Tree *name = leaf(o->arena, own_name(o));
        name->next = alone(o->arena, who);
        Tree *let = list_of(o->arena, "let", name);
        let->next = before->next;
        before->next = let;
        *who = (Tree){ .atom = name->atom, .next = who->next };
    }
}

/* "For each of your missions, kill a personnel": of none of them is spoken, so it is done that many times. */
static void done_so_often(Own *o, Tree *t, bool named)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        done_so_often(o, c, named);
    if (!tree_is(t, "for-each") || (!named && (says(t, "~ref") || says(t, "~others"))))
        return;
    Tree *name = t->child->next, *each = name->next, *effects = each->next;
    for (const Tree *e = effects; named && e; e = e->next)
        if (says(e, name->atom))
            return;
    each->next = NULL;
    Tree *count = list_of(o->arena, "count", each);
    count->next = effects;
    become(t, list_of(o->arena, "repeat", count));
}

/* "Randomly select a personnel.  Repeat this until you select one who …": $w is the first, $x are all, $y is the last. */
static void put_until(Own *o, Tree *list)
{
    for (Tree **at = &list->child; *at; at = &(*at)->next) {
        if (!(*at)->atom)
            put_until(o, *at);
        if (!tree_is(*at, "~until"))
            continue;
        Tree *f = (*at)->child->next, *p = f->next, *rest = (*at)->next;
        Tree *all = tree_read(o->arena, "(let $w (random 1 ~from)) (let $x $w) (let $y $w) (repeat-until (matches $y ~who) (let $y (random 1 (and ~from (not $x)))) "
                                        "(let $x (and (type personnel) (or $x $y))))");
        put_tree(o->arena, all, "~from", f);
        put_tree(o->arena, all, "~who", p);
        *at = all->child;
        while ((*at)->next)
            at = &(*at)->next;
        (*at)->next = rest;
    }
}

static void put_also(Own *o, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        put_also(o, c);
    if (!tree_is(t, "~also"))
        return;
    Tree *a = t->child->next, *before = a->child, *also = leaf(o->arena, "also");
    if (tree_is(a, "when") || tree_is(a, "while-may"))
        before = before->next;
    also->next = before->next;
    before->next = also;
    become(t, a);
}

/* Printed texts that are worded just as we write, and mean something else by it: who is involved in an attempt, and whose the card is that was spoken of. */
static const char *misread(const Tree *ability)
{
    const Tree *event = tree_is(ability, "when") ? ability->child->next : NULL;
    if (event && is_attempt(event) && says(ability, "involved"))
        return "'involved', in an attempt";
    if (says(ability, "owner") && (says(ability, "choose") || says(ability, "random")))
        return "'its owner', of two cards";
    return NULL;
}

/* What is said of combat and of an engagement: where it is, the first of them stands then. */
static bool of_the_first(Tree *t, bool first)
{
    if (tree_is(t, "~both")) {
        Tree *one = t->child->next, *other = one->next;
        (first ? one : other)->next = other->next;
        t->child = first ? one : other;
        return true;
    }
    if (tree_is(t, "~battle") && atom_is(t->child->next, "~both")) {
        t->child->next->atom = first ? "begin-combat" : "begin-engagement";
        return true;
    }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (of_the_first(c, first))
            return true;
    return false;
}

/* … at the choice of who begins it. */
static void of_either(Own *o, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        of_either(o, c);
    if (!tree_is(t, "~battle") || !atom_is(t->child->next, "~either"))
        return;
    t->child->next->atom = "~both";
    Tree *combat = copy_of_one(o->arena, t), *engagement = copy_of_one(o->arena, t), *me = leaf(o->arena, "~me");
    of_the_first(combat, true);
    of_the_first(engagement, false);
    me->next = combat;
    combat->next = engagement;
    become(t, list_of(o->arena, "~one-of", me));
}

/* An ability of either becomes two, with one limit for both. */
static void of_both(Own *o, Tree *ability)
{
    of_either(o, ability);
    Tree *second = copy_of_one(o->arena, ability);
    if (!of_the_first(ability, true))
        return;
    of_the_first(second, false);
    Tree *inner = tree_is(second, "damage") ? second->child->next : second;
    for (Tree *c = inner->child; c; c = c->next)
        if (tree_is(c, "limit")) {
            Tree *together = list_of(o->arena, "together", NULL);
            together->next = c->next;
            c->next = together;
            break;
        }
    second->next = ability->next;
    ability->next = second;
}

bool own_assemble(Arena *arena, const Lexicon *lex, CardType card, Tree *abilities, const char **unbound)
{
    for (Tree **at = &abilities->child; *at;)
        if (tree_is(*at, "~keyword"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    for (Tree *t = abilities->child; t; t = t->next) {
        Own o = { .arena = arena, .lex = lex, .card = card };
        of_both(&o, t);
        Tree *rest = t->next;
        t->next = NULL;
        Tree *holder = list_of(arena, "do", t);
        put_x(arena, holder);
        put_while(&o, holder);
        who(&o, holder, (Who){ "you", "that-player", "you" });
        of_the_group(&o, holder, false, false);
        count_up(&o, holder);
        put_until(&o, t);
        done_so_often(&o, t, false);
        refer(&o, t);
        done_so_often(&o, t, true);
        found_first(&o, t);
        finish(&o, holder);
        put_also(&o, holder);
        t->next = rest;
        if (card != TYPE_DILEMMA)
            as_own_cost(arena, t);
        may_be_refused(arena, t);
        o.unbound = o.unbound ? o.unbound : misread(t);
        if (o.unbound) {
            *unbound = o.unbound;
            return false;
        }
    }
    return true;
}
