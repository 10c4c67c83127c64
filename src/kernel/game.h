/* The state of a game: one flat block without owned pointers.
 *
 * To copy a game is to copy bytes: all above `statics`, and the part in use of each array below it (game_copy).  Procedures
 * suspend where a player must answer; their position and locals are frames in this block.  Texts run in scopes: what "you", "this card", "that personnel" and the named selections
 * mean.  Index 0 is "none" everywhere.  Nothing derived is stored: values are computed from printed facts, statics (texts that
 * act while their card is in play) and modifiers (effects that last for a time), and cached outside of the state. */
#ifndef SPACELINE_GAME_H
#define SPACELINE_GAME_H

#include "effect/effect.h"
#include "kernel/states.h"
#include "kernel/zones.h"
#include "rulings/rulings.h"

enum {
    PLAYERS = 4, NOBODY = 255,
    MAX_CARDS = 512, MAX_FRAMES = 64, MAX_SCOPES = 24, MAX_OPTIONS = 640, MAX_MODIFIERS = 160, MAX_STATICS = 384, MAX_USES = 192,
    MAX_FORCED = 16, MAX_LOOP = 32, MAX_MISSIONS = 64, MAX_PERMITS = 24, PERSONA_COUNTS = 64, LOCALS_SIZE = 48,
    MAX_SETS = 64,
    TEXT_AMOUNTS = 4, MOD_KINDS = NODE_MOD_NO_DRAW_DUTY - NODE_MOD_ATTR + 1,
};

/* What a game has room for: capacities.def; and what else cuts a game short: a mistake of ours, more work than a game may ask for. */
typedef enum {
    CAPACITY_NONE,
#define CAPACITY(symbol, word, room) CAPACITY_##symbol,
#include "kernel/capacities.def"
#undef CAPACITY
    CAPACITY_COUNT, CAPACITY_FAULT = CAPACITY_COUNT, CAPACITY_WORK, CAPACITIES
} Capacity;

typedef uint16_t CardId;                       /* index into Game.card */
enum { NO_CARD = 0 };

/* used: bit per word that is not 0.  Most words of most sets are empty, and whoever walks a set skips them. */
typedef struct { uint64_t word[MAX_CARDS / 64]; uint16_t used; } CardSet;
static_assert(MAX_CARDS % 64 == 0 && MAX_CARDS / 64 <= 16, "whole words, and a bit for each");

/* Where a card lies is its zone (zones.def) and who has it there: a player's pile or a line (`holder`), or another card (`host`). */
typedef struct {
    DefId   def;
    uint8_t owner, zone;
    CardId  host;                              /* the card it is at, aboard, on or beneath; NO_CARD in piles */
    uint8_t holder;                            /* the player whose pile it lies in; in a line, which; NOBODY elsewhere */
    uint8_t commander;
    uint32_t flags;                            /* STOPPED, COMPLETE …: states.def */
    int16_t named;
    uint8_t range_used, named_kind;            /* named_kind: what it has named, 1 a title, 2 a skill, 3 a number */
    uint8_t known;                             /* bit per player who may know which card this is */
    CardId  above, below;                      /* neighbours where it lies */
    CardId  top, bottom;                       /* the first and the last card at, aboard, on or beneath it */
} Card;

typedef struct { CardId top, bottom; uint16_t count; } Pile;

/* The spacelines of the First Edition, and its time locations, which are in no order. */
typedef enum { LINE_ALPHA, LINE_GAMMA, LINE_DELTA, LINE_MIRROR, LINE_TIME, LINE_COUNT } Line;

typedef enum { FLOW_DONE, FLOW_CALL, FLOW_ASK } Flow;

/* The sets of frames and scopes lie in a pool, Game.set, for most of them are empty most of the time.  A frame or scope holds their
 * numbers; 0 is the empty set, which nobody owns and nobody writes to.  Only cards_of, own_cards, put_cards and their like
 * (below) read and write them. */
typedef uint8_t SetNo;

