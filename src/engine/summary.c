/* What a text does, in a few typed lines: for players that weigh texts against each other without running them.
 *
 * The tree of an ability is walked once, its costs included; each effect that matters to somebody becomes one sl_effect.  What a summary
 * leaves out (conditions, durations, most of a filter) is what a quick judgement leaves out, too. */
#include "engine/engine.h"

static const struct { uint16_t op; uint8_t does; } effects[] = {
    { NODE_PREVENT, SL_DOES_PREVENT },         { NODE_PREVENT_DILEMMA, SL_DOES_PREVENT_DILEMMA }, { NODE_INSTEAD, SL_DOES_INSTEAD },
    { NODE_DRAW, SL_DOES_DRAW },               { NODE_DOWNLOAD, SL_DOES_DOWNLOAD },               { NODE_SCORE, SL_DOES_SCORE },
    { NODE_LOSE, SL_DOES_LOSE },               { NODE_COUNTERS, SL_DOES_COUNTERS },               { NODE_COUNTERS_EACH, SL_DOES_COUNTERS_EACH_TURN },
    { NODE_EXTRA_TURN, SL_DOES_EXTRA_TURN },   { NODE_STOP, SL_DOES_STOP },                       { NODE_UNSTOP, SL_DOES_UNSTOP },
    { NODE_KILL, SL_DOES_KILL },               { NODE_DESTROY, SL_DOES_DESTROY },                 { NODE_DISCARD, SL_DOES_DISCARD },
    { NODE_DISCARD_TOP, SL_DOES_DISCARD_TOP }, { NODE_REMOVE, SL_DOES_REMOVE },                   { NODE_PLACE, SL_DOES_PLACE },
    { NODE_BRIG, SL_DOES_BRIG },               { NODE_REVEAL, SL_DOES_LOOK },                     { NODE_EXAMINE, SL_DOES_LOOK },
    { NODE_DILEMMA_DRAW, SL_DOES_DILEMMA_DRAW }, { NODE_REDRAW, SL_DOES_REDRAW },                 { NODE_TO_PILE, SL_DOES_RETURN_TO_PILE },
    { NODE_COMBAT, SL_DOES_COMBAT },           { NODE_ENGAGEMENT, SL_DOES_ENGAGEMENT },           { NODE_NULLIFY, SL_DOES_NULLIFY },
};

typedef struct {
    const Catalogue *cat;
    sl_summary *out;
    int  mode;                                 /* of a choice whose mode is being walked; -1 */
    bool modal;                                /* a choice was met: its modes are the summary's */
    sl_effect named[MAX_VARS];                 /* what each name was bound to */
} Walk;

static sl_who who_is(const Walk *w, NodeId player)
{
    switch (player ? node_at(w->cat, player)->op : 0) {
    case NODE_YOU:           return SL_WHO_YOU;
    case NODE_OPPONENT:      return SL_WHO_OPPONENT;
    case NODE_EACH_OPPONENT: return SL_WHO_OPPONENTS;
    case NODE_EACH_ONE:      return SL_WHO_EACH;
    case 0:                  return SL_WHO_NOBODY;
    default:                 return SL_WHO_OTHER;
    }
}

/* A number that depends on the table counts as one. */
static int amount(const Walk *w, NodeId quantity)
{
    bool known = quantity && node_at(w->cat, quantity)->op == NODE_NUMBER;
    int n = known ? node_value(w->cat, quantity, 0) : 1;
    return n > 0 ? n : 1;
}

static NodeId child_of(const Walk *w, NodeId id, char result)
{
    for (int i = 0; i < node_at(w->cat, id)->argc; i++) {
        NodeId child = node_child(w->cat, id, i);
        if (child && node_info[node_at(w->cat, child)->op].result == result)
            return child;
    }
    return 0;
}

/* Where the cards of a filter lie, whether they are the group in the attempt, and whether they are ships. */
static void read_filter(const Walk *w, NodeId id, sl_effect *e)
{
    static const struct { uint16_t op; sl_zone zone; } zones[] = {
        { NODE_IN_HAND, SL_HAND }, { NODE_IN_DISCARD, SL_DISCARD }, { NODE_IN_DECK, SL_DECK }, { NODE_IN_PILE, SL_PILE },
    };
    const Node *n = node_at(w->cat, id);
    for (size_t i = 0; i < countof(zones); i++)
        if (n->op == zones[i].op) {
            e->from = zones[i].zone;
            e->whose = who_is(w, node_child(w->cat, id, 0));
        }
    e->group = e->group || n->op == NODE_GROUP;
    e->ships = e->ships || (n->op == NODE_TYPE && node_value(w->cat, id, 0) == TYPE_SHIP);
    for (int i = 0; n->op == NODE_AND && i < n->argc; i++)
        read_filter(w, node_child(w->cat, id, i), e);
}

