/* Values that texts change: 2E-19.  Printed, then what sets them, then the sum of what adds (2E-19.1); never below 0. */
#include "verbs/eval.h"
#include "kernel/edition.h"
#include "kernel/trace.h"

static bool any_mod(const Game *g, int op)
{
    return g->mods & mod_bit(op);
}

int damage_count(const Game *g, CardId ship)
{
    int n = 0;
    FOR_HOSTED(g, id, ship)
        n += g->card[id].zone == ZONE_ON && is_damage_card(g, id);
    return n;
}

bool is_damaged(const Game *g, CardId ship)
{
    return g->card[ship].flags & ROTATED || damage_count(g, ship) > 0;
}

/* Which attributes an ATTR word means on this card: bits 0 to 2. */
static int attribute_bits(const Game *g, CardId id, int word)
{
    if (word == ATTR_ALL || word == ATTR_ANY)
        return 7;
    int at = word - ATTR_INTEGRITY;
    bool ship = has_ship_attributes(card_type(g, id));
    return at < 3 ? (ship ? 0 : 1 << at) : ship ? 1 << (at - 3) : 0;
}

/* A permission beats a ban only by naming the text that forbids (2E-18.40); either may last or be for a time. */
static bool may_despite(const Game *g, CardId id, int act, CardId forbidder)
{
    if (!any_mod(g, NODE_MOD_CAN))
        return false;
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == NODE_MOD_CAN && m->target == id && m->what == act && (uint16_t)m->amount == printed(g, forbidder)->persona)
            return true;
    }
    const TextSet *permitting = texts_giving(g, NODE_MOD_CAN);
    FOR_TEXTS(g, i, permitting) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_CAN && node_value(cat, m, 0) == act
                && (uint16_t)node_value(cat, m, 1) == printed(g, forbidder)->persona && text_reaches(g, i, id))
                return true;
        }
    }
    return false;
}

static inline uint64_t attribute_mods(void)
{
    return mod_bit(NODE_MOD_ATTR) | mod_bit(NODE_MOD_SET) | mod_bit(NODE_MOD_TIMES) | mod_bit(NODE_MOD_OFF_LINE);
}

static uint64_t NOINLINE mods_aboard(const Game *g, CardId ship)
{
    uint64_t mods = 0;
    FOR_HOSTED(g, id, ship)
        mods |= printed(g, id)->ship_mods;
    return mods;
}

/* Whether one of these kinds of modifier could concern the card at all. */
static bool may_concern(const Game *g, CardId id, uint64_t mods)
{
    const CardDef *def = printed(g, id);
    mods &= g->mods;
    if (((card_in_play(g, id) ? g->wide_mods : g->far_mods)[def->type] | def->own_mods) & mods)
        return true;
    return g->ship_mods & mods && def->type == TYPE_SHIP && mods_aboard(g, id) & mods;
}

/* Several copies of a title change a value of one card once, unless the text says that they add up (1E-8.13); where all add up, none is repeated. */
static bool is_repeated(const Game *g, const Steps *all, const Step *s)
{
    if (g->world->edition->copies_add_up || has_kind(printed(g, s->source), NODE_CUMULATIVE))
        return false;
    for (const Step *other = all->step; other < s; other++)
        if (other->op == s->op && other->what == s->what && other->source != s->source && g->card[other->source].def == g->card[s->source].def)
            return true;
    return false;
}

/* What one card adds to it is suspended. */
static bool is_suspended(const Game *g, CardId id, const Steps *all, const Step *s, int which)
{
    bool adds = s->op == NODE_MOD_ATTR && s->amount > 0;
    for (const Step *other = all->step; adds && other < all->step + all->count; other++)
        if (other->op == NODE_MOD_OFF_LINE && other->amount && (CardId)other->amount == s->source && attribute_bits(g, id, other->what) >> which & 1)
            return true;
    return false;
}

/* What sets a value comes before what adds to it (2E-19.1, 1e-2019/modifier-order).  Before that ruling of the First Edition it took its place in
 * time: what had been added before was gone (1E-13.9). */
static bool sets_anew(const Game *g, const Step *s, const Steps *all)
{
    Citation order = g->world->edition->modifier_order;
    if (!order)
        return false;
    for (const Step *other = all->step; other < s; other++)
        if (other->op == NODE_MOD_ATTR && other->what == s->what) {
            cite_step(g, order);
            return !in_force(g, order);
        }
    return false;
}

