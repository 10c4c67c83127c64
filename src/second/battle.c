/* Combat, engagements and damage: chapters 14 and 15 of the rules. */
#include "spaceline.h"
#include "second/second.h"

/* ---- may it begin? 2E-14.2, 15.2 ---- */

/* ship: with which an engagement would begin; NO_CARD: combat. */
static bool lifts_ban(const Game *g, int player, CardId mission, CardId ship)
{
    if (g->world->switches.combat_at_hq)
        return true;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        bool lifts = a->kind == NODE_BATTLE_AT_HQ || (a->kind == NODE_COMBAT_AT_HQ && !ship) || (a->kind == NODE_ENGAGE_AT_HQ && ship == s->card);
        if (lifts && g->card[s->card].commander == player && location_of(g, s->card) == mission && text_active(g, s->card, a))
            return true;
    }
    return false;
}

static Citation why_not_here(const Game *g, int player, CardId mission, CardId ship)
{
    if (!mission)
        return RULE_AT_NO_MISSION;
    return printed(g, mission)->kind == KIND_HEADQUARTERS && !lifts_ban(g, player, mission, ship) ? RULE_BATTLE_AT_HEADQUARTERS : CITE_NONE;
}

static bool may_fight(const Game *g, CardId id)
{
    return barred(g, id) == BARS_NOTHING && !why_cannot(g, id, ACT_BATTLE, NO_CARD, NULL);
}

/* No text keeps it from all battles, or from what that act is. */
static bool may_be_in(const Game *g, CardId id, int act)
{
    return !(g->acts & (act_bit(ACT_BATTLE) | act_bit(act))) || (!why_cannot(g, id, ACT_BATTLE, NO_CARD, NULL) && !why_cannot(g, id, act, NO_CARD, NULL));
}

static bool may_be_in_combat(const Game *g, CardId id)
{
    return barred(g, id) == BARS_NOTHING && may_be_in(g, id, ACT_IN_COMBAT);
}

static void add_opponent_present(const Game *g, CardId with, int player, CardId id, CardSet *out)
{
    if (g->card[id].commander != player && is_type(g, id, TYPE_PERSONNEL) && card_in_play(g, id) && present_with(g, with, id) && may_be_in_combat(g, id))
        set_add(out, id);
}

/* Who is present lies at the same place, unless copies of a mission are one place. */
static CardSet opponents_present(const Game *g, CardId with, int player)
{
    CardSet out = { 0 };
    if (in_force(g, RULING_SEPARATE_MISSIONS)) {
        FOR_HOSTED(g, id, g->card[with].host)
            add_opponent_present(g, with, player, id, &out);
    } else {
        FOR_SET(id, &g->in_play)
            add_opponent_present(g, with, player, id, &out);
    }
    return out;
}

static CardSet target_ships(const Game *g, CardId ship, int player)
{
    CardSet out = { 0 };
    CardId mission = location_of(g, ship);
    FOR_SET(id, &g->orbiting)
        if (g->card[id].commander != player && same_mission(g, location_of(g, id), mission) && may_be_in(g, id, ACT_ENGAGED))
            set_add(&out, id);
    return out;
}

/* The ship a card of the beginning text stands for: itself, or the one it is aboard. */
static CardId ship_for(const Game *g, CardId id)
{
    if (is_type(g, id, TYPE_SHIP))
        return id;
    return g->card[id].zone == ZONE_ABOARD && g->card[g->card[id].host].commander == g->card[id].commander ? g->card[id].host : NO_CARD;
}

