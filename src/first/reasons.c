/* Why not?  The reasons why a player may not do something now, whether or not he is asked for it.
 *
 * A decision keeps the reasons of what it looked at and did not offer.  Here is the question from the other side: somebody names a verb and cards, and
 * what no decision looks at is told: that it is not the time for it, the state that a card is in, that a place is no place for it.  Several rules may
 * stand in the way, and each is told.  Only cards that the asking player may know are looked at. */
#include "spaceline.h"
#include "first/first.h"

static void tell_if(Reasons *r, bool so, Citation why)
{
    reason_tell(r, so ? why : CITE_NONE, NO_CARD);
}

/* ---- the time for it: 1E-6.3, 6.4, 7.2, 7.3, G4.1 ---- */

static void tell_time(Reasons *r, int segment, Citation elsewhere)
{
    const Game *g = r->g;
    int kind = g->decision.kind;
    tell_if(r, g->segment >= SEGMENT_SEED_DOORWAY, RULE_FIRST_SEEDING);
    tell_if(r, !acts_now(g, r->player), RULE_FIRST_NOT_YOUR_TURN);
    tell_if(r, g->encounter.active, RULE_FIRST_BETWEEN_CARDS);
    tell_if(r, acts_now(g, r->player) && kind != SL_DECIDE_PLAY && kind != SL_DECIDE_ORDERS, RULE_FIRST_ONE_ACTION);
    tell_if(r, g->segment != segment || !acts_now(g, r->player), elsewhere);
}

static void tell_order(Reasons *r)
{
    tell_time(r, SEGMENT_ORDERS, RULE_FIRST_ORDERS_SEGMENT);
}

/* ---- ships: 1E-15 ---- */

static void tell_move(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, to = r->asked.target;
    tell_order(r);
    ask_ship_order(r, ship);
    tell_if(r, is_type(g, ship, TYPE_SHIP) && card_in_play(g, ship) && is_staffed_by_infiltrators(g, ship), RULE_FIRST_NOT_STAFFED);      /* as long as their owner does not want it */
    tell_if(r, g->card[ship].zone == ZONE_DOCKED, RULE_FIRST_DOCKED);
    tell_if(r, is_landed(g, ship), RULE_FIRST_LANDED);
    tell_if(r, is_carried(g, ship), RULE_FIRST_CARRIED);
    CardId here = location_of(g, ship);
    if (!here || !is_location(g, to))
        return;
    tell_if(r, first_range_needed(g, ship, to) > range_left(g, ship), RULE_FIRST_RANGE);
    tell_if(r, here == to, RULE_FIRST_SAME_LOCATION);
    tell_if(r, here != to && (is_time_location(g, here) || is_time_location(g, to)), RULE_FIRST_TIME_TRAVEL);
}

/* An order: the time for it, and what the offers of it ask. */
static void tell_asked(Reasons *r, void (*ask)(Reasons *))
{
    tell_order(r);
    ask(r);
}

/* What keeps a ship from moving keeps it from docking and undocking, by the statement on docking as well. */
static void tell_dock(Reasons *r, void (*ask)(Reasons *))
{
    tell_order(r);
    int before = r->count;
    ask_ship_order(r, r->asked.card);
    tell_if(r, r->count > before, RULE_FIRST_DOCK_STATE);
    ask(r);
}

/* ---- going somewhere: 1E-16 ---- */

static bool is_own_craft(const Reasons *r, CardId id)
{
    CardId craft = station_of(r->g, id);
    return is_craft(r->g, craft) && r->g->card[craft].commander == r->player;
}

