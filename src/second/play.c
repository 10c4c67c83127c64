/* Playing cards: chapter 7 of the rules; the steps are those of 2e-2014/playing-a-card, from the second on (the first is may_play.c). */
#include "spaceline.h"
#include "second/second.h"

/* ---- the play segment: 2E-6.3 to 6.7 ---- */

/* A card that costs what is printed, and that is too much.  Before July 2014 it could be shown in vain all the same. */
static bool hopeless_play(const Game *g, CardId card)
{
    return printed(g, card)->cost > g->plays[g->active] && costs_as_printed(g, card) && in_force(g, RULING_PLAY_CHECK) && !may_cost_less_somewhere(g, card);
}

/* The ways of playing a card, wherever it goes: why each is not possible, and by whose text; open: one of them is. */
enum { MAX_WAYS = MAX_ABILITIES + 1 };
static_assert(MAX_ABILITIES < 32, "five bits of a variant hold the number of an ability, from 1");
typedef struct { int16_t variant; Citation why; CardId by; } Way;
typedef struct { int count; bool open; Way way[MAX_WAYS]; } Ways;

static void add_way(const Game *g, int player, CardId card, int variant, Ways *to)
{
    Way w = { .variant = (int16_t)variant, .by = NO_CARD };
    w.why = why_not_play_at_all(g, player, card, variant, &w.by);
    to->open |= !w.why;
    to->way[to->count++] = w;
}

static void find_ways(const Game *g, int player, CardId card, Ways *to)
{
    const CardDef *def = printed(g, card);
    to->count = 0;
    to->open = false;
    add_way(g, player, card, 0, to);
    for (int i = 0; has_variants(def) && i < def->ability_count; i++) {
        int kind = ability_of(g, card, i)->kind;
        int variant = kind == NODE_PLAY_OPTION ? i + 1 : kind == NODE_COST_OPTION ? (i + 1) << 5 : 0;
        Ctx ctx = player_ctx(g, card, player);
        if (variant && (kind != NODE_PLAY_OPTION || guard_holds(g, &ctx, ability_of(g, card, i))))
            add_way(g, player, card, variant, to);
    }
}

/* At a place that was found to permit it. */
static inline void offer_ways(Game *g, int player, CardId card, CardId place, const Ways *ways)
{
    int more = place_price(g, player, card, place) + least_change(g, player, card, place);
    for (const Way *w = ways->way; w < ways->way + ways->count; w++) {
        Citation why = more ? afford_there(g, player, card, w->variant, more, w->why) : w->why;
        offer(g, (Option){ .verb = SL_PLAY, .card = card, .target = place, .number = w->variant }, why, w->by);
    }
}

/* Where it may not be played, there is one reason for all ways of playing it. */
static bool offer_at(Game *g, int player, CardId card, CardId place, const Ways *ways)
{
    Citation no = why_not_place(g, player, card, place);
    if (!no)
        offer_ways(g, player, card, place, ways);
    else
        FOR_REASONS(g)
            offer(g, (Option){ .verb = SL_PLAY, .card = card, .target = place }, no, what_bars_play(g, card, place, no));
    return !no;
}

static void offer_hosts(Game *g, int player, CardId card, const Ways *ways)
{
    int before = g->decision.count;
    Ctx ctx = player_ctx(g, card, player);
    const CardDef *def = printed(g, card);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        CardSet hosts = a->kind == NODE_PLAYS_ON ? filter_set(g, &ctx, a->filter) : (CardSet){ 0 };
        FOR_SET(host, &hosts)
            offer_at(g, player, card, host, ways);
    }
    if (g->decision.count == before)
        offer(g, (Option){ .verb = SL_PLAY, .card = card }, RULE_NO_HOST, NO_CARD);
}

