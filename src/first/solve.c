/* Solving missions, artifacts and points: chapter 19 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* The requirements at the player's end, by the team that is left: both halves together at a mission that is both (1E-17.17, 19.2). */
bool meets_mission(const Game *g, int player, CardId mission)
{
    Ctx ctx = ctx_of(g, mission);
    ctx.you = (uint8_t)player;
    Team team = attempt_team(g);
    team.asked = mission;
    team.more = modified_by(g, mission, NODE_MOD_REQ_ATTR);
    return team_meets(g, &ctx, mission_end(g, mission, player)->requirement, &team) && meets_added(g, mission, &team);
}

/* A text of an opponent's card there asks for more. */
static bool is_kept_from_solving(const Game *g, int player, CardId mission)
{
    FOR_SET(id, &g->commanded[next_player(g, player)]) {
        const Ability *a = has_kind(printed(g, id), NODE_SOLVE_NEEDS) && location_of(g, id) == mission ? ability_of_kind(g, id, NODE_SOLVE_NEEDS) : NULL;
        Ctx ctx = { .self = id, .you = (uint8_t)player };
        if (a && text_active(g, id, a) && !(barred(g, id) & BARS_SKILLS) && !condition(g, &ctx, node_child(g->world->cat, a->node, 0)))
            return true;
    }
    return false;
}

/* One of the team matches the mission, and the player has met no mis-seed of his own there (1E-5.7.2, 17.6, 19.1). */
static bool may_solve(Game *g, int player, CardId mission)
{
    if (!meets_mission(g, player, mission) || g->card[mission].flags & (player ? SPOILT_TOO : SPOILT))
        return false;
    if (why_cannot(g, mission, ACT_COMPLETED, NO_CARD, NULL) || is_kept_from_solving(g, player, mission))
        return false;
    FOR_SET(id, &g->encounter.group)
        if (matches_mission(g, id, mission, player))
            return true;
    cite(g, in_force(g, RULING_MISSION_ATTEMPT_2019_2) ? (Citation)RULING_MISSION_ATTEMPT_2019_2 : (Citation)RULE_FIRST_MATCH_MISSION);
    return false;
}

/* ---- artifacts: 1E-19.5 ---- */

static CardSet artifacts_beneath(const Game *g, CardId mission)
{
    CardSet out = { 0 };
    FOR_HOSTED(g, id, mission)
        if (waits_for_solver(g, id))
            set_add(&out, id);
    return out;
}

static bool lies_wrong(const Game *g, CardId artifact, CardId mission)
{
    return g->card[artifact].flags & SECOND_COPY || !artifact_belongs(g, artifact, mission);
}

/* Seeded where it does not belong; in 1998 all artifacts of a player are, when one is (1E-5.5.4). */
static bool is_mis_seeded(const Game *g, CardId artifact, CardId mission)
{
    if (lies_wrong(g, artifact, mission))
        return true;
    if (!in_force(g, LAYER_ARTIFACTS_TOGETHER))
        return false;
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, place, &g->line[line]) {
            CardSet there = artifacts_beneath(g, place);
            FOR_SET(id, &there)
                if (g->card[id].owner == g->card[artifact].owner && lies_wrong(g, id, place))
                    return true;
        }
    return false;
}

/* A player seeds one artifact at a mission, and those that its text lets lie with it: of more only the first that comes up counts (1E-5.5.3, 5.7.1).  Nobody
 * can seed more than that unless mis-seeds are allowed. */
static void mark_second_artifacts(Game *g)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, place, &g->line[line]) {
            int owners = 0;
            CardSet there = artifacts_beneath(g, place);
            FOR_HOSTED(g, id, place)
                if (set_has(&there, id) && is_type(g, id, TYPE_ARTIFACT) && !companion_of(g, id)) {
                    card_flag(g, id, SECOND_COPY, owners & 1 << g->card[id].owner);
                    owners |= 1 << g->card[id].owner;
                }
        }
}

