/* What the words of a text mean now: filters, quantities, conditions, requirements, and the values that texts change.
 *
 * A Ctx says whose text is read: the card, its "you", and the scope that holds "that" and the named selections (0: a continuous
 * text, which has none).  Everything here only looks; nothing changes the game. */
#ifndef SPACELINE_TEXT_H
#define SPACELINE_TEXT_H

#include "kernel/doors.h"

enum { DRAWN_BY_COUNTER = 1 };                /* the number of an event, where a card is drawn */
enum { NOTED_BEFORE = 1 };                    /* … where a mission is solved: that was written down already, before its player's own texts answered it */
enum { GAINED_BY_PAYING = 1 << 8 };           /* … where a skill is gained, on top of the skill: it was paid for */
enum { KEEPS_KEYWORDS = 1 };                  /* what a modifier says that takes abilities */
enum { SELECTED_AT_RANDOM = 1 };              /* the number of an event, where something is about to be done to cards */

typedef struct {
    CardId  self;
    uint8_t you, scope;                        /* scope: index + 1, 0 none */
    uint8_t opponent;                          /* player + 1 whom "opponent" means here; 0: what the scope says */
    uint8_t each;                              /* player + 1 who is asked now, where a condition speaks of each opponent; 0: all of them are meant */
    uint8_t actor;                             /* player + 1 who does what a text answers, asked before it is used and has a scope; 0: what the scope says */
    bool    even_stopped;                      /* the filter reaches stopped cards by what they cannot use (2E-3.5) */
    bool    no_self;                           /* it may not count its own card (2E-7.11) */
    bool    gone;                              /* it asks about cards that just left play, as they were there */
    bool    playing;                           /* its own card is about to be played from hand, and cannot pay for itself */
    bool    pricing;                           /* it asks what its card costs by its own text, which counts for nothing meanwhile */
    uint8_t person;                            /* of two persons on that card it asks the first or second; 0: both (1E-A9.1) */
    CardId  person_on;
    CardId  bearer;                            /* the card that a continuous text changes, while its amount is found */
    CardId  cause;                             /* what the event is about, asked before the text is used and has a scope: */
    const CardSet *that;                       /* its cause, its subjects (NULL none), */
    int16_t number;                            /* its number */
    uint8_t past;                              /* index + 1 in Game.past: it asks about the subject of that; 0: about cards as they are now, or have just been */
} Ctx;

/* A text that simply acts.  On a dilemma, "you" is the player facing it (2E-11.20), on one that was consumed the player who
 * attempts the mission; elsewhere the commander. */
static inline Ctx ctx_of(const Game *g, CardId card)
{
    if (card_in_play(g, card))
        return (Ctx){ .self = card, .you = g->card[card].commander };
    bool faced = g->encounter.active && (g->encounter.current == card || (g->card[card].zone == ZONE_BENEATH && g->card[card].host == g->encounter.mission));
    return (Ctx){ .self = card, .you = faced ? g->encounter.player : g->card[card].owner };
}
int  cost_without_own_text(const Game *, CardId);
Ctx  ctx_in(const Game *, const Frame *);                 /* the text that runs in this frame */