/* What is asked about one card: of a group some may be able to go. */
static void tell_beam(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target;
    bool walks = r->asked.verb == SL_WALK;
    tell_order(r);
    tell_if(r, is_type(g, id, TYPE_TRIBBLE), RULE_FIRST_NOT_ALONE);
    if (!is_type(g, id, TYPE_PERSONNEL) && !is_gear(g, id))
        return;
    tell_if(r, g->card[id].commander != r->player, RULE_FIRST_NOT_YOURS);
    tell_if(r, !goes_by_itself(g, id), RULE_FIRST_NOT_ALONE);
    tell_if(r, is_stopped(g, id) && !is_prisoner(g, id), walks ? RULE_FIRST_WALK_STOPPED : RULE_FIRST_BEAM_STOPPED);
    if (!to)
        return;
    CardId here = location_of(g, id), there = is_location(g, to) ? to : location_of(g, to);
    tell_if(r, !walks && here && there && here != there && (is_time_location(g, here) || is_time_location(g, there)), RULE_FIRST_TIME_TRAVEL);
    if (!walks && !is_own_craft(r, g->card[id].host) && !is_own_craft(r, to))
        reason_tell(r, RULING_BEAMING_2019, NO_CARD);
    if (here != there)
        reason_tell(r, walks ? RULE_FIRST_WALK_PLACE : RULE_FIRST_BEAM_PLACE, NO_CARD);
    else if (g->card[id].host != to)
        (walks ? ask_walk : ask_beam)(r);
    tell_if(r, !walks && is_location(g, to) && !is_planet(g, to), RULE_FIRST_BEAM_SURFACE);
    if (!walks && is_borg(g, id) && scouts_alone(g, r->player, to))
        reason_tell(r, LAYER_LONE_SCOUT, NO_CARD);
}

/* ---- missions: 1E-17 ---- */

/* No team is named: what stands in the way of each that the player has there. */
static void tell_attempts_there(Reasons *r, CardId mission)
{
    const Game *g = r->g;
    FOR_SET(id, &g->commanded[r->player]) {
        bool ship = is_type(g, id, TYPE_SHIP) && printed(g, mission)->kind != KIND_PLANET && location_of(g, id) == mission;
        bool away = is_type(g, id, TYPE_PERSONNEL) && printed(g, mission)->kind == KIND_PLANET && g->card[id].host == mission && g->card[id].zone == ZONE_SURFACE;
        tell_if(r, away && is_borg(g, id), RULE_FIRST_BORG_SCOUT);
        if (ship || away)
            ask_team_attempts(r, mission, ship ? id : NO_CARD, away ? id : NO_CARD);
    }
}

static bool is_shared(const Game *g, CardId mission)
{
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_SHARED)
            return true;
    return false;
}

static void tell_attempt(Reasons *r)
{
    const Game *g = r->g;
    CardId mission = r->asked.card, with = r->asked.target;
    if (!is_type(g, mission, TYPE_MISSION) || !is_location(g, mission)) {
        tell_if(r, is_time_location(g, mission), RULE_FIRST_TIME_ATTEMPT);
        tell_if(r, is_location(g, mission) && !is_time_location(g, mission), RULE_FIRST_NOT_ATTEMPTABLE);
        return;
    }
    tell_order(r);
    tell_if(r, g->card[mission].flags & COMPLETE, RULE_FIRST_SOLVED);
    tell_if(r, is_type(g, with, TYPE_FACILITY), RULE_FIRST_NO_SHIP);
    if (!with) {
        tell_attempts_there(r, mission);
        tell_if(r, !r->count, printed(g, mission)->kind == KIND_PLANET ? RULE_FIRST_AWAY_TEAM : RULE_FIRST_NO_SHIP);
    }
    if (is_shared(g, mission) && g->card[mission].flags & COMPLETE)
        reason_tell(r, LAYER_CLASH_SHARED, NO_CARD);            /* once in all, whoever seeded it */
    if (!with || is_type(g, with, TYPE_FACILITY))
        return;
    bool ship = is_type(g, with, TYPE_SHIP), planet = printed(g, mission)->kind == KIND_PLANET;
    tell_if(r, g->card[with].commander != r->player, RULE_FIRST_NOT_YOURS);
    tell_if(r, is_borg(g, with), RULE_FIRST_BORG_SCOUT);
    if (ship && (planet || location_of(g, with) != mission))
        reason_tell(r, planet ? RULE_FIRST_AWAY_TEAM : RULE_FIRST_NO_SHIP, NO_CARD);
    else if (!ship && (g->card[with].zone != ZONE_SURFACE || g->card[with].host != mission))
        reason_tell(r, printed(g, mission)->kind == KIND_SPACE ? RULE_FIRST_NO_SHIP : RULE_FIRST_AWAY_TEAM, NO_CARD);
    else {
        tell_if(r, !ship && barred(g, with) & BARS_ATTEMPT, RULE_FIRST_NOBODY);
        ask_team_attempts(r, mission, ship ? with : NO_CARD, ship ? NO_CARD : with);
    }
    tell_if(r, !r->count && printed(g, mission)->kind == KIND_DUAL, RULE_FIRST_BOTH_HALVES);       /* asked about one of them */
}

