/* Modifiers: the clauses that say what is different, while a text acts or for a time. */
#include "effect/render.h"

/* What is said with "is", as an adjective: "is Strength +2"; after "make" without it. */
static bool is_adding(uint16_t op)
{
    return op == NODE_MOD_ATTR || op == NODE_MOD_COST || op == NODE_MOD_SPAN || op == NODE_MOD_SPAN_SET || op == NODE_MOD_CONSUME || op == NODE_MOD_WEAPON || op == NODE_MOD_POINTS
        || op == NODE_MOD_STAFF_NEEDS || op == NODE_MOD_STAFF_LEVELS || op == NODE_MOD_STAFFED || op == NODE_MOD_COMMANDS || op == NODE_MOD_DISABLED || op == NODE_MOD_STASIS;
}

/* "adds the Strength of that personnel to its own": the attribute that it adds, which a card has that is named; 0: it is said in another way. */
static NodeId taken_over(const Writer *w, NodeId m)
{
    uint16_t op = op_of(w, m);
    NodeId q = op == NODE_MOD_ATTR ? kid(w, m, 1) : op == NODE_MOD_WEAPON ? kid(w, m, 0) : 0, of = op_of(w, q) == NODE_VALUE ? kid(w, q, 1) : 0;
    bool attribute = of && value_of(w, q, 0) <= PROP_SHIELDS && (op == NODE_MOD_WEAPON || value_of(w, m, 0) <= ATTR_SHIELDS);
    return attribute && op_of(w, of) != NODE_AND && op_of(w, of) != NODE_HOST && is_reference(w, of) && selection_number(w, of) == ONE ? q : 0;
}

static const char *attribute_of(const Writer *w, NodeId m)
{
    return op_of(w, m) == NODE_MOD_WEAPON ? word_info[ATTR_STRENGTH].english : word_info[value_of(w, m, 0)].english;
}

static bool is_its_own(const Writer *w, NodeId m)
{
    NodeId q = taken_over(w, m);
    return q && strcmp(word_info[value_of(w, q, 0)].english, attribute_of(w, m)) == 0;
}

/* `count` of them from there on, which add what is called as that to which it is added. */
static void put_taken_over(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    NodeId m = kid(w, node, first), q = taken_over(w, m);
    const char *its = number == ONE ? "its" : "their";
    put(w, number == ONE && form == PLAIN ? "adds " : "add ");
    if (op_of(w, kid(w, q, 1)) == NODE_BEARER) {
        out_text(w->out, "%s ", its);
        put_word(w, value_of(w, q, 0));
    } else {
        put(w, "the ");
        for (int i = 0; i < count; i++) {
            put_join(w, i, count, "and");
            put_word(w, value_of(w, taken_over(w, kid(w, node, first + i)), 0));
        }
        put(w, " of ");
        put_cards(w, kid(w, q, 1), A, 0);
    }
    out_text(w->out, " to %s ", its);
    put(w, is_its_own(w, m) && op_of(w, kid(w, q, 1)) != NODE_BEARER ? "own" : idiom(w, attribute_of(w, m)));
    put(w, op_of(w, m) == NODE_MOD_WEAPON ? " in combat" : "");
}

bool says_x(const Writer *w, NodeId m)
{
    int n;
    for (int i = 0; i < kids(w, m); i++) {
        NodeId q = kid(w, m, i);
        if (node_info[op_of(w, q)].result == 'Q' && !number_is(w, q, &n) && !number_for_each(w, q) && !taken_over(w, m))
            return true;
    }
    return false;
}

static bool is_gaining(uint16_t op)
{
    return op == NODE_MOD_SKILL || op == NODE_MOD_ICON || op == NODE_MOD_TRAIT;
}

