/* Effects that last for a time, that change a window or an attempt, and requirements.  2E-19, 2E-18.20, 2E-12. */
#include "spaceline.h"
#include "verbs/verbs.h"

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

/* What lasts until a text is used again ends when it is. */
static void end_until_again(Game *g, const Frame *f, int until)
{
    if (until == UNTIL_AGAIN)
        modifiers_end_from(g, until, source_of(g, f));
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

/* Whether what happens now was paid for: by the cost of its text, or of the part of it that a player may do. */
static int paid_mark(const Game *g, const Frame *f)
{
    const Catalogue *cat = g->world->cat;
    if (!f->scope)
        return 0;
    const Scope *s = &g->scope[f->scope - 1];
    if (ability_of(g, s->source, s->ability)->cost)
        return GAINED_BY_PAYING;
    for (const Frame *outer = f; outer >= g->frame; outer--) {
        NodeId node = outer->scope == f->scope && outer->proc == PROC_do_may ? ((const Do *)(const void *)outer->locals)->node : 0;
        for (int i = 0; node && i < cat->node[node].argc; i++)
            if (cat->node[node_child(cat, node, i)].op == NODE_COST)
                return GAINED_BY_PAYING;
    }
    return 0;
}

/* Texts answer that these are about to gain a skill; those in g->picked gain it then. */
#define ABOUT_TO_GAIN_SKILL(who_, skill_)                                                     \
    do { g->picked = (who_);                                                                  \
         if (event_heard(g, EVENT_ABOUT_TO_GAIN))                                             \
             RESPOND(f->player, (who_), (Window){ .event = EVENT_ABOUT_TO_GAIN, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)((skill_) | paid_mark(g, f)) }); } while (0)

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
                                .what = (int16_t)node_value(cat, d->node, 2), .amount = players_of(g, &ctx, node_child(cat, d->node, 0)) });
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

/* Whether the text of a card speaks of stopped cards. */
static bool speaks_of_stopped(const Game *g, CardId card)
{
    for (int i = 0; card && i < printed(g, card)->ability_count; i++)
        if (node_mentions(g->world->cat, ability_of(g, card, i)->node, NODE_STOPPED_NOW))
            return true;
    return false;
}

/* The level of a skill that others can gain from a card: a stopped personnel lends nothing (2E-13.3), unless the text speaks of stopped ones, and nobody his
 * classification (1e-1998/skills-selecting.2, where Lal gains neither OFFICER from Picard nor V.I.P. from Sarek). */
static int lent_level(const Game *g, CardId id, int skill, bool even_stopped)
{
    if (card_in_play(g, id) && state_bars(g, id) & BARS_SKILLS && !even_stopped)
        return 0;
    int level = card_in_play(g, id) ? skill_level(g, id, skill) : printed(g, id)->skill[skill];
    return larger_of(0, level - classification_levels(g, id, skill));
}

static SkillSet skills_lent(const Game *g, const CardSet *set, bool even_stopped)
{
    SkillSet skills = 0;
    FOR_SET(id, set)
        for (int s = 0; s < SKILL_COUNT; s++)
            if (lent_level(g, id, s, even_stopped))
                skills |= skill_bit(s);
    return skills;
}

SkillSet skills_among(const Game *g, const CardSet *set)
{
    return skills_lent(g, set, false);
}

static void gain(Game *g, const Frame *f, CardId id, int skill, int levels, int until)
{
    modifier_add(g, (Modifier){ .op = NODE_MOD_SKILL, .target = id, .source = source_of(g, f), .what = (int16_t)skill,
                                .amount = (int16_t)levels, .until = (uint8_t)until, .player = f->player });
}

/* The nth skill that is listed on the card, counted from 1; -1: it has fewer.  What was the classification of an assimilated personnel is listed
 * before all others (1E-A2.3, 1e-1998/skills-assimilated-personnel). */
static int listed_skill(const Game *g, CardId id, int nth)
{
    int former = g->card[id].flags & ASSIMILATED ? classification_skill(g, id) : -1;
    if (former >= 0 && --nth == 0)
        return former;
    return nth >= 1 && nth <= MAX_LISTED ? printed(g, id)->listed_skill[nth - 1] - 1 : -1;
}

