/* Setting a table up: for scenes and the sandbox. */
#include "engine/engine.h"

static int refuse(sl_error *error, const char *format, const char *a, const char *b)
{
    if (error)
        snprintf(error->text, sizeof error->text, format, a, b);
    return 0;
}

static bool is_hosted(sl_zone zone)
{
    return zone < SL_ZONE_COUNT && zone_is_hosted((int)zone);
}

int why_not_put(const Game *g, const CardDef *def, sl_zone zone, int host, sl_error *error)
{
    int type = def->type;
    bool being = type == TYPE_PERSONNEL || type == TYPE_EQUIPMENT || type == TYPE_TRIBBLE || type == TYPE_ARTIFACT;
    if (is_hosted(zone) && !is_card(g, host))
        return refuse(error, "%s needs a card to lie at, aboard or on%s", def->name, "");
    int at = is_hosted(zone) ? printed(g, (CardId)host)->type : TYPE_NONE;
    if (zone == SL_ROW && type != TYPE_MISSION)
        return refuse(error, "%s is no mission%s", def->name, "");
    bool place = at == TYPE_MISSION || (is_hosted(zone) && g->card[host].zone == ZONE_LINE);
    bool station = zone == SL_BENEATH && at == TYPE_FACILITY && has_kind(printed(g, (CardId)host), NODE_UNCONTROLLED);        /* whose text lets cards seed there */
    if ((zone == SL_SURFACE || zone == SL_ORBIT || zone == SL_BENEATH) && !place && !station)
        return refuse(error, "%s can be only at a mission, and %s is none", def->name, printed(g, (CardId)host)->name);
    bool lands = zone_info[ZONE_LINE].word[g->world->edition->id] && (type == TYPE_SHIP || type == TYPE_FACILITY);
    if (zone == SL_SURFACE && (!(being || lands) || printed(g, (CardId)host)->kind == KIND_SPACE))
        return refuse(error, "%s cannot be on the surface of %s", def->name, printed(g, (CardId)host)->name);
    if (zone == SL_ORBIT && type != TYPE_SHIP && type != TYPE_FACILITY && !icon_in(def->icons, ICON_SELF))
        return refuse(error, "%s is no ship: put it on the planet or aboard one%s", def->name, "");
    if (zone == SL_SITE && (type != TYPE_SITE || at != TYPE_FACILITY))
        return refuse(error, "%s is no site, or %s no station", def->name, printed(g, (CardId)host)->name);
    if (zone == SL_DOCKED && (type != TYPE_SHIP || (at != TYPE_FACILITY && at != TYPE_SITE)))
        return refuse(error, "%s cannot be docked at %s", def->name, printed(g, (CardId)host)->name);
    if (zone == SL_LINE && (host < 0 || host >= LINE_COUNT))
        return refuse(error, "there is no such spaceline for %s%s", def->name, "");
    if (zone == SL_LINE && type != TYPE_MISSION && type != TYPE_TIME_LOCATION && !has_kind(def, NODE_MAKES_PLACE))
        return refuse(error, "%s is no location: put it 'between' two of them%s", def->name, "");
    bool carried = lands && type == TYPE_SHIP && at == TYPE_SHIP;
    if (zone == SL_ABOARD && !carried && (!being || (at != TYPE_SHIP && at != TYPE_FACILITY && at != TYPE_SITE)))
        return refuse(error, "%s cannot be aboard %s", def->name, printed(g, (CardId)host)->name);
    if (zone == SL_PILE && type != TYPE_DILEMMA)
        return refuse(error, "%s is no dilemma%s", def->name, "");
    bool seeds = zone_info[ZONE_SEEDS].word[g->world->edition->id];           /* where dilemmas and missions are discarded, and may be shuffled into a deck */
    if ((zone == SL_DECK || zone == SL_HAND || zone == SL_DISCARD) && !seeds && (type == TYPE_DILEMMA || type == TYPE_MISSION))
        return refuse(error, "%s does not belong into a draw deck%s", def->name, "");
    return 1;
}

