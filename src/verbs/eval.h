/* What the files that read texts share among themselves. */
#ifndef SPACELINE_EVAL_H
#define SPACELINE_EVAL_H

#include "kernel/edition.h"
#include "kernel/trace.h"
#include "verbs/text.h"

static inline const Scope *scope_of(const Game *g, const Ctx *ctx)
{
    return ctx->scope ? &g->scope[ctx->scope - 1] : NULL;
}

static inline const CardSet *that_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? set_at(g, s->that) : ctx->that;
}

static inline CardId cause_of(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? s->cause : ctx->cause;
}

/* What else an event says: how many points, from where a card came … */
static inline int number_of_event(const Game *g, const Ctx *ctx)
{
    const Scope *s = scope_of(g, ctx);
    return s ? s->number : ctx->number;
}

static inline uint8_t everyone(const Game *g)
{
    return all_players(g) & (uint8_t)~g->lost;
}

/* Once it lies in play, a dilemma is no longer faced (2E-11.18). */
static inline bool is_faced(const Game *g, CardId card)
{
    return g->encounter.active && card && g->encounter.current == card && !card_in_play(g, card);
}

/* Whether icons, skills, attributes and keywords can be used: those of a stopped personnel cannot (2E-13.3). */
static inline bool readable(const Game *g, const Ctx *ctx, CardId card)
{
    return ctx->even_stopped || !(state_bars(g, card) & BARS_SKILLS && is_type(g, card, TYPE_PERSONNEL));
}

/* Somebody of the player's aboard may be confined there, and whoever is uses neither skills nor keywords (1E-10.13): then what is printed does not answer for him. */
static inline bool may_be_confined(const Game *g, CardId card)
{
    const Card *c = &g->card[card];
    return g->confines && c->zone == ZONE_ABOARD && !g->world->edition->are_all_free(g, c->commander, c->host);
}

bool is_kept_from_skills(const Game *, CardId);            /* he is confined where he is */

static inline bool uses_skills(const Game *g, const Ctx *ctx, CardId card)
{
    return readable(g, ctx, card) && (ctx->even_stopped || !may_be_confined(g, card) || !is_kept_from_skills(g, card));
}

/* That player is one of those whom the first part of a word names. */
static inline bool holder_in(const Game *g, const Ctx *ctx, NodeId id, int player)
{
    return players_of(g, ctx, node_child(g->cat, id, 0)) >> player & 1;
}

/* Most cards are Commander of nothing, whatever ships there are. */
static inline bool may_command(const Game *g, CardId who)
{
    return g->world->edition->commands || g->mods & (mod_bit(NODE_MOD_COMMANDS) | mod_bit(NODE_MOD_COMMANDER)) || printed(g, who)->commander[0];
}

static inline const Facts *facts_of(const Game *g, const Node *n) { return &g->cat->facts[n->value]; }

/* Whether no text changes the facts that an `and` asks for. */
static inline bool facts_are_sure(const Game *g, const Facts *f)
{
    return (icons_none(f->icons) || !icons_change(g)) && !(g->changed_skills & f->skills);
}

/* What is printed answers for a card without states, which might bar it from using that, and with all its affiliations. */
static inline bool facts_answer(const Game *g, const Facts *f, CardId card)
{
    return g->card[card].flags == 0 && g->card[card].affiliation == 0 && (!f->skills || !may_be_confined(g, card));
}

static inline bool has_facts(const Game *g, const Facts *f, CardId card)
{
    const CardDef *def = printed(g, card);
    return !(f->skills & ~def->skills) && !(f->icons.word[0] & ~def->icons.word[0]) && !(f->icons.word[1] & ~def->icons.word[1]);
}

/* The check build asks for each fact of an `and` as well. */
#ifdef SPACELINE_CHECK
void facts_checked(const Game *, const Ctx *, const Node *, CardId, bool fits);
#else
static inline void facts_checked(const Game *g, const Ctx *ctx, const Node *n, CardId card, bool fits) { (void)g, (void)ctx, (void)n, (void)card, (void)fits; }
#endif

/* ---- dual-personnel cards: dual.c ---- */
const Person *person_on(const Game *, CardId, int person);     /* 0 or 1 */
bool person_fits(const Game *, const Ctx *, const Node *and, bool sure, uint64_t asked, CardId);
bool is_of_persons_species(const Game *, CardId, int person, int trait);
IconSet persons_icons(const Game *, CardId, int person);
bool is_persons_class(const Game *, CardId, int person, int skill);
int  persons_of_species(const Game *, CardId, int trait);      /* how many on that card are of it: one at the most, but on a dual-personnel card */

/* Of a card that is asked about one of its persons, that one: 0 or 1; -1: of all others. */
static inline int person_asked(const Ctx *ctx, CardId card)
{
    return ctx->person && ctx->person_on == card ? ctx->person - 1 : -1;
}

/* The card has two persons, and the text has not chosen one of them. */
static inline bool is_asked_whole(const Game *g, const Ctx *ctx, CardId card)
{
    return g->card[card].flags & DUAL && !(ctx->person && ctx->person_on == card);
}

