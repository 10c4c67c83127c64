/* What the verbs that move cards share among themselves. */
#ifndef SPACELINE_HAPPEN_H
#define SPACELINE_HAPPEN_H

#include "spaceline.h"
#include "verbs/verbs.h"

void leave_group(Game *g, CardId id);  /* it attempts no more; remembered if an opponent did it */
void leave_attempt(Game *g, CardId id);  /* … or it was the ship */
void fights_no_more(Game *g, CardId id);  /* unless the battle is decided */
CardSet commanded_among(const Game *g, const CardSet *set);  /* those in play, and what is on or aboard them */
CardSet about_to_be_lost(const Game *g, const CardSet *leaving);  /* those who leave play, and who is aboard them and could be kept */
void keep_others_aboard(Game *g, const CardSet *leaving, const CardSet *lost);  /* of those aboard them, who is not to be lost goes where he can be */
int32_t carried_out(Game *g, const Frame *f, NodeId selection, int found, int32_t happened);  /* whether a text was done as it says */
void ship_leaves_attempt(Game *g, CardId ship);  /* with its crew */

#endif
