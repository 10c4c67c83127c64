/* Filters: whether a card is what the words of a text say.  The words that are asked most, and where each of the others is found: what a card is, in
 * filter_card.c, and where it is, in filter_place.c. */
#include "kernel/edition.h"
#include "kernel/trace.h"
#include "verbs/eval.h"

/* A card that just left play is asked about where it had been. */
static bool is_gone(const Game *g, const Ctx *ctx, CardId card)
{
    return ctx->gone && !card_in_play(g, card);
}

static CardId gone_host(const Game *g, const Ctx *ctx) { return ctx->past ? g->past[ctx->past - 1].host : g->gone_host; }
static uint8_t gone_zone(const Game *g, const Ctx *ctx) { return ctx->past ? g->past[ctx->past - 1].zone : g->gone_zone; }

/* It left the place from which the attempt is made: it is spoken of as one of those in it. */
static bool was_in_attempt(const Game *g, const Ctx *ctx)
{
    const Encounter *e = &g->encounter;
    return gone_host(g, ctx) && gone_host(g, ctx) == (e->ship[0] ? e->ship[0] : e->mission);
}

static bool is_on_planet(const Game *g, uint8_t zone, CardId host)
{
    return zone == ZONE_SURFACE && (printed(g, host)->kind == KIND_PLANET || printed(g, host)->kind == KIND_DUAL);
}

/* The card shares the place that the one which left play had. */
static bool was_with(const Game *g, const Ctx *ctx, CardId card)
{
    return gone_host(g, ctx) && g->card[card].host == gone_host(g, ctx) && g->card[card].zone == gone_zone(g, ctx);
}

static bool host_is(const Game *g, const Ctx *ctx, NodeId id, CardId card, int zone)
{
    const Card *c = &g->card[card];
    if (is_gone(g, ctx, card) && c->zone != zone)
        return gone_zone(g, ctx) == zone && gone_host(g, ctx) && filter_is(g, ctx, node_child(g->world->cat, id, 0), gone_host(g, ctx));
    return c->zone == zone && filter_is(g, ctx, node_child(g->world->cat, id, 0), c->host);
}

/* Nothing compares with an attribute without a value, unless a text has given it one (1E-2.2.2). */
static bool attribute_compares(const Game *g, const Ctx *ctx, CardId card, int at, int cmp, int n)
{
    int person = person_asked(ctx, card);
    int value = person < 0 ? attribute(g, card, at) : person_attribute(g, card, at, person);
    return (value || !(printed(g, card)->no_value >> at & 1)) && compare(value, cmp, n);
}

static bool attribute_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    int word = node_value(cat, id, 0), cmp = node_value(cat, id, 1), n = quantity(g, ctx, node_child(cat, id, 2));
    bool ship = has_ship_attributes(card_type(g, card));
    if (is_asked_whole(g, ctx, card))
        return persons_fitting(g, ctx, id, card) > 0;
    if (word == ATTR_ANY || word == ATTR_ALL) {
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            if (attribute_compares(g, ctx, card, i, cmp, n) != (word == ATTR_ALL))
                return word == ATTR_ANY;
        return word == ATTR_ALL;
    }
    int at = word - ATTR_INTEGRITY;
    return (at >= 3) == ship && attribute_compares(g, ctx, card, at % 3, cmp, n);
}

/* Whether he is confined may depend on texts that ask for skills: those are asked as if nobody were. */
bool NOINLINE is_kept_from_skills(const Game *g, CardId card)
{
    if (g->cache.confining || !is_type(g, card, TYPE_PERSONNEL))
        return false;
    cache_of(g)->confining = true;
    bool confined = g->world->edition->is_confined(g, card);
    cache_of(g)->confining = false;
    return confined;
}

/* What somebody is whatever state he is in: his species and gender. */
static bool is_inborn(const Game *g, int trait)
{
    return g->world->cat->trait_kind[trait] == OF_SPECIES || trait == TRAIT_MALE || trait == TRAIT_FEMALE || trait == TRAIT_NEUTER;
}

