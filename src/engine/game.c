/* A game behind its handle: making, copying, answering, asking. */
#include "engine/engine.h"

#include <stdlib.h>

/* ---- making ---- */

static void *zeroed(size_t size)
{
    void *at = calloc(1, size);
    if (!at)
        out_of_memory();
    return at;
}

/* A card whose text is not understood would be played wrongly: it is not played at all. */
static bool deck_playable(const Catalogue *cat, const sl_deck *deck, sl_error *error)
{
    for (int i = 0; i < deck->count; i++) {
        const CardDef *def = &cat->def[deck->entry[i].def];
        if (def->unplayable) {
            if (error)
                not_playable(def, error->text, sizeof error->text);
            return false;
        }
    }
    return true;
}

static void put_deck(Game *g, const sl_deck *deck, int player)
{
    for (const sl_deck_entry *e = deck->entry; e < deck->entry + deck->count; e++)
        cards_from_deck(g, (DefId)e->def, player, (Zone)g->world->edition->section_zone[e->section], e->count);
}

static bool decks_fit(const sl_setup *setup, sl_error *error)
{
    int cards = 0;
    for (int p = 0; p < setup->players; p++)
        for (int i = 0; i < setup->deck[p]->count; i++)
            cards += setup->deck[p]->entry[i].count;
    if (cards >= MAX_CARDS && error)
        snprintf(error->text, sizeof error->text, "the decks have %d cards together; a table holds at most %d", cards, MAX_CARDS - 1);
    return cards < MAX_CARDS;
}

bool setup_switches(const sl_setup *setup, Switches *out, sl_error *error)
{
    Error err = { "" };
    *out = switches_default();
    if (!setup->switches || switches_read(out, str_of(setup->switches), &err))
        return true;
    sl_error_copy(error, &err);
    return false;
}

bool sl_switches_check(const char *switches, sl_error *error)
{
    return setup_switches(&(sl_setup){ .switches = switches }, &(Switches){ 0 }, error);
}

/* Cards of lists can be named where a deck has some: other games are the same with and without lists. */
static int titles_of(const sl_library *lib, const sl_setup *setup)
{
    bool listed = setup->blank;
    for (int p = 0; p < setup->players && !listed; p++)
        for (int i = 0; i < setup->deck[p]->count && !listed; i++)
            listed = setup->deck[p]->entry[i].def >= lib->def_count;
    return listed ? lib->cat->def_count : lib->def_count;
}

static void make_world(World *w, const sl_library *lib, const sl_setup *setup, Switches switches)
{
    *w = (World){ .cat = lib->cat, .titles = titles_of(lib, setup), .switches = switches, .edition = edition_of(setup->edition) };
    w->profile = setup->date ? profile_of_game((EditionId)setup->edition, setup->date) : lib->newest[setup->edition];
    if (setup->windows)
        windows_prepare(w);
    if (setup->without)
        w->profile = profile_without(w->profile, (Citation)(RULINGS_BEGIN + setup->without - 1));
}

