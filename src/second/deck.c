/* Building a deck: chapter 4 of the rules. */
#include "second/second.h"

enum { LEAST_TOTAL = 60, LEAST_DRAW = 35, LEAST_DILEMMAS = 20, MISSIONS = 5, LEAST_NOT_HEADQUARTERS = 2, MOST_COPIES = 3 };

static bool belongs(sl_section section, const CardDef *def)
{
    return type_in(second_edition.section_types[section], def->type);
}

/* How many cards of a section are there by right. */
static int cards_in(const DeckCheck *c, sl_section section)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        if (c->entry[i].section == section && belongs(section, deck_card(c, i)))
            n += c->entry[i].count;
    return n;
}

static bool is_mission(const DeckCheck *c, int entry)
{
    return c->entry[entry].section == SL_MISSIONS && deck_card(c, entry)->type == TYPE_MISSION;
}

static int missions_of_kind(const DeckCheck *c, Kind kind)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        if (is_mission(c, i) && deck_card(c, i)->kind == kind)
            n += c->entry[i].count;
    return n;
}

static void concern_headquarters(const DeckCheck *c, sl_problem *p)
{
    for (int i = 0; i < c->count; i++)
        if (is_mission(c, i) && deck_card(c, i)->kind == KIND_HEADQUARTERS)
            deck_concern(p, c->entry[i].def);
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static int most_allowed(const DeckCheck *c, int entry)
{
    const CardDef *def = deck_card(c, entry);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &c->cat->ability[def->ability + i];
        if (a->kind == NODE_DECK_AT_MOST)
            return node_value(c->cat, a->node, 0);
    }
    return 0;
}

static void check_sizes(DeckCheck *c)
{
    int draw = cards_in(c, SL_DRAW_DECK), dilemmas = cards_in(c, SL_DILEMMA_PILE), missions = cards_in(c, SL_MISSIONS);
    int total = 0;
    for (int i = 0; i < c->count; i++)
        total += c->entry[i].count;
    if (total < LEAST_TOTAL)
        deck_problem(c, RULE_DECK_TOTAL, "deck-total", "the deck has %d card%s in all; at least %d are needed", total, plural(total), LEAST_TOTAL);
    if (missions != MISSIONS)
        deck_problem(c, RULE_DECK_MISSIONS, "deck-missions", "the deck has %d mission%s; it must have exactly %d", missions, plural(missions),
               MISSIONS);
    for (int i = 0; i < c->count; i++)
        if (has_kind(deck_card(c, i), NODE_DECK_AT_MOST) && draw > most_allowed(c, i)) {
            sl_problem *p = deck_problem(c, RULE_DECK_DRAW, "deck-draw", "the draw deck has %d cards; with %s it may have at most %d", draw, deck_card(c, i)->title,
                                         most_allowed(c, i));
            deck_concern(p, c->entry[i].def);
        }
    if (draw < LEAST_DRAW)
        deck_problem(c, RULE_DECK_DRAW, "deck-draw", "the draw deck has %d card%s; at least %d are needed", draw, plural(draw), LEAST_DRAW);
    if (dilemmas < LEAST_DILEMMAS)
        deck_problem(c, RULE_DECK_DILEMMAS, "deck-dilemmas", "the dilemma pile has %d card%s; at least %d are needed", dilemmas, plural(dilemmas),
               LEAST_DILEMMAS);
}

/* 2E-4.2 since the ruling: two that are no headquarters.  A deck short of missions altogether is told so, not this too. */
static void check_not_headquarters(DeckCheck *c)
{
    int missions = cards_in(c, SL_MISSIONS), headquarters = missions_of_kind(c, KIND_HEADQUARTERS);
    if (missions - headquarters >= LEAST_NOT_HEADQUARTERS || missions < LEAST_NOT_HEADQUARTERS)
        return;
    sl_problem *p = deck_problem(c, RULE_DECK_HEADQUARTERS, "deck-headquarters", "%d of the %d missions are headquarters; at least %d missions must"
                           " be none", headquarters, missions, LEAST_NOT_HEADQUARTERS);
    p->cite = RULING_BUILDING_A_DECK;
    concern_headquarters(c, p);
}

