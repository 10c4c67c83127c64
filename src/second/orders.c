/* Orders: chapter 9 of the rules. */
#include "spaceline.h"
#include "second/second.h"

/* ---- beaming: 2E-9.10 to 9.15 ---- */

static bool is_beamable(const Game *g, CardId card)
{
    int type = card_type(g, card);
    return type == TYPE_PERSONNEL || type == TYPE_EQUIPMENT;
}

Citation why_not_use_end(const Game *g, int player, CardId end)
{
    if (is_type(g, end, TYPE_SHIP)) {
        if (g->card[end].commander != player)
            return RULE_OPPONENTS_SHIP;
        return is_stopped(g, end) ? RULE_BEAM_SHIP_STOPPED : CITE_NONE;
    }
    return printed(g, end)->kind == KIND_SPACE ? RULE_NO_SURFACE : CITE_NONE;
}

/* May this card be beamed from where it is?  zone: where those lie there who can be beamed. */
static inline Citation why_not_beam_card(const Game *g, int player, CardId card, Zone zone, CardId *by)
{
    const Card *c = &g->card[card];
    *by = NO_CARD;
    if (c->zone != zone || !is_beamable(g, card))
        return RULE_NOTHING_TO_BEAM;
    if (c->commander != player)
        return RULE_NOT_YOURS;
    if (state_bars(g, card) & BARS_MOVE)
        return RULE_BEAM_STOPPED;
    return why_cannot(g, card, ACT_BEAM, NO_CARD, by);
}

static Citation why_not_use_ends(const Game *g, int player, CardId from, CardId to)
{
    Citation no = why_not_use_end(g, player, from);
    return no ? no : why_not_use_end(g, player, to);
}

static CardSet beamable(const Game *g, int player, CardId from)
{
    CardSet out = { 0 };
    Zone zone = crew_zone(g, from);
    CardId by;
    FOR_HOSTED(g, id, from)
        if (!why_not_beam_card(g, player, id, zone, &by))
            set_add(&out, id);
    return out;
}

/* Why none of those who are there can be beamed.  Of several cards, the last one gives the reason. */
static Citation NOINLINE why_nobody_beams(const Game *g, int player, CardId from, CardId *by)
{
    Citation why = RULE_NOTHING_TO_BEAM;
    Zone zone = crew_zone(g, from);
    FOR_HOSTED(g, id, from) {
        CardId text;
        Citation no = why_not_beam_card(g, player, id, zone, &text);
        if (!no)
            return CITE_NONE;
        if (no != RULE_NOTHING_TO_BEAM && no != RULE_NOT_YOURS)
            why = no, *by = text;
    }
    return why;
}

static Citation NOINLINE why_not_pay_prices(const Game *g, int player, CardId from, CardId to, CardId *by)
{
    Citation why = why_not_pay_any(g, NODE_BEAM_TAX, player, from, by);
    return why ? why : why_not_pay_any(g, NODE_BEAM_TAX, player, to, by);
}

/* May anything be beamed from here to there?  crew: who is here. */
static inline Citation why_not_beam(const Game *g, int player, CardId from, CardId to, const Crew *crew, CardId *by)
{
    Citation why = why_not_use_ends(g, player, from, to);
    *by = NO_CARD;
    if (!why)
        why = why_cannot(g, to, ACT_VISITED, NO_CARD, by);
    if (!why && any_price(g, NODE_BEAM_TAX))
        why = why_not_pay_prices(g, player, from, to, by);
    if (why || (crew->beamable >> player & 1 && !is_forbidden_at_all(g, ACT_BEAM)))
        return why;
    return why_nobody_beams(g, player, from, by);
}

/* The player has nobody there who could be beamed. */
static inline bool hopeless_beam(int player, const Crew *crew)
{
    return !(crew->beamable >> player & 1);
}

/* For who asks: others go, these cannot. */
static void NOINLINE refuse_to_beam(Game *g, int player, CardId from, CardId to)
{
    Zone zone = crew_zone(g, from);
    CardId by;
    FOR_HOSTED(g, id, from)
        if (is_beamable(g, id) && g->card[id].commander == player) {
            Citation no = why_not_beam_card(g, player, id, zone, &by);
            if (no)
                offer(g, (Option){ .verb = SL_BEAM, .card = id, .target = to }, no, by);
        }
}

