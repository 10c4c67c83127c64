/* Downloads: chapter 9 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* A text that goes on to say what becomes of the card has it in hand until then. */
static bool goes_to_hand(const Game *g, NodeId node)
{
    if (g->world->cat->node[node].op == NODE_DOWNLOADED)
        return true;
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
    if (in_force(g, LAYER_DOWNLOAD_TO_HAND))
        cite_step_if_ruled(g, RULING_DOWNLOADING_1998_2);
    return in_force(g, LAYER_DOWNLOAD_TO_HAND);
}

/* Where it could come into play now, without the normal card play (1E-9.5): at the places that the text names, or where cards report.  False: it
 * needs no place. */
static bool places_for(const Game *g, int player, CardId id, const CardSet *named, CardId text, CardSet *out)
{
    *out = (CardSet){ 0 };
    if (!reports_for_duty(g, id))
        return play_targets(g, player, id, out);
    if (named) {
        FOR_SET(place, named)
            if (mode_there(g, player, id, place, text, NO_MODE) >= 0)
                set_add(out, place);
        return true;
    }
    *out = places_to_report(g, player, id);
    FOR_SET(place, out)
        if (mode_there(g, player, id, place, NO_CARD, NO_MODE) < 0)
            set_drop(out, place);
    return true;
}

/* What stands in the way at the first of the places where it might go; of no place, that there is none. */
static Citation why_not_report_anywhere(const Game *g, int player, CardId id, const CardSet *named, CardId text, CardId *by)
{
    CardSet places = named ? *named : places_to_report(g, player, id);
    CardId place = set_next(&places, 0);
    if (!place)
        return RULE_FIRST_REPORT_PLACE;
    int mode = mode_after(g, id, NO_MODE);
    Citation no = named ? why_not_report_by_text(g, player, id, place, mode, text, by) : why_not_report_to(g, player, id, place, mode, by);
    return no ? no : RULE_FIRST_REPORT_PLACE;
}

static Citation why_not_enter_play(const Game *g, int player, CardId id, const CardSet *named, CardId text, CardId *by)
{
    CardSet places;
    if (reports_for_duty(g, id)) {
        places_for(g, player, id, named, text, &places);
        return set_empty(&places) ? why_not_report_anywhere(g, player, id, named, text, by) : CITE_NONE;
    }
    return why_not_play_by_text(g, player, id, by);
}

static bool may_enter_play(const Game *g, int player, CardId id, const CardSet *named, CardId text)
{
    CardId by = NO_CARD;
    return !why_not_enter_play(g, player, id, named, text, &by);
}

/* Of each station that has sites, those: who is aboard is at one of them (1E-A5.14). */
static void go_to_sites(const Game *g, CardSet *places)
{
    CardSet stations = *places;
    FOR_SET(station, &stations)
        FOR_HOSTED(g, site, station)
            if (g->card[site].zone == ZONE_SITE) {
                set_drop(places, station);
                set_add(places, site);
            }
}

static bool goes_to_station(const Game *g, NodeId node)
{
    NodeId to = node_child(g->world->cat, node, 3);
    return to && g->world->cat->node[to].op == NODE_TO_STATION;
}

/* Where a site may lie that is downloaded to a station. */
static CardSet places_of_site(const Game *g, const Ctx *ctx, int player, NodeId node, CardId site)
{
    CardSet stations = filter_set(g, ctx, node_child(g->world->cat, node_child(g->world->cat, node, 3), 0));
    return places_for_site(g, player, site, &stations);
}

/* The place that the text names for a card: "to one of your ships"; false: it names none. */
static bool named_places(const Game *g, const Ctx *text, NodeId node, CardId id, CardSet *out)
{
    const Catalogue *cat = g->world->cat;
    Ctx of_card = *text, *ctx = &of_card;
    ctx->bearer = id;
    NodeId to = node_child(cat, node, 3);
    if (!to || (cat->node[to].op != NODE_TO_ABOARD && cat->node[to].op != NODE_TO_AT && cat->node[to].op != NODE_TO_PRESENT && cat->node[to].op != NODE_TO_STATION))
        return false;
    *out = filter_set(g, ctx, node_child(cat, to, 0));
    if (cat->node[to].op == NODE_TO_STATION)
        go_to_sites(g, out);
    if (cat->node[to].op == NODE_TO_PRESENT) {              /* where those are */
        CardSet with = *out;
        *out = (CardSet){ 0 };
        FOR_SET(one, &with)
            if (g->card[one].host)
                set_add(out, g->card[one].host);
    }
    return true;
}

