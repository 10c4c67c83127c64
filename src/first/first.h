/* First Edition: the procedures of the rulebook, one file per chapter.
 *
 * The structs are the locals of the procedures; the functions are legality questions, which answer with their reason.  For each verb there is
 * one enumeration of what could be done and one why_not. */
#ifndef SPACELINE_FIRST_H
#define SPACELINE_FIRST_H

#include "verbs/verbs.h"
#include "verbs/reasons.h"

enum {
    BEFORE_PROCS_OF_FIRST = PROCS_OF_FIRST - 1,
#define PROC(name) PROC_##name,
#include "first/procs.def"
#undef PROC
    PROCS_OF_FIRST_END
};

#define PROC(name) Proc name;
#include "first/procs.def"
#undef PROC

extern const Edition first_edition;

enum { FIRST_HAND = 7, FIRST_POINTS_TO_WIN = 100, CARD_PLAYS_A_TURN = 1 };

/* Tournament formats: the switch of that name (1E-A10, G11.4). */
enum { FORMAT_OPEN, FORMAT_OTF, FORMAT_MODERN, FORMAT_VELARA };
int points_to_win(const Game *, int player);

/* Where a mission is seeded: Option.number; AFTER: to the right of the location that is its target. */
enum { AT_LEFT_END, AT_RIGHT_END, AFTER, SHARED_THERE };

typedef struct { uint8_t round, passes; CardId same; } Seeding;
/* Playing a card: which of its functions, on or at what. */
typedef struct { CardId card, target, text; uint8_t function, others; bool done, free, all; } Playing;     /* free: it takes no card play; all: every player does what it says, the others after its own */
typedef struct { CardId card, place, text; uint8_t mode; bool free; } Reporting;     /* text: whose text names the place; mode: its affiliation; free: it takes no card play */
typedef struct { CardId ship, to, from, at; int16_t need; bool mixed; } Moving;      /* at: what it passes; mixed: its crew is together only by a text of the place it leaves */
typedef struct { CardId from, to; NodeId what; uint8_t most; bool walking, alone, by_text; } Beaming;   /* alone: infiltrators, in the opponent's turn; by_text: up to most cards fitting what, wherever Borg stay otherwise */
/* A battle (1E-21, 22): with whom and against whom it begins; side: which one won it, -1 none.  In a ship battle: what the defender answers, how well
 * each side fired, and the HULL damage that it took. */
typedef enum { MISS, HIT, DIRECT_HIT } Hit;
typedef struct { CardId own, other, place; int8_t side; uint8_t answer, hit[2]; bool by_text; int16_t taken[2], hull; } Attack;   /* by_text: no order, its forces are named; place: where who commandeers was */
/* An attempt (1E-17), one seed card of it, or solving. */
typedef struct {
    CardId  mission, ship, leader, seed;       /* leader: a member of the Away Team, where there are several */
    CardId  objective;                         /* for which Borg scout; NO_CARD: it is a mission attempt */
    NodeId  node;                              /* of a section: its conditions */
    int16_t points;
    uint8_t section;
    bool    met, crew;                         /* crew: it is the crew that meets this card, at a mission that is both space and planet */
    bool    in_flash;                          /* a card of a Q-Flash */
} Trying;
typedef struct { CardSet crew, away, all; } Scouts;
typedef struct { CardId card, probe; NodeId outcome; int16_t points; } Probing;     /* for which card, and the probe card */
enum { OVERCOME_IT = 2 };                      /* what first_section answers when its conditions were met */
enum { SPENT_IN_VAIN = 2 };                    /* what first_nullify_by_card answers when the card that was played was nullified itself */

/* Cites a ruling that restates what is played anyway, from its day on. */
static inline void cite_if_ruled(const Game *g, Citation ruling)
{
    if (in_force(g, ruling))
        cite_step(g, ruling);
}

static inline void cite_step_if_ruled(const Game *g, Citation ruling)
{
    if (in_force(g, ruling))
        cite_step(g, ruling);
}

/* ---- decks: 1E-3 ---- */
enum {
    SEEDED_TYPES = 1 << TYPE_DILEMMA | 1 << TYPE_ARTIFACT | 1 << TYPE_FACILITY,       /* what the seed phases know how to seed */
    DRAWN_TYPES = 1 << TYPE_PERSONNEL | 1 << TYPE_SHIP | 1 << TYPE_EQUIPMENT | 1 << TYPE_EVENT | 1 << TYPE_INCIDENT | 1 << TYPE_OBJECTIVE
                | 1 << TYPE_INTERRUPT | 1 << TYPE_DOORWAY | 1 << TYPE_TIME_LOCATION | 1 << TYPE_FACILITY | 1 << TYPE_SITE,      /* what can be played */
};
enum {
    TENT_TYPES = DRAWN_TYPES | SEEDED_TYPES,                                         /* whatever could be in the other two decks */
    CONTINUUM_TYPES = 1 << TYPE_DILEMMA | 1 << TYPE_EVENT | 1 << TYPE_INTERRUPT | 1 << TYPE_ARTIFACT | 1 << TYPE_MISSION,    /* with [Q] */
};
void   first_check_deck(DeckCheck *);

