/* What can be known of a text from its words alone, found once when the cards are loaded: how far it reaches, which events it can respond to. */
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

bool node_asks_for(const Catalogue *cat, NodeId id, int op, int value)
{
    if (id == 0)
        return false;
    if (cat->node[id].op == op && node_value(cat, id, 0) == value)
        return true;
    for (int i = 0; i < cat->node[id].argc; i++)
        if (node_asks_for(cat, node_child(cat, id, i), op, value))
            return true;
    return false;
}

static bool feeds_itself(const Catalogue *cat, const Ability *a)
{
    for (int k = 0; a->guard && k < a->body_count; k++) {
        NodeId m = node_child(cat, a->node, a->body_first + k);
        int op = cat->node[m].op == NODE_MOD_ICON ? NODE_ICON : cat->node[m].op == NODE_MOD_SKILL ? NODE_HAS : 0;
        if (op && node_asks_for(cat, a->guard, op, node_value(cat, m, 0)))
            return true;
    }
    return false;
}

SkillSet node_skills(const Catalogue *cat, NodeId id)
{
    if (id == 0)
        return 0;
    const Node *n = &cat->node[id];
    SkillSet skills = n->op == NODE_HAS || n->op == NODE_REQ_SKILL ? skill_bit(node_value(cat, id, 0)) : 0;
    for (int i = 0; i < n->argc; i++)
        skills |= node_skills(cat, cat->arg[n->arg + i]);
    return skills;
}

/* The types of cards that are played like a card of another type. */
static TypeSet types_played_as_others(const Catalogue *cat)
{
    TypeSet types = 0;
    for (const CardDef *def = cat->def; def < cat->def + cat->def_count; def++)
        types |= has_kind(def, NODE_PLAYS_AS) ? type_bit(def->type) : 0;
    return types;
}

typedef struct { int reach; TypeSet types; } Reach;

/* What a filter can match at the most: found from its words alone. */
static Reach reach_of(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    Reach r = { REACHES_ALL, EVERY_TYPE };
    switch (n->op) {
    case NODE_SELF: r.reach = REACHES_SELF; break;
    case NODE_HOST: r.reach = REACHES_HOST; break;
    case NODE_HAS_ABOARD: r.reach = cat->node[node_child(cat, id, 0)].op == NODE_SELF ? REACHES_HOST : REACHES_IN_PLAY; break;
    case NODE_TYPE: r.types = type_bit(node_value(cat, id, 0)); break;
    case NODE_PLAYED_AS: r.types = types_played_as_others(cat); break;
    case NODE_OF: case NODE_HERE: case NODE_PRESENT: case NODE_PRESENT_WITH: case NODE_AT: case NODE_ABOARD: case NODE_ON_PLANET:
    case NODE_GROUP: case NODE_INVOLVED: case NODE_FIRING: case NODE_STAFFED: case NODE_OPPOSED: case NODE_ADVERSARY: case NODE_ATTACKED: case NODE_TARGETED: case NODE_HOLOGRAM_OFF: case NODE_IN_CORE_OF:
        r.reach = REACHES_IN_PLAY;
        break;
    case NODE_NEXT_ON_COURSE: case NODE_SEEDED_BY: case NODE_SOLVED_BY: case NODE_UNEXAMINED: case NODE_PLANET_NAMED: r = (Reach){ REACHES_IN_PLAY, type_bit(TYPE_MISSION) }; break;
    case NODE_NEW_HERE: r.reach = REACHES_IN_PLAY; break;
    case NODE_THIS_SHIP: r = (Reach){ REACHES_SHIP, type_bit(TYPE_SHIP) }; break;
    case NODE_THIS_MISSION: r = (Reach){ REACHES_IN_PLAY, type_bit(TYPE_MISSION) }; break;
    case NODE_HAS: case NODE_HAS_NAMED: case NODE_HAS_REQUIRED: case NODE_HAS_USED: case NODE_SKILLED: case NODE_SKILLS_ARE: case NODE_ATTR_NAMED: r.types = type_bit(TYPE_PERSONNEL); break;
    case NODE_AND:
        for (int i = 0; i < n->argc; i++) {
            Reach part = reach_of(cat, node_child(cat, id, i));
            r.reach = larger_of(part.reach, r.reach);
            r.types &= part.types;
        }
        break;
    case NODE_OR:
        r = (Reach){ REACHES_SELF, 0 };
        for (int i = 0; i < n->argc; i++) {
            Reach part = reach_of(cat, node_child(cat, id, i));
            r.reach = smaller_of(part.reach, r.reach);
            r.types |= part.types;
        }
        break;
    default:
        break;
    }
    return r;
}

