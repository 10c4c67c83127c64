/* Abilities written as English.
 *
 * Each becomes a sentence or a few, in the same order every time: when it applies, under which condition, whether you may, what you pay, what
 * happens, how often.  render_filter.c makes the noun phrases, render_effect.c the verbs, render_together.c sentences of several. */
#include "effect/render.h"

Writer writer_for(const Catalogue *cat, const CardDef *def, const Ability *ability, Out *out)
{
    return (Writer){ .cat = cat, .def = def, .root = ability->node, .pattern = ability->pattern, .damage = ability->damage,
                     .plural = ability->plural || ability->targets > 1, .actor = NODE_YOU, .out = out };
}

static NodeId clause(const Writer *w, uint16_t op)
{
    for (int i = 0; i < kids(w, w->root); i++)
        if (op_of(w, kid(w, w->root, i)) == op)
            return kid(w, w->root, i);
    return 0;
}

/* "If …, " for every guard of the ability. */
static void put_guard(Writer *w, const char *word)
{
    bool begun = false;
    for (int i = 0; i < kids(w, w->root) && !w->besides; i++) {
        NodeId g = kid(w, w->root, i);
        if (op_of(w, g) != NODE_GUARD)
            continue;
        put(w, begun ? " and " : word);
        put_condition(w, kid(w, g, 0), false);
        begun = true;
    }
    put(w, begun ? ", " : "");
}

/* "choose a ship: you may [pay] to": what stands before the effects.  Returns the form they then take. */
static Form put_permission(Writer *w, bool may)
{
    NodeId target = clause(w, NODE_TARGET);
    if (target) {
        put(w, "choose ");
        put_cards(w, kid(w, target, 0), kid(w, target, 1) ? EXACTLY : A, kid(w, target, 1));
        put(w, ": ");
    }
    put(w, may ? "you may " : "");
    bool paid = false;
    for (int i = 0; i < kids(w, w->root); i++) {
        NodeId cost = kid(w, w->root, i);
        if (op_of(w, cost) != NODE_COST)
            continue;
        put(w, paid ? " and " : "");
        put_payment(w, cost, may ? AFTER_MAY : PLAIN);
        paid = true;
    }
    put(w, paid ? " to " : "");
    return may || paid ? AFTER_MAY : PLAIN;
}

/* Ends the sentence and says how often it may be used. */
static void put_end(Writer *w, size_t from)
{
    end_sentence(w, from);
    NodeId limit = clause(w, NODE_LIMIT);
    bool yours = clause(w, NODE_MAY) || op_of(w, w->root) == NODE_ORDER || op_of(w, w->root) == NODE_DURING;
    if (!limit)
        return;
    put(w, yours ? " You may do this only " : " (Only ");
    put_limit(w, limit);
    put(w, clause(w, NODE_TOGETHER) ? ", counted together with the ability before." : ".");
    put(w, yours ? "" : ")");
}

/* How somebody may report. */
static void put_terms(Writer *w)
{
    if (clause(w, NODE_REGARDLESS))
        put(w, " regardless of affiliation");
    if (clause(w, NODE_FOR_FREE))
        put(w, " for free");
}

/* A special download: one card, once each game, whenever its player likes (1E-9.8).  What is downloaded; 0: the text is something else. */
static NodeId special_download(const Writer *w, const Ability *a)
{
    NodeId e = kid(w, a->node, a->body_first), limit = clause(w, NODE_LIMIT);
    int n = 0;
    bool plain = a->optional && a->body_count == 1 && op_of(w, e) == NODE_DOWNLOAD && !kid(w, e, 3) && op_of(w, kid(w, e, 0)) == NODE_YOU
        && number_is(w, kid(w, e, 1), &n) && n == 1 && !clause(w, NODE_GUARD) && !clause(w, NODE_COST);
    return plain && limit && value_of(w, limit, 0) == 1 && value_of(w, limit, 1) == PERIOD_GAME ? kid(w, e, 2) : 0;
}

static void put_response(Writer *w, const Ability *a, size_t from)
{
    NodeId special = node_at(w->cat, w->pattern)->value == EVENT_ANY_MOMENT ? special_download(w, a) : 0;
    if (special) {
        put(w, "Special download: ");
        put_cards(w, special, A, 0);
        put(w, ".");
        return;
    }
    int event = node_at(w->cat, w->pattern)->value;
    bool at = event == EVENT_TURN_STARTS || event == EVENT_TURN_ENDS || event == EVENT_ORDERS_START || event == EVENT_PLAY_ENDS || event == EVENT_ORDERS_END;
    if (event == EVENT_ANY_TIME) {
        put(w, op_of(w, kid(w, w->pattern, 0)) == NODE_YOU ? "at any time" : "at any time (for either player)");
    } else {
        put(w, a->kind == NODE_DURING ? "while " : at ? "" : "when ");
        bool of_two = kid(w, w->pattern, 1) && node_info[op_of(w, kid(w, w->pattern, 0))].result != 'P';       /* behind it "it" might be the other */
        w->sets_aside = a->kind == NODE_WHEN && !at && !of_two;
        w->commas = a->kind == NODE_DURING;
        put_event(w, w->pattern, a->plural);
        w->commas = false;
    }
    put(w, ", ");
    put_guard(w, "if ");
    bool may = a->optional || a->kind == NODE_DURING;
    Form form = put_permission(w, may);
    if (may)
        put_joined(w, w->root, 1, a->body_count, form, TAIL);
    else
        put_effects(w, w->root, 1, a->body_count, form);
    put_terms(w);
    put_end(w, from);
}

