/* Whether a card can be played, where, and what it costs: step 1 of 2e-2014/playing-a-card. */
#include "spaceline.h"
#include "second/second.h"

Ctx player_ctx(const Game *g, CardId card, int player)
{
    Ctx ctx = ctx_of(g, card);
    ctx.you = (uint8_t)player;
    return ctx;
}

int option_cost(const Game *g, int player, CardId card, int variant)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = player_ctx(g, card, player);
    int sum = 0;
    if (play_option(variant))
        sum += quantity(g, &ctx, node_child(cat, ability_of(g, card, play_option(variant) - 1)->node, 0));
    if (cost_option(variant))
        sum += quantity(g, &ctx, node_child(cat, ability_of(g, card, cost_option(variant) - 1)->node, 0));
    return sum;
}

int recall_cost(const Game *g, CardId card)
{
    return g->card[card].zone == ZONE_DISCARD && !lies_like_in_hand(g, card) ? discard_price(g, card) : 0;
}

int play_cost(const Game *g, int player, CardId card, int variant)
{
    return not_negative(price_of(g, card) + (variant ? option_cost(g, player, card, variant) : 0) + recall_cost(g, card));
}

/* What an effect of a text that answers the announcing of a card does to its price. */
static int change_by(const Game *g, Ctx ctx, NodeId effect)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[effect];
    int sum = 0;
    if (n->op == NODE_EACH_PLAYER)              /* "its owner": who plays it */
        ctx.you = (uint8_t)one_player(g, &ctx, node_child(cat, effect, 0));
    for (int i = 1; n->op == NODE_EACH_PLAYER && i < n->argc; i++)
        sum += change_by(g, ctx, node_child(cat, effect, i));
    for (int i = 1; n->op == NODE_APPLY && i < n->argc; i++)
        if (cat->node[node_child(cat, effect, i)].op == NODE_MOD_COST)
            sum += quantity(g, &ctx, node_child(cat, node_child(cat, effect, i), 0));
    return sum;
}

static bool answers_announcing(const Game *g, Ctx *ctx, const Ability *a, CardId card, CardId place)
{
    NodeId subject = node_child(g->world->cat, a->pattern, 0), there = node_child(g->world->cat, a->pattern, 1);
    return guard_holds(g, ctx, a) && (!subject || filter_is(g, ctx, subject, card)) && (!there || (place && filter_is(g, ctx, there, place)));
}

/* Texts that must be carried out count as they are, those that the player may use if they lower the price and what they cost can be paid
 * (2E-7.23, 7.25). */
static int change_by_text(const Game *g, int player, CardId card, CardId place, CardId by, int ability)
{
    const Ability *a = ability_of(g, by, ability);
    Ctx ctx = ctx_of(g, by);
    CardSet that = set_one(card);
    ctx.that = &that;
    ctx.cause = place;
    ctx.actor = (uint8_t)(player + 1);
    ctx.playing = true;                         /* the card pays for nothing itself */
    ctx.bearer = card;
    if (a->kind != NODE_WHEN || (a->optional && ctx.you != player) || !text_active(g, by, a)
        || !answers_announcing(g, &ctx, a, card, place) || (a->limit && use_times(g, by, ability - a->together, a->limit_per) >= a->limit)
        || (a->cost && why_not_pay(g, &ctx, a->cost)))
        return 0;
    int sum = 0;
    for (int k = 0; k < a->body_count; k++)
        sum += change_by(g, ctx, node_child(g->world->cat, a->node, a->body_first + k));
    int rise = not_negative(sum), fall = sum - rise;
    return (a->optional ? 0 : rise) + (in_force(g, a->cost ? RULING_COST_EXTRA : RULING_COST_OPEN) ? fall : 0);
}

int change_by_texts(const Game *g, int player, CardId card, CardId place, bool sure)
{
    TypeSet type = type_bit(card_type(g, card));
    int sum = 0;
    if (!in_force(g, RULING_PLAY_COSTS))
        return 0;
    FOR_SET(by, &far_listeners(g, EVENT_ANNOUNCED)->cards)
        for (int i = 0; g->card[by].known >> player & 1 && i < printed(g, by)->ability_count; i++) {
            const Ability *a = ability_of(g, by, i);
            if (a->event == EVENT_ANNOUNCED && a->types & type && !(sure && a->optional))
                sum += change_by_text(g, player, card, place, by, i);
        }
    return sum;
}

