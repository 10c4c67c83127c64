/* The greedy player in the First Edition: seeding, reporting, orders.
 *
 * Dilemmas go under the opponent's missions, evenly and the dearest mission first; an outpost in the middle of one's own missions.  A ship that
 * is docked takes everybody aboard, leaves when its crew is ready for a mission, goes there and tries; a crew that is ready for none goes home
 * for more people.  Ready is who meets what the mission asks and what the dilemmas ask that were seen there, with people to spare for those that were
 * not.  Borg scout instead: see greedy_scout.c.  Nothing is kept between answers: every step follows from the table. */
#include "players/greedy_first.h"

bool sees(const Eyes *e, int id, sl_card *card, sl_facts *facts)
{
    return id > 0 && sl_game_card(e->game, e->me, id, card) && card->def && sl_card_facts(e->library, card->def, facts);
}

bool is_of(const sl_facts *facts, const char *type)
{
    return strcmp(facts->type, type) == 0;
}

/* How many of ours lie beneath a mission. */
static int seeded_by(const Eyes *e, int mission)
{
    int ids[MOST_CARDS], own = 0, count = sl_game_on(e->game, mission, SL_BENEATH, ids, MOST_CARDS);
    for (int i = 0; i < count; i++) {
        sl_card card;
        own += sl_game_card(e->game, e->me, ids[i], &card) && card.owner == e->me;
    }
    return own;
}

/* ---- places ---- */

/* Where a location lies: which spaceline, and the how manyth; -1: on none. */
static int place_of(const Eyes *e, int location, int *line)
{
    for (*line = 0; *line < LINES; ++*line) {
        int ids[MOST_CARDS], count = sl_game_spaceline(e->game, *line, ids, MOST_CARDS);
        for (int i = 0; i < count; i++)
            if (ids[i] == location)
                return i;
    }
    return -1;
}

int steps_between(const Eyes *e, int a, int b)
{
    int line_a, line_b, at_a = place_of(e, a, &line_a), at_b = place_of(e, b, &line_b);
    if (at_a < 0 || at_b < 0 || line_a != line_b)
        return NO_WAY;
    return at_a < at_b ? at_b - at_a : at_a - at_b;
}

/* We have seeded it, alone or as well as the opponent. */
static bool is_own_mission(const Eyes *e, int id)
{
    sl_card card;
    int shared[MOST_CARDS], count = sl_game_on(e->game, id, SL_SHARED, shared, MOST_CARDS);
    bool own = sl_game_card(e->game, e->me, id, &card) && card.owner == e->me;
    for (int i = 0; i < count && !own; i++)
        own = sl_game_card(e->game, e->me, shared[i], &card) && card.owner == e->me;
    return own;
}

/* Our own missions that are still to be solved. */
static int own_missions(const Eyes *e, int *out, int room)
{
    int n = 0;
    for (int line = 0; line < LINES; line++) {
        int ids[MOST_CARDS], count = sl_game_spaceline(e->game, line, ids, MOST_CARDS);
        for (int i = 0; i < count && n < room; i++) {
            sl_card card;
            sl_facts facts;
            if (sees(e, ids[i], &card, &facts) && is_of(&facts, "mission") && is_own_mission(e, ids[i]) && !card.complete)
                out[n++] = ids[i];
        }
    }
    return n;
}

/* ---- seeding ---- */

/* An end beside a mission of our own keeps our ways short. */
static int worth_of_end(const Eyes *e, sl_option o)
{
    sl_card mission, at;
    sl_facts facts, other;
    if (!sees(e, o.card, &mission, &facts))
        return 0;
    for (int line = 0; line < LINES; line++) {
        int ids[MOST_CARDS], count = sl_game_spaceline(e->game, line, ids, MOST_CARDS);
        int beside = count == 0 ? 0 : o.number == 0 ? ids[0] : o.number == 1 ? ids[count - 1] : o.target;
        if (sees(e, beside, &at, &other) && other.quadrant == facts.quadrant)
            return at.owner == e->me ? 10 : 1;
    }
    return 0;
}

