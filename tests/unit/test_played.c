/* What is played on tables that chance has laid stays as it was.
 *
 * A table of two or three players has cards of the whole built-in catalogue of an edition, whatever decks they are in: locations, ships and facilities with people aboard, cards
 * beneath, on and beside them, in hands and piles, some of them stopped or damaged.  Random answers are given there.  After each of them the
 * state must be sound; what was asked and offered, what happened, what players see and why other things are refused goes into a digest, the rules that
 * it all rested on into another.  tests/golden/played.txt has a line for each few tables: how many answers, events and reasons there were, and both digests.  A change of any rule or text changes some of these lines; one that is to change
 * nothing must change none.  WRITE=1 writes the file anew (`make golden`); FROM=n MORE=m plays m lines of other tables of each kind, from the nth on, and compares nothing:
 * in the check build they look for what is not sound. */
#include "../builtin.h"
#include "../file.h"
#include "engine/engine.h"
#include "generate.h"
#include "uses.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { TO_A_LINE = 20, ANSWERS = 160, BETWEEN_REASONS = 8, USES = 20, ANSWERS_TO_A_TEXT = 12, VIEW_SIZE = 1 << 19, REFUSALS = 600 };
static const char golden[] = "tests/golden/played.txt";

static sl_library *builtin, *lib;              /* lib: with grown cards on top, where these are played */
static int         grown_from;                  /* the first of them; 0: there are none */
static Rng         rng;
static char        now[120];                    /* what is being played, for whoever reads of a crash */

static int any_below(int n)
{
    return n > 0 ? (int)rng_below(&rng, (uint32_t)n) : 0;
}

static bool now_and_then(int percent)
{
    return any_below(100) < percent;
}

/* ---- cards that nobody has printed ---- */

/* As many of each type as a few decks have. */
static const struct { CardType type; int count; } sorts[] = {
    { TYPE_PERSONNEL, 24 }, { TYPE_SHIP, 6 }, { TYPE_EQUIPMENT, 5 }, { TYPE_EVENT, 14 }, { TYPE_INTERRUPT, 9 }, { TYPE_DILEMMA, 12 }, { TYPE_MISSION, 6 },
};

/* Every word of the card language stands in some text: cards grow from its signatures.  The caller frees it. */
static sl_library *grown_library(uint64_t seed)
{
    static char text[80 * (sizeof(GrownCard) + 20)];
    static const char *const affiliation[] = { "Bajoran", "Cardassian", "Dominion", "Federation", "Klingon", "Romulan" };
    Out out = { text, sizeof text, 0 };
    sl_error err = { "" };
    sl_library *scratch = sl_library_extend(builtin, SL_SECOND_EDITION, "grown", 1, "", 0, &err);
    Grower grow = { .cat = scratch->cat };
    rng_seed(&grow.rng, seed);
    for (int i = 0, number = 1; i < (int)countof(sorts); i++)
        for (int k = 0; k < sorts[i].count; k++) {
            static GrownCard card;
            grow_card(&grow, &card, sorts[i].type, number++, affiliation[seed % countof(affiliation)]);
            grown_text(&card, &out);
        }
    sl_library_free(scratch);
    if (getenv("GROWN"))                        /* to see what a table was laid with */
        fputs(text, stderr);
    sl_library *library = sl_library_extend(builtin, SL_SECOND_EDITION, "grown", 1, text, out.len, &err);
    if (!library)
        fail_msg("%s", err.text);
    return library;
}

/* ---- a table ---- */

enum { MOST_PLACES = 150 };
typedef struct { int id[MOST_PLACES], count; } Places;

typedef struct {
    sl_game *game;
    int      edition, players;
    int      affiliation[SL_PLAYERS];           /* icon that most personnel of each player have */
    Places   locations, homes[SL_PLAYERS], crafts[SL_PLAYERS]; /* homes: where a player's people can be; crafts: his ships and facilities */
    Places   all;                               /* of everything that lies in play */
} Table;

static void add_place(Places *places, int id)
{
    if (id && places->count < MOST_PLACES)
        places->id[places->count++] = id;
}

static int any_place(const Places *places)
{
    return places->count ? places->id[any_below(places->count)] : 0;
}

