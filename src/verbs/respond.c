/* Windows: which texts may respond to an event, and the use of such a text (2E-18.10 to 18.17).  Who is asked in which order is for the
 * edition to say, in its `respond`. */
#include "spaceline.h"
#include "verbs/verbs.h"
#include "verbs/reasons.h"

Scope *scope_enter(Game *g, Frame *f, CardId source, int you)
{
    if (g->scope_count == MAX_SCOPES)
        game_overflow(g, CAPACITY_SCOPES);      /* the game is over: the last scope is never read */
    else
        g->scope_count++;
    Scope *s = &g->scope[g->scope_count - 1];
    memset(s, 0, sizeof *s);
    s->source = source;
    s->you = (uint8_t)you;
    s->actor = NOBODY;
    f->scope = (uint8_t)g->scope_count;
    note_mark(g, CAPACITY_SCOPES, g->scope_count);
    return s;
}

void scope_pop(Game *g)
{
    if (g->scope_count == 0)
        return;
    Scope *s = &g->scope[--g->scope_count];
    set_give_back(g, &s->that);
    set_give_back(g, &s->gone);
    for (int v = 0; v < MAX_VARS; v++)
        set_give_back(g, &s->var[v]);
}

void scope_leave(Game *g, Frame *f)
{
    scope_pop(g);
    f->scope = 0;
}

/* The locals of the frame of a window. */
static const Window *window_in(const Frame *f)
{
    return (const Window *)(const void *)f->locals;
}

static bool happens_to_cards(int event)
{
    return event_info[event].signature[0] == 'F';
}

Window *window_of(Game *g, const Scope *s)
{
    return s->window ? (Window *)(void *)g->frame[s->window - 1].locals : NULL;
}

/* ---- does a text respond to this? ---- */

/* After these, the subjects are no longer where they were; texts speak of them as they had been. */
static bool subjects_are_gone(int event)
{
    return event == EVENT_KILLED || event == EVENT_HOST_KILLED || event == EVENT_DESTROYED || event == EVENT_REMOVED || event == EVENT_DISCARDED || event == EVENT_BURIED
        || event == EVENT_LOST_COMMAND || event == EVENT_LEFT || event == EVENT_EXECUTED;
}

/* … or an event that was destroyed as it was played: it is spoken of all the same. */
static bool is_about_gone(const Game *g, const Frame *wf)
{
    const Window *w = window_in(wf);
    return subjects_are_gone(w->event) || (w->event == EVENT_PLAYED && !set_empty(cards_of(g, wf)) && !card_in_play(g, set_next(cards_of(g, wf), 0)));
}

static void fitting(const Game *g, const Ctx *ctx, NodeId filter, const CardSet *subjects, CardSet *out)
{
    *out = *subjects;
    if (filter != 0)
        FOR_SET(id, subjects)
            if (!filter_is(g, ctx, filter, id))
                set_drop(out, id);
}

static bool one_fits(const Game *g, const Ctx *ctx, NodeId filter, const CardSet *set)
{
    FOR_SET(id, set)
        if (filter_is(g, ctx, filter, id))
            return true;
    return false;
}

bool event_names_skill(const Catalogue *cat, NodeId pattern, int skill)
{
    if (cat->node[pattern].argc < 2)
        return true;
    for (int i = 1; i < cat->node[pattern].argc; i++)
        if (node_child(cat, pattern, i) == 0 || node_value(cat, pattern, i) == skill)
            return true;
    return false;
}

/* A text set off by playing its own card does not see that card, unless it says "this" (2e-2014/playing-a-card.11). */
static void leave_out_self(const Game *g, const Window *w, const Ability *a, CardId card, CardSet *that)
{
    if (w->event != EVENT_PLAYED || !set_has(that, card) || node_mentions(g->world->cat, a->pattern, NODE_SELF))
        return;
    cite(g, RULING_NO_SELF_REFERENCE);
    if (in_force(g, RULING_NO_SELF_REFERENCE))
        set_drop(that, card);
}

/* Whether the text would respond to the playing of its own card if it were not its own. */
static bool is_own_play(const Game *g, const Ctx *ctx, const Frame *wf, const Ability *a, CardId card)
{
    const Window *w = window_in(wf);
    NodeId first = node_child(g->world->cat, a->pattern, 0);
    return w->event == EVENT_PLAYED && set_has(cards_of(g, wf), card) && in_force(g, RULING_NO_SELF_REFERENCE)
        && !node_mentions(g->world->cat, a->pattern, NODE_SELF) && (first == 0 || filter_is(g, ctx, first, card));
}

/* Whether a card that a player has lost command of fits the filter as it did before, when it was that player's. */
static bool fitted(const Game *g, const Ctx *ctx, NodeId filter, CardId card, int loser)
{
    const Catalogue *cat = g->world->cat;
    if (cat->node[filter].op == NODE_OF)
        return players_of(g, ctx, node_child(cat, filter, 0)) >> loser & 1;
    if (cat->node[filter].op != NODE_AND)
        return filter_is(g, ctx, filter, card);
    for (int i = 0; i < cat->node[filter].argc; i++)
        if (!fitted(g, ctx, node_child(cat, filter, i), card, loser))
            return false;
    return true;
}

