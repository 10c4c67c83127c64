/* Downloads: chapter 9 of the rules. */
#include "spaceline.h"
#include "first/first.h"

static bool goes_to_hand(const Game *g, NodeId node)
{
    NodeId to = node_child(g->world->cat, node, 3);
    return to && g->world->cat->node[to].op == NODE_TO_HAND;
}

static bool is_special(const Game *g, const Frame *f)
{
    return f->scope && g->scope[f->scope - 1].event == EVENT_ANY_MOMENT;
}

/* A download of 1998 could go to hand or into play; a special one never could (1E-9.4, 9.8). */
static bool may_go_to_hand(const Game *g, const Frame *f, NodeId node)
{
    if (goes_to_hand(g, node))
        return true;
    if (is_special(g, f) || node_child(g->world->cat, node, 3))
        return false;
    cite_step(g, LAYER_DOWNLOAD_TO_HAND);
    return in_force(g, LAYER_DOWNLOAD_TO_HAND);
}

/* The first of its affiliations after this one with which it could report there; NO_MODE: it has but one, and with that it could; -1: with none. */
static int mode_there(const Game *g, int player, CardId id, CardId place, int after)
{
    CardId by;
    int mode = mode_after(g, id, after);
    if (mode == NO_MODE && after == NO_MODE)
        return why_not_report_to(g, player, id, place, NO_MODE, &by) ? -1 : NO_MODE;
    for (; mode; mode = mode_after(g, id, mode))
        if (!why_not_report_to(g, player, id, place, mode, &by))
            return mode;
    return -1;
}

/* Where it could come into play now, without the normal card play (1E-9.5).  False: it needs no place. */
static bool places_for(const Game *g, int player, CardId id, CardSet *out)
{
    *out = (CardSet){ 0 };
    if (!reports_for_duty(g, id))
        return play_targets(g, player, id, out);
    FOR_SET(place, &g->in_play)
        if (is_type(g, place, TYPE_FACILITY) && mode_there(g, player, id, place, NO_MODE) >= 0)
            set_add(out, place);
    return true;
}

static bool may_enter_play(const Game *g, int player, CardId id)
{
    CardSet places;
    CardId by;
    if (reports_for_duty(g, id))
        return places_for(g, player, id, &places) && !set_empty(&places);
    return !why_not_play_by_text(g, player, id, &by) && (!places_for(g, player, id, &places) || !set_empty(&places));
}

/* In the format otf a player downloads personnel in one action each turn (1E-A10.5). */
static bool limits_downloads(const Game *g)
{
    if (g->world->switches.format != FORMAT_OTF)
        return false;
    cite_step(g, RULE_FIRST_FORMAT_DOWNLOAD);
    return true;
}

/* What may be found: in hand and in the draw deck (1E-9.1). */
static void find_downloadable(Game *g, Frame *f, const Do *d)
{
    static const uint8_t where[] = { ZONE_HAND, ZONE_DECK };
    Ctx ctx = ctx_in(g, f);
    NodeId filter = node_child(g->world->cat, d->node, 2);
    bool hand = may_go_to_hand(g, f, d->node);
    for (size_t i = 0; i < countof(where); i++)
        FOR_PILE(g, id, &g->pile[d->player][where[i]]) {
            if (g->downloaders >> d->player & 1 && is_type(g, id, TYPE_PERSONNEL) && limits_downloads(g))
                continue;
            bool useful = hand ? where[i] == ZONE_DECK || may_enter_play(g, d->player, id) : may_enter_play(g, d->player, id);
            if (useful && filter_is(g, &ctx, filter, id))
                set_add(own_cards(g, f), id);
        }
}

static void look_through_deck(Game *g, int player)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_DECK])
        card_know(g, id, (uint8_t)(g->card[id].known | 1u << player));
}

/* Finds, shows, brings into play or to hand; the deck is shuffled (1E-9.1 to 9.5).  Who finds a fitting card takes it (1E-7.6). */
Flow first_download(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    d->x = (int16_t)quantity(g, &ctx, node_child(cat, d->node, 1));
    look_through_deck(g, d->player);
    for (d->n = 0; d->n < d->x; d->n++) {
        put_cards(g, f, (CardSet){ 0 });
        find_downloadable(g, f, d);
        if (set_empty(cards_of(g, f)))
            break;
        CALL_ON(choose_cards, d->player, *cards_of(g, f), (Choose){ .least = d->n == 0, .most = 1, .about = NODE_DOWNLOAD, .asker = source_of(g, f) });
        d->card = set_next(&g->picked, 0);
        if (d->card == NO_CARD)
            break;
        reveal_card(g, d->card);
        if (is_type(g, d->card, TYPE_PERSONNEL))
            d->done = true;
        log_event(g, LOG_DOWNLOADS, d->player, d->card, NO_CARD, 0);
        d->i = may_go_to_hand(g, f, d->node) && (goes_to_hand(g, d->node) || !may_enter_play(g, d->player, d->card));
        if (!d->i && may_go_to_hand(g, f, d->node) && g->card[d->card].zone == ZONE_DECK) {
            decision_open(g, SL_DECIDE_MODE, d->player, NODE_DOWNLOAD, d->card);
            decision_add(g, (Option){ .verb = SL_MODE, .number = 0 });          /* into play … */
            decision_add(g, (Option){ .verb = SL_MODE, .number = 1 });          /* … or to hand */
            ASK();
            d->i = answered(g).number == 1;
        }
        if (d->i) {
            card_to_pile(g, d->card, d->player, ZONE_HAND, PUT_BOTTOM);
            reveal_card(g, d->card);
        } else {
            CALL(first_enter_by_text, d->player, (Playing){ .card = d->card });
        }
    }
    if (d->n == 0) {
        log_event(g, LOG_FINDS_NOTHING, d->player, NO_CARD, NO_CARD, 0);
        cite(g, RULE_FIRST_NOTHING_FOUND);
    }
    pile_shuffle(g, d->player, ZONE_DECK);
    if (d->done)
        g->downloaders |= (uint8_t)(1 << d->player);
    if (d->n)
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_DOWNLOADED, .actor = d->player });
    RETURN(d->n);

    PROC_END;
}

/* A card that a text brings into play is played and can be responded to, but takes no normal card play (1E-9.5). */
Flow first_enter_by_text(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    CardSet places;
    p->done = places_for(g, f->player, p->card, &places);
    if (p->done) {
        CALL_ON(choose_cards, f->player, places, (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE, .asker = p->card });
        p->target = set_next(&g->picked, 0);
    }
    if (reports_for_duty(g, p->card)) {
        decision_open(g, SL_DECIDE_MODE, f->player, NODE_DOWNLOAD, p->card);
        for (int mode = mode_there(g, f->player, p->card, p->target, NO_MODE); mode > NO_MODE; mode = mode_there(g, f->player, p->card, p->target, mode))
            decision_add(g, (Option){ .verb = SL_NAME_ICON, .number = (int16_t)(mode - 1) });
        p->function = (uint8_t)(g->decision.count ? option_at(g, 0).number + 1 : NO_MODE);
        if (g->decision.count > 1) {
            ASK();
            p->function = (uint8_t)(answered(g).number + 1);
        }
        CALL(first_report, f->player, (Reporting){ .card = p->card, .place = p->target, .mode = p->function, .free = true });
    } else
        CALL(first_play_card, f->player, (Playing){ .card = p->card, .target = p->target, .free = true });
    RETURN(g->result);

    PROC_END;
}
