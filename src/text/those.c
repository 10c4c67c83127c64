/* What words mean that speak of several cards, or of one that stands apart: the rest of those that were looked at, the team that completed a mission, the card
 * to which something else happens instead.  Called by point.c. */
#include "text/inside.h"

/* "Place one of them on the bottom of your deck.  Replace the rest": of the cards that were named, not those that were chosen since and put back. */
void leave_out_returned(Binding *b, Tree *rest)
{
    bool of_named = false;
    for (const Tree *c = rest->child->next; c; c = c->next)
        of_named |= atom_is(c, "~cards");
    if (!of_named || (!says(rest, "in-deck") && !says(rest, "in-pile")))
        return;
    int named = b->selections - 1;
    while (named >= 0 && (!tree_is(b->selected[named], "let") || is_some_of_named(b->selected[named])))
        named--;
    for (int i = named + 1; named >= 0 && i < b->selections; i++)
        if ((b->returned[i] || tree_is(b->selected[i], "let")) && says(b->selected[i], b->selected[named]->child->next->atom))
            last_part(rest)->next = list_of(b->arena, "not", leaf(b->arena, name_of_selected(b, b->selected[i])));
    const Tree *back = tree_is(b->done, "place") && last_part(b->done)->atom ? b->done->child->next : NULL;
    if (named < 0 || !tree_is(back, "and") || atom_is(back->next, "hand") || atom_is(back->next, "discard-pile"))
        return;
    Tree *sort = copy_of_one(b->arena, back);          /* "Place each event on the bottom …  Discard the rest": what those are that were put back */
    for (Tree **at = &sort->child->next; *at;)
        if (atom_is(*at, b->selected[named]->child->next->atom)) {
            *at = (*at)->next;
            last_part(rest)->next = list_of(b->arena, "not", sort);
        } else
            at = &(*at)->next;
}

/* Whether the cards that were last named apart from what is done with them are of that place. */
bool shows(const Binding *b, const char *place)
{
    for (int i = b->selections - 1; i >= 0; i--)
        if (tree_is(b->selected[i], "let"))
            return says(b->selected[i], place);
    return false;
}

bool shows_pile(const Binding *b)
{
    return shows(b, "pile-top") || shows(b, "in-pile");
}

/* "… discard two cards to remove that card from the game instead": what was about to happen was about that card, not about the price. */
void put_event_instead(Binding *b, Tree *instead)
{
    const Tree *subject = b->event->child->next;
    bool own = atom_is(subject, "self") && !stands_on(b, "Personnel");
    const char *event = own ? "self" : from_event(b, ANY_TYPE);
    bool thing = own || (event && strcmp(event, "that") == 0 && subject && !(types_of(subject) & PERSONNEL));      /* "it", where a personnel would be "he or she" */
    if (!event)
        return;
    for (Tree *e = instead->child->next; e; e = e->next)
        if (!e->atom && e->child && e->child->next && (atom_is(e->child->next, "~it") || (thing && atom_is(e->child->next, "~thing"))))
            e->child->next->atom = event;
}

/* The one card on top of a deck or pile that was named. */
static bool is_top_card(const Tree *named)
{
    const Tree *from = last_part((Tree *)named);
    return (tree_is(from, "top") || tree_is(from, "pile-top")) && atom_is(last_part((Tree *)from), "1");
}

/* "Reveal your hand.  If you reveal an event this way, discard it": whether a condition asked for some of several cards off the table that were selected. */
static bool asks_for_some(const Binding *b)
{
    Tree *last = b->selections ? b->selected[b->selections - 1] : NULL;
    bool named = last && (tree_is(last, "as") || tree_is(last, "let"));
    if (!b->held || b->held_at != b->selections || !named || is_single(last) || !tree_is(b->held, "and") || !is_out_of_play(last))
        return false;
    bool among = false;
    for (const Tree *c = b->held->child->next; c; c = c->next)
        among |= atom_is(c, last->child->next->atom);
    return among && !is_top_card(last);
}

/* "Examine an opponent's hand.  If that hand contains an event, … it": that event, and not the hand. */
bool is_asked_since(const Binding *b, const char *mark)
{
    return b->held && b->one && b->held_looked == b->looked_at && b->held_at == b->selections && is_out_of_play(b->held) && strcmp(mark, "~it") == 0;
}