/* Whether a text that answers such an event answers this one; `that` becomes what it answers it for. */
static bool responds(const Game *g, const Ctx *ctx, const Frame *wf, const Ability *a, CardId card, CardSet *that)
{
    const Window *w = window_in(wf);
    const Catalogue *cat = g->world->cat;
    if (w->event == EVENT_ABOUT_TO_DISCARD && w->cause == card)     /* what a card has discarded itself it does not replace again */
        return false;
    NodeId first = node_child(cat, a->pattern, 0), second = node_child(cat, a->pattern, 1);
    const char *signature = event_info[w->event].signature;
    if (signature[0] == 'P') {
        if (first && !(players_of(g, ctx, first) >> w->actor & 1))
            return false;
        fitting(g, ctx, second, cards_of(g, wf), that);
        return second == 0 || !set_empty(that);
    }
    Ctx before = *ctx;
    before.even_stopped |= w->event == EVENT_STOPPED;           /* who was just stopped is spoken of as it had been */
    fitting(g, &before, first, cards_of(g, wf), that);
    if (w->event == EVENT_LOST_COMMAND && w->number && first) {        /* it has changed hands */
        *that = *cards_of(g, wf);
        FOR_SET(id, cards_of(g, wf))
            if (!fitted(g, &before, first, id, w->number - 1))
                set_drop(that, id);
    }
    leave_out_self(g, w, a, card, that);
    if (set_empty(that))
        return false;
    if (w->event == EVENT_COMPLETED)            /* "you complete it with …" */
        return w->actor == ctx->you && (second == 0 || one_fits(g, ctx, second, &g->encounter.group));
    if (signature[1] && signature[2] == 'G')
        return second == 0 || (w->cause && filter_is(g, ctx, second, w->cause));
    return !signature[1] || event_names_skill(cat, a->pattern, w->number);
}

/* Among several opponents the one of whom the event speaks: "an opponent's ship moves, … that opponent" (2E-24.3),
 * or who began the battle, where the text asks who did.  Player + 1; 0: none of them alone. */
static uint8_t opponent_in(const Game *g, const Ctx *ctx, const Frame *wf, const Ability *a)
{
    uint8_t one = 0;
    if (g->players > 2 && a->guard && g->battle.active && g->battle.player[0] != ctx->you && node_mentions(g->world->cat, a->guard, NODE_BEGAN_IT))
        return (uint8_t)(g->battle.player[0] + 1);
    if (g->players < 3 || !node_mentions(g->world->cat, a->pattern, NODE_OPPONENT))
        return 0;
    for (int p = 0; p < g->players; p++) {
        Ctx with = *ctx;
        CardSet that;
        with.opponent = (uint8_t)(p + 1);
        if (p == ctx->you || !responds(g, &with, wf, a, ctx->self, &that))
            continue;
        if (one)
            return 0;
        one = with.opponent;
    }
    return one;
}

/* "When facing" responds once a dilemma, not once a window (2e-2014/response-actions). */
static bool facing_once(const Ability *a)
{
    return a->kind == NODE_WHEN && (a->event == EVENT_FACING || a->event == EVENT_ATTEMPTING || a->event == EVENT_CHECKING);
}

/* Another copy of a card whose copies do not add up has responded to the same thing. */
static bool copy_has_responded(const Game *g, int window, CardId card, int ability)
{
    if (!has_kind(printed(g, card), NODE_NOT_CUMULATIVE))
        return false;
    FOR_CARDS(g, other)
        if (other != card && g->card[other].def == g->card[card].def && has_responded(g, window, other, ability))
            return true;
    return false;
}

/* One action of a dilemma on several personnel is answered once (2e-2014/dilemmas.1).  Who was saved from it is among them no longer. */
static bool is_one_action(const Game *g, const Ability *a, const Frame *window)
{
    const Window *w = window_in(window);
    if (!w->cause || w->cause != g->encounter.current || w->event == EVENT_FACING || !in_force(g, RULING_DILEMMA_ONE_ACTION))
        return false;
    bool saves = node_mentions(g->world->cat, a->node, NODE_PREVENT) || node_mentions(g->world->cat, a->node, NODE_INSTEAD);
    return set_count(cards_of(g, window)) > !saves;
}

static INLINE Citation why_over_limit(const Game *g, CardId card, int ability, const Ability *a)
{
    if (a->limit && use_times(g, card, ability - a->together, a->limit_per) >= a->limit)
        return a->limit_per == PERIOD_GAME ? RULE_GAME_LIMIT : RULE_ORDER_LIMIT;
    return CITE_NONE;
}