/* "Youth replaces the first-listed skill": an ordinal is a printed number (1e-2019/printed-number, 1e-2019/rascals); who has none of that place keeps
 * what he has. */
Flow do_swap_skill(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_SWAP_SKILL);
    FOR_SET(id, cards_of(g, f)) {
        int more = numbers_raised(g, source_of(g, f));
        if (more)
            cite(g, RULING_RASCALS_2019);
        bool ordinals = in_force(g, RULING_RASCALS_2019) && in_force(g, RULING_PRINTED_NUMBER_2019);
        int old = listed_skill(g, id, node_value(cat, d->node, 1) + (ordinals ? more : 0));
        if (old < 0)
            continue;
        modifier_add(g, (Modifier){ .op = NODE_MOD_LOSE, .target = id, .source = source_of(g, f), .what = (int16_t)old,
                                    .until = (uint8_t)node_value(cat, d->node, 3), .player = f->player });
        gain(g, f, id, node_value(cat, d->node, 2), 1, node_value(cat, d->node, 3));
        d->n++;
    }
    RETURN(d->n);

    PROC_END;
}

static int until_of(const Catalogue *cat, NodeId node)
{
    return node_value(cat, node, cat->node[node].argc - 1);
}

/* Those from whom one card gains skills: f->cards, but for itself. */
static CardSet lenders_to(const Game *g, const Frame *f, CardId gainer)
{
    CardSet out = *cards_of(g, f);
    set_drop(&out, gainer);
    return out;
}

/* Who uses skills when one card gains them: those it gains them from, and itself where it has them already. */
static CardSet users_by_gaining(const Game *g, const Frame *f, CardId gainer)
{
    CardSet out = *cards_of(g, f);
    set_add(&out, gainer);
    return out;
}

/* All levels of all skills (2e-2014/skills.1). */
static void gain_all(Game *g, const Frame *f, CardId gainer, int until)
{
    bool ruled = in_force(g, g->world->edition->all_skills), even_stopped = speaks_of_stopped(g, source_of(g, f));
    CardSet lenders = lenders_to(g, f, gainer);
    FOR_SET(id, &lenders)
        for (int s = 0; s < SKILL_COUNT; s++) {
            int levels = lent_level(g, id, s, even_stopped);
            if (levels)
                gain(g, f, gainer, s, ruled ? levels : 1, until);
        }
}

/* Those that this card has selected by the same text already: they must all be different where the edition says so (1E-13.4). */
static SkillSet selected_before(const Game *g, const Frame *f, CardId gainer, int until)
{
    SkillSet skills = 0;
    Citation ruling = g->world->edition->different_skills;
    for (int i = 0; i < g->modifier_count && ruling; i++)
        if (g->modifier[i].op == NODE_MOD_SKILL && g->modifier[i].target == gainer && g->modifier[i].source == source_of(g, f) && g->modifier[i].until == until)
            skills |= skill_bit(g->modifier[i].what);
    if (skills)
        cite_step(g, ruling);
    return skills && in_force(g, ruling) ? skills : 0;
}

/* The skills that this card has just let a card gain, one after another: several are different ones. */
static SkillSet last_gained(const Game *g, const Frame *f, CardId gainer, int count)
{
    SkillSet skills = 0;
    for (int i = g->modifier_count - 1; i >= 0 && count > 0; i--)
        if (g->modifier[i].op == NODE_MOD_SKILL && g->modifier[i].target == gainer && g->modifier[i].source == source_of(g, f)) {
            count--;
            skills |= skill_bit(g->modifier[i].what);
        }
    return skills;
}

static void offer_skills(Game *g, const Frame *f, SkillSet skills)
{
    decision_open(g, SL_DECIDE_SKILL, f->player, NODE_GAIN_ANY, source_of(g, f));
    for (int s = 0; s < SKILL_COUNT; s++)
        if (skill_in(skills, s))
            decision_add(g, (Option){ .verb = SL_NAME_SKILL, .number = (int16_t)s });
}

