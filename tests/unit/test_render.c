/* The renderer: exact English for the shapes that cards have, and two sweeps over the whole vocabulary.
 *
 * The sweeps write a small ability around every word of nodes.def and events.def, from its signature alone.  The first
 * demands that each says something; the second changes one part after another and demands that the English changes with
 * it, so that no condition, limit, cost or duration can be dropped unnoticed. */
#include "effect/effect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 8000 };

/* The sweeps name all that is wrong, not only the first. */
static int complaints;

#define COMPLAIN(...) (complaints++, print_error(__VA_ARGS__), print_error("\n"))

/* Reads a card and leaves its text in out; the card's own type decides what "this …" is. */
static void card_text(const char *card, char *out)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    if (!cards_read(cat, "test", str_of(card), &err))
        fail_msg("%s\n%s", err.text, card);
    const CardDef *def = &cat->def[cat->def_count - 1];
    Out text = { out, ROOM, 0 };
    out[0] = '\0';
    render_card_text(cat, def, &text);
    catalogue_free(cat);
}

static const char personnel[] = "card \"Jora\"\n type personnel\n cost 2\n affiliation Bajoran\n species Bajoran\n"
                                " attributes 5 5 5\n";
static const char ship[] = "card \"Runner\"\n type ship\n cost 2\n affiliation Bajoran\n staff Stf\n class Courier\n"
                           " attributes 5 5 5\n";
static const char event[] = "card \"Plan\"\n type event\n cost 2\n";
static const char interrupt[] = "card \"Trick\"\n type interrupt\n";
static const char dilemma[] = "card \"Trap\"\n type dilemma\n kind dual\n cost 2\n";
static const char mission[] = "card \"Survey\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n"
                              " attempt Kli\n requires Honor\n";
static const char headquarters[] = "card \"Home\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n";

static void text_of(const char *head, const char *abilities, char *out)
{
    char card[ROOM];
    snprintf(card, sizeof card, "%s %s\nend\n", head, abilities);
    card_text(card, out);
}

typedef struct { const char *head, *abilities, *english; } Row;

static void check_rows(const Row *row, size_t count)
{
    static char text[ROOM];
    for (size_t i = 0; i < count; i++) {
        text_of(row[i].head, row[i].abilities, text);
        assert_string_equal(text, row[i].english);
    }
}

static void test_noun_phrases(void **state)
{
    (void)state;
    static const Row rows[] = {
        { personnel, "(static (and (type personnel) (of you) (icon Kli) (has Officer) present) (gain Honor))",
          "Each of your [Kli] Officer personnel present gains Honor." },
        { personnel, "(when (killed (and (type personnel) (or (has Diplomacy) (has Treachery)))) (draw you 1))",
          "When a Diplomacy or Treachery personnel is killed, draw a card." },
        { personnel, "(static self (add cunning 1) (add strength (count (type event))))", "This personnel is Cunning +1 and is Strength +1 for each event." },
        { personnel, "(static self (add cunning (count (type event))) (add strength 1))", "This personnel is Cunning +1 for each event and Strength +1." },
        { personnel, "(when (announced (and (owned you) self)) (draw you 1))", "When this personnel is being played while it is owned by you, draw a card." },
        { personnel, "(when (killed (and (type personnel) (not (icon Kli)))) (draw you 2))",
          "When a non-[Kli] personnel is killed, draw two cards." },
        { personnel, "(when (killed (and (type personnel) (not (has Honor)) (not stopped) unique)) (draw you 1))",
          "When an unstopped unique personnel without Honor is killed, draw a card." },
        { personnel, "(static (and (type ship) (of opponent) (not damaged) (costs <= 2) (at (kind space))) (add range -1))",
          "Each of your opponent's undamaged ships with a cost of 2 or less at a space mission is Range -1." },
        { personnel, "(static (or self (and present (has Honor))) (cannot be-killed (type dilemma)))",
          "This personnel and each Honor personnel present cannot be killed by a dilemma." },
        { personnel, "(when (killed (and (type personnel) (or present (has Honor)))) (draw you 1))",
          "When a personnel who is present or has Honor is killed, draw a card." },
        { personnel, "(order (stop (up-to you 3 (and (type personnel) (of you) other here))))",
          "Order – Stop up to three of your other personnel at this mission." },
        { personnel, "(order (discard (choose opponent 1 (in-hand you))))",
          "Order – Your opponent chooses a card from your hand to be discarded." },
        { personnel, "(when (killed (and (type personnel) (has Honor 2) (attr strength > 5))) (draw you 1))",
          "When a personnel with 2 Honor and Strength>5 is killed, draw a card." },
        { personnel, "(static (and host (type ship) staffed) (add range 1))",
          "The staffed ship this personnel is aboard is Range +1." },
        { ship, "(static (guard (exists (and (type personnel) (of you) (title \"Kira Nerys\") (aboard self)))) self (add all 2))",
          "While you command a personnel aboard this ship named Kira Nerys, this ship is attributes +2." },
    };
    check_rows(rows, countof(rows));
}