enum { DAMAGED_RANGE = 5 };

/* A rotation marker more.  While what sets a value takes its place in time, that of the first is kept: what was added to RANGE before it is gone. */
void rotate_for_damage(Game *g, CardId id)
{
    Citation order = g->world->edition->modifier_order;
    bool first = !(g->card[id].flags & ROTATED);
    card_flag(g, id, first ? ROTATED : ROTATED_TWICE, true);
    if (first && order && !in_force(g, order) && is_type(g, id, TYPE_SHIP) && printed(g, id)->attribute[RANGE] > DAMAGED_RANGE)
        modifier_add(g, (Modifier){ .target = id, .source = id, .op = NODE_MOD_SET, .what = ATTR_RANGE, .amount = DAMAGED_RANGE, .until = UNTIL_FOREVER });
}

/* Both are gone. */
void rotate_back(Game *g, CardId id)
{
    for (int i = g->modifier_count - 1; i >= 0; i--)
        if (g->modifier[i].target == id && g->modifier[i].source == id && g->modifier[i].op == NODE_MOD_SET && g->modifier[i].what == ATTR_RANGE)
            modifier_take(g, i);
    card_flag(g, id, ROTATED | ROTATED_TWICE, false);
}

/* As printed, with what damage has done: rotation sets the RANGE of a ship to 5 if it is more, each Tactic on it takes what it says (1E-23.1,
 * 23.2). */
int base_attribute(const Game *g, CardId id, int which)
{
    const CardDef *def = printed(g, id);
    int value = def->attribute[which];
    if (g->card[id].flags & ROTATED && def->type == TYPE_SHIP && which == RANGE)
        value = smaller_of(value, DAMAGED_RANGE);
    if (g->card[id].flags & MARKED)
        FOR_HOSTED(g, marker, id)
            if (g->card[marker].zone == ZONE_ON && is_type(g, marker, TYPE_TACTIC))
                value += printed(g, marker)->attribute[which];
    return value;
}

/* How often a ship or facility whose own text lets it benefit from two matching commanders has what a text gives it for one: twice, if two are aboard. */
static int NOINLINE benefits(const Game *g, CardId id, CardId source)
{
    int commanders = 0;
    bool for_commander = false;
    for (int i = 0; i < printed(g, source)->ability_count; i++)
        for_commander = for_commander || node_mentions(g->world->cat, ability_of(g, source, i)->node, NODE_HAS_COMMANDER);
    if (!for_commander || is_textless(g, id))
        return 1;
    FOR_HOSTED(g, aboard, id)
        commanders += g->card[aboard].commander == g->card[id].commander && commands(g, aboard, id);
    return commanders > 1 ? 2 : 1;
}

static int NOINLINE changed_attribute(const Game *g, CardId id, int which, int value)
{
    const CardDef *def = printed(g, id);
    int sum = 0, times = 1;
    bool off_line = false;                      /* nothing raises it */
    int less = 0;
    Steps steps;
    find_steps(g, id, texts_on_attribute(g, has_ship_attributes(def->type) ? which + ATTRIBUTE_COUNT : which), attribute_mods(), &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        if (!(attribute_bits(g, id, s->what) >> which & 1) || is_repeated(g, &steps, s) || is_suspended(g, id, &steps, s, which))
            continue;
        if (s->op == NODE_MOD_TIMES)
            times *= s->amount;
        else if (s->op == NODE_MOD_OFF_LINE)
            off_line = off_line || !s->amount;
        else if (s->op == NODE_MOD_ATTR)
            sum += s->amount * (has_kind(def, NODE_TWO_COMMANDERS) ? benefits(g, id, s->source) : 1), less += smaller_of(s->amount, 0);
        else
            sum = sets_anew(g, s, &steps) ? 0 : sum, value = s->amount;
    }
    if (sum && times != 1 && g->world->edition->modifier_order && in_force(g, g->world->edition->modifier_order))
        cite_step(g, g->world->edition->modifier_order);                    /* what adds comes before what multiplies */
    return off_line ? not_negative(value + less) : not_negative((value + sum) * times);
}

/* Mostly nothing changes it. */
static inline int attribute_from(const Game *g, CardId id, int which, int value)
{
    const CardDef *def = printed(g, id);
    bool changes = (g->changed_attributes[def->type] | def->own_attributes) >> which & 1 && may_concern(g, id, attribute_mods());
    return changes ? changed_attribute(g, id, which, value) : not_negative(value);
}