int cost_to_be_paid(const Game *g, int player, CardId card, int variant)
{
    return not_negative(play_cost(g, player, card, variant) + sure_change(g, player, card, NO_CARD));
}

/* What the look at the dilemmas on top of an opponent's pile would take off the cost: before July 2014 it counted before it was made. */
static int reveal_reduction(const Game *g, int player)
{
    int dual = 0;
    for (int k = 0; k < 4; k++) {
        CardId top = top_card(g, next_player(g, player), ZONE_PILE, k);
        dual += top && printed(g, top)->kind == KIND_DUAL;
    }
    return dual;
}

/* Counters must be at hand for the cost as far as it is known (2e-2014/cost-reduction). */
static Citation why_not_afford(const Game *g, int player, CardId card, int variant)
{
    const CardDef *def = printed(g, card);
    if (costs_as_printed(g, card))
        return g->plays[g->active] >= def->cost ? CITE_NONE : RULE_NOT_ENOUGH_COUNTERS;
    int cost = play_cost(g, player, card, variant), full = def->cost + recall_cost(g, card);
    bool hidden = has_kind(def, NODE_COST_REVEAL);
    if (hidden && !in_force(g, RULING_COST_HIDDEN))
        cost -= reveal_reduction(g, player);
    if (!cost_option(variant) && !in_force(g, RULING_COST_OPEN) && !hidden)
        cost = larger_of(cost, full);
    if (cost_option(variant) && !in_force(g, RULING_COST_EXTRA))
        cost = play_cost(g, player, card, play_option(variant));
    if (g->plays[g->active] >= cost)
        return CITE_NONE;
    if (hidden && in_force(g, RULING_COST_HIDDEN))
        return RULING_COST_HIDDEN;
    if (cost < full && in_force(g, RULING_COST_OPEN))
        return RULING_COST_OPEN;
    return RULE_NOT_ENOUGH_COUNTERS;
}

/* Artifacts need a completed mission that asks for the digging skills (2E-22.3). */
static bool may_play_artifact(const Game *g, int player, CardId card)
{
    SkillSet skills = skill_bit(SKILL_ACQUISITION) | skill_bit(SKILL_ANTHROPOLOGY) | skill_bit(SKILL_ARCHAEOLOGY);
    FOR_SET(id, &g->in_play)
        if (g->card[id].flags & COMPLETE && g->card[id].commander == player && mission_requires(g, id, skills))
            return true;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        Ctx ctx = ctx_of(g, s->card);
        if (a->kind == NODE_ARTIFACTS_OK && g->card[s->card].commander == player && text_active(g, s->card, a)
            && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, card))
            return true;
    }
    return false;
}

/* What it asks for itself: its condition, its extra cost, and those of the way of playing it. */
static void NOINLINE ask_its_text(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card;
    int variant = r->asked.number;
    const CardDef *def = printed(g, card);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = player_ctx(g, card, r->player);
    ctx.playing = true;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &cat->ability[def->ability + i];
        Citation unpaid = a->kind == NODE_PLAY_COST ? why_not_pay(g, &ctx, a->node) : CITE_NONE;
        if (reason_if(r, a->kind == NODE_PLAY_IF && !condition(g, &ctx, node_child(cat, a->node, 0)), RULE_PLAY_CONDITION)
            || reason_if(r, unpaid, unpaid == RULE_CANNOT_PAY ? RULE_EXTRA_COST : unpaid))
            return;
    }
    if (cost_option(variant)) {
        const Ability *a = ability_of(g, card, cost_option(variant) - 1);
        if (reason_if(r, !guard_holds(g, &ctx, a), RULE_PLAY_CONDITION))
            return;
        for (int k = 0; k < a->body_count; k++) {
            NodeId part = node_child(cat, a->node, a->body_first + k);
            if (reason_if(r, !can_do(g, &ctx, part), cat->node[part].op == NODE_LOSE ? RULE_POINTS_TO_LOSE : RULE_EXTRA_COST))
                return;
        }
    }
}

