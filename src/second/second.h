/* Second Edition: the procedures of the rulebook, one file per chapter.
 *
 * The structs are the locals of the procedures; the functions are legality questions, which answer with their reason. */
#ifndef SPACELINE_SECOND_H
#define SPACELINE_SECOND_H

#include "verbs/reasons.h"

enum {
    BEFORE_PROCS_OF_SECOND = PROCS_OF_SECOND - 1,
#define PROC(name) PROC_##name,
#include "second/procs.def"
#undef PROC
    PROCS_OF_SECOND_END
};

#define PROC(name) Proc name;
#include "second/procs.def"
#undef PROC

extern const Edition second_edition;

enum { COUNTERS_A_TURN = 7, HAND_SIZE = 7, POINTS_TO_WIN = 100 };

/* Playing a card (2E-7).  variant: play option taken (ability + 1) in the low 5 bits, cost option in the next 5. */
typedef struct {
    CardId  card, place;
    int16_t variant, cost, paid, more;        /* more: by the place */
    uint8_t i;
    SkillSet skills;                           /* that playing it speaks of */
    bool    prevented, lasting, recalled;
    uint8_t from;                              /* the zone it came from … */
    CardId  off;                               /* … and the card on or beneath which it lay, if a text lets it be played from there */
} PlayCard;

/* A mission attempt, one dilemma of it, or completing it (2E-10). */
typedef struct {
    int16_t announced, draw_more, cost_more;   /* dilemmas AP announced; more to draw, and more to spend, by texts */
    int16_t allowance;                         /* what dilemmas may still cost */
    CardId  mission, ship, dilemma;
    uint8_t means, i;                          /* means: see Encounter */
    bool    met, prevented;                    /* the requirements are; what was about to happen is */
    bool    checking;                          /* texts about checking the requirements come first */
    bool    drawn;                             /* the dilemmas are */
    int16_t n, cost, points;                   /* dilemmas to draw, which is their cost as well; cost of the dilemma; points of the mission */
    uint32_t mark;                             /* requirement_mark when part 5 began */
} Try;

/* Combat or an engagement that a text begins (2E-14, 15).  node: that effect; beginner: the card it begins with. */
typedef struct { NodeId node; CardId mission, beginner; uint8_t opponent; bool engagement, won; } Fight;

/* The pile that a declared loop shuffles: the cards chosen for its top. */
typedef struct { uint8_t player, i; CardId card, list[MOST_LOOKED_AT]; } LoopPile;

/* The ways of playing a card: which of its play-options, which of its cost-options, from 1; 0: none. */
static inline int  play_option(int variant) { return variant & 31; }
static inline int  cost_option(int variant) { return variant >> 5 & 31; }
static inline bool has_variants(const CardDef *def) { return has_kind(def, NODE_PLAY_OPTION) || has_kind(def, NODE_COST_OPTION); }
enum { TAKEN_BACK = 255 };                      /* in place of an ability: the use of a card that was announced in vain */
Ctx      player_ctx(const Game *, CardId, int player);                    /* of a text as that player would use it */
int      option_cost(const Game *, int player, CardId, int variant);      /* what that way adds to its cost */
static inline bool costs_as_printed(const Game *g, CardId card)          /* nothing about it and no text changes what it costs: so it is with most cards */
{
    const CardDef *def = printed(g, card);
    return !(g->far_mods[def->type] & mod_bit(NODE_MOD_COST)) && !(g->mods & mod_bit(NODE_MOD_NEXT_COST)) && g->card[card].zone == ZONE_HAND && !has_kind(def, NODE_OWN_COST)
        && !has_kind(def, NODE_COST_REVEAL) && !has_variants(def);
}
static inline bool can_be_played_at(const Game *g, CardId place) { return is_type(g, place, TYPE_MISSION) || is_type(g, place, TYPE_SHIP); }
int      price_by_texts(const Game *, int player, CardId, CardId place);
static inline int place_price(const Game *g, int player, CardId card, CardId place)      /* how much more it costs there, by the text that lets it be played there */
{
    return has_kind(printed(g, card), NODE_PLAY_AT) || some_has_kind(g, NODE_PERMIT_AT) ? price_by_texts(g, player, card, place) : 0;
}
/* Whether a text of another card that answers announcing may mean it, by its type. */
static inline bool is_heard_announced(const Game *g, CardId card)
{
    return g->listeners_far[EVENT_ANNOUNCED] && type_in(far_listeners(g, EVENT_ANNOUNCED)->types, card_type(g, card));
}
/* What such texts change about its price, as far as the player may know: those that must be carried out, and, unless only what is sure counts, those
 * that the player may use to lower it. */