/* Nobody to fight: nobody is there, or those who are there are stopped (2E-14.4) or kept out of battles by a text. */
static Citation why_no_foe(const Game *g, int player, CardId with, bool engagement)
{
    Citation why = engagement ? RULE_NO_TARGET_SHIP : RULE_NO_OPPONENT_PRESENT;
    FOR_SET(id, &g->in_play) {
        bool foe = g->card[id].commander != player && (engagement ? set_has(&g->orbiting, id) && same_mission(g, location_of(g, id), location_of(g, with))
                                                                  : is_type(g, id, TYPE_PERSONNEL) && !is_captive(g, id) && present_with(g, with, id));
        if (foe)
            why = why_cannot(g, id, ACT_BATTLE, NO_CARD, NULL) || why_cannot(g, id, engagement ? ACT_ENGAGED : ACT_IN_COMBAT, NO_CARD, NULL) ? RULE_CANNOT_TEXT : RULE_FOES_STOPPED;
        if (why == RULE_CANNOT_TEXT)
            break;
    }
    return why;
}

/* Whether somebody to fight stands on another player's copy of the mission where a card of the text's is (2e-2014/missions). */
static CardId copy_of_mission(const Game *g, CardId mission)
{
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, other, &g->pile[p][ZONE_ROW])
            if (other != mission && g->card[other].def == g->card[mission].def)
                return other;
    return NO_CARD;
}

static bool foe_on_a_copy(const Game *g, const Ctx *ctx, const CardSet *mine, bool engagement)
{
    FOR_SET(id, mine) {
        CardId here = location_of(g, id), there = here ? copy_of_mission(g, here) : NO_CARD;
        if (!there || g->card[id].commander != ctx->you)
            continue;
        FOR_SET(foe, &g->in_play)
            if (is_type(g, foe, engagement ? TYPE_SHIP : TYPE_PERSONNEL) && g->card[foe].commander != ctx->you && location_of(g, foe) == there)
                return true;
    }
    return false;
}

/* Of all cards of the text's, the reason of the one that comes nearest to somebody. */
static Citation why_nobody(const Game *g, const Ctx *ctx, NodeId filter, bool engagement)
{
    CardSet mine = filter_set(g, ctx, filter);
    Citation nobody = engagement ? RULE_NO_TARGET_SHIP : RULE_NO_OPPONENT_PRESENT;
    FOR_SET(id, &mine) {
        CardId with = engagement ? ship_for(g, id) : id;
        Citation why = g->card[id].commander == ctx->you && location_of(g, with) ? why_no_foe(g, ctx->you, with, engagement) : nobody;
        if (why != nobody)
            return why;
    }
    return in_force(g, RULING_SEPARATE_MISSIONS) && foe_on_a_copy(g, ctx, &mine, engagement) ? RULING_SEPARATE_MISSIONS : nobody;
}

/* Of a card that the player commands. */
static Citation why_not_begin_with(const Game *g, int player, CardId id, bool engagement)
{
    if (is_captive(g, id))
        return RULE_CAPTIVE;
    CardId ship = engagement ? ship_for(g, id) : NO_CARD;
    if (!location_of(g, id) || (engagement && !ship))
        return RULE_AT_NO_MISSION;
    CardSet foes = engagement ? target_ships(g, ship, player) : opponents_present(g, id, player);
    if (set_empty(&foes))
        return why_no_foe(g, player, ship ? ship : id, engagement);
    Citation no = why_not_here(g, player, location_of(g, id), ship);
    if (no)
        return no;
    if (why_cannot(g, id, engagement ? ACT_ENGAGE : ACT_FIGHT, NO_CARD, NULL) || (ship && why_cannot(g, ship, ACT_ENGAGE, NO_CARD, NULL)))
        return RULE_CANNOT_TEXT;
    if (!engagement && why_cannot(g, id, ACT_IN_COMBAT, NO_CARD, NULL))
        return RULE_CANNOT_TEXT;
    if (!may_fight(g, id))
        return is_stopped(g, id) ? (is_type(g, id, TYPE_SHIP) ? RULE_SHIP_STOPPED : RULE_STOPPED) : RULE_CANNOT_TEXT;
    if (ship && is_stopped(g, ship))
        return RULE_SHIP_STOPPED;
    return ship && !is_staffed(g, ship) ? RULE_NOT_STAFFED : CITE_NONE;
}