/* Before July 2014 nobody asked beforehand: a card without a place was shown in vain, once. */
static Citation why_not_in_vain(const Game *g, CardId card)
{
    if (in_force(g, RULING_PLAY_CHECK))
        return RULING_PLAY_CHECK;
    return known_to_all(g, card) ? RULE_NO_PLACE : CITE_NONE;
}

/* For who asks: the places where no text of the table lets anything be played, and those of other players with such a text. */
static CardSet places_elsewhere(const Game *g, int player)
{
    CardSet out = { 0 };
    FOR_SET(place, &g->in_play) {
        bool own = can_be_played_at(g, place) && g->card[place].commander == player;
        if (own != has_kind(printed(g, place), NODE_PERMIT_PLAY))
            set_add(&out, place);
    }
    return out;
}

static void refuse_places(Game *g, int player, CardId card, const CardSet *elsewhere)
{
    FOR_SET(place, elsewhere) {
        Citation no = why_not_place(g, player, card, place);
        offer(g, (Option){ .verb = SL_PLAY, .card = card, .target = place }, no, what_bars_play(g, card, place, no));
    }
}

/* Where a text permits it: one of the place, or one of its own, which may speak of any place. */
static void offer_places(Game *g, int player, CardId card, const Ways *ways, const CardSet *elsewhere)
{
    bool own_text = has_kind(printed(g, card), NODE_PLAY_AT) || has_places_elsewhere(g, player), somewhere = false;
    FOR_SET(place, own_text ? &g->in_play : &g->permitting)
        if (can_be_played_at(g, place) && (own_text || g->card[place].commander == player))
            somewhere |= offer_at(g, player, card, place, ways);
    if (!own_text)
        FOR_REASONS(g)
            refuse_places(g, player, card, elsewhere);
    if (!somewhere)
        offer(g, (Option){ .verb = SL_PLAY, .card = card }, why_not_in_vain(g, card), NO_CARD);
}

/* Events need none, and who says itself where it is played may find one yet. */
bool has_place(const Game *g, int player, CardId card)
{
    const CardDef *def = printed(g, card);
    if (def->type == TYPE_EVENT || def->type == TYPE_INTERRUPT || has_kind(def, NODE_PLAY_AT))
        return true;
    FOR_SET(place, &g->permitting)
        if (can_be_played_at(g, place) && g->card[place].commander == player && !why_not_place(g, player, card, place))
            return true;
    return false;
}

static void offer_card_in(Game *g, int player, CardId card, const Ways *ways, const CardSet *elsewhere)
{
    const CardDef *def = printed(g, card);
    if (def->type != TYPE_EVENT)
        offer_places(g, player, card, ways, elsewhere);
    else if (has_kind(def, NODE_PLAYS_ON))
        offer_hosts(g, player, card, ways);
    else
        offer_ways(g, player, card, NO_CARD, ways);
}

static void offer_card(Game *g, int player, CardId card, const CardSet *elsewhere)
{
    if (is_type(g, card, TYPE_INTERRUPT)) {
        offer(g, (Option){ .verb = SL_PLAY, .card = card }, RULE_WRONG_TIME, NO_CARD);
        return;
    }
    Ways ways;
    find_ways(g, player, card, &ways);
    UNLESS_HOPELESS(g, !ways.open && in_force(g, RULING_PLAY_CHECK) && !may_cost_less_somewhere(g, card))
        offer_card_in(g, player, card, &ways, elsewhere);
}

/* Whether that player has a card that can be played from the discard pile; kept while nothing comes to such a pile or leaves it. */
static bool plays_from_discard(const Game *g, int player)
{
    Cache *c = cache_of(g);
    uint64_t stamp = stamp_of(g, c->stirred_in[ZONE_DISCARD]);
    if (c->recalls_stamp[player] != stamp) {
        c->recalls[player] = false;
        FOR_PILE(g, card, &g->pile[player][ZONE_DISCARD])
            c->recalls[player] = c->recalls[player] || discard_price(g, card);
        c->recalls_stamp[player] = stamp;
    }
    return c->recalls[player];
}

