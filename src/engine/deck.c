/* Decks: LackeyCCG's text form read, and the rules of deck building (second edition rulebook, "Building a deck").
 *
 * Reading refuses what cannot be understood, at its place.  What can be understood but not played is a matter of sl_deck_check,
 * which names every violated rule and not only the first (2E-4.8). */
#include "engine/engine.h"

#include <stdarg.h>
#include <stdlib.h>

enum { MOST_COPIES_A_LINE = 99, MOST_CARDS = 400, LONGEST_LINE = 1000, SHOWN = 60 };

static void *resized(void *at, size_t size)
{
    void *more = realloc(at, size);
    if (!more)
        out_of_memory();
    return more;
}

/* ---- a deck ---- */

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 127;
}

/* A name is shown on one line and is never empty. */
static sl_deck *deck_new(Str name)
{
    sl_deck *deck = resized(NULL, sizeof *deck);
    name = str_trim(name);
    if (name.len == 0)
        name = str_of("deck");
    *deck = (sl_deck){ .name = resized(NULL, name.len + 1) };
    for (size_t i = 0; i < name.len; i++)
        deck->name[i] = is_control(name.at[i]) ? '?' : name.at[i];
    deck->name[name.len] = '\0';
    return deck;
}

void sl_deck_free(sl_deck *deck)
{
    if (!deck)
        return;
    free(deck->name);
    free(deck->entry);
    free(deck);
}

const char *sl_deck_name(const sl_deck *deck)
{
    return deck->name;
}

int sl_deck_count(const sl_deck *deck)
{
    return deck->count;
}

sl_deck_entry sl_deck_get(const sl_deck *deck, int i)
{
    return i >= 0 && i < deck->count ? deck->entry[i] : (sl_deck_entry){ 0 };
}

void sl_deck_mix(sl_deck *deck, uint64_t seed)
{
    Rng rng;
    rng_seed(&rng, seed);
    for (int first = 0, end; first < deck->count; first = end) {
        sl_section section = deck->entry[first].section;
        for (end = first; end < deck->count && deck->entry[end].section == section; end++)
            ;
        for (int left = section == SL_MISSIONS ? 0 : end - first; left > 1; left--) {
            int pick = first + (int)rng_below(&rng, (uint32_t)left), last = first + left - 1;
            sl_deck_entry entry = deck->entry[pick];
            deck->entry[pick] = deck->entry[last];
            deck->entry[last] = entry;
        }
    }
}

/* The words of clients, and the lines of deck files, which are those of the plugin's decks. */
static const struct { const char *word, *heading; } section_info[SL_SECTION_COUNT] = {
    [SL_DRAW_DECK] = { "draw", "" },             [SL_DILEMMA_PILE] = { "dilemmas", "Dilemmas:" }, [SL_MISSIONS] = { "missions", "Missions:" },
    [SL_SEED_DECK] = { "seeds", "Seed+Dil:" },   [SL_SITES] = { "sites", "Sites:" },              [SL_TENT_DECK] = { "tent", "QsTent:" },
    [SL_CONTINUUM_DECK] = { "continuum", "Flash:" }, [SL_BRIDGE_DECK] = { "bridge", "Tactics:" }, [SL_TRIBBLE_DECK] = { "tribbles", "Tribbles:" },
};

const char *sl_section_word(sl_section section)
{
    return section < SL_SECTION_COUNT ? section_info[section].word : "";
}

const char *sl_section_heading(sl_section section)
{
    return section < SL_SECTION_COUNT ? section_info[section].heading : "";
}

size_t sl_deck_write(const sl_library *lib, const sl_deck *deck, char *buffer, size_t size)
{
    Out out = { buffer, size, 0 };
    sl_section section = SL_DRAW_DECK;
    if (size)
        buffer[0] = '\0';
    for (int i = 0; i < deck->count; i++) {
        const sl_deck_entry *e = &deck->entry[i];
        if (e->section != section)
            out_text(&out, "%s\n", sl_section_heading(e->section));
        section = e->section;
        out_text(&out, "%d\t%s\n", e->count, lib->cat->def[e->def].name);
    }
    return out.len;
}

