/* What is printed on a card, and the catalogue of all cards.
 *
 * A CardDef is a row of facts.  Words that cards share (keywords, species, ship classes, regions) are interned as traits, so
 * that asking for one is a bit test.  A persona is a title without its subtitle.  Game text is a run of abilities whose
 * nodes lie in the catalogue as well (effect/effect.h gives them meaning).
 *
 * The Catalogue owns everything in its arena; it is filled at load time and immutable from then on, shared by all games.
 * Def 0, trait 0, persona 0 and node 0 are "none". */
#ifndef SPACELINE_CARDS_H
#define SPACELINE_CARDS_H

#include "base/base.h"

typedef enum {
#define SKILL(symbol, ...) SKILL_##symbol,
#include "cards/skills.def"
#undef SKILL
    SKILL_COUNT
} Skill;

typedef enum {
#define ICON(symbol, ...) ICON_##symbol,
#include "cards/icons.def"
#undef ICON
    ICON_COUNT
} Icon;

typedef enum { AFFILIATION, STAFFING, FACTION, REALITY, SUBCOMMAND, SPECIAL_STAFFING, NATIVE, RULED, CITED, INFILTRATION, NEMESIS } IconKind;

/* The traits that rules name keep these numbers in every catalogue; trait 0 is none. */
typedef enum {
    TRAIT_NONE,
#define KEYWORD(symbol, ...) TRAIT_##symbol,
#include "cards/keywords.def"
#undef KEYWORD
    TRAIT_RULED_COUNT
} Trait;

typedef enum { TAKES_NOTHING, TAKES_NUMBER, TAKES_TITLE, TAKES_SKILL_NAME, TAKES_NAME, TAKES_COST } KeywordTakes;

typedef enum {
    TYPE_NONE,
#define TYPE(symbol, ...) TYPE_##symbol,
#include "cards/types.def"
#undef TYPE
    TYPE_COUNT
} CardType;

/* The classification of a personnel (1E-13.1); CLASS_NONE: it has none. */
typedef enum {
    CLASS_NONE,
#define CLASS(skill, ...) CLASS_##skill,
#include "cards/classes.def"
#undef CLASS
    CLASS_COUNT
} Class;

/* The kind of a mission or of a dilemma (dual: of both kinds, or for both), of a facility. */
typedef enum { KIND_NONE, KIND_PLANET, KIND_SPACE, KIND_DUAL, KIND_HEADQUARTERS, KIND_OUTPOST, KIND_STATION,
               KIND_TENT, KIND_CONTINUUM, KIND_BRIDGE, KIND_TRIBBLES, KIND_DILEMMAS, KIND_COUNT } Kind;  /* the last: the side deck that a doorway opens */

typedef enum { QUADRANT_NONE, QUADRANT_ALPHA, QUADRANT_GAMMA, QUADRANT_DELTA, QUADRANT_MIRROR, QUADRANT_COUNT } Quadrant;

/* Attributes 0 to 2 of a personnel; ships have the other three in the same places (2E-2.21). */
typedef enum { INTEGRITY, CUNNING, STRENGTH, RANGE = 0, WEAPONS = 1, SHIELDS = 2, ATTRIBUTE_COUNT = 3 } Attribute;

typedef enum { EDITION_FIRST = 1, EDITION_SECOND = 2, EDITION_COUNT } EditionId;

enum { MAX_ABILITIES = 31,                     /* of one card */
       MAX_TRAITS = 1024, MAX_COMMANDER = 3, MAX_LORE_NAMES = 4, MAX_LISTED = 8, EVENT_WORDS = 2, ICON_WORDS = 2 };

typedef struct { uint64_t word[MAX_TRAITS / 64]; } TraitSet;
typedef uint16_t DefId;
typedef uint32_t NodeId;
typedef uint64_t SkillSet;                     /* a bit for each Skill: skill_bit */
typedef uint32_t TypeSet;                      /* a bit for each CardType: type_bit */
typedef struct { uint64_t word[ICON_WORDS]; } IconSet;
typedef struct { uint64_t word[EVENT_WORDS]; } EventSet;   /* a bit for each EventKind (effect/effect.h) */

