/* Spaceline: the Star Trek Customizable Card Game, its rules enforced.  The public interface, and the only one.
 *
 * A game is a value.  Three questions run it: who must answer (sl_game_player), what may be answered (sl_game_options), and
 * what then (sl_game_answer).  Copy it to look ahead, view it to see what one player may know.  Everything a client shows comes
 * from here; nothing a player may not know leaves sl_game_view and its relatives, which all take the viewer.
 *
 * Ownership: what a function named …_new, …_read or …_clone returns is the caller's, freed by its …_free.  All strings returned
 * belong to the library or the game and live as long.  A library is immutable and may be shared by threads; a game belongs to
 * one thread at a time.  Nothing here touches files, clocks or sockets, and no game allocates while it runs.
 *
 * Functions that write text take out and size, never overrun, and return the length the whole text has. */
#ifndef SPACELINE_H
#define SPACELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sl_library sl_library;          /* cards, rulings: immutable once made */
typedef struct sl_deck    sl_deck;
typedef struct sl_game    sl_game;

typedef struct { char text[480]; } sl_error;   /* "FILE:LINE:COL: what is wrong, and what would be right" */
typedef struct { const char *name, *data; size_t size; } sl_file;

enum { SL_PLAYERS = 4, SL_FIRST_EDITION = 1, SL_SECOND_EDITION = 2, SL_OPEN = -1 /* a viewer who sees everything */,
       SL_ANY = 999 /* as many as there are */,
       SL_WATCHER = SL_PLAYERS /* a viewer who knows what all players know */,
       SL_EITHER /* one who knows what any of them knows: all hands, no deck */ };

/* ---- library ---- */
sl_library *sl_library_new(const sl_file *files, int count, sl_error *);   /* *.card files and the rulings' words */
void        sl_library_free(sl_library *);
uint64_t    sl_library_digest(const sl_library *);                         /* of all data in it */
/* A library with the scratch cards of one text added on top (a scene's "card … end"): the caller's, to be freed before the other. */
sl_library *sl_library_extend(const sl_library *, int edition, const char *file, int first_line, const char *text, size_t size, sl_error *);

/* The same with the cards of LackeyCCG card lists (files of a plugin's sets folder) on top.  Cards that the files have already stay as
 * they are; the digest is that of the files, so that games of their cards are the same with and without lists. */
sl_library *sl_library_lists(const sl_file *files, int count, const sl_file *lists, int list_count, sl_error *);

/* The same with what was made of the texts of the lists the last time, so that they need not be read again.  kept is good only for the same program,
 * files and lists, which the caller sees to; a damaged one is not used.  fresh, unless NULL: what is to be kept (its data is the caller's to free), empty
 * when kept was used.  Either may be NULL. */
sl_library *sl_library_kept(const sl_file *files, int count, const sl_file *lists, int list_count, const sl_file *kept, sl_file *fresh, sl_error *);
int         sl_library_notes(const sl_library *);                          /* rows of lists that were left out or had slips */
const char *sl_library_note(const sl_library *, int i);                    /* "FILE:LINE: …" */

/* Icons, by the numbers of sl_icon_text. */
typedef struct { uint64_t word[2]; } sl_icons;
static inline bool sl_icon_in(sl_icons set, int icon) { return set.word[icon / 64] >> icon % 64 & 1; }

typedef struct {
    const char *title, *subtitle, *name, *type, *kind, *affiliation, *text, *requirement;
    const char *unplayable;                    /* NULL, or the clauses that are not understood, one to a line */
    const char *class_name;                    /* a personnel of the First Edition: "OFFICER" …; "" */
    const char *attempt;                       /* "[Kli][NA]", "any affiliation", … */
    sl_icons attempts; bool attempts_any;      /* the same: the icons; any affiliation, perhaps with exceptions */
    int  edition, cost, span, points, quadrant, attributes[3], need_cmd, need_stf, dots;
    bool unique;
    bool listed;                               /* a card list has it */
    bool overridden;                           /* … with a text that is not read into its effects */
    int  staff_count, staff[24];               /* a ship: all its staffing icons, [Cmd] and [Stf] first, then the others in printed order */
    int  skill[64];                            /* levels, by sl_skill_name order */
    sl_icons icons;                            /* printed */
    const char *traits[40];                    /* keywords, species, class, region; NULL-terminated */
    const char *trait_kinds[40];               /* "keyword", "species", "class", "region" */
} sl_facts;

int         sl_card_count(const sl_library *);                             /* defs are 1 … count */
bool        sl_card_facts(const sl_library *, int def, sl_facts *out);
int         sl_card_find(const sl_library *, int edition, const char *name);          /* 0 if none */
bool        sl_card_bears(const sl_library *, int id, const char *name);              /* the name is that card's, or its title's */
bool        sl_class_known(const char *name);                                           /* a classification of the First Edition */
bool        sl_trait_known(const sl_library *, const char *trait);          /* some card has it or speaks of it */
size_t      sl_card_nearest(const sl_library *, int edition, const char *name, char *out, size_t size);
size_t      sl_card_effects(const sl_library *, int def, char *out, size_t size);     /* in the card language */
int         sl_skill_count(void);
const char *sl_skill_name(int skill);
int         sl_icon_count(void);
const char *sl_icon_text(int icon);
const char *sl_icon_name(int icon);                                          /* "Klingon" */
bool        sl_icon_is_affiliation(int icon);

/* ---- how a printed text is understood ---- */
typedef struct sl_explanation sl_explanation;

/* One sentence.  words is not NUL-terminated and belongs to the text that was given.  result: "read", "stopped" (at byte `stopped`,
 * where one of `expected` could have come), "ambiguous" (means and other), "unbound" or "given-up". */
typedef struct { const char *words; size_t length; const char *result, *means, *other, *expected; size_t stopped; } sl_sentence;

