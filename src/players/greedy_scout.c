/* The greedy player with the Borg: objectives instead of missions (1E-A1.15 to A1.25).
 *
 * An objective waits face down until a ship has a crew worth sending; then it is aimed at the location that holds fewest unknown cards
 * and is near.  The ship goes there, its crew scouts, on a planet as an Away Team, until nothing is left to meet, and the hive probes. */
#include "players/greedy_first.h"

enum { CREW_TO_SEND = 6, AGENDAS_TO_HOLD = 2 };

static bool is_borg_objective(const sl_facts *facts)
{
    return is_of(facts, "objective") && sl_icon_in(facts->icons, icon_named("BO"));
}

int scouting_target(const Eyes *e)
{
    for (int id = 1; id <= sl_game_cards(e->game); id++) {
        sl_card card, at;
        sl_facts facts, place;
        if (sl_game_card(e->game, e->me, id, &card) && card.zone == SL_ON && card.commander == e->me && !card.complete && sees(e, id, &card, &facts)
            && is_borg_objective(&facts) && sees(e, card.host, &at, &place) && is_of(&place, "mission"))
            return card.host;
    }
    return 0;
}

/* Our ship that can go soonest: staffed, and with the largest crew; 0: none has enough people. */
static int ship_to_send(const Eyes *e, int *crew_of_it, int room, int *count)
{
    int best = 0;
    *count = 0;
    for (int id = 1; id <= sl_game_cards(e->game); id++) {
        sl_card card;
        sl_facts facts;
        int crew[MOST_CARDS];
        if (!sl_game_card(e->game, e->me, id, &card) || !card.in_play || card.commander != e->me || !sees(e, id, &card, &facts) || !is_of(&facts, "ship"))
            continue;
        int n = people_at(e, id, crew, MOST_CARDS);
        if (n < CREW_TO_SEND || n <= *count || n > room || !sl_game_staffed(e->game, id))
            continue;
        memcpy(crew_of_it, crew, (size_t)n * sizeof *crew);
        *count = n;
        best = id;
    }
    return best;
}

int worth_of_target(const Eyes *e, int location)
{
    int crew[MOST_CARDS], count, ship = ship_to_send(e, crew, MOST_CARDS, &count);
    int far = ship ? steps_between(e, sl_game_mission_of(e->game, ship), location) : NO_WAY;
    if (far == NO_WAY)
        return -1;
    Beneath b = beneath(e, location, crew, count);
    int worth = 120 - 8 * b.hidden - 12 * b.lacking - 3 * far;
    return worth > 1 ? worth : 1;
}

static int agendas(const Eyes *e)
{
    int ids[MOST_CARDS];
    return sl_game_list(e->game, e->me, SL_AGENDA, ids, MOST_CARDS);
}

int worth_of_objective(const Eyes *e, sl_option o)
{
    sl_card card, at;
    sl_facts facts, place;
    if (!sees(e, o.card, &card, &facts) || !is_borg_objective(&facts))
        return -1;
    if (o.verb == SL_PLAY)
        return scouting_target(e) || agendas(e) >= AGENDAS_TO_HOLD ? 30 : 150;
    bool mission = o.verb == SL_USE && sees(e, o.target, &at, &place) && is_of(&place, "mission");
    return mission && !scouting_target(e) ? worth_of_target(e, o.target) : -1;
}

/* Against what they cannot meet they go only when there is nothing else to do, for a card in hand may help them then; where it would cost a life,
 * they wait for more people. */
int worth_of_scouting(const Eyes *e, sl_option o)
{
    enum { READY = 400, IN_VAIN = 5 };
    int team[MOST_CARDS];
    sl_card card;
    sl_facts facts;
    if (o.card != scouting_target(e))
        return -1;
    bool ship = sees(e, o.target, &card, &facts) && is_of(&facts, "ship");
    int count = people_at(e, ship ? o.target : o.card, team, MOST_CARDS);
    Beneath b = beneath(e, o.card, team, count);
    return b.lacking == 0 ? READY : b.deadly ? -1 : IN_VAIN;
}
