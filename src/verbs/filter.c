/* Filters: whether a card is what the words of a text say. */
#include "kernel/edition.h"
#include "kernel/trace.h"
#include "verbs/eval.h"

bool same_property(const Game *g, CardId a, CardId b, int prop)
{
    const CardDef *x = printed(g, a), *y = printed(g, b);
    switch (prop) {
    case PROP_AFFILIATION: return icons_share_affiliation(icons_of(g, a), icons_of(g, b));
    case PROP_TITLE:       return x->persona == y->persona;
    case PROP_CARD_TYPE:   return x->type == y->type;
    case PROP_QUADRANT:    return x->quadrant == y->quadrant;
    case PROP_SKILLS:
        for (int s = 0; s < SKILL_COUNT; s++)
            if (skill_level(g, a, s) && skill_level(g, b, s))
                return true;
        return false;
    case PROP_SPECIES:
        for (int t = 1; t < g->world->cat->trait_count; t++)
            if (g->world->cat->trait_kind[t] == OF_SPECIES && has_trait(g, a, t) && has_trait(g, b, t)) {
                if (in_force(g, RULING_SPECIES_2013_18))
                    cite_step(g, RULING_SPECIES_2013_18);
                return true;
            }
        return false;
    default:
        return property(g, a, prop) == property(g, b, prop);
    }
}

static bool same_as_any(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    CardSet others = filter_set(g, ctx, node_child(cat, id, 1));
    FOR_SET(other, &others)
        if (same_property(g, card, other, node_value(cat, id, 0))) {
            if (node_value(cat, id, 0) == PROP_SPECIES && !set_has(&g->in_play, card) && in_force(g, RULING_SPECIES_2013_20))
                cite_step(g, RULING_SPECIES_2013_20);       /* compared with those in play */
            return true;
        }
    return false;
}

static bool holder_in(const Game *g, const Ctx *ctx, NodeId id, int player)
{
    return players_of(g, ctx, node_child(g->world->cat, id, 0)) >> player & 1;
}

static bool host_is(const Game *g, const Ctx *ctx, NodeId id, CardId card, int zone)
{
    const Card *c = &g->card[card];
    return c->zone == zone && filter_is(g, ctx, node_child(g->world->cat, id, 0), c->host);
}

/* Nothing compares with an attribute without a value, unless a text has given it one (1E-2.2.2). */
static bool attribute_compares(const Game *g, CardId card, int at, int cmp, int n)
{
    int value = attribute(g, card, at);
    return (value || !(printed(g, card)->no_value >> at & 1)) && compare(value, cmp, n);
}

static bool attribute_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    int word = node_value(cat, id, 0), cmp = node_value(cat, id, 1), n = quantity(g, ctx, node_child(cat, id, 2));
    bool ship = has_ship_attributes(card_type(g, card));
    if (word == ATTR_ANY || word == ATTR_ALL) {
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            if (attribute_compares(g, card, i, cmp, n) != (word == ATTR_ALL))
                return word == ATTR_ANY;
        return word == ATTR_ALL;
    }
    int at = word - ATTR_INTEGRITY;
    return (at >= 3) == ship && attribute_compares(g, card, at % 3, cmp, n);
}

/* Whether icons, skills, attributes and keywords can be used: those of a stopped personnel cannot (2E-13.3). */
static bool readable(const Game *g, const Ctx *ctx, CardId card)
{
    return ctx->even_stopped || !(state_bars(g, card) & BARS_SKILLS && is_type(g, card, TYPE_PERSONNEL));
}

static int scouted_kind(const Game *g, CardId objective)
{
    const Ability *a = ability_of_kind(g, objective, NODE_SCOUTS);
    return a ? node_value(g->world->cat, a->node, 0) : KIND_NONE;
}

/* One skill besides its classification, and no other text. */
static bool is_specialist(const CardDef *def)
{
    int levels = 0;
    for (int skill = 0; skill < SKILL_COUNT; skill++)
        levels += def->skill[skill];
    return def->type == TYPE_PERSONNEL && def->ability_count == 0 && levels - (def->class ? 1 : 0) == 1;
}

/* A [BO] objective was completed there.  In 1998 the planet of a mission that is both could be assimilated after its space was cleared
 * (1e-1998/dual-icon-missions.2). */
static bool is_claimed(const Game *g, CardId objective, CardId mission)
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

/* What somebody is whatever state he is in: his species and gender. */
static bool is_inborn(const Game *g, int trait)
{
    return g->world->cat->trait_kind[trait] == OF_SPECIES || trait == TRAIT_MALE || trait == TRAIT_FEMALE || trait == TRAIT_NEUTER;
}

bool NOINLINE trait_is(const Game *g, const Ctx *ctx, int trait, CardId card)
{
    return has_trait_for(g, card, trait, ctx->self) && (is_inborn(g, trait) || readable(g, ctx, card));
}