/* What speaks against playing the card (number: that way) at any place. */
void ask_play(Reasons *r)
{
    const Game *g = r->g;
    CardId card = r->asked.card, by = NO_CARD;
    const CardDef *def = printed(g, card);
    if (reason_if(r, use_times(g, card, TAKEN_BACK, PERIOD_TURN), RULE_PRICE_ROSE))
        return;
    if (why_cannot(g, card, ACT_PLAYED, NO_CARD, &by) && reason_tell(r, RULE_CANNOT_TEXT, by))
        return;
    if (breaks_uniqueness(g, card, r->player, &by) && reason_tell(r, is_captive(g, by) ? RULE_UNIQUE_CAPTIVE : RULE_UNIQUE_COMMANDED, by))
        return;
    if (reason_if(r, trait_in(&def->traits, TRAIT_ARTIFACT) && !may_play_artifact(g, r->player, card), RULE_ARTIFACT))
        return;
    bool asks = has_kind(def, NODE_PLAY_IF) || has_kind(def, NODE_PLAY_COST) || cost_option(r->asked.number);
    if (asks)
        ask_its_text(r);
    reason_tell(r, why_not_afford(g, r->player, card, r->asked.number), NO_CARD);
}

Citation why_not_play_at_all(const Game *g, int player, CardId card, int variant, CardId *by)
{
    return main_reason_by(g, player, (Option){ .verb = SL_PLAY, .card = card, .number = (int16_t)variant }, ask_play, by);
}

/* A text on a mission or ship of yours lets you play cards of that kind there (2E-7.40 to 7.42). */
static bool is_permit(const Game *g, CardId place, int ability)
{
    const Ability *a = ability_of(g, place, ability);
    if (a->kind != NODE_PERMIT_PLAY || !text_active(g, place, a))
        return false;
    Ctx ctx = ctx_of(g, place);
    return guard_holds(g, &ctx, a) && (!a->limit || use_times(g, place, ability, a->limit_per) < a->limit);
}

static bool permit_fits(const Game *g, const Permit *permit, CardId card)
{
    Ctx ctx = { .self = permit->place, .you = g->card[permit->place].commander };      /* it lies in play */
    return filter_is(g, &ctx, permit->filter, card);
}

static bool lets_play(const Game *g, CardId place, int ability, CardId card)
{
    return is_permit(g, place, ability) && permit_fits(g, &(Permit){ place, ability_of(g, place, ability)->filter }, card);
}

bool is_used_up_for(const Game *g, CardId place, CardId card)
{
    for (int i = 0; i < printed(g, place)->ability_count; i++) {
        const Ability *a = ability_of(g, place, i);
        if (a->kind == NODE_PERMIT_PLAY && a->limit && use_times(g, place, i, a->limit_per) >= a->limit && permit_fits(g, &(Permit){ place, a->filter }, card))
            return true;
    }
    return false;
}

/* Those that there is no room to keep are asked each time: see place_permits. */
static void NOINLINE find_permits(const Game *g, int player, Permits *all)
{
    *all = (Permits){ .lasting = true };
    FOR_SET(place, &g->permitting) {
        if (g->card[place].commander != player || !can_be_played_at(g, place))
            continue;
        const CardDef *def = printed(g, place);
        for (int i = 0; i < def->ability_count; i++) {
            const Ability *a = ability_of(g, place, i);
            if (a->kind == NODE_PERMIT_PLAY && (a->guard || a->limit || has_kind(def, NODE_NOT_CUMULATIVE)))
                all->lasting = false;
            if (!is_permit(g, place, i))
                continue;
            if (all->count < MAX_PERMITS)
                all->permit[all->count++] = (Permit){ place, a->filter };
            else
                all->more = true;
        }
    }
}

#ifdef SPACELINE_CHECK
static bool same_permits(const Game *g, int player, const Permits *kept)
{
    Permits now;
    find_permits(g, player, &now);
    bool same = now.count == kept->count && now.more == kept->more;
    for (int i = 0; i < now.count && same; i++)
        same = now.permit[i].place == kept->permit[i].place && now.permit[i].filter == kept->permit[i].filter;
    return same;
}
#endif

/* Where texts of the table let cards be played: the same for the whole hand. */
static const Permits *permits_kept(const Game *g, int player)
{
    Permits *all = &cache_of(g)->permits[player];
    bool silences = texts_are_ignored(g);
    if (all->when != (all->lasting && !silences ? permits_stamp(g) : g->cache.generation)) {
        find_permits(g, player, all);
        all->when = all->lasting && !silences ? permits_stamp(g) : g->cache.generation;
    }
#ifdef SPACELINE_CHECK
    assert(same_permits(g, player, all));
#endif
    return all;
}