/* Skills taken over from other personnel (f->cards) by each of those who gain them (f->more): some of the player's choice, or all, with all their levels (2e-2014/skills.1). */
Flow do_gain_from(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_GAIN_CHOSEN });
    put_more(g, f, g->picked);
    end_until_again(g, f, until_of(cat, d->node));
    Ctx ctx = ctx_in(g, f);
    put_cards(g, f, filter_set(g, &ctx, node_child(cat, d->node, cat->node[d->node].op == NODE_GAIN_ALL ? 1 : 2)));
    if (set_empty(more_of(g, f)) || set_empty(cards_of(g, f)))
        RETURN(0);
    d->x = (int16_t)(cat->node[d->node].op == NODE_GAIN_ALL ? 0 : quantity(g, &ctx, node_child(cat, d->node, 1)));
    for (d->card = set_next(more_of(g, f), NO_CARD); d->card; d->card = set_next(more_of(g, f), d->card)) {
        if (cat->node[d->node].op == NODE_GAIN_ALL) {
            ABOUT_TO_GAIN_SKILL(set_one(d->card), 0);
            if (set_empty(&g->picked))
                continue;
            CardSet lenders = lenders_to(g, f, d->card);
            cite(g, g->world->edition->all_skills);
            USE_SKILLS(f->player, users_by_gaining(g, f, d->card), skills_among(g, &lenders));
            gain_all(g, f, d->card, until_of(cat, d->node));
            d->done = true;
            RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_GAINED_SKILL, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)paid_mark(g, f) });
        }
        for (d->i = 0; d->i < d->x; d->i++) {
            CardSet lenders = lenders_to(g, f, d->card);
            offer_skills(g, f, skills_lent(g, &lenders, speaks_of_stopped(g, source_of(g, f))) & ~selected_before(g, f, d->card, until_of(cat, d->node))
                                   & ~last_gained(g, f, d->card, d->i));
            if (g->decision.count == 0)
                break;
            ASK_UNLESS_ONE();
            d->n = (uint8_t)answered(g).number;
            ABOUT_TO_GAIN_SKILL(set_one(d->card), d->n);
            if (set_empty(&g->picked))
                continue;
            d->done = true;
            CardSet users = users_by_gaining(g, f, d->card);
            if (!skill_level(g, d->card, d->n))
                set_drop(&users, d->card);           /* it has the skill from now on only */
            gain(g, f, d->card, d->n, 1, until_of(cat, d->node));
            USE_SKILLS(f->player, users, skill_bit(d->n));
            RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_GAINED_SKILL, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)(d->n | paid_mark(g, f)) });
        }
    }
    RETURN(d->done);

    PROC_END;
}

/* The ships of the Commander keywords printed on that card, which those cards gain as they gain its other keywords (2E-22.4). */
static void gain_commands(Game *g, Frame *f, CardId from, int until)
{
    for (int i = 0; i < MAX_COMMANDER && printed(g, from)->commander[i]; i++)
        FOR_SET(id, cards_of(g, f))
            modifier_add(g, (Modifier){ .op = NODE_MOD_COMMANDER, .target = id, .source = source_of(g, f), .what = (int16_t)printed(g, from)->commander[i],
                                        .until = (uint8_t)until, .player = f->player });
}

/* Each of f->cards gains the keywords that those of the filter have now. */
Flow do_gain_keywords(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    SELECT(0, NODE_GAIN_KEYWORDS);
    Ctx ctx = ctx_in(g, f);
    CardSet lenders = filter_set(g, &ctx, node_child(cat, d->node, 1));
    FOR_SET(from, &lenders) {
        if (!is_textless(g, from))
            gain_commands(g, f, from, until_of(cat, d->node));
        for (int t = 1; t < cat->trait_count; t++) {
            if (cat->trait_kind[t] != OF_KEYWORD || !has_trait(g, from, t))
                continue;
            FOR_SET(id, cards_of(g, f))
                if (!has_trait(g, id, t))
                    modifier_add(g, (Modifier){ .op = NODE_MOD_TRAIT, .target = id, .source = source_of(g, f), .what = (int16_t)t,
                                                .until = (uint8_t)until_of(cat, d->node), .player = f->player });
        }
    }
    RETURN(!set_empty(cards_of(g, f)) && !set_empty(&lenders));

    PROC_END;
}

