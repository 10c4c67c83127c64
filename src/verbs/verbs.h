/* Everything that can happen, once each.  Rules and card texts run the same procedures.
 *
 * The structs are the locals of the procedures of the same subject: what a caller hands over with CALL, and what the procedure
 * keeps while players answer. */
#ifndef SPACELINE_VERBS_H
#define SPACELINE_VERBS_H

#include "kernel/proc.h"
#include "verbs/text.h"

enum {
    BEFORE_PROCS_OF_VERBS = PROCS_OF_VERBS - 1,
#define PROC(name) PROC_##name,
#include "verbs/procs.def"
#undef PROC
    PROCS_OF_VERBS_END
};

#define PROC(name) Proc name;
#include "verbs/procs.def"
#undef PROC

/* A window: something is about to happen or has just happened, and texts may respond (2E-18.10 to 18.16).  f->cards are its
 * subjects; a preventing text takes cards out of them.  After the window g->picked holds those that are left. */
typedef struct {
    uint8_t  event, actor;                     /* EVENT_…; the player it happens to or who does it */
    CardId   cause;                            /* the other card of the event */
    int16_t  number;
    uint8_t  layer, asking, passes;
    bool     used;                             /* a text has responded */
    uint8_t  mandatory_only, optional_only, opponents_first;
    bool     prevented;                        /* for events without subjects */
} Window;

/* Using one text of one card, as an order or a response.  f->cards: the subjects it may mean by "that". */
typedef struct {
    CardId   card, cause;
    uint8_t  ability, event, actor, window;    /* window: frame index + 1 */
    int16_t  number;
    bool     paid, prevented;                  /* its cost was paid when it was announced; it never happens */
    SkillSet skills;                           /* that it speaks of, as it was used */
    uint8_t  scope;                            /* … in this scope (index + 1): what it named is known to the text; 0 none */
} UseText;

/* Effects in a row: children first … first + count - 1 of a node. */
typedef struct { NodeId node; uint8_t first, count, i; int16_t result; bool opened; } List;

/* One effect. */
typedef struct { NodeId node; uint8_t i, n, player, opponent; bool done; CardId card; int16_t x; } Do;

/* Choosing cards: f->cards eligible, f->more chosen.  hidden: others do not see among what; led: they go somewhere, and one of them must be able to go
 * without others; together: each of them must go with the others; orders: all come in turn, and only which comes next is chosen. */
typedef struct { uint16_t least, most, chosen, about; CardId last, asker; bool hidden, led, together, orders; } Choose;

/* A selection node (S): g->picked holds the cards, g->result their number. */
typedef struct { NodeId node; uint16_t about, least, most; uint8_t times, who, several; bool random, again; int16_t total; } Select;

/* Something done to cards: f->cards.  act says what. */
typedef enum { DO_STOP, DO_KILL, DO_DESTROY, DO_DISCARD, DO_REMOVE, DO_BRIG, DO_COUNT } Act;
typedef struct { uint8_t act, holder; CardId cause, one; uint8_t responder; bool random; uint8_t from; } Affect;

/* Moving cards without playing them: f->cards to a destination node. */
typedef struct { NodeId to; uint8_t owner, from; bool enter; CardId off; } Placing;

/* Dilemmas (f->cards, all from one zone) that are overcome at a mission; unfaced: without having been faced, and the rule why, if it is one of theirs. */
typedef struct { CardId mission; Citation why; uint8_t from; bool unfaced; } Overcoming;

/* Putting f->cards into a pile in an order of the player's: to is the word of the destination. */
typedef struct { uint16_t to, most, named; CardId card; bool noted; } Ordering;

typedef struct { int16_t points; bool bonus; CardId from; } Scoring;   /* bonus: not from a mission or objective (1E-19.11); from: the card that gives them */

typedef struct { uint8_t kind; CardId about; int16_t i; } Prices;          /* pay_prices: a kind of price, and what it is asked for */

/* Whether the group in the attempt meets a requirement, or `some` of it, f->cards: prices, uses of skills, the result in g->result.
 * mission: the requirements of the mission, with all that texts have made of them. */
typedef struct { NodeId requirement; CardId dilemma; uint8_t skill; int16_t i; SkillSet skills; bool met, some, mission; CardId payer; } Require;

