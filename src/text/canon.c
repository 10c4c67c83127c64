/* One way to write each effect.  Many trees mean the same: a name given in the effect that uses it or just before it, what an opponent does said
 * from his side or from yours, the order of what a filter asks for.  Effects are shown in one of these ways, and compared in it. */
#include "effect/effect.h"
#include "text/inside.h"

/* ---- names ---- */

static int uses(const Tree *t, const char *name)
{
    int count = atom_is(t, name);
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        count += uses(c, name);
    return count;
}

/* Selections that are made by somebody, or by chance: to make one is an event of its own. */
static bool is_choice(const Tree *t)
{
    static const char *const words[] = { "choose", "up-to", "one-or-more", "random", "random-all-but", "random-until", "choose-total", "up-to-total", "at-least-total", "choose-different", "choose-alike", "up-to-different", "downloaded",
                                         "highest", "lowest" };
    return tree_is_any(t, words, countof(words));
}

/* Where an effect has the selection that it is about; NULL: it has none. */
static Tree *selection_slot(Tree *effect)
{
    static const struct { const char *word; int part; } slots[] = {
        { "examine", 2 }, { "reveal", 1 }, { "discard", 1 }, { "remove", 1 }, { "place", 1 }, { "stop", 1 }, { "kill", 1 }, { "arrange", 2 },
        { "destroy", 1 }, { "unstop", 1 }, { "apply", 1 }, { "brig", 1 }, { "take-command", 1 },
    };
    for (size_t i = 0; i < countof(slots); i++)
        if (tree_is(effect, slots[i].word)) {
            Tree *part = effect->child;
            for (int n = 0; part && n < slots[i].part; n++)
                part = part->next;
            return part;
        }
    return NULL;
}

/* Cards that are chosen to be taken somewhere at once are chosen as they are taken. */
static bool is_chosen_to_take(const Tree *what, const Tree *effect)
{
    static const char *const by[] = { "choose", "up-to", "one-or-more" }, *const takes[] = { "discard", "place", "reveal", "remove", "arrange" };
    return tree_is_any(what, by, countof(by)) && tree_is_any(effect, takes, countof(takes));
}

/* (let $a (top you 3)) (examine you $a): the name is given where it is first used, or not at all. */
static void name_in_place(Arena *arena, Tree *list, const Tree *ability)
{
    for (Tree **at = &list->child; *at; ) {
        Tree *let = *at, *next = let->next;
        Tree *name = tree_is(let, "let") ? let->child->next : NULL, *what = name ? name->next : NULL;
        Tree *effect = tree_is(next, "if-you-do") ? next->child->next : next;
        bool taken = what && is_chosen_to_take(what, effect);
        Tree *slot = next && what && (!is_choice(what) || taken) && !atom_is(what, "$w") ? selection_slot(effect) : NULL;
        if (!slot || !atom_is(slot, name->atom) || (!taken && uses(next, name->atom) != 1)) {
            at = &let->next;
            continue;
        }
        bool again = uses(ability, name->atom) > 2;
        Tree *same = arena_take(arena, sizeof *same);
        *same = (Tree){ .atom = what->atom, .child = what->child };
        if (again) {
            Tree *var = leaf(arena, name->atom);
            var->next = same;
            *slot = (Tree){ .child = list_of(arena, "as", var)->child, .next = slot->next };
        } else {
            *slot = (Tree){ .atom = same->atom, .child = same->child, .next = slot->next };
        }
        *at = next;
    }
}

/* A name that nobody asks for is none. */
static void drop_idle_names(Tree *t, const Tree *ability)
{
    while (tree_is(t, "as") && uses(ability, t->child->next->atom) == 1) {
        Tree *inner = t->child->next->next;
        *t = (Tree){ .atom = inner->atom, .child = inner->child, .next = t->next };
    }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        drop_idle_names(c, ability);
}

static void names_in_place(Arena *arena, Tree *t, const Tree *ability)
{
    if (t->atom)
        return;
    name_in_place(arena, t, ability);
    for (Tree *c = t->child; c; c = c->next)
        names_in_place(arena, c, ability);
}

static void in_order(Tree *t, const char **seen)
{
    static const char *const names[] = { "$a", "$b", "$c", "$d" };
    for (size_t i = 0; t->atom && t->atom[0] == '$' && i < countof(names); i++) {
        if (!seen[i])
            seen[i] = t->atom;
        if (strcmp(seen[i], t->atom) == 0) {
            t->atom = names[i];
            break;
        }
    }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        in_order(c, seen);
}

/* ---- what another player does ---- */

