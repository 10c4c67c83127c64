/* Values that texts change: 2E-19.  Printed, then what sets them, then the sum of what adds (2E-19.1); never below 0. */
#include "verbs/text.h"
#include "kernel/trace.h"

static bool any_mod(const Game *g, int op)
{
    return g->mods & mod_bit(op);
}

bool may_be_used(const Game *g, CardId id)
{
    return card_in_play(g, id) && barred(g, id) == BARS_NOTHING;
}

static bool on_ship(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_ON && is_type(g, g->card[id].host, TYPE_SHIP);
}

bool is_damage_card(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i < def->ability_count; i++)
        if (g->world->cat->ability[def->ability + i].damage)
            return true;
    return false;
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
    return damage_count(g, ship) > 0;
}

/* "Ignore its next ability": the one after the play option that was taken. */
static bool is_ignored_next(const Game *g, CardId id, const Ability *a)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i + 1 < def->ability_count; i++)
        if (g->world->cat->ability[def->ability + i].kind == NODE_PLAY_OPTION)
            return a == &g->world->cat->ability[def->ability + i + 1];
    return false;
}

/* A dilemma acts while it is faced (10.39) and while it lies somewhere in play (11.18). */
static bool is_faced(const Game *g, CardId id)
{
    return g->attempt.active && g->attempt.current == id && g->attempt.facing;
}

bool text_active(const Game *g, CardId id, const Ability *a)
{
    const Card *c = &g->card[id];
    if (!card_in_play(g, id))
        return is_faced(g, id) && !a->damage;
    if (barred(g, id) & BARS_SKILLS)
        return false;
    if (a->damage != (on_ship(g, id) && is_damage_card(g, id)))
        return false;                           /* 2E-15.9: on a ship only the damage part is active, elsewhere the rest */
    if (c->flags & NEXT_IGNORED && is_ignored_next(g, id, a))
        return false;
    return !is_textless(g, id);
}

/* A sentence that begins with "also" stands under the condition of the one before (2e-2014/conditional-effects). */
bool guard_holds(const Game *g, const Ctx *ctx, const Ability *a)
{
    if (a->also) {
        cite_step(g, RULING_ALSO);
        if (!in_force(g, RULING_ALSO))
            return true;
    }
    return !a->guard || condition(g, ctx, a->guard);
}

bool texts_are_ignored(const Game *g)
{
    return any_mod(g, NODE_MOD_TEXTLESS) || any_mod(g, NODE_MOD_NO_ABILITIES);
}

/* A text's condition does not depend on whom it reaches: it is asked once a generation. */
static bool static_holds(const Game *g, const StaticText *s, const Ability *a)
{
    if (!text_active(g, s->card, a))
        return false;
    if (!a->guard)
        return true;
    Cache *c = cache_of(g);
    int level = c->inner, at = (int)(s - g->statics);
    Ctx ctx = ctx_of(g, s->card);
    if (!KEPT(g, c->holds_when[level][at], c->holds[level][at] == guard_holds(g, &ctx, a))) {
        c->holds[level][at] = guard_holds(g, &ctx, a);
        c->holds_when[level][at] = c->generation;
    }
    return c->holds[level][at];
}

/* How much its k-th modifier gives: like its condition, the same for everybody it reaches. */
static int static_amount(const Game *g, const StaticText *s, const Ctx *ctx, NodeId q, int k)
{
    if (g->world->cat->node[q].op == NODE_NUMBER)
        return node_value(g->world->cat, q, 0);
    if (k >= STATIC_AMOUNTS)
        return quantity(g, ctx, q);
    Cache *c = cache_of(g);
    int at = (int)(s - g->statics), level = c->inner;
    if (!KEPT(g, c->amount_when[level][at][k], c->amount[level][at][k] == (int16_t)quantity(g, ctx, q))) {
        c->amount[level][at][k] = (int16_t)quantity(g, ctx, q);
        c->amount_when[level][at][k] = c->generation;
    }
    return c->amount[level][at][k];
}

