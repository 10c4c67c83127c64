/* Playing and drawing cards: people who bring what the missions still lack first, a ship as soon as there is a crew for it, and
 * draws with what is left. */
#include "players/greedy.h"

/* What our people together lack for each mission is what a newcomer is measured by. */
static int newcomer_worth(Table *t, int id, const Crew *mine)
{
    int sum = 0;
    Crew with = *mine;
    crew_add(&with, id);
    for (int i = 0; i < t->sites; i++) {
        const Site *s = &t->site[i];
        if (!s->open)
            continue;
        int before = lacks(t, s, mine);
        if (before > 0)
            sum += (before - lacks(t, s, &with)) * (before <= 4 ? 10 : 6);
    }
    return sum + card_worth(t, id);
}

static int people_at_home(const Table *t)
{
    int n = 0;
    for (int i = 0; i < t->people; i++)
        n += t->person[i].at == t->home;
    return n;
}

/* The first ship when there are people to fly it; another when a crew sits at home without one. */
static int ship_worth(const Table *t)
{
    bool at_home = false;
    for (int i = 0; i < t->ships; i++)
        at_home |= t->ship[i].at == t->home;
    if (!has_useful_ship(t))
        return t->people >= 4 ? 300 : 20;
    return !at_home && people_at_home(t) >= 6 && t->ships < 3 ? 60 : 0;
}

static int event_worth(const Table *t, const sl_facts *facts, int def)
{
    sl_summary text;
    sl_text_summary(t->library, def, -1, &text);
    return text_worth(&text) - 3 * facts->cost;
}

static int play_worth(Table *t, const sl_option *o, const Crew *mine)
{
    sl_card card;
    sl_facts facts;
    if (o->number != 0 || !sl_game_card(t->game, t->me, o->card, &card) || !sl_card_facts(t->library, card.def, &facts))
        return 0;
    int worth;
    if (strcmp(facts.type, "personnel") == 0)
        worth = newcomer_worth(t, o->card, mine);
    else if (strcmp(facts.type, "ship") == 0)
        worth = ship_worth(t);
    else if (strcmp(facts.type, "equipment") == 0)
        worth = facts.cost <= 2 ? 10 : 0;
    else
        worth = event_worth(t, &facts, card.def);
    return worth * 60 / (sl_game_cost(t->game, t->me, o->card) + 1);
}

int choose_play(Table *t)
{
    int best = -1, most = 0, draw = -1, end = -1, count = sl_game_options(t->game);
    Crew mine = crew_mine(t);
    for (int i = 0; i < count; i++) {
        sl_option o = sl_game_option(t->game, i);
        if (o.verb == SL_DRAW)
            draw = i;
        if (o.verb == SL_END)
            end = i;
        int worth = o.verb == SL_PLAY ? play_worth(t, &o, &mine) : 0;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best >= 0 ? best : draw >= 0 ? draw : end;
}