/* Whether a place is described, so that somebody chooses among those that fit. */
static bool says_where(const Tree *t)
{
    static const char *const words[] = { "onto", "to-mission", "to-ship", "to-beneath" };
    if (tree_is_any(t, words, countof(words)) && !t->child->next->atom)
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (says_where(c))
            return true;
    return false;
}

/* Effects that say nothing of who does them: they are done by "you". */
static bool does_it_unsaid(const Tree *t)
{
    static const char *const words[] = { "spend-counters", "play-it", "gain-skill-from", "gain-any-skill", "gain-required-skill", "gain-own-skill",
                                         "begin-combat", "begin-engagement", "next-play", "choose-opponent", "core",
                                         "call-type", "call-attribute", "call-icon", "call-skill", "left", "right", "each-opponent", "each", "each-player", "replace", "exchange" };
    for (size_t i = 0; i < countof(words); i++)
        if (says(t, words[i]))
            return true;
    return !tree_is(t, "you-may") && says_where(t);         /* what a player may do he does */
}

static bool is_one_player(const Tree *p)
{
    static const char *const words[] = { "opponent", "left", "right", "that-player", "drawer", "active-player", "owner", "loser" };
    for (size_t i = 0; i < countof(words); i++)
        if (atom_is(p, words[i]))
            return true;
    return false;
}

static bool is_never_you(const Tree *p)
{
    return atom_is(p, "opponent") || atom_is(p, "left") || atom_is(p, "right") || atom_is(p, "loser");
}

/* (draw you 1), (score you 5): what a player does, said with the player first and nothing else that belongs to him. */
static bool is_deed(const Tree *e)
{
    static const char *const words[] = { "draw", "score", "lose", "discard-top", "shuffle-deck", "shuffle-pile" };
    for (size_t i = 0; i < countof(words); i++)
        if (tree_is(e, words[i]) && atom_is(e->child->next, "you"))
            return !e->child->next->next || (!says(e->child->next->next, "you") && !says(e->child->next->next, "opponent"));
    return false;
}

/* (each-player opponent (draw you 1)) is (draw opponent 1): NULL, or the deeds from your side. */
static Tree *said_from_your_side(Tree *t)
{
    Tree *player = tree_is(t, "each-player") ? t->child->next : NULL, *deeds = player ? player->next : NULL;
    if (!deeds)
        return NULL;
    bool plain = is_one_player(player);
    bool many = player->atom && !is_one_player(player) && !deeds->next && is_deed(deeds);
    for (const Tree *d = deeds; d && plain; d = d->next)
        plain = !does_it_unsaid(d) && (is_never_you(player) || !says(d, "opponent"));      /* the opponent of a player who may be you is not always you */
    if (!plain && !many)
        return NULL;
    for (Tree *d = deeds; d; d = d->next)
        swap_words(d, "you", player->atom, "opponent", "you");
    return deeds;
}

static void say_from_your_side(Tree *list)
{
    for (Tree **at = &list->child; *at; at = &(*at)->next) {
        Tree *rest = (*at)->next, *deeds = said_from_your_side(*at);
        if (!deeds)
            continue;
        *at = deeds;
        while ((*at)->next)
            at = &(*at)->next;
        (*at)->next = rest;
    }
}

static void from_your_side(Tree *t)
{
    if (t->atom)
        return;
    for (Tree *c = t->child; c; c = c->next)
        from_your_side(c);
    say_from_your_side(t);
}

/* ---- the rest ---- */

static void bare_words(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        bare_words(c);
        if (!c->atom && c->child && c->child->atom && !c->child->next)        /* (self) is self */
            *c = (Tree){ .atom = c->child->atom, .next = c->next };
    }
}

/* (* 2 (limit-to q 3)) is (limit-to (* 2 q) 6). */
static void limit_outside(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        limit_outside(arena, c);
    int n_first;
    if (tree_is(t, "limit-to") && t->child->next->atom && str_int(str_of(t->child->next->atom), &n_first) && !t->child->next->next->atom) {
        Tree *number = t->child->next, *what_first = number->next;       /* the number stands behind */
        t->child->next = what_first;
        what_first->next = number;
        number->next = NULL;
    }
    Tree *n = tree_is(t, "*") ? t->child->next : NULL, *inner = n ? n->next : NULL;
    int times, limit;
    if (!tree_is(inner, "limit-to") || !n->atom || !str_int(str_of(n->atom), &times) || times <= 0)
        return;
    Tree *what = inner->child->next, *most = what->next;
    if (!most || !most->atom || !str_int(str_of(most->atom), &limit))
        return;
    char text[16];
    snprintf(text, sizeof text, "%d", times * limit);
    Tree *product = list_of(arena, "*", leaf(arena, n->atom));
    product->child->next->next = what;
    what->next = NULL;
    product->next = leaf(arena, arena_text(arena, str_of(text)));
    *t = (Tree){ .child = list_of(arena, "limit-to", product)->child, .next = t->next };
}

