/* Dilemma resolution: chapter 18 of the rules.
 *
 * The text of a dilemma is its `resolve`, or several of them: its sections, met in their order (1E-18.25).  A section that is one "if" has a
 * trigger (18.1): where it is not so, nothing happens.  A section that is one "unless" has conditions (18.9): who meets them overcomes it, who
 * does not suffers what it says, is stopped, and the attempt ends.  Any other section simply happens (18.17).  `cure` and `nullified-by` are the
 * other two kinds of requirement (18.7): see cures.c. */
#include "spaceline.h"
#include "first/first.h"

/* What a section does as things stand: so many effects from that child of a node on; conditions: the "unless" node, 0 none. */
typedef struct { NodeId node; uint8_t first, count; NodeId conditions; } Section;

static int effects_of(const Catalogue *cat, NodeId node, int first)
{
    int count = cat->node[node].argc - first;
    if (count > 0 && cat->node[node_child(cat, node, first + count - 1)].op == NODE_ELSE)
        count--;
    return count;
}

NodeId else_of(const Catalogue *cat, NodeId node)
{
    NodeId last = node_child(cat, node, cat->node[node].argc - 1);
    return cat->node[last].op == NODE_ELSE ? last : 0;
}

static Section section_now(const Game *g, const Ctx *ctx, const Ability *a)
{
    const Catalogue *cat = g->world->cat;
    Section s = { .node = a->node, .first = a->body_first, .count = a->body_count };
    while (s.count == 1 && cat->node[node_child(cat, s.node, s.first)].op == NODE_IF) {
        NodeId node = node_child(cat, s.node, s.first), last = else_of(cat, node);
        if (condition(g, ctx, node_child(cat, node, 0)))
            s = (Section){ .node = node, .first = 1, .count = (uint8_t)effects_of(cat, node, 1) };
        else if (last)
            s = (Section){ .node = last, .count = (uint8_t)cat->node[last].argc };
        else
            s.count = 0;                        /* the trigger is missing */
    }
    NodeId only = s.count == 1 ? node_child(cat, s.node, s.first) : 0;
    if (only && cat->node[only].op == NODE_UNLESS)
        s.conditions = only;
    return s;
}

static const Ability *section_of(const Game *g, CardId id, int nth)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++)
        if (ability_of(g, id, i)->kind == NODE_RESOLVE && nth-- == 0)
            return ability_of(g, id, i);
    return NULL;
}

/* ---- what it requires: 1E-18.6, 18.7 ---- */

/* What the conditions in a text name, wherever in it they stand. */
static SkillSet conditions_name(const Catalogue *cat, NodeId node)
{
    SkillSet skills = cat->node[node].op == NODE_UNLESS ? node_skills(cat, node_child(cat, node, 0)) : 0;
    for (int i = 0; i < cat->node[node].argc; i++)
        if (cat->node[node].op != NODE_UNLESS || i > 0)
            skills |= conditions_name(cat, node_child(cat, node, i));
    return skills;
}

/* Conditions, cures and nullifiers; since 2019 also those of a branch that is not in force now. */
SkillSet dilemma_skills(const Game *g, CardId id)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_of(g, id);
    SkillSet skills = 0;
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_CURE || a->kind == NODE_NULLIFIER)
            skills |= node_skills(cat, node_child(cat, a->node, 0));
        if (a->kind != NODE_RESOLVE)
            continue;
        Section now = section_now(g, &ctx, a);
        SkillSet here = now.conditions ? node_skills(cat, node_child(cat, now.conditions, 0)) : 0, all = conditions_name(cat, a->node);
        if (all & ~here)
            cite_step_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_1);
        skills |= in_force(g, RULING_DILEMMA_RESOLUTION_2019_1) ? all : here;
    }
    cite_step_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_3);
    return skills;
}

/* ---- who meets it: 1E-17.15, 17.16 ---- */

static CardSet half_of(const Game *g, bool crew)
{
    CardSet out = { 0 };
    FOR_SET(id, &g->encounter.group)
        if ((g->card[id].zone == ZONE_ABOARD) == crew)
            set_add(&out, id);
    return out;
}

static void offer_halves(Game *g, int player, const Trying *t)
{
    decision_open(g, SL_DECIDE_CARD, player, NODE_GROUP, t->seed);
    decision_add(g, (Option){ .verb = SL_CHOOSE, .card = t->ship });
    decision_add(g, (Option){ .verb = SL_CHOOSE, .card = t->mission });
}

