/* Orders: chapter 9 of the rules, and endless loops (chapter 25). */
#include "spaceline.h"
#include "second/second.h"

/* ---- beaming: 2E-9.10 to 9.15 ---- */

static bool is_beamable(const Game *g, CardId card)
{
    int type = printed(g, card)->type;
    return type == TYPE_PERSONNEL || type == TYPE_EQUIPMENT;
}

static Zone zone_of_crew(const Game *g, CardId place)
{
    return is_type(g, place, TYPE_SHIP) ? ZONE_ABOARD : ZONE_SURFACE;
}

static bool is_at(const Game *g, CardId card, CardId place)
{
    return g->card[card].host == place && g->card[card].zone == zone_of_crew(g, place);
}

static Citation why_not_use_end(const Game *g, int player, CardId end)
{
    if (is_type(g, end, TYPE_SHIP)) {
        if (g->card[end].commander != player)
            return RULE_OPPONENTS_SHIP;
        return is_stopped(g, end) ? RULE_BEAM_SHIP_STOPPED : CITE_NONE;
    }
    return printed(g, end)->kind == KIND_SPACE ? RULE_NO_SURFACE : CITE_NONE;
}

/* May anything be beamed from here to there? */
static Citation why_not_beam_between(const Game *g, int player, CardId from, CardId to)
{
    Citation no = why_not_use_end(g, player, from);
    if (!no)
        no = why_not_use_end(g, player, to);
    if (no)
        return no;
    if (from == to)
        return RULE_SAME_PLACE;
    if (location_of(g, from) != location_of(g, to))
        return RULE_OTHER_MISSION;
    return is_type(g, from, TYPE_SHIP) || is_type(g, to, TYPE_SHIP) ? CITE_NONE : RULE_NO_OWN_SHIP;
}

/* May this card be beamed from there? */
static inline Citation why_not_beam_card(const Game *g, int player, CardId card, CardId from, CardId *by)
{
    const Card *c = &g->card[card];
    *by = NO_CARD;
    if (!is_at(g, card, from) || !is_beamable(g, card))
        return RULE_NOTHING_TO_BEAM;
    if (c->commander != player)
        return RULE_NOT_YOURS;
    if (c->flags & STOPPED)
        return RULE_BEAM_STOPPED;
    return why_cannot(g, card, ACT_BEAM, NO_CARD, by);
}

static CardSet beamable(const Game *g, int player, CardId from, CardId to)
{
    CardSet out = { 0 };
    CardId by;
    if (why_not_beam_between(g, player, from, to))
        return out;
    FOR_HOSTED(g, id, from)
        if (!why_not_beam_card(g, player, id, from, &by))
            set_add(&out, id);
    return out;
}

/* One order for each pair of ends with something to beam; the cards are chosen afterwards. */
static void offer_beam(Game *g, int player, CardId from, CardId to)
{
    CardId by = NO_CARD;
    Citation best = why_not_use_end(g, player, from);
    if (!best)
        best = why_not_use_end(g, player, to);
    bool usable = !best;
    if (usable)
        best = RULE_NOTHING_TO_BEAM;
    for (CardId id = usable ? g->card[from].top : NO_CARD; id; id = g->card[id].below) {
        if (!is_beamable(g, id) || !is_at(g, id, from) || g->card[id].commander != player)
            continue;
        best = is_stopped(g, id) ? RULE_BEAM_STOPPED : why_cannot(g, id, ACT_BEAM, NO_CARD, &by);
        if (best == CITE_NONE)
            break;
    }
    offer(g, (Option){ .verb = SL_BEAM, .card = from, .target = to }, best, by);
    for (CardId id = best == CITE_NONE ? g->card[from].top : NO_CARD; id; id = g->card[id].below)
        if (is_beamable(g, id) && g->card[id].commander == player) {            /* others go, this one cannot */
            Citation no = why_not_beam_card(g, player, id, from, &by);
            if (no)
                offer(g, (Option){ .verb = SL_BEAM, .card = id, .target = to }, no, by);
        }
}

