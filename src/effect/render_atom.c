/* The single words of a filter: what stands before the noun, behind it with "with", or as a place. */
#include "effect/render.h"

/* Whether a trait is the class of a ship where it stands: one that other cards have as a keyword is that, unless ships are spoken of. */
static bool is_said_as_class(const Writer *w, int trait)
{
    if (w->cat->trait_kind[trait] != OF_CLASS || (w->about != TYPE_SHIP && w->about != TYPE_NONE))
        return false;
    for (int i = 1; w->about == TYPE_NONE && i < w->cat->def_count; i++)
        if (w->cat->def[i].type != TYPE_SHIP && trait_in(&w->cat->def[i].traits, trait))
            return false;
    return true;
}

/* An adjective: what stands before the noun. */
void put_adjective(Writer *w, NodeId id, bool not)
{
    uint16_t op = op_of(w, id);
    int value = value_of(w, id, 0);
    switch (op) {
    case NODE_STOPPED_NOW: put(w, not ? "unstopped" : "stopped"); break;
    case NODE_STAFFED: put(w, not ? "unstaffed" : "staffed"); break;
    case NODE_OPPOSED: put(w, not ? "unopposed" : "opposed"); break;
    case NODE_HOLOGRAM_OFF: put(w, not ? "active" : "deactivated"); break;
    case NODE_ASSIMILATED_NOW: put(w, not ? "not assimilated" : "assimilated"); break;
    case NODE_UNATTENDED: put(w, not ? "attended" : "unattended"); break;
    case NODE_BOTTOM_SEED: put(w, not ? "other seed" : "bottom seed"); break;
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
                 is_said_as_class(w, value) ? "-class" : w->cat->trait_kind[value] == OF_REGION ? " region" : "");
        break;
    case NODE_CLASSIFIED: out_text(w->out, "%s-classification", skill_word(w, value)); break;
    case NODE_SPECIALIST: put(w, "mission specialist"); break;
    case NODE_ADJACENT: put(w, "adjacent"); break;
    default: put_skill(w, id, 0); break;        /* NODE_HAS */
    }
}

/* What follows "with". */
void put_with(Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    int n;
    switch (op) {
    case NODE_NO_ICONS: put(w, "no affiliation icons"); break;
    case NODE_SCOUTED: put(w, "complete scouting"); break;
    case NODE_CLAIMED: put(w, "a completed [BO] objective on it"); break;
    case NODE_ATTR: case NODE_PRINTED:
        if (op == NODE_PRINTED && value_of(w, id, 0) == ATTR_ANY) {
            put(w, "a printed attribute");
        } else {
            put(w, op == NODE_PRINTED ? "printed " : "");
            put_word(w, value_of(w, id, 0));
        }
        if (value_of(w, id, 0) == ATTR_ALL || value_of(w, id, 0) == ATTR_ANY || !number_is(w, kid(w, id, 2), &n)) {
            put(w, value_of(w, id, 0) == ATTR_ALL ? " that are each " : " of ");
            put_comparison(w, value_of(w, id, 1), kid(w, id, 2), "");
        } else {
            out_text(w->out, "%s%d", word_info[value_of(w, id, 1)].word, n);
        }
        break;
    case NODE_ATTR_WITHOUT:
        put_word(w, value_of(w, id, 0));
        put(w, " of ");
        put_comparison(w, value_of(w, id, 2), kid(w, id, 3), "");
        put(w, " without what ");
        put_cards(w, kid(w, id, 1), ALL, 0);
        put(w, " add");
        break;
    case NODE_COST_IS:
        put(w, "a cost of ");
        if (value_of(w, id, 0) == CMP_EQUAL && number_is(w, kid(w, id, 1), &n))
            out_text(w->out, "%d", n);
        else
            put_comparison(w, value_of(w, id, 0), kid(w, id, 1), "");
        break;
    case NODE_SPAN_IS: put(w, "a span of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_HAS: put_skill(w, id, 0); break;
    case NODE_HAS_ALONE: put_skill(w, id, 0); put(w, " even alone"); break;
    case NODE_SKILLS_ARE: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " skills"); break;
    case NODE_DOTS_ARE: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " [SD] icons"); break;
    case NODE_RANGE_LEFT: put(w, "an unused Range of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_STAFF_ICONS: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " staffing icons"); break;
    case NODE_DILEMMAS_UNDER: put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " dilemmas beneath it"); break;
    case NODE_HAS_NAMED: put(w, "the named skill"); break;
    case NODE_NAMED: put(w, "the named title"); break;
    case NODE_HAS_NAMED_ICON: put(w, "the named icon"); break;
    case NODE_HAS_NAMED_KEYWORD: put(w, "the named keyword"); break;
    case NODE_ATTR_NAMED: put(w, "the named attribute of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_TOTAL_ATTR: put(w, "total attributes of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_TOTAL_PRINTED: put(w, "total printed attributes of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), ""); break;
    case NODE_SKILLED: out_text(w->out, "%d levels of a skill", value_of(w, id, 0)); break;
    case NODE_HAS_REQUIRED: put(w, "a skill required by "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_HAS_USED: put(w, "a skill used to complete the mission by "); put_cards(w, kid(w, id, 0), A, 0); break;
    default: put(w, "a Damage part"); break;
    }
}

void put_skills(Writer *w, NodeId id, int first, const char *none)
{
    int count = kids(w, id) - first;
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "or");
        put(w, skill_word(w, value_of(w, id, first + i)));
    }
    if (count <= 0)
        put(w, none);
}

