/* Words and views: what an option says, what happened, and all that one player may know. */
#include "engine/engine.h"
#include "engine/places.h"

static char letter(int player)
{
    return (char)('A' + player);
}

static const char *card_name_of(const Game *g, CardId id)
{
    return id ? g->world->cat->def[g->card[id].def].name : "nothing";
}

/* ---- options in their canonical form ---- */

static const char *played_how(const Game *g, CardId card, CardId place)
{
    return is_type(g, card, TYPE_EVENT) ? "on" : is_type(g, place, TYPE_SHIP) ? "aboard" : "at";
}

static const char *seeded_how(const Game *g, const Option *o)
{
    if (is_type(g, o->card, TYPE_MISSION))
        return o->number == 0 ? "at left end" : o->number == 1 ? "at right end" : o->number == 2 ? "to the right of" : "on";
    return !o->target ? "" : is_type(g, o->card, TYPE_FACILITY) ? "at" : "beneath";
}

static void place_words(const Game *g, CardId card, CardId place, Out *out)
{
    if (place)
        out_text(out, " %s \"%s\"", played_how(g, card, place), card_name_of(g, place));
}

/* What is said with a card, and perhaps a second one. */
static const struct { const char *does, *link; } plain_verb[SL_VERB_COUNT] = {
    [SL_TAKE_BACK] = { "takes back", NULL }, [SL_DOCK] = { "docks", "at" },   [SL_UNDOCK] = { "undocks", NULL },  [SL_LAND] = { "lands", NULL },
    [SL_TAKE_OFF] = { "takes off", NULL },   [SL_LOAD] = { "loads", "aboard" }, [SL_LAUNCH] = { "launches", NULL }, [SL_CLOAK] = { "cloaks", NULL },
    [SL_DECLOAK] = { "decloaks", NULL },     [SL_PHASE] = { "phases", NULL },       [SL_UNPHASE] = { "unphases", NULL },     [SL_BATTLE] = { "battles", "with" },
    [SL_STUN] = { "stuns", NULL },           [SL_WOUND] = { "wounds", NULL },
    [SL_RETURN_FIRE] = { "returns fire on", "with" }, [SL_DEFEND] = { "defends with", NULL },
    [SL_RESCUE] = { "rescues", "with" }, [SL_IMPRISON] = { "imprisons", NULL }, [SL_ESCORT] = { "escorts", "to" },
    [SL_REPLACE] = { "replaces", "with" }, [SL_SCOUT] = { "scouts", "with" }, [SL_PROBE] = { "probes with", NULL }, [SL_COMMANDEER] = { "commandeers", "with" },
    [SL_INFILTRATE] = { "infiltrates with", "among" }, [SL_EXPOSE] = { "exposes", NULL }, [SL_ACTIVATE] = { "activates", "with" },
};

