/* Filters as noun phrases.
 *
 * A filter is taken apart into atoms, all of which must hold; each atom has its place in the phrase: "two of your | other |
 * unstopped | unique | planet | [Kli] | Gul | Honor | personnel | with a cost of 2 or less | present | who …".  The phrase is
 * written place by place.  An `or` of atoms with one place stands there ("Diplomacy or Treachery personnel"); any other `or`
 * becomes a relative clause, or, when it is the whole filter, several phrases. */
#include "effect/render.h"

typedef enum { NOWHERE, REFERENCE, OWNER, OTHER, STATE, UNIQUE, KIND, ICON, TRAIT, SKILL, HEAD, WITH, WHERE, RELATIVE,
               EXCEPT } Place;

enum { MAX_ATOMS = 64 };

typedef struct { NodeId id; bool not; } Atom;
typedef struct { Atom at[MAX_ATOMS]; int count; } Atoms;

static bool is_not(const Writer *w, NodeId id)
{
    return op_of(w, id) == NODE_NOT;
}

/* `kept` atoms are still to come, so that the list never runs over: what does not fit stays together as one atom. */
static void take_apart(const Writer *w, NodeId id, bool not, int kept, Atoms *atoms)
{
    uint16_t op = op_of(w, id);
    int parts = kids(w, id);
    if (op == NODE_NOT) {
        take_apart(w, kid(w, id, 0), !not, kept, atoms);
    } else if ((op == NODE_AND && !not) || (op == NODE_OR && not) || ((op == NODE_AND || op == NODE_OR) && parts == 1)) {
        if (atoms->count + kept + parts > MAX_ATOMS) {
            atoms->at[atoms->count++] = (Atom){ id, not };
            return;
        }
        for (int i = 0; i < parts; i++)
            take_apart(w, kid(w, id, i), not, kept + parts - 1 - i, atoms);
    } else {
        atoms->at[atoms->count++] = (Atom){ id, not };
    }
}

static Place place_of(const Writer *w, NodeId id, bool not);

/* The place that all alternatives share; RELATIVE if they do not. */
static Place place_of_or(const Writer *w, NodeId id)
{
    Place shared = NOWHERE;
    if (kids(w, id) == 2 && op_of(w, kid(w, id, 0)) == NODE_SELF && place_of(w, kid(w, id, 1), false) == WHERE)
        return WHERE;                           /* "present (this personnel included)" */
    for (int i = 0; i < kids(w, id); i++) {
        NodeId part = kid(w, id, i);
        Place p = is_not(w, part) ? place_of(w, kid(w, part, 0), true) : place_of(w, part, false);
        if (p < STATE || (i > 0 && p != shared))
            return RELATIVE;
        shared = p;
    }
    return shared;
}

static Place place_when_not(uint16_t op)
{
    switch (op) {
    case NODE_SELF: return OTHER;
    case NODE_THAT: case NODE_CAUSE: case NODE_VAR: case NODE_THIS_MISSION: case NODE_THIS_SHIP: case NODE_FACED_NOW:
        return EXCEPT;
    case NODE_STOPPED_NOW: case NODE_STAFFED: case NODE_DAMAGED: case NODE_COMPLETE: case NODE_CAPTIVE: case NODE_OPPOSED: case NODE_HOLOGRAM_OFF: case NODE_DOCKED: case NODE_ASSIMILATED_NOW: case NODE_TYPE:
        return STATE;
    case NODE_UNIQUE: return UNIQUE;
    case NODE_KIND: case NODE_QUADRANT: return KIND;
    case NODE_ICON: return ICON;
    case NODE_TRAIT: return TRAIT;
    case NODE_HAS: case NODE_HAS_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_SKILLED: case NODE_HAS_REQUIRED: return WHERE;
    default: return RELATIVE;
    }
}