static INLINE Citation why_not_again(const Game *g, CardId card, int ability, const Ability *a, const Frame *window)
{
    if (window && a->kind == NODE_WHEN && window_in(window)->used
        && (has_responded(g, (int)(window - g->frame), card, ability) || copy_has_responded(g, (int)(window - g->frame), card, ability)))
        return is_one_action(g, a, window) ? RULING_DILEMMA_ONE_ACTION : RULE_USED_ALREADY;
    if (facing_once(a) && use_times(g, card, ability, PERIOD_DILEMMA)) {
        if (a->event != EVENT_FACING)
            return RULE_USED_ALREADY;
        if (in_force(g, RULING_ONCE_PER_DILEMMA))
            return RULING_ONCE_PER_DILEMMA;
    }
    return why_over_limit(g, card, ability, a);
}

/* Of a response that has been used: as often as it allows, or for this dilemma. */
void ask_response_again(Reasons *r, CardId card, int ability)
{
    const Ability *a = ability_of(r->g, card, ability);
    reason_tell(r, why_not_again(r->g, card, ability, a, NULL), NO_CARD);
    reason_tell(r, why_over_limit(r->g, card, ability, a), NO_CARD);
}

/* What an interrupt asks for before it may be played: its condition and its extra cost (2E-7.21, 7.22). */
static Citation why_not_play_text(const Game *g, const Ctx *ctx, CardId card)
{
    const CardDef *def = printed(g, card);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == NODE_PLAY_IF && !condition(g, ctx, node_child(g->world->cat, a->node, 0)))
            return RULE_PLAY_CONDITION;
        Citation unpaid = a->kind == NODE_PLAY_COST ? why_not_pay(g, ctx, a->node) : CITE_NONE;
        if (unpaid)
            return unpaid == RULE_CANNOT_PAY ? RULE_EXTRA_COST : unpaid;
    }
    return why_cannot(g, card, ACT_PLAYED, NO_CARD, NULL);
}

/* Why a text is not active. */
static Citation why_silent(const Game *g, CardId card)
{
    if (!card_in_play(g, card))
        return RULE_NOT_IN_PLAY;
    if (is_captive(g, card))
        return RULE_CAPTIVE;
    return is_stopped(g, card) ? RULE_STOPPED : RULE_ABILITIES_GONE;
}

/* A text lets its owner play the card from where it lies, as if it were in hand. */
bool lies_like_in_hand(const Game *g, CardId card)
{
    Zone zone = (Zone)g->card[card].zone;
    if (!some_has_kind(g, NODE_AS_FROM_HAND) || card_in_play(g, card) || (zone != ZONE_ON && zone != ZONE_BENEATH && zone != ZONE_DISCARD))
        return false;
    FOR_TEXTS(g, i, texts_of_rules(g)) {
        const StaticText *t = &g->statics[i];
        const Ability *a = &g->world->cat->ability[t->ability];
        Ctx ctx = ctx_of(g, t->card);
        if (a->kind == NODE_AS_FROM_HAND && text_active(g, t->card, a) && guard_holds(g, &ctx, a)
            && players_of(g, &ctx, node_child(g->world->cat, a->node, 0)) >> g->card[card].owner & 1
            && filter_is(g, &ctx, node_child(g->world->cat, a->node, 1), card))
            return true;
    }
    return false;
}

bool plays_like_from_hand(const Game *g, CardId card)
{
    return g->card[card].zone == ZONE_HAND || lies_like_in_hand(g, card);
}

/* An interrupt or doorway responds by being played from hand. */
static bool is_playable_response(const Game *g, CardId card)
{
    return is_any_time(g, card) && plays_like_from_hand(g, card);
}

bool is_immune(const Game *g, CardId id, CardId to)
{
    const CardDef *def = printed(g, id);
    Ctx ctx = ctx_of(g, id);
    if (def->type == TYPE_OBJECTIVE && g->card[id].flags & COMPLETE)
        return true;                            /* it is a marker now (1E-8.4) */
    if (g->acts & act_bit(ACT_NULLIFIED) && why_cannot(g, id, ACT_NULLIFIED, to, NULL))
        return true;
    for (int i = 0; has_kind(def, NODE_IMMUNE) && i < def->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_IMMUNE && filter_is(g, &ctx, a->filter, to))
            return true;
    }
    return false;
}

static bool is_safe_from(const Game *g, const Ability *a, CardId by, const CardSet *that)
{
    FOR_SET(id, that)
        if (is_immune(g, id, by))
            return node_mentions(g->world->cat, a->node, NODE_NULLIFY);
    return false;
}

static Citation why_not_for(const Game *g, Ctx *ctx, const Ability *a, const CardSet *that)
{
    ctx->that = that;
    if (!guard_holds(g, ctx, a)) {
        Ctx with_self = *ctx;
        with_self.no_self = false;
        return ctx->no_self && guard_holds(g, &with_self, a) ? RULING_NO_SELF_REFERENCE : RULE_NO_LONGER_TRUE;
    }
    if (is_safe_from(g, a, ctx->self, that))
        return RULE_FIRST_IMMUNE;
    return a->cost ? why_not_pay(g, ctx, a->cost) : CITE_NONE;
}

/* A text that speaks of one card of several is used for one of which its condition is true and for which its cost can be paid:
 * the others are left out of `that`. */