/* ---- battles: 1E-20 to 22 ---- */

/* card: who is attacked, target: one of those who attack. */
static void tell_battle(Reasons *r)
{
    const Game *g = r->g;
    CardId other = r->asked.card, own = r->asked.target;
    bool craft = is_craft(g, other);
    tell_order(r);
    tell_if(r, g->card[other].commander == r->player && !is_self_controlled(g, other), RULE_FIRST_ATTACK_YOURS);
    tell_if(r, is_gear(g, other), RULING_EQUIPMENT_UNATTENDED_1998);
    reason_tell(r, craft ? why_not_target(g, other) : CITE_NONE, NO_CARD);
    if (!own)
        return;
    tell_if(r, g->card[own].commander != r->player, RULE_FIRST_NOT_YOURS);
    tell_if(r, is_stopped(g, own), RULE_FIRST_ATTACK_STOPPED);
    if (craft != is_craft(g, own) || location_of(g, own) != location_of(g, other)) {
        reason_tell(r, craft ? RULE_FIRST_BATTLE_PLACE : RULE_FIRST_NOT_PRESENT, NO_CARD);
        return;
    }
    tell_if(r, !craft && !are_present(g, own, other), RULE_FIRST_NOT_PRESENT);
    tell_if(r, is_infiltrating(g, own) || is_infiltrating(g, other), RULE_FIRST_INFILTRATOR_BATTLE);
    if (craft)
        ask_fire(r, own);
    tell_if(r, craft && r->asked.number && !compatible(g, own, (CardId)r->asked.number), RULE_FIRST_FORCE_FITS);        /* another of the force that is asked about */
    CardSet force = craft ? force_aboard(g, own) : force_of(g, own), against = craft ? force_aboard(g, other) : force_of(g, other);
    reason_tell(r, why_restrained(g, r->player, &force, &against, location_of(g, own)), NO_CARD);
    reason_tell(r, why_not_led(g, r->player, &force, &against, craft ? BATTLE_OF_SHIPS : BATTLE_OF_PERSONNEL, location_of(g, own)), NO_CARD);
}

/* ---- playing and reporting: 1E-6, 8, 10 ---- */

static bool is_in_hand(const Reasons *r)
{
    const Card *c = &r->g->card[r->asked.card];
    return c->zone == ZONE_HAND && c->holder == r->player;
}

/* By the text of a card in play, which says who reports and where. */
static void tell_report_by(Reasons *r, CardId text)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target, by = NO_CARD;
    Ctx ctx = ctx_of(g, text);
    tell_if(r, g->card[text].commander != r->player, RULE_FIRST_NOT_YOURS);
    for (int i = 0; i < printed(g, text)->ability_count; i++) {
        const Ability *a = ability_of(g, text, i);
        if (!a->report)
            continue;
        tell_if(r, !filter_is(g, &ctx, node_child(g->world->cat, a->report, 1), id), RULE_FIRST_REPORT_PLACE);
        Citation no = to ? why_not_report_by_text(g, r->player, id, to, mode_after(g, id, NO_MODE), text, &by) : CITE_NONE;
        reason_tell(r, no, by);
    }
}

