/* Galaxy geometry: chapter 4 of the rules, and the way of a ship (1E-15.6). */
#include "spaceline.h"
#include "first/first.h"

Line line_of_quadrant(int quadrant)
{
    switch (quadrant) {
    case QUADRANT_GAMMA:  return LINE_GAMMA;
    case QUADRANT_DELTA:  return LINE_DELTA;
    case QUADRANT_MIRROR: return LINE_MIRROR;
    default:              return LINE_ALPHA;
    }
}

/* Each location entered costs its span, the one left costs nothing: A to C costs the spans of B and C (1E-15.6, 15.7). */
int range_between(const Game *g, CardId from, CardId to, int player)
{
    int right = 0, left = 0;
    if (is_time_location(g, from))
        return -1;                              /* nothing lies beside it (1E-A6.1) */
    for (CardId at = g->card[from].below; at != NO_CARD; at = g->card[at].below) {
        right += mission_span(g, at, player);
        if (at == to)
            return right;
    }
    for (CardId at = g->card[from].above; at != NO_CARD; at = g->card[at].above) {
        left += mission_span(g, at, player);
        if (at == to)
            return left;
    }
    return -1;
}

/* A card between two locations lies on the left one of them. */
static CardId gate_after(const Game *g, CardId ship, CardId left)
{
    FOR_HOSTED(g, id, left) {
        const Ability *a = g->card[id].zone == ZONE_ON ? ability_of_kind(g, id, NODE_PASS_NEEDS) : NULL;
        if (!a || is_textless(g, id))
            continue;
        Ctx ctx = { .self = id, .you = g->card[ship].commander };
        Team team = { .ship = ship, .player = g->card[ship].commander };
        FOR_HOSTED(g, aboard, ship)
            if (g->card[aboard].zone == ZONE_ABOARD && is_type(g, aboard, TYPE_PERSONNEL) && !(barred(g, aboard) & BARS_SKILLS) && !is_under_house_arrest(g, aboard))
                set_add(&team.group, aboard);
        if (!team_meets(g, &ctx, node_child(g->world->cat, a->node, 0), &team))
            return id;
    }
    return NO_CARD;
}

/* Somebody aboard, or a card of its player's, lets the ship leave one end of its spaceline and enter at the other. */
bool may_go_round(const Game *g, CardId ship)
{
    if (!some_has_kind(g, NODE_ENDS_JOINED) && !some_has_kind(g, NODE_GOES_ROUND))
        return false;
    FOR_PILE(g, id, &g->pile[g->card[ship].commander][ZONE_CORE])
        if (has_kind(printed(g, id), NODE_ENDS_JOINED) && !is_textless(g, id))
            return true;
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && has_kind(printed(g, id), NODE_GOES_ROUND) && g->card[id].commander == g->card[ship].commander
            && !(barred(g, id) & BARS_SKILLS))
            return true;
    return false;
}

bool is_right_of(const Game *g, CardId left, CardId right)
{
    for (CardId at = g->card[left].below; at != NO_CARD; at = g->card[at].below)
        if (at == right)
            return true;
    return false;
}

/* The spans entered on the way over the ends. */
static int range_round(const Game *g, CardId from, CardId to, int player)
{
    bool right = !is_right_of(g, from, to);                 /* the direct way leads to the right: this one to the left */
    int need = 0;
    CardId at = from;
    while (at != to) {
        at = right ? g->card[at].below : g->card[at].above;
        if (at == NO_CARD)
            at = right ? g->line[g->card[from].holder].top : g->line[g->card[from].holder].bottom;
        need += mission_span(g, at, player);
    }
    return need;
}

/* The way over the ends is open to the ship, and shorter. */
bool goes_round(const Game *g, CardId ship, CardId from, CardId to)
{
    int direct = may_go_round(g, ship) && from != to ? range_between(g, from, to, g->card[ship].commander) : -1;
    return direct >= 0 && range_round(g, from, to, g->card[ship].commander) < direct && may_cut_short(g, ship, to);
}

CardId gate_on_way(const Game *g, CardId ship, CardId from, CardId to)
{
    if (!some_has_kind(g, NODE_PASS_NEEDS))
        return NO_CARD;
    CardId left = is_right_of(g, from, to) ? from : to, right = left == from ? to : from;
    bool between = false, round = goes_round(g, ship, from, to);           /* over the ends it passes what is not between the two */
    FOR_PILE(g, at, &g->line[g->card[from].holder]) {
        between = at == left || (between && at != right);
        CardId gate = between != round && g->card[at].below ? gate_after(g, ship, at) : NO_CARD;
        if (gate)
            return modified_by(g, ship, NODE_MOD_PASSES) ? NO_CARD : gate;
    }
    return NO_CARD;
}

