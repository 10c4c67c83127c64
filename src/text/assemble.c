/* Puts what the sentences of a card mean together into abilities.
 *
 * The grammar reads one sentence at a time, and some sentences speak of those before them.  Their meanings carry marks that begin with ~,
 * which no card language knows, and which are resolved here:
 *
 *   (~then E+)       effects that go on with the ability before; a one-time text of its own where there is none
 *   (~else E+)       "If you cannot, …": of the last effect before
 *   (~else-he E+)    "If a player cannot, he or she …": of what each player does before, and of that player alone
 *   (~done E+)       "If you do, …": of the last effect before; ~same in it stands for that effect
 *   (~rather B E+)   "If …, … instead": of the one effect before
 *   (~in-place B E+) "If …, that personnel is … instead": of the effect before, and of whom it has selected
 *   (~swapped E)     "You may … to … instead": of the effect before
 *   (~avoided E E+)  "Unless you …, … instead": of the effect before
 *   (~otherwise E+)  "Otherwise, …": of the last condition before
 *   (~unlike A)      "Otherwise, …", of what lasts: of the condition of the text before, which lasts too
 *   (~won E+), (~lost E+)   "If you win, …", "If you lose, …": of the combat or engagement that was begun before
 *   (~prevented P E)    "You may … to prevent this": of what the sentence before does; (~prevented-by P E) where another player may
 *   (~not-done E+)   "If you do not, …": of the last effect before
 *   (~two V V ~and G* E+)   one text that answers two events: two abilities
 *   (~two-during V V ~and G* E+)   the same of what goes on
 *   (~commands S P)  "You now command …": of what was placed before, unless it was taken command of
 *   (~nothing)       what the rules say anyway
 *   (~only F)        "Those cards must be …": of the last download
 *   (~limit N per)   "You may do this only once each turn.": of the ability before
 *   (~only-last F)   "(Yours must be a …)": of the last choice
 *   (~revealed-cost Q)   "For each … revealed, it is cost -1": of the text before, which reveals when the card is played
 *   (~cap N)         "(limit +4)": of the numbers that the text before adds
 *   (~lasts until)   "This effect lasts until …": of every effect before that waits for it, with ~until in its place; else of the text before it,
 *                    which an order or a response has brought about
 *   (~number Q)      "Count …": what "that number" is from here on, with ~number in its place
 *   (~replaced D)    "Place the personnel you replaced …": of the last (replace S S ~to); (~replaced-only D) "if you do"
 *   (~pay E E+)      "Discard a card to …": the first is a price, paid whole or not at all
 *   (~any F)         "any number of your …", of an event: the text responds for all of them together
 *   (~also S)        "Also, …": a sentence that shares the condition before it
 *   (~one-order)     "You may execute only one order using this event each turn": of all orders together
 *   (~cheaper Q)     "When you do, he or she is cost -1": of the permission to play before
 *   (~repeat F)      "Repeat this until you select one who …": of the selection before
 *   (~repeat-until B) "Repeat this until …": of the one thing that was done before
 *   ~they            "they", "them": all to whom the last thing was done; else as ~it
 *   ~milled          "you discarded this way": what the last (discard-top P Q) took
 *   (~only-if B)     "You may do this only if …": of the ability before
 *   (~ignore B)      "While …, ignore its next ability": of the ability behind it
 *   (~standing S)    those of "it", "that personnel" … that are in play
 *   ~it              "him or her", "those cards": the last selection in the same ability; else what its event is about
 *   ~personnel, ~ship, ~equipment, ~event, ~interrupt, ~dilemma, ~mission   "that personnel" …: the last selection that can be such a card;
 *                    else what its event is about
 *   ~personnel-killed, ~personnel-stopped   "the killed personnel": whom the event is about, if he was killed; else as ~personnel
 *   ~captive         "that captive": who was selected in a brig, or placed there
 *   ~those           "those personnel": as ~personnel; after two selections of one each, both
 *   ~stopped-then    "were stopped", as something that has happened: by this dilemma
 *   ~on-here         "all personnel here": on this dilemma, once it lies somewhere
 *   ~group-or-them   "choose one": of those who were just selected, else of all who face the dilemma
 *   (~such P F+)     "that [Fed] personnel": as the pointer P, and of two the one of whom F was said
 *   ~several         "those cards": as ~it, but for a selection of one where there is one of several
 *   ~others          "the other": of those from whom the last selection was made, or to some of whom the last thing was done
 *   ~he              "he", "her": this personnel; on other cards "that personnel"
 *   ~their-mission   "that opponent's mission": as ~mission, and any mission of that opponent where none was spoken of
 *   ~thing           "it": as ~it, and this card where there is neither
 *   ~other           "another", "other": than this card; on an event or interrupt, than what was selected or what its event is about
 *   ~same-here       "at the same mission": as ~here, but never on this card
 *   ~top-of-it, ~bottom-of-it   "on top", "on the bottom": of the deck or pile whose cards were looked at; ~back-of-it: at the end where they were
 *   ~besides         "no other … this turn": than what its event is about; than this card where that is none
 *   ~holder          "that opponent", in whose brig somebody is placed: where another was about to be, else the opponent who was spoken of
 *   ~facer           "he or she" who is facing a dilemma or attempting a mission: as ~personnel where there is one, else personnel of ~player
 *   ~player          "he or she" who does something: who caused the event, or the opponent who was spoken of
 *   ~every-other     "each other player": each opponent, where you do what is answered
 *   ~this-ship       "this ship": this card where it is one
 *   ~its-ship        "aboard it": as ~this-ship; on cards that are nowhere, that ship
 *   ~attempting-here "attempting this mission": where this card is; a dilemma is faced there anyway
 *   ~present, ~here  "present", "at this mission": with this card; on cards that are nowhere, with what the event is about
 *   ~group-present   "a personnel present", on a dilemma: of those who face it, or of those with whom somebody is whom the text answers
 *   ~equips          "he or she is equipped with": commanded by the player of whom the event is about, else by you
 *   ~off             "the discarded personnel": what was selected out of play; ~shown: never what the event is about
 *   ~facing          "your personnel facing a dilemma": who is in the attempt; where a text answers what befalls them, only while they face one
 *   ~remaining       "you still have … remaining": who faces the dilemma, without the one to whom something else may happen instead
 *   (~or-a A B)      "… A or a B": one B, however many A are asked for (several.c); (~or-one A B) where so many are chosen, or both of (~and-a A B)
 *   ~last, ~first    the last selection, and the one before it; ~both: the last, never what the event is about; ~cards: the last ones named apart from what is done with them
 *
 * A mark that speaks of nothing makes the card not understood. */