/* One order for each pair of ends with something to beam; the cards are chosen afterwards. */
static inline void offer_beam(Game *g, int player, CardId from, CardId to, const Crew *crew)
{
    CardId by;
    Citation why = why_not_beam(g, player, from, to, crew, &by);
    offer(g, (Option){ .verb = SL_BEAM, .card = from, .target = to }, why, by);
    if (!why)
        FOR_REASONS(g)
            refuse_to_beam(g, player, from, to);
}

/* Between a ship and the mission it is at, and from it to the other ships there. */
static void offer_beams_of(Game *g, int player, CardId mission, CardId ship)
{
    const Crew *aboard = crew_at(g, ship), *there = crew_at(g, mission);
    UNLESS_HOPELESS(g, hopeless_beam(player, aboard))
        offer_beam(g, player, ship, mission, aboard);
    if (printed(g, mission)->kind != KIND_SPACE)
        UNLESS_HOPELESS(g, hopeless_beam(player, there))
            offer_beam(g, player, mission, ship, there);
    UNLESS_HOPELESS(g, there->ships < 2 || hopeless_beam(player, aboard))
        FOR_HOSTED(g, other, mission)
            if (g->card[other].zone == ZONE_ORBIT && other != ship)
                offer_beam(g, player, ship, other, aboard);
}

/* Cards that moved face down, or stayed behind face down, can no longer be told apart by others. */
static void lose_sight(Game *g, CardId place, int player)
{
    Zone zone = crew_zone(g, place);
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

    PAY_PRICES(f->player, NODE_BEAM_TAX, b->from);
    if (g->result)
        PAY_PRICES(f->player, NODE_BEAM_TAX, b->to);
    if (g->result == 0)
        RETURN(0);
    put_more(g, f, beamable(g, f->player, b->from));
    CALL_ON(choose_cards, f->player, *more_of(g, f), (Choose){ .least = 1, .most = MAX_CARDS, .about = NODE_BEAM_TO });
    put_cards(g, f, g->picked);
    Zone zone = crew_zone(g, b->to);
    FOR_SET(id, cards_of(g, f)) {
        card_to_host(g, id, b->to, zone, PUT_BOTTOM);
        log_event(g, LOG_BEAMS, f->player, id, b->to, 0);
    }
    if (!set_equal(cards_of(g, f), more_of(g, f))) {
        lose_sight(g, b->from, f->player);
        lose_sight(g, b->to, f->player);
    }
    TELL(f->player, *cards_of(g, f), (Window){ .event = EVENT_BEAMED, .actor = f->player, .cause = b->to });
    TELL(f->player, *cards_of(g, f), (Window){ .event = EVENT_BEAMED_FROM, .actor = f->player, .cause = b->from });
    RETURN(1);

    PROC_END;
}

/* ---- moving: 2E-9.20 to 9.28 ---- */

static int NOINLINE range_by_texts(const Game *g, CardId ship, CardId from, CardId to, bool *bridged)
{
    const Catalogue *cat = g->world->cat;
    int more = 0;
    static const int ops[] = { NODE_MOD_RANGE_TO, NODE_MOD_BRIDGE, NODE_MOD_MOVE_BETWEEN, NODE_MOD_MOVE_FROM };
    for (size_t o = 0; o < countof(ops); o++) {
        int op = ops[o];
        const TextSet *texts = texts_giving(g, op);
        FOR_TEXTS(g, i, texts) {
            const Ability *a = &cat->ability[g->statics[i].ability];
            if (!text_reaches(g, i, ship))
                continue;
            Ctx ctx = ctx_of(g, g->statics[i].card);
            for (int k = 0; k < a->body_count; k++) {
                NodeId m = node_child(cat, a->node, a->body_first + k), one = node_child(cat, m, 0), other = node_child(cat, m, 1);
                if (cat->node[m].op != op)
                    continue;
                bool between = (op == NODE_MOD_BRIDGE || op == NODE_MOD_MOVE_BETWEEN)
                    && ((filter_is(g, &ctx, one, from) && filter_is(g, &ctx, other, to)) || (filter_is(g, &ctx, one, to) && filter_is(g, &ctx, other, from)));
                if (op == NODE_MOD_RANGE_TO)
                    more += filter_is(g, &ctx, other, to) ? quantity(g, &ctx, one) : 0;
                else if (op == NODE_MOD_MOVE_FROM)
                    more += filter_is(g, &ctx, one, from) ? quantity(g, &ctx, other) : 0;
                else if (op == NODE_MOD_MOVE_BETWEEN)
                    more += between ? quantity(g, &ctx, node_child(cat, m, 2)) : 0;
                else
                    *bridged |= between;
            }
        }
    }
    return more;
}