static void put_atom(Tree *t, const char *word, const char *other)
{
    if (atom_is(t, word))
        t->atom = other;
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        put_atom(c, word, other);
}

/* What a dilemma that is faced, and a mission that is attempted, is anyway. */
static void drop_said_types(Tree *t)
{
    enum { EVENT_SLOTS = 30 };
    static const struct { const char *word; int part; const char *type; } slots[] = {
        { "facing", 2, "dilemma" }, { "about-to-face", 2, "dilemma" }, { "attempting", 2, "mission" }, { "attempt-begins", 2, "mission" }, { "dilemma-cost", 1, "dilemma" }, { "revealed", 1, "dilemma" },
        { "overcome", 1, "dilemma" }, { "overcome", 2, "mission" }, { "meets-requirements", 1, "dilemma" }, { "about-to-reveal", 1, "dilemma" },
        { "about-to-complete", 1, "mission" }, { "completed", 1, "mission" }, { "completed", 2, "personnel" }, { "about-to-fail", 1, "mission" },
        { "attempt-fails", 1, "mission" }, { "attempt-ends", 1, "mission" }, { "about-to-kill", 1, "personnel" }, { "killed", 1, "personnel" },
        { "about-to-brig", 1, "personnel" }, { "brigged", 1, "personnel" }, { "uses-skill", 1, "personnel" }, { "gains-skill", 1, "personnel" },
        { "about-to-move", 1, "ship" }, { "moved", 1, "ship" }, { "moves-from", 1, "ship" }, { "moves-from", 2, "mission" }, { "about-to-move", 2, "mission" }, { "moved", 2, "mission" },
        { "is-attempting", 2, "mission" }, { "is-facing", 2, "dilemma" },            /* those up to here may be left out */
        { "at", 1, "mission" }, { "aboard", 1, "ship" }, { "has-aboard", 1, "personnel" }, { "playable-at", 1, "mission" }, { "range-needed-to", 2, "mission" },
        { "range-between", 1, "mission" }, { "range-between", 2, "mission" }, { "range-from", 1, "mission" }, { "no-quadrant-cost-between", 1, "mission" },
        { "no-quadrant-cost-between", 2, "mission" }, { "may-be-attempted-by", 1, "personnel" }, { "or-with", 1, "personnel" },
    };
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        drop_said_types(c);
    for (size_t i = 0; i < countof(slots); i++) {
        Tree *part = tree_is(t, slots[i].word) ? t->child : NULL;
        for (int n = 0; part && n < slots[i].part; n++)
            part = part->next;
        if (tree_is(part, "type") && atom_is(part->child->next, slots[i].type) && i < EVENT_SLOTS)
            *part = (Tree){ .atom = "any", .next = part->next };
        if (!tree_is(part, "and"))
            continue;
        for (Tree **at = &part->child->next; *at;)
            if (tree_is(*at, "type") && atom_is((*at)->child->next, slots[i].type))
                *at = (*at)->next;
            else
                at = &(*at)->next;
    }
}

/* Who faces a dilemma is a personnel. */
static void drop_facing_type(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        drop_facing_type(c);
    bool facing = false;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        facing |= atom_is(c, "facing-group");
    for (Tree **at = facing ? &t->child->next : NULL; at && *at;)
        if (tree_is(*at, "type") && atom_is((*at)->child->next, "personnel"))
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

/* What a damage card is on is this ship. */
static void host_of_damage(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next)
        if (tree_is(c, "damage"))
            put_atom(c, "host", "this-ship");
}

/* A response about this card calls it that, or itself. */
static void that_is_self(Tree *ability)
{
    Tree *inner = tree_is(ability, "damage") ? ability->child->next : ability;
    Tree *event = tree_is(inner, "when") || tree_is(inner, "while-may") ? inner->child->next : NULL;
    for (Tree *c = event && event->child && atom_is(event->child->next, "self") ? event->next : NULL; c; c = c->next)
        if (!says(c, "later") && !says(c, "for-now"))         /* what happens later has a card of its own that it speaks of */
            put_atom(c, "that", "self");
}