static void offer_plays(Game *g, int player)
{
    CardSet elsewhere = { 0 };
    FOR_REASONS(g)
        elsewhere = places_elsewhere(g, player);
    FOR_PILE(g, card, &g->pile[player][ZONE_HAND])
        UNLESS_HOPELESS(g, is_type(g, card, TYPE_INTERRUPT) || hopeless_play(g, card))
            if (!copy_before(g, player, card))
                offer_card(g, player, card, &elsewhere);
    if (some_has_kind(g, NODE_AS_FROM_HAND))
        FOR_CARDS(g, card)
            if (g->card[card].owner == player && lies_like_in_hand(g, card))
                offer_card(g, player, card, &elsewhere);
    UNLESS_HOPELESS(g, !plays_from_discard(g, player))
        FOR_PILE(g, card, &g->pile[player][ZONE_DISCARD])
            if (discard_price(g, card) && !lies_like_in_hand(g, card))
                UNLESS_HOPELESS(g, hopeless_play(g, card))
                    offer_card(g, player, card, &elsewhere);
}

/* For who asks: orders wait for their segment. */
static void refuse_orders(Game *g, int player)
{
    FOR_PILE(g, mission, &g->pile[player][ZONE_ROW]) {
        offer(g, (Option){ .verb = SL_ATTEMPT, .card = mission }, RULE_ORDERS_SEGMENT, NO_CARD);
        if (crew_at(g, mission)->beamable >> player & 1)
            offer(g, (Option){ .verb = SL_BEAM, .card = mission }, RULE_ORDERS_SEGMENT, NO_CARD);
    }
    FOR_SET(id, &g->commanded[player]) {
        if (set_has(&g->orbiting, id)) {
            offer(g, (Option){ .verb = SL_MOVE, .card = id }, RULE_ORDERS_SEGMENT, NO_CARD);
            offer(g, (Option){ .verb = SL_BEAM, .card = id }, RULE_ORDERS_SEGMENT, NO_CARD);
        }
        if (has_kind(printed(g, id), NODE_ORDER))
            offer(g, (Option){ .verb = SL_USE, .card = id }, RULE_ORDERS_SEGMENT, NO_CARD);
    }
}

/* Every counter must be spent, unless there is nothing left to draw (2E-6.4). */
static Citation why_not_end_play(const Game *g, int player)
{
    if (g->plays[g->active] == 0 || g->pile[player][ZONE_DECK].count == 0)
        return CITE_NONE;
    if (g->mods & mod_bit(NODE_MOD_NO_DRAW_DUTY))
        FOR_SET(id, &g->commanded[player])
            if (g->card[id].zone == ZONE_ROW && modified_by(g, id, NODE_MOD_NO_DRAW_DUTY))
                return CITE_NONE;
    return RULE_COUNTERS_LEFT;
}

static Citation why_not_draw(const Game *g, int player, CardId *by)
{
    *by = NO_CARD;
    CardId top = g->pile[player][ZONE_DECK].top;
    if (g->plays[g->active] == 0)
        return RULE_NOT_ENOUGH_COUNTERS;
    if (!top)
        return RULE_DECK_EMPTY;
    Citation no = why_cannot(g, top, ACT_DRAW, NO_CARD, by);
    return no ? no : why_cannot(g, top, ACT_SPEND_DRAW, NO_CARD, by);
}