/* What changes an attribute of a dual-personnel card changes it for each of the two. */
int person_attribute(const Game *g, CardId id, int which, int person)
{
    return attribute_from(g, id, which, person_on(g, id, person)->attribute[which]);
}

int attribute(const Game *g, CardId id, int which)
{
    if (printed(g, id)->person)
        return person_attribute(g, id, which, 0) + person_attribute(g, id, which, 1);
    return attribute_from(g, id, which, base_attribute(g, id, which));
}

/* "Lose all skills" takes every level of each (2e-2014/skills.1); before, one level. */
static int level_left(const Game *g, int level)
{
    if (!in_force(g, RULING_ALL_SKILLS))
        return level > 0 ? level - 1 : 0;
    if (level > 1)
        cite_step(g, RULING_ALL_SKILLS);
    return 0;
}

/* "Cannot gain skills except Treachery": of any other skill.  Who asks about the one that it leaves free is not asked back. */
static bool gains_only_another(const Game *g, CardId id, int skill)
{
    const Catalogue *cat = g->world->cat;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_GAIN_ONLY)) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_GAIN_ONLY && node_value(cat, m, 0) != skill && text_reaches(g, i, id))
                return true;
        }
    }
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].op == NODE_MOD_GAIN_ONLY && g->modifier[i].target == id && g->modifier[i].what != skill)
            return true;
    return false;
}

static int by_steps(const Game *g, CardId id, int skill, int level)
{
    if (!may_concern(g, id, skill_mods()))
        return level;
    Steps steps;
    bool may_gain = !why_cannot(g, id, ACT_GAIN_SKILLS, NO_CARD, NULL) && !(g->mods & mod_bit(NODE_MOD_GAIN_ONLY) && gains_only_another(g, id, skill));
    find_steps(g, id, texts_on_skill(g, skill), skill_mods(), &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        if (s->op == NODE_MOD_NO_SKILLS) {
            level = 0;
            may_gain = false;
        } else if (s->op == NODE_MOD_LOSE && s->what < 0) {
            level = level_left(g, level);
        } else if (s->what == skill && s->op == NODE_MOD_LOSE) {
            level = 0;
        } else if (s->what == skill && s->amount < 0) {
            level = not_negative(level + s->amount);
        } else if (s->what == skill && may_gain && !is_repeated(g, &steps, s) && (g->world->switches.gain_adds_level || level == 0)) {
            level += s->amount;
        }
    }
    return level;
}

/* How many continuous texts that reach a personnel give the skill that their cards have named. */
static int named_for_it(const Game *g, CardId id, int skill)
{
    const Catalogue *cat = g->world->cat;
    int count = 0;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_HAS_NAMED)) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        const Card *by = &g->card[g->statics[i].card];
        for (int k = 0; k < a->body_count; k++)
            count += cat->node[node_child(cat, a->node, a->body_first + k)].op == NODE_MOD_HAS_NAMED && by->named_kind == NAMED_SKILL && by->named == skill && text_reaches(g, i, id);
    }
    return count && why_cannot(g, id, ACT_GAIN_SKILLS, NO_CARD, NULL) ? 0 : count;
}

/* What few texts do to every skill: none that was gained is left, each has a level more, the first that is listed cannot be used, or none while its
 * personnel faces a dilemma. */
static int NOINLINE by_rare_texts(const Game *g, CardId id, int skill, int level, int listed)
{
    level += named_for_it(g, id, skill);
    if (modified_by(g, id, NODE_MOD_AS_LISTED) && level > listed)
        level = listed;
    if (level > 0)
        level += modified_by(g, id, NODE_MOD_EACH_MORE);
    if (faces_dilemma(g, id) && modified_by(g, id, NODE_MOD_NO_FACING))
        return 0;
    return modified_by(g, id, NODE_MOD_NO_FIRST) && printed(g, id)->listed_skill[0] == skill + 1 ? 0 : level;
}

static int skill_from(const Game *g, CardId id, int skill, int level)
{
    int now = by_steps(g, id, skill, level);
    return any_mod(g, NODE_MOD_NO_FIRST) ? by_rare_texts(g, id, skill, now, level) : now;       /* they share a bit */
}

int person_skill(const Game *g, CardId id, int skill, int person)
{
    return skill_from(g, id, skill, person_on(g, id, person)->skill[skill]);
}

