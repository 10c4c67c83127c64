/* Joins a sentence to those before it: more of a one-time text, an ability of its own, or a mark (marks.c), which says something of the ability that was
 * begun. */
#include "text/inside.h"

bool has_effects(const Tree *t)
{
    return tree_is(t, "resolve") || tree_is(t, "order") || tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "play-option");
}

/* A condition whose "otherwise" was not said. */
bool is_open_condition(Tree *t)
{
    return (tree_is(t, "unless") || tree_is(t, "if")) && !tree_is(last_part(t), "else");
}

/* The last effect of an ability is made a part of something larger: (word effect more…).  What depends on a condition stays inside it. */
void wrap_last(Arena *arena, Tree *ability, const char *word, Tree *more)
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

/* "Damage - ….  When …": what is said behind that word acts as the damage card does, and only while it is one (2E-15.9). */
static bool is_of_damage(const Abilities *a, const Tree *t)
{
    static const char *const lasting[] = { "static", "when", "while-may", "as-soon-as", "extra-counters", "win-needs", "move-tax", "beam-tax", "attempt-tax" };
    return tree_is(a->last, "damage") && tree_is_any(t, lasting, countof(lasting));
}

void add_ability(Abilities *a, Tree *t)
{
    t->next = NULL;
    pay_what_may_be_paid(a->arena, t), let_another_pay(a->arena, t);
    if (is_of_damage(a, t))
        t = list_of(a->arena, "damage", t);
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

bool speaks_of_nothing(Abilities *a, const char *what)
{
    a->unbound = what;
    return false;
}

/* What comes first in a list of effects: a word that points back to what was selected before (1), or cards of its own that a later word
 * may point to (2); 0 for neither. */
int first_pointer(const Tree *t)
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
    bool condition = is_open_condition(last), each = tree_is(last, "repeat") && selects(last->child->next->next);        /* "For each …, select two.  If either of those …": of each time */
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
void take_milled(Arena *arena, Tree *ability, Tree *effects)
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

/* What is carried out once, where some of it has been said; NULL: nothing has. */
static Tree *resolved(const Abilities *a)
{
    for (Tree *t = a->first; t; t = t->next)
        if (tree_is(t, "resolve"))
            return t;
    return NULL;
}

/* "Each space dilemma revealed here is cost -1.  Place this dilemma on this mission": a dilemma does something as it is faced, and nothing of that has been said yet. */
static bool is_first_of_dilemma(const Abilities *a)
{
    return strcmp(a->start, "Dilemma") == 0 && tree_is(a->last, "when") && !resolved(a);
}

bool go_on(Abilities *a, Tree *effects)
{
    if (tree_is(effects, "arrange") && !effects->next && says(effects, "~cards") && a->last && (says(a->last, "pile-top") || says(a->last, "pile-bottom")) && !says(a->last, "top"))
        replace_on_pile(effects);
    if (a->twice) {
        go_on_twice(a, effects);
        return true;
    }
    bool back = first_pointer(effects) == 1 || says(list_of(a->arena, "do", effects), "~it") || says(list_of(a->arena, "do", effects), "~it-alone") || says(list_of(a->arena, "do", effects), "~they") || says(list_of(a->arena, "do", effects), "~cards");
    if ((is_revealing(a) || is_faced_then(a, effects) || is_first_of_dilemma(a)) && !back) {
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
    else if (!stays(a->start)) {
        Tree *done = strcmp(a->start, "Dilemma") == 0 ? resolved(a) : NULL;
        if (done)
            last_part(done)->next = effects;    /* behind what lasts while it is faced: what is done then goes on */
        else
            add_ability(a, list_of(a->arena, "resolve", effects));
    }
    else if (!a->last && leaves_if(effects))
        add_ability(a, list_of(a->arena, "as-soon-as", effects->child->next));
    else if (!a->last && is_so_if(effects))
        add_ability(a, lasting_if(a->arena, effects));
    else
        return speaks_of_nothing(a, "an effect, and nothing says when");
    return true;
}

/* How long the last thing lasts that an effect says it of; NULL: it says nothing. */
const char *until_said(const Tree *t)
{
    static const char *const words[] = { "end-of-turn", "end-of-dilemma", "end-of-attempt", "end-of-battle", "your-next-turn", "end-of-your-next-turn" };
    for (size_t i = 0; i < countof(words); i++)
        if (says(t, words[i]))
            return words[i];
    return NULL;
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
    tell_both(a->last, t);
    if (is_of_chosen(a, t))
        return speaks_of_nothing(a, "'it', of what was just chosen, and nothing says for how long");
    t = as_fought(a, t);
    t = before ? as_in_place(a->arena, a->last, t) : t;
    if (before && (tree_is(t, "~in-place") || tree_is(t, "~swapped") || tree_is(t, "~avoided")) && a->begin && a->begin->next == before) {
        t = put_instead(a->arena, before, t, strcmp(a->start, "Dilemma") == 0);
        a->begin = t ? a->begin : NULL;
        if (!t)
            return true;
    }
    share_until(t);
    if (may_be_either(a->last, t))
        return speaks_of_nothing(a, "'he or she', of this personnel or of the one asked for");
    if (is_mark(t) ? !heed_mark(a, t) : goes_on_resolving(a, t) ? !go_on(a, t->child->next) : (add_ability(a, t), false))
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
