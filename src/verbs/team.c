/* Requirements of missions and dilemmas: 2E-12. */
#include "kernel/edition.h"
#include "verbs/text.h"
#include "kernel/trace.h"

Team attempt_team(const Game *g)
{
    return (Team){ .group = g->encounter.group, .ship = g->encounter.ship[0], .mission = g->encounter.mission, .player = g->encounter.player,
                   .declined = g->encounter.declined };
}

/* "He or she cannot use his or her skills to meet mission requirements." */
static bool is_barred_from_missions(const Game *g, const Team *t, CardId id)
{
    return g->mods & mod_bit(NODE_MOD_NOT_MISSIONS) && t->asked && is_type(g, t->asked, TYPE_MISSION) && modified_by(g, id, NODE_MOD_NOT_MISSIONS);
}

static int own_skill_sum(const Game *g, const Team *t, int skill)
{
    int sum = 0;
    if (skill_in(t->declined, skill))
        return 0;
    FOR_SET(id, &t->group)
        sum += g->card[id].flags & UNPAID || is_barred_from_missions(g, t, id) ? 0 : skill_level(g, id, skill);
    if (t->ship && skill_in(g->changed_skills, skill))        /* special equipment may give the ship one */
        sum += skill_level(g, t->ship, skill);
    return sum;
}

/* Some text changes what is asked of the team in that way, and somebody asks. */
static inline bool may_be_changed(const Game *g, const Team *t, int op)
{
    return g->mods & mod_bit(op) && t->asked;
}

/* The skill that the team has most of: the one that is asked for, or another which texts let stand for it. */
static int skill_used_for(const Game *g, const Team *t, int skill)
{
    int used = skill;
    if (!may_be_changed(g, t, NODE_MOD_MEET_SKILL))
        return used;
    Steps steps;
    find_steps_of(g, t->asked, NODE_MOD_MEET_SKILL, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++)
        if (s->what == skill && own_skill_sum(g, t, s->amount) > own_skill_sum(g, t, used))
            used = s->amount;
    return used;
}

static int skill_sum(const Game *g, const Team *t, int skill)
{
    return own_skill_sum(g, t, skill_used_for(g, t, skill));
}

/* Of the skills that a card has named one, or both of two. */
static bool has_named(const Game *g, const Team *t, SkillSet named, bool both)
{
    int found = 0, asked = 0;
    for (int s = 0; s < SKILL_COUNT && named >> s; s++)
        if (skill_in(named, s))
            asked++, found += skill_sum(g, t, s) > 0;
    return both ? asked == 2 && found == 2 : found > 0;
}

/* What other groups add to the CUNNING of this one, where a text pools it (1E-A1.14). */
static int NOINLINE pooled_cunning(const Game *g, const Team *t)
{
    int sum = 0;
    bool linked = false;
    CardSet given = t->group;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_POOLS)) {
        bool takes = false;
        FOR_SET(id, &t->group)
            takes = takes || text_reaches(g, i, id);
        FOR_SET(id, &g->commanded[t->player])
            if (takes && !set_has(&given, id) && is_type(g, id, TYPE_PERSONNEL) && text_reaches(g, i, id)) {
                sum += attribute(g, id, CUNNING);
                set_add(&given, id);
            }
        linked |= takes;
    }
    Citation shown = sum ? RULING_UNITY_DRONE_1998_2 : linked ? RULING_UNITY_DRONE_1998_1 : RULING_UNITY_DRONE_1998_3;
    if (in_force(g, shown))
        cite_step(g, shown);
    return sum;
}

/* What a personnel counts with towards requirements of that attribute: its own, or another that a text lets it contribute. */
static int counted(const Game *g, CardId id, int at)
{
    int best = attribute(g, id, at);
    if (!(g->mods & mod_bit(NODE_MOD_CONTRIBUTES)))
        return best;
    Steps steps;
    find_steps_of(g, id, NODE_MOD_CONTRIBUTES, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        bool his = s->what - ATTR_INTEGRITY < ATTRIBUTE_COUNT;          /* a personnel has nothing of a ship's, and "all" is no single one */
        int other = s->amount == ATTR_INTEGRITY + at && his ? attribute(g, id, s->what - ATTR_INTEGRITY) : 0;
        best = larger_of(other, best);
    }
    return best;
}

