/* Species and gender: 1E-12.9 to 12.13. */
#include "first/first.h"

static bool is_named(const Game *g, int trait, const char *name)
{
    return strcmp(g->world->cat->trait_name[trait], name) == 0;
}

/* ---- the list of exceptions ---- */

typedef struct { Citation ruling; const char *title; bool whole; int icon; const char *species, *another; } Exception;

static bool is_titled(const CardDef *def, const Exception *e)
{
    if (def->title[0] != e->title[0])
        return false;
    return e->whole ? strcmp(def->title, e->title) == 0 : strncmp(def->title, e->title, strlen(e->title)) == 0;
}

static const Exception list[] = {
#define SPECIES(ruling, title, whole, icon, species, another) { RULING_##ruling, title, whole, icon, species, another },
#include "first/species.def"
#undef SPECIES
};

/* What the list makes of a card is a species, even if no card is printed with it. */
void first_name_species(Catalogue *cat)
{
    for (size_t i = 0; i < countof(list); i++)
        catalogue_trait(cat, str_of(list[i].species), OF_SPECIES);
}

/* The row of the list that the card stands in on this day; NULL: in none. */
static const Exception *exception_of(const Game *g, const CardDef *def)
{
    for (size_t i = 0; i < countof(list); i++)
        if (is_titled(def, &list[i]) && (list[i].icon == ICON_COUNT || icon_in(def->icons, list[i].icon))) {
            cite_step_if_ruled(g, list[i].ruling);
            return in_force(g, list[i].ruling) ? &list[i] : NULL;
        }
    return NULL;
}

/* ---- the steps ---- */

static bool lore_tells(const Game *g, const CardDef *def)
{
    const Catalogue *cat = g->world->cat;
    for (int trait = 1; trait < cat->trait_count; trait++)
        if (cat->trait_kind[trait] == OF_SPECIES && trait_in(&def->traits, trait))
            return true;
    return false;
}

/* The species that is usual in one of the printed affiliations: Human in three, three in the Dominion, in the others that of the same name, among the
 * Neutral none. */
static bool is_usual(const Game *g, const CardDef *def, int trait)
{
    static const int human[] = { ICON_FEDERATION, ICON_NON_ALIGNED, ICON_STARFLEET };
    bool among_humans = false;
    for (size_t i = 0; i < countof(human); i++)
        among_humans = among_humans || icon_in(def->icons, human[i]);
    if (is_named(g, trait, "Human"))
        return among_humans;
    if (is_named(g, trait, "Changeling") || is_named(g, trait, "Vorta") || is_named(g, trait, "Jem'Hadar"))
        return icon_in(def->icons, ICON_DOMINION);
    for (int icon = 0; icon < ICON_COUNT; icon++)
        if (icon_kind[icon] == AFFILIATION && icon_in(def->icons, icon) && icon != ICON_NEUTRAL && is_named(g, trait, icon_name[icon]))
            return true;
    return false;
}

/* Of somebody of whose species the lore says nothing: what the picture shows, if that is usual in his affiliation, in whatever mode he is; else he is
 * humanoid.  Before 2013 the picture alone decided. */
static bool is_shown(const Game *g, const CardDef *def, int trait)
{
    bool shown = def->image && (!in_force(g, RULING_SPECIES_2013_5) || is_usual(g, def, def->image));
    cite_step(g, RULING_SPECIES_2013_5);
    if (shown)
        return trait == def->image;
    cite_step(g, RULING_SPECIES_2013_6);
    return in_force(g, RULING_SPECIES_2013_6) && is_named(g, trait, "Humanoid");
}

/* The exceptions come first, then the steps of 2013 one after the other: of a card of the Second Edition what stands below the picture, until 2019;
 * a hologram is of that species and no other; who has a subcommand icon is Borg besides what he was; lore; picture. */
