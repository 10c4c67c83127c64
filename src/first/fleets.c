/* Ship battle: chapter 22 of the rules.  The stages are those of the procedure of November 2022; the older ways differ only in what the rulings of
 * that day say about the winner, and in who is asked first. */
#include "spaceline.h"
#include "first/first.h"

/* ---- who fires: 1E-22.1, 22.2 ---- */

/* Somebody of its controller's aboard who matches it; aboard a Non-Aligned or Neutral card anybody compatible. */
static bool is_manned(const Game *g, CardId id, unsigned bars)
{
    IconSet own = icons_of(g, id);
    bool anybody = icon_in(own, ICON_NON_ALIGNED) || icon_in(own, ICON_NEUTRAL);
    CardSet people = people_aboard(g, id);
    FOR_SET(who, &people)
        if (g->card[who].commander == g->card[id].commander && !(barred(g, who) & bars) && !is_under_house_arrest(g, who) && (anybody ? compatible(g, who, id) : icons_share_affiliation(icons_of(g, who), own)))
            return true;
    return false;
}

static bool has_weapons(const Game *g, CardId id)
{
    return !(printed(g, id)->no_value >> WEAPONS & 1) && attribute(g, id, WEAPONS) > 0;
}

static bool is_armed(const Game *g, CardId id)
{
    return has_weapons(g, id) || fires_by_text(g, id);
}

static Citation why_not_armed(const Game *g, CardId id, unsigned bars)
{
    if (!is_armed(g, id))
        return RULE_FIRST_NO_WEAPONS;
    return is_manned(g, id, bars) ? CITE_NONE : RULE_FIRST_FIRE_MATCH;
}

void ask_fire(Reasons *r, CardId id)
{
    const Game *g = r->g;
    bool landed = is_landed(g, id) && in_force(g, RULING_LANDED_SHIPS_1998_1);
    if (reason_if(r, barred(g, id) & BARS_ATTACK, is_stopped(g, id) ? RULE_FIRST_ATTACK_STOPPED : RULE_FIRST_NOT_EXPOSED))
        return;
    if (reason_if(r, landed, RULING_LANDED_SHIPS_1998_1))
        return;
    if (!landed && is_type(g, id, TYPE_SHIP) && !is_exposed(g, id)) {
        cite_if_ruled(g, RULING_EXPOSED_2019);
        if (reason_tell(r, RULE_FIRST_NOT_EXPOSED, NO_CARD))
            return;
    }
    if (!reason_if(r, !is_armed(g, id), RULE_FIRST_NO_WEAPONS))
        reason_if(r, !is_manned(g, id, BARS_ATTACK), RULE_FIRST_FIRE_MATCH);
}

static void ask_asked_fires(Reasons *r)
{
    ask_fire(r, r->asked.card);
}

Citation why_not_fire(const Game *g, CardId id)
{
    return main_reason(g, g->card[id].commander, (Option){ .card = id }, ask_asked_fires);
}

/* No leader is needed.  Since November 2019 it is said that a stopped or docked ship does not return fire. */
Citation why_not_return_fire(const Game *g, CardId id)
{
    bool exposed = is_type(g, id, TYPE_FACILITY) || is_exposed(g, id);
    if ((!exposed || is_stopped(g, id)) && in_force(g, RULING_BATTLE_SHIP_STEP_2_2019_2))
        return RULING_BATTLE_SHIP_STEP_2_2019_2;
    if (!exposed)                               /* docked, cloaked …: on no day (1E-15.14, 15.17, 15.21) */
        return RULE_FIRST_NOT_EXPOSED;
    return why_not_armed(g, id, BARS_DEFEND);
}

/* ---- who is fired at: 1E-22.3 ---- */