/* Without what others share with it. */
int own_skill_level(const Game *g, CardId id, int skill)
{
    if (printed(g, id)->person)
        return person_skill(g, id, skill, 0) + person_skill(g, id, skill, 1);
    return skill_from(g, id, skill, printed(g, id)->skill[skill]);
}

/* Those whom a text lets share have each other's skills, at the highest level that one of them has (1E-A1.13). */
static int NOINLINE shared_level(const Game *g, CardId id, int skill)
{
    int level = 0;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_SHARES))
        if (text_reaches(g, i, id))
            FOR_SET(other, &g->commanded[g->card[id].commander])
                if (is_type(g, other, TYPE_PERSONNEL) && text_reaches(g, i, other)) {
                    int theirs = own_skill_level(g, other, skill);
                    if (theirs > printed(g, other)->skill[skill]) {
                        cite_step(g, RULING_BORG_QUEEN_1998_2);
                        theirs = in_force(g, RULING_BORG_QUEEN_1998_2) ? theirs : printed(g, other)->skill[skill];
                    }
                    level = larger_of(theirs, level);
                }
    return level;
}

int skill_level(const Game *g, CardId id, int skill)
{
    if (!skill_in(g->changed_skills, skill))
        return printed(g, id)->skill[skill];
    int level = own_skill_level(g, id, skill);
    int shared = any_mod(g, NODE_MOD_SHARES) ? shared_level(g, id, skill) : 0;
    return larger_of(shared, level);
}

int classification_skill(const Game *g, CardId id)
{
    if (g->card[id].named_kind == NAMED_FORM)
        return form_class(g->card[id].named);
    return printed(g, id)->class ? class_skill[printed(g, id)->class] : -1;
}

/* ---- what is assimilated: 1E-A2 ---- */

bool is_drone(const Game *g, CardId id)
{
    return g->card[id].flags & ASSIMILATED && is_type(g, id, TYPE_PERSONNEL);
}

static bool is_word(const Game *g, int trait, const char *name)
{
    return strcmp(g->world->cat->trait_name[trait], name) == 0;
}

/* Borg besides what it was, and a drone, or a counterpart (1E-A2.2, A2.4): words that its lost text does not take along. */
static bool is_word_of_drone(const Game *g, CardId id, int trait)
{
    return is_word(g, trait, "Borg") || (g->card[id].flags & COUNTERPART_MADE ? trait == TRAIT_COUNTERPART : is_word(g, trait, "Drone"));
}

/* A personnel loses its staffing icons and has [Def] where no subcommand is printed, a counterpart all three (1E-A2.2, A2.4).  A planet has none. */
static void assimilate_icons(const Game *g, CardId id, IconSet *icons)
{
    const IconSet shown = printed(g, id)->icons;
    if (is_type(g, id, TYPE_MISSION))
        return;
    *icons = icons_without(*icons, is_drone(g, id) ? icons_join(affiliations, staffings) : affiliations);
    icon_add(icons, ICON_BORG);
    if (!is_drone(g, id))
        return;
    bool counterpart = g->card[id].flags & COUNTERPART_MADE;
    if (counterpart) {
        icon_add(icons, ICON_COMMUNICATION);
        icon_add(icons, ICON_NAVIGATING);
    }
    if (counterpart || !(icon_in(shown, ICON_COMMUNICATION) || icon_in(shown, ICON_NAVIGATING) || icon_in(shown, ICON_DEFENSE)))
        icon_add(icons, ICON_DEFENSE);
}

IconSet possible_icons(const Game *g, CardId id)
{
    IconSet icons = printed(g, id)->icons;
    if (!icons_change(g) || !may_concern(g, id, icon_mods()))
        return icons;
    Steps steps;
    steps.count = 0;
    if (texts_change_icons(g))
        find_steps(g, id, texts_on_icons(g), icon_mods(), &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        if (s->op == NODE_MOD_AFFILIATION)
            icons = icons_without(icons, affiliations);
        if (s->op == NODE_MOD_AFFILIATION && in_force(g, RULING_BECOME_2022_1)) {
            cite_step(g, RULING_BECOME_2022_1);     /* and no other of the kind, … */
            cite_step(g, RULING_BECOME_2022_2);     /* … as long as its cause lasts */
        }
        if (s->op == NODE_MOD_LOSE_ICON)
            icons.word[s->what / 64] &= ~((uint64_t)1 << s->what % 64);
        else
            icon_add(&icons, s->what);
    }
    if (g->card[id].flags & ASSIMILATED)
        assimilate_icons(g, id, &icons);
    return icons;
}

