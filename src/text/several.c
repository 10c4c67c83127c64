/* What is said of several cards in one breath, and is meant of each of them apart: "two Klingons or a ship", "him and a Vedek", "your Vorta or captive".
 * Called by tidy.c. */
#include "text/inside.h"

/* "Your Vorta or captive": a captive of yours is in your brig, where you command nobody, so that each of the two says whose it is. */
bool say_whose_each(Arena *arena, Tree *t)
{
    Tree *either = NULL, *whose = NULL;
    for (Tree *c = t->child->next; c; c = c->next) {
        bool captives = false;
        for (const Tree *d = tree_is(c, "or") ? c->child->next : NULL; d; d = d->next)
            captives |= atom_is(d, "captive");
        either = captives ? c : either;
        whose = tree_is(c, "of") ? c : whose;
    }
    if (!either || !whose)
        return false;
    for (Tree **at = &either->child->next; *at; at = &(*at)->next) {
        Tree *one = copy_of_one(arena, *at);
        one->next = copy_of_one(arena, whose);
        Tree *both = list_of(arena, "and", one);
        both->next = (*at)->next;
        *at = both;
    }
    for (Tree **at = &t->child->next; *at;)
        if (*at == whose)
            *at = whose->next;
        else
            at = &(*at)->next;
    return true;
}

/* "Exclude him and a Klingon present", "make that personnel and a Vedek attributes +1": two personnel, though nothing keeps the same one from being chosen again. */
void tell_apart(Arena *arena, const Tree *body, Tree *first)
{
    static const char *const once[] = { "exclude", "apply", "~put" };
    for (Tree *x = first; tree_is_any(body, once, countof(once)) && x->next; x = x->next) {
        Tree *second = x->next, *filter = is_selection(second) ? last_part(second) : NULL;
        bool himself = atom_is(x, "self") || atom_is(x, "~he"), pointer = x->atom && types_of_mark(x->atom) == PERSONNEL;
        if (!filter || !(types_of(filter) & PERSONNEL) || says(filter, "~other") || says(filter, "other") || !(himself || pointer || is_selection(x)))
            continue;
        if (says(filter, "opponent") && (himself || !says(x, "opponent")))
            continue;
        Tree *same = copy_of_one(arena, filter);
        same->next = himself ? leaf(arena, "~other") : list_of(arena, "not", leaf(arena, pointer ? x->atom : "~last"));
        *filter = (Tree){ .child = list_of(arena, "and", same)->child, .next = filter->next };
    }
}

/* The first list of that word among what is said of the cards themselves, and not of others that are with them. */
static Tree *find_list(Tree *t, const char *word)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        Tree *found = tree_is(c, word) ? c : tree_is(c, "and") || tree_is(c, "or") ? find_list(c, word) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* The condition with one of the two in place of both. */
static Tree *with_only(Arena *arena, const Tree *condition, bool first)
{
    Tree *copy = copy_of_one(arena, condition), *both = find_list(copy, "~or-a"), *one = both->child->next;
    *both = (Tree){ .atom = first ? one->atom : one->next->atom, .child = first ? one->child : one->next->child, .next = both->next };
    return copy;
}

/* Whether a number that is said, perhaps as "a", is that one. */
static bool is_number(Arena *arena, const Tree *number, const char *one)
{
    const Tree *said = tree_tidy(arena, list_of(arena, "~number-of", copy_of_one(arena, number)))->child->next;
    return said && atom_is(said, one);
}

/* (~or-a A B): "… A or a B".  Where a number of cards is asked for, one B is enough for it: "two Klingons or a ship" are two of the first or one of the other.  Where so
 * many are chosen, that is not understood.  (~and-a A B): "… A and B"; a choice of one such card would be neither, and is not understood.  Returns what stands in the place of
 * the tree; NULL: it stays. */