static void put_adding(Writer *w, NodeId m)
{
    switch (op_of(w, m)) {
    case NODE_MOD_ATTR:
        put_word(w, value_of(w, m, 0));
        put(w, " ");
        put_change(w, kid(w, m, 1));
        break;
    case NODE_MOD_COST: put(w, "cost "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_SPAN: put(w, "span "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_SPAN_SET: out_text(w->out, "span %d", value_of(w, m, 0)); break;
    case NODE_MOD_CONSUME: put(w, "Consume "); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_WEAPON: put(w, "Strength "); put_change(w, kid(w, m, 0)); put(w, " in combat"); break;
    case NODE_MOD_POINTS: put(w, "worth "); put_more(w, kid(w, m, 0), "more points", "fewer points"); break;
    case NODE_MOD_STAFF_NEEDS:
        put(w, "staffed only with ");
        put_number(w, value_of(w, m, 0));
        put(w, " ");
        put_cards(w, kid(w, m, 1), value_of(w, m, 0) == 1 ? NEXT : BARE, 0);
        put(w, " aboard");
        break;
    case NODE_MOD_STAFF_LEVELS:
        put(w, "staffed only with ");
        put_skill(w, m, 0);
        put(w, " aboard");
        break;
    case NODE_MOD_STAFFED: put(w, "staffed"); break;
    case NODE_MOD_COMMANDS: put(w, "the Commander of its ship"); break;
    case NODE_MOD_DISABLED: put(w, "disabled"); break;
    default: put(w, "in stasis"); break;
    }
}

/* "being killed", "moving": what one is kept from doing. */
void put_gerund(Writer *w, const char *verb)
{
    int len = (int)strcspn(verb, " ");
    bool begin = !strncmp(verb, "begin", 5), be = len == 2;
    if (begin)
        out_text(w->out, "beginning%s", verb + len);
    else
        out_text(w->out, "%.*sing%s", len - (verb[len - 1] == 'e' && !be), verb, verb + len);
}

static void put_cannot(Writer *w, NodeId m, Form form)
{
    put(w, form == AFTER_MAY ? "not be able to " : "cannot ");
    put_word(w, value_of(w, m, 0));
    if (kid(w, m, 1)) {
        put(w, " by ");
        put_cards(w, kid(w, m, 1), A, 0);
    }
}

/* Where nearly all are lost, those are named that stay. */
static SkillSet skills_kept(Writer *w, NodeId m)
{
    enum { NEARLY_ALL = 12 };
    SkillSet kept = skills_of_edition(EDITION_SECOND);
    for (int i = 0; i < kids(w, m); i++)
        kept &= ~skill_bit(value_of(w, m, i));
    return kids(w, m) > NEARLY_ALL ? kept : 0;
}

static void put_lost_skills(Writer *w, NodeId m)
{
    SkillSet kept = skills_kept(w, m);
    int count = 0, at = 0;
    for (int i = 0; i < SKILL_COUNT; i++)
        count += kept >> i & 1;
    if (kept)
        put(w, "all skills except ");
    for (int i = 0; i < SKILL_COUNT; i++)
        if (kept >> i & 1) {
            put_join(w, at++, count, "and");
            put(w, skill_word(w, i));
        }
    if (kept)
        return;
    for (int i = 0; i < kids(w, m); i++) {
        put_join(w, i, kids(w, m), "and");
        put(w, skill_word(w, value_of(w, m, i)));
    }
    if (kids(w, m) == 0)
        put(w, "all skills");
}

/* A verb phrase; `s` ends a verb of one subject, `its` is what its own things are called.  After another of its like the
 * verb is not repeated: "gets +1 Cunning and +2 Strength". */
static void put_modifier(Writer *w, NodeId m, bool again, Number number, Form form)
{
    bool one = number == ONE && form == PLAIN;
    const char *s = one ? "s" : "", *have = one ? "has" : "have", *its = number == ONE ? "its" : "their";
    Out *out = w->out;
    if (is_adding(op_of(w, m)) && !taken_over(w, m)) {
        put(w, again || form == AFTER_MAY ? "" : one ? "is " : "are ");
        put_adding(w, m);
        return;
    }
    switch (op_of(w, m)) {
    case NODE_MOD_SET:
        out_text(out, "%s %s ", have, its);
        put_word(w, value_of(w, m, 0));
        put(w, " set to ");
        put_quantity(w, kid(w, m, 1));
        break;
    case NODE_MOD_TIMES:
        out_text(out, "%s %s ", have, its);
        put_word(w, value_of(w, m, 0));
        put(w, " multiplied by ");
        put_quantity(w, kid(w, m, 1));
        break;
    case NODE_MOD_SKILL:
        if (!again)
            out_text(out, "gain%s ", s);
        put_skill(w, m, 0);
        break;
    case NODE_MOD_LESS_SKILL: out_text(out, "lose%s %d level%s of %s", s, value_of(w, m, 1), value_of(w, m, 1) == 1 ? "" : "s", skill_name[value_of(w, m, 0)]); break;
    case NODE_MOD_COMMANDER: out_text(out, "gain%s Commander: %s", s, w->cat->persona_name[value_of(w, m, 0)]); break;
    case NODE_MOD_LOSE: out_text(out, "lose%s ", s); put_lost_skills(w, m); break;
    case NODE_MOD_NO_SKILLS: out_text(out, "%s use %s skills", form == AFTER_MAY ? "not" : "cannot", its); break;
    case NODE_MOD_ICON:
        if (!again)
            out_text(out, "gain%s ", s);
        out_text(out, "[%s]", icon_text[value_of(w, m, 0)]);
        break;
    case NODE_MOD_TRAIT:
        if (!again)
            out_text(out, "gain%s ", s);
        put(w, w->cat->trait_name[value_of(w, m, 0)]);
        break;
    case NODE_MOD_SPECIES:
        out_text(out, "become%s %s and no other species", s, w->cat->trait_name[value_of(w, m, 0)]);
        break;
    case NODE_MOD_AFFILIATION: out_text(out, "become%s [%s]", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_MOVE:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 0), "more Range to move", "less Range to move");
        break;
    case NODE_MOD_RANGE_TO:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 0), "more Range to move to ", "less Range to move to ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_BRIDGE:
        out_text(out, "need%s no additional Range to move between ", s);
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        put(w, " and ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_NO_QUADRANT: out_text(out, "need%s no additional Range to move between quadrants", s); break;
    case NODE_MOD_REQ_ATTR:
        out_text(out, "%s ", have);
        put(w, "each attribute requirement");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_REQ_ONE:
        out_text(out, "%s ", have);
        put(w, "each ");
        put_word(w, value_of(w, m, 0));
        put(w, " requirement");
        put_raised(w, kid(w, m, 1));
        break;
    case NODE_MOD_REQ_LEVEL:
        out_text(out, "%s ", have);
        put(w, "the level of each required skill");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_SUBSTITUTE:
        out_text(out, "let%s ", s);
        put_word(w, value_of(w, m, 1));
        put(w, " be used to meet ");
        put_word(w, value_of(w, m, 0));
        put(w, " requirements");
        break;
    case NODE_MOD_RANDOMLY:
        out_text(out, "%s what others than its owner choose among ", have);
        put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_PERSONNEL);
        put(w, " selected at random");
        break;
    case NODE_MOD_BY_CHOICE: out_text(out, "%s what it selects at random chosen by the player who faces it", have); break;
    case NODE_MOD_ATTEMPT_SIZE: out_text(out, "cannot be attempted with fewer than %d personnel", value_of(w, m, 0)); break;
    case NODE_MOD_LATER:
        put(w, "at the end of this turn: ");
        put_joined(w, m, 0, kids(w, m), PLAIN, LAST);
        break;
    case NODE_MOD_NEXT_COST:
        out_text(out, "let%s you play the next ", s);
        put_cards(w, kid(w, m, 0), BARE, 0);
        put(w, " at cost ");
        put_change(w, kid(w, m, 1));
        break;
    case NODE_MOD_LOSE_ICON: out_text(out, "lose%s [%s]", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_REQ_ADD: out_text(out, "also require%s ", s); put_requirement(w, kid(w, m, 0)); break;
    case NODE_MOD_REQ_REPLACE:
        out_text(out, "require%s ", s);
        put_requirement(w, kid(w, m, 0));
        out_text(out, " instead of %s printed requirements", its);
        break;
    case NODE_MOD_ATTEMPT: put(w, "may be attempted using "); put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_PERSONNEL); break;
    case NODE_MOD_CANNOT: put_cannot(w, m, form); break;
    case NODE_MOD_CAN:
        put(w, form == AFTER_MAY ? "be able to " : "can ");
        put_word(w, value_of(w, m, 0));
        out_text(out, " despite %s", w->cat->persona_name[value_of(w, m, 1)]);
        break;
    case NODE_MOD_TEXTLESS: out_text(out, "%s %s game text and keywords ignored", have, its); break;
    case NODE_MOD_NO_ABILITIES: out_text(out, "lose%s all abilities", s); break;
    case NODE_MOD_NO_TEXTS: out_text(out, "lose%s all abilities but keywords", s); break;
    case NODE_MOD_DAMAGE_MORE:
        out_text(out, value_of(w, m, 0) == 1 ? "need%s one more damage card to be destroyed" : "need%s %d more damage cards to be destroyed", s, value_of(w, m, 0));
        break;
    case NODE_MOD_HAND: out_text(out, "change%s %s commander's hand limit by ", s, its); put_change(w, kid(w, m, 0)); break;
    case NODE_MOD_OFF_LINE:
        if (kid(w, m, 1)) {
            out_text(out, "lose%s the enhancement of ", s);
            put_word(w, value_of(w, m, 0));
            put(w, " by ");
            put_cards(w, kid(w, m, 1), A, 0);
            break;
        }
        out_text(out, "%s enhancements of ", have);
        put_word(w, value_of(w, m, 0));
        put(w, " off line");
        break;
    case NODE_MOD_CONTRIBUTES:
        put(w, "may contribute ");
        put_word(w, value_of(w, m, 0));
        put(w, " instead towards ");
        put_word(w, value_of(w, m, 1));
        put(w, " requirements");
        break;
    case NODE_MOD_MIXES_ALIKE: put(w, "may mix regardless of affiliation with others that this is said of"); break;
    case NODE_MOD_PEACE: put(w, "cannot battle each other"); break;
    case NODE_MOD_LANDS: put(w, "may take off and land using "); put_quantity(w, kid(w, m, 0)); put(w, " RANGE"); break;
    case NODE_MOD_LANDS_FULLY: out_text(out, "may take off and land using %s full RANGE", its); break;
    case NODE_MOD_TRAVEL:
        put(w, "must do nothing but travel to ");
        if (kid(w, m, 0)) {
            put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
            put(w, " and attempt it");
        } else
            put(w, "the far end of the spaceline");
        break;
    case NODE_MOD_CARRIED: put(w, "may be carried aboard and launched from "); put_cards_as(w, kid(w, m, 0), BARE, 0, TYPE_SHIP); break;
    case NODE_MOD_SHARES: out_text(out, "share%s %s regular skills, each at its highest level", s, its); break;
    case NODE_MOD_POOLS: out_text(out, "add%s %s CUNNING to the total of each other group of them", s, its); break;
    case NODE_MOD_REPAIRS:
        if (w->def && w->def->type == TYPE_PERSONNEL)
            out_text(out, "%s repaired as if in dock, wherever %s", form == AFTER_MAY ? "be" : one ? "is" : "are", number == ONE ? "it is" : "they are");
        else
            out_text(out, "repair%s ships that are docked there", s);
        break;
    case NODE_MOD_REPAIRS_NOW: out_text(out, "repair%s ships as soon as they dock there", s); break;
    case NODE_MOD_MAY_ATTACK: out_text(out, "may attack [%s] forces", icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_UNRESTRAINED: put(w, "may attack any affiliation"); break;
    case NODE_MOD_PROJECTS: out_text(out, "let%s holograms be active there", s); break;
    case NODE_MOD_TARGETS: put(w, "may fire at "); put_amount(w, kid(w, m, 0), "target", "different targets"); break;
    case NODE_MOD_PASSES: put(w, "may pass whatever lies between two locations"); break;
    case NODE_MOD_MIXES: put(w, "may mix with your personnel regardless of affiliation"); break;
    case NODE_MOD_NO_SAFETY: out_text(out, "%s no safety protocols", have); break;
    case NODE_MOD_NO_DRAW_DUTY: out_text(out, "let%s %s commander end a turn with counters unspent", s, its); break;
    case NODE_MOD_LOSE_TRAIT: out_text(out, "lose%s %s", s, w->cat->trait_name[value_of(w, m, 0)]); break;
    case NODE_MOD_MEET_SKILL:
        out_text(out, "let%s %s be used to meet %s requirements", s, skill_word(w, value_of(w, m, 1)), skill_word(w, value_of(w, m, 0)));
        break;
    case NODE_MOD_MOVE_BETWEEN:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 2), "more Range to move between ", "less Range to move between ");
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        put(w, " and ");
        put_cards_as(w, kid(w, m, 1), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_MOVE_FROM:
        out_text(out, "need%s ", s);
        put_more(w, kid(w, m, 1), "more Range to move from ", "less Range to move from ");
        put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION);
        break;
    case NODE_MOD_STAFF_LESS: out_text(out, "need%s one [%s] fewer to be staffed", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_STAFF_MORE: out_text(out, "need%s one more [%s] to be staffed", s, icon_text[value_of(w, m, 0)]); break;
    case NODE_MOD_NO_WAY: put(w, "cannot move to "); put_cards_as(w, kid(w, m, 0), A, 0, TYPE_MISSION); break;
    case NODE_MOD_NOT_WITH:
        put(w, "cannot have ");
        put_word(w, value_of(w, m, 0));
        out_text(out, " counted towards %s requirements", its);
        break;
    case NODE_MOD_EVERYWHERE: put(w, form == AFTER_MAY ? "be at all missions in the same quadrant" : one ? "is at all missions in the same quadrant" : "are at all missions in the same quadrant"); break;
    case NODE_MOD_NO_FIRST: out_text(out, "cannot use %s first-listed skill", its); break;
    case NODE_MOD_NO_FACING: out_text(out, "cannot use %s skills while facing a dilemma", its); break;
    case NODE_MOD_AS_LISTED: out_text(out, "lose%s each skill gained", s); break;
    case NODE_MOD_EACH_MORE: out_text(out, "gain%s a level of each of %s skills", s, its); break;
    case NODE_MOD_ATTEMPT_WITH: case NODE_MOD_ATTEMPT_DESPITE:
        put(w, "may be attempted and completed using ");
        put_cards(w, kid(w, m, 0), BARE, 0);
        if (op_of(w, m) == NODE_MOD_ATTEMPT_DESPITE) {
            put(w, ", whatever keeps ");
            put_cards(w, kid(w, m, 1), BARE, 0);
            put(w, " from it,");
        }
        put(w, " with these requirements: ");
        put_requirement(w, kid(w, m, kids(w, m) - 1));
        break;
    case NODE_MOD_ONE_SKILL: out_text(out, "let%s each personnel use no more than one skill to meet %s requirements", s, its); break;
    case NODE_MOD_NO_PLAYS: out_text(out, "cannot have "); put_cards(w, kid(w, m, 0), BARE, 0); put(w, " played there"); break;
    case NODE_MOD_NOT_MISSIONS: out_text(out, "cannot use %s skills to meet mission requirements", its); break;
    case NODE_MOD_DOUBLED: put(w, "scores twice its points when it is completed"); break;
    case NODE_MOD_LANDS_ONCE: put(w, "may take off once each game and land once, using no RANGE"); break;
    case NODE_MOD_MARKED: put(w, form == AFTER_MAY ? "be marked" : one ? "is marked" : "are marked"); break;
    case NODE_MOD_GAIN_ONLY: out_text(out, "cannot gain skills except %s", skill_word(w, value_of(w, m, 0))); break;
    case NODE_MOD_REQ_NAMED:
        out_text(out, "%s ", have);
        put(w, "the level of the named skill");
        put_raised(w, kid(w, m, 0));
        break;
    case NODE_MOD_REQ_SWAP:
        out_text(out, "require%s %d %s in the place of the named skill", s, value_of(w, m, 1) ? value_of(w, m, 1) : 1, skill_word(w, value_of(w, m, 0)));
        break;
    case NODE_MOD_HAS_NAMED: out_text(out, "gain%s the skill that was named", s); break;
    case NODE_MOD_LOSE_NAMED: out_text(out, "lose%s the named skill", s); break;
    case NODE_MOD_GRANTED: out_text(out, "%s text %d of this card", have, value_of(w, m, 0)); break;
    default: put(w, "changes in an unknown way"); break;
    }
}