static void option_words(const Game *g, const Option *o, Out *out)
{
    const Catalogue *cat = g->world->cat;
    out_text(out, "%c ", letter(g->decision.player));
    switch ((sl_verb)o->verb) {
    case SL_PASS:   out_text(out, "passes"); break;
    case SL_PLAY:
        out_text(out, "plays \"%s\"", card_name_of(g, o->card));
        place_words(g, o->card, o->target, out);
        if (o->number && zone_info[ZONE_LINE].word[g->world->edition->id])     /* spacelines: a game in which cards cost nothing and have functions */
            out_text(out, " option %d", o->number + 1);
        else if (o->number)
            out_text(out, " paying %d", g->world->edition->play_cost(g, g->decision.player, o->card, o->number));
        break;
    case SL_DRAW:   out_text(out, "draws"); break;
    case SL_END:    out_text(out, "ends"); break;
    case SL_BEAM:   out_text(out, "beams from \"%s\" to \"%s\"", card_name_of(g, o->card), card_name_of(g, o->target)); break;
    case SL_MOVE:   out_text(out, "moves \"%s\" to \"%s\"", card_name_of(g, o->card), card_name_of(g, o->target)); break;
    case SL_ATTEMPT:
        out_text(out, "attempts \"%s\"", card_name_of(g, o->card));
        if (o->target)
            out_text(out, " with \"%s\"", card_name_of(g, o->target));
        if (o->number)
            out_text(out, " using \"%s\"", card_name_of(g, o->card));
        break;
    case SL_USE:
        if (g->card[o->card].zone == ZONE_HAND)
            out_text(out, "plays \"%s\"", card_name_of(g, o->card));
        else
            out_text(out, "uses \"%s\" %d", card_name_of(g, o->card), o->number + 1);
        break;
    case SL_CHOOSE: out_text(out, "chooses \"%s\"", card_name_of(g, o->card)); break;
    case SL_DONE:   out_text(out, "is done"); break;
    case SL_YES:    out_text(out, "chooses yes"); break;
    case SL_NO:     out_text(out, "chooses no"); break;
    case SL_MODE:   out_text(out, "chooses option %d", o->number + 1); break;
    case SL_NAME_SKILL:  out_text(out, "chooses %s", skill_name[o->number]); break;
    case SL_NAME_LETTER: out_text(out, "names a title beginning with %c", o->number); break;
    case SL_NAME_CARD:   out_text(out, "names \"%s\"", cat->def[o->def].title); break;
    case SL_CHANGE:      out_text(out, "changes \"%s\" to %s", card_name_of(g, o->card), icon_name[o->number - 1]); break;
    case SL_NAME_ICON:   out_text(out, "chooses %s", icon_name[o->number]); break;
    case SL_NAME_GENDER: out_text(out, "chooses %s", o->number == 0 ? "male" : o->number == 1 ? "female" : "neuter"); break;
    case SL_NAME_TRAIT:  out_text(out, "chooses %s", cat->trait_name[o->number]); break;
    case SL_NUMBER:      out_text(out, "chooses %d", o->number); break;
    case SL_PICK_PLAYER: out_text(out, "chooses %c", letter(o->number)); break;
    case SL_SEED:
        out_text(out, "seeds \"%s\"", card_name_of(g, o->card));
        if (seeded_how(g, o)[0])
            out_text(out, " %s", seeded_how(g, o));
        if (o->target)
            out_text(out, " \"%s\"", card_name_of(g, o->target));
        break;
    case SL_REPORT:
        out_text(out, "reports \"%s\" to \"%s\"", card_name_of(g, o->card), card_name_of(g, o->target));
        if (o->number)
            out_text(out, " as %s", icon_name[o->number - 1]);
        break;
    case SL_LOOP:   out_text(out, "declares the loop"); break;
    case SL_WALK:   out_text(out, "walks cards from \"%s\" to \"%s\"", card_name_of(g, o->card), card_name_of(g, o->target)); break;
    default:
        out_text(out, "%s \"%s\"", plain_verb[o->verb].does, card_name_of(g, o->card));
        if (plain_verb[o->verb].link)
            out_text(out, " %s \"%s\"", plain_verb[o->verb].link, card_name_of(g, o->target));
        break;
    }
}

size_t sl_game_describe(const sl_game *game, int option, char *out, size_t size)
{
    Out text = { out, size, 0 };
    if (size)
        out[0] = '\0';
    if (option < 0 || option >= sl_game_options(game))
        return 0;
    Option o = option_at(&game->g, option);
    option_words(&game->g, &o, &text);
    return text.len;
}

/* A card that the player who answers may not know is not named. */
void sl_game_option_names(const sl_game *game, int option, sl_option_names *out)
{
    const Game *g = &game->g;
    *out = (sl_option_names){ "", "", "" };
    if (option < 0 || option >= sl_game_options(game))
        return;
    Option o = option_at(g, option);
    int player = sl_game_player(game);
    if (o.card && may_know(g, player, o.card))
        out->title = card_name_of(g, o.card);
    if (o.target && may_know(g, player, o.target))
        out->place = card_name_of(g, o.target);
    if (o.verb == SL_NAME_SKILL)
        out->title = skill_name[o.number];
    else if (o.verb == SL_NAME_TRAIT)
        out->title = g->world->cat->trait_name[o.number];
    else if ((o.verb == SL_REPORT || o.verb == SL_CHANGE) && o.number)
        out->how = icon_name[o.number - 1];
    else if (o.verb == SL_NAME_CARD)
        out->title = g->world->cat->def[o.def].title;
    else if (o.verb == SL_PLAY && o.target)
        out->how = played_how(g, o.card, o.target);
    else if (o.verb == SL_SEED)
        out->how = seeded_how(g, &o);
    else if (o.verb == SL_USE && g->card[o.card].zone == ZONE_HAND)
        out->how = "hand";
}

/* ---- events ---- */

long sl_game_events(const sl_game *game)
{
    return game->trace ? game->trace->count : 0;
}

static const LogEvent *event_at(const sl_game *game, long number)
{
    const Trace *t = game->trace;
    if (!t || number < 1 || number > t->count || number <= t->count - TRACE_EVENTS)
        return NULL;
    return &t->event[(number - 1) % TRACE_EVENTS];
}

static bool is_secret(const sl_game *game, const LogEvent *e, int viewer)
{
    return (e->card || e->other) && !mask_known(&game->g, viewer, e->seen);
}

static const char *card_words(const Catalogue *cat, const LogEvent *e, bool secret)
{
    return secret || !e->def ? "a card" : cat->def[e->def].name;
}

static const char *skill_words(const LogEvent *e)
{
    if (e->kind == LOG_DIRECTED_SET || e->kind == LOG_DIRECTED_LIFT)      /* editions that have a state have one word for it */
        return state_info[e->number].word[EDITION_FIRST] ? state_info[e->number].word[EDITION_FIRST] : state_info[e->number].word[EDITION_SECOND];
    return e->number >= 0 && e->number < SKILL_COUNT ? skill_name[e->number] : "a skill";
}

