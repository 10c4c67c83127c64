/* The cards of a game as anybody may ask for them, and the values that the rules compute for them. */
#include "engine/engine.h"

int sl_game_cards(const sl_game *game)
{
    return game->g.card_count;
}

bool mask_known(const Game *g, int viewer, unsigned mask)
{
    if (viewer < 0)
        return true;
    if (viewer == SL_EITHER)
        return mask != 0;
    unsigned needed = viewer >= g->players ? all_players(g) : 1u << viewer;
    return (mask & needed) == needed;
}

/* Discard piles and removed cards may be read by anybody at any time (2e-2014/showing-your-cards). */
bool may_know(const Game *g, int viewer, CardId id)
{
    const Card *c = &g->card[id];
    if (viewer < 0)
        return true;
    if (viewer != c->owner && (c->zone == ZONE_DISCARD || c->zone == ZONE_REMOVED)) {
        cite_step(g, RULING_SHOWING_CARDS);
        if (!in_force(g, RULING_SHOWING_CARDS))
            return c->zone == ZONE_DISCARD && g->pile[c->owner][ZONE_DISCARD].top == id;
    }
    return mask_known(g, viewer, c->known);
}

bool sl_game_card(const sl_game *game, int viewer, int id, sl_card *out)
{
    const Game *g = &game->g;
    if (!is_card(g, id))
        return false;
    const Card *c = &g->card[id];
    bool known = may_know(g, viewer, (CardId)id);
    bool in_play = card_in_play(g, (CardId)id), ship = is_type(g, (CardId)id, TYPE_SHIP);
    bool can_be_damaged = ship || is_type(g, (CardId)id, TYPE_FACILITY) || is_type(g, (CardId)id, TYPE_DILEMMA);
    *out = (sl_card){ .id = id, .def = known ? c->def : 0, .owner = c->owner, .zone = (sl_zone)c->zone,
                      .commander = !in_play ? c->owner : c->commander < g->players ? c->commander : -1,
                      .host = c->host, .holder = zone_is_pile(c->zone) ? c->holder : -1,
                      .in_play = in_play, .stopped = c->flags & STOPPED, .complete = c->flags & COMPLETE, .states = c->flags,
                      .face_down = !known_to_all(g, (CardId)id),
                      .damaged = in_play && can_be_damaged && is_damaged(g, (CardId)id), .range_used = ship ? c->range_used : 0,
                      .named_skill = c->named_kind == NAMED_SKILL ? c->named : -1, .named_number = c->named_kind == NAMED_NUMBER ? c->named : -1 };
    if (c->named_kind == NAMED_TITLE)
        for (int i = 1; i < g->world->cat->def_count && !out->named_def; i++)
            if (g->world->cat->def[i].persona == (uint16_t)c->named)
                out->named_def = i;
    return true;
}

int sl_game_list(const sl_game *game, int player, sl_zone zone, int *ids, int room)
{
    const Game *g = &game->g;
    int n = 0;
    if (player < 0 || player >= g->players)
        return 0;
    if (zone == SL_STACK) {
        FOR_PILE(g, id, &g->stack)
            if (n < room)
                ids[n++] = id;
    } else if (zone < SL_ZONE_COUNT && zone_is_pile((int)zone)) {
        FOR_PILE(g, id, &g->pile[player][zone])
            if (n < room)
                ids[n++] = id;
    } else {
        for (CardId id = 1; id <= g->card_count && n < room; id++)
            if (g->card[id].zone == (uint8_t)zone && g->card[id].owner == player)
                ids[n++] = id;
    }
    return n;
}

int sl_game_spaceline(const sl_game *game, int line, int *ids, int room)
{
    int n = 0;
    if (line < LINE_ALPHA || line >= LINE_COUNT)
        return 0;
    FOR_PILE(&game->g, id, &game->g.line[line])
        if (n++ < room)
            ids[n - 1] = id;
    return n;
}

int sl_game_on(const sl_game *game, int host, sl_zone zone, int *ids, int room)
{
    const Game *g = &game->g;
    int n = 0;
    if (!is_card(g, host))
        return 0;
    FOR_HOSTED(g, id, host)
        if (g->card[id].zone == (uint8_t)zone && n < room)
            ids[n++] = id;
    return n;
}

int sl_game_mission_of(const sl_game *game, int id)
{
    return is_card(&game->g, id) ? location_of(&game->g, (CardId)id) : 0;
}

int sl_game_force(const sl_game *game, int id, int *ids, int room)
{
    const Game *g = &game->g;
    int n = 0;
    if (!is_card(g, id) || !g->world->edition->force || !is_type(g, (CardId)id, TYPE_PERSONNEL) || !card_in_play(g, (CardId)id))
        return 0;
    CardSet force = g->world->edition->force(g, (CardId)id);
    FOR_SET(member, &force) {
        if (n < room)
            ids[n] = member;
        n++;
    }
    return n;
}

int sl_game_hull(const sl_game *game, int id)
{
    const Game *g = &game->g;
    return is_card(g, id) && g->world->edition->hull ? g->world->edition->hull(g, (CardId)id) : -1;
}