static void tell_report(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target, by = NO_CARD, same = NO_CARD;
    if (!is_in_hand(r) || !reports_for_duty(g, id))
        return;
    if (r->asked.verb == SL_REPORT && r->asked.number < 0) {
        tell_report_by(r, (CardId)-r->asked.number);
        return;
    }
    tell_time(r, SEGMENT_PLAY, RULE_FIRST_PLAY_SEGMENT);
    tell_if(r, icon_in(printed(g, id)->icons, ICON_AU) && !alternate_universe_is_open(g, r->player), RULE_FIRST_AU_DOOR);
    tell_if(r, is_type(g, to, TYPE_TIME_LOCATION) && !card_in_play(g, to), RULE_FIRST_TIME_ABSENT);
    bool place = is_craft(g, to) || is_location(g, to) || is_type(g, to, TYPE_SITE);
    if (!place && is_duplicate(g, id, r->player, &same))
        reason_tell(r, RULE_FIRST_UNIQUE, same);
    tell_if(r, g->decision.kind == SL_DECIDE_PLAY && acts_now(g, r->player) && g->plays[r->player] < 1 && !plays_free(g, r->player, id) && !(place && reports_free_at(g, r->player, id, to)), RULE_FIRST_CARD_PLAY);
    if (!place || mode_there(g, r->player, id, to, NO_CARD, NO_MODE) >= 0)
        return;
    Citation no = why_not_report_to(g, r->player, id, to, mode_after(g, id, NO_MODE), &by);
    reason_tell(r, no, by);
    tell_if(r, infiltrates_any(printed(g, id)->icons) && is_craft(g, to) && g->card[to].commander != r->player, RULE_FIRST_NOT_INFILTRATED);
    if (!is_type(g, to, TYPE_FACILITY))
        return;
    tell_if(r, !is_native_at(g, id, to) || !is_native_at(g, to, to), RULE_FIRST_NATIVE);
    int mode = mode_after(g, id, NO_MODE);
    bool fits = compatible_in_mode(g, id, mode, to);
    while (mode != NO_MODE && !fits) {
        mode = mode_after(g, id, mode);
        fits = mode != NO_MODE && compatible_in_mode(g, id, mode, to);
    }
    tell_if(r, !fits, RULE_FIRST_REPORT_COMPATIBLE);
}

/* Cards that may be played at any time are refused by what they are about, not by the hour. */
static void tell_play(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target;
    CardSet targets;
    if (!is_in_hand(r) || reports_for_duty(g, id))
        return;
    int kind = g->decision.kind;
    if (!is_any_time(g, id))
        tell_time(r, SEGMENT_PLAY, RULE_FIRST_PLAY_SEGMENT);
    else if (kind != SL_DECIDE_PLAY && kind != SL_DECIDE_ORDERS)
        reason_tell(r, g->encounter.active ? RULE_FIRST_BETWEEN_CARDS : RULE_FIRST_ONE_ACTION, NO_CARD);
    tell_if(r, g->segment >= SEGMENT_SEED_DOORWAY, RULE_FIRST_SEEDING);
    if (type_in(1 << TYPE_MISSION | 1 << TYPE_DILEMMA | 1 << TYPE_ARTIFACT, played_type(g, id)) && !has_kind(printed(g, id), NODE_INSERTED)) {
        reason_tell(r, RULING_REGENERATE_1998_2, NO_CARD);          /* a seed card in the hand cannot be played */
        tell_if(r, is_type(g, id, TYPE_MISSION) && in_force(g, RULING_MISSION_2019_2), RULING_MISSION_2019_2);
    }
    tell_if(r, is_any_time(g, id) && !has_function(g, id), RULE_FIRST_ONLY_RESPONDS);
    CardId by = NO_CARD;
    if (is_duplicate(g, id, r->player, &by))
        reason_tell(r, RULE_FIRST_UNIQUE, by);
    tell_if(r, to && is_immune(g, to, id), RULE_FIRST_IMMUNE);
    if (!to || !reason_sees(r, to) || !play_targets(g, r->player, id, &targets) || set_has(&targets, to))
        return;
    CardSet people = people_aboard(g, to);
    tell_if(r, has_trait(g, id, TRAIT_ROGUE_BORG) && is_craft(g, to) && set_empty(&people), RULE_FIRST_ROGUES_BOARD);
    bool apart = is_type(g, to, TYPE_SHIP) && (g->card[to].zone == ZONE_DOCKED || is_carried(g, to));
    reason_tell(r, apart ? RULE_FIRST_DOCKED_TARGET : RULE_FIRST_TARGET, NO_CARD);
}