/* Missions and ships are seen by everybody. */
static const char *other_words(const Catalogue *cat, const LogEvent *e, bool secret)
{
    const CardDef *def = &cat->def[e->other_def];
    return secret && e->other_def && def->type != TYPE_MISSION && def->type != TYPE_SHIP ? "a card" : def->name;
}

/* The skill, icon or keyword that a line of the log speaks of. */
static const char *named_by(const Catalogue *cat, const LogEvent *e)
{
    const char *words = log_text[e->kind];
    return strstr(words, "%S") ? skill_words(e) : strstr(words, "%I") ? icon_name[e->number] : strstr(words, "%K") ? cat->trait_name[e->number] : "";
}

bool sl_game_event(const sl_game *game, int viewer, long number, sl_event *out)
{
    const LogEvent *e = event_at(game, number);
    if (!e)
        return false;
    bool secret = is_secret(game, e, viewer);
    const Catalogue *cat = game->lib->cat;
    *out = (sl_event){ .card_name = card_words(cat, e, secret), .other_name = e->other ? other_words(cat, e, secret) : "",
                       .skill_name = named_by(cat, e), .kind = e->kind, .player = e->player, .card = secret ? 0 : e->card, .other = secret ? 0 : e->other,
                       .number = e->number, .cite = e->cite, .turn = (int)e->turn, .secret = secret };
    return true;
}

const char *sl_event_name(int kind)
{
    static const char *const name[LOG_COUNT] = {
        [LOG_NONE] = "",
#define LOG(symbol, ...) [LOG_##symbol] = #symbol,
#include "kernel/log.def"
#undef LOG
    };
    return kind >= 0 && kind < LOG_COUNT ? name[kind] : "";
}

/* What an edition says otherwise than log.def. */
static const char *const own_text[EDITION_COUNT][LOG_COUNT] = {
    [EDITION_FIRST] = { [LOG_ATTEMPTS] = "%P attempts %C[ with %O]: %N personnel" },
};

/* Writes a pattern of log.def; a part in brackets only when it has the other card. */
static void event_words(const Catalogue *cat, EditionId edition, const LogEvent *e, bool secret, Out *out)
{
    bool skip = false;
    for (const char *p = own_text[edition][e->kind] ? own_text[edition][e->kind] : log_text[e->kind]; *p; p++) {
        if (*p == '[') {
            skip = e->other == NO_CARD;
        } else if (*p == ']') {
            skip = false;
        } else if (skip) {
            continue;
        } else if (*p != '%') {
            out_text(out, "%c", *p);
        } else {
            p++;
            if (*p == 'P')
                out_text(out, "%c", e->player < PLAYERS ? letter(e->player) : '?');
            else if (*p == 'C')
                out_text(out, "%s", card_words(cat, e, secret));
            else if (*p == 'O')
                out_text(out, "%s", other_words(cat, e, secret));
            else if (*p == 'N')
                out_text(out, "%d", e->number);
            else if (*p == 'I')
                out_text(out, "%s", icon_name[e->number]);
            else if (*p == 'K')
                out_text(out, "%s", cat->trait_name[e->number]);
            else if (*p == 'S')
                out_text(out, "%s", skill_words(e));
        }
    }
}

/* What stands before a name of a list; names have commas of their own. */
static const char *between(int at, int count)
{
    return at == 0 ? "" : at + 1 == count ? " and " : "; ";
}

int sl_game_event_among(const sl_game *game, int viewer, long number, const char **names, int room, int *others)
{
    const Trace *t = game->trace;
    const LogEvent *e = event_at(game, number);
    int known = 0;
    *others = 0;
    if (!e || e->lot == 0 || e->number < 2)
        return 0;
    bool forgotten = e->lot <= t->lots - TRACE_LOTS;
    for (int i = 0; i < e->number; i++) {
        const Candidate *c = forgotten ? NULL : &t->lot[(e->lot - 1 + i) % TRACE_LOTS];
        if (c && known < room && mask_known(&game->g, viewer, c->seen))
            names[known++] = game->lib->cat->def[c->def].name;
    }
    *others = e->number - known;
    return known;
}

static void lot_words(const sl_game *game, long number, int viewer, Out *out)
{
    const char *names[MAX_CARDS];
    int others, known = sl_game_event_among(game, viewer, number, names, MAX_CARDS, &others), parts = known + (others > 0);
    if (known + others == 0)
        return;
    out_text(out, known ? ", at random, among " : ", at random, 1 of %d", others);
    for (int i = 0; i < known; i++)
        out_text(out, "%s%s", between(i, parts), names[i]);
    if (known && others)
        out_text(out, "%s%d other%s", between(known, parts), others, others > 1 ? "s" : "");
}