Tree *settle_or_a(Arena *arena, Tree *t)
{
    static const char *const taken[] = { "choose", "up-to", "random", "download", "downloaded" };
    const Tree *number = tree_is(t, "random") || tree_is(t, "at-least") ? t->child->next : NULL;
    if (!number && tree_is_any(t, taken, countof(taken)) && t->child->next)
        number = t->child->next->next;
    Tree *either = number ? find_list(t, "~or-a") : NULL, *both = number && !tree_is(t, "at-least") ? find_list(t, "~and-a") : NULL;
    bool several = either && !is_number(arena, number, "1");
    if (several && tree_is(t, "at-least")) {
        Tree *many = with_only(arena, t, true), *one = with_only(arena, t, false);
        one->child->next->atom = "1";
        many->next = one;
        return list_of(arena, "any-of", many);
    }
    if (several)
        either->child->atom = "~or-one";
    if (both && !is_number(arena, number, "99"))
        both->child->atom = "~or-one";
    Tree *none = tree_is(t, "not-so") ? find_list(t, "~and-a") : NULL, *one_of_each = tree_is(t, "exists") || tree_is(t, "completed") ? find_list(t, "~and-a") : NULL;
    if (none)
        none->child->atom = "or";
    if (one_of_each)                            /* "your Klingon and Vulcan": not one of them alone */
        one_of_each->child->atom = "~or-one";
    if (tree_is(t, "~or-a") || tree_is(t, "~and-a"))
        t->child->atom = "or";
    return NULL;
}

/* "Download two Klingons and place each where he or she could be played": they are found first, and each is placed by itself. */
Tree *place_each(Arena *arena, const Tree *download)
{
    const Tree *place = download->child->next->next->next->next;
    Tree *holder = place && says(place, "admits") && says(place, "~it") ? tree_read(arena, "(let $x (downloaded ~p ~n ~f)) (for-each $y $x (place $y ~d))") : NULL;
    if (!holder)
        return NULL;
    put_for(arena, holder, "~d", place);
    put_for(arena, holder, "~it", leaf(arena, "$y"));
    put_for(arena, holder, "~p", download->child->next);
    put_for(arena, holder, "~n", download->child->next->next);
    put_for(arena, holder, "~f", download->child->next->next->next);
    return holder->child;
}

/* "For each …, a personnel is killed and this dilemma returns to its owner's dilemma pile": it returns once. */
Tree *return_once(Arena *arena, const Tree *repeat)
{
    Tree *holder = leaf(arena, NULL), *last = NULL;
    holder->child = copy_of_one(arena, repeat);
    for (Tree *c = holder->child->child; c->next; c = c->next)
        if (!c->next->next && c != holder->child->child->next && tree_is(c->next, "return-to-pile")) {
            last = c->next;
            c->next = NULL;
            break;
        }
    holder->child->next = last;
    return last ? holder->child : NULL;
}

Tree *lose_others(Arena *arena, const Tree *kept)
{
    Tree *lost = list_of(arena, "lose-skill", NULL);
    for (int skill = 0; skill < SKILL_COUNT; skill++)
        if (skills_of_edition(EDITION_SECOND) & skill_bit(skill) && !says(kept, skill_name[skill]))
            last_part(lost)->next = leaf(arena, skill_name[skill]);
    return lost;
}

/* How long a dilemma waits that speaks of the end of this turn or of this mission attempt; NULL: it speaks of another moment. */
static const char *wait_of(const Tree *event)
{
    if (tree_is(event, "turn-ends") && atom_is(last_part((Tree *)event), "each"))
        return "end-of-turn";
    return tree_is(event, "attempt-ends") && atom_is(last_part((Tree *)event), "this-mission") ? "end-of-attempt" : NULL;
}

/* "At the end of this turn, …", on a dilemma that does not stay anywhere: it happens once, and belongs to what the dilemma does when it is faced.  As a text that
 * answers the end of turns it would do so in every turn as long as the dilemma lies beneath its mission. */
