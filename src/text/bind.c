/* Binds the words of an ability, from the first to the last: what each points at (point.c), and what later words may point to (spoken.c).  What must be
 * known before a price is paid is named before it. */
#include "text/inside.h"

/* Effects that take a selection. */
static bool does_something(const Tree *t)
{
    static const char *const words[] = { "stop", "kill", "destroy", "discard", "remove", "place", "unstop", "apply", "brig", "take-command", "reveal" };
    return tree_is_any(t, words, countof(words));
}

/* One card takes over what another has. */
static bool takes_over(const Tree *t)
{
    return tree_is(t, "gain-all-skills") || tree_is(t, "gain-skill-from") || tree_is(t, "gain-all-keywords");
}

static void bind(Binding *b, Tree *t, bool in_play);

/* "When a personnel facing a dilemma uses a skill": who uses it faces the dilemma, and not just anybody of whom the same is true. */
static void ask_subject(Arena *arena, Tree *asks, const Tree *subject)
{
    Tree *who = tree_is(asks, "is-facing") || tree_is(asks, "is-attempting") ? asks->child->next : NULL;
    if (who && tree_same(who, subject)) {
        Tree *that = leaf(arena, "that");
        that->next = who->next;
        asks->child->next = that;
    }
    for (Tree *c = asks->atom ? NULL : asks->child; c; c = c->next)
        ask_subject(arena, c, subject);
}

static void ask_of_subject(Arena *arena, Tree *ability)
{
    Tree *event = tree_is(ability, "when") || tree_is(ability, "while-may") ? ability->child->next : NULL, *subject = event ? event->child->next : NULL;
    for (Tree *c = subject && !subject->atom ? event->next : NULL; c; c = c->next)
        if (tree_is(c, "guard"))
            ask_subject(arena, c, subject);
}

/* "You cannot play ships this turn", on a card that does not stay: not a text of its own, but something that is so of the player. */
static bool forbid_player(Binding *b, Tree *for_now)
{
    Tree *text = last_part(for_now), *filter = tree_is(text, "static") ? text->child->next : NULL, *modifier = filter ? filter->next : NULL;
    bool plays = filter && !filter->atom && tree_is(modifier, "cannot") && !modifier->next && atom_is(modifier->child->next, "be-played") && !modifier->child->next->next;
    if (b->stays || !plays || says(filter, "named") || !(stands_on(b, "Interrupt") || stands_on(b, "Event")))
        return false;
    Tree *player = NULL;
    for (Tree **at = tree_is(filter, "and") ? &filter->child->next : NULL; at && *at;)
        if (tree_is(*at, "owned") && !player)
            player = (*at)->child->next, *at = (*at)->next;
        else
            at = &(*at)->next;
    player = player ? player : leaf(b->arena, "each");
    Tree *until = for_now->child->next, *act = leaf(b->arena, "be-played");
    player->next = until;
    until->next = act;
    act->next = tree_is(filter, "and") && !filter->child->next ? NULL : filter;
    filter->next = NULL;
    *for_now = (Tree){ .child = list_of(b->arena, "forbid", player)->child, .next = for_now->next };
    return true;
}

/* A text that an effect brings about for a time: a later event is its own, and it knows nothing of what was selected here. */
static void bind_later(Binding *b, Tree *ability)
{
    Binding later = { .arena = b->arena, .start = b->start, .hosted = b->hosted, .on_mission = b->on_mission, .carried = b->carried, .named = b->named,
                      .event = tree_is(ability, "when") || tree_is(ability, "while-may") ? ability->child->next : NULL };
    ask_of_subject(b->arena, ability);
    bind(&later, ability, false);
    b->unbound = later.unbound ? later.unbound : b->unbound;
    if (stands_on(b, "Interrupt") || (stands_on(b, "Event") && !b->stays))
        b->unbound = "a text that lasts, on a card that does not stay";
}

/* One of several ways, of which only one is gone: the parts of a choice, and what happens otherwise. */
static bool is_alternative(const Tree *parent, const Tree *part)
{
    return (tree_is(parent, "choose-one") && part != parent->child && part != parent->child->next) || tree_is(part, "else") || tree_is(part, "otherwise");
}

/* Whether a name means cards of a hand, deck or pile that nothing has put into play. */
static bool stays_off_table(const Binding *b, const char *name)
{
    for (int i = 0; name && i < b->selections; i++) {
        const Tree *s = b->selected[i];
        if ((tree_is(s, "as") || tree_is(s, "let")) && atom_is(s->child->next, name))
            return is_out_of_play(s) && !b->entered[i];
    }
    return false;
}

/* Words that ask for a place, and nothing is on, aboard or at a card that is in no play. */
static bool asks_for_place(const Tree *t)
{
    static const char *const words[] = { "on", "aboard", "at", "has-here", "present-with", "to-ship", "to-mission", "to-present", "onto" };
    return tree_is_any(t, words, countof(words));
}