Flow second_play_segment(Game *g, Frame *f)
{
    PROC_BEGIN;

    for (;;) {
        limit_counters(g);
        texts_note_held(g);
        decision_open(g, SL_DECIDE_PLAY, f->player, 0, NO_CARD);
        offer_plays(g, f->player);
        CardId by;
        Citation no_draw = why_not_draw(g, f->player, &by);
        offer(g, (Option){ .verb = SL_DRAW }, no_draw, by);
        FOR_REASONS(g)
            refuse_orders(g, f->player);
        offer(g, (Option){ .verb = SL_END }, no_draw == RULE_CANNOT_TEXT ? CITE_NONE : why_not_end_play(g, f->player), NO_CARD);
        ASK();
        if (answered(g).verb == SL_END)
            RETURN(0);
        if (answered(g).verb == SL_DRAW) {
            plays_set(g, g->active, g->plays[g->active] - 1);
            g->result = 1;
            if (event_heard(g, EVENT_ABOUT_TO_DRAW))
                RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_DRAW, .actor = f->player, .number = DRAWN_BY_COUNTER });
            if (g->result == 0)                 /* a text has something else happen instead */
                continue;
            draw_card(g, f->player);
            log_draw(g, f->player, 1);
            TELL(f->player, last_drawn(g, f->player, 1), (Window){ .event = EVENT_DREW, .actor = f->player, .number = DRAWN_BY_COUNTER });
        } else {
            CALL(second_play_card, f->player, (PlayCard){ .card = answered(g).card, .place = answered(g).target,
                                                          .variant = answered(g).number });
        }
    }

    PROC_END;
}

/* ---- steps 2 to 9 ---- */

static void announce(Game *g, Frame *f, PlayCard *p)
{
    bool like_in_hand = lies_like_in_hand(g, p->card);
    p->recalled = g->card[p->card].zone == ZONE_DISCARD && !like_in_hand;
    p->off = like_in_hand ? g->card[p->card].host : NO_CARD;
    p->from = g->card[p->card].zone;
    p->more = (int16_t)place_price(g, f->player, p->card, p->place);
    p->cost = (int16_t)not_negative(play_cost(g, f->player, p->card, p->variant) + p->more + sure_change(g, f->player, p->card, p->place));
    if (p->cost < printed(g, p->card)->cost && g->plays[g->active] < printed(g, p->card)->cost)
        cite(g, cost_option(p->variant) ? RULING_COST_EXTRA : RULING_COST_OPEN);
    card_to_limbo(g, p->card, ZONE_PLAYING);
    card_command(g, p->card, f->player);
    log_event(g, LOG_PLAYS, f->player, p->card, p->place, p->cost);
    if (p->recalled && !has_kind(printed(g, p->card), NODE_PLAY_FROM_DISCARD)) {     /* even if it is prevented, it goes nowhere else afterwards (2E-22.3) */
        card_flag(g, p->card, RECALLED, true);
        cite(g, RULE_RECALL);
    }
    if (has_kind(printed(g, p->card), NODE_PLAY_AT))
        cite_step(g, RULING_PLAY_ANNOUNCE);
}

static int current_cost(const Game *g, const Frame *f, const PlayCard *p, int reduction)
{
    return not_negative(price_of(g, p->card) + (p->variant ? option_cost(g, f->player, p->card, p->variant) : 0) + reduction + p->more
                        + (p->recalled ? discard_price(g, p->card) : 0));
}

static bool is_lasting(const Game *g, CardId card)
{
    const CardDef *def = printed(g, card);
    return def->type != TYPE_EVENT || has_kind(def, NODE_IN_CORE) || has_kind(def, NODE_IN_THEIR_CORE) || has_kind(def, NODE_PLAYS_ON) || trait_in(&def->traits, TRAIT_COMMODITY);
}

/* Step 7: at the announced place, commanded by the player. */
static void enter_play(Game *g, Frame *f, const PlayCard *p)
{
    const CardDef *def = printed(g, p->card);
    int commander = has_kind(def, NODE_IN_THEIR_CORE) ? next_player(g, f->player) : f->player;
    card_command(g, p->card, commander);
    if (!in_force(g, RULING_PLAY_ENTERS))
        card_flag(g, p->card, ARRIVING, true);
    if (def->type == TYPE_EVENT && !has_kind(def, NODE_PLAYS_ON))
        card_to_pile(g, p->card, commander, ZONE_CORE, PUT_BOTTOM);
    else if (def->type == TYPE_EVENT)
        card_to_host(g, p->card, p->place, ZONE_ON, PUT_BOTTOM);
    else if (is_type(g, p->place, TYPE_SHIP))
        card_to_host(g, p->card, p->place, ZONE_ABOARD, PUT_BOTTOM);
    else
        enters_at(g, p->card, p->place, f->player);
    reveal_card(g, p->card);
    cite_step(g, RULING_PLAY_ENTERS);
}

