/* Tactics: the Battle Bridge side deck, the current tactic and damage markers.  Stages 3 and 6 of a ship battle (1E-22), and 1E-A7.11, 1E-G6. */
#include "spaceline.h"
#include "first/first.h"

enum { MOST_DRAWN = 2, FLIPS_OF_A_HIT = 2, FLIPS_OF_A_DIRECT_HIT = 4 };

/* ---- the side deck: 1E-A7.11 ---- */

bool has_bridge(const Game *g, int player)
{
    return g->pile[player][ZONE_BRIDGE].count > 0;
}

/* Used tactics lie face up under the others; when only such are left, they are shuffled and turned down. */
void tactic_to_bridge(Game *g, CardId id)
{
    card_to_pile(g, id, g->card[id].owner, ZONE_BRIDGE, PUT_BOTTOM);
    card_flag(g, id, FACE_UP, true);
    reveal_card(g, id);
}

static CardId top_tactic(Game *g, int player)
{
    CardId top = g->pile[player][ZONE_BRIDGE].top;
    if (top == NO_CARD || !(g->card[top].flags & FACE_UP))
        return top;
    FOR_PILE(g, id, &g->pile[player][ZONE_BRIDGE]) {
        card_flag(g, id, FACE_UP, false);
        card_know(g, id, 0);
    }
    pile_shuffle(g, player, ZONE_BRIDGE);
    return g->pile[player][ZONE_BRIDGE].top;
}

/* ---- stage 3: the current tactic ---- */

static bool is_drawn(const Game *g, CardId id, int player)
{
    return g->card[id].zone == ZONE_DRAWN && g->card[id].owner == player && is_type(g, id, TYPE_TACTIC);
}

/* Some ask for a certain ship that fires (1E-22.11). */
static Citation why_not_current(const Game *g, CardId id)
{
    const Ability *a = ability_of_kind(g, id, NODE_CURRENT_IF);
    Ctx ctx = ctx_of(g, id);
    return a && !condition(g, &ctx, node_child(g->world->cat, a->node, 0)) ? RULE_FIRST_TACTIC_NEEDS : CITE_NONE;
}

/* Up to two are drawn, one after the other; then one of them may be chosen.  w->side: whose. */
Flow first_draw_tactics(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    for (w->answer = 0; w->answer < MOST_DRAWN + g->battle.more_tactics[w->side] && has_bridge(g, f->player); w->answer++) {
        decision_open(g, SL_DECIDE_BATTLE, f->player, 0, NO_CARD);
        decision_add(g, (Option){ .verb = SL_PASS });
        decision_add(g, (Option){ .verb = SL_DRAW });
        ASK();
        if (answered(g).verb == SL_PASS)
            break;
        w->own = top_tactic(g, f->player);
        card_to_limbo(g, w->own, ZONE_DRAWN);
        set_add(own_cards(g, f), w->own);
        log_event(g, LOG_DRAWS_TACTIC, f->player, NO_CARD, NO_CARD, 0);
    }
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    cite_dated(g, RULING_SHIP_BATTLE_2022_6, RULE_FIRST_TACTICS);
    decision_open(g, SL_DECIDE_BATTLE, f->player, 0, NO_CARD);
    decision_add(g, (Option){ .verb = SL_PASS });
    FOR_SET(id, cards_of(g, f))
        offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, why_not_current(g, id), NO_CARD);
    ASK();
    w->own = answered(g).card;
    FOR_SET(id, cards_of(g, f))
        if (id != w->own && is_drawn(g, id, f->player))
            tactic_to_bridge(g, id);
    battle_change(g)->tactic[w->side] = w->own;
    RETURN(1);

    PROC_END;
}

/* Battle Bridge Door: more may be drawn in this battle (1e-2022/ship-battle.5). */
Flow first_more_tactics(Game *g, Frame *f)
{
    LOCALS(Do, d);
    int side = g->battle.player[1] == f->player;
    if (g->battle.active)
        battle_change(g)->more_tactics[side] = (uint8_t)(g->battle.more_tactics[side] + node_value(g->world->cat, d->node, 0));
    RETURN(g->battle.active);
}