/* ---- galaxy: 1E-4 ---- */
static inline bool is_location(const Game *g, CardId id) { return g->card[id].zone == ZONE_LINE; }
static inline bool is_planet(const Game *g, CardId place) { return is_location(g, place) && printed(g, place)->kind != KIND_SPACE && printed(g, place)->kind != KIND_NONE; }    /* it has a surface */
static inline bool is_landed(const Game *g, CardId ship) { return g->card[ship].zone == ZONE_SURFACE && is_type(g, ship, TYPE_SHIP); }
static inline bool is_carried(const Game *g, CardId ship) { return g->card[ship].zone == ZONE_ABOARD && is_type(g, ship, TYPE_SHIP); }
static inline bool is_hidden(const Game *g, CardId ship) { return g->card[ship].flags & (CLOAKED | PHASED); }

/* A card that acts by itself on the spaceline (1E-A9.2). */
static inline bool is_self_controlled(const Game *g, CardId id)
{
    return g->card[id].zone == ZONE_ORBIT && is_type(g, id, TYPE_DILEMMA) && icon_in(printed(g, id)->icons, ICON_SELF);
}
static inline bool is_craft(const Game *g, CardId id) { return is_type(g, id, TYPE_SHIP) || is_type(g, id, TYPE_FACILITY) || is_self_controlled(g, id); }

/* Of a site the station that it is on; of another place itself. */
static inline CardId station_of(const Game *g, CardId place)
{
    return g->card[place].zone == ZONE_SITE && is_type(g, place, TYPE_SITE) ? g->card[place].host : place;
}

/* Nobody controls the card: its commander is a seat at which nobody sits, for the First Edition has two players (1E-22.4, G10.4). */
enum { NO_CONTROLLER = 2 };
static_assert((int)NO_CONTROLLER < (int)PLAYERS, "there is a seat that is empty");
static inline bool is_uncontrolled(const Game *g, CardId id) { return g->card[id].commander == NO_CONTROLLER; }

/* A ship, facility or site whose transporters the player may use. */
static inline bool is_own_place(const Game *g, int player, CardId id)
{
    bool ship = is_type(g, id, TYPE_SHIP) && !is_carried(g, id);
    return (ship || is_type(g, id, TYPE_FACILITY) || is_type(g, id, TYPE_SITE)) && g->card[station_of(g, id)].commander == player;
}

CardId companion_of(const Game *, CardId);                  /* of a card beneath a mission, or being seeded: the card of the same owner there whose text lets it lie there */

/* Beneath a mission, and not met there: who solves the mission earns it (1E-19.5): artifacts, and what a text lets be seeded like one. */
static inline bool waits_for_solver(const Game *g, CardId id)
{
    const TypeSet others = 1 << TYPE_PERSONNEL | 1 << TYPE_SHIP | 1 << TYPE_EQUIPMENT;
    return g->card[id].zone == ZONE_BENEATH
        && (g->card[id].flags & LOST || is_type(g, id, TYPE_ARTIFACT) || (type_in(others, card_type(g, id)) && has_kind(printed(g, id), NODE_SEEDS_BENEATH))
            || (some_has_kind(g, NODE_SEEDS_WITH) && companion_of(g, id)));
}

/* Equipment, and artifacts, which are used like it once they have joined a team (1E-19.5). */
static inline bool is_gear(const Game *g, CardId id) { return is_type(g, id, TYPE_EQUIPMENT) || is_type(g, id, TYPE_ARTIFACT); }

static inline bool is_prisoner(const Game *g, CardId id) { return g->card[id].flags & CAPTIVE; }
static inline bool is_ship_of(const Game *g, int player, CardId id) { return is_type(g, id, TYPE_SHIP) && g->card[id].commander == player; }
static inline CardSet crafts_commanded(const Game *g, int player) { return set_and(&g->crafts, &g->commanded[player]); }

bool   is_exposed(const Game *, CardId ship);             /* 1E-15.19 */
Line   line_of_quadrant(int quadrant);
int    range_between(const Game *, CardId from, CardId to, int player);   /* spans entered on the way (1E-15.6); -1: no way on this spaceline */
CardId gate_on_way(const Game *, CardId ship, CardId from, CardId to);     /* what lies between two locations on the way and does not let the ship pass */
bool   is_right_of(const Game *, CardId left, CardId right);  /* on one spaceline */
bool   may_go_round(const Game *, CardId ship);               /* over the ends of its spaceline */
bool   goes_round(const Game *, CardId ship, CardId from, CardId to);     /* … and that is the shorter way */
int    first_range_needed(const Game *, CardId ship, CardId to);