static void deck_add(sl_deck *deck, sl_deck_entry entry)
{
    if (deck->count == deck->room) {
        deck->room = deck->room ? 2 * deck->room : 64;
        deck->entry = resized(deck->entry, (size_t)deck->room * sizeof *deck->entry);
    }
    deck->entry[deck->count++] = entry;
}

/* ---- titles as people and programs write them ---- */

/* The part of a text that a message shows: short, and cut between two characters. */
static Str shown(Str s)
{
    if (s.len > SHOWN)
        for (s.len = SHOWN; s.len && ((unsigned char)s.at[s.len] & 0xC0) == 0x80;)
            s.len--;
    return s;
}

/* A line that is not UTF-8 is Latin-1: every byte is a character of that number. */
static Str as_utf8(Str s, char out[2 * LONGEST_LINE])
{
    if (str_utf8(s))
        return s;
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];
        if (c >= 0x80)
            out[n++] = (char)(0xC0 | c >> 6);
        out[n++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3F));
    }
    return (Str){ out, n };
}

/* Typographic quotes, also those of Windows taken for Latin-1, as the typewriter's: cards are printed with these. */
static Str with_plain_quotes(Str s, char out[2 * LONGEST_LINE])
{
    static const struct { const char *fancy; char plain; } quotes[] = {
        { "\u2018", '\'' }, { "\u2019", '\'' }, { "\u201C", '"' }, { "\u201D", '"' },
        { "\xC2\x91", '\'' }, { "\xC2\x92", '\'' }, { "\xC2\x93", '"' }, { "\xC2\x94", '"' },
    };
    size_t n = 0;
    for (size_t i = 0; i < s.len;) {
        size_t k = 0, len = 1;
        for (; k < countof(quotes); k++) {
            len = strlen(quotes[k].fancy);
            if (s.len - i >= len && memcmp(s.at + i, quotes[k].fancy, len) == 0)
                break;
        }
        out[n++] = k < countof(quotes) ? quotes[k].plain : s.at[i];
        i += k < countof(quotes) ? len : 1;
    }
    return (Str){ out, n };
}

static bool ends_with(Str s, const char *ending)
{
    size_t n = strlen(ending);
    return s.len >= n && memcmp(s.at + s.len - n, ending, n) == 0;
}

/* Takes off one thing that is no part of a title: quotes around it, or a mark or tag behind it. */
static Str peeled(Str s)
{
    if (s.len > 2 && s.at[0] == '"' && s.at[s.len - 1] == '"')
        return str_trim((Str){ s.at + 1, s.len - 2 });
    return title_unmarked(s);
}

/* Finds the card with as little taken off its title as will do; leaves the barest title in *title. */
static DefId find_peeling(const Catalogue *cat, EditionId edition, Str *title)
{
    for (;;) {
        DefId def = catalogue_find(cat, edition, *title);
        Str less = peeled(*title);
        if (def || less.len == title->len)
            return def;
        *title = less;
    }
}

/* ---- reading ---- */

typedef struct {
    const Catalogue *cat;
    EditionId   edition;
    sl_deck    *deck;
    sl_section  section;
    Str         spare;                         /* the heading, where a section holds nothing that is played */
    int         cards;
    const char *file;
    int         line;
    Str         text;                          /* the line, as it stands in the file */
    Error      *err;
} DeckReader;

static int column(const DeckReader *r, Str part)
{
    return (int)(part.at - r->text.at) + 1;
}

static bool wrong(const DeckReader *, int col, const char *format, ...) PRINTF_LIKE(3, 4);

static bool wrong(const DeckReader *r, int col, const char *format, ...)
{
    Error what;
    va_list args;
    va_start(args, format);
    vsnprintf(what.text, sizeof what.text, format, args);
    va_end(args);
    return error_at(r->err, r->file, r->line, col, "%s", what.text);
}