/* A planet dilemma that speaks of the ship means one of those in orbit, which the opponent chooses (1E-17.14). */
static CardSet ships_spoken_of(const Game *g, int player, const Trying *t)
{
    CardSet out = { 0 };
    const CardDef *def = printed(g, t->seed);
    bool speaks = false;
    for (int i = 0; i < def->ability_count && def->kind == KIND_PLANET && !t->ship; i++)
        speaks |= node_mentions(g->world->cat, ability_of(g, t->seed, i)->node, NODE_THIS_SHIP);
    if (speaks)
        FOR_HOSTED(g, id, t->mission)
            if (is_type(g, id, TYPE_SHIP) && g->card[id].zone == ZONE_ORBIT && g->card[id].commander == player)
                set_add(&out, id);
    return out;
}

/* ---- where the card goes: 1E-18.20 to 18.23 ---- */

static void discard_dilemma(Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        leave_play(g, id, discard_zone(g, id));
}

/* Back under the mission as the card that is met next, unless its text has put it elsewhere (1E-18.20, 18.21).  Everybody has just seen it, and
 * knows where it lies. */
static void reseed(Game *g, CardId id, CardId mission)
{
    if (g->card[id].zone != ZONE_PLAYING)
        return;
    card_to_host(g, id, mission, ZONE_BENEATH, meets_in_reverse(g, mission) ? PUT_BOTTOM : PUT_TOP);      /* where it came from */
    card_know(g, id, all_players(g));
    log_event(g, LOG_RESEEDS, g->card[id].owner, id, mission, 0);
    cite(g, RULE_FIRST_RESEED);
}

/* A second copy of a unique dilemma is discarded as the encounter begins (1E-12.4), and so is one that is not duplicatable (1E-12.2). */
static bool is_second_copy(const Game *g, CardId id)
{
    if (has_kind(printed(g, id), NODE_NOT_DUPLICATABLE))
        FOR_SET(other, &g->in_play)
            if (repeats(g, id, other))
                return true;
    if (!printed(g, id)->unique)
        return false;
    FOR_SET(other, &g->in_play)
        if (g->card[other].owner == g->card[id].owner && printed(g, other)->persona == printed(g, id)->persona)
            return true;
    return false;
}

static void begin_encounter(Game *g, Frame *f, const Trying *t)
{
    card_to_limbo(g, t->seed, ZONE_PLAYING);
    encounter_change(g)->current = t->seed;
    encounter_change(g)->facing = true;
    encounter_change(g)->faced_count++;
    encounter_change(g)->stopped_by = (CardSet){ 0 };
    log_event(g, LOG_ENCOUNTERS, f->player, t->seed, t->mission, 0);
    if (g->encounter.scouting && dilemma_met(g, f->player, g->card[t->seed].def) && section_of(g, t->seed, 0) && node_mentions(g->world->cat, section_of(g, t->seed, 0)->node, NODE_CONTROL))
        cite_if_ruled(g, RULING_ALIEN_PARASITES_1998_7);
    if (g->encounter.scouting)
        dilemma_note(g, f->player, g->card[t->seed].def);
    scope_enter(g, f, t->seed, f->player)->facing = true;
}

/* Those who waited while the others met the card are in the attempt again, as far as they still can be. */
static void end_encounter(Game *g, Frame *f, const Trying *t)
{
    scope_leave(g, f);
    encounter_change(g)->current = NO_CARD;
    encounter_change(g)->facing = false;
    encounter_change(g)->ship[0] = card_in_play(g, t->ship) ? t->ship : NO_CARD;
    FOR_SET(id, cards_of(g, f))
        if (card_in_play(g, id) && !(barred(g, id) & BARS_ATTEMPT))
            group_join(g, id);
    modifiers_end(g, UNTIL_DILEMMA_END, NOBODY);
    uses_end(g, PERIOD_DILEMMA);
    if (card_in_play(g, t->seed) && printed(g, t->seed)->countdown && g->card[t->seed].countdown == printed(g, t->seed)->countdown
        && numbers_raised(g, t->seed) && in_force(g, RULING_PRINTED_NUMBER_2019))       /* the number in a countdown icon is printed, too */
        card_count_down(g, t->seed, g->card[t->seed].countdown + numbers_raised(g, t->seed));
    g->unsettled = true;                        /* it may be in play now, and cured at once */
}