Citation why_not_target(const Game *g, CardId id)
{
    if (is_self_controlled(g, id))
        return CITE_NONE;
    if (is_landed(g, id))
        return in_force(g, RULING_LANDED_SHIPS_1998_1) ? RULING_LANDED_SHIPS_1998_1 : CITE_NONE;
    if (is_type(g, id, TYPE_SHIP))
        return is_hidden(g, id) || is_carried(g, id) ? RULE_FIRST_UNTARGETED : CITE_NONE;
    return g->card[id].zone == ZONE_ORBIT || attribute(g, id, SHIELDS) > 0 ? CITE_NONE : RULE_FIRST_UNTARGETED;
}

/* ---- forces ---- */

/* A card and whoever of its controller's is aboard, but for captives and the abducted, who are no personnel of his (1E-25.2, A2.5), and who is under
 * house arrest and does not battle (1E-10.13): their affiliations and leaders are those of the force. */
static void add_crew(const Game *g, CardId id, CardSet *force)
{
    set_add(force, id);
    CardSet people = people_aboard(g, id);
    FOR_SET(who, &people)
        if (g->card[who].commander == g->card[id].commander && !is_prisoner(g, who) && !is_abducted(g, who) && !is_under_house_arrest(g, who))
            set_add(force, who);
}

CardSet force_aboard(const Game *g, CardId id)
{
    CardSet force = { 0 };
    add_crew(g, id, &force);
    return force;
}

/* The ships and facilities at a location, the docked ones too. */
static CardSet crafts_at(const Game *g, CardId location)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, location) {
        if (!is_craft(g, id))
            continue;
        set_add(&out, id);
        FOR_HOSTED(g, ship, id) {
            if (g->card[ship].zone == ZONE_DOCKED)
                set_add(&out, ship);
            if (g->card[ship].zone == ZONE_SITE)
                FOR_HOSTED(g, docked, ship)
                    if (g->card[docked].zone == ZONE_DOCKED)
                        set_add(&out, docked);
        }
    }
    return out;
}

static bool is_of(const Game *g, CardId craft, int player)
{
    return g->card[craft].commander == player && !is_self_controlled(g, craft);
}

static CardSet crafts_of(const Game *g, CardId location, int player)
{
    CardSet all = crafts_at(g, location);
    FOR_SET(id, &all)
        if (!is_of(g, id, player))
            set_drop(&all, id);
    return all;
}

/* What a player may aim at: the opponent's crafts, and cards that nobody controls. */
static CardSet targets_for(const Game *g, CardId location, int player)
{
    CardSet all = crafts_at(g, location);
    FOR_SET(id, &all)
        if (is_of(g, id, player))
            set_drop(&all, id);
    return all;
}

/* ---- the order ---- */

/* One card keeps both of them from battling each other. */
static bool are_at_peace(const Game *g, CardId a, CardId b)
{
    if (!(g->mods & mod_bit(NODE_MOD_PEACE)))
        return false;
    Steps of_a, of_b;
    find_steps_of(g, a, NODE_MOD_PEACE, &of_a);
    find_steps_of(g, b, NODE_MOD_PEACE, &of_b);
    for (int i = 0; i < of_a.count; i++)
        for (int k = 0; k < of_b.count; k++)
            if (of_a.step[i].source == of_b.step[k].source)
                return true;
    return false;
}

static bool is_at_peace_with_any(const Game *g, CardId id, const CardSet *others)
{
    FOR_SET(other, others)
        if (are_at_peace(g, id, other))
            return true;
    return false;
}

/* unready: why the player's card does not fire at all. */
static Citation why_not_open_fire(const Game *g, int player, CardId own, CardId target, Citation unready)
{
    Citation no = why_not_target(g, target);
    if (!no)
        no = unready;
    if (!no && are_at_peace(g, own, target))
        no = RULE_CANNOT_TEXT;
    if (no)
        return no;
    CardSet force = force_aboard(g, own), against = force_aboard(g, target);
    return why_not_attack(g, player, &force, &against, BATTLE_OF_SHIPS, location_of(g, own));
}