static int attribute_sum(const Game *g, const Team *t, int word)
{
    int at = word - ATTR_INTEGRITY, sum = 0;
    if (at >= ATTRIBUTE_COUNT)
        return t->ship && at < 2 * ATTRIBUTE_COUNT ? attribute(g, t->ship, at - ATTRIBUTE_COUNT) : 0;
    FOR_SET(id, &t->group)
        if (is_type(g, id, TYPE_PERSONNEL))
            sum += counted(g, id, at);
    return at == CUNNING && g->mods & mod_bit(NODE_MOD_POOLS) ? sum + pooled_cunning(g, t) : sum;
}

int team_attribute(const Game *g, const CardSet *group, int player, int which)
{
    Team t = { .group = *group, .player = (uint8_t)player };
    return attribute_sum(g, &t, ATTR_INTEGRITY + which);
}

/* What texts add to the requirement of one attribute, or to every level of a skill. */
static int raised(const Game *g, const Team *t, int op, int word)
{
    if (!may_be_changed(g, t, op))
        return 0;
    Steps steps;
    int sum = 0;
    find_steps_of(g, t->asked, op, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++)
        sum += (op == NODE_MOD_REQ_ONE || op == NODE_MOD_REQ_NAMED) && s->what != word ? 0 : s->amount;
    return sum;
}

/* "They must use Integrity or Cunning": the attribute itself counts for nothing then. */
static bool is_barred(const Game *g, const Team *t, int word)
{
    bool barred = false;
    if (!may_be_changed(g, t, NODE_MOD_NOT_WITH))
        return false;
    Steps steps;
    find_steps_of(g, t->asked, NODE_MOD_NOT_WITH, &steps);
    for (int i = 0; i < steps.count; i++)
        barred |= steps.step[i].what == word;
    return barred;
}

/* The total of the attribute, or that of another which texts let stand for it, if it is higher. */
static int total_for(const Game *g, const Team *t, int word)
{
    int best = is_barred(g, t, word) ? 0 : attribute_sum(g, t, word);
    if (!may_be_changed(g, t, NODE_MOD_SUBSTITUTE))
        return best;
    Steps steps;
    find_steps_of(g, t->asked, NODE_MOD_SUBSTITUTE, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        int other = s->what == word ? attribute_sum(g, t, s->amount) : 0;
        best = larger_of(other, best);
    }
    return best;
}

static int attribute_needed(const Game *g, const Team *t, NodeId id, int word)
{
    return node_value(g->world->cat, id, 2) + t->more + raised(g, t, NODE_MOD_REQ_ONE, word);
}

/* Each requirement that texts add to those of a card (NODE_MOD_REQ_ADD) or put in their place (NODE_MOD_REQ_REPLACE), with the card whose text it is; blind: but for
 * texts that ask what is required themselves. */
static void each_change(const Game *g, CardId asked, int op, bool blind, void (*take)(void *, CardId, NodeId), void *to)
{
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].op == op && g->modifier[i].target == asked)
            take(to, g->modifier[i].source, g->modifier[i].filter);
    const TextSet *texts = texts_giving(g, op);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        if ((blind && node_mentions(cat, a->node, NODE_REQUIRES)) || !text_reaches(g, i, asked))
            continue;
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == op)
                take(to, s->card, node_child(cat, m, 0));
        }
    }
}

/* The levels of a skill on those cards together: of cards out of play as printed. */
static int levels_on(const Game *g, const CardSet *of, int skill)
{
    int sum = 0;
    FOR_SET(id, of)
        sum += card_in_play(g, id) ? skill_level(g, id, skill) : printed(g, id)->skill[skill];
    return sum;
}

/* Whether a requirement of the skills of cards leaves this one out. */
static bool left_out(const Catalogue *cat, NodeId id, int skill)
{
    for (int i = 1; i < cat->node[id].argc; i++)
        if (node_child(cat, id, i) && node_value(cat, id, i) == skill)
            return true;
    return false;
}

/* How many levels of a skill a requirement asks for, one beside the other. */
static int levels_asked(const Game *g, CardId source, NodeId id, int skill)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    int sum = 0;
    if (n->op == NODE_REQ_SKILL)
        return node_value(cat, id, 0) != skill ? 0 : node_value(cat, id, 1) ? node_value(cat, id, 1) : 1;
    for (int i = 0; n->op == NODE_REQ_ALL && i < n->argc; i++)
        sum += levels_asked(g, source, cat->arg[n->arg + i], skill);
    if (n->op == NODE_REQ_SKILLS_OF && !left_out(cat, id, skill)) {
        Ctx ctx = ctx_of(g, source);
        CardSet of = filter_set(g, &ctx, node_child(cat, id, 0));
        sum += levels_on(g, &of, skill);
    }
    return sum;
}

typedef struct { const Game *g; int skill, levels; } AddedLevels;

