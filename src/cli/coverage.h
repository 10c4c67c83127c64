/* Which rulings the scenes show, and whether each is really what makes them pass. */
#ifndef SPACELINE_COVERAGE_H
#define SPACELINE_COVERAGE_H

#include "cli/cli.h"

typedef enum {
    COVERAGE_CITED,                            /* a ruling is enforced when a passing scene that names it saw it cited */
    COVERAGE_PROOF,                            /* and one of its scenes fails with the ruling switched off */
} CoverageKind;

typedef struct { int edition, date; } RulingsWanted;           /* 0: any; only those in force on that day */

bool is_wanted(const RulingsWanted *, const sl_ruling *);

int coverage(const Cli *, const Data *, const RulingsWanted *, CoverageKind);

#endif