bool    filter_is(const Game *, const Ctx *, NodeId filter, CardId);
CardSet filter_set(const Game *, const Ctx *, NodeId filter);     /* all cards that answer yes */
/* Whether one of your cards in these piles may answer yes; asking: the node that looks for it there.  A filter that asks for titles only is sure of it. */
bool    may_be_in_piles(const Game *, const Ctx *, NodeId asking, NodeId filter, const uint8_t *zone, int zones);
CardSet counted_set(const Game *, const Ctx *, NodeId filter);    /* … that a text counts: "your personnel" are the unstopped ones (2E-13.3) */
bool    filter_fits(const Game *, const Ctx *, NodeId filter, int count);   /* at least so many do … */
bool    filter_fits_unstopped(const Game *, const Ctx *, NodeId filter, int count);     /* … that are in play and not stopped */
int     quantity(const Game *, const Ctx *, NodeId);
bool    plays_borg(const Game *, int player);                                /* he brought Borg, or laid a card that is for them alone */
int     tribbles_with(const Game *, CardId tribble);       /* how many the group has that it is in (1E-G7.1) */
bool    condition(const Game *, const Ctx *, NodeId);
bool    could_pay_debt(const Game *, int player, bool due);       /* what a text has put off; due: until this turn */
uint8_t players_of(const Game *, const Ctx *, NodeId player);     /* bit per player */
int     actor_of(const Game *, const Ctx *);                      /* who caused the event */
int     more_points_to_win(const Game *, int player);               /* what texts add to what it takes */
uint8_t opponents_of(const Game *, const Ctx *);                   /* … those that "opponent" means */
static inline bool are_several(unsigned players) { return (players & (players - 1)) != 0; }
int     one_player(const Game *, const Ctx *, NodeId player);     /* the first of them in turn order from the active one */
bool    compare(int a, int cmp, int b);                           /* cmp: CMP_MORE … */

/* Node.marks of an `and`: it names stopped cards or captives, cards that were selected before, or cards somebody owns, and then reads what they cannot use; what it asks stands on the
 * cards of one place, and among that are traits.  Of an effect: it speaks of a named selection.  Node.value of a type or icon says which one, of an `and`
 * which Facts it has, of a word that names a ruling its Citation. */
enum { EVEN_STOPPED = 1, EVEN_OWNED = 2, STANDS_THERE = 4, SPEAKS_OF_NAMES = 8, ASKS_TRAITS = 16 };

static inline NodeId closest_arg(const Catalogue *cat, const Node *and, const Facts *f) { return f->closest ? cat->arg[and->arg + f->closest - 1] : 0; }   /* that part; 0: none */
int     closest_part(const Catalogue *, const Node *and);         /* by which part of an `and` its cards are found: a place if it names one; -1: by none */
bool    is_found_at_once(const Catalogue *, const Node *and, int part);       /* whose cards they are, and that they are aboard, is seen to then */
void    mark_standing(const Catalogue *, Node *and);              /* whether its answer stands on the cards of one place */

bool    event_names_skill(const Catalogue *, NodeId pattern, int skill);       /* of an event: that one is meant, or any */