static void offer_battles_at(Game *g, int player, CardId location)
{
    CardSet theirs = crafts_at(g, location), own = { 0 }, ready = { 0 };
    FOR_SET(id, &theirs)
        if (is_of(g, id, player)) {
            set_add(&own, id);
            set_drop(&theirs, id);
        }
    if (set_empty(&theirs))
        return;
    FOR_SET(id, &own)
        if (!why_not_fire(g, id))
            set_add(&ready, id);
    UNLESS_HOPELESS(g, set_empty(&ready))
        FOR_SET(target, &theirs)
            FOR_SET(id, &own)
                UNLESS_HOPELESS(g, !set_has(&ready, id) || why_not_target(g, target))
                    offer(g, (Option){ .verb = SL_BATTLE, .card = target, .target = id }, why_not_open_fire(g, player, id, target, set_has(&ready, id) ? CITE_NONE : why_not_fire(g, id)), NO_CARD);
}

/* A craft of both players is there, or several and perhaps one that nobody controls; facilities on a planet count among those who are there. */
static bool fleets_meet_at(const Game *g, int player, int opponent, CardId location)
{
    const Crew *crew = crew_at(g, location);
    unsigned all = crew->orbit | crew->there;
    return all >> player & 1 && (all & (1u << opponent | 1u << NO_CONTROLLER) || (crew->ships > 1 && icon_in(g->icons, ICON_SELF)));
}

void offer_ship_battles(Game *g, int player, const Locations *locations)
{
    int opponent = next_player(g, player);
    FOR_LOCATIONS(l, locations)
        if (fleets_meet_at(g, player, opponent, l->id))
            offer_battles_at(g, player, l->id);
}

/* ---- stage 1: the forces ---- */

/* Who may join: ready to fire, compatible with the one that leads, and not restrained; those who do are compatible with each other, too. */
static CardSet may_join_attack(const Game *g, int player, CardId lead, CardId target)
{
    CardId location = location_of(g, lead);
    CardSet out = { 0 }, own = crafts_of(g, location, player), against = force_aboard(g, target);
    FOR_SET(id, &own) {
        CardSet crew = force_aboard(g, id);
        if (id != lead && !why_not_fire(g, id) && !are_at_peace(g, id, target) && compatible(g, id, lead) && !why_restrained(g, player, &crew, &against, location))
            set_add(&out, id);
    }
    return out;
}

/* No player controls it: it acts by itself, or is a station that nobody has commandeered. */
static bool is_wild(const Game *g, CardId id)
{
    return is_self_controlled(g, id) || is_uncontrolled(g, id);
}

/* A text lets a ship fire at several targets: all of them are named when the battle begins (1e-2022/ship-battle.4). */
static int targets_of_ship(const Game *g, CardId id)
{
    return modified_by(g, id, NODE_MOD_TARGETS);
}

static int targets_of_force(const Game *g, const CardSet *force)
{
    int most = 1;
    FOR_SET(id, force)
        most = targets_of_ship(g, id) > most ? targets_of_ship(g, id) : most;
    return most;
}

static CardSet further_targets(const Game *g)
{
    const Battle *b = &g->battle;
    CardSet all = targets_for(g, b->mission, b->player[0]);
    set_drop(&all, b->target[0]);
    FOR_SET(id, &all)
        if (why_not_target(g, id) || is_wild(g, id) != is_wild(g, b->target[0]) || is_at_peace_with_any(g, id, &b->ships[0]))
            set_drop(&all, id);
    return all;
}

static CardSet other_attackers(const Game *g)
{
    CardSet all = g->battle.ships[0];
    set_drop(&all, g->battle.target[1]);
    return all;
}

/* Who may fire back, or stand by the target without firing: this one and those that are compatible with it and the target, and with each other. */
static Citation why_not_defend(const Game *g, CardId id, bool firing)
{
    if (is_at_peace_with_any(g, id, &g->battle.ships[0]))
        return RULE_CANNOT_TEXT;
    return firing ? why_not_return_fire(g, id) : why_not_armed(g, id, BARS_DEFEND);
}

