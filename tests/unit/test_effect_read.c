/* The reader of the card language: what it makes of good texts, what it says about bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "effect/effect.h"

static const char sample[] =
    "# three cards\n"
    "edition 2e\n"
    "card \"Klag\" \"Second Officer\"\n"
    "  type personnel\n"
    "  unique\n"
    "  cost 3\n"
    "  affiliation Klingon\n"
    "  icons Cmd\n"
    "  species Klingon\n"
    "  keywords Commander: I.K.S. Pagh, Gul, Region: \"Qo'noS, Region\", Decay: 3, Interlink: Law\n"
    "  skills Diplomacy, 2 Honor, Navigation, Officer   # four dots\n"
    "  attributes 6 6 7\n"
    "  (static (guard (is-facing self (requires Honor Officer))) (or self (and (present) (has Honor)))\n"
    "          (cannot be-randomly-selected))\n"
    "end\n"
    "card \"Dark Page\"\n"
    "  type dilemma\n"
    "  kind dual\n"
    "  cost 2\n"
    "  (resolve (try (stop (choose you 1 (and facing-group (or (has Anthropology) (has Exobiology)))))\n"
    "                (else (kill (random 1 facing-group)))))\n"
    "end\n"
    "card \"Brute Force\"\n"
    "  type mission\n"
    "  kind planet\n"
    "  quadrant Alpha\n"
    "  span 2\n"
    "  points 40\n"
    "  attempt Kli NA\n"
    "  requires 2 Leadership, 3 Security, and Strength>38\n"
    "  (when (completed self) (guard (matches (and (type personnel) (of you) here) (icon Kli))) (score you 5))\n"
    "end\n"
    "card \"I.K.S. Pagh\"\n"
    "  type ship\n  cost 4\n  affiliation Kli\n  attributes 8 8 7\n  staff [Cmd][Stf] Stf\n  class K'Vort Class\n"
    "end\n";

static bool read_cards(Catalogue *cat, const char *text, Error *err)
{
    *err = (Error){ "" };
    return cards_read(cat, "t.cards", str_of(text), err);
}

/* Reads one ability and returns the catalogue; the caller frees it. */
static Catalogue *with_ability(const char *text)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    Source src = { "t", str_of(text), 1, 1, EDITION_SECOND };
    if (!effect_read_ability(cat, &src, &err))
        fail_msg("%s\n  gave %s", text, err.text);
    return cat;
}

static void assert_error(bool ok, const Error *err, const char *text, const char *words)
{
    if (ok)
        fail_msg("was read, but should not have been: %s", text);
    if (!strstr(err->text, words))
        fail_msg("%s\n  should say: %s\n  but says:   %s", text, words, err->text);
}

static void ability_fails(const char *text, const char *words)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    Source src = { "t", str_of(text), 1, 1, EDITION_SECOND };
    assert_error(effect_read_ability(cat, &src, &err), &err, text, words);
    assert_int_equal(cat->ability_count, 0);
    catalogue_free(cat);
}

static void cards_fail(const char *text, const char *words)
{
    Catalogue *cat = catalogue_new();
    Error err;
    assert_error(read_cards(cat, text, &err), &err, text, words);
    assert_int_equal(cat->def_count, 1);
    catalogue_free(cat);
}

static const char *printed(const Catalogue *cat, NodeId id)
{
    static char text[2048];
    Out out = { text, sizeof text, 0 };
    effect_print(cat, id, &out);
    return text;
}

/* The one ability of a text is printed as `expected`, and that is read and printed as itself again. */
static void prints(const char *text, const char *expected)
{
    Catalogue *cat = with_ability(text);
    assert_string_equal(printed(cat, cat->ability[0].node), expected);
    catalogue_free(cat);
    cat = with_ability(expected);
    assert_string_equal(printed(cat, cat->ability[0].node), expected);
    catalogue_free(cat);
}

static void requirement_prints(const char *text, const char *expected)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    NodeId id = requirement_read(cat, (Source){ "t", str_of(text), 1, 1, EDITION_SECOND }, &err);
    if (!id)
        fail_msg("%s\n  gave %s", text, err.text);
    assert_string_equal(printed(cat, id), expected);
    catalogue_free(cat);
}

static void requirement_fails(const char *text, const char *words)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    assert_error(requirement_read(cat, (Source){ "t", str_of(text), 1, 1, EDITION_SECOND }, &err) != 0, &err, text, words);
    catalogue_free(cat);
}

static void test_vocabulary_has_no_doubles(void **state)
{
    (void)state;
    for (int i = 1; i < NODE_EVENT; i++) {
        assert_true(node_info[i].word[0] && node_info[i].result);
        for (int k = i + 1; k < NODE_EVENT; k++) {
            char a = node_info[i].result, b = node_info[k].result;
            bool meet = a == b || (a == 'S' && b == 'F') || (a == 'F' && b == 'S');
            if (meet && strcmp(node_info[i].word, node_info[k].word) == 0)
                fail_msg("two meanings of %s", node_info[i].word);
        }
    }
    for (int i = 1; i < EVENT_COUNT; i++)
        for (int k = i + 1; k < EVENT_COUNT; k++)
            assert_string_not_equal(event_info[i].word, event_info[k].word);
    assert_string_equal(word_info[ATTR_ALL].word, "all");
    assert_string_equal(word_info[CMP_MORE].list, "CMP");
}