/* "If it is an event, discard it": not one who was selected since, if he can be no event; and "it" is that card from here on. */
static void ask_of_such(Binding *b, Tree *matches)
{
    Tree *what = matches->child->next;
    int last = b->selections - 1, such = last;
    while (such >= 0 && !(types_of(b->selected[such]) & types_of(what->next)))
        such--;
    if (such < 0 || such == last || b->selections == MOST_SELECTIONS)
        return;
    *what = (Tree){ .atom = name_of_selected(b, b->selected[such]), .next = what->next };
    b->left[last + 1] = b->left[such], b->entered[last + 1] = b->entered[such], b->brigged[last + 1] = b->brigged[such], b->spent[last + 1] = b->spent[such], b->returned[last + 1] = b->returned[such];
    b->selected[b->selections++] = b->selected[such];
}

/* "If it is a personnel with a higher cost": than a card of that name. */
static bool is_measured_by(const Tree *t, const char *name)
{
    static const char *const measures[] = { "value", "same", "different" };
    if (tree_is_any(t, measures, countof(measures)) && atom_is(last_part((Tree *)t), name))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (is_measured_by(c, name))
            return true;
    return false;
}

static bool is_named(const Tree *selected, const char *name)
{
    return (tree_is(selected, "as") || tree_is(selected, "let")) && atom_is(selected->child->next, name);
}

/* One card that was selected, or that lies at the end of a pile. */
static bool is_of_one_card(Tree *selected)
{
    static const char *const ends[] = { "top", "bottom", "pile-top", "pile-bottom" };
    const Tree *of = last_part(selected);
    return is_single(selected) || (tree_is_any(of, ends, countof(ends)) && atom_is(last_part((Tree *)of), "1") && !atom_is(of->child->next, "each"));
}

/* Where a card is, in play or out of it. */
static bool says_place(const Tree *t)
{
    static const char *const word[] = { "present", "present-with", "here", "at", "aboard", "on", "facing-group", "of", "in-core", "in-brig" };
    bool place = is_out_of_play(t);
    for (size_t i = 0; i < countof(word); i++)
        place |= says(t, word[i]);
    return place;
}

/* "… gains a skill another personnel present has": another than the one who gains it. */
static void leave_out_gainer(Binding *b, Tree *gainer, Tree *from)
{
    const char *name = gainer->atom ? gainer->atom : is_selection(gainer) || tree_is(gainer, "as") ? name_of_selected(b, gainer) : NULL;
    for (Tree *c = tree_is(from, "and") && name && strcmp(name, "self") != 0 ? from->child->next : NULL; c; c = c->next)
        if (atom_is(c, "~other"))
            *c = (Tree){ .child = list_of(b->arena, "not", leaf(b->arena, name))->child, .next = c->next };
}

/* "Play a Klingon at cost -1": from hand, where no other place is said. */
static void play_from_hand(Binding *b, Tree *pick)
{
    static const char *const zones[] = { "of", "beneath", "on", "in-core", "in-brig", "aboard", "at", "drawn" };
    Tree *filter = tree_is(pick, "choose") ? last_part(pick) : NULL;
    bool placed = !filter || is_out_of_play(filter) || (filter->atom && filter->atom[0] == '$');
    for (size_t i = 0; !placed && i < countof(zones); i++)
        placed = says(filter, zones[i]);
    for (const Tree *c = !placed && tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        placed |= c->atom && (c->atom[0] == '$' || strcmp(c->atom, "self") == 0 || strcmp(c->atom, "that") == 0);
    if (placed || atom_is(filter, "self") || atom_is(filter, "that"))
        return;
    Tree *same = copy_of_one(b->arena, filter), *in_hand = list_of(b->arena, "in-hand", leaf(b->arena, "you"));
    same->next = in_hand;
    *filter = (Tree){ .child = list_of(b->arena, "and", same)->child, .next = filter->next };
}

/* "… is attributes +1 until the end of this turn.  If …, he or she also gains Honor": for the same time, where it is said of the same card. */
static void put_as_long(Binding *b, const Tree *apply)
{
    Tree *whom = apply->child->next, *until = whom->next;
    bool again = b->lasting && whom->atom && atom_is(b->lasting->child->next, whom->atom);
    if (atom_is(until, "~as-long") && again)
        until->atom = b->lasting->child->next->next->atom;
    else if (atom_is(until, "~as-long"))
        b->unbound = "an effect that lasts, and nothing says for how long";
    b->lasting = apply;
}

/* "If it is a personnel", of the top card of a deck: that card is "that personnel", whoever the text was about before. */
static void note_told(Binding *b, const Tree *condition)
{
    const Tree *what = tree_is(condition, "matches") ? condition->child->next : NULL;
    int types = what ? types_of(what->next) : ANY_TYPE;
    if (!what || !what->atom || what->atom[0] != '$' || types == ANY_TYPE)
        return;
    for (int i = 0; i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, what->atom) && types_of(b->selected[i]) == ANY_TYPE)
            b->told = what->atom, b->told_types = types, b->told_over = false;
}