/* Whether some text speaks of ways from mission to mission: mostly none does. */
static inline bool texts_rule_ways(const Game *g)
{
    return g->mods & (mod_bit(NODE_MOD_RANGE_TO) | mod_bit(NODE_MOD_BRIDGE) | mod_bit(NODE_MOD_MOVE_BETWEEN) | mod_bit(NODE_MOD_MOVE_FROM) | mod_bit(NODE_MOD_NO_WAY));
}

/* What texts say of a move between these two missions: Range more or less; whether the way between the quadrants costs nothing. */
static inline int range_between(const Game *g, CardId ship, CardId from, CardId to, bool *bridged)
{
    *bridged = false;
    return texts_rule_ways(g) ? range_by_texts(g, ship, from, to, bridged) : 0;
}

int range_needed(const Game *g, CardId ship, CardId mission)
{
    CardId from = location_of(g, ship);
    int need = mission_span(g, from, g->card[ship].commander) + mission_span(g, mission, g->card[ship].commander);
    bool bridged;
    need += modified_by(g, ship, NODE_MOD_MOVE) + range_between(g, ship, from, mission, &bridged);
    if (printed(g, from)->quadrant != printed(g, mission)->quadrant && !bridged && !modified_by(g, ship, NODE_MOD_NO_QUADRANT))
        need += 2;
    return not_negative(need);
}

static Stop stop_at(const Game *g, CardId mission)
{
    return (Stop){ mission, (int16_t)mission_span(g, mission, g->card[mission].owner), printed(g, mission)->quadrant };
}

static void look_along(Game *g, Route *r)
{
    r->count = 0;
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW])
            if (r->count < MAX_MISSIONS)
                r->stop[r->count++] = stop_at(g, mission);
            else
                game_overflow(g, CAPACITY_MISSIONS);
    note_mark(g, CAPACITY_MISSIONS, (unsigned)r->count);
}

static const Route *route_kept(Game *g)
{
    Cache *c = &g->cache;
    bool spans_change = g->wide_mods[TYPE_MISSION] & span_mods();
    uint64_t stamp = spans_change ? c->generation : stamp_of(g, c->rows);
    if (c->route_stamp != stamp) {
        look_along(g, &c->route);
        c->route_stamp = stamp;
    } else if (g->mods & span_mods() && !is_current(g, c->spans_when)) {
        for (Stop *s = c->route.stop; s < c->route.stop + c->route.count; s++)
            if (printed(g, s->mission)->own_mods & span_mods())
                *s = stop_at(g, s->mission);
    }
    c->spans_when = c->generation;
#ifdef SPACELINE_CHECK
    Route now;
    look_along(g, &now);
    assert(now.count == c->route.count && memcmp(now.stop, c->route.stop, sizeof now.stop[0] * (size_t)now.count) == 0);
#endif
    return &c->route;
}

/* What holds for every way of a ship from where it is: why it cannot leave at all (by: the text that forbids), the Range it has left, what it needs
 * besides the span of the destination, which the caller adds the span of that mission to, and more into another quadrant; whether texts speak of its
 * ways, or it has one that needs no staff. */
typedef struct { CardId from, by; Citation no; int left, start, quadrant, crossing; bool texts, unstaffed; } Departure;

static inline Departure departure(const Game *g, int player, CardId ship)
{
    Departure d = { .from = g->card[ship].host };
    d.no = g->card[ship].commander != player ? RULE_NOT_YOURS : is_stopped(g, ship) ? RULE_SHIP_STOPPED
        : why_cannot(g, ship, ACT_MOVE, NO_CARD, &d.by);
    if (!d.no)
        d.no = why_not_pay_price(g, NODE_MOVE_TAX, player, ship, &d.by);
    d.unstaffed = !d.no && !is_staffed(g, ship);
    if (d.unstaffed && !has_kind(printed(g, ship), NODE_UNSTAFFED_TO))
        d.no = RULE_NOT_STAFFED;
    if (d.no)
        return d;
    d.texts = texts_rule_ways(g);
    d.quadrant = printed(g, d.from)->quadrant;
    d.left = unused_range(g, ship);
    d.start = modified_by(g, ship, NODE_MOD_MOVE);
    d.crossing = modified_by(g, ship, NODE_MOD_NO_QUADRANT) ? 0 : 2;
    return d;
}

