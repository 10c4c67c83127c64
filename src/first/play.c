/* Playing cards: chapter 8 of the rules, and the steps of an action (1E-7.5 to 7.20). */
#include "spaceline.h"
#include "first/first.h"

/* These use the normal card play, in the card play segment of one's own turn (1E-6.5). */
enum { PLAYED_AS_CARD_PLAY = 1 << TYPE_EVENT | 1 << TYPE_INCIDENT | 1 << TYPE_OBJECTIVE | 1 << TYPE_TIME_LOCATION };

static Ctx player_ctx(const Game *g, CardId id, int player)
{
    Ctx ctx = ctx_of(g, id);
    ctx.you = (uint8_t)player;
    ctx.playing = true;
    return ctx;
}

/* ---- functions: the texts of a card that OR joins; each `resolve` is one, and a card without one has a single function ---- */

static int texts_of_kind(const Game *g, CardId id, int kind)
{
    const CardDef *def = printed(g, id);
    int n = 0;
    for (int i = 0; has_kind(def, kind) && i < def->ability_count; i++)
        n += ability_of(g, id, i)->kind == kind;
    return n;
}

static const Ability *nth_of_kind(const Game *g, CardId id, int kind, int n)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i < def->ability_count; i++)
        if (ability_of(g, id, i)->kind == kind && n-- == 0)
            return ability_of(g, id, i);
    return NULL;
}

static int usual_functions(const Game *g, CardId id)
{
    int n = texts_of_kind(g, id, NODE_RESOLVE);
    return n ? n : 1;
}

/* Behind these come those for which a card that would stay in play may be played instead. */
static int function_count(const Game *g, CardId id)
{
    return usual_functions(g, id) + texts_of_kind(g, id, NODE_OR_PLAY) + has_kind(printed(g, id), NODE_OR_IN_CORE);
}

/* The last function of a card that may lie on table instead of on another card. */
static bool is_on_table(const Game *g, CardId id, int n)
{
    return has_kind(printed(g, id), NODE_OR_IN_CORE) && n == function_count(g, id) - 1;
}

/* Its text, or what is in its place if it was reversed as it was played; NULL: it only lies there. */
static const Ability *function_of(const Game *g, CardId id, int n)
{
    if (is_reversed(g, id) && g->card[id].zone == ZONE_PLAYING)
        return ability_of_kind(g, id, NODE_REVERSED);
    int usual = usual_functions(g, id);
    return n < usual ? nth_of_kind(g, id, NODE_RESOLVE, n) : nth_of_kind(g, id, NODE_OR_PLAY, n - usual);
}

/* It stays in play: on a card, or on table (1E-8.2, 8.5, 8.14). */
static bool is_lasting(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    if (has_kind(def, NODE_INSERTED) || has_kind(def, NODE_PLAYS_ON) || has_kind(def, NODE_PLAYS_BETWEEN) || has_kind(def, NODE_AIMS_AT) || has_kind(def, NODE_IN_CORE) || def->type == TYPE_TIME_LOCATION)
        return true;
    return !is_any_time(g, id) && !has_kind(def, NODE_RESOLVE);
}

static bool stays_by(const Game *g, CardId id, const Ability *function)
{
    return is_lasting(g, id) && !(function && function->kind == NODE_OR_PLAY);
}

/* A card that only responds is not played between actions. */
bool has_function(const Game *g, CardId id)
{
    return !is_any_time(g, id) || has_kind(printed(g, id), NODE_RESOLVE) || is_lasting(g, id);
}

/* A hidden agenda is played face down, whatever its text says; that text counts when it is turned up (1E-8.8). */
static bool is_agenda(const Game *g, CardId id)
{
    return icon_in(printed(g, id)->icons, ICON_HIDDEN_AGENDA);
}

/* ---- may it be played? ---- */

bool alternate_universe_is_open(const Game *g, int player)
{
    FOR_SET(id, &g->commanded[player])
        if (has_kind(printed(g, id), NODE_AU_DOOR) && !(g->card[id].flags & CLOSED) && !is_textless(g, id))
            return true;
    return false;
}