static CardSet may_join_defense(const Game *g, CardId target, CardId lead, bool firing)
{
    CardSet out = { 0 }, force = set_one(target), own = crafts_of(g, location_of(g, target), g->card[target].commander);
    set_add(&force, lead);
    FOR_SET(id, &own)
        if (id != lead && (id != target || firing) && fits_all(g, id, &force) && !why_not_defend(g, id, firing))
            set_add(&out, id);
    return out;
}

static void join(Game *g, int side, const CardSet *crafts)
{
    FOR_SET(id, crafts) {
        set_add(&battle_change(g)->ships[side], id);
        add_crew(g, id, &battle_change(g)->side[side]);
    }
    set_join(&battle_change(g)->side[side], &g->battle.ships[side]);
}

/* Returning fire at one card of the attackers, or standing by without firing.  Opens that decision. */
static void ask_defender(Game *g)
{
    const Battle *b = &g->battle;
    CardId target = b->target[0];
    if (b->uncontrolled == 2) {                 /* it always fires back, and who acts for it says at whom; a station has nobody to fire its WEAPONS (1E-A5.11) */
        decision_open(g, SL_DECIDE_BATTLE, b->player[1], 0, target);
        if (is_self_controlled(g, target))
            FOR_SET(at, &b->ships[0])
                decision_add(g, (Option){ .verb = SL_RETURN_FIRE, .card = at, .target = target });
        return;
    }
    CardSet own = crafts_of(g, b->mission, b->player[1]);
    decision_open(g, SL_DECIDE_BATTLE, b->player[1], 0, target);
    decision_add(g, (Option){ .verb = SL_PASS });
    FOR_SET(id, &own) {
        bool fits = compatible(g, id, target);
        if (id != target)
            offer(g, (Option){ .verb = SL_DEFEND, .card = id }, fits ? why_not_defend(g, id, false) : RULE_FIRST_FORCE_FITS, NO_CARD);
        FOR_SET(at, &b->ships[0])
            offer(g, (Option){ .verb = SL_RETURN_FIRE, .card = at, .target = id },
                  fits ? why_not_defend(g, id, true) : RULE_FIRST_FORCE_FITS, NO_CARD);
    }
}

/* The cards that defend, or fire back, with the one that was named. */
static CardSet defenders(CardSet others, CardId lead)
{
    set_add(&others, lead);
    return others;
}

/* ---- stages 4 and 5: fire ---- */

/* Against one of several targets only those ships fire that a text lets have several. */
bool fires_at(const Game *g, int side, CardId id, CardId target)
{
    return is_armed(g, id) && (target == g->battle.target[side] || g->battle.uncontrolled == side + 1 || targets_of_ship(g, id) > 1);
}

static CardId tactic_of(const Game *g, int side)
{
    return g->battle.active ? g->battle.tactic[side] : NO_CARD;
}

/* What the attack of a side is made of. */
static int attack_parts(const Game *g, int side, const CardSet *firing, CardId target, BattlePart *out)
{
    int n = 0;
    FOR_SET(id, firing)
        if (has_weapons(g, id) && fires_at(g, side, id, target))
            out[n++] = (BattlePart){ .card = id, .twice = (int16_t)(2 * attribute(g, id, WEAPONS)) };
    if (tactic_of(g, side))
        out[n++] = (BattlePart){ .card = tactic_of(g, side), .twice = (int16_t)(2 * tactic_bonus(g, side, true)) };
    return n;
}