/* Whether a card of the right type has the facts of an `and` and fits these other parts of it. */
static inline bool parts_fit(const Game *g, const Ctx *ctx, const Node *n, const Facts *f, bool sure, uint64_t asked, CardId card)
{
    const Catalogue *cat = g->cat;
    if (f->facts && sure && facts_answer(g, f, card)) {
        bool has = has_facts(g, f, card);
        facts_checked(g, ctx, n, card, has);
        if (!has)
            return false;
    } else {
        if (is_asked_whole(g, ctx, card))       /* two persons on one card: one of them fits all of it (1E-A9.1) */
            return person_fits(g, ctx, n, sure, asked, card);
        asked |= f->facts;
    }
    for (; asked; asked &= asked - 1)
        if (!filter_is(g, ctx, cat->arg[n->arg + (unsigned)__builtin_ctzll(asked)], card))
            return false;
    return true;
}

/* ---- sets and counts: filter_set.c, counted.c ---- */

/* Which cards are not looked at: none; personnel that are stopped; all that cannot be stopped now. */
typedef enum { PASS_NONE, PASS_STOPPED_PERSONNEL, PASS_UNSTOPPABLE } Pass;

bool is_aboard_here(const Catalogue *, NodeId filter);
int  fitting_cards(const Game *, const Ctx *, NodeId filter, Pass, int enough, CardSet *out);     /* how many there are, at the most `enough`; out may be NULL */
int  fitting_count(const Game *, const Ctx *, NodeId filter, Pass, int enough);                   /* … kept where it can be */
int  counted_cards(const Game *, const Ctx *, NodeId filter, int enough);
int  species_among(const Game *, const Ctx *, NodeId quantity);

const CardSet *force_opposing(const Game *, const Ctx *, NodeId who);
bool trait_is(const Game *, const Ctx *, int trait, CardId);

/* ---- what has happened: history.c ---- */
int  times_happened(const Game *, const Ctx *, NodeId event);                     /* in this turn */
int  times_happened_in_last_turn(const Game *, const Ctx *, uint8_t of, NodeId event);    /* of these players; of: bit per player */
bool has_befallen(const Game *, const Ctx *, NodeId event, CardId);               /* in this turn */

/* ---- words of filters: filter_card.c, what a card is ---- */
bool same_property(const Game *, CardId, CardId, int prop);
bool same_as_any(const Game *, const Ctx *, NodeId, CardId);
bool printed_is(const Game *, const Ctx *, NodeId, CardId);
bool is_specialist(const CardDef *);
bool is_named_version(const Game *, const Ctx *, CardId);
bool is_planet_meant(const Game *, CardId by, uint16_t name, CardId mission);
bool is_named_in_lore(const Game *, const Ctx *, NodeId, CardId);
bool is_partner(const Game *, const Ctx *, NodeId, CardId);
bool title_begins(const Game *, const char *with, CardId);
bool title_has(const Game *, const char *words, CardId);
bool has_one_of(const Game *, const Ctx *, SkillSet, int level, CardId);
bool has_required_skill(const Game *, const Ctx *, NodeId, CardId);
bool has_printed_total(const Game *, const Ctx *, NodeId, CardId);
SkillSet skills_used_by(const Game *, CardId);             /* … to complete the mission */
bool has_used_skill(const Game *, const Ctx *, NodeId, CardId);
bool has_alone(const Game *, CardId, int skill);
bool weakens(const Game *, CardId by, CardId);
bool enhances(const Game *, CardId by, int word, CardId);
int  attribute_without(const Game *, CardId, int word, const CardSet *by);
bool is_alone_of_kind(const Game *, const Ctx *, NodeId, CardId);
bool is_infiltrated_by(const Game *, const Ctx *, NodeId, CardId);
bool is_affected(const Game *, CardId by, CardId);
bool commander_of(const Game *, const Ctx *, NodeId, CardId);
int  held(const Game *, const Ctx *, NodeId, CardId place);
bool has_its_commander(const Game *, CardId ship);
bool ship_of(const Game *, const Ctx *, NodeId, CardId ship);

/* ---- … filter_place.c, where it is ---- */
bool is_at_matching_mission(const Game *, CardId);
bool is_with_group(const Game *, CardId);                 /* present, as a dilemma that is faced says it */
bool is_everywhere_at(const Game *, CardId, CardId mission);
bool is_at_another(const Game *, const Ctx *, NodeId missions, CardId);
bool is_met_by(const Game *, const Ctx *, NodeId, CardId mission);
int  cards_at(const Game *, const Ctx *, NodeId filter, CardId mission);
bool hosts_one(const Game *, const Ctx *, NodeId, CardId, bool beneath);
int  dilemmas_beneath(const Game *, CardId mission);
bool is_equipped(const Game *, const Ctx *, NodeId, CardId);
bool is_unattended(const Game *, CardId equipment);
bool is_bottom_seed(const Game *, CardId);
bool plays_on_type(const Game *, CardId, int type);
bool is_opposed(const Game *, CardId);
bool has_here(const Game *, const Ctx *, NodeId, CardId mission);
bool is_claimed(const Game *, CardId objective, CardId mission);
bool is_assimilated_planet(const Game *, CardId mission);
bool is_mission_of(const Game *, const Ctx *, NodeId, CardId);
bool is_unexamined(const Game *, CardId mission);
bool shortens_way(const Game *, const Ctx *, NodeId, CardId location);
bool is_beside(const Game *, CardId location, const CardSet *of);
bool begins_to_move(const Game *, CardId ship);
bool can_reach(const Game *, CardId ship, int times, const CardSet *places);
bool playable_at(const Game *, const Ctx *, NodeId, CardId);
bool admits(const Game *, const Ctx *, NodeId, CardId mission);
CardSet edition_team(const Game *, CardId personnel);
bool goes_with_each(const Game *, CardId, const CardSet *others);
int  ships_firing_at(const Game *, CardId);

#endif