/* (guard a) (guard b) is (guard (all-of a b)); an ability that does one thing on a condition, or that you may do, has that condition, and may. */
static void as_clauses(Arena *arena, Tree *ability)
{
    Tree *a = tree_is(ability, "damage") ? ability->child->next : ability;
    if (!tree_is(a, "when") && !tree_is(a, "order") && !tree_is(a, "static"))
        return;
    Tree *before = tree_is(a, "when") ? a->child->next : a->child;
    Tree *last = last_part(a);
    bool static_text = tree_is(a, "static"), alone = before && last && before != last;
    bool may = false, other = false;
    for (Tree *c = before ? before->next : NULL; c && c != last; c = c->next) {
        may |= atom_is(c, "may");
        other |= !atom_is(c, "may") && !tree_is(c, "guard") && !tree_is(c, "limit") && !atom_is(c, "any-number") && !atom_is(c, "also") && !atom_is(c, "together");
    }
    if (!static_text && alone && !may && !other && tree_is(last, "if") && !tree_is(last_part(last), "else") && !tree_is(last->child->next, "can")) {
        Tree *condition = last->child->next, *effects = condition->next;
        condition->next = NULL;
        Tree *guard = list_of(arena, "guard", condition);
        Tree **at = &a->child;
        while (*at != last)
            at = &(*at)->next;
        *at = guard;
        guard->next = effects;
        last = last_part(a);
        alone = effects && !effects->next;
    }
    if (!static_text && alone && !may && !other && tree_is(last, "you-may") && atom_is(last->child->next, "you")) {
        Tree *mark = leaf(arena, "may");
        mark->next = last->child->next->next;
        Tree **at = &a->child;
        while (*at != last)
            at = &(*at)->next;
        *at = mark;
    }
    Tree *first = NULL;
    for (Tree **at = &a->child; *at;) {
        if (!tree_is(*at, "guard")) {
            at = &(*at)->next;
            continue;
        }
        if (!first) {
            first = *at;
            at = &(*at)->next;
            continue;
        }
        Tree *more = (*at)->child->next, *have = first->child->next;
        *at = (*at)->next;
        if (tree_is(have, "all-of")) {
            last_part(have)->next = more;
        } else {
            have->next = more;
            first->child->next = list_of(arena, "all-of", have);
        }
    }
    Tree *guards = first ? first->child->next : NULL;       /* one list of conditions */
    for (Tree **at = tree_is(guards, "all-of") ? &guards->child->next : NULL; at && *at;) {
        if (!tree_is(*at, "all-of")) {
            at = &(*at)->next;
            continue;
        }
        Tree *inner = (*at)->child->next, *rest = (*at)->next, *end = inner;
        while (end->next)
            end = end->next;
        end->next = rest;
        *at = inner;
    }
}

/* Whether a name is of one card. */
static bool names_one(const Tree *t, const char *name)
{
    if ((tree_is(t, "let") || tree_is(t, "as")) && atom_is(t->child->next, name)) {
        const Tree *sel = t->child->next->next, *n = sel->child ? sel->child->next : NULL;
        if (tree_is(sel, "highest") || tree_is(sel, "lowest"))
            return true;
        if (tree_is(sel, "choose") || tree_is(sel, "up-to") || tree_is(sel, "top") || tree_is(sel, "bottom") || tree_is(sel, "pile-top") || tree_is(sel, "pile-bottom") || tree_is(sel, "downloaded"))
            n = n->next;
        else if (!tree_is(sel, "random"))
            return false;
        return atom_is(n, "1");
    }
    if (tree_is(t, "for-each") && atom_is(t->child->next, name))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (names_one(c, name))
            return true;
    return false;
}

/* (exists (and self …)) is (matches self …), of one card. */
static void say_of_it(Arena *arena, Tree *t, const Tree *ability)
{
    static const char *const words[] = { "self", "that", "bearer", "cause", "this-ship", "this-mission", "faced" };
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_of_it(arena, c, ability);
    Tree *f = tree_is(t, "exists") ? t->child->next : NULL;
    for (Tree **at = tree_is(f, "and") ? &f->child->next : NULL; at && *at; at = &(*at)->next) {
        bool named = (*at)->atom && (*at)->atom[0] == '$' && names_one(ability, (*at)->atom);
        for (size_t i = 0; i < countof(words) && !named; i++)
            named = atom_is(*at, words[i]);
        if (!named)
            continue;
        Tree *it = *at;
        *at = it->next;
        if (f->child->next && !f->child->next->next) {
            f = f->child->next;
            f->next = NULL;
        }
        it->next = f;
        *t = (Tree){ .child = list_of(arena, "matches", it)->child, .next = t->next };
        return;
    }
}