/* 2E-4.2 before it: one of each kind. */
static void check_mission_kinds(DeckCheck *c)
{
    int dual = missions_of_kind(c, KIND_DUAL);
    int headquarters = missions_of_kind(c, KIND_HEADQUARTERS);
    int planet = missions_of_kind(c, KIND_PLANET) + dual, space = missions_of_kind(c, KIND_SPACE) + dual;
    if (headquarters && planet && space)
        return;
    deck_problem(c, RULE_DECK_MISSION_KINDS, "deck-mission-kinds", "the missions include %d headquarters, %d planet and %d space; before July 2014 at least"
           " one of each is needed", headquarters, planet, space);
}

static void check_only_headquarters(DeckCheck *c)
{
    int headquarters = missions_of_kind(c, KIND_HEADQUARTERS);
    for (int i = 0; i < c->count && headquarters > 1; i++)
        if (is_mission(c, i) && has_kind(deck_card(c, i), NODE_ONLY_HQ)) {
            sl_problem *p = deck_problem(c, RULE_DECK_ONLY_HQ, "deck-only-hq", "'%s' allows no other headquarters beside it, and the deck has %d"
                                   " headquarters", deck_card(c, i)->name, headquarters);
            deck_concern(p, c->entry[i].def);
            concern_headquarters(c, p);
            return;
        }
}

static bool missions_alike(const DeckCheck *c, int a, int b)
{
    const sl_deck_entry *e = c->entry;
    bool by_card = c->switches.same_title_missions;
    return is_mission(c, a) && is_mission(c, b)
        && (e[a].def == e[b].def || (!by_card && deck_card(c, a)->persona == deck_card(c, b)->persona));
}

static void check_same_titles(DeckCheck *c)
{
    const sl_deck_entry *e = c->entry;
    for (int i = 0; i < c->count; i++) {
        bool told = false;
        int n = 0;
        for (int k = 0; k < i; k++)
            told = told || missions_alike(c, k, i);
        for (int k = i; k < c->count; k++)
            n += missions_alike(c, i, k) ? e[k].count : 0;
        if (told || n < 2)
            continue;
        sl_problem *p = deck_problem(c, RULE_DECK_SAME_TITLE, "deck-same-title", "%d missions are titled '%s'; all missions must be different", n,
                               deck_card(c, i)->title);
        for (int k = i; k < c->count; k++)
            if (missions_alike(c, i, k))
                deck_concern(p, e[k].def);
    }
}

static void check_sections(DeckCheck *c)
{
    static const struct { Citation rule; const char *code, *name; } place[] = {
        [SL_DRAW_DECK]    = { RULE_DECK_DRAW_TYPE, "deck-draw-type", "in the draw deck" },
        [SL_DILEMMA_PILE] = { RULE_DECK_DILEMMA_TYPE, "deck-dilemma-type", "in the dilemma pile, which takes dilemmas only" },
        [SL_MISSIONS]     = { RULE_DECK_MISSION_TYPE, "deck-mission-type", "among the missions" },
    };
    for (int i = 0; i < c->count; i++) {
        sl_deck_entry e = c->entry[i];
        if (belongs(e.section, deck_card(c, i)))
            continue;
        const char *type = type_name[deck_card(c, i)->type];
        sl_problem *p = deck_problem(c, place[e.section].rule, place[e.section].code, "'%s' (%d) is of type %s and cannot be %s", deck_card(c, i)->name,
                               e.count, type, place[e.section].name);
        deck_concern(p, e.def);
    }
}

/* Copies are equal in title and subtitle; versions of one persona are different cards (2E-4.6). */
static void check_copies(DeckCheck *c)
{
    const sl_deck_entry *e = c->entry;
    for (int i = 0; i < c->count; i++) {
        const CardDef *def = deck_card(c, i);
        int n = 0;
        for (int k = 0; k < c->count; k++)
            n += e[k].def == e[i].def && e[k].section != SL_MISSIONS ? e[k].count : 0;
        if (n <= MOST_COPIES || deck_named_before(c, i) || has_kind(def, NODE_ANY_COPIES))
            continue;
        sl_problem *p = deck_problem(c, RULE_DECK_COPIES, "deck-copies", "there are %d copies of '%s'; at most %d are allowed", n, def->name,
                               MOST_COPIES);
        deck_concern(p, e[i].def);
    }
}

void second_check_deck(DeckCheck *c)
{
    check_sizes(c);
    if (profile_has(&c->profile, RULING_BUILDING_A_DECK))
        check_not_headquarters(c);
    else
        check_mission_kinds(c);
    check_only_headquarters(c);
    check_same_titles(c);
    check_sections(c);
    check_copies(c);
}