/* Below 0: better not. */
static int worth_of_seed(const Eyes *e, sl_option o)
{
    sl_card card, at;
    sl_facts facts, place;
    if (!sees(e, o.card, &card, &facts))
        return 0;
    if (is_of(&facts, "mission"))
        return 1 + worth_of_end(e, o);
    if (!sees(e, o.target, &at, &place))
        return 1;
    if (is_of(&facts, "facility")) {
        int missions[MOST_CARDS], count = own_missions(e, missions, MOST_CARDS), far = 0;
        for (int i = 0; i < count; i++)
            far += steps_between(e, o.target, missions[i]);
        return 20000 - far;
    }
    bool ours = is_own_mission(e, o.target);
    if (is_of(&facts, "dilemma"))
        return ours ? -1 : 1000 + place.points - 12 * seeded_by(e, o.target) + (facts.kind && strcmp(facts.kind, "dual") == 0 ? 0 : 3);
    return ours ? 500 - seeded_by(e, o.target) : -1;
}

/* ---- who is where ---- */

/* Our personnel who can act aboard a ship or facility, or on a planet. */
int people_at(const Eyes *e, int place, int *out, int room)
{
    static const sl_zone zones[] = { SL_ABOARD, SL_SURFACE };
    int n = 0;
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        int ids[MOST_CARDS], count = sl_game_on(e->game, place, zones[z], ids, MOST_CARDS);
        for (int i = 0; i < count && n < room; i++) {
            sl_card card;
            sl_facts facts;
            if (sees(e, ids[i], &card, &facts) && is_of(&facts, "personnel") && card.commander == e->me && !card.stopped)
                out[n++] = ids[i];
        }
    }
    return n;
}

/* Borg do not attempt missions, whatever skills they have (1E-A1.8). */
static bool would_solve(const Eyes *e, int mission, const int *ids, int count)
{
    enum { MOST_NEEDS = 48 };
    static _Thread_local sl_need need[MOST_NEEDS];
    bool met = false;
    return count > 0 && !sl_icon_in(sl_game_icons(e->game, ids[0]), icon_named("Bor")) && sl_game_needs(e->game, mission, ids, count, &met, need, MOST_NEEDS) > 0 && met;
}

static bool is_facility_of_ours(const Eyes *e, int id)
{
    sl_card card;
    sl_facts facts;
    return sees(e, id, &card, &facts) && is_of(&facts, "facility") && card.commander == e->me;
}

/* Those who could still come: they wait at home, or are in hand. */
static int reserves(const Eyes *e)
{
    int n = 0, ids[MOST_CARDS];
    for (int id = 1; id <= sl_game_cards(e->game); id++) {
        sl_card card;
        sl_facts facts;
        if (!sees(e, id, &card, &facts))
            continue;
        n += is_of(&facts, "facility") && card.commander == e->me ? people_at(e, id, ids, MOST_CARDS) : 0;
        n += is_of(&facts, "personnel") && card.zone == SL_HAND && card.owner == e->me;
    }
    return n;
}

/* How many lines of what a card asks these do not meet; 0: all is met. */
static int unmet(const Eyes *e, int card, const int *ids, int count)
{
    enum { MOST_NEEDS = 48 };
    static _Thread_local sl_need need[MOST_NEEDS];
    bool met = true;
    int lines = sl_game_needs(e->game, card, ids, count, &met, need, MOST_NEEDS), n = 0;
    for (int i = 0; i < lines && !met; i++)
        n += !need[i].met;
    return met ? 0 : n > 0 ? n : 1;
}

static bool does(const sl_summary *text, sl_does what)
{
    for (int i = 0; i < text->effects; i++)
        if (text->effect[i].does == what)
            return true;
    return false;
}

Beneath beneath(const Eyes *e, int mission, const int *ids, int count)
{
    Beneath b = { 0 };
    int below[MOST_CARDS], n = sl_game_on(e->game, mission, SL_BENEATH, below, MOST_CARDS);
    for (int i = 0; i < n; i++) {
        sl_card card;
        sl_facts facts;
        if (!sees(e, below[i], &card, &facts))
            b.hidden++;
        else if (is_of(&facts, "dilemma")) {
            int lines = unmet(e, below[i], ids, count);
            sl_summary text;
            b.lacking += lines;
            b.deadly |= lines && sl_text_summary(e->library, card.def, -1, &text) && does(&text, SL_DOES_KILL);
        }
    }
    return b;
}

/* Whoever of them is missing, the others solve it. */
static bool can_spare_anybody(const Eyes *e, int mission, const int *ids, int count)
{
    int rest[MOST_CARDS];
    for (int out = 0; out < count; out++) {
        int n = 0;
        for (int i = 0; i < count; i++)
            if (i != out)
                rest[n++] = ids[i];
        if (!would_solve(e, mission, rest, n))
            return false;
    }
    return true;
}

