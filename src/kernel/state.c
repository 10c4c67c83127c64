/* The doors of the state: the only code that moves a card, marks it, or counts it.  Each door keeps the hash of all cards. */
#include "kernel/edition.h"
#include "kernel/trace.h"

#include <stdlib.h>

/* ---- card sets ---- */

static int bit_count(uint64_t word)
{
    int n = 0;
    for (; word; word &= word - 1)
        n++;
    return n;
}

int set_count(const CardSet *s)
{
    int n = 0;
    for (unsigned used = s->used; used; used &= used - 1)
        n += bit_count(s->word[__builtin_ctz(used)]);
    return n;
}

static void put_word(CardSet *s, int i, uint64_t word)
{
    s->word[i] = word;
    s->used |= (uint16_t)((word != 0) << i);
}

CardSet set_and(const CardSet *a, const CardSet *b)
{
    CardSet s = { 0 };
    for (unsigned used = a->used & b->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        put_word(&s, i, a->word[i] & b->word[i]);
    }
    return s;
}

void set_keep(CardSet *s, const CardSet *kept)
{
    for (unsigned used = s->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        s->word[i] &= kept->word[i];
        if (s->word[i] == 0)
            s->used &= (uint16_t)~(1u << i);
    }
}

CardSet set_minus(const CardSet *a, const CardSet *b)
{
    CardSet s = { 0 };
    for (unsigned used = a->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        put_word(&s, i, a->word[i] & ~b->word[i]);
    }
    return s;
}

void set_join(CardSet *to, const CardSet *from)
{
    for (unsigned used = from->used; used; used &= used - 1)
        to->word[__builtin_ctz(used)] |= from->word[__builtin_ctz(used)];
    to->used |= from->used;
}

/* ---- the pool of sets ---- */

SetNo set_new(Game *g)
{
    uint64_t free = ~g->sets_taken & ~(uint64_t)1;
    if (free == 0) {
        game_overflow(g, CAPACITY_SETS);
        return MAX_SETS;
    }
    SetNo no = (SetNo)__builtin_ctzll(free);
    g->sets_taken |= (uint64_t)1 << no;
    note_mark(g, CAPACITY_SETS, no);
    return no;
}

/* ---- the hash of all cards ---- */

static uint64_t card_key(const Game *g, CardId id)
{
    const Card *c = &g->card[id];
    uint64_t place = (uint64_t)c->def | (uint64_t)(c->owner & 15) << 16 | (uint64_t)(c->commander & 15) << 20 | (uint64_t)c->zone << 24
        | (uint64_t)c->host << 32 | (uint64_t)(c->holder & 15) << 44 | (uint64_t)id << 48;
    uint64_t marks = (uint64_t)c->flags | (uint64_t)(uint16_t)c->named << 32 | (uint64_t)c->range_used << 48 | (uint64_t)c->named_kind << 56;
    return hash_mix(hash_mix(0x5350414345u ^ c->known, place), marks);
}

static uint64_t order_key(const Game *g, CardId id)
{
    return hash_mix(id, g->card[id].above);
}

static void forget(Game *g, CardId id)
{
    if (id != NO_CARD)
        g->order_sum -= order_key(g, id);
}

static void remember(Game *g, CardId id)
{
    if (id != NO_CARD)
        g->order_sum += order_key(g, id);
}

static void change_begin(Game *g, CardId id)
{
    g->sum -= card_key(g, id);
}

static void change_end(Game *g, CardId id)
{
    g->sum += card_key(g, id);
    table_changed(g);
}

/* Counts a change of the card and of its host, so that crew_at counts again. */
static void stir(Game *g, CardId id)
{
    g->cache.stirred[id]++;
    g->cache.stirred[g->card[id].host]++;
}

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

static void forget_values(Cache *c, CardId id)
{
    c->stirred[id] = 0;
    c->crew[id].stamp = c->crew[id].staffed_stamp = 0;
}

static void forget_static(Cache *c, int at)
{
    c->text[at].when = 0;
    c->text[at].busy = false;
}

/* What is kept of cards and statics is forgotten as they come: a game has few of either. */
void cache_clear(Game *g)
{
    memset(&g->cache, 0, offsetof(Cache, texts_giving));
    for (int at = 0; at < g->static_count; at++)
        forget_static(&g->cache, at);
    for (CardId id = 0; id <= g->card_count; id++)
        forget_values(&g->cache, id);
    g->cache.copies = 1;
    table_changed(g);
}

