/* Dilemmas that stay in play: cures, nullifiers and countdowns.  Chapters 18.3 and 6.12 of the rules. */
#include "spaceline.h"
#include "first/first.h"

/* Who can lend skills at a place: stopped personnel do, outside of an attempt; who is under house arrest does not (1E-10.13, 13.7, 24). */
static CardSet people_at(const Game *g, int player, CardId place, Zone zone)
{
    CardSet out = { 0 };
    unsigned bars = g->encounter.active ? BARS_SKILLS | BARS_ATTEMPT : BARS_SKILLS;
    FOR_HOSTED(g, id, place)
        if (g->card[id].zone == zone && g->card[id].commander == player && is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & bars)
            && !is_under_house_arrest(g, id))
            set_add(&out, id);
    return out;
}

/* The n-th team that is with a dilemma in play: on a ship or facility its crew, on a personnel those present with it, on a mission the Away Team,
 * and where there is no planet the crew of each ship; on table those present with each whom it has marked.  False: there is no such team. */
static bool team_with(const Game *g, CardId dilemma, int n, Team *team)
{
    const Card *c = &g->card[dilemma];
    int player = c->commander;
    *team = (Team){ .mission = location_of(g, dilemma), .player = (uint8_t)player };
    if (is_type(g, c->host, TYPE_SHIP) || is_type(g, c->host, TYPE_FACILITY)) {
        team->ship = c->host;
        team->group = people_at(g, player, c->host, ZONE_ABOARD);
        return n == 0;
    }
    if (is_type(g, c->host, TYPE_PERSONNEL)) {
        CardId place = g->card[c->host].host;
        team->ship = is_type(g, place, TYPE_SHIP) ? place : NO_CARD;
        team->group = people_at(g, player, place, (Zone)g->card[c->host].zone);
        return n == 0;
    }
    if (c->zone == ZONE_CORE) {                 /* whom it has marked, wherever they are */
        CardSet marked = { 0 };
        for (int i = 0; i < g->modifier_count; i++)
            if (g->modifier[i].source == dilemma)
                set_add(&marked, g->modifier[i].target);
        FOR_SET(id, &marked)
            if (n-- == 0) {
                team->ship = is_type(g, g->card[id].host, TYPE_SHIP) ? g->card[id].host : NO_CARD;
                team->group = people_at(g, player, g->card[id].host, (Zone)g->card[id].zone);
                return true;
            }
    }
    if (!is_type(g, c->host, TYPE_MISSION))
        return false;
    if (printed(g, c->host)->kind != KIND_SPACE && n-- == 0) {
        team->group = people_at(g, player, c->host, ZONE_SURFACE);
        return true;
    }
    FOR_HOSTED(g, ship, c->host)
        if (g->card[ship].zone == ZONE_ORBIT && is_type(g, ship, TYPE_SHIP) && g->card[ship].commander == player
            && printed(g, c->host)->kind != KIND_PLANET && n-- == 0) {
            team->ship = ship;
            team->group = people_at(g, player, ship, ZONE_ABOARD);
            return true;
        }
    return false;
}

/* Whether some requirement of that kind is met: by the team that is meeting the dilemma, or by one that is with it. */
static bool requirement_met(const Game *g, CardId dilemma, int kind)
{
    const CardDef *def = printed(g, dilemma);
    bool faced = g->card[dilemma].zone == ZONE_PLAYING;
    Ctx ctx = ctx_of(g, dilemma);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, dilemma, i);
        NodeId requirement = node_child(g->world->cat, a->node, 0);
        if (a->kind != kind || !guard_holds(g, &ctx, a))
            continue;
        Team team = attempt_team(g);
        if (faced && team_meets(g, &ctx, requirement, &team))
            return true;
        for (int n = 0; !faced && team_with(g, dilemma, n, &team); n++)
            if (!set_empty(&team.group) && team_meets(g, &ctx, requirement, &team))
                return true;
    }
    return false;
}

bool is_nullified(const Game *g, CardId dilemma)
{
    return has_kind(printed(g, dilemma), NODE_NULLIFIER) && requirement_met(g, dilemma, NODE_NULLIFIER);
}

bool is_cured(const Game *g, CardId dilemma)
{
    return has_kind(printed(g, dilemma), NODE_CURE) && requirement_met(g, dilemma, NODE_CURE);
}

/* A dilemma in play that has such a requirement, and is not the one being met: its effect comes first (1E-18.13). */
static bool may_end(const Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    return (has_kind(def, NODE_CURE) || has_kind(def, NODE_NULLIFIER))
        && !(g->encounter.facing && g->encounter.current == id);
}

