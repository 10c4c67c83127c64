/* Selections: at random, by a player, all.  2E-18.30 to 18.35. */
#include "spaceline.h"
#include "verbs/verbs.h"
#include "verbs/eval.h"

void offer_yes_no(Game *g, int player, int about, CardId card)
{
    decision_open(g, SL_DECIDE_YES_NO, player, about, card);
    decision_add(g, (Option){ .verb = SL_YES });
    decision_add(g, (Option){ .verb = SL_NO });
}

CardId top_card(const Game *g, int player, Zone zone, int nth)
{
    CardId id = g->pile[player][zone].top;
    while (id && nth-- > 0)
        id = g->card[id].below;
    return id;
}

CardSet pick_random(Game *g, const CardSet *from, int count)
{
    CardSet left = *from, out = { 0 };
    for (int n = set_count(&left); count > 0 && n > 0; count--, n--) {
        CardId pick = NO_CARD;
        for (int k = 0; k < g->forced_count && !pick; k++)
            if (set_has(&left, g->forced[k])) {
                pick = g->forced[k];
                memmove(&g->forced[k], &g->forced[k + 1], (size_t)(--g->forced_count - k) * sizeof g->forced[0]);
            }
        for (uint32_t steps = pick ? 0 : rng_below(&g->rng, (uint32_t)n) + 1; steps > 0; steps--)
            pick = set_next(&left, pick);
        set_drop(&left, pick);
        set_add(&out, pick);
    }
    return out;
}

static CardSet from_top(const Game *g, int player, Zone zone, int count, bool bottom)
{
    CardSet out = { 0 };
    CardId id = bottom ? g->pile[player][zone].bottom : g->pile[player][zone].top;
    for (; id && count > 0; count--, id = bottom ? g->card[id].above : g->card[id].below)
        set_add(&out, id);
    return out;
}

static CardSet extreme(const Game *g, const CardSet *set, int prop, int sign)
{
    CardSet out = { 0 };
    int best = INT32_MIN;
    FOR_SET(id, set) {
        int value = sign * (g->card[id].flags & DUAL ? property_of_one(g, id, prop, sign) : property(g, id, prop));
        if (value > best) {
            best = value;
            out = set_one(id);
        } else if (value == best) {
            set_add(&out, id);
        }
    }
    return out;
}

/* All of them, where nobody has the skill (1E-18.32). */
static CardSet most_skilled(const Game *g, const CardSet *set, int skill)
{
    CardSet out = { 0 };
    int best = 0;
    FOR_SET(id, set) {
        int level = skill_level(g, id, skill);
        if (level > best) {
            best = level;
            out = (CardSet){ 0 };
        }
        if (level == best)
            set_add(&out, id);
    }
    return out;
}

/* How far a location lies from another on its spaceline: by cards, and among equals by spans, of which each is less than the factor (1E-4.10).
 * -1: it lies elsewhere. */
static int distance(const Game *g, CardId from, CardId to)
{
    enum { CARDS = 1 << 12 };
    if (!from || g->card[from].zone != ZONE_LINE || g->card[to].zone != ZONE_LINE || g->card[to].holder != g->card[from].holder)
        return -1;
    for (int down = 0; down < 2; down++) {
        int far = 0;
        for (CardId id = from; id; id = down ? g->card[id].below : g->card[id].above) {
            if (id == to)
                return far;
            far += (in_force(g, RULING_TIES_WHO_CHOOSES_1998_2) ? CARDS : 0) + mission_span(g, id == from ? to : id, g->active);
        }
    }
    return -1;
}

static CardSet by_distance(const Game *g, CardId from, const CardSet *set, int sign)
{
    CardSet out = { 0 };
    int best = INT32_MIN;
    cite_step(g, RULING_TIES_WHO_CHOOSES_1998_2);
    FOR_SET(id, set) {
        int far = distance(g, from, id);
        if (far < 0 || sign * far < best)
            continue;
        if (sign * far > best)
            out = (CardSet){ 0 };
        best = sign * far;
        set_add(&out, id);
    }
    return out;
}

