/* The Borg: chapter A1 of the rules; assimilation is A2 (assimilate.c), probing A3 (probe.c).
 *
 * An objective lies on the card that it targets.  Until it is completed that only says what it is aimed at; a completed one has been placed there
 * for good. */
#include "spaceline.h"
#include "first/first.h"

bool is_borg(const Game *g, CardId id)
{
    return icon_in(icons_of(g, id), ICON_BORG);
}

/* Borg score from objectives and [BO] cards only (1E-A1.8). */
bool may_score(const Game *g, int player, CardId source)
{
    return is_type(g, source, TYPE_OBJECTIVE) || has_kind(printed(g, source), NODE_BORG_SCORE) || icon_in(printed(g, source)->icons, ICON_BORG_ONLY) || !plays_borg(g, player);
}

/* The player has personnel, ships or facilities of an affiliation in play that does not go with Borg. */
static bool plays_others(const Game *g, int player)
{
    FOR_SET(id, &g->commanded[player])
        if (g->card[id].owner == player && (is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_SHIP) || is_type(g, id, TYPE_FACILITY)) && !is_neutral(printed(g, id)->icons))
            return true;
    return false;
}

/* [BO] cards are for who plays Borg, and a deck plays either Borg or others (1E-A1.2, A1.3). */
Citation why_not_for_borg(const Game *g, int player, CardId id)
{
    bool borg = !icon_in(printed(g, id)->icons, ICON_BORG_ONLY) || plays_borg(g, player) || !plays_others(g, player);
    return borg ? CITE_NONE : RULE_FIRST_BORG_ONLY;
}

/* ---- objectives: 1E-A1.15, A1.16 ---- */

static bool names_target(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    return def->type == TYPE_OBJECTIVE && has_kind(def, NODE_AIMS_AT) && icon_in(def->icons, ICON_BORG_ONLY) && g->card[id].zone == ZONE_ON
        && !(g->card[id].flags & COMPLETE);
}

/* The text of an objective says that it suspends this one. */
static bool suspends(const Game *g, CardId by, CardId id)
{
    const Ability *a = ability_of_kind(g, by, NODE_SUSPENDS);
    Ctx ctx = ctx_of(g, by);
    return a && by != id && filter_is(g, &ctx, a->filter, id);
}

/* Another objective of its player's has suspended it: it is not current as long as that one is in play. */
bool is_suspended(const Game *g, CardId id)
{
    if (some_has_kind(g, NODE_SUSPENDS))
        FOR_SET(by, &g->others)
            if (g->card[by].commander == g->card[id].commander && names_target(g, by) && suspends(g, by, id))
                return true;
    return false;
}

static CardId find_objective(const Game *g, int player)
{
    FOR_SET(id, &g->others)
        if (g->card[id].commander == player && names_target(g, id) && !is_suspended(g, id))
            return id;
    return NO_CARD;
}

CardId current_objective(const Game *g, int player)
{
    Cache *c = cache_of(g);
    if (!some_has_kind(g, NODE_AIMS_AT))
        return NO_CARD;
    if (!KEPT(g, c->objective_when[player], c->objective[player] == find_objective(g, player))) {
        c->objective[player] = find_objective(g, player);
        c->objective_when[player] = c->generation;
    }
    return c->objective[player];
}

/* One [BO] objective at a time names a target (1E-A1.15). */
Citation why_not_aim(const Game *g, int player, CardId id)
{
    const CardDef *def = printed(g, id);
    bool borg = has_kind(def, NODE_AIMS_AT) && icon_in(def->icons, ICON_BORG_ONLY);
    CardId current = borg ? current_objective(g, player) : NO_CARD;
    return current && !suspends(g, id, current) ? RULE_FIRST_ONE_OBJECTIVE : CITE_NONE;
}

/* What is scouted for it: the ship or location that it is aimed at, or where another card is at which it is aimed. */
static CardId place_scouted(const Game *g, CardId objective)
{
    CardId target = g->card[objective].host;
    return is_type(g, target, TYPE_SHIP) || is_location(g, target) ? target : location_of(g, target);
}

