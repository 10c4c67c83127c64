/* The doors of the state: the only code that moves a card or marks it.  Each door keeps the hash of all cards. */
#include "kernel/inside.h"

/* ---- the pool of sets ---- */

SetNo set_new(Game *g)
{
    uint64_t free = ~g->sets_taken & (UINT64_MAX >> (64 - MAX_SETS) & ~(uint64_t)1);
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

/* The card is about to change: its old part of the sum goes now, its new one comes when somebody asks for the hash. */
static void about_to_change(Game *g, CardId id)
{
    if (set_has(&g->unsummed, id))
        return;
    g->sum -= card_key(g, id);
    set_add(&g->unsummed, id);
}

/* Counts a change where a card lies: of the host, so that crew_at counts again, and of all that it lies at in turn; or of its zone. */
static void stir_around(Game *g, const Card *c)
{
    if (c->host == NO_CARD) {
        g->cache.stirred_in[c->zone]++;
        return;
    }
    g->cache.stirred[c->host]++;
    for (CardId at = c->host; at != NO_CARD; at = g->card[at].host)
        g->cache.stirred_within[at]++;
}

/* … and of the card. */
static void stir(Game *g, CardId id)
{
    g->cache.stirred[id]++;
    g->cache.stirred_within[id]++;
    stir_around(g, &g->card[id]);
}

/* Counts that a card has come into play, has left it, or is another there than before. */
static void stir_play(Game *g, CardId id)
{
    g->cache.stirred_play++;
    g->cache.stirred_permits += has_kind(printed(g, id), NODE_PERMIT_PLAY);
}

/* ---- who is where ---- */

static inline void crew_add(const Game *g, const Card *c, Zone here, Crew *crew)
{
    const TypeSet beamed = type_bit(TYPE_PERSONNEL) | type_bit(TYPE_EQUIPMENT) | type_bit(TYPE_ARTIFACT);
    uint8_t whose = (uint8_t)(1u << c->commander);
    if (c->zone == here) {
        crew->there |= whose;
        if (!type_in(beamed, c->type) || (c->flags & barring_states && flags_bar(g, c->flags) & BARS_MOVE))
            return;
        crew->beamable |= whose;
        if (c->type == TYPE_PERSONNEL)
            crew->able |= whose;
    } else if (c->zone == ZONE_ORBIT) {
        crew->orbit |= whose;
        crew->ships += crew->ships < UINT8_MAX;
    }
}

void count_crew(const Game *g, CardId place, Crew *crew)
{
    Crew now = { .stamp = crew->stamp, .staffed_stamp = crew->staffed_stamp, .staffed = crew->staffed, .common = { NOT_FOUND_YET, NOT_FOUND_YET } };
    Zone here = crew_zone(g, place);
    FOR_HOSTED(g, id, place)
        crew_add(g, &g->card[id], here, &now);
    *crew = now;
}

/* The card has come to its host, where nothing has changed since all were counted. */
static void crew_joined(Game *g, const Card *c)
{
    Crew *crew = &g->cache.crew[c->host];
    crew_add(g, c, crew_zone(g, c->host), crew);
    crew->common[0] = crew->common[1] = NOT_FOUND_YET;
    crew->stamp = place_stamp(g, c->host);
}

/* ---- places ---- */

/* What any card of the game has or asks for. */
static void know_of(Game *g, const CardDef *what)
{
    g->icons = icons_join(g->icons, what->icons);
    g->some_change |= what->affiliation != 0;
    g->remembers |= what->remembers;
    events_join(&g->heard, &what->listens);
    events_join(&g->heard, &what->asks);        /* what a text asks about later must be told of */
    events_join(&g->noted, &what->asks);
    events_join(&g->noted_long, &what->asks_long);
    for (size_t i = 0; i < countof(g->kinds); i++)
        g->kinds[i] |= what->ability_kinds[i];
}

CardId card_new(Game *g, DefId def, int owner)
{
    if (g->card_count + 1 >= MAX_CARDS)
        return NO_CARD;
    CardId id = (CardId)++g->card_count;
    note_mark(g, CAPACITY_CARDS, g->card_count);
    const CardDef *what = &g->def[def];
    g->card[id] = (Card){ .def = def, .type = what->type, .flags = what->person ? DUAL : 0, .owner = (uint8_t)owner, .commander = (uint8_t)owner, .holder = NOBODY };
    forget_values(&g->cache, id);
    if (id == 1 || g->card[id - 1].def != def)      /* copies mostly come one after another */
        know_of(g, what);
    set_add(&g->unsummed, id);
    return id;
}

/* The pile it lies in, not being at a card. */
static Pile *pile_of(Game *g, const Card *c)
{
    if (zone_is_pile(c->zone))
        return &g->pile[c->holder][c->zone];
    return c->zone == ZONE_LINE ? &g->line[c->holder] : &g->stack;
}

/* Where the list that a card lies in begins and ends, and how many it holds: a pile, or the cards at a card, which are not counted. */
typedef struct { CardId *top, *bottom; uint16_t *count; } Ends;

static Ends ends_of(Game *g, const Card *c)
{
    if (zone_is_hosted(c->zone))
        return (Ends){ &g->card[c->host].top, &g->card[c->host].bottom, NULL };
    Pile *pile = pile_of(g, c);
    return (Ends){ &pile->top, &pile->bottom, &pile->count };
}

/* Takes a card out of its list.  It is nowhere afterwards. */
static void unlink_card(Game *g, CardId id)
{
    Card *c = &g->card[id];
    if (!has_order(c->zone))
        return;
    Ends list = ends_of(g, c);
    *(c->above ? &g->card[c->above].below : list.top) = c->below;
    *(c->below ? &g->card[c->below].above : list.bottom) = c->above;
    if (list.count)
        --*list.count;
    c->above = c->below = NO_CARD;
}

/* Puts a card into the list of its zone. */
typedef enum { TO_TOP, TO_BOTTOM, TO_BELOW } Where;

static void link_card(Game *g, CardId id, Where where, CardId neighbour)
{
    Card *c = &g->card[id];
    Ends list = ends_of(g, c);
    CardId above = where == TO_BELOW ? neighbour : where == TO_TOP ? NO_CARD : *list.bottom;
    CardId below = above ? g->card[above].below : *list.top;
    c->above = above;
    c->below = below;
    *(above ? &g->card[above].below : list.top) = id;
    *(below ? &g->card[below].above : list.bottom) = id;
    if (list.count)
        ++*list.count;
}

/* What is put from outside play into a brig, or onto an event or dilemma, stays out of play (2e-2014/not-in-play.2). */
static bool enters_play(const Game *g, const Card *c, bool before)
{
    InPlay in = (InPlay)zone_info[c->zone].in_play;
    if (in == PLAY_IN || in == PLAY_OUT)
        return in == PLAY_IN;
    int host = in == PLAY_ON ? card_type(g, c->host) : TYPE_NONE;
    bool aside = in == PLAY_CAPTIVE || (!g->world->edition->placed_plays && (host == TYPE_EVENT || host == TYPE_DILEMMA));
    return before || !aside || !in_force(g, RULING_NOT_IN_PLAY_PLACED);
}

/* Who may know a card where it lies, by the rules of information (2E-20.1, 20.2). */
static inline uint8_t known_there(const Game *g, const Card *c)
{
    switch ((WhoKnows)zone_info[c->zone].known[g->world->edition->id]) {
    case KNOWN_NOBODY: return 0;
    case KNOWN_OWNER:  return (uint8_t)(1u << c->owner);
    case KNOWN_HOLDER: return (uint8_t)(1u << c->holder);
    case KNOWN_UP:
        if (!(c->flags & FACE_UP))
            return 0;
        break;
    case KNOWN_CREW:
        if (c->type != TYPE_SHIP)
            return (uint8_t)(1u << c->commander);
        break;
    case KNOWN_ALL:    break;
    }
    return all_players(g);
}

static void count_personas(Game *g, CardId id, int player, int by)
{
    const CardDef *def = printed(g, id);
    g->personas[player][def->persona % PERSONA_COUNTS] = (uint16_t)(g->personas[player][def->persona % PERSONA_COUNTS] + by);
    if (def->person) {
        int second = g->world->cat->person[def->person + 1].persona % PERSONA_COUNTS;
        g->personas[player][second] = (uint16_t)(g->personas[player][second] + by);
    }
}

/* A player commands a card in play from now on, or no longer.  Personas are counted by the low bits of their numbers: a count of 0 says that the
 * player has none of them, any other that he may have one. */
static void command_begins(Game *g, CardId id)
{
    int player = g->card[id].commander;
    set_add(&g->commanded[player], id);
    count_personas(g, id, player, 1);
    stir_play(g, id);
}

static void command_ends(Game *g, CardId id)
{
    int player = g->card[id].commander;
    set_drop(&g->commanded[player], id);
    count_personas(g, id, player, -1);
    stir_play(g, id);
}

/* Where a card can respond to events: in play, or in hand: an interrupt, a doorway, a card with a text that is used there. */
typedef enum { CANNOT_RESPOND, RESPONDS_IN_PLAY, RESPONDS_FROM_HAND } CanRespond;

static CanRespond can_respond(const Game *g, CardId id, bool in_play, int zone)
{
    if (in_play)
        return RESPONDS_IN_PLAY;
    bool held = zone == ZONE_HAND || (some_has_kind(g, NODE_AS_FROM_HAND) && (zone == ZONE_ON || zone == ZONE_BENEATH || zone == ZONE_DISCARD));
    if (!held)
        return CANNOT_RESPOND;
    return printed(g, id)->used_in_hand ? RESPONDS_FROM_HAND : CANNOT_RESPOND;
}

static void count_listener(Game *g, CardId id, CanRespond can, int sign)
{
    if (can == CANNOT_RESPOND)
        return;
    FOR_EVENTS(event, &printed(g, id)->listens) {
        g->listeners[event] = (uint16_t)(g->listeners[event] + sign);
        uint16_t *apart = can == RESPONDS_FROM_HAND ? g->listeners_in_hand : g->listeners_far;
        bool far = event_in(&printed(g, id)->listens_far, event);
        if (can == RESPONDS_FROM_HAND || far)
            apart[event] = (uint16_t)(apart[event] + sign);
    }
}

static void NOINLINE comes_into_play(Game *g, CardId id)
{
    Card *c = &g->card[id];
    set_add(&g->in_play, id);
    command_begins(g, id);
    statics_enter(g, id);
    c->countdown = printed(g, id)->countdown;
    if (!c->affiliation)
        c->affiliation = printed(g, id)->affiliation;
}

/* It loses its marks (2E-3.6). */
static void NOINLINE goes_out_of_play(Game *g, CardId id)
{
    Card *c = &g->card[id];
    set_drop(&g->in_play, id);
    command_ends(g, id);
    set_drop(&g->listening, id);
    g->cache.listening += !events_none(&printed(g, id)->listens_far);
    set_drop(&g->ordering, id);
    set_drop(&g->permitting, id);
    set_drop(&g->crafts, id);
    set_drop(&g->others, id);
    statics_leave(g, id);
    modifiers_drop(g, id);
    uses_drop(g, id);
    c->flags &= FACE_UP | DUAL | REVERSED;
    set_drop(&g->stopped, id);
    set_drop(&g->apart, id);
    c->range_used = c->countdown = 0;
    c->named_kind = 0;
    c->named = 0;
}

/* It comes into play, leaves it, or moves outside of it: where it responds from may be another place now. */
static void response_changed(Game *g, CardId id, CanRespond could, CanRespond can)
{
    if (can == could)
        return;
    count_listener(g, id, could, -1);
    count_listener(g, id, can, 1);
}

/* It has come into play, left it, or moved outside of it. */
static void play_changed(Game *g, CardId id, int was, bool before, bool now)
{
    Card *c = &g->card[id];
    int zone = c->zone;
    if (!now && !before && zone_info[zone].in_play != PLAY_OUT)
        cite(g, RULING_NOT_IN_PLAY_PLACED);
    if (was == ZONE_PLAYING && is_type(g, id, TYPE_DILEMMA))
        statics_leave(g, id);                   /* a faced dilemma has acted from there */
    if (now)
        comes_into_play(g, id);
    else if (before)
        goes_out_of_play(g, id);
    if (!now && zone != ZONE_PLAYING)
        c->affiliation = 0;                     /* out of play it is of all that are printed (1E-11.4) */
    if (now != before && has_kind(printed(g, id), NODE_TREATY))
        copies_raise(&g->cache);               /* who is under house arrest, and so who staffs a ship, is another question now */
    if (!events_none(&printed(g, id)->listens))
        response_changed(g, id, can_respond(g, id, before, was), can_respond(g, id, now, zone));
}

/* After a move: whether the card is in play now, who may know it, and what texts it brings or takes away.  One that moves within play keeps its
 * marks. */
static void zone_changed(Game *g, CardId id, int was)
{
    Card *c = &g->card[id];
    int zone = c->zone;
    bool before = set_has(&g->in_play, id), now = enters_play(g, c, before), captive = zone_info[zone].in_play == PLAY_CAPTIVE;
    if (!(now && before))
        play_changed(g, id, was, before, now);
    if (zone == ZONE_ROW || was == ZONE_ROW)
        g->cache.rows++;
    if (zone == ZONE_ORBIT)
        set_add(&g->orbiting, id);
    else if (was == ZONE_ORBIT)
        set_drop(&g->orbiting, id);
    if (captive) {
        c->flags &= ~STOPPED;
        set_drop(&g->stopped, id);
    }
    if (captive || zone_info[was].in_play == PLAY_CAPTIVE)
        stir_play(g, id);
    if (zone != was)
        c->flags &= ~NULLIFIED;
    if (zone != was || !now)
        c->known = known_there(g, c);
}

/* Takes a card from where it is to another zone.  neighbour: the card it comes below, if `where` says so; NO_CARD: to the top. */
static void place(Game *g, CardId id, Zone zone, CardId host, int holder, Where where, CardId neighbour)
{
    Card *c = &g->card[id];
    int was = c->zone;
    stir(g, id);
    about_to_change(g, id);
    unlink_card(g, id);
    bool counted = host != NO_CARD && g->cache.crew[host].stamp == place_stamp(g, host);
    c->zone = (uint8_t)zone;
    c->host = host;
    c->holder = (uint8_t)holder;
    stir_around(g, c);
    if (has_order(zone))
        link_card(g, id, where, neighbour);
    zone_changed(g, id, was);
    if (counted)
        crew_joined(g, c);
    table_changed(g);
}

static Where where_of(Put put)
{
    return put == PUT_TOP ? TO_TOP : TO_BOTTOM;
}

/* Most piles are always the owner's (2E-3.8). */
void card_to_pile(Game *g, CardId id, int player, Zone zone, Put put)
{
    assert(zone_is_pile(zone));
    if (g->card[id].flags & FACE_UP && zone_info[zone].known[g->world->edition->id] != KNOWN_UP)
        card_flag(g, id, FACE_UP, false);
    place(g, id, zone, NO_CARD, zone_info[zone].held_by == HELD_BY_PLAYER ? player : g->card[id].owner, where_of(put), NO_CARD);
}

/* Into a player's hand, whoever owns it: an artifact that the opponent seeded (1E-19.5). */
void card_to_hand(Game *g, CardId id, int player)
{
    card_flag(g, id, FACE_UP, false);
    place(g, id, ZONE_HAND, NO_CARD, player, TO_TOP, NO_CARD);
}

/* Into a pile of its owner's, right below a card that lies there. */
void card_into_pile(Game *g, CardId id, Zone zone, CardId above)
{
    assert(zone_is_pile(zone) && g->card[above].zone == zone);
    place(g, id, zone, NO_CARD, g->card[id].owner, TO_BELOW, above);
}

/* Most cards begin in a pile out of play, where nothing acts and nobody responds: all that is asked there is who may know them. */
void cards_from_deck(Game *g, DefId def, int owner, Zone zone, int copies)
{
    bool aside = zone_info[zone].in_play == PLAY_OUT && zone != ZONE_HAND;
    for (int i = 0; i < copies; i++) {
        CardId id = card_new(g, def, owner);
        if (!aside) {
            card_to_pile(g, id, owner, zone, PUT_BOTTOM);
            continue;
        }
        Card *c = &g->card[id];
        c->zone = (uint8_t)zone;
        c->holder = (uint8_t)owner;
        link_card(g, id, TO_BOTTOM, NO_CARD);
        c->known = known_there(g, c);
    }
    g->cache.stirred_in[zone]++;
    table_changed(g);
}

bool lies_with(const Game *g, CardId id, CardId host)
{
    while (id && id != host)
        id = zone_is_hosted(g->card[id].zone) ? g->card[id].host : NO_CARD;
    return id != NO_CARD;
}

void card_to_host(Game *g, CardId id, CardId host, Zone zone, Put put)
{
    if ((g->card[id].top || id == host) && lies_with(g, host, id))
        return;                                 /* it stays where it is: nothing lies at, aboard, on or beneath itself */
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

void card_flag(Game *g, CardId id, uint64_t flag, bool on)
{
    if (((g->card[id].flags & flag) != 0) == on)
        return;
    stir(g, id);
    stir_play(g, id);
    about_to_change(g, id);
    g->card[id].flags = on ? g->card[id].flags | flag : g->card[id].flags & ~flag;
    if (flag == ASSIMILATED && on && !g->some_assimilated)
        assimilated_begin(g);
    if (flag == STOPPED)
        (on ? set_add : set_drop)(&g->stopped, id);
    if (flag & SETS_APART)
        (g->card[id].flags & SETS_APART ? set_add : set_drop)(&g->apart, id);
    table_changed(g);
}

void mission_completed(Game *g, CardId id, int player)
{
    card_flag(g, id, COMPLETE, true);
    if (player != g->card[id].commander)
        card_name(g, id, NAMED_SOLVER, player);
    if (g->cat->notes_first && !g->first_completed[player])
        g->first_completed[player] = id;
    table_changed(g);
}

void card_command(Game *g, CardId id, int player)
{
    Card *c = &g->card[id];
    if (c->commander == player && (known_there(g, c) & ~c->known) == 0)
        return;
    stir(g, id);
    about_to_change(g, id);
    bool in_play = set_has(&g->in_play, id);
    if (in_play)
        command_ends(g, id);
    c->commander = (uint8_t)player;
    if (in_play)
        command_begins(g, id);
    c->known |= known_there(g, c);
    table_changed(g);
}

void card_use_range(Game *g, CardId id, int used)
{
    about_to_change(g, id);
    g->card[id].range_used = (uint8_t)(used < 0 ? 0 : used > 255 ? 255 : used);
    table_changed(g);
}

void card_count_down(Game *g, CardId id, int turns)
{
    about_to_change(g, id);
    g->card[id].countdown = (uint8_t)(turns < 0 ? 0 : turns > 255 ? 255 : turns);
    table_changed(g);
}

void card_take_place(Game *g, CardId id, CardId of)
{
    Card *c = &g->card[id], *old = &g->card[of];
    place(g, id, (Zone)old->zone, old->host, old->holder, TO_BELOW, of);
    card_command(g, id, old->commander);
    while (old->top != NO_CARD)
        place(g, old->top, (Zone)g->card[old->top].zone, id, g->card[old->top].holder, TO_BOTTOM, NO_CARD);
    about_to_change(g, id);
    c->flags = (old->flags & ~(uint64_t)DUAL) | (c->flags & DUAL);
    if (c->flags & SETS_APART)
        set_add(&g->apart, id);
    c->range_used = old->range_used;
    c->countdown = old->countdown;
    if (c->flags & STOPPED)
        set_add(&g->stopped, id);
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].target == of)
            g->modifier[i].target = id;
    stir(g, id);
    stir_play(g, id);
    table_changed(g);
}

