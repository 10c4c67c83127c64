/* The whole game: copied, hashed, ended, checked. */
#include "kernel/inside.h"

#include <stdlib.h>

#ifdef SPACELINE_CHECK
bool kept_is_true(const Game *g, bool same, const char *what)
{
    cache_of(g)->checking = false;
    if (!same) {
        fprintf(stderr, "spaceline: what was kept is not what is so now: %s (turn %u)\n", what, g->turn);
        abort();
    }
    return true;
}
#endif

/* Of cards and texts, only what was kept of those in the game is cleared; what comes later is cleared when it comes. */
void cache_clear(Game *g)
{
    memset(&g->cache, 0, offsetof(Cache, texts_giving));
    for (int at = 0; at < g->static_count; at++)
        forget_static(&g->cache, at);
    for (CardId id = 0; id <= g->card_count; id++)
        forget_values(&g->cache, id);
    for (int i = 0; i < COUNTS_KEPT; i++)
        g->cache.counted[i].copies = 0;
    for (int i = 0; i < LISTENERS_KEPT; i++)
        g->cache.far[i].stamp = 0;
    copies_begin(&g->cache);
    table_changed(g);
}

void cache_forget(Game *g)
{
    copies_raise(&g->cache);
    g->cache.full = 0;
    table_changed(g);
}

/* How many sets of the pool reach up to the last that is taken. */
static size_t sets_used(const Game *g)
{
    return g->sets_taken ? 64u - (unsigned)__builtin_clzll(g->sets_taken) : 1;
}

/* The parts of a game that are in use, one after the other; the rest is empty room.  The first says how large the others are,
 * but for the last. */
typedef struct { size_t at, size; } Part;
enum { PARTS = 9 };

static void parts_of(const Game *g, Part part[PARTS])
{
    const Part used[PARTS] = {
        { offsetof(Game, rng), offsetof(Game, statics) - offsetof(Game, rng) },
        { offsetof(Game, statics), g->static_count * sizeof g->statics[0] },
        { offsetof(Game, modifier), g->modifier_count * sizeof g->modifier[0] },
        { offsetof(Game, past), g->past_count * sizeof g->past[0] },
        { offsetof(Game, set), sets_used(g) * sizeof g->set[0] },
        { offsetof(Game, scope), g->scope_count * sizeof g->scope[0] },
        { offsetof(Game, frame), g->depth * sizeof g->frame[0] },
        { offsetof(Game, card), (g->card_count + 1u) * sizeof g->card[0] },
        { offsetof(Game, decision), offsetof(Decision, option) + g->decision.count * sizeof g->decision.option[0] },
    };
    memcpy(part, used, sizeof used);
}

/* It has become another game: nothing that was kept is good, and there is room for what is kept of its cards and texts. */
static void cache_follow(Game *g, int cards_before, int texts_before)
{
    for (int id = cards_before; id <= g->card_count; id++)
        forget_values(&g->cache, (CardId)id);
    for (int at = texts_before; at < g->static_count; at++)
        forget_static(&g->cache, at);
    g->cache.texts_found = 0;
    cache_forget(g);
}

void game_enter(Game *g, const World *world)
{
    g->world = world;
    g->cat = world->cat;
    g->def = world->cat->def;
    g->confines = world->edition->is_confined;
}

void game_copy(Game *to, const Game *from)
{
    int cards = to->card_count, texts = to->static_count;
    Part part[PARTS];
    parts_of(from, part);
    for (int i = 0; i < PARTS; i++)
        memcpy((unsigned char *)to + part[i].at, (const unsigned char *)from + part[i].at, part[i].size);
    cache_follow(to, cards, texts);
}

size_t game_packed_size(const Game *g)
{
    Part part[PARTS];
    size_t size = 0;
    parts_of(g, part);
    for (int i = 0; i < PARTS; i++)
        size += part[i].size;
    return size;
}

size_t game_pack(const Game *g, unsigned char *out)
{
    Part part[PARTS];
    size_t size = 0;
    parts_of(g, part);
    for (int i = 0; i < PARTS; i++) {
        memcpy(out + size, (const unsigned char *)g + part[i].at, part[i].size);
        size += part[i].size;
    }
    return size;
}

static const unsigned char *unpack(void *to, const unsigned char *from, size_t size)
{
    memcpy(to, from, size);
    return from + size;
}

void game_unpack(Game *to, const unsigned char *from)
{
    int cards = to->card_count, texts = to->static_count;
    Part part[PARTS];
    from = unpack(&to->rng, from, offsetof(Game, statics) - offsetof(Game, rng));
    parts_of(to, part);                         /* true now for all but the last, the decision, which has its own count */
    for (int i = 1; i < PARTS - 1; i++)
        from = unpack((unsigned char *)to + part[i].at, from, part[i].size);
    from = unpack(&to->decision, from, offsetof(Decision, option));
    unpack(to->decision.option, from, to->decision.count * sizeof to->decision.option[0]);
    cache_follow(to, cards, texts);
}

