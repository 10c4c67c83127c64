/* Effects that last for a time: modifiers, permissions, whole texts.  2E-19. */
#include "spaceline.h"
#include "verbs/gain.h"

/* ---- modifiers for a time ---- */

static CardId one_fitting(const Game *g, const Ctx *ctx, NodeId filter)
{
    CardSet set = filter_set(g, ctx, filter);
    return set_next(&set, 0);
}

/* What speaks of the named skill is about the one that is named now, whatever this card names later. */
static void take_named_skill(const Game *g, const Ctx *ctx, NodeId m, Modifier *mod)
{
    const Card *self = &g->card[ctx->self];
    mod->what = (int16_t)(self->named_kind == NAMED_SKILL ? self->named : -1);
    if (mod->op == NODE_MOD_LOSE_NAMED)
        mod->op = mod->what < 0 ? NODE_MOD_MARKED : NODE_MOD_LOSE;     /* nothing named: nothing is lost */
    else if (mod->op == NODE_MOD_HAS_NAMED)
        mod->op = mod->what < 0 ? NODE_MOD_MARKED : NODE_MOD_SKILL, mod->amount = 1;
    else if (mod->op == NODE_MOD_REQ_SWAP)
        mod->amount = (int16_t)swapped_requirement(node_value(g->world->cat, m, 0), node_value(g->world->cat, m, 1));
    else
        mod->amount = (int16_t)quantity(g, ctx, node_child(g->world->cat, m, 0));
}

Modifier modifier_of(const Game *g, const Ctx *ctx, NodeId m)
{
    const Catalogue *cat = g->world->cat;
    Modifier mod = { .op = cat->node[m].op, .source = ctx->self, .player = ctx->you, .what = (int16_t)node_value(cat, m, 0) };
    switch (mod.op) {
    case NODE_MOD_ATTR: case NODE_MOD_SET: case NODE_MOD_TIMES: case NODE_MOD_REQ_ONE:
        mod.amount = (int16_t)quantity(g, ctx, node_child(cat, m, 1));
        break;
    case NODE_MOD_SKILL:
        mod.amount = (int16_t)(node_value(cat, m, 1) ? node_value(cat, m, 1) : 1);
        break;
    case NODE_MOD_LESS_SKILL:
        mod.op = NODE_MOD_SKILL;
        mod.amount = (int16_t)-node_value(cat, m, 1);
        break;
    case NODE_MOD_NO_TEXTS:
        mod.op = NODE_MOD_NO_ABILITIES;
        mod.what = KEEPS_KEYWORDS;
        break;
    case NODE_MOD_LOSE:
        if (cat->node[m].argc == 0)
            mod.what = -1;
        break;
    case NODE_MOD_CANNOT:
        mod.filter = node_child(cat, m, 1);
        break;
    case NODE_MOD_OFF_LINE:
        mod.amount = (int16_t)(node_child(cat, m, 1) ? one_fitting(g, ctx, node_child(cat, m, 1)) : NO_CARD);
        break;
    case NODE_MOD_CAN:
        mod.amount = (int16_t)node_value(cat, m, 1);
        break;
    case NODE_MOD_REQ_NAMED: case NODE_MOD_REQ_SWAP: case NODE_MOD_LOSE_NAMED: case NODE_MOD_HAS_NAMED:
        take_named_skill(g, ctx, m, &mod);
        break;
    case NODE_MOD_REQ_ADD: case NODE_MOD_REQ_REPLACE: case NODE_MOD_ATTEMPT:
        mod.filter = node_child(cat, m, 0);
        break;
    case NODE_MOD_SUBSTITUTE: case NODE_MOD_MEET_SKILL: case NODE_MOD_CONTRIBUTES: case NODE_MOD_STAFF_LEVELS:
        mod.amount = (int16_t)node_value(cat, m, 1);
        break;
    case NODE_MOD_LATER:
        mod.filter = m;
        break;
    case NODE_MOD_ATTEMPT_SIZE: case NODE_MOD_SPAN_SET:
        mod.amount = mod.what;
        break;
    case NODE_MOD_LOSE_ICON:
    case NODE_MOD_ICON: case NODE_MOD_TRAIT: case NODE_MOD_SPECIES: case NODE_MOD_AFFILIATION: case NODE_MOD_NO_SKILLS: case NODE_MOD_MAY_ATTACK:
    case NODE_MOD_TEXTLESS: case NODE_MOD_NO_ABILITIES: case NODE_MOD_DISABLED: case NODE_MOD_STASIS: case NODE_MOD_SHARES:
        break;
    case NODE_MOD_COMMANDER: case NODE_MOD_LOSE_TRAIT: case NODE_MOD_GRANTED: case NODE_MOD_STAFF_MORE: case NODE_MOD_NOT_WITH: case NODE_MOD_GAIN_ONLY:
        break;
    case NODE_MOD_ATTEMPT_WITH: case NODE_MOD_ATTEMPT_DESPITE:
        mod.filter = m;                         /* read again where it is asked for */
        break;
    case NODE_MOD_TRAVEL:
    case NODE_MOD_NO_QUADRANT: case NODE_MOD_LANDS_FULLY: case NODE_MOD_NO_DRAW_DUTY: case NODE_MOD_REPAIRS: case NODE_MOD_REPAIRS_NOW:
    case NODE_MOD_UNRESTRAINED: case NODE_MOD_PROJECTS: case NODE_MOD_MIXES: case NODE_MOD_PASSES: case NODE_MOD_NO_SAFETY: case NODE_MOD_STAFFED: case NODE_MOD_COMMANDS: case NODE_MOD_BY_CHOICE: case NODE_MOD_PEACE:
    case NODE_MOD_LANDS_ONCE: case NODE_MOD_DOUBLED: case NODE_MOD_EVERYWHERE: case NODE_MOD_NOT_MISSIONS: case NODE_MOD_ONE_SKILL: case NODE_MOD_NO_FIRST: case NODE_MOD_NO_FACING: case NODE_MOD_AS_LISTED: case NODE_MOD_EACH_MORE: case NODE_MOD_MARKED: case NODE_MOD_MIXES_ALIKE:
        mod.amount = 1;
        break;
    case NODE_MOD_DAMAGE_MORE:
        mod.amount = mod.what;
        break;
    default:                                    /* those that carry one quantity */
        mod.amount = (int16_t)quantity(g, ctx, node_child(cat, m, 0));
        break;
    }
    return mod;
}

