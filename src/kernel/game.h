/* The state of a game: one flat block without owned pointers.
 *
 * To copy a game is to copy bytes: all above `statics`, and the part in use of each array below it (game_copy).  Index 0 is "none"
 * everywhere.  A card knows where it lies and what marks it has.  Procedures suspend where a player must answer: their position and
 * their locals are frames in this block.  Texts run in scopes, which say what "you", "this card", "that personnel" and the named
 * selections mean.
 *
 * Nothing derived is stored.  Values are computed from printed facts, from statics (texts that act while their card is in play) and from
 * modifiers (effects that last for a time); what that finds out is kept outside of the state (cache.h).
 *
 * This header is the data.  doors.h has the functions: nothing else writes to a game. */
#ifndef SPACELINE_GAME_H
#define SPACELINE_GAME_H

#include "kernel/cache.h"
#include "kernel/states.h"
#include "kernel/zones.h"
#include "rulings/rulings.h"

/* Where a card lies is its zone (zones.def) and who has it there: a player's pile or a line (`holder`), or another card (`host`). */
typedef struct {
    DefId   def;
    uint8_t owner, zone;
    CardId  host;                              /* the card it is at, aboard, on or beneath; NO_CARD in piles */
    uint8_t holder;                            /* the player whose pile it lies in; in a line, which; NOBODY elsewhere */
    uint8_t commander;
    uint64_t flags;                            /* STOPPED, COMPLETE …: states.def */
    int16_t named;
    uint8_t range_used;                        /* of a ship; in a personnel battle of the First Edition, the place in a combat pile that was arranged */
    uint8_t named_kind;                        /* what `named` is, NAMED_… */
    uint8_t known;                             /* bit per player who may know which card this is */
    uint8_t countdown;                         /* so many turns of who counts until it expires (1E-6.12); 0: it counts none */
    uint8_t affiliation;                       /* 1E-11.4: of several the one that it has chosen, as icon + 1; 0: it has chosen none */
    uint8_t type;                              /* as printed: nothing is asked more often */
    CardId  above, below;                      /* neighbours where it lies */
    CardId  top, bottom;                       /* the first and the last card at, aboard, on or beneath it */
} Card;

/* What a card has named; of a mission that is solved, by whom; of an objective whose target was scouted for it, the turn in which that was
 * complete, 0 not yet. */
enum { NAMED_NOTHING, NAMED_TITLE, NAMED_SKILL, NAMED_NUMBER, NAMED_SOLVER, NAMED_ATTRIBUTE, NAMED_TYPE, NAMED_ICON, NAMED_SCOUTED, NAMED_FORM, NAMED_KEYWORD, NAMED_GOAL, NAMED_SKILLS };

/* NAMED_FORM: the classification (a skill) and gender (0 male, 1 female, 2 neuter) that were chosen for a personnel. */
static inline int form_of(int skill, int gender) { return skill << 2 | gender; }
static inline int form_class(int named) { return named >> 2; }
static inline int form_gender(int named) { return named & 3; }

typedef struct { CardId top, bottom; uint16_t count; } Pile;

/* The spacelines of the First Edition, and its time locations, which are in no order. */
typedef enum { LINE_ALPHA, LINE_GAMMA, LINE_DELTA, LINE_MIRROR, LINE_TIME, LINE_COUNT } Line;

typedef enum { FLOW_DONE, FLOW_CALL, FLOW_ASK } Flow;

/* The sets of frames and scopes lie in a pool, Game.set, for most of them are empty most of the time.  A frame or scope holds their
 * numbers; 0 is the empty set, which nobody owns and nobody writes to.  Only cards_of, own_cards, put_cards and their like
 * (doors.h) read and write them. */
typedef uint8_t SetNo;

typedef struct {
    uint16_t proc, step;
    uint8_t  player, scope;                    /* scope: index + 1 into Game.scope; 0: a rule, not a text */
    SetNo    cards, more;                      /* the cards this procedure speaks about; those it has chosen among them */
    _Alignas(8) unsigned char locals[LOCALS_SIZE];
} Frame;