/* Titles that were named within limits reach only the versions that fit them (2e-2014/naming-a-card). */
static bool is_named(const Game *g, const Ctx *ctx, CardId card)
{
    const Card *self = &g->card[ctx->self];
    if (self->named_kind != 1 || printed(g, card)->persona != (uint16_t)self->named)
        return false;
    const CardDef *def = printed(g, ctx->self);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        for (int k = 0; k < a->body_count; k++) {
            NodeId e = node_child(g->world->cat, a->node, a->body_first + k);
            if (g->world->cat->node[e].op != NODE_NAME_TITLE)
                continue;
            if (filter_is(g, ctx, node_child(g->world->cat, e, 1), card))
                return true;
            if (in_force(g, RULING_NAMING)) {
                cite_step(g, RULING_NAMING);
                return false;
            }
        }
    }
    return true;
}

/* 2e-2014/equipped-with: your unstopped personnel with your equipment present. */
static bool is_equipped(const Game *g, const Ctx *ctx, NodeId id, CardId card)
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

/* Whether a card of the filter is on or aboard this one; or beneath it. */
static bool hosts_one(const Game *g, const Ctx *ctx, NodeId id, CardId card, bool beneath)
{
    NodeId filter = node_child(g->world->cat, id, 0);
    FOR_HOSTED(g, lying, card) {
        int zone = g->card[lying].zone;
        if ((beneath ? zone == ZONE_BENEATH : zone == ZONE_ON || zone == ZONE_ABOARD) && filter_is(g, ctx, filter, lying))
            return true;
    }
    return false;
}

static int dilemmas_beneath(const Game *g, CardId mission)
{
    int count = 0;
    FOR_HOSTED(g, lying, mission)
        count += g->card[lying].zone == ZONE_BENEATH && is_type(g, lying, TYPE_DILEMMA);
    return count;
}

/* (printed strength > 5), (printed any > 8) */
static bool printed_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    int word = node_value(cat, id, 0), than = quantity(g, ctx, node_child(cat, id, 2));
    for (int i = 0; word == ATTR_ANY && i < ATTRIBUTE_COUNT; i++)
        if (compare(printed(g, card)->attribute[i], node_value(cat, id, 1), than))
            return true;
    return word != ATTR_ANY && compare(printed(g, card)->attribute[(word - ATTR_INTEGRITY) % ATTRIBUTE_COUNT], node_value(cat, id, 1), than);
}

static bool has_here(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION))
        return false;
    NodeId who = node_child(g->world->cat, id, 0);
    if (g->world->cat->node[who].op == NODE_SELF)
        return card_in_play(g, ctx->self) && location_of(g, ctx->self) == mission;
    CardSet cards = filter_set(g, ctx, who);
    FOR_SET(there, &cards)
        if (card_in_play(g, there) && location_of(g, there) == mission)
            return true;
    return false;
}

#ifdef SPACELINE_CHECK
void facts_checked(const Game *g, const Ctx *ctx, const Node *n, CardId card, bool fits)
{
    bool all = true;
    for (int i = 0; i < n->argc && all; i++)
        all = !(facts_of(g, n)->facts >> i & 1) || filter_is(g, ctx, g->world->cat->arg[n->arg + i], card);
    assert(all == fits);
}
#endif

static bool NOINLINE and_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    if (!type_in(n->types, card_type(g, card)))
        return false;
    const Facts *f = facts_of(g, n);
    if (!(n->marks & (EVEN_STOPPED | EVEN_OWNED)))
        return parts_fit(g, ctx, n, facts_are_sure(g, f), f->of_one, card);
    Ctx wide = *ctx;
    if (n->marks & EVEN_STOPPED)
        wide.even_stopped = true;
    if (n->marks & EVEN_OWNED && is_stopped(g, card) && card_in_play(g, card)) {
        cite_step(g, RULING_OWN_SUBSET);
        wide.even_stopped = in_force(g, RULING_OWN_SUBSET);
    }
    return parts_fit(g, &wide, n, facts_are_sure(g, f), f->of_one, card);
}

/* A mission is that of who seeded it; one that both seeded is yours, and since 2022 the opponent's as well (1E-5.3.6). */
static bool is_mission_of(const Game *g, const Ctx *ctx, NodeId id, CardId card)
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

/* ---- what lore and texts name ---- */

static bool speaks_of_mirror(const Game *g, CardId card)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, card);
    for (int i = 0; i < def->ability_count; i++)
        if (node_mentions_icon(cat, cat->ability[def->ability + i].node, ICON_MIRROR))
            return true;
    return icon_in(def->icons, ICON_MIRROR);
}

/* Since November 2019 a card with [MU] anywhere speaks of planets of the mirror universe, every other of those of the normal one. */
static bool is_planet_meant(const Game *g, CardId by, uint16_t name, CardId mission)
{
    const CardDef *def = printed(g, mission);
    if (def->type != TYPE_MISSION || !name || def->location != name)
        return false;
    cite_step(g, RULING_MIRROR_UNIVERSE_2019);
    return !in_force(g, RULING_MIRROR_UNIVERSE_2019) || speaks_of_mirror(g, by) == (def->quadrant == QUADRANT_MIRROR);
}

/* A planet is named with its mission's location since November 2019; a person or ship by name. */
static bool is_named_in_lore(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet by = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(one, &by)
        for (int i = 0; i < MAX_LORE_NAMES && printed(g, one)->names[i]; i++) {
            uint16_t name = printed(g, one)->names[i];
            if (printed(g, card)->persona == name)
                return true;
            if (is_planet_meant(g, one, name, card)) {
                cite_step(g, RULING_NAMED_IN_LORE_2019);
                return in_force(g, RULING_NAMED_IN_LORE_2019);
            }
        }
    return false;
}

