/* The seed phases: chapter 5 of the rules.  What a player still has to seed lies in his seed deck. */
#include "spaceline.h"
#include "first/first.h"

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
                  bound && (in_region(g, at, region) || in_region(g, g->card[at].below, region)) ? CITE_NONE : RULE_FIRST_LINE_END, NO_CARD);
    offer(g, (Option){ .verb = SL_SEED, .card = mission, .number = AT_RIGHT_END },
          bound && !in_region(g, pile->bottom, region) ? RULE_FIRST_REGION : CITE_NONE, NO_CARD);
}

static void place_mission(Game *g, Option o)
{
    Line line = line_of_quadrant(printed(g, o.card)->quadrant);
    CardId after = o.number == AFTER ? o.target : o.number == AT_RIGHT_END ? g->line[line].bottom : NO_CARD;
    card_to_line(g, o.card, line, after);
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

static void replace_mission(Game *g, CardId mission, DefId def)
{
    int owner = g->card[mission].owner;
    card_to_pile(g, mission, owner, ZONE_REMOVED, PUT_TOP);
    cite(g, LAYER_CLASH_REPLACED);
    CardId fresh = def ? card_new(g, def, owner) : NO_CARD;
    if (fresh)
        card_to_pile(g, fresh, owner, ZONE_SEEDS, PUT_TOP);
    pile_shuffle(g, owner, ZONE_SEEDS);
}

/* One mission at a time, in turns, until both have none left (1E-5.1.2). */
Flow first_seed_missions(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->asking = g->first; next_mission(g, 0) || next_mission(g, 1); s->asking = (uint8_t)(1 - s->asking)) {
        if (!next_mission(g, s->asking))
            continue;
        g->active = s->asking;
        s->same = same_mission_there(g, next_mission(g, s->asking));
        if (s->same && in_force(g, LAYER_CLASH_SHARED)) {
            share_mission(g, next_mission(g, s->asking), s->same);
            continue;
        }
        for (; s->same; s->same = same_mission_there(g, next_mission(g, s->asking))) {
            decision_open(g, SL_DECIDE_TITLE, s->asking, 0, next_mission(g, s->asking));
            offer_replacements(g);
            if (g->decision.count)
                ASK_UNLESS_ONE();
            replace_mission(g, next_mission(g, s->asking), g->decision.count ? answered(g).def : 0);
        }
        if (!next_mission(g, s->asking))
            continue;
        decision_open(g, SL_DECIDE_SEED, s->asking, 0, next_mission(g, s->asking));
        offer_mission_places(g, next_mission(g, s->asking));
        ASK_UNLESS_ONE();
        place_mission(g, answered(g));
    }
    RETURN(1);

    PROC_END;
}

/* ---- dilemmas and artifacts: 1E-5.5 ---- */

/* The rounds of the dilemma phase: first what goes under missions of the opponent, then shared ones, then one's own (1E-5.5.5). */
enum { MAX_SEEDS_AT_ONE = 128 };               /* more than the seed decks of both players hold */
enum { ROUND_OPPONENTS, ROUND_SHARED, ROUND_OWN, ROUND_COUNT };

static int round_of(const Game *g, int player, CardId mission)
{
    FOR_HOSTED(g, id, mission)
        if (g->card[id].zone == ZONE_SHARED)
            return ROUND_SHARED;
    return g->card[mission].owner == player ? ROUND_OWN : ROUND_OPPONENTS;
}

static bool seeds_below_missions(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_DILEMMA) || is_type(g, id, TYPE_ARTIFACT);
}

/* 1E-5.5.2 to 5.5.4. */
static Citation why_not_seed_beneath(const Game *g, int player, CardId id, CardId mission)
{
    int kind = printed(g, id)->kind, place = printed(g, mission)->kind;
    bool artifact = is_type(g, id, TYPE_ARTIFACT);
    if (artifact && place == KIND_SPACE)
        return RULE_FIRST_ARTIFACT_PLACE;
    if (!artifact && kind != KIND_DUAL && place != KIND_DUAL && kind != place)
        return RULE_FIRST_DILEMMA_FITS;
    FOR_HOSTED(g, other, mission) {
        if (g->card[other].zone != ZONE_BENEATH || g->card[other].owner != player)
            continue;
        if (artifact && is_type(g, other, TYPE_ARTIFACT))
            return RULE_FIRST_ONE_ARTIFACT;
        if (!artifact && g->card[other].def == g->card[id].def)
            return RULE_FIRST_ONE_COPY;
    }
    return CITE_NONE;
}

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

/* round: ROUND_COUNT for any mission. */
static void offer_seeds_beneath(Game *g, int player, int round)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        if (!seeds_below_missions(g, id) || same_before(g, player, id))
            continue;
        for (int line = LINE_ALPHA; line < LINE_TIME; line++)
            FOR_PILE(g, mission, &g->line[line])
                if (is_type(g, mission, TYPE_MISSION) && (round == ROUND_COUNT || round_of(g, player, mission) == round))
                    offer(g, (Option){ .verb = SL_SEED, .card = id, .target = mission }, why_not_seed_beneath(g, player, id, mission), NO_CARD);
    }
}

/* What was seeded in this round may be taken back until it is over. */
static void offer_taking_back(Game *g, int player, int round)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line])
            if (round == ROUND_COUNT || round_of(g, player, mission) == round)
                FOR_HOSTED(g, id, mission)
                    if (g->card[id].zone == ZONE_BENEATH && g->card[id].owner == player)
                        decision_add(g, (Option){ .verb = SL_TAKE_BACK, .card = id });
}