size_t sl_game_event_text(const sl_game *game, int viewer, long number, char *out, size_t size)
{
    Out text = { out, size, 0 };
    if (size)
        out[0] = '\0';
    const LogEvent *e = event_at(game, number);
    if (e) {
        event_words(game->lib->cat, game->g.world->edition->id, e, is_secret(game, e, viewer), &text);
        lot_words(game, number, viewer, &text);
        if (e->cite)
            out_text(&text, " (%s)", citation_id(e->cite));
    }
    return text.len;
}

bool sl_game_cited(const sl_game *game, const char *id)
{
    if (!game->trace)
        return false;
    for (Citation c = 1; c < CITE_COUNT; c++)
        if (was_cited(game->trace, c) && citation_is(c, str_of(id)))
            return true;
    return false;
}

/* ---- the view ---- */

/* Ship values that others see are the printed ones until they are used, and then what was told (2e-2014/attributes-ship.1). */
static int ship_value(const Game *g, CardId id, bool mine, int which)
{
    if (!mine)
        cite_step(g, RULING_SHIP_ATTRIBUTES);
    if (mine || !in_force(g, RULING_SHIP_ATTRIBUTES))
        return attribute(g, id, which);
    int told = last_told(g, id, which);
    return told >= 0 ? told : printed(g, id)->attribute[which];
}

static void ship_values(const Game *g, CardId id, bool mine, Out *out)
{
    out_text(out, ",\"attributes\":[");
    for (int i = 0; i < 3; i++)
        out_text(out, "%s%d", i ? "," : "", ship_value(g, id, mine, i));
    out_text(out, "]");
    int used = g->card[id].range_used, range = ship_value(g, id, mine, RANGE);
    if (used)
        out_text(out, ",\"range_left\":%d", range > used ? range - used : 0);
}

int sl_game_ship_value(const sl_game *game, int viewer, int id, int which)
{
    const Game *g = &game->g;
    if (!is_card(g, id) || which < 0 || which >= ATTRIBUTE_COUNT)
        return 0;
    return ship_value(g, (CardId)id, viewer < 0 || g->card[id].commander == viewer, which);
}

/* ---- numbers of hidden cards ---- */

enum { HIDDEN_FROM = 1000 };                    /* … + 1, + 2: the hidden cards in the order of their places */

static_assert((int)MAX_CARDS <= (int)HIDDEN_FROM, "the numbers of hidden cards are nobody else's");

/* Looks for a hidden card, or for the one with a number. */
typedef struct { const Game *g; int viewer, number, wanted; CardId card; } Walk;

static bool walk_card(Walk *w, CardId id)
{
    if (!may_know(w->g, w->viewer, id) && (++w->number == w->wanted || id == w->card)) {
        w->card = id;
        return true;
    }
    FOR_HOSTED(w->g, on, id)
        if (walk_card(w, on))
            return true;
    return false;
}

static bool walk(Walk *w)
{
    const Game *g = w->g;
    for (int p = 0; p < g->players; p++)
        for (int zone = 0; zone < ZONE_COUNT; zone++)
            FOR_PILE(g, id, &g->pile[p][zone])
                if (walk_card(w, id))
                    return true;
    FOR_PILE(g, id, &g->stack)
        if (walk_card(w, id))
            return true;
    for (int line = 0; line < LINE_COUNT; line++)
        FOR_PILE(g, id, &g->line[line])
            if (walk_card(w, id))
                return true;
    FOR_CARDS(g, id)
        if (zone_info[g->card[id].zone].held_by == HELD_BY_NOBODY && walk_card(w, id))
            return true;
    return false;
}

/* A card keeps its number all the game, and decks are no secret: the number of a hidden card would tell which it is, and where it went
 * when it was turned down.  So its viewers get the number of its place instead. */
int sl_game_shown(const sl_game *game, int viewer, int id)
{
    Walk w = { .g = &game->g, .viewer = viewer, .card = (CardId)id };
    if (!is_card(&game->g, id) || may_know(&game->g, viewer, (CardId)id))
        return id;
    return walk(&w) ? HIDDEN_FROM + w.number : 0;
}

/* Ascending, so that the order of hidden cards tells nothing but where they are. */
static void add_number(int *out, int count, int number)
{
    for (; count > 0 && out[count - 1] > number; count--)
        out[count] = out[count - 1];
    out[count] = number;
}

int shown_numbers(const sl_game *game, int viewer, const CardSet *set, int *out)
{
    int count = 0;
    FOR_SET(id, set)
        add_number(out, count++, sl_game_shown(game, viewer, id));
    return count;
}

int sl_game_meant(const sl_game *game, int viewer, int shown)
{
    Walk w = { .g = &game->g, .viewer = viewer, .wanted = shown - HIDDEN_FROM };
    if (shown > HIDDEN_FROM)
        return walk(&w) ? w.card : 0;
    return is_card(&game->g, shown) && may_know(&game->g, viewer, (CardId)shown) ? shown : 0;
}

