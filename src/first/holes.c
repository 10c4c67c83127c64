/* Ships that disappear for a time, and locations that swallow others.
 *
 * A ship that has disappeared is held by the card that made it do so, and so is at no location; it remembers where it will be again.  A card that
 * creates a location lies in the spaceline itself. */
#include "spaceline.h"
#include "first/first.h"

static bool is_away(const Game *g, CardId ship)
{
    return g->card[ship].zone == ZONE_HELD && is_type(g, ship, TYPE_SHIP);
}

CardId ship_away(const Game *g, CardId card)
{
    FOR_HOSTED(g, id, card)
        if (is_away(g, id) && !is_craft(g, card))
            return id;
    return NO_CARD;
}

static CardId comes_back_to(const Game *g, CardId ship)
{
    CardId location = g->card[ship].named_kind == NAMED_NUMBER ? (CardId)g->card[ship].named : NO_CARD;
    return location && is_location(g, location) ? location : NO_CARD;
}

/* When the card that holds a ship leaves play, the ship is back at once.  False: there is no place for it any more. */
bool comes_back(Game *g, CardId ship, CardId host)
{
    if (g->card[ship].host != host || !is_away(g, ship) || !comes_back_to(g, ship))
        return false;
    CardId location = comes_back_to(g, ship);
    card_to_host(g, ship, location, ZONE_ORBIT, PUT_BOTTOM);
    card_name(g, ship, NAMED_NOTHING, 0);
    log_event(g, LOG_REAPPEARS, g->card[ship].commander, ship, location, 0);
    if (has_kind(printed(g, location), NODE_MAKES_PLACE))
        cite_if_ruled(g, RULING_BLACK_HOLE_1998_2);
    return true;
}

/* The card that made it do so lies on table and has it. */
bool ship_disappears(Game *g, CardId ship, CardId self)
{
    CardId location = location_of(g, ship);
    if (!is_type(g, ship, TYPE_SHIP) || !location)
        return false;
    if (g->card[self].zone != ZONE_CORE)
        card_to_pile(g, self, g->card[self].commander, ZONE_CORE, PUT_BOTTOM);
    card_to_host(g, ship, self, ZONE_HELD, PUT_BOTTOM);
    card_name(g, ship, NAMED_NUMBER, location);
    log_event(g, LOG_DISAPPEARS, g->card[ship].commander, ship, location, 0);
    return true;
}

/* "That ship disappears". */
Flow first_disappear(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_DISAPPEAR);
    CardId self = source_of(g, f);
    if (!card_in_play(g, self))
        card_command(g, self, f->player);
    FOR_SET(ship, cards_of(g, f))
        d->n = (uint8_t)(d->n + ship_disappears(g, ship, self));
    RETURN(d->n);

    PROC_END;
}

/* "It reappears": whatever this card holds; a ship without a place to come back to shares the fate of the card.  f->cards: the ships. */
Flow first_reappear(Game *g, Frame *f)
{
    PROC_BEGIN;

    FOR_HOSTED(g, ship, source_of(g, f))
        if (comes_back_to(g, ship))
            set_add(own_cards(g, f), ship);
    FOR_SET(ship, cards_of(g, f))
        comes_back(g, ship, source_of(g, f));
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_REAPPEARED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* ---- destroying what is at a location ---- */

static CardSet all_at(const Game *g, CardId location, CardId but)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, location)
        if (g->card[id].zone != ZONE_SHARED && id != but)
            set_add(&out, id);
    return out;
}

/* A text keeps it from being destroyed by that card. */
static bool withstands(const Game *g, CardId id, CardId cause)
{
    return cause && is_craft(g, id) && why_cannot(g, id, ACT_DESTROYED, cause, NULL);
}

/* Ships and facilities are destroyed with all aboard, who is on the planet is killed; everything else is discarded, but for the card that does it.
 * f->cards: all of it. */
Flow first_destroy_at(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    put_cards(g, f, all_at(g, t->mission, t->seed));
    FOR_SET(id, cards_of(g, f))
        if (is_craft(g, id))
            set_add(own_more(g, f), id);
    CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_DESTROY, .cause = t->seed });
    put_more(g, f, (CardSet){ 0 });
    FOR_SET(id, cards_of(g, f))
        if (g->card[id].zone == ZONE_SURFACE && is_type(g, id, TYPE_PERSONNEL))
            set_add(own_more(g, f), id);
    CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_KILL, .cause = t->seed });
    FOR_SET(id, cards_of(g, f))
        if (g->card[id].host == t->mission && zone_is_hosted(g->card[id].zone) && !withstands(g, id, t->seed))
            leave_play(g, id, ZONE_DISCARD);
    RETURN(1);

    PROC_END;
}

/* "Destroy all cards here": at the location that this card is, or on which it lies. */
Flow first_destroy_here(Game *g, Frame *f)
{
    PROC_BEGIN;

    CALL(first_destroy_at, f->player, (Trying){ .mission = location_of(g, source_of(g, f)), .seed = source_of(g, f) });
    RETURN(1);

    PROC_END;
}

/* The neighbor whose turn it is: left first, then from side to side as long as there is one. */
static CardId next_to_swallow(Game *g, CardId hole)
{
    CardId left = g->card[hole].above, right = g->card[hole].below;
    bool second = g->card[hole].flags & LEFTWARDS;
    card_flag(g, hole, LEFTWARDS, !second);
    return second ? (right ? right : left) : left ? left : right;
}

/* A ship that is away is not at the location that goes: it will be back at the card that swallows it (1e-1998/black-hole.1). */
static void move_marks(Game *g, CardId location, CardId hole)
{
    FOR_SET(ship, &g->crafts)
        if (is_away(g, ship) && comes_back_to(g, ship) == location) {
            cite(g, RULING_BLACK_HOLE_1998_1);
            if (in_force(g, RULING_BLACK_HOLE_1998_1))
                card_name(g, ship, NAMED_NUMBER, hole);
            else
                leave_play(g, ship, ZONE_DISCARD);
        }
}

/* "Destroy an adjacent location and all cards there." */
Flow first_swallow(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    t->seed = source_of(g, f);
    t->mission = next_to_swallow(g, t->seed);
    if (!t->mission)
        RETURN(0);
    move_marks(g, t->mission, t->seed);
    CALL(first_destroy_at, f->player, (Trying){ .mission = t->mission });
    log_event(g, LOG_SWALLOWS, f->player, t->seed, t->mission, 0);
    leave_play(g, t->mission, ZONE_DISCARD);
    RETURN(1);

    PROC_END;
}

/* On its commander's left first, then from side to side; who sits opposite has the left where the first player has the right. */
static CardId comes_after(Game *g, CardId location)
{
    bool right = g->card[location].flags & LEFTWARDS;
    card_flag(g, location, LEFTWARDS, !right);
    return right == (g->card[location].commander == 0) ? location : g->card[location].above;
}

/* "Insert a new location beside this one." */
Flow first_insert_beside(Game *g, Frame *f)
{
    LOCALS(Do, d);
    CardId self = source_of(g, f), location = is_location(g, self) ? card_from_outside(g, f->player, node_value(g->world->cat, d->node, 0)) : NO_CARD;
    if (location == NO_CARD)
        RETURN(0);
    card_to_line(g, location, g->card[self].holder, comes_after(g, self));
    cite_if_ruled(g, RULING_MISSION_2019_2);
    log_event(g, LOG_INSERTED_BESIDE, f->player, self, location, 0);
    RETURN(1);
}