static INLINE Citation why_not_for_any(const Game *g, Ctx *ctx, const Ability *a, CardSet *that)
{
    if (!a->uses_that || a->plural || set_empty(that))
        return why_not_for(g, ctx, a, that);
    CardSet all = *that;
    Citation why = CITE_NONE;
    FOR_SET(id, &all) {
        CardSet one = set_one(id);
        Citation no = why_not_for(g, ctx, a, &one);
        if (no) {
            why = no;
            set_drop(that, id);
        }
    }
    return set_empty(that) ? why : CITE_NONE;
}

/* Being stopped, failing an attempt, which ends it, and the end of a battle stop those involved before texts answer it.  Who is stopped uses no text (2E-13.3); but
 * what speaks of this very card, being stopped or in the attempt, would never be used otherwise, and is used; so is what answers the end of a battle. */
static bool just_stopped(const Game *g, CardId card, const Ability *a, const Frame *wf)
{
    const Catalogue *cat = g->world->cat;
    int event = window_in(wf)->event;
    bool battle = event == EVENT_COMBAT_ENDS || event == EVENT_ENGAGEMENT_ENDS, subject = event == EVENT_STOPPED || battle;
    if (event != EVENT_FAILED && event != EVENT_ATTEMPT_ENDS && !subject)
        return false;
    if (!battle && !a->for_now && !node_mentions(cat, a->pattern, NODE_SELF) && !(a->guard && node_mentions(cat, a->guard, NODE_SELF)))
        return false;
    return card_in_play(g, card) && is_stopped(g, card) && set_has(subject ? cards_of(g, wf) : &g->encounter.group, card) && !is_captive(g, card)
        && !is_textless(g, card) && !a->damage && (!a->for_now || is_granted(g, card, a));
}

/* Who did what is answered, as texts speak of that player: player + 1; 0: nobody. */
static uint8_t actor_in(const Window *w)
{
    return w->actor == NOBODY ? 0 : (uint8_t)(w->actor + 1);
}

/* The text answers such a thing, but where its card is: it happens to somebody who is not present with it (2E-8.4). */
static bool happens_elsewhere(const Game *g, const Ctx *ctx, const Frame *wf, const Ability *a)
{
    const Catalogue *cat = g->world->cat;
    NodeId subject = node_child(cat, a->pattern, 0);
    if (!subject || cat->node[subject].op != NODE_AND || !card_in_play(g, ctx->self))
        return false;
    FOR_SET(id, cards_of(g, wf)) {
        bool present = true, fits = true;
        for (int i = 0; i < cat->node[subject].argc; i++) {
            NodeId part = node_child(cat, subject, i);
            bool is = filter_is(g, ctx, part, id);
            present &= is || cat->node[part].op != NODE_PRESENT;
            fits &= is || cat->node[part].op == NODE_PRESENT;
        }
        if (fits && !present)
            return true;
    }
    return false;
}

Citation why_not_use(const Game *g, int player, CardId card, int ability, const Frame *wf, CardSet *that)
{
    const Ability *a = ability_of(g, card, ability);
    Ctx ctx = ctx_of(g, card);
    bool from_hand = is_playable_response(g, card);
    ctx.you = (uint8_t)player;
    ctx.playing = from_hand;
    const Window *w = wf ? window_in(wf) : NULL;
    ctx.gone = w && is_about_gone(g, wf);
    ctx.actor = w ? actor_in(w) : 0;
    *that = (CardSet){ 0 };
    if (w && !responds(g, &ctx, wf, a, card, that))
        return is_own_play(g, &ctx, wf, a, card) ? RULING_NO_SELF_REFERENCE : happens_elsewhere(g, &ctx, wf, a) ? RULE_NOT_PRESENT : RULE_WRONG_TIME;
    ctx.opponent = w ? opponent_in(g, &ctx, wf, a) : 0;
    if (a->interlink && !g->world->switches.interlink)
        return RULE_INTERLINK;
    bool own_end = w && set_has(cards_of(g, wf), card) && !card_in_play(g, card)    /* 2E-18.17 */
        && w->event != EVENT_ABOUT_TO_PLAY      /* a card about to be played is not there yet */
        && node_mentions(g->world->cat, a->pattern, NODE_SELF) && !a->for_now && a->reversed == is_reversed(g, card);
    bool in_hand = a->from_hand && g->card[card].zone == ZONE_HAND;
    if (!from_hand && !in_hand && !own_end && !text_active(g, card, a) && !(w && just_stopped(g, card, a, wf)))
        return why_silent(g, card);
    Citation again = why_not_again(g, card, ability, a, wf);
    if (again)
        return again;
    if (from_hand) {
        Citation no = why_not_play_text(g, &ctx, card);
        if (no)
            return no;
    }
    if (w && w->event == EVENT_PLAYED && set_has(cards_of(g, wf), card))
        ctx.no_self = in_force(g, RULING_NO_SELF_REFERENCE);
    ctx.cause = w ? w->cause : NO_CARD;
    ctx.number = w ? w->number : 0;
    return why_not_for_any(g, &ctx, a, that);
}

