/* What may be asked of a game and done to it.
 *
 * The functions that change a game are its doors: whoever moves a card, marks it or counts something goes through one of them.  Each keeps the
 * hash of all cards true and raises the generation, so that what was kept of the game (cache.h) is stale. */
#ifndef SPACELINE_DOORS_H
#define SPACELINE_DOORS_H

#include "kernel/game.h"

/* ---- sets of frames and scopes: a const pointer is good until the set is written to for the first time ---- */
static_assert(MAX_SETS < 64, "a bit for each in Game.sets_taken, and for the one that is written to when all are taken");

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
        g->sets_taken &= ~((uint64_t)1 << *no);
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

static inline Option option_at(const Game *g, int i) { return option_unpack(g->decision.option[i]); }

/* ---- cards and places: state.c has the only code that moves a card or changes its marks ---- */
static inline const CardDef *printed(const Game *g, CardId id) { return &g->def[g->card[id].def]; }
static inline int printed_number(const Game *g, CardId id, int trait) { return keyword_number(g->world->cat, printed(g, id), trait); }

/* What a mission says to a player: who seeded it reads the near end (1E-4.12), and of a shared mission each his own card (1E-5.3.5). */
static inline const MissionEnd *mission_end(const Game *g, CardId id, int player)
{
    const Mission *mission = &g->cat->mission[printed(g, id)->mission];
    bool near = player == g->card[id].owner || !mission->two_faced;
    for (CardId on = near ? NO_CARD : g->card[id].top; on != NO_CARD && !near; on = g->card[on].below)
        near = g->card[on].zone == ZONE_SHARED && g->card[on].owner == player;
    return &mission->end[near ? NEAR_END : FAR_END];
}
static inline const Card *card_at(const Game *g, CardId id) { return &g->card[id]; }

/* Whether some card of this game has an ability of that kind, wherever it lies. */
static inline bool some_has_kind(const Game *g, int kind) { return g->kinds[kind / 64] >> kind % 64 & 1; }

CardId card_new(Game *, DefId, int owner);                /* NO_CARD when the table is full */
void   cards_from_deck(Game *, DefId, int owner, Zone pile, int copies);       /* new cards at the bottom of their owner's pile */

typedef enum { PUT_TOP, PUT_BOTTOM } Put;

void   card_to_pile(Game *, CardId, int player, Zone, Put);
void   card_to_hand(Game *, CardId, int player);          /* his, whoever owns the card */
void   card_into_pile(Game *, CardId, Zone, CardId above);   /* of its owner's */
void   card_to_host(Game *, CardId, CardId host, Zone, Put);
void   card_to_line(Game *, CardId, Line, CardId after);  /* to the right of a location; NO_CARD: to the left end */
void   card_to_stack(Game *, CardId, Put);
void   card_to_limbo(Game *, CardId, Zone);                /* ZONE_DRAWN, ZONE_PLAYING: no order there */
void   card_flag(Game *, CardId, uint64_t flag, bool on);
void   mission_completed(Game *, CardId, int player);     /* that player completes it */
void   card_command(Game *, CardId, int player);
void   card_use_range(Game *, CardId, int used);          /* sets what was used */
void   card_count_down(Game *, CardId, int turns);        /* sets what its countdown stands at */
void   card_take_place(Game *, CardId, CardId of);         /* it comes where the other is, with its marks and all that lies there; that one stays for now */
void   card_affiliate(Game *, CardId, int icon);          /* it chooses this of its affiliations (1E-11.4) */
void   card_name(Game *, CardId, int kind, int what);
static inline CardId was_on(const Game *g, CardId id) { return g->card[id].flags & HOST_LOST && !g->card[id].named_kind ? (CardId)g->card[id].named : NO_CARD; }    /* … when that left play */
void   card_know(Game *, CardId, uint8_t players);        /* sets who may know it */
void   captive_enters_play(Game *, CardId);
void   pile_shuffle(Game *, int player, Zone);
CardSet cards_become(Game *, const DefId *def);           /* resampling: each card is what def says for its number; those that changed */

#define FOR_CARDS(g, id) for (CardId id = 1; id <= (g)->card_count; id++)       /* wherever they are */
#define FOR_PILE(g, id, pile_) for (CardId id = (pile_)->top; id != NO_CARD; id = (g)->card[id].below)
#define FOR_HOSTED(g, id, host_) for (CardId id = (g)->card[host_].top; id != NO_CARD; id = (g)->card[id].below)

