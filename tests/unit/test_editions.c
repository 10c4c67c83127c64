/* The table of editions: each that can be played carries every effect out, and is known by its number and its name. */
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint8_t shared_verb[NODE_OP_COUNT] = {
#define VERB(node, procedure) [NODE_##node] = 1,
#include "verbs/verbs.def"
#undef VERB
};

static void every_effect_has_one_procedure(void **state)
{
    (void)state;
    const Edition *e = edition_of(EDITION_SECOND);
    for (int op = 1; op < NODE_OP_COUNT; op++) {
        if (node_info[op].result != 'E' && !shared_verb[op] && !e->verb[op])
            continue;
        if (node_info[op].result != 'E' || shared_verb[op] + (e->verb[op] != 0) != 1)
            fail_msg("%s: is an effect with one procedure, of all editions or of this one", node_info[op].word);
        assert_true(shared_verb[op] || proc_run[e->verb[op]]);
    }
}

static void slots_hold_procedures(void **state)
{
    (void)state;
    const Edition *e = edition_of(EDITION_SECOND);
    assert_non_null(proc_run[e->start]);
    assert_non_null(proc_run[e->respond]);
    assert_non_null(proc_run[e->play_response]);
    assert_non_null(proc_run[e->win_check]);
}

static void only_what_plays_is_offered(void **state)
{
    (void)state;
    char names[80];
    editions_that_play(names, sizeof names);
    assert_string_equal(names, "Second Edition (2e) and First Edition (1e)");
    assert_ptr_equal(edition_of(EDITION_SECOND), edition_named(str_of("2e")));
    assert_ptr_equal(edition_of(EDITION_FIRST), edition_named(str_of("1e")));
    assert_null(edition_of(0));
    assert_null(edition_named(str_of("3e")));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_effect_has_one_procedure),
        cmocka_unit_test(slots_hold_procedures),
        cmocka_unit_test(only_what_plays_is_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
