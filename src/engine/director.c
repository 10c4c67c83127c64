/* The director's word: what a tournament director does to a game that goes on.
 *
 * All five documents give the director the last word (such as 2e-2014/official-rulings).  A direction puts a card somewhere, sets or lifts a state, or
 * scores; taking back and declaring a result are not directions but an undo and an ending.  It is recorded among the answers, by a code below
 * those of the endings, and carried out when the recording is played: so a replay with directions verifies like any other.
 *
 * It takes effect between actions, while somebody plays cards or gives orders.  The procedure that asked is then begun anew, so that
 * what is offered fits the table as it is now; in the middle of an action the answers behind it would be about another table. */
#include "engine/engine.h"

#include <ctype.h>

/* ---- the code: what, card, and by what it is: zone, place and whether below; state; player and points ---- */

enum { DIRECTIONS = -1000, WHAT_BITS = 3, CARD_BITS = 9, ZONE_BITS = 6, STATE_BITS = 6, PLAYER_BITS = 2, POINT_BITS = 12, MOST_POINTS = 1000 };
static_assert(MAX_CARDS <= 1 << CARD_BITS, "a card's number fits");
static_assert((int)SL_ZONE_COUNT <= 1 << ZONE_BITS && (int)STATE_COUNT <= 1 << STATE_BITS && PLAYERS <= 1 << PLAYER_BITS, "a zone, state and player fit");
static_assert(WHAT_BITS + 2 * CARD_BITS + ZONE_BITS + 1 <= 30, "a code is an int");

static int take(unsigned *bits, int width)
{
    int out = (int)(*bits & ((1u << width) - 1));
    *bits >>= width;
    return out;
}

static unsigned put(unsigned bits, int width, int value)
{
    return bits << width | (unsigned)value;
}

int sl_direction_code(const sl_direction *d)
{
    unsigned bits = 0;
    if (d->what == SL_DIRECT_PUT)
        bits = put(put(put(put(0, CARD_BITS, d->place), 1, d->below), ZONE_BITS, d->zone), CARD_BITS, d->card);
    else if (d->what == SL_DIRECT_SCORE)
        bits = put(put(0, POINT_BITS, d->points + MOST_POINTS), PLAYER_BITS, d->player);
    else
        bits = put(put(0, STATE_BITS, d->state), CARD_BITS, d->card);
    return DIRECTIONS - (int)put(bits, WHAT_BITS, d->what);
}

bool sl_direction_read(int answer, sl_direction *d)
{
    *d = (sl_direction){ 0 };
    if (answer > DIRECTIONS || answer < DIRECTIONS - (1 << 30))
        return false;
    unsigned bits = (unsigned)(DIRECTIONS - answer);
    int what = take(&bits, WHAT_BITS);
    if (what >= SL_DIRECT_COUNT)
        return false;
    d->what = (sl_directing)what;
    if (d->what == SL_DIRECT_SCORE) {
        d->player = take(&bits, PLAYER_BITS);
        d->points = take(&bits, POINT_BITS) - MOST_POINTS;
        return bits == 0;
    }
    d->card = take(&bits, CARD_BITS);
    if (d->what == SL_DIRECT_PUT) {
        d->zone = (sl_zone)take(&bits, ZONE_BITS);
        d->below = take(&bits, 1);
        d->place = take(&bits, CARD_BITS);
    } else
        d->state = take(&bits, STATE_BITS);
    return bits == 0;
}

/* ---- whether it can be carried out ---- */

static bool refuse(sl_error *error, const char *text, const char *name)
{
    if (error)
        snprintf(error->text, sizeof error->text, text, name);
    return false;
}

/* Where a director may put a card: what holds missions, captives and seeds in order stays as the rules have it. */
static bool may_put_into(const Game *g, sl_zone zone)
{
    static const sl_zone open[] = { SL_DECK, SL_HAND, SL_DISCARD, SL_PILE, SL_REMOVED, SL_CORE, SL_SURFACE, SL_ORBIT, SL_ABOARD, SL_ON, SL_DOCKED };
    for (size_t i = 0; i < countof(open); i++)
        if (zone == open[i])
            return zone_info[zone].word[g->world->edition->id] != NULL;
    return false;
}