/* Which skills may be gained: any, those that a mission or dilemma requires, or the one that was named. */
static SkillSet skills_to_gain(const Game *g, const Ctx *ctx, NodeId gaining, CardId gainer)
{
    SkillSet skills = 0;
    const Card *self = &g->card[ctx->self];
    switch (g->world->cat->node[gaining].op) {
    case NODE_GAIN_OWN: case NODE_GAIN_OWNS:
        for (int s = 0; s < SKILL_COUNT; s++)
            skills |= skill_level(g, gainer, s) ? skill_bit(s) : 0;
        return skills;
    case NODE_GAIN_NAMED:
        return self->named_kind == NAMED_SKILL ? skill_bit(self->named) : 0;
    case NODE_GAIN_REQUIRED: {
        CardSet asking = filter_set(g, ctx, node_child(g->world->cat, gaining, 1));
        FOR_SET(id, &asking)
            skills |= mission_skills(g, id);
        return skills;
    }
    default:
        return g->world->edition->selectable ? g->world->edition->selectable(g) : skills_of_edition(g->world->edition->id);
    }
}

/* Each of those who gain a skill (f->cards) gains one of its own. */
Flow do_gain_any(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_GAIN_ANY });
    put_cards(g, f, g->picked);
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    end_until_again(g, f, until_of(cat, d->node));
    Ctx ctx = ctx_in(g, f);
    if (cat->node[d->node].op != NODE_GAIN_OWNS && in_force(g, RULING_SKILLS_SELECTING_1998_3))
        cite_step(g, RULING_SKILLS_SELECTING_1998_3);           /* at a single level */
    d->x = (int16_t)(cat->node[d->node].op == NODE_GAIN_ANY ? quantity(g, &ctx, node_child(cat, d->node, 1)) : 1);
    for (d->card = set_next(cards_of(g, f), NO_CARD); d->card; d->card = set_next(cards_of(g, f), d->card)) {
        if (cat->node[d->node].op == NODE_GAIN_OWNS) {
            ABOUT_TO_GAIN_SKILL(set_one(d->card), 0);
            if (set_empty(&g->picked))
                continue;
            Ctx now = ctx_in(g, f);
            SkillSet own = skills_to_gain(g, &now, d->node, d->card);
            for (int s = 0; s < SKILL_COUNT; s++)
                if (skill_in(own, s))
                    gain(g, f, d->card, s, 1, until_of(cat, d->node));
            d->done = true;
            USE_SKILLS(f->player, set_one(d->card), own);
            RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_GAINED_SKILL, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)paid_mark(g, f) });
            continue;
        }
        for (d->i = 0; d->i < d->x; d->i++) {
            Ctx now = ctx_in(g, f);
            offer_skills(g, f, skills_to_gain(g, &now, d->node, d->card) & ~selected_before(g, f, d->card, until_of(cat, d->node)));
            if (g->decision.count == 0)
                break;
            ASK_UNLESS_ONE();
            d->n = (uint8_t)answered(g).number;
            ABOUT_TO_GAIN_SKILL(set_one(d->card), d->n);
            if (set_empty(&g->picked))
                continue;
            d->done = true;
            put_more(g, f, set_one(skill_level(g, d->card, d->n) ? d->card : NO_CARD));
            gain(g, f, d->card, d->n, 1, until_of(cat, d->node));
            USE_SKILLS(f->player, *more_of(g, f), skill_bit(d->n));
            RESPOND(f->player, set_one(d->card), (Window){ .event = EVENT_GAINED_SKILL, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)(d->n | paid_mark(g, f)) });
        }
    }
    RETURN(d->done);

    PROC_END;
}

Flow do_lose_any(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_LOSE_ANY });
    put_cards(g, f, g->picked);
    for (d->card = set_next(cards_of(g, f), NO_CARD); d->card; d->card = set_next(cards_of(g, f), d->card)) {
        CardSet one = set_one(d->card);
        offer_skills(g, f, skills_among(g, &one));
        if (g->decision.count == 0)
            continue;
        ASK_UNLESS_ONE();
        d->done = true;
        modifier_add(g, (Modifier){ .op = NODE_MOD_LOSE, .target = d->card, .source = source_of(g, f), .player = f->player,
                                    .until = (uint8_t)until_of(cat, d->node), .what = (int16_t)answered(g).number });
    }
    RETURN(d->done);

    PROC_END;
}

