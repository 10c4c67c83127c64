/* What the two walks through our own English share: own.c has who speaks and acts, own_spoken.c which cards have been spoken of. */
#ifndef SPACELINE_TEXT_OWN_H
#define SPACELINE_TEXT_OWN_H

#include "text/inside.h"

enum { MOST_SPOKEN = 24 };

/* fixed: that, cause; else the selection, or the let that names it; done: what it may be called by */
typedef struct { Tree *slot; const char *fixed; CardType type; bool many; const char *done; } Spoken;

typedef struct {
    Arena *arena;
    const Lexicon *lex;
    CardType card;
    Spoken spoken[MOST_SPOKEN];
    int    count, names;
    CardType that, cause;
    bool   in_event;
    bool   aboard;                             /* the text acts while this personnel is aboard a ship: "that ship" */
    const char *unbound;
} Own;

void  own_become(Tree *, Tree *other);
Tree *own_pair(Arena *, const char *word, Tree *, Tree *);
Tree *own_alone(Arena *, const Tree *);                         /* a copy without what stands behind it */
void  own_add_part(Own *, Tree *filter, Tree *part);
const char *own_name(Own *);
void  own_refer(Own *, Tree *);                                 /* who is meant by each "that personnel" of an ability */

#endif
