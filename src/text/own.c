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
 * The second (own_spoken.c) walks through an ability in the order of its words and knows which cards have been spoken of: every selection, and what the event is about.
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
#include "text/own.h"

typedef struct { const char *me, *they, *you; } Who;            /* how the words that mean players are to be taken */

/* ---- players, and filters that depend on the card ---- */

void own_become(Tree *t, Tree *other)
{
    *t = (Tree){ .atom = other->atom, .child = other->child, .next = t->next };
}

Tree *own_pair(Arena *arena, const char *word, Tree *a, Tree *b)
{
    a->next = b;
    return list_of(arena, word, a);
}

Tree *own_alone(Arena *arena, const Tree *t)
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
                                          "on", "aboard", "at", "present-with", "played-this-turn", "faced-this-turn", "attempted-last-turn", "was-on", "stopped-by-this", "involved", "facing-group", "here",
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

void own_add_part(Own *o, Tree *f, Tree *part)
{
    if (tree_is(f, "and")) {
        last_part(f)->next = part;
        return;
    }
    own_become(f, own_pair(o->arena, "and", own_alone(o->arena, f), part));
}

static Tree *of_player(Own *o, const Tree *p)
{
    return list_of(o->arena, "of", own_alone(o->arena, p));
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
            own_add_part(o, f, part);
        if (tree_is(t, had[i].mark))
            own_become(t, f);
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
        own_become(t, list_of(o->arena, "type", leaf(o->arena, "mission")));
    if (tree_is(t, "~by") || tree_is(t, "~may") || tree_is(t, "~one-of") || tree_is(t, "~each-player")) {
        Tree *p = t->child->next;
        who(o, p, w);
        const char *me = player_word(p);
        bool each = tree_is(t, "~each-player");
        bool everybody = atom_is(p, "each"), several = everybody || atom_is(p, "each-opponent");
        Who inner = each || (tree_is(t, "~may") && (several || !p->atom)) ? (Who){ "you", "you", everybody ? "you" : "opponent" } : (Who){ me, strcmp(me, "you") == 0 ? w.they : me, w.you };
        who_all(o, p->next, inner);
        if (tree_is(t, "~by")) {
            own_become(t, p->next);
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
        own_add_part(o, inner, group ? leaf(o->arena, "facing-group") : of_player(o, p));
        own_become(t, f);
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
        own_add_part(o, t, leaf(o->arena, "facing-group"));
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
            Tree *name = own_alone(o->arena, trait[count]);
            Tree *one = own_pair(o->arena, "species-among", name, copy_of(o->arena, own_alone(o->arena, f)));
            sum = sum ? own_pair(o->arena, "+", one, sum) : one;
        }
        own_become(t, sum);
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
    Tree *result = own_alone(o->arena, q);
    if (limit && n < 0) {
        snprintf(text, sizeof text, "%d", (limit < 0 ? -limit : limit) / -n);
        result = own_pair(o->arena, "limit-to", result, leaf(o->arena, arena_text(o->arena, str_of(text))));
    }
    if (n != 1) {
        snprintf(text, sizeof text, "%d", n);
        result = own_pair(o->arena, "*", leaf(o->arena, arena_text(o->arena, str_of(text))), result);
    }
    if (limit && n > 0) {
        snprintf(text, sizeof text, "%d", limit);
        result = own_pair(o->arena, "limit-to", result, leaf(o->arena, arena_text(o->arena, str_of(text))));
    }
    own_become(t, result);
}

/* ---- what remains ---- */

/* Puts a copy of the tree wherever the mark stands. */
static void put_tree(Arena *arena, Tree *t, const char *mark, const Tree *what)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, mark))
            own_become(c, copy_of(arena, own_alone(arena, what)));
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
    Tree *q = own_alone(arena, t->child->next), *whole = t->child->next->next;
    put_tree(arena, whole, "~x", q);
    own_become(t, whole);
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
    Tree *card = own_alone(o->arena, named);
    own_become(named, own_pair(o->arena, "and", card, own_alone(o->arena, what)));
    own_become(t, event);
}

static Tree *without_names(Arena *arena, const Tree *t)
{
    Tree *copy = copy_of(arena, own_alone(arena, t));
    while (tree_is(copy, "as"))
        own_become(copy, last_part(copy));
    for (Tree *c = copy->child; c; c = c->next)
        if (c->child)
            own_become(c, without_names(arena, c));
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
        own_become(t, list_of(o->arena, "if", can));
    }
    if (tree_is(t, "~most-alike")) {            /* (~most-alike species n F) */
        Tree *property = t->child->next, *n = property->next, *cmp = leaf(o->arena, ">="), *most = own_pair(o->arena, "most-alike", own_alone(o->arena, property), own_alone(o->arena, n->next));
        most->next = cmp;
        cmp->next = own_alone(o->arena, n);
        own_become(t, list_of(o->arena, "cmp", most));
    }
    if (tree_is(t, "~cmp")) {                   /* (~cmp > (at-least n F)) */
        Tree *how = t->child->next, *there = how->next->child->next;
        Tree *n = there->next ? there : leaf(o->arena, "1"), *count = list_of(o->arena, "count", there->next ? there->next : there);
        n->next = NULL;
        count->next = how;
        how->next = n;
        own_become(t, list_of(o->arena, "cmp", count));
    }
    if (tree_is(t, "~later")) {                 /* (~later until (kill S)) */
        Tree *until = own_alone(o->arena, t->child->next), *deed = t->child->next->next, *what = deed->child->next, *that = leaf(o->arena, "that");
        Tree *whom = own_alone(o->arena, what);
        that->next = what->next;
        deed->child->next = that;
        whom->next = until;
        until->next = list_of(o->arena, "later", deed);
        own_become(t, list_of(o->arena, "apply", whom));
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
        name->next = own_alone(o->arena, who);
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
    own_become(t, list_of(o->arena, "repeat", count));
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
    own_become(t, a);
}

/* Printed texts that are worded just as we write, and mean something else by it: who is involved in an attempt, whose the card is that was spoken of,
 * and whom each of several cards is other than. */
static const char *misread(const Tree *ability)
{
    const Tree *event = tree_is(ability, "when") ? ability->child->next : NULL;
    if (event && is_attempt(event) && says(ability, "involved"))
        return "'involved', in an attempt";
    if (says(ability, "owner") && (says(ability, "choose") || says(ability, "random")))
        return "'its owner', of two cards";
    const Tree *whom = tree_is(ability, "static") ? ability->child->next : NULL;
    while (tree_is(whom, "guard"))
        whom = whom->next;
    for (const Tree *change = whom && !whom->atom ? whom->next : NULL; change; change = change->next)
        if (says(change, "other"))
            return "'each other', of several cards";
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
    own_become(t, list_of(o->arena, "~one-of", me));
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
        o.aboard = card == TYPE_PERSONNEL && tree_is(t, "static") && tree_is(t->child->next, "guard") && (says(t->child->next, "aboard") || says(t->child->next, "host"));
        own_refer(&o, t);
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
