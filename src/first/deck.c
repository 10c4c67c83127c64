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
    char text[160];
    int missions = cards_in(c, SL_MISSIONS), seeds = cards_in(c, SL_SEED_DECK), draw = cards_in(c, SL_DRAW_DECK);
    if (missions != MISSIONS) {
        snprintf(text, sizeof text, "the deck has %d missions; it must have exactly %d", missions, MISSIONS);
        c->tell(c, RULE_FIRST_DECK_MISSIONS, "deck-missions", 0, text);
    }
    if (seeds > MOST_SEEDS) {
        snprintf(text, sizeof text, "the seed deck has %d cards besides the missions; at most %d are allowed", seeds, MOST_SEEDS);
        c->tell(c, RULE_FIRST_DECK_SEEDS, "deck-seeds", 0, text);
    }
    if (draw < LEAST_DRAW) {
        snprintf(text, sizeof text, "the draw deck has %d cards; at least %d are needed", draw, LEAST_DRAW);
        c->tell(c, RULE_FIRST_DECK_DRAW, "deck-draw", 0, text);
    }
}

static void check_entry(DeckCheck *c, const sl_deck_entry *e)
{
    const CardDef *def = &c->cat->def[e->def];
    char text[240];
    if (!type_in(first_edition.section_types[e->section], def->type)) {
        snprintf(text, sizeof text, "'%s' (%d) is of type %s and cannot be there", def->name, e->count, type_name[def->type]);
        c->tell(c, e->section == SL_DRAW_DECK ? RULE_FIRST_DECK_STOCKED : RULE_FIRST_DECK_SEEDABLE, "deck-type", e->def, text);
    }
    int copies = 0;
    for (int i = 0; i < c->count; i++)
        copies += c->entry[i].def == e->def && c->entry[i].section == SL_MISSIONS ? c->entry[i].count : 0;
    if (e->section == SL_MISSIONS && def->unique && copies > 1) {
        snprintf(text, sizeof text, "there are %d copies of the unique mission '%s'; at most one is allowed", copies, def->name);
        c->tell(c, RULE_FIRST_DECK_UNIQUE, "deck-same-title", e->def, text);
    }
}

void first_check_deck(DeckCheck *c)
{
    check_sizes(c);
    for (int i = 0; i < c->count; i++)
        check_entry(c, &c->entry[i]);
}