/* What a selection asks for: how many of which cards.  False: a plain set, nothing to choose. */
bool selection_bounds(const Game *g, const Ctx *ctx, NodeId id, int *least, int *most, CardSet *eligible)
{
    const Catalogue *cat = g->world->cat;
    int op = cat->node[id].op;
    *least = *most = 0;
    switch (op) {
    case NODE_AS:
        return selection_bounds(g, ctx, node_child(cat, id, 1), least, most, eligible);
    case NODE_RANDOM:
        *least = *most = quantity(g, ctx, node_child(cat, id, 0));
        *eligible = filter_set(g, ctx, node_child(cat, id, 1));
        return true;
    case NODE_CHOOSE: case NODE_DOWNLOADED: case NODE_DRAWN_THEM:
        *least = *most = quantity(g, ctx, node_child(cat, id, 1));
        *eligible = op == NODE_CHOOSE ? filter_set(g, ctx, node_child(cat, id, 2)) : from_top(g, one_player(g, ctx, node_child(cat, id, 0)), ZONE_DECK, MAX_CARDS, false);
        return true;
    case NODE_UP_TO:
        *most = quantity(g, ctx, node_child(cat, id, 1));
        *eligible = filter_set(g, ctx, node_child(cat, id, 2));
        return true;
    case NODE_ONE_OR_MORE:
        *least = 1, *most = MAX_CARDS;
        *eligible = filter_set(g, ctx, node_child(cat, id, 1));
        return true;
    case NODE_ALL_BUT:
        *eligible = filter_set(g, ctx, node_child(cat, id, 1));
        *least = *most = larger_of(0, set_count(eligible) - quantity(g, ctx, node_child(cat, id, 0)));
        return true;
    case NODE_UP_TO_TOTAL:
        *eligible = filter_set(g, ctx, node_child(cat, id, 3));
        *most = MAX_CARDS;
        return true;
    case NODE_CHOOSE_DIFFERENT:
    case NODE_CHOOSE_ALIKE:
    case NODE_UP_TO_DIFFERENT:
        *eligible = filter_set(g, ctx, node_child(cat, id, 3));
        *most = quantity(g, ctx, node_child(cat, id, 1));
        *least = op == NODE_UP_TO_DIFFERENT ? 0 : *most;
        return true;
    case NODE_UNTIL_TOTAL:
    case NODE_CHOOSE_TOTAL:
    case NODE_AT_LEAST_TOTAL:
        *eligible = filter_set(g, ctx, node_child(cat, id, op == NODE_UNTIL_TOTAL ? 2 : 3));
        *least = *most = MAX_CARDS;
        return true;
    case NODE_HIGHEST:
    case NODE_LOWEST:
        *eligible = filter_set(g, ctx, node_child(cat, id, 2));
        *eligible = extreme(g, eligible, node_value(cat, id, 1), op == NODE_HIGHEST ? 1 : -1);
        *least = *most = 1;
        return true;
    case NODE_MOST_SKILLED:
        *eligible = filter_set(g, ctx, node_child(cat, id, 2));
        *eligible = most_skilled(g, eligible, node_value(cat, id, 1));
        *least = *most = 1;
        return true;
    case NODE_FARTHEST:
    case NODE_NEAREST:
        *eligible = filter_set(g, ctx, node_child(cat, id, 1));
        *eligible = by_distance(g, this_mission(g, ctx->self), eligible, op == NODE_FARTHEST ? 1 : -1);
        *least = *most = 1;
        return true;
    case NODE_TOP:
    case NODE_BOTTOM:
    case NODE_PILE_TOP:
    case NODE_PILE_BOTTOM: {
        int whose = cat->node[node_child(cat, id, 0)].op;
        uint8_t players = whose == NODE_EACH_ONE || whose == NODE_EACH_OPPONENT ? players_of(g, ctx, node_child(cat, id, 0)) : (uint8_t)(1 << one_player(g, ctx, node_child(cat, id, 0)));
        int count = quantity(g, ctx, node_child(cat, id, 1));
        *eligible = (CardSet){ 0 };
        for (int player = 0; player < g->players; player++)
            if (players >> player & 1) {
                CardSet one = from_top(g, player, op == NODE_PILE_TOP || op == NODE_PILE_BOTTOM ? ZONE_PILE : ZONE_DECK, count, op == NODE_BOTTOM || op == NODE_PILE_BOTTOM);
                set_join(eligible, &one);
                *least = *most += count;
            }
        return false;
    }
    default:
        *eligible = filter_set(g, ctx, id);
        *least = 1;
        return false;
    }
}