/* "… and place it on that personnel": it is not played, and what it says of being played does not matter.  So is a card that does not report where the
 * text names the place: as Rogue Borg are downloaded to a ship, and to occupied ones only, for they play on nothing else. */
static bool is_placed_on(const Game *g, NodeId node, CardId id)
{
    NodeId to = node_child(g->world->cat, node, 3);
    int op = to ? g->world->cat->node[to].op : 0;
    return op == NODE_TO_ON || op == NODE_TO_BENEATH || ((op == NODE_TO_ABOARD || op == NODE_TO_AT) && !reports_for_duty(g, id));
}

static bool goes_beneath(const Game *g, NodeId node)
{
    NodeId to = node_child(g->world->cat, node, 3);
    return to && g->world->cat->node[to].op == NODE_TO_BENEATH;
}

static CardSet hosts_named(const Game *g, const Ctx *ctx, int player, NodeId node, CardId id)
{
    const Catalogue *cat = g->world->cat;
    CardSet hosts = filter_set(g, ctx, node_child(cat, node_child(cat, node, 3), 0)), targets;
    if (cat->node[node_child(cat, node, 3)].op == NODE_TO_ON || cat->node[node_child(cat, node, 3)].op == NODE_TO_BENEATH)
        return hosts;
    if (!play_targets(g, player, id, &targets))
        return (CardSet){ 0 };                  /* it plays on nothing of the kind */
    cite_step(g, RULING_UNDETECTED_BEAM_IN_1998_4);
    if (in_force(g, RULING_UNDETECTED_BEAM_IN_1998_4))
        hosts = set_and(&hosts, &targets);
    return hosts;
}

static bool some_host(const Game *g, const Ctx *ctx, int player, NodeId node, CardId id)
{
    CardSet hosts = hosts_named(g, ctx, player, node, id);
    return !set_empty(&hosts);
}

/* In the format otf a player downloads personnel in one action each turn (1E-A10.5), and has done so. */
bool has_downloaded_personnel(const Game *g, int player)
{
    if (g->world->switches.format != FORMAT_OTF || !(g->downloaders >> player & 1))
        return false;
    cite_step(g, RULE_FIRST_FORMAT_DOWNLOAD);
    return true;
}

static bool is_of_personnel(const Catalogue *cat, NodeId filter)
{
    const Node *n = &cat->node[filter];
    for (int i = 0; n->op == NODE_AND && i < n->argc; i++)
        if (is_of_personnel(cat, node_child(cat, filter, i)))
            return true;
    return n->op == NODE_TYPE && n->value == TYPE_PERSONNEL;
}

/* All that the function does is to download personnel. */
bool downloads_personnel_only(const Game *g, const Ability *function)
{
    const Catalogue *cat = g->world->cat;
    NodeId effect = function && function->body_count == 1 ? node_child(cat, function->node, function->body_first) : 0;
    return effect && cat->node[effect].op == NODE_DOWNLOAD && is_of_personnel(cat, node_child(cat, effect, 2));
}

/* Who has a dilemma side deck downloads dilemmas from there and from nowhere else (1E-G9.1); an open Q's Tent is searched, too (1E-9.1, A7.10). */
static bool is_searched_for(const Game *g, int player, CardId id, Zone zone)
{
    if (is_type(g, id, TYPE_DILEMMA) && has_dilemma_deck(g, player)) {
        cite_step(g, RULE_FIRST_DILEMMA_DECK);
        return zone == ZONE_PILE;
    }
    return zone != ZONE_PILE && (zone != ZONE_TENT || is_side_deck_open(g, player, KIND_TENT));
}

/* What the opponent has against downloads does not touch a dilemma side deck. */
static Citation why_kept_from_download(const Game *g, int player, CardId id, CardId cause, CardId *by)
{
    CardId text = NO_CARD;
    Citation no = why_cannot(g, id, ACT_DOWNLOAD, cause, &text);
    if (!no || (g->card[id].zone == ZONE_PILE && text && g->card[text].commander != player))
        return CITE_NONE;
    *by = text;
    return no;
}