/* Borg meet the conditions, but do not score (1E-A1.8). */
static bool scores_it(Game *g, int player, CardId dilemma)
{
    if (may_score(g, player, dilemma))
        return true;
    cite(g, RULE_FIRST_BORG_NO_POINTS);
    return false;
}

/* Steps of 1E-18.2.  f->cards: the half of the team at a mission that is both which does not meet the card. */
Flow first_encounter(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    begin_encounter(g, f, t);
    if (is_type(g, t->seed, TYPE_DILEMMA) || !is_second_copy(g, t->seed))               /* another card does what it says as it is revealed */
        RESPOND(f->player, set_one(t->seed), (Window){ .event = EVENT_REVEALED, .actor = f->player, .cause = t->mission });
    if (g->card[t->seed].zone == ZONE_PLAYING && is_second_copy(g, t->seed)) {          /* as the encounter begins, after responses to the reveal (1E-12.4) */
        cite(g, RULE_FIRST_SECOND_COPY);
        discard_dilemma(g, t->seed);
    }
    bool halves = t->ship && printed(g, t->mission)->kind == KIND_DUAL && (!g->encounter.scouting || g->encounter.scouting == KIND_DUAL);
    if (halves && g->card[t->seed].zone == ZONE_PLAYING) {
        t->crew = printed(g, t->seed)->kind == KIND_SPACE;
        if (printed(g, t->seed)->kind == KIND_DUAL) {
            cite_if_ruled(g, RULING_DUAL_ICON_MISSION_2019_2);
            offer_halves(g, f->player, t);
            ASK();
            t->crew = answered(g).card == t->ship;
        }
        cite_if_ruled(g, RULING_DUAL_ICON_MISSION_2019_1);
        put_cards(g, f, half_of(g, !t->crew));
        encounter_change(g)->group = half_of(g, t->crew);
        if (!t->crew)
            encounter_change(g)->ship[0] = NO_CARD;
    }
    RESPOND(f->player, g->encounter.group, (Window){ .event = EVENT_ABOUT_TO_FACE, .actor = f->player, .cause = t->seed });
    if (g->card[t->seed].flags & NULLIFIED)
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_15);        /* by the text of somebody who would have faced it */
    if (g->card[t->seed].zone == ZONE_PLAYING && is_nullified(g, t->seed)) {
        cite(g, RULE_FIRST_NULLIFIED);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_14);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_15);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_16);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_18);
        nullify_card(g, f->player, t->seed, NO_CARD);
    }
    while (g->card[t->seed].zone == ZONE_PLAYING && has_kind(printed(g, t->seed), NODE_NULLIFIED_CARD)) {
        CALL(first_nullify_by_card, f->player, (Trying){ .seed = t->seed });
        if (g->result != SPENT_IN_VAIN)
            break;
    }
    CardSet ships = ships_spoken_of(g, f->player, t);
    if (!set_empty(&ships)) {
        CALL_ON(choose_cards, next_player(g, f->player), ships, (Choose){ .least = 1, .most = 1, .about = NODE_THIS_SHIP, .asker = t->seed });
        cite(g, RULE_FIRST_SHIP_SPOKEN_OF);
        encounter_change(g)->ship[0] = set_next(&g->picked, 0);
    }
    for (t->section = g->card[t->seed].flags & USED ? 1 : 0; !g->encounter.ended && g->card[t->seed].zone == ZONE_PLAYING && section_of(g, t->seed, t->section); t->section++) {
        CALL_ON(first_section, f->player, *cards_of(g, f), *t);
        t->met = g->result == OVERCOME_IT;
    }
    if (g->card[t->seed].zone == ZONE_PLAYING && t->met && printed(g, t->seed)->points > 0 && scores_it(g, f->player, t->seed))
        CALL(first_score_card, f->player, (Trying){ .seed = t->seed });
    discard_dilemma(g, t->seed);
    end_encounter(g, f, t);
    SETTLE();
    RETURN(1);

    PROC_END;
}

/* Who meets the dilemma may play the card that nullifies it: playing it is a cost, whatever else it would do, and if it is nullified itself the
 * dilemma stands and another may be played (1E-7.9, 1e-2013/actions-step-1-initiation.3 and .4). */
