/* Cards that the catalogue has already, with effects that are written by hand, and that a card list has, too: whether both say the same. */
#include "text/build.h"

/* What the grammar makes of a printed text, in the way in which effects are shown; "" unless it reads the whole. */
static const char *printed_effects(const Lists *lists, const Lexicon *lexicon, Arena *arena, const CardDef *def, Str text)
{
    Reading reading;
    text_read(lists->grammar, lexicon, arena, text_start((CardType)def->type, (Kind)def->kind), text, &reading);
    return reading.result == READ_WHOLE ? abilities_shown(arena, reading.abilities, (CardType)def->type) : "";
}

bool print_agrees(const Lists *lists, const Listed *l, const Lexicon *lexicon)
{
    const CardDef *def = &lists->cat->def[l->def];
    Out measure = { NULL, 0, 0 };
    card_effects_shown(lists->cat, def, &measure);
    bool agrees = false;
    for (const Row *r = l->rows; r && !agrees; r = r->next) {
        Arena arena = { 0 };
        Out written = { arena_take(&arena, measure.len + 1), measure.len + 1, 0 };
        card_effects_shown(lists->cat, def, &written);
        bool headquarters = def->type == TYPE_MISSION && def->kind == KIND_HEADQUARTERS;
        const char *played = headquarters ? printed_effects(lists, lexicon, &arena, def, r->cell[COL_SKILLS]) : "";
        const char *text = printed_effects(lists, lexicon, &arena, def, r->cell[COL_TEXT]);
        size_t room = strlen(played) + strlen(text) + 1;
        Out read = { arena_take(&arena, room), room, 0 };
        out_text(&read, "%s%s", played, text);
        agrees = effects_agree(written.at, read.at);
        arena_free(&arena);
    }
    return agrees;
}
