/* Quantities and conditions: how many, and whether it is so now. */
#include "kernel/edition.h"
#include "verbs/eval.h"

/* ---- quantities ---- */

static int distinct(const Game *g, const CardSet *set, int prop)
{
    int n = 0;
    if (prop == PROP_SKILLS) {
        SkillSet seen = 0;
        FOR_SET(id, set)
            for (int s = 0; s < SKILL_COUNT; s++)
                if (skill_level(g, id, s))
                    seen |= skill_bit(s);
        return __builtin_popcountll(seen);
    }
    if (prop == PROP_SPECIES) {
        for (int t = 1; t < g->world->cat->trait_count; t++) {
            bool found = false;
            if (g->world->cat->trait_kind[t] == OF_SPECIES)
                FOR_SET(id, set)
                    found |= has_trait(g, id, t);
            n += found;
        }
        return n;
    }
    FOR_SET(id, set) {
        bool again = false;
        for (CardId before = set_next(set, 0); before != id; before = set_next(set, before))
            again |= same_property(g, before, id, prop);
        n += !again;
    }
    return n;
}

/* The lowest of a property among cards; 0: there are none. */
static int NOINLINE least_of(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
    int least = 0;
    bool any = false;
    FOR_SET(card, &set) {
        int value = property(g, card, node_value(cat, id, 0));
        least = any ? smaller_of(value, least) : value;
        any = true;
    }
    return least;
}

static int depth_to(const Game *g, const Ctx *ctx, NodeId id, Zone zone)
{
    const Catalogue *cat = g->world->cat;
    int depth = 0;
    FOR_PILE(g, card, &g->pile[one_player(g, ctx, node_child(cat, id, 0))][zone]) {
        depth++;
        if (filter_is(g, ctx, node_child(cat, id, 1), card))
            break;
    }
    return depth;
}

static int opponents_with(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    uint8_t having = 0;
    FOR_SET(id, &set) {
        const Card *c = &g->card[id];
        having |= (uint8_t)(1u << (card_in_play(g, id) ? c->commander : c->owner));
    }
    return __builtin_popcount(having & (unsigned)everyone(g) & ~(1u << ctx->you));
}

/* A choice among opponents that is always the same: the one with most of them. */
static int count_of_one(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    int most = 0;
    for (int p = 0; p < g->players; p++) {
        CardSet theirs = set_and(&set, &g->commanded[p]);
        int n = p == ctx->you || !(everyone(g) >> p & 1) ? 0 : set_count(&theirs);
        most = larger_of(n, most);
    }
    return most;
}

static int fewest_of_one(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    int fewest = -1;
    for (int p = 0; p < g->players; p++) {
        CardSet theirs = set_and(&set, &g->commanded[p]);
        int n = set_count(&theirs);
        if (p != ctx->you && everyone(g) >> p & 1)
            fewest = fewest < 0 ? n : smaller_of(n, fewest);
    }
    return not_negative(fewest);
}

/* Those of them that differ from one in prop, or share it with one. */
CardSet beside_one(const Game *g, const CardSet *among, CardId one, int prop, bool alike)
{
    CardSet out = *among;
    FOR_SET(id, among)
        if (id == one || same_property(g, id, one, prop) != alike)
            set_drop(&out, id);
    return out;
}

int most_together(const Game *g, const CardSet *among, int prop, int enough, bool alike)
{
    int best = 0;
    CardSet left = *among;
    for (CardId id; best < enough && (id = set_next(&left, 0)) != NO_CARD;) {
        set_drop(&left, id);
        CardSet rest = beside_one(g, &left, id, prop, alike);
        int with = 1 + most_together(g, &rest, prop, enough - 1, alike);
        best = larger_of(with, best);
        if (set_count(&left) == set_count(&rest))        /* it goes with all of the others: there is no better way without it */
            break;
    }
    return best;
}

