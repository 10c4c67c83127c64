/* Mission attempts: chapter 10 of the rules.  The steps are numbered as in 2e-2014/attempting-missions. */
#include "spaceline.h"
#include "second/second.h"

/* ---- who may attempt what: 2E-10.1 to 10.8 ---- */

/* On a planet, all unstopped personnel of the player there; in space, those aboard one ship. */
static CardSet attempt_group(const Game *g, int player, CardId mission, CardId ship, int means)
{
    CardSet group = { 0 };
    CardId by = NO_CARD;
    NodeId granted = means >= MEANS_GRANTED ? granted_means(g, mission, means - MEANS_GRANTED, &by) : 0;
    bool despite = g->world->cat->node[granted].op == NODE_MOD_ATTEMPT_DESPITE;
    Ctx ctx = ctx_of(g, by);
    CardId place = ship ? ship : mission;
    int zone = ship ? ZONE_ABOARD : ZONE_SURFACE;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !is_stopped(g, id)
            && ((despite && filter_is(g, &ctx, node_child(g->world->cat, granted, 1), id)) || !why_cannot(g, id, ACT_ATTEMPT, mission, NULL)))
            set_add(&group, id);
    return group;
}

/* The card whose text keeps the player's personnel at that place from attempting. */
static void bar_of(const Game *g, int player, CardId place, CardId mission, CardId *by)
{
    FOR_HOSTED(g, id, place)
        if (g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !is_stopped(g, id) && why_cannot(g, id, ACT_ATTEMPT, mission, by))
            return;
}

/* The printed condition: one personnel of an affiliation that the mission shows (2E-2.42, 10.4). */
static bool affiliation_fits(const Game *g, CardId id, const CardSet *group)
{
    const MissionEnd *mission = mission_end(g, id, g->card[id].commander);
    IconSet fits = mission->any ? icons_without(affiliations, mission->except) : mission->icons;
    FOR_SET(who, group)
        if (icons_share_affiliation(icons_of(g, who), fits))
            return true;
    return false;
}

static bool text_lets_attempt(const Game *g, int player, CardId mission, const CardSet *group)
{
    const Catalogue *cat = g->world->cat;
    if (!(g->mods & mod_bit(NODE_MOD_ATTEMPT)))
        return false;
    const TextSet *texts = texts_giving(g, NODE_MOD_ATTEMPT);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        if (g->card[s->card].commander != player || !text_reaches(g, i, mission))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_ATTEMPT)
                FOR_SET(id, group)
                    if (filter_is(g, &ctx, node_child(cat, m, 0), id))
                        return true;
        }
    }
    return false;
}

/* A way that a text of another card gives: to who commands that card. */
static bool granted_fits(const Game *g, CardId mission, int nth, const CardSet *group)
{
    CardId by = NO_CARD;
    NodeId m = granted_means(g, mission, nth, &by);
    Ctx ctx = ctx_of(g, by);
    FOR_SET(id, group)
        if (m && g->card[id].commander == ctx.you && filter_is(g, &ctx, node_child(g->world->cat, m, 0), id))
            return true;
    return false;
}

static bool means_fit(const Game *g, CardId mission, int means, const CardSet *group)
{
    if (means >= MEANS_GRANTED)
        return granted_fits(g, mission, means - MEANS_GRANTED, group);
    const Ability *a = ability_of(g, mission, means - 1);
    Ctx ctx = ctx_of(g, mission);
    if (!text_active(g, mission, a))
        return false;
    FOR_SET(id, group)
        if (filter_is(g, &ctx, a->filter, id))
            return true;
    return false;
}

static bool has_other_means(const Game *g, CardId mission)
{
    return has_kind(printed(g, mission), NODE_ALT_REQ);
}

/* By these means, with this group: its affiliation, or what a text asks for instead. */
static Citation why_not_means(const Game *g, int player, CardId mission, int means, const CardSet *group)
{
    bool own = g->card[mission].commander == player;
    if (!own && means >= MEANS_GRANTED)
        return means_fit(g, mission, means, group) ? CITE_NONE : RULE_NOT_YOUR_MISSION;
    if (!own)
        return !means && text_lets_attempt(g, player, mission, group) ? CITE_NONE : RULE_NOT_YOUR_MISSION;
    if (means)
        return means_fit(g, mission, means, group) ? CITE_NONE : RULE_MEANS;
    if (has_other_means(g, mission) && !in_force(g, RULING_REQUIREMENTS_STAY))
        return RULE_MEANS;                      /* before: the other requirements took the printed ones away */
    if (affiliation_fits(g, mission, group) || text_lets_attempt(g, player, mission, group))
        return CITE_NONE;
    return in_force(g, RULING_ATTEMPT_ANNOUNCE) ? RULING_ATTEMPT_ANNOUNCE : RULE_AFFILIATION;
}

static void note_source(void *to, int amount, CardId source, Citation why)
{
    (void)amount, (void)why;
    *(CardId *)to = source;
}

