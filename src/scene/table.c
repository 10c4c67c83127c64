/* Setting the table up as the scene says. */
#include "scene/script.h"

static bool bad(const Run *run, const Setup *s, int col, Error *err, const char *what)
{
    return error_at(err, run->file, s->line, col, "%s", what);
}

/* The engine's own words about a refused card, in the place where the scene asked for it. */
static bool refused(const Run *run, const Setup *s, const sl_error *why, Error *err)
{
    return bad(run, s, s->card.col, err, why->text[0] ? why->text : "the card cannot be put there");
}

static bool unknown_title(const Run *run, const Setup *s, const Value *title, Error *err)
{
    char text[200], near[240] = "", what[480];
    snprintf(text, sizeof text, "%.*s", STR(title->text));
    if (title_known(run, title->text)) {
        snprintf(what, sizeof what, "several cards are titled '%s'; add the subtitle: \"Title, Subtitle\"", text);
        return bad(run, s, title->col, err, what);
    }
    sl_card_nearest(run->library, run->script->edition, text, near, sizeof near);
    snprintf(what, sizeof what, "no card '%s'%s%s", text, near[0] ? "; nearest: " : "", near);
    return bad(run, s, title->col, err, what);
}

/* A card of a list with a clause that is not understood would act as if it said less than it does. */
static bool is_understood(const Run *run, const Setup *s, const Value *title, int def, Error *err)
{
    sl_facts facts;
    if (!sl_card_facts(run->library, def, &facts) || !facts.unplayable || !facts.unplayable[0])
        return true;
    Str rest = str_of(facts.unplayable), clause = str_line(&rest);
    return error_at(err, run->file, s->line, title->col, "'%s' is not playable: clause \"%.*s\" is not understood", facts.name, STR(str_shown(clause)));
}

static int find_def(const Run *run, const Setup *s, const Value *title, Error *err)
{
    char text[200];
    snprintf(text, sizeof text, "%.*s", STR(title->text));
    int def = title->text.len < sizeof text ? sl_card_find(run->library, run->script->edition, text) : 0;
    if (!def)
        unknown_title(run, s, title, err);
    return def && is_understood(run, s, title, def, err) ? def : 0;
}

/* The one card on the table that a set-up line means; 0 with an error. */
static int find_card(const Run *run, const Setup *s, const Value *v, Error *err)
{
    int id = value_card(run, run->game, v);
    if (id > 0)
        return id;
    char what[300];
    if (id < 0)
        snprintf(what, sizeof what, "several cards on the table are '%.*s'; give the one you mean a name, or write A's \"%.*s\"",
                 STR(v->text), STR(v->text));
    else if (v->kind == VALUE_TITLE && !title_known(run, v->text))
        return unknown_title(run, s, v, err), 0;
    else
        snprintf(what, sizeof what, "'%.*s' is not on the table yet; put it there on a line above", STR(v->text));
    return bad(run, s, v->col, err, what), 0;
}

static bool is_type(const Run *run, int def, const char *type)
{
    sl_facts facts;
    return sl_card_facts(run->library, def, &facts) && facts.type && str_is_nocase(str_of(facts.type), type);
}

static bool is_space_mission(const Run *run, int id)
{
    sl_facts facts;
    return sl_card_facts(run->library, card_at(run->game, id).def, &facts) && facts.kind && str_is(str_of(facts.kind), "space");
}

/* A self-controlled card of the First Edition is on the spaceline itself. */
static bool wanders(const Run *run, int def)
{
    sl_facts facts;
    if (!sl_card_facts(run->library, def, &facts))
        return false;
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_in(facts.icons, i) && strcmp(sl_icon_text(i), "Self") == 0)
            return true;
    return false;
}

/* At a mission: ships in orbit, personnel and equipment on the surface, the rest on the mission itself. */
static bool zone_at(const Run *run, const Setup *s, int def, int mission, sl_zone *zone, Error *err)
{
    bool lands = is_type(run, def, "personnel") || is_type(run, def, "equipment");
    *zone = is_type(run, def, "ship") || is_type(run, def, "facility") ? SL_ORBIT : lands ? SL_SURFACE : SL_ON;
    if (lands && is_space_mission(run, mission))
        return bad(run, s, s->host.col, err, "nobody stands in open space; put the card aboard a ship there");
    if (wanders(run, def)) {
        *zone = SL_ORBIT;
        return true;
    }
    if (is_type(run, def, "dilemma"))
        return bad(run, s, s->host.col, err, "a dilemma lies 'beneath' a mission or 'on' a card, not at one");
    return true;
}