static bool is_random(int op)
{
    return op == NODE_RANDOM || op == NODE_ALL_BUT || op == NODE_UNTIL_TOTAL;
}

bool is_random_selection(const Catalogue *cat, NodeId id)
{
    return is_random(cat->node[inner(cat, id)].op);
}

void drop_unselectable(const Game *g, CardSet *set, bool random, CardId by)
{
    FOR_SET(id, set)
        if (why_cannot(g, id, ACT_SELECTED, by, NULL) || (random && why_cannot(g, id, ACT_RANDOM, by, NULL)))
            set_drop(set, id);
}

/* Who is to be stopped is chosen among those who are not stopped yet (2E-13.2), and a card that may not destroy a Ritual may
 * not choose it for that (2E-22.3).  Who cannot suffer it at all does not pay with it (2E-7.28). */
static void drop_immune(const Game *g, CardSet *set, int about, CardId by, bool paying)
{
    FOR_SET(id, set)
        if ((about == NODE_STOP && is_stopped(g, id)) || (about == NODE_DESTROY && is_safe_ritual(g, id, by)) || is_out_of_reach(g, id, about)
            || (paying && !can_suffer(g, id, about, by)))
            set_drop(set, id);
}

static CardSet random_until(Game *g, CardSet eligible, int prop, int total)
{
    CardSet out = { 0 };
    for (int sum = 0; sum < total && !set_empty(&eligible);) {
        CardSet one = pick_random(g, &eligible, 1);
        CardId id = set_next(&one, 0);
        sum += property(g, id, prop);
        set_add(&out, id);
        set_drop(&eligible, id);
    }
    return out;
}

/* Those whom a selection at random picks among f->cards now; made again, it goes by its own terms among the same cards, as far as they are still there (2E-18.35). */
static CardSet draw_lot(Game *g, Frame *f, const Select *s)
{
    const Catalogue *cat = g->world->cat;
    NodeId id = inner(cat, s->node);
    if (s->times > 0) {
        Ctx ctx = ctx_in(g, f);
        int least, most;
        CardSet now;
        selection_bounds(g, &ctx, s->node, &least, &most, &now);
        put_cards(g, f, set_and(cards_of(g, f), &now));
    }
    if (cat->node[id].op == NODE_UNTIL_TOTAL)
        return random_until(g, *cards_of(g, f), node_value(cat, id, 0), node_value(cat, id, 1));
    return pick_random(g, cards_of(g, f), s->most);
}

static CardSet affordable(const Game *g, const CardSet *among, int prop, int total)
{
    CardSet out = { 0 };
    FOR_SET(id, among)
        if (property(g, id, prop) <= total)
            set_add(&out, id);
    return out;
}

/* Those of them with which so many, no two alike or all alike, can still be had. */
static CardSet leaving_enough(const Game *g, const CardSet *among, int prop, int enough, bool alike)
{
    CardSet out = { 0 };
    FOR_SET(id, among) {
        CardSet rest = beside_one(g, among, id, prop, alike);
        if (1 + most_together(g, &rest, prop, enough, alike) >= enough)
            set_add(&out, id);
    }
    return out;
}

static bool is_superlative(int op)
{
    return op == NODE_HIGHEST || op == NODE_LOWEST || op == NODE_FARTHEST || op == NODE_NEAREST;
}

static int chooser(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    NodeId first = node_child(cat, id, 0);
    if (is_superlative(cat->node[id].op) && cat->node[first].op == NODE_OPPONENT) {     /* a tie */
        cite_step(g, RULING_TIES_WHO_CHOOSES_1998_1);
        if (!in_force(g, RULING_TIES_WHO_CHOOSES_1998_1))
            return ctx->you;
    }
    return node_info[cat->node[first].op].result == 'P' ? one_player(g, ctx, first) : ctx->you;
}