/* A clause word must not begin any other part, or G* could not be told from what follows it; optional parts come last. */
static void test_signatures_can_be_read(void **state)
{
    (void)state;
    for (int i = NODE_GUARD; i <= NODE_ANY_NUMBER; i++)
        for (int k = 1; k < NODE_EVENT; k++)
            assert_true(i == k || strcmp(node_info[i].word, node_info[k].word) != 0);
    for (int i = 1; i < NODE_EVENT; i++) {
        const char *optional = strpbrk(node_info[i].signature, "?");
        assert_true(!optional || optional[1] == '\0');
        const char *many = strpbrk(node_info[i].signature, "*+");
        assert_true(!many || many[1] == '\0' || many[-1] == 'G');
    }
}

static void test_sample(void **state)
{
    (void)state;
    Catalogue *cat = catalogue_new();
    Error err;
    if (!read_cards(cat, sample, &err))
        fail_msg("%s", err.text);
    assert_int_equal(cat->def_count, 5);

    const CardDef *klag = &cat->def[catalogue_find(cat, EDITION_SECOND, str_of("Klag"))];
    assert_string_equal(klag->name, "Klag, Second Officer");
    assert_int_equal(klag->type, TYPE_PERSONNEL);
    assert_true(klag->unique);
    assert_int_equal(klag->cost, 3);
    assert_int_equal(klag->icons.word[0], 1u << ICON_KLINGON | 1u << ICON_CMD);
    assert_int_equal(klag->dots, 4);
    assert_int_equal(klag->skill[SKILL_HONOR], 2);
    assert_int_equal(klag->skill[SKILL_OFFICER], 1);
    assert_int_equal(klag->attribute[STRENGTH], 7);
    assert_int_equal(keyword_number(cat, klag, TRAIT_DECAY), 3);
    assert_int_equal(keyword_number(cat, klag, TRAIT_RECALL), 0);
    assert_int_equal(keyword_number(cat, klag, TRAIT_INTERLINK), SKILL_LAW + 1);
    assert_int_equal(klag->line, 3);
    assert_string_equal(klag->file, "t.cards");
    static const char *const has[] = { "Klingon", "Gul", "Commander", "Region", "Qo'noS, Region", "Decay", "Interlink" };
    for (size_t i = 0; i < countof(has); i++)
        assert_true(trait_in(&klag->traits, catalogue_trait_find(cat, str_of(has[i]))));
    assert_int_equal(cat->trait_kind[catalogue_trait_find(cat, str_of("Klingon"))], OF_SPECIES);
    assert_int_equal(cat->trait_kind[catalogue_trait_find(cat, str_of("Qo'noS, Region"))], OF_REGION);
    assert_int_equal(klag->ability_count, 2);               /* a keyword that is short for a text, and a text */
    assert_int_equal(klag->ability_kinds[0], 1u << NODE_DURING | 1u << NODE_STATIC);
    const Ability *interlink = &cat->ability[klag->ability];
    assert_true(interlink->interlink && !cat->ability[klag->ability + 1].interlink);
    assert_int_equal(interlink->event, EVENT_FACING);
    assert_string_equal(printed(cat, node_child(cat, interlink->node, interlink->body_first)),
                        "(apply (and (type personnel) (of you) present (icon Bor)) end-of-dilemma (gain Law))");

    const CardDef *pagh = &cat->def[catalogue_find(cat, EDITION_SECOND, str_of("I.K.S. Pagh"))];
    assert_int_equal(klag->commander[0], pagh->persona);
    assert_int_equal(pagh->need_cmd, 1);
    assert_int_equal(pagh->need_stf, 2);
    assert_true(trait_in(&pagh->traits, catalogue_trait_find(cat, str_of("K'Vort Class"))));

    const CardDef *force = &cat->def[catalogue_find(cat, EDITION_SECOND, str_of("Brute Force"))];
    assert_int_equal(force->kind, KIND_PLANET);
    assert_int_equal(force->quadrant, QUADRANT_ALPHA);
    const Mission *mission = &cat->mission[force->mission];
    assert_memory_equal(&mission->end[NEAR_END], &mission->end[FAR_END], sizeof mission->end[NEAR_END]);
    assert_int_equal(mission->end[NEAR_END].points, 40);
    assert_int_equal(mission->end[NEAR_END].icons.word[0], 1u << ICON_KLINGON | 1u << ICON_NON_ALIGNED);
    assert_string_equal(printed(cat, mission->end[NEAR_END].requirement), "(all (skill Leadership 2) (skill Security 3) (total strength > 38))");
    assert_true(event_in(&force->listens, EVENT_COMPLETED) && !event_in(&force->listens, EVENT_COMPLETED - 1));
    const Ability *a = &cat->ability[force->ability];
    assert_int_equal(a->kind, NODE_WHEN);
    assert_int_equal(a->event, EVENT_COMPLETED);
    assert_string_equal(printed(cat, a->guard), "(matches (and (type personnel) (of you) here) (icon Kli))");
    catalogue_free(cat);
}