static bool NOINLINE goes_unstaffed(const Game *g, CardId ship, CardId mission)
{
    const Ability *a = ability_of_kind(g, ship, NODE_UNSTAFFED_TO);
    Ctx ctx = ctx_of(g, ship);
    return text_active(g, ship, a) && filter_is(g, &ctx, a->filter, mission);
}

static Citation why_not_move(const Game *g, CardId ship, const Departure *d, const Stop *to)
{
    if (to->mission == d->from)
        return RULE_SAME_MISSION;
    if (d->no)
        return d->no;
    if (d->texts && text_relates(g, NODE_MOD_NO_WAY, ship, to->mission))
        return RULE_CANNOT_TEXT;
    if (d->unstaffed && !goes_unstaffed(g, ship, to->mission))
        return RULE_NOT_STAFFED;
    bool bridged = false;
    int more = d->texts ? range_by_texts(g, ship, d->from, to->mission, &bridged) : 0;
    int need = d->start + to->span + (to->quadrant == d->quadrant || bridged ? 0 : d->crossing) + more;
    return d->left >= need ? CITE_NONE : RULE_OUT_OF_RANGE;
}

/* Every rule in the way of a ship (card) to a mission (target), one by one: see why_not_move. */
void ask_move(Reasons *r)
{
    const Game *g = r->g;
    CardId ship = r->asked.card, to = r->asked.target, by = NO_CARD;
    reason_if(r, g->card[ship].host == to, RULE_SAME_MISSION);
    reason_if(r, is_stopped(g, ship), RULE_SHIP_STOPPED);
    if (why_cannot(g, ship, ACT_MOVE, NO_CARD, &by))
        reason_tell(r, RULE_CANNOT_TEXT, by);
    Citation unpaid = why_not_pay_price(g, NODE_MOVE_TAX, r->player, ship, &by);
    if (unpaid)
        reason_tell(r, unpaid, by);
    by = texts_rule_ways(g) ? text_relates(g, NODE_MOD_NO_WAY, ship, to) : NO_CARD;
    if (by)
        reason_tell(r, RULE_CANNOT_TEXT, by);
    reason_if(r, !is_staffed(g, ship) && !(has_kind(printed(g, ship), NODE_UNSTAFFED_TO) && goes_unstaffed(g, ship, to)), RULE_NOT_STAFFED);
    reason_if(r, g->card[ship].host != to && unused_range(g, ship) < range_needed(g, ship, to), RULE_OUT_OF_RANGE);
}

static int span_on(const Game *g, const Route *r, CardId mission)
{
    for (const Stop *at = r->stop, *end = at + r->count; at < end; at++)
        if (at->mission == mission)
            return at->span;
    return stop_at(g, mission).span;
}

static void offer_moves_of(Game *g, int player, CardId ship)
{
    Departure d = departure(g, player, ship);
    UNLESS_HOPELESS(g, d.no) {
        const Route *r = route_kept(g);
        d.start += d.no ? 0 : span_on(g, r, d.from);
        UNLESS_HOPELESS(g, d.left < d.start && !(g->mods & (mod_bit(NODE_MOD_MOVE_BETWEEN) | mod_bit(NODE_MOD_MOVE_FROM) | mod_bit(NODE_MOD_RANGE_TO))))
            for (const Stop *to = r->stop, *end = to + r->count; to < end; to++)
                offer(g, (Option){ .verb = SL_MOVE, .card = ship, .target = to->mission }, why_not_move(g, ship, &d, to), d.by);
    }
}