/* How many of the cards share a property with one of them: the most. */
static int most_alike(const Game *g, const CardSet *set, int prop)
{
    int most = 0;
    if (prop == PROP_SPECIES) {                 /* of several species, one that many have */
        for (int t = 1; t < g->world->cat->trait_count; t++) {
            int n = 0;
            if (g->world->cat->trait_kind[t] == OF_SPECIES)
                FOR_SET(id, set)
                    n += has_trait(g, id, t);
            most = larger_of(n, most);
        }
        return most;
    }
    FOR_SET(id, set) {
        int n = 0;
        FOR_SET(other, set)
            n += same_property(g, id, other, prop);
        most = larger_of(n, most);
    }
    return most;
}

static int range_left(const Game *g, const CardSet *ships)
{
    int sum = 0;
    FOR_SET(id, ships)
        sum += is_type(g, id, TYPE_SHIP) ? unused_range(g, id) : 0;
    return sum;
}

static int printed_value(const Game *g, const CardSet *set, int prop)
{
    int sum = 0;
    FOR_SET(id, set) {
        const CardDef *def = printed(g, id);
        bool ship = def->type == TYPE_SHIP, of_ship = prop >= PROP_RANGE && prop <= PROP_SHIELDS;
        if (prop == PROP_COST)
            sum += def->cost;
        else if (prop == PROP_SPAN)
            sum += mission_end(g, id, g->card[id].commander)->span;
        else if (prop >= PROP_INTEGRITY && prop <= PROP_SHIELDS && ship == of_ship)
            sum += def->attribute[(prop - PROP_INTEGRITY) % ATTRIBUTE_COUNT];
    }
    return sum;
}

/* A group is all tribbles of a player in one place; each card counts as many as it says (1E-G7.1). */
int tribbles_with(const Game *g, CardId tribble)
{
    int sum = 0;
    FOR_HOSTED(g, id, g->card[tribble].host) {
        const Ability *a = is_type(g, id, TYPE_TRIBBLE) ? ability_of_kind(g, id, NODE_BREEDS) : NULL;
        if (a && g->card[id].zone == g->card[tribble].zone && g->card[id].commander == g->card[tribble].commander)
            sum += node_value(g->world->cat, a->node, 0);
    }
    return sum;
}

int raised_by_texts(const Game *g, CardId card)
{
    int more = 0;
    FOR_SET(id, &g->in_play) {
        const Ability *a = has_kind(printed(g, id), NODE_RAISES) ? ability_of_kind(g, id, NODE_RAISES) : NULL;
        Ctx ctx = ctx_of(g, id);
        if (a && id != card && !is_textless(g, id) && filter_is(g, &ctx, node_child(g->world->cat, a->node, 1), card))
            more += node_value(g->world->cat, a->node, 0);
    }
    if (more)
        cite_step(g, RULING_PRINTED_NUMBER_2019);
    return more;
}

/* A number that a card has in print: what is taken away grows, too (1e-2019/parallel-romance). */
int number_on(const Game *g, CardId card, int number)
{
    int more = numbers_raised(g, card);
    if (!more || number >= 0)
        return number + more;
    cite_step(g, RULING_PARALLEL_ROMANCE_2019);
    return in_force(g, RULING_PARALLEL_ROMANCE_2019) ? number - more : number + more;
}

/* The total of a property of the highest `most` of them. */
static int best_of(const Game *g, const CardSet *set, int prop, int most)
{
    CardSet left = *set;
    int sum = 0;
    for (; most > 0 && !set_empty(&left); most--) {
        CardId best = set_next(&left, 0);
        FOR_SET(card, &left)
            if (property(g, card, prop) > property(g, best, prop))
                best = card;
        sum += property(g, best, prop);
        set_drop(&left, best);
    }
    return sum;
}

static int NOINLINE quantity_more(const Game *g, const Ctx *ctx, NodeId id);

