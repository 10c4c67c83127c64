/* Cards by the name a scene gave them, or by their title. */
#include "scene/script.h"

sl_card card_at(const sl_game *game, int id)
{
    sl_card card = { 0 };
    if (id > 0)
        sl_game_card(game, SL_OPEN, id, &card);
    return card;
}

bool title_names(const Run *run, int def, Str title)
{
    sl_facts facts;
    if (def <= 0 || !sl_card_facts(run->library, def, &facts) || facts.edition != run->script->edition)
        return false;
    char text[200];
    snprintf(text, sizeof text, "%.*s", STR(title));
    return title.len < sizeof text && sl_card_bears(run->library, def, text);
}

/* A title that several cards bear is known, though it does not say which of them is meant. */
bool title_known(const Run *run, Str title)
{
    char text[200];
    if (title.len >= sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", STR(title));
    if (sl_card_find(run->library, run->script->edition, text))
        return true;
    for (int def = 1; def <= sl_card_count(run->library); def++)
        if (title_names(run, def, title))
            return true;
    return false;
}

const char *card_title(const Run *run, const sl_game *game, int id)
{
    sl_facts facts;
    int def = card_at(game, id).def;
    return def && sl_card_facts(run->library, def, &facts) ? facts.name : "nothing";
}

bool value_is(const Run *run, const sl_game *game, const Value *v, int id)
{
    if (id <= 0)
        return false;
    if (v->kind == VALUE_NAME)
        return run->id[v->number] == id;
    if (v->kind != VALUE_TITLE)
        return false;
    sl_card card = card_at(game, id);
    return (v->owner == ANYONE || v->owner == card.owner) && title_names(run, card.def, v->text);
}

/* In play, or with a card that is, or on its way. */
static bool on_table(sl_card card)
{
    return card.in_play || sl_zone_hosted(card.zone) || card.zone == SL_BRIG || card.zone == SL_STACK || card.zone == SL_DRAWN
        || card.zone == SL_PLAYING;
}

/* A title means the one card of that title on the table, or else the one anywhere. */
int value_card(const Run *run, const sl_game *game, const Value *v)
{
    if (v->kind == VALUE_NAME)
        return run->id[v->number];
    int seen[2] = { 0, 0 }, last[2] = { 0, 0 };
    for (int id = 1; id <= sl_game_cards(game); id++)
        if (value_is(run, game, v, id)) {
            int where = on_table(card_at(game, id));
            seen[where]++;
            last[where] = id;
        }
    int where = seen[1] > 0;
    return seen[where] > 1 ? -1 : last[where];
}

size_t describe_place(const Run *run, const sl_game *game, int id, char *out, size_t size)
{
    Out o = { out, size, 0 };
    sl_card card = card_at(game, id);
    const char *phrase = sl_zone_phrase(card.zone);
    if (!phrase)
        out_text(&o, "in %s", sl_zone_word(run->script->edition, card.zone));
    else if (sl_zone_hosted(card.zone))
        out_text(&o, "%s \"%s\"", phrase, card_title(run, game, card.host));
    else
        out_text(&o, "%s", phrase);
    return o.len;
}
