/* Drawing the table, the options and the reasons. */
#include "cli/table.h"

enum { MOST = 512, NAME = 96 };

typedef enum { PLAIN, BOLD, DIM, GREEN, YELLOW, CYAN } Ink;

static void ink(const Screen *s, Ink colour)
{
    static const char *const code[] = { "0", "1", "2", "32", "33", "36" };
    if (s->colour)
        printf("\033[%sm", code[colour]);
}

static const sl_library *library(const Screen *s)
{
    return sl_game_library(s->game);
}

/* The card as the viewer knows it. */
static bool look(const Screen *s, int id, sl_card *card, sl_facts *facts)
{
    *facts = (sl_facts){ .name = "a hidden card", .type = "" };
    if (id <= 0 || !sl_game_card(s->game, s->viewer, id, card))
        return false;
    if (card->def)
        sl_card_facts(library(s), card->def, facts);
    return true;
}

static const char *name_of(const Screen *s, int id, char out[NAME])
{
    sl_card card;
    sl_facts facts;
    snprintf(out, NAME, "%s", look(s, id, &card, &facts) ? facts.name : "");
    return out;
}

static bool is(const sl_facts *facts, const char *type)
{
    return strcmp(facts->type, type) == 0;
}

static void print_state(const Screen *s, const sl_card *card)
{
    static const char *const words[] = { "stopped", "damaged", "complete" };
    const bool on[] = { card->stopped, card->damaged, card->complete };
    for (size_t i = 0; i < countof(words); i++)
        if (on[i]) {
            ink(s, YELLOW);
            printf("  %s", words[i]);
            ink(s, PLAIN);
        }
}

static void print_skills(const Screen *s, int id)
{
    const char *comma = "  ";
    for (int skill = 0; skill < sl_skill_count(); skill++) {
        int level = sl_game_skill(s->game, id, skill);
        if (level < 1)
            continue;
        printf("%s%s", comma, sl_skill_name(skill));
        if (level > 1)
            printf(" x%d", level);
        comma = ", ";
    }
}

static void print_icons(const Screen *s, int id)
{
    uint32_t icons = sl_game_icons(s->game, id);
    for (int i = 0; i < sl_icon_count(); i++)
        if (icons >> i & 1)
            printf("[%s]", sl_icon_text(i));
}

static void print_cards_on(const Screen *s, int host, int indent);

/* One line for a card in play, and what is on it below. */
static void print_in_play(const Screen *s, int id, int indent)
{
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts))
        return;
    int attribute[3] = { 0 };
    for (int i = 0; i < 3 && (is(&facts, "personnel") || is(&facts, "ship")); i++)
        attribute[i] = sl_game_attribute(s->game, id, i);
    printf("%*s%c %-*s", indent, "", 'A' + card.commander, 42 - indent, facts.name);
    if (is(&facts, "personnel")) {
        printf(" %d-%d-%d ", attribute[0], attribute[1], attribute[2]);
        print_icons(s, id);
        print_skills(s, id);
    } else if (is(&facts, "ship")) {
        printf(" range %d of %d, weapons %d, shields %d%s", attribute[0] - card.range_used, attribute[0], attribute[1],
               attribute[2], sl_game_staffed(s->game, id) ? "" : ", not staffed");
    } else if (card.def) {
        printf(" %s", facts.type);
    }
    print_state(s, &card);
    printf("\n");
    print_cards_on(s, id, indent + 3);
}

static void print_zone(const Screen *s, int host, sl_zone zone, int indent)
{
    int ids[MOST];
    int count = sl_game_on(s->game, host, zone, ids, MOST);
    for (int i = 0; i < count && i < MOST; i++)
        print_in_play(s, ids[i], indent);
}

static void print_cards_on(const Screen *s, int host, int indent)
{
    print_zone(s, host, SL_ABOARD, indent);
    print_zone(s, host, SL_ON, indent);
}

static void print_beneath(const Screen *s, int mission)
{
    int ids[MOST];
    int count = sl_game_on(s->game, mission, SL_BENEATH, ids, MOST);
    if (count == 0)
        return;
    printf("      beneath:");
    for (int i = 0; i < count && i < MOST; i++) {
        char name[NAME];
        printf("%s %s", i ? "," : "", name_of(s, ids[i], name));
    }
    printf("\n");
}

static void print_mission(const Screen *s, int id)
{
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts))
        return;
    ink(s, CYAN);
    printf("  %s", facts.name);
    ink(s, PLAIN);
    printf("  %s, span %d", facts.kind ? facts.kind : "", facts.span);
    if (facts.points)
        printf(", %d points", facts.points);
    print_state(s, &card);
    if (facts.requirement && facts.requirement[0] && !card.complete) {
        ink(s, DIM);
        printf("  %s: %s", facts.attempt ? facts.attempt : "", facts.requirement);
        ink(s, PLAIN);
    }
    printf("\n");
    print_beneath(s, id);
    print_zone(s, id, SL_ON, 5);
    print_zone(s, id, SL_ORBIT, 5);
    print_zone(s, id, SL_SURFACE, 5);
}