/* A card of that type, beginning the search anywhere; of that affiliation if there is one, unless affiliation < 0; 0: there is none. */
static int any_card(const Table *t, CardType type, int affiliation)
{
    const Catalogue *cat = lib->cat;
    int first = grown_from && now_and_then(75) ? grown_from : 1, count = cat->def_count - first, from = any_below(count), other = 0;
    for (int i = 0; i < count; i++) {
        int def = first + (from + i) % count;
        const CardDef *d = &cat->def[def];
        if (d->edition != t->edition || d->type != type || d->unplayable)
            continue;
        if (affiliation < 0 || icon_in(d->icons, affiliation))
            return def;
        other = def;
    }
    return other;
}

static int put(Table *t, int player, CardType type, int affiliation, sl_zone zone, int host)
{
    sl_error err = { "" };
    int def = any_card(t, type, affiliation), id = def ? sl_table_put(t->game, player, def, zone, host, &err) : 0;
    if (id && card_in_play(&t->game->g, (CardId)id))
        add_place(&t->all, id);
    return id;
}

/* Some of a player's own, some Non-Aligned or of anybody. */
static int affiliation_of(const Table *t, int player)
{
    return now_and_then(70) ? t->affiliation[player] : -1;
}

static void lay_locations(Table *t)
{
    for (int i = 0; i < 4 * t->players; i++) {
        int player = i % t->players, line = now_and_then(80) ? LINE_ALPHA : LINE_GAMMA;
        add_place(&t->locations, t->edition == SL_FIRST_EDITION ? put(t, player, TYPE_MISSION, -1, SL_LINE, line) : put(t, player, TYPE_MISSION, -1, SL_ROW, 0));
    }
    if (t->edition == SL_FIRST_EDITION && now_and_then(30))
        add_place(&t->locations, put(t, 0, TYPE_TIME_LOCATION, -1, SL_LINE, LINE_TIME));
}

static void lay_crafts(Table *t, int player)
{
    for (int i = 0; i < 2 && t->edition == SL_FIRST_EDITION; i++) {
        int facility = put(t, player, TYPE_FACILITY, t->affiliation[player], now_and_then(85) ? SL_ORBIT : SL_SURFACE, any_place(&t->locations));
        add_place(&t->crafts[player], facility);
        if (facility)
            add_place(&t->homes[player], put(t, player, TYPE_SITE, -1, SL_SITE, facility));
    }
    for (int i = 0; i < 4; i++) {
        int craft = any_place(&t->crafts[player]);
        bool docks = i > 1 && t->edition == SL_FIRST_EDITION && craft;
        add_place(&t->crafts[player], put(t, player, TYPE_SHIP, affiliation_of(t, player), docks ? SL_DOCKED : SL_ORBIT, docks ? craft : any_place(&t->locations)));
    }
    for (int i = 0; i < t->crafts[player].count; i++)
        add_place(&t->homes[player], t->crafts[player].id[i]);
}

/* People and equipment: most in a few places, so that there are teams. */
static void lay_people(Table *t, int player)
{
    for (int i = 0; i < 18; i++) {
        CardType type = i % 7 == 6 ? TYPE_EQUIPMENT : TYPE_PERSONNEL;
        int home = any_place(&t->homes[player]);
        if (home && now_and_then(60))
            put(t, player, type, affiliation_of(t, player), SL_ABOARD, home);
        else
            put(t, player, type, affiliation_of(t, player), SL_SURFACE, t->locations.count ? t->locations.id[any_below(t->locations.count) / 2] : 0);
    }
    if (t->edition == SL_SECOND_EDITION)
        put(t, player, TYPE_PERSONNEL, -1, SL_BRIG, (player + 1) % t->players);
    else if (t->crafts[1 - player].count)
        put(t, player, TYPE_PERSONNEL, -1, SL_HELD, any_place(&t->crafts[1 - player]));
}

static const CardType beside[2][5] = {
    { TYPE_EVENT, TYPE_INCIDENT, TYPE_OBJECTIVE, TYPE_DOORWAY, TYPE_EVENT },
    { TYPE_EVENT, TYPE_EVENT, TYPE_EVENT, TYPE_EVENT, TYPE_EVENT },
};
static const CardType held[2][8] = {
    { TYPE_PERSONNEL, TYPE_EVENT, TYPE_INTERRUPT, TYPE_SHIP, TYPE_EQUIPMENT, TYPE_INCIDENT, TYPE_OBJECTIVE, TYPE_DOORWAY },
    { TYPE_PERSONNEL, TYPE_EVENT, TYPE_INTERRUPT, TYPE_SHIP, TYPE_EQUIPMENT, TYPE_INTERRUPT, TYPE_EVENT, TYPE_PERSONNEL },
};