/* The card whose text lets none but larger groups begin an attempt at the mission; NO_CARD: this one is large enough. */
static CardId asks_for_more(const Game *g, CardId mission, const CardSet *group)
{
    CardId by = NO_CARD;
    if (g->mods & mod_bit(NODE_MOD_ATTEMPT_SIZE) && !set_empty(group) && set_count(group) < modified_by(g, mission, NODE_MOD_ATTEMPT_SIZE))
        value_parts(g, mission, NODE_MOD_ATTEMPT_SIZE, 0, note_source, &by);
    return by;
}

/* The mission, the ship at a space mission (target), and by which means (number). */
void ask_attempt(Reasons *r)
{
    const Game *g = r->g;
    CardId mission = r->asked.card, ship = r->asked.target, place = ship ? ship : mission, by = NO_CARD;
    int player = r->player, means = r->asked.number;
    bool others = g->mods & (mod_bit(NODE_MOD_ATTEMPT) | mod_bit(NODE_MOD_ATTEMPT_WITH));
    if (reason_if(r, g->card[mission].commander != player && !others, RULE_NOT_YOUR_MISSION)
        || reason_if(r, printed(g, mission)->kind == KIND_HEADQUARTERS, RULE_HEADQUARTERS)
        || reason_if(r, mission_end(g, mission, g->card[mission].commander)->none, RULE_NOT_ATTEMPTABLE)
        || reason_if(r, g->card[mission].flags & COMPLETE, RULE_COMPLETED)
        || reason_if(r, ship && is_stopped(g, ship), RULE_SHIP_STOPPED)
        || reason_if(r, !(crew_at(g, place)->able >> player & 1), RULE_NO_PERSONNEL))
        return;
    bool some = crew_at(g, place)->able >> player & 1;
    CardSet group = attempt_group(g, player, mission, ship, means);
    if (some && set_empty(&group)) {            /* some are unstopped, so a text bars them */
        bar_of(g, player, place, mission, &by);
        if (reason_tell(r, RULE_CANNOT_TEXT, by))
            return;
    }
    by = asks_for_more(g, mission, &group);
    if (by && reason_tell(r, RULE_CANNOT_TEXT, by))
        return;
    Citation no = why_cannot(g, mission, ACT_ATTEMPTED, NO_CARD, &by) ? RULE_CANNOT_TEXT : why_not_pay_price(g, NODE_ATTEMPT_TAX, player, mission, &by);
    reason_tell(r, no, by);
    if ((r->first && r->count) || set_empty(&group) || printed(g, mission)->kind == KIND_HEADQUARTERS)
        return;
    reason_tell(r, why_not_means(g, player, mission, means, &group), NO_CARD);
}

Citation why_not_attempt(const Game *g, int player, CardId mission, CardId ship, int means, CardId *by)
{
    return main_reason_by(g, player, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = ship, .number = (int16_t)means }, ask_attempt, by);
}

/* ---- what it takes to complete: 2E-10.6, 10.7 ---- */

/* The printed requirement where the affiliation fits, else the first of the others that they may use. */
int attempt_means(const Game *g, int player, CardId mission, const CardSet *group)
{
    if (in_force(g, RULING_REQUIREMENTS_STAY) && (affiliation_fits(g, mission, group) || text_lets_attempt(g, player, mission, group)))
        return 0;
    for (int i = 0; i < printed(g, mission)->ability_count; i++)
        if (ability_of(g, mission, i)->kind == NODE_ALT_REQ && means_fit(g, mission, i + 1, group))
            return i + 1;
    CardId by;
    for (int nth = 0; granted_means(g, mission, nth, &by); nth++)
        if (granted_fits(g, mission, nth, group))
            return MEANS_GRANTED + nth;
    return 0;
}

static bool mission_met(const Game *g, CardId mission, int means)
{
    MissionMet m = mission_meets(g, mission, means);
    if (m.replaced || has_other_means(g, mission))
        cite(g, RULING_REQUIREMENTS_STAY);
    return m.met && !why_cannot(g, mission, ACT_COMPLETED, NO_CARD, NULL);
}

static int beneath(const Game *g, CardId mission)
{
    int n = 0;
    FOR_HOSTED(g, id, mission)
        n += g->card[id].zone == ZONE_BENEATH && is_type(g, id, TYPE_DILEMMA);
    return n;
}

/* ---- step 1: AP begins ---- */

/* Whether this personnel alone would be enough for the means by which the mission is attempted. */
static bool is_needed(const Game *g, CardId id)
{
    const Encounter *e = &g->encounter;
    CardSet one = set_one(id);
    if (e->means)
        return means_fit(g, e->mission, e->means, &one);
    return affiliation_fits(g, e->mission, &one) || text_lets_attempt(g, e->player, e->mission, &one);
}

/* One who makes the attempt possible is shown; where anybody may attempt, there is nothing to show. */
static void show_needed(Game *g)
{
    const MissionEnd *mission = mission_end(g, g->encounter.mission, g->card[g->encounter.mission].commander);
    if (mission->any && icons_none(mission->except) && !g->encounter.means)
        return;
    FOR_SET(id, &g->encounter.group)
        if (is_needed(g, id)) {
            reveal_card(g, id);
            return;
        }
}