#include "text/inside.h"

/* "You may play Androids aboard this ship.  You may do this only once each turn." */
bool limit_permission(Abilities *a, Tree *limit)
{
    if (!tree_is(a->last, "permit-play"))
        return false;
    Tree **at = &a->last->child->next;
    while (tree_is(*at, "guard"))
        at = &(*at)->next;
    Tree *clause = list_of(a->arena, "limit", limit);
    clause->next = *at;
    *at = clause;
    return true;
}

/* "You may play an Admiral aboard your ship", where nothing says when: a permission, on a card that stays.  False: the text is something else. */
bool as_permission(Arena *arena, Tree *t)
{
    Tree *may = tree_is(t, "resolve") ? t->child->next : NULL, *play = tree_is(may, "you-may") && !may->next ? may->child->next->next : NULL;
    Tree *what = tree_is(play, "play-it") && !play->next ? play->child->next : NULL, *price = what ? what->next : NULL;
    if (!tree_is(what, "choose") || !price || !price->next || price->next->next || !atom_is(may->child->next, "you"))
        return false;
    Tree *cards = copy_of_one(arena, last_part(what));
    cards->next = price->next;
    last_part(play)->next = atom_is(price, "0") ? NULL : leaf(arena, price->atom);
    *t = (Tree){ .child = list_of(arena, "permit-play-at", cards)->child, .next = t->next };
    return true;
}

/* "Lose 5 points to …", of what a text does once: a price is paid whole or not at all (2E-7.27), and without it nothing happens. */
static Tree *unnamed(Arena *arena, const Tree *t)
{
    Tree *copy = copy_of_one(arena, t);
    while (tree_is(copy, "as"))
        *copy = (Tree){ .atom = last_part(copy)->atom, .child = last_part(copy)->child };
    for (Tree *c = copy->child; c; c = c->next)
        if (c->child) {
            Tree *inner = unnamed(arena, c);
            *c = (Tree){ .atom = inner->atom, .child = inner->child, .next = c->next };
        }
    return copy;
}

static void pay_whole(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next)
        pay_whole(arena, c);
    if (!tree_is(t, "~pay"))
        return;
    Tree *price = t->child->next;
    if (tree_is(price, "if") && price->child->next->next && !price->child->next->next->next) {      /* "If …, place it there to …" */
        Tree *condition = price->child->next, *paid = condition->next;
        paid->next = price->next;
        condition->next = list_of(arena, "~pay", paid);
        t->child = leaf(arena, "if");
        t->child->next = condition;
        pay_whole(arena, condition->next);
        return;
    }
    if (says(price, "let") || says(price, "up-to")) {
        t->child->atom = "if-you-do";
        return;
    }
    Tree *can = list_of(arena, "can", unnamed(arena, price));
    can->next = price;
    t->child = leaf(arena, "if");
    t->child->next = can;
}

