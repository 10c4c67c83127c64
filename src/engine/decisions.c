/* What is asked now, and what may be answered: options, sets to choose, refusals. */
#include "engine/engine.h"

/* The cards of the set that is open lie in the frame that asks; those of a stack that are chosen lie in it already. */
static const Frame *asking_frame(const Game *g)
{
    bool set = g->depth && (g->frame[g->depth - 1].proc == PROC_choose_cards || g->decision.kind == SL_DECIDE_STACK);
    return set ? &g->frame[g->depth - 1] : NULL;
}

static int nth_of_set(const CardSet *set, int i)
{
    FOR_SET(id, set)
        if (i-- == 0)
            return id;
    return NO_CARD;
}

static int nth_of_pile(const Game *g, const Pile *pile, int i)
{
    FOR_PILE(g, id, pile)
        if (i-- == 0)
            return id;
    return NO_CARD;
}

static int chosen_count(const Game *g)
{
    const Frame *f = asking_frame(g);
    return !f ? 0 : g->decision.kind == SL_DECIDE_STACK ? g->stack.count : set_count(more_of(g, f));
}

static int eligible_count(const Game *g)
{
    const Frame *f = asking_frame(g);
    return !f ? 0 : set_count(cards_of(g, f)) + (g->decision.kind == SL_DECIDE_STACK ? g->stack.count : 0);
}

int sl_game_chosen(const sl_game *game, int i)
{
    const Game *g = &game->g;
    const Frame *f = asking_frame(g);
    return !f ? NO_CARD : g->decision.kind == SL_DECIDE_STACK ? nth_of_pile(g, &g->stack, i) : nth_of_set(more_of(g, f), i);
}

int sl_game_eligible(const sl_game *game, int i)
{
    const Game *g = &game->g;
    const Frame *f = asking_frame(g);
    if (!f)
        return NO_CARD;
    int left = set_count(cards_of(g, f));
    return i < left ? nth_of_set(cards_of(g, f), i) : g->decision.kind == SL_DECIDE_STACK ? nth_of_pile(g, &g->stack, i - left) : NO_CARD;
}

/* The window that is open, or the one that the asking text responds in. */
static const Frame *window_asked(const Game *g)
{
    const Frame *f = g->depth ? &g->frame[g->depth - 1] : NULL;
    if (f && f->proc == g->world->edition->respond)
        return f;
    int window = f && f->scope ? g->scope[f->scope - 1].window : 0;
    return window ? &g->frame[window - 1] : NULL;
}

static void add_moment(const Game *g, sl_decision *out)
{
    const Frame *f = window_asked(g);
    if (!f)
        return;
    out->moment = event_info[((const Window *)(const void *)f->locals)->event].word;
    out->subject_count = set_count(cards_of(g, f));
}

int sl_game_subject(const sl_game *game, int i)
{
    const Frame *f = sl_game_player(game) < 0 ? NULL : window_asked(&game->g);
    return f ? nth_of_set(cards_of(&game->g, f), i) : NO_CARD;
}

void sl_game_decision(const sl_game *game, sl_decision *out)
{
    const Game *g = &game->g;
    const Decision *d = &g->decision;
    memset(out, 0, sizeof *out);
    out->player = sl_game_player(game);
    out->about = out->moment = "";
    if (out->player < 0)
        return;
    out->kind = (sl_decide)d->kind;
    if (d->kind == SL_DECIDE_SET && g->segment == SEGMENT_DISCARD && d->about == NODE_DISCARD && d->card == NO_CARD)
        out->kind = SL_DECIDE_DISCARD;
    out->options = d->count;
    out->card = d->card;
    out->about = purpose_words(d);
    out->purpose = purpose_of(d);
    out->least = d->least;
    out->may_end = d->may_end;
    out->chosen_count = chosen_count(g);
    out->ordered = d->kind == SL_DECIDE_STACK;
    out->eligible_count = eligible_count(g);
    out->most = d->most < MAX_CARDS ? d->most : SL_ANY;
    add_moment(g, out);
    CardId from, to;
    if (g->world->edition->beam_ends(g, &from, &to)) {
        out->from = from;
        out->to = to;
    }
}