/* Writes "A; B; C": the cards that share a title.  Returns how many there are. */
static int bearers(const DeckReader *r, Str title, Out *out)
{
    int count = 0;
    for (int i = 1; i < r->cat->def_count; i++)
        if (r->cat->def[i].edition == r->edition && str_is_nocase(title, r->cat->def[i].title))
            out_text(out, "%s%s", count++ ? "; " : "", r->cat->def[i].name);
    return count;
}

static bool no_such_card(const DeckReader *r, int col, Str title)
{
    char names[240] = "";
    Out out = { names, sizeof names, 0 };
    Str cut = shown(title);
    if (bearers(r, title, &out) > 1)
        return wrong(r, col, "several cards are titled '%.*s'; say which: %s", STR(cut), names);
    EditionId other = r->edition == EDITION_SECOND ? EDITION_FIRST : EDITION_SECOND;
    if (catalogue_find(r->cat, other, title))
        return wrong(r, col, "'%.*s' is a card of the other edition; this deck is read as %s", STR(cut),
                     r->edition == EDITION_SECOND ? "2e" : "1e");
    catalogue_nearest(r->cat, r->edition, title, names, sizeof names);
    if (!names[0])
        return wrong(r, col, "no card is called '%.*s', and no title is near it", STR(cut));
    return wrong(r, col, "no card is called '%.*s'; nearest: %s", STR(cut), names);
}

/* A mission by its subtitle alone, as old lists name it: "Protect the Escapees".  0 unless exactly one card ends so. */
static DefId find_by_end(const DeckReader *r, Str written)
{
    DefId found = 0;
    for (int i = 1; i < r->cat->def_count; i++) {
        Str name = str_of(r->cat->def[i].name);
        bool ends = r->cat->def[i].edition == r->edition && r->cat->def[i].type == TYPE_MISSION && name.len > written.len + 1 && name.at[name.len - written.len - 1] == ' '
            && str_eq_nocase((Str){ name.at + name.len - written.len, written.len }, written);
        if (ends && found)
            return 0;
        found = ends ? (DefId)i : found;
    }
    return found;
}

/* One letter that is another: "Jean Hejar …".  0 unless exactly one long name is so near. */
static DefId find_with_slip(const DeckReader *r, Str written)
{
    enum { LONG_NAME = 12 };
    DefId found = 0;
    for (int i = 1; i < r->cat->def_count && written.len >= LONG_NAME; i++) {
        Str name = str_of(r->cat->def[i].name);
        size_t other = 0;
        if (r->cat->def[i].edition != r->edition || name.len != written.len)
            continue;
        for (size_t k = 0; k < name.len && other < 2; k++)
            other += (name.at[k] | 32) != (written.at[k] | 32);
        if (other < 2 && found)
            return 0;
        found = other < 2 ? (DefId)i : found;
    }
    return found;
}

static DefId read_title(const DeckReader *r, Str written)
{
    char utf8[2 * LONGEST_LINE], plain[2 * LONGEST_LINE];
    Str as_is = as_utf8(written, utf8);
    Str bare = with_plain_quotes(as_is, plain);
    DefId def = find_peeling(r->cat, r->edition, &as_is);
    if (!def)
        def = find_peeling(r->cat, r->edition, &bare);
    if (!def)
        def = find_by_end(r, bare);
    if (!def)
        def = find_with_slip(r, bare);
    if (!def)
        no_such_card(r, column(r, written), bare);
    return def;
}

static bool begins_with_number(Str s)
{
    bool sign = s.len > 1 && (s.at[0] == '-' || s.at[0] == '+');
    return s.len && s.at[sign] >= '0' && s.at[sign] <= '9';
}

/* All sections that decks of the edition may have, with commas between. */
static const char *headings(EditionId edition, char *out, size_t size)
{
    Out text = { out, size, 0 };
    for (sl_section s = SL_DRAW_DECK + 1; s < SL_SECTION_COUNT; s++)
        if (edition_of((int)edition)->section_types[s])
            out_text(&text, "%s%s", text.len ? ", " : "", section_info[s].heading);
    return out;
}