/* Whether a text can be meant for this card at all, from where the two are. */
static bool may_reach(const Game *g, CardId source, const Ability *a, CardId id)
{
    if (a->reach == REACHES_SELF)
        return source == id;
    if (!type_in(a->types, printed(g, id)->type) || (g->card[id].flags & ARRIVING && source != id))
        return false;
    switch (a->reach) {
    case REACHES_HOST:    return g->card[source].host == id;
    case REACHES_SHIP:    return this_ship(g, source) == id && card_in_play(g, id);
    case REACHES_IN_PLAY: return card_in_play(g, id);
    default:              return true;
    }
}

bool text_reaches(const Game *g, const StaticText *s, const Ability *a, CardId id)
{
    if (!may_reach(g, s->card, a, id) || !static_holds(g, s, a))
        return false;
    Ctx ctx = ctx_of(g, s->card);
    return filter_is(g, &ctx, a->filter, id);
}

/* A text that feeds its own condition is taken to hold as it did at the last decision; whether it still does is seen from there
 * (2E-19.7).  What its reach asks for is asked without it. */
static bool held_reaches(const Game *g, const StaticText *s, const Ability *a, CardId id)
{
    Cache *c = cache_of(g);
    if (c->assuming)
        return false;
    c->assuming = true;
    Ctx ctx = ctx_of(g, s->card);
    bool reaches = may_reach(g, s->card, a, id) && text_active(g, s->card, a) && filter_is(g, &ctx, a->filter, id);
    c->assuming = false;
    return reaches;
}

void texts_settle(Game *g)
{
    bool some = false;
    for (int i = 0; g->some_fed && i < g->static_count; i++) {
        StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        if (!a->self_fed)
            continue;
        bool holds = static_holds(g, s, a);
        if (holds != s->held)
            table_changed(g);
        s->held = holds;
        some |= holds;
    }
    g->some_held = some;
}

bool is_textless(const Game *g, CardId id)
{
    if (!texts_are_ignored(g))
        return false;
    for (int i = 0; i < g->modifier_count; i++) {
        int op = g->modifier[i].op;
        if (g->modifier[i].target == id && (op == NODE_MOD_TEXTLESS || op == NODE_MOD_NO_ABILITIES))
            return true;
    }
    Cache *c = cache_of(g);
    if (c->depth > 3)                           /* texts that ignore each other: both stay */
        return false;
    c->depth++;
    bool found = false;
    for (int i = 0; i < g->static_count && !found; i++) {
        const Ability *a = &g->world->cat->ability[g->statics[i].ability];
        if (g->cache.static_mods[i] & (mod_bit(NODE_MOD_TEXTLESS) | mod_bit(NODE_MOD_NO_ABILITIES)) && g->statics[i].card != id)
            found = text_reaches(g, &g->statics[i], a, id);
    }
    c->depth--;
    return found;
}

static Derived printed_values(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    Derived v = { .icons = def->icons, .may_gain = true };
    memcpy(v.skill, def->skill, sizeof v.skill);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        v.attribute[i] = def->attribute[i];
    return v;
}

static void gain_skill(Derived *v, const Game *g, int skill, int levels)
{
    if (!v->may_gain)
        return;
    bool adds = g->world->switches.gain_adds_level || v->skill[skill] == 0;
    v->skill[skill] = (uint8_t)(v->skill[skill] + (adds ? levels : 0));
}

/* "Lose all skills" takes every level of each (2e-2014/skills.1); before, one level. */
static void lose_skill(Derived *v, const Game *g, int skill, bool all)
{
    if (!all || in_force(g, RULING_ALL_SKILLS)) {
        if (all && v->skill[skill] > 1)
            cite_step(g, RULING_ALL_SKILLS);
        v->skill[skill] = 0;
    } else if (v->skill[skill]) {
        v->skill[skill]--;
    }
}

static void become_affiliation(Derived *v, int icon)
{
    for (int i = 0; i < ICON_WORDS; i++)
        v->icons.word[i] &= ~affiliations.word[i];
    icon_add(&v->icons, icon);
}

