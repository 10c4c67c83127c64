/* What a client shows before an answer: costs, what a requirement asks line by line and who brings it, the sums of a battle.
 *
 * Nothing here decides anything: the numbers are those that the rules will use, read from the same functions. */
#include "engine/engine.h"

int sl_option_cost(const sl_game *game, int option)
{
    const Game *g = &game->g;
    sl_option o = sl_game_option(game, option);
    switch (o.verb) {
    case SL_PLAY: return g->decision.kind == SL_DECIDE_PLAY ? g->world->edition->play_cost(g, g->decision.player, (CardId)o.card, o.number) : -1;
    case SL_DRAW: return 1;
    case SL_MOVE: return g->world->edition->range_needed(g, (CardId)o.card, (CardId)o.target);
    case SL_CHOOSE: return g->decision.kind == SL_DECIDE_STACK ? g->world->edition->dilemma_cost(g, (CardId)o.card) : -1;
    default:      return -1;
    }
}

int sl_game_goals(const sl_game *game, int player, sl_goal *out, int room)
{
    return game->g.world->edition->goals(&game->g, player, out, room);
}

int sl_game_same_choice(const sl_game *game, int id)
{
    const Game *g = &game->g;
    bool held = is_card(g, id) && g->card[id].zone == ZONE_HAND;
    return held ? copy_before(g, g->card[id].owner, (CardId)id) : NO_CARD;
}

/* All personnel of a player, wherever they are: nobody but he may be told what comes of it. */
static CardSet all_personnel(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_CARDS(g, id)
        if (g->card[id].owner == player && is_type(g, id, TYPE_PERSONNEL))
            set_add(&out, id);
    return out;
}

int sl_game_means(const sl_game *game, int player, int mission, const int *ids, int count)
{
    const Game *g = &game->g;
    CardSet group = count ? (CardSet){ 0 } : all_personnel(g, player);
    for (int i = 0; i < count; i++)
        if (is_card(g, ids[i]))
            set_add(&group, (CardId)ids[i]);
    return is_card(g, mission) && is_type(g, (CardId)mission, TYPE_MISSION) ? g->world->edition->means(g, player, (CardId)mission, &group) : 0;
}

int sl_game_sums(const sl_game *game, int viewer, const int *ids, int count, sl_sums *out)
{
    const Game *g = &game->g;
    *out = (sl_sums){ .count = 0 };
    for (int k = 0; k < count; k++) {
        sl_card c;
        if (!sl_game_card(game, viewer, ids[k], &c) || !c.def || !is_type(g, (CardId)ids[k], TYPE_PERSONNEL))
            continue;
        bool now = c.in_play && (viewer < 0 || c.commander == viewer);
        const CardDef *def = &g->world->cat->def[c.def];
        out->count++;
        for (int i = 0; i < 3; i++)
            out->attribute[i] += now ? attribute(g, (CardId)ids[k], i) : def->attribute[i];
        for (int i = 0; i < SKILL_COUNT; i++)
            out->skill[i] += now ? skill_level(g, (CardId)ids[k], i) : def->skill[i];
    }
    return out->count;
}

/* ---- requirements, line by line ---- */

typedef struct {
    const Game *g;
    Ctx   ctx;
    Team  team;
    const int *ids; int count;
    sl_need *out; int room, used;
} Asking;

static NodeId find_op(const Catalogue *cat, NodeId id, int op)
{
    if (cat->node[id].op == op)
        return id;
    NodeId found = 0;
    for (int i = 0; i < cat->node[id].argc && !found; i++)
        found = find_op(cat, node_child(cat, id, i), op);
    return found;
}

/* What one of the group would bring alone, a skill whose price was not paid included. */
static int brings(const Asking *a, CardId id, NodeId node)
{
    const Catalogue *cat = a->g->world->cat;
    if (cat->node[node].op == NODE_REQ_CARDS)
        return filter_is(a->g, &a->ctx, node_child(cat, node, 1), id);
    return team_total(a->g, node, &(Team){ .group = set_one(id) });
}

/* A sum over the group has parts; whatever else is asked is met or not. */
static bool is_sum(const Catalogue *cat, NodeId node)
{
    int op = cat->node[node].op;
    if (op == NODE_REQ_SKILL || (op == NODE_REQ_CARDS && find_op(cat, node_child(cat, node, 1), NODE_GROUP)))
        return true;
    int at = op == NODE_REQ_ATTR ? node_value(cat, node, 0) - ATTR_INTEGRITY : -1, cmp = op == NODE_REQ_ATTR ? node_value(cat, node, 1) : 0;
    return at >= 0 && at < 3 && (cmp == CMP_MORE || cmp == CMP_AT_LEAST);
}

static int needed(const Asking *a, NodeId node)
{
    const Catalogue *cat = a->g->world->cat;
    if (cat->node[node].op == NODE_REQ_SKILL)
        return node_value(cat, node, 1) ? node_value(cat, node, 1) : 1;
    if (cat->node[node].op == NODE_REQ_CARDS)
        return node_value(cat, node, 0);
    return node_value(cat, node, 2) + a->team.more + (node_value(cat, node, 1) == CMP_MORE);
}

