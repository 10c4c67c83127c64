/* What a text does to what it answers: preventing it, doing something instead, leaving somebody out of it.  2E-18.20, 18.21. */
#include "spaceline.h"
#include "verbs/verbs.h"

/* Its own text protects a card that is not yet in play: "Cards an opponent owns cannot prevent this event." */
static bool own_text_forbids(const Game *g, CardId id, int act, CardId by)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, id);
    Ctx ctx = ctx_of(g, id);
    for (int i = 0; has_kind(def, NODE_STATIC) && i < def->ability_count; i++) {
        const Ability *a = ability_of(g, id, i);
        bool of_self = a->kind == NODE_STATIC && cat->node[node_child(cat, a->node, 0)].op == NODE_SELF;
        for (int k = 1; of_self && k < cat->node[a->node].argc; k++) {
            NodeId m = node_child(cat, a->node, k), from = node_child(cat, m, 1);
            bool forbids = cat->node[m].op == NODE_MOD_CANNOT && node_value(cat, m, 0) == act;
            if (forbids && (!from || filter_is(g, &ctx, from, by)))
                return true;
        }
    }
    return false;
}

/* A card that is played may be one that a text keeps from being prevented (2E-18.40). */
static CardSet preventable(const Game *g, CardSet cards, CardId by)
{
    CardSet out = { 0 };
    FOR_SET(id, &cards)
        if (!why_cannot(g, id, ACT_PREVENTED, by, NULL) && !own_text_forbids(g, id, ACT_PREVENTED, by))
            set_add(&out, id);
    return out;
}

Flow do_prevent(Game *g, Frame *f)
{
    PROC_BEGIN;

    const Scope *s = &g->scope[f->scope - 1];
    Window *w = window_of(g, s);
    if (!w)
        RETURN(1);
    put_cards(g, f, *set_at(g, s->that));
    if (event_info[w->event].signature[0] == 'P')
        w->prevented = true;
    if (w->event == EVENT_ABOUT_TO_PLAY) {
        put_cards(g, f, preventable(g, *cards_of(g, f), source_of(g, f)));
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_PREVENT, .actor = f->player, .cause = source_of(g, f) });
        put_cards(g, f, g->picked);
        FOR_SET(id, cards_of(g, f))
            log_event(g, LOG_PREVENTED, f->player, id, NO_CARD, 0);
    }
    Frame *wf = &g->frame[g->scope[f->scope - 1].window - 1];
    put_cards(g, wf, set_minus(cards_of(g, wf), cards_of(g, f)));
    const Window *over = window_of(g, &g->scope[f->scope - 1]);
    if (over->event == EVENT_ABOUT_TO_STOP)
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_STOP_PREVENTED, .actor = f->player, .cause = over->cause });
    RETURN(1);

    PROC_END;
}

/* What is done instead does not undo what it replaces: that has happened, for whoever looks back (2e-2014/dilemmas.5). */
Flow do_instead(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Scope *s = &g->scope[f->scope - 1];
    Window *w = window_of(g, s);
    if (w) {
        Frame *wf = &g->frame[s->window - 1];
        put_cards(g, wf, set_minus(cards_of(g, wf), set_at(g, s->that)));
        if (event_info[w->event].signature[0] == 'P')
            w->prevented = true;
        if (w->event == EVENT_ABOUT_TO_STOP) {
            cite(g, RULING_INSTEAD);
            if (in_force(g, RULING_INSTEAD)) {
                if (w->cause && w->cause == g->encounter.current)
                    set_join(&encounter_change(g)->stopped_by, set_at(g, s->that));
                d->card = w->cause;
                d->n = 1;
            }
        }
    }
    if (d->n)
        RESPOND(f->player, *set_at(g, g->scope[f->scope - 1].that), (Window){ .event = EVENT_STOPPED, .actor = f->player, .cause = d->card });
    RUN_ALL(f->player, d->node);
    RETURN(1);

    PROC_END;
}

/* The selection to which the text responds, below its window; NULL: it responds to something else, or nothing lies below. */
static Frame *selection_answered(Game *g, const Scope *s)
{
    Frame *below = s->window > 1 ? &g->frame[s->window - 2] : NULL;
    return below && below->proc == PROC_select_cards ? below : NULL;
}

/* Who was picked is selected in the place of whom the text responds for. */
static void take_the_place(Game *g, const Scope *s)
{
    Frame *selecting = selection_answered(g, s);
    if (!selecting)
        return;
    CardSet now = set_minus(more_of(g, selecting), set_at(g, s->that));
    set_join(&now, &g->picked);
    put_more(g, selecting, now);
    FOR_SET(id, &g->picked)
        reveal_card(g, id);
}

/* In a random selection: leaves cards out of it, or has it made again (2E-18.34, 18.35). */
Flow do_exclude(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    if (cat->node[d->node].op == NODE_RESELECT) {
        Frame *selecting = selection_answered(g, &g->scope[f->scope - 1]);
        if (selecting && ((Select *)(void *)selecting->locals)->random) {
            ((Select *)(void *)selecting->locals)->again = true;
            put_cards(g, &g->frame[g->scope[f->scope - 1].window - 1], (CardSet){ 0 });       /* nothing else answers what is ignored */
        }
        RETURN(1);
    }
    if (cat->node[d->node].op == NODE_SELECT_BY_CHOICE) {                    /* the others are left out: those who are chosen are selected */
        const Scope *by = &g->scope[f->scope - 1];
        const Frame *selection = selection_answered(g, by);
        if (!selection)
            RETURN(0);
        const Select *selecting = (const Select *)(const void *)selection->locals;
        CALL_ON(choose_cards, f->player, *cards_of(g, &g->frame[by->window - 1]), (Choose){ .least = selecting->most, .most = selecting->most, .about = NODE_SELECT_BY_CHOICE, .asker = source_of(g, f) });
        put_cards(g, &g->frame[g->scope[f->scope - 1].window - 1], g->picked);
        RETURN(1);
    }
    CALL(select_cards, f->player, (Select){ .node = node_child(cat, d->node, 0), .about = NODE_EXCLUDE });
    if (cat->node[d->node].op == NODE_STAND_IN) {
        take_the_place(g, &g->scope[f->scope - 1]);
        RETURN(1);
    }
    Scope *s = &g->scope[f->scope - 1];
    if (s->window)
        put_cards(g, &g->frame[s->window - 1], set_minus(cards_of(g, &g->frame[s->window - 1]), &g->picked));
    cite(g, RULE_EXCLUDED);
    RETURN(1);

    PROC_END;
}
