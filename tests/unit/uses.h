/* Texts that are used as if their moment had come, for tests that carry all of them out. */
#ifndef SPACELINE_TESTS_USES_H
#define SPACELINE_TESTS_USES_H

#include "engine/engine.h"

/* What is not done but holds has nothing to use. */
static inline bool does_something(const Game *g, const Ability *a)
{
    return a->body_count && node_info[g->cat->node[node_child(g->cat, a->node, a->body_first)].op].result == 'E';
}

static inline CardId one_of(const CardSet *set, Rng *rng)
{
    int count = set_count(set), skip = count ? (int)rng_below(rng, (uint32_t)count) : 0;
    FOR_SET(id, set)
        if (skip-- == 0)
            return id;
    return NO_CARD;
}

/* Begins the use of an ability for the first player, as if its event had just happened to a card that it speaks of.  What ran before is gone. */
static inline void begin_use(sl_game *game, CardId card, int ability, Rng *rng)
{
    Game *g = &game->g;
    const Ability *a = ability_of(g, card, ability);
    Ctx ctx = ctx_of(g, card);
    ctx.you = 0;
    CardSet that = { 0 };
    CardId cause = g->encounter.active ? g->encounter.current : NO_CARD;
    int actor = 0;
    if (a->event) {
        const char *signature = event_info[a->event].signature;
        NodeId first = node_child(g->cat, a->pattern, 0), second = g->cat->node[a->pattern].argc > 1 ? node_child(g->cat, a->pattern, 1) : 0;
        if (signature[0] == 'P' && first)
            actor = players_of(g, &ctx, first) & 1 ? 0 : 1;
        NodeId cards = signature[0] == 'P' ? second : first, other = signature[0] == 'P' ? 0 : second;
        if (cards) {
            CardSet all = filter_set(g, &ctx, cards);
            CardId one = set_empty(&all) ? card : one_of(&all, rng);
            that = a->plural && !set_empty(&all) ? all : set_one(one);
        }
        CardSet causes = other ? filter_set(g, &ctx, other) : (CardSet){ 0 };
        if (!set_empty(&causes))
            cause = one_of(&causes, rng);
    }
    frames_drop(g);
    Frame *w = frame_push(g, g->world->edition->respond, actor, &(Window){ .event = a->event, .actor = (uint8_t)actor, .cause = cause, .number = 5 }, sizeof(Window));
    put_cards(g, w, that);
    Frame *f = frame_push(g, PROC_use_text, 0, &(UseText){ .card = card, .cause = cause, .ability = (uint8_t)ability, .event = a->event, .actor = (uint8_t)actor, .window = 1, .number = 5 }, sizeof(UseText));
    put_cards(g, f, that);
    table_changed(g);                           /* what texts ask about the procedures that run is to be found anew */
    game_about_to_run(game);
    game_run(g);
}

#endif
