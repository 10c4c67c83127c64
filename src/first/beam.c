/* Beaming and walking: chapter 16 of the rules.  The ends of a beam are the surface of a planet, ships and facilities at one location. */
#include "spaceline.h"
#include "first/first.h"

/* Where in a place those are who could go elsewhere. */
static Zone zone_in(const Game *g, CardId place)
{
    return is_location(g, place) ? ZONE_SURFACE : ZONE_ABOARD;
}

static bool goes_along(const Game *g, int player, CardId id, Zone zone)
{
    const Card *c = &g->card[id];
    return c->commander == player && c->zone == zone && (is_type(g, id, TYPE_PERSONNEL) || is_gear(g, id));
}

static bool is_opponents_ship(const Game *g, int player, CardId id)
{
    return is_type(g, id, TYPE_SHIP) && g->card[id].commander != player;
}

static bool is_hidden_ship(const Game *g, CardId place)
{
    return is_type(g, place, TYPE_SHIP) && is_hidden(g, place);
}

/* The SHIELDS of the Nor are down (1E-A5.15). */
static bool is_unshielded_site(const Game *g, CardId place)
{
    return is_type(g, place, TYPE_SITE) && attribute(g, station_of(g, place), SHIELDS) <= 0;
}

/* A place between which and others somebody could be beamed: one of the player's own, and whether it has transporters; open to them: no shields of the
 * opponent's; theirs: a ship of the opponent's; beside: it lies at one place, to and from which one walks; no_borg: why Borg do not go there. */
typedef struct { CardId id; Zone zone; bool own, beams, open, planet, hidden, site, theirs, beside; Citation no_borg; } End;

/* Ships and facilities have transporters unless they say otherwise (1E-16.1). */
static bool beams(const Game *g, CardId craft)
{
    return !has_trait(g, station_of(g, craft), TRAIT_NO_TRANSPORTERS);
}

static End end_of(const Game *g, int player, CardId id)
{
    bool own = is_own_place(g, player, id), planet = is_planet(g, id);
    return (End){ .id = id, .zone = zone_in(g, id), .own = own, .beams = own && beams(g, id), .open = own || planet || is_unshielded_site(g, id),
                  .planet = planet, .hidden = is_hidden_ship(g, id), .site = is_type(g, id, TYPE_SITE), .theirs = is_opponents_ship(g, player, id),
                  .beside = g->card[id].zone != ZONE_ORBIT && g->card[id].zone != ZONE_LINE, .no_borg = why_borg_stay(g, player, id) };
}

/* 1E-16.4, 16.7: unstopped, and not into house arrest. */
static Citation why_not_beam_at_all(const Game *g, CardId id, const End *to, CardId *by)
{
    *by = NO_CARD;
    Citation no = why_not_projected(g, id, g->card[id].host, to->id);
    if (no)
        return no;
    if (barred(g, id) & BARS_MOVE && !is_stopped(g, id) && !is_prisoner(g, id) && !is_abducted(g, id) && !is_taken_along(g, id, to->id))
        return RULE_FIRST_STATE_BARS;
    if (is_stopped(g, id))
        return RULE_FIRST_BEAM_STOPPED;
    no = to->theirs ? CITE_NONE : why_not_join(g, id, to->id, NO_MODE);
    if (!no)
        no = why_not_carry(g, id, to->id);
    return no ? no : why_cannot(g, id, ACT_BEAM, NO_CARD, by);
}

static Citation why_not_beam_card(const Game *g, CardId id, const End *to, CardId *by)
{
    Citation no = why_not_beam_at_all(g, id, to, by);
    return no || !to->no_borg || !is_type(g, id, TYPE_PERSONNEL) || !is_borg(g, id) ? no : to->no_borg;
}

/* A ship or facility of the player's at that location whose transporters could serve others: until November 2019 they did. */
static bool somebody_else_beams(const Game *g, int player, CardId location)
{
    FOR_HOSTED(g, id, location)
        if (g->card[id].zone == ZONE_ORBIT && is_own_place(g, player, id) && beams(g, id) && !is_hidden_ship(g, id))
            return true;
    return false;
}

