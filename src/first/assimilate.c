/* Assimilation and abduction: chapter A2 of the rules.
 *
 * What is assimilated is marked ASSIMILATED, and what that makes of it follows from the mark (verbs/values.c): a personnel becomes a drone, Borg by
 * affiliation and, besides what it was, by species, with [Def] where it has no subcommand; its staffing icons, gender and special skills are gone, its
 * classification is one of its skills (1E-A2.2, A2.3).  Who is abducted is disabled and commanded by the abductor, and goes along
 * like equipment until it is assimilated: nothing more is kept for that. */
#include "spaceline.h"
#include "first/first.h"

/* Control passes to who assimilates it; its owner stays its owner (1E-A2.1).  Nobody leaves the place where this happens (1E-A2.7). */
static void assimilate_as(Game *g, CardId id, int player, bool counterpart)
{
    group_leave(g, id);
    if (is_infiltrating(g, id))
        expose(g, id);
    if (g->card[id].zone == ZONE_HELD && is_craft(g, g->card[id].host))         /* no brig holds it any more */
        card_to_host(g, id, g->card[id].host, ZONE_ABOARD, PUT_BOTTOM);
    card_flag(g, id, DISABLED, false);
    card_flag(g, id, CAPTIVE, false);
    card_command(g, id, player);
    card_flag(g, id, ASSIMILATED, true);
    if (counterpart)
        card_flag(g, id, COUNTERPART_MADE, true);
    if (is_type(g, id, TYPE_PERSONNEL))
        cite_if_ruled(g, RULING_SKILLS_ASSIMILATED_PERSONNEL_1998);
    log_event(g, LOG_ASSIMILATED, player, id, NO_CARD, 0);
    cite(g, RULE_FIRST_ASSIMILATED);
}

void assimilate_card(Game *g, CardId id, int player)
{
    assimilate_as(g, id, player, false);
}

/* "Assimilated as a counterpart." */
Flow first_make_counterpart(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_COUNTERPART);
    FOR_SET(id, cards_of(g, f))
        if (card_in_play(g, id) && is_type(g, id, TYPE_PERSONNEL)) {
            assimilate_as(g, id, f->player, true);
            cite_if_ruled(g, RULING_ASSIMILATION_PERSONNEL_2019);
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}

/* With a planet everybody of the opponent's who is on it (1E-A2.8). */
static CardSet assimilated_with(const Game *g, int player, CardId id)
{
    CardSet out = { 0 };
    if (!is_type(g, id, TYPE_MISSION))
        return set_one(id);
    FOR_HOSTED(g, other, id)
        if (g->card[other].zone == ZONE_SURFACE && g->card[other].commander != player && is_type(g, other, TYPE_PERSONNEL))
            set_add(&out, other);
    return out;
}

Flow first_assimilate(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_ASSIMILATE);
    FOR_SET(id, cards_of(g, f)) {
        CardSet all = assimilated_with(g, f->player, id);
        FOR_SET(one, &all)
            if (card_in_play(g, one)) {
                assimilate_card(g, one, f->player);
                d->n++;
            }
    }
    RETURN(d->n);

    PROC_END;
}

/* Whose text it is, or, where that is no personnel, who has just met the abductee in battle. */
static CardId abductor(const Game *g, const Frame *f)
{
    CardId source = source_of(g, f);
    Window *w = window_of((Game *)g, &g->scope[f->scope - 1]);
    return w && !is_type(g, source, TYPE_PERSONNEL) ? w->cause : source;
}

/* Abductor and abductee drop out of the battle they are in (1E-A2.5). */
Flow first_abduct(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_ABDUCT);
    FOR_SET(id, cards_of(g, f)) {
        if (!card_in_play(g, id) || !is_type(g, id, TYPE_PERSONNEL))
            continue;
        card_flag(g, id, STUNNED, false);
        card_flag(g, id, DISABLED, true);
        card_command(g, id, f->player);
        for (int side = 0; g->battle.active && side < 2; side++) {
            set_drop(&battle_change(g)->side[side], id);
            set_drop(&battle_change(g)->side[side], abductor(g, f));
            set_drop(&battle_change(g)->pile[side], id);
        }
        log_event(g, LOG_ABDUCTED, f->player, id, NO_CARD, 0);
        cite(g, RULE_FIRST_ABDUCTED);
        d->n++;
    }
    RETURN(d->n);

    PROC_END;
}
