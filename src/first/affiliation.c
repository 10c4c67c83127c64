/* Affiliation: chapter 11 of the rules. */
#include "first/first.h"

static bool is_neutral(IconSet icons)
{
    return icon_in(icons, ICON_NON_ALIGNED) || icon_in(icons, ICON_NEUTRAL);
}

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

/* 1E-11.1: they share an affiliation, or one is Non-Aligned or Neutral and neither is Borg.  Equipment, and captives, who are like it, go with everybody. */
bool compatible(const Game *g, CardId a, CardId b)
{
    if (is_type(g, a, TYPE_EQUIPMENT) || is_type(g, b, TYPE_EQUIPMENT) || is_prisoner(g, a) || is_prisoner(g, b))
        return true;
    IconSet one = icons_of(g, a), other = icons_of(g, b);
    if (icons_share_affiliation(one, other))
        return true;
    if ((is_neutral(one) || is_neutral(other)) && !icon_in(one, ICON_BORG) && !icon_in(other, ICON_BORG))
        return true;
    return player_of(g, a) == player_of(g, b) && treaty_joins(g, player_of(g, a), one, other);
}

/* Aboard a ship or facility of his player, a personnel is under house arrest if he is incompatible with it, or with somebody who was there before
 * and is compatible with it (1E-10.13, 10.14). */
bool is_under_house_arrest(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    if (c->zone != ZONE_ABOARD || !is_type(g, id, TYPE_PERSONNEL) || g->card[c->host].commander != c->commander)
        return false;
    if (!compatible(g, id, c->host))
        return true;
    for (CardId before = c->above; before != NO_CARD; before = g->card[before].above)
        if (g->card[before].zone == ZONE_ABOARD && g->card[before].commander == c->commander && is_type(g, before, TYPE_PERSONNEL)
            && compatible(g, before, c->host) && !compatible(g, id, before))
            return true;
    return false;
}

/* An affiliation icon of the mission at the player's end (1E-17.3); where anybody may attempt, everybody fits. */
bool matches_mission(const Game *g, CardId personnel, CardId mission, int player)
{
    const MissionEnd *end = mission_end(g, mission, player);
    return end->any || icons_share_affiliation(icons_of(g, personnel), end->icons);
}
