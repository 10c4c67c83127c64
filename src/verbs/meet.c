/* Requirements, as they are met: who helps is shown, what is used is paid for.  2E-12. */
#include "spaceline.h"
#include "verbs/verbs.h"

/* Texts that somebody would have to use stay hidden while an attribute of their ship is used (2e-2014/attributes-ship.2). */
static void keep_hidden(Game *g, CardId ship)
{
    cite_step(g, RULING_ACTIVATED_HIDDEN);
    if (in_force(g, RULING_ACTIVATED_HIDDEN))
        return;
    FOR_HOSTED(g, id, ship)
        if (has_kind(printed(g, id), NODE_DURING))
            reveal_card(g, id);
}

void tell_ship(Game *g, CardId ship, int which)
{
    static const uint8_t words[] = { [RANGE] = LOG_RANGE_TOTAL, [WEAPONS] = LOG_WEAPONS_TOTAL, [SHIELDS] = LOG_SHIELDS_TOTAL };
    if (is_logged(g) && in_force(g, RULING_SHIP_ATTRIBUTES)) {
        log_event(g, (LogKind)words[which], g->card[ship].commander, ship, NO_CARD, attribute(g, ship, which));
        trace_told(g, ship, which, attribute(g, ship, which));
        cite(g, RULING_SHIP_ATTRIBUTES);
    }
    keep_hidden(g, ship);
}

/* Whoever helps to meet a requirement is shown (2E-20.3), and what the ship has is told before it counts (2e-2014/attributes-ship.1).
 * Returns who uses a skill. */
static CardSet show_contribution(Game *g, const Team *team, const Contribution *in)
{
    CardSet users = { 0 }, all = team->group;
    set_join(&all, &in->cards);
    FOR_SET(id, &all) {
        bool uses = false;
        for (int s = 0; s < SKILL_COUNT && !uses; s++)
            uses = uses_to_meet(g, in, team, id, s);
        if (uses)
            set_add(&users, id);
        if (uses || set_has(&in->cards, id) || lends_attribute(g, in, id))
            reveal_card(g, id);
    }
    for (int at = 0; at < ATTRIBUTE_COUNT; at++)
        if (in->attributes >> (ATTRIBUTE_COUNT + at) & 1 && team->ship)
            tell_ship(g, team->ship, at);
    return users;
}

/* What the requirement takes of the group that has to meet it; .met: whether it is met.  f->more: that group, if only some must. */
static MissionMet asked_of_group(const Game *g, const Frame *f, const Require *r, Team *team)
{
    *team = attempt_team(g);
    if (r->mission)
        return mission_meets(g, g->encounter.mission, g->encounter.means);
    if (r->some)
        team->group = set_and(more_of(g, f), &team->group);
    Ctx ctx = ctx_in(g, f);
    team->asked = ctx.self;
    team->more = modified_by(g, ctx.self, NODE_MOD_REQ_ATTR);
    MissionMet out = { .met = team_meets(g, &ctx, r->requirement, team) };
    if (out.met)
        team_puts_in(g, &ctx, r->requirement, team, &out.in);
    return out;
}

/* The next personnel whose skills an opponent's text has put a price on, of those who use one to meet it: r->payer, with the text r->i on the
 * card r->dilemma.  Nobody has to pay where the others are enough: those then hold their skills back. */
static bool use_has_price(Game *g, const Frame *f, Require *r)
{
    if (!any_price(g, NODE_SKILLS_TAX))
        return false;
    Team team;
    MissionMet met = asked_of_group(g, f, r, &team);
    for (; met.met; r->i++, r->payer = NO_CARD) {
        int at;
        CardId by;
        if (!next_price(g, NODE_SKILLS_TAX, g->encounter.player, r->i, &at, &by))
            return false;
        r->i = (int16_t)at;
        FOR_SET(id, &team.group) {
            bool uses = false;
            for (int s = 0; s < SKILL_COUNT && !uses && id > r->payer; s++)
                uses = uses_to_meet(g, &met.in, &team, id, s);
            if (!uses || !price_is_for(g, r->i, id))
                continue;
            r->payer = id;
            r->dilemma = by;
            card_flag(g, id, UNPAID, true);
            Team others;
            if (asked_of_group(g, f, r, &others).met) {
                met = asked_of_group(g, f, r, &team);
                continue;
            }
            card_flag(g, id, UNPAID, false);
            return true;
        }
    }
    return false;
}

