/* The list of editions, and the list of all their procedures.  Nothing else outside their folders knows an edition by name. */
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
static const Edition *const edition_list[] = { &second_edition, &first_edition };

const Edition *edition_of(int id)
{
    for (size_t i = 0; i < countof(edition_list); i++)
        if ((int)edition_list[i]->id == id)
            return edition_list[i];
    return NULL;
}

const Edition *edition_named(Str name)
{
    for (size_t i = 0; i < countof(edition_list); i++)
        if (str_eq(name, str_of(edition_list[i]->name)))
            return edition_list[i];
    return NULL;
}

const char *sl_format_name(int edition, int format)
{
    static const char *const name[] = { "open", "otf", "modern", "velara" };
    int known = edition == EDITION_FIRST ? (int)countof(name) : 1;
    return format >= 0 && format < known ? name[format] : NULL;
}

void editions_that_play(char *out, size_t size)
{
    Out text = { out, size, 0 };
    for (size_t i = 0; i < countof(edition_list); i++)
        if (edition_list[i]->offered)
            out_text(&text, "%s%s (%s)", i ? " and " : "", edition_list[i]->title, edition_list[i]->name);
}
