/* What cards that cannot be played are waiting for: where the reading of their texts stops, ordered by how many titles it would free. */
#include "cli/cli.h"

#include <stdlib.h>

enum { MOST_PLACES = 4096, PLACE_ROOM = 96 };

/* A place where reading stops: the words around it; how many titles stop there alone, how many there and elsewhere. */
typedef struct { char around[PLACE_ROOM]; int alone, beside; const char *title; } Place;

static size_t words_back(const char *text, size_t at, int words)
{
    size_t begin = at;
    while (begin && text[begin - 1] == ' ')
        begin--;
    for (; words && begin; words--) {
        while (begin && text[begin - 1] != ' ')
            begin--;
        if (words > 1)
            while (begin && text[begin - 1] == ' ')
                begin--;
    }
    return begin;
}

static size_t words_on(const char *text, size_t at, size_t end, int words)
{
    for (; words && at < end; words--) {
        while (at < end && text[at] == ' ')
            at++;
        while (at < end && text[at] != ' ')
            at++;
    }
    return at;
}

static void count_place(Place *place, int *places, const sl_sentence *s, bool alone, const char *title)
{
    char around[PLACE_ROOM];
    size_t begin = words_back(s->words, s->stopped, 3), end = words_on(s->words, s->stopped, s->length, 3);
    snprintf(around, sizeof around, "%.*s| %.*s", (int)(s->stopped - begin), s->words + begin, (int)(end - s->stopped), s->words + s->stopped);
    int i = 0;
    while (i < *places && !str_is_nocase(str_of(place[i].around), around))
        i++;
    if (i == MOST_PLACES)
        return;
    if (i == *places) {
        place[i] = (Place){ .title = title };
        memcpy(place[i].around, around, sizeof around);
        ++*places;
    }
    place[i].alone += alone;
    place[i].beside += !alone;
}

static int by_titles(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    return x->alone != y->alone ? y->alone - x->alone : y->beside - x->beside;
}

static void count_clauses(const Data *data, const sl_facts *facts, Place *place, int *places)
{
    Str rest = str_of(facts->unplayable);
    bool alone = !strchr(facts->unplayable, '\n');
    for (Str line = str_line(&rest); line.len; line = str_line(&rest)) {
        char text[2048];
        sl_error error;
        sl_sentence s;
        snprintf(text, sizeof text, "%.*s", STR(line));
        const char *type = facts->kind && strcmp(facts->kind, "headquarters") == 0 ? "headquarters" : facts->type;
        sl_explanation *e = sl_explain(data->library, facts->edition, type, "", text, &error);
        for (int i = 0; e && sl_explained_sentence(e, i, &s); i++)
            if (strcmp(s.result, "stopped") == 0)
                count_place(place, places, &s, alone, facts->name);
        sl_explanation_free(e);
    }
}

void print_missing(const Data *data, bool (*counts)(const sl_facts *, const void *), const void *context, Json *json)
{
    Place *place = calloc(MOST_PLACES, sizeof *place);
    int places = 0;
    sl_facts facts;
    for (int def = 1; place && def <= sl_card_count(data->library); def++)
        if (sl_card_facts(data->library, def, &facts) && counts(&facts, context) && facts.unplayable && facts.unplayable[0])
            count_clauses(data, &facts, place, &places);
    if (places)
        qsort(place, (size_t)places, sizeof *place, by_titles);
    if (json)
        json_open(json, "missing", '[');
    for (int i = 0; i < places; i++) {
        if (!json) {
            printf("%4d %4d  %s   (%s)\n", place[i].alone, place[i].beside, place[i].around, place[i].title);
            continue;
        }
        json_open(json, NULL, '{');
        json_text(json, "where", place[i].around);
        json_int(json, "frees", place[i].alone);
        json_int(json, "beside_others", place[i].beside);
        json_text(json, "title", place[i].title);
        json_close(json, '}');
    }
    if (json)
        json_close(json, ']');
    free(place);
}