/* (matches self (and a b)) is (all-of (matches self a) (matches self b)). */
static void match_each(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        match_each(arena, c);
    Tree *it = tree_is(t, "matches") ? t->child->next : NULL, *all = it ? it->next : NULL;
    if (!tree_is(all, "and") || !it->atom)
        return;
    Tree *each = NULL, **end = &each;
    for (Tree *part = all->child->next, *next; part; part = next) {
        next = part->next;
        part->next = NULL;
        Tree *same = leaf(arena, it->atom);
        same->next = part;
        *end = list_of(arena, "matches", same);
        end = &(*end)->next;
    }
    *t = (Tree){ .child = list_of(arena, "all-of", each)->child, .next = t->next };
}

/* Of which card a condition says something. */
static const Tree *matched(const Tree *t)
{
    t = tree_is(t, "not-so") ? t->child->next : t;
    return tree_is(t, "matches") ? t->child->next : NULL;
}

/* What is said of one card in a row stands in one order. */
static void order_matches(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        order_matches(arena, c);
    for (bool moved = tree_is(t, "all-of"); moved;) {
        moved = false;
        for (Tree **at = &t->child->next; *at && (*at)->next; at = &(*at)->next) {
            Tree *a = *at, *b = a->next;
            const Tree *of_a = matched(a), *of_b = matched(b);
            if (!of_a || !of_a->atom || !of_b || !atom_is(of_b, of_a->atom) || strcmp(tree_print(arena, a), tree_print(arena, b)) <= 0)
                continue;
            a->next = b->next;
            b->next = a;
            *at = b;
            moved = true;
        }
    }
}

/* What some words say of the type of a card: it is said with them. */
static const char *type_implied(const Tree *t)
{
    static const struct { const char *word, *type; } known[] = {
        { "has", "personnel" }, { "has-named-skill", "personnel" }, { "used-skill", "personnel" }, { "commander-of", "personnel" }, { "captive", "personnel" },
        { "captive-of", "personnel" }, { "in-brig", "personnel" }, { "dots", "personnel" }, { "skill-count", "personnel" }, { "quadrant", "mission" }, { "complete", "mission" },
        { "requires-attribute", "mission" }, { "span", "mission" }, { "dilemmas-beneath", "mission" }, { "worth", "mission" }, { "mission-of", "mission" },
        { "kind", "mission" }, { "staffed", "ship" }, { "damaged", "ship" }, { "staffing-icons", "ship" }, { "drawn", "dilemma" }, { "in-stack", "dilemma" }, { "in-pile", "dilemma" },
    };
    for (size_t i = 0; i < countof(known); i++)
        if ((atom_is(t, known[i].word) && strcmp(known[i].word, "span") != 0 && strcmp(known[i].word, "dots") != 0 && strcmp(known[i].word, "quadrant") != 0) || tree_is(t, known[i].word))       /* alone, these are what is compared or summed up */
            return known[i].type;
    if (tree_is(t, "attr")) {
        static const char *const attrs[] = { "integrity", "cunning", "strength", "range", "weapons", "shields" };
        for (size_t i = 0; i < countof(attrs); i++)
            if (atom_is(t->child->next, attrs[i]))
                return i < 3 ? "personnel" : "ship";
    }
    if (tree_is(t, "not")) {
        const Tree *in = t->child->next;
        return tree_is(in, "has") || atom_is(in, "damaged") || atom_is(in, "staffed") || atom_is(in, "complete") ? type_implied(in) : NULL;
    }
    return NULL;
}

/* Words that need no type beside them: another noun, or a card that is known. */
static bool is_noun(const Tree *t)
{
    static const char *const words[] = { "type", "title", "is", "facing-group", "self", "that", "bearer", "cause", "this-ship", "this-mission", "faced", "host" };
    for (size_t i = 0; i < countof(words); i++)
        if (tree_is(t, words[i]) || atom_is(t, words[i]))
            return true;
    if (tree_is(t, "or")) {
        for (const Tree *c = t->child->next; c; c = c->next)
            if (!tree_is(c, "type") && !tree_is(c, "title"))
                return false;
        return true;
    }
    return t->atom && t->atom[0] == '$';
}

/* An `or` of like things has their type. */
static const char *type_of_alike(const Tree *or)
{
    const Tree *first = or->child->next;
    const char *word = first->atom ? first->atom : first->child->atom, *type = type_implied(first);
    for (const Tree *c = first->next; c; c = c->next)
        if ((!tree_is(c, word) && !atom_is(c, word)) || !type_implied(c) || !type || strcmp(type_implied(c), type) != 0)
            return NULL;
    return type;
}

