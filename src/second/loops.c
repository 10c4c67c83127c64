/* Endless loops: chapter 25 of the rules, 2e-2014/infinite-loops.
 *
 * A player who has come back to the same state again and again has shown a series of actions that can be repeated.  What the series
 * changes in spite of that are points and the order of piles, and that is the outcome: the player says how often it is repeated, and the
 * engine carries the series out that often; of a pile that it shuffles, the player says what lies on top in the end.  A series that leaves
 * play as it was and moves cards from pile to pile is known by its answers instead, and is repeated in the same way, as far as it goes. */
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
    Loop *loop = &g->loop;
    uint64_t h = game_loop_hash(g);
    uint32_t bit = 1u << h % 32;
    for (int i = 0; loop->met & bit && i < loop->seen_count; i++)
        if (loop->seen[i].hash == h)
            return &loop->seen[i];
    loop->met |= bit;
    if (loop->seen_count == MAX_LOOP) {
        loop->seen_count--;
        memmove(&loop->seen[0], &loop->seen[1], loop->seen_count * sizeof loop->seen[0]);
        loop->forgotten = true;
    }
    if (loop->seen_count == 0)
        loop->pile = loop->look = loop->responses = 0;
    loop->seen[loop->seen_count] = (Seen){ .hash = h };
    return &loop->seen[loop->seen_count++];
}

/* Whether that answer was also given so many answers before. */
static bool was_given(const Series *s, unsigned number, unsigned before)
{
    const PackedOption *x = &s->answer[number % countof(s->answer)], *y = &s->answer[(number - before) % countof(s->answer)];
    return x->what == y->what && x->target == y->target && x->number == y->number;
}

/* The last so many answers are those that came before them; 0: no number of them is. */
static int repeated_answers(const Series *s)
{
    const unsigned last = s->count - 1u, most = s->count / 2 < MAX_SERIES / 2 ? s->count / 2 : MAX_SERIES / 2, what = s->answer[last % countof(s->answer)].what;
    for (unsigned length = 1; length <= most; length++) {
        if (s->answer[(last - length) % countof(s->answer)].what != what)        /* mostly the last is another already */
            continue;
        unsigned same = 0;
        while (same < length && was_given(s, last - same, length))
            same++;
        if (same == length)
            return (int)length;
    }
    return 0;
}

/* A series that moves cards from pile to pile comes back to no state.  It is one all the same when its answers were given three times
 * running, and the third time left everything in play as the second. */
static void note_round(Game *g)
{
    Loop *loop = &g->loop;
    Series *s = &loop->series;
    int length = repeated_answers(s), since = s->count - loop->round_at;
    if (length && length == loop->round && since < length)
        return;                                 /* in the middle of the next time */
    loop->deals = length && length == loop->round && since == length && game_play_hash(g) == loop->round_hash;
    if (loop->deals)
        s->length = (uint8_t)length;
    loop->round = (uint8_t)length;
    loop->round_at = s->count;
    loop->round_hash = length ? game_play_hash(g) : 0;
}

/* The states and answers that were kept are as many as their numbers say: they need no clearing. */
void loop_begin(Game *g)
{
    memset(&g->loop, 0, offsetof(Loop, series.answer));
}

/* How often this state was met at an order decision of this turn, this time included. */
int loop_times(Game *g)
{
    Loop *loop = &g->loop;
    if (loop->series.left)                      /* a loop is being repeated: nobody is to decide anything */
        return 1;
    Seen *s = seen_now(g);
    uint32_t points = points_mark(g);
    int length = s->times ? loop->series.count - s->at : 0;
    loop->too_long = length > MAX_SERIES;
    loop->series.length = (uint8_t)(loop->too_long ? 0 : length);
    loop->scores = s->times && points != s->points;
    s->at = loop->series.count;
    s->points = points;
    loop->deals = false;
    if (s->times == 0)
        note_round(g);
    return ++s->times;
}

static bool has_outcome(const Game *g)
{
    return g->loop.pile || (g->loop.scores && g->loop.series.length);
}

Citation why_not_declare_loop(const Game *g, int times)
{
    bool shown = g->loop.deals || (times >= TIMES_TO_SHOW_A_LOOP && has_outcome(g));
    if (!in_force(g, RULING_INFINITE_LOOPS) || !shown || g->loop.responses)
        return RULING_INFINITE_LOOPS;
    return CITE_NONE;
}

static Zone loop_zone(const Game *g)
{
    return g->loop.pile >= LOOP_DECK ? ZONE_DECK : ZONE_PILE;
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
    return g->loop.look ? g->loop.look : 2;
}

/* The looping player sets the pile that the loop shuffles: as many cards of his choice on top as the loop lets him see, first the upper
 * one, then those beneath it; the rest is shuffled. */
Flow second_loop_pile(Game *g, Frame *f)
{
    LOCALS(LoopPile, d);
    PROC_BEGIN;

    d->player = (uint8_t)((g->loop.pile - 1) % LOOP_DECK);
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
    d->n = g->loop.scores || g->loop.deals;
    if (g->loop.pile && !g->loop.deals)
        CALL(second_loop_pile, f->player, (LoopPile){ 0 });
    if (d->n && g->loop.series.length) {
        ask_how_often(g, f->player);
        ASK();
        series_repeat(g, answered(g).number);
    }
    g->loop.round = 0;
    g->loop.seen_count = 0;                     /* the next state is the first: see seen_now */
    RETURN(1);

    PROC_END;
}