/* Which attributes an ATTR word means on this card: bits 0 to 2. */
static int attribute_bits(const Game *g, CardId id, int word)
{
    if (word == ATTR_ALL || word == ATTR_ANY)
        return 7;
    int at = word - ATTR_INTEGRITY;
    bool ship = is_type(g, id, TYPE_SHIP);
    return at < 3 ? (ship ? 0 : 1 << at) : ship ? 1 << (at - 3) : 0;
}

static void add_attribute(Derived *v, const Game *g, CardId id, int word, int amount, bool set)
{
    int bits = attribute_bits(g, id, word);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        if (bits >> i & 1)
            v->attribute[i] = (int16_t)(set ? amount : v->attribute[i] + amount);
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
    for (int i = 0; i < g->static_count; i++) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        if (!(g->cache.static_mods[i] & mod_bit(NODE_MOD_CAN)))
            continue;
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_CAN && node_value(cat, m, 0) == act
                && (uint16_t)node_value(cat, m, 1) == printed(g, forbidder)->persona && text_reaches(g, &g->statics[i], a, id))
                return true;
        }
    }
    return false;
}

enum { PASS_FORBID, PASS_SET, PASS_CHANGE, PASS_COUNT };

/* Applies one modifier of a continuous text. */
static void apply_node(Derived *v, const Game *g, const StaticText *s, const Ctx *ctx, int k, NodeId m, CardId id, int pass)
{
    const Catalogue *cat = g->world->cat;
    int what = node_value(cat, m, 0);
    switch (cat->node[m].op) {
    case NODE_MOD_CANNOT:
        if (pass == PASS_FORBID && what == ACT_GAIN_SKILLS && !may_despite(g, id, ACT_GAIN_SKILLS, s->card))
            v->may_gain = false;
        break;
    case NODE_MOD_SET:
        if (pass == PASS_SET)
            add_attribute(v, g, id, what, static_amount(g, s, ctx, node_child(cat, m, 1), k), true);
        break;
    case NODE_MOD_ATTR:
        if (pass == PASS_CHANGE)
            add_attribute(v, g, id, what, static_amount(g, s, ctx, node_child(cat, m, 1), k), false);
        break;
    case NODE_MOD_SKILL:
        if (pass == PASS_CHANGE) {
            int levels = node_value(cat, m, 1);
            gain_skill(v, g, what, levels ? levels : 1);
        }
        break;
    case NODE_MOD_LOSE:
        if (pass == PASS_CHANGE) {
            int listed = cat->node[m].argc;
            for (int i = 0; i < (listed ? listed : SKILL_COUNT); i++)
                lose_skill(v, g, listed ? node_value(cat, m, i) : i, listed == 0);
        }
        break;
    case NODE_MOD_NO_SKILLS:
        if (pass == PASS_CHANGE) {
            memset(v->skill, 0, sizeof v->skill);
            v->may_gain = false;
        }
        break;
    case NODE_MOD_ICON:
        if (pass == PASS_CHANGE)
            icon_add(&v->icons, what);
        break;
    case NODE_MOD_AFFILIATION:
        if (pass == PASS_CHANGE)
            become_affiliation(v, what);
        break;
    default:
        break;
    }
}

static void apply_timed(Derived *v, const Game *g, const Modifier *m, CardId id, int pass)
{
    switch (m->op) {
    case NODE_MOD_CANNOT:
        if (pass == PASS_FORBID && m->what == ACT_GAIN_SKILLS && !may_despite(g, id, ACT_GAIN_SKILLS, m->source))
            v->may_gain = false;
        break;
    case NODE_MOD_SET:
    case NODE_MOD_ATTR:
        if (pass == (m->op == NODE_MOD_SET ? PASS_SET : PASS_CHANGE))
            add_attribute(v, g, id, m->what, m->amount, m->op == NODE_MOD_SET);
        break;
    case NODE_MOD_SKILL:
        if (pass == PASS_CHANGE)
            gain_skill(v, g, m->what, m->amount);
        break;
    case NODE_MOD_LOSE:
        if (pass == PASS_CHANGE)
            for (int s = 0; s < SKILL_COUNT; s++)
                if (m->what < 0 || m->what == s)
                    lose_skill(v, g, s, m->what < 0);
        break;
    case NODE_MOD_NO_SKILLS:
        if (pass == PASS_CHANGE) {
            memset(v->skill, 0, sizeof v->skill);
            v->may_gain = false;
        }
        break;
    case NODE_MOD_ICON:
        if (pass == PASS_CHANGE)
            icon_add(&v->icons, m->what);
        break;
    case NODE_MOD_AFFILIATION:
        if (pass == PASS_CHANGE)
            become_affiliation(v, m->what);
        break;
    default:
        break;
    }
}