/* The text of the place by which the card is played there counts as used once more, unless one without a limit lets it be played there, too. */
void use_permission(Game *g, CardId place, CardId card)
{
    if (permits_kept(g, g->card[place].commander)->lasting)
        return;                                 /* mostly there is no limit */
    int count = printed(g, place)->ability_count, used = -1;
    for (int i = 0; i < count; i++)
        if (ability_of(g, place, i)->limit && lets_play(g, place, i, card))
            used = i;
    for (int i = 0; i < count; i++)
        if (!ability_of(g, place, i)->limit && lets_play(g, place, i, card))
            return;
    if (used >= 0)
        use_note(g, place, used, ability_of(g, place, used)->limit_per);
}

static bool NOINLINE permits_unkept(const Game *g, CardId place, CardId card)
{
    for (int i = 0; i < printed(g, place)->ability_count; i++)
        if (lets_play(g, place, i, card))
            return true;
    return false;
}

static inline bool place_permits(const Game *g, int player, CardId place, CardId card)
{
    if (has_kind(printed(g, card), NODE_ONLY_THERE))
        return false;
    const Permits *all = permits_kept(g, player);
    for (const Permit *permit = all->permit, *end = permit + all->count; permit < end; permit++)
        if (permit->place == place && permit_fits(g, permit, card))
            return true;
    return all->more && g->card[place].commander == player && permits_unkept(g, place, card);
}

/* … or the card's own text does, which is active as soon as it is announced (2e-2014/playing-a-card.2). */
bool card_permits(const Game *g, int player, CardId place, CardId card)
{
    const CardDef *def = printed(g, card);
    if (!has_kind(def, NODE_PLAY_AT))
        return false;
    Ctx ctx = player_ctx(g, card, player);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAY_AT && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, place)) {
            cite_step(g, RULING_PLAY_ANNOUNCE);
            return in_force(g, RULING_PLAY_ANNOUNCE);
        }
    }
    return false;
}

/* What a text lets the card be played for, at a place that it speaks of: how much more than usual.  False: it says nothing of the kind. */
static bool permit_price(const Game *g, const Ctx *ctx, const Ability *a, int price, int *more)
{
    const Catalogue *cat = g->world->cat;
    NodeId q = node_child(cat, a->node, price);
    bool has_price = node_info[cat->node[q].op].result == 'Q';
    *more = has_price ? quantity(g, ctx, q) : 0;
    return has_price;
}

static bool permits_at(const Game *g, const Ctx *ctx, const Ability *a, CardId source, CardId card, CardId place)
{
    const Catalogue *cat = g->world->cat;
    Ctx there = *ctx;
    there.bearer = card;                        /* what it says of the place may depend on the card that is played */
    return a->kind == NODE_PERMIT_AT && text_active(g, source, a) && guard_holds(g, ctx, a) && filter_is(g, ctx, node_child(cat, a->node, 0), card)
        && filter_is(g, &there, node_child(cat, a->node, 1), place);
}

/* The cheapest text of another card that lets it be played there; false: there is none. */
static bool far_permit(const Game *g, int player, CardId place, CardId card, int *more)
{
    bool found = false;
    if (!some_has_kind(g, NODE_PERMIT_AT) || has_kind(printed(g, card), NODE_ONLY_THERE))
        return false;
    FOR_SET(source, &g->permitting)
        for (int i = 0; g->card[source].commander == player && has_kind(printed(g, source), NODE_PERMIT_AT) && i < printed(g, source)->ability_count; i++) {
            const Ability *a = ability_of(g, source, i);
            Ctx ctx = ctx_of(g, source);
            int price;
            if (!permits_at(g, &ctx, a, source, card, place))
                continue;
            permit_price(g, &ctx, a, 2, &price);
            *more = found && *more < price ? *more : price;
            found = true;
        }
    return found;
}

/* Its own text, for a price. */
static bool own_price(const Game *g, int player, CardId place, CardId card, int *more)
{
    const CardDef *def = printed(g, card);
    Ctx ctx = player_ctx(g, card, player);
    for (int i = 0; has_kind(def, NODE_PLAY_AT) && i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAY_AT && guard_holds(g, &ctx, a) && filter_is(g, &ctx, node_child(g->world->cat, a->node, 0), place) && permit_price(g, &ctx, a, 1, more))
            return true;
    }
    return false;
}