static bool is_species_of(const Game *g, int trait)
{
    for (int i = 1; i < g->world->titles; i++)
        if (g->world->cat->def[i].edition == g->world->edition->id && trait_in(&g->world->cat->def[i].traits, trait))
            return true;
    return false;
}

/* Any species that a card of the game has, whether or not one is in a deck. */
static void offer_species(Game *g, const Frame *f)
{
    const Catalogue *cat = g->world->cat;
    decision_open(g, SL_DECIDE_TITLE, f->player, NODE_ANY_SPECIES, source_of(g, f));
    for (int t = 1; t < cat->trait_count; t++)
        if (cat->trait_kind[t] == OF_SPECIES && is_species_of(g, t))
            decision_add(g, (Option){ .verb = SL_NAME_TRAIT, .number = (int16_t)t });
}

Flow do_any_species(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_ANY_SPECIES });
    put_cards(g, f, g->picked);
    if (set_empty(cards_of(g, f)))
        RETURN(0);
    offer_species(g, f);
    if (g->decision.count == 0)
        RETURN(0);
    ASK_UNLESS_ONE();
    FOR_SET(id, cards_of(g, f))
        modifier_add(g, (Modifier){ .op = NODE_MOD_SPECIES, .target = id, .source = source_of(g, f), .player = f->player,
                                    .until = (uint8_t)until_of(cat, d->node), .what = (int16_t)answered(g).number });
    RETURN(1);

    PROC_END;
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

/* ---- changing a window: 2E-18.20, 18.21 ---- */

/* Its own text protects a card that is not yet in play: "Cards an opponent owns cannot prevent this event." */
static bool own_text_forbids(const Game *g, CardId id, int act, CardId by)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, id);
    Ctx ctx = ctx_of(g, id);
    for (int i = 0; has_kind(def, NODE_STATIC) && i < def->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        bool of_self = a->kind == NODE_STATIC && cat->node[node_child(cat, a->node, 0)].op == NODE_SELF;
        for (int k = 1; of_self && k < cat->node[a->node].argc; k++) {
            NodeId m = node_child(cat, a->node, k), from = node_child(cat, m, 1);
            bool forbids = cat->node[m].op == NODE_MOD_CANNOT && node_value(cat, m, 0) == act;
            if (forbids && (!from || filter_is(g, &ctx, from, by)))
                return true;
        }
    }
    return false;
}

/* A card that is played may be one that a text keeps from being prevented (2E-18.40). */
static CardSet preventable(const Game *g, CardSet cards, CardId by)
{
    CardSet out = { 0 };
    FOR_SET(id, &cards)
        if (!why_cannot(g, id, ACT_PREVENTED, by, NULL) && !own_text_forbids(g, id, ACT_PREVENTED, by))
            set_add(&out, id);
    return out;
}

Flow do_prevent(Game *g, Frame *f)
{
    PROC_BEGIN;

    const Scope *s = &g->scope[f->scope - 1];
    Window *w = window_of(g, s);
    if (!w)
        RETURN(1);
    put_cards(g, f, *set_at(g, s->that));
    if (event_info[w->event].signature[0] == 'P')
        w->prevented = true;
    if (w->event == EVENT_ABOUT_TO_PLAY) {
        put_cards(g, f, preventable(g, *cards_of(g, f), source_of(g, f)));
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_PREVENT, .actor = f->player, .cause = source_of(g, f) });
        put_cards(g, f, g->picked);
        FOR_SET(id, cards_of(g, f))
            log_event(g, LOG_PREVENTED, f->player, id, NO_CARD, 0);
    }
    Frame *wf = &g->frame[g->scope[f->scope - 1].window - 1];
    put_cards(g, wf, set_minus(cards_of(g, wf), cards_of(g, f)));
    const Window *over = window_of(g, &g->scope[f->scope - 1]);
    if (over->event == EVENT_ABOUT_TO_STOP)
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_STOP_PREVENTED, .actor = f->player, .cause = over->cause });
    RETURN(1);

    PROC_END;
}