/* A text of this player's that lets the card be played without a card play, and has not been used as often as it may. */
static const Ability *freeing_text(const Game *g, int player, CardId id, CardId *source)
{
    if (!some_has_kind(g, NODE_FREES_PLAY))
        return NULL;
    FOR_SET(by, &g->commanded[player]) {
        const Ability *a = ability_of_kind(g, by, NODE_FREES_PLAY);
        Ctx ctx = ctx_of(g, by);
        if (!a || is_textless(g, by) || (a->limit && use_times(g, by, (int)(a - ability_of(g, by, 0)), a->limit_per) >= a->limit))
            continue;
        if (guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, id)) {
            *source = by;
            return a;
        }
    }
    return NULL;
}

/* Takes the card play that a card costs: the one that a text gives for it, else the normal one (1E-6.3). */
static void take_card_play(Game *g, int player, CardId id)
{
    CardId source = NO_CARD;
    if (plays_free(g, player, id))
        return;
    const Ability *a = freeing_text(g, player, id, &source);
    if (!a)
        plays_set(g, player, g->plays[player] - 1);
    else if (a->limit)
        use_note(g, source, (int)(a - ability_of(g, source, 0)), a->limit_per);
}

bool plays_free(const Game *g, int player, CardId id)
{
    const Ability *a = ability_of_kind(g, id, NODE_PLAYS_FREE);
    Ctx ctx = player_ctx(g, id, player);
    return is_any_time(g, id) || (a && guard_holds(g, &ctx, a));
}

/* What its player must do and have besides the card play (1E-7.5 b and d). */
static Citation why_not_conditions(const Game *g, int player, CardId id, const Ability *function)
{
    const CardDef *def = printed(g, id);
    Ctx ctx = player_ctx(g, id, player);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind == NODE_PLAY_IF && !condition(g, &ctx, node_child(g->world->cat, a->node, 0)))
            return RULE_FIRST_CONDITIONS;
        if (a->kind == NODE_PLAY_COST && why_not_pay(g, &ctx, a->node))
            return RULE_FIRST_COSTS;
    }
    if (function && !guard_holds(g, &ctx, function))
        return RULE_FIRST_CONDITIONS;
    if (function && function->limit && title_times(g, player, g->card[id].def, function->limit_per) >= function->limit)
        return function->limit_per == PERIOD_GAME ? RULE_FIRST_ONCE_A_GAME : RULE_FIRST_ONCE_A_TURN;
    return function && function->cost && why_not_pay(g, &ctx, function->cost) ? RULE_FIRST_COSTS : CITE_NONE;
}

/* All that the function does is to place a card that is chosen from a discard pile, and none is there to choose (1E-7.8). */
static bool finds_none_to_take(const Game *g, int player, CardId id, const Ability *function)
{
    const Catalogue *cat = g->world->cat;
    NodeId effect = function && function->body_count == 1 ? node_child(cat, function->node, function->body_first) : 0;
    NodeId choice = effect && cat->node[effect].op == NODE_PLACE ? node_child(cat, effect, 0) : 0;
    if (!choice || cat->node[choice].op != NODE_CHOOSE || !node_mentions(cat, choice, NODE_IN_DISCARD))
        return false;
    Ctx ctx = player_ctx(g, id, player);
    CardSet found = filter_set(g, &ctx, node_child(cat, choice, 2));
    return set_empty(&found);
}

static Citation why_not_enter(const Game *g, int player, CardId id, const Ability *function, CardId *by)
{
    if (!has_function(g, id))
        return RULE_FIRST_ONLY_RESPONDS;
    if (icon_in(printed(g, id)->icons, ICON_AU) && !alternate_universe_is_open(g, player))
        return RULE_FIRST_AU_DOOR;
    if (is_duplicate(g, id, player, by))
        return RULE_FIRST_UNIQUE;
    if (why_not_for_borg(g, player, id))
        return RULE_FIRST_BORG_ONLY;
    Citation no = is_type(g, id, TYPE_TIME_LOCATION) ? why_not_time_location(g, id) : CITE_NONE;
    if (no)
        return no;
    if (why_cannot(g, id, ACT_PLAYED, NO_CARD, by))
        return RULE_CANNOT_TEXT;
    no = why_not_aim(g, player, id);
    if (!no)
        no = why_not_conditions(g, player, id, function);
    if (!no && downloads_personnel_only(g, function) && has_downloaded_personnel(g, player))
        no = RULE_FIRST_FORMAT_DOWNLOAD;        /* it would do nothing (1E-7.8) */
    return no ? no : finds_none_to_take(g, player, id, function) ? RULE_FIRST_NO_TARGET : CITE_NONE;
}