/* Once played, personnel and equipment lie face down again (2E-20.2). */
static void turn_down(Game *g, CardId card)
{
    int type = card_type(g, card);
    if (card_in_play(g, card) && (type == TYPE_PERSONNEL || type == TYPE_EQUIPMENT))
        card_know(g, card, (uint8_t)(1u << g->card[card].commander));
}

static bool commands_other_ritual(const Game *g, int player, CardId card)
{
    FOR_SET(id, &g->in_play)
        if (id != card && g->card[id].commander == player && has_trait(g, id, TRAIT_RITUAL))
            return true;
    return false;
}

/* The skills that playing a card speaks of: its conditions, what lowers its cost, the way of playing that was taken, and what lets it be
 * played there (2e-2014/skills.2).  who: those who are meant. */
static SkillSet skills_of_play(const Game *g, int player, CardId card, int variant, CardId place, CardSet *who)
{
    const CardDef *def = printed(g, card);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = player_ctx(g, card, player);
    ctx.playing = true;
    SkillSet skills = 0;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAY_IF)
            skills |= skills_spoken_of(g, &ctx, node_child(cat, a->node, 0), who);
        bool taken = (a->kind == NODE_OWN_COST && guard_holds(g, &ctx, a)) || (a->kind == NODE_COST_OPTION && cost_option(variant) == i + 1)
            || (a->kind == NODE_PLAY_AT && place && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, place));
        if (taken)
            skills |= skills_spoken_of(g, &ctx, a->guard, who);
        if (a->kind == NODE_OWN_COST && taken)
            skills |= skills_spoken_of(g, &ctx, node_child(cat, a->node, 0), who);
    }
    return skills;
}

/* Shows as many of them as a condition asks for: those that are known anyway count first. */
static void show_enough(Game *g, const CardSet *fitting, int n)
{
    FOR_SET(id, fitting)
        n -= known_to_all(g, id);
    FOR_SET(id, fitting)
        if (n > 0 && !known_to_all(g, id)) {
            reveal_card(g, id);
            n--;
        }
}

/* Whom a condition to play the card counts is shown (2E-20.4). */
static void show_counted(Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    int op = cat->node[id].op;
    if (op == NODE_BOTH)
        for (int i = 0; i < cat->node[id].argc; i++)
            show_counted(g, ctx, node_child(cat, id, i));
    if (op != NODE_EXISTS && op != NODE_AT_LEAST)
        return;
    CardSet fitting = filter_set(g, ctx, node_child(cat, id, op == NODE_EXISTS ? 0 : 1));
    set_keep(&fitting, &g->commanded[ctx->you]);
    show_enough(g, &fitting, op == NODE_EXISTS ? 1 : node_value(cat, id, 0));
}

static void show_condition(Game *g, CardId card, int player)
{
    const Ability *a = ability_of_kind(g, card, NODE_PLAY_IF);
    if (!a)
        return;
    Ctx ctx = player_ctx(g, card, player);
    show_counted(g, &ctx, node_child(g->world->cat, a->node, 0));
}

static void spend(Game *g, PlayCard *p)
{
    p->paid = smaller_of(p->cost, g->plays[g->active]);
    plays_set(g, g->active, g->plays[g->active] - p->paid);
}

/* Answers may have raised the price, or taken away what would have paid (2E-7.4). */
static bool can_still_pay(const Game *g, const Frame *f, const PlayCard *p)
{
    Ctx ctx = player_ctx(g, p->card, f->player);
    const Ability *extra = ability_of_kind(g, p->card, NODE_PLAY_COST);
    return p->cost <= g->plays[g->active] && !(extra && why_not_pay(g, &ctx, extra->node));
}