/* An own artifact that does not belong there comes up with the other seed cards, and its owner cannot solve the mission any more (1E-5.7.2); one of the
 * opponent's only goes out of play, when it would be earned. */
void meet_own_mis_seeds(Game *g, int player, CardId mission)
{
    if (g->world->switches.misseeds)
        mark_second_artifacts(g);
    CardSet all = artifacts_beneath(g, mission), out = { 0 };
    FOR_SET(id, &all)
        if (g->card[id].owner == player && is_type(g, id, TYPE_ARTIFACT) && is_mis_seeded(g, id, mission))
            set_add(&out, id);
    FOR_SET(id, &out) {
        reveal_card(g, id);
        meet_mis_seed(g, player, id, mission);
    }
}

/* With the team: aboard the ship that attempted, else on the planet. */
static void join_team(Game *g, const Trying *t)
{
    bool aboard = t->ship && printed(g, t->mission)->kind == KIND_SPACE;
    card_to_host(g, t->seed, aboard ? t->ship : t->mission, aboard ? ZONE_ABOARD : ZONE_SURFACE, PUT_BOTTOM);
}

/* Who solves the mission earns what lies there, whoever seeded it, in an order of his choice.  A text that says what happens when it is earned is
 * carried out; what it does not put elsewhere joins the team. */
Flow first_earn(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    owners_earn(g, t->mission, KIND_NONE);
    put_cards(g, f, artifacts_beneath(g, t->mission));
    CALL_ON(first_earn_these, f->player, *cards_of(g, f), *t);
    RETURN(1);

    PROC_END;
}

/* What its text gives to its owner, whoever has completed or scouted the location. */
void owners_earn(Game *g, CardId location, int scouted)
{
    CardSet all = artifacts_beneath(g, location);
    FOR_SET(id, &all) {
        if (!has_kind(printed(g, id), NODE_OWNER_EARNS))
            continue;
        if (scouted && printed(g, location)->kind == KIND_DUAL) {
            cite(g, RULING_DUAL_ICON_MISSIONS_1998_7);
            if (scouted == KIND_SPACE && !in_force(g, RULING_DUAL_ICON_MISSIONS_1998_7))
                continue;
        }
        log_event(g, LOG_EARNS, g->card[id].owner, id, location, 0);
        card_to_pile(g, id, g->card[id].owner, ZONE_HAND, PUT_TOP);
        reveal_card(g, id);
    }
}

/* What was seeded with another card is earned before that one, which may then leave. */
static CardSet earned_next(const Game *g, const CardSet *all)
{
    CardSet out = *all;
    FOR_SET(id, all)
        if (some_has_kind(g, NODE_SEEDS_WITH) && g->card[id].zone == ZONE_BENEATH)
            set_drop(&out, companion_of(g, id));
    return set_empty(&out) ? *all : out;
}

/* Earning a second copy of what is unique discards the newcomer (1E-12.4). */
static bool is_second(const Game *g, CardId id, int player)
{
    CardId with;
    return !is_type(g, id, TYPE_ARTIFACT) && is_duplicate(g, id, player, &with);
}