typedef struct {
    uint16_t proc, step;
    uint8_t  player, scope;                    /* scope: index + 1 into Game.scope; 0: a rule, not a text */
    SetNo    cards, more;                      /* the cards this procedure speaks about; those it has chosen among them */
    _Alignas(8) unsigned char locals[LOCALS_SIZE];
} Frame;

/* What a running text means by its words. */
typedef struct {
    CardId   source, cause;                    /* this card; the other card of the event it answers */
    uint8_t  you, actor;                       /* actor: the player of the event */
    uint8_t  event, ability;                   /* event answered, index of the ability in its def */
    uint8_t  window;                           /* frame index + 1 of the window it answers */
    bool     facing;                           /* it is the dilemma being faced: windows between its actions (2E-11.1) */
    bool     no_self;                          /* set off by playing its own card (2E-7.11) */
    bool     paying;                           /* its cost is being paid */
    uint8_t  opponent;                         /* player + 1 whom it speaks of, one of several opponents (2E-24.3); 0 not said */
    int16_t  number;                           /* of the event */
    SetNo    that;
    SetNo    var[MAX_VARS];
    SetNo    gone;                             /* left play by answers while it was waiting: out of its reach now (2E-3.4) */
} Scope;

/* An effect that lasts for a time.  Sorted by age; `op` is the M node's op. */
typedef struct {
    uint16_t op;
    CardId   target, source;                   /* target 0: see player */
    int16_t  what;                             /* attribute, skill, icon, trait, act … */
    NodeId   filter;                           /* `cannot … by F`, requirement nodes; 0: none */
    int16_t  amount;                           /* … and how much */
    uint8_t  until, player;
    uint32_t born;                             /* Game.clock then */
} Modifier;

/* How far a continuous text can reach at the most, and whose events an answer can be about (Ability.reach). */
enum { REACHES_ALL, REACHES_IN_PLAY, REACHES_SHIP /* the one it is aboard, or is */, REACHES_HOST, REACHES_SELF };

/* A text that acts while its card is in play.  ability: index in Catalogue.ability; born: Game.clock when it came; held: whether its
 * condition did at the last decision, for those that feed themselves. */
typedef struct { CardId card; uint16_t ability; uint32_t born : 31, held : 1; } StaticText;

/* One use of a limited text, or one answer in a window that is open; stamp: which dilemma or attempt, which frame.  Mostly the limit is
 * the card's, `of`.  Once each game is a limit of the player and the title, however many copies are used (1E-6.15): then `of` is the
 * number of the printed card, and the use outlasts the card. */
typedef struct { uint16_t of; uint8_t ability, period, stamp, player; } Use;
enum { PERIOD_WINDOW = 255 };                  /* beside the periods of words.def */

/* def: of a card that is named; number: of all other options. */
typedef struct { uint8_t verb; CardId card, target; union { int16_t number; DefId def; }; } Option;

typedef struct {
    uint8_t  kind, player;                     /* kind: sl_decide */
    bool     may_end;
    uint16_t least, most, chosen_count;        /* of the set being chosen; 0 0: no set; most may be more than there are */
    uint16_t about;                            /* event, or node op, or 0: what it is for */
    CardId   card;                             /* whose text asks */
    uint16_t count, answer;
    Option   option[MAX_OPTIONS];
} Decision;

/* The mission attempt in progress, and the dilemma that is being met in it.  Whoever changes it says so: encounter_change. */
typedef struct {
    bool    active, ended, prevented;
    uint8_t player, opponent;                  /* who attempts; whose dilemmas are met */
    CardId  mission, current;                  /* current: the dilemma revealed or faced */
    CardId  ship[2];                           /* whose crew attempts; in the First Edition there may be two */
    uint8_t means;                             /* 0 printed, else ability index + 1 of the mission's text */
    uint8_t faced_count;                       /* dilemmas faced so far */
    bool    facing, placed;                    /* the current one is faced; it was told to go elsewhere */
    bool    opening;                           /* an action of the faced dilemma is done: texts may be used before it goes on */
    SkillSet declined;                         /* bit per skill whose price the player would not pay (2E-10.67) */
    SkillSet used;                             /* bit per skill by which the requirements of the mission were met */
    CardSet group, faced, stopped_by, users;   /* involved; faced dilemmas; stopped by current; who used a skill */
    CardSet taken;                             /* out of the group by an opponent's text while the current dilemma is faced */
} Encounter;