/* What a text has spoken of before, and how it comes back to it. */
static void test_spoken_of(void **state)
{
    (void)state;
    static const Row rows[] = {
        { dilemma, "(resolve (stop (as $a (random 1 facing-group))) (if-you-do (reveal (choose you 1 (and (type personnel) (in-hand you)))) (else (kill $a))))",
          "Randomly select a personnel to be stopped. Reveal a personnel from your hand. If you do not, kill the stopped personnel." },
        { interrupt, "(when (facing (and (type personnel) (of you))) (let $a (choose you 1 (and (type personnel) (in-discard you)))) (apply that end-of-dilemma (add integrity (value integrity $a)) (add cunning (value cunning $a))))",
          "When one of your personnel is facing a dilemma, choose a personnel in your discard pile, then the facing personnel adds the Integrity and Cunning of the chosen personnel to its own until the end of this dilemma." },
        { dilemma, "(resolve (let $a (random 1 facing-group)) (let $b (random 1 (and facing-group (not $a)))) (stop (or $a $b)))",
          "Randomly select a personnel. Randomly select another personnel. Stop both personnel." },
        { event, "(resolve (reveal (as $a (top you 2))) (reveal (as $b (top opponent 2))) (discard $a) (place $b hand))",
          "Reveal the top two cards of your deck. Reveal the top two cards of your opponent's deck. Discard the first revealed cards. Place the second revealed cards in your opponent's hand." },
        { event, "(resolve choose-opponent (draw opponent 1))",
          "Choose an opponent. That opponent draws a card." },
        { event, "(order (cost (stop (as $a (choose you 1 (and (type personnel) (of you)))))) (apply (has-aboard $a) end-of-turn (add range 2)))",
          "Order – Stop one of your personnel to make the ship that personnel is aboard Range +2 until the end of this turn." },
        { event, "(order (cost (stop (as $a (choose you 1 (and (type personnel) (of you)))))) (apply (and (type ship) (has-aboard $a)) end-of-turn (add range 2)))",
          "Order – Stop one of your personnel to make that personnel's ship Range +2 until the end of this turn." },
    };
    check_rows(rows, countof(rows));
}

static void test_places(void **state)
{
    (void)state;
    static const Row rows[] = {
        { event, "(resolve (place (choose you 1 (and (type dilemma) (beneath (and (type mission) (of you))))) pile-top-of))",
          "Place a dilemma from beneath one of your missions on top of its owner's dilemma pile." },
        { event, "(resolve (place (choose you 1 (and (type personnel) (of you) (at (and (type mission) (of you))))) hand))",
          "Place one of your personnel from one of your missions in its owner's hand." },
        { event, "(resolve (place (choose you 1 (and (type personnel) (on (and (type event) (of you))))) hand))",
          "Place a personnel who is on one of your events in its owner's hand." },
        { event, "(resolve (stop (choose you 1 (and (type personnel) (of you) (at (kind space)) (present-with (and (type personnel) (of opponent)))))))",
          "Stop one of your personnel at a space mission and present with one of your opponent's personnel." },
        { event, "(when (killed (and (type personnel) (of you))) (stop (choose you 1 (and (type personnel) (of you) (at (has-here that))))))",
          "When one of your personnel is killed, stop one of your personnel at the same mission as that personnel." },
        { event, "(resolve (destroy (choose you 1 (and (type event) (of opponent) (not (carries any))))))",
          "Destroy one of your opponent's events without a card on it." },
        { event, "(resolve (score you (* 5 (count (and (type mission) (of you) (not (has-here (and (type ship) (of opponent)))))))))",
          "Score 5 points for each of your missions where none of your opponent's ships is." },
        { personnel, "(while-may (facing self) (gain-required-skill self cause end-of-turn))",
          "While this personnel is facing a dilemma, you may make this personnel gain a skill of your choice required by that dilemma until the end of this turn." },
        { personnel, "(static self (commands-its-ship))", "This personnel is the Commander of its ship." },
        { dilemma, "(resolve (let $a (choose you 3 facing-group)) (stop (choose opponent 1 $a)))",
          "You choose three personnel. Your opponent chooses one of those personnel to be stopped." },
        { dilemma, "(resolve (stop (choose-total you cost 4 facing-group)) (kill (up-to-total you cost 3 facing-group)))",
          "Stop your personnel, as you choose, until their total cost is at least 4. Kill any number of your personnel with a total cost of at most 3." },
        { event, "(resolve (destroy (choose you 1 (and (type mission) (not this-mission)))))", "Destroy a mission other than this mission." },
        { event, "(resolve (place (in-hand you) into-deck) (place (choose opponent 2 (in-hand opponent)) into-deck))",
          "Shuffle your hand into your deck. Your opponent chooses two cards from their hand to be shuffled into your opponent's deck." },
        { personnel, "(order (stop (choose you 1 (and (type personnel) (owned you) facing-group present (not (has Honor))))))",
          "Order – Stop a personnel without Honor present owned by you in the mission attempt." },
        { event, "(resolve (draw you (count (and (type personnel) (used-skill) (or (is Human) (icon Cmd))))))",
          "Draw a card for each personnel who used a skill to complete the mission and either is a Human or has [Cmd]." },
        { dilemma, "(resolve (unless (exists (and (copy-of self) (on this-mission))) (place self (onto this-mission))))",
          "Unless there is a copy of this dilemma on this mission, place this dilemma on this mission." },
        { interrupt, "(order (apply (and (type ship) (of you) (carries (and (type personnel) (of you) (has Navigation)))) end-of-turn (add range 4)))",
          "Order – All your ships with one of your Navigation personnel aboard them are Range +4 until the end of this turn." },
        { dilemma, "(resolve (stop (choose you 1 (and facing-group (or (commander-of this-ship) (and (has Officer) (icon Cmd)))))))",
          "You choose a personnel who is a Commander of this ship or has both Officer and [Cmd] to be stopped." },
    };
    check_rows(rows, countof(rows));
}

