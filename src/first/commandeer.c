/* Commandeering: 1E-A5.17, A5.18, and stations that nobody controls yet: G10.4 (Empok Nor).
 *
 * A station that nobody controls belongs to its owner and is commanded by NO_CONTROLLER, so that every text and rule that asks whose it is finds that
 * it is nobody's.  Seed cards lie beneath it as beneath a mission; whoever would commandeer it meets them first, with his team, as in a mission attempt
 * (attempt.c). */
#include "spaceline.h"
#include "first/first.h"

/* ---- a station that nobody controls ---- */

void lay_uncontrolled(Game *g, CardId id)
{
    if (has_kind(printed(g, id), NODE_UNCONTROLLED))
        card_command(g, id, NO_CONTROLLER);
}

/* Its text lets nobody control it before the seed cards beneath it are gone, and those are met by whoever sets about it: they do not keep him from
 * beginning.  Elsewhere they do (1E-A5.17). */
static bool are_seeds_met(const Game *g, CardId station)
{
    return is_uncontrolled(g, station) && has_kind(printed(g, station), NODE_UNCONTROLLED);
}

Citation why_not_related(const Game *g, CardId seed, CardId station)
{
    const Ability *a = ability_of_kind(g, station, NODE_UNCONTROLLED);
    Ctx ctx = { .self = station, .you = g->card[seed].owner };
    return a && is_type(g, seed, TYPE_DILEMMA) && filter_is(g, &ctx, a->filter, seed) ? CITE_NONE : RULE_FIRST_SEEDS_RELATED;
}

int places_to_seed(const Game *g, CardId out[])
{
    bool stations = some_has_kind(g, NODE_UNCONTROLLED);
    int n = 0;
    for (int line = LINE_ALPHA; line < LINE_TIME; line++)
        FOR_PILE(g, location, &g->line[line]) {
            if (is_type(g, location, TYPE_MISSION))
                out[n++] = location;
            if (stations)
                FOR_HOSTED(g, id, location)
                    if (are_seeds_met(g, id))
                        out[n++] = id;
        }
    return n;
}

/* ---- commandeering: 1E-A5.17, A5.18 ---- */

static bool has_seeds_beneath(const Game *g, CardId station)
{
    FOR_HOSTED(g, id, station)
        if (g->card[id].zone == ZONE_BENEATH)
            return true;
    return false;
}

/* A site, or aboard a station that nobody controls: from there it is commandeered. */
static bool is_place_aboard(const Game *g, CardId place)
{
    return is_type(g, place, TYPE_SITE) || (is_type(g, place, TYPE_FACILITY) && is_uncontrolled(g, place));
}

/* The site lets him, or, where no site is on a station that nobody controls, he has Computer Skill: there is no Ops that could say it. */
static bool is_qualified(const Game *g, CardId place, CardId who)
{
    if (barred(g, who) & BARS_SKILLS || !is_place_aboard(g, place))
        return false;
    if (!is_type(g, place, TYPE_SITE))
        return skill_level(g, who, SKILL_COMPUTER_SKILL) > 0;
    const Ability *a = ability_of_kind(g, place, NODE_COMMANDEERS);
    Ctx ctx = ctx_of(g, place);
    return a && filter_is(g, &ctx, node_child(g->world->cat, a->node, 0), who);
}

/* card: the station, target: the personnel. */
void ask_commandeer(Reasons *r)
{
    const Game *g = r->g;
    CardId station = r->asked.card, who = r->asked.target, place = g->card[who].host, by = NO_CARD;
    if (reason_if(r, g->card[station].commander == r->player, RULE_FIRST_COMMANDEER_YOURS)
        || reason_if(r, !is_qualified(g, place, who), RULE_FIRST_COMMANDEER_WHO)
        || reason_if(r, is_stopped(g, who), RULE_FIRST_COMMANDEER_STOPPED)
        || reason_if(r, icon_in(icons_of(g, who), ICON_BORG), RULE_FIRST_COMMANDEER_BORG)
        || reason_if(r, has_seeds_beneath(g, station) && !are_seeds_met(g, station), RULE_FIRST_COMMANDEER_SEEDS)
        || reason_if(r, is_place_aboard(g, place) && is_opposed_in(g, place, r->player), RULE_FIRST_COMMANDEER_OPPOSED))
        return;
    Citation no = are_seeds_met(g, station) ? why_cannot(g, station, ACT_ATTEMPTED, NO_CARD, &by) : CITE_NONE;
    reason_tell(r, no, by);
}