/* The locations in order, each with its number.  Nothing is done at a deserted one, where no ship or facility is, nor anybody: those are left out where
 * nobody wants reasons. */
typedef struct { CardId id; uint16_t number; bool deserted; } Location;
typedef struct { int count; Location at[MAX_CARDS]; } Locations;
void   find_locations(const Game *, Locations *out);
#define FOR_LOCATIONS(l, locations) for (const Location *l = (locations)->at; l < (locations)->at + (locations)->count; l++)

/* A player's ships in play, each with what every order asks: why it takes none (why_not_order_ship). */
typedef struct { CardId id; Citation unready; } Ship;
typedef struct { int count; Ship ship[MAX_CARDS]; } Ships;
void   find_ships(const Game *, int player, Ships *out);
#define FOR_SHIPS(s, ships) for (const Ship *s = (ships)->ship; s < (ships)->ship + (ships)->count; s++)

/* What was kept in one of the lists for a player and a location. */
static inline KeptOptions *kept_at(const Game *g, int list, int player, const Location *l)
{
    return &cache_of(g)->kept.at[list][player][l->number < KEPT_PLACES ? l->number : KEPT_PLACES - 1];
}

/* ---- time locations: 1E-A6 ---- */
bool     is_time_location(const Game *, CardId);
Citation why_not_time_location(const Game *, CardId);      /* … enter play */
bool     has_timeline(const Game *, CardId);               /* it is native to a time location in play */
bool     is_in_time(const Game *, int player, CardId place);    /* a time location, or a ship or facility of the player's there */
Citation why_not_report_in_time(const Game *, int player, CardId, CardId place, int mode, CardId *by);
bool     is_way_through_time(const Game *, CardId from, CardId to);

/* ---- side decks: 1E-A7 ---- */
bool     has_dilemma_deck(const Game *, int player);              /* a dilemma side deck, in play */
bool     is_q_flash(const Game *, CardId);

/* Whether an acting text forbids something, or changes more than numbers, repairs and whom one may attack, keeps somebody apart, leads somewhere, or asks for
 * something before an attempt or a battle: such a text may rule what is done far from it. */
static inline bool some_text_rules(const Game *g)
{
    const uint64_t numbers = skill_mods() | mod_bit(NODE_MOD_SHARES) | mod_bit(NODE_MOD_ATTR) | mod_bit(NODE_MOD_SET) | mod_bit(NODE_MOD_TIMES) | mod_bit(NODE_MOD_OFF_LINE)
        | mod_bit(NODE_MOD_POOLS) | mod_bit(NODE_MOD_POINTS) | span_mods();
    const uint64_t repairs = mod_bit(NODE_MOD_REPAIRS) | mod_bit(NODE_MOD_REPAIRS_NOW), attacks = mod_bit(NODE_MOD_MAY_ATTACK) | mod_bit(NODE_MOD_UNRESTRAINED) | mod_bit(NODE_MOD_TARGETS);
    return g->acts || g->text_mods & ~(numbers | repairs | attacks) || some_has_kind(g, NODE_WORKS_WITHOUT) || some_has_kind(g, NODE_LEADS_TO)
        || some_has_kind(g, NODE_ATTEMPT_NEEDS) || some_has_kind(g, NODE_BATTLE_COST);
}

/* … or, in a battle, who attacks whom: it changes skills of leaders, lets somebody attack, or is an objective of the player's, which lets Borg attack. */
CardId current_objective(const Game *, int player);
static inline bool some_text_rules_battles(const Game *g, int player)
{
    const uint64_t attacks = mod_bit(NODE_MOD_SHARES) | mod_bit(NODE_MOD_MAY_ATTACK) | mod_bit(NODE_MOD_UNRESTRAINED);
    const SkillSet leading = skill_bit(SKILL_LEADERSHIP) | skill_bit(SKILL_OFFICER) | skill_bit(SKILL_GURAMBA);
    return some_text_rules(g) || g->mods & attacks || g->changed_skills & leading || current_objective(g, player);
}