/* ---- values ---- */
int      attribute(const Game *, CardId, int which);      /* cached; from printed facts, statics and modifiers */
static inline int unused_range(const Game *g, CardId ship) { return not_negative(attribute(g, ship, RANGE) - g->card[ship].range_used); }
int      base_attribute(const Game *, CardId, int which); /* as printed, or as damage has set it */
void     rotate_for_damage(Game *, CardId), rotate_back(Game *, CardId);     /* rotation markers */
int      skill_level(const Game *, CardId, int skill);
int      own_skill_level(const Game *, CardId, int skill);      /* without what others share with it */
bool     is_side_deck_open(const Game *, int player, int kind);   /* 1E-A7.1: kind: KIND_TENT … KIND_TRIBBLES */
bool     is_leader(const Game *, CardId);                  /* 1E-20.3: who can lead a battle */
int      person_skill(const Game *, CardId, int skill, int person);           /* of one of two persons on the card */
int      person_attribute(const Game *, CardId, int which, int person);
int      heads_in(const Game *, const CardSet *);        /* how many personnel they are: two on a dual-personnel card (1E-A9.1) */
int      persons_fitting(const Game *, const Ctx *, NodeId filter, CardId);   /* how many of the two on a dual-personnel card do */
int      property_of_one(const Game *, CardId, int prop, int sign);          /* the higher value of the two on a dual-personnel card, or with sign -1 the lower */
bool     share_persona(const Game *, const CardDef *, const CardDef *);
bool     may_have_persona(const Game *, int player, const CardDef *);       /* false: the player certainly has nobody of that persona in play */
int      classification_skill(const Game *, CardId);            /* that of its classification, printed or chosen; -1: none.  An assimilated personnel has it as a skill only */
int      classification_levels(const Game *, CardId, int skill);         /* levels of it that are a classification, and not listed among the skills */
static inline uint64_t skill_mods(void) { return mod_bit(NODE_MOD_SKILL) | mod_bit(NODE_MOD_LOSE) | mod_bit(NODE_MOD_NO_SKILLS); }
static inline uint64_t trait_mods(void) { return mod_bit(NODE_MOD_SPECIES) | mod_bit(NODE_MOD_TRAIT) | mod_bit(NODE_MOD_LOSE_TRAIT); }
static inline uint64_t span_mods(void) { return mod_bit(NODE_MOD_SPAN) | mod_bit(NODE_MOD_SPAN_SET); }
static inline uint64_t icon_mods(void) { return mod_bit(NODE_MOD_ICON) | mod_bit(NODE_MOD_AFFILIATION) | mod_bit(NODE_MOD_LOSE_ICON); }
static inline bool icons_change(const Game *g) { return g->mods & icon_mods(); }      /* some card has other icons than its own, perhaps … */
static inline bool texts_change_icons(const Game *g) { return g->text_mods & icon_mods(); }      /* … and that by a text, wherever it is */
IconSet  possible_icons(const Game *, CardId);            /* of several affiliations each one that it could choose */
IconSet  current_icons(const Game *, CardId);
static inline IconSet icons_of(const Game *g, CardId id)
{
    return icons_change(g) || g->card[id].affiliation ? current_icons(g, id) : printed(g, id)->icons;
}
bool     has_trait_for(const Game *, CardId, int trait, CardId asker);     /* as a text of that card sees it: a gender may depend on who asks */
int      cost_of(const Game *, CardId);                   /* printed, with continuous changes */
bool     is_next_play(const Game *, const Modifier *, CardId, int player);     /* "the next … you play": the card would be that one */
/* The skill that a card has named, or the two: the second one stands above the first. */
static inline SkillSet named_skills(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    return c->named_kind == NAMED_SKILL ? skill_bit(c->named) : c->named_kind == NAMED_SKILLS ? skill_bit(c->named & 255) | skill_bit(c->named >> 8) : 0;
}
int      own_cost_there(const Game *, CardId, CardId place);   /* what its own text says of the mission where it is played, there or aboard that ship */
int      price_of(const Game *, CardId);                  /* … and with what it says itself, to be played; without its play options */
int      mission_points(const Game *, CardId, int player);             /* as that player reads it */
int      mission_span(const Game *, CardId, int player);
int      dots_of(const Game *, CardId);
int      skill_count(const Game *, CardId);                /* how many different skills it has */
int      property(const Game *, CardId, int prop);        /* PROP_COST, PROP_STRENGTH … */
bool     text_active(const Game *, CardId, const Ability *);
bool     is_granted(const Game *, CardId, const Ability *);        /* of a text that a card has for a time */
bool     faces_dilemma(const Game *, CardId);             /* now, this personnel */
CardSet  completing_as_facing(const Game *, CardId mission);      /* of those who attempt it */
CardSet  beside_one(const Game *, const CardSet *, CardId, int prop, bool alike);       /* those that share prop with that one, or do not */
int      most_together(const Game *, const CardSet *, int prop, int enough, bool alike);      /* how many of them, no two of which share prop, or all of which do, can be had at once: up to enough */
bool     guard_is_true(const Game *, const Ctx *, const Ability *);
static inline bool guard_holds(const Game *g, const Ctx *ctx, const Ability *a)      /* its condition; none: yes */
{
    return (!a->guard && !a->also) || guard_is_true(g, ctx, a);
}

