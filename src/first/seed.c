/* The seed phases: chapter 5 of the rules.  What a player still has to seed lies in his seed deck. */
#include "spaceline.h"
#include "first/first.h"

static CardId same_before(const Game *g, int player, CardId id)
{
    FOR_PILE(g, other, &g->pile[player][ZONE_SEEDS]) {
        if (other == id)
            return NO_CARD;
        if (g->card[other].def == g->card[id].def)
            return other;
    }
    return NO_CARD;
}

/* 1E-A5.6. */
Citation why_not_beside_own(const Game *g, int player, CardId place)
{
    FOR_SET(other, &g->commanded[player])
        if (is_type(g, other, TYPE_FACILITY) && location_of(g, other) == place)
            return RULE_FIRST_ONE_FACILITY;
    return CITE_NONE;
}

/* ---- by text: 1E-5.2, 5.6 ---- */

enum { NO_PHASE = -1 };

static int phase_of_text(int kind)
{
    switch (kind) {
    case NODE_SEEDS_DOORWAY: return SEGMENT_SEED_DOORWAY;
    case NODE_SEEDS_MISSION: return SEGMENT_SEED_MISSION;
    case NODE_SEEDS_DILEMMA: return SEGMENT_SEED_DILEMMA;
    case NODE_SEEDS:         return SEGMENT_SEED_FACILITY;
    default:                 return NO_PHASE;
    }
}

/* What seeds by its text without naming a phase seeds in the facility phase; before 2019 in any (1e-2019/seed-phases). */
static Citation why_not_in_phase(const Game *g, int kind, int phase)
{
    if (phase_of_text(kind) == phase)
        return CITE_NONE;
    if (kind != NODE_SEEDS)
        return RULE_FIRST_SEED_PHASE;
    return in_force(g, RULING_SEED_PHASES_2019) ? RULING_SEED_PHASES_2019 : CITE_NONE;
}

static bool opens_side_deck(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DOORWAY) && printed(g, id)->kind >= KIND_TENT;
}

/* The phase in which cards of that type seed; NO_PHASE: they seed by their text. */
static int phase_of_type(int type)
{
    switch (type) {
    case TYPE_MISSION:                      return SEGMENT_SEED_MISSION;
    case TYPE_DILEMMA: case TYPE_ARTIFACT:  return SEGMENT_SEED_DILEMMA;
    case TYPE_FACILITY: case TYPE_SITE:     return SEGMENT_SEED_FACILITY;
    default:                                return NO_PHASE;
    }
}

/* Why a card is not seeded in the phase that it is now, wherever it would go. */
Citation why_not_seed_now(const Game *g, CardId id)
{
    int phase = opens_side_deck(g, id) ? SEGMENT_SEED_DOORWAY : phase_of_type(printed(g, id)->type);
    Citation why = phase == NO_PHASE ? (seeds_below_missions(g, id) ? CITE_NONE : RULE_FIRST_DECK_SEEDABLE) : phase == g->segment ? CITE_NONE : RULE_FIRST_SEED_PHASE;
    for (int i = 0; i < printed(g, id)->ability_count; i++)
        if (phase_of_text(ability_of(g, id, i)->kind) != NO_PHASE)
            why = why_not_in_phase(g, ability_of(g, id, i)->kind, g->segment);
    return why;
}

static bool has_seeded_one(const Game *g, int player, CardId id)
{
    FOR_SET(other, &g->in_play)
        if (g->card[other].owner == player && g->card[other].def == g->card[id].def)
            return true;
    return false;
}

/* What its text downloads when it is seeded must have a place to go to (1e-1998/assign-mission-specialists.3). */
static bool lacks_place_to_download(const Game *g, int player, CardId id)
{
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_WHEN && a->event == EVENT_SEEDED && !some_place_to_download(g, player, id, a->node))
            return true;
    }
    return false;
}

/* One side deck of each kind for a player, and one doorway for each (1E-5.2.2). */
static Citation why_not_seed_at_all(const Game *g, int player, CardId id)
{
    if (opens_side_deck(g, id)) {
        FOR_PILE(g, other, &g->pile[player][ZONE_CORE])
            if (opens_side_deck(g, other) && printed(g, other)->kind == printed(g, id)->kind)
                return RULE_FIRST_SIDE_DECK_OPEN;
    }
    CardId with;
    if (is_duplicate(g, id, player, &with))
        return RULE_FIRST_UNIQUE;
    const Ability *only = ability_of_kind(g, id, NODE_SEED_IF);
    Ctx ctx = { .self = id, .you = (uint8_t)player };
    if (only && !condition(g, &ctx, node_child(g->world->cat, only->node, 0)))
        return RULE_FIRST_CONDITIONS;
    Citation no = why_not_time_location(g, id);
    if (no)
        return no;
    if (in_force(g, RULING_ASSIGN_MISSION_SPECIALISTS_1998_3) && lacks_place_to_download(g, player, id))
        return RULING_ASSIGN_MISSION_SPECIALISTS_1998_3;
    return has_kind(printed(g, id), NODE_SEED_ONE) && has_seeded_one(g, player, id) ? RULE_FIRST_SEED_ONE : CITE_NONE;
}

