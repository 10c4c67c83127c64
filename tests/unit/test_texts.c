/* Every text is carried out: each ability of each playable card of the Second Edition, those of a plugin folder included, in positions that are laid out for it.
 *
 * A table is set with the card where it belongs and, for both players, with cards of which its text speaks.  Each ability that does something is used as if its
 * moment had come, in the orders of a player and in the middle of a mission attempt, with random answers; dilemmas are met in an attempt.  Every
 * state must be sound, and each use must come to an end.  What only holds is asked whether it does, and whom it reaches.
 *
 * The folder is the one that SPACELINE_LACKEY names (../shared/lackey if unset); without one the built-in cards are tried.  TRIES=n lays n tables for
 * each card instead of one, CARD=name tries that card only, and TEXTS=show lists the abilities that changed nothing. */
#include "../builtin.h"
#include "../file.h"
#include "engine/engine.h"
#include "uses.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_WANTED = 40, ANSWERS = 300, MOST_ABILITIES = 16 };

static sl_library *lib;
static Rng  rng;
static char now[200];                           /* what is being tried, for whoever reads of a crash */

static uint32_t any_below(int n)
{
    return n > 0 ? rng_below(&rng, (uint32_t)n) : 0;
}

/* ---- cards that a text speaks of ---- */

typedef struct { int def[MOST_WANTED], count; } Wanted;

static bool plays(int def)
{
    const CardDef *d = &lib->cat->def[def];
    return d->edition == EDITION_SECOND && d->type && !d->unplayable;
}

static bool answers(const CardDef *d, const Node *n, NodeId id)
{
    int value = node_value(lib->cat, id, 0);
    switch (n->op) {
    case NODE_ICON:  return icon_in(d->icons, value);
    case NODE_HAS:   return d->skill[value] > 0;
    case NODE_TRAIT: return trait_in(&d->traits, value);
    case NODE_TITLE: return d->titled == (uint16_t)value;
    default:         return false;
    }
}

/* For each icon, skill, keyword and title of a text some cards that have it, beginning anywhere. */
static void want(Wanted *w, NodeId id, int depth)
{
    const Node *n = &lib->cat->node[id];
    bool asks = n->op == NODE_ICON || n->op == NODE_HAS || n->op == NODE_TRAIT || n->op == NODE_TITLE;
    int count = lib->cat->def_count - 1, from = (int)any_below(count);
    for (int i = 0, found = 0; asks && i < count && found < 3 && w->count < MOST_WANTED; i++) {
        int def = 1 + (from + i) % count;
        if (plays(def) && answers(&lib->cat->def[def], n, id)) {
            w->def[w->count++] = def;
            found++;
        }
    }
    for (int i = 0; !asks && depth < 40 && i < n->argc; i++)
        if (node_info[n->op].signature[0])
            want(w, node_child(lib->cat, id, i), depth + 1);
}

static int any_card(CardType type, Kind kind)
{
    int count = lib->cat->def_count - 1, from = (int)any_below(count);
    for (int i = 0; i < count; i++) {
        int def = 1 + (from + i) % count;
        const CardDef *d = &lib->cat->def[def];
        if (plays(def) && d->type == type && (!kind || d->kind == kind))
            return def;
    }
    return 0;
}

static int wanted_card(const Wanted *w, CardType type, Kind kind, int i)
{
    int seen = 0;
    for (int k = 0; k < w->count; k++) {
        const CardDef *d = &lib->cat->def[w->def[k]];
        if (d->type == type && (!kind || d->kind == kind) && seen++ == i)
            return w->def[k];
    }
    return any_card(type, kind);
}

/* ---- a table ---- */

typedef struct { sl_game *game; int subject, home[2], planet[2], space[2], ship[2]; } Table;

static int put(Table *t, int player, int def, sl_zone zone, int host)
{
    sl_error err = { "" };
    return def ? sl_table_put(t->game, player, def, zone, host, &err) : 0;
}

