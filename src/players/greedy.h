/* The greedy player's view of the table, and the judgements its parts share.
 *
 * The player keeps nothing between answers.  At each decision it reads what it may know into a Table, a plain value on the
 * stack: its missions (sites), its ships, its people.  A crew is a list of card ids.  Worth is in rough points without a unit:
 * only comparisons matter.  Nothing here allocates or looks at a card whose def the viewer may not know. */
#ifndef SPACELINE_GREEDY_H
#define SPACELINE_GREEDY_H

#include "players/players.h"

enum { MOST_PEOPLE = 96, MOST_SHIPS = 16, MOST_SITES = 8, MOST_SKILLS = 64, SAMPLES = 12 };

typedef struct {
    int  id, at, ship;                          /* at: mission; ship: the one it is aboard, 0 on the surface */
    bool stopped;
} Person;

typedef struct {
    int  id, at, range, left;                   /* Range in all, and what is left of it in this turn */
    int  need_cmd, need_stf;
    sl_icons affiliation;                       /* icon bits of which one person aboard must have one */
    bool stopped;
} Ship;

typedef struct {
    int  id, points, beneath;
    int  means;                                 /* by which we attempt it: 0 printed, else ability + 1 */
    bool headquarters, space, complete, open;   /* open: we have people who may attempt it, and it is still to be done */
    sl_icons attempts; bool attempts_any;       /* who may */
    int  other;                                 /* what the means asks for: see sl_requirement_lacks */
    int  asks[MOST_SKILLS];                     /* not 0: the printed requirement names that skill */
} Site;

typedef struct {
    const sl_game *game;
    const sl_library *library;
    int    me, home;                            /* home: our headquarters; 0 if none */
    Site   site[MOST_SITES];
    Ship   ship[MOST_SHIPS];
    Person person[MOST_PEOPLE];
    int    sites, ships, people, points, kinds; /* kinds: completed, bit 0 planet, bit 1 space */
} Table;

typedef struct { int id[MOST_PEOPLE]; int count; } Crew;

/* ---- greedy_table.c ---- */
void table_read(Table *, const sl_game *, int me);
Site *table_site(Table *, int mission);                            /* NULL: not one of ours */
int  icon_named(const char *);                                     /* its number; 0: there is none */
bool can_staff(const Table *, const Ship *, const Crew *);
bool has_useful_ship(const Table *);                               /* at home, or with people who can bring it there */
Crew crew_mine(const Table *);                                     /* all we command, wherever they are */
void crew_add(Crew *, int id);
int  lacks(const Table *, const Site *, const Crew *);             /* 0: the crew would complete it */
int  chance(const Table *, const Site *, const Crew *);            /* 0 … SAMPLES, after the dilemmas we must expect */
int  site_weight(const Table *, const Site *);                     /* what completing it brings us towards winning */
int  card_worth(Table *, int id);                                  /* of any card that we may know; a middling guess else */

/* ---- greedy_text.c ---- */
bool ability_summary(const Table *, int card, int ability, sl_summary *out);   /* false, and empty, of a card that we may not know */
int  text_worth(const sl_summary *);                               /* of carrying out a text, its costs taken off */
bool text_ends(const sl_summary *);                                /* it cannot be used without end */
bool text_discards_ship(const sl_summary *);
int  dilemma_worth(const Table *, const sl_summary *, const sl_sums *known, int group);
int  mode_worth(const sl_summary *, int mode);
void sums_add(sl_sums *, const Table *, int id);

/* ---- greedy_orders.c, greedy_play.c, greedy.c ---- */
int  best_text(const Table *);                                     /* the option to use a text that pays; -1: none does */
int  choose_order(Table *);
int  choose_play(Table *);

/* ---- greedy_first.c ---- */
int  choose_first_edition(const sl_game *, const sl_decision *);   /* what to seed, what to report, which order to give */
int  respond_first_edition(const sl_game *, const sl_decision *);  /* the option to play a card that nullifies what is in our way; -1: none */
int  first_edition_worth(const sl_game *, int me, int id, int asker);   /* of a card that we may know, to the text that asks; a middling guess else */

#endif