static Citation why_not_play_at_all(const Game *g, int player, CardId id, const Ability *function, CardId *by)
{
    if (!is_any_time(g, id) && (g->active != player || g->segment != SEGMENT_PLAY))
        return RULE_FIRST_PLAY_SEGMENT;
    CardId source;
    if (has_function(g, id) && g->plays[player] < 1 && !plays_free(g, player, id) && !freeing_text(g, player, id, &source))
        return RULE_FIRST_CARD_PLAY;
    return is_agenda(g, id) ? CITE_NONE : why_not_enter(g, player, id, function, by);
}

/* It is aimed at more than one card: these are chosen behind the option, as the card is played. */
static bool has_several_targets(const Ability *function)
{
    return function && function->targets > 1;
}

/* No card is played on a landed ship, or aimed at one, unless it says so (1e-1998/landed-ships.2). */
static Citation why_not_aim_at(const Game *g, CardId target)
{
    return is_landed(g, target) && in_force(g, RULING_LANDED_SHIPS_1998_2) ? RULING_LANDED_SHIPS_1998_2 : CITE_NONE;
}

/* Each location that has another to its right, if the text lets the card be played between such locations. */
static CardSet left_of_gaps(const Game *g, int player, CardId id)
{
    CardSet out = { 0 };
    Ctx ctx = player_ctx(g, id, player);
    for (int i = 0; i < printed(g, id)->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        if (a->kind != NODE_PLAYS_BETWEEN || !guard_holds(g, &ctx, a))
            continue;
        for (int line = LINE_ALPHA; line < LINE_TIME; line++)
            FOR_PILE(g, location, &g->line[line]) {
                CardId right = g->card[location].below;
                if (right && (!a->filter || (filter_is(g, &ctx, a->filter, location) && filter_is(g, &ctx, a->filter, right))))
                    set_add(&out, location);
            }
    }
    return out;
}

/* What it may be played on, or aimed at; false: it needs nothing of the kind. */
static bool targets_of(const Game *g, int player, CardId id, const Ability *function, CardSet *out)
{
    const Ability *on = ability_of_kind(g, id, has_kind(printed(g, id), NODE_AIMS_AT) ? NODE_AIMS_AT : NODE_PLAYS_ON);
    if (function && function->kind == NODE_OR_PLAY)
        on = NULL;
    NodeId filter = on ? on->filter : function ? function->target : 0;
    if (has_kind(printed(g, id), NODE_PLAYS_BETWEEN) && (!function || function->kind != NODE_OR_PLAY)) {
        *out = left_of_gaps(g, player, id);
        return true;
    }
    if (!filter)
        return false;
    Ctx ctx = player_ctx(g, id, player);
    *out = filter_set(g, &ctx, filter);
    for (int line = LINE_ALPHA; on && line < LINE_TIME; line++)
        FOR_PILE(g, location, &g->line[line])
            if (!set_has(out, location) && is_let_build(g, player, id, location))
                set_add(out, location);
    if (!on && node_mentions(g->world->cat, function->node, NODE_NULLIFY))
        FOR_SET(target, out)
            if (is_immune(g, target, id))
                set_drop(out, target);
    return true;
}

/* Nothing is there to aim it at, but its text finds something. */
static bool can_fetch(const Game *g, int player, CardId id)
{
    const Ability *a = ability_of_kind(g, id, NODE_FETCHES);
    return a && finds_special(g, player, id, node_child(g->world->cat, a->node, a->body_first));
}

