/* What players do with piles, points and names: draw, discard from the deck, score, name.  2E-18.6, 2E-21. */
#include "spaceline.h"
#include "verbs/eval.h"
#include "verbs/verbs.h"

void draw_card(Game *g, int player)
{
    CardId id = g->pile[player][ZONE_DECK].top;
    if (id) {
        card_to_pile(g, id, player, ZONE_HAND, PUT_BOTTOM);
        g->drawn[player] = (uint8_t)(g->drawn[player] < UINT8_MAX ? g->drawn[player] + 1 : UINT8_MAX);
        g->unsettled |= g->pile[player][ZONE_DECK].count == 0;      /* an empty deck may end the game */
    } else
        cite(g, RULE_DECK_EMPTY);
}

/* A single card is named to who may know it. */
void log_draw(Game *g, int player, int drawn)
{
    log_event(g, LOG_DRAWS, player, drawn == 1 ? g->pile[player][ZONE_HAND].bottom : NO_CARD, NO_CARD, drawn);
}

/* The cards that were drawn last: they lie at the end of the hand. */
CardSet last_drawn(const Game *g, int player, int count)
{
    CardSet drawn = { 0 };
    for (CardId id = g->pile[player][ZONE_HAND].bottom; id != NO_CARD && count > 0; id = g->card[id].above, count--)
        set_add(&drawn, id);
    return drawn;
}

int draw_cards(Game *g, int player, int most)
{
    if (g->no_draws >> player & 1) {
        cite(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_2);
        if (in_force(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_2))
            return 0;
    }
    for (int n = 0; n < most; n++) {
        CardId top = g->pile[player][ZONE_DECK].top;
        if (top && why_cannot(g, top, ACT_DRAW, NO_CARD, NULL)) {
            cite(g, RULING_CANNOT);
            return n;
        }
        draw_card(g, player);
        if (!top)
            return n;
    }
    return most;
}

/* A player on whom "opponent" falls among several is chosen by the text's player (2E-24.3). */
static bool must_pick_player(const Game *g, const Ctx *ctx, NodeId id)
{
    int op = g->world->cat->node[id].op;
    return op == NODE_OPPONENT && __builtin_popcount(players_of(g, ctx, id)) > 1;
}

void offer_players(Game *g, const Frame *f, uint8_t players)
{
    decision_open(g, SL_DECIDE_PLAYER, f->player, NODE_OPPONENT, source_of(g, f));
    for (int p = 0; p < g->players; p++)
        if (players >> p & 1)
            decision_add(g, (Option){ .verb = SL_PICK_PLAYER, .number = (int16_t)p });
}

/* Fills d->n with the players (bits) a P node means; asks when one opponent of several is meant. */
#define WHICH_PLAYERS(child_)                                                                  \
    do {                                                                                       \
        d->n = 0;                                                                              \
        if (must_pick_player(g, &(Ctx){ .self = source_of(g, f), .you = ctx_in(g, f).you, .scope = f->scope }, (child_))) { \
            offer_players(g, f, players_of(g, &(Ctx){ .self = source_of(g, f), .you = ctx_in(g, f).you, .scope = f->scope }, (child_))); \
            ASK();                                                                             \
            d->n = (uint8_t)(1u << answered(g).number);                                        \
            if (f->scope)                                                                      \
                g->scope[f->scope - 1].opponent = (uint8_t)(answered(g).number + 1);           \
        } else {                                                                               \
            d->n = players_of(g, &(Ctx){ .self = source_of(g, f), .you = ctx_in(g, f).you, .scope = f->scope }, (child_)); \
        }                                                                                      \
    } while (0)

static int amount_of(const Game *g, const Frame *f, NodeId node)
{
    Ctx ctx = ctx_in(g, f);
    return not_negative(quantity(g, &ctx, node));
}

