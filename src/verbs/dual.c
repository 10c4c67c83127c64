/* Dual-personnel cards: two persons on one card (1E-A9.1).
 *
 * The card is selected, stopped, killed and moved as one; its attributes and skills are those of both, added up.  A text that asks something of a
 * personnel asks each of the two for himself, and one that counts personnel counts those who fit. */
#include "verbs/eval.h"

const Person *person_on(const Game *g, CardId id, int n)
{
    return &g->world->cat->person[printed(g, id)->person + n];
}

int heads_in(const Game *g, const CardSet *cards)
{
    int n = 0;
    FOR_SET(id, cards)
        n += g->card[id].flags & DUAL ? PERSONS : 1;
    return n;
}

int persons_fitting(const Game *g, const Ctx *ctx, NodeId filter, CardId id)
{
    int n = 0;
    for (int i = 0; i < PERSONS; i++) {
        Ctx alone = *ctx;
        alone.person = (uint8_t)(i + 1);
        alone.person_on = id;
        n += filter_is(g, &alone, filter, id);
    }
    return n;
}

bool person_fits(const Game *g, const Ctx *ctx, const Node *and, bool sure, uint64_t asked, CardId id)
{
    for (int i = 0; i < PERSONS; i++) {
        Ctx alone = *ctx;
        alone.person = (uint8_t)(i + 1);
        alone.person_on = id;
        if (parts_fit(g, &alone, and, facts_of(g, and), sure, asked, id))
            return true;
    }
    return false;
}

/* A species that is printed belongs to one of them or to both; one that a text gives, to both. */
bool is_of_persons_species(const Game *g, CardId id, int person, int trait)
{
    return !trait_in(&printed(g, id)->traits, trait) || trait_in(&person_on(g, id, person)->traits, trait);
}

/* Likewise of icons; an affiliation is that of the card. */
IconSet persons_icons(const Game *g, CardId id, int person)
{
    IconSet icons = icons_of(g, id);
    const IconSet shown = printed(g, id)->icons, own = person_on(g, id, person)->icons;
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_kind[i] != AFFILIATION && icon_in(shown, i) && !icon_in(own, i))
            icons.word[i / 64] &= ~((uint64_t)1 << i % 64);
    return icons;
}

bool is_persons_class(const Game *g, CardId id, int person, int skill)
{
    int class = person_on(g, id, person)->class;
    return class && class_skill[class] == skill;
}

/* How many levels of a skill are classifications of the card, and not listed among its skills; what was the classification of an assimilated personnel is listed (1E-A2.3). */
int classification_levels(const Game *g, CardId id, int skill)
{
    if (g->card[id].flags & ASSIMILATED)
        return 0;
    if (printed(g, id)->person)
        return is_persons_class(g, id, 0, skill) + is_persons_class(g, id, 1, skill);
    return classification_skill(g, id) == skill;
}

int persons_of_species(const Game *g, CardId id, int trait)
{
    if (!has_trait(g, id, trait))
        return 0;
    return g->card[id].flags & DUAL ? is_of_persons_species(g, id, 0, trait) + is_of_persons_species(g, id, 1, trait) : 1;
}

int property_of_one(const Game *g, CardId id, int prop, int sign)
{
    if (prop < PROP_INTEGRITY || prop > PROP_STRENGTH)
        return property(g, id, prop);
    int which = prop - PROP_INTEGRITY;
    return sign * larger_of(sign * person_attribute(g, id, which, 0), sign * person_attribute(g, id, which, 1));
}

/* Two cards of the same person, be it one of two on either. */
bool share_persona(const Game *g, const CardDef *a, const CardDef *b)
{
    const Person *of = g->world->cat->person;
    uint16_t also_a = a->person ? of[a->person + 1].persona : 0, also_b = b->person ? of[b->person + 1].persona : 0;
    return a->persona == b->persona || (also_a && (also_a == b->persona || also_a == also_b)) || (also_b && also_b == a->persona);
}

bool may_have_persona(const Game *g, int player, const CardDef *def)
{
    const uint16_t *have = g->personas[player];
    return have[def->persona % PERSONA_COUNTS] || (def->person && have[g->world->cat->person[def->person + 1].persona % PERSONA_COUNTS]);
}
