/* Affiliation: chapter 11 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* A treaty on table joins two affiliations for who plays it; it changes no affiliation and makes nothing match (1E-10.12, 11.2). */
static bool treaty_joins(const Game *g, int player, IconSet one, IconSet other)
{
    const Catalogue *cat = g->world->cat;
    FOR_PILE(g, id, &g->pile[player][ZONE_CORE]) {
        const Ability *a = ability_of_kind(g, id, NODE_TREATY);
        if (!a || !text_active(g, id, a))
            continue;
        int x = node_value(cat, a->node, 0), y = node_value(cat, a->node, 1);
        if ((icon_in(one, x) && icon_in(other, y)) || (icon_in(one, y) && icon_in(other, x)))
            return true;
    }
    return false;
}

static int player_of(const Game *g, CardId id)
{
    return card_in_play(g, id) ? g->card[id].commander : g->card[id].owner;
}

/* Equipment with affiliation icons is for their use alone: it reports to their facilities, to Neutral and Non-Aligned ones, or by a treaty (1E-8.10). */
bool is_equipment_for(const Game *g, int player, CardId equipment, CardId place)
{
    IconSet one = icons_both(printed(g, equipment)->icons, affiliations), other = icons_of(g, place);
    return icons_none(one) || icons_share_affiliation(one, other) || is_neutral(other) || treaty_joins(g, player, one, other);
}

/* A text that keeps the first apart from cards like the other. */
static bool keeps_apart(const Game *g, CardId a, CardId b)
{
    const Ability *apart = has_kind(printed(g, a), NODE_WORKS_WITHOUT) ? ability_of_kind(g, a, NODE_WORKS_WITHOUT) : NULL;
    if (!apart || is_textless(g, a))
        return false;
    Ctx ctx = ctx_of(g, a);
    return filter_is(g, &ctx, apart->filter, b);
}

/* ---- equipment for certain affiliations: 1E-8.10 ---- */

static bool is_user(const Game *g, CardId equipment, CardId personnel)
{
    IconSet one = icons_both(printed(g, equipment)->icons, affiliations), other = icons_of(g, personnel);
    if (g->card[equipment].flags & STOLEN && icon_in(other, ICON_BORG)) {
        cite_step(g, RULING_PROCUREMENT_DRONE_1998);
        if (in_force(g, RULING_PROCUREMENT_DRONE_1998))
            return true;
    }
    return icons_share_affiliation(one, other) || treaty_joins(g, g->card[personnel].commander, one, other);
}

static bool is_for_some(const Game *g, CardId equipment)
{
    return is_gear(g, equipment) && !icons_none(icons_both(printed(g, equipment)->icons, affiliations));
}

/* To show it to a dilemma is to use it: somebody whom it is for must be in the team. */
bool is_usable_by(const Game *g, CardId equipment, const CardSet *team)
{
    FOR_SET(id, team)
        if (is_borg(g, id))
            cite_step_if_ruled(g, RULING_EQUIPMENT_USE_BY_BORG_1998);
    if (!is_for_some(g, equipment))
        return true;
    FOR_SET(id, team)
        if (is_user(g, equipment, id))
            return true;
    cite_step(g, RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_2);
    return !in_force(g, RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_2);
}

static bool has_user_at(const Game *g, CardId equipment, CardId place)
{
    FOR_HOSTED(g, id, place)
        if (is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == g->card[equipment].commander && is_user(g, equipment, id))
            return true;
    return false;
}

/* To carry it is to use it, too: aboard a ship or facility of those whom it is for, or on a planet with one of them. */
Citation why_not_carry_gear(const Game *g, CardId equipment, CardId to)
{
    if (!is_for_some(g, equipment) || !in_force(g, RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_2))
        return CITE_NONE;
    bool may = is_location(g, to) ? has_user_at(g, equipment, g->card[equipment].host) || has_user_at(g, equipment, to)
                                  : is_equipment_for(g, g->card[equipment].commander, equipment, station_of(g, to));
    return may ? CITE_NONE : RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_2;
}

/* Equipment, and captives, who are like it, go with everybody. */
static bool goes_with_all(const Game *g, CardId id)
{
    return is_gear(g, id) || is_prisoner(g, id) || is_abducted(g, id);
}