/* What is done instead does not undo what it replaces: that has happened, for whoever looks back (2e-2014/dilemmas.5). */
Flow do_instead(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Scope *s = &g->scope[f->scope - 1];
    Window *w = window_of(g, s);
    if (w) {
        Frame *wf = &g->frame[s->window - 1];
        put_cards(g, wf, set_minus(cards_of(g, wf), set_at(g, s->that)));
        if (event_info[w->event].signature[0] == 'P')
            w->prevented = true;
        if (w->event == EVENT_ABOUT_TO_STOP) {
            cite(g, RULING_INSTEAD);
            if (in_force(g, RULING_INSTEAD)) {
                if (w->cause && w->cause == g->encounter.current)
                    set_join(&encounter_change(g)->stopped_by, set_at(g, s->that));
                d->card = w->cause;
                d->n = 1;
            }
        }
    }
    if (d->n)
        RESPOND(f->player, *set_at(g, g->scope[f->scope - 1].that), (Window){ .event = EVENT_STOPPED, .actor = f->player, .cause = d->card });
    RUN_ALL(f->player, d->node);
    RETURN(1);

    PROC_END;
}

/* The selection to which the text responds, below its window; NULL: it responds to something else, or nothing lies below. */
static Frame *selection_answered(Game *g, const Scope *s)
{
    Frame *below = s->window > 1 ? &g->frame[s->window - 2] : NULL;
    return below && below->proc == PROC_select_cards ? below : NULL;
}

/* Who was picked is selected in the place of whom the text responds for. */
static void take_the_place(Game *g, const Scope *s)
{
    Frame *selecting = selection_answered(g, s);
    if (!selecting)
        return;
    CardSet now = set_minus(more_of(g, selecting), set_at(g, s->that));
    set_join(&now, &g->picked);
    put_more(g, selecting, now);
    FOR_SET(id, &g->picked)
        reveal_card(g, id);
}

/* In a random selection: leaves cards out of it, or has it made again (2E-18.34, 18.35). */
Flow do_exclude(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    if (cat->node[d->node].op == NODE_RESELECT) {
        Frame *selecting = selection_answered(g, &g->scope[f->scope - 1]);
        if (selecting && ((Select *)(void *)selecting->locals)->random) {
            ((Select *)(void *)selecting->locals)->again = true;
            put_cards(g, &g->frame[g->scope[f->scope - 1].window - 1], (CardSet){ 0 });       /* nothing else answers what is ignored */
        }
        RETURN(1);
    }
    if (cat->node[d->node].op == NODE_SELECT_BY_CHOICE) {                    /* the others are left out: those who are chosen are selected */
        const Scope *by = &g->scope[f->scope - 1];
        const Frame *selection = selection_answered(g, by);
        if (!selection)
            RETURN(0);
        const Select *selecting = (const Select *)(const void *)selection->locals;
        CALL_ON(choose_cards, f->player, *cards_of(g, &g->frame[by->window - 1]), (Choose){ .least = selecting->most, .most = selecting->most, .about = NODE_SELECT_BY_CHOICE, .asker = source_of(g, f) });
        put_cards(g, &g->frame[g->scope[f->scope - 1].window - 1], g->picked);
        RETURN(1);
    }
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_EXCLUDE });
    if (cat->node[d->node].op == NODE_STAND_IN) {
        take_the_place(g, &g->scope[f->scope - 1]);
        RETURN(1);
    }
    Scope *s = &g->scope[f->scope - 1];
    if (s->window)
        put_cards(g, &g->frame[s->window - 1], set_minus(cards_of(g, &g->frame[s->window - 1]), &g->picked));
    cite(g, RULE_EXCLUDED);
    RETURN(1);

    PROC_END;
}

/* ---- requirements: 2E-12 ---- */