/* ---- using a text ---- */

static bool acts_in_place_of_a_draw(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == NODE_WHEN && a->event == EVENT_ABOUT_TO_DRAW)
            return true;
    }
    return false;
}

static bool has_special_download(const Game *g, CardId id)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++)
        if (special_download(ability_of(g, id, i)))
            return true;
    return false;
}

static void tell_use(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target;
    if (!card_in_play(g, id)) {
        CardSet targets;
        bool down = g->card[id].zone == ZONE_AGENDA, aimed = down && to && g->card[id].holder == r->player && play_targets(g, r->player, id, &targets);
        tell_if(r, !down, RULE_FIRST_OUTSIDE);
        tell_if(r, down && g->card[id].holder != r->player, RULE_FIRST_NOT_YOURS);
        tell_if(r, down && g->segment >= SEGMENT_SEED_DOORWAY, RULE_FIRST_SEEDING);
        tell_if(r, aimed && !set_has(&targets, to), RULE_FIRST_TARGET);
        return;
    }
    tell_if(r, g->card[id].commander != r->player, RULE_FIRST_NOT_YOURS);
    tell_if(r, g->segment >= SEGMENT_SEED_DOORWAY, RULE_FIRST_SEEDING);
    tell_if(r, state_bars(g, id) & BARS_SKILLS && has_special_download(g, id), RULE_FIRST_SPECIAL_HOLDER);
    tell_if(r, is_type(g, id, TYPE_PERSONNEL) && state_bars(g, id) & BARS_SKILLS, RULE_FIRST_STATE_BARS);
    tell_if(r, !acts_now(g, r->player), RULE_FIRST_NOT_YOUR_TURN);
    if (g->no_draws >> r->player & 1 && acts_in_place_of_a_draw(g, id) && in_force(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_3))
        reason_tell(r, RULING_DRAW_NO_CARDS_THIS_TURN_1998_3, NO_CARD);
    tell_if(r, g->encounter.active && has_kind(printed(g, id), NODE_ORDER) && in_force(g, RULING_DILEMMAS_PLAYING_CARDS_BETWEEN_1998), RULING_DILEMMAS_PLAYING_CARDS_BETWEEN_1998);
    Citation later = acts_now(g, r->player) ? why_not_in_segment(g, id) : CITE_NONE;
    tell_if(r, !r->count, RULE_FIRST_CONDITIONS);           /* it has no text to use now */
    reason_tell(r, later, NO_CARD);
}

/* ---- choosing ---- */

/* A card that a download might take keeps to what binds it when it is played (1E-9.5). */
static void tell_download(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card, by = NO_CARD;
    if (card_in_play(g, card) || !reports_for_duty(g, card))
        return;
    if (is_duplicate(g, card, r->player, &by))
        reason_tell(r, RULE_FIRST_UNIQUE, by);
    tell_if(r, icon_in(printed(g, card)->icons, ICON_AU) && !alternate_universe_is_open(g, r->player), RULE_FIRST_AU_DOOR);
    tell_if(r, is_type(g, card, TYPE_PERSONNEL) && has_downloaded_personnel(g, r->player), RULE_FIRST_FORMAT_DOWNLOAD);
}