/* How many modifiers from there on differ in one word only: "cannot be killed or stopped by a dilemma", "lets Strength be used to meet Integrity and
 * Cunning requirements". */
static int alike(const Writer *w, NodeId node, int first, int count)
{
    NodeId m = kid(w, node, first);
    uint16_t op = op_of(w, m);
    const char *act = op == NODE_MOD_CANNOT ? word_info[value_of(w, m, 0)].english : "";
    int n = 1;
    if (is_its_own(w, m) && op == NODE_MOD_ATTR) {
        NodeId of = kid(w, taken_over(w, m), 1);
        while (n < count && op_of(w, kid(w, node, first + n)) == op && is_its_own(w, kid(w, node, first + n))
               && same_tree(w, kid(w, taken_over(w, kid(w, node, first + n)), 1), of, 0))
            n++;
        return n;
    }
    for (; n < count && (op == NODE_MOD_CANNOT || op == NODE_MOD_SUBSTITUTE || op == NODE_MOD_MEET_SKILL || op == NODE_MOD_CONTRIBUTES); n++) {
        NodeId other = kid(w, node, first + n);
        if (op_of(w, other) != op)
            break;
        if (op == NODE_MOD_CANNOT) {
            bool be = !strncmp(act, "be ", 3) && !strncmp(word_info[value_of(w, other, 0)].english, "be ", 3);
            if (!be || !kid(w, m, 1) != !kid(w, other, 1) || (kid(w, m, 1) && !same_tree(w, kid(w, m, 1), kid(w, other, 1), 0)))
                break;
        } else if (value_of(w, m, op == NODE_MOD_CONTRIBUTES ? 0 : 1) != value_of(w, other, op == NODE_MOD_CONTRIBUTES ? 0 : 1)) {
            break;
        }
    }
    return n;
}