static void put_order(Writer *w, const Ability *a)
{
    put(w, "Order – ");
    size_t from = w->out->len;
    put_guard(w, "if ");
    Form form = put_permission(w, a->optional);
    if (a->optional)
        put_joined(w, w->root, 0, a->body_count, form, TAIL);
    else
        put_effects(w, w->root, 0, a->body_count, form);
    put_end(w, from);
}

/* "Interrupts cannot be played": said of all of them, where "each" would have to be "no". */
static bool only_bars(const Writer *w, const Ability *a)
{
    NodeId whom = kid(w, w->root, 0);
    bool bars = !is_reference(w, whom) && op_of(w, whom) != NODE_OR;
    for (int i = 0; i < a->body_count && bars; i++) {
        uint16_t op = op_of(w, kid(w, w->root, 1 + i));
        bool of_one = op == NODE_MOD_CANNOT && strstr(word_info[value_of(w, kid(w, w->root, 1 + i), 0)].english, " its ");       /* "its owner's dilemma pile" */
        bars = (op == NODE_MOD_CANNOT && !of_one) || op == NODE_MOD_NO_SKILLS || op == NODE_MOD_NO_WAY || op == NODE_MOD_NO_FIRST || op == NODE_MOD_NOT_MISSIONS || op == NODE_MOD_GAIN_ONLY;
    }
    return bars;
}

/* Whether that says of this personnel that it is aboard a ship. */
static bool says_aboard(const Writer *w, NodeId b)
{
    NodeId what = kid(w, b, 0), place = kid(w, b, 1);
    if (op_of(w, b) == NODE_BOTH)
        for (int i = 0; i < kids(w, b); i++)
            if (says_aboard(w, kid(w, b, i)))
                return true;
    bool hosted = op_of(w, b) == NODE_EXISTS && op_of(w, what) == NODE_AND && part_with(w, what, NODE_HOST);
    return hosted || (op_of(w, b) == NODE_MATCHES && op_of(w, what) == NODE_SELF && op_of(w, place) == NODE_ABOARD);
}

/* "While this personnel is aboard one of your ships, that ship is Range +2." */
static bool is_ship_spoken_of(const Writer *w, NodeId whom)
{
    NodeId guard = clause(w, NODE_GUARD);
    return op_of(w, whom) == NODE_HOST && w->def && w->def->type == TYPE_PERSONNEL && guard && says_aboard(w, kid(w, guard, 0));
}

/* The player whose hand limit that changes, if it is said of all missions of one player. */
static NodeId holder_of_limit(const Writer *w, const Ability *a)
{
    NodeId whom = kid(w, w->root, 0), player = part_with(w, whom, NODE_OF);
    bool all = op_of(w, whom) == NODE_AND && kids(w, whom) == 2 && part_with(w, whom, NODE_TYPE) && player;
    return all && a->body_count == 1 && op_of(w, kid(w, w->root, 1)) == NODE_MOD_HAND ? kid(w, player, 0) : 0;
}

static void put_static(Writer *w, const Ability *a, size_t from)
{
    put_guard(w, "while ");
    NodeId holder = holder_of_limit(w, a);
    if (holder) {
        put_possessive(w, holder);
        put(w, " hand limit is ");
        put_change(w, kid(w, kid(w, w->root, 1), 0));
        put_end(w, from);
        return;
    }
    w->explicitly = true;
    if (a->body_count == 1 && added_number(w, kid(w, w->root, 1))) {
        put_added_number(w, kid(w, w->root, 1), kid(w, w->root, 0), true);
        w->explicitly = false;
        put_end(w, from);
        return;
    }
    w->commas = true;
    Number number = ONE;
    if (is_ship_spoken_of(w, kid(w, w->root, 0)))
        put(w, "that ship");
    else
        number = put_cards(w, kid(w, w->root, 0), only_bars(w, a) ? BARE : EACH, 0);
    w->explicitly = w->commas = false;
    put(w, " ");
    w->keeps_x = true;
    put_modifiers(w, w->root, 1, a->body_count, number, PLAIN);
    put_where_x(w);
    put_end(w, from);
}

