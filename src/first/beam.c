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

/* Its SHIELDS, of a site those of the Nor, are down, and nothing that it is docked at extends its own to it (1E-16.3, A5.15). */
static bool is_unshielded(const Game *g, CardId place)
{
    return doubled_defense(g, station_of(g, place)) <= 0;
}

/* A place between which and others somebody could go, for a player.  own: it is his, and beams: it has transporters; open: nothing of the opponent's shields it;
 * theirs: a ship of the opponent's behind its SHIELDS; foreign: what nothing of the player's is under house arrest in, the opponent's; host: where it lies at one place, to and from which one walks, that place; common: an affiliation of all of his there (see
 * common_affiliation); closed: why nothing is beamed there or away; no_visit, no_borg: why nobody is beamed there, and no Borg. */
typedef struct { CardId id, host; Zone zone; bool own, beams, open, planet, site, theirs, foreign; uint8_t common; Citation closed, no_visit, no_borg; } End;

/* Ships and facilities have transporters unless they say otherwise (1E-16.1). */
static bool beams(const Game *g, CardId craft)
{
    return !has_trait(g, station_of(g, craft), TRAIT_NO_TRANSPORTERS);
}

/* Cloaked ships, and sites of a station with SHIELDS (1E-16.6, A5.15). */
static Citation why_closed(const Game *g, CardId place, bool open)
{
    if (is_hidden_ship(g, place))
        return RULE_FIRST_BEAM_CLOAKED;
    return !open && is_type(g, place, TYPE_SITE) ? RULE_FIRST_NOR_SHIELDS : CITE_NONE;
}

static End end_of(const Game *g, int player, CardId id)
{
    if (is_location(g, id)) {
        bool planet = is_planet(g, id);
        return (End){ .id = id, .zone = ZONE_SURFACE, .planet = planet, .open = planet, .no_visit = planet ? why_cannot(g, id, ACT_VISITED, NO_CARD, NULL) : CITE_NONE,
                      .no_borg = why_borg_stay(g, player, id) };
    }
    bool own = is_own_place(g, player, id), open = own || is_uncontrolled(g, station_of(g, id)) || is_unshielded(g, id);
    return (End){ .id = id, .zone = ZONE_ABOARD, .host = g->card[id].zone == ZONE_ORBIT ? NO_CARD : g->card[id].host, .own = own, .beams = own && beams(g, id), .open = open,
                  .site = is_type(g, id, TYPE_SITE), .theirs = !open && is_opponents_ship(g, player, id), .foreign = !own && !is_type(g, id, TYPE_SITE),
                  .no_borg = !own && open && !is_type(g, id, TYPE_SITE) ? why_borg_stay_off(g, player, id) : CITE_NONE, .common = (uint8_t)common_affiliation(g, player, id), .closed = why_closed(g, id, open) };
}

/* A card that could go along, and why it is beamed nowhere, wherever it would go; by: the text that forbids. */
typedef struct { CardId id, by; Citation kept; } Traveller;

/* Captives and abducted personnel are moved like equipment, whatever state they are in (1E-25.3, A2.5). */
static bool is_led(const Game *g, CardId id)
{
    return is_prisoner(g, id) || is_abducted(g, id);
}

/* Equipment, and who is moved like it, goes only where personnel go (1E-8.11). */
bool goes_by_itself(const Game *g, CardId id)
{
    return is_type(g, id, TYPE_PERSONNEL) && !is_led(g, id);
}

/* Unstopped, or a captive, who is taken along (1E-16.4). */
static Traveller traveller(const Game *g, CardId id)
{
    Traveller who = { .id = id };
    if (is_stopped(g, id) && !is_led(g, id))
        who.kept = RULE_FIRST_BEAM_STOPPED;
    else if (barred(g, id) & BARS_MOVE && !is_led(g, id) && !is_taken_along(g, id, NO_CARD))
        who.kept = RULE_FIRST_BEAM_STATE;
    else
        who.kept = why_cannot(g, id, ACT_BEAM, NO_CARD, &who.by);
    return who;
}