static Place place_of(const Writer *w, NodeId id, bool not)
{
    uint16_t op = op_of(w, id);
    if (not)
        return is_not(w, id) ? place_of(w, kid(w, id, 0), false) : place_when_not(op);
    switch (op) {
    case NODE_SELF: case NODE_THAT: case NODE_CAUSE: case NODE_VAR: case NODE_THIS_MISSION: case NODE_THIS_SHIP:
    case NODE_FACED_NOW:
        return REFERENCE;
    case NODE_HOST: return w->damage ? REFERENCE : WHERE;
    case NODE_ANY: return NOWHERE;
    case NODE_OF:
        if (is_actor(w, kid(w, id, 0)))
            return OWNER;
        switch (op_of(w, kid(w, id, 0))) {
        case NODE_YOU: case NODE_OPPONENT: case NODE_OWNER: return OWNER;
        default: return WHERE;
        }
    case NODE_OTHER: return OTHER;
    case NODE_STOPPED_NOW: case NODE_STAFFED: case NODE_DAMAGED: case NODE_COMPLETE: case NODE_CAPTIVE: case NODE_OPPOSED: case NODE_HOLOGRAM_OFF: case NODE_DOCKED: case NODE_ASSIMILATED_NOW: return STATE;
    case NODE_UNIQUE: return UNIQUE;
    case NODE_KIND: case NODE_QUADRANT: return KIND;
    case NODE_ICON: case NODE_ATTEMPT_ICON: return ICON;
    case NODE_TRAIT: return TRAIT;
    case NODE_HAS: return value_of(w, id, 1) > 1 ? WITH : SKILL;
    case NODE_CLASSIFIED: case NODE_SPECIALIST: return SKILL;
    case NODE_HAS_ALONE: return WITH;
    case NODE_TYPE: case NODE_TITLE: return HEAD;
    case NODE_ATTR: case NODE_PRINTED: case NODE_NO_ICONS: case NODE_CLAIMED: case NODE_COST_IS: case NODE_SPAN_IS: case NODE_DOTS_ARE: case NODE_STAFF_ICONS: case NODE_DILEMMAS_UNDER:
    case NODE_HAS_NAMED: case NODE_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_ATTR_NAMED: case NODE_SKILLED:
    case NODE_HAS_REQUIRED: case NODE_TOTAL_ATTR:
        return WITH;
    case NODE_COPY_OF: case NODE_SAME: case NODE_DIFFERENT: case NODE_COMMANDER_OF: case NODE_SHIP_OF: case NODE_USED_SKILLS: case NODE_AND:
        return RELATIVE;
    case NODE_OR: return place_of_or(w, id);
    case NODE_NOT: return place_of(w, kid(w, id, 0), true);
    default: return WHERE;
    }
}

static bool has_place(const Writer *w, const Atoms *atoms, Place place)
{
    for (int i = 0; i < atoms->count; i++)
        if (place_of(w, atoms->at[i].id, atoms->at[i].not) == place)
            return true;
    return false;
}

bool is_reference(const Writer *w, NodeId filter)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_HOST)
            return true;
    return has_place(w, &atoms, REFERENCE);
}

bool is_group(const Writer *w, NodeId filter)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_GROUP)
            return w->def && w->def->type == TYPE_DILEMMA;
    return false;
}

bool has_owner(const Writer *w, NodeId filter, uint16_t player)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_OF && op_of(w, kid(w, atoms.at[i].id, 0)) == player)
            return true;
    return false;
}

/* An adjective: what stands before the noun. */
static void put_adjective(Writer *w, NodeId id, bool not)
{
    uint16_t op = op_of(w, id);
    int value = value_of(w, id, 0);
    switch (op) {
    case NODE_STOPPED_NOW: put(w, not ? "unstopped" : "stopped"); break;
    case NODE_STAFFED: put(w, not ? "unstaffed" : "staffed"); break;
    case NODE_OPPOSED: put(w, not ? "unopposed" : "opposed"); break;
    case NODE_HOLOGRAM_OFF: put(w, not ? "active" : "deactivated"); break;
    case NODE_ASSIMILATED_NOW: put(w, not ? "not assimilated" : "assimilated"); break;
    case NODE_DOCKED: put(w, not ? "undocked" : "docked"); break;
    case NODE_DAMAGED: put(w, not ? "undamaged" : "damaged"); break;
    case NODE_COMPLETE: put(w, not ? "uncompleted" : "completed"); break;
    case NODE_CAPTIVE: put(w, not ? "non-captive" : "captive"); break;
    case NODE_UNIQUE: put(w, not ? "non-unique" : "unique"); break;
    case NODE_KIND: out_text(w->out, "%s%s", not ? "non-" : "", kind_name[value]); break;
    case NODE_QUADRANT: out_text(w->out, "%s%s Quadrant", not ? "non-" : "", quadrant_name[value]); break;
    case NODE_ICON: case NODE_ATTEMPT_ICON: out_text(w->out, "%s[%s]", not ? "non-" : "", icon_text[value]); break;
    case NODE_TYPE: out_text(w->out, "%s%s", not ? "non-" : "", type_name[value]); break;
    case NODE_TRAIT:
        out_text(w->out, "%s%s%s", not ? "non-" : "", w->cat->trait_name[value],
                 w->cat->trait_kind[value] == OF_CLASS ? " class" : w->cat->trait_kind[value] == OF_REGION ? " region" : "");
        break;
    case NODE_CLASSIFIED: out_text(w->out, "%s-classification", skill_name[value]); break;
    case NODE_SPECIALIST: put(w, "mission specialist"); break;
    default: put_skill(w, id, 0); break;        /* NODE_HAS */
    }
}