/* "If you command no ship, …": nobody speaks of cards that are not there, so that what was asked for before stays in mind. */
static void bind_denied(Binding *b, Tree *denied, bool in_play)
{
    Tree *held = b->held;
    int held_at = b->held_at;
    bool one = b->one, shown = b->held_shown, theirs = b->held_theirs;
    bind(b, denied->child->next, in_play);
    b->held = held, b->held_at = held_at, b->one = one, b->held_shown = shown, b->held_theirs = theirs;
}

/* "If you have a Medical personnel, he or she …": the one for whom a requirement asks, among those who face the dilemma, or a ship. */
static void hold_asked(Binding *b, Tree *cards)
{
    int types = types_of(last_part(cards));
    if (types != PERSONNEL && types != SHIP)
        return;
    Tree *group = leaf(b->arena, "facing-group"), *asked = copy_of_one(b->arena, last_part(cards));
    group->next = asked;
    b->held = types == SHIP || says(asked, "facing-group") ? asked : list_of(b->arena, "and", group);
    b->held_at = b->selections;
    b->held_theirs = b->theirs;
    b->held_shown = b->done_since = false;
    b->one = atom_is(cards->child->next, "1");
}

static void bind(Binding *b, Tree *t, bool in_play)
{
    if (tree_is(t, "not-so")) {
        bind_denied(b, t, in_play);
        return;
    }
    if (tree_is(t, "matches") && (atom_is(t->child->next, "~it") || (atom_is(t->child->next, "~it-alone") && !put_thing(b, t->child->next))))
        ask_of_such(b, t);
    static const char *const compared[] = { "value", "same", "different" };
    if (tree_is_any(t, compared, countof(compared)) && atom_is(last_part(t), "~it") && b->event && atom_is(b->event->child->next, "self") && b->selections == 0)
        last_part(t)->atom = "self";            /* "When this personnel is stopped, unstop a personnel who has a lower cost" */
    bool of_paid = b->selections && b->spent[b->selections - 1] && !is_several(b->selected[b->selections - 1]);
    if (tree_is_any(t, compared, countof(compared)) && atom_is(last_part(t), "~it") && of_paid && from_event(b, types_of(b->selected[b->selections - 1])))
        b->unbound = "what is compared with a card that was paid, or with the one that the event is about";
    if (tree_is(t, "for-now") && !forbid_player(b, t)) {
        point(b, t->child->next, &in_play);
        bind_later(b, last_part(t));
        return;
    }
    if (point(b, t, &in_play))
        return;
    if (tree_is(t, "place"))
        other_than_where_it_was(b, t);
    bool named = tree_is(t, "as") || tree_is(t, "let");
    bool inside = tree_is(t, "stop") || tree_is(t, "kill") || (tree_is(t, "apply") && !says(t, "later") && (tree_is(b->event, "announced") || !says(t, "cost-change"))) || tree_is(t, "unstop") || tree_is(t, "join-attempt") ||
                  tree_is(t, "gain-any-skill") || tree_is(t, "gain-required-skill") || tree_is(t, "gain-named-skill") || takes_over(t);
    static const char *const apart[] = { "do", "value", "count", "sum", "most", "least", "distinct", "levels", "same", "different", "copy-of" };       /* what is compared need not be in play */
    static const char *const counts[] = { "count", "sum", "most", "least", "distinct", "levels" };
    bool counting = b->counting;
    b->counting |= tree_is_any(t, counts, countof(counts)) || tree_is(t, "exists") || tree_is(t, "at-least");
    bool theirs = b->theirs, of_all = tree_is(t, "and") && (b->suffers || (b->counted && !says(t, "~other")));
    b->in_event |= t == b->event;
    bool shown = tree_is(t, "exists") && says(t, "~cards");
    int before = b->selections;
    b->pays |= tree_is(t, "cost");
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is(t, "if") && c == t->child->next->next)
            note_told(b, t->child->next);
        const char *told = b->told;
        b->told = tree_is(c, "else") ? NULL : told;
        if (is_alternative(t, c))
            b->selections = before, b->looked_at = NULL, b->done_perhaps = true;       /* what another way has selected is not there */
        b->suffers = (c == t->child->next && does_something(t)) || (tree_is(t, "exchange") && c != t->child);
        b->counted = c == last_part(t) && tree_is_any(t, counts, countof(counts));
        b->befalls_all = of_all;
        b->theirs = theirs || (tree_is(t, "each-player") && c != t->child && c != t->child->next);
        if (tree_is(t, "place"))
            b->placed = c == last_part(t) ? t->child->next : NULL;
        bool beside = tree_is(t, "place") && tree_is(c, "to-present") && atom_is(c->child->next, "~personnel");      /* nobody is placed present with himself */
        bool from_another = beside || (takes_over(t) && c->atom && c != t->child && c != t->child->next);
        int there = b->selections;              /* nobody gains skills from himself: who gains them is not meant by "that personnel" */
        b->selections = from_another ? before : there;
        const char *pointer = from_another ? c->atom : NULL;
        if (takes_over(t) && c != t->child && c != t->child->next && !c->atom)
            leave_out_gainer(b, t->child->next, c);
        const Tree *event = b->event;
        if (from_another && !beside && atom_is(t->child->next, "that"))
            b->event = NULL;
        bind(b, c, (inside && !from_another) || (in_play && !tree_is_any(t, apart, countof(apart))));
        b->event = event;
        b->told = b->told ? b->told : told;
        b->selections = from_another ? there : b->selections;
        if (from_another && c->atom && c->atom[0] == '$')
            b->source = c->atom, b->source_types = types_of_mark(pointer), b->sources_at = b->selections;
    }
    if (tree_is(t, "choose-one"))               /* what only one of several ways has selected may not be there afterwards */
        b->selections = before, b->looked_at = NULL;
    if (tree_is(t, "play-it"))
        play_from_hand(b, t->child->next);
    if (tree_is(t, "each-player") && atom_is(t->child->next, "each")) {        /* what each of several players has selected is known to none but that player */
        b->selections = before;
        b->done = NULL;
        b->looked_at = NULL;
    }
    b->theirs = theirs;
    b->counting = counting;
    if (tree_is(t, "cost")) {
        b->done_at = -1;                        /* "it" is not what was paid, where the event is about a card */
        b->pays = false;
    }
    for (int i = before; b->pays && (tree_is(t, "stop") || tree_is(t, "kill") || tree_is(t, "destroy")) && i < b->selections; i++)
        b->spent[i] = true;
    b->in_event &= t != b->event;
    if (tree_is(t, "place"))
        b->placed = NULL;
    bool leaves = tree_is(t, "kill") || tree_is(t, "destroy") || tree_is(t, "remove") || tree_is(t, "discard") || tree_is(t, "brig") ||
                  (tree_is(t, "place") && last_part(t)->atom);
    b->gone_since |= leaves && !is_out_of_play(t->child->next);
    static const char *const piles[] = { "deck-top", "deck-bottom", "into-deck", "pile-top-of", "pile-bottom-of" };
    for (size_t p = 0; tree_is(t, "place") && p < countof(piles); p++)
        for (int i = before; atom_is(last_part(t), piles[p]) && i < b->selections; i++)
            b->returned[i] = true;
    for (int i = before; leaves && i < b->selections; i++)
        b->left[i] = true, b->brigged[i] = tree_is(t, "brig");
    bool enters = tree_is(t, "place") && (tree_is(last_part(t), "to-mission") || tree_is(last_part(t), "to-ship") || (tree_is(last_part(t), "onto") && !atom_is(last_part(t)->child->next, "self")) ||
                                          tree_is(last_part(t), "to-present"));
    for (int i = before; enters && i < b->selections; i++)
        b->entered[i] = true;
    bool comes_in = tree_is(t, "exchange") && is_out_of_play(t->child->next) != is_out_of_play(last_part(t));       /* for a card in play, whose place it takes (2E-13.11) */
    for (int i = before; comes_in && i < b->selections; i++)
        *(is_out_of_play(b->selected[i]) ? &b->entered[i] : &b->left[i]) = true;
    if ((tree_is(t, "present-with") || tree_is(t, "aboard") || tree_is(t, "has-here")) && last_part(t)->atom && has_left(b, last_part(t)->atom))
        b->with_gone = true;
    if (tree_is(t, "aboard") && atom_is(last_part(t), "that") && tree_is(b->event, "destroyed"))
        b->unbound = "who was aboard a ship that is no longer there";
    bool of_those_facing = tree_is(t, "matches") && tree_is(t->child->next, "and") && atom_is(last_part(t->child->next), "named") && is_out_of_play(last_part(t));
    if (of_those_facing)                        /* "If that personnel is in your discard pile" on a dilemma: nobody who faces it is there */
        *t->child->next = (Tree){ .atom = "named", .next = t->child->next->next };
    if (tree_is(t, "copy-of") && atom_is(t->child->next, "named"))      /* nothing is known of it but the title, and no card of that title need be in play */
        *t = (Tree){ .atom = "named", .next = t->next }, b->copies = t;
    if (tree_is(t, "place") || tree_is(t, "discard") || tree_is(t, "remove"))
        put_copies_shown(b, t);
    if (tree_is(t, "matches") && atom_is(t->child->next, "named") && says_place(last_part(t)))       /* "if that card is in your hand": one of that title */
        *t = (Tree){ .child = list_of(b->arena, "exists", list_of(b->arena, "and", t->child->next))->child, .next = t->next };
    Tree *gainer = takes_over(t) ? t->child->next : NULL;
    for (const Tree *c = gainer && gainer->atom ? gainer->next : NULL; c; c = c->next)
        if (atom_is(c, gainer->atom))
            b->unbound = "skills that somebody would gain from himself";
    bool was_there = tree_is(t, "matches") && t->child->next->atom && has_left(b, t->child->next->atom) && (says(last_part(t), "in-core") || says(last_part(t), "at") || says(last_part(t), "here"));
    if (was_there)
        b->unbound = "where a card was that is there no longer";
    for (int i = 0; tree_is(t, "share") && last_part(t)->atom && i < b->selections; i++)
        if (is_named(b->selected[i], last_part(t)->atom) && is_of_one_card(b->selected[i]))
            b->unbound = "what several cards have in common, of one";
    if (tree_is(t, "matches") && t->child->next->atom && (atom_is(last_part(t), t->child->next->atom) || is_measured_by(last_part(t), t->child->next->atom)))
        b->unbound = "a card that is compared with itself";
    if (tree_is(t, "matches") && t->child->next->atom && !(types_of_named(b, t->child->next->atom) & types_of(last_part(t))))
        b->unbound = "a card that is asked whether it is what it cannot be";
    for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
        if (tree_is(c, "copy-of") && c->child->next->atom && c->next && atom_is(c->next, c->child->next->atom))
            b->unbound = "copies of several cards, among themselves";
    if (asks_for_place(t) && t->child->next && stays_off_table(b, t->child->next->atom))
        b->unbound = "a place that a card not in play would be";
    const Tree *to = tree_is(t, "place") && last_part(t)->child ? last_part(t)->child->next : NULL;
    const Tree *what = to && tree_is(t->child->next, "as") ? t->child->next->child->next : t->child ? t->child->next : NULL;
    if (to && to->atom && what && what->atom && strcmp(to->atom, what->atom) == 0)
        b->unbound = "a card that would be placed on itself";
    bool to_all = does_something(t) && !tree_is(t, "apply") && t->child->next && !t->child->next->atom && !is_selection(t->child->next) && !tree_is(t->child->next, "as");
    if (to_all || tree_is(t, "download") || tree_is(t, "discard-top"))
        b->done = t, b->done_at = b->selections, b->done_since = true, b->done_perhaps = false;
    if (tree_is(t, "download") && says(t, "same")) {        /* one that is unlike those before it: "those" would be all of them, which have no name together */
        while (b->selections && tree_is(b->selected[b->selections - 1], "let") && tree_is(last_part(b->selected[b->selections - 1]), "downloaded"))
            b->selections--;
        b->done = NULL;
    }
    if (tree_is(t, "examine") || tree_is(t, "reveal"))
        b->looked_at = last_part(t)->atom, b->looked = b->selections, b->hand = tree_is(last_part(t), "in-hand") ? last_part(t) : NULL;
    if (tree_is(t, "owner-of") || tree_is(t, "player-of"))
        b->owner = t;
    if (tree_is(t, "apply"))
        put_as_long(b, t);
    if (tree_is(t, "draw"))
        b->drew = b->selections + 1, b->draw = t, b->done_perhaps = false;
    b->done_perhaps |= tree_is(t, "if") || tree_is(t, "unless");
    b->told_over |= tree_is(t, "if");
    if (tree_is(t, "place") && (tree_is(last_part(t), "to-mission") || tree_is(last_part(t), "to-beneath")) && !last_part(t)->child->next->atom)
        b->goal = last_part(t)->child->next;
    if (tree_is(t, "exists") || tree_is(t, "at-least")) {
        b->done_since = false;
        b->held = last_part(t);
        b->held_at = b->selections;
        b->held_theirs = b->theirs;
        b->held_looked = b->looked_at;
        b->one = tree_is(t, "exists");
        b->held_shown = shown;
    }
    if (tree_is(t, "cmp") && tree_is(t->child->next, "count") && (atom_is(t->child->next->next, ">") || atom_is(t->child->next->next, ">=")) && last_part(t)->atom) {
        b->done_since = false;
        b->held = last_part(t->child->next);
        b->held_at = b->selections;
        b->held_theirs = b->theirs;
        b->held_shown = false;
        b->one = atom_is(t->child->next->next, ">=") && atom_is(last_part(t), "1");
    }
    if (tree_is(t, "have") && tree_is(t->child->next, "cards") && stands_on(b, "Dilemma"))
        hold_asked(b, t->child->next);
    if (tree_is(t, "cmp") && tree_is(t->child->next, "count") && atom_is(t->child->next->next, "=") && atom_is(last_part(t), "1")) {      /* "exactly one" */
        b->held = last_part(t->child->next);
        b->held_theirs = b->theirs;
        b->one = true;
    }
    Tree *last = b->selections ? b->selected[b->selections - 1] : NULL;
    bool known = last && (tree_is(last, "as") || tree_is(last, "let")) && last->child->next->next == t;
    if (!named && (!is_selection(t) || known))
        return;
    if (named && last && t->child->next->next == last)     /* the selection inside has its name now */
        b->selections--;
    b->looked_at = NULL;
    if (b->selections < MOST_SELECTIONS)
        b->left[b->selections] = b->entered[b->selections] = b->brigged[b->selections] = b->spent[b->selections] = b->returned[b->selections] = false, b->selected[b->selections++] = t;
}

