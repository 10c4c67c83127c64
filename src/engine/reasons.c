/* Why not, for whoever asks: any verb and card that a player might name, and the reason in words with the numbers it turns on. */
#include "engine/engine.h"
#include "kernel/edition.h"
#include "verbs/verbs.h"

static bool is_told(const Refusal *refusal, int count, Citation why)
{
    for (int i = 0; i < count; i++)
        if (refusal[i].cite == why)
            return true;
    return false;
}

/* Whoever asks wants the reasons as precise as they can be found, also of a game that is played without keeping any. */
static int tell_reasons(const Game *g, int player, Option o, bool open, Refusal *out, int room)
{
    bool kept = wants_reasons(g);
    if (g->trace)
        g->trace->reasons = true;
    int count = g->world->edition->why_not(g, player, o, open, out, room);
    if (g->trace)
        g->trace->reasons = kept;
    return count;
}

static int why_not(const sl_game *game, int player, sl_option asked, bool open, sl_refusal *out, int room)
{
    enum { MOST = 32 };
    const Game *g = &game->g;
    const Edition *edition = g->world->edition;
    Refusal refusal[MOST];
    bool card = asked.card >= 0 && asked.card <= g->card_count, target = asked.target >= 0 && asked.target <= g->card_count;
    if (player < 0 || player >= g->players || !card || !target)
        return 0;
    Option o = { .verb = (uint8_t)asked.verb, .card = (CardId)asked.card, .target = (CardId)asked.target, .number = (int16_t)asked.number };
    bool by_text = o.verb == SL_REPORT && o.number < 0 && -o.number <= g->card_count && card_in_play(g, (CardId)-o.number);
    if (o.number < 0 && !by_text)
        return 0;
    int count = edition->why_not ? tell_reasons(g, player, o, open, refusal, MOST) : 0;
    bool may_only_respond = !g->over && player != g->active && player != g->decision.player;
    if (may_only_respond && count < MOST && !is_told(refusal, count, edition->not_your_turn))
        refusal[count++] = (Refusal){ .option = o, .cite = edition->not_your_turn };
    for (int i = 0; i < count && i < room; i++)
        out[i] = (sl_refusal){ asked, refusal[i].cite, refusal[i].card };
    return count < room ? count : room;
}

int sl_game_why_not(const sl_game *game, int player, sl_option asked, sl_refusal *out, int room)
{
    return why_not(game, player, asked, false, out, room);
}

int sl_game_why_not_open(const sl_game *game, int player, sl_option asked, sl_refusal *out, int room)
{
    return why_not(game, player, asked, true, out, room);
}

/* ---- numbers ---- */

/* The first condition to play the card that does not hold and counts cards of the player's own. */
static NodeId failing_count(const Game *g, const Ctx *ctx, NodeId id)
{
    const Catalogue *cat = g->world->cat;
    int op = cat->node[id].op;
    if (condition(g, ctx, id))
        return 0;
    if (op == NODE_AT_LEAST || op == NODE_EXISTS)
        return node_mentions(cat, id, NODE_OF) && !node_mentions(cat, id, NODE_OPPONENT) ? id : 0;
    for (int i = 0; op == NODE_BOTH && i < cat->node[id].argc; i++) {
        NodeId part = failing_count(g, ctx, node_child(cat, id, i));
        if (part)
            return part;
    }
    return 0;
}

static void add_condition(const Game *g, CardId card, Out *out)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, card);
    Ctx ctx = ctx_of(g, card);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = ability_of(g, card, i);
        NodeId part = a->kind == NODE_PLAY_IF ? failing_count(g, &ctx, node_child(cat, a->node, 0)) : 0;
        if (!part)
            continue;
        bool one = cat->node[part].op == NODE_EXISTS;
        NodeId filter = node_child(cat, part, one ? 0 : 1);
        char words[200] = "";
        Out phrase = { words, sizeof words, 0 };
        render_bare(cat, def, filter, TYPE_PERSONNEL, &phrase);
        CardSet have = counted_set(g, &ctx, filter);
        out_text(out, ": it needs %d %s, you command %d", one ? 1 : node_value(cat, part, 0), words, set_count(&have));
        return;
    }
}

static int player_of(const Game *g, const sl_refusal *r)
{
    const Card *c = &g->card[r->option.card];
    return r->option.card && card_in_play(g, (CardId)r->option.card) ? c->commander : r->option.card ? c->owner : g->decision.player;
}

/* What the ship needs, and how many aboard could serve: its commander's own cards. */
static void add_staff(const Game *g, CardId ship, Out *out)
{
    const CardDef *def = printed(g, ship);
    int cmd = 0, stf = 0, kin = 0;
    FOR_HOSTED(g, id, ship) {
        if (g->card[id].zone != ZONE_ABOARD || !is_type(g, id, TYPE_PERSONNEL) || g->card[id].commander != g->card[ship].commander || is_stopped(g, id))
            continue;
        bool commands = icon_in(icons_of(g, id), ICON_CMD);
        cmd += commands;
        stf += !commands && icon_in(icons_of(g, id), ICON_STF);
        kin += icons_share_affiliation(icons_of(g, id), def->icons);
    }
    out_text(out, "; it needs");
    if (def->need_cmd)
        out_text(out, " %d [Cmd]", def->need_cmd);
    if (!def->staff_count || def->need_stf)
        out_text(out, "%s %d [Stf]", def->need_cmd ? " and" : "", def->need_stf);
    for (int i = 0; i < def->staff_count; i++)
        out_text(out, "%s [%s]", i + 1 == def->staff_count && (i || def->need_cmd || def->need_stf) ? " and" : i || def->need_cmd || def->need_stf ? "," : "",
                 icon_text[icon_first(g->world->cat->staff[def->staff + i].icons)]);
    if (def->need_cmd || def->need_stf || !def->staff_count)
        out_text(out, ", %d and %d are aboard", cmd, stf);
    out_text(out, "; of its affiliation: %d", kin);
}

