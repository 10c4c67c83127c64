/* The reasons why somebody may not do something, as an edition collects them when it is asked. */
#ifndef SPACELINE_REASONS_H
#define SPACELINE_REASONS_H

#include "verbs/verbs.h"

/* The question, and the rules that were found to stand in the way.  first: one of them is enough, as where an option is to be offered or not.
 * open: asked by somebody who knows all cards, as the author of a scene does. */
typedef struct { const Game *g; int player; Option asked; Refusal *out; int room, count; bool first, open; } Reasons;

static inline bool reason_is_told(const Reasons *r, Citation why, CardId by)
{
    for (int i = 0; i < r->count; i++)
        if (r->out[i].cite == why && (by == NO_CARD || r->out[i].card == by))
            return true;
    return false;
}

/* Each rule is told once for each card whose text brings it up, a ruling only while it is in force; CITE_NONE says nothing.  True: nothing more need be asked. */
static inline bool reason_tell(Reasons *r, Citation why, CardId by)
{
    bool off = why == CITE_NONE || (citation_is_ruling(why) && !in_force(r->g, why));
    if (!off && r->count < r->room && !reason_is_told(r, why, by))
        r->out[r->count++] = (Refusal){ r->asked, why, by };
    return r->first && r->count > 0;
}

/* Tells a rule if it stands in the way.  True: nothing more need be asked. */
static inline bool reason_if(Reasons *r, bool so, Citation why)
{
    return so && reason_tell(r, why, NO_CARD);
}

/* Asks a question for the first rule that stands in the way, and the card by whose text; CITE_NONE: none does. */
static inline Citation main_reason_by(const Game *g, int player, Option asked, void (*ask)(Reasons *), CardId *by)
{
    Refusal one;
    one.card = NO_CARD;
    Reasons r = { .g = g, .player = player, .asked = asked, .out = &one, .room = 1, .first = true };
    ask(&r);
    *by = one.card;
    return r.count ? one.cite : CITE_NONE;
}

static inline Citation main_reason(const Game *g, int player, Option asked, void (*ask)(Reasons *))
{
    CardId by;
    return main_reason_by(g, player, asked, ask, &by);
}

/* The one who asks may know this card. */
static inline bool reason_sees(const Reasons *r, CardId id)
{
    return r->open || r->g->card[id].known >> r->player & 1;
}

/* The question is which cards. */
static inline bool is_choice(int decision)
{
    return decision == SL_DECIDE_CARD || decision == SL_DECIDE_SET || decision == SL_DECIDE_DISCARD || decision == SL_DECIDE_ORDERING;
}

void ask_order_text(Reasons *, CardId, int ability);        /* respond.c */
void ask_response_again(Reasons *, CardId, int ability);

#endif