static inline uint64_t attribute_mods(void)
{
    return mod_bit(NODE_MOD_ATTR) | mod_bit(NODE_MOD_SET);
}

static inline uint64_t skill_mods(void)
{
    return mod_bit(NODE_MOD_SKILL) | mod_bit(NODE_MOD_LOSE) | mod_bit(NODE_MOD_NO_SKILLS);
}

static inline uint64_t icon_mods(void)
{
    return mod_bit(NODE_MOD_ICON) | mod_bit(NODE_MOD_AFFILIATION);
}

static void no_negatives(Derived *v)
{
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        if (v->attribute[i] < 0)
            v->attribute[i] = 0;
}

static void apply_static(Derived *v, const Game *g, const StaticText *s, CardId id, uint64_t mods, int pass)
{
    const Catalogue *cat = g->world->cat;
    const Ability *a = &cat->ability[s->ability];
    Ctx ctx = ctx_of(g, s->card);
    for (int m = 0; m < a->body_count; m++) {
        NodeId node = node_child(cat, a->node, a->body_first + m);
        if (mods & mod_bit(cat->node[node].op))
            apply_node(v, g, s, &ctx, m, node, id, pass);
    }
}

/* Applies everything of these kinds that reaches the card, from the oldest to the newest (2E-19.4); statics: whether continuous
 * texts count, too. */
static void apply_all(Derived *v, const Game *g, CardId id, uint64_t mods, bool statics)
{
    const Catalogue *cat = g->world->cat;
    uint16_t reaching[MAX_STATICS];
    int n = 0, type = printed(g, id)->type;
    for (int i = 0; (statics || g->some_held) && i < g->static_count; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        bool could = g->cache.static_mods[i] & mods && (a->reach == REACHES_SELF ? s->card == id : type_in(a->types, type));
        if (could && (statics ? text_reaches(g, s, a, id) : s->held && held_reaches(g, s, a, id)))
            reaching[n++] = (uint16_t)i;
    }
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        if ((pass == PASS_FORBID && !(g->mods & mods & mod_bit(NODE_MOD_CANNOT))) || (pass == PASS_SET && !(g->mods & mods & mod_bit(NODE_MOD_SET))))
            continue;
        int k = 0;
        for (int i = 0; i < g->modifier_count; i++) {
            const Modifier *m = &g->modifier[i];
            if (m->target != id || !(mods & mod_bit(m->op)))
                continue;
            while (k < n && g->statics[reaching[k]].born < m->born)
                apply_static(v, g, &g->statics[reaching[k++]], id, mods, pass);
            apply_timed(v, g, m, id, pass);
        }
        while (k < n)
            apply_static(v, g, &g->statics[reaching[k++]], id, mods, pass);
    }
}

/* A text whose reach depends on a value that it changes itself would never end.  So the reach of a text sees values one level
 * simpler than those being computed: at the top all texts, inside them texts that reach by simpler values, at the bottom what is
 * printed and what lasts for a time. */
static bool enter_level(Cache *c)
{
    bool statics = c->inner + 1 < DERIVED_LEVELS;
    c->inner = (uint8_t)(c->inner + statics);
    return statics;
}

