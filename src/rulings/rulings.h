/* The dated rulings, the printed rules that serve as reasons, and the doubtful rules with their switches.
 *
 * Whatever the engine refuses or decides has a Citation: a printed rule (RULE_x, from rules.def), one that holds on some days only
 * (LAYER_x, from layers.def) or a ruling (RULING_x, from rulings.def), all in one id space, 0 for none.  A ruling has two halves.  Its facts (id, date, kind, proof) are compiled in,
 * for the engine asks for them in play.  Its words come from a file of data/rulings, for only people read them; the digest in
 * rulings.def ties the two together, so that new words show up as unread until somebody has held them against the code.
 *
 * Which rulings apply is a Profile: one bit for each ruling, computed once from a date, before the game.  Taking one bit away is
 * how a ruling is proved: with it off, a scene of that ruling must fail.
 *
 * Pure; it knows cards only for the name of an edition.  A Register's words lie in the arena it was read into. */
#ifndef SPACELINE_RULINGS_H
#define SPACELINE_RULINGS_H

#include "cards/cards.h"

/* A reason: a printed rule or a ruling.  Never stored in a file: files carry the id. */
typedef uint16_t Citation;

enum {
    CITE_NONE,
#define RULE(symbol, ...) RULE_##symbol,
#include "rulings/rules.def"
#undef RULE
    LAYERS_BEGIN,
    BEFORE_FIRST_LAYER = LAYERS_BEGIN - 1,
#define LAYER(symbol, ...) LAYER_##symbol,
#include "rulings/layers.def"
#undef LAYER
    RULINGS_BEGIN,
    LAYER_COUNT = RULINGS_BEGIN - LAYERS_BEGIN,
    BEFORE_RULINGS = RULINGS_BEGIN - 1,
    RULING_NONE = CITE_NONE,
    BEFORE_FIRST_RULING = RULINGS_BEGIN - 1,
#define RULING(symbol, ...) RULING_##symbol,
#include "rulings/rulings.def"
#undef RULING
    CITE_COUNT,
    RULING_COUNT = CITE_COUNT - RULINGS_BEGIN
};

/* Days are numbers as they are written: 20140707. */
enum { ALWAYS = 0, FOREVER = 99999999, RULES_NEWEST = FOREVER - 1 };

typedef enum {
    IS_RULE, IS_DEFINITION, IS_TIMING,
    IS_CARD,                                   /* about one card */
    IS_LIST, IS_ERRATUM,
    IS_TEMPORARY,                              /* until a rules document settles it otherwise */
    IS_CROSS_REFERENCE, IS_DELETION
} RulingKind;

typedef enum {
    PROOF_SWITCH,                              /* with its bit off, play is as before; one of its scenes must then fail */
    PROOF_CONFIRMS,                            /* restates the printed rule, heads its parts, or is an example of another */
    PROOF_LOOKUP,                              /* about the documents themselves; nothing to play */
    PROOF_OPEN                                 /* to be looked up only, until the engine decides by it */
} Proof;

/* What is known of a ruling without its words. */
typedef struct {
    const char *symbol, *id, *topic;
    EditionId   edition;
    int         from, until;                   /* in force on every day with from ≤ day < until */
    RulingKind  kind;
    Proof       proof;
    Citation    parent;                        /* the entry it is a part of, or CITE_NONE */
    uint32_t    digest;                        /* of its words when this line was last compared with them; 0: no code decides by it */
} Ruling;

/* The words of a ruling.  All are "" where the file has none. */
typedef struct {
    const char *summary;                       /* one sentence */
    const char *text;                          /* what it demands, for a player */
    const char *without;                       /* what is played with it off; every PROOF_SWITCH has it */
    const char *changes;                       /* what it does to earlier rules */
    const char *cards;                         /* those it names, with "; " between them */
    const char *superseded_by;                 /* id of the ruling that took its place */
    uint32_t    digest;                        /* of the words as read */
} Words;

typedef struct { Words words[RULING_COUNT]; } Register;

