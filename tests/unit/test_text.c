/* The reader of printed English: grammars are read and refused with a reason, every example of the grammar means what it says, sentences
 * are put together into abilities, and two meanings are never guessed between. */
#include "../file.h"
#include "effect/effect.h"
#include "text/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static Arena      arena;
static Catalogue *cat;
static Lexicon   *lexicon;
static Grammar   *grammar, *printed, *own;     /* the one that is tried; of printed English, and of our own */

/* ---- grammars ---- */

static Grammar *made(const char *text, Error *err)
{
    Grammar *g = grammar_new();
    *err = (Error){ "" };
    if (grammar_read(g, "f", str_of(text), err) && grammar_check(g, err))
        return g;
    grammar_free(g);
    return NULL;
}

static void bad_grammars_are_refused(void **state)
{
    (void)state;
    static const struct { const char *text, *says; } bad[] = {
        { "  \"a\" => (x)\n", "f:1:1: a rule before any category" },
        { "A:\n  \"a\"\n", "f:2:1: a rule needs '=>'" },
        { "A:\n  \"a => (x)\n", "f:2:1: a quote is not closed" },
        { "A:\n  => (x)\n", "f:2:1: a rule that says nothing" },
        { "A:\n  \"a\"? => (x)\n", "f:2:1: all of this rule is optional" },
        { "A:\n  \"a b\"? => (x)\n", "f:2:1: only one word can be optional" },
        { "A:\n  stuff:s => $s\n", "f:2:1: 'stuff' is neither" },
        { "A:\n  skill:s => (x)\n", "f:2:1: 'skill' is said and not meant" },
        { "A:\n  B:b => $b\n", "f:2:1: no rule says what 'B' is" },
        { "A:\n  A:a \"b\" => $a\n", "f:1:1: 'A' can begin with itself" },
        { "A:\n  \"x\"? A:a \"b\" => $a\n  \"c\" => y\n", "f:1:1: 'A' can begin with itself" },
        { "A:\n  ~two \"b\" => x\n", "f:2:1: '~two' is no cost" },
        { "| a => b\n", "f:1:1: an example is" },
    };
    for (size_t i = 0; i < countof(bad); i++) {
        Error err;
        Grammar *g = made(bad[i].text, &err);
        assert_null(g);
        if (strncmp(err.text, bad[i].says, strlen(bad[i].says)) != 0)
            fail_msg("'%s' does not begin with '%s'", err.text, bad[i].says);
    }
}

static void one_name_has_one_sense(void **state)
{
    (void)state;
    Error err = { "" };
    Grammar *g = grammar_new();
    assert_true(grammar_read(g, "f", str_of("A:\n  \"a\" => -\n"), &err) && grammar_read(g, "h", str_of("A:\n  \"b\" => any\n"), &err));
    assert_false(grammar_check(g, &err));
    assert_non_null(strstr(err.text, "f:2:1: 'A' means nothing here and something in h:2"));
    grammar_free(g);
}

/* Every rule may have examples; each must be read as its category, and mean what stands beside it. */
static void examples_mean_what_they_say(void **state)
{
    (void)state;
    int wrong = 0;
    for (int i = 0; i < grammar_examples(grammar); i++) {
        Arena room = { 0 };
        Example e = grammar_example(grammar, i);
        const char *means = text_read_as(grammar, lexicon, &room, e.category, str_of(e.said));
        if (!means || strcmp(means, e.means) != 0) {
            print_error("%s:%d: as %s: '%s' means %s, not %s\n", e.file, e.line, e.category, e.said, means ? means : "nothing", e.means);
            wrong++;
        }
        arena_free(&room);
    }
    assert_int_equal(wrong, 0);
}

/* ---- every rule can be used ---- */

/* The shortest words for each category and rule, built up from below. */
enum { LONGEST_PHRASE = 1200 };

static const char *const sample[SORT_COUNT] = { [SORT_SKILL] = "Honor", [SORT_ICON] = "[Kli]", [SORT_TRAIT] = "Klingon", [SORT_TITLE] = "{Test Title}",
                                                [SORT_NUMBER] = "two" };

/* The words of a rule, with what is known of the categories in it; all: with what it may leave out.  False: one of them is not known yet. */
static bool words_of(const Rule *rule, const char *const *known, bool all, char *out)
{
    size_t len = 0;
    out[0] = '\0';
    for (int i = 0; i < rule->count; i++) {
        const Element *e = &grammar->element[rule->first + i];
        const char *word = e->kind == SAYS_WORD ? grammar->spelt[e->what] : e->kind == SAYS_SORT ? sample[e->what] : known[e->what];
        if (e->optional && !all)
            continue;
        if (!word || len + strlen(word) + 2 > LONGEST_PHRASE)
            return false;
        len += (size_t)sprintf(out + len, "%s%s", len ? " " : "", word);
    }
    return len > 0;
}

static bool phrase_of(const Rule *rule, const char *const *known, char *out)
{
    return words_of(rule, known, false, out);
}

static void shortest_words(const char **known)
{
    char phrase[LONGEST_PHRASE];
    for (bool more = true; more;) {
        more = false;
        for (int r = 0; r < grammar->rules; r++) {
            const char **best = &known[grammar->rule[r].category];
            if (!phrase_of(&grammar->rule[r], known, phrase) || (*best && strlen(*best) <= strlen(phrase)))
                continue;
            *best = arena_text(&arena, str_of(phrase));
            more = true;
        }
    }
}

static void every_rule_reads_its_own_words(void **state)
{
    (void)state;
    const char *known[MOST_CATEGORIES] = { NULL };
    char phrase[LONGEST_PHRASE];
    shortest_words(known);
    int dead = 0;
    for (int r = 0; r < grammar->rules; r++) {
        const Rule *rule = &grammar->rule[r];
        Arena room = { 0 };
        ReadResult result = READ_STOPPED;
        if (phrase_of(rule, known, phrase))
            result = text_result_as(grammar, lexicon, &room, grammar->category[rule->category].name, str_of(phrase));
        if (result != READ_WHOLE && result != READ_AMBIGUOUS) {
            print_error("%s:%d: as %s, '%s' is not read\n", rule->file, rule->line, grammar->category[rule->category].name, phrase);
            dead++;
        }
        arena_free(&room);
    }
    assert_int_equal(dead, 0);
}

/* ---- every rule has an example ---- */

/* The examples of tests/grammar/examples.txt: "CATEGORY | what is said => what it means". */
static bool next_example(Str *rest, Example *e)
{
    for (Str line; rest->len;) {
        line = str_trim(str_line(rest));
        e->line++;
        char *text = arena_text(&arena, line), *said = strstr(text, " | "), *means = said ? strstr(said, " => ") : NULL;
        if (text[0] == '#' || !means)
            continue;
        *said = *means = '\0';
        e->category = text;
        e->said = said + 3;
        e->means = means + 4;
        return true;
    }
    return false;
}

static int try_example(const Example *e, bool *used)
{
    Arena room = { 0 };
    const char *means = text_rules_read_by(grammar, lexicon, &room, e->category, str_of(e->said), used);
    bool right = means && strcmp(means, e->means) == 0;
    if (!right)
        print_error("%s:%d: as %s: '%s' means %s, not %s\n", e->file, e->line, e->category, e->said, means ? means : "nothing", e->means);
    arena_free(&room);
    return !right;
}

/* The words that a rule could be shown with: those of the test above, with what it may leave out or without. */
static bool show_rule(const Rule *rule, const char *const *known, bool *used)
{
    char phrase[LONGEST_PHRASE];
    for (int all = 0; all < 2; all++) {
        Arena room = { 0 };
        const char *category = grammar->category[rule->category].name;
        bool *takes_part = arena_take(&room, (size_t)grammar->rules);
        const char *means = words_of(rule, known, all, phrase) ? text_rules_read_by(grammar, lexicon, &room, category, str_of(phrase), takes_part) : NULL;
        bool shown = means && takes_part[rule - grammar->rule];
        if (shown) {
            print_message("%s | %s => %s\n", category, phrase, means);
            for (int i = 0; i < grammar->rules; i++)
                used[i] |= takes_part[i];
        }
        arena_free(&room);
        if (shown)
            return true;
    }
    return false;
}

/* Every rule takes part in reading an example, its own or another's, that means what stands beside it.  For one that does not, a line is printed that could
 * be one, to be looked at and put into tests/grammar/examples.txt. */
static void every_rule_has_an_example(void **state)
{
    (void)state;
    bool *used = arena_take(&arena, (size_t)grammar->rules);
    int wrong = 0, without = 0;
    for (int i = 0; i < grammar_examples(grammar); i++) {
        Example e = grammar_example(grammar, i);
        wrong += try_example(&e, used);
    }
    Str rest = load_file(&arena, "tests/grammar/examples.txt");
    for (Example e = { .file = "tests/grammar/examples.txt" }; next_example(&rest, &e);)
        wrong += try_example(&e, used);
    assert_int_equal(wrong, 0);
    const char *known[MOST_CATEGORIES] = { NULL };
    shortest_words(known);
    for (int r = 0; r < grammar->rules; r++) {
        if (used[r])
            continue;
        without++;
        if (!show_rule(&grammar->rule[r], known, used))
            print_error("%s:%d: no example is read by this rule\n", grammar->rule[r].file, grammar->rule[r].line);
    }
    assert_int_equal(without, 0);
}

static void every_rule_of_our_own_reads_its_words(void **state)
{
    grammar = own;
    every_rule_reads_its_own_words(state);
    grammar = printed;
}


/* ---- readings ---- */

static const char *read_with(const char *rules, const char *text, ReadResult want)
{
    Error err;
    Grammar *g = made(rules, &err);
    Reading reading;
    if (!g)
        fail_msg("%s", err.text);
    text_read(g, lexicon, &arena, "S", str_of(text), &reading);
    assert_int_equal(reading.result, want);
    grammar_free(g);
    return reading.abilities;
}

static const char small[] =
    "S:\n  \"stop\" N:n \".\" => (~then (stop $n))\n  \"kill\" N:n \".\" => (~then (kill $n))\n  \"if you cannot ,\" \"kill\" N:n \".\" => (~else (kill $n))\n"
    "  \"order - stop\" N:n \".\" => (order (stop $n))\n  \"only once each turn .\" => (~limit 1 turn)\n"
    "  \"you may kill\" N:n \"to prevent this .\" => (~prevented you (do (kill $n)))\n  \"unless it rains , stop\" N:n \".\" => (~then (unless (turn-of you) (stop $n)))\n"
    "  \"when\" N:n \"is stopped or killed , stop\" N:m \".\" => (~two (about-to-stop $n) (about-to-kill $n) ~and (stop $m))\n"
    "  N:n \"gains\" skill:s \".\" => (~then (apply $n ~until (gain $s)))\n  \"until the end of this turn .\" => (~lasts end-of-turn)\n"
    "N:\n  \"a personnel\" => (random 1 facing-group)\n  \"that personnel\" => ~it\n  \"this card\" => self\n";

static void sentences_are_put_together(void **state)
{
    (void)state;
    static const struct { const char *text, *abilities; ReadResult result; } all[] = {
        { "Stop a personnel.", "(resolve (stop (random 1 facing-group)))", READ_WHOLE },
        { "Stop a personnel. Kill that personnel.", "(resolve (stop (as $a (random 1 facing-group))) (kill $a))", READ_WHOLE },
        { "Stop a personnel. If you cannot, kill this card.", "(resolve (try (stop (random 1 facing-group)) (else (kill self))))", READ_WHOLE },
        { "Order - stop this card. Only once each turn.", "(order (limit 1 turn) (stop self))", READ_WHOLE },
        { "A personnel gains Honor. Until the end of this turn.", "(resolve (apply (random 1 facing-group) end-of-turn (gain Honor)))", READ_WHOLE },
        { "Stop a personnel. You may kill this card to prevent this.",
          "(resolve (let $p (random 1 facing-group)) (if-you-do (you-may you (kill self)) (else (stop $p))))", READ_WHOLE },
        { "Unless it rains, stop a personnel. Kill that personnel.",
          "(resolve (unless (turn-of you) (stop (as $a (random 1 facing-group))) (kill $a)))", READ_WHOLE },
        { "Unless it rains, stop a personnel. You may kill this card to prevent this.",
          "(resolve (unless (turn-of you) (let $p (random 1 facing-group)) (if-you-do (you-may you (kill self)) (else (stop $p)))))", READ_WHOLE },
        { "When this card is stopped or killed, stop this card. Only once each turn.",
          "(when (about-to-stop self) (limit 1 turn) (stop self))\n(when (about-to-kill self) (limit 1 turn) (together) (stop self))", READ_WHOLE },
        { "When this card is stopped or killed, stop this card. Stop a personnel.",
          "(when (about-to-stop self) (stop self) (stop (random 1 facing-group)))\n(when (about-to-kill self) (stop self) (stop (random 1 facing-group)))", READ_WHOLE },
        { "You may kill this card to prevent this.", "", READ_UNBOUND },
        { "A personnel gains Honor.", "", READ_UNBOUND },
        { "Kill that personnel.", "", READ_UNBOUND },
        { "Only once each turn.", "", READ_UNBOUND },
        { "If you cannot, kill this card.", "", READ_UNBOUND },
        { "Stop a personnel. Sing.", "", READ_STOPPED },
    };
    for (size_t i = 0; i < countof(all); i++)
        assert_string_equal(read_with(small, all[i].text, all[i].result), all[i].abilities);
}