/* ---- cards ---- */

/* Of a mission of the viewer's own: what it takes, where it is not the printed requirement that counts for his people. */
static void other_requirement(const sl_game *game, int viewer, CardId id, Out *out)
{
    char text[300];
    Out words = { text, sizeof text, 0 };
    int means = viewer < game->g.players ? sl_game_means(game, viewer, id, NULL, 0) : 0;
    text[0] = '\0';
    if (!means)
        return;
    render_requirement(game->g.world->cat, (EditionId)printed(&game->g, id)->edition, game->g.world->edition->requirement(&game->g, id, means), &words);
    out_text(out, ",\"takes\":");
    out_json(out, str_of(text));
}

static const char *zone_word(const Game *g, int zone)
{
    return zone_info[zone].word[g->world->edition->id];
}

/* Of a card in the viewer's hand: which other one it is one choice with, and its cost where that is not the printed one. */
static void held_json(const sl_game *game, int viewer, CardId id, Out *out)
{
    int as = sl_game_same_choice(game, id), cost = sl_game_cost(game, viewer, id);
    if (as)
        out_text(out, ",\"as\":%d", as);
    if (cost != printed(&game->g, id)->cost)
        out_text(out, ",\"cost\":%d", cost);
}

/* The states that have no key of their own. */
static void other_states(const Game *g, uint64_t states, Out *out)
{
    int said = 0;
    for (int i = 0; i < STATE_COUNT; i++) {
        const char *word = states >> i & 1 ? state_info[i].word[g->world->edition->id] : NULL;
        if (word)
            out_text(out, "%s\"%s\"", said++ ? "," : ",\"states\":[", word);
    }
    if (said)
        out_text(out, "]");
}

static void card_json(const sl_game *game, int viewer, CardId id, Out *out)
{
    const Game *g = &game->g;
    sl_card c;
    sl_game_card(game, viewer, id, &c);
    out_text(out, "{\"id\":%d,\"owner\":%d,\"commander\":%d", c.def ? id : sl_game_shown(game, viewer, id), c.owner, c.commander);
    if (c.def) {
        out_text(out, ",\"def\":%d,\"name\":", c.def);
        out_json(out, str_of(g->world->cat->def[c.def].name));
    }
    if (c.stopped)
        out_text(out, ",\"stopped\":true");
    if (c.complete)
        out_text(out, ",\"complete\":true");
    if (c.damaged)
        out_text(out, ",\"damaged\":true");
    if (c.def && c.in_play && sl_game_hull(game, id) >= 0 && sl_game_hull(game, id) < 100)
        out_text(out, ",\"hull\":%d", sl_game_hull(game, id));
    other_states(g, c.states & ~(STOPPED | COMPLETE | FACE_UP), out);
    if (c.range_used)
        out_text(out, ",\"range_used\":%d", c.range_used);
    if (c.def && is_type(g, id, TYPE_SHIP) && c.in_play)
        ship_values(g, id, viewer < 0 || c.commander == viewer, out);
    else if (c.def && is_type(g, id, TYPE_PERSONNEL) && c.in_play && (viewer < 0 || c.commander == viewer))
        out_text(out, ",\"attributes\":[%d,%d,%d]", attribute(g, id, 0), attribute(g, id, 1), attribute(g, id, 2));
    if (viewer >= 0 && c.zone == SL_HAND && c.owner == viewer)
        held_json(game, viewer, id, out);
    if (viewer >= 0 && c.zone == SL_ROW && c.commander == viewer)
        other_requirement(game, viewer, id, out);
    if (c.zone == SL_ROW && g->card[id].top)
        group_json(game, viewer, id, out);
    if (c.def && c.in_play && has_spacelines(g))
        place_json(game, viewer, id, out);
    if (g->card[id].top) {
        out_text(out, ",\"cards\":[");
        bool first = true;
        FOR_HOSTED(g, on, id) {
            out_text(out, "%s{\"how\":\"%s\",\"card\":", first ? "" : ",", zone_word(g, g->card[on].zone));
            card_json(game, viewer, on, out);
            out_text(out, "}");
            first = false;
        }
        out_text(out, "]");
    }
    out_text(out, "}");
}

static void pile_json(const sl_game *game, int viewer, int player, Zone zone, Out *out)
{
    const Game *g = &game->g;
    out_text(out, ",\"%s\":{\"count\":%d,\"cards\":[", zone_word(g, zone), g->pile[player][zone].count);
    bool first = true;
    FOR_PILE(g, id, &g->pile[player][zone]) {
        sl_card c;
        sl_game_card(game, viewer, id, &c);
        if (!c.def)
            continue;                           /* what is hidden is its number only */
        out_text(out, "%s", first ? "" : ",");
        card_json(game, viewer, id, out);
        first = false;
    }
    out_text(out, "]}");
}

