/* Personnel battle: chapter 21 of the rules.  The stages are those of the procedure of November 2022; before that day the stages were the
 * same but for what the rulings of that day changed. */
#include "spaceline.h"
#include "first/first.h"

/* ---- forces ---- */

/* Personnel, and equipment whose text says so. */
static bool fights(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_PERSONNEL) || (has_kind(printed(g, id), NODE_FIGHTS) && !is_textless(g, id));
}

/* Who is of a player's force in a place: all personnel there who are compatible with each other, beginning with this one.  Attackers are those who may
 * attack; the attacked force has its stopped members too (1E-20.11), and since November 2019 the disabled ones, who do not fight. */
static bool belongs(const Game *g, CardId id, bool attacks)
{
    unsigned bars = barred(g, id);
    if (!fights(g, id) || g->card[id].flags & (STASIS | INFILTRATING))
        return false;
    if (attacks)
        return !(bars & BARS_ATTACK) && !is_under_house_arrest(g, id);
    if (!(bars & BARS_DEFEND))
        return true;
    return g->card[id].flags & DISABLED && (in_force(g, RULING_BATTLE_PERSONNEL_STEP_1_2019_2) || in_force(g, RULING_PERSONNEL_BATTLE_2022_3));
}

static CardSet force_with(const Game *g, CardId first, bool attacks)
{
    const Card *c = &g->card[first];
    CardSet force = { 0 };
    if (!belongs(g, first, attacks))
        return force;
    set_add(&force, first);
    bool at_one = are_at_one(g, c->commander, c->host);
    FOR_HOSTED(g, id, c->host)
        if (g->card[id].zone == c->zone && g->card[id].commander == c->commander && belongs(g, id, attacks) && (at_one || fits_all(g, id, &force)))
            set_add(&force, id);
    return force;
}

CardSet force_of(const Game *g, CardId id)
{
    return force_with(g, id, false);
}

/* ---- who may fight: 1E-20.2 to 20.8 ---- */

/* Aboard a Nor of the attacker's the restraints of all his personnel there who are compatible with it bind him (1E-20.13). */
static Citation why_restrained_by_nor(const Game *g, int player, CardId own, const CardSet *against)
{
    CardId station = station_of(g, g->card[own].host);
    if (!is_nor(g, station) || g->card[station].commander != player)
        return CITE_NONE;
    CardSet all = people_aboard(g, station);
    FOR_SET(id, &all)
        if (g->card[id].commander != player || !compatible(g, id, station))
            set_drop(&all, id);
    return why_restrained(g, player, &all, against, location_of(g, own)) ? RULE_FIRST_NOR_RESTRAINT : CITE_NONE;
}

static Citation why_not_battle(const Game *g, int player, CardId own, CardId other)
{
    CardSet force = force_with(g, own, true), against = force_with(g, other, false);
    if (is_stopped(g, own))
        return RULE_FIRST_ATTACK_STOPPED;
    if (is_infiltrating(g, own) || is_infiltrating(g, other))
        return RULE_FIRST_INFILTRATOR_BATTLE;
    if (is_under_house_arrest(g, own))
        return RULE_FIRST_ARRESTED;
    if (set_empty(&force) || set_empty(&against))
        return RULE_FIRST_CANNOT_FIGHT;
    Citation no = why_restrained_by_nor(g, player, own, &against);
    return no ? no : why_not_attack(g, player, &force, &against, BATTLE_OF_PERSONNEL, location_of(g, own));
}

static bool is_here(const Game *g, CardId id, CardId place, int player)
{
    Zone zone = is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
    return g->card[id].host == place && g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL);
}

/* The first of each force that the player has in a place, and whoever is there and belongs to none. */
static int forces_in(const Game *g, int player, CardId place, bool attacks, CardId out[])
{
    CardSet found = { 0 };
    int n = 0;
    FOR_HOSTED(g, id, place) {
        if (!is_here(g, id, place, player))
            continue;
        if (set_has(&found, id))
            continue;
        CardSet force = force_with(g, id, attacks);
        set_join(&found, &force);
        out[n++] = id;
    }
    return n;
}