/* "Any number of your personnel": the text responds for all of them together; this card is one alone. */
static void take_any_number(Arena *arena, Tree *t)
{
    Tree *event = tree_is(t, "when") || tree_is(t, "while-may") ? t->child->next : NULL;
    for (Tree *c = event ? event->child : NULL; c; c = c->next)
        if (tree_is(c, "~any")) {
            Tree *inner = c->child->next, *clause = leaf(arena, "any-number");
            *c = (Tree){ .atom = inner->atom, .child = inner->child, .next = c->next };
            if (inner->atom)
                continue;
            clause->next = event->next;
            event->next = clause;
        }
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next)      /* a text that another one gives */
        take_any_number(arena, c);
}

/* (random 1 that), (choose you 1 that) */
static bool picks_of_that(const Tree *t)
{
    static const char *const picks[] = { "random", "choose", "up-to" };
    if (tree_is_any(t, picks, countof(picks)) && atom_is(last_part((Tree *)t), "that"))
        return true;
    if (tree_is(t, "for-now"))                  /* a text that is given speaks of what it answers itself */
        return false;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (picks_of_that(c))
            return true;
    return false;
}

/* "When your personnel are about to …, randomly select one of them": who picks one of them speaks of all of them. */
static void pick_of_all(Arena *arena, Tree *t)
{
    Tree *when = tree_is(t, "damage") ? t->child->next : t, *event = tree_is(when, "when") || tree_is(when, "while-may") ? when->child->next : NULL;
    if (!event || tree_is(event->next, "any-number") || atom_is(event->next, "any-number") || !picks_of_that(when))
        return;
    Tree *clause = leaf(arena, "any-number");
    clause->next = event->next;
    event->next = clause;
}

/* "You may draw a card.  If you do not, …", as an answer to something: what comes instead is no choice, so that the first part alone is one, with its price. */
void may_be_refused(Arena *arena, Tree *t)
{
    Tree *when = tree_is(t, "damage") ? t->child->next : t, *last = tree_is(when, "when") ? last_part(when) : NULL;
    Tree *deed = tree_is(last, "if-you-do") && tree_is(last_part(last), "else") ? last->child->next : NULL;
    if (!deed || tree_is(deed, "you-may") || tree_is(deed, "each-player"))
        return;
    Tree **at = &when->child->next->next, *you = leaf(arena, "you"), *end = you, *rest = deed->next;
    while (*at && !atom_is(*at, "may"))
        at = &(*at)->next;
    if (!*at)
        return;
    *at = (*at)->next;
    while (*at != last) {                        /* its limit stays with the text */
        Tree *part = *at;
        if (tree_is(part, "limit") || tree_is(part, "guard") || part->atom) {
            at = &part->next;
            continue;
        }
        *at = part->next;
        part->next = NULL;
        end = end->next = part;
    }
    deed->next = NULL;
    end->next = deed;
    last->child->next = list_of(arena, "you-may", you);
    last->child->next->next = rest;
}

/* (place self (onto …)) */
static bool places_itself(const Tree *t)
{
    if (tree_is(t, "place") && atom_is(t->child->next, "self") && tree_is(t->child->next->next, "onto"))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (places_itself(c))
            return true;
    return false;
}

/* A dilemma's text about turns and playing: nobody faces anything then, and "a personnel" is one that you command. */
static bool is_of_turns(const Tree *t)
{
    static const char *const words[] = { "turn-starts", "turn-ends", "orders-start", "played", "announced" };
    const Tree *when = tree_is(t, "damage") ? t->child->next : t;
    return tree_is(when, "when") && tree_is_any(when->child->next, words, countof(words));
}

static void all_personnel(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, "facing-group"))
            *c = (Tree){ .child = tree_read(arena, "and (type personnel) (of you)")->child, .next = c->next };
        else if (tree_is(c, "return-to-pile"))      /* nor does it return from being faced */
            *c = (Tree){ .child = tree_read(arena, "place self pile-bottom-of")->child, .next = c->next };
        else
            all_personnel(arena, c);
    }
}

/* "Randomly select a personnel present", on a dilemma: one of those who face it; where the text answers what befalls somebody, who is with that one. */
static void put_those_present(Arena *arena, Tree *t, const Tree *ability)
{
    static const char *const befalls[] = { "about-to-brig", "brigged", "about-to-kill", "killed", "about-to-stop", "stopped-event", "played" };
    const Tree *when = tree_is(ability, "damage") ? ability->child->next : ability, *event = tree_is(when, "when") ? when->child->next : NULL;
    bool somebody = tree_is_any(event, befalls, countof(befalls)) && !says(event, "facing-group") && !says(event, "self");
    for (Tree *c = t->child; c; c = c->next) {
        if (!atom_is(c, "~group-present"))
            put_those_present(arena, c, ability);
        else if (somebody)
            *c = (Tree){ .child = tree_read(arena, "and (type personnel) (of (player-of that)) (present-with that) (not that)")->child, .next = c->next };
        else
            c->atom = "facing-group";
    }
}