void cache_forget(Game *g)
{
    g->cache.copies++;
    table_changed(g);
}

/* ---- places ---- */

CardId card_new(Game *g, DefId def, int owner)
{
    if (g->card_count + 1 >= MAX_CARDS)
        return NO_CARD;
    CardId id = (CardId)++g->card_count;
    note_mark(g, CAPACITY_CARDS, g->card_count);
    g->card[id] = (Card){ .def = def, .owner = (uint8_t)owner, .commander = (uint8_t)owner, .holder = NOBODY };
    forget_values(&g->cache, id);
    events_join(&g->heard, &g->world->cat->def[def].listens);
    g->sum += card_key(g, id);
    g->order_sum += order_key(g, id);
    return id;
}

/* The pile it lies in; NULL where it lies at a card or in no order. */
static Pile *pile_of(Game *g, const Card *c)
{
    switch ((HeldBy)zone_info[c->zone].held_by) {
    case HELD_BY_OWNER: case HELD_BY_PLAYER: return &g->pile[c->holder][c->zone];
    case HELD_BY_LINE:                       return &g->line[c->holder];
    case HELD_BY_TABLE:                      return &g->stack;
    case HELD_BY_CARD: case HELD_BY_NOBODY:  break;
    }
    return NULL;
}

/* Where the list that a card lies in begins and ends, and how many it holds: a pile, or the cards at a card, which are not counted. */
typedef struct { CardId *top, *bottom; uint16_t *count; } Ends;

static Ends ends_of(Game *g, const Card *c)
{
    Pile *pile = pile_of(g, c);
    if (pile)
        return (Ends){ &pile->top, &pile->bottom, &pile->count };
    return (Ends){ &g->card[c->host].top, &g->card[c->host].bottom, NULL };
}

static bool has_order(int zone)
{
    return zone_info[zone].held_by != HELD_BY_NOBODY;
}

/* Takes a card out of its list.  It is nowhere afterwards. */
static void unlink_card(Game *g, CardId id)
{
    Card *c = &g->card[id];
    if (!has_order(c->zone))
        return;
    Ends list = ends_of(g, c);
    forget(g, id);
    forget(g, c->below);
    *(c->above ? &g->card[c->above].below : list.top) = c->below;
    *(c->below ? &g->card[c->below].above : list.bottom) = c->above;
    if (list.count)
        --*list.count;
    remember(g, c->below);
    c->above = c->below = NO_CARD;
    remember(g, id);
}

/* Puts a card into the list of its zone, below another; NO_CARD: on top. */
static void link_below(Game *g, CardId id, CardId above)
{
    Card *c = &g->card[id];
    Ends list = ends_of(g, c);
    CardId below = above ? g->card[above].below : *list.top;
    forget(g, id);
    forget(g, below);
    c->above = above;
    c->below = below;
    *(above ? &g->card[above].below : list.top) = id;
    *(below ? &g->card[below].above : list.bottom) = id;
    if (list.count)
        ++*list.count;
    remember(g, below);
    remember(g, id);
}

/* What is put from outside play into a brig, or onto an event or dilemma, stays out of play (2e-2014/not-in-play.2). */
static bool enters_play(const Game *g, const Card *c, bool before)
{
    InPlay in = (InPlay)zone_info[c->zone].in_play;
    if (in == PLAY_IN || in == PLAY_OUT)
        return in == PLAY_IN;
    int host = in == PLAY_ON ? printed(g, c->host)->type : TYPE_NONE;
    bool aside = in == PLAY_CAPTIVE || host == TYPE_EVENT || host == TYPE_DILEMMA;
    return before || !aside || !in_force(g, RULING_NOT_IN_PLAY_PLACED);
}

/* Who may know a card where it lies, by the rules of information (2E-20.1, 20.2). */
static uint8_t known_there(const Game *g, const Card *c)
{
    uint8_t everyone = all_players(g);
    switch ((WhoKnows)zone_info[c->zone].known[g->world->edition->id]) {
    case KNOWN_NOBODY: return 0;
    case KNOWN_OWNER:  return (uint8_t)(1u << c->owner);
    case KNOWN_UP:     return c->flags & FACE_UP ? everyone : 0;
    case KNOWN_CREW:   return (uint8_t)(g->def[c->def].type == TYPE_SHIP ? everyone : 1u << c->commander);
    case KNOWN_ALL:    break;
    }
    return everyone;
}