/* The numbers of the attempt in progress are locals of its procedure; NULL: there is none. */
Try *attempt_in(Game *g)
{
    for (int i = 0; i < g->depth; i++)
        if (g->frame[i].proc == PROC_second_attempt)
            return (Try *)(void *)g->frame[i].locals;
    return NULL;
}

int dilemma_allowance(const Game *g)
{
    const Try *t = attempt_in((Game *)(uintptr_t)g);
    return t ? t->allowance : 0;
}

static void begin_attempt(Game *g, const Frame *f, Try *t)
{
    *encounter_change(g) = (Encounter){
        .active = true, .player = f->player, .opponent = (uint8_t)next_player(g, f->player),       /* the player on the left (2E-24.2) */
        .mission = t->mission, .ship = { t->ship }, .means = t->means, .group = attempt_group(g, f->player, t->mission, t->ship, t->means),
    };
    int began = set_count(&g->encounter.group);
    encounter_change(g)->began = (uint8_t)smaller_of(began, 255);
    t->announced = (int16_t)(set_count(&g->encounter.group) - beneath(g, t->mission));
    g->tried = g->turn;
    if (g->world->cat->asks_tried && g->card[t->mission].commander == f->player)
        card_flag(g, t->mission, TRIED, true);
    if (in_force(g, RULING_ATTEMPT_ANNOUNCE)) {
        log_event(g, LOG_ATTEMPTS, f->player, t->mission, t->ship, t->announced);
        show_needed(g);
        cite_step(g, RULING_ATTEMPT_ANNOUNCE);
    }
}

static void end_attempt(Game *g)
{
    encounter_change(g)->active = false;
    modifiers_end(g, UNTIL_ATTEMPT_END, NOBODY);
    modifiers_end(g, UNTIL_DILEMMA_END, NOBODY);
    uses_end(g, PERIOD_ATTEMPT);
    uses_end(g, PERIOD_DILEMMA);
    table_changed(g);
}

/* The dilemmas that a text leaves over go back face up to the bottom of the pile (2E-10.73). */
static void return_stack(Game *g)
{
    while (g->stack.top)
        dilemma_to_pile(g, g->stack.top);
}

/* A window of the attempt that exists because a ruling says so. */
#define STEP(ruling_, who_, set_, ...)                                                  \
    do {                                                                                \
        g->result = 1;                                                                  \
        if (in_force(g, RULING_##ruling_)) {                                            \
            if (event_heard(g, ((Window)__VA_ARGS__).event))                            \
                cite_step(g, RULING_##ruling_);                                         \
            RESPOND((who_), (set_), (Window)__VA_ARGS__);                               \
        }                                                                               \
    } while (0)

/* The steps ask for a fitting affiliation once, at the announcement; by the switch, before each dilemma and part 5 (2E-10.5). */
static bool attempt_goes_on(Game *g)
{
    const Encounter *e = &g->encounter;
    bool fits = !g->world->switches.recheck_affiliation || e->means || set_empty(&e->group);
    FOR_SET(id, &e->group)
        fits = fits || is_needed(g, id);
    if (!fits && !e->ended) {
        cite(g, RULE_AFFILIATION);
        encounter_change(g)->ended = true;
    }
    return !e->ended;
}

/* What part 5 returns when a text has put dilemmas on the stack in it: they are faced first. */
enum { FACE_MORE = 9 };

Flow second_attempt(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    PAY_PRICES(f->player, NODE_ATTEMPT_TAX, t->mission);
    if (g->result == 0)
        RETURN(0);
    begin_attempt(g, f, t);                                                             /* 1a */
    STEP(ATTEMPT_BEGINS_TRIGGERS, f->player, g->encounter.group,                          /* 1b */
         { .event = EVENT_ATTEMPT_BEGINS, .actor = f->player, .cause = t->mission });
    if (!g->encounter.ended)
        STEP(ATTEMPT_ABOUT_TO_DRAW, g->encounter.opponent, g->encounter.group,                    /* 2a */
             { .event = EVENT_ABOUT_TO_DRAW_DILEMMAS, .actor = g->encounter.opponent });
    t->prevented = g->result == 0;               /* then none are drawn */
    t->n = in_force(g, RULING_ATTEMPT_DRAW) ? t->announced : (int16_t)not_negative(t->announced);
    t->allowance = (int16_t)(t->n + t->cost_more > 0 ? t->n + t->cost_more : 0);
    if (!g->encounter.ended && !t->prevented) {
        CALL(second_draw_dilemmas, g->encounter.opponent, (Do){ .x = (int16_t)(t->n + t->draw_more) });    /* 2b */
        t->drawn = true;
        STEP(ATTEMPT_DRAWN, g->encounter.opponent, g->encounter.group,                            /* 2c */
             { .event = EVENT_DREW_DILEMMAS, .actor = g->encounter.opponent });
        CALL(second_stack, g->encounter.opponent, (Do){ 0 });                                   /* 2d */
    }
    if (!g->encounter.ended)
        STEP(ATTEMPT_CHOSEN, g->encounter.opponent, g->encounter.group,                           /* 2e */
             { .event = EVENT_CHOSE_DILEMMAS, .actor = g->encounter.opponent });
    do {
        for (;;) {
            while (g->stack.top && attempt_goes_on(g))                                  /* 3, 4 */
                CALL(second_face, f->player, (Try){ .mission = t->mission });
            if (g->encounter.ended || !in_force(g, RULING_ATTEMPT_STACK_EMPTY))
                break;
            if (event_heard(g, EVENT_STACK_EMPTY))
                cite_step(g, RULING_ATTEMPT_STACK_EMPTY);
            RESPOND(f->player, g->encounter.group, (Window){ .event = EVENT_STACK_EMPTY, .actor = f->player });
            if (!g->stack.top)
                break;
        }
        return_stack(g);
        if (!attempt_goes_on(g))
            break;
        CALL(second_complete, f->player, (Try){ .mission = t->mission, .means = t->means });           /* 5 */
    } while (g->result == FACE_MORE);
    return_stack(g);
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_ATTEMPT_ENDS, .actor = f->player });
    if (g->mods & mod_bit(NODE_MOD_LATER))
        CALL(second_later, f->player, (Do){ .x = UNTIL_ATTEMPT_END });
    end_attempt(g);
    RETURN(1);

    PROC_END;
}