static_assert(SKILL_COUNT <= 64 && TYPE_COUNT <= 32 && ICON_COUNT <= 64 * ICON_WORDS, "a bit for each");
enum { PLAYED_ANY_TIME = 1 << TYPE_INTERRUPT | 1 << TYPE_DOORWAY };     /* a TypeSet: they respond from hand */
enum { EVERY_TYPE = (1 << TYPE_COUNT) - 1 };   /* of a TypeSet: whatever it is */

typedef enum { OF_KEYWORD, OF_SPECIES, OF_CLASS, OF_REGION } TraitKind;

/* What is written down in a game because a text of one of its cards asks about it later: what lay on a card when that left play; which dilemmas were faced
 * this turn. */
enum { REMEMBERS_HOSTS = 1, REMEMBERS_FACED = 2 };

typedef struct {
    const char *title, *subtitle;              /* subtitle "" if it has none */
    const char *name;                          /* "Title, Subtitle", as shown */
    uint16_t persona;                          /* same title, same persona (2E-2.3) */
    uint16_t titled;                           /* its title without a version in brackets; a persona may be of another name (1E-8.15) */
    uint8_t  edition, type, kind, cost, quadrant;
    uint8_t  countdown;                        /* what its countdown icon begins at (1E-6.12); 0: it has none */
    uint8_t  class;                            /* Class of a personnel of the First Edition */
    uint16_t person;                           /* a dual-personnel card: the first of its two persons in Catalogue.person (1E-A9.1); else 0 */
    uint8_t  affiliation;                      /* of several affiliations of a card of the First Edition the first printed, as icon + 1; else 0 */
    uint8_t  homeworld;                        /* a mission: the affiliation whose homeworld it is, as icon + 1 (1E-4.6); 0: of none */
    bool     unique, contested;                /* contested: some card of its title is unique */
    uint8_t  played_type;                      /* like a card of which type it is played, an artifact of another (plays-as); set by abilities_prepare */
    bool     used_in_hand;                     /* it is played at any time, or one of its texts is used from hand; set by abilities_prepare */
    IconSet  icons;                            /* the affiliation included */
    uint8_t  need_cmd, need_stf;               /* staffing of a ship: so many [Cmd] and [Stf] icons … */
    uint8_t  staff_count;                      /* … and so many further places, in Catalogue.staff */
    uint16_t staff;
    uint8_t  skill[SKILL_COUNT];               /* levels */
    SkillSet skills;                           /* bit per skill of which it has a level; set by abilities_prepare */
    int8_t   attack, defense;                  /* a Tactic: what it adds as the current tactic … */
    uint8_t  hit, direct_hit;                  /* … the markers it makes: so many are drawn, and TACTIC_DOWN: it becomes one itself … */
    uint8_t  hull;                             /* … and the HULL damage that it does as a marker, in per cent */
    int8_t   points;                           /* the point box of a card that is no mission */
    uint8_t  listed_skill[MAX_LISTED];         /* the skills as they are listed, each + 1; 0: there is none */
    uint8_t  dots;                             /* [SD]: printed skill entries (2E-2.16) */
    uint8_t  dots_printed;                     /* … before an erratum; 0: there was none */
    int8_t   attribute[ATTRIBUTE_COUNT];
    uint8_t  no_value;                         /* bit per attribute that has none: printed "X" or "-", or left out (1E-2.2.2) */
    uint8_t  own_attributes;                   /* bit per attribute that its continuous texts change on itself alone */
    uint8_t  remembers;                        /* what its texts ask about later: REMEMBERS_…; set by abilities_prepare */
    TraitSet traits;
    uint16_t location;                         /* a mission: the name of its planet; 0: it has none, or it is not known.  Like a persona */
    uint16_t names[MAX_LORE_NAMES];            /* persons, ships and planets that its lore names … */
    uint16_t partner, bride;                   /* … whose romantic partner this personnel is by it, and whose bride */
    uint16_t image;                            /* the species that the picture shows, where the lore tells of none; 0: not known */
    uint16_t number, number_count;             /* run in Catalogue.number: what stands behind its keywords */
    uint16_t commander[MAX_COMMANDER];         /* personas of ships this personnel is the Commander of */
    bool     listed, overridden;               /* listed: a card list has it; overridden: the text there is not read into its effects */
    uint16_t mission;                          /* missions: in Catalogue.mission; else 0, where nobody may attempt anything */
    uint16_t ability, ability_count;           /* run in Catalogue.ability */
    EventSet listens;                          /* what some ability of it responds to */
    EventSet asks, asks_long;                  /* what some text of it asks about later: how often it has happened; in an earlier turn, too */
    EventSet listens_far;                      /* … when it happens to other cards, too; set by abilities_prepare */
    EventSet forces;                           /* … and what some ability of it must be used for, where it lies; set by abilities_prepare */
    uint64_t ability_kinds[2];                 /* bit per kind of ability it has: see has_kind */
    uint64_t own_mods;                         /* bit per kind of modifier its continuous texts give … */
    uint64_t ship_mods;                        /* … to the ship it is aboard or on */
    const char *text;                          /* its game text, written from its effects */
    const char *unplayable;                    /* NULL, or the clauses that are not understood, one to a line */
    const char *type_text;                     /* what it is when no rule knows its type (TYPE_NONE); else NULL */
    const char *file;                          /* where it was defined … */
    int      line;                             /* … for messages */
} CardDef;                                      /* of 472 bytes, which take one multiplication to find: with 480 a decision takes ninety instructions more */