static void offer_forces_in(Game *g, int player, CardId place)
{
    CardId own[MAX_CARDS], attacked[MAX_CARDS];
    int attackers = forces_in(g, player, place, true, own), n = forces_in(g, next_player(g, player), place, false, attacked);
    for (int k = 0; k < attackers; k++)
        for (int i = 0; i < n; i++)
            offer(g, (Option){ .verb = SL_BATTLE, .card = attacked[i], .target = own[k] }, why_not_battle(g, player, own[k], attacked[i]), NO_CARD);
}

/* Somebody of both players is there. */
static bool meet_in(const Game *g, CardId place)
{
    return (crew_at(g, place)->there & 3) == 3;
}

/* Who may attack on a planet stays so while nothing changes at its location, unless a text may rule it. */
void offer_personnel_battles(Game *g, int player, const Locations *locations)
{
    bool texts = some_text_rules_battles(g, player);
    FOR_LOCATIONS(l, locations)
        if (meet_in(g, l->id))
            KEEP_OPTIONS(g, kept_at(g, KEPT_BATTLES, player, l), l->id, stamp_of_location(g, l->id, texts))
                offer_forces_in(g, player, l->id);
    FOR_SET(place, &g->crafts)
        if (meet_in(g, place))
            offer_forces_in(g, player, place);
}

/* ---- stage 3: who fights ---- */

/* Personnel fight, and so do Rogue Borg: interrupts in play that take the place of combatants (1E-A9.6). */
static bool is_fighter(const Game *g, CardId id)
{
    return fights(g, id) || is_rogue(g, id);
}

/* Who is disabled, in stasis, stunned or mortally wounded does not fight. */
static bool is_combatant(const Game *g, CardId id)
{
    return is_fighter(g, id) && !(barred(g, id) & BARS_DEFEND);
}

/* One of the force fought: only combat has put him out of it.  Who was stunned or wounded before was set aside (1E-G13.2). */
static bool has_fought(const Game *g, CardId id)
{
    return is_fighter(g, id) && !(g->card[id].flags & SET_ASIDE) && !(flags_bar(g, g->card[id].flags & ~(STUNNED | WOUNDED)) & BARS_DEFEND);
}

static void form_up(Game *g)
{
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_3, RULE_FIRST_COMBAT);
    for (int side = 0; side < 2; side++)
        FOR_SET(id, &g->battle.side[side])
            if (is_combatant(g, id))
                set_add(&battle_change(g)->pile[side], id);
            else
                card_flag(g, id, SET_ASIDE, true);
}

/* ---- stage 4: combat ---- */

/* A pile that its player has arranged: each of its cards keeps its place in it, which nobody sees, as if it were RANGE that was used. */
static int place_in_pile(const Game *g, CardId id) { return g->card[id].range_used; }

static CardId top_of_arranged(const Game *g, int side)
{
    CardId top = NO_CARD;
    FOR_SET(id, &g->battle.pile[side])
        if (place_in_pile(g, id) && (!top || place_in_pile(g, id) < place_in_pile(g, top)))
            top = id;
    return top;
}

/* The top card of a shuffled pile is one of its cards at random. */
static CardId next_combatant(Game *g, int side)
{
    CardId id = top_of_arranged(g, side);
    if (!id) {
        CardSet one = pick_random(g, &g->battle.pile[side], 1);
        id = set_next(&one, 0);
    }
    set_drop(&battle_change(g)->pile[side], id);
    return id;
}

/* f->cards: who has no place in the pile yet. */
Flow first_order_pile(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    d->i = g->battle.player[0] == f->player && g->battle.uncontrolled != 1 ? 0 : 1;
    if (!g->battle.active || g->battle.kind != BATTLE_OF_PERSONNEL || g->battle.player[d->i] != f->player)
        RETURN(0);
    FOR_SET(id, &g->battle.side[d->i])
        if (is_combatant(g, id))
            set_add(own_cards(g, f), id);
    log_event(g, LOG_ARRANGES, f->player, NO_CARD, NO_CARD, 0);
    for (d->n = 1; !set_empty(cards_of(g, f)); d->n++) {
        decision_open(g, SL_DECIDE_ORDERING, f->player, NODE_ORDER_PILE, source_of(g, f));
        FOR_SET(id, cards_of(g, f))
            decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
        ASK_UNLESS_ONE();
        card_use_range(g, answered(g).card, d->n);
        set_drop(own_cards(g, f), answered(g).card);
    }
    RETURN(1);

    PROC_END;
}

