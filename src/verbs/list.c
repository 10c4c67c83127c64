/* Effects one after another, and the effects that steer others. */
#include "spaceline.h"
#include "verbs/verbs.h"

static const uint16_t verb_proc[NODE_OP_COUNT] = {
#define VERB(node, procedure) [NODE_##node] = PROC_##procedure,
#include "verbs/verbs.def"
#undef VERB
};

/* Where this edition has no such effect, nothing happens; no card of it that can be played has one (tests/unit/test_editions.c). */
int effect_proc(const Game *g, int op)
{
    int own = g->world->edition->verb[op];
    return verb_proc[op] ? verb_proc[op] : own ? own : PROC_do_nothing;
}

static bool is_branch(int op)
{
    return op == NODE_ELSE || op == NODE_IF_WIN || op == NODE_OTHERWISE;
}

static bool has_effects(const Catalogue *cat, NodeId id)
{
    for (int i = 0; i < cat->node[id].argc; i++)
        if (node_info[cat->node[node_child(cat, id, i)].op].result == 'E')
            return true;
    return false;
}

/* What only steers other effects is no action of its own: those that it brings about are (2e-2014/attempting-missions.16). */
static bool is_action(const Catalogue *cat, NodeId id)
{
    return cat->node[id].op != NODE_CITE && !has_effects(cat, id);
}

static bool facing_text(const Game *g, const Frame *f)
{
    return f->scope && g->scope[f->scope - 1].facing;
}

/* The faced dilemma was prevented, or the attempt is over: the rest of its text lapses (2E-11.17). */
static bool text_over(const Game *g, const Frame *f)
{
    return g->over || (f->scope && g->scope[f->scope - 1].unpaid) || (facing_text(g, f) && (g->encounter.prevented || g->encounter.ended));
}

/* An action of the faced dilemma is done and something else is to come. */
static bool opening_due(const Game *g, const Frame *f, int next)
{
    return g->encounter.opening && facing_text(g, f) && next != NODE_CITE && in_force(g, RULING_ATTEMPT_DILEMMA_TEXT);
}

/* A word that reaches into the hand or deck of one opponent, or if the text asks something of one, into his discard pile. */
static bool reaches_into(const Catalogue *cat, NodeId id, bool asks)
{
    static const uint16_t place[] = { NODE_IN_HAND, NODE_IN_DECK, NODE_TOP, NODE_BOTTOM, NODE_PILE_TOP, NODE_PILE_BOTTOM, NODE_IN_DISCARD };
    const Node *n = &cat->node[id];
    if (n->op == NODE_PICK_OPPONENT)
        return true;
    for (int i = 0; i < (int)countof(place) - !asks; i++)
        if (n->op == place[i] && cat->node[node_child(cat, id, 0)].op == NODE_OPPONENT)
            return true;
    for (int i = 0; i < n->argc; i++)
        if (reaches_into(cat, node_child(cat, id, i), asks))
            return true;
    return false;
}

/* "An opponent's hand", and there are several opponents (2E-24.3): offers those of whom the text's condition is true and for whom the
 * effect can be carried out.  Whoever is picked is "that opponent" for the rest of the text.  "Choose an opponent" offers every one of
 * them, whoever owns the dilemma that says so or did what the text responds to. */
static bool offer_opponents(Game *g, const Frame *f, NodeId effect)
{
    if (g->players < 3 || !f->scope || has_effects(g->world->cat, effect))
        return false;
    const Ability *a = ability_of(g, g->scope[f->scope - 1].source, g->scope[f->scope - 1].ability);
    bool asks = a->guard && node_mentions(g->world->cat, a->guard, NODE_OPPONENT);
    if (!reaches_into(g->world->cat, effect, asks))
        return false;
    Ctx ctx = ctx_in(g, f);
    uint8_t among = g->world->cat->node[effect].op == NODE_PICK_OPPONENT ? opponents_of(g, &(Ctx){ .you = ctx.you }) : opponents_of(g, &ctx);
    if (!are_several(among))
        return false;
    decision_open(g, SL_DECIDE_PLAYER, f->player, NODE_OPPONENT, g->scope[f->scope - 1].source);
    for (int p = 0; p < g->players; p++) {
        ctx.opponent = (uint8_t)(p + 1);
        if (among >> p & 1 && (!asks || guard_holds(g, &ctx, a)) && can_do(g, &ctx, effect))
            decision_add(g, (Option){ .verb = SL_PICK_PLAYER, .number = (int16_t)p });
    }
    return g->decision.count > 0;
}