/* What changes a value of a card, from the oldest to the newest (2E-19.4): modifiers for a time, and those of continuous texts that reach it. */
typedef struct { uint16_t op; int16_t what, amount; CardId source; } Step;
typedef struct { int count; Step step[MAX_STEPS]; } Steps;

bool     text_reaches(const Game *, int text, CardId);    /* the continuous text is active, holds, and is about that card */
void     find_steps(const Game *, CardId, const TextSet *among, uint64_t mods, Steps *to);     /* of these kinds, none of which shares its bit */
Modifier modifier_of(const Game *, const Ctx *, NodeId mod);      /* what a text changes, as it would be applied now; without target and end */
void     grant_text(Game *, CardId self, int player, NodeId for_now);
void     find_steps_of(const Game *, CardId, int mod_op, Steps *to);
const TextSet *texts_giving(const Game *, int mod_op);    /* the acting continuous texts that give such modifiers … */
const TextSet *texts_on_skill(const Game *, int skill);   /* … that change this skill … */
const TextSet *texts_on_attribute(const Game *, int attribute);    /* … this attribute: those of a personnel, then those of a ship … */
const TextSet *texts_on_icons(const Game *);              /* … icons … */
const TextSet *texts_of_rules(const Game *);              /* … and those that change a rule and no card */