static bool is_choosing(const Reasons *r)
{
    return is_choice(r->g->decision.kind) && r->g->decision.player == r->player;
}

/* Nobody asks the player to choose cards now: a card that is not in play comes by a download, one that is there by a text or rule that asks. */
static void tell_not_asked(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    if (is_choosing(r))
        return;
    if (card && !card_in_play(g, card))
        reason_tell(r, RULE_FIRST_NO_DOWNLOAD, NO_CARD);
    else
        tell_if(r, !r->count, g->decision.kind == SL_DECIDE_MODE && g->decision.player == r->player ? RULE_FIRST_NO_SUCH_CHOICE : RULE_FIRST_NOTHING_ASKED);
}

static void tell_choose(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    tell_download(r);
    tell_if(r, r->asked.number == SL_TO_HAND && !in_force(g, LAYER_DOWNLOAD_TO_HAND), RULE_FIRST_INTO_PLAY);
    tell_if(r, g->card[card].zone == ZONE_TENT && !is_side_deck_open(g, r->player, KIND_TENT), RULE_FIRST_TENT_CLOSED);
    if (g->no_draws >> r->player & 1 && in_force(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_3))         /* nothing is done in place of a draw, either */
        reason_tell(r, RULING_DRAW_NO_CARDS_THIS_TURN_1998_3, NO_CARD);
    bool dead = g->card[card].zone == ZONE_HAND && (is_type(g, card, TYPE_DILEMMA) || is_type(g, card, TYPE_MISSION) || is_type(g, card, TYPE_ARTIFACT));
    if (dead && !is_choice(g->decision.kind))
        reason_tell(r, RULING_REGENERATE_1998_3, NO_CARD);          /* it leaves the hand only where a card lets one discard */
    if (!is_choosing(r)) {
        if (!dead)
            tell_not_asked(r);
        tell_if(r, !r->count, RULE_FIRST_NOTHING_ASKED);
        return;
    }
    const Frame *f = &g->frame[g->depth - 1];
    bool eligible = f->proc == PROC_choose_cards && set_has(cards_of(g, f), card);
    tell_if(r, eligible || !card, RULE_FIRST_SET_SIZE);
    if (eligible || !card)
        return;
    tell_if(r, !card_in_play(g, card), RULE_FIRST_OUTSIDE);
    tell_if(r, g->encounter.active && !set_has(&g->encounter.group, card), RULE_FIRST_NOT_IN_TEAM);
    reason_tell(r, RULE_FIRST_NOT_ELIGIBLE, NO_CARD);
}

/* ---- the question ---- */

static void tell_commandeer(Reasons *r)
{
    const Game *g = r->g;
    tell_order(r);
    if (is_type(g, r->asked.target, TYPE_PERSONNEL) && card_in_play(g, r->asked.target))
        ask_commandeer(r);
    tell_if(r, g->card[r->asked.card].commander == r->player, RULE_FIRST_COMMANDEER_YOURS);
    tell_if(r, !r->count, RULE_FIRST_COMMANDEER_WHO);
}

static bool has_station(const Game *g)
{
    FOR_SET(id, &g->in_play)
        if (is_type(g, id, TYPE_FACILITY) && printed(g, id)->kind == KIND_STATION)
            return true;
    return false;
}