static Derived compute_attributes(const Game *g, CardId id)
{
    Cache *c = cache_of(g);
    uint8_t level = c->inner;
    bool statics = enter_level(c);
    Derived v;
    if (is_type(g, id, TYPE_MISSION)) {          /* a mission has no attributes, and keeps its span in their place */
        v.attribute[0] = (int16_t)(mission_end(g, id, g->card[id].owner)->span + (statics ? modified_by(g, id, NODE_MOD_SPAN) : 0));
        v.attribute[1] = v.attribute[2] = 0;
    } else {
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            v.attribute[i] = printed(g, id)->attribute[i];
        apply_all(&v, g, id, attribute_mods(), statics);
    }
    no_negatives(&v);
    c->inner = level;
    return v;
}

static bool same_attributes(const Derived *a, Derived b)
{
    return memcmp(a->attribute, b.attribute, sizeof a->attribute) == 0;
}

static const Derived *derived_attributes(const Game *g, CardId id)
{
    Cache *c = cache_of(g);
    Derived *kept = &c->derived[c->inner][id];
    if (!KEPT(g, kept->attributes_when, same_attributes(kept, compute_attributes(g, id)))) {
        Derived v = compute_attributes(g, id);
        memcpy(kept->attribute, v.attribute, sizeof v.attribute);
        kept->attributes_when = c->assuming ? 0 : c->generation;
    }
    return kept;
}

static Derived compute_skills(const Game *g, CardId id)
{
    Cache *c = cache_of(g);
    uint8_t level = c->inner;
    bool statics = enter_level(c);
    Derived v = printed_values(g, id);
    apply_all(&v, g, id, skill_mods() | icon_mods() | mod_bit(NODE_MOD_CANNOT), statics);
    c->inner = level;
    return v;
}

static bool same_skills(const Derived *a, Derived b)
{
    return memcmp(a->skill, b.skill, sizeof a->skill) == 0 && icons_equal(a->icons, b.icons) && a->may_gain == b.may_gain;
}

static const Derived *derived_skills(const Game *g, CardId id)
{
    Cache *c = cache_of(g);
    Derived *kept = &c->derived[c->inner][id];
    if (!KEPT(g, kept->skills_when, same_skills(kept, compute_skills(g, id)))) {
        Derived v = compute_skills(g, id);
        memcpy(kept->skill, v.skill, sizeof v.skill);
        kept->icons = v.icons;
        kept->may_gain = v.may_gain;
        kept->skills_when = c->assuming ? 0 : c->generation;
    }
    return kept;
}

static uint64_t NOINLINE mods_aboard(const Game *g, CardId ship)
{
    uint64_t mods = 0;
    FOR_HOSTED(g, id, ship)
        mods |= printed(g, id)->ship_mods;
    return mods;
}

/* Which of these kinds of modifier could concern the card at all. */
static uint64_t mods_near(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    uint64_t aboard = g->ship_mods && def->type == TYPE_SHIP ? mods_aboard(g, id) : 0;
    return ((card_in_play(g, id) ? g->wide_mods : g->far_mods)[def->type] | def->own_mods | aboard) & g->mods;
}

int attribute(const Game *g, CardId id, int which)
{
    const CardDef *def = printed(g, id);
    if (!((g->changed_attributes[def->type] | def->own_attributes) >> which & 1) || !(mods_near(g, id) & attribute_mods()))
        return def->attribute[which];
    return derived_attributes(g, id)->attribute[which];
}

int skill_level(const Game *g, CardId id, int skill)
{
    if (!skill_in(g->changed_skills, skill) || !(mods_near(g, id) & skill_mods()))
        return printed(g, id)->skill[skill];
    return derived_skills(g, id)->skill[skill];
}

IconSet icons_of(const Game *g, CardId id)
{
    if (!(mods_near(g, id) & icon_mods()))
        return printed(g, id)->icons;
    return derived_skills(g, id)->icons;
}

bool icons_change(const Game *g)
{
    return g->mods & icon_mods();
}