/* What a window returns when it still happens and somebody has used a text in it. */
enum { RESPONDED = 2 };

/* Skills that are used, by those of f->cards who have them. */
typedef struct { SkillSet skills; uint8_t skill; } Skills;

/* Opens a window for these cards.  Mostly no card in the game could respond, and then it is over without a procedure. */
#define RESPOND(who, set, ...)                                                        \
    do { g->picked = (set);                                                           \
         g->result = 1;                                                               \
         if (somebody_listens(g, (__VA_ARGS__).event))                                \
             CALL_EDITION_ON(respond, (who), g->picked, __VA_ARGS__); } while (0)

/* The same for something that has happened, after which nobody asks whom it happened to: g->picked and g->result mean nothing then. */
#define TELL(who, set, ...)                                                           \
    do { if (event_heard(g, (__VA_ARGS__).event) || g->listeners[EVENT_ANY_MOMENT])   \
             RESPOND((who), (set), __VA_ARGS__); } while (0)

/* Whoever of these cards has one of the skills uses it (2e-2014/skills.2).  Mostly no text responds to that. */
#define USE_SKILLS(who, set, ...)                                                     \
    do { if ((__VA_ARGS__) && event_heard(g, EVENT_USED_SKILL) && in_force(g, RULING_USING_SKILLS))   \
             CALL_ON(use_skills, (who), (set), (Skills){ .skills = (__VA_ARGS__) }); } while (0)

/* Carries effects out: all children of a node, or the body of an ability. */
#define RUN_ALL(who, node_)                                                           \
    CALL(run_list, (who), (List){ .node = (node_), .count = (uint8_t)g->world->cat->node[(node_)].argc })
/* All but the first child. */
#define RUN_REST(who, node_)                                                          \
    CALL(run_list, (who), (List){ .node = (node_), .first = 1, .count = (uint8_t)(g->world->cat->node[(node_)].argc - 1) })
/* Picks the cards that an effect (d) is about, by its child with that number: they are f->cards then, and g->result is how many. */
#define SELECT(child_, about_)                                                        \
    do { CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, (child_)), .about = (about_) }); \
         put_cards(g, f, g->picked); } while (0)
/* The same for a cost: who cannot suffer it does not pay (2E-7.28). */
#define PAY_ALL(who, node_)                                                           \
    do { g->scope[f->scope - 1].paying = true;                                        \
         RUN_ALL((who), (node_));                                                     \
         g->scope[f->scope - 1].paying = false; } while (0)
#define RUN_BODY(who, ability_)                                                       \
    CALL(run_list, (who), (List){ .node = (ability_)->node, .first = (ability_)->body_first, .count = (ability_)->body_count })

/* A cost that is the body of an ability. */
#define PAY_BODY(who, ability_)                                                       \
    do { g->scope[f->scope - 1].paying = true;                                        \
         RUN_BODY((who), (ability_));                                                 \
         g->scope[f->scope - 1].paying = false; } while (0)

/* Prices that opponents' texts ask of a player (price.c): the next text from a number on; whether there is any; whether it is for that card;
 * asking the player; why something cannot be done, for its prices; no personnel of the attempt holds its skills back any more. */
const Ability *next_price(const Game *, int kind, int player, int from, int *at, CardId *by);
bool     some_price(const Game *, int kind);
static inline bool any_price(const Game *g, int kind) { return some_has_kind(g, kind) && some_price(g, kind); }     /* mostly no card of the game asks one */
bool     price_is_for(const Game *, int text, CardId);
bool   price_is_for_skill(const Game *, int text, int skill);      /* … that a card has of which the text speaks */
void     offer_price(Game *, int player, const Ability *price, CardId by);
Citation why_not_pay_any(const Game *, int kind, int player, CardId about, CardId *by);
static inline Citation why_not_pay_price(const Game *g, int kind, int player, CardId about, CardId *by)
{
    return any_price(g, kind) ? why_not_pay_any(g, kind, player, about, by) : CITE_NONE;
}
void     forget_unpaid(Game *);

/* A price that an opponent's text asks for, price.c: of the text's card, paid by the player. */
#define PAY_PRICE_OF(who, card_, price_)                                              \
    do { scope_enter(g, f, (card_), (who));                                           \
         g->scope[f->scope - 1].paying = true;                                        \
         RUN_BODY((who), (price_));                                                   \
         scope_pop(g);                                                                \
         f->scope = g->depth > 1 ? g->frame[g->depth - 2].scope : 0; } while (0)
