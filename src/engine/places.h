/* What a view says of the places of a game with spacelines (view.c writes the rest). */
#ifndef SPACELINE_PLACES_H
#define SPACELINE_PLACES_H

bool        has_spacelines(const Game *);
void        place_json(const sl_game *, int viewer, CardId, Out *);     /* of a location, ship or facility in play: further keys of its object */
void        group_json(const sl_game *, int viewer, CardId mission, Out *);     /* the same of a mission where there are none: its teams */
void        who_attempts_json(const CardDef *, const MissionEnd *, Out *);   /* who may attempt a mission; nothing where nobody does */
const char *line_name(int line);                                       /* "Alpha" …; "Time": the time locations, which lie on none */

#endif