/* Calls fn for each thing that changes a value of that kind on this card. */
void value_parts(const Game *g, CardId id, int mod_op, int what, PartFn *fn, void *to)
{
    Cache *c = cache_of(g);
    if (!(mods_near(g, id) & mod_bit(mod_op)) || c->depth > 3)    /* a text that reaches by what it changes: enough is enough */
        return;
    c->depth++;
    const Catalogue *cat = g->world->cat;
    for (int i = 0; i < g->static_count; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        if (!(g->cache.static_mods[i] & mod_bit(mod_op)) || !text_reaches(g, s, a, id))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op != mod_op)
                continue;
            int first = node_value(cat, m, 0);
            if (mod_op == NODE_MOD_ATTR || mod_op == NODE_MOD_SET) {
                if (attribute_bits(g, id, first) >> what & 1)
                    fn(to, static_amount(g, s, &ctx, node_child(cat, m, 1), k), s->card, RULE_MODIFIERS);
            } else if (mod_op == NODE_MOD_SKILL) {
                int levels = node_value(cat, m, 1);
                if (first == what)
                    fn(to, levels ? levels : 1, s->card, RULE_LEVELS_ADD);
            } else {
                bool counts = cat->node[m].argc && mod_op != NODE_MOD_DAMAGE_MORE;
                int amount = counts ? static_amount(g, s, &ctx, node_child(cat, m, 0), k) : cat->node[m].argc ? first : 1;
                fn(to, amount, s->card, RULE_MODIFIERS);
            }
        }
    }
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op != mod_op || m->target != id)
            continue;
        if (mod_op == NODE_MOD_ATTR || mod_op == NODE_MOD_SET ? attribute_bits(g, id, m->what) >> what & 1
                : mod_op == NODE_MOD_SKILL ? m->what == what : true)
            fn(to, m->amount, m->source, RULE_MODIFIERS);
    }
    c->depth--;
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

static int not_negative(int value)
{
    return value > 0 ? value : 0;
}

/* The card's own text on its cost, as far as it simply holds (2E-7.23; dilemmas: 10.34). */
static int own_cost(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    if (!has_kind(def, NODE_OWN_COST))
        return 0;
    int sum = 0;
    Ctx ctx = ctx_of(g, id);
    if (!card_in_play(g, id) && def->type != TYPE_DILEMMA)
        ctx.you = g->card[id].owner;
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        if (a->kind == NODE_OWN_COST && guard_holds(g, &ctx, a))
            sum += quantity(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return sum;
}

int price_of(const Game *g, CardId id)
{
    return not_negative(printed(g, id)->cost + own_cost(g, id) + modified_by(g, id, NODE_MOD_COST));
}

/* A card's own text changes its cost while it is played, a dilemma's from its reveal (2E-7.3, 10.34); before and after it is silent. */
int cost_of(const Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        return price_of(g, id);
    return not_negative(printed(g, id)->cost + modified_by(g, id, NODE_MOD_COST));
}

int mission_points(const Game *g, CardId id, int player)
{
    return not_negative(mission_end(g, id, player)->points + modified_by(g, id, NODE_MOD_POINTS));
}

/* What changes a span changes it for both players; it is kept for who seeded the mission. */
int mission_span(const Game *g, CardId id, int player)
{
    int span = mission_end(g, id, player)->span;
    if (!(mods_near(g, id) & mod_bit(NODE_MOD_SPAN)))
        return span;
    return not_negative(derived_attributes(g, id)->attribute[0] + span - mission_end(g, id, g->card[id].owner)->span);
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

static bool static_species(const Game *g, const StaticText *s, int trait, bool has)
{
    const Catalogue *cat = g->world->cat;
    const Ability *a = &cat->ability[s->ability];
    for (int k = 0; k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        if (cat->node[m].op == NODE_MOD_SPECIES)
            has = becomes(g, node_value(cat, m, 0), trait, has);
    }
    return has;
}

/* What lasting texts and then texts for a time make of a species.  The reach of a lasting one sees the card as it was before:
 * "each Human becomes a Borg" would never end otherwise. */
static bool given_species(const Game *g, CardId id, int trait, bool has)
{
    Cache *c = cache_of(g);
    uint8_t level = c->inner;
    for (int i = 0; i < g->static_count && level + 1 < DERIVED_LEVELS; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        if (!(g->cache.static_mods[i] & mod_bit(NODE_MOD_SPECIES)))
            continue;
        c->inner = DERIVED_LEVELS - 1;
        bool reached = text_reaches(g, s, a, id);
        c->inner = level;
        if (reached)
            has = static_species(g, s, trait, has);
    }
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].op == NODE_MOD_SPECIES && g->modifier[i].target == id)
            has = becomes(g, g->modifier[i].what, trait, has);
    return has;
}