/* type: "dilemma", …, "headquarters".  title may be "".  NULL on error.  The text must outlive the explanation. */
sl_explanation *sl_explain(const sl_library *, int edition, const char *type, const char *title, const char *text, sl_error *);
void        sl_explanation_free(sl_explanation *);
bool        sl_explained(const sl_explanation *);                          /* every sentence has become effects that can be played */
const char *sl_explained_effects(const sl_explanation *);                  /* in the card language */
const char *sl_explained_text(const sl_explanation *);                     /* those effects in English */
const char *sl_explained_refusal(const sl_explanation *);                  /* why not, where the sentences alone do not say it; "" */
bool        sl_explained_sentence(const sl_explanation *, int i, sl_sentence *out);
size_t      sl_explained_words(const sl_explanation *, int i, char *out, size_t size);   /* how that sentence is cut into words: "stop | this | personnel | ." */
uint64_t    sl_text_hash(const char *text);                                /* by which an override knows a printed text; blanks and case do not matter */

/* Where a card can be. */
typedef enum {
    SL_NOWHERE, SL_DECK, SL_HAND, SL_DISCARD, SL_PILE, SL_REMOVED, SL_CORE, SL_BRIG, SL_ROW, SL_SURFACE, SL_ORBIT, SL_ABOARD,
    SL_BENEATH, SL_ON, SL_STACK, SL_DRAWN, SL_PLAYING,
    SL_LINE, SL_SHARED, SL_SITE, SL_DOCKED, SL_HELD, SL_AGENDA, SL_POINTS, SL_SEEDS, SL_TENT, SL_CONTINUUM, SL_BRIDGE, SL_TRIBBLES,
    SL_ZONE_COUNT
} sl_zone;

/* ---- what texts do, for players that weigh them ---- */
typedef enum {
    SL_DOES_PREVENT, SL_DOES_PREVENT_DILEMMA, SL_DOES_INSTEAD, SL_DOES_DRAW, SL_DOES_DOWNLOAD, SL_DOES_SCORE, SL_DOES_LOSE, SL_DOES_COUNTERS,
    SL_DOES_COUNTERS_EACH_TURN, SL_DOES_EXTRA_TURN, SL_DOES_STOP, SL_DOES_UNSTOP, SL_DOES_KILL, SL_DOES_DESTROY, SL_DOES_DISCARD,
    SL_DOES_DISCARD_TOP, SL_DOES_REMOVE, SL_DOES_PLACE, SL_DOES_BRIG, SL_DOES_LOOK, SL_DOES_DILEMMA_DRAW, SL_DOES_REDRAW,
    SL_DOES_RETURN_TO_PILE, SL_DOES_COMBAT, SL_DOES_ENGAGEMENT, SL_DOES_NULLIFY, SL_DOES_COUNT
} sl_does;
typedef enum { SL_WHO_NOBODY, SL_WHO_YOU, SL_WHO_OPPONENT, SL_WHO_OPPONENTS, SL_WHO_EACH, SL_WHO_OTHER } sl_who;
typedef enum {
    SL_PICK_NONE, SL_PICK_ALL, SL_PICK_SELF, SL_PICK_CHOSEN, SL_PICK_RANDOM, SL_PICK_RANDOM_ALL_BUT,
    SL_PICK_NAMED,                             /* selected before by the same text */
} sl_pick;

typedef struct {
    sl_does does;
    sl_who  who;                               /* whom it happens to, or who chooses the cards */
    sl_pick pick;                              /* the cards it happens to … */
    int     number;                            /* … and how many; or points, counters; 1 when it depends on the table */
    sl_zone from, to;                          /* SL_NOWHERE: in play; not said */
    sl_who  whose;                             /* hand, deck or pile they are from */
    bool    group, ships;                      /* they are the personnel in the attempt; ships */
    int     mode;                              /* it is done only by this mode of a choice, from 0; -1: always */
} sl_effect;

enum { SL_SUMMARY = 24 };
typedef struct {
    int  effects;
    sl_effect effect[SL_SUMMARY];
    bool limited, responds;                    /* may be used so often only; responds to an event */
    bool other_way;                            /* something else happens to those who can */
    bool attempt;                              /* lets a mission be attempted in another way … */
    sl_icons attempt_with;                     /* … with personnel of these icons */
    int  requirement;                          /* "unless you have …", or of that attempt: for sl_requirement_lacks; 0: none */
} sl_summary;

bool        sl_card_lets_play(const sl_library *, int def);                /* its text lets cards be played, or report, where it is */
int         sl_card_function(const sl_library *, int def, int nth);        /* First Edition: the number by which the nth function, from 0, is played */
int         sl_card_functions(const sl_library *, int def);                /* First Edition: how many functions joined by OR it has when it is played */
int         sl_card_texts(const sl_library *, int def);                   /* how many abilities the card has */
bool        sl_text_is_used(const sl_library *, int def, int ability);    /* an order or a response, not something that is simply so */
bool        sl_text_summary(const sl_library *, int def, int ability, sl_summary *out);   /* ability -1: all texts of the card together */

typedef struct { int skill[64], attribute[3], count; } sl_sums;            /* of a group of personnel */
int         sl_requirement_lacks(const sl_library *, int requirement, const sl_sums *);   /* as sl_game_shortfall counts; 0: it is met */
/* A mission's printed requirement as JSON; "" without one: {"kind":"all"/"any","of":[…]}, {"kind":"skill","skill","level"},
 * {"kind":"attribute","attribute":0 Integrity…,"over"}, {"kind":"other","words","count"?,"trait"?}: so many personnel with that trait. */
size_t      sl_card_needs(const sl_library *, int def, char *out, size_t size);
/* Who may attempt a mission, as JSON: {"any":false,"icons":["Kli","NA"]}, those affiliations; {"any":true,"icons":[…]}, any but those; "" for a
 * card that nobody attempts. */
