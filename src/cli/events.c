/* What happened, as a story: what a player did at the margin, what came of it indented, the same thing many times in one line. */
#include "cli/screen.h"

typedef struct { char text[SL_EVENT_TEXT], cite[60]; sl_event event; } Told;

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

/* An event about one card, in three: "A beams " "Toreth" " to Deranas", "" "Toreth" " is stopped by Dark Page". */
typedef struct { Str head, name, tail; } Parts;

static const char *last_of(const char *text, const char *word)
{
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, word)); at++)
        last = at;
    return last;
}

static bool take_apart(const Told *told, Parts *out)
{
    const char *text = told->text, *tail;
    size_t head = 0;
    if (str_is(deed(told), "beams")) {
        head = strlen("A beams ");
        tail = last_of(text + head, " to ");
    } else {
        tail = deed(told).len ? NULL : strstr(text, " is ");
    }
    if (!tail)
        return false;
    *out = (Parts){ { text, head }, { text + head, (size_t)(tail - text) - head }, str_of(tail) };
    return true;
}

/* Cards to which the same happens make one line. */
static bool goes_along(const Told *first, const Told *next, Parts *one, Parts *other)
{
    return take_apart(first, one) && take_apart(next, other) && str_eq(one->head, other->head) && str_eq(one->tail, other->tail)
        && !str_is(one->name, "a card") && !str_is(other->name, "a card");
}

static void out_together(const Parts *parts, const char *names, Out *out)
{
    Str tail = parts->tail;
    out_text(out, "%.*s%s", STR(parts->head), names);
    if (parts->head.len == 0) {                 /* " is stopped": now they are */
        out_text(out, " are");
        tail = (Str){ tail.at + 3, tail.len - 3 };
    }
    out_text(out, "%.*s", STR(tail));
}

/* Prints the event and those after it that make one line with it; the number of the last. */
static long print_run(const Screen *s, long number, long newest, Told *first, int depth)
{
    char text[TEXT_SIZE] = "", names[TEXT_SIZE / 2] = "";
    Out out = { text, sizeof text, 0 }, list = { names, sizeof names, 0 };
    Told next;
    Parts one = { 0 }, other;
    int same = 1;
    for (; number < newest && tell(s, number + 1, &next); number++) {
        if (list.len < sizeof names - NAME_SIZE && same == 1 && goes_along(first, &next, &one, &other)) {
            if (list.len == 0)
                out_text(&list, "%.*s", STR(one.name));
            out_text(&list, "; %.*s", STR(other.name));
        } else if (list.len == 0 && strcmp(first->text, next.text) == 0) {
            same++;
        } else {
            break;
        }
        memcpy(first->cite, next.cite, sizeof first->cite);
    }
    if (list.len)
        out_together(&one, names, &out);
    else
        out_text(&out, "%s", first->text);
    if (same > 1)
        out_text(&out, ", %d times", same);
    out_text(&out, "%c%s%c", INK_DIM, first->cite, INK_PLAIN);
    if (depth == 0)
        printf("\n");
    say(s, 2 * depth, 2 * depth + 4, "%s", text);
    return number;
}

void screen_events(const Screen *s, long after)
{
    long newest = sl_game_events(s->game);
    bool attempting = false;
    Told told;
    for (long number = 1; number <= newest; number++) {
        if (!tell(s, number, &told))
            continue;
        int depth = depth_of(&told, &attempting);          /* of what was told before as well: an attempt may still go on */
        if (number > after)
            number = print_run(s, number, newest, &told, depth);
    }
}