/* A species that was given replaces those it had (2e-2014/species); a keyword is gained on top. */
bool has_trait(const Game *g, CardId id, int trait)
{
    const CardDef *def = printed(g, id);
    int kind = g->world->cat->trait_kind[trait];
    bool has = trait_in(&def->traits, trait);
    if (any_mod(g, NODE_MOD_SPECIES) && kind != OF_CLASS && kind != OF_REGION)
        has = given_species(g, id, trait, has);
    if (any_mod(g, NODE_MOD_TRAIT) && !has) {
        for (int i = 0; i < g->modifier_count && !has; i++)
            has = g->modifier[i].op == NODE_MOD_TRAIT && g->modifier[i].target == id && g->modifier[i].what == trait;
        Cache *c = cache_of(g);
        if (c->depth > 3)
            return false;
        c->depth++;
        for (int i = 0; i < g->static_count && !has; i++) {
            const Ability *a = &g->world->cat->ability[g->statics[i].ability];
            if (!(g->cache.static_mods[i] & mod_bit(NODE_MOD_TRAIT)))
                continue;
            for (int k = 0; k < a->body_count && !has; k++) {
                NodeId m = node_child(g->world->cat, a->node, a->body_first + k);
                has = g->world->cat->node[m].op == NODE_MOD_TRAIT && node_value(g->world->cat, m, 0) == trait
                    && text_reaches(g, &g->statics[i], a, id);
            }
        }
        c->depth--;
    }
    if (has && kind == OF_KEYWORD && is_textless(g, id)) {      /* keywords are abilities (2e-2014/abilities) */
        if (!in_force(g, RULING_ABILITIES))
            return true;
        cite_step(g, RULING_ABILITIES);
        return false;
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

int property(const Game *g, CardId id, int prop)
{
    bool ship = is_type(g, id, TYPE_SHIP);
    switch (prop) {
    case PROP_INTEGRITY: case PROP_CUNNING: case PROP_STRENGTH:
        return ship ? 0 : attribute(g, id, prop - PROP_INTEGRITY);
    case PROP_RANGE: case PROP_WEAPONS: case PROP_SHIELDS:
        return ship ? attribute(g, id, prop - PROP_RANGE) : 0;
    case PROP_ATTRIBUTES: return attribute(g, id, 0) + attribute(g, id, 1) + attribute(g, id, 2);
    case PROP_COST:       return cost_of(g, id);
    case PROP_POINTS:     return mission_points(g, id, g->card[id].commander);
    case PROP_SPAN:       return mission_span(g, id, g->card[id].commander);
    case PROP_DOTS:       return printed(g, id)->dots;
    case PROP_STAFFING:   return printed(g, id)->need_cmd + printed(g, id)->need_stf;
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

Citation why_text_forbids(const Game *g, CardId id, int act, CardId cause, CardId *by)
{
    const Catalogue *cat = g->world->cat;
    CardId found = NO_CARD;
    for (int i = 0; i < g->static_count && !found; i++) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &cat->ability[s->ability];
        if (!(g->cache.static_mods[i] & mod_bit(NODE_MOD_CANNOT)))
            continue;
        for (int k = 0; k < a->body_count && !found; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_CANNOT && node_value(cat, m, 0) == act && text_reaches(g, s, a, id)
                && forbids(g, s->card, node_child(cat, m, 1), cause) && !may_despite(g, id, act, s->card))
                found = s->card;
        }
    }
    for (int i = 0; i < g->modifier_count && !found; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == NODE_MOD_CANNOT && m->what == act && m->target == id && forbids(g, m->source, m->filter, cause)
            && !may_despite(g, id, act, m->source))
            found = m->source ? m->source : id;
    }
    if (by)
        *by = found;
    return found ? RULE_CANNOT_TEXT : CITE_NONE;
}