/* Whole texts by the grammar of the edition: prices, and who or what later words mean. */
static void texts_mean_what_they_say(void **state)
{
    (void)state;
    static const struct { const char *start, *text, *abilities; } all[] = {
        { "Personnel", "When a personnel is killed by your dilemma at this mission, draw a card.",
          "(when (killed (and (type personnel) here) (and (type dilemma) (owned you))) (draw you 1))" },
        { "Personnel", "Order - Place one of your ships at another mission.",
          "(order (place (as $a (choose you 1 (and (type ship) (of you)))) (to-mission (and (type mission) (not (has-here $a))))))" },
        { "Event", "Place one of your ships at a different mission. Destroy this event.",
          "(resolve (place (as $a (choose you 1 (and (type ship) (of you)))) (to-mission (and (type mission) (not (has-here $a))))) (destroy self))" },
        { "Personnel", "While this personnel is facing a dilemma, you may exclude him and each of your Klingons present from random selections.",
          "(when (about-to-select (or self (and (of you) (is Klingon) present))) any-number (guard (is-facing self)) may (exclude that))" },
        { "Personnel", "While this personnel is facing a dilemma, you may exclude him from random selections.",
          "(when (about-to-select self) (guard (is-facing self)) may (exclude that))" },
        { "Event", "Plays in your core. While you command a ship, your Klingons may be excluded from random selections.",
          "(plays-in-core)\n(when (about-to-select (and (of you) (is Klingon))) any-number (guard (exists (and (type ship) (of you)))) may (exclude (up-to you 99 that)))" },
        { "Personnel", "Your Klingons are Strength +1 Order - Stop this personnel to draw a card.",
          "(static (and (of you) (is Klingon)) (add strength 1))\n(order (cost (stop self)) (draw you 1))" },
        { "Dilemma", "Choose a personnel to be stopped", "(resolve (stop (choose you 1 facing-group)))" },
        { "Event", "Plays in your core. When your Klingon kills a personnel, that Klingon is Strength +1 until the end of this turn.",
          "(plays-in-core)\n(when (killed (type personnel) (and (is Klingon) (owned you))) (apply cause end-of-turn (add strength 1)))" },
        { "Personnel", "When you begin an engagement involving this personnel, your Klingons involved are Strength +1 until the end of that engagement. If you win, draw two cards.",
          "(when (engagement-begins self) (guard (you-began-it)) (apply (and (of you) (is Klingon) involved) end-of-battle (add strength 1)))\n(when (engagement-won you self) (guard (you-began-it)) (draw you 2))" },
        { "Personnel", "When you begin an engagement involving this personnel, you may discard a card from hand to draw a card. If you win, draw two cards.", NULL },      /* who did not discard has won, too */
        { "Mission", "When you play a Klingon, he or she is cost -1 and you may place him or her aboard an opponent's ship.",
          "(when (announced (and (owned you) (is Klingon))) (apply that this-play (cost-change -1)))\n"
          "(when (played (and (of you) (is Klingon))) may (place that (to-ship (and (type ship) (of opponent)))))" },
        { "Equipment", "While three of your personnel are aboard this ship, it is attributes +1.",
          "(static (guard (at-least 3 (and (type personnel) (of you) (aboard this-ship)))) this-ship (add all 1))" },
        { "Ship", "While your personnel aboard this ship have Engineer, Physics, and Programming, it is Range +2.",
          "(static (guard (meets (and (type personnel) (of you) (aboard self)) (all (skill Engineer) (skill Physics) (skill Programming)))) self (add range 2))" },
        { "Mission", "When you begin a mission attempt here, choose two personnel involved. Those personnel are stopped.",
          "(when (attempt-begins (and (type personnel) (of you)) this-mission) (let $a (choose you 2 (and (type personnel) facing-group))) (stop $a))" },
        { "Ship", "When an opponent plays an interrupt, if this ship is at that opponent's mission, you may draw a card.",
          "(when (played (and (type interrupt) (of opponent))) (guard (matches self (at (and (type mission) (of opponent))))) may (draw you 1))" },
        { "Mission", "When your personnel face a dilemma here, if it requires Medical, you may draw a card.",
          "(when (facing (and (type personnel) (of you) here)) (guard (matches cause (requires Medical))) may (draw you 1))" },
        { "Ship", "When you complete a mission with six or more personnel aboard this ship, draw a card for each of them with a cost of 4 or more.", NULL },
        { "Ship", "When your personnel complete a mission, if all of them are aboard this ship, score 5 points.", NULL },
        { "Equipment", "While you command a Klingon, this equipment is attributes +1.", NULL },
        { "Equipment", "While you command a personnel with Integrity>30, draw a card.", NULL },
        { "Mission", "When a card an opponent owns is about to prevent or destroy your event, you may draw a card.",
          "(when (about-to-prevent (and (type event) (owned you)) (owned opponent)) may (draw you 1))\n"
          "(when (about-to-destroy (and (type event) (of you)) (owned opponent)) may (draw you 1))" },
        { "Personnel", "Order - Play a Klingon at cost -2.", "(order (play-it (choose you 1 (and (is Klingon) (in-hand you))) -2))" },
        { "Personnel", "While there is an opponent's ship at this mission, your ship this personnel is aboard is Weapons +1 for each Klingon aboard.",
          "(static (guard (exists (and (type ship) (of opponent) here))) (and (type ship) host) (add weapons (count (and (aboard this-ship) (is Klingon)))))" },
        { "Dilemma", "Randomly select two personnel. If they are different affiliations, both are stopped. If they are the same affiliation, both are killed.",
          "(resolve (let $a (random 2 facing-group)) (if (cmp (most-alike affiliation $a) <= 1) (stop $a)) (if (cmp (most-alike affiliation $a) = (count $a)) (kill $a)))" },
        { "Dilemma", "Unless you have Honor, randomly select a personnel to be killed. If that personnel has Law, all your other personnel are stopped.",
          "(resolve (unless (have (skill Honor)) (kill (as $a (random 1 facing-group))) (if (matches $a (has Law)) (stop (and facing-group (not $a))))))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - At the start of each of your turns, you may discard a card from hand to remove this dilemma from the game. If you do not, lose 5 points.",
          "(resolve (place self (onto this-ship)))\n(damage (when (turn-starts you) (if-you-do (you-may you (cost (discard (choose you 1 (in-hand you)))) (remove self)) (else (lose you 5)))))" },
        { "Dilemma", "Randomly select a personnel to be killed. Repeat this until you have less than six personnel.", "(resolve (repeat-until (cmp (count facing-group) < 6) (kill (random 1 facing-group))))" },
        { "Dilemma", "Randomly select a personnel to be killed. Choose a personnel to be stopped, then lose 5 points. Repeat this until you have less than six personnel.", NULL },      /* how much of it? */
        { "Dilemma", "Choose a personnel. For each Intelligence on that personnel, lose 5 points.", "(resolve (let $a (choose you 1 facing-group)) (lose you (* 5 (levels Intelligence $a))))" },
        { "Dilemma", "Choose a Klingon. That personnel is stopped unless you discard a card from hand for each other Klingon present.",
          "(resolve (let $a (choose you 1 (and facing-group (is Klingon)))) (if-you-do (you-may you (discard (choose you (count (and (is Klingon) (not $a) present)) (in-hand you)))) (else (stop $a))))" },
        { "Event", "Kill your Klingon to kill an opponent's personnel at the same mission. Destroy this event.", NULL },         /* who is gone was nowhere */
        { "Interrupt", "When your ship is involved in an engagement, add the Cunning of your personnel aboard to its Weapons until the end of that engagement.", NULL },
        { "Mission", "While you command this mission and it is complete, each dilemma you reveal at an opponent's space mission is cost -1.", NULL },
        { "Dilemma", "Choose a personnel. Unless he or she has 2 Engineer, that personnel is killed.",
          "(resolve (let $a (choose you 1 facing-group)) (unless (matches $a (has Engineer 2)) (kill $a)))" },
        { "Personnel", "When you play this personnel, you may draw a card. Also, each of your Klingons is Strength +1 until the end of this turn.",
          "(when (played self) may (draw you 1))\n(when (played self) (apply (and (of you) (is Klingon)) end-of-turn (add strength 1)))" },
        { "Event", "Plays in your core. Your Klingons are each Strength +1 for each other Klingon present.",
          "(plays-in-core)\n(static (and (of you) (is Klingon)) (add strength (count (and (is Klingon) (not bearer) (present-with bearer)))))" },
        { "Equipment", "Your Klingons present are each Strength +1 for each other Klingon present.",
          "(static (and (of you) (is Klingon) present) (add strength (count (and (is Klingon) (not bearer) present))))" },
        { "Event", "Plays in your core. When combat ends, if your Klingons were involved, you may unstop one of them.",
          "(plays-in-core)\n(when (combat-ends any) (guard (exists (and (of you) (is Klingon) involved))) may (unstop (choose you 1 (and (of you) (is Klingon) involved))))" },
        { "Event", "Plays in your core. When combat ends, stop one of them.", NULL },      /* nobody was spoken of */
        { "Event", "Plays in your core. When an engagement ends, if your ship was involved, unstop it.", NULL },       /* not this event */
        { "Mission", "Your personnel cannot be stopped by dilemmas at this mission.",
          "(static (and (type personnel) (of you) here) (cannot be-stopped (type dilemma)))" },
        { "Mission", "Your personnel are Strength +1 and cannot be stopped by dilemmas at this mission.", NULL },
        { "Event", "Plays in your core. When a player plays an event, each other player may draw a card.", NULL },       /* one of them may be you */
        { "Mission", "When you complete this mission, each other player draws two cards.", "(when (completed this-mission) (each-player each-opponent (draw you 2)))" },
        { "Mission", "You may play [Fer] personnel and ships, [NA] ships, and equipment here.",
          "(permit-play-at (or (and (icon Fer) (or (type personnel) (type ship))) (and (type ship) (icon NA)) (type equipment)) this-mission)" },
        { "Equipment", "When your Klingon present is facing a dilemma, you may destroy another equipment present to stop that Klingon.",
          "(when (facing (and (of you) (is Klingon) present)) may (cost (destroy (choose you 1 (and (type equipment) other present)))) (stop that))" },
        { "Personnel", "While this personnel is at a mission with your ship, he is Strength +2.",
          "(static (guard (all-of (matches self (at (type mission))) (exists (and (type ship) (of you) other here)))) self (add strength 2))" },
        { "Mission", "When an opponent begins a mission attempt, if you have completed this mission, draw a card.",
          "(when (attempt-begins (and (type personnel) (of opponent))) (guard (matches this-mission complete)) (draw you 1))" },
        { "Ship", "When you complete a mission, if this ship is at that mission, restore Range to it.", NULL },       /* a mission has no Range */
        { "Personnel", "When you complete a mission, if this personnel is present, score 5 points.", NULL },       /* with whom? */
        { "Ship", "While this ship is facing a dilemma, it is Shields +2.", NULL },        /* who is aboard faces it */
        { "Ship", "When this ship is attempting a mission, you may draw a card.", NULL },
        { "Equipment", "While facing a dilemma, each Klingon present is Integrity +2.",
          "(static (guard (is-facing (and (is Klingon) present))) (and facing-group (is Klingon) present) (add integrity 2))" },
        { "Interrupt", "When your Klingon is about to be stopped, if he or she is facing a dilemma, prevent that.",
          "(when (about-to-stop (and (of you) (is Klingon))) (guard (is-facing that)) (prevent))" },
        { "Interrupt", "When an opponent plays an interrupt, if he or she is facing a dilemma you own, prevent that interrupt.",
          "(when (about-to-play (and (type interrupt) (owned opponent))) (guard (is-facing (and (type personnel) (of opponent)) (owned you))) (prevent))" },
        { "Interrupt", "When your Klingon uses Honor while facing a dilemma, stop that personnel.",
          "(when (uses-skill (and (of you) (is Klingon)) Honor) (guard (is-facing that)) (stop that))" },
        { "Interrupt", "When your Klingon facing a dilemma is about to be killed, stop that personnel instead.",
          "(when (about-to-kill (and (of you) (is Klingon) facing-group)) (guard (is-facing that)) (instead (stop that)))" },
        { "Interrupt", "When your Klingon is about to be killed during a mission attempt, stop that personnel instead.",
          "(when (about-to-kill (and facing-group (of you) (is Klingon))) (instead (stop that)))" },
        { "Event", "Plays in your core. When your Klingon is about to be placed in an opponent's brig, place another Klingon present in that opponent's brig.",
          "(plays-in-core)\n(when (about-to-brig (and (of you) (is Klingon))) (brig (choose you 1 (and (is Klingon) (not that) (present-with that))) that-player))" },
        { "Mission", "When you are about to fail a mission attempt at this mission, randomly select a personnel present to be killed.",
          "(when (about-to-fail this-mission) (guard (turn-of you)) (kill (random 1 (and (type personnel) (or facing-group (present-with facing-group))))))" },
        { "Personnel", "When you play this personnel, this personnel and a Klingon present gain any one skill of your choice until the end of this turn.",
          "(when (played self) (let $a (choose you 1 (and (is Klingon) other present))) (name-skill you) (gain-named-skill (or self $a) end-of-turn))" },
        { "Personnel", "When you play this personnel, this personnel and a Klingon present gain Honor and Law until the end of this turn.",
          "(when (played self) (apply self end-of-turn (gain Honor) (gain Law)) (apply (choose you 1 (and (is Klingon) other present)) end-of-turn (gain Honor) (gain Law)))" },
        { "Ship", "When your Klingon aboard is about to be stopped by a dilemma, you may stop another personnel aboard to prevent that.",
          "(when (about-to-stop (and (of you) (aboard self) (is Klingon)) (type dilemma)) may (cost (stop (choose you 1 (and (type personnel) (aboard self) (not that))))) (prevent))" },
        { "Personnel", "When you score points from {Test Title}, if this personnel used any of his skills, score 5 points.",
          "(when (scores you (title \"Test Title\")) (guard (matches self (befallen (uses-skill any)))) (score you 5))" },
        { "Personnel", "When you place a personnel in your brig, you may name a card. That personnel's owner discards each copy of that card in his or her hand.",
          "(when (brigged (type personnel) (owned you)) may (name-card you any) (each-player (owner-of that) (discard (and named (in-hand you)))))" },
        { "Personnel", "When your personnel begin a mission attempt, if they have four different species, draw a card.",
          "(when (attempt-begins (and (type personnel) (of you))) (guard (cmp (distinct species facing-group) >= 4)) (draw you 1))" },
        { "Personnel", "When you place a personnel in your brig, you may name a personnel. Kill each copy of that personnel.",
          "(when (brigged (type personnel) (owned you)) may (name-card you (type personnel)) (kill named))" },
        { "Event", "Name a card. Reveal the top four cards of your deck. Take each copy of that card into hand. Destroy this event.",
          "(resolve (name-card you any) (let $a (top you 4)) (reveal $a) (place (and named $a) hand) (destroy self))" },
        { "Event", "Name a dilemma. Examine the top four cards of an opponent's dilemma pile and remove each copy of that dilemma from the game. Destroy this event.",
          "(resolve (name-card you (type dilemma)) (let $a (pile-top opponent 4)) (examine you $a) (remove (and named $a)) (destroy self))" },
        { "Personnel", "When you play this personnel, you may destroy your event to take a card that was on it into hand.",
          "(when (played self) may (cost (destroy (as $a (choose you 1 (and (type event) (of you)))))) (place (choose you 1 (was-on $a)) hand))" },
        { "Ship", "When your personnel aboard completes a mission, you may stop this ship. If you do, its Range is restored.",
          "(when (completed (type mission) (and (type personnel) (of you) (aboard self))) may (if-you-do (stop self) (restore-range self)))" },
        { "Personnel", "Order - Choose an opponent's ship at this mission. Each of your personnel present is Strength +1 for each personnel aboard it until the end of this turn.",
          "(order (let $a (choose you 1 (and (type ship) (of opponent) here))) (apply (and (type personnel) (of you) present) end-of-turn (add strength (count (and (type personnel) (aboard $a))))))" },
        { "Personnel", "When you complete a mission, draw a card for each dilemma beneath it.", "(when (completed (type mission)) (draw you (count (and (type dilemma) (beneath that)))))" },
        { "Personnel", "Order - Place a card from hand beneath your {Test Title} to draw a card for each card beneath it.",
          "(order (cost (let $a (choose you 1 (and (of you) (title \"Test Title\")))) (place (choose you 1 (in-hand you)) (to-beneath $a))) (draw you (count (beneath $a))))" },
        { "Personnel", "While an opponent's ship is at this mission, that opponent's personnel aboard it are each attributes -1.",
          "(static (guard (exists (and (type ship) (of opponent) here))) (and (type personnel) (of opponent) (aboard (and (type ship) (of opponent) here))) (add all -1))" },
        { "Mission", "When you complete this mission, you may place up to two of your personnel involved on the bottom of their owners' decks. Draw two cards for each.",
          "(when (completed this-mission) may (place (as $a (up-to you 2 (and (type personnel) (of you) facing-group))) deck-bottom) (draw you (* 2 (count $a))))" },
        { "Interrupt", "When your personnel complete a mission, if each of them has Honor, score 5 points.",
          "(when (completed (type mission)) (guard (matches facing-group (has Honor))) (score you 5))" },
        { "Personnel", "Order - Examine the top five cards of your deck and discard two of them. Draw a card for each personnel discarded this way.",
          "(order (let $a (top you 5)) (examine you $a) (discard (as $b (choose you 2 $a))) (draw you (count (and (type personnel) $b))))" },
        { "Dilemma", "Unless you have Honor, randomly select a personnel to be killed. If you have two or more personnel who have Security, randomly select all but one of those personnel to be stopped.",
          "(resolve (unless (have (skill Honor)) (kill (random 1 facing-group))) (if (at-least 2 (and facing-group (has Security))) (stop (random-all-but 1 (and facing-group (has Security))))))" },
        { "Dilemma", "Choose a personnel to be stopped and your opponent may return one of his or her events to its owner's hand to choose another personnel to be stopped.",
          "(resolve (stop (as $a (choose you 1 facing-group))) (each-player opponent (you-may you (cost (place (choose you 1 (and (type event) (of you))) hand)) (stop (choose you 1 (and facing-group (not $a)))))))" },
        { "Event", "Plays in your core. At the start of your turn, you may stop one of your ships to unstop up to four of your personnel at the same mission.",
          "(plays-in-core)\n(when (turn-starts you) may (cost (stop (as $a (choose you 1 (and (type ship) (of you)))))) (unstop (up-to you 4 (and (type personnel) (of you) (at (has-here $a))))))" },
        { "Personnel", "At the start of your turn, you may place an event in your discard pile on the bottom of your deck. When you do this, each opponent may do the same with his or her discard pile and deck.",
          "(when (turn-starts you) may (if-you-do (place (choose you 1 (and (type event) (in-discard you))) deck-bottom) (each-player each-opponent (you-may you (place (choose you 1 (and (type event) (in-discard you))) deck-bottom)))))" },
        { "Event", "Examine an opponent's hand. That opponent discards each event from hand, then draws an equal number of cards. Destroy this event.",
          "(resolve (let $a (in-hand opponent)) (examine you $a) (each-player opponent (discard (as $b (and (type event) (in-hand you)))) (draw you (count $b))) (destroy self))" },
        { "Event", "Shuffle up to three cards from your discard pile into your deck. Each opponent may do the same. Destroy this event.",
          "(resolve (place (up-to you 3 (in-discard you)) into-deck) (each-player each-opponent (you-may you (place (up-to you 3 (in-discard you)) into-deck))) (destroy self))" },
        { "Event", "Draw a card and score 5 points. Each opponent may do the same. Destroy this event.", NULL },
        { "Event", "Download a Klingon. That personnel is cost -1 this turn. Destroy this event.",
          "(resolve (let $a (downloaded you 1 (is Klingon))) (apply $a end-of-turn (cost-change -1)) (destroy self))" },
        { "Event", "Plays in your core. When you are about to lose points, you may discard that many cards from the top of your deck to prevent that.",
          "(plays-in-core)\n(when (about-to-lose-points you) may (cost (discard-top you (that-many))) (prevent))" },
        { "Event", "Plays in your core. Order - Stop two of your personnel with the same species at your headquarters mission to download a personnel of that species.",
          "(plays-in-core)\n(order (cost (stop (as $a (choose-alike you 2 species (and (type personnel) (of you) (at (and (type mission) (of you) (kind headquarters)))))))) (download you 1 (and (type personnel) (same species $a))))" },
        { "Event", "You cannot play personnel this turn. Draw a card. Destroy this event.",
          "(resolve (forbid you end-of-turn be-played (and (type personnel))) (draw you 1) (destroy self))" },
        { "Event", "Draw a card. Players cannot play interrupts until the end of this turn. Destroy this event.",
          "(resolve (draw you 1) (forbid each end-of-turn be-played (type interrupt)) (destroy self))" },
        { "Interrupt", "When an opponent plays an event, that opponent cannot play ships this turn.",
          "(when (played (and (type event) (of opponent))) (forbid opponent end-of-turn be-played (and (type ship))))" },
        { "Event", "Draw a card. You cannot play any other events this turn. Destroy this event.",
          "(resolve (draw you 1) (forbid you end-of-turn be-played (and (type event))) (destroy self))" },
        { "Event", "Plays in your core. While a player has no cards in hand, he or she cannot download.", NULL },
        { "Event", "Draw two cards. You cannot download cards this turn. Destroy this event.",
          "(resolve (draw you 2) (forbid you end-of-turn download) (destroy self))" },
        { "Event", "Plays in your core. While your Kai is in play, each Prophet event you play is cost -1.",
          "(plays-in-core)\n(when (announced (and (type event) (owned you) (is Prophet))) (guard (exists (and (of you) (is Kai)))) (apply that this-play (cost-change -1)))" },
        { "Event", "Choose two of your completed missions. Score 5 points if those missions are in different quadrants. Destroy this event.",
          "(resolve (let $a (choose you 2 (and (type mission) (of you) complete))) (if (not-so (share quadrant $a)) (score you 5)) (destroy self))" },
        { "Event", "Choose a completed mission. The player who commands that mission scores 5 points. Each other player draws three cards. Destroy this event.", NULL },
        { "Event", "Choose a completed mission. The player who commands that mission scores 5 points. Destroy this event.",
          "(resolve (let $a (choose you 1 (and (type mission) complete))) (each-player (player-of $a) (score you 5)) (destroy self))" },
        { "Event", "Each player may discard two cards from hand. Each player who does draws three cards. Destroy this event.",
          "(resolve (each-player each (you-may you (cost (discard (choose you 2 (in-hand you)))) (draw you 3))) (destroy self))" },
        { "Event", "Each player discards two cards from hand. Each player who does draws three cards. Destroy this event.", NULL },
        { "Event", "Download up to three Jem'Hadar. Place those Jem'Hadar on your headquarters mission. Destroy this event.",
          "(resolve (let $a (downloaded you 3 (is Jem'Hadar))) (place $a (onto (and (type mission) (of you) (kind headquarters)))) (destroy self))" },
        { "Event", "Plays in your core. When your personnel begin a mission attempt, you may discard a card from hand to make each of them Cunning +1 until the end of that mission attempt.",
          "(plays-in-core)\n(when (attempt-begins (and (type personnel) (of you))) may (cost (discard (choose you 1 (in-hand you)))) (apply (and facing-group (and (type personnel) (of you))) end-of-attempt (add cunning 1)))" },
        { "Event", "Plays in your core. When your personnel are facing a dilemma, you may discard a card from hand to make all of them Cunning +1 until the end of that dilemma.",
          "(plays-in-core)\n(when (facing (and (type personnel) (of you))) may (cost (discard (choose you 1 (in-hand you)))) (apply (and facing-group (and (type personnel) (of you))) end-of-dilemma (add cunning 1)))" },
        { "Event", "Plays in your core. You may use Treachery in place of Leadership to meet mission requirements.",
          "(plays-in-core)\n(static (guard (is-attempting (and (type personnel) (of you)))) (type mission) (meet-skill-with Leadership Treachery))" },
        { "Event", "Plays on a mission. Replace this mission's requirements with: Diplomacy, Law, and Integrity>32.",
          "(plays-on (type mission))\n(static this-mission (requirement-replace (all (skill Diplomacy) (skill Law) (total integrity > 32))))" },
        { "Event", "Download two ships. Choose an opponent to choose one of those ships to place in your hand. Shuffle the other ship into your deck. Destroy this event.",
          "(resolve (let $a (downloaded you 2 (type ship))) (choose-opponent) (each-player opponent (place (as $b (choose you 1 $a)) hand)) (place (and $a (not $b)) into-deck) (destroy self))" },
        { "Event", "Your completed mission is no longer completed. Score 10 points. Remove this event from the game.",
          "(resolve (uncomplete (choose you 1 (and (type mission) (of you) complete))) (score you 10) (remove self))" },
        { "Event", "Plays in your core. Order - Draw a card. Damage - At the end of each of your turns, kill a personnel aboard this ship.",
          "(plays-in-core)\n(order (draw you 1))\n(damage (when (turn-ends you) (kill (choose you 1 (and (type personnel) (aboard this-ship))))))" },
        { "Event", "Plays in your core. If you have fewer than three cards in hand at the end of your turn, draw a card.",
          "(plays-in-core)\n(when (turn-ends you) (guard (cmp (count (in-hand you)) < 3)) (draw you 1))" },
        { "Event", "Plays in your core. Order - If your [Bor] ship has five or more Klingons aboard, draw a card.",
          "(plays-in-core)\n(order (guard (exists (and (type ship) (of you) (holds >= 5 (is Klingon)) (icon Bor)))) (draw you 1))" },
        { "Event", "Name a dilemma. Each opponent searches his or her dilemma pile, removes each copy of that dilemma from the game, and shuffles that pile. Remove this event from the game.",
          "(resolve (name-card you (type dilemma)) (each-player each-opponent (remove (and (in-pile you) named)) (shuffle-pile you)) (remove self))" },
        { "Event", "Plays in your core. While an opponent commands twice as many personnel as you, each personnel you play is cost -1.",
          "(plays-in-core)\n(when (announced (and (type personnel) (owned you))) (guard (cmp (count (and (type personnel) (of opponent))) >= (* 2 (count (and (type personnel) (of you)))))) (apply that this-play (cost-change -1)))" },
        { "Personnel", "Order - Stop this personnel to name a species. Each opponent's personnel of that species is Strength -2 until the end of this turn.",
          "(order (cost (stop self)) (name-species you) (apply (and (type personnel) (of opponent) of-named-species) end-of-turn (add strength -2)))" },
        { "Dilemma", "Your opponent chooses a number of personnel equal to the number of cards in your hand. Choose two of those personnel to be stopped.",
          "(resolve (let $a (choose opponent (count (in-hand you)) facing-group)) (stop (choose you 2 $a)))" },
        { "Equipment", "When your personnel present is about to be killed by a dilemma, if you command another copy of this equipment, you may stop that personnel to prevent that.",
          "(when (about-to-kill (and (type personnel) (of you) present) (type dilemma)) (guard (exists (and (of you) (copy-of self) (not self)))) may (cost (stop that)) (prevent))" },
        { "Ship", "When an opponent plays an event on this ship, you may discard a card from hand to prevent that event.", NULL },
        { "Personnel", "When an opponent begins combat at this mission, you may stop this personnel to prevent it.",
          NULL },
        { "Mission", "When you attempt this mission, reduce the attribute requirements of this mission by 2 (limit 10) for each event in your core until the end of that mission attempt.",
          "(when (attempt-begins (and (type personnel) (of you)) this-mission) (apply this-mission end-of-attempt (requirement-attributes (* -1 (limit-to (* 2 (count (and (type event) (in-core you)))) 10)))))" },
        { "Dilemma", "Your opponent reveals any number of ships from hand. Unless you have that number of Honor personnel, all your personnel are stopped.",        /* as many as were revealed, or more */
          "(resolve (each-player opponent (let $a (up-to you 99 (and (type ship) (in-hand you)))) (reveal $a)) (unless (cmp (count (and facing-group (has Honor))) >= (count $a)) (stop facing-group)))" },
        { "Personnel", "When you play a Klingon, if you command a personnel of that species, you may draw a card.",
          "(when (played (and (of you) (is Klingon))) (guard (exists (and (type personnel) (of you) (same species that) (not that)))) may (draw you 1))" },
        { "Personnel", "Order - Remove two events in any player's discard pile from the game.",
          NULL },
        { "Mission", "When your Klingon begins a mission attempt here, he or she is stopped.",
          "(when (attempt-begins (and (of you) (is Klingon)) this-mission) any-number (stop that))" },
        { "Personnel", "When you play this personnel, if your Klingon is at this mission, he is cost -1.",
          "(own-cost (guard (exists (and (of you) (at bearer) (is Klingon)))) -1)" },
        { "Personnel", "When you play this personnel, if your Klingon is present, he is cost -1.",
          NULL },
        { "Dilemma", "Randomly select a personnel. Choose a personnel to be killed.",
          NULL },
        { "Personnel", "While this personnel is attempting a mission, if you discard an event from hand, he is attributes +1 until the end of the turn.",
          "(when (discarded (and (type event) (owned you))) (guard (from-hand)) (guard (is-attempting self)) (apply self end-of-turn (add all 1)))" },
        { "Dilemma", "For each of your headquarters missions, randomly select a Klingon to be killed and this dilemma returns to its owner's dilemma pile.",
          "(resolve (repeat (count (and (type mission) (of you) (kind headquarters))) (kill (random 1 (and facing-group (is Klingon))))) (return-to-pile))" },
        { "Personnel", "While this personnel is facing a dilemma, you may make him attributes +2 until the end of that dilemma.",
          "(when (facing self) may (apply self end-of-dilemma (add all 2)))" },
        { "Mission", "While this mission is complete, each opponent's mission is worth 5 fewer points for each of your ships at that mission.",
          "(static (guard (matches this-mission complete)) (and (type mission) (of opponent)) (worth-more (* -5 (count (and (type ship) (of you) (at bearer))))))" },
        { "Dilemma", "Unless you have a Leadership personnel who has Honor or Cunning>6, all your personnel are stopped.",
          NULL },
        { "Personnel", "Order - Discard a card from hand to download two Klingons and place each at your headquarters mission where he or she could be played.",
          "(order (cost (discard (choose you 1 (in-hand you)))) (let $x (downloaded you 2 (is Klingon))) (for-each $y $x (place $y (onto (and (type mission) (of you) (admits $y) (kind headquarters))))))" },
        { "Personnel", "When you play this personnel, each player may choose one: draw a card; or discard an event from hand to draw three cards.",
          "(when (played self) (each-player each (you-may you (choose-one you (draw you 1) (if (can (discard (choose you 1 (and (type event) (in-hand you))))) "
          "(discard (choose you 1 (and (type event) (in-hand you)))) (draw you 3))))))" },
        { "Personnel", "Order - Discard a card from hand to take any other Klingon from your discard pile into hand.",
          "(order (cost (discard (as $a (choose you 1 (in-hand you))))) (place (choose you 1 (and (in-discard you) (is Klingon) (not $a))) hand))" },
        { "Personnel", "When this personnel is facing a dilemma, you may discard the top card of your deck to place another card from your discard pile on the bottom of your deck.",
          "(when (facing self) may (cost (discard (as $a (top you 1)))) (place (choose you 1 (and (in-discard you) (not $a))) deck-bottom))" },
        { "Personnel", "When this personnel is killed, you may discard a card from hand to take another personnel from your discard pile into hand.",
          "(when (killed self) may (cost (discard (choose you 1 (in-hand you)))) (place (choose you 1 (and (type personnel) (in-discard you) other)) hand))" },
        { "Personnel", "Order - Kill this personnel and your other Klingon present to destroy an event.",
          "(order (cost (kill (choose you 1 (and (of you) (is Klingon) other present))) (kill self)) (destroy (choose you 1 (type event))))" },
        { "Personnel", "Order - Return this personnel to his owner's hand to place any number of your Klingons at this mission aboard a ship at the same mission.",
          "(order (cost (let $a (and (of you) (is Klingon) here other)) (let $b (and (type ship) here)) (place self hand)) (place (up-to you 99 $a) (to-ship $b)))" },
        { "Personnel", "When an opponent's ship moves to this mission, you may stop this personnel to stop a personnel aboard it.",
          "(when (moved (and (type ship) (of opponent)) this-mission) may (cost (stop self)) (stop (choose you 1 (and (type personnel) (aboard that)))))" },
        { "Event", "Plays in your core. When you play a ship, you may examine the top three cards of your deck, then place them on top of your deck in any order.",
          "(plays-in-core)\n(when (played (and (type ship) (of you))) may (let $a (top you 3)) (examine you $a) (arrange you $a deck-top))" },
        { "Personnel", "While this personnel is aboard your {Galor-class ship}, it is Range +1.",
          "(static (guard (matches self (aboard (and (type ship) (of you) (is Galor))))) host (add range 1))" },
        { "Headquarters", "When you complete a space mission, if no other space mission has been completed, score 10 points.",
          "(when (completed (and (type mission) (kind space))) (guard (not-so (exists (and (type mission) (kind space) complete (not that))))) (score you 10))" },
        { "Headquarters", "When you complete a planet mission, if you do not command another headquarters mission, draw a card.",
          "(when (completed (and (type mission) (kind planet))) (guard (not-so (exists (and (type mission) (of you) (kind headquarters) other)))) (draw you 1))" },
        { "Personnel", "When a personnel present is about to be killed, you may destroy an equipment this personnel is equipped with to prevent that.",
          "(when (about-to-kill (and (type personnel) present)) may (cost (destroy (choose you 1 (and (type equipment) (of you) present)))) (prevent))" },
        { "Personnel", "When you play this personnel, you may reveal an interrupt from hand. If you do not, this personnel is stopped.",
          "(when (played self) (if-you-do (you-may you (reveal (choose you 1 (and (type interrupt) (in-hand you))))) (else (stop self))))" },
        { "Personnel", "When you play this personnel, you may destroy an opponent's event. That opponent may discard two cards from hand to prevent this.",
          "(when (played self) may (let $p (choose you 1 (and (type event) (of opponent)))) (if-you-do (each-player opponent (you-may you (discard (choose you 2 (in-hand you))))) (else (destroy $p))))" },
        { "Event", "Plays in your core. Order - Stop two of your Klingons present together to reveal the top card of an opponent's deck. If it is a personnel that opponent does not command, place him or her in your brig. (That opponent now commands him or her.)",
          "(plays-in-core)\n(order (cost (let $p (choose you 1 (and (of you) (is Klingon) (present-with (and (of you) (is Klingon)))))) (let $q (choose you 1 (and (of you) (is Klingon) (present-with $p)))) (stop (or $p $q))) "
          "(let $a (top opponent 1)) (reveal $a) (if (matches $a (and (type personnel) (not (same title (of opponent))))) (brig $a you) (take-command $a opponent)))" },
        { "Personnel", "When you play this personnel, you may download two Klingons and place each where he or she could be played.",
          "(when (played self) may (let $x (downloaded you 2 (is Klingon))) (for-each $y $x (place $y (onto (and (of you) (admits $y) (or (type mission) (type ship)))))))" },
        { "Personnel", "When you play this personnel, you may make each player draw two cards, then discard a card from hand.",
          "(when (played self) may (each-player each (draw you 2) (discard (choose you 1 (in-hand you)))))" },
        { "Personnel", "Order - Discard an event and a Klingon from hand to draw a card.",
          "(order (cost (discard (choose you 1 (and (type event) (in-hand you)))) (discard (choose you 1 (and (in-hand you) (is Klingon))))) (draw you 1))" },
        { "Event", "Examine the top four cards of your deck. Take one of those cards into hand, place one on the bottom of your deck, and discard the others. Destroy this event.",
          "(resolve (let $a (top you 4)) (examine you $a) (place (as $c (choose you 1 $a)) hand) (let $b (choose you 1 (and $a (not $c)))) (place $b deck-bottom) (discard (and (not $b) (and $a (not $c)))) (destroy self))" },
        { "Interrupt", "When an opponent has drawn dilemmas, you may discard two cards from hand to examine those dilemmas and place one of them on the bottom of that opponent's dilemma pile.",
          "(when (drew-dilemmas opponent) may (cost (discard (choose you 2 (and (in-hand you) other)))) (examine you drawn) (place (choose you 1 drawn) pile-bottom-of))" },
        { "Personnel", "While this personnel is facing a dilemma, you may discard an event from hand to exchange this personnel with a Klingon who has an equal or lower cost from your hand.",
          "(while-may (facing self) (cost (discard (choose you 1 (and (type event) (in-hand you))))) (exchange self (choose you 1 (and (costs <= (value cost self)) (in-hand you) (is Klingon)))))" },
        { "Personnel", "This personnel is Cunning +1 for each opponent's event in your core.", "(static self (add cunning (count (and (type event) (owned opponent) (in-core you)))))" },
        { "Personnel", "This personnel is Cunning +1 for each of your events an opponent commands.", "(static self (add cunning (count (and (type event) (owned you) (of opponent)))))" },
        { "Personnel", "This personnel is Cunning +1 for each opponent's personnel you command.", "(static self (add cunning (count (and (type personnel) (owned opponent) (of you)))))" },
        { "Interrupt", "Order - Place any number of your Klingons at a mission aboard an opponent's ship at the same mission.",
          "(order (let $a (choose you 1 (and (type mission) (has-here (and (of you) (is Klingon)))))) (place (up-to you 99 (and (of you) (is Klingon) (at $a))) (to-ship (and (type ship) (of opponent) (at $a)))))" },
        { "Ship", "When this ship moves, you may begin an engagement involving your personnel aboard. If you win, name a skill. Each opponent's personnel involved who has that skill is stopped.",
          "(when (moved self) may (begin-engagement (and (type personnel) (of you) (aboard self)) (if-you-win (name-skill you) (stop (and (type personnel) (of opponent) has-named-skill involved)))))" },
        { "Event", "Plays in your core. While your personnel is attempting a mission, you may place a card from hand on this event to make that personnel gain a skill another of your personnel present has until the end of that mission attempt.",
          "(plays-in-core)\n(while-may (attempting (and (type personnel) (of you))) (cost (place (choose you 1 (in-hand you)) (onto self))) (gain-skill-from that 1 (and (type personnel) (of you) (not that) (present-with that)) end-of-attempt))" },
        { "Interrupt", "When an opponent's personnel begins a mission attempt, name a personnel. If the opponent's named personnel is attempting the mission, place him or her on that opponent's headquarters mission.",
          "(when (attempt-begins (and (type personnel) (of opponent))) (name-card you (type personnel)) (if (exists (and facing-group (type personnel) (of opponent) named)) (place (choose you 1 (and facing-group (type personnel) (of opponent) named)) (onto (and (type mission) (of opponent) (kind headquarters))))))" },
        { "Dilemma", "Place this dilemma in your core. Randomly select two personnel and place them on this dilemma. At the end of your next turn, remove this dilemma from the game and your opponent chooses one of those personnel to be killed. Return the other personnel to his or her owner's hand.",
          "(resolve (place self core) (let $a (random 2 facing-group)) (place $a (onto self)))\n(when (turn-ends you) (guard (not-so (matches self faced-this-turn))) (kill (choose opponent 1 (and (type personnel) (on self)))) (place (and (type personnel) (on self)) hand) (remove self))" },
        { "Dilemma", "Place this dilemma in your core. Randomly select a personnel. At the end of your next turn, that personnel is killed.", NULL },        /* he does not lie on it */
        { "Event", "Plays in your core. Opponents cannot download events.", "(plays-in-core)\n(static (and (type event) (in-deck opponent)) (cannot download))" },
        { "Personnel", "While you command a Klingon and two ships at this mission, this personnel gains Honor.",
          "(static (guard (all-of (exists (and (of you) (is Klingon) here)) (at-least 2 (and (type ship) (of you) here)))) self (gain Honor))" },
        { "Personnel", "This personnel is Cunning -2 for each event you command (limit -4).",
          "(static self (add cunning (* -1 (limit-to (* 2 (count (and (type event) (of you)))) 4))))" },
        { "Personnel", "While you command a ship, this personnel is cost -1 and gains Honor.",
          "(static (guard (exists (and (type ship) (of you)))) self (gain Honor))\n(own-cost (guard (exists (and (type ship) (of you)))) -1)" },
        { "Mission", "When your personnel complete this mission, if three or more of them have Honor, score 5 points.",
          "(when (completed this-mission) (guard (cmp (count (and (has Honor) facing-group)) >= 3)) (score you 5))" },
        { "Personnel", "When a Damage card is about to be placed on your ship, you may discard two cards from hand to remove that card from the game instead.",
          "(when (about-to-place-on damage-card (and (type ship) (of you))) may (cost (discard (choose you 2 (in-hand you)))) (instead (remove that)))" },
        { "Mission", "While your Commander is here, this mission is worth 5 more points.",
          "(static (guard (exists (and (type personnel) (of you) (is Commander) here))) this-mission (worth-more 5))" },
        { "Equipment", "When your personnel present is stopped by a dilemma, you may stop your Medical personnel present to unstop that personnel.",
          "(when (stopped-event (and (type personnel) (of you) present) (type dilemma)) may (cost (stop (choose you 1 (and (type personnel) (of you) (has Medical) present)))) (unstop that))" },
        { "Personnel", "While this personnel is facing a dilemma, you may stop another personnel present to make him gain a skill from that personnel until the end of this turn.",
          "(while-may (facing self) (cost (stop (as $a (choose you 1 (and (type personnel) other present))))) (gain-skill-from self 1 $a end-of-turn))" },
        { "Personnel", "When your Klingon is killed, you may place that personnel in your hand instead.",
          "(when (about-to-kill (and (of you) (is Klingon))) may (instead (place that hand)))" },
        { "Ship", "You may play this ship at your completed mission. If you do, it is stopped.",
          "(play-at (and (type mission) (of you) complete))\n(when (played self) (guard (matches self (at (and (type mission) (of you) complete)))) (stop self))" },
        { "Ship", "You may play Klingons aboard this ship. When you do, that personnel is stopped.",
          "(permit-play (is Klingon))\n(when (played (and (is Klingon) (of you))) (guard (matches that (aboard self))) (stop that))" },
        { "Ship", "When this ship moves to a mission in a different quadrant, draw a card.",
          "(when (moves-from self) (guard (matches that (at (different quadrant cause)))) (draw you 1))" },
        { "Personnel", "Order - Examine the top three cards of your deck. Place one of them on the bottom of your deck. Replace the rest in any order.",
          "(order (let $a (top you 3)) (examine you $a) (place (as $b (choose you 1 $a)) deck-bottom) (arrange you (and (in-deck each) $a (not $b)) deck-top))" },
        { "Personnel", "Order - Reveal the top four cards of your deck. Place each event revealed on the bottom of your deck. Discard the rest.",
          "(order (let $a (top you 4)) (reveal $a) (place (and (type event) $a) deck-bottom) (discard (and (or (in-deck each) (in-pile each)) $a (not (and (type event))))))" },
        { "Personnel", "Order - Examine the top three cards of your dilemma pile. Discard one of them. Replace the rest in any order.",
          "(order (let $a (pile-top you 3)) (examine you $a) (discard (choose you 1 $a)) (arrange you (and (in-pile each) $a) pile-top-of))" },
        { "Ship", "While facing a dilemma, each of your personnel aboard this ship is Cunning +1.",
          "(static (guard (is-facing (and (type personnel) (of you) (aboard self)))) (and facing-group (type personnel) (of you) (aboard self)) (add cunning 1))" },
        { "Event", "Plays in your core. When an opponent plays that card, draw a card.", NULL },       /* no card was named */
        { "Event", "Plays in your core. When you play this event, name a mission. When you complete that mission, draw a card.",
          "(plays-in-core)\n(when (played self) (name-card you (type mission)))\n(when (completed (and (type mission) named)) (draw you 1))" },
        { "Equipment", "When you play this equipment, name a skill. Each of your personnel present gains that skill.",
          "(when (played self) (name-skill you))\n(static (and (type personnel) (of you) present) (have-named-skill))" },
        { "Interrupt", "Order - Name a personnel. If an opponent commands that personnel, he or she places that personnel on top of his or her owner's deck.",
          "(order (name-card you (type personnel)) (if (exists (and (of opponent) named)) (each-player opponent (place (and named (of you)) deck-top))))" },
        { "Event", "Plays in your core. At the end of each of your turns, if one of your personnel was killed this turn, draw a card.",
          "(plays-in-core)\n(when (turn-ends you) (guard (cmp (times (killed (and (type personnel) (of you)))) >= 1)) (draw you 1))" },
        { "Interrupt", "Order - Take a personnel killed this turn from your discard pile into hand.",
          "(order (place (choose you 1 (and (type personnel) (befallen (killed any)) (in-discard you))) hand))" },
        { "Personnel", "This personnel is Strength +1 for each of your personnel killed this turn.",
          "(static self (add strength (times (killed (and (type personnel) (of you))))))" },
        { "Personnel", "If you command a ship, this personnel gains Honor.",
          "(static (guard (exists (and (type ship) (of you)))) self (gain Honor))" },
        { "Personnel", "If you command a Klingon, place this personnel on top of his owner's deck.",
          "(as-soon-as (exists (and (of you) (is Klingon))) (place self deck-top))" },
        { "Personnel", "When you play this personnel, reveal the top three cards of your deck. Discard each event.",
          "(when (played self) (let $a (top you 3)) (reveal $a) (discard (and (type event) $a)))" },
        { "Personnel", "Order - Examine the top three cards of your deck. Place one of them on the bottom of your deck. Replace the others in any order.",
          "(order (let $a (top you 3)) (examine you $a) (place (as $b (choose you 1 $a)) deck-bottom) (arrange you (and (in-deck each) $a (not $b)) deck-top))" },
        { "Personnel", "Order - Examine the top three cards of your dilemma pile. Replace them in any order.",
          "(order (let $a (pile-top you 3)) (examine you $a) (arrange you (and (in-pile each) $a) pile-top-of))" },
        { "Personnel", "When this personnel is facing a dilemma, you may prevent it and place it on top of its owner's dilemma pile.", NULL },       /* what is faced has happened */
        { "Personnel", "While this personnel is present with a Klingon, that personnel is Strength +1.",
          "(static (and (is Klingon) other present) (add strength 1))" },
        { "Personnel", "While aboard a ship, each of your Klingons is Strength +1.",
          "(static (and (of you) (aboard (type ship)) (is Klingon)) (add strength 1))" },
        { "Personnel", "When you play this personnel, unstop your ship and all personnel aboard it.",
          "(when (played self) (let $a (choose you 1 (and (type ship) (of you)))) (unstop $a) (unstop (and (type personnel) (aboard $a))))" },
        { "Personnel", "When you play this personnel, choose one: draw a card; or discard a card from hand to draw two cards.",
          "(when (played self) (choose-one you (draw you 1) (if (can (discard (choose you 1 (in-hand you)))) (discard (choose you 1 (in-hand you))) (draw you 2))))" },
        { "Personnel", "While you command a Klingon, this personnel gains Honor. Otherwise, he gains Treachery.",
          "(static (guard (exists (and (of you) (is Klingon)))) self (gain Honor))\n(static (guard (not-so (exists (and (of you) (is Klingon))))) self (gain Treachery))" },
        { "Personnel", "Order - Name a card. Reveal an opponent's hand. If that card is there, draw a card.", NULL },       /* a card is not compared with itself */
        { "Personnel", "When you play this personnel, you may discard an event from hand to download an event. That event must have a lower cost.",
          "(when (played self) may (cost (discard (as $a (choose you 1 (and (type event) (in-hand you)))))) (download you 1 (and (type event) (costs < (value cost $a)))))" },
        { "Personnel", "Order - Discard two personnel of the same species from hand to draw a card.",
          "(order (cost (discard (choose-alike you 2 species (and (type personnel) (in-hand you))))) (draw you 1))" },
        { "Personnel", "Order - Name a card. Reveal the top four cards of your deck. Take each copy of that card into hand.",
          "(order (name-card you any) (let $a (top you 4)) (reveal $a) (place (and named $a) hand))" },
        { "Personnel", "Order - Name a dilemma. Examine the top three cards of an opponent's dilemma pile. Place each copy of that dilemma beneath your mission.",
          "(order (name-card you (type dilemma)) (let $a (pile-top opponent 3)) (examine you $a) (place (and named $a) (to-beneath (and (type mission) (of you)))))" },
        { "Event", "Name a card. Destroy each copy of that card. Destroy this event.", "(resolve (name-card you any) (destroy named) (destroy self))" },
        { "Personnel", "When your Klingon present is about to be stopped by a dilemma, you may stop another Klingon personnel present instead.",
          "(when (about-to-stop (and (of you) (is Klingon) present) (type dilemma)) may (instead (stop (choose you 1 (and (type personnel) (is Klingon) (not that) present)))))" },
        { "Personnel", "When this personnel is randomly selected by a dilemma, you may choose another personnel to be selected instead.",
          "(when (randomly-selected self (type dilemma)) may (stand-in (choose you 1 (and (type personnel) other facing-group))))" },
        { "Personnel", "When you play this personnel, choose a mission. This personnel is attributes +1 while at that mission.", NULL },     /* where he is would be that mission, whichever was chosen */
        { "Personnel", "When you play this personnel, examine an opponent's hand. If that hand contains an event, that opponent discards it.",
          "(when (played self) (let $a (in-hand opponent)) (examine you $a) (if (exists (and (type event) (in-hand opponent))) (each-player opponent (discard (choose you 1 (and (type event) (in-hand you)))))))" },
        { "Personnel", "When you play this personnel, if you have an event in your discard pile, you may exchange a card in hand with that event.",
          "(when (played self) (guard (exists (and (type event) (in-discard you)))) may (exchange (choose you 1 (in-hand you)) (choose you 1 (and (type event) (in-discard you)))))" },
        { "Personnel", "When you begin combat involving this personnel, randomly select an opponent's personnel to be excluded from that combat.",
          "(when (combat-begins self) (guard (you-began-it)) (leave-battle (random 1 (and (type personnel) (of opponent) involved))))" },
        { "Personnel", "When this personnel is killed, you may kill an opponent's personnel present.",
          "(when (killed self) may (kill (choose you 1 (and (type personnel) (of opponent) (present-with that)))))" },
        { "Personnel", "When this personnel is killed, you may place a personnel from hand at this mission.", NULL },      /* he is at none any more */
        { "Ship", "When this ship is destroyed, place your personnel aboard on your headquarters mission.",
          "(when (about-to-destroy self) (place (choose you 1 (and (type personnel) (of you) (aboard self))) (onto (and (type mission) (of you) (kind headquarters)))))" },
        { "Personnel", "Order - Name a card. If that card is in your hand, discard it. Otherwise, draw a card.",
          "(order (name-card you any) (if (exists (and named (in-hand you))) (discard (choose you 1 (and named (in-hand you)))) (else (draw you 1))))" },
        { "Personnel", "Order - Name a number. Reveal the top card of your deck. If that card's cost is equal to that number, draw a card.",
          "(order (name-number you 30) (let $a (top you 1)) (reveal $a) (if (cmp (value cost $a) = (named-number)) (draw you 1)))" },
        { "Personnel", "When an opponent plays an event, you cannot play events until the end of that opponent's next turn.", NULL },       /* it is his turn now */
        { "Personnel", "When this personnel is about to be killed, you may randomly select another personnel instead.", NULL },       /* nobody is selected */
        { "Personnel", "When this personnel is stopped by a dilemma, he gains one skill from each other Klingon present until the end of this turn.",
          "(when (stopped-event self (type dilemma)) (let $a self) (for-each $e (and (is Klingon) other present) (gain-skill-from $a 1 $e end-of-turn)))" },
        { "Personnel", "You cannot play this personnel unless you command a Klingon.",
          "(play-if (exists (and (of you) (is Klingon))))" },
        { "Personnel", "When you play this personnel, your Klingons are cost -1 until the end of this turn.",
          "(when (played self) (for-now end-of-turn (static (and (is Klingon) (owned you)) (cost-change -1))))" },
        { "Personnel", "While you have more captives than each opponent, this personnel is attributes +1.",
          "(static (guard (cmp (count (and (in-brig you) captive)) > (count (and (in-brig opponent) captive)))) self (add all 1))" },
        { "Personnel", "Your ships at this mission are each Weapons +1 for each Klingon aboard.",
          "(static (and (type ship) (of you) here) (add weapons (count (and (aboard bearer) (is Klingon)))))" },
        { "Personnel", "When an opponent's personnel uses a skill to complete a mission, draw a card.",
          "(when (solved (type mission)) (guard (all-of (turn-of opponent) (exists (and (type personnel) (of opponent) (used-skill))))) (draw you 1))" },
        { "Personnel", "When you play this personnel, you may download an event. Place it on top of your deck.",
          "(when (played self) may (let $a (downloaded you 1 (type event))) (place $a deck-top))" },
        { "Personnel", "Order - Name a personnel. If an opponent commands that personnel, draw a card.",
          "(order (name-card you (type personnel)) (if (exists (and (of opponent) named)) (draw you 1)))" },
        { "Personnel", "When you play this personnel, you may discard a card from hand. If you do, he is cost -2.",
          "(cost-option -2 (discard (choose you 1 (in-hand you))))" },
        { "Personnel", "You may play this personnel at any mission where you have a staffed ship. If you do, he is cost +1.",
          "(play-at (and (type mission) (has-here (and (type ship) (of you) staffed))) 1)" },
        { "Personnel", "When you play this personnel, download up to two Klingons, then place them on a headquarters mission where they could be played.",
          "(when (played self) (let $x (downloaded you 2 (is Klingon))) (for-each $y $x (place $y (onto (and (type mission) (of you) (admits $y) (kind headquarters))))))" },
        { "Personnel", "Order - Stop this personnel to make him gain two different skills on a Klingon present until the end of this turn.",
          "(order (cost (stop self)) (let $a self) (let $b (choose you 1 (and (is Klingon) present))) (gain-skill-from $a 2 $b end-of-turn))" },
        { "Personnel", "When you begin a mission attempt involving this personnel and three or more of your [Kli] personnel, draw a card.",
          "(when (attempt-begins self) (guard (at-least 3 (and facing-group (type personnel) (of you) (icon Kli) other))) (draw you 1))" },
        { "Personnel", "When this personnel is stopped by a dilemma, that dilemma's owner must discard a card from hand.",
          "(when (stopped-event self (type dilemma)) (each-player (owner-of cause) (discard (choose you 1 (in-hand you)))))" },
        { "Ship", "When you win an engagement involving this ship, the loser discards a card from hand and you may examine the top card of the loser's deck.",
          "(when (engagement-won you self) (each-player loser (discard (choose you 1 (in-hand you)))) (you-may you (let $a (top loser 1)) (examine you $a)))" },
        { "Personnel", "When you play this personnel, each player may place a personnel from his or her headquarters mission at another mission.",
          "(when (played self) (each-player each (you-may you (let $p (choose you 1 (and (type personnel) (of you) (at (and (type mission) (of you) (kind headquarters)))))) (place $p (to-mission (and (type mission) (not (has-here $p))))))))" },
        { "Personnel", "When you lose points, score that many points.",
          "(when (loses you) (score you (that-many)))" },
        { "Personnel", "Order - Take one of your personnel from an opponent's brig or your discard pile into hand.",
          "(order (place (choose you 1 (and (type personnel) (or (and (captive-of you) (in-brig opponent)) (in-discard you)))) hand))" },
        { "Personnel", "While this personnel is present with a personnel of the same species, he gains Honor.",
          "(static (guard (exists (and (type personnel) (same species self) other present))) self (gain Honor))" },
        { "Personnel", "While this personnel is facing a dilemma, you may discard a personnel from hand to make him gain a skill from that personnel until the end of this turn.",
          "(while-may (facing self) (cost (discard (as $a (choose you 1 (and (type personnel) (in-hand you)))))) (gain-skill-from self 1 $a end-of-turn))" },
        { "Personnel", "Order - If you command a Klingon, discard two cards from hand to return that personnel to its owner's hand.",
          "(order (guard (exists (and (of you) (is Klingon)))) (cost (discard (choose you 2 (in-hand you)))) (place (choose you 1 (and (of you) (is Klingon))) hand))" },
        { "Ship", "Order - Stop two personnel aboard to make it Range +2 until the end of this turn.",
          "(order (cost (stop (choose you 2 (and (type personnel) (aboard self))))) (apply self end-of-turn (add range 2)))" },
        { "Personnel", "Order - If this personnel is aboard a ship, discard a card from hand to make it Range +2 until the end of this turn.",
          "(order (guard (matches self (aboard (type ship)))) (cost (discard (choose you 1 (in-hand you)))) (apply this-ship end-of-turn (add range 2)))" },
        { "Personnel", "Order - If this personnel is at a planet mission, you may discard two [Kli] cards from hand to draw a card.",
          "(order (guard (matches self (at (and (type mission) (kind planet))))) (cost (discard (choose you 2 (and (icon Kli) (in-hand you))))) (draw you 1))" },
        { "Ship", "When your Klingon aboard this ship is killed by a dilemma, you may place a Klingon from hand aboard this ship. That personnel joins the mission attempt.",
          "(when (killed (and (of you) (aboard self) (is Klingon)) (type dilemma)) may (place (as $a (choose you 1 (and (in-hand you) (is Klingon)))) (to-ship self)) (join-attempt $a))" },
        { "Event", "Plays in your core. Order - Destroy this event and stop one of your Klingon personnel to make one of your other Klingon personnel present gain all of that stopped "
                   "personnel's skills until the end of this turn.", "(plays-in-core)\n(order (cost (destroy self) (stop (as $a (choose you 1 (and (type personnel) (of you) (is Klingon)))))) (gain-all-skills (choose you 1 (and (type personnel) (of you) (is Klingon) (not $a) (present-with $a))) $a end-of-turn))" },
        { "Event", "Plays in your core. At the start of your turn, you may destroy this event to spend an additional counter this turn for each card on this event.", "(plays-in-core)\n(when (turn-starts you) may (cost (let $a (on self)) (destroy self)) (counters you (count $a)))" },
        { "Mission", "When your personnel attempting this mission is killed by a dilemma, draw a card.", "(when (killed (and (type personnel) (of you) facing-group here) (type dilemma)) (draw you 1))" },
        { "Mission", "When you complete this mission, you may place a ship you do not command from your discard pile at this mission.", "(when (completed this-mission) may (place (choose you 1 (and (type ship) (in-discard you) (not (same title (of you))))) (to-mission this-mission)))" },
        { "Mission", "When you complete this mission, if you have two or more cards beneath your mission, score 5 points.", "(when (completed this-mission) (guard (at-least 2 (beneath (and (type mission) (of you))))) (score you 5))" },
        { "Dilemma", "Place this dilemma on your ship at this mission. Damage - At the start of each turn, randomly select a personnel on this ship to be killed.", "(resolve (place self (onto (and (type ship) (of you) here))))\n(damage (when (turn-starts each) (kill (random 1 (and (type personnel) (aboard this-ship))))))" },
        { "Event", "Plays in your core. Order - Stop your Klingon personnel and discard a card from hand to unstop one of your other personnel present.",
          "(plays-in-core)\n(order (cost (stop (as $a (choose you 1 (and (type personnel) (of you) (is Klingon))))) (discard (choose you 1 (in-hand you)))) (unstop (choose you 1 (and (type personnel) (of you) (not $a) (present-with $a)))))" },
        { "Dilemma", "Place this dilemma on your ship. When that ship is at your headquarters mission, remove this dilemma from the game.", "(resolve (place self (onto this-ship)))\n(as-soon-as (matches this-ship (at (and (type mission) (of you) (kind headquarters)))) (remove self))" },
        { "Dilemma", "You may discard your hand to overcome this dilemma. Otherwise, unless you have Honor, all your personnel are stopped.",
          "(resolve (if-you-do (you-may you (cost (discard (in-hand you))) (overcome-it self)) (else (unless (have (skill Honor)) (stop facing-group)))))" },
        { "Interrupt", "Order - Examine an opponent's hand. You may choose an event there to be shuffled into his or her deck.",
          "(order (let $a (in-hand opponent)) (examine you $a) (you-may you (place (choose you 1 (and (type event) $a)) into-deck)))" },
        { "Interrupt", "When an opponent's personnel is stopped by a dilemma, that opponent may lose 1 point to prevent that.",
          "(when (about-to-stop (and (type personnel) (of opponent)) (type dilemma)) (if-you-do (each-player opponent (you-may you (lose you 1))) (prevent)))" },
        { "Ship", "When you complete a mission, you may download a ship of the same class.", "(when (completed (type mission)) may (download you 1 (and (type ship) (same class self))))" },
        { "Interrupt", "Order - Reveal your hand. For each different species revealed this way, draw a card (limit three).",
          "(order (let $a (in-hand you)) (reveal $a) (draw you (limit-to (distinct species $a) 3)))" },
        { "Dilemma", "Randomly select a personnel to be stopped. If you have an equipment, discard it.", NULL },       /* not the personnel */
        { "Personnel", "While you have at least three cards with the same title in your discard pile, this personnel is Cunning +3.", "(static (guard (cmp (most-alike title (in-discard you)) >= 3)) self (add cunning 3))" },
        { "Dilemma", "If your opponent has a captive who has Honor, all your personnel are stopped.", "(resolve (if (exists (and (has Honor) (in-brig opponent) captive)) (stop facing-group)))" },
        { "Interrupt", "When an opponent's ship moves to your mission, stop your ship at that mission.", "(when (moved (and (type ship) (of opponent)) (and (type mission) (of you))) (stop (choose you 1 (and (type ship) (of you) (at cause)))))" },
        { "Personnel", "When this personnel is facing a dilemma, you may exchange her with a Shape-shifter in hand. That personnel joins the mission attempt.",
          "(when (facing self) may (exchange self (as $a (choose you 1 (and (in-hand you) (is Shape-shifter))))) (join-attempt $a))" },
        { "Personnel", "When this personnel begins a mission attempt, you may name a dilemma. If you face a copy of that dilemma during that mission attempt, score 5 points.",
          "(when (attempt-begins self) may (name-card you (type dilemma)) (for-now end-of-attempt (when (facing (and (type personnel) (of you)) named) (score you 5))))" },
        { "Personnel", "While this personnel is facing a dilemma that requires a skill he has, he is attributes +1.",
          "(static (guard (all-of (is-facing self) (matches self (has-required-skill faced)))) self (add all 1))" },
        { "Personnel", "Order - Discard a card from hand to place your ship this personnel is aboard at your planet mission.",
          "(order (cost (discard (choose you 1 (in-hand you)))) (place (and (of you) this-ship) (to-mission (and (type mission) (of you) (kind planet)))))" },
        { "Personnel", "When this personnel is unstopped during a mission attempt, draw a card.", NULL },
        { "Personnel", "Order - Reveal the top card of your deck and the top card of an opponent's deck. If they have the same cost, take yours into hand and discard the opponent's.",
          "(order (let $y (top you 1)) (let $t (top opponent 1)) (let $a (or $y $t)) (reveal $a) (if (share cost $a) (place $y hand) (discard $t)))" },
        { "Personnel", "While you command a Klingon, you may meet Exobiology requirements of each dilemma this personnel faces using Biology instead.",
          "(static (guard (all-of (exists (and (of you) (is Klingon))) (is-facing self))) faced (meet-skill-with Exobiology Biology))" },
        { "Personnel", "While an opponent commands no events, that opponent must discard a card from hand to begin a mission attempt.",
          "(attempt-tax (guard (cmp (count (and (type event) (of opponent))) = 0)) (type mission) (discard (choose you 1 (in-hand you))))" },
        { "Personnel", "Order - Choose one for this personnel to gain: Diplomacy; Leadership; or Treachery. This effect lasts until this order is executed again.",
          "(order (choose-one you (apply self until-again (gain Diplomacy)) (apply self until-again (gain Leadership)) (apply self until-again (gain Treachery))))" },
        { "Personnel", "Order - Each player reveals a random card from his or her hand. The player who revealed the card with the lowest cost draws a card.", NULL },
        { "Personnel", "When this personnel is stopped by a dilemma, you may unstop another personnel present with a lower cost.",
          "(when (stopped-event self (type dilemma)) may (unstop (choose you 1 (and (type personnel) (costs < (value cost self)) other present))))" },
        { "Personnel", "When you play an equipment present with this personnel, that equipment is cost -1.", NULL },
        { "Personnel", "When you play a Klingon personnel at this mission, that personnel is cost -1.",
          "(when (announced (and (type personnel) (owned you) (is Klingon)) (or this-mission here)) (apply that this-play (cost-change -1)))" },
        { "Ship", "While {Martok} is aboard this ship, your other [Kli] ships at this mission are Weapons +1.",
          "(static (guard (exists (and (aboard self) (title Martok)))) (and (type ship) (of you) (icon Kli) here other) (add weapons 1))" },
        { "Ship", "When this ship moves, if it has its Commander aboard, you may draw a card.",
          "(when (moved self) (guard (matches self has-commander)) may (draw you 1))" },
        { "Personnel", "If this personnel is your only personnel at this mission, she is attributes +3.",
          "(static (guard (not-so (exists (and (type personnel) (of you) here other)))) self (add all 3))" },
        { "Personnel", "When two or more of your personnel are about to be killed by a dilemma, you may choose one of those personnel to be stopped instead.", NULL },
        { "Personnel", "When you play this personnel, each opponent must discard a card from hand and draw a card.",
          "(when (played self) (each-player each-opponent (discard (choose you 1 (in-hand you))) (draw you 1)))" },
        { "Personnel", "Order - Choose an opponent. That opponent must reveal his or her hand and discard an event.",
          "(order (choose-opponent) (each-player opponent (let $a (in-hand you)) (reveal $a) (discard (choose you 1 (and (type event) $a)))))" },
        { "Personnel", "Order - If this personnel is at a mission where there are two Klingons here beneath it, draw a card.", NULL },
        { "Personnel", "When you play a Decay event, you may place it on the bottom of your deck instead of destroying it.",
          "(when (played (and (type event) (of you) (is Decay))) (guard (matches that (in-discard you))) may (place that deck-bottom))" },
        { "Ship", "When this ship is damaged, it is Shields +2 until the end of this turn.",
          "(when (placed-on damage-card self) (apply cause end-of-turn (add shields 2)))" },
        { "Personnel", "When your ship is damaged, each personnel aboard it is Strength +1 until the end of this turn.",
          "(when (placed-on damage-card (and (type ship) (of you))) (apply (and (type personnel) (aboard cause)) end-of-turn (add strength 1)))" },
        { "Ship", "When this ship is damaged, you may draw a card for each Damage card on it.",
          "(when (placed-on damage-card self) may (draw you (count (and (on cause) damage-card))))" },
        { "Ship", "When a Damage card is placed on this ship, you may discard two cards from hand to discard it.",
          "(when (placed-on damage-card self) may (cost (discard (as $a (choose you 2 (in-hand you))))) (discard that))" },
        { "Personnel", "When your opponent reveals a dilemma, you may discard a card from hand to make it cost -1.",
          "(when (dilemma-cost (and (type dilemma) (owned opponent))) may (cost (discard (choose you 1 (in-hand you)))) (apply that end-of-dilemma (cost-change -1)))" },
        { "Personnel", "When you play an event, you may stop this personnel to make it cost -1.",
          "(when (announced (and (type event) (owned you))) may (cost (stop self)) (apply that this-play (cost-change -1)))" },
        { "Personnel", "When you win an engagement involving your [Kli] ship, each personnel aboard it is stopped.",
          "(when (engagement-won you (and (type ship) (of you) (icon Kli))) (stop (and (type personnel) (aboard that))))" },
        { "Ship", "When a Damage card is placed on this ship, it is Range -2 until the end of this turn.",
          "(when (placed-on damage-card self) (apply cause end-of-turn (add range -2)))" },
        { "Ship", "When your personnel aboard complete a space mission, it is Range +2 until the end of this turn.", NULL },
        { "Personnel", "Order - Discard a card from hand to reveal the top card of your deck. If they have the same cost, draw a card.", NULL },
        { "Personnel", "Order - Discard a card from hand to reveal the top card of your deck. If the revealed card has the same cost as the discarded card, draw a card.", NULL },
        { "Personnel", "Order - Reveal the top card of your deck. If the revealed card is an event, take it into hand.",
          "(order (let $a (top you 1)) (reveal $a) (if (matches $a (type event)) (place $a hand)))" },
        { "Personnel", "When this personnel is facing a dilemma, if it is the first dilemma faced during this mission attempt, he is attributes +2 until the end of that dilemma.",
          "(when (facing self) (guard (cmp (dilemmas-faced) = 0)) (apply self end-of-dilemma (add all 2)))" },
        { "Personnel", "When an opponent plays a personnel, reveal the top card of your deck. If it is a personnel with a higher cost, place it in your hand.", NULL },
        { "Personnel", "While this personnel is present with a personnel with a higher cost, he is attributes +1.",
          "(static (guard (exists (and (type personnel) (costs > (value cost self)) other present))) self (add all 1))" },
        { "Personnel", "While you have completed two missions in the same quadrant, this personnel is Strength +2.",
          "(static (guard (cmp (most-alike quadrant (and (type mission) (of you) complete)) >= 2)) self (add strength 2))" },
        { "Personnel", "When you play this personnel, each opponent must stop a personnel he or she commands and destroy an event.", NULL },
        { "Personnel", "When an opponent plays an event, he or she must discard a card from hand and you draw a card.",
          "(when (played (and (type event) (of opponent))) (each-player opponent (discard (choose you 1 (in-hand you)))) (draw you 1))" },
        { "Personnel", "Order - If this personnel is aboard your ship, discard a card from hand to remove a Damage card from that ship.",
          "(order (guard (matches self (aboard (and (type ship) (of you))))) (cost (discard (choose you 1 (in-hand you)))) (discard (choose you 1 (and (on this-ship) damage-card))))" },
        { "Personnel", "Order - Discard a card from hand to remove a Damage card from that ship.", NULL },       /* nothing lies on a card that was in a hand */
        { "Dilemma", "Unless you have Honor, if you have Law, randomly select a personnel to be stopped. Otherwise, all your personnel are stopped.",
          "(resolve (unless (have (skill Honor)) (if (have (skill Law)) (stop (random 1 facing-group)) (else (stop facing-group)))))" },
        { "Dilemma", "Unless you command two or more ships or a ship at this mission with Shields>9, randomly select a personnel to be stopped.",
          "(resolve (unless (any-of (at-least 2 (and (type ship) (of you))) (exists (and (type ship) (of you) (attr shields > 9) here))) (stop (random 1 facing-group))))" },
        { "Dilemma", "Randomly select a personnel. Unless that personnel has Honor or Cunning>6, place this dilemma in your core. That personnel is stopped.",
          "(resolve (let $a (random 1 facing-group)) (unless (matches $a (or (has Honor) (attr cunning > 6))) (place self core)) (stop $a))" },
        { "Event", "Reveal the top three cards of your deck. An opponent chooses one of them. Discard that card and take the others into hand. Destroy this event.",
          "(resolve (let $a (top you 3)) (reveal $a) (each-player opponent (let $b (choose you 1 $a))) (discard $b) (place (and (or (in-deck each) (in-pile each)) $a (not $b)) hand) (destroy self))" },
        { "Personnel", "When you are about to play a non-unique equipment, you may play it at cost +2 to destroy an opponent's event that has no cards on it.",
          "(when (played (and (type equipment) (of you) (not unique))) may (cost (spend-counters 2)) (destroy (choose you 1 (and (type event) (of opponent) (not (carries any))))))" },
        { "Event", "Plays in your core. While an opponent's personnel is facing a dilemma, if you have a captive of the same affiliation, that personnel is Cunning -1.",
          "(plays-in-core)\n(static (guard (is-facing (and (type personnel) (of opponent)))) (and facing-group (type personnel) (of opponent) (same affiliation (and (in-brig you) captive))) (add cunning -1))" },
        { "Personnel", "While your Klingon and Romulan are present, this personnel is attributes +2.",             /* both, and not one of them */
          "(static (guard (all-of (exists (and (of you) (is Klingon) other present)) (exists (and (of you) (is Romulan) other present)))) self (add all 2))" },
        { "Personnel", "When you complete a mission with your Klingon and Romulan, draw a card.", NULL },
        { "Interrupt", "When an opponent's ship moves from a mission where you have a ship, stop that ship.", NULL },    /* the one that moves, or yours */
        { "Dilemma", "Each player reveals his or her hand and discards each event revealed, then draws that many cards.",
          "(resolve (each-player each (let $a (in-hand you)) (reveal $a) (discard (as $b (and (type event) $a))) (draw you (count $b))))" },
        { "Dilemma", "You and your opponent each reveal the top card of your decks and discard it.", NULL },           /* two cards, of which it is neither */
        { "Dilemma", "Randomly select two personnel. The rest are stopped.", "(resolve (let $a (random 2 facing-group)) (stop (and facing-group (not $a))))" },
        { "Event", "Each player chooses two events he or she commands and destroys the rest. Destroy this event.",
          "(resolve (each-player each (let $a (choose you 2 (and (type event) (of you)))) (destroy (and (and (type event) (of you)) (not $a)))) (destroy self))" },
        { "Event", "Plays in your core. When you play a ship, if an opponent has an event in hand, draw a card.",
          "(plays-in-core)\n(when (played (and (type ship) (of you))) (guard (exists (and (type event) (in-hand opponent)))) (draw you 1))" },
        { "Event", "Plays in your core. When your mission attempt ends, if all your personnel are stopped, unstop each of them with a cost of 1.", NULL },
        { "Personnel", "When you play this personnel, you may return all your dilemmas beneath one of your opponent's missions to your dilemma pile.",
          "(when (played self) may (let $a (choose you 1 (and (type mission) (of opponent)))) (place (and (type dilemma) (beneath $a) (owned you)) pile-bottom-of))" },
        { "Personnel", "When you play this personnel, name a Klingon present. That personnel is Strength +2 until the end of this turn.",
          "(when (played self) (let $a (choose you 1 (and (is Klingon) present))) (apply $a end-of-turn (add strength 2)))" },
        { "Personnel", "When this personnel is chosen by a dilemma, draw a card.",
          "(when (selected self (type dilemma)) (guard (not-so (at-random))) (draw you 1))" },
        { "Dilemma", "Randomly select four personnel. Unless those personnel have 2 Medical or three different species, all four are stopped.",
          "(resolve (let $a (random 4 facing-group)) (unless (meets $a (any-one (skill Medical 2) (so (cmp (distinct species $a) >= 3)))) (stop $a)))" },
        { "Dilemma", "Your opponent names a personnel. If that personnel is in your discard pile, all your personnel are stopped.",
          "(resolve (each-player opponent (name-card you (type personnel))) (if (exists (and named (in-discard you))) (stop facing-group)))" },
        { "Dilemma", "Your opponent names a personnel. If that personnel is in your discard pile, randomly select a personnel to be killed. If you command that personnel, all your personnel are stopped.", NULL },       /* who was named, or who was selected? */
        { "Equipment", "While in combat, each of your Klingons present is Strength +2 and cannot be stopped.",
          "(static (guard (combat-goes-on)) (and (of you) (is Klingon) involved present) (add strength 2) (cannot be-stopped))" },
        { "Dilemma", "Your opponent may take command of an equipment aboard your ship.",           /* aboard the one who faces it, and not aboard his */
          "(resolve (each-player opponent (you-may you (take-command (choose you 1 (and (type equipment) (aboard this-ship))) you))))" },
        { "Dilemma", "Randomly select a personnel to be stopped. Unless your remaining personnel have 2 Medical, all your personnel are stopped.",
          "(resolve (stop (random 1 facing-group)) (unless (have (skill Medical 2)) (stop facing-group)))" },
        { "Ship", "When a personnel is killed aboard this ship, you may place that personnel on top of your deck.", "(when (killed (and (type personnel) (aboard self))) may (place that deck-top))" },
        { "Dilemma", "Your opponent may take command of a ship at your headquarters mission.", NULL },
        { "Personnel", "When you play this personnel, if you command three Klingons at different missions, draw a card.",           /* each at another one */
          "(when (played self) (guard (at-least 3 (and (type mission) (has-here (and (of you) (is Klingon)))))) (draw you 1))" },
        { "Ship", "When this ship wins an engagement, you may kill a personnel aboard to restore all of its Range.",
          "(when (engagement-won you self) may (cost (kill (choose you 1 (and (type personnel) (aboard self))))) (restore-range self))" },
        { "Event", "Plays in your core. You may play Klingons at your planet mission and Romulans at your space mission.",
          "(plays-in-core)\n(permit-play-at (is Klingon) (and (type mission) (of you) (kind planet)))\n(permit-play-at (is Romulan) (and (type mission) (of you) (kind space)))" },
        { "Interrupt", "When an opponent completes a mission where you have a Klingon, draw two cards and return that personnel to your hand.", NULL },      /* the Klingon, and not what was drawn */
        { "Mission", "When you complete this mission, each player reveals the top three cards of his or her deck and discards each event revealed.",
          "(when (completed this-mission) (each-player each (let $a (top you 3)) (reveal $a) (discard (and (type event) $a))))" },
        { "Dilemma", "Place this dilemma on this mission. When your personnel are about to face a dilemma that requires Honor here, randomly select one of your personnel attempting this mission to be stopped.",
          "(resolve (place self (onto this-mission)))\n(when (about-to-face (and (type personnel) (of you) here) (and (type dilemma) (requires Honor))) any-number (stop (random 1 facing-group)))" },
        { "Event", "Examine the top three cards of any player's deck. Replace them in any order. Destroy this event.", NULL },       /* of which of the two decks, is not known any more */
        { "Event", "Examine the bottom three cards of your deck. Take one into hand and replace the rest in any order. Destroy this event.",
          "(resolve (let $a (bottom you 3)) (examine you $a) (let $b (choose you 1 $a)) (place $b hand) (arrange you (and (not $b) $a) deck-bottom) (destroy self))" },
        { "Personnel", "At the start of each of your turns, you may examine the bottom two cards of your deck. Take one into hand and replace the other.",
          "(when (turn-starts you) may (let $a (bottom you 2)) (examine you $a) (place (choose you 1 $a) hand) (arrange you (and (in-deck each) $a) deck-bottom))" },
        { "Personnel", "Each of your unique Klingon and Romulan personnel present is Strength +1.",
          "(static (and (type personnel) (of you) (or (is Klingon) (is Romulan)) unique present) (add strength 1))" },
        { "Dilemma", "Your opponent discards the top card of his or her deck. Unless you have personnel with total cost greater than that card's cost, randomly select a personnel to be stopped.",
          "(resolve (each-player opponent (discard (as $a (top you 1)))) (unless (cmp (sum cost facing-group) > (value cost $a)) (stop (random 1 facing-group))))" },
        { "Dilemma", "Unless you have Honor, randomly select a personnel to be killed, and if the opponent on your left commands a ship, that personnel is placed in your opponent's brig instead.",
          "(resolve (unless (have (skill Honor)) (let $w (random 1 facing-group)) (if (exists (and (type ship) (of left))) (brig $w opponent) (else (kill $w)))))" },
        { "Dilemma", "Randomly select a personnel to be killed. Your opponent may discard a card from hand to choose that personnel instead.",
          "(resolve (if-you-do (each-player opponent (you-may you (cost (discard (choose you 1 (in-hand you)))) (kill (choose you 1 facing-group)))) (else (kill (random 1 facing-group)))))" },
        { "Dilemma", "All your personnel are stopped. At the end of this turn, if you command no ships, lose 5 points.",
          "(resolve (stop facing-group) (apply self end-of-turn (later (if (not-so (exists (and (type ship) (of you)))) (lose you 5)))))" },
        { "Interrupt", "When your Klingon personnel are facing a dilemma, those personnel are each attributes +2 until the end of that dilemma.",
          "(when (facing (and (type personnel) (of you) (is Klingon))) (apply (and facing-group (type personnel) (of you) (is Klingon)) end-of-dilemma (add all 2)))" },
        { "Event", "Plays in your core. When you complete a mission, those personnel are unstopped.", "(plays-in-core)\n(when (completed (type mission)) (unstop facing-group))" },
        { "Event", "Plays in your core. When an opponent plays an event, he or she must discard a card from hand or you draw a card.",
          "(plays-in-core)\n(when (played (and (type event) (of opponent))) (if-you-do (each-player opponent (you-may you (discard (choose you 1 (in-hand you))))) (else (draw you 1))))" },
        { "Dilemma", "Unless you have Honor, randomly select a personnel to be stopped, and if the opponent on your left commands a ship, that personnel is placed in your opponent's brig instead.",
          "(resolve (unless (have (skill Honor)) (stop (as $a (random 1 facing-group))) (if (exists (and (type ship) (of left))) (brig $a opponent))))" },
        { "Personnel", "When you play this personnel, if you command {Worf} and no other Klingon, draw a card.",
          "(when (played self) (guard (all-of (exists (and (of you) (title Worf))) (not-so (exists (and (of you) (is Klingon) (not (title Worf))))))) (draw you 1))" },
        { "Personnel", "When an opponent is about to draw dilemmas, if your Klingon is at that mission, you may discard a card from hand to subtract two from the total cost he or she can spend.",
          "(when (about-to-draw-dilemmas opponent) (guard (exists (and (of you) (at (and (type mission) attempted)) (is Klingon)))) may (cost (discard (choose you 1 (in-hand you)))) (dilemma-total -2))" },
        { "Event", "Plays in your core. When you reveal a space dilemma from your dilemma stack, it is cost -1 for each opponent's ship at that mission.",
          "(plays-in-core)\n(when (dilemma-cost (and (type dilemma) (kind space) (owned you))) (apply that end-of-dilemma (cost-change (* -1 (count (and (type ship) (of opponent) (at (and (type mission) attempted))))))))" },
        { "Event", "Plays on an opponent's space mission. Ships may not move from here.",
          "(plays-on (and (type mission) (of opponent) (kind space)))\n(static (and (type ship) here) (cannot move))" },
        { "Ship", "When an opponent begins an engagement involving your other ship at this mission, if this ship is staffed, it may join that engagement.",
          "(when (engagement-begins (and (type ship) (of you) here other)) (guard (not-so (you-began-it))) (guard (matches self staffed)) (you-may you (join-battle self)))" },
        { "Ship", "When your Klingon is stopped by a dilemma, if this ship is at that mission, you may stop this ship to unstop that personnel.",
          "(when (stopped-event (and (of you) (is Klingon)) (type dilemma)) (guard (matches self (at (and (type mission) (has-here that))))) may (cost (stop self)) (unstop that))" },
        { "Personnel", "While this personnel is attempting a mission, you may have her lose Honor to make her gain 2 Treachery until the end of that mission attempt.",
          "(while-may (attempting self) (guard (matches self (has Honor))) (apply self end-of-attempt (lose-skill Honor) (gain Treachery 2)))" },
        { "Dilemma", "Your opponent places a dilemma from beneath this mission beneath another of your completed missions.",
          "(resolve (each-player opponent (place (choose you 1 (and (type dilemma) (beneath this-mission))) (to-beneath (and (type mission) (of opponent) (not this-mission) complete)))))" },
        { "Personnel", "You may play this personnel at cost +1 to examine the top three cards of your dilemma pile. Place one of those cards on the bottom of your dilemma pile and shuffle the rest into your dilemma pile.",
          "(play-option 1 (let $a (pile-top you 3)) (examine you $a) (let $b (choose you 1 $a)) (place $b pile-bottom-of) (place (and (not $b) $a) pile-bottom-of) (shuffle-pile you))" },
        { "Event", "Shuffle a dilemma beneath your mission into its owner's dilemma pile. Destroy this event.", NULL },       /* whose pile is shuffled is not told */
        { "Dilemma", "Your opponent names a dilemma. Search your dilemma pile for a copy of that dilemma and remove it from the game, then randomly select a personnel to be stopped for each copy of that dilemma beneath your missions.",
          "(resolve (each-player opponent (name-card you (type dilemma))) (remove (choose you 1 (and named (in-pile you)))) (repeat (count (and (beneath (and (type mission) (of you))) named)) (stop (random 1 facing-group))))" },
        { "Personnel", "When you play this personnel, exchange a card in your hand with a card there.", NULL },            /* a card is no place */
        { "Personnel", "While your Vedek is present, this personnel gains Honor and she is Integrity +1.", NULL },       /* this personnel, or the Vedek */
        { "Personnel", "When an opponent plays an event, you may download an event and destroy it.",
          "(when (played (and (type event) (of opponent))) may (let $a (downloaded you 1 (type event))) (destroy $a))" },
        { "Personnel", "When your personnel is stopped, you may download a personnel and unstop him or her.", NULL },    /* who is stopped, or a card in hand */
        { "Personnel", "Order - Stop this personnel to have each player draw a card and then discard a card.",
          "(order (cost (stop self)) (each-player each (draw you 1) (discard (choose you 1 (in-hand you)))))" },
        { "Personnel", "When your ship is about to be destroyed, place all personnel aboard that ship on your other ship at this mission instead.", NULL },
        { "Interrupt", "When your ship is about to be destroyed, if you command another ship at that mission, place all your personnel aboard it on that ship.", NULL },
        { "Personnel", "Order - Return each of your personnel at a mission to your hand. For each personnel returned this way, draw a card.",     /* and not for the mission */
          "(order (let $a (choose you 1 (type mission))) (place (as $b (and (type personnel) (of you) (at $a))) hand) (draw you (count (and (type personnel) $b))))" },
        { "Event", "Reveal your hand. Discard all events revealed, then draw that many cards. Destroy this event.",          /* as many as events, and not as cards revealed */
          "(resolve (let $a (in-hand you)) (reveal $a) (discard (as $b (and (type event) $a))) (draw you (count $b)) (destroy self))" },
        { "Personnel", "While this personnel is on a planet, each of your other personnel on that planet gains Geology.",
          "(static (guard (matches self on-planet)) (and (type personnel) (of you) (at this-mission) on-planet other) (gain Geology))" },
        { "Dilemma", "Stop your ship at this mission.", "(resolve (stop (choose you 1 (and (type ship) (of you) here))))" },
        { "Event", "At the end of this turn, kill that personnel.", NULL },       /* none was spoken of */
        { "Event", "An opponent reveals the top five cards of his or her deck and discards each event.",
          "(resolve (each-player opponent (let $a (top you 5)) (reveal $a) (discard (and (type event) $a))))" },
        { "Event", "An opponent reveals his or her hand and discards two events.",
          "(resolve (each-player opponent (let $a (in-hand you)) (reveal $a) (discard (choose you 2 (and (type event) $a)))))" },
        { "Interrupt", "When your ship is about to be damaged, discard an equipment aboard it to prevent that.",
          "(when (about-to-place-on damage-card (and (type ship) (of you))) (cost (discard (choose you 1 (and (type equipment) (aboard cause))))) (prevent))" },
        { "Personnel", "When your ship is damaged, it is Range +2 until the end of this turn.",
          "(when (placed-on damage-card (and (type ship) (of you))) (apply cause end-of-turn (add range 2)))" },
        { "Event", "An opponent discards each event.", NULL },       /* from where? */
        { "Event", "Place each of your personnel at one mission on top of their owner's deck. Draw that many cards.",
          "(resolve (let $a (choose you 1 (and (type mission) (has-here (and (type personnel) (of you)))))) (place (as $b (and (type personnel) (of you) (at $a))) deck-top) (draw you (count $b)))" },
        { "Mission", "While attempting this mission, each of your Ferengi is Cunning +1.",
          "(static (guard (is-attempting (and (type personnel) (of you)) this-mission)) (and (of you) (is Ferengi)) (add cunning 1))" },
        { "Dilemma", "Randomly select two personnel. If either has Treachery, both are stopped. Otherwise, they are killed.",
          "(resolve (let $a (random 2 facing-group)) (if (exists (and (has Treachery) $a)) (stop $a) (else (kill $a))))" },
        { "Ship", "When you play this ship, it gains Honor until the end of this turn.", NULL },       /* only personnel have skills */
        { "Personnel", "When you play an event in your discard pile, draw a card.", NULL },       /* it lies there no longer */
        { "Event", "Choose one of your personnel aboard a ship. Place that personnel aboard another of your ships.",
          "(resolve (let $a (choose you 1 (and (type personnel) (of you) (aboard (type ship))))) (place $a (to-ship (and (type ship) (of you) (not (has-aboard $a))))))" },
        { "Interrupt", "When your Klingon is facing a dilemma, make him or her attributes +1 for each ship you command until the end of that dilemma (limit +3).",
          "(when (facing (and (of you) (is Klingon))) (apply that end-of-dilemma (add all (limit-to (count (and (type ship) (of you))) 3))))" },
        { "Event", "Plays in your core. When a player begins a mission attempt, draw a card.", "(plays-in-core)\n(when (attempt-begins (type personnel)) (draw you 1))" },
        { "Dilemma", "Choose one: lose 5 points; or discard your hand; or lose 10 points and this dilemma returns to its owner's dilemma pile.",
          "(resolve (choose-one you (lose you 5) (discard (in-hand you)) (do (lose you 10) (return-to-pile))))" },
        { "Dilemma", "Randomly select two personnel. Choose one of them to be killed. The other is stopped.",
          "(resolve (let $a (random 2 facing-group)) (kill (as $b (choose you 1 $a))) (stop (and $a (not $b))))" },
        { "Dilemma", "Randomly select three personnel. Each of those personnel who has Honor is killed. Stop the others.",
          "(resolve (let $a (random 3 facing-group)) (kill (and (has Honor) $a)) (stop (and $a (not (and (has Honor))))))" },
        { "Dilemma", "Reveal the top three cards of your deck. Choose a personnel to be stopped. Shuffle those cards into your deck.",
          "(resolve (let $a (top you 3)) (reveal $a) (stop (choose you 1 facing-group)) (place $a into-deck))" },
        { "Dilemma", "Reveal a random card from your hand. If it is a personnel, randomly select a personnel to be stopped. If it is an event, discard it.",
          "(resolve (let $a (random 1 (in-hand you))) (reveal $a) (if (matches $a (type personnel)) (stop (random 1 facing-group))) (if (matches $a (type event)) (discard $a)))" },
        { "Dilemma", "Your opponent examines the top three cards of your deck and discards one of them.",
          "(resolve (each-player opponent (let $a (top opponent 3)) (examine you $a) (discard (choose you 1 $a))))" },
        { "Dilemma", "Your opponent reveals a personnel from hand. Each of your personnel with the same affiliation as that personnel is stopped.",
          "(resolve (each-player opponent (reveal (as $a (choose you 1 (and (type personnel) (in-hand you)))))) (stop (and facing-group (same affiliation $a))))" },
        { "Dilemma", "Your opponent may examine your hand and discard an event revealed.",
          "(resolve (each-player opponent (you-may you (let $a (in-hand opponent)) (examine you $a) (discard (choose you 1 (and (type event) $a))))))" },
        { "Dilemma", "When this dilemma is overcome, your opponent draws a card. Choose a personnel to be stopped.",
          "(when (overcome self) (each-player opponent (draw you 1)))\n(resolve (stop (choose you 1 facing-group)))" },
        { "Dilemma", "Your opponent names a personnel. If that personnel is facing this dilemma, he or she is killed.",
          "(resolve (each-player opponent (name-card you (type personnel))) (if (matches (and facing-group named) facing-group) (kill (and facing-group named))))" },
        { "Dilemma", "Unless you have Honor, your opponent names a skill. Each personnel who has that skill is stopped.",
          "(resolve (unless (have (skill Honor)) (each-player opponent (name-skill you)) (stop (and facing-group has-named-skill))))" },
        { "Dilemma", "Place this dilemma in your core. Your opponent's events cannot be prevented.", "(resolve (place self core))\n(static (and (type event) (owned opponent)) (cannot be-prevented))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - When your personnel aboard this ship are about to face a dilemma, randomly select one of them to be killed.",     /* one of all of them */
          "(resolve (place self (onto this-ship)))\n(damage (when (about-to-face (and (type personnel) (of you) (aboard this-ship))) any-number (kill (random 1 that))))" },
        { "Dilemma", "If you have no [Kli] personnel, randomly select a personnel to be killed.", "(resolve (if (not-so (exists (and facing-group (icon Kli)))) (kill (random 1 facing-group))))" },
        { "Dilemma", "Your opponent may discard a card from hand and stop a personnel.", NULL },       /* who stops it is not you */
        { "Mission", "While this mission is complete, your Klingon personnel are cost -1.", "(static (guard (matches this-mission complete)) (and (type personnel) (owned you) (is Klingon)) (cost-change -1))" },
        { "Dilemma", "Randomly select two personnel. If either of them has Honor, kill the other.", NULL },       /* both may have it */
        { "Event", "Name a card. Reveal the top four cards of your deck. Take each copy of that card revealed into hand and discard the others. Destroy this event.",
          "(resolve (name-card you any) (let $a (top you 4)) (reveal $a) (place (and named $a) hand) (discard (and (or (in-deck each) (in-pile each)) $a)) (destroy self))" },
        { "Interrupt", "Order - Take command of an opponent's equipment at the same mission as your Klingon. Stop that Klingon.",
          "(order (let $a (choose you 1 (and (of you) (is Klingon)))) (take-command (choose you 1 (and (type equipment) (of opponent) (at (and (type mission) (has-here $a))))) you) (stop $a))" },
        { "Interrupt", "Order - Kill your Klingon to destroy an opponent's equipment present.",
          "(order (cost (let $a (choose you 1 (and (of you) (is Klingon)))) (let $b (and (type equipment) (of opponent) (present-with $a))) (kill $a)) (destroy (choose you 1 $b)))" },
        { "Event", "Plays in your core. When you play a ship, you may discard the top card of your deck. If it is a Klingon, draw a card.",
          "(plays-in-core)\n(when (played (and (type ship) (of you))) may (discard (as $a (top you 1))) (if (matches $a (is Klingon)) (draw you 1)))" },
        { "Interrupt", "When an opponent's personnel begins a mission attempt, name a personnel. That personnel cannot use skills until the end of that mission attempt.",
          "(when (attempt-begins (and (type personnel) (of opponent))) (name-card you (type personnel)) (apply named end-of-attempt (no-skills)))" },
        { "Event", "Plays in your core. When you begin a mission attempt with exactly five personnel, each of those personnel is attributes +1 until the end of that mission attempt.",
          "(plays-in-core)\n(when (attempt-begins (and (type personnel) (of you))) (guard (cmp (count facing-group) = 5)) (apply facing-group end-of-attempt (add all 1)))" },
        { "Event", "Plays in your core. Your dilemmas that cost 3 or more are cost -1. Your Klingons are cost -1.",
          "(plays-in-core)\n(static (and (type dilemma) (owned you) (costs >= 3)) (cost-change -1))\n(static (and (owned you) (is Klingon)) (cost-change -1))" },
        { "Event", "Plays in your core. If you have not completed a mission, each of your Klingons is attributes +1.",
          "(plays-in-core)\n(static (guard (not-so (exists (and (type mission) (of you) complete)))) (and (of you) (is Klingon)) (add all 1))" },
        { "Event", "Plays in your core. When you complete a mission, draw a card. If you command a Klingon, draw two cards instead.",
          "(plays-in-core)\n(when (completed (type mission)) (if (exists (and (of you) (is Klingon))) (draw you 2) (else (draw you 1))))" },
        { "Event", "Plays in your core. Order - Begin combat involving your Klingon. Each of your Klingons involved is Strength +2. If you win, draw a card.",
          "(plays-in-core)\n(order (begin-combat (and (of you) (is Klingon)) (apply (and (of you) (is Klingon) involved) end-of-battle (add strength 2)) (if-you-win (draw you 1))))" },
        { "Event", "Plays in your core. When you play this event, name a personnel. That personnel cannot gain skills.",
          "(plays-in-core)\n(when (played self) (name-card you (type personnel)))\n(static (and (type personnel) named) (cannot gain-skills))" },
        { "Interrupt", "When your Klingon begins a mission attempt, reveal the top card of your deck. If that card is an event, that Klingon gains Honor until the end of this turn. Place that card on the bottom of your deck.",
          "(when (attempt-begins (and (of you) (is Klingon))) (let $a (top you 1)) (reveal $a) (if (matches $a (type event)) (apply that end-of-turn (gain Honor))) (place $a deck-bottom))" },
        { "Interrupt", "When your Klingon is facing a dilemma, reveal the top card of your deck. That Klingon is Cunning +1 for each [SD] icon on that card until the end of that dilemma.",
          "(when (facing (and (of you) (is Klingon))) (let $a (top you 1)) (reveal $a) (apply that end-of-dilemma (add cunning (sum dots $a))))" },
        { "Interrupt", "When an opponent's ship moves to your mission, that opponent's ship is Range -3 until the end of this turn.",
          "(when (moved (and (type ship) (of opponent)) (and (type mission) (of you))) (apply that end-of-turn (add range -3)))" },
        { "Interrupt", "Order - Stop your ship with your Engineer personnel and Medical personnel aboard to draw a card.",
          "(order (cost (stop (choose you 1 (and (type ship) (of you) (carries (and (type personnel) (of you) (has Engineer))) (carries (and (type personnel) (of you) (has Medical))))))) (draw you 1))" },
        { "Interrupt", "When your ship is about to be destroyed, place each of your personnel aboard on your headquarters mission. They are stopped.",
          "(when (about-to-destroy (and (type ship) (of you))) (place (as $a (and (type personnel) (of you) (aboard that))) (onto (and (type mission) (of you) (kind headquarters)))) (stop $a))" },
        { "Event", "Plays on a mission. While at this mission, each opponent's ship is Range -1.",
          "(plays-on (type mission))\n(static (and (type ship) (of opponent) here) (add range -1))" },
        { "Event", "Download three [Kli] personnel. Choose an opponent to choose one of those personnel. Discard that personnel.",
          "(resolve (let $b (downloaded you 3 (and (type personnel) (icon Kli)))) (choose-opponent) (each-player opponent (let $a (choose you 1 $b))) (discard $a))" },
        { "Event", "Plays in your core. When your dilemma is overcome, you may place it on this event instead.",
          "(plays-in-core)\n(when (about-to-overcome (and (type dilemma) (owned you))) may (instead (place that (onto self))))" },
        { "Event", "Plays in your core. When you play a Klingon, you may play him or her aboard your ship.", NULL },       /* he is played already */
        { "Interrupt", "Order - If you have three or fewer cards in hand, draw three cards. Otherwise, draw a card.",
          "(order (if (cmp (count (in-hand you)) <= 3) (draw you 3) (else (draw you 1))))" },
        { "Event", "Plays in your core. When a personnel is placed in your brig, draw a card. When a card is discarded from the top of your deck, draw a card.",
          "(plays-in-core)\n(when (brigged (and (type personnel) (in-brig you))) (draw you 1))\n(when (discarded (owned you)) (guard (from-deck)) (draw you 1))" },
        { "Interrupt", "Order - Stop your Klingon. Each of your other Klingons at that mission gains Honor until the end of this turn.",
          "(order (stop (as $a (choose you 1 (and (of you) (is Klingon))))) (apply (and (of you) (at (and (type mission) (has-here $a))) (is Klingon) (not $a)) end-of-turn (gain Honor)))" },
        { "Event", "Plays in your core. At the start of each of your turns, if you command three Klingons and no other personnel, draw a card.",
          "(plays-in-core)\n(when (turn-starts you) (guard (all-of (at-least 3 (and (of you) (is Klingon))) (not-so (exists (and (type personnel) (of you) (not (is Klingon))))))) (draw you 1))" },
        { "Event", "Plays in your core. At the start of each of your turns, if three of your personnel are at the same mission, draw a card.",
          "(plays-in-core)\n(when (turn-starts you) (guard (exists (and (type mission) (has-several-here 3 (and (type personnel) (of you)))))) (draw you 1))" },
        { "Event", "Plays in your core. At the end of each of your turns, if none of your personnel are [Rom], draw a card.",        /* nobody attempts a mission */
          "(plays-in-core)\n(when (turn-ends you) (guard (not-so (exists (and (icon Rom) (and (type personnel) (of you)))))) (draw you 1))" },
        { "Event", "Plays in your core. When you complete a mission, if none of your personnel are [Rom], draw a card.",
          "(plays-in-core)\n(when (completed (type mission)) (guard (not-so (exists (and (icon Rom) facing-group)))) (draw you 1))" },
        { "Interrupt", "When you have chosen dilemmas for your dilemma stack, place one of those dilemmas on the bottom of your dilemma pile to draw a card.",
          "(when (chose-dilemmas you) (cost (place (choose you 1 in-stack) pile-bottom-of)) (draw you 1))" },
        { "Event", "Plays in your core. When an opponent draws a card, you may discard an event from hand to make that opponent discard that card.",
          "(plays-in-core)\n(when (draws opponent) may (cost (discard (as $a (choose you 1 (and (type event) (in-hand you)))))) (each-player opponent (discard that)))" },
        { "Event", "Stop all ships at one mission. Destroy this event.",
          "(resolve (let $a (choose you 1 (and (type mission) (has-here (type ship))))) (stop (and (type ship) (at $a))) (destroy self))" },
        { "Event", "Restore all Range to your ships.", "(resolve (restore-range (and (type ship) (of you))))" },
        { "Event", "Name a card. Choose an opponent to reveal his or her hand and discard each copy of that card.",
          "(resolve (name-card you any) (choose-opponent) (each-player opponent (let $a (in-hand you)) (reveal $a) (discard (and named (in-hand you)))))" },
        { "Event", "Examine the top three cards of your dilemma pile. Place one on the bottom.",
          "(resolve (let $a (pile-top you 3)) (examine you $a) (place (choose you 1 $a) pile-bottom-of))" },
        { "Interrupt", "When your Klingon is about to be stopped by a dilemma, choose another of your personnel present. That personnel is stopped instead.",
          "(when (about-to-stop (and (of you) (is Klingon)) (type dilemma)) (let $a (choose you 1 (and (type personnel) (of you) (not that) (present-with that)))) (instead (stop $a)))" },
        { "Interrupt", "Order - Stop your ship and your Klingon aboard it to draw a card.",
          "(order (cost (stop (as $a (choose you 1 (and (type ship) (of you))))) (stop (choose you 1 (and (of you) (aboard $a) (is Klingon))))) (draw you 1))" },
        { "Interrupt", "When your Klingon is attempting a mission, discard a card from hand to make your Klingon attributes +1 until the end of that mission attempt.",
          "(when (attempting (and (of you) (is Klingon))) (cost (discard (choose you 1 (and (in-hand you) other)))) (apply that end-of-attempt (add all 1)))" },
        { "Interrupt", "When an opponent takes command of a ship, prevent that.", NULL },       /* it has happened */
        { "Interrupt", "When your personnel are about to be stopped, choose one of those personnel. That personnel is not stopped.", NULL },       /* he is not stopped yet */
        { "Event", "Discard your hand to draw that many cards. If you discarded five or more cards, score 5 points.",
          "(resolve (if (can (discard (in-hand you))) (discard (as $a (in-hand you))) (draw you (count $a))) (if (cmp (count $a) >= 5) (score you 5)))" },
        { "Event", "Plays in your core. When your Klingon is killed, you may choose another of your Klingons present. He or she is Strength +2 until the end of this turn.",
          "(plays-in-core)\n(when (killed (and (of you) (is Klingon))) may (let $a (choose you 1 (and (of you) (is Klingon) (not that) (present-with that)))) (apply $a end-of-turn (add strength 2)))" },
        { "Event", "Plays in your core. When you complete a mission, you may draw a card for each Klingon present.",       /* with those who complete it */
          "(plays-in-core)\n(when (completed (type mission)) may (draw you (count (and (is Klingon) (or facing-group (present-with facing-group))))))" },
        { "Event", "Plays in your core. When this event is destroyed, place each card on it in its owner's hand.", "(plays-in-core)\n(when (about-to-destroy self) (place (on self) hand))" },
        { "Mission", "When you complete this mission, it is worth 5 more points.",       /* before it is scored */
          "(when (about-to-complete this-mission) (guard (turn-of you)) (apply that end-of-attempt (worth-more 5)))" },
        { "Interrupt", "Order - Draw a card. If you command three Klingons, you may draw two cards instead.",       /* who does not, draws one */
          "(order (if (at-least 3 (and (of you) (is Klingon))) (if-you-do (you-may you (draw you 2)) (else (draw you 1))) (else (draw you 1))))" },
        { "Event", "Kill a personnel facing a dilemma that requires Honor.", NULL },       /* which a personnel does not */
        { "Personnel", "Order - Stop this personnel to reveal the bottom card of your deck. If it is an event, take it into hand.",
          "(order (cost (stop self)) (let $a (bottom you 1)) (reveal $a) (if (matches $a (type event)) (place $a hand)))" },
        { "Dilemma", "Randomly select a personnel to be killed. If you have Honor, that personnel is stopped instead.",
          "(resolve (let $w (random 1 facing-group)) (if (have (skill Honor)) (stop $w) (else (kill $w))))" },
        { "Dilemma", "Randomly select a personnel to be stopped. If you have nine or more personnel, randomly select two personnel to be stopped instead.",
          "(resolve (if (at-least 9 facing-group) (stop (random 2 facing-group)) (else (stop (random 1 facing-group)))))" },
        { "Dilemma", "Randomly select a personnel to be stopped. If that personnel has Honor, kill him or her instead.",       /* he counts as stopped all the same */
          "(resolve (stop (as $a (random 1 facing-group))) (if (matches $a (has Honor)) (kill $a)))" },
        { "Interrupt", "When your Klingon is killed, choose another Klingon present. That personnel gains all skills of the killed personnel until the end of this turn.",
          "(when (killed (and (of you) (is Klingon))) (let $a (choose you 1 (and (is Klingon) (not that) (present-with that)))) (gain-all-skills $a that end-of-turn))" },
        { "Event", "Choose an opponent's personnel to be stopped. If that personnel has a cost of 3 or less, kill him or her instead.",
          "(resolve (let $w (choose you 1 (and (type personnel) (of opponent)))) (if (matches $w (costs <= 3)) (kill $w) (else (stop $w))))" },
        { "Event", "Score 5 points. You may discard two cards from hand to score 10 points instead.",
          "(resolve (if-you-do (you-may you (cost (discard (choose you 2 (in-hand you)))) (score you 10)) (else (score you 5))))" },
        { "Dilemma", "Randomly select a personnel to be killed and lose 5 points. If you have Honor, that personnel is stopped instead.", NULL },       /* instead of which? */
        { "Dilemma", "Randomly select a personnel to be killed. Unless you discard a card from hand, remove that personnel from the game instead.",
          "(resolve (let $w (random 1 facing-group)) (if-you-do (you-may you (discard (choose you 1 (in-hand you)))) (kill $w) (else (remove $w))))" },
        { "Event", "Each player may discard an event from hand to draw a card.",
          "(resolve (each-player each (you-may you (cost (discard (choose you 1 (and (type event) (in-hand you))))) (draw you 1))))" },
        { "Interrupt", "When an opponent begins a mission attempt at a mission where you have a Klingon, stop that Klingon to draw a card.",
          "(when (attempt-begins (and (type personnel) (of opponent)) (and (type mission) (has-here (and (of you) (is Klingon))))) (cost (let $a (choose you 1 (and (and (of you) (is Klingon)) (at cause)))) (stop $a)) (draw you 1))" },
        { "Interrupt", "When an opponent begins a mission attempt, stop that Klingon to draw a card.", NULL },       /* no Klingon was spoken of */
        { "Interrupt", "When your Klingon is facing a dilemma, he or she is Strength +2 until the end of that dilemma. If you command a ship, he or she is Strength +4 instead.",
          "(when (facing (and (of you) (is Klingon))) (if (exists (and (type ship) (of you))) (apply that end-of-dilemma (add strength 4)) (else (apply that end-of-dilemma (add strength 2)))))" },
        { "Event", "Plays on your ship. This personnel cannot be killed.", NULL },       /* an event is no personnel */
        { "Event", "Each player discards all events from hand. Each player draws an equal number of cards.", NULL },       /* each player has a number of his own */
        { "Mission", "When you complete this mission using a [Fed] ship, you may unstop that ship.", NULL },       /* a mission is aboard no ship */
        { "Event", "Order - Stop your Klingon to draw a card.", NULL },       /* nothing says where it is played */
        { "Interrupt", "When you begin an engagement, each of your ships involved is Weapons +1 for each Treachery personnel aboard.", NULL },       /* aboard which of them? */
        { "Interrupt", "While your ship is involved in an engagement, it is Shields +4.", NULL },       /* an interrupt does not stay to act all the time */
        { "Dilemma", "Randomly select a personnel to be stopped for each of your [Cmd] personnel.",       /* of those who face it */
          "(resolve (repeat (count (and facing-group (icon Cmd))) (stop (random 1 facing-group))))" },
        { "Dilemma", "Unless you have a personnel with Cunning>7 who has Honor or Law, all your personnel are stopped.",
          "(resolve (unless (have (cards 1 (and facing-group (attr cunning > 7) (or (has Honor) (has Law))))) (stop facing-group)))" },
        { "Dilemma", "Your opponent names a species. Each of your personnel of that species is stopped.", "(resolve (name-species opponent) (stop (and facing-group of-named-species)))" },
        { "Dilemma", "Randomly select a personnel to be killed. Each of your personnel of that species is stopped.",
          "(resolve (kill (as $a (random 1 facing-group))) (stop (and facing-group (same species $a))))" },
        { "Dilemma", "Place this dilemma on this mission. Each personnel attempting this mission is Strength -2.",
          "(resolve (place self (onto this-mission)))\n(static (and (type personnel) facing-group here) (add strength -2))" },
        { "Dilemma", "Place this dilemma on this mission. When your ship moves, place this dilemma on that ship.",
          "(resolve (place self (onto this-mission)))\n(when (moved (and (type ship) (of you))) (place self (onto that)))" },
        { "Dilemma", "Randomly select a personnel to be stopped. Those personnel are killed.", NULL },       /* there is one */
        { "Dilemma", "Each personnel who has that skill is stopped.", NULL },       /* none was named */
        { "Personnel", "When this personnel uses a skill to complete a mission, you may download a personnel with that skill.",
          "(when (completed (type mission) (and (used-skill) self)) may (download you 1 (and (type personnel) (has-used-skill self))))" },
        { "Personnel", "When this personnel uses Honor to complete a mission, you may download a personnel with that skill.", NULL },
        { "Dilemma", "Unless you have Honor, your opponent chooses two of your personnel to return to their owner's hand and draws a card.",       /* of those who face it */
          "(resolve (unless (have (skill Honor)) (each-player opponent (place (choose you 2 (and (type personnel) facing-group)) hand) (draw you 1))))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - This ship cannot move unless you have 2 Engineer aboard.",      /* levels, not personnel */
          "(resolve (place self (onto this-ship)))\n(damage (static (guard (not-so (meets (and (type personnel) (of you) (aboard this-ship)) (skill Engineer 2)))) this-ship (cannot move)))" },
        { "Dilemma", "Place this dilemma on this mission. When you begin a mission attempt here with more than six personnel, randomly select two of them to be stopped.",
          "(resolve (place self (onto this-mission)))\n(when (attempt-begins (and (type personnel) (of you)) this-mission) (guard (cmp (count facing-group) > 6)) (stop (random 2 facing-group)))" },
        { "Dilemma", "Unless you have one Honor personnel for each Treachery personnel you have, all your personnel are stopped.", NULL },      /* a comma may be left out, but not so */
        { "Dilemma", "Each Medical personnel who uses a skill while facing this dilemma is stopped. Unless you have 2 Medical, all your personnel are stopped.",       /* two texts */
          "(when (uses-skill (and facing-group (has Medical))) (stop that))\n(resolve (unless (have (skill Medical 2)) (stop facing-group)))" },
        { "Dilemma", "Randomly select three personnel. Kill the personnel who has the highest cost.", "(resolve (let $a (random 3 facing-group)) (kill (highest opponent cost $a)))" },     /* of those three */
        { "Dilemma", "If you have Medical, choose a personnel to be stopped. If you do not, randomly select a personnel to be killed.",       /* have Medical */
          "(resolve (if (have (skill Medical)) (stop (choose you 1 facing-group)) (else (kill (random 1 facing-group)))))" },
        { "Dilemma", "Your opponent reveals a card from hand. If it is an event, discard two cards from hand. If it is a ship, lose 5 points.",      /* the card that was revealed */
          "(resolve (each-player opponent (reveal (as $a (choose you 1 (in-hand you))))) (if (matches $a (type event)) (discard (choose you 2 (in-hand you)))) (if (matches $a (type ship)) (lose you 5)))" },
        { "Dilemma", "Choose three personnel. Randomly select one of them to be killed and one of them to be stopped.",       /* of the three */
          "(resolve (let $a (choose you 3 facing-group)) (kill (random 1 $a)) (stop (random 1 $a)))" },
        { "Dilemma", "Randomly select a personnel to be stopped. If you have two or more Klingons, randomly select one of them to be killed.",
          "(resolve (stop (random 1 facing-group)) (if (at-least 2 (and facing-group (is Klingon))) (kill (random 1 (and facing-group (is Klingon))))))" },
        { "Dilemma", "Randomly select two personnel to be stopped. If you have two or more Klingons, randomly select one of them to be killed.", NULL },      /* of the Klingons, or of those two? */
        { "Dilemma", "Place this dilemma on your ship. Damage - At the end of each of your turns, if this ship is not at a headquarters mission, destroy it.",       /* the ship */
          "(resolve (place self (onto this-ship)))\n(damage (when (turn-ends you) (guard (not-so (matches this-ship (at (and (type mission) (kind headquarters)))))) (destroy this-ship)))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - At the end of your turn, if you have 2 Engineer and Physics aboard this ship, you may remove this dilemma from the game.",
          "(resolve (place self (onto this-ship)))\n(damage (when (turn-ends you) (guard (meets (and (type personnel) (of you) (aboard this-ship)) (all (skill Engineer 2) (skill Physics)))) may (remove self)))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - To staff this ship, you must have two Klingons aboard.", "(resolve (place self (onto this-ship)))\n(damage (static this-ship (staff-needs 2 (is Klingon))))" },
        { "Dilemma", "Choose an Honor personnel to be stopped and lose 5 points. If you cannot, all your personnel are stopped.", NULL },      /* cannot what? */
        { "Dilemma", "Randomly select a personnel. If that personnel has Honor, he or she is killed. If that personnel has Law, he or she is stopped. Otherwise, lose 5 points.", NULL },      /* who has Honor and no Law: of both questions or of the last? */
        { "Dilemma", "If there is an event on this mission, destroy it.",      /* the event, not the dilemma */
          "(resolve (if (exists (and (type event) (on this-mission))) (destroy (choose you 1 (and (type event) (on this-mission))))))" },
        { "Personnel", "When an engagement involving this personnel begins, if your Klingon is aboard the same ship, that ship is Weapons +2 until the end of that engagement.",      /* the ship, not the Klingon */
          "(when (engagement-begins self) (guard (exists (and (of you) (aboard this-ship) (is Klingon)))) (apply this-ship end-of-battle (add weapons 2)))" },
        { "Dilemma", "Randomly select three personnel to be stopped. If you have three or more Honor personnel, your opponent chooses one of those personnel to be killed.",      /* of those who have Honor */
          "(resolve (stop (random 3 facing-group)) (if (at-least 3 (and facing-group (has Honor))) (kill (choose opponent 1 (and facing-group (has Honor))))))" },
        { "Event", "Plays in your core. Order - Reveal an opponent's hand. If you reveal a ship this way, he or she discards it.",      /* one ship, not the hand */
          "(plays-in-core)\n(order (let $a (in-hand opponent)) (reveal $a) (if (exists (and (type ship) $a)) (each-player opponent (discard (choose you 1 (and (type ship) $a))))))" },
        { "Personnel", "When you play this personnel, reveal the top four cards of your deck. If you reveal a Klingon personnel this way, take that personnel into hand.",      /* one of the four */
          "(when (played self) (let $a (top you 4)) (reveal $a) (if (exists (and (type personnel) (is Klingon) $a)) (place (choose you 1 (and (type personnel) (is Klingon) $a)) hand)))" },
        { "Personnel", "When this personnel uses a skill to overcome a dilemma, you may discard the top two cards of your deck to remove that dilemma from the game.", NULL },      /* a deck holds no dilemma */
        { "Personnel", "While you command two personnel on a planet, your opponents cannot begin combat at that mission.", NULL },      /* the planet where those two are, which nothing says yet */
        { "Dilemma", "Randomly select a personnel to be stopped. If you have Law, you may choose a different personnel to be stopped instead.",      /* one of the two, whatever is chosen */
          "(resolve (let $w (random 1 facing-group)) (if (have (skill Law)) (if-you-do (you-may you (stop (choose you 1 (and facing-group (not $w))))) (else (stop $w))) (else (stop $w))))" },
        { "Mission", "When you complete this mission, each opponent who commands a ship in this quadrant chooses one of those ships. You may lose 5 points to destroy each ship chosen this way.",      /* of his or her own */
          "(when (completed this-mission) (each-player each-opponent (if (exists (and (type ship) (of you) (at (same quadrant this-mission)))) (let $a (choose you 1 (and (type ship) (of you) (at (same quadrant this-mission))))))) (you-may you (cost (lose you 5)) (destroy (and (type ship) $a))))" },
        { "Ship", "When an event you command is about to be destroyed, you may discard a copy of that event from hand to take it into hand instead.",      /* the event, not its copy */
          "(when (about-to-destroy (and (type event) (of you))) may (cost (discard (choose you 1 (and (copy-of that) (in-hand you))))) (instead (place that hand)))" },
        { "Ship", "When this ship is about to be destroyed, place each card aboard it at your [DQ] mission. You cannot attempt that mission this turn.",      /* where they are placed */
          "(when (about-to-destroy self) (let $a (choose you 1 (and (type mission) (of you) (quadrant Delta)))) (place (aboard self) (to-mission $a)) (apply $a end-of-turn (cannot be-attempted)))" },
        { "Interrupt", "Order - Kill each captive in your brig. For each captive killed, draw a card.",      /* who is dead is no captive */
          "(order (kill (as $a (and (in-brig you) captive))) (draw you (count (and (type personnel) $a))))" },
        { "Event", "Plays in your core. Order - Stop your Klingon to take command of a captive in any player's brig and place him or her aboard your ship at that mission.",      /* where the Klingon is */
          "(plays-in-core)\n(order (cost (stop (as $b (choose you 1 (and (of you) (is Klingon)))))) (take-command (as $a (choose you 1 (and (in-brig each) captive))) you) (place $a (to-ship (and (type ship) (of you) (at (and (type mission) (has-here $b)))))))" },
        { "Personnel", "While you command a Klingon at an opponent's mission, each of your personnel at that mission is Strength +1.",      /* where the Klingon is */
          "(static (guard (exists (and (of you) (at (and (type mission) (of opponent))) (is Klingon)))) (and (type personnel) (of you) (at (and (type mission) (has-here (and (of you) (at (and (type mission) (of opponent))) (is Klingon)))))) (add strength 1))" },
        { "Personnel", "When you play this personnel, if your ship is at an opponent's mission, you may stop each personnel at that mission.",      /* one mission where such a ship is */
          "(when (played self) (guard (exists (and (type ship) (of you) (at (and (type mission) (of opponent)))))) may (let $a (choose you 1 (and (type mission) (has-here (and (type ship) (of you) (at (and (type mission) (of opponent)))))))) (stop (and (type personnel) (at $a))))" },
        { "Personnel", "When you play this personnel, examine the top three cards of your deck. If one of them is an event, take it into hand.",      /* one event */
          "(when (played self) (let $a (top you 3)) (examine you $a) (if (exists (and (type event) $a)) (place (choose you 1 (and (type event) $a)) hand)))" },
        { "Personnel", "When you play this personnel, examine the top three cards of your deck. If any of those cards are events, discard them.", NULL },      /* the events, or all three? */
        { "Mission", "While your ship is at this mission, it is Weapons +2 and each of your personnel aboard it gains Honor.",      /* the ship, not the mission */
          "(static (guard (exists (and (type ship) (of you) here))) (and (type ship) (of you) here) (add weapons 2))\n(static (guard (exists (and (type ship) (of you) here))) (and (type personnel) (of you) (aboard (and (type ship) (of you) here))) (gain Honor))" },
        { "Mission", "When your ship moves to this mission, you may unstop a personnel aboard it.",      /* the ship that moved */
          "(when (moved (and (type ship) (of you)) this-mission) may (unstop (choose you 1 (and (type personnel) (aboard that)))))" },
        { "Ship", "This ship is Cunning +2.", NULL },      /* a ship has none */
        { "Personnel", "While you command a ship, it is Weapons +2.", NULL },      /* which of them? */
        { "Event", "Plays in your core. When your personnel is killed, you may draw two cards, then discard one of them.",
          "(plays-in-core)\n(when (killed (and (type personnel) (of you))) may (let $a (cards-drawn you 2)) (discard (choose you 1 $a)))" },
        { "Event", "Draw a card and reveal it. If it is a personnel, score 5 points. Destroy this event.",
          "(resolve (let $a (cards-drawn you 1)) (reveal $a) (if (matches $a (type personnel)) (score you 5)) (destroy self))" },
        { "Event", "Plays in your core. When an opponent's personnel is returned to his or her owner's hand, draw a card.",
          "(plays-in-core)\n(when (leaves-play (and (type personnel) (in-hand each) (owned opponent))) (draw you 1))" },
        { "Personnel", "When this personnel is about to face a dilemma, you may place it beneath this mission to stop each of your personnel present.", NULL },      /* the dilemma, or this personnel? */
        { "Interrupt", "When a dilemma is about to be placed on your ship, you may discard a card from hand to return that dilemma to its owner's dilemma pile.",      /* and not on the ship after that */
          "(when (about-to-place-on (type dilemma) (and (type ship) (of you))) may (cost (discard (choose you 1 (and (in-hand you) other)))) (instead (place that pile-bottom-of)))" },
        { "Personnel", "When your event is about to be removed from the game, you may place that event on the bottom of its owner's deck.",      /* and it is not removed */
          "(when (about-to-remove (and (type event) (of you))) may (instead (place that deck-bottom)))" },
        { "Event", "Plays in your core. When an opponent's ship at the same mission as your staffed ship is about to move, you may stop a personnel aboard your ship to prevent that.",      /* the staffed one at that mission */
          "(plays-in-core)\n(when (about-to-move (and (type ship) (of opponent) (at (and (type mission) (has-here (and (type ship) (of you) staffed)))))) may (cost (stop (choose you 1 (and (type personnel) (aboard (and (type ship) (of you) staffed (at (has-here that)))))))) (prevent))" },
        { "Personnel", "When you play this personnel, if you command no ship, you may download two Klingons, then place one of those cards on the bottom of your deck.",
          "(when (played self) (guard (not-so (exists (and (type ship) (of you))))) may (let $a (downloaded you 2 (is Klingon))) (place (choose you 1 $a) deck-bottom))" },
        { "Personnel", "While this personnel is an eligible target for a random selection, you may discard an event from hand to exclude her and a Klingon present from that selection.",
          "(while-may (about-to-select self) (cost (discard (choose you 1 (and (type event) (in-hand you))))) (exclude self) (exclude (choose you 1 (and (is Klingon) other present))))" },
        { "Event", "Plays in your core. Order - If two personnel are on this event, place those personnel on an opponent's planet mission. Those personnel are stopped.",
          "(plays-in-core)\n(order (guard (at-least 2 (and (type personnel) (on self)))) (place (as $a (and (type personnel) (on self))) (onto (and (type mission) (of opponent) (kind planet)))) (stop $a))" },
        { "Interrupt", "When your Klingon is facing a dilemma, discard a card from hand to choose another personnel present. That personnel gains all of that Klingon's skills until the end of that dilemma.",
          "(when (facing (and (of you) (is Klingon))) (cost (discard (choose you 1 (and (in-hand you) other)))) (let $a (choose you 1 (and (type personnel) (not that) (present-with that)))) (gain-all-skills $a that end-of-dilemma))" },
        { "Event", "Plays in your core. The first ship you play each turn is cost -1.",
          "(plays-in-core)\n(when (announced (and (type ship) (owned you))) (guard (not-so (exists (and (type ship) (not that) (owned you) played-this-turn)))) (apply that this-play (cost-change -1)))" },
        { "Personnel", "Order - Stop this personnel and kill your Klingon or captive to draw two cards.",
          "(order (cost (stop self) (kill (choose you 1 (or (and (of you) (is Klingon)) (and (in-brig you) captive))))) (draw you 2))" },
        { "Event", "Plays in your core. When your personnel is facing a dilemma, you may discard a card from hand to make each of your Klingons present Cunning +1 until the end of that dilemma.",
          "(plays-in-core)\n(when (facing (and (type personnel) (of you))) may (cost (discard (choose you 1 (in-hand you)))) (apply (and (of you) (is Klingon) (or that (present-with that))) end-of-dilemma (add cunning 1)))" },
        { "Interrupt", "Order - Shuffle an equal number of events and interrupts from your discard pile into your deck.",
          "(order (let $a (up-to you (count (and (type interrupt) (in-discard you))) (and (type event) (in-discard you)))) (let $b (choose you (count $a) (and (type interrupt) (in-discard you)))) (place (or $a $b) into-deck))" },
        { "Personnel", "When you play this personnel, reveal the top three cards of an opponent's deck. This personnel is cost -1 for each event revealed. Place the revealed cards on the bottom of their owner's deck in any order.",
          "(cost-reveal (* -1 (count (and (type event) $a))) (let $a (top opponent 3)) (reveal $a) (arrange you $a deck-bottom))" },
        { "Event", "Reveal your hand. If you do not command a Klingon and you do not reveal a Klingon from hand, this event is cost -2. Draw two cards. Destroy this event.",
          "(own-cost (guard (all-of (not-so (exists (and (of you) (is Klingon)))) (not-so (exists (and (in-hand you) (is Klingon) other))))) -2)\n(when (announced self) (reveal (in-hand you)))\n(resolve (draw you 2) (destroy self))" },
        { "Ship", "When you play this ship, reveal your hand. For each event revealed, this ship is cost -1.",
          "(own-cost (* -1 (count (and (type event) (and (in-hand you) other)))))\n(when (announced self) (reveal (in-hand you)))" },
        { "Personnel", "When you play this personnel, choose an opponent. For each event he or she commands, this personnel is cost -1 (limit -2).",
          "(own-cost (* -1 (limit-to (count-of-one (and (type event))) 2)))" },
        { "Event", "Plays in your core. When you win an engagement involving your Klingon, you may discard a card from hand to unstop each of your Klingons involved.",
          "(plays-in-core)\n(when (engagement-won you (and (of you) (is Klingon))) may (cost (discard (choose you 1 (in-hand you)))) (apply (and (of you) (is Klingon) involved) end-of-battle (later (unstop that))))" },
        { "Event", "Plays in your core. Order - Destroy this event to begin combat involving your Klingons. If you win, unstop each of your Klingons involved.",
          "(plays-in-core)\n(order (cost (destroy self)) (begin-combat (and (of you) (is Klingon)) (if-you-win (apply (and (of you) (is Klingon) involved) end-of-battle (later (unstop that))))))" },
        { "Event", "Plays in your core. When you lose command of this event, place each personnel on this event aboard your ship.",
          "(plays-in-core)\n(when (about-to-lose-command self) (place (and (type personnel) (on self)) (to-ship (and (type ship) (of you)))))" },
        { "Personnel", "You may play this personnel at cost +2 to examine the top five dilemmas of an opponent's dilemma pile and place each of those dilemmas that requires Honor on the bottom of that pile. The remaining dilemmas return to their owner's dilemma pile.",
          "(play-option 2 (let $a (pile-top opponent 5)) (examine you $a) (place (and (requires Honor) $a) pile-bottom-of) (place (and (in-pile each) $a (not (and (requires Honor)))) pile-bottom-of))" },
        { "Personnel", "While this personnel is at a mission you have not completed, he gains Security.",
          "(static (guard (matches self (at (and (type mission) (not (and (of you) complete)))))) self (gain Security))" },
        { "Dilemma", "You and your opponent each reveal the top card of your decks. Unless you revealed a card that has a higher cost than your opponent's, randomly select two personnel to be stopped.",
          "(resolve (let $a (top you 1)) (reveal $a) (let $b (top opponent 1)) (reveal $b) (unless (cmp (sum cost $a) > (sum cost $b)) (stop (random 2 facing-group))))" },
        { "Event", "Each opponent reveals the top five cards of his or her deck. Choose one of the revealed personnel to be removed from the game, then each opponent shuffles his or her deck. Destroy this event.",
          "(resolve (each-player each-opponent (let $a (top you 5)) (reveal $a)) (remove (choose you 1 (and (type personnel) $a))) (each-player each-opponent (shuffle-deck you)) (destroy self))" },
        { "Personnel", "You may play this personnel at cost +2 to download two cards. Those cards must be [Kli] events or Maneuver.",
          "(play-option 2 (download you 2 (and any (or (and (type event) (icon Kli)) (is Maneuver)))))" },
        { "Event", "Plays in your core. When you play this event, name a ship. When an opponent plays a ship with that title, if you command a ship at that mission, you may destroy this event to return that ship to its owner's hand.",
          "(plays-in-core)\n(when (played self) (name-card you (type ship)))\n(when (played (and (type ship) (of opponent) named)) (guard (exists (and (type ship) (of you) (at (and (type mission) (has-here that)))))) may (cost (destroy self)) (place that hand))" },
        { "Interrupt", "When your ship moves away from a mission where an opponent has a staffed ship, that opponent's ship is Range -2 until the end of this turn.",
          "(when (moves-from (and (type ship) (of you)) (and (type mission) (has-here (and (type ship) (of opponent) staffed)))) (let $a (choose you 1 (and (and (type ship) (of opponent) staffed) (at cause)))) (apply $a end-of-turn (add range -2)))" },
        { "Event", "Plays in your core. When your personnel is killed by a dilemma, you may destroy this event to make each of your Klingons present Integrity +2 until the end of that mission attempt.",
          "(plays-in-core)\n(when (killed (and (type personnel) (of you)) (type dilemma)) may (cost (destroy self)) (apply (and (of you) (is Klingon) (or facing-group (present-with facing-group))) end-of-attempt (add integrity 2)))" },
        { "Event", "Plays in your core. When your personnel is killed, you may destroy this event to make each of your Klingons present Integrity +2 until the end of this turn.",
          NULL },
        { "Event", "Plays in your core. When you play another Maneuver card, you may destroy this event to name a ship. Choose an opponent to take a copy of that ship from his or her discard pile and remove it from the game.",
          "(plays-in-core)\n(when (played (and (of you) (is Maneuver) other)) may (cost (destroy self)) (name-card you (type ship)) (choose-opponent) (each-player opponent (remove (choose you 1 (and named (in-discard you))))))" },
        { "Interrupt", "When you win combat, the opponent on your right takes a ship from his or her discard pile and removes it from the game. That opponent shuffles his or her deck.",
          "(when (combat-won you) (each-player right (remove (choose you 1 (and (type ship) (in-discard you))))) (each-player right (shuffle-deck you)))" },
        { "Event", "Plays in your core. You may play a Klingon aboard your staffed ship. When you do, he or she is cost -2.",
          "(plays-in-core)\n(permit-play-at (is Klingon) (and (type ship) (of you) staffed) -2)" },
        { "Personnel", "While present with two [Fed] personnel or a Klingon, this personnel is attributes +1.",
          "(static (guard (any-of (at-least 2 (and (type personnel) (icon Fed) other present)) (exists (and (is Klingon) other present)))) self (add all 1))" },
        { "Personnel", "When you play this personnel, you may download two events or a ship.", NULL },
        { "Dilemma", "Randomly select a personnel to be killed. If you still have eight personnel remaining, place that personnel in your opponent's brig instead.",
          "(resolve (let $w (random 1 facing-group)) (if (at-least 8 (and facing-group (not $w))) (brig $w opponent) (else (kill $w))))" },
        { "Dilemma", "Unless you have a Leadership personnel who has Strength>5 or Law, all your personnel are stopped.",      /* Law alone is not enough */
          "(resolve (unless (have (cards 1 (and facing-group (has Leadership) (or (attr strength > 5) (has Law))))) (stop facing-group)))" },
        { "Dilemma", "Unless you have Honor and Law, or have two personnel who have total attributes>30, all your personnel are stopped.",      /* together */
          "(resolve (unless (have (any-one (all (skill Honor) (skill Law)) (so (cmp (best-of attributes facing-group 2) > 30)))) (stop facing-group)))" },
        { "Interrupt", "While your Klingon is facing a dilemma, count the number of different affiliations among your personnel present. He or she is Strength +1 for each affiliation counted until the end of this mission attempt (limit +4).",      /* his own, too */
          "(when (facing (and (of you) (is Klingon))) (apply that end-of-attempt (add strength (limit-to (distinct affiliation (and (type personnel) (of you) (or that (present-with that)))) 4))))" },
        { "Event", "Plays in your core. At the start of each of your turns, you may make each opponent draw two cards. At the end of each of your turns, each opponent that drew cards this turn this way discards two cards from hand.",
          "(plays-in-core)\n(when (turn-starts you) may (each-player each-opponent (draw you 2)) (for-now end-of-turn (when (turn-ends you) (each-player each-opponent (if (cmp (drawn-this-turn you) >= 1) (discard (choose you 2 (in-hand you))))))))" },
        { "Interrupt", "When an opponent plays a personnel, discard a [Car] card from hand to download a [Car] personnel who has the same cost.",
          NULL },
        { "Dilemma", "If your opponent commands a Klingon at this mission, he or she chooses a personnel to be killed. If he or she returns that Romulan to his or her hand, he or she chooses an additional personnel to be killed.",
          NULL },
        { "Mission", "At the start of each opponent's turn, if his or her personnel on this planet have Honor and Integrity>20, that opponent may draw a card.",
          "(when (turn-starts opponent) (guard (meets (and (type personnel) (of opponent) (on this-mission)) (all (skill Honor) (total integrity > 20)))) (each-player opponent (you-may you (draw you 1))))" },
        { "Dilemma", "Choose a number of personnel who have a total Strength of 12 or more to be stopped.",
          "(resolve (stop (at-least-total you strength 12 facing-group)))" },
        { "Personnel", "When an opponent's personnel present is stopped, that opponent may discard a card from hand to unstop him or her.",
          "(when (stopped-event (and (type personnel) (of opponent) present)) (each-player opponent (you-may you (cost (discard (choose you 1 (in-hand you)))) (unstop that))))" },
        { "Personnel", "When you play this personnel, your opponent chooses one: you draw two cards; or he or she discards two cards from hand.",
          "(when (played self) (choose-one opponent (draw you 2) (each-player opponent (discard (choose you 2 (in-hand you))))))" },
        { "Personnel", "At the end of your turn, if this personnel is present with an opponent's personnel, each of them is stopped.",
          NULL },
        { "Equipment", "While your Medical personnel is present, your other personnel present cannot be killed by dilemmas.",
          NULL },
        { "Event", "Plays in your core. When an opponent scores points, you may discard a card from hand to score that many points.",
          "(plays-in-core)\n(when (scores opponent) may (cost (discard (choose you 1 (in-hand you)))) (score you (that-many)))" },
        { "Event", "Plays in your core. When your ship is destroyed, you may take a personnel who was aboard it into hand.",
          NULL },
        { "Dilemma", "Choose a ship you command at this mission. Each personnel aboard that ship is stopped.",
          "(resolve (let $a (choose you 1 (and (type ship) (of you) here))) (stop (and (type personnel) (aboard $a))))" },
        { "Personnel", "When this personnel is killed, return an opponent's personnel and ship at this mission to their owner's hand.",
          NULL },
        { "Personnel", "Order - Stop this personnel to make your other Honor personnel aboard a ship who has a cost of 3 or more attributes +2 until the end of this turn.",
          "(order (cost (stop self)) (apply (choose you 1 (and (type personnel) (of you) (aboard (type ship)) (costs >= 3) (has Honor) other)) end-of-turn (add all 2)))" },
        { "Personnel", "While this personnel is aboard your ship, if an opponent's ship is at this mission, that ship is Weapons +2.",
          NULL },
        { "Equipment", "Order - Stop your Engineer present to place this equipment aboard another ship at this mission.",
          "(order (cost (stop (choose you 1 (and (type personnel) (of you) (has Engineer) present)))) (place self (to-ship (and (type ship) here (not this-ship)))))" },
        { "Ship", "Order - If you have a Hand Weapon aboard, destroy it to download an event.", NULL },     /* the Hand Weapon, or this ship */
        { "Personnel", "Order - Discard an event to draw a card.", NULL },     /* from where */
        { "Personnel", "When you complete a mission using this personnel, name an event. Destroy each copy of that event an opponent commands.",
          "(when (completed (type mission) self) (name-card you (type event)) (destroy (and (of opponent) named)))" },
        { "Personnel", "While this personnel is facing a dilemma, you may discard a card from hand to exclude him from being randomly selected by that dilemma.",
          "(while-may (facing self) (cost (discard (choose you 1 (in-hand you)))) (apply self end-of-dilemma (cannot be-randomly-selected faced)))" },
        { "Personnel", "Order - Stop this personnel and choose an opponent to make that opponent discard a card from hand.",
          "(order (cost (stop self) (choose-opponent)) (each-player opponent (discard (choose you 1 (in-hand you)))))" },
        { "Ship", "Order - Return your ship at this mission to its owner's hand to download another ship and place it at this mission.",
          "(order (cost (place (choose you 1 (and (type ship) (of you) here)) hand)) (download you 1 (type ship) (to-mission this-mission)))" },
        { "Personnel", "When you begin combat, you may stop this personnel to add 4 to your total Strength.", NULL },     /* to whose */
        { "Personnel", "When this personnel is attempting a mission, you may discard a card from hand to add 4 to your total Strength.", NULL },     /* it is no battle */
        { "Personnel", "When you play this personnel, you may kill your Klingon at this mission to make him cost -2.", NULL },      /* he is not there yet */
        { "Personnel", "To play this personnel, you must command two Klingons at this mission.", NULL },
        { "Personnel", "While this personnel is aboard your ship, you may play Klingons aboard it.", "(permit-play-at (guard (matches self (aboard (and (type ship) (of you))))) (is Klingon) this-ship)" },
        { "Personnel", "When you begin combat involving this personnel, you may discard a card from hand to add 4 to your total Strength.",
          "(when (combat-begins self) (guard (you-began-it)) may (cost (discard (choose you 1 (in-hand you)))) (apply self end-of-battle (combat-strength 4)))" },
        { "Ship", "While this ship is at a space mission, you may play Androids aboard this ship. You may do this only once each turn.",
          "(permit-play (guard (matches self (at (and (type mission) (kind space))))) (limit 1 turn) (is Android))" },
        { "Event", "Plays in your core. Order - Reveal your hand. If you reveal three or more personnel with the same species, score 5 points.",      /* one species that three have */
          "(plays-in-core)\n(order (let $a (in-hand you)) (reveal $a) (if (cmp (most-alike species (and (type personnel) $a)) >= 3) (score you 5)))" },
        { "Event", "Destroy an event. If that event was in your core, draw two cards. Destroy this event.", NULL },      /* where it was is not known any more */
        { "Event", "Plays in your core. Your dilemmas are cost -1 at missions worth 40 or more points.", NULL },      /* a dilemma that is revealed lies nowhere yet */
        { "Event", "Plays in your core. When an opponent completes a mission, you may lose 5 points to score 10 points instead.", NULL },      /* in the place of what? */
        { "Event", "You may spend 3 additional counters this turn. Remove this event from the game.", "(resolve (you-may you (counters you 3)) (remove self))" },
        { "Interrupt", "Order - An opponent's personnel at your mission is stopped.",      /* one of them */
          "(order (stop (choose you 1 (and (type personnel) (of opponent) (at (and (type mission) (of you)))))))" },
        { "Dilemma", "Each player may discard a personnel from hand. If your opponent does, randomly select a personnel to be killed.", NULL },     /* who of them did is not known */
        { "Event", "Draw cards equal to the cost of a ship you command, then discard that number of cards from hand. Destroy this event.",
          "(resolve (let $n (choose you 1 (and (type ship) (of you)))) (draw you (value cost $n)) (discard (choose you (value cost $n) (in-hand you))) (destroy self))" },
        { "Event", "Count the number of cards in your hand and discard your hand to draw that many cards. Destroy this event.",
          "(resolve (let $q (in-hand you)) (if (can (discard (in-hand you))) (discard (in-hand you)) (draw you (count $q))) (destroy self))" },
        { "Event", "Plays in your core. When an opponent discards a card from your hand, you may draw two cards.",
          "(plays-in-core)\n(when (discarded (owned you)) (guard (all-of (caused-by opponent) (from-hand))) may (draw you 2))" },
        { "Event", "Plays in your core. When your ship moves from this mission to another mission, draw a card.", NULL },
        { "Event", "Plays on a mission. When your ship moves from this mission to another mission, you may begin an engagement at that mission.",
          "(plays-on (type mission))\n(when (moves-from (and (type ship) (of you)) this-mission) (guard (matches that (at (not cause)))) may (begin-engagement (and (type ship) (of you) (at (and (type mission) (has-here that))))))" },
        { "Event", "Return each dilemma beneath one of your missions to its owner's dilemma pile. Destroy this event.",
          "(resolve (let $a (choose you 1 (and (type mission) (of you)))) (place (and (type dilemma) (beneath $a)) pile-bottom-of) (destroy self))" },
        { "Event", "Plays in your core. Order - Begin combat involving your Klingons. If you win, score 5 points. If you lose, destroy this event.",
          "(plays-in-core)\n(order (begin-combat (and (of you) (is Klingon)) (if-you-win (score you 5)) (otherwise (if (you-lost-it) (destroy self)))))" },
        { "Event", "Plays in your core. Order - Draw a card. If you lose, destroy this event.", NULL },
        { "Event", "Plays in your core. When you play this event, choose a mission. That mission is worth 5 more points.", NULL },
        { "Event", "Draw a card. At the end of this turn, discard your hand. Destroy this event.", NULL },
        { "Event", "Plays in your core. If no personnel were stopped, draw a card.", NULL },
        { "Interrupt", "When your personnel face a dilemma, each of them is attributes +1 until the end of that dilemma.",
          "(when (facing (and (type personnel) (of you))) (apply (and facing-group (and (type personnel) (of you))) end-of-dilemma (add all 1)))" },
        { "Dilemma", "Randomly select three personnel. If each of them is a different affiliation, choose one to be stopped.",
          "(resolve (let $a (random 3 facing-group)) (if (cmp (most-alike affiliation $a) <= 1) (stop (choose you 1 $a))))" },
        { "Dilemma", "Unless you have Honor, return each equipment here to its owner's hand.",
          "(resolve (unless (have (skill Honor)) (place (and (type equipment) here) hand)))" },
        { "Dilemma", "If your ship is damaged, destroy it.",
          "(resolve (if (matches this-ship damaged) (destroy this-ship)))" },
        { "Dilemma", "Reveal the top three cards of your deck. Discard one.", NULL },      /* one of the cards, or one of the personnel */
        { "Dilemma", "Your opponent discards a random card from your hand.", "(resolve (each-player opponent (discard (random 1 (in-hand opponent)))))" },
        { "Dilemma", "If any of your personnel have Treachery, those personnel are stopped.",               /* all of them */
          "(resolve (if (exists (and facing-group (has Treachery))) (stop (and facing-group (has Treachery)))))" },
        { "Dilemma", "Randomly select two personnel. Choose one to be killed and one to be stopped.",         /* one of the two, and the other one */
          "(resolve (let $a (random 2 facing-group)) (kill (as $b (choose you 1 $a))) (stop (choose you 1 (and $a (not $b)))))" },
        { "Dilemma", "Your opponent names an event. If you command that event, destroy it.",                   /* the event, and not this dilemma */
          "(resolve (each-player opponent (name-card you (type event))) (if (exists (and (of you) named)) (destroy (choose you 1 (and (of you) named)))))" },
        { "Dilemma", "Your opponent examines your hand. He or she may choose a personnel to be discarded.", NULL },           /* who faces the dilemma, or who was shown */
        { "Dilemma", "Each of your personnel who has the same species as another of your personnel is stopped.", NULL },     /* than nobody who was spoken of */
        { "Dilemma", "All your personnel are stopped and cannot be unstopped this turn.",
          "(resolve (let $p facing-group) (stop $p) (apply $p end-of-turn (cannot be-unstopped)))" },
        { "Dilemma", "When this dilemma is overcome, if no personnel were stopped, your opponent draws a card.",
          "(when (overcome self) (guard (not-so (exists (and (type personnel) stopped-by-this)))) (each-player opponent (draw you 1)))" },
        { "Event", "Each opponent chooses two cards from his or her discard pile and removes the rest from the game. Destroy this event.", NULL },
        { "Event", "You may draw up to three cards. Discard that many cards from hand. Destroy this event.", NULL },
        { "Personnel", "While this personnel is present with your Medical personnel and Science personnel, she gains Biology.",
          "(static (guard (all-of (exists (and (type personnel) (of you) (has Medical) other present)) (exists (and (type personnel) (of you) (has Science) other present)))) self (gain Biology))" },
        { "Event", "Reveal the top three cards of your deck. Your opponent chooses one of those cards. Place that card on the bottom of your deck and take the rest into hand. Destroy this event.",
          "(resolve (let $a (top you 3)) (reveal $a) (each-player opponent (let $b (choose you 1 $a))) (place $b deck-bottom) (place (and (or (in-deck each) (in-pile each)) $a (not $b)) hand) (destroy self))" },
        { "Event", "Reveal the top card of your deck. If it is a personnel, draw a card. If it is an event, score 5 points. Otherwise, discard it. Destroy this event.",
          "(resolve (let $a (top you 1)) (reveal $a) (if (matches $a (type personnel)) (draw you 1) (else (if (matches $a (type event)) (score you 5) (else (discard $a))))) (destroy self))" },
        { "Event", "Reveal the top card of your deck. If it is a personnel, draw a card. If it costs 3 or more, score 5 points. Otherwise, discard it. Destroy this event.", NULL },
        { "Ship", "When this ship is damaged, you may discard a card from hand to repair it.",
          "(when (placed-on damage-card self) may (cost (discard (choose you 1 (in-hand you)))) (discard (and (on self) damage-card)))" },
        { "Equipment", "Order - Stop your Medical personnel to discard the top card of your deck. If it is an event, you may take it into hand.",
          "(order (cost (stop (choose you 1 (and (type personnel) (of you) (has Medical))))) (discard (as $a (top you 1))) (if (matches $a (type event)) (you-may you (place $a hand))))" },
        { "Equipment", "Order - Stop your Medical personnel to draw a card. If that card is an event, you may discard it.",
          "(order (cost (stop (choose you 1 (and (type personnel) (of you) (has Medical))))) (let $a (cards-drawn you 1)) (if (matches $a (type event)) (you-may you (discard $a))))" },
        { "Equipment", "Order - Stop your Medical personnel. If that card is an event, score 5 points.", NULL },      /* nobody who was stopped is one */
        { "Interrupt", "Order - Choose an opponent to discard the top card of his or her deck. If it is not a personnel, discard the top card of your deck. If it is a personnel who costs 1, score 5 points.",
          "(order (choose-opponent) (each-player opponent (discard (as $a (top you 1)))) (if (not-so (matches $a (type personnel))) (discard-top you 1)) (if (matches $a (and (type personnel) (costs = 1))) (score you 5)))" },
        { "Interrupt", "When your personnel is facing a dilemma, he or she gains Honor until the end of that dilemma. If you command a Klingon, he or she is also attributes +1.",
          "(when (facing (and (type personnel) (of you))) (apply that end-of-dilemma (gain Honor)) (if (exists (and (of you) (is Klingon))) (apply that end-of-dilemma (add all 1))))" },
        { "Interrupt", "When your personnel is facing a dilemma, he or she gains Honor. If you command a Klingon, he or she is also attributes +1.", NULL },      /* for how long */
        { "Interrupt", "To play this interrupt, you must command a Klingon aboard your damaged ship. Order - Remove a Damage card from that ship.",
          "(play-if (exists (and (of you) (aboard (and (type ship) (of you) damaged)) (is Klingon))))\n"
          "(order (let $a (choose you 1 (and (and (type ship) (of you) damaged) (has-aboard (and (of you) (is Klingon)))))) (discard (choose you 1 (and (on $a) damage-card))))" },
        { "Interrupt", "To play this interrupt, you must command a Klingon. Order - That ship is Range +2 until the end of this turn.", NULL },
        { "Interrupt", "When your [Kli] personnel are attempting a mission, each of those personnel with Honor is attributes +1 until the end of that mission attempt.",
          "(when (attempting (and (type personnel) (of you) (icon Kli))) (apply (and (has Honor) (and facing-group (type personnel) (of you) (icon Kli))) end-of-attempt (add all 1)))" },
        { "Interrupt", "When an opponent plays a card, you may discard a card of that card type from hand to draw a card.",
          "(when (played (of opponent)) may (cost (discard (choose you 1 (and (and (in-hand you) (same type that)) other)))) (draw you 1))" },
        { "Interrupt", "When your Klingon is about to be stopped by a dilemma, you may reveal the top card of your dilemma pile. If that dilemma costs 3 or more, prevent that.", NULL },      /* the cost of the one or of the other */
        { "Interrupt", "When you begin combat, each of your [Kli] personnel involved is Strength +1 for each other [Kli] personnel involved until the end of that combat.", NULL },      /* counted once for all of them */
        { "Event", "Plays in your core. Each of your [Kli] personnel is Strength +1 for each other [Kli] personnel present.",
          "(plays-in-core)\n"
          "(static (and (type personnel) (of you) (icon Kli)) (add strength (count (and (type personnel) (icon Kli) (not bearer) (present-with bearer)))))" },
        { "Interrupt", "When an opponent completes a mission, take a dilemma from beneath that mission and place it beneath another of that opponent's missions.",
          "(when (solved (type mission)) (guard (turn-of opponent)) (place (choose you 1 (and (type dilemma) (beneath that))) (to-beneath (and (type mission) (of opponent) (not that)))))" },
        { "Mission", "When your personnel complete this mission, if no personnel involved shares a species with another personnel involved, score 10 points.",
          "(when (completed this-mission) (guard (cmp (most-alike species facing-group) <= 1)) (score you 10))" },
        { "Mission", "When you complete this mission, you may stop any number of your personnel here to draw that many cards.",
          "(when (completed this-mission) may (cost (stop (as $a (up-to you 99 (and (type personnel) (of you) here))))) (draw you (count $a)))" },
        { "Interrupt", "When your Klingon is facing a dilemma, stop any number of your personnel present to make that Klingon attributes +1 for each personnel stopped this way until the end of that dilemma.",
          "(when (facing (and (of you) (is Klingon))) (cost (stop (as $a (up-to you 99 (and (type personnel) (of you) (present-with that)))))) (apply that end-of-dilemma (add all (count $a))))" },
        { "Interrupt", "When your ship is stopped, stop two of your Engineer personnel aboard to unstop it.",
          "(when (stopped-event (and (type ship) (of you))) (cost (stop (choose you 2 (and (type personnel) (of you) (aboard that) (has Engineer))))) (unstop that))" },
        { "Interrupt", "When your event is destroyed, stop two of your personnel. If it costs 3 or more, draw a card.",
          "(when (destroyed (and (type event) (of you))) (stop (choose you 2 (and (type personnel) (of you)))) (if (matches that (costs >= 3)) (draw you 1)))" },
        { "Mission", "When your personnel complete this mission, you may exchange one of them with a personnel in your discard pile who costs the same.",
          "(when (completed this-mission) may (exchange (as $a (choose you 1 facing-group)) (choose you 1 (and (type personnel) (costs = (value cost $a)) (in-discard you)))))" },
        { "Mission", "Each of your staffed ships at this mission is Weapons +1 for each damage card on it.",
          "(static (and (type ship) (of you) staffed here) (add weapons (count (and (on bearer) damage-card))))" },
        { "Mission", "Each of your ships at this mission is Range +1 for each dilemma beneath it.",
          "(static (and (type ship) (of you) here) (add range (count (and (type dilemma) (beneath this-mission)))))" },
        { "Interrupt", "Order - Each of your Honor personnel on a planet gains Law until the end of this turn.",
          "(order (apply (and (type personnel) (of you) (has Honor) on-planet) end-of-turn (gain Law)))" },
        { "Interrupt", "Order - Stop each personnel on a planet.",
          "(order (let $a (choose you 1 (and (type mission) (kind planet)))) (stop (and (type personnel) (on $a))))" },
        { "Interrupt", "When your ship moves, stop that ship and draw a card unless you discard two cards from hand.",
          "(when (moved (and (type ship) (of you))) (if-you-do (you-may you (discard (choose you 2 (and (in-hand you) other)))) (else (stop that) (draw you 1))))" },
        { "Interrupt", "When an opponent's ship moves, stop that ship and draw a card unless that opponent discards two cards from hand.",
          "(when (moved (and (type ship) (of opponent))) (if-you-do (each-player opponent (you-may you (discard (choose you 2 (and (in-hand you) other))))) (else (stop that) (draw you 1))))" },
        { "Interrupt", "Order - Stop two [Cmd] personnel aboard your ship. That ship is Range +4 until the end of this turn.", NULL },      /* they may be aboard two ships */
        { "Interrupt", "When your Klingon is facing a dilemma, discard the top card of your deck. If it is an event, draw a card.",
          "(when (facing (and (of you) (is Klingon))) (discard (as $a (top you 1))) (if (matches $a (type event)) (draw you 1)))" },
        { "Interrupt", "When your ship moves, reveal the top card of your deck. If it is a ship, place that ship at that mission.",
          "(when (moved (and (type ship) (of you))) (let $a (top you 1)) (reveal $a) (if (matches $a (type ship)) (place $a (to-mission cause))))" },
        { "Interrupt", "When your personnel is stopped, reveal the top card of your deck. If it is a personnel, unstop that personnel.",
          "(when (stopped-event (and (type personnel) (of you))) (let $a (top you 1)) (reveal $a) (if (matches $a (type personnel)) (unstop that)))" },
        { "Mission", "When you attempt this mission, discard the top card of your deck. If it is a personnel, this mission's attribute requirements are reduced by that personnel's cost until the end of that mission attempt.",
          "(when (attempt-begins (and (type personnel) (of you)) this-mission) (discard (as $a (top you 1))) (if (matches $a (type personnel)) (apply this-mission end-of-attempt (requirement-attributes (* -1 (value cost $a))))))" },
        { "Interrupt", "When you play a personnel, discard the top card of your deck. If that card is a personnel, draw a card. If that personnel is unique, score 5 points.", NULL },      /* which of the two */
        { "Interrupt", "When an opponent's personnel is about to be stopped, that opponent may discard a card from hand to prevent that. If he or she does not, draw a card.",
          "(when (about-to-stop (and (type personnel) (of opponent))) (if-you-do (each-player opponent (you-may you (discard (choose you 1 (and (in-hand you) other))))) (prevent) (else (draw you 1))))" },
        { "Interrupt", "Order - Destroy your event to destroy an opponent's event with the same cost or less.",
          "(order (cost (destroy (as $a (choose you 1 (and (type event) (of you)))))) (destroy (choose you 1 (and (type event) (of opponent) (costs <= (value cost $a))))))" },
        { "Interrupt", "When an opponent plays an event, destroy your event to destroy an opponent's event with the same or lower cost.", NULL },      /* as which of the two */
        { "Interrupt", "When your unique ship is about to be destroyed, destroy one of your non-unique ships at the same mission instead.",
          "(when (about-to-destroy (and (type ship) (of you) unique)) (instead (destroy (choose you 1 (and (type ship) (of you) (not unique) (at (has-here that)))))))" },
        { "Mission", "When you complete this mission, if you have ten or more cards in your discard pile, you may remove five of them from the game to score 5 points.",
          "(when (completed this-mission) (guard (at-least 10 (in-discard you))) may (cost (remove (choose you 5 (in-discard you)))) (score you 5))" },
        { "Interrupt", "When your opponent completes a mission, if you have two or more captives, you may place one of them on the bottom of its owner's deck.",
          "(when (solved (type mission)) (guard (turn-of opponent)) (guard (at-least 2 (and (in-brig you) captive))) may (place (choose you 1 (and (in-brig you) captive)) deck-bottom))" },
        { "Interrupt", "When your opponent plays a ship, if that opponent commands three or more ships, stop one of them.",
          "(when (played (and (type ship) (of opponent))) (guard (at-least 3 (and (type ship) (of opponent)))) (stop (choose you 1 (and (type ship) (of opponent)))))" },
        { "Interrupt", "When your ship is damaged, if you have two or more ships at that mission, unstop one of them.", NULL },
        { "Ship", "When this ship is damaged, its Range is 0 until the end of this turn.", "(when (placed-on damage-card self) (apply self end-of-turn (set range 0)))" },
        { "Personnel", "Order - Exchange two personnel in your hand with two personnel in your discard pile that have a lower cost.", NULL },    /* lower than which of the two */
        { "Mission", "When you complete this mission using three Science personnel, score 5 points.",
          "(when (completed this-mission) (guard (at-least 3 (and facing-group (type personnel) (has Science)))) (score you 5))" },
        { "Mission", "To attempt this mission, you must have a Medical personnel.",
          "(static (guard (not-so (exists (and (type personnel) (of you) (has Medical) here)))) this-mission (cannot be-attempted))" },
        { "Personnel", "While an opponent's Klingon is present, this personnel loses all skills except Honor.",
          "(static (guard (exists (and (of opponent) (is Klingon) other present))) self (lose-skill Acquisition Anthropology Archaeology Astrometrics Biology Diplomacy Engineer Exobiology Geology Intelligence Law Leadership Medical Navigation Officer Physics Programming Science Security Telepathy Transporters Treachery))" },
        { "Personnel", "When an opponent begins a mission attempt at this mission, you may stop one of that opponent's personnel involved.",
          "(when (attempt-begins (and (type personnel) (of opponent)) this-mission) may (stop (choose you 1 (and (type personnel) (of opponent) facing-group))))" },
        { "Mission", "When you complete this mission, if your personnel have 3 Science, draw two cards.",
          "(when (completed this-mission) (guard (meets facing-group (skill Science 3))) (draw you 2))" },
        { "Personnel", "When you begin an engagement, if this personnel is aboard your ship involved, that ship is Weapons +2 until the end of that engagement.",
          "(when (engagement-begins any) (guard (you-began-it)) (guard (matches self (aboard (and (type ship) (of you) involved)))) (apply this-ship end-of-battle (add weapons 2)))" },
        { "Personnel", "When you play an event, draw two cards, then discard a card.",
          "(when (played (and (type event) (of you))) (draw you 2) (discard (choose you 1 (in-hand you))))" },
        { "Personnel", "When your personnel complete a mission, you may place a dilemma from beneath that mission beneath another mission.",      /* than that one, wherever he is */
          "(when (completed (type mission)) may (place (choose you 1 (and (type dilemma) (beneath that))) (to-beneath (and (type mission) (not that)))))" },
        { "Interrupt", "When an opponent's personnel complete a mission, place a dilemma from beneath that mission beneath another of that opponent's missions.",
          "(when (solved (type mission)) (guard (turn-of opponent)) (place (choose you 1 (and (type dilemma) (beneath that))) (to-beneath (and (type mission) (of opponent) (not that)))))" },
        { "Dilemma", "Your opponent discards any number of events from hand. Unless you have that number of Klingon personnel, all your personnel are stopped.",      /* that many or more */
          "(resolve (each-player opponent (let $a (up-to you 99 (and (type event) (in-hand you)))) (discard $a)) (unless (cmp (count (and facing-group (is Klingon))) >= (count $a)) (stop facing-group)))" },
        { "Dilemma", "Randomly select a personnel. Your opponent chooses another personnel. If they have the same species, they are both stopped. Otherwise, all your other personnel are stopped.",      /* both, and but for both */
          "(resolve (let $a (random 1 facing-group)) (let $b (choose opponent 1 (and facing-group (not $a)))) (if (cmp (most-alike species (or $a $b)) = (count (or $a $b))) (stop (or $a $b)) (else (stop (and facing-group (not (or $a $b)))))))" },
        { "Dilemma", "Randomly select a personnel. Then choose a different personnel. Unless those personnel have total Strength>12, they are killed.",
          "(resolve (let $a (random 1 facing-group)) (let $b (choose you 1 (and facing-group (not $a)))) (unless (meets (or $a $b) (total strength > 12)) (kill (or $a $b))))" },
        { "Dilemma", "Randomly select a personnel to be stopped. Then choose a personnel. If they have the same species, they are killed.", NULL },      /* as nobody else */
        { "Event", "Plays on your headquarters mission. When you play a ship at this mission, you may place a Vulcan from hand aboard it.",      /* aboard that ship: no ship is this event's */
          "(plays-on (and (type mission) (of you) (kind headquarters)))\n(when (played (and (type ship) (of you) here)) may (place (choose you 1 (and (in-hand you) (is Vulcan))) (to-ship that)))" },
        { "Ship", "When this ship is about to be destroyed, you may discard a card from hand to place it at your headquarters mission instead.",      /* the ship, and not the card that was paid */
          "(when (about-to-destroy self) may (cost (discard (choose you 1 (in-hand you)))) (instead (place self (to-mission (and (type mission) (of you) (kind headquarters))))))" },
        { "Event", "Examine an opponent's hand. You discard a card. Destroy this event.", NULL },        /* of yours, or of his */
        { "Interrupt", "When your personnel is randomly selected by a dilemma, if another of your personnel present shares a skill with him or her, select that personnel instead.",      /* the other one */
          "(when (randomly-selected (and (type personnel) (of you)) (type dilemma)) (guard (exists (and (type personnel) (of you) (same skills that) (not that) (present-with that)))) (stand-in (choose you 1 (and (type personnel) (of you) (same skills that) (not that) (present-with that)))))" },
        { "Interrupt", "When your personnel is randomly selected by a dilemma, select that personnel instead.", NULL },
        { "Dilemma", "Randomly select a personnel. Your opponent chooses a different personnel. Stop the personnel with the higher cost and kill the other.",      /* of the two */
          "(resolve (let $a (random 1 facing-group)) (let $b (choose opponent 1 (and facing-group (not $a)))) (stop (as $c (highest opponent cost (or $a $b)))) (kill (and (or $a $b) (not $c))))" },
        { "Personnel", "Order - Discard an event from hand to reveal the top card of an opponent's deck. If that card has the same cost as the discarded event, draw a card.", NULL },      /* the discarded one is not the one that was revealed */
        { "Dilemma", "Reveal the top three cards of your deck. For each personnel revealed, unstop one of your personnel. For each other card revealed, randomly select a personnel to be stopped.", NULL },
        { "Personnel", "When you play this personnel, you may place an event from your discard pile in your core. It loses all of its game text.", NULL },      /* the event, and he does not */
        { "Interrupt", "While your personnel is facing a dilemma, reveal your hand. That personnel gains each skill on a personnel revealed this way until the end of that dilemma.",      /* one of the hand */
          "(when (facing (and (type personnel) (of you))) (let $a (in-hand you)) (reveal $a) (let $b that) (let $c (choose you 1 (and (type personnel) $a))) (gain-all-skills $b $c end-of-dilemma))" },
        { "Dilemma", "Randomly select a personnel, then your opponent chooses a personnel. Unless each of them has Honor, they are stopped.",      /* each of the two */
          "(resolve (let $a (random 1 facing-group)) (let $b (choose opponent 1 facing-group)) (unless (matches (or $a $b) (has Honor)) (stop (or $a $b))))" },
        { "Dilemma", "Randomly select a personnel, then choose a personnel. If their total Cunning is less than 12, each of them who does not have Honor is killed.",
          "(resolve (let $a (random 1 facing-group)) (let $b (choose you 1 facing-group)) (if (cmp (sum cunning (or $a $b)) < 12) (kill (and (not (has Honor)) (or $a $b)))))" },
        { "Event", "Plays in your core. When your personnel begins a mission attempt at a mission with an event on it, that personnel is attributes +1 for each event on it until the end of that mission attempt.",      /* on the mission */
          "(plays-in-core)\n(when (attempt-begins (and (type personnel) (of you)) (and (type mission) (carries (type event)))) any-number (apply that end-of-attempt (add all (count (and (type event) (on cause))))))" },
        { "Dilemma", "Randomly select a personnel. If your opponent has a copy of that personnel in hand, he or she may reveal it to kill that personnel.", NULL },      /* the copy, and not that personnel */
        { "Mission", "When you complete this mission, each player shuffles his or her hand into his or her deck and draws that many cards.",        /* as many as were in that hand */
          "(when (completed this-mission) (each-player each (place (as $a (in-hand you)) into-deck) (draw you (count $a))))" },
        { "Personnel", "When this personnel is killed, draw that many cards.", NULL },
        { "Event", "Reveal the top three cards of your deck. If you reveal two or more events, take one of those events into hand. Destroy this event.",       /* no other card */
          "(resolve (let $a (top you 3)) (reveal $a) (if (at-least 2 (and (type event) $a)) (place (choose you 1 (and (type event) $a)) hand)) (destroy self))" },
        { "Event", "Reveal the top three cards of your deck. If you reveal two or more events, take one of them into hand. Destroy this event.", NULL },      /* of the events, or of the three */
        { "Event", "Each player reveals the top card of his or her deck. The player who revealed the card with the highest cost scores 5 points. (In case of a tie, no player scores points.) Destroy this event.",
          "(resolve (let $a (top each 1)) (reveal $a) (each-player each (if (cmp (most cost (and $a (owned you))) > (most cost (and $a (not (owned you))))) (score you 5))) (destroy self))" },
        { "Event", "Draw a card. (In case of a tie, no player scores points.) Destroy this event.", NULL },
        { "Interrupt", "Order - Your ship may move without being staffed this turn.", NULL },      /* it is not staffed, and only moves */
        { "Personnel", "When you play this personnel, you may reveal any number of Klingon personnel from hand. This personnel is cost -1 for each card revealed.",
          "(cost-reveal (* -1 (count $a)) (reveal (as $a (up-to you 99 (and (type personnel) (in-hand you) (is Klingon))))))" },
        { "Event", "Plays in your core. Your opponents draw one fewer dilemma for each headquarters mission they command.", NULL },      /* a law, and nothing that is done as it is played */
        { "Personnel", "When you play this personnel, you may place an opponent's personnel from his or her discard pile in your brig.",
          "(when (played self) may (brig (choose you 1 (and (type personnel) (in-discard opponent))) you))" },
        { "Personnel", "While there are more personnel than equipment present, this personnel is Strength +1.",
          "(static (guard (cmp (count (and (type personnel) present)) > (count (and (type equipment) present)))) self (add strength 1))" },
        { "Personnel", "When you play this personnel, each player chooses two cards from hand and discards the rest.",
          "(when (played self) (each-player each (discard (choose you (- (count (in-hand you)) 2) (in-hand you)))))" },
        { "Personnel", "While this personnel is in your discard pile, your Klingons are Strength +1.", NULL },
        { "Personnel", "When you complete a mission, if this personnel is in your discard pile, you may draw a card.", NULL },
        { "Personnel", "While this personnel is present with your captive, he is Strength +1.", NULL },
        { "Personnel", "When you play an event, you may stop this personnel to take a different event from your discard pile into hand.",
          "(when (played (and (type event) (of you))) may (cost (stop self)) (place (choose you 1 (and (type event) (in-discard you) (not (same title that)))) hand))" },
        { "Dilemma", "Randomly select a personnel. Unless you reveal a copy of that personnel from your hand or deck, he or she is stopped.", NULL },       /* who faces it is in no hand */
        { "Dilemma", "Discard the top four cards of your deck. If you discarded two or more personnel this way, choose a personnel to be stopped for each of those personnel.",       /* of the personnel, not of all four */
          "(resolve (let $w (top you 4)) (discard $w) (if (at-least 2 (and (type personnel) $w)) (repeat (count (and (type personnel) $w)) (stop (choose you 1 facing-group)))))" },
        { "Dilemma", "Place this dilemma on your ship. Damage - This ship is Range -4. When you play an Engineer, you may remove this dilemma from the game.",       /* only as long as it is a damage card */
          "(resolve (place self (onto this-ship)))\n(damage (static this-ship (add range -4)))\n(damage (when (played (and (type personnel) (of you) (has Engineer))) may (remove self)))" },
        { "Dilemma", "Choose a personnel who has 2 Biology or 2 Geology to be stopped.",       /* one personnel, with two levels of either */
          "(resolve (stop (choose you 1 (and facing-group (or (has Biology 2) (has Geology 2))))))" },
        { "Dilemma", "Your opponent names a card type. For each card of that type, choose a personnel to be stopped.", NULL },       /* wherever those are */
        { "Dilemma", "Your opponent examines your hand. For each personnel in your hand, your opponent may choose a personnel who has the same affiliation to be stopped.", NULL },       /* as which of them */
        { "Dilemma", "Randomly select two personnel to be stopped. If either of those personnel is a Human, you may discard an event from hand to unstop that personnel.",       /* and not both */
          "(resolve (stop (as $a (random 2 facing-group))) (if (exists (and (is Human) $a)) (you-may you (cost (discard (choose you 1 (and (type event) (in-hand you))))) (unstop (and (is Human) $a)))))" },
        { "Dilemma", "Your opponent names a personnel. If you command that personnel, he or she is stopped.",       /* wherever that is */
          "(resolve (each-player opponent (name-card you (type personnel))) (if (exists (and (of you) (and (type personnel) named))) (stop (choose you 1 (and (of you) (and (type personnel) named))))))" },
        { "Personnel", "When your ship is destroyed, if this personnel is at that mission, draw two cards.",
          "(when (destroyed (and (type ship) (of you) here)) (draw you 2))" },
        { "Personnel", "When you play a ship, if its Commander is present, draw a card.",
          "(when (played (and (type ship) (of you))) (guard (exists (and (type personnel) (of you) (commander-of that) present))) (draw you 1))" },
        { "Personnel", "This personnel is Strength +1 (or +3 if you command a Klingon).",
          "(static (guard (not-so (exists (and (of you) (is Klingon))))) self (add strength 1))\n(static (guard (exists (and (of you) (is Klingon)))) self (add strength 3))" },
        { "Personnel", "When your captive is returned to its owner's hand, you may draw two cards.", NULL },
        { "Dilemma", "Randomly select a personnel. If you have another personnel of that affiliation, they are both stopped.", NULL },       /* which other one */
        { "Dilemma", "Randomly select three personnel. Stop the one with the highest cost and kill the one with the lowest cost.",       /* of the three */
          "(resolve (let $a (random 3 facing-group)) (stop (highest opponent cost $a)) (kill (lowest opponent cost $a)))" },
        { "Dilemma", "Randomly select three personnel. For each of those personnel who has Medical, you may draw a card. Those personnel are stopped.",       /* once, and however many have it */
          "(resolve (let $a (random 3 facing-group)) (repeat (count (and (has Medical) $a)) (you-may you (draw you 1))) (stop $a))" },
        { "Dilemma", "For each dilemma beneath this mission that requires Security, randomly select a personnel to be killed.",       /* it is the dilemma that requires it */
          "(resolve (repeat (count (and (type dilemma) (beneath this-mission) (requires Security))) (kill (random 1 facing-group))))" },
        { "Dilemma", "If you have a Telepathy personnel, he or she is stopped. Otherwise, randomly select two personnel to be stopped.",
          "(resolve (if (have (cards 1 (and facing-group (has Telepathy)))) (stop (choose you 1 (and facing-group (has Telepathy)))) (else (stop (random 2 facing-group)))))" },
        { "Dilemma", "All your [Cmd] personnel are stopped. That personnel is killed.", NULL },       /* which of them */
        { "Dilemma", "Your opponent names a skill. Your personnel cannot use Honor while facing this dilemma. All your personnel are stopped.",       /* one thing after the other, and not one of two */
          "(resolve (each-player opponent (name-skill you)) (stop facing-group))\n(static (guard (is-facing facing-group self)) facing-group (lose-skill Honor))" },
        { "Dilemma", "Unless the ships you command have more total Weapons than the total Shields of ships your opponent commands, randomly select a personnel to be stopped.",       /* of either side what is said of it */
          "(resolve (unless (cmp (sum weapons (and (type ship) (of you))) > (sum shields (and (type ship) (of opponent)))) (stop (random 1 facing-group))))" },
        { "Dilemma", "If you have a damaged ship at this mission, randomly select a personnel aboard to be killed.",       /* aboard that ship */
          "(resolve (if (have (cards 1 (and (type ship) (of you) damaged here))) (kill (random 1 (and (type personnel) (aboard (and (type ship) (of you) damaged here)))))))" },
        { "Dilemma", "Each space dilemma revealed at this mission is cost -1. Place this dilemma on this mission.",       /* as it is faced */
          "(when (dilemma-cost (and (type dilemma) (kind space))) (guard (is-attempting (type personnel) this-mission)) (apply that end-of-dilemma (cost-change -1)))\n(resolve (place self (onto this-mission)))" },
        { "Dilemma", "When you complete this mission, lose 5 points. Choose a personnel to be stopped.",       /* as it is faced */
          "(when (completed this-mission) (lose you 5))\n(resolve (stop (choose you 1 facing-group)))" },
        { "Dilemma", "Place this dilemma on this mission. Each personnel facing a dilemma with Consume here cannot gain skills.", NULL },       /* no personnel has that */
    };
    for (size_t i = 0; i < countof(all); i++) {
        Reading reading;
        text_read(printed, lexicon, &arena, all[i].start, str_of(all[i].text), &reading);
        if ((reading.result == READ_WHOLE) != (all[i].abilities != NULL))
            fail_msg("%s: %s", all[i].text, all[i].abilities ? "not read" : reading.abilities);
        if (all[i].abilities)
            assert_string_equal(reading.abilities, all[i].abilities);
    }
}