static void test_amounts(void **state)
{
    (void)state;
    static const Row rows[] = {
        { personnel, "(static self (add all (most cost (and (type event) (in-core you)))))",
          "Add the highest cost among events in your core to this personnel's attributes." },
        { personnel, "(while-may (facing self) (cost (discard (as $a (choose you 1 (and (type personnel) (in-hand you)))))) (apply self end-of-dilemma (add all (value cost $a))))",
          "While this personnel is facing a dilemma, you may discard a personnel from your hand to add the cost of that personnel to this personnel's attributes until the end of this dilemma." },
        { dilemma, "(resolve (apply this-mission end-of-turn (requirement-attributes (* 2 (count (and (type event) (in-core you)))))))",
          "This mission has each attribute requirement raised by 2 for each event in your core until the end of this turn." },
        { dilemma, "(resolve (if (cmp (* 2 (count (type ship))) >= (+ (count (type event)) (half (count any)))) (stop facing-group)))",
          "If twice the number of ships is at least the number of events plus half of the number of cards (rounded down), stop all your personnel." },
        { dilemma, "(resolve (if (cmp (most-alike species facing-group) >= 3) (stop facing-group)))",
          "If at least three of your personnel are of the same species, stop all your personnel." },
        { dilemma, "(resolve (let $a (random 3 facing-group)) (if (cmp (most-alike species $a) = (count $a)) (stop $a)) (if (cmp (most-alike species $a) <= 1) (kill $a)))",
          "Randomly select three personnel. If those personnel are all of the same species, stop those personnel. If no two of those personnel are of the same species, kill those personnel." },
        { dilemma, "(resolve (unless (have (any-one (all (so (matches this-mission (kind planet))) (skill Medical) (skill Law)) (skill Honor))) (stop facing-group)))",
          "Unless you have Medical and Law if this mission is a planet mission or Honor, stop all your personnel." },
        { dilemma, "(resolve (unless (have (any-one (so (cmp (unused-range-of this-ship) > 8)) (total weapons > 8))) (stop facing-group)))",
          "Unless the unused Range of this ship is more than 8 or you have Weapons>8, stop all your personnel." },
        { ship, "(static self (add weapons (count (type event))) (add shields (count (type event))))",
          "This ship is both Weapons +1 and Shields +1 for each event." },
        { personnel, "(static (guard (all-of (is-facing self) (matches self (at (kind space))))) self (add all 1))",
          "While this personnel is facing a dilemma and is at a space mission, this personnel is attributes +1." },
        { personnel, "(when (about-to-kill self (type dilemma)) may prevent) (when (about-to-stop self (type dilemma)) may prevent)",
          "When this personnel is about to be killed or stopped by a dilemma, you may prevent that." },
        { personnel, "(while-may (facing self) (apply self end-of-turn (add all 4)) (gain-any-skill self 2 end-of-turn))",
          "While this personnel is facing a dilemma, you may make this personnel attributes +4 and gain two skills of your choice until the end of this turn." },
        { interrupt, "(when (facing (and (type personnel) (of you))) (apply that end-of-turn (add all 4)) (gain-any-skill that 1 end-of-dilemma))",
          "When one of your personnel is facing a dilemma, that personnel is attributes +4 until the end of this turn, then that personnel gains a skill of your choice until the "
          "end of this dilemma." },
        { interrupt, "(when (facing (and (type personnel) (of you))) (choose-one you (do (choose-one you (draw you 1) (score you 5))) (draw you 2)))",
          "When one of your personnel is facing a dilemma, choose one: (choose one: draw a card; or score 5 points); or draw two cards." },
        { personnel, "(when (killed (and self (at (kind space))) (type dilemma)) (draw you 1))",
          "When this personnel (if it is at a space mission) is killed by a dilemma, draw a card." },
        { event, "(static (type interrupt) (cannot be-played))",
          "Interrupts cannot be played." },
        { event, "(order (choose-one you (discard (choose you 2 (in-hand you))) (discard (choose you 1 (and (type event) (in-hand you))))) (draw you 3))",
          "Order – Discard either two cards from your hand or an event from your hand, then draw three cards." },
        { dilemma, "(resolve (if (ahead you) (you-may opponent (draw opponent 1)) (stop facing-group)))",
          "If you have more points than each opponent, let your opponent draw a card, then stop all your personnel." },
        { dilemma, "(resolve (repeat 2 (you-may opponent (draw opponent 1))))",
          "Your opponent may draw up to two cards." },
        { event, "(order (begin-engagement (and (type ship) (of you)) (apply (and (type ship) (of you) involved) end-of-battle (add weapons 2)) (if-you-win (score you 5))))",
          "Order – Begin an engagement involving your ships, in which all your ships involved are Weapons +2 until the end of this engagement. If you win, score 5 points." },
    };
    check_rows(rows, countof(rows));
}