static void add_levels(void *to, CardId source, NodeId requirement)
{
    AddedLevels *a = to;
    a->levels += levels_asked(a->g, source, requirement, a->skill);
}

/* How many levels of the skill texts add to each requirement of what is asked: whoever requires it already requires so many more of it. */
static int NOINLINE added_levels(const Game *g, const Team *t, int skill)
{
    AddedLevels added = { .g = g, .skill = skill };
    each_change(g, t->asked, NODE_MOD_REQ_ADD, false, add_levels, &added);
    return added.levels;
}

static int level_needed(const Game *g, const Team *t, NodeId id)
{
    int level = node_value(g->world->cat, id, 1), skill = node_value(g->world->cat, id, 0);
    level = level ? level : 1;
    if (may_be_changed(g, t, NODE_MOD_REQ_ADD))
        level = t->added ? larger_of(level, added_levels(g, t, skill)) : level + added_levels(g, t, skill);
    return level + raised(g, t, NODE_MOD_REQ_LEVEL, 0) + raised(g, t, NODE_MOD_REQ_NAMED, skill);
}

/* The skill and the level that texts put in the place of a required one: 0 if they leave it as it is. */
static int swapped_for(const Game *g, const Team *t, int skill)
{
    Steps steps;
    if (!may_be_changed(g, t, NODE_MOD_REQ_SWAP))
        return 0;
    find_steps_of(g, t->asked, NODE_MOD_REQ_SWAP, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++)
        if (s->what == skill)
            return s->amount;
    return 0;
}

/* The highest values of an attribute in the team, so many of them, added up. */
static int best_sum(const Game *g, const Team *t, int word, int count)
{
    CardSet left = t->group;
    int sum = 0, at = word - ATTR_INTEGRITY;
    for (; count > 0 && at >= 0 && at < ATTRIBUTE_COUNT; count--) {
        CardId best = NO_CARD;
        FOR_SET(id, &left)
            if (is_type(g, id, TYPE_PERSONNEL) && (!best || counted(g, id, at) > counted(g, best, at)))
                best = id;
        if (!best)
            break;
        sum += counted(g, best, at);
        set_drop(&left, best);
    }
    return sum;
}

int team_total(const Game *g, NodeId id, const Team *t)
{
    const Catalogue *cat = g->world->cat;
    return cat->node[id].op == NODE_REQ_SKILL ? skill_sum(g, t, node_value(cat, id, 0)) : total_for(g, t, node_value(cat, id, 0));
}

static int skill_lacking(const Game *g, const Ctx *ctx, const Team *t, NodeId id)
{
    int swapped = swapped_for(g, t, node_value(g->world->cat, id, 0));
    int lack = swapped ? swapped_level(swapped) - skill_sum(g, t, swapped_skill(swapped))
                       : level_needed(g, t, id) + (g->world->cat->node[id].argc > 1 ? numbers_raised(g, ctx->self) : 0) - team_total(g, id, t);
    return not_negative(lack);
}

/* Personnel count when they are in the group, equipment when it is present with it, ships at the mission unless the filter says where they are, missions
 * anywhere. */
static bool counts_here(const Game *g, NodeId filter, const Team *t, CardId id)
{
    switch (card_type(g, id)) {
    case TYPE_PERSONNEL: return set_has(&t->group, id);
    case TYPE_SHIP:      return g->card[id].commander == t->player && (location_of(g, id) == t->mission || node_mentions(g->world->cat, filter, NODE_AT));
    case TYPE_EQUIPMENT: case TYPE_ARTIFACT:
        if (g->card[id].commander != t->player || (g->world->edition->is_usable && !g->world->edition->is_usable(g, id, &t->group)))
            return false;
        FOR_SET(who, &t->group)
            if (present_with(g, who, id))
                return true;
        return false;
    default:             return g->card[id].commander == t->player;
    }
}

static int cards_here(const Game *g, const Ctx *ctx, NodeId filter, const Team *t)
{
    int n = 0;
    bool personnel = g->world->cat->node[filter].types == type_bit(TYPE_PERSONNEL) && !ctx->no_self;      /* then it is the group that is asked */
    CardSet set = personnel ? t->group : filter_set(g, ctx, filter);
    FOR_SET(id, &set)
        if ((!personnel || filter_is(g, ctx, filter, id)) && counts_here(g, filter, t, id))
            n += g->card[id].flags & DUAL ? persons_fitting(g, ctx, filter, id) : 1;
    return n;
}

static int different_skills(const Game *g, const Team *t)
{
    int n = 0;
    for (int s = 0; s < SKILL_COUNT; s++)
        n += skill_sum(g, t, s) > 0;
    return n;
}