/* ---- affiliation and teams: 1E-11, 1E-14 ---- */
static inline bool is_neutral(IconSet icons) { return icon_in(icons, ICON_NON_ALIGNED) || icon_in(icons, ICON_NEUTRAL); }
bool    compatible(const Game *, CardId a, CardId b);
bool    has_peace(const Game *, int player, CardId location);      /* his cards there mix whatever they are */
bool    crew_needs_peace(const Game *, CardId ship);
bool    is_usable_by(const Game *, CardId equipment, const CardSet *team);
Citation why_not_carry_gear(const Game *, CardId equipment, CardId to);
static inline Citation why_not_carry(const Game *g, CardId id, CardId to) { return is_gear(g, id) ? why_not_carry_gear(g, id, to) : CITE_NONE; }     /* beam or walk with it there */
bool    is_equipment_for(const Game *, int player, CardId equipment, CardId place);
enum { NO_MODE = 0 };                                     /* a mode: of several affiliations the one that a card takes, as icon + 1 */
bool    compatible_in_mode(const Game *, CardId, int mode, CardId other);  /* … if it had that affiliation; NO_MODE: as it is */
int     mode_after(const Game *, CardId, int mode);       /* the next of its affiliations; NO_MODE: there is none, or it has but one */
Citation why_not_change(const Game *, CardId, int mode);          /* somebody would be under house arrest (1E-11.4) */
void    offer_changes(Game *, int player);
void    change_affiliation(Game *, CardId, int mode);
bool    is_under_house_arrest(const Game *, CardId personnel);
bool    is_of_gender(const Game *, CardId personnel, int trait, CardId asker);
bool    is_of_species(const Game *, CardId personnel, int trait, bool printed);
bool    is_duplicate(const Game *, CardId, int player, CardId *with);     /* another of its persona, or of a title that is not duplicatable, is in play */
bool    repeats(const Game *, CardId, CardId other);         /* … it is such a title, and the other is a copy of it or its other side */
bool    seeds_below_missions(const Game *, CardId);
Citation why_not_replace(const Game *, int player, CardId old, CardId id);
bool    may_replace(const Game *, int player);            /* he has, for all that others know, a persona to exchange: 1E-12.7 */
bool    is_matching_commander(const Game *, CardId personnel, CardId ship);     /* of a ship or facility, and able to be of use to it: 1E-12.14 to 12.17 */
bool    is_called_commander(const Game *, CardId personnel, CardId craft);      /* … or, of a facility, under house arrest there */
bool    goes_with_affiliation(const Game *, CardId, IconSet icons);         /* compatible with cards of one of these affiliations, as its player has it */
bool    plays_affiliation(const Game *, int player, IconSet icons);         /* he has personnel or ships of one of them */
bool    matches_mission(const Game *, CardId personnel, CardId mission, int player);
bool    fits_all(const Game *, CardId, const CardSet *team);   /* it is compatible with each of them */
int     keep_common(const Game *, int player, CardId place);

/* An affiliation that goes with all of the player's there, as icon + 1; 0: there is none, or texts change icons.  Kept while nothing moves or changes
 * there.  At a site it is the station that counts, and it is elsewhere. */
static inline int common_affiliation(const Game *g, int player, CardId place)
{
    if (texts_change_icons(g) || is_type(g, place, TYPE_SITE) || player == NO_CONTROLLER)      /* nobody's people are aboard what nobody controls */
        return 0;
    int kept = crew_at(g, place)->common[player];
#ifdef SPACELINE_CHECK
    return keep_common(g, player, place);
#endif
    return kept != NOT_FOUND_YET ? kept : keep_common(g, player, place);
}
static inline bool are_at_one(const Game *g, int player, CardId place) { return common_affiliation(g, player, place) != 0; }   /* certainly nobody of the player's there is incompatible with it or with another */

/* Whether the card is compatible with all whose affiliation that is. */
static inline bool fits_common(const Game *g, CardId id, int common)
{
    IconSet icons = icons_of(g, id);
    return common && icon_in(icons, ICON_BORG) == (common == ICON_BORG + 1) && (icon_in(icons, common - 1) || is_neutral(icons))
        && !has_kind(printed(g, id), NODE_WORKS_WITHOUT);
}

/* Nobody goes voluntarily where he or somebody else would be under house arrest (1E-10.5, 10.13, 16.4).  Planets are free for all. */
Citation why_not_join_all(const Game *, CardId, CardId place, int mode);
static inline Citation why_not_join_those(const Game *g, CardId id, CardId place, int mode, int common)      /* common: the common_affiliation of its player's there */
{
    bool fits = is_location(g, place) || (mode == NO_MODE && fits_common(g, id, common));
    return fits ? CITE_NONE : why_not_join_all(g, id, place, mode);
}
static inline Citation why_not_join(const Game *g, CardId id, CardId place, int mode)
{
    return why_not_join_those(g, id, place, mode, is_location(g, place) || mode != NO_MODE ? 0 : common_affiliation(g, g->card[id].commander, place));
}
CardSet team_in(const Game *, CardId personnel);          /* the team that a personnel is in, stopped or not */
CardSet team_of(const Game *, int player, CardId place, CardId leader);   /* the unstopped team on a planet or aboard that this member is in; NO_CARD: the first */
static inline CardSet team_at(const Game *g, int player, CardId place) { return team_of(g, player, place, NO_CARD); }
bool    are_present(const Game *, CardId a, CardId b);      /* in one place: on one surface, aboard one ship, at one site */