static void test_abilities(void **state)
{
    (void)state;
    static const Row rows[] = {
        { personnel, "(when (played self) may (limit 1 turn) (cost (discard (choose you 1 (in-hand you)))) (draw you 1))",
          "When this personnel is played, you may discard a card from your hand to draw a card. You may do this only once each turn." },
        { personnel, "(when (turn-starts you) (guard (ahead you)) (score opponent 5))",
          "At the start of your turn, if you have more points than each opponent, your opponent scores 5 points." },
        { personnel, "(while-may (facing self) (cost (stop self)) (apply (type ship) end-of-dilemma (add range 3) (add shields 1)))",
          "While this personnel is facing a dilemma, you may stop this personnel to make all ships Range +3 and Shields +1 until the end of this dilemma." },
        { event, "(plays-in-core) (order (cost (destroy self)) (begin-combat (and (type personnel) (of you)) "
                 "(if-you-win (score you 5)) (otherwise (lose you 5))))",
          "Plays in your core. Order – Destroy this event to begin combat involving your personnel. If you win, score 5 points. "
          "Otherwise, lose 5 points." },
        { event, "(plays-on (and (type ship) (of you))) (one-per-host) (static this-ship (gain-icon Stf))",
          "Plays on one of your ships. (Limit one per ship.) This ship gains [Stf]." },
        { event, "(resolve (each-player each-opponent (discard (choose you 2 (in-hand you)))) (destroy self))",
          "Each opponent must discard two cards from their hand. Destroy this event." },
        { mission, "(when (turn-starts each) (each-player that-player (place (pile-top opponent 1) (to-beneath (and (type mission) (of you))))))",
          "At the start of each player's turn, that player must place the top card of their opponent's dilemma pile beneath one of their missions." },
        { event, "(resolve (let $a (top you 3)) (examine you $a) (place (choose you 1 $a) hand) (destroy self))",
          "Examine the top three cards of your deck. Place one of those cards in your hand. Destroy this event." },
        { event, "(resolve (choose-one opponent (draw you 1) (lose opponent 5)))",
          "Your opponent chooses one: you draw a card; or lose 5 points." },
        { interrupt, "(when (about-to-kill (and (type personnel) (of you)) (type dilemma)) any-number (cost (lose you 5)) prevent)",
          "When one or more of your personnel are about to be killed by a dilemma, lose 5 points to prevent that." },
        { headquarters, "(only-headquarters) (permit-play (icon Kli) (type equipment))",
          "You may play [Kli] cards and equipment at this mission. You cannot command another headquarters mission." },
        { mission, "(when (completed self) (guard (matches (and (type personnel) (of you) here) (icon Kli))) (score you 5))",
          "When you complete this mission, if each of your personnel at this mission is [Kli], score 5 points." },
        { personnel, "(own-cost (* -1 (limit-to (count (and (type event) (in-discard you))) 3)))",
          "This personnel is cost -1 for each event in your discard pile (limit -3)." },
    };
    check_rows(rows, countof(rows));
}

static void test_dilemmas(void **state)
{
    (void)state;
    static const Row rows[] = {
        { dilemma, "(resolve (try (stop (choose you 1 (and facing-group (has Honor)))) (else (kill (random 1 facing-group)))))",
          "You choose an Honor personnel to be stopped. If you cannot, randomly select a personnel to be killed." },
        { dilemma, "(resolve (unless (have (any-one (skill Honor 2) (total cunning > 30))) (stop facing-group) return-to-pile))",
          "Unless you have 2 Honor or Cunning>30, stop all your personnel, then return this dilemma to its owner's dilemma pile." },
        { dilemma, "(resolve (kill (as $a (random 1 facing-group))) (stop (and facing-group (not $a))))",
          "Randomly select a personnel to be killed. Stop all your other personnel." },
        { dilemma, "(resolve (let $a (random 3 facing-group)) (if (exists (and $a (icon Kli))) (stop $a) (else (stop (choose you 1 $a)))))",
          "Randomly select three personnel. If one of those personnel is [Kli], stop those personnel. Otherwise, you choose one of those personnel to be stopped." },
        { dilemma, "(resolve (place self (onto this-ship))) (damage (static this-ship (add all -2)) (static this-ship (cannot move)))",
          "Place this dilemma on this ship. Damage – This ship is attributes -2. Damage – This ship cannot move." },
        { dilemma, "(own-cost (guard (at-least 6 facing-group)) 3)",
          "While you have at least six personnel, this dilemma is cost +3." },
    };
    check_rows(rows, countof(rows));
}

