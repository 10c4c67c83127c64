/* What can be known of a text from its words alone, found once when the cards are loaded: how far it reaches, what its meaning
 * depends on, which events it can answer. */
#include "verbs/text.h"

bool node_mentions(const Catalogue *cat, NodeId id, int op)
{
    if (id == 0)
        return false;
    const Node *n = &cat->node[id];
    if (n->op == op)
        return true;
    for (int i = 0; i < n->argc; i++)
        if (node_mentions(cat, cat->arg[n->arg + i], op))
            return true;
    return false;
}

static bool asks_for(const Catalogue *cat, NodeId id, int op, int value)
{
    if (id == 0)
        return false;
    if (cat->node[id].op == op && node_value(cat, id, 0) == value)
        return true;
    for (int i = 0; i < cat->node[id].argc; i++)
        if (asks_for(cat, node_child(cat, id, i), op, value))
            return true;
    return false;
}

static bool feeds_itself(const Catalogue *cat, const Ability *a)
{
    for (int k = 0; a->guard && k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        int op = cat->node[m].op == NODE_MOD_ICON ? NODE_ICON : cat->node[m].op == NODE_MOD_SKILL ? NODE_HAS : 0;
        if (op && asks_for(cat, a->guard, op, node_value(cat, m, 0)))
            return true;
    }
    return false;
}

uint32_t node_skills(const Catalogue *cat, NodeId id)
{
    if (id == 0)
        return 0;
    const Node *n = &cat->node[id];
    uint32_t skills = n->op == NODE_HAS || n->op == NODE_REQ_SKILL ? 1u << node_value(cat, id, 0) : 0;
    for (int i = 0; i < n->argc; i++)
        skills |= node_skills(cat, cat->arg[n->arg + i]);
    return skills;
}

/* A place named by the text's own card: what is there does not change while others move elsewhere. */
static bool is_near_word(const Catalogue *cat, NodeId id)
{
    int op = cat->node[id].op;
    if (op == NODE_ABOARD) {
        int ship = cat->node[node_child(cat, id, 0)].op;
        return ship == NODE_SELF || ship == NODE_THIS_SHIP;
    }
    return op == NODE_HERE || op == NODE_PRESENT || op == NODE_THIS_MISSION || op == NODE_THIS_SHIP || op == NODE_HOST;
}

/* Whether all cards that a filter picks out are at the mission of the text's own card. */
static bool is_confined(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    int confined = 0;
    if (n->op != NODE_AND && n->op != NODE_OR)
        return n->op == NODE_SELF || is_near_word(cat, id);
    for (int i = 0; i < n->argc; i++)
        confined += is_confined(cat, cat->arg[n->arg + i]);
    return n->op == NODE_AND ? confined > 0 : confined == n->argc;
}

/* Whether all cards that a filter picks out are out of play. */
static bool is_outside(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    bool outside = n->op == NODE_IN_HAND || n->op == NODE_IN_DISCARD || n->op == NODE_IN_DECK || n->op == NODE_IN_PILE
        || n->op == NODE_IN_REMOVED;
    for (int i = 0; n->op == NODE_AND && i < n->argc && !outside; i++)
        outside = is_outside(cat, cat->arg[n->arg + i]);
    return outside;
}

/* Where the cards are that a filter is asked about: at the mission of the text's own card, out of play, or anywhere. */
typedef enum { ANYWHERE, NEAR, OUTSIDE } Where;

static Where where_of(const Catalogue *cat, NodeId filter)
{
    return is_confined(cat, filter) ? NEAR : is_outside(cat, filter) ? OUTSIDE : ANYWHERE;
}

/* The same for a part, given where the cards of the whole are. */
static Where where_of_part(const Catalogue *cat, const Node *n, NodeId part, Where where)
{
    bool same_cards = n->op == NODE_AND || n->op == NODE_OR || n->op == NODE_NOT;
    bool same_place = n->op == NODE_ABOARD || n->op == NODE_AT || n->op == NODE_PRESENT_WITH;
    if (node_info[cat->node[part].op].result != 'F')
        return ANYWHERE;
    Where own = where_of(cat, part);
    return own == ANYWHERE && (same_cards || (same_place && where == NEAR)) ? where : own;
}

/* Whether the values that a quantity or condition asks for are those of near cards. */
static bool asks_near(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    int at = n->op == NODE_MATCHES ? 0 : 1;
    return node_info[n->op].result != 'F' && n->argc > at && is_confined(cat, node_child(cat, id, at));
}

