/* Infiltration: chapter A8 of the rules.
 *
 * An infiltrator stays its owner's and lies where the team is that it infiltrates.  While it does, its affiliation is that of its infiltration icon
 * (Card.affiliation), it is of no force and no team of its owner's, and its owner decides when the others act whether it takes part. */
#include "spaceline.h"
#include "first/first.h"

bool is_infiltrating(const Game *g, CardId id)
{
    return g->card[id].flags & INFILTRATING;
}

static bool may_infiltrate(const Game *g, CardId id)
{
    return infiltrates_any(printed(g, id)->icons);
}

/* ---- beginning: 1E-A8.1, A8.2 ---- */

enum { NO_AFFILIATION = -1 };

/* The affiliation that the personnel infiltrates among cards like this one of an opponent who plays that affiliation. */
static int infiltrated_with(const Game *g, CardId id, CardId other)
{
    for (int among = 0; among < ICON_COUNT; among++) {
        if (icon_kind[among] != INFILTRATION || !icon_in(printed(g, id)->icons, among))
            continue;
        int icon = infiltrated_affiliation(among);
        IconSet of = { { 0 } };
        icon_add(&of, icon);
        if (goes_with_affiliation(g, other, of) && plays_affiliation(g, g->card[other].commander, of))
            return icon;
    }
    return NO_AFFILIATION;
}

/* Somebody of the opponent's who is present and compatible with an affiliation that the personnel infiltrates; *icon: which. */
static CardId infiltrated_by(const Game *g, CardId id, int *icon)
{
    FOR_HOSTED(g, other, g->card[id].host) {
        if (g->card[other].zone != g->card[id].zone || !is_type(g, other, TYPE_PERSONNEL) || g->card[other].commander == g->card[id].commander
            || is_prisoner(g, other) || is_infiltrating(g, other))
            continue;
        *icon = infiltrated_with(g, id, other);
        if (*icon != NO_AFFILIATION)
            return other;
    }
    return NO_CARD;
}

static Citation why_not_infiltrate(const Game *g, CardId id, CardId *with)
{
    int icon;
    *with = NO_CARD;
    if (!may_infiltrate(g, id))
        return RULE_FIRST_NO_INFILTRATOR;
    if (barred(g, id) & BARS_SKILLS)
        return RULE_FIRST_STATE_BARS;
    *with = infiltrated_by(g, id, &icon);
    return *with ? CITE_NONE : RULE_FIRST_NOT_INFILTRATED;
}

static void begin_infiltrating(Game *g, CardId id, int icon, CardId with)
{
    card_flag(g, id, INFILTRATING, true);
    card_flag(g, id, LONG_AMONG, false);
    card_flag(g, id, SECOND_AFFILIATION, g->card[id].affiliation != printed(g, id)->affiliation);
    card_affiliate(g, id, icon);
    g->unsettled = true;
    log_event(g, LOG_INFILTRATES, g->card[id].commander, id, with, 0);
    cite(g, RULE_FIRST_INFILTRATES);
}

void infiltrate(Game *g, CardId id, CardId with)
{
    int icon = NO_AFFILIATION;
    infiltrated_by(g, id, &icon);
    begin_infiltrating(g, id, icon, with);
}

/* On either player's turn. */
void offer_infiltration(Game *g, int player)
{
    UNLESS_HOPELESS(g, !infiltrates_any(g->icons) && set_empty(&g->apart)) {
        FOR_SET(id, &g->commanded[player]) {
            if (!is_type(g, id, TYPE_PERSONNEL))
                continue;
            if (is_infiltrating(g, id))
                offer(g, (Option){ .verb = SL_EXPOSE, .card = id }, CITE_NONE, NO_CARD);
            else
                UNLESS_HOPELESS(g, !may_infiltrate(g, id)) {
                    CardId with;
                    Citation why = why_not_infiltrate(g, id, &with);
                    offer(g, (Option){ .verb = SL_INFILTRATE, .card = id, .target = with }, why, NO_CARD);
                    offer(g, (Option){ .verb = SL_EXPOSE, .card = id }, RULE_FIRST_NOT_INFILTRATING, NO_CARD);
                }
        }
    }
}

bool has_infiltrator(const Game *g, int player)
{
    if (!infiltrates_any(g->icons) && set_empty(&g->apart))
        return false;
    FOR_SET(id, &g->commanded[player])
        if (is_infiltrating(g, id) || may_infiltrate(g, id))
            return true;
    return false;
}

/* It may report to a facility of the opponent's that is compatible with the affiliation it infiltrates, in any quadrant (1E-A8.1).  The affiliation,
 * or NO_AFFILIATION. */
