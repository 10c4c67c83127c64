/* Skills: chapter 13 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* What may be selected where a text lets any skill be chosen: every classification but ANIMAL and every regular skill of the day (1E-13.4). */
SkillSet first_selectable(const Game *g)
{
    static const uint8_t later[] = { SKILL_LAW, SKILL_MEMORY_OMEGA, SKILL_ORION_SYNDICATE, SKILL_RESISTANCE, SKILL_SECTION_31, SKILL_SMUGGLING, SKILL_V_SHAR };
    SkillSet all = skills_of_edition(EDITION_FIRST);
    cite_step(g, RULING_SKILLS_SELECTING_1998_1);
    if (in_force(g, RULING_SKILLS_SELECTING_1998_1))
        all &= ~skill_bit(SKILL_ANIMAL);
    for (size_t i = 0; i < countof(later) && in_force(g, LAYER_SKILLS_OF_1998); i++)
        all &= ~skill_bit(later[i]);
    return all;
}

/* ---- a classification and a gender that are chosen ---- */

static void offer_classes(Game *g, int player, CardId id)
{
    decision_open(g, SL_DECIDE_SKILL, player, NODE_CHOOSE_FORM, id);
    for (int class = CLASS_NONE + 1; class < CLASS_COUNT; class++)
        if (class_skill[class] != SKILL_ANIMAL || !in_force(g, RULING_SOONG_TYPE_ANDROID_1998))
            decision_add(g, (Option){ .verb = SL_NAME_SKILL, .number = class_skill[class] });
}

static void offer_genders(Game *g, int player, CardId id)
{
    enum { BOTH = 2, WITH_NEUTER };
    decision_open(g, SL_DECIDE_MODE, player, NODE_CHOOSE_FORM, id);
    for (int i = 0; i < (in_force(g, RULING_SOONG_TYPE_ANDROID_1998) ? WITH_NEUTER : BOTH); i++)
        decision_add(g, (Option){ .verb = SL_NAME_GENDER, .number = (int16_t)i });
}

/* The classification is a level of the skill of its name, as every other; it is not ANIMAL, and neuter is a gender (1e-1998/soong-type-android). */
Flow first_choose_form(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_CHOOSE_FORM });
    d->card = set_next(&g->picked, 0);
    if (d->card == NO_CARD)
        RETURN(0);
    cite(g, RULING_SOONG_TYPE_ANDROID_1998);
    offer_classes(g, f->player, d->card);
    ASK();
    d->x = answered(g).number;
    offer_genders(g, f->player, d->card);
    ASK();
    card_name(g, d->card, NAMED_FORM, form_of(d->x, answered(g).number));
    modifier_add(g, (Modifier){ .op = NODE_MOD_SKILL, .target = d->card, .source = source_of(g, f), .what = d->x, .amount = 1, .until = UNTIL_FOREVER,
                                .player = f->player });
    RETURN(1);

    PROC_END;
}