/* How far a total is from what is needed, in personnel: about six points each; 0: it is met. */
static int lacking_points(int have, int cmp, int need)
{
    if (compare(have, cmp, need))
        return 0;
    return larger_of(need - have, have - need) / 6 + 1;
}

/* For how many of the filters of a `one-each` the team has a card of its own: finds the taker of a card for each filter, anew where it must.
 * holder: the filter + 1 that each card is taken for. */
static bool find_taker(const Game *g, const CardSet *fits, int filters, int at, CardSet *tried, uint8_t *holder)
{
    FOR_SET(id, &fits[at]) {
        if (set_has(tried, id))
            continue;
        set_add(tried, id);
        if (!holder[id] || find_taker(g, fits, filters, holder[id] - 1, tried, holder)) {
            holder[id] = (uint8_t)(at + 1);
            return true;
        }
    }
    return false;
}

static int matched(const Game *g, const Ctx *ctx, const Node *n, const Team *t)
{
    enum { MOST = 6 };
    CardSet fits[MOST];
    uint8_t holder[MAX_CARDS] = { 0 };
    int count = smaller_of(n->argc, MOST), found = 0;
    for (int i = 0; i < count; i++) {
        NodeId filter = g->world->cat->arg[n->arg + i];
        fits[i] = filter_set(g, ctx, filter);
        FOR_SET(id, &fits[i])
            if (!counts_here(g, filter, t, id))
                set_drop(&fits[i], id);
    }
    for (int i = 0; i < count; i++) {
        CardSet tried = { 0 };
        found += find_taker(g, fits, count, i, &tried, holder);
    }
    return found;
}

static bool is_about_skills(int op)
{
    return op == NODE_REQ_ALL || op == NODE_REQ_ANY || op == NODE_REQ_SKILL || op == NODE_REQ_NAMED || op == NODE_REQ_NAMED_TWO || op == NODE_REQ_SKILLS_OF || op == NODE_REQ_DIFFERENT;
}

/* The requirement of the mission of which `skills-needed` speaks, the one by which it is attempted; the team is asked for its skills only. */
static NodeId needed_by(const Game *g, const Ctx *ctx, NodeId id, Team *t)
{
    CardSet missions = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    t->asked = set_next(&missions, 0);
    t->skills_only = true;
    return t->asked ? mission_requirement(g, t->asked, t->asked == g->encounter.mission ? g->encounter.means : 0) : 0;
}

/* ---- one skill for each personnel ---- */

enum { MOST_SKILLS = 8, MOST_NODES = 24, MOST_LEFT = 4096 };
typedef struct { int count; uint8_t skill[MOST_SKILLS], level[MOST_SKILLS]; } Needs;

static void need_skill(Needs *needs, int skill, int level)
{
    int at = 0;
    while (at < needs->count && needs->skill[at] != skill)
        at++;
    if (at == MOST_SKILLS)
        return;
    needs->skill[at] = (uint8_t)skill;
    needs->level[at] = (uint8_t)larger_of(needs->level[at], level);        /* none as long as the skill has not been asked for */
    needs->count = at == needs->count ? at + 1 : needs->count;
}

/* Whether the team has them when each gives the levels of one skill at the most.  What is left to be given is one number, with a digit for each skill;
 * whoever gives something makes it smaller. */
static bool is_given_singly(const Game *g, const Team *t, const Needs *needs)
{
    int place[MOST_SKILLS], all = 1;
    uint8_t reached[MOST_LEFT] = { 0 };
    for (int k = 0; k < needs->count; k++) {
        place[k] = all;
        all *= needs->level[k] + 1;
        if (all > MOST_LEFT)
            return false;
    }
    reached[all - 1] = 1;
    FOR_SET(id, &t->group)
        for (int left = 1; left < all; left++)
            for (int k = 0; reached[left] && k < needs->count; k++) {
                int digit = left / place[k] % (needs->level[k] + 1);
                int has = g->card[id].flags & UNPAID || skill_in(t->declined, needs->skill[k]) || is_barred_from_missions(g, t, id) ? 0 : skill_level(g, id, needs->skill[k]);
                reached[left - smaller_of(has, digit) * place[k]] = 1;
            }
    return reached[0];
}