static void put_alike(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    NodeId m = kid(w, node, first);
    const char *s = number == ONE && form == PLAIN ? "s" : "";
    if (taken_over(w, m)) {
        put_taken_over(w, node, first, count, number, form);
        return;
    }
    if (op_of(w, m) == NODE_MOD_CANNOT) {
        put(w, form == AFTER_MAY ? "not be able to be " : "cannot be ");
        for (int i = 0; i < count; i++) {
            put_join(w, i, count, "or");
            put(w, word_info[value_of(w, kid(w, node, first + i), 0)].english + 3);
        }
        if (kid(w, m, 1)) {
            put(w, " by ");
            put_cards(w, kid(w, m, 1), A, 0);
        }
        return;
    }
    bool meets = op_of(w, m) != NODE_MOD_CONTRIBUTES, skill = op_of(w, m) == NODE_MOD_MEET_SKILL;
    if (meets)
        out_text(w->out, "let%s ", s);
    else
        put(w, "may contribute ");
    if (skill)
        put(w, skill_word(w, value_of(w, m, 1)));
    else
        put_word(w, value_of(w, m, meets ? 1 : 0));
    put(w, meets ? " be used to meet " : " instead towards ");
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "and");
        if (skill)
            put(w, skill_word(w, value_of(w, kid(w, node, first + i), 0)));
        else
            put_word(w, value_of(w, kid(w, node, first + i), meets ? 0 : 1));
    }
    put(w, " requirements");
}

