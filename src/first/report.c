/* Reporting for duty: chapter 10 of the rules. */
#include "spaceline.h"
#include "first/first.h"

bool reports_for_duty(const Game *g, CardId id)
{
    int type = card_type(g, id);
    return type == TYPE_PERSONNEL || type == TYPE_SHIP || type == TYPE_EQUIPMENT;
}

/* 1E-10.6: by its icon, none is Alpha; equipment is native everywhere. */
bool is_native_at(const Game *g, CardId id, CardId place)
{
    static const uint8_t icon[] = { [LINE_GAMMA] = ICON_GAMMA, [LINE_DELTA] = ICON_DELTA, [LINE_MIRROR] = ICON_MIRROR };
    int line = g->card[location_of(g, place)].holder;
    IconSet icons = printed(g, id)->icons;
    if (is_type(g, id, TYPE_EQUIPMENT))
        return true;
    if (line == LINE_ALPHA && icon_in(icons, ICON_BORG) && in_force(g, LAYER_ONE_SPACELINE))
        return true;
    if (line == LINE_ALPHA)
        return !icon_in(icons, ICON_GAMMA) && !icon_in(icons, ICON_DELTA) && !icon_in(icons, ICON_MIRROR);
    return line < LINE_TIME && icon_in(icons, icon[line]);
}

/* What keeps a card from reporting wherever it would go. */
static Citation why_not_report_at_all(const Game *g, int player, CardId id, CardId *by)
{
    if (icon_in(printed(g, id)->icons, ICON_AU) && !has_timeline(g, id))
        cite_step_if_ruled(g, RULING_MONTANA_MISSILE_COMPLEX_1998_3);       /* its time location, if it has one, is not in play */
    if (icon_in(printed(g, id)->icons, ICON_AU) && !alternate_universe_is_open(g, player))
        return RULE_FIRST_AU_DOOR;
    if (why_not_for_borg(g, player, id))
        return RULE_FIRST_BORG_ONLY;
    return is_duplicate(g, id, player, by) ? RULE_FIRST_UNIQUE : CITE_NONE;
}

static bool lets_in(const Game *g, int player, CardId id, CardId who)
{
    Ctx ctx = ctx_of(g, who);
    if (g->card[who].commander != player || !has_kind(printed(g, who), NODE_PERMIT_PLAY))
        return false;
    for (int i = 0; i < printed(g, who)->ability_count; i++) {
        const Ability *a = ability_of(g, who, i);
        if (a->kind == NODE_PERMIT_PLAY && text_active(g, who, a) && filter_is(g, &ctx, a->filter, id) && guard_holds(g, &ctx, a))
            return true;
    }
    return false;
}

/* Of a personnel who lets cards report where present: the place where he is, on a planet or aboard. */
static CardId host_of_reports(const Game *g, CardId who)
{
    bool there = g->card[who].zone == ZONE_SURFACE || g->card[who].zone == ZONE_ABOARD;
    return is_type(g, who, TYPE_PERSONNEL) && there && !(barred(g, who) & BARS_SKILLS) ? g->card[who].host : NO_CARD;
}

/* A text of the place, or of a personnel there, lets the card report there, whatever its native quadrant is (1E-10.7). */
static bool is_let_in(const Game *g, int player, CardId id, CardId place)
{
    if (lets_in(g, player, id, place))
        return true;
    FOR_SET(who, &g->permitting)
        if (host_of_reports(g, who) == place && lets_in(g, player, id, who))
            return true;
    return false;
}

/* Its own text lets it report at that location or aboard that ship. */
static bool lets_itself_in(const Game *g, int player, CardId id, CardId place)
{
    const Ability *a = ability_of_kind(g, id, NODE_PLAY_AT);
    Ctx ctx = { .self = id, .you = (uint8_t)player };
    return a && guard_holds(g, &ctx, a) && filter_is(g, &ctx, a->filter, place);
}