/* A text lets one of them work with all cards of its controller, whatever their affiliations are; that binds both (1e-1998/brainwash.1). */
static bool is_mixed(const Game *g, CardId a, CardId b)
{
    if (g->mods & mod_bit(NODE_MOD_MIXES_ALIKE) && player_of(g, a) == player_of(g, b) && modified_by(g, a, NODE_MOD_MIXES_ALIKE)
        && modified_by(g, b, NODE_MOD_MIXES_ALIKE))
        return true;
    if (!(g->mods & mod_bit(NODE_MOD_MIXES)) || player_of(g, a) != player_of(g, b))
        return false;
    if (!modified_by(g, a, NODE_MOD_MIXES) && !modified_by(g, b, NODE_MOD_MIXES))
        return false;
    if (!in_force(g, RULING_BRAINWASH_1998_1))
        return false;
    cite_step(g, RULING_BRAINWASH_1998_1);
    if (keeps_apart(g, a, b) || keeps_apart(g, b, a))
        cite_step_if_ruled(g, RULING_BRAINWASH_1998_2);
    return true;
}

/* A card of the player's at that location lets his cards there mix. */
bool has_peace(const Game *g, int player, CardId location)
{
    if (some_has_kind(g, NODE_MIX_HERE))
        FOR_HOSTED(g, id, location)
            if (g->card[id].zone == ZONE_ON && has_kind(printed(g, id), NODE_MIX_HERE) && g->card[id].commander == player && !is_textless(g, id))
                return true;
    return false;
}

static bool are_at_peace(const Game *g, CardId a, CardId b)
{
    return card_in_play(g, a) && card_in_play(g, b) && player_of(g, a) == player_of(g, b) && location_of(g, a) == location_of(g, b)
        && has_peace(g, player_of(g, a), location_of(g, a));
}

/* 1E-11.1, of two sets of icons in the hands of a player: they share an affiliation, or one is Non-Aligned or Neutral and neither is Borg, or a
 * treaty of his joins them; player: -1, no treaty counts. */
static bool icons_go_together(const Game *g, int player, IconSet one, IconSet other)
{
    if (icons_share_affiliation(one, other))
        return true;
    if ((is_neutral(one) || is_neutral(other)) && !icon_in(one, ICON_BORG) && !icon_in(other, ICON_BORG))
        return true;
    return player >= 0 && treaty_joins(g, player, one, other);
}

bool goes_with_affiliation(const Game *g, CardId id, IconSet icons)
{
    return icons_go_together(g, player_of(g, id), icons, icons_of(g, id));
}

/* He has brought personnel or ships of one of these affiliations. */
bool plays_affiliation(const Game *g, int player, IconSet icons)
{
    for (CardId id = 1; id <= g->card_count; id++)
        if (g->card[id].owner == player && (is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_SHIP))
            && icons_share_affiliation(printed(g, id)->icons, icons))
            return true;
    return false;
}

/* As they are wherever no such card is. */
static bool compatible_as(const Game *g, CardId a, IconSet one, CardId b)
{
    IconSet other = icons_of(g, b);
    if (goes_with_all(g, a) || goes_with_all(g, b) || is_mixed(g, a, b))
        return true;
    if (keeps_apart(g, a, b) || keeps_apart(g, b, a))
        return false;
    return icons_go_together(g, player_of(g, a) == player_of(g, b) ? player_of(g, a) : -1, one, other);
}

bool compatible(const Game *g, CardId a, CardId b)
{
    return compatible_as(g, a, icons_of(g, a), b) || are_at_peace(g, a, b);
}

/* Some who are aboard the ship, or they and the ship, are together only where they are at peace. */
bool crew_needs_peace(const Game *g, CardId ship)
{
    FOR_HOSTED(g, id, ship) {
        if (g->card[id].zone != ZONE_ABOARD || !is_type(g, id, TYPE_PERSONNEL) || g->card[id].commander != g->card[ship].commander)
            continue;
        if (!compatible_as(g, id, icons_of(g, id), ship))
            return true;
        for (CardId other = g->card[id].below; other != NO_CARD; other = g->card[other].below)
            if (g->card[other].zone == ZONE_ABOARD && is_type(g, other, TYPE_PERSONNEL) && g->card[other].commander == g->card[ship].commander
                && !compatible_as(g, id, icons_of(g, id), other))
                return true;
    }
    return false;
}

/* ---- cards of several affiliations: 1E-11.4 ---- */

/* The icons that a card would have with this affiliation; NO_MODE: those that it has. */
static IconSet icons_with(const Game *g, CardId id, int mode)
{
    IconSet icons = icons_of(g, id);
    if (mode == NO_MODE)
        return icons;
    icons = icons_without(icons, affiliations);
    icon_add(&icons, mode - 1);
    return icons;
}