/* Texts answer each card that f->player is about to draw; returns how many of x are still drawn (2E). */
Flow still_drawn(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    for (d->i = 0, d->n = 0; d->i < d->x; d->i++) {
        RESPOND(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_DRAW, .actor = f->player });
        d->n = (uint8_t)(d->n + (g->result != 0));
    }
    RETURN(d->n);

    PROC_END;
}

Flow do_draw(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    WHICH_PLAYERS(node_child(cat, d->node, 0));
    d->x = (int16_t)amount_of(g, f, node_child(cat, d->node, 1));
    for (d->i = 0; d->i < g->players; d->i++) {
        d->player = (uint8_t)((g->active + d->i) % g->players);
        if (!(d->n >> d->player & 1))
            continue;
        g->result = d->x;
        if (!g->world->edition->draw && event_heard(g, EVENT_ABOUT_TO_DRAW))
            CALL(still_drawn, d->player, (Do){ .x = d->x });
        if (g->world->edition->draw)
            CALL_EDITION(draw, d->player, (Do){ .x = d->x });
        else
            g->result = draw_cards(g, d->player, g->result);
        int drawn = g->result;
        log_draw(g, d->player, drawn);
        if (drawn == 0)
            continue;
        d->done = true;
        if (cat->node[d->node].op == NODE_DRAWN_THEM)
            put_cards(g, f, last_drawn(g, d->player, drawn));
        if (!g->world->edition->draw)           /* a draw of the edition tells of each card itself */
            RESPOND(f->player, last_drawn(g, d->player, drawn), (Window){ .event = EVENT_DREW, .actor = d->player });
    }
    if (cat->node[d->node].op == NODE_DRAWN_THEM)
        g->picked = *cards_of(g, f);            /* for who speaks of them afterwards */
    RETURN(d->done);

    PROC_END;
}

/* From now on they draw nothing this turn, whatever lets them; who does already may say so again (1E-6.11). */
Flow do_no_draws(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    if (g->no_draws & players_of(g, &ctx, node_child(g->world->cat, d->node, 0)))
        cite(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_1);
    g->no_draws |= players_of(g, &ctx, node_child(g->world->cat, d->node, 0));
    if (in_force(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_1))
        cite(g, RULING_DRAW_NO_CARDS_THIS_TURN_1998_1);
    RETURN(1);

    PROC_END;
}

Flow do_discard_top(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    WHICH_PLAYERS(node_child(cat, d->node, 0));
    d->x = (int16_t)amount_of(g, f, node_child(cat, d->node, 1));
    for (d->i = 0; d->i < g->players; d->i++) {
        d->player = (uint8_t)((g->active + d->i) % g->players);
        if (!(d->n >> d->player & 1))
            continue;
        put_cards(g, f, (CardSet){ 0 });
        CardId id = g->pile[d->player][ZONE_DECK].top;
        for (int k = 0; k < d->x && id; k++, id = g->card[id].below)
            set_add(own_cards(g, f), id);
        CALL_ON(affect_cards, f->player, *cards_of(g, f), (Affect){ .act = DO_DISCARD, .cause = source_of(g, f) });
    }
    RETURN(1);

    PROC_END;
}

Flow do_shuffle(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    WHICH_PLAYERS(node_child(cat, d->node, 0));
    bool pile = cat->node[d->node].op == NODE_SHUFFLE_PILE;
    for (int p = 0; p < g->players; p++)
        if (d->n >> p & 1) {
            pile_shuffle(g, p, pile ? ZONE_PILE : ZONE_DECK);
            log_event(g, pile ? LOG_SHUFFLES_PILE : LOG_SHUFFLES, p, NO_CARD, NO_CARD, 0);
            g->loop.pile = (uint8_t)((p + 1) | (pile ? 0 : LOOP_DECK));
        }
    for (d->i = 0; cat->node[d->node].op == NODE_SHUFFLE && d->i < g->players; d->i++)
        if (d->n >> d->i & 1)
            TELL(f->player, (CardSet){ 0 }, (Window){ .event = EVENT_SHUFFLED, .actor = d->i });
    RETURN(1);

    PROC_END;
}

/* ---- points: 2E-21 ---- */