/* Mostly it is a number. */
int quantity(const Game *g, const Ctx *ctx, NodeId id)
{
    return g->cat->node[id].op == NODE_NUMBER ? number_on(g, ctx->self, node_value(g->cat, id, 0)) : quantity_more(g, ctx, id);
}

static int quantity_more(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->cat;
    switch (cat->node[id].op) {
    case NODE_COUNT:   return counted_cards(g, ctx, node_child(cat, id, 0), MAX_CARDS);
    case NODE_SUM: case NODE_VALUE: case NODE_MOST: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        int sum = 0, most = 0;
        FOR_SET(card, &set) {
            int prop = node_value(cat, id, 0);
            bool own = prop == PROP_COST && ctx->pricing && card == ctx->self;
            int value = own ? cost_without_own_text(g, card) : property(g, card, prop);
            sum += value;
            most = larger_of(value, most);
        }
        return cat->node[id].op == NODE_MOST ? most : sum;
    }
    case NODE_LEAST:   return least_of(g, ctx, id);
    case NODE_BEST_OF: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        return best_of(g, &set, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 2)));
    }
    case NODE_DISTINCT: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        return distinct(g, &set, node_value(cat, id, 0));
    }
    case NODE_NAMED_LEVELS: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 0));
        int sum = 0;
        FOR_SET(card, &set)
            sum += g->card[ctx->self].named_kind == NAMED_SKILL ? skill_level(g, card, g->card[ctx->self].named) : 0;
        return sum;
    }
    case NODE_MOST_ALIKE: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        return most_alike(g, &set, node_value(cat, id, 0));
    }
    case NODE_MOST_UNLIKE: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        int prop = node_value(cat, id, 0);
        return most_together(g, &set, prop, distinct(g, &set, prop), false);
    }
    case NODE_UNUSED_RANGE: {
        CardSet set = filter_set(g, ctx, node_child(cat, id, 0));
        return range_left(g, &set);
    }
    case NODE_PRINTED_VALUE: {
        CardSet set = filter_set(g, ctx, node_child(cat, id, 1));
        return printed_value(g, &set, node_value(cat, id, 0));
    }
    case NODE_LEVELS: {
        CardSet set = counted_set(g, ctx, node_child(cat, id, 1));
        int sum = 0;
        FOR_SET(card, &set)
            sum += uses_skills(g, ctx, card) ? skill_level(g, card, node_value(cat, id, 0)) : 0;
        return sum;
    }
    case NODE_PLUS:    return quantity(g, ctx, node_child(cat, id, 0)) + quantity(g, ctx, node_child(cat, id, 1));
    case NODE_MINUS:   return quantity(g, ctx, node_child(cat, id, 0)) - quantity(g, ctx, node_child(cat, id, 1));
    case NODE_TIMES:   return quantity(g, ctx, node_child(cat, id, 0)) * quantity(g, ctx, node_child(cat, id, 1));
    case NODE_LEAST_OF: {
        int a = quantity(g, ctx, node_child(cat, id, 0)), b = quantity(g, ctx, node_child(cat, id, 1));
        return smaller_of(a, b);
    }
    case NODE_HALF:         return quantity(g, ctx, node_child(cat, id, 0)) / 2;
    case NODE_DIVIDED:      return quantity(g, ctx, node_child(cat, id, 0)) / node_value(cat, id, 1);
    case NODE_NEAREST_5:    return (quantity(g, ctx, node_child(cat, id, 0)) + 2) / 5 * 5;
    case NODE_POINTS_OF:    return g->score[one_player(g, ctx, node_child(cat, id, 0))];
    case NODE_DRAWN_TODAY: {
        int most = 0;
        uint8_t who = players_of(g, ctx, node_child(cat, id, 0));
        for (int p = 0; p < g->players; p++)
            most = who >> p & 1 && g->drawn[p] > most ? g->drawn[p] : most;
        return most;
    }
    case NODE_TIMES_NOW:    return times_happened(g, ctx, node_child(cat, id, 0));
    case NODE_TIMES_LAST:   return times_happened_in_last_turn(g, ctx, players_of(g, ctx, node_child(cat, id, 0)), node_child(cat, id, 1));
    case NODE_COUNTERS_SPENT: return g->spent;
    case NODE_COUNTERS_LEFT:return g->plays[g->active];
    case NODE_NAMED_NUMBER: return g->card[ctx->self].named_kind == NAMED_NUMBER ? g->card[ctx->self].named : 0;
    case NODE_DEPTH_TO:     return depth_to(g, ctx, id, ZONE_DECK);
    case NODE_PILE_DEPTH_TO:return depth_to(g, ctx, id, ZONE_PILE);
    case NODE_OPPONENTS:    return opponents_with(g, ctx, node_child(cat, id, 0));
    case NODE_COUNTDOWN_LEFT: return g->card[ctx->self].countdown;
    case NODE_TRIBBLES:     return tribbles_with(g, is_type(g, ctx->self, TYPE_TRIBBLE) ? ctx->self : g->card[ctx->self].host);
    case NODE_THAT_MANY:    return number_of_event(g, ctx);
    case NODE_FACED_BEFORE: return g->encounter.active ? g->encounter.faced_count - (g->encounter.facing ? 1 : 0) : 0;
    case NODE_BEGAN_WITH:   return g->encounter.active ? g->encounter.began : 0;
    case NODE_COUNT_OF_ONE: return count_of_one(g, ctx, node_child(cat, id, 0));
    case NODE_FEWEST_OF_ONE: return fewest_of_one(g, ctx, node_child(cat, id, 0));
    case NODE_IS_SO:        return condition(g, ctx, node_child(cat, id, 0));
    case NODE_SPECIES_COUNT: return species_among(g, ctx, id);
    default:                return 0;
    }
}