enum { TACTIC_DOWN = 0x80 };                   /* in CardDef.hit and direct_hit */

/* What one end of a mission says to the player who sits there (1E-4.12).  In the Second Edition both ends say the same. */
typedef struct {
    IconSet  icons;                            /* these affiliations may attempt … */
    bool     any;                              /* … or any, */
    IconSet  except;                           /* … except these; */
    bool     none;                             /* it cannot be attempted from here */
    uint8_t  points, span;
    NodeId   requirement;                      /* 0: nothing, as at headquarters */
    const char *attempt_text, *requirement_text;   /* who may attempt, what it takes, in words */
} MissionEnd;

enum { NEAR_END, FAR_END };                    /* of who seeded it; of the opponent */
typedef struct { MissionEnd end[2]; bool two_faced; } Mission;      /* two_faced: its ends differ */

/* A number, or a skill, that stands behind a keyword: "Decay: 3". */
typedef struct { uint16_t trait; int16_t value; } KeywordNumber;

/* One of the two persons on a dual-personnel card.  What the card itself has, is what both have together: attributes and skills are added up. */
typedef struct {
    uint16_t persona;
    uint8_t  class;
    int8_t   attribute[ATTRIBUTE_COUNT];
    uint8_t  skill[SKILL_COUNT];               /* levels, that of its classification included */
    IconSet  icons;
    TraitSet traits;                           /* its species */
} Person;

enum { PERSONS = 2 };                          /* on such a card */

/* A place in the crew of a ship that one personnel with any of these icons fills (1E-15.2). */
typedef struct { IconSet icons; } StaffPlace;

/* One node of an effect tree: what it is, its children or its literal; what was found out about it when it was loaded. */
typedef struct {
    uint16_t op;
    uint8_t  argc;
    uint8_t  marks;                            /* of a filter or effect: see EVEN_STOPPED in verbs/text.h */
    uint32_t arg;                              /* first child in Catalogue.arg */
    int32_t  value;
    TypeSet  types;                            /* of a filter: what it can mean */
} Node;

/* How an `and` of a text is asked.  Among its parts are facts, icons and skills, which are printed on a card or not, while no text changes them; facts
 * has a bit for each such part.  Beside these and its types: which parts one card is asked, and which of them each card of a set that was found at once;
 * and 1 + the part by which such a set is found, 0: none narrows it down.  Of an `or`, one of whose icons is enough: its icons, their parts, the types that
 * are enough, and which other parts are asked (of_one).  found_at: where all its cards are (FoundAt in verbs/counted.c). */
