/* Damage and repair: chapter 23 of the rules. */
#include "spaceline.h"
#include "first/first.h"

enum { WHOLE_HULL = 100 };                               /* per cent (1E-23.2) */

/* ---- hull ---- */

static bool is_marker(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_ON && is_type(g, id, TYPE_TACTIC);
}

/* What is left of it, in per cent; damage may be more than it can stand. */
int hull_of(const Game *g, CardId id)
{
    uint64_t flags = g->card[id].flags;
    int left = WHOLE_HULL - (flags & ROTATED ? ROTATION_HULL : 0) - (flags & ROTATED_TWICE ? ROTATION_HULL : 0);
    if (flags & MARKED)
        FOR_HOSTED(g, marker, id)
            if (is_marker(g, marker))
                left -= printed(g, marker)->hull;
    return left;
}

/* A Cloaking Device that is off line hides nothing (1E-15.23). */
static void decloak_if_off_line(Game *g, CardId id)
{
    if (!(g->card[id].flags & CLOAKED))
        return;
    card_flag(g, id, CLOAKED, false);
    log_event(g, LOG_DECLOAKS, g->card[id].commander, id, NO_CARD, 0);
    cite(g, RULE_FIRST_DECLOAKED);
}

/* One rotation marker more: HULL -50 %, RANGE 5 at the most, Cloaking Device off line. */
void damage_by_rotation(Game *g, CardId id)
{
    rotate_for_damage(g, id);
    card_flag(g, id, UNDER_REPAIR, false);
    decloak_if_off_line(g, id);
    log_event(g, LOG_DAMAGED, g->card[id].commander, id, NO_CARD, hull_of(g, id));
    cite(g, RULE_FIRST_ROTATION);
}

/* ---- destruction: 1E-23.4 ---- */

/* Ships that were docked at a facility survive it. */
static void undock_all(Game *g, CardId facility)
{
    CardId next;
    for (CardId ship = g->card[facility].top; ship != NO_CARD; ship = next) {
        next = g->card[ship].below;
        if (g->card[ship].zone == ZONE_DOCKED)
            undock(g, ship);
        else if (g->card[ship].zone == ZONE_SITE)
            undock_all(g, ship);
    }
}

/* What a player who does not play Borg gets for the opponent's Borg ships that are destroyed in battle (1E-19.14, A1.29). */
static int bounty_for(const Game *g, int player, const CardSet *wrecks)
{
    int points = 0;
    FOR_SET(id, wrecks)
        if (is_type(g, id, TYPE_SHIP) && g->card[id].commander != player && icon_in(printed(g, id)->icons, ICON_BORG))
            points += printed(g, id)->points;
    return g->battle.active && !plays_borg(g, player) ? points : 0;
}

static CardSet damaged_among(const Game *g, const CardSet *crafts)
{
    CardSet out = { 0 };
    FOR_SET(id, crafts)
        if (card_in_play(g, id) && g->card[id].flags & (ROTATED | MARKED))
            set_add(&out, id);
    return out;
}

/* Damage has been done to f->cards, or some of them: those whose hull is gone are destroyed, with all aboard; texts may respond to what the others have
 * suffered.  Result: how many were destroyed. */
Flow first_after_damage(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    CALL_ON(first_destroy_wrecks, f->player, *cards_of(g, f), (Attack){ 0 });
    w->hull = (int16_t)g->result;
    if (g->listeners[EVENT_DAMAGED]) {
        put_more(g, f, damaged_among(g, cards_of(g, f)));
        if (!set_empty(more_of(g, f)))
            RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_DAMAGED, .actor = f->player });
    }
    RETURN(w->hull);

    PROC_END;
}

/* Dilemmas that a player has destroyed for the points in their box go to his point area (1E-18.23, 19.13). */
static void keep_scored(Game *g, int player, const CardSet *wrecks)
{
    FOR_SET(id, wrecks)
        if (is_type(g, id, TYPE_DILEMMA) && printed(g, id)->points > 0 && g->card[id].zone == ZONE_DISCARD) {
            card_to_pile(g, id, player, ZONE_POINTS, PUT_TOP);
            cite(g, RULE_FIRST_BONUS);
        }
}

/* f->cards: those of them whose hull is gone are destroyed, with all aboard.  Result: how many. */
Flow first_destroy_wrecks(Game *g, Frame *f)
{
    LOCALS(Attack, w);                          /* answer: whose bounty is counted; hull: what the player had scored before; side: how many were destroyed */
    PROC_BEGIN;

    FOR_SET(id, cards_of(g, f))
        if (card_in_play(g, id) && hull_of(g, id) <= 0)
            set_add(own_more(g, f), id);
    if (set_empty(more_of(g, f)))
        RETURN(0);
    FOR_SET(id, more_of(g, f))
        if (is_type(g, id, TYPE_FACILITY))
            undock_all(g, id);
    cite(g, RULE_FIRST_DESTROYED);
    for (w->answer = 0; w->answer < g->players; w->answer++) {
        int points = bounty_for(g, w->answer, more_of(g, f));
        if (points) {
            cite(g, RULE_FIRST_BOUNTY);
            cite_if_ruled(g, RULING_BORG_SHIP_1998);
            CALL(score_points, w->answer, (Scoring){ .points = (int16_t)points, .bonus = true });
        }
    }
    w->hull = g->score[f->player];
    CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_DESTROY });
    w->side = (int8_t)g->result;
    if (g->score[f->player] > w->hull && g->world->switches.scored_wreck)
        keep_scored(g, f->player, more_of(g, f));
    RETURN(w->side);

    PROC_END;
}

/* ---- repair: 1E-23.6 to 23.8 ---- */