#define PAY_PRICE(card_, price_) PAY_PRICE_OF(g->encounter.player, (card_), (price_))

/* All prices of a kind for what is about to be done with a card; g->result is 0 where one could not be paid.  Mostly there is none, and then it is
 * not worth a procedure. */
#define PAY_PRICES(who, kind_, about_)                                                \
    do { g->result = 1;                                                               \
         if (any_price(g, (kind_)))                                                   \
             CALL(pay_prices, (who), (Prices){ .kind = (kind_), .about = (about_) }); } while (0)

/* What a player says and pays when he plays a card as a response, in the scope of this frame.  f->cards: what it may be about. */
#define ANNOUNCE(u_)                                                                  \
    do { CALL_ON(announce_response, f->player, *cards_of(g, f), *(u_));               \
         (u_)->paid = true; } while (0)

/* What the rules ask after every action, for instance whether somebody has won.  Mostly nobody is near that, and then it is not worth
 * a procedure. */
#define SETTLE()                                                                      \
    do { if (g->unsettled)                                                            \
             CALL_EDITION(settle, f->player, (Do){ 0 }); } while (0)

/* ---- plain functions ---- */
int  effect_proc(const Game *, int op);                        /* the procedure that carries out an effect */
void offer_players(Game *, const Frame *, uint8_t players);      /* one of these, of the text's player's choice */
int  lose_points(Game *, int player, int points, bool bonus);     /* how many were lost */
/* The card whose text runs in this frame; none for a rule. */
static inline CardId source_of(const Game *g, const Frame *f)
{
    return f->scope ? g->scope[f->scope - 1].source : NO_CARD;
}

void settle_by_whose(Game *, const Frame *, NodeId part, const CardSet *picked);     /* "your opponent" of that part of a text is whose cards these are, of several */
CardId copy_before(const Game *, int player, CardId card);   /* an equal card before it in the hand: the two are one choice */
static inline bool event_heard(const Game *g, int event) { return event_in(&g->heard, event); }     /* some card of this game responds to it */
/* Skills that a text speaks of, for USE_SKILLS: in a selection that is made; in a condition or quantity, and by whom; in a text that is
 * used about `that`, and by whom. */
SkillSet skills_selected_for(const Game *, const Frame *, NodeId selection);
SkillSet skills_spoken_of(const Game *, const Ctx *, NodeId, CardSet *who);
SkillSet skills_of_text(const Game *, const Ctx *, const Ability *, const CardSet *that, CardSet *who);
void   windows_prepare(World *);                           /* from now on windows are asked about by what everybody may know */
EventSet windows_heard(const World *);                     /* the events that make such a window */
bool   somebody_responds(const Game *, int event);         /* a card that is there, or one of g->picked */
static inline bool somebody_listens(const Game *g, int event)   /* mostly no card of the game does */
{
    return (event_heard(g, event) || g->listeners[EVENT_ANY_MOMENT]) && somebody_responds(g, event);
}
bool   some_text_waits(const Game *);                     /* until something is so: texts_due carries out those for which it is */
Scope *scope_enter(Game *, Frame *, CardId source, int you);   /* on top: the frame speaks in it, until it leaves it */
void   scope_begin(Game *, Frame *, const UseText *);      /* … for the use of a text */
bool   must_choose_that(const Game *, const Ability *, const Scope *);   /* the text is about one card, and several fit */
void   scope_leave(Game *, Frame *);
void   scope_pop(Game *);                                  /* … and whoever began it ends with it */
Window *window_of(Game *, const Scope *);                  /* NULL when the text responds to none */