/* What lies between two locations lies on the left one of them. */
static bool find_left_of_two(const Run *run, const Setup *s, int *host, Error *err)
{
    enum { LINES = 4, MOST = 128 };
    int other = find_card(run, s, &s->other, err);
    if (!other)
        return false;
    for (int line = 0; line < LINES; line++) {
        int ids[MOST], count = sl_game_spaceline(run->game, line, ids, MOST);
        for (int i = 0; i + 1 < count && i + 1 < MOST; i++)
            if ((ids[i] == *host && ids[i + 1] == other) || (ids[i] == other && ids[i + 1] == *host)) {
                *host = ids[i];
                return true;
            }
    }
    return bad(run, s, s->other.col, err, "these two locations do not lie side by side");
}

/* Which zone and host the words mean; checks that the host is of a kind that can hold cards this way. */
static bool find_place(const Run *run, const Setup *s, int def, sl_zone *zone, int *host, Error *err)
{
    *zone = s->zone;
    *host = 0;
    if (s->place == PLACE_ZONE) {
        if (s->zone == SL_CORE && is_type(run, def, "time-location")) {
            *zone = SL_LINE;
            *host = SL_TIME_LINE;
        }
        return true;
    }
    if (s->place == PLACE_BRIG) {
        *zone = SL_BRIG;
        *host = s->number;                      /* of a brig, the player who holds it */
        return true;
    }
    if (s->place == PLACE_LINE) {
        *zone = SL_LINE;
        *host = s->number;                      /* of a spaceline, which */
        return true;
    }
    *host = find_card(run, s, &s->host, err);
    if (!*host)
        return false;
    if (s->place == PLACE_SHARED || s->place == PLACE_DOCKED) {
        *zone = s->place == PLACE_SHARED ? SL_SHARED : SL_DOCKED;
        return true;
    }
    if (s->place == PLACE_HELD) {
        *zone = SL_HELD;
        return true;
    }
    if (s->place == PLACE_BETWEEN) {
        *zone = SL_ON;
        return find_left_of_two(run, s, host, err);
    }
    int host_def = card_at(run->game, *host).def;
    if ((s->place == PLACE_AT || s->place == PLACE_ABOARD) && is_type(run, host_def, "site")) {
        *zone = SL_ABOARD;
        return true;
    }
    if (is_type(run, def, "site") && is_type(run, host_def, "facility")) {
        *zone = SL_SITE;
        return true;
    }
    if (s->place == PLACE_ABOARD && !is_type(run, host_def, "ship") && !is_type(run, host_def, "facility"))
        return bad(run, s, s->host.col, err, "only a ship or facility has cards aboard");
    bool needs_mission = s->place == PLACE_AT || s->place == PLACE_PLANET || (s->place == PLACE_BENEATH && !is_type(run, host_def, "facility"));
    if (needs_mission && card_at(run->game, *host).zone != SL_LINE && !is_type(run, host_def, "mission"))
        return bad(run, s, s->host.col, err, "this is no mission; cards go 'aboard' a ship and 'on' other cards");
    if (s->place == PLACE_AT)
        return zone_at(run, s, def, *host, zone, err);
    if (s->place == PLACE_ABOARD && is_type(run, def, "interrupt")) {        /* Rogue Borg are aboard the ship that they were played on */
        *zone = SL_ON;
        return true;
    }
    *zone = s->place == PLACE_PLANET ? SL_SURFACE : s->place == PLACE_ABOARD ? SL_ABOARD
        : s->place == PLACE_BENEATH ? SL_BENEATH : SL_ON;
    return true;
}

static bool put(Run *run, const Setup *s, Error *err)
{
    int def = find_def(run, s, &s->card, err), host;
    sl_zone zone;
    if (!def || !find_place(run, s, def, &zone, &host, err))
        return false;
    bool first = run->script->edition == SL_FIRST_EDITION;
    bool laid_out = zone == SL_ROW || zone == SL_LINE || zone == SL_SHARED;
    bool piled = zone == SL_SEEDS || zone == SL_HAND || zone == SL_DECK || zone == SL_DISCARD || zone == SL_TENT || zone == SL_CONTINUUM;
    if (is_type(run, def, "mission") && !laid_out && !(first && piled))
        return bad(run, s, s->card.col, err, first ? "a mission is laid out with a 'spaceline' line" : "a mission is laid out with a 'missions' line");
    if (!is_type(run, def, "mission") && zone == SL_ROW)
        return bad(run, s, s->card.col, err, "only missions are laid out");
    sl_error why = { { 0 } };
    int id = sl_table_put(run->game, s->player, def, zone, host, &why);
    if (!id)
        return refused(run, s, &why, err);
    if (s->name >= 0)
        run->id[s->name] = id;
    if (zone == SL_HELD)
        sl_table_set(run->game, id, "captive", true);
    if (s->affiliation >= 0) {
        char state[80];
        snprintf(state, sizeof state, "as %s", sl_icon_name(s->affiliation));
        if (!sl_table_set(run->game, id, state, true))
            return bad(run, s, s->card.col, err, "the card does not have this affiliation");
    }
    return true;
}

