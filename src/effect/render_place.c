/* Where in a noun phrase each part of a filter is said. */
#include "effect/render.h"

bool is_where_it_is(const Writer *w, NodeId place)
{
    NodeId of = op_of(w, place) == NODE_HAS_HERE ? kid(w, place, 0) : 0;
    return of && op_of(w, of) != NODE_AND && op_of(w, of) != NODE_HOST && is_reference(w, of);
}

bool is_not(const Writer *w, NodeId id)
{
    return op_of(w, id) == NODE_NOT;
}

/* The place that all alternatives share; RELATIVE if they do not. */
static Place place_of_or(const Writer *w, NodeId id)
{
    Place shared = NOWHERE;
    for (int i = 0; i < kids(w, id); i++) {
        NodeId part = kid(w, id, i);
        Place p = is_not(w, part) ? place_of(w, kid(w, part, 0), true) : place_of(w, part, false);
        if (p < STATE || (i > 0 && p != shared))
            return RELATIVE;
        shared = p;
    }
    return shared;
}

bool has_mixed_alternatives(const Writer *w, NodeId filter)
{
    return op_of(w, filter) == NODE_OR && kids(w, filter) > 1 && place_of_or(w, filter) == RELATIVE;
}

static Place place_when_not(uint16_t op)
{
    switch (op) {
    case NODE_SELF: return OTHER;
    case NODE_THAT: case NODE_CAUSE: case NODE_VAR: case NODE_THIS_MISSION: case NODE_THIS_SHIP: case NODE_FACED_NOW: case NODE_TITLE:
        return EXCEPT;
    case NODE_STOPPED_NOW: case NODE_STAFFED: case NODE_DAMAGED: case NODE_COMPLETE: case NODE_CAPTIVE: case NODE_OPPOSED: case NODE_HOLOGRAM_OFF: case NODE_UNATTENDED: case NODE_DOCKED: case NODE_BOTTOM_SEED: case NODE_ASSIMILATED_NOW: case NODE_TYPE:
        return STATE;
    case NODE_UNIQUE: return UNIQUE;
    case NODE_KIND: case NODE_QUADRANT: return KIND;
    case NODE_ICON: return ICON;
    case NODE_TRAIT: return TRAIT;
    case NODE_HAS: case NODE_HAS_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_HAS_NAMED_KEYWORD: case NODE_SKILLED: case NODE_HAS_REQUIRED: case NODE_HAS_USED: return WHERE;
    default: return RELATIVE;
    }
}

bool lacks_cards(const Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    if (is_where_it_is(w, id))                  /* "where that ship is not" */
        return true;
    return (op == NODE_CARRIES || op == NODE_HAS_BENEATH || op == NODE_HAS_HERE) && !is_reference(w, kid(w, id, 0)) && !has_mixed_alternatives(w, kid(w, id, 0));
}

Place place_of(const Writer *w, NodeId id, bool not)
{
    uint16_t op = op_of(w, id);
    if (not && lacks_cards(w, id))
        return WHERE;
    if (not)
        return is_not(w, id) ? place_of(w, kid(w, id, 0), false) : place_when_not(op);
    switch (op) {
    case NODE_SELF: case NODE_THAT: case NODE_BEARER: case NODE_CAUSE: case NODE_VAR: case NODE_THIS_MISSION: case NODE_THIS_SHIP:
    case NODE_FACED_NOW:
        return REFERENCE;
    case NODE_HOST: return names_host(w) ? REFERENCE : WHERE;
    case NODE_ANY: return NOWHERE;
    case NODE_OF:
        if (is_actor(w, kid(w, id, 0)) && !w->commanded)
            return OWNER;
        switch (op_of(w, kid(w, id, 0))) {
        case NODE_YOU: return w->commanded ? WHERE : OWNER;
        case NODE_OPPONENT: case NODE_OWNER: return OWNER;
        default: return WHERE;
        }
    case NODE_OTHER: return OTHER;
    case NODE_STOPPED_NOW: case NODE_STAFFED: case NODE_DAMAGED: case NODE_COMPLETE: case NODE_CAPTIVE: case NODE_OPPOSED: case NODE_HOLOGRAM_OFF: case NODE_UNATTENDED: case NODE_DOCKED: case NODE_BOTTOM_SEED: case NODE_ASSIMILATED_NOW: case NODE_ADJACENT: return STATE;
    case NODE_UNIQUE: return UNIQUE;
    case NODE_KIND: case NODE_QUADRANT: return KIND;
    case NODE_ICON: case NODE_ATTEMPT_ICON: return ICON;
    case NODE_TRAIT: return TRAIT;
    case NODE_HAS: return value_of(w, id, 1) > 1 ? WITH : SKILL;
    case NODE_CLASSIFIED: case NODE_SPECIALIST: return SKILL;
    case NODE_HAS_ALONE: return WITH;
    case NODE_TYPE: case NODE_TITLE: return HEAD;
    case NODE_ATTR: case NODE_PRINTED: case NODE_ATTR_WITHOUT: case NODE_NO_ICONS: case NODE_CLAIMED: case NODE_SCOUTED: case NODE_COST_IS: case NODE_SPAN_IS: case NODE_DOTS_ARE: case NODE_SKILLS_ARE: case NODE_STAFF_ICONS: case NODE_RANGE_LEFT: case NODE_DILEMMAS_UNDER:
    case NODE_HAS_NAMED: case NODE_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_HAS_NAMED_KEYWORD: case NODE_ATTR_NAMED: case NODE_SKILLED:
    case NODE_HAS_REQUIRED: case NODE_HAS_USED: case NODE_TOTAL_ATTR: case NODE_TOTAL_PRINTED:
        return WITH;
    case NODE_COPY_OF: case NODE_SAME: case NODE_DIFFERENT: case NODE_COMMANDER_OF: case NODE_IN_COMMAND:  case NODE_SHIP_OF: case NODE_USED_SKILLS: case NODE_AND:
        return RELATIVE;
    case NODE_OR: return place_of_or(w, id);
    case NODE_NOT: return place_of(w, kid(w, id, 0), true);
    default: return WHERE;
    }
}