/* (place … (onto self)) */
static bool holds_others(const Tree *t)
{
    if (tree_is(t, "place") && tree_is(last_part((Tree *)t), "onto") && atom_is(last_part((Tree *)t)->child->next, "self"))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (holds_others(c))
            return true;
    return false;
}

/* "Place two personnel on this dilemma.  At the end of your next turn, return those personnel …": those who lie on it. */
static void put_lying_on(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        bool personnel = atom_is(c, "~personnel") || atom_is(c, "~those") || atom_is(c, "~others");
        if (personnel || atom_is(c, "~ship"))
            *c = (Tree){ .child = tree_read(arena, personnel ? "and (type personnel) (on self)" : "and (type ship) (on self)")->child, .next = c->next };
        else
            put_lying_on(arena, c);
    }
}

/* … before the dilemma goes itself. */
static void go_last(Tree *ability)
{
    Tree **at = &ability->child;
    while (*at && !(tree_is(*at, "remove") && atom_is((*at)->child->next, "self")))
        at = &(*at)->next;
    if (!*at || !(*at)->next)
        return;
    Tree *gone = *at;
    *at = gone->next;
    gone->next = NULL;
    last_part(ability)->next = gone;
}

/* A dilemma that lies somewhere: "All your personnel are attributes -1.", with no word of how long, is so as long as it lies there. */
static void stay_so(Arena *arena, Tree *ability)
{
    Tree *last = last_part(ability), *whom = tree_is(last, "apply") ? last->child->next : NULL;
    if (!whom || !whom->next || !atom_is(whom->next, "~until"))
        return;
    Tree *before = ability->child;
    while (before->next != last)
        before = before->next;
    before->next = NULL;
    Tree *lasting = list_of(arena, "static", whom);
    whom->next = whom->next->next;
    all_personnel(arena, lasting);
    lasting->next = ability->next;
    ability->next = lasting;
}

/* An event that stays: "If you command …, your personnel are attributes +1.", with no word of how long, is so as long as that is so. */
static void stay_so_if(Tree *ability)
{
    Tree *condition = tree_is(ability, "resolve") ? ability->child->next : NULL, *only = tree_is(condition, "if") && !condition->next ? condition->child->next : NULL;
    Tree *apply = only ? only->next : NULL, *whom = tree_is(apply, "apply") && !apply->next ? apply->child->next : NULL;
    if (!whom || !whom->next || !atom_is(whom->next, "~until"))
        return;
    Tree *guard = condition;
    guard->child->atom = "guard";
    only->next = NULL;
    whom->next = whom->next->next;
    guard->next = whom;
    ability->child->atom = "static";
}

static void add_after(Tree *ability, Tree *lasting)
{
    lasting->next = ability->next;
    ability->next = lasting;
}

/* The same of a skill: "Name a skill.  Each of your personnel gains that skill." */
static void stay_so_of_skill(Arena *arena, Tree *ability)
{
    Tree *last = last_part(ability), *before = ability->child, *gain = tree_is(last, "for-each") ? last_part(last) : NULL;
    bool named = false;
    if (!gain || !tree_is(gain, "gain-named-skill") || !atom_is(last_part(gain), "~until"))
        return;
    for (; before->next != last; before = before->next)
        named |= tree_is(before->next, "name-skill") || says(before->next, "call-skill");
    if (!named)
        return;
    before->next = NULL;
    Tree *whom = last->child->next->next;
    whom->next = list_of(arena, "have-named-skill", NULL);
    add_after(ability, list_of(arena, "static", whom));
}

/* A card that stays: "Name a personnel.  That personnel cannot …", with no word of how long, is so of all cards of that name as long as it stays; so is
 * "While that personnel is present, …". */
static void stay_so_of_named(Arena *arena, Tree *ability)
{
    Tree *last = last_part(ability), *whom = tree_is(last, "apply") ? last->child->next : NULL, *before = ability->child, *named = NULL;
    bool text = tree_is(last, "for-now") && atom_is(last->child->next, "~until") && tree_is(last_part(last), "static");
    if (!text && (!whom || !whom->next || !atom_is(whom->next, "~until") || !whom->atom || whom->atom[0] != '~'))
        return;
    for (; before->next != last; before = before->next)
        named = tree_is(before->next, "name-card") ? last_part(before->next) : named;
    if (!named)
        return;
    before->next = NULL;
    if (text) {
        add_after(ability, last_part(last));
        return;
    }
    Tree *such = copy_of_one(arena, named);
    such->next = leaf(arena, "named");
    Tree *filter = list_of(arena, "and", such), *lasting = list_of(arena, "static", filter);
    filter->next = whom->next->next;
    add_after(ability, lasting);
}