/* ---- conditions ---- */

static bool ahead(const Game *g, const Ctx *ctx, NodeId player, int sign)
{
    int p = one_player(g, ctx, player);
    for (int q = 0; q < g->players; q++)
        if (q != p && !(g->lost >> q & 1) && sign * (g->score[p] - g->score[q]) <= 0)
            return false;
    return true;
}

static bool is_being_faced(const Game *g)
{
    return g->encounter.facing && is_faced(g, g->encounter.current);
}

static bool group_is(const Game *g, const Ctx *ctx, NodeId id, CardId with)
{
    const Catalogue *cat = g->world->cat;
    NodeId second = node_child(cat, id, 1);
    if (!g->encounter.active || with == NO_CARD || (second && !filter_is(g, ctx, second, with)))
        return false;
    FOR_SET(card, &g->encounter.group)
        if (filter_is(g, ctx, node_child(cat, id, 0), card))
            return true;
    return false;
}

/* Who completes a mission "as if facing a dilemma" faces one, though no dilemma in particular. */
static CardSet facing_nothing(const Game *g)
{
    const Encounter *e = &g->encounter;
    return e->active && e->completing && has_kind(printed(g, e->mission), NODE_AS_FACING) ? completing_as_facing(g, e->mission) : (CardSet){ 0 };
}

static bool counts_as_facing(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    CardSet who = facing_nothing(g);
    if (node_child(cat, id, 1))
        return false;
    FOR_SET(card, &who)
        if (filter_is(g, ctx, node_child(cat, id, 0), card))
            return true;
    return false;
}

bool faces_dilemma(const Game *g, CardId card)
{
    CardSet who = is_being_faced(g) ? g->encounter.group : facing_nothing(g);
    return set_has(&who, card);
}

CardSet completing_as_facing(const Game *g, CardId mission)
{
    CardSet who = { 0 };
    const Ability *a = ability_of_kind(g, mission, NODE_AS_FACING);
    Ctx ctx = ctx_of(g, mission);
    if (!text_active(g, mission, a))
        return who;
    FOR_SET(card, &g->encounter.group)
        if (filter_is(g, &ctx, a->filter, card))
            set_add(&who, card);
    return who;
}