static void not_paid(Game *g, const PlayCard *p)
{
    cite(g, RULE_PRICE_ROSE);
    modifiers_end(g, UNTIL_PLAY_END, NOBODY);
    card_flag(g, p->card, RECALLED, false);
    if (g->world->switches.unpayable_play) {
        plays_set(g, g->active, 0);
        leave_play(g, p->card, discard_zone(g, p->card));
        return;
    }
    if (p->off)
        card_to_host(g, p->card, p->off, (Zone)p->from, PUT_BOTTOM);
    else
        leave_play(g, p->card, p->from == ZONE_DISCARD ? ZONE_DISCARD : ZONE_HAND);
    reveal_card(g, p->card);
    use_note(g, p->card, TAKEN_BACK, PERIOD_TURN);
}

/* The windows of a card being played, unless no text about could respond; see RESPOND. */
#define WINDOWS(proc_, event_, card_)                                             \
    do { g->picked = set_one(card_);                                              \
         g->result = 1;                                                           \
         if (somebody_listens(g, (event_)))                                       \
             CALL_ON(proc_, f->player, g->picked, (Do){ 0 }); } while (0)

/* Steps 8 and 9: forced responses first, then optional ones, the active player first. */
#define AFTER_PLAYING(card_)                                                                                                                          \
    do { cite_step(g, RULING_PLAY_MUST_RESPOND);                                                                                                      \
         cite_step(g, RULING_PLAY_MAY_RESPOND);                                                                                                       \
         TELL(f->player, set_one(card_), (Window){ .event = EVENT_PLAYED, .actor = f->player, .optional_only = !in_force(g, RULING_PLAY_MUST_RESPOND), \
                                                   .opponents_first = !in_force(g, RULING_PLAY_MAY_RESPOND) });                                       \
         if (!in_force(g, RULING_PLAY_MUST_RESPOND))                                                                                                  \
             TELL(f->player, set_one(card_), (Window){ .event = EVENT_PLAYED, .actor = f->player, .mandatory_only = 1 }); } while (0)

/* It was the next card of its kind that is played this turn; and that it was played is remembered where a text may ask. */
static void note_played(Game *g, int player, CardId card)
{
    for (int i = g->modifier_count - 1; i >= 0; i--)
        if (is_next_play(g, &g->modifier[i], card, player))
            modifier_take(g, i);
    if (g->world->cat->asks_played)
        use_note(g, card, 0, PERIOD_PLAYED);
}

/* A card that was played, or prevented, goes to the discard pile; texts may see to it that it goes elsewhere. */
Flow second_bury(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_ABOUT_TO_BURY, .actor = f->player });
    if (set_has(&g->picked, d->card) && g->card[d->card].zone == ZONE_PLAYING)
        leave_play(g, d->card, (Zone)d->x);
    if (g->card[d->card].zone == ZONE_DISCARD)
        RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_BURIED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* Mostly no text answers that. */
#define BURY(card_, zone_)                                                                     \
    do { if (event_heard(g, EVENT_BURIED) || event_heard(g, EVENT_ABOUT_TO_BURY))              \
             CALL(second_bury, f->player, (Do){ .card = (card_), .x = (int16_t)(zone_) });     \
         else                                                                                  \
             leave_play(g, (card_), (zone_)); } while (0)

