/* Which continuous texts depend on each other, found once when the cards are loaded.
 *
 * A text asks for values: of its condition, its filter, its amounts.  A text gives values: its modifiers.  One depends on another if it asks for
 * something that the other gives.  Texts that depend on each other in a circle, or on themselves, are a cycle.  What a text may ask is read off
 * its words; where that is not certain, it is taken to ask for everything. */
#include "verbs/text.h"

typedef struct { SkillSet skills; uint64_t mods; uint8_t attributes; } Touch;

static const Touch everything = { ~(SkillSet)0, ~(uint64_t)0, 0xFF };

static void touch(Touch *to, Touch more)
{
    to->skills |= more.skills;
    to->mods |= more.mods;
    to->attributes |= more.attributes;
}

static bool meet(const Touch *a, const Touch *b)
{
    return a->skills & b->skills || a->mods & b->mods || a->attributes & b->attributes;
}

/* What it may mean to ask for a cost, and whether a card is one that was named: that is said on other cards. */
typedef struct { Touch costs, names; } Far;

static Touch of_property(int prop, const Far *far)
{
    switch (prop) {
    case PROP_INTEGRITY: case PROP_CUNNING: case PROP_STRENGTH:
        return (Touch){ .attributes = (uint8_t)(1u << (prop - PROP_INTEGRITY)) };
    case PROP_RANGE: case PROP_WEAPONS: case PROP_SHIELDS:
        return (Touch){ .attributes = (uint8_t)(1u << (prop - PROP_RANGE + ATTRIBUTE_COUNT)) };
    case PROP_ATTRIBUTES:  return (Touch){ .attributes = 0xFF };
    case PROP_COST:        return far->costs;
    case PROP_POINTS:      return (Touch){ .mods = mod_bit(NODE_MOD_POINTS) };
    case PROP_SPAN:        return (Touch){ .mods = span_mods() };
    case PROP_ABILITIES:
    case PROP_SPECIES:     return (Touch){ .mods = mod_bit(NODE_MOD_TRAIT) };
    case PROP_AFFILIATION: return (Touch){ .mods = mod_bit(NODE_MOD_ICON) };
    case PROP_SKILLS:      return (Touch){ .skills = ~(SkillSet)0 };
    case PROP_DOTS: case PROP_STAFFING: case PROP_TITLE: case PROP_CARD_TYPE: case PROP_QUADRANT: case PROP_OWNER:
        return (Touch){ 0 };
    default:
        return everything;
    }
}