/* What the meaning of a node can depend on, if it is a question about cards there. */
static uint32_t deps_of(const Catalogue *cat, NodeId id, Where where)
{
    if (id == 0)
        return 0;
    bool near = where == NEAR;
    const Node *n = &cat->node[id];
    uint32_t deps = 0;
    switch (n->op) {
    case NODE_LITERAL: case NODE_NUMBER: case NODE_SELF: case NODE_OTHER: case NODE_TYPE: case NODE_TITLE: case NODE_UNIQUE: case NODE_KIND:
    case NODE_QUADRANT: case NODE_DOTS_ARE: case NODE_STAFF_ICONS: case NODE_ATTEMPT_ICON: case NODE_YOU: case NODE_OPPONENT:
    case NODE_EACH_OPPONENT: case NODE_EACH_ONE: case NODE_OWNER: case NODE_LEFT: case NODE_RIGHT: case NODE_PLUS: case NODE_MINUS:
    case NODE_TIMES: case NODE_LEAST_OF: case NODE_HALF: case NODE_NEAREST_5: case NODE_BOTH: case NODE_EITHER: case NODE_NOT_SO:
    case NODE_CMP: case NODE_AND: case NODE_NOT: case NODE_ANY: case NODE_GUARD: case NODE_COST: case NODE_LIMIT: case NODE_MAY:
    case NODE_ODD: case NODE_EVEN: case NODE_ALSO: case NODE_PLAY_IF: case NODE_PLAY_COST: case NODE_COST_OPTION: case NODE_OWN_COST: case NODE_ANY_NUMBER: case NODE_COPY_OF: case NODE_DAMAGE_CARD:
    case NODE_DISCARD: case NODE_KILL: case NODE_DESTROY: case NODE_REMOVE: case NODE_PLACE: case NODE_LET: case NODE_AS: case NODE_CHOOSE: case NODE_RANDOM:
    case NODE_UP_TO: case NODE_VAR: case NODE_TO_HAND: case NODE_TO_DECK_TOP: case NODE_TO_DECK_BOTTOM: case NODE_TO_DISCARD:
        break;
    case NODE_STOP:        deps = DEP_STOPPED | DEP_TABLE; break;
    case NODE_LOSE:        deps = DEP_SCORE | DEP_HAND | DEP_TABLE; break;
    case NODE_DRAW: case NODE_DISCARD_TOP: deps = DEP_PILES; break;
    case NODE_EXISTS:
        deps = n->argc && is_outside(cat, node_child(cat, id, 0)) ? 0 : DEP_TABLE;
        break;
    case NODE_OR: case NODE_OF: case NODE_IN_CORE_OF:
        deps = DEP_TABLE;
        break;
    case NODE_COUNT: case NODE_COUNT_OF_ONE: case NODE_AT_LEAST:
        deps = DEP_TABLE | DEP_STOPPED;
        break;
    case NODE_SUM: case NODE_VALUE: case NODE_MOST: case NODE_DISTINCT: case NODE_ATTR:
        deps = DEP_TABLE | DEP_STOPPED | (near || asks_near(cat, id) ? DEP_NEAR_VALUES : DEP_VALUES);
        break;
    case NODE_MATCHES:                          /* of its own card it asks no more than the words it must match */
        if (cat->node[node_child(cat, id, 0)].op == NODE_SELF)
            break;
        deps = DEP_TABLE | DEP_STOPPED | (asks_near(cat, id) ? DEP_NEAR_SKILLS : DEP_SKILLS);
        break;
    case NODE_LEVELS: case NODE_ICON: case NODE_HAS: case NODE_TRAIT: case NODE_SPECIES_COUNT:
        deps = where == OUTSIDE ? DEP_OUTSIDE : DEP_TABLE | DEP_STOPPED | (near || asks_near(cat, id) ? DEP_NEAR_SKILLS : DEP_SKILLS);
        break;
    case NODE_HERE: case NODE_PRESENT: case NODE_PRESENT_WITH: case NODE_AT: case NODE_ABOARD: case NODE_ON_PLANET: case NODE_THIS_MISSION:
    case NODE_THIS_SHIP: case NODE_HOST:
        deps = DEP_TABLE | DEP_ATTEMPT | (near || is_near_word(cat, id) ? DEP_NEAR : DEP_PLACE);
        break;
    case NODE_STAFFED: case NODE_EQUIPPED:
        deps = DEP_TABLE | DEP_STOPPED | (near ? DEP_NEAR | DEP_NEAR_SKILLS : DEP_PLACE | DEP_SKILLS);
        break;
    case NODE_DAMAGED:     deps = DEP_TABLE | DEP_PILES | (near ? DEP_NEAR : DEP_PLACE); break;
    case NODE_STOPPED_NOW: deps = DEP_STOPPED | DEP_TABLE; break;
    case NODE_COMPLETE:    deps = DEP_MISSIONS; break;
    case NODE_REQUIRES:    deps = DEP_TABLE | DEP_VALUES; break;
    case NODE_IN_HAND:     deps = DEP_HAND; break;
    case NODE_IN_DISCARD:  deps = DEP_DISCARD; break;
    case NODE_IN_DECK: case NODE_IN_PILE: case NODE_IN_REMOVED: case NODE_BENEATH: case NODE_ON: deps = DEP_PILES; break;
    case NODE_POINTS_OF: case NODE_MORE_POINTS: case NODE_FEWER_POINTS: deps = DEP_SCORE; break;
    case NODE_TURN_OF: case NODE_NAMED: case NODE_HAS_NAMED: case NODE_NAMED_NUMBER: deps = DEP_TURN | DEP_TABLE; break;
    case NODE_GROUP: case NODE_IS_FACING: case NODE_IS_ATTEMPTING: case NODE_FACED_NOW: case NODE_FACED_ANOTHER:
        deps = DEP_ATTEMPT | DEP_TABLE;
        break;
    case NODE_INVOLVED: case NODE_IN_BATTLE: case NODE_BEGAN_IT: deps = DEP_BATTLE | DEP_TABLE; break;
    default:
        deps = n->op >= NODE_MOD_ATTR && n->op <= NODE_MOD_NO_DRAW_DUTY ? 0 : DEP_ALL | DEP_VALUES;
        if (n->op == NODE_COUNTERS_LEFT || n->op == NODE_SPEND || n->op == NODE_CAN)
            deps |= DEP_NEVER;
        if (n->op == NODE_STATIC)
            deps = 0;
        break;
    }
    for (int i = 0; i < n->argc; i++)
        deps |= deps_of(cat, cat->arg[n->arg + i], where_of_part(cat, n, cat->arg[n->arg + i], where));
    return deps;
}

