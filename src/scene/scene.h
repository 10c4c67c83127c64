/* Scenes: the rules as small plays (docs/scenes.md).
 *
 * A scene sets a table up, plays a few lines on it and says what must be true.  Reading and running are one call: the text is
 * read as a whole first, so that a slip of the pen on its last line is bad input and not a failed rule.  The runner stands on
 * the public interface alone and answers only what the engine offers; it has no way to make an illegal thing happen.
 *
 * No files in here: the caller loads them.  A SceneReport owns nothing and may be copied. */
#ifndef SPACELINE_SCENE_H
#define SPACELINE_SCENE_H

#include "spaceline.h"

enum { SCENE_CITES = 32, SCENE_WORDS = 2000 };

typedef struct {
    char id[64];                               /* a ruling the scene says it is about … */
    bool cited;                                /* … and whether the engine cited it while the scene ran */
} SceneCite;

typedef struct {
    bool passed;
    bool bad_input;                            /* not passed, because the text itself is wrong: no answer about the rules */
    int  line, col;                            /* where it failed; col 0: the whole line */
    char why[SCENE_WORDS];                     /* one line, without the place; "" when passed */
    char text[SCENE_WORDS + 512];              /* the same with "FILE:LINE: " or "FILE:LINE:COL: " in front */
    char title[128];
    SceneCite cite[SCENE_CITES];
    int  cite_count;
} SceneReport;

/* Runs the scene in text; file is its name in messages.  without_ruling is the index of a ruling plus one that is switched off
 * (0: none); citing that ruling is then not demanded, so that only what happens in play can fail the scene.  Returns
 * out->passed. */
bool scene_run(const sl_library *, const char *file, const char *text, size_t size, int without_ruling, SceneReport *out);

#endif