/* Every rule in the way of an order of this card, or of an interrupt in hand that may be played as one, one by one: see why_not_use. */
void ask_order_text(Reasons *r, CardId card, int ability)
{
    const Game *g = r->g;
    const Ability *a = ability_of(g, card, ability);
    Ctx ctx = ctx_of(g, card);
    CardSet that = { 0 };
    ctx.playing = is_playable_response(g, card);
    if (!ctx.playing && !text_active(g, card, a))
        reason_tell(r, why_silent(g, card), NO_CARD);
    reason_tell(r, why_not_again(g, card, ability, a, NULL), NO_CARD);
    if (ctx.playing)
        reason_tell(r, why_not_play_text(g, &ctx, card), NO_CARD);
    reason_tell(r, why_not_for_any(g, &ctx, a, &that), NO_CARD);
}

/* ---- collecting ---- */

/* What a card does in hand nobody else can demand, so that it is done by choice, whatever its text says. */
static bool in_layer(const Game *g, CardId card, const Ability *a, int layer)
{
    bool optional = a->optional || a->from_hand || is_playable_response(g, card);
    return optional == (layer == OPTIONAL) && (layer != REPLACING || node_mentions(g->world->cat, a->node, NODE_INSTEAD));
}

static void collect_card(Game *g, Frame *f, int player, CardId card, int layer)
{
    const CardDef *def = printed(g, card);
    const Window *w = window_in(f);
    if (!event_in(&def->listens, w->event))
        return;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        if ((a->kind != NODE_WHEN && a->kind != NODE_DURING) || a->event != w->event || !in_layer(g, card, a, layer))
            continue;
        CardSet that;
        Citation why = why_not_use(g, player, card, i, f, &that);
        offer(g, (Option){ .verb = SL_USE, .card = card, .number = (int16_t)i }, why, NO_CARD);
    }
}

/* Whose text it is to use: the commander's; a faced dilemma's, the player's who faces it. */
static bool is_users(const Game *g, CardId card, int player)
{
    return ctx_of(g, card).you == player;
}

/* For who asks: cards that respond to such an event, but not this one. */
static void refuse_unmeant(Game *g, Frame *f, int player, ResponseLayer layer)
{
    FOR_SET(card, &g->listening)
        if (g->card[card].commander == player && !set_has(more_of(g, f), card))
            collect_card(g, f, player, card, layer);
}

void window_collect(Game *g, Frame *f, int player, ResponseLayer layer)
{
    const Window *w = window_in(f);
    FOR_SET(card, more_of(g, f))
        if (g->card[card].commander == player && card_in_play(g, card))
            collect_card(g, f, player, card, layer);
    FOR_REASONS(g)
        refuse_unmeant(g, f, player, layer);
    if (layer == OPTIONAL && g->listeners_in_hand[w->event])
        FOR_PILE(g, card, &g->pile[player][ZONE_HAND])
            if (printed(g, card)->used_in_hand)
                collect_card(g, f, player, card, layer);
    if (some_has_kind(g, NODE_AS_FROM_HAND))
        FOR_CARDS(g, card)
            if (g->card[card].owner == player && is_any_time(g, card) && lies_like_in_hand(g, card))
                collect_card(g, f, player, card, layer);
    if (g->encounter.active && g->encounter.current && !card_in_play(g, g->encounter.current) && is_users(g, g->encounter.current, player))
        collect_card(g, f, player, g->encounter.current, layer);
    bool in_hand = w->event == EVENT_LOST_COMMAND || w->event == EVENT_LEFT;         /* a card taken back into hand was lost as well */
    FOR_SET(card, cards_of(g, f))
        if (!card_in_play(g, card) && card != g->encounter.current && (in_hand || g->card[card].zone != ZONE_HAND)
            && (w->event == EVENT_CONSUMED ? ctx_of(g, card).you : g->card[card].commander) == player)
            collect_card(g, f, player, card, layer);
}

static bool listens(const Game *g, CardId card, int event)
{
    return event_in(&printed(g, card)->listens, event);
}

/* Whether one of its texts is about this very event; types: those of its subjects; gone: they have left play. */
static bool is_meant(const Game *g, const Frame *f, CardId card, TypeSet types, bool gone)
{
    const Window *w = window_in(f);
    const CardDef *def = printed(g, card);
    Ctx ctx = ctx_of(g, card);
    ctx.gone = gone;
    ctx.actor = actor_in(w);
    for (const Ability *a = &g->cat->ability[def->ability], *end = a + def->ability_count; a < end; a++) {
        CardSet that;
        if (a->event == w->event && a->types & types && responds(g, &ctx, f, a, card, &that))
            return true;
    }
    return false;
}

static TypeSet types_among(const Game *g, const CardSet *set)
{
    TypeSet types = 0;
    FOR_SET(card, set)
        types |= type_bit(card_type(g, card));
    return types;
}

static Listeners find_far(const Game *g, int event, uint64_t stamp)
{
    Listeners far = { .stamp = stamp, .event = event };
    FOR_SET(card, &g->listening)
        if (event_in(&printed(g, card)->listens_far, event)) {
            set_add(&far.cards, card);
            for (int i = 0; i < printed(g, card)->ability_count; i++)
                far.types |= ability_of(g, card, i)->event == event ? ability_of(g, card, i)->types : 0;
        }
    return far;
}