static bool NOINLINE some_can_beam(const Game *g, int player, CardId from)
{
    CardId by;
    FOR_HOSTED(g, id, from)
        if (!why_not_beam_card(g, player, id, from, &by))
            return true;
    return false;
}

/* Whether the player has something there to beam: mostly no text forbids it. */
static inline bool can_beam_from(const Game *g, int player, CardId from)
{
    if (!(crew_at(g, from)->beamable >> player & 1))
        return false;
    return !is_forbidden_at_all(g, ACT_BEAM) || some_can_beam(g, player, from);
}

static void add_beam(Game *g, CardId from, CardId to)
{
    decision_add(g, (Option){ .verb = SL_BEAM, .card = from, .target = to });
}

/* The same orders as offer_beams_of, when nobody asks for reasons. */
static void add_beams_of(Game *g, int player, CardId mission, CardId ship)
{
    if (is_stopped(g, ship))
        return;
    bool leave = can_beam_from(g, player, ship);
    if (printed(g, mission)->kind != KIND_SPACE) {
        if (leave)
            add_beam(g, ship, mission);
        if (can_beam_from(g, player, mission))
            add_beam(g, mission, ship);
    }
    if (leave && crew_at(g, mission)->ships > 1)
        FOR_HOSTED(g, other, mission)
            if (other != ship && g->card[other].zone == ZONE_ORBIT && g->card[other].commander == player && !is_stopped(g, other))
                add_beam(g, ship, other);
}

static void offer_beams_of(Game *g, int player, CardId mission, CardId ship)
{
    if (!g->trace) {
        add_beams_of(g, player, mission, ship);
        return;
    }
    if (printed(g, mission)->kind != KIND_SPACE) {
        offer_beam(g, player, ship, mission);
        offer_beam(g, player, mission, ship);
    } else {
        offer_beam(g, player, ship, mission);
    }
    FOR_HOSTED(g, other, mission) {
        bool own = g->card[other].commander == player;
        if (other == ship || g->card[other].zone != ZONE_ORBIT)
            continue;
        offer_beam(g, player, ship, other);
        if (!own)
            offer_beam(g, player, other, ship);
    }
}

/* Cards that moved face down, or stayed behind face down, can no longer be told apart by others. */
static void lose_sight(Game *g, CardId place, int player)
{
    Zone zone = zone_of_crew(g, place);
    uint8_t known = (uint8_t)(1u << player);
    FOR_HOSTED(g, id, place)
        if (g->card[id].known != known && g->card[id].zone == zone && g->card[id].commander == player && is_beamable(g, id))
            card_know(g, id, known);
}

typedef struct { CardId from, to; } Beam;

bool beam_ends(const Game *g, CardId *from, CardId *to)
{
    const Frame *f = g->depth >= 2 ? &g->frame[g->depth - 2] : NULL;
    if (!f || g->over || f->proc != PROC_second_beam || g->frame[g->depth - 1].proc != PROC_choose_cards)
        return false;
    const Beam *b = (const Beam *)(const void *)f->locals;
    *from = b->from;
    *to = b->to;
    return true;
}

Flow second_beam(Game *g, Frame *f)
{
    LOCALS(Beam, b);
    PROC_BEGIN;

    put_more(g, f, beamable(g, f->player, b->from, b->to));
    CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 99, .about = NODE_BEAM_TO });
    put_cards(g, f, g->picked);
    Zone zone = zone_of_crew(g, b->to);
    FOR_SET(id, cards_of(g, f)) {
        card_to_host(g, id, b->to, zone, PUT_BOTTOM);
        log_event(g, LOG_BEAMS, f->player, id, b->to, 0);
    }
    if (set_count(cards_of(g, f)) < set_count(more_of(g, f))) {
        lose_sight(g, b->from, f->player);
        lose_sight(g, b->to, f->player);
    }
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_BEAMED, .actor = f->player, .cause = b->to });
    RETURN(1);

    PROC_END;
}

/* ---- moving: 2E-9.20 to 9.28 ---- */

