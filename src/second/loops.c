/* Endless loops: chapter 25 of the rules, 2e-2014/infinite-loops.
 *
 * A player who has come back to the same state again and again has shown a series of actions that can be repeated.  What the series
 * changes in spite of that are points and the order of piles, and that is the outcome: the player says how often it is repeated, and the
 * engine carries the series out that often; of a pile that it shuffles, the player says what lies on top in the end. */
#include "spaceline.h"
#include "second/second.h"

enum { TIMES_TO_SHOW_A_LOOP = 3, MOST_REPEATS = 200 };

static uint32_t points_mark(const Game *g)
{
    uint32_t mark = 0;
    for (int p = 0; p < g->players; p++)
        mark = mark * 1031 + (uint16_t)g->score[p];
    return mark;
}

static Seen *seen_now(Game *g)
{
    uint64_t h = game_loop_hash(g);
    for (int i = 0; i < g->seen_count; i++)
        if (g->seen[i].hash == h)
            return &g->seen[i];
    if (g->seen_count == MAX_LOOP) {
        memmove(&g->seen[0], &g->seen[1], (MAX_LOOP - 1) * sizeof g->seen[0]);
        g->seen_count--;
    }
    if (g->seen_count == 0)
        g->loop_pile = g->loop_look = g->loop_responses = 0;
    g->seen[g->seen_count] = (Seen){ .hash = h };
    return &g->seen[g->seen_count++];
}

/* How often this state was met at an order decision of this turn, this time included. */
int loop_times(Game *g)
{
    if (g->series.left)                         /* a loop is being repeated: nobody is to decide anything */
        return 1;
    Seen *s = seen_now(g);
    uint32_t points = points_mark(g);
    g->series.length = s->times && g->series.count - s->at <= MAX_SERIES ? (uint8_t)(g->series.count - s->at) : 0;
    g->loop_scores = s->times && points != s->points;
    s->at = g->series.count;
    s->points = points;
    return ++s->times;
}

static bool has_outcome(const Game *g)
{
    return g->loop_pile || (g->loop_scores && g->series.length);
}

Citation why_not_declare_loop(const Game *g, int times)
{
    if (!in_force(g, RULING_INFINITE_LOOPS) || times < TIMES_TO_SHOW_A_LOOP || !has_outcome(g) || g->loop_responses)
        return RULING_INFINITE_LOOPS;
    return CITE_NONE;
}

static Zone loop_zone(const Game *g)
{
    return g->loop_pile >= LOOP_DECK ? ZONE_DECK : ZONE_PILE;
}

/* Third copies are laid aside, so that every order the looping player could wait for remains possible (2E-25.2). */
static CardSet choosable(const Game *g, int owner)
{
    CardSet out = { 0 };
    FOR_PILE(g, id, &g->pile[owner][loop_zone(g)]) {
        int copies = 0;
        FOR_SET(other, &out)
            copies += g->card[other].def == g->card[id].def;
        if (copies < 2)
            set_add(&out, id);
    }
    return out;
}

/* As many as the loop lets its player see at once; two, as in the ruling's example, where it shuffles without a look. */
static int cards_on_top(const Game *g)
{
    return g->loop_look ? g->loop_look : 2;
}

/* The looping player sets the pile that the loop shuffles: as many cards of his choice on top as the loop lets him see, first the upper
 * one, then those beneath it; the rest is shuffled. */
Flow second_loop_pile(Game *g, Frame *f)
{
    LOCALS(LoopPile, d);
    PROC_BEGIN;

    d->player = (uint8_t)((g->loop_pile - 1) % LOOP_DECK);
    put_more(g, f, choosable(g, d->player));
    FOR_SET(id, more_of(g, f))
        card_know(g, id, (uint8_t)(g->card[id].known | 1u << f->player));
    for (d->i = 0; d->i < cards_on_top(g) && !set_empty(more_of(g, f)); d->i++) {
        CALL_ON(choose_cards, f->player, *more_of(g, f),
                (Choose){ .least = 1, .most = 1, .about = (uint16_t)(loop_zone(g) == ZONE_DECK ? NODE_TO_DECK_TOP : NODE_TO_PILE_TOP) });
        d->card = set_next(&g->picked, 0);
        set_drop(own_more(g, f), d->card);
        card_to_limbo(g, d->card, ZONE_DRAWN);
        card_know(g, d->card, (uint8_t)(1u << f->player));
        d->list[d->i] = d->card;
    }
    pile_shuffle(g, d->player, loop_zone(g));
    while (d->i > 0) {
        CardId id = d->list[--d->i];
        card_to_pile(g, id, d->player, loop_zone(g), PUT_TOP);
        card_know(g, id, (uint8_t)(1u << f->player));
    }
    RETURN(1);

    PROC_END;
}

static void ask_how_often(Game *g, int player)
{
    decision_open(g, SL_DECIDE_NUMBER, player, NODE_REPEAT, NO_CARD);
    for (int n = 1; n <= MOST_REPEATS; n++)
        decision_add(g, (Option){ .verb = SL_NUMBER, .number = (int16_t)n });
}

Flow second_declare_loop(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    log_event(g, LOG_LOOP, f->player, NO_CARD, NO_CARD, 0);
    cite(g, RULING_INFINITE_LOOPS);
    d->n = g->loop_scores;
    if (g->loop_pile)
        CALL(second_loop_pile, f->player, (LoopPile){ 0 });
    if (d->n && g->series.length) {
        ask_how_often(g, f->player);
        ASK();
        series_repeat(g, answered(g).number);
    }
    g->loop_pile = g->loop_look = 0;
    g->seen_count = 0;
    RETURN(1);

    PROC_END;
}