static bool read_card(DeckReader *r, Str rest)
{
    char utf8[2 * LONGEST_LINE];
    Str word = str_word(&rest);
    Str title = str_trim(rest);
    int count = 0;
    Str cut = shown(as_utf8(word, utf8));
    if (!begins_with_number(word))
        return wrong(r, column(r, word), "expected a count, a tab and a title, or a section such as Missions:, but"
                     " found '%.*s'", STR(cut));
    if (!str_int(word, &count) || count < 1 || count > MOST_COPIES_A_LINE)
        return wrong(r, column(r, word), "'%.*s' is no count: a whole number from 1 to %d is wanted", STR(cut),
                     MOST_COPIES_A_LINE);
    if (title.len == 0)
        return wrong(r, (int)r->text.len + 1, "a title is missing after the count");
    DefId def = read_title(r, title);
    if (!def)
        return false;
    r->cards += count;
    if (r->cards > MOST_CARDS)
        return wrong(r, column(r, word), "the deck has %d cards with this line; %d are the most", r->cards, MOST_CARDS);
    if (str_is_nocase(r->spare, "Aside:") || str_is_nocase(r->spare, "Outside:"))
        return true;
    char there[160] = "";
    if (r->spare.len)
        return wrong(r, 1, "the section '%.*s' is not played yet; a First Edition deck has %s", STR(r->spare),
                     headings(r->edition, there, sizeof there));
    deck_add(r->deck, (sl_deck_entry){ def, count, r->section });
    return true;
}

/* Sections of the plugin's decks that no game begins with.  What is set aside or outside the game stays there; the others are refused unless
 * they are empty. */
static bool is_spare_heading(const DeckReader *r, Str line)
{
    static const char *const spare[] = { "Aside:", "Outside:", "Dyson:", "Ref:" };
    for (size_t i = 0; i < countof(spare) && r->edition == EDITION_FIRST; i++)
        if (str_is_nocase(line, spare[i]))
            return true;
    return false;
}

static bool read_section(DeckReader *r, Str line)
{
    char utf8[2 * LONGEST_LINE], there[160] = "";
    Str cut = shown(as_utf8(line, utf8));
    r->spare = is_spare_heading(r, line) ? line : (Str){ NULL, 0 };
    if (r->spare.len)
        return true;
    for (sl_section s = SL_DRAW_DECK + 1; s < SL_SECTION_COUNT; s++)
        if (str_is_nocase(line, section_info[s].heading)) {
            r->section = s;
            return edition_of((int)r->edition)->section_types[s]
                || wrong(r, column(r, line), "'%.*s' is a section of %s decks; a %s deck has %s", STR(cut),
                         r->edition == EDITION_FIRST ? "Second Edition" : "First Edition", edition_of((int)r->edition)->title,
                         headings(r->edition, there, sizeof there));
        }
    return wrong(r, column(r, line), "no section is called '%.*s'; the sections are %s", STR(cut), headings(r->edition, there, sizeof there));
}

static bool read_line(DeckReader *r)
{
    Str line = str_trim(r->text);
    const char *nul = r->text.len ? memchr(r->text.at, 0, r->text.len) : NULL;
    if (nul)
        return wrong(r, (int)(nul - r->text.at) + 1, "a NUL byte; a deck is plain text, UTF-8 or Latin-1");
    if (r->text.len > LONGEST_LINE)
        return wrong(r, LONGEST_LINE + 1, "this line is %zu bytes long; a count, a tab and a title need no more than %d",
                     r->text.len, LONGEST_LINE);
    if (line.len == 0 || line.at[0] == '#' || (line.len > 1 && line.at[0] == '/' && line.at[1] == '/'))
        return true;
    return ends_with(line, ":") && !begins_with_number(line) ? read_section(r, line) : read_card(r, line);
}

static bool read_lines(DeckReader *r, Str rest)
{
    int first = r->line;
    for (; rest.len; r->line++) {
        r->text = str_line(&rest);
        if (!read_line(r))
            return false;
    }
    if (r->deck->count == 0)
        return error_at(r->err, r->file, first, 1,
                        "there is no card in this deck; a card is a line with a count, a tab and a title");
    return true;
}