/* Those of the player's in a place who could go along, as far as somebody has asked for them: mostly the first one can go.  next: who is looked at then. */
typedef struct { int player, count; CardId next; Zone zone; Traveller who[MAX_CARDS]; } Travellers;

static void team_begin(const Game *g, int player, const End *from, Travellers *t)
{
    t->player = player;
    t->count = 0;
    t->next = g->card[from->id].top;
    t->zone = from->zone;
}

/* The member of that number, from 0 on; NULL: there are no more. */
static const Traveller *member(const Game *g, Travellers *t, int i)
{
    for (; i >= t->count && t->next != NO_CARD; t->next = g->card[t->next].below)
        if (goes_along(g, t->player, t->next, t->zone))
            t->who[t->count++] = traveller(g, t->next);
    return i < t->count ? &t->who[i] : NULL;
}

/* Not where a hologram is not projected, nor into house arrest (1E-16.4, 16.7).  True: nothing more need be asked. */
static inline bool ask_beam_at_all(Reasons *r, const Traveller *who, const End *to)
{
    const Game *g = r->g;
    return reason_tell(r, who->kept, who->by)
        || reason_tell(r, why_not_projected(g, who->id, g->card[who->id].host, to->id), NO_CARD)
        || reason_if(r, to->zone == ZONE_SURFACE && g->card[who->id].flags & DEACTIVATED && is_taken_along(g, who->id, NO_CARD), RULE_FIRST_STATE_BARS)
        || reason_tell(r, to->foreign ? CITE_NONE : why_not_join_those(g, who->id, to->id, NO_MODE, to->common), NO_CARD)
        || reason_tell(r, why_not_carry(g, who->id, to->id), NO_CARD);
}

static inline Citation why_not_beam_at_all(const Game *g, const Traveller *who, const End *to)
{
    Refusal one;
    Reasons r = { .g = g, .out = &one, .room = 1, .first = true };
    return ask_beam_at_all(&r, who, to) ? one.cite : CITE_NONE;
}

static bool keeps_borg(const Game *g, const End *to, CardId id)
{
    return to->no_borg && is_type(g, id, TYPE_PERSONNEL) && is_borg(g, id);
}

static Citation why_not_beam_card(const Game *g, const Traveller *who, const End *to)
{
    Citation no = why_not_beam_at_all(g, who, to);
    return no || !keeps_borg(g, to, who->id) ? no : to->no_borg;
}

/* A ship or facility of the player's at that location whose transporters could serve others: until November 2019 they did. */
static bool somebody_else_beams(const Game *g, int player, CardId location)
{
    FOR_HOSTED(g, id, location)
        if (g->card[id].zone == ZONE_ORBIT && is_own_place(g, player, id) && beams(g, id) && !is_hidden_ship(g, id))
            return true;
    return false;
}

