/* Counts that are kept: how many cards fit a filter that asks only for what stands on the cards of one place.
 *
 * "An opponent's personnel present", "a [Car] ship in your hand", "a completed mission of yours", "three [Kli] Officers of yours" wherever they are: the
 * answer is the same until a card comes there, goes, or is marked (Cache.stirred and its like), whatever else changes on the table.  Which filters are of this kind is found when cards are loaded; what texts
 * can change, icons and skills and traits, counts as standing on a card only while no text changes it. */
#include "kernel/edition.h"
#include "verbs/eval.h"

/* The player is the same as long as nobody has left the game. */
static bool is_settled_player(const Catalogue *cat, NodeId player)
{
    int op = cat->node[player].op;
    return op == NODE_YOU || op == NODE_OPPONENT || op == NODE_EACH_OPPONENT || op == NODE_EACH_ONE;
}

/* What is asked stands on the card itself: printed there, or changed by doors that stir it.  Icons and skills, which texts change, only as facts. */
static bool stands_on_card(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_TYPE: case NODE_SELF: case NODE_OTHER: case NODE_TITLE: case NODE_PERSONA: case NODE_UNIQUE: case NODE_KIND: case NODE_QUADRANT:
    case NODE_COMPLETE: case NODE_TRAIT:
        return true;
    case NODE_OF:
        return is_settled_player(cat, node_child(cat, id, 0));
    case NODE_OR: case NODE_NOT: case NODE_ABOARD:      /* what it is aboard is the place itself: see mark_standing */
        for (int i = 0; i < n->argc; i++)
            if (!stands_on_card(cat, node_child(cat, id, i)))
                return false;
        return true;
    default:
        return false;
    }
}

/* Where a filter finds its cards: at no place that stays the same, in play where its own card is, aboard that card, among the missions, among all that a player has in
 * play; from FOUND_IN_ZONE on, in that zone out of play. */
typedef enum { FOUND_ANYWHERE, FOUND_HERE, FOUND_ABOARD, FOUND_MISSIONS, FOUND_IN_PLAY, FOUND_IN_ZONE } FoundAt;
static_assert(FOUND_IN_ZONE + ZONE_COUNT < 256, "Facts.found_at is a byte");

static int found_in_pile(const Catalogue *cat, NodeId closest, Zone zone)
{
    return is_settled_player(cat, node_child(cat, closest, 0)) ? FOUND_IN_ZONE + (int)zone : FOUND_ANYWHERE;
}

static int find_found_at(const Catalogue *cat, NodeId closest)
{
    switch (cat->node[closest].op) {
    case NODE_SELF: case NODE_PRESENT:
        return FOUND_HERE;
    case NODE_ABOARD:
        return !is_aboard_here(cat, closest) ? FOUND_ANYWHERE : cat->node[node_child(cat, closest, 0)].op == NODE_SELF ? FOUND_ABOARD : FOUND_HERE;
    case NODE_TYPE:       return FOUND_MISSIONS;
    case NODE_IN_HAND:    return found_in_pile(cat, closest, ZONE_HAND);
    case NODE_IN_DECK:    return found_in_pile(cat, closest, ZONE_DECK);
    case NODE_IN_DISCARD: return found_in_pile(cat, closest, ZONE_DISCARD);
    case NODE_IN_REMOVED: return found_in_pile(cat, closest, ZONE_REMOVED);
    case NODE_IN_PILE:    return found_in_pile(cat, closest, ZONE_PILE);
    case NODE_OF:
        return is_settled_player(cat, node_child(cat, closest, 0)) ? FOUND_IN_PLAY : FOUND_ANYWHERE;
    default:
        return FOUND_ANYWHERE;
    }
}

void mark_standing(const Catalogue *cat, Node *n)
{
    Facts *f = &cat->facts[n->value];
    NodeId closest = closest_arg(cat, n, f);
    n->marks &= (uint8_t)~(STANDS_THERE | ASKS_TRAITS);
    int at = find_found_at(cat, closest);
    f->found_at = (uint8_t)at;
    if (at == FOUND_ANYWHERE || n->marks & (EVEN_STOPPED | EVEN_OWNED))
        return;
    bool traits = false;
    for (int i = 0; i < n->argc; i++) {
        NodeId part = cat->arg[n->arg + i];
        if (part != closest && !(f->facts >> i & 1) && !stands_on_card(cat, part))
            return;
        if (at == FOUND_IN_PLAY && node_mentions(cat, part, NODE_ABOARD))
            return;                             /* who is aboard what changes as they move */
        traits |= node_mentions(cat, part, NODE_TRAIT);
    }
    n->marks |= (uint8_t)(STANDS_THERE | (traits ? ASKS_TRAITS : 0));
}

/* No text changes a trait, or silences one. */
static bool traits_stand(const Game *g)
{
    const Edition *e = g->world->edition;
    return !(g->mods & (trait_mods() | silencing_mods())) && !e->is_of_species && !e->is_of_gender;
}

/* No text changes the icons and skills that it asks cards of that place for, nor traits if it asks for some. */
static bool stands_now(const Game *g, const Node *n, const Facts *f)
{
    if (n->marks & ASKS_TRAITS && !traits_stand(g))
        return false;
    if (facts_are_sure(g, f))
        return true;
    if (f->found_at < FOUND_IN_ZONE)
        return false;
    uint64_t far = 0;
    for (TypeSet types = n->types & EVERY_TYPE; types; types &= types - 1)
        far |= g->far_mods[__builtin_ctz(types)];
    return !(far & (icon_mods() | skill_mods() | mod_bit(NODE_MOD_SHARES)));
}