/* Of several cards that cannot begin it, the one that wants least is the reason: others are not even where somebody could be fought. */
static bool is_elsewhere(Citation no)
{
    return no == RULE_CAPTIVE || no == RULE_AT_NO_MISSION || no == RULE_NO_OPPONENT_PRESENT || no == RULE_NO_TARGET_SHIP;
}

/* Where opponents have cards that meet the player's: nowhere, only where fighting is forbidden, or where it is not. */
typedef enum { MEETS_NOBODY, MEETS_IN_PEACE, MEETS } Meeting;

/* In one orbit. */
static Meeting meets_in_orbit(const Game *g, int player)
{
    unsigned own = 1u << player;
    Meeting found = MEETS_NOBODY;
    FOR_SET(ship, &g->orbiting)
        if (g->card[ship].commander == player && crew_at(g, g->card[ship].host)->orbit & ~own) {
            if (!why_not_here(g, player, g->card[ship].host, ship))
                return MEETS;
            found = MEETS_IN_PEACE;
        }
    return found;
}

/* On one surface, or aboard one ship. */
static Meeting meets_in_person(const Game *g, int player)
{
    unsigned own = 1u << player;
    Meeting found = MEETS_NOBODY;
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW]) {
            const Crew *crew = g->card[mission].top ? crew_at(g, mission) : NULL;       /* mostly nothing lies there */
            if (crew && crew->there & own && crew->able & ~own) {
                if (!why_not_here(g, player, mission, NO_CARD))
                    return MEETS;
                found = MEETS_IN_PEACE;
            }
        }
    FOR_SET(ship, &g->orbiting) {
        const Crew *crew = g->card[ship].top ? crew_at(g, ship) : NULL;
        if (crew && crew->able & ~own && (crew->there & own || g->card[ship].commander == player))
            return MEETS;
    }
    return found;
}

static Meeting find_meeting(const Game *g, int player, bool engagement)
{
    return engagement ? meets_in_orbit(g, player) : meets_in_person(g, player);
}

/* Where copies of a mission are one place, somebody may be met anywhere. */
static Meeting meeting(const Game *g, int player, bool engagement)
{
    Cache *c = cache_of(g);
    if (!in_force(g, RULING_SEPARATE_MISSIONS))
        return MEETS;
    if (!KEPT(g, c->meeting_when[player][engagement], c->meeting[player][engagement] == find_meeting(g, player, engagement))) {
        c->meeting[player][engagement] = (uint8_t)find_meeting(g, player, engagement);
        c->meeting_when[player][engagement] = c->generation;
    }
    return c->meeting[player][engagement];
}

bool may_fight_somewhere(const Game *g, int player, bool engagement)
{
    return meeting(g, player, engagement) == MEETS;
}

/* Adds the player's cards that meet an opponent's personnel there: on the surface, or aboard one ship, whoever commands it (2E-8.5). */
static void add_contact(const Game *g, int player, CardId place, CardSet *out)
{
    if (!(crew_at(g, place)->able & ~(1u << player)))
        return;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == crew_zone(g, place) && g->card[id].commander == player)
            set_add(out, id);
}

/* The player's cards where opponents have somebody to fight; of all others it would have to be said that nobody is there. */
static CardSet in_contact(const Game *g, int player, bool engagement)
{
    CardSet out = { 0 };
    if (!in_force(g, RULING_SEPARATE_MISSIONS))
        return g->commanded[player];
    if (meeting(g, player, engagement) == MEETS_NOBODY)
        return out;
    for (int p = 0; p < g->players && !engagement; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW])
            add_contact(g, player, mission, &out);
    FOR_SET(ship, &g->orbiting) {
        if (!engagement) {
            add_contact(g, player, ship, &out);
        } else if (g->card[ship].commander == player && crew_at(g, g->card[ship].host)->orbit & ~(1u << player)) {
            set_add(&out, ship);
            FOR_HOSTED(g, aboard, ship)
                set_add(&out, aboard);
        }
    }
    set_keep(&out, &g->commanded[player]);
    return out;
}

static bool same_set(const CardSet *a, CardSet b)
{
    return memcmp(a, &b, sizeof b) == 0;
}