/* What the word itself asks for, apart from what stands in it. */
static Touch of_word(const Catalogue *cat, NodeId id, const Far *far)
{
    const uint64_t requirements = mod_bit(NODE_MOD_REQ_ADD) | mod_bit(NODE_MOD_REQ_REPLACE);
    int first = cat->node[id].argc ? node_value(cat, id, 0) : 0;
    switch (cat->node[id].op) {
    case NODE_HAS: case NODE_LEVELS: case NODE_REQ_SKILL:
        return (Touch){ .skills = skill_bit(first) };
    case NODE_HAS_NAMED: case NODE_REQ_NAMED: case NODE_REQ_NAMED_TWO: case NODE_REQ_DIFFERENT: case NODE_NAMED_LEVELS: case NODE_SKILLED: case NODE_SKILLS_ARE: case NODE_REQ_SKILLS_OF:
        return (Touch){ .skills = ~(SkillSet)0 };
    case NODE_LEADER:                           /* by a skill, or by an icon (1E-20.3) */
        return (Touch){ .skills = ~(SkillSet)0, .mods = mod_bit(NODE_MOD_ICON) };
    case NODE_USED_SKILLS: case NODE_HAS_USED: case NODE_REQ_NEEDED:
        return (Touch){ .skills = ~(SkillSet)0, .mods = requirements };
    case NODE_ICON: case NODE_STAFFED:          /* icons are found all at once */
        return (Touch){ .mods = mod_bit(NODE_MOD_ICON) | mod_bit(NODE_MOD_STAFF_NEEDS) | mod_bit(NODE_MOD_STAFF_LESS) | mod_bit(NODE_MOD_STAFFED) };
    case NODE_HAS_ALONE:                        /* its own, or shared by its [Com] */
        return (Touch){ .skills = skill_bit(first), .mods = mod_bit(NODE_MOD_ICON) };
    case NODE_TRAIT: case NODE_SPECIES_COUNT: case NODE_HAS_NAMED_KEYWORD: case NODE_NAMED_SPECIES: case NODE_ALONE_OF_KIND:
        return (Touch){ .mods = mod_bit(NODE_MOD_TRAIT) | mod_bit(NODE_MOD_LOSE_TRAIT) };
    case NODE_ATTR: case NODE_REQ_ATTR:
        return (Touch){ .attributes = attributes_changed(NODE_MOD_ATTR, first) };
    case NODE_HAS_REQUIRED:
        return (Touch){ .skills = ~(SkillSet)0, .mods = requirements };
    case NODE_MET_BY:                           /* requirements may ask for skills and attributes alike */
        return (Touch){ .skills = ~(SkillSet)0, .mods = requirements, .attributes = 0xFF };
    case NODE_HAS_NAMED_ICON: case NODE_AT_OWN_ICON: case NODE_USES_STOLEN: case NODE_INFILTRATED_BY:
        return (Touch){ .mods = mod_bit(NODE_MOD_ICON) };
    case NODE_REQ_RANGE: case NODE_REQ_BEST: case NODE_ATTR_NAMED: case NODE_TOTAL_ATTR: case NODE_TOTAL_PRINTED: case NODE_ATTR_WITHOUT: case NODE_UNUSED_RANGE: case NODE_RANGE_LEFT: case NODE_BEST_OF: case NODE_WEAKENS: case NODE_ENHANCES:
        return (Touch){ .attributes = 0xFF };
    case NODE_SUM: case NODE_VALUE: case NODE_MOST: case NODE_LEAST: case NODE_DISTINCT: case NODE_MOST_ALIKE: case NODE_MOST_UNLIKE: case NODE_SHARE: case NODE_SAME: case NODE_DIFFERENT:
        return of_property(first, far);
    case NODE_COMMANDER_OF: case NODE_SHIP_OF: case NODE_HAS_COMMANDER: case NODE_IN_COMMAND:
        return (Touch){ .mods = mod_bit(NODE_MOD_COMMANDS) | mod_bit(NODE_MOD_COMMANDER) };
    case NODE_HERE: case NODE_AT: case NODE_HAS_HERE: case NODE_SEVERAL_HERE:      /* a text may have somebody be at several missions */
        return (Touch){ .mods = mod_bit(NODE_MOD_EVERYWHERE) };
    case NODE_COST_IS:    return far->costs;
    case NODE_NAMED:      return far->names;
    case NODE_POINTS_ARE: return (Touch){ .mods = mod_bit(NODE_MOD_POINTS) };
    case NODE_SPAN_IS:    return (Touch){ .mods = span_mods() };
    case NODE_REQUIRES: case NODE_REQUIRES_NAMED: case NODE_REQUIRES_ATTR: return (Touch){ .mods = requirements };
    case NODE_CAN: case NODE_CAN_REACH: case NODE_SHORTENS_WAY: case NODE_PLAYABLE_AT: case NODE_ADMITS: case NODE_MAY_MOVE: case NODE_COMPATIBLE:
        return everything;
    default:
        return (Touch){ 0 };                    /* a place, a printed fact, what happens now, or a sum of what stands in it */
    }
}

static void add_asked(const Catalogue *cat, NodeId id, const Far *far, Touch *to)
{
    if (id == 0)
        return;
    const Node *n = &cat->node[id];
    touch(to, of_word(cat, id, far));
    for (int i = 0; i < n->argc; i++)
        add_asked(cat, cat->arg[n->arg + i], far, to);
}

/* A cost may be changed by continuous texts, and by what cards that are being played say about their own; a title is named within limits.
 * Each of them may speak of the other. */
static Far asked_far(const Catalogue *cat)
{
    Far far = { .costs.mods = mod_bit(NODE_MOD_COST) };
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < cat->ability_count; i++)
            if (cat->ability[i].kind == NODE_OWN_COST) {
                Touch own = far.costs;
                add_asked(cat, cat->ability[i].guard, &far, &own);
                add_asked(cat, cat->ability[i].node, &far, &own);
                far.costs = own;
            }
        for (int id = 1; id < cat->node_count; id++)
            if (cat->node[id].op == NODE_NAME_TITLE) {
                Touch limits = far.names;
                add_asked(cat, node_child(cat, (NodeId)id, 1), &far, &limits);
                far.names = limits;
            }
    }
    return far;
}