void card_affiliate(Game *g, CardId id, int icon)
{
    stir(g, id);
    stir_play(g, id);
    about_to_change(g, id);
    g->card[id].affiliation = (uint8_t)(icon + 1);
    table_changed(g);
}

void card_name(Game *g, CardId id, int kind, int what)
{
    about_to_change(g, id);
    g->card[id].named_kind = (uint8_t)kind;
    g->card[id].named = (int16_t)what;
    table_changed(g);
}

/* No text asks who knows a card: what was kept stays good, and the generation is not raised. */
void card_know(Game *g, CardId id, uint8_t players)
{
    if (g->card[id].known == players)
        return;
    about_to_change(g, id);
    g->card[id].known = players;
}

/* Takes the lasting texts of these cards away. */
static void statics_drop(Game *g, const CardSet *cards)
{
    int kept = 0;
    for (int i = 0; i < g->static_count; i++)
        if (!set_has(cards, g->statics[i].card))
            g->statics[kept++] = g->statics[i];
    g->static_count = (uint16_t)kept;
}

/* A card that lies where another lay: who listens, whose texts act, whom a player has in play. */
static void become(Game *g, CardId id, DefId def)
{
    bool in_play = set_has(&g->in_play, id);
    g->cache.rows++;
    g->cache.listening++;
    stir(g, id);
    about_to_change(g, id);
    count_listener(g, id, can_respond(g, id, in_play, g->card[id].zone), -1);
    if (in_play) {
        command_ends(g, id);
        set_drop(&g->listening, id);
        set_drop(&g->ordering, id);
        set_drop(&g->permitting, id);
        set_drop(&g->crafts, id);
        set_drop(&g->others, id);
    }
    g->card[id].def = def;
    g->card[id].type = g->def[def].type;
    g->card[id].flags = (g->card[id].flags & ~(uint64_t)DUAL) | (g->def[def].person ? DUAL : 0);
    if (in_play) {
        command_begins(g, id);
        statics_enter(g, id);
    }
    count_listener(g, id, can_respond(g, id, in_play, g->card[id].zone), 1);
    table_changed(g);
}