Flow second_play_card(Game *g, Frame *f)
{
    LOCALS(PlayCard, p);
    PROC_BEGIN;

    if (p->place == NO_CARD && !is_type(g, p->card, TYPE_EVENT)) {            /* shown in vain: see offer_places */
        reveal_card(g, p->card);
        RETURN(0);
    }
    if (!is_type(g, p->card, TYPE_EVENT) && !card_permits(g, f->player, p->place, p->card))
        use_permission(g, p->place, p->card);
    if (event_heard(g, EVENT_USED_SKILL))
        p->skills = skills_of_play(g, f->player, p->card, p->variant, p->place, own_more(g, f));
    announce(g, f, p);                                                        /* 2 */
    show_condition(g, p->card, f->player);
    scope_enter(g, f, p->card, f->player);
    if (has_kind(printed(g, p->card), NODE_COST_REVEAL)) {                    /* 3 */
        RUN_BODY(f->player, ability_of_kind(g, p->card, NODE_COST_REVEAL));
        Ctx ctx = ctx_in(g, f);
        p->paid = (int16_t)quantity(g, &ctx, node_child(g->world->cat, ability_of_kind(g, p->card, NODE_COST_REVEAL)->node, 0));
        cite(g, RULING_COST_HIDDEN);
    }
    if (cost_option(p->variant)) {
        PAY_BODY(f->player, ability_of(g, p->card, cost_option(p->variant) - 1));
        cite(g, RULING_COST_EXTRA);
    }
    if (in_force(g, RULING_PLAY_COSTS)) {
        TELL(f->player, set_one(p->card), (Window){ .event = EVENT_ANNOUNCED, .actor = f->player, .cause = p->place });
        cite_step(g, RULING_PLAY_COSTS);
    }
    p->cost = (int16_t)current_cost(g, f, p, p->paid);
    if (!can_still_pay(g, f, p)) {
        not_paid(g, p);
        scope_pop(g);
        RETURN(0);
    }
    if (in_force(g, RULING_PLAY_PAY)) {                                       /* 4 */
        spend(g, p);
        cite_step(g, RULING_PLAY_PAY);
    }
    if (has_kind(printed(g, p->card), NODE_PLAY_COST))
        PAY_ALL(f->player, ability_of_kind(g, p->card, NODE_PLAY_COST)->node);
    USE_SKILLS(f->player, *more_of(g, f), p->skills);
    WINDOWS(second_prevention, EVENT_ABOUT_TO_PLAY, p->card);                 /* 5, 6 */
    scope_leave(g, f);
    modifiers_end(g, UNTIL_PLAY_END, NOBODY);
    if (g->result == 0 || (p->place && !card_in_play(g, p->place))) {         /* prevented, or its place is gone */
        cite(g, g->result == 0 ? RULE_PLAY_PREVENTED : RULE_NO_PLACE);
        FOR_REASONS(g)
            responses_refuse(g, EVENT_PLAYED, RULE_PLAY_PREVENTED);
        if (g->card[p->card].zone == ZONE_PLAYING)
            BURY(p->card, discard_zone(g, p->card));
        RETURN(0);
    }
    if (!in_force(g, RULING_PLAY_PAY))
        spend(g, p);
    note_played(g, f->player, p->card);
    p->lasting = is_lasting(g, p->card);
    if (p->lasting)
        enter_play(g, f, p);                                                  /* 7 */
    if (g->card[p->card].zone == ZONE_ON)
        CALL_ON(second_host_check, f->player, set_one(p->place), (Do){ 0 });
    if (has_kind(printed(g, p->card), NODE_REPLICATE_FOR)) {
        Ctx ctx = player_ctx(g, p->card, f->player);
        if (!why_not_pay(g, &ctx, ability_of_kind(g, p->card, NODE_REPLICATE_FOR)->node)) {
            offer_yes_no(g, f->player, NODE_REPLICATE_FOR, p->card);
            ASK();
            p->i = answered(g).verb == SL_YES;
        }
    }
    if (p->i || play_option(p->variant) || has_kind(printed(g, p->card), NODE_RESOLVE)) {
        scope_enter(g, f, p->card, f->player)->no_self = in_force(g, RULING_NO_SELF_REFERENCE);
        if (p->i) {
            PAY_ALL(f->player, ability_of_kind(g, p->card, NODE_REPLICATE_FOR)->node);
            card_flag(g, p->card, REPLICATED, true);
            cite(g, RULE_REPLICATE);
        }
        if (play_option(p->variant)) {
            if (node_mentions(g->world->cat, ability_of(g, p->card, play_option(p->variant) - 1)->node, NODE_IGNORE_NEXT))
                card_flag(g, p->card, NEXT_IGNORED, true);
            RUN_BODY(f->player, ability_of(g, p->card, play_option(p->variant) - 1));
        }
        if (has_kind(printed(g, p->card), NODE_RESOLVE))
            RUN_BODY(f->player, ability_of_kind(g, p->card, NODE_RESOLVE));
        scope_leave(g, f);
    }
    if (g->card[p->card].zone == ZONE_PLAYING)
        BURY(p->card, ZONE_DISCARD);
    if (has_trait(g, p->card, TRAIT_RITUAL) && !commands_other_ritual(g, f->player, p->card) && draw_cards(g, f->player, 1)) {
        log_draw(g, f->player, 1);
        cite(g, RULE_RITUAL);
        TELL(f->player, last_drawn(g, f->player, 1), (Window){ .event = EVENT_DREW, .actor = f->player });
    }
    AFTER_PLAYING(p->card);                                                   /* 8, 9 */
    if (p->lasting)
        TELL(f->player, set_one(p->card), (Window){ .event = EVENT_ENTERED, .actor = f->player });
    cite_step(g, RULING_PLAY_GO_ON);                                          /* 10 */
    card_flag(g, p->card, ARRIVING, false);
    turn_down(g, p->card);
    SETTLE();
    RETURN(1);

    PROC_END;
}