void turn_up_in_tent(Game *, int player);
Citation why_not_seed_now(const Game *, CardId);
Citation why_not_seed_below(const Game *, int player, CardId, CardId mission);
void     ask_commandeer(Reasons *);
void     ask_build(Reasons *);
void     ask_seed_outpost(Reasons *);
void     ask_seed_facility(Reasons *);                                    /* card: the facility, target: where */
bool seeds_like_dilemma(const Game *, CardId);
bool is_out_of_continuum(const Game *, CardId dilemma);
bool artifact_belongs(const Game *, CardId, CardId mission);     /* it may be seeded there (1E-5.5.4) */
bool lacks_door(const Game *, CardId seed);                          /* an [AU] card, and its owner has no door for it */
void meet_mis_seed(Game *, int player, CardId seed, CardId mission);
void meet_own_mis_seeds(Game *, int player, CardId mission);

/* ---- actions and playing cards: 1E-7, 1E-8 ---- */
bool     has_any_time_action(const Game *, int player);
bool     alternate_universe_is_open(const Game *, int player);     /* an open door lets his [AU] cards in (1E-8.7) */
bool     plays_free(const Game *, int player, CardId);             /* it takes no card play */
bool     has_function(const Game *, CardId);                       /* it does something besides responding */
int      first_why_not(const Game *, int player, Option asked, bool open, Refusal *out, int room);

bool     play_targets(const Game *, int player, CardId, CardSet *out);       /* what it may be played on; false: it needs nothing */
Citation why_not_play_by_text(const Game *, int player, CardId, CardId *by);   /* by a text, at whatever time and without a card play */
bool     reports_for_duty(const Game *, CardId);
CardSet  places_to_report(const Game *, int player, CardId);       /* that might take it: why_not_report_to says of each whether */
Citation why_not_report_to(const Game *, int player, CardId, CardId place, int mode, CardId *by);
Citation why_not_report_by_text(const Game *, int player, CardId, CardId place, int mode, CardId text, CardId *by);
void     arrive_seeded(Game *, CardId, CardId place, int mode);
int      mode_there(const Game *, int player, CardId, CardId place, CardId text, int after);
bool     some_place_to_download(const Game *, int player, CardId source, NodeId text);
void     owners_earn(Game *, CardId location, int scouted);        /* scouted: as what kind; KIND_NONE: it was solved */
bool     finds_special(const Game *, int player, CardId source, NodeId download);     /* a card that it could bring into play */
bool     some_may_report(const Game *, int player, CardId text, NodeId report);     /* a card of his hand, by that effect of the text */
void     offer_uses(Game *, int player);                           /* texts of his cards in play */
Citation why_not_in_segment(const Game *, CardId);                 /* of its orders */

/* What a text brings by a special download, which needs no play and may come at any moment (1E-9.8); 0: it is none. */
static inline NodeId special_download(const Ability *a)
{
    return a->event == EVENT_ANY_MOMENT && !a->may_do ? a->download : 0;
}

void     offer_suspensions(Game *, int player);                    /* … those that suspend play (1E-7.21) */
void     offer_agendas(Game *, int player, int event);             /* his hidden agendas that he may turn up */
void     push_use(Game *, int player, Option);                     /* … the one that was chosen comes on top */

/* ---- required actions, skills: 1E-7.24, 7.25, 13 ---- */
bool     is_driven(const Game *, CardId ship);              /* a card forces it to travel */
bool     is_at_goal(const Game *, CardId ship);                              /* … to a mission, and is there */
Citation why_not_driven_to(const Game *, CardId ship, CardId to);
bool     must_travel(const Game *, int player);
bool     must_attempt(const Game *, int player);
bool     is_obliged(const Game *, CardId personnel, CardId mission);     /* to attempt it if he is there */
bool     has_arrived(const Game *, CardId);
CardId   next_on_course(const Game *, CardId);
bool     may_cut_short(const Game *, CardId ship, CardId to);
SkillSet first_selectable(const Game *);