/* What a running text means by its words. */
typedef struct {
    CardId   source, cause;                    /* this card; the other card of the event it responds to */
    uint8_t  you, actor;                       /* actor: the player of the event */
    uint8_t  event, ability;                   /* event responded to, index of the ability in its def */
    uint8_t  window;                           /* frame index + 1 of the window it responds in */
    bool     facing;                           /* it is the dilemma being faced: windows between its actions (2E-11.1) */
    bool     no_self;                          /* set off by playing its own card (2E-7.11) */
    bool     paying;                           /* its cost is being paid */
    bool     unpaid;                           /* a card that was played as a cost was nullified: nothing more of the text is done (1E-7.9) */
    uint8_t  opponent;                         /* player + 1 whom it speaks of, one of several opponents (2E-24.3); 0 not said */
    int16_t  number;                           /* of the event */
    SetNo    that;
    SetNo    var[MAX_VARS];
    SetNo    gone;                             /* left play by responses while it was waiting: out of its reach now (2E-3.4) */
} Scope;

/* An effect that lasts for a time.  Sorted by age; `op` is the M node's op. */
typedef struct {
    uint32_t target : 9, source : 9;           /* target 0: see player */
    uint32_t op : 10, until : 4;
    NodeId   filter;                           /* `cannot … by F`, requirement nodes; 0: none */
    int16_t  what, amount;                     /* attribute, skill, icon, trait, act …; and how much */
    uint32_t born : 29, player : 3;            /* Game.clock then */
} Modifier;
static_assert(MAX_CARDS <= 1 << 9 && NODE_OP_COUNT <= 1 << 10 && UNTIL_FOREVER < 1 << 4 && PLAYERS <= 1 << 3, "a modifier has a field for each");

/* Which cards a continuous text can reach at the most, and to which cards an event must happen for a text to respond (Ability.reach). */
enum { REACHES_ALL, REACHES_IN_PLAY, REACHES_SHIP /* the one it is aboard, or is */, REACHES_HOST, REACHES_SELF };

/* A text that acts while its card is in play.  ability: index in Catalogue.ability; born: Game.clock when it came.  Some texts give what
 * their own condition asks for; held: whether the condition of such a text was true at the last decision. */
typedef struct { CardId card; uint16_t ability; uint32_t born : 31, held : 1; } StaticText;

/* One use of a limited text, or one response in a window that is open; stamp: which dilemma or attempt, which frame.  Mostly the limit is
 * the card's, `of`.  Once each game is a limit of the player and the title, however many copies are used (1E-6.15): then `of` is the
 * number of the printed card, and the use outlasts the card. */
typedef struct { uint16_t of; uint8_t ability, period, stamp, player; } Use;
enum { PERIOD_WINDOW = 255, PERIOD_PLAYED = 254 };     /* beside the periods of words.def; PLAYED: the card was played this turn */

/* What has happened, where some text of this game asks for it (Game.noted): in this turn, or in the last turn of the player whose turn it was.  Of an
 * event that happens to several cards there is one for each; of one that happens to a player another without a card. */
typedef struct {
    CardId  subject, cause, host;              /* to whom; the other card of the event; where the subject had been, if it is not in play */
    uint8_t event, actor, zone, skill;         /* zone: as host; skill: the one that was used */
    uint8_t times;                             /* how often, up to 255; of points, how many */
    uint8_t turn_of;                           /* the player whose turn it was … */
    bool    last;                              /* … and it is over */
} Past;

/* def: of a card that is named; number: of all other options. */
typedef struct { uint8_t verb; CardId card, target; union { int16_t number; DefId def; }; } Option;

enum { VERB_BITS = 7 };
static_assert(MAX_CARDS <= 1 << (16 - VERB_BITS), "a card has the other bits of PackedOption.what");

static inline PackedOption option_pack(Option o) { return (PackedOption){ (uint16_t)(o.verb | o.card << VERB_BITS), o.target, o.number }; }
static inline Option option_unpack(PackedOption o)
{
    return (Option){ .verb = o.what & ((1 << VERB_BITS) - 1), .card = o.what >> VERB_BITS, .target = o.target, .number = o.number };
}

typedef struct {
    uint8_t  kind, player;                     /* kind: sl_decide */
    bool     may_end;
    uint16_t least, most, chosen_count;        /* of the set being chosen; 0 0: no set; most may be more than there are */
    uint16_t about;                            /* event, or node op, or 0: what it is for */
    CardId   card;                             /* whose text asks */
    uint16_t count, answer;
    PackedOption option[MAX_OPTIONS];          /* see option_at */
} Decision;

