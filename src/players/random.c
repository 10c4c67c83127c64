/* Any answer is as good as another. */
#include "players/players.h"

ChooseAnswer choose_random;

int choose_random(Mind *mind, const sl_game *game)
{
    return (int)rng_below(&mind->rng, (uint32_t)sl_game_options(game));
}
