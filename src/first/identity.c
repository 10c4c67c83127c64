/* Who somebody is: chapter 12 of the rules.  Uniqueness, personas and their replacement, matching commanders. */
#include "spaceline.h"
#include "first/first.h"

/* ---- uniqueness: 1E-12.1 to 12.5 ---- */

/* Whom the opponent holds captive is still in play: no other version of him enters (1E-12.1). */
static bool is_held(const Game *g, CardId id, int player, CardId *with)
{
    const CardDef *def = printed(g, id);
    int captor = next_player(g, player);
    if (!def->contested || !may_have_persona(g, captor, def))
        return false;
    FOR_SET(other, &g->commanded[captor])
        if (g->card[other].owner == player && share_persona(g, printed(g, other), def) && (def->unique || printed(g, other)->unique)
            && (is_captive(g, other) || is_prisoner(g, other))) {
            *with = other;
            return true;
        }
    return false;
}

/* Whom a card in play has beneath it counts as in play for uniqueness; seed cards beneath a mission do not. */
static bool is_beneath_card(const Game *g, CardId id, int player, CardId *with)
{
    const CardDef *def = printed(g, id);
    if (!def->contested)
        return false;
    FOR_SET(host, &g->others)
        if (is_type(g, host, TYPE_INCIDENT))
            FOR_HOSTED(g, other, host)
                if (g->card[other].zone == ZONE_BENEATH && g->card[other].owner == player && share_persona(g, printed(g, other), def)
                    && (def->unique || printed(g, other)->unique)) {
                    *with = other;
                    return true;
                }
    return false;
}

/* Its text turns it over, and it is the other then. */
static bool is_front_of(const Game *g, CardId id, CardId other)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++)
        if (node_asks_for(g->world->cat, ability_of(g, id, i)->node, NODE_FLIP_TO, printed(g, other)->persona))
            return true;
    return false;
}

/* Another copy of a card of which there is one for both players together; the two sides of a two-faced card are one title (1E-G12.1). */
bool repeats(const Game *g, CardId id, CardId other)
{
    return other != id && has_kind(printed(g, id), NODE_NOT_DUPLICATABLE) && (g->card[other].def == g->card[id].def || is_front_of(g, id, other));
}

bool is_duplicate(const Game *g, CardId id, int player, CardId *with)
{
    if (breaks_uniqueness(g, id, player, with) || is_held(g, id, player, with) || is_beneath_card(g, id, player, with)) {
        if (g->card[*with].def != g->card[id].def)
            cite_step(g, RULING_PERSONAS_1998);         /* another version of the same persona */
        return true;
    }
    if (has_kind(printed(g, id), NODE_NOT_DUPLICATABLE))
        FOR_SET(other, &g->in_play)
            if (repeats(g, id, other)) {
                *with = other;
                return true;
            }
    return false;
}

/* ---- persona replacement: 1E-12.7, 12.8 ---- */

/* Whether a card that is not in play yet could be where another is, with this affiliation: with what it is aboard, with who is there, with who is
 * aboard it. */
static bool fits_in_place(const Game *g, CardId id, CardId of, int mode)
{
    const Card *c = &g->card[of];
    CardId with = is_craft(g, of) ? of : c->zone == ZONE_ABOARD ? c->host : NO_CARD;
    if (c->zone == ZONE_ABOARD && g->card[c->host].commander == c->commander && !compatible_in_mode(g, id, mode, c->host))
        return false;
    if (with)
        FOR_HOSTED(g, other, with)
            if (other != of && g->card[other].zone == ZONE_ABOARD && g->card[other].commander == c->commander && is_type(g, other, TYPE_PERSONNEL)
                && !compatible_in_mode(g, id, mode, other))
                return false;
    return true;
}

/* With the affiliation of the other if it can, else with the first that fits; -1: with none. */
static int mode_in_place(const Game *g, CardId id, CardId of)
{
    int mode = mode_after(g, id, NO_MODE);
    if (mode == NO_MODE)
        return fits_in_place(g, id, of, NO_MODE) ? NO_MODE : -1;
    int same = g->card[of].affiliation;
    if (same && icon_in(printed(g, id)->icons, same - 1) && fits_in_place(g, id, of, same))
        return same;
    for (; mode; mode = mode_after(g, id, mode))
        if (fits_in_place(g, id, of, mode))
            return mode;
    return -1;
}

static bool is_version_of(const Game *g, CardId id, CardId other)
{
    const CardDef *one = printed(g, id), *two = printed(g, other);
    return one->persona == two->persona && one->type == two->type && one != two && !one->person && !two->person
        && type_in(1 << TYPE_PERSONNEL | 1 << TYPE_SHIP | 1 << TYPE_FACILITY, one->type);
}

Citation why_not_replace(const Game *g, int player, CardId old, CardId id)
{
    if (g->card[old].flags & (STOPPED | STASIS | CAPTIVE) || is_captive(g, old))
        return RULE_FIRST_REPLACE_STATE;
    if (icon_in(printed(g, id)->icons, ICON_AU) && !alternate_universe_is_open(g, player))
        return RULE_FIRST_AU_DOOR;
    if (!is_version_of(g, old, id))
        return RULE_FIRST_REPLACE_OTHER;
    if (g->card[id].zone != ZONE_HAND || g->card[id].holder != player)
        return RULE_FIRST_REPLACE_HAND;
    return mode_in_place(g, id, old) < 0 ? RULE_FIRST_REPLACE : CITE_NONE;
}

bool may_replace(const Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
        if (g->personas[player][printed(g, id)->persona % PERSONA_COUNTS])
            FOR_SET(old, &g->commanded[player])
                if (is_version_of(g, old, id))
                    return true;
    return g->world->windows && g->pile[player][ZONE_HAND].count && !set_empty(&g->commanded[player]);
}