/* "Cunning +1", and not so much for each of something. */
static bool adds_a_number(const Writer *w, NodeId m)
{
    int n;
    return op_of(w, m) == NODE_MOD_ATTR && number_is(w, kid(w, m, 1), &n);
}

/* What shares a verb is one group: "is Strength +1 and gains Honor, Law, and Physics".  "Is Cunning +1 and is Strength +1 for each …": the first is not for each. */
static bool share_verb(const Writer *w, NodeId m, NodeId first)
{
    uint16_t op = op_of(w, m), last = op_of(w, first);
    if (taken_over(w, m) || taken_over(w, first))
        return false;
    return (is_adding(op) && is_adding(last) && (adds_a_number(w, m) || !adds_a_number(w, first))) || (is_gaining(op) && is_gaining(last));
}

static int modifiers_in_group(const Writer *w, NodeId node, int first, int count)
{
    int n = alike(w, node, first, count);
    if (n > 1)
        return n;
    while (n < count && share_verb(w, kid(w, node, first + n), kid(w, node, first)))
        n++;
    return n;
}

/* Whether two attributes change by as much for each of something. */
static bool add_the_same(const Writer *w, NodeId one, NodeId other)
{
    return op_of(w, one) == NODE_MOD_ATTR && op_of(w, other) == NODE_MOD_ATTR && !adds_a_number(w, one) && same_tree(w, kid(w, one, 1), kid(w, other, 1), 0)
        && number_for_each(w, kid(w, one, 1)) > 0;
}