/* What the function may be aimed at, and nothing is in the way. */
static CardSet targets_to_choose(const Game *g, int player, CardId id, const Ability *function)
{
    CardSet out = { 0 };
    targets_of(g, player, id, function, &out);
    FOR_SET(target, &out)
        if (why_not_aim_at(g, target))
            set_drop(&out, target);
    return out;
}

bool play_targets(const Game *g, int player, CardId id, CardSet *out)
{
    bool any = targets_of(g, player, id, function_of(g, id, 0), out);
    if (any)
        *out = targets_to_choose(g, player, id, function_of(g, id, 0));
    return any;
}

/* For one of its functions. */
static Citation why_not_play_for(const Game *g, int player, CardId id, int n, CardId *by)
{
    const Ability *function = function_of(g, id, n);
    Citation no = why_not_enter(g, player, id, function, by);
    CardSet targets;
    if (no || is_on_table(g, id, n) || !targets_of(g, player, id, function, &targets))
        return no;
    targets = targets_to_choose(g, player, id, function);
    return set_empty(&targets) && !can_fetch(g, player, id) ? RULE_FIRST_NO_TARGET : CITE_NONE;
}

Citation why_not_play_by_text(const Game *g, int player, CardId id, CardId *by)
{
    if (!is_any_time(g, id) && !type_in(PLAYED_AS_CARD_PLAY, played_type(g, id)))
        return RULE_FIRST_PLAY_SEGMENT;
    Citation no = why_not_play_for(g, player, id, 0, by);
    CardId other = NO_CARD;
    for (int n = 1; no && n < function_count(g, id); n++)
        if (!why_not_play_for(g, player, id, n, &other))
            no = CITE_NONE;
    return no;
}

static void offer_at_targets(Game *g, int player, Option o, const Ability *function, Citation why, CardId by)
{
    CardSet targets;
    if (why || !targets_of(g, player, o.card, function, &targets)) {
        offer(g, o, why, by);
        return;
    }
    if (has_several_targets(function)) {
        targets = targets_to_choose(g, player, o.card, function);
        offer(g, o, set_count(&targets) < function->targets ? RULE_FIRST_NO_TARGET : CITE_NONE, NO_CARD);
        return;
    }
    if (set_empty(&targets))
        offer(g, o, can_fetch(g, player, o.card) ? CITE_NONE : RULE_FIRST_NO_TARGET, NO_CARD);
    FOR_SET(target, &targets) {
        o.target = target;
        offer(g, o, why_not_aim_at(g, target), NO_CARD);
    }
}

/* The functions of a card that a text brings into play.  Of a crew whose ship must travel none puts something new down: it only goes on its way
 * (1e-2019/actions-required.2). */
void offer_functions(Game *g, int player, CardId id, bool driven)
{
    for (int n = 0; n < function_count(g, id); n++) {
        const Ability *function = function_of(g, id, n);
        CardId by = NO_CARD;
        Citation why = why_not_enter(g, player, id, function, &by);
        if (driven)
            cite_if_ruled(g, RULING_ACTIONS_REQUIRED_2019_2);
        if (!why && driven && stays_by(g, id, function) && in_force(g, RULING_ACTIONS_REQUIRED_2019_2))
            why = RULING_ACTIONS_REQUIRED_2019_2;
        if (is_on_table(g, id, n))
            offer(g, (Option){ .verb = SL_PLAY, .card = id, .number = (int16_t)n }, why, by);
        else
            offer_at_targets(g, player, (Option){ .verb = SL_PLAY, .card = id, .number = (int16_t)n }, function, why, by);
    }
}

bool has_choice_of_functions(const Game *g, CardId id)
{
    return function_count(g, id) > 1;
}

static void offer_function(Game *g, int player, CardId id, int n)
{
    const Ability *function = function_of(g, id, n);
    CardId by = NO_CARD;
    Citation why = why_not_play_at_all(g, player, id, function, &by);
    Option o = { .verb = SL_PLAY, .card = id, .number = (int16_t)n };
    if (is_agenda(g, id))
        offer(g, o, n ? RULE_FIRST_NO_TARGET : why, by);
    else if (is_on_table(g, id, n))
        offer(g, o, why, by);
    else
        offer_at_targets(g, player, o, function, why, by);
}