/* A text may have what another player chooses for a dilemma selected at random, or what it selects at random chosen by who faces it. */
static bool is_turned_round(const Game *g, CardId dilemma, int op, int who, const CardSet *eligible)
{
    if (!dilemma || !is_type(g, dilemma, TYPE_DILEMMA) || set_empty(eligible))
        return false;
    if (op == NODE_RANDOM)
        return g->encounter.active && modified_by(g, dilemma, NODE_MOD_BY_CHOICE);
    return op == NODE_CHOOSE && who != g->card[dilemma].owner && is_type(g, set_next(eligible, 0), TYPE_PERSONNEL)
        && text_relates(g, NODE_MOD_RANDOMLY, dilemma, set_next(eligible, 0));
}

/* "An opponent chooses", and there are several: a bit for each, else 0. */
static uint8_t several_choosers(const Game *g, const Ctx *ctx, NodeId id)
{
    NodeId first = node_child(g->world->cat, id, 0);
    uint8_t players = g->world->cat->node[first].op == NODE_OPPONENT ? players_of(g, ctx, first) : 0;
    return players & (players - 1) ? players : 0;
}

/* From now on "your opponent" in this text is that one. */
static void settle_opponent(Game *g, const Frame *f, int player)
{
    g->scope[f->scope - 1].opponent = (uint8_t)(player + 1);
}

/* An effect that one opponent carries out, or that is about one: "that opponent may …", "that opponent scores …". */
static bool asks_an_opponent(const Catalogue *cat, NodeId id)
{
    const Node *n = &cat->node[id];
    for (int i = 0; i < n->argc; i++) {
        NodeId child = node_child(cat, id, i);
        if ((node_info[n->op].result == 'E' && cat->node[child].op == NODE_OPPONENT) || asks_an_opponent(cat, child))
            return true;
    }
    return false;
}

/* Of several opponents of whom a part of a text speaks it is whose cards were picked for it (2E-24.3). */
void settle_by_whose(Game *g, const Frame *f, NodeId part, const CardSet *picked)
{
    Ctx ctx = ctx_in(g, f);
    uint8_t among = opponents_of(g, &ctx), whose = 0;
    if (!(among & (among - 1)) || !node_mentions(g->world->cat, part, NODE_OPPONENT))
        return;
    FOR_SET(id, picked)
        whose |= (uint8_t)(1u << (card_in_play(g, id) ? g->card[id].commander : g->card[id].owner));
    if (whose & among && !(whose & (whose - 1)))
        settle_opponent(g, f, __builtin_ctz(whose));
}

/* "An opponent's event …; that opponent may …": "that opponent" is whose event it is. */
static void settle_by_cards(Game *g, const Frame *f, NodeId node, const CardSet *picked)
{
    if (asks_an_opponent(g->world->cat, ability_of(g, g->scope[f->scope - 1].source, g->scope[f->scope - 1].ability)->node))
        settle_by_whose(g, f, node, picked);
}

/* Cards in play that are picked become known to all (2E-20.3); a chooser may look at every eligible one first (18.31). */
static void show_selected(Game *g, const CardSet *picked, CardId by, const CardSet *lot)
{
    long drawn = lot ? log_lot(g, lot, picked) : 0;
    int among = drawn ? set_count(lot) : 0;
    FOR_SET(id, picked)
        if (card_in_play(g, id)) {
            reveal_card(g, id);
            log_event(g, LOG_SELECTED, g->card[id].commander, id, by, among);
            log_drawn(g, drawn);
        }
}

static void name_selection(Game *g, const Frame *f, NodeId id, const CardSet *picked)
{
    const Catalogue *cat = g->world->cat;
    for (; cat->node[id].op == NODE_AS; id = node_child(cat, id, 1))
        set_put(g, &g->scope[f->scope - 1].var[node_value(cat, id, 0)], *picked);
}