static void test_layout(void **state)
{
    (void)state;
    Catalogue *cat = with_ability("(when (about-to-kill (of you) (type dilemma)) may (guard (odd 3)) (guard (even 2))\n"
                                  "  (limit 1 turn) (cost (discard (choose you 1 (in-hand you)))) (prevent) (draw you 1))");
    const Ability *a = &cat->ability[0];
    assert_int_equal(cat->ability_count, 1);
    assert_int_equal(a->kind, NODE_WHEN);
    assert_int_equal(a->body, a->node);
    assert_int_equal(a->event, EVENT_ABOUT_TO_KILL);
    assert_int_equal(node_at(cat, a->pattern)->op, NODE_EVENT);
    assert_int_equal(node_at(cat, a->pattern)->argc, 2);
    assert_int_equal(a->pattern, node_child(cat, a->node, 0));
    assert_int_equal(a->body_first, 1);
    assert_int_equal(a->body_count, 2);
    assert_int_equal(node_at(cat, node_child(cat, a->node, 1))->op, NODE_PREVENT);
    assert_int_equal(node_at(cat, node_child(cat, a->node, 2))->op, NODE_DRAW);
    assert_int_equal(node_at(cat, a->node)->argc, 8);
    assert_int_equal(node_at(cat, a->cost)->op, NODE_COST);
    assert_string_equal(printed(cat, a->guard), "(all-of (odd 3) (even 2))");
    assert_int_equal(a->limit, 1);
    assert_int_equal(a->limit_per, PERIOD_TURN);
    assert_true(a->optional && a->uses_that && !a->plural && !a->damage);
    catalogue_free(cat);

    cat = with_ability("(while-may (facing self) (draw you 1))");
    a = &cat->ability[0];
    assert_true(a->optional && !a->uses_that);
    assert_int_equal(node_at(cat, a->pattern)->argc, 2);
    assert_int_equal(node_child(cat, a->pattern, 1), 0);
    catalogue_free(cat);

    cat = with_ability("(permit-play (icon Kli) (and (icon NA) (type ship)))");
    assert_string_equal(printed(cat, cat->ability[0].filter), "(or (icon Kli) (and (icon NA) (type ship)))");
    catalogue_free(cat);

    cat = with_ability("(static (guard (turn-of you)) self (add strength 2) (gain Honor))");
    a = &cat->ability[0];
    assert_string_equal(printed(cat, a->filter), "self");
    assert_int_equal(a->body_first, 1);
    assert_int_equal(a->body_count, 2);
    NodeId gain = node_child(cat, a->node, 2);
    assert_int_equal(node_at(cat, gain)->argc, 2);
    assert_int_equal(node_value(cat, gain, 0), SKILL_HONOR);
    assert_int_equal(node_child(cat, gain, 1), 0);
    catalogue_free(cat);

    cat = with_ability("(order any-number (you-may you (cost (stop self)) (draw you 1)))");
    assert_true(cat->ability[0].plural);
    NodeId may = node_child(cat, cat->ability[0].node, 0);
    assert_int_equal(node_at(cat, node_child(cat, may, 0))->op, NODE_YOU);
    assert_int_equal(node_at(cat, node_child(cat, may, 1))->op, NODE_DRAW);
    assert_int_equal(node_at(cat, node_child(cat, may, 2))->op, NODE_COST);
    catalogue_free(cat);
}

static void test_reversed_parts_are_abilities(void **state)
{
    (void)state;
    Catalogue *cat = with_ability("(reversed (resolve (draw you 1)) (when (turn-starts you) (stop that)))");
    assert_int_equal(cat->ability_count, 2);
    assert_true(cat->ability[0].reversed && cat->ability[1].reversed && cat->ability[1].at_times);
    assert_int_equal(cat->ability[0].kind, NODE_REVERSED);
    assert_int_equal(cat->ability[1].kind, NODE_WHEN);
    catalogue_free(cat);
}

static void test_damage_parts_are_abilities(void **state)
{
    (void)state;
    Catalogue *cat = with_ability("(damage (static host (add range -2)) (when (turn-starts you) (stop that)))");
    assert_int_equal(cat->ability_count, 2);
    assert_true(cat->ability[0].damage && cat->ability[1].damage);
    assert_int_equal(cat->ability[0].kind, NODE_STATIC);
    assert_true(!cat->ability[0].uses_that && cat->ability[1].uses_that);
    catalogue_free(cat);
}