/* A hidden agenda may be turned up between actions, or as a response to what it answers, if its conditions are met then (1E-8.8).  event: the
 * action that is responded to; EVENT_ANY_TIME: none. */
void offer_agendas(Game *g, int player, int event)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_AGENDA]) {
        if (event != EVENT_ANY_TIME && !event_in(&printed(g, id)->listens, event))
            continue;
        CardId by = NO_CARD;
        const Ability *function = function_of(g, id, 0);
        Citation why = why_not_enter(g, player, id, function, &by);
        offer_at_targets(g, player, (Option){ .verb = SL_USE, .card = id }, function, why, by);
    }
}

static bool hopeless_play(const Game *g, int player, CardId id)
{
    return (!is_any_time(g, id) && (g->segment != SEGMENT_PLAY || g->active != player)) || !has_function(g, id);
}

/* All that this player could play from hand now, reports apart. */
void offer_plays(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND]) {
        bool played = type_in(PLAYED_ANY_TIME | PLAYED_AS_CARD_PLAY, played_type(g, id)) || has_kind(printed(g, id), NODE_INSERTED);
        UNLESS_HOPELESS(g, !played || hopeless_play(g, player, id))
            for (int n = 0; played && !copy_before(g, player, id) && n < function_count(g, id); n++)
                offer_function(g, player, id, n);
    }
}

/* ---- the procedure ---- */

/* Where it lies from now on. */
static void enter_play(Game *g, int player, const Playing *p)
{
    if (has_kind(printed(g, p->card), NODE_MAKES_PLACE))
        card_to_line(g, p->card, g->card[p->target].holder, p->target);
    else if (is_on_table(g, p->card, p->function))
        card_to_pile(g, p->card, player, ZONE_CORE, PUT_BOTTOM);
    else if (has_kind(printed(g, p->card), NODE_PLAYS_ON) || has_kind(printed(g, p->card), NODE_PLAYS_BETWEEN) || has_kind(printed(g, p->card), NODE_AIMS_AT))
        card_to_host(g, p->card, p->target, ZONE_ON, PUT_BOTTOM);
    else if (is_type(g, p->card, TYPE_TIME_LOCATION))
        card_to_line(g, p->card, LINE_TIME, g->line[LINE_TIME].bottom);
    else
        card_to_pile(g, p->card, player, ZONE_CORE, PUT_BOTTOM);
}

/* A text in play has what the card does done by every player. */
static bool affects_all(const Game *g, CardId card)
{
    FOR_SET(id, &g->in_play) {
        const Ability *a = ability_of_kind(g, id, NODE_AFFECTS_ALL);
        Ctx ctx = ctx_of(g, id);
        if (a && !is_textless(g, id) && filter_is(g, &ctx, a->filter, card))
            return true;
    }
    return false;
}

static void announce(Game *g, int player, CardId id, CardId target)
{
    card_to_limbo(g, id, ZONE_PLAYING);
    card_flag(g, id, REVERSED, false);
    card_command(g, id, player);
    log_event(g, LOG_PLAYS_CARD, player, id, target, 0);
}

static void discard_played(Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        leave_play(g, id, ZONE_DISCARD);
}

static void lay_face_down(Game *g, int player, CardId id)
{
    card_to_pile(g, id, player, ZONE_AGENDA, PUT_BOTTOM);
    log_event(g, LOG_AGENDA, player, NO_CARD, NO_CARD, 0);
}

/* Brings what the objective is to be aimed at into play.  The result: the target; NO_CARD: there is still none. */
Flow first_fetch_target(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    const Ability *a = ability_of_kind(g, p->card, NODE_FETCHES);
    PROC_BEGIN;

    scope_enter(g, f, p->card, f->player);
    RUN_BODY(f->player, a);
    scope_leave(g, f);
    CALL_ON(choose_cards, f->player, targets_to_choose(g, f->player, p->card, NULL), (Choose){ .least = 1, .most = 1, .about = NODE_AIMS_AT, .asker = p->card });
    RETURN(set_next(&g->picked, 0));

    PROC_END;
}

