/* What happened, as a story: what a player did at the margin, what came of it indented, the same thing many times in one line. */
#include "cli/screen.h"

typedef struct { char text[600], cite[60]; sl_event event; } Told;

/* The words of an event, and its citation apart from them. */
static bool tell(const Screen *s, long number, Told *out)
{
    sl_event event;
    if (!sl_game_event(s->game, s->viewer, number, &event)
        || !sl_game_event_text(s->game, s->viewer, number, out->text, sizeof out->text))
        return false;
    out->event = event;
    out->cite[0] = '\0';
    if (event.cite) {
        size_t len = (size_t)snprintf(out->cite, sizeof out->cite, " (%s)", sl_cite_id(event.cite));
        size_t all = strlen(out->text);
        if (all > len && strcmp(out->text + all - len, out->cite) == 0)
            out->text[all - len] = '\0';
    }
    return true;
}

/* The second word, after the letter of a player; empty when the event begins with a card. */
static Str deed(const Told *told)
{
    Str rest = str_of(told->text);
    Str who = str_word(&rest);
    return who.len == 1 ? str_word(&rest) : (Str){ "", 0 };
}

static bool is_any(Str word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(word, words[i]))
            return true;
    return false;
}

/* How far to the right: a turn, what a player does, what comes of it; an attempt holds all of that. */
static int depth_of(const Told *told, bool *attempting)
{
    static const char *const deeds[] = { "plays", "draws", "beams", "moves", "attempts", "uses", "discards", "concedes", "wins" };
    static const char *const ends[] = { "completes", "fails" };
    Str word = deed(told);
    if (strncmp(told->text, "Turn ", 5) == 0) {
        *attempting = false;
        return 0;
    }
    if (str_is(word, "attempts")) {
        *attempting = true;
        return 1;
    }
    if (is_any(word, ends, countof(ends))) {
        bool was = *attempting;
        *attempting = false;
        return was ? 2 : 1;
    }
    if (!*attempting)
        return is_any(word, deeds, countof(deeds)) ? 1 : 2;
    return str_is(word, "faces") || str_is(word, "reveals") || is_any(word, deeds, countof(deeds)) ? 2 : 3;
}

/* Cards beamed together make one line. */
static bool goes_along(const Told *first, const Told *next)
{
    return str_is(deed(first), "beams") && first->event.kind == next->event.kind && first->event.player == next->event.player
        && first->event.other == next->event.other && first->event.card && next->event.card;
}

/* Prints the event and those after it that make one line with it; the number of the last. */
static long print_run(const Screen *s, long number, long newest, const Told *first, int depth)
{
    char text[TEXT_SIZE] = "", name[NAME_SIZE];
    Out out = { text, sizeof text, 0 };
    Told next;
    int same = 1;
    bool along = false;
    for (; number < newest && tell(s, number + 1, &next); number++) {
        if (goes_along(first, &next)) {
            if (!along)
                out_text(&out, "%c beams %s", 'A' + first->event.player, name_of(s, first->event.card, name));
            out_text(&out, ", %s", name_of(s, next.event.card, name));
            along = true;
        } else if (!along && strcmp(first->text, next.text) == 0) {
            same++;
        } else {
            break;
        }
    }
    if (along)
        out_text(&out, " to %s", name_of(s, first->event.other, name));
    else
        out_text(&out, "%s", first->text);
    if (same > 1)
        out_text(&out, ", %d times", same);
    out_text(&out, "%c%s%c", INK_DIM, first->cite, INK_PLAIN);
    say(s, 2 * depth, 2 * depth + 4, "%s%s", depth ? "" : "\n", text);
    return number;
}

void screen_events(const Screen *s, long after)
{
    long newest = sl_game_events(s->game);
    bool attempting = false;
    Told told;
    for (long number = after + 1; number <= newest; number++)
        if (tell(s, number, &told))
            number = print_run(s, number, newest, &told, depth_of(&told, &attempting));
}