/* The battle in progress.  Whoever changes it says so: battle_change. */
typedef enum { BATTLE_OF_PERSONNEL, BATTLE_OF_SHIPS } BattleKind;       /* combat, an engagement (2E-14, 2E-15) */
typedef struct {
    bool    active, prevented, decided;        /* decided: the totals were compared */
    uint8_t kind;                              /* BattleKind */
    uint8_t player[2];                         /* who began it; the other */
    uint8_t winner, compare;                   /* NOBODY until known; the attribute compared in combat */
    CardId  mission;
    CardSet side[2];
    CardSet ships[2];
} Battle;

/* A state that was met at an order decision: how often, and answers and points at the last time. */
typedef struct { uint64_t hash; uint32_t points; uint16_t at; uint8_t times; } Seen;

/* The last answers of the order segment, in a ring, and the repetition of a series of them (2e-2014/infinite-loops). */
enum { MAX_SERIES = 24, MOST_LOOKED_AT = 16, LOOP_DECK = 8 /* added to Game.loop_pile: a draw deck, not a dilemma pile */ };
typedef struct {
    uint16_t count, from;                      /* answers so far; where the series that is repeated began */
    uint8_t  length, at, left;                 /* of the series; the answer to come; how often it is still to be repeated */
    Option   answer[MAX_SERIES + 4];           /* those that declare the loop come after it */
} Series;

typedef struct Trace Trace;
typedef struct Edition Edition;

/* A set of continuous texts: a bit for each of Game.statics. */
typedef struct { uint64_t word[MAX_STATICS / 64]; } TextSet;

/* What is known of a continuous text in this generation: whether it holds; of the cards it was asked about, those it reaches; how much its first
 * modifiers give, as far as `amounts` has a bit for them. */
typedef struct {
    uint64_t when;
    bool     holds, busy;                      /* busy: it is being found out */
    uint8_t  amounts;
    int16_t  amount[TEXT_AMOUNTS];
    CardSet  asked, reached;
} TextNow;

/* Which continuous text asks for values now: it does not see all others of its cycle (verbs/statics.c).  cycle 0: no text in a cycle asks. */
typedef struct { uint16_t cycle, text; uint32_t place; } Asker;

/* Who and what is at a place: aboard a ship, or on the surface of a mission.  A bit per player who commands such cards. */
typedef struct {
    uint64_t stamp, staffed_stamp;             /* see place_stamp */
    uint8_t  there, able, beamable;            /* any card; unstopped personnel; unstopped personnel or equipment */
    uint8_t  orbit; uint16_t ships;            /* missions: ships in orbit, and how many */
    bool     staffed;                          /* ships; by its own stamp, for icons can change without anybody moving */
} Crew;

/* The missions in the order of the rows, as ships see them. */
typedef struct { CardId mission; int16_t span, quadrant; } Stop;
typedef struct { int count; Stop stop[MAX_MISSIONS]; } Route;

/* The texts that let a player play cards somewhere now. */
typedef struct { CardId place; NodeId filter; } Permit;
typedef struct { uint64_t when; int count; Permit permit[MAX_PERMITS]; } Permits;

/* Answers that cost something, each with the generation it was found in.  There is one rule: every door raises the generation, and an
 * answer is good while the generation is still that of the answer.  Only who is where is kept longer, by place (place_stamp).  The check
 * build finds every kept answer anew and compares (KEPT). */