/* One end has transporters of the player's own, and nothing is beamed into or out of what the opponent shields (1E-16.2, 16.3, 16.6). */
static Citation why_not_beam_between(const Game *g, int player, const End *from, const End *to)
{
    if (from->hidden || to->hidden)
        return RULE_FIRST_BEAM_CLOAKED;
    if (to->planet && why_cannot(g, to->id, ACT_VISITED, NO_CARD, NULL))
        return RULE_CANNOT_TEXT;
    if ((!from->open && from->site) || (!to->open && to->site))
        return RULE_FIRST_NOR_SHIELDS;
    if ((from->theirs && to->own) || (to->theirs && from->own))
        return why_not_board(g, player, from->id, to->id);
    if (!from->open || !to->open)
        return RULE_FIRST_BEAM_SHIELDS;
    if (from->beams || to->beams) {
        cite_step_if_ruled(g, RULING_BEAMING_2019);
        return CITE_NONE;
    }
    if ((!from->own && !to->own) || !somebody_else_beams(g, player, location_of(g, from->planet ? to->id : from->id)))
        return RULE_FIRST_BEAM_TRANSPORTER;
    return in_force(g, RULING_BEAMING_2019) ? (Citation)RULING_BEAMING_2019 : CITE_NONE;
}

/* One of the player's cards in a place is neither stopped nor kept from moving, or is a captive, who is taken along (1E-16.4). */
static bool some_may_leave(const Game *g, int player, CardId from)
{
    if (crew_at(g, from)->beamable >> player & 1)
        return true;
    FOR_HOSTED(g, id, from)
        if (goes_along(g, player, id, zone_in(g, from)) && (is_prisoner(g, id) || is_abducted(g, id) || is_taken_along(g, id, NO_CARD)))
            return true;
    return false;
}

/* For who asks: others go, these cannot. */
static void refuse_to_beam(Game *g, int player, CardId from, const End *to)
{
    FOR_HOSTED(g, id, from) {
        CardId by = NO_CARD;
        Citation no = goes_along(g, player, id, zone_in(g, from)) ? why_not_beam_card(g, id, to, &by) : CITE_NONE;
        if (no)
            offer(g, (Option){ .verb = SL_BEAM, .card = id, .target = to->id }, no, by);
    }
}

/* If one of the cards there can go, they can. */
static void offer_beam(Game *g, int player, const End *from, const End *to)
{
    CardId by = NO_CARD;
    Citation between = why_not_beam_between(g, player, from, to), why = between ? between : RULE_FIRST_BEAM_NOBODY;
    for (CardId id = between ? NO_CARD : g->card[from->id].top; id != NO_CARD && why; id = g->card[id].below)
        if (goes_along(g, player, id, from->zone))
            why = why_not_beam_card(g, id, to, &by);
    offer(g, (Option){ .verb = SL_BEAM, .card = from->id, .target = to->id }, why, by);
    if (!why)
        FOR_REASONS(g)
            refuse_to_beam(g, player, from->id, to);
}

/* ---- walking: 1E-16.8 ---- */

static bool is_docked_at(const Game *g, CardId ship, CardId facility)
{
    return g->card[ship].zone == ZONE_DOCKED && g->card[ship].host == facility;
}

static bool stands_on(const Game *g, CardId id, CardId planet)
{
    return g->card[id].zone == ZONE_SURFACE && g->card[id].host == planet;
}

static bool is_carried_by(const Game *g, CardId ship, CardId carrier)
{
    return is_carried(g, ship) && g->card[ship].host == carrier;
}

/* Between a facility and a ship docked there, a surface and the facility or landed ship that stands on it, a ship and one that it carries. */
static bool is_next_to(const Game *g, CardId a, CardId b)
{
    return is_carried_by(g, a, b) || is_carried_by(g, b, a) || is_docked_at(g, a, b) || is_docked_at(g, b, a) || stands_on(g, a, b) || stands_on(g, b, a) || are_adjacent_sites(g, a, b);
}

/* A card there leads to places far away, whoever goes (Iconian Gateway). */
static bool leads_to(const Game *g, CardId from, CardId to)
{
    FOR_HOSTED(g, id, from) {
        const Ability *a = g->card[id].zone == ZONE_ON && has_kind(printed(g, id), NODE_LEADS_TO) ? ability_of_kind(g, id, NODE_LEADS_TO) : NULL;
        Ctx ctx = ctx_of(g, id);
        if (a && text_active(g, id, a) && filter_is(g, &ctx, a->filter, to))
            return true;
    }
    return false;
}

