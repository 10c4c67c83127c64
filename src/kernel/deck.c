/* What is found wrong with a deck. */
#include "kernel/deck.h"

#include <stdarg.h>

sl_problem *deck_problem(DeckCheck *c, Citation rule, const char *code, const char *format, ...)
{
    sl_problem *p = c->problems < c->room ? &c->out[c->problems] : &c->spare;
    *p = (sl_problem){ .cite = rule, .code = code };
    va_list args;
    va_start(args, format);
    vsnprintf(p->text, sizeof p->text, format, args);
    va_end(args);
    c->problems++;
    return p;
}

void deck_concern(sl_problem *p, int def)
{
    for (size_t i = 0; i < countof(p->defs); i++) {
        if (p->defs[i] == def)
            return;
        if (p->defs[i] == 0) {
            p->defs[i] = def;
            return;
        }
    }
}

bool deck_named_before(const DeckCheck *c, int entry)
{
    for (int k = 0; k < entry; k++)
        if (c->entry[k].def == c->entry[entry].def)
            return true;
    return false;
}