typedef struct {
    uint64_t generation;
    uint32_t copies;                           /* how often this became another game */
    bool     checking;                         /* a kept answer is being found anew */
    uint64_t contact_when[PLAYERS][2];
    CardSet  contact[PLAYERS][2];              /* whose cards can fight; kept by the edition */
    uint64_t meeting_when[PLAYERS][2];
    uint8_t  meeting[PLAYERS][2];              /* whether players meet in combat or orbit; kept by the edition */
    Permits  permits[PLAYERS];                 /* kept by the edition, too */
    uint64_t route_when;
    Route    route;
    Asker    asker;
    bool     assuming;                         /* the reach of a text that is taken for held is being asked for */
    bool     texts_found;                      /* the sets of texts below are those of the statics now */
    /* From here on cleared as cards and texts come: see cache_clear. */
    TextSet  texts_giving[MOD_KINDS];          /* by kind of modifier … */
    TextSet  texts_on_skill[SKILL_COUNT], texts_on_attribute[2 * ATTRIBUTE_COUNT];     /* … and by what they change */
    TextNow  text[MAX_STATICS];
    uint32_t stirred[MAX_CARDS];               /* how often a card, or one at, aboard or on it, has moved or changed; at times too often */
    Crew     crew[MAX_CARDS];
} Cache;

/* Everything a game needs to know that does not change: shared, not owned. */
typedef struct {
    const Catalogue *cat;
    int      titles;                           /* cards below this number can be named: those of lists only where they are played */
    Profile  profile;                          /* rulings in force */
    Switches switches;                         /* doubtful rules, as settled */
    const Edition *edition;                    /* whose rules are played: see kernel/edition.h */
    bool     windows;                          /* a player who can only pass is asked as well, where others cannot know that */
    EventSet may_answer[TYPE_COUNT];           /* then: bit per event that some printed card of the type answers by choice … */
    EventSet may_answer_far[TYPE_COUNT];       /* … when it happens to other cards, too … */
    TypeSet  subjects[TYPE_COUNT][EVENT_COUNT];         /* … and bit per type of card that it may happen to */
} World;