static void two_meanings_are_not_guessed(void **state)
{
    (void)state;
    read_with("S:\n  \"a\" => (x)\n  B:b => $b\nB:\n  \"a\" => (y)\n", "a", READ_AMBIGUOUS);
    assert_string_equal(read_with("S:\n  \"a\" => (x)\n  B:b ~1 => $b\nB:\n  \"a\" => (y)\n", "a", READ_WHOLE), "(x)");
    assert_string_equal(read_with("S:\n  \"a\" => (x)\n  B:b => $b\nB:\n  \"a\" => (x)\n", "a", READ_WHOLE), "(x)");
}

/* A nest of brackets, or a text without end, is given up and does no harm. */
static void too_much_is_given_up(void **state)
{
    (void)state;
    enum { LENGTH = 5000 };
    char *text = arena_take(&arena, LENGTH + 1);
    memset(text, '(', LENGTH);
    read_with("S:\n  \"(\" S:s \")\" => $s\n  \"a\" => (x)\n", text, READ_GIVEN_UP);
    memset(text, 'a', LENGTH);
    for (int i = 1; i < 200; i += 2)
        text[i] = ' ';
    text[199] = '\0';
    read_with("S:\n  L:l => $l\nL:\n  \"a\" => (x)\n  \"a\" L:l => (y $l)\n  \"a\" L:l => (z $l)\n", text, READ_GIVEN_UP);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_grammars_are_refused), cmocka_unit_test(one_name_has_one_sense),      cmocka_unit_test(examples_mean_what_they_say),
        cmocka_unit_test(every_rule_reads_its_own_words), cmocka_unit_test(every_rule_of_our_own_reads_its_words), cmocka_unit_test(every_rule_has_an_example),
        cmocka_unit_test(sentences_are_put_together), cmocka_unit_test(texts_mean_what_they_say),    cmocka_unit_test(two_meanings_are_not_guessed),
        cmocka_unit_test(too_much_is_given_up),
    };
    Error err = { "" };
    static const char *const cards[] = { "data/cards/2e-klingon.card", "data/cards/2e-bajoran.card", "data/cards/2e-federation.card",
                                         "data/cards/2e-cardassian.card", "data/cards/2e-romulan.card", "data/cards/2e-dominion.card",
                                         "data/cards/2e-missions-a.card", "data/cards/2e-missions-b.card", "data/cards/2e-common.card",
                                         "data/cards/2e-dilemmas.card", "data/cards/2e-nonaligned.card", "data/cards/2e-rulings.card" };
    cat = catalogue_new();
    grammar = grammar_new();
    bool ok = true;
    for (size_t i = 0; ok && i < countof(cards); i++)
        ok = cards_read(cat, cards[i], load_file(&arena, cards[i]), &err);
    static const char elsewhere[] = "edition 1e\ncard \"Old Ship\"\n  type ship\n  affiliation Cardassian\n  attributes 5 5 5\n  keywords \"Galor-class\"\nend\n";
    ok = ok && cards_read(cat, "elsewhere", str_of(elsewhere), &err);
    static const char *const grammars[] = { "data/grammar/2e.grammar", "data/grammar/2e-cards.grammar", "data/grammar/2e-effects.grammar",
                                            "data/grammar/2e-conditions.grammar", "data/grammar/2e-when.grammar", "data/grammar/2e-play.grammar", "data/grammar/2e-general.grammar", "data/grammar/2e-seldom.grammar", "data/grammar/2e-doings.grammar", "data/grammar/2e-crews.grammar",
                                            "data/grammar/2e-moments.grammar", "data/grammar/2e-lasting.grammar", "data/grammar/2e-anywhere.grammar", "data/grammar/2e-faced.grammar",
                                            "data/grammar/2e-events.grammar", "data/grammar/2e-past.grammar", "data/grammar/2e-named.grammar", "data/grammar/2e-persons.grammar", "data/grammar/2e-attempts.grammar", "data/grammar/2e-dilemmas.grammar",
                                            "data/grammar/2e-further.grammar", "data/grammar/2e-cores.grammar" };
    for (size_t i = 0; ok && i < countof(grammars); i++)
        ok = grammar_read(grammar, grammars[i], load_file(&arena, grammars[i]), &err);
    ok = ok && grammar_check(grammar, &err);
    printed = grammar;
    own = grammar_new();
    ok = ok && grammar_read(own, "data/grammar/2e-own.grammar", load_file(&arena, "data/grammar/2e-own.grammar"), &err) && grammar_check(own, &err);
    if (!ok) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    lexicon = lexicon_new(cat, EDITION_SECOND);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lexicon_free(lexicon);
    grammar_free(grammar);
    grammar_free(own);
    catalogue_free(cat);
    arena_free(&arena);
    return failed;
}