/* States that are more than a mark: a captive belongs somewhere, a card face up is known. */
static bool may_set(const Game *g, int state)
{
    return state >= 0 && state < STATE_COUNT && state_info[state].word[g->world->edition->id] && state != STATE_CAPTIVE && state != STATE_FACE_UP;
}

static bool may_put(const Game *g, const sl_direction *d, sl_error *error)
{
    const char *name = printed(g, (CardId)d->card)->name;
    bool hosted = d->zone < SL_ZONE_COUNT && zone_is_hosted((int)d->zone);
    if (!may_put_into(g, d->zone))
        return refuse(error, "a director puts %s into hand, deck, discard, dilemmas or removed, into the core, or on, at or aboard a card", name);
    if (is_type(g, (CardId)d->card, TYPE_MISSION))
        return refuse(error, "%s stays where it is: others lie there", name);
    if (hosted && !is_card(g, d->place))
        return refuse(error, "%s needs a card to lie at, aboard or on", name);
    if (hosted && !card_in_play(g, (CardId)d->place))
        return refuse(error, "%s is not in play", printed(g, (CardId)d->place)->name);
    if (hosted && lies_with(g, (CardId)d->place, (CardId)d->card))
        return refuse(error, "nothing lies at, aboard or on itself, as %s would", name);
    return why_not_put(g, printed(g, (CardId)d->card), d->zone, d->place, error);
}

bool sl_game_may_direct(const sl_game *game, const sl_direction *d, sl_error *error)
{
    const Game *g = &game->g;
    int kind = g->decision.kind;
    if (sl_game_player(game) < 0)
        return refuse(error, "the game is over%s", "");
    if (kind != SL_DECIDE_PLAY && kind != SL_DECIDE_ORDERS)
        return refuse(error, "a director's word takes effect between actions, while cards are played or orders given%s: let this one end, or take it back", "");
    if (d->what == SL_DIRECT_SCORE)
        return (d->player >= 0 && d->player < g->players && d->points >= -MOST_POINTS && d->points <= MOST_POINTS && d->points)
            || refuse(error, "points are 1 to 1000, or -1 to -1000, of a player%s", "");
    if (!is_card(g, d->card))
        return refuse(error, "there is no such card%s", "");
    if (d->what == SL_DIRECT_PUT)
        return may_put(g, d, error);
    if (!card_in_play(g, (CardId)d->card))
        return refuse(error, "%s is not in play", printed(g, (CardId)d->card)->name);
    if (!may_set(g, d->state) || (d->state == STATE_COMPLETE && !is_type(g, (CardId)d->card, TYPE_MISSION)))
        return refuse(error, "%s cannot be in such a state", printed(g, (CardId)d->card)->name);
    return true;
}

/* ---- carrying it out ---- */

static void put_card(Game *g, const sl_direction *d)
{
    CardId id = (CardId)d->card;
    if (zone_is_hosted((int)d->zone))
        card_to_host(g, id, (CardId)d->place, (Zone)d->zone, PUT_BOTTOM);
    else if (d->zone == SL_CORE)
        card_to_pile(g, id, g->card[id].owner, ZONE_CORE, PUT_BOTTOM);
    else {
        leave_play(g, id, (Zone)d->zone);
        card_to_pile(g, id, g->card[id].owner, (Zone)d->zone, d->below ? PUT_BOTTOM : PUT_TOP);
    }
    int line = d->zone == SL_HAND ? LOG_DIRECTED_HAND : d->zone == SL_DECK ? LOG_DIRECTED_DECK
             : d->zone == SL_DISCARD ? LOG_DIRECTED_DISCARD : LOG_DIRECTED_PUT;
    log_event(g, line, g->card[id].owner, id, zone_is_hosted((int)d->zone) ? (CardId)d->place : NO_CARD, 0);
}