/* Whose card in play it is; how many of each persona a player has is counted roughly, by its low bits. */
static void command_begins(Game *g, CardId id)
{
    int player = g->card[id].commander;
    set_add(&g->commanded[player], id);
    g->personas[player][printed(g, id)->persona % PERSONA_COUNTS]++;
}

static void command_ends(Game *g, CardId id)
{
    int player = g->card[id].commander;
    set_drop(&g->commanded[player], id);
    g->personas[player][printed(g, id)->persona % PERSONA_COUNTS]--;
}

/* Where a card can answer events: in play, or an interrupt in hand. */
typedef enum { CANNOT_ANSWER, ANSWERS_IN_PLAY, ANSWERS_FROM_HAND } CanAnswer;

static CanAnswer can_answer(const Game *g, CardId id, int zone)
{
    if (set_has(&g->in_play, id))
        return ANSWERS_IN_PLAY;
    return zone == ZONE_HAND && is_type(g, id, TYPE_INTERRUPT) ? ANSWERS_FROM_HAND : CANNOT_ANSWER;
}

static void count_listener(Game *g, CardId id, CanAnswer can, int sign)
{
    if (can == CANNOT_ANSWER)
        return;
    FOR_EVENTS(event, &printed(g, id)->listens) {
        g->listeners[event] = (uint16_t)(g->listeners[event] + sign);
        uint16_t *apart = can == ANSWERS_FROM_HAND ? g->listeners_in_hand : g->listeners_far;
        bool far = event_in(&printed(g, id)->listens_far, event);
        if (can == ANSWERS_FROM_HAND || far)
            apart[event] = (uint16_t)(apart[event] + sign);
    }
}

/* A card that changes zone loses its marks (2E-3.6); moving within play keeps them. */
static void settle(Game *g, CardId id, int was)
{
    bool listens = !events_none(&printed(g, id)->listens);
    CanAnswer answered = listens ? can_answer(g, id, was) : CANNOT_ANSWER;
    Card *c = &g->card[id];
    bool before = set_has(&g->in_play, id);
    bool now = enters_play(g, c, before);
    if (!now && !before && zone_info[c->zone].in_play != PLAY_OUT)
        cite(g, RULING_NOT_IN_PLAY_PLACED);
    if (was == ZONE_PLAYING && is_type(g, id, TYPE_DILEMMA))
        statics_leave(g, id);                   /* a faced dilemma has acted from there */
    if (now && !before) {
        set_add(&g->in_play, id);
        command_begins(g, id);
        statics_enter(g, id);
    } else if (!now && before) {
        set_drop(&g->in_play, id);
        command_ends(g, id);
        set_drop(&g->listening, id);
        set_drop(&g->ordering, id);
        set_drop(&g->permitting, id);
        statics_leave(g, id);
        modifiers_drop(g, id);
        uses_drop(g, id);
        c->flags &= FACE_UP;
        set_drop(&g->stopped, id);
        c->range_used = 0;
        c->named_kind = 0;
        c->named = 0;
    }
    if (listens && can_answer(g, id, c->zone) != answered) {
        count_listener(g, id, answered, -1);
        count_listener(g, id, can_answer(g, id, c->zone), 1);
    }
    if (c->zone == ZONE_ORBIT)
        set_add(&g->orbiting, id);
    else if (was == ZONE_ORBIT)
        set_drop(&g->orbiting, id);
    if (is_captive(g, id)) {
        c->flags &= ~(uint32_t)STOPPED;
        set_drop(&g->stopped, id);
    }
    if (c->zone != was || !now)
        c->known = known_there(g, c);
}

/* Takes a card from where it is to another zone.  below: its neighbour there, where the zone has an order. */
typedef enum { TO_TOP, TO_BOTTOM, TO_BELOW } Where;

static void place(Game *g, CardId id, Zone zone, CardId host, int holder, Where where, CardId below)
{
    Card *c = &g->card[id];
    int was = c->zone;
    stir(g, id);
    change_begin(g, id);
    unlink_card(g, id);
    c->zone = (uint8_t)zone;
    c->host = host;
    c->holder = (uint8_t)holder;
    g->cache.stirred[host]++;
    if (has_order(zone))
        link_below(g, id, where == TO_BELOW ? below : where == TO_TOP ? NO_CARD : *ends_of(g, c).bottom);
    settle(g, id, was);
    change_end(g, id);
}