/* For who asks: nothing is beamed without a ship of one's own, nor to another mission, and other players' ships stay where they are. */
static void refuse_ways(Game *g, int player)
{
    CardSet manned = set_and(&g->orbiting, &g->commanded[player]);
    FOR_SET(ship, &manned)
        if (!(crew_at(g, ship)->beamable >> player & 1))
            set_drop(&manned, ship);
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, mission, &g->pile[p][ZONE_ROW]) {
            if (!(crew_at(g, mission)->orbit >> player & 1) && crew_at(g, mission)->beamable >> player & 1)
                offer(g, (Option){ .verb = SL_BEAM, .card = mission }, RULE_NO_OWN_SHIP, NO_CARD);
            FOR_SET(ship, &manned)
                if (g->card[ship].host != mission)
                    offer(g, (Option){ .verb = SL_BEAM, .card = ship, .target = mission }, RULE_OTHER_MISSION, NO_CARD);
        }
    FOR_SET(ship, &g->orbiting)
        if (g->card[ship].commander != player)
            offer(g, (Option){ .verb = SL_MOVE, .card = ship }, RULE_NOT_YOURS, NO_CARD);
}

/* Moves first, then beaming, for every ship of the player. */
static void offer_ships(Game *g, int player)
{
    FOR_REASONS(g)
        refuse_ways(g, player);
    CardSet ships = g->orbiting;
    set_keep(&ships, &g->commanded[player]);
    FOR_SET(ship, &ships)
        offer_moves_of(g, player, ship);
    FOR_SET(ship, &ships)
        UNLESS_HOPELESS(g, is_stopped(g, ship))
            offer_beams_of(g, player, g->card[ship].host, ship);
}

typedef struct { CardId ship, mission, from; int16_t need; bool freely; } Move;

/* After the responses: the ship is where it was and unstopped, and its Range still lasts.  Its staff was asked for when the order
 * started (2E-9.34). */
static bool can_still_move(Game *g, const Move *m)
{
    if (g->card[m->ship].zone != ZONE_ORBIT || g->card[m->ship].host == m->mission || is_stopped(g, m->ship))
        return false;
    bool enough = m->freely || unused_range(g, m->ship) >= range_needed(g, m->ship, m->mission);
    if (!enough)
        cite(g, RULE_OUT_OF_RANGE);
    return enough;
}

Flow second_move(Game *g, Frame *f)
{
    LOCALS(Move, m);
    PROC_BEGIN;

    PAY_PRICES(f->player, NODE_MOVE_TAX, m->ship);
    if (g->result == 0)
        RETURN(0);
    RESPOND(f->player, set_one(m->ship), (Window){ .event = EVENT_ABOUT_TO_MOVE, .actor = f->player, .cause = m->mission });
    if (set_empty(&g->picked) || !can_still_move(g, m))
        RETURN(0);
    tell_ship(g, m->ship, RANGE);
    m->need = (int16_t)(m->freely ? 0 : range_needed(g, m->ship, m->mission));
    m->from = g->card[m->ship].host;
    card_use_range(g, m->ship, g->card[m->ship].range_used + m->need);
    card_to_host(g, m->ship, m->mission, ZONE_ORBIT, PUT_BOTTOM);
    modifiers_end(g, UNTIL_PLAY_END, NOBODY);
    log_event(g, LOG_MOVES, f->player, m->ship, m->mission, m->need);
    TELL(f->player, set_one(m->ship), (Window){ .event = EVENT_MOVED, .actor = f->player, .cause = m->mission });
    TELL(f->player, set_one(m->ship), (Window){ .event = EVENT_MOVED_AWAY, .actor = f->player, .cause = m->from });
    RETURN(1);

    PROC_END;
}

/* By a text, using no Range: whoever could not give the order does not move by it either. */
Flow second_move_freely(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_MOVE_FREELY });
    d->card = set_next(&g->picked, 0);
    if (!d->card || g->card[d->card].zone != ZONE_ORBIT || departure(g, f->player, d->card).no)
        RETURN(0);
    Ctx ctx = ctx_in(g, f);
    put_cards(g, f, filter_set(g, &ctx, node_child(cat, d->node, 1)));
    set_drop(own_cards(g, f), g->card[d->card].host);
    CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_MOVE_FREELY, .asker = source_of(g, f) });
    if (set_empty(&g->picked))
        RETURN(0);
    CALL(second_move, f->player, (Move){ .ship = d->card, .mission = set_next(&g->picked, 0), .freely = true });
    RETURN(g->result);

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
    CardId giver;
    for (int nth = 0; g->mods & mod_bit(NODE_MOD_ATTEMPT_WITH) && granted_means(g, mission, nth, &giver); nth++) {
        why = why_not_attempt(g, player, mission, ship, MEANS_GRANTED + nth, &by);
        offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission, .target = ship, .number = (int16_t)(MEANS_GRANTED + nth) }, why, by);
    }
}