typedef struct Game {
    Rng      rng;
    uint64_t sum, order_sum;                   /* hash of all cards, kept by the doors in state.c */
    EventSet heard;                            /* bit per event that some card of this game answers */
    uint64_t sets_taken;                       /* bit per set of the pool that a frame or scope owns */
    uint64_t mods, acts;                       /* bit per kind of modifier that is about (op - NODE_MOD_ATTR); per act forbidden */
    uint64_t far_mods[TYPE_COUNT];             /* those of them that can reach cards of a type out of play … */
    uint64_t wide_mods[TYPE_COUNT];            /* … and in play, apart from what a card's texts do to itself alone … */
    uint64_t ship_mods;                        /* … or to the ship that it is aboard or on */
    SkillSet changed_skills;                   /* bit per skill that some text about changes, perhaps … */
    uint8_t  changed_attributes[TYPE_COUNT];   /* … and per attribute of cards of a type, apart from what they do to themselves alone */
    uint32_t turn, progress, tried;            /* progress: turn of the last score or completion; tried: of the last attempt */
    uint32_t clock;                            /* tells the age of modifiers and continuous texts */
    uint16_t depth, scope_count, card_count, modifier_count, static_count, use_count;
    uint8_t  players, active, first, segment;  /* segment: see segments.def */
    uint8_t  extra_turns[PLAYERS];             /* granted and not yet taken */
    bool     some_fed;                         /* one of the statics feeds its own condition */
    uint8_t  regular;                          /* player + 1 whose regular turn was the last; 0: the game begins */
    uint8_t  responder;                        /* who used a text last */
    uint8_t  lost;                             /* bit per player who has left the game */
    bool     over, draw;
    bool     unsettled;                        /* somebody may have won, or a text keeps a ship that has damage cards enough (SETTLE) */
    uint8_t  winner, overflow;                 /* overflow: the Capacity at which the game was cut short */
    uint8_t  dilemma_stamp, attempt_stamp;     /* tell one dilemma, one attempt from the next (uses) */
    int16_t  plays[PLAYERS];                   /* what the active player may still spend on cards: counters, or card plays */
    int16_t  score[PLAYERS];
    bool     counters_given;                   /* a scene has set the counters of its first turn */
    CardId   gone_host; uint8_t gone_zone;     /* where the cards that left play last had been */
    int32_t  result;                           /* of the procedure that just ended; good on the next line only */
    CardSet  picked;                           /* its cards, likewise */
    CardSet  in_play;
    CardSet  commanded[PLAYERS];               /* those in play, by commander; captives included … */
    uint16_t personas[PLAYERS][PERSONA_COUNTS];    /* … and how many of them have a persona of these low bits */
    uint16_t listeners[EVENT_COUNT];                    /* per event: how many cards in play or interrupts in hand answer it */
    uint16_t listeners_in_hand[EVENT_COUNT], listeners_far[EVENT_COUNT];     /* … interrupts alone; cards in play that answer for others, too */
    CardSet  orbiting;                         /* ships, at whatever mission */
    CardSet  stopped;                          /* those marked so */
    CardSet  listening, ordering, permitting;  /* those in play that answer an event, have an order, let cards be played there */
    Pile     pile[PLAYERS][ZONE_COUNT];        /* those that zones.def gives to players */
    Pile     line[LINE_COUNT];                 /* locations from left to right as the first player sees them */
    Pile     stack;                            /* the dilemma stack */
    Encounter encounter;
    Battle   battle;
    Use      use[MAX_USES];
    CardId   forced[MAX_FORCED]; uint8_t forced_count;   /* scenes: what random selections will pick */
    Seen     seen[MAX_LOOP]; uint8_t seen_count;         /* states at order decisions of this turn (2E-25.3) */
    uint8_t  loop_pile, loop_look;             /* a pile was shuffled in the loop (player + 1; see second/loops.c); so many cards of one were looked at */
    bool     loop_responses, loop_scores;      /* somebody could respond; it changes points */
    Series   series;
    StaticText statics[MAX_STATICS];
    Modifier modifier[MAX_MODIFIERS];
    CardSet  set[MAX_SETS + 1];                /* the first is empty; the last is written to when all others are taken, never read */
    Scope    scope[MAX_SCOPES];
    Frame    frame[MAX_FRAMES + 1];            /* one to spare: written to when the last is taken, never run */
    Decision decision;
    Card     card[MAX_CARDS];

    /* From here on no state: neither copied, hashed nor compared. */
    const World *world;                        /* see game_enter */
    const CardDef *def;                        /* world->cat->def: nothing is looked up more often */
    Trace   *trace;                            /* log, citations, refusals; NULL in simulations; not owned */
    long    *purse;                            /* work that it may still do, with others that pay from it; NULL: no end; not owned */
    uint16_t mark[CAPACITY_COUNT];             /* how much of each capacity was ever used */
    Cache    cache;
} Game;
static_assert(offsetof(Game, world) <= 40 * 1024, "the state is at most 40 KiB");

/* ---- card sets ---- */
static inline bool set_has(const CardSet *s, CardId id) { return s->word[id / 64] >> id % 64 & 1; }
static inline bool set_empty(const CardSet *s) { return s->used == 0; }
static inline void set_add(CardSet *s, CardId id)
{
    s->word[id / 64] |= (uint64_t)1 << id % 64;
    s->used |= (uint16_t)(1u << id / 64);
}
static inline void set_drop(CardSet *s, CardId id)
{
    s->word[id / 64] &= ~((uint64_t)1 << id % 64);
    if (s->word[id / 64] == 0)
        s->used &= (uint16_t)~(1u << id / 64);
}
int     set_count(const CardSet *);
static inline CardSet set_one(CardId id)
{
    CardSet s = { 0 };
    if (id != NO_CARD)
        set_add(&s, id);
    return s;
}
CardSet set_and(const CardSet *, const CardSet *);
CardSet set_minus(const CardSet *, const CardSet *);
void    set_keep(CardSet *, const CardSet *kept);         /* leaves out what the other lacks */
void    set_join(CardSet *to, const CardSet *);

