/* Skills, keywords and species that cards gain and lose for a time by the texts of others.  2E-13, 2E-19. */
#include "spaceline.h"
#include "verbs/gain.h"

/* Whether what happens now was paid for: by the cost of its text, or of the part of it that a player may do. */
int paid_mark(const Game *g, const Frame *f)
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

/* What lasts until a text is used again ends when it is. */
void end_until_again(Game *g, const Frame *f, int until)
{
    if (until == UNTIL_AGAIN)
        modifiers_end_from(g, until, source_of(g, f));
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