static void lay_side(Table *t, int p, const Wanted *w, const CardDef *of, int def)
{
    bool own = p == 0 && of->type == TYPE_MISSION;
    t->home[p] = put(t, p, own && of->kind == KIND_HEADQUARTERS ? def : wanted_card(w, TYPE_MISSION, KIND_HEADQUARTERS, p), SL_ROW, 0);
    t->planet[p] = put(t, p, own && of->kind == KIND_PLANET ? def : wanted_card(w, TYPE_MISSION, KIND_PLANET, p), SL_ROW, 0);
    t->space[p] = put(t, p, own && of->kind == KIND_SPACE ? def : wanted_card(w, TYPE_MISSION, KIND_SPACE, p), SL_ROW, 0);
    for (int i = 1; i < 3; i++)
        put(t, p, wanted_card(w, TYPE_MISSION, i == 1 ? KIND_PLANET : KIND_SPACE, p + 2 * i), SL_ROW, 0);
    t->ship[p] = put(t, p, p == 0 && of->type == TYPE_SHIP ? def : wanted_card(w, TYPE_SHIP, 0, p), SL_ORBIT, t->space[p]);
    put(t, p, wanted_card(w, TYPE_SHIP, 0, p + 1), SL_ORBIT, t->planet[p]);
    put(t, p, wanted_card(w, TYPE_SHIP, 0, p + 2), SL_ORBIT, t->planet[1 - p] ? t->planet[1 - p] : t->planet[p]);
    for (int i = 0; i < 18; i++)
        put(t, p, wanted_card(w, TYPE_PERSONNEL, 0, i), i % 3 == 2 && t->ship[p] ? SL_ABOARD : SL_SURFACE, i % 3 == 2 && t->ship[p] ? t->ship[p] : i == 16 ? t->home[p] : t->planet[p]);
    for (int i = 0; i < 2; i++) {
        put(t, p, wanted_card(w, TYPE_EQUIPMENT, 0, i), SL_SURFACE, t->planet[p]);
        put(t, p, wanted_card(w, TYPE_DILEMMA, 0, i), SL_BENEATH, i ? t->home[p] : t->planet[p]);
    }
    put(t, p, any_card(TYPE_PERSONNEL, 0), SL_BENEATH, t->home[p]);
    for (int i = 0; i < 4; i++) {
        int event = wanted_card(w, TYPE_EVENT, 0, i);
        if (event && has_kind(&lib->cat->def[event], NODE_IN_CORE))
            put(t, p, event, SL_CORE, 0);
    }
    static const CardType sorts[] = { TYPE_PERSONNEL, TYPE_EVENT, TYPE_INTERRUPT, TYPE_SHIP, TYPE_EQUIPMENT, TYPE_PERSONNEL };
    for (int i = 0; i < 12; i++) {
        int def_hand = wanted_card(w, sorts[i % 6], 0, i / 2), def_gone = wanted_card(w, sorts[(i + 3) % 6], 0, i / 3);
        put(t, p, def_hand, SL_HAND, 0);
        put(t, p, def_gone, i < 8 ? SL_DISCARD : SL_REMOVED, 0);
        put(t, p, wanted_card(w, sorts[any_below(6)], 0, (int)any_below(8)), SL_DECK, 0);
        put(t, p, p == 1 && of->type == TYPE_DILEMMA && i < 4 ? def : any_card(TYPE_DILEMMA, 0), SL_PILE, 0);
    }
    put(t, p, any_card(TYPE_PERSONNEL, 0), SL_BRIG, 1 - p);
    sl_table_points(t->game, p, (int)any_below(9) * 10);
}

/* Where a card of that type is when its text acts. */
static void lay_subject(Table *t, int def)
{
    const CardDef *of = &lib->cat->def[def];
    Game *g = &t->game->g;
    switch (of->type) {
    case TYPE_PERSONNEL: case TYPE_EQUIPMENT:
        t->subject = any_below(2) || !t->ship[0] ? put(t, 0, def, SL_SURFACE, t->planet[0]) : put(t, 0, def, SL_ABOARD, t->ship[0]);
        break;
    case TYPE_SHIP: t->subject = t->ship[0]; break;
    case TYPE_MISSION: t->subject = of->kind == KIND_HEADQUARTERS ? t->home[0] : of->kind == KIND_PLANET ? t->planet[0] : t->space[0]; break;
    case TYPE_INTERRUPT: t->subject = put(t, 0, def, SL_HAND, 0); break;
    case TYPE_DILEMMA: t->subject = put(t, 1, def, SL_ON, has_kind(of, NODE_DAMAGE) && t->ship[0] ? t->ship[0] : t->planet[0]); break;
    default: {                                  /* an event: in its core, or on a card that it can be played on */
        NodeId on = 0;
        for (int i = 0; i < of->ability_count; i++)
            if (lib->cat->ability[of->ability + i].kind == NODE_PLAYS_ON)
                on = lib->cat->ability[of->ability + i].filter;
        t->subject = on ? put(t, 0, def, SL_HAND, 0) : put(t, 0, def, SL_CORE, 0);
        for (CardId id = 1; on && id <= g->card_count && g->card[t->subject].zone == ZONE_HAND; id++) {
            Ctx ctx = ctx_of(g, (CardId)t->subject);
            if (card_in_play(g, id) && id != t->subject && filter_is(g, &ctx, on, id))
                card_to_host(g, (CardId)t->subject, id, ZONE_ON, PUT_BOTTOM);
        }
    }
    }
}