/* Dilemmas take people away: against those that nobody has seen it takes many, or such as can all be spared, or there is nobody else. */
static bool is_ready(const Eyes *e, int mission, const int *ids, int count)
{
    enum { MANY = 8, SOME = 5 };
    if (!would_solve(e, mission, ids, count))
        return false;
    Beneath b = beneath(e, mission, ids, count);
    if (b.lacking)
        return false;
    return b.hidden == 0 || count >= MANY || (count >= SOME && can_spare_anybody(e, mission, ids, count)) || reserves(e) == 0;
}

/* The mission that these are ready for: of several the nearest. */
static int mission_for(const Eyes *e, int from, const int *ids, int count)
{
    int missions[MOST_CARDS], n = own_missions(e, missions, MOST_CARDS), best = 0, least = NO_WAY;
    for (int i = 0; i < n; i++) {
        int far = steps_between(e, from, missions[i]);
        if (far < least && is_ready(e, missions[i], ids, count)) {
            best = missions[i];
            least = far;
        }
    }
    return best;
}

/* ---- reporting ---- */

/* How much nearer our missions come with this personnel, all of ours in play taken together. */
static int worth_of_person(const Eyes *e, int id, const sl_facts *facts)
{
    int ids[MOST_CARDS + 1], count = 0, missions[MOST_CARDS], n = own_missions(e, missions, MOST_CARDS), better = 0;
    for (int other = 1; other <= sl_game_cards(e->game) && count < MOST_CARDS; other++) {
        sl_card card;
        sl_facts of;
        if (other != id && sees(e, other, &card, &of) && is_of(&of, "personnel") && card.in_play && card.commander == e->me)
            ids[count++] = other;
    }
    for (int i = 0; i < n; i++) {
        int before = sl_game_shortfall(e->game, missions[i], ids, count) + beneath(e, missions[i], ids, count).lacking;
        ids[count] = id;
        better += before - sl_game_shortfall(e->game, missions[i], ids, count + 1) - beneath(e, missions[i], ids, count + 1).lacking;
    }
    return 10 * better + facts->attributes[0] + facts->attributes[1] + facts->attributes[2] + 4 * (facts->dots > 0);
}

static int ships_in_play(const Eyes *e)
{
    int ships = 0;
    for (int id = 1; id <= sl_game_cards(e->game); id++) {
        sl_card card;
        sl_facts facts;
        ships += sees(e, id, &card, &facts) && is_of(&facts, "ship") && card.in_play && card.commander == e->me;
    }
    return ships;
}

static bool is_objective(const Eyes *e, int id)
{
    sl_card card;
    sl_facts facts;
    return sees(e, id, &card, &facts) && is_of(&facts, "objective");
}

int first_edition_worth(const sl_game *game, int me, int id, int asker)
{
    const Eyes e = { game, sl_game_library(game), me };
    sl_card card;
    sl_facts facts;
    if (!sees(&e, id, &card, &facts))
        return 20;
    if (is_of(&facts, "mission") && is_objective(&e, asker))
        return worth_of_target(&e, id);
    if (is_of(&facts, "personnel"))
        return 20 + worth_of_person(&e, id, &facts);
    if (is_of(&facts, "objective"))
        return facts.points;                    /* one that scores nothing keeps us from those that do */
    return is_of(&facts, "ship") ? (ships_in_play(&e) > 1 ? 15 : 60) : 5;
}

static int worth_of_report(const Eyes *e, sl_option o)
{
    sl_card card;
    sl_facts facts;
    int there[MOST_CARDS];
    if (!sees(e, o.card, &card, &facts))
        return 0;
    int company = people_at(e, o.target, there, MOST_CARDS), ships = ships_in_play(e);
    if (is_of(&facts, "ship"))
        return (ships == 0 ? 400 : ships == 1 ? 20 : 1) - 3 * (facts.need_cmd + facts.need_stf) + facts.attributes[0] + company;
    return is_of(&facts, "personnel") ? 60 + worth_of_person(e, o.card, &facts) + company : 5;
}

/* ---- orders ---- */

/* Where this ship should go: to what its crew is to scout, to where it solves something, else home for more people. */
static int goal_of(const Eyes *e, int ship)
{
    int crew[MOST_CARDS], count = people_at(e, ship, crew, MOST_CARDS), at = sl_game_mission_of(e->game, ship);
    int mission = scouting_target(e), home = 0, least = NO_WAY;
    if (!mission)
        mission = mission_for(e, at, crew, count);
    for (int id = 1; !mission && id <= sl_game_cards(e->game); id++)
        if (is_facility_of_ours(e, id) && steps_between(e, at, sl_game_mission_of(e->game, id)) < least) {
            least = steps_between(e, at, sl_game_mission_of(e->game, id));
            home = sl_game_mission_of(e->game, id);
        }
    return mission ? mission : home;
}