bool is_of_species(const Game *g, CardId id, int trait, bool has)
{
    const CardDef *def = printed(g, id);
    IconSet icons = def->icons;
    const Exception *e = exception_of(g, def);
    if (e) {
        cite_step_if_ruled(g, RULING_SPECIES_2013_21);
        return is_named(g, trait, e->species) || (e->another && is_named(g, trait, e->another));
    }
    if (strcmp(def->title, "Phlox") == 0)
        cite_step_if_ruled(g, RULING_SPECIES_2019_2);
    if (strcmp(def->title, "Vina") == 0)
        cite_step_if_ruled(g, RULING_SPECIES_2019_3);
    if (trait_in(&def->traits, TRAIT_SECOND_EDITION)) {
        cite_step(g, RULING_SPECIES_2013_1);
        if (in_force(g, RULING_SPECIES_2013_1))
            return has;
    }
    if (icon_in(icons, ICON_HOLOGRAM)) {
        cite_step(g, RULING_SPECIES_2013_2);
        return in_force(g, RULING_SPECIES_2013_2) ? is_named(g, trait, "Hologram") : has;
    }
    bool subcommand = icon_in(icons, ICON_COMMUNICATION) || icon_in(icons, ICON_NAVIGATING) || icon_in(icons, ICON_DEFENSE);
    if (subcommand && is_named(g, trait, "Borg")) {
        cite_step(g, RULING_SPECIES_2013_3);
        return in_force(g, RULING_SPECIES_2013_3) || has;
    }
    if (!has && def->type == TYPE_PERSONNEL && (def->image || is_named(g, trait, "Humanoid")) && !lore_tells(g, def))
        return is_shown(g, def, trait);
    if (has)
        cite_step_if_ruled(g, RULING_SPECIES_2013_4);
    return has;
}

/* A text in play counts that card among those about the Borg. */
static bool is_made_borg_related(const Game *g, CardId card)
{
    if (!some_has_kind(g, NODE_BORG_RELATED))
        return false;
    FOR_SET(id, &g->in_play)
        if (has_kind(printed(g, id), NODE_BORG_RELATED) && !is_textless(g, id)) {
            Ctx ctx = ctx_of(g, id);
            if (filter_is(g, &ctx, ability_of_kind(g, id, NODE_BORG_RELATED)->filter, card))
                return true;
        }
    return false;
}

/* The genders that texts of cards which are about the Borg see in Borg; all others see none in them (1e-2019/borg). */
static bool is_about_borg(const Game *g, CardId card)
{
    return card && (is_made_borg_related(g, card) || icon_in(printed(g, card)->icons, ICON_BORG_ONLY) || icon_in(printed(g, card)->icons, ICON_BORG));
}

/* Male, female or neuter; whose gender nothing shows is male.  Since 2019 Borg have none. */
bool is_of_gender(const Game *g, CardId id, int trait, CardId asker)
{
    const TraitSet *shown = &printed(g, id)->traits;
    if (icon_in(icons_of(g, id), ICON_BORG)) {
        cite_step(g, RULING_GENDER_2019_2);
        if (in_force(g, RULING_GENDER_2019_2) && !is_about_borg(g, asker))
            return false;
        if (is_about_borg(g, asker))
            cite_step(g, RULING_BORG_2019);
        if (g->card[id].flags & COUNTERPART_MADE) {
            cite_step(g, RULING_ASSIMILATION_PERSONNEL_2019);
            return trait == TRAIT_MALE && in_force(g, RULING_ASSIMILATION_PERSONNEL_2019);
        }
        if (g->card[id].flags & ASSIMILATED)
            return false;                       /* a drone has no gender any more (1E-A2.3) */
        if (asker && !printed(g, id)->unique && is_made_borg_related(g, asker))
            return trait == TRAIT_MALE || trait == TRAIT_FEMALE;
    }
    if (strcmp(printed(g, id)->title, "Exocomp") == 0 && !in_force(g, RULING_GENDER_2019_3)) {       /* nothing shows its gender: male since 2019 only */
        cite_step_if_ruled(g, RULING_SOONG_TYPE_ANDROID_1998);
        return trait == TRAIT_NEUTER;
    }
    if (g->card[id].named_kind == NAMED_FORM) {
        static const int genders[] = { TRAIT_MALE, TRAIT_FEMALE, TRAIT_NEUTER };
        return trait == genders[form_gender(g->card[id].named)];
    }
    cite_step_if_ruled(g, RULING_GENDER_2019_1);
    if (trait_in(shown, TRAIT_MALE) || trait_in(shown, TRAIT_FEMALE) || trait_in(shown, TRAIT_NEUTER))
        return trait_in(shown, trait);
    cite_step(g, RULING_GENDER_2019_3);
    return trait == TRAIT_MALE;
}