/* What the `respond` of an edition is made of; it decides who is asked, and in which order.  f: the frame of the window. */
typedef enum { MANDATORY, OPTIONAL, REPLACING /* the mandatory ones that put something else in its place */ } ResponseLayer;
void   responses_refuse(Game *, int event, Citation why);    /* for who asks: what answers such an event does not now, for it has lapsed or was prevented */
bool   window_lapsed(const Game *, const Frame *);         /* prevented, or nobody is left to whom it could happen */
bool   window_is_endless(const Game *);                    /* texts set each other off until the room is used up (2E-25.3) */
void   window_note(Game *, const Frame *);                /* that it has happened, where a text asks about it later */
void   window_find_listeners(Game *, Frame *);             /* to f->more: again after every response */
void   find_listeners(const Game *, int event, Listeners *);
bool   listeners_are_true(const Game *, int event, const Listeners *);   /* in the check build */
/* Kept until a card that responds to something comes or goes. */
static inline const Listeners *far_listeners(const Game *g, int event)
{
    Listeners *kept = &cache_of(g)->far[event % LISTENERS_KEPT];
    if (kept->stamp != stamp_of(g, g->cache.listening) || kept->event != event)
        find_listeners(g, event, kept);
#ifdef SPACELINE_CHECK
    assert(listeners_are_true(g, event, kept));
#endif
    return kept;
}
bool   window_is_idle(Game *, Frame *);                    /* nobody can respond, and nobody need be asked for the sake of others */
bool   window_may_force(const Game *, const Frame *);        /* false: no text that answers must be used */
void   window_collect(Game *, Frame *, int player, ResponseLayer);       /* offers the player's responses */
bool   window_might_respond(const Game *, const Frame *, int player);   /* … has he one, for all that the others know? */
void   window_push_response(Game *, Frame *, int player);    /* the use of the text that was chosen comes on top */

/* May this text be used now?  The reason, or CITE_NONE.  w and subjects: the window, or NULL for an order. */
CardSet lying_in(const Game *, const CardSet *, Zone);   /* those of them */
bool   lies_like_in_hand(const Game *, CardId);            /* out of hand, but a text lets its owner play it as from there */
bool   plays_like_from_hand(const Game *, CardId);         /* from hand or so */
Citation why_not_use(const Game *, int player, CardId, int ability, const Frame *window, CardSet *that);
Citation why_not_pay(const Game *, const Ctx *, NodeId cost);             /* cost: a node whose children are effects */
bool   is_out_of_reach(const Game *, CardId, int op);        /* it is not in play, and would have to be (op: NODE_KILL …) */
bool   can_suffer(const Game *, CardId, int op, CardId by);   /* no rule or text keeps that effect from it (op: NODE_STOP …) */
int    act_paid_with(int op);                              /* ACT_… that a text would have to forbid; 0 none */
bool   is_random_selection(const Catalogue *, NodeId);

/* A selection without the names that it gives to what it picks. */
static inline NodeId inner(const Catalogue *cat, NodeId selection)
{
    while (cat->node[selection].op == NODE_AS)
        selection = node_child(cat, selection, 1);
    return selection;
}

void   drop_unselectable(const Game *, CardSet *, bool random, CardId by);      /* whom a text keeps from being selected */
bool   selection_bounds(const Game *, const Ctx *, NodeId, int *least, int *most, CardSet *eligible);

bool   goes_by_hidden(const Game *, NodeId);                              /* between people: whether it can be done depends on cards that others do not see */
void   offer_yes_no(Game *, int player, int about, CardId card);          /* opens that decision */
CardSet pick_random(Game *, const CardSet *from, int count);
CardId  top_card(const Game *, int player, Zone, int nth);                /* 0: the top */

void   leave_play(Game *, CardId, Zone);                   /* to its owner's pile; what is on and aboard it follows (2E-3.7) */
void   dilemma_to_pile(Game *, CardId);                    /* face up to the bottom (2E-10.52, 13.12) */
void   reveal_card(Game *, CardId);                        /* all may know it now */
void   tell_ship(Game *, CardId ship, int attribute);      /* its total, before it is used (2e-2014/attributes-ship.1) */
void   draw_card(Game *, int player);
CardSet last_drawn(const Game *, int player, int count);
void   log_draw(Game *, int player, int drawn);           /* so many were drawn just now */
int    draw_cards(Game *, int player, int most);           /* as many as the deck holds and no text forbids (2E-6.7): how many */
bool   is_safe_ritual(const Game *, CardId, CardId cause);   /* 2E-22.3 */
const Ability *points_substitute(const Game *, int player, CardId user, int points, CardId *by);
Zone   discard_zone(const Game *, CardId);                 /* dilemmas have their own pile */
bool   enters_at(Game *, CardId, CardId at, int player);         /* on the surface, in orbit, aboard; false: nowhere to be (8.11) */

#endif