/* ---- what may be done ---- */
void     offer_plays(Game *, int player);
bool     has_choice_of_functions(const Game *, CardId);
void     offer_functions(Game *, int player, CardId, bool driven);      /* of a card that a text brings into play; driven: by the crew of a ship that must travel */
void     offer_reports(Game *, int player);
bool     is_headquarters_shut(const Game *, int player, CardId headquarters);        /* by a card on its planet */
Citation why_not_beam(const Game *, int player, CardId, CardId to);
bool     has_downloaded_personnel(const Game *, int player);        /* in a format that lets him do so once each turn */
bool     downloads_personnel_only(const Game *, const Ability *function);
void     ask_beam(Reasons *), ask_walk(Reasons *);
bool     goes_by_itself(const Game *, CardId);              /* a personnel that is not moved like equipment */
void     offer_moves(Game *, int player, const Ships *);
void     offer_docking(Game *, int player, const Ships *);
void     offer_landing(Game *, int player);                /* and carrying */
void     offer_cloaking(Game *, int player, const Ships *);
void     offer_beams(Game *, int player, const Locations *);       /* and walking */
void     offer_attempts(Game *, int player, const Locations *, const Ships *);
void     dock(Game *, CardId ship, CardId facility);
void     undock(Game *, CardId ship);
void     land(Game *, CardId ship);
void     take_off(Game *, CardId ship);
void     load(Game *, CardId ship, CardId carrier);
void     launch(Game *, CardId ship);
void     change_cloak(Game *, CardId ship, unsigned state, bool on);       /* state: CLOAKED or PHASED */
int      range_left(const Game *, CardId ship);
void     note_arrival(Game *, CardId);
Citation why_not_order_ship(const Game *, int player, CardId ship);        /* whose it is, unstopped, staffed: every order asks that */
bool     ask_ship_order(Reasons *, CardId ship);                           /* the same, each rule told; true: nothing more need be asked */
void     ask_dock(Reasons *), ask_undock(Reasons *);                       /* the rules in the way of an order; offers and questions ask alike */
void     ask_land(Reasons *), ask_take_off(Reasons *), ask_load(Reasons *), ask_launch(Reasons *), ask_cloak(Reasons *), ask_scout(Reasons *), ask_captive(Reasons *), ask_activate(Reasons *);
bool     somebody_must_face(const Game *);                 /* a seed card, by a text (first_face_due) */
Citation why_not_attempt_now(const Game *, int player, CardId mission, CardId ship, CardId leader, CardId *by);
void     ask_team_attempts(Reasons *, CardId mission, CardId ship, CardId leader);

bool     comes_back(Game *, CardId ship, CardId host);      /* a ship that has disappeared, when the card that has it leaves play */
NodeId   else_of(const Catalogue *, NodeId node);           /* what a condition says otherwise; 0: nothing */
void     settle_laid_table(Game *);                         /* what cards that a scene has laid on others have done there */
bool     ship_disappears(Game *, CardId ship, CardId by);
CardId   card_from_outside(Game *, int player, int persona);  /* a new card that no deck has; NO_CARD: there is no such card, or no room for it */
CardId   ship_away(const Game *, CardId card);              /* the ship that this card keeps away */

/* ---- control for a time: 1e-1998/alien-parasites ---- */
bool     acts_now(const Game *, int player);                /* it is his turn, or he controls the opponent's ship and crew in it */
bool     control_lasts(const Game *, int player);

/* ---- the Borg: 1E-A1 to A3 ---- */
bool     is_borg(const Game *, CardId);
bool     may_score(const Game *, int player, CardId source);
bool     is_suspended(const Game *, CardId objective);
Citation why_not_aim(const Game *, int player, CardId objective);
int      kind_scouted(const Game *, CardId objective);
int      kind_targeted(const Game *, CardId objective);      /* as what it targets a mission that is both */
Citation why_borg_stay(const Game *, int player, CardId to);
Citation why_borg_stay_off(const Game *, int player, CardId craft);    /* a ship or facility of the opponent's */
Citation why_not_for_borg(const Game *, int player, CardId);            /* a [BO] card, where the player does not play Borg */
Citation why_format_forbids(const Game *, int player, CardId mission);  /* … that the player attempts or scouts it */
bool     scouts_alone(const Game *, int player, CardId to);
Citation why_not_board(const Game *, int player, CardId from, CardId to);   /* beaming to or from an opponent's ship */
void     offer_scouting(Game *, int player);
void     begin_scouting(Game *, const Frame *, const Trying *);
void     scout_ship(Game *, int player, CardId ship, CardId leader);
bool     scouts_meet(const Game *, CardId seed);
bool     is_scouted(const Game *, CardId objective);
int      turn_scouted(const Game *, CardId objective);
void     note_scouting(Game *, CardId objective, bool turn_ends);
bool     is_beyond_borg(const Game *, CardId dilemma, NodeId conditions);
Citation why_not_ship(const Game *, CardId ship);                           /* that its crew attempts or scouts */
Citation why_not_begin(const Game *, int player, CardId mission, CardId ship, const CardSet *all, CardId *by);

bool     borg_may_attack(const Game *, int player, const CardSet *against);
static inline bool is_abducted(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    return c->commander != c->owner && c->flags & DISABLED && !(c->flags & (CAPTIVE | ASSIMILATED)) && is_type(g, id, TYPE_PERSONNEL) && card_in_play(g, id);
}
void     assimilate_card(Game *, CardId, int player);

