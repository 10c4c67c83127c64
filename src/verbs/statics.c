/* Continuous texts: whether each holds now, whom it reaches and how much it gives.
 *
 * All three are found when they are first asked for in a generation, and kept for it.  To find them may mean to ask for values that other
 * continuous texts change, and so for those texts.  A text that depends on itself in this way, directly or through others, is in a cycle
 * (Ability.cycle, verbs/cycles.c); among the texts of one cycle each sees only those that come before it: first those that make texts silent,
 * then the older (2E-19.4).  All other texts are seen by everybody.  So the outcome is the same whatever was asked first. */
#include "verbs/text.h"
#include "kernel/trace.h"

#include <stdlib.h>

static const Ability *text_of(const Game *g, int i)
{
    return &g->cat->ability[g->statics[i].ability];
}

/* ---- which texts could change what ---- */

static void text_add(TextSet *set, int i)
{
    set->word[i / 64] |= (uint64_t)1 << i % 64;
}

/* Bit per attribute, those of a personnel and then those of a ship, that cards have which the text can reach. */
static unsigned attributes_in_reach(const Game *g, int i)
{
    const unsigned personnel = (1u << ATTRIBUTE_COUNT) - 1, ship = personnel << ATTRIBUTE_COUNT;
    const Ability *a = text_of(g, i);
    TypeSet types = a->reach == REACHES_SELF ? type_bit(card_type(g, g->statics[i].card)) : a->types;
    return (types & IN_SPACE_TYPES ? ship : 0) | (types & ~(TypeSet)IN_SPACE_TYPES ? personnel : 0);
}

static void forget_texts(Cache *c)
{
    memset(c->texts_giving, 0, sizeof c->texts_giving);
    memset(c->texts_on_skill, 0, sizeof c->texts_on_skill);
    memset(c->texts_on_attribute, 0, sizeof c->texts_on_attribute);
    c->texts_self_fed = c->texts_silencing = c->texts_on_icons = c->texts_of_rules = (TextSet){ { 0 } };
}

/* A text with modifiers of the kinds that share a bit: which of them it gives. */
static void note_seldom_given(const Game *g, Cache *c, int i)
{
    const Catalogue *cat = g->cat;
    const Ability *a = text_of(g, i);
    for (int k = 0; k < a->body_count; k++) {
        int op = cat->node[node_child(cat, a->node, a->body_first + k)].op;
        if (shares_mod_bit(op))
            text_add(&c->texts_giving[op - NODE_MOD_ATTR], i);
    }
}

/* Texts that came are added to the sets; when one has gone, all are found anew. */
static void find_texts(const Game *g, Cache *c)
{
    const SkillSet every_skill = ~(SkillSet)0 >> (64 - SKILL_COUNT);
    if (c->texts_found == 0)
        forget_texts(c);
    for (int i = c->texts_found; i < g->static_count; i++) {
        const Ability *a = text_of(g, i);
        for (uint64_t mods = a->mods & ~(uint64_t)(1ull << MOD_SHARED_BIT); mods; mods &= mods - 1)
            text_add(&c->texts_giving[__builtin_ctzll(mods)], i);
        if (a->mods >> MOD_SHARED_BIT & 1)
            note_seldom_given(g, c, i);
        for (SkillSet skills = a->skills & every_skill; skills; skills &= skills - 1)
            text_add(&c->texts_on_skill[__builtin_ctzll(skills)], i);
        for (unsigned attributes = a->attributes & attributes_in_reach(g, i); attributes; attributes &= attributes - 1)
            text_add(&c->texts_on_attribute[__builtin_ctz(attributes)], i);
        if (a->self_fed)
            text_add(&c->texts_self_fed, i);
        if (a->mods & silencing_mods())
            text_add(&c->texts_silencing, i);
        if (a->mods & (icon_mods()))
            text_add(&c->texts_on_icons, i);
        if (a->kind != NODE_STATIC)
            text_add(&c->texts_of_rules, i);
    }
    c->texts_found = g->static_count;
}

static const Cache *texts_of(const Game *g)
{
    Cache *c = cache_of(g);
    if (c->texts_found != g->static_count)
        find_texts(g, c);
    return c;
}

const TextSet *texts_giving(const Game *g, int mod_op) { return &texts_of(g)->texts_giving[mod_op - NODE_MOD_ATTR]; }
const TextSet *texts_on_skill(const Game *g, int skill) { return &texts_of(g)->texts_on_skill[skill]; }
const TextSet *texts_on_attribute(const Game *g, int attribute) { return &texts_of(g)->texts_on_attribute[attribute]; }
const TextSet *texts_on_icons(const Game *g) { return &texts_of(g)->texts_on_icons; }
const TextSet *texts_of_rules(const Game *g) { return &texts_of(g)->texts_of_rules; }

