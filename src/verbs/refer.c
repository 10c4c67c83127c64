/* Whom and which place the words of a text mean: "you", an opponent, this mission, present with. */
#include "verbs/eval.h"

/* ---- whose text ---- */

Ctx ctx_in(const Game *g, const Frame *f)
{
    if (f->scope == 0)
        return (Ctx){ .you = f->player };
    const Scope *s = &g->scope[f->scope - 1];
    return (Ctx){ .self = s->source, .you = s->you, .scope = f->scope, .no_self = s->no_self };
}

bool compare(int a, int cmp, int b)
{
    switch (cmp) {
    case CMP_MORE:     return a > b;
    case CMP_LESS:     return a < b;
    case CMP_EQUAL:    return a == b;
    case CMP_AT_LEAST: return a >= b;
    case CMP_AT_MOST:  return a <= b;
    default:           return false;
    }
}

/* ---- players ---- */

static int player_after(const Game *g, int p, int steps)
{
    return (p + steps + g->players) % g->players;
}

/* Player + 1 whom a text has settled on among several opponents, 0 none. */
static int one_opponent(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    int who = ctx->opponent ? ctx->opponent : s ? s->opponent : 0;
    return who == ctx->you + 1 ? 0 : who;
}

uint8_t opponents_of(const Game *g, const Ctx *ctx)
{
    if (g->players == 2 && ctx->you != NOBODY)
        return (uint8_t)(everyone(g) & ~(1u << ctx->you));      /* of two players there is one other, whatever a text has settled */
    int one = one_opponent(g, ctx);
    if (one)
        return (uint8_t)(1u << (one - 1));
    if (ctx->self && is_type(g, ctx->self, TYPE_DILEMMA) && g->card[ctx->self].owner != ctx->you)
        return (uint8_t)(1u << g->card[ctx->self].owner);
    return (uint8_t)(everyone(g) & ~(1u << ctx->you));
}

/* The player on that side: who has left the game sits nowhere (2E-24.6). */
static int neighbour(const Game *g, int you, int step)
{
    int p = player_after(g, you, step);
    while (g->lost >> p & 1 && p != you)
        p = player_after(g, p, step);
    return p;
}

/* Who caused the event that the text responds to; of the price of a skill, who pays it. */
int actor_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s && s->actor < PLAYERS ? s->actor : ctx->actor ? ctx->actor - 1 : ctx->you;
}

/* Who has lost the battle in progress (2E-14.6, 15.5): nobody, where nobody has won it. */
static uint8_t loser_bit(const Game *g)
{
    const Battle *b = &g->battle;
    if (!b->active || b->winner == NOBODY)
        return 0;
    return (uint8_t)(1u << (b->winner == b->player[0] ? b->player[1] : b->player[0]));
}

uint8_t players_of(const Game *g, const Ctx *ctx, NodeId id)
{
    uint8_t you = (uint8_t)(1u << ctx->you);
    switch (g->cat->node[id].op) {
    case NODE_YOU:           return you;
    case NODE_OPPONENT:      return opponents_of(g, ctx);
    case NODE_EACH_OPPONENT: return ctx->each ? (uint8_t)(1u << (ctx->each - 1)) : (uint8_t)(everyone(g) & ~you);
    case NODE_EACH_ONE:      return everyone(g);
    case NODE_OWNER:         return (uint8_t)(1u << g->card[ctx->self].owner);
    case NODE_DRAWER:        return (uint8_t)(1u << (g->encounter.active ? g->encounter.opponent : neighbour(g, g->active, 1)));
    case NODE_OWNER_OF:
    case NODE_PLAYER_OF: {
        CardSet set = filter_set(g, ctx, node_child(g->world->cat, id, 0));
        uint8_t players = 0;
        FOR_SET(card, &set)
            players |= (uint8_t)(1u << (g->world->cat->node[id].op == NODE_OWNER_OF ? g->card[card].owner : g->card[card].commander));
        return players;
    }
    case NODE_ACTIVE:        return (uint8_t)(1u << g->active);
    case NODE_LOSER:         return loser_bit(g);
    case NODE_ACTOR:         return (uint8_t)(1u << actor_of(g, ctx));
    case NODE_LEFT:          return (uint8_t)(1u << neighbour(g, ctx->you, 1));
    case NODE_RIGHT:         return (uint8_t)(1u << neighbour(g, ctx->you, -1));
    default:                 return 0;
    }
}

int one_player(const Game *g, const Ctx *ctx, NodeId id)
{
    if (g->cat->node[id].op == NODE_YOU)        /* mostly */
        return ctx->you;
    uint8_t bits = players_of(g, ctx, id);
    for (int i = 0; i < g->players; i++) {
        int p = player_after(g, g->active, i);
        if (bits >> p & 1)
            return p;
    }
    return ctx->you;
}

/* ---- places ---- */

bool same_mission(const Game *g, CardId a, CardId b)
{
    if (a == b)
        return a != NO_CARD;
    if (g->card[a].def != g->card[b].def)
        return false;
    cite_step(g, RULING_SEPARATE_MISSIONS);
    return !in_force(g, RULING_SEPARATE_MISSIONS);
}

bool present_with(const Game *g, CardId a, CardId b)
{
    const Card *x = &g->card[a], *y = &g->card[b];
    if (x->zone == ZONE_SURFACE && y->zone == ZONE_SURFACE)
        return same_mission(g, x->host, y->host);
    if (x->zone == ZONE_ABOARD && (y->zone == ZONE_ABOARD ? x->host == y->host : x->host == b))
        return true;
    return y->zone == ZONE_ABOARD && y->host == a;
}

/* A dilemma that its own text has overcome still speaks of the mission beneath which it lies now. */
CardId this_mission(const Game *g, CardId card)
{
    return is_faced(g, card) ? g->encounter.mission : location_of(g, g->card[card].zone == ZONE_BENEATH ? g->card[card].host : card);
}

CardId this_ship(const Game *g, CardId card)
{
    if (is_faced(g, card))
        return g->encounter.ship[0];
    if (is_type(g, card, TYPE_SHIP))
        return card;
    const Card *c = &g->card[card];
    return c->zone == ZONE_ABOARD || (c->zone == ZONE_ON && is_type(g, c->host, TYPE_SHIP)) ? c->host : NO_CARD;
}