static IconSet only_of(IconSet icons, int affiliation)
{
    icons = icons_without(icons, affiliations);
    icon_add(&icons, affiliation);
    return icons;
}

/* The first affiliation that is printed on it, of those that it has; -1: none. */
static int leading_affiliation(const CardDef *def, IconSet has)
{
    if (def->affiliation && icon_in(has, def->affiliation - 1))
        return def->affiliation - 1;
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_in(def->icons, i) && icon_in(has, i) && icon_in(affiliations, i))
            return i;
    return -1;
}

/* In play a card of the First Edition has one affiliation at a time: what it has chosen, else the first printed (1E-11.4).  That a card which gained
 * one is such a card, too, was ruled in 2019 (1E-11.5); before, it had both. */
IconSet current_icons(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    IconSet icons = possible_icons(g, id);
    int chosen = g->card[id].affiliation - 1;
    if (g->card[id].flags & INFILTRATING && chosen >= 0)       /* who infiltrates is of the other affiliation (1E-A8.2) */
        return only_of(icons, chosen);
    if (!g->world->edition->one_affiliation || !icons_several(icons_both(icons, affiliations)) || !card_in_play(g, id))
        return icons;
    if (!def->affiliation) {
        cite_step(g, g->world->edition->one_affiliation);
        if (!in_force(g, g->world->edition->one_affiliation))
            return icons;
    }
    chosen = chosen >= 0 && icon_in(icons, chosen) ? chosen : leading_affiliation(def, icons);
    return chosen >= 0 ? only_of(icons, chosen) : icons;
}

/* Whether something may change a value of that kind on this card: mostly nothing does. */
static inline bool may_change(const Game *g, CardId id, int mod_op)
{
    return may_concern(g, id, mod_bit(mod_op));
}

static void NOINLINE changing_parts(const Game *g, CardId id, int mod_op, int what, PartFn *fn, void *to)
{
    Steps steps;
    find_steps_of(g, id, mod_op, &steps);
    for (const Step *s = steps.step; s < steps.step + steps.count; s++) {
        bool meant = mod_op == NODE_MOD_ATTR || mod_op == NODE_MOD_SET || mod_op == NODE_MOD_TIMES ? attribute_bits(g, id, s->what) >> what & 1
            : mod_op == NODE_MOD_SKILL || mod_op == NODE_MOD_MAY_ATTACK ? s->what == what : true;
        if (meant)
            fn(to, s->amount, s->source, mod_op == NODE_MOD_SKILL ? RULE_LEVELS_ADD : RULE_MODIFIERS);
    }
}

/* Calls fn for each thing that changes a value of that kind on this card. */
void value_parts(const Game *g, CardId id, int mod_op, int what, PartFn *fn, void *to)
{
    if (may_change(g, id, mod_op))
        changing_parts(g, id, mod_op, what, fn, to);
}

CardId some_text_relates(const Game *g, int mod_op, CardId id, CardId other)
{
    const Catalogue *cat = g->world->cat;
    FOR_TEXTS(g, i, texts_giving(g, mod_op)) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        if (!text_reaches(g, i, id))
            continue;
        Ctx ctx = ctx_of(g, g->statics[i].card);
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == mod_op && filter_is(g, &ctx, node_child(cat, m, 0), other))
                return g->statics[i].card;
        }
    }
    return NO_CARD;
}

static void add_up(void *to, int amount, CardId source, Citation why)
{
    (void)source, (void)why;
    *(int *)to += amount;
}

int modified_sum(const Game *g, CardId id, int mod_op)
{
    int sum = 0;
    value_parts(g, id, mod_op, 0, add_up, &sum);
    return sum;
}

/* Who attempts a mission now, and else whoever would face this dilemma of a pile: the player on its owner's right (2E-24.2). */
static int who_faces(const Game *g, CardId dilemma)
{
    return g->encounter.active ? g->encounter.player : (g->card[dilemma].owner + g->players - 1) % g->players;
}