bool has_places_elsewhere(const Game *g, int player)
{
    if (!some_has_kind(g, NODE_PERMIT_AT))
        return false;
    FOR_SET(source, &g->permitting)
        if (g->card[source].commander == player && has_kind(printed(g, source), NODE_PERMIT_AT))
            return true;
    return false;
}

bool may_cost_less_somewhere(const Game *g, CardId card)
{
    return is_heard_announced(g, card) || has_kind(printed(g, card), NODE_PLAY_AT);
}

static int price_by_permits(const Game *g, int player, CardId card, CardId place)
{
    int more;
    if (!place || is_type(g, card, TYPE_EVENT))
        return 0;
    if (own_price(g, player, place, card, &more))
        return place_permits(g, player, place, card) ? smaller_of(more, 0) : more;
    if (place_permits(g, player, place, card) || card_permits(g, player, place, card))
        return 0;
    return far_permit(g, player, place, card, &more) ? more : 0;
}

int price_by_texts(const Game *g, int player, CardId card, CardId place)
{
    int more = price_by_permits(g, player, card, place);
    return has_kind(printed(g, card), NODE_OWN_COST) ? more + own_cost_there(g, card, place) : more;
}

static bool copy_lies_on(const Game *g, CardId host, CardId card)
{
    FOR_HOSTED(g, id, host)
        if (g->card[id].zone == ZONE_ON && g->card[id].def == g->card[card].def)
            return true;
    return false;
}

/* Why an event is not played on that card. */
static Citation NOINLINE why_not_host(const Game *g, int player, CardId card, CardId host)
{
    const CardDef *def = printed(g, card);
    if (!has_kind(def, NODE_PLAYS_ON))
        return CITE_NONE;
    Ctx ctx = player_ctx(g, card, player);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if (a->kind == NODE_PLAYS_ON && host && filter_is(g, &ctx, a->filter, host))
            return has_kind(def, NODE_ONE_PER_HOST) && copy_lies_on(g, host, card) ? RULE_ONE_PER_HOST : CITE_NONE;
    }
    return RULE_NO_HOST;
}

static Citation NOINLINE why_nothing_permits(const Game *g, int player, CardId place)
{
    if (g->card[place].commander != player && has_kind(printed(g, place), NODE_PERMIT_PLAY))
        return RULE_NOT_YOUR_PERMISSION;
    return in_force(g, RULING_PLAY_CHECK) ? RULING_PLAY_CHECK : RULE_NO_PLACE;
}

Citation why_not_place(const Game *g, int player, CardId card, CardId place)
{
    if (is_type(g, card, TYPE_EVENT))
        return why_not_host(g, player, card, place);
    int more;
    if (place && text_relates(g, NODE_MOD_NO_PLAYS, place, card))
        return RULE_CANNOT_TEXT;
    if (place && (place_permits(g, player, place, card) || card_permits(g, player, place, card) || far_permit(g, player, place, card, &more)))
        return CITE_NONE;
    return reasons_wanted(g) ? why_nothing_permits(g, player, place) : RULE_NO_PLACE;
}

/* The card whose text keeps this one from being played there, where that is why it may not be. */
CardId what_bars_play(const Game *g, CardId card, CardId place, Citation why)
{
    return why == RULE_CANNOT_TEXT ? text_relates(g, NODE_MOD_NO_PLAYS, place, card) : NO_CARD;
}

/* What a way of playing comes to where the card costs more, or less, than elsewhere. */
Citation afford_there(const Game *g, int player, CardId card, int variant, int more, Citation why)
{
    if (why && why != RULE_NOT_ENOUGH_COUNTERS && why != RULING_COST_OPEN)
        return why;
    int cost = play_cost(g, player, card, variant) + more;
    return g->plays[g->active] >= cost ? CITE_NONE : RULE_NOT_ENOUGH_COUNTERS;
}

Citation why_not_play(const Game *g, int player, CardId card, CardId place, int variant, CardId *by)
{
    *by = NO_CARD;
    int type = card_type(g, card);
    if (type == TYPE_INTERRUPT)
        return RULE_WRONG_TIME;
    Citation no = why_not_place(g, player, card, place);
    *by = what_bars_play(g, card, place, no);
    if (no)
        return no;
    int more = place_price(g, player, card, place) + least_change(g, player, card, place);
    no = why_not_play_at_all(g, player, card, variant, by);
    return more ? afford_there(g, player, card, variant, more, no) : no;
}