static bool still_fights(const Game *g, const Battle *b, int side)
{
    return set_has(&b->side[side], b->target[side]) && is_combatant(g, b->target[side]);
}

static int strength_of(const Game *g, CardId id)
{
    return attribute(g, id, STRENGTH);
}

/* By the safety protocols a hologram does not mortally wound who is none (1E-A4.8). */
static bool is_safe_from(const Game *g, CardId hologram, CardId id)
{
    return icon_in(icons_of(g, hologram), ICON_HOLOGRAM) && !icon_in(icons_of(g, id), ICON_HOLOGRAM) && !modified_by(g, hologram, NODE_MOD_NO_SAFETY);
}

/* The side with more; -1: neither. */
static int ahead(const int of_side[2])
{
    return of_side[0] == of_side[1] ? -1 : of_side[0] > of_side[1] ? 0 : 1;
}

/* The stronger of the adversaries may stun the other; more than twice as strong, wound mortally instead (stages 4a to 4c).  Opens that decision;
 * false: nobody is stronger. */
static bool ask_stronger(Game *g)
{
    const Battle *b = &g->battle;
    int strength[2] = { strength_of(g, b->target[0]), strength_of(g, b->target[1]) };
    int side = ahead(strength);
    if (side < 0) {
        cite_dated(g, RULING_PERSONNEL_BATTLE_2022_8, RULE_FIRST_COMBAT);
        return false;
    }
    CardId id = b->target[1 - side];
    bool twice = strength[side] > 2 * strength[1 - side];
    decision_open(g, SL_DECIDE_BATTLE, b->player[side], 0, b->target[side]);
    if (!b->fierce || side)
        decision_add(g, (Option){ .verb = SL_PASS });
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_6, RULE_FIRST_COMBAT);
    if (twice)
        cite_dated(g, RULING_PERSONNEL_BATTLE_2022_7, RULE_FIRST_WOUND);
    if (twice && is_safe_from(g, b->target[side], id))
        cite_dated(g, RULING_PERSONNEL_BATTLE_2022_4, RULE_FIRST_SAFETY);
    decision_add(g, (Option){ .verb = SL_STUN, .card = id, .target = b->target[side] });
    offer(g, (Option){ .verb = SL_WOUND, .card = id, .target = b->target[side] },
          !twice ? RULE_FIRST_WOUND : is_safe_from(g, b->target[side], id) ? RULE_FIRST_SAFETY : CITE_NONE, NO_CARD);
    return true;
}

static void harm(Game *g, Option o)
{
    if (o.verb == SL_PASS)
        return;
    card_flag(g, o.card, o.verb == SL_STUN ? STUNNED : WOUNDED, true);
    log_event(g, o.verb == SL_STUN ? LOG_STUNNED : LOG_WOUNDED, g->card[o.card].commander, o.card, o.target, 0);
}

static CardSet adversaries(const Game *g)
{
    CardSet two = set_one(g->battle.target[0]);
    set_add(&two, g->battle.target[1]);
    return two;
}

/* ---- stage 5: the winner ---- */

/* All who fought and stand, whether they were revealed or not. */
static int total_of(Game *g, int side)
{
    int sum = 0;
    FOR_SET(id, &g->battle.side[side])
        if (is_combatant(g, id)) {
            log_event(g, LOG_ADDS, g->battle.player[side], id, NO_CARD, strength_of(g, id));
            sum += strength_of(g, id);
        }
    log_event(g, LOG_TOTAL, g->battle.player[side], NO_CARD, NO_CARD, sum);
    return sum;
}

/* The side with the higher total; -1: none. */
static int winning_side(Game *g)
{
    int total[2] = { total_of(g, 0), total_of(g, 1) };
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_9, RULE_FIRST_COMBAT_WON);
    return ahead(total);
}