static const CardSet *contact_kept(const Game *g, int player, bool engagement)
{
    Cache *c = cache_of(g);
    if (!KEPT(g, c->contact_when[player][engagement], same_set(&c->contact[player][engagement], in_contact(g, player, engagement)))) {
        c->contact[player][engagement] = in_contact(g, player, engagement);
        c->contact_when[player][engagement] = c->generation;
    }
    return &c->contact[player][engagement];
}

/* Somebody whom the text means is where an opponent is, but stopped: neither icons nor skills of the stopped are used (2E-13.3). */
static bool NOINLINE is_there_stopped(const Game *g, const Ctx *ctx, NodeId filter, const CardSet *there)
{
    Ctx wide = *ctx;
    wide.even_stopped = true;
    FOR_SET(id, there)
        if (is_stopped(g, id) && is_type(g, id, TYPE_PERSONNEL) && filter_is(g, &wide, filter, id))
            return true;
    return false;
}

/* The cards the text names with which it could begin; `one` of them is enough to know that it can. */
static CardSet beginners(const Game *g, const Ctx *ctx, NodeId filter, bool engagement, bool one, Citation *why)
{
    CardSet out = { 0 };
    const CardSet *there = contact_kept(g, ctx->you, engagement);
    *why = engagement ? RULE_NO_TARGET_SHIP : RULE_NO_OPPONENT_PRESENT;
    FOR_SET(id, there) {
        if (!filter_is(g, ctx, filter, id))
            continue;
        Citation no = why_not_begin_with(g, ctx->you, id, engagement);
        if (no == CITE_NONE)
            set_add(&out, id);
        else if (!is_elsewhere(no))
            *why = no;
        if (one && no == CITE_NONE)
            break;
    }
    if (reasons_wanted(g) && set_empty(&out) && (*why == RULE_NO_TARGET_SHIP || *why == RULE_NO_OPPONENT_PRESENT))
        *why = is_there_stopped(g, ctx, filter, there) ? RULE_STOPPED : why_nobody(g, ctx, filter, engagement);
    return out;
}

bool can_begin_battle(const Game *g, const Ctx *ctx, NodeId filter, bool engagement, Citation *why)
{
    CardSet with = beginners(g, ctx, filter, engagement, true, why);
    if (!set_empty(&with))
        *why = CITE_NONE;
    return !set_empty(&with);
}

/* ---- who is involved: 2E-14.4, 15.3 ---- */

/* Cards that the text has named, "those ships", are all involved that are at one mission; of any others, "your ship", one is. */
static bool means_all(const Game *g, NodeId begin)
{
    const Catalogue *cat = g->world->cat;
    return cat->node[node_child(cat, begin, 0)].op == NODE_VAR;
}

static CardSet one_per_place(const Game *g, const CardSet *set, bool engagement, bool all)
{
    CardSet out = { 0 };
    FOR_SET(id, set) {
        bool again = false;
        FOR_SET(other, &out)
            again |= !engagement ? present_with(g, other, id) : all ? same_mission(g, location_of(g, other), location_of(g, id)) : ship_for(g, other) == ship_for(g, id);
        if (!again)
            set_add(&out, id);
    }
    return out;
}

/* Where all ships fight, the choice is only of whose. */
static CardSet one_of_each_player(const Game *g, const CardSet *ships)
{
    CardSet out = { 0 };
    unsigned seen = 0;
    FOR_SET(id, ships) {
        if (!(seen >> g->card[id].commander & 1))
            set_add(&out, id);
        seen |= 1u << g->card[id].commander;
    }
    return out;
}

static void involve_present(Game *g, CardId with)
{
    Battle *b = battle_change(g);
    FOR_SET(id, &g->in_play)
        if (is_type(g, id, TYPE_PERSONNEL) && may_be_in_combat(g, id) && (id == with || present_with(g, with, id)))
            for (int side = 0; side < 2; side++)
                if (g->card[id].commander == b->player[side])
                    set_add(&b->side[side], id);
}