size_t      sl_card_attempt(const sl_library *, int def, char *out, size_t size);
size_t      sl_card_plays(const sl_library *, int def, char *out, size_t size);        /* a headquarters: what may be played there, in words */
bool        sl_card_asks(const sl_library *, int def, int skill);          /* a mission: its printed requirement names that skill */

/* ---- rulings and rules ---- */
typedef struct {
    const char *id, *topic, *kind, *summary, *text, *superseded_by;
    const char *changes;                       /* what it does to earlier rules; "" */
    const char *cards;                         /* those it names, with "; " between them; "" */
    int  edition, from, until;                 /* yyyymmdd */
    bool lookup_only, needs_proof;             /* proof: with it switched off, one of its scenes must fail */
    bool open;                                 /* known and shown, and no code decides by it yet */
} sl_ruling;

int         sl_ruling_count(const sl_library *);
bool        sl_ruling_get(const sl_library *, int index, sl_ruling *out);
int         sl_ruling_find(const sl_library *, const char *id);            /* index, or -1 */

/* A numbered rule, to be read.  text: paragraphs with line ends between them; one that begins with | is a row of a table. */
typedef struct {
    const char *id, *chapter, *part, *text;    /* "2E-7.22"; "7 Playing cards and costs"; "Costs", or "" */
    const char *rulings;                       /* ids of those that belong to it, with ", " between them; "" */
    int  edition;
} sl_rule;

int         sl_rule_count(const sl_library *);
bool        sl_rule_get(const sl_library *, int index, sl_rule *out);
int         sl_rule_find(const sl_library *, const char *id);              /* index, or -1 */

/* What a search looks through: 0 and false leave nothing out.  date: rulings in force on that day. */
typedef struct { int edition, date; bool only_rules, only_rulings; } sl_scope;
typedef struct { bool is_rule; int index, score; } sl_hit;                 /* of sl_rule_get or sl_ruling_get */

/* The rules and rulings in which every word occurs, the best first: how many there are, of which the first most are written.  A word
 * that occurs nowhere is taken for the nearest that does; read_as (may be NULL) says what was looked for. */
int         sl_search(const sl_library *, const char *words, const sl_scope *, sl_hit *, int most, char *read_as, size_t size);

bool        sl_date_read(const char *text, size_t len, int *date);         /* "2014-07-07", a day since 1994, when the game began */
const char *sl_cite_id(int cite);                                          /* "2E-9.30", "2e-2014/…"; "" for 0 */
const char *sl_cite_text(int cite);                                        /* one line for a player: a rule's; a ruling's topic */
bool        sl_cite_is_of_text(int cite);                                  /* a reason that lies in what the text of a card says */
bool        sl_cite_known(const char *id);                                 /* an id that the engine may give, or an entry of such */
int         sl_cite_kin(int cite, int n);                                  /* the n-th rule or ruling that says the same, from 0; 0: no more */
const char *sl_cite_also(int cite, int n);                                  /* the id of the n-th statement beside it that says the same, from 0; NULL: no more */
const char *sl_cite_reason(const sl_library *, int cite);                  /* the same, with a ruling's summary in its place */

/* ---- decks ---- */
/* The parts of a deck: the pile is 2E's; the seed deck and what follows it 1E's: sites, which seed free, and the side decks Q's Tent, Q-Continuum,
 * Battle Bridge and Tribbles. */
typedef enum { SL_DRAW_DECK, SL_DILEMMA_PILE, SL_MISSIONS, SL_SEED_DECK, SL_SITES, SL_TENT_DECK, SL_CONTINUUM_DECK, SL_BRIDGE_DECK, SL_TRIBBLE_DECK,
               SL_SECTION_COUNT } sl_section;
const char *sl_section_word(sl_section);                                   /* "draw", "missions", "tent" … */
const char *sl_section_heading(sl_section);                                /* "Missions:", the line that begins it in a deck file; "" for the draw deck */
typedef struct { int def, count; sl_section section; } sl_deck_entry;
typedef struct { int cite; const char *code; char text[240]; int defs[8]; } sl_problem;   /* code: "deck-total" … */

sl_deck    *sl_deck_read(const sl_library *, int edition, const sl_file *, sl_error *);
void        sl_deck_free(sl_deck *);
const char *sl_deck_name(const sl_deck *);
int         sl_deck_count(const sl_deck *);
sl_deck_entry sl_deck_get(const sl_deck *, int i);
void        sl_deck_mix(sl_deck *, uint64_t seed);                          /* its entries in another order, section by section; missions stay */
size_t      sl_deck_write(const sl_library *, const sl_deck *, char *out, size_t size);    /* as the text of a deck file */
int         sl_deck_check(const sl_library *, const sl_deck *, int date, sl_problem *out, int room);  /* how many problems */
int         sl_deck_stranded(const sl_library *, const sl_deck *, int edition, int date, int *defs, int room);   /* cards that none of its missions lets be played, ever */

/* ---- a game ---- */
/* What a game keeps beside its state.  Nothing: simulations.  Log and citations; refusals are found when they are asked for, by carrying out the
 * last answer once more.  Refusals, too, as every decision finds them: for who looks at all of them. */
typedef enum { SL_TRACE_NOTHING, SL_TRACE_LOG, SL_TRACE_REASONS, SL_TRACE_CHOICES /* and why others were not chosen where one alone could be */ } sl_trace;

typedef struct {
    int edition, date, players;                /* date yyyymmdd; 0: the newest rules */
    uint64_t seed;
    const sl_deck *deck[SL_PLAYERS];
    int without;                               /* ruling index + 1 switched off, for the proof of rulings; 0: none */
    const char *switches;                      /* doubtful rules played otherwise: "name=value,name=value"; NULL: none */
    bool windows;                              /* between people: who can only pass is asked as well, where others cannot know that */
    int trace;                                 /* sl_trace */
    bool blank;                                /* no deck, no setup: a table for a scene */
} sl_setup;

