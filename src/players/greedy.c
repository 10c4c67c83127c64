/* The greedy player: the best next step by simple judgement, no looking ahead.
 *
 * Choices among cards follow one rule: from our own cards the least worth when it hurts and the most worth when it helps, from
 * the opponent's always the most worth. */
#include "players/greedy.h"

ChooseAnswer choose_greedy;

static int first_of(const Table *t, sl_verb verb)
{
    int count = sl_game_options(t->game);
    for (int i = 0; i < count; i++)
        if (sl_game_option(t->game, i).verb == verb)
            return i;
    return -1;
}

/* ---- texts: orders and responses ---- */

/* A text from play must not be good for ever: it has a limit, uses itself up, or responds to one event. */
static bool can_use(const Table *t, int id, const sl_summary *text)
{
    sl_card card;
    if (!sl_game_card(t->game, t->me, id, &card))
        return false;
    bool last_ship = text_discards_ship(text) && !has_useful_ship(t);
    return !last_ship && (card.zone == SL_HAND || text_ends(text));
}

int best_text(const Table *t)
{
    int best = -1, most = 0, count = sl_game_options(t->game);
    for (int i = 0; i < count; i++) {
        sl_option o = sl_game_option(t->game, i);
        sl_summary text;
        if (o.verb != SL_USE)
            continue;
        ability_summary(t, o.card, o.number, &text);
        int worth = text_worth(&text);
        if (worth > most && can_use(t, o.card, &text)) {
            most = worth;
            best = i;
        }
    }
    return best;
}

static int choose_response(const Table *t, const sl_decision *d)
{
    int answer = first_of(t, SL_PROBE);         /* a probe costs nothing */
    if (answer < 0 && sl_game_edition(t->game) == SL_FIRST_EDITION)
        answer = respond_first_edition(t->game, d);
    if (answer < 0)
        answer = best_text(t);
    return answer >= 0 ? answer : first_of(t, SL_PASS);
}

/* ---- the dilemma stack ---- */

typedef struct { int option, cost, worth; } Drawn;

/* Those who attempt, as far as we may know them. */
static sl_sums opposing_group(const Table *t, int mission, int *size)
{
    sl_sums known = { .count = 0 };
    int cards = sl_game_cards(t->game);
    *size = 0;
    for (int id = 1; id <= cards; id++) {
        sl_card c;
        sl_game_card(t->game, t->me, id, &c);
        if (!c.in_play || c.stopped || c.commander == t->me || (c.zone != SL_SURFACE && c.zone != SL_ABOARD)
            || sl_game_mission_of(t->game, id) != mission)
            continue;
        ++*size;
        if (c.def)
            sums_add(&known, t, id);
    }
    return known;
}

static int spent_on(const Table *t, const sl_decision *d)
{
    int sum = 0;
    for (int i = 0; i < d->chosen_count; i++)
        sum += sl_game_cost(t->game, t->me, sl_game_chosen(t->game, i));
    return sum;
}

static bool is_chosen(const Table *t, const sl_decision *d, int def)
{
    for (int i = 0; i < d->chosen_count; i++) {
        sl_card c;
        sl_game_card(t->game, t->me, sl_game_chosen(t->game, i), &c);
        if (c.def == def)
            return true;
    }
    return false;
}

/* What can be faced here: the right kind, no copy, nothing dearer than what is left.  Others would be overcome at once. */
static int usable_dilemmas(const Table *t, const sl_decision *d, int budget, Drawn *out)
{
    int n = 0, group;
    sl_card mission = { .def = 0 }, c;
    sl_facts where = { .kind = "" }, facts;
    sl_game_card(t->game, t->me, d->card, &mission);
    sl_card_facts(t->library, mission.def, &where);
    sl_sums known = opposing_group(t, d->card, &group);
    int seen[64];
    for (int i = 0; i < d->options && n < 64; i++) {
        sl_option o = sl_game_option(t->game, i);
        if (o.verb != SL_CHOOSE || !sl_game_card(t->game, t->me, o.card, &c) || !sl_card_facts(t->library, c.def, &facts))
            continue;
        bool fits = strcmp(facts.kind, "dual") == 0 || strcmp(facts.kind, where.kind) == 0;
        int cost = sl_game_cost(t->game, t->me, o.card);
        bool copy = is_chosen(t, d, c.def);
        for (int k = 0; k < n; k++)
            copy |= seen[k] == c.def;
        if (!fits || copy || cost > budget)
            continue;
        sl_summary text;
        sl_text_summary(t->library, c.def, -1, &text);
        seen[n] = c.def;
        out[n++] = (Drawn){ i, cost, dilemma_worth(t, &text, &known, group ? group : 1) };
    }
    return n;
}