/* Runs the children of a node in order.  Between the actions of a dilemma that is faced, texts may be used (2E-11.1): as soon as
 * one action is done, so that they can still change what the next condition asks.  Result: that of the last effect. */
Flow run_list(Game *g, Frame *f)
{
    LOCALS(List, l);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    for (l->result = 1; l->i < l->count && !text_over(g, f); l->i++) {
        if (is_branch(cat->node[node_child(cat, l->node, l->first + l->i)].op))
            continue;
        if (opening_due(g, f, cat->node[node_child(cat, l->node, l->first + l->i)].op)) {
            CALL_EDITION(between_actions, f->player, (Do){ 0 });
            if (text_over(g, f))
                break;
        }
        if (offer_opponents(g, f, node_child(cat, l->node, l->first + l->i))) {
            ASK_UNLESS_ONE();
            g->scope[f->scope - 1].opponent = (uint8_t)(answered(g).number + 1);
        }
        frame_push(g, effect_proc(g, cat->node[node_child(cat, l->node, l->first + l->i)].op), f->player,
                   &(Do){ .node = node_child(cat, l->node, l->first + l->i) }, sizeof(Do));
        PAUSE(FLOW_CALL);
        l->result = (int16_t)(g->result > 0);
        if (facing_text(g, f) && is_action(cat, node_child(cat, l->node, l->first + l->i)))
            encounter_change(g)->opening = true;
        SETTLE();
    }
    RETURN(l->result);

    PROC_END;
}

#define RUN_CHILDREN(node_, first_) \
    CALL(run_list, f->player, (List){ .node = (node_), .first = (uint8_t)(first_), .count = (uint8_t)(cat->node[(node_)].argc - (first_)) })

static NodeId branch(const Catalogue *cat, NodeId id, int op)
{
    for (int i = 0; i < cat->node[id].argc; i++)
        if (cat->node[node_child(cat, id, i)].op == op)
            return node_child(cat, id, i);
    return 0;
}

Flow do_nothing(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    if (cat->node[d->node].op == NODE_CITE)
        cite(g, (Citation)cat->node[d->node].value);
    RETURN(1);
}

Flow do_seq(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;
    RUN_CHILDREN(d->node, 0);
    RETURN(g->result);
    PROC_END;
}

/* If and unless.  "Unless you have …", or those whom a dilemma has selected, is a requirement: its skills are used (2E-11.10, 12.6). */
Flow do_if(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    if (cat->node[node_child(cat, d->node, 0)].op == NODE_HAVE) {
        CALL(meet_requirement, f->player, (Require){ .requirement = node_child(cat, node_child(cat, d->node, 0), 0) });
        d->n = g->result != 0;
    } else if (cat->node[node_child(cat, d->node, 0)].op == NODE_MEETS && facing_text(g, f)) {
        Ctx those = ctx_in(g, f);
        CALL_ON(meet_requirement, f->player, filter_set(g, &those, node_child(cat, node_child(cat, d->node, 0), 0)),
                (Require){ .requirement = node_child(cat, node_child(cat, d->node, 0), 1), .some = true });
        d->n = g->result != 0;
    } else {
        Ctx ctx = ctx_in(g, f);
        d->n = condition(g, &ctx, node_child(cat, d->node, 0));
        CardSet who = { 0 };
        bool asks = event_heard(g, EVENT_USED_SKILL) && !is_type(g, ctx.self, TYPE_DILEMMA);
        SkillSet skills = asks ? skills_spoken_of(g, &ctx, node_child(cat, d->node, 0), &who) : 0;
        USE_SKILLS(ctx.you, who, skills);
    }
    if (d->n == (cat->node[d->node].op == NODE_IF))
        RUN_CHILDREN(d->node, 1);
    else if (branch(cat, d->node, NODE_ELSE))
        RUN_CHILDREN(branch(cat, d->node, NODE_ELSE), 0);
    RETURN(g->result);

    PROC_END;
}

/* "If you cannot, …": only when the player himself could not (2e-2014/dilemmas.6).  The verbs return 1 when it was an opponent
 * who got in the way. */
Flow do_try(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    RUN_CHILDREN(d->node, 0);
    d->n = g->result > 0;
    if (!d->n && branch(cat, d->node, NODE_ELSE) && !text_over(g, f))
        RUN_CHILDREN(branch(cat, d->node, NODE_ELSE), 0);
    RETURN(d->n);

    PROC_END;
}