/* Nobody falls to a winner that is all holograms (1E-A4.8). */
static bool wins_by_holograms(const Game *g, int side)
{
    FOR_SET(id, &g->battle.side[side])
        if (is_combatant(g, id) && (!icon_in(icons_of(g, id), ICON_HOLOGRAM) || modified_by(g, id, NODE_MOD_NO_SAFETY)))
            return false;
    return true;
}

/* One of the losing force who fought and is not mortally wounded, at random. */
static CardId casualty_of(Game *g, int side)
{
    CardSet left = { 0 };
    FOR_SET(id, &g->battle.side[side])
        if (has_fought(g, id) && !(g->card[id].flags & WOUNDED))
            set_add(&left, id);
    CardSet one = pick_random(g, &left, 1);
    return set_next(&one, 0);
}

/* ---- stage 6: resolution ---- */

static CardSet forces(const Game *g)
{
    CardSet all = g->battle.side[0];
    set_join(&all, &g->battle.side[1]);
    return all;
}

static CardSet wounded(const Game *g)
{
    CardSet out = { 0 }, all = forces(g);
    FOR_SET(id, &all)
        if (g->card[id].flags & WOUNDED)
            set_add(&out, id);
    return out;
}

static void recover(Game *g)
{
    CardSet all = forces(g);
    FOR_SET(id, &all)
        if (g->card[id].flags & (STUNNED | WOUNDED | SET_ASIDE))
            card_flag(g, id, STUNNED | WOUNDED | SET_ASIDE, false);
    FOR_SET(id, &all)
        if (place_in_pile(g, id))
            card_use_range(g, id, 0);
}

/* Mortally wounded Rogue Borg and equipment are discarded; the other Rogue Borg have had their battle for this turn. */
static void settle_rogues(Game *g)
{
    CardSet all = forces(g);
    FOR_SET(id, &all) {
        if (is_type(g, id, TYPE_PERSONNEL) || !card_in_play(g, id))
            continue;
        if (g->card[id].flags & WOUNDED)
            leave_play(g, id, ZONE_DISCARD);
        else if (is_rogue(g, id))
            card_flag(g, id, STOPPED, true);
    }
}

/* ---- the procedure ---- */

static void initiate(Game *g, int player, CardSet force, CardSet against)
{
    CardId own = set_next(&force, 0), other = set_next(&against, 0);
    battle_begins(g, BATTLE_OF_PERSONNEL, player, g->card[other].commander, is_rogue(g, own) ? 1 : 0, location_of(g, own));
    if (is_rogue(g, own)) {                     /* nobody controls them; the opponent of the others acts for them */
        battle_change(g)->player[0] = (uint8_t)next_player(g, g->card[other].commander);
        cite(g, RULE_FIRST_ROGUES);
    }
    battle_change(g)->side[0] = force;
    battle_change(g)->side[1] = against;
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_1, RULING_BATTLE_PERSONNEL_STEP_1_2019_1);
    FOR_SET(id, &against)
        if (g->card[id].flags & DISABLED)
            cite_dated(g, RULING_PERSONNEL_BATTLE_2022_3, RULING_BATTLE_PERSONNEL_STEP_1_2019_2);
    log_event(g, LOG_ATTACKS, player, other, own, 0);
}

Flow first_personnel_battle(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    CALL(first_pay_for_battle, f->player, (Do){ .card = location_of(g, w->own) });
    if (!g->result)
        RETURN(0);
    initiate(g, f->player, force_with(g, w->own, true), force_with(g, w->other, false)); /* 1 Initiation */
    CALL(first_combat, f->player, (Attack){ 0 });
    RETURN(g->result);

    PROC_END;
}

/* A text makes two forces battle; one player may control both (1E-20.10).  The forces of ships are those whose crafts are named. */
Flow first_fight(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_FIGHT });
    put_cards(g, f, g->picked);
    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 1), .about = NODE_FIGHT });
    put_more(g, f, g->picked);
    if (set_empty(cards_of(g, f)) || set_empty(more_of(g, f)))
        RETURN(0);
    if (is_craft(g, set_next(cards_of(g, f), 0))) {
        d->card = set_next(more_of(g, f), 0);
        CALL_ON(first_ship_battle, g->card[set_next(cards_of(g, f), 0)].commander, *cards_of(g, f),
                (Attack){ .own = set_next(cards_of(g, f), 0), .other = d->card, .by_text = true });
        RETURN(g->result);
    }
    initiate(g, g->card[set_next(cards_of(g, f), 0)].commander, *cards_of(g, f), *more_of(g, f));
    battle_change(g)->fierce = g->world->cat->node[d->node].op == NODE_FIGHT_HARD;
    CALL(first_combat, g->battle.player[0], (Attack){ 0 });
    RETURN(g->result);

    PROC_END;
}