/* The most harm for the budget; of the chosen, the one that harms fewest comes first, so that what asks the whole group for a
 * skill meets a smaller group. */
static int first_of_best_stack(const Drawn *drawn, int count, int budget)
{
    enum { MOST_BUDGET = 40 };
    int best[MOST_BUDGET + 1] = { 0 };
    uint64_t taken[MOST_BUDGET + 1] = { 0 };
    budget = budget < MOST_BUDGET ? budget : MOST_BUDGET;
    for (int i = 0; i < count; i++)
        for (int b = budget; b >= drawn[i].cost; b--)
            if (best[b - drawn[i].cost] + drawn[i].worth > best[b]) {
                best[b] = best[b - drawn[i].cost] + drawn[i].worth;
                taken[b] = taken[b - drawn[i].cost] | (uint64_t)1 << i;
            }
    int first = -1;
    for (int i = 0; i < count; i++)
        if (taken[budget] >> i & 1 && (first < 0 || drawn[i].worth < drawn[first].worth))
            first = i;
    return first < 0 ? -1 : drawn[first].option;
}

/* As many dilemmas are drawn as may be spent on them. */
static int choose_dilemma(const Table *t, const sl_decision *d)
{
    Drawn drawn[64];
    int budget = d->chosen_count + d->options - 1 - spent_on(t, d);
    int count = usable_dilemmas(t, d, budget, drawn);
    int answer = first_of_best_stack(drawn, count, budget);
    return answer >= 0 ? answer : first_of(t, SL_DONE);
}

/* ---- cards ---- */

static bool hurts(const sl_decision *d)
{
    return d->purpose == SL_FOR_STOP || d->purpose == SL_FOR_KILL || d->purpose == SL_FOR_DESTROY || d->purpose == SL_FOR_DISCARD
        || d->purpose == SL_FOR_REMOVE || d->purpose == SL_FOR_BRIG;
}

/* Losing this one in the middle of an attempt could cost the mission. */
static int needed_here(Table *t, int id)
{
    const Site *s = table_site(t, sl_game_mission_of(t->game, id));
    if (!s || !s->open)
        return 0;
    Crew with = { .count = 0 }, without = { .count = 0 };
    for (int i = 0; i < t->people; i++) {
        const Person *p = &t->person[i];
        if (p->at != s->id || p->stopped)
            continue;
        crew_add(&with, p->id);
        if (p->id != id)
            crew_add(&without, p->id);
    }
    return 12 * (lacks(t, s, &without) - lacks(t, s, &with));
}

/* How gladly we pick this card: from its worth, whose it is, and what becomes of it. */
static int preference(Table *t, const sl_decision *d, int id)
{
    sl_card c, asker = { .owner = t->me };
    if (!sl_game_card(t->game, t->me, id, &c))
        return 0;
    if (d->card)
        sl_game_card(t->game, t->me, d->card, &asker);
    int worth = sl_game_edition(t->game) == SL_FIRST_EDITION ? first_edition_worth(t->game, t->me, id, d->card) : card_worth(t, id);
    bool ours = c.in_play ? c.commander == t->me : c.owner == t->me;
    if (!ours)
        return worth;
    if (hurts(d) || c.zone == SL_HAND || (c.in_play && asker.owner != t->me))
        return -worth - (c.in_play ? needed_here(t, id) : 0);
    return worth;
}

/* Sets are asked for in ascending order: of the best that are still to come, the first. */
static int pick_cards(Table *t, const sl_decision *d)
{
    enum { MOST_OPTIONS = 256 };
    int key[MOST_OPTIONS], count = 0;
    uint16_t order[MOST_OPTIONS];
    for (int i = 0; i < d->options && count < MOST_OPTIONS; i++) {
        sl_option o = sl_game_option(t->game, i);
        if (o.verb != SL_CHOOSE)
            continue;
        key[count] = -preference(t, d, o.card);
        order[count++] = (uint16_t)i;
    }
    if (count == 0)
        return 0;
    sort_by_key(key, order, count);
    int more = d->least > d->chosen_count + 1 ? d->least - d->chosen_count : 1, first = order[0];
    for (int i = 1; i < more && i < count; i++)
        first = order[i] < first ? order[i] : first;
    return first;
}