void find_listeners(const Game *g, int event, Listeners *kept)
{
    *kept = find_far(g, event, stamp_of(g, g->cache.listening));
}

#ifdef SPACELINE_CHECK
bool listeners_are_true(const Game *g, int event, const Listeners *kept)
{
    Listeners now = find_far(g, event, kept->stamp);
    return now.types == kept->types && memcmp(&now.cards, &kept->cards, sizeof now.cards) == 0;
}
#endif

/* The cards in play that respond to this event, looked up once and again after every response.  Where others may not know what lies there
 * (World.windows), all of them are looked at. */
void window_find_listeners(Game *g, Frame *f)
{
    const Window *w = window_in(f);
    CardSet found = { 0 };
    if (g->world->windows) {
        FOR_SET(card, &g->listening)
            if (listens(g, card, w->event))
                set_add(&found, card);
    } else if (g->listeners_far[w->event]) {
        TypeSet types = happens_to_cards(w->event) ? types_among(g, cards_of(g, f)) : EVERY_TYPE;
        const Listeners *far = far_listeners(g, w->event);
        bool gone = is_about_gone(g, f);
        if (far->types & types)
            FOR_SET(card, &far->cards)
                if (is_meant(g, f, card, types, gone))
                    set_add(&found, card);
    }
    FOR_SET(card, cards_of(g, f))
        if (card_in_play(g, card) && listens(g, card, w->event))
            set_add(&found, card);
    put_more(g, f, found);
}

/* What some text asks about later is written down.  Points count by their number. */
void window_note(Game *g, const Frame *f)
{
    const Window *w = window_in(f);
    if (w->event == EVENT_SOLVED && w->number == NOTED_BEFORE)
        return;
    int times = w->event == EVENT_SCORED || w->event == EVENT_LOST_POINTS ? w->number : 1;
    Past past = { .event = w->event, .actor = w->actor, .cause = w->cause, .host = g->gone_host, .zone = g->gone_zone };
    if (w->event == EVENT_USED_SKILL)
        past.skill = (uint8_t)w->number;
    if (!happens_to_cards(w->event))
        past_note(g, past, times);
    FOR_SET(id, cards_of(g, f)) {
        past.subject = id;
        past_note(g, past, times);
    }
}

/* Whether a card that is not in play could respond: an interrupt, the dilemma, a subject that was lost. */
static bool hears_outsider(const Game *g, const Frame *f)
{
    const Window *w = window_in(f);
    if (g->listeners_in_hand[w->event] || (g->encounter.active && g->encounter.current && listens(g, g->encounter.current, w->event)))
        return true;
    FOR_SET(card, cards_of(g, f))
        if (!card_in_play(g, card) && listens(g, card, w->event))
            return true;
    return false;
}

bool window_is_idle(Game *g, Frame *f)
{
    bool idle = !g->world->windows && set_empty(more_of(g, f)) && !hears_outsider(g, f);
    if (idle)
        FOR_REASONS(g)
            for (int p = 0; p < g->players; p++)
                refuse_unmeant(g, f, p, OPTIONAL);
    return idle;
}

/* Whether some text may have to be used now: mostly all that answer are used by choice. */
bool window_may_force(const Game *g, const Frame *f)
{
    const Window *w = window_in(f);
    const Encounter *e = &g->encounter;
    if (reasons_wanted(g) || (e->active && e->current && event_in(&printed(g, e->current)->forces, w->event)))
        return true;
    FOR_SET(card, more_of(g, f))
        if (event_in(&printed(g, card)->forces, w->event))
            return true;
    FOR_SET(card, cards_of(g, f))
        if (event_in(&printed(g, card)->forces, w->event))
            return true;
    return false;
}

bool somebody_responds(const Game *g, int event)
{
    if (event_in(&g->noted, event))             /* the window is where it is noted */
        return true;
    if (g->listeners[EVENT_ANY_MOMENT] || g->world->windows)      /* somebody can suspend play (1E-7.21), or all are asked */
        return true;
    TypeSet far = g->listeners_far[event] ? far_listeners(g, event)->types : 0;      /* those whom cards in play may mean when it happens to them */
    if ((far && !happens_to_cards(event)) || g->listeners_in_hand[event] || (g->encounter.active && g->encounter.current && listens(g, g->encounter.current, event)))
        return true;
    if (g->listeners[event] && reasons_wanted(g))      /* for who asks: texts that speak of their own cards, and not of these */
        return true;
    FOR_SET(card, &g->picked)
        if (type_in(far, card_type(g, card)) || listens(g, card, event))
            return true;
    for (int p = 0; p < g->players; p++)        /* a hidden agenda that may be turned up (1E-8.8) */
        FOR_PILE(g, card, &g->pile[p][ZONE_AGENDA])
            if (listens(g, card, event))
                return true;
    return false;
}

/* ---- what others may think ---- */