/* A search of one text for cards to download: the text, whether they may go to hand, and what it has found before, where the titles must differ. */
typedef struct { Ctx ctx; int player; NodeId node; bool hand; const CardSet *taken; } Search;

static Search search_by(const Ctx *ctx, int player, NodeId node, bool hand)
{
    return (Search){ .ctx = *ctx, .player = player, .node = node, .hand = hand };
}

static bool has_title_among(const Game *g, CardId id, const CardSet *cards)
{
    if (cards)
        FOR_SET(other, cards)
            if (printed(g, other)->persona == printed(g, id)->persona)
                return true;
    return false;
}

/* What stands in the way of a card that fits the text: a format, the place where it lies, another text (1E-9.7), or that it could not come into play
 * (1E-9.5). */
static Citation why_not_download(const Game *g, const Search *s, CardId id, CardId *by)
{
    Zone zone = (Zone)g->card[id].zone;
    if (is_type(g, id, TYPE_PERSONNEL) && has_downloaded_personnel(g, s->player))
        return RULE_FIRST_FORMAT_DOWNLOAD;
    if (!is_searched_for(g, s->player, id, zone))
        return zone == ZONE_TENT ? RULE_FIRST_TENT_CLOSED : RULE_FIRST_DILEMMA_DECK;
    Citation no = why_kept_from_download(g, s->player, id, s->ctx.self, by);
    if (no || (s->hand && zone != ZONE_HAND))
        return no;
    if (goes_to_station(g, s->node) && has_title_among(g, id, s->taken))
        return RULE_FIRST_DIFFERENT;
    if (goes_to_station(g, s->node) && is_type(g, id, TYPE_SITE)) {
        CardSet places = places_of_site(g, &s->ctx, s->player, s->node, id);
        return set_empty(&places) ? RULE_FIRST_SITE_PLACE : CITE_NONE;
    }
    if (is_placed_on(g, s->node, id))
        return some_host(g, &s->ctx, s->player, s->node, id) ? CITE_NONE : RULE_FIRST_NO_TARGET;
    CardSet named;
    bool names = named_places(g, &s->ctx, s->node, id, &named);
    return why_not_enter_play(g, s->player, id, names ? &named : NULL, s->ctx.self, by);
}

static const uint8_t searched[] = { ZONE_HAND, ZONE_DECK, ZONE_TENT, ZONE_PILE };

/* What may be found: in hand, in the draw deck, in an open tent, dilemmas in their side deck (1E-9.1, G9.1).  one: the first will do. */
static CardSet downloadable(const Game *g, const Search *s, bool one)
{
    NodeId filter = node_child(g->world->cat, s->node, 2);
    CardSet out = { 0 };
    CardId by = NO_CARD;
    for (size_t i = 0; i < countof(searched); i++)
        FOR_PILE(g, id, &g->pile[s->player][searched[i]])
            if (filter_is(g, &s->ctx, filter, id) && !why_not_download(g, s, id, &by)) {
                set_add(&out, id);
                if (one)
                    return out;
            }
    return out;
}

static void tell_why_not(Game *g, const Search *s)
{
    FOR_REASONS(g)
        for (size_t i = 0; i < countof(searched); i++)
            FOR_PILE(g, id, &g->pile[s->player][searched[i]]) {
                CardId by = NO_CARD;
                Citation no = filter_is(g, &s->ctx, node_child(g->world->cat, s->node, 2), id) ? why_not_download(g, s, id, &by) : CITE_NONE;
                if (no)
                    offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, no, by);
            }
}

/* Whether there is one of the places that a text names for what it downloads; a text that names none needs none. */
bool some_place_to_download(const Game *g, int player, CardId source, NodeId node)
{
    const Catalogue *cat = g->world->cat;
    CardSet places;
    Ctx ctx = { .self = source, .you = (uint8_t)player };
    if (cat->node[node].op == NODE_DOWNLOAD)
        return !named_places(g, &ctx, node, NO_CARD, &places) || node_mentions(cat, node, NODE_BEARER) || !set_empty(&places);
    for (int i = 0; i < cat->node[node].argc; i++)
        if (node_info[cat->node[node_child(cat, node, i)].op].result == 'E' && !some_place_to_download(g, player, source, node_child(cat, node, i)))
            return false;
    return true;
}