/* What a card lies on is named by its type, a ruling by its year, and what the editions call otherwise by its name there. */
static void test_words_of_the_first_edition(void **state)
{
    (void)state;
    static const char trap[] = "edition 1e\ncard \"Trap\"\n type dilemma\n kind dual\n", plan[] = "edition 1e\ncard \"Plan\"\n type event\n";
    static const Row rows[] = {
        { trap, "(resolve (place self (onto this-ship))) (static host (cannot move))", "Place this dilemma on this ship. This ship cannot move." },
        { trap, "(resolve (let $a (random 1 facing-group)) (place self (onto $a))) (when (turn-ends you) (kill host))",
          "Randomly select a personnel. Place this dilemma on that personnel. At the end of your turn, kill this personnel." },
        { trap, "(resolve (choose-one you (do (place self (onto this-ship))) (do (place self (onto this-mission))))) (static host (cannot move))",
          "You choose one: place this dilemma on this ship; or place this dilemma on this mission. The card this dilemma is on cannot move." },
        { plan, "(plays-on (and (type ship) (of you))) (when (turn-ends (owner-of host)) (if (ruled \"1e-1998/dead-end.2\") (cite \"1e-1998/dead-end.2\") (else (destroy host))))",
          "Plays on one of your ships. At the end of this ship's owner's turn, unless the ruling of 1998 holds, destroy this ship." },
        { plan, "(plays-in-core) (when (combat-begins (and (type personnel) (of you))) (guard (not-so (ruled \"1e-2019/printed-number\"))) (score you 1))",
          "Plays on table. When a personnel battle involving one of your personnel begins, if the ruling of 2019 does not hold, score 1 point." },
    };
    check_rows(rows, countof(rows));
}

static void test_keywords_come_first(void **state)
{
    (void)state;
    static char text[ROOM];
    char head[400];
    snprintf(head, sizeof head, "%s keywords Gul, Commander: I.K.S. Rotarran\n", personnel);
    text_of(head, "(static self (gain Law))", text);
    assert_string_equal(text, "Commander: I.K.S. Rotarran. Gul. This personnel gains Law.");
    text_of(personnel, "", text);
    assert_string_equal(text, "");
    snprintf(head, sizeof head, "%s keywords Drone, Interlink: Law\n", personnel);
    text_of(head, "(static self (gain Honor))", text);
    assert_string_equal(text, "Drone. Interlink: Law – While this personnel is facing a dilemma, you may discard the top card of your deck to make all your [Bor] personnel present gain Law until the end of this dilemma. This personnel gains Honor.");
}

/* What a requirement is written as, and that it reads back as the same. */
static void test_requirements_read_back(void **state)
{
    (void)state;
    static const char *const printed[] = {
        "Honor",
        "2 Honor, Law, and Cunning>30",
        "Honor and Law",
        "2 Honor, Law, and Cunning>30 or Security and Strength>40",
        "Medical, Science, Cunning>32, and (Acquisition or Honor)",
        "Biology, (Honor and Law or 2 Treachery), and Strength>30",
        "Honor or Law or 3 Treachery",
        "Integrity>36",
    };
    for (size_t i = 0; i < countof(printed); i++) {
        Catalogue *cat = catalogue_new();
        Error err = { "" };
        char text[ROOM];
        Out out = { text, sizeof text, 0 };
        NodeId id = requirement_read(cat, (Source){ "test", str_of(printed[i]), 1, 1, EDITION_SECOND }, &err);
        if (!id)
            fail_msg("%s", err.text);
        render_requirement(cat, EDITION_SECOND, id, &out);
        assert_string_equal(text, printed[i]);
        catalogue_free(cat);
    }
}

/* Two different things to write for each kind of part. */
static const char *sample(const char *type, int which)
{
    static const struct { const char *type, *text[2]; } parts[] = {
        { "A", { "(when (played self) (draw you 1))", "(static self (gain Honor))" } },
        { "E", { "(draw you 1)", "(score you 5)" } },
        { "F", { "(and (type ship) (of you))", "(and (type personnel) (has Honor) (of opponent))" } },
        { "S", { "(choose you 1 (type ship))", "(random 2 (type personnel))" } },
        { "Q", { "2", "(count (type event))" } },
        { "B", { "(turn-of you)", "(ahead you)" } },
        { "R", { "(skill Honor)", "(total cunning > 30)" } },
        { "M", { "(gain Honor)", "(add strength 2)" } },
        { "P", { "you", "opponent" } },
        { "D", { "hand", "deck-top" } },
        { "V", { "(killed (type personnel))", "(played self)" } },
        { "num", { "3", "4" } },
        { "skill", { "Law", "Medical" } },
        { "icon", { "Kli", "Rom" } },
        { "trait", { "Gul", "Kai" } },
        { "title", { "\"Worf\"", "\"Quark\"" } },
        { "attr", { "strength", "cunning" } },
        { "cmp", { ">", "<=" } },
        { "period", { "turn", "game" } },
        { "until", { "end-of-turn", "end-of-attempt" } },
        { "act", { "be-killed", "be-stopped" } },
        { "kind", { "planet", "space" } },
        { "quadrant", { "Alpha", "Delta" } },
        { "type", { "ship", "event" } },
        { "prop", { "cost", "species" } },
        { "var", { "$x", "$x" } },
    };
    for (size_t i = 0; i < countof(parts); i++)
        if (!strcmp(parts[i].type, type))
            return parts[i].text[which];
    fail_msg("no sample for a part of type %s", type);
    return "";
}

typedef struct { char type[12]; char times; } Part;