/* Points of a text are bonus points unless it is that of a mission or objective (1E-19.11); not every edition tells them apart. */
static bool is_bonus(const Game *g, CardId source)
{
    return !source || !(is_type(g, source, TYPE_MISSION) || is_type(g, source, TYPE_OBJECTIVE));
}

static void count_bonus(Game *g, int player, int points)
{
    if (g->world->edition->bonus_points)
        g->bonus[player] = (int16_t)(g->bonus[player] + points);
}

int lose_points(Game *g, int player, int points, bool bonus)
{
    int most = g->score[player] - g->world->edition->least_score;
    if (points > most) {
        points = most;                          /* never below 0 in the Second Edition (2E-21.1) */
        cite(g, RULE_SCORE_FLOOR);
    }
    g->score[player] = (int16_t)(g->score[player] - points);
    if (bonus)
        count_bonus(g, player, -points);
    table_changed(g);
    log_event(g, LOG_LOSES, player, NO_CARD, NO_CARD, points);
    return points;
}

/* "No more than the printed value of that mission": what is left of the points. */
static int points_allowed(const Game *g, CardId from, int points)
{
    if (!some_has_kind(g, NODE_PRINTED_MOST) || !from || !is_type(g, from, TYPE_MISSION))
        return points;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *t = &g->statics[i];
        const Ability *a = &g->world->cat->ability[t->ability];
        Ctx ctx = ctx_of(g, t->card);
        if (a->kind == NODE_PRINTED_MOST && text_active(g, t->card, a) && guard_holds(g, &ctx, a))
            points = smaller_of(points, mission_end(g, from, g->card[from].commander)->points);
    }
    return points;
}

/* "Players may only score points from missions": those of the players (bits) who may score from this card. */
static int who_may_score(const Game *g, int players, CardId from)
{
    if (!some_has_kind(g, NODE_POINTS_ONLY))
        return players;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *t = &g->statics[i];
        const Ability *a = &g->world->cat->ability[t->ability];
        Ctx ctx = ctx_of(g, t->card);
        if (a->kind != NODE_POINTS_ONLY || !text_active(g, t->card, a) || !guard_holds(g, &ctx, a))
            continue;
        NodeId cards = node_child(g->world->cat, a->node, 1);
        if (!cards || !from || !filter_is(g, &ctx, cards, from))
            players &= ~players_of(g, &ctx, node_child(g->world->cat, a->node, 0));
    }
    return players;
}

static void add_points(Game *g, int player, int points, bool bonus)
{
    g->score[player] = (int16_t)(g->score[player] + points);
    if (bonus)
        count_bonus(g, player, points);
    g->unsettled |= g->score[player] >= g->world->edition->win_points;
    table_changed(g);
    g->progress = g->turn;
    if (points)
        log_event(g, LOG_SCORES, player, NO_CARD, NO_CARD, points);
}

/* f->player scores; whether that wins is asked at once (2e-2014/winning-the-game.2). */
Flow score_points(Game *g, Frame *f)
{
    LOCALS(Scoring, s);
    PROC_BEGIN;

    s->points = (int16_t)(who_may_score(g, 1 << f->player, s->from) ? points_allowed(g, s->from, s->points) : 0);
    if (s->points && event_heard(g, EVENT_ABOUT_TO_SCORE)) {
        RESPOND(f->player, s->from ? set_one(s->from) : (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_SCORE, .actor = f->player, .number = s->points });
        s->points = g->result ? s->points : 0;
    }
    add_points(g, f->player, s->points, s->bonus);
    CALL_EDITION(win_check, f->player, (Do){ 0 });
    if (s->points)
        RESPOND(f->player, s->from ? set_one(s->from) : (CardSet){ 0 }, (Window){ .event = EVENT_SCORED, .actor = f->player, .number = s->points });
    RETURN(1);

    PROC_END;
}