/* The next member above `after`; NO_CARD at the end. */
static inline CardId set_next(const CardSet *s, CardId after)
{
    unsigned at = (unsigned)after + 1, i = at / 64;
    if (at >= MAX_CARDS)
        return NO_CARD;
    uint64_t word = s->word[i] & (UINT64_MAX << at % 64);
    if (word == 0) {
        unsigned later = s->used & (~1u << i);
        if (later == 0)
            return NO_CARD;
        i = (unsigned)__builtin_ctz(later);
        word = s->word[i];
    }
    return (CardId)(i * 64 + (unsigned)__builtin_ctzll(word));
}

/* A walk through a set: what is left of the word it is at, and the words to come.  Inside: a member is being looked at, so that a
 * break out of the inner loop ends the outer one, too. */
typedef struct { const CardSet *set; uint64_t left; unsigned later, base; bool inside; } SetWalk;

static inline SetWalk set_walk(const CardSet *s) { return (SetWalk){ .set = s, .later = s->used }; }

static inline bool set_goes_on(SetWalk *w)
{
    while (w->left == 0) {
        if (w->later == 0 || w->inside)
            return false;
        w->base = (unsigned)__builtin_ctz(w->later) * 64;
        w->left = w->set->word[w->base / 64];
        w->later &= w->later - 1;
    }
    return !w->inside;
}

static inline CardId set_take(SetWalk *w)
{
    unsigned bit = (unsigned)__builtin_ctzll(w->left);
    w->left &= w->left - 1;
    w->inside = true;
    return (CardId)(w->base + bit);
}