/* ---- step 2: dilemmas ---- */

/* The next card of the pile, which there is.  When it lies face up, the whole rest of the pile is shuffled face down first (2E-10.23). */
static CardId next_of_pile(Game *g, int player)
{
    if (g->card[g->pile[player][ZONE_PILE].top].flags & FACE_UP) {
        pile_shuffle(g, player, ZONE_PILE);
        log_event(g, LOG_SHUFFLES_PILE, player, NO_CARD, NO_CARD, 0);
        cite(g, RULE_PILE_TURNED);
    }
    return g->pile[player][ZONE_PILE].top;
}

int draw_dilemmas(Game *g, int player, int n)
{
    int drawn = 0;
    for (; n > 0; n--) {
        if (!g->pile[player][ZONE_PILE].top) {
            cite(g, RULE_PILE_EMPTY);
            break;
        }
        CardId top = next_of_pile(g, player);
        card_to_limbo(g, top, ZONE_DRAWN);
        drawn++;
    }
    log_event(g, LOG_DRAWS_DILEMMAS, player, NO_CARD, NO_CARD, drawn);
    cite_step(g, RULING_ATTEMPT_DRAW);
    return drawn;
}

Flow second_draw_dilemmas(Game *g, Frame *f)
{
    LOCALS(Do, d);
    RETURN(draw_dilemmas(g, f->player, d->x));
}

static CardSet drawn_dilemmas(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_CARDS(g, id)
        if (g->card[id].zone == ZONE_DRAWN && g->card[id].owner == player)
            set_add(&out, id);
    return out;
}

/* Before July 2014 the picked dilemmas together could not cost more than the attempt allows. */
static bool may_stack(const Game *g, CardId id, int spent)
{
    return in_force(g, RULING_ATTEMPT_STACK) || spent + printed(g, id)->cost <= dilemma_allowance(g);
}

/* How many places of the face-up part are still free that a text can come to look at from the top of the pile, before somebody draws
 * and it is shuffled: beyond them the order of what goes there is nothing to anybody. */
static uint16_t places_in_reach(const Game *g, int player)
{
    int taken = 0;
    for (CardId id = g->pile[player][ZONE_PILE].bottom; id && g->card[id].flags & FACE_UP; id = g->card[id].above)
        taken++;
    return (uint16_t)not_negative(g->world->cat->pile_reach - taken);
}

/* OP picks any number of the drawn dilemmas, the first picked to be met first; the rest goes face up under the pile, in an order of
 * OP's (2E-10.25). */
Flow second_stack(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    put_cards(g, f, drawn_dilemmas(g, f->player));
    while (!set_empty(cards_of(g, f)) && !g->encounter.ended) {
        decision_open(g, SL_DECIDE_STACK, f->player, NODE_ADD_TO_STACK, g->encounter.mission);
        FOR_SET(id, cards_of(g, f))
            offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, may_stack(g, id, d->x) ? CITE_NONE : RULE_OVER_ALLOWANCE, NO_CARD);
        decision_add(g, (Option){ .verb = SL_DONE });
        g->decision.most = (uint8_t)(d->n + set_count(cards_of(g, f)));
        g->decision.chosen_count = d->n;
        g->decision.may_end = true;
        ASK();
        if (answered(g).verb == SL_DONE)
            break;
        d->x = (int16_t)(d->x + printed(g, answered(g).card)->cost);
        d->n++;
        set_drop(own_cards(g, f), answered(g).card);
        card_to_stack(g, answered(g).card, PUT_BOTTOM);
    }
    if (!set_empty(cards_of(g, f)) && event_heard(g, EVENT_NOT_CHOSEN)) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_NOT_CHOSEN, .actor = f->player });
        put_cards(g, f, drawn_dilemmas(g, f->player));
    }
    if (!set_empty(cards_of(g, f)))
        CALL_ON(order_cards, f->player, *cards_of(g, f), (Ordering){ .to = NODE_TO_PILE_BOTTOM, .most = places_in_reach(g, f->player) });
    log_event(g, LOG_STACKS, f->player, NO_CARD, NO_CARD, g->stack.count);
    cite_step(g, RULING_ATTEMPT_STACK);
    RETURN(g->stack.count);

    PROC_END;
}

