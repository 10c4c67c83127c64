/* A table that somebody has laid: a card that lies on another one has done there what it does when it is played or met.
 *
 * A game begins with an empty table, so only the first position of a scene comes here.  What the text of such a card does to the card under it, for as
 * long as it lies there, holds from the beginning; nobody chooses anything, nobody is picked at random, and what happens once and is over has happened. */
#include "spaceline.h"
#include "first/first.h"

/* Those whom the card has met there: aboard the ship or on the planet it lies on, or the personnel itself. */
static CardSet met_there(const Game *g, CardId id, CardId host)
{
    CardSet out = { 0 };
    if (is_type(g, host, TYPE_PERSONNEL))
        set_add(&out, host);
    FOR_HOSTED(g, who, host)
        if (is_type(g, who, TYPE_PERSONNEL) && g->card[who].commander == g->card[id].commander)
            set_add(&out, who);
    return out;
}

/* The card under it, where the text names what it has put itself on; otherwise those of the group that fit, unless they are selected. */
static CardSet laid_on(Game *g, CardId id, CardId host, NodeId selection)
{
    const Catalogue *cat = g->world->cat;
    CardSet out = { 0 };
    int op = cat->node[selection].op;
    if (op == NODE_HOST || op == NODE_VAR)
        return set_one(host);
    if (op == NODE_RANDOM || !node_mentions(cat, selection, NODE_GROUP))
        return out;
    CardSet group = met_there(g, id, host);
    Encounter before = g->encounter;
    Ctx ctx = ctx_of(g, id);
    encounter_change(g)->active = true;
    encounter_change(g)->group = group;
    FOR_SET(who, &group)
        if (filter_is(g, &ctx, selection, who))
            set_add(&out, who);
    *encounter_change(g) = before;
    return out;
}

static void lay_text(Game *g, CardId id, CardId host, NodeId node);

static void lay_all(Game *g, CardId id, CardId host, NodeId node, int first)
{
    const Catalogue *cat = g->world->cat;
    for (int i = first; i < cat->node[node].argc; i++)
        if (cat->node[node_child(cat, node, i)].op != NODE_ELSE)
            lay_text(g, id, host, node_child(cat, node, i));
}

/* "If it is …": asked of the card under this one where the text has a name for it. */
static bool holds_there(const Game *g, CardId id, CardId host, NodeId asked)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_of(g, id);
    if (cat->node[asked].op == NODE_MATCHES && cat->node[node_child(cat, asked, 0)].op == NODE_VAR)
        return filter_is(g, &ctx, node_child(cat, asked, 1), host);
    return !node_mentions(cat, asked, NODE_GROUP) && !node_mentions(cat, asked, NODE_VAR) && condition(g, &ctx, asked);
}

static void lay_text(Game *g, CardId id, CardId host, NodeId node)
{
    const Catalogue *cat = g->world->cat;
    Ctx ctx = ctx_of(g, id);
    switch (cat->node[node].op) {
    case NODE_SEQ:    lay_all(g, id, host, node, 0); break;
    case NODE_UNLESS: lay_all(g, id, host, node, 1); break;
    case NODE_MODAL:  lay_text(g, id, host, node_child(cat, node, 1)); break;
    case NODE_IF:
        if (holds_there(g, id, host, node_child(cat, node, 0)))
            lay_all(g, id, host, node, 1);
        else if (else_of(cat, node))
            lay_all(g, id, host, else_of(cat, node), 0);
        break;
    case NODE_FOR_NOW:
        if (node_value(cat, node, 0) == UNTIL_SOURCE_GONE)
            grant_text(g, id, g->card[id].commander, node);
        break;
    case NODE_APPLY: {
        CardSet on = laid_on(g, id, host, node_child(cat, node, 0));
        for (int i = 2; node_value(cat, node, 1) == UNTIL_SOURCE_GONE && i < cat->node[node].argc; i++)
            FOR_SET(target, &on) {
                Modifier one = modifier_of(g, &ctx, node_child(cat, node, i));
                one.until = UNTIL_SOURCE_GONE;
                one.target = target;
                modifier_add(g, one);
            }
        break;
    }
    case NODE_BRAINWASH:
        card_flag(g, host, CAPTIVE, false);
        card_command(g, host, g->card[id].commander);
        break;
    case NODE_DISAPPEAR: ship_disappears(g, host, id); break;
    default: break;
    }
}

void settle_laid_table(Game *g)
{
    CardSet laid = g->in_play;
    FOR_SET(id, &laid)
        if (g->card[id].commander == g->card[id].owner)
            lay_uncontrolled(g, id);
    FOR_SET(id, &laid) {
        CardId host = g->card[id].host;
        if (g->card[id].zone != ZONE_ON || !host)
            continue;
        for (int i = 0; i < printed(g, id)->ability_count; i++) {
            const Ability *a = ability_of(g, id, i);
            bool done = a->kind == NODE_RESOLVE || (a->kind == NODE_WHEN && a->event == EVENT_PLAYED);
            for (int n = 0; done && n < a->body_count; n++)
                lay_text(g, id, host, node_child(g->world->cat, a->node, a->body_first + n));
        }
    }
}