/* … in filters: whatever stands in one place with others is their parent's business. */
static void imply_types(Arena *arena, Tree *t, bool filter)
{
    bool inside = tree_is(t, "and") || tree_is(t, "or") || tree_is(t, "not");
    bool dilemma = tree_is(t, "facing") || tree_is(t, "is-facing") || tree_is(t, "about-to-face") || tree_is(t, "dilemma-cost") || tree_is(t, "revealed") ||
                   tree_is(t, "about-to-reveal") || tree_is(t, "meets-requirements");
    bool request = tree_is(t, "requires") || tree_is(t, "skill") || tree_is(t, "total");
    for (Tree *c = t->atom || request ? NULL : t->child ? t->child->next : NULL; c; c = c->next)
        imply_types(arena, c, !dilemma && !(tree_is(t, "matches") && c != t->child->next) && (!inside || (tree_is(t, "or") && filter && !type_of_alike(t))));
    if (!filter || tree_is(t, "not"))
        return;
    const char *type = NULL;
    bool noun = false;
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next) {
        noun |= is_noun(c);
        type = type ? type : type_implied(c);
    }
    if (!tree_is(t, "and"))
        type = tree_is(t, "or") ? type_of_alike(t) : type_implied(t);
    if (noun || !type)
        return;
    Tree *say = list_of(arena, "type", leaf(arena, type));
    if (tree_is(t, "and")) {
        say->next = t->child->next;
        t->child->next = say;
        return;
    }
    say->next = arena_take(arena, sizeof *say);
    *say->next = (Tree){ .atom = t->atom, .child = t->child };
    *t = (Tree){ .child = list_of(arena, "and", say)->child, .next = t->next };
}

/* (not self) is other. */
static void say_other(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_other(c);
    if (tree_is(t, "not") && atom_is(t->child->next, "self"))
        *t = (Tree){ .atom = "other", .next = t->next };
}

/* On a dilemma, that somebody is among those who face it is what they have. */
static void say_have(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_have(arena, c);
    bool one = tree_is(t, "exists"), some = tree_is(t, "at-least");
    Tree *f = one ? t->child->next : some ? t->child->next->next : NULL;
    bool group = atom_is(f, "facing-group");
    for (const Tree *c = tree_is(f, "and") ? f->child->next : NULL; c; c = c->next)
        group |= atom_is(c, "facing-group");
    if (!group)
        return;
    Tree *n = one ? leaf(arena, "1") : t->child->next;
    n->next = f;
    *t = (Tree){ .child = list_of(arena, "have", list_of(arena, "cards", n))->child, .next = t->next };
}

/* (not-so (cmp a >= b)) is (cmp a < b). */
static void turn_comparison(Tree *t)
{
    static const char *const opposite[][2] = { { ">=", "<" }, { "<", ">=" }, { ">", "<=" }, { "<=", ">" } };
    Tree *cmp = tree_is(t, "not-so") && tree_is(t->child->next, "cmp") ? t->child->next : NULL, *how = cmp ? cmp->child->next->next : NULL;
    for (size_t i = 0; how && i < countof(opposite); i++)
        if (atom_is(how, opposite[i][0])) {
            how->atom = opposite[i][1];
            *t = (Tree){ .child = cmp->child, .next = t->next };
            return;
        }
}

/* (have (so c)) is c. */
static void say_what_is_so(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_what_is_so(c);
    Tree *so = tree_is(t, "have") ? t->child->next : NULL;
    if (tree_is(so, "so") && !so->next) {
        Tree *what = so->child->next;
        *t = (Tree){ .atom = what->atom, .child = what->child, .next = t->next };
    }
}

/* (cmp (count f) = 0): there is none. */
static void say_so_many(Arena *arena, Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_so_many(arena, c);
    turn_comparison(t);
    Tree *count = tree_is(t, "cmp") ? t->child->next : NULL, *how = tree_is(count, "count") ? count->next : NULL, *n = how ? how->next : NULL, *cards = count && how ? count->child->next : NULL;
    int limit;
    if (!n || !n->atom || !str_int(str_of(n->atom), &limit))
        return;
    if (atom_is(how, "=") && limit == 0)
        *t = (Tree){ .child = list_of(arena, "not-so", list_of(arena, "exists", cards))->child, .next = t->next };
}