/* There is something for its crew to do that a docked ship cannot. */
static bool is_wanted_elsewhere(const Eyes *e, int ship)
{
    int crew[MOST_CARDS], count = people_at(e, ship, crew, MOST_CARDS);
    return scouting_target(e) || mission_for(e, sl_game_mission_of(e->game, ship), crew, count);
}

static int worth_of_beam(const Eyes *e, sl_option o)
{
    int from[MOST_CARDS], to[2 * MOST_CARDS], there;
    sl_card card, place;
    sl_facts at, facts;
    int going = people_at(e, o.card, from, MOST_CARDS);
    if (!going || !sees(e, o.target, &place, &at) || !sees(e, o.card, &card, &facts))
        return -1;
    there = people_at(e, o.target, to, MOST_CARDS);
    for (int i = 0; i < going; i++)
        to[there + i] = from[i];
    int scouted = scouting_target(e);
    if (scouted && (o.card == scouted || o.target == scouted))      /* down, to scout it, and there they stay */
        return o.target == scouted ? 300 : -1;
    if (is_of(&at, "mission"))                  /* down, to solve it */
        return is_own_mission(e, o.target) && !place.complete && strcmp(at.kind, "space") != 0 && is_ready(e, o.target, to, there + going) ? 300 : -1;
    if (!is_of(&at, "ship"))
        return -1;
    if (is_of(&facts, "ship"))                  /* the smaller crew joins the larger one */
        return there > going || (there == going && o.target > o.card) ? 150 + there : -1;
    if (is_of(&facts, "facility"))
        return 200 + there;                     /* aboard, all of them */
    return card.complete || !is_ready(e, o.card, from, going) ? 100 : -1;    /* up again: nothing more can be done down there */
}

static int worth_of_move(const Eyes *e, sl_option o)
{
    int goal = goal_of(e, o.card), at = sl_game_mission_of(e->game, o.card), below[MOST_CARDS];
    int now = steps_between(e, at, goal), then = steps_between(e, o.target, goal);
    if (!goal || then >= now || people_at(e, at, below, MOST_CARDS) > 0)        /* nobody is left behind */
        return -1;
    return 60 - then;
}

/* ---- battles ---- */

enum { WEAPONS_OF_SHIP = 1, SHIELDS_OF_SHIP = 2, STRENGTH_OF_PERSON = 2, UNKNOWN_STRENGTH = 6 };

static int strength_of_team(const Eyes *e, int member)
{
    int ids[MOST_CARDS], count = sl_game_team(e->game, member, ids, MOST_CARDS), sum = 0;
    for (int i = 0; i < count && i < MOST_CARDS; i++) {
        sl_card card;
        sl_facts facts;
        sum += sees(e, ids[i], &card, &facts) ? sl_game_attribute(e->game, ids[i], STRENGTH_OF_PERSON) : UNKNOWN_STRENGTH;
    }
    return sum;
}

/* Everybody in a battle is stopped after it: it is fought when there is nothing else to do, and when it does more harm than it can bring. */
static int worth_of_battle(const Eyes *e, sl_option o)
{
    enum { LEFT_OVER = 20 };
    sl_card card;
    sl_facts facts;
    if (!sees(e, o.card, &card, &facts))
        return -1;
    if (is_of(&facts, "personnel"))
        return 2 * strength_of_team(e, o.target) >= 3 * strength_of_team(e, o.card) ? LEFT_OVER : -1;
    bool hits = sl_game_ship_value(e->game, e->me, o.target, WEAPONS_OF_SHIP) > sl_game_ship_value(e->game, e->me, o.card, SHIELDS_OF_SHIP);
    bool safe = sl_game_ship_value(e->game, e->me, o.card, WEAPONS_OF_SHIP) <= sl_game_ship_value(e->game, e->me, o.target, SHIELDS_OF_SHIP);
    return hits && safe ? LEFT_OVER : -1;
}

/* ---- other cards ---- */