/* One is called the other's partner, or since November 2019 bride. */
static bool calls_partner(const Game *g, CardId one, CardId other)
{
    const CardDef *def = printed(g, one);
    uint16_t who = printed(g, other)->persona;
    if (def->bride == who)
        cite_step(g, RULING_ROMANTIC_PARTNER_2019);
    return def->partner == who || (def->bride == who && in_force(g, RULING_ROMANTIC_PARTNER_2019));
}

static bool is_partner(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet others = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(other, &others)
        if (other != card && (calls_partner(g, card, other) || calls_partner(g, other, card)))
            return true;
    return false;
}

static bool shortens_way(const Game *g, const Ctx *ctx, NodeId id, CardId location)
{
    CardSet ships = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(ship, &ships)
        if (g->world->edition->may_cut_short && !g->world->edition->may_cut_short(g, ship, location))
            return false;
    return g->card[location].zone == ZONE_LINE;
}

static bool is_unexamined(const Game *g, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION) || g->card[mission].flags & EXAMINED)
        return false;
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_BENEATH && g->card[id].known & ~(1u << g->card[id].owner))
            return false;
    return true;
}

static bool owned_by(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    if (!holder_in(g, ctx, id, g->card[card].owner))
        return false;
    if (card_in_play(g, card) && !is_stopped(g, card))
        return true;
    cite_step(g, RULING_OWN);
    return in_force(g, RULING_OWN);             /* before: only what is in play and unstopped */
}

/* He is the Commander of that ship: by a keyword of his card, or by what the rules of the edition say about the two. */
bool commands(const Game *g, CardId who, CardId ship)
{
    if (g->world->edition->commands)
        return g->world->edition->commands(g, who, ship);
    if (g->mods & mod_bit(NODE_MOD_COMMANDS) && g->card[who].zone == ZONE_ABOARD && g->card[who].host == ship && modified_by(g, who, NODE_MOD_COMMANDS))
        return true;
    for (int i = 0; i < MAX_COMMANDER; i++)
        if (printed(g, who)->commander[i] && printed(g, who)->commander[i] == printed(g, ship)->persona)
            return is_type(g, ship, TYPE_SHIP) && !is_textless(g, who);
    return false;
}

/* Most cards are Commander of nothing, whatever ships there are. */
static bool may_command(const Game *g, CardId who)
{
    return g->world->edition->commands || g->mods & mod_bit(NODE_MOD_COMMANDS) || printed(g, who)->commander[0];
}

static bool commander_of(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    if (!may_command(g, card) || !readable(g, ctx, card))
        return false;
    CardSet ships = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(ship, &ships)
        if (commands(g, card, ship))
            return true;
    return false;
}

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

static bool could_be_played(const Game *g, const Ctx *ctx, CardId card, CardId mission)
{
    CardId with;
    return (card_in_play(g, card) || !breaks_uniqueness(g, card, ctx->you, &with))
        && (permits(g, mission, NODE_PERMIT_PLAY, card) || permits(g, card, NODE_PLAY_AT, mission));
}

static bool playable_at(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet missions = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(m, &missions)
        if (could_be_played(g, ctx, card, m))
            return true;
    return false;
}

static bool admits(const Game *g, const Ctx *ctx, NodeId id, CardId mission)
{
    if (!is_type(g, mission, TYPE_MISSION))
        return false;
    CardSet cards = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(card, &cards)
        if (could_be_played(g, ctx, card, mission))
            return true;
    return false;
}

/* Where one player controls both forces of a battle, or nobody one of them, each is the opponent of the other until it is decided
 * (1e-2019/battle-personnel-step-1.3, 1e-2019/battle-ship-step-2.3).  The force that a text of a card in it means by its "opponent"; NULL: there is
 * no such battle, or it speaks of somebody else. */
const CardSet *force_opposing(const Game *g, const Ctx *ctx, NodeId who)
{
    const Battle *b = &g->battle;
    Citation ruling = b->kind == BATTLE_OF_SHIPS ? RULING_BATTLE_SHIP_STEP_2_2019_3 : RULING_BATTLE_PERSONNEL_STEP_1_2019_3;
    if (!b->active || b->decided || g->world->cat->node[who].op != NODE_OPPONENT || (b->player[0] != b->player[1] && !b->uncontrolled)
        || !in_force(g, ruling))
        return NULL;
    for (int side = 0; side < 2; side++)
        if (set_has(&b->side[side], ctx->self)) {
            cite_step(g, ruling);
            return &b->side[1 - side];
        }
    return NULL;
}

static bool NOINLINE is_commanded(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const CardSet *opposing = force_opposing(g, ctx, node_child(g->cat, id, 0));
    if (opposing && set_has(opposing, card))
        return true;
    const Card *c = &g->card[card];
    if (!card_in_play(g, card) && !ctx->gone)
        return false;
    if (c->zone == ZONE_BRIG)
        return false;
    NodeId who = g->cat->arg[g->cat->node[id].arg];
    return g->cat->node[who].op == NODE_YOU ? c->commander == ctx->you : players_of(g, ctx, who) >> c->commander & 1;
}