/* ---- who asks ---- */

/* The place of a text among those of its cycle: those that make others silent come first, then the older. */
static uint32_t place_in_cycle(const Game *g, int i)
{
    bool silences = text_of(g, i)->mods & silencing_mods();
    return g->statics[i].born | (silences ? 0 : 1u << 31);
}

/* From now on it is this text that asks; returns who asked before. */
static Asker ask_for(const Game *g, int i)
{
    Cache *c = cache_of(g);
    Asker before = c->asker;
    c->asker = (Asker){ .cycle = text_of(g, i)->cycle, .text = (uint16_t)i };
    if (c->asker.cycle)
        c->asker.place = place_in_cycle(g, i);
    return before;
}

static bool is_seen(const Game *g, int i)
{
    const Asker *asker = &g->cache.asker;
    int cycle = text_of(g, i)->cycle;
    return cycle == 0 || cycle != asker->cycle || place_in_cycle(g, i) < asker->place;
}

/* ---- whether it holds ---- */

static bool on_ship(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_ON && (is_type(g, g->card[id].host, TYPE_SHIP) || is_type(g, g->card[id].host, TYPE_FACILITY));
}

bool is_damage_card(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    if (def->type == TYPE_TACTIC)
        return true;
    for (int i = 0; i < def->ability_count; i++)
        if (g->cat->ability[def->ability + i].damage)
            return true;
    return false;
}

/* "Ignore its next ability": the one after the play option that was taken. */
static bool NOINLINE is_ignored_next(const Game *g, CardId id, const Ability *a)
{
    const CardDef *def = printed(g, id);
    int i = 0;
    while (i < def->ability_count && g->cat->ability[def->ability + i].kind != NODE_PLAY_OPTION)
        i++;
    return a == &g->cat->ability[def->ability + i + 1];
}

/* A dilemma acts while it is faced (10.39) and while it lies somewhere in play (11.18). */
static bool is_faced(const Game *g, CardId id)
{
    return g->encounter.active && g->encounter.current == id && g->encounter.facing;
}

/* While a dilemma is faced, what it says of those who face it applies; anything else that lasts begins where its text has placed it (10.40, 11.18). */
static bool acts_while_faced(const Game *g, const Ability *a)
{
    return a->kind != NODE_STATIC || node_mentions(g->cat, a->node, NODE_GROUP);
}

/* A text for a time: an effect of its card has brought it about. */
bool NOINLINE is_granted(const Game *g, CardId id, const Ability *a)
{
    int number = (int)(a - &g->cat->ability[printed(g, id)->ability]);
    for (int i = 0; i < g->modifier_count && g->mods & mod_bit(NODE_MOD_GRANTED); i++)
        if (g->modifier[i].op == NODE_MOD_GRANTED && g->modifier[i].target == id && g->modifier[i].what == number)
            return true;
    return false;
}

/* Another copy of the same player's came before it to the same card or core, and copies do not add up. */
static bool is_one_too_many(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    if (!has_kind(printed(g, id), NODE_NOT_CUMULATIVE))
        return false;
    for (CardId other = c->above; other != NO_CARD; other = g->card[other].above)
        if (g->card[other].def == c->def && g->card[other].zone == c->zone && g->card[other].commander == c->commander)
            return true;
    return false;
}

/* An effect that was set in motion for a time and speaks neither of its card nor of where that is: it goes on, whatever becomes of the card in play
 * (2E-18.18). */
static bool goes_on_alone(const Game *g, const Ability *a)
{
    static const uint16_t about_its_card[] = { NODE_SELF, NODE_PRESENT, NODE_HERE, NODE_HOST, NODE_THIS_MISSION, NODE_THIS_SHIP };
    bool alone = a->for_now;
    for (int i = 0; alone && i < (int)countof(about_its_card); i++)
        alone = !node_mentions(g->cat, a->node, about_its_card[i]);
    return alone;
}

static bool NOINLINE is_active_there(const Game *g, CardId id, const Ability *a)
{
    const Card *c = &g->card[id];
    if (!card_in_play(g, id))
        return is_faced(g, id) && !a->damage && !a->reversed && acts_while_faced(g, a);
    if (barred(g, id) & BARS_TEXT && !goes_on_alone(g, a))
        return false;
    if (a->damage != (on_ship(g, id) && is_damage_card(g, id)))
        return false;                           /* 2E-15.9: on a ship only the damage part is active, elsewhere the rest */
    if (a->reversed != is_reversed(g, id))
        return false;
    if (c->flags & NEXT_IGNORED && is_ignored_next(g, id, a))
        return false;
    if ((a->for_now && !is_granted(g, id, a)) || is_one_too_many(g, id))
        return false;
    return !is_textless(g, id);
}

