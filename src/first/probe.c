/* Probing: chapter A3 of the rules, and the steps of a Borg objective (1E-G5). */
#include "spaceline.h"
#include "first/first.h"

/* In 1998 a probe for a Borg objective with scouting waited for a turn after the scouting was completed, and each for one without a battle at the place:
 * in this turn and the opponent's before it (1E-A3.7). */
static Citation why_not_yet(const Game *g, CardId objective)
{
    const CardDef *def = printed(g, objective);
    bool scouts = has_kind(def, NODE_SCOUTS);
    if (is_suspended(g, objective))
        return RULE_FIRST_ONE_OBJECTIVE;
    if (scouts && !is_scouted(g, objective))
        return in_force(g, RULING_SCOUTING_LOCATIONS_B_2019_3) ? (Citation)RULING_SCOUTING_LOCATIONS_B_2019_3 : (Citation)RULE_FIRST_UNSCOUTED;
    if (!in_force(g, LAYER_PROBE_LATER) || def->type != TYPE_OBJECTIVE || !icon_in(def->icons, ICON_BORG_ONLY))
        return CITE_NONE;
    bool battle = g->card[location_of(g, objective)].flags & (ATTACKED | ATTACKED_BEFORE);
    return battle || (scouts && turn_scouted(g, objective) == (int)g->turn) ? LAYER_PROBE_LATER : CITE_NONE;
}

/* For a card that asks for somebody, each persona of whom serves once in a game: noted by the first card that has the persona. */
static DefId first_of_persona(const Game *g, CardId id)
{
    const Catalogue *cat = g->world->cat;
    int def = 1;
    while (def < g->card[id].def && (cat->def[def].persona != printed(g, id)->persona || cat->def[def].type != TYPE_PERSONNEL))
        def++;
    return (DefId)def;
}

static CardSet those_who_may_probe(const Game *g, int player, CardId card)
{
    const Ability *by = ability_of_kind(g, card, NODE_PROBE_BY);
    Ctx ctx = ctx_of(g, card);
    CardSet out = { 0 };
    FOR_SET(id, &g->commanded[player])
        if (by && filter_is(g, &ctx, by->filter, id) && !title_times(g, player, first_of_persona(g, id), PERIOD_GAME))
            set_add(&out, id);
    return out;
}

static bool lacks_somebody(const Game *g, int player, CardId card)
{
    CardSet who = those_who_may_probe(g, player, card);
    return has_kind(printed(g, card), NODE_PROBE_BY) && set_empty(&who);
}

static Citation why_not_probe(const Game *g, int player, CardId id, const CardSet *probed)
{
    const Ability *a = ability_of_kind(g, id, NODE_PROBE);
    Ctx ctx = ctx_of(g, id);
    if (set_has(probed, id))
        return RULE_FIRST_PROBED;
    if (!g->pile[player][ZONE_DECK].count)
        return in_force(g, RULING_PROBING_2019) ? (Citation)RULING_PROBING_2019 : (Citation)RULE_FIRST_NO_DECK;
    Citation no = why_not_yet(g, id);
    if (!no && lacks_somebody(g, player, id))
        no = RULE_FIRST_PROBE_IF;
    return no ? no : guard_holds(g, &ctx, a) ? CITE_NONE : RULE_FIRST_PROBE_IF;
}

static void offer_probes(Game *g, int player, const CardSet *probed)
{
    FOR_SET(id, &g->commanded[player])
        if (has_kind(printed(g, id), NODE_PROBE) && !(g->card[id].flags & COMPLETE)) {
            Citation why = why_not_probe(g, player, id, probed);
            UNLESS_HOPELESS(g, why != CITE_NONE)
                offer(g, (Option){ .verb = SL_PROBE, .card = id }, why, NO_CARD);
        }
}

/* Whether there is a card to probe for, now or later. */
static bool may_probe(const Game *g, int player)
{
    FOR_SET(id, &g->commanded[player])
        if (has_kind(printed(g, id), NODE_PROBE) && !(g->card[id].flags & COMPLETE))
            return true;
    return false;
}

/* As the turn ends, after other actions and before the draw; one card after the other (1E-A3.1, A3.5).  Who has a card to probe for is asked, if only
 * to be told why it is not possible.  f->cards: those that were probed for. */
Flow first_probing(Game *g, Frame *f)
{
    PROC_BEGIN;

    CardId objective = current_objective(g, f->player);
    if (objective && g->card[objective].named_kind == NAMED_SCOUTED)
        note_scouting(g, objective, true);
    while (!g->over && may_probe(g, f->player)) {
        decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_PROBED, NO_CARD);
        offer_probes(g, f->player, cards_of(g, f));
        decision_add(g, (Option){ .verb = SL_PASS });
        ASK();
        if (answered(g).verb == SL_PASS)
            RETURN(0);
        set_add(own_cards(g, f), answered(g).card);
        CALL(first_probe, f->player, (Probing){ .card = answered(g).card });
        SETTLE();
    }
    RETURN(0);

    PROC_END;
}