bool leaves_self(const Tree *t)
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

/* … or that is about what lies on it. */
static Tree *first_on_self(Tree *t)
{
    for (; t; t = t->next) {
        bool on_self = tree_is(t, "on") && atom_is(t->child->next, "self");
        for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
            on_self |= tree_is(c, "on") && atom_is(c->child->next, "self");
        Tree *inside = on_self ? t : t->atom ? NULL : first_on_self(t->child);
        if (inside)
            return inside;
    }
    return NULL;
}

/* … or that is the ship it is aboard, or the mission where it is. */
static Tree *first_ship(Tree *t)
{
    for (; t; t = t->next) {
        Tree *inside = t->atom ? (atom_is(t, "this-ship") || atom_is(t, "this-mission") ? t : NULL) : first_ship(t->child);
        if (inside)
            return inside;
    }
    return NULL;
}

/* A part that asks who is with this card, what lies on it or where it is. */
Tree *first_about_place(Tree *parts)
{
    Tree *found = first_present(parts);
    found = found ? found : first_on_self(parts);
    return found ? found : first_ship(parts);
}

/* "Kill this personnel and your other Drone present": the part of a price by which this card leaves is paid last where another one asks who is with it. */
static Tree *pay_with_self_last(Tree *before)
{
    Tree *paid = before->next;
    if (!paid->next || !first_about_place(paid->next))
        return before;
    before->next = paid->next;
    while (before->next)
        before = before->next;
    before->next = paid;
    paid->next = NULL;
    return before;
}