/* The card's own text on its cost, as far as it simply holds (2E-7.23; dilemmas: 10.34).  there: what it says of the mission where it is played, and that alone. */
static INLINE int own_cost_by(const Game *g, CardId id, CardId there)
{
    const CardDef *def = printed(g, id);
    int sum = 0;
    Ctx ctx = ctx_of(g, id);
    ctx.pricing = true;
    ctx.bearer = there;
    if (!card_in_play(g, id))
        ctx.you = def->type == TYPE_DILEMMA ? who_faces(g, id) : g->card[id].owner;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == NODE_OWN_COST && a->uses_that == (there != NO_CARD) && guard_holds(g, &ctx, a))
            sum += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return sum;
}

static int own_cost(const Game *g, CardId id)
{
    return has_kind(printed(g, id), NODE_OWN_COST) ? own_cost_by(g, id, NO_CARD) : 0;
}

int own_cost_there(const Game *g, CardId id, CardId place)
{
    CardId mission = place ? location_of(g, place) : NO_CARD;
    return mission ? own_cost_by(g, id, mission) : 0;
}

bool is_next_play(const Game *g, const Modifier *m, CardId id, int player)
{
    Ctx ctx = ctx_of(g, m->source);
    ctx.you = m->player;
    return m->op == NODE_MOD_NEXT_COST && m->player == player && filter_is(g, &ctx, m->filter, id);
}

/* What "the next … you play" changes about it. */
static int next_play(const Game *g, CardId id)
{
    int sum = 0;
    for (int i = 0; any_mod(g, NODE_MOD_NEXT_COST) && i < g->modifier_count; i++)
        sum += is_next_play(g, &g->modifier[i], id, g->card[id].owner) ? g->modifier[i].amount : 0;
    return sum;
}

int price_of(const Game *g, CardId id)
{
    return not_negative(printed(g, id)->cost + own_cost(g, id) + modified_by(g, id, NODE_MOD_COST) + next_play(g, id));
}

int cost_without_own_text(const Game *g, CardId id)
{
    return not_negative(printed(g, id)->cost + modified_by(g, id, NODE_MOD_COST));
}

/* A card's own text changes its cost while it is played, a dilemma's from its reveal (2E-7.3, 10.34); before and after it is silent. */
int cost_of(const Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        return price_of(g, id);
    return cost_without_own_text(g, id);
}

IconSet attempt_icons(const Game *g, CardId mission, int player)
{
    IconSet icons = mission_end(g, mission, player)->icons;
    return g->mods & mod_bit(NODE_MOD_ICON) ? icons_join(icons, icons_of(g, mission)) : icons;
}

int mission_points(const Game *g, CardId id, int player)
{
    return not_negative(mission_end(g, id, player)->points + modified_by(g, id, NODE_MOD_POINTS));
}

/* What changes a span changes it for both players. */
/* What texts set the span to: the last one holds, and what adds to it comes on top (2E-19.1). */
static NOINLINE int span_set(const Game *g, CardId id, int otherwise)
{
    Steps steps;
    find_steps_of(g, id, NODE_MOD_SPAN_SET, &steps);
    return steps.count ? steps.step[steps.count - 1].amount : otherwise;
}

int mission_span(const Game *g, CardId id, int player)
{
    const Ability *place = has_kind(printed(g, id), NODE_MAKES_PLACE) ? ability_of_kind(g, id, NODE_MAKES_PLACE) : NULL;
    int span = place ? node_value(g->world->cat, place->node, 0) : mission_end(g, id, player)->span;
    if (g->mods & mod_bit(NODE_MOD_SPAN_SET))
        span = span_set(g, id, span);
    return not_negative(span + modified_by(g, id, NODE_MOD_SPAN));
}

static bool becomes(const Game *g, int given, int trait, bool has)
{
    if (given == trait)
        return true;
    if (g->world->cat->trait_kind[trait] != OF_SPECIES || !in_force(g, RULING_SPECIES))
        return has;
    if (has)
        cite_step(g, RULING_SPECIES);
    return false;
}

/* What texts make of a species, from the oldest to the newest. */
static bool given_species(const Game *g, CardId id, int trait, bool has)
{
    Steps steps;
    find_steps_of(g, id, NODE_MOD_SPECIES, &steps);
    for (int i = 0; i < steps.count; i++)
        has = becomes(g, steps.step[i].what, trait, has);
    return has;
}

/* op: whether a text gives it, or takes it away. */
static bool is_given_trait(const Game *g, CardId id, int trait, int op)
{
    Steps steps;
    find_steps_of(g, id, op, &steps);
    for (int i = 0; i < steps.count; i++)
        if (steps.step[i].what == trait)
            return true;
    return false;
}

