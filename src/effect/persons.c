/* Two persons on one card (1E-A9.1): what each of them has is kept, and the card has it all. */
#include "effect/read.h"

static void add_person(CardReader *card, const CardDef *of, IconSet own)
{
    const Catalogue *cat = card->cat;
    Person *p = catalogue_person(card->cat);
    *p = (Person){ .persona = of->persona, .class = of->class, .icons = icons_join(card->def.icons, own) };
    for (int t = 1; t < cat->trait_count; t++)
        if (cat->trait_kind[t] == OF_SPECIES && trait_in(&of->traits, t))
            trait_add(&p->traits, t);
    memcpy(p->attribute, of->attribute, sizeof p->attribute);
    memcpy(p->skill, of->skill, sizeof p->skill);
    if (of->class)
        p->skill[class_skill[of->class]]++;
}

void persons_join(CardReader *card)
{
    CardDef *def = &card->def, *second = &card->second;
    add_person(card, def, card->own_icons);
    add_person(card, second, second->icons);
    def->person = (uint16_t)(card->cat->person_count - PERSONS);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        def->attribute[i] = (int8_t)(def->attribute[i] + second->attribute[i]);
    for (int i = 0; i < SKILL_COUNT; i++)
        def->skill[i] = (uint8_t)(def->skill[i] + second->skill[i]);
    if (second->class)
        def->skill[class_skill[second->class]]++;
    for (size_t i = 0; i < countof(def->traits.word); i++)
        def->traits.word[i] |= second->traits.word[i];
    def->icons = icons_join(icons_join(def->icons, card->own_icons), second->icons);
    def->dots = (uint8_t)(def->dots + second->dots);
    int n = 0;
    while (n < MAX_LISTED && def->listed_skill[n])
        n++;
    for (int i = 0; n < MAX_LISTED && i < MAX_LISTED && second->listed_skill[i]; i++)
        def->listed_skill[n++] = second->listed_skill[i];
}