bool        sl_switches_check(const char *switches, sl_error *);            /* whether a setup may have this text */
sl_game    *sl_game_new(const sl_library *, const sl_setup *, sl_error *);
const char *sl_format_name(int edition, int format);                        /* 0 "open", 1 "otf" …: tournament formats, each a value of the switch `format`; NULL: no such */
int         sl_deck_check_for(const sl_library *, const sl_deck *, const sl_setup *, sl_problem *out, int room);   /* for a game set up so */
sl_game    *sl_game_clone(const sl_game *);
sl_game    *sl_game_clone_untraced(const sl_game *);                       /* keeps no log, citations or refusals: for looking ahead */
void        sl_game_purse(sl_game *, long *work);                 /* the caller's: the game and its copies pay from it for what they do, and end when it is empty */
void        sl_game_free(sl_game *);
void        sl_game_copy(sl_game *to, const sl_game *from);                /* no allocation, unless it traces: for search and undo */
/* Deals again what the viewer cannot know; SL_OPEN: all that is hidden from anybody.  The game can be played on, whoever is to answer.
 * Cards of which a running text speaks stay, and so do those that another player is choosing from; of that player's other options
 * those are left that name no card that was dealt again. */
void        sl_game_resample(sl_game *, int viewer, uint64_t seed);

int         sl_game_player(const sl_game *);                               /* who must answer; -1: the game is over */
int         sl_game_options(const sl_game *);                              /* how many answers there are, ≥ 1 */
void        sl_game_answer(sl_game *, int option);                         /* 0 ≤ option < options */
int         sl_game_winner(const sl_game *);                               /* -1: nobody (draw, or not over) */
int         sl_game_turn(const sl_game *);                                 /* 1 … */
int         sl_game_active(const sl_game *);                               /* whose turn it is */
const char *sl_game_segment(const sl_game *);                              /* "start", "play", "orders", "discard", "end" */
int         sl_game_points(const sl_game *, int player);
int         sl_game_bonus(const sl_game *, int player);                    /* how much of them are bonus points (First Edition) */
int         sl_game_edition(const sl_game *);
int         sl_game_counters(const sl_game *);
int         sl_game_players(const sl_game *);
void        sl_game_concede(sl_game *, int player);
/* Whether nobody has come to know anything from then to now: no card was shown to anybody, nothing was left to chance.  Both are
 * the same traced game, `then` some answers earlier. */
bool        sl_game_nothing_shown(const sl_game *then, const sl_game *now);

/* A recorded answer is an option or, below 0, how the game ended from outside.  The codes count down from -1: each ending has one for
 * each player, a draw has one only. */
typedef enum {
    SL_END_CONCEDED,                           /* of who conceded */
    SL_END_AGREED,                             /* a draw */
    SL_END_TIME,                               /* of whose clock ran out */
    SL_END_AWAY,                               /* of who stayed away */
    SL_END_RULED,                              /* of whom a director gave the game */
    SL_END_RULED_DRAW,
    SL_END_CHANGED,                            /* a draw: by the cards or rules of now, its answers would be another game */
    SL_END_COUNT
} sl_ending;

int         sl_ending_code(int players, sl_ending, int player);
bool        sl_ending_read(int players, int answer, sl_ending *, int *player);   /* player -1: a draw; false: that is no ending */

/* A director's word is recorded like an answer, by a code below those of endings, and given with sl_game_apply.  Its words, with which it
 * stands in a replay too: "put #12 in hand", "put #12 aboard #40", "set #12 stopped", "lift #12 stopped", "score A 10". */
typedef enum { SL_DIRECT_PUT, SL_DIRECT_SET, SL_DIRECT_LIFT, SL_DIRECT_SCORE, SL_DIRECT_COUNT } sl_directing;
typedef struct {
    sl_directing what;
    int     card;                              /* put, set, lift */
    sl_zone zone; int place; bool below;       /* put: where; the card to lie at, aboard or on; under the pile */
    int     state;                             /* set, lift: by number, in the order of the engine's table */
    int     player, points;                    /* score */
} sl_direction;
int         sl_direction_code(const sl_direction *);
bool        sl_direction_read(int answer, sl_direction *);                 /* false: that is none */
bool        sl_direction_parse(const sl_game *, int edition, const char *words, sl_direction *, sl_error *);   /* a game reads titles, too; it may be NULL */
size_t      sl_direction_words(int edition, const sl_direction *, char *out, size_t size);
bool        sl_game_may_direct(const sl_game *, const sl_direction *, sl_error *);   /* whether it can be given now; why not */

bool        sl_game_apply(sl_game *, int answer);                          /* false, and nothing done, when it cannot be given now */
uint64_t    sl_game_hash(const sl_game *);
/* For who stores games: a digest of the cards and rulings that a game is set up with, and the proof of what its players were offered,
 * from the proof before the last answer (0 at the beginning).  A game whose answers lead to other proofs is another game.  Never 0. */
uint64_t    sl_setup_digest(const sl_library *, const sl_setup *);
uint64_t    sl_game_proof(const sl_game *, uint64_t before);
size_t      sl_game_size(void);                                            /* bytes that a copy copies */
bool        sl_game_ok(const sl_game *, char *why, size_t size);           /* checks every invariant */
bool        sl_game_caches_ok(sl_game *);                                  /* cached values equal computed ones */
const sl_library *sl_game_library(const sl_game *);