int range_needed(const Game *g, CardId ship, CardId mission)
{
    CardId from = location_of(g, ship);
    int need = mission_span(g, from, g->card[ship].commander) + mission_span(g, mission, g->card[ship].commander);
    if (printed(g, from)->quadrant != printed(g, mission)->quadrant && !modified_by(g, ship, NODE_MOD_NO_QUADRANT))
        need += 2;
    need += modified_by(g, ship, NODE_MOD_MOVE);
    return need > 0 ? need : 0;
}

static int range_left(const Game *g, CardId ship)
{
    int left = attribute(g, ship, RANGE) - g->card[ship].range_used;
    return left > 0 ? left : 0;
}

static Citation why_not_move(const Game *g, int player, CardId ship, CardId mission, CardId *by)
{
    *by = NO_CARD;
    if (g->card[ship].commander != player)
        return RULE_NOT_YOURS;
    if (is_stopped(g, ship))
        return RULE_SHIP_STOPPED;
    if (g->card[ship].host == mission)
        return RULE_SAME_MISSION;
    if (!is_staffed(g, ship))
        return RULE_NOT_STAFFED;
    if (why_cannot(g, ship, ACT_MOVE, NO_CARD, by))
        return RULE_CANNOT_TEXT;
    return range_left(g, ship) >= range_needed(g, ship, mission) ? CITE_NONE : RULE_OUT_OF_RANGE;
}

static void look_along(const Game *g, Route *r)
{
    r->count = 0;
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW])
            if (r->count < MAX_MISSIONS)
                r->stop[r->count++] = (Stop){ mission, (int16_t)mission_span(g, mission, g->card[mission].owner), printed(g, mission)->quadrant };
}

static const Route *route_kept(Game *g)
{
    Cache *c = &g->cache;
    if (!is_current(g, c->route_when)) {
        look_along(g, &c->route);
        c->route_when = c->generation;
    }
    return &c->route;
}

/* What a ship needs for every way from where it is: its own span and texts, and more into another quadrant. */
static void offer_ways(Game *g, CardId ship, const Route *r, int left)
{
    CardId from = g->card[ship].host;
    int quadrant = printed(g, from)->quadrant;
    int start = mission_span(g, from, g->card[ship].commander) + modified_by(g, ship, NODE_MOD_MOVE);
    int crossing = modified_by(g, ship, NODE_MOD_NO_QUADRANT) ? 0 : 2;
    for (int i = 0; i < r->count; i++) {
        const Stop *to = &r->stop[i];
        int need = start + to->span + (to->quadrant == quadrant ? 0 : crossing);
        if (to->mission != from && (left >= need || need <= 0))
            decision_add(g, (Option){ .verb = SL_MOVE, .card = ship, .target = to->mission });
    }
}

/* What holds for every destination is asked once a ship: a random game asks this at every order. */
static bool can_leave(const Game *g, CardId ship, int *left)
{
    if (is_stopped(g, ship) || !is_staffed(g, ship))
        return false;
    *left = range_left(g, ship);
    if (*left == 0 && !(g->mods & mod_bit(NODE_MOD_MOVE)))
        return false;
    return !why_cannot(g, ship, ACT_MOVE, NO_CARD, NULL);
}

static void offer_moves_of(Game *g, int player, CardId ship)
{
    int left;
    if (!g->trace) {
        if (can_leave(g, ship, &left))
            offer_ways(g, ship, route_kept(g), left);
        return;
    }
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW]) {
            CardId by;
            Citation why = why_not_move(g, player, ship, mission, &by);
            offer(g, (Option){ .verb = SL_MOVE, .card = ship, .target = mission }, why, by);
        }
}

