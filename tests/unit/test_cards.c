/* The lists of printed facts and the catalogue: interning, finding by name, the nearest to a misspelt one. */
#include "effect/effect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static Catalogue *cat;

static DefId add(EditionId edition, const char *title, const char *subtitle)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s%s", title, subtitle[0] ? ", " : "", subtitle);
    CardDef *def = catalogue_add(cat);
    def->edition = (uint8_t)edition;
    def->title = arena_text(&cat->arena, str_of(title));
    def->subtitle = arena_text(&cat->arena, str_of(subtitle));
    def->name = arena_text(&cat->arena, str_of(name));
    def->persona = catalogue_persona(cat, str_of(title));
    return (DefId)(cat->def_count - 1);
}

static int set_up(void **state)
{
    (void)state;
    cat = catalogue_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    catalogue_free(cat);
    cat = NULL;
    return 0;
}

static DefId find(const char *name)
{
    return catalogue_find(cat, EDITION_SECOND, str_of(name));
}

/* ---- lists ---- */

/* Whatever some edition knows is found by its name there, and two editions may write different icons alike. */
static void lists_are_found_by_name(void **state)
{
    (void)state;
    for (int e = EDITION_FIRST; e <= EDITION_SECOND; e++) {
        EditionId edition = (EditionId)e;
        for (int i = 0; i < SKILL_COUNT; i++)
            assert_int_equal(skill_find(edition, str_of(skill_name[i])), skill_in(skills_of_edition(edition), i) ? i : -1);
        for (int i = 0; i < ICON_COUNT; i++)
            if (icon_in_edition(i, edition)) {
                assert_int_equal(icon_find(edition, str_of(icon_text[i])), i);
                assert_int_equal(icon_find(edition, str_of(icon_name[i])), i);
            }
    }
    for (int i = 1; i < TYPE_COUNT; i++)
        assert_int_equal(type_find(EDITION_FIRST, str_of(type_name[i])), i);
    assert_int_equal(type_find(EDITION_SECOND, str_of("mission")), TYPE_MISSION);
    assert_int_equal(type_find(EDITION_SECOND, str_of("artifact")), -1);       /* there it is a keyword */
    assert_int_equal(skill_find(EDITION_SECOND, str_of("Youth")), -1);
    assert_int_equal(skill_find(EDITION_FIRST, str_of("Telepathy")), -1);
    assert_int_equal(__builtin_popcountll(skills_of_edition(EDITION_FIRST)), 45);      /* 37 regular skills, 8 classifications (1E-13.1, 13.2) */
    assert_int_equal(__builtin_popcountll(skills_of_edition(EDITION_SECOND)), 23);
}

static void classifications_are_skills(void **state)
{
    (void)state;
    for (int i = CLASS_NONE + 1; i < CLASS_COUNT; i++)
        assert_int_equal(skill_find(EDITION_FIRST, str_of(class_name[i])), class_skill[i]);
}

static void lists_do_not_mind_case(void **state)
{
    (void)state;
    assert_int_equal(skill_find(EDITION_SECOND, str_of("dIPLOMACY")), SKILL_DIPLOMACY);
    assert_int_equal(icon_find(EDITION_SECOND, str_of("[kli]")), ICON_KLINGON);
    assert_int_equal(icon_find(EDITION_SECOND, str_of("[Non]")), ICON_NON_ALIGNED);
    assert_int_equal(icon_find(EDITION_SECOND, str_of("NA")), ICON_NON_ALIGNED);
    assert_int_equal(type_find(EDITION_SECOND, str_of("Mission")), TYPE_MISSION);
    assert_int_equal(skill_find(EDITION_SECOND, str_of("Diplomac")), -1);
    assert_int_equal(icon_find(EDITION_SECOND, str_of("[]")), -1);
    assert_int_equal(icon_find(EDITION_SECOND, str_of("")), -1);
    assert_int_equal(type_find(EDITION_SECOND, str_of("none")), -1);
}

static void affiliations_are_known(void **state)
{
    (void)state;
    int first = 0, second = 0;
    for (int i = 0; i < ICON_COUNT; i++) {
        assert_int_equal(icon_kind[i] == AFFILIATION, icon_in(affiliations, i));
        first += icon_in(affiliations, i) && icon_in_edition(i, EDITION_FIRST);
        second += icon_in(affiliations, i) && icon_in_edition(i, EDITION_SECOND);
    }
    assert_int_equal(first, 15);                /* 1E-2.3.1 */
    assert_int_equal(second, 10);               /* 2E-2.60 */
}