/* What follows "with". */
static void put_with(Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    int n;
    switch (op) {
    case NODE_NO_ICONS: put(w, "no affiliation icons"); break;
    case NODE_CLAIMED: put(w, "a completed [BO] objective on it"); break;
    case NODE_ATTR: case NODE_PRINTED:
        put(w, node_at(w->cat, id)->op == NODE_PRINTED ? "printed " : "");
        put_word(w, value_of(w, id, 0));
        if (value_of(w, id, 0) == ATTR_ALL || value_of(w, id, 0) == ATTR_ANY || !number_is(w, kid(w, id, 2), &n)) {
            put(w, value_of(w, id, 0) == ATTR_ALL ? " that are each " : " of ");
            put_comparison(w, value_of(w, id, 1), kid(w, id, 2), "");
        } else {
            out_text(w->out, "%s%d", word_info[value_of(w, id, 1)].word, n);
        }
        break;
    case NODE_COST_IS: put(w, "a cost of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_SPAN_IS: put(w, "a span of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_HAS: put_skill(w, id, 0); break;
    case NODE_HAS_ALONE: put_skill(w, id, 0); put(w, " even alone"); break;
    case NODE_DOTS_ARE: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " [SD] icons"); break;
    case NODE_STAFF_ICONS: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " staffing icons"); break;
    case NODE_DILEMMAS_UNDER: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " dilemmas beneath it"); break;
    case NODE_HAS_NAMED: put(w, "the named skill"); break;
    case NODE_NAMED: put(w, "the named title"); break;
    case NODE_HAS_NAMED_ICON: put(w, "the named icon"); break;
    case NODE_ATTR_NAMED: put(w, "the named attribute of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_TOTAL_ATTR: put(w, "total attributes of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_SKILLED: out_text(w->out, "%d levels of a skill", value_of(w, id, 0)); break;
    case NODE_HAS_REQUIRED: put(w, "a skill required by "); put_cards(w, kid(w, id, 0), A, 0); break;
    default: put(w, "a Damage part"); break;
    }
}

static void put_skills(Writer *w, NodeId id, int first, const char *none)
{
    int count = kids(w, id) - first;
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "or");
        put(w, skill_name[value_of(w, id, first + i)]);
    }
    if (count <= 0)
        put(w, none);
}

static void put_pile(Writer *w, NodeId id, const char *pile)
{
    put(w, w->taken ? "from " : "in ");
    put_possessive(w, kid(w, id, 0));
    out_text(w->out, " %s", pile);
}

static void put_near(Writer *w, NodeId id, const char *how, CardType expect)
{
    bool taken = w->taken;
    w->taken = false;
    put(w, how);
    put_cards_as(w, kid(w, id, 0), A, 0, expect);
    w->taken = taken;
}