/* For who asks: nothing is beamed without a ship of one's own, nor to another mission, and other players' ships stay where they are. */
static void refuse_ways(Game *g, int player)
{
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW]) {
            if (!(crew_at(g, mission)->orbit >> player & 1) && crew_at(g, mission)->beamable >> player & 1)
                offer(g, (Option){ .verb = SL_BEAM, .card = mission }, RULE_NO_OWN_SHIP, NO_CARD);
            FOR_SET(ship, &g->orbiting)
                if (g->card[ship].commander == player && g->card[ship].host != mission && crew_at(g, ship)->beamable >> player & 1)
                    offer(g, (Option){ .verb = SL_BEAM, .card = ship, .target = mission }, RULE_OTHER_MISSION, NO_CARD);
        }
    FOR_SET(ship, &g->orbiting)
        if (g->card[ship].commander != player)
            offer(g, (Option){ .verb = SL_MOVE, .card = ship }, RULE_NOT_YOURS, NO_CARD);
}

/* Moves first, then beaming, for every ship of the player. */
static void offer_ships(Game *g, int player)
{
    if (g->trace)
        refuse_ways(g, player);
    CardSet ships = g->orbiting;
    set_keep(&ships, &g->commanded[player]);
    FOR_SET(ship, &ships)
        offer_moves_of(g, player, ship);
    FOR_SET(ship, &ships)
        offer_beams_of(g, player, g->card[ship].host, ship);
}

typedef struct { CardId ship, mission; int16_t need; } Move;

/* After the answers: the ship is where it was and unstopped, and its Range still lasts.  Its staff was asked for when the order
 * started (2E-9.34). */
static bool can_still_move(Game *g, const Move *m)
{
    if (g->card[m->ship].zone != ZONE_ORBIT || g->card[m->ship].host == m->mission || is_stopped(g, m->ship))
        return false;
    bool enough = range_left(g, m->ship) >= range_needed(g, m->ship, m->mission);
    if (!enough)
        cite(g, RULE_OUT_OF_RANGE);
    return enough;
}

Flow second_move(Game *g, Frame *f)
{
    LOCALS(Move, m);
    PROC_BEGIN;

    RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_ABOUT_TO_MOVE, .actor = f->player, .cause = m->mission });
    if (set_empty(&g->picked) || !can_still_move(g, m))
        RETURN(0);
    tell_ship(g, m->ship, RANGE);
    m->need = (int16_t)range_needed(g, m->ship, m->mission);
    card_use_range(g, m->ship, g->card[m->ship].range_used + m->need);
    card_to_host(g, m->ship, m->mission, ZONE_ORBIT, PUT_BOTTOM);
    modifiers_end(g, UNTIL_PLAY_END, NOBODY);
    log_event(g, LOG_MOVES, f->player, m->ship, m->mission, m->need);
    RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_MOVED, .actor = f->player, .cause = m->mission });
    RETURN(1);

    PROC_END;
}

/* ---- attempts ---- */

static void offer_attempt(Game *g, int player, CardId mission, CardId ship)
{
    const CardDef *def = printed(g, mission);
    CardId by = NO_CARD;
    Citation why = why_not_attempt(g, player, mission, ship, 0, &by);
    offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = ship }, why, by);
    for (int i = 0; i < def->ability_count; i++)
        if (ability_of(g, mission, i)->kind == NODE_ALT_REQ) {
            why = why_not_attempt(g, player, mission, ship, i + 1, &by);
            offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = ship, .number = (int16_t)(i + 1) }, why, by);
        }
}

/* Most missions are done, or nobody is there: no need to look for reasons. */
static bool nobody_to_attempt(const Game *g, int player, CardId mission)
{
    const Crew *crew = crew_at(g, mission);
    int kind = printed(g, mission)->kind;
    if (kind == KIND_HEADQUARTERS || g->card[mission].flags & COMPLETE)
        return true;
    return !((kind == KIND_SPACE ? crew->orbit : crew->able) >> player & 1);
}

static void offer_attempts(Game *g, int player)
{
    for (int p = 0; p < g->players; p++) {
        bool permitted = p == player || g->mods & mod_bit(NODE_MOD_ATTEMPT);           /* by a text (2E-18.41) */
        if (!g->trace && !permitted)
            continue;
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW]) {
            if (!g->trace && nobody_to_attempt(g, player, mission))
                continue;
            if (printed(g, mission)->kind != KIND_SPACE) {
                offer_attempt(g, player, mission, NO_CARD);
                continue;
            }
            bool any = false;
            FOR_HOSTED(g, ship, mission)
                if (g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == player) {
                    any = true;
                    offer_attempt(g, player, mission, ship);
                }
            if (!any)
                offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, RULE_NO_SHIP_THERE, NO_CARD);
        }
    }
}

