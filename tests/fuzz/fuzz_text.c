/* Any bytes are read as a printed text, and as one of our own, of a card of any type, with the whole grammar: never a crash, never a leak, never without
 * an end; what is understood is written back in English. */
#include "../builtin.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const type[] = { "personnel", "ship", "equipment", "event", "interrupt", "dilemma", "mission", "headquarters" };
    static sl_library *lib;
    sl_error err = { "" };
    if (!lib && !(lib = builtin_library(&err)))
        abort();
    if (size < 1 || size > 2000)
        return 0;
    char *text = malloc(size);
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    sl_explanation *e = sl_explain(lib, SL_SECOND_EDITION, type[data[0] % 8], "", text, &err);
    if (e && sl_explained(e) && sl_explained_effects(e)[0] && !sl_explained_text(e)[0])
        abort();
    sl_explanation_free(e);
    free(text);
    return 0;
}
