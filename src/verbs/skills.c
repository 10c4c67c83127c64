/* Using skills: a personnel uses a skill when it helps to meet a requirement, and when its commander uses a text that speaks of it
 * (2e-2014/skills.2, 2E-12.6).  Requirements are in team.c and change.c; here is what texts speak of. */
#include "spaceline.h"
#include "verbs/verbs.h"

/* The skills that a filter asks of its cards. */
static SkillSet skills_of_filter(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    SkillSet skills = 0;
    switch (n->op) {
    case NODE_HAS:       return skill_bit(node_value(cat, id, 0));
    case NODE_HAS_NAMED: return named_skills(g, ctx->self);
    case NODE_SKILLED:   return ~(SkillSet)0;
    case NODE_AND:
    case NODE_OR:
        for (int i = 0; i < n->argc; i++)
            skills |= skills_of_filter(g, ctx, cat->arg[n->arg + i]);
        return skills;
    default:             return 0;
    }
}

/* The filter of a selection, which stands last in it; 0 for the top of a pile. */
static NodeId filter_of(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    char result = node_info[n->op].result;
    if (result != 'S')
        return result == 'F' ? id : 0;
    return filter_of(cat, node_child(cat, id, n->argc - 1));
}

/* Of a dilemma only what the player who faces it chooses is using a skill: the worked example of 2e-2014/dilemmas.6 rests on that.
 * Other words that describe whom it takes ask for nothing (2E-11.13). */
static bool is_chosen(const Catalogue *cat, NodeId id)
{
    id = inner(cat, id);
    return cat->node[id].op == NODE_CHOOSE && cat->node[node_child(cat, id, 0)].op == NODE_YOU;
}

SkillSet skills_selected_for(const Game *g, const Frame *f, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    if (!f->scope || !event_heard(g, EVENT_USED_SKILL))
        return 0;
    CardId source = g->scope[f->scope - 1].source;
    if (source == NO_CARD || (is_type(g, source, TYPE_DILEMMA) && !(g->scope[f->scope - 1].facing && is_chosen(cat, selection))))
        return 0;
    Ctx ctx = ctx_in(g, f);
    NodeId filter = filter_of(cat, selection);
    return filter ? skills_of_filter(g, &ctx, filter) : 0;
}

/* "A mission whose requirements are met by your personnel there": they use the skills that it requires. */
static SkillSet skills_of_met(const Game *g, const Ctx *ctx, NodeId id, CardSet *who)
{
    const Catalogue *cat = g->world->cat;
    NodeId met = cat->node[id].op == NODE_MET_BY ? id : 0;
    for (int i = 0; cat->node[id].op == NODE_AND && i < cat->node[id].argc; i++)
        if (cat->node[node_child(cat, id, i)].op == NODE_MET_BY)
            met = node_child(cat, id, i);
    if (!met)
        return 0;
    SkillSet skills = 0;
    CardSet missions = filter_set(g, ctx, id), team = filter_set(g, ctx, node_child(cat, met, 0));
    FOR_SET(mission, &missions) {
        skills |= mission_skills(g, mission);
        FOR_SET(there, &team)
            if (card_in_play(g, there) && location_of(g, there) == mission && !is_stopped(g, there))
                set_add(who, there);
    }
    return skills;
}

/* Adds who is meant by a condition or quantity that speaks of a skill, and returns the skills. */
SkillSet skills_spoken_of(const Game *g, const Ctx *ctx, NodeId id, CardSet *who)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    SkillSet skills = 0;
    if (id == 0)
        return 0;
    if (node_info[n->op].result == 'F') {
        skills = skills_of_filter(g, ctx, id);
        if (skills) {
            CardSet fitting = filter_set(g, ctx, id);
            set_join(who, &fitting);
        }
        return skills | skills_of_met(g, ctx, id, who);
    }
    if (n->op == NODE_LEVELS || n->op == NODE_MEETS) {
        CardSet fitting = filter_set(g, ctx, node_child(cat, id, n->op == NODE_LEVELS ? 1 : 0));
        set_join(who, &fitting);
        skills = n->op == NODE_LEVELS ? skill_bit(node_value(cat, id, 0)) : node_skills(cat, node_child(cat, id, 1));
    }
    for (int i = 0; i < n->argc; i++)
        skills |= skills_spoken_of(g, ctx, cat->arg[n->arg + i], who);
    return skills;
}

SkillSet skills_of_text(const Game *g, const Ctx *ctx, const Ability *a, const CardSet *that, CardSet *who)
{
    NodeId subjects = a->event && event_info[a->event].signature[0] == 'F' ? node_child(g->world->cat, a->pattern, 0) : 0;
    SkillSet skills = skills_spoken_of(g, ctx, a->guard, who);
    SkillSet theirs = subjects ? skills_of_filter(g, ctx, subjects) : 0;
    if (theirs)
        set_join(who, that);
    return skills | theirs;
}

static CardSet users(const Game *g, const CardSet *among, int player, int skill)
{
    CardSet out = { 0 };
    FOR_SET(id, among)
        if (card_in_play(g, id) && !is_captive(g, id) && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL)
            && skill_level(g, id, skill))
            set_add(&out, id);
    return out;
}

/* One window for each skill, about those of f->cards who have it and are the player's. */
Flow use_skills(Game *g, Frame *f)
{
    LOCALS(Skills, s);
    PROC_BEGIN;

    for (; s->skill < SKILL_COUNT; s->skill++) {
        if (!skill_in(s->skills, s->skill))
            continue;
        put_more(g, f, users(g, cards_of(g, f), f->player, s->skill));
        if (set_empty(more_of(g, f)))
            continue;
        cite_step(g, RULING_USING_SKILLS);
        RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_USED_SKILL, .actor = f->player, .number = s->skill });
    }
    RETURN(1);

    PROC_END;
}