static uint32_t node_deps(const Catalogue *cat, NodeId id)
{
    return deps_of(cat, id, node_info[cat->node[id].op].result == 'F' ? where_of(cat, id) : ANYWHERE);
}

typedef struct { int reach; unsigned types; } Reach;

/* What a filter can match at the most: found from its words alone. */
static Reach reach_of(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    Reach r = { REACHES_ALL, 0xFF };
    switch (n->op) {
    case NODE_SELF: r.reach = REACHES_SELF; break;
    case NODE_HOST: r.reach = REACHES_HOST; break;
    case NODE_TYPE: r.types = 1u << node_value(cat, id, 0); break;
    case NODE_OF: case NODE_HERE: case NODE_PRESENT: case NODE_PRESENT_WITH: case NODE_AT: case NODE_ABOARD: case NODE_ON_PLANET:
    case NODE_GROUP: case NODE_INVOLVED: case NODE_STAFFED: case NODE_IN_CORE_OF:
        r.reach = REACHES_IN_PLAY;
        break;
    case NODE_THIS_SHIP: r = (Reach){ REACHES_SHIP, 1u << TYPE_SHIP }; break;
    case NODE_THIS_MISSION: r = (Reach){ REACHES_IN_PLAY, 1u << TYPE_MISSION }; break;
    case NODE_HAS: case NODE_HAS_NAMED: r.types = 1u << TYPE_PERSONNEL; break;
    case NODE_AND:
        for (int i = 0; i < n->argc; i++) {
            Reach part = reach_of(cat, node_child(cat, id, i));
            r.reach = part.reach > r.reach ? part.reach : r.reach;
            r.types &= part.types;
        }
        break;
    case NODE_OR:
        r = (Reach){ REACHES_SELF, 0 };
        for (int i = 0; i < n->argc; i++) {
            Reach part = reach_of(cat, node_child(cat, id, i));
            r.reach = part.reach < r.reach ? part.reach : r.reach;
            r.types |= part.types;
        }
        break;
    default:
        break;
    }
    return r;
}

