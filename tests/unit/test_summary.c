/* What players are told of texts: each effect with whom it happens to, how many cards, and where they lie. */
#include "../builtin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static sl_library *base, *library;

static const char cards[] =
    "card \"Test Event\"\n type event\n cost 1\n"
    " (order (cost (discard (choose you 2 (and (type ship) (in-hand you))))) (limit 1 turn) (draw you 3) (destroy self))\n"
    " (when (played self) (choose-one you (score you 5) (do (lose each-opponent 5) (stop self))))\n"
    "end\n"
    "card \"Test Trap\"\n type dilemma\n cost 2\n kind dual\n"
    " (resolve (let $a (random 2 facing-group)) (unless (have (all (skill Honor 2) (any-one (skill Law) (total cunning > 30)))) (kill $a)\n"
    "  (else (stop facing-group))))\n"
    "end\n"
    "card \"Test Planet\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt Kli\n requires 2 Honor, Law\n"
    " (or-with (icon Rom) (all (skill Treachery) (different-skills 3)))\n"
    "end\n";

static int def_of(const char *title)
{
    int def = sl_card_find(library, SL_SECOND_EDITION, title);
    assert_true(def > 0);
    return def;
}

static void effects_are_told(void **state)
{
    (void)state;
    sl_summary s;
    assert_true(sl_text_summary(library, def_of("Test Event"), 0, &s));
    assert_int_equal(s.effects, 3);
    assert_true(s.limited && !s.responds && !s.requirement && !s.attempt);
    const sl_effect *draw = &s.effect[0], *destroy = &s.effect[1], *discard = &s.effect[2];    /* clauses stand behind the parts */
    assert_true(discard->does == SL_DOES_DISCARD && discard->who == SL_WHO_YOU && discard->pick == SL_PICK_CHOSEN && discard->number == 2);
    assert_true(discard->from == SL_HAND && discard->whose == SL_WHO_YOU && discard->ships && discard->mode == -1);
    assert_true(draw->does == SL_DOES_DRAW && draw->who == SL_WHO_YOU && draw->number == 3 && draw->pick == SL_PICK_NONE);
    assert_true(destroy->does == SL_DOES_DESTROY && destroy->pick == SL_PICK_SELF);
    assert_false(sl_text_summary(library, def_of("Test Event"), 2, &s));
}

static void modes_are_told_apart(void **state)
{
    (void)state;
    sl_summary s;
    assert_true(sl_text_summary(library, def_of("Test Event"), 1, &s));
    assert_true(s.responds && !s.limited && s.effects == 3);
    assert_true(s.effect[0].does == SL_DOES_SCORE && s.effect[0].number == 5 && s.effect[0].mode == 0);
    assert_true(s.effect[1].does == SL_DOES_LOSE && s.effect[1].who == SL_WHO_OPPONENTS && s.effect[1].mode == 1);
    assert_true(s.effect[2].does == SL_DOES_STOP && s.effect[2].pick == SL_PICK_SELF && s.effect[2].mode == 1);
    assert_true(sl_text_summary(library, def_of("Test Event"), -1, &s));
    assert_true(s.effects == 6 && s.limited && s.responds);
}

static int lacks(const sl_summary *s, int honor, int law, int cunning)
{
    sl_sums have = { .attribute = { 0, cunning, 0 } };
    for (int k = 0; k < sl_skill_count(); k++)
        have.skill[k] = strcmp(sl_skill_name(k), "Honor") == 0 ? honor : strcmp(sl_skill_name(k), "Law") == 0 ? law : 0;
    return sl_requirement_lacks(library, s->requirement, &have);
}

static void a_dilemma_says_what_it_asks_for(void **state)
{
    (void)state;
    sl_summary s;
    assert_true(sl_text_summary(library, def_of("Test Trap"), 0, &s));
    assert_true(s.other_way && s.effects == 2);
    assert_true(s.effect[0].does == SL_DOES_KILL && s.effect[0].pick == SL_PICK_NAMED && s.effect[0].number == 2);
    assert_true(s.effect[1].does == SL_DOES_STOP && s.effect[1].pick == SL_PICK_ALL && s.effect[1].group);
    assert_int_equal(lacks(&s, 2, 1, 0), 0);
    assert_int_equal(lacks(&s, 2, 0, 31), 0);
    assert_int_equal(lacks(&s, 2, 0, 30), 1);                   /* more than 30 */
    assert_int_equal(lacks(&s, 2, 0, 24), 1);                   /* law, rather than seven points */
    assert_int_equal(lacks(&s, 0, 0, 0), 3);
}

static void a_mission_says_who_may_and_what_it_takes(void **state)
{
    (void)state;
    int def = def_of("Test Planet");
    sl_summary s;
    sl_facts facts;
    assert_true(sl_card_facts(library, def, &facts) && sl_text_summary(library, def, 0, &s) && s.attempt && s.requirement);
    for (int i = 0; i < sl_icon_count(); i++) {
        assert_int_equal(sl_icon_in(s.attempt_with, i), strcmp(sl_icon_text(i), "Rom") == 0);
        assert_int_equal(sl_icon_in(facts.attempts, i), strcmp(sl_icon_text(i), "Kli") == 0);
    }
    assert_false(facts.attempts_any);
    assert_int_equal(lacks(&s, 1, 1, 0), 2);                    /* treachery, and a third skill */
    for (int k = 0; k < sl_skill_count(); k++)
        assert_int_equal(sl_card_asks(library, def, k), strcmp(sl_skill_name(k), "Honor") == 0 || strcmp(sl_skill_name(k), "Law") == 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects_are_told),
        cmocka_unit_test(modes_are_told_apart),
        cmocka_unit_test(a_dilemma_says_what_it_asks_for),
        cmocka_unit_test(a_mission_says_who_may_and_what_it_takes),
    };
    sl_error err = { "" };
    base = builtin_library(&err);
    library = base ? sl_library_extend(base, SL_SECOND_EDITION, "cards", 1, cards, strlen(cards), &err) : NULL;
    if (!library) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sl_library_free(library);
    sl_library_free(base);
    return failed;
}