void find_locations(const Game *g, Locations *out)
{
    int count = 0, number = 0;
    bool all = reasons_wanted(g);
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, id, &g->line[line]) {
            const Crew *crew = crew_at(g, id);
            bool deserted = !(crew->orbit | crew->there);
            if (!deserted || all)
                out->at[count++] = (Location){ .id = id, .number = (uint16_t)number, .deserted = deserted };
            number++;
        }
    out->count = count;
}

int first_range_needed(const Game *g, CardId ship, CardId to)
{
    CardId from = location_of(g, ship);
    if (from == NO_CARD || !is_location(g, to))
        return -1;
    if (is_way_through_time(g, from, to))
        return 0;                               /* 1E-A6.9 */
    int need = goes_round(g, ship, from, to) ? range_round(g, from, to, g->card[ship].commander) : range_between(g, from, to, g->card[ship].commander);
    return need < 0 ? need : need + modified_by(g, ship, NODE_MOD_MOVE);
}

/* ---- locations that texts relocate: 1E-4.2 ---- */

static void offer_places_on(Game *g, CardId location, Line line, Citation why)
{
    const Pile *pile = &g->line[line];
    if (pile->top == NO_CARD)
        return;
    if (pile->top != location)
        offer(g, (Option){ .verb = SL_SEED, .card = location, .target = pile->top, .number = AT_LEFT_END }, why, NO_CARD);
    FOR_PILE(g, at, pile)
        if (at != location && g->card[at].below != location && g->card[at].below != NO_CARD)
            offer(g, (Option){ .verb = SL_SEED, .card = location, .target = at, .number = AFTER }, why, NO_CARD);
    if (pile->bottom != location)
        offer(g, (Option){ .verb = SL_SEED, .card = location, .target = pile->bottom, .number = AT_RIGHT_END }, why, NO_CARD);
}

/* Elsewhere on its own spaceline, never in another quadrant. */
Flow first_shift(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(g->world->cat, d->node, 0));
    SELECT(1, NODE_SHIFT);
    d->card = set_next(cards_of(g, f), 0);
    if (!is_location(g, d->card))
        RETURN(0);
    decision_open(g, SL_DECIDE_SEED, d->player, NODE_SHIFT, d->card);
    for (int line = LINE_ALPHA; line < LINE_TIME; line++) {
        bool beyond = line != g->card[d->card].holder && in_force(g, RULING_MISSION_2019_3);
        UNLESS_HOPELESS(g, beyond)
            offer_places_on(g, d->card, (Line)line, beyond ? (Citation)RULING_MISSION_2019_3 : CITE_NONE);
    }
    if (g->decision.count == 0)
        RETURN(0);
    ASK();
    Line line = (Line)g->card[answered(g).target].holder;
    cite_if_ruled(g, RULING_MISSION_2019_3);
    card_to_line(g, d->card, line, answered(g).number == AT_LEFT_END ? NO_CARD : answered(g).target);
    log_event(g, LOG_SHIFTED, d->player, d->card, NO_CARD, 0);
    RETURN(1);

    PROC_END;
}

/* A mission that its own text brings into play goes anywhere on the spaceline of its quadrant; its owner says where (1e-2019/mission.2, 1E-G8.3). */
Flow first_insert(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    p->done = g->line[line_of_quadrant(printed(g, p->card)->quadrant)].top != NO_CARD;
    if (p->done) {
        decision_open(g, SL_DECIDE_SEED, g->card[p->card].owner, NODE_INSERTED, p->card);
        offer_places_on(g, p->card, line_of_quadrant(printed(g, p->card)->quadrant), CITE_NONE);
        ASK();
    }
    card_to_line(g, p->card, line_of_quadrant(printed(g, p->card)->quadrant), !p->done || answered(g).number == AT_LEFT_END ? NO_CARD : answered(g).target);
    cite(g, RULE_FIRST_INSERTED);
    cite_if_ruled(g, RULING_MISSION_2019_2);
    log_event(g, LOG_INSERTED, g->card[p->card].owner, p->card, NO_CARD, 0);
    RETURN(1);

    PROC_END;
}