static int parts_of(const char *signature, bool is_event, Part *part)
{
    int count = 0;
    Str rest = str_of(signature), word;
    while ((word = str_word(&rest)).len) {
        Part *p = &part[count++];
        bool marked = strchr("?*+", word.at[word.len - 1]) != NULL;
        size_t len = word.len - marked;
        p->times = marked ? word.at[word.len - 1] : '1';
        snprintf(p->type, sizeof p->type, "%.*s", (int)len, word.at);
        if (is_event && p->type[0] == 'G')
            p->type[0] = 'F';
        if (is_event && p->type[0] == 'S')
            strcpy(p->type, "skill");
    }
    return count;
}

enum { PLAIN = -1 };

/* Writes the word with its parts, part `changed` by its other sample; with `twice`, a repeated part once more instead. */
static void write_word(Out *out, const char *word, const char *signature, bool is_event, int changed, bool twice)
{
    bool battle = !strcmp(word, "begin-combat") || !strcmp(word, "begin-engagement");
    Part part[8];
    int count = parts_of(signature, is_event, part);
    out_text(out, "(%s", word);
    for (int i = 0; i < count; i++) {
        bool many = part[i].times == '*' || part[i].times == '+';
        if (part[i].type[0] == 'G' && part[i].type[1] == '\0')
            continue;                           /* clauses have a sweep of their own */
        const char *first = sample(part[i].type, i == changed && !twice), *second = sample(part[i].type, 1);
        bool ending = battle && part[i].type[0] == 'E';           /* the only effects that may stand there */
        out_text(out, ending ? " (if-you-win %s)" : " %s", first);
        if (i == changed && twice && many)
            out_text(out, ending ? " (otherwise %s)" : " %s", second);
    }
    out_text(out, ")");
}

/* An ability in which that node may stand. */
static void wrap(NodeOp op, const char *inner, Out *out)
{
    switch (op) {
    case NODE_ELSE: out_text(out, "(resolve (try (stop self) %s))", inner); return;
    case NODE_IF_WIN: case NODE_OTHERWISE: out_text(out, "(resolve (begin-combat (type personnel) %s))", inner); return;
    case NODE_IGNORE_NEXT: out_text(out, "(play-option 2 %s)", inner); return;
    case NODE_PREVENT: case NODE_INSTEAD: case NODE_PREVENT_BATTLE: case NODE_PREVENT_DILEMMA:
        out_text(out, "(when (about-to-kill (type personnel)) %s)", inner);
        return;
    case NODE_EXCLUDE: case NODE_RESELECT: case NODE_SELECT_BY_CHOICE: out_text(out, "(when (about-to-select (type personnel)) %s)", inner); return;
    case NODE_VAR: out_text(out, "(resolve (let $x (choose you 1 (type ship))) (stop $x))"); return;
    case NODE_THAT: case NODE_CAUSE: out_text(out, "(when (killed (type personnel) (type ship)) (stop %s))", inner); return;
    case NODE_MOD_DISABLED: case NODE_MOD_STASIS: case NODE_MOD_LATER: case NODE_MOD_MARKED: case NODE_MOD_REQ_NAMED: case NODE_MOD_REQ_SWAP: case NODE_MOD_LOSE_NAMED:
        out_text(out, "(resolve (apply self end-of-turn %s))", inner);
        return;
    default: break;
    }
    switch (node_info[op].result) {
    case 'A': out_text(out, "%s", inner); break;
    case 'G': out_text(out, "(when (played self) %s (draw you 1))", inner); break;
    case 'E': out_text(out, "(resolve %s)", inner); break;
    case 'F': case 'S': out_text(out, "(resolve (stop %s))", inner); break;
    case 'Q': out_text(out, "(resolve (draw you %s))", inner); break;
    case 'B': out_text(out, "(resolve (if %s (draw you 1)))", inner); break;
    case 'R': out_text(out, "(resolve (if (have %s) (draw you 1)))", inner); break;
    case 'M': out_text(out, "(static self %s)", inner); break;
    case 'P': out_text(out, "(resolve (draw %s 1))", inner); break;
    case 'D': out_text(out, "(resolve (place self %s))", inner); break;
    default: fail_msg("no ability around a node of result %c", node_info[op].result);
    }
}

static const char *head_for(NodeOp op)
{
    return op == NODE_ALT_REQ ? mission : op == NODE_ANY_COPIES ? dilemma : event;
}

static void node_text(NodeOp op, int changed, bool twice, char *text)
{
    char inner[2000], ability[3000];
    Out in = { inner, sizeof inner, 0 }, out = { ability, sizeof ability, 0 };
    if (op == NODE_NUMBER)
        out_text(&in, "%s", sample("num", changed == 0));
    else
        write_word(&in, node_info[op].word, node_info[op].signature, false, changed, twice);
    wrap(op, inner, &out);
    text_of(head_for(op), ability, text);
}

/* These say nothing by themselves: `do` is its parts, `and` of one filter that filter, `as` only gives a name. */
static bool is_transparent(NodeOp op)
{
    return op == NODE_SEQ || op == NODE_AND || op == NODE_OR || op == NODE_AS || op == NODE_NUMBER || op == NODE_REQ_ALL
        || op == NODE_REQ_ANY || op == NODE_BOTH || op == NODE_EITHER || op == NODE_TRY || op == NODE_VAR
        || op == NODE_ADD_TO_STACK                /* said by its destination */
        || op == NODE_TOGETHER || op == NODE_ANY_NUMBER;      /* said with the limit, and with several subjects */
}