static bool is_gate(const Game *g, CardId location)
{
    FOR_HOSTED(g, id, location)
        if (g->card[id].zone == ZONE_ON && has_kind(printed(g, id), NODE_LEADS_TO))
            return true;
    return false;
}

/* One's own ships and facilities, and headquarters, which both players use (1E-A5.1). */
static bool may_enter(const Game *g, int player, CardId place)
{
    return is_location(g, place) || g->card[place].commander == player || printed(g, place)->kind == KIND_HEADQUARTERS || is_type(g, place, TYPE_SITE);
}

static Citation why_not_walk_between(const Game *g, int player, CardId from, CardId to)
{
    if (some_has_kind(g, NODE_LEADS_TO) && leads_to(g, from, to))
        return CITE_NONE;
    if (!is_next_to(g, from, to))
        return is_type(g, from, TYPE_SITE) && is_type(g, to, TYPE_SITE) ? RULE_FIRST_SITE_NEXT : RULE_FIRST_WALK_PLACE;
    if (is_hidden_ship(g, from) || is_hidden_ship(g, to))
        return RULE_FIRST_CLOAKED;
    return may_enter(g, player, to) ? CITE_NONE : RULE_FIRST_WALK_ENTER;
}

static Citation why_not_walk_card(const Game *g, CardId id, CardId to)
{
    if (barred(g, id) & BARS_MOVE && !is_taken_along(g, id, to))
        return is_stopped(g, id) ? RULE_FIRST_WALK_STOPPED : RULE_FIRST_STATE_BARS;
    Citation no = why_not_join(g, id, to, NO_MODE);
    return no ? no : why_not_carry(g, id, to);
}

static void offer_walk(Game *g, int player, CardId from, CardId to)
{
    Citation between = why_not_walk_between(g, player, from, to), why = between ? between : RULE_FIRST_BEAM_NOBODY;
    for (CardId id = between ? NO_CARD : g->card[from].top; id != NO_CARD && why; id = g->card[id].below)
        if (goes_along(g, player, id, zone_in(g, from)))
            why = why_not_walk_card(g, id, to);
    offer(g, (Option){ .verb = SL_WALK, .card = from, .target = to }, why, NO_CARD);
}

/* ---- both ---- */

/* A place and the ships that are docked there or carried aboard; of a Nor, its sites with theirs. */
static int add_places(const Game *g, CardId id, CardId *out, int n, int room)
{
    bool nor = is_nor(g, id);
    if (!nor && n < room)
        out[n++] = id;
    FOR_HOSTED(g, there, id) {
        if ((g->card[there].zone == ZONE_DOCKED || is_carried(g, there)) && n < room)
            out[n++] = there;
        if (nor && g->card[there].zone == ZONE_SITE)
            n = add_places(g, there, out, n, room);
    }
    return n;
}

/* The places at a location between which somebody could go: the surface, what is in space, what is docked there or stands on the planet. */
static int places_at(const Game *g, CardId location, CardId *out, int room)
{
    int n = 0;
    if (is_planet(g, location))
        out[n++] = location;
    FOR_HOSTED(g, id, location) {
        bool stands = g->card[id].zone == ZONE_SURFACE && (is_type(g, id, TYPE_SHIP) || is_type(g, id, TYPE_FACILITY));
        if (g->card[id].zone == ZONE_ORBIT || stands)
            n = add_places(g, id, out, n, room);
    }
    return n;
}

enum { MOST_PLACES = 48 };

/* Something of the player's is there. */
static bool is_somebody_of(const Game *g, int player, CardId place)
{
    return crew_at(g, place)->there >> player & 1;
}

/* From a planet with a gate to locations elsewhere. */
static void offer_gates(Game *g, int player, CardId from)
{
    if (!some_has_kind(g, NODE_LEADS_TO) || !is_gate(g, from) || !some_may_leave(g, player, from))
        return;
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, to, &g->line[line])
            if (to != from)
                offer_walk(g, player, from, to);
}

static bool some_site_among(const Game *g, const CardId *place, int n)
{
    bool some = false;
    for (int i = 0; i < n; i++)
        some = some || is_type(g, place[i], TYPE_SITE);
    return some;
}