/* A mission at which the player has nobody, or which is done, cannot be attempted. */
static bool hopeless_attempt(const Game *g, int player, CardId mission)
{
    if (!g->card[mission].top)                  /* mostly nothing lies there */
        return true;
    int kind = printed(g, mission)->kind;
    if (kind == KIND_HEADQUARTERS || g->card[mission].flags & COMPLETE)
        return true;
    const Crew *crew = crew_at(g, mission);
    return !((kind == KIND_SPACE ? crew->orbit : crew->able) >> player & 1);
}

/* A space mission is attempted by the crew of one ship there. */
static void offer_attempts_in_space(Game *g, int player, CardId mission)
{
    bool any = false;
    FOR_HOSTED(g, ship, mission)
        if (g->card[ship].zone == ZONE_ORBIT && g->card[ship].commander == player) {
            any = true;
            offer_attempt(g, player, mission, ship);
        }
    if (!any)
        offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, RULE_NO_SHIP_THERE, NO_CARD);
}

static void offer_attempts_at(Game *g, int player, CardId mission)
{
    if (printed(g, mission)->kind == KIND_SPACE)
        offer_attempts_in_space(g, player, mission);
    else
        offer_attempt(g, player, mission, NO_CARD);
}

/* Whether texts may rule who attempts a mission: permit, forbid or price it, ask for more personnel, or change the affiliations of those who are there. */
static bool texts_rule_attempts(const Game *g)
{
    const uint64_t mods = mod_bit(NODE_MOD_ATTEMPT) | mod_bit(NODE_MOD_ATTEMPT_WITH) | mod_bit(NODE_MOD_ATTEMPT_DESPITE) | mod_bit(NODE_MOD_ATTEMPT_SIZE) | icon_mods();
    return g->mods & mods || g->acts & (act_bit(ACT_ATTEMPT) | act_bit(ACT_ATTEMPTED)) || any_price(g, NODE_ATTEMPT_TAX);
}

/* Another's mission is not attempted without a text that permits it (2E-18.41).  Who may attempt one stays so while nothing changes there, unless a text may
 * rule it. */
static void offer_attempts(Game *g, int player)
{
    const bool others = g->mods & (mod_bit(NODE_MOD_ATTEMPT) | mod_bit(NODE_MOD_ATTEMPT_WITH)), stays = player < KEPT_PLAYERS && !texts_rule_attempts(g);
    int at = 0;                                 /* which of all missions it is, in the order of the rows */
    for (int row = 0; row < g->players; row++)
        FOR_PILE(g, mission, &g->pile[row][ZONE_ROW]) {
            UNLESS_HOPELESS(g, (g->card[mission].commander != player && !others) || hopeless_attempt(g, player, mission)) {
                if (stays && at < KEPT_PLACES && !has_kind(printed(g, mission), NODE_ALT_REQ))
                    KEEP_OPTIONS(g, &cache_of(g)->kept.at[KEPT_ATTEMPTS][player][at], mission, stamp_of_location(g, mission, false))
                        offer_attempts_at(g, player, mission);
                else
                    offer_attempts_at(g, player, mission);
            }
            at++;
        }
}

/* ---- "Order -" texts: 2E-9.3, and interrupts played as orders: 2E-7.60 ---- */

/* Why the battle of this effect could not begin; of several to choose from, if none could.  Of cards that have no names yet, it is only known
 * whether anybody could be fought. */
static Citation why_no_battle(const Game *g, const Ctx *ctx, NodeId effect)
{
    const Catalogue *cat = g->world->cat;
    int op = cat->node[effect].op;
    Citation why = CITE_NONE;
    for (int i = 1; op == NODE_MODAL && i < cat->node[effect].argc; i++) {
        Citation no = why_no_battle(g, ctx, node_child(cat, effect, i));
        if (!no)
            return CITE_NONE;
        why = why ? why : no;
    }
    if (op != NODE_COMBAT && op != NODE_ENGAGEMENT)
        return why;
    can_begin_battle(g, ctx, node_child(cat, effect, 0), op == NODE_ENGAGEMENT, &why);
    if (why && ctx->scope == 0 && node_mentions(cat, node_child(cat, effect, 0), NODE_VAR))
        return may_fight_somewhere(g, ctx->you, op == NODE_ENGAGEMENT) ? CITE_NONE : op == NODE_ENGAGEMENT ? RULE_NO_TARGET_SHIP : RULE_NO_OPPONENT_PRESENT;
    return why;
}