/* Both are shown at the same moment. */
void reveal_tactics(Game *g)
{
    for (int side = 0; side < 2; side++)
        if (g->battle.tactic[side]) {
            CardId id = g->battle.tactic[side];
            card_to_limbo(g, id, ZONE_PLAYING);
            log_event(g, LOG_TACTIC, g->battle.player[side], id, NO_CARD, 0);
        }
}

/* What the current tactic of a side adds, once for the whole force. */
int tactic_bonus(const Game *g, int side, bool attack)
{
    CardId id = g->battle.active ? g->battle.tactic[side] : NO_CARD;
    if (id == NO_CARD)
        return 0;
    const CardDef *def = printed(g, id);
    Ctx ctx = ctx_of(g, id);
    int sum = attack ? def->attack : def->defense;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == (attack ? NODE_ATTACK_BONUS : NODE_DEFENSE_BONUS) && guard_holds(g, &ctx, a))
            sum += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return sum;
}

/* ---- stage 6: damage markers ---- */

static void place_marker(Game *g, CardId marker, CardId target)
{
    card_to_host(g, marker, target, ZONE_ON, PUT_BOTTOM);
    card_flag(g, marker, FACE_UP, true);
    card_flag(g, target, MARKED, true);
    log_event(g, LOG_MARKED, g->card[marker].owner, marker, target, hull_of(g, target));
}

/* The damage that player f->player does to a card: by the current tactic, by default, or by rotation where there is no side deck.
 * w->other: the card; w->own: the current tactic; w->hit[0]: how it was hit. */
Flow first_damage(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    if (!w->own && !has_bridge(g, f->player)) {
        cite_dated(g, RULING_SHIP_BATTLE_2022_13, RULE_FIRST_ROTATION);
        for (w->answer = 0; w->answer < w->hit[0]; w->answer++)
            damage_by_rotation(g, w->other);
        RETURN(ROTATION_HULL * w->hit[0]);
    }
    cite_dated(g, w->own ? RULING_SHIP_BATTLE_2022_11 : RULING_SHIP_BATTLE_2022_12, RULE_FIRST_TACTICS);
    w->hit[1] = w->hit[0] == HIT ? FLIPS_OF_A_HIT : FLIPS_OF_A_DIRECT_HIT;
    if (w->own)
        w->hit[1] = w->hit[0] == HIT ? printed(g, w->own)->hit : printed(g, w->own)->direct_hit;
    if (w->hit[1] & TACTIC_DOWN) {
        place_marker(g, w->own, w->other);
        RESPOND(f->player, set_one(w->own), (Window){ .event = EVENT_PLACED_ON, .actor = f->player, .cause = w->other });
    }
    for (w->answer = w->hit[1] & ~TACTIC_DOWN; w->answer > 0 && card_in_play(g, w->other); w->answer--) {
        w->own = top_tactic(g, f->player);
        if (w->own == NO_CARD) {                         /* the whole side deck lies on ships (1E-A7.12) */
            if (!(g->card[w->other].flags & ROTATED_TWICE))
                damage_by_rotation(g, w->other);
            continue;
        }
        place_marker(g, w->own, w->other);
        RESPOND(f->player, set_one(w->own), (Window){ .event = EVENT_PLACED_ON, .actor = f->player, .cause = w->other });
    }
    RETURN(1);

    PROC_END;
}

/* A current tactic that has not become a marker is used. */
void put_away_tactics(Game *g)
{
    for (int side = 0; side < 2; side++) {
        CardId id = g->battle.tactic[side];
        if (id && g->card[id].zone == ZONE_PLAYING)
            tactic_to_bridge(g, id);
        battle_change(g)->tactic[side] = NO_CARD;
    }
}
