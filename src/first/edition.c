/* What the shared code asks of the First Edition. */
#include "first/first.h"

static const uint16_t verb[NODE_OP_COUNT] = {
#define VERB(node, procedure) [NODE_##node] = PROC_##procedure,
#include "first/verbs.def"
#undef VERB
};

static const uint16_t twin[CITE_COUNT] = {
#define TWIN(second, first) [RULE_##second] = RULE_##first,
#include "first/twins.def"
#undef TWIN
};

static int play_cost(const Game *g, int player, CardId id, int variant)
{
    (void)g, (void)player, (void)id, (void)variant;
    return 0;                                   /* cards cost a card play, not a number (1E-6.5) */
}

/* A mission is solved by what is printed at one's own end of it (1E-4.12). */
static int means(const Game *g, int player, CardId mission, const CardSet *group)
{
    (void)group;
    return player == g->card[mission].owner ? NEAR_END : FAR_END;
}

static int dilemma_cost(const Game *g, CardId id)
{
    (void)g, (void)id;
    return 0;
}

static int goals(const Game *g, int player, sl_goal *out, int room)
{
    if (room > 0)
        out[0] = (sl_goal){ "points", g->score[player], points_to_win(g, player), "points" };
    return 1;
}

/* Whom the battle has put out of it adds nothing (1E-21, stage 5). */
static int fighting_value(const Game *g, CardId id)
{
    return barred(g, id) & BARS_DEFEND ? 0 : attribute(g, id, STRENGTH);
}

/* The higher total wins a personnel battle; ships are hit or not, and nobody wins by a sum. */
static int battle_winner(const Game *g, const int total[2])
{
    if (g->battle.kind == BATTLE_OF_SHIPS || total[0] == total[1])
        return NOBODY;
    return g->battle.player[total[0] > total[1] ? 0 : 1];
}

/* Captives, the stunned and mortally wounded, and deactivated holograms are disabled. */
static bool is_out_of_action(const Game *g, CardId id)
{
    unsigned states = DISABLED | STUNNED | WOUNDED | DEACTIVATED;
    return g->card[id].flags & states || (g->card[id].flags & CAPTIVE && in_force(g, LAYER_CAPTIVE_ESCORTED));
}

static const DerivedState derived[] = {
    { "exposed", is_exposed },                  /* 1E-15.19 */
    { "disabled", is_out_of_action },           /* by a text, or by what else disables: 1E-21.6, 24, 25.2, A4.3 */
    { "under house arrest", is_under_house_arrest },    /* 1E-10.13 */
    { NULL, NULL },
};

static int hull(const Game *g, CardId id)
{
    int left = is_craft(g, id) ? hull_of(g, id) : -1;
    return is_craft(g, id) && left < 0 ? 0 : left;
}

static bool related(const Game *g, sl_relation which, CardId a, CardId b)
{
    return which == SL_MATCHING_COMMANDER ? is_called_commander(g, a, b) : which == SL_COMPATIBLE ? compatible(g, a, b) : are_present(g, a, b);
}

static int defense(const Game *g, CardId id)
{
    return is_craft(g, id) ? doubled_defense(g, id) / 2 : -1;
}

/* Who is assimilated when a scene begins is so by the opponent, with all that follows; who infiltrates has done so for some time; of a card that is used,
 * the special download and each text that works once a game are spent. */
static void state_set(Game *g, CardId id, uint64_t state)
{
    if (state == INFILTRATING)
        card_flag(g, id, LONG_AMONG, true);
    if (state == ASSIMILATED)
        assimilate_card(g, id, next_player(g, g->card[id].owner));
    for (int i = 0; state == USED && i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        for (int n = 0; a->limit_per == PERIOD_GAME && n < a->limit; n++) {
            use_note(g, id, i, PERIOD_GAME);
            if (a->kind == NODE_RESOLVE || a->kind == NODE_OR_PLAY)
                title_note(g, g->card[id].owner, g->card[id].def, PERIOD_GAME);
        }
    }
}