static bool lacks_target(const Game *g, const Playing *p)
{
    return !p->target && has_kind(printed(g, p->card), NODE_FETCHES);
}

/* Turned up it is in play and does what it says; what was said about seeding and playing it does not matter any more (1E-8.8). */
Flow first_turn_up(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    const Ability *function = function_of(g, p->card, 0);
    PROC_BEGIN;

    if (lacks_target(g, p)) {
        CALL(first_fetch_target, f->player, (Playing){ .card = p->card });
        p->target = (CardId)g->result;
        if (!p->target)
            RETURN(0);
    }
    enter_play(g, f->player, p);
    log_event(g, LOG_TURNS_UP, f->player, p->card, p->target, 0);
    if (function) {
        scope_enter(g, f, p->card, f->player);
        if (p->target)
            set_put(g, &g->scope[f->scope - 1].that, set_one(p->target));
        if (function->cost)
            PAY_ALL(f->player, function->cost);
        RUN_BODY(f->player, function);
        scope_leave(g, f);
        if (!is_lasting(g, p->card) && card_in_play(g, p->card))
            leave_play(g, p->card, ZONE_DISCARD);
    }
    RETURN(1);

    PROC_END;
}

/* One of the cards that it was aimed at has left play. */
static bool has_lost_target(const Game *g, const Frame *f, CardId target)
{
    const CardSet *that = set_at(g, g->scope[f->scope - 1].that);
    FOR_SET(id, that)
        if (!card_in_play(g, id))
            return true;
    return target && !card_in_play(g, target);
}

/* Initiation: function and target are chosen, costs are paid.  Responses.  Results (1E-7.5, 7.11, 7.18). */
Flow first_play_card(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    const Ability *function = function_of(g, p->card, p->function);
    PROC_BEGIN;

    if (!p->free)
        take_card_play(g, f->player, p->card);
    if (is_agenda(g, p->card) && !p->free) {
        lay_face_down(g, f->player, p->card);
        RETURN(1);
    }
    if (lacks_target(g, p)) {
        CALL(first_fetch_target, f->player, (Playing){ .card = p->card });
        p->target = (CardId)g->result;
        if (!p->target)
            RETURN(0);
    }
    announce(g, f->player, p->card, p->target);
    if (has_kind(printed(g, p->card), NODE_SEEDS))
        cite_if_ruled(g, RULING_SEEDS_OR_PLAYS_2019);       /* what may seed may be stocked and played as well */
    if (function && function->limit)
        title_note(g, f->player, g->card[p->card].def, function->limit_per);
    scope_enter(g, f, p->card, f->player);
    if (p->target)
        set_put(g, &g->scope[f->scope - 1].that, set_one(p->target));
    if (has_several_targets(function)) {
        CALL_ON(choose_cards, f->player, targets_to_choose(g, f->player, p->card, function), (Choose){ .least = function->targets, .most = function->targets, .about = NODE_THAT, .asker = p->card });
        set_put(g, &g->scope[f->scope - 1].that, g->picked);
        FOR_SET(target, &g->picked)
            log_event(g, LOG_SELECTED, g->card[target].commander, target, p->card, 0);
    }
    if (has_kind(printed(g, p->card), NODE_PLAY_COST))
        PAY_ALL(f->player, ability_of_kind(g, p->card, NODE_PLAY_COST)->node);
    if (function && function->cost)
        PAY_ALL(f->player, function->cost);
    RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player, .cause = p->target });
    cite_step(g, RULING_MIRROR_IMAGE_1998);
    p->all = in_force(g, RULING_MIRROR_IMAGE_1998) && affects_all(g, p->card);          /* it may have been turned up in response */
    p->done = !set_empty(&g->picked) && g->card[p->card].zone == ZONE_PLAYING;
    if (p->done && has_lost_target(g, f, p->target)) {      /* a response has taken its target away (1E-7.20) */
        cite(g, RULE_FIRST_TARGET_GONE);
        p->done = false;
    }
    if (p->done) {
        if (has_kind(printed(g, p->card), NODE_INSERTED))
            CALL(first_insert, f->player, (Playing){ .card = p->card });
        else if (stays_by(g, p->card, function)) {
            enter_play(g, f->player, p);
            if (g->world->cat->asks_played)
                use_note(g, p->card, 0, PERIOD_PLAYED);
        }
        if (function)
            RUN_BODY(f->player, function);
        for (p->others = 1; function && p->all && p->others < g->players && !g->over; p->others++) {
            g->scope[f->scope - 1].you = (uint8_t)((f->player + p->others) % g->players);
            RUN_BODY(g->scope[f->scope - 1].you, function);
        }
    }
    scope_leave(g, f);
    discard_played(g, p->card);
    if (p->done && is_q_flash(g, p->card))
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_Q_FLASH, .actor = f->player });
    if (p->done)
        RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_PLAYED, .actor = f->player });
    RETURN(p->done);

    PROC_END;
}

