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

enum {
    SCENE_CITES = 32, SCENE_WORDS = 2000,
    SCENE_WORK = 500000,                       /* steps of the engine that a small play may take */
};

typedef struct {
    char id[64];                               /* a ruling or rule that the scene names … */
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

/* What became of one line, told as soon as it was read into the table or played. */
typedef struct {
    int  line;
    bool expects;                              /* it says what must be true, and does nothing */
    bool holds;
    const char *why;                           /* "" when it holds */
    const sl_game *game;                       /* as the line left it; with the scene's own cards in its library */
} SceneStep;

/* How to run a scene; all zero: as it stands. */
typedef struct {
    int  without_ruling;                       /* index of a ruling plus one that is switched off; 0: none */
    int  date;                                 /* yyyymmdd, instead of the scene's own rules date; 0: that one */
    bool go_on;                                /* past an expectation that does not hold; the report is about the first */
    bool twin;                                 /* beside the game two more get the same answers: see twin.c */
    long work;                                 /* that the game may do, in steps of the engine, before it is given up; 0: as much as it takes */
    int  patience;                             /* answers and tries in all before it is given up; 0: as many as it takes */
    bool (*told)(void *to, const SceneStep *); /* after each line; false ends the scene, as one that takes too long */
    void *to;
} SceneHow;

/* Runs the scene in text; file is its name in messages.  Citing a ruling that is switched off is not demanded, so that only what
 * happens in play can fail the scene.  Returns out->passed. */
bool scene_run_so(const sl_library *, const char *file, const char *text, size_t size, const SceneHow *, SceneReport *out);
bool scene_run(const sl_library *, const char *file, const char *text, size_t size, int without_ruling, SceneReport *out);

/* What a scene says of itself, without running it: title and cites of the report.  False when it cannot be read. */
bool scene_about(const char *file, const char *text, size_t size, SceneReport *out);

#endif
