/* Finding, reading and running scenes. */
#include "cli/suite.h"

#include <stdlib.h>

bool suite_load(Suite *suite, char *const *files_or_folders, int count, sl_error *err)
{
    *suite = (Suite){ 0 };
    for (int i = 0; i < count; i++)
        if (!paths_collect(&suite->paths, files_or_folders[i], ".scene", err))
            return false;
    if (suite->paths.count == 0)
        return fail(err, "%.200s: no .scene file in it", count ? files_or_folders[0] : ".");
    suite->file = calloc((size_t)suite->paths.count, sizeof *suite->file);
    suite->report = calloc((size_t)suite->paths.count, sizeof *suite->report);
    if (!suite->file || !suite->report)
        return false;
    for (int i = 0; i < suite->paths.count; i++) {
        SceneReport *report = &suite->report[i];
        sl_error why = { "" };
        if (file_read(suite->paths.path[i], &suite->file[i], &why))
            continue;
        report->bad_input = true;                /* it stays one failure among the others */
        snprintf(report->why, sizeof report->why, "%s", why.text);
        snprintf(report->text, sizeof report->text, "%s", why.text);
    }
    return true;
}

/* Prints what each line added to the log. */
typedef struct { const char *file; long told; } Telling;

static bool tell_log(void *to, const SceneStep *step)
{
    Telling *t = to;
    for (long newest = sl_game_events(step->game); t->told < newest;) {
        char text[400] = "";
        sl_game_event_text(step->game, SL_OPEN, ++t->told, text, sizeof text);
        if (text[0])
            printf("%s:%d: %s\n", t->file, step->line, text);
    }
    return true;
}

void suite_run(Suite *suite, const Data *data, bool log, bool stop)
{
    bool bar = progress_wanted();
    for (int i = 0; i < suite->paths.count && !(stop && suite->failed + suite->bad > 0); i++) {
        const sl_file *file = &suite->file[i];
        SceneReport *report = &suite->report[i];
        Telling telling = { .file = suite->paths.path[i] };
        SceneHow how = { .twin = true, .work = SCENE_WORK, .told = log ? tell_log : NULL, .to = &telling };
        bool passed = !report->bad_input && scene_run_so(data->library, file->name, file->data, file->size, &how, report);
        suite->ran++;
        suite->passed += passed;
        suite->bad += !passed && report->bad_input;
        suite->failed += !passed && !report->bad_input;
        if (bar)
            progress_bar("scenes", i + 1, suite->paths.count);
    }
    if (bar)
        progress_done();
}

bool suite_complain(const Suite *suite)
{
    for (int i = 0; i < suite->ran; i++)
        if (suite->report[i].bad_input)
            complain("%s", suite->report[i].text);
    return suite->bad > 0;
}

bool suite_passes_without(const Suite *suite, const Data *data, int scene, int without)
{
    SceneReport report;
    const sl_file *file = &suite->file[scene];
    return scene_run(data->library, file->name, file->data, file->size, without, &report);
}

void suite_free(Suite *suite)
{
    for (int i = 0; suite->file && i < suite->paths.count; i++)
        file_free(&suite->file[i]);
    free(suite->file);
    free(suite->report);
    paths_free(&suite->paths);
}