/* Mostly a card simply lies in play, in no state that bars anything, and nothing more need be asked. */
bool text_active(const Game *g, CardId id, const Ability *a)
{
    const Card *c = &g->card[id];
    bool plain = card_in_play(g, id) && zone_info[c->zone].in_play == PLAY_IN && !(c->flags & (barring_states | NEXT_IGNORED | REVERSED)) && !a->at_times
        && !texts_are_ignored(g) && !has_kind(printed(g, id), NODE_NOT_CUMULATIVE);
#ifdef SPACELINE_CHECK
    assert(!plain || is_active_there(g, id, a));
#endif
    return plain || is_active_there(g, id, a);
}

/* A sentence that begins with "also" stands under the condition of the one before (2e-2014/conditional-effects). */
bool guard_is_true(const Game *g, const Ctx *ctx, const Ability *a)
{
    if (a->also) {
        cite_step(g, RULING_ALSO);
        if (!in_force(g, RULING_ALSO))
            return true;
    }
    return !a->guard || condition(g, ctx, a->guard);
}

static bool find_holds(const Game *g, int i)
{
    const Ability *a = text_of(g, i);
    CardId card = g->statics[i].card;
    Asker before = ask_for(g, i);
    Ctx ctx = ctx_of(g, card);
    bool holds = text_active(g, card, a) && guard_holds(g, &ctx, a);
    cache_of(g)->asker = before;
    return holds;
}

/* A text that came to ask itself although it is in no cycle: cycles.c has missed something that it asks.  It is silent then; the check build
 * stops. */
static TextNow *own_question(const Game *g, int i)
{
    static TextNow silent;
#ifdef SPACELINE_CHECK
    fprintf(stderr, "spaceline: a continuous text of '%s' asks itself and is in no cycle\n", printed(g, g->statics[i].card)->name);
    abort();
#endif
    (void)g, (void)i;
    return &silent;
}

/* What is known of it in this generation. */
static TextNow *text_now(const Game *g, int i)
{
    TextNow *now = &cache_of(g)->text[i];
    if (now->busy)
        return own_question(g, i);
    if (!KEPT(g, now->when, now->holds == find_holds(g, i))) {
        now->busy = true;
        now->holds = find_holds(g, i);
        now->amounts = now->reach = 0;
        now->busy = false;
        now->when = g->cache.generation;
    }
    return now;
}

/* ---- whom it reaches ---- */

/* Whether a text can be meant for this card at all, from where the two are. */
static inline bool may_reach(const Game *g, CardId source, const Ability *a, CardId id)
{
    if (a->reach == REACHES_SELF)
        return source == id;
    if (!type_in(a->types, card_type(g, id)) || (g->card[id].flags & ARRIVING && source != id))
        return false;
    switch (a->reach) {
    case REACHES_HOST:    return g->card[source].host == id;
    case REACHES_SHIP:    return this_ship(g, source) == id && card_in_play(g, id);
    case REACHES_IN_PLAY: return card_in_play(g, id);
    default:              return true;
    }
}

/* "While an opponent …, that opponent's personnel …", and there are several opponents: the condition is true of the one whose card this is (2E-24.3). */
static bool is_of_its_opponent(const Game *g, Ctx *ctx, const Ability *a, CardId id)
{
    int whose = card_in_play(g, id) ? g->card[id].commander : g->card[id].owner;
    if (whose == ctx->you || !a->guard || !node_mentions(g->cat, a->filter, NODE_OPPONENT) || !node_mentions(g->cat, a->guard, NODE_OPPONENT))
        return true;
    ctx->opponent = (uint8_t)(whose + 1);
    return guard_holds(g, ctx, a);
}

static bool find_fits(const Game *g, int i, CardId id)
{
    Asker before = ask_for(g, i);
    Ctx ctx = ctx_of(g, g->statics[i].card);
    bool fits = filter_is(g, &ctx, text_of(g, i)->filter, id) && (g->players < 3 || is_of_its_opponent(g, &ctx, text_of(g, i), id));
    cache_of(g)->asker = before;
    return fits;
}