/* The mission attempt in progress, and the dilemma that is being met in it.  Whoever changes it says so: encounter_change. */
typedef struct {
    bool    active, ended, prevented;
    uint8_t player, opponent;                  /* who attempts; whose dilemmas are met */
    CardId  mission, current;                  /* current: the dilemma revealed or faced */
    CardId  ship[2];                           /* whose crew attempts; in the First Edition there may be two */
    uint8_t means;                             /* which requirement: 0 printed, else ability index + 1 of the mission's text; where a mission has two ends, which end */
    uint8_t faced_count;                       /* dilemmas faced so far */
    uint8_t began;                             /* so many personnel began it (1E-18.28) */
    uint8_t scouting;                          /* Borg scout it: as what kind of location (KIND_…); 0: it is a mission attempt (1E-A1.17) */
    bool    able;                              /* they could have met the requirements of the mission then */
    bool    facing;                            /* the current one is faced */
    bool    killed, died;                      /* the current one has killed somebody; somebody was killed in this attempt */
    bool    completing;                        /* Second Edition: whether they complete the mission is being found out (part 5) */
    bool    opening;                           /* an action of the faced dilemma is done: texts may be used before it goes on */
    SkillSet declined;                         /* bit per skill whose price the player would not pay (2E-10.67) */
    SkillSet used;                             /* bit per skill by which the requirements of the mission were met */
    CardSet group, faced, stopped_by, users;   /* involved; faced dilemmas; stopped by current; who used a skill */
    CardSet taken;                             /* out of the group by an opponent's text while the current dilemma is faced */
    CardSet members;                           /* First Edition: who was there when it began, stopped or not: they may be in the group again (1E-14.3) */
} Encounter;

/* The battle in progress.  Whoever changes it says so: battle_change. */
typedef enum { BATTLE_OF_PERSONNEL, BATTLE_OF_SHIPS } BattleKind;       /* combat, an engagement (2E-14, 2E-15) */
typedef struct {
    bool    active, prevented, decided;        /* decided: the totals were compared */
    uint8_t kind;                              /* BattleKind */
    uint8_t player[2];                         /* who began it; the other */
    uint8_t winner, compare;                   /* NOBODY until known; the attribute compared in combat */
    uint8_t won;                               /* 1E: side + 1 of the force that has won; 0: none yet, or none */
    bool    fierce;                            /* 1E: the first force harms its adversaries whenever it can */
    uint8_t dead;                              /* bit per player whose personnel were killed in it */
    uint8_t uncontrolled;                      /* 1E: side + 1 of a force that nobody controls; its player is who acts for it */
    CardId  mission;
    CardSet side[2];
    union {
        CardSet ships[2];
        CardSet pile[2];                       /* 1E: combat piles of a personnel battle, those who have not met anybody yet */
    };
    CardId  tactic[2];                         /* 1E: the current tactics */
    uint8_t more_tactics[2];                   /* … and how many more than usual may be drawn */
    CardId  target[2];                         /* 1E: the adversaries; in a ship battle whom each side fires at, NO_CARD: it does not fire */
} Battle;

/* ---- what comes round again: 2E-25, 2e-2014/infinite-loops ---- */

/* A state that was met at an order decision: how often, and how many answers and which points there were the last time. */
typedef struct { uint64_t hash; uint32_t points; uint16_t at; uint8_t times; } Seen;

/* The last answers of the order segment, in a ring, and the repetition of a series of them. */
enum { MAX_SERIES = 48, SERIES_ROOM = 64 /* a power of two: rings are quick */, MOST_LOOKED_AT = 16, LOOP_DECK = 8 /* in Loop.pile: a draw deck, not a dilemma pile */ };
typedef struct {
    uint16_t count, from;                      /* answers so far; where the series that is repeated began */
    uint8_t  length, at, left;                 /* of the series; the answer to come; how often it is still to be repeated */
    PackedOption answer[SERIES_ROOM];          /* those that declare the loop come after it */
} Series;

