/* Words of filters about where a card is: what lies with it, its mission or location, where it could be played, its team and its battle. */
#include "kernel/edition.h"
#include "kernel/trace.h"
#include "verbs/eval.h"
#include "verbs/verbs.h"

/* ---- what lies with it ---- */

/* Whether a card of the filter is on or aboard this one; or beneath it. */
bool hosts_one(const Game *g, const Ctx *ctx, NodeId id, CardId card, bool beneath)
{
    NodeId filter = node_child(g->world->cat, id, 0);
    FOR_HOSTED(g, lying, card) {
        int zone = g->card[lying].zone;
        if ((beneath ? zone == ZONE_BENEATH : zone == ZONE_ON || zone == ZONE_ABOARD || zone == ZONE_SITE) && filter_is(g, ctx, filter, lying))
            return true;
    }
    return false;
}

int dilemmas_beneath(const Game *g, CardId mission)
{
    int count = 0;
    FOR_HOSTED(g, lying, mission)
        count += g->card[lying].zone == ZONE_BENEATH && is_type(g, lying, TYPE_DILEMMA);
    return count;
}

/* 2e-2014/equipped-with: your unstopped personnel with your equipment present. */
bool is_equipped(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    bool ruled = in_force(g, RULING_EQUIPPED_WITH);
    if (!is_type(g, card, TYPE_PERSONNEL))
        return false;
    CardSet gear = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(e, &gear) {
        if (!is_type(g, e, TYPE_EQUIPMENT) || !present_with(g, card, e))
            continue;
        bool fits = !is_stopped(g, card) && g->card[e].commander == g->card[card].commander;
        if (ruled)
            cite_step(g, RULING_EQUIPPED_WITH);
        if (fits || !ruled)
            return true;
    }
    return false;
}

bool is_unattended(const Game *g, CardId equipment)
{
    const Card *c = &g->card[equipment];
    if (c->zone != ZONE_SURFACE && c->zone != ZONE_ABOARD)
        return false;
    FOR_HOSTED(g, id, c->host)
        if (is_type(g, id, TYPE_PERSONNEL) && g->card[id].zone == c->zone && g->card[id].commander == c->commander)
            return false;
    return true;
}

/* A filter says of the cards that it fits that they are of this type. */
static bool asks_type(const Catalogue *cat, NodeId filter, int type)
{
    const Node *n = &cat->node[filter];
    if (n->op == NODE_TYPE)
        return node_value(cat, filter, 0) == type;
    for (int i = 0; (n->op == NODE_AND || n->op == NODE_OR) && i < n->argc; i++)
        if (asks_type(cat, node_child(cat, filter, i), type))
            return true;
    return false;
}

bool plays_on_type(const Game *g, CardId id, int type)
{
    const Ability *on = ability_of_kind(g, id, NODE_PLAYS_ON);
    return on && asks_type(g->world->cat, on->filter, type);
}

bool is_bottom_seed(const Game *g, CardId id)
{
    if (g->card[id].zone != ZONE_BENEATH)
        return false;
    for (CardId other = g->card[id].above; other != NO_CARD; other = g->card[other].above)
        if (g->card[other].zone == ZONE_BENEATH)
            return false;
    return true;
}

/* Personnel of more than one player are where it is; of a place, there. */
bool is_opposed(const Game *g, CardId card)
{
    bool inside = g->card[card].zone == ZONE_ABOARD || (g->card[card].zone == ZONE_SURFACE && !is_type(g, card, TYPE_FACILITY));
    CardId place = inside ? g->card[card].host : card;
    Zone zone = g->card[place].zone == ZONE_LINE ? ZONE_SURFACE : ZONE_ABOARD;
    unsigned there = 0;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && is_type(g, id, TYPE_PERSONNEL) && !(g->card[id].flags & (CAPTIVE | STASIS | INFILTRATING)))      /* 1E-4.9, A8.3 */
            there |= 1u << g->card[id].commander;
    return are_several(there);
}

/* Present with those who face a dilemma: of the personnel they themselves, equipment and ships where they are. */
bool is_with_group(const Game *g, CardId card)
{
    if (is_type(g, card, TYPE_PERSONNEL))
        return set_has(&g->encounter.group, card);
    FOR_SET(who, &g->encounter.group)
        if (present_with(g, who, card))
            return true;
    return false;
}

/* ---- missions and locations ---- */

/* A text may have a personnel be at every mission of its quadrant. */
bool is_everywhere_at(const Game *g, CardId card, CardId mission)
{
    if (!(g->mods & mod_bit(NODE_MOD_EVERYWHERE)) || !is_type(g, mission, TYPE_MISSION) || !is_type(g, card, TYPE_PERSONNEL))
        return false;
    CardId at = location_of(g, card);
    return at && printed(g, at)->quadrant == printed(g, mission)->quadrant && modified_by(g, card, NODE_MOD_EVERYWHERE);
}