/* With everybody aboard, on the side of who commands them: an Infiltrator is on the side that the ship is not. */
static void involve_ship(Game *g, CardId ship, int side)
{
    Battle *b = battle_change(g);
    set_add(&b->ships[side], ship);
    FOR_HOSTED(g, id, ship)
        for (int of = 0; of < 2; of++)
            if (g->card[id].zone == ZONE_ABOARD && is_type(g, id, TYPE_PERSONNEL) && g->card[id].commander == b->player[of])
                set_add(&b->side[of], id);
}

/* By the switch: every ship of both players at the mission. */
static void involve_all_ships(Game *g)
{
    FOR_SET(ship, &g->orbiting)
        for (int side = 0; side < 2; side++)
            if (g->card[ship].host == g->battle.mission && g->card[ship].commander == g->battle.player[side])
                involve_ship(g, ship, side);
}

static CardSet everybody(const Game *g)
{
    CardSet all = g->battle.side[0];
    set_join(&all, &g->battle.side[1]);
    set_join(&all, &g->battle.ships[0]);
    set_join(&all, &g->battle.ships[1]);
    return all;
}

static void begin_battle(Game *g, int player, int opponent, bool engagement, CardId mission)
{
    *battle_change(g) = (Battle){
        .active = true, .kind = engagement ? BATTLE_OF_SHIPS : BATTLE_OF_PERSONNEL, .player = { (uint8_t)player, (uint8_t)opponent },
        .winner = NOBODY, .compare = STRENGTH, .mission = mission,
    };
}

/* ---- totals ---- */

static void show_side(Game *g, int side)
{
    FOR_SET(id, &g->battle.side[side])
        reveal_card(g, id);
}

/* The attribute that is compared; weapons add to Strength only. */
int fighting_value(const Game *g, CardId id)
{
    int compare = g->battle.compare;
    return attribute(g, id, compare) + (compare == STRENGTH ? modified_by(g, id, NODE_MOD_WEAPON) : 0);
}

static int side_total(const Game *g, int side)
{
    const Battle *b = &g->battle;
    int sum = 0;
    if (b->kind == BATTLE_OF_SHIPS) {
        FOR_SET(id, &b->ships[side])
            sum += attribute(g, id, side == 0 ? WEAPONS : SHIELDS);
        return sum;
    }
    FOR_SET(id, &b->side[side])
        if (!is_stopped(g, id))                 /* who was stopped meanwhile lends nothing (2E-13.3) */
            sum += fighting_value(g, id);
    return sum;
}

/* All personnel of a side in combat are shown; of ships only the total is told. */
static int tell_total(Game *g, int side)
{
    if (g->battle.kind == BATTLE_OF_PERSONNEL)
        show_side(g, side);
    FOR_SET(ship, &g->battle.ships[side])
        tell_ship(g, ship, side == 0 ? WEAPONS : SHIELDS);
    int total = side_total(g, side);
    log_event(g, LOG_TOTAL, g->battle.player[side], NO_CARD, NO_CARD, total);
    return total;
}

/* Combat: the higher total wins.  An engagement: Weapons of the beginner against Shields of the other (2E-14.6, 15.5). */
int second_battle_winner(const Game *g, const int total[2])
{
    const Battle *b = &g->battle;
    int attack = total[0], defence = total[1];
    if (attack > defence)
        return b->player[0];
    if (b->kind == BATTLE_OF_PERSONNEL)
        return attack < defence ? b->player[1] : NOBODY;
    int rule = g->world->switches.engagement_defender_wins;
    return rule && (attack < defence || rule == 2) ? b->player[1] : NOBODY;
}

/* ---- the fight: 2E-14.5 ---- */

static int event_for(const Game *g, int combat, int engagement)
{
    return g->battle.kind == BATTLE_OF_SHIPS ? engagement : combat;
}