/* "If you have an event in hand, you may discard a card to … that event": the one for which the condition asked, and not any card. */
bool is_asked_off_table(const Binding *b, int types)
{
    int held = types != ANY_TYPE && b->held && b->one ? types_of(b->held) : ANY_TYPE;
    return held != ANY_TYPE && (held & types) && is_out_of_play(b->held);
}

/* Whether a word means the one for which the condition asked so.  "Them", where it asked for several or for any of them, may be those or all. */
bool is_asked_among(Binding *b, const Tree *pointer)
{
    if (!asks_for_some(b) || !(types_of(b->held) & types_of_mark(pointer->atom)))
        return false;
    bool alone = b->one && (b->held_shown || !atom_is(pointer, "~it"));
    if (!alone && b->suffers)
        b->unbound = "'them', of those asked for or of all";
    return alone;
}

/* "If you reveal two or more events, … one of those events": of those for which the condition asked.  "One of them" may be one of those or of all that were shown. */
void pick_among_asked(Binding *b, Tree *pick)
{
    Tree *whom = last_part(pick);
    if (b->one || !whom->atom || whom->atom[0] != '~' || !asks_for_some(b) || !(types_of(b->held) & types_of_mark(whom->atom)))
        return;
    if (atom_is(whom, "~it"))
        b->unbound = "'one of them', of those asked for or of all";
    else
        *whom = *copy_of_one(b->arena, b->held);
}

/* "If you have a Hand Weapon aboard, destroy it": on a ship, an equipment or a mission "it" may be this card as well. */
bool may_be_asked_for(const Binding *b)
{
    bool thing = b->held && b->one && b->held_at == b->selections && types_of(b->held) != PERSONNEL;
    return thing && b->suffers && !b->lasts && (stands_on(b, "Ship") || stands_on(b, "Equipment") || stands_on(b, "Mission"));
}

static bool says_mark(const Tree *t)
{
    for (const Tree *c = t->child; c; c = c->next)
        if ((c->atom && (c->atom[0] == '~' || c->atom[0] == '$')) || says_mark(c))
            return true;
    return t->atom && (t->atom[0] == '~' || t->atom[0] == '$');
}

/* "Discard an event": cards are discarded from a hand, a deck or a place that the text names, and not from wherever there are some. */
bool is_discard_from_nowhere(const Tree *discard)
{
    static const char *const chosen[] = { "choose", "up-to", "one-or-more", "random" };
    static const char *const places[] = { "in-hand", "in-discard", "in-core", "in-deck", "in-brig", "in-pile", "in-removed", "of", "owned", "at", "aboard", "on", "beneath",
                                          "here", "present", "present-with", "involved", "facing-group", "named", "that", "cause", "self", "host", "this-ship" };
    const Tree *whom = discard->child->next;
    if (says_mark(whom))
        return false;
    if (!tree_is_any(whom, chosen, countof(chosen)))
        return is_of_print(whom);
    for (size_t i = 0; i < countof(places); i++)
        if (says(whom, places[i]))
            return false;
    return true;
}

/* "Kill each captive in your brig.  For each captive killed": those who were killed are captives no longer. */
void put_former_captives(Binding *b, Tree *filter)
{
    Tree *captive = NULL;
    bool them = false;
    for (Tree *c = filter->child->next; c; c = c->next) {
        captive = atom_is(c, "captive") ? c : captive;
        them |= atom_is(c, "~it");
    }
    if (captive && them && b->done && b->done_at == b->selections && !tree_is(b->done, "reveal") && says(b->done, "in-brig"))
        *captive = (Tree){ .child = tree_read(b->arena, "type personnel")->child, .next = captive->next };
}

/* "When your personnel complete this mission, if three of them have Honor": those who completed it, for a mission has no skills. */
void put_team(Tree *filter)
{
    Tree *them = NULL;
    int types = ANY_TYPE;
    for (Tree *c = filter->child->next; c; c = c->next)
        if (atom_is(c, "~it"))
            them = c;
        else
            types &= types_of(c);
    if (them && types == PERSONNEL)
        them->atom = "facing-group";
}

/* "… if each of them has Honor": those who completed the mission, of whom alone that can be asked. */
void ask_team(const Binding *b, Tree *whom)
{
    bool them = atom_is(whom, "~it") || atom_is(whom, "~each") || atom_is(whom, "~they");
    if (them && !b->selections && whom->next && types_of(whom->next) == PERSONNEL && (tree_is(b->event, "completed") || tree_is(b->event, "solved")))
        whom->atom = "facing-group";
}