/* "is both Cunning +1 and Strength +1 for each ship" */
static void put_both_added(Writer *w, NodeId one, NodeId other, Number number, Form form)
{
    put(w, form == AFTER_MAY ? "" : number == ONE ? "is " : "are ");
    put(w, "both ");
    put_word(w, value_of(w, one, 0));
    out_text(w->out, " %+d and ", number_for_each(w, kid(w, one, 1)));
    put_adding(w, other);
}

void put_modifiers(Writer *w, NodeId node, int first, int count, Number number, Form form)
{
    int groups = 0;
    for (int at = 0; at < count; at += modifiers_in_group(w, node, first + at, count - at))
        groups++;
    for (int g = 0, at = 0; g < groups; g++) {
        int n = modifiers_in_group(w, node, first + at, count - at);
        put_join(w, g, groups, "and");
        if (alike(w, node, first + at, n) > 1 || taken_over(w, kid(w, node, first + at))) {
            put_alike(w, node, first + at, n, number, form);
            at += n;
            continue;
        }
        if (n == 2 && add_the_same(w, kid(w, node, first + at), kid(w, node, first + at + 1))) {
            put_both_added(w, kid(w, node, first + at), kid(w, node, first + at + 1), number, form);
            at += n;
            continue;
        }
        for (int i = 0; i < n; i++) {
            put_join(w, i, n, "and");
            put_modifier(w, kid(w, node, first + at + i), i > 0, number, form);
        }
        at += n;
    }
}