static bool NOINLINE or_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    for (int i = 0; i < n->argc; i++)
        if (filter_is(g, ctx, g->cat->arg[n->arg + i], card))
            return true;
    return false;
}

static bool NOINLINE not_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    return !filter_is(g, ctx, g->cat->arg[n->arg], card);
}

static bool NOINLINE has_icon(const Game *g, const Ctx *ctx, int icon, CardId card)
{
    return readable(g, ctx, card) && icon_in(icons_of(g, card), icon);
}

static bool NOINLINE has_skill(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    int level = node_value(g->cat, id, 1);
    return readable(g, ctx, card) && skill_level(g, card, node_value(g->cat, id, 0)) >= (level ? level : 1);
}

/* A ship whose Commander is aboard it and under the same command.  One is enough, and a second helps no more (1E-12.16). */
static bool has_its_commander(const Game *g, CardId ship)
{
    if (!is_type(g, ship, TYPE_SHIP) && !is_type(g, ship, TYPE_FACILITY))
        return false;
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && g->card[id].commander == g->card[ship].commander && (g->world->edition->commands || barred(g, id) == BARS_NOTHING)
            && commands(g, id, ship)) {
            if (in_force(g, RULING_MATCHING_COMMANDER_2019_5))
                cite_step(g, RULING_MATCHING_COMMANDER_2019_5);
            return true;
        }
    return false;
}

/* A ship that one of those cards is the Commander of. */
static bool ship_of(const Game *g, const Ctx *ctx, NodeId id, CardId ship)
{
    if (!is_type(g, ship, TYPE_SHIP))
        return false;
    CardSet who = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(card, &who)
        if (readable(g, ctx, card) && commands(g, card, ship))
            return true;
    return false;
}

/* Whether it has one of these skills, at that level. */
static bool has_one_of(const Game *g, const Ctx *ctx, SkillSet skills, int level, CardId card)
{
    for (int s = 0; s < SKILL_COUNT && readable(g, ctx, card); s++)
        if (skill_in(skills, s) && skill_level(g, card, s) >= level)
            return true;
    return false;
}

static bool has_required_skill(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet asking = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    SkillSet skills = 0;
    FOR_SET(other, &asking)
        skills |= mission_skills(g, other);
    return has_one_of(g, ctx, skills, 1, card);
}

static bool title_begins(const Game *g, const char *with, CardId card)
{
    return strncmp(printed(g, card)->title, with, strlen(with)) == 0;
}

/* Whoever goes away alone shares in the skills of others through his own [Com] icon only. */
static bool has_alone(const Game *g, CardId card, int skill)
{
    if (own_skill_level(g, card, skill) > 0)
        return true;
    cite_step(g, RULING_TARELLIAN_PLAGUE_SHIP_1998_3);
    return in_force(g, RULING_TARELLIAN_PLAGUE_SHIP_1998_3) && icon_in(icons_of(g, card), ICON_COMMUNICATION) && skill_level(g, card, skill) > 0;
}

/* It takes no RANGE and no location next to it, but the will of its player (1e-1998/wormhole.2). */
static bool begins_to_move(const Game *g, CardId ship)
{
    CardId at = location_of(g, ship);
    cite_step(g, RULING_WORMHOLE_1998_2);
    if (in_force(g, RULING_WORMHOLE_1998_2))
        return true;
    return g->card[ship].range_used < attribute(g, ship, RANGE) && at && (g->card[at].above || g->card[at].below);
}

static bool is_unattended(const Game *g, CardId equipment)
{
    const Card *c = &g->card[equipment];
    if (c->zone != ZONE_SURFACE && c->zone != ZONE_ABOARD)
        return false;
    FOR_HOSTED(g, id, c->host)
        if (is_type(g, id, TYPE_PERSONNEL) && g->card[id].zone == c->zone && g->card[id].commander == c->commander)
            return false;
    return true;
}

/* The crew or Away Team that a personnel is in, as its edition has it. */
static CardSet edition_team(const Game *g, CardId personnel)
{
    bool there = g->world->edition->team_in && is_type(g, personnel, TYPE_PERSONNEL) && card_in_play(g, personnel);
    return there ? g->world->edition->team_in(g, personnel) : (CardSet){ 0 };
}

typedef struct { CardId by; bool less; } Weakening;

static void note_weakening(void *to, int amount, CardId source, Citation why)
{
    (void)why;
    Weakening *w = to;
    w->less |= source == w->by && amount < 0;
}

static bool weakens(const Game *g, CardId by, CardId card)
{
    Weakening w = { .by = by };
    for (int at = 0; at < ATTRIBUTE_COUNT; at++)
        value_parts(g, card, NODE_MOD_ATTR, at, note_weakening, &w);
    return w.less;
}

static void note_enhancing(void *to, int amount, CardId source, Citation why)
{
    (void)why;
    Weakening *w = to;
    w->less |= source == w->by && amount > 0;
}