static void offer_ways_between(Game *g, int player, const CardId *place, int n)
{
    End end[MOST_PLACES];
    bool somebody = false;
    for (int i = 0; i < n; i++)
        somebody = somebody || is_somebody_of(g, player, place[i]);
    for (int i = 0; i < n && somebody; i++)
        end[i] = end_of(g, player, place[i]);
    for (int from = 0; from < n; from++) {
        if (!is_somebody_of(g, player, place[from]))
            continue;
        UNLESS_HOPELESS(g, !some_may_leave(g, player, place[from]))
            for (int to = 0; to < n; to++)
                if (from != to) {
                    UNLESS_HOPELESS(g, !end[from].own && !end[to].own)
                        offer_beam(g, player, &end[from], &end[to]);
                    UNLESS_HOPELESS(g, !(end[from].beside || end[to].beside) || !is_next_to(g, place[from], place[to]))
                        offer_walk(g, player, place[from], place[to]);
                }
    }
}

/* Some text, wherever it is, may have a say in who goes where: it changes more than numbers, leads elsewhere or keeps somebody apart; or the player has an
 * objective, which sends Borg where they do not go otherwise. */
static bool texts_rule_ways(const Game *g, int player)
{
    return some_text_rules(g) || some_has_kind(g, NODE_LEADS_TO) || some_has_kind(g, NODE_WORKS_WITHOUT) || current_objective(g, player);
}

/* The ways at a location stay what they are while nothing changes there, unless a text may rule them, be it one about the SHIELDS of a station. */
void offer_beams(Game *g, int player)
{
    bool texts = texts_rule_ways(g, player);
    KeptOptions *kept = cache_of(g)->ways, *last = kept + KEPT_PLACES - 1;
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, location, &g->line[line]) {
            uint64_t stamp = stamp_of_location(g, location, texts);
            KEEP_OPTIONS(g, kept, location, stamp) {
                CardId place[MOST_PLACES];
                int n = places_at(g, location, place, MOST_PLACES);
                offer_gates(g, player, location);
                offer_ways_between(g, player, place, n);
                if (some_site_among(g, place, n))
                    stamp = stamp_of_location(g, location, true);
            }
            kept += kept < last;
        }
}

/* For who asks at a time when nobody beams. */
void refuse_beams(Game *g, int player, Citation why)
{
    FOR_REASONS(g)
        for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
            FOR_PILE(g, location, &g->line[line]) {
                CardId place[MOST_PLACES];
                int n = places_at(g, location, place, MOST_PLACES);
                for (int from = 0; from < n; from++)
                    for (int to = 0; to < n && is_somebody_of(g, player, place[from]); to++)
                        if (from != to)
                            offer(g, (Option){ .verb = SL_BEAM, .card = place[from], .target = place[to] }, why, NO_CARD);
            }
}

bool first_beam_ends(const Game *g, CardId *from, CardId *to)
{
    const Frame *f = g->depth >= 2 ? &g->frame[g->depth - 2] : NULL;
    if (!f || g->over || f->proc != PROC_first_beam || g->frame[g->depth - 1].proc != PROC_choose_cards)
        return false;
    const Beaming *b = (const Beaming *)(const void *)f->locals;
    *from = b->from;
    *to = b->to;
    return true;
}

/* Who may go, and whom the text lets go. */
static bool may_go(const Game *g, const Frame *f, const Beaming *b, const End *to, CardId id)
{
    CardId by;
    if (b->alone)
        return is_infiltrating(g, id) && g->card[id].commander == f->player;
    if (!goes_along(g, f->player, id, zone_in(g, b->from)))
        return false;
    if (!b->by_text)
        return !(b->walking ? why_not_walk_card(g, id, b->to) : why_not_beam_card(g, id, to, &by));
    Ctx ctx = { .you = f->player };
    return !why_not_beam_at_all(g, id, to, &by) && filter_is(g, &ctx, b->what, id);
}

/* Who is beamed out of a battle is in it no more. */
static void leave_battle(Game *g, CardId id)
{
    for (int side = 0; g->battle.active && side < 2; side++) {
        set_drop(&battle_change(g)->side[side], id);
        if (g->battle.kind == BATTLE_OF_PERSONNEL)
            set_drop(&battle_change(g)->pile[side], id);
    }
}