/* Verbs of options: the canonical form is `PLAYER verb …`, see docs/scenes.md. */
typedef enum {
    SL_PASS,            /* decline an optional response */
    SL_PLAY,            /* card, target: place (mission, ship, host) or 0 for core / none; number: which play option */
    SL_DRAW,            /* spend a counter to draw */
    SL_END,             /* end the segment */
    SL_BEAM,            /* card: from (ship or mission), target: to; a set of cards follows */
    SL_MOVE,            /* card: ship, target: mission */
    SL_ATTEMPT,         /* card: mission, target: ship or 0, number: means (0 printed, else ability + 1) */
    SL_USE,             /* card, number: ability index of its text; as an order or a response */
    SL_CHOOSE,          /* card: one of a choice or of a set */
    SL_DONE,            /* the set is complete */
    SL_YES, SL_NO,
    SL_MODE,            /* number: which of several (0 …) */
    SL_NAME_SKILL,      /* number: skill */
    SL_NAME_LETTER,     /* number: first letter of the title to name ('A' …, '#' for others) */
    SL_NAME_CARD,       /* def: a card bearing the title */
    SL_NUMBER,          /* number */
    SL_PICK_PLAYER,     /* number: player */
    SL_LOOP,            /* state the outcome of an endless loop (2e-2014/infinite-loops) */
    SL_SEED,            /* card, target: mission or 0; a mission: number 0 at the left end, 1 at the right end, 2 to the right of target, 3 on target, its other copy */
    SL_TAKE_BACK,       /* card: one seeded in this round */
    SL_REPORT,          /* card, target: facility; number: of several affiliations the one it takes, as icon + 1, else 0 */
    SL_DOCK,            /* card: ship, target: facility */
    SL_UNDOCK,          /* card: ship */
    SL_LAND,            /* card: ship */
    SL_TAKE_OFF,        /* card: ship */
    SL_LOAD,            /* card: ship, target: the ship that carries it */
    SL_LAUNCH,          /* card: ship */
    SL_CLOAK, SL_DECLOAK, SL_PHASE, SL_UNPHASE,        /* card: ship */
    SL_WALK,            /* card: from (planet, facility, ship), target: to; a set of cards follows */
    SL_BATTLE,          /* card: the attacked ship or facility, or a member of the attacked force; target: likewise of the attacker's */
    SL_RETURN_FIRE,     /* card: one of the attackers, target: a card that fires at it; a set of further ones follows */
    SL_DEFEND,          /* card: one that joins the defending force without firing; a set of further ones follows */
    SL_RESCUE,          /* card: a captive, target: who frees it */
    SL_IMPRISON, SL_ESCORT,        /* card: a captive, into the brig where it is, and out of it; target: the ship to which it is beamed from a trap, or 0 */
    SL_STUN,            /* card: the adversary, target: who does it */
    SL_WOUND,           /* likewise, mortally */
    SL_REPLACE,         /* card: a persona in play, target: the one that takes its place */
    SL_CHANGE,          /* card: one of several affiliations, number: the one that it takes, as icon + 1 */
    SL_SCOUT,           /* card: a location or ship, target: a member of the team, or the ship with its crew */
    SL_PROBE,           /* card: the one that asks for it */
    SL_COMMANDEER,      /* card: a ship or facility, target: who does it */
    SL_INFILTRATE,      /* card: who does it, target: a personnel, ship, facility or planet of the team that he joins */
    SL_EXPOSE,          /* card: who stops infiltrating */
    SL_ACTIVATE,        /* card: a hologram, target: who does it */
    SL_NAME_ICON,       /* number: icon; an affiliation */
    SL_NAME_GENDER,     /* number: 0 male, 1 female, 2 neuter */
    SL_NAME_TRAIT,      /* number: a species; its name is the title of sl_game_option_names */
    SL_VERB_COUNT
} sl_verb;

typedef struct { sl_verb verb; int card, target, number, def; } sl_option;

typedef enum {
    SL_DECIDE_PLAY, SL_DECIDE_ORDERS, SL_DECIDE_RESPONSE, SL_DECIDE_CARD, SL_DECIDE_SET, SL_DECIDE_STACK, SL_DECIDE_DISCARD,
    SL_DECIDE_YES_NO, SL_DECIDE_MODE, SL_DECIDE_SKILL, SL_DECIDE_TITLE, SL_DECIDE_NUMBER, SL_DECIDE_PLAYER, SL_DECIDE_ORDERING,
    SL_DECIDE_MANDATORY,                       /* which of several mandatory responses first */
    SL_DECIDE_SEED,                            /* what to seed where, in a seed phase of the First Edition */
    SL_DECIDE_BATTLE,                          /* what to do in a battle of the First Edition; passing does nothing */
} sl_decide;

/* What the cards or the answer are for. */
typedef enum {
    SL_FOR_NOTHING, SL_FOR_STOP, SL_FOR_KILL, SL_FOR_DESTROY, SL_FOR_DISCARD, SL_FOR_REMOVE, SL_FOR_BRIG, SL_FOR_UNSTOP, SL_FOR_PLACE,
    SL_FOR_BEAM, SL_FOR_EXCHANGE, SL_FOR_DOWNLOAD, SL_FOR_STACK, SL_FOR_MEANT, SL_FOR_SELECT, SL_FOR_MODE, SL_FOR_DO,
    SL_FOR_PAY_SKILL, SL_FOR_PAY_OTHERWISE, SL_FOR_REPLICATE, SL_FOR_MEET, SL_FOR_COMBAT, SL_FOR_ENGAGEMENT, SL_FOR_OPPOSE,
    SL_FOR_ARRANGE, SL_FOR_SKILL, SL_FOR_TITLE, SL_FOR_NUMBER, SL_FOR_OPPONENT, SL_FOR_PILE_TOP, SL_FOR_PLAY, SL_FOR_CHANGE,
    SL_FOR_COUNT
} sl_purpose;

