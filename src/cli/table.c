/* Drawing the table: missions with what is there, ships with their crews, piles, the hand. */
#include "cli/screen.h"

static int icon_named(const char *text)
{
    for (int i = 0; i < sl_icon_count(); i++)
        if (strcmp(sl_icon_text(i), text) == 0)
            return i;
    return 0;
}

/* What is missing before the ship can move: a [Cmd] may stand in for a [Stf], and one of the crew must match the ship. */
static void out_staffing(const Screen *s, int ship, const sl_facts *facts, Out *out)
{
    int crew[MOST_CARDS];
    int count = personnel_at(s, ship, crew, MOST_CARDS);
    int cmd = 0, able = 0;
    if (sl_game_staffed(s->game, ship)) {
        out_text(out, ", staffed");
        return;
    }
    for (int i = 0; i < count; i++) {
        bool commands = sl_game_has_icon(s->game, crew[i], icon_named("Cmd"));
        cmd += commands;
        able += commands || sl_game_has_icon(s->game, crew[i], icon_named("Stf"));
    }
    if (facts->staff_count > facts->need_cmd + facts->need_stf) {  /* other icons are places of their own: all are told */
        out_text(out, ", %cnot staffed: takes ", INK_YELLOW);
        for (int i = 0; i < facts->staff_count; i++)
            out_text(out, "[%s]", sl_icon_text(facts->staff[i]));
        out_text(out, " and personnel of its affiliation%c", INK_PLAIN);
        return;
    }
    int lacks_cmd = facts->need_cmd > cmd ? facts->need_cmd - cmd : 0;
    int lacks = facts->need_cmd + facts->need_stf - able;
    if (lacks < lacks_cmd)
        lacks = lacks_cmd;
    out_text(out, ", %cnot staffed: needs ", INK_YELLOW);
    for (int i = 0; i < lacks; i++)
        out_text(out, i < lacks_cmd ? "[Cmd]" : "[Stf]");
    out_text(out, "%s%c", lacks > 0 ? " more" : "personnel of its affiliation", INK_PLAIN);
}

static void print_what_is_on(const Screen *s, int host, int indent);

/* One line for a card in play, and what is on it below. */
static void print_in_play(const Screen *s, int id, int indent)
{
    char text[TEXT_SIZE];
    Out out = { text, sizeof text, 0 };
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts))
        return;
    bool ship = is_type(&facts, "ship");
    out_brief(s, id, &out);
    if (ship && card.commander == s->viewer)
        out_staffing(s, id, &facts, &out);
    if (card.commander != s->viewer)
        say(s, indent, indent + 4, "%c: %s", card.commander < 0 ? '-' : 'A' + card.commander, text);
    else
        say(s, indent, indent + 4, "%s", text);
    print_what_is_on(s, id, indent + 3);
}

static bool is_others_personnel(const Screen *s, const sl_card *card, const sl_facts *facts)
{
    return card->commander != s->viewer && (card->def == 0 || is_type(facts, "personnel"));
}

/* The personnel of another player: names of those that are known, the number of the others. */
static void print_others(const Screen *s, const int *ids, int count, int indent)
{
    char text[TEXT_SIZE] = "";
    Out out = { text, sizeof text, 0 };
    int hidden = 0, commander = -1;
    for (int i = 0; i < count; i++) {
        sl_card card;
        sl_facts facts;
        if (!look(s, ids[i], &card, &facts) || !is_others_personnel(s, &card, &facts))
            continue;
        commander = card.commander;
        if (card.def)
            out_text(&out, "%s%s%s", out.len ? "; " : "", facts.name, card.stopped ? " (stopped)" : "");
        else
            hidden++;
    }
    if (hidden)
        out_text(&out, "%s%d face-down", out.len ? " and " : "", hidden);
    if (out.len)
        say(s, indent, indent + 4, "%c: %s", 'A' + commander, text);
}

static void print_zone(const Screen *s, int host, sl_zone zone, int indent)
{
    int ids[MOST_CARDS];
    int count = sl_game_on(s->game, host, zone, ids, MOST_CARDS);
    for (int i = 0; i < count; i++) {
        sl_card card;
        sl_facts facts;
        if (look(s, ids[i], &card, &facts) && !is_others_personnel(s, &card, &facts))
            print_in_play(s, ids[i], indent);
    }
    print_others(s, ids, count, indent);
}

static void print_what_is_on(const Screen *s, int host, int indent)
{
    print_zone(s, host, SL_DOCKED, indent);
    print_zone(s, host, SL_ABOARD, indent);
    print_zone(s, host, SL_ON, indent);
}

static void print_names(const Screen *s, int indent, const char *label, const int *ids, int count)
{
    char text[TEXT_SIZE] = "", name[NAME_SIZE];
    Out out = { text, sizeof text, 0 };
    for (int i = 0; i < count; i++)
        out_text(&out, "%s%s", i ? "; " : "", name_of(s, ids[i], name));
    if (count)
        say(s, indent, indent + 4, "%c%s%c %s", INK_DIM, label, INK_PLAIN, text);
}