bool some_dilemma_may_end(const Game *g)
{
    FOR_SET(id, &g->others)
        if (may_end(g, id))
            return true;
    return false;
}

static CardId next_ending(const Game *g)
{
    FOR_SET(id, &g->others)
        if (may_end(g, id) && (is_nullified(g, id) || is_cured(g, id)))
            return id;
    return NO_CARD;
}

/* It is cured: it leaves play, and its points are scored. */
Flow first_cure(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    cite(g, RULE_FIRST_CURED);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_9);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_10);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_11);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_12);
    cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_18);
    log_event(g, LOG_CURED, f->player, t->seed, NO_CARD, 0);
    if (printed(g, t->seed)->points > 0)
        CALL(first_score_card, f->player, (Trying){ .seed = t->seed });
    else
        leave_play(g, t->seed, ZONE_DISCARD);
    RETURN(1);

    PROC_END;
}

/* "This dilemma is cured." */
Flow first_cure_it(Game *g, Frame *f)
{
    PROC_BEGIN;

    if (!card_in_play(g, source_of(g, f)))
        RETURN(0);
    CALL(first_cure, f->player, (Trying){ .seed = source_of(g, f) });
    RETURN(1);

    PROC_END;
}

/* Whatever dilemmas are cured or nullified as things stand, one after the other.  A requirement that is met works by itself (1E-18.4). */
Flow first_cures(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    while (!g->over && (t->seed = next_ending(g)) != NO_CARD) {
        t->met = is_cured(g, t->seed);
        f->player = g->card[t->seed].commander;
        if (!t->met) {
            cite(g, RULE_FIRST_NULLIFIED);
            cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_13);
            cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_14);
            nullify_card(g, f->player, t->seed, NO_CARD);
            continue;
        }
        CALL(first_cure, f->player, (Trying){ .seed = t->seed });
    }
    RETURN(0);

    PROC_END;
}

/* ---- countdowns: 1E-6.12 ---- */

/* Who counts: the seeder of a dilemma with the icon; of a card that keeps a ship away, whose ship it is, for turns are those of the player whom a card
 * was played on (1e-1998/time-travel-pod); else who commands the card. */
static int counter_of(const Game *g, CardId id)
{
    CardId ship = ship_away(g, id);
    if (ship) {
        cite_step(g, RULING_TIME_TRAVEL_POD_1998);
        return in_force(g, RULING_TIME_TRAVEL_POD_1998) ? g->card[ship].commander : g->card[id].commander;
    }
    return is_type(g, id, TYPE_DILEMMA) && printed(g, id)->countdown ? g->card[id].owner : g->card[id].commander;
}

static CardId next_to_count(const Game *g, int player, CardId after)
{
    CardId id = after;
    while ((id = set_next(&g->in_play, id)) != NO_CARD)
        if (g->card[id].countdown && counter_of(g, id) == player)
            return id;
    return NO_CARD;
}

/* At the end of a player's turn.  What expires does what it says and is then discarded; a dilemma nullifies itself
 * (1e-2019/dilemma-resolution.17).  A personnel that was stopped for some turns is stopped no longer when the next turn begins. */
Flow first_count_down(Game *g, Frame *f)
{
    LOCALS(Trying, t);
    PROC_BEGIN;

    while ((t->seed = next_to_count(g, f->player, t->seed)) != NO_CARD) {
        card_count_down(g, t->seed, g->card[t->seed].countdown - 1);
        if (g->card[t->seed].countdown || is_type(g, t->seed, TYPE_PERSONNEL) || is_type(g, t->seed, TYPE_SHIP))
            continue;
        log_event(g, LOG_EXPIRES, f->player, t->seed, NO_CARD, 0);
        cite(g, RULE_FIRST_COUNTDOWN);
        RESPOND(f->player, set_one(t->seed), (Window){ .event = EVENT_EXPIRED, .actor = f->player });
        if (!card_in_play(g, t->seed) || g->card[t->seed].countdown)
            continue;
        if (is_type(g, t->seed, TYPE_DILEMMA)) {
            cite_if_ruled(g, RULING_DILEMMA_RESOLUTION_2019_17);
            nullify_card(g, f->player, t->seed, NO_CARD);
        } else {
            leave_play(g, t->seed, ZONE_DISCARD);
        }
    }
    RETURN(0);

    PROC_END;
}