bool     meets_in_reverse(const Game *, CardId mission);   /* who attempts it now meets its seed cards from the other end */

/* ---- dilemmas in play: 1E-18.13 to 18.16 ---- */
void     nullify_card(Game *, int player, CardId, CardId by);       /* it leaves play, neither overcome nor cured (1E-26.1) */
bool     is_nullified(const Game *, CardId dilemma);       /* the team that meets it, or is with it, nullifies it */
bool     is_cured(const Game *, CardId dilemma);
bool     meets_mission(const Game *, int player, CardId mission);     /* who attempts it now meets its requirements */
SkillSet dilemma_skills(const Game *, CardId);              /* that its requirements name, of whatever kind they are */
bool     some_dilemma_may_end(const Game *);               /* one in play has a cure or nullifier */

/* ---- battles: 1E-20 to 22 ---- */
void     offer_battles(Game *, int player, const Locations *);
void     offer_personnel_battles(Game *, int player, const Locations *);
void     offer_ship_battles(Game *, int player, const Locations *);
CardSet  force_of(const Game *, CardId);                   /* that would be attacked with this personnel */
Citation why_not_attack(const Game *, int player, const CardSet *force, const CardSet *against, BattleKind, CardId location);
Citation why_not_led(const Game *, int player, const CardSet *force, const CardSet *against, BattleKind, CardId location);
Citation why_not_fire(const Game *, CardId);               /* a ship or facility, in an attack */
void     ask_fire(Reasons *, CardId);                      /* the same, each rule told */
CardSet  force_aboard(const Game *, CardId craft);         /* it, and who of its controller's is aboard */
Citation why_restrained(const Game *, int player, const CardSet *force, const CardSet *against, CardId location);     /* … by affiliation */
void     attacks_grow_old(Game *);                         /* a turn begins */
void     cite_dated(Game *, Citation ruling, Citation before);
void     battle_begins(Game *, BattleKind, int attacker, int defender, int uncontrolled, CardId location);
void     battle_is_won(Game *, int side);                  /* -1: no winner */
int      damaging_player(const Game *, int side);
Citation why_not_target(const Game *, CardId);             /* of an attack (1E-22.3) */
bool     table_stays_unsettled(const Game *);              /* what first_settle_table looks at must be looked at again */
bool     is_rogue(const Game *, CardId);                   /* Rogue Borg: it fights in personnel battles (1E-A9.6) */
void     battle_ends(Game *);

/* What an SL_PLAY option means, for first_play_card. */
#define PLAYING_OF(o) (Playing){ .card = (o).card, .target = (o).target, .function = (uint8_t)(o).number }

/* Ends an action of the active player: the other one may start one now (1E-7.4). */
#define HAND_OVER_RIGHT()                                                             \
    do { if (!g->over && has_any_time_action(g, next_player(g, f->player)))           \
             CALL(first_right_to_act, next_player(g, f->player), (Do){ 0 }); } while (0)

Citation why_not_pay_for_battle(const Game *, int player, CardId location);

/* ---- damage and repair: 1E-23 ---- */
enum { MOST_SITES_SEEDED = 6 };                             /* by one player (1E-A5.13) */
enum { ROTATION_HULL = 50 };                               /* per cent of its HULL that a rotation marker takes (1E-23.2) */
int      hull_of(const Game *, CardId);                    /* per cent that are left */
bool     first_volley(const Game *, int side, Volley *out);
int      doubled_defense(const Game *, CardId);            /* what an attack must beat now */
void     damage_by_rotation(Game *, CardId);
void     repairs_begin(Game *, int player);                /* a turn of the player's begins */
void     repairs_break_off(Game *, CardId ship);           /* it leaves its dock */

/* ---- ships with a text in the place of WEAPONS ---- */
bool     fires_by_text(const Game *, CardId ship);
bool     fires_at(const Game *, int side, CardId, CardId target);       /* in the battle in progress */
CardSet  fired_at_by(const Game *, int side);

void     first_name_species(Catalogue *);                  /* those of the list of exceptions (1E-12.10) */

Citation why_not_return_fire(const Game *, CardId);        /* 1E-22.2 */

/* ---- tactics: 1E-22 stages 3 and 6, 1E-A7.11 ---- */
bool     has_bridge(const Game *, int player);             /* there is a card in the player's Battle Bridge side deck */
void     tactic_to_bridge(Game *, CardId);                 /* face up, under its side deck */
void     reveal_tactics(Game *);
void     put_away_tactics(Game *);
int      tactic_bonus(const Game *, int side, bool attack);

/* ---- captives: 1E-25 ---- */
void     take_captive(Game *, CardId, int captor, CardId place);
void     find_lost(Game *, CardId, int player);
bool     some_trap_is_set(const Game *);
void     settle_traps(Game *);                             /* the captor's teams take custody of who is held under a trap card */
void     offer_captives(Game *, int player);               /* rescuing, imprisoning, escorting */
void     order_captive(Game *, Option);