/* ---- steps 3 and 4: one dilemma ---- */

static bool is_duplicate(const Game *g, CardId id)
{
    FOR_SET(other, &g->encounter.faced)
        if (g->card[other].def == g->card[id].def)          /* or the same card, met again */
            return true;
    return false;
}

/* 3f: duplicate, type, cost. */
static Citation why_not_face(const Game *g, CardId id, int cost)
{
    int kind = printed(g, id)->kind, mission = printed(g, g->encounter.mission)->kind;
    if (is_duplicate(g, id) && !has_kind(printed(g, id), NODE_FACE_AGAIN))
        return RULE_DUPLICATE_DILEMMA;
    if (kind != KIND_DUAL && kind != mission)
        return RULE_WRONG_DILEMMA_TYPE;
    return cost > dilemma_allowance(g) ? RULE_DILEMMA_TOO_DEAR : CITE_NONE;
}

Citation why_not_faced(const Game *g, CardId dilemma)
{
    return why_not_face(g, dilemma, cost_when_faced(g, dilemma));
}

/* What is overcome with a dilemma that is not faced: itself; before, all that lay behind the first that cost too much, too. */
static CardSet overcome_unfaced(Game *g, CardId id, Citation why)
{
    CardSet out = set_one(id);
    if (!in_force(g, RULING_ATTEMPT_CHECKS) && why == RULE_DILEMMA_TOO_DEAR)
        while (g->stack.top) {
            set_add(&out, g->stack.top);
            card_to_limbo(g, g->stack.top, ZONE_PLAYING);
        }
    if (g->world->switches.duplicate_counts_unfaced)
        set_add(&encounter_change(g)->faced, id);
    FOR_REASONS(g) {
        responses_refuse(g, EVENT_ABOUT_TO_FACE, why);
        responses_refuse(g, EVENT_FACING, why);
    }
    return out;
}

/* 3e: the dilemma's own text on its cost, and what responses have made of it; before, the printed cost counted. */
int cost_when_faced(const Game *g, CardId id)
{
    return in_force(g, RULING_ATTEMPT_COST_CHANGES) ? price_of(g, id) : printed(g, id)->cost;
}

static int dilemma_cost(const Game *g, CardId id)
{
    if (price_of(g, id) != printed(g, id)->cost)
        cite(g, RULING_ATTEMPT_COST_CHANGES);
    return cost_when_faced(g, id);
}

static void reveal_dilemma(Game *g, CardId id)
{
    card_to_limbo(g, id, ZONE_PLAYING);
    card_flag(g, id, WAS_PREVENTED, false);     /* it may have been, in an earlier attempt */
    Encounter *e = encounter_change(g);
    e->current = id;
    e->killed = false;                           /* what the one before has done is not its doing */
    e->stopped_by = (CardSet){ 0 };
    log_event(g, LOG_REVEALS_DILEMMA, g->encounter.opponent, id, NO_CARD, 0);
    cite_step(g, RULING_ATTEMPT_REVEAL);
}

static void begin_facing(Game *g, CardId id, int cost)
{
    Encounter *e = encounter_change(g);
    Try *t = attempt_in(g);
    if (t)
        t->allowance = (int16_t)(t->allowance - cost);
    e->facing = true;
    e->taken = (CardSet){ 0 };
    set_add(&e->faced, id);
    if (g->remembers & REMEMBERS_FACED)
        card_flag(g, id, FACED, true);
    e->faced_count++;
    statics_begin(g, id);                        /* its lasting texts just apply (2E-10.40) */
    table_changed(g);
    log_event(g, LOG_FACES, e->player, id, NO_CARD, cost);
}

static void finish_facing(Game *g)
{
    encounter_change(g)->facing = false;
    encounter_change(g)->prevented = false;
    encounter_change(g)->declined = 0;
    encounter_change(g)->current = NO_CARD;
    modifiers_end(g, UNTIL_DILEMMA_END, NOBODY);
    uses_end(g, PERIOD_DILEMMA);
}

/* A text has ended the attempt or taken the revealed dilemma away before it could be faced. */
static bool not_to_be_faced(Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING && !g->encounter.ended)
        return false;
    if (g->card[id].zone == ZONE_PLAYING)
        dilemma_to_pile(g, id);
    finish_facing(g);
    return true;
}