/* (not (or a b)) is (and (not a) (not b)), and the other way round; (matches x (not f)) is (not-so (matches x f)). */
static void spread_not(Arena *arena, Tree *t)
{
    turn_comparison(t);
    Tree *in = tree_is(t, "not") ? t->child->next : NULL;
    if (tree_is(in, "or") || tree_is(in, "and")) {
        const char *word = tree_is(in, "or") ? "and" : "or";
        Tree *parts = NULL, **last = &parts;
        for (Tree *c = in->child->next, *next; c; c = next) {
            next = c->next;
            c->next = NULL;
            *last = list_of(arena, "not", c);
            last = &(*last)->next;
        }
        *t = (Tree){ .child = list_of(arena, word, parts)->child, .next = t->next };
    } else if (tree_is(in, "not")) {
        Tree *inner = in->child->next;
        *t = (Tree){ .atom = inner->atom, .child = inner->child, .next = t->next };
        spread_not(arena, t);
        return;
    }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        spread_not(arena, c);
    Tree *what = tree_is(t, "matches") ? t->child->next->next : NULL;
    if (tree_is(what, "not") && !what->next) {
        Tree *inner = what->child->next;
        t->child->next->next = inner;
        Tree *same = arena_take(arena, sizeof *same);
        *same = (Tree){ .child = t->child };
        *t = (Tree){ .child = list_of(arena, "not-so", same)->child, .next = t->next };
    }
}

/* A sum of species has them in a row. */
static void nest_sums(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        nest_sums(c);
    while (tree_is(t, "+") && tree_is(t->child->next, "+")) {            /* (+ (+ a b) c) is (+ a (+ b c)) */
        Tree *inner = t->child->next, *c = inner->next, *a = inner->child->next, *b = a->next;
        a->next = inner;
        inner->child->next = b;
        b->next = c;
        inner->next = NULL;
        t->child->next = a;
        nest_sums(inner);
    }
}

/* A second name for a card that has one. */
static void drop_second_names(Tree *t, Tree *ability)
{
    static const char *const words[] = { "self", "that", "cause" };
    for (size_t i = 0; tree_is(t, "as") && i < countof(words); i++)
        if (atom_is(t->child->next->next, words[i])) {
            const char *name = t->child->next->atom;
            *t = (Tree){ .atom = words[i], .next = t->next };
            put_atom(ability, name, words[i]);
            return;
        }
    for (Tree **at = t->atom ? NULL : &t->child; at && *at;) {
        Tree *let = tree_is(*at, "let") ? *at : NULL, *what = let ? let->child->next->next : NULL;
        if (atom_is(what, "self") || atom_is(what, "that") || atom_is(what, "cause")) {
            *at = let->next;
            put_atom(ability, let->child->next->atom, what->atom);
            continue;
        }
        drop_second_names(*at, ability);
        at = &(*at)->next;
    }
}

/* "You may do it. If you do …": the choice is of the first part; where something comes instead it is not the same. */
static void choose_the_deed(Arena *arena, Tree *ability)
{
    Tree *a = tree_is(ability, "damage") ? ability->child->next : ability, *last = tree_is(a, "when") ? last_part(a) : NULL;
    if (!tree_is(last, "if-you-do") || tree_is(last_part(last), "else"))
        return;
    for (Tree **at = &a->child; *at != last; at = &(*at)->next)
        if (atom_is(*at, "may") && (*at)->next == last) {
            Tree *deed = last->child->next, *you = leaf(arena, "you"), *rest = deed->next;
            deed->next = NULL;
            you->next = deed;
            *at = last;
            last->child->next = list_of(arena, "you-may", you);
            last->child->next->next = rest;
            return;
        }
}

/* The mark that a line carries out a ruling does nothing. */
static void drop_citations(Tree *t)
{
    for (Tree **at = t->atom ? NULL : &t->child; at && *at;) {
        if (tree_is(*at, "cite")) {
            *at = (*at)->next;
            continue;
        }
        drop_citations(*at);
        at = &(*at)->next;
    }
}

/* A dilemma whose text changes its cost has that cost. */
static void say_own_cost(Tree *ability)
{
    Tree *last = tree_is(ability, "static") ? last_part(ability) : NULL, **at = last ? &ability->child->next : NULL;
    if (!tree_is(last, "cost-change"))
        return;
    while (*at && tree_is(*at, "guard"))
        at = &(*at)->next;
    if (!atom_is(*at, "self") || (*at)->next != last)
        return;
    *at = last->child->next;
    ability->child->atom = "own-cost";
}