/* Equipment for the use of certain affiliations goes where they are (1e-1998/equipment-affiliation-specific.1). */
static Citation why_not_for_them(const Game *g, int player, CardId id, CardId place)
{
    if (!is_type(g, id, TYPE_EQUIPMENT) || is_location(g, place) || is_equipment_for(g, player, id, station_of(g, place)))
        return CITE_NONE;
    cite_step_if_ruled(g, RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_1);
    if (is_borg(g, place))
        cite_step_if_ruled(g, RULING_EQUIPMENT_USE_BY_BORG_1998);
    return in_force(g, RULING_EQUIPMENT_AFFILIATION_SPECIFIC_1998_1) ? RULE_FIRST_EQUIPMENT_FOR : CITE_NONE;
}

/* A card on the planet keeps this player from using the text of the headquarters there. */
bool is_headquarters_shut(const Game *g, int player, CardId place)
{
    if (printed(g, place)->kind != KIND_HEADQUARTERS)
        return false;
    FOR_HOSTED(g, id, location_of(g, place)) {
        const Ability *a = g->card[id].zone == ZONE_ON ? ability_of_kind(g, id, NODE_HQ_NEEDS) : NULL;
        Ctx ctx = { .self = id, .you = (uint8_t)player };
        if (a && !is_textless(g, id) && !condition(g, &ctx, node_child(g->world->cat, a->node, 0)))
            return true;
    }
    return false;
}

/* Cards that are native to a time location may report elsewhere, too: since 2019, and in 2013 as the table has agreed (1E-A6.6). */
static bool are_natives_free(const Game *g)
{
    return in_force(g, RULING_TIME_LOCATION_2019) || (in_force(g, LAYER_NATIVES_MAY) && !g->world->switches.natives_bound);
}

/* A card that could report, and why it reports nowhere; by: the text or card that stands in the way. */
typedef struct { CardId id, by; Citation kept; } Reporter;

static Reporter reporter(const Game *g, int player, CardId id)
{
    Reporter who = { .id = id };
    who.kept = why_not_report_at_all(g, player, id, &who.by);
    return who;
}

/* Without the card play that it would take.  mode: of several affiliations the one that it takes there (1E-G3.4). */
static Citation why_it_does_not_report_to(const Game *g, int player, const Reporter *who, CardId place, int mode, CardId *by)
{
    CardId id = who->id;
    if (is_in_time(g, player, place))
        return why_not_report_in_time(g, player, id, place, mode, by);
    if (in_force(g, RULING_MONTANA_MISSILE_COMPLEX_1998_1) && !are_natives_free(g) && has_timeline(g, id))
        return RULING_MONTANA_MISSILE_COMPLEX_1998_1;
    if (who->kept) {
        *by = who->by;
        return who->kept;
    }
    if (reports_as_infiltrator(g, player, id, place) >= 0)
        return CITE_NONE;
    if (is_type(g, place, TYPE_SITE))
        return why_not_report_to_site(g, player, id, place, mode);
    if (is_nor(g, place))
        return is_uncontrolled(g, place) ? RULE_FIRST_UNCONTROLLED : RULE_FIRST_AT_SITE;
    Citation no = why_not_for_them(g, player, id, place);
    if (no)
        return no;
    if (is_headquarters_shut(g, player, place))
        return RULE_CANNOT_TEXT;
    if (is_let_in(g, player, id, place) || lets_itself_in(g, player, id, place))
        return is_type(g, id, TYPE_SHIP) ? CITE_NONE : why_not_join(g, id, place, mode);
    bool headquarters = printed(g, place)->kind == KIND_HEADQUARTERS;
    if (!headquarters && (printed(g, place)->kind != KIND_OUTPOST || g->card[place].commander != player))
        return RULE_FIRST_REPORT_PLACE;
    if (!is_native_at(g, place, place) || !is_native_at(g, id, place))
        return RULE_FIRST_NATIVE;
    if (!compatible_in_mode(g, id, mode, place))
        return RULE_FIRST_REPORT_COMPATIBLE;
    return is_type(g, id, TYPE_SHIP) ? CITE_NONE : why_not_join(g, id, place, mode);
}

Citation why_not_report_to(const Game *g, int player, CardId id, CardId place, int mode, CardId *by)
{
    Reporter who = reporter(g, player, id);
    return why_it_does_not_report_to(g, player, &who, place, mode, by);
}

