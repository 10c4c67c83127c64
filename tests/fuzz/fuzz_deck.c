/* Feeds any bytes to the reader of decks, on a small catalogue.  Whatever comes: a deck within its bounds that can be checked by
 * the rules of any time, or one line that says what is wrong. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cards[] =
    "card \"Homeworld\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n (only-headquarters)\nend\n"
    "card \"Moon\" \"Far Side\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Honor\nend\n"
    "card \"Moon\" \"Near Side\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Honor\nend\n"
    "card \"Ren\xC3\xA9\"\n type personnel\n cost 2\n affiliation Klingon\n species Klingon\n attributes 5 5 6\nend\n"
    "card \"Trap\"\n type dilemma\n kind dual\n cost 2\n (any-copies)\n (resolve (stop (random 1 facing-group)))\nend\n";

static const sl_library *library(void)
{
    return library_of(cards, sizeof cards - 1);
}

static void check(const sl_deck *deck, int date)
{
    sl_problem problem[4];
    int count = sl_deck_check(library(), deck, date, problem, 4);
    for (int i = 0; i < count && i < 4; i++)
        if (!problem[i].text[0] || !problem[i].code[0] || !sl_cite_id(problem[i].cite)[0])
            abort();
}

static void check_bounds(const sl_deck *deck)
{
    int total = 0;
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_deck_entry e = sl_deck_get(deck, i);
        if (e.def < 1 || e.def > sl_card_count(library()) || e.count < 1 || e.count > 99)
            abort();
        total += e.count;
    }
    if (total < 1 || total > 400)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sl_error err = { { 0 } };
    sl_file file = { "fuzz.txt", (const char *)data, size };
    sl_deck *deck = sl_deck_read(library(), SL_SECOND_EDITION, &file, &err);
    if (!deck != !!err.text[0] || strchr(err.text, '\n'))
        abort();
    if (deck) {
        check_bounds(deck);
        check(deck, 0);
        check(deck, 20130101);
    }
    sl_deck_free(deck);
    return 0;
}