int sl_game_defense(const sl_game *game, int id)
{
    const Game *g = &game->g;
    return is_card(g, id) && g->world->edition->defense ? g->world->edition->defense(g, (CardId)id) : -1;
}

int sl_game_battle_winner(const sl_game *game)
{
    const Battle *b = &game->g.battle;
    return b->decided && b->winner != NOBODY ? b->winner : -1;
}

int sl_game_attribute(const sl_game *game, int id, int which)
{
    return is_card(&game->g, id) && which >= 0 && which < ATTRIBUTE_COUNT ? attribute(&game->g, (CardId)id, which) : 0;
}

int sl_game_skill(const sl_game *game, int id, int skill)
{
    return is_card(&game->g, id) && skill >= 0 && skill < SKILL_COUNT ? skill_level(&game->g, (CardId)id, skill) : 0;
}

sl_icons sl_game_icons(const sl_game *game, int id)
{
    IconSet icons = is_card(&game->g, id) ? icons_of(&game->g, (CardId)id) : (IconSet){ { 0 } };
    return (sl_icons){ { icons.word[0], icons.word[1] } };
}

bool sl_game_mission_has_icon(const sl_game *game, int mission, int player, int icon)
{
    const Game *g = &game->g;
    return is_card(g, mission) && is_type(g, (CardId)mission, TYPE_MISSION) && icon >= 0 && icon < ICON_COUNT && icon_in(attempt_icons(g, (CardId)mission, player), icon);
}

bool sl_game_related(const sl_game *game, sl_relation which, int a, int b)
{
    const Game *g = &game->g;
    return is_card(g, a) && is_card(g, b) && g->world->edition->related && g->world->edition->related(g, which, (CardId)a, (CardId)b);
}

bool sl_game_has_icon(const sl_game *game, int id, int icon)
{
    return icon >= 0 && icon < ICON_COUNT && sl_icon_in(sl_game_icons(game, id), icon);
}

/* The classification of that name (1E-13.1); CLASS_NONE: it is none. */
static Class class_called(const char *name)
{
    for (int i = CLASS_NONE + 1; i < CLASS_COUNT; i++)
        if (str_is_nocase(str_of(name), skill_name[class_skill[i]]))
            return (Class)i;
    return CLASS_NONE;
}

bool sl_class_known(const char *name)
{
    return class_called(name) != CLASS_NONE;
}

bool sl_game_has_trait(const sl_game *game, int id, const char *trait)
{
    if (is_card(&game->g, id) && class_called(trait))
        return is_type(&game->g, (CardId)id, TYPE_PERSONNEL) && !is_drone(&game->g, (CardId)id)
            && classification_skill(&game->g, (CardId)id) == class_skill[class_called(trait)];
    int t = catalogue_trait_called(game->lib->cat, str_of(trait));
    return is_card(&game->g, id) && t && has_trait_for(&game->g, (CardId)id, t, NO_CARD);
}

int sl_game_cost(const sl_game *game, int player, int id)
{
    return is_card(&game->g, id) && player >= 0 && player < game->g.players ? game->g.world->edition->play_cost(&game->g, player, (CardId)id, 0) : 0;
}

bool sl_game_derived_state(const sl_game *game, int id, int i)
{
    const Edition *edition = game->g.world->edition;
    return is_card(&game->g, id) && sl_derived_state_word(edition->id, i) && edition->derived[i].holds(&game->g, (CardId)id);
}

int sl_game_team(const sl_game *game, int id, int *ids, int room)
{
    const Game *g = &game->g;
    int n = 0;
    if (!is_card(g, id) || !is_type(g, (CardId)id, TYPE_PERSONNEL) || !card_in_play(g, (CardId)id) || !g->world->edition->teammates)
        return 0;
    CardSet team = g->world->edition->teammates(g, (CardId)id);
    FOR_SET(member, &team) {
        if (n < room)
            ids[n] = member;
        n++;
    }
    return n;
}

/* Those of a team whose skills and attributes count: a team may consist of the disabled alone. */
static CardSet able_team(const sl_game *game, int id)
{
    enum { MOST = 512 };
    int ids[MOST], count = sl_game_team(game, id, ids, MOST);
    CardSet able = { 0 };
    for (int i = 0; i < count && i < MOST; i++)
        if (!(state_bars(&game->g, (CardId)ids[i]) & BARS_SKILLS))
            set_add(&able, (CardId)ids[i]);
    return able;
}

int sl_game_team_total(const sl_game *game, int id, int attribute)
{
    if (attribute < 0 || attribute >= ATTRIBUTE_COUNT)
        return 0;
    CardSet team = able_team(game, id);
    return set_empty(&team) ? 0 : team_attribute(&game->g, &team, game->g.card[id].commander, attribute);
}

bool sl_game_seeds_at_once(const sl_game *game)
{
    return in_force(&game->g, LAYER_SEED_BATCHES);
}

int sl_game_team_skill(const sl_game *game, int id, int skill)
{
    int sum = 0;
    CardSet team = able_team(game, id);
    FOR_SET(member, &team)
        sum += sl_game_skill(game, member, skill);
    return sum;
}