/* Texts that somebody would have to use stay hidden while an attribute of their ship is used (2e-2014/attributes-ship.2). */
static void keep_hidden(Game *g, CardId ship)
{
    cite_step(g, RULING_ACTIVATED_HIDDEN);
    if (in_force(g, RULING_ACTIVATED_HIDDEN))
        return;
    FOR_HOSTED(g, id, ship)
        if (has_kind(printed(g, id), NODE_DURING))
            reveal_card(g, id);
}

void tell_ship(Game *g, CardId ship, int which)
{
    static const uint8_t words[] = { [RANGE] = LOG_RANGE_TOTAL, [WEAPONS] = LOG_WEAPONS_TOTAL, [SHIELDS] = LOG_SHIELDS_TOTAL };
    if (is_logged(g) && in_force(g, RULING_SHIP_ATTRIBUTES)) {
        log_event(g, (LogKind)words[which], g->card[ship].commander, ship, NO_CARD, attribute(g, ship, which));
        trace_told(g, ship, which, attribute(g, ship, which));
        cite(g, RULING_SHIP_ATTRIBUTES);
    }
    keep_hidden(g, ship);
}

/* Whoever helps to meet a requirement is shown (2E-20.3), and what the ship has is told before it counts (2e-2014/attributes-ship.1).
 * Returns who uses a skill. */
static CardSet show_contribution(Game *g, const Team *team, const Contribution *in)
{
    CardSet users = { 0 }, all = team->group;
    set_join(&all, &in->cards);
    FOR_SET(id, &all) {
        bool uses = false;
        for (int s = 0; s < SKILL_COUNT && !uses; s++)
            uses = uses_to_meet(g, in, team, id, s);
        if (uses)
            set_add(&users, id);
        if (uses || set_has(&in->cards, id) || lends_attribute(g, in, id))
            reveal_card(g, id);
    }
    for (int at = 0; at < ATTRIBUTE_COUNT; at++)
        if (in->attributes >> (ATTRIBUTE_COUNT + at) & 1 && team->ship)
            tell_ship(g, team->ship, at);
    return users;
}

/* What the requirement takes of the group that has to meet it; .met: whether it is met.  f->more: that group, if only some must. */
static MissionMet asked_of_group(const Game *g, const Frame *f, const Require *r, Team *team)
{
    *team = attempt_team(g);
    if (r->mission)
        return mission_meets(g, g->encounter.mission, g->encounter.means);
    if (r->some)
        team->group = set_and(more_of(g, f), &team->group);
    Ctx ctx = ctx_in(g, f);
    team->asked = ctx.self;
    team->more = modified_by(g, ctx.self, NODE_MOD_REQ_ATTR);
    MissionMet out = { .met = team_meets(g, &ctx, r->requirement, team) };
    if (out.met)
        team_puts_in(g, &ctx, r->requirement, team, &out.in);
    return out;
}

/* The next personnel whose skills an opponent's text has put a price on, of those who use one to meet it: r->payer, with the text r->i on the
 * card r->dilemma.  Nobody has to pay where the others are enough: those then hold their skills back. */
static bool use_has_price(Game *g, const Frame *f, Require *r)
{
    if (!any_price(g, NODE_SKILLS_TAX))
        return false;
    Team team;
    MissionMet met = asked_of_group(g, f, r, &team);
    for (; met.met; r->i++, r->payer = NO_CARD) {
        int at;
        CardId by;
        if (!next_price(g, NODE_SKILLS_TAX, g->encounter.player, r->i, &at, &by))
            return false;
        r->i = (int16_t)at;
        FOR_SET(id, &team.group) {
            bool uses = false;
            for (int s = 0; s < SKILL_COUNT && !uses && id > r->payer; s++)
                uses = uses_to_meet(g, &met.in, &team, id, s);
            if (!uses || !price_is_for(g, r->i, id))
                continue;
            r->payer = id;
            r->dilemma = by;
            card_flag(g, id, UNPAID, true);
            Team others;
            if (asked_of_group(g, f, r, &others).met) {
                met = asked_of_group(g, f, r, &team);
                continue;
            }
            card_flag(g, id, UNPAID, false);
            return true;
        }
    }
    return false;
}

/* Does the group in the attempt meet it?  It must, if it can (2e-2014/requirements.2), except where an opponent's text has put a
 * price on a skill and the player will not pay.  Meeting it uses the skills (2E-12.6), those of the alternatives that are met. */