/* What follows the noun, or "is"; skills and the like come here only as "without". */
static void put_where(Writer *w, NodeId id)
{
    switch (op_of(w, id)) {
    case NODE_HAS: put(w, "without "); put_skill(w, id, 0); break;
    case NODE_POINTS_ARE: put(w, "worth "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " points"); break;
    case NODE_OF:
        if (op_of(w, kid(w, id, 0)) == NODE_EACH_ONE) {
            put(w, "in play");
            break;
        }
        put(w, "commanded by ");
        if (op_of(w, kid(w, id, 0)) == NODE_EACH_OPPONENT)
            put(w, "an opponent");
        else
            put_player(w, kid(w, id, 0));
        break;
    case NODE_HOST:
        put_self(w);
        put(w, w->def && (w->def->type == TYPE_PERSONNEL || w->def->type == TYPE_EQUIPMENT) ? " is aboard" : " is on");
        break;
    case NODE_HAS_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_SKILLED: case NODE_HAS_REQUIRED:
        put(w, "without ");
        put_with(w, id);
        break;
    case NODE_NAMED_TYPE: put(w, "of the named card type"); break;
    case NODE_TITLE_BEGINS: out_text(w->out, "whose title begins with \"%s\"", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_LINE_END: put(w, "at an end of its spaceline"); break;
    case NODE_BEGINS_MOVE: put(w, "that begins to move"); break;
    case NODE_TITLE_HAS: out_text(w->out, "with \"%s\" in its title", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_NEEDS_STAFF: out_text(w->out, "with [%s] in its staffing requirements", icon_text[value_of(w, id, 0)]); break;
    case NODE_REQUIRES_NAMED: put(w, "requiring the named skill"); break;
    case NODE_HAS_COMMANDER: put(w, "with its Commander aboard"); break;
    case NODE_PLAYED_NOW: put(w, "played this turn"); break;
    case NODE_TITLE: out_text(w->out, "named %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_PERSONA: out_text(w->out, "that is any %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_GROUP: put(w, "in the mission attempt"); break;
    case NODE_INVOLVED: put(w, "involved"); break;
    case NODE_FIRING: put(w, "firing"); break;
    case NODE_ATTACKED: put(w, "under attack"); break;
    case NODE_ADVERSARY: put(w, "engaged as an adversary"); break;
    case NODE_REQUIRES_ATTR: put(w, "requiring "); put_word(w, value_of(w, id, 0)); break;
    case NODE_COMPLETED_FIRST: put(w, "completed before any other"); break;
    case NODE_REQUIRES: put(w, "requiring "); put_skills(w, id, 0, "a skill"); break;
    case NODE_NEXT_ON_COURSE: put(w, "one location farther towards its goal"); break;
    case NODE_UNEXAMINED: put(w, "not yet examined"); break;
    case NODE_SEEDED_BY: put(w, "seeded by "); put_player(w, kid(w, id, 0)); break;
    case NODE_NEW_HERE: put(w, "that arrived this turn"); break;
    case NODE_OWNED: put(w, "owned by "); put_player(w, kid(w, id, 0)); break;
    case NODE_IN_HAND: put_pile(w, id, "hand"); break;
    case NODE_IN_TENT: put_pile(w, id, "Q's Tent"); break;
    case NODE_LOCATION: put(w, "location"); break;
    case NODE_IN_DECK: put_pile(w, id, "deck"); break;
    case NODE_IN_DISCARD: put_pile(w, id, "discard pile"); break;
    case NODE_IN_REMOVED:
        put(w, "among ");
        put_possessive(w, kid(w, id, 0));
        put(w, " removed cards");
        break;
    case NODE_IN_CORE_OF: put_pile(w, id, "core"); break;
    case NODE_IN_BRIG_OF: put_pile(w, id, "brig"); break;
    case NODE_CAPTIVE_OF:
        put(w, "held captive under ");
        put_possessive(w, kid(w, id, 0));
        put(w, " command");
        break;
    case NODE_IN_PILE: put_pile(w, id, "dilemma pile"); break;
    case NODE_DRAWN: put(w, "drawn for this mission attempt"); break;
    case NODE_STACKED: put(w, "in the dilemma stack"); break;
    case NODE_NEXT_DILEMMA: put(w, "next in the dilemma stack"); break;
    case NODE_HERE: put(w, "at this mission"); break;
    case NODE_PRESENT: put(w, "present"); break;
    case NODE_PRESENT_WITH: put_near(w, id, "present with ", TYPE_NONE); break;
    case NODE_AT: put_near(w, id, "at ", TYPE_MISSION); break;
    case NODE_ABOARD: put_near(w, id, "aboard ", TYPE_SHIP); break;
    case NODE_HAS_ABOARD: put_near(w, id, "that has aboard ", TYPE_PERSONNEL); break;
    case NODE_ON: put_near(w, id, "on ", TYPE_NONE); break;
    case NODE_BENEATH: put_near(w, id, "beneath ", TYPE_NONE); break;
    case NODE_ON_PLANET: put(w, "on a planet"); break;
    case NODE_PLAYABLE_AT: put_near(w, id, "playable at ", TYPE_MISSION); break;
    case NODE_ADMITS: put_near(w, id, "where ", TYPE_NONE); put(w, " could be played"); break;
    case NODE_STOPPED_BY: put(w, "stopped by this dilemma"); break;
    case NODE_EQUIPPED: put_near(w, id, "equipped with ", TYPE_NONE); break;
    case NODE_CARRIES: put_near(w, id, "with ", TYPE_NONE); put(w, " on it"); break;
    case NODE_HAS_BENEATH: put_near(w, id, "with ", TYPE_NONE); put(w, " beneath it"); break;
    case NODE_HAS_HERE: put_near(w, id, "where ", TYPE_NONE); put(w, " is"); break;
    case NODE_AFFECTED: put(w, "affected by "); put_self(w); break;
    case NODE_ALONE_OF_KIND: put(w, "alone of a species among "); put_cards(w, kid(w, id, 0), BARE, 0); break;
    default: put(w, "somewhere"); break;
    }
}

static void put_in_place(Writer *w, NodeId id, bool not, Place place)
{
    if (op_of(w, id) == NODE_NOT) {
        put_in_place(w, kid(w, id, 0), !not, place);
    } else if (op_of(w, id) == NODE_OR && place == WHERE && op_of(w, kid(w, id, 0)) == NODE_SELF) {
        put_where(w, kid(w, id, 1));
        put(w, " (");
        put_self(w);
        put(w, " included)");
    } else if (op_of(w, id) == NODE_OR) {
        for (int i = 0; i < kids(w, id); i++) {
            put_join(w, i, kids(w, id), "or");
            put_in_place(w, kid(w, id, i), not, place);
        }
    } else if (place == WITH) {
        put_with(w, id);
    } else if (place == WHERE) {
        put_where(w, id);
    } else {
        put_adjective(w, id, not);
    }
}

static void put_is(Writer *w, bool not, Number number)
{
    put(w, number == ONE ? "is " : "are ");
    put(w, not ? "not " : "");
}

static void put_has(Writer *w, bool not, Number number)
{
    if (not)
        put(w, number == ONE ? "does not have " : "do not have ");
    else
        put(w, number == ONE ? "has " : "have ");
}

static void predicate_list(Writer *w, NodeId id, bool not, Number number)
{
    bool and = (op_of(w, id) == NODE_AND) != not;
    for (int i = 0; i < kids(w, id); i++) {
        put_join(w, i, kids(w, id), and ? "and" : "or");
        put_predicate(w, kid(w, id, i), not, number);
    }
}

static void put_a(Writer *w, const char *noun)
{
    size_t at = w->out->len;
    out_text(w->out, "a %s", noun);
    put_article(w, at);
}

static void predicate_head(Writer *w, NodeId id, bool not, Number number)
{
    put_is(w, not, number);
    if (op_of(w, id) == NODE_TITLE)
        put(w, w->cat->persona_name[value_of(w, id, 0)]);
    else if (number == ONE)
        put_a(w, type_name[value_of(w, id, 0)]);
    else
        put(w, noun_of((CardType)value_of(w, id, 0), MANY));
}

static void predicate_trait(Writer *w, NodeId id, bool not, Number number)
{
    int trait = value_of(w, id, 0);
    put_is(w, not, number);
    if (w->cat->trait_kind[trait] == OF_REGION)
        out_text(w->out, "in the %s region", w->cat->trait_name[trait]);
    else if (w->cat->trait_kind[trait] == OF_KEYWORD && number == ONE)
        put_a(w, w->cat->trait_name[trait]);
    else
        put_adjective(w, id, false);
}

static void predicate_relative(Writer *w, NodeId id, bool not, Number number)
{
    switch (op_of(w, id)) {
    case NODE_COPY_OF:
        put_is(w, not, number);
        put(w, number == ONE ? "a copy of " : "copies of ");
        put_cards(w, kid(w, id, 0), A, 0);
        break;
    case NODE_SAME: case NODE_DIFFERENT:
        put_has(w, not, number);
        put(w, op_of(w, id) == NODE_SAME ? "the same " : "a different ");
        put_word(w, value_of(w, id, 0));
        put(w, op_of(w, id) == NODE_SAME ? " as " : " from ");
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_COMMANDER_OF:
        put_is(w, not, number);
        put(w, number == ONE ? "a Commander of " : "Commanders of ");
        put_cards(w, kid(w, id, 0), A, 0);
        break;
    case NODE_SHIP_OF:
        put(w, not ? (number == ONE ? "does not correspond with " : "do not correspond with ") : number == ONE ? "corresponds with " : "correspond with ");
        put_cards(w, kid(w, id, 0), A, 0);
        break;
    default:                                    /* NODE_USED_SKILLS */
        put(w, not ? "did not use " : "used ");
        put_skills(w, id, 0, "a skill");
        put(w, " to complete the mission");
        break;
    }
}

static void predicate(Writer *w, NodeId id, bool not, Number number)
{
    uint16_t op = op_of(w, id);
    if (op == NODE_NOT) {
        put_predicate(w, kid(w, id, 0), !not, number);
        return;
    }
    if (op == NODE_AND || op == NODE_OR) {
        predicate_list(w, id, not, number);
        return;
    }
    switch (place_of(w, id, false)) {
    case NOWHERE: put_is(w, not, number); put(w, "a card"); break;
    case REFERENCE: put_is(w, not, number); put_reference(w, id); break;
    case OWNER:
        put_is(w, not, number);
        put(w, "commanded by ");
        put_player(w, kid(w, id, 0));
        break;
    case OTHER: put_is(w, !not, number); put_self(w); break;
    case ICON:
        if (op == NODE_ICON && icon_kind[value_of(w, id, 0)] == AFFILIATION) {
            put_is(w, not, number);
            put_adjective(w, id, false);
        } else if (op == NODE_ICON) {
            put_has(w, not, number);
            put_adjective(w, id, false);
        } else {
            put_is(w, not, number);
            out_text(w->out, "a mission of [%s]", icon_text[value_of(w, id, 0)]);
        }
        break;
    case KIND:
        put_is(w, not, number);
        if (op == NODE_QUADRANT)
            out_text(w->out, "in the %s Quadrant", quadrant_name[value_of(w, id, 0)]);
        else
            out_text(w->out, "%s%s %s", number == ONE ? "a " : "", kind_name[value_of(w, id, 0)],
                     noun_of(w->about ? w->about : TYPE_MISSION, number));
        break;
    case TRAIT: predicate_trait(w, id, not, number); break;
    case SKILL: put_has(w, not, number); put_adjective(w, id, false); break;
    case HEAD: predicate_head(w, id, not, number); break;
    case WITH: put_has(w, not, number); put_with(w, id); break;
    case WHERE:
        if (op == NODE_HAS_ABOARD) {
            put_has(w, not, number);
            put_cards_as(w, kid(w, id, 0), A, 0, TYPE_PERSONNEL);
            put(w, " aboard");
            break;
        }
        put_is(w, not, number);
        put_where(w, id);
        break;
    case RELATIVE: predicate_relative(w, id, not, number); break;
    default: put_is(w, not, number); put_adjective(w, id, false); break;
    }
}

void put_predicate(Writer *w, NodeId filter, bool not, Number number)
{
    if (!go_down(w))
        return;
    predicate(w, filter, not, number);
    w->depth--;
}

/* One noun phrase in the making. */
typedef struct {
    Atoms      atoms;
    Determiner which;
    NodeId     count;                          /* 0: the determiner says all */
    int        n;                              /* the count, -1 if it is no literal */
    NodeId     owner;                          /* player of `of`; 0 if none */
    bool       yours;                          /* on a dilemma, the group facing it */
    bool       hosted;                         /* "the ship this personnel is aboard" */
    bool       titled;                         /* its noun is a title */
    bool       keyword;                        /* its noun is a keyword: "two Guls" */
    bool       owner_said;
    CardType   type;
} Phrase;

static bool atom_is(const Writer *w, const Atom *a, uint16_t op)
{
    return !a->not && op_of(w, a->id) == op;
}

static bool only_titles(const Writer *w, NodeId id)
{
    if (op_of(w, id) != NODE_OR)
        return op_of(w, id) == NODE_TITLE;
    for (int i = 0; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) != NODE_TITLE)
            return false;
    return true;
}

static bool only_types(const Writer *w, NodeId id)
{
    if (op_of(w, id) != NODE_OR)
        return op_of(w, id) == NODE_TYPE;
    for (int i = 0; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) != NODE_TYPE)
            return false;
    return true;
}

static NodeId first_head(const Writer *w, const Phrase *p, bool (*is)(const Writer *, NodeId))
{
    for (int i = 0; i < p->atoms.count; i++)
        if (!p->atoms.at[i].not && is(w, p->atoms.at[i].id))
            return p->atoms.at[i].id;
    return 0;
}

static NodeId last_keyword(const Writer *w, const Phrase *p)
{
    for (int i = p->atoms.count - 1; i >= 0; i--)
        if (atom_is(w, &p->atoms.at[i], NODE_TRAIT))
            return w->cat->trait_kind[value_of(w, p->atoms.at[i].id, 0)] == OF_KEYWORD ? p->atoms.at[i].id : 0;
    return 0;
}

static Phrase phrase_of(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    CardType expect = w->expect;
    bool owner_said = w->owner_said, host_said = w->host_said;
    w->expect = TYPE_NONE;                      /* these are for this phrase, not for those within it */
    w->owner_said = w->host_said = false;
    Phrase p = { .which = which, .count = count, .n = -1 };
    take_apart(w, filter, false, 0, &p.atoms);
    if (count && !number_is(w, count, &p.n))
        p.n = -1;
    if (which == EXACTLY && p.n == 1)
        p.which = A;
    for (int i = 0; i < p.atoms.count; i++) {
        if (!p.owner && !p.atoms.at[i].not && place_of(w, p.atoms.at[i].id, false) == OWNER)
            p.owner = kid(w, p.atoms.at[i].id, 0);
        if (atom_is(w, &p.atoms.at[i], NODE_HOST))
            p.hosted = !host_said;
        if (atom_is(w, &p.atoms.at[i], NODE_GROUP) && w->def && w->def->type == TYPE_DILEMMA)
            p.yours = true;
    }
    bool typed = first_head(w, &p, only_types) != 0;
    p.type = expect && !typed ? expect : type_of(w, filter);
    p.owner_said = owner_said;
    p.titled = !typed && first_head(w, &p, only_titles) != 0;
    p.keyword = !typed && !p.titled && p.type == TYPE_NONE && last_keyword(w, &p);
    return p;
}

static void put_count(Writer *w, const Phrase *p)
{
    static const char *const before[] = {
        [A] = "one", [NO] = "none", [EACH] = "each", [ALL] = "all", [BARE] = "", [SOME] = "one or more", [EXACTLY] = "",
        [UP_TO] = "up to ", [ALL_BUT] = "all but ",
    };
    put(w, before[p->which]);
    if (p->which < EXACTLY)
        return;
    if (p->n >= 0)
        put_number(w, p->n);
    else
        put(w, "X");
}

static void put_count_end(Writer *w, const Phrase *p)
{
    if (!p->count || p->n >= 0)
        return;
    put(w, " (X is ");
    put_quantity(w, p->count);
    put(w, ")");
}

/* "one of your ", "two ", "another ". */
static void put_determiner(Writer *w, const Phrase *p)
{
    bool other = has_place(w, &p->atoms, OTHER);
    bool whole = p->which == ALL || p->which == EACH || p->which == BARE || p->which == ALL_BUT || p->which == NO;
    bool yours = p->yours && !p->owner_said && whole;             /* "a personnel", but "all your personnel" */
    if (p->hosted) {
        put(w, other ? "the other " : "the ");
    } else if ((p->owner && !p->owner_said) || yours) {
        if (!(p->titled && p->which == A)) {
            put_count(w, p);
            put(w, p->which == BARE ? "" : p->which == ALL ? " " : " of ");
        }
        if (p->owner)
            put_possessive(w, p->owner);
        else
            put(w, "your");
        put(w, other ? " other " : " ");
    } else if (p->which == A) {
        put(w, other ? "another " : p->titled ? "" : "a ");
    } else if (p->which == NO) {
        put(w, other ? "no other " : "no ");
    } else {
        put_count(w, p);
        put(w, p->which == BARE ? "" : " ");
        put(w, other ? "other " : "");
    }
}

/* Alternatives of the noun: "personnel, ships, or equipment". */
static void put_heads(Writer *w, NodeId id, Number number)
{
    int count = op_of(w, id) == NODE_OR ? kids(w, id) : 1;
    for (int i = 0; i < count; i++) {
        NodeId head = op_of(w, id) == NODE_OR ? kid(w, id, i) : id;
        put_join(w, i, count, "or");
        if (op_of(w, head) == NODE_TYPE)
            put(w, noun_of((CardType)value_of(w, head, 0), number));
        else
            put(w, w->cat->persona_name[value_of(w, head, 0)]);
    }
}

static void put_noun(Writer *w, const Phrase *p, Number number)
{
    NodeId head = first_head(w, p, p->titled ? only_titles : only_types);
    if (head)
        put_heads(w, head, number);
    else if (p->keyword)
        out_text(w->out, "%s%s", w->cat->trait_name[value_of(w, last_keyword(w, p), 0)], number == MANY ? "s" : "");
    else
        put(w, noun_of(p->type, number));
}

static void put_adjectives(Writer *w, const Phrase *p)
{
    NodeId noun = p->keyword ? last_keyword(w, p) : 0;
    for (Place place = STATE; place <= SKILL; place++)
        for (int i = 0; i < p->atoms.count; i++) {
            const Atom *a = &p->atoms.at[i];
            if (a->id == noun || place_of(w, a->id, a->not) != place)
                continue;
            put_in_place(w, a->id, a->not, place);
            put(w, " ");
        }
}

/* Heads beyond the first, as "named X" or as a relative clause. */
static bool is_spare_head(const Writer *w, const Phrase *p, NodeId id)
{
    return id != first_head(w, p, p->titled ? only_titles : only_types);
}

static void put_modifiers_after(Writer *w, const Phrase *p)
{
    bool with = false;
    for (Place place = WITH; place <= WHERE; place++)
        for (int i = 0; i < p->atoms.count; i++) {
            const Atom *a = &p->atoms.at[i];
            bool said = (p->yours && atom_is(w, a, NODE_GROUP)) || (!p->hosted && atom_is(w, a, NODE_HOST));
            if (said || place_of(w, a->id, a->not) != place)
                continue;
            put(w, place != WITH ? " " : with ? " and " : " with ");
            with = with || place == WITH;
            put_in_place(w, a->id, a->not, place);
        }
    for (int i = 0; i < p->atoms.count; i++)
        if (!p->atoms.at[i].not && only_titles(w, p->atoms.at[i].id) && is_spare_head(w, p, p->atoms.at[i].id)) {
            put(w, " named ");
            put_heads(w, p->atoms.at[i].id, ONE);
        }
}

static bool in_clause(const Writer *w, const Phrase *p, const Atom *a)
{
    switch (place_of(w, a->id, a->not)) {
    case RELATIVE: return true;
    case OWNER: return kid(w, a->id, 0) != p->owner || p->hosted;
    case HEAD: return is_spare_head(w, p, a->id) && !only_titles(w, a->id);
    default: return false;
    }
}

static void put_clauses(Writer *w, const Phrase *p, Number number)
{
    bool begun = false;
    for (int i = 0; i < p->atoms.count; i++) {
        const Atom *a = &p->atoms.at[i];
        if (!in_clause(w, p, a))
            continue;
        put(w, begun ? " and " : p->type == TYPE_PERSONNEL ? " who " : " that ");
        w->about = p->type;
        put_predicate(w, a->id, a->not, number);
        begun = true;
    }
}

static void put_exceptions(Writer *w, const Phrase *p)
{
    bool begun = false;
    for (int i = 0; i < p->atoms.count; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == EXCEPT) {
            put(w, begun ? " and " : " except ");
            put_reference(w, p->atoms.at[i].id);
            begun = true;
        }
}

/* "this ship", and what else must be true of it: "this ship (if it is damaged)". */
static Number put_named_card(Writer *w, const Phrase *p)
{
    NodeId named = 0;
    for (int i = 0; i < p->atoms.count && !named; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == REFERENCE)
            named = p->atoms.at[i].id;
    Number all = selection_number(w, named), number = all;
    if (all == MANY && p->which != ALL && p->which != BARE) {     /* some of several */
        put_count(w, p);
        put(w, " of ");
        number = p->which == A || p->which == NO || p->which == EACH ? ONE : MANY;
    }
    put_reference(w, named);
    put_exceptions(w, p);
    bool begun = false;
    for (int i = 0; i < p->atoms.count; i++) {
        const Atom *a = &p->atoms.at[i];
        if (a->id == named || (p->yours && atom_is(w, a, NODE_GROUP)) || place_of(w, a->id, a->not) == EXCEPT)
            continue;
        put(w, begun ? " and " : all == ONE ? " (if it " : type_of(w, named) == TYPE_PERSONNEL ? " who " : " that ");
        w->about = type_of(w, named);
        put_predicate(w, a->id, a->not, number);
        begun = true;
    }
    put(w, begun && all == ONE ? ")" : "");
    put_count_end(w, p);
    return number;
}

static Number put_phrase(Writer *w, const Phrase *p)
{
    if (has_place(w, &p->atoms, REFERENCE))
        return put_named_card(w, p);
    bool one = p->hosted || p->which == A || p->which == NO || p->which == EACH || (p->which == UP_TO && p->n == 1);
    bool of = (p->owner || (p->yours && (p->which == EACH || p->which == NO))) && !(p->titled && p->which == A)
           && !p->owner_said && !p->hosted;
    Number noun = one && !of ? ONE : MANY;
    size_t at = w->out->len;
    put_determiner(w, p);
    put_adjectives(w, p);
    put_noun(w, p, noun);
    if (p->which == A && !p->titled && w->out->len < w->out->size && !strncmp(w->out->at + at, "a ", 2))
        put_article(w, at);
    put_modifiers_after(w, p);
    put_clauses(w, p, noun);
    put_exceptions(w, p);
    put_count_end(w, p);
    return one ? ONE : MANY;
}

/* A whole filter that is an `or` of unlike things: one phrase for each. */
static Number put_alternatives(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    bool all = which == EACH || which == ALL || which == BARE;
    for (int i = 0; i < kids(w, filter); i++) {
        put_join(w, i, kids(w, filter), all ? "and" : "or");
        put_cards(w, kid(w, filter, i), which, count);
    }
    return all ? MANY : ONE;
}

Number put_cards(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    if (!go_down(w))
        return ONE;
    Number number;
    if (op_of(w, filter) == NODE_OR && kids(w, filter) > 1 && place_of_or(w, filter) == RELATIVE) {
        number = put_alternatives(w, filter, which, count);
    } else {
        Phrase p = phrase_of(w, filter, which, count);
        number = put_phrase(w, &p);
    }
    w->depth--;
    return number;
}

Number put_cards_as(Writer *w, NodeId filter, Determiner which, NodeId count, CardType expect)
{
    w->expect = expect;
    Number number = put_cards(w, filter, which, count);
    w->expect = TYPE_NONE;
    return number;
}