static bool matches(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId given = node_child(cat, id, 0), what = node_child(cat, id, 1);
    Ctx wide = *ctx;
    wide.even_stopped = true;                   /* the cards are given; only what they are is asked */
    if (cat->node[given].op == NODE_SELF)
        return filter_is(g, &wide, what, ctx->self);
    CardSet set = filter_set(g, ctx, given);
    if (set_empty(&set))
        return false;
    FOR_SET(card, &set)
        if (!filter_is(g, &wide, what, card))
            return false;
    return true;
}

/* Several cards, each of which shares the property with each other one. */
static bool all_share(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet set = filter_set(g, ctx, node_child(g->world->cat, id, 1));
    FOR_SET(a, &set)
        FOR_SET(b, &set)
            if (a != b && !same_property(g, a, b, node_value(g->world->cat, id, 0)))
                return false;
    return set_count(&set) > 1;
}

static bool compares(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    return compare(quantity(g, ctx, node_child(cat, id, 0)), node_value(cat, id, 1), quantity(g, ctx, node_child(cat, id, 2)));
}

static bool are_at_least(const Game *g, const Ctx *ctx, NodeId id)
{
    int least = node_value(g->cat, id, 0);
    return counted_cards(g, ctx, node_child(g->cat, id, 1), least) == least;
}

static bool is_there(const Game *g, const Ctx *ctx, NodeId id)
{
    return filter_fits(g, ctx, node_child(g->cat, id, 0), 1);
}

typedef bool Counts(const Game *, const Ctx *, NodeId);

/* What is counted of an opponent is counted of any one of them, and what is said of each must be so of every one; they are not counted together (2E-24.3). */
static bool NOINLINE so_of_opponents(const Game *g, const Ctx *ctx, NodeId id, Counts *holds)
{
    bool each = !ctx->each && node_mentions(g->cat, id, NODE_EACH_OPPONENT);
    uint8_t among = each ? (uint8_t)(everyone(g) & ~(1u << ctx->you)) : opponents_of(g, ctx);
    if (!each && !node_mentions(g->cat, id, NODE_OPPONENT))
        return holds(g, ctx, id);
    Ctx with = *ctx;
    for (int p = 0; p < g->players; p++) {
        *(each ? &with.each : &with.opponent) = (uint8_t)(p + 1);
        if (among >> p & 1 && (each ? so_of_opponents(g, &with, id, holds) : holds(g, &with, id)) != each)
            return !each;
    }
    return each;
}

static bool counts(const Game *g, const Ctx *ctx, NodeId id, Counts *holds)
{
    return g->players > 2 ? so_of_opponents(g, ctx, id, holds) : holds(g, ctx, id);
}

/* A card whose text reads otherwise under a ruling names it. */
static bool is_ruled(const Game *g, Citation ruling)
{
    cite_step(g, ruling);
    return ruling && in_force(g, ruling);
}

/* Who has brought Borg plays them; and so does who laid a card that is for them alone, unless he has brought others (1E-A1.2, A1.3). */
bool plays_borg(const Game *g, int player)
{
    bool laid = false, others = false;
    FOR_CARDS(g, id) {
        if (g->card[id].owner != player)
            continue;
        bool crew = is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_SHIP) || is_type(g, id, TYPE_FACILITY);
        if (crew && icon_in(printed(g, id)->icons, ICON_BORG))
            return true;
        others = others || crew;
        laid = laid || (icon_in(printed(g, id)->icons, ICON_BORG_ONLY) && (card_in_play(g, id) || g->card[id].zone == ZONE_BENEATH || g->encounter.current == id));
    }
    return laid && !others;
}

/* One of these players does. */
static bool some_plays_borg(const Game *g, uint8_t players)
{
    for (int player = 0; player < g->players; player++)
        if (players >> player & 1 && plays_borg(g, player))
            return true;
    return false;
}