/* Personnel, ships and equipment enter play at a place with which they are compatible, in each affiliation that is (1E-5.6.4). */
static void offer_to_join(Game *g, int player, CardId id, CardId place, Citation why)
{
    int mode = mode_after(g, id, NO_MODE);
    do {
        CardId by = NO_CARD;
        Citation no = why ? why : why_not_report_by_text(g, player, id, place, mode, id, &by);
        offer(g, (Option){ .verb = SL_SEED, .card = id, .target = place, .number = (int16_t)mode }, no, NO_CARD);
        mode = mode_after(g, id, mode);
    } while (mode != NO_MODE);
}

/* What binds every outpost, where the mission shows its affiliation and where its own text says where it seeds (1E-A5.4, A5.7, A5.8). */
static bool ask_outpost(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, mission = r->asked.target;
    IconSet icons = printed(g, id)->icons;
    bool affiliated = !icon_in(icons, ICON_NEUTRAL) && !icon_in(icons, ICON_NON_ALIGNED);
    return reason_if(r, has_trait(g, mission, TRAIT_HOMEWORLD), RULE_FIRST_OUTPOST_HOMEWORLD)
        || reason_if(r, why_cannot(g, mission, ACT_FACILITY, id, NULL), RULE_CANNOT_TEXT)
        || reason_if(r, affiliated && !has_kind(printed(g, id), NODE_SEEDS) && !icons_share_affiliation(icons, mission_end(g, mission, r->player)->icons), RULE_FIRST_OUTPOST_ICON)
        || reason_if(r, affiliated && in_force(g, LAYER_OUTPOST_NEEDS_PLAYING) && !plays_affiliation(g, r->player, icons), LAYER_OUTPOST_NEEDS_PLAYING);
}

/* A text by which the card seeds names that place. */
static bool seeds_there_by_text(const Game *g, int player, CardId id, CardId place)
{
    Ctx ctx = { .self = id, .you = (uint8_t)player };
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (phase_of_text(a->kind) != NO_PHASE && a->filter && filter_is(g, &ctx, a->filter, place))
            return true;
    }
    return false;
}

/* A facility: where its text says if it is no outpost, in its native quadrant, and not where its owner has one (1E-A5.4, A5.6, A5.8). */
void ask_seed_facility(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, place = r->asked.target;
    if (reason_if(r, printed(g, id)->kind != KIND_OUTPOST && !seeds_there_by_text(g, r->player, id, place), RULE_FIRST_SEED_PLACE))
        return;
    if (reason_if(r, is_location(g, place) && !is_native_at(g, id, place), RULE_FIRST_SEED_NATIVE))
        return;
    if (printed(g, id)->kind == KIND_OUTPOST && ask_outpost(r))
        return;
    reason_tell(r, why_not_beside_own(g, r->player, place), NO_CARD);
}

static void offer_seed_at(Game *g, int player, CardId id, CardId place, Citation why)
{
    Option o = { .verb = SL_SEED, .card = id, .target = place };
    offer(g, o, why || !is_type(g, id, TYPE_FACILITY) ? why : main_reason(g, player, o, ask_seed_facility), NO_CARD);
}

/* The text of an ability that lets a card seed, on table or on each card that it names. */
static void offer_by_ability(Game *g, int player, CardId id, const Ability *a, int phase)
{
    Citation why = why_not_in_phase(g, a->kind, phase);
    if (!why)
        why = why_not_seed_at_all(g, player, id);
    Ctx ctx = { .self = id, .you = (uint8_t)player };
    if (!a->filter) {
        offer(g, (Option){ .verb = SL_SEED, .card = id }, why, NO_CARD);
        return;
    }
    FOR_SET(place, &g->in_play)
        if (filter_is(g, &ctx, a->filter, place) && reports_for_duty(g, id))
            offer_to_join(g, player, id, place, why);
        else if (filter_is(g, &ctx, a->filter, place))
            offer_seed_at(g, player, id, place, why);
}

/* What its text, its icon or the side deck that it opens says of seeding it. */
static void offer_by_text(Game *g, int player, int phase)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        const CardDef *def = printed(g, id);
        if (same_before(g, player, id))
            continue;
        for (int i = 0; i < def->ability_count; i++)
            if (phase_of_text(ability_of(g, id, i)->kind) != NO_PHASE)
                offer_by_ability(g, player, id, ability_of(g, id, i), phase);
        if (icon_in(def->icons, ICON_HIDDEN_AGENDA) && !has_kind(def, NODE_SEEDS))           /* the icon gives no right to seed it */
            offer(g, (Option){ .verb = SL_SEED, .card = id }, in_force(g, RULING_HIDDEN_AGENDA_1998) ? RULING_HIDDEN_AGENDA_1998 : CITE_NONE, NO_CARD);
        if (opens_side_deck(g, id))
            offer(g, (Option){ .verb = SL_SEED, .card = id },
                  phase != SEGMENT_SEED_DOORWAY ? RULE_FIRST_SEED_PHASE : why_not_seed_at_all(g, player, id), NO_CARD);
    }
}