int reports_as_infiltrator(const Game *g, int player, CardId id, CardId place)
{
    if (!may_infiltrate(g, id) || !is_type(g, place, TYPE_FACILITY) || is_nor(g, place) || g->card[place].commander == player)
        return NO_AFFILIATION;
    return infiltrated_with(g, id, place);
}

void infiltrator_arrives(Game *g, CardId id, CardId place)
{
    int icon = reports_as_infiltrator(g, g->card[id].commander, id, place);
    if (icon != NO_AFFILIATION)
        begin_infiltrating(g, id, icon, place);
}

/* ---- ending: 1E-A8.5 ---- */

/* The affiliation that it had before. */
static int own_affiliation(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    for (int icon = 0; g->card[id].flags & SECOND_AFFILIATION && icon < ICON_COUNT; icon++)
        if (icon_in(affiliations, icon) && icon_in(def->icons, icon) && icon != def->affiliation - 1)
            return icon;
    return def->affiliation - 1;
}

/* It is what it was before, where it is. */
void expose(Game *g, CardId id)
{
    card_flag(g, id, INFILTRATING, false);
    card_affiliate(g, id, own_affiliation(g, id));
    card_flag(g, id, SECOND_AFFILIATION, false);
    log_event(g, LOG_EXPOSED_NOW, g->card[id].commander, id, NO_CARD, 0);
    cite(g, RULE_FIRST_EXPOSED);
}

/* A turn of the player begins among whose personnel they are. */
void note_infiltrators(Game *g, int player)
{
    FOR_SET(id, &g->apart)
        if (is_infiltrating(g, id) && g->card[id].commander != player)
            card_flag(g, id, LONG_AMONG, true);
}

/* The effect "expose". */
Flow first_expose(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_EXPOSE });
    FOR_SET(id, &g->picked)
        if (is_infiltrating(g, id)) {
            expose(g, id);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* With nobody left whom it infiltrates, and aboard nothing of theirs, it is exposed. */
static bool is_among_them(const Game *g, CardId id)
{
    CardId host = g->card[id].host;
    IconSet own = icons_of(g, id);
    if (!is_location(g, host) && g->card[station_of(g, host)].commander != g->card[id].commander && goes_with_affiliation(g, station_of(g, host), own))
        return true;
    FOR_HOSTED(g, other, host)
        if (g->card[other].zone == g->card[id].zone && is_type(g, other, TYPE_PERSONNEL) && g->card[other].commander != g->card[id].commander
            && goes_with_affiliation(g, other, own))
            return true;
    return false;
}

void settle_infiltrators(Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_infiltrating(g, id) && !is_among_them(g, id))
            expose(g, id);
}

bool some_infiltrator(const Game *g)
{
    FOR_SET(id, &g->apart)
        if (is_infiltrating(g, id))
            return true;
    return false;
}

/* ---- taking part: 1E-A8.4, A8.6 ---- */

/* The infiltrators in a place among the personnel of this player. */
CardSet infiltrators_among(const Game *g, int player, CardId place)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, place)
        if (is_infiltrating(g, id) && g->card[id].commander != player && !(barred(g, id) & BARS_MOVE))
            set_add(&out, id);
    return out;
}

/* The ship lacks staff without them, and would have enough with them, if their owner wants. */
bool is_staffed_by_infiltrators(const Game *g, CardId ship)
{
    if (!some_infiltrator(g) || is_staffed(g, ship))
        return false;
    CardSet guests = infiltrators_among(g, g->card[ship].commander, ship);
    return !set_empty(&guests) && is_staffed_with(g, ship, &guests);
}

/* By itself, in the opponent's turn, it uses the transporters of those whom it infiltrates. */
static bool is_open_to(const Game *g, CardId id, CardId place)
{
    if (is_location(g, place))
        return is_planet(g, place);
    return is_craft(g, place) && !is_nor(g, place) && g->card[place].commander != g->card[id].commander && !is_hidden(g, place)
        && goes_with_affiliation(g, place, icons_of(g, id));
}

bool infiltrator_may_go(const Game *g, int player, CardId id, CardId to)
{
    return is_infiltrating(g, id) && g->card[id].commander == player && !(barred(g, id) & BARS_MOVE) && g->card[id].host != to && is_open_to(g, id, to);
}

void offer_infiltrator_moves(Game *g, int player)
{
    FOR_SET(id, &g->apart) {
        CardId from = g->card[id].host, location = location_of(g, id);
        if (infiltrator_may_go(g, player, id, location))
            offer(g, (Option){ .verb = SL_BEAM, .card = from, .target = location }, CITE_NONE, NO_CARD);
        FOR_HOSTED(g, to, location)
            if (g->card[to].zone == ZONE_ORBIT && infiltrator_may_go(g, player, id, to))
                offer(g, (Option){ .verb = SL_BEAM, .card = from, .target = to }, CITE_NONE, NO_CARD);
    }
}
