/* A scene as read: what to put on the table, then what to play and to expect.  Internal to src/scene.
 *
 * Everything lies in the arena the caller gives; the texts are spans of the scene or of that arena.  Cards are referred to by
 * a Value: a name the scene gave out, or a title.  Which card that is depends on the moment, so it is settled when the line
 * runs. */
#ifndef SPACELINE_SCENE_SCRIPT_H
#define SPACELINE_SCENE_SCRIPT_H

#include "base/base.h"
#include "scene/scene.h"

enum { ANYONE = -1, MAX_SCENE_BYTES = 1 << 20, MAX_SCENE_NAMES = 512 };

typedef enum {
    VALUE_NONE, VALUE_NAME, VALUE_TITLE, VALUE_NUMBER, VALUE_SKILL, VALUE_YES, VALUE_NO, VALUE_OPTION, VALUE_PLAYER,
    VALUE_NOTHING, VALUE_CORE, VALUE_AFFILIATION, VALUE_GENDER, VALUE_TRAIT, VALUE_ICON, VALUE_TYPE
} ValueKind;

typedef struct {
    ValueKind kind;
    Str  text;                                 /* as written, without quotes */
    int  col;
    int  number;                               /* index of the name, number, skill, option (from 1), player */
    int  owner;                                /* of A's "Title"; ANYONE when not said */
} Value;

typedef struct { Str text; int line; } Name;

/* ---- set-up lines ---- */

typedef enum { SETUP_PUT, SETUP_SET, SETUP_DAMAGE, SETUP_POINTS, SETUP_BONUS, SETUP_COUNTERS, SETUP_FIRST, SETUP_NO_DECK, SETUP_TURN } SetupKind;

/* Where a card is put: as the words say, before it is known what type of card it is. */
typedef enum { PLACE_ZONE, PLACE_AT, PLACE_PLANET, PLACE_ABOARD, PLACE_ON, PLACE_BENEATH, PLACE_BRIG,
               PLACE_LINE, PLACE_SHARED, PLACE_DOCKED, PLACE_HELD, PLACE_BETWEEN } Place;

typedef struct {
    SetupKind kind;
    int   line, col, player;
    Value card;                                /* put: its title; set, damage: whose state */
    int   name;                                /* put: index of the name it gets; -1: none */
    Place place;
    sl_zone zone;                              /* of PLACE_ZONE */
    Value host;                                /* at, aboard, on, beneath; damage: with */
    Value other;                               /* between host and this one */
    int   number;                              /* points, counters, holder of the brig, which spaceline */
    int   affiliation;                         /* put … as: its icon; -1 when not said */
    Str   word;                                /* set: the state; turn: the segment */
} Setup;

/* ---- script lines ---- */

typedef enum {
    ACT_PLAY, ACT_DRAW, ACT_END, ACT_BEAM, ACT_MOVE, ACT_ATTEMPT, ACT_USE, ACT_CHOOSE, ACT_STACK, ACT_PASS, ACT_DISCARD,
    ACT_DOWNLOAD, ACT_CONCEDE, ACT_LOOP, ACT_RESPOND, ACT_SEED, ACT_REPORT, ACT_DOCK, ACT_UNDOCK,
    ACT_LAND, ACT_TAKE_OFF, ACT_TAKE_BACK, ACT_LOAD, ACT_LAUNCH, ACT_CLOAK, ACT_DECLOAK, ACT_PHASE, ACT_UNPHASE, ACT_WALK,
    ACT_BATTLE, ACT_RETURN_FIRE, ACT_DEFEND, ACT_RESCUE, ACT_IMPRISON, ACT_ESCORT, ACT_STUN, ACT_WOUND,
    ACT_REPLACE, ACT_CHANGE, ACT_SCOUT, ACT_PROBE, ACT_COMMANDEER, ACT_INFILTRATE, ACT_EXPOSE, ACT_ACTIVATE
} Act;

typedef enum {
    EXPECT_ATTRIBUTE, EXPECT_COST, EXPECT_SKILL, EXPECT_ICON, EXPECT_STATE, EXPECT_TRAIT, EXPECT_AT, EXPECT_PLANET,
    EXPECT_ABOARD, EXPECT_ON, EXPECT_BENEATH, EXPECT_IN, EXPECT_KNOWN, EXPECT_COUNT, EXPECT_COUNT_BENEATH, EXPECT_TOP,
    EXPECT_BOTTOM, EXPECT_POINTS, EXPECT_COUNTERS, EXPECT_CHOICES, EXPECT_ASKED, EXPECT_WINNER, EXPECT_GOES_ON, EXPECT_DRAW,
    EXPECT_LOG, EXPECT_CITED, EXPECT_TURN, EXPECT_DECKLIST, EXPECT_HELD, EXPECT_DOCKED, EXPECT_SPACELINE,
    EXPECT_BATTLE_WINNER, EXPECT_HULL, EXPECT_DEFENSE, EXPECT_COMMANDED, EXPECT_BONUS, EXPECT_NUMBER,
    EXPECT_COMMANDER, EXPECT_COMPATIBLE, EXPECT_PRESENT
} Expect;

