/* Feeds any bytes to the reader of card files.  Whatever comes: a catalogue, or one line that says what is wrong; and what was
 * read can be printed. */
#include "effect/effect.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_everything(const Catalogue *cat)
{
    char text[4096];
    for (int i = 0; i < cat->ability_count; i++) {
        Out out = { text, sizeof text, 0 };
        effect_print(cat, cat->ability[i].node, &out);
    }
    for (int i = 0; i < 2 * cat->mission_count; i++) {
        Out out = { text, sizeof text, 0 };
        NodeId requirement = cat->mission[i / 2].end[i % 2].requirement;
        if (requirement)
            effect_print(cat, requirement, &out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Catalogue *cat = catalogue_new();
    Error err = { "" };
    if (cards_read(cat, "fuzz", (Str){ (const char *)data, size }, &err))
        print_everything(cat);
    else if (!err.text[0] || cat->def_count != 1 || cat->ability_count || strchr(err.text, '\n'))
        abort();
    catalogue_free(cat);
    return 0;
}