static const Zone side_deck[] = { [KIND_TENT] = ZONE_TENT, [KIND_CONTINUUM] = ZONE_CONTINUUM, [KIND_BRIDGE] = ZONE_BRIDGE, [KIND_TRIBBLES] = ZONE_TRIBBLES,
                                  [KIND_DILEMMAS] = ZONE_PILE };

/* Cards that lie face up in a side deck by the text of its doorway, each time it was shuffled. */
void turn_up_in_tent(Game *g, int player)
{
    FOR_PILE(g, doorway, &g->pile[player][ZONE_CORE]) {
        const Ability *a = ability_of_kind(g, doorway, NODE_FACE_UP_TOO);
        Ctx ctx = ctx_of(g, doorway);
        if (a)
            FOR_PILE(g, id, &g->pile[player][ZONE_TENT])
                if (filter_is(g, &ctx, a->filter, id))
                    card_know(g, id, all_players(g));
    }
}

/* A hidden agenda goes face down; everything else lies open, and a side deck is shuffled before its doorway opens it (1E-5.2.1, 5.6.3). */
static void seed_by_text(Game *g, int player, Option o)
{
    CardId id = o.card;
    bool agenda = !o.target && icon_in(printed(g, id)->icons, ICON_HIDDEN_AGENDA);
    if (opens_side_deck(g, id))
        pile_shuffle(g, player, side_deck[printed(g, id)->kind]);
    if (is_type(g, id, TYPE_SITE))
        put_site(g, id, o.target);
    else if (is_type(g, id, TYPE_FACILITY)) {
        card_to_host(g, id, o.target, stands_on_planet(g, id) ? ZONE_SURFACE : ZONE_ORBIT, PUT_BOTTOM);
        lay_uncontrolled(g, id);
    } else if (reports_for_duty(g, id))
        arrive_seeded(g, id, o.target, o.number);
    else if (o.target)
        card_to_host(g, id, o.target, ZONE_ON, PUT_BOTTOM);
    else if (is_type(g, id, TYPE_TIME_LOCATION))
        card_to_line(g, id, LINE_TIME, g->line[LINE_TIME].bottom);
    else
        card_to_pile(g, id, player, agenda ? ZONE_AGENDA : ZONE_CORE, PUT_BOTTOM);
    if (has_kind(printed(g, id), NODE_FACE_UP_TOO))
        turn_up_in_tent(g, player);
    log_event(g, LOG_SEEDS, player, agenda ? NO_CARD : id, o.target, 0);
    if (agenda)
        cite(g, RULING_SEEDS_OR_PLAYS_1998_2);
    else if (is_type(g, id, TYPE_OBJECTIVE) && event_in(&printed(g, id)->listens, EVENT_SEEDED))
        cite_if_ruled(g, RULING_ASSIGN_MISSION_SPECIALISTS_1998_2);
    else if (g->segment != SEGMENT_SEED_FACILITY && in_force(g, RULING_SEEDS_OR_PLAYS_1998_1))
        cite(g, RULING_SEEDS_OR_PLAYS_1998_1);
}

/* ---- missions: 1E-5.3, 5.4 ---- */

/* The missions come up in the order of the seed deck, which was shuffled (1E-5.3.1). */
static CardId next_mission(const Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS])
        if (is_type(g, id, TYPE_MISSION))
            return id;
    return NO_CARD;
}

static int region_of(const Game *g, CardId mission)
{
    const Catalogue *cat = g->world->cat;
    for (int t = 1; t < cat->trait_count; t++)
        if (cat->trait_kind[t] == OF_REGION && trait_in(&printed(g, mission)->traits, t))
            return t;
    return 0;
}

static bool in_region(const Game *g, CardId location, int region)
{
    return location != NO_CARD && region && trait_in(&printed(g, location)->traits, region);
}

static bool region_begun(const Game *g, Line line, int region)
{
    FOR_PILE(g, at, &g->line[line])
        if (in_region(g, at, region))
            return true;
    return false;
}

/* The copy of a unique mission that is there already. */
static CardId same_mission_there(const Game *g, CardId mission)
{
    if (!mission)
        return NO_CARD;
    Line line = line_of_quadrant(printed(g, mission)->quadrant);
    FOR_PILE(g, at, &g->line[line])
        if (printed(g, mission)->unique && g->card[at].def == g->card[mission].def)
            return at;
    return NO_CARD;
}

/* To either end of its spaceline; where its region has begun, next to a mission of that region (1E-5.3.2, 5.4.1). */
static void offer_mission_places(Game *g, CardId mission)
{
    Line line = line_of_quadrant(printed(g, mission)->quadrant);
    const Pile *pile = &g->line[line];
    int region = region_of(g, mission);
    bool bound = region_begun(g, line, region);
    if (pile->top == NO_CARD) {
        decision_add(g, (Option){ .verb = SL_SEED, .card = mission });
        return;
    }
    offer(g, (Option){ .verb = SL_SEED, .card = mission, .number = AT_LEFT_END },
          bound && !in_region(g, pile->top, region) ? RULE_FIRST_REGION : CITE_NONE, NO_CARD);
    FOR_PILE(g, at, pile)
        if (g->card[at].below != NO_CARD)
            offer(g, (Option){ .verb = SL_SEED, .card = mission, .target = at, .number = AFTER },
                  has_trait(g, mission, TRAIT_MAY_INSERT) || (bound && (in_region(g, at, region) || in_region(g, g->card[at].below, region))) ? CITE_NONE : RULE_FIRST_LINE_END, NO_CARD);
    offer(g, (Option){ .verb = SL_SEED, .card = mission, .number = AT_RIGHT_END },
          bound && !in_region(g, pile->bottom, region) ? RULE_FIRST_REGION : CITE_NONE, NO_CARD);
}