static void let_chooser_look(Game *g, const CardSet *eligible, int player)
{
    FOR_SET(id, eligible)
        if (card_in_play(g, id) && !(g->card[id].known >> player & 1))
            card_know(g, id, (uint8_t)(g->card[id].known | 1u << player));
}

/* A text that means cards by a name it has given them, and not by where they are, means them in play (2E-3.4). */
static bool names_cards(const Catalogue *cat, NodeId id)
{
    return (node_mentions(cat, id, NODE_VAR) || node_mentions(cat, id, NODE_THAT)) && !node_mentions(cat, id, NODE_IN_DISCARD)
        && !node_mentions(cat, id, NODE_IN_HAND) && !node_mentions(cat, id, NODE_IN_DECK) && !node_mentions(cat, id, NODE_IN_REMOVED);
}

bool goes_by_hidden(const Game *g, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    return g->world->windows && (node_mentions(cat, id, NODE_IN_HAND) || node_mentions(cat, id, NODE_IN_DECK) || node_mentions(cat, id, NODE_IN_PILE));
}

/* Between people: whether somebody does not know who can be chosen. */
static bool are_hidden(const Game *g, const CardSet *eligible)
{
    if (g->world->windows)
        FOR_SET(id, eligible)
            if (!known_to_all(g, id))
                return true;
    return false;
}

/* The chooser is asked though there is nothing to choose: that he was not would tell others what they do not know. */
static bool is_chosen_hidden(const Game *g, NodeId selection, const CardSet *eligible)
{
    return goes_by_hidden(g, selection) || are_hidden(g, eligible);
}

/* The effect that a selection of this kind is; 0: it only selects. */
static int doing_of(const Catalogue *cat, NodeId selection)
{
    int op = cat->node[inner(cat, selection)].op;
    return op == NODE_DRAWN_THEM ? NODE_DRAW : op == NODE_DOWNLOADED ? NODE_DOWNLOAD : op == NODE_REPORTED ? NODE_REPORT : 0;
}

static bool needs_total(int op)
{
    return op == NODE_CHOOSE_TOTAL || op == NODE_AT_LEAST_TOTAL;
}

static bool is_of_kinds(int op)
{
    return op == NODE_CHOOSE_DIFFERENT || op == NODE_UP_TO_DIFFERENT || op == NODE_CHOOSE_ALIKE;
}

static bool is_alike(const Catalogue *cat, NodeId selection)
{
    return cat->node[inner(cat, selection)].op == NODE_CHOOSE_ALIKE;
}

/* A selection that a text has made again each time is cut (2E-25.3). */
enum { MOST_TIMES = 16 };