/* number: the affiliation that is asked about; NO_MODE for any of several. */
static void tell_change(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card;
    bool has = false;
    tell_if(r, g->card[id].commander != r->player, RULE_FIRST_NOT_YOURS);
    tell_if(r, !acts_now(g, r->player), RULE_FIRST_NOT_YOUR_TURN);
    tell_if(r, !acts_now(g, r->player) || (g->decision.kind != SL_DECIDE_PLAY && g->decision.kind != SL_DECIDE_ORDERS), RULE_FIRST_CHANGE_TURN);
    for (int mode = mode_after(g, id, NO_MODE); mode != NO_MODE; mode = mode_after(g, id, mode))
        if (r->asked.number == NO_MODE || r->asked.number == mode) {
            bool same = icon_in(icons_of(g, id), mode - 1);
            has = true;
            tell_if(r, same && r->asked.number != NO_MODE, RULE_FIRST_SAME_MODE);
            reason_tell(r, same ? CITE_NONE : why_not_change(g, id, mode), NO_CARD);
        }
    tell_if(r, !has, RULE_FIRST_NO_MODE);
}

/* Of a card that the player may not know only that is told which holds for every card there. */
static void tell_unseen(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card;
    bool own = g->card[id].owner == r->player;
    switch (r->asked.verb) {
    case SL_CHOOSE: if (own) tell_not_asked(r); break;
    case SL_PLAY: case SL_REPORT: tell_if(r, !is_in_hand(r), RULE_FIRST_FROM_HAND); break;
    case SL_REPLACE: tell_if(r, own && card_in_play(g, id), RULE_FIRST_REPLACE_HAND); break;
    case SL_USE: case SL_TAKE_BACK: tell_if(r, !own, RULE_FIRST_NOT_YOURS); break;
    default: break;
    }
}