/* The first mission that one of these players completed is such a mission. */
static bool has_first_completed(const Game *g, const Ctx *ctx, NodeId id)
{
    for (int p = 0; p < g->players; p++)
        if (holder_in(g, ctx, id, p) && g->first_completed[p] && filter_is(g, ctx, node_child(g->cat, id, 1), g->first_completed[p]))
            return true;
    return false;
}

/* Who goes second has had a turn less than the first player until his own turn is over. */
static bool has_fewer_turns(const Game *g, const Ctx *ctx)
{
    uint8_t others = opponents_of(g, ctx);
    int mine = turns_over(g, ctx->you);
    for (int p = 0; p < g->players; p++)
        if (others >> p & 1 && turns_over(g, p) > mine)
            return true;
    return false;
}

static bool another_had_turn(const Game *g, const Ctx *ctx)
{
    uint8_t others = opponents_of(g, ctx);
    for (int p = 0; p < g->players; p++)
        if (others >> p & 1 && g->turns[p] > 0)
            return true;
    return false;
}

static bool is_in_battle(const Game *g, const Ctx *ctx, NodeId filter)
{
    if (!g->battle.active)
        return false;
    CardSet set = filter_set(g, ctx, filter);
    for (int side = 0; side < 2; side++) {
        CardSet both = g->battle.side[side];
        set_join(&both, &g->battle.ships[side]);
        both = set_and(&both, &set);
        if (!set_empty(&both))
            return true;
    }
    return false;
}