/* What the current objective lets its player's Borg scout; NO_CARD: nothing. */
static CardId scouting_target(const Game *g, int player)
{
    CardId objective = current_objective(g, player);
    bool scouts = objective && has_kind(printed(g, objective), NODE_SCOUTS);
    return scouts ? place_scouted(g, objective) : NO_CARD;
}

int kind_targeted(const Game *g, CardId objective)
{
    const Ability *a = ability_of_kind(g, objective, NODE_SCOUTS);
    return a ? node_value(g->world->cat, a->node, 0) : KIND_NONE;
}

/* As what kind of location the objective has it scouted, a ship as none: at a mission that is both, since 2013, as both (1E-A1.22, A1.23). */
int kind_scouted(const Game *g, CardId objective)
{
    int kind = kind_targeted(g, objective), of_place = printed(g, place_scouted(g, objective))->kind;
    if (of_place == KIND_DUAL && in_force(g, LAYER_SCOUT_BOTH_HALVES))
        return KIND_DUAL;
    return kind != KIND_DUAL ? kind : of_place == KIND_PLANET ? KIND_PLANET : KIND_SPACE;
}

/* ---- leaving a ship or facility: 1E-A1.9 ---- */

/* Borg attack where the current objective lets them (1E-20.7, A1.26). */
bool borg_may_attack(const Game *g, int player, const CardSet *against)
{
    CardId objective = current_objective(g, player);
    const Ability *a = objective ? ability_of_kind(g, objective, NODE_MAY_BATTLE) : NULL;
    Ctx ctx = ctx_of(g, objective);
    if (!a || !guard_holds(g, &ctx, a))
        return false;
    FOR_SET(id, against)
        if (filter_is(g, &ctx, a->filter, id))
            return true;
    return false;
}

static bool may_strike_back(const Game *g, CardId location)
{
    return g->card[location].flags & ATTACKED_BEFORE;
}

/* The current objective lets them battle those whom its target is with: they go where he is. */
static bool may_hunt_there(const Game *g, int player, CardId place)
{
    CardId objective = current_objective(g, player);
    return objective && has_kind(printed(g, objective), NODE_MAY_BATTLE) && is_type(g, g->card[objective].host, TYPE_PERSONNEL)
        && g->card[g->card[objective].host].host == place;
}

/* In 1998 the first scout is followed by others only when it has begun, or can do nothing any more (1E-A1.18). */
static bool waits_for_scout(const Game *g, int player, CardId place)
{
    if (!in_force(g, LAYER_LONE_SCOUT) || g->card[current_objective(g, player)].named_kind == NAMED_SCOUTED)
        return false;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == ZONE_SURFACE && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && is_borg(g, id) && !(barred(g, id) & BARS_ATTEMPT))
            return true;
    return false;
}

/* Why Borg do not beam down at that location. */
Citation why_borg_stay(const Game *g, int player, CardId to)
{
    if (!icon_in(g->icons, ICON_BORG) || may_strike_back(g, to) || may_hunt_there(g, player, to))
        return CITE_NONE;
    if (scouting_target(g, player) != to || kind_scouted(g, current_objective(g, player)) == KIND_SPACE)
        return RULE_FIRST_BORG_STAY;
    return waits_for_scout(g, player, to) ? (Citation)LAYER_LONE_SCOUT : CITE_NONE;
}

/* Why they do not go aboard a ship or facility of the opponent's that its SHIELDS do not protect. */
Citation why_borg_stay_off(const Game *g, int player, CardId craft)
{
    bool may = scouting_target(g, player) == craft || may_hunt_there(g, player, craft) || may_strike_back(g, location_of(g, craft));
    return may ? CITE_NONE : RULE_FIRST_BORG_STAY;
}

/* In 1998 a scout went alone: as long as no other unstopped Borg was there (1E-A1.18). */
bool scouts_alone(const Game *g, int player, CardId to)
{
    if (!is_location(g, to) || scouting_target(g, player) != to || may_strike_back(g, to) || !in_force(g, LAYER_LONE_SCOUT))
        return false;
    cite_step(g, LAYER_LONE_SCOUT);
    return true;
}

static bool is_active(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_SKILLS);
}