/* What an `and` reaches, and what a word of one part says, is written on its node once: see EVEN_STOPPED in verbs/text.h. */
static int filter_mark(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    if (n->op == NODE_TYPE || n->op == NODE_ICON)
        return node_value(cat, id, 0);
    if (node_info[n->op].result == 'E')
        return node_mentions(cat, id, NODE_VAR);
    int mark = (int)reach_of(cat, id).types << TYPES_SHIFT | NAMES_NO_PLACE;
    for (int k = 0; k < n->argc; k++) {
        int op = cat->node[cat->arg[n->arg + k]].op;
        if (narrowing(cat, cat->arg[n->arg + k]) == NARROWS_CLOSELY)
            mark &= ~NAMES_NO_PLACE;
        if (op == NODE_STOPPED_NOW || op == NODE_CAPTIVE || op == NODE_CAPTIVE_OF || op == NODE_IN_BRIG_OF)
            mark |= EVEN_STOPPED;
        if (op == NODE_OWNED)
            mark |= EVEN_OWNED;
    }
    return mark;
}

static void mark_filters(Catalogue *cat)
{
    for (int i = 1; i < cat->node_count; i++) {
        Node *n = &cat->node[i];
        if (n->op == NODE_AND || n->op == NODE_TYPE || n->op == NODE_ICON || node_info[n->op].result == 'E')
            n->value = (int16_t)filter_mark(cat, (NodeId)i);
    }
}

/* A text affects cards in play, unless it says how far it goes or makes sense only there: costs, bans, dilemmas, interrupts
 * (2E-3.4, 2e-2014/not-in-play.3). */
static bool stays_in_play(const Catalogue *cat, const Ability *a)
{
    static const uint16_t farther[] = { NODE_OWNED, NODE_IN_HAND, NODE_IN_DECK, NODE_IN_DISCARD, NODE_IN_REMOVED, NODE_IN_PILE,
                                        NODE_DRAWN, NODE_STACKED, NODE_BENEATH, NODE_ON, NODE_IN_BRIG_OF, NODE_SELF, NODE_HOST };
    if (a->mods & (mod_bit(NODE_MOD_COST) | mod_bit(NODE_MOD_CANNOT) | mod_bit(NODE_MOD_CAN))
        || a->types & (1u << TYPE_DILEMMA | 1u << TYPE_INTERRUPT))
        return false;
    for (size_t i = 0; i < countof(farther); i++)
        if (node_mentions(cat, a->filter, farther[i]))
            return false;
    return true;
}

/* What decides whether an order may be given: its condition, its cost, and where the sides meet if it begins a battle. */
static uint32_t order_deps(const Catalogue *cat, const Ability *a)
{
    uint32_t deps = node_deps(cat, a->guard) | node_deps(cat, a->cost) | DEP_TABLE | DEP_STOPPED | DEP_TURN;
    if (a->battle)
        deps |= DEP_PLACE | DEP_ATTEMPT | DEP_VALUES;
    return deps;
}

/* The battle that an order begins as such; one among several things it may do is not asked for beforehand. */
static uint16_t order_battle(const Catalogue *cat, const Ability *a)
{
    for (int i = 0; i < a->body_count; i++) {
        int op = cat->node[node_child(cat, a->node, a->body_first + i)].op;
        if (op == NODE_COMBAT || op == NODE_ENGAGEMENT)
            return (uint16_t)op;
    }
    return 0;
}

/* Only titles of which some version is unique can break uniqueness (2E-7.30). */
/* What a text lets a card become is a species, even if no card is printed with it. */
static void mark_species(Catalogue *cat)
{
    for (int id = 1; id < cat->node_count; id++)
        if (cat->node[id].op == NODE_MOD_SPECIES)
            cat->trait_kind[node_value(cat, (NodeId)id, 0)] = OF_SPECIES;
}

static void mark_contested(Catalogue *cat)
{
    uint8_t *unique = arena_take(&cat->arena, (size_t)cat->persona_count);      /* by title: a bit for each edition */
    for (int i = 1; i < cat->def_count; i++)
        if (cat->def[i].unique)
            unique[cat->def[i].persona] |= (uint8_t)(1 << cat->def[i].edition);
    for (int i = 1; i < cat->def_count; i++)
        cat->def[i].contested = unique[cat->def[i].persona] >> cat->def[i].edition & 1;
}