static void read_selection(Walk *w, NodeId id, sl_effect *e)
{
    const Node *n = node_at(w->cat, id);
    switch (n->op) {
    case NODE_SELF:   e->pick = SL_PICK_SELF; return;
    case NODE_VAR: {
        const sl_effect *named = &w->named[node_value(w->cat, id, 0)];
        e->pick = SL_PICK_NAMED;
        e->number = named->number;
        return;
    }
    case NODE_AS:
        read_selection(w, node_child(w->cat, id, 1), e);
        w->named[node_value(w->cat, id, 0)] = *e;
        return;
    case NODE_RANDOM:  e->pick = SL_PICK_RANDOM; break;
    case NODE_ALL_BUT: e->pick = SL_PICK_RANDOM_ALL_BUT; break;
    default:           e->pick = node_info[n->op].result == 'S' ? SL_PICK_CHOSEN : SL_PICK_ALL; break;
    }
    NodeId player = child_of(w, id, 'P'), quantity = child_of(w, id, 'Q'), filter = e->pick == SL_PICK_ALL ? id : child_of(w, id, 'F');
    if (player)
        e->who = who_is(w, player);
    e->number = amount(w, quantity);
    if (filter)
        read_filter(w, filter, e);
}

static NodeId selection_in(const Walk *w, NodeId id)
{
    NodeId selected = child_of(w, id, 'S');
    return selected ? selected : child_of(w, id, 'F');
}

static void add_effect(Walk *w, NodeId id, sl_does does)
{
    NodeId player = child_of(w, id, 'P'), quantity = child_of(w, id, 'Q'), to = child_of(w, id, 'D');
    NodeId selected = does == SL_DOES_DOWNLOAD || does == SL_DOES_COMBAT || does == SL_DOES_ENGAGEMENT ? 0 : selection_in(w, id);
    sl_effect e = { .does = does, .who = who_is(w, player), .number = amount(w, quantity), .mode = w->mode };
    if (selected)
        read_selection(w, selected, &e);
    if (to && node_at(w->cat, to)->op == NODE_TO_HAND)
        e.to = SL_HAND;
    if (w->out->effects < SL_SUMMARY)
        w->out->effect[w->out->effects++] = e;
}

static void walk(Walk *w, NodeId id)
{
    const Node *n = node_at(w->cat, id);
    sl_summary *out = w->out;
    bool modes = (n->op == NODE_MODAL || n->op == NODE_MODAL_TWO) && !w->modal;
    out->limited = out->limited || n->op == NODE_LIMIT;
    out->other_way = out->other_way || n->op == NODE_TRY || n->op == NODE_ELSE;
    if (n->op == NODE_UNLESS && !out->requirement && node_at(w->cat, node_child(w->cat, id, 0))->op == NODE_HAVE)
        out->requirement = (int)node_child(w->cat, node_child(w->cat, id, 0), 0);
    for (size_t i = 0; i < countof(effects); i++)
        if (effects[i].op == n->op)
            add_effect(w, id, (sl_does)effects[i].does);
    if (n->op == NODE_LET || n->op == NODE_AS) {
        sl_effect bound = { .number = 1 };
        read_selection(w, node_child(w->cat, id, 1), &bound);
        w->named[node_value(w->cat, id, 0)] = bound;
    }
    w->modal = w->modal || modes;
    for (int i = 0, mode = 0; i < n->argc; i++) {
        NodeId child = node_child(w->cat, id, i);
        if (!child || node_at(w->cat, child)->op == NODE_LITERAL)
            continue;
        if (modes)
            w->mode = node_info[node_at(w->cat, child)->op].result == 'E' ? mode++ : -1;
        walk(w, child);
    }
    if (modes)
        w->mode = -1;
}