/* Several players score by one action: each has the points before it is asked who has won (2E-21.6).  Returns those of them who may score, as bits. */
static int add_points_to_each(Game *g, int players, int points, CardId from)
{
    int scoring = 0;
    for (int i = 0; i < g->players; i++) {
        int player = (g->active + i) % g->players;
        if (!(players >> player & 1) || (g->world->edition->may_score && !g->world->edition->may_score(g, player, from)))
            continue;
        add_points(g, player, points, is_bonus(g, from));
        scoring |= 1 << player;
    }
    return scoring;
}

Flow do_points(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    WHICH_PLAYERS(node_child(cat, d->node, 0));
    d->x = (int16_t)amount_of(g, f, node_child(cat, d->node, 1));
    if (d->x == 0)
        RETURN(0);
    if (cat->node[d->node].op == NODE_SCORE) {
        d->x = (int16_t)points_allowed(g, source_of(g, f), d->x);
        d->n = (uint8_t)who_may_score(g, d->n, source_of(g, f));
        for (d->i = 0; d->x && event_heard(g, EVENT_ABOUT_TO_SCORE) && d->i < g->players; d->i++) {
            d->player = (uint8_t)((g->active + d->i) % g->players);
            if (!(d->n >> d->player & 1))
                continue;
            RESPOND(d->player, source_of(g, f) ? set_one(source_of(g, f)) : (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_SCORE, .actor = d->player, .number = d->x });
            d->n = (uint8_t)(g->result ? d->n : d->n & ~(1u << d->player));
        }
        d->n = (uint8_t)add_points_to_each(g, d->n, d->x, source_of(g, f));
        CALL_EDITION(win_check, f->player, (Do){ 0 });
    }
    for (d->i = 0; d->i < g->players; d->i++) {
        d->player = (uint8_t)((g->active + d->i) % g->players);
        if (!(d->n >> d->player & 1))
            continue;
        if (cat->node[d->node].op == NODE_SCORE) {
            if (d->x)
                RESPOND(d->player, source_of(g, f) ? set_one(source_of(g, f)) : (CardSet){ 0 }, (Window){ .event = EVENT_SCORED, .actor = d->player, .number = d->x });
            continue;
        }
        if (event_heard(g, EVENT_ABOUT_TO_LOSE_POINTS) && !(f->scope && g->scope[f->scope - 1].paying)) {     /* a cost is paid or not: nothing gets in its way */
            RESPOND(d->player, source_of(g, f) ? set_one(source_of(g, f)) : (CardSet){ 0 }, (Window){ .event = EVENT_ABOUT_TO_LOSE_POINTS, .actor = d->player, .number = d->x });
            if (!g->result)
                continue;
        }
        decision_open(g, SL_DECIDE_YES_NO, d->player, NODE_PAY_POINTS_BY, NO_CARD);
        if (points_substitute(g, d->player, source_of(g, f), d->x, &g->decision.card))
            decision_add(g, (Option){ .verb = SL_YES });
        if (g->score[d->player] >= d->x || g->decision.count == 0)
            decision_add(g, (Option){ .verb = SL_NO });
        ASK_UNLESS_ONE();
        if (answered(g).verb == SL_NO) {
            int lost = lose_points(g, d->player, d->x, is_bonus(g, source_of(g, f)));
            if (lost)
                RESPOND(d->player, (CardSet){ 0 }, (Window){ .event = EVENT_LOST_POINTS, .actor = d->player, .number = (int16_t)lost });
            continue;
        }
        cite(g, RULING_COST_EXTRA);
        CardId by;
        RUN_BODY(d->player, points_substitute(g, d->player, source_of(g, f), d->x, &by));
    }
    RETURN(1);

    PROC_END;
}

Flow do_turn(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    if (cat->node[d->node].op == NODE_WIN) {
        log_event(g, LOG_WINS, d->player, source_of(g, f), NO_CARD, g->score[d->player]);
        game_end(g, d->player);
        RETURN(1);
    }
    g->extra_turns[d->player]++;
    cite(g, RULE_EXTRA_TURN);
    RETURN(1);

    PROC_END;
}