/* The effects "stun" and "mortally wound", in a personnel battle. */
Flow first_harm(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = g->world->cat->node[d->node].op });
    FOR_SET(id, &g->picked)
        if (g->battle.active && is_combatant(g, id)) {
            harm(g, (Option){ .verb = g->world->cat->node[d->node].op == NODE_STUN ? SL_STUN : SL_WOUND, .card = id, .target = ctx_in(g, f).self });
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* The stages behind initiation. */
Flow first_combat(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    RESPOND(f->player, forces(g), (Window){ .event = EVENT_COMBAT_BEGINS, .actor = f->player, .cause = g->battle.mission });    /* 2 Responses */
    if (g->battle.prevented) {
        recover(g);
        battle_ends(g);
        RETURN(0);
    }
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_2, RULE_FIRST_COMBAT);
    form_up(g);                                                                          /* 3 Form up */
    while (!set_empty(&g->battle.pile[0]) && !set_empty(&g->battle.pile[1])) {           /* 4 Combat */
        battle_change(g)->target[0] = next_combatant(g, 0);
        battle_change(g)->target[1] = next_combatant(g, 1);
        cite_dated(g, RULING_PERSONNEL_BATTLE_2022_5, RULE_FIRST_COMBAT);
        log_event(g, LOG_ADVERSARIES, f->player, g->battle.target[0], g->battle.target[1], 0);
        RESPOND(f->player, adversaries(g), (Window){ .event = EVENT_IN_COMBAT, .actor = f->player });
        if (still_fights(g, &g->battle, 0) && still_fights(g, &g->battle, 1) && ask_stronger(g)) {
            ASK();
            harm(g, answered(g));
            if (answered(g).verb == SL_STUN)
                RESPOND(f->player, set_one(answered(g).card), (Window){ .event = EVENT_STUNNED, .actor = g->decision.player, .cause = answered(g).target });
        }
    }
    battle_change(g)->target[0] = battle_change(g)->target[1] = NO_CARD;
    w->side = (int8_t)winning_side(g);                                                   /* 5 Winner */
    battle_is_won(g, w->side);
    if (w->side >= 0) {
        w->own = wins_by_holograms(g, w->side) ? NO_CARD : casualty_of(g, 1 - w->side);
        if (w->own && in_force(g, RULING_PERSONNEL_BATTLE_2022_11)) {
            cite(g, RULING_PERSONNEL_BATTLE_2022_11);
            card_flag(g, w->own, WOUNDED, true);
            log_event(g, LOG_WOUNDED, g->card[w->own].commander, w->own, NO_CARD, 0);
        } else if (w->own && !is_type(g, w->own, TYPE_PERSONNEL)) {
            leave_play(g, w->own, ZONE_DISCARD);
        } else if (w->own) {
            cite(g, RULE_FIRST_CASUALTY);
            CALL_ON(affect_cards, f->player, set_one(w->own), (Affect){ .act = DO_KILL });
        }
        if (g->battle.winner != NOBODY)
            RESPOND(f->player, forces(g), (Window){ .event = EVENT_COMBAT_WON, .actor = g->battle.winner });
    }
    CALL_ON(affect_cards, f->player, wounded(g), (Affect){ .act = DO_KILL });            /* 6 Resolution */
    settle_rogues(g);
    recover(g);
    put_cards(g, f, forces(g));
    cite_dated(g, RULING_PERSONNEL_BATTLE_2022_12, RULE_FIRST_BATTLE_STOPS);
    CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_STOP });
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_COMBAT_ENDS, .actor = f->player });
    battle_ends(g);
    RETURN(1);

    PROC_END;
}