static void test_every_node_speaks(void **state)
{
    (void)state;
    complaints = 0;
    static char text[NODE_EVENT][ROOM];
    for (int op = 1; op < NODE_EVENT; op++) {
        char *whole = text[op];
        node_text((NodeOp)op, PLAIN, false, whole);
        if (op == NODE_CITE)                    /* for the engine's reasons, not for players */
            continue;
        if (!whole[0] || strstr(whole, "unknown") || strstr(whole, "somewhere") || strstr(whole, "…") || strchr(whole, '%'))
            COMPLAIN("(%s) is written as \"%s\"", node_info[op].word, whole);
        if (strstr(whole, "  ") || strstr(whole, " .") || strstr(whole, " ,") || strstr(whole, "a a "))
            COMPLAIN("(%s) is badly set: \"%s\"", node_info[op].word, whole);
        for (int other = 1; other < op; other++)
            if (node_info[op].result == node_info[other].result
                && !is_transparent((NodeOp)op) && !is_transparent((NodeOp)other)
                && !strcmp(text[op], text[other]))
                COMPLAIN("(%s) and (%s) are both written as \"%s\"", node_info[op].word, node_info[other].word, whole);
    }
    assert_int_equal(complaints, 0);
}


static void test_every_part_shows(void **state)
{
    (void)state;
    complaints = 0;
    static char before[ROOM], after[ROOM];
    for (int op = 1; op < NODE_EVENT; op++) {
        Part part[8];
        int count = parts_of(node_info[op].signature, false, part);
        node_text((NodeOp)op, PLAIN, false, before);
        for (int i = 0; i < count; i++) {
            if (op == NODE_CITE || part[i].type[0] == 'G' || !strcmp(part[i].type, "var"))
                continue;                       /* the names of variables never show */
            node_text((NodeOp)op, i, false, after);
            if (!strcmp(before, after))
                COMPLAIN("part %d of (%s) does not show: \"%s\"", i + 1, node_info[op].word, before);
            if (part[i].times != '*' && part[i].times != '+')
                continue;
            node_text((NodeOp)op, i, true, after);
            if (!strcmp(before, after))
                COMPLAIN("a second part %d of (%s) does not show: \"%s\"", i + 1, node_info[op].word, before);
        }
    }
    assert_int_equal(complaints, 0);
}

static void event_text(int kind, int changed, bool twice, char *text)
{
    char ability[3000];
    Out out = { ability, sizeof ability, 0 };
    out_text(&out, "(when ");
    write_word(&out, event_info[kind].word, event_info[kind].signature, true, changed, twice);
    out_text(&out, " (draw you 1))");
    text_of(event, ability, text);
}

static void test_every_event_shows_its_parts(void **state)
{
    (void)state;
    complaints = 0;
    static char text[EVENT_COUNT][ROOM], after[ROOM];
    for (int kind = 1; kind < EVENT_COUNT; kind++) {
        Part part[8];
        int count = parts_of(event_info[kind].signature, true, part);
        event_text(kind, PLAIN, false, text[kind]);
        if (!strstr(text[kind], ", draw a card.") || strchr(text[kind], '%') || strchr(text[kind], '|') || strstr(text[kind], "(s)"))
            COMPLAIN("(%s) is written as \"%s\"", event_info[kind].word, text[kind]);
        for (int other = 1; other < kind; other++)
            if (!strcmp(text[kind], text[other]))
                COMPLAIN("(%s) and (%s) are both \"%s\"", event_info[kind].word, event_info[other].word, text[kind]);
        for (int i = 0; i < count; i++) {
            event_text(kind, i, false, after);
            if (!strcmp(text[kind], after))
                COMPLAIN("part %d of (%s) does not show: \"%s\"", i + 1, event_info[kind].word, after);
        }
    }
    assert_int_equal(complaints, 0);
}

/* The ability with the clause where its "%s" is. */
static void with_clause(char *out, size_t size, const char *ability, const char *clause)
{
    const char *at = strstr(ability, "%s");
    snprintf(out, size, "%.*s%s%s", (int)(at - ability), ability, clause, at + 2);
}

/* Each clause shows in each ability that takes clauses. */
static void test_every_clause_shows(void **state)
{
    (void)state;
    complaints = 0;
    static char before[ROOM], after[ROOM];
    static const char *const abilities[] = {
        "(order%s (draw you 1))", "(when (killed (type personnel))%s (draw you 1))", "(while-may (facing (type personnel))%s (draw you 1))",
        "(resolve (you-may you%s (draw you 1)))",
    };
    static const char *const clauses[] = { " (guard (ahead you))", " (cost (stop self))", " (limit 2 game)" };
    char ability[400];
    for (size_t a = 0; a < countof(abilities); a++) {
        with_clause(ability, sizeof ability, abilities[a], "");
        text_of(event, ability, before);
        for (size_t c = 0; c < countof(clauses); c++) {
            with_clause(ability, sizeof ability, abilities[a], clauses[c]);
            text_of(event, ability, after);
            if (!strcmp(before, after))
                COMPLAIN("%s does not show in %s: \"%s\"", clauses[c], ability, after);
        }
    }
    static const char *const guarded[] = {
        "(play-at%s (type ship))", "(permit-play%s (type ship))", "(static%s self (gain Law))", "(own-cost%s 2)",
        "(cost-option%s 2 (draw you 1))", "(pay-points-by%s 5 (type ship) (draw you 1))", "(extra-counters%s 2)",
        "(win-needs%s you 5)", "(artifacts-allowed%s (is Artifact))",
    };
    for (size_t a = 0; a < countof(guarded); a++) {
        with_clause(ability, sizeof ability, guarded[a], "");
        text_of(event, ability, before);
        with_clause(ability, sizeof ability, guarded[a], " (guard (ahead you))");
        text_of(event, ability, after);
        if (!strcmp(before, after))
            COMPLAIN("the guard does not show in %s: \"%s\"", ability, after);
    }
    assert_int_equal(complaints, 0);
}