/* The nodes that are still to be met, the last first; of an alternative each way is tried. */
static bool meets_singly(const Game *g, const Ctx *ctx, const Team *t, NodeId *left, int count, Needs needs)
{
    const Catalogue *cat = g->world->cat;
    if (count == 0)
        return is_given_singly(g, t, &needs);
    NodeId id = left[--count];
    const Node *n = &cat->node[id];
    if (n->op == NODE_REQ_SKILL) {
        need_skill(&needs, node_value(cat, id, 0), level_needed(g, t, id));
        return meets_singly(g, ctx, t, left, count, needs);
    }
    if (n->op == NODE_REQ_ALL && count + n->argc <= MOST_NODES) {
        for (int i = 0; i < n->argc; i++)
            left[count++] = cat->arg[n->arg + i];
        return meets_singly(g, ctx, t, left, count, needs);
    }
    for (int i = 0; n->op == NODE_REQ_ANY && i < n->argc; i++) {
        NodeId rest[MOST_NODES + 1];
        memcpy(rest, left, sizeof rest[0] * (size_t)count);
        rest[count] = cat->arg[n->arg + i];
        if (meets_singly(g, ctx, t, rest, count + 1, needs))
            return true;
    }
    Team freely = *t;
    freely.freely = true;
    return n->op != NODE_REQ_ANY && team_lacks(g, ctx, id, &freely) == 0 && meets_singly(g, ctx, t, left, count, needs);
}

int team_lacks(const Game *g, const Ctx *ctx, NodeId id, const Team *t)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    int sum = 0, best = 999;
    if (!t->freely && t->asked && g->mods & mod_bit(NODE_MOD_ONE_SKILL) && modified_by(g, t->asked, NODE_MOD_ONE_SKILL)) {
        NodeId left[MOST_NODES + 1] = { id };
        return meets_singly(g, ctx, t, left, 1, (Needs){ 0 }) ? 0 : 1;
    }
    if (t->skills_only && !is_about_skills(n->op))
        return 0;
    switch (n->op) {
    case NODE_REQ_ALL:
        for (int i = 0; i < n->argc; i++)
            sum += team_lacks(g, ctx, cat->arg[n->arg + i], t);
        return sum;
    case NODE_REQ_ANY:
        for (int i = 0; i < n->argc; i++) {
            int one = team_lacks(g, ctx, cat->arg[n->arg + i], t);
            best = smaller_of(one, best);
        }
        return best;
    case NODE_REQ_SKILL:
        return skill_lacking(g, ctx, t, id);
    case NODE_REQ_NAMED: case NODE_REQ_NAMED_TWO:
        return has_named(g, t, named_skills(g, ctx->self), n->op == NODE_REQ_NAMED_TWO) ? 0 : 1;
    case NODE_REQ_ATTR:
        if (node_value(cat, id, 0) == ATTR_ANY || node_value(cat, id, 0) == ATTR_ALL) {
            for (int at = 0; at < 3; at++) {
                int one = lacking_points(total_for(g, t, ATTR_INTEGRITY + at), node_value(cat, id, 1), attribute_needed(g, t, id, ATTR_INTEGRITY + at));
                best = smaller_of(one, best);
                sum += one;
            }
            return node_value(cat, id, 0) == ATTR_ANY ? best : sum;
        }
        return lacking_points(team_total(g, id, t), node_value(cat, id, 1), attribute_needed(g, t, id, node_value(cat, id, 0)) + numbers_raised(g, ctx->self));
    case NODE_REQ_CARDS:
        return not_negative(node_value(cat, id, 0) - cards_here(g, ctx, node_child(cat, id, 1), t));
    case NODE_REQ_BEST:
        return lacking_points(best_sum(g, t, node_value(cat, id, 1), node_value(cat, id, 0)), node_value(cat, id, 2), node_value(cat, id, 3));
    case NODE_REQ_SO:
        return condition(g, ctx, node_child(cat, id, 0)) ? 0 : 1;
    case NODE_REQ_SKILLS_OF: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        for (int s = 0; s < SKILL_COUNT; s++) {
            int need = left_out(cat, id, s) ? 0 : levels_on(g, &of, s);
            if (need && t->added)
                need = larger_of(need, added_levels(g, t, s));
            sum += need ? not_negative(need - skill_sum(g, t, s)) : 0;
        }
        return sum;
    }
    case NODE_REQ_NEEDED: {
        Team skilled = *t;
        NodeId needed = needed_by(g, ctx, id, &skilled);
        return needed ? team_lacks(g, ctx, needed, &skilled) : 0;
    }
    case NODE_REQ_ONE_EACH:
        return n->argc - matched(g, ctx, n, t);
    case NODE_REQ_NONE:
        return cards_here(g, ctx, node_child(cat, id, 0), t) ? 1 : 0;
    case NODE_REQ_DIFFERENT:
        return not_negative(node_value(cat, id, 0) - different_skills(g, t));
    case NODE_REQ_RANGE:
        return lacking_points(t->ship ? unused_range(g, t->ship) : 0, node_value(cat, id, 0), node_value(cat, id, 1));
    default:
        return 0;
    }
}