static bool enhances(const Game *g, CardId by, int word, CardId card)
{
    Weakening w = { .by = by };
    if (has_ship_attributes(card_type(g, card)) == (word >= ATTR_RANGE))
        value_parts(g, card, NODE_MOD_ATTR, (word - ATTR_INTEGRITY) % ATTRIBUTE_COUNT, note_enhancing, &w);
    return w.less;
}

/* How many ships fire at it in this battle: those of the other side, where it is the one that was named. */
static int ships_firing_at(const Game *g, CardId id)
{
    const Battle *b = &g->battle;
    int n = 0;
    for (int side = 0; side < 2; side++)
        FOR_SET(ship, &b->ships[side])
            n += b->active && b->target[side] == id && g->card[ship].flags & FIRING && is_type(g, ship, TYPE_SHIP);
    return n;
}

/* It could be in one team with each of them. */
static bool goes_with_each(const Game *g, CardId id, const CardSet *others)
{
    FOR_SET(other, others)
        if (other != id && g->world->edition->related && !g->world->edition->related(g, SL_COMPATIBLE, id, other))
            return false;
    return true;
}

/* One of those locations is within so many times the full RANGE of the ship. */
static bool can_reach(const Game *g, CardId ship, int times, const CardSet *places)
{
    if (!is_type(g, ship, TYPE_SHIP) || !card_in_play(g, ship) || !g->world->edition->range_needed)
        return false;
    FOR_SET(to, places) {
        int need = location_of(g, ship) == to ? 0 : g->world->edition->range_needed(g, ship, to);
        if (need >= 0 && need <= times * attribute(g, ship, RANGE))
            return true;
    }
    return false;
}

static bool is_beside(const Game *g, CardId location, const CardSet *of)
{
    FOR_SET(id, of) {
        CardId at = location_of(g, id);
        if (at && g->card[location].zone == ZONE_LINE && (g->card[at].above == location || g->card[at].below == location))
            return true;
    }
    return false;
}

static bool is_bottom_seed(const Game *g, CardId id)
{
    if (g->card[id].zone != ZONE_BENEATH)
        return false;
    for (CardId other = g->card[id].above; other != NO_CARD; other = g->card[other].above)
        if (g->card[other].zone == ZONE_BENEATH)
            return false;
    return true;
}

static bool title_has(const Game *g, const char *words, CardId card)
{
    return strstr(printed(g, card)->title, words) != NULL;
}

static bool NOINLINE filter_more(const Game *g, const Ctx *ctx, NodeId id, CardId card);

/* The words that texts use most come first; each has its own function, so that to find the right one costs little. */
bool filter_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_AND:         return and_is(g, ctx, n, card);
    case NODE_TYPE:        return card_type(g, card) == n->value;
    case NODE_OF:          return is_commanded(g, ctx, id, card);
    case NODE_SELF:        return card == ctx->self;
    case NODE_OTHER:       return card != ctx->self;
    case NODE_ICON:        return has_icon(g, ctx, n->value, card);
    case NODE_HAS:         return has_skill(g, ctx, id, card);
    case NODE_TRAIT:       return trait_is(g, ctx, node_value(cat, id, 0), card);
    case NODE_TITLE:       return printed(g, card)->titled == (uint16_t)node_value(cat, id, 0);
    case NODE_COMPLETE:    return g->card[card].flags & COMPLETE;
    case NODE_COMPLETED_FIRST: return g->card[card].flags & COMPLETE && g->card[card].countdown == 1;   /* set when it is completed */
    case NODE_OR:          return or_is(g, ctx, n, card);
    case NODE_NOT:         return not_is(g, ctx, n, card);
    default:               return filter_more(g, ctx, id, card);
    }
}

/* A modifier of that card is on it. */
static bool is_affected(const Game *g, CardId by, CardId card)
{
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].target == card && g->modifier[i].source == by)
            return true;
    return false;
}

/* Alone in any one of its species (1e-2013/species.19). */
static bool is_alone_of_kind(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    CardSet among = filter_set(g, ctx, node_child(cat, id, 0));
    if (!set_has(&among, card))
        return false;
    for (int trait = 1; trait < cat->trait_count; trait++) {
        if (cat->trait_kind[trait] != OF_SPECIES || !has_trait(g, card, trait))
            continue;
        bool alone = true;
        FOR_SET(other, &among)
            alone = alone && (other == card || !has_trait(g, other, trait));
        if (alone) {
            if (in_force(g, RULING_SPECIES_2013_19))
                cite_step(g, RULING_SPECIES_2013_19);
            return true;
        }
    }
    return false;
}

/* Personnel of more than one player are where it is; of a place, there. */
static bool is_opposed(const Game *g, CardId card)
{
    bool inside = g->card[card].zone == ZONE_ABOARD || (g->card[card].zone == ZONE_SURFACE && !is_type(g, card, TYPE_FACILITY));
    CardId place = inside ? g->card[card].host : card;
    Zone zone = g->card[place].zone == ZONE_LINE ? ZONE_SURFACE : ZONE_ABOARD;
    unsigned there = 0;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && is_type(g, id, TYPE_PERSONNEL) && !(g->card[id].flags & (CAPTIVE | STASIS)))      /* 1E-4.9 */
            there |= 1u << g->card[id].commander;
    return (there & (there - 1)) != 0;
}