/* This personnel is gone when one of those is chosen who were with it: it is none of them. */
static void leave_self_out(Binding *b, Tree *those)
{
    if (stands_on(b, "Personnel") && tree_is(those, "and") && types_of(those) & PERSONNEL && !says(those, "opponent") && !says(those, "other"))
        last_part(those)->next = leaf(b->arena, "other");
}

/* Who pays with this card itself must find those present with it before it is gone: they are named first. */
static void name_those_present(Binding *b, Tree *ability)
{
    Tree *cost = NULL;
    for (Tree *c = ability->child; c && !cost; c = c->next)
        cost = tree_is(c, "cost") ? c : NULL;
    Tree *before = cost ? cost->child : NULL;   /* what stands before the effect by which it leaves */
    while (before && before->next && !leaves_self(before->next))
        before = before->next;
    if (!before || !before->next)
        return;
    before = pay_with_self_last(before);
    for (Tree *who; (who = first_about_place(cost->next)); before = before->next) {
        Tree *name = leaf(b->arena, new_name(b)), *those = copy_of_one(b->arena, who), *let = list_of(b->arena, "let", name);
        leave_self_out(b, those);
        name->next = those;
        let->next = before->next;
        before->next = let;
        *who = (Tree){ .atom = name->atom, .next = who->next };
    }
}

