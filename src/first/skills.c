/* Skills: chapter 13 of the rules. */
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