bool is_at_another(const Game *g, const Ctx *ctx, NodeId missions, CardId card)
{
    if (!(g->mods & mod_bit(NODE_MOD_EVERYWHERE)))
        return false;
    FOR_SET(mission, &g->in_play)
        if (is_type(g, mission, TYPE_MISSION) && is_everywhere_at(g, card, mission) && filter_is(g, ctx, missions, mission))
            return true;
    return false;
}

bool has_here(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION))
        return false;
    NodeId who = node_child(g->world->cat, id, 0);
    if (g->world->cat->node[who].op == NODE_SELF)
        return card_in_play(g, ctx->self) && location_of(g, ctx->self) == mission;
    CardSet cards = filter_set(g, ctx, who);
    FOR_SET(there, &cards)
        if (card_in_play(g, there) && (location_of(g, there) == mission || is_everywhere_at(g, there, mission)))
            return true;
    return false;
}

int cards_at(const Game *g, const Ctx *ctx, NodeId filter, CardId mission)
{
    int n = 0;
    CardSet cards = filter_set(g, ctx, filter);
    FOR_SET(there, &cards)
        n += card_in_play(g, there) && (location_of(g, there) == mission || is_everywhere_at(g, there, mission));
    return n;
}

/* Whether those who are at the mission could complete it. */
bool is_met_by(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION) || printed(g, mission)->kind == KIND_HEADQUARTERS)
        return false;
    Team team = { .mission = mission, .player = ctx->you };
    CardSet cards = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(there, &cards)
        if (card_in_play(g, there) && location_of(g, there) == mission && !is_stopped(g, there))
            set_add(&team.group, there);
    return team_completes(g, mission, 0, team).met;
}

static int scouted_kind(const Game *g, CardId objective)
{
    const Ability *a = ability_of_kind(g, objective, NODE_SCOUTS);
    return a ? node_value(g->world->cat, a->node, 0) : KIND_NONE;
}

/* A [BO] objective was completed there.  In 1998 the planet of a mission that is both could be assimilated after its space was cleared
 * (1e-1998/dual-icon-missions.2). */
bool is_claimed(const Game *g, CardId objective, CardId mission)
{
    bool halves = printed(g, mission)->kind == KIND_DUAL && in_force(g, LAYER_SCOUT_EITHER_HALF) && scouted_kind(g, objective) == KIND_PLANET
               && in_force(g, RULING_DUAL_ICON_MISSIONS_1998_2);
    if (halves)
        cite_step(g, RULING_DUAL_ICON_MISSIONS_1998_2);
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_ON && is_type(g, id, TYPE_OBJECTIVE) && g->card[id].flags & COMPLETE && icon_in(printed(g, id)->icons, ICON_BORG_ONLY)
            && (!halves || scouted_kind(g, id) != KIND_SPACE))
            return true;
    return false;
}

/* The mark of an assimilated planet is the completed objective on it by which that was done (1E-A2.6). */
bool is_assimilated_planet(const Game *g, CardId mission)
{
    FOR_HOSTED(g, id, mission) {
        const Ability *a = g->card[id].zone == ZONE_ON && is_type(g, id, TYPE_OBJECTIVE) && g->card[id].flags & COMPLETE ? ability_of_kind(g, id, NODE_PROBE) : NULL;
        if (a && node_mentions(g->world->cat, a->node, NODE_ASSIMILATE))
            return true;
    }
    return false;
}

/* A mission is that of who seeded it; one that both seeded is yours, and since 2022 the opponent's as well (1E-5.3.6). */
bool is_mission_of(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    if (!is_type(g, card, TYPE_MISSION) || g->card[card].zone != ZONE_LINE)
        return false;
    FOR_HOSTED(g, on, card)
        if (g->card[on].zone == ZONE_SHARED) {
            cite_step(g, RULING_SHARED_MISSIONS_2022);
            return in_force(g, RULING_SHARED_MISSIONS_2022) || holder_in(g, ctx, id, ctx->you);
        }
    return holder_in(g, ctx, id, g->card[card].owner);
}

bool is_unexamined(const Game *g, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION) || g->card[mission].flags & EXAMINED)
        return false;
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_BENEATH && g->card[id].known & ~(1u << g->card[id].owner))
            return false;
    return true;
}

bool shortens_way(const Game *g, const Ctx *ctx, NodeId id, CardId location)
{
    CardSet ships = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(ship, &ships)
        if (g->world->edition->may_cut_short && !g->world->edition->may_cut_short(g, ship, location))
            return false;
    return g->card[location].zone == ZONE_LINE;
}

bool is_beside(const Game *g, CardId location, const CardSet *of)
{
    FOR_SET(id, of) {
        CardId at = location_of(g, id);
        if (at && g->card[location].zone == ZONE_LINE && (g->card[at].above == location || g->card[at].below == location))
            return true;
    }
    return false;
}