/* What lies beneath missions, on cards and beside the table, and in hands and piles. */
static void lay_rest(Table *t, int player)
{
    int e = t->edition == SL_SECOND_EDITION;
    for (int i = 0; i < 6; i++)
        put(t, player, i == 5 && !e ? TYPE_ARTIFACT : TYPE_DILEMMA, -1, SL_BENEATH, any_place(&t->locations));
    for (int i = 0; i < 4; i++)
        put(t, player, beside[e][any_below(5)], -1, now_and_then(70) ? SL_CORE : SL_ON, any_place(&t->all));
    for (int i = 0; i < 12; i++)
        put(t, player, held[e][i % 8], now_and_then(50) ? t->affiliation[player] : -1, SL_HAND, 0);
    for (int i = 0; i < 16; i++)
        put(t, player, held[e][any_below(8)], -1, i < 8 ? SL_DECK : i < 13 ? SL_DISCARD : SL_REMOVED, 0);
    for (int i = 0; i < 8; i++)
        put(t, player, e ? TYPE_DILEMMA : TYPE_TACTIC, -1, e ? SL_PILE : SL_BRIDGE, 0);
    for (int i = 0; i < 4 && !e; i++) {
        put(t, player, held[e][any_below(8)], -1, SL_TENT, 0);
        put(t, player, TYPE_TRIBBLE, -1, SL_TRIBBLES, 0);
    }
}

static void lay_states(Table *t)
{
    static const char *const states[] = { "stopped", "stopped", "range-used 3", "disabled", "cloaked", "in-stasis", "countdown 2" };
    for (int i = 0; i < t->all.count; i++) {
        CardId id = (CardId)t->all.id[i];
        CardType type = printed(&t->game->g, id)->type;
        bool acts = type == TYPE_PERSONNEL || type == TYPE_SHIP;
        if (acts && now_and_then(12))
            sl_table_set(t->game, id, states[t->edition == SL_FIRST_EDITION ? any_below(countof(states)) : any_below(3)], true);
        if (type == TYPE_SHIP && t->edition == SL_FIRST_EDITION && now_and_then(15))
            sl_table_damage(t->game, id);
        if (type == TYPE_MISSION && now_and_then(8))
            sl_table_set(t->game, id, "completed", true);
    }
}

static int any_affiliation(int edition)
{
    int icon;
    do
        icon = any_below(ICON_COUNT);
    while (!icon_in(affiliations, icon) || !any_card(&(Table){ .edition = edition }, TYPE_SHIP, icon));
    return icon;
}

static Table lay_table(int edition, int date, int players)
{
    sl_error err = { "" };
    Table t = { .edition = edition, .players = players };
    sl_setup setup = { .edition = edition, .date = date, .players = players, .seed = rng_next(&rng), .blank = true, .trace = true };
    setup.windows = now_and_then(25);
    t.game = sl_game_new(lib, &setup, &err);
    if (!t.game)
        fail_msg("%s", err.text);
    for (int p = 0; p < players; p++)
        t.affiliation[p] = any_affiliation(edition);
    lay_locations(&t);
    for (int p = 0; p < players; p++) {
        lay_crafts(&t, p);
        lay_people(&t, p);
        lay_rest(&t, p);
        sl_table_points(t.game, p, any_below(9) * 10);
    }
    lay_states(&t);
    if (edition == SL_SECOND_EDITION)
        sl_table_counters(t.game, 7);
    static const char *const segments[] = { "orders", "play", "start", "orders" };
    if (!sl_table_begin(t.game, any_below(players), segments[any_below(4)], &err))
        fail_msg("%s: %s", now, err.text);
    return t;
}

/* ---- play ---- */

typedef struct { long answers, events, reasons; uint64_t digest, cited; } Sum;

static void mix(Sum *sum, uint64_t value)
{
    sum->digest = hash_mix(sum->digest, value);
}

static void mix_text(Sum *sum, const char *text)
{
    mix(sum, hash_bytes(text, strlen(text)));
}

static void mix_option(Sum *sum, sl_option o)
{
    mix(sum, (uint64_t)o.verb << 48 ^ (uint64_t)o.card << 32 ^ (uint64_t)o.target << 16 ^ (uint16_t)o.number);
}

