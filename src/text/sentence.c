/* Joins a sentence to those before it: what "if you do", "otherwise", "to prevent this" and the other marks say of the ability that was begun.
 * The marks are explained in assemble.c. */
#include "text/inside.h"

bool has_effects(const Tree *t)
{
    return tree_is(t, "resolve") || tree_is(t, "order") || tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "play-option");
}

/* A condition whose "otherwise" was not said. */
static bool is_open_condition(Tree *t)
{
    return (tree_is(t, "unless") || tree_is(t, "if")) && !tree_is(last_part(t), "else");
}

/* The condition before the last one, where it asks of the same card and its "otherwise" was not said either. */
static Tree *asked_before(Tree *ability, const Tree *last)
{
    const Tree *asks = last->child->next;
    for (Tree *t = ability->child; t; t = t->next)
        if (t->next == last)
            return is_open_condition(t) && tree_is(asks, "matches") && tree_is(t->child->next, "matches") && tree_same(t->child->next->child->next, asks->child->next) ? t : NULL;
    return NULL;
}

static bool asks_for_type(const Tree *condition)
{
    return tree_is(condition, "if") && tree_is(last_part(condition->child->next), "type");
}

/* The last effect of an ability is made a part of something larger: (word effect more…).  What depends on a condition stays inside it. */
static void wrap_last(Arena *arena, Tree *ability, const char *word, Tree *more)
{
    while (is_open_condition(last_part(ability)))
        ability = last_part(ability);
    Tree **at = &ability->child;
    while ((*at)->next)
        at = &(*at)->next;
    Tree *effect = *at;
    effect->next = more;
    *at = list_of(arena, word, effect);
}

/* Under which condition an ability works: it stands behind the event.  A second one is asked for together with the first. */
void add_guard(Arena *arena, Tree *ability, Tree *condition)
{
    Tree *before = ability->child, *guard = list_of(arena, "guard", condition);
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    if (before->next && tree_is(before->next, "guard")) {
        condition->next = before->next->child->next;
        before->next->child->next = list_of(arena, "all-of", condition);
        return;
    }
    guard->next = before->next;
    before->next = guard;
}

/* Clauses stand behind the event, and before the effects: a limit goes in front of everything else there. */
void add_limit(Tree *ability, Tree *limit)
{
    Tree *before = ability->child;
    if ((tree_is(ability, "when") || tree_is(ability, "while-may")) && before->next)
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || atom_is(before->next, "may") || tree_is(before->next, "may")))
        before = before->next;
    limit->next = before->next;
    before->next = limit;
}

int fill_until(Tree *t, const char *open, const char *until)
{
    int filled = 0;
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, open)) {
            c->atom = until;
            filled++;
        }
        filled += fill_until(c, open, until);
    }
    return filled;
}

static bool takes_guard(const Tree *t)
{
    return has_effects(t) || tree_is(t, "static") || tree_is(t, "own-cost") || tree_is(t, "permit-play");
}

/* "You may discard a card to …": what is paid is the price, and nothing comes without it. */
static void pay_what_may_be_paid(Arena *arena, Tree *ability)
{
    for (Tree *c = ability->child; c; c = c->next) {
        Tree *may = tree_is(c, "cost") ? c->child->next : NULL;
        if (!tree_is(may, "you-may") || may->next || !atom_is(may->child->next, "you"))
            continue;
        c->child->next = may->child->next->next;
        if (tree_is(ability, "when"))
            add_limit(ability, leaf(arena, "may"));
    }
}

static void add_ability(Abilities *a, Tree *t)
{
    t->next = NULL;
    pay_what_may_be_paid(a->arena, t), let_another_pay(a->arena, t);
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
        if (t->atom && (strncmp(t->atom, "~it", 3) == 0 || strncmp(t->atom, "~personnel", 10) == 0 || strcmp(t->atom, "~many") == 0 || strcmp(t->atom, "~both") == 0 || strcmp(t->atom, "~they") == 0 || strcmp(t->atom, "~those") == 0 || strcmp(t->atom, "~event") == 0 || strcmp(t->atom, "~ship") == 0 || strcmp(t->atom, "named") == 0))
            return 1;
        int inside = t->atom ? 0 : first_pointer(t->child);
        if (inside)
            return inside;
        if (tree_is(t, "cmp") && tree_is(t->child->next, "count") && (says(t->child->next, "facing-group") || says(t->child->next, "~remaining")))
            return 2;
        if (tree_is(t, "at-least") || tree_is(t, "exists") || tree_is(t, "random") || tree_is(t, "choose") || tree_is(t, "let"))
            return 2;
    }
    return 0;
}

/* Whether the last sentence makes somebody choose more than once: "if you cannot" would be about all of it. */
static bool chose_twice(const Abilities *a)
{
    int choices = 0;
    for (const Tree *e = a->begin ? a->begin->next : NULL; e; e = e->next)
        choices += !e->atom && e->child->next && tree_is(e->child->next, "choose");
    return choices > 1;
}