bool team_meets(const Game *g, const Ctx *ctx, NodeId id, const Team *t)
{
    return team_lacks(g, ctx, id, t) == 0;
}

SkillSet skills_asked(const Game *g, NodeId requirement)
{
    return node_skills(g->world->cat, requirement);
}

/* ---- what a team puts in ---- */

static void count_cards(const Game *g, const Ctx *ctx, NodeId filter, const Team *t, CardSet *to)
{
    CardSet set = filter_set(g, ctx, filter);
    FOR_SET(id, &set)
        if (counts_here(g, filter, t, id))
            set_add(to, id);
}

static SkillSet skills_of_team(const Game *g, const Team *t)
{
    SkillSet skills = 0;
    for (int s = 0; s < SKILL_COUNT; s++)
        if (skill_sum(g, t, s) > 0)
            skills |= skill_bit(s);
    return skills;
}

static unsigned attributes_met(const Game *g, NodeId id, const Team *t)
{
    const Catalogue *cat = g->world->cat;
    int word = node_value(cat, id, 0);
    if (word != ATTR_ANY && word != ATTR_ALL)
        return 1u << (word - ATTR_INTEGRITY);
    unsigned met = 0;
    for (int at = 0; at < 3; at++)
        if (compare(total_for(g, t, ATTR_INTEGRITY + at), node_value(cat, id, 1), attribute_needed(g, t, id, ATTR_INTEGRITY + at)))
            met |= 1u << at;
    return met;
}

void team_puts_in(const Game *g, const Ctx *ctx, NodeId id, const Team *t, Contribution *out)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_REQ_ALL:
        for (int i = 0; i < n->argc; i++)
            team_puts_in(g, ctx, cat->arg[n->arg + i], t, out);
        break;
    case NODE_REQ_ANY:
        for (int i = 0; i < n->argc; i++)
            if (team_meets(g, ctx, cat->arg[n->arg + i], t))
                team_puts_in(g, ctx, cat->arg[n->arg + i], t, out);
        break;
    case NODE_REQ_SKILL: {
        int swapped = swapped_for(g, t, node_value(cat, id, 0));
        out->skills |= skill_bit(skill_used_for(g, t, swapped ? swapped_skill(swapped) : node_value(cat, id, 0)));
        break;
    }
    case NODE_REQ_NEEDED: {
        Team skilled = *t;
        NodeId needed = needed_by(g, ctx, id, &skilled);
        if (needed && !t->skills_only)         /* what a mission needs does not speak of needs again */
            team_puts_in(g, ctx, needed, &skilled, out);
        break;
    }
    case NODE_REQ_NAMED: case NODE_REQ_NAMED_TWO:
        out->skills |= named_skills(g, ctx->self);
        break;
    case NODE_REQ_ATTR:
        if (t->skills_only)
            break;
        out->attributes |= (uint8_t)attributes_met(g, id, t);
        break;
    case NODE_REQ_CARDS:
        count_cards(g, ctx, node_child(cat, id, 1), t, &out->cards);
        out->card_skills |= node_skills(cat, node_child(cat, id, 1));
        break;
    case NODE_REQ_DIFFERENT:
        out->skills |= skills_of_team(g, t);
        break;
    case NODE_REQ_SKILLS_OF: {
        CardSet of = filter_set(g, ctx, node_child(cat, id, 0));
        for (int s = 0; s < SKILL_COUNT; s++)
            if (levels_on(g, &of, s) && !left_out(cat, id, s))
                out->skills |= skill_bit(s);
        break;
    }
    case NODE_REQ_ONE_EACH:
        for (int i = 0; i < n->argc; i++) {
            count_cards(g, ctx, cat->arg[n->arg + i], t, &out->cards);
            out->card_skills |= node_skills(cat, cat->arg[n->arg + i]);
        }
        break;
    case NODE_REQ_RANGE:
        out->attributes |= 1u << (ATTR_RANGE - ATTR_INTEGRITY);
        break;
    default:
        break;
    }
}

bool uses_to_meet(const Game *g, const Contribution *c, const Team *t, CardId id, int skill)
{
    bool asked = (skill_in(c->skills, skill) && set_has(&t->group, id)) || (skill_in(c->card_skills, skill) && set_has(&c->cards, id));
    return asked && !skill_in(t->declined, skill) && !(g->card[id].flags & UNPAID) && !is_barred_from_missions(g, t, id) && skill_level(g, id, skill) > 0;
}