/* Adds the cards that have changed since the last time.  That is no change of the game: it is written down what the sum is. */
static uint64_t sum_of_cards(const Game *game)
{
    Game *g = (Game *)(uintptr_t)game;
    FOR_SET(id, &g->unsummed)
        g->sum += card_key(g, id);
    g->unsummed = (CardSet){ 0 };
    return g->sum;
}

static uint64_t hash_beside_cards(const Game *g, uint64_t cards)
{
    uint64_t h = hash_mix(cards, (uint64_t)(uint16_t)g->plays[g->active] << 32 | (uint64_t)g->active << 8 | g->segment);
    for (int p = 0; g->cat->notes_first && p < g->players; p++)
        h = hash_mix(h, g->first_completed[p]);
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        h = hash_mix(h, (uint64_t)m->op | (uint64_t)m->target << 16 | (uint64_t)(uint16_t)m->what << 32
                            | (uint64_t)(uint16_t)m->amount << 48);
    }
    return h;
}

uint64_t game_loop_hash(const Game *g)
{
    return hash_beside_cards(g, sum_of_cards(g));
}

uint64_t game_play_hash(const Game *g)
{
    uint64_t sum = 0;
    FOR_SET(id, &g->in_play)
        sum += card_key(g, id);
    return hash_beside_cards(g, sum);
}

/* Which card lies above which.  Seldom asked for, and so not kept by the doors. */
static uint64_t order_hash(const Game *g)
{
    uint64_t sum = 0;
    FOR_CARDS(g, id)
        sum += hash_mix(id, g->card[id].above);
    return sum;
}

uint64_t game_hash(const Game *g)
{
    uint64_t h = hash_mix(game_loop_hash(g), order_hash(g));
    for (int p = 0; p < g->players; p++)
        h = hash_mix(h, (uint64_t)(uint16_t)g->score[p] | (uint64_t)(uint16_t)g->bonus[p] << 16);
    h = hash_mix(h, g->rng.s[0]);
    h = hash_mix(h, g->rng.s[1]);
    h = hash_mix(h, (uint64_t)g->turn << 32 | (uint64_t)g->depth << 16 | (uint64_t)g->over << 8 | g->winner);
    const Decision *d = &g->decision;
    if (g->over)
        return h;                               /* nobody is asked: what was asked last does not matter */
    h = hash_mix(h, (uint64_t)d->kind | (uint64_t)d->player << 8 | (uint64_t)d->count << 16 | (uint64_t)d->chosen_count << 32);
    for (int i = 0; i < d->count; i++) {
        Option o = option_at(g, i);
        uint32_t cards = (uint32_t)o.card | (uint32_t)o.target << 16;
        h = hash_mix(h, (cards | (uint64_t)(uint16_t)o.number << 32) << 8 | o.verb);
    }
    return h;
}

void game_end(Game *g, int winner)
{
    if (g->over)
        return;
    g->over = true;
    g->winner = (uint8_t)winner;
    g->draw = winner == NOBODY;
    g->depth = 0;
    g->decision.count = 0;
}

static int leader(const Game *g)
{
    int best = NOBODY, points = -1;
    for (int p = 0; p < g->players; p++) {
        if (g->lost >> p & 1)
            continue;
        if (g->score[p] > points)
            best = p, points = g->score[p];
        else if (g->score[p] == points)
            best = NOBODY;
    }
    return best;
}

void game_end_by_score(Game *g)
{
    game_end(g, leader(g));
}

void game_overflow(Game *g, Capacity which)
{
    if (g->over)
        return;
    g->overflow = (uint8_t)which;
    log_event(g, which == CAPACITY_WORK ? LOG_SPENT : LOG_CUT, NOBODY, NO_CARD, NO_CARD, 0);
    game_end_by_score(g);
}

static bool wrong(char *why, size_t size, const char *text, CardId id)
{
    snprintf(why, size, "card %d: %s", id, text);
    return false;
}

static bool links_ok(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    return (!c->above || g->card[c->above].below == id) && (!c->below || g->card[c->below].above == id);
}

/* Each set of the pool that is taken has one owner, and each owner's set is taken. */
static bool owns(const Game *g, SetNo no, uint64_t *owned)
{
    bool once = no < MAX_SETS && !(*owned >> no & 1) && (g->sets_taken >> no & 1) == (no != 0);
    *owned |= (uint64_t)(no != 0) << no % MAX_SETS;
    return once;
}