typedef struct { IconSet icons; SkillSet skills; uint64_t facts, of_one, of_each; TypeSet types; uint8_t closest, found_at; } Facts;

/* One ability: a node of type Ability with its parts looked up once, so that play never searches for them. */
typedef struct {
    uint8_t kind;                              /* op of its node; NODE_REVERSED: of what is done once when its card is reversed */
    uint8_t event;                             /* what it responds to; 0 if nothing */
    uint8_t limit, limit_per;                  /* at most `limit` times per period; 0: no limit */
    bool    together;                          /* its limit counts together with the ability before it */
    bool    optional;                          /* "you may" */
    bool    damage;                            /* active only while its card lies on a ship as damage (2E-15.9) */
    bool    for_now;                           /* active only while an effect of its card has brought it about */
    bool    reversed;                          /* active only while its card is reversed; then the others are not */
    bool    at_times;                          /* one of these three: that its card is in play is not enough */
    bool    from_hand;                         /* it asks that its card is in hand, and is used there; set by abilities_prepare */
    bool    interlink;                         /* what the keyword Interlink stands for (2E-22.3) */
    bool    plural;                            /* "any number of": responds for all subjects at once, not for one chosen */
    bool    also;                              /* "Also, …": its guard is that of the ability before it */
    bool    uses_that;                         /* its text speaks of the subject of its event */
    bool    does_to_that;                      /* … in what it does, not only in its condition; set by abilities_prepare */
    uint8_t  reach;                            /* statics: how far it can reach at the most; responses: the subjects of the event */
    bool     far;                              /* statics: it can reach cards out of play */
    bool     whole;                            /* statics: it is about its own card or ship: no question who fits */
    bool     self_fed;                         /* statics: it gives icons or skills that its own condition asks for (2E-19.7) */
    TypeSet  types;                            /* what it can reach */
    uint16_t cycle;                            /* statics: those that depend on each other have the same number; 0: in no cycle (verbs/cycles.c) */
    uint16_t battle;                           /* orders: NODE_COMBAT or NODE_ENGAGEMENT if they begin one, else 0 */
    bool     fights;                           /* some effect of it begins a battle */
    uint64_t acts;                             /* statics: bit per act (ACT_… - ACT_KILLED) that it forbids */
    uint64_t mods;                             /* bit per kind of modifier it gives (op - NODE_MOD_ATTR); set by abilities_prepare … */
    SkillSet skills; uint8_t attributes;       /* … per skill, and per attribute, that they change (kernel/doors.h) */
    bool    may_do;                            /* parts of it may be done or not */
    NodeId  report, download;                  /* the first effect in it that lets cards report, that searches for one; 0: none */
    NodeId  target;                            /* what is chosen as the card is played (1E-7.5); 0: nothing … */
    uint8_t targets;                           /* … and how many of them; 0: one */
    NodeId  node, pattern, guard, cost, body, filter;   /* body: the Ability node itself; its E children run in order */
    uint8_t body_first, body_count;            /* which children of node are effects or modifiers */
} Ability;

typedef struct {
    Arena     arena;
    CardDef  *def;      int def_count, def_room;
    Node     *node;     int node_count, node_room;
    NodeId   *arg;      int arg_count, arg_room;
    Ability  *ability;  int ability_count, ability_room;
    Facts    *facts;                           /* made by abilities_prepare; Node.value of an `and` says which */
    Mission  *mission;  int mission_count, mission_room;
    KeywordNumber *number;   int number_count, number_room;
    StaffPlace *staff;  int staff_count, staff_room;
    Person   *person;   int person_count, person_room;     /* the first stands for none */
    const char **trait_name;   uint8_t *trait_kind;   int trait_count;    /* MAX_TRAITS long */
    bool notes_first;                          /* some text asks which mission was completed first */
    int pile_reach;                            /* how many cards from the top of a dilemma pile a text looks at, at the most */
    bool asks_played;                          /* some text asks which cards were played this turn */
    bool asks_tried;                           /* … which missions a player attempted in the last turn */
    const char **persona_name; int persona_count, persona_room;
    Index persona_at;                          /* where each name stands */
    Index word_at;                             /* where each word of the card language stands in its vocabulary; filled by the reader */
    struct Alias { const char *name; DefId def; } *alias; int alias_count, alias_room;   /* other names of cards */
    const char **note;  int note_count, note_room;   /* what was wrong with rows of card lists, as "FILE:LINE: …" */
    uint64_t  digest;                          /* of all data read, in order */
} Catalogue;

