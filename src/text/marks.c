/* What "if you do", "otherwise", "to prevent this" and the other marks say of the ability that was begun.  The marks are explained in assemble.c. */
#include "text/inside.h"

#include <string.h>

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

/* Whether the last sentence makes somebody choose more than once: "if you cannot" would be about all of it. */
static bool chose_twice(const Abilities *a)
{
    int choices = 0;
    for (const Tree *e = a->begin ? a->begin->next : NULL; e; e = e->next)
        choices += !e->atom && e->child->next && tree_is(e->child->next, "choose");
    return choices > 1;
}

bool has_let(const Tree *condition)
{
    for (const Tree *c = condition->child; c; c = c->next)
        if (tree_is(c, "let"))
            return true;
    return false;
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
    if (atom_is(effects, "may") && tree_is(effects->next, "reveal") && !effects->next->next && says(effects->next, "up-to"))
        effects = effects->next;                /* "you may reveal any number of …": none is a number, too */
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

/* ---- the marks ---- */

/* The effects of the text that was begun, which a sentence may go on with; NULL: there are none, or they are those of two events. */
static Tree *effect_before(const Abilities *a)
{
    return a->last && has_effects(a->last) && !a->twice ? last_part(a->last) : NULL;
}

static bool is_done_by_several(const Abilities *a)
{
    const Tree *last = effect_before(a);
    return tree_is(last, "each-player") && atom_is(last->child->next, "each");
}

static bool says_nothing(Abilities *a, Tree *t, Tree *parts)
{
    (void)a, (void)t, (void)parts;
    return true;
}

static bool answers_two(Abilities *a, Tree *t, Tree *parts)
{
    return take_two(a, parts, tree_is(t, "~two-during") ? "while-may" : "when");
}

/* "You now command him": said again of who was taken or captured.  Who was only shown is nobody's yet, and who was not placed is not commanded. */
static bool now_commands(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    bool known = a->last && (says(a->last, "take-command") || (says(a->last, "brig") && !says(a->last, "reveal")));
    Tree *offer = effect_before(a), *taken = list_of(a->arena, "take-command", parts);
    while (offer && is_open_condition(offer))
        offer = last_part(offer);
    if (known)
        return true;
    if (tree_is(offer, "brig"))
        return offer->next = taken, true;
    if (tree_is(offer, "you-may") && tree_is(last_part(offer), "place"))
        return last_part(offer)->next = taken, true;
    return go_on(a, taken);
}

static bool is_prevented(Abilities *a, Tree *t, Tree *parts)
{
    return prevented(a, parts, tree_is(t, "~prevented-by"));
}

/* "Each player discards an event.  If a player cannot, he or she …": of that player alone. */
static bool else_that_player(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *each = effect_before(a);
    if (!tree_is(each, "each-player") || tree_is(last_part(each), "you-may"))
        return speaks_of_nothing(a, "'if he or she cannot', and nobody had to do anything");
    wrap_last(a->arena, each, "try", list_of(a->arena, "else", parts));
    return true;
}

/* "Each player may discard a card.  Each player who does …": of each of those alone. */
static bool done_by_that_player(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *each = effect_before(a);
    Tree *may = tree_is(each, "each-player") && tree_is(last_part(each), "you-may") ? last_part(each) : NULL;
    if (!may || says(may, "cost"))
        return speaks_of_nothing(a, "'each player who does', and nobody had the choice");
    Tree *cost = list_of(a->arena, "cost", may->child->next->next);
    may->child->next->next = cost;
    cost->next = parts;
    return true;
}

static bool otherwise(Abilities *a, Tree *t, Tree *parts);

static bool if_not_done(Abilities *a, Tree *t, Tree *parts)
{
    Tree *last = effect_before(a);
    if (is_done_by_several(a))
        return speaks_of_nothing(a, "'if … does' after what each player may do");
    if (!last)
        return speaks_of_nothing(a, "'if you do not' with nothing to do before it");
    if (tree_is(last, "if") && !says(last, "you-may") && is_open_condition(last))      /* "If you have …, ….  If you do not, …" */
        return otherwise(a, t, parts);
    if (tree_is(last, "if-you-do") && !tree_is(last_part(last), "else")) {         /* "That opponent may discard a card to prevent that.  If he or she does not, …" */
        last_part(last)->next = list_of(a->arena, "else", parts);
        return true;
    }
    wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", parts));
    return true;
}

/* Whether "the same" is said of several things that were done. */
static bool same_of_several(Abilities *a, Tree *t)
{
    return put_for(a->arena, t, "~same", last_part(a->last)) && a->begin && a->begin->next != last_part(a->last);
}

static bool then_happens(Abilities *a, Tree *t, Tree *parts)
{
    if (effect_before(a) && same_of_several(a, t))
        return speaks_of_nothing(a, "'the same', of several things that were done");
    if (a->number)
        parts = say_number(a->arena, t, a->number);
    return goes_on_before_cost(a, parts) || goes_on_in_each(a, parts) || go_on(a, parts);
}

static bool counts_number(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    a->number = parts;
    return true;
}

static bool place_replaced(Abilities *a, Tree *t, Tree *parts)
{
    return replaced(a, parts, tree_is(t, "~replaced-only"));
}

static bool if_done(Abilities *a, Tree *t, Tree *parts)
{
    if (is_done_by_several(a))
        return speaks_of_nothing(a, "'if … does' after what each player may do");
    if (a->last && played_there(a, parts))
        return true;
    if (!effect_before(a))
        return speaks_of_nothing(a, "'if you do' with nothing to do before it");
    if (same_of_several(a, t))
        return speaks_of_nothing(a, "'the same', of several things that were done");
    wrap_last(a->arena, a->last, "if-you-do", parts);
    return true;
}

static bool if_impossible(Abilities *a, Tree *t, Tree *parts)
{
    static const char *const always[] = { "lose", "score", "draw" };
    if (is_done_by_several(a))
        return speaks_of_nothing(a, "'if … cannot' after what each player does");
    if (!effect_before(a))
        return speaks_of_nothing(a, "'if you cannot' with nothing to do before it");
    if (same_of_several(a, t))
        return speaks_of_nothing(a, "'the same', of several things that were done");
    if (chose_twice(a))
        return speaks_of_nothing(a, "'if you cannot', of several choices");
    if (a->begin && a->begin->next != last_part(a->last) && tree_is_any(last_part(a->last), always, countof(always)))
        return speaks_of_nothing(a, "'if you cannot', of what can always be done");
    wrap_last(a->arena, a->last, "try", list_of(a->arena, "else", parts));
    return true;
}

/* "Draw a card.  If …, draw two cards instead": of the one effect before it. */
static bool does_rather(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *last = effect_before(a);
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

/* It shares the condition before it (2e-2014/conditional-effects), unless it has one of its own. */
static bool also_happens(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *last = effect_before(a), *condition = last && is_open_condition(last) ? last : NULL;
    Tree *more = tree_is(parts, "~then") ? parts->child->next : NULL, *besides = more ? done_besides(a->arena, a->last, more) : NULL;
    if (besides)
        return add_ability(a, besides), true;
    if (!condition || (more && (tree_is(more, "if") || tree_is(more, "unless"))))
        return heed_mark(a, parts);
    if (!more)
        return speaks_of_nothing(a, "'also' behind a condition, of something that is no effect");
    last_part(condition)->next = more;
    return true;
}

/* "While …, ….  Otherwise, …" */
static bool lasts_otherwise(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *guard = tree_is(a->last, "static") && tree_is(a->last->child->next, "guard") ? a->last->child->next : NULL;
    if (!guard || !tree_is(parts, "static"))
        return speaks_of_nothing(a, "'otherwise', of what lasts, with no condition before it");
    Tree *other = list_of(a->arena, "guard", list_of(a->arena, "not-so", copy_of_one(a->arena, guard->child->next)));
    other->next = parts->child->next;
    parts->child->next = other;
    add_ability(a, parts);
    return true;
}

static bool is_one_order(Abilities *a, Tree *t, Tree *parts)
{
    (void)t, (void)parts;
    a->one_order = true;
    return true;
}

/* "When you do, it is cost -2": of the play that was permitted.  "You may discard a card.  If you do, he is cost -2": of what was offered as he is played. */
static bool costs_less_then(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *event = tree_is(a->last, "when") ? a->last->child->next : NULL;
    if (tree_is(event, "played") && atom_is(event->child->next, "self") && atom_is(event->next, "may")) {
        parts->next = event->next->next;
        *a->last = (Tree){ .child = list_of(a->arena, "cost-option", parts)->child, .next = a->last->next };
        return true;
    }
    if (!tree_is(a->last, "permit-play-at") && !tree_is(a->last, "play-at") && !(a->last && as_permission(a->arena, a->last)))
        return speaks_of_nothing(a, "'when you do' with no permission before it");
    last_part(a->last)->next = parts;
    return true;
}

static bool is_repeated(Abilities *a, Tree *t, Tree *parts)
{
    return tree_is(t, "~repeat") ? repeat_until(a, parts) : repeats_until(a, parts);
}

/* The condition of which "otherwise" speaks, from the last effect on; NULL: of none, or of one of two. */
static Tree *condition_before(Abilities *a, Tree *last, const Tree *parts)
{
    if (!tree_is(last, "if") && !tree_is(last, "unless"))
        return speaks_of_nothing(a, "'otherwise' with no condition before it"), NULL;
    if (is_open_condition(last_part(last)) && (last->child->next->next == last_part(last) || (has_let(last) && first_pointer(parts) == 1)))
        last = last_part(last);             /* "Unless you have …, if … ." or "…, randomly select a personnel. If that personnel …. Otherwise, he or she …" */
    Tree *earlier = asked_before(a->last, last);
    if (earlier && (!asks_for_type(earlier) || !asks_for_type(last)))
        return speaks_of_nothing(a, "'otherwise', of the last condition or of both"), NULL;
    if (earlier) {                          /* "If it is a personnel, ….  If it is an event, ….  Otherwise": a card is of one type */
        earlier->next = NULL;
        last_part(earlier)->next = list_of(a->arena, "else", last);
    }
    return last;
}

static bool otherwise(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *begun = battle_before(a), *way[MOST_BATTLES];
    if (begun)                              /* perhaps with another text between them */
        return into_battles(a->arena, begun, "otherwise", parts, true);
    if (effect_before(a))
        guard_as_condition(a->arena, a->last);
    Tree *last = effect_before(a);
    if (last && battles_begun(last, way) && tree_is(last_part(way[0]), "if-you-win"))
        return into_battles(a->arena, last, "otherwise", parts, true);
    if (tree_is(last, "if-you-do") && !tree_is(last_part(last), "else"))
        return last_part(last)->next = list_of(a->arena, "else", parts), true;
    if (tree_is(last, "you-may") || (tree_is(last, "each-player") && !is_done_by_several(a) && tree_is(last_part(last), "you-may"))) {      /* "You may ….  Otherwise, …" */
        wrap_last(a->arena, a->last, "if-you-do", list_of(a->arena, "else", parts));
        return true;
    }
    Tree *condition = condition_before(a, last, parts);
    return condition && (last_part(condition)->next = list_of(a->arena, "else", parts), true);
}

static bool at_end_of_battle(Abilities *a, Tree *t, Tree *parts)
{
    bool won = tree_is(t, "~won");
    Tree *begun = won ? NULL : battle_before(a);
    if (!begun)
        begun = effect_before(a);
    if (answers_end(a, parts, won ? "you" : "opponent"))
        return true;
    return (begun && into_battles(a->arena, begun, won ? "if-you-win" : "otherwise", parts, true)) || speaks_of_nothing(a, "'if you win' with no combat or engagement before it");
}

static bool is_capped(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    return (a->last && cap_sum(a->arena, a->last, parts)) || speaks_of_nothing(a, "a limit with no number before it that is worked out");
}

/* "You may do this only once each turn": of both, where one text answers two events. */
static bool is_limited(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    if (a->twice) {
        Tree *first = a->first;
        while (first->next != a->last)
            first = first->next;
        add_limit(a->last, list_of(a->arena, "together", NULL));
        add_limit(a->last, list_of(a->arena, "limit", copy_of(a->arena, parts)));
        add_limit(first, list_of(a->arena, "limit", parts));
        return true;
    }
    if (!effect_before(a))
        return limit_permission(a, parts) || speaks_of_nothing(a, "a limit with nothing before it");
    add_limit(a->last, list_of(a->arena, "limit", parts));
    return true;
}

static bool costs_what_was_revealed(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    return reveal_for_cost(a, parts) || speaks_of_nothing(a, "a cost by what was revealed, and nothing was");
}

/* Of the last choice from hand. */
static bool narrows_choice(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    Tree *choice = a->last ? last_choice(a->last) : NULL;
    if (!choice)
        return speaks_of_nothing(a, "'yours' with no choice before it");
    Tree *filter = last_part(choice), *same = arena_take(a->arena, sizeof *same);
    *same = (Tree){ .atom = filter->atom, .child = filter->child, .next = parts };
    *filter = (Tree){ .child = list_of(a->arena, "and", same)->child };
    return true;
}

static bool narrows_download(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    return (a->last && restrict_download(a->arena, a->last, parts)) || speaks_of_nothing(a, "'those cards' with no download before it");
}

static bool works_only_if(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    if (!effect_before(a))
        return speaks_of_nothing(a, "'only if' with nothing before it");
    add_guard(a->arena, a->last, parts);
    return true;
}

static bool is_ignored_while(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    a->ignored = parts;
    return true;
}

static bool lasts_until(Abilities *a, Tree *t, Tree *parts)
{
    (void)t;
    bool lasts = a->last && parts && parts->atom && (fill_until(a->last, "~until", parts->atom) > 0 || make_last(a, parts->atom));
    return lasts || speaks_of_nothing(a, "'lasts until' with nothing that lasts before it");
}

/* What each mark does with the abilities so far; parts: what stands in it. */
static const struct { const char *name; bool (*take)(Abilities *, Tree *mark, Tree *parts); } marks[] = {
    { "~nothing", says_nothing },           { "~two", answers_two },                { "~two-during", answers_two },
    { "~commands", now_commands },          { "~prevented", is_prevented },         { "~prevented-by", is_prevented },
    { "~else-he", else_that_player },       { "~done-he", done_by_that_player },    { "~not-done", if_not_done },
    { "~done", if_done },                   { "~else", if_impossible },             { "~then", then_happens },
    { "~number", counts_number },
    { "~replaced", place_replaced },        { "~replaced-only", place_replaced },   { "~rather", does_rather },
    { "~also", also_happens },              { "~unlike", lasts_otherwise },         { "~one-order", is_one_order },
    { "~cheaper", costs_less_then },        { "~repeat", is_repeated },             { "~repeat-until", is_repeated },
    { "~otherwise", otherwise },            { "~won", at_end_of_battle },           { "~lost", at_end_of_battle },
    { "~cap", is_capped },                  { "~limit", is_limited },               { "~revealed-cost", costs_what_was_revealed },
    { "~only-last", narrows_choice },       { "~only", narrows_download },          { "~only-if", works_only_if },
    { "~ignore", is_ignored_while },        { "~lasts", lasts_until },
};

/* "Damage - At the start of …, you may ….  If you do not, …": of what the damage card does. */
static bool is_said_of_effects(const Tree *t)
{
    static const char *const names[] = { "~not-done", "~done", "~else", "~otherwise", "~prevented", "~limit" };
    return tree_is_any(t, names, countof(names));
}

bool heed_mark(Abilities *a, Tree *t)
{
    Tree *damage = tree_is(a->last, "damage") && is_said_of_effects(t) ? a->last : NULL;
    if (damage && has_effects(last_part(damage))) {
        a->last = last_part(damage);
        bool taken = heed_mark(a, t);
        a->last = damage;
        return taken;
    }
    for (size_t i = 0; i < countof(marks); i++)
        if (tree_is(t, marks[i].name))
            return marks[i].take(a, t, t->child->next);
    return speaks_of_nothing(a, t->child->atom);
}
