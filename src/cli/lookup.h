/* What the look-ups of rules and rulings share. */
#ifndef SPACELINE_LOOKUP_H
#define SPACELINE_LOOKUP_H

#include "cli/cli.h"

int  search_rules(const Cli *, const Data *, sl_scope);        /* the words of the command line behind "search"; the exit code */
void json_ruling(Json *, const sl_ruling *);
void ruling_row(const char *mark, const sl_ruling *);          /* a line for a list */
void json_parts(Json *, const char *list, const char *between);   /* the texts of a list, inside an array */
void print_scenes_of(const Data *, const char *id);            /* the scenes that cite it, for people */

#endif