CardId location_of(const Game *, CardId);                 /* the mission or other location it is at; NO_CARD */
bool   lies_with(const Game *, CardId, CardId host);       /* it is that card, or lies at, aboard, on or beneath it */
static inline void note_mark(Game *g, Capacity which, unsigned used)
{
    if (used > g->mark[which])
        g->mark[which] = (uint16_t)used;
}
static inline bool card_in_play(const Game *g, CardId id) { return set_has(&g->in_play, id); }
static inline int  card_type(const Game *g, CardId id) { return g->card[id].type; }
static inline bool is_type(const Game *g, CardId id, CardType type) { return g->card[id].type == type; }
static inline bool is_stopped(const Game *g, CardId id) { return g->card[id].flags & STOPPED; }
static inline bool is_captive(const Game *g, CardId id) { return zone_info[g->card[id].zone].in_play == PLAY_CAPTIVE; }
unsigned flags_bar(const Game *, uint64_t flags);          /* Bars: what these states keep a card from */
static inline unsigned state_bars(const Game *g, CardId id) { return g->card[id].flags & barring_states ? flags_bar(g, g->card[id].flags) : BARS_NOTHING; }
/* … and being a captive, which bars everything. */
static inline int  played_type(const Game *g, CardId id) { return printed(g, id)->played_type; }
/* It is played at any time, and so responds from hand. */
static inline bool is_any_time(const Game *g, CardId id)
{
    return type_in(PLAYED_ANY_TIME | 1 << TYPE_ARTIFACT, card_type(g, id)) && type_in(PLAYED_ANY_TIME, played_type(g, id));
}
static inline bool is_reversed(const Game *g, CardId id) { return g->card[id].flags & REVERSED; }
static inline unsigned barred(const Game *g, CardId id) { return is_captive(g, id) ? BARS_EVERYTHING : state_bars(g, id); }
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
void     game_enter(Game *, const World *);                /* the world that it is played in, and what is looked up there all the time */
void     game_copy(Game *to, const Game *from);
size_t   game_packed_size(const Game *);                  /* bytes that it takes without empty room … */
size_t   game_pack(const Game *, unsigned char *out);     /* … into which it is written; returns their number */
void     game_unpack(Game *to, const unsigned char *from);
uint64_t game_hash(const Game *);
uint64_t game_play_hash(const Game *);                    /* of what is in play and lasts: without what lies in piles */
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
void     segment_begin(Game *, int segment);               /* of the turn: texts may ask which one it is */

/* A cache is no state: looking may fill it. */
static inline Cache *cache_of(const Game *g)
{
    return (Cache *)(uintptr_t)&g->cache;
}

/* Whether what was found in that generation still holds. */
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

/* A number that stays the same while a count of changes does and this does not become another game.  Its top bit tells it from a generation. */
static inline uint64_t stamp_of(const Game *g, uint32_t count) { return g->cache.copies | count; }
static inline void copies_begin(Cache *c) { c->copies = (uint64_t)1 << 63; }
static inline void copies_raise(Cache *c) { c->copies += (uint64_t)1 << 32; }
static inline uint32_t copies_of(const Game *g) { return (uint32_t)(g->cache.copies >> 32); }

/* … while nothing moves or changes at a place, whatever texts may say about it. */
static inline uint64_t place_stamp(const Game *g, CardId place) { return stamp_of(g, g->cache.stirred[place]); }

/* Where those lie who are at a place: on the surface of a mission, aboard anything else. */
static inline Zone crew_zone(const Game *g, CardId place)
{
    return type_in(type_bit(TYPE_MISSION) | type_bit(TYPE_TIME_LOCATION), g->card[place].type) ? ZONE_SURFACE : ZONE_ABOARD;
}

/* Who is at a ship or mission: most questions about orders end here, for mostly nobody is there.  Kept while nothing moves or changes there; who comes is
 * added to it. */
void count_crew(const Game *, CardId place, Crew *);
static inline const Crew *crew_at(const Game *g, CardId place)
{
    Crew *kept = &cache_of(g)->crew[place];
    uint64_t stamp = place_stamp(g, place);
    if (kept->stamp != stamp) {
        count_crew(g, place, kept);
        kept->stamp = stamp;
    }
#ifdef SPACELINE_CHECK
    Crew now = { 0 };
    count_crew(g, place, &now);
    assert(now.there == kept->there && now.able == kept->able && now.beamable == kept->beamable && now.orbit == kept->orbit
           && now.ships == kept->ships);
#endif
    return kept;
}

/* … while no card that lets cards be played there comes into play or leaves it, gets another commander, becomes a captive or is marked. */
static inline uint64_t permits_stamp(const Game *g) { return stamp_of(g, g->cache.stirred_permits); }

/* … while nothing moves or changes at a location and with all that is there, however deep it lies; of the whole table where a text may rule what is asked
 * about it. */
static inline uint64_t stamp_of_location(const Game *g, CardId location, bool texts)
{
    return texts ? g->cache.generation : stamp_of(g, g->cache.stirred_within[location]);
}

/* ---- modifiers ---- */
static_assert(ACT_DOWNLOAD - ACT_KILLED < 64, "a bit for each act");