Flow first_nullify_by_card(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    Ctx ctx = ctx_of(g, t->seed);
    const Ability *a = ability_of_kind(g, t->seed, NODE_NULLIFIED_CARD);
    decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_FACING, t->seed);
    FOR_PILE(g, id, &g->pile[f->player][ZONE_HAND])
        if (filter_is(g, &ctx, a->filter, id) && !copy_before(g, f->player, id))
            decision_add(g, (Option){ .verb = SL_PLAY, .card = id });
    if (g->decision.count == 0)
        RETURN(0);
    decision_add(g, (Option){ .verb = SL_PASS });
    ASK();
    if (answered(g).verb == SL_PASS)
        RETURN(0);
    t->leader = answered(g).card;
    CALL(first_spend_card, f->player, (Playing){ .card = t->leader, .target = t->seed });
    if (!g->result)
        RETURN(SPENT_IN_VAIN);
    cite_if_ruled(g, RULING_ACTIONS_STEP_1_INITIATION_2013_4);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_15);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_16);
    nullify_card(g, f->player, t->seed, t->leader);
    RETURN(1);

    PROC_END;
}

/* One section.  f->cards: who attempts with them and does not meet the card; where conditions are not met, all are stopped (1E-18.11).  Result: OVERCOME_IT when it had conditions and they were met. */
Flow first_section(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    if (printed(g, t->seed)->kind == KIND_DUAL)
        cite_if_ruled(g, RULING_DILEMMAS_REFERRING_TO_CREW_OR_AWAY_TEAM_1998);
    Section now = section_now(g, &ctx, section_of(g, t->seed, t->section));
    t->node = now.conditions;
    if (!now.conditions) {
        if (now.count == 0)
            cite(g, RULE_FIRST_NO_TRIGGER);
        CALL(run_list, f->player, (List){ .node = now.node, .first = now.first, .count = now.count });
        RETURN(0);
    }
    if (is_beyond_borg(g, t->seed, node_child(cat, t->node, 0))) {
        cite(g, RULE_FIRST_SCOUT_GENDER);
        discard_dilemma(g, t->seed);
        RETURN(0);
    }
    if (condition(g, &ctx, node_child(cat, t->node, 0))) {                              /* overcome: 18.10 */
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_4);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_5);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_6);
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_8);
        log_event(g, LOG_OVERCOMES, f->player, t->seed, t->mission, 0);
        RESPOND(f->player, set_one(t->seed), (Window){ .event = EVENT_OVERCAME, .actor = f->player, .cause = t->mission });
        if (else_of(cat, t->node))                                                      /* "to get past, …": what it takes */
            RUN_ALL(f->player, else_of(cat, t->node));
        RETURN(OVERCOME_IT);
    }
    set_join(own_cards(g, f), &g->encounter.group);                                      /* who has met it is stopped, wherever it takes him */
    CALL(run_list, f->player, (List){ .node = t->node, .first = 1, .count = (uint8_t)effects_of(cat, t->node, 1) });     /* failed: 18.11 */
    if (t->in_flash) {                          /* only what the card says (1E-A7.7) */
        cite(g, RULE_FIRST_Q_FAILED);
        RETURN(0);
    }
    FOR_SET(id, cards_of(g, f))
        if (!card_in_play(g, id) || g->card[id].flags & ASSIMILATED || (g->card[id].flags & POSSESSED && g->card[id].commander != f->player))
            set_drop(own_cards(g, f), id);
    if (t->ship && card_in_play(g, t->ship) && g->card[t->ship].commander == f->player) {        /* nobody else controls it by now */
        set_add(own_cards(g, f), t->ship);
        cite_if_ruled(g, RULING_STOPPED_1998_1);
        if (crew_at(g, t->mission)->ships > 1)
            cite_if_ruled(g, RULING_STOPPED_1998_2);
    }
    cite(g, RULE_FIRST_FAILED);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_5);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_7);
    CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_STOP, .cause = t->seed });
    reseed(g, t->seed, t->mission);
    if (t->section == 0 && g->card[t->seed].zone == ZONE_BENEATH && has_kind(printed(g, t->seed), NODE_NOT_REPEATABLE))
        card_flag(g, t->seed, USED, true);
    encounter_change(g)->ended = true;
    RETURN(0);

    PROC_END;
}
