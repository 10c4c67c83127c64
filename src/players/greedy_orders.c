/* Orders.  Every answer comes from the table alone: where there is a crew that would do, gather it and attempt; else bring a
 * ship with a crew to where it would; else go home for more people.  A step is always a whole beaming, a move or an attempt.
 *
 * What people are worth can change a little between ship and surface, so that a crew may look ready aboard and not ready on the
 * planet.  Lest it beam up and down without end, a crew goes down only where its ship has just arrived, and up again only to
 * leave with a ship that has not moved yet. */
#include "players/greedy.h"

typedef enum { AWAKE, AWAKE_OR_STOPPED } Which;

/* A journey with less hope than this waits for more people; those who are on the spot dare more. */
enum { HOPE = 5, HOPE_THERE = 2, LAST_HOPE = 1, PATIENCE = 40 };

typedef struct { sl_verb verb; int card, target, number; } Step;

static const Step NO_STEP = { SL_END, 0, 0, 0 };

static int find_option(const Table *t, Step want)
{
    int count = sl_game_options(t->game);
    for (int i = 0; i < count; i++) {
        sl_option o = sl_game_option(t->game, i);
        if (o.verb == want.verb && o.card == want.card && o.target == want.target && o.number == want.number)
            return i;
    }
    return -1;
}

static Ship *ship_of(Table *t, int id)
{
    for (int i = 0; i < t->ships; i++)
        if (t->ship[i].id == id)
            return &t->ship[i];
    return NULL;
}

/* Who is at a mission and can act there: stopped people cannot, nor can those aboard a stopped ship. */
static Crew crew_at(Table *t, int mission, Which which)
{
    Crew crew = { .count = 0 };
    for (int i = 0; i < t->people; i++) {
        const Person *p = &t->person[i];
        const Ship *ship = p->ship ? ship_of(t, p->ship) : NULL;
        if (p->at == mission && (which == AWAKE_OR_STOPPED || (!p->stopped && !(ship && ship->stopped))))
            crew_add(&crew, p->id);
    }
    return crew;
}

static Crew joined(Crew a, const Crew *b)
{
    for (int i = 0; i < b->count; i++)
        crew_add(&a, b->id[i]);
    return a;
}

static int crew_aboard(const Table *t, int ship)
{
    int n = 0;
    for (int i = 0; i < t->people; i++)
        n += t->person[i].ship == ship && !t->person[i].stopped;
    return n;
}

static int crew_on_surface(const Table *t, int mission)
{
    int n = 0;
    for (int i = 0; i < t->people; i++)
        n += t->person[i].at == mission && !t->person[i].ship && !t->person[i].stopped;
    return n;
}

static bool someone_stopped(const Table *t, int mission)
{
    for (int i = 0; i < t->people; i++)
        if (t->person[i].at == mission && t->person[i].stopped && !t->person[i].ship)
            return true;
    return false;
}

/* Late in the game, or with nothing left to draw, any chance is better than none. */
static int hope_needed(const Table *t)
{
    int top;
    bool late = sl_game_turn(t->game) > PATIENCE || sl_game_list(t->game, t->me, SL_DECK, &top, 1) == 0;
    return late ? LAST_HOPE : HOPE;
}

static bool is_gathered(const Table *t, const Site *s, const Crew *crew)
{
    return s->space || crew_on_surface(t, s->id) == crew->count;
}

static bool is_ready(Table *t, const Site *s, const Crew *crew)
{
    int needed = hope_needed(t);
    if (s && needed > HOPE_THERE && is_gathered(t, s, crew))
        needed = HOPE_THERE;
    return s && s->open && chance(t, s, crew) >= needed;
}

static bool has_moved(const Ship *s)
{
    return s->left < s->range;
}

/* All are aboard, and no ship has come here in this turn: they mean to leave. */
static bool are_leaving(const Table *t, const Site *s)
{
    bool moved = false;
    for (int i = 0; i < t->ships; i++)
        moved |= t->ship[i].at == s->id && has_moved(&t->ship[i]);
    return !s->space && !moved && crew_on_surface(t, s->id) == 0;
}

static bool is_worth_staying(Table *t, const Site *s, const Crew *crew)
{
    return s && !are_leaving(t, s) && is_ready(t, s, crew);
}

/* ---- attempts ---- */

/* The ship that people gather on: the fullest of those that can be used. */
static Ship *gathering_ship(Table *t, int mission)
{
    Ship *best = NULL;
    for (int i = 0; i < t->ships; i++) {
        Ship *s = &t->ship[i];
        if (s->at == mission && !s->stopped && (!best || crew_aboard(t, s->id) > crew_aboard(t, best->id)))
            best = s;
    }
    return best;
}