int first_why_not(const Game *g, int player, Option asked, bool open, Refusal *out, int room)
{
    Reasons r = { .g = g, .player = player, .asked = asked, .open = open, .out = out, .room = room };
    bool of_nobody = asked.verb == SL_CHOOSE || asked.verb == SL_NAME_SKILL || asked.verb == SL_DRAW || asked.verb == SL_PASS;
    if (!g->over && asked.target && g->card[asked.target].zone == ZONE_AGENDA)
        reason_tell(&r, RULE_FIRST_AGENDA_DOWN, NO_CARD);
    if (g->over || (!asked.card && !of_nobody))
        return r.count;
    if ((asked.card && !reason_sees(&r, asked.card)) || (asked.target && !reason_sees(&r, asked.target))) {
        tell_unseen(&r);
        return r.count;
    }
    switch (asked.verb) {
    case SL_CHOOSE: tell_choose(&r); break;
    case SL_PASS: tell_if(&r, player == g->decision.player || player == g->active, RULE_FIRST_MUST); break;
    case SL_NAME_SKILL: tell_if(&r, g->decision.player == player && g->decision.kind == SL_DECIDE_SKILL, RULE_FIRST_SKILL_CHOICE); break;
    case SL_DRAW:
        reason_tell(&r, RULE_FIRST_DRAW_TIME, NO_CARD);
        tell_if(&r, !has_bridge(g, player) || (g->battle.active && g->battle.kind == BATTLE_OF_SHIPS), RULE_FIRST_TACTICS);
        break;
    case SL_MOVE: tell_move(&r); break;
    case SL_DOCK: tell_dock(&r, ask_dock); break;
    case SL_UNDOCK: tell_dock(&r, ask_undock); break;
    case SL_LAND: tell_asked(&r, ask_land); break;
    case SL_TAKE_OFF: tell_asked(&r, ask_take_off); break;
    case SL_LOAD: tell_asked(&r, ask_load); break;
    case SL_LAUNCH: tell_asked(&r, ask_launch); break;
    case SL_CLOAK: case SL_DECLOAK: case SL_PHASE: case SL_UNPHASE: tell_asked(&r, ask_cloak); break;
    case SL_BEAM: case SL_WALK: tell_beam(&r); break;
    case SL_ATTEMPT: tell_attempt(&r); break;
    case SL_BATTLE: tell_battle(&r); break;
    case SL_REPORT:
        tell_report(&r);
        tell_if(&r, is_type(g, asked.card, TYPE_TRIBBLE), g->card[asked.card].zone == ZONE_TRIBBLES ? RULE_FIRST_TRIBBLE_DRAW : RULE_FIRST_TRIBBLE_PLACE);
        tell_if(&r, !r.count && !is_in_hand(&r), RULE_FIRST_FROM_HAND);
        tell_if(&r, !r.count, RULE_FIRST_REPORT_PLACE);
        break;
    case SL_PLAY:
        tell_play(&r);
        if (is_in_hand(&r) && is_type(g, asked.card, TYPE_FACILITY) && is_location(g, asked.target) && is_type(g, asked.target, TYPE_MISSION))
            ask_build(&r);
        tell_report(&r);
        tell_if(&r, !is_in_hand(&r), RULE_FIRST_FROM_HAND);
        tell_if(&r, !r.count, RULE_FIRST_CONDITIONS);
        break;
    case SL_USE: tell_use(&r); break;
    case SL_SEED:
        tell_if(&r, g->segment >= SEGMENT_SEED_DOORWAY && g->decision.player != player, RULE_FIRST_SEED_TURN);
        reason_tell(&r, why_not_seed_now(g, asked.card), NO_CARD);
        if (is_type(g, asked.card, TYPE_FACILITY) && is_location(g, asked.target))
            (printed(g, asked.card)->kind == KIND_OUTPOST ? ask_seed_outpost : ask_seed_facility)(&r);
        tell_if(&r, is_type(g, asked.card, TYPE_SITE) && !has_station(g), RULE_FIRST_SITE_PLACE);
        if (g->segment == SEGMENT_SEED_DILEMMA && is_type(g, asked.target, TYPE_MISSION))
            reason_tell(&r, why_not_seed_below(g, player, asked.card, asked.target), NO_CARD);
        if (!r.count && g->segment == SEGMENT_SEED_DILEMMA && in_force(g, LAYER_SEED_BATCHES) && seeds_below_missions(g, asked.card))
            reason_tell(&r, LAYER_SEED_BATCHES, NO_CARD);           /* in another round */
        else if (is_type(g, asked.card, TYPE_MISSION))
            tell_if(&r, !r.count, RULE_FIRST_LINE_END);
        else
            tell_if(&r, !r.count && asked.target, RULE_FIRST_SEED_PLACE);
        break;
    case SL_TAKE_BACK:
        tell_if(&r, g->card[asked.card].owner != player, RULE_FIRST_NOT_YOURS);
        reason_tell(&r, RULE_FIRST_TAKE_BACK, NO_CARD);
        break;
    case SL_STUN: case SL_WOUND: reason_tell(&r, asked.verb == SL_STUN ? RULE_FIRST_STUN : RULE_FIRST_WOUND, NO_CARD); break;
    case SL_PROBE: tell_if(&r, g->segment != SEGMENT_END, RULE_FIRST_PROBE_IF); break;
    case SL_REPLACE:
        tell_if(&r, g->segment != SEGMENT_START || !acts_now(g, player), RULE_FIRST_REPLACE_START);
        if (asked.target && card_in_play(g, asked.card))
            reason_tell(&r, why_not_replace(g, player, asked.card, asked.target), NO_CARD);
        break;
    case SL_CHANGE: tell_change(&r); break;
    case SL_COMMANDEER: tell_commandeer(&r); break;
    case SL_SCOUT: tell_asked(&r, ask_scout); break;
    case SL_ACTIVATE: tell_asked(&r, ask_activate); break;
    case SL_RETURN_FIRE: case SL_DEFEND:
        if (is_craft(g, asked.target))
            reason_tell(&r, why_not_return_fire(g, asked.target), NO_CARD);
        tell_if(&r, !g->battle.active || g->battle.kind != BATTLE_OF_SHIPS || g->battle.player[0] == player, RULE_FIRST_NO_BATTLE);
        break;
    case SL_RESCUE: case SL_IMPRISON: case SL_ESCORT: tell_asked(&r, ask_captive); break;
    default: break;
    }
    return r.count;
}