/* f->cards: those that are earned. */
Flow first_earn_these(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    while (!set_empty(cards_of(g, f))) {
        CALL_ON(choose_cards, f->player, earned_next(g, cards_of(g, f)), (Choose){ .least = 1, .most = 1, .about = NODE_REVEAL, .orders = true });
        t->seed = set_next(&g->picked, 0);
        set_drop(own_cards(g, f), t->seed);
        t->met = g->card[t->seed].flags & LOST;
        if (is_mis_seeded(g, t->seed, t->mission)) {
            cite(g, in_force(g, LAYER_ARTIFACTS_TOGETHER) ? (Citation)LAYER_ARTIFACTS_TOGETHER : (Citation)RULE_FIRST_MIS_SEED);
            card_to_pile(g, t->seed, g->card[t->seed].owner, ZONE_REMOVED, PUT_TOP);
            continue;
        }
        if (!t->met && is_second(g, t->seed, f->player)) {
            cite(g, RULE_FIRST_UNIQUE);
            card_to_pile(g, t->seed, g->card[t->seed].owner, ZONE_DISCARD, PUT_TOP);
            continue;
        }
        card_command(g, t->seed, f->player);
        log_event(g, LOG_EARNS, f->player, t->seed, t->mission, 0);
        cite(g, RULE_FIRST_EARNED);
        if (has_kind(printed(g, t->seed), NODE_PLAYS_AS)) {
            card_to_hand(g, t->seed, f->player);
            reveal_card(g, t->seed);                                          /* everybody has seen what was earned (1E-G4.2) */
        } else if (has_kind(printed(g, t->seed), NODE_RESOLVE)) {
            card_to_host(g, t->seed, t->mission, ZONE_HELD, PUT_BOTTOM);      /* it is there, and not in play yet */
            scope_enter(g, f, t->seed, f->player);
            RUN_BODY(f->player, ability_of_kind(g, t->seed, NODE_RESOLVE));
            scope_leave(g, f);
        }
        if (g->card[t->seed].host == t->mission && (g->card[t->seed].zone == ZONE_HELD || g->card[t->seed].zone == ZONE_BENEATH))
            join_team(g, t);
        if (t->met)
            find_lost(g, t->seed, f->player);
    }
    RETURN(1);

    PROC_END;
}

/* The text of an artifact, or of the one that it is seeded with, lets it seed in space (1E-5.5.4). */
static bool seeds_in_space(const Game *g, CardId artifact)
{
    CardId with = is_type(g, artifact, TYPE_ARTIFACT) || !some_has_kind(g, NODE_SEEDS_WITH) ? NO_CARD : companion_of(g, artifact);
    return has_kind(printed(g, with ? with : artifact), NODE_SEEDS_BENEATH);
}

/* At a mission that is both, the space objective opens what may be seeded in space, the planet objective the rest (1e-1998/dual-icon-missions.6). */
static bool is_open_to(const Game *g, int player, CardId artifact, CardId mission)
{
    bool space = seeds_in_space(g, artifact);
    bool halves = printed(g, mission)->kind == KIND_DUAL && in_force(g, RULING_DUAL_ICON_MISSIONS_1998_6);
    if (halves)
        cite_step(g, RULING_DUAL_ICON_MISSIONS_1998_6);
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_ON && is_type(g, id, TYPE_OBJECTIVE) && g->card[id].flags & COMPLETE && g->card[id].commander == player
            && (!halves || space == (kind_targeted(g, id) == KIND_SPACE)))
            return true;
    return false;
}

/* A text acquires artifacts for Borg, who solve nothing: at a location where they have completed an objective (1E-19.7, A1.21). */
Flow first_acquire(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CardId who = source_of(g, f), mission = location_of(g, who);
    bool aboard = g->card[who].zone == ZONE_ABOARD;
    if (!mission || printed(g, mission)->kind == (aboard ? KIND_PLANET : KIND_SPACE))
        RETURN(0);
    put_cards(g, f, artifacts_beneath(g, mission));
    FOR_SET(id, cards_of(g, f))
        if (!is_open_to(g, f->player, id, mission) || (aboard && printed(g, mission)->kind == KIND_DUAL && !seeds_in_space(g, id)))
            set_drop(own_cards(g, f), id);
    d->n = (int16_t)set_count(cards_of(g, f));
    if (!d->n)
        RETURN(0);
    cite_if_ruled(g, RULING_ARTIFACTS_ACQUIRED_BY_BORG_AT_SPACE_LOCATIONS_1998);
    CALL_ON(first_earn_these, f->player, *cards_of(g, f), (Trying){ .mission = mission, .ship = aboard ? g->card[who].host : NO_CARD });
    RETURN(d->n);

    PROC_END;
}