/* What is left to add of a change that adds at most so much to a card, however often it is applied: "(limit +4)". */
static int left_to_add(const Game *g, const Modifier *mod, int most)
{
    int left = most;
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == mod->op && m->target == mod->target && m->source == mod->source && m->what == mod->what && m->until == mod->until)
            left = larger_of(0, left - larger_of(m->amount, -m->amount));
    }
    return larger_of(-left, smaller_of(mod->amount, left));
}

/* Those of f->cards that have that skill from the text that is running: what kept others from it has left them without. */
static CardSet who_gained(const Game *g, const Frame *f, int skill)
{
    CardSet out = { 0 };
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == NODE_MOD_SKILL && m->what == skill && m->source == source_of(g, f) && set_has(cards_of(g, f), m->target))
            set_add(&out, m->target);
    }
    return out;
}

static bool gives_skill(const Catalogue *cat, NodeId modifier)
{
    return cat->node[modifier].op == NODE_MOD_SKILL || cat->node[modifier].op == NODE_MOD_HAS_NAMED;
}

/* In apply-most the limit stands before the selection. */
static int applied_first(const Catalogue *cat, NodeId apply)
{
    return cat->node[apply].op == NODE_APPLY_MOST ? 1 : 0;
}

Flow do_let_go(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_LET_GO);
    FOR_SET(id, cards_of(g, f))
        modifiers_let_go(g, source_of(g, f), id);
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