extern const char *const skill_name[SKILL_COUNT];
extern const char *const icon_text[ICON_COUNT];          /* "Kli" */
extern const char *const icon_name[ICON_COUNT];          /* "Klingon" */
extern const uint8_t     icon_kind[ICON_COUNT];
extern const char *const type_name[TYPE_COUNT];          /* "personnel" */
extern const char *const type_plural[TYPE_COUNT];        /* "ships" */
extern const char *const class_name[CLASS_COUNT];        /* "OFFICER" */
extern const uint8_t     class_skill[CLASS_COUNT];       /* Skill; that of CLASS_NONE means nothing */
extern const IconSet     affiliations;                   /* all of them */
extern const IconSet     infiltrations;                  /* the icons of infiltrators */
extern const IconSet     staffings;                      /* the icons that staff ships */
extern const char *const kind_name[];                    /* "planet" … */
extern const char *const quadrant_name[];                /* "Alpha" … */
extern const char *const personnel_attribute_name[ATTRIBUTE_COUNT];
extern const char *const ship_attribute_name[ATTRIBUTE_COUNT];
extern const char *const keyword_name[TRAIT_RULED_COUNT];
extern const uint8_t     keyword_takes[TRAIT_RULED_COUNT];

/* Each looks among those of an edition; -1 if there is none; case does not matter. */
int  skill_find(EditionId, Str name);
int  icon_find(EditionId, Str name);           /* "Kli", "[Kli]", "Klingon" */
int  type_find(EditionId, Str name);
SkillSet skills_of_edition(EditionId);
bool icon_in_edition(int icon, EditionId);

Catalogue *catalogue_new(void);                /* caller frees with catalogue_free */
Catalogue *catalogue_extend(const Catalogue *);  /* a copy to add cards to; it has the names and texts of the other, which outlives it */
void       catalogue_free(Catalogue *);

CardDef   *catalogue_add(Catalogue *);                        /* a zeroed row; earlier pointers into def may move */
NodeId     catalogue_node(Catalogue *);                       /* a zeroed node */
uint32_t   catalogue_args(Catalogue *, const NodeId *args, int count);
Ability   *catalogue_ability(Catalogue *);
Mission   *catalogue_mission(Catalogue *);                    /* these three: zeroed, too */
KeywordNumber *catalogue_number(Catalogue *);
StaffPlace *catalogue_staff(Catalogue *);
Person    *catalogue_person(Catalogue *);
uint16_t   catalogue_persona(Catalogue *, Str title);         /* interns */
int        catalogue_trait(Catalogue *, Str name, TraitKind); /* interns; 0 when full */
int        catalogue_trait_find(const Catalogue *, Str name); /* singular or plural; 0 if unknown */
int        catalogue_trait_called(const Catalogue *, Str name);       /* the same, and a class of ships as it is printed: "Galaxy Class", "Galaxy-class" */

/* Finds a card by "Title, Subtitle", "Title Subtitle", "Title (Subtitle)", or a title borne by one card only; without case, and a mark or tag behind it does not matter.  0 if none. */
DefId      catalogue_find(const Catalogue *, EditionId edition, Str name);
bool       catalogue_bears(const Catalogue *, DefId, Str name);       /* the name, written in any of these ways, is that card's */
void       catalogue_alias(Catalogue *, Str name, DefId);
void       catalogue_note(Catalogue *, const char *note);
/* A title without one mark of a reprint ("*VP") or tag of a set ("(BP)") behind it; as it is if it has none. */
Str        title_unmarked(Str title);
Str   title_without_version(Str title);        /* "Danar (Emissary)" is a card of the title Danar */
/* Up to three titles near a misspelt one, as "A; B; C", in out. */
DefId      catalogue_begun_by(const Catalogue *, EditionId edition, Str title);   /* the one card of a list that joins title and subtitle that begins so; 0: none, or the title is another's */
const char *catalogue_nearest(const Catalogue *, EditionId edition, Str name, char *out, size_t size);