bool NOINLINE trait_is(const Game *g, const Ctx *ctx, int trait, CardId card)
{
    int person = person_asked(ctx, card);
    if (person >= 0 && !is_of_persons_species(g, card, person, trait) && g->world->cat->trait_kind[trait] == OF_SPECIES)
        return false;
    return has_trait_for(g, card, trait, ctx->self) && (is_inborn(g, trait) || uses_skills(g, ctx, card));
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

static bool and_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    if (!type_in(n->types, card_type(g, card)))
        return false;
    const Facts *f = facts_of(g, n);
    if (!(n->marks & (EVEN_STOPPED | EVEN_OWNED)))
        return parts_fit(g, ctx, n, f, facts_are_sure(g, f), f->of_one, card);
    Ctx wide = *ctx;
    if (n->marks & EVEN_STOPPED)
        wide.even_stopped = true;
    if (n->marks & EVEN_OWNED && is_stopped(g, card) && card_in_play(g, card)) {
        cite_step(g, RULING_OWN_SUBSET);
        wide.even_stopped = in_force(g, RULING_OWN_SUBSET);
    }
    return parts_fit(g, &wide, n, f, facts_are_sure(g, f), f->of_one, card);
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

/* Where one player controls both forces of a battle, or nobody one of them, each is the opponent of the other until it is decided
 * (1e-2019/battle-personnel-step-1.3, 1e-2019/battle-ship-step-2.3).  The force that a text of a card in it means by its "opponent"; NULL: there is
 * no such battle, or it speaks of somebody else. */
const CardSet *force_opposing(const Game *g, const Ctx *ctx, NodeId who)
{
    const Battle *b = &g->battle;
    if (!b->active)
        return NULL;
    Citation ruling = b->kind == BATTLE_OF_SHIPS ? RULING_BATTLE_SHIP_STEP_2_2019_3 : RULING_BATTLE_PERSONNEL_STEP_1_2019_3;
    if (b->decided || g->world->cat->node[who].op != NODE_OPPONENT || (b->player[0] != b->player[1] && !b->uncontrolled)
        || !in_force(g, ruling))
        return NULL;
    for (int side = 0; side < 2; side++)
        if (set_has(&b->side[side], ctx->self)) {
            cite_step(g, ruling);
            return &b->side[1 - side];
        }
    return NULL;
}

/* ---- the words that texts use most, each with its own function: the node, and the card that is asked ---- */

static bool of_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    NodeId who = g->cat->arg[n->arg];
    const CardSet *opposing = force_opposing(g, ctx, who);
    if (opposing && set_has(opposing, card))
        return true;
    const Card *c = &g->card[card];
    if (!card_in_play(g, card) && !ctx->gone)
        return false;
    if (c->zone == ZONE_BRIG)
        return false;
    return g->cat->node[who].op == NODE_YOU ? c->commander == ctx->you : players_of(g, ctx, who) >> c->commander & 1;
}

static bool one_part_is(const Game *g, const Ctx *ctx, const Node *n, uint64_t parts, CardId card)
{
    for (; parts; parts &= parts - 1)
        if (filter_is(g, ctx, g->cat->arg[n->arg + (unsigned)__builtin_ctzll(parts)], card))
            return true;
    return false;
}

/* Types and printed icons first: they are found at once. */
static bool or_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    const Facts *f = facts_of(g, n);
    if (type_in(f->types, card_type(g, card)))
        return true;
    bool sure = f->facts && facts_are_sure(g, f) && facts_answer(g, f, card), has = sure && !icons_none(icons_both(f->icons, printed(g, card)->icons));
#ifdef SPACELINE_CHECK
    assert(!sure || has == one_part_is(g, ctx, n, f->facts, card));
#endif
    if (has)
        return true;
    uint64_t asked = sure ? f->of_one : f->of_one | f->facts;
    return asked && one_part_is(g, ctx, n, asked, card);
}

static bool not_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    return !filter_is(g, ctx, g->cat->arg[n->arg], card);
}

static bool has_icon(const Game *g, const Ctx *ctx, int icon, CardId card)
{
    int person = person_asked(ctx, card);
    return readable(g, ctx, card) && icon_in(person < 0 ? icons_of(g, card) : persons_icons(g, card, person), icon);
}

static int value_in(const Game *g, const Node *n, int i)      /* literal child i */
{
    return i < n->argc ? g->cat->node[g->cat->arg[n->arg + (unsigned)i]].value : 0;
}