bool lends_attribute(const Game *g, const Contribution *c, CardId id)
{
    for (int at = 0; at < ATTRIBUTE_COUNT && is_type(g, id, TYPE_PERSONNEL); at++)
        if (c->attributes >> at & 1 && attribute(g, id, at) > 0)
            return true;
    return false;
}

/* ---- requirements that texts change ---- */

/* What texts add to the requirements of a mission (NODE_MOD_REQ_ADD) or put in their place (NODE_MOD_REQ_REPLACE; 2E-18.22): whether there
 * is any, and whether the team meets it all.  Without a team: the skills it asks for, but for texts that ask that themselves. */
typedef struct { bool any, met; SkillSet skills; } ChangedRequirement;

typedef struct { const Game *g; const Team *team; ChangedRequirement *out; Contribution *in; } TakenChange;

static void take_change(void *to, CardId source, NodeId requirement)
{
    TakenChange *t = to;
    Ctx ctx = ctx_of(t->g, source);
    t->out->any = true;
    if (t->team)
        t->out->met &= team_meets(t->g, &ctx, requirement, t->team);
    else
        t->out->skills |= skills_asked(t->g, requirement);
    if (t->in)
        team_puts_in(t->g, &ctx, requirement, t->team, t->in);
}

/* in: what the team puts in to meet them is added to it; NULL: nobody asks. */
static ChangedRequirement changed_requirement(const Game *g, CardId mission, int op, const Team *team, Contribution *in)
{
    ChangedRequirement out = { .met = true };
    if (!(g->mods & mod_bit(op)))
        return out;
    Team adding;
    if (team) {
        adding = *team;
        adding.added = op == NODE_MOD_REQ_ADD;
    }
    each_change(g, mission, op, !team, take_change, &(TakenChange){ g, team ? &adding : NULL, &out, in });
    return out;
}

bool meets_added(const Game *g, CardId mission, const Team *team)
{
    return changed_requirement(g, mission, NODE_MOD_REQ_ADD, team, NULL).met;
}

/* The nth way, from 0, in which texts of other cards let a mission be attempted: the modifier, and the card that gives it; 0: there is none. */
NodeId granted_means(const Game *g, CardId mission, int nth, CardId *by)
{
    static const int ops[] = { NODE_MOD_ATTEMPT_WITH, NODE_MOD_ATTEMPT_DESPITE };
    const Catalogue *cat = g->world->cat;
    for (size_t o = 0; g->mods & mod_bit(NODE_MOD_ATTEMPT_WITH) && o < countof(ops); o++)
        FOR_TEXTS(g, i, texts_giving(g, ops[o])) {
            const StaticText *s = &g->statics[i];
            const Ability *a = &cat->ability[s->ability];
            for (int k = 0; k < a->body_count; k++) {
                NodeId m = node_child(cat, a->node, a->body_first + k);
                if (cat->node[m].op == ops[o] && text_reaches(g, i, mission) && nth-- == 0)
                    return *by = s->card, m;
            }
        }
    for (int i = 0; g->mods & mod_bit(NODE_MOD_ATTEMPT_WITH) && i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if ((m->op == NODE_MOD_ATTEMPT_WITH || m->op == NODE_MOD_ATTEMPT_DESPITE) && m->target == mission && nth-- == 0)
            return *by = m->source, m->filter;
    }
    return 0;
}

NodeId mission_requirement(const Game *g, CardId mission, int means)
{
    CardId by;
    if (means >= MEANS_GRANTED) {
        NodeId granted = granted_means(g, mission, means - MEANS_GRANTED, &by);
        return granted ? node_child(g->world->cat, granted, g->world->cat->node[granted].argc - 1) : mission_end(g, mission, g->card[mission].commander)->requirement;
    }
    if (means)
        return node_child(g->world->cat, ability_of(g, mission, means - 1)->node, 1);
    return mission_end(g, mission, g->card[mission].commander)->requirement;
}

MissionMet mission_meets(const Game *g, CardId mission, int means)
{
    return team_completes(g, mission, means, attempt_team(g));
}