void out_progress(const Screen *s, int mission, const int *ids, int count, Out *out)
{
    int lacks = sl_game_shortfall(s->game, mission, ids, count);
    if (lacks == 0)
        out_text(out, "would complete it");
    else
        out_text(out, "%d short", lacks);
}

/* On a planet all can meet, for they can be beamed down; in space each ship is on its own. */
static void print_progress(const Screen *s, int mission, const sl_facts *facts)
{
    char text[TEXT_SIZE] = "", name[NAME_SIZE];
    Out out = { text, sizeof text, 0 };
    int ids[MOST_CARDS], ships[MOST_CARDS];
    bool planet = facts->kind && strcmp(facts->kind, "planet") == 0;
    int count = planet ? personnel_at(s, mission, ids, MOST_CARDS) : 0;
    int orbiting = sl_game_on(s->game, mission, SL_ORBIT, ships, MOST_CARDS);
    for (int i = 0; i < orbiting; i++) {
        int before = planet ? count : 0;
        count = before + personnel_at(s, ships[i], ids + before, MOST_CARDS - before);
        if (!planet && count) {
            out_text(&out, "%s%d aboard %s: ", out.len ? "; " : "", count, name_of(s, ships[i], name));
            out_progress(s, mission, ids, count, &out);
        }
    }
    if (planet && count) {
        out_text(&out, "%d personnel here: ", count);
        out_progress(s, mission, ids, count, &out);
    }
    if (out.len)
        say(s, 5, 9, "%c%s%c", INK_GREEN, text, INK_PLAIN);
}

/* In the First Edition nobody knows what lies beneath a mission: how many cards it is. */
static void print_beneath(const Screen *s, int mission)
{
    int beneath[MOST_CARDS];
    int count = sl_game_on(s->game, mission, SL_BENEATH, beneath, MOST_CARDS);
    if (sl_game_edition(s->game) == SL_SECOND_EDITION)
        print_names(s, 5, "beneath:", beneath, count);
    else if (count)
        say(s, 5, 9, "%cbeneath:%c %d seed card%s", INK_DIM, INK_PLAIN, count, count == 1 ? "" : "s");
}

static void print_mission(const Screen *s, int id, int player)
{
    char more[TEXT_SIZE] = "";
    Out out = { more, sizeof more, 0 };
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts))
        return;
    if (facts.points)
        out_text(&out, ", %d points", facts.points);
    if (card.complete)
        out_text(&out, ", %ccomplete%c", INK_YELLOW, INK_PLAIN);
    else if (player == s->viewer && facts.requirement && facts.requirement[0])
        out_text(&out, "  %c%s: %s%c", INK_DIM, facts.attempt ? facts.attempt : "", facts.requirement, INK_PLAIN);
    say(s, 2, 6, "%c%s%c  %s, span %d%s", INK_CYAN, facts.name, INK_PLAIN, facts.kind ? facts.kind : "", facts.span, more);
    if (player == s->viewer && !card.complete && facts.requirement && facts.requirement[0])
        print_progress(s, id, &facts);
    print_beneath(s, id);
    print_zone(s, id, SL_ON, 5);
    print_zone(s, id, SL_ORBIT, 5);
    print_zone(s, id, SL_SURFACE, 5);
}

static int count_of(const Screen *s, int player, sl_zone zone)
{
    int ids[MOST_CARDS];
    return sl_game_list(s->game, player, zone, ids, MOST_CARDS);
}

/* Whether the viewer has a card at the mission. */
static bool is_at(const Screen *s, int mission)
{
    static const sl_zone zones[] = { SL_ORBIT, SL_SURFACE };
    for (size_t z = 0; z < countof(zones); z++) {
        int ids[MOST_CARDS];
        int count = sl_game_on(s->game, mission, zones[z], ids, MOST_CARDS);
        for (int i = 0; i < count; i++) {
            sl_card card;
            if (sl_game_card(s->game, s->viewer, ids[i], &card) && card.commander == s->viewer)
                return true;
        }
    }
    return false;
}

static void print_player(const Screen *s, int player, TablePart part)
{
    int ids[MOST_CARDS];
    say(s, 0, 2, "%c%c%s%c  %d points, hand %d, deck %d, dilemmas %d, discard %d", INK_BOLD, 'A' + player,
        player == s->viewer ? " (you)" : "", INK_PLAIN, sl_game_points(s->game, player), count_of(s, player, SL_HAND),
        count_of(s, player, SL_DECK), count_of(s, player, SL_PILE), count_of(s, player, SL_DISCARD));
    print_names(s, 2, "core:", ids, sl_game_list(s->game, player, SL_CORE, ids, MOST_CARDS));
    print_names(s, 2, "brig:", ids, sl_game_list(s->game, player, SL_BRIG, ids, MOST_CARDS));
    int count = sl_game_list(s->game, player, SL_ROW, ids, MOST_CARDS);
    for (int i = 0; i < count; i++)
        if (part == TABLE_WHOLE || player == s->viewer || is_at(s, ids[i]))
            print_mission(s, ids[i], player);
}

