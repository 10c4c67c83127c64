/* What was found out about a game and is kept: no part of its state.
 *
 * There is one rule.  Every door raises the generation, and what is kept is good while the generation is still the one it was found in.  Only who is
 * where, and what depends on nothing else, is kept longer, by place (place_stamp, stamp_of_location), and who listens to what, until somebody comes who does or goes.  The check build finds everything kept anew and compares (KEPT, in doors.h). */
#ifndef SPACELINE_CACHE_H
#define SPACELINE_CACHE_H

#include "kernel/cardset.h"
#include "kernel/zones.h"

/* A set of continuous texts: a bit for each of Game.statics. */
typedef struct { uint64_t word[MAX_STATICS / 64]; } TextSet;

/* What is known of a continuous text in this generation: whether it holds; how much its first modifiers give, as far as `amounts` has a bit for
 * them; and, for as many texts as there is room for, whom it reaches. */
typedef struct {
    uint64_t when;
    bool     holds, busy;                      /* busy: it is being found out */
    uint8_t  amounts, reach;                   /* reach: index + 1 into Cache.reach; 0: not asked yet, or no room */
    int16_t  amount[TEXT_AMOUNTS];
} TextNow;

/* Of the cards that a text was asked about, those it reaches. */
typedef struct { CardSet asked, reached; } Reached;

/* Which continuous text asks for values now: it does not see all others of its cycle (verbs/statics.c).  cycle 0: no text in a cycle asks. */
typedef struct { uint16_t cycle, text; uint32_t place; } Asker;

/* Who and what is at a place: aboard a ship, or on the surface of a mission.  A bit per player who commands such cards. */
typedef struct {
    uint64_t stamp, staffed_stamp;             /* see place_stamp */
    uint8_t  there, able, beamable;            /* any card; unstopped personnel; unstopped personnel or equipment */
    uint8_t  orbit, ships;                     /* missions: ships in orbit, and how many */
    bool     staffed;                          /* ships; by its own stamp, for icons can change without anybody moving */
    uint8_t  common[2];                        /* an affiliation that all of a player there have in common, as icon + 1; found by the edition */
} Crew;

enum { NOT_FOUND_YET = 255 };                  /* Crew.common */

/* An option as it lies in the state, where there may be hundreds: verb and card share a word.  Only option_pack and option_unpack read and write it. */
typedef struct { uint16_t what; CardId target; int16_t number; } PackedOption;

/* Options that were found for a player at one place (KEEP_OPTIONS): `count` of KeptLists.option from `first` on, where there is room for so many. */
typedef struct { uint64_t stamp; CardId place; uint16_t first; uint8_t count, room; } KeptOptions;

/* By list, player and place.  When there is no room for more options, everything is forgotten. */
enum { KEPT_WAYS, KEPT_ATTEMPTS, KEPT_BATTLES, KEPT_LISTS };
enum { KEPT_PLAYERS = 2, KEPT_PLACES = 16, MAX_KEPT = 240 };
typedef struct {
    KeptOptions at[KEPT_LISTS][KEPT_PLAYERS][KEPT_PLACES];
    uint16_t count;
    PackedOption option[MAX_KEPT];
} KeptLists;

/* The missions in the order of the rows, as ships see them. */
typedef struct { CardId mission; int16_t span, quadrant; } Stop;
typedef struct { int count; Stop stop[MAX_MISSIONS]; } Route;

/* The texts that let a player play cards somewhere now. */
typedef struct { CardId place; NodeId filter; } Permit;
typedef struct {
    uint64_t when;                             /* the generation, or the stamp of all cards in play that give some (permits_stamp) if these permits are lasting */
    int      count;
    bool     more, lasting;                    /* more: than there was room to keep; lasting: no condition or limit stands with any of them */
    Permit   permit[MAX_PERMITS];
} Permits;

/* How many cards were counted by a filter whose answer stands on the cards of one place (verbs/counted.c), until there were enough; place and
 * self: what has moved or changed there, and with the card whose text asks (Cache.stirred, stirred_in, stirred_play). */