/* Each member, in ascending order.  The body may drop the member it looks at from the set, and no other. */
#define FOR_SET(id, set_) \
    for (SetWalk id##_walk = set_walk(set_); set_goes_on(&id##_walk);) \
        for (CardId id = set_take(&id##_walk); id##_walk.inside; id##_walk.inside = false)

/* ---- sets of frames and scopes: a const pointer is good until the set is written to for the first time ---- */
static_assert(MAX_SETS == 64, "a bit for each in Game.sets_taken");

SetNo set_new(Game *);                                    /* takes one from the pool; it is not empty yet */
static inline const CardSet *set_at(const Game *g, SetNo no) { return &g->set[no]; }
static inline CardSet *set_own(Game *g, SetNo *no)         /* to write to */
{
    if (*no == 0) {
        *no = set_new(g);
        g->set[*no] = (CardSet){ 0 };
    }
    return &g->set[*no];
}
static inline void set_give_back(Game *g, SetNo *no)
{
    if (*no) {
        g->sets_taken &= ~((uint64_t)1 << *no % MAX_SETS);
        *no = 0;
    }
}
static inline void set_put(Game *g, SetNo *no, CardSet cards)
{
    if (set_empty(&cards)) {
        set_give_back(g, no);
        return;
    }
    if (*no == 0)
        *no = set_new(g);
    g->set[*no] = cards;
}

static inline const CardSet *cards_of(const Game *g, const Frame *f) { return set_at(g, f->cards); }
static inline const CardSet *more_of(const Game *g, const Frame *f) { return set_at(g, f->more); }
static inline CardSet *own_cards(Game *g, Frame *f) { return set_own(g, &f->cards); }
static inline CardSet *own_more(Game *g, Frame *f) { return set_own(g, &f->more); }
static inline void put_cards(Game *g, Frame *f, CardSet cards) { set_put(g, &f->cards, cards); }
static inline void put_more(Game *g, Frame *f, CardSet cards) { set_put(g, &f->more, cards); }

/* ---- cards and places: state.c has the only code that moves a card or changes its marks ---- */
static inline const CardDef *printed(const Game *g, CardId id) { return &g->def[g->card[id].def]; }
static inline int printed_number(const Game *g, CardId id, int trait) { return keyword_number(g->world->cat, printed(g, id), trait); }

/* What a mission says to a player: who seeded it reads the near end (1E-4.12). */
static inline const MissionEnd *mission_end(const Game *g, CardId id, int player)
{
    return &g->world->cat->mission[printed(g, id)->mission].end[player == g->card[id].owner ? NEAR_END : FAR_END];
}
static inline const Card *card_at(const Game *g, CardId id) { return &g->card[id]; }

CardId card_new(Game *, DefId, int owner);                /* NO_CARD when the table is full */

typedef enum { PUT_TOP, PUT_BOTTOM } Put;

void   card_to_pile(Game *, CardId, int player, Zone, Put);
void   card_to_host(Game *, CardId, CardId host, Zone, Put);
void   card_to_line(Game *, CardId, Line, CardId after);  /* to the right of a location; NO_CARD: to the left end */
void   card_to_stack(Game *, CardId, Put);
void   card_to_limbo(Game *, CardId, Zone);                /* ZONE_DRAWN, ZONE_PLAYING: no order there */
void   card_flag(Game *, CardId, uint32_t flag, bool on);
void   card_command(Game *, CardId, int player);
void   card_use_range(Game *, CardId, int used);          /* sets what was used */
void   card_name(Game *, CardId, int kind, int what);
void   card_know(Game *, CardId, uint8_t players);        /* sets who may know it */
void   captive_enters_play(Game *, CardId);
void   pile_shuffle(Game *, int player, Zone);
void   card_become(Game *, CardId, DefId);                /* resampling: another card lies there */

#define FOR_PILE(g, id, pile_) for (CardId id = (pile_)->top; id != NO_CARD; id = (g)->card[id].below)
#define FOR_HOSTED(g, id, host_) for (CardId id = (g)->card[host_].top; id != NO_CARD; id = (g)->card[id].below)

CardId location_of(const Game *, CardId);                 /* the mission or other location it is at; NO_CARD */
static inline void note_mark(Game *g, Capacity which, unsigned used)
{
    if (used > g->mark[which])
        g->mark[which] = (uint16_t)used;
}
static inline bool card_in_play(const Game *g, CardId id) { return set_has(&g->in_play, id); }
static inline bool is_type(const Game *g, CardId id, CardType type) { return printed(g, id)->type == type; }
static inline bool is_stopped(const Game *g, CardId id) { return g->card[id].flags & STOPPED; }
static inline bool is_captive(const Game *g, CardId id) { return zone_info[g->card[id].zone].in_play == PLAY_CAPTIVE; }
unsigned state_bars(const Game *, CardId);                 /* Bars: what its states keep it from … */
unsigned barred(const Game *, CardId);                     /* … and being a captive, which bars everything */
static inline uint8_t all_players(const Game *g) { return (uint8_t)((1u << g->players) - 1); }    /* a bit for each */
static inline bool known_to_all(const Game *g, CardId id) { return g->card[id].known == all_players(g); }
static inline int  next_player(const Game *g, int p)
{
    do
        p = (p + 1) % g->players;
    while (g->lost >> p & 1 && p != g->active);
    return p;
}

/* ---- the whole game ---- */
static inline void game_enter(Game *g, const World *world)
{
    g->world = world;
    g->def = world->cat->def;
}
void     game_copy(Game *to, const Game *from);
uint64_t game_hash(const Game *);
uint64_t game_loop_hash(const Game *);                    /* without the order of piles, points and random numbers (2E-25.3) */
bool     game_ok(const Game *, char *why, size_t size);
void     game_run(Game *);                                /* until a player must answer, or the game is over */
void     game_answer(Game *, int option);
void     series_repeat(Game *, int times);                /* the series before the answers that declare the loop is carried out so often */
void     game_end(Game *, int winner);                    /* NOBODY: a draw */
void     game_end_by_score(Game *);                       /* the higher score wins; equal: a draw */
void     game_overflow(Game *, Capacity);                 /* ends the game, which says why; the higher score wins */
void     cache_clear(Game *);                             /* of a game that has just been given its cards */
void     cache_forget(Game *);                            /* all of it is stale now */

/* Pays for some work; false when the purse is empty. */
static inline bool game_affords(const Game *g, int work) { return !g->purse || (*g->purse -= work) > 0; }

/* Every door calls it: what was kept is stale now. */
static inline void table_changed(Game *g) { g->cache.generation++; }

/* A cache is no state: looking may fill it. */
static inline Cache *cache_of(const Game *g)
{
    return (Cache *)(uintptr_t)&g->cache;
}

/* Whether an answer found in that generation still holds. */
static inline bool is_current(const Game *g, uint64_t when) { return when == g->cache.generation; }

/* KEPT(g, when, same): whether what was found in generation `when` can be used again.  In the check build `same` finds it anew and says whether
 * it is the same; a difference means that some door did not raise the generation. */
#ifdef SPACELINE_CHECK
bool kept_is_true(const Game *, bool same, const char *what);
#define KEPT(g, when, same)                                                             \
    (is_current(g, when) && ((g)->cache.checking || (cache_of(g)->checking = true, kept_is_true(g, (same), #same))))
#else
#define KEPT(g, when, same) (is_current(g, when) && (true || (same)))
#endif

/* A number that stays the same while nothing moves or changes at a place, whatever texts may say about it. */
static inline uint64_t place_stamp(const Game *g, CardId place)
{
    return (uint64_t)g->cache.copies << 32 | g->cache.stirred[place];
}

/* ---- modifiers ---- */
static_assert(ACT_DOWNLOAD - ACT_KILLED < 64, "a bit for each act");
static_assert(NODE_MOD_NO_DRAW_DUTY - NODE_MOD_ATTR < 64, "a bit for each kind of modifier");

/* The bit of a kind of modifier in Game.mods and Ability.mods. */
static inline uint64_t mod_bit(int op) { return (uint64_t)1 << (op - NODE_MOD_ATTR); }
static inline uint64_t act_bit(int act) { return (uint64_t)1 << (act - ACT_KILLED); }

/* Bit per skill, and per attribute (those of a personnel, then those of a ship), that a modifier changes; what: -1 all skills. */
SkillSet skills_changed(int mod_op, int what);
uint8_t  attributes_changed(int mod_op, int what);
static inline uint8_t attributes_of_type(unsigned attributes, int type)      /* bit per Attribute */
{
    return (uint8_t)(type == TYPE_SHIP ? attributes >> ATTRIBUTE_COUNT : attributes);
}

void modifier_add(Game *, Modifier);
void modifiers_end(Game *, int until, int player);        /* player: only those of this player; NOBODY: all */
void modifiers_drop(Game *, CardId target);               /* a card that changes zone loses them (2E-3.6) */
void statics_begin(Game *, CardId);                       /* its lasting texts act from now on */
void statics_enter(Game *, CardId);                       /* it came into play */
void statics_leave(Game *, CardId);

void plays_set(Game *, int player, int plays);            /* never below 0 */

/* ---- the attempt and the battle in progress ---- */
Encounter *encounter_change(Game *);                      /* to write to, on the same line: what was kept about the table is stale */
Battle    *battle_change(Game *);
void group_join(Game *, CardId);
void group_leave(Game *, CardId);                         /* if it is in it */

/* ---- uses of limited texts ---- */
int  use_times(const Game *, CardId, int ability, int period);
void use_note(Game *, CardId, int ability, int period);
void uses_end(Game *, int period);
void uses_drop(Game *, CardId);

/* ---- answers in a window, known by its frame's index: each text answers once (2E-18.13) ---- */
void answer_note(Game *, int window, CardId, int ability);
bool has_answered(const Game *, int window, CardId, int ability);
void answers_end(Game *, int window);

/* ---- rulings ---- */
static inline bool in_force(const Game *g, Citation ruling) { return profile_has(&g->world->profile, ruling); }

#endif