/* An event or interrupt: what nullifies is for the opponent's cards, what unstops for ours that are stopped. */
static int worth_of_play(const Eyes *e, sl_option o)
{
    enum { NULLIFIES = 90, FROM_TEXT = 2 };
    sl_card card, at = { .owner = e->me };
    sl_facts facts;
    sl_summary text;
    if (!sees(e, o.card, &card, &facts) || !sl_text_summary(e->library, card.def, -1, &text))
        return -1;
    if (o.target)
        sl_game_card(e->game, e->me, o.target, &at);
    bool ours = (at.in_play ? at.commander : at.owner) == e->me;
    if (does(&text, SL_DOES_NULLIFY))
        return o.target && !ours ? NULLIFIES : -1;
    if (!ours || (does(&text, SL_DOES_UNSTOP) && !at.stopped))
        return -1;
    int worth = text_worth(&text);
    return worth > 0 ? FROM_TEXT * worth : -1;
}

/* What a response would nullify: the opponent's card that the window is about, or one of those to which it happens; 0: none. */
static int nullified_in(const Eyes *e, const sl_decision *d)
{
    sl_card card;
    if (d->card && sl_game_card(e->game, e->me, d->card, &card) && card.owner != e->me)
        return d->card;
    for (int i = 0; i < d->subject_count; i++)
        if (sl_game_card(e->game, e->me, sl_game_subject(e->game, i), &card) && card.owner != e->me)
            return card.id;
    return 0;
}

/* A dilemma is worth a card only where those who face it cannot meet it. */
static bool is_worth_nullifying(const Eyes *e, const sl_decision *d, int id)
{
    sl_card card;
    sl_facts facts;
    int team[MOST_CARDS], count = 0;
    if (!sees(e, id, &card, &facts) || !is_of(&facts, "dilemma"))
        return id > 0;
    for (int i = 0; i < d->subject_count && count < MOST_CARDS; i++)
        team[count++] = sl_game_subject(e->game, i);
    return unmet(e, id, team, count) > 0;
}

int respond_first_edition(const sl_game *game, const sl_decision *d)
{
    const Eyes e = { game, sl_game_library(game), d->player };
    for (int i = 0; i < d->options; i++) {
        sl_option o = sl_game_option(game, i);
        sl_card card;
        sl_summary text;
        bool nullifies = (o.verb == SL_PLAY || o.verb == SL_USE) && !o.target && sl_game_card(game, e.me, o.card, &card) && sl_text_summary(e.library, card.def, -1, &text)
            && does(&text, SL_DOES_NULLIFY);
        if (nullifies && is_worth_nullifying(&e, d, nullified_in(&e, d)))
            return i;
    }
    return -1;
}

static int worth_of_order(const Eyes *e, sl_option o)
{
    int crew[MOST_CARDS], count;
    switch (o.verb) {
    case SL_ATTEMPT:
        count = people_at(e, o.target ? o.target : o.card, crew, MOST_CARDS);
        return is_ready(e, o.card, crew, count) ? 400 : -1;
    case SL_BEAM:
        return worth_of_beam(e, o);
    case SL_UNDOCK:
        return is_wanted_elsewhere(e, o.card) ? 80 : -1;
    case SL_MOVE:
        return worth_of_move(e, o);
    case SL_DOCK:
        return is_facility_of_ours(e, o.target) && !is_wanted_elsewhere(e, o.card) ? 40 : -1;
    case SL_SCOUT:
        return worth_of_scouting(e, o);
    case SL_BATTLE:
        return worth_of_battle(e, o);
    default:
        return -1;
    }
}

/* ---- the choice ---- */

static int worth_of(const Eyes *e, sl_decide kind, sl_option o)
{
    if (o.verb == SL_PASS || o.verb == SL_END || o.verb == SL_DONE)
        return 0;
    if (o.verb == SL_SEED)
        return worth_of_seed(e, o);
    if (o.verb == SL_REPORT)
        return worth_of_report(e, o);
    if (is_objective(e, o.card))
        return worth_of_objective(e, o);
    if (o.verb == SL_PLAY)
        return worth_of_play(e, o);
    return kind == SL_DECIDE_ORDERS ? worth_of_order(e, o) : -1;
}

int choose_first_edition(const sl_game *game, const sl_decision *d)
{
    const Eyes eyes = { game, sl_game_library(game), d->player };
    int best = -1, most = 0;
    for (int i = 0; i < d->options; i++) {
        int worth = worth_of(&eyes, d->kind, sl_game_option(game, i));
        if (best < 0 || worth > most) {
            best = i;
            most = worth;
        }
    }
    return best;
}