static bool has_active_aboard(const Game *g, int player, CardId ship, bool own)
{
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && (g->card[id].commander == player) == own && is_active(g, id))
            return true;
    return false;
}

/* A ship of the opponent that is the target of the current objective: one scout goes aboard while no active Borg is there (1E-A1.27); where the
 * objective is aimed at somebody aboard, as many as like.  Whoever is
 * aboard may be beamed back (1E-A1.9). */
Citation why_not_board(const Game *g, int player, CardId from, CardId to)
{
    bool back = is_type(g, from, TYPE_SHIP) && g->card[from].commander != player;
    if (back)
        return is_own_place(g, player, to) ? CITE_NONE : RULE_FIRST_BEAM_SHIELDS;
    if (may_hunt_there(g, player, to))
        return CITE_NONE;
    if (scouting_target(g, player) != to)
        return RULE_FIRST_BEAM_SHIELDS;
    return has_active_aboard(g, player, to, true) ? RULE_FIRST_SCOUT_ABOARD : CITE_NONE;
}

/* ---- scouting: 1E-A1.17 to A1.27 ---- */

/* A captive whom the Borg have brainwashed is not assimilated and does not scout: they scout without it (1e-1998/brainwash.3). */
static void leave_captives_apart(const Game *g, CardSet *team)
{
    FOR_SET(id, team)
        if (!is_borg(g, id) && modified_by(g, id, NODE_MOD_MIXES) && in_force(g, RULING_BRAINWASH_1998_3))
            set_drop(team, id);
}

static Scouts who_scouts(const Game *g, int player, CardId place, CardId ship, CardId leader)
{
    Scouts s;
    memset(&s, 0, sizeof s);
    if (ship)
        s.crew = team_at(g, player, ship);
    if (!ship || kind_scouted(g, current_objective(g, player)) == KIND_DUAL)
        s.away = team_of(g, player, place, leader);
    leave_captives_apart(g, &s.crew);
    leave_captives_apart(g, &s.away);
    s.all = s.crew;
    set_join(&s.all, &s.away);
    return s;
}

static bool all_borg(const Game *g, const CardSet *team)
{
    FOR_SET(id, team)
        if (!is_borg(g, id))
            return false;
    return !set_empty(team);
}

/* ship: whose crew scouts; leader: of the team on the planet or aboard the ship that is scouted; *by: the text that forbids, if one does. */
static Citation why_not_scout(const Game *g, int player, CardId place, CardId ship, CardId leader, CardId *by)
{
    if (scouting_target(g, player) != place)
        return RULE_FIRST_NO_OBJECTIVE;
    if (is_scouted(g, current_objective(g, player)))
        return RULE_FIRST_SCOUTED;
    int kind = kind_scouted(g, current_objective(g, player));
    Scouts who = who_scouts(g, player, place, kind == KIND_PLANET ? NO_CARD : ship, leader);
    if (kind == KIND_DUAL && (!ship || set_empty(&who.crew) || set_empty(&who.away)))
        return RULE_FIRST_SCOUT_BOTH;
    if (kind == KIND_SPACE && !ship)
        return RULE_FIRST_NO_SHIP;
    Citation no = kind ? why_format_forbids(g, player, place) : CITE_NONE;
    if (!no && ship && kind != KIND_PLANET)
        no = why_not_ship(g, ship);
    if (no)
        return no;
    if (!all_borg(g, &who.all))
        return RULE_FIRST_NO_SCOUTS;
    Citation several = kind ? RULING_SCOUTING_WITH_MULTIPLE_BORG_1998_1 : RULING_SCOUTING_WITH_MULTIPLE_BORG_1998_2;
    if (kind != KIND_SPACE && set_count(&who.away) > 1 && in_force(g, LAYER_LONE_SCOUT)) {
        cite_step(g, several);
        if (!in_force(g, several))
            return LAYER_LONE_SCOUT;
    }
    return kind ? why_not_begin(g, player, place, ship, &who.all, by) : CITE_NONE;
}