typedef enum { STEP_ACT, STEP_CAN, STEP_CANNOT, STEP_EXPECT, STEP_RANDOM, STEP_TURN, STEP_PAUSE } StepKind;

typedef struct {
    StepKind kind;
    int    line;
    Str    source;                             /* the line, for messages */
    int    player;                             /* who acts or is meant; ANYONE when not said */
    Value *value;                              /* the cards, choices or subject */
    int    count;

    Act    act;
    Value  target, from;                       /* at, aboard, on, to, with */
    Value *with; int with_count;               /* battles X with these */
    Value  means;                              /* attempts … using; seeds and plays … between X and this; downloads and reports … with */
    bool   between;                            /* the card goes between target and means */
    int    affiliation;                        /* reports … as, changes … to: its icon; -1 when not said */
    int    number;                             /* uses X N: which text, from 1; plays … option N; 0 when not said */
    int    paying;                             /* -1 when not said */
    Str    because, but_not;                   /* a reason that must be given; one that must not */
    Str    beside[7]; int beside_count;        /* further reasons that must be given */
    bool   alone;                              /* and no others may be */
    Value  by;                                 /* the card whose text must be that reason */
    bool   asked;                              /* whoever asks must be told, whatever the decision keeps */
    int    id_col;                             /* where the id behind because or cited stands, or the trait behind is a */

    bool   no;                                 /* expect not */
    bool   team;                               /* the team that the subject is in, not itself */
    Expect expect;
    int    which, wanted;                      /* attribute, skill or icon; the number it must be, -1 for "at least one" */
    sl_zone zone;                              /* SL_NOWHERE when the line names none */
    Str    word;                               /* state, trait, words of the log or of a reason, id, segment */
} Step;

typedef struct {
    Str    title;
    int    edition, date, players;
    const char *switches;                      /* as sl_setup has them; NULL: none */
    Str    cite[SCENE_CITES]; int cite_line[SCENE_CITES], cite_col[SCENE_CITES], cite_count;
    Str    cards;                              /* the text with all but its card … end lines blanked; empty if it has none */
    Str    decklist;                           /* the same with what stands between decklist and end */
    Setup *setup; int setup_count, setup_room;
    Step  *step;  int step_count, step_room;
    Name   name[MAX_SCENE_NAMES]; int name_count;
} Script;

/* Reads a scene.  False with file, line, column and what would be right. */
bool script_read(Script *out, Arena *, const char *file, Str text, Error *);

/* ---- a scene that runs ---- */

/* The games beside that of the scene (twin.c). */
typedef struct {
    sl_game *untraced;                         /* gets every answer, and keeps no log, citations or refusals */
    sl_game *forgetful;                        /* before each answer a fresh copy of the untraced one: it has kept nothing */
    char     why[300];                         /* the first difference; "" if there is none */
} Twin;

enum { PATIENCE = 20000 };                      /* answers between two lines; a game that needs more does not come to rest */
enum { MAX_TAKEN = 64 };

typedef struct {
    const Script *script;
    const char   *file;
    const sl_library *library;                 /* with the scene's own cards */
    sl_game      *game;
    Twin         *twin;                        /* NULL: the game is alone */
    int           id[MAX_SCENE_NAMES];         /* the card of each name */
    const Step   *taken[MAX_TAKEN];            /* choices, and seeding, that came before a line above them */
    int           taken_count;
    unsigned      passed;                      /* bit per player who was done with a round of seeding because the other's line came first */
    const Step   *aimed;                       /* the line that named what is asked for behind the answer of another player; NULL: none */
    int           declared, function;          /* a card that was played in response, and which of its functions the line named; 0: none */
    int           used;                        /* the card whose text the last line used that was no choice; 0: it did something else */
    int           said;                        /* the turn in which the last line was played that did something; the game may have come to the next one since */
    long          mark;                        /* events before the last line that did something */
    Str           phase;                       /* in which the table was set up, until something is done; it may have gone by since */
    bool          paused;                      /* the author wants to look at the open decision */
    const char   *without;                     /* id of the ruling that is switched off; NULL: none */
    int           off;                         /* its index + 1; 0: none */
    const SceneHow *how;
    long          purse;                       /* what is left of how->work */
    int           tries;                       /* answers and tries so far */
    char          why[SCENE_WORDS];            /* of the line that runs */
    SceneReport  *report;
} Run;

void take_error(Error *, const sl_error *why, const char *file);
bool check_script(const Run *, Error *);
bool was_taken(const Run *, const Step *);     /* it was played before a line above it */
void comes_to_its_round(Run *, int at);
bool has_passed(Run *, int player);
bool fits_a_later_round(Run *, const Step *);
void chooses_what_comes_next(Run *, const Step *);
/* The game of a run and its twin, set aside while something is tried on a copy that nothing is compared with. */
typedef struct { sl_game *game; Twin *twin; } Aside;
Aside    try_on_a_copy(Run *);
void     back_from_copy(Run *, Aside);
bool     stands(const Run *, const char *id);                              /* a printed rule, or a ruling in force on the scene's day */
bool     is_ruled_about(const Run *, const sl_game *, const Step *, const sl_refusal *, Str id);      /* that ruling is about a card whose text stands in the way */
sl_setup setup_of(const Run *);                                            /* of a blank table with the scene's rules */