static void print_pile(const Screen *s, int player, const char *label, sl_zone zone)
{
    int ids[MOST];
    int count = sl_game_list(s->game, player, zone, ids, MOST);
    if (count == 0)
        return;
    printf("  %s:", label);
    for (int i = 0; i < count && i < MOST; i++) {
        char name[NAME];
        printf("%s %s", i ? "," : "", name_of(s, ids[i], name));
    }
    printf("\n");
}

static int count_of(const Screen *s, int player, sl_zone zone)
{
    int ids[MOST];
    return sl_game_list(s->game, player, zone, ids, MOST);
}

static void print_player(const Screen *s, int player)
{
    int ids[MOST];
    ink(s, BOLD);
    printf("%c%s", 'A' + player, player == s->viewer ? " (you)" : "");
    ink(s, PLAIN);
    printf("  hand %d, deck %d, dilemmas %d, discard %d\n", count_of(s, player, SL_HAND), count_of(s, player, SL_DECK),
           count_of(s, player, SL_PILE), count_of(s, player, SL_DISCARD));
    print_pile(s, player, "core", SL_CORE);
    print_pile(s, player, "brig", SL_BRIG);
    int count = sl_game_list(s->game, player, SL_ROW, ids, MOST);
    for (int i = 0; i < count && i < MOST; i++)
        print_mission(s, ids[i]);
}

static void print_hand(const Screen *s)
{
    int ids[MOST];
    int count = sl_game_list(s->game, s->viewer, SL_HAND, ids, MOST);
    ink(s, BOLD);
    printf("Your hand\n");
    ink(s, PLAIN);
    for (int i = 0; i < count && i < MOST; i++) {
        sl_card card;
        sl_facts facts;
        if (look(s, ids[i], &card, &facts))
            printf("  cost %d  %-40s %s\n", sl_game_cost(s->game, s->viewer, ids[i]), facts.name, facts.type);
    }
}

void screen_status(const Screen *s)
{
    int active = sl_game_active(s->game);
    printf("\n");
    ink(s, BOLD);
    printf("Turn %d, %s, %s segment, %d counters", sl_game_turn(s->game), active == s->viewer ? "yours" : "the opponent's",
           sl_game_segment(s->game), sl_game_counters(s->game));
    for (int player = 0; player < sl_game_players(s->game); player++)
        printf(", %c %d points", 'A' + player, sl_game_points(s->game, player));
    ink(s, PLAIN);
    printf("\n");
}

void screen_table(const Screen *s)
{
    for (int i = 1; i <= sl_game_players(s->game); i++)        /* the viewer last, nearest to the hand */
        print_player(s, (s->viewer + i) % sl_game_players(s->game));
    print_hand(s);
}

static const char *const verb_heading[SL_VERB_COUNT] = {
    [SL_PASS] = "Pass", [SL_PLAY] = "Play", [SL_DRAW] = "Draw", [SL_END] = "End", [SL_BEAM] = "Beam", [SL_MOVE] = "Move",
    [SL_ATTEMPT] = "Attempt", [SL_USE] = "Use", [SL_CHOOSE] = "Choose", [SL_DONE] = "Done", [SL_YES] = "Yes", [SL_NO] = "No",
    [SL_MODE] = "Which", [SL_NAME_SKILL] = "Name a skill", [SL_NAME_LETTER] = "Name a title: its first letter",
    [SL_NAME_CARD] = "Name a title", [SL_NUMBER] = "A number", [SL_PICK_PLAYER] = "A player", [SL_LOOP] = "Endless loop",
};

static void print_question(const Screen *s, const sl_decision *d)
{
    char name[NAME];
    printf("\n");
    ink(s, BOLD);
    printf("%c decides", 'A' + d->player);
    if (d->card)
        printf(" for %s", name_of(s, d->card, name));
    if (d->about && d->about[0])
        printf(": %s", d->about);
    ink(s, PLAIN);
    if (d->most > 0 && d->least == d->most)
        printf(" (%d)", d->most);
    else if (d->most > 0)
        printf(" (%d to %d)", d->least, d->most);
    for (int i = 0; i < d->chosen_count; i++)
        printf("%s %s", i ? "," : "; so far:", name_of(s, d->chosen[i], name));
    printf("\n");
}

void screen_decision(const Screen *s)
{
    sl_decision d;
    sl_game_decision(s->game, &d);
    print_question(s, &d);
    for (int verb = 0; verb < SL_VERB_COUNT; verb++) {
        bool headed = false;
        for (int i = 0; i < d.options; i++) {
            char line[600];
            if ((int)sl_game_option(s->game, i).verb != verb)
                continue;
            if (!headed)
                printf(" %s\n", verb_heading[verb]);
            headed = true;
            sl_game_describe(s->game, i, line, sizeof line);
            ink(s, GREEN);
            printf("%5d", i + 1);
            ink(s, PLAIN);
            printf("  %s\n", line[0] && line[1] == ' ' ? line + 2 : line);     /* without the player's letter */
        }
    }
}