/* What an attack must beat; a facility gives half of its SHIELDS to a ship that is docked there (1E-22.6). */
static int defense_parts(const Game *g, CardId id, BattlePart *out)
{
    CardId station = g->card[id].zone == ZONE_DOCKED ? station_of(g, g->card[id].host) : NO_CARD;
    int n = 0, extended = station ? attribute(g, station, SHIELDS) : 0;
    out[n++] = (BattlePart){ .card = id, .twice = (int16_t)(2 * attribute(g, id, SHIELDS)) };
    if (extended)
        out[n++] = (BattlePart){ .card = station, .twice = (int16_t)extended };
    for (int side = 0; side < 2; side++)
        if (tactic_of(g, side) && set_has(&g->battle.ships[side], id))
            out[n++] = (BattlePart){ .card = tactic_of(g, side), .twice = (int16_t)(2 * tactic_bonus(g, side, false)) };
    if (extended && g->mods & mod_bit(NODE_MOD_OFF_LINE))
        cite_if_ruled(g, RULING_SHIP_ATTRIBUTE_ENHANCEMENTS_1998);       /* what is extended is no enhancement */
    return n;
}

static int sum_of(const BattlePart *part, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += part[i].twice;
    return sum;
}

int doubled_defense(const Game *g, CardId id)
{
    enum { MOST = 4 };                          /* its own, the facility's, and a tactic of either side */
    BattlePart part[MOST];
    int sum = sum_of(part, defense_parts(g, id, part));
    return sum > 0 ? sum : 0;
}

static void sum_up(const Game *g, int side, const CardSet *firing, CardId target, Volley *v)
{
    v->target = target;
    v->count = attack_parts(g, side, firing, target, v->part);
    v->attack = sum_of(v->part, v->count) / 2;
    int defends = v->count;
    v->count += defense_parts(g, target, v->part + v->count);
    for (int i = 0; i < v->count; i++)
        v->part[i].defends = i >= defends;
    v->twice_defense = doubled_defense(g, target);
    v->hit = v->attack > v->twice_defense ? DIRECT_HIT : 2 * v->attack > v->twice_defense ? HIT : MISS;
}

/* All that fires has a text in the place of WEAPONS: there is no attack to add up. */
static bool fires_by_text_only(const Game *g, const CardSet *firing)
{
    FOR_SET(id, firing)
        if (!fires_by_text(g, id))
            return false;
    return true;
}

/* Until it is known who fires, the attackers do. */
bool first_volley(const Game *g, int side, Volley *out)
{
    const Battle *b = &g->battle;
    CardSet firing = { 0 };
    FOR_SET(id, &b->ships[side])
        if (g->card[id].flags & FIRING)
            set_add(&firing, id);
    if (set_empty(&firing) && side == 0)
        firing = b->ships[0];
    if (b->kind != BATTLE_OF_SHIPS || b->decided || set_empty(&firing) || fires_by_text_only(g, &firing) || !b->target[side] || !card_in_play(g, b->target[side]))
        return false;
    sum_up(g, side, &firing, b->target[side], out);
    return true;
}

/* All whom a side fires at: the one that was named, and the further ones that a text lets it have. */
CardSet fired_at_by(const Game *g, int side)
{
    CardSet out = { 0 };
    if (g->battle.target[side] && card_in_play(g, g->battle.target[side]))
        set_add(&out, g->battle.target[side]);
    FOR_SET(id, &g->battle.ships[1 - side])
        if (g->card[id].flags & FIRED_AT)
            set_add(&out, id);
    return out;
}

static void tell_parts(Game *g, int player, const Volley *v, bool defends)
{
    for (int i = 0; i < v->count; i++)
        if (v->part[i].defends == defends)
            log_event(g, LOG_ADDS, player, v->part[i].card, NO_CARD, v->part[i].twice / 2);
}