sl_deck *deck_read_from(const sl_library *lib, int edition, Str name, Source from, Error *err)
{
    if (!edition_of(edition)) {
        error_at(err, from.file, 0, 0, "there are no decks of this edition");
        return NULL;
    }
    DeckReader r = { .cat = lib->cat, .edition = (EditionId)edition, .deck = deck_new(name), .section = SL_DRAW_DECK,
                     .file = from.file, .line = from.line, .err = err };
    if (read_lines(&r, from.rest))
        return r.deck;
    sl_deck_free(r.deck);
    return NULL;
}

/* The last part of a path, without its extension. */
static Str name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return (Str){ name, dot && dot > name ? (size_t)(dot - name) : strlen(name) };
}

static bool begins_with(Str s, const char *bytes)
{
    size_t n = strlen(bytes);
    return s.len >= n && memcmp(s.at, bytes, n) == 0;
}

sl_deck *sl_deck_read(const sl_library *lib, int edition, const sl_file *file, sl_error *error)
{
    Error err = { "" };
    Str text = { file->data, file->size };
    sl_deck *deck = NULL;
    if (begins_with(text, "\xEF\xBB\xBF"))
        text = (Str){ text.at + 3, text.len - 3 };
    if (begins_with(text, "\xFF\xFE") || begins_with(text, "\xFE\xFF"))
        error_at(&err, file->name, 1, 1, "this text is UTF-16; a deck is UTF-8 or Latin-1");
    else
        deck = deck_read_from(lib, edition, name_of_file(file->name), (Source){ file->name, text, 1, 1, (EditionId)edition }, &err);
    if (!deck)
        sl_error_copy(error, &err);
    return deck;
}

/* ---- the rules of deck building ---- */

bool section_takes(sl_section section, const CardDef *def)
{
    return type_in(edition_of(def->edition)->section_types[section], def->type);
}

size_t not_playable(const CardDef *def, char *out, size_t size)
{
    enum { QUOTED = 120 };
    Str rest = str_of(def->unplayable), clause = str_line(&rest);
    int more = 0;
    while (rest.len)
        more += str_line(&rest).len > 0;
    Out text = { out, size, 0 };
    out_text(&text, "'%s' is not playable: clause \"", def->name);
    out_str(&text, clause.len > QUOTED ? shown(clause) : clause);
    out_text(&text, "%s\" is not understood", clause.len > QUOTED ? "…" : "");
    if (more)
        out_text(&text, " (the first of %d such clauses)", more + 1);
    return text.len;
}

static void check_playable(DeckCheck *c)
{
    for (int i = 0; i < c->count; i++) {
        const CardDef *def = deck_card(c, i);
        if (!def->unplayable || deck_named_before(c, i))
            continue;
        sl_problem *p = deck_problem(c, CITE_NONE, "unplayable", "%s", "");
        not_playable(def, p->text, sizeof p->text);
        deck_concern(p, c->entry[i].def);
    }
}

int sl_deck_check(const sl_library *lib, const sl_deck *deck, int date, sl_problem *out, int room)
{
    int edition = deck->count ? lib->cat->def[deck->entry[0].def].edition : SL_SECOND_EDITION;      /* a deck has cards of one edition */
    return sl_deck_check_for(lib, deck, &(sl_setup){ .edition = edition, .date = date }, out, room);
}

int sl_deck_check_for(const sl_library *lib, const sl_deck *deck, const sl_setup *setup, sl_problem *out, int room)
{
    const Edition *edition = edition_of(setup->edition);
    sl_error wrong = { "" };
    DeckCheck c = { .cat = lib->cat, .entry = deck->entry, .count = deck->count, .out = out, .room = room,
                    .profile = profile_at((EditionId)setup->edition, setup->date ? setup->date : RULES_NEWEST) };
    if (setup->without > 0)
        c.profile = profile_without(c.profile, (Citation)(RULINGS_BEGIN + setup->without - 1));
    if (!setup_switches(setup, &c.switches, &wrong))
        deck_problem(&c, CITE_NONE, "unplayable", "%s", wrong.text);
    if (edition)
        edition->check_deck(&c);
    check_playable(&c);
    return c.problems;
}