/* "Your dilemmas" are those that you own: nobody commands a dilemma that lies nowhere. */
static void own_dilemmas(Tree *t)
{
    bool dilemmas = false;
    for (const Tree *c = tree_is(t, "and") ? t->child : NULL; c; c = c->next)
        dilemmas |= tree_is(c, "type") && atom_is(c->child->next, "dilemma");
    for (Tree *c = t->child; c; c = c->next) {
        if (dilemmas && tree_is(c, "of"))
            c->child->atom = "owned";
        own_dilemmas(c);
    }
}

/* "Your ships are cost -1": what a card costs is asked before anybody commands it. */
static void cost_of_owned(Tree *t)
{
    Tree *whom = tree_is(t, "static") ? t->child->next : NULL;
    while (tree_is(whom, "guard"))
        whom = whom->next;
    for (const Tree *m = whom ? whom->next : NULL; m; m = m->next)
        if (!tree_is(m, "cost-change"))
            return;
    if (tree_is(whom, "of"))
        whom->child->atom = "owned";
    for (Tree *c = tree_is(whom, "and") ? whom->child : NULL; c; c = c->next)
        if (tree_is(c, "of"))
            c->child->atom = "owned";
}

/* Whose card an effect takes off the table, by its name; NULL: none that has a name. */
static const char *gone_by(const Tree *effect)
{
    bool leaves = tree_is(effect, "kill") || tree_is(effect, "remove") || tree_is(effect, "brig") || tree_is(effect, "discard") ||
                  (tree_is(effect, "place") && last_part((Tree *)effect)->atom);
    const Tree *what = leaves ? effect->child->next : NULL;
    what = tree_is(what, "as") ? what->child->next : what;
    return what && what->atom && what->atom[0] == '$' ? what->atom : NULL;
}

static bool strikes(const Tree *t, const char *name)
{
    if ((tree_is(t, "stop") || tree_is(t, "kill") || tree_is(t, "unstop")) && atom_is(t->child->next, name))
        return true;
    for (const Tree *c = t->atom ? NULL : t->child; c; c = c->next)
        if (strikes(c, name))
            return true;
    return false;
}

/* "Select a personnel to return to hand.  If …, that personnel is killed instead": the later words would have to act first. */
static bool strikes_who_is_gone(const Tree *ability)
{
    for (const Tree *e = ability->child; e; e = e->next) {
        const char *name = gone_by(e);
        for (const Tree *later = name ? e->next : NULL; later; later = later->next)
            if (strikes(later, name))
                return true;
    }
    return false;
}

/* "You must command a Gul": the one card that a condition asks for.  NULL: it asks for none, or for several. */
static Tree *asked_of(Tree *condition)
{
    if (tree_is(condition, "all-of"))
        return asked_of(last_part(condition));
    bool one = tree_is(condition, "exists") || (tree_is(condition, "at-least") && atom_is(condition->child->next, "1"));
    return one ? last_part(condition) : NULL;
}

/* "Your opponent discards one of your events": said in what another player does, of the cards of who reads it.  On a dilemma that is faced, "your personnel" are those who face it. */
static void put_yours(Arena *arena, Tree *t, bool faced)
{
    bool group = faced && tree_is(t, "and") && types_of(t) != ANY_TYPE && types_of(t) & PERSONNEL;
    for (Tree *c = t->child; c; c = c->next) {
        put_yours(arena, c, faced);
        if (atom_is(c, "~yours"))
            *c = (Tree){ .atom = group ? "facing-group" : NULL, .child = group ? NULL : tree_read(arena, "of opponent")->child, .next = c->next };
    }
}

/* Whether a text of the card says one of these words. */
static bool says_any(const Tree *first, const char *const *words)
{
    for (; *words; words++)
        for (const Tree *t = first; t; t = t->next)
            if (says(t, *words))
                return true;
    return false;
}

static bool is_any_used_skill(const Tree *t)
{
    return atom_is(t, "used-skill") || (tree_is(t, "used-skill") && !t->child->next);
}

/* "When your Klingon uses a skill to complete a mission, … with that skill": one that those who are spoken of there have used. */
static void put_used_skill(Arena *arena, Tree *ability)
{
    Tree *event = tree_is(ability, "when") ? ability->child->next : NULL, *mission = event && tree_is(event, "completed") ? event->child->next : NULL;
    if (!mission || !mission->next || !tree_is(mission->next, "and"))
        return;
    Tree *who = copy_of_one(arena, mission->next);
    bool used = false;
    for (Tree **at = &who->child; *at; )
        if (is_any_used_skill(*at)) {
            *at = (*at)->next;
            used = true;
        } else {
            at = &(*at)->next;
        }
    bool one = who->child->next && !who->child->next->next;
    if (used)
        put_for(arena, ability, "has-named-skill", list_of(arena, "has-used-skill", one ? who->child->next : who));
}