static void place_mission(Game *g, Option o)
{
    Line line = line_of_quadrant(printed(g, o.card)->quadrant);
    CardId after = o.number == AFTER ? o.target : o.number == AT_RIGHT_END ? g->line[line].bottom : NO_CARD;
    card_to_line(g, o.card, line, after);
    cite_if_ruled(g, RULING_MISSION_2019_1);
    log_event(g, LOG_SEEDS, g->card[o.card].owner, o.card, NO_CARD, 0);
}

static void share_mission(Game *g, CardId mission, CardId same)
{
    card_to_host(g, mission, same, ZONE_SHARED, PUT_BOTTOM);
    log_event(g, LOG_SEEDS, g->card[mission].owner, mission, same, 0);
    cite(g, LAYER_CLASH_SHARED);
}

/* In 1998 the second copy goes out of play, and its owner takes a universal mission from outside the game (1E-5.3.4). */
static void offer_replacements(Game *g)
{
    const Catalogue *cat = g->world->cat;
    for (int def = 1; def < cat->def_count; def++)
        if (cat->def[def].edition == EDITION_FIRST && cat->def[def].type == TYPE_MISSION && !cat->def[def].unique
            && !cat->def[def].unplayable)
            decision_add(g, (Option){ .verb = SL_NAME_CARD, .def = (DefId)def });
}

/* Two that count as half a card take the place of one (1E-3.4, 5.3.4). */
static void replace_mission(Game *g, CardId mission, DefId def)
{
    int owner = g->card[mission].owner;
    bool half = def && trait_in(&g->world->cat->def[def].traits, TRAIT_HALF_A_CARD);
    card_to_pile(g, mission, owner, ZONE_REMOVED, PUT_TOP);
    cite(g, LAYER_CLASH_REPLACED);
    for (int n = 0; n < (half ? 2 : 1); n++) {
        CardId fresh = def ? card_new(g, def, owner) : NO_CARD;
        if (fresh)
            card_to_pile(g, fresh, owner, ZONE_SEEDS, PUT_TOP);
    }
    pile_shuffle(g, owner, ZONE_SEEDS);
}

/* A second copy of a unique mission has no place of its own on the spaceline. */
static void refuse_ends(Game *g, CardId mission, Citation why)
{
    FOR_REASONS(g) {
        offer(g, (Option){ .verb = SL_SEED, .card = mission, .number = AT_LEFT_END }, why, NO_CARD);
        offer(g, (Option){ .verb = SL_SEED, .card = mission, .number = AT_RIGHT_END }, why, NO_CARD);
    }
}

/* One mission at a time, in turns, until both have none left (1E-5.1.2); then what seeds in this phase by its text and has waited for a mission. */
Flow first_seed_missions(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (g->active = g->first; next_mission(g, 0) || next_mission(g, 1); g->active = (uint8_t)(1 - g->active)) {
        if (!next_mission(g, g->active))
            continue;
        s->same = same_mission_there(g, next_mission(g, g->active));
        if (s->same && in_force(g, LAYER_CLASH_SHARED)) {
            decision_open(g, SL_DECIDE_SEED, g->active, 0, next_mission(g, g->active));
            decision_add(g, (Option){ .verb = SL_SEED, .card = next_mission(g, g->active), .target = s->same, .number = SHARED_THERE });
            refuse_ends(g, next_mission(g, g->active), LAYER_CLASH_SHARED);
            ASK();
            share_mission(g, next_mission(g, g->active), s->same);
            continue;
        }
        for (; s->same; s->same = same_mission_there(g, next_mission(g, g->active))) {
            decision_open(g, SL_DECIDE_TITLE, g->active, 0, next_mission(g, g->active));
            offer_replacements(g);
            refuse_ends(g, next_mission(g, g->active), LAYER_CLASH_REPLACED);
            if (g->decision.count)
                ASK_UNLESS_ONE();
            replace_mission(g, next_mission(g, g->active), g->decision.count ? answered(g).def : 0);
        }
        if (!next_mission(g, g->active))
            continue;
        decision_open(g, SL_DECIDE_SEED, g->active, 0, next_mission(g, g->active));
        offer_mission_places(g, next_mission(g, g->active));
        offer_by_text(g, g->active, SEGMENT_SEED_MISSION);
        ASK();                                      /* seeding is never done for a player */
        s->same = answered(g).card;
        if (is_type(g, s->same, TYPE_MISSION))
            place_mission(g, answered(g));
        else
            seed_by_text(g, g->active, answered(g));
        if (card_in_play(g, s->same))
            RESPOND(g->active, set_one(s->same), (Window){ .event = EVENT_SEEDED, .actor = g->active });
    }
    if (some_has_kind(g, NODE_UNCONTROLLED))
        CALL(first_seed_in_turns, f->player, (Seeding){ 0 });
    RETURN(1);

    PROC_END;
}