static void add_loop(const Game *g, Out *out)
{
    int times = 0;
    uint64_t h = game_loop_hash(g);
    for (int i = 0; i < g->loop.seen_count; i++)
        if (g->loop.seen[i].hash == h)
            times = g->loop.seen[i].times;
    if (times < 3) {
        out_text(out, ": it has come round to this state %d of 3 times", times);
        if (g->loop.forgotten)
            out_text(out, " in the last %d orders", MAX_LOOP);
    } else if (g->loop.responses) {
        out_text(out, ": an opponent could respond");
    } else if (g->loop.too_long) {
        out_text(out, ": a series of more than %d answers has to be played out", MAX_SERIES);
    } else {
        out_text(out, ": nothing would change");
    }
}

/* Where a ruling speaks of several things at once, the printed rule says which it was: of a card that would have a place, not that it has none. */
static int plainly(const Game *g, const sl_refusal *r)
{
    const Edition *edition = g->world->edition;
    bool placed = r->option.verb == SL_PLAY && !r->option.target && r->option.card && edition->has_place
        && edition->has_place(g, g->card[r->option.card].owner, (CardId)r->option.card);
    if (r->cite == RULING_PLAY_CHECK && r->option.verb == SL_PLAY && !placed)
        return r->option.target ? RULE_NOT_PERMITTED_HERE : RULE_NO_PLACE;
    return r->cite == RULING_ATTEMPT_ANNOUNCE ? RULE_AFFILIATION : r->cite;
}

static void add_numbers(const sl_game *game, const sl_refusal *r, Out *out)
{
    const Game *g = &game->g;
    CardId card = (CardId)r->option.card, target = (CardId)r->option.target;
    int player = player_of(g, r), verb = r->option.verb;
    switch ((int)r->cite) {
    case RULE_NOT_ENOUGH_COUNTERS: case RULE_COST_TO_PLAY: case RULE_COST_REDUCED: case RULE_COST_IN_FULL: case RULING_COST_OPEN: case RULING_COST_HIDDEN:
        if (verb == SL_PLAY && card)
            out_text(out, ": it costs %d, you have %d", g->world->edition->play_cost(g, player, card, 0), g->plays[g->active]);
        break;
    case RULE_COUNTERS_LEFT:
        out_text(out, ": %d left", g->plays[g->active]);
        break;
    case RULE_PLAY_CONDITION: case RULE_FIRST_CONDITIONS:
        if (card)
            add_condition(g, card, out);
        break;
    case RULE_OUT_OF_RANGE: case RULE_FIRST_RANGE:
        if (card && target) {
            int left = attribute(g, card, RANGE) - g->card[card].range_used;
            out_text(out, ": it needs %d, %d left", g->world->edition->range_needed(g, card, target), left > 0 ? left : 0);
        }
        break;
    case RULE_AFFILIATION: case RULING_ATTEMPT_ANNOUNCE: case RULE_FIRST_MATCH_MISSION:
        if (card && is_type(g, card, TYPE_MISSION) && mission_end(g, card, player)->attempt_text)
            out_text(out, ": %s", mission_end(g, card, player)->attempt_text);
        break;
    case RULE_NOT_STAFFED: case RULE_FIRST_NOT_STAFFED:
        if (card && is_type(g, card, TYPE_SHIP))
            add_staff(g, card, out);
        break;
    case RULING_INFINITE_LOOPS:
        add_loop(g, out);
        break;
    case RULE_UNIQUE_COMMANDED: case RULE_UNIQUE_CAPTIVE:
        break;
    case RULE_POINTS_TO_LOSE:
        out_text(out, ": you have %d", g->score[player]);
        break;
    case RULE_SET_SIZE: case RULE_HAND_LIMIT: case RULE_FIRST_SET_SIZE:
        if (g->decision.least == g->decision.most && g->decision.least)
            out_text(out, ": it takes %d", g->decision.least);
        else if (g->decision.most)
            out_text(out, ": it takes %d to %d", g->decision.least, g->decision.most);
        break;
    default:
        break;
    }
}

size_t sl_game_reason(const sl_game *game, const sl_refusal *refusal, char *text, size_t size)
{
    Out out = { text, size, 0 };
    const char *words = sl_cite_reason(game->lib, plainly(&game->g, refusal));
    size_t length = strlen(words);
    out_text(&out, "%.*s", (int)(length && words[length - 1] == '.' ? length - 1 : length), words);
    add_numbers(game, refusal, &out);
    return out.len;
}
