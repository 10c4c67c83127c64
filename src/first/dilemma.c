/* Dilemma resolution: chapter 18 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* The conditions of a dilemma: its text is one "unless …" (1E-18.9); else it has none. */
static NodeId conditions_of(const Game *g, CardId id)
{
    const Catalogue *cat = g->world->cat;
    const Ability *a = ability_of_kind(g, id, NODE_RESOLVE);
    NodeId first = a && a->body_count == 1 ? node_child(cat, a->node, a->body_first) : 0;
    bool unless = first && cat->node[first].op == NODE_UNLESS && cat->node[node_child(cat, first, 0)].op == NODE_HAVE;
    return unless ? first : 0;
}

static void discard_dilemma(Game *g, CardId id)
{
    if (g->card[id].zone == ZONE_PLAYING)
        card_to_pile(g, id, g->card[id].owner, ZONE_DISCARD, PUT_TOP);
}

/* Back under the mission as the card that is met next, unless its text has put it elsewhere (1E-18.20, 18.21). */
static void reseed(Game *g, CardId id, CardId mission)
{
    if (g->card[id].zone != ZONE_PLAYING)
        return;
    card_to_host(g, id, mission, ZONE_BENEATH, PUT_TOP);
    log_event(g, LOG_RESEEDS, g->card[id].owner, id, mission, 0);
    cite(g, RULE_FIRST_RESEED);
}

static void end_encounter(Game *g, Frame *f)
{
    scope_pop(g);
    f->scope = 0;
    encounter_change(g)->current = NO_CARD;
    encounter_change(g)->facing = false;
    modifiers_end(g, UNTIL_DILEMMA_END, NOBODY);
    uses_end(g, PERIOD_DILEMMA);
}

Flow first_encounter(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    card_to_limbo(g, t->seed, ZONE_PLAYING);
    reveal_card(g, t->seed);
    encounter_change(g)->current = t->seed;
    encounter_change(g)->facing = true;
    g->dilemma_stamp++;
    log_event(g, LOG_ENCOUNTERS, f->player, t->seed, t->mission, 0);
    scope_push(g, t->seed, f->player);
    f->scope = (uint8_t)g->scope_count;
    g->scope[f->scope - 1].facing = true;
    RESPOND(f->player, set_one(t->seed), (Window){ .event = EVENT_REVEALED, .actor = f->player });
    RESPOND(f->player, g->encounter.group, (Window){ .event = EVENT_ABOUT_TO_FACE, .actor = f->player, .cause = t->seed });
    if (conditions_of(g, t->seed)) {
        Ctx ctx = ctx_in(g, f);
        Team team = attempt_team(g);
        t->met = team_meets(g, &ctx, node_child(cat, node_child(cat, conditions_of(g, t->seed), 0), 0), &team);
        if (t->met) {                                                                   /* overcome: 18.10 */
            log_event(g, LOG_OVERCOMES, f->player, t->seed, t->mission, 0);
            discard_dilemma(g, t->seed);
            RESPOND(f->player, set_one(t->seed), (Window){ .event = EVENT_OVERCAME, .actor = f->player, .cause = t->mission });
        } else {                                                                        /* failed: 18.11 */
            CALL(run_list, f->player, (List){ .node = conditions_of(g, t->seed), .first = 1,
                                              .count = (uint8_t)(cat->node[conditions_of(g, t->seed)].argc - 1) });
            put_cards(g, f, g->encounter.group);
            if (t->ship && card_in_play(g, t->ship))
                set_add(own_cards(g, f), t->ship);
            cite(g, RULE_FIRST_FAILED);
            CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_STOP, .cause = t->seed });
            reseed(g, t->seed, t->mission);
            encounter_change(g)->ended = true;
        }
    } else {
        if (has_kind(printed(g, t->seed), NODE_RESOLVE))                                /* no conditions: its effect, 18.17 */
            RUN_BODY(f->player, ability_of_kind(g, t->seed, NODE_RESOLVE));
        discard_dilemma(g, t->seed);
    }
    end_encounter(g, f);
    RETURN(1);

    PROC_END;
}
