/* What a text lets a player put off: it must be done during his next turn, or before the game ends, or he loses the game. */
#include "spaceline.h"
#include "first/first.h"

Flow first_owe(Game *g, Frame *f)
{
    LOCALS(Do, d);
    modifier_add(g, (Modifier){ .op = NODE_MOD_LATER, .filter = d->node, .source = source_of(g, f), .player = f->player, .until = UNTIL_FOREVER });
    log_event(g, LOG_OWES, f->player, source_of(g, f), NO_CARD, 0);
    RETURN(1);
}

/* The first thing that is due, before it must be. */
Flow first_pay_owed(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    if (!could_pay_debt(g, f->player, true))
        RETURN(0);
    d->x = (int16_t)debt_of(g, f->player, true);
    d->node = g->modifier[d->x].filter;
    modifier_take(g, d->x);
    RUN_ALL(f->player, d->node);
    RETURN(1);

    PROC_END;
}

/* Everything that the player still owes, or (x) that is due this turn; who cannot do it loses. */
Flow first_pay_debts(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    while (g->mods & mod_bit(NODE_MOD_LATER) && debt_of(g, f->player, d->x) >= 0) {
        Modifier m = g->modifier[debt_of(g, f->player, d->x)];
        if (!could_pay_debt(g, f->player, d->x)) {
            log_event(g, LOG_DEFAULTS, f->player, m.source, NO_CARD, 0);
            game_end(g, next_player(g, f->player));
            RETURN(0);
        }
        modifier_take(g, debt_of(g, f->player, d->x));
        d->node = m.filter;
        scope_enter(g, f, m.source, f->player);
        RUN_ALL(f->player, d->node);
        scope_leave(g, f);
    }
    RETURN(1);

    PROC_END;
}

/* The game is about to end. */
Flow first_last_debts(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!(g->mods & mod_bit(NODE_MOD_LATER)))
        RETURN(0);
    CALL(first_pay_debts, f->player, (Do){ 0 });
    CALL(first_pay_debts, next_player(g, f->player), (Do){ 0 });
    RETURN(0);

    PROC_END;
}