/* What is being decided.  A choice of several cards is a run of single answers; each says that it belongs to a set. */
typedef struct {
    int  player;
    sl_decide kind;
    int  options;
    int  card;                                 /* the card whose text or order asks; 0: a rule */
    sl_purpose purpose;
    const char *about;                         /* the same in words: "to be stopped", "to discard", "for the dilemma stack", event words … */
    int  least, most;                          /* size of the set, most perhaps SL_ANY; 0, 0 when it is no set */
    int  chosen_count, eligible_count;         /* see sl_game_chosen, sl_game_eligible */
    bool ordered;                              /* the order of choosing matters (dilemma stack); else any order will do */
    bool may_end;
    int  from, to;                             /* ends of the beam whose cards are chosen; 0, 0: it is none */
    const char *moment;                        /* "about-to-stop" …: the event that may be responded to, or that the asking text responds to; "" */
    int  subject_count;                        /* the cards to which it happens: see sl_game_subject */
} sl_decision;

void        sl_game_decision(const sl_game *, sl_decision *out);
/* The cards of a decision, i from 0; 0 behind the last.  Eligible are all of the set, the chosen ones included. */
int         sl_game_chosen(const sl_game *, int i);
int         sl_game_eligible(const sl_game *, int i);
int         sl_game_subject(const sl_game *, int i);
/* The run of single answers that chooses a whole set, its end included: how many, 0 when that set may not be chosen.  There are at most
 * count + 1. */
int         sl_game_set_answers(const sl_game *, const int *ids, int count, int *answers, int room);
sl_option   sl_game_option(const sl_game *, int option);
size_t      sl_game_mode_words(const sl_game *, int option, char *out, size_t size);  /* one of several ways, in the text's own words; "" if it is none */
size_t      sl_game_describe(const sl_game *, int option, char *out, size_t size);    /* A plays "Bregath" at "Qo'noS" */
/* What an option speaks of, for clients that make sentences of their own; "" where there is nothing, or the player may not know it. */
typedef struct {
    const char *title;                         /* card, title or skill that is chosen */
    const char *place;                         /* the target */
    const char *how;                           /* played "at", "aboard" or "on" it, seeded "beneath" it or "at left end"; "hand": a text used from the hand */
} sl_option_names;
void        sl_game_option_names(const sl_game *, int option, sl_option_names *out);

/* Why something is not offered, in a game that traces.  Only what the deciding player may know is used. */
typedef struct { sl_option option; int cite; int card; } sl_refusal;       /* card: the text that forbids; 0: a rule */
int         sl_game_refusals(const sl_game *, sl_refusal *out, int room);
int         sl_game_refusals_dropped(const sl_game *);                     /* how many more there were than are kept */
/* The same for anything that a player might name, whoever is asked now: the reasons, the weightiest first, and how many.  Of a set that is to be
 * chosen card 0 stands for its end; number SL_TO_STACK: for the dilemma stack, SL_TO_HAND: of a download that would go to hand, SL_TO_DISCARD: to be discarded.  Of a report by the text of a
 * card in play number is that card's id, negative.  Only what that player may know is used. */
enum { SL_TO_STACK = 1, SL_TO_HAND, SL_TO_DISCARD };
int         sl_game_why_not(const sl_game *, int player, sl_option asked, sl_refusal *out, int room);
/* The same by all that there is to know: for the author of a scene, never for a player. */
int         sl_game_why_not_open(const sl_game *, int player, sl_option asked, sl_refusal *out, int room);
size_t      sl_game_reason(const sl_game *, const sl_refusal *, char *out, size_t size);       /* in words, with the numbers it turns on */

/* ---- cards on the table ---- */
const char *sl_segment_word(int edition, int segment);      /* 0 …: "start", "play" …; NULL: that edition has no such segment */
int         sl_segment_count(void);
const char *sl_state_word(int edition, int state);          /* 0 …: "stopped", "disabled" …; NULL: nobody speaks of it there */
int         sl_state_count(void);
const char *sl_derived_state_word(int edition, int i);      /* 0 …: "exposed" …, what follows from other facts; NULL behind the last */
const char *sl_zone_word(int edition, sl_zone);             /* its name in views and scenes; NULL: that edition has no such zone */
const char *sl_zone_phrase(sl_zone);                       /* "aboard", "on planet": how one says it of a card; NULL: "in", and the word */
bool        sl_zone_is_pile(sl_zone);                      /* players have such piles */
bool        sl_zone_hosted(sl_zone);                       /* cards lie there at, aboard, on or beneath another card */

typedef struct {
    int  id, def;                              /* def 0: the viewer may not know which card it is */
    int  owner, commander;                     /* commander -1: it is in play, and nobody controls it */
    sl_zone zone;
    int  host;                                 /* the card it is at, aboard, on or beneath; 0: none */
    int  holder;                               /* the player in whose pile it lies; -1: none */
    bool in_play, stopped, face_down, complete, damaged;
    uint64_t states;                           /* bit per state, see sl_state_word */
    int  range_used;
    int  named_def, named_skill, named_number; /* what it named; 0, -1, -1 if nothing */
} sl_card;

int         sl_game_cards(const sl_game *);                                /* ids are 1 … count */
bool        sl_game_card(const sl_game *, int viewer, int id, sl_card *out);
int         sl_game_list(const sl_game *, int player, sl_zone, int *ids, int room);       /* piles from the top */
enum { SL_TIME_LINE = 4 };                     /* behind those of the four quadrants: the time locations, in no order */
int         sl_game_spaceline(const sl_game *, int line, int *ids, int room);              /* locations from left to right; 0 alpha, gamma, delta, mirror */
int         sl_game_on(const sl_game *, int host, sl_zone, int *ids, int room);           /* cards at, aboard, on, beneath host */
int         sl_game_mission_of(const sl_game *, int id);                   /* the mission a card is at; 0 */