static Table lay_table(int def, const char *segment)
{
    const CardDef *of = &lib->cat->def[def];
    sl_error err = { "" };
    Wanted w = { .count = 0 };
    for (int i = 0; i < of->ability_count; i++)
        want(&w, lib->cat->ability[of->ability + i].node, 0);
    Table t = { .game = sl_game_new(lib, &(sl_setup){ .edition = SL_SECOND_EDITION, .date = 20140707, .players = 2, .seed = rng_next(&rng), .blank = true }, &err) };
    if (!t.game)
        fail_msg("%s", err.text);
    for (int p = 0; p < 2; p++)
        lay_side(&t, p, &w, of, def);
    lay_subject(&t, def);
    sl_table_counters(t.game, 7);
    if (!sl_table_begin(t.game, 0, segment, &err))
        fail_msg("%s: %s", of->name, err.text);
    return t;
}

/* ---- play ---- */

static void must_be_sound(sl_game *game)
{
    char why[200];
    if (!sl_game_ok(game, why, sizeof why))
        fail_msg("%s: %s", now, why);
}

static void answer(sl_game *game, int option)
{
    sl_game_answer(game, option);
    must_be_sound(game);
}

/* The option with that verb, of that card if it matters; -1: there is none. */
static int option_of(const Game *g, int verb, int def)
{
    for (int i = 0; i < g->decision.count; i++) {
        Option o = option_at(g, i);
        if (o.verb == verb && (!def || (o.card && g->card[o.card].def == def)))
            return i;
    }
    return -1;
}

static int random_option(const Game *g)
{
    return (int)any_below(g->decision.count);
}

/* Begins an attempt and goes on until a dilemma is faced; what is chosen are cards of that title where there are some.  False: none was. */
static bool reach_dilemma(sl_game *game, int def)
{
    Game *g = &game->g;
    for (int n = 0; n < 60 && sl_game_player(game) >= 0; n++) {
        if (g->encounter.active && g->encounter.facing && g->decision.count)
            return true;
        int attempt = g->encounter.active ? -1 : option_of(g, SL_ATTEMPT, 0), chosen = option_of(g, SL_CHOOSE, def);
        if (attempt < 0 && !g->encounter.active && g->decision.kind != SL_DECIDE_RESPONSE && n > 0)
            return false;
        answer(game, attempt >= 0 ? attempt : chosen >= 0 ? chosen : random_option(g));
    }
    return false;
}

/* Random answers until what was pushed is done. */
static void play_out(sl_game *game)
{
    Game *g = &game->g;
    for (int n = 0; g->depth > 0 && !g->over; n++) {
        if (n == ANSWERS)
            fail_msg("%s: does not come to an end", now);
        answer(game, random_option(g));
    }
    must_be_sound(game);
    if (g->over && g->overflow)
        fail_msg("%s: the engine has no room", now);
}

/* What a use may change for the players: where the cards are and what is known of them, points, counters, what lasts, the attempt.  That its card was shown
 * by being used counts for nothing. */
static uint64_t digest(const sl_game *game, CardId used)
{
    const Game *g = &game->g;
    uint64_t h = hash_mix(1, (uint64_t)g->modifier_count + (g->over ? 1000 : 0));
    for (int p = 0; p < g->players; p++)
        h = hash_mix(h, (uint64_t)(sl_game_points(game, p) + 1000) << 16 | (uint16_t)g->plays[p]);
    for (CardId id = 1; id <= g->card_count; id++) {
        const Card *c = &g->card[id];
        h = hash_mix(h, c->zone | (uint64_t)c->host << 8 | (uint64_t)c->holder << 24 | (uint64_t)c->commander << 32 | (uint64_t)(id == used ? 0 : c->known) << 40);
        h = hash_mix(h, c->flags ^ (uint64_t)c->below << 40 ^ (uint64_t)c->range_used << 32);
        h = hash_mix(h, (uint16_t)c->named);
    }
    return hash_mix(h, g->encounter.ended | g->encounter.prevented << 1);
}