/* … they have used it in this turn, for whatever text. */
static void put_used_this_turn(Arena *arena, Tree *t)
{
    bool used = atom_is(t, "used-skill") || tree_is(t, "used-skill");
    for (Tree *c = t->child; c && !used; c = c->next)
        put_used_this_turn(arena, c);
    if (!used)
        return;
    Tree *uses = tree_read(arena, "(befallen (uses-skill any))")->child;
    uses->child->next->child->next->next = t->child ? t->child->next : NULL;
    *t = (Tree){ .child = uses->child, .next = t->next };
}

/* "When you score points from a title, if this personnel used any of his skills": no mission is completed, but the text that gives them speaks of skills. */
static void put_skill_of_text(Arena *arena, Tree *ability)
{
    Tree *event = tree_is(ability, "when") ? ability->child->next : NULL, *from = event && tree_is(event, "scores") ? event->child->next->next : NULL;
    if (from && tree_is(from, "title") && event->next && tree_is(event->next, "guard"))
        put_used_this_turn(arena, event->next);
}

/* "Your opponent discards any number of events.  Unless you have that number of …": as many as were chosen, where no number was named. */
static void count_chosen(Tree *t)
{
    for (Tree *c = t->atom ? NULL : t->child; c; c = c->next) {
        if (tree_is(c, "cmp") && tree_is(c->child->next, "count") && atom_is(c->child->next->next, "=") && tree_is(last_part(c), "named-number"))
            c->child->next->next->atom = ">=";      /* who has three has two */
        if (tree_is(c, "named-number"))
            *c = (Tree){ .atom = "~many", .next = c->next };
        else
            count_chosen(c);
    }
}

/* "That species" is the one that the card has named, or else that of the personnel who was spoken of; so are "that affiliation" and "that card type".  "That skill" is one that was named, or used. */
static bool take_named(Arena *arena, Tree *first, const char *start, const char **unbound)
{
    static const char *const species[] = { "name-species", NULL }, *const icons[] = { "call-icon", NULL };
    static const char *const skills[] = { "name-skill", "name-two-skills", "name-required-skill", "name-skill-of", "name-skill-not-of", "call-skill", NULL };
    static const char *const of_skills[] = { "has-named-skill", "requires-named-skill", "skill-named", "named-levels", "lose-named-skill", "gain-named-skill", "used-named-skill", NULL };
    const Tree *kind = says_any(first, species) ? leaf(arena, "of-named-species") : tree_read(arena, "(same species ~personnel)")->child;
    static const char *const types[] = { "call-type", NULL };
    const Tree *type = says_any(first, types) ? leaf(arena, "of-named-type") : tree_read(arena, "(same type ~it)")->child;
    const Tree *icon = says_any(first, icons) ? leaf(arena, "has-named-icon") : tree_read(arena, "(same affiliation ~personnel)")->child;
    for (Tree *t = first; t; t = t->next) {
        put_yours(arena, t, strcmp(start, "Dilemma") == 0 && tree_is(t, "resolve"));
        put_for(arena, t, "~that-species", kind);
        put_for(arena, t, "of-named-type", type);
        put_for(arena, t, "~that-affiliation", icon);
    }
    for (Tree *t = first; t; t = t->next)
        put_skill_of_text(arena, t);
    for (Tree *t = first; t && !says_any(first, skills); t = t->next)
        put_used_skill(arena, t);
    static const char *const titles[] = { "name-card", NULL }, *const of_titles[] = { "named", NULL };
    if (says_any(first, of_titles) && !says_any(first, titles)) {
        *unbound = "the card that was named, and none was";
        return false;
    }
    static const char *const numbers[] = { "name-number", NULL }, *const of_numbers[] = { "named-number", "~number", NULL };
    for (Tree *t = first; t && !says_any(first, numbers); t = t->next)
        if (says(t, "up-to"))
            count_chosen(t);
    if (says_any(first, of_numbers) && !says_any(first, numbers)) {
        *unbound = "'that number', and none was named";
        return false;
    }
    static const char *const two[] = { "name-two-skills", NULL }, *const of_two[] = { "skills-named", "choose-named-skill", NULL };
    if (says_any(first, of_two) && !says_any(first, two)) {
        *unbound = "'those skills', and no two were named";
        return false;
    }
    if (says_any(first, of_skills) && !says_any(first, skills)) {
        *unbound = "'that skill', and none was named";
        return false;
    }
    return true;
}

/* Personnel, and of a species or with a keyword who is said to be there. */
static bool may_face(const Tree *whom)
{
    static const char *const there[] = { "~present", "present", "aboard", NULL };
    return types_of(whom) == PERSONNEL || (!whom->atom && types_of(whom) == ANY_TYPE && says_any(whom, there));
}