/* Nobody is left: all that lies in the stack is overcome, unseen (3a); before, it went back to its owner. */
static CardSet nobody_left(Game *g)
{
    CardSet stack = { 0 };
    cite(g, RULE_NOBODY_LEFT);
    cite(g, RULING_ATTEMPT_NOBODY_LEFT);
    if (!in_force(g, RULING_ATTEMPT_NOBODY_LEFT))
        return_stack(g);
    for (CardId id = g->stack.top; id; id = g->card[id].below)
        set_add(&stack, id);
    return stack;
}

static int consume_number(const Game *g, CardId dilemma)
{
    int printed_one = printed_number(g, dilemma, TRAIT_CONSUME);
    return printed_one ? printed_one + modified_by(g, dilemma, NODE_MOD_CONSUME) : 0;
}

Flow second_face(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    if (set_empty(&g->encounter.group)) {                                                 /* 3a */
        CALL_ON(overcome_cards, f->player, nobody_left(g), (Overcoming){ .mission = t->mission, .unfaced = true });
        RETURN(0);
    }
    t->dilemma = g->stack.top;
    STEP(ATTEMPT_ABOUT_TO_REVEAL, f->player, set_one(t->dilemma),                       /* 3b */
         { .event = EVENT_ABOUT_TO_REVEAL, .actor = f->player });
    if (g->card[t->dilemma].zone != ZONE_STACK || set_empty(&g->encounter.group) || g->encounter.ended)
        RETURN(0);
    reveal_dilemma(g, t->dilemma);                                                      /* 3c */
    if (in_force(g, RULING_ATTEMPT_REVEALED) || !why_not_face(g, t->dilemma, dilemma_cost(g, t->dilemma))) {
        RESPOND(f->player, set_one(t->dilemma), (Window){ .event = EVENT_REVEALED, .actor = f->player });     /* 3d */
        if (event_heard(g, EVENT_REVEALED))
            cite_step(g, RULING_ATTEMPT_REVEALED);
    }
    if (in_force(g, RULING_ATTEMPT_COST_CHANGES))                                       /* 3e */
        RESPOND(f->player, set_one(t->dilemma), (Window){ .event = EVENT_DILEMMA_COST, .actor = f->player });
    if (not_to_be_faced(g, t->dilemma))
        RETURN(0);
    t->cost = (int16_t)dilemma_cost(g, t->dilemma);
    cite_step(g, RULING_ATTEMPT_CHECKS);
    if (why_not_face(g, t->dilemma, t->cost)) {                                         /* 3f */
        Citation why = why_not_face(g, t->dilemma, t->cost);
        CALL_ON(overcome_cards, f->player, overcome_unfaced(g, t->dilemma, why), (Overcoming){ .mission = t->mission, .why = why, .unfaced = true });
        finish_facing(g);
        RETURN(0);
    }
    STEP(ATTEMPT_ABOUT_TO_FACE, f->player, g->encounter.group,                            /* 3g */
         { .event = EVENT_ABOUT_TO_FACE, .actor = f->player, .cause = t->dilemma });
    if (g->encounter.current != NO_CARD)
        t->dilemma = g->encounter.current;         /* a text may have put another dilemma in its place */
    if (not_to_be_faced(g, t->dilemma))
        RETURN(0);
    begin_facing(g, t->dilemma, t->cost);                                               /* 3h */
    if (!g->encounter.prevented)
        CALL(second_facing_window, f->player, (Do){ 0 });
    if (consume_number(g, t->dilemma) && !g->encounter.prevented && !g->encounter.ended)
        CALL(second_consume, f->player, (Try){ .dilemma = t->dilemma });
    scope_enter(g, f, t->dilemma, f->player)->facing = true;                            /* 3i */
    cite_step(g, RULING_ATTEMPT_DILEMMA_TEXT);
    if (has_kind(printed(g, t->dilemma), NODE_RESOLVE))
        RUN_BODY(f->player, ability_of_kind(g, t->dilemma, NODE_RESOLVE));
    cite_step(g, RULING_ATTEMPT_FACING);
    if (in_force(g, RULING_ATTEMPT_FACING) && in_force(g, RULING_ATTEMPT_OVERCOME) && !g->encounter.prevented)
        CALL(second_facing_window, f->player, (Do){ 0 });
    scope_leave(g, f);
    if (g->encounter.prevented && !g->encounter.ended)
        RESPOND(f->player, set_one(t->dilemma), (Window){ .event = EVENT_DILEMMA_PREVENTED, .actor = f->player });
    if (g->card[t->dilemma].zone == ZONE_PLAYING && !g->encounter.ended) {                   /* 4a */
        cite_step(g, RULING_ATTEMPT_OVERCOME);
        CALL_ON(overcome_cards, f->player, set_one(t->dilemma), (Overcoming){ .mission = t->mission });
    } else if (g->card[t->dilemma].zone == ZONE_PLAYING) {
        RESPOND(f->player, set_one(t->dilemma), (Window){ .event = EVENT_ABOUT_TO_RETURN, .actor = f->player, .cause = t->mission });
        if (g->card[t->dilemma].zone == ZONE_PLAYING)
            dilemma_to_pile(g, t->dilemma);
    }
    if (g->mods & mod_bit(NODE_MOD_LATER))
        CALL(second_later, f->player, (Do){ .x = UNTIL_DILEMMA_END });
    cite_step(g, RULING_ATTEMPT_NEXT_DILEMMA);                                          /* 4b */
    finish_facing(g);
    RETURN(1);

    PROC_END;
}