bool compatible_in_mode(const Game *g, CardId id, int mode, CardId other)
{
    return compatible_as(g, id, icons_with(g, id, mode), other) || are_at_peace(g, id, other);
}

int mode_after(const Game *g, CardId id, int mode)
{
    IconSet has = icons_both(possible_icons(g, id), affiliations);
    if (!icons_several(has) || is_type(g, id, TYPE_EQUIPMENT))      /* icons on equipment say who may use it */
        return NO_MODE;
    for (int icon = mode; icon < ICON_COUNT; icon++)
        if (icon_in(has, icon))
            return icon + 1;
    return NO_MODE;
}

/* Whether two who could be together could be so no longer. */
static bool parts_from(const Game *g, CardId id, int mode, CardId other)
{
    return compatible(g, id, other) && !compatible_in_mode(g, id, mode, other);
}

/* It may change between actions, unless somebody would be under house arrest for it: itself, who is with it, or who is aboard it. */
Citation why_not_change(const Game *g, CardId id, int mode)
{
    const Card *c = &g->card[id];
    if (barred(g, id) & BARS_TEXT)
        return RULE_FIRST_STATE_BARS;
    bool aboard = c->zone == ZONE_ABOARD && g->card[c->host].commander == c->commander;
    if (aboard && parts_from(g, id, mode, c->host))
        return RULE_FIRST_CHANGE;
    CardId with = aboard && is_type(g, id, TYPE_PERSONNEL) ? c->host : is_craft(g, id) ? id : NO_CARD;
    if (with)
        FOR_HOSTED(g, other, with)
            if (other != id && g->card[other].zone == ZONE_ABOARD && g->card[other].commander == c->commander && is_type(g, other, TYPE_PERSONNEL)
                && parts_from(g, id, mode, other))
                return RULE_FIRST_CHANGE;
    return CITE_NONE;
}

void offer_changes(Game *g, int player)
{
    if (!g->some_change && !icons_change(g))
        return;
    FOR_SET(id, &g->commanded[player])
        if (printed(g, id)->affiliation || icons_change(g))
            for (int mode = mode_after(g, id, NO_MODE); mode; mode = mode_after(g, id, mode))
                if (!icon_in(icons_of(g, id), mode - 1))
                    offer(g, (Option){ .verb = SL_CHANGE, .card = id, .number = (int16_t)mode }, why_not_change(g, id, mode), NO_CARD);
}

void change_affiliation(Game *g, CardId id, int mode)
{
    card_affiliate(g, id, mode - 1);
    log_event(g, LOG_AFFILIATION, g->card[id].commander, id, NO_CARD, mode - 1);
}

/* ---- house arrest ---- */

/* Aboard a ship or facility of his player, a personnel is under house arrest if he is incompatible with it, or with somebody who was there before
 * and is compatible with it (1E-10.13, 10.14). */
static bool NOINLINE is_incompatible_aboard(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    CardId home = station_of(g, c->host);
    if (g->card[home].commander != c->commander)
        return false;
    if (!compatible(g, id, home)) {
        if (is_borg(g, id) != is_borg(g, home))
            cite_step_if_ruled(g, RULING_BORG_CONTROL_OF_NON_BORG_PERSONNEL_1998);
        return true;
    }
    for (CardId before = c->above; before != NO_CARD; before = g->card[before].above)
        if (g->card[before].zone == ZONE_ABOARD && g->card[before].commander == c->commander && is_type(g, before, TYPE_PERSONNEL)
            && compatible(g, before, home) && !compatible(g, id, before))
            return true;
    return false;
}

/* Mostly all who are there go with each other. */
bool is_under_house_arrest(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    return c->zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL) && !are_at_one(g, c->commander, c->host) && is_incompatible_aboard(g, id);
}

/* An affiliation icon of the mission at the player's end (1E-17.3); where anybody may attempt, everybody fits. */
bool matches_mission(const Game *g, CardId personnel, CardId mission, int player)
{
    return mission_end(g, mission, player)->any || icons_share_affiliation(icons_of(g, personnel), attempt_icons(g, mission, player));
}

/* The Procurement Drone steals any equipment, and from then on Borg use it whomever it is for (1e-1998/procurement-drone). */
Flow first_steal(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_STEAL);
    FOR_SET(id, cards_of(g, f)) {
        card_command(g, id, f->player);
        card_flag(g, id, STOLEN, true);
        log_event(g, LOG_COMMANDED, f->player, id, NO_CARD, 0);
    }
    cite_if_ruled(g, RULING_PROCUREMENT_DRONE_1998);
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}