static bool is_gender(int trait)
{
    return trait == TRAIT_MALE || trait == TRAIT_FEMALE || trait == TRAIT_NEUTER;
}

bool has_trait_for(const Game *g, CardId id, int trait, CardId asker)
{
    if (g->world->edition->is_of_gender && is_gender(trait) && is_type(g, id, TYPE_PERSONNEL))
        return g->world->edition->is_of_gender(g, id, trait, asker);
    return has_trait(g, id, trait);
}

/* Systems of a ship that are a phrase of a few words, MEDICAL on the U.S.S. Pasteur among them; no whole sentences (1e-1998/ship-special-equipment). */
static bool is_special_equipment(int trait)
{
    return trait == TRAIT_CLOAKING_DEVICE || trait == TRAIT_HOLODECK || trait == TRAIT_TRACTOR_BEAM || trait == TRAIT_SCAN_SHIELDING
        || trait == TRAIT_SCATTERING || trait == TRAIT_SHIP_SKILL;
}

/* A text takes the trait away, or all special equipment with it. */
static bool has_lost_trait(const Game *g, CardId id, int trait)
{
    if (is_given_trait(g, id, trait, NODE_MOD_LOSE_TRAIT))
        return true;
    if (!is_special_equipment(trait) || !is_given_trait(g, id, TRAIT_SPECIAL_EQUIPMENT, NODE_MOD_LOSE_TRAIT))
        return false;
    cite_step(g, RULING_SHIP_SPECIAL_EQUIPMENT_1998);
    return in_force(g, RULING_SHIP_SPECIAL_EQUIPMENT_1998);
}

/* A species that was given replaces those it had (2e-2014/species); a keyword is gained on top. */
bool has_trait_now(const Game *g, CardId id, int trait)
{
    int kind = g->world->cat->trait_kind[trait];
    bool has = trait_in(&printed(g, id)->traits, trait);
    if (!(g->mods & (trait_mods() | silencing_mods())) && (kind != OF_SPECIES || !g->world->edition->is_of_species))
        return has;                             /* mostly no text speaks of it */
    if (kind == OF_SPECIES && g->world->edition->is_of_species)
        has = g->world->edition->is_of_species(g, id, trait, has);
    if (any_mod(g, NODE_MOD_SPECIES) && kind != OF_CLASS && kind != OF_REGION)
        has = given_species(g, id, trait, has);
    if (any_mod(g, NODE_MOD_TRAIT) && !has)
        has = is_given_trait(g, id, trait, NODE_MOD_TRAIT);
    if (any_mod(g, NODE_MOD_LOSE_TRAIT) && has)
        has = !has_lost_trait(g, id, trait);
    if (g->card[id].flags & ASSIMILATED && is_drone(g, id) && is_word_of_drone(g, id, trait))
        return true;
    if (has && kind == OF_KEYWORD && has_lost_keywords(g, id)) {      /* keywords are abilities (2e-2014/abilities) */
        cite_step(g, RULING_ABILITIES);
        return !in_force(g, RULING_ABILITIES);
    }
    return has;
}

/* Each keyword is an ability, and each text; skills are none (2e-2014/abilities). */
static int ability_number(const Game *g, CardId id)
{
    int n = is_textless(g, id) ? 0 : printed(g, id)->ability_count;
    cite_step(g, RULING_ABILITIES);
    for (int t = 1; t < g->world->cat->trait_count && in_force(g, RULING_ABILITIES); t++)
        n += g->world->cat->trait_kind[t] == OF_KEYWORD && has_trait(g, id, t);
    return n;
}

/* Those that are printed, whatever skills were gained or lost, with official errata (1e-1998/skills-vs-red-dot-icons). */
/* How many different skills a card has. */
int skill_count(const Game *g, CardId id)
{
    int skills = 0;
    for (int s = 0; s < SKILL_COUNT; s++)
        skills += skill_level(g, id, s) > 0;
    return skills;
}

int dots_of(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    cite_step(g, RULING_SKILLS_VS_RED_DOT_ICONS_1998_1);
    if (!in_force(g, RULING_SKILLS_VS_RED_DOT_ICONS_1998_1))
        return skill_count(g, id);
    if (def->dots_printed) {
        cite_step(g, RULING_SKILLS_VS_RED_DOT_ICONS_1998_2);
        return in_force(g, RULING_SKILLS_VS_RED_DOT_ICONS_1998_2) ? def->dots : def->dots_printed;
    }
    return def->dots;
}