static Where where_of(Put put)
{
    return put == PUT_TOP ? TO_TOP : TO_BOTTOM;
}

/* Most piles are always the owner's (2E-3.8). */
void card_to_pile(Game *g, CardId id, int player, Zone zone, Put put)
{
    assert(zone_is_pile(zone));
    if (zone_info[zone].known[g->world->edition->id] != KNOWN_UP)
        card_flag(g, id, FACE_UP, false);
    place(g, id, zone, NO_CARD, zone_info[zone].held_by == HELD_BY_PLAYER ? player : g->card[id].owner, where_of(put), NO_CARD);
}

void card_to_host(Game *g, CardId id, CardId host, Zone zone, Put put)
{
    assert(zone_is_hosted(zone));
    place(g, id, zone, host, NOBODY, where_of(put), NO_CARD);
}

void card_to_line(Game *g, CardId id, Line line, CardId after)
{
    place(g, id, ZONE_LINE, NO_CARD, line, TO_BELOW, after);
}

void card_to_stack(Game *g, CardId id, Put put)
{
    place(g, id, ZONE_STACK, NO_CARD, NOBODY, where_of(put), NO_CARD);
}

/* Zones without order: dilemmas drawn for an attempt, the card being played. */
void card_to_limbo(Game *g, CardId id, Zone zone)
{
    assert(!has_order(zone));
    place(g, id, zone, NO_CARD, NOBODY, TO_TOP, NO_CARD);
}

void card_flag(Game *g, CardId id, uint32_t flag, bool on)
{
    if (((g->card[id].flags & flag) != 0) == on)
        return;
    stir(g, id);
    change_begin(g, id);
    g->card[id].flags = on ? g->card[id].flags | flag : g->card[id].flags & ~flag;
    if (flag == STOPPED)
        (on ? set_add : set_drop)(&g->stopped, id);
    change_end(g, id);
}

void card_command(Game *g, CardId id, int player)
{
    Card *c = &g->card[id];
    if (c->commander == player && (known_there(g, c) & ~c->known) == 0)
        return;
    stir(g, id);
    change_begin(g, id);
    bool in_play = set_has(&g->in_play, id);
    if (in_play)
        command_ends(g, id);
    c->commander = (uint8_t)player;
    if (in_play)
        command_begins(g, id);
    c->known |= known_there(g, c);
    change_end(g, id);
}

void card_use_range(Game *g, CardId id, int used)
{
    change_begin(g, id);
    g->card[id].range_used = (uint8_t)(used < 0 ? 0 : used > 255 ? 255 : used);
    change_end(g, id);
}

void card_name(Game *g, CardId id, int kind, int what)
{
    change_begin(g, id);
    g->card[id].named_kind = (uint8_t)kind;
    g->card[id].named = (int16_t)what;
    change_end(g, id);
}

/* Nothing that texts ask about changes. */
void card_know(Game *g, CardId id, uint8_t players)
{
    if (g->card[id].known == players)
        return;
    change_begin(g, id);
    g->card[id].known = players;
    g->sum += card_key(g, id);
}

static void count_mods(Game *);

void card_become(Game *g, CardId id, DefId def)
{
    stir(g, id);
    change_begin(g, id);
    count_listener(g, id, can_answer(g, id, g->card[id].zone), -1);
    bool in_play = set_has(&g->in_play, id);
    if (in_play)
        command_ends(g, id);
    g->card[id].def = def;
    if (in_play)
        command_begins(g, id);
    if (g->modifier_count)
        count_mods(g);                          /* those on this card may be on another type of card now */
    count_listener(g, id, can_answer(g, id, g->card[id].zone), 1);
    change_end(g, id);
}