bool mentions(const Writer *w, NodeId id, uint16_t op)
{
    for (int i = 0; i < kids(w, id); i++)
        if (mentions(w, kid(w, id, i), op))
            return true;
    return op_of(w, id) == op;
}

/* All that the card does to others for a time is to mark them. */
static bool marks_cards(const Writer *w)
{
    for (int i = 0; w->def && i < w->def->ability_count; i++)
        if (mentions(w, w->cat->ability[w->def->ability + i].node, NODE_MOD_MARKED))
            return true;
    return false;
}

static void put_pile(Writer *w, NodeId id, const char *pile)
{
    if (op_of(w, kid(w, id, 0)) == NODE_EACH_ONE) {
        out_text(w->out, "in any %s", pile);
        return;
    }
    put(w, w->taken ? "from " : "in ");
    put_pile_of(w, kid(w, id, 0), pile);
}

static void put_table_of(Writer *w, NodeId id)
{
    if (!strcmp(idiom(w, "core"), "core")) {
        put_pile(w, id, "core");
        return;
    }
    bool anybody = op_of(w, kid(w, id, 0)) == NODE_EACH_ONE;
    put(w, w->taken ? "from " : "on ");
    if (!anybody)
        put_possessive(w, kid(w, id, 0));
    put(w, anybody ? "a table" : " table");
}

static void put_near(Writer *w, NodeId id, const char *how, CardType expect)
{
    bool taken = w->taken;
    w->taken = false;
    put(w, how);
    bool several = has_mixed_alternatives(w, kid(w, id, 0));
    put(w, several ? "(" : "");
    put_cards_as(w, kid(w, id, 0), A, 0, expect);
    put(w, several ? ")" : "");
    w->taken = taken;
}

void put_from_place(Writer *w, NodeId at)
{
    put_near(w, at, "from ", TYPE_MISSION);
}

/* Cards of these types lie on others, and never aboard. */
enum { ONLY_ON = 1 << TYPE_EVENT | 1 << TYPE_INCIDENT | 1 << TYPE_OBJECTIVE | 1 << TYPE_INTERRUPT | 1 << TYPE_DOORWAY | 1 << TYPE_DILEMMA | 1 << TYPE_TACTIC };

/* Whether those cards can lie on it only, by what they are or by what it is. */
static bool lies_on(const Writer *w, NodeId cards)
{
    return type_in(ONLY_ON, type_of(w, cards)) || type_in(ONLY_ON, w->about);
}

void put_where_not(Writer *w, NodeId id)
{
    uint16_t op = op_of(w, id);
    bool taken = w->taken, several = w->several;
    w->taken = false;
    put(w, op == NODE_HAS_HERE ? "where " : "without ");
    put_cards(w, kid(w, id, 0), op == NODE_HAS_HERE && !is_where_it_is(w, id) ? NO : A, 0);
    if (is_where_it_is(w, id))
        put(w, " is not");
    else if (op == NODE_HAS_HERE)
        put(w, " is");
    else
        out_text(w->out, op == NODE_HAS_BENEATH ? " beneath %s" : lies_on(w, kid(w, id, 0)) ? " on %s" : " on or aboard %s", several ? "them" : "it");
    w->taken = taken;
}