typedef struct { uint64_t in_force[(RULING_COUNT + 63) / 64], layers; } Profile;
static_assert(LAYER_COUNT <= 64, "a bit for each layer");

bool        citation_is_also(Str id);                     /* some reason has it beside itself: see citation_also */
const char *citation_also(Citation, int n);                /* the id of the n-th statement beside it that says the same, from 0; NULL: no more */
bool        citation_is_of_text(Citation);                 /* a reason that lies in what the text of a card says */
Citation citation_kin(Citation, int n);                   /* the n-th rule or ruling that says the same, from 0; CITE_NONE: no more */
static inline bool citation_is_ruling(Citation c)
{
    return c >= RULINGS_BEGIN && c < CITE_COUNT;
}

static inline bool citation_is_layer(Citation c)
{
    return c >= LAYERS_BEGIN && c < RULINGS_BEGIN;
}

/* Whether a ruling applies, or a layer.  Other printed rules always do. */
static inline bool profile_has(const Profile *p, Citation c)
{
    if (citation_is_layer(c))
        return p->layers >> (c - LAYERS_BEGIN) & 1;
    unsigned bit = (unsigned)c - RULINGS_BEGIN;
    return !citation_is_ruling(c) || (p->in_force[bit / 64] >> bit % 64 & 1);
}

/* … and those of the other edition as well: what the shared verbs do by one of these is how the engine reads the words of a text, and only in the
 * edition of the ruling was there a time before it. */
Profile profile_of_game(EditionId edition, int date);
Profile profile_at(EditionId edition, int date);          /* all rulings of that edition in force on that day */
Profile profile_without(Profile, Citation ruling);

const char *citation_id(Citation);                        /* "2E-9.30", "2e-2014/species"; "" for none */
const char *citation_text(Citation);                      /* the rule's line, or the ruling's topic */
const char *citation_symbol(Citation);                    /* "NOT_STAFFED": for codes and messages */
Citation    citation_find(Str id);                        /* the first that bears this id; CITE_NONE if none does */
bool        citation_is(Citation, Str id);                /* by its own id, or by that of the entry it is a part of */
const char *citation_nearest(Str id);                     /* the id most like a misspelt one */

const Ruling *ruling_at(Citation);                        /* its facts; the citation must be of a ruling */
const char   *ruling_kind_name(RulingKind);               /* "rule" … */

/* Reads the words of one document, all of it: no id unknown, twice, or missing.  On failure the register is unchanged. */
bool rulings_read(Register *, Arena *, const char *file, Str text, Error *);

const Words *ruling_words(const Register *, Citation);    /* never NULL */
Citation     register_missing(const Register *);          /* the first ruling that has no words yet; CITE_NONE if all have */

bool date_read(Str text, int *date);                      /* "2014-07-07", a day of the calendar */
void date_print(int date, char out[11]);                  /* the same way round; FOREVER is "" */

/* The doubtful rules.  Part of the setup of a game, like its date. */
typedef struct {
#define SWITCH(name, ...) uint8_t name;
#include "rulings/switches.def"
#undef SWITCH
} Switches;

typedef struct { const char *name; uint8_t standard, least, most; const char *rule, *about, *reason; } SwitchInfo;

enum { SWITCH_COUNT = sizeof(Switches) };

/* All of them in writing: "name=value,name=value". */
enum {
    SWITCHES_TEXT = 1
#define SWITCH(name, ...) + (int)sizeof #name + 2
#include "rulings/switches.def"
#undef SWITCH
};

extern const SwitchInfo switch_info[SWITCH_COUNT];

Switches switches_default(void);

/* Sets the switches that "name=value,name=value" names and leaves the others alone.  False with what is wrong; no place is said. */
bool switches_read(Switches *, Str text, Error *);
bool switch_set(Switches *, Str name, int value, Error *);
void switches_print(const Switches *, char out[SWITCHES_TEXT]);   /* those that differ from the default; "" if none does */

#endif