void pile_shuffle(Game *g, int player, Zone zone)
{
    CardId order[MAX_CARDS];
    int n = 0;
    Pile *pile = &g->pile[player][zone];
    FOR_PILE(g, id, pile)
        order[n++] = id;
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = rng_below(&g->rng, (uint32_t)i + 1);
        CardId swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    for (int i = 0; i < n; i++) {
        forget(g, order[i]);
        g->card[order[i]].above = i ? order[i - 1] : NO_CARD;
        g->card[order[i]].below = i + 1 < n ? order[i + 1] : NO_CARD;
        remember(g, order[i]);
        if (!(g->card[order[i]].flags & FACE_UP) && g->card[order[i]].known == 0)
            continue;
        change_begin(g, order[i]);
        g->card[order[i]].flags &= ~(uint32_t)FACE_UP;
        g->card[order[i]].known = 0;
        change_end(g, order[i]);
    }
    pile->top = n ? order[0] : NO_CARD;
    pile->bottom = n ? order[n - 1] : NO_CARD;
    table_changed(g);
}

/* A captive that a text says is commanded is in play, wherever it came from (2E-16.6). */
void captive_enters_play(Game *g, CardId id)
{
    if (!set_has(&g->in_play, id)) {
        set_add(&g->in_play, id);
        command_begins(g, id);
        count_listener(g, id, ANSWERS_IN_PLAY, 1);
        statics_enter(g, id);
        table_changed(g);
    }
}

/* Up from card to card to one that lies on the table itself.  What is not in play is nowhere, though it lies at a location. */
CardId location_of(const Game *g, CardId id)
{
    while (zone_is_hosted(g->card[id].zone) && zone_info[g->card[id].zone].in_play != PLAY_OUT)
        id = g->card[id].host;
    return g->card[id].zone == ZONE_ROW || g->card[id].zone == ZONE_LINE ? id : NO_CARD;
}

unsigned state_bars(const Game *g, CardId id)
{
    return g->card[id].flags ? states_bar(g->card[id].flags, g->world->edition->id) : BARS_NOTHING;
}

unsigned barred(const Game *g, CardId id)
{
    return is_captive(g, id) ? BARS_EVERYTHING : state_bars(g, id);
}

/* ---- modifiers, statics, uses ---- */

static const TypeSet known_types = ((TypeSet)1 << TYPE_COUNT) - 1;

SkillSet skills_changed(int mod_op, int what)
{
    if (mod_op == NODE_MOD_NO_SKILLS || (mod_op == NODE_MOD_LOSE && what < 0))
        return ~(SkillSet)0;
    return mod_op == NODE_MOD_SKILL || mod_op == NODE_MOD_LOSE ? skill_bit(what) : 0;
}

uint8_t attributes_changed(int mod_op, int what)
{
    if (mod_op != NODE_MOD_ATTR && mod_op != NODE_MOD_SET)
        return 0;
    bool one = what >= ATTR_INTEGRITY && what <= ATTR_SHIELDS;
    return (uint8_t)(one ? 1u << (what - ATTR_INTEGRITY) : (1u << 2 * ATTRIBUTE_COUNT) - 1);
}

/* Most texts change one skill, or attributes of one type of card: what they do not change is what is printed. */
static void note_changed(Game *g, TypeSet types, SkillSet skills, unsigned attributes)
{
    g->changed_skills |= skills;
    for (TypeSet left = types & known_types; attributes && left; left &= left - 1)
        g->changed_attributes[__builtin_ctz(left)] |= attributes_of_type(attributes, __builtin_ctz(left));
}

static void note_modifier(Game *g, const Modifier *m)
{
    g->mods |= mod_bit(m->op);
    g->far_mods[printed(g, m->target)->type] |= mod_bit(m->op);
    g->wide_mods[printed(g, m->target)->type] |= mod_bit(m->op);
    if (m->op == NODE_MOD_CANNOT)
        g->acts |= act_bit(m->what);
    note_changed(g, type_bit(printed(g, m->target)->type), skills_changed(m->op, m->what), attributes_changed(m->op, m->what));
}

static void note_static(Game *g, const StaticText *s)
{
    const Ability *a = &g->world->cat->ability[s->ability];
    bool self_only = a->reach == REACHES_SELF;
    note_changed(g, self_only ? 0 : a->types, a->skills, a->attributes);
    bool aboard = (a->reach == REACHES_SHIP || a->reach == REACHES_HOST) && !is_type(g, s->card, TYPE_DILEMMA);
    if (aboard)
        g->ship_mods |= a->mods;
    TypeSet wide = self_only ? 0 : a->types & known_types & ~(aboard ? type_bit(TYPE_SHIP) : 0);
    for (TypeSet left = wide; left; left &= left - 1) {
        g->wide_mods[__builtin_ctz(left)] |= a->mods;
        g->far_mods[__builtin_ctz(left)] |= a->far ? a->mods : 0;
    }
    g->mods |= a->mods;
    g->cache.texts_found = false;
    g->acts |= a->acts;
    g->some_fed |= a->self_fed;
}