/* What stands behind a keyword of a card; 0 if it does not have it. */
static inline int keyword_number(const Catalogue *cat, const CardDef *def, int trait)
{
    for (int i = 0; i < def->number_count; i++)
        if (cat->number[def->number + i].trait == trait)
            return cat->number[def->number + i].value;
    return 0;
}

static inline SkillSet skill_bit(int skill) { return (SkillSet)1 << skill; }
static inline bool     skill_in(SkillSet set, int skill) { return set >> skill & 1; }
static inline TypeSet  type_bit(int type) { return (TypeSet)1 << type; }
static inline bool     type_in(TypeSet set, int type) { return set >> type & 1; }

static inline int  icon_first(IconSet set) { return set.word[0] ? __builtin_ctzll(set.word[0]) : set.word[1] ? 64 + __builtin_ctzll(set.word[1]) : 0; }
static inline bool icon_in(IconSet set, int icon) { return set.word[icon / 64] >> icon % 64 & 1; }
int  infiltrated_affiliation(int infiltration_icon);       /* the affiliation that who bears it infiltrates (1E-A8.1); -1: none */
static inline void icon_add(IconSet *set, int icon) { set->word[icon / 64] |= (uint64_t)1 << icon % 64; }
static inline IconSet icons_both(IconSet a, IconSet b) { return (IconSet){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } }; }
static inline IconSet icons_without(IconSet a, IconSet b) { return (IconSet){ { a.word[0] & ~b.word[0], a.word[1] & ~b.word[1] } }; }
static inline IconSet icons_join(IconSet a, IconSet b) { return (IconSet){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } }; }
static inline bool icons_several(IconSet set)             /* more than one */
{
    return set.word[0] & (set.word[0] - 1) || set.word[1] & (set.word[1] - 1) || (set.word[0] && set.word[1]);
}
static inline bool icons_none(IconSet set) { return !(set.word[0] | set.word[1]); }
static inline bool infiltrates_any(IconSet icons) { return !icons_none(icons_both(icons, infiltrations)); }     /* it bears such an icon */
static inline bool icons_equal(IconSet a, IconSet b) { return a.word[0] == b.word[0] && a.word[1] == b.word[1]; }
static inline bool icons_share_affiliation(IconSet a, IconSet b) { return !icons_none(icons_both(icons_both(a, b), affiliations)); }

static inline bool event_in(const EventSet *set, int event) { return set->word[event / 64] >> event % 64 & 1; }
static inline void event_add(EventSet *set, int event) { set->word[event / 64] |= (uint64_t)1 << event % 64; }
static inline void events_join(EventSet *to, const EventSet *more)
{
    to->word[0] |= more->word[0];
    to->word[1] |= more->word[1];
}
static inline bool events_none(const EventSet *set) { return !(set->word[0] | set->word[1]); }

/* Each event of a set, from the lowest. */
#define FOR_EVENTS(event, set_)                                                                       \
    for (int event##_word = 0; event##_word < EVENT_WORDS; event##_word++)                            \
        for (uint64_t event##_left = (set_)->word[event##_word]; event##_left; event##_left &= event##_left - 1)  \
            for (int event = event##_word * 64 + __builtin_ctzll(event##_left), event##_once = 1; event##_once; event##_once = 0)

static inline bool trait_in(const TraitSet *set, int trait)
{
    return set->word[trait / 64] >> trait % 64 & 1;
}

static inline void trait_add(TraitSet *set, int trait)
{
    set->word[trait / 64] |= (uint64_t)1 << trait % 64;
}

#endif
