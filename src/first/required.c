/* Required actions: 1E-7.24, 7.25.  A card on a ship may force it to travel to an end of its spaceline; LEFTWARDS on that card says to which. */
#include "first/first.h"

/* The card that forces the ship to travel; NO_CARD: none does. */
static CardId what_drives(const Game *g, CardId ship)
{
    if (!(g->mods & mod_bit(NODE_MOD_TRAVEL)))
        return NO_CARD;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_TRAVEL))
        if (text_reaches(g, i, ship))
            return g->statics[i].card;
    return NO_CARD;
}

bool is_driven(const Game *g, CardId ship)
{
    return what_drives(g, ship) != NO_CARD;
}

static CardId next_towards(const Game *g, CardId at, bool left)
{
    return left ? g->card[at].above : g->card[at].below;
}

/* The mission that a card has named as the goal of the ship it drives; NO_CARD: the end for which it has set a course. */
static CardId goal_named(const Game *g, CardId card)
{
    return g->card[card].named_kind == NAMED_GOAL ? (CardId)g->card[card].named : NO_CARD;
}

static bool lies_left(const Game *g, CardId at, CardId goal)
{
    for (at = g->card[at].above; at != NO_CARD; at = g->card[at].above)
        if (at == goal)
            return true;
    return false;
}

/* The next location on the way to where the card drives a ship; NO_CARD: it is there, or no way leads there. */
static CardId next_driven(const Game *g, CardId by, CardId at)
{
    CardId goal = goal_named(g, by);
    if (!goal)
        return next_towards(g, at, g->card[by].flags & LEFTWARDS);
    if (at == goal || g->card[at].holder != g->card[goal].holder)
        return NO_CARD;
    return next_towards(g, at, lies_left(g, at, goal));
}

/* It is at the mission that it had to go to. */
bool is_at_goal(const Game *g, CardId ship)
{
    CardId by = what_drives(g, ship);
    return by && goal_named(g, by) && goal_named(g, by) == location_of(g, ship);
}

/* It goes on towards its goal, and nowhere else. */
Citation why_not_driven_to(const Game *g, CardId ship, CardId to)
{
    CardId by = what_drives(g, ship);
    if (!by)
        return CITE_NONE;
    cite_step_if_ruled(g, RULING_ACTIONS_REQUIRED_2019_3);      /* from wherever cards have brought it */
    for (CardId at = next_driven(g, by, location_of(g, ship)); at != NO_CARD; at = next_driven(g, by, at))
        if (at == to)
            return CITE_NONE;
    return RULE_FIRST_REQUIRED_WAY;
}

/* Short cuts are allowed since November 2019, where they make its journey shorter: they lead on towards the goal. */
bool may_cut_short(const Game *g, CardId ship, CardId to)
{
    CardId by = what_drives(g, ship);
    if (!by)
        return true;
    cite_step_if_ruled(g, RULING_ACTIONS_REQUIRED_2019_1);
    if (!in_force(g, RULING_ACTIONS_REQUIRED_2019_1))
        return false;
    for (CardId at = next_driven(g, by, location_of(g, ship)); at != NO_CARD; at = next_driven(g, by, at))
        if (at == to)
            return true;
    return false;
}

/* A ship of his that must travel could make its next step now: that comes before the end of his orders. */
bool must_travel(const Game *g, int player)
{
    if (!(g->mods & mod_bit(NODE_MOD_TRAVEL)))
        return false;
    FOR_SET(ship, &g->commanded[player]) {
        CardId by = is_type(g, ship, TYPE_SHIP) && g->card[ship].zone == ZONE_ORBIT ? what_drives(g, ship) : NO_CARD;
        CardId next = by ? next_driven(g, by, location_of(g, ship)) : NO_CARD;
        if (next && !why_not_order_ship(g, player, ship) && !why_cannot(g, ship, ACT_MOVE, NO_CARD, NULL)
            && first_range_needed(g, ship, next) <= range_left(g, ship))
            return true;
    }
    return false;
}

/* The crew of a ship that had to come to a mission can attempt it, or be beamed down for that. */
static bool crew_could_attempt(const Game *g, int player, CardId ship, CardId mission)
{
    CardId by = NO_CARD;
    if (printed(g, mission)->kind != KIND_PLANET)
        return !why_not_attempt_now(g, player, mission, ship, NO_CARD, &by);
    FOR_SET(id, &g->commanded[player]) {
        if (!is_type(g, id, TYPE_PERSONNEL) || is_infiltrating(g, id) || barred(g, id) & BARS_ATTEMPT)
            continue;
        bool down = g->card[id].zone == ZONE_SURFACE && g->card[id].host == mission;
        bool aboard = g->card[id].zone == ZONE_ABOARD && g->card[id].host == ship;
        if (down ? !why_not_attempt_now(g, player, mission, NO_CARD, id, &by) : aboard && !why_not_beam(g, player, id, mission))
            return true;
    }
    return false;
}

static bool must_attempt_goal(const Game *g, int player)
{
    if (g->mods & mod_bit(NODE_MOD_TRAVEL))
        FOR_SET(ship, &g->commanded[player])
            if (is_type(g, ship, TYPE_SHIP) && is_at_goal(g, ship) && !(g->card[location_of(g, ship)].flags & COMPLETE)
                && crew_could_attempt(g, player, ship, location_of(g, ship)))
                return true;
    return false;
}