static void test_variables(void **state)
{
    (void)state;
    prints("(resolve (let $who (choose you 1 facing-group)) (kill (as $other (random 1 (not $who)))) (stop (or $who $other)))",
           "(resolve (let $a (choose you 1 facing-group)) (kill (as $b (random 1 (not $a)))) (stop (or $a $b)))");
    prints("(resolve (for-each $p facing-group (stop $p)))", "(resolve (for-each $a facing-group (stop $a)))");
    ability_fails("(resolve (stop $x))", "t:1:16: \"$x\" is not bound");
    ability_fails("(resolve (let $x (choose you 1 $x)))", "\"$x\" is not bound");
    ability_fails("(resolve (for-each p any (stop p)))", "expected a name to bind, such as $it");
    ability_fails("(resolve (let $a any) (let $b any) (let $c any) (let $d any) (let $e any))", "at most 4");
    ability_fails("(damage (resolve (let $a any)) (resolve (stop $a)))", "\"$a\" is not bound");
    ability_fails("(resolve (draw $a 1))", "expected a player, such as you");
}

static void test_printing(void **state)
{
    (void)state;
    prints("(RESOLVE (Kill (Random 2 (and (is \"Hand Weapon\") (is gul) (has honor 2) (icon [Kli])))))",
           "(resolve (kill (random 2 (and (is \"Hand Weapon\") (is gul) (has Honor 2) (icon Kli)))))");
    prints("(resolve (place (and (title \"Miles O'Brien\") (title \"Cry \\\"Havoc!\\\"\") (quadrant gamma) (kind space)) deck-top))",
           "(resolve (place (and (title \"Miles O'Brien\") (title \"Cry \\\"Havoc!\\\"\") (quadrant Gamma) (kind space)) deck-top))");
    prints("(when (uses-skill self Honor Law) (limit 2 game) (draw you (- (count any) -1)))",
           "(when (uses-skill self Honor Law) (limit 2 game) (draw you (- (count any) -1)))");
    prints("(static (guard (exists (requires))) self (cannot be-killed (type dilemma)) (cannot move))",
           "(static (guard (exists requires)) self (cannot be-killed (type dilemma)) (cannot move))");
    prints("(pay-points-by may 5 (icon Fer) (stop self)) # done", "(pay-points-by may 5 (icon Fer) (stop self))");
    prints("(or-with (icon Kli) (all (skill Honor) (total cunning > 30)) 35)",
           "(or-with (icon Kli) (all (skill Honor) (total cunning > 30)) 35)");
    prints("(resolve (begin-combat (of you) (if-you-win (score you 5)) (otherwise (lose you 5))))",
           "(resolve (begin-combat (of you) (if-you-win (score you 5)) (otherwise (lose you 5))))");
    prints("(resolve (if-you-do (draw you 1) (else (end-attempt))))", "(resolve (if-you-do (draw you 1) (else end-attempt)))");
    prints("any-copies", "any-copies");
}

static void test_bad_words(void **state)
{
    (void)state;
    ability_fails("(resolve (kil self))", "t:1:11: unknown effect \"kil\"; nearest: kill");
    ability_fails("(resolve (kill facing-grup))", "unknown selection \"facing-grup\"; nearest: facing-group");
    ability_fails("(resolve (kill (draw you 1)))", "\"draw\" is an effect; expected a selection, such as random");
    ability_fails("(resolve (draw 1 you))", "expected a player, such as you, opponent");
    ability_fails("(resolve (draw you))", "t:1:19: \"draw\" lacks a quantity; expected (draw <player> <quantity>)");
    ability_fails("(resolve (draw you 1 2))", "\"draw\" has a part too many; expected (draw <player> <quantity>)");
    ability_fails("(resolve draw)", "\"draw\" lacks a player");
    ability_fails("(resolve)", "\"resolve\" lacks an effect; expected (resolve [clause …] <effect> …)");
    ability_fails("(when (score you 5))", "expected an event, such as announced");
    ability_fails("(when (killed) (draw you 1))", "\"killed\" lacks a filter");
    ability_fails("(static self (draw you 1))", "\"draw\" is an effect; expected a modifier");
    ability_fails("(static (has Honr) no-skills)", "t:1:14: unknown skill \"Honr\"; nearest: Honor");
    ability_fails("(static (icon Klx) no-skills)", "unknown icon \"Klx\"; nearest: Kli");
    ability_fails("(static (has Honor x) no-skills)", "expected a whole number");
    ability_fails("(static (has Honor 20000) no-skills)", "at most 9999");
    ability_fails("(static (attr wit > 5) no-skills)", "\"wit\" is not an attribute; expected one of integrity, cunning");
    ability_fails("(static (attr cunning => 5) no-skills)", "expected one of >, <, =, >=, <=");
    ability_fails("(static (quadrant Beta) no-skills)", "expected one of Alpha, Gamma, Delta");
    ability_fails("(static (type none) no-skills)", "expected one of personnel, ship");
    ability_fails("(static self (cannot fly))", "\"fly\" is not an act; expected one of be-killed");
    ability_fails("(static \"Klag\" no-skills)", "expected a filter, such as self, host, that");
    ability_fails("(static (is \"\") no-skills)", "an empty name");
    ability_fails("(static (is (self)) no-skills)", "expected a trait; found \"(\"");
    ability_fails("(static ($ $x) no-skills)", "expected a filter");
    ability_fails("(resolve (draw you (choose you 1 any)))", "\"choose\" is a selection; expected a quantity");
    ability_fails("(static (random 1 any) no-skills)", "\"random\" is a selection; expected a filter");
    ability_fails("(resolve () )", "expected an effect's word after \"(\"");
    ability_fails("(wen (killed any) (draw you 1))", "unknown ability \"wen\"; nearest: when");
    ability_fails("(resolve (draw you 1) may)", "\"may\" is a clause; expected an effect");
}