bool tell(Run *, const SceneStep *);                                       /* false: the scene is to end here */

/* Twins (twin.c).  Every answer of a scene goes through scene_answer, which gives it to the twins as well when the game is that of the
 * scene and not a copy to try something on. */
bool twin_new(Run *, Twin *, Error *);                                     /* with the table set up */
void twin_free(Twin *);
void scene_answer(const Run *, sl_game *, int option);
void scene_concede(const Run *, int player);
bool scene_random(const Run *, int card);

/* Puts everything on the table and begins the turn.  False with the place, as bad input. */
bool run_setup(Run *, Error *);

/* Cards by name or title (cards.c). */
bool        value_is(const Run *, const sl_game *, const Value *, int id);
int         value_card(const Run *, const sl_game *, const Value *);       /* the one it means now; 0: none, -1: several */
bool        title_known(const Run *, Str title);
bool        title_names(const Run *, int def, Str title);
const char *card_title(const Run *, const sl_game *, int id);
sl_card     card_at(const sl_game *, int id);
size_t      describe_place(const Run *, const sl_game *, int id, char *out, size_t size);

/* Which option a line means (match.c). */
sl_verb verb_of(Act);
bool option_fits(const Run *, const sl_game *, const sl_decision *, const Step *, const Value *, int option);   /* with a value, that one of its choices; without, its verb */
int  text_counted(const Run *, const sl_game *, const Step *, int card);     /* which text of the card the number of the line means, from 0 */
bool refuses(const Run *, const sl_game *, const Step *, const sl_option *refused);      /* a refusal may leave the target out: then it holds for all targets */
bool is_choosing(const Step *);
bool is_responded_to(const Run *, const sl_game *, const Value *card);     /* it happens to this card what may be responded to now */
bool moves_group(const Step *);                                            /* the cards that go are chosen one by one behind the order */
bool lies_there(const Run *, const sl_game *, const Value *, int place);   /* a card that the value means lies at or aboard the place */

/* Playing (play.c): whether the step's first answer is among the options now; playing it, saying why not. */
bool step_fits(const Run *, const sl_game *, const Step *);
bool step_play(const Run *, sl_game *, const Step *, Out *why);
int  option_with(const sl_game *, sl_verb);                                 /* the first option with this verb; -1: none */
bool is_used_already(const Run *, const sl_game *, const Step *);
bool is_declared(const Run *, const sl_game *);
bool option_chosen_by(const Run *, const sl_game *, const Value *, int option);    /* by `chooses` and this value */
/* Answers what answers itself, once.  False where a player has a real decision, or the game is over. */
bool answer_itself(const Run *, sl_game *);
bool step_refused_by(const Run *, const sl_game *, const Step *, Str id, Out *reasons);
bool is_all_told(const Run *, const sl_game *, const Step *, Out *told);    /* because … alone */
void list_options(const sl_game *, Out *);                /* what is asked now, and the first few answers */

/* Expectations (expect.c): whether it holds now (before `not`); what was there instead. */
bool expectation_holds(const Run *, const Step *, Out *found);
sl_deck *decklist_of(const Run *, sl_error *);                             /* the caller frees it */
bool is_switched_off(const Run *, Str id);                                 /* itself, its entry, or a part of it */

bool state_said(const Script *, int state, Str words);                     /* "in stasis" means the state that a set-up line calls in-stasis */
bool cites(Str demanded, const char *given);                               /* an entry counts with its parts */
bool has_words(const char *text, Str words);                               /* without case */

/* ---- what a line means beyond the option that it names (meant.c) ---- */

typedef enum { NO_TARGET_FOLLOWS, TARGET_ASKED, TARGET_FORCED } Follows;
bool goes_further(Run *, const Step *coming);   /* one answer further, unless the author paused or the coming line is to answer this decision */
const Step *asked_first(Run *, int at);
bool says_yes(Run *, const Step *);
bool goes_on_foot(const Run *, const Step *);
void take_first_copy(Run *, const Step *);
bool is_moved_by_text(const Run *, const Step *, Value *place, Step *choice);
bool says_how_often(Run *, const Step *);
bool was_no_choice(const Run *, const Step *);
bool was_used_by_itself(const Run *, const Step *);
bool was_no_choice_before(const Run *, const Step *, const Step *behind);
void choose_subject(Run *, const Step *);
Follows target_follows(const Run *, const Step *);
bool plays_then_chooses(Run *, const Step *);
bool is_answered_first(Run *, const Step *, const Step *behind);
bool takes_aim(Run *);
bool end_segment(const Run *, sl_game *);
bool is_order_in_play(const Run *, const Step *);
void come_to_orders(Run *, const Step *);
bool uses_what_leads_there(Run *, const Step *);
bool is_text_at_hand(const sl_game *, const sl_option *);

#endif