/* The mission says that this personnel must attempt it, nobody has done so this turn, and he could now with his crew or Away Team (1E-G2.5). */
static bool is_to_attempt(const Game *g, int player, CardId id, CardId mission)
{
    CardId ship = printed(g, mission)->kind == KIND_SPACE && g->card[id].zone == ZONE_ABOARD ? g->card[id].host : NO_CARD, by = NO_CARD;
    bool there = ship ? is_type(g, ship, TYPE_SHIP) && g->card[ship].host == mission : g->card[id].zone == ZONE_SURFACE && g->card[id].host == mission;
    return there && is_obliged(g, id, mission) && !(barred(g, id) & BARS_ATTEMPT) && !why_not_attempt_now(g, player, mission, ship, ship ? NO_CARD : id, &by);
}

static bool asks_for_attempt(const Game *g, CardId mission)
{
    return has_kind(printed(g, mission), NODE_MUST_ATTEMPT) && !use_times(g, mission, 0, PERIOD_TURN);
}

/* The crew of the ship must attempt the mission where it is before it goes anywhere. */
bool is_kept_to_attempt(const Game *g, CardId ship)
{
    CardId mission = g->card[ship].host;
    if (!some_has_kind(g, NODE_MUST_ATTEMPT) || g->card[ship].zone != ZONE_ORBIT || !asks_for_attempt(g, mission))
        return false;
    FOR_HOSTED(g, id, ship)
        if (g->card[id].commander == g->card[ship].commander && is_to_attempt(g, g->card[ship].commander, id, mission))
            return true;
    return false;
}

/* Whether a team of his must still attempt a mission this turn: it says so of an affiliation, and one of them could (1E-G2.5), or a card has led it
 * there for that. */
bool must_attempt(const Game *g, int player)
{
    if (must_attempt_goal(g, player))
        return true;
    if (!some_has_kind(g, NODE_MUST_ATTEMPT))
        return false;
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line]) {
            if (!asks_for_attempt(g, mission))
                continue;
            FOR_SET(id, &g->commanded[player])
                if (is_to_attempt(g, player, id, mission))
                    return true;
        }
    return false;
}

/* Where a card is; a dilemma that is being met is at the mission of the attempt. */
static CardId where_is(const Game *g, CardId card)
{
    return g->card[card].zone == ZONE_PLAYING && g->encounter.active ? g->encounter.mission : location_of(g, card);
}

CardId next_on_course(const Game *g, CardId card)
{
    CardId at = where_is(g, card);
    return at ? next_driven(g, card, at) : NO_CARD;
}

/* The ship that this card is on has reached the end to which the card drives it. */
bool has_arrived(const Game *g, CardId card)
{
    CardId at = location_of(g, card);
    return at && next_driven(g, card, at) == NO_CARD;
}

static void count_way(const Game *g, CardId at, bool left, int player, int *cards, int *spans, CardId *end)
{
    for (*end = at; next_towards(g, *end, left) != NO_CARD; ++*cards) {
        *end = next_towards(g, *end, left);
        *spans += mission_span(g, *end, player);
    }
}

/* Names the mission to which this card drives a ship. */
Flow first_set_goal(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_SET_GOAL);
    d->card = set_next(cards_of(g, f), 0);
    if (d->card)
        card_name(g, ctx_in(g, f).self, NAMED_GOAL, d->card);
    RETURN(d->card != NO_CARD);

    PROC_END;
}

/* The far end of the spaceline: more locations away, then more span; if still equal the opponent chooses (1E-4.10). */
Flow first_set_course(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CardId at = where_is(g, ctx_in(g, f).self), ends[2];
    int cards[2] = { 0, 0 }, spans[2] = { 0, 0 };
    if (at == NO_CARD)
        RETURN(0);
    for (int left = 0; left < 2; left++)
        count_way(g, at, left, f->player, &cards[left], &spans[left], &ends[left]);
    cite_step(g, RULING_TIES_WHO_CHOOSES_1998_2);
    if (!in_force(g, RULING_TIES_WHO_CHOOSES_1998_2))
        cards[0] = cards[1] = 1;
    d->done = cards[1] > cards[0] || (cards[1] == cards[0] && spans[1] > spans[0]);
    d->card = ends[1];
    if (cards[1] == cards[0] && spans[1] == spans[0] && cards[0]) {
        CardSet both = set_one(ends[0]);
        set_add(&both, ends[1]);
        cite(g, RULE_FIRST_FAR_END);
        CALL_ON(choose_cards, next_player(g, f->player), both, (Choose){ .least = 1, .most = 1, .about = NODE_SET_COURSE, .asker = source_of(g, f) });
        d->done = set_next(&g->picked, 0) == d->card;
    }
    card_flag(g, ctx_in(g, f).self, LEFTWARDS, d->done);
    if (is_self_controlled(g, ctx_in(g, f).self))
        card_flag(g, ctx_in(g, f).self, USED, true);        /* it has set out */
    RETURN(1);

    PROC_END;
}