static bool filter_more(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->cat;
    const Node *n = &cat->node[id];
    const Card *c = &g->card[card];
    const CardDef *def = printed(g, card);
    const Scope *s = scope_of(g, ctx);
    switch (n->op) {
    case NODE_ANY:         return true;
    case NODE_HOST:        return card == g->card[ctx->self].host && card != NO_CARD;
    case NODE_THAT:        return that_of(g, ctx) && set_has(that_of(g, ctx), card);
    case NODE_BEARER:      return ctx->bearer == card;
    case NODE_CAUSE:       return cause_of(g, ctx) == card;
    case NODE_VAR:         return s && set_has(set_at(g, s->var[node_value(cat, id, 0)]), card);
    case NODE_GROUP:       return set_has(&g->encounter.group, card) && g->encounter.active;
    case NODE_FIRING:      return g->card[card].flags & FIRING;
    case NODE_ADVERSARY:   return g->battle.active && g->battle.kind == BATTLE_OF_PERSONNEL && (g->battle.target[0] == card || g->battle.target[1] == card);
    case NODE_ATTACKED:    return g->battle.active && g->battle.kind == BATTLE_OF_SHIPS && (g->battle.target[0] == card || g->card[card].flags & FIRED_AT);
    case NODE_HOLOGRAM_OFF: return g->card[card].flags & DEACTIVATED;
    case NODE_OPPOSED:     return is_opposed(g, card);
    case NODE_INVOLVED:    return g->battle.active && (set_has(&g->battle.side[0], card) || set_has(&g->battle.side[1], card)
                                || set_has(&g->battle.ships[0], card) || set_has(&g->battle.ships[1], card));
    case NODE_PERSONA:     return def->persona == (uint16_t)node_value(cat, id, 0);
    case NODE_COPY_OF: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &of)
            if (g->card[other].def == c->def)
                return true;
        return false;
    }
    case NODE_SAME:        return same_as_any(g, ctx, id, card);
    case NODE_DIFFERENT:   return !same_as_any(g, ctx, id, card);
    case NODE_HAS_ALONE:   return readable(g, ctx, card) && has_alone(g, card, node_value(cat, id, 0));
    case NODE_CLASSIFIED:  return !(c->flags & ASSIMILATED) && classification_skill(g, card) == node_value(cat, id, 0);
    case NODE_HAS_NAMED:   return g->card[ctx->self].named_kind == 2 && readable(g, ctx, card)
                                && skill_level(g, card, g->card[ctx->self].named) > 0;
    case NODE_NAMED:       return is_named(g, ctx, card);
    case NODE_HAS_NAMED_ICON: return g->card[ctx->self].named_kind == NAMED_ICON && has_icon(g, ctx, g->card[ctx->self].named, card);
    case NODE_NAMED_TYPE:  return g->card[ctx->self].named_kind == NAMED_TYPE && def->type == g->card[ctx->self].named;
    case NODE_ATTR_NAMED:  return g->card[ctx->self].named_kind == NAMED_ATTRIBUTE && readable(g, ctx, card) && def->type == TYPE_PERSONNEL
                                && compare(attribute(g, card, g->card[ctx->self].named - ATTR_INTEGRITY), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_HAS_REQUIRED:return has_required_skill(g, ctx, id, card);
    case NODE_SKILLED:     return has_one_of(g, ctx, ~(SkillSet)0, node_value(cat, id, 0), card);
    case NODE_TITLE_HAS:   return title_has(g, cat->persona_name[node_value(cat, id, 0)], card);
    case NODE_TITLE_BEGINS:return title_begins(g, cat->persona_name[node_value(cat, id, 0)], card);
    case NODE_TOTAL_ATTR:  return readable(g, ctx, card)
                                && compare(property(g, card, PROP_ATTRIBUTES), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_NEEDS_STAFF: return (node_value(cat, id, 0) == ICON_CMD ? def->need_cmd : node_value(cat, id, 0) == ICON_STF ? def->need_stf : 0) > 0;
    case NODE_REQUIRES_NAMED: return g->card[ctx->self].named_kind == NAMED_SKILL && mission_requires(g, card, skill_bit(g->card[ctx->self].named));
    case NODE_SHIP_OF:     return ship_of(g, ctx, id, card);
    case NODE_FACED_TODAY: return g->card[card].flags & FACED;
    case NODE_TRIED_LAST:  return g->card[card].flags & TRIED_BEFORE;
    case NODE_WAS_ON_IT:   return g->card[card].flags & HOST_LOST;
    case NODE_PLAYED_NOW:  return use_times(g, card, 0, PERIOD_PLAYED) > 0;
    case NODE_HAS_COMMANDER: return has_its_commander(g, card);
    case NODE_ATTR:        return readable(g, ctx, card) && attribute_is(g, ctx, id, card);
    case NODE_PRINTED:     return printed_is(g, ctx, id, card);
    case NODE_COST_IS:     return compare(ctx->pricing && card == ctx->self ? cost_without_own_text(g, card) : cost_of(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_POINTS_ARE:  return def->type == TYPE_MISSION
                                && compare(mission_points(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_SPAN_IS:     return def->type == TYPE_MISSION
                                && compare(mission_span(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_DOTS_ARE:    return compare(dots_of(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_STAFF_ICONS: return compare(def->need_cmd + def->need_stf + def->staff_count, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_UNIQUE:      return def->unique;
    case NODE_STOPPED_NOW: return is_stopped(g, card);
    case NODE_ASSIMILATED_NOW: return g->card[card].flags & ASSIMILATED;
    case NODE_STAFFED:     return def->type == TYPE_SHIP && card_in_play(g, card) && is_staffed(g, card);
    case NODE_TEAM_OF: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &of) {
            CardSet team = edition_team(g, other);
            if (set_has(&team, card))
                return true;
        }
        return false;
    }
    case NODE_TEAM_SIZE: {
        CardSet team = edition_team(g, card);
        return set_has(&team, card) && compare(set_count(&team), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    }
    case NODE_WEAKENS: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &of)
            if (weakens(g, card, other))
                return true;
        return false;
    }
    case NODE_ENHANCES: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 1));
        FOR_SET(other, &of)
            if (enhances(g, card, node_value(cat, id, 0), other))
                return true;
        return false;
    }
    case NODE_CAN_REACH: {
        CardSet places = filter_set(g, ctx, node_child(cat, id, 1));
        return can_reach(g, card, node_value(cat, id, 0), &places);
    }
    case NODE_BESIDE: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        return is_beside(g, card, &of);
    }
    case NODE_REMEMBERED:  return title_is_noted(g, c->owner, c->def);
    case NODE_MAY_MOVE:    return !why_cannot(g, card, ACT_MOVE, NO_CARD, NULL);
    case NODE_COMPATIBLE: {
        CardSet with = filter_set(g, ctx, node_child(cat, id, 0));
        return goes_with_each(g, card, &with);
    }
    case NODE_BOTTOM_SEED: return is_bottom_seed(g, card);
    case NODE_VICTORIOUS:  return g->battle.won && set_has(&g->battle.side[g->battle.won - 1], card);
    case NODE_TARGETED:    return compare(ships_firing_at(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_UNATTENDED:  return def->type == TYPE_EQUIPMENT && is_unattended(g, card);
    case NODE_USES_STOLEN: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &of)
            if (g->card[other].flags & STOLEN && icon_in(icons_of(g, card), ICON_BORG)) {
                cite_step(g, RULING_PROCUREMENT_DRONE_1998);
                return in_force(g, RULING_PROCUREMENT_DRONE_1998);
            }
        return false;
    }
    case NODE_LINE_END:    return c->zone == ZONE_LINE && g->card[card].holder < LINE_TIME && (c->above == NO_CARD || c->below == NO_CARD);
    case NODE_BEGINS_MOVE: return def->type == TYPE_SHIP && begins_to_move(g, card);
    case NODE_DOCKED:      return c->zone == ZONE_DOCKED;
    case NODE_DAMAGED:     return def->type == TYPE_SHIP && is_damaged(g, card);
    case NODE_DAMAGE_CARD: return is_damage_card(g, card);
    case NODE_KIND:        return def->kind == node_value(cat, id, 0);
    case NODE_QUADRANT:    return def->quadrant == node_value(cat, id, 0);
    case NODE_REQUIRES: {
        SkillSet skills = 0;
        for (int i = 0; i < n->argc; i++)
            skills |= skill_bit(node_value(cat, id, i));
        return mission_requires(g, card, skills);
    }
    case NODE_REQUIRES_ATTR: return def->type == TYPE_MISSION && asks_attribute(g, mission_requirement(g, card, 0), node_value(cat, id, 0));
    case NODE_ATTEMPT_ICON:return def->type == TYPE_MISSION && icon_in(mission_end(g, card, c->commander)->icons, node_value(cat, id, 0));
    case NODE_NO_ICONS:    return def->type == TYPE_MISSION && icons_none(mission_end(g, card, ctx->you)->icons);
    case NODE_ADJACENT:    return c->zone == ZONE_LINE && (c->above == ctx->self || c->below == ctx->self) && g->card[ctx->self].zone == ZONE_LINE;
    case NODE_SPECIALIST:  return is_specialist(def);
    case NODE_CLAIMED:     return is_claimed(g, ctx->self, card);
    case NODE_NEXT_ON_COURSE: return g->world->edition->next_on_course && g->world->edition->next_on_course(g, ctx->self) == card;
    case NODE_PLANET_NAMED: return is_planet_meant(g, ctx->self, (uint16_t)node_value(cat, id, 0), card);
    case NODE_LORE_NAMED:  return is_named_in_lore(g, ctx, id, card);
    case NODE_PARTNER_OF:  return is_partner(g, ctx, id, card);
    case NODE_SHORTENS_WAY: return shortens_way(g, ctx, id, card);
    case NODE_UNEXAMINED:  return is_unexamined(g, card);
    case NODE_SEEDED_BY:   return is_mission_of(g, ctx, id, card);
    case NODE_NEW_HERE:    return g->card[card].flags & ARRIVED;
    case NODE_OWNED:       return owned_by(g, ctx, id, card);
    case NODE_IN_TENT:     return c->zone == ZONE_TENT && holder_in(g, ctx, id, c->owner);
    case NODE_LOCATION:    return c->zone == ZONE_LINE;
    case NODE_IN_HAND:     return c->zone == ZONE_HAND && holder_in(g, ctx, id, c->owner) && !(ctx->playing && card == ctx->self);
    case NODE_IN_DECK:     return c->zone == ZONE_DECK && holder_in(g, ctx, id, c->owner);
    case NODE_IN_DISCARD:  return (c->zone == ZONE_DISCARD || (ctx->gone && g->gone_zone == ZONE_DISCARD)) && holder_in(g, ctx, id, c->owner);
    case NODE_IN_REMOVED:  return c->zone == ZONE_REMOVED && holder_in(g, ctx, id, c->owner);
    case NODE_IN_PILE:     return c->zone == ZONE_PILE && holder_in(g, ctx, id, c->owner);
    case NODE_IN_CORE_OF:  return c->zone == ZONE_CORE && holder_in(g, ctx, id, c->holder);
    case NODE_IN_BRIG_OF:  return c->zone == ZONE_BRIG && holder_in(g, ctx, id, c->holder);
    case NODE_DRAWN:       return c->zone == ZONE_DRAWN;
    case NODE_NEXT_DILEMMA:return card == g->stack.top && card != NO_CARD;
    case NODE_STACKED:     return c->zone == ZONE_STACK;
    case NODE_HERE:
        if (ctx->gone && !card_in_play(g, card))
            return g->gone_host && location_of(g, g->gone_host) == this_mission(g, ctx->self);
        return same_mission(g, location_of(g, card), this_mission(g, ctx->self)) && c->zone != ZONE_ROW;
    case NODE_PRESENT:
        if (ctx->gone && !card_in_play(g, card))
            return g->gone_host && g->card[ctx->self].host == g->gone_host && g->card[ctx->self].zone == g->gone_zone;
        return card_in_play(g, card) && (is_faced(g, ctx->self) ? set_has(&g->encounter.group, card)
                                : present_with(g, ctx->self, card));
    case NODE_PRESENT_WITH: {
        CardSet with = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(other, &with)
            if (other != card && present_with(g, other, card))
                return true;
        return false;
    }
    case NODE_AT: {
        CardId m = location_of(g, card);
        return m && c->zone != ZONE_ROW && filter_is(g, ctx, node_child(cat, id, 0), m);
    }
    case NODE_THIS_MISSION:return card == this_mission(g, ctx->self);
    case NODE_THIS_SHIP:   return card == this_ship(g, ctx->self);
    case NODE_ABOARD:      return host_is(g, ctx, id, card, ZONE_ABOARD);
    case NODE_HAS_ABOARD:
        FOR_HOSTED(g, other, card)
            if (g->card[other].zone == ZONE_ABOARD && filter_is(g, ctx, node_child(cat, id, 0), other))
                return true;
        return false;
    case NODE_ON:          return host_is(g, ctx, id, card, ZONE_ON) || host_is(g, ctx, id, card, ZONE_SURFACE);
    case NODE_BENEATH:     return host_is(g, ctx, id, card, ZONE_BENEATH);
    case NODE_ON_PLANET:   return c->zone == ZONE_SURFACE && (printed(g, c->host)->kind == KIND_PLANET || printed(g, c->host)->kind == KIND_DUAL);
    case NODE_COMMANDER_OF:return commander_of(g, ctx, id, card);
    case NODE_IN_COMMAND:  return readable(g, ctx, card) && c->zone == ZONE_ABOARD && commands(g, card, c->host);
    case NODE_PLAYABLE_AT: return playable_at(g, ctx, id, card);
    case NODE_ADMITS:      return admits(g, ctx, id, card);
    case NODE_STOPPED_BY:  return set_has(&g->encounter.stopped_by, card);
    case NODE_USED_SKILLS: {
        if (!set_has(&g->encounter.users, card))
            return false;
        SkillSet asked = g->encounter.used, listed = 0;
        for (int i = 0; i < n->argc; i++)
            listed |= skill_bit(node_value(cat, id, i));
        for (int k = 0; k < SKILL_COUNT; k++)
            if (skill_in(asked, k) && (listed == 0 || skill_in(listed, k)) && skill_level(g, card, k))
                return true;
        return false;
    }
    case NODE_FACED_NOW:   return is_faced(g, card);
    case NODE_EQUIPPED:    return is_equipped(g, ctx, id, card);
    case NODE_CARRIES:     return hosts_one(g, ctx, id, card, false);
    case NODE_HAS_BENEATH: return hosts_one(g, ctx, id, card, true);
    case NODE_DILEMMAS_UNDER: return def->type == TYPE_MISSION && compare(dilemmas_beneath(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_HAS_HERE:    return has_here(g, ctx, id, card);
    case NODE_CAPTIVE_OF:  return is_captive(g, card) && card_in_play(g, card) && holder_in(g, ctx, id, c->commander);
    case NODE_CAPTIVE:     return (is_captive(g, card) || c->flags & CAPTIVE) && card_in_play(g, card);
    case NODE_AFFECTED:    return is_affected(g, ctx->self, card);
    case NODE_ALONE_OF_KIND: return is_alone_of_kind(g, ctx, id, card);
    default:               return false;
    }
}