int         sl_game_force(const sl_game *, int id, int *ids, int room);    /* 1E: who would be attacked with this personnel, stopped or not */
int         sl_game_hull(const sl_game *, int id);                         /* 1E: per cent that are left of a ship or facility; -1: it has none */
int         sl_game_defense(const sl_game *, int id);                      /* 1E: what an attack on it must beat now, whole points; -1 */
int         sl_game_battle_winner(const sl_game *);                        /* of the last battle; -1: none */

/* Derived values: as the rules compute them now. */
int         sl_game_attribute(const sl_game *, int id, int attribute);     /* 0 … 2 */
int         sl_game_ship_value(const sl_game *, int viewer, int id, int attribute);   /* as that player may know it */
int         sl_game_skill(const sl_game *, int id, int skill);
sl_icons    sl_game_icons(const sl_game *, int id);                        /* all of them … */
bool        sl_game_has_icon(const sl_game *, int id, int icon);           /* … or one */
bool        sl_game_mission_has_icon(const sl_game *, int mission, int player, int icon);      /* an affiliation icon at that player's end of it */
/* What two cards are to each other by the rules of the First Edition: a matching commander to his ship; such as may mix; such as are in one place. */
typedef enum { SL_MATCHING_COMMANDER, SL_COMPATIBLE, SL_PRESENT } sl_relation;
bool        sl_game_related(const sl_game *, sl_relation, int a, int b);
bool        sl_game_has_trait(const sl_game *, int id, const char *trait);
int         sl_game_cost(const sl_game *, int player, int id);             /* to play it now */
bool        sl_game_derived_state(const sl_game *, int id, int i);         /* by sl_derived_state_word */
bool        sl_game_staffed(const sl_game *, int ship);
bool        sl_game_seeds_at_once(const sl_game *);                        /* dilemmas are seeded in rounds, by all players at the same time */
int         sl_game_team_skill(const sl_game *, int id, int skill);        /* … the units of a skill in it, of those who can use theirs */
int         sl_game_team_total(const sl_game *, int id, int attribute);    /* … and the total of an attribute of that team */
int         sl_game_team(const sl_game *, int id, int *ids, int room);     /* First Edition: the crew or Away Team that this personnel is in; how many */
int         sl_game_countdown(const sl_game *, int id);                    /* what its countdown stands at; 0: it counts none */
int         sl_game_span(const sl_game *, int player, int id);             /* of a mission, as that player reads it */
int         sl_game_worth(const sl_game *, int player, int id);            /* the points in its box, likewise */
int         sl_game_solver(const sl_game *, int mission);                  /* who has completed it; -1: nobody */
int         sl_game_range_needed(const sl_game *, int ship, int mission);
/* How far a group is from completing a mission by its printed requirements: 0 = it would; else missing skill levels plus
 * missing attribute points / 6, rounded up. */
int         sl_game_shortfall(const sl_game *, int mission, const int *ids, int count);

/* Parts of a value: amount, source card, citation. */
typedef enum { SL_PART_INTEGRITY, SL_PART_CUNNING, SL_PART_STRENGTH, SL_PART_COST, SL_PART_SKILL } sl_part_of;  /* ships: range, weapons, shields */
typedef struct { int amount, source, cite; } sl_part;
int         sl_game_parts(const sl_game *, int id, sl_part_of, int skill, sl_part *out, int room);

/* ---- before an answer: what it costs, what is asked, what it comes to ---- */
enum { SL_GROUP = 511 };                       /* as many cards as a table holds */

int         sl_option_cost(const sl_game *, int option);                   /* counters, Range, or what a dilemma for the stack costs; -1: none of these */

/* What a player still has to reach: "points" 35 of 100, "planet mission" 0 of 1 …; kind is one word of it: "points", "planet", "space". */
typedef struct { const char *words; int have, need; const char *kind; } sl_goal;
int         sl_game_goals(const sl_game *, int player, sl_goal *out, int room);

/* A copy of a card in hand that is one choice with it: the options of the other stand for both.  0: there is none before it. */
int         sl_game_same_choice(const sl_game *, int id);

/* What the personnel among these cards have together, as far as the viewer may know: his own in play as they are now, others as printed.  How many. */
int         sl_game_sums(const sl_game *, int viewer, const int *ids, int count, sl_sums *out);

/* By which requirement these personnel of a player would attempt a mission: 0 the printed one, else ability + 1.  Without personnel: by which
 * one his cards can, wherever they are. */
int         sl_game_means(const sl_game *, int player, int mission, const int *ids, int count);

/* One line of what a mission asks of a group, or a dilemma: "unless you have", or somebody who can be chosen. */
typedef struct {
    int  choice, arm;                          /* choice 0: always asked; else one whole arm of that choice is enough */
    int  need, have;                           /* need 0: no sum, only met or not */
    int  amount[SL_GROUP];                     /* what each of the group brings, in the order given */
    bool met;
    int  cite;                                 /* the rule by which it is counted */
    char words[120];                           /* "2 Honor", "Cunning>30" */
} sl_need;
int         sl_game_needs(const sl_game *, int card, const int *ids, int count, bool *met, sl_need *out, int room);

/* The combat or engagement in progress: who is on which side and what each adds to the sum. */
typedef struct {
    bool engagement;
    int  player[2], mission, attribute;        /* player: who began it, the other; attribute: compared in combat */
    int  count[2], id[2][SL_GROUP], amount[2][SL_GROUP];   /* id: see sl_game_shown; amount -1: the viewer may not know */
    int  total[2];                             /* what each side comes to as far as the viewer knows */
    bool known;                                /* … and whether that is all */
    int  winner;                               /* the player who wins if nothing changes, by what is known; -1: nobody */
    int  target[2];                            /* 1E: the adversaries who face each other; of ships whom each side fires at; 0: none */
    int  waiting[2];                           /* 1E: how many of each side have not met anybody yet */
} sl_battle;

