/* The editions that games of this server are of: their names, the days on which their rules changed, and the decks of either. */
#include "net/server.h"

static const int editions[] = { SL_FIRST_EDITION, SL_SECOND_EDITION };

const char *edition_name(int edition)
{
    return edition == SL_FIRST_EDITION ? "1e" : "2e";
}

int newest_rules(const sl_library *library, int edition)
{
    sl_ruling ruling;
    int newest = 0;
    for (int i = 0; sl_ruling_get(library, i, &ruling); i++)
        if (ruling.edition == edition && ruling.from > newest)
            newest = ruling.from;
    return newest;
}

/* The first day after that one on which a ruling came into force; 0: there is none. */
static int next_rules(const sl_library *library, int edition, int after)
{
    sl_ruling ruling;
    int next = 0;
    for (int i = 0; sl_ruling_get(library, i, &ruling); i++)
        if (ruling.edition == edition && ruling.from > after && (!next || ruling.from < next))
            next = ruling.from;
    return next;
}

/* The switch of a format that a client names, "" for none; false: that edition has no such format. */
bool format_switch(int edition, const char *name, char out[FORMAT_TEXT])
{
    out[0] = '\0';
    if (!name[0])
        return true;
    for (int i = 0; sl_format_name(edition, i); i++)
        if (strcmp(name, sl_format_name(edition, i)) == 0) {
            if (i > 0)
                snprintf(out, FORMAT_TEXT, "format=%d", i);
            return true;
        }
    return false;
}

/* The format of a game, by its switches. */
const char *format_of(int edition, const char *switches)
{
    int format = 0;
    const char *at = strstr(switches, "format=");
    return at && sscanf(at, "format=%d", &format) == 1 && sl_format_name(edition, format) ? sl_format_name(edition, format) : sl_format_name(edition, 0);
}

json_t *editions_json(const sl_library *library)
{
    json_t *out = json_array();
    for (size_t i = 0; i < countof(editions); i++) {
        json_t *dates = json_array(), *formats = json_array();
        char day[16];
        for (int k = 0; sl_format_name(editions[i], k); k++)
            json_array_append_new(formats, json_string(sl_format_name(editions[i], k)));
        for (int date = 0; (date = next_rules(library, editions[i], date)) != 0;) {
            date_words(date, day);
            json_array_append_new(dates, json_string(day));
        }
        json_array_append_new(out, json_pack("{s:s,s:o,s:o}", "name", edition_name(editions[i]), "dates", dates, "formats", formats));
    }
    return out;
}

static int line_of(const sl_error *err)
{
    int line = 0;
    const char *at = strchr(err->text, ':');
    return at && sscanf(at, ":%d:", &line) == 1 ? line : 0;
}

/* As a deck of whichever edition its cards are of.  What is wrong with one that is of neither is told by the reading that got further. */
sl_deck *read_deck(const Server *server, const char *name, const char *text, size_t size, int *edition, sl_error *err)
{
    sl_file file = { name, text, size };
    for (size_t i = countof(editions); i-- > 0;) {
        sl_error why = { "" };
        sl_deck *deck = sl_deck_read(server->setup.library, editions[i], &file, &why);
        if (deck || !err->text[0] || line_of(&why) > line_of(err)) {
            *edition = editions[i];
            *err = why;
        }
        if (deck) {
            err->text[0] = '\0';
            return deck;
        }
    }
    return NULL;
}

int edition_of_deck(const Server *server, const char *text)
{
    int edition = SL_SECOND_EDITION;
    sl_error err = { "" };
    sl_deck *deck = read_deck(server, "deck", text, strlen(text), &edition, &err);
    if (deck)
        sl_deck_free(deck);
    return edition;
}