Flow first_beam(Game *g, Frame *f)
{
    LOCALS(Beaming, b);
    PROC_BEGIN;

    CardSet able = { 0 };
    End to = end_of(g, f->player, b->to);
    FOR_HOSTED(g, id, b->from)
        if (may_go(g, f, b, &to, id))
            set_add(&able, id);
    bool alone = !b->walking && !b->by_text && (scouts_alone(g, f->player, b->to) || to.theirs);
    CALL_ON(choose_cards, f->player, able, (Choose){ .least = 1, .most = alone ? 1 : b->by_text ? b->most : 99, .about = NODE_BEAM_TO });
    put_cards(g, f, g->picked);
    FOR_SET(id, cards_of(g, f)) {
        leave_battle(g, id);
        card_to_host(g, id, b->to, is_location(g, b->to) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
        log_event(g, b->walking ? LOG_WALKS : LOG_BEAMS, f->player, id, b->to, 0);
        if (is_hologram(g, id) && is_location(g, b->to))
            card_name(g, id, NAMED_NUMBER, b->from);       /* the ship that projects it */
    }
    if (!b->alone && some_infiltrator(g)) {                /* whoever infiltrates the team goes along if its owner likes (1E-A8.4) */
        CALL_ON(choose_cards, next_player(g, f->player), infiltrators_among(g, f->player, b->from), (Choose){ .most = 99, .about = NODE_BEAM_TO });
        put_more(g, f, g->picked);
        FOR_SET(id, more_of(g, f)) {
            card_to_host(g, id, b->to, is_location(g, b->to) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
            log_event(g, b->walking ? LOG_WALKS : LOG_BEAMS, g->card[id].commander, id, b->to, 0);
        }
    }
    if (!b->walking)
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_BEAMED, .actor = f->player, .cause = b->to });
    RETURN(1);

    PROC_END;
}

/* ---- beaming by a text, whenever it is played ---- */

static CardId location_at(const Game *g, CardId place)
{
    return is_location(g, place) ? place : location_of(g, place);
}

/* From here to there: at one location, or from a ship to a location beside its own. */
static bool is_in_reach(const Game *g, CardId from, CardId to, bool afar)
{
    CardId here = location_at(g, from), there = location_at(g, to);
    if (!afar)
        return here == there;
    return is_type(g, from, TYPE_SHIP) && (g->card[here].below == there || g->card[here].above == there);
}

static void offer_beams_by_text(Game *g, const Frame *f, NodeId what, bool afar)
{
    CardId place[MAX_CARDS];
    int n = 0;
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, location, &g->line[line])
            if (n < MAX_CARDS - MOST_PLACES)
                n += places_at(g, location, place + n, MOST_PLACES);
    for (int from = 0; from < n; from++) {
        if (!(crew_at(g, place[from])->there >> f->player & 1))
            continue;
        End one = end_of(g, f->player, place[from]);
        for (int to = 0; to < n; to++) {
            End other = end_of(g, f->player, place[to]);
            if (from == to || !is_in_reach(g, place[from], place[to], afar) || why_not_beam_between(g, f->player, &one, &other))
                continue;
            Beaming b = { .from = place[from], .to = place[to], .what = what, .by_text = true };
            FOR_HOSTED(g, id, place[from])
                if (may_go(g, f, &b, &other, id)) {
                    decision_add(g, (Option){ .verb = SL_BEAM, .card = place[from], .target = place[to] });
                    break;
                }
        }
    }
}

Flow first_beam_by_text(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(g->world->cat, d->node, 0));
    decision_open(g, SL_DECIDE_RESPONSE, f->player, EVENT_ANY_TIME, source_of(g, f));
    offer_beams_by_text(g, f, node_child(g->world->cat, d->node, 1), g->world->cat->node[d->node].op == NODE_BEAM_AFAR);
    if (g->decision.count == 0)
        RETURN(0);
    ASK_UNLESS_ONE();
    CALL(first_beam, f->player, (Beaming){ .from = answered(g).card, .to = answered(g).target, .what = node_child(g->world->cat, d->node, 1), .most = (uint8_t)d->x, .by_text = true });
    RETURN(1);

    PROC_END;
}