/* Carries out a selection.  g->picked: the cards; result: how many, 0 when it could not be fulfilled at all. */
Flow select_cards(Game *g, Frame *f)
{
    LOCALS(Select, s);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    if (doing_of(cat, s->node)) {
        frame_push(g, effect_proc(g, doing_of(cat, s->node)), f->player, &(Do){ .node = inner(cat, s->node) }, sizeof(Do));
        PAUSE(FLOW_CALL);
        name_selection(g, f, s->node, &g->picked);
        RETURN(set_count(&g->picked));
    }
    Ctx ctx = ctx_in(g, f);
    int least, most;
    bool choice = selection_bounds(g, &ctx, s->node, &least, &most, own_cards(g, f));
    if (f->scope && !set_empty(set_at(g, g->scope[f->scope - 1].gone)) && names_cards(cat, s->node))
        put_cards(g, f, set_minus(cards_of(g, f), set_at(g, g->scope[f->scope - 1].gone)));
    if (!choice) {
        name_selection(g, f, s->node, cards_of(g, f));
        USE_SKILLS(g->scope[f->scope - 1].you, *cards_of(g, f), skills_selected_for(g, f, s->node));
        g->picked = *cards_of(g, f);
        RETURN(set_count(&g->picked));
    }
    s->least = (uint16_t)least;
    s->most = (uint16_t)most;
    s->random = is_random(cat->node[inner(cat, s->node)].op);
    if (is_turned_round(g, source_of(g, f), cat->node[inner(cat, s->node)].op, chooser(g, &ctx, inner(cat, s->node)), cards_of(g, f)))
        s->random = !s->random;
    if (!s->random)                             /* who may not be chosen is shown as such (2E-18.31) */
        let_chooser_look(g, cards_of(g, f), chooser(g, &ctx, inner(cat, s->node)));
    drop_unselectable(g, own_cards(g, f), s->random, source_of(g, f));
    drop_immune(g, own_cards(g, f), s->about, source_of(g, f), f->scope && g->scope[f->scope - 1].paying);
    if (s->random) {
        RESPOND(f->player, *cards_of(g, f), (Window){ .event = EVENT_ABOUT_TO_SELECT, .actor = f->player, .cause = source_of(g, f) });
        put_cards(g, f, g->picked);
    } else {
        Ctx again = ctx_in(g, f);
        s->who = (uint8_t)(is_random(cat->node[inner(cat, s->node)].op) ? g->encounter.player : chooser(g, &again, inner(cat, s->node)));
        s->several = set_empty(cards_of(g, f)) ? 0 : several_choosers(g, &again, inner(cat, s->node));
        if (s->several) {
            offer_players(g, f, s->several);
            ASK();
            s->who = (uint8_t)answered(g).number;
            settle_opponent(g, f, s->who);
        }
        let_chooser_look(g, cards_of(g, f), s->who);
        if (needs_total(cat->node[inner(cat, s->node)].op)) {
            Ctx amount = ctx_in(g, f);
            s->total = (int16_t)quantity(g, &amount, node_child(cat, inner(cat, s->node), 2));
            while ((s->total > 0 || cat->node[inner(cat, s->node)].op == NODE_AT_LEAST_TOTAL) && !set_empty(cards_of(g, f))) {      /* one after another until they are enough, or as many more as one likes */
                CALL_ON(choose_cards, s->who, *cards_of(g, f), (Choose){ .least = s->total > 0, .most = 1, .about = s->about, .asker = source_of(g, f) });
                CardId one = set_next(&g->picked, 0);
                if (!one)
                    break;
                s->total = (int16_t)(s->total - property(g, one, node_value(cat, inner(cat, s->node), 1)));
                set_drop(own_cards(g, f), one);
                set_add(own_more(g, f), one);
            }
            g->picked = *more_of(g, f);
        } else if (is_of_kinds(cat->node[inner(cat, s->node)].op)) {
            s->total = (int16_t)(s->least ? most_together(g, cards_of(g, f), node_value(cat, inner(cat, s->node), 2), s->most, is_alike(cat, s->node)) : s->most);
            if (is_alike(cat, s->node) && s->total < s->most)
                s->total = 0;
            for (; s->total > 0 && !set_empty(cards_of(g, f)); s->total--) {        /* one after another, each unlike those before it, or like them */
                if (s->least)
                    put_cards(g, f, leaving_enough(g, cards_of(g, f), node_value(cat, inner(cat, s->node), 2), s->total, is_alike(cat, s->node)));
                if (s->least && set_count(cards_of(g, f)) == s->total && !g->world->windows) {       /* all of them: nothing to choose */
                    set_join(own_more(g, f), cards_of(g, f));
                    break;
                }
                CALL_ON(choose_cards, s->who, *cards_of(g, f), (Choose){ .least = s->least ? 1 : 0, .most = 1, .about = s->about, .asker = source_of(g, f),
                                                                        .hidden = is_chosen_hidden(g, s->node, cards_of(g, f)) });
                CardId one = set_next(&g->picked, 0);
                if (!one)
                    break;
                set_add(own_more(g, f), one);
                put_cards(g, f, beside_one(g, cards_of(g, f), one, node_value(cat, inner(cat, s->node), 2), is_alike(cat, s->node)));
            }
            g->picked = *more_of(g, f);
        } else if (cat->node[inner(cat, s->node)].op == NODE_UP_TO_TOTAL) {
            Ctx amount = ctx_in(g, f);
            s->total = (int16_t)quantity(g, &amount, node_child(cat, inner(cat, s->node), 2));
            for (;;) {                                                  /* one after another, as long as another is not too much */
                put_cards(g, f, affordable(g, cards_of(g, f), node_value(cat, inner(cat, s->node), 1), s->total));
                CALL_ON(choose_cards, s->who, *cards_of(g, f), (Choose){ .most = 1, .about = s->about, .asker = source_of(g, f) });
                CardId one = set_next(&g->picked, 0);
                if (!one)
                    break;
                s->total = (int16_t)(s->total - property(g, one, node_value(cat, inner(cat, s->node), 1)));
                set_drop(own_cards(g, f), one);
                set_add(own_more(g, f), one);
            }
            g->picked = *more_of(g, f);
        } else
            CALL_ON(choose_cards, s->who, *cards_of(g, f), (Choose){ .least = s->least, .most = s->most, .about = s->about, .asker = source_of(g, f), .hidden = is_chosen_hidden(g, s->node, cards_of(g, f)) });
        put_more(g, f, g->picked);
    }
    do {
        s->again = false;
        if (s->random)
            put_more(g, f, draw_lot(g, f, s));
        show_selected(g, more_of(g, f), source_of(g, f), s->random ? cards_of(g, f) : NULL);
        if (s->random)
            RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_RANDOMLY_SELECTED, .actor = f->player, .cause = source_of(g, f) });
        if (!s->again && (s->random || in_force(g, RULING_SELECTED))) {      /* "choose" selects as well (2e-2014/selected) */
            if (!s->random && event_heard(g, EVENT_SELECTED))
                cite(g, RULING_SELECTED);
            RESPOND(f->player, *more_of(g, f), (Window){ .event = EVENT_SELECTED, .actor = f->player, .cause = source_of(g, f), .number = s->random ? SELECTED_AT_RANDOM : 0 });
        }
    } while (s->again && ++s->times < MOST_TIMES);
    if (g->players > 2 && f->scope)
        settle_by_cards(g, f, s->node, more_of(g, f));
    name_selection(g, f, s->node, more_of(g, f));           /* only now: a response may have put others in their place */
    USE_SKILLS(g->scope[f->scope - 1].you, *more_of(g, f), skills_selected_for(g, f, s->node));
    g->picked = *more_of(g, f);
    RETURN(set_count(&g->picked));

    PROC_END;
}