Flow do_if_done(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(run_list, f->player, (List){ .node = d->node, .count = 1 });
    d->n = g->result > 0;
    if (d->n)
        RUN_CHILDREN(d->node, 1);
    else if (branch(cat, d->node, NODE_ELSE))
        RUN_CHILDREN(branch(cat, d->node, NODE_ELSE), 0);
    RETURN(d->n);

    PROC_END;
}

static int effects_of_may(const Catalogue *cat, NodeId id)
{
    int n = 0;
    for (int i = 1; i < cat->node[id].argc; i++)
        n += node_info[cat->node[node_child(cat, id, i)].op].result == 'E';
    return n;
}

static bool can_do_some(const Game *g, const Ctx *ctx, NodeId may)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 1; i < cat->node[may].argc; i++)
        if (node_info[cat->node[node_child(cat, may, i)].op].result == 'E' && can_do(g, ctx, node_child(cat, may, i)))
            return true;
    return false;
}

/* Whether the text goes on with "if you do" or "if you do not": then the whole of it is to be done, or nothing. */
static bool is_asked_whether(const Game *g, const Frame *f)
{
    return f - g->frame >= 2 && f[-2].proc == PROC_do_if_done && f[-2].scope == f->scope;
}

/* P may (pay to) do it.  Nobody is asked about what could not be done, unless others would see by that what P holds; what was paid for
 * counts as done. */
Flow do_may(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    NodeId guard = branch(cat, d->node, NODE_GUARD), cost = branch(cat, d->node, NODE_COST), limit = branch(cat, d->node, NODE_LIMIT);
    if (limit && inner_times(g, source_of(g, f), node_value(cat, limit, 1)) >= node_value(cat, limit, 0)) {
        cite(g, RULE_ORDER_LIMIT);
        RETURN(0);
    }
    Ctx theirs = ctx;
    if (guard && !condition(g, &theirs, node_child(cat, guard, 0)))
        RETURN(0);
    bool able = cost ? why_not_pay(g, &theirs, cost) == CITE_NONE : is_asked_whether(g, f) ? can_do_all(g, &theirs, d->node, 1) : can_do_some(g, &theirs, d->node);
    if (!able && !goes_by_hidden(g, d->node))
        RETURN(0);
    decision_open(g, SL_DECIDE_YES_NO, d->player, NODE_MAY_DO, g->scope[f->scope - 1].source);
    if (able)
        decision_add(g, (Option){ .verb = SL_YES });
    decision_add(g, (Option){ .verb = SL_NO });
    ASK();
    if (answered(g).verb == SL_NO)
        RETURN(0);
    if (branch(cat, d->node, NODE_LIMIT))
        inner_note(g, source_of(g, f), node_value(cat, branch(cat, d->node, NODE_LIMIT), 1));
    if (branch(cat, d->node, NODE_COST))
        PAY_ALL(d->player, branch(cat, d->node, NODE_COST));
    CALL(run_list, d->player, (List){ .node = d->node, .first = 1, .count = (uint8_t)effects_of_may(cat, d->node) });
    RETURN(branch(cat, d->node, NODE_COST) ? 1 : g->result);

    PROC_END;
}

static void offer_modes(Game *g, Frame *f, const Do *d)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_in(g, f);
    decision_open(g, SL_DECIDE_MODE, d->player, NODE_MODAL, g->scope[f->scope - 1].source);
    for (int i = 1; i < cat->node[d->node].argc; i++)
        offer(g, (Option){ .verb = SL_MODE, .number = (int16_t)(i - 1) },
              !(d->x >> i & 1) && can_do_this_way(g, &ctx, node_child(cat, d->node, i)) ? CITE_NONE : RULE_NO_SUCH_CHOICE, NO_CARD);
}

/* Exactly one, or two different ones, and none that could not be done at all, unless all are such (2E-18.8).  d->x: a bit for each that was chosen. */
Flow do_modal(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    for (d->n = cat->node[d->node].op == NODE_MODAL_TWO ? 2 : 1; d->n > 0; d->n--) {
        offer_modes(g, f, d);
        if (g->decision.count == 0)
            break;
        if (g->decision.count == 1 && !goes_by_hidden(g, d->node))
            log_event(g, LOG_ONLY_WAY, d->player, source_of(g, f), NO_CARD, option_at(g, 0).number + 1);
        ASK_IF(g->decision.count > 1 || goes_by_hidden(g, d->node));
        d->x |= (int16_t)(1 << (answered(g).number + 1));
    }
    if (d->x == 0)
        RETURN(0);
    for (d->i = 1; d->i < cat->node[d->node].argc; d->i++)
        if (d->x >> d->i & 1)
            CALL(run_list, f->player, (List){ .node = d->node, .first = d->i, .count = 1 });
    RETURN(g->result);

    PROC_END;
}

