/* Weighing texts by their summaries: what a text is worth to who uses it, what a dilemma may do to a group.  Nothing here knows a card by
 * its title. */
#include "players/greedy.h"

bool ability_summary(const Table *t, int card, int ability, sl_summary *out)
{
    sl_card c;
    *out = (sl_summary){ 0 };
    return sl_game_card(t->game, t->me, card, &c) && c.def != 0 && sl_text_summary(t->library, c.def, ability, out);
}

/* ---- what it is worth ---- */

enum { ANY = -1 };

/* worth of one; for each card, point or counter where it says `each`.  ANY: whoever it is, whichever cards. */
typedef struct { sl_does does; int who, pick, worth; bool each; } Feature;

static const Feature features[] = {
    { SL_DOES_PREVENT, ANY, ANY, 30, false },                   { SL_DOES_PREVENT_DILEMMA, ANY, ANY, 40, false },
    { SL_DOES_INSTEAD, ANY, ANY, 12, false },                   { SL_DOES_DRAW, SL_WHO_YOU, ANY, 8, true },
    { SL_DOES_DRAW, SL_WHO_OPPONENTS, ANY, -6, true },          { SL_DOES_DOWNLOAD, SL_WHO_YOU, ANY, 14, true },
    { SL_DOES_SCORE, SL_WHO_YOU, ANY, 4, true },                { SL_DOES_SCORE, SL_WHO_EACH, ANY, 1, true },
    { SL_DOES_LOSE, SL_WHO_YOU, ANY, -4, true },                { SL_DOES_COUNTERS, SL_WHO_YOU, ANY, 4, true },
    { SL_DOES_COUNTERS_EACH_TURN, ANY, ANY, 9, true },          { SL_DOES_UNSTOP, ANY, ANY, 15, false },
    { SL_DOES_EXTRA_TURN, SL_WHO_YOU, ANY, 60, false },         { SL_DOES_DILEMMA_DRAW, ANY, ANY, 4, true },
    { SL_DOES_REDRAW, ANY, ANY, 4, false },                     { SL_DOES_DISCARD, SL_WHO_YOU, SL_PICK_CHOSEN, -7, true },
    { SL_DOES_DISCARD, ANY, SL_PICK_RANDOM, -7, true },         { SL_DOES_KILL, SL_WHO_YOU, SL_PICK_CHOSEN, -25, true },
    { SL_DOES_STOP, SL_WHO_YOU, SL_PICK_CHOSEN, -9, true },     { SL_DOES_STOP, ANY, SL_PICK_SELF, -9, false },
    { SL_DOES_KILL, ANY, SL_PICK_SELF, -25, false },            { SL_DOES_DESTROY, ANY, SL_PICK_SELF, -2, false },
    { SL_DOES_REMOVE, ANY, SL_PICK_SELF, -2, false },           { SL_DOES_DISCARD_TOP, SL_WHO_YOU, ANY, -2, true },
    { SL_DOES_COMBAT, ANY, ANY, -60, false },                   { SL_DOES_ENGAGEMENT, ANY, ANY, -60, false },
};

/* Cards that come from an opponent's hand are a loss to the opponent, those that come back from the discard pile a gain to us. */
static int place_worth(const sl_effect *e)
{
    int worth = e->from == SL_HAND && e->whose == SL_WHO_OPPONENT ? 7 : 0;
    if (worth && e->does == SL_DOES_DISCARD && e->pick == SL_PICK_CHOSEN && e->who == SL_WHO_YOU)
        worth += 15;
    if (e->does == SL_DOES_PLACE && e->pick == SL_PICK_NAMED && e->to == SL_HAND)
        worth += 9;
    if (e->does == SL_DOES_PLACE && e->pick == SL_PICK_CHOSEN && e->who == SL_WHO_YOU && e->from == SL_DISCARD && e->whose == SL_WHO_YOU)
        worth += 12;
    return worth;
}

static int effect_worth(const sl_effect *e)
{
    int sum = place_worth(e);
    for (size_t i = 0; i < countof(features); i++) {
        const Feature *f = &features[i];
        if (f->does == e->does && (f->who == ANY || f->who == (int)e->who) && (f->pick == ANY || f->pick == (int)e->pick))
            sum += f->worth * (f->each ? e->number : 1);
    }
    return sum;
}

int text_worth(const sl_summary *text)
{
    int sum = 0;
    for (int i = 0; i < text->effects; i++)
        sum += effect_worth(&text->effect[i]);
    return sum;
}

int mode_worth(const sl_summary *text, int mode)
{
    int sum = 0;
    bool found = false;
    for (int i = 0; i < text->effects; i++)
        if (text->effect[i].mode == mode) {
            sum += effect_worth(&text->effect[i]);
            found = true;
        }
    return found ? sum : -mode;
}

static bool uses_itself_up(const sl_effect *e)
{
    return e->pick == SL_PICK_SELF && (e->does == SL_DOES_DESTROY || e->does == SL_DOES_REMOVE || e->does == SL_DOES_PLACE
                                       || e->does == SL_DOES_DISCARD || e->does == SL_DOES_STOP || e->does == SL_DOES_KILL);
}

/* It has a limit, responds to one event, or costs something of itself. */
bool text_ends(const sl_summary *text)
{
    bool ends = text->limited || text->responds;
    for (int i = 0; i < text->effects && !ends; i++)
        ends = uses_itself_up(&text->effect[i]);
    return ends;
}

bool text_discards_ship(const sl_summary *text)
{
    for (int i = 0; i < text->effects; i++)
        if (text->effect[i].does == SL_DOES_DISCARD && text->effect[i].pick == SL_PICK_CHOSEN && text->effect[i].ships)
            return true;
    return false;
}

/* ---- sums ---- */

void sums_add(sl_sums *sums, const Table *t, int id)
{
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        sums->skill[k] += sl_game_skill(t->game, id, k);
    for (int k = 0; k < 3; k++)
        sums->attribute[k] += sl_game_attribute(t->game, id, k);
    sums->count++;
}

/* ---- dilemmas ---- */

static int harm_of_one(sl_does does)
{
    switch (does) {
    case SL_DOES_KILL: case SL_DOES_BRIG:  return 16;
    case SL_DOES_STOP: case SL_DOES_PLACE: return 8;
    default:                               return 0;
    }
}

/* How many of the group an effect takes. */
static int taken(const sl_effect *e, int group)
{
    switch (e->pick) {
    case SL_PICK_ALL:            return e->group ? group : 1;
    case SL_PICK_RANDOM_ALL_BUT: return group > 2 ? group / 2 : 1;
    case SL_PICK_RANDOM: case SL_PICK_NAMED: return e->number < group ? e->number : group;
    default:                     return 1;
    }
}

/* What it may do to a group of that size, of which only some are known. */
int dilemma_worth(const Table *t, const sl_summary *text, const sl_sums *known, int group)
{
    int sum = 0;
    for (int i = 0; i < text->effects; i++) {
        const sl_effect *e = &text->effect[i];
        sum += harm_of_one(e->does) * taken(e, group) + (e->does == SL_DOES_RETURN_TO_PILE ? 3 : 0);
    }
    if (text->requirement && sl_requirement_lacks(t->library, text->requirement, known) == 0)
        return 1;
    if (text->requirement)
        sum = sum * (known->count * 2 > group ? 3 : 2) / 4;
    else if (text->other_way)
        sum = sum * 3 / 5;
    return sum > 0 ? sum : 4;
}