typedef struct {
    uint8_t  seen_count;                       /* states at the last order decisions of this turn … */
    bool     forgotten;                        /* … and there were more */
    uint8_t  pile, look;                       /* a pile was shuffled (player + 1; see second/loops.c); so many cards of one were looked at */
    bool     responses, scores, deals;         /* somebody could respond; points are others each time; or only what lies in piles */
    bool     too_long;                         /* more answers lie between two times than are kept */
    uint8_t  round;                            /* the last so many answers are the same as those before them; 0: none */
    uint16_t round_at;                         /* answers when that was noticed */
    uint32_t met;                              /* the states by a few bits of their hashes: one that is not among them is new */
    uint64_t round_hash;                       /* the cards in play when that was noticed */
    Series   series;
    Seen     seen[MAX_LOOP];
} Loop;

typedef struct Trace Trace;
typedef struct Edition Edition;

/* Everything a game needs to know that does not change: shared, not owned. */
typedef struct {
    const Catalogue *cat;
    int      titles;                           /* cards below this number can be named: those of lists only where they are played */
    Profile  profile;                          /* rulings in force */
    Switches switches;                         /* doubtful rules, as this game plays them */
    const Edition *edition;                    /* whose rules are played: see kernel/edition.h */
    bool     windows;                          /* a player who can only pass is asked as well, where others cannot know that */
    EventSet may_respond[TYPE_COUNT];           /* then: bit per event to which some printed card of the type may respond by choice … */
    EventSet may_respond_far[TYPE_COUNT];       /* … when it happens to other cards, too … */
    EventSet may_respond_in_hand;               /* … or from hand without being played … */
    uint8_t  subjects[TYPE_COUNT][EVENT_COUNT][3];      /* … and bit per type of card that it may happen to, in three bytes: each game between people has its own */
} World;

enum { DECK_EMPTY = 1 << 4 };                  /* see decks_left_out */

