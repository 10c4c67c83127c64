/* Who somebody is: chapter 12 of the rules.  Matching commanders. */
#include "first/first.h"

/* ---- matching commanders: 1E-12.14 to 12.17 ---- */

/* A title without the version in brackets behind it: "Data (First Contact)" is titled Data. */
static Str plain_title(const char *title)
{
    Str text = str_of(title);
    const char *bracket = strstr(title, " (");
    return bracket && text.at[text.len - 1] == ')' ? (Str){ text.at, (size_t)(bracket - title) } : text;
}

/* The lore of a card names the other and says that it is, or was, its commander or captain: the fact `command` of either card. */
static bool lore_names(const Game *g, CardId card, CardId other)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < MAX_COMMANDER && printed(g, card)->commander[i]; i++)
        if (str_eq_nocase(plain_title(printed(g, other)->title), str_of(cat->persona_name[printed(g, card)->commander[i]])))
            return true;
    return false;
}

static bool is_listed(const Game *g, CardId personnel, CardId ship)
{
    static const struct { Citation row, also; const char *ship, *personnel; } list[] = {
#define COMMANDER(row, also, ship, personnel) { RULING_##row, RULING_##also, ship, personnel },
#include "first/commanders.def"
#undef COMMANDER
    };
    const char *name = printed(g, ship)->title, *who = printed(g, personnel)->title;
    for (size_t i = 0; i < countof(list); i++)
        if (strcmp(list[i].ship, name) == 0 && strcmp(list[i].personnel, who) == 0) {
            cite_step(g, list[i].row);
            cite_step(g, list[i].also);
            return in_force(g, list[i].row) && in_force(g, list[i].also);
        }
    return false;
}

/* In 1998 a list says who commands what; since then the lore of the cards does, by their titles, of facilities since 2019.  Who is disabled, in
 * stasis or under house arrest gives no benefit (1E-12.16). */
bool is_matching_commander(const Game *g, CardId personnel, CardId ship)
{
    bool facility = is_type(g, ship, TYPE_FACILITY);
    if (!is_type(g, personnel, TYPE_PERSONNEL) || !is_craft(g, ship))
        return false;
    if (card_in_play(g, personnel) && (barred(g, personnel) & BARS_SKILLS || is_under_house_arrest(g, personnel))) {
        cite_step(g, RULING_MATCHING_COMMANDER_2019_6);
        return false;
    }
    if (is_listed(g, personnel, ship))
        return true;
    if (!in_force(g, LAYER_COMMANDER_BY_LORE) || (!lore_names(g, personnel, ship) && !lore_names(g, ship, personnel)))
        return false;
    cite_step(g, facility ? RULING_MATCHING_COMMANDER_2019_1 : LAYER_COMMANDER_BY_LORE);
    return !facility || in_force(g, RULING_MATCHING_COMMANDER_2019_1);
}