/* How an `and` is to be looked through: see EVEN_STOPPED in verbs/text.h. */
static uint8_t and_marks(const Catalogue *cat, const Node *n)
{
    unsigned mark = 0;
    for (int k = 0; k < n->argc; k++) {
        int op = cat->node[cat->arg[n->arg + k]].op;
        if (op == NODE_STOPPED_NOW || op == NODE_CAPTIVE || op == NODE_CAPTIVE_OF || op == NODE_IN_BRIG_OF || op == NODE_VAR)
            mark |= EVEN_STOPPED;
        if (op == NODE_OWNED)
            mark |= EVEN_OWNED;
    }
    return (uint8_t)mark;
}

/* Whether the part of an `and` is a fact, which then is among those of the `and`. */
static bool add_fact(const Catalogue *cat, NodeId part, Facts *to)
{
    int what = node_value(cat, part, 0);
    switch (cat->node[part].op) {
    case NODE_ICON:
        icon_add(&to->icons, what);
        return true;
    case NODE_HAS:
        if (node_value(cat, part, 1) > 1)
            return false;
        to->skills |= skill_bit(what);
        return true;
    default:
        return false;
    }
}

static void find_facts_of_and(Catalogue *cat, Node *n, Facts *f)
{
    f->closest = (uint8_t)(closest_part(cat, n) + 1);
    for (int k = 0; k < n->argc; k++) {
        uint64_t bit = (uint64_t)1 << k;
        bool fact = add_fact(cat, cat->arg[n->arg + k], f);
        bool one = !fact && cat->node[cat->arg[n->arg + k]].op != NODE_TYPE;
        f->facts |= fact ? bit : 0;
        f->of_one |= one ? bit : 0;
        f->of_each |= one && !is_found_at_once(cat, n, k) ? bit : 0;
    }
    mark_standing(cat, n);
}

static void find_facts_of_or(const Catalogue *cat, const Node *n, Facts *f)
{
    for (int k = 0; k < n->argc; k++) {
        NodeId part = cat->arg[n->arg + k];
        uint64_t bit = (uint64_t)1 << k;
        if (cat->node[part].op == NODE_TYPE)
            f->types |= type_bit(node_value(cat, part, 0));
        else if (cat->node[part].op == NODE_ICON && add_fact(cat, part, f))
            f->facts |= bit;
        else
            f->of_one |= bit;
    }
}

static void find_facts(Catalogue *cat)
{
    int count = 0;
    for (int i = 1; i < cat->node_count; i++)
        count += cat->node[i].op == NODE_AND || cat->node[i].op == NODE_OR;
    cat->facts = arena_take(&cat->arena, sizeof *cat->facts * (size_t)(count + 1));
    count = 0;
    for (int i = 1; i < cat->node_count; i++) {
        Node *n = &cat->node[i];
        if (n->op != NODE_AND && n->op != NODE_OR)
            continue;
        Facts *f = &cat->facts[count];
        n->value = count++;
        if (n->op == NODE_AND)
            find_facts_of_and(cat, n, f);
        else
            find_facts_of_or(cat, n, f);
    }
}