/* How many children from `first` on are of that result. */
static int run_of(const Writer *w, int first, char result)
{
    int count = 0;
    while (first + count < kids(w, w->root) && node_info[op_of(w, kid(w, w->root, first + count))].result == result)
        count++;
    return count;
}

static void put_permit(Writer *w, size_t from)
{
    int count = run_of(w, 0, 'F');
    put_guard(w, "while ");
    put(w, "you may play ");
    for (int i = 0; i < count; i++) {
        put_join(w, i, count, "and");
        put_cards(w, kid(w, w->root, i), BARE, 0);
    }
    if (w->def && w->def->type == TYPE_SHIP)
        put(w, " aboard this ship");
    else
        put(w, w->def && w->def->type == TYPE_MISSION ? " at this mission" : " here");
    put_terms(w);
    put_end(w, from);
}

/* "for 2 more": what a place makes of the cost. */
static void put_price_there(Writer *w, int at)
{
    if (kids(w, w->root) <= at || !kid(w, w->root, at) || node_info[op_of(w, kid(w, w->root, at))].result != 'Q')
        return;
    put(w, " for ");
    put_more(w, kid(w, w->root, at), "more", "less");
}

static void put_play_at(Writer *w, size_t from)
{
    put_guard(w, "if ");
    put(w, "you may play ");
    put_self(w);
    put(w, type_of(w, kid(w, w->root, 0)) == TYPE_SHIP ? " aboard " : " at ");
    put_cards(w, kid(w, w->root, 0), A, 0);
    put_price_there(w, 1);
    put_end(w, from);
}

static void put_permit_at(Writer *w, size_t from)
{
    put_guard(w, "while ");
    put(w, "you may play ");
    put_cards(w, kid(w, w->root, 0), BARE, 0);
    if (op_of(w, kid(w, w->root, 1)) == NODE_THIS_MISSION) {
        put(w, " at the mission where this card lies");
    } else {
        put(w, type_of(w, kid(w, w->root, 1)) == TYPE_SHIP ? " aboard " : " at ");
        put_cards(w, kid(w, w->root, 1), A, 0);
    }
    put_price_there(w, 2);
    put_end(w, from);
}

static void put_placed_instead(Writer *w, size_t from)
{
    put(w, "when a text places ");
    put_cards(w, kid(w, w->root, 0), A, 0);
    put(w, " at one of your headquarters missions, you may place it ");
    put(w, type_of(w, kid(w, w->root, 1)) == TYPE_SHIP ? "aboard " : "at ");
    put_cards(w, kid(w, w->root, 1), A, 0);
    put(w, " instead");
    put_end(w, from);
}

static void put_own_cost(Writer *w, size_t from)
{
    if (w->def && w->def->type == TYPE_DILEMMA) {
        put_guard(w, "while ");
    } else if (clause(w, NODE_GUARD)) {
        put(w, "when you play ");
        put_self(w);
        put(w, ", ");
        put_guard(w, "if ");
    }
    put_self(w);
    put(w, " is cost ");
    put_change(w, kid(w, w->root, 0));
    put_end(w, from);
}

static void put_bonus(Writer *w, const Ability *a, size_t from)
{
    put_guard(w, "if ");
    put(w, a->kind == NODE_ATTACK_BONUS ? "ATTACK bonus +" : "DEFENSE bonus +");
    put_quantity(w, kid(w, w->root, 0));
    put_end(w, from);
}

/* Payments when the card is played, and what they change. */
static void put_cost_choice(Writer *w, const Ability *a, size_t from)
{
    bool option = a->kind == NODE_COST_OPTION;
    put(w, "when you play ");
    put_self(w);
    put(w, ", ");
    put_guard(w, "if ");
    put(w, option ? "you may " : "");
    put_joined(w, w->root, 1, run_of(w, 1, 'E'), option ? AFTER_MAY : PLAIN, INSIDE);
    put(w, " to make ");
    put_self(w);
    put(w, " cost ");
    put_change(w, kid(w, w->root, 0));
    put_end(w, from);
}

static void put_play_option(Writer *w, size_t from)
{
    put_guard(w, "if ");
    put(w, "you may play ");
    put_self(w);
    put(w, " at cost ");
    put_change(w, kid(w, w->root, 0));
    put(w, " to ");
    put_joined(w, w->root, 1, run_of(w, 1, 'E'), AFTER_MAY, LAST);
    put_end(w, from);
}

static void put_other_way(Writer *w, size_t from)
{
    put(w, "you may attempt and complete this mission");
    if (kid(w, w->root, 2)) {
        put(w, " for ");
        put_quantity(w, kid(w, w->root, 2));
        put(w, " points");
    }
    put(w, " using your ");
    w->owner_said = true;
    put_cards_as(w, kid(w, w->root, 0), BARE, 0, TYPE_PERSONNEL);
    put(w, " with these requirements: ");
    put_requirement(w, kid(w, w->root, 1));
    put_end(w, from);
}