MissionMet team_completes(const Game *g, CardId mission, int means, Team team)
{
    Ctx ctx = ctx_of(g, mission);
    MissionMet out = { .met = true };
    team.asked = mission;
    team.more = modified_by(g, mission, NODE_MOD_REQ_ATTR);
    ChangedRequirement instead = { .met = true };
    if (!means)
        instead = changed_requirement(g, mission, NODE_MOD_REQ_REPLACE, &team, &out.in);
    ChangedRequirement more = changed_requirement(g, mission, NODE_MOD_REQ_ADD, &team, &out.in);
    out.replaced = instead.any;
    if (!instead.any) {
        out.met = team_meets(g, &ctx, mission_requirement(g, mission, means), &team);
        team_puts_in(g, &ctx, mission_requirement(g, mission, means), &team, &out.in);
    }
    out.met = out.met && instead.met && more.met;
    return out;
}

static uint32_t mixed(uint32_t mark, unsigned value)
{
    return (mark ^ value) * 16777619u;
}

/* Which texts change the requirements of the mission, and by how much. */
uint32_t requirement_mark(const Game *g, CardId mission)
{
    const Catalogue *cat = g->world->cat;
    uint64_t ops = mod_bit(NODE_MOD_REQ_ADD) | mod_bit(NODE_MOD_REQ_REPLACE) | mod_bit(NODE_MOD_REQ_ATTR) | mod_bit(NODE_MOD_REQ_ONE)
        | mod_bit(NODE_MOD_REQ_LEVEL) | mod_bit(NODE_MOD_SUBSTITUTE) | mod_bit(NODE_MOD_MEET_SKILL);
    uint32_t mark = 2166136261u;
    if (!(g->mods & (ops | mod_bit(NODE_MOD_REQ_NAMED))))
        return mark;
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if ((ops & mod_bit(m->op) || m->op == NODE_MOD_REQ_NAMED || m->op == NODE_MOD_REQ_SWAP) && m->target == mission)
            mark = mixed(mixed(mark, m->source), m->filter);
    }
    for (int i = 0; i < g->static_count; i++) {
        const StaticText *s = &g->statics[i];
        if (cat->ability[s->ability].mods & ops && text_reaches(g, i, mission))
            mark = mixed(mixed(mark, s->card), s->ability);
    }
    return mark ^ (unsigned)modified_by(g, mission, NODE_MOD_REQ_ATTR);
}

/* What a dilemma requires: each "unless you have", also one within another. */
static SkillSet skills_demanded(const Catalogue *cat, NodeId e)
{
    SkillSet skills = cat->node[e].op == NODE_UNLESS ? node_skills(cat, node_child(cat, e, 0)) : 0;
    for (int i = 0; i < cat->node[e].argc; i++)
        if (node_info[cat->node[node_child(cat, e, i)].op].result == 'E')
            skills |= skills_demanded(cat, node_child(cat, e, i));
    return skills;
}

/* The alternatives a mission's text offers count beside the others (2E-10.7), and so does that of another text by which it is attempted. */
SkillSet mission_skills(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    const Catalogue *cat = g->world->cat;
    ChangedRequirement instead = changed_requirement(g, id, NODE_MOD_REQ_REPLACE, NULL, NULL);
    ChangedRequirement more = changed_requirement(g, id, NODE_MOD_REQ_ADD, NULL, NULL);
    SkillSet skills = (instead.any ? instead.skills : skills_asked(g, mission_requirement(g, id, 0))) | more.skills;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &cat->ability[def->ability + i];
        if (a->kind == NODE_ALT_REQ)
            skills |= skills_asked(g, node_child(cat, a->node, 1));
        if (a->kind != NODE_RESOLVE || g->world->edition->dilemma_skills)
            continue;
        for (int k = 0; k < a->body_count; k++)
            skills |= skills_demanded(cat, node_child(cat, a->node, a->body_first + k));
    }
    if (g->encounter.active && id == g->encounter.mission && g->encounter.means >= MEANS_GRANTED)
        skills |= skills_asked(g, mission_requirement(g, id, g->encounter.means));
    if (def->type == TYPE_DILEMMA && g->world->edition->dilemma_skills)
        skills |= g->world->edition->dilemma_skills(g, id);
    return skills;
}

bool asks_attribute(const Game *g, NodeId requirement, int word)
{
    const Node *n = &g->world->cat->node[requirement];
    if (requirement && n->op == NODE_REQ_ATTR)
        return node_value(g->world->cat, requirement, 0) == word;
    for (int i = 0; requirement && (n->op == NODE_REQ_ALL || n->op == NODE_REQ_ANY) && i < n->argc; i++)
        if (asks_attribute(g, g->world->cat->arg[n->arg + i], word))
            return true;
    return false;
}

bool mission_requires(const Game *g, CardId id, SkillSet skills)
{
    SkillSet asked = mission_skills(g, id);
    return skills ? asked & skills : asked != 0;
}