/* Who is to be unstopped is stopped now, and meant by what it cannot use meanwhile, whether or not the text says so. */
static void mark_unstopped(Catalogue *cat, NodeId id)
{
    Node *n = &cat->node[id];
    if (n->op == NODE_AND)
        n->marks |= EVEN_STOPPED;
    for (int k = 0; n->op != NODE_AND && k < n->argc; k++)
        mark_unstopped(cat, cat->arg[n->arg + k]);
}

static_assert(CITE_COUNT <= INT16_MAX, "Node.value holds a Citation");

/* What the words of a node say is written on it once, so that play does not look for them. */
static void mark_nodes(Catalogue *cat)
{
    for (int i = 1; i < cat->node_count; i++) {
        Node *n = &cat->node[i];
        if (n->op == NODE_TYPE || n->op == NODE_ICON)
            n->value = (int16_t)node_value(cat, (NodeId)i, 0);
        if (n->op == NODE_RULED || n->op == NODE_CITE)
            n->value = (int16_t)citation_find(str_of(cat->persona_name[node_value(cat, (NodeId)i, 0)]));
        if (node_info[n->op].result == 'E')
            n->marks = node_mentions(cat, (NodeId)i, NODE_VAR) ? SPEAKS_OF_NAMES : 0;
        if (n->op == NODE_AND) {
            n->marks = and_marks(cat, n);
            n->types = reach_of(cat, (NodeId)i).types;
        }
    }
    for (int i = 1; i < cat->node_count; i++)
        if (cat->node[i].op == NODE_UNSTOP)
            mark_unstopped(cat, (NodeId)i);
}

/* A text affects cards in play, unless it says how far it goes or makes sense only there: costs, bans, dilemmas, interrupts
 * (2E-3.4, 2e-2014/not-in-play.3). */
static bool stays_in_play(const Catalogue *cat, const Ability *a)
{
    static const uint16_t farther[] = { NODE_OWNED, NODE_IN_HAND, NODE_IN_TENT, NODE_IN_DECK, NODE_IN_DISCARD, NODE_IN_REMOVED, NODE_IN_PILE,
                                        NODE_DRAWN, NODE_STACKED, NODE_BENEATH, NODE_ON, NODE_IN_BRIG_OF, NODE_SELF, NODE_HOST };
    if (a->mods & (mod_bit(NODE_MOD_COST) | mod_bit(NODE_MOD_CANNOT) | mod_bit(NODE_MOD_CAN))
        || a->types & (type_bit(TYPE_DILEMMA) | type_bit(TYPE_INTERRUPT)))
        return false;
    for (size_t i = 0; i < countof(farther); i++)
        if (node_mentions(cat, a->filter, farther[i]))
            return false;
    return true;
}

/* Who could fight where is another matter once it has been done. */
bool moves_fighters(int op)
{
    return op == NODE_PLACE || op == NODE_BEAM_TO || op == NODE_MOVE_FREELY || op == NODE_TAKE_COMMAND || op == NODE_UNSTOP || op == NODE_EXCHANGE;
}