/* What a selection was made among, its name apart. */
static Tree *made_among(Tree *selected)
{
    Tree *selection = tree_is(selected, "as") || tree_is(selected, "let") ? last_part(selected) : selected;
    return tree_is(selection, "choose") || tree_is(selection, "up-to") || tree_is(selection, "random") ? last_part(selection) : NULL;
}

/* The name of the cards among which a selection was made: of all of them, or of those that were left; NULL: they have none. */
static const char *name_among(Tree *selected)
{
    const Tree *from = made_among(selected);
    from = tree_is(from, "and") ? from->child->next : from;
    return from && from->atom && from->atom[0] == '$' ? from->atom : NULL;
}

/* "Take one of those cards into hand, place one on the bottom of your deck": one of those that were looked at, without the ones taken before. */
bool put_remaining(Binding *b, Tree *them)
{
    int last = b->selections - 1;
    const char *all = last > 0 && b->left[last] ? name_among(b->selected[last]) : NULL;
    bool several = false;
    for (int i = 0; all && i < last; i++)
        several |= tree_is(b->selected[i], "let") && atom_is(b->selected[i]->child->next, all) && !is_single(b->selected[i]) && is_out_of_play(b->selected[i]);
    if (!several)
        return false;
    Tree *rest = list_of(b->arena, "and", leaf(b->arena, all));
    for (int i = 0; i <= last; i++) {
        const char *among = name_among(b->selected[i]);
        if (among && strcmp(among, all) == 0)
            last_part(rest)->next = list_of(b->arena, "not", leaf(b->arena, name_of_selected(b, b->selected[i])));
    }
    *them = (Tree){ .child = rest->child, .next = them->next };
    return true;
}

static bool has_such_here(const Tree *t, int types)
{
    for (const Tree *c = t && !t->atom ? t->child : NULL; c; c = c->next)
        if ((tree_is(c, "has-here") && (types_of(last_part((Tree *)c)) & types)) || has_such_here(c, types))
            return true;
    return false;
}

/* "When an opponent completes a mission where you have a Klingon, … that personnel". */
bool is_somebody_there(const Binding *b, int types)
{
    return b->event && types != ANY_TYPE && has_such_here(b->event, types);
}

/* "When an opponent's ship moves from a mission where you have a ship, … that ship": the one that moves, or yours. */
bool names_two(const Binding *b, const char *event, int types)
{
    bool two = false;
    for (const Tree *c = b->event && event && strcmp(event, "that") == 0 && types != ANY_TYPE ? b->event->child->next : NULL; c && c->next; c = c->next)
        two |= tree_is(c->next, "has-here") ? (types_of(last_part(c->next)) & types) != 0 : has_such_here(c->next, types);
    return two;
}

/* "… and discard the others": those among which the last selection was made, where these were what others had left; else the selection before it. */
void put_those_before(Binding *b, Tree *t)
{
    Tree *among = b->selections ? made_among(b->selected[b->selections - 1]) : NULL;
    if (tree_is(among, "and") && name_among(b->selected[b->selections - 1])) {
        *t = (Tree){ .child = copy_of_one(b->arena, among)->child, .next = t->next };
        return;
    }
    t->atom = b->selections > 1 ? name_of_selected(b, b->selected[b->selections - 2]) : "that";
}

static const char *const compared[] = { "value", "same", "different" };

/* It asks how a card compares with one that was spoken of. */
static bool compares(const Tree *t)
{
    for (const Tree *c = t->child; c; c = c->next)
        if ((tree_is_any(c, compared, countof(compared)) && says(c, "~it")) || compares(c))
            return true;
    return false;
}

static void compare_with(Tree *t, const char *whom)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (tree_is_any(c, compared, countof(compared)) && atom_is(last_part(c), "~it"))
            last_part(c)->atom = whom;
        compare_with(c, whom);
    }
}

/* "Exchange this personnel with one who has an equal cost": as the one that is exchanged or replaced, and not as what was paid.  Of several that are exchanged at
 * once no one is the one to compare with. */
void compare_with_exchanged(Binding *b, Tree *exchange)
{
    const Tree *whom = exchange->child->next;
    if (!whom || !whom->next)
        return;
    if (whom->atom)
        compare_with(whom->next, whom->atom);
    if (is_several(whom) && compares(whom->next))
        b->unbound = "several cards that are exchanged, each compared with another";
}