/* Does the group in the attempt meet it?  It must, if it can (2e-2014/requirements.2), except where an opponent's text has put a
 * price on a skill and the player will not pay.  Meeting it uses the skills (2E-12.6), those of the alternatives that are met. */
Flow meet_requirement(Game *g, Frame *f)
{
    LOCALS(Require, r);
    PROC_BEGIN;

    encounter_change(g)->declined = 0;
    put_more(g, f, *cards_of(g, f));
    Team before;
    MissionMet first = asked_of_group(g, f, r, &before);
    r->skills = first.met ? first.in.skills | first.in.card_skills : 0;
    for (r->i = 0;; r->i++) {
        int at;
        CardId by;
        const Ability *price = next_price(g, NODE_SKILL_TAX, g->encounter.player, r->i, &at, &by);
        if (!price)
            break;
        r->i = (int16_t)at;
        if (!skill_in(r->skills, node_value(g->world->cat, price->node, 0)))
            continue;
        r->dilemma = by;
        offer_price(g, g->encounter.player, price, by);
        cite_step(g, RULING_REQUIREMENTS_MUST);
        ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
        price = &g->world->cat->ability[g->statics[r->i].ability];
        if (answered(g).verb == SL_NO) {
            encounter_change(g)->declined |= skill_bit(node_value(g->world->cat, price->node, 0));
            continue;
        }
        PAY_PRICE(r->dilemma, price);
    }
    for (r->i = 0; any_price(g, NODE_LIKE_TAX); r->i++) {                     /* r->payer: the skill that is asked about */
        int at;
        CardId by;
        if (!next_price(g, NODE_LIKE_TAX, g->encounter.player, r->i, &at, &by))
            break;
        r->i = (int16_t)at;
        r->dilemma = by;
        for (r->payer = 0; r->payer < SKILL_COUNT; r->payer++) {
            const Ability *price = &g->world->cat->ability[g->statics[r->i].ability];
            if (!skill_in(r->skills & ~g->encounter.declined, r->payer) || !price_is_for_skill(g, r->i, r->payer))
                continue;
            offer_price(g, g->encounter.player, price, r->dilemma);
            ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
            price = &g->world->cat->ability[g->statics[r->i].ability];
            if (answered(g).verb == SL_NO)
                encounter_change(g)->declined |= skill_bit(r->payer);
            else
                PAY_PRICE(r->dilemma, price);
        }
    }
    for (r->i = r->payer = 0; use_has_price(g, f, r);) {
        const Ability *price = &g->world->cat->ability[g->statics[r->i].ability];
        offer_price(g, g->encounter.player, price, r->dilemma);
        ASK_IF(g->decision.count > 1 || goes_by_hidden(g, price->node));
        price = &g->world->cat->ability[g->statics[r->i].ability];
        if (answered(g).verb == SL_NO) {
            card_flag(g, r->payer, UNPAID, true);
            continue;
        }
        PAY_PRICE(r->dilemma, price);
    }
    Team asked;
    r->met = asked_of_group(g, f, r, &asked).met;
    if (r->met && !in_force(g, RULING_REQUIREMENTS_MUST)) {
        offer_yes_no(g, g->encounter.player, NODE_HAVE, g->encounter.current);
        ASK();
        r->met = answered(g).verb == SL_YES;
    }
    if (!r->met) {
        forget_unpaid(g);
        RETURN(0);
    }
    if (g->encounter.declined == 0)
        cite_step(g, RULING_REQUIREMENTS_MUST);
    FOR_REASONS(g)
        offer(g, (Option){ .verb = SL_NO }, RULE_NO_HOLDING_BACK, NO_CARD);
    Team team;
    MissionMet shown = asked_of_group(g, f, r, &team);
    put_more(g, f, show_contribution(g, &team, &shown.in));
    forget_unpaid(g);
    r->skills = shown.in.skills | shown.in.card_skills;
    if (r->mission) {
        encounter_change(g)->users = *more_of(g, f);
        encounter_change(g)->used = r->skills & ~g->encounter.declined;
    }
    USE_SKILLS(g->encounter.player, *more_of(g, f), r->skills & ~g->encounter.declined);
    if (g->encounter.facing)
        RESPOND(g->encounter.player, set_one(g->encounter.current), (Window){ .event = EVENT_MET_REQUIREMENTS, .actor = g->encounter.player });
    RETURN(1);

    PROC_END;
}