/* host of a brig: the player who holds it. */
int sl_table_put(sl_game *game, int player, int def, sl_zone zone, int host, sl_error *error)
{
    Game *g = &game->g;
    if (player < 0 || player >= g->players || def < 1 || def >= g->world->cat->def_count)
        return refuse(error, "no such player or card%s%s", "", "");
    if (!why_not_put(g, &g->world->cat->def[def], zone, host, error))
        return 0;
    CardId id = card_new(g, (DefId)def, player);
    if (!id)
        return refuse(error, "the table is full%s%s", "", "");
    bool inserted = zone == SL_ON && g->card[host].zone == ZONE_LINE && has_kind(printed(g, id), NODE_MAKES_PLACE);      /* a location, to the right of that one */
    if (inserted)
        card_to_line(g, id, g->card[host].holder, (CardId)host);
    else if (is_hosted(zone))
        card_to_host(g, id, (CardId)host, (Zone)zone, PUT_BOTTOM);
    if (zone == SL_ON && is_type(g, id, TYPE_DILEMMA))
        card_command(g, id, g->card[host].commander);       /* who faced it did so there, or with that card (2E-11.21) */
    if (zone == SL_LINE)
        card_to_line(g, id, (Line)host, g->line[host].bottom);
    else if (zone == SL_BRIG) {
        card_to_pile(g, id, host, ZONE_BRIG, PUT_BOTTOM);
        captive_enters_play(g, id);
    } else if (zone < SL_ZONE_COUNT && zone_is_pile((int)zone))
        card_to_pile(g, id, player, (Zone)zone, PUT_BOTTOM);
    if (zone == SL_HELD)
        captive_enters_play(g, id);
    if (zone == SL_ON && is_type(g, id, TYPE_TACTIC))
        card_flag(g, (CardId)host, MARKED, true);
    if (zone == SL_BENEATH && zone_info[ZONE_BENEATH].known[g->world->edition->id] == KNOWN_ALL)
        card_flag(g, id, FACE_UP, true);
    return id;
}

static bool number_after(const char *state, const char *word, int *out)
{
    size_t n = strlen(word);
    return strncmp(state, word, n) == 0 && str_int(str_trim(str_of(state + n)), out);
}

static State state_named(const Game *g, const char *word)
{
    for (State s = 0; s < STATE_COUNT; s++) {
        const char *known = state_info[s].word[g->world->edition->id];
        if (known && strcmp(word, known) == 0)
            return s;
    }
    return STATE_COUNT;
}

/* The affiliation that a card has chosen; of one with a single affiliation, that one. */
static bool takes_affiliation(Game *g, CardId id, const char *name)
{
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_in(affiliations, i) && strcmp(icon_name[i], name) == 0) {
            if (icon_in(printed(g, id)->icons, i) && g->card[id].affiliation)
                card_affiliate(g, id, i);
            return icon_in(printed(g, id)->icons, i);
        }
    return false;
}

bool sl_table_set(sl_game *game, int id, const char *state, bool on)
{
    Game *g = &game->g;
    int n;
    if (!is_card(g, id))
        return false;
    bool un = strcmp(state, "unstopped") == 0;
    State named = state_named(g, un ? "stopped" : state);
    if (named == STATE_COMPLETE && !is_type(g, (CardId)id, TYPE_MISSION) && !is_type(g, (CardId)id, TYPE_OBJECTIVE))
        return false;
    if (named == STATE_INFILTRATING) {          /* of the affiliation of its icon */
        card_flag(g, (CardId)id, SECOND_AFFILIATION, g->card[id].affiliation != printed(g, (CardId)id)->affiliation);
        for (int icon = 0; icon < ICON_COUNT; icon++)
            if (icon_in(printed(g, (CardId)id)->icons, icon) && infiltrated_affiliation(icon) >= 0)
                card_affiliate(g, (CardId)id, infiltrated_affiliation(icon));
    }
    if (named == STATE_CAPTIVE)                 /* of the opponent */
        card_command(g, (CardId)id, next_player(g, g->card[id].owner));
    bool agenda = icon_in(printed(g, (CardId)id)->icons, ICON_HIDDEN_AGENDA) && g->card[id].zone == ZONE_CORE;
    if (named == STATE_FACE_UP && !on && agenda) {
        card_to_pile(g, (CardId)id, g->card[id].holder, ZONE_AGENDA, PUT_BOTTOM);
    } else if (named < STATE_COUNT) {
        card_flag(g, (CardId)id, (uint64_t)1 << named, on != un);
        if (on && g->world->edition->state_set)
            g->world->edition->state_set(g, (CardId)id, (uint64_t)1 << named);
        if (named == STATE_COMPLETE && on && g->card[id].zone == ZONE_LINE)         /* by who seeded it */
            card_name(g, (CardId)id, NAMED_SOLVER, g->card[id].owner);
        else if (named == STATE_COMPLETE && on && is_type(g, (CardId)id, TYPE_MISSION))
            mission_completed(g, (CardId)id, g->card[id].commander);
        if (named == STATE_FACE_UP && on)
            reveal_card(g, (CardId)id);
    } else if (strcmp(state, "known") == 0)
        reveal_card(g, (CardId)id);
    else if (strncmp(state, "as ", 3) == 0)
        return takes_affiliation(g, (CardId)id, state + 3);
    else if (strncmp(state, "commanded-by ", 13) == 0 && state[13] >= 'A' && state[13] < 'A' + g->players)
        card_command(g, (CardId)id, state[13] - 'A');
    else if (strncmp(state, "completed-by ", 13) == 0 && state[13] >= 'A' && state[13] < 'A' + g->players && is_type(g, (CardId)id, TYPE_MISSION)) {
        mission_completed(g, (CardId)id, state[13] - 'A');
        card_name(g, (CardId)id, NAMED_SOLVER, state[13] - 'A');
    } else if (number_after(state, "countdown", &n))
        card_count_down(g, (CardId)id, n);
    else if (number_after(state, "range-used", &n))
        card_use_range(g, (CardId)id, n);
    else
        return false;
    return true;
}

