/* What has happened in this turn, and in the last turn of each player, as far as some text of the game asks for it. */
#include "kernel/inside.h"

static bool is_same(const Past *a, const Past *b)
{
    return a->subject == b->subject && a->cause == b->cause && a->host == b->host && a->event == b->event && a->actor == b->actor && a->zone == b->zone
        && a->skill == b->skill && a->last == b->last;
}

static uint8_t counted(int times)
{
    return (uint8_t)(times > UINT8_MAX ? UINT8_MAX : times);
}

void past_note(Game *g, Past past, int times)
{
    past.turn_of = g->active;
    past.times = counted(times);
    table_changed(g);
    for (int i = 0; i < g->past_count; i++) {
        Past *before = &g->past[i];
        if (is_same(before, &past)) {
            before->times = counted(before->times + times);
            return;
        }
    }
    if (g->past_count == MAX_PAST) {
        game_overflow(g, CAPACITY_PAST);
        return;
    }
    g->past[g->past_count++] = past;
    note_mark(g, CAPACITY_PAST, g->past_count);
}

/* What was the last turn of this player is so no longer: this one is, now that it is over. */
void past_age(Game *g)
{
    int kept = 0;
    for (int i = 0; i < g->past_count; i++) {
        Past past = g->past[i];
        if (past.last ? past.turn_of == g->active : !event_in(&g->noted_long, past.event))
            continue;
        past.last = true;
        g->past[kept++] = past;
    }
    if (kept != g->past_count)
        table_changed(g);
    g->past_count = (uint16_t)kept;
}