static int count_after(const CardSet *set, CardId last)
{
    int n = 0;
    for (CardId id = set_next(set, last); id; id = set_next(set, id))
        n++;
    return n;
}

/* Where one of those who go must lead the others. */
static bool leads(const Game *g, const Choose *c, CardId id)
{
    return !c->led || !g->world->edition->leads || g->world->edition->leads(g, id);
}

/* Where all who are chosen must be able to work together. */
static bool goes_with_chosen(const Game *g, const Frame *f, const Choose *c, CardId id)
{
    return !c->together || !g->world->edition->goes_with || g->world->edition->goes_with(g, id, more_of(g, f));
}

/* In ascending order; a card is offered only if enough come after it. */
static void offer_choices(Game *g, const Frame *f, const Choose *c)
{
    int spare = c->least > c->chosen + 1 ? count_after(cards_of(g, f), c->last) - (c->least - c->chosen) : MAX_CARDS;
    FOR_SET(id, cards_of(g, f))
        if (id > c->last && goes_with_chosen(g, f, c, id) && spare-- >= 0)
            decision_add(g, (Option){ .verb = SL_CHOOSE, .card = id });
}

static void offer_to_go(Game *g, const Frame *f, const Choose *c, CardId id)
{
    offer(g, (Option){ .verb = SL_CHOOSE, .card = id }, goes_with_chosen(g, f, c, id) ? CITE_NONE : g->world->edition->at_odds, NO_CARD);
}

/* Those who lead come first, and then whoever is led by them, each in ascending order. */
static void offer_led_choices(Game *g, const Frame *f, const Choose *c)
{
    bool any = c->chosen > 0, led = any && !leads(g, c, c->last);
    for (CardId id = set_next(cards_of(g, f), c->last); id && !led; id = set_next(cards_of(g, f), id))
        if (leads(g, c, id))
            offer_to_go(g, f, c, id);
    for (CardId id = set_next(cards_of(g, f), led ? c->last : NO_CARD); id && any; id = set_next(cards_of(g, f), id))
        if (!leads(g, c, id))
            offer_to_go(g, f, c, id);
}