/* Damage belongs to the opponent of the ship's owner unless it is written B's "Title". */
static bool damage(Run *run, const Setup *s, Error *err)
{
    int ship = find_card(run, s, &s->card, err);
    if (!ship)
        return false;
    if (s->word.len)
        return sl_table_damage(run->game, ship) || bad(run, s, s->card.col, err, "only ships and facilities are damaged, twice at the most");
    bool first = run->script->edition == SL_FIRST_EDITION;
    if (!is_type(run, card_at(run->game, ship).def, "ship") && !(first && is_type(run, card_at(run->game, ship).def, "facility")))
        return bad(run, s, s->card.col, err, first ? "only ships and facilities are damaged" : "only ships are damaged");
    int def = find_def(run, s, &s->host, err);
    if (!def)
        return false;
    int owner = s->host.owner != ANYONE ? s->host.owner : (card_at(run->game, ship).owner + 1) % run->script->players;
    sl_error why = { { 0 } };
    if (!sl_table_put(run->game, owner, def, SL_ON, ship, &why))
        return refused(run, s, &why, err);
    return card_at(run->game, ship).damaged || bad(run, s, s->host.col, err, "this card damages nothing; put it 'on' the ship");
}

static bool set_state(Run *run, const Setup *s, Error *err)
{
    int id = find_card(run, s, &s->card, err);
    if (!id)
        return false;
    static const char *const opposites[][2] = { { "unstopped", "stopped" }, { "face-down", "face-up" } };
    char state[80];
    bool on = true;
    snprintf(state, sizeof state, "%.*s", STR(s->word));
    if (str_is(s->word, "range-used"))
        snprintf(state, sizeof state, "range-used %d", s->number);
    if (str_is(s->word, "countdown"))
        snprintf(state, sizeof state, "countdown %d", s->number);
    if (str_is(s->word, "completed-by"))
        snprintf(state, sizeof state, "completed-by %c", 'A' + s->number);
    if (str_is(s->word, "commanded-by"))
        snprintf(state, sizeof state, "commanded-by %c", 'A' + s->number);
    for (size_t i = 0; i < countof(opposites); i++)
        if (str_is(s->word, opposites[i][0])) {
            snprintf(state, sizeof state, "%s", opposites[i][1]);
            on = false;
        }
    return sl_table_set(run->game, id, state, on)
        || bad(run, s, s->col, err, run->script->edition == SL_FIRST_EDITION
               ? "the card cannot be set so; states are stopped, disabled, in-stasis, captive, infiltrating, assimilated, deactivated, cloaked, phased, closed, lost, used, face-down, "
                 "completed, completed-by PLAYER, commanded-by PLAYER and countdown N"
               : "the card cannot be set so; states are stopped, unstopped, completed, face-up, face-down, known, range-used N and commanded-by PLAYER");
}

static bool says_who_was_first(const Script *script)
{
    for (int i = 0; i < script->setup_count; i++)
        if (script->setup[i].kind == SETUP_FIRST)
            return true;
    return false;
}

static bool begin(Run *run, const Setup *s, Error *err)
{
    char segment[16];
    if (!says_who_was_first(run->script))
        sl_table_first(run->game, s->player);
    snprintf(segment, sizeof segment, "%.*s", STR(s->word));
    sl_error why = { { 0 } };
    run->phase = s->word;
    bool begun = sl_table_begin(run->game, s->player, segment, &why);
    run->said = begun ? sl_game_turn(run->game) - (sl_game_active(run->game) != s->player) : 0;         /* a turn that ends goes by itself */
    return begun
        || bad(run, s, s->col, err, why.text[0] ? why.text : "the turn cannot begin there");
}

static bool set_up(Run *run, const Setup *s, Error *err)
{
    switch (s->kind) {
    case SETUP_PUT:      return put(run, s, err);
    case SETUP_SET:      return set_state(run, s, err);
    case SETUP_DAMAGE:   return damage(run, s, err);
    case SETUP_POINTS:   sl_table_points(run->game, s->player, s->number); return true;
    case SETUP_BONUS:    sl_table_bonus(run->game, s->player, s->number); return true;
    case SETUP_COUNTERS: sl_table_counters(run->game, s->number); return true;
    case SETUP_FIRST:    sl_table_first(run->game, s->player); return true;
    case SETUP_NO_DECK:  sl_table_no_deck(run->game, s->player); return true;
    case SETUP_TURN:     return begin(run, s, err);
    }
    return false;
}

bool run_setup(Run *run, Error *err)
{
    const Script *script = run->script;
    for (int i = 0; i < script->setup_count; i++) {
        const Setup *s = &script->setup[i];
        if (!set_up(run, s, err))
            return false;
        bool whole = i + 1 == script->setup_count || script->setup[i + 1].line != s->line;
        if (whole && !tell(run, &(SceneStep){ .line = s->line, .holds = true, .why = "", .game = run->game }))
            return bad(run, s, 1, err, "the table takes too long to set up");
    }
    return true;
}