/* ---- naming: 2E-18.50 to 18.52.  What a card named is kept on it: kind 1 a title, 2 a skill, 3 a number ---- */

static int letter_of(const char *title)
{
    int c = title[0] & ~('a' - 'A');            /* a small letter is filed under the capital */
    return c >= 'A' && c <= 'Z' ? c : '#';
}

/* Whether a printed card fits what may be named.  Only facts count, for no card in the game stands for it. */
static bool def_fits(const Game *g, const Ctx *ctx, NodeId id, const CardDef *def)
{
    const Catalogue *cat = g->world->cat;
    const Node *n = &cat->node[id];
    switch (n->op) {
    case NODE_AND:
        for (int i = 0; i < n->argc; i++)
            if (!def_fits(g, ctx, node_child(cat, id, i), def))
                return false;
        return true;
    case NODE_OR:
        for (int i = 0; i < n->argc; i++)
            if (def_fits(g, ctx, node_child(cat, id, i), def))
                return true;
        return false;
    case NODE_NOT:    return !def_fits(g, ctx, node_child(cat, id, 0), def);
    case NODE_TYPE:   return def->type == node_value(cat, id, 0);
    case NODE_ICON:   return icon_in(def->icons, node_value(cat, id, 0));
    case NODE_TRAIT:  return trait_in(&def->traits, node_value(cat, id, 0));
    case NODE_TITLE:  return def->titled == (uint16_t)node_value(cat, id, 0);
    case NODE_UNIQUE: return def->unique;
    case NODE_KIND:   return def->kind == node_value(cat, id, 0);
    case NODE_HAS:    return def->skill[node_value(cat, id, 0)] > 0;
    case NODE_COST_IS:return compare(def->cost, node_value(cat, id, 0), quantity(g, ctx, node_child(cat, id, 1)));
    default: {                                   /* it speaks of cards in the game: one of that title must fit */
        FOR_CARDS(g, card)
            if (g->world->cat->def[g->card[card].def].persona == def->persona && filter_is(g, ctx, id, card))
                return true;
        return false;
    }
    }
}

/* A card that cannot be played is in no deck: to name it would be for nothing. */
static bool can_be_named(const Game *g, const CardDef *def)
{
    return def->edition == g->world->edition->id && !def->unplayable;
}

static bool leads_persona(const Game *g, const Ctx *ctx, NodeId filter, int i)
{
    const CardDef *def = &g->world->cat->def[i];
    if (!can_be_named(g, def) || !def_fits(g, ctx, filter, def))
        return false;
    for (int k = 1; k < i; k++)
        if (g->world->cat->def[k].persona == def->persona && can_be_named(g, &g->world->cat->def[k])
            && def_fits(g, ctx, filter, &g->world->cat->def[k]))
            return false;
    return true;
}

/* Any title in the catalogue, whether or not it is in a deck: first its letter, then the title. */
Flow name_card(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    decision_open(g, SL_DECIDE_TITLE, f->player, NODE_NAME_TITLE, source_of(g, f));
    Ctx ctx = ctx_in(g, f);
    uint32_t letters = 0;
    for (int i = 1; i < g->world->titles; i++)
        if (can_be_named(g, &cat->def[i]) && def_fits(g, &ctx, node_child(cat, d->node, 1), &cat->def[i]))
            letters |= letter_of(cat->def[i].title) == '#' ? 1u << 26 : 1u << (letter_of(cat->def[i].title) - 'A');
    for (int k = 0; k <= 26; k++)
        if (letters >> k & 1)
            decision_add(g, (Option){ .verb = SL_NAME_LETTER, .number = (int16_t)(k == 26 ? '#' : 'A' + k) });
    if (g->decision.count == 0)
        RETURN(0);
    ASK_UNLESS_ONE();
    d->x = answered(g).number;
    decision_open(g, SL_DECIDE_TITLE, f->player, NODE_NAME_TITLE, source_of(g, f));
    Ctx again = ctx_in(g, f);
    for (int i = 1; i < g->world->titles; i++)
        if (letter_of(cat->def[i].title) == d->x && leads_persona(g, &again, node_child(cat, d->node, 1), i))
            decision_add(g, (Option){ .verb = SL_NAME_CARD, .def = (DefId)i });
    ASK_UNLESS_ONE();
    card_name(g, source_of(g, f), NAMED_TITLE, cat->def[answered(g).def].persona);
    log_event(g, LOG_NAMES_CARD, f->player, NO_CARD, NO_CARD, 0);
    log_title(g, answered(g).def);
    FOR_CARDS(g, id) {                          /* of other versions it is said at once that they are not meant */
        Ctx limits = ctx_in(g, f);
        if (printed(g, id)->persona == cat->def[answered(g).def].persona)
            is_named_version(g, &limits, id);
    }
    RETURN(1);

    PROC_END;
}