/* ---- dilemmas and artifacts: 1E-5.5 ---- */

/* The rounds of the dilemma phase: first what goes under missions of the opponent, then shared ones, then one's own (1E-5.5.5). */
enum { ROUND_OPPONENTS, ROUND_SHARED, ROUND_OWN, ROUND_COUNT };

static int round_of(const Game *g, int player, CardId place)
{
    CardId mission = location_of(g, place);                 /* a station is seeded at with its mission */
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_SHARED)
            return ROUND_SHARED;
    return g->card[mission].owner == player ? ROUND_OWN : ROUND_OPPONENTS;
}

/* So many cards like that one a text of this card lets its player seed with it. */
static int seeds_with(const Game *g, CardId host, CardId id)
{
    Ctx ctx = { .self = host, .you = g->card[host].owner };
    int n = 0;
    for (int i = 0; has_kind(printed(g, host), NODE_SEEDS_WITH) && i < printed(g, host)->ability_count; i++) {
        const Ability *a = ability_of(g, host, i);
        if (host != id && a->kind == NODE_SEEDS_WITH && filter_is(g, &ctx, a->filter, id))
            n += node_value(g->world->cat, a->node, 0);
    }
    return n;
}

static CardId companion_at(const Game *g, CardId id, CardId mission)
{
    FOR_HOSTED(g, host, mission)
        if (g->card[host].zone == ZONE_BENEATH && g->card[host].owner == g->card[id].owner && seeds_with(g, host, id))
            return host;
    return NO_CARD;
}

CardId companion_of(const Game *g, CardId id)
{
    return companion_at(g, id, g->card[id].host);
}

/* How many cards like that one lie beneath the mission by such texts, an artifact besides the one that is free to lie there, and how many may. */
static bool has_room_with(const Game *g, int player, CardId id, CardId mission)
{
    int there = is_type(g, id, TYPE_ARTIFACT) ? -1 : 0, most = 0, own = 0;
    FOR_HOSTED(g, other, mission)
        if (g->card[other].zone == ZONE_BENEATH && g->card[other].owner == player) {
            most += seeds_with(g, other, id);
            own = seeds_with(g, id, other) > own ? seeds_with(g, id, other) : own;     /* it may be the one that lets the others lie there */
            there += card_type(g, other) == card_type(g, id);
        }
    int room = most + own;
    return room && there < room;
}

/* A text of a card that its player has seeded, or may seed, lets it be seeded with that. */
static bool seeds_with_another(const Game *g, CardId id)
{
    if (!some_has_kind(g, NODE_SEEDS_WITH))
        return false;
    for (CardId host = 1; host <= g->card_count; host++)
        if ((g->card[host].zone == ZONE_BENEATH || g->card[host].zone == ZONE_SEEDS) && g->card[host].owner == g->card[id].owner && seeds_with(g, host, id))
            return true;
    return false;
}

/* A text of a card that its owner has in play lets it seed like a dilemma that is both (1E-18.26). */
bool seeds_like_dilemma(const Game *g, CardId id)
{
    if (!some_has_kind(g, NODE_SEEDS_LIKE))
        return false;
    FOR_SET(by, &g->commanded[g->card[id].owner]) {
        const Ability *a = ability_of_kind(g, by, NODE_SEEDS_LIKE);
        Ctx ctx = ctx_of(g, by);
        if (a && text_active(g, by, a) && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, id))
            return true;
    }
    return false;
}

/* What belongs into a Q-Continuum side deck seeds only by such a text (1E-3.7). */
bool is_out_of_continuum(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DILEMMA) && icon_in(printed(g, id)->icons, ICON_Q) && !seeds_like_dilemma(g, id);
}

bool seeds_below_missions(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DILEMMA) || is_type(g, id, TYPE_ARTIFACT) || has_kind(printed(g, id), NODE_SEEDS_BENEATH) || seeds_with_another(g, id);
}

/* For each player and mission one copy of a dilemma, one artifact (1E-5.5.3). */
static Citation why_not_second_copy(const Game *g, int player, CardId id, CardId mission)
{
    bool artifact = is_type(g, id, TYPE_ARTIFACT);
    FOR_HOSTED(g, other, mission) {
        if (g->card[other].zone != ZONE_BENEATH || g->card[other].owner != player)
            continue;
        if (artifact && is_type(g, other, TYPE_ARTIFACT))
            return RULE_FIRST_ONE_ARTIFACT;
        if (!artifact && g->card[other].def == g->card[id].def && !has_kind(printed(g, mission), NODE_INSERTED))
            return RULE_FIRST_ONE_COPY;
    }
    return CITE_NONE;
}