/* To a place that a text names: a facility, ship or location.  Its quadrant matters only if the text is that of a facility or site (1E-10.7). */
Citation why_not_report_by_text(const Game *g, int player, CardId id, CardId place, int mode, CardId text, CardId *by)
{
    if (has_timeline(g, id) && !is_time_location(g, location_of(g, place))) {
        cite_step(g, RULING_MONTANA_MISSILE_COMPLEX_1998_2);
        if (in_force(g, RULING_MONTANA_MISSILE_COMPLEX_1998_2) && !are_natives_free(g))
            return RULING_MONTANA_MISSILE_COMPLEX_1998_2;
    }
    Citation no = why_not_report_at_all(g, player, id, by);
    if (!no)
        no = why_not_for_them(g, player, id, place);
    if (no)
        return no;
    CardId craft = station_of(g, place);
    if (craft != place && craft != text)                    /* the text of the station itself may name a site */
        return why_not_report_to_site(g, player, id, place, mode);
    bool theirs = !is_location(g, place) && g->card[craft].commander != player;      /* its text brings intruders or guests there */
    if (!is_location(g, place) && !is_craft(g, craft))
        return RULE_FIRST_REPORT_PLACE;
    if (is_nor(g, place) && has_sites(g, place))
        return RULE_FIRST_AT_SITE;
    if (is_location(g, place) && !is_type(g, id, TYPE_SHIP) && !is_planet(g, place))
        return RULE_FIRST_REPORT_PLACE;
    if (is_type(g, text, TYPE_FACILITY) && !is_native_at(g, id, place))
        return RULE_FIRST_NATIVE;
    if (!is_location(g, place) && !theirs && !compatible_in_mode(g, id, mode, craft))
        return RULE_FIRST_REPORT_COMPATIBLE;
    return is_type(g, id, TYPE_SHIP) || theirs ? CITE_NONE : why_not_join(g, id, place, mode);
}

/* The first of its affiliations after this one with which it could report there; NO_MODE: it has but one, and with that it could; -1: with none.
 * text: the card that names the place; NO_CARD: it is where cards report anyway. */
int mode_there(const Game *g, int player, CardId id, CardId place, CardId text, int after)
{
    CardId by = NO_CARD;
    int mode = mode_after(g, id, after);
    if (mode == NO_MODE && after != NO_MODE)
        return -1;
    do {
        if (!(text ? why_not_report_by_text(g, player, id, place, mode, text, &by) : why_not_report_to(g, player, id, place, mode, &by)))
            return mode;
        mode = mode_after(g, id, mode);
    } while (mode != NO_MODE);
    return -1;
}

static Citation why_not_report(const Game *g, int player, const Reporter *who, CardId place, int mode, CardId *by)
{
    bool paid = g->plays[player] > 0 || plays_free(g, player, who->id) || reports_free_at(g, player, who->id, place);
    return paid ? why_it_does_not_report_to(g, player, who, place, mode, by) : RULE_FIRST_CARD_PLAY;
}

static void offer_report(Game *g, int player, const Reporter *who, CardId place, int mode)
{
    CardId by = NO_CARD;
    Citation why = why_not_report(g, player, who, place, mode, &by);
    offer(g, (Option){ .verb = SL_REPORT, .card = who->id, .target = place, .number = (int16_t)mode }, why, by);
}

/* Everywhere in that set of places, with each of its affiliations if it has several. */
static void offer_reports_of(Game *g, int player, CardId id, const CardSet *places)
{
    Reporter who = reporter(g, player, id);
    int first = mode_after(g, id, NO_MODE);
    FOR_SET(place, places) {
        offer_report(g, player, &who, place, first);
        for (int mode = first ? mode_after(g, id, first) : NO_MODE; mode != NO_MODE; mode = mode_after(g, id, mode))
            offer_report(g, player, &who, place, mode);
    }
    if (set_empty(places))
        offer(g, (Option){ .verb = SL_REPORT, .card = id }, RULE_FIRST_REPORT_PLACE, NO_CARD);
}

/* Where cards might report, whatever they say themselves: facilities and sites, time locations, and what a text in play names. */
static CardSet places_among(const Game *g, int player, const CardSet *cards)
{
    CardSet out = { 0 };
    FOR_SET(place, cards)
        if (is_type(g, place, TYPE_FACILITY) || is_type(g, place, TYPE_SITE) || is_in_time(g, player, place) || set_has(&g->permitting, place))
            set_add(&out, place);
    FOR_SET(who, &g->permitting)
        if (g->card[who].commander == player && host_of_reports(g, who))
            set_add(&out, host_of_reports(g, who));
    return out;
}