static void test_bad_places(void **state)
{
    (void)state;
    ability_fails("(resolve (else (draw you 1)))", "t:1:10: \"else\" may stand only as the last part of if");
    ability_fails("(resolve (if (odd 1) (else (draw you 1))))", "\"else\" needs an effect before it");
    ability_fails("(resolve (try (draw you 1) (else (draw you 2)) (draw you 3)))", "follows an else");
    ability_fails("(resolve (if-you-win (draw you 1)))", "only in begin-combat or begin-engagement");
    ability_fails("(resolve (begin-combat any (if-you-win (draw you 1)) (draw you 1)))", "stands before (if-you-win …)");
    ability_fails("(resolve (begin-combat any (otherwise (draw you 1)) (if-you-win (draw you 1))))", "comes too late");
    ability_fails("(resolve (compare weapons))", "t:1:19: combat compares integrity, cunning or strength");
    ability_fails("(resolve (prevent))", "\"prevent\" may stand only inside (when …)");
    ability_fails("(order (instead (draw you 1)))", "\"instead\" may stand only inside (when …)");
    ability_fails("(resolve (exclude self))", "\"exclude\" may stand only inside (when …)");
    ability_fails("(while-may (facing self) select-again)", "\"select-again\" may stand only inside (when …)");
    ability_fails("(static (type personnel) disabled)", "t:1:26: \"disabled\" may not stand in (static …); expected it in (apply …)");
    ability_fails("(static (type personnel) (add strength 1) in-stasis)", "\"in-stasis\" may not stand in (static …)");
    ability_fails("(static self (later (draw you 1)))", "\"later\" may not stand in (static …)");
    ability_fails("(static self marked)", "\"marked\" may not stand in (static …)");
    ability_fails("(resolve ignore-next)", "only inside (play-option …)");
    ability_fails("(when (killed any) may may (draw you 1))", "a second \"may\"");
    ability_fails("(when (killed any) (limit 0 turn) (draw you 1))", "a limit of 0; expected 1 to 255");
    ability_fails("(damage (damage (resolve (draw you 1))))", "\"damage\" inside damage");
    ability_fails("(reversed (plays-in-core))", "\"plays-in-core\" inside reversed");
    ability_fails("(damage (resolve (draw you 1)) (resolve (prevent)))", "only inside (when …)");
}

static void test_bad_form(void **state)
{
    (void)state;
    ability_fails("(resolve\n  (draw you 1)", "t:2:15: the \"(\" of line 1, column 1 is not closed");
    ability_fails("(resolve\n  (draw you 1\nend", "the \"(\" of line 2, column 3 is not closed");
    ability_fails("(resolve\n  (kill\nend", "the \"(\" of line 2, column 3 is not closed");
    ability_fails("", "the text ends here; expected \"(\"");
    ability_fails(")", "expected an ability");
    ability_fails("(static (title \"Klag) no-skills)", "without its second \"");
    ability_fails("(resolve \"Klag)", "a string without its second \"");

    char deep[2000] = "(resolve (kill ";
    for (int i = 0; i < 60; i++)
        strcat(deep, "(not ");
    ability_fails(deep, "nested too deep; at most 40");
    char wide[2000] = "(resolve";
    for (int i = 0; i < 61; i++)
        strcat(wide, " end-attempt");
    strcat(wide, ")");
    ability_fails(wide, "\"resolve\" has too many parts; at most 60");
    char much[2000] = "(static (is ";
    memset(much + strlen(much), 'x', 500);
    ability_fails(much, "a name of 500 bytes; at most 120");
}