/* Whether somebody is selected in this condition, of whom later sentences speak. */
static bool has_let(const Tree *condition)
{
    for (const Tree *c = condition->child; c; c = c->next)
        if (tree_is(c, "let"))
            return true;
    return false;
}

/* Whether something is selected, or done to cards that may be spoken of. */
static bool selects(const Tree *t)
{
    static const char *const words[] = { "random", "choose", "up-to", "let", "as", "highest", "lowest", "top", "download", "stop", "kill", "place", "reveal" };
    for (size_t i = 0; i < countof(words); i++)
        if (says(t, words[i]))
            return true;
    return false;
}

/* "If they are of different species, they are stopped": only what was selected before meets with something. */
static bool befalls_known(const Tree *t)
{
    const Tree *condition = tree_is(t, "if") || tree_is(t, "unless") ? t->child->next : NULL;
    if (!condition || has_let(condition))
        return false;
    for (const Tree *e = condition->next; e; e = e->next)
        if (e->atom || (!tree_is(e, "stop") && !tree_is(e, "kill")) || !e->child->next->atom || first_pointer(e->child->next) != 1)
            return false;
    return condition->next != NULL;
}

/* "If it is an event, …  If it is a personnel, …": two questions about one card. */
static bool ask_the_same(const Tree *one, const Tree *other)
{
    const Tree *a = tree_is(one, "if") ? one->child->next : NULL, *b = tree_is(other, "if") ? other->child->next : NULL;
    bool both = a && b && tree_is(a, "matches") && tree_is(b, "matches") && a->child->next->atom && b->child->next->atom;
    if (!both || strcmp(a->child->next->atom, b->child->next->atom) != 0)
        return false;
    bool another = says(one, "random") || says(one, "choose") || says(one, "up-to") || says(one, "let") || says(one, "highest") || says(one, "lowest");
    return atom_is(a->child->next, "~it") || atom_is(a->child->next, "~it-alone") || (atom_is(a->child->next, "~personnel") && !another);
}

/* "Unless …, your opponent names a skill.  Each personnel who has that skill …": nobody has one that was not named. */
static bool names_something(const Tree *t)
{
    return says(t, "name-skill") || says(t, "name-two-skills") || says(t, "name-card") || says(t, "name-keyword") || says(t, "name-species") || says(t, "name-number") || says(t, "call-attribute") || says(t, "call-type") || says(t, "call-icon");
}

static bool speaks_of_named(const Tree *effects)
{
    static const char *const words[] = { "has-named-skill", "named", "has-named-keyword", "of-named-species", "has-named-icon", "of-named-type", "attr-named", "named-number", "named-levels", "gain-named-skill", "lose-named-skill", "skill-named" };
    for (size_t i = 0; effects && i < countof(words); i++)
        if (says(effects, words[i]))
            return true;
    return effects && effects->next && speaks_of_named(effects->next);
}

/* "If that card is …, he or she is ….": a question about a card from before, under which nobody is selected.  A later sentence about it is no part of that. */
static bool asks_of_known(const Tree *last)
{
    const Tree *asked = is_open_condition((Tree *)last) ? last->child->next : NULL;
    if (!tree_is(asked, "matches") || !asked->child->next->atom)
        return false;
    for (const Tree *c = asked->next; c; c = c->next)
        if ((selects(c) && !(tree_is(c, "place") && atom_is(c->child->next, "self"))) || names_something(c))
            return false;
    return true;
}

