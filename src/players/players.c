/* The list of players, and their minds. */
#include "players/players.h"

#define PLAYER(function, ...) ChooseAnswer choose_##function;
#include "players/players.def"
#undef PLAYER

static const PlayerKind kinds[] = {
#define PLAYER(function, name, what) { name, choose_##function, what },
#include "players/players.def"
#undef PLAYER
};

int player_kinds(void)
{
    return (int)countof(kinds);
}

const PlayerKind *player_kind(int index)
{
    assert(index >= 0 && index < player_kinds());
    return &kinds[index];
}

const PlayerKind *player_find(const char *name)
{
    for (size_t i = 0; i < countof(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

Mind mind_new(uint64_t seed)
{
    Mind mind = { .scratch = NULL };
    rng_seed(&mind.rng, seed);
    return mind;
}

void mind_free(Mind *mind)
{
    if (mind->scratch)
        sl_game_free(mind->scratch);
    mind->scratch = NULL;
}