/* An interrupt or doorway that responds to an action is an action itself, and can be responded to (1E-7.14). */
Flow first_play_response(Game *g, Frame *f)
{
    LOCALS(UseText, u);
    PROC_BEGIN;

    announce(g, f->player, u->card, NO_CARD);
    scope_begin(g, f, u);
    ANNOUNCE(u);
    RESPOND(f->player, set_one(u->card), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player });
    u->prevented = set_empty(&g->picked) || g->card[u->card].zone != ZONE_PLAYING;
    u->scope = f->scope;
    if (u->prevented)
        scope_pop(g);
    else
        CALL(use_text, f->player, *u);
    f->scope = 0;
    discard_played(g, u->card);
    if (!u->prevented)
        RESPOND(f->player, set_one(u->card), (Window){ .event = EVENT_PLAYED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* ---- nullifying: 1E-7.15 ---- */

void nullify_card(Game *g, int player, CardId id, CardId by)
{
    log_event(g, LOG_NULLIFIED, player, id, by, 0);
    leave_play(g, id, discard_zone(g, id));
    card_flag(g, id, NULLIFIED, true);
}

/* A card that is being played is nullified in the window of its play: what it would have done does not happen, its costs stay paid.  One in play is
 * discarded. */
static void nullify_one(Game *g, const Frame *f, CardId id)
{
    const Scope *s = &g->scope[f->scope - 1];
    if (is_immune(g, id, s->source)) {
        cite(g, RULE_FIRST_IMMUNE);
        return;
    }
    if (is_type(g, id, TYPE_DILEMMA) && s->source == id && card_in_play(g, id))      /* its own text ends it so: no cure (1E-18.16) */
        cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_13);
    nullify_card(g, f->player, id, s->source);
}

Flow first_nullify(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_NULLIFY);
    FOR_SET(id, cards_of(g, f))
        nullify_one(g, f, id);
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* ---- reversing, and announcing what may be reversed ---- */

/* A card in play does at once what its reversed text says is done once; one that is being played does that in the place of what it would have done.
 * From which side it goes on begins anew. */
Flow first_reverse(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_REVERSE);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        card_flag(g, d->card, REVERSED, !is_reversed(g, d->card));
        card_flag(g, d->card, LEFTWARDS, false);
        log_event(g, LOG_REVERSED, f->player, d->card, source_of(g, f), 0);
        if (is_reversed(g, d->card) && card_in_play(g, d->card) && has_kind(printed(g, d->card), NODE_REVERSED)) {
            d->player = g->card[d->card].commander;
            scope_enter(g, f, d->card, d->player);
            RUN_BODY(d->player, ability_of_kind(g, d->card, NODE_REVERSED));
            scope_leave(g, f);
        }
    }
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* The result: whether nobody has had something else happen. */
Flow first_announce(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_ANNOUNCE);
    RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ANNOUNCED, .actor = f->player });
    RETURN(!set_empty(&g->picked));

    PROC_END;
}