/* Texts about facing a dilemma and about attempting a mission (3h). */
Flow second_facing_window(Game *g, Frame *f)
{
    PROC_BEGIN;

    encounter_change(g)->opening = false;
    if (event_heard(g, EVENT_FACING))
        cite(g, RULING_DILEMMA_BETWEEN_ACTIONS);
    if (!card_in_play(g, g->encounter.current))    /* once it lies in play, it is faced no longer (2E-11.18) */
        RESPOND(g->encounter.player, g->encounter.group, (Window){ .event = EVENT_FACING, .actor = g->encounter.player, .cause = g->encounter.current });
    RESPOND(g->encounter.player, g->encounter.group, (Window){ .event = EVENT_ATTEMPTING, .actor = g->encounter.player, .cause = g->encounter.mission });
    (void)f;
    RETURN(1);

    PROC_END;
}

/* Consume: the owner's top dilemmas go beneath the mission (2E-22.3). */
Flow second_consume(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    for (t->i = 0; t->i < consume_number(g, t->dilemma); t->i++) {
        if (!g->pile[g->card[t->dilemma].owner][ZONE_PILE].top)
            break;
        CardId top = next_of_pile(g, g->card[t->dilemma].owner);
        card_to_host(g, top, g->encounter.mission, ZONE_BENEATH, PUT_BOTTOM);
        log_event(g, LOG_CONSUMES, g->card[t->dilemma].owner, top, g->encounter.mission, 0);
        set_add(own_cards(g, f), top);
        encounter_change(g)->opening = true;
        cite(g, RULE_CONSUME);
    }
    if (!set_empty(cards_of(g, f)))
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_CONSUMED, .actor = f->player, .cause = t->dilemma });
    RETURN(t->i);

    PROC_END;
}

/* ---- step 5: complete or fail ---- */

/* What the mission scores: a text of its own by which it was attempted may say another number. */
static int worth(const Game *g, CardId mission, int means)
{
    NodeId said = means && means < MEANS_GRANTED ? node_child(g->world->cat, ability_of(g, mission, means - 1)->node, 2) : 0;
    Ctx ctx = ctx_of(g, mission);
    return said ? quantity(g, &ctx, said) : mission_points(g, mission, g->card[mission].commander);
}

/* Texts about attempting, and from 5b on those about checking the requirements, may be used until the attempt ends: as long as
 * somebody uses one, and the requirements stay as they are. */
Flow second_attempting(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    for (t->i = 0; t->i < 2 && !set_empty(&g->encounter.group) && !g->encounter.ended; t->checking = !t->checking) {
        if (t->checking)
            STEP(ATTEMPT_CHECKING, f->player, g->encounter.group,
                 { .event = EVENT_CHECKING, .actor = f->player, .cause = t->mission });
        else
            STEP(ATTEMPT_ATTEMPTING, f->player, g->encounter.group,
                 { .event = EVENT_ATTEMPTING, .actor = f->player, .cause = t->mission });
        if (g->result == RESPONDED && t->mark != requirement_mark(g, t->mission))
            break;
        t->i = g->result == RESPONDED ? 1 : t->i + 1;
    }
    RETURN(1);

    PROC_END;
}

/* Part 5 begins anew when texts have changed the requirements (2e-2014/attempting-missions.24), but not without end. */
enum { MOST_RESTARTS = 8 };

static bool restarts(Game *g, Try *t)
{
    bool changed = t->mark != requirement_mark(g, t->mission);
    if (changed)
        cite(g, RULING_ATTEMPT_RESTART);
    return changed && in_force(g, RULING_ATTEMPT_RESTART) && t->i < MOST_RESTARTS;
}

#define ATTEMPTING(...) \
    CALL(second_attempting, f->player, (Try){ .mission = t->mission, .mark = t->mark, __VA_ARGS__ })

/* From 5a to what they are about to do.  Result: what is to come. */
enum { NOTHING_MORE, FAILS, COMPLETES };