/* ---- windows of steps 5 and 6: forced first, then optional, the active player first ---- */

/* Result: whether the card is still being played. */
Flow second_prevention(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!event_heard(g, EVENT_ABOUT_TO_PLAY))
        RETURN(1);
    cite_step(g, RULING_PLAY_MUST_PREVENT);
    cite_step(g, RULING_PLAY_MAY_PREVENT);
    if (in_force(g, RULING_PLAY_MUST_PREVENT)) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .mandatory_only = 1 });
        put_cards(g, f, g->picked);
    }
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .optional_only = 1,
                                                    .opponents_first = !in_force(g, RULING_PLAY_MAY_PREVENT) });
    if (!in_force(g, RULING_PLAY_MUST_PREVENT))
        RESPOND(f->player, g->picked, (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .mandatory_only = 1 });
    RETURN(!set_empty(&g->picked));

    PROC_END;
}

/* ---- interrupts: 2E-7.60 to 7.63 ---- */

Flow second_play_interrupt(Game *g, Frame *f)
{
    LOCALS(UseText, u);
    PROC_BEGIN;

    card_to_limbo(g, u->card, ZONE_PLAYING);
    card_command(g, u->card, f->player);
    log_event(g, LOG_PLAYS, f->player, u->card, NO_CARD, 0);
    show_condition(g, u->card, f->player);
    if (event_heard(g, EVENT_USED_SKILL))
        u->skills = skills_of_play(g, f->player, u->card, 0, NO_CARD, own_more(g, f));
    scope_begin(g, f, u);
    ANNOUNCE(u);
    USE_SKILLS(f->player, *more_of(g, f), u->skills);
    WINDOWS(second_prevention, EVENT_ABOUT_TO_PLAY, u->card);
    u->prevented = g->result == 0;
    u->scope = f->scope;
    if (u->prevented) {
        cite(g, RULE_PLAY_PREVENTED);
        scope_pop(g);
    } else {
        note_played(g, f->player, u->card);
        CALL(use_text, f->player, *u);
    }
    f->scope = 0;
    if (g->card[u->card].zone == ZONE_PLAYING)
        BURY(u->card, ZONE_DISCARD);
    if (!u->prevented)
        AFTER_PLAYING(u->card);
    RETURN(1);

    PROC_END;
}