/* What follows the noun, or "is"; skills and the like come here only as "without". */
void put_where(Writer *w, NodeId id)
{
    int n;
    switch (op_of(w, id)) {
    case NODE_HAS: put(w, "without "); put_skill(w, id, 0); break;
    case NODE_POINTS_ARE: put(w, "worth "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " points"); break;
    case NODE_OF:
        if (op_of(w, kid(w, id, 0)) == NODE_EACH_ONE) {
            put(w, "in play");
            break;
        }
        if (op_of(w, kid(w, id, 0)) == NODE_YOU && !w->you_is_actor) {
            put(w, "you command");
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
        put(w, w->def && type_in(ONLY_ON, w->def->type) ? " is on" : w->about == TYPE_SHIP && w->def && w->def->type == TYPE_PERSONNEL ? " is aboard" : " is on or aboard");
        break;
    case NODE_HAS_NAMED: case NODE_DAMAGE_CARD: case NODE_HAS_NAMED_ICON: case NODE_HAS_NAMED_KEYWORD: case NODE_SKILLED: case NODE_HAS_REQUIRED: case NODE_HAS_USED:
        put(w, "without ");
        put_with(w, id);
        break;
    case NODE_NAMED_TYPE: put(w, "of the named card type"); break;
    case NODE_NAMED_SPECIES: put(w, "of the named species"); break;
    case NODE_TITLE_BEGINS: out_text(w->out, "whose title begins with \"%s\"", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_TEAM_OF: put(w, "in the team of "); put_cards_as(w, kid(w, id, 0), A, 0, TYPE_PERSONNEL); break;
    case NODE_TEAM_SIZE: put(w, "in a team of "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " personnel"); break;
    case NODE_WEAKENS: put(w, "reducing attributes of "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_ENHANCES: put(w, "raising "); put_word(w, value_of(w, id, 0)); put(w, " of "); put_cards(w, kid(w, id, 1), A, 0); break;
    case NODE_TARGETED: put(w, "at which "); put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " ships"); put(w, " fire"); break;
    case NODE_CAN_REACH:
        if (value_of(w, id, 0) == 2)
            out_text(w->out, "within double its full %s of ", idiom(w, "Range"));
        else
            out_text(w->out, "within %d times its full %s of ", value_of(w, id, 0), idiom(w, "Range"));
        put_cards_as(w, kid(w, id, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_LEADER: put(w, "that is a leader"); break;
    case NODE_PLAYED_AS: out_text(w->out, "played as an %s", type_name[value_of(w, id, 0)]); break;
    case NODE_BESIDE: put(w, "next to the location of "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_REMEMBERED: put(w, "noted before"); break;
    case NODE_MAY_MOVE: put(w, "free to move"); break;
    case NODE_COMPATIBLE: put(w, "compatible with "); put_cards(w, kid(w, id, 0), ALL, 0); break;
    case NODE_VICTORIOUS: put(w, "of the winning force"); break;
    case NODE_USES_STOLEN: put(w, "of a player who has stolen "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_LINE_END: put(w, "at an end of its spaceline"); break;
    case NODE_BEGINS_MOVE: put(w, "beginning to move"); break;
    case NODE_TITLE_HAS: out_text(w->out, "with \"%s\" in its title", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_NEEDS_STAFF: out_text(w->out, "with [%s] in its staffing requirements", icon_text[value_of(w, id, 0)]); break;
    case NODE_REQUIRES_NAMED: put(w, "requiring the named skill"); break;
    case NODE_HAS_COMMANDER: put(w, "with its Commander aboard"); break;
    case NODE_ATTEMPTED_NOW: put(w, "being attempted"); break;
    case NODE_MET_BY: put(w, "whose requirements are met by "); put_cards(w, kid(w, id, 0), BARE, 0); put(w, " there"); break;
    case NODE_FACEABLE_AT: put(w, "fit to be faced at "); put_cards_as(w, kid(w, id, 0), A, 0, TYPE_MISSION); break;
    case NODE_SEVERAL_HERE: put(w, "where at least "); put_cards(w, kid(w, id, 1), EXACTLY, kid(w, id, 0)); put(w, " are"); break;
    case NODE_AT_OWN_ICON: put(w, "at a mission with a matching affiliation icon"); break;
    case NODE_BEFALLEN:                         /* as predicate mostly in another way: render_predicate.c */
        put(w, "(this turn: ");
        put_event(w, kid(w, id, 0), false);
        put(w, ")");
        break;
    case NODE_PLAYED_NOW: put(w, "played this turn"); break;
    case NODE_LONG_SPY: put(w, "infiltrating since the start of your opponent's last turn"); break;
    case NODE_SPY: put(w, "infiltrating"); break;
    case NODE_GOAL: put(w, "that is the goal"); break;
    case NODE_PLAYS_ON_A: put(w, "that plays on "); put_a(w, type_name[value_of(w, id, 0)]); break;
    case NODE_CORE_CARD: put(w, "that plays in a core"); break;
    case NODE_FACED_TODAY: put(w, "faced this turn"); break;
    case NODE_TRIED_LAST: put(w, "attempted in its commander's last turn"); break;
    case NODE_WAS_ON: put_near(w, id, "that was on ", TYPE_NONE); break;
    case NODE_TITLE: put(w, "named "); put(w, w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_PERSONA: out_text(w->out, "that is any %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_GROUP: put(w, "in the mission attempt"); break;
    case NODE_INVOLVED: put(w, "involved"); break;
    case NODE_FIRING: put(w, "firing"); break;
    case NODE_ATTACKED: put(w, "under attack"); break;
    case NODE_ADVERSARY: put(w, "engaged as an adversary"); break;
    case NODE_REQUIRES_ATTR: put(w, "requiring "); put_word(w, value_of(w, id, 0)); break;
    case NODE_REQUIRES: put(w, "requiring "); put_skills(w, id, 0, "a skill"); break;
    case NODE_NEXT_ON_COURSE: put(w, "one location farther towards its goal"); break;
    case NODE_PLANET_NAMED: out_text(w->out, "at the planet %s", w->cat->persona_name[value_of(w, id, 0)]); break;
    case NODE_LORE_NAMED: put(w, "named in the lore of "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_PARTNER_OF: put(w, "that is a romantic partner of "); put_cards(w, kid(w, id, 0), A, 0); break;
    case NODE_SHORTENS_WAY: put(w, "nearer to wherever "); put_cards(w, kid(w, id, 0), A, 0); put(w, " must travel"); break;
    case NODE_UNEXAMINED: put(w, "not yet examined"); break;
    case NODE_SEEDED_BY: put(w, "seeded by "); put_player(w, kid(w, id, 0)); break;
    case NODE_SOLVED_BY: put(w, "solved by "); put_player(w, kid(w, id, 0)); break;
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
    case NODE_IN_CORE_OF: put_table_of(w, id); break;
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
    case NODE_AT:
        if (is_where_it_is(w, kid(w, id, 0))) {
            put(w, "at the same mission as ");
            put_reference(w, kid(w, kid(w, id, 0), 0));
        } else {
            put_near(w, id, "at ", TYPE_MISSION);
        }
        break;
    case NODE_ABOARD: put_near(w, id, "aboard ", TYPE_SHIP); break;
    case NODE_HAS_ABOARD: put_near(w, id, "with ", TYPE_PERSONNEL); put(w, " aboard"); break;
    case NODE_ON: put_near(w, id, "on ", TYPE_NONE); break;
    case NODE_BENEATH: put_near(w, id, "beneath ", TYPE_NONE); break;
    case NODE_ON_PLANET: put(w, "on a planet"); break;
    case NODE_PLAYABLE_AT: put_near(w, id, "playable at ", TYPE_MISSION); break;
    case NODE_ADMITS: put_near(w, id, "where ", TYPE_NONE); put(w, " could be played"); break;
    case NODE_STOPPED_BY: out_text(w->out, "stopped by %s", dilemma_at_work(w)); break;
    case NODE_EQUIPPED: put_near(w, id, "equipped with ", TYPE_NONE); break;
    case NODE_HOLDS:
        put(w, "with ");
        if (value_of(w, id, 0) == CMP_AT_LEAST && number_is(w, kid(w, id, 1), &n)) {
            put(w, "at least ");
            w->counted = true;
            put_cards(w, kid(w, id, 2), EXACTLY, kid(w, id, 1));
        } else {
            put_comparison(w, value_of(w, id, 0), kid(w, id, 1), " ");
            put_cards(w, kid(w, id, 2), BARE, 0);
        }
        put(w, " aboard or on it");
        break;
    case NODE_CARRIES: {
        bool ship = w->about == TYPE_SHIP && type_of(w, kid(w, id, 0)) == TYPE_PERSONNEL;        /* personnel are nowhere else on a ship */
        bool several = w->several;
        put_near(w, id, "with ", TYPE_NONE);
        put(w, ship ? " aboard " : lies_on(w, kid(w, id, 0)) ? " on " : " on or aboard ");
        put(w, several ? "them" : "it");
        break;
    }
    case NODE_HAS_BENEATH: put_near(w, id, "with ", TYPE_NONE); put(w, " beneath it"); break;
    case NODE_HAS_HERE: put_near(w, id, "where ", TYPE_NONE); put(w, " is"); break;
    case NODE_AFFECTED: put(w, marks_cards(w) ? idiom(w, "affected by ") : "affected by "); put_self(w); break;
    case NODE_INFILTRATED_BY: put(w, "that infiltration icons of "); put_cards(w, kid(w, id, 0), A, 0); put(w, " match"); break;
    case NODE_ALONE_OF_KIND: put(w, "alone of a species among "); put_cards(w, kid(w, id, 0), BARE, 0); break;
    default: put(w, "somewhere"); break;
    }
}