/* From its beginning to the winner.  Result: whether the beginner won. */
Flow second_battle(Game *g, Frame *f)
{
    PROC_BEGIN;

    RESPOND(f->player, everybody(g),
            (Window){ .event = (uint8_t)event_for(g, EVENT_COMBAT_BEGINS, EVENT_ENGAGEMENT_BEGINS), .actor = f->player, .cause = g->battle.mission });
    if (g->battle.prevented)
        RETURN(0);
    RESPOND(f->player, everybody(g),
            (Window){ .event = (uint8_t)event_for(g, EVENT_IN_COMBAT, EVENT_IN_ENGAGEMENT), .actor = f->player, .cause = g->battle.mission });
    if (g->battle.prevented)
        RETURN(0);
    int total[2];
    for (int side = 0; side < 2; side++)
        total[side] = tell_total(g, side);
    battle_change(g)->decided = true;
    battle_change(g)->winner = (uint8_t)second_battle_winner(g, total);
    log_event(g, g->battle.winner == NOBODY ? LOG_NO_WINNER : LOG_WINS_BATTLE, g->battle.winner, NO_CARD, NO_CARD, 0);
    cite(g, g->battle.kind == BATTLE_OF_SHIPS ? RULE_ENGAGEMENT_WON : RULE_COMBAT_WON);
    RETURN(g->battle.winner == f->player);

    PROC_END;
}

static CardSet stopped_at_end(const Game *g)
{
    CardSet all = g->battle.side[0];
    set_join(&all, &g->battle.ships[0]);
    if (!g->world->switches.combat_stop_both)
        return all;
    return everybody(g);
}

/* Everybody involved is stopped; then texts respond to the ending. */
Flow second_battle_ends(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (g->battle.winner != NOBODY)
        RESPOND(f->player, everybody(g),
                (Window){ .event = (uint8_t)event_for(g, EVENT_COMBAT_WON, EVENT_ENGAGEMENT_WON), .actor = g->battle.winner });
    put_cards(g, f, everybody(g));
    CALL_ON(affect_cards, f->player, stopped_at_end(g), (Affect){ .act = DO_STOP });
    cite(g, RULE_BATTLE_ENDS);
    RESPOND(f->player, *cards_of(g, f),
            (Window){ .event = (uint8_t)event_for(g, EVENT_COMBAT_ENDS, EVENT_ENGAGEMENT_ENDS), .actor = f->player });
    if (g->mods & mod_bit(NODE_MOD_LATER))
        CALL(second_later, f->player, (Do){ .x = UNTIL_BATTLE_END });
    battle_change(g)->active = false;
    modifiers_end(g, UNTIL_BATTLE_END, NOBODY);
    RETURN(1);

    PROC_END;
}

static NodeId part(const Catalogue *cat, NodeId id, int op)
{
    for (int i = 1; i < cat->node[id].argc; i++)
        if (cat->node[node_child(cat, id, i)].op == op)
            return node_child(cat, id, i);
    return 0;
}

/* Combat is with one opponent (2E-24.5): which one, not by which card, for those lie face down. */
static void ask_opponent(Game *g, int player, const CardSet *present)
{
    uint8_t asked = 0;
    decision_open(g, SL_DECIDE_PLAYER, player, NODE_OPPONENT, NO_CARD);
    FOR_SET(id, present) {
        int p = g->card[id].commander;
        if (!(asked >> p & 1))
            decision_add(g, (Option){ .verb = SL_PICK_PLAYER, .number = (int16_t)p });
        asked |= (uint8_t)(1u << p);
    }
    g->decision.answer = 0;
}

/* The ships of all whom the text has named, as far as they could begin it where it begins. */
static void involve_named(Game *g, const Frame *f, const Fight *w)
{
    Ctx ctx = ctx_in(g, f);
    Citation why;
    CardSet all = beginners(g, &ctx, node_child(g->world->cat, w->node, 0), true, false, &why);
    FOR_SET(id, &all)
        if (same_mission(g, location_of(g, id), w->mission))
            involve_ship(g, ship_for(g, id), 0);
}