/* Between people it is asked, choice or not, where the others do not see among what: each card that is picked is one answer, and so is the end.
 * What cannot be done at all shows by itself. */
static bool is_asked_anyway(const Game *g, const Frame *f, const Choose *c)
{
    return g->world->windows && c->hidden && (c->least == 0 || !set_empty(cards_of(g, f)));
}

/* A card of the same hand or pile is among them. */
static bool lies_beside(const Game *g, const CardSet *cards, CardId id)
{
    FOR_SET(other, cards)
        if (!card_in_play(g, other) && g->card[other].zone == g->card[id].zone && g->card[other].owner == g->card[id].owner)
            return true;
    return false;
}

/* There is no choice, and nobody is asked.  Whoever names another card is told all the same why that one was none to be chosen. */
static void NOINLINE note_unchosen(Game *g, const Frame *f, const Choose *c)
{
    enum { MOST_TOLD = 16, MOST_KEPT = TRACE_REFUSALS / 2 };
    unsigned char asked[offsetof(Decision, option)];
    PackedOption first = g->decision.option[0];
    memcpy(asked, &g->decision, sizeof asked);
    decision_open(g, SL_DECIDE_CARD, f->player, c->about, c->asker);
    decision_add(g, (Option){ .verb = SL_CHOOSE, .card = set_next(cards_of(g, f), NO_CARD) });
    FOR_CARDS(g, id) {
        Refusal told[MOST_TOLD];
        int zone = g->card[id].zone;
        bool near = card_in_play(g, id) ? zone != ZONE_ROW
            : (g->card[id].owner == f->player && (zone == ZONE_HAND || zone == ZONE_DISCARD)) || lies_beside(g, cards_of(g, f), id);
        if (!near || set_has(cards_of(g, f), id) || g->trace->refusal_count >= MOST_KEPT)
            continue;
        int count = g->world->edition->why_not(g, f->player, (Option){ .verb = SL_CHOOSE, .card = id }, true, told, MOST_TOLD);
        for (int i = 0; i < count; i++)
            trace_refusal(g, told[i].option, told[i].cite, told[i].card);
    }
    memcpy(&g->decision, asked, sizeof asked);
    g->decision.option[0] = first;
}

/* One player picks least … most cards of f->cards, one answer at a time, in ascending order, those who lead others first; all of them, without a question, when
 * there is no choice. */
Flow choose_cards(Game *g, Frame *f)
{
    LOCALS(Choose, c);
    PROC_BEGIN;

    c->hidden = is_asked_anyway(g, f, c);
    int there = set_count(cards_of(g, f));
    if (there <= c->least && !c->hidden) {
        if (g->trace && g->trace->choices)
            note_unchosen(g, f, c);
        g->picked = *cards_of(g, f);
        RETURN(there);
    }
    if (there < c->least)
        c->least = (uint16_t)there;
    while (c->chosen < c->most) {
        decision_open(g, c->orders ? SL_DECIDE_ORDERING : c->most == 1 ? SL_DECIDE_CARD : SL_DECIDE_SET, f->player, c->about, c->asker);
        if (c->led)
            offer_led_choices(g, f, c);
        else
            offer_choices(g, f, c);
        if (c->chosen >= c->least)
            decision_add(g, (Option){ .verb = SL_DONE });
        g->decision.least = c->least;
        g->decision.most = c->most > 1 || c->least == 0 ? c->most : 0;
        g->decision.chosen_count = c->chosen;
        g->decision.may_end = c->chosen >= c->least;
        ASK_IF(g->decision.count > 1 || c->hidden || c->led);      /* of a group that goes somewhere nobody is chosen unasked: others may go along */
        if (answered(g).verb == SL_DONE)
            break;
        c->last = answered(g).card;
        c->chosen++;
        set_add(own_more(g, f), c->last);
    }
    g->picked = *more_of(g, f);
    RETURN(c->chosen);

    PROC_END;
}
