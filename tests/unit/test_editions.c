/* The table of editions: each that can be played carries every effect out, and is known by its number and its name. */
#include "../builtin.h"
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
    const Edition *second = edition_of(EDITION_SECOND), *first = edition_of(EDITION_FIRST);
    for (int op = 1; op < NODE_OP_COUNT; op++) {
        bool own = second->verb[op] || first->verb[op], effect = node_info[op].result == 'E';
        if (effect != (shared_verb[op] || own) || (shared_verb[op] && own))
            fail_msg("%s: is an effect with one procedure, of all editions or of one", node_info[op].word);
        assert_true(!second->verb[op] || proc_run[second->verb[op]]);
        assert_true(!first->verb[op] || proc_run[first->verb[op]]);
    }
}

/* Every effect in the texts of an edition's own cards is one that the edition carries out. */
static void cards_use_what_their_edition_does(void **state)
{
    (void)state;
    sl_error err;
    sl_library *library = builtin_library(&err);
    assert_non_null(library);
    const Catalogue *cat = library->cat;
    for (int d = 1; d < cat->def_count; d++) {
        const Edition *e = edition_of(cat->def[d].edition);
        for (int i = 0; i < cat->def[d].ability_count; i++)
            for (int op = 1; op < NODE_OP_COUNT; op++)
                if (node_info[op].result == 'E' && !shared_verb[op] && !e->verb[op]
                    && node_mentions(cat, cat->ability[cat->def[d].ability + i].node, op))
                    fail_msg("%s: %s", cat->def[d].name, node_info[op].word);
    }
    sl_library_free(library);
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
        cmocka_unit_test(cards_use_what_their_edition_does),
        cmocka_unit_test(slots_hold_procedures),
        cmocka_unit_test(only_what_plays_is_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