/* The bit of a kind of modifier in Game.mods and Ability.mods.  The last kinds of the row share one: that bit says only that some
 * text may have one of them, so whoever asks for such a kind looks at the modifier itself, too (find_steps_of does). */
enum { MOD_SHARED_BIT = 63 };
static inline bool shares_mod_bit(int op) { return op - NODE_MOD_ATTR >= MOD_SHARED_BIT; }
static inline uint64_t mod_bit(int op) { return (uint64_t)1 << (shares_mod_bit(op) ? MOD_SHARED_BIT : op - NODE_MOD_ATTR); }
static inline uint64_t act_bit(int act) { return (uint64_t)1 << (act - ACT_KILLED); }

/* Bit per skill, and per attribute (those of a personnel, then those of a ship), that a modifier changes; what: -1 all skills. */
SkillSet skills_changed(int mod_op, int what);
uint8_t  attributes_changed(int mod_op, int what);
/* Ships, facilities and cards that act in space like a ship have RANGE, WEAPONS and SHIELDS. */
enum { IN_SPACE_TYPES = 1 << TYPE_SHIP | 1 << TYPE_FACILITY | 1 << TYPE_DILEMMA };
static inline bool has_ship_attributes(int type) { return type_in(IN_SPACE_TYPES, type); }
static inline uint8_t attributes_of_type(unsigned attributes, int type)      /* bit per Attribute */
{
    return (uint8_t)(has_ship_attributes(type) ? attributes >> ATTRIBUTE_COUNT : attributes);
}

void modifier_add(Game *, Modifier);
void modifiers_end_from(Game *, int until, CardId source);
void modifiers_let_go(Game *, CardId source, CardId target);
void modifier_take(Game *, int at);                        /* takes out one */
int  debt_of(const Game *, int player, bool due);          /* the oldest thing that the player still has to do for a text, as the number of a modifier; due: that must be done this turn; -1: none */
void debts_fall_due(Game *, int player);                   /* a turn of his begins */
void modifiers_end_this_turn(Game *, int player);         /* of this player's, those that were to last until the end of his next turn */
void modifiers_end(Game *, int until, int player);        /* player: only those of this player; NOBODY: all */
void modifiers_drop(Game *, CardId);                      /* a card that leaves play loses them (2E-3.6), and those that it gave while there */
static inline int turns_over(const Game *g, int player) { return g->turns[player] - (g->active == player && g->turns[player] > 0); }   /* the turn in progress is none of them */
void statics_begin(Game *, CardId);                       /* its lasting texts act from now on */
void statics_enter(Game *, CardId);                       /* it came into play */
void statics_leave(Game *, CardId);

void plays_set(Game *, int player, int plays);            /* never below 0 */
/* What begins and ends with every turn; what is stopped, moved and repaired is the edition's. */
void turn_begin(Game *, int player);
void turn_end(Game *);

/* ---- the attempt and the battle in progress ---- */
Encounter *encounter_change(Game *);                      /* to write to, on the same line: what was kept about the table is stale */
Battle    *battle_change(Game *);
void group_join(Game *, CardId);
void group_leave(Game *, CardId);                         /* if it is in it */

/* ---- what has happened ---- */
void past_note(Game *, Past, int times);                  /* so many times more, or so many points */
void past_age(Game *);                                    /* the turn is over */

/* ---- uses of limited texts ---- */
int  use_count_of(const Game *, CardId, int ability, int period);
static inline int use_times(const Game *g, CardId card, int ability, int period)
{
    return g->use_count ? use_count_of(g, card, ability, period) : 0;
}
void use_note(Game *, CardId, int ability, int period);
int  title_times(const Game *, int player, DefId, int period);      /* how often that player has played a title with such a limit */
bool title_is_noted(const Game *, int player, DefId);     /* by a text, for the rest of the game */
void title_keep(Game *, int player, DefId);
int  inner_times(const Game *, CardId, int period);       /* how often what a text of that card allows within it was done … */
void inner_note(Game *, CardId, int period);              /* … once more */
void title_note(Game *, int player, DefId, int period);
void dilemma_note(Game *, int player, DefId);             /* his Borg meet a dilemma of this title … */
bool dilemma_met(const Game *, int player, DefId);        /* … and did so on an earlier turn (1E-A1.20) */
void uses_end(Game *, int period);
void uses_drop(Game *, CardId);

/* ---- responses in a window, known by its frame's index: each text responds once (2E-18.13) ---- */
void response_note(Game *, int window, CardId, int ability);
bool has_responded(const Game *, int window, CardId, int ability);
void responses_end(Game *, int window);

/* ---- rulings ---- */
static inline bool in_force(const Game *g, Citation ruling) { return profile_has(&g->world->profile, ruling); }

#endif