/* Whether a skill or trait is among those that a text lists behind its first part. */
static bool listed(const Catalogue *cat, NodeId node, int first, int value)
{
    for (int i = first; i < cat->node[node].argc; i++)
        if (node_child(cat, node, i) && node_value(cat, node, i) == value)
            return true;
    return false;
}

/* Which skills may be named. */
static SkillSet skills_to_name(const Game *g, const Ctx *ctx, NodeId naming)
{
    const Catalogue *cat = g->world->cat;
    SkillSet known = skills_of_edition(g->world->edition->id), skills = 0;
    int op = cat->node[naming].op;
    if (op == NODE_NAME_CHOSEN)
        return named_skills(g, ctx->self);
    if (op == NODE_NAME_SKILL || op == NODE_NAME_TWO) {
        for (int s = 0; s < SKILL_COUNT; s++)
            skills |= skill_in(known, s) && !listed(cat, naming, 1, s) ? skill_bit(s) : 0;
        return skills;
    }
    CardSet of = filter_set(g, ctx, node_child(cat, naming, 1));
    if (op != NODE_NAME_ASKED)
        return op == NODE_NAME_HELD ? skills_among(g, &of) : known & ~skills_among(g, &of);
    FOR_SET(id, &of)
        skills |= mission_skills(g, id);
    return skills;
}

static bool is_known_trait(const Game *g, int trait)
{
    for (int i = 1; i < g->world->titles; i++)
        if (can_be_named(g, &g->world->cat->def[i]) && trait_in(&g->world->cat->def[i].traits, trait))
            return true;
    return false;
}

/* Any keyword, or any species, that a card of the game has, whether or not one is in a deck. */
Flow name_keyword(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    int op = cat->node[d->node].op;
    decision_open(g, SL_DECIDE_TITLE, f->player, op, source_of(g, f));
    for (int t = 1; t < cat->trait_count; t++)
        if (cat->trait_kind[t] == (op == NODE_NAME_SPECIES ? OF_SPECIES : OF_KEYWORD) && is_known_trait(g, t) && !listed(cat, d->node, 1, t))
            decision_add(g, (Option){ .verb = SL_NAME_TRAIT, .number = (int16_t)t });
    if (g->decision.count == 0)
        RETURN(0);
    ASK_UNLESS_ONE();
    card_name(g, source_of(g, f), NAMED_KEYWORD, answered(g).number);
    log_event(g, LOG_NAMES_KEYWORD, f->player, NO_CARD, NO_CARD, answered(g).number);
    RETURN(1);

    PROC_END;
}