/* Sets of more than one word: a member is found where it was put, and nowhere else. */
static void wide_sets_hold_their_members(void **state)
{
    (void)state;
    IconSet icons = { { 0 } };
    EventSet events = { { 0 } }, seen = { { 0 } };
    assert_true(icons_none(icons) && events_none(&events));
    icon_add(&icons, ICON_COUNT - 1);
    for (int i = 0; i < ICON_COUNT; i++)
        assert_int_equal(icon_in(icons, i), i == ICON_COUNT - 1);
    event_add(&events, 3);
    event_add(&events, 63);
    event_add(&events, 64);
    event_add(&events, 127);
    FOR_EVENTS(event, &events)
        event_add(&seen, event);
    assert_memory_equal(&seen, &events, sizeof events);
    assert_true(event_in(&events, 64) && !event_in(&events, 65));
}

/* ---- interning ---- */

static void traits_are_interned(void **state)
{
    (void)state;
    for (int i = 1; i < TRAIT_RULED_COUNT; i++)           /* the traits that rules name keep their numbers */
        assert_int_equal(catalogue_trait_find(cat, str_of(keyword_name[i])), i);
    int vulcan = catalogue_trait(cat, str_of("Vulcan"), OF_SPECIES);
    assert_true(vulcan >= TRAIT_RULED_COUNT);
    assert_int_equal(catalogue_trait(cat, str_of("vulcan"), OF_SPECIES), vulcan);
    assert_int_equal(catalogue_trait_find(cat, str_of("VULCANS")), vulcan);
    assert_int_equal(catalogue_trait_find(cat, str_of("Vulca")), 0);
    assert_int_equal(catalogue_trait_find(cat, str_of("s")), 0);
    TraitSet set = { { 0 } };
    trait_add(&set, vulcan);
    assert_true(trait_in(&set, vulcan));
    assert_false(trait_in(&set, vulcan - 1));
}

static void a_trait_becomes_what_a_card_says_it_is(void **state)
{
    (void)state;
    int named = catalogue_trait(cat, str_of("Trill"), OF_KEYWORD);      /* by a text, before any card is of it */
    assert_int_equal(catalogue_trait(cat, str_of("Trill"), OF_SPECIES), named);
    assert_int_equal(cat->trait_kind[named], OF_SPECIES);
}

static void traits_have_an_end(void **state)
{
    (void)state;
    char name[20];
    int n = cat->trait_count;
    for (; n <= MAX_TRAITS; n++) {
        snprintf(name, sizeof name, "t%d", n);
        assert_int_equal(catalogue_trait(cat, str_of(name), OF_SPECIES), n < MAX_TRAITS ? n : 0);
    }
    assert_int_equal(cat->trait_count, MAX_TRAITS);
}

static void the_same_title_is_the_same_persona(void **state)
{
    (void)state;
    DefId a = add(EDITION_SECOND, "Worf", "Son of Mogh"), b = add(EDITION_SECOND, "WORF", "Chief of Security");
    DefId c = add(EDITION_SECOND, "Kurn", "Son of Mogh");
    assert_int_equal(cat->def[a].persona, cat->def[b].persona);
    assert_int_not_equal(cat->def[a].persona, cat->def[c].persona);
    assert_int_not_equal(cat->def[a].persona, 0);
}

static void growing_keeps_what_was_there(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    char title[20];
    for (int i = 0; i < MANY; i++) {
        snprintf(title, sizeof title, "Card %d", i);
        add(EDITION_SECOND, title, "");
        NodeId node = catalogue_node(cat);
        cat->node[node].value = (int16_t)i;
        const NodeId args[] = { node, (NodeId)(node - 1) };
        uint16_t first = catalogue_args(cat, args, 2);
        assert_int_equal(cat->arg[first + 1], node - 1);
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(title, sizeof title, "card %d", i);
        assert_int_equal(find(title), i + 1);
        assert_int_equal(cat->node[i + 1].value, i);
    }
    assert_string_equal(cat->def[0].name, "nothing");
}

/* ---- finding ---- */

static void cards_are_found_by_every_spelling(void **state)
{
    (void)state;
    DefId worf = add(EDITION_SECOND, "Worf", "Son of Mogh"), dokar = add(EDITION_SECOND, "Dokar", "");
    assert_int_equal(find("Worf, Son of Mogh"), worf);
    assert_int_equal(find("Worf Son of Mogh"), worf);     /* as LackeyCCG joins them */
    assert_int_equal(find("wORF, son OF mogh"), worf);
    assert_int_equal(find("worf son of mogh"), worf);
    assert_int_equal(find("Worf"), worf);                 /* one bearer: the title is enough */
    assert_int_equal(find("Dokar"), dokar);
    assert_int_equal(find("Dokar, "), 0);
    assert_int_equal(find("Worf,Son of Mogh"), 0);
    assert_int_equal(find("Wor"), 0);
    assert_int_equal(find(""), 0);
}