/* Every text asks whether its own card's text is ignored. */
static Touch asked_of(const Catalogue *cat, const Ability *a, const Far *far)
{
    Touch asked = { .mods = mod_bit(NODE_MOD_TEXTLESS) };
    add_asked(cat, a->guard, far, &asked);
    add_asked(cat, a->filter, far, &asked);
    for (int k = 0; k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        for (int i = 0; i < cat->node[m].argc; i++)
            if (node_info[cat->node[node_child(cat, m, i)].op].result == 'Q')
                add_asked(cat, node_child(cat, m, i), far, &asked);
    }
    return asked;
}

static Touch given_by(const Catalogue *cat, const Ability *a)
{
    const uint64_t finer = mod_bit(NODE_MOD_ATTR) | mod_bit(NODE_MOD_SET) | mod_bit(NODE_MOD_TIMES) | mod_bit(NODE_MOD_OFF_LINE) | mod_bit(NODE_MOD_SKILL) | mod_bit(NODE_MOD_LOSE)
        | mod_bit(NODE_MOD_NO_SKILLS);
    Touch given = { .skills = a->skills, .attributes = a->attributes, .mods = a->mods & ~finer };
    for (int k = 0; k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        switch (cat->node[m].op) {
        case NODE_MOD_LOSE_ICON:
        case NODE_MOD_AFFILIATION: given.mods |= mod_bit(NODE_MOD_ICON); break;
        case NODE_MOD_SPECIES:     given.mods |= mod_bit(NODE_MOD_TRAIT); break;
        case NODE_MOD_TEXTLESS: case NODE_MOD_NO_ABILITIES:                /* keywords go with the text */
            given.mods |= mod_bit(NODE_MOD_TEXTLESS) | mod_bit(NODE_MOD_TRAIT);
            break;
        case NODE_MOD_CANNOT: case NODE_MOD_CAN:                           /* who may not gain skills has others */
            given.skills |= node_value(cat, m, 0) == ACT_GAIN_SKILLS ? ~(SkillSet)0 : 0;
            break;
        case NODE_MOD_GAIN_ONLY:
            given.skills |= ~((SkillSet)1 << node_value(cat, m, 0));
            break;
        default:
            break;
        }
    }
    return given;
}

/* A row of bits for each text: on which others it depends, in the end directly or through others. */
typedef struct { int count, words; uint64_t *bit; int *text; } Depends;

static bool depends(const Depends *d, int a, int b)
{
    return d->bit[a * d->words + b / 64] >> b % 64 & 1;
}

static void close_circles(Depends *d)
{
    for (int via = 0; via < d->count; via++)
        for (int a = 0; a < d->count; a++)
            for (int w = 0; depends(d, a, via) && w < d->words; w++)
                d->bit[a * d->words + w] |= d->bit[via * d->words + w];
}

void find_cycles(Catalogue *cat)
{
    Arena arena = { 0 };
    Depends d = { .count = 0 };
    for (int i = 0; i < cat->ability_count; i++)
        d.count += cat->ability[i].kind == NODE_STATIC;
    d.words = (d.count + 63) / 64;
    d.bit = arena_take(&arena, sizeof *d.bit * (size_t)(d.count * d.words));
    d.text = arena_take(&arena, sizeof *d.text * (size_t)d.count);
    Touch *given = arena_take(&arena, sizeof *given * (size_t)d.count);
    Far far = asked_far(cat);
    int n = 0;
    for (int i = 0; i < cat->ability_count; i++)
        if (cat->ability[i].kind == NODE_STATIC) {
            d.text[n] = i;
            given[n++] = given_by(cat, &cat->ability[i]);
        }
    for (int a = 0; a < d.count; a++) {
        Touch asked = asked_of(cat, &cat->ability[d.text[a]], &far);
        for (int b = 0; b < d.count; b++)
            if (meet(&asked, &given[b]))
                d.bit[a * d.words + b / 64] |= (uint64_t)1 << b % 64;
    }
    close_circles(&d);
    for (int a = 0; a < d.count; a++) {
        int first = 0;
        while (first < a && !(depends(&d, a, first) && depends(&d, first, a)))
            first++;
        cat->ability[d.text[a]].cycle = (uint16_t)(depends(&d, a, a) ? first + 1 : 0);
    }
    arena_free(&arena);
}
