/* Lines on the screen, and cards in them. */
#include "cli/screen.h"

#include <stdarg.h>

void say(const Screen *s, int indent, int hang, const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_wrap(text, indent, hang, s->width, s->colour ? INKS_SHOWN : INKS_GONE);
}

const sl_library *screen_library(const Screen *s)
{
    return sl_game_library(s->game);
}

bool look(const Screen *s, int id, sl_card *card, sl_facts *facts)
{
    *facts = (sl_facts){ .name = "a face-down card", .type = "" };
    if (id <= 0 || !sl_game_card(s->game, s->viewer, id, card))
        return false;
    if (card->def)
        sl_card_facts(screen_library(s), card->def, facts);
    return true;
}

const char *name_of(const Screen *s, int id, char out[NAME_SIZE])
{
    sl_card card;
    sl_facts facts;
    snprintf(out, NAME_SIZE, "%s", look(s, id, &card, &facts) ? facts.name : "");
    return out;
}

bool is_type(const sl_facts *facts, const char *type)
{
    return strcmp(facts->type, type) == 0;
}

void out_tied(Out *out, const char *text)
{
    for (; *text; text++)
        out_text(out, "%c", *text == ' ' ? TIE : *text);
}

static void out_icons(sl_icons icons, Out *out)
{
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_in(icons, i))
            out_text(out, "[%s]", sl_icon_text(i));
}

/* Values change in play, but an opponent learns of that only when they are used: others see what is printed. */
static bool sees_values(const Screen *s, const sl_card *card)
{
    return card->in_play && card->commander == s->viewer;
}

static void out_skills(const Screen *s, const sl_card *card, const sl_facts *facts, Out *out)
{
    const char *comma = " ";
    for (int skill = 0; skill < sl_skill_count(); skill++) {
        int level = sees_values(s, card) ? sl_game_skill(s->game, card->id, skill) : facts->skill[skill];
        if (level < 1)
            continue;
        out_text(out, "%s", comma);
        if (level > 1)
            out_text(out, "%d%c", level, TIE);
        out_tied(out, sl_skill_name(skill));
        comma = ", ";
    }
}

static void out_personnel(const Screen *s, const sl_card *card, const sl_facts *facts, Out *out)
{
    bool seen = sees_values(s, card);
    for (int i = 0; i < 3; i++)
        out_text(out, "%c%d", i ? '-' : ' ', seen ? sl_game_attribute(s->game, card->id, i) : facts->attributes[i]);
    out_text(out, " ");
    out_icons(seen ? sl_game_icons(s->game, card->id) : facts->icons, out);
    out_skills(s, card, facts, out);
}

static void out_ship(const Screen *s, const sl_card *card, const sl_facts *facts, Out *out)
{
    int value[3];
    for (int i = 0; i < 3; i++)
        value[i] = card->in_play ? sl_game_ship_value(s->game, s->viewer, card->id, i) : facts->attributes[i];
    if (card->in_play)
        out_text(out, " Range %d of %d", value[0] - card->range_used, value[0]);
    else
        out_text(out, " ship, Range %d", value[0]);
    out_text(out, ", Weapons %d, Shields %d", value[1], value[2]);
    if (!card->in_play) {
        out_text(out, ", needs ");
        for (int i = 0; i < facts->need_cmd + facts->need_stf; i++)
            out_text(out, i < facts->need_cmd ? "[Cmd]" : "[Stf]");
    }
}

static void out_words(const sl_facts *facts, Out *out)
{
    bool kind = facts->kind && facts->kind[0] && strcmp(facts->kind, "none") != 0;
    out_text(out, " %s%s%s", kind ? facts->kind : "", kind ? " " : "", facts->type);
    if (is_type(facts, "dilemma"))
        out_text(out, ", cost %d", facts->cost);
    if (facts->text && facts->text[0])
        out_text(out, ": %c%s%c", INK_DIM, facts->text, INK_PLAIN);
}

static void out_state(const sl_card *card, Out *out)
{
    const char *const words[] = { "stopped", "damaged", "complete" };
    const bool on[] = { card->stopped, card->damaged, card->complete };
    for (size_t i = 0; i < countof(words); i++)
        if (on[i])
            out_text(out, " %c%s%c", INK_YELLOW, words[i], INK_PLAIN);
}

void out_brief(const Screen *s, int id, Out *out)
{
    sl_card card;
    sl_facts facts;
    if (!look(s, id, &card, &facts))
        return;
    out_text(out, "%s%s", facts.name, card.def ? " " : "");
    if (is_type(&facts, "personnel"))
        out_personnel(s, &card, &facts, out);
    else if (is_type(&facts, "ship"))
        out_ship(s, &card, &facts, out);
    else if (is_type(&facts, "mission"))
        out_text(out, " mission");
    else if (card.def)
        out_words(&facts, out);
    out_state(&card, out);
}

int personnel_at(const Screen *s, int place, int *ids, int room)
{
    static const sl_zone zones[] = { SL_SURFACE, SL_ABOARD };
    int found = 0;
    for (size_t z = 0; z < countof(zones); z++) {
        int there[MOST_CARDS];
        int count = sl_game_on(s->game, place, zones[z], there, MOST_CARDS);
        for (int i = 0; i < count; i++) {
            sl_card card;
            sl_facts facts;
            if (look(s, there[i], &card, &facts) && card.commander == s->viewer && !card.stopped && is_type(&facts, "personnel")
                && found < room)
                ids[found++] = there[i];
        }
    }
    return found;
}