bool sl_table_damage(sl_game *game, int id)
{
    Game *g = &game->g;
    if (!is_card(g, id) || g->card[id].flags & ROTATED_TWICE)
        return false;
    bool alone = icon_in(printed(g, (CardId)id)->icons, ICON_SELF);           /* what fights by itself */
    if (!is_type(g, (CardId)id, TYPE_SHIP) && !is_type(g, (CardId)id, TYPE_FACILITY) && !alone)
        return false;
    rotate_for_damage(g, (CardId)id);
    return true;
}

void sl_table_points(sl_game *game, int player, int points)
{
    if (player >= 0 && player < game->g.players) {
        game->g.score[player] = (int16_t)points;
        table_changed(&game->g);
    }
}

void sl_table_bonus(sl_game *game, int player, int points)
{
    if (player >= 0 && player < game->g.players)
        game->g.bonus[player] = (int16_t)points;
}

void sl_table_counters(sl_game *game, int counters)
{
    for (int p = 0; p < game->g.players; p++)          /* whose turn it will be, is said later */
        plays_set(&game->g, p, counters);
    game->g.counters_given = true;
}

void sl_table_first(sl_game *game, int player)
{
    if (player >= 0 && player < game->g.players)
        game->g.active = game->g.first = (uint8_t)player;
}

void sl_table_no_deck(sl_game *game, int player)
{
    if (player >= 0 && player < game->g.players)
        game->g.decks_left_out |= (uint8_t)(DECK_EMPTY << player);
}

bool sl_table_random(sl_game *game, int id)
{
    Game *g = &game->g;
    if (g->forced_count == MAX_FORCED)
        return false;
    g->forced[g->forced_count++] = (CardId)id;
    return true;
}

bool sl_table_random_waits(const sl_game *game, int id)
{
    for (int i = 0; i < game->g.forced_count; i++)
        if (game->g.forced[i] == id)
            return true;
    return false;
}

bool sl_table_phase(sl_game *game, const char *segment)
{
    Game *g = &game->g;
    for (int i = 0; i < SEGMENT_COUNT; i++)
        if (segment_word[i][g->world->edition->id] && strcmp(segment, segment_word[i][g->world->edition->id]) == 0) {
            g->segment = (uint8_t)i;
            table_changed(g);
            return true;
        }
    return false;
}

bool sl_table_begin(sl_game *game, int player, const char *segment, sl_error *error)
{
    Game *g = &game->g;
    int edition = g->world->edition->id;
    for (int i = 0; i < SEGMENT_COUNT; i++)
        if (segment_word[i][edition] && strcmp(segment, segment_word[i][edition]) == 0) {
            for (int p = g->first; p != player; p = (p + 1) % g->players) {     /* each of them has had a turn before */
                g->turn++;
                g->turns[p]++;
            }
            g->active = (uint8_t)player;
            g->unsettled = true;                /* nobody has asked about this table */
            if (i != SEGMENT_START) {
                g->turn++;
                g->turns[player]++;
            }
            frame_push(g, g->world->edition->start, player, &(Turn){ .set_up = 1, .from = (uint8_t)i }, sizeof(Turn));
            game_about_to_run(game);
            game_run(g);
            return true;
        }
    char there[120];
    Out out = { there, sizeof there, 0 };
    for (int i = 0; i < SEGMENT_COUNT; i++)
        if (segment_word[i][edition])
            out_text(&out, "%s%s", i ? ", " : "", segment_word[i][edition]);
    return refuse(error, "no segment '%s'; there are: %s", segment, there);
}
