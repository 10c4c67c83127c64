/* Any bytes are read as a scene and, when they are one, run on a small catalogue, with a look at the table after each line: never a
 * crash, never a leak, never without an end, and what is not passed says why in one line. */
#include "scene/scene.h"
#include "library.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cards[] =
    "card \"Homeworld\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n"
    " (permit-play (icon Kli) (icon NA) (type equipment))\nend\n"
    "card \"Moon\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt Kli\n requires Honor\nend\n"
    "card \"Cloud\"\n type mission\n kind space\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Engineer\nend\n"
    "card \"Kahn\"\n type personnel\n unique\n cost 2\n affiliation Klingon\n icons Cmd\n species Klingon\n"
    " skills Honor, Officer\n attributes 5 5 6\nend\n"
    "card \"Ship\"\n type ship\n cost 4\n affiliation Klingon\n staff Cmd\n class \"Bird\"\n attributes 8 7 7\nend\n"
    "card \"Trap\"\n type dilemma\n kind dual\n cost 2\n (resolve (stop (random 1 facing-group)))\nend\n";

static const sl_library *library(void)
{
    return library_of(cards, sizeof cards - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool look(void *to, const SceneStep *step)
{
    char text[2000];
    (void)to;
    for (int viewer = SL_OPEN; viewer <= SL_WATCHER; viewer++)
        sl_game_view(step->game, viewer, text, sizeof text);
    if (!step->why || step->holds != !step->why[0])
        abort();
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static SceneReport report;
    const SceneHow how = { .go_on = true, .patience = 20000, .told = look };
    bool passed = scene_run_so(library(), "fuzz", (const char *)data, size, &how, &report);
    if (passed != report.passed || (!passed && (!report.why[0] || strchr(report.text, '\n'))))
        abort();
    return 0;
}
