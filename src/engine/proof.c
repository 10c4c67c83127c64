/* What a stored game rests on: the cards and rules it was begun with, and what its players were offered so far.
 *
 * A game is stored as its answers.  Another program, or other cards, may take the same answers and come to another game.  The digest of a
 * setup tells whether the cards of its decks and the rulings of its date are what they were; the proof of a game, carried on from answer
 * to answer, tells whether everybody was offered the same as then.  Neither depends on how a state lies in memory. */
#include "engine/engine.h"

static uint64_t with_text(uint64_t h, const char *text)
{
    return hash_mix(h, text ? hash_bytes(text, strlen(text)) : 1);
}

static uint64_t with_card(uint64_t h, const sl_library *lib, int def)
{
    enum { MOST_EFFECTS = 1 << 14 };
    char effects[MOST_EFFECTS];
    sl_facts f;
    if (!sl_card_facts(lib, def, &f))
        return h;
    sl_card_effects(lib, def, effects, sizeof effects);
    const char *const texts[] = { f.name, f.type, f.kind, f.affiliation, f.requirement, f.attempt, effects };
    const int numbers[] = { f.cost, f.span, f.points, f.quadrant, f.attributes[0], f.attributes[1], f.attributes[2], f.unique };
    for (size_t i = 0; i < countof(texts); i++)
        h = with_text(h, texts[i]);
    for (size_t i = 0; i < countof(numbers); i++)
        h = hash_mix(h, (uint64_t)(int64_t)numbers[i]);
    for (int i = 0; i < f.staff_count; i++)
        h = with_text(h, sl_icon_text(f.staff[i]));
    for (int k = 0; k < sl_skill_count(); k++)
        if (f.skill[k])
            h = hash_mix(with_text(h, sl_skill_name(k)), (uint64_t)f.skill[k]);
    for (int i = 0; f.traits[i]; i++)
        h = with_text(h, f.traits[i]);
    return h;
}

static uint64_t with_rulings(uint64_t h, const sl_setup *setup)
{
    Profile profile = profile_at((EditionId)setup->edition, setup->date ? setup->date : RULES_NEWEST);
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        if (profile_has(&profile, c))
            h = with_text(h, ruling_at(c)->id);
    return h;
}

uint64_t sl_setup_digest(const sl_library *lib, const sl_setup *setup)
{
    uint64_t h = with_rulings(hash_mix((uint64_t)setup->edition, (uint64_t)setup->players), setup);
    for (int p = 0; p < setup->players; p++)
        for (int i = 0; setup->deck[p] && i < sl_deck_count(setup->deck[p]); i++) {
            sl_deck_entry e = sl_deck_get(setup->deck[p], i);
            h = with_card(hash_mix(h, (uint64_t)(e.count << 4 | (int)e.section)), lib, e.def);
        }
    return h ? h : 1;
}

uint64_t sl_game_proof(const sl_game *game, uint64_t before)
{
    sl_decision d = { 0 };
    int player = sl_game_player(game);
    if (player >= 0)
        sl_game_decision(game, &d);
    uint64_t h = hash_mix(before, (uint64_t)(player + 1) << 32 | (uint64_t)d.kind << 16 | (uint64_t)(sl_game_winner(game) + 1));
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        h = hash_mix(h, (uint64_t)o.verb << 48 | (uint64_t)(uint16_t)o.card << 32 | (uint64_t)(uint16_t)o.target << 16 | (uint16_t)o.number);
    }
    for (int p = 0; p < sl_game_players(game); p++)
        h = hash_mix(h, (uint64_t)(int64_t)sl_game_points(game, p));
    return h ? h : 1;
}