static void icons_in(const Catalogue *cat, NodeId id, sl_icons *out)
{
    const Node *n = node_at(cat, id);
    if (n->op == NODE_ICON)
        out->word[node_value(cat, id, 0) / 64] |= (uint64_t)1 << node_value(cat, id, 0) % 64;
    for (int i = 0; i < n->argc && n->op != NODE_ICON; i++)
        if (node_child(cat, id, i))
            icons_in(cat, node_child(cat, id, i), out);
}

static void summarise(Walk *w, const Ability *a)
{
    w->out->responds = a->kind == NODE_WHEN;
    if (a->kind == NODE_ALT_REQ) {
        w->out->attempt = true;
        w->out->requirement = (int)node_child(w->cat, a->node, 1);
        icons_in(w->cat, node_child(w->cat, a->node, 0), &w->out->attempt_with);
    }
    walk(w, a->node);
}

int sl_card_texts(const sl_library *lib, int id)
{
    return id < 1 || id >= lib->cat->def_count ? 0 : lib->cat->def[id].ability_count;
}

bool sl_text_is_used(const sl_library *lib, int id, int ability)
{
    if (ability < 0 || ability >= sl_card_texts(lib, id))
        return false;
    int kind = lib->cat->ability[lib->cat->def[id].ability + ability].kind;
    return kind == NODE_ORDER || kind == NODE_WHEN || kind == NODE_DURING;
}

bool sl_card_lets_play(const sl_library *lib, int id)
{
    for (int i = 0; i < sl_card_texts(lib, id); i++)
        if (lib->cat->ability[lib->cat->def[id].ability + i].kind == NODE_PERMIT_PLAY)
            return true;
    return false;
}

/* Those that are played are counted apart from those that respond; whoever counts further than there are of the former counts both, as they are printed. */
int sl_card_functions(const sl_library *lib, int id)
{
    int resolved = 0, instead = 0, texts = sl_card_texts(lib, id);
    for (int i = 0; i < texts; i++) {
        int kind = lib->cat->ability[lib->cat->def[id].ability + i].kind;
        resolved += kind == NODE_RESOLVE;
        instead += kind == NODE_OR_PLAY || kind == NODE_OR_IN_CORE;
    }
    return (resolved ? resolved : 1) + instead;  /* a card that stays in play has that one function, and those for which it may be played instead */
}

int sl_card_function(const sl_library *lib, int id, int nth)
{
    int played = 0, all = 0, texts = sl_card_texts(lib, id);
    const Ability *a = texts ? &lib->cat->ability[lib->cat->def[id].ability] : NULL;
    if (nth < sl_card_functions(lib, id))
        return nth;
    for (int i = 0; i < texts; i++) {
        bool function = a[i].kind == NODE_RESOLVE || a[i].kind == NODE_WHEN;
        if (function && all++ == nth)
            return a[i].kind == NODE_RESOLVE ? played : nth;
        played += a[i].kind == NODE_RESOLVE;
    }
    return nth;
}

bool sl_text_summary(const sl_library *lib, int id, int ability, sl_summary *out)
{
    *out = (sl_summary){ 0 };
    if (id < 1 || id >= lib->cat->def_count || ability >= lib->cat->def[id].ability_count)
        return false;
    const CardDef *def = &lib->cat->def[id];
    Walk w = { .cat = lib->cat, .out = out, .mode = -1 };
    for (int i = 0; i < def->ability_count; i++)
        if (ability < 0 ? !lib->cat->ability[def->ability + i].reversed : ability == i)
            summarise(&w, &lib->cat->ability[def->ability + i]);
    return true;
}

/* ---- requirements ---- */

static int missing(int need, int have)
{
    return need > have ? need - have : 0;
}

static int lacks_total(const Catalogue *cat, NodeId id, const sl_sums *have)
{
    int attr = node_value(cat, id, 0) - ATTR_INTEGRITY, cmp = node_value(cat, id, 1), need = node_value(cat, id, 2);
    if (attr < 0 || attr >= 3 || (cmp != CMP_MORE && cmp != CMP_AT_LEAST))
        return 1;
    return (missing(need + (cmp == CMP_MORE), have->attribute[attr]) + 5) / 6;
}