/* Where it is kept whom a text reaches in this generation; NULL: there is no room left. */
static Reached *reach_of(const Game *g, TextNow *now)
{
    Cache *c = cache_of(g);
    if (c->reach_when != c->generation) {
        c->reach_when = c->generation;
        c->reach_count = 0;
    }
    if (!now->reach && c->reach_count < MAX_REACHES) {
        now->reach = (uint8_t)++c->reach_count;
        c->reach[now->reach - 1] = (Reached){ .asked = { .used = 0 } };
    }
    return now->reach ? &c->reach[now->reach - 1] : NULL;
}

static bool find_fits_of(const Game *g, int i, CardId id, TextNow *now)
{
    now->busy = true;
    bool fits = find_fits(g, i, id);
    now->busy = false;
    return fits;
}

static bool fits(const Game *g, int i, CardId id, TextNow *now)
{
    if (text_of(g, i)->whole)                   /* it reaches what it names by its place: no further question */
        return true;
    Reached *reach = reach_of(g, now);
    if (!reach)
        return find_fits_of(g, i, id, now);
    if (!set_has(&reach->asked, id)) {
        if (find_fits_of(g, i, id, now))
            set_add(&reach->reached, id);
        set_add(&reach->asked, id);
    }
    return KEPT(g, now->when, set_has(&reach->reached, id) == find_fits(g, i, id)) && set_has(&reach->reached, id);
}

/* A text that gives icons or skills which its own condition asks for holds if it did at the last decision; whether it still does is seen from
 * there (2E-19.7).  While it asks whom it reaches, it counts for nothing, or the question would never end. */
static bool held_reaches(const Game *g, int i, CardId id)
{
    Cache *c = cache_of(g);
    const StaticText *s = &g->statics[i];
    if (!s->held || c->asker.text != i || c->assuming)
        return false;
    c->assuming = true;
    bool would = may_reach(g, s->card, text_of(g, i), id) && text_active(g, s->card, text_of(g, i)) && find_fits(g, i, id);
    c->assuming = false;
    return would;
}

/* Whether it does reach a card that it may reach. */
static bool NOINLINE does_reach(const Game *g, int i, CardId id)
{
    if (!is_seen(g, i))
        return held_reaches(g, i, id);
    TextNow *now = text_now(g, i);
    return now->holds && fits(g, i, id, now);
}

/* Most texts are not meant for most cards: that is asked first, and here, where the caller's loop is. */
static inline bool reaches(const Game *g, int i, CardId id)
{
    return may_reach(g, g->statics[i].card, text_of(g, i), id) && does_reach(g, i, id);
}

bool text_reaches(const Game *g, int i, CardId id)
{
    return reaches(g, i, id);
}

static bool has_lost(const Game *g, CardId id, bool keywords)
{
    if (is_drone(g, id))
        return true;
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        if (m->target == id && (m->op == NODE_MOD_TEXTLESS || (m->op == NODE_MOD_NO_ABILITIES && !(keywords && m->what == KEEPS_KEYWORDS))))
            return true;
    }
    const TextSet *silencing = &texts_of(g)->texts_silencing;
    FOR_TEXTS(g, i, silencing)
        if (g->statics[i].card != id && reaches(g, i, id))
            return true;
    return false;
}

bool is_textless_now(const Game *g, CardId id)
{
    return has_lost(g, id, false);
}

bool has_lost_keywords(const Game *g, CardId id)
{
    return texts_are_ignored(g) && has_lost(g, id, true);
}

void texts_note_fed(Game *g)
{
    const TextSet *fed = &texts_of(g)->texts_self_fed;
    FOR_TEXTS(g, i, fed) {
        StaticText *s = &g->statics[i];
        bool holds = text_now(g, i)->holds;
        if (holds != s->held)
            table_changed(g);
        s->held = holds;
    }
}

/* ---- what it gives ---- */

static int find_amount(const Game *g, int i, NodeId q, CardId bearer)
{
    Asker before = ask_for(g, i);
    Ctx ctx = ctx_of(g, g->statics[i].card);
    ctx.bearer = bearer;
    int amount = quantity(g, &ctx, q);
    cache_of(g)->asker = before;
    return amount;
}

/* How much its k-th modifier gives: the same for everybody it reaches, unless it speaks of the card that it changes. */
static int amount_of_text(const Game *g, int i, NodeId q, int k, CardId bearer)
{
    if (g->cat->node[q].op == NODE_NUMBER)
        return node_value(g->cat, q, 0);
    if (k >= TEXT_AMOUNTS || !is_seen(g, i) || text_of(g, i)->uses_that)
        return find_amount(g, i, q, bearer);
    TextNow *now = text_now(g, i);
    if (!(now->amounts >> k & 1)) {
        now->busy = true;
        now->amount[k] = (int16_t)find_amount(g, i, q, bearer);
        now->amounts |= (uint8_t)(1u << k);
        now->busy = false;
    }
    return KEPT(g, now->when, now->amount[k] == (int16_t)find_amount(g, i, q, bearer)) ? now->amount[k] : 0;
}