static void fire_at(Game *g, int side, const CardSet *firing, CardId target)
{
    int player = g->battle.player[side], defender = g->card[target].commander;
    Volley v;
    sum_up(g, side, firing, target, &v);
    tell_parts(g, player, &v, false);
    log_event(g, LOG_TOTAL, player, NO_CARD, NO_CARD, v.attack);
    cite_dated(g, RULING_SHIP_BATTLE_2022_7, RULE_FIRST_FIRE);
    tell_parts(g, defender, &v, true);
    log_event(g, LOG_DEFENSE, defender, target, NO_CARD, v.twice_defense / 2);
    cite_dated(g, RULING_SHIP_BATTLE_2022_8, RULE_FIRST_FIRE);
    log_event(g, v.hit == MISS ? LOG_MISSES : v.hit == HIT ? LOG_HITS : LOG_DIRECT_HIT, player, target, NO_CARD, 0);
    cite_dated(g, RULING_SHIP_BATTLE_2022_9, RULE_FIRST_FIRE);
    if (v.hit != MISS)
        card_flag(g, target, v.hit == HIT ? IS_HIT : IS_HIT | IS_HIT_TWICE, true);
}

static void fire(Game *g, int side, const CardSet *firing)
{
    CardSet targets = fired_at_by(g, side);
    FOR_SET(target, &targets)
        if (!fires_by_text_only(g, firing))
            fire_at(g, side, firing, target);
}

static uint8_t hit_on(const Game *g, CardId id)
{
    return g->card[id].flags & IS_HIT_TWICE ? DIRECT_HIT : g->card[id].flags & IS_HIT ? HIT : MISS;
}

/* ---- stages 6 and 7 ---- */

/* HULL damage that was done to a card in this battle; more than 100 per cent do not count towards winning.  rotation: by rotation markers, of which a wreck shows
 * no more than two. */
static int damage_since(Game *g, CardId id, int before, int rotation)
{
    enum { MOST = 100 };
    int taken = larger_of(before - hull_of(g, id), rotation), most = g->world->switches.hull_counted ? before : MOST;
    if (taken <= most || !in_force(g, RULING_SHIP_BATTLE_2022_17))
        return taken;
    cite(g, RULING_SHIP_BATTLE_2022_17);
    return most;
}

static void mark_firing(Game *g, const CardSet *firing, bool on)
{
    FOR_SET(id, firing)
        card_flag(g, id, FIRING, on);
}

/* What was noted on the cards for this battle is over. */
static void take_marks_off(Game *g)
{
    for (int side = 0; side < 2; side++)
        FOR_SET(id, &g->battle.ships[side])
            if (g->card[id].flags & (FIRING | FIRED_AT | IS_HIT | IS_HIT_TWICE))
                card_flag(g, id, FIRING | FIRED_AT | IS_HIT | IS_HIT_TWICE, false);
}

/* The side that took less wins (1E-22.9); -1: none. */
static int winning_side(int taken_by_attackers, int taken_by_defenders)
{
    return taken_by_attackers == taken_by_defenders ? -1 : taken_by_attackers > taken_by_defenders;
}

/* All that were fired at, by either side. */
static CardSet all_targets(const Game *g)
{
    CardSet all = fired_at_by(g, 0), more = fired_at_by(g, 1);
    set_join(&all, &more);
    return all;
}

static CardSet both_fleets(const Game *g)
{
    CardSet all = g->battle.ships[0];
    set_join(&all, &g->battle.ships[1]);
    return all;
}

static CardSet everybody(const Game *g)
{
    CardSet all = g->battle.side[0];
    set_join(&all, &g->battle.side[1]);
    return all;
}

/* ---- the procedure ---- */

/* others: the ships that attack with `own`; of a self-controlled card, all that it attacks. */
static void initiate(Game *g, int player, CardId own, CardId target, const CardSet *others)
{
    bool wild = is_self_controlled(g, own), wild_target = is_wild(g, target);
    CardSet force = wild ? set_one(own) : *others, against = wild ? *others : set_one(target);
    set_add(&force, own);
    battle_begins(g, BATTLE_OF_SHIPS, player, wild_target ? next_player(g, player) : g->card[target].commander, wild ? 1 : wild_target ? 2 : 0,
                  location_of(g, own));
    battle_change(g)->target[0] = target;
    join(g, 0, &force);
    join(g, 1, &against);
    FOR_SET(id, &against)
        if (id != target)
            card_flag(g, id, FIRED_AT, true);
    log_event(g, LOG_ATTACKS, player, target, own, 0);
    cite_dated(g, RULING_SHIP_BATTLE_2022_1, RULE_FIRST_FIRE);
    if (wild)
        cite(g, RULE_FIRST_SELF_CONTROLLED);
}

