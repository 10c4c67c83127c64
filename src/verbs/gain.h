/* What everything that gives a skill does before and behind it, whether the text names the skill or a player chooses one. */
#ifndef SPACELINE_VERBS_GAIN_H
#define SPACELINE_VERBS_GAIN_H

#include "verbs/verbs.h"

int  paid_mark(const Game *, const Frame *);                        /* GAINED_BY_PAYING or 0: whether what happens now was paid for */
void end_until_again(Game *, const Frame *, int until);

/* Texts answer that these are about to gain a skill; those in g->picked gain it then. */
#define ABOUT_TO_GAIN_SKILL(who_, skill_)                                                     \
    do { g->picked = (who_);                                                                  \
         if (event_heard(g, EVENT_ABOUT_TO_GAIN))                                             \
             RESPOND(f->player, (who_), (Window){ .event = EVENT_ABOUT_TO_GAIN, .actor = f->player, .cause = source_of(g, f), .number = (int16_t)((skill_) | paid_mark(g, f)) }); } while (0)

#endif