/* What is at this mission is here. */
static void say_here(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        say_here(c);
    if (tree_is(t, "at") && atom_is(t->child->next, "this-mission"))
        *t = (Tree){ .atom = "here", .next = t->next };
}

/* Clauses in the order in which a text says them. */
static int clause_rank(const Tree *t)
{
    static const char *const words[] = { "also", "any-number", "guard", "may", "target", "limit", "together", "cost", "regardless", "for-free" };
    for (size_t i = 0; i < countof(words); i++)
        if (tree_is(t, words[i]) || atom_is(t, words[i]))
            return (int)i;
    return -1;
}

static void order_clauses(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        order_clauses(c);
    Tree **first = t->atom ? NULL : &t->child;
    while (first && *first && clause_rank(*first) < 0)
        first = &(*first)->next;
    if (!first || !*first || first == &t->child)
        return;
    for (bool moved = true; moved;) {
        moved = false;
        for (Tree **at = first; (*at)->next && clause_rank((*at)->next) >= 0; at = &(*at)->next)
            if (clause_rank(*at) > clause_rank((*at)->next)) {
                Tree *a = *at, *b = a->next;
                a->next = b->next;
                b->next = a;
                *at = b;
                moved = true;
            }
    }
}

const char *effects_shown(Arena *arena, const char *ability, CardType type, bool damage)
{
    Tree *t = tree_read(arena, ability)->child;
    if (!t)
        return "";
    t = tree_canonical(arena, damage ? list_of(arena, "damage", t) : t, type);
    return tree_print(arena, damage ? t->child->next : t);
}

Tree *tree_canonical(Arena *arena, Tree *ability, CardType type)
{
    const char *seen[4] = { NULL };
    Tree *holder = list_of(arena, "do", ability);
    bare_words(holder);
    drop_citations(holder);
    say_here(holder);
    if (type == TYPE_MISSION)
        put_atom(holder, "this-mission", "self");
    if (type == TYPE_SHIP)
        put_atom(holder, "this-ship", "self");
    from_your_side(holder);
    drop_second_names(holder, holder);
    names_in_place(arena, holder, holder);
    drop_second_names(holder, holder);
    drop_idle_names(holder, holder);
    drop_facing_type(holder);
    host_of_damage(holder);
    say_what_is_so(holder);
    say_so_many(arena, holder);
    say_of_it(arena, holder, holder);
    match_each(arena, holder);
    if (type == TYPE_DILEMMA) {
        say_have(arena, holder);
        say_own_cost(holder->child->next);
    }
    say_other(holder);
    spread_not(arena, holder);
    nest_sums(holder);
    choose_the_deed(arena, holder->child->next);
    imply_types(arena, holder->child->next, false);
    as_clauses(arena, holder->child->next);
    that_is_self(holder->child->next);
    limit_outside(arena, holder);
    order_clauses(holder);
    drop_said_types(holder);
    order_matches(arena, holder);
    ability = tree_tidy(arena, holder->child->next);
    bare_words(list_of(arena, "do", ability));
    in_order(ability, seen);
    ability->next = NULL;
    return ability;
}

static void show_lines(Arena *arena, const Tree *abilities, CardType type, Out *out)
{
    for (const Tree *t = abilities; t; t = t->next) {
        bool damage = tree_is(t, "damage");
        out_text(out, "%s%s%s\n", damage ? "(damage " : "", effects_shown(arena, tree_print(arena, damage ? t->child->next : t), type, damage), damage ? ")" : "");
    }
}

const char *abilities_shown(Arena *arena, const char *abilities, CardType type)
{
    const Tree *all = tree_read(arena, abilities)->child;
    Out measure = { NULL, 0, 0 };
    show_lines(arena, all, type, &measure);
    Out out = { arena_take(arena, measure.len + 1), measure.len + 1, 0 };
    show_lines(arena, all, type, &out);
    return out.at;
}

void card_effects_shown(const Catalogue *cat, const CardDef *def, Out *out)
{
    Arena arena = { 0 };
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &cat->ability[def->ability + i];
        if (a->for_now)                         /* stands in the effect that brings it about */
            continue;
        Out measure = { NULL, 0, 0 };
        effect_print(cat, a->node, &measure);
        Out one = { arena_take(&arena, measure.len + 1), measure.len + 1, 0 };
        effect_print(cat, a->node, &one);
        const char *around = a->damage ? "(damage " : a->reversed ? "(reversed " : "";
        out_text(out, "%s%s%s%s", out->len ? "\n" : "", around, effects_shown(&arena, one.at, (CardType)def->type, a->damage), around[0] ? ")" : "");
    }
    arena_free(&arena);
}