static int lacks(const Catalogue *cat, NodeId id, const sl_sums *have)
{
    const Node *n = node_at(cat, id);
    int sum = 0, least = INT16_MAX, different = 0;
    switch (n->op) {
    case NODE_REQ_SKILL:
        return missing(node_child(cat, id, 1) ? node_value(cat, id, 1) : 1, have->skill[node_value(cat, id, 0)]);
    case NODE_REQ_ATTR:
        return lacks_total(cat, id, have);
    case NODE_REQ_DIFFERENT:
        for (int k = 0; k < SKILL_COUNT; k++)
            different += have->skill[k] > 0;
        return missing(node_value(cat, id, 0), different);
    case NODE_REQ_ALL: case NODE_REQ_ANY:
        for (int i = 0; i < n->argc; i++) {
            int lack = lacks(cat, node_child(cat, id, i), have);
            sum += lack;
            least = lack < least ? lack : least;
        }
        return n->op == NODE_REQ_ALL ? sum : least;
    default:
        return 1;
    }
}

int sl_requirement_lacks(const sl_library *lib, int requirement, const sl_sums *have)
{
    bool asks = requirement > 0 && requirement < lib->cat->node_count && node_info[node_at(lib->cat, (NodeId)requirement)->op].result == 'R';
    return asks ? lacks(lib->cat, (NodeId)requirement, have) : 0;
}

static bool names_skill(const Catalogue *cat, NodeId id, int skill)
{
    const Node *n = node_at(cat, id);
    bool found = n->op == NODE_REQ_SKILL && node_value(cat, id, 0) == skill;
    for (int i = 0; i < n->argc && !found; i++)
        found = node_child(cat, id, i) && names_skill(cat, node_child(cat, id, i), skill);
    return found;
}

bool sl_card_asks(const sl_library *lib, int id, int skill)
{
    const Catalogue *cat = lib->cat;
    NodeId requirement = id >= 1 && id < cat->def_count ? cat->mission[cat->def[id].mission].end[NEAR_END].requirement : 0;
    return requirement && names_skill(cat, requirement, skill);
}

/* One requirement as JSON: for those who count what people of a deck or at a place bring to it. */
static void need_json(const Catalogue *cat, EditionId edition, NodeId id, Out *out)
{
    const Node *n = node_at(cat, id);
    int attr = n->op == NODE_REQ_ATTR ? node_value(cat, id, 0) - ATTR_INTEGRITY : -1;
    int cmp = n->op == NODE_REQ_ATTR ? node_value(cat, id, 1) : 0;
    if (n->op == NODE_REQ_ALL || n->op == NODE_REQ_ANY) {
        out_text(out, "{\"kind\":\"%s\",\"of\":[", n->op == NODE_REQ_ALL ? "all" : "any");
        for (int i = 0; i < n->argc; i++) {
            out_text(out, i ? "," : "");
            need_json(cat, edition, node_child(cat, id, i), out);
        }
        out_text(out, "]}");
    } else if (n->op == NODE_REQ_SKILL) {
        out_text(out, "{\"kind\":\"skill\",\"skill\":");
        out_json(out, str_of(skill_name[node_value(cat, id, 0)]));
        out_text(out, ",\"level\":%d}", node_child(cat, id, 1) ? node_value(cat, id, 1) : 1);
    } else if (attr >= 0 && attr < ATTRIBUTE_COUNT && (cmp == CMP_MORE || cmp == CMP_AT_LEAST)) {
        out_text(out, "{\"kind\":\"attribute\",\"attribute\":%d,\"over\":%d}", attr, node_value(cat, id, 2) - (cmp == CMP_AT_LEAST));
    } else {
        char words[400] = "";
        NodeId filter = n->op == NODE_REQ_CARDS ? node_child(cat, id, 1) : 0;
        render_requirement(cat, edition, id, &(Out){ words, sizeof words, 0 });
        out_text(out, "{\"kind\":\"other\",\"words\":");
        out_json(out, str_of(words));
        if (filter && node_at(cat, filter)->op == NODE_TRAIT) {
            out_text(out, ",\"count\":%d,\"trait\":", node_value(cat, id, 0));
            out_json(out, str_of(cat->trait_name[node_value(cat, filter, 0)]));
        }
        out_text(out, "}");
    }
}

size_t sl_card_needs(const sl_library *lib, int id, char *out, size_t size)
{
    const Catalogue *cat = lib->cat;
    Out text = { out, size, 0 };
    NodeId requirement = id >= 1 && id < cat->def_count ? cat->mission[cat->def[id].mission].end[NEAR_END].requirement : 0;
    if (size)
        out[0] = '\0';
    if (requirement)
        need_json(cat, (EditionId)cat->def[id].edition, requirement, &text);
    return text.len;
}