static int choose_cards(Table *t, const sl_decision *d)
{
    int done = first_of(t, SL_DONE);
    int pick = pick_cards(t, d);
    sl_option o = sl_game_option(t->game, pick);
    if (done >= 0 && (o.verb != SL_CHOOSE || preference(t, d, o.card) <= 0))
        return done;
    return pick;
}

/* ---- words and numbers ---- */

static int choose_mode(const Table *t, const sl_decision *d)
{
    sl_summary text;
    int best = 0, most = 0;
    ability_summary(t, d->card, -1, &text);
    for (int i = 0; i < d->options; i++) {
        int worth = mode_worth(&text, sl_game_option(t->game, i).number);
        if (i == 0 || worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* On the opponent's attempt, a skill that few of the known people have; for ourselves, one that the missions ask for. */
static int choose_skill(const Table *t)
{
    int best = 0, most = 0, count = sl_game_options(t->game), cards = sl_game_cards(t->game);
    bool ours = sl_game_active(t->game) == t->me;
    for (int i = 0; i < count; i++) {
        int skill = sl_game_option(t->game, i).number, score = 0;
        if (skill < 0 || skill >= MOST_SKILLS)
            continue;
        for (int k = 0; ours && k < t->sites; k++)
            score += t->site[k].open ? 2 * t->site[k].asks[skill] : 0;
        for (int id = 1; id <= cards; id++) {
            sl_card c;
            if (sl_game_card(t->game, t->me, id, &c) && c.in_play && c.def && c.commander == sl_game_active(t->game))
                score -= sl_game_skill(t->game, id, skill);
        }
        if (i == 0 || score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

static int choose_opponent(const Table *t)
{
    int count = sl_game_options(t->game);
    for (int i = 0; i < count; i++)
        if (sl_game_option(t->game, i).number != t->me)
            return i;
    return 0;
}

static int choose_yes_or_no(const Table *t, const sl_decision *d)
{
    int answer = first_of(t, d->purpose == SL_FOR_PAY_OTHERWISE || d->purpose == SL_FOR_REPLICATE ? SL_NO : SL_YES);
    return answer >= 0 ? answer : 0;
}

static int choose(Table *t, const sl_decision *d)
{
    switch (d->kind) {
    case SL_DECIDE_PLAY:     return choose_play(t);
    case SL_DECIDE_ORDERS:   return choose_order(t);
    case SL_DECIDE_RESPONSE: return choose_response(t, d);
    case SL_DECIDE_STACK:    return choose_dilemma(t, d);
    case SL_DECIDE_CARD: case SL_DECIDE_SET: case SL_DECIDE_DISCARD: case SL_DECIDE_ORDERING: return choose_cards(t, d);
    case SL_DECIDE_YES_NO:   return choose_yes_or_no(t, d);
    case SL_DECIDE_MODE:     return choose_mode(t, d);
    case SL_DECIDE_SKILL:    return choose_skill(t);
    case SL_DECIDE_NUMBER:   return d->options - 1;
    case SL_DECIDE_PLAYER:   return choose_opponent(t);
    case SL_DECIDE_BATTLE:   return d->options - 1;     /* the worst that can be done to the opponent stands last */
    case SL_DECIDE_TITLE: case SL_DECIDE_MANDATORY: case SL_DECIDE_SEED: return 0;      /* a seed is chosen elsewhere */
    }
    return 0;
}

int choose_greedy(Mind *mind, const sl_game *game)
{
    (void)mind;                                 /* the table says it all; nothing is left to chance */
    sl_decision decision;
    sl_game_decision(game, &decision);
    if (decision.options < 2 || decision.purpose == SL_FOR_BEAM)
        return 0;                               /* all beam, one after another */
    bool of_turn = decision.kind == SL_DECIDE_SEED || decision.kind == SL_DECIDE_PLAY || decision.kind == SL_DECIDE_ORDERS;
    if (of_turn && sl_game_edition(game) == SL_FIRST_EDITION)
        return choose_first_edition(game, &decision);
    Table table;
    table_read(&table, game, decision.player);
    int answer = choose(&table, &decision);
    return answer >= 0 && answer < decision.options ? answer : 0;
}
