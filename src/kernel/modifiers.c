/* What texts do for a time, and as long as their cards are in play. */
#include "kernel/inside.h"

SkillSet skills_changed(int mod_op, int what)
{
    if (mod_op == NODE_MOD_NO_SKILLS || mod_op == NODE_MOD_SHARES || mod_op == NODE_MOD_NO_FIRST || mod_op == NODE_MOD_NO_FACING || mod_op == NODE_MOD_AS_LISTED || mod_op == NODE_MOD_EACH_MORE || mod_op == NODE_MOD_HAS_NAMED || (mod_op == NODE_MOD_LOSE && what < 0))
        return ~(SkillSet)0;
    return mod_op == NODE_MOD_SKILL || mod_op == NODE_MOD_LOSE ? skill_bit(what) : 0;
}

uint8_t attributes_changed(int mod_op, int what)
{
    if (mod_op != NODE_MOD_ATTR && mod_op != NODE_MOD_SET && mod_op != NODE_MOD_TIMES && mod_op != NODE_MOD_OFF_LINE)
        return 0;
    bool one = what >= ATTR_INTEGRITY && what <= ATTR_SHIELDS;
    return (uint8_t)(one ? 1u << (what - ATTR_INTEGRITY) : (1u << 2 * ATTRIBUTE_COUNT) - 1);
}

/* Most texts change one skill, or attributes of one type of card: what they do not change is what is printed. */
static void note_changed(Game *g, TypeSet types, SkillSet skills, unsigned attributes)
{
    g->changed_skills |= skills;
    for (TypeSet left = types & EVERY_TYPE; attributes && left; left &= left - 1)
        g->changed_attributes[__builtin_ctz(left)] |= attributes_of_type(attributes, __builtin_ctz(left));
}

/* The state that a modifier puts a card into; 0: none. */
static uint32_t state_given(int op)
{
    return op == NODE_MOD_DISABLED ? DISABLED : op == NODE_MOD_STASIS ? STASIS : 0;
}

static void note_modifier(Game *g, const Modifier *m)
{
    g->mods |= mod_bit(m->op);
    g->text_mods |= mod_bit(m->op);
    g->far_mods[card_type(g, m->target)] |= mod_bit(m->op);
    g->wide_mods[card_type(g, m->target)] |= mod_bit(m->op);
    if (m->op == NODE_MOD_CANNOT)
        g->acts |= act_bit(m->what);
    note_changed(g, type_bit(card_type(g, m->target)), skills_changed(m->op, m->what), attributes_changed(m->op, m->what));
}

static void note_static(Game *g, const StaticText *s)
{
    const Ability *a = &g->world->cat->ability[s->ability];
    bool self_only = a->reach == REACHES_SELF;
    note_changed(g, self_only ? 0 : a->types, a->skills, a->attributes);
    bool aboard = (a->reach == REACHES_SHIP || a->reach == REACHES_HOST) && !is_type(g, s->card, TYPE_DILEMMA);
    if (aboard)
        g->ship_mods |= a->mods;
    TypeSet wide = self_only ? 0 : a->types & EVERY_TYPE & ~(aboard ? type_bit(TYPE_SHIP) : 0);
    for (TypeSet left = wide; left; left &= left - 1) {
        g->wide_mods[__builtin_ctz(left)] |= a->mods;
        g->far_mods[__builtin_ctz(left)] |= a->far ? a->mods : 0;
    }
    g->mods |= a->mods;
    g->text_mods |= a->mods;
    g->acts |= a->acts;
    g->some_fed |= a->self_fed;
}

/* What is assimilated has other icons and words, and a personnel no text: that needs no modifier (verbs/values.c), but the question is to be asked. */
static void note_assimilated(Game *g)
{
    static const int types[] = { TYPE_PERSONNEL, TYPE_SHIP, TYPE_FACILITY };
    uint64_t mods = mod_bit(NODE_MOD_ICON) | mod_bit(NODE_MOD_TRAIT) | mod_bit(NODE_MOD_TEXTLESS);
    g->mods |= mods;
    for (size_t i = 0; i < countof(types); i++)
        g->wide_mods[types[i]] |= mods;
}

void assimilated_begin(Game *g)
{
    g->some_assimilated = true;
    note_assimilated(g);
}

/* Finds out which kinds of modifier act at all.  Most questions about values end here: of most kinds none does. */
void modifiers_count(Game *g)
{
    g->mods = g->text_mods = g->acts = g->ship_mods = 0;
    memset(g->far_mods, 0, sizeof g->far_mods);
    memset(g->wide_mods, 0, sizeof g->wide_mods);
    g->changed_skills = 0;
    memset(g->changed_attributes, 0, sizeof g->changed_attributes);
    g->some_fed = false;
    g->cache.texts_found = 0;
    for (int i = 0; i < g->modifier_count; i++)
        note_modifier(g, &g->modifier[i]);
    for (int i = 0; i < g->static_count; i++)
        note_static(g, &g->statics[i]);
    if (g->some_assimilated)
        note_assimilated(g);
}