int sl_game_countdown(const sl_game *game, int id)
{
    return is_card(&game->g, id) ? game->g.card[id].countdown : 0;
}

int sl_game_span(const sl_game *game, int player, int id)
{
    return is_card(&game->g, id) && (is_type(&game->g, (CardId)id, TYPE_MISSION) || has_kind(printed(&game->g, (CardId)id), NODE_MAKES_PLACE)) ? mission_span(&game->g, (CardId)id, player) : 0;
}

/* What the text of a card makes it worth as long as something is so. */
static int worth_for_a_while(const Game *g, CardId id)
{
    Ctx ctx = ctx_of(g, id);
    int points = 0;
    for (int i = 0; card_in_play(g, id) && i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_WORTH_WHILE && text_active(g, id, a) && guard_holds(g, &ctx, a))
            points += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return points;
}

int sl_game_worth(const sl_game *game, int player, int id)
{
    const Game *g = &game->g;
    if (!is_card(g, id))
        return 0;
    return is_type(g, (CardId)id, TYPE_MISSION) ? mission_points(g, (CardId)id, player)
        : printed(g, (CardId)id)->points + modified_by(g, (CardId)id, NODE_MOD_POINTS) + worth_for_a_while(g, (CardId)id);
}

int sl_game_solver(const sl_game *game, int id)
{
    const Card *c = is_card(&game->g, id) ? &game->g.card[id] : NULL;
    if (!c || !(c->flags & COMPLETE))
        return -1;
    return c->named_kind == NAMED_SOLVER ? c->named : c->commander;
}

bool sl_game_staffed(const sl_game *game, int ship)
{
    return is_card(&game->g, ship) && is_type(&game->g, (CardId)ship, TYPE_SHIP) && is_staffed(&game->g, (CardId)ship);
}

int sl_game_range_needed(const sl_game *game, int ship, int mission)
{
    return is_card(&game->g, ship) && is_card(&game->g, mission) && location_of(&game->g, (CardId)ship)
        ? game->g.world->edition->range_needed(&game->g, (CardId)ship, (CardId)mission) : 0;
}

int sl_game_shortfall(const sl_game *game, int mission, const int *ids, int count)
{
    const Game *g = &game->g;
    if (!is_card(&game->g, mission) || !is_type(g, (CardId)mission, TYPE_MISSION))
        return 0;
    Team team = { .mission = (CardId)mission, .player = g->card[mission].commander };
    for (int i = 0; i < count; i++)
        if (is_card(&game->g, ids[i])) {
            set_add(&team.group, (CardId)ids[i]);
            if (g->card[ids[i]].zone == ZONE_ABOARD)
                team.ship = g->card[ids[i]].host;
        }
    team.more = modified_by(g, (CardId)mission, NODE_MOD_REQ_ATTR);
    Ctx ctx = ctx_of(g, (CardId)mission);
    NodeId requirement = mission_end(g, (CardId)mission, team.player)->requirement;
    return requirement ? team_lacks(g, &ctx, requirement, &team) : 0;
}

typedef struct { sl_part *out; int room, count; } Parts;

static void add_part(void *to, int amount, CardId source, Citation why)
{
    Parts *p = to;
    if (p->count < p->room)
        p->out[p->count++] = (sl_part){ amount, source, why };
}

int sl_game_parts(const sl_game *game, int id, sl_part_of of, int skill, sl_part *out, int room)
{
    const Game *g = &game->g;
    Parts parts = { out, room, 0 };
    if (!is_card(&game->g, id))
        return 0;
    const CardDef *def = printed(g, (CardId)id);
    if (of == SL_PART_COST) {
        add_part(&parts, def->cost, (CardId)id, RULE_COST_TO_PLAY);
        int own = price_of(g, (CardId)id) - def->cost - modified_by(g, (CardId)id, NODE_MOD_COST);
        if (own)
            add_part(&parts, own, (CardId)id, RULE_COST_REDUCED);
        value_parts(g, (CardId)id, NODE_MOD_COST, 0, add_part, &parts);
    } else if (of == SL_PART_SKILL) {
        add_part(&parts, skill >= 0 && skill < SKILL_COUNT ? def->skill[skill] : 0, (CardId)id, RULE_SKILLS_NEEDED);
        value_parts(g, (CardId)id, NODE_MOD_SKILL, skill, add_part, &parts);
    } else {
        add_part(&parts, def->attribute[of], (CardId)id, RULE_MODIFIERS);
        if (base_attribute(g, (CardId)id, of) != def->attribute[of])
            add_part(&parts, base_attribute(g, (CardId)id, of) - def->attribute[of], (CardId)id, RULE_FIRST_ROTATION);
        value_parts(g, (CardId)id, NODE_MOD_SET, (int)of, add_part, &parts);
        value_parts(g, (CardId)id, NODE_MOD_ATTR, (int)of, add_part, &parts);
    }
    for (int i = 0; i < parts.count; i++)
        out[i].cite = own_rule(g, (Citation)out[i].cite);
    return parts.count;
}
