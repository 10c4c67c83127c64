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

/* It goes on towards its goal, and nowhere else. */
Citation why_not_driven_to(const Game *g, CardId ship, CardId to)
{
    CardId by = what_drives(g, ship);
    if (!by)
        return CITE_NONE;
    cite_step_if_ruled(g, RULING_ACTIONS_REQUIRED_2019_3);      /* from wherever cards have brought it */
    for (CardId at = next_towards(g, location_of(g, ship), g->card[by].flags & LEFTWARDS); at != NO_CARD; at = next_towards(g, at, g->card[by].flags & LEFTWARDS))
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
    for (CardId at = next_towards(g, location_of(g, ship), g->card[by].flags & LEFTWARDS); at != NO_CARD; at = next_towards(g, at, g->card[by].flags & LEFTWARDS))
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
        CardId next = by ? next_towards(g, location_of(g, ship), g->card[by].flags & LEFTWARDS) : NO_CARD;
        if (next && !why_not_order_ship(g, player, ship) && !why_cannot(g, ship, ACT_MOVE, NO_CARD, NULL)
            && first_range_needed(g, ship, next) <= range_left(g, ship))
            return true;
    }
    return false;
}

/* Whether a team of his must still attempt a mission this turn: it says so of an affiliation, and one of them could (1E-G2.5). */
bool must_attempt(const Game *g, int player)
{
    if (!some_has_kind(g, NODE_MUST_ATTEMPT))
        return false;
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line]) {
            if (!has_kind(printed(g, mission), NODE_MUST_ATTEMPT) || use_times(g, mission, 0, PERIOD_TURN))
                continue;
            FOR_SET(id, &g->commanded[player]) {
                CardId ship = printed(g, mission)->kind == KIND_SPACE && g->card[id].zone == ZONE_ABOARD ? g->card[id].host : NO_CARD, by;
                bool there = ship ? is_type(g, ship, TYPE_SHIP) && g->card[ship].host == mission : g->card[id].zone == ZONE_SURFACE && g->card[id].host == mission;
                if (there && is_obliged(g, id, mission) && !(barred(g, id) & BARS_ATTEMPT)
                    && !why_not_attempt_now(g, player, mission, ship, ship ? NO_CARD : id, &by))
                    return true;
            }
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
    return at ? next_towards(g, at, g->card[card].flags & LEFTWARDS) : NO_CARD;
}

/* The ship that this card is on has reached the end to which the card drives it. */
bool has_arrived(const Game *g, CardId card)
{
    CardId at = location_of(g, card);
    return at && next_towards(g, at, g->card[card].flags & LEFTWARDS) == NO_CARD;
}

static void count_way(const Game *g, CardId at, bool left, int player, int *cards, int *spans, CardId *end)
{
    for (*end = at; next_towards(g, *end, left) != NO_CARD; ++*cards) {
        *end = next_towards(g, *end, left);
        *spans += mission_span(g, *end, player);
    }
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