/* Who only looks at a value cannot end the game: it ends at its next decision. */
static void step_add(const Game *g, Steps *to, Step step)
{
    if (to->count < MAX_STEPS)
        to->step[to->count++] = step;
    else
        cache_of(g)->full = CAPACITY_STEPS;
}

/* The k-th modifier of a text as steps. */
static void add_steps_of(const Game *g, int i, int k, NodeId m, CardId bearer, Steps *to)
{
    const Catalogue *cat = g->cat;
    const Node *n = &cat->node[m];
    Step step = { .op = n->op, .source = g->statics[i].card };
    switch (n->op) {
    case NODE_MOD_ATTR: case NODE_MOD_SET: case NODE_MOD_TIMES: case NODE_MOD_REQ_ONE:
        step.what = (int16_t)node_value(cat, m, 0);
        step.amount = (int16_t)amount_of_text(g, i, node_child(cat, m, 1), k, bearer);
        break;
    case NODE_MOD_SKILL:
        step.what = (int16_t)node_value(cat, m, 0);
        step.amount = (int16_t)(node_value(cat, m, 1) ? node_value(cat, m, 1) : 1);
        break;
    case NODE_MOD_LOSE:
        for (int listed = 0; listed < n->argc; listed++) {
            step.what = (int16_t)node_value(cat, m, listed);
            step_add(g, to, step);
        }
        step.what = -1;
        if (n->argc)
            return;
        break;
    case NODE_MOD_SUBSTITUTE: case NODE_MOD_MEET_SKILL: case NODE_MOD_CONTRIBUTES: case NODE_MOD_STAFF_LEVELS:
        step.what = (int16_t)node_value(cat, m, 0);
        step.amount = (int16_t)node_value(cat, m, 1);
        break;
    case NODE_MOD_ICON: case NODE_MOD_LOSE_ICON: case NODE_MOD_AFFILIATION: case NODE_MOD_TRAIT: case NODE_MOD_SPECIES: case NODE_MOD_OFF_LINE: case NODE_MOD_MAY_ATTACK:
    case NODE_MOD_COMMANDER: case NODE_MOD_LOSE_TRAIT: case NODE_MOD_STAFF_LESS: case NODE_MOD_STAFF_MORE: case NODE_MOD_NOT_WITH: case NODE_MOD_GAIN_ONLY:
        step.what = (int16_t)node_value(cat, m, 0);
        break;
    case NODE_MOD_DAMAGE_MORE: case NODE_MOD_ATTEMPT_SIZE: case NODE_MOD_SPAN_SET:
        step.amount = (int16_t)node_value(cat, m, 0);
        break;
    default:
        step.amount = (int16_t)(n->argc ? amount_of_text(g, i, node_child(cat, m, 0), k, bearer) : 1);
        break;
    }
    step_add(g, to, step);
}

static void add_text(const Game *g, int i, uint64_t mods, CardId bearer, Steps *to)
{
    const Catalogue *cat = g->cat;
    const Ability *a = text_of(g, i);
    for (int k = 0; k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        if (mods & mod_bit(cat->node[m].op))
            add_steps_of(g, i, k, m, bearer, to);
    }
}

void find_steps(const Game *g, CardId id, const TextSet *among, uint64_t mods, Steps *to)
{
    int m = 0;
    to->count = 0;
    FOR_TEXTS(g, i, among) {
        if (!reaches(g, i, id))
            continue;
        for (; m < g->modifier_count && g->modifier[m].born < g->statics[i].born; m++)
            if (g->modifier[m].target == id && mods & mod_bit(g->modifier[m].op))
                step_add(g, to, (Step){ g->modifier[m].op, g->modifier[m].what, g->modifier[m].amount, g->modifier[m].source });
        add_text(g, i, mods, id, to);
    }
    for (; m < g->modifier_count; m++)
        if (g->modifier[m].target == id && mods & mod_bit(g->modifier[m].op))
            step_add(g, to, (Step){ g->modifier[m].op, g->modifier[m].what, g->modifier[m].amount, g->modifier[m].source });
}

void find_steps_of(const Game *g, CardId id, int mod_op, Steps *to)
{
    find_steps(g, id, texts_giving(g, mod_op), mod_bit(mod_op), to);
    if (!shares_mod_bit(mod_op))
        return;
    int kept = 0;
    for (int i = 0; i < to->count; i++)
        if (to->step[i].op == mod_op)
            to->step[kept++] = to->step[i];
    to->count = kept;
}
