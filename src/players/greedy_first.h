/* What the parts of the greedy player share in the First Edition: its eyes, and what they see of places and people. */
#ifndef SPACELINE_GREEDY_FIRST_H
#define SPACELINE_GREEDY_FIRST_H

#include "players/greedy.h"

enum { MOST_CARDS = 256, LINES = 4, NO_WAY = 1000 };

typedef struct { const sl_game *game; const sl_library *library; int me; } Eyes;

/* ---- greedy_first.c ---- */
bool sees(const Eyes *, int id, sl_card *card, sl_facts *facts);           /* false: we may not know which card it is */
bool is_of(const sl_facts *, const char *type);
int  steps_between(const Eyes *, int a, int b);                            /* locations on the way from one to the other; NO_WAY: on another spaceline */
int  people_at(const Eyes *, int place, int *out, int room);               /* ours who can act aboard it or on it */

/* Cards that we have not seen; what people lack against those that we have, and whether that costs lives. */
typedef struct { int hidden, lacking; bool deadly; } Beneath;
Beneath beneath(const Eyes *, int mission, const int *ids, int count);

/* ---- greedy_scout.c ---- */
int  scouting_target(const Eyes *);                                        /* of our current objective, a location; 0: none */
int  worth_of_target(const Eyes *, int location);                          /* to scout it; below 0: none of our ships gets there */
int  worth_of_objective(const Eyes *, sl_option);                          /* to turn it up, aimed at the target; to play it */
int  worth_of_scouting(const Eyes *, sl_option);

#endif