/* What is asked, and offered to whom. */
static void mix_options(Sum *sum, const sl_game *game)
{
    sl_decision d;
    sl_game_decision(game, &d);
    mix(sum, (uint64_t)d.kind << 48 ^ (uint64_t)d.card << 32 ^ (uint64_t)d.least << 24 ^ (uint64_t)d.most << 8 ^ (uint64_t)d.may_end << 4 ^ d.ordered);
    mix(sum, (uint64_t)d.purpose << 48 ^ (uint64_t)d.from << 32 ^ (uint64_t)d.to << 16 ^ (uint64_t)d.chosen_count << 8 ^ (uint64_t)d.eligible_count);
    mix(sum, (uint64_t)(sl_game_player(game) + 1) << 32 | (uint32_t)sl_game_options(game));
    for (int i = 0; i < sl_game_options(game); i++)
        mix_option(sum, sl_game_option(game, i));
}

/* Why other things that the decision looked at are not offered. */
static void mix_refusals(Sum *sum, const sl_game *game)
{
    static sl_refusal refused[REFUSALS];
    int count = sl_game_refusals(game, refused, REFUSALS);
    for (int i = 0; i < count; i++) {
        mix_option(sum, refused[i].option);
        mix(sum, (uint64_t)refused[i].card << 32 | (uint32_t)refused[i].cite);
        sum->reasons++;
    }
}

/* Whether somebody would name the card who asks about this verb. */
static bool suits(const Game *g, int player, sl_verb verb, CardId card)
{
    const Card *c = &g->card[card];
    CardType type = printed(g, card)->type;
    switch (verb) {
    case SL_PLAY:    return c->zone == ZONE_HAND && c->owner == player;
    case SL_USE:     return card_in_play(g, card) ? c->commander == player && printed(g, card)->ability_count > 0
                                                  : c->zone == ZONE_HAND && c->owner == player && type == TYPE_INTERRUPT;
    case SL_BEAM:    return card_in_play(g, card) && (type == TYPE_PERSONNEL || type == TYPE_EQUIPMENT);
    case SL_MOVE:    return type == TYPE_SHIP;
    case SL_ATTEMPT: return type == TYPE_MISSION;
    default:         return true;
    }
}

/* Any card, but rather one that suits; where: the card is the place that is named for it. */
static int any_card_to_name(const Game *g, int player, sl_verb verb, bool where)
{
    int card = 0;
    for (int tries = 0; tries < 8; tries++) {
        card = 1 + any_below(g->card_count);
        bool place = printed(g, (CardId)card)->type == TYPE_MISSION || printed(g, (CardId)card)->type == TYPE_SHIP;
        if (where ? place : suits(g, player, verb, (CardId)card))
            break;
    }
    return card;
}

/* Mostly of the verbs that both editions have, and by the player who decides. */
static void mix_reason(Sum *sum, const sl_game *game)
{
    static const sl_verb common[] = { SL_PLAY, SL_USE, SL_BEAM, SL_MOVE, SL_ATTEMPT, SL_CHOOSE };
    sl_refusal why[16];
    int player = now_and_then(70) && sl_game_player(game) >= 0 ? sl_game_player(game) : any_below(sl_game_players(game));
    sl_verb verb = now_and_then(75) ? common[any_below(countof(common))] : (sl_verb)any_below(SL_VERB_COUNT);
    sl_option asked = { .verb = verb, .card = now_and_then(95) ? any_card_to_name(&game->g, player, verb, false) : 0 };
    asked.number = now_and_then(20) ? any_below(4) : 0;
    asked.target = now_and_then(60) ? any_card_to_name(&game->g, player, verb, true) : 0;
    int count = sl_game_why_not_open(game, player, asked, why, countof(why));
    for (int k = 0; k < count && k < (int)countof(why); k++) {
        mix(sum, (uint64_t)why[k].card << 32 | (uint32_t)why[k].cite);
        sum->reasons++;
    }
}

/* Why a few things that somebody might want to do are not done. */
static void mix_reasons(Sum *sum, const sl_game *game)
{
    for (int i = 0; i < 20; i++)
        mix_reason(sum, game);
}

static void mix_view(Sum *sum, const sl_game *game)
{
    static char view[VIEW_SIZE];
    for (int viewer = SL_OPEN; viewer < sl_game_players(game); viewer++) {
        assert_true(sl_game_view(game, viewer, view, VIEW_SIZE) < VIEW_SIZE);
        mix_text(sum, view);
    }
}

/* What has happened since the last answer. */
static void mix_events(Sum *sum, const sl_game *game, long *seen)
{
    for (; *seen < sl_game_events(game); ++*seen) {
        char line[400];
        sl_game_event_text(game, SL_OPEN, *seen + 1, line, sizeof line);
        mix_text(sum, line);
        sum->events++;
    }
}