/* The first filter among these that asks who is present with a card of that name, or aboard it. */
static Tree *first_present_with(Tree *t, const char *name)
{
    for (; t; t = t->next) {
        for (const Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next)
            if ((tree_is(c, "present-with") || tree_is(c, "aboard")) && atom_is(c->child->next, name))
                return t;
        Tree *inside = t->atom ? NULL : first_present_with(t->child, name);
        if (inside)
            return inside;
    }
    return NULL;
}

/* "Kill your … to destroy an equipment present": who is with a card that is paid with is found before it is gone. */
static void name_those_with_paid(Binding *b, Tree *ability)
{
    Tree *cost = ability->child;
    while (cost && !tree_is(cost, "cost"))
        cost = cost->next;
    for (Tree *before = cost ? cost->child : NULL; before && before->next; before = before->next) {
        Tree *paid = before->next->atom || !before->next->child ? NULL : before->next->child->next;
        Tree *who = tree_is(paid, "as") ? first_present_with(cost->next, paid->child->next->atom) : NULL;
        if (!who)
            continue;
        const char *name = paid->child->next->atom, *those = new_name(b);
        Tree *whom = leaf(b->arena, name), *chosen = list_of(b->arena, "let", whom);
        whom->next = last_part(paid);
        Tree *with = leaf(b->arena, those), *found = list_of(b->arena, "let", with);
        with->next = copy_of_one(b->arena, who);
        *who = (Tree){ .atom = those, .next = who->next };
        *paid = (Tree){ .atom = name, .next = paid->next };
        found->next = before->next;
        chosen->next = found;
        before->next = chosen;
        return;
    }
    b->unbound = "'present with' a card that is there no longer";
}