bool condition(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_EXISTS:       return counts(g, ctx, id, is_there);
    case NODE_AT_LEAST:     return counts(g, ctx, id, are_at_least);
    case NODE_CMP:          return counts(g, ctx, id, compares);
    case NODE_MATCHES:      return matches(g, ctx, id);
    case NODE_HAVE: {
        Team team = attempt_team(g);
        return team_meets(g, ctx, node_child(cat, id, 0), &team);
    }
    case NODE_MEETS: {
        Team team = g->encounter.active ? attempt_team(g) : (Team){ 0 };
        team.group = filter_set(g, ctx, node_child(cat, id, 0));
        team.player = ctx->you;
        return team_meets(g, ctx, node_child(cat, id, 1), &team);
    }
    case NODE_BOTH:
        for (int i = 0; i < n->argc; i++)
            if (!condition(g, ctx, cat->arg[n->arg + i]))
                return false;
        return true;
    case NODE_EITHER:
        for (int i = 0; i < n->argc; i++)
            if (condition(g, ctx, cat->arg[n->arg + i]))
                return true;
        return false;
    case NODE_NOT_SO:       return !condition(g, ctx, node_child(cat, id, 0));
    case NODE_IS_FACING:    return is_being_faced(g) ? group_is(g, ctx, id, g->encounter.current) : counts_as_facing(g, ctx, id);
    case NODE_IS_ATTEMPTING:return group_is(g, ctx, id, g->encounter.mission);
    case NODE_IN_BATTLE:    return is_in_battle(g, ctx, node_child(cat, id, 0));
    case NODE_IN_COMBAT_NOW:return g->battle.kind == BATTLE_OF_PERSONNEL && is_in_battle(g, ctx, node_child(cat, id, 0));
    case NODE_ENGAGED_NOW:  return g->battle.kind == BATTLE_OF_SHIPS && is_in_battle(g, ctx, node_child(cat, id, 0));
    case NODE_DURING_COMBAT:return g->battle.active && g->battle.kind == BATTLE_OF_PERSONNEL;
    case NODE_DURING_ENGAGEMENT: return g->battle.active && g->battle.kind == BATTLE_OF_SHIPS;
    case NODE_IN_A_BATTLE:  return g->battle.active;
    case NODE_BEGAN_IT:     return g->battle.active && g->battle.player[0] == ctx->you;
    case NODE_LOST_IT:      return g->battle.active && g->battle.decided && g->battle.winner != NOBODY && g->battle.winner != ctx->you;
    case NODE_CAUSED_BY:    return players_of(g, ctx, node_child(cat, id, 0)) >> actor_of(g, ctx) & 1;
    case NODE_TURN_OF:      return players_of(g, ctx, node_child(cat, id, 0)) >> g->active & 1;
    case NODE_MORE_POINTS:  return ahead(g, ctx, node_child(cat, id, 0), 1);
    case NODE_FEWER_POINTS: return ahead(g, ctx, node_child(cat, id, 0), -1);
    case NODE_FACED_ANOTHER:return g->encounter.active && g->encounter.faced_count > (g->encounter.facing ? 1 : 0);
    case NODE_PREVENTED_IT: return g->card[ctx->self].flags & WAS_PREVENTED;
    case NODE_FIRST_TURN:   return g->turns[g->active] <= 1;
    case NODE_ADDITIONAL:   return g->additional;
    case NODE_AFTER_ANOTHER:return another_had_turn(g, ctx);
    case NODE_BY_COUNTER:   return number_of_event(g, ctx) == DRAWN_BY_COUNTER;
    case NODE_USED_NAMED:   return g->card[ctx->self].named_kind == NAMED_SKILL && number_of_event(g, ctx) == g->card[ctx->self].named;
    case NODE_BY_PAYING:    return number_of_event(g, ctx) & GAINED_BY_PAYING;
    case NODE_DIED_IN_BATTLE: return g->battle.active && g->battle.dead & players_of(g, ctx, node_child(cat, id, 0));
    case NODE_AT_RANDOM:    return number_of_event(g, ctx) == SELECTED_AT_RANDOM;
    case NODE_FROM_HAND:    return number_of_event(g, ctx) == ZONE_HAND;
    case NODE_FROM_DECK:    return number_of_event(g, ctx) == ZONE_DECK;
    case NODE_ORDERS_NOW:   return g->segment == SEGMENT_ORDERS;
    case NODE_FIRST_COMPLETED: return has_first_completed(g, ctx, id);
    case NODE_MORE_TURNS:   return has_fewer_turns(g, ctx);
    case NODE_SHARE:        return all_share(g, ctx, id);
    case NODE_KILLED_ONE:   return g->encounter.killed;
    case NODE_SOMEBODY_DIED:return g->encounter.active && g->encounter.died;
    case NODE_CAN:          return can_pay(g, ctx, node_child(cat, id, 0));
    case NODE_ODD:          return quantity(g, ctx, node_child(cat, id, 0)) & 1;
    case NODE_EVEN:         return !(quantity(g, ctx, node_child(cat, id, 0)) & 1);
    case NODE_NAMED_BEFORE: return g->card[ctx->self].named_kind != 0;
    case NODE_ARRIVED:      return g->world->edition->has_arrived && g->world->edition->has_arrived(g, ctx->self);
    case NODE_MET_BEFORE:   return dilemma_met(g, ctx->you, printed(g, cause_of(g, ctx)) - g->def);
    case NODE_PLAYS_BORG:   return some_plays_borg(g, players_of(g, ctx, node_child(cat, id, 0)));
    case NODE_SCOUTING:     return g->encounter.active && g->encounter.scouting;
    case NODE_COULD_SOLVE:  return g->encounter.active && g->encounter.able;
    case NODE_AS_FUNCTION:  return g->card[ctx->self].named_kind != NAMED_NUMBER || g->card[ctx->self].named == node_value(cat, id, 0);
    case NODE_OWES:         return could_pay_debt(g, one_player(g, ctx, node_child(cat, id, 0)), true);
    case NODE_HAS_BATTLED:  return g->battled & players_of(g, ctx, node_child(cat, id, 0));
    case NODE_RULED:        return is_ruled(g, (Citation)cat->node[id].value);
    default:                return false;
    }
}
