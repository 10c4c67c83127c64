/* Nemesis icons (1E-24.12): two of one colour with opposite arrows, present with each other at the end of a turn. */
#include "spaceline.h"
#include "first/first.h"

/* The arrows of one colour stand side by side in the list of icons: to the left, to the right. */
static bool are_enemies(IconSet a, IconSet b)
{
    for (int icon = ICON_NEMESIS_G_LEFT; icon < ICON_COUNT; icon += 2)
        if (icon_kind[icon] == NEMESIS && ((icon_in(a, icon) && icon_in(b, icon + 1)) || (icon_in(a, icon + 1) && icon_in(b, icon))))
            return true;
    return false;
}

static bool has_nemesis_icon(const Game *g, CardId id)
{
    for (int icon = ICON_NEMESIS_G_LEFT; icon < ICON_COUNT; icon++)
        if (icon_kind[icon] == NEMESIS && icon_in(printed(g, id)->icons, icon))
            return true;
    return false;
}

/* Ships at one location meet in space, unless one is hidden. */
static bool meet(const Game *g, CardId a, CardId b)
{
    if (is_type(g, a, TYPE_SHIP) && is_type(g, b, TYPE_SHIP))
        return is_exposed(g, a) && is_exposed(g, b) && g->card[a].host == g->card[b].host;
    return present_with(g, a, b);
}

/* All who are present with an enemy. */
static CardSet facing_a_nemesis(const Game *g)
{
    CardSet with = { 0 }, out = { 0 };
    if (!are_enemies(g->icons, g->icons))       /* no two cards of this game are */
        return out;
    FOR_SET(id, &g->in_play)
        if (has_nemesis_icon(g, id))
            set_add(&with, id);
    FOR_SET(a, &with)
        FOR_SET(b, &with)
            if (a != b && are_enemies(printed(g, a)->icons, printed(g, b)->icons) && meet(g, a, b))
                set_add(&out, a);
    return out;
}

/* The player whose turn ends chooses one of them, who is killed, or destroyed; then it is looked again. */
Flow first_nemesis(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (put_cards(g, f, facing_a_nemesis(g)); !set_empty(cards_of(g, f)); put_cards(g, f, facing_a_nemesis(g))) {
        cite(g, RULE_FIRST_NEMESIS);
        CALL_ON(choose_cards, f->player, *cards_of(g, f), (Choose){ .least = 1, .most = 1, .about = NODE_KILL });
        d->card = set_next(&g->picked, 0);
        if (is_type(g, d->card, TYPE_SHIP))
            CALL_ON(affect_cards, f->player, set_one(d->card), (Affect){ .act = DO_DESTROY });
        else
            CALL_ON(affect_cards, f->player, set_one(d->card), (Affect){ .act = DO_KILL });
        if (g->result == 0)
            break;                              /* something keeps it from that */
    }
    RETURN(0);

    PROC_END;
}
