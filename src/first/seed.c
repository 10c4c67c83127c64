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

/* The copy of a unique mission that is there already: the two are one shared location (1E-5.3.5). */
static CardId same_mission_there(const Game *g, CardId mission)
{
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

/* One mission at a time, in turns, until both have none left (1E-5.1.2). */
Flow first_seed_missions(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->asking = g->first; next_mission(g, 0) || next_mission(g, 1); s->asking = (uint8_t)(1 - s->asking)) {
        if (!next_mission(g, s->asking))
            continue;
        g->active = s->asking;
        CardId mission = next_mission(g, s->asking), same = same_mission_there(g, mission);
        if (same) {
            card_to_host(g, mission, same, ZONE_SHARED, PUT_BOTTOM);
            log_event(g, LOG_SEEDS, s->asking, mission, same, 0);
            cite(g, RULE_FIRST_SHARED);
            continue;
        }
        decision_open(g, SL_DECIDE_SEED, s->asking, 0, mission);
        offer_mission_places(g, mission);
        ASK_UNLESS_ONE();
        place_mission(g, answered(g));
    }
    RETURN(1);

    PROC_END;
}

/* ---- dilemmas and artifacts: 1E-5.5 ---- */

/* The rounds of the dilemma phase: first what goes under missions of the opponent, then shared ones, then one's own (1E-5.5.5). */
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

static void offer_seeds_beneath(Game *g, int player, int round)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_SEEDS]) {
        if (!seeds_below_missions(g, id) || same_before(g, player, id))
            continue;
        for (int line = LINE_ALPHA; line < LINE_TIME; line++)
            FOR_PILE(g, mission, &g->line[line])
                if (is_type(g, mission, TYPE_MISSION) && round_of(g, player, mission) == round)
                    offer(g, (Option){ .verb = SL_SEED, .card = id, .target = mission }, why_not_seed_beneath(g, player, id, mission), NO_CARD);
    }
}

/* Cards of a pile are named in the order in which they are met; what a player seeds later lies on top of what is there already. */
Flow first_seed_dilemmas(Game *g, Frame *f)
{
    LOCALS(Seeding, s);
    PROC_BEGIN;

    for (s->round = ROUND_OPPONENTS; s->round < ROUND_COUNT; s->round++)
        for (s->passes = 0; s->passes < 2; s->passes++)
            for (;;) {
                g->active = (uint8_t)((g->first + s->passes) % 2);
                decision_open(g, SL_DECIDE_SEED, g->active, 0, NO_CARD);
                offer_seeds_beneath(g, g->active, s->round);
                if (g->decision.count == 0)
                    break;
                decision_add(g, (Option){ .verb = SL_PASS });
                ASK();
                if (answered(g).verb == SL_PASS)
                    break;
                card_to_host(g, answered(g).card, answered(g).target, ZONE_BENEATH, PUT_BOTTOM);
                log_event(g, LOG_SEEDS_BENEATH, g->active, NO_CARD, answered(g).target, 0);
            }
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