static bool sets_ok(const Game *g)
{
    uint64_t owned = 0;
    bool ok = set_empty(&g->set[0]);
    for (const Frame *f = g->frame; f < g->frame + g->depth; f++)
        ok = ok && owns(g, f->cards, &owned) && owns(g, f->more, &owned);
    for (const Scope *s = g->scope; s < g->scope + g->scope_count; s++) {
        ok = ok && owns(g, s->that, &owned) && owns(g, s->gone, &owned);
        for (int v = 0; v < MAX_VARS; v++)
            ok = ok && owns(g, s->var[v], &owned);
    }
    return ok && owned == g->sets_taken;
}

/* No scope is left behind: some running procedure speaks in the last one. */
static bool scopes_ok(const Game *g)
{
    int last = 0;
    for (const Frame *f = g->frame; f < g->frame + g->depth; f++)
        last = f->scope > last ? f->scope : last;
    return last == g->scope_count;
}

bool game_ok(const Game *g, char *why, size_t size)
{
    uint64_t sum = 0;
    CardSet met = { 0 };
    int listed = 0;
    for (int p = 0; p < g->players; p++)
        for (int z = 0; z < ZONE_COUNT; z++) {
            int n = 0;
            FOR_PILE(g, id, &g->pile[p][z]) {
                if (g->card[id].zone != z || g->card[id].holder != p || set_has(&met, id))
                    return wrong(why, size, "is in a pile it does not know of", id);
                set_add(&met, id);
                n++;
            }
            if (n != g->pile[p][z].count)
                return wrong(why, size, "a pile's count is not true", g->pile[p][z].top);
            listed += n;
        }
    FOR_PILE(g, id, &g->stack)
        set_add(&met, id), listed++;
    for (int line = 0; line < LINE_COUNT; line++)
        FOR_PILE(g, id, &g->line[line])
            set_add(&met, id), listed++;
    FOR_CARDS(g, id) {
        const Card *c = &g->card[id];
        sum += card_key(g, id);
        if (!links_ok(g, id))
            return wrong(why, size, "its neighbours disagree", id);
        CardId last = NO_CARD;
        FOR_HOSTED(g, on, id) {
            last = on;
            if (g->card[on].host != id || set_has(&met, on))
                return wrong(why, size, "lies on a card it does not know of", on);
            set_add(&met, on);
            listed++;
        }
        if (c->bottom != last)
            return wrong(why, size, "does not know the last card on it", id);
        if (!has_order(c->zone))
            set_add(&met, id), listed++;
        if (set_has(&g->commanded[c->commander], id) != set_has(&g->in_play, id))
            return wrong(why, size, "its commander does not know of it", id);
        if (zone_info[c->zone].in_play == PLAY_IN && !set_has(&g->in_play, id))
            return wrong(why, size, "is on the table but not in play", id);
        if (set_has(&g->in_play, id) && zone_info[c->zone].in_play == PLAY_OUT)
            return wrong(why, size, "is in play but not on the table", id);
        if (set_has(&g->stopped, id) != is_stopped(g, id))
            return wrong(why, size, "is stopped, or not, and nobody noticed", id);
        if (c->type != printed(g, id)->type)
            return wrong(why, size, "is of another type than is printed", id);
        if (set_has(&g->apart, id) != ((c->flags & SETS_APART) != 0))
            return wrong(why, size, "is a captive, an infiltrator or deactivated, or not, and nobody noticed", id);
        if (set_has(&g->crafts, id) != (set_has(&g->in_play, id) && type_in(CRAFT_TYPES, c->type)))
            return wrong(why, size, "is a ship, facility or site in play, or not, and nobody noticed", id);
        if (set_has(&g->others, id) != (set_has(&g->in_play, id) && type_in(OTHER_TYPES, c->type)))
            return wrong(why, size, "is an event, a dilemma or the like in play, or not, and nobody noticed", id);
        if (set_has(&g->orbiting, id) != (c->zone == ZONE_ORBIT))
            return wrong(why, size, "is in orbit, or not, and nobody noticed", id);
    }
    if (listed != g->card_count || set_count(&met) != g->card_count)
        return wrong(why, size, "cards are in no place or in two", (CardId)listed);
    if (sum != sum_of_cards(g))
        return wrong(why, size, "the hash of the cards is not true", 0);
    if (!g->over && !sets_ok(g))
        return wrong(why, size, "a set of the pool has no owner or two", 0);
    if (!g->over && !scopes_ok(g))
        return wrong(why, size, "a scope has no procedure that speaks in it, or a procedure speaks in none", 0);
    if (!g->over && g->depth > 0 && g->decision.count == 0)
        return wrong(why, size, "nobody can answer: the game is stuck", 0);
    return true;
}