void windows_prepare(World *world)
{
    const Catalogue *cat = world->cat;
    world->windows = true;
    for (int d = 1; d < cat->def_count; d++) {
        const CardDef *def = &cat->def[d];
        for (int i = 0; def->edition == world->edition->id && i < def->ability_count; i++) {
            const Ability *a = &cat->ability[def->ability + i];
            bool by_choice = type_in(PLAYED_ANY_TIME, def->played_type) || a->optional || a->from_hand;
            if ((a->kind != NODE_WHEN && a->kind != NODE_DURING) || !by_choice)
                continue;
            event_add(&world->may_respond[def->played_type], a->event);
            if (a->from_hand)
                event_add(&world->may_respond_in_hand, a->event);
            if (event_in(&def->listens_far, a->event))
                event_add(&world->may_respond_far[def->played_type], a->event);
            for (int byte = 0; byte < 3; byte++)
                world->subjects[def->played_type][a->event][byte] |= (uint8_t)(a->types >> 8 * byte);
        }
    }
}

EventSet windows_heard(const World *world)
{
    EventSet heard = { 0 };
    for (int type = 0; type < TYPE_COUNT; type++)
        events_join(&heard, &world->may_respond[type]);
    return heard;
}

static_assert(TYPE_COUNT <= 24, "World.subjects has three bytes for the types of a text");

static TypeSet subjects_of(const World *world, int type, int event)
{
    const uint8_t *byte = world->subjects[type][event];
    return (TypeSet)(byte[0] | (unsigned)byte[1] << 8 | (unsigned)byte[2] << 16);
}

/* Whether some printed card of this type would respond to such an event; subjects: the types it happens to. */
static bool type_may_respond(const Game *g, int event, TypeSet subjects, int type, const EventSet *of)
{
    return event_in(&of[type], event) && (!happens_to_cards(event) || subjects_of(g->world, type, event) & subjects);
}

/* Whether, for all that the other players know, this one may have a response: a card in hand might be an interrupt, a card that lies
 * face down any of its type; of a card that they know, its text says. */
bool window_might_respond(const Game *g, const Frame *f, int player)
{
    const World *world = g->world;
    int event = window_in(f)->event;
    TypeSet subjects = types_among(g, cards_of(g, f));
    if (g->pile[player][ZONE_HAND].count && event_in(&world->may_respond_in_hand, event))
        return true;
    for (int type = TYPE_NONE; type < TYPE_COUNT && g->pile[player][ZONE_HAND].count; type++)
        if (type_in(PLAYED_ANY_TIME, type) && type_may_respond(g, event, subjects, type, world->may_respond))
            return true;
    if (some_has_kind(g, NODE_AS_FROM_HAND))
        FOR_CARDS(g, id)
            if (g->card[id].owner == player && is_any_time(g, id) && listens(g, id, event) && lies_like_in_hand(g, id))
                return true;
    FOR_SET(id, &g->commanded[player]) {
        const EventSet *of = set_has(cards_of(g, f), id) ? world->may_respond : world->may_respond_far;
        if (!known_to_all(g, id) && type_may_respond(g, event, subjects, card_type(g, id), of))
            return true;
    }
    FOR_SET(id, more_of(g, f))
        if (g->card[id].commander == player && known_to_all(g, id) && is_meant(g, f, id, subjects, is_about_gone(g, f)))
            return true;
    return false;
}

bool window_lapsed(const Game *g, const Frame *f)
{
    const Window *w = window_in(f);
    return w->prevented || (happens_to_cards(w->event) && set_empty(cards_of(g, f)));
}

static void refuse_text(Game *g, CardId card, int event, Citation why)
{
    for (int i = 0; i < printed(g, card)->ability_count; i++)
        if ((ability_of(g, card, i)->kind == NODE_WHEN || ability_of(g, card, i)->kind == NODE_DURING) && ability_of(g, card, i)->event == event)
            offer(g, (Option){ .verb = SL_USE, .card = card, .number = (int16_t)i }, why, NO_CARD);
}

void responses_refuse(Game *g, int event, Citation why)
{
    FOR_SET(card, &g->listening)
        refuse_text(g, card, event, why);
    for (int p = 0; p < g->players; p++)
        FOR_PILE(g, card, &g->pile[p][ZONE_HAND])
            if (is_type(g, card, TYPE_INTERRUPT))
                refuse_text(g, card, event, why);
}

/* Puts the use of a text on top: from play, or from hand as an interrupt. */
void window_push_response(Game *g, Frame *f, int player)
{
    Option o = answered(g);
    Window *w = (Window *)(void *)f->locals;
    UseText u = { .card = o.card, .ability = (uint8_t)o.number, .event = w->event, .actor = w->actor, .cause = w->cause,
                  .window = (uint8_t)(f - g->frame + 1), .number = w->number };
    CardSet that;
    why_not_use(g, player, o.card, o.number, f, &that);
    response_note(g, (int)(f - g->frame), o.card, o.number);
    w->used = true;
    int proc = is_playable_response(g, o.card) ? g->world->edition->play_response : PROC_use_text;
    put_cards(g, frame_push(g, proc, player, &u, sizeof u), that);
}