/* What adds may be added up: the same text on the same card for the same time is one modifier with a larger amount. */
static Modifier *same_modifier(Game *g, const Modifier *m)
{
    bool adds = m->op == NODE_MOD_ATTR || m->op == NODE_MOD_SKILL || m->op == NODE_MOD_COST || m->op == NODE_MOD_POINTS
        || m->op == NODE_MOD_SPAN || m->op == NODE_MOD_MOVE || m->op == NODE_MOD_REQ_ATTR || m->op == NODE_MOD_REQ_ONE || m->op == NODE_MOD_REQ_LEVEL || m->op == NODE_MOD_WEAPON;
    for (int i = g->modifier_count - 1; adds && i >= 0; i--) {
        Modifier *o = &g->modifier[i];
        if (m->op == NODE_MOD_SKILL && o->target == m->target && (o->op == NODE_MOD_LOSE || o->op == NODE_MOD_NO_SKILLS))
            return NULL;                        /* what was gained before that is lost (2E-19.4) */
        if (o->op == m->op && o->target == m->target && o->source == m->source && o->what == m->what && o->until == m->until
            && o->player == m->player && o->filter == m->filter && o->amount < 999 && o->amount > -999)
            return o;
    }
    return NULL;
}

/* A card that changes its affiliation for good by its own doing, as a station does each time it is commandeered, has the last one only. */
static void drop_former_affiliation(Game *g, const Modifier *m)
{
    for (int i = 0; m->op == NODE_MOD_AFFILIATION && m->until == UNTIL_FOREVER && i < g->modifier_count; i++)
        if (g->modifier[i].op == m->op && g->modifier[i].until == m->until && g->modifier[i].target == m->target && g->modifier[i].source == m->source) {
            modifier_take(g, i);
            return;
        }
}

void modifier_add(Game *g, Modifier m)
{
    drop_former_affiliation(g, &m);
    Modifier *same = same_modifier(g, &m);
    if (same) {
        same->amount = (int16_t)(same->amount + m.amount);
        table_changed(g);
        return;
    }
    if (g->modifier_count == MAX_MODIFIERS) {
        game_overflow(g, CAPACITY_MODIFIERS);
        return;
    }
    m.born = g->clock++;
    g->modifier[g->modifier_count++] = m;
    note_modifier(g, &m);
    note_mark(g, CAPACITY_MODIFIERS, g->modifier_count);
    table_changed(g);
    if (state_given(m.op)) {
        card_flag(g, m.target, state_given(m.op), true);
        group_leave(g, m.target);               /* who is disabled takes no part in an attempt (1E-14.3) */
    }
}

/* The states that ended modifiers had given end with them, unless another gives the same. */
static void states_end(Game *g, uint16_t op, const CardSet *targets)
{
    CardSet still = { 0 };
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].op == op)
            set_add(&still, g->modifier[i].target);
    FOR_SET(id, targets)
        if (!set_has(&still, id))
            card_flag(g, id, state_given(op), false);
}

/* Takes out those that `ends` names. */
typedef struct { int until, player; CardId card; } Ending;
typedef bool EndsFn(const Modifier *, const Ending *);

static void modifiers_take_out(Game *g, EndsFn *ends, Ending which)
{
    int kept = 0;
    CardSet freed[2];
    memset(freed, 0, sizeof freed);
    for (int i = 0; i < g->modifier_count; i++) {
        Modifier m = g->modifier[i];
        if (!ends(&m, &which))
            g->modifier[kept++] = m;
        else if (state_given(m.op) && m.target != which.card)        /* who leaves play loses all marks anyway */
            set_add(&freed[m.op == NODE_MOD_STASIS], m.target);
    }
    if (kept == g->modifier_count)
        return;
    g->modifier_count = (uint16_t)kept;
    modifiers_count(g);
    table_changed(g);
    states_end(g, NODE_MOD_DISABLED, &freed[0]);
    states_end(g, NODE_MOD_STASIS, &freed[1]);
}

static bool ends_now(const Modifier *m, const Ending *e)
{
    return m->until == e->until && (e->player == NOBODY || m->player == e->player);
}

void modifiers_end(Game *g, int until, int player)
{
    if (g->modifier_count)
        modifiers_take_out(g, ends_now, (Ending){ .until = until, .player = player });
}

/* What lasts until the end of his next turn lasts until the end of the turn that he begins now. */
void modifiers_end_this_turn(Game *g, int player)
{
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].until == UNTIL_YOUR_TURN_END && g->modifier[i].player == player)
            g->modifier[i].until = UNTIL_TURN_END;
}