/* Under a planet, or where its text says (1E-5.5.4). */
bool artifact_belongs(const Game *g, CardId id, CardId mission)
{
    const Ability *own = ability_of_kind(g, id, NODE_SEEDS_BENEATH);
    Ctx ctx = { .self = id, .you = g->card[id].owner };
    if (own)
        return !own->filter || filter_is(g, &ctx, own->filter, mission);
    CardId with = some_has_kind(g, NODE_SEEDS_WITH) ? companion_at(g, id, mission) : NO_CARD;
    return with ? artifact_belongs(g, with, mission) : printed(g, mission)->kind != KIND_SPACE;
}

/* A card that could be seeded beneath missions: its own text about that, the missions it is for if it is a dilemma, and why it is seeded nowhere. */
typedef struct { CardId id; const Ability *own; int kind; Citation kept; bool artifact; } Seed;

static Seed seed_of(const Game *g, CardId id)
{
    bool artifact = is_type(g, id, TYPE_ARTIFACT);
    Seed s = { .id = id, .own = ability_of_kind(g, id, NODE_SEEDS_BENEATH), .kind = seeds_like_dilemma(g, id) ? KIND_DUAL : printed(g, id)->kind, .artifact = artifact };
    if (is_out_of_continuum(g, id) || (!s.own && !artifact && !is_type(g, id, TYPE_DILEMMA) && !some_has_kind(g, NODE_SEEDS_WITH)))
        s.kept = RULE_FIRST_SEED_PLACE;
    else if (is_type(g, id, TYPE_DILEMMA) && lacks_door(g, id))
        s.kept = RULE_FIRST_AU_SEED;
    return s;
}

/* Where its text says; without a text an artifact where artifacts lie, a dilemma beneath a mission of its kind. */
static inline Citation why_not_fitting(const Game *g, int player, const Seed *s, CardId mission)
{
    int place = printed(g, mission)->kind;
    if (is_type(g, mission, TYPE_FACILITY))
        return why_not_related(g, s->id, mission);
    if (has_trait(g, mission, TRAIT_HALF_A_CARD))
        return RULE_FIRST_NO_SEEDS;
    if (s->own) {
        Ctx ctx = { .self = s->id, .you = (uint8_t)player };
        return !s->own->filter || filter_is(g, &ctx, s->own->filter, mission) ? CITE_NONE : RULE_FIRST_SEED_PLACE;
    }
    if (s->artifact)
        return artifact_belongs(g, s->id, mission) ? CITE_NONE : RULE_FIRST_ARTIFACT_PLACE;
    if (!is_type(g, s->id, TYPE_DILEMMA))
        return RULE_FIRST_SEED_PLACE;
    return s->kind != KIND_DUAL && place != KIND_DUAL && s->kind != place ? RULE_FIRST_DILEMMA_FITS : CITE_NONE;
}

/* 1E-5.5.2 to 5.5.4.  Beneath a mission that its owner inserts, several copies of a dilemma may lie (1E-G8.3). */
static inline Citation why_not_seed_beneath(const Game *g, int player, const Seed *s, CardId mission)
{
    if (g->world->switches.misseeds && g->world->switches.format != FORMAT_VELARA)         /* it may lie anywhere, and is found out when it comes up (1E-5.7.1) */
        return CITE_NONE;
    if (s->kept)
        return s->kept;
    Citation no = why_not_fitting(g, player, s, mission);
    if (some_has_kind(g, NODE_SEEDS_WITH) && !(no && s->own) && has_room_with(g, player, s->id, mission))
        return CITE_NONE;
    return no ? no : why_not_second_copy(g, player, s->id, mission);
}

Citation why_not_seed_below(const Game *g, int player, CardId id, CardId mission)
{
    Seed seed = seed_of(g, id);
    return seeds_below_missions(g, id) ? why_not_seed_beneath(g, player, &seed, mission) : CITE_NONE;
}

/* Cards that a text seeds, one by one, as in the dilemma phase: what fits is offered, and it lies there face down (1E-5.5.1, G8.3). */
Flow first_seed_by_text(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 0));
    for (d->n = 0; d->n < d->x; d->n++) {
        Ctx now = ctx_in(g, f);
        CardSet cards = filter_set(g, &now, node_child(cat, d->node, 1)), missions = filter_set(g, &now, node_child(cat, d->node, 2));
        decision_open(g, SL_DECIDE_SEED, f->player, NODE_SEED_UP_TO, source_of(g, f));
        FOR_SET(id, &cards) {
            Seed seed = seed_of(g, id);
            FOR_SET(mission, &missions)
                offer(g, (Option){ .verb = SL_SEED, .card = id, .target = mission },
                      seeds_below_missions(g, id) ? why_not_seed_beneath(g, f->player, &seed, mission) : RULE_FIRST_SEED_PLACE, NO_CARD);
        }
        if (g->decision.count == 0)
            break;
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        if (answered(g).verb == SL_PASS)
            break;
        uint8_t known = known_to_all(g, answered(g).card) ? all_players(g) : 0;          /* what lay open is remembered; the rest nobody may look at (1E-5.5.6) */
        card_to_host(g, answered(g).card, answered(g).target, ZONE_BENEATH, PUT_BOTTOM);
        card_know(g, answered(g).card, known);
        log_event(g, LOG_SEEDS_BENEATH, f->player, known ? answered(g).card : NO_CARD, answered(g).target, 0);
        cite(g, RULE_FIRST_SEEDED_LATER);
        cite_if_ruled(g, RULING_REGENERATE_1998_2);
    }
    RETURN(d->n);

    PROC_END;
}