/* "… cannot be stopped by that dilemma until the end of that dilemma": what bars something for a time is asked later, when no event is there any more. */
void bar_by_faced(Binding *b, Tree *apply)
{
    const Tree *until = apply->child->next->next;
    for (Tree *c = apply->child; c; c = c->next) {
        if (!tree_is(c, "cannot") || !says(c, "~dilemma"))
            continue;
        if (!atom_is(until, "end-of-dilemma"))
            b->unbound = "a dilemma that is named as it bars something for longer";
        else if (atom_is(last_part(c), "~dilemma"))
            last_part(c)->atom = "faced";
    }
}

/* "Add its Weapons to your total Strength": to that of somebody of yours who fights, as the event names him; of a fight that names nobody it is not known whose it is. */
void put_fighter(Binding *b, Tree *t)
{
    const Tree *who = b->event ? b->event->child->next : NULL;
    bool own = atom_is(who, "self") || (tree_is(who, "and") && says(who, "of") && says(who, "you"));
    if (!own)
        b->unbound = "your total Strength, and nobody of yours is named who fights";
    if (tree_is(b->event, "facing") || tree_is(b->event, "attempting") || tree_is(b->event, "checking-requirements"))
        b->unbound = "your total Strength in what is no battle";
    t->atom = atom_is(who, "self") ? "self" : "that";
}

/* "While facing a dilemma, you may …": this personnel, or yours who are equipped with this. */
void put_facers(Binding *b, Tree *t)
{
    if (stands_on(b, "Equipment"))
        *t = (Tree){ .child = tree_read(b->arena, "and (type personnel) (of you) present")->child, .next = t->next };
    else if (stands_on(b, "Personnel"))
        t->atom = "self";
    else
        b->unbound = "'facing', of a card that faces nothing";
}

/* "Select a personnel. Choose another. Those personnel …": both of them. */
bool put_both_selected(Binding *b, Tree *t)
{
    int found = 0;
    Tree *such[2];
    for (int i = b->selections - 1; i >= 0 && found < 2; i--)
        if (types_of(b->selected[i]) & PERSONNEL && types_of(b->selected[i]) != ANY_TYPE)
            such[found++] = b->selected[i];
    if (found < 2 || !is_single(such[0]))
        return false;
    Tree *earlier = leaf(b->arena, name_of_selected(b, such[1]));
    earlier->next = leaf(b->arena, name_of_selected(b, such[0]));
    *t = (Tree){ .child = list_of(b->arena, "or", earlier)->child, .next = t->next };
    return true;
}

/* "When your personnel is about to be killed, if your Telepathy personnel is present, stop both": whom the event is about, and one for whom the
 * condition asks. */
bool put_both_met(Binding *b, Tree *t)
{
    if (b->selections || !from_event(b, PERSONNEL) || !b->held || !b->one || !(types_of(b->held) & PERSONNEL))
        return false;
    Tree *met = leaf(b->arena, "that");
    met->next = leaf(b->arena, name_of_picked(b, b->held));
    *t = (Tree){ .child = list_of(b->arena, "or", met)->child, .next = t->next };
    return true;
}

/* "When an opponent plays an event, you may download an event and place it …": what was downloaded just before.  "That event" may be either. */
const char *name_of_fetched(Binding *b, int types, bool in_play)
{
    bool such = tree_is(b->done, "download") && b->done_at == b->selections && (types_of(b->done->child->next->next->next) & types);
    const char *name = such && types == ANY_TYPE ? name_of_done(b, types, in_play) : NULL;
    if (such && !name)
        b->unbound = "'it' or 'that', of what was downloaded or of what the event is about";
    return name;
}

/* "Discard the top four cards of your deck.  Those personnel …": only the personnel among the cards that were named, or of these the ones for which a condition has asked since. */
bool put_of_mixed(Binding *b, Tree *t, const char *mark)
{
    int types = types_of_mark(mark);
    const Tree *from = NULL;
    for (int i = 0; i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, t->atom))
            from = b->selected[i];
    bool shown = from && is_out_of_play(from) && !is_single(from) && !is_top_card(from) && !says(from, "cards-drawn");
    if (types == ANY_TYPE || !shown || types_of(from) != ANY_TYPE)
        return false;
    if (asks_for_some(b) && !b->one && (types_of(b->held) & types)) {
        put_held(b, t);
        return true;
    }
    Tree *some = list_of(b->arena, "and", list_of(b->arena, "type", leaf(b->arena, mark + 1)));
    some->child->next->next = leaf(b->arena, t->atom);
    *t = (Tree){ .child = some->child, .next = t->next };
    return true;
}