/* "While facing a dilemma, each of your personnel aboard this ship …": no ship faces a dilemma, but they do. */
static void face_themselves(Arena *arena, Tree *t)
{
    Tree *guard = tree_is(t, "static") ? t->child->next : NULL, *b = tree_is(guard, "guard") ? guard->child->next : NULL, *whom = b ? guard->next : NULL;
    if (!whom || !(tree_is(b, "is-facing") || tree_is(b, "is-attempting")) || !(atom_is(b->child->next, "self") || atom_is(b->child->next, "~this-ship")) || !may_face(whom))
        return;
    Tree *mods = whom->next, *who = copy_of_one(arena, whom), *those = copy_of_one(arena, whom);
    who->next = b->child->next->next;
    b->child->next = who;
    if (tree_is(those, "and"))
        those = those->child->next;
    Tree *group = leaf(arena, "facing-group");
    group->next = those;
    guard->next = list_of(arena, "and", group);
    guard->next->next = mods;
}

static bool played_itself(const Tree *t)
{
    const Tree *event = tree_is(t, "when") ? t->child->next : NULL;
    return event && tree_is(event, "played") && (atom_is(event->child->next, "self") || atom_is(event->child->next, "~this-ship"));
}

static bool stays_on_table(const char *start)
{
    return strcmp(start, "Personnel") == 0 || strcmp(start, "Ship") == 0 || strcmp(start, "Equipment") == 0;
}

/* "Name a personnel.  If an opponent commands that personnel, he or she places that personnel …": the one that this player commands. */
static void put_theirs(Arena *arena, Tree *t, bool theirs)
{
    static const char *const deeds[] = { "place", "kill", "stop", "destroy", "remove", "discard" };
    theirs |= tree_is(t, "each-player");
    Tree *whom = tree_is_any(t, deeds, countof(deeds)) ? t->child->next : NULL;
    if (theirs && whom && atom_is(whom, "named")) {
        Tree *rest = whom->next, *both = tree_read(arena, "(and named (of you))")->child;
        both->next = rest;
        t->child->next = both;
    }
    for (Tree *c = t->child; c; c = c->next)
        put_theirs(arena, c, theirs);
}

/* Which types of card a text names one of. */
static int types_named(const Tree *t)
{
    int types = tree_is(t, "name-card") ? types_of(last_part((Tree *)t)) : 0;
    for (const Tree *c = t->child; c; c = c->next)
        types |= types_named(c);
    return types;
}

static bool is_icon(const Tree *t, const char *icon)
{
    return tree_is(t, "icon") && t->child->next && atom_is(t->child->next, icon);
}

/* "Those with no staffing icons gain [Stf]": who has the icon gains nothing by it, and a text that asked for its lack would end itself. */
static void drop_lack_of_gained(Tree *ability)
{
    Tree *gain = tree_is(ability, "static") ? last_part(ability) : NULL;
    if (!gain || !tree_is(gain, "gain-icon") || !gain->child->next)
        return;
    const char *icon = gain->child->next->atom;
    for (Tree *whom = ability->child; whom != gain; whom = whom->next)
        for (Tree **at = &whom->child; tree_is(whom, "and") && *at; ) {
            Tree *lacked = tree_is(*at, "not") ? (*at)->child->next : NULL;
            for (Tree **in = lacked && tree_is(lacked, "or") ? &lacked->child : NULL; in && *in; )
                if (is_icon(*in, icon))
                    *in = (*in)->next;
                else
                    in = &(*in)->next;
            if (lacked && is_icon(lacked, icon))
                *at = (*at)->next;
            else
                at = &(*at)->next;
        }
}

/* A card in an opponent's core is that opponent's: whose opponent a text there means, he or she who has played it does not say. */
static bool speaks_of_wrong_side(const Tree *abilities)
{
    static const char *const sides[] = { "opponent", "each-opponent", "choose-opponent", NULL };
    bool theirs = false, sided = false;
    for (const Tree *t = abilities; t; t = t->next) {
        theirs |= tree_is(t, "plays-in-opponents-core");
        for (const char *const *word = sides; *word && !tree_is(t, "play-if") && !tree_is(t, "play-cost"); word++)
            sided |= says(t, *word);
    }
    return theirs && sided;
}