static void score(Game *g, const sl_direction *d)
{
    g->score[d->player] = (int16_t)(g->score[d->player] + d->points);
    table_changed(g);
    log_event(g, LOG_DIRECTED_SCORE, d->player, NO_CARD, NO_CARD, d->points);
}

bool game_direct(sl_game *game, int answer)
{
    Game *g = &game->g;
    sl_direction d;
    if (!sl_direction_read(answer, &d) || !sl_game_may_direct(game, &d, NULL))
        return false;
    if (d.what == SL_DIRECT_PUT)
        put_card(g, &d);
    else if (d.what == SL_DIRECT_SCORE)
        score(g, &d);
    else {
        card_flag(g, (CardId)d.card, (uint64_t)1 << d.state, d.what == SL_DIRECT_SET);
        log_event(g, d.what == SL_DIRECT_SET ? LOG_DIRECTED_SET : LOG_DIRECTED_LIFT, g->card[d.card].commander, (CardId)d.card, NO_CARD, d.state);
    }
    g->loop = (Loop){ 0 };                      /* a series across it would repeat something else */
    g->frame[g->depth - 1].step = 0;            /* the segment offers anew … */
    frame_push(g, g->world->edition->settle, g->active, &(Do){ 0 }, sizeof(Do));      /* … once it was asked who has won */
    game_about_to_run(game);
    game_run(g);
    return true;
}

/* ---- in words: "put #12 in hand", "put Kahmis aboard #40", "set #12 stopped", "lift #12 stopped", "score A 10" ---- */

static const char *const what_word[SL_DIRECT_COUNT] = { "put", "set", "lift", "score" };

size_t sl_direction_words(int edition, const sl_direction *d, char *out, size_t size)
{
    Out o = { out, size, 0 };
    if (size)
        out[0] = '\0';
    out_text(&o, "%s ", what_word[d->what]);
    if (d->what == SL_DIRECT_SCORE)
        out_text(&o, "%c %d", 'A' + d->player, d->points);
    else
        out_text(&o, "#%d ", d->card);
    if (d->what == SL_DIRECT_PUT && zone_is_hosted((int)d->zone))
        out_text(&o, "%s #%d", zone_info[d->zone].phrase, d->place);
    else if (d->what == SL_DIRECT_PUT)
        out_text(&o, "%s %s", d->below ? "under" : "in", zone_info[d->zone].word[edition]);
    else if (d->what != SL_DIRECT_SCORE)
        out_text(&o, "%s", state_info[d->state].word[edition]);
    return o.len;
}

/* A card by its number or, at a table, by its title if only one there has it. */
static bool read_card(const sl_game *game, Str words, int *card, sl_error *error)
{
    Str digits = { words.at + 1, words.len - 1 };
    int found = 0;
    if (words.len > 1 && words.at[0] == '#')
        return (isdigit((unsigned char)digits.at[0]) && str_int(digits, card) && *card > 0 && *card < MAX_CARDS)
            || refuse(error, "a card's number is # and 1 to 511%s", "");
    char numbers[200] = "";
    Out out = { numbers, sizeof numbers, 0 };
    for (CardId id = 1; game && id <= game->g.card_count; id++) {
        const CardDef *def = printed(&game->g, id);
        if (!str_is_nocase(words, def->name) && !str_is_nocase(words, def->title))
            continue;
        *card = id;
        out_text(&out, "%s#%d (%s)", found++ ? ", " : "", id, zone_info[game->g.card[id].zone].word[game->g.world->edition->id]);
    }
    if (found > 1)
        return refuse(error, "which of them: %s", numbers);
    return found || refuse(error, "no card of that title is in the game; a card's number is #, and its digits%s", "");
}

/* Cuts "… WORD …" in two at an occurrence of the word, counted from 0. */
static bool cut_at(Str words, const char *word, int nth, Str *before, Str *behind)
{
    size_t n = strlen(word);
    for (size_t i = 1; i + n + 1 < words.len; i++)
        if (words.at[i - 1] == ' ' && memcmp(words.at + i, word, n) == 0 && words.at[i + n] == ' ' && nth-- == 0) {
            *before = str_trim((Str){ words.at, i });
            *behind = str_trim((Str){ words.at + i + n, words.len - i - n });
            return true;
        }
    return false;
}