const Edition first_edition = {
    .id = EDITION_FIRST, .name = "1e", .title = "First Edition",
    .win_points = FIRST_POINTS_TO_WIN, .least_score = INT16_MIN, .bonus_points = true,
    .loss_kills = true, .fate_is_shared = true, .frees_held = true, .comes_back = comes_back,
    .stopped_staff_stopped = true,
    .exchange_keeps = true, .placed_plays = true,
    .dilemma_discard = ZONE_DISCARD, .dilemma_skills = dilemma_skills,
    .twin = twin, .not_your_turn = RULE_FIRST_NOT_YOUR_TURN,
    .modifier_order = RULING_MODIFIER_ORDER_2019, .one_affiliation = RULING_MULTI_AFFILIATION_2019,
    .is_confined = is_under_house_arrest, .are_all_free = are_at_one, .team_in = team_in,
    .is_usable = is_usable_by,
    .selectable = first_selectable, .all_skills = RULING_VULCAN_MINDMELD_1998, .different_skills = RULING_SKILLS_SELECTING_1998_2,
    .is_of_gender = is_of_gender, .is_of_species = is_of_species,
    .next_on_course = next_on_course, .may_cut_short = may_cut_short, .has_arrived = has_arrived,
    .offered = true,
    .section_zone = { [SL_DRAW_DECK] = ZONE_DECK, [SL_MISSIONS] = ZONE_SEEDS, [SL_SEED_DECK] = ZONE_SEEDS, [SL_SITES] = ZONE_SEEDS,
                      [SL_TENT_DECK] = ZONE_TENT, [SL_CONTINUUM_DECK] = ZONE_CONTINUUM, [SL_BRIDGE_DECK] = ZONE_BRIDGE,
                      [SL_TRIBBLE_DECK] = ZONE_TRIBBLES, [SL_DILEMMA_PILE] = ZONE_PILE },
    .section_types = { [SL_DRAW_DECK] = DRAWN_TYPES, [SL_MISSIONS] = 1 << TYPE_MISSION, [SL_SEED_DECK] = SEEDED_TYPES | DRAWN_TYPES /* those that seed by their text: first_check_deck */,
                       [SL_SITES] = 1 << TYPE_SITE, [SL_TENT_DECK] = TENT_TYPES, [SL_CONTINUUM_DECK] = CONTINUUM_TYPES,
                       [SL_BRIDGE_DECK] = 1 << TYPE_TACTIC, [SL_TRIBBLE_DECK] = 1 << TYPE_TRIBBLE | 1 << TYPE_TROUBLE, [SL_DILEMMA_PILE] = 1 << TYPE_DILEMMA },
    .check_deck = first_check_deck,
    .start = PROC_first_game,
    .respond = PROC_first_respond,
    .play_response = PROC_first_play_response,
    .settle = PROC_first_settle,
    .spares = is_spared,
    .stays = stays_where_it_is,
    .draw = PROC_first_draw,
    .verb = verb,
    .derived = derived,
    .commands = is_matching_commander,
    .turn_after = first_turn_after,
    .play_cost = play_cost,
    .range_needed = first_range_needed,
    .leads = goes_by_itself,
    .goes_with = fits_all, .at_odds = RULE_FIRST_INCOMPATIBLE,
    .name_species = first_name_species,
    .beam_ends = first_beam_ends,
    .requirement = first_requirement,
    .means = means,
    .dilemma_cost = dilemma_cost,
    .why_not = first_why_not,
    .goals = goals,
    .battle_winner = battle_winner,
    .volley = first_volley,
    .may_score = may_score,
    .state_set = state_set,
    .teammates = team_in,
    .fighting_value = fighting_value,
    .team = team_at,
    .force = force_of,
    .hull = hull,
    .defense = defense,
    .related = related,
    .arrives = note_arrival,
};