/* What is owed is put off like what a text does later, but is on no card; its amount says whether it is due. */
int debt_of(const Game *g, int player, bool due)
{
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->op == NODE_MOD_LATER && !m->target && m->player == player && (m->amount || !due))
            return i;
    }
    return -1;
}

void debts_fall_due(Game *g, int player)
{
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].op == NODE_MOD_LATER && !g->modifier[i].target && g->modifier[i].player == player) {
            g->modifier[i].amount = 1;
            table_changed(g);
        }
}

void modifier_take(Game *g, int at)
{
    memmove(&g->modifier[at], &g->modifier[at + 1], (size_t)(g->modifier_count - at - 1) * sizeof g->modifier[0]);
    g->modifier_count--;
    modifiers_count(g);
    table_changed(g);
}

static bool ends_from(const Modifier *m, const Ending *e)
{
    return m->until == e->until && m->source == e->card;
}

static bool is_from(const Modifier *m, const Ending *e)
{
    return m->source == e->card && m->target == (CardId)e->player;
}

void modifiers_let_go(Game *g, CardId source, CardId target)
{
    if (g->modifier_count)
        modifiers_take_out(g, is_from, (Ending){ .card = source, .player = target });
}

void modifiers_end_from(Game *g, int until, CardId source)
{
    if (g->modifier_count)
        modifiers_take_out(g, ends_from, (Ending){ .until = until, .card = source });
}

/* Those on a card, and those that last as long as it is in play. */
static bool ends_with(const Modifier *m, const Ending *e)
{
    return m->target == e->card || (m->until == UNTIL_SOURCE_GONE && m->source == e->card);
}

void modifiers_drop(Game *g, CardId card)
{
    if (g->modifier_count)
        modifiers_take_out(g, ends_with, (Ending){ .card = card });
}

/* Which kinds of ability act all the time, without being used. */
static bool acts_always(int kind)
{
    return kind == NODE_STATIC || kind == NODE_COUNTERS_EACH || kind == NODE_COUNTERS_MOST || kind == NODE_POINTS_ONLY || kind == NODE_PRINTED_MOST || kind == NODE_DOWNLOAD_DEPTH || kind == NODE_AS_FROM_HAND || kind == NODE_WIN_NEEDS || kind == NODE_SKILL_TAX
        || kind == NODE_SKILLS_TAX || kind == NODE_LIKE_TAX || kind == NODE_ATTEMPT_TAX || kind == NODE_BEAM_TAX || kind == NODE_MOVE_TAX
        || kind == NODE_BATTLE_AT_HQ || kind == NODE_COMBAT_AT_HQ || kind == NODE_ENGAGE_AT_HQ || kind == NODE_ARTIFACTS_OK || kind == NODE_PAY_POINTS_BY || kind == NODE_AS_SOON_AS
        || kind == NODE_WORTH_WHILE;
}

void statics_begin(Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i < def->ability_count; i++) {
        int at = def->ability + i;
        const Ability *a = &g->world->cat->ability[at];
        if (!acts_always(a->kind))
            continue;
        if (g->static_count == MAX_STATICS) {
            game_overflow(g, CAPACITY_STATICS);
            return;
        }
        forget_static(&g->cache, g->static_count);
        g->statics[g->static_count++] = (StaticText){ .card = id, .ability = (uint16_t)at, .born = g->clock++ & INT32_MAX };
        note_static(g, &g->statics[g->static_count - 1]);
        table_changed(g);
        g->unsettled |= a->kind == NODE_AS_SOON_AS || a->kind == NODE_WORTH_WHILE;
        note_mark(g, CAPACITY_STATICS, g->static_count);
    }
}

void statics_enter(Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    if (!events_none(&def->listens))
        set_add(&g->listening, id);
    g->cache.listening += !events_none(&def->listens_far);
    if (has_kind(def, NODE_ORDER))
        set_add(&g->ordering, id);
    if (has_kind(def, NODE_PERMIT_PLAY) || has_kind(def, NODE_PERMIT_AT))
        set_add(&g->permitting, id);
    if (type_in(CRAFT_TYPES, def->type))
        set_add(&g->crafts, id);
    if (type_in(OTHER_TYPES, def->type))
        set_add(&g->others, id);
    statics_begin(g, id);
}

void statics_leave(Game *g, CardId id)
{
    int kept = 0;
    for (int i = 0; i < g->static_count; i++)
        if (g->statics[i].card != id)
            g->statics[kept++] = g->statics[i];
    if (kept == g->static_count)
        return;
    g->static_count = (uint16_t)kept;
    modifiers_count(g);
    table_changed(g);
}