/* ---- facilities, Nors and sites: 1E-A5, G10 ---- */
bool     is_let_build(const Game *, int player, CardId, CardId mission);     /* by a text of somebody in play, besides where it says itself */
NodeId   nth_filter(const Catalogue *, NodeId text, int n);
bool     is_nor(const Game *, CardId);
bool     are_sites_of_one_station(const Game *, CardId, CardId);
bool     has_sites(const Game *, CardId station);
bool     is_opposed_in(const Game *, CardId place, int player);
CardSet  people_aboard(const Game *, CardId craft);        /* of a Nor at all its sites */
bool     stands_on_planet(const Game *, CardId facility);
Citation why_not_beside_own(const Game *, int player, CardId place);     /* a facility there: the player has one already */
void     put_site(Game *, CardId site, CardId target);     /* on a station, or behind a site of its module there */
CardSet  places_for_site(const Game *, int player, CardId site, const CardSet *stations);     /* targets of put_site */
void     offer_sites_to_seed(Game *, int player);
void     offer_buildings(Game *, int player);              /* facilities and sites from hand */
bool     is_native_at(const Game *, CardId, CardId place);
Citation why_not_report_to_site(const Game *, int player, CardId, CardId site, int mode);
bool     some_site_takes_for_free(const Game *, int player, CardId);
bool     reports_free_at(const Game *, int player, CardId, CardId place);
Citation why_not_dock_at_site(const Game *, int player, CardId ship, CardId site);
void     offer_commandeering(Game *, int player);
void     lay_uncontrolled(Game *, CardId);                 /* it has come into play; nothing, unless its text says that nobody controls it */
Citation why_not_related(const Game *, CardId seed, CardId station);     /* … to the station, so that it may lie beneath it */
int      places_to_seed(const Game *, CardId out[]);       /* beneath which cards may be seeded: missions, and stations whose text says so */
void     repair_at_once(Game *, CardId ship);              /* where it is docked, if that repairs as soon as ships dock */

/* ---- holograms and infiltrators: 1E-A4, A8 ---- */
static inline bool is_hologram(const Game *g, CardId id)
{
    return icon_in(printed(g, id)->icons, ICON_HOLOGRAM) && (is_type(g, id, TYPE_PERSONNEL) || is_type(g, id, TYPE_EQUIPMENT));
}
Citation why_not_on_planet(const Game *, CardId hologram, CardId from, CardId to);
static inline Citation why_not_projected(const Game *g, CardId id, CardId from, CardId to)
{
    return is_location(g, to) && is_hologram(g, id) ? why_not_on_planet(g, id, from, to) : CITE_NONE;
}
bool     is_taken_along(const Game *, CardId hologram, CardId to);
void     offer_activations(Game *, int player);
void     activate(Game *, CardId);
bool     is_spared(Game *, CardId);                        /* a hologram that would be killed: it is deactivated instead */
bool     stays_where_it_is(Game *, CardId, CardId mission);
bool     some_hologram_is_there(const Game *);
void     settle_holograms(Game *);
void     holograms_recover(Game *, int player);            /* a turn of the player's begins */
void     hologram_arrives(Game *, CardId);
void     deactivate(Game *, CardId, bool today);
bool     is_infiltrating(const Game *, CardId);
void     note_infiltrators(Game *, int player);                             /* his turn begins */
void     offer_infiltration(Game *, int player);           /* beginning and ending it */
bool     has_infiltrator(const Game *, int player);        /* or one who could be */
int      reports_as_infiltrator(const Game *, int player, CardId, CardId place);
void     infiltrator_arrives(Game *, CardId, CardId place);
void     infiltrate(Game *, CardId, CardId with);
void     expose(Game *, CardId);
void     settle_infiltrators(Game *);
bool     some_infiltrator(const Game *);
typedef struct { Option order; } Ordered;                               /* the order that a player has just given */
bool     is_staffed_by_infiltrators(const Game *, CardId ship);
bool     is_kept_to_attempt(const Game *, CardId ship);
CardSet  infiltrators_among(const Game *, int player, CardId place);     /* those of the other player, who may go along */
void     offer_infiltrator_moves(Game *, int player);      /* in the opponent's turn */
bool     infiltrator_may_go(const Game *, int player, CardId, CardId to);         /* by itself, with the transporters of those whom it infiltrates */

/* Questions of clients. */
Turn     first_turn_after(Game *, int player);
bool     first_beam_ends(const Game *, CardId *from, CardId *to);
NodeId   first_requirement(const Game *, CardId mission, int means);     /* means: NEAR_END, FAR_END */

#endif