CardSet cards_become(Game *g, const DefId *def)
{
    CardSet changed = { 0 };
    FOR_CARDS(g, id)
        if (def[id] != g->card[id].def)
            set_add(&changed, id);
    statics_drop(g, &changed);
    FOR_SET(id, &changed)
        become(g, id, def[id]);
    modifiers_count(g);                         /* modifiers on these cards may be on another type of card now */
    return changed;
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
        g->card[order[i]].above = i ? order[i - 1] : NO_CARD;
        g->card[order[i]].below = i + 1 < n ? order[i + 1] : NO_CARD;
        if (!(g->card[order[i]].flags & FACE_UP) && g->card[order[i]].known == 0)
            continue;
        about_to_change(g, order[i]);
        g->card[order[i]].flags &= ~FACE_UP;
        g->card[order[i]].known = known_there(g, &g->card[order[i]]);    /* what was shown is forgotten, what the place tells is not */
        table_changed(g);
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
        count_listener(g, id, RESPONDS_IN_PLAY, 1);
        statics_enter(g, id);
        table_changed(g);
    }
}

/* Goes up from host to host until a card that lies in a row or line: that is the location.  A card beneath a mission is not in play and has no
 * location. */
CardId location_of(const Game *g, CardId id)
{
    while (zone_is_hosted(g->card[id].zone) && zone_info[g->card[id].zone].in_play != PLAY_OUT)
        id = g->card[id].host;
    return g->card[id].zone == ZONE_ROW || g->card[id].zone == ZONE_LINE ? id : NO_CARD;
}