/* ---- solving ---- */

/* A brainwashed captive is among those who solve it, and their player has Borg there (1e-1998/brainwash.3). */
static Citation solved_for_borg(const Game *g, int player)
{
    bool captive = false, borg = false;
    if (g->controlling == player + 1 && plays_borg(g, player) && in_force(g, RULING_ALIEN_PARASITES_1998_5))
        return RULING_ALIEN_PARASITES_1998_5;           /* they are an opponent's, whom the Borg player controls */
    if (!(g->mods & mod_bit(NODE_MOD_MIXES)) || !in_force(g, RULING_BRAINWASH_1998_3))
        return CITE_NONE;
    FOR_SET(id, &g->encounter.group)
        captive = captive || modified_by(g, id, NODE_MOD_MIXES);
    FOR_SET(id, &g->commanded[player])
        borg = borg || (g->card[id].owner == player && icon_in(icons_of(g, id), ICON_BORG));
    return captive && borg ? RULING_BRAINWASH_1998_3 : CITE_NONE;
}

/* Notes who has used which skill to meet the requirements, for texts that ask. */
static void note_users(Game *g, int player, CardId mission)
{
    Ctx ctx = ctx_of(g, mission);
    ctx.you = (uint8_t)player;
    Team team = attempt_team(g);
    Contribution in = { 0 };
    team_puts_in(g, &ctx, mission_end(g, mission, player)->requirement, &team, &in);
    encounter_change(g)->used = in.skills | in.card_skills;
    encounter_change(g)->users = (CardSet){ 0 };
    FOR_SET(id, &team.group)
        for (int skill = 0; skill < SKILL_COUNT; skill++)
            if (uses_to_meet(g, &in, &team, id, skill))
                set_add(&encounter_change(g)->users, id);
}

/* At once and compulsorily; the team is not stopped (1E-19.1, 19.3, 19.4). */
Flow first_solve(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    if (!may_solve(g, f->player, t->mission))
        RETURN(0);
    t->points = (int16_t)mission_points(g, t->mission, f->player);
    if (event_heard(g, EVENT_SOLVED))
        note_users(g, f->player, t->mission);
    card_flag(g, t->mission, COMPLETE, true);
    card_name(g, t->mission, NAMED_SOLVER, f->player);
    g->progress = g->turn;
    log_event(g, LOG_SOLVES, f->player, t->mission, NO_CARD, t->points);
    CALL(first_earn, f->player, *t);
    if (solved_for_borg(g, f->player))                          /* what others do for the Borg brings them no points */
        cite(g, solved_for_borg(g, f->player));
    else
        CALL(score_points, f->player, (Scoring){ .points = t->points });
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_COMPLETED, .actor = f->player });
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_SOLVED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* ---- points: 1E-19.10 to 19.13 ---- */

/* A card with a point box that is scored goes to the point area of who scores it; its points are bonus points (1E-18.23, 19.11, 19.13). */
Flow first_score_card(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    t->points = printed(g, t->seed)->points;
    leave_play(g, t->seed, ZONE_POINTS);
    card_to_pile(g, t->seed, f->player, ZONE_POINTS, PUT_TOP);
    cite(g, RULE_FIRST_BONUS);
    cite_if_ruled(g, RULING_BONUS_POINTS_1998);
    CALL(score_points, f->player, (Scoring){ .points = t->points, .bonus = true });
    RETURN(1);

    PROC_END;
}

/* "Score points": of the point box of a card that would be discarded otherwise. */
Flow first_score_by_text(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_SCORE_CARD);
    while (!set_empty(cards_of(g, f))) {
        d->card = set_next(cards_of(g, f), 0);
        set_drop(own_cards(g, f), d->card);
        d->n++;
        CALL(first_score_card, f->player, (Trying){ .seed = d->card });
    }
    RETURN(d->n);

    PROC_END;
}