/* Which kinds of modifier are about at all: most questions about values end here. */
static void count_mods(Game *g)
{
    g->mods = g->acts = g->ship_mods = 0;
    memset(g->far_mods, 0, sizeof g->far_mods);
    memset(g->wide_mods, 0, sizeof g->wide_mods);
    g->changed_skills = 0;
    memset(g->changed_attributes, 0, sizeof g->changed_attributes);
    g->some_fed = g->cache.texts_found = false;
    for (int i = 0; i < g->modifier_count; i++)
        note_modifier(g, &g->modifier[i]);
    for (int i = 0; i < g->static_count; i++)
        note_static(g, &g->statics[i]);
}

/* What adds may be added up: the same text on the same card for the same time is one modifier with a larger amount. */
static Modifier *same_modifier(Game *g, const Modifier *m)
{
    bool adds = m->op == NODE_MOD_ATTR || m->op == NODE_MOD_SKILL || m->op == NODE_MOD_COST || m->op == NODE_MOD_POINTS
        || m->op == NODE_MOD_SPAN || m->op == NODE_MOD_MOVE || m->op == NODE_MOD_REQ_ATTR || m->op == NODE_MOD_WEAPON;
    for (int i = g->modifier_count - 1; adds && i >= 0; i--) {
        Modifier *o = &g->modifier[i];
        if (m->op == NODE_MOD_SKILL && o->target == m->target && (o->op == NODE_MOD_LOSE || o->op == NODE_MOD_NO_SKILLS))
            return NULL;                        /* what was gained before that is lost (2E-19.4) */
        if (o->op == m->op && o->target == m->target && o->source == m->source && o->what == m->what && o->until == m->until
            && o->player == m->player && o->filter == m->filter && o->amount < 999 && o->amount > -999)
            return o;
    }
    return NULL;
}

void modifier_add(Game *g, Modifier m)
{
    Modifier *same = same_modifier(g, &m);
    if (same) {
        same->amount = (int16_t)(same->amount + m.amount);
        table_changed(g);
        return;
    }
    if (g->modifier_count == MAX_MODIFIERS) {
        game_overflow(g, CAPACITY_MODIFIERS);
        return;
    }
    m.born = g->clock++;
    g->modifier[g->modifier_count++] = m;
    note_modifier(g, &m);
    note_mark(g, CAPACITY_MODIFIERS, g->modifier_count);
    table_changed(g);
}

static bool modifier_ends(const Modifier *m, int until, int player)
{
    return m->until == until && (player == NOBODY || m->player == player);
}

void modifiers_end(Game *g, int until, int player)
{
    int kept = 0;
    for (int i = 0; i < g->modifier_count; i++)
        if (!modifier_ends(&g->modifier[i], until, player))
            g->modifier[kept++] = g->modifier[i];
    if (kept == g->modifier_count)
        return;
    g->modifier_count = (uint16_t)kept;
    count_mods(g);
    table_changed(g);
}

void modifiers_drop(Game *g, CardId target)
{
    int kept = 0;
    if (g->modifier_count == 0)
        return;
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].target != target)
            g->modifier[kept++] = g->modifier[i];
    if (kept == g->modifier_count)
        return;
    g->modifier_count = (uint16_t)kept;
    count_mods(g);
    table_changed(g);
}

/* Which kinds of ability act all the time, without being used. */
static bool acts_always(int kind)
{
    return kind == NODE_STATIC || kind == NODE_COUNTERS_EACH || kind == NODE_WIN_NEEDS || kind == NODE_SKILL_TAX
        || kind == NODE_BATTLE_AT_HQ || kind == NODE_ARTIFACTS_OK || kind == NODE_PAY_POINTS_BY;
}