static void test_requirements(void **state)
{
    (void)state;
    requirement_prints("Honor", "(skill Honor)");
    requirement_prints("2 Honor, Law, and Cunning>30", "(all (skill Honor 2) (skill Law) (total cunning > 30))");
    requirement_prints("Honor, Law and Cunning > 30 or Treachery and Strength>32 or 5 Officer",
                       "(any-one (all (skill Honor) (skill Law) (total cunning > 30)) "
                       "(all (skill Treachery) (total strength > 32)) (skill Officer 5))");
    requirement_prints("Medical, Science, Cunning>32, and (Acquisition or Honor)",
                       "(all (skill Medical) (skill Science) (total cunning > 32) (any-one (skill Acquisition) (skill Honor)))");
    requirement_prints("Honor, or Law", "(any-one (skill Honor) (skill Law))");
    requirement_prints("Integrity<25 and any attribute>=32", "(all (total integrity < 25) (total any >= 32))");
    requirement_prints("16 different skills", "(different-skills 16)");
    requirement_prints("unused Range>5", "(unused-range > 5)");
    requirement_prints("a Malon", "(cards 1 (is Malon))");
    requirement_prints("two Guls", "(cards 2 (is Gul))");
    requirement_prints("3 Hand Weapons", "(cards 3 (is \"Hand Weapon\"))");
    requirement_prints("an undamaged ship", "(cards 1 (and (not damaged) (type ship)))");
    requirement_prints("three [Voy] personnel", "(cards 3 (and (icon Voy) (type personnel)))");
    requirement_prints("\"Borg Queen\", (\"Locutus\" or Honor)",
                       "(all (cards 1 (title \"Borg Queen\")) (any-one (cards 1 (title Locutus)) (skill Honor)))");
    requirement_prints("Honor and (cards 2 (is Gul))", "(all (skill Honor) (cards 2 (is Gul)))");
    requirement_prints("(all (skill Honor 2) (cards 2 (is Gul)))", "(all (skill Honor 2) (cards 2 (is Gul)))");

    requirement_fails("", "t:1:1: expected a requirement");
    requirement_fails("Honor,", "expected a requirement");
    requirement_fails("Honor, Laww", "t:1:8: unknown skill \"Laww\"; nearest: Law");
    requirement_fails("Wit>5", "unknown attribute \"Wit\"; expected Integrity");
    requirement_fails("Cunning>x", "expected a number after \"Cunning>\"; found \"x\"");
    requirement_fails("(Honor or Law", "the \"(\" of line 1, column 1 is not closed");
    requirement_fails("Honor) Law", "expected \",\", \"and\" or \"or\"");
    requirement_fails("Honor (Law)", "expected \",\", \"and\" or \"or\"");
    requirement_fails("2", "a count of nothing");
    requirement_fails("an Engineer at your Earth", "\"Engineer at your Earth\" is more than a trait; expected it as (cards");
    requirement_fails("three [Vox] personnel", "unknown icon \"[Vox]\"");
    requirement_fails("\"Borg Queen", "without its second \"");
    requirement_fails("(all (skill Honr))", "unknown skill \"Honr\"");
    char deep[200] = "";
    memset(deep, '(', 60);
    requirement_fails(deep, "nested too deep");
}

#define PERSON "card \"A\"\n type personnel\n cost 1\n affiliation Kli\n species Klingon\n attributes 5 5 5\n"

