/* How often limited texts have been used, and which have responded in a window. */
#include "kernel/inside.h"

static Use use_of(const Game *g, CardId card, int ability, int period)
{
    bool of_title = period == PERIOD_GAME;
    return (Use){ .of = of_title ? g->card[card].def : card, .player = of_title ? g->card[card].commander : NOBODY,
                  .ability = (uint8_t)ability, .period = (uint8_t)period };
}

static int times_used(const Game *g, Use use)
{
    int n = 0;
    for (int i = 0; i < g->use_count; i++) {
        const Use *u = &g->use[i];
        n += u->of == use.of && u->player == use.player && u->ability == use.ability && u->period == use.period && u->stamp == use.stamp;
    }
    return n;
}

int use_count_of(const Game *g, CardId card, int ability, int period)
{
    return times_used(g, use_of(g, card, ability, period));
}

static void use_add(Game *g, Use use)
{
    if (g->use_count == MAX_USES) {
        game_overflow(g, CAPACITY_USES);
        return;
    }
    g->use[g->use_count++] = use;
    note_mark(g, CAPACITY_USES, g->use_count);
}

void use_note(Game *g, CardId card, int ability, int period)
{
    use_add(g, use_of(g, card, ability, period));
    table_changed(g);
}

/* Of a title that is played at most so often: whatever copy was played, and by which of its functions. */
static Use title_use(int player, DefId def, int period)
{
    return (Use){ .of = def, .player = (uint8_t)player, .ability = UINT8_MAX, .period = (uint8_t)period };
}

int title_times(const Game *g, int player, DefId def, int period)
{
    return times_used(g, title_use(player, def, period));
}

void title_note(Game *g, int player, DefId def, int period)
{
    use_add(g, title_use(player, def, period));
    table_changed(g);
}

/* ---- titles that a text has noted, and the limits of what a text lets somebody do within it ---- */

enum { NOTED = UINT8_MAX - 2, WITHIN = UINT8_MAX - 3 };

static Use noting(int player, DefId def)
{
    return (Use){ .of = def, .player = (uint8_t)player, .ability = NOTED, .period = PERIOD_GAME };
}

bool title_is_noted(const Game *g, int player, DefId def)
{
    return times_used(g, noting(player, def)) > 0;
}

void title_keep(Game *g, int player, DefId def)
{
    if (!title_is_noted(g, player, def))
        use_add(g, noting(player, def));
    table_changed(g);
}

int inner_times(const Game *g, CardId card, int period)
{
    return times_used(g, use_of(g, card, WITHIN, period));
}

void inner_note(Game *g, CardId card, int period)
{
    use_note(g, card, WITHIN, period);
}

/* ---- which dilemmas a player's Borg have met, and in which turn ---- */

enum { MET = UINT8_MAX - 1 };

static Use meeting(const Game *g, int player, DefId def)
{
    return (Use){ .of = def, .ability = MET, .period = PERIOD_GAME, .player = (uint8_t)player, .stamp = (uint8_t)g->turn };
}

static const Use *meeting_of(const Game *g, int player, DefId def)
{
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].ability == MET && g->use[i].of == def && g->use[i].player == player && g->use[i].period == PERIOD_GAME)
            return &g->use[i];
    return NULL;
}

void dilemma_note(Game *g, int player, DefId def)
{
    if (meeting_of(g, player, def))
        return;
    use_add(g, meeting(g, player, def));
    table_changed(g);
}

bool dilemma_met(const Game *g, int player, DefId def)
{
    const Use *met = meeting_of(g, player, def);
    return met && met->stamp != (uint8_t)g->turn;
}

void uses_end(Game *g, int period)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].period != period)
            g->use[kept++] = g->use[i];
    if (kept == g->use_count)
        return;
    g->use_count = (uint16_t)kept;
    table_changed(g);
}

void uses_drop(Game *g, CardId card)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].of != card || g->use[i].period == PERIOD_WINDOW || g->use[i].period == PERIOD_PLAYED || g->use[i].player != NOBODY)        /* those of a title outlast the card */
            g->use[kept++] = g->use[i];
    g->use_count = (uint16_t)kept;
}

/* ---- what has responded in a window: known by its place among the frames ---- */

static Use response_of(int window, CardId card, int ability)
{
    return (Use){ .of = card, .ability = (uint8_t)ability, .period = PERIOD_WINDOW, .stamp = (uint8_t)window, .player = NOBODY };
}

void response_note(Game *g, int window, CardId card, int ability)
{
    use_add(g, response_of(window, card, ability));
}

bool has_responded(const Game *g, int window, CardId card, int ability)
{
    return times_used(g, response_of(window, card, ability)) > 0;
}

void responses_end(Game *g, int window)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].period != PERIOD_WINDOW || g->use[i].stamp != window)
            g->use[kept++] = g->use[i];
    g->use_count = (uint16_t)kept;
}
