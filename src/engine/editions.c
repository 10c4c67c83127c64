/* The table of editions, and the table of all their procedures.  Nothing else outside their folders knows an edition by name. */
#include "engine/engine.h"
#include "first/first.h"
#include "second/second.h"

Proc *const proc_run[PROC_COUNT] = {
#define PROC(name) [PROC_##name] = name,
#include "verbs/procs.def"
#include "second/procs.def"
#include "first/procs.def"
#undef PROC
};

static_assert((int)PROCS_OF_VERBS_END <= (int)PROCS_OF_SECOND && (int)PROCS_OF_SECOND_END <= (int)PROCS_OF_FIRST
              && (int)PROCS_OF_FIRST_END <= (int)PROC_COUNT, "numbers of procedures overlap");

/* Those that have rules here. */
static const Edition *const edition_table[] = { &second_edition, &first_edition };

const Edition *edition_of(int id)
{
    for (size_t i = 0; i < countof(edition_table); i++)
        if ((int)edition_table[i]->id == id)
            return edition_table[i];
    return NULL;
}

const Edition *edition_named(Str name)
{
    for (size_t i = 0; i < countof(edition_table); i++)
        if (str_eq(name, str_of(edition_table[i]->name)))
            return edition_table[i];
    return NULL;
}

void editions_that_play(char *out, size_t size)
{
    Out text = { out, size, 0 };
    for (size_t i = 0; i < countof(edition_table); i++)
        if (edition_table[i]->offered)
            out_text(&text, "%s%s (%s)", i ? " and " : "", edition_table[i]->title, edition_table[i]->name);
}
