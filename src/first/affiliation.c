/* Affiliation: chapter 11 of the rules. */
#include "first/first.h"

static bool is_neutral(IconSet icons)
{
    return icon_in(icons, ICON_NON_ALIGNED) || icon_in(icons, ICON_NEUTRAL);
}

/* 1E-11.1: they share an affiliation, or one is Non-Aligned or Neutral and neither is Borg.  Equipment works with everybody. */
bool compatible(const Game *g, CardId a, CardId b)
{
    if (is_type(g, a, TYPE_EQUIPMENT) || is_type(g, b, TYPE_EQUIPMENT))
        return true;
    IconSet one = icons_of(g, a), other = icons_of(g, b);
    if (icons_share_affiliation(one, other))
        return true;
    return (is_neutral(one) || is_neutral(other)) && !icon_in(one, ICON_BORG) && !icon_in(other, ICON_BORG);
}

/* An affiliation icon of the mission at the player's end (1E-17.3); where anybody may attempt, everybody fits. */
bool matches_mission(const Game *g, CardId personnel, CardId mission, int player)
{
    const MissionEnd *end = mission_end(g, mission, player);
    return end->any || icons_share_affiliation(icons_of(g, personnel), end->icons);
}