/* Where a further sentence goes: into the condition before it if it speaks of what was selected there (2e-2014/dilemmas.3). */
static Tree *goes_inside(Tree *ability, const Tree *effects)
{
    Tree *last = last_part(ability);
    bool back = first_pointer(effects) == 1 || (names_something(last) && speaks_of_named(effects));
    bool condition = is_open_condition(last), each = tree_is(last, "repeat");        /* "For each …, select two.  If either of those …": of each time */
    if (asks_of_known(last))
        return ability;
    bool asks = (tree_is(effects, "if") || tree_is(effects, "unless")) && condition && (!selects(last) || befalls_known(last) || ask_the_same(last, effects));     /* both ask about a card from before */
    bool bought = tree_is(last, "~pay") && names_something(last) && speaks_of_named(effects);       /* "… discards a card to name a skill.  Unless you have that skill, …": without the price there is none */
    return (back && (condition || each) && !asks) || bought ? last : ability;
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

/* "You discarded this way": the cards that were discarded from the deck are named. */
static void take_milled(Arena *arena, Tree *ability, Tree *effects)
{
    Tree *mill = NULL, *holder = list_of(arena, "do", effects);
    bool named = false;                         /* an earlier sentence has spoken of them */
    for (Tree *c = ability->child; c; c = c->next) {
        mill = tree_is(c, "discard-top") ? c : mill;
        named |= tree_is(c, "let") && atom_is(c->child->next, "$w") && tree_is(last_part(c), "top");
    }
    if (!mill && named)
        put_for(arena, holder, "~milled", leaf(arena, "$w"));
    if (!mill || !says(holder, "~milled"))
        return;
    Tree *top = list_of(arena, "top", mill->child->next), *name = leaf(arena, "$w"), *gone = leaf(arena, "$w");
    name->next = top;
    Tree *discard = list_of(arena, "discard", gone);
    discard->next = mill->next;
    *mill = (Tree){ .child = list_of(arena, "let", name)->child, .next = discard };
    put_for(arena, holder, "~milled", leaf(arena, "$w"));
}

/* A dilemma whose text begins when it is revealed or overcome: what it does when it is faced is another text, unless it speaks of the first. */
static bool is_revealing(const Abilities *a)
{
    const Tree *event = strcmp(a->start, "Dilemma") == 0 && tree_is(a->last, "when") ? a->last->child->next : NULL;
    return (tree_is(event, "revealed") || tree_is(event, "overcome")) && atom_is(event->child->next, "self");
}

/* "Unless you have …" behind a text that answers something: what those must have who face the dilemma. */
static bool is_faced_then(const Abilities *a, const Tree *effects)
{
    bool asks = tree_is(effects, "unless") || tree_is(effects, "if");
    return strcmp(a->start, "Dilemma") == 0 && tree_is(a->last, "when") && asks && tree_is(effects->child->next, "have");
}

/* More behind a text that answers two events: of both abilities. */
static void go_on_twice(Abilities *a, Tree *effects)
{
    Tree *first = a->first;
    while (first->next != a->last)
        first = first->next;
    last_part(goes_inside(first, effects))->next = copy_of(a->arena, effects);
    last_part(goes_inside(a->last, effects))->next = effects;
}

/* "Replace the remaining cards in any order", of cards from a dilemma pile: there, and not on a deck. */
static void replace_on_pile(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, "in-deck"))
            c->atom = "in-pile";
        if (atom_is(c, "deck-top"))
            c->atom = "pile-top-of";
        replace_on_pile(c);
    }
}

static bool is_this_card(const Tree *t)
{
    return atom_is(t, "self") || atom_is(t, "~this-ship") || atom_is(t, "~he") || atom_is(t, "~thing");
}

/* "If you command …, place this personnel in …", with nothing before it: as soon as that is so. */
static bool leaves_if(const Tree *effects)
{
    static const char *const words[] = { "place", "remove", "kill", "destroy", "discard" };
    const Tree *what = tree_is(effects, "if") && !effects->next ? effects->child->next->next : NULL;
    return what && !what->next && tree_is_any(what, words, countof(words)) && is_this_card(what->child->next);
}

/* "If you command …, this personnel gains …", with nothing before it and no word of how long: as long as that is so. */
static bool is_so_if(const Tree *effects)
{
    const Tree *what = tree_is(effects, "if") && !effects->next ? effects->child->next->next : NULL;
    return what && !what->next && tree_is(what, "apply") && atom_is(what->child->next->next, "~until");
}

static Tree *lasting_if(Arena *arena, Tree *effects)
{
    Tree *condition = effects->child->next, *whom = condition->next->child->next, *guard = list_of(arena, "guard", condition);
    condition->next = NULL;
    whom->next = whom->next->next;              /* without how long */
    guard->next = whom;
    return list_of(arena, "static", guard);
}

static bool go_on(Abilities *a, Tree *effects)
{
    if (tree_is(effects, "arrange") && !effects->next && says(effects, "~cards") && a->last && (says(a->last, "pile-top") || says(a->last, "pile-bottom")) && !says(a->last, "top"))
        replace_on_pile(effects);
    if (a->twice) {
        go_on_twice(a, effects);
        return true;
    }
    bool back = first_pointer(effects) == 1 || says(list_of(a->arena, "do", effects), "~it") || says(list_of(a->arena, "do", effects), "~it-alone") || says(list_of(a->arena, "do", effects), "~they") || says(list_of(a->arena, "do", effects), "~cards");
    if ((is_revealing(a) || is_faced_then(a, effects)) && !back) {
        add_ability(a, list_of(a->arena, "resolve", effects));
        return true;
    }
    Tree *damage = tree_is(a->last, "damage") ? a->last->child->next : NULL;
    if (damage && !has_effects(damage))
        return speaks_of_nothing(a, "an effect behind a lasting text of damage");
    if (damage) {
        last_part(damage)->next = effects;
        return true;
    }
    if (a->last && has_effects(a->last)) {
        take_milled(a->arena, a->last, effects);
        Tree *before = last_part(a->last);
        back = first_pointer(effects) == 1 || (names_something(before) && speaks_of_named(effects));
        if (fights_so(a->arena, before, effects) || (back && into_battles(a->arena, before, "if-you-win", effects, false)))
            return true;
        last_part(goes_inside(a->last, effects))->next = effects;
    }
    else if (!stays(a->start))
        add_ability(a, list_of(a->arena, "resolve", effects));
    else if (!a->last && leaves_if(effects))
        add_ability(a, list_of(a->arena, "as-soon-as", effects->child->next));
    else if (!a->last && is_so_if(effects))
        add_ability(a, lasting_if(a->arena, effects));
    else
        return speaks_of_nothing(a, "an effect, and nothing says when");
    return true;
}