int property(const Game *g, CardId id, int prop)
{
    bool ship = has_ship_attributes(card_type(g, id));
    switch (prop) {
    case PROP_INTEGRITY: case PROP_CUNNING: case PROP_STRENGTH:
        return ship ? 0 : attribute(g, id, prop - PROP_INTEGRITY);
    case PROP_RANGE: case PROP_WEAPONS: case PROP_SHIELDS:
        return ship ? attribute(g, id, prop - PROP_RANGE) : 0;
    case PROP_ATTRIBUTES: return attribute(g, id, 0) + attribute(g, id, 1) + attribute(g, id, 2);
    case PROP_COST:       return cost_of(g, id);
    case PROP_POINTS:     return mission_points(g, id, g->card[id].commander);
    case PROP_SPAN:       return mission_span(g, id, g->card[id].commander);
    case PROP_DOTS:       return dots_of(g, id);
    case PROP_SKILLS:     return skill_count(g, id);
    case PROP_STAFFING:   return printed(g, id)->need_cmd + printed(g, id)->need_stf + printed(g, id)->staff_count;
    case PROP_ABILITIES:  return ability_number(g, id);
    default:              return 0;
    }
}

/* ---- prohibitions: 2E-18.40 ---- */

static bool forbids(const Game *g, CardId source, NodeId by, CardId cause)
{
    if (by == 0)
        return true;
    Ctx ctx = ctx_of(g, source);
    return cause != NO_CARD && filter_is(g, &ctx, by, cause);
}

/* It is open unless its doorway lies there closed (1E-A7.1). */
bool is_side_deck_open(const Game *g, int player, int kind)
{
    bool closed = false;
    FOR_PILE(g, id, &g->pile[player][ZONE_CORE])
        if (kind == KIND_CONTINUUM && has_kind(printed(g, id), NODE_CLOSES_Q)) {       /* for good (1E-G9.2) */
            return false;
        } else if (is_type(g, id, TYPE_DOORWAY) && printed(g, id)->kind == kind) {
            if (!(g->card[id].flags & CLOSED))
                return true;
            closed = true;
        }
    return !closed;
}

/* Leadership or OFFICER; among Borg a [Def].  Who cannot use skills, or cannot be used where he is, leads nobody. */
bool is_leader(const Game *g, CardId id)
{
    const Edition *e = g->world->edition;
    if (!is_type(g, id, TYPE_PERSONNEL) || barred(g, id) & BARS_SKILLS || (e->is_confined && e->is_confined(g, id)))
        return false;
    if (icon_in(icons_of(g, id), ICON_BORG))
        return icon_in(icons_of(g, id), ICON_DEFENSE);
    return skill_level(g, id, SKILL_LEADERSHIP) || skill_level(g, id, SKILL_OFFICER);
}

/* It is on the card, and what causes it is barred from that; or on the player who commands it, and it is such a card. */
static bool is_barred_by(const Game *g, const Modifier *m, CardId id, CardId cause)
{
    if (m->target)
        return m->target == id && forbids(g, m->source, m->filter, cause);
    Ctx ctx = ctx_of(g, m->source);
    return m->amount >> g->card[id].commander & 1 && (!m->filter || filter_is(g, &ctx, m->filter, id));
}

Citation why_text_forbids(const Game *g, CardId id, int act, CardId cause, CardId *by)
{
    const Catalogue *cat = g->world->cat;
    CardId found = NO_CARD;
    const TextSet *forbidding = texts_giving(g, NODE_MOD_CANNOT);
    FOR_TEXTS(g, i, forbidding) {
        CardId source = g->statics[i].card;
        const Ability *a = &cat->ability[g->statics[i].ability];
        for (int k = 0; k < a->body_count && !found && a->acts & act_bit(act); k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_CANNOT && node_value(cat, m, 0) == act && text_reaches(g, i, id)
                && forbids(g, source, node_child(cat, m, 1), cause) && !may_despite(g, id, act, source))
                found = source;
        }
    }
    for (int i = 0; i < g->modifier_count && !found; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == NODE_MOD_CANNOT && m->what == act && is_barred_by(g, m, id, cause)
            && !may_despite(g, id, act, m->source))
            found = m->source ? m->source : id;
    }
    if (by)
        *by = found;
    return found ? RULE_CANNOT_TEXT : CITE_NONE;
}
