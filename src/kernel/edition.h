/* What the shared code asks an edition to do.
 *
 * The kernel and the verbs know no edition by name.  Where the rules differ in their steps, an edition has a procedure in a slot; where
 * they differ in one fact, a number; where somebody outside asks about the table, a question.  Effects of card texts that every edition
 * carries out in its own way (playing a card, a battle, a download) are procedures in `verb`, by their node.
 *
 * engine/editions.c has the list of all editions that can be played. */
#ifndef SPACELINE_EDITION_H
#define SPACELINE_EDITION_H

#include "kernel/deck.h"
#include "kernel/trace.h"
#include "spaceline.h"

static_assert(SL_VERB_COUNT <= 1 << VERB_BITS, "PackedOption.what has room for a verb");

/* Locals of the procedure a game starts with. */
typedef struct {
    uint8_t from;                              /* the segment in which the first turn begins */
    uint8_t set_up;                            /* the table was set up by somebody else: nothing is shuffled or dealt */
} Turn;

/* A word that the rules have for cards and that follows from other facts: nothing is kept for it. */
typedef struct { const char *word; bool (*holds)(const Game *, CardId); } DerivedState;

/* One number of a sum in a ship battle and the card it comes from, doubled, for half of a number may count. */
typedef struct { CardId card; int16_t twice; bool defends; } BattlePart;

/* What a side of a ship battle fires as things stand. */
typedef struct {
    CardId     target;
    int        count, attack, twice_defense;
    uint8_t    hit;                            /* 0 a miss, 1 a hit, 2 a direct hit */
    BattlePart part[SL_GROUP];
} Volley;

struct Edition {
    EditionId   id;
    const char *name, *title;                  /* "2e", "Second Edition" */
    int16_t     win_points;                    /* nobody has won with fewer */
    int16_t     least_score;                   /* what a score cannot fall below */
    bool        subtitled;                     /* names join title and subtitle; the title alone names a card where no other begins so */
    bool        loss_kills;                    /* who is aboard a ship that is destroyed is killed; else discarded with it */
    bool        stopped_staff_stopped;         /* stopped personnel staff a stopped ship */
    bool        exchange_keeps;                /* what is on or aboard a card stays with the one that it is exchanged for */
    bool        placed_plays;                  /* what a text places on an event or dilemma from outside play is in play */
    bool        fate_is_shared;                /* what is on or aboard a card that goes out of play goes out of play with it */
    bool      (*comes_back)(Game *, CardId, CardId host);   /* what a card held is somewhere again when that leaves play; NULL: nothing is */
    bool        frees_held;                    /* whom a dilemma held on it goes free when it leaves play */
    bool        bonus_points;                  /* those that come from no mission and no objective are counted apart */
    uint8_t     dilemma_discard;               /* the zone of discarded dilemmas */
    const uint16_t *twin;                      /* by citation: the rule of this edition that says what a rule of the other one does; NULL: shared code speaks by its own */
    Citation    not_your_turn;                 /* what lets a player only respond while it is another's turn */

    bool        copies_add_up;                 /* what several copies of a title change about one card is added up */
    uint16_t    one_affiliation;               /* a card in play has one affiliation at a time: the ruling since which this holds for gained ones; 0: not so */
    CardSet   (*team_in)(const Game *, CardId personnel);                         /* the crew or Away Team that it is in; NULL: there are none */
    bool      (*is_of_gender)(const Game *, CardId, int trait, CardId asker);      /* TRAIT_MALE …, for a text of that card; NULL: those printed */
    bool      (*is_of_species)(const Game *, CardId, int trait, bool printed);     /* NULL: those printed */
    SkillSet  (*dilemma_skills)(const Game *, CardId);      /* what a dilemma requires; NULL: what its "unless you have" names */
    bool      (*may_cut_short)(const Game *, CardId ship, CardId to);      /* a card of its player's may take it there, though it must travel; NULL: nothing must */
    CardId    (*next_on_course)(const Game *, CardId);      /* the location next to a card, towards the end for which it has set its course; NULL: nothing has one */
    bool      (*has_arrived)(const Game *, CardId);         /* the ship that a card drives to a goal is there; NULL: nothing is driven */
    SkillSet  (*selectable)(const Game *);                  /* what may be chosen where any skill may; NULL: all */
    uint16_t    all_skills, different_skills;  /* rulings: who gains all skills gains all levels; skills that are selected together differ; 0: no such thing */
    bool      (*is_confined)(const Game *, CardId);         /* a personnel aboard that cannot be used there; NULL: nobody ever is */
    bool      (*are_all_free)(const Game *, int player, CardId place);     /* … certainly none of that player's there is confined */
    bool      (*is_usable)(const Game *, CardId equipment, const CardSet *team);   /* by that team; NULL: all is */
    uint16_t    modifier_order;                /* the ruling since which what sets a value comes before what adds to it; 0: always so */
    bool        offered;                       /* whole games of it can be played; if not, tables can be set up for scenes only */
    uint8_t     section_zone[SL_SECTION_COUNT];    /* where the cards of a section of a deck lie when a game begins */
    TypeSet     section_types[SL_SECTION_COUNT];   /* what may be in it; 0: it has no such section */
    void      (*check_deck)(DeckCheck *);                    /* what its rules of deck building say */