void statics_begin(Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    for (int i = 0; i < def->ability_count; i++) {
        int at = def->ability + i;
        const Ability *a = &g->world->cat->ability[at];
        if (!acts_always(a->kind))
            continue;
        if (g->static_count == MAX_STATICS) {
            game_overflow(g, CAPACITY_STATICS);
            return;
        }
        forget_static(&g->cache, g->static_count);
        g->statics[g->static_count++] = (StaticText){ .card = id, .ability = (uint16_t)at, .born = g->clock++ & INT32_MAX };
        note_static(g, &g->statics[g->static_count - 1]);
        table_changed(g);
        note_mark(g, CAPACITY_STATICS, g->static_count);
    }
}

void statics_enter(Game *g, CardId id)
{
    const CardDef *def = printed(g, id);
    if (!events_none(&def->listens))
        set_add(&g->listening, id);
    if (has_kind(def, NODE_ORDER))
        set_add(&g->ordering, id);
    if (has_kind(def, NODE_PERMIT_PLAY))
        set_add(&g->permitting, id);
    statics_begin(g, id);
}

void statics_leave(Game *g, CardId id)
{
    int kept = 0;
    for (int i = 0; i < g->static_count; i++)
        if (g->statics[i].card != id)
            g->statics[kept++] = g->statics[i];
    if (kept == g->static_count)
        return;
    g->static_count = (uint16_t)kept;
    count_mods(g);
    table_changed(g);
}

void plays_set(Game *g, int player, int plays)
{
    g->plays[player] = (int16_t)(plays > 0 ? plays : 0);
    table_changed(g);
}

Encounter *encounter_change(Game *g)
{
    table_changed(g);
    return &g->encounter;
}

Battle *battle_change(Game *g)
{
    table_changed(g);
    return &g->battle;
}

void group_join(Game *g, CardId id)
{
    set_add(&encounter_change(g)->group, id);
}

void group_leave(Game *g, CardId id)
{
    if (!set_has(&g->encounter.group, id))
        return;
    set_drop(&encounter_change(g)->group, id);
    table_changed(g);
}

static int period_stamp(const Game *g, int period)
{
    return period == PERIOD_DILEMMA ? g->dilemma_stamp : period == PERIOD_ATTEMPT ? g->attempt_stamp : 0;
}

static Use use_of(const Game *g, CardId card, int ability, int period)
{
    bool of_title = period == PERIOD_GAME;
    return (Use){ .of = of_title ? g->card[card].def : card, .player = of_title ? g->card[card].commander : NOBODY,
                  .ability = (uint8_t)ability, .period = (uint8_t)period, .stamp = (uint8_t)period_stamp(g, period) };
}

static int times_used(const Game *g, Use use)
{
    int n = 0;
    for (int i = 0; i < g->use_count; i++) {
        const Use *u = &g->use[i];
        n += u->of == use.of && u->player == use.player && u->ability == use.ability && u->period == use.period && u->stamp == use.stamp;
    }
    return n;
}

int use_times(const Game *g, CardId card, int ability, int period)
{
    return times_used(g, use_of(g, card, ability, period));
}

static void use_add(Game *g, Use use)
{
    if (g->use_count == MAX_USES) {
        game_overflow(g, CAPACITY_USES);
        return;
    }
    g->use[g->use_count++] = use;
    note_mark(g, CAPACITY_USES, g->use_count);
}

void use_note(Game *g, CardId card, int ability, int period)
{
    use_add(g, use_of(g, card, ability, period));
    table_changed(g);
}

void uses_end(Game *g, int period)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].period != period)
            g->use[kept++] = g->use[i];
    if (kept == g->use_count)
        return;
    g->use_count = (uint16_t)kept;
    table_changed(g);
}

void uses_drop(Game *g, CardId card)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].of != card || g->use[i].period == PERIOD_WINDOW || g->use[i].period == PERIOD_GAME)
            g->use[kept++] = g->use[i];
    g->use_count = (uint16_t)kept;
}

/* ---- what has answered in a window: known by its place among the frames ---- */

static Use answer_of(int window, CardId card, int ability)
{
    return (Use){ .of = card, .ability = (uint8_t)ability, .period = PERIOD_WINDOW, .stamp = (uint8_t)window, .player = NOBODY };
}

void answer_note(Game *g, int window, CardId card, int ability)
{
    use_add(g, answer_of(window, card, ability));
}

bool has_answered(const Game *g, int window, CardId card, int ability)
{
    return times_used(g, answer_of(window, card, ability)) > 0;
}