/* A title can have the same word in it: each place of it is tried. */
static bool read_put_on(const sl_game *game, int edition, Str words, int zone, sl_direction *d, sl_error *error)
{
    Str card, place;
    const char *phrase = zone_info[zone].phrase;
    if (!zone_is_hosted(zone) || !phrase || !zone_info[zone].word[edition])
        return false;
    for (int nth = 0; cut_at(words, phrase, nth, &card, &place); nth++)
        if (read_card(game, card, &d->card, error) && read_card(game, place, &d->place, error)) {
            d->zone = (sl_zone)zone;
            return true;
        }
    return false;
}

static bool read_put_in(const sl_game *game, int edition, Str words, int zone, sl_direction *d, sl_error *error)
{
    Str card, place;
    if (!zone_is_pile(zone) || !zone_info[zone].word[edition])
        return false;
    for (int below = 0; below < 2; below++)
        for (int nth = 0; cut_at(words, below ? "under" : "in", nth, &card, &place); nth++)
            if (str_is(place, zone_info[zone].word[edition]) && read_card(game, card, &d->card, error)) {
                d->zone = (sl_zone)zone;
                d->below = below;
                return true;
            }
    return false;
}

static bool read_put(const sl_game *game, int edition, Str words, sl_direction *d, sl_error *error)
{
    for (int zone = 0; zone < SL_ZONE_COUNT; zone++)
        if (read_put_in(game, edition, words, zone, d, error) || read_put_on(game, edition, words, zone, d, error))
            return true;
    return error->text[0] ? false : refuse(error, "put CARD in hand, deck, discard, dilemmas or removed; under deck; or aboard, at, on planet or on CARD%s", "");
}

static bool read_state(const sl_game *game, int edition, Str words, sl_direction *d, sl_error *error)
{
    for (int s = 0; s < STATE_COUNT; s++) {
        const char *word = state_info[s].word[edition];
        size_t n = word ? strlen(word) : 0;
        if (!word || words.len < n + 2 || words.at[words.len - n - 1] != ' ' || memcmp(words.at + words.len - n, word, n) != 0)
            continue;
        d->state = s;
        return read_card(game, str_trim((Str){ words.at, words.len - n }), &d->card, error);
    }
    return refuse(error, "the last word is a state, such as stopped%s", "");
}

static bool read_score(Str words, sl_direction *d, sl_error *error)
{
    Str who = str_word(&words);
    int letter = who.len == 1 ? toupper((unsigned char)who.at[0]) - 'A' : -1;
    if (letter < 0 || letter >= PLAYERS || !str_int(str_trim(words), &d->points) || d->points < -MOST_POINTS || d->points > MOST_POINTS)
        return refuse(error, "score takes a player and points, as in 'score A 10'%s", "");
    d->player = letter;
    return true;
}

bool sl_direction_parse(const sl_game *game, int edition, const char *text, sl_direction *d, sl_error *error)
{
    Str words = str_trim(str_of(text)), what = str_word(&words);
    int which = 0;
    *d = (sl_direction){ 0 };
    error->text[0] = '\0';
    words = str_trim(words);
    while (which < SL_DIRECT_COUNT && !str_is_nocase(what, what_word[which]))
        which++;
    if (which == SL_DIRECT_COUNT || !words.len)
        return refuse(error, "a director can put, set, lift or score: 'put #12 in hand', 'set #12 stopped', 'score A 10'%s", "");
    d->what = (sl_directing)which;
    bool ok = which == SL_DIRECT_PUT ? read_put(game, edition, words, d, error)
            : which == SL_DIRECT_SCORE ? read_score(words, d, error) : read_state(game, edition, words, d, error);
    if (ok)
        error->text[0] = '\0';
    return ok;
}