unsigned flags_bar(const Game *g, uint64_t flags)
{
    unsigned bars = states_bar(flags, g->world->edition->id);
    if (flags & (STUNNED | WOUNDED | DISABLED)) {
        cite_step(g, RULING_STUNNED_OR_MORTALLY_WOUNDED_1998);
        if (!in_force(g, RULING_STUNNED_OR_MORTALLY_WOUNDED_1998))
            bars |= BARS_TEXT;                  /* what only asks for their presence would not work either */
    }
    return bars;
}

void plays_set(Game *g, int player, int plays)
{
    int now = not_negative(plays);
    g->spent = (uint8_t)(now < g->plays[player] ? g->spent + g->plays[player] - now : g->spent);
    g->plays[player] = (int16_t)now;
    table_changed(g);
}

void segment_begin(Game *g, int segment)
{
    g->segment = (uint8_t)segment;
    table_changed(g);
}

void turn_begin(Game *g, int player)
{
    g->turn++;
    g->turns[player]++;
    segment_begin(g, SEGMENT_START);
    g->no_draws = g->downloaders = 0;
    plays_set(g, player, 0);
    g->spent = 0;
    memset(g->drawn, 0, sizeof g->drawn);
    log_event(g, LOG_TURN, player, NO_CARD, NO_CARD, (int)g->turn);
    modifiers_end(g, UNTIL_YOUR_TURN, player);
    modifiers_end_this_turn(g, player);
}

void turn_end(Game *g)
{
    modifiers_end(g, UNTIL_TURN_END, NOBODY);
    uses_end(g, PERIOD_TURN);
    uses_end(g, PERIOD_PLAYED);
    uses_end(g, PERIOD_DILEMMA);
    uses_end(g, PERIOD_ATTEMPT);
    past_age(g);
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
}