/* "As the next seed card": where a seed card goes back to that was just met (1E-18.21).  Everybody has seen it. */
Flow first_seed_next(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_SEED_NEXT);
    d->card = set_next(cards_of(g, f), 0);
    if (!g->encounter.active || d->card == NO_CARD)
        RETURN(0);
    card_to_host(g, d->card, g->encounter.mission, ZONE_BENEATH, meets_in_reverse(g, g->encounter.mission) ? PUT_BOTTOM : PUT_TOP);
    card_know(g, d->card, all_players(g));
    log_event(g, LOG_SEEDS, f->player, d->card, g->encounter.mission, 0);
    RETURN(1);

    PROC_END;
}

Flow first_take_function(Game *g, Frame *f)
{
    LOCALS(Do, d);
    card_name(g, source_of(g, f), NAMED_NUMBER, node_value(g->world->cat, d->node, 0));
    log_event(g, LOG_FUNCTION, f->player, source_of(g, f), NO_CARD, node_value(g->world->cat, d->node, 0));
    RETURN(1);
}

CardId card_from_outside(Game *g, int player, int persona)
{
    const Catalogue *cat = g->world->cat;
    int def = 1;
    while (def < cat->def_count && (cat->def[def].edition != EDITION_FIRST || cat->def[def].persona != persona || cat->def[def].unplayable))
        def++;
    return def < cat->def_count ? card_new(g, (DefId)def, player) : NO_CARD;
}

/* A card that no deck has, unless its persona is in play already (1E-12.1). */
Flow first_from_outside(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_in(g, f);
    CardSet hosts = filter_set(g, &ctx, node_child(cat, d->node, 1));
    d->card = set_empty(&hosts) ? NO_CARD : card_from_outside(g, f->player, node_value(cat, d->node, 0));
    if (d->card == NO_CARD)
        RETURN(0);
    card_to_host(g, d->card, set_next(&hosts, 0), ZONE_BENEATH, PUT_BOTTOM);
    card_know(g, d->card, all_players(g));
    log_event(g, LOG_SEEDS, f->player, d->card, set_next(&hosts, 0), 0);
    RETURN(1);
}

/* The missions and stations beneath which cards are seeded in that round; ROUND_COUNT: in any. */
static int places_of_round(const Game *g, int player, int round, CardId out[])
{
    int n = 0, all = places_to_seed(g, out);
    for (int i = 0; i < all; i++)
        if (round == ROUND_COUNT || round_of(g, player, out[i]) == round)
            out[n++] = out[i];
    return n;
}

static void offer_seeds_beneath(Game *g, int player, int round)
{
    CardId mission[MAX_CARDS];
    int n = places_of_round(g, player, round, mission);
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        if (!seeds_below_missions(g, id) || same_before(g, player, id))
            continue;
        Seed seed = seed_of(g, id);
        for (int i = 0; i < n; i++)
            offer(g, (Option){ .verb = SL_SEED, .card = id, .target = mission[i] }, why_not_seed_beneath(g, player, &seed, mission[i]), NO_CARD);
    }
}

/* What was seeded in this round may be taken back until it is over. */
static void offer_taking_back(Game *g, int player, int round)
{
    CardId mission[MAX_CARDS];
    int n = places_of_round(g, player, round, mission);
    for (int i = 0; i < n; i++)
        FOR_HOSTED(g, id, mission[i])
            if (g->card[id].zone == ZONE_BENEATH && g->card[id].owner == player)
                decision_add(g, (Option){ .verb = SL_TAKE_BACK, .card = id });
}

static void seed_beneath_or_take_back(Game *g, Option o, Put where)
{
    if (o.verb == SL_TAKE_BACK) {
        CardId mission = g->card[o.card].host;
        card_to_pile(g, o.card, g->active, ZONE_SEEDS, PUT_BOTTOM);
        log_event(g, LOG_TAKES_BACK, g->active, NO_CARD, mission, 0);
    } else if (g->segment != SEGMENT_SEED_DILEMMA || !seeds_below_missions(g, o.card)) {
        seed_by_text(g, g->active, o);
    } else {
        card_to_host(g, o.card, o.target, ZONE_BENEATH, where);
        card_know(g, o.card, (uint8_t)(1u << g->active));       /* while he seeds, he may look at it (1E-5.5.6) */
        log_event(g, LOG_SEEDS_BENEATH, g->active, NO_CARD, o.target, 0);
    }
}

/* At a shared mission the pile of whoever seeded the location first is met first (1E-5.5.5). */
static void order_shared_piles(Game *g)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line]) {
            if (round_of(g, 0, mission) != ROUND_SHARED)
                continue;
            CardId later[MAX_CARDS];
            int n = 0;
            FOR_HOSTED(g, id, mission)
                if (g->card[id].zone == ZONE_BENEATH && g->card[id].owner != g->card[mission].owner)
                    later[n++] = id;
            for (int i = 0; i < n; i++)
                card_to_host(g, later[i], mission, ZONE_BENEATH, PUT_BOTTOM);
        }
}