static void put_tax(Writer *w, size_t from)
{
    put_guard(w, "while ");
    out_text(w->out, "to use %s, each opponent must ", skill_word(w, value_of(w, w->root, 0)));
    w->actor = NODE_ACTOR;
    w->you_is_actor = true;
    put_joined(w, w->root, 1, run_of(w, 1, 'E'), AFTER_MAY, LAST);
    put_end(w, from);
}

/* "To attempt this mission, each opponent must discard a card." */
static void put_price(Writer *w, int kind, size_t from)
{
    put_guard(w, "while ");
    put(w, kind == NODE_LIKE_TAX ? "to use a skill that is also on " : kind == NODE_SKILLS_TAX ? "to use the skills of " : kind == NODE_ATTEMPT_TAX ? "to attempt " : kind == NODE_MOVE_TAX ? "to move " : "to beam to or from ");
    put_cards(w, kid(w, w->root, 0), A, 0);
    put(w, clause(w, NODE_FROM_ALL) ? ", each player must " : ", each opponent must ");
    w->actor = NODE_ACTOR;
    w->you_is_actor = true;
    put_joined(w, w->root, 1, run_of(w, 1, 'E'), AFTER_MAY, LAST);
    put_end(w, from);
}

static void put_points_by(Writer *w, size_t from)
{
    put_guard(w, "if ");
    put(w, "you may ");
    put_joined(w, w->root, 2, run_of(w, 2, 'E'), AFTER_MAY, LAST);
    out_text(w->out, " instead of losing %d points to pay a cost of ", value_of(w, w->root, 0));
    put_cards(w, kid(w, w->root, 1), A, 0);
    put_end(w, from);
}

static void put_counters(Writer *w, size_t from)
{
    put_guard(w, "while ");
    NodeId amount = kid(w, w->root, 0);
    if (w->cat->node[amount].op == NODE_NUMBER && value_of(w, amount, 0) < 0) {
        int fewer = -value_of(w, amount, 0);
        out_text(w->out, "you have %d fewer counter%s to spend in each of your turns", fewer, fewer == 1 ? "" : "s");
        put_end(w, from);
        return;
    }
    put(w, "you may spend ");
    put_amount(w, amount, "additional counter in each of your turns", "additional counters in each of your turns");
    put_end(w, from);
}

static void put_win_needs(Writer *w, size_t from)
{
    put_guard(w, "while ");
    put(w, put_player(w, kid(w, w->root, 0)) == ONE ? " needs " : " need ");
    put_more(w, kid(w, w->root, 1), "more points to win", "fewer points to win");
    put_end(w, from);
}

static void put_one_per_host(Writer *w)
{
    CardType type = TYPE_NONE;
    for (int i = 0; w->def && i < w->def->ability_count; i++) {
        const Ability *a = &w->cat->ability[w->def->ability + i];
        if (a->kind == NODE_PLAYS_ON)
            type = type_of(w, kid(w, a->node, 0));
    }
    out_text(w->out, "(Limit one per %s.)", type == TYPE_NONE ? "host" : noun_of(type, ONE));
}

/* What a card does when it is played or faced; of a card with several functions, one of those joined by OR (1E-7.5). */
static void put_function(Writer *w, const Ability *a)
{
    bool another = a->kind == NODE_OR_PLAY;
    for (const Ability *other = a; w->def && !a->reversed && other-- > &w->cat->ability[w->def->ability];)
        another |= other->kind == NODE_RESOLVE;
    if (another)
        put(w, "OR ");
    size_t from = w->out->len;
    if (w->def && w->def->type == TYPE_ARTIFACT && !has_kind(w->def, NODE_PLAYS_AS))
        put(w, "When earned: ");
    if (!clause(w, NODE_TARGET) && !clause(w, NODE_GUARD) && !clause(w, NODE_COST)) {
        put_sentences(w, w->root, 0, a->body_count);
        return;
    }
    put_guard(w, "if ");
    Form form = put_permission(w, false);
    put_effects(w, w->root, 0, a->body_count, form);
    put_end(w, from);
}

/* The two filters of a text, with these words between them. */
static void put_pair(Writer *w, NodeId node, const char *between, CardType one, CardType other)
{
    for (int i = 0, n = 0; i < kids(w, node); i++)
        if (kid(w, node, i) && node_info[op_of(w, kid(w, node, i))].result == 'F') {
            put(w, n ? between : "");
            put_cards_as(w, kid(w, node, i), A, 0, n++ ? other : one);
        }
}