/* Cards of the First Edition cost no counters. */
static void out_in_hand(const Screen *s, int id, Out *out)
{
    if (sl_game_edition(s->game) == SL_SECOND_EDITION)
        out_text(out, "cost %d  ", sl_game_cost(s->game, s->viewer, id));
    out_brief(s, id, out);
}

static void print_card_in_hand(const Screen *s, int id)
{
    char text[TEXT_SIZE] = "";
    Out out = { text, sizeof text, 0 };
    out_in_hand(s, id, &out);
    say(s, 2, 10, "%s", text);
}

void screen_hand(const Screen *s)
{
    int ids[MOST_CARDS];
    int count = sl_game_list(s->game, s->viewer, SL_HAND, ids, MOST_CARDS);
    say(s, 0, 2, "%cYour hand%c%s", INK_BOLD, INK_PLAIN, count ? "" : " is empty");
    for (int i = 0; i < count; i++)
        print_card_in_hand(s, ids[i]);
}

void screen_new_cards(const Screen *s, const int *before, int count)
{
    int ids[MOST_CARDS];
    int now = sl_game_list(s->game, s->viewer, SL_HAND, ids, MOST_CARDS);
    for (int i = 0; i < now; i++) {
        bool had = false;
        for (int k = 0; k < count; k++)
            had |= before[k] == ids[i];
        if (had)
            continue;
        char text[TEXT_SIZE] = "";
        Out out = { text, sizeof text, 0 };
        out_in_hand(s, ids[i], &out);
        say(s, 2, 10, "%cnew%c  %s", INK_GREEN, INK_PLAIN, text);
    }
}

void screen_status(const Screen *s)
{
    char text[TEXT_SIZE] = "";
    Out out = { text, sizeof text, 0 };
    int active = sl_game_active(s->game);
    out_text(&out, "Turn %d, ", sl_game_turn(s->game));
    if (active == s->viewer)
        out_text(&out, "yours");
    else
        out_text(&out, "%c's", 'A' + active);
    out_text(&out, ", %s", sl_game_segment(s->game));
    if (sl_game_edition(s->game) == SL_SECOND_EDITION && strcmp(sl_game_segment(s->game), "play") == 0)
        out_text(&out, ", %d counter%s", sl_game_counters(s->game), sl_game_counters(s->game) == 1 ? "" : "s");
    for (int player = 0; player < sl_game_players(s->game); player++)
        out_text(&out, "%s %c %d", player ? "," : ".  Points:", 'A' + player, sl_game_points(s->game, player));
    printf("\n");
    say(s, 0, 2, "%c%s%c", INK_BOLD, text, INK_PLAIN);
}

/* ---- the First Edition: one or more spacelines, which both players share ---- */

static void print_side(const Screen *s, int player)
{
    int ids[MOST_CARDS];
    say(s, 0, 2, "%c%c%s%c  %d points, hand %d, deck %d, discard %d", INK_BOLD, 'A' + player, player == s->viewer ? " (you)" : "",
        INK_PLAIN, sl_game_points(s->game, player), count_of(s, player, SL_HAND), count_of(s, player, SL_DECK),
        count_of(s, player, SL_DISCARD));
    print_names(s, 2, "table:", ids, sl_game_list(s->game, player, SL_CORE, ids, MOST_CARDS));
    if (player == s->viewer)
        print_names(s, 2, "still to be seeded:", ids, sl_game_list(s->game, player, SL_SEEDS, ids, MOST_CARDS));
}

static void print_spacelines(const Screen *s)
{
    static const char *const quadrant[] = { "Alpha", "Gamma", "Delta", "Mirror" };
    for (size_t line = 0; line < countof(quadrant); line++) {
        int ids[MOST_CARDS];
        int count = sl_game_spaceline(s->game, (int)line, ids, MOST_CARDS);
        if (count)
            say(s, 0, 2, "%c%s Quadrant%c, from left to right", INK_BOLD, quadrant[line], INK_PLAIN);
        for (int i = 0; i < count; i++)
            print_mission(s, ids[i], s->viewer);
    }
}

void screen_table(const Screen *s, TablePart part)
{
    if (sl_game_edition(s->game) == SL_FIRST_EDITION) {
        for (int i = 1; i <= sl_game_players(s->game); i++)
            print_side(s, (s->viewer + i) % sl_game_players(s->game));
        print_spacelines(s);
        return;
    }
    for (int i = 1; i <= sl_game_players(s->game); i++)        /* the viewer last, nearest to the hand */
        print_player(s, (s->viewer + i) % sl_game_players(s->game), part);
}