void answers_end(Game *g, int window)
{
    int kept = 0;
    for (int i = 0; i < g->use_count; i++)
        if (g->use[i].period != PERIOD_WINDOW || g->use[i].stamp != window)
            g->use[kept++] = g->use[i];
    g->use_count = (uint16_t)kept;
}

/* ---- the whole game ---- */

/* How many sets of the pool reach up to the last that is taken. */
static size_t sets_used(const Game *g)
{
    return g->sets_taken ? 64u - (unsigned)__builtin_clzll(g->sets_taken) : 1;
}

/* Of what is counted only the part in use is copied: the rest is empty room. */
void game_copy(Game *to, const Game *from)
{
    for (CardId id = to->card_count; id <= from->card_count; id++)
        forget_values(&to->cache, id);
    for (int at = to->static_count; at < from->static_count; at++)
        forget_static(&to->cache, at);
    memcpy(to, from, offsetof(Game, statics));
    memcpy(to->statics, from->statics, from->static_count * sizeof from->statics[0]);
    to->cache.texts_found = false;
    memcpy(to->modifier, from->modifier, from->modifier_count * sizeof from->modifier[0]);
    memcpy(to->set, from->set, sets_used(from) * sizeof from->set[0]);
    memcpy(to->scope, from->scope, from->scope_count * sizeof from->scope[0]);
    memcpy(to->frame, from->frame, from->depth * sizeof from->frame[0]);
    memcpy(&to->decision, &from->decision, offsetof(Decision, option) + from->decision.count * sizeof from->decision.option[0]);
    memcpy(to->card, from->card, (from->card_count + 1u) * sizeof from->card[0]);
    cache_forget(to);                           /* what it had derived is stale now */
}

uint64_t game_loop_hash(const Game *g)
{
    uint64_t h = hash_mix(g->sum, (uint64_t)(uint16_t)g->plays[g->active] << 32 | (uint64_t)g->active << 8 | g->segment);
    for (int i = 0; i < g->modifier_count; i++) {
        const Modifier *m = &g->modifier[i];
        h = hash_mix(h, (uint64_t)m->op | (uint64_t)m->target << 16 | (uint64_t)(uint16_t)m->what << 32
                            | (uint64_t)(uint16_t)m->amount << 48);
    }
    return h;
}

uint64_t game_hash(const Game *g)
{
    uint64_t h = hash_mix(game_loop_hash(g), g->order_sum);
    for (int p = 0; p < g->players; p++)
        h = hash_mix(h, (uint64_t)(uint16_t)g->score[p]);
    h = hash_mix(h, g->rng.s[0]);
    h = hash_mix(h, g->rng.s[1]);
    h = hash_mix(h, (uint64_t)g->turn << 32 | (uint64_t)g->depth << 16 | (uint64_t)g->over << 8 | g->winner);
    const Decision *d = &g->decision;
    if (g->over)
        return h;                               /* nobody is asked: what was asked last does not matter */
    h = hash_mix(h, (uint64_t)d->kind | (uint64_t)d->player << 8 | (uint64_t)d->count << 16 | (uint64_t)d->chosen_count << 32);
    for (const Option *o = d->option; o < d->option + d->count; o++) {
        uint32_t cards = (uint32_t)o->card | (uint32_t)o->target << 16;
        h = hash_mix(h, (cards | (uint64_t)(uint16_t)o->number << 32) << 8 | o->verb);
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

bool game_ok(const Game *g, char *why, size_t size)
{
    uint64_t sum = 0, order = 0;
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
    for (CardId id = 1; id <= g->card_count; id++) {
        const Card *c = &g->card[id];
        sum += card_key(g, id);
        order += order_key(g, id);
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
        if (set_has(&g->orbiting, id) != (c->zone == ZONE_ORBIT))
            return wrong(why, size, "is in orbit, or not, and nobody noticed", id);
    }
    if (listed != g->card_count || set_count(&met) != g->card_count)
        return wrong(why, size, "cards are in no place or in two", (CardId)listed);
    if (sum != g->sum || order != g->order_sum)
        return wrong(why, size, "the hash of the cards is not true", 0);
    if (!g->over && !sets_ok(g))
        return wrong(why, size, "a set of the pool has no owner or two", 0);
    if (!g->over && g->depth > 0 && g->decision.count == 0)
        return wrong(why, size, "nobody can answer: the game is stuck", 0);
    return true;
}