/* ---- "Order -" texts: 2E-9.3, and interrupts played as orders: 2E-7.60 ---- */

static Citation why_not_order(const Game *g, int player, CardId card, int ability)
{
    CardSet that;
    Citation why = why_not_use(g, player, card, ability, NULL, &that);
    if (why)
        return why;
    const Ability *a = ability_of(g, card, ability);
    Ctx ctx = ctx_of(g, card);
    ctx.you = (uint8_t)player;
    for (int i = 0; i < a->body_count; i++) {
        NodeId e = node_child(g->world->cat, a->node, a->body_first + i);
        int op = g->world->cat->node[e].op;
        if (op != NODE_COMBAT && op != NODE_ENGAGEMENT)
            continue;
        if (!can_begin_battle(g, &ctx, node_child(g->world->cat, e, 0), op == NODE_ENGAGEMENT, &why))
            return why;
    }
    return CITE_NONE;
}

/* Most orders begin battles, and
 * mostly there is nobody to fight: that is asked first, when nobody asks for reasons. */
static Citation why_not_order_kept(Game *g, int player, CardId card, int ability)
{
    const Ability *a = ability_of(g, card, ability);
    if (g->trace)
        return why_not_order(g, player, card, ability);
    if (a->battle && !meets_opponents(g, player, a->battle == NODE_ENGAGEMENT))
        return RULE_NO_OPPONENT_PRESENT;
    return why_not_order(g, player, card, ability);
}

static void offer_orders_of(Game *g, int player, CardId card)
{
    const CardDef *def = printed(g, card);
    if (!has_kind(def, NODE_ORDER))
        return;
    for (int i = 0; i < def->ability_count; i++)
        if (ability_of(g, card, i)->kind == NODE_ORDER)
            offer(g, (Option){ .verb = SL_USE, .card = card, .number = (int16_t)i }, why_not_order_kept(g, player, card, i), NO_CARD);
}

static void refuse_hand(Game *g, int player)
{
    FOR_PILE(g, card, &g->pile[player][ZONE_HAND])
        if (!is_type(g, card, TYPE_INTERRUPT))
            offer(g, (Option){ .verb = SL_PLAY, .card = card }, RULE_WRONG_SEGMENT, NO_CARD);
        else if (!has_kind(printed(g, card), NODE_ORDER))
            offer(g, (Option){ .verb = SL_USE, .card = card }, RULE_WRONG_TIME, NO_CARD);
    offer(g, (Option){ .verb = SL_DRAW }, RULE_COUNTERS_GONE, NO_CARD);
}

static void offer_order_texts(Game *g, int player)
{
    FOR_SET(card, &g->ordering)
        if (g->card[card].commander == player)
            offer_orders_of(g, player, card);
    FOR_PILE(g, card, &g->pile[player][ZONE_HAND])
        if (is_type(g, card, TYPE_INTERRUPT))
            offer_orders_of(g, player, card);
    if (g->trace)
        refuse_hand(g, player);
}

/* ---- endless loops: 2E-25, 2e-2014/infinite-loops ---- */

enum { TIMES_TO_SHOW_A_LOOP = 3, LONGEST_LOOP = 60 };

/* How often this state was met at an order decision of this turn, this time included. */
static int times_seen(Game *g)
{
    uint64_t h = game_loop_hash(g);
    for (int i = 0; i < g->seen_count; i++)
        if (g->seen[i].hash == h)
            return ++g->seen[i].times;
    if (g->seen_count == MAX_LOOP) {
        memmove(&g->seen[0], &g->seen[1], (MAX_LOOP - 1) * sizeof g->seen[0]);
        g->seen_count--;
    }
    g->seen[g->seen_count++] = (Seen){ h, 1 };
    if (g->seen_count == 1)
        g->loop_pile = g->loop_responses = 0;
    return 1;
}