/* Cards on their way, if there are any: dilemmas drawn or stacked for an attempt, a card that is being played. */
static void passing_json(const sl_game *game, int viewer, int player, Zone zone, Out *out)
{
    const Game *g = &game->g;
    int count = 0, known = 0;
    FOR_CARDS(g, id)
        count += g->card[id].zone == zone && g->card[id].owner == player;
    if (!count)
        return;
    out_text(out, ",\"%s\":{\"count\":%d,\"cards\":[", zone_word(g, zone), count);
    CardId id = zone == ZONE_STACK ? g->stack.top : 1;
    for (; id && id <= g->card_count; id = zone == ZONE_STACK ? g->card[id].below : (CardId)(id + 1))
        if (g->card[id].zone == zone && g->card[id].owner == player && may_know(g, viewer, id)) {
            out_text(out, "%s", known++ ? "," : "");
            card_json(game, viewer, id, out);
        }
    out_text(out, "]}");
}

static void player_json(const sl_game *game, int viewer, int p, Out *out)
{
    const Game *g = &game->g;
    sl_goal goal[8];
    int goals = sl_game_goals(game, p, goal, (int)countof(goal));
    out_text(out, "{\"name\":\"%c\",\"points\":%d,\"goals\":[", letter(p), g->score[p]);
    for (int i = 0; i < goals; i++)
        out_text(out, "%s{\"kind\":\"%s\",\"words\":\"%s\",\"have\":%d,\"need\":%d}", i ? "," : "", goal[i].kind, goal[i].words, goal[i].have, goal[i].need);
    out_text(out, "]");
    for (int zone = ZONE_NONE + 1; zone < ZONE_COUNT; zone++) {
        if (!zone_word(g, zone))
            continue;
        if (zone_is_pile(zone))
            pile_json(game, viewer, p, (Zone)zone, out);
        else if (!zone_is_hosted(zone) && zone_info[zone].held_by != HELD_BY_LINE)
            passing_json(game, viewer, p, (Zone)zone, out);
    }
    out_text(out, "}");
}

/* Their own order only where it means something: who puts a stack in order knows its cards. */
static void ids_json(const sl_game *game, int viewer, const char *name, const int *ids, int count, bool ordered, Out *out)
{
    int shown[MAX_CARDS];
    for (int i = 0; i < count; i++) {
        shown[i] = sl_game_shown(game, viewer, ids[i]);
        if (!ordered)
            add_number(shown, i, shown[i]);
    }
    out_text(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++)
        out_text(out, "%s%d", i ? "," : "", shown[i]);
    out_text(out, "]");
}

/* An option about a card that the player who answers may not know does not name it. */
static void option_text(const sl_game *game, int option, char *text, size_t size)
{
    sl_card card;
    sl_option o = sl_game_option(game, option);
    int player = sl_game_player(game);
    if (o.card && sl_game_card(game, player, o.card, &card) && !card.def)
        snprintf(text, size, "%c chooses a card", letter(player));
    else
        sl_game_describe(game, option, text, size);
}

static void names_json(const sl_game *game, int option, Out *out)
{
    sl_option_names names;
    sl_game_option_names(game, option, &names);
    out_text(out, ",\"title\":");
    out_json(out, str_of(names.title));
    if (names.place[0]) {
        out_text(out, ",\"place\":");
        out_json(out, str_of(names.place));
    }
    if (names.how[0])
        out_text(out, ",\"how\":\"%s\"", names.how);
}

/* What a text lets its reader do, in the text's own words: all that a "may" allows (mode -1), or one of several modes. */
static size_t choice_words(const Game *g, int mode, char *text, size_t size)
{
    const Frame *f = &g->frame[g->depth - 1];
    bool may = f->proc == PROC_do_may && mode < 0, one = f->proc == PROC_do_modal && mode >= 0;
    Out words = { text, size, 0 };
    const Catalogue *cat = g->world->cat;
    text[0] = '\0';
    if (g->decision.card && (may || one))
        render_choice(cat, &cat->def[g->card[g->decision.card].def], ((const Do *)(const void *)f->locals)->node, mode, &words);
    return words.len < size ? words.len : 0;
}

size_t sl_game_mode_words(const sl_game *game, int option, char *out, size_t size)
{
    bool mode = option >= 0 && option < sl_game_options(game) && sl_game_option(game, option).verb == SL_MODE;
    out[0] = '\0';
    return mode ? choice_words(&game->g, sl_game_option(game, option).number, out, size) : 0;
}

static void choice_json(const Game *g, int mode, Out *out)
{
    char text[400];
    if (!choice_words(g, mode, text, sizeof text))
        return;
    out_text(out, ",\"words\":");
    out_json(out, str_of(text));
}

