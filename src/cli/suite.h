/* A set of scenes: found, read and run.  The suite owns the files and reports; suite_free frees them. */
#ifndef SPACELINE_SUITE_H
#define SPACELINE_SUITE_H

#include "cli/cli.h"
#include "scene/scene.h"

typedef struct {
    Paths paths;
    sl_file *file;                             /* as many as paths.count, like report */
    SceneReport *report;
    int ran, passed, failed, bad;                   /* bad: the file cannot be read, or its text is wrong */
} Suite;

bool suite_load(Suite *, char *const *files_or_folders, int count, sl_error *);
void suite_run(Suite *, const Data *, bool log, bool stop);  /* log: prints the log of each; stop: at the first that does not pass */
bool suite_complain(const Suite *);            /* a line for each scene whose text is wrong; false when none is */
void suite_free(Suite *);

/* The scene once more, with a ruling (index + 1) switched off: whether it still passes. */
bool suite_passes_without(const Suite *, const Data *, int scene, int without);

#endif