/* "You may … to prevent this": of what the sentence before does. */
static bool prevented(Abilities *a, Tree *parts, bool by_another)
{
    if (!a->begin || !a->begin->next || a->twice)
        return speaks_of_nothing(a, "'to prevent this' with nothing before it");
    offer_to_prevent(a->arena, a->begin, parts, by_another);
    return true;
}

/* One text for two events: two abilities that do the same.  An event may have a condition of its own: (~guarded V G*). */
static bool take_two(Abilities *a, Tree *parts, const char *word)
{
    Tree *event[2] = { parts, parts->next }, *rest = parts->next->next->next;      /* behind ~and */
    for (int i = 0; i < 2; i++) {
        Tree *one = event[i];
        if (tree_is(one, "~guarded"))
            one = one->child->next;
        else
            one->next = NULL;
        Tree *last = one;
        while (last->next)
            last = last->next;
        last->next = i == 0 ? copy_of(a->arena, rest) : rest;
        add_ability(a, list_of(a->arena, word, one));
    }
    a->twice = true;
    return true;
}

/* "Those cards must be …": said of what was downloaded, or taken from a deck. */
static bool restrict_download(Arena *arena, Tree *t, Tree *filter)
{
    for (Tree *c = t->child; c; c = c->next) {
        bool taken = tree_is(c, "up-to") && says(c, "in-deck");
        if (!tree_is(c, "download") && !taken) {
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

/* "When you play this ship, reveal …  For each … revealed, it is cost -1": what is revealed before the cost is known.  Until its words are
 * bound the quantity stands behind the effects, as in the text. */
static bool reveal_for_cost(Abilities *a, Tree *quantity)
{
    bool once = tree_is(a->last, "resolve");        /* an event says it without "when" */
    Tree *event = tree_is(a->last, "when") ? a->last->child->next : NULL, *effects = once ? a->last->child->next : event ? event->next : NULL;
    bool own = once || (tree_is(event, "played") && (atom_is(event->child->next, "self") || atom_is(event->child->next, "~this-ship")));
    if (!own || !effects || atom_is(effects, "may") || tree_is(effects, "guard") || tree_is(effects, "cost"))
        return false;
    take_milled(a->arena, a->last, quantity);
    a->last->child = leaf(a->arena, "~cost-reveal");
    a->last->child->next = effects;
    last_part(a->last)->next = list_of(a->arena, "~q", quantity);
    return true;
}

static Tree *last_choice(Tree *t)
{
    Tree *found = tree_is(t, "choose") ? t : NULL;
    for (Tree *c = t->child; c; c = c->next) {
        Tree *inside = c->atom ? NULL : last_choice(c);
        found = inside ? inside : found;
    }
    return found;
}

/* "(limit +4)", in a sentence of its own: of the numbers that a lasting text adds. */
static bool cap_sum(Arena *arena, Tree *t, const Tree *most)
{
    bool found = false;
    for (Tree *c = t->child; c; c = c->next)
        if (tree_is(c, "add") && last_part(c)->child) {
            Tree *sum = last_part(c), *same = arena_take(arena, sizeof *same);
            *same = (Tree){ .child = sum->child, .next = leaf(arena, most->atom) };
            *sum = (Tree){ .child = list_of(arena, "limit-to", same)->child };
            found = true;
        } else {
            found |= cap_sum(arena, c, most);
        }
    return found;
}

/* "Place the personnel you replaced …": where the replaced card goes.  If one might have been replaced and was not, it goes there all the same,
 * unless the sentence says "if you do". */
static bool replaced(Abilities *a, Tree *place, bool only_then)
{
    Tree *last = a->last && has_effects(a->last) ? last_part(a->last) : NULL;
    if (!last || put_for(a->arena, a->last, "~to", place) != 1)
        return speaks_of_nothing(a, "'replaced' with nothing before it");
    Tree *who = leaf(a->arena, "~personnel");
    who->next = copy_of_one(a->arena, place);
    if (tree_is(last, "you-may") && only_then)
        wrap_last(a->arena, a->last, "if-you-do", NULL);
    else if (tree_is(last, "you-may"))
        wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", list_of(a->arena, "place", who)));
    return true;
}

/* "When …, if B, E. Otherwise, …", "Order - If B, E. Otherwise, …": the condition of the ability becomes one of its effects. */
static void guard_as_condition(Arena *arena, Tree *ability)
{
    Tree *before = tree_is(ability, "order") ? ability->child : tree_is(ability, "when") && ability->child->next ? ability->child->next : NULL, *guard = before ? before->next : NULL;
    if (!tree_is(guard, "guard") || !guard->next || tree_is(guard->next, "guard") || tree_is(guard->next, "cost") || tree_is(guard->next, "limit")
        || atom_is(guard->next, "may") || tree_is(last_part(ability), "if") || tree_is(last_part(ability), "unless"))
        return;
    Tree *condition = guard->child->next;
    condition->next = guard->next;
    before->next = list_of(arena, "if", condition);
}

/* "Randomly select a personnel.  Repeat this until you select one who …": all who were selected are meant from here on.  $w: the first, $x: all,
 * $y: the last. */
static bool repeat_until(Abilities *a, Tree *who)
{
    Tree *let = a->last && has_effects(a->last) ? last_part(a->last) : NULL, *random = tree_is(let, "let") ? last_part(let) : NULL;
    if (!tree_is(random, "random") || !atom_is(random->child->next, "1"))
        return speaks_of_nothing(a, "'repeat this' with no selection before it");
    Tree *body = tree_read(a->arena, "(let $x $w) (let $y $w) (repeat-until (matches $y ~who) (let $y (random 1 (and ~from (not $x)))) (let $x (and (type personnel) (or $x $y))))");
    put_for(a->arena, body, "~who", who);
    put_for(a->arena, body, "~from", last_part(random));
    let->child->next->atom = "$w";
    let->next = body->child;
    return true;
}

/* "Randomly select a personnel to be killed.  Repeat this until you have …": the one thing that was done, and again until that is so. */
static bool repeats_until(Abilities *a, Tree *condition)
{
    Tree *done = a->last && has_effects(a->last) ? last_part(a->last) : NULL;
    while (done && is_open_condition(done) && done->child->next->next == last_part(done))
        done = last_part(done);
    if (!done || !done->child || (a->begin && a->begin->next != last_part(a->last)) || tree_is(done, "if-you-do") || tree_is(done, "try") || is_open_condition(done))
        return speaks_of_nothing(a, "'repeat this' with no one thing before it");
    condition->next = copy_of_one(a->arena, done);
    *done = (Tree){ .child = list_of(a->arena, "repeat-until", condition)->child, .next = done->next };
    return true;
}

/* "Choose one: … to …; or … to ….  That personnel …": whichever way was gone, so that it is said at the end of each. */
static bool goes_on_in_each(Abilities *a, const Tree *parts)
{
    Tree *choice = a->last ? last_part(a->last) : NULL;
    if (!tree_is(choice, "choose-one") || (!says(parts, "~personnel") && !says(parts, "~cards")))
        return false;
    for (Tree *way = choice->child->next->next; way; way = way->next)
        if (!tree_is(way, "~pay"))
            return false;
    for (Tree *way = choice->child->next->next; way; way = way->next)
        last_part(way)->next = copy_of(a->arena, parts);
    return true;
}

/* "You may play this ship at your completed mission.  If you do, it is stopped": what happens when a card is played where the sentence before lets it be. */
static bool played_there(Abilities *a, const Tree *effects)
{
    bool own = tree_is(a->last, "play-at"), placed = own || tree_is(a->last, "permit-play-at");
    if (!placed && !tree_is(a->last, "permit-play"))
        return false;
    Tree *who = a->last->child->next;
    while (tree_is(who, "guard"))
        who = who->next;
    if (!who || (!placed && who->next))
        return false;
    bool here = !placed, on_ship = strcmp(a->start, "Ship") == 0;
    const Tree *where = own ? who : placed ? who->next : NULL;
    bool at = here ? !on_ship : types_of(where) == MISSION || tree_is(where, "has-here"), either = where && !at && says(where, "title");      /* of a mission or of a ship */
    if (!at && !here && !either && types_of(where) != SHIP)
        return false;
    Tree *when = tree_read(a->arena, own ? "when (played self) (guard (matches self ~there))" : "when (played (and ~who (of you))) (guard (matches that ~there))");
    put_for(a->arena, when, "~who", copy_of_one(a->arena, who));
    Tree *there = here && at ? leaf(a->arena, "here") : here ? tree_read(a->arena, "aboard self") : either ? tree_read(a->arena, "or (at ~where) (aboard ~where)") : list_of(a->arena, at ? "at" : "aboard", copy_of_one(a->arena, where));
    if (either)
        put_for(a->arena, there, "~where", copy_of_one(a->arena, where));
    put_for(a->arena, when, "~there", there);
    last_part(when)->next = copy_of(a->arena, effects);
    add_ability(a, when);
    return true;
}

/* How long the last thing lasts that an effect says it of; NULL: it says nothing. */
static const char *until_said(const Tree *t)
{
    static const char *const words[] = { "end-of-turn", "end-of-dilemma", "end-of-attempt", "end-of-battle", "your-next-turn", "end-of-your-next-turn" };
    for (size_t i = 0; i < countof(words); i++)
        if (says(t, words[i]))
            return words[i];
    return NULL;
}

/* "When you begin an engagement involving …, ….  If you win, …": another text, about the end of that battle.  What was offered or paid for is no such thing:
 * who did not do it has won nothing by it. */
static bool answers_end(Abilities *a, Tree *effects, const char *who)
{
    Tree *event = tree_is(a->last, "when") ? a->last->child->next : NULL, *guard = event ? event->next : NULL;
    const char *begins = event ? strstr(event->child->atom, "-begins") : NULL;
    if (!begins || tree_is(event, "attempt-begins"))
        return false;
    char name[24];
    snprintf(name, sizeof name, "%.*s-won", (int)(begins - event->child->atom), event->child->atom);
    Tree *player = leaf(a->arena, who);
    player->next = copy_of(a->arena, event->child->next);
    Tree *last = list_of(a->arena, arena_text(a->arena, str_of(name)), player), *when = list_of(a->arena, "when", last);
    for (; tree_is(guard, "guard"); guard = guard->next, last = last->next)
        last->next = copy_of_one(a->arena, guard);
    if (atom_is(guard, "may") || tree_is(guard, "cost") || tree_is(guard, "limit"))
        return false;
    last->next = effects;
    add_ability(a, when);
    return true;
}

/* "Damage - At the start of …, you may ….  If you do not, …": of what the damage card does. */
static bool is_said_of_effects(const Tree *t)
{
    return tree_is(t, "~not-done") || tree_is(t, "~done") || tree_is(t, "~else") || tree_is(t, "~otherwise") || tree_is(t, "~prevented");
}

static bool take_mark(Abilities *a, Tree *t)
{
    Tree *parts = t->child->next, *damage = tree_is(a->last, "damage") ? a->last : NULL;
    if (damage && has_effects(last_part(damage)) && is_said_of_effects(t)) {
        a->last = last_part(damage);
        bool taken = take_mark(a, t);
        a->last = damage;
        return taken;
    }
    bool after_effects = a->last && has_effects(a->last) && !a->twice;
    if (tree_is(t, "~nothing"))
        return true;
    if (tree_is(t, "~two-during"))
        return take_two(a, parts, "while-may");
    if (tree_is(t, "~two"))
        return take_two(a, parts, "when");
    if (tree_is(t, "~commands")) {              /* said again of who was taken or captured */
        bool known = a->last && (says(a->last, "take-command") || (says(a->last, "brig") && !says(a->last, "reveal")));     /* who was only shown is nobody's yet */
        Tree *offer = after_effects ? last_part(a->last) : NULL;
        while (offer && is_open_condition(offer))
            offer = last_part(offer);
        if (!known && tree_is(offer, "brig"))
            return offer->next = list_of(a->arena, "take-command", parts), true;
        if (!known && tree_is(offer, "you-may") && tree_is(last_part(offer), "place")) {    /* who was not placed is not commanded */
            last_part(offer)->next = list_of(a->arena, "take-command", parts);
            return true;
        }
        return known || go_on(a, list_of(a->arena, "take-command", parts));
    }
    if (tree_is(t, "~prevented") || tree_is(t, "~prevented-by"))
        return prevented(a, parts, tree_is(t, "~prevented-by"));
    bool by_several = after_effects && tree_is(last_part(a->last), "each-player") && atom_is(last_part(a->last)->child->next, "each");
    if (by_several && (tree_is(t, "~not-done") || tree_is(t, "~done")))
        return speaks_of_nothing(a, "'if … does' after what each player may do");
    if (by_several && tree_is(t, "~else"))
        return speaks_of_nothing(a, "'if … cannot' after what each player does");
    if (tree_is(t, "~else-he")) {               /* "Each player discards an event.  If a player cannot, he or she …": of that player alone */
        Tree *each = after_effects ? last_part(a->last) : NULL;
        if (!tree_is(each, "each-player") || tree_is(last_part(each), "you-may"))
            return speaks_of_nothing(a, "'if he or she cannot', and nobody had to do anything");
        wrap_last(a->arena, each, "try", list_of(a->arena, "else", parts));
        return true;
    }
    if (tree_is(t, "~not-done")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'if you do not' with nothing to do before it");
        if (tree_is(last_part(a->last), "if") && !says(last_part(a->last), "you-may") && is_open_condition(last_part(a->last)))      /* "If you have …, ….  If you do not, …" */
            return take_mark(a, list_of(a->arena, "~otherwise", parts));
        wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", parts));
        return true;
    }
    if (tree_is(t, "~then")) {
        if (a->number)
            parts = say_number(a->arena, t, a->number);
        return goes_on_before_cost(a, parts) || goes_on_in_each(a, parts) || go_on(a, parts);
    }
    if (tree_is(t, "~number")) {
        a->number = parts;
        return true;
    }
    if (tree_is(t, "~replaced") || tree_is(t, "~replaced-only"))
        return replaced(a, parts, tree_is(t, "~replaced-only"));
    if (tree_is(t, "~done") && a->last && played_there(a, parts))
        return true;
    if (tree_is(t, "~else") || tree_is(t, "~done")) {
        if (!after_effects)
            return speaks_of_nothing(a, "'if you do' or 'if you cannot' with nothing to do before it");
        bool can_not = tree_is(t, "~else");
        if (put_for(a->arena, t, "~same", last_part(a->last)) && a->begin && a->begin->next != last_part(a->last))
            return speaks_of_nothing(a, "'the same', of several things that were done");
        if (can_not && chose_twice(a))
            return speaks_of_nothing(a, "'if you cannot', of several choices");
        static const char *const always[] = { "lose", "score", "draw" };
        if (can_not && a->begin && a->begin->next != last_part(a->last) && tree_is_any(last_part(a->last), always, countof(always)))
            return speaks_of_nothing(a, "'if you cannot', of what can always be done");
        wrap_last(a->arena, a->last, can_not ? "try" : "if-you-do", can_not ? list_of(a->arena, "else", parts) : parts);
        return true;
    }
    if (tree_is(t, "~rather")) {                /* "Draw a card.  If …, draw two cards instead" */
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (!last || (a->begin && a->begin->next != last))
            return speaks_of_nothing(a, "'instead', and not of one effect before it");
        Tree *other = arena_take(a->arena, sizeof *other), *end = parts;
        while (end->next)
            end = end->next;
        *other = (Tree){ .atom = last->atom, .child = last->child };
        for (Tree *part = parts; until_said(other) && part; part = part->next)
            fill_until(part, "~until", until_said(other));          /* "… +2 until the end of this turn.  If …, he or she is +4 instead" */
        if (tree_is(end, "you-may"))            /* who does not want the other has the first */
            *end = (Tree){ .child = list_of(a->arena, "if-you-do", copy_of_one(a->arena, end))->child }, last_part(end)->next = list_of(a->arena, "else", copy_of_one(a->arena, other));
        end->next = list_of(a->arena, "else", other);
        *last = (Tree){ .child = list_of(a->arena, "if", parts)->child };
        return true;
    }
    if (tree_is(t, "~also")) {                  /* it shares the condition before it (2e-2014/conditional-effects), unless it says something else */
        Tree *condition = after_effects && is_open_condition(last_part(a->last)) ? last_part(a->last) : NULL;
        Tree *more = tree_is(parts, "~then") ? parts->child->next : NULL, *besides = more ? done_besides(a->arena, a->last, more) : NULL;
        if (besides)
            return add_ability(a, besides), true;
        if (!condition || (more && (tree_is(more, "if") || tree_is(more, "unless"))))      /* one with a condition of its own says otherwise */
            return take_mark(a, parts);
        if (!more)
            return speaks_of_nothing(a, "'also' behind a condition, of something that is no effect");
        last_part(condition)->next = more;
        return true;
    }
    if (tree_is(t, "~unlike")) {                /* "While …, ….  Otherwise, …" */
        Tree *guard = tree_is(a->last, "static") && tree_is(a->last->child->next, "guard") ? a->last->child->next : NULL;
        if (!guard || !tree_is(parts, "static"))
            return speaks_of_nothing(a, "'otherwise', of what lasts, with no condition before it");
        Tree *other = list_of(a->arena, "guard", list_of(a->arena, "not-so", copy_of_one(a->arena, guard->child->next)));
        other->next = parts->child->next;
        parts->child->next = other;
        add_ability(a, parts);
        return true;
    }
    if (tree_is(t, "~one-order")) {
        a->one_order = true;
        return true;
    }
    if (tree_is(t, "~cheaper")) {
        Tree *event = tree_is(a->last, "when") ? a->last->child->next : NULL;
        if (tree_is(event, "played") && atom_is(event->child->next, "self") && atom_is(event->next, "may")) {      /* "you may discard a card.  If you do, he is cost -2" */
            parts->next = event->next->next;
            *a->last = (Tree){ .child = list_of(a->arena, "cost-option", parts)->child, .next = a->last->next };
            return true;
        }
        if (!tree_is(a->last, "permit-play-at") && !tree_is(a->last, "play-at") && !(a->last && as_permission(a->arena, a->last)))
            return speaks_of_nothing(a, "'when you do' with no permission before it");
        last_part(a->last)->next = parts;
        return true;
    }
    if (tree_is(t, "~repeat"))
        return repeat_until(a, parts);
    if (tree_is(t, "~repeat-until"))
        return repeats_until(a, parts);
    if (tree_is(t, "~otherwise")) {
        Tree *begun = battle_before(a), *way[MOST_BATTLES];
        if (begun)                              /* perhaps with another text between them */
            return into_battles(a->arena, begun, "otherwise", parts, true);
        if (after_effects)
            guard_as_condition(a->arena, a->last);
        Tree *last = after_effects ? last_part(a->last) : NULL;
        if (last && battles_begun(last, way) && tree_is(last_part(way[0]), "if-you-win"))
            return into_battles(a->arena, last, "otherwise", parts, true);
        if (tree_is(last, "if-you-do") && !tree_is(last_part(last), "else")) {
            last_part(last)->next = list_of(a->arena, "else", parts);
            return true;
        }
        if (tree_is(last, "you-may") || (tree_is(last, "each-player") && !by_several && tree_is(last_part(last), "you-may"))) {      /* "You may ….  Otherwise, …" */
            wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", parts));
            return true;
        }
        if (!tree_is(last, "if") && !tree_is(last, "unless"))
            return speaks_of_nothing(a, "'otherwise' with no condition before it");
        if (is_open_condition(last_part(last)) && (last->child->next->next == last_part(last) || (has_let(last) && first_pointer(parts) == 1)))
            last = last_part(last);             /* "Unless you have …, if … ." or "…, randomly select a personnel. If that personnel …. Otherwise, he or she …" */
        Tree *earlier = asked_before(a->last, last);
        if (earlier && (!asks_for_type(earlier) || !asks_for_type(last)))
            return speaks_of_nothing(a, "'otherwise', of the last condition or of both");
        if (earlier) {                          /* "If it is a personnel, ….  If it is an event, ….  Otherwise": a card is of one type */
            earlier->next = NULL;
            last_part(earlier)->next = list_of(a->arena, "else", last);
        }
        last_part(last)->next = list_of(a->arena, "else", parts);
        return true;
    }
    if (tree_is(t, "~won") || tree_is(t, "~lost")) {
        Tree *begun = tree_is(t, "~lost") && battle_before(a) ? battle_before(a) : after_effects ? last_part(a->last) : NULL;
        if (answers_end(a, parts, tree_is(t, "~won") ? "you" : "opponent"))
            return true;
        return (begun && into_battles(a->arena, begun, tree_is(t, "~won") ? "if-you-win" : "otherwise", parts, true)) || speaks_of_nothing(a, "'if you win' with no combat or engagement before it");
    }
    if (tree_is(t, "~cap"))
        return (a->last && cap_sum(a->arena, a->last, parts)) || speaks_of_nothing(a, "a limit with no number before it that is worked out");
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
            return limit_permission(a, parts) || speaks_of_nothing(a, "a limit with nothing before it");
        add_limit(a->last, list_of(a->arena, "limit", parts));
        return true;
    }
    if (tree_is(t, "~revealed-cost"))
        return reveal_for_cost(a, parts) || speaks_of_nothing(a, "a cost by what was revealed, and nothing was");
    if (tree_is(t, "~only-last")) {             /* of the last choice from hand */
        Tree *choice = a->last ? last_choice(a->last) : NULL;
        if (!choice)
            return speaks_of_nothing(a, "'yours' with no choice before it");
        Tree *filter = last_part(choice), *same = arena_take(a->arena, sizeof *same);
        *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = parts };
        *filter = (Tree){ .child = list_of(a->arena, "and", same)->child };
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
        return (a->last && (fill_until(a->last, "~until", parts->atom) > 0 || make_last(a, parts->atom))) || speaks_of_nothing(a, "'lasts until' with nothing that lasts before it");
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

/* "Make him attributes +3 and have him gain a skill until the end of this turn": how long is said once, behind the last, of both. */
static void share_until(Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (c->next && says(c, "~until"))
            for (const Tree *later = c->next; later && says(c, "~until"); later = later->next)
                if (until_said(later))
                    fill_until(c, "~until", until_said(later));
        share_until(c);
    }
}

/* "Each of your Klingons involved is Strength +2.", behind a battle that begins: as long as that goes on. */
static Tree *as_fought(Abilities *a, Tree *t)
{
    Tree *whom = tree_is(t, "static") ? t->child->next : NULL, *way[MOST_BATTLES];
    if (!whom || !says(whom, "involved") || !a->last || !has_effects(a->last) || !battles_begun(last_part(a->last), way))
        return t;
    Tree *until = leaf(a->arena, "~until");
    until->next = whom->next;
    whom->next = until;
    return list_of(a->arena, "~then", list_of(a->arena, "apply", whom));
}

/* One sentence more: what a mark says of those before it, more of a one-time text, or an ability of its own.  False where it speaks of nothing. */
bool take_sentence(Abilities *a, Tree *t)
{
    Tree *before = a->last && has_effects(a->last) ? last_part(a->last) : NULL, *ability = a->last;
    t = as_fought(a, t);
    t = before ? as_in_place(a->arena, a->last, t) : t;
    if (before && (tree_is(t, "~in-place") || tree_is(t, "~swapped") || tree_is(t, "~avoided")) && a->begin && a->begin->next == before) {
        t = put_instead(a->arena, before, t, strcmp(a->start, "Dilemma") == 0);
        a->begin = t ? a->begin : NULL;
        if (!t)
            return true;
    }
    share_until(t);
    if (is_mark(t) ? !take_mark(a, t) : goes_on_resolving(a, t) ? !go_on(a, t->child->next) : (add_ability(a, t), false))
        return false;
    if (tree_is(t, "~else") || tree_is(t, "~done") || tree_is(t, "~otherwise") || tree_is(t, "~not-done") || tree_is(t, "~lost"))
        a->begin = NULL;                        /* its effects stand inside those before */
    if (tree_is(t, "~won")) {                   /* … and so do these, in one battle */
        Tree *battle = last_part(a->last);
        a->begin = begins_battle(battle) ? last_part(battle)->child : NULL;
    }
    if (!is_mark(t) || tree_is(t, "~then"))
        a->begin = a->last == ability ? before : has_effects(a->last) ? before_effects(a->last) : NULL;
    a->twice = a->twice && is_mark(t);
    return true;
}