static bool has_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    int skill = value_in(g, n, 0), level = value_in(g, n, 1), person = person_asked(ctx, card);
    if (is_asked_whole(g, ctx, card))
        return persons_fitting(g, ctx, (NodeId)(n - g->cat->node), card) > 0;
    int has = person < 0 ? skill_level(g, card, skill) : person_skill(g, card, skill, person);
    return has >= (level ? level : 1) && uses_skills(g, ctx, card);
}

static bool type_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { (void)ctx; return card_type(g, card) == n->value; }
static bool self_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { (void)g, (void)n; return card == ctx->self; }
static bool other_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { (void)g, (void)n; return card != ctx->self; }
static bool icon_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { return has_icon(g, ctx, n->value, card); }
static bool keyword_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { return trait_is(g, ctx, value_in(g, n, 0), card); }
static bool complete_is(const Game *g, const Ctx *ctx, const Node *n, CardId card) { (void)ctx, (void)n; return g->card[card].flags & COMPLETE; }
static bool title_is(const Game *g, const Ctx *ctx, const Node *n, CardId card)
{
    (void)ctx;
    return printed(g, card)->titled == (uint16_t)value_in(g, n, 0);
}

static bool NOINLINE filter_more(const Game *g, const Ctx *ctx, NodeId id, CardId card);

typedef bool Word(const Game *, const Ctx *, const Node *, CardId);

bool filter_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    static Word *const word_is[NODE_OP_COUNT] = {
        [NODE_AND] = and_is, [NODE_OR] = or_is, [NODE_NOT] = not_is, [NODE_TYPE] = type_is, [NODE_OF] = of_is, [NODE_SELF] = self_is, [NODE_OTHER] = other_is,
        [NODE_ICON] = icon_is, [NODE_HAS] = has_is, [NODE_TRAIT] = keyword_is, [NODE_TITLE] = title_is, [NODE_COMPLETE] = complete_is,
    };
    const Node *n = &g->cat->node[id];
    Word *is = word_is[n->op];
    return is ? is(g, ctx, n, card) : filter_more(g, ctx, id, card);
}

/* Who cannot use his skills where he is, or as he is, is of no classification for texts either (1E-10.13, 11.9, 13.7). */
static bool loses_class(const Game *g, CardId card)
{
    const Edition *e = g->world->edition;
    return card_in_play(g, card) && (barred(g, card) & BARS_SKILLS || (e->is_confined && e->is_confined(g, card)));
}