/* What rules and rulings it all rested on. */
static void mix_citations(Sum *sum, const sl_game *game)
{
    for (int c = 1; c < CITE_COUNT; c++)
        if (was_cited(game->trace, (Citation)c))
            sum->cited = hash_mix(sum->cited, hash_bytes(sl_cite_id(c), strlen(sl_cite_id(c))));
}

/* Any option of any verb that is offered: beams and single cards of a set would else crowd out attempts, battles and texts. */
static int any_option(const sl_game *game)
{
    int count = sl_game_options(game), from = any_below(count), verb = sl_game_option(game, any_below(count)).verb;
    if (now_and_then(50)) {
        bool offered[SL_VERB_COUNT] = { false };
        int verbs[SL_VERB_COUNT], verb_count = 0;
        for (int i = 0; i < count; i++)
            offered[sl_game_option(game, i).verb] = true;
        for (int v = 0; v < SL_VERB_COUNT; v++)
            if (offered[v] && v != SL_END)
                verbs[verb_count++] = v;
        verb = verb_count ? verbs[any_below(verb_count)] : SL_END;
    }
    while ((int)sl_game_option(game, from).verb != verb)
        from = (from + 1) % count;
    return from;
}

static void play_on(sl_game *game, Sum *sum, long *seen, int answers)
{
    char why[200];
    mix_events(sum, game, seen);
    for (int n = 0; n < answers && game->g.depth > 0 && sl_game_player(game) >= 0; n++) {
        mix_options(sum, game);
        sl_game_answer(game, any_option(game));
        if (!sl_game_ok(game, why, sizeof why))
            fail_msg("%s, answer %d: %s", now, n + 1, why);
        mix_events(sum, game, seen);
        mix(sum, sl_game_hash(game));
        sum->answers++;
    }
}

static void play_table(sl_game *game, Sum *sum)
{
    long seen = 0;
    for (int n = 0; n < ANSWERS && sl_game_player(game) >= 0; n += BETWEEN_REASONS) {
        mix_reasons(sum, game);
        mix_refusals(sum, game);
        if (n % (3 * BETWEEN_REASONS) == 0)
            mix_view(sum, game);
        play_on(game, sum, &seen, BETWEEN_REASONS);
    }
    mix_view(sum, game);
    mix_citations(sum, game);
}

/* Texts of cards on the table, each on a copy of it, as if its moment had come; of what only holds, whether it does and whom it reaches. */
static void use_texts(const Table *t, Sum *sum)
{
    for (int n = 0; n < USES && t->all.count; n++) {
        CardId card = (CardId)any_place(&t->all);
        const Game *g = &t->game->g;
        int count = printed(g, card)->ability_count, ability = any_below(count);
        if (!count)
            continue;
        const Ability *a = ability_of(g, card, ability);
        if (does_something(g, a)) {
            sl_game *game = sl_game_clone(t->game);
            long seen = sl_game_events(game);
            begin_use(game, card, ability, &rng);
            play_on(game, sum, &seen, ANSWERS_TO_A_TEXT);
            mix_citations(sum, game);
            sl_game_free(game);
            continue;
        }
        Ctx ctx = ctx_of(g, card);
        CardSet reached = a->filter ? filter_set(g, &ctx, a->filter) : (CardSet){ 0 };
        mix(sum, (uint64_t)guard_holds(g, &ctx, a) << 32 | (uint32_t)set_count(&reached));
    }
}

typedef struct { int edition, date, players, lines; bool grown; } Tables;

/* A few tables of a kind, and the line that says what came of them. */
static void play_line(const Tables *kind, int line, Out *out)
{
    Sum sum = { 0 };
    char name[60];
    snprintf(name, sizeof name, "%de %d%s%s", kind->edition, kind->date, kind->players > 2 ? " three" : "", kind->grown ? " grown" : "");
    for (int i = 0; i < TO_A_LINE; i++) {
        int number = line * TO_A_LINE + i;
        snprintf(now, sizeof now, "%s, table %d", name, number);
        lib = kind->grown ? grown_library((uint64_t)(number + 1000 * (kind->players - 2))) : builtin;
        grown_from = kind->grown ? builtin->cat->def_count : 0;
        rng_seed(&rng, (uint64_t)kind->date * 1000 + (uint64_t)number);
        Table t = lay_table(kind->edition, kind->date, kind->players);
        use_texts(&t, &sum);
        play_table(t.game, &sum);
        sl_game_free(t.game);
        if (kind->grown)
            sl_library_free(lib);
    }
    out_text(out, "%s %d-%d: %ld answers, %ld events, %ld reasons, %016llx, %016llx", name, line * TO_A_LINE, line * TO_A_LINE + TO_A_LINE - 1,
             sum.answers, sum.events, sum.reasons, (unsigned long long)sum.digest, (unsigned long long)sum.cited);
}