/* Further targets of a side; those of the attackers are with the defenders now. */
static void add_targets(Game *g, int side, const CardSet *more)
{
    if (set_empty(more))
        return;
    if (side == 0)
        join(g, 1, more);
    FOR_SET(id, more)
        card_flag(g, id, FIRED_AT, true);
    cite_dated(g, RULING_SHIP_BATTLE_2022_4, RULE_FIRST_FIRE);
}

/* Where nobody controls a force, or one player both, others apply the damage, and such a force has no tactic (1E-22.4). */
static bool may_draw_tactics(const Game *g, int side)
{
    const Battle *b = &g->battle;
    return b->uncontrolled != side + 1 && b->player[0] != b->player[1] && has_bridge(g, b->player[side]);
}

static void cite_other_damages(Game *g)
{
    if (g->battle.player[0] == g->battle.player[1])
        cite_dated(g, RULING_SHIP_BATTLE_2022_14, RULE_FIRST_OTHER_DAMAGES);
    if (g->battle.uncontrolled)
        cite_dated(g, RULING_SHIP_BATTLE_2022_15, RULE_FIRST_OTHER_DAMAGES);
}

/* f->cards: first the forces that a text names; then the cards that fire for the defender, and behind that all that were fired at. */
Flow first_ship_battle(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    if (!w->by_text) {                                                                   /* 1 Initiation */
        CALL(first_pay_for_battle, f->player, (Do){ .card = location_of(g, w->own) });
        if (!g->result)
            RETURN(0);
        CALL_ON(choose_cards, f->player, may_join_attack(g, f->player, w->own, w->other),
                (Choose){ .most = SL_ANY, .about = NODE_ENGAGEMENT, .asker = w->own, .together = true });
        put_cards(g, f, g->picked);
    }
    initiate(g, f->player, w->own, w->other, cards_of(g, f));
    put_cards(g, f, (CardSet){ 0 });
    if (!w->by_text && targets_of_force(g, &g->battle.ships[0]) > 1) {
        CALL_ON(choose_cards, f->player, further_targets(g),
                (Choose){ .most = (uint16_t)(targets_of_force(g, &g->battle.ships[0]) - 1), .about = NODE_MOD_TARGETS, .asker = w->own });
        add_targets(g, 0, &g->picked);
    }
    ask_defender(g);
    if (g->decision.count > 1 || (g->decision.count && g->battle.uncontrolled == 2)) {
        ASK_UNLESS_ONE();
        w->answer = answered(g).verb;
        w->own = w->answer == SL_DEFEND ? answered(g).card : answered(g).target;
        cite_dated(g, RULING_SHIP_BATTLE_2022_2, RULE_FIRST_FIRE);
        cite_dated(g, RULING_SHIP_BATTLE_2022_3, RULING_BATTLE_SHIP_STEP_2_2019_1);     /* now or not at all */
    }
    if (w->answer == SL_RETURN_FIRE)
        battle_change(g)->target[1] = answered(g).card;
    if (g->battle.uncontrolled == 2) {
        put_cards(g, f, w->answer ? set_one(w->own) : (CardSet){ 0 });
    } else if (w->answer == SL_RETURN_FIRE || w->answer == SL_DEFEND) {
        CALL_ON(choose_cards, g->battle.player[1], may_join_defense(g, g->battle.target[0], w->own, w->answer == SL_RETURN_FIRE),
                (Choose){ .most = SL_ANY, .about = NODE_INVOLVED, .asker = w->own, .together = true });
        put_cards(g, f, defenders(g->picked, w->own));
        join(g, 1, cards_of(g, f));
        if (w->answer == SL_RETURN_FIRE && targets_of_force(g, cards_of(g, f)) > 1) {
            CALL_ON(choose_cards, g->battle.player[1], other_attackers(g),
                    (Choose){ .most = (uint16_t)(targets_of_force(g, cards_of(g, f)) - 1), .about = NODE_MOD_TARGETS, .asker = w->own });
            add_targets(g, 1, &g->picked);
        }
    }
    mark_firing(g, &g->battle.ships[0], true);
    if (w->answer == SL_RETURN_FIRE)
        mark_firing(g, cards_of(g, f), true);
    RESPOND(f->player, everybody(g), (Window){ .event = EVENT_ENGAGEMENT_BEGINS, .actor = f->player, .cause = g->battle.mission });   /* 2 Responses */
    if (g->battle.prevented) {
        take_marks_off(g);
        battle_ends(g);
        RETURN(0);
    }
    cite_dated(g, RULING_SHIP_BATTLE_2022_5, RULE_FIRST_FIRE);
    for (w->side = 0; w->side < 2; w->side++)                                            /* 3 Tactics */
        if (may_draw_tactics(g, w->side))
            CALL(first_draw_tactics, g->battle.player[w->side], (Attack){ .side = w->side });
    reveal_tactics(g);
    fire(g, 0, &g->battle.ships[0]);                                                     /* 4 Open fire */
    if (g->battle.target[1] && card_in_play(g, g->battle.target[1])) {                   /* 5 Return fire */
        cite_dated(g, RULING_SHIP_BATTLE_2022_10, RULE_FIRST_FIRE);
        fire(g, 1, cards_of(g, f));
    }
    if (some_has_kind(g, NODE_FIRES_AS))
        for (w->side = 0; w->side < 2; w->side++)
            CALL(first_fire_by_text, g->battle.player[w->side], (Attack){ .side = w->side });
    put_cards(g, f, all_targets(g));                                                     /* 6 Damage */
    for (w->own = set_next(cards_of(g, f), 0); w->own != NO_CARD; w->own = set_next(cards_of(g, f), w->own)) {
        w->side = set_has(&g->battle.ships[0], w->own) ? 1 : 0;
        w->hit[0] = hit_on(g, w->own);
        if (w->hit[0] == MISS)
            continue;
        w->hull = (int16_t)hull_of(g, w->own);
        cite_other_damages(g);
        CALL(first_damage, damaging_player(g, w->side), (Attack){ .own = g->battle.tactic[w->side], .other = w->own, .hit = { w->hit[0] } });
        w->taken[1 - w->side] = (int16_t)(w->taken[1 - w->side] + damage_since(g, w->own, w->hull, g->result));
    }
    battle_is_won(g, winning_side(w->taken[0], w->taken[1]));                            /* 7 Winner */
    cite_dated(g, RULING_SHIP_BATTLE_2022_16, RULE_FIRST_FLEET_WINS);
    if (g->battle.winner != NOBODY)
        RESPOND(f->player, everybody(g), (Window){ .event = EVENT_ENGAGEMENT_WON, .actor = g->battle.winner });
    put_away_tactics(g);                                                                 /* 8 Resolution */
    take_marks_off(g);
    for (w->side = 0; w->side < 2; w->side++)
        CALL_ON(first_after_damage, g->battle.player[1 - w->side], g->battle.ships[w->side], (Attack){ 0 });
    put_cards(g, f, both_fleets(g));
    cite_dated(g, RULING_SHIP_BATTLE_2022_18, RULE_FIRST_BATTLE_STOPS);
    CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_STOP });
    RESPOND(f->player, everybody(g), (Window){ .event = EVENT_ENGAGEMENT_ENDS, .actor = f->player });
    battle_ends(g);
    RETURN(1);

    PROC_END;
}