static bool refuse(sl_error *error, const char *text)
{
    if (error)
        snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

static bool setup_ok(const sl_library *lib, const sl_setup *setup, sl_error *error)
{
    if (!edition_of(setup->edition) || !(setup->blank || edition_of(setup->edition)->offered)) {
        char names[80], text[120];
        editions_that_play(names, sizeof names);
        snprintf(text, sizeof text, "only %s can be played", names);
        return refuse(error, text);
    }
    if (setup->players < 2 || setup->players > PLAYERS)
        return refuse(error, "a game has 2 to 4 players");
    for (int p = 0; p < setup->players; p++)
        if (!setup->blank && !setup->deck[p])
            return refuse(error, "every player needs a deck");
    for (int p = 0; p < setup->players && !setup->blank; p++)
        if (!deck_playable(lib->cat, setup->deck[p], error))
            return false;
    return setup->blank || decks_fit(setup, error);
}

/* What is counted (texts, modifiers, sets, scopes, frames, options, cards) is written as it comes, and so is the cache: zeroing it here
 * would cost more than playing some turns.  The caller has a world for it. */
static sl_game *empty_game(void)
{
    sl_game *game = malloc(sizeof *game);
    if (!game)
        out_of_memory();
    memset(&game->lib, 0, offsetof(sl_game, g) - offsetof(sl_game, lib));
    Game *g = &game->g;
    memset(&g->rng, 0, offsetof(Game, statics) - offsetof(Game, rng));
    memset(&g->decision, 0, offsetof(Decision, option));
    g->card[NO_CARD] = (Card){ 0 };
    g->set[0] = (CardSet){ 0 };
    memset(&g->world, 0, offsetof(Game, cache) - offsetof(Game, world));
    cache_clear(&game->g);
    return game;
}

static Trace *new_trace(bool reasons)
{
    Trace *trace = zeroed(reasons ? sizeof *trace : offsetof(Trace, refusal));
    trace->reasons = reasons;
    return trace;
}

/* Room for a game in few bytes, and for what it may come to: a game that has all its cards grows by little. */
static void make_room(Packed *packed, size_t size)
{
    enum { TO_SPARE = 6000 };
    if (size <= packed->room)
        return;
    packed->room = size + TO_SPARE;
    free(packed->at);
    packed->at = malloc(packed->room);
    if (!packed->at)
        out_of_memory();
}

void game_about_to_run(sl_game *game)
{
    if (game->trace && !game->trace->reasons)
        make_room(&game->trace->before, game_packed_size(&game->g));
}

static void run(sl_game *game)
{
    game_about_to_run(game);
    game_run(&game->g);
}

/* The same game after its last answer, with all that was refused on the way. */
sl_game *game_with_reasons(const sl_game *game)
{
    if (!game->trace || game->trace->before.size == 0)
        return NULL;
    sl_game *again = empty_game();
    again->world = game->world;
    again->lib = game->lib;
    again->date = game->date;
    again->trace = new_trace(true);
    game_unpack(&again->g, game->trace->before.at);
    game_enter(&again->g, &again->world);
    again->g.trace = again->trace;
    again->g.purse = game->g.purse;
    game_run(&again->g);
    return again;
}

sl_game *sl_game_new(const sl_library *lib, const sl_setup *setup, sl_error *error)
{
    Switches switches;
    if (!setup_ok(lib, setup, error) || !setup_switches(setup, &switches, error))
        return NULL;
    sl_game *game = empty_game();
    game->lib = lib;
    game->date = setup->date;
    make_world(&game->world, lib, setup, switches);
    game->trace = setup->trace ? new_trace(setup->trace >= SL_TRACE_REASONS) : NULL;
    if (game->trace)
        game->trace->choices = setup->trace == SL_TRACE_CHOICES;
    Game *g = &game->g;
    game_enter(g, &game->world);
    g->heard = windows_heard(&game->world);
    g->trace = game->trace;
    g->players = (uint8_t)setup->players;
    g->winner = NOBODY;
    g->responder = NOBODY;
    rng_seed(&g->rng, setup->seed);
    if (setup->blank)
        return game;
    for (int p = 0; p < setup->players; p++)
        put_deck(g, setup->deck[p], p);
    frame_push(g, g->world->edition->start, 0, &(Turn){ 0 }, sizeof(Turn));
    run(game);
    return game;
}

sl_game *sl_game_clone_untraced(const sl_game *from)
{
    sl_game *to = empty_game();
    sl_game_copy(to, from);
    return to;
}

sl_game *sl_game_clone(const sl_game *from)
{
    sl_game *to = empty_game();
    to->trace = from->trace ? new_trace(from->trace->reasons) : NULL;
    sl_game_copy(to, from);
    return to;
}

void sl_game_copy(sl_game *to, const sl_game *from)
{
    to->world = from->world;
    to->lib = from->lib;
    to->date = from->date;
    game_copy(&to->g, &from->g);
    game_enter(&to->g, &to->world);
    to->g.trace = to->trace;
    to->g.purse = from->g.purse;
    if (!to->trace || !from->trace)
        return;
    const Packed *before = &from->trace->before;
    trace_copy(to->trace, from->trace);
    make_room(&to->trace->before, before->size);
    to->trace->before.size = before->size;
    if (before->size)
        memcpy(to->trace->before.at, before->at, before->size);
}

void sl_game_purse(sl_game *game, long *work)
{
    game->g.purse = work;
}

void sl_game_free(sl_game *game)
{
    if (!game)
        return;
    if (game->trace)
        free(game->trace->before.at);
    free(game->trace);
    free(game);
}

/* ---- hidden cards dealt again ---- */

/* Cards that the viewer cannot tell apart: same owner, same kind of hiding place. */
static int hidden_class(const Game *g, CardId id, int viewer)
{
    const Card *c = &g->card[id];
    if (viewer >= 0 && may_know(g, viewer, id))
        return 0;
    int pool = zone_info[c->zone].pool;
    int type = pool == POOL_CREW ? card_type(g, id) : 0;             /* of a card in play everybody sees the type */
    return pool == POOL_NONE ? 0 : 1 + (pool * PLAYERS + c->owner) * TYPE_COUNT + type;
}

/* Cards that are spoken of right now stay what they are, whoever looks: the text that runs or is about to, and what another player is
 * choosing from.  The procedures that run have asked what they are. */
static CardSet spoken_of(const Game *g, int viewer)
{
    CardSet out = { 0 };
    for (const Scope *s = g->scope; s < g->scope + g->scope_count; s++) {
        set_add(&out, s->source);
        set_add(&out, s->cause);
    }
    for (const Frame *f = g->frame; f < g->frame + g->depth; f++)
        if (f->proc == PROC_use_text || f->proc == g->world->edition->play_response)
            set_add(&out, ((const UseText *)(const void *)f->locals)->card);
    if (g->depth && g->decision.player != viewer) {
        const Frame *asks = &g->frame[g->depth - 1];
        if (asks->proc == PROC_choose_cards || g->decision.kind == SL_DECIDE_STACK) {
            set_join(&out, cards_of(g, asks));
            set_join(&out, more_of(g, asks));
        }
    }
    set_drop(&out, NO_CARD);
    return out;
}

/* Which cards the viewer cannot tell apart: lists of them, one behind the other, each in ascending order. */
enum { HIDDEN_CLASSES = 1 + POOL_COUNT * PLAYERS * TYPE_COUNT };
typedef struct { CardId member[MAX_CARDS]; uint16_t class[MAX_CARDS], place[MAX_CARDS], first[HIDDEN_CLASSES + 1]; } Lots;

static void find_lots(const Game *g, int viewer, const CardSet *stay, Lots *l)
{
    memset(l->first, 0, sizeof l->first);
    FOR_CARDS(g, id) {
        l->class[id] = set_has(stay, id) ? 0 : (uint16_t)hidden_class(g, id, viewer);
        l->place[id] = l->first[l->class[id] + 1]++;
    }
    for (int c = 1; c <= HIDDEN_CLASSES; c++)
        l->first[c] = (uint16_t)(l->first[c] + l->first[c - 1]);
    FOR_CARDS(g, id)
        l->member[l->first[l->class[id]] + l->place[id]] = id;
}

/* The options of another player that name a card which is another now are not offered: they may not exist any more.  Where that leaves
 * none, the decision is about those cards alone, and they stay. */
static bool is_about(Option o, const CardSet *cards)
{
    return set_has(cards, o.card) || set_has(cards, o.target);
}

static CardSet option_cards(const Game *g)
{
    CardSet out = { 0 };
    for (int i = 0; i < g->decision.count; i++) {
        set_add(&out, option_at(g, i).card);
        set_add(&out, option_at(g, i).target);
    }
    return out;
}

static int options_left(const Game *g, const CardSet *hidden)
{
    int n = 0;
    for (int i = 0; i < g->decision.count; i++)
        n += !is_about(option_at(g, i), hidden);
    return n;
}

static void drop_options(Game *g, const CardSet *changed)
{
    int kept = 0;
    for (int i = 0; i < g->decision.count; i++)
        if (!is_about(option_at(g, i), changed))
            g->decision.option[kept++] = g->decision.option[i];
    g->decision.count = (uint16_t)kept;
}

void sl_game_resample(sl_game *game, int viewer, uint64_t seed)
{
    Game *g = &game->g;
    Lots lots;
    Rng rng;
    CardSet stay = spoken_of(g, viewer);
    bool others = g->depth && g->decision.player != viewer;
    find_lots(g, viewer, &stay, &lots);
    if (others) {
        CardSet hidden = { 0 };
        FOR_CARDS(g, id)
            if (lots.class[id])
                set_add(&hidden, id);
        if (g->decision.count && !options_left(g, &hidden)) {
            CardSet asked = option_cards(g);
            set_join(&stay, &asked);
            find_lots(g, viewer, &stay, &lots);
        }
    }
    DefId def[MAX_CARDS];
    FOR_CARDS(g, id)
        def[id] = g->card[id].def;
    rng_seed(&rng, seed);
    for (CardId id = g->card_count; id > 1; id--) {
        if (!lots.class[id])
            continue;
        CardId other = lots.member[lots.first[lots.class[id]] + rng_below(&rng, lots.place[id] + 1u)];
        DefId was = def[id];
        def[id] = def[other];
        def[other] = was;
    }
    CardSet changed = cards_become(g, def);
    for (Frame *f = g->frame; f < g->frame + g->depth; f++)
        if (f->proc == g->world->edition->respond)
            window_find_listeners(g, f);                            /* who answers what is going on is another card now */
    if (others)
        drop_options(g, &changed);
    if (viewer >= 0)
        rng_seed(&g->rng, seed ^ 0x9E3779B97F4A7C15u);
}

/* ---- the three questions ---- */

int sl_game_player(const sl_game *game)
{
    return game->g.over || game->g.depth == 0 ? -1 : game->g.decision.player;
}

int sl_game_options(const sl_game *game)
{
    return game->g.over ? 0 : game->g.decision.count;
}

void sl_game_answer(sl_game *game, int option)
{
    if (option < 0 || option >= sl_game_options(game))
        return;
    game_about_to_run(game);
    game_answer(&game->g, option);
}

int sl_game_winner(const sl_game *game)
{
    return game->g.over && game->g.winner != NOBODY ? game->g.winner : -1;
}

int sl_game_turn(const sl_game *game)
{
    return (int)game->g.turn;
}

int sl_game_active(const sl_game *game)
{
    return game->g.active;
}

const char *sl_game_segment(const sl_game *game)
{
    return segment_word[game->g.segment][game->g.world->edition->id];
}

int sl_game_points(const sl_game *game, int player)
{
    return player >= 0 && player < game->g.players ? game->g.score[player] : 0;
}

int sl_game_bonus(const sl_game *game, int player)
{
    return player >= 0 && player < game->g.players ? game->g.bonus[player] : 0;
}

int sl_game_edition(const sl_game *game)
{
    return game->world.edition->id;
}

int sl_game_counters(const sl_game *game)
{
    return game->g.plays[game->g.active];
}

int sl_game_players(const sl_game *game)
{
    return game->g.players;
}

/* What a player who leaves cannot keep: cards that others own go to their piles, his own out of the game, and what was being played,
 * drawn or stacked by anybody goes back. */
static void take_leave(Game *g, int player)
{
    FOR_CARDS(g, id) {
        const Card *c = &g->card[id];
        bool held = zone_info[c->zone].held_by == HELD_BY_PLAYER && c->zone != ZONE_ROW && c->holder == player;
        bool astray = c->zone == ZONE_PLAYING || c->zone == ZONE_DRAWN || c->zone == ZONE_STACK;
        if (c->owner == player)
            leave_play(g, id, ZONE_REMOVED);
        else if (held || astray || (c->commander == player && card_in_play(g, id)))
            leave_play(g, id, discard_zone(g, id));
    }
}

/* A player who concedes leaves, with all cards; the last one left wins (2E-21.10, 24.6). */
void sl_game_concede(sl_game *game, int player)
{
    Game *g = &game->g;
    if (g->over || player < 0 || player >= g->players || g->lost >> player & 1)
        return;
    g->lost |= (uint8_t)(1u << player);
    table_changed(g);                  /* nobody's opponent any more */
    log_event(g, LOG_CONCEDES, player, NO_CARD, NO_CARD, 0);
    cite(g, RULE_CONCEDED);
    int left = 0, last = NOBODY;
    for (int p = 0; p < g->players; p++)
        if (!(g->lost >> p & 1))
            left++, last = p;
    if (left == 1) {
        game_end(g, last);
        return;
    }
    take_leave(g, player);
    static const uint8_t cut_short[] = { UNTIL_DILEMMA_END, UNTIL_ATTEMPT_END, UNTIL_BATTLE_END, UNTIL_PLAY_END };
    for (size_t i = 0; i < countof(cut_short); i++)
        modifiers_end(g, cut_short[i], NOBODY);
    frames_drop(g);
    encounter_change(g)->active = false;
    battle_change(g)->active = false;
    Turn turn = g->world->edition->turn_after(g, player);
    frame_push(g, g->world->edition->start, g->active, &turn, sizeof turn);
    frame_push(g, g->world->edition->win_check, g->active, &(Do){ 0 }, sizeof(Do));      /* what kept somebody from it may have left, too */
    run(game);
}

/* ---- recorded answers ---- */

static bool is_draw(sl_ending ending)
{
    return ending == SL_END_AGREED || ending == SL_END_RULED_DRAW || ending == SL_END_CHANGED;
}

int sl_ending_code(int players, sl_ending ending, int player)
{
    int code = -1;
    for (int e = 0; e < (int)ending; e++)
        code -= is_draw((sl_ending)e) ? 1 : players;
    return is_draw(ending) ? code : code - player;
}

bool sl_ending_read(int players, int answer, sl_ending *ending, int *player)
{
    for (int e = 0; e < SL_END_COUNT; e++) {
        int first = sl_ending_code(players, (sl_ending)e, 0), codes = is_draw((sl_ending)e) ? 1 : players;
        if (answer > first || answer <= first - codes)
            continue;
        *ending = (sl_ending)e;
        *player = is_draw(*ending) ? -1 : first - answer;
        return true;
    }
    return false;
}

/* With more than two players only a concession says who is out; whoever wins by another's absence is known when two play. */
static bool apply_ending(sl_game *game, int answer)
{
    sl_ending ending;
    int player, players = game->g.players;
    if (!sl_ending_read(players, answer, &ending, &player))
        return false;
    bool loses = ending == SL_END_TIME || ending == SL_END_AWAY;
    if ((loses && players != 2) || (ending == SL_END_CONCEDED && game->g.lost >> player & 1))
        return false;
    if (ending == SL_END_CONCEDED)
        sl_game_concede(game, player);
    else
        game_end(&game->g, loses ? 1 - player : player < 0 ? NOBODY : player);
    return true;
}

bool sl_game_apply(sl_game *game, int answer)
{
    if (sl_game_player(game) < 0 || answer >= sl_game_options(game))
        return false;
    if (answer < 0)
        return apply_ending(game, answer) || game_direct(game, answer);
    sl_game_answer(game, answer);
    return true;
}

/* What is looked at and put back leaves no mark on the cards, but a line in the log. */
static bool shows_something(int kind)
{
    return kind == LOG_REVEALED || kind == LOG_EXAMINED || kind == LOG_DRAWS || kind == LOG_DRAWS_DILEMMAS || kind == LOG_DOWNLOADS
        || kind == LOG_FINDS_NOTHING || kind == LOG_REVEALS_DILEMMA || kind == LOG_SHUFFLES || kind == LOG_SHUFFLES_PILE
        || kind == LOG_SHOWS || kind == LOG_RANGE_TOTAL || kind == LOG_SELECTED;
}

bool sl_game_nothing_shown(const sl_game *then, const sl_game *now)
{
    const Game *a = &then->g, *b = &now->g;
    sl_event event;
    if (memcmp(&a->rng, &b->rng, sizeof a->rng) != 0 || a->card_count != b->card_count)
        return false;
    for (CardId id = 1; id <= b->card_count; id++)
        if (b->card[id].known & ~a->card[id].known)
            return false;
    for (long i = sl_game_events(then) + 1; i <= sl_game_events(now); i++)
        if (!sl_game_event(now, SL_OPEN, i, &event) || shows_something(event.kind))
            return false;
    return sl_game_events(now) >= sl_game_events(then);
}

uint64_t sl_game_hash(const sl_game *game)
{
    return game_hash(&game->g);
}

size_t sl_game_size(void)
{
    return offsetof(Game, world);
}

bool sl_game_ok(const sl_game *game, char *why, size_t size)
{
    return game_ok(&game->g, why, size);
}

/* What is kept of a card: values, and who is there. */
typedef struct { int16_t attribute[ATTRIBUTE_COUNT]; uint8_t skill[SKILL_COUNT]; IconSet icons; int span; unsigned crew; } Kept;

static unsigned crew_now(const Game *g, CardId id)
{
    const Crew *crew = crew_at(g, id);
    unsigned who = (unsigned)crew->there << 24 | (unsigned)crew->able << 16 | (unsigned)crew->beamable << 8 | crew->orbit;
    return who ^ (unsigned)crew->ships << 4 ^ (is_type(g, id, TYPE_SHIP) && is_staffed(g, id) ? 1u << 31 : 0);
}

static void kept_now(const Game *g, CardId id, Kept *out)
{
    memset(out, 0, sizeof *out);                /* they are compared byte by byte */
    out->icons = icons_of(g, id);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        out->attribute[i] = (int16_t)attribute(g, id, i);
    for (int i = 0; i < SKILL_COUNT; i++)
        out->skill[i] = (uint8_t)skill_level(g, id, i);
    if (is_type(g, id, TYPE_MISSION))
        out->span = mission_span(g, id, g->card[id].owner);
    if (is_type(g, id, TYPE_MISSION) || is_type(g, id, TYPE_SHIP))
        out->crew = crew_now(g, id);
}

static bool listeners_ok(const Game *g)
{
    for (int event = 0; event < EVENT_COUNT; event++) {
        int far = 0;
        FOR_SET(id, &g->in_play)
            far += event_in(&printed(g, id)->listens_far, event);
        if (far != g->listeners_far[event])
            return false;
    }
    return true;
}

/* All values are taken as they are kept before the first is made stale: making one stale makes them all so.  The difference is the answer here:
 * the check build does not compare by itself meanwhile. */
bool sl_game_caches_ok(sl_game *game)
{
    Game *g = &game->g;
    Kept kept[MAX_CARDS], fresh;
    g->cache.checking = true;
    FOR_CARDS(g, id)
        kept_now(g, id, &kept[id]);
    g->cache.checking = false;
    bool ok = listeners_ok(g);
    cache_forget(g);
    for (CardId id = 1; id <= g->card_count && ok; id++) {
        kept_now(g, id, &fresh);
        ok = memcmp(&kept[id], &fresh, sizeof fresh) == 0;
    }
    return ok && listeners_ok(g);
}

const sl_library *sl_game_library(const sl_game *game)
{
    return game->lib;
}

int sl_game_marks(const sl_game *game, sl_mark *out, int room)
{
    const Game *g = &game->g;
    static const struct { const char *word; int room; } capacity[CAPACITY_COUNT] = {
#define CAPACITY(symbol, word, room) [CAPACITY_##symbol] = { word, room },
#include "kernel/capacities.def"
#undef CAPACITY
    };
    int n = 0;
    for (int c = CAPACITY_NONE + 1; c < CAPACITY_COUNT && n < room; c++)
        out[n++] = (sl_mark){ capacity[c].word, g->mark[c], capacity[c].room };
    return n;
}

const char *sl_game_cut(const sl_game *game)
{
    static const char *const word[CAPACITIES] = {
#define CAPACITY(symbol, word, room) [CAPACITY_##symbol] = word,
#include "kernel/capacities.def"
#undef CAPACITY
        [CAPACITY_FAULT] = "fault", [CAPACITY_WORK] = "work",
    };
    return word[game->g.overflow];
}