static CardSet usual_places(const Game *g, int player)
{
    return places_among(g, player, g->line[LINE_TIME].count ? &g->in_play : &g->crafts);
}

/* … and those that its own text names. */
CardSet places_to_report(const Game *g, int player, CardId id)
{
    if (!has_kind(printed(g, id), NODE_PLAY_AT))
        return usual_places(g, player);
    CardSet out = places_among(g, player, &g->in_play);
    FOR_SET(place, &g->in_play)
        if (lets_itself_in(g, player, id, place))
            set_add(&out, place);
    return out;
}

void offer_reports(Game *g, int player)
{
    CardSet usual = { 0 };
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND]) {
        if (!reports_for_duty(g, id) || copy_before(g, player, id))
            continue;
        UNLESS_HOPELESS(g, g->plays[player] < 1 && !plays_free(g, player, id) && !some_site_takes_for_free(g, player, id)) {
            CardSet own = { 0 };
            bool own_text = has_kind(printed(g, id), NODE_PLAY_AT);
            if (own_text)
                own = places_to_report(g, player, id);
            else if (set_empty(&usual))
                usual = usual_places(g, player);
            offer_reports_of(g, player, id, own_text ? &own : &usual);
        }
    }
}

/* Personnel and equipment arrive aboard, a ship docked at a space facility, in orbit at a headquarters (1E-10.3). */
static void arrive(Game *g, CardId id, CardId place)
{
    if (is_location(g, place))
        card_to_host(g, id, place, is_type(g, id, TYPE_SHIP) ? ZONE_ORBIT : ZONE_SURFACE, PUT_BOTTOM);
    else if (!is_type(g, id, TYPE_SHIP) || (is_type(g, place, TYPE_SHIP) && has_kind(printed(g, id), NODE_PLAY_AT)))       /* its own text says aboard: it is carried */
        card_to_host(g, id, place, ZONE_ABOARD, PUT_BOTTOM);
    else if (is_type(g, place, TYPE_SHIP) || printed(g, place)->kind == KIND_HEADQUARTERS)
        card_to_host(g, id, location_of(g, place), ZONE_ORBIT, PUT_BOTTOM);
    else
        card_to_host(g, id, place, ZONE_DOCKED, PUT_BOTTOM);
}

/* Personnel, a ship or equipment that a text lets seed (1E-5.6.4). */
void arrive_seeded(Game *g, CardId id, CardId place, int mode)
{
    if (mode)
        card_affiliate(g, id, mode - 1);
    arrive(g, id, place);
    hologram_arrives(g, id);
}

/* Whoever comes in the middle of an attempt joins the team that he is with, if he can (1E-14.6). */
static void joins_attempt(Game *g, CardId id)
{
    CardId one = set_next(&g->encounter.group, 0);
    if (!g->encounter.active || !one || !is_type(g, id, TYPE_PERSONNEL) || g->card[id].commander != g->encounter.player || barred(g, id) & BARS_ATTEMPT
        || !present_with(g, id, one) || !fits_all(g, id, &g->encounter.group))
        return;
    group_join(g, id);
    cite(g, RULE_FIRST_JOINS);
    if (is_hologram(g, id))
        cite_if_ruled(g, RULING_EMH_PROGRAM_1998_2);
}

/* Initiation, responses, results (1E-7.5, 7.11, 7.18): a card that is being played is not yet in play. */
Flow first_report(Game *g, Frame *f)
{
    LOCALS(Reporting, r);
    PROC_BEGIN;

    if (!r->free && !plays_free(g, f->player, r->card) && !reports_free_at(g, f->player, r->card, r->place))
        plays_set(g, f->player, g->plays[f->player] - 1);
    card_to_limbo(g, r->card, ZONE_PLAYING);
    if (r->mode)
        card_affiliate(g, r->card, r->mode - 1);
    log_event(g, LOG_REPORTS, f->player, r->card, r->place, 0);
    RESPOND(f->player, set_one(r->card), (Window){ .event = EVENT_ABOUT_TO_PLAY, .actor = f->player });
    if (set_empty(&g->picked) || g->card[r->card].zone != ZONE_PLAYING || !card_in_play(g, r->place)) {
        if (g->card[r->card].zone == ZONE_PLAYING)
            card_to_pile(g, r->card, g->card[r->card].owner, ZONE_DISCARD, PUT_TOP);
        RETURN(0);
    }
    arrive(g, r->card, r->place);
    note_arrival(g, r->card);
    hologram_arrives(g, r->card);
    infiltrator_arrives(g, r->card, r->place);
    joins_attempt(g, r->card);
    RESPOND(f->player, set_one(r->card), (Window){ .event = EVENT_PLAYED, .actor = f->player });
    RETURN(1);

    PROC_END;
}