/* Three rounds of piles: each player lays all of his, in the order in which they are met, and may change them until he is done; what is seeded
 * in a later round lies on top, and is met later (1E-5.5.5, since 2019). */
Flow first_seed_batches(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->round = ROUND_OPPONENTS; s->round < ROUND_COUNT; s->round++)
        for (s->passes = 0; s->passes < 2; s->passes++)
            for (;;) {
                g->active = (uint8_t)((g->first + s->passes) % 2);
                decision_open(g, SL_DECIDE_SEED, g->active, 0, NO_CARD);
                offer_seeds_beneath(g, g->active, s->round);
                offer_by_text(g, g->active, SEGMENT_SEED_DILEMMA);
                offer_taking_back(g, g->active, s->round);
                if (g->decision.count == 0)
                    break;
                decision_add(g, (Option){ .verb = SL_PASS });
                ASK();
                if (answered(g).verb == SL_PASS)
                    break;
                s->same = answered(g).card;
                seed_beneath_or_take_back(g, answered(g), PUT_BOTTOM);
                if (card_in_play(g, s->same))
                    RESPOND(g->active, set_one(s->same), (Window){ .event = EVENT_SEEDED, .actor = g->active });
            }
    order_shared_piles(g);
    cite(g, LAYER_SEED_BATCHES);
    RETURN(1);

    PROC_END;
}

/* When seeding is over nobody may look at what lies beneath a mission (1E-5.5.6). */
static void forget_seeds(Game *g)
{
    CardId mission[MAX_CARDS];
    int n = places_to_seed(g, mission);
    for (int i = 0; i < n; i++)
        FOR_HOSTED(g, id, mission[i])
            if (g->card[id].zone == ZONE_BENEATH)
                card_know(g, id, 0);
}

Flow first_seed_dilemmas(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (in_force(g, LAYER_SEED_BATCHES))
        CALL(first_seed_batches, f->player, (Seeding){ 0 });
    else {
        CALL(first_seed_in_turns, f->player, (Seeding){ 0 });
        cite(g, LAYER_SEED_ONE_BY_ONE);
    }
    forget_seeds(g);
    RETURN(1);

    PROC_END;
}

/* ---- facilities: 1E-5.6, A5.2 ---- */

/* An outpost, which needs no text for it: 1E-A5.4 to A5.7. */
void ask_seed_outpost(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, mission = r->asked.target;
    const Ability *text = ability_of_kind(g, id, NODE_SEEDS);
    Ctx ctx = { .self = id, .you = (uint8_t)r->player };
    if (reason_if(r, text && text->filter && !filter_is(g, &ctx, text->filter, mission), RULE_FIRST_SEED_PLACE))
        return;
    ask_seed_facility(r);
    reason_if(r, has_seeded_one(g, r->player, id), RULE_FIRST_SEED_ONE);
}

/* Where the mission shows their affiliation; those whose text names other places are offered by that. */
static void offer_outposts(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        if (!is_type(g, id, TYPE_FACILITY) || printed(g, id)->kind != KIND_OUTPOST || same_before(g, player, id) || has_kind(printed(g, id), NODE_SEEDS))
            continue;
        Line native = line_of_quadrant(printed(g, id)->quadrant);
        FOR_PILE(g, mission, &g->line[native])
            if (is_type(g, mission, TYPE_MISSION)) {
                Option o = { .verb = SL_SEED, .card = id, .target = mission };
                offer(g, o, main_reason(g, player, o, ask_seed_outpost), NO_CARD);
            }
    }
}

/* ---- in turns ---- */

static void offer_seeds_of_phase(Game *g, int player)
{
    if (g->segment == SEGMENT_SEED_DILEMMA)
        offer_seeds_beneath(g, player, ROUND_COUNT);
    offer_by_text(g, player, g->segment);
    if (g->segment == SEGMENT_SEED_FACILITY) {
        offer_outposts(g, player);
        offer_sites_to_seed(g, player);
    }
}

/* The doorway and the facility phase, before 2019 the dilemma phase, too: one card at a time, in turns; a player may pass, and the phase ends when
 * both pass in succession (1E-5.1.2).  A card beneath a mission is slid to the bottom of the pile, so that the last one seeded is met first (1E-5.5.5). */
Flow first_seed_in_turns(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (g->active = g->first; s->passes < 2; g->active = (uint8_t)(1 - g->active)) {
        decision_open(g, SL_DECIDE_SEED, g->active, 0, NO_CARD);
        offer_seeds_of_phase(g, g->active);
        if (g->decision.count == 0) {
            s->passes++;
            continue;
        }
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        s->passes = answered(g).verb == SL_PASS ? s->passes + 1 : 0;
        if (answered(g).verb != SL_PASS) {
            s->same = answered(g).card;
            seed_beneath_or_take_back(g, answered(g), PUT_TOP);
            if (card_in_play(g, s->same))
                RESPOND(g->active, set_one(s->same), (Window){ .event = EVENT_SEEDED, .actor = g->active });
        }
    }
    RETURN(1);

    PROC_END;
}