static bool set_is_open(const Game *g)
{
    if (!g->depth || g->over)
        return false;
    int kind = g->decision.kind;
    return kind == SL_DECIDE_STACK || (g->frame[g->depth - 1].proc == PROC_choose_cards && (kind == SL_DECIDE_SET || kind == SL_DECIDE_CARD));
}

static int option_for(const Game *g, int verb, CardId card)
{
    for (int i = 0; i < g->decision.count; i++)
        if (option_at(g, i).verb == verb && option_at(g, i).card == card)
            return i;
    return -1;
}

static bool may_choose(const sl_game *game, const int *ids, int count)
{
    sl_decision d;
    sl_game_decision(game, &d);
    if (!set_is_open(&game->g) || d.chosen_count || count < d.least || (d.most && count > d.most))
        return false;
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (int k = 0; k < d.eligible_count; k++)
            found |= sl_game_eligible(game, k) == ids[i];
        for (int k = 0; k < i; k++)
            found &= ids[k] != ids[i];
        if (!found)
            return false;
    }
    return true;
}

/* The answers come in the order in which the cards are offered, but for a stack, whose order is the player's.  NO_CARD: none of them is. */
static CardId next_of(const Game *g, const int *ids, int count, int done)
{
    if (g->decision.kind == SL_DECIDE_STACK)
        return (CardId)ids[done];
    for (int i = 0; i < g->decision.count; i++)
        for (int k = 0; k < count; k++)
            if (option_at(g, i).verb == SL_CHOOSE && option_at(g, i).card == ids[k])
                return (CardId)ids[k];
    return NO_CARD;
}

/* The last cards of a set may go without saying, and then another question is open: what follows is no answer to that. */
static int choose_one_by_one(Game *g, const int *ids, int count, int *answers, int room)
{
    int depth = g->depth, n = 0;
    while (n <= count && set_is_open(g) && g->depth == depth && g->decision.chosen_count == n) {
        int option = n < count ? option_for(g, SL_CHOOSE, next_of(g, ids, count, n)) : option_for(g, SL_DONE, NO_CARD);
        if (option < 0 || n == room)
            return 0;
        answers[n++] = option;
        game_answer(g, option);
    }
    return n;
}

int sl_game_set_answers(const sl_game *game, const int *ids, int count, int *answers, int room)
{
    if (!may_choose(game, ids, count))
        return 0;
    sl_game *there = sl_game_clone(game);
    int n = choose_one_by_one(&there->g, ids, count, answers, room);
    sl_game_free(there);
    return n;
}

static sl_option public_option(const Option *o)
{
    bool names = o->verb == SL_NAME_CARD;
    return (sl_option){ (sl_verb)o->verb, o->card, o->target, names ? 0 : o->number, names ? o->def : 0 };
}

sl_option sl_game_option(const sl_game *game, int option)
{
    if (option < 0 || option >= sl_game_options(game))
        return (sl_option){ .verb = SL_PASS };
    Option o = option_at(&game->g, option);
    return public_option(&o);
}

static int refusals_of(const Trace *t, sl_refusal *out, int room)
{
    int n = t->refusal_count < room ? t->refusal_count : room;
    for (int i = 0; i < n; i++) {
        const Option *o = &t->refusal[i].option;
        out[i] = (sl_refusal){ public_option(o), t->refusal[i].cite, t->refusal[i].card };
    }
    return n;
}

int sl_game_refusals(const sl_game *game, sl_refusal *out, int room)
{
    if (game->trace && game->trace->reasons)
        return refusals_of(game->trace, out, room);
    sl_game *again = game_with_reasons(game);
    int n = again ? refusals_of(again->trace, out, room) : 0;
    sl_game_free(again);
    return n;
}

int sl_game_refusals_dropped(const sl_game *game)
{
    if (game->trace && game->trace->reasons)
        return game->trace->refusals_dropped;
    sl_game *again = game_with_reasons(game);
    int n = again ? again->trace->refusals_dropped : 0;
    sl_game_free(again);
    return n;
}