#define FOR_TEXTS(g, i, set_)                                                                                     \
    for (int i##_word = 0; i##_word * 64 < (g)->static_count; i##_word++)                                         \
        for (uint64_t i##_left = (set_)->word[i##_word]; i##_left; i##_left &= i##_left - 1)                      \
            for (int i = i##_word * 64 + __builtin_ctzll(i##_left), i##_once = 1; i##_once; i##_once = 0)

static inline uint64_t silencing_mods(void) { return mod_bit(NODE_MOD_TEXTLESS) | mod_bit(NODE_MOD_NO_ABILITIES); }
bool     has_trait_now(const Game *, CardId, int trait);
static inline bool has_trait(const Game *g, CardId id, int trait)
{
    if (g->cat->trait_kind[trait] != OF_SPECIES && !(g->mods & (trait_mods() | silencing_mods())))
        return trait_in(&printed(g, id)->traits, trait);       /* mostly no text speaks of it */
    return has_trait_now(g, id, trait);
}
static inline bool texts_are_ignored(const Game *g) { return g->mods & silencing_mods(); }     /* somebody's, perhaps */
bool     commands(const Game *, CardId who, CardId ship);       /* he is the Commander of that ship, the matching commander of that ship or facility */
bool     is_drone(const Game *, CardId);                  /* an assimilated personnel: Borg, without a text of its own (1E-A2) */
bool     is_textless_now(const Game *, CardId);
bool     has_lost_keywords(const Game *, CardId);         /* … and not its texts alone */
static inline bool is_textless(const Game *g, CardId id) { return texts_are_ignored(g) && is_textless_now(g, id); }
bool     is_damaged(const Game *, CardId ship);
bool     is_damage_card(const Game *, CardId);
int      damage_count(const Game *, CardId ship);

/* Whether a text forbids it: CITE_NONE, or the rule, with the card that says so in *by (may be NULL).  cause: what would do it. */
Citation why_text_forbids(const Game *, CardId, int act, CardId cause, CardId *by);

void     texts_note_fed(Game *);
static inline void texts_note_held(Game *g)                   /* before a decision: whether texts that give what they ask for hold (2E-19.7) */
{
    if (g->some_fed)
        texts_note_fed(g);
}

/* Whether some acting text forbids this act to some card: mostly none does. */
static inline bool is_forbidden_at_all(const Game *g, int act) { return g->acts & act_bit(act); }
static inline Citation why_cannot(const Game *g, CardId id, int act, CardId cause, CardId *by)
{
    return is_forbidden_at_all(g, act) ? why_text_forbids(g, id, act, cause, by) : CITE_NONE;
}

/* The sum of all modifiers of one kind that reach a card, statics and timed ones. */
int      modified_sum(const Game *, CardId, int mod_op);
static inline int modified_by(const Game *g, CardId id, int mod_op)
{
    return g->mods & mod_bit(mod_op) ? modified_sum(g, id, mod_op) : 0;     /* mostly there is none */
}

/* The card whose continuous text reaches this one with a modifier of this kind, (op F), whose F the other card fits; NO_CARD: there is none. */
CardId   some_text_relates(const Game *, int mod_op, CardId, CardId other);
static inline CardId text_relates(const Game *g, int mod_op, CardId id, CardId other)
{
    return g->mods & mod_bit(mod_op) ? some_text_relates(g, mod_op, id, other) : NO_CARD;      /* mostly there is none */
}

typedef void PartFn(void *to, int amount, CardId source, Citation);
void     value_parts(const Game *, CardId, int mod_op, int what, PartFn *, void *to);   /* what changes a value, one by one */

/* ---- places ---- */
bool   same_mission(const Game *, CardId a, CardId b);    /* copies of one mission are separate (2e-2014/missions) */
bool   present_with(const Game *, CardId a, CardId b);    /* 2E-8.4 */
CardId this_mission(const Game *, CardId card);           /* 2E-8.8 */
CardId this_ship(const Game *, CardId card);              /* 2E-8.9 */
bool   is_staffed(const Game *, CardId ship);             /* 2E-9.30 */
bool   is_staffed_with(const Game *, CardId ship, const CardSet *guests);      /* these of another player counted, too (1E-A8.4) */

/* ---- requirements: 2E-12 ---- */
typedef struct {
    CardSet  group;                            /* usable personnel */
    CardId   ship, mission;
    uint8_t  player;
    CardId   asked;                            /* whose requirement it is, the mission or a dilemma; NO_CARD: nobody's */
    int      more;                             /* added to every attribute requirement */
    SkillSet declined;                         /* skills that do not count */
    bool     skills_only;                      /* all that is no skill counts as met */
    bool     added;                            /* what texts add to its requirements is asked */
    bool     freely;                           /* each may use several skills, whatever texts say */
} Team;

/* A skill and its level as one number: what is required in the place of another skill. */
static inline int swapped_requirement(int skill, int level) { return (skill + 1) | (level ? level : 1) << 8; }
static inline int swapped_skill(int swapped) { return (swapped & 255) - 1; }
static inline int swapped_level(int swapped) { return swapped >> 8; }

Team     attempt_team(const Game *);                      /* the group in the attempt */
bool     team_meets(const Game *, const Ctx *, NodeId requirement, const Team *);
int      team_lacks(const Game *, const Ctx *, NodeId requirement, const Team *);       /* 0: meets it; see sl_game_shortfall */
int      team_attribute(const Game *, const CardSet *group, int player, int which);     /* the total of a group, with what others add */
int      team_total(const Game *, NodeId requirement, const Team *);      /* of the skill or attribute that it asks for */
SkillSet skills_asked(const Game *, NodeId requirement);  /* bit per skill that occurs in it */

/* What a team puts in to meet a requirement: the skills that it asks everybody for, those that it asks of the cards it counts, the
 * attributes (bit per word from ATTR_INTEGRITY on), the counted cards.  Of alternatives, those that are met; nobody may hold anything
 * back (2e-2014/requirements.2), so whoever has such a skill uses it. */
typedef struct { SkillSet skills, card_skills; uint8_t attributes; CardSet cards; } Contribution;

void     team_puts_in(const Game *, const Ctx *, NodeId requirement, const Team *, Contribution *);    /* adds to it */
bool     uses_to_meet(const Game *, const Contribution *, const Team *, CardId, int skill);
bool     lends_attribute(const Game *, const Contribution *, CardId personnel);

/* The requirements of a mission, by a text's means or as printed, with what texts add to them or put in their place (2E-10.6, 10.7,
 * 18.22): whether the group in the attempt meets them all, and by what; whether others stand in place of the printed ones. */
typedef struct { bool met, replaced; Contribution in; } MissionMet;
MissionMet mission_meets(const Game *, CardId mission, int means);
MissionMet team_completes(const Game *, CardId mission, int means, Team);
bool     meets_added(const Game *, CardId mission, const Team *);     /* what texts ask for besides the printed requirements */
enum { MEANS_GRANTED = 64 };                               /* means from here on: the ways that texts of other cards give */
NodeId   granted_means(const Game *, CardId mission, int nth, CardId *by);
NodeId   mission_requirement(const Game *, CardId mission, int means);
uint32_t requirement_mark(const Game *, CardId mission);  /* another number when texts have changed its requirements */

IconSet  attempt_icons(const Game *, CardId mission, int player);       /* at that player's end: printed, or added by texts */
SkillSet skills_among(const Game *, const CardSet *);                  /* that one of them has at least */
SkillSet mission_skills(const Game *, CardId);                         /* that a mission or dilemma requires */
bool     asks_attribute(const Game *, NodeId requirement, int word);
bool     mission_requires(const Game *, CardId, SkillSet skills);     /* mission or dilemma; skills 0: any skill */
SkillSet mission_skills(const Game *, CardId);            /* bit per skill in its active requirements */

/* ---- texts in general ---- */
static inline const Ability *ability_of(const Game *g, CardId id, int i) { return &g->cat->ability[printed(g, id)->ability + i]; }

/* The first of that kind; NULL when the card has none. */
static inline const Ability *ability_of_kind(const Game *g, CardId id, int kind)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; has_kind(def, kind) && i < def->ability_count; i++)
        if (ability_of(g, id, i)->kind == kind)
            return ability_of(g, id, i);
    return NULL;
}

bool     is_immune(const Game *, CardId, CardId to);                   /* its text says that this card does not nullify it */
bool     can_do(const Game *, const Ctx *, NodeId effect);              /* it could be carried out in full now (verbs/pay.c) */
bool     can_pay(const Game *, const Ctx *, NodeId effect);             /* … as a price, which asks for a place to put what is placed as well */
bool     can_do_all(const Game *, const Ctx *, NodeId, int first);        /* … and so could all its children from that one on */
bool     can_do_this_way(const Game *, const Ctx *, NodeId way);         /* of several ways: one whose price cannot be paid, or whose condition does not hold, is none */
int      raised_by_texts(const Game *, CardId);
static inline int numbers_raised(const Game *g, CardId card)          /* by what texts have made the numbers printed on a card higher: only dilemmas are spoken of so */
{
    return card && is_type(g, card, TYPE_DILEMMA) && some_has_kind(g, NODE_RAISES) ? raised_by_texts(g, card) : 0;
}
int      number_on(const Game *, CardId, int number);
bool     node_mentions(const Catalogue *, NodeId, int op);            /* op occurs at or below it */
bool     node_asks_for(const Catalogue *, NodeId, int op, int value);  /* … with that value first, as a question for one icon */
bool     shares_persona_in_play(const Game *, CardId, int player, CardId *with);
static inline bool breaks_uniqueness(const Game *g, CardId id, int player, CardId *with)      /* 2E-7.30; mostly no card in play could be the same */
{
    const CardDef *def = printed(g, id);
    return def->contested && may_have_persona(g, player, def) && shares_persona_in_play(g, id, player, with);
}
SkillSet node_skills(const Catalogue *, NodeId);                      /* skills named at or below it */
void     find_cycles(Catalogue *);                                    /* fills Ability.cycle (verbs/cycles.c) */
void     abilities_prepare(Catalogue *);                              /* fills Ability.mods; once, after loading */
bool     moves_fighters(int op);                                       /* an effect after which it is another matter who could fight where */

#endif