static void tell_where(int signal_number)
{
    (void)signal_number;
    ssize_t written = write(2, now, strlen(now));
    (void)!write(2, "\n", written >= 0);
    _exit(1);
}

/* All lines, but where each state costs much to check every fourth, or every one where there is time; and there none of grown cards, whose texts may depend on
 * each other in so many ways that finding everything anew takes minutes for one table: test_generated plays those, and gives up what takes too long. */
static bool is_passed_over(const Tables *kind, int line)
{
#ifdef SPACELINE_CHECK
    return kind->grown || (line % 4 && !getenv("LONG"));
#else
    (void)kind, (void)line;
    return false;
#endif
}

/* The check build finds anew what is kept, and rests on more rules that way: the last digest, of those, is left to the other builds. */
static Str comparable(Str line)
{
#ifdef SPACELINE_CHECK
    while (line.len && line.at[line.len - 1] != ',')
        line.len--;
#endif
    return line;
}

static void hold_against(Str known, Str line, int number)
{
    if (!str_eq(comparable(known), comparable(line)))
        fail_msg("%s:%d: what is played has changed; if that is meant, run make golden.\n  it was  %.*s\n  it is   %.*s", golden, number, STR(known), STR(line));
}

static const Tables kinds[] = {
    { SL_SECOND_EDITION, 20140707, 2, 15, false }, { SL_SECOND_EDITION, 20140707, 2, 39, true }, { SL_SECOND_EDITION, 20140706, 2, 6, false },
    { SL_SECOND_EDITION, 20140706, 2, 6, true }, { SL_FIRST_EDITION, 19980306, 2, 6, false },
    { SL_FIRST_EDITION, 20130701, 2, 6, false }, { SL_FIRST_EDITION, 20191104, 2, 6, false }, { SL_FIRST_EDITION, 20221107, 2, 9, false },
    { SL_SECOND_EDITION, 20140707, 3, 6, false }, { SL_SECOND_EDITION, 20140707, 3, 12, true },
};

static void other_tables_are_sound(void **state)
{
    (void)state;
    const char *from = getenv("FROM"), *more = getenv("MORE");
    for (int line = from ? atoi(from) : 0, end = line + (more ? atoi(more) : 0); line < end; line++)
        for (size_t i = 0; i < countof(kinds); i++) {
            char text[200];
            if (kinds[i].grown)                 /* test_generated plays many of those; some of their texts take long to find anew each time */
                continue;
            play_line(&kinds[i], line, &(Out){ text, sizeof text, 0 });
        }
}

static void what_is_played_stays_as_it_was(void **state)
{
    (void)state;
    Arena arena = { 0 };
    bool writes = getenv("WRITE");
    Str known = writes ? (Str){ 0 } : load_file(&arena, golden);
    FILE *file = writes ? fopen(golden, "wb") : NULL;
    assert_true(file || !writes);
    int number = 0;
    for (size_t i = 0; i < countof(kinds); i++)
        for (int line = 0; line < kinds[i].lines; line++) {
            char text[200];
            Str want = str_line(&known);
            number++;
            if (is_passed_over(&kinds[i], line) && !writes)
                continue;
            play_line(&kinds[i], line, &(Out){ text, sizeof text, 0 });
            if (writes)
                fprintf(file, "%s\n", text);
            else
                hold_against(want, str_of(text), number);
        }
    if (writes)
        assert_int_equal(fclose(file), 0);
    arena_free(&arena);
}

int main(void)
{
    sl_error err = { "" };
    builtin = builtin_library(&err);
    if (!builtin) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    signal(SIGSEGV, tell_where);
    signal(SIGABRT, tell_where);
    const struct CMUnitTest known[] = { cmocka_unit_test(what_is_played_stays_as_it_was) }, other[] = { cmocka_unit_test(other_tables_are_sound) };
    int failed = getenv("MORE") ? cmocka_run_group_tests(other, NULL, NULL) : cmocka_run_group_tests(known, NULL, NULL);
    sl_library_free(builtin);
    return failed;
}