static Citation why_not_declare_loop(const Game *g, int times)
{
    if (!in_force(g, RULING_INFINITE_LOOPS) || times < TIMES_TO_SHOW_A_LOOP || !g->loop_pile)
        return RULING_INFINITE_LOOPS;
    return g->loop_responses ? RULING_INFINITE_LOOPS : CITE_NONE;
}

/* Third copies are laid aside, so that every order the looping player could wait for remains possible (2E-25.2). */
static CardSet choosable(const Game *g, int owner)
{
    CardSet out = { 0 };
    FOR_PILE(g, id, &g->pile[owner][ZONE_PILE]) {
        int copies = 0;
        FOR_SET(other, &out)
            copies += g->card[other].def == g->card[id].def;
        if (copies < 2)
            set_add(&out, id);
    }
    return out;
}

static void put_on_pile(Game *g, int looper, CardId id)
{
    card_to_pile(g, id, g->card[id].owner, ZONE_PILE, PUT_TOP);
    card_know(g, id, (uint8_t)(1u << looper));
}

/* The looping player sets the pile that the loop shuffles: two cards of his choice on top, the rest shuffled beneath. */
Flow second_declare_loop(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    d->player = (uint8_t)(g->loop_pile - 1);
    log_event(g, LOG_LOOP, f->player, NO_CARD, NO_CARD, 0);
    cite(g, RULING_INFINITE_LOOPS);
    put_more(g, f, choosable(g, d->player));
    FOR_SET(id, more_of(g, f))
        card_know(g, id, (uint8_t)(g->card[id].known | 1u << f->player));
    CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_TO_PILE_TOP });
    d->card = set_next(&g->picked, 0);          /* the upper one; then the one beneath it */
    set_drop(own_more(g, f), d->card);
    CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_TO_PILE_TOP });
    put_cards(g, f, g->picked);
    pile_shuffle(g, d->player, ZONE_PILE);
    FOR_SET(id, cards_of(g, f))
        put_on_pile(g, f->player, id);
    if (d->card)
        put_on_pile(g, f->player, d->card);
    g->loop_pile = 0;
    g->seen_count = 0;
    RETURN(1);

    PROC_END;
}

/* ---- the segment: 2E-6.8 ---- */

Flow second_order_segment(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (;;) {
        texts_settle(g);
        d->n = (uint8_t)times_seen(g);
        decision_open(g, SL_DECIDE_ORDERS, f->player, 0, NO_CARD);
        if (d->n <= LONGEST_LOOP) {             /* a turn that goes round and round is cut (2E-25.3) */
            offer_attempts(g, f->player);
            offer_ships(g, f->player);
            offer_order_texts(g, f->player);
        } else {
            cite(g, RULE_LOOP_CUT);
        }
        offer(g, (Option){ .verb = SL_LOOP }, why_not_declare_loop(g, d->n), NO_CARD);
        decision_add(g, (Option){ .verb = SL_END });
        ASK();
        d->card = answered(g).card;
        if (answered(g).verb == SL_END)
            RETURN(0);
        if (answered(g).verb == SL_BEAM)
            CALL(second_beam, f->player, (Beam){ answered(g).card, answered(g).target });
        else if (answered(g).verb == SL_MOVE)
            CALL(second_move, f->player, (Move){ .ship = answered(g).card, .mission = answered(g).target });
        else if (answered(g).verb == SL_ATTEMPT)
            CALL(second_attempt, f->player, (Try){ .mission = answered(g).card, .ship = answered(g).target, .means = (uint8_t)answered(g).number });
        else if (answered(g).verb == SL_LOOP)
            CALL(second_declare_loop, f->player, (Do){ 0 });
        else if (g->card[d->card].zone == ZONE_HAND)
            CALL(second_play_interrupt, f->player, (UseText){ .card = d->card, .ability = (uint8_t)answered(g).number, .actor = f->player });
        else
            CALL(use_text, f->player, (UseText){ .card = d->card, .ability = (uint8_t)answered(g).number, .actor = f->player });
        SETTLE();
    }

    PROC_END;
}