static void put_seeds(Writer *w, const Ability *a, size_t from)
{
    static const char *const phase[] = {
        [NODE_SEEDS_DOORWAY] = " in the doorway phase", [NODE_SEEDS_MISSION] = " in the mission phase",
        [NODE_SEEDS_DILEMMA] = " in the dilemma phase", [NODE_SEEDS_BENEATH] = " like a dilemma",
    };
    put(w, "seeds");
    if (a->kind != NODE_SEEDS)
        put(w, phase[a->kind]);
    if (a->filter) {
        put(w, a->kind == NODE_SEEDS_BENEATH ? " beneath " : " on ");
        put_cards(w, a->filter, A, 0);
    } else if (a->kind != NODE_SEEDS_BENEATH)
        put(w, " on table");
    put_end(w, from);
}

/* What a probe may bring: its outcomes in their order, each with the cards that it is for. */
/* "To play this event, you must command …"; any other condition is said with "only if". */
static void put_play_if(Writer *w, size_t from)
{
    NodeId b = kid(w, w->root, 0);
    uint16_t op = op_of(w, b);
    NodeId what = op == NODE_EXISTS ? kid(w, b, 0) : op == NODE_AT_LEAST ? kid(w, b, 1) : 0;
    bool command = what && has_owner(w, what, NODE_YOU) && op_of(w, what) != NODE_OR && !is_reference(w, what) && !is_group(w, what);
    put(w, command ? "to play " : "you may play ");
    put_self(w);
    put(w, command ? ", you must command " : " only if ");
    if (!command)
        put_condition(w, b, false);
    else {
        put(w, op == NODE_AT_LEAST ? "at least " : "");
        w->owner_said = true;
        put_cards(w, what, op == NODE_AT_LEAST ? EXACTLY : A, op == NODE_AT_LEAST ? kid(w, b, 0) : 0);
    }
    put_end(w, from);
}

static void put_probe(Writer *w, const Ability *a, size_t from)
{
    bool scouted = w->def && has_kind(w->def, NODE_SCOUTS);
    put(w, scouted ? "after scouting is complete, " : "at the end of your turn, ");
    put_guard(w, "if ");
    put(w, "you may probe");
    put_end(w, from);
    for (int i = 0; i < a->body_count; i++) {
        put(w, " ");
        size_t here = w->out->len;
        put_effects(w, w->root, i, 1, PLAIN);
        put_end(w, here);
    }
}

