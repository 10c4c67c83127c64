/* Rulings about a card.  What the text of a card does not let happen has a printed rule as its reason, that a condition or a target is missing; the ruling
 * that says so of this very card is one as well, and a scene may name it. */
#include "scene/script.h"

/* One of the names of a list with "; " between them, or what stands in brackets behind it: a drone goes by its function and by its number. */
static bool is_listed(const char *cards, Str title)
{
    Str rest = str_of(cards), one;
    while (rest.len) {
        size_t end = 0;
        while (end < rest.len && rest.at[end] != ';')
            end++;
        one = str_trim((Str){ rest.at, end });
        rest = end < rest.len ? (Str){ rest.at + end + 1, rest.len - end - 1 } : (Str){ NULL, 0 };
        size_t open = 0;
        while (open < one.len && one.at[open] != '(')
            open++;
        bool bracketed = open < one.len && one.at[one.len - 1] == ')';
        if (str_eq_nocase(one, title) || (bracketed && str_eq_nocase((Str){ one.at + open + 1, one.len - open - 2 }, title)))
            return true;
    }
    return false;
}

static bool names_card(const Run *run, const sl_game *game, const char *cards, int id)
{
    sl_facts facts;
    return id > 0 && sl_card_facts(run->library, card_at(game, id).def, &facts) && is_listed(cards, str_of(facts.title));
}

static bool names_value(const Run *run, const sl_game *game, const char *cards, const Value *v)
{
    return (v->kind == VALUE_NAME || v->kind == VALUE_TITLE) && names_card(run, game, cards, value_card(run, game, v));
}

/* Whether the ruling names a card of the line, the one by whose text it is refused, or the one that asks. */
static bool names_any(const Run *run, const sl_game *game, const Step *s, const sl_refusal *refusal, const char *cards)
{
    sl_decision d = { 0 };
    bool any = names_value(run, game, cards, &s->target) || names_value(run, game, cards, &s->means) || names_card(run, game, cards, refusal->card);
    for (int i = 0; i < s->count && !any; i++)
        any = names_value(run, game, cards, &s->value[i]);
    if (sl_game_player(game) >= 0)
        sl_game_decision(game, &d);
    return any || names_card(run, game, cards, d.card);
}

bool is_ruled_about(const Run *run, const sl_game *game, const Step *s, const sl_refusal *refusal, Str id)
{
    sl_ruling ruling;
    if (!sl_cite_is_of_text(refusal->cite))
        return false;
    for (int i = 0; sl_ruling_get(run->library, i, &ruling); i++) {
        if (cites(id, ruling.id) && !ruling.lookup_only && stands(run, ruling.id) && names_any(run, game, s, refusal, ruling.cards))
            return true;
    }
    return false;
}