/* begin-combat and begin-engagement, with what follows when they are won or not. */
Flow second_begin_battle(Game *g, Frame *f)
{
    LOCALS(Fight, w);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    w->engagement = cat->node[w->node].op == NODE_ENGAGEMENT;
    Ctx ctx = ctx_in(g, f);
    Citation why;
    put_cards(g, f, beginners(g, &ctx, node_child(cat, w->node, 0), w->engagement, false, &why));
    put_cards(g, f, one_per_place(g, cards_of(g, f), w->engagement, means_all(g, w->node)));
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = cat->node[w->node].op });
    w->beginner = set_next(&g->picked, 0);
    w->mission = location_of(g, w->beginner);
    put_cards(g, f, w->engagement ? target_ships(g, ship_for(g, w->beginner), f->player) : opponents_present(g, w->beginner, f->player));
    if (w->engagement) {
        if (g->world->switches.engagement_all_ships)
            put_cards(g, f, one_of_each_player(g, cards_of(g, f)));
        CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_INVOLVED });
        put_more(g, f, g->picked);
        w->opponent = g->card[set_next(more_of(g, f), 0)].commander;
    } else {
        ask_opponent(g, f->player, cards_of(g, f));
        if (g->decision.count > 1)
            ASK();
        w->opponent = (uint8_t)answered(g).number;
    }
    begin_battle(g, f->player, w->opponent, w->engagement, w->mission);
    if (w->engagement) {
        involve_ship(g, ship_for(g, w->beginner), 0);
        if (means_all(g, w->node))
            involve_named(g, f, w);
        involve_ship(g, set_next(more_of(g, f), 0), 1);
        if (g->world->switches.engagement_all_ships)
            involve_all_ships(g);
    } else {
        involve_present(g, w->beginner);
    }
    log_event(g, w->engagement ? LOG_ENGAGEMENT : LOG_COMBAT, f->player, w->engagement ? set_next(more_of(g, f), 0) : w->mission, NO_CARD, 0);
    RUN_REST(f->player, w->node);
    CALL(second_battle, f->player, (Fight){ 0 });
    w->won = g->result > 0;
    if (!g->battle.prevented && part(cat, w->node, w->won ? NODE_IF_WIN : NODE_OTHERWISE))
        RUN_ALL(f->player, part(cat, w->node, w->won ? NODE_IF_WIN : NODE_OTHERWISE));
    CALL(second_battle_ends, f->player, (Fight){ 0 });
    RETURN(w->won);

    PROC_END;
}

/* ---- damage and decay: 2E-15.11, 22.3.  f->cards: cards on which something was just put, or all ships that a text may keep ---- */

/* A ship that is stopped has not lost the text by which it stands more: it is asked again when it is hit. */
static bool keeps_itself(const Game *g, CardId id)
{
    return is_stopped(g, id) && printed(g, id)->own_mods & mod_bit(NODE_MOD_DAMAGE_MORE);
}

static bool is_wrecked(Game *g, CardId id)
{
    if (is_type(g, id, TYPE_SHIP)) {
        int hits = damage_count(g, id) - g->world->switches.damage_to_destroy, more = modified_by(g, id, NODE_MOD_DAMAGE_MORE);
        g->unsettled |= hits >= 0;              /* asked again after every action: what keeps it may go */
        return hits >= more;
    }
    if (printed_number(g, id, TRAIT_DECAY) == 0)
        return false;
    int n = 0;
    FOR_HOSTED(g, on, id)
        n += g->card[on].zone == ZONE_ON;
    return n >= printed_number(g, id, TRAIT_DECAY);
}

Flow second_host_check(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    FOR_SET(id, cards_of(g, f))
        if (d->n && keeps_itself(g, id))
            g->unsettled = true;
        else if (card_in_play(g, id) && is_wrecked(g, id)) {
            set_add(own_more(g, f), id);
            cite(g, is_type(g, id, TYPE_SHIP) ? RULE_THIRD_DAMAGE : RULE_DECAY);
        }
    if (!set_empty(more_of(g, f)))
        CALL_ON(affect_cards, f->player, *more_of(g, f), (Affect){ .act = DO_DESTROY });
    RETURN(1);

    PROC_END;
}