    /* Procedures; 0: this edition has nothing to do there. */
    uint16_t    start;                         /* a whole game; locals: Turn */
    uint16_t    respond;                       /* asks all players for responses to an event, in their order; locals: Window */
    uint16_t    play_response;                   /* a card played from hand as a response; locals: UseText */
    uint16_t    settle;                        /* what the rules ask after every action, see SETTLE; locals: Do */
    uint16_t    draw;                          /* that player draws so many cards, result: how many; locals: Do, x: how many; 0: all at once */
    uint16_t    between_actions;               /* between two actions of a text that is being faced; locals: Do */
    uint16_t    placed_on;                     /* cards have been put on f->cards; locals: Do */
    uint16_t    win_check;                     /* has somebody won?  Locals: Do */
    const uint16_t *verb;                      /* by NODE_…: effects with steps of this edition's own; 0: see verbs/verbs.def */

    bool      (*stays)(Game *, CardId, CardId mission);     /* a text would put it there, or in hand (NO_CARD), and it cannot be: it stays where it is; NULL: nobody does */
    void      (*arrives)(Game *, CardId);                   /* a text has put it on another card; NULL: nothing follows */
    bool      (*spares)(Game *, CardId);                    /* who would be killed, or destroyed, is only put out of action; NULL: nobody is */

    /* Questions of clients. */
    const DerivedState *derived;               /* beside those of states.def; the last has no word; NULL: none */
    bool      (*commands)(const Game *, CardId personnel, CardId ship);     /* it is the matching commander of that ship or facility; NULL: by a keyword */
    Turn      (*turn_after)(Game *, int player);            /* how the game goes on when that player has left it */
    int       (*play_cost)(const Game *, int player, CardId, int variant);      /* what it costs now, that way */
    int       (*range_needed)(const Game *, CardId ship, CardId to);
    bool      (*leads)(const Game *, CardId);               /* it goes somewhere without others; NULL: everything does */
    bool      (*goes_with)(const Game *, CardId, const CardSet *others);        /* it is compatible with all of them; NULL: everything is */
    Citation    at_odds;                       /* why somebody does not go aboard with those with whom he is not */
    void      (*name_species)(Catalogue *);                 /* those that only a rule names; NULL: none */
    bool      (*beam_ends)(const Game *, CardId *from, CardId *to);             /* of the beam whose cards are being chosen */
    NodeId    (*requirement)(const Game *, CardId mission, int means);          /* what it takes to complete it */
    int       (*means)(const Game *, int player, CardId mission, const CardSet *group);    /* by which requirement they would attempt it */
    int       (*dilemma_cost)(const Game *, CardId);        /* what it would take of the allowance if it were faced now */
    /* Why that player may not do this now: the reasons, by what that player may know, and how many. */
    int       (*why_not)(const Game *, int player, Option asked, bool open, Refusal *out, int room);
    bool      (*has_place)(const Game *, int player, CardId);   /* some place on the table lets that player play it, now or when its price is there; NULL: places come later */
    Citation  (*why_not_faced)(const Game *, CardId);       /* why it would be overcome without being faced, as things stand */
    int       (*goals)(const Game *, int player, sl_goal *out, int room);        /* what it takes to win, and how much of it is there */
    int       (*allowance)(const Game *);                   /* what the dilemmas of the attempt in progress may still cost */
    CardSet   (*force)(const Game *, CardId);               /* who would be attacked with this personnel; NULL: it has no such thing */
    int       (*battle_winner)(const Game *, const int total[2]);   /* the player who wins the battle in progress by these totals; NOBODY */
    bool      (*volley)(const Game *, int side, Volley *out);       /* false: that side does not fire; NULL: battles have no such thing */
    int       (*hull)(const Game *, CardId);                /* per cent that are left of a ship or facility; -1: it has none */
    int       (*defense)(const Game *, CardId);             /* what an attack on it must beat; -1 likewise */
    bool      (*may_score)(const Game *, int player, CardId source);       /* whether a text of that card may give him points; NULL: always */
    bool      (*can_battle)(const Game *, int player, CardId source, int scope, NodeId effect);    /* whether what this effect of that card begins could begin; scope: as of a Ctx; NULL: always */
    void      (*state_set)(Game *, CardId, uint64_t state);                /* a table is being set up, and the card is in that state now; NULL: nothing follows */
    CardSet   (*teammates)(const Game *, CardId personnel);      /* the crew or Away Team that it is in */
    bool      (*related)(const Game *, sl_relation, CardId, CardId);     /* NULL: it has no such words */
    int       (*fighting_value)(const Game *, CardId);      /* what a personnel adds to its side in the battle in progress */
    CardSet   (*team)(const Game *, int player, CardId place);      /* who of a player's would act together on a planet, aboard a ship or facility; NULL: no such thing */
};

#endif