/* Brings all to one place: a ship, or the surface (0). */
static Step gather(Table *t, int mission, int ship)
{
    if (ship && crew_on_surface(t, mission))
        return (Step){ SL_BEAM, mission, ship, 0 };
    for (int i = 0; i < t->ships; i++) {
        const Ship *s = &t->ship[i];
        if (s->at == mission && s->id != ship && !s->stopped && crew_aboard(t, s->id))
            return (Step){ SL_BEAM, s->id, ship ? ship : mission, 0 };
    }
    return NO_STEP;
}

static Step attempt_at(Table *t, const Site *s)
{
    const Ship *ship = s->space ? gathering_ship(t, s->id) : NULL;
    if (s->space && !ship)
        return NO_STEP;
    Step step = gather(t, s->id, ship ? ship->id : 0);
    if (step.verb != SL_END)
        return step;
    return (Step){ SL_ATTEMPT, s->id, ship ? ship->id : 0, s->means };
}

/* The most promising attempt that can be made where people are. */
static Step best_attempt(Table *t)
{
    Step best = NO_STEP;
    int most = 0;
    for (int i = 0; i < t->sites; i++) {
        const Site *s = &t->site[i];
        Crew crew = crew_at(t, s->id, AWAKE);
        if (!s->open || crew.count == 0 || !is_worth_staying(t, s, &crew))
            continue;
        int worth = chance(t, s, &crew) * site_weight(t, s);
        Step step = attempt_at(t, s);
        if (worth > most && find_option(t, step) >= 0) {
            most = worth;
            best = step;
        }
    }
    return best;
}

/* ---- journeys ---- */

/* Where the crew would do best together with who is there already; reach: Range that may be used. */
static const Site *best_target(Table *t, const Ship *ship, const Crew *crew, int reach)
{
    const Site *best = NULL;
    int most = 0;
    for (int i = 0; i < t->sites; i++) {
        const Site *s = &t->site[i];
        if (!s->open || s->id == ship->at || sl_game_range_needed(t->game, ship->id, s->id) > reach)
            continue;
        Crew there = crew_at(t, s->id, AWAKE_OR_STOPPED), all = joined(*crew, &there);
        int hope = chance(t, s, &all), worth = hope * site_weight(t, s);
        if (hope >= hope_needed(t) && worth > most) {
            most = worth;
            best = s;
        }
    }
    return best;
}

static bool is_better_ship(const Ship *a, const Ship *b)
{
    return a->left > b->left;
}

/* The ship that leaves a place: the one with the most Range left that the people there can staff. */
static Ship *leaving_ship(Table *t, int mission, const Crew *crew)
{
    Ship *best = NULL;
    for (int i = 0; i < t->ships; i++) {
        Ship *s = &t->ship[i];
        if (s->at == mission && !s->stopped && can_staff(t, s, crew) && (!best || is_better_ship(s, best)))
            best = s;
    }
    return best;
}

/* With those who are stopped today, there may be something to do here or nearby tomorrow. */
static bool is_worth_waiting(Table *t, const Ship *ship)
{
    Crew all = crew_at(t, ship->at, AWAKE_OR_STOPPED);
    return is_worth_staying(t, table_site(t, ship->at), &all)
        || (can_staff(t, ship, &all) && best_target(t, ship, &all, ship->range));
}

static Step journey(Table *t, int mission)
{
    Crew crew = crew_at(t, mission, AWAKE);
    Ship *ship = leaving_ship(t, mission, &crew);
    const Site *here = table_site(t, mission);
    if (!ship || (mission != t->home && someone_stopped(t, mission)))
        return NO_STEP;
    if (here && here->open && has_moved(ship) && crew_on_surface(t, mission))
        return NO_STEP;
    const Site *target = best_target(t, ship, &crew, ship->left);
    if (!target && mission != t->home && t->home && !is_worth_waiting(t, ship))
        target = table_site(t, t->home);
    if (!target || sl_game_range_needed(t->game, ship->id, target->id) > ship->left)
        return NO_STEP;
    Step step = gather(t, mission, ship->id);
    return step.verb != SL_END ? step : (Step){ SL_MOVE, ship->id, target->id, 0 };
}

static Step best_journey(Table *t)
{
    for (int i = 0; i < t->ships; i++) {
        Step step = journey(t, t->ship[i].at);
        if (step.verb != SL_END && find_option(t, step) >= 0)
            return step;
    }
    return NO_STEP;
}

int choose_order(Table *t)
{
    int answer = best_text(t);
    if (answer >= 0)
        return answer;
    Step step = best_attempt(t);
    if (step.verb == SL_END)
        step = best_journey(t);
    return find_option(t, step);
}