/* Who is picked is named before the price is paid, and before the first effect where there is none. */
static void name_picked(Binding *b, Tree *ability)
{
    Tree *before = ability->child, *cost = NULL;
    if (tree_is(ability, "when") || tree_is(ability, "while-may"))
        before = before->next;
    while (before->next && (tree_is(before->next, "guard") || tree_is(before->next, "limit") || atom_is(before->next, "may")))
        before = before->next;
    cost = tree_is(before->next, "cost") ? before->next : NULL;
    before = cost ? cost->child : before;
    Tree *name = leaf(b->arena, b->picked), *you = leaf(b->arena, "you"), *let = list_of(b->arena, "let", name);
    you->next = leaf(b->arena, "1");
    you->next->next = b->pick;
    name->next = list_of(b->arena, "choose", you);
    let->next = before->next;
    before->next = let;
}

static bool is_before_play(const Tree *modifier)
{
    return tree_is(modifier, "cost-change") || (tree_is(modifier, "cannot") && (atom_is(modifier->child->next, "be-prevented") || atom_is(modifier->child->next, "be-played")));
}

/* What cards cost, and that they cannot be prevented, matters before they are in play: "your ships are cost -1" is said of the ships that you own. */
static void cost_of_owned(Binding *b, Tree *ability)
{
    Tree *filter = ability->child->next;
    while (tree_is(filter, "guard"))
        filter = filter->next;
    bool costs = false, others = false;
    for (const Tree *m = filter ? filter->next : NULL; m; m = m->next)
        is_before_play(m) ? (costs = true) : (others = true);
    for (Tree *c = costs && tree_is(filter, "and") ? filter->child->next : NULL; c; c = c->next)
        if (tree_is(c, "of") && others)
            b->unbound = "a cost together with what holds in play";
        else if (tree_is(c, "of"))
            c->child->atom = "owned";
}

/* "Each of your ships here is Weapons +1 for each damage card on it": on the one that is changed. */
static void put_bearing_ship(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        if ((tree_is(c, "on") || tree_is(c, "aboard")) && (atom_is(c->child->next, "~thing") || atom_is(c->child->next, "~it")))
            c->child->next->atom = "bearer";
        put_bearing_ship(c);
    }
}

/* "Your ships are each Weapons +1 for each Klingon aboard": aboard the one that is changed.  So is "that mission", where missions are. */
static void put_bearer(const Binding *b, Tree *ability)
{
    Tree *filter = ability->child->next;
    while (tree_is(filter, "guard"))
        filter = filter->next;
    bool place = stands_on(b, "Mission") || stands_on(b, "Headquarters") || (stands_on(b, "Event") && !b->hosted);
    for (Tree *modifier = filter && !filter->atom ? filter->next : NULL; modifier; modifier = modifier->next) {
        put_for(b->arena, modifier, "~other", tree_read(b->arena, "(not bearer)")->child);        /* "each of your Klingons is Strength +1 for each other Klingon present" */
        if (place)
            put_for(b->arena, modifier, "~present", tree_read(b->arena, "(present-with bearer)")->child);
    }
    int types = !filter || filter->atom || says(filter, "host") ? 0 : types_of(filter);
    const char *pointer = types == SHIP ? "~its-ship" : types == MISSION ? "~mission" : NULL;
    for (Tree *modifier = pointer ? filter->next : NULL; modifier; modifier = modifier->next)
        swap_words(modifier, pointer, "bearer", pointer, "bearer");
    for (Tree *modifier = types == SHIP ? filter->next : NULL; modifier; modifier = modifier->next)
        put_bearing_ship(modifier);
    bool own_ship = filter && !filter->atom && says(filter, "host") && types_of(filter) == SHIP;
    for (Tree *modifier = own_ship ? filter->next : NULL; modifier; modifier = modifier->next)
        swap_words(modifier, "~its-ship", "this-ship", "~its-ship", "this-ship");       /* "your ship this personnel is aboard is Weapons +1 for each Klingon aboard" */
}

/* "While you are in combat, you may add …": what costs nothing and has no limit is done once, unless its own condition ends it or the card goes when it is used. */
static void use_once(const Binding *b, Tree *ability)
{
    for (const Tree *c = ability->child->next->next; c; c = c->next)
        if (tree_is(c, "cost") || tree_is(c, "limit") || tree_is(c, "guard"))
            return;
    if (!tree_is(ability, "while-may") || stands_on(b, "Interrupt"))
        return;
    Tree *may = leaf(b->arena, "may");
    may->next = ability->child->next->next;
    ability->child->atom = "when";
    ability->child->next->next = may;
}