/* What an answer can be about: an event that happens to a player concerns all cards. */
static void mark_answer(const Catalogue *cat, Ability *a)
{
    NodeId subjects = event_info[a->event].signature[0] == 'F' ? node_child(cat, a->pattern, 0) : 0;
    Reach reach = subjects ? reach_of(cat, subjects) : (Reach){ REACHES_ALL, 0xFF };
    a->reach = (uint8_t)reach.reach;
    a->types = (uint8_t)reach.types;
}

/* What a card's abilities say together: whose events it answers, what playing it depends on. */
static void mark_def(const Catalogue *cat, CardDef *def)
{
    def->listens_far = 0;
    def->play_deps = 0;
    def->own_mods = def->ship_mods = def->own_attributes = 0;
    for (int k = 0; k < def->ability_count; k++) {
        const Ability *a = &cat->ability[def->ability + k];
        def->own_mods |= a->mods;
        if (a->mods && a->reach == REACHES_SELF)
            def->own_attributes |= attributes_of_type(a->attributes, def->type);
        if (a->mods && (a->reach == REACHES_SHIP || a->reach == REACHES_HOST))
            def->ship_mods |= a->mods;
        if (a->event && a->reach != REACHES_SELF)
            def->listens_far |= (uint64_t)1 << a->event;
        if (a->kind == NODE_PLAY_IF || a->kind == NODE_PLAY_COST || a->kind == NODE_COST_OPTION)
            def->play_deps |= node_deps(cat, a->node);
    }
}

/* How deep texts look into a dilemma pile from its top. */
static int deepest_look(const Catalogue *cat)
{
    int most = 0;
    for (int id = 1; id < cat->node_count; id++) {
        NodeId count = cat->node[id].op == NODE_PILE_TOP ? node_child(cat, (NodeId)id, 1) : 0;
        int deep = !count ? 0 : cat->node[count].op == NODE_NUMBER ? node_value(cat, count, 0) : MAX_CARDS;
        most = deep > most ? deep : most;
    }
    return most;
}

static void note_modifier(const Catalogue *cat, NodeId m, Ability *a)
{
    const Node *n = &cat->node[m];
    bool listed = n->op == NODE_MOD_LOSE && n->argc;
    a->mods |= mod_bit(n->op);
    a->attributes |= attributes_changed(n->op, node_value(cat, m, 0));
    for (int i = 0; i < (listed ? n->argc : 1); i++)
        a->skills |= skills_changed(n->op, n->op == NODE_MOD_LOSE && !listed ? -1 : node_value(cat, m, i));
    if (n->op == NODE_MOD_CANNOT)
        a->acts |= 1u << (node_value(cat, m, 0) - ACT_KILLED);
}

void abilities_prepare(Catalogue *cat)
{
    cat->pile_reach = deepest_look(cat);
    mark_filters(cat);
    mark_species(cat);
    mark_contested(cat);
    for (int i = 0; i < cat->ability_count; i++) {
        Ability *a = &cat->ability[i];
        if (a->also && i > 0 && !a->guard)
            a->guard = cat->ability[i - 1].guard;
        a->mods = 0;
        if (a->kind == NODE_ORDER) {
            a->battle = order_battle(cat, a);
            a->deps = order_deps(cat, a);
        }
        if (a->kind == NODE_PERMIT_PLAY)
            a->deps = node_deps(cat, a->guard) | DEP_TABLE | DEP_STOPPED | (a->limit ? DEP_TURN : 0u);
        if (a->event)
            mark_answer(cat, a);
        if (a->kind != NODE_STATIC)
            continue;
        a->guard_deps = node_deps(cat, a->guard) | DEP_ATTEMPT;
        a->amount_deps = node_deps(cat, a->node);
        a->deps = a->guard_deps | a->amount_deps | DEP_TABLE | DEP_STOPPED;    /* whether its card is in play and unstopped */
        a->self_fed = feeds_itself(cat, a);
        Reach reach = reach_of(cat, a->filter);
        a->reach = (uint8_t)reach.reach;
        a->types = (uint8_t)reach.types;
        a->acts = a->skills = 0;
        a->attributes = 0;
        for (int k = 0; k < a->body_count; k++)
            note_modifier(cat, node_child(cat, a->node, a->body_first + k), a);
        if (a->reach == REACHES_ALL && stays_in_play(cat, a))
            a->reach = REACHES_IN_PLAY;
        a->far = a->reach == REACHES_ALL;
        a->confined = is_confined(cat, a->filter);
    }
    for (int i = 1; i < cat->def_count; i++)
        mark_def(cat, &cat->def[i]);
}