static void test_bad_cards(void **state)
{
    (void)state;
    cards_fail("crad \"A\"\n", "t.cards:1:1: expected card \"Title\"");
    cards_fail("card A\n", "expected the title of the card in double quotes");
    cards_fail("card \"A\"\n cost 3\n", "t.cards:2:2: expected the type of the card first");
    cards_fail("card \"A\"\n type person\n", "t.cards:2:7: expected personnel, ship");
    cards_fail("card \"A\"\n type personnel\n cots 3\n", "unknown fact \"cots\"; nearest: cost");
    cards_fail("card \"A\"\n type personnel\n edn\n", "unknown fact \"edn\"; nearest: end");
    cards_fail("card \"A\"\n type personnel\n B\n", "unknown fact \"B\"; expected one such as cost");
    cards_fail("card \"A\"\n type personnel\n cost\n", "expected a value after \"cost\"");
    cards_fail("card \"A\"\n type personnel\n cost x\n", "expected a number from 0 to 255; found \"x\"");
    cards_fail("card \"A\"\n type personnel\n cost 2 3\n", "found \"2 3\"");
    cards_fail("card \"A\"\n type personnel\n cost 2\n cost 3\n", "a second \"cost\"");
    cards_fail("card \"A\"\n type personnel\n unique 2\n", "\"unique\" takes no value");
    cards_fail("card \"A\"\n type personnel\n span 2\n", "\"span\" is no fact of a card of type personnel");
    cards_fail("card \"A\"\n type personnel\n affiliation Cmd\n", "expected an affiliation; found \"Cmd\"");
    cards_fail("card \"A\"\n type personnel\n affiliation Klingn\n", "unknown icon \"Klingn\"; nearest: Kli");
    cards_fail("card \"A\"\n type personnel\n icons Cmd Foo\n", "t.cards:3:12: unknown icon \"Foo\"");
    cards_fail("card \"A\"\n type personnel\n skills Honor, 2 Hono\n", "t.cards:3:16: unknown skill \"Hono\"; nearest: Honor");
    cards_fail("card \"A\"\n type personnel\n skills Honor, Honor\n", "the same skill twice");
    cards_fail("card \"A\"\n type personnel\n skills 0 Honor\n", "expected a level from 1 to 9");
    cards_fail("card \"A\"\n type personnel\n attributes 1 2\n", "expected three numbers");
    cards_fail("card \"A\"\n type personnel\n attributes 1 2 3 4\n", "expected three numbers");
    cards_fail("card \"A\"\n type personnel\n attributes 1 2 300\n", "expected a number from 0 to 99");
    cards_fail("card \"A\"\n type personnel\n keywords Decay\n", "expected \":\" and a part after this keyword");
    cards_fail("card \"A\"\n type personnel\n keywords Decay: x\n", "t.cards:3:18: expected a number from 1 to 255");
    cards_fail("card \"A\"\n type personnel\n keywords Gul: 3\n", "expected Commander, Consume");
    cards_fail("card \"A\"\n type personnel\n keywords Artifact: 3\n", "this keyword takes no part");
    cards_fail("card \"A\"\n type personnel\n keywords Interlink: Foo\n", "unknown skill \"Foo\"");
    cards_fail("card \"A\"\n type personnel\n keywords Commander: a, Commander: b, Commander: c, Commander: d\n", "at most 3");
    cards_fail("card \"A\"\n type ship\n staff Cmd Kli\n", "expected Cmd or Stf; found \"Kli\"");
    cards_fail("card \"A\"\n type dilemma\n kind headquarters\n", "expected planet, space or dual");
    cards_fail("card \"A\"\n type mission\n kind dual\n", "expected planet, space or headquarters");
    cards_fail("card \"A\"\n type mission\n quadrant Beta\n", "expected Alpha, Gamma or Delta");
    cards_fail("card \"A\"\n type mission\n attempt any but Bor\n", "expected \"except\" and icons");
    cards_fail("card \"A\"\n type mission\n attempt any except\n", "expected icons after \"except\"");
    cards_fail("card \"A\"\n type mission\n requires 2 Honr\n", "t.cards:3:11: unknown skill \"Honr\"; nearest: Honor");
    cards_fail("card \"A\"\n type personnel\n cost 2\nend\n", "t.cards:4:1: the card \"A\" lacks \"affiliation\"");
    cards_fail("card \"A\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\nend\n", "lacks \"requires\"");
    cards_fail("card \"A\"\nend\n", "lacks \"type\"");
    cards_fail(PERSON, "t.cards:7:1: the card of line 1 does not end");
    cards_fail(PERSON "(static self (gain Honr))\nend\n", "t.cards:7:20: unknown skill \"Honr\"");
    cards_fail(PERSON "(static self (gain Honor)\nend\n", "t.cards:8:1: the \"(\" of line 7, column 1 is not closed");
    cards_fail(PERSON ")\nend\n", "expected a fact, \"(\" or end");
    cards_fail(PERSON "end\n" PERSON "end\n", "t.cards:8:1: the card \"A\" is defined twice; the first is t.cards:1");
    cards_fail("edition 3e\n", "expected 1e or 2e");
    cards_fail("card \"\xFF\"\n", "t.cards:1:1: a byte that is not UTF-8");
    cards_fail("\n\ncard \"\x01\"\n", "t.cards:3:1: a control character");
    cards_fail("card \"   \"\n", "an empty name");

    Catalogue *cat = catalogue_new();
    Error err = { "" };
    static const char nul[] = "card \"A\"\n\0";
    assert_false(cards_read(cat, "t", (Str){ nul, sizeof nul - 1 }, &err));
    assert_non_null(strstr(err.text, "t:2:1: a byte that is not UTF-8"));
    size_t size = (8u << 20) + 1;
    char *large = malloc(size);
    assert_non_null(large);
    memset(large, '\n', size);
    err = (Error){ "" };
    assert_false(cards_read(cat, "t", (Str){ large, size }, &err));
    assert_non_null(strstr(err.text, "larger than 8 MiB"));
    free(large);
    catalogue_free(cat);
}

static void test_headquarters_and_attempts(void **state)
{
    (void)state;
    Catalogue *cat = catalogue_new();
    Error err;
    bool ok = read_cards(cat,
        "card \"Q\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n (permit-play (icon Kli))\nend\n"
        "card \"R\"\r\n type mission\r\n kind space\r\n quadrant Delta\r\n span 3\r\n points 0\r\n attempt any except Bor [NA]\r\n"
        " requires (all (skill Honor 2)   # two lines\r\n   (cards 2 (is Gul)))\r\n unique\r\nend", &err);
    if (!ok)
        fail_msg("%s", err.text);
    assert_true(cat->mission[cat->def[1].mission].end[NEAR_END].none);
    assert_int_equal(cat->mission[cat->def[1].mission].end[NEAR_END].requirement, 0);
    assert_true(cat->mission[cat->def[2].mission].end[NEAR_END].any && cat->def[2].unique);
    assert_int_equal(cat->mission[cat->def[2].mission].end[NEAR_END].except.word[0], 1u << ICON_BORG | 1u << ICON_NON_ALIGNED);
    assert_string_equal(printed(cat, cat->mission[cat->def[2].mission].end[NEAR_END].requirement), "(all (skill Honor 2) (cards 2 (is Gul)))");
    catalogue_free(cat);
}