int      change_by_texts(const Game *, int player, CardId, CardId place, bool sure);
static inline int sure_change(const Game *g, int player, CardId card, CardId place)
{
    return is_heard_announced(g, card) ? change_by_texts(g, player, card, place, true) : 0;
}
static inline int least_change(const Game *g, int player, CardId card, CardId place)     /* all of them */
{
    return is_heard_announced(g, card) ? change_by_texts(g, player, card, place, false) : 0;
}
int      cost_to_be_paid(const Game *, int player, CardId, int variant);  /* what it costs now, that way, wherever it is played */
Citation afford_there(const Game *, int player, CardId, int variant, int more, Citation why);
bool     may_cost_less_somewhere(const Game *, CardId);
bool     has_places_elsewhere(const Game *, int player);                  /* a text lets cards be played at other places than its own */
bool     card_permits(const Game *, int player, CardId place, CardId);    /* its own text lets it be played there */
bool     is_used_up_for(const Game *, CardId place, CardId);               /* a text of the place that let it be played there, if it could be used once more */
void     use_permission(Game *, CardId place, CardId);                      /* … is used by the card that is played there */
bool     has_place(const Game *, int player, CardId);
Citation why_not_place(const Game *, int player, CardId, CardId place);
CardId   what_bars_play(const Game *, CardId, CardId place, Citation why);  /* the text that keeps it from being played there */
Citation why_not_play(const Game *, int player, CardId, CardId place, int variant, CardId *by);
void   limit_counters(Game *);                             /* texts may bar more than so many in a turn */
Citation why_not_play_at_all(const Game *, int player, CardId, int variant, CardId *by);  /* wherever it goes */
int      play_cost(const Game *, int player, CardId, int variant);        /* … before it is announced */
bool     beam_ends(const Game *, CardId *from, CardId *to);               /* of the beam whose cards are being chosen */
void     ask_play(Reasons *);                               /* … each rule; so do those below */
void     ask_attempt(Reasons *);
void     ask_move(Reasons *);
Citation why_not_attempt(const Game *, int player, CardId mission, CardId ship, int means, CardId *by);
int      range_needed(const Game *, CardId ship, CardId mission);
Try     *attempt_in(Game *);                                               /* the attempt in progress; NULL: there is none */
int      draw_dilemmas(Game *, int player, int n);                         /* how many there were */
int      dilemma_allowance(const Game *);                                  /* what its dilemmas may still cost */
void     second_check_deck(DeckCheck *);
Turn     turn_after(Game *, int player);                                  /* how the game goes on without that player */
int      attempt_means(const Game *, int player, CardId mission, const CardSet *group);
int      cost_when_faced(const Game *, CardId dilemma);
Citation why_not_faced(const Game *, CardId dilemma);
int      goals_to_win(const Game *, int player, sl_goal *out, int room);
static inline int discard_price(const Game *g, CardId card)               /* … for which it could be played from there; 0: it could not */
{
    const Ability *a = ability_of_kind(g, card, NODE_PLAY_FROM_DISCARD);
    return a ? node_value(g->world->cat, a->node, 0) : printed_number(g, card, TRAIT_RECALL);
}
int      recall_cost(const Game *, CardId);                               /* what Recall adds to the cost of a card in a discard pile */
int      second_why_not(const Game *, int player, Option asked, bool open, Refusal *out, int room);
Citation why_not_use_end(const Game *, int player, CardId end);           /* of a beam: a ship or a surface */
Citation why_not_order(const Game *, int player, CardId, int ability);
bool     second_can_battle(const Game *, int player, CardId, int scope, NodeId effect);   /* the combat or engagement of that effect could begin now */
Citation why_not_fight(const Game *, int player, CardId, int ability);    /* the combat or engagement of an order */
void     loop_begin(Game *);                                              /* an order segment begins: nothing has come round yet */
int      loop_times(Game *);                                              /* how often the series has come round to this state */
Citation why_not_declare_loop(const Game *, int times);
bool     may_fight_somewhere(const Game *, int player, bool engagement);  /* without it no battle can begin */
int      second_battle_winner(const Game *, const int total[2]);
int      fighting_value(const Game *, CardId personnel);                  /* what it adds to its side in the combat in progress */
bool     can_begin_battle(const Game *, const Ctx *, NodeId filter, bool engagement, Citation *why);

#endif