/* What stands in the way of who is named, besides what is asked of the whole team. */
void ask_scout(Reasons *r)
{
    const Game *g = r->g;
    CardId place = r->asked.card, with = r->asked.target, by = NO_CARD;
    bool ship = with && is_type(g, with, TYPE_SHIP);
    if (with) {
        bool there = ship ? location_of(g, with) == place : g->card[with].host == place;
        reason_if(r, g->card[with].commander != r->player, RULE_FIRST_NOT_YOURS);
        reason_if(r, ship && !there, RULE_FIRST_NO_SHIP);
        reason_if(r, !ship && (!there || !is_borg(g, with) || barred(g, with) & BARS_ATTEMPT), RULE_FIRST_NO_SCOUTS);
    }
    Citation why = why_not_scout(g, r->player, place, ship ? with : NO_CARD, ship ? NO_CARD : with, &by);
    reason_tell(r, why, by);
}

static void offer_scouts(Game *g, int player, CardId place, CardId ship, CardId leader)
{
    CardId by = NO_CARD;
    Citation why = why_not_scout(g, player, place, ship, leader, &by);
    offer(g, (Option){ .verb = SL_SCOUT, .card = place, .target = ship ? ship : leader, .number = (int16_t)(ship ? leader : NO_CARD) }, why, by);
}

/* Each ship of the player's there scouts the location in space, or, where both scout together, with the team of this leader. */
static void offer_scouting_by_ships(Game *g, int player, CardId place, CardId leader)
{
    FOR_SET(ship, &g->commanded[player])
        if (is_type(g, ship, TYPE_SHIP) && location_of(g, ship) == place)
            offer_scouts(g, player, place, ship, leader);
}

/* One way for each team of Borg there, or for each ship; where both scout together, for each ship with each team. */
void offer_scouting(Game *g, int player)
{
    CardId place = scouting_target(g, player);
    if (!place)
        return;
    int kind = kind_scouted(g, current_objective(g, player));
    if (kind == KIND_SPACE) {
        offer_scouting_by_ships(g, player, place, NO_CARD);
        return;
    }
    CardSet told = { 0 };
    Zone zone = is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_ATTEMPT) && !set_has(&told, id)) {
            CardSet team = team_in(g, id);
            set_join(&told, &team);
            if (kind == KIND_DUAL)
                offer_scouting_by_ships(g, player, place, id);
            else
                offer_scouts(g, player, place, NO_CARD, id);
        }
}

void begin_scouting(Game *g, const Frame *f, const Trying *t)
{
    int kind = kind_scouted(g, t->objective);
    Scouts who = who_scouts(g, f->player, t->mission, t->ship, t->leader);
    int count = heads_in(g, &who.all);
    *encounter_change(g) = (Encounter){ .active = true, .player = f->player, .opponent = (uint8_t)next_player(g, f->player), .mission = t->mission,
                                        .ship = { t->ship }, .group = who.all, .began = (uint8_t)(count < 255 ? count : 255),
                                        .scouting = (uint8_t)kind };
    if (printed(g, t->mission)->kind == KIND_DUAL)
        cite(g, kind == KIND_DUAL ? (Citation)LAYER_SCOUT_BOTH_HALVES : (Citation)RULING_DUAL_ICON_MISSIONS_1998_1);
    if (printed(g, t->mission)->kind == KIND_DUAL && kind == KIND_PLANET)
        cite_if_ruled(g, RULING_DUAL_ICON_MISSIONS_1998_5);
    log_event(g, LOG_SCOUTS, f->player, t->mission, t->ship, count);
}

/* Whether the scouts meet this seed card: at one half of a mission that is both, those of the other half are put behind (1E-A1.22). */
static bool fits_half(const Game *g, int scouting, CardId seed, CardId place)
{
    int kind = printed(g, seed)->kind;
    return scouting == KIND_DUAL || printed(g, place)->kind != KIND_DUAL || !is_type(g, seed, TYPE_DILEMMA) || kind == KIND_DUAL || kind == scouting;
}

bool scouts_meet(const Game *g, CardId seed)
{
    return !g->encounter.scouting || fits_half(g, g->encounter.scouting, seed, g->encounter.mission);
}

