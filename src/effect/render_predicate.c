/* What is true of a card, with its verb: "is stopped", "has Honor", "is a [Kli] personnel". */
#include "effect/render.h"

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

enum { MOST_PARTS = 64 };                       /* of a list, by its reader */

/* Whether all that is asked of a card makes one noun phrase with its type: "a [Kli] personnel". */
static bool is_kind_of_card(const Writer *w, NodeId id)
{
    bool typed = false, more = false;
    for (int i = 0; i < kids(w, id); i++) {
        NodeId part = kid(w, id, i);
        Place place = place_of(w, part, false);
        if (place < STATE || place == RELATIVE || place == EXCEPT)
            return false;
        typed |= op_of(w, part) == NODE_TYPE;
        more |= op_of(w, part) != NODE_TYPE && op_of(w, part) != NODE_KIND;
    }
    return typed && more && op_of(w, id) == NODE_AND;
}

static size_t verb_at(const char *text)
{
    static const char *const verbs[] = { "is ", "are ", "has ", "have " };
    for (size_t i = 0; i < countof(verbs); i++)
        if (!strncmp(text, verbs[i], strlen(verbs[i])))
            return strlen(verbs[i]);
    return 0;
}

/* "is an event or interrupt": `at` is where each part begins, whose verb is left out where all have the same. */
static void share_verb(Writer *w, const size_t *at, int count)
{
    Out *out = w->out;
    size_t is = verb_at(out->at + at[0]);
    if (w->required && out->at[at[0]] == 'h')
        return;
    for (int i = 0; i < count; i++)
        if (out->len >= out->size || !is || strncmp(out->at + at[i], out->at + at[0], is) != 0 || !strncmp(out->at + at[i] + is, "not ", 4))
            return;
    for (int i = count - 1; i > 0; i--) {
        const char *noun = out->at + at[i] + is;
        size_t cut = is + (out->at[at[0]] == 'h' ? 0 : !strncmp(noun, "a ", 2) ? 2 : !strncmp(noun, "an ", 3) ? 3 : 0);
        memmove(out->at + at[i], out->at + at[i] + cut, out->len - at[i] - cut + 1);
        out->len -= cut;
    }
}

/* "has Officer and has [Cmd]", written from `at` on, becomes "has both Officer and [Cmd]"; false where that is not all it says. */
static bool put_both_in(Writer *w, size_t at)
{
    static const char and[] = " and ";
    Out *out = w->out;
    if (out->len + 5 >= out->size)
        return false;
    char *text = out->at + at, *second = strstr(text, and);
    size_t verb = verb_at(text);
    if (!verb || !second || strstr(second + 1, and) || strstr(text, " or ") || strstr(text, "not have"))
        return false;
    second += strlen(and);
    if (verb_at(second) == verb && !strncmp(second, text, verb)) {
        memmove(second, second + verb, strlen(second + verb) + 1);
        out->len -= verb;
    } else if (verb_at(second)) {
        return false;
    }
    memmove(text + verb + 5, text + verb, out->len - at - verb + 1);
    memcpy(text + verb, "both ", 5);
    out->len += 5;
    return true;
}

static void put_brackets(Writer *w, size_t at)
{
    Out *out = w->out;
    if (out->len + 2 >= out->size)
        return;
    memmove(out->at + at + 1, out->at + at, out->len - at + 1);
    out->at[at] = '(';
    out->len++;
    put(w, ")");
}

static void predicate_list(Writer *w, NodeId id, bool not, Number number)
{
    bool and = (op_of(w, id) == NODE_AND) != not, alike = true;
    size_t at[MOST_PARTS] = { 0 };
    int count = kids(w, id) < MOST_PARTS ? kids(w, id) : MOST_PARTS;
    for (int i = 0; i < count; i++) {
        NodeId part = kid(w, id, i);
        bool list = (op_of(w, part) == NODE_AND || op_of(w, part) == NODE_OR) && kids(w, part) > 1, brackets = list && (not || !is_kind_of_card(w, part));
        alike &= !list && op_of(w, part) != NODE_TITLE;
        bool both = !not && brackets && !and && kids(w, part) == 2, either = !not && brackets && and && i == count - 1 && w->within == 0;
        put_join(w, i, count, and ? "and" : "or");
        put(w, both ? "" : either ? "either " : brackets ? "(" : "");
        at[i] = w->out->len;
        put_predicate(w, part, not, number);
        if (both && !put_both_in(w, at[i]))
            put_brackets(w, at[i]);
        put(w, brackets && !both && !either ? ")" : "");
    }
    if (alike && count > 1)
        share_verb(w, at, count);
}

static void predicate_head(Writer *w, NodeId id, bool not, Number number)
{
    put_is(w, not, number);
    if (op_of(w, id) == NODE_TITLE)
        put(w, "named "), put_title(w, value_of(w, id, 0));
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
    w->within++;
    switch (op_of(w, id)) {
    case NODE_COPY_OF:
        put_is(w, not, number);
        put(w, number == ONE ? "a copy of " : "copies of ");
        put_cards(w, kid(w, id, 0), A, 0);
        break;
    case NODE_SAME: case NODE_DIFFERENT:
        put_has(w, not, number);
        put(w, op_of(w, id) == NODE_DIFFERENT ? "a different " : value_of(w, id, 0) == PROP_SKILLS ? "at least one of the same " : "the same ");
        put_word(w, value_of(w, id, 0));
        put(w, op_of(w, id) == NODE_SAME ? " as " : " from ");
        put_cards(w, kid(w, id, 1), A, 0);
        break;
    case NODE_IN_COMMAND:
        put_is(w, not, number);
        put(w, number == ONE ? "the Commander of its ship" : "Commanders of their ships");
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
    w->within--;
}

static void predicate(Writer *w, NodeId id, bool not, Number number)
{
    uint16_t op = op_of(w, id);
    if (op == NODE_NOT) {
        put_predicate(w, kid(w, id, 0), !not, number);
        return;
    }
    if (!not && is_kind_of_card(w, id)) {
        CardType about = w->about;
        put_is(w, false, number);
        put_cards(w, id, number == ONE ? A : BARE, 0);
        w->about = about;
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
        if (op == NODE_NEEDS_STAFF) {
            put_has(w, not, number);
            out_text(w->out, "[%s] in %s staffing requirements", icon_text[value_of(w, id, 0)], number == ONE ? "its" : "their");
            break;
        }
        if (op == NODE_BEFALLEN && node_at(w->cat, kid(w, id, 0))->value == EVENT_USED_SKILL && kids(w, kid(w, id, 0)) == 1 && op_of(w, kid(w, kid(w, id, 0), 0)) == NODE_ANY) {
            put(w, not ? "has not used a skill this turn" : "has used a skill this turn");
            break;
        }
        if (op == NODE_REQUIRES) {
            put(w, not ? number == ONE ? "does not require " : "do not require " : number == ONE ? "requires " : "require ");
            put_skills(w, id, 0, "a skill");
            break;
        }
        if (op == NODE_LEADER) {
            put_is(w, not, number);
            put(w, number == ONE ? "a leader" : "leaders");
            break;
        }
        if (op == NODE_PERSONA) {
            put_is(w, not, number);
            out_text(w->out, "any %s", w->cat->persona_name[value_of(w, id, 0)]);
            break;
        }
        put_is(w, not, number);
        w->several = number == MANY;
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