bool finds_special(const Game *g, int player, CardId source, NodeId node)
{
    Ctx ctx = ctx_of(g, source);
    if (!may_be_in_piles(g, &ctx, node, node_child(g->world->cat, node, 2), searched, countof(searched)))
        return false;
    Search search = search_by(&ctx, player, node, goes_to_hand(g, node));
    CardSet found = downloadable(g, &search, true);
    return !set_empty(&found);
}

static void look_through(Game *g, int player, Zone zone)
{
    FOR_PILE(g, id, &g->pile[player][zone])
        card_know(g, id, (uint8_t)(g->card[id].known | 1u << player));
}

/* A ship that a text downloads aboard a ship is carried by it: by the first of those named where it has arrived. */
static void take_aboard(Game *g, const Frame *f, NodeId node, CardId ship)
{
    NodeId to = node_child(g->world->cat, node, 3);
    if (!to || g->world->cat->node[to].op != NODE_TO_ABOARD || !is_type(g, ship, TYPE_SHIP))
        return;
    Ctx ctx = ctx_in(g, f);
    CardSet carriers = filter_set(g, &ctx, node_child(g->world->cat, to, 0));
    FOR_SET(carrier, &carriers)
        if (carrier != ship && is_type(g, carrier, TYPE_SHIP) && location_of(g, carrier) == location_of(g, ship)) {
            load(g, ship, carrier);
            return;
        }
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
    if (is_special(g, f))
        cite_step_if_ruled(g, RULING_DOWNLOADING_1998_3);       /* it has suspended play */
    look_through(g, d->player, ZONE_DECK);
    look_through(g, d->player, ZONE_TENT);
    look_through(g, d->player, ZONE_PILE);
    for (d->n = 0; d->n < d->x; d->n++) {
        Ctx now = ctx_in(g, f);
        Search search = search_by(&now, d->player, d->node, may_go_to_hand(g, f, d->node));
        search.taken = more_of(g, f);
        put_cards(g, f, downloadable(g, &search, false));
        tell_why_not(g, &search);
        if (set_empty(cards_of(g, f)))
            break;
        CALL_ON(choose_cards, d->player, *cards_of(g, f), (Choose){ .least = d->n == 0, .most = 1, .about = NODE_DOWNLOAD, .asker = source_of(g, f) });
        d->card = set_next(&g->picked, 0);
        if (d->card == NO_CARD)
            break;
        reveal_card(g, d->card);
        if (cat->node[d->node].op == NODE_DOWNLOADED || goes_to_station(g, d->node))
            set_add(own_more(g, f), d->card);
        if (is_type(g, d->card, TYPE_PERSONNEL))
            d->done = true;
        log_event(g, LOG_DOWNLOADS, d->player, d->card, NO_CARD, 0);
        d->i = may_go_to_hand(g, f, d->node) && (goes_to_hand(g, d->node) || !may_enter_play(g, d->player, d->card, NULL, NO_CARD));
        if (!d->i && may_go_to_hand(g, f, d->node) && g->card[d->card].zone != ZONE_HAND) {
            decision_open(g, SL_DECIDE_MODE, d->player, NODE_DOWNLOAD, d->card);
            decision_add(g, (Option){ .verb = SL_MODE, .number = 0 });          /* into play … */
            decision_add(g, (Option){ .verb = SL_MODE, .number = 1 });          /* … or to hand */
            ASK();
            d->i = answered(g).number == 1;
        }
        if (d->i) {
            card_to_pile(g, d->card, d->player, ZONE_HAND, PUT_BOTTOM);
            reveal_card(g, d->card);
        } else if (goes_to_station(g, d->node) && is_type(g, d->card, TYPE_SITE)) {
            Ctx on = ctx_in(g, f);
            CALL_ON(choose_cards, d->player, places_of_site(g, &on, d->player, d->node, d->card), (Choose){ .least = 1, .most = 1, .about = NODE_PLACE, .asker = d->card });
            card_command(g, d->card, d->player);
            put_site(g, d->card, set_next(&g->picked, 0));
            reveal_card(g, d->card);
        } else if (is_placed_on(g, d->node, d->card)) {
            Ctx on = ctx_in(g, f);
            CALL_ON(choose_cards, d->player, hosts_named(g, &on, d->player, d->node, d->card), (Choose){ .least = 1, .most = 1, .about = NODE_PLACE, .asker = d->card });
            if (goes_beneath(g, d->node)) {                     /* seeded there, to be met next */
                card_to_host(g, d->card, set_next(&g->picked, 0), ZONE_BENEATH, PUT_TOP);
                card_know(g, d->card, (uint8_t)(g->card[d->card].known | 1u << d->player));
            } else {
                card_command(g, d->card, d->player);
                card_to_host(g, d->card, set_next(&g->picked, 0), ZONE_ON, PUT_BOTTOM);
                note_arrival(g, d->card);
                reveal_card(g, d->card);
            }
        } else {
            Ctx at = ctx_in(g, f);
            CardSet named;
            bool names = named_places(g, &at, d->node, d->card, &named);
            CALL_ON(first_enter_by_text, d->player, names ? named : (CardSet){ 0 }, (Playing){ .card = d->card, .text = names ? source_of(g, f) : NO_CARD, .target = source_of(g, f) });
            take_aboard(g, f, d->node, d->card);
        }
    }
    if (d->n == 0) {
        log_event(g, LOG_FINDS_NOTHING, d->player, NO_CARD, NO_CARD, 0);
        cite(g, RULE_FIRST_NOTHING_FOUND);
    }
    pile_shuffle(g, d->player, ZONE_DECK);
    if (g->pile[d->player][ZONE_TENT].count)
        pile_shuffle(g, d->player, ZONE_TENT);
    if (some_has_kind(g, NODE_FACE_UP_TOO))
        turn_up_in_tent(g, d->player);
    if (g->pile[d->player][ZONE_PILE].count)
        pile_shuffle(g, d->player, ZONE_PILE);
    if (d->done)
        g->downloaders |= (uint8_t)(1 << d->player);
    if (d->n)
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_DOWNLOADED, .actor = d->player });
    g->picked = *more_of(g, f);
    RETURN(d->n);

    PROC_END;
}