Flow do_each(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    put_cards(g, f, filter_set(g, &ctx, node_child(cat, d->node, 1)));
    while (!text_over(g, f) && (d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        set_put(g, &g->scope[f->scope - 1].var[node_value(cat, d->node, 0)], set_one(d->card));
        RUN_CHILDREN(d->node, 2);
    }
    RETURN(1);

    PROC_END;
}

Flow do_repeat(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 0));
    for (; d->x > 0 && !text_over(g, f); d->x--)
        RUN_CHILDREN(d->node, 1);
    RETURN(1);

    PROC_END;
}

/* At least once; what can no longer be done ends it, too. */
Flow do_repeat_until(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    for (d->x = 0; d->x < MAX_CARDS && !text_over(g, f); d->x++) {
        RUN_CHILDREN(d->node, 1);
        if (g->result == 0)
            break;
        Ctx ctx = ctx_in(g, f);
        if (condition(g, &ctx, node_child(cat, d->node, 0)))
            break;
    }
    RETURN(1);

    PROC_END;
}

/* Whoever does something for a text has, as "the opponent", the player whose text it is; where each player does it, any of the others. */
Flow do_each_player(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->n = players_of(g, &ctx, node_child(cat, d->node, 0));
    d->player = g->scope[f->scope - 1].you;
    d->opponent = g->scope[f->scope - 1].opponent;
    for (d->i = 0; d->i < g->players; d->i++) {
        if (!(d->n >> (g->active + d->i) % g->players & 1))
            continue;
        g->scope[f->scope - 1].you = (uint8_t)((g->active + d->i) % g->players);
        if (cat->node[node_child(cat, d->node, 0)].op != NODE_EACH_ONE)
            g->scope[f->scope - 1].opponent = (uint8_t)(d->player + 1);
        CALL(run_list, g->scope[f->scope - 1].you, (List){ .node = d->node, .first = 1, .count = (uint8_t)(cat->node[d->node].argc - 1) });
        d->x |= g->result > 0;
        g->scope[f->scope - 1].you = d->player;
        g->scope[f->scope - 1].opponent = d->opponent;
    }
    RETURN(d->x);

    PROC_END;
}

Flow do_let(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 1), .about = NODE_LET });
    set_put(g, &g->scope[f->scope - 1].var[node_value(cat, d->node, 0)], g->picked);
    RETURN(g->result);

    PROC_END;
}

/* ---- texts that wait until something is so ---- */

/* A text of that card is being carried out. */
static bool is_at_work(const Game *g, CardId card)
{
    for (int i = 0; i < g->scope_count; i++)
        if (g->scope[i].source == card)
            return true;
    return false;
}

/* The next text from there on that waits for something which is so now; the count of texts if there is none. */
static int text_come_due(const Game *g, int from)
{
    for (int i = from; i < g->static_count; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        Ctx ctx = ctx_of(g, s->card);
        if (a->kind == NODE_AS_SOON_AS && !is_at_work(g, s->card) && text_active(g, s->card, a) && condition(g, &ctx, node_child(g->world->cat, a->node, 0)))
            return i;
    }
    return g->static_count;
}

bool some_text_waits(const Game *g)
{
    for (int i = 0; i < g->static_count; i++)
        if (g->world->cat->ability[g->statics[i].ability].kind == NODE_AS_SOON_AS)
            return true;
    return false;
}

/* Carries out every text of that kind whose condition holds now: part of what is asked after an action. */
Flow texts_due(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (d->x = 0; (d->x = (int16_t)text_come_due(g, d->x)) < g->static_count; d->x++) {
        const StaticText *s = &g->statics[d->x];
        d->player = g->card[s->card].commander;
        scope_enter(g, f, s->card, d->player);
        RUN_BODY(d->player, &g->world->cat->ability[g->statics[d->x].ability]);
        scope_leave(g, f);
    }
    RETURN(1);

    PROC_END;
}