bool assemble(Arena *arena, Tree *sentences, const char *start, Tree **abilities, const char **unbound)
{
    Abilities a = { .arena = arena, .start = start };
    for (Tree *t = sentences->child, *next; t; t = next) {
        next = t->next;
        t->next = NULL;
        if (!take_sentence(&a, t)) {
            *unbound = a.unbound;
            return false;
        }
    }
    Tree *order = NULL;                         /* the one before */
    for (Tree *t = a.first; a.one_order && t; t = t->next)
        if (tree_is(t, "order")) {
            if (order)
                add_limit(t, list_of(arena, "together", NULL));
            add_limit(t, list_of(arena, "limit", tree_read(arena, "1 turn")->child));
            order = t;
        }
    if (a.ignored) {
        *unbound = "'the next ability', and there is none";
        return false;
    }
    if (!take_named(arena, a.first, start, unbound))
        return false;
    if (speaks_of_wrong_side(a.first)) {
        *unbound = "'opponent', on a card that an opponent commands";
        return false;
    }
    int named = 0;
    bool hosted = false, on_mission = false, core = false, placed = false, carried = false, holding = false;      /* placed: the texts that follow act where it lies then */
    bool once = false, lasts = false, stays = false;
    Tree *asked = NULL;                         /* the one card that must be commanded to play this one */
    for (Tree *t = a.first; t; t = t->next) {
        drop_lack_of_gained(t);
        ask_who_faces(arena, t, strcmp(start, "Dilemma") == 0);
        on_mission |= tree_is(t, "plays-on") && types_of(last_part(t)) == MISSION;
        hosted |= tree_is(t, "plays-on"), core |= tree_is(t, "plays-in-core") || tree_is(t, "plays-in-opponents-core"), named |= types_named(t), once |= tree_is(t, "resolve");
        lasts |= tree_is(t, "order") || tree_is(t, "when") || tree_is(t, "while-may") || tree_is(t, "static");
        asked = tree_is(t, "play-if") ? asked_of(t->child->next) : asked;
        stays |= places_itself(t);
        if (strcmp(start, "Dilemma") == 0 && places_itself(t) && has_effects(t))
            stay_so(arena, t);
    }
    if (!settle_ties(arena, a.first)) {
        *unbound = "'in case of a tie', and nothing was compared";
        return false;
    }
    wait_once(arena, stays || strcmp(start, "Dilemma") != 0 ? NULL : a.first);
    if (strcmp(start, "Event") == 0 && lasts && !hosted && !core && !once) {
        *unbound = "a text that lasts, and nothing says where the event is played";
        return false;
    }
    bool goes = strcmp(start, "Interrupt") == 0 || (strcmp(start, "Event") == 0 && !hosted && !core);
    for (Tree *t = a.first; t; t = t->next) {
        if (goes && tree_is(t, "static") && !says(t, "self")) {
            *unbound = "a text that acts all the time, on a card that does not stay in play";
            return false;
        }
        if (hosted || core)
            stay_so_if(t);
        if ((hosted || core) && tree_is(t, "resolve") && !as_permission(arena, t)) {        /* an event that stays does this when it is played */
            Tree *played = list_of(arena, "played", leaf(arena, "self"));
            played->next = t->child->next;
            t->child = leaf(arena, "when");
            t->child->next = played;
        }
        if (hosted || core || (played_itself(t) && stays_on_table(start))) {
            stay_so_of_named(arena, t);
            stay_so_of_skill(arena, t);
        }
        if (strcmp(start, "Personnel") != 0 && strcmp(start, "Dilemma") != 0)
            face_themselves(arena, t);
        own_dilemmas(t);
        cost_of_owned(t);
        take_any_number(arena, t);
        place_once_played(arena, t);
        as_announced(arena, t);
        as_preventing(arena, t);
        if (!stay_where_dilemmas_are(arena, t)) {
            *unbound = "where dilemmas lie that are faced";
            return false;
        }
        if (plays_what_is_played(t)) {
            *unbound = "a card that is played, and is played already";
            return false;
        }
        if (is_not_there_yet(t)) {
            *unbound = "where a card lies that is only about to be played";
            return false;
        }
        as_fighting(t);
        if (holding && is_of_turns(t) && !says(t, "let")) {
            put_lying_on(arena, t);
            go_last(t);
        }
        holding |= strcmp(start, "Dilemma") == 0 && holds_others(t);
        put_those_present(arena, t, t);
        if (!bind_words(arena, t, (CardKnown){ .start = start, .hosted = hosted || placed, .on_mission = on_mission, .carried = carried, .stays = hosted || core, .named = named, .asked = tree_is(t, "play-if") ? NULL : asked }, unbound))
            return false;
        if (strcmp(start, "Dilemma") == 0 && strikes_who_is_gone(t)) {
            *unbound = "'instead', of somebody who is there no longer";
            return false;
        }
        put_theirs(arena, t, false);
        pick_of_all(arena, t);
        price_first(arena, t);
        pay_whole(arena, t);
        if (strcmp(start, "Dilemma") != 0) {
            as_own_cost(arena, t);
            stay_with_neighbour(t);
        }
        carried |= (places_itself(t) && says(t, "onto") && says(t, "this-ship")) || (tree_is(t, "plays-on") && types_of(t->child->next) == SHIP);
        placed |= places_itself(t);
        if (strcmp(start, "Dilemma") == 0 && is_of_turns(t))
            all_personnel(arena, t);
        as_long_as_there(t);
        as_replacing(arena, t);
        as_after_battle(arena, t);
        may_be_refused(arena, t);
        ask_once(arena, t);
    }
    *abilities = a.first;
    return true;
}