/* Texts that set each other off without end are cut before the room for running texts is used up (2E-25.3). */
enum { FRAMES_TO_FINISH = 14, SCOPES_TO_FINISH = 3, SETS_TO_FINISH = 12 };

bool window_is_endless(const Game *g)
{
    return g->depth > MAX_FRAMES - FRAMES_TO_FINISH || g->scope_count > MAX_SCOPES - SCOPES_TO_FINISH
        || g->sets_taken >> (MAX_SETS - SETS_TO_FINISH);
}

/* ---- using a text ---- */

/* Among several opponents the one of whom the event speaks, or the only one of whom the condition of the text is true; player + 1, 0: it is not said who. */
static uint8_t opponent_meant(const Game *g, const Frame *f, const UseText *u)
{
    const Ability *a = ability_of(g, u->card, u->ability);
    const Frame *wf = u->window ? &g->frame[u->window - 1] : NULL;
    Ctx ctx = ctx_of(g, u->card);
    ctx.you = (uint8_t)f->player;
    ctx.gone = wf && is_about_gone(g, wf);
    ctx.actor = wf ? actor_in(window_in(wf)) : 0;
    uint8_t one = wf ? opponent_in(g, &ctx, wf, a) : 0;
    if (one || !a->guard || !node_mentions(g->world->cat, a->guard, NODE_OPPONENT))
        return one;
    ctx.that = cards_of(g, f);
    ctx.cause = u->cause;
    ctx.number = u->number;
    for (int p = 0; p < g->players; p++) {
        ctx.opponent = (uint8_t)(p + 1);
        if (p == ctx.you || !guard_holds(g, &ctx, a))
            continue;
        if (one)
            return 0;
        one = ctx.opponent;
    }
    return one;
}

void scope_begin(Game *g, Frame *f, const UseText *u)
{
    Scope *s = scope_enter(g, f, u->card, f->player);
    s->cause = u->cause;
    s->actor = u->actor;
    s->event = u->event;
    s->ability = u->ability;
    s->window = u->window;
    s->number = u->number;
    set_put(g, &s->that, *cards_of(g, f));
    s->no_self = u->event == EVENT_PLAYED && set_has(cards_of(g, f), u->card) && in_force(g, RULING_NO_SELF_REFERENCE);
    if (g->players > 2)
        s->opponent = opponent_meant(g, f, u);
}

bool must_choose_that(const Game *g, const Ability *a, const Scope *s)
{
    return a->does_to_that && !a->plural && set_count(set_at(g, s->that)) > 1;
}

/* A card that is played as a response: which card it is about, then its costs. */
Flow announce_response(Game *g, Frame *f)
{
    LOCALS(UseText, u);
    PROC_BEGIN;

    if (must_choose_that(g, ability_of(g, u->card, u->ability), &g->scope[f->scope - 1])) {
        CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_THAT, .asker = u->card });
        set_put(g, &g->scope[f->scope - 1].that, g->picked);
    }
    if (has_kind(printed(g, u->card), NODE_PLAY_COST))
        PAY_ALL(f->player, ability_of_kind(g, u->card, NODE_PLAY_COST)->node);
    if (ability_of(g, u->card, u->ability)->cost)
        PAY_ALL(f->player, ability_of(g, u->card, u->ability)->cost);
    RETURN(1);

    PROC_END;
}

/* Who uses a text shows the card it stands on (2E-20.3). */
static void note_use(Game *g, const Frame *f, const UseText *u, const Ability *a)
{
    if (a->limit)
        use_note(g, u->card, u->ability - a->together, a->limit_per);
    if (facing_once(a))
        use_note(g, u->card, u->ability, PERIOD_DILEMMA);
    reveal_card(g, u->card);
    log_event(g, LOG_USES, f->player, u->card, NO_CARD, 0);
}

Flow use_text(Game *g, Frame *f)
{
    LOCALS(UseText, u);
    const Ability *a = ability_of(g, u->card, u->ability);
    PROC_BEGIN;

    if (!u->scope)
        scope_begin(g, f, u);
    note_use(g, f, u, a);
    if (must_choose_that(g, a, &g->scope[f->scope - 1])) {
        CALL_ON(choose_cards, f->player, *set_at(g, g->scope[f->scope - 1].that), (Choose){ .least = 1, .most = 1, .about = NODE_THAT, .asker = u->card });
        set_put(g, &g->scope[f->scope - 1].that, g->picked);
    }
    if (event_heard(g, EVENT_USED_SKILL)) {
        Ctx ctx = ctx_in(g, f);
        u->skills = skills_of_text(g, &ctx, a, set_at(g, g->scope[f->scope - 1].that), own_more(g, f));
    }
    if (a->cost && !u->paid)
        PAY_ALL(f->player, a->cost);
    USE_SKILLS(f->player, *more_of(g, f), u->skills);
    RUN_BODY(f->player, a);
    g->responder = f->player;
    scope_pop(g);
    RETURN(1);

    PROC_END;
}