/* What may be answered, and to which cards it happens as far as the viewer may know them. */
static void moment_json(const sl_game *game, int viewer, const sl_decision *d, Out *out)
{
    int known[MAX_CARDS], count = 0;
    for (int i = 0; i < d->subject_count; i++)
        if (may_know(&game->g, viewer, (CardId)sl_game_subject(game, i)))
            known[count++] = sl_game_subject(game, i);
    out_text(out, ",\"moment\":\"%s\"", d->moment);
    ids_json(game, viewer, "of", known, count, false, out);
}

/* A dilemma for the stack that would be overcome without being faced: the rule that says so. */
static Citation why_unfaced(const Game *g, const sl_decision *d, sl_option o)
{
    bool asked = d->kind == SL_DECIDE_STACK && o.verb == SL_CHOOSE && g->world->edition->why_not_faced;
    return asked ? g->world->edition->why_not_faced(g, (CardId)o.card) : CITE_NONE;
}

static void decision_json(const sl_game *game, int viewer, Out *out)
{
    sl_decision d;
    sl_game_decision(game, &d);
    sl_card asker = { 0 };
    if (d.card)
        sl_game_card(game, d.player, d.card, &asker);
    out_text(out, "{\"kind\":%d,\"card\":%d,\"def\":%d,\"about\":", d.kind, sl_game_shown(game, viewer, d.card), asker.def);
    out_json(out, str_of(d.about));
    out_text(out, ",\"purpose\":%d", (int)d.purpose);
    choice_json(&game->g, -1, out);
    out_text(out, ",\"least\":%d,\"most\":%d,\"may_end\":%s,\"ordered\":%s", d.least, d.most, d.may_end ? "true" : "false",
             d.ordered ? "true" : "false");
    if (d.to)
        out_text(out, ",\"from\":%d,\"to\":%d", sl_game_shown(game, viewer, d.from), sl_game_shown(game, viewer, d.to));
    if (d.moment[0])
        moment_json(game, viewer, &d, out);
    int ids[MAX_CARDS];
    for (int i = 0; i < d.eligible_count; i++)
        ids[i] = sl_game_eligible(game, i);
    ids_json(game, viewer, "eligible", ids, d.eligible_count, d.ordered, out);
    for (int i = 0; i < d.chosen_count; i++)
        ids[i] = sl_game_chosen(game, i);
    ids_json(game, viewer, "chosen", ids, d.chosen_count, d.ordered, out);
    out_text(out, ",\"options\":[");
    for (int i = 0; i < d.options; i++) {
        char text[300];
        sl_option o = sl_game_option(game, i);
        option_text(game, i, text, sizeof text);
        out_text(out, "%s{\"verb\":%d,\"card\":%d,\"target\":%d,\"number\":%d,\"def\":%d,\"cost\":%d,\"text\":", i ? "," : "", o.verb,
                 sl_game_shown(game, viewer, o.card), sl_game_shown(game, viewer, o.target), o.number, o.def, sl_option_cost(game, i));
        out_json(out, str_of(text));
        names_json(game, i, out);
        Citation unfaced = why_unfaced(&game->g, &d, o);
        if (unfaced)
            out_text(out, ",\"unfaced\":\"%s\"", sl_cite_id(unfaced));
        if (o.verb == SL_MODE)
            choice_json(&game->g, o.number, out);
        out_text(out, "}");
    }
    out_text(out, "]}");
}

static void add_decision(const sl_game *game, int viewer, Out *out)
{
    if (sl_game_player(game) >= 0 && (viewer < 0 || viewer == sl_game_player(game)))
        decision_json(game, viewer, out);
    else
        out_text(out, "null");
}

bool sl_game_attempt(const sl_game *game, sl_attempt *out)
{
    const Game *g = &game->g;
    const Encounter *e = &g->encounter;
    if (!e->active)
        return false;
    int allowance = g->world->edition->allowance ? g->world->edition->allowance(g) : -1;
    *out = (sl_attempt){ e->player, e->mission, e->ship[0], e->facing ? e->current : 0, allowance, g->stack.count, set_count(&e->group) };
    return true;
}

/* The dilemma being faced is known by its def to whoever may know it; the group is public as ids. */
static void attempt_json(const sl_game *game, int viewer, Out *out)
{
    sl_attempt a;
    sl_card facing = { 0 };
    int shown[MAX_CARDS], count;
    if (!sl_game_attempt(game, &a))
        return;
    if (a.facing)
        sl_game_card(game, viewer, a.facing, &facing);
    out_text(out, ",\"attempt\":{\"player\":%d,\"mission\":%d,\"ship\":%d,\"facing\":%d,\"def\":%d,\"stack\":%d,\"personnel\":%d,",
             a.player, a.mission, a.ship, sl_game_shown(game, viewer, a.facing), facing.def, a.stack, a.personnel);
    if (a.allowance >= 0)
        out_text(out, "\"allowance\":%d,", a.allowance);
    out_text(out, "\"group\":[");
    count = shown_numbers(game, viewer, &game->g.encounter.group, shown);
    for (int i = 0; i < count; i++)
        out_text(out, "%s%d", i ? "," : "", shown[i]);
    out_text(out, "]}");
}

