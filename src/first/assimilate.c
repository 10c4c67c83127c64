/* Assimilation and abduction: chapter A2 of the rules.
 *
 * What is assimilated is marked ASSIMILATED; modifiers for good make it Borg.  Who is abducted is disabled and commanded by the abductor, and goes along
 * like equipment until it is assimilated: nothing more is kept for that. */
#include "spaceline.h"
#include "first/first.h"

bool is_abducted(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    return c->commander != c->owner && c->flags & DISABLED && !(c->flags & (CAPTIVE | ASSIMILATED)) && is_type(g, id, TYPE_PERSONNEL) && card_in_play(g, id);
}

static void become(Game *g, CardId id, int op, int what)
{
    modifier_add(g, (Modifier){ .op = (uint16_t)op, .target = id, .source = id, .what = (int16_t)what, .until = UNTIL_FOREVER,
                                .player = g->card[id].commander });
}

/* Who is so already, as a drone that other Borg assimilate, becomes nothing new. */
static void become_trait(Game *g, CardId id, int trait)
{
    if (!has_trait(g, id, trait))
        become(g, id, NODE_MOD_TRAIT, trait);
}

static bool has_subcommand(const Game *g, CardId id)
{
    IconSet icons = icons_of(g, id);
    return icon_in(icons, ICON_COMMUNICATION) || icon_in(icons, ICON_NAVIGATING) || icon_in(icons, ICON_DEFENSE);
}

/* A personnel becomes a drone: Borg by affiliation and, besides what it was, by species, with [Def] where it has no subcommand; its staffing icons,
 * gender and special skills are gone, its classification is one of its skills (1E-A2.2, A2.3). */
static void make_drone(Game *g, CardId id, bool counterpart)
{
    if (!icon_in(icons_of(g, id), ICON_BORG))
        become(g, id, NODE_MOD_AFFILIATION, ICON_BORG);
    become_trait(g, id, catalogue_trait_find(g->world->cat, str_of("Borg")));
    become_trait(g, id, counterpart ? TRAIT_COUNTERPART : catalogue_trait_find(g->world->cat, str_of("Drone")));
    if (counterpart) {                          /* all three subcommands (1E-A2.4) */
        become(g, id, NODE_MOD_ICON, ICON_COMMUNICATION);
        become(g, id, NODE_MOD_ICON, ICON_NAVIGATING);
    }
    if (counterpart || !has_subcommand(g, id))
        become(g, id, NODE_MOD_ICON, ICON_DEFENSE);
    if (!(g->card[id].flags & ASSIMILATED))
        become(g, id, NODE_MOD_TEXTLESS, 0);
    cite_if_ruled(g, RULING_SKILLS_ASSIMILATED_PERSONNEL_1998);
}

/* Control passes to who assimilates it; its owner stays its owner (1E-A2.1).  Nobody leaves the place where this happens (1E-A2.7). */
static void assimilate_as(Game *g, CardId id, int player, bool counterpart)
{
    group_leave(g, id);
    card_flag(g, id, DISABLED, false);
    card_flag(g, id, CAPTIVE, false);
    card_command(g, id, player);
    if (is_type(g, id, TYPE_PERSONNEL))
        make_drone(g, id, counterpart);
    else if (!(g->card[id].flags & ASSIMILATED))
        become(g, id, NODE_MOD_AFFILIATION, ICON_BORG);
    card_flag(g, id, ASSIMILATED, true);
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