/* A card that a text brings into play is played and can be responded to, but takes no normal card play (1E-9.5). */
Flow first_enter_by_text(Game *g, Frame *f)
{
    LOCALS(Playing, p);
    PROC_BEGIN;

    if (!p->text && !reports_for_duty(g, p->card) && has_choice_of_functions(g, p->card)) {
        CardId ship = g->card[p->target].host;
        decision_open(g, SL_DECIDE_PLAY, f->player, NODE_DOWNLOAD, p->card);
        offer_functions(g, f->player, p->card, is_type(g, ship, TYPE_SHIP) && is_driven(g, ship));
        if (g->decision.count == 0)
            RETURN(0);
        ASK_UNLESS_ONE();
        CALL(first_play_card, f->player, (Playing){ .card = answered(g).card, .target = answered(g).target, .function = (uint8_t)answered(g).number, .free = true });
        RETURN(g->result);
    }
    p->target = NO_CARD;
    CardSet places;
    p->done = places_for(g, f->player, p->card, p->text ? cards_of(g, f) : NULL, p->text, &places);
    if (p->done) {
        CALL_ON(choose_cards, f->player, places, (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE, .asker = p->card });
        p->target = set_next(&g->picked, 0);
    }
    if (reports_for_duty(g, p->card)) {
        CALL(first_report_in_mode, f->player, (Reporting){ .card = p->card, .place = p->target, .text = p->text, .free = true });
    } else
        CALL(first_play_card, f->player, (Playing){ .card = p->card, .target = p->target, .free = true });
    RETURN(g->result);

    PROC_END;
}

/* A text plays cards that are not in play, without a card play, as far as they can come into play (1E-6.6). */
Flow first_play_it(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_PLAY_FREE);
    while (!set_empty(cards_of(g, f))) {
        d->card = set_next(cards_of(g, f), 0);
        set_drop(own_cards(g, f), d->card);
        if (card_in_play(g, d->card) || !may_enter_play(g, f->player, d->card, NULL, NO_CARD))
            continue;
        CALL_ON(first_enter_by_text, f->player, (CardSet){ 0 }, (Playing){ .card = d->card });
        d->n = (int16_t)(d->n + (g->result != 0));
    }
    RETURN(d->n);

    PROC_END;
}