static void offer_replacements(Game *g, int player)
{
    FOR_SET(old, &g->commanded[player])
        FOR_PILE(g, id, &g->pile[player][ZONE_HAND])
            if (is_version_of(g, old, id) && !copy_before(g, player, id))
                offer(g, (Option){ .verb = SL_REPLACE, .card = old, .target = id }, why_not_replace(g, player, old, id), NO_CARD);
}

/* It is no card play and no report: the new version is where the old one was, with all that was on and aboard it and all that had happened to it. */
static void replace_persona(Game *g, int player, CardId old, CardId id)
{
    int mode = mode_in_place(g, id, old);
    log_event(g, LOG_REPLACED, player, old, id, 0);
    card_take_place(g, id, old);
    card_to_pile(g, old, player, ZONE_HAND, PUT_BOTTOM);
    reveal_card(g, old);
    if (mode != NO_MODE)
        card_affiliate(g, id, mode - 1);
}

/* At the start of his turn a player may exchange personas in play for other versions from hand. */
Flow first_replace(Game *g, Frame *f)
{
    PROC_BEGIN;

    for (;;) {
        decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_TURN_STARTS, NO_CARD);
        offer_replacements(g, f->player);
        if (g->decision.count == 0 && !g->world->windows)
            RETURN(0);
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        if (answered(g).verb == SL_PASS)
            RETURN(0);
        replace_persona(g, f->player, answered(g).card, answered(g).target);
        SETTLE();
    }

    PROC_END;
}

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
        if (str_is_nocase(plain_title(printed(g, other)->title), cat->persona_name[printed(g, card)->commander[i]]))
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
    bool found = false, listed = false;
    for (size_t i = 0; i < countof(list); i++) {
        bool holds = in_force(g, list[i].row) && in_force(g, list[i].also);
        if (strcmp(list[i].ship, name) != 0 || strcmp(list[i].personnel, who) != 0 || (found && !holds))
            continue;
        cite_step(g, list[i].row);
        cite_step(g, list[i].also);
        found = true;
        listed = listed || holds;
    }
    if (found)
        cite_step_if_ruled(g, RULING_MATCHING_COMMANDERS_1998_1);
    return listed;
}

static bool appoints(const Game *g, CardId text, CardId personnel, CardId ship)
{
    const Ability *a = ability_of_kind(g, text, NODE_COMMANDS);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = { .self = text, .you = card_in_play(g, text) ? g->card[text].commander : g->card[text].owner };
    return a && guard_holds(g, &ctx, a) && filter_is(g, &ctx, nth_filter(cat, a->node, 0), personnel) && filter_is(g, &ctx, nth_filter(cat, a->node, 1), ship);
}

/* A text says so: his own, or that of somebody who appoints him (1e-2019/matching-commander.2). */
static bool is_appointed(const Game *g, CardId personnel, CardId ship)
{
    bool so = has_kind(printed(g, personnel), NODE_COMMANDS) && appoints(g, personnel, personnel, ship);
    FOR_SET(id, &g->commanded[g->card[ship].commander])
        so = so || (has_kind(printed(g, id), NODE_COMMANDS) && id != personnel && !(barred(g, id) & BARS_SKILLS) && appoints(g, id, personnel, ship));
    if (so)
        cite_step_if_ruled(g, RULING_MATCHING_COMMANDER_2019_2);
    return so;
}

/* In 1998 a list says who commands what; since then the lore of the cards does, by their titles, of facilities since 2019.  Who is disabled, in
 * stasis or under house arrest gives no benefit (1E-12.16). */
static bool matches_craft(const Game *g, CardId personnel, CardId ship)
{
    bool facility = is_type(g, ship, TYPE_FACILITY);
    if (is_listed(g, personnel, ship) || is_appointed(g, personnel, ship))
        return true;
    if (!in_force(g, LAYER_COMMANDER_BY_LORE) || (!lore_names(g, personnel, ship) && !lore_names(g, ship, personnel))) {
        cite_step_if_ruled(g, RULING_MATCHING_COMMANDER_2019_4);
        return false;
    }
    cite_step(g, facility ? RULING_MATCHING_COMMANDER_2019_1 : LAYER_COMMANDER_BY_LORE);
    cite_step_if_ruled(g, facility ? RULING_MATCHING_COMMANDER_2019_7 : RULING_MATCHING_COMMANDER_2019_3);
    return !facility || in_force(g, RULING_MATCHING_COMMANDER_2019_1);
}

bool is_matching_commander(const Game *g, CardId personnel, CardId ship)
{
    if (!is_type(g, personnel, TYPE_PERSONNEL) || !is_craft(g, ship))
        return false;
    bool arrested = card_in_play(g, personnel) && is_under_house_arrest(g, personnel);
    if (card_in_play(g, personnel) && (barred(g, personnel) & BARS_SKILLS || arrested)) {
        cite_step(g, RULING_MATCHING_COMMANDER_2019_6);
        return false;
    }
    return matches_craft(g, personnel, ship);
}

/* Whoever asks who commands a facility is told the one its lore names, though she may be under house arrest there: The Intendant is Bajoran, and Mirror
 * Terok Nor is not (1e-2019/matching-commander.7). */
bool is_called_commander(const Game *g, CardId personnel, CardId craft)
{
    bool able = card_in_play(g, personnel) && !(barred(g, personnel) & BARS_SKILLS);
    return is_matching_commander(g, personnel, craft)
        || (able && is_type(g, personnel, TYPE_PERSONNEL) && is_type(g, craft, TYPE_FACILITY) && matches_craft(g, personnel, craft));
}
