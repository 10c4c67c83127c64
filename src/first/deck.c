/* Deck construction: chapter 3 of the rules. */
#include "spaceline.h"
#include "first/first.h"

enum { MISSIONS = 6, MOST_SEEDS = 30, LEAST_DRAW = 30 };

static int cards_in(const DeckCheck *c, int section)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += (int)c->entry[i].section == section ? c->entry[i].count : 0;
    return n;
}

static void check_sizes(DeckCheck *c)
{
    int missions = cards_in(c, SL_MISSIONS), seeds = cards_in(c, SL_SEED_DECK), draw = cards_in(c, SL_DRAW_DECK);
    if (missions != MISSIONS)
        deck_problem(c, RULE_FIRST_DECK_MISSIONS, "deck-missions", "the deck has %d missions; it must have exactly %d", missions, MISSIONS);
    if (profile_has(&c->profile, LAYER_SEEDS_COUNT_MISSIONS)) {
        if (seeds + missions > MOST_SEEDS)
            deck_problem(c, LAYER_SEEDS_COUNT_MISSIONS, "deck-seeds", "the seed deck has %d cards, the %d missions among them; at most %d are allowed",
                         seeds + missions, missions, MOST_SEEDS);
    } else if (seeds > MOST_SEEDS)
        deck_problem(c, RULE_FIRST_DECK_SEEDS, "deck-seeds", "the seed deck has %d cards besides the missions; at most %d are allowed", seeds, MOST_SEEDS);
    if (draw < LEAST_DRAW)
        deck_problem(c, RULE_FIRST_DECK_DRAW, "deck-draw", "the draw deck has %d cards; at least %d are needed", draw, LEAST_DRAW);
}

static void check_entry(DeckCheck *c, const sl_deck_entry *e)
{
    const CardDef *def = &c->cat->def[e->def];
    if (!type_in(first_edition.section_types[e->section], def->type)) {
        Citation rule = e->section == SL_DRAW_DECK ? RULE_FIRST_DECK_STOCKED : RULE_FIRST_DECK_SEEDABLE;
        deck_concern(deck_problem(c, rule, "deck-type", "'%s' (%d) is of type %s and cannot be there", def->name, e->count,
                                  type_name[def->type]), e->def);
    }
    int copies = 0;
    for (int i = 0; i < c->count; i++)
        copies += c->entry[i].def == e->def && c->entry[i].section == SL_MISSIONS ? c->entry[i].count : 0;
    if (e->section == SL_MISSIONS && def->unique && copies > 1)
        deck_concern(deck_problem(c, RULE_FIRST_DECK_UNIQUE, "deck-same-title", "there are %d copies of the unique mission '%s'; at most"
                                  " one is allowed", copies, def->name), e->def);
}

void first_check_deck(DeckCheck *c)
{
    check_sizes(c);
    for (int i = 0; i < c->count; i++)
        check_entry(c, &c->entry[i]);
}