/* One end has transporters of the player's own, and nothing is beamed into or out of what the opponent shields (1E-16.2, 16.3). */
static inline Citation why_not_beam_between(const Game *g, int player, const End *from, const End *to)
{
    if (from->closed || to->closed)
        return from->closed ? from->closed : to->closed;
    if (to->no_visit)
        return to->no_visit;
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

/* Why this card is not beamed there from the place where it is. */
Citation why_not_beam(const Game *g, int player, CardId id, CardId to)
{
    End one = end_of(g, player, g->card[id].host), other = end_of(g, player, to);
    Traveller who = traveller(g, id);
    Citation no = why_not_beam_between(g, player, &one, &other);
    return no ? no : why_not_beam_card(g, &who, &other);
}

/* The same for who asks, each rule told: also that Borg would not go aboard that ship of the opponent's if its SHIELDS let them. */
void ask_beam(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target;
    if (g->card[id].zone != ZONE_SURFACE && g->card[id].zone != ZONE_ABOARD)
        return;
    End one = end_of(g, r->player, g->card[id].host), other = end_of(g, r->player, to);
    Traveller who = traveller(g, id);
    if (!other.own && is_craft(g, to))
        other.no_borg = why_borg_stay_off(g, r->player, to);
    reason_tell(r, why_not_beam_between(g, r->player, &one, &other), NO_CARD);
    ask_beam_at_all(r, &who, &other);
    reason_if(r, keeps_borg(g, &other, id), other.no_borg);
}

/* One of the player's personnel in a place is neither stopped nor kept from moving, or is a hologram that is taken along. */
static bool some_may_leave(const Game *g, int player, CardId from)
{
    if (crew_at(g, from)->beamable >> player & 1)
        return true;
    FOR_HOSTED(g, id, from)
        if (goes_along(g, player, id, zone_in(g, from)) && is_taken_along(g, id, NO_CARD))
            return true;
    return false;
}

/* If one of the personnel there can go, they can. */
static inline void offer_beam(Game *g, int player, const End *from, const End *to, Travellers *team)
{
    const Traveller *who = NULL;
    Citation between = why_not_beam_between(g, player, from, to), why = between ? between : RULE_FIRST_BEAM_NOBODY;
    CardId by = NO_CARD;
    for (int i = 0; !between && why && (who = member(g, team, i)); i++) {
        why = goes_by_itself(g, who->id) ? why_not_beam_card(g, who, to) : RULE_FIRST_NOT_ALONE;
        by = who->by;
    }
    offer(g, (Option){ .verb = SL_BEAM, .card = from->id, .target = to->id }, why, by);
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
    return is_carried_by(g, a, b) || is_carried_by(g, b, a) || is_docked_at(g, a, b) || is_docked_at(g, b, a) || stands_on(g, a, b) || stands_on(g, b, a) || are_sites_of_one_station(g, a, b);
}

/* Only those of which one lies at the other, and sites, are next to each other. */
static bool lie_together(const End *a, const End *b)
{
    return a->host == b->id || b->host == a->id || (a->site && b->site);
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

/* True: nothing more need be asked. */
static inline bool ask_walk_card(Reasons *r, CardId id, const End *to)
{
    const Game *g = r->g;
    bool led = is_led(g, id);
    return reason_if(r, barred(g, id) & BARS_MOVE && !led && !is_taken_along(g, id, to->id), is_stopped(g, id) ? RULE_FIRST_WALK_STOPPED : RULE_FIRST_STATE_BARS)
        || reason_if(r, is_under_house_arrest(g, id) && !led, RULE_FIRST_ARRESTED)              /* it is beamed off, and goes nowhere by itself (1E-10.13) */
        || reason_if(r, g->card[id].zone == ZONE_ABOARD && keeps_borg(g, to, id), to->no_borg)  /* they do not leave their ship on foot either (1E-A1.9) */
        || reason_tell(r, why_not_join_those(g, id, to->id, NO_MODE, to->common), NO_CARD)
        || reason_tell(r, why_not_carry(g, id, to->id), NO_CARD);
}

static Citation why_not_walk_card(const Game *g, CardId id, const End *to)
{
    Refusal one;
    Reasons r = { .g = g, .out = &one, .room = 1, .first = true };
    return ask_walk_card(&r, id, to) ? one.cite : CITE_NONE;
}

/* Why the card that is asked about does not walk there from where it is. */
void ask_walk(Reasons *r)
{
    const Game *g = r->g;
    CardId id = r->asked.card, to = r->asked.target;
    if (g->card[id].zone != ZONE_SURFACE && g->card[id].zone != ZONE_ABOARD)
        return;
    End other = end_of(g, r->player, to);
    reason_tell(r, why_not_walk_between(g, r->player, g->card[id].host, to), NO_CARD);
    ask_walk_card(r, id, &other);
}

static void offer_walk(Game *g, int player, const End *from, const End *to, Travellers *team)
{
    const Traveller *who;
    Citation between = why_not_walk_between(g, player, from->id, to->id), why = between ? between : RULE_FIRST_BEAM_NOBODY;
    for (int i = 0; !between && why && (who = member(g, team, i)); i++)
        why = goes_by_itself(g, who->id) ? why_not_walk_card(g, who->id, to) : RULE_FIRST_NOT_ALONE;
    offer(g, (Option){ .verb = SL_WALK, .card = from->id, .target = to->id }, why, NO_CARD);
}

/* ---- both ---- */

/* A place and the ships that are docked there or carried aboard; of a Nor, its sites with theirs. */
static int add_places(const Game *g, CardId id, CardId *out, int n)
{
    if (!is_nor(g, id) || !has_sites(g, id))
        out[n++] = id;
    FOR_HOSTED(g, there, id) {
        if (g->card[there].zone == ZONE_DOCKED || is_carried(g, there))
            out[n++] = there;
        if (g->card[there].zone == ZONE_SITE)
            n = add_places(g, there, out, n);
    }
    return n;
}

/* The places at a location between which somebody could go: the surface, what is in space, what is docked there or stands on the planet.  Each is a card, so
 * that there is room for all of them where there is room for all cards. */
static int places_at(const Game *g, CardId location, CardId *out)
{
    int n = 0;
    if (is_planet(g, location))
        out[n++] = location;
    FOR_HOSTED(g, id, location) {
        int zone = g->card[id].zone;
        if (zone == ZONE_ORBIT || (zone == ZONE_SURFACE && (is_type(g, id, TYPE_SHIP) || is_type(g, id, TYPE_FACILITY))))
            n = add_places(g, id, out, n);
    }
    return n;
}

/* Something of the player's is there. */
static bool is_somebody_of(const Game *g, int player, CardId place)
{
    return crew_at(g, place)->there >> player & 1;
}

/* From a planet with a gate to locations elsewhere. */
static void offer_gates(Game *g, int player, CardId from)
{
    UNLESS_HOPELESS(g, !some_has_kind(g, NODE_LEADS_TO) || !some_may_leave(g, player, from)) {
        Travellers team;
        End here = end_of(g, player, from);
        team_begin(g, player, &here, &team);
        for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
            FOR_PILE(g, to, &g->line[line])
                if (leads_to(g, from, to)) {
                    End there = end_of(g, player, to);
                    offer_walk(g, player, &here, &there, &team);
                }
    }
}

/* Returns whether it was asked for SHIELDS that texts may change: those of the opponent's, or of a Nor. */
static bool offer_ways_between(Game *g, int player, const CardId *place, int n)
{
    End end[MAX_CARDS];
    bool somebody = false, shields = false;
    for (int i = 0; i < n; i++)
        somebody = somebody || is_somebody_of(g, player, place[i]);
    if (!somebody || n < 2)
        return false;
    for (int i = 0; i < n; i++) {
        end[i] = end_of(g, player, place[i]);
        shields = shields || end[i].foreign || end[i].site;
    }
    for (int from = 0; from < n; from++) {
        if (!is_somebody_of(g, player, place[from]))
            continue;
        UNLESS_HOPELESS(g, !some_may_leave(g, player, place[from])) {
            Travellers team;
            team_begin(g, player, &end[from], &team);
            for (int to = 0; to < n; to++)
                if (from != to) {
                    UNLESS_HOPELESS(g, !end[from].own && !end[to].own)
                        offer_beam(g, player, &end[from], &end[to], &team);
                    UNLESS_HOPELESS(g, !lie_together(&end[from], &end[to]))
                        offer_walk(g, player, &end[from], &end[to], &team);
                }
        }
    }
    return shields;
}

/* The ways at a location stay what they are while nothing changes there, unless a text may rule them, be it one about the SHIELDS of a station or of the
 * opponent's ships there, or the objective that is aimed at something there: it sends Borg where they do not go otherwise. */
void offer_beams(Game *g, int player, const Locations *locations)
{
    CardId objective = current_objective(g, player), aimed = objective ? location_of(g, objective) : NO_CARD;
    bool texts = some_text_rules(g);
    FOR_LOCATIONS(l, locations) {
        uint64_t stamp = stamp_of_location(g, l->id, texts || l->id == aimed);
        KEEP_OPTIONS(g, kept_at(g, KEPT_WAYS, player, l), l->id, stamp)
            UNLESS_HOPELESS(g, l->deserted) {
                CardId place[MAX_CARDS];
                int n = places_at(g, l->id, place);
                offer_gates(g, player, l->id);
                if (offer_ways_between(g, player, place, n))
                    stamp = stamp_of_location(g, l->id, true);
            }
    }
}

bool first_beam_ends(const Game *g, CardId *from, CardId *to)
{
    const Frame *f = g->depth >= 2 && !g->over ? &g->frame[g->depth - 2] : NULL;
    bool asked = f && f->proc == PROC_first_beam && g->frame[g->depth - 1].proc == PROC_choose_cards;
    if (asked) {
        const Beaming *b = (const Beaming *)(const void *)f->locals;
        *from = b->from;
        *to = b->to;
    }
    return asked;
}

/* Who may go, and whom the text lets go. */
static bool may_go(const Game *g, const Frame *f, const Beaming *b, const End *to, CardId id)
{
    if (b->alone)
        return infiltrator_may_go(g, f->player, id, b->to);
    if (!goes_along(g, f->player, id, zone_in(g, b->from)))
        return false;
    if (b->walking)
        return !why_not_walk_card(g, id, to);
    Traveller who = traveller(g, id);
    if (!b->by_text)
        return !why_not_beam_card(g, &who, to);
    Ctx ctx = { .you = f->player };
    return !why_not_beam_at_all(g, &who, to) && filter_is(g, &ctx, b->what, id);
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
    bool aboard = !is_location(g, b->to) && g->card[station_of(g, b->to)].commander == f->player      /* where nobody may be under house arrest (1E-10.5, 16.4) */
        && !are_at_one(g, f->player, b->from);                                                          /* as nobody is who goes with all others already */
    CALL_ON(choose_cards, f->player, able, (Choose){ .least = 1, .most = alone ? 1 : b->by_text ? b->most : 99, .about = NODE_BEAM_TO, .led = true, .together = aboard });
    put_cards(g, f, g->picked);
    FOR_SET(id, cards_of(g, f)) {
        leave_battle(g, id);
        card_to_host(g, id, b->to, is_location(g, b->to) ? ZONE_SURFACE : ZONE_ABOARD, PUT_BOTTOM);
        log_event(g, b->walking ? LOG_WALKS : LOG_BEAMS, f->player, id, b->to, 0);
        if (is_hologram(g, id) && is_location(g, b->to))
            card_name(g, id, NAMED_NUMBER, b->from);       /* the ship that projects it */
    }
    if (!b->alone) {                /* whoever infiltrates the team goes along if its owner likes (1E-A8.4) */
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

/* From here to there: at one location, or from a ship, neither docked nor carried (1E-15.15), to a location beside its own. */
static bool is_in_reach(const Game *g, CardId from, CardId to, bool afar)
{
    CardId here = location_at(g, from), there = location_at(g, to);
    if (!afar)
        return here == there;
    return is_type(g, from, TYPE_SHIP) && g->card[from].zone == ZONE_ORBIT && (g->card[here].below == there || g->card[here].above == there);
}

static void offer_beams_by_text(Game *g, const Frame *f, NodeId what, bool afar)
{
    CardId place[MAX_CARDS];
    int n = 0;
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, location, &g->line[line])
            n += places_at(g, location, place + n);
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
                if (goes_by_itself(g, id) && may_go(g, f, &b, &other, id)) {
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