static Citation why_not_commandeer(const Game *g, int player, CardId station, CardId who)
{
    return main_reason(g, player, (Option){ .verb = SL_COMMANDEER, .card = station, .target = who }, ask_commandeer);
}

static void offer_commandeering_from(Game *g, int player, CardId place)
{
    CardId station = station_of(g, place);
    FOR_HOSTED(g, who, place)
        if (g->card[who].zone == ZONE_ABOARD && g->card[who].commander == player && is_type(g, who, TYPE_PERSONNEL))
            offer(g, (Option){ .verb = SL_COMMANDEER, .card = station, .target = who }, why_not_commandeer(g, player, station, who), NO_CARD);
}

/* From sites, and from aboard a station that nobody controls. */
void offer_commandeering(Game *g, int player)
{
    UNLESS_HOPELESS(g, !some_has_kind(g, NODE_COMMANDEERS) && !some_has_kind(g, NODE_UNCONTROLLED))
        FOR_SET(place, &g->crafts)
            if (is_place_aboard(g, place))
                offer_commandeering_from(g, player, place);
}

/* When the last seed card is gone: he who began it, or else another of his team, as long as nobody opposes them. */
static CardId who_takes_it(const Game *g, int player, CardId place, CardId first)
{
    CardSet team = team_of(g, player, place, first);
    CardId other = NO_CARD;
    FOR_SET(who, &team)
        if (!why_not_commandeer(g, player, station_of(g, place), who)) {
            if (who == first)
                return who;
            other = other ? other : who;
        }
    return other;
}

/* The affiliation that a personnel has now; -1: none. */
static int affiliation_of(const Game *g, CardId id)
{
    IconSet icons = icons_of(g, id);
    for (int icon = 0; icon < ICON_COUNT; icon++)
        if (icon_in(icons, icon) && icon_kind[icon] == AFFILIATION)
            return icon;
    return -1;
}

/* It is the player's now; a station takes the affiliation of who did it, as if printed, and is Borg no more if it was assimilated.  Who is aboard
 * stays. */
static void take_control(Game *g, int player, CardId id, CardId who)
{
    int icon = who ? affiliation_of(g, who) : -1;
    card_command(g, id, player);
    if (is_type(g, id, TYPE_FACILITY) && icon >= 0) {
        card_flag(g, id, ASSIMILATED, false);
        modifier_add(g, (Modifier){ .op = NODE_MOD_AFFILIATION, .target = id, .source = id, .what = (int16_t)icon, .until = UNTIL_FOREVER, .player = (uint8_t)player });
    }
    log_event(g, LOG_COMMANDEERS, player, id, who, 0);
}

Flow first_commandeer(Game *g, Frame *f)
{
    LOCALS(Attack, w);
    PROC_BEGIN;

    if (!w->by_text && are_seeds_met(g, w->other)) {
        w->place = g->card[w->own].host;
        CALL(first_attempt, f->player, (Trying){ .mission = w->other, .leader = w->own });
        w->own = g->result ? who_takes_it(g, f->player, w->place, w->own) : NO_CARD;
        if (!w->own)
            RETURN(0);
    }
    take_control(g, f->player, w->other, w->own);
    RESPOND(f->player, set_one(w->other), (Window){ .event = EVENT_COMMANDEERED, .actor = f->player, .cause = w->own });
    RETURN(1);

    PROC_END;
}

/* The effect "commandeer", of a text that allows it; the personnel is the one that the text lies on, or whose it is. */
Flow first_commandeer_by_text(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    CALL(select_cards, f->player, (Select){ .node = node_child(g->world->cat, d->node, 0), .about = NODE_COMMANDEER });
    put_cards(g, f, g->picked);
    while ((d->card = set_next(cards_of(g, f), d->card)) != NO_CARD) {
        CardId self = ctx_in(g, f).self, who = is_type(g, self, TYPE_PERSONNEL) ? self : g->card[self].zone == ZONE_ON ? g->card[self].host : NO_CARD;
        if (!is_craft(g, d->card) || g->card[d->card].commander == f->player)
            continue;
        if (who && icon_in(icons_of(g, who), ICON_BORG)) {
            cite(g, RULE_FIRST_COMMANDEER_BORG);
            continue;
        }
        if (has_seeds_beneath(g, d->card)) {
            cite(g, RULE_FIRST_COMMANDEER_SEEDS);
            continue;
        }
        d->n++;
        CALL(first_commandeer, f->player, (Attack){ .own = who, .other = d->card, .by_text = true });
    }
    RETURN(d->n);

    PROC_END;
}