Flow meet_requirement(Game *g, Frame *f)
{
    LOCALS(Require, r);
    PROC_BEGIN;

    encounter_change(g)->declined = 0;
    put_more(g, f, *cards_of(g, f));
    Team before;
    MissionMet first = asked_of_group(g, f, r, &before);
    r->skills = first.met ? first.in.skills | first.in.card_skills : 0;
    for (r->i = 0;; r->i++) {
        int at;
        CardId by;
        const Ability *price = next_price(g, NODE_SKILL_TAX, g->encounter.player, r->i, &at, &by);
        if (!price)
            break;
        r->i = (int16_t)at;
        if (!skill_in(r->skills, node_value(g->world->cat, price->node, 0)))
            continue;
        r->dilemma = by;
        offer_price(g, g->encounter.player, price, by);
        cite_step(g, RULING_REQUIREMENTS_MUST);
        ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
        price = &g->world->cat->ability[g->statics[r->i].ability];
        if (answered(g).verb == SL_NO) {
            encounter_change(g)->declined |= skill_bit(node_value(g->world->cat, price->node, 0));
            continue;
        }
        PAY_PRICE(r->dilemma, price);
    }
    for (r->i = 0; any_price(g, NODE_LIKE_TAX); r->i++) {                     /* r->payer: the skill that is asked about */
        int at;
        CardId by;
        if (!next_price(g, NODE_LIKE_TAX, g->encounter.player, r->i, &at, &by))
            break;
        r->i = (int16_t)at;
        r->dilemma = by;
        for (r->payer = 0; r->payer < SKILL_COUNT; r->payer++) {
            const Ability *price = &g->world->cat->ability[g->statics[r->i].ability];
            if (!skill_in(r->skills & ~g->encounter.declined, r->payer) || !price_is_for_skill(g, r->i, r->payer))
                continue;
            offer_price(g, g->encounter.player, price, r->dilemma);
            ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
            price = &g->world->cat->ability[g->statics[r->i].ability];
            if (answered(g).verb == SL_NO)
                encounter_change(g)->declined |= skill_bit(r->payer);
            else
                PAY_PRICE(r->dilemma, price);
        }
    }
    for (r->i = r->payer = 0; use_has_price(g, f, r);) {
        const Ability *price = &g->world->cat->ability[g->statics[r->i].ability];
        offer_price(g, g->encounter.player, price, r->dilemma);
        ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
        price = &g->world->cat->ability[g->statics[r->i].ability];
        if (answered(g).verb == SL_NO) {
            card_flag(g, r->payer, UNPAID, true);
            continue;
        }
        PAY_PRICE(r->dilemma, price);
    }
    Team asked;
    r->met = asked_of_group(g, f, r, &asked).met;
    if (r->met && !in_force(g, RULING_REQUIREMENTS_MUST)) {
        offer_yes_no(g, g->encounter.player, NODE_HAVE, g->encounter.current);
        ASK();
        r->met = answered(g).verb == SL_YES;
    }
    if (!r->met) {
        forget_unpaid(g);
        RETURN(0);
    }
    if (g->encounter.declined == 0)
        cite_step(g, RULING_REQUIREMENTS_MUST);
    FOR_REASONS(g)
        offer(g, (Option){ .verb = SL_NO }, RULE_NO_HOLDING_BACK, NO_CARD);
    Team team;
    MissionMet shown = asked_of_group(g, f, r, &team);
    put_more(g, f, show_contribution(g, &team, &shown.in));
    forget_unpaid(g);
    r->skills = shown.in.skills | shown.in.card_skills;
    if (r->mission) {
        encounter_change(g)->users = *more_of(g, f);
        encounter_change(g)->used = r->skills & ~g->encounter.declined;
    }
    USE_SKILLS(g->encounter.player, *more_of(g, f), r->skills & ~g->encounter.declined);
    if (g->encounter.facing)
        RESPOND(g->encounter.player, set_one(g->encounter.current), (Window){ .event = EVENT_MET_REQUIREMENTS, .actor = g->encounter.player });
    RETURN(1);

    PROC_END;
}
