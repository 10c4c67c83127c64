/* Cards of a deck that none of its places lets be played: with these headquarters they can never enter play. */
#include "engine/engine.h"

/* A card of the deck that is no mission lets cards be played somewhere else: where that will be, nobody knows yet. */
static bool opens_places(const Catalogue *cat, const sl_deck *deck)
{
    for (int i = 0; i < sl_deck_count(deck); i++) {
        sl_deck_entry e = sl_deck_get(deck, i);
        const CardDef *def = &cat->def[e.def];
        for (int k = 0; k < def->ability_count && e.section != SL_MISSIONS; k++)
            if (cat->ability[def->ability + k].kind == NODE_PERMIT_PLAY)
                return true;
    }
    return false;
}

/* The missions lie on a table, and each card is asked about in the hand. */
int sl_deck_stranded(const sl_library *lib, const sl_deck *deck, int edition, int date, int *defs, int room)
{
    sl_setup setup = { .edition = edition, .date = date, .players = SL_PLAYERS, .seed = 1, .blank = true };
    int count = 0, missions = 0;
    sl_error err = { "" };
    if (!edition_of(edition)->has_place || opens_places(lib->cat, deck))
        return 0;
    sl_game *game = sl_game_new(lib, &setup, &err);
    for (int i = 0; game && i < sl_deck_count(deck); i++) {
        sl_deck_entry e = sl_deck_get(deck, i);
        if (e.section == SL_MISSIONS)
            missions += sl_table_put(game, 0, e.def, SL_ROW, 0, &err) > 0;
    }
    for (int i = 0; game && missions && i < sl_deck_count(deck); i++) {
        sl_deck_entry e = sl_deck_get(deck, i);
        int id = e.section == SL_DRAW_DECK ? sl_table_put(game, 0, e.def, SL_HAND, 0, &err) : 0;
        if (id && !edition_of(edition)->has_place(&game->g, 0, (CardId)id) && count < room)
            defs[count++] = e.def;
    }
    sl_game_free(game);
    return count;
}