void put_ability(Writer *w, const Ability *a)
{
    size_t from = w->out->len;
    put(w, a->also ? "also, " : "");
    switch ((NodeOp)a->kind) {
    case NODE_PLAY_IF: put_play_if(w, from); break;
    case NODE_BATTLE_COST:
        put(w, "to initiate a battle here, ");
        put_joined(w, w->root, 0, kids(w, w->root), PLAIN, LAST);
        put_end(w, from);
        break;
    case NODE_PLAY_COST:
        put(w, "to play ");
        put_self(w);
        put(w, ", ");
        put_joined(w, w->root, 0, kids(w, w->root), PLAIN, LAST);
        put_end(w, from);
        break;
    case NODE_PLAYS_ON:
        put(w, "plays on ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put_end(w, from);
        break;
    case NODE_SEEDS_WITH:
        put(w, value_of(w, w->root, 0) == 1 ? "you may also seed " : "you may also seed up to ");
        put_cards(w, a->filter, value_of(w, w->root, 0) == 1 ? A : EXACTLY, kid(w, w->root, 0));
        put(w, value_of(w, w->root, 0) == 1 ? " here, which is earned with " : " here, who are earned with ");
        put_self(w);
        put_end(w, from);
        break;
    case NODE_FACE_UP_TOO:
        put(w, "up to ");
        put_number(w, value_of(w, w->root, 0));
        put(w, " different ");
        put_cards(w, a->filter, BARE, 0);
        put(w, " may be face up in this side deck, besides those face down");
        put_end(w, from);
        break;
    case NODE_SEEDS_LIKE:
        put_guard(w, "while ");
        put(w, "your ");
        w->owner_said = true;
        put_cards(w, a->filter, BARE, 0);
        w->owner_said = false;
        put(w, " may seed like [S/P] dilemmas");
        put_end(w, from);
        break;
    case NODE_FIRES_AS:
        put(w, "instead of WEAPONS, when this ship fires at a card: ");
        put_effects(w, w->root, a->body_first, a->body_count, PLAIN);
        put_end(w, from);
        break;
    case NODE_AIMS_AT:
        put(w, "plays on table. Target ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put_end(w, from);
        break;
    case NODE_FETCHES:
        put(w, "if there is none, first ");
        put_effects(w, w->root, a->body_first, a->body_count, PLAIN);
        put_end(w, from);
        break;
    case NODE_SUSPENDS:
        put(w, "suspends ");
        put_cards(w, a->filter, A, 0);
        put_end(w, from);
        break;
    case NODE_SCOUTS:
        if (value_of(w, w->root, 0) == KIND_NONE)
            put(w, "Your Borg may scout that ship. (Whenever no active Borg of yours is aboard it during your turn, you may beam one scout aboard.)");
        else
            out_text(w->out, "Your Borg may scout that %s.", value_of(w, w->root, 0) == KIND_PLANET ? "planet" : "location");
        break;
    case NODE_PROBE: put_probe(w, a, from); break;
    case NODE_PERMIT_BUILD:
        put_guard(w, "if ");
        put(w, "you may build or play ");
        put_pair(w, a->node, " at ", TYPE_FACILITY, TYPE_MISSION);
        put_end(w, from);
        break;
    case NODE_COMMANDS:
        put_guard(w, "if ");
        put_pair(w, a->node, " may be matching commander of ", TYPE_PERSONNEL, TYPE_SHIP);
        put_end(w, from);
        break;
    case NODE_SOLVE_NEEDS:
        put(w, "your opponents solve missions here only if ");
        put_condition(w, kid(w, w->root, 0), false);
        put_end(w, from);
        break;
    case NODE_AFFECTS_ALL:
        put(w, "every player does what ");
        put_cards(w, a->filter, A, 0);
        put(w, " says when it is played");
        put_end(w, from);
        break;
    case NODE_MAY_BATTLE:
        put_guard(w, "if ");
        put(w, "your Borg may battle forces that include ");
        put_cards(w, a->filter, A, 0);
        put_end(w, from);
        break;
    case NODE_ONE_PER_HOST: put_one_per_host(w); break;
    case NODE_SEEDS: case NODE_SEEDS_DOORWAY: case NODE_SEEDS_MISSION: case NODE_SEEDS_DILEMMA: case NODE_SEEDS_BENEATH: put_seeds(w, a, from); break;
    case NODE_NATIVE: case NODE_CORRESPONDS:
        put(w, a->kind == NODE_NATIVE ? "native to this timeline: " : "corresponds to ");
        put_cards(w, kid(w, w->root, 0), a->kind == NODE_NATIVE ? BARE : A, 0);
        put_end(w, from);
        break;
    case NODE_PLAYS_BETWEEN:
        put_guard(w, "if ");
        put(w, "plays between two adjacent ");
        if (!a->filter)
            put(w, "locations");
        else if (op_of(w, a->filter) == NODE_TITLE)
            out_text(w->out, "locations named %s", w->cat->persona_name[value_of(w, a->filter, 0)]);
        else
            put_cards(w, a->filter, BARE, 0);
        put_end(w, from);
        break;
    case NODE_MAKES_PLACE: out_text(w->out, "Creates a location (span %d).", value_of(w, w->root, 0)); break;
    case NODE_OWNER_EARNS: put(w, "When the mission is completed or scouted, its owner takes this card."); break;
    case NODE_REVERSES:
        put(w, "if present where your personnel are attempting ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put(w, ", they encounter its seed cards in reverse order");
        put_end(w, from);
        break;
    case NODE_LEADS_TO:
        put(w, "Anyone's personnel and equipment here may move to ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put_end(w, from);
        break;
    case NODE_WORKS_WITHOUT:
        put(w, "does not work with ");
        put_cards(w, kid(w, w->root, 0), BARE, 0);
        put_end(w, from);
        break;
    case NODE_PLAYS_AS:
        put(w, value_of(w, w->root, 0) == TYPE_DOORWAY ? "Place in hand until played as a " : "Place in hand until played as an ");
        out_text(w->out, "%s card.", type_name[value_of(w, w->root, 0)]);
        break;
    case NODE_AS_EQUIPMENT: put(w, "Use as Equipment card."); break;
    case NODE_PASS_NEEDS:
        put(w, "no ship passes ");
        put_self(w);
        put(w, " unless it has aboard ");
        put_requirement(w, kid(w, w->root, 0));
        put_end(w, from);
        break;
    case NODE_BREEDS:
        if (value_of(w, w->root, 1))
            out_text(w->out, "%d tribbles. Breeds from %d tribbles.", value_of(w, w->root, 0), value_of(w, w->root, 1));
        else
            out_text(w->out, "%d tribble%s. May report anywhere.", value_of(w, w->root, 0), value_of(w, w->root, 0) == 1 ? "" : "s");
        break;
    case NODE_SEED_ONE: put(w, "Each player may seed one."); break;
    case NODE_PLAY_AT: put_play_at(w, from); break;
    case NODE_PERMIT_AT: put_permit_at(w, from); break;
    case NODE_PLACE_ELSEWHERE: put_placed_instead(w, from); break;
    case NODE_PERMIT_PLAY: put_permit(w, from); break;
    case NODE_RESOLVE: case NODE_REVERSED: case NODE_OR_PLAY: put_function(w, a); break;
    case NODE_PLAY_FROM_DISCARD:
        put(w, "you may play ");
        put_self(w);
        out_text(w->out, " from your discard pile at cost %+d", value_of(w, w->root, 0));
        put_end(w, from);
        break;
    case NODE_UNSTAFFED_TO:
        put_self(w);
        put(w, " does not need to be staffed to move to ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put_end(w, from);
        break;
    case NODE_DECK_AT_MOST:
        out_text(w->out, "your deck has at most %d cards", value_of(w, w->root, 0));
        put_end(w, from);
        break;
    case NODE_AS_FACING:
        put_cards(w, kid(w, w->root, 0), BARE, 0);
        put(w, " may complete this mission as if they were facing a dilemma");
        put_end(w, from);
        break;
    case NODE_IMMUNE:
        put(w, "(Immune to ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        put(w, ".)");
        break;
    case NODE_TREATY:
        out_text(w->out, "Your [%s] and [%s] cards are compatible with each other.", icon_text[value_of(w, w->root, 0)],
                 icon_text[value_of(w, w->root, 1)]);
        break;
    case NODE_PLAYS_FREE:
        put_guard(w, "if ");
        put_self(w);
        put(w, " plays for free");
        put_end(w, from);
        break;
    case NODE_FREES_PLAY:
        put_guard(w, "if ");
        put_cards(w, a->filter, A, 0);
        put(w, " may play for free");
        put_end(w, from);
        break;
    case NODE_APART_FROM:
        put(w, "points that you score from ");
        put_cards(w, kid(w, w->root, 0), BARE, 0);
        out_text(w->out, " do not count towards %s", w->cat->persona_name[value_of(w, w->root, 1)]);
        put_end(w, from);
        break;
    case NODE_ORDER: put_order(w, a); break;
    case NODE_WHEN: case NODE_DURING: put_response(w, a, from); break;
    case NODE_STATIC: put_static(w, a, from); break;
    case NODE_OWN_COST: put_own_cost(w, from); break;
    case NODE_COST_OPTION: case NODE_COST_REVEAL: put_cost_choice(w, a, from); break;
    case NODE_PLAY_OPTION: put_play_option(w, from); break;
    case NODE_ALT_REQ: put_other_way(w, from); break;
    case NODE_SKILL_TAX: put_tax(w, from); break;
    case NODE_SKILLS_TAX: case NODE_LIKE_TAX: case NODE_ATTEMPT_TAX: case NODE_BEAM_TAX: case NODE_MOVE_TAX: put_price(w, a->kind, from); break;
    case NODE_PAY_POINTS_BY: put_points_by(w, from); break;
    case NODE_REPLICATE_FOR:
        put(w, "Replicate – ");
        from = w->out->len;
        put_joined(w, w->root, 0, kids(w, w->root), PLAIN, LAST);
        put_end(w, from);
        break;
    case NODE_ATTACK_BONUS: case NODE_DEFENSE_BONUS: put_bonus(w, a, from); break;
    case NODE_CURRENT_IF:
        put(w, "this is your current tactic only if ");
        put_condition(w, kid(w, w->root, 0), false);
        put_end(w, from);
        break;
    case NODE_COUNTERS_EACH: put_counters(w, from); break;
    case NODE_WIN_NEEDS: put_win_needs(w, from); break;
    case NODE_COUNTERS_MOST:
        put_guard(w, "while ");
        put(w, "no player may spend more than ");
        put_number(w, value_of(w, w->root, 0));
        put(w, " counters in a turn");
        put_end(w, from);
        break;
    case NODE_PRINTED_MOST:
        put_guard(w, "while ");
        put(w, "nobody may score more points from a mission than are printed there");
        put_end(w, from);
        break;
    case NODE_POINTS_ONLY:
        put_guard(w, "while ");
        put_player(w, kid(w, w->root, 0));
        put(w, kid(w, w->root, 1) ? " may score points only from " : " cannot score points");
        if (kid(w, w->root, 1))
            put_cards(w, kid(w, w->root, 1), BARE, 0);
        put_end(w, from);
        break;
    case NODE_AS_FROM_HAND:
        put_guard(w, "while ");
        put_player(w, kid(w, w->root, 0));
        put(w, " may play ");
        put_cards(w, kid(w, w->root, 1), BARE, 0);
        put(w, " as if they were in hand");
        put_end(w, from);
        break;
    case NODE_DOWNLOAD_DEPTH:
        put_guard(w, "while ");
        put(w, "your opponents may download only from the top ");
        put_number(w, value_of(w, w->root, 0));
        put(w, " cards of their decks");
        put_end(w, from);
        break;
    case NODE_WORTH_WHILE:
        put_guard(w, "while ");
        put_self(w);
        put(w, " is worth ");
        put_score(w, kid(w, w->root, 0));
        put_end(w, from);
        break;
    case NODE_AS_SOON_AS:
        put(w, "as soon as ");
        put_condition(w, kid(w, w->root, 0), false);
        put(w, ", ");
        put_effects(w, w->root, a->body_first, a->body_count, PLAIN);
        put_end(w, from);
        break;
    case NODE_CURE: case NODE_NULLIFIER:
        put_guard(w, "if ");
        if (op_of(w, kid(w, w->root, 0)) == NODE_REQ_SO) {
            put(w, a->kind == NODE_CURE ? "cured if " : "nullified if ");
            put_condition(w, kid(w, kid(w, w->root, 0), 0), false);
        } else {
            put(w, a->kind == NODE_CURE ? "cured with " : "nullified by ");
            put_requirement(w, kid(w, w->root, 0));
        }
        put_end(w, from);
        break;
    case NODE_NULLIFIED_CARD:
        put(w, "nullified by playing ");
        put_cards(w, a->filter, A, 0);
        put_end(w, from);
        break;
    case NODE_SITES_TOO: case NODE_SITES_NOT:
        put_cards(w, a->filter, A, 0);
        put(w, a->kind == NODE_SITES_TOO ? " may seed or play on " : " may not seed or play on ");
        put_self(w);
        put_end(w, from);
        break;
    case NODE_UNCONTROLLED:
        put(w, "nobody controls this station until it is commandeered, and nobody reports aboard. ");
        put_cards(w, a->filter, BARE, 0);
        put(w, " may seed beneath it; any player may commandeer it once they are gone");
        put_end(w, from);
        break;
    case NODE_PROBE_BY:
        put(w, "to probe takes ");
        put_cards(w, a->filter, A, 0);
        put(w, " (once each game for each persona)");
        put_end(w, from);
        break;
    case NODE_MUST_ATTEMPT: out_text(w->out, "[%s] must attempt this mission if present.", icon_text[value_of(w, w->root, 0)]); break;
    case NODE_ATTEMPT_NEEDS:
        put(w, w->def && w->def->type == TYPE_DOORWAY ? "your mission attempts begin only if " : "a mission attempt here begins only if ");
        put_condition(w, kid(w, w->root, 0), false);
        put_end(w, from);
        break;
    case NODE_HQ_NEEDS:
        put(w, "a player uses the text of a headquarters here only if ");
        put_condition(w, kid(w, w->root, 0), false);
        put_end(w, from);
        break;
    case NODE_RAISES:
        out_text(w->out, "Add %d to every number printed on ", value_of(w, w->root, 0));
        put_cards(w, kid(w, w->root, 1), EACH, 0);
        put_end(w, from);
        break;
    case NODE_BORG_RELATED:
        put_cards(w, kid(w, w->root, 0), EACH, 0);
        put(w, " is considered Borg-related, and universal [Bor] personnel who encounter it are considered male and female");
        put_end(w, from);
        break;
    case NODE_SEED_IF:
        put(w, "seeds only if ");
        put_condition(w, kid(w, w->root, 0), false);
        put_end(w, from);
        break;
    case NODE_SITE_ON:
        put(w, "placed on ");
        put_cards(w, kid(w, w->root, 0), A, 0);
        if (kid(w, w->root, 1)) {
            put(w, " next to ");
            put_cards(w, kid(w, w->root, 1), A, 0);
        }
        put_end(w, from);
        break;
    case NODE_DOCKING:
        out_text(w->out, "Ships with fewer than %d staffing icons may dock here if compatible with the station, or with a V.I.P. aboard, or if their "
                 "player has Computer Skill unopposed here. Capacity: %d ships.", value_of(w, w->root, 0), value_of(w, w->root, 1));
        break;
    case NODE_COMMANDEERS:
        put(w, "your ");
        put_cards_as(w, kid(w, w->root, 0), BARE, 0, TYPE_PERSONNEL);
        put(w, " unopposed here may commandeer the station");
        put_end(w, from);
        break;
    case NODE_ARTIFACTS_OK:
        put_guard(w, "while ");
        put(w, "you may play ");
        put_cards(w, a->filter, BARE, 0);
        put(w, " as if you had completed a mission that allows it");
        put_end(w, from);
        break;
    default: put(w, idiom(w, node_info[a->kind].english)); break;
    }
}

void put_later_text(Writer *w, NodeId ability)
{
    for (int i = 0; w->def && i < w->def->ability_count; i++) {
        const Ability *a = &w->cat->ability[w->def->ability + i];
        if (a->node != ability)
            continue;
        Writer later = writer_for(w->cat, w->def, a, w->out);
        put_ability(&later, a);
    }
}