/* Uses an ability as if its event had just come about; whether anything is different then. */
static bool use(const sl_game *at, CardId card, int ability)
{
    sl_game *game = sl_game_clone(at);
    uint64_t before = digest(game, card);
    begin_use(game, card, ability, &rng);
    play_out(game);
    bool changed = digest(game, card) != before;
    sl_game_free(game);
    return changed;
}

/* ---- all of them ---- */

typedef struct { int texts, changed, held, faced, dilemmas; } Count;

static void try_abilities(const sl_game *game, CardId card, bool *changed, bool *held)
{
    const Game *g = &game->g;
    const CardDef *of = printed(g, card);
    for (int i = 0; i < of->ability_count && i < MOST_ABILITIES; i++) {
        const Ability *a = ability_of(g, card, i);
        snprintf(now, sizeof now, "%s, ability %d%s", of->name, i + 1, g->encounter.active ? " in an attempt" : "");
        if (does_something(g, a)) {
            changed[i] |= use(game, card, i);
            continue;
        }
        Ctx ctx = ctx_of(g, card);
        bool holds = guard_holds(g, &ctx, a);
        if (a->filter) {
            CardSet reached = filter_set(g, &ctx, a->filter);
            holds &= !set_empty(&reached);
        }
        held[i] |= holds;
    }
}

static void try_card(int def, Count *count, int tries)
{
    const CardDef *of = &lib->cat->def[def];
    bool changed[MOST_ABILITIES] = { false }, held[MOST_ABILITIES] = { false }, faced = false;
    for (int n = 0; n < tries; n++) {
        snprintf(now, sizeof now, "%s, on the table", of->name);
        Table t = lay_table(def, "orders");
        must_be_sound(t.game);
        if (t.subject)
            try_abilities(t.game, (CardId)t.subject, changed, held);
        snprintf(now, sizeof now, "%s, on the way to a dilemma", of->name);
        bool meets = reach_dilemma(t.game, of->type == TYPE_DILEMMA ? def : 0);
        const Game *g = &t.game->g;
        if (meets && t.subject && is_card(g, t.subject))
            try_abilities(t.game, (CardId)t.subject, changed, held);
        if (meets && of->type == TYPE_DILEMMA) {
            faced |= g->card[g->encounter.current].def == def;
            snprintf(now, sizeof now, "%s, faced", of->name);
            for (int i = 0; i < 80 && g->encounter.active && sl_game_player(t.game) >= 0; i++) {
                answer(t.game, random_option(g));
                faced |= g->encounter.active && g->encounter.current && g->card[g->encounter.current].def == def;
            }
        }
        sl_game_free(t.game);
    }
    count->dilemmas += of->type == TYPE_DILEMMA;
    count->faced += faced;
    for (int i = 0; i < of->ability_count && i < MOST_ABILITIES; i++) {
        const Ability *a = &lib->cat->ability[of->ability + i];
        count->texts++;
        count->changed += changed[i];
        count->held += held[i];
        if (getenv("TEXTS") && !changed[i] && !held[i])
            printf("%s, ability %d (%s) changed nothing%s\n", of->name, i + 1, node_info[a->kind].word, of->type == TYPE_DILEMMA && faced ? ", and was faced" : "");
    }
}

static void tell_where(int signal_number)
{
    (void)signal_number;
    ssize_t written = write(2, now, strlen(now));
    (void)!write(2, "\n", written >= 0);
    _exit(1);
}

static void every_text_is_carried_out(void **state)
{
    (void)state;
    const char *one = getenv("CARD"), *tries = getenv("TRIES");
    Count count = { 0 };
    signal(SIGSEGV, tell_where);
    signal(SIGABRT, tell_where);
    for (int def = 1; def < lib->cat->def_count; def++) {
        const CardDef *d = &lib->cat->def[def];
        if (!plays(def) || !d->ability_count || (one && strcmp(one, d->name) != 0))
            continue;
        rng_seed(&rng, (uint64_t)def * 7919);
        try_card(def, &count, tries ? atoi(tries) : 1);
    }
    print_message("%d texts: %d have changed something, %d have held; %d of %d dilemmas were faced\n", count.texts, count.changed, count.held, count.faced, count.dilemmas);
    if (!one)                                   /* the others ask for what such a table seldom has */
        assert_true(4 * (count.changed + count.held) > 3 * count.texts);
}

int main(void)
{
    Arena arena = { 0 };
    sl_file lists[2];
    sl_error err = { "" };
    int count = plugin_lists(&arena, lists);
    lib = builtin_library_with(lists, count, &err);
    if (!lib) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_text_is_carried_out) };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sl_library_free(lib);
    arena_free(&arena);
    return failed;
}