static void print_refusal(const Screen *s, int number, const sl_refusal *refusal)
{
    char name[NAME];
    printf("%5d  %s", number, verb_heading[refusal->option.verb]);
    if (refusal->option.card)
        printf(" %s", name_of(s, refusal->option.card, name));
    if (refusal->option.target)
        printf(" / %s", name_of(s, refusal->option.target, name));
    printf(": %s", sl_cite_reason(library(s), refusal->cite));
    if (refusal->card)
        printf(", by %s", name_of(s, refusal->card, name));
    ink(s, DIM);
    printf(" [%s]\n", sl_cite_id(refusal->cite));
    ink(s, PLAIN);
}

/* A card that can be played somewhere is not refused for being unplayable elsewhere. */
static bool offered_elsewhere(const Screen *s, const sl_refusal *refusal)
{
    for (int i = 0; i < sl_game_options(s->game); i++) {
        sl_option o = sl_game_option(s->game, i);
        if (o.verb == SL_PLAY && refusal->option.verb == SL_PLAY && o.card == refusal->option.card)
            return true;
    }
    return false;
}

static bool told_before(const sl_refusal *told, int count, const sl_refusal *refusal)
{
    for (int i = 0; i < count; i++)
        if (told[i].option.verb == refusal->option.verb && told[i].option.card == refusal->option.card && told[i].cite == refusal->cite
            && (refusal->option.verb == SL_PLAY || told[i].option.target == refusal->option.target))
            return true;
    return false;
}

/* What the player would ask about: each reason once. */
static int refusals(const Screen *s, sl_refusal *out)
{
    sl_refusal all[MOST];
    int count = sl_game_refusals(s->game, all, MOST), kept = 0;
    for (int i = 0; i < count && i < MOST; i++)
        if (!offered_elsewhere(s, &all[i]) && !told_before(out, kept, &all[i]))
            out[kept++] = all[i];
    return kept;
}

void screen_refusals(const Screen *s)
{
    sl_refusal refusal[MOST];
    int count = refusals(s, refusal);
    printf(count ? "Not possible now:\n" : "Nothing was refused.\n");
    for (int i = 0; i < count; i++)
        print_refusal(s, i + 1, &refusal[i]);
}

void screen_refusal(const Screen *s, int number)
{
    sl_refusal refusal[MOST];
    sl_ruling ruling;
    if (number < 1 || number > refusals(s, refusal)) {
        printf("There is no refusal %d; ? lists them.\n", number);
        return;
    }
    print_refusal(s, number, &refusal[number - 1]);
    int index = sl_ruling_find(library(s), sl_cite_id(refusal[number - 1].cite));
    if (index >= 0 && sl_ruling_get(library(s), index, &ruling))
        printf("       %s\n", ruling.text && ruling.text[0] ? ruling.text : ruling.summary);
}

void screen_def(const Screen *s, int def)
{
    sl_refusal refusal[MOST];
    int count = refusals(s, refusal);
    facts_print(library(s), def);
    for (int i = 0; i < count; i++) {
        sl_card card;
        sl_facts facts;
        if (look(s, refusal[i].option.card, &card, &facts) && card.def == def)
            print_refusal(s, i + 1, &refusal[i]);
    }
}

static void print_parts(const Screen *s, int id, const char *label, sl_part_of what)
{
    sl_part part[64];
    int count = sl_game_parts(s->game, id, what, 0, part, (int)countof(part));
    if (count < 2)
        return;                                 /* as printed */
    printf("  %-12s", label);
    for (int i = 0; i < count && i < (int)countof(part); i++) {
        char name[NAME];
        printf("%s%+d", i ? ", " : " ", part[i].amount);
        if (part[i].source && part[i].source != id)
            printf(" %s", name_of(s, part[i].source, name));
        if (part[i].cite)
            printf(" [%s]", sl_cite_id(part[i].cite));
    }
    printf("\n");
}

void screen_card(const Screen *s, int id)
{
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts) || !card.def) {
        printf("You may not know that card.\n");
        return;
    }
    screen_def(s, card.def);
    bool ship = is(&facts, "ship");
    if (ship || is(&facts, "personnel")) {
        print_parts(s, id, ship ? "Range" : "Integrity", SL_PART_INTEGRITY);
        print_parts(s, id, ship ? "Weapons" : "Cunning", SL_PART_CUNNING);
        print_parts(s, id, ship ? "Shields" : "Strength", SL_PART_STRENGTH);
    }
    if (card.zone == SL_HAND)
        print_parts(s, id, "cost", SL_PART_COST);
}

void screen_events(const Screen *s, long after)
{
    char line[600];
    for (long number = after + 1; number <= sl_game_events(s->game); number++)
        if (sl_game_event_text(s->game, s->viewer, number, line, sizeof line) && line[0]) {
            ink(s, DIM);
            printf("  . %s\n", line);
            ink(s, PLAIN);
        }
}