/* The name of the persona on the card; of two persons, that of the one who is asked. */
static bool bears_name(const Game *g, const Ctx *ctx, uint16_t name, CardId card)
{
    const CardDef *def = printed(g, card);
    int person = person_asked(ctx, card);
    return (person != 1 && def->persona == name) || (person && def->person && person_on(g, card, 1)->persona == name);
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
    case NODE_GROUP:       return g->encounter.active && (set_has(&g->encounter.group, card) || (is_gone(g, ctx, card) && was_in_attempt(g, ctx)));
    case NODE_FIRING:      return g->card[card].flags & FIRING;
    case NODE_ADVERSARY:   return g->battle.active && g->battle.kind == BATTLE_OF_PERSONNEL && (g->battle.target[0] == card || g->battle.target[1] == card);
    case NODE_ATTACKED:    return g->battle.active && g->battle.kind == BATTLE_OF_SHIPS && (g->battle.target[0] == card || g->card[card].flags & FIRED_AT);
    case NODE_HOLOGRAM_OFF: return g->card[card].flags & DEACTIVATED;
    case NODE_OPPOSED:     return is_opposed(g, card);
    case NODE_INVOLVED:    return g->battle.active && (set_has(&g->battle.side[0], card) || set_has(&g->battle.side[1], card)
                                || set_has(&g->battle.ships[0], card) || set_has(&g->battle.ships[1], card));
    case NODE_PERSONA:     return bears_name(g, ctx, (uint16_t)node_value(cat, id, 0), card);
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
    case NODE_CLASSIFIED:
        if (loses_class(g, card))
            return false;
        if (is_asked_whole(g, ctx, card))
            return persons_fitting(g, ctx, id, card) > 0;
        if (person_asked(ctx, card) >= 0)
            return !(c->flags & ASSIMILATED) && is_persons_class(g, card, person_asked(ctx, card), node_value(cat, id, 0));
        return !(c->flags & ASSIMILATED) && classification_skill(g, card) == node_value(cat, id, 0);
    case NODE_HAS_NAMED:   return has_one_of(g, ctx, named_skills(g, ctx->self), 1, card);
    case NODE_NAMED:       return g->card[ctx->self].named_kind == NAMED_TITLE && def->persona == (uint16_t)g->card[ctx->self].named && is_named_version(g, ctx, card);
    case NODE_HAS_NAMED_KEYWORD: case NODE_NAMED_SPECIES: return g->card[ctx->self].named_kind == NAMED_KEYWORD && has_trait(g, card, g->card[ctx->self].named);
    case NODE_HAS_NAMED_ICON: return g->card[ctx->self].named_kind == NAMED_ICON && has_icon(g, ctx, g->card[ctx->self].named, card);
    case NODE_NAMED_TYPE:  return g->card[ctx->self].named_kind == NAMED_TYPE && def->type == g->card[ctx->self].named;
    case NODE_ATTR_NAMED:  return g->card[ctx->self].named_kind == NAMED_ATTRIBUTE && readable(g, ctx, card) && def->type == TYPE_PERSONNEL
                                && compare(attribute(g, card, g->card[ctx->self].named - ATTR_INTEGRITY), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_HAS_REQUIRED:return has_required_skill(g, ctx, id, card);
    case NODE_HAS_USED:    return has_used_skill(g, ctx, id, card);
    case NODE_SKILLED:     return has_one_of(g, ctx, ~(SkillSet)0, node_value(cat, id, 0), card);
    case NODE_TITLE_HAS:   return title_has(g, cat->persona_name[node_value(cat, id, 0)], card);
    case NODE_TITLE_BEGINS:return title_begins(g, cat->persona_name[node_value(cat, id, 0)], card);
    case NODE_TOTAL_ATTR:  return readable(g, ctx, card)
                                && compare(property(g, card, PROP_ATTRIBUTES), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_TOTAL_PRINTED: return has_printed_total(g, ctx, id, card);
    case NODE_NEEDS_STAFF: return (node_value(cat, id, 0) == ICON_CMD ? def->need_cmd : node_value(cat, id, 0) == ICON_STF ? def->need_stf : 0) > 0;
    case NODE_REQUIRES_NAMED: return named_skills(g, ctx->self) && mission_requires(g, card, named_skills(g, ctx->self));
    case NODE_SHIP_OF:     return ship_of(g, ctx, id, card);
    case NODE_FACED_TODAY: return g->card[card].flags & FACED;
    case NODE_TRIED_LAST:  return g->card[card].flags & TRIED_BEFORE;
    case NODE_WAS_ON:      return was_on(g, card) && filter_is(g, ctx, node_child(cat, id, 0), was_on(g, card));
    case NODE_BEFALLEN:    return has_befallen(g, ctx, node_child(cat, id, 0), card);
    case NODE_PLAYED_NOW:  return use_times(g, card, 0, PERIOD_PLAYED) > 0;
    case NODE_HAS_COMMANDER: return has_its_commander(g, card);
    case NODE_ATTEMPTED_NOW: return g->encounter.active && card == g->encounter.mission;
    case NODE_MET_BY:      return is_met_by(g, ctx, id, card);
    case NODE_FACEABLE_AT: {
        CardSet at = filter_set(g, ctx, node_child(cat, id, 0));
        FOR_SET(mission, &at)
            if (def->type == TYPE_DILEMMA && (def->kind == KIND_DUAL || def->kind == printed(g, mission)->kind))
                return true;
        return false;
    }
    case NODE_SEVERAL_HERE: return def->type == TYPE_MISSION && cards_at(g, ctx, node_child(cat, id, 1), card) >= node_value(cat, id, 0);
    case NODE_AT_OWN_ICON: return is_at_matching_mission(g, card);
    case NODE_ATTR:        return readable(g, ctx, card) && attribute_is(g, ctx, id, card);
    case NODE_PRINTED:     return printed_is(g, ctx, id, card);
    case NODE_ATTR_WITHOUT: {
        CardSet by = filter_set(g, ctx, node_child(cat, id, 1));
        return readable(g, ctx, card) && compare(attribute_without(g, card, node_value(cat, id, 0), &by), node_value(cat, id, 2), quantity(g, ctx, node_child(cat, id, 3)));
    }
    case NODE_PLAYED_AS:   return has_kind(def, NODE_PLAYS_AS) && node_value(cat, ability_of_kind(g, card, NODE_PLAYS_AS)->node, 0) == node_value(cat, id, 0);
    case NODE_COST_IS:     return compare(ctx->pricing && card == ctx->self ? cost_without_own_text(g, card) : cost_of(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_POINTS_ARE:  return def->type == TYPE_MISSION
                                && compare(mission_points(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_SPAN_IS:     return def->type == TYPE_MISSION
                                && compare(mission_span(g, card, ctx->you), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_SKILLS_ARE:  return is_type(g, card, TYPE_PERSONNEL) && compare(skill_count(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_DOTS_ARE:    return compare(dots_of(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_HOLDS:       return compare(held(g, ctx, node_child(cat, id, 2), card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_RANGE_LEFT:  return def->type == TYPE_SHIP && card_in_play(g, card) && compare(unused_range(g, card), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_STAFF_ICONS: return compare(def->need_cmd + def->need_stf + def->staff_count, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    case NODE_UNIQUE:      return def->unique;
    case NODE_STOPPED_NOW: return is_stopped(g, card);
    case NODE_ASSIMILATED_NOW: return c->flags & ASSIMILATED || (def->type == TYPE_MISSION && is_assimilated_planet(g, card));
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
        return set_has(&team, card) && compare(heads_in(g, &team), node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
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
    case NODE_PLAYS_ON_A:  return plays_on_type(g, card, node_value(cat, id, 0));
    case NODE_CORE_CARD:   return has_kind(def, NODE_IN_CORE);
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
    case NODE_LEADER:      return is_leader(g, card);
    case NODE_SPECIALIST:  return is_specialist(def);
    case NODE_LONG_SPY:    return c->flags & INFILTRATING && c->flags & LONG_AMONG;
    case NODE_SPY:         return c->flags & INFILTRATING;
    case NODE_GOAL:        return g->card[ctx->self].named_kind == NAMED_GOAL && g->card[ctx->self].named == card;
    case NODE_SCOUTED:     return c->named_kind == NAMED_SCOUTED && c->named;
    case NODE_CLAIMED:     return is_claimed(g, ctx->self, card);
    case NODE_NEXT_ON_COURSE: return g->world->edition->next_on_course && g->world->edition->next_on_course(g, ctx->self) == card;
    case NODE_PLANET_NAMED: return is_planet_meant(g, ctx->self, (uint16_t)node_value(cat, id, 0), card);
    case NODE_LORE_NAMED:  return is_named_in_lore(g, ctx, id, card);
    case NODE_PARTNER_OF:  return is_partner(g, ctx, id, card);
    case NODE_SHORTENS_WAY: return shortens_way(g, ctx, id, card);
    case NODE_UNEXAMINED:  return is_unexamined(g, card);
    case NODE_SEEDED_BY:   return is_mission_of(g, ctx, id, card);
    case NODE_SOLVED_BY:   return c->flags & COMPLETE && c->named_kind == NAMED_SOLVER && holder_in(g, ctx, id, c->named);
    case NODE_NEW_HERE:    return g->card[card].flags & ARRIVED;
    case NODE_OWNED:       return owned_by(g, ctx, id, card);
    case NODE_IN_TENT:     return c->zone == ZONE_TENT && holder_in(g, ctx, id, c->owner) && is_side_deck_open(g, c->owner, KIND_TENT);
    case NODE_LOCATION:    return c->zone == ZONE_LINE;
    case NODE_IN_HAND:     return c->zone == ZONE_HAND && holder_in(g, ctx, id, c->holder) && !(ctx->playing && (card == ctx->self || card == ctx->bearer));
    case NODE_IN_DECK:     return c->zone == ZONE_DECK && holder_in(g, ctx, id, c->owner);
    case NODE_IN_DISCARD:  return (c->zone == ZONE_DISCARD || (ctx->gone && gone_zone(g, ctx) == ZONE_DISCARD)) && holder_in(g, ctx, id, c->owner);
    case NODE_IN_REMOVED:  return c->zone == ZONE_REMOVED && holder_in(g, ctx, id, c->owner);
    case NODE_IN_PILE:     return c->zone == ZONE_PILE && holder_in(g, ctx, id, c->owner);
    case NODE_IN_CORE_OF:  return c->zone == ZONE_CORE ? holder_in(g, ctx, id, c->holder) : is_gone(g, ctx, card) && gone_zone(g, ctx) == ZONE_CORE && holder_in(g, ctx, id, c->commander);
    case NODE_IN_BRIG_OF:  return c->zone == ZONE_BRIG && holder_in(g, ctx, id, c->holder);
    case NODE_DRAWN:       return c->zone == ZONE_DRAWN;
    case NODE_NEXT_DILEMMA:return card == g->stack.top && card != NO_CARD;
    case NODE_STACKED:     return c->zone == ZONE_STACK;
    case NODE_HERE:
        if (is_gone(g, ctx, card))
            return gone_host(g, ctx) && location_of(g, gone_host(g, ctx)) == this_mission(g, ctx->self);
        return (same_mission(g, location_of(g, card), this_mission(g, ctx->self)) && c->zone != ZONE_ROW) || is_everywhere_at(g, card, this_mission(g, ctx->self));
    case NODE_PRESENT:
        if (is_gone(g, ctx, card))
            return was_with(g, ctx, ctx->self);
        return card_in_play(g, card) && (is_faced(g, ctx->self) ? is_with_group(g, card) : present_with(g, ctx->self, card));
    case NODE_PRESENT_WITH: {
        CardSet with = filter_set(g, ctx, node_child(cat, id, 0));
        int of = cat->node[node_child(cat, id, 0)].op;
        bool lost = (of == NODE_THAT || of == NODE_SELF) && card_in_play(g, card);      /* who was there with the one that just left play */
        FOR_SET(other, &with)
            if (other != card && (is_gone(g, ctx, card) ? was_with(g, ctx, other) : lost && !card_in_play(g, other) ? was_with(g, ctx, card) : present_with(g, other, card)))
                return true;
        return false;
    }
    case NODE_AT: {
        if (is_gone(g, ctx, card))
            return gone_host(g, ctx) && filter_is(g, ctx, node_child(cat, id, 0), location_of(g, gone_host(g, ctx)));
        CardId m = location_of(g, card);
        return (m && c->zone != ZONE_ROW && filter_is(g, ctx, node_child(cat, id, 0), m)) || is_at_another(g, ctx, node_child(cat, id, 0), card);
    }
    case NODE_THIS_MISSION:return card == this_mission(g, ctx->self);
    case NODE_THIS_SHIP:   return card == this_ship(g, ctx->self);
    case NODE_ABOARD:      return host_is(g, ctx, id, card, ZONE_ABOARD);
    case NODE_HAS_ABOARD:
        FOR_HOSTED(g, other, card)
            if (g->card[other].zone == ZONE_ABOARD && filter_is(g, ctx, node_child(cat, id, 0), other))
                return true;
        return false;
    case NODE_ON:          return host_is(g, ctx, id, card, ZONE_ON) || host_is(g, ctx, id, card, ZONE_SURFACE) || host_is(g, ctx, id, card, ZONE_SITE);
    case NODE_BENEATH:     return host_is(g, ctx, id, card, ZONE_BENEATH);
    case NODE_ON_PLANET:
        if (is_gone(g, ctx, card))
            return is_on_planet(g, gone_zone(g, ctx), gone_host(g, ctx));
        return is_on_planet(g, c->zone, c->host);
    case NODE_COMMANDER_OF:return may_command(g, card) && readable(g, ctx, card) && commander_of(g, ctx, id, card);
    case NODE_IN_COMMAND:  return readable(g, ctx, card) && c->zone == ZONE_ABOARD && commands(g, card, c->host);
    case NODE_PLAYABLE_AT: return playable_at(g, ctx, id, card);
    case NODE_ADMITS:      return admits(g, ctx, id, card);
    case NODE_STOPPED_BY:  return set_has(&g->encounter.stopped_by, card);
    case NODE_USED_SKILLS: {
        SkillSet listed = 0;
        for (int i = 0; i < n->argc; i++)
            listed |= skill_bit(node_value(cat, id, i));
        return skills_used_by(g, card) & (listed ? listed : ~(SkillSet)0);
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
    case NODE_INFILTRATED_BY: return is_infiltrated_by(g, ctx, id, card);
    case NODE_ALONE_OF_KIND: return is_alone_of_kind(g, ctx, id, card);
    default:               return false;
    }
}