/* It takes no RANGE to begin to move, but the will of its player (1e-1998/wormhole.2). */
bool begins_to_move(const Game *g, CardId ship)
{
    if (is_stopped(g, ship))                    /* it does not move by itself, and so begins nothing (1E-24.1) */
        return false;
    cite_step(g, RULING_WORMHOLE_1998_2);
    return in_force(g, RULING_WORMHOLE_1998_2) || g->card[ship].range_used < attribute(g, ship, RANGE);
}

/* One of those locations is within so many times the full RANGE of the ship. */
bool can_reach(const Game *g, CardId ship, int times, const CardSet *places)
{
    if (!is_type(g, ship, TYPE_SHIP) || !g->world->edition->range_needed)
        return false;
    FOR_SET(to, places) {
        int need = location_of(g, ship) == to ? 0 : g->world->edition->range_needed(g, ship, to);
        if (need >= 0 && need <= times * attribute(g, ship, RANGE))
            return true;
    }
    return false;
}

/* ---- where it could be played ---- */

/* Whether a text of `by` lets the card be played at the place: its own, or the mission's. */
static bool permits(const Game *g, CardId by, int kind, CardId fits)
{
    const CardDef *def = printed(g, by);
    Ctx ctx = ctx_of(g, by);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == kind && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, fits))
            return true;
    }
    return false;
}

/* Whether a text keeps the card from being played there.  A text that says how its own ban can be lifted does not count that. */
static bool is_barred(const Game *g, const Ctx *ctx, CardId card, CardId mission)
{
    CardId by = text_relates(g, NODE_MOD_NO_PLAYS, mission, card);
    return (by && g->card[by].def != g->card[ctx->self].def) || why_cannot(g, card, ACT_PLAYED, NO_CARD, NULL);
}

/* Its own text asks for something before it can be played (2E-7.22). */
static bool lacks_condition(const Game *g, int player, CardId card)
{
    Ctx ctx = ctx_of(g, card);
    ctx.you = (uint8_t)player;
    ctx.playing = true;
    for (int i = 0; has_kind(printed(g, card), NODE_PLAY_IF) && i < printed(g, card)->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAY_IF && !condition(g, &ctx, node_child(g->cat, a->node, 0)))
            return true;
    }
    return false;
}

/* It leaves play for the card that is chosen now, and so does not block another version of itself. */
static bool is_being_exchanged(const Game *g, CardId id)
{
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc == PROC_do_exchange && set_has(cards_of(g, &g->frame[i]), id))
            return true;
    return false;
}

/* It could be played there by that player, if only the price were paid.  Of a card in play it is asked what the place lets be played. */
static bool could_be_played(const Game *g, const Ctx *ctx, int player, CardId card, CardId mission)
{
    CardId with;
    return (card_in_play(g, card) || ((!breaks_uniqueness(g, card, player, &with) || is_being_exchanged(g, with)) && !lacks_condition(g, player, card)))
        && ((g->card[mission].commander == player && permits(g, mission, NODE_PERMIT_PLAY, card))       /* 2E-7.42 */
            || permits(g, card, NODE_PLAY_AT, mission))
        && !is_barred(g, ctx, card, mission);
}

bool playable_at(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet missions = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(m, &missions)
        if (could_be_played(g, ctx, ctx->you, card, m))
            return true;
    return false;
}

bool admits(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if ((!is_type(g, mission, TYPE_MISSION) && !is_type(g, mission, TYPE_SHIP)) || g->card[mission].commander >= g->players)
        return false;
    CardSet cards = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(card, &cards)
        if (could_be_played(g, ctx, g->card[mission].commander, card, mission))
            return true;
    return false;
}

/* ---- teams and battles ---- */

/* The crew or Away Team that a personnel is in, as its edition has it. */
CardSet edition_team(const Game *g, CardId personnel)
{
    bool there = g->world->edition->team_in && is_type(g, personnel, TYPE_PERSONNEL) && card_in_play(g, personnel);
    return there ? g->world->edition->team_in(g, personnel) : (CardSet){ 0 };
}

/* It could be in one team with each of them. */
bool goes_with_each(const Game *g, CardId id, const CardSet *others)
{
    FOR_SET(other, others)
        if (other != id && g->world->edition->related && !g->world->edition->related(g, SL_COMPATIBLE, id, other))
            return false;
    return true;
}

/* How many ships fire at it in this battle: those of the other side, where it is the one that was named. */
int ships_firing_at(const Game *g, CardId id)
{
    const Battle *b = &g->battle;
    int n = 0;
    for (int side = 0; side < 2; side++)
        FOR_SET(ship, &b->ships[side])
            n += b->active && b->target[side] == id && g->card[ship].flags & FIRING && is_type(g, ship, TYPE_SHIP);
    return n;
}

/* At a mission with an icon of its affiliation. */
bool is_at_matching_mission(const Game *g, CardId card)
{
    CardId mission = card_in_play(g, card) ? location_of(g, card) : NO_CARD;
    return mission && is_type(g, mission, TYPE_MISSION) && icons_share_affiliation(icons_of(g, card), mission_end(g, mission, g->card[mission].commander)->icons);
}