/* What a side of a ship battle fires as things stand, and what it must beat: 1E.  Numbers are doubled, for half of a number may count. */
typedef struct {
    int  target;
    int  count, card[SL_GROUP], twice[SL_GROUP];   /* the parts of both sums; card: see sl_game_shown */
    bool defends[SL_GROUP], hidden[SL_GROUP];      /* of which sum it is; hidden: the viewer may not know how much it is */
    int  attack, twice_defense;
    int  hit;                                  /* 0 a miss, 1 a hit, 2 a direct hit; -1: not all is known, nor are the sums */
} sl_volley;
bool        sl_game_battle(const sl_game *, int viewer, sl_battle *out);   /* false: there is none */
bool        sl_game_volley(const sl_game *, int viewer, int side, sl_volley *out);   /* false: that side does not fire */

/* ---- what happened ---- */
typedef struct {
    int  kind, player, card, other, number, cite, turn;
    bool secret;                               /* names cards that the viewer may not know: card and other are 0 */
    const char *card_name, *other_name;        /* "" when there is none, "a card" when it is secret */
    const char *skill_name;                    /* of an event about a skill (a state, an icon) whose number is `number`; else "" */
} sl_event;

long        sl_game_events(const sl_game *);                               /* number of the newest event; the oldest may be gone */
bool        sl_game_event(const sl_game *, int viewer, long number, sl_event *out);       /* numbers from 1 */
/* Among whom a random selection was made: the names that the viewer may know (at most room of them), and how many others there were. */
int         sl_game_event_among(const sl_game *, int viewer, long number, const char **names, int room, int *others);
enum { SL_EVENT_TEXT = 4000 };                 /* room for any event's text: a random selection names all candidates */
size_t      sl_game_event_text(const sl_game *, int viewer, long number, char *out, size_t size);
const char *sl_event_name(int kind);                                       /* "TURN", "COMPLETES" …: the symbols of kernel/log.def */
bool        sl_game_cited(const sl_game *, const char *id);                /* since the game began; an entry counts with its parts */

/* A card that the viewer may not know has the number of its place in a view, above all numbers of cards; others have their own. */
int         sl_game_shown(const sl_game *, int viewer, int id);
int         sl_game_meant(const sl_game *, int viewer, int shown);         /* which card that is; 0 if none */

/* The attempt that is going on: who attempts, where, with which ship (0: from the planet), the dilemma being faced (0: none). */
typedef struct { int player, mission, ship, facing, allowance, stack, personnel; } sl_attempt;     /* allowance -1: dilemmas cost nothing in this edition */
bool        sl_game_attempt(const sl_game *, sl_attempt *out);             /* false: there is none */

/* JSON of all that viewer may know of the position: table, decision (if it is the viewer's). */
size_t      sl_game_view(const sl_game *, int viewer, char *out, size_t size);
size_t      sl_game_decision_view(const sl_game *, int viewer, char *out, size_t size);      /* its decision alone; "null" when it is not the viewer's */

/* ---- high-water marks of the capacities, for sim ---- */
typedef struct { const char *name; int used, room; } sl_mark;
int         sl_game_marks(const sl_game *, sl_mark *out, int room);
/* NULL, or why the game was cut short: the name of the mark whose room was used up, "work" for a game without end, or "fault" for a
 * mistake in the rules' procedures.  Seed, decks, rules date and answers bring it there again. */
const char *sl_game_cut(const sl_game *);

/* ---- replay: seed + decks + rules date + answers (as sl_game_apply takes them), with a check value a turn ---- */
size_t      sl_replay_write(const sl_library *, const sl_setup *, const int *answers, int count, char *out, size_t size);
/* Reads a replay, and returns a fresh game (traced) at its start with the answers (caller frees both); says what is wrong with
 * a foreign, truncated or edited one.  verify plays it through and compares every check value. */
sl_game    *sl_replay_read(const sl_library *, const sl_file *, int **answers, int *count, sl_error *);
bool        sl_replay_verify(const sl_library *, const sl_file *, sl_error *);
bool        sl_replay_changed(const sl_file *);                            /* a whole replay, but not as it was written */

/* What a replay says, without a game made of it. */
typedef struct {
    sl_setup setup;                            /* traced; its decks and switches are those below */
    sl_deck *deck[SL_PLAYERS];
    char    *switches;
    int     *answers, count;
} sl_record;

bool        sl_record_read(const sl_library *, const sl_file *, sl_record *out, sl_error *);   /* false: nothing to free */
void        sl_record_free(sl_record *);

/* ---- setting a table up (scenes, sandbox) ---- */
/* Puts a card on the table.  zone and host as in sl_card; pile zones put it on the bottom, so that the first put is the top.
 * Returns its id, or 0 with the reason. */
int         sl_table_put(sl_game *, int player, int def, sl_zone zone, int host, sl_error *);
bool        sl_table_set(sl_game *, int id, const char *state, bool on);   /* "stopped", "completed", "known", "range-used 3" …; false: no such state */
bool        sl_table_damage(sl_game *, int id);                            /* 1E: a rotation marker more; false: it cannot bear one */
void        sl_table_points(sl_game *, int player, int points);
void        sl_table_bonus(sl_game *, int player, int points);             /* how much of the points are bonus points */
void        sl_table_counters(sl_game *, int counters);
bool        sl_table_phase(sl_game *, const char *segment);                            /* as if it were that phase, to ask why something is not done in it */
bool        sl_table_begin(sl_game *, int player, const char *segment, sl_error *);    /* "start", "play", "orders", "discard", "end" */
bool        sl_table_random(sl_game *, int id);                            /* the next random selection with this card picks it; false: too many wait */
bool        sl_table_random_waits(const sl_game *, int id);                /* … and none has yet */
void        sl_table_first(sl_game *, int player);
void        sl_table_no_deck(sl_game *, int player);       /* First Edition: his draw deck is empty, and not merely left out */

#endif