/* The first outcome that the probe card fits; 0: none does (1E-A3.2). */
static NodeId outcome_of(const Game *g, const Probing *p)
{
    const Catalogue *cat = g->world->cat;
    const Ability *a = ability_of_kind(g, p->card, NODE_PROBE);
    Ctx ctx = ctx_of(g, p->card);
    for (int i = 0; i < a->body_count; i++) {
        NodeId outcome = node_child(cat, a->node, a->body_first + i);
        if (filter_is(g, &ctx, node_child(cat, outcome, 0), p->probe))
            return outcome;
    }
    return 0;
}

/* The top card of the draw deck is turned up; where a text discards it, the next one takes its place (1E-G5.2).  Afterwards it lies on top again
 * unless the outcome has moved it (1E-A3.4). */
Flow first_probe(Game *g, Frame *f)
{
    LOCALS(Probing, p);
    PROC_BEGIN;

    cite_if_ruled(g, RULING_PROBING_2019);
    if (has_kind(printed(g, p->card), NODE_PROBE_BY)) {
        CALL_ON(choose_cards, f->player, those_who_may_probe(g, f->player, p->card), (Choose){ .least = 1, .most = 1, .about = NODE_PROBE_BY, .asker = p->card });
        title_note(g, f->player, first_of_persona(g, set_next(&g->picked, 0)), PERIOD_GAME);
    }
    do {
        p->probe = g->pile[f->player][ZONE_DECK].top;
        if (!p->probe)
            RETURN(0);
        reveal_card(g, p->probe);
        log_event(g, LOG_PROBES, f->player, p->card, p->probe, 0);
        RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_PROBED, .actor = f->player, .cause = p->probe });
        if (!card_in_play(g, p->card))
            RETURN(0);
    } while (g->card[p->probe].zone != ZONE_DECK);
    p->outcome = outcome_of(g, p);
    if (!p->outcome) {
        log_event(g, LOG_NO_OUTCOME, f->player, p->card, NO_CARD, 0);
        RETURN(0);
    }
    cite(g, RULE_FIRST_OUTCOME);
    scope_enter(g, f, p->card, f->player);
    set_put(g, &g->scope[f->scope - 1].that, set_one(p->probe));
    CALL(run_list, f->player, (List){ .node = p->outcome, .first = 1, .count = (uint8_t)(g->world->cat->node[p->outcome].argc - 1) });
    scope_leave(g, f);
    RETURN(1);

    PROC_END;
}

/* The opponent's objective with the same target stays since 2019; before, one that was placed there discarded it. */
static void settle_rivals(Game *g, CardId done)
{
    CardId target = g->card[done].host, rival = current_objective(g, next_player(g, g->card[done].commander));
    if (!rival || g->card[rival].host != target || !is_type(g, target, TYPE_MISSION))
        return;
    cite_if_ruled(g, RULING_SCOUTING_LOCATIONS_B_2019_2);
    if (!in_force(g, RULING_SCOUTING_LOCATIONS_B_2019_2))
        leave_play(g, rival, ZONE_DISCARD);
}

/* Borg complete objectives, not missions: their scouts who are lost there stay lost (1e-1998/thine-own-self). */
static void find_scouts(Game *g, int player, CardId mission)
{
    for (CardId id = g->card[mission].top, next; id != NO_CARD; id = next) {
        next = g->card[id].below;
        if (g->card[id].zone != ZONE_BENEATH || !(g->card[id].flags & LOST) || g->card[id].owner != player)
            continue;
        cite(g, RULING_THINE_OWN_SELF_1998);
        if (in_force(g, RULING_THINE_OWN_SELF_1998))
            continue;
        card_to_host(g, id, mission, ZONE_SURFACE, PUT_BOTTOM);
        card_command(g, id, player);
        find_lost(g, id, player);
    }
}

/* An objective is completed: it is placed on its target, and then its points are scored, which are no bonus points (1E-G5, A1.30). */
Flow first_complete_objective(Game *g, Frame *f)
{
    LOCALS(Probing, p);
    PROC_BEGIN;

    if (!card_in_play(g, p->card))
        RETURN(0);
    card_flag(g, p->card, COMPLETE, true);
    settle_rivals(g, p->card);
    p->points = (int16_t)(printed(g, p->card)->points + modified_by(g, p->card, NODE_MOD_POINTS));
    if (modified_by(g, p->card, NODE_MOD_DOUBLED))
        p->points = (int16_t)(2 * p->points);
    log_event(g, LOG_ACHIEVES, f->player, p->card, NO_CARD, p->points);
    if (p->points) {
        cite_if_ruled(g, RULING_BONUS_POINTS_1998);             /* an objective's are no bonus points */
        CALL(score_points, f->player, (Scoring){ .points = p->points });
    }
    find_scouts(g, f->player, g->card[p->card].host);
    RESPOND(f->player, set_one(p->card), (Window){ .event = EVENT_COMPLETED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* "This objective is completed." */
Flow first_complete_it(Game *g, Frame *f)
{
    PROC_BEGIN;

    CALL(first_complete_objective, f->player, (Probing){ .card = source_of(g, f) });
    RETURN(g->result);

    PROC_END;
}

/* Another objective is. */
Flow first_complete_other(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_COMPLETE_OTHER);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD)
        if (is_type(g, d->card, TYPE_OBJECTIVE) && !(g->card[d->card].flags & COMPLETE)) {
            CALL(first_complete_objective, f->player, (Probing){ .card = d->card });
            d->n++;
        }
    RETURN(d->n);

    PROC_END;
}