/* The rule by which a line is counted; cards that are asked for count as a requirement does. */
static Citation counted_by(const Asking *a, NodeId node)
{
    switch (a->g->world->cat->node[node].op) {
    case NODE_REQ_ATTR:                       return own_rule(a->g, RULE_ATTRIBUTE_NEEDED);
    case NODE_REQ_SKILL: case NODE_REQ_NAMED: case NODE_REQ_NAMED_TWO: return own_rule(a->g, RULE_SKILLS_NEEDED);
    default: return own_rule(a->g, is_type(a->g, a->ctx.self, TYPE_MISSION) ? RULE_REQUIREMENTS_NOT_MET : RULE_DILEMMA_MET);
    }
}

static void add_need(Asking *a, NodeId node, int choice, int arm)
{
    if (a->used >= a->room)
        return;
    sl_need *n = &a->out[a->used++];
    *n = (sl_need){ .choice = choice, .arm = arm, .met = team_meets(a->g, &a->ctx, node, &a->team),
                    .cite = counted_by(a, node) };
    Out words = { n->words, sizeof n->words, 0 };
    render_requirement(a->g->world->cat, (EditionId)printed(a->g, a->ctx.self)->edition, node, &words);
    if (!is_sum(a->g->world->cat, node))
        return;
    n->need = needed(a, node);
    for (int i = 0; i < a->count && i < SL_GROUP; i++)
        if (is_card(a->g, a->ids[i])) {
            n->amount[i] = brings(a, (CardId)a->ids[i], node);
            n->have += n->amount[i];
        }
}

/* One alternative: its lines, if it is plain enough to have lines. */
static void add_arm(Asking *a, NodeId node, int choice, int arm)
{
    const Catalogue *cat = a->g->world->cat;
    const Node *n = &cat->node[node];
    if (n->op != NODE_REQ_ALL) {
        add_need(a, node, choice, arm);
        return;
    }
    for (int i = 0; i < n->argc; i++)
        add_need(a, cat->arg[n->arg + i], choice, arm);
}

static void add_asked(Asking *a, NodeId node, int *choices)
{
    const Catalogue *cat = a->g->world->cat;
    const Node *n = &cat->node[node];
    if (n->op == NODE_REQ_ALL) {
        for (int i = 0; i < n->argc; i++)
            add_asked(a, cat->arg[n->arg + i], choices);
    } else if (n->op == NODE_REQ_ANY) {
        int choice = ++*choices;
        for (int i = 0; i < n->argc; i++)
            add_arm(a, cat->arg[n->arg + i], choice, i);
    } else {
        add_need(a, node, 0, 0);
    }
}

/* The first word of that kind in what a dilemma does when it is faced; 0: it has none. */
static NodeId find_in_dilemma(const Game *g, CardId id, int op)
{
    const CardDef *def = printed(g, id);
    NodeId found = 0;
    for (int i = 0; def->type == TYPE_DILEMMA && i < def->ability_count && !found; i++)
        if (ability_of(g, id, i)->kind == NODE_RESOLVE)
            found = find_op(g->world->cat, ability_of(g, id, i)->node, op);
    return found;
}

/* The requirement of a mission by which these would attempt it, or a dilemma's first "unless you have"; 0: it asks for nothing of the kind. */
static NodeId asked_by(const sl_game *game, CardId id, const int *ids, int count)
{
    const Game *g = &game->g;
    if (is_type(g, id, TYPE_MISSION)) {
        bool tried = g->encounter.active && g->encounter.mission == id;
        return g->world->edition->requirement(g, id, tried ? g->encounter.means : sl_game_means(game, count && is_card(g, ids[0]) ? g->card[ids[0]].commander : g->card[id].commander, id, ids, count));
    }
    NodeId have = find_in_dilemma(g, id, NODE_HAVE);
    return have ? node_child(g->world->cat, have, 0) : 0;
}

/* "Choose one of yours who … If you cannot, …": whom you choose from.  0: a dilemma without that, or one that takes anybody. */
static NodeId chosen_from(const Game *g, CardId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId attempted = find_in_dilemma(g, id, NODE_TRY);
    NodeId choose = attempted ? find_op(cat, node_child(cat, attempted, 0), NODE_CHOOSE) : 0;
    NodeId filter = choose && cat->node[node_child(cat, choose, 0)].op == NODE_YOU ? node_child(cat, choose, 2) : 0;
    return filter && cat->node[filter].op == NODE_AND && find_op(cat, filter, NODE_GROUP) ? filter : 0;
}