/* What has moved or changed where such a filter finds its cards. */
static uint32_t stirred_there(const Game *g, const Ctx *ctx, int at)
{
    const uint32_t *in = g->cache.stirred_in;
    switch (at) {
    case FOUND_HERE:     return g->cache.stirred[g->card[ctx->self].host];
    case FOUND_ABOARD:   return g->cache.stirred[ctx->self];
    case FOUND_MISSIONS: return in[ZONE_ROW] + in[ZONE_LINE];
    case FOUND_IN_PLAY:  return g->cache.stirred_play;
    default:             return in[at - FOUND_IN_ZONE];
    }
}

/* Whether what a filter asks stands on the cards of one place, and what has moved or changed there; false: elsewhere as well, or somewhere else in an
 * attempt or a battle. */
static bool place_of_filter(const Game *g, const Ctx *ctx, const Node *n, uint32_t *stirred)
{
    if (!(n->marks & STANDS_THERE) || ctx->scope || ctx->opponent || ctx->each || ctx->gone || ctx->no_self || ctx->even_stopped
        || g->encounter.active || g->battle.active || g->lost || !in_force(g, RULING_SEPARATE_MISSIONS))
        return false;
    const Facts *f = facts_of(g, n);
    if (ctx->playing && f->found_at != FOUND_IN_PLAY)       /* its own card lies in hand, and does not count there */
        return false;
    *stirred = stirred_there(g, ctx, f->found_at);
    return stands_now(g, n, f) && !(g->confines && f->skills);      /* where somebody may be confined, who can use his skills rests on more */
}

/* Looks up what was counted there for this question; `now` is what it would be kept as.  NULL: it has to be counted. */
static const Counted *find_counted(const Game *g, const Counted *now)
{
    const Counted *kept = &g->cache.counted[(now->asked + now->asker) % COUNTS_KEPT];
    return memcmp(kept, now, offsetof(Counted, found)) == 0 ? kept : NULL;
}

static Counted counted_now(const Game *g, const Ctx *ctx, NodeId asked, Pass pass, int enough, uint32_t stirred)
{
    return (Counted){ .asked = asked, .asker = ctx->self, .you = ctx->you, .pass = (uint8_t)pass, .enough = (uint16_t)enough,
                      .copies = copies_of(g), .place = stirred, .self = g->cache.stirred[ctx->self] };
}

static int keep_counted(const Game *g, Counted now, int found)
{
    now.found = (uint16_t)found;
    cache_of(g)->counted[(now.asked + now.asker) % COUNTS_KEPT] = now;
    return found;
}

/* How many cards fit, at the most as many as are enough.  Kept while nothing moves or changes where they are. */
int fitting_count(const Game *g, const Ctx *ctx, NodeId id, Pass pass, int enough)
{
    uint32_t stirred;
    if (!place_of_filter(g, ctx, &g->cat->node[id], &stirred))
        return fitting_cards(g, ctx, id, pass, enough, NULL);
    Counted now = counted_now(g, ctx, id, pass, enough, stirred);
    const Counted *kept = find_counted(g, &now);
#ifdef SPACELINE_CHECK
    assert(!kept || kept->found == fitting_cards(g, ctx, id, pass, enough, NULL));
#endif
    return kept ? kept->found : keep_counted(g, now, fitting_cards(g, ctx, id, pass, enough, NULL));
}

static int find_species(const Game *g, const Ctx *ctx, NodeId id)
{
    CardSet set = filter_set(g, ctx, node_child(g->cat, id, 1));
    FOR_SET(card, &set)
        if (trait_is(g, ctx, node_value(g->cat, id, 0), card))
            return 1;
    return 0;
}

/* (species-among T F): kept in the same way. */
int species_among(const Game *g, const Ctx *ctx, NodeId id)
{
    uint32_t stirred;
    if (!place_of_filter(g, ctx, &g->cat->node[node_child(g->cat, id, 1)], &stirred) || !traits_stand(g))
        return find_species(g, ctx, id);
    Counted now = counted_now(g, ctx, id, PASS_NONE, 1, stirred);
    const Counted *kept = find_counted(g, &now);
#ifdef SPACELINE_CHECK
    assert(!kept || kept->found == find_species(g, ctx, id));
#endif
    return kept ? kept->found : keep_counted(g, now, find_species(g, ctx, id));
}

/* It asks for nothing but titles. */
static bool names_titles(const Catalogue *cat, NodeId filter)
{
    const Node *n = &cat->node[filter];
    bool titles = n->op == NODE_TITLE || n->op == NODE_OR;
    for (int i = 0; n->op == NODE_OR && titles && i < n->argc; i++)
        titles = names_titles(cat, node_child(cat, filter, i));
    return titles;
}

static int find_in_piles(const Game *g, const Ctx *ctx, NodeId filter, const uint8_t *zone, int zones)
{
    for (int i = 0; i < zones; i++)
        FOR_PILE(g, id, &g->pile[ctx->you][zone[i]])
            if (filter_is(g, ctx, filter, id))
                return 1;
    return 0;
}

/* What is in the piles stays the same while nothing comes to one of them, or leaves it. */
bool may_be_in_piles(const Game *g, const Ctx *ctx, NodeId asking, NodeId filter, const uint8_t *zone, int zones)
{
    if (!names_titles(g->cat, filter))
        return true;
    Counted now = { .asked = asking, .you = ctx->you, .pass = PASS_NONE, .enough = 1, .copies = copies_of(g) };
    for (int i = 0; i < zones; i++)
        now.place += g->cache.stirred_in[zone[i]];
    const Counted *kept = find_counted(g, &now);
#ifdef SPACELINE_CHECK
    assert(!kept || kept->found == find_in_piles(g, ctx, filter, zone, zones));
#endif
    return kept ? kept->found : keep_counted(g, now, find_in_piles(g, ctx, filter, zone, zones));
}