void wait_once(Arena *arena, Tree *abilities)
{
    Tree *faced = NULL;
    for (Tree *t = abilities, *before = NULL; t; before = t, t = t->next) {
        faced = tree_is(t, "resolve") ? t : faced;
        Tree *event = tree_is(t, "when") ? t->child->next : NULL, *guard = event && tree_is(event->next, "guard") ? event->next : NULL;
        const char *wait = event ? wait_of(event) : NULL;
        Tree *effects = guard ? guard->next : event ? event->next : NULL;
        if (!wait || !effects || effects->atom || tree_is(effects, "cost") || tree_is(effects, "limit") || tree_is(effects, "guard"))
            continue;
        Tree *condition = guard ? copy_of_one(arena, guard->child->next) : NULL;
        if (condition)
            condition->next = effects;
        Tree *self = leaf(arena, "self");
        self->next = leaf(arena, wait);
        self->next->next = list_of(arena, "later", condition ? list_of(arena, "if", condition) : effects);
        Tree *later = list_of(arena, "apply", self);
        if (faced && before) {
            last_part(faced)->next = later;
            before->next = t->next;
            t = before;
        } else {
            t->child = list_of(arena, "resolve", later)->child;
            faced = t;
        }
    }
}

/* "The player who revealed the card with the highest cost …", and a tie is nobody's: whose highest is higher than anybody else's. */
static bool only_if_alone(Arena *arena, Tree *each)
{
    Tree *so = tree_is(each, "for-each") ? last_part(each) : NULL, *equal = tree_is(so, "if") ? so->child->next : NULL;
    Tree *most = tree_is(equal, "cmp") ? last_part(equal) : NULL, *deed = most ? equal->next : NULL;
    if (!tree_is(most, "most") || !tree_is(deed, "each-player") || says(deed->child->next->next, each->child->next->atom))
        return false;
    Tree *mine = tree_read(arena, "each-player each (if (cmp (most ~p (and ~c (owned you))) > (most ~p (and ~c (not (owned you))))))");
    put_for(arena, mine, "~p", most->child->next);
    put_for(arena, mine, "~c", last_part(most));
    last_part(mine)->child->next->next = deed->child->next->next;
    *each = (Tree){ .child = mine->child, .next = each->next };
    return true;
}

/* "(In case of a tie, no player scores points.)": of the effect before it.  False: that compares nothing. */
bool settle_ties(Arena *arena, Tree *t)
{
    bool settled = true;
    for (; t; t = t->next)
        for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
            if (c->next && tree_is(c->next, "~untied") && only_if_alone(arena, c))
                c->next = c->next->next;
            settled &= !tree_is(c, "~untied") && (c->atom || settle_ties(arena, c));
        }
    return settled;
}

/* "While your Vedek is present, this personnel gains Honor and he …": this personnel, or the one for whom the condition asks. */
bool may_be_either(const Tree *last, const Tree *next)
{
    const Tree *guard = tree_is(last, "static") && tree_is(next, "static") ? last->child->next : NULL, *same = guard ? next->child->next : NULL;
    return tree_is(guard, "guard") && tree_is(same, "guard") && tree_same(guard, same) && atom_is(guard->next, "self") && atom_is(same->next, "~he") && says(guard, "exists");
}

/* How many personnel have been selected one by one, and nothing has been done to them yet. */
static int count_picked(const Tree *t, int picked)
{
    if (tree_is(t, "let"))
        return types_of(last_part((Tree *)t)) == PERSONNEL && is_single(last_part((Tree *)t)) ? picked + 1 : 0;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        picked = count_picked(c, picked);
    return picked;
}

static int put_both(Tree *t, int picked)
{
    if (atom_is(t, "~it-both"))
        t->atom = picked > 1 ? "~those" : "~it";
    if (tree_is(t, "let"))
        put_both(last_part(t), picked);
    for (Tree *c = t->atom || tree_is(t, "let") ? NULL : t->child; c; c = c->next)
        picked = put_both(c, picked);
    return tree_is(t, "let") ? count_picked(t, picked) : picked;
}

/* "Randomly select a personnel.  Your opponent chooses another personnel.  They are stopped": both; of one, of several at once or of another thing "they" is "it". */
void tell_both(const Tree *before, Tree *sentence)
{
    put_both(sentence, before ? count_picked(before, 0) : 0);
}

static bool has_choice(const Tree *t)
{
    if (is_selection(t))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (has_choice(c))
            return true;
    return false;
}

bool is_of_chosen(const Abilities *a, const Tree *sentence)
{
    const Tree *whom = tree_is(sentence, "static") ? sentence->child->next : NULL;
    return atom_is(whom, "~thing") && strcmp(a->start, "Personnel") == 0 && a->last && has_effects(a->last) && has_choice(a->last);
}