Flow do_name(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    PROC_BEGIN;

    Ctx ctx = ctx_in(g, f);
    d->player = (uint8_t)one_player(g, &ctx, node_child(cat, d->node, 0));
    if (cat->node[d->node].op == NODE_NAME_TITLE) {
        CALL(name_card, d->player, (Do){ .node = d->node });
        RETURN(g->result);
    }
    if (cat->node[d->node].op == NODE_NAME_KEYWORD || cat->node[d->node].op == NODE_NAME_SPECIES) {
        CALL(name_keyword, d->player, (Do){ .node = d->node });
        RETURN(g->result);
    }
    for (d->i = 0; d->i < (cat->node[d->node].op == NODE_NAME_TWO ? 2 : 1); d->i++) {
        Ctx now = ctx_in(g, f);
        bool skill = cat->node[d->node].op != NODE_NAME_NUMBER;
        SkillSet skills = skill ? skills_to_name(g, &now, d->node) & ~(d->i ? skill_bit(d->x) : 0) : 0;
        if (skill && !skills)
            RETURN(0);
        decision_open(g, skill ? SL_DECIDE_SKILL : SL_DECIDE_NUMBER, d->player, cat->node[d->node].op, source_of(g, f));
        int most = skill ? SKILL_COUNT - 1 : node_value(cat, d->node, 1);
        for (int i = 0; i <= most; i++)
            if (!skill || skill_in(skills, i))
                decision_add(g, (Option){ .verb = skill ? SL_NAME_SKILL : SL_NUMBER, .number = (int16_t)i });
        ASK();
        d->n = cat->node[d->node].op != NODE_NAME_NUMBER;
        if (d->i)
            card_name(g, source_of(g, f), NAMED_SKILLS, d->x | answered(g).number << 8);
        else
            card_name(g, source_of(g, f), d->n ? NAMED_SKILL : NAMED_NUMBER, answered(g).number);
        log_event(g, d->n ? LOG_NAMES_SKILL : LOG_NAMES_NUMBER, d->player, NO_CARD, NO_CARD, answered(g).number);
        d->x = (int16_t)answered(g).number;
    }
    RETURN(1);

    PROC_END;
}

/* Names one of a closed list: which one was chosen before, by `choose-one`. */
Flow do_call(Game *g, Frame *f)
{
    LOCALS(Do, d);
    const Catalogue *cat = g->world->cat;
    int op = cat->node[d->node].op;
    card_name(g, source_of(g, f), op == NODE_CALL_ATTRIBUTE ? NAMED_ATTRIBUTE : op == NODE_CALL_TYPE ? NAMED_TYPE : op == NODE_CALL_SKILL ? NAMED_SKILL : NAMED_ICON, node_value(cat, d->node, 0));
    RETURN(1);
}

/* The number that a card remembers grows; it begins with none. */
Flow do_count_up(Game *g, Frame *f)
{
    CardId self = source_of(g, f);
    int before = g->card[self].named_kind == NAMED_NUMBER ? g->card[self].named : 0;
    card_name(g, self, NAMED_NUMBER, before + 1);
    RETURN(1);
}

Flow do_remember(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    SELECT(0, NODE_REMEMBER);
    FOR_SET(id, cards_of(g, f))
        title_keep(g, g->card[id].owner, g->card[id].def);
    RETURN(!set_empty(cards_of(g, f)));

    PROC_END;
}

/* ---- hands ---- */

/* Two copies in hand are one choice: the second is offered only where it differs. */
CardId copy_before(const Game *g, int player, CardId card)
{
    FOR_PILE(g, id, &g->pile[player][ZONE_HAND]) {
        if (id == card)
            break;
        if (g->card[id].def == g->card[card].def && g->card[id].known == g->card[card].known)
            return id;
    }
    return NO_CARD;
}

/* What texts add to the points that it takes to win (2E-21.5, 1E-G11.2). */
int more_points_to_win(const Game *g, int player)
{
    int more = 0;
    const TextSet *texts = texts_of_rules(g);
    FOR_TEXTS(g, i, texts) {
        const StaticText *s = &g->statics[i];
        const Ability *a = &g->world->cat->ability[s->ability];
        if (a->kind != NODE_WIN_NEEDS || !text_active(g, s->card, a))
            continue;
        Ctx ctx = ctx_of(g, s->card);
        if (guard_holds(g, &ctx, a) && players_of(g, &ctx, node_child(g->world->cat, a->node, 0)) >> player & 1)
            more += quantity(g, &ctx, node_child(g->world->cat, a->node, 1));
    }
    return more;
}