static void battle_json(const sl_battle *b, Out *out)
{
    out_text(out, ",\"battle\":{\"engagement\":%s,\"players\":[%d,%d],\"mission\":%d,\"attribute\":%d,\"totals\":[%d,%d],\"known\":%s,\"winner\":%d,\"target\":[%d,%d],\"waiting\":[%d,%d],\"sides\":[",
             b->engagement ? "true" : "false", b->player[0], b->player[1], b->mission, b->attribute, b->total[0], b->total[1], b->known ? "true" : "false", b->winner,
             b->target[0], b->target[1], b->waiting[0], b->waiting[1]);
    for (int side = 0; side < 2; side++) {
        out_text(out, "%s[", side ? "," : "");
        for (int i = 0; i < b->count[side]; i++)
            out_text(out, "%s{\"card\":%d,\"amount\":%d}", i ? "," : "", b->id[side][i], b->amount[side][i]);
        out_text(out, "]");
    }
    out_text(out, "]");
}

/* Half of a number may count. */
static void half_json(const char *before, int twice, Out *out)
{
    out_text(out, "%s%s%d%s", before, twice == -1 ? "-" : "", twice / 2, twice % 2 ? ".5" : "");
}

static void sum_json(const sl_volley *v, bool defends, Out *out)
{
    bool first = true;
    for (int i = 0; i < v->count; i++)
        if (v->defends[i] == defends) {
            out_text(out, "%s{\"card\":%d", first ? "" : ",", v->card[i]);
            if (!v->hidden[i])
                half_json(",\"amount\":", v->twice[i], out);
            out_text(out, "}");
            first = false;
        }
}

/* Of a ship battle: what each side that fires brings, and what it must beat. */
static void volleys_json(const sl_game *game, int viewer, Out *out)
{
    static const char *const word[] = { "miss", "hit", "direct hit" };
    sl_volley v;
    bool first = true;
    for (int side = 0; side < 2; side++) {
        if (!sl_game_volley(game, viewer, side, &v))
            continue;
        out_text(out, "%s{\"side\":%d,\"target\":%d,\"attack\":[", first ? ",\"volleys\":[" : ",", side, v.target);
        sum_json(&v, false, out);
        out_text(out, "],\"defense\":[");
        sum_json(&v, true, out);
        out_text(out, "]");
        if (v.hit >= 0) {
            out_text(out, ",\"total\":%d", v.attack);
            half_json(",\"over\":[", v.twice_defense, out);
            out_text(out, ",%d],\"result\":\"%s\"", v.twice_defense, word[v.hit]);
        }
        out_text(out, "}");
        first = false;
    }
    if (!first)
        out_text(out, "]");
}

/* From left to right, with everything that is at each location; quadrants without one are left out. */
static void lines_json(const sl_game *game, int viewer, Out *out)
{
    const Game *g = &game->g;
    int lines = 0;
    out_text(out, ",\"lines\":[");
    for (int line = 0; line < LINE_COUNT; line++) {
        int locations = 0;
        if (!g->line[line].top)
            continue;
        out_text(out, "%s{\"quadrant\":\"%s\",\"locations\":[", lines++ ? "," : "", line_name(line));
        FOR_PILE(g, id, &g->line[line]) {
            out_text(out, "%s", locations++ ? "," : "");
            card_json(game, viewer, id, out);
        }
        out_text(out, "]}");
    }
    out_text(out, "]");
}

size_t sl_game_view(const sl_game *game, int viewer, char *buffer, size_t size)
{
    const Game *g = &game->g;
    Out text = { buffer, size, 0 }, *out = &text;
    if (size)
        buffer[0] = '\0';
    out_text(out, "{\"turn\":%u,\"active\":%d,\"segment\":\"%s\",\"counters\":%d,\"to_answer\":%d,\"over\":%s,\"winner\":%d", g->turn, g->active,
             sl_game_segment(game), g->plays[g->active], sl_game_player(game), g->over ? "true" : "false", sl_game_winner(game));
    attempt_json(game, viewer, out);
    sl_battle battle;
    if (sl_game_battle(game, viewer, &battle)) {
        battle_json(&battle, out);
        volleys_json(game, viewer, out);
        out_text(out, "}");
    }
    if (has_spacelines(g))
        lines_json(game, viewer, out);
    out_text(out, ",\"players\":[");
    for (int p = 0; p < g->players; p++) {
        out_text(out, "%s", p ? "," : "");
        player_json(game, viewer, p, out);
    }
    out_text(out, "],\"decision\":");
    add_decision(game, viewer, out);
    out_text(out, "}");
    return text.len;
}

size_t sl_game_decision_view(const sl_game *game, int viewer, char *buffer, size_t size)
{
    Out text = { buffer, size, 0 };
    if (size)
        buffer[0] = '\0';
    add_decision(game, viewer, &text);
    return text.len;
}
