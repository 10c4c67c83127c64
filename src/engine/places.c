/* What a view says of the places of a game with spacelines: what each mission says to either player, who would act together there. */
#include "engine/engine.h"
#include "engine/places.h"

bool has_spacelines(const Game *g)
{
    return zone_info[ZONE_LINE].word[g->world->edition->id] != NULL;
}

/* Each player reads his own end of a mission (1E-4.12); the words only where they are not those of the near end, which every client has. */
static void ends_json(const Game *g, CardId mission, Out *out)
{
    const MissionEnd *near = &g->world->cat->mission[printed(g, mission)->mission].end[NEAR_END];
    out_text(out, ",\"ends\":[");
    for (int p = 0; p < g->players; p++) {
        const MissionEnd *end = mission_end(g, mission, p);
        out_text(out, "%s{\"points\":%d,\"span\":%d", p ? "," : "", mission_points(g, mission, p), mission_span(g, mission, p));
        if (end->attempt_text && near->attempt_text && strcmp(end->attempt_text, near->attempt_text) != 0) {
            out_text(out, ",\"attempt\":");
            size_t before = out->len;
            who_attempts_json(printed(g, mission), end, out);
            if (out->len == before)
                out_text(out, "null");
        }
        if (end->requirement_text && near->requirement_text && strcmp(end->requirement_text, near->requirement_text) != 0) {
            out_text(out, ",\"takes\":");
            out_json(out, str_of(end->requirement_text));
        }
        out_text(out, "}");
    }
    out_text(out, "]");
}

/* Who of each player would attempt, fight or beam together here, and what they bring together. */
static void teams_json(const sl_game *game, int viewer, CardId place, Out *out)
{
    const Game *g = &game->g;
    int said = 0;
    for (int p = 0; p < g->players && g->world->edition->team; p++) {
        CardSet team = g->world->edition->team(g, p, place);
        if (set_empty(&team))
            continue;
        int shown[MAX_CARDS], count = shown_numbers(game, viewer, &team, shown), total[3] = { 0 };
        FOR_SET(id, &team)
            for (int i = 0; i < 3; i++)
                total[i] += attribute(g, id, i);
        out_text(out, "%s{\"player\":%d,\"totals\":[%d,%d,%d],\"cards\":[", said++ ? "," : ",\"teams\":[", p, total[0], total[1], total[2]);
        for (int i = 0; i < count; i++)
            out_text(out, "%s%d", i ? "," : "", shown[i]);
        out_text(out, "]}");
    }
    if (said)
        out_text(out, "]");
}

/* The affiliation that a card has now, where it is printed with several, or with another. */
static void affiliations_json(const Game *g, CardId id, Out *out)
{
    IconSet now = icons_of(g, id), printed_on = printed(g, id)->icons;
    int said = 0;
    bool other = false;
    for (int i = 0; i < ICON_COUNT; i++)
        other |= icon_kind[i] == AFFILIATION && icon_in(now, i) != icon_in(printed_on, i);
    for (int i = 0; other && i < ICON_COUNT; i++)
        if (icon_kind[i] == AFFILIATION && icon_in(now, i))
            out_text(out, "%s\"%s\"", said++ ? "," : ",\"affiliations\":[", icon_name[i]);
    if (said)
        out_text(out, "]");
}

/* Where there are no spacelines: the personnel of a player on a mission who are not stopped, and what they have together. */
void group_json(const sl_game *game, int viewer, CardId mission, Out *out)
{
    const Game *g = &game->g;
    int said = 0;
    for (int p = 0; p < g->players; p++) {
        int ids[MAX_CARDS], count = 0;
        FOR_HOSTED(g, on, mission)
            if (g->card[on].zone == ZONE_SURFACE && g->card[on].commander == p && (viewer < 0 || p == viewer) && is_type(g, on, TYPE_PERSONNEL)
                && !is_stopped(g, on))
                ids[count++] = on;
        sl_sums sums;
        if (!sl_game_sums(game, viewer, ids, count, &sums))
            continue;
        out_text(out, "%s{\"player\":%d,\"totals\":[%d,%d,%d]}", said++ ? "," : ",\"teams\":[", p, sums.attribute[0], sums.attribute[1], sums.attribute[2]);
    }
    if (said)
        out_text(out, "]");
}

void place_json(const sl_game *game, int viewer, CardId id, Out *out)
{
    const Game *g = &game->g;
    bool location = g->card[id].zone == ZONE_LINE, ship = is_type(g, id, TYPE_SHIP);
    if (location && is_type(g, id, TYPE_MISSION))
        ends_json(g, id, out);
    if (g->card[id].countdown)
        out_text(out, ",\"countdown\":%d", g->card[id].countdown);
    if (!location)
        affiliations_json(g, id, out);
    if (!location && !ship && !is_type(g, id, TYPE_FACILITY) && !is_type(g, id, TYPE_SITE))
        return;
    if (ship && (viewer < 0 || g->card[id].commander == viewer))
        out_text(out, ",\"staffed\":%s", is_staffed(g, id) ? "true" : "false");
    if (is_type(g, id, TYPE_FACILITY))
        out_text(out, ",\"attributes\":[0,%d,%d]", attribute(g, id, WEAPONS), attribute(g, id, SHIELDS));
    if (g->card[id].top)
        teams_json(game, viewer, id, out);
}

const char *line_name(int line)
{
    static const char *const name[LINE_COUNT] = { [LINE_ALPHA] = "Alpha", [LINE_GAMMA] = "Gamma", [LINE_DELTA] = "Delta", [LINE_MIRROR] = "Mirror", [LINE_TIME] = "Time" };
    return name[line];
}
