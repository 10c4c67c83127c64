/* What the shared code asks of the Second Edition. */
#include "second/second.h"

static const uint16_t verb[NODE_OP_COUNT] = {
#define VERB(node, procedure) [NODE_##node] = PROC_##procedure,
#include "second/verbs.def"
#undef VERB
};

static bool is_beneath(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DILEMMA) && g->card[id].zone == ZONE_BENEATH;
}

static const DerivedState derived[] = {
    { "captive", is_captive },                  /* 2E-16.1 */
    { "overcome", is_beneath },                 /* 2E-11.19 */
    { NULL, NULL },
};

/* Affiliations keep nobody apart (2E-2.65). */
static bool related(const Game *g, sl_relation which, CardId a, CardId b)
{
    switch (which) {
    case SL_MATCHING_COMMANDER: return commands(g, a, b);
    case SL_COMPATIBLE:         return true;
    case SL_PRESENT:            return present_with(g, a, b);
    }
    return false;
}

const Edition second_edition = {
    .id = EDITION_SECOND, .name = "2e", .title = "Second Edition", .subtitled = true,
    .win_points = POINTS_TO_WIN, .least_score = 0,
    .dilemma_discard = ZONE_PILE,
    .not_your_turn = RULE_NOT_YOUR_TURN,
    .copies_add_up = true, .all_skills = RULING_ALL_SKILLS,
    .offered = true,
    .section_zone = { [SL_DRAW_DECK] = ZONE_DECK, [SL_DILEMMA_PILE] = ZONE_PILE, [SL_MISSIONS] = ZONE_ROW },
    .section_types = { [SL_DRAW_DECK] = EVERY_TYPE & ~(1 << TYPE_MISSION | 1 << TYPE_DILEMMA), [SL_DILEMMA_PILE] = 1 << TYPE_DILEMMA,
                       [SL_MISSIONS] = 1 << TYPE_MISSION },
    .check_deck = second_check_deck,
    .start = PROC_second_game,
    .respond = PROC_second_respond,
    .play_response = PROC_second_play_interrupt,
    .settle = PROC_second_settle,
    .between_actions = PROC_second_facing_window,
    .placed_on = PROC_second_host_check,
    .win_check = PROC_second_win_check,
    .verb = verb,
    .derived = derived,
    .related = related,
    .turn_after = turn_after,
    .play_cost = cost_to_be_paid,
    .range_needed = range_needed,
    .beam_ends = beam_ends,
    .requirement = mission_requirement,
    .means = attempt_means,
    .dilemma_cost = cost_when_faced,
    .has_place = has_place,
    .why_not_faced = why_not_faced,
    .why_not = second_why_not,
    .goals = goals_to_win,
    .allowance = dilemma_allowance,
    .battle_winner = second_battle_winner,
    .can_battle = second_can_battle,
    .fighting_value = fighting_value,
};