typedef struct Game {
    Card     card[MAX_CARDS];                  /* first, for nothing is looked up more often: so it takes the fewest instructions */
    Rng      rng;
    uint64_t sum;                              /* hash of all cards but the unsummed without their order, kept by the doors in state.c */
    EventSet heard;                            /* bit per event to which some card of this game responds */
    EventSet noted, noted_long;                /* … whose past some card of this game asks about, in this turn or in an earlier one; the latter alone */
    IconSet  icons;                            /* printed on some card of this game */
    uint64_t kinds[2];                         /* bit per kind of ability that some card of this game has: see some_has_kind */
    bool     some_change;                      /* some card of this game has several affiliations (1E-11.4) */
    uint8_t  remembers;                        /* what some card of this game asks about later: REMEMBERS_… */
    uint64_t sets_taken;                       /* bit per set of the pool that a frame or scope owns */
    uint64_t mods, acts;                       /* bit per kind of modifier that acts now (op - NODE_MOD_ATTR); per act that some text forbids */
    uint64_t text_mods;                        /* those of mods that texts give: without what the state of an assimilated card says of that card */
    uint64_t far_mods[TYPE_COUNT];             /* those of them that can reach cards of a type out of play … */
    uint64_t wide_mods[TYPE_COUNT];            /* … and in play, apart from what a card's texts do to itself alone … */
    uint64_t ship_mods;                        /* … or to the ship that it is aboard or on */
    SkillSet changed_skills;                   /* bit per skill that some acting text may change … */
    uint8_t  changed_attributes[TYPE_COUNT];   /* … and per attribute of cards of a type, apart from what they do to themselves alone */
    uint32_t turn, progress, tried;            /* progress: turn of the last score or completion; tried: of the last attempt */
    uint32_t clock;                            /* tells the age of modifiers and continuous texts */
    uint16_t depth, scope_count, card_count, modifier_count, static_count, use_count, past_count;
    uint8_t  players, active, first, segment;  /* segment: see segments.def */
    uint8_t  extra_turns[PLAYERS];             /* granted and not yet taken */
    uint16_t turns[PLAYERS];                   /* begun by each player */
    CardId   first_completed[PLAYERS];         /* 2E: the first mission that each player completed, where some text asks for it */
    bool     some_fed;                         /* one of the statics feeds its own condition */
    bool     some_assimilated;                 /* a card was assimilated in this game: what that changes about it follows from its state alone */
    uint8_t  regular;                          /* player + 1 whose regular turn was the last; 0: the game begins */
    bool     additional;                       /* this turn is an additional one */
    uint8_t  responder;                        /* who used a text last */
    uint8_t  lost;                             /* bit per player who has left the game */
    bool     over, draw;
    bool     unsettled;                        /* somebody may have won, a text keeps a ship that has damage cards enough, or waits for something to be so (SETTLE) */
    uint8_t  decks_left_out;                   /* bit per player whose draw deck a scene of the First Edition leaves out: it counts as not empty, though nothing is drawn from it; DECK_EMPTY and above: the scene says that it is empty */
    uint8_t  downloaders;                      /* bit per player who has downloaded personnel this turn (1E-A10.5) */
    uint8_t  battled;                          /* 1E: bit per player who has fought a battle */
    uint8_t  controlling;                      /* 1E: player + 1 who acts with the opponent's ship and crew for a time; 0: nobody does */
    uint8_t  no_draws;                         /* bit per player who draws no cards for the rest of this turn (1E-6.11) */
    uint8_t  winner, overflow;                 /* overflow: the Capacity at which the game was cut short */
    int16_t  plays[PLAYERS];                   /* what the active player may still spend on cards: counters, or card plays */
    int16_t  score[PLAYERS];
    int16_t  bonus[PLAYERS];                   /* how much of it are bonus points (1E-19.11) */
    int16_t  worth[PLAYERS][2];                /* of that, what cards are worth as long as something is so: as bonus points, and as others */
    bool     counters_given;                   /* a scene has set the counters of its first turn */
    uint8_t  drawn[PLAYERS];                   /* cards that each player has drawn in this turn */
    uint8_t  spent;                            /* counters, or card plays, that were spent in this turn */
    int16_t  by_texts;                         /* counters of this segment that texts give as long as they hold */
    CardId   gone_host; uint8_t gone_zone;     /* where the cards that left play last had been */
    int32_t  result;                           /* of the procedure that just ended; good on the next line only */
    CardSet  picked;                           /* its cards, likewise */
    CardSet  unsummed;                         /* those that have changed since somebody asked for the hash of all cards */
    CardSet  in_play;
    CardSet  commanded[PLAYERS];               /* those in play, by commander; captives included … */
    uint16_t personas[PLAYERS][PERSONA_COUNTS];    /* … and how many of them have a persona of these low bits */
    uint16_t listeners[EVENT_COUNT];                    /* per event: how many cards in play or interrupts in hand respond to it */
    uint16_t listeners_in_hand[EVENT_COUNT], listeners_far[EVENT_COUNT];     /* … interrupts alone; cards in play that respond for others, too */
    CardSet  orbiting;                         /* ships, at whatever mission */
    CardSet  stopped;                          /* those marked so */
    CardSet  apart;                            /* those in a state of SETS_APART */
    CardSet  crafts, others;                   /* in play: those of CRAFT_TYPES, and those of OTHER_TYPES */
    CardSet  listening, ordering, permitting;  /* those in play that respond to an event, have an order, let cards be played there */
    Pile     pile[PLAYERS][ZONE_COUNT];        /* those that zones.def gives to players */
    Pile     line[LINE_COUNT];                 /* locations from left to right as the first player sees them */
    Pile     stack;                            /* the dilemma stack */
    Encounter encounter;
    Battle   battle;
    Use      use[MAX_USES];
    CardId   forced[MAX_FORCED]; uint8_t forced_count;   /* scenes: what random selections will pick */
    Loop     loop;
    StaticText statics[MAX_STATICS];
    Modifier modifier[MAX_MODIFIERS];
    Past     past[MAX_PAST];
    CardSet  set[MAX_SETS + 1];                /* the first is empty; the last is written to when all others are taken, never read */
    Scope    scope[MAX_SCOPES];
    Frame    frame[MAX_FRAMES + 1];            /* one to spare: written to when the last is taken, never run */
    Decision decision;

    /* From here on no state: neither copied, hashed nor compared. */
    const World *world;                        /* see game_enter */
    const Catalogue *cat;                      /* world->cat, and … */
    const CardDef *def;                        /* … world->cat->def: nothing is looked up more often */
    bool     confines;                         /* personnel may be confined aboard by the rules of this edition (Edition.is_confined) */
    Trace   *trace;                            /* log, citations, refusals; NULL in simulations; not owned */
    long    *purse;                            /* work that it may still do, with others that pay from it; NULL: no end; not owned */
    uint16_t mark[CAPACITY_COUNT];             /* how much of each capacity was ever used */
    Cache    cache;
} Game;
static_assert(offsetof(Game, world) <= 40 * 1024, "the state is at most 40 KiB");

#endif