Flow do_apply(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(applied_first(cat, d->node), NODE_APPLY);
    end_until_again(g, f, node_value(cat, d->node, applied_first(cat, d->node) + 1));
    for (d->i = (uint8_t)(applied_first(cat, d->node) + 2); d->i < cat->node[d->node].argc; d->i++) {
        put_more(g, f, (CardSet){ 0 });
        if (event_heard(g, EVENT_ABOUT_TO_GAIN) && gives_skill(cat, node_child(cat, d->node, d->i))) {
            ABOUT_TO_GAIN_SKILL(*cards_of(g, f), 0);
            put_more(g, f, set_minus(cards_of(g, f), &g->picked));
        }
        Ctx ctx = ctx_in(g, f);
        Modifier mod = modifier_of(g, &ctx, node_child(cat, d->node, d->i));
        mod.until = (uint8_t)node_value(cat, d->node, applied_first(cat, d->node) + 1);
        CardSet kept = *more_of(g, f);
        put_more(g, f, (CardSet){ 0 });
        d->n = mod.op == NODE_MOD_SKILL && cat->node[node_child(cat, d->node, d->i)].op != NODE_MOD_LESS_SKILL;
        FOR_SET(id, cards_of(g, f)) {
            if (set_has(&kept, id))
                continue;
            if (d->n && skill_level(g, id, mod.what))      /* gaining a skill that one has is using it */
                set_add(own_more(g, f), id);
            Modifier one = mod;
            one.target = id;
            if (applied_first(cat, d->node))
                one.amount = (int16_t)left_to_add(g, &one, node_value(cat, d->node, 0));
            if (one.amount || !applied_first(cat, d->node))
                modifier_add(g, one);
        }
        d->x = mod.what;
        if (d->n)
            USE_SKILLS(f->player, *more_of(g, f), skill_bit(d->x));
        if (d->n)
            RESPOND(f->player, event_heard(g, EVENT_ABOUT_TO_GAIN) ? who_gained(g, f, d->x) : *cards_of(g, f), (Window){ .event = EVENT_GAINED_SKILL, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)(d->x | paid_mark(g, f)) });
    }
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* "You cannot begin engagements this turn": waits on no card, for the players, so that it holds for what they come to command as well. */
Flow do_forbid(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_in(g, f);
    modifier_add(g, (Modifier){ .op = NODE_MOD_CANNOT, .source = ctx.self, .player = ctx.you, .until = (uint8_t)node_value(cat, d->node, 1),
                                .what = (int16_t)node_value(cat, d->node, 2), .filter = cat->node[d->node].argc > 3 ? node_child(cat, d->node, 3) : 0, .amount = players_of(g, &ctx, node_child(cat, d->node, 0)) });
    RETURN(1);
}

/* "The next … you play this turn": waits on no card, for the player; what is played takes it away (second/play.c). */
Flow do_next_play(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_in(g, f);
    modifier_add(g, (Modifier){ .op = NODE_MOD_NEXT_COST, .source = ctx.self, .player = ctx.you, .filter = node_child(cat, d->node, 0),
                                .amount = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1)), .until = UNTIL_TURN_END });
    RETURN(1);
}

/* This card has a text for a time, which stands among its own and is silent otherwise. */
void grant_text(Game *g, CardId self, int player, NodeId for_now)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, self);
    for (int i = 0; i < def->ability_count && card_in_play(g, self); i++)
        if (cat->ability[def->ability + i].node == node_child(cat, for_now, 1))
            modifier_add(g, (Modifier){ .op = NODE_MOD_GRANTED, .source = self, .target = self, .player = (uint8_t)player, .what = (int16_t)i,
                                        .until = (uint8_t)node_value(cat, for_now, 0) });
}

Flow do_for_now(Game *g, Frame *f)
{
    LOCALS(Do, d);
    end_until_again(g, f, node_value(g->world->cat, d->node, 0));
    grant_text(g, source_of(g, f), f->player, d->node);
    RETURN(1);
}

Flow do_range(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = cat->node[d->node].op });
    bool restore = cat->node[d->node].op == NODE_RESTORE_RANGE;
    FOR_SET(id, &g->picked)
        if (is_type(g, id, TYPE_SHIP))
            card_use_range(g, id, restore ? 0 : attribute(g, id, RANGE));
    RETURN(1);

    PROC_END;
}