static void a_title_of_two_needs_its_subtitle(void **state)
{
    (void)state;
    add(EDITION_SECOND, "Worf", "Son of Mogh");
    DefId chief = add(EDITION_SECOND, "Worf", "Chief of Security");
    assert_int_equal(find("Worf"), 0);
    assert_int_equal(find("Worf, Chief of Security"), chief);
    DefId plain = add(EDITION_SECOND, "Worf", "");        /* a card without a subtitle is its title */
    assert_int_equal(find("Worf"), plain);
}

static void editions_are_apart(void **state)
{
    (void)state;
    DefId first = add(EDITION_FIRST, "Worf", ""), second = add(EDITION_SECOND, "Worf", "Son of Mogh");
    assert_int_equal(catalogue_find(cat, EDITION_FIRST, str_of("Worf")), first);
    assert_int_equal(catalogue_find(cat, EDITION_SECOND, str_of("Worf")), second);
}

static void the_nearest_are_named(void **state)
{
    (void)state;
    add(EDITION_SECOND, "Kurn", "Son of Mogh");
    add(EDITION_SECOND, "Gorkon", "Visionary Chancellor");
    add(EDITION_SECOND, "Korn", "");
    add(EDITION_SECOND, "Kern", "");
    add(EDITION_SECOND, "Kira Nerys", "Impassioned Major");
    add(EDITION_FIRST, "Kurm", "");
    char out[200];
    assert_string_equal(catalogue_nearest(cat, EDITION_SECOND, str_of("Kurm"), out, sizeof out), "Kurn, Son of Mogh; Korn; Kern");
    catalogue_nearest(cat, EDITION_SECOND, str_of("kira nerys, impasioned major"), out, sizeof out);
    assert_memory_equal(out, "Kira Nerys, Impassioned Major", 29);
    assert_string_equal(catalogue_nearest(cat, EDITION_SECOND, str_of("xyzzyxyzzyxyzzyxyzzyxyzzyxyzzy"), out, sizeof out), "");
}

static void the_nearest_fit_their_room(void **state)
{
    (void)state;
    add(EDITION_SECOND, "Gorkon", "Visionary Chancellor");
    char out[8] = "-------";
    catalogue_nearest(cat, EDITION_SECOND, str_of("Gorkan"), out, 6);
    assert_string_equal(out, "Gorko");
    assert_int_equal(out[6], '-');
}

#define fresh(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

static void an_extension_leaves_its_base_alone(void **state)
{
    (void)state;
    DefId old = add(EDITION_SECOND, "Old", "");
    int cards = cat->def_count, traits = cat->trait_count, titles = cat->persona_count;
    Catalogue *base = cat;
    cat = catalogue_extend(base);
    for (int i = 0; i < 300; i++) {             /* more than there was room for */
        char title[16];
        snprintf(title, sizeof title, "New %d", i);
        add(EDITION_SECOND, title, "");
    }
    catalogue_trait(cat, str_of("Newcomer"), OF_SPECIES);
    assert_int_equal(find("old"), old);
    assert_int_equal(find("New 299"), cards + 299);
    catalogue_free(cat);
    cat = base;
    assert_int_equal(cat->def_count, cards);
    assert_int_equal(cat->trait_count, traits);
    assert_int_equal(cat->persona_count, titles);
    assert_int_equal(find("Old"), old);
    assert_int_equal(find("New 1"), 0);
    assert_int_equal(catalogue_trait_find(cat, str_of("Newcomer")), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_found_by_name),
        cmocka_unit_test(lists_do_not_mind_case),
        cmocka_unit_test(affiliations_are_known),
        cmocka_unit_test(classifications_are_skills),
        cmocka_unit_test(wide_sets_hold_their_members),
        fresh(traits_are_interned),
        fresh(a_trait_becomes_what_a_card_says_it_is),
        fresh(traits_have_an_end),
        fresh(the_same_title_is_the_same_persona),
        fresh(growing_keeps_what_was_there),
        fresh(an_extension_leaves_its_base_alone),
        fresh(cards_are_found_by_every_spelling),
        fresh(a_title_of_two_needs_its_subtitle),
        fresh(editions_are_apart),
        fresh(the_nearest_are_named),
        fresh(the_nearest_fit_their_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