/* One of the group will do; each who would brings one. */
static int add_chosen(Asking *a, CardId dilemma, NodeId filter, bool *met)
{
    if (a->room < 1)
        return 0;
    sl_need *n = &a->out[a->used++];
    *n = (sl_need){ .need = 1 };
    Out words = { n->words, sizeof n->words, 0 };
    render_one_of(a->g->world->cat, printed(a->g, dilemma), filter, TYPE_PERSONNEL, &words);
    for (int i = 0; i < a->count && i < SL_GROUP; i++) {
        n->amount[i] = a->ids[i] >= 1 && a->ids[i] <= a->g->card_count && filter_is(a->g, &a->ctx, filter, (CardId)a->ids[i]);
        n->have += n->amount[i];
    }
    *met = n->met = n->have >= n->need;
    return a->used;
}

int sl_game_needs(const sl_game *game, int card, const int *ids, int count, bool *met, sl_need *out, int room)
{
    const Game *g = &game->g;
    *met = true;
    NodeId node = is_card(g, card) ? asked_by(game, (CardId)card, ids, count) : 0, filter = is_card(g, card) && !node ? chosen_from(g, (CardId)card) : 0;
    if (!node && !filter)
        return 0;
    CardId at = is_type(g, (CardId)card, TYPE_MISSION) ? (CardId)card : g->encounter.mission;
    Asking a = { .g = g, .ctx = ctx_of(g, (CardId)card), .ids = ids, .count = count, .out = out, .room = room };
    if (filter)
        return add_chosen(&a, (CardId)card, filter, met);
    a.team = (Team){ .mission = at, .ship = g->encounter.active ? g->encounter.ship[0] : NO_CARD, .declined = g->encounter.active ? g->encounter.declined : 0 };
    for (int i = 0; i < count; i++)
        if (is_card(g, ids[i])) {
            set_add(&a.team.group, (CardId)ids[i]);
            a.team.player = g->card[ids[i]].commander;
            if (!g->encounter.active && g->card[ids[i]].zone == ZONE_ABOARD)
                a.team.ship = g->card[ids[i]].host;
        }
    a.team.more = is_type(g, (CardId)card, TYPE_MISSION) ? modified_by(g, (CardId)card, NODE_MOD_REQ_ATTR) : 0;
    *met = team_meets(g, &a.ctx, node, &a.team);
    int choices = 0;
    add_asked(&a, node, &choices);
    return a.used;
}

/* ---- battles ---- */

/* What a card adds to its side as this viewer may know it; -1: he may not. */
static int battle_amount(const sl_game *game, int viewer, CardId id, int side)
{
    sl_card c;
    if (game->g.battle.kind == BATTLE_OF_SHIPS)
        return sl_game_ship_value(game, viewer, id, side == 0 ? WEAPONS : SHIELDS);
    if (!sl_game_card(game, viewer, id, &c) || !c.def)
        return -1;
    return game->g.world->edition->fighting_value(&game->g, id);
}

bool sl_game_battle(const sl_game *game, int viewer, sl_battle *out)
{
    const Battle *b = &game->g.battle;
    const Edition *edition = game->g.world->edition;
    *out = (sl_battle){ .engagement = b->kind == BATTLE_OF_SHIPS, .mission = b->mission, .attribute = b->compare, .known = true, .winner = -1 };
    if (!b->active)
        return false;
    bool ships = b->kind == BATTLE_OF_SHIPS;
    for (int side = 0; side < 2; side++) {
        const CardSet *set = ships ? &b->ships[side] : &b->side[side];
        out->player[side] = b->player[side];
        out->target[side] = sl_game_shown(game, viewer, b->target[side]);
        out->waiting[side] = !ships && edition->force ? set_count(&b->pile[side]) : 0;
        int shown[MAX_CARDS], count = shown_numbers(game, viewer, set, shown);
        for (int i = 0; i < count && i < SL_GROUP; i++) {
            int amount = battle_amount(game, viewer, (CardId)sl_game_meant(game, viewer, shown[i]), side);
            out->id[side][i] = shown[i];
            out->amount[side][i] = amount;
            out->total[side] += amount > 0 ? amount : 0;
            out->known &= amount >= 0;
            out->count[side]++;
        }
    }
    int winner = out->known ? edition->battle_winner(&game->g, out->total) : NOBODY;
    out->winner = winner == NOBODY ? -1 : winner;
    return true;
}

/* The tactic of a side is known to its player alone until both are shown. */
bool sl_game_volley(const sl_game *game, int viewer, int side, sl_volley *out)
{
    const Game *g = &game->g;
    Volley v;
    if (!g->battle.active || !g->world->edition->volley || !g->world->edition->volley(g, side, &v))
        return false;
    *out = (sl_volley){ .target = sl_game_shown(game, viewer, v.target), .count = v.count, .attack = v.attack, .twice_defense = v.twice_defense, .hit = v.hit };
    for (int i = 0; i < v.count; i++) {
        out->card[i] = sl_game_shown(game, viewer, v.part[i].card);
        out->defends[i] = v.part[i].defends;
        out->hidden[i] = viewer >= 0 && !may_know(g, viewer, v.part[i].card);
        out->twice[i] = out->hidden[i] ? 0 : v.part[i].twice;
        if (out->hidden[i])
            out->hit = -1;
    }
    if (out->hit < 0)
        out->attack = out->twice_defense = 0;
    return true;
}