/* The filter of the selection that a name stands for; NULL where it stands for something else. */
static const Tree *filter_named(const Tree *t, const char *name)
{
    static const char *const takes[] = { "choose", "up-to", "one-or-more", "random" };
    bool binds = (tree_is(t, "as") || tree_is(t, "let")) && atom_is(t->child->next, name);
    const Tree *value = binds ? t->child->next->next : NULL;
    if (tree_is_any(value, takes, countof(takes)))
        return last_part((Tree *)value);
    const Tree *found = NULL;
    for (const Tree *c = t->atom ? NULL : t->child; c && !found; c = c->next)
        found = filter_named(c, name);
    return found;
}

/* "Stop up to two personnel … for each personnel stopped": what the selection has asked for need not be asked again of those it has taken. */
void count_all_named(const Tree *ability, Tree *t)
{
    Tree *of = tree_is(t, "count") ? t->child->next : NULL, *kind = tree_is(of, "and") ? of->child->next : NULL, *name = kind ? kind->next : NULL;
    const Tree *filter = name && !name->next && name->atom && name->atom[0] == '$' && tree_is(kind, "type") ? filter_named(ability, name->atom) : NULL;
    for (const Tree *c = tree_is(filter, "and") ? filter->child->next : filter; c; c = tree_is(filter, "and") ? c->next : NULL)
        if (tree_same(c, kind)) {
            *of = (Tree){ .atom = name->atom, .next = of->next };
            return;
        }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        count_all_named(ability, c);
}

/* "Your opponent names a personnel.  If you command that personnel, …": wherever that is, and not only among those who face the dilemma. */
void put_named_anywhere(Binding *b, Tree *filter)
{
    Tree *them = NULL, *commanded = NULL;
    for (Tree *c = filter->child->next; c; c = c->next) {
        them = atom_is(c, "~personnel") ? c : them;
        commanded = tree_is(c, "of") ? c : commanded;
    }
    if (them && commanded && stands_on(b, "Dilemma") && (b->names_card & PERSONNEL) && b->names_card != ANY_TYPE && b->names_at == b->selections)
        *them = (Tree){ .child = tree_read(b->arena, "and (type personnel) named")->child, .next = them->next };
}

/* "All your [Cmd] personnel are stopped": whether that name stands for all of a sort, of whom nobody was selected. */
bool is_name_of_all(const Binding *b, const char *name)
{
    const Tree *done = b->done ? b->done->child->next : NULL;
    return tree_is(done, "as") && atom_is(done->child->next, name) && tree_is(last_part((Tree *)done), "and") && says(done, "facing-group");
}

/* "Randomly select two personnel.  If either of them has Honor, that personnel …": whoever of them has it, and not both. */
bool put_asked_of_several(Binding *b, Tree *t)
{
    bool among = false, several = false;
    for (int i = 0; i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, t->atom))
            several = is_several(b->selected[i]);
    bool asked = several && b->held && b->one && tree_is(b->held, "and");
    for (const Tree *c = asked ? b->held->child->next : NULL; c; c = c->next)
        among |= atom_is(c, t->atom);
    if (among)
        *t = (Tree){ .child = copy_of_one(b->arena, b->held)->child, .next = t->next };
    return among;
}

/* "For each personnel in your hand, choose a personnel of the same species": as one of them after another, which a number of times does not say. */
bool is_like_each_of_several(const Binding *b, const Tree *t)
{
    const Tree *whom = tree_is(t, "same") ? last_part((Tree *)t) : NULL;
    for (int i = 0; whom && whom->atom && i < b->selections; i++)
        if ((tree_is(b->selected[i], "as") || tree_is(b->selected[i], "let")) && atom_is(b->selected[i]->child->next, whom->atom) && !is_single(b->selected[i]) && is_out_of_play(b->selected[i]))
            return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (is_like_each_of_several(b, c))
            return true;
    return false;
}

Tree *one_of_held(Binding *b)
{
    Tree *you = leaf(b->arena, "you");
    you->next = leaf(b->arena, "1");
    you->next->next = copy_of_one(b->arena, b->held);
    return list_of(b->arena, "choose", you);
}