/* ---- reporting by a text: 1E-G3.5 ---- */

/* Where a text lets the card report: the places that it names, or those where the personnel are whom it names. */
static CardSet places_by_text(const Game *g, const Ctx *text, NodeId node, CardId id)
{
    Ctx of_card = *text, *ctx = &of_card;
    ctx->bearer = id;
    CardSet places = filter_set(g, ctx, node_child(g->world->cat, node, 2));
    FOR_SET(who, &places)
        if (is_type(g, who, TYPE_PERSONNEL))
            set_add(&places, g->card[who].host);
    FOR_SET(place, &places)
        if (mode_there(g, ctx->you, id, place, ctx->self, NO_MODE) < 0)
            set_drop(&places, place);
    return places;
}

static CardSet reporters(const Game *g, const Ctx *ctx, NodeId node)
{
    CardSet out = { 0 };
    FOR_PILE(g, id, &g->pile[ctx->you][ZONE_HAND])
        if (reports_for_duty(g, id) && filter_is(g, ctx, node_child(g->world->cat, node, 1), id)) {
            CardSet places = places_by_text(g, ctx, node, id);
            if (!set_empty(&places))
                set_add(&out, id);
        }
    return out;
}

bool some_may_report(const Game *g, int player, CardId text, NodeId node)
{
    Ctx ctx = ctx_of(g, text);
    ctx.you = (uint8_t)player;
    CardSet out = reporters(g, &ctx, node);
    return !set_empty(&out);
}

/* A card in hand, its place, and if need be its affiliation. */
Flow first_report_by_text(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->x = (int16_t)quantity(g, &ctx, node_child(g->world->cat, d->node, 0));
    for (d->n = 0; d->n < d->x; d->n++) {
        Ctx now = ctx_in(g, f);
        CALL_ON(choose_cards, f->player, reporters(g, &now, d->node), (Choose){ .least = d->n == 0, .most = 1, .about = NODE_PLAY_FREE, .asker = source_of(g, f) });
        d->card = set_next(&g->picked, 0);
        if (d->card == NO_CARD)
            break;
        Ctx where = ctx_in(g, f);
        CALL_ON(choose_cards, f->player, places_by_text(g, &where, d->node, d->card), (Choose){ .least = 1, .most = 1, .about = NODE_PLAY_FREE, .asker = d->card });
        CALL(first_report_in_mode, f->player, (Reporting){ .card = d->card, .place = set_next(&g->picked, 0), .text = source_of(g, f), .free = true });
        if (card_in_play(g, d->card))
            set_add(own_more(g, f), d->card);
    }
    g->picked = *more_of(g, f);
    RETURN(d->n);

    PROC_END;
}

/* Of several affiliations that fit the player chooses one (1E-G3.4). */
Flow first_report_in_mode(Game *g, Frame *f)
{
    LOCALS(Reporting, r);
    PROC_BEGIN;

    decision_open(g, SL_DECIDE_MODE, f->player, NODE_DOWNLOAD, r->card);
    for (int mode = mode_there(g, f->player, r->card, r->place, r->text, NO_MODE); mode > NO_MODE; mode = mode_there(g, f->player, r->card, r->place, r->text, mode))
        decision_add(g, (Option){ .verb = SL_NAME_ICON, .number = (int16_t)(mode - 1) });
    if (g->decision.count) {
        ASK_UNLESS_ONE();
        r->mode = (uint8_t)(answered(g).number + 1);
    }
    CALL(first_report, f->player, *r);
    RETURN(g->result);

    PROC_END;
}