Flow second_show(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    encounter_change(g)->completing = true;
    if (!in_force(g, RULING_ATTEMPT_RESTART))
        t->met = mission_met(g, t->mission, t->means);      /* before: fixed when part 5 began */
    for (;; t->i++) {
        t->mark = requirement_mark(g, t->mission);
        STEP(ATTEMPT_ATTEMPTING, f->player, g->encounter.group,                           /* 5a */
             { .event = EVENT_ATTEMPTING, .actor = f->player, .cause = t->mission });
        if (has_kind(printed(g, t->mission), NODE_AS_FACING))
            RESPOND(f->player, completing_as_facing(g, t->mission), (Window){ .event = EVENT_FACING, .actor = f->player });
        if (restarts(g, t))
            continue;
        ATTEMPTING(.checking = true);                                                   /* 5b */
        if (g->stack.top && in_force(g, RULING_ATTEMPT_STACK_EMPTY)) {
            cite(g, RULING_ATTEMPT_STACK_EMPTY);
            encounter_change(g)->completing = false;
            RETURN(FACE_MORE);
        }
        if (restarts(g, t))
            continue;
        if (in_force(g, RULING_ATTEMPT_RESTART)) {                                      /* 5c */
            t->met = mission_met(g, t->mission, t->means);
            if (t->met) {
                CALL(meet_requirement, f->player, (Require){ .mission = true });
                t->met = g->result != 0;
                if (restarts(g, t))
                    continue;
                if (t->met)
                    ATTEMPTING();
                t->met = t->met && mission_met(g, t->mission, t->means);
                if (restarts(g, t))
                    continue;
            }
        }
        if (t->met && in_force(g, RULING_ATTEMPT_COMPLETE)) {
            if (event_heard(g, EVENT_ABOUT_TO_COMPLETE))
                cite(g, RULING_ATTEMPT_COMPLETE);
            RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_ABOUT_TO_COMPLETE, .actor = f->player });
            t->prevented = set_empty(&g->picked);
        } else if (!t->met) {
            cite(g, RULE_REQUIREMENTS_NOT_MET);
            cite(g, RULING_ATTEMPT_FAIL);
            RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_ABOUT_TO_FAIL, .actor = f->player });
            t->prevented = set_empty(&g->picked);
        }
        if (restarts(g, t))
            continue;
        if (t->met && !t->prevented)
            ATTEMPTING();
        if (!restarts(g, t))
            break;
    }
    if (t->prevented || g->encounter.ended)        /* neither completed nor failed: nobody is stopped (2E-18.20) */
        RETURN(NOTHING_MORE);
    RETURN(t->met ? COMPLETES : FAILS);

    PROC_END;
}

static CardSet still_there(const Game *g, const CardSet *group)
{
    CardSet out = { 0 };
    FOR_SET(id, group)
        if (card_in_play(g, id) && location_of(g, id) == g->encounter.mission)
            set_add(&out, id);
    return out;
}

static CardSet unstopped_of(const Game *g, const CardSet *group)
{
    CardSet out = { 0 };
    FOR_SET(id, group)
        if (!is_stopped(g, id))
            set_add(&out, id);
    return out;
}

Flow second_complete(Game *g, Frame *f)
{
    LOCALS(Try, t);
    PROC_BEGIN;

    CALL(second_show, f->player, (Try){ .mission = t->mission, .means = t->means });
    if (g->result == FACE_MORE)
        RETURN(FACE_MORE);
    if (g->result == NOTHING_MORE)
        RETURN(0);
    t->mark = requirement_mark(g, t->mission);
    if (g->result == FAILS) {
        log_event(g, LOG_FAILS, f->player, t->mission, NO_CARD, 0);
        if (!in_force(g, RULING_ATTEMPT_FAIL))
            RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_FAILED, .actor = f->player });
        put_cards(g, f, g->encounter.group);
        CALL_ON(affect_cards, f->player, g->encounter.group, (Affect){ .act = DO_STOP });
        if (g->encounter.ship[0] && g->world->switches.space_fail_stops_ship)
            CALL_ON(affect_cards, f->player, set_one(g->encounter.ship[0]), (Affect){ .act = DO_STOP });
        if (in_force(g, RULING_ATTEMPT_FAIL)) {
            encounter_change(g)->group = still_there(g, cards_of(g, f));   /* they were involved, though they are stopped now */
            RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_FAILED, .actor = f->player });
            encounter_change(g)->group = unstopped_of(g, &g->encounter.group);
        }
        ATTEMPTING();
        if (event_heard(g, EVENT_ATTEMPT_ENDS))
            encounter_change(g)->group = still_there(g, cards_of(g, f));    /* … until it has ended */
        RETURN(0);
    }
    t->points = (int16_t)worth(g, t->mission, t->means);                                /* 5d */
    log_event(g, LOG_COMPLETES, f->player, t->mission, NO_CARD, t->points);
    cite(g, RULING_ATTEMPT_COMPLETE);
    CALL(score_points, f->player, (Scoring){ .points = t->points, .from = t->mission });
    mission_completed(g, t->mission, f->player);        /* behind the points, and what answers them (2E-10.63) */
    CALL(second_win_check, f->player, (Do){ 0 });
    if (event_in(&g->noted, EVENT_SOLVED))
        past_note(g, (Past){ .event = EVENT_SOLVED, .actor = f->player, .subject = t->mission }, 1);
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_COMPLETED, .actor = f->player });
    RESPOND(f->player, set_one(t->mission), (Window){ .event = EVENT_SOLVED, .actor = f->player, .number = NOTED_BEFORE });
    CALL(second_persistent, f->player, (Try){ .mission = t->mission });
    ATTEMPTING();
    RETURN(1);

    PROC_END;
}