typedef struct {
    NodeId   asked;
    CardId   asker;
    uint8_t  you, pass;
    uint32_t copies, place, self;
    uint16_t enough, found;                    /* found: the answer; all before it is the question */
} Counted;
enum { COUNTS_KEPT = 64 };

/* The cards in play that respond to an event when it happens to others, and the types of those others; stamp: see Cache.listening. */
typedef struct { uint64_t stamp; int event; TypeSet types; CardSet cards; } Listeners;
enum { LISTENERS_KEPT = 16 };

/* Answers that cost something, each with the generation it was found in. */
typedef struct {
    uint64_t generation;
    uint64_t copies;                           /* how often this became another game, or treaties changed, in the upper half and under a top bit that is set: see stamp_of */
    bool     confining;                        /* whether somebody is confined is being found out: see is_kept_from_skills */
    bool     checking;                         /* something kept is being found anew */
    uint8_t  full;                             /* a capacity that was not enough for a look at the table: the game ends at its next decision */
    uint32_t rows;                             /* how often a card has come to or left a row */
    uint32_t stirred_in[ZONE_COUNT];           /* how often a card that lies in a zone and at no card has come, gone or changed … */
    uint32_t stirred_play;                     /* … and how often some card has come into play, left it, got another commander, become a captive, or been marked … */
    uint32_t stirred_permits;                  /* … that lets cards be played there */
    union {                                    /* what an edition keeps; a game is of one */
        struct {                               /* the Second */
            uint64_t contact_when[PLAYERS][2];
            CardSet  contact[PLAYERS][2];      /* whose cards can fight */
            uint64_t meeting_when[PLAYERS][2];
            uint8_t  meeting[PLAYERS][2];      /* whether players meet in combat or orbit */
            Permits  permits[PLAYERS];
            uint64_t recalls_stamp[PLAYERS];   /* by the changes of discard piles … */
            bool     recalls[PLAYERS];         /* … whether one of a player's cards there can be played */
            uint64_t route_stamp;              /* by generation if texts change spans, else by the changes of the rows … */
            uint64_t spans_when;               /* … where some missions change their own, these are asked for again in each generation */
            Route    route;
        };
        struct {                               /* the First */
            uint64_t objective_when[PLAYERS];
            CardId   objective[PLAYERS];       /* the one that names a target now */
        };
    };
    KeptLists kept;                            /* by location: who beams where, who attempts, who attacks on the planet */
    uint64_t reach_when;                       /* the generation of the reaches below … */
    uint16_t reach_count;                      /* … and how many of them are taken */
    Asker    asker;
    bool     assuming;                         /* the reach of a text that is taken for held is being asked for */
    uint32_t listening;                        /* how often a card that responds to something has come into play or left it */
    uint16_t texts_found;                      /* the sets of texts below know the first so many statics */
    /* From here on cleared as cards and texts come: see cache_clear. */
    TextSet  texts_giving[MOD_KINDS];          /* by kind of modifier … */
    TextSet  texts_on_skill[SKILL_COUNT], texts_on_attribute[2 * ATTRIBUTE_COUNT];     /* … and by what they change */
    TextSet  texts_self_fed;                   /* … those that feed their own condition … */
    TextSet  texts_silencing, texts_on_icons;  /* … that make other texts silent, that change icons … */
    TextSet  texts_of_rules;                   /* … and those that change a rule and no card */
    TextNow  text[MAX_STATICS];
    Counted  counted[COUNTS_KEPT];             /* each at the number that the filter and the asker give */
    Listeners far[LISTENERS_KEPT];             /* each at the number of its event */
    Reached  reach[MAX_REACHES];               /* each cleared when a text takes it */
    uint32_t stirred[MAX_CARDS];               /* how often a card, or one at, aboard or on it, has moved or changed; at times too often … */
    uint32_t stirred_within[MAX_CARDS];        /* … and with all that is aboard or on these in turn */
    Crew     crew[MAX_CARDS];
} Cache;

#endif