/* A file with a mistake leaves nothing behind, traits included; a digest tells two orders apart. */
static void test_all_or_nothing(void **state)
{
    (void)state;
    Catalogue *cat = catalogue_new();
    Error err;
    assert_true(read_cards(cat, "card \"E\"\n type event\n cost 1\n (resolve (kill (is Klingon)))\nend\n", &err));
    int traits = cat->trait_count, klingon = catalogue_trait_find(cat, str_of("Klingon"));
    uint64_t digest = cat->digest;
    assert_int_equal(cat->trait_kind[klingon], OF_KEYWORD);
    assert_false(read_cards(cat, PERSON " keywords Gul\n (resolve (draw you 1))\nend\ncard \"B\"\n", &err));
    assert_int_equal(cat->trait_count, traits);
    assert_int_equal(cat->trait_kind[klingon], OF_KEYWORD);
    assert_int_equal(cat->def_count, 2);
    assert_int_equal(cat->ability_count, 1);
    assert_true(cat->digest == digest);
    assert_true(read_cards(cat, PERSON "end\n", &err));
    assert_int_equal(cat->trait_kind[klingon], OF_SPECIES);
    assert_true(trait_in(&cat->def[2].traits, klingon));
    assert_true(cat->digest != digest);
    catalogue_free(cat);
}

static void test_scene_cards_replace(void **state)
{
    (void)state;
    Catalogue *cat = catalogue_new();
    Error err;
    assert_true(read_cards(cat, PERSON "end\n", &err));
    Source src = { "s.scene", str_of("card \"a\"\n type event\n cost 7\n plays\nend\n"), 10, 1, EDITION_SECOND };
    DefId id = 0;
    assert_false(card_read_one(cat, &src, &id, &err));
    assert_non_null(strstr(err.text, "s.scene:13:2: unknown fact \"plays\""));
    err = (Error){ "" };
    src = (Source){ "s.scene", str_of("card \"a\"\n type event\n cost 7\n (resolve (draw you 1))\nend\nturn A\n"), 10, 1, EDITION_SECOND };
    assert_true(card_read_one(cat, &src, &id, &err));
    assert_int_equal(id, 1);
    assert_int_equal(cat->def_count, 2);
    assert_int_equal(cat->def[1].cost, 7);
    assert_int_equal(cat->def[1].line, 10);
    assert_int_equal(src.line, 14);
    assert_true(str_is(src.rest, "\nturn A\n"));
    src = (Source){ "s.scene", str_of("card \"B\"\n type interrupt\nend"), 20, 1, EDITION_SECOND };
    assert_true(card_read_one(cat, &src, &id, &err));
    assert_int_equal(id, 2);
    catalogue_free(cat);
}

/* The catalogue fills up with an error: 65,535 abilities, two million nodes. */
static void test_full_catalogue(void **state)
{
    (void)state;
    Error err = { "" };
    bool ok = true;
    Catalogue *cat = catalogue_new();
    for (int i = 0; i < 70000 && ok; i++) {
        Source src = { "t", str_of("(resolve (draw you 1))"), 1, 1, EDITION_SECOND };
        ok = effect_read_ability(cat, &src, &err);
    }
    assert_false(ok);
    assert_non_null(strstr(err.text, "too many abilities in all"));
    assert_int_equal(cat->ability_count, 65535);
    assert_true(cat->node_count > 65536);       /* nodes have numbers of 32 bits */
    catalogue_free(cat);

    cat = catalogue_new();
    NodeId id = 1;
    while (id && id < 3000000)
        id = cat->node_count <= 2000000 ? catalogue_node(cat) : 0;
    assert_int_equal(id, 0);
    Source src = { "t", str_of("(resolve (draw you 1))"), 1, 1, EDITION_SECOND };
    err.text[0] = '\0';
    assert_false(effect_read_ability(cat, &src, &err));
    assert_non_null(strstr(err.text, "too many effects in all"));
    catalogue_free(cat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vocabulary_has_no_doubles),
        cmocka_unit_test(test_signatures_can_be_read),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_reversed_parts_are_abilities),
        cmocka_unit_test(test_damage_parts_are_abilities),
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_printing),
        cmocka_unit_test(test_bad_words),
        cmocka_unit_test(test_bad_places),
        cmocka_unit_test(test_bad_form),
        cmocka_unit_test(test_requirements),
        cmocka_unit_test(test_bad_cards),
        cmocka_unit_test(test_headquarters_and_attempts),
        cmocka_unit_test(test_all_or_nothing),
        cmocka_unit_test(test_scene_cards_replace),
        cmocka_unit_test(test_full_catalogue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