static void seed_beneath_or_take_back(Game *g, Option o, Put where)
{
    if (o.verb == SL_TAKE_BACK) {
        CardId mission = g->card[o.card].host;
        card_to_pile(g, o.card, g->active, ZONE_SEEDS, PUT_BOTTOM);
        log_event(g, LOG_TAKES_BACK, g->active, NO_CARD, mission, 0);
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
            CardId later[MAX_SEEDS_AT_ONE];
            int n = 0;
            FOR_HOSTED(g, id, mission)
                if (g->card[id].zone == ZONE_BENEATH && g->card[id].owner != g->card[mission].owner && n < MAX_SEEDS_AT_ONE)
                    later[n++] = id;
            for (int i = 0; i < n; i++) {
                uint8_t known = g->card[later[i]].known;
                card_to_host(g, later[i], mission, ZONE_BENEATH, PUT_BOTTOM);
                card_know(g, later[i], known);
            }
        }
}

/* One card at a time, in turns; each is slid to the bottom of the pile, so that the last one seeded is met first (1E-5.5.5, before 2019). */
Flow first_seed_one_by_one(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->asking = g->first; s->passes < 2; s->asking = (uint8_t)(1 - s->asking)) {
        g->active = s->asking;
        decision_open(g, SL_DECIDE_SEED, s->asking, 0, NO_CARD);
        offer_seeds_beneath(g, s->asking, ROUND_COUNT);
        if (g->decision.count == 0) {
            s->passes++;
            continue;
        }
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        s->passes = answered(g).verb == SL_PASS ? s->passes + 1 : 0;
        if (answered(g).verb != SL_PASS)
            seed_beneath_or_take_back(g, answered(g), PUT_TOP);
    }
    cite(g, LAYER_SEED_ONE_BY_ONE);
    RETURN(1);

    PROC_END;
}

/* Three rounds of piles: each player lays all of his, in the order in which they are met, and may change them until he is done; what is seeded
 * in a later round lies on top, and is met later (1E-5.5.5, since 2019). */
Flow first_seed_batches(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->round = ROUND_OPPONENTS; s->round < ROUND_COUNT; s->round++) {
        for (s->passes = 0; s->passes < 2; s->passes++)
            for (;;) {
                g->active = (uint8_t)((g->first + s->passes) % 2);
                decision_open(g, SL_DECIDE_SEED, g->active, 0, NO_CARD);
                offer_seeds_beneath(g, g->active, s->round);
                offer_taking_back(g, g->active, s->round);
                if (g->decision.count == 0)
                    break;
                decision_add(g, (Option){ .verb = SL_PASS });
                ASK();
                if (answered(g).verb == SL_PASS)
                    break;
                seed_beneath_or_take_back(g, answered(g), PUT_BOTTOM);
            }
        if (s->round == ROUND_SHARED)
            order_shared_piles(g);
    }
    cite(g, LAYER_SEED_BATCHES);
    RETURN(1);

    PROC_END;
}

/* When seeding is over nobody may look at what lies beneath a mission (1E-5.5.6). */
static void forget_seeds(Game *g)
{
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, mission, &g->line[line])
            FOR_HOSTED(g, id, mission)
                if (g->card[id].zone == ZONE_BENEATH)
                    card_know(g, id, 0);
}

Flow first_seed_dilemmas(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (in_force(g, LAYER_SEED_BATCHES))
        CALL(first_seed_batches, f->player, (Seeding){ 0 });
    else
        CALL(first_seed_one_by_one, f->player, (Seeding){ 0 });
    forget_seeds(g);
    RETURN(1);

    PROC_END;
}

/* ---- facilities: 1E-5.6, A5.2 ---- */

static Citation why_not_seed_facility(const Game *g, int player, CardId id, CardId mission)
{
    IconSet icons = printed(g, id)->icons;
    bool affiliated = !icon_in(icons, ICON_NEUTRAL) && !icon_in(icons, ICON_NON_ALIGNED);
    if (affiliated && !icons_share_affiliation(icons, mission_end(g, mission, player)->icons))
        return RULE_FIRST_OUTPOST_ICON;
    FOR_SET(other, &g->commanded[player])
        if (is_type(g, other, TYPE_FACILITY) && location_of(g, other) == mission)
            return RULE_FIRST_ONE_FACILITY;
    FOR_SET(other, &g->commanded[player])
        if (g->card[other].def == g->card[id].def)
            return RULE_FIRST_SEED_ONE;
    return CITE_NONE;
}

static void offer_facilities(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        if (!is_type(g, id, TYPE_FACILITY) || same_before(g, player, id))
            continue;
        Line native = line_of_quadrant(printed(g, id)->quadrant);
        FOR_PILE(g, mission, &g->line[native])
            if (is_type(g, mission, TYPE_MISSION))
                offer(g, (Option){ .verb = SL_SEED, .card = id, .target = mission }, why_not_seed_facility(g, player, id, mission), NO_CARD);
    }
}

/* One card at a time, in turns; a player may pass, and the phase ends when both pass in succession (1E-5.1.2). */
Flow first_seed_facilities(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->asking = g->first; s->passes < 2; s->asking = (uint8_t)(1 - s->asking)) {
        g->active = s->asking;
        decision_open(g, SL_DECIDE_SEED, s->asking, 0, NO_CARD);
        offer_facilities(g, s->asking);
        if (g->decision.count == 0) {
            s->passes++;
            continue;
        }
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        if (answered(g).verb == SL_PASS) {
            s->passes++;
            continue;
        }
        s->passes = 0;
        card_to_host(g, answered(g).card, answered(g).target, ZONE_ORBIT, PUT_BOTTOM);
        log_event(g, LOG_SEEDS, s->asking, answered(g).card, answered(g).target, 0);
    }
    RETURN(1);

    PROC_END;
}