static void test_a_small_buffer_is_not_overrun(void **state)
{
    (void)state;
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    char card[600], text[10] = "123456789", whole[200];
    snprintf(card, sizeof card, "%s (static self (gain Law))\nend\n", personnel);
    assert_true(cards_read(cat, "test", str_of(card), &err));
    Out small = { text, 6, 0 }, large = { whole, sizeof whole, 0 };
    render_card_text(cat, &cat->def[cat->def_count - 1], &small);
    render_card_text(cat, &cat->def[cat->def_count - 1], &large);
    assert_string_equal(text, "This ");
    assert_string_equal(text + 6, "789");
    assert_int_equal(small.len, large.len);
    render_all(cat);
    assert_string_equal(cat->def[cat->def_count - 1].text, whole);
    catalogue_free(cat);
}

/* The examples of the reference: each block that begins with a card is followed by "> " and the text of that card. */
static void test_examples_of_the_reference_are_true(void **state)
{
    (void)state;
    static char page[200000], card[ROOM], text[ROOM], english[ROOM];
    FILE *file = fopen("docs/card-language.md", "rb");
    assert_non_null(file);
    size_t size = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    page[size] = '\0';
    int examples = 0;
    for (const char *at = strstr(page, "```\ncard \""); at; at = strstr(at, "```\ncard \"")) {
        const char *end = strstr(at + 4, "```"), *quote = end ? strstr(end, "\n> ") : NULL;
        if (!quote)
            fail_msg("no English follows the card at byte %d", (int)(at - page));
        const char *words = quote ? quote + 3 : "";
        snprintf(card, sizeof card, "%.*s", (int)(end - at - 4), at + 4);
        snprintf(english, sizeof english, "%.*s", (int)strcspn(words, "\n"), words);
        card_text(card, text);
        assert_string_equal(text, english);
        examples++;
        at = end;
    }
    assert_true(examples >= 10);
}

/* What the first node of that kind asks about. */
static void choice_of(const char *abilities, uint16_t op, int mode, char *out)
{
    char card[ROOM];
    snprintf(card, sizeof card, "%s %s\nend\n", event, abilities);
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    if (!cards_read(cat, "test", str_of(card), &err))
        fail_msg("%s\n%s", err.text, card);
    NodeId node = 1;
    while (node < (NodeId)cat->node_count && cat->node[node].op != op)
        node++;
    assert_true(node < (NodeId)cat->node_count);
    Out text = { out, ROOM, 0 };
    out[0] = '\0';
    render_choice(cat, &cat->def[cat->def_count - 1], node, mode, &text);
    catalogue_free(cat);
}

static void test_a_choice_has_words_of_its_own(void **state)
{
    (void)state;
    static char text[ROOM];
    static const char may[] = "(resolve (you-may you (draw you 1)))", paid[] = "(resolve (you-may you (cost (lose you 5)) (draw you 2)))";
    static const char modes[] = "(resolve (choose-one you (draw you 2) (shuffle-deck you)))";
    choice_of(may, NODE_MAY_DO, -1, text);
    assert_string_equal(text, "draw a card");
    choice_of(paid, NODE_MAY_DO, -1, text);
    assert_string_equal(text, "lose 5 points to draw two cards");
    choice_of(modes, NODE_MODAL, 0, text);
    assert_string_equal(text, "draw two cards");
    choice_of(modes, NODE_MODAL, 1, text);
    assert_string_equal(text, "shuffle your deck");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noun_phrases),
        cmocka_unit_test(test_spoken_of), cmocka_unit_test(test_places), cmocka_unit_test(test_amounts), cmocka_unit_test(test_abilities),
        cmocka_unit_test(test_dilemmas),
        cmocka_unit_test(test_words_of_the_first_edition), cmocka_unit_test(test_keywords_come_first),
        cmocka_unit_test(test_requirements_read_back),
        cmocka_unit_test(test_every_node_speaks),
        cmocka_unit_test(test_every_part_shows),
        cmocka_unit_test(test_every_event_shows_its_parts),
        cmocka_unit_test(test_every_clause_shows),
        cmocka_unit_test(test_a_small_buffer_is_not_overrun),
        cmocka_unit_test(test_examples_of_the_reference_are_true),
        cmocka_unit_test(test_a_choice_has_words_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