/* An outpost of the player's at which the ship could report repairs it; before the ruling of March 1998, one of its own affiliation.  A Neutral
 * Outpost repairs nothing. */
static bool is_repaired_at(const Game *g, CardId ship, CardId facility)
{
    if (modified_by(g, facility, NODE_MOD_REPAIRS))
        return true;
    if (printed(g, facility)->kind != KIND_OUTPOST || g->card[facility].commander != g->card[ship].commander
        || icon_in(icons_of(g, facility), ICON_NEUTRAL))
        return false;
    if (in_force(g, RULING_SHIP_REPAIRS_1998))
        return compatible(g, ship, facility);
    return icons_share_affiliation(icons_of(g, ship), icons_of(g, facility));
}

/* Docked where ships are repaired, or with somebody aboard whose text repairs it wherever it is. */
static bool is_in_repair_dock(const Game *g, CardId ship)
{
    if (!is_type(g, ship, TYPE_SHIP) || !(g->card[ship].flags & (ROTATED | MARKED)))
        return false;
    return modified_by(g, ship, NODE_MOD_REPAIRS) || (g->card[ship].zone == ZONE_DOCKED && is_repaired_at(g, ship, g->card[ship].host));
}

/* A full turn in dock is one of the player's own from its start to its end. */
void repairs_begin(Game *g, int player)
{
    FOR_SET(ship, &g->commanded[player])
        if (is_in_repair_dock(g, ship))
            card_flag(g, ship, IN_DOCK, true);
}

/* After one full turn a rotation marker is under repair, after the second it is gone. */
static void repair_rotation(Game *g, CardId ship)
{
    if (!(g->card[ship].flags & ROTATED))
        return;
    bool done = g->card[ship].flags & UNDER_REPAIR;
    card_flag(g, ship, UNDER_REPAIR, !done);
    if (done)
        rotate_back(g, ship);
    log_event(g, done ? LOG_REPAIRED : LOG_UNDER_REPAIR, g->card[ship].commander, ship, g->card[ship].host, 0);
    cite(g, RULING_SHIP_REPAIRS_1998);
}

static CardSet markers_on(const Game *g, CardId ship)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, ship)
        if (is_marker(g, id))
            set_add(&out, id);
    return out;
}

static void remove_marker(Game *g, CardId ship, CardId marker)
{
    tactic_to_bridge(g, marker);
    CardSet left = markers_on(g, ship);
    card_flag(g, ship, MARKED, !set_empty(&left));
    log_event(g, LOG_MARKER_GOES, g->card[ship].commander, marker, ship, 0);
}

/* At the end of a full turn in dock: of Tactics one goes, as the player chooses (1E-23.7). */
Flow first_repairs(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    FOR_SET(ship, &g->commanded[f->player])
        if (g->card[ship].flags & IN_DOCK) {
            card_flag(g, ship, IN_DOCK, false);
            if (is_in_repair_dock(g, ship))
                set_add(own_cards(g, f), ship);
            else
                card_flag(g, ship, UNDER_REPAIR, false);
        }
    while ((w->own = set_next(cards_of(g, f), w->own)) != NO_CARD) {
        repair_rotation(g, w->own);
        if (!(g->card[w->own].flags & MARKED))
            continue;
        CALL_ON(choose_cards, f->player, markers_on(g, w->own), (Choose){ .least = 1, .most = 1, .about = NODE_REPAIR, .asker = w->own });
        remove_marker(g, w->own, set_next(&g->picked, 0));
        cite(g, RULE_FIRST_TACTICS_REPAIR);
    }
    RETURN(1);

    PROC_END;
}

static void repair_all(Game *g, CardId ship)
{
    CardSet markers = markers_on(g, ship);
    FOR_SET(marker, &markers)
        remove_marker(g, ship, marker);
    rotate_back(g, ship);
    card_flag(g, ship, UNDER_REPAIR, false);
    log_event(g, LOG_REPAIRED, g->card[ship].commander, ship, g->card[ship].host, 0);
}

/* Spacedock and its like: all damage of a ship is gone as soon as it docks (1E-23.10). */
void repair_at_once(Game *g, CardId ship)
{
    if (!modified_by(g, g->card[ship].host, NODE_MOD_REPAIRS_NOW) || !(g->card[ship].flags & (ROTATED | MARKED)))
        return;
    repair_all(g, ship);
    cite(g, RULE_FIRST_SPACEDOCK);
}

/* The effect "repair". */
Flow first_repair_it(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_REPAIR);
    FOR_SET(id, cards_of(g, f))
        if (is_craft(g, id) && g->card[id].flags & (ROTATED | MARKED)) {
            repair_all(g, id);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* ---- damage by a dilemma or another card: 1E-23.3 ---- */

/* It is taken from the Battle Bridge side deck of the opponent of whose ship it is, as that of a hit without a tactic; else by one rotation marker.  In
 * the rules of March 1998 there are no Tactics. */
Flow first_damage_it(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_DAMAGE_IT });
    put_cards(g, f, g->picked);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        if (!card_in_play(g, d->card) || !is_craft(g, d->card))
            continue;
        cite(g, RULE_FIRST_DILEMMA_DAMAGE);
        CALL(first_damage, next_player(g, g->card[d->card].commander), (Attack){ .other = d->card, .hit = { HIT } });
    }
    CALL_ON(first_after_damage, f->player, *cards_of(g, f), (Attack){ 0 });
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* Leaving the dock breaks it off. */
void repairs_break_off(Game *g, CardId ship)
{
    if (g->card[ship].flags & (IN_DOCK | UNDER_REPAIR))
        card_flag(g, ship, IN_DOCK | UNDER_REPAIR, false);
}