static bool something_left(const Game *g, CardId objective)
{
    CardId target = place_scouted(g, objective);
    if (is_type(g, target, TYPE_SHIP))
        return has_active_aboard(g, g->card[objective].commander, target, false);
    int kind = kind_scouted(g, objective);
    FOR_HOSTED(g, id, target)
        if (g->card[id].zone == ZONE_BENEATH && !waits_for_solver(g, id) && fits_half(g, kind, id, target))
            return true;
    return false;
}

/* Scouted at least once for this very objective, and nothing is left to meet (1E-A1.24, A1.25). */
bool is_scouted(const Game *g, CardId objective)
{
    return g->card[objective].named_kind == NAMED_SCOUTED && !something_left(g, objective);
}

/* The turn in which scouting was completed; 0: it is not, or nobody has looked since. */
int turn_scouted(const Game *g, CardId objective)
{
    return g->card[objective].named_kind == NAMED_SCOUTED ? g->card[objective].named : 0;
}

/* Notes that the target was scouted, and when that became complete: until 2019 at once, since then as the turn ends. */
void note_scouting(Game *g, CardId objective, bool turn_ends)
{
    if (!card_in_play(g, objective) || turn_scouted(g, objective))
        return;
    bool complete = !something_left(g, objective) && (turn_ends || !in_force(g, RULING_SCOUTING_LOCATIONS_B_2019_1));
    card_name(g, objective, NAMED_SCOUTED, complete ? (int)g->turn : 0);
    if (!complete)
        return;
    log_event(g, LOG_SCOUTED, g->card[objective].commander, place_scouted(g, objective), objective, 0);
    if (kind_scouted(g, objective))
        owners_earn(g, place_scouted(g, objective), kind_scouted(g, objective));
    if (in_force(g, RULING_SCOUTING_LOCATIONS_B_2019_1))
        cite(g, RULING_SCOUTING_LOCATIONS_B_2019_1);
    else
        cite(g, RULE_FIRST_SCOUTED);
    if (kind_scouted(g, objective) != KIND_DUAL && printed(g, place_scouted(g, objective))->kind == KIND_DUAL)
        cite_if_ruled(g, RULING_DUAL_ICON_MISSIONS_1998_4);
}

/* A ship is scouted by being there: nothing is met, and the order is over at once. */
void scout_ship(Game *g, int player, CardId ship, CardId leader)
{
    CardId objective = current_objective(g, player);
    Scouts who = who_scouts(g, player, ship, NO_CARD, leader);
    FOR_HOSTED(g, id, ship)
        if (g->card[id].commander == player && g->card[id].flags & ASSIMILATED)
            cite_if_ruled(g, RULING_BORG_SERVO_1998_3);
    log_event(g, LOG_SCOUTS, player, ship, NO_CARD, heads_in(g, &who.all));
    note_scouting(g, objective, false);
}

/* ---- gender: 1E-A1.19 ---- */

static bool asks_gender(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    if (n->op == NODE_TRAIT)
        return node_value(cat, id, 0) == TRAIT_MALE || node_value(cat, id, 0) == TRAIT_FEMALE;
    for (int i = 0; i < n->argc; i++)
        if (asks_gender(cat, cat->arg[n->arg + i]))
            return true;
    return false;
}

/* Whether there is no way through a condition but by gender. */
static bool only_gender(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    bool ways = n->op == NODE_REQ_ANY || n->op == NODE_EITHER;
    if (n->op == NODE_HAVE)
        return only_gender(cat, node_child(cat, id, 0));
    if (!ways)
        return asks_gender(cat, id);
    for (int i = 0; i < n->argc; i++)
        if (!only_gender(cat, cat->arg[n->arg + i]))
            return false;
    return true;
}

/* A dilemma that is not Borg-related and whose conditions only a gender meets is discarded; where there is another way, they must try that
 * (1e-2019/scouting-locations-a). */
bool is_beyond_borg(const Game *g, CardId dilemma, NodeId conditions)
{
    bool gender = g->encounter.scouting && !icon_in(printed(g, dilemma)->icons, ICON_BORG_ONLY) && asks_gender(g->world->cat, conditions);
    if (gender)
        cite_step_if_ruled(g, RULING_SCOUTING_LOCATIONS_A_2019);
    return gender && only_gender(g->world->cat, conditions);
}
