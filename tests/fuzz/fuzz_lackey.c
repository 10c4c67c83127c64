/* Any bytes as a card list, three ways: as they are; behind a good header; as two lists of one plugin.  Whatever comes: a library
 * whose cards can be shown, or one line that says what is wrong. */
#include "spaceline.h"

#include <stdlib.h>
#include <string.h>

static const char cards[] =
    "card \"Moon\" \"Far Side\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Honor\nend\n"
    "card \"Kahn\"\n type personnel\n cost 2\n affiliation Klingon\n species Klingon\n attributes 5 5 6\nend\n";
static const char head[] =
    "Name\tUnique\tCollectorsInfo\tType\tCost\tMission/DilemmaType\tSpan\tPoints\tQuadrant\tAffiliation\tIcons\tStaff\tKeywords\tClass\t"
    "Species\tSkills\tIntegrity/Range\tCunning/Weapons\tStrength/Shields\tText\n";

enum { ROOM = 1 << 16 };

static void read_lists(const sl_file *file, int count)
{
    sl_error err = { { 0 } };
    sl_library *lib = sl_library_lists(&(sl_file){ "fuzz.card", cards, sizeof cards - 1 }, 1, file, count, &err);
    if (!lib != !!err.text[0] || strchr(err.text, '\n'))
        abort();
    for (int def = 1; lib && def <= sl_card_count(lib); def++) {
        sl_facts facts;
        char text[4096];
        if (!sl_card_facts(lib, def, &facts) || !facts.name[0] || !facts.type[0] || (facts.unplayable && !facts.unplayable[0]))
            abort();
        sl_card_effects(lib, def, text, sizeof text);
        if (!sl_card_find(lib, facts.edition, facts.name))
            abort();
    }
    for (int i = 0; lib && i < sl_library_notes(lib); i++)
        if (!sl_library_note(lib, i)[0])
            abort();
    sl_library_free(lib);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[ROOM + sizeof head];
    if (size > ROOM)
        return 0;
    read_lists(&(sl_file){ "a.txt", (const char *)data, size }, 1);
    memcpy(text, head, sizeof head - 1);
    if (size)
        memcpy(text + sizeof head - 1, data, size);
    sl_file lists[] = { { "a.txt", text, sizeof head - 1 + size }, { "b.txt", text, sizeof head - 1 + size / 2 } };
    read_lists(lists, 2);
    return 0;
}