/* The battle that an order begins as such; one among several things it may do, or behind what brings somebody there, is not asked for beforehand. */
static uint16_t order_battle(const Catalogue *cat, const Ability *a)
{
    for (int i = 0; i < a->body_count; i++) {
        int op = cat->node[node_child(cat, a->node, a->body_first + i)].op;
        if (moves_fighters(op))
            break;
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
        if (cat->def[i].unique) {
            unique[cat->def[i].persona] |= (uint8_t)(1 << cat->def[i].edition);
            if (cat->def[i].person)
                unique[cat->person[cat->def[i].person + 1].persona] |= (uint8_t)(1 << cat->def[i].edition);
        }
    for (int i = 1; i < cat->def_count; i++)
        cat->def[i].contested = unique[cat->def[i].persona] >> cat->def[i].edition & 1;
}

/* What a response can be about: an event that happens to a player concerns all cards. */
/* Speaks of the subject, and not only of where it is. */
static bool means_that(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    bool means = n->op == NODE_THAT;
    for (int i = 0; id && n->op != NODE_TO_PRESENT && i < n->argc && !means; i++)
        means = means_that(cat, node_child(cat, id, i));
    return means;
}

/* Who may be selected is often spoken of by the condition only; those who begin an attempt are all in one place. */
static bool does_to_that(const Catalogue *cat, const Ability *a)
{
    bool does = (a->event != EVENT_ABOUT_TO_SELECT && a->event != EVENT_ATTEMPT_BEGINS) || (a->cost && means_that(cat, a->cost));
    for (int i = 0; i < a->body_count && !does; i++)
        does = means_that(cat, node_child(cat, a->node, a->body_first + i));
    return does;
}

static void mark_response(const Catalogue *cat, Ability *a)
{
    a->does_to_that = a->uses_that && does_to_that(cat, a);
    NodeId subjects = event_info[a->event].signature[0] == 'F' ? node_child(cat, a->pattern, 0) : 0;
    Reach reach = subjects ? reach_of(cat, subjects) : (Reach){ REACHES_ALL, EVERY_TYPE };
    a->reach = (uint8_t)reach.reach;
    a->types = reach.types;
}

/* "If this personnel is in your hand": a text that is used there. */
static bool asks_for_hand(const Catalogue *cat, NodeId condition)
{
    const Node *n = &cat->node[condition];
    if (n->op == NODE_MATCHES)
        return cat->node[node_child(cat, condition, 0)].op == NODE_SELF && cat->node[node_child(cat, condition, 1)].op == NODE_IN_HAND;
    for (int i = 0; n->op == NODE_BOTH && i < n->argc; i++)
        if (asks_for_hand(cat, cat->arg[n->arg + i]))
            return true;
    return false;
}

/* The events whose past a text asks about: of this turn, or of an earlier one. */
static void find_asked(const Catalogue *cat, NodeId id, CardDef *def)
{
    const Node *n = &cat->node[id];
    bool last = n->op == NODE_TIMES_LAST;
    if (id && (last || n->op == NODE_TIMES_NOW || n->op == NODE_BEFALLEN)) {
        int event = cat->node[node_child(cat, id, last)].value;
        event_add(&def->asks, event);
        if (last)
            event_add(&def->asks_long, event);
    }
    for (int i = 0; id && i < n->argc; i++)
        find_asked(cat, node_child(cat, id, i), def);
}

/* What a card's abilities say together: to whose events it responds, what playing it depends on. */
static void mark_def(const Catalogue *cat, CardDef *def)
{
    def->listens_far = def->forces = def->asks = def->asks_long = (EventSet){ 0 };
    def->skills = 0;
    for (int s = 0; s < SKILL_COUNT; s++)
        def->skills |= def->skill[s] ? skill_bit(s) : 0;
    def->own_mods = def->ship_mods = def->own_attributes = 0;
    def->remembers = 0;
    def->played_type = def->type;
    def->used_in_hand = type_in(PLAYED_ANY_TIME, def->type);
    for (int k = 0; k < def->ability_count; k++) {
        const Ability *a = &cat->ability[def->ability + k];
        def->used_in_hand |= a->from_hand;
        if (a->kind == NODE_PLAYS_AS)
            def->played_type = (uint8_t)node_value(cat, a->node, 0);
        def->used_in_hand |= type_in(PLAYED_ANY_TIME, def->played_type);
        find_asked(cat, a->node, def);
        def->own_mods |= a->mods;
        if (a->mods && a->reach == REACHES_SELF)
            def->own_attributes |= attributes_of_type(a->attributes, def->type);
        if (a->mods && (a->reach == REACHES_SHIP || a->reach == REACHES_HOST))
            def->ship_mods |= a->mods;
        if (a->event && a->reach != REACHES_SELF)
            event_add(&def->listens_far, a->event);
        if (a->event && !a->optional && !a->from_hand)
            event_add(&def->forces, a->event);
        def->remembers |= node_mentions(cat, a->node, NODE_WAS_ON) ? REMEMBERS_HOSTS : 0;
        def->remembers |= node_mentions(cat, a->node, NODE_FACED_TODAY) ? REMEMBERS_FACED : 0;
    }
}

/* How deep texts look into a dilemma pile from its top. */
static int deepest_look(const Catalogue *cat)
{
    int most = 0;
    for (int id = 1; id < cat->node_count; id++) {
        NodeId count = cat->node[id].op == NODE_PILE_TOP ? node_child(cat, (NodeId)id, 1) : 0;
        int deep = cat->node[id].op == NODE_PILE_BOTTOM ? MAX_CARDS : !count ? 0 : cat->node[count].op == NODE_NUMBER ? node_value(cat, count, 0) : MAX_CARDS;
        most = larger_of(deep, most);
    }
    return most;
}

static bool mentions_anywhere(const Catalogue *cat, int op)
{
    for (int id = 1; id < cat->node_count; id++)
        if (cat->node[id].op == op)
            return true;
    return false;
}

static void note_modifier(const Catalogue *cat, NodeId m, Ability *a)
{
    const Node *n = &cat->node[m];
    a->mods |= mod_bit(n->op);
    a->attributes |= attributes_changed(n->op, node_value(cat, m, 0));
    a->skills |= skills_changed(n->op, n->argc ? node_value(cat, m, 0) : -1);
    for (int i = 1; n->op == NODE_MOD_LOSE && i < n->argc; i++)
        a->skills |= skills_changed(n->op, node_value(cat, m, i));
    if (n->op == NODE_MOD_CANNOT)
        a->acts |= act_bit(node_value(cat, m, 0));
}

/* The first effect of that kind in a text; 0: it has none. */
static NodeId node_inside(const Catalogue *cat, NodeId id, int op)
{
    if (cat->node[id].op == op)
        return id;
    NodeId found = 0;
    for (int i = 0; i < cat->node[id].argc && !found; i++)
        found = node_inside(cat, node_child(cat, id, i), op);
    return found;
}

void abilities_prepare(Catalogue *cat)
{
    cat->pile_reach = deepest_look(cat);
    cat->asks_played = mentions_anywhere(cat, NODE_PLAYED_NOW);
    cat->asks_tried = mentions_anywhere(cat, NODE_TRIED_LAST);
    cat->notes_first = mentions_anywhere(cat, NODE_FIRST_COMPLETED);
    mark_nodes(cat);
    find_facts(cat);
    mark_species(cat);
    mark_contested(cat);
    for (int i = 0; i < cat->ability_count; i++) {
        Ability *a = &cat->ability[i];
        if (a->also && i > 0 && !a->guard)
            a->guard = cat->ability[i - 1].guard;
        a->from_hand = a->kind == NODE_WHEN && a->guard && asks_for_hand(cat, a->guard);
        a->report = node_inside(cat, a->node, NODE_REPORT);
        a->download = node_inside(cat, a->node, NODE_DOWNLOAD);
        a->may_do = node_inside(cat, a->node, NODE_MAY_DO) != 0;
        a->fights = node_mentions(cat, a->node, NODE_COMBAT) || node_mentions(cat, a->node, NODE_ENGAGEMENT);
        if (a->kind == NODE_ORDER)
            a->battle = order_battle(cat, a);
        if (a->event)
            mark_response(cat, a);
        if (a->kind != NODE_STATIC)
            continue;
        a->self_fed = feeds_itself(cat, a);
        Reach reach = reach_of(cat, a->filter);
        a->reach = (uint8_t)reach.reach;
        a->types = reach.types;
        for (int k = 0; k < a->body_count; k++)
            note_modifier(cat, node_child(cat, a->node, a->body_first + k), a);
        if (a->reach == REACHES_ALL && stays_in_play(cat, a))
            a->reach = REACHES_IN_PLAY;
        a->far = a->reach == REACHES_ALL;
        a->whole = cat->node[a->filter].op == NODE_SELF || cat->node[a->filter].op == NODE_THIS_SHIP;
    }
    find_cycles(cat);
    for (int i = 1; i < cat->def_count; i++)
        mark_def(cat, &cat->def[i]);
}