bool second_can_battle(const Game *g, int player, CardId card, int scope, NodeId effect)
{
    Ctx ctx = ctx_of(g, card);
    ctx.you = (uint8_t)player;
    ctx.scope = (uint8_t)scope;
    return !why_no_battle(g, &ctx, effect);
}

Citation why_not_fight(const Game *g, int player, CardId card, int ability)
{
    const Ability *a = ability_of(g, card, ability);
    Ctx ctx = ctx_of(g, card);
    ctx.you = (uint8_t)player;
    for (int i = 0; i < a->body_count; i++) {
        NodeId effect = node_child(g->world->cat, a->node, a->body_first + i);
        if (moves_fighters(g->world->cat->node[effect].op))
            break;
        Citation why = why_no_battle(g, &ctx, effect);
        if (why)
            return why;
    }
    return CITE_NONE;
}

Citation why_not_order(const Game *g, int player, CardId card, int ability)
{
    CardSet that;
    if (why_cannot(g, card, ACT_ORDERED, NO_CARD, NULL))
        return RULE_CANNOT_TEXT;
    Citation why = why_not_use(g, player, card, ability, NULL, &that);
    return why || !ability_of(g, card, ability)->fights ? why : why_not_fight(g, player, card, ability);
}

/* Most orders begin battles, and mostly there is nobody to fight. */
static bool hopeless_order(const Game *g, int player, const Ability *a)
{
    return a->battle && !may_fight_somewhere(g, player, a->battle == NODE_ENGAGEMENT);
}

static inline void offer_orders_of(Game *g, int player, CardId card)
{
    const CardDef *def = printed(g, card);
    if (!has_kind(def, NODE_ORDER))
        return;
    const Ability *a = ability_of(g, card, 0);
    for (int i = 0; i < def->ability_count; i++)
        if (a[i].kind == NODE_ORDER)
            UNLESS_HOPELESS(g, hopeless_order(g, player, &a[i]))
                offer(g, (Option){ .verb = SL_USE, .card = card, .number = (int16_t)i }, why_not_order(g, player, card, i), NO_CARD);
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
    if (some_has_kind(g, NODE_AS_FROM_HAND))
        FOR_CARDS(g, card)
            if (g->card[card].owner == player && is_type(g, card, TYPE_INTERRUPT) && lies_like_in_hand(g, card))
                offer_orders_of(g, player, card);
    FOR_REASONS(g)
        refuse_hand(g, player);
}

/* ---- the segment: 2E-6.8 ---- */

enum { LONGEST_LOOP = 60 };

Flow second_order_segment(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (;;) {
        texts_note_held(g);
        d->n = (uint8_t)loop_times(g);
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
        d->x = (int16_t)answered(g).verb;
        if (d->x == SL_END)
            RETURN(0);
        if (answered(g).verb == SL_BEAM)
            CALL(second_beam, f->player, (Beam){ answered(g).card, answered(g).target });
        else if (answered(g).verb == SL_MOVE)
            CALL(second_move, f->player, (Move){ .ship = answered(g).card, .mission = answered(g).target });
        else if (answered(g).verb == SL_ATTEMPT)
            CALL(second_attempt, f->player, (Try){ .mission = answered(g).card, .ship = answered(g).target, .means = (uint8_t)answered(g).number });
        else if (answered(g).verb == SL_LOOP)
            CALL(second_declare_loop, f->player, (Do){ 0 });
        else if (plays_like_from_hand(g, d->card))
            CALL(second_play_interrupt, f->player, (UseText){ .card = d->card, .ability = (uint8_t)answered(g).number, .actor = f->player });
        else
            CALL(use_text, f->player, (UseText){ .card = d->card, .ability = (uint8_t)answered(g).number, .actor = f->player });
        if (event_heard(g, EVENT_EXECUTED) && d->x != SL_LOOP)
            RESPOND(f->player, d->x == SL_USE ? set_one(d->card) : (CardSet){ 0 }, (Window){ .event = EVENT_EXECUTED, .actor = f->player });
        SETTLE();
    }

    PROC_END;
}