/* "When your Drone begins a mission attempt here, he or she is stopped": several begin it at once, and what nobody has chosen or pays for befalls each of them. */
static void befall_each(const Binding *b, Tree *ability)
{
    static const char *const together[] = { "attempt-begins", "combat-begins", "engagement-begins" }, *const done[] = { "stop", "kill", "unstop", "apply" };
    Tree *event = ability->child->next;
    bool of_that = false;
    for (const Tree *c = event->next; c; c = c->next) {
        if (atom_is(c, "may") || atom_is(c, "any-number") || tree_is(c, "cost") || tree_is(c, "limit"))
            return;
        of_that |= tree_is_any(c, done, countof(done)) && atom_is(c->child->next, "that");
    }
    if (!tree_is(ability, "when") || !tree_is_any(event, together, countof(together)) || !of_that || stands_on(b, "Interrupt"))
        return;
    Tree *all = leaf(b->arena, "any-number");
    all->next = event->next;
    event->next = all;
}

/* "When you play a personnel, if you do not command one of that species": another one than that. */
static void leave_out_played(Binding *b, Tree *t)
{
    Tree *last = NULL;
    bool shares = false, without = false;
    for (Tree *c = tree_is(t, "and") ? t->child->next : NULL; c; c = c->next) {
        shares |= tree_is(c, "same") && atom_is(last_part(c), "that");
        without |= tree_is(c, "not") && atom_is(c->child->next, "that");
        last = c;
    }
    if (shares && !without && says(t, "of"))
        last->next = list_of(b->arena, "not", leaf(b->arena, "that"));
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        leave_out_played(b, c);
}

/* "When you discard a ship from hand": it is in hand no longer. */
static void discard_from_hand(Binding *b, Tree *event)
{
    bool discards = tree_is(event, "discarded") || tree_is(event, "about-to-discard");
    for (Tree **at = discards && tree_is(event->child->next, "and") ? &event->child->next->child->next : NULL; at && *at; at = &(*at)->next) {
        if (!tree_is(*at, "in-hand"))
            continue;
        (*at)->child->atom = "owned";
        Tree *guard = list_of(b->arena, "guard", list_of(b->arena, "from-hand", NULL));
        guard->next = event->next;
        event->next = guard;
        return;
    }
}

/* "When your ship is damaged": (~damages F) is what damages it, and was not spoken of. */
static void take_damaged(Binding *b)
{
    Tree *what = b->event ? b->event->child->next : NULL;
    if (!tree_is(what, "~damages"))
        return;
    Tree *host = what->next, *inner = what->child->next;
    *what = *inner;
    what->next = host;
    b->damaged = true;
}

bool bind_words(Arena *arena, Tree *ability, CardKnown card, const char **unbound)
{
    Tree *inner = tree_is(ability, "damage") && ability->child->next ? ability->child->next : ability;
    Binding b = { .arena = arena, .start = card.start, .hosted = card.hosted || inner != ability, .on_mission = card.on_mission, .carried = card.carried, .stays = card.stays, .named = card.named, .asked = card.asked,
                  .lasts = tree_is(inner, "static"), .faces = tree_is(inner, "static") && says(inner, "is-facing"),
                  .event = tree_is(inner, "when") || tree_is(inner, "while-may") ? inner->child->next : NULL };
    bool meets_otherwise = tree_is(inner, "static") && (says(inner, "meet-with") || says(inner, "meet-skill-with"));
    if (meets_otherwise && !says(inner, "is-facing") && !says(inner, "is-attempting"))
        b.unbound = "requirements that are met otherwise, and nothing says whose";
    if (tree_is(inner, "static"))
        put_bearer(&b, inner);
    if (says(inner, "~theirs-too"))
        b.unbound = "what another player does as well, in words that only say what you do";
    take_damaged(&b);
    if (b.event)
        discard_from_hand(&b, inner->child->next);
    ask_of_subject(arena, inner);
    bind(&b, inner, false);
    lay_what_happened(&b, inner);
    say_where_it_befell(&b, inner);
    if (!b.unbound)
        b.unbound = what_cannot_be_meant(&b, inner);
    if (tree_is(inner, "static"))
        cost_of_owned(&b, inner);
    count_all_named(inner, inner);
    name_those_present(&b, inner);
    if (b.with_gone && !b.unbound)
        name_those_with_paid(&b, inner);
    if (b.picked)
        name_picked(&b, inner);
    if (b.event) {
        use_once(&b, inner);
        befall_each(&b, inner);
    }
    if (tree_is(b.event, "played") || tree_is(b.event, "announced"))
        leave_out_played(&b, inner);
    *unbound = b.unbound;
    return b.unbound == NULL;
}
