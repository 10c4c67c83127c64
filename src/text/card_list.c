/* Card lists of LackeyCCG plugins: tab separated columns, a header that names them, a row for each printing of a card.
 *
 * The rows of all lists are gathered first, because what is a title shows only when all names are there.  Rows of one name are one
 * card.  Of several printings a marked reprint counts before the others, the first before the later, and one whose facts are all
 * understood before one with slips; a fact that it leaves out, and a keyword that no other card has, is taken from another printing with the same text.  A row under another
 * name with the same collector's number and the same facts is the same card.  Facts go through the same door as those of card files.  When the facts of all cards are there, and with them every name that a
 * text can use, the grammar reads the printed sentences; a card with a sentence that is not understood is not playable, and keeps that
 * sentence for whoever asks why.  Rows of the First Edition are read in list_first.c. */
#include "text/build.h"

#include <stdarg.h>

/* What the two editions call a column (blanks and case do not matter); NULL: it has none. */
static const struct { const char *second, *first; } column_name[COL_COUNT] = {
    [COL_NAME]        = { "Name", "Name" },
    [COL_TYPE]        = { "Type", "Type" },
    [COL_TEXT]        = { "Text", "Text" },
    [COL_UNIQUE]      = { "Unique", "Uniqueness" },
    [COL_KIND]        = { "Mission/DilemmaType", "Mission/DilemmaType" },
    [COL_SPAN]        = { "Span", "Span" },
    [COL_POINTS]      = { "Points", "Points" },
    [COL_QUADRANT]    = { "Quadrant", "Quadrant" },
    [COL_AFFILIATION] = { "Affiliation", "Affil" },
    [COL_ICONS]       = { "Icons", "Icons" },
    [COL_STAFF]       = { "Staff", "Staff" },
    [COL_KEYWORDS]    = { "Keywords", "Characteristics/Keywords" },
    [COL_CLASS]       = { "Class", "Class" },
    [COL_FIRST]       = { "Integrity/Range", "Int/Rng" },
    [COL_SECOND]      = { "Cunning/Weapons", "Cun/Wpn" },
    [COL_THIRD]       = { "Strength/Shields", "Str/Shd" },
    [COL_COST]        = { "Cost", NULL },
    [COL_SPECIES]     = { "Species", NULL },
    [COL_SKILLS]      = { "Skills", NULL },
    [COL_NUMBER]      = { "CollectorsInfo", NULL },
    [COL_REGION]      = { NULL, "Region" },
    [COL_PROPERTY]    = { NULL, "Property" },
    [COL_PERSONA]     = { NULL, "Persona" },
};

enum { MOST_COLUMNS = 64, MOST_ROWS = 30000, MOST_NOTES = 500, CLAUSES_ROOM = 8192, MOST_KEYWORDS = 4000, SEVERAL_CARDS = -1 };

/* ---- rows ---- */

static void note(Lists *lists, const char *file, int line, const char *format, ...) PRINTF_LIKE(4, 5);

static void note(Lists *lists, const char *file, int line, const char *format, ...)
{
    if (lists->cat->note_count >= MOST_NOTES)
        return;
    Error what = { "" };
    va_list args;
    va_start(args, format);
    vsnprintf(what.text, sizeof what.text, format, args);
    va_end(args);
    Error whole = { "" };
    error_at(&whole, file, line, 0, "%s", what.text);
    catalogue_note(lists->cat, whole.text);
}

static Str take_cell(Str *rest)
{
    const char *tab = rest->len ? memchr(rest->at, '\t', rest->len) : NULL;
    size_t n = tab ? (size_t)(tab - rest->at) : rest->len;
    Str cell = { rest->at, n };
    size_t step = tab ? n + 1 : n;
    *rest = (Str){ rest->at + step, rest->len - step };
    return str_trim(cell);
}

static bool same_heading(Str cell, const char *name)
{
    size_t n = 0;
    char bare[64];
    for (size_t i = 0; i < cell.len && n < sizeof bare; i++)
        if (cell.at[i] != ' ')
            bare[n++] = cell.at[i];
    return str_eq_nocase((Str){ bare, n }, str_of(name));
}

typedef struct { EditionId edition; int8_t column[MOST_COLUMNS]; int count; } Header;

static const char *heading(EditionId edition, Column col)
{
    return edition == EDITION_SECOND ? column_name[col].second : column_name[col].first;
}

static void map_columns(Header *h, Str line)
{
    for (h->count = 0; line.len && h->count < MOST_COLUMNS; h->count++) {
        Str cell = take_cell(&line);
        h->column[h->count] = -1;
        for (int col = 0; col < COL_COUNT; col++)
            if (heading(h->edition, (Column)col) && same_heading(cell, heading(h->edition, (Column)col)))
                h->column[h->count] = (int8_t)col;
    }
}

static bool has_column(const Header *h, Column col)
{
    for (int i = 0; i < h->count; i++)
        if (h->column[i] == (int)col)
            return true;
    return false;
}

static bool read_header(Lists *lists, ListText *text, Header *h)
{
    Str line;
    if (!list_row(text, &line, lists->err))
        return false;
    *h = (Header){ .edition = EDITION_SECOND };
    map_columns(h, line);
    if (!has_column(h, COL_COST)) {
        *h = (Header){ .edition = EDITION_FIRST };
        map_columns(h, line);
    }
    if (!has_column(h, COL_NAME) || !has_column(h, COL_TYPE) || !has_column(h, COL_AFFILIATION))
        return error_at(lists->err, text->file, 1, 0, "this is no card list; expected a first line of column names with tabs between "
                        "them: Name, Type, Cost, Affiliation, … (2e) or Name, Type, Affil, … (1e)");
    for (int col = 0; col < COL_NUMBER; col++)
        if (heading(h->edition, (Column)col) && !has_column(h, (Column)col))
            return error_at(lists->err, text->file, 1, 0, "the column \"%s\" is missing; a card list of this edition has it",
                            heading(h->edition, (Column)col));
    return true;
}

static void keep_row(Lists *lists, Row *row)
{
    if (lists->rows == lists->row_room) {
        int room = lists->row_room ? 2 * lists->row_room : 1024;
        Row **larger = arena_take(&lists->arena, (size_t)room * sizeof *larger);
        if (lists->rows)
            memcpy(larger, lists->row, (size_t)lists->rows * sizeof *larger);
        lists->row = larger;
        lists->row_room = room;
    }
    lists->row[lists->rows++] = row;
}

static void name_row(Row *row)
{
    row->name = row->cell[COL_NAME];
    for (Str less; (less = title_unmarked(row->name)).len < row->name.len; row->name = less)
        row->marked |= row->name.at[row->name.len - 1] != ')';
}

/* "Persistent." in the column of the text: a keyword that has a rule is one, wherever the list has put it. */
static void move_keywords(Lists *lists, Row *row)
{
    for (int i = 1; i < TRAIT_RULED_COUNT; i++) {
        Str *text = &row->cell[COL_TEXT], *keywords = &row->cell[COL_KEYWORDS];
        size_t n = keyword_name[i] && keyword_takes[i] == TAKES_NOTHING ? strlen(keyword_name[i]) : 0;
        if (n == 0 || text->len < n + 1 || text->at[n] != '.' || memcmp(text->at, keyword_name[i], n) != 0)
            continue;
        char *both = arena_take(&lists->arena, keywords->len + n + 3);
        int len = sprintf(both, "%.*s%s%s.", STR(*keywords), keywords->len ? " " : "", keyword_name[i]);
        *keywords = (Str){ both, (size_t)len };
        *text = str_trim((Str){ text->at + n + 1, text->len - n - 1 });
        row->lost = text->len && text->at[0] == '(' ? "a keyword stands in the place of the text" : NULL;        /* only what reminds of the keyword is there: the text itself is lost */
        i = 0;
    }
}

/* An event whose text begins with an order has lost the sentence that says where it is played. */
static bool lost_its_place(const Row *row)
{
    const Str text = row->cell[COL_TEXT];
    return row->edition == EDITION_SECOND && str_is(row->cell[COL_TYPE], "Event") && text.len > 7 && memcmp(text.at, "Order -", 7) == 0;
}

static void read_row(Lists *lists, const ListText *text, const Header *h, Str line)
{
    Row *row = arena_take(&lists->arena, sizeof *row);
    *row = (Row){ .file = text->file, .line = text->line, .edition = h->edition };
    for (int i = 0; i < COL_COUNT; i++)
        row->cell[i] = (Str){ "", 0 };
    Str rest = line;
    int cells = 0;
    for (; rest.len; cells++) {
        Str cell = take_cell(&rest);
        if (cells < h->count && h->column[cells] >= 0)
            row->cell[h->column[cells]] = cell;
    }
    name_row(row);
    if (row->edition == EDITION_SECOND)
        move_keywords(lists, row);
    if (lost_its_place(row))
        row->lost = "the sentence that says where the event is played is missing";
    if (cells < 2)
        note(lists, text->file, text->line, "a row without tabs is left out; expected %d columns", h->count);
    else if (!row->name.len || row->name.len > MAX_NAME)
        note(lists, text->file, text->line, "a row with a name of %zu bytes is left out; expected 1 to %d", row->name.len, MAX_NAME);
    else if (!row->cell[COL_TYPE].len || row->cell[COL_TYPE].len > MAX_NAME)
        note(lists, text->file, text->line, "a row without a type is left out; expected Personnel, Ship, Mission, …");
    else
        keep_row(lists, row);
}

/* What stands behind "FILE:LINE:COL: " of a message. */
static const char *reason(const Error *err)
{
    const char *at = strstr(err->text, ": ");
    return at ? at + 2 : err->text;
}

static bool read_list(Lists *lists, const CardList *list)
{
    ListText text = { &lists->arena, list->file, list->text, 1, 1 };
    if (text.rest.len >= 3 && memcmp(text.rest.at, "\xEF\xBB\xBF", 3) == 0)
        text.rest = (Str){ text.rest.at + 3, text.rest.len - 3 };
    if (text.rest.len >= 2 && (memcmp(text.rest.at, "\xFF\xFE", 2) == 0 || memcmp(text.rest.at, "\xFE\xFF", 2) == 0))
        return error_at(lists->err, list->file, 1, 0, "this text is UTF-16; expected UTF-8 or Windows-1252");
    Header h;
    if (!read_header(lists, &text, &h))
        return false;
    while (text.rest.len) {
        Str line;
        Error broken = { "" };
        if (!list_row(&text, &line, &broken)) {
            note(lists, list->file, text.line, "%s; it is left out", reason(&broken));
            continue;
        }
        if (!str_trim(line).len)
            continue;
        if (lists->rows == MOST_ROWS)
            return error_at(lists->err, list->file, text.line, 0, "too many rows in all; the lists together may have %d", MOST_ROWS);
        read_row(lists, &text, &h, line);
    }
    return true;
}

/* ---- cards of several rows ---- */

static CardType type_of(const Row *row)
{
    if (row->edition == EDITION_FIRST)
        return first_type(row->cell[COL_TYPE]);
    int type = type_find(row->edition, row->cell[COL_TYPE]);
    return type > 0 ? (CardType)type : TYPE_NONE;
}

/* "8 R 1" and "8R001" are one number. */
static uint64_t number_hash(Str number)
{
    char bare[40];
    size_t n = 0;
    for (size_t i = 0; i < number.len && n < sizeof bare; i++) {
        bool leading = number.at[i] == '0' && i + 1 < number.len && (n == 0 || bare[n - 1] < '0' || bare[n - 1] > '9');
        if (number.at[i] != ' ' && !leading)
            bare[n++] = number.at[i];
    }
    return name_hash(0, (Str){ bare, n });
}

/* The number and the facts that a row shares with another printing of its card; 0 without a number. */
static uint64_t facts_hash(const Row *row)
{
    static const Column facts[] = { COL_TYPE, COL_COST, COL_KIND, COL_SPAN, COL_POINTS, COL_QUADRANT, COL_FIRST, COL_SECOND, COL_THIRD,
                                    COL_AFFILIATION, COL_SKILLS };
    if (!row->cell[COL_NUMBER].len)
        return 0;
    uint64_t hash = number_hash(row->cell[COL_NUMBER]);
    for (size_t i = 0; i < countof(facts); i++)
        hash = hash_mix(hash, name_hash((int)i, row->cell[facts[i]]));
    return hash ? hash : 1;
}

static void add_printing(Lists *lists, int at, Row *row)
{
    Listed *l = &lists->listed[at];
    if (l->last)
        l->last->next = row;
    else
        l->rows = row;
    l->last = row;
    uint64_t facts = facts_hash(row);
    if (facts && !names_find(&lists->by_facts, facts))
        *names_at(&lists->by_facts, facts) = at;
}

static int *listed_by_name(Lists *lists, EditionId edition, Str name)
{
    return names_at(&lists->by_name, name_hash(edition, name));
}

static void know_catalogue(Lists *lists)
{
    for (int i = 1; i < lists->cat->def_count; i++) {
        const CardDef *def = &lists->cat->def[i];
        char name[2 * MAX_NAME + 2];
        snprintf(name, sizeof name, "%s%s%s", def->title, def->subtitle[0] ? " " : "", def->subtitle);
        int *at = listed_by_name(lists, (EditionId)def->edition, str_of(name));
        if (*at)
            continue;
        *at = ++lists->listeds;
        lists->listed[*at].def = (DefId)i;
        if (def->subtitle[0])
            titles_known(&lists->titles, (CardType)def->type, str_of(def->title));
    }
}

/* Rows whose name is known first, so that what they say of their card is there when another name of it comes. */
static void gather(Lists *lists)
{
    for (int i = 0; i < lists->rows; i++) {
        int at = names_find(&lists->by_name, name_hash(lists->row[i]->edition, lists->row[i]->name));
        if (at)
            add_printing(lists, at, lists->row[i]);
    }
    for (int i = 0; i < lists->rows; i++) {
        Row *row = lists->row[i];
        int *at = listed_by_name(lists, row->edition, row->name);
        if (*at && lists->listed[*at].def)
            continue;
        uint64_t facts = facts_hash(row);
        int other = *at || !facts ? 0 : names_find(&lists->by_facts, facts);
        if (other) {
            *at = other;
            note(lists, row->file, row->line, "'%.*s' is '%.*s' under another name", STR(row->name), STR(lists->listed[other].rows->name));
        }
        if (!*at)
            *at = ++lists->listeds;
        add_printing(lists, *at, row);
    }
}

/* ---- one card ---- */

/* A clause that is not understood: a line of its own. */
void build_clause(Build *b, const char *before, Str words)
{
    enum { LONGEST_SHOWN = 600 };               /* of a sentence that no card has */
    Str shown = { words.at, words.len < LONGEST_SHOWN ? words.len : LONGEST_SHOWN };
    while (shown.len < words.len && shown.len && ((unsigned char)shown.at[shown.len] & 0xC0) == 0x80)
        shown.len--;
    if (b->clauses.len + shown.len + 80 < b->clauses.size)
        out_text(&b->clauses, "%s%s%.*s%s", b->clauses.len ? "\n" : "", before, STR(shown), shown.len < words.len ? "…" : "");
}

void build_slip(Build *b, Column col, const char *why)
{
    char before[40];
    snprintf(before, sizeof before, "%s: ", heading(b->row->edition, col));
    build_clause(b, before, b->row->cell[col]);
    if (why)
        note(b->lists, b->row->file, b->row->line, "%s", why);
    b->slips++;
}

void build_fact(Build *b, Fact which, Column col, Str value)
{
    if (!value.len || !fact_belongs(b->row->edition, which, (CardType)b->card.def.type))
        return;
    Error err = { "" };
    Source src = { b->row->file, value, b->row->line, 1, b->row->edition };
    b->card.src = &src;
    b->card.err = &err;
    if (!fact_read(&b->card, which, &src))                  /* in the First Edition an X is printed, and no slip of the list */
        build_slip(b, col, b->row->edition == EDITION_FIRST || which == FACT_REQUIRES ? NULL : reason(&err));       /* what a mission asks for is read once more, as text */
}

Str build_cell(const Build *b, Column col)
{
    return b->row->cell[col];
}

/* These do nothing but what is printed on them. */
static bool lives_by_text(CardType type)
{
    return type == TYPE_EQUIPMENT || type == TYPE_EVENT || type == TYPE_INTERRUPT || type == TYPE_DILEMMA;
}

static void read_clauses(Build *b)
{
    const char *missing = b->card.def.type ? fact_missing(&b->card) : NULL;
    if (missing) {
        build_clause(b, "nothing is said of its ", str_of(missing));
        b->slips++;
    }
    if (!b->card.def.type)
        build_slip(b, COL_TYPE, "no such type; expected Personnel, Ship, Equipment, Event, Interrupt, Dilemma or Mission");
    if (lives_by_text((CardType)b->card.def.type) && !build_cell(b, COL_TEXT).len)
        build_clause(b, "", str_of("no text is printed"));
}

static const char *small_letters(Arena *arena, Str s)
{
    char *out = arena_text(arena, s);
    for (char *c = out; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 'a' - 'A' : *c);
    return out;
}

static void read_name(Build *b)
{
    Catalogue *cat = b->lists->cat;
    CardDef *def = &b->card.def;
    Str name = b->row->name;
    size_t n = name.len;
    if (b->row->edition == EDITION_SECOND && (def->type == TYPE_PERSONNEL || def->type == TYPE_SHIP || def->type == TYPE_MISSION))
        n = titles_split(&b->lists->titles, (CardType)def->type, name);
    Str subtitle = str_trim((Str){ name.at + n, name.len - n });
    def->title = arena_text(&cat->arena, (Str){ name.at, n });
    def->subtitle = arena_text(&cat->arena, subtitle);
    char both[MAX_NAME + 3];
    snprintf(both, sizeof both, "%s%s%s", def->title, subtitle.len ? ", " : "", def->subtitle);
    def->name = arena_text(&cat->arena, str_of(both));
    def->persona = catalogue_persona(cat, (Str){ name.at, n });
    Str title = title_without_version((Str){ name.at, n });
    def->titled = title.len == n ? def->persona : catalogue_persona(cat, title);
}

/* Reads a row as a card.  False when its facts have slips; the card is there nonetheless. */
static bool build(Lists *lists, const Row *row, CardDef *out)
{
    char clauses[CLAUSES_ROOM] = "";
    Catalogue *cat = lists->cat;
    Build b = { .lists = lists, .row = row, .clauses = { clauses, sizeof clauses, 0 } };
    b.card = (CardReader){ .cat = cat, .edition = row->edition, .seen = 1 << FACT_TYPE };
    b.card.def = (CardDef){ .subtitle = "", .text = "", .edition = (uint8_t)row->edition, .type = (uint8_t)type_of(row), .line = row->line,
                            .ability = (uint16_t)cat->ability_count, .listed = true };
    b.card.def.file = arena_text(&cat->arena, str_of(row->file));
    if (!b.card.def.type)
        b.card.def.type_text = small_letters(&cat->arena, row->cell[COL_TYPE]);
    read_name(&b);
    if (row->edition == EDITION_FIRST)
        first_facts(&b);
    else if (b.card.def.type)
        second_facts(&b);
    if (row->lost)
        build_slip(&b, COL_TEXT, row->lost);
    read_clauses(&b);
    if (b.clauses.len)
        b.card.def.unplayable = arena_text(&cat->arena, str_of(clauses));
    card_facts_end(&b.card);
    *out = b.card.def;
    return b.slips == 0;
}

/* Whether a name of the lists begins with these words. */
static bool begins_a_name(const Lists *lists, Str title)
{
    for (int i = 1; i <= lists->listeds; i++) {
        Str name = lists->listed[i].rows ? lists->listed[i].rows->name : (Str){ "", 0 };
        if (name.len >= title.len && str_eq_nocase((Str){ name.at, title.len }, title) && (name.len == title.len || strchr(" ,", name.at[title.len])))
            return true;
    }
    return false;
}

/* Which keywords several cards have, so that a slip of the pen shows: nobody else has it. */
static void count_keywords(Lists *lists)
{
    for (int i = 1; i <= lists->listeds; i++)
        for (const Row *r = lists->listed[i].rows; r && r->edition == EDITION_SECOND; r = r->next)
            for (Str rest = r->cell[COL_KEYWORDS], word; rest.len;)
                if ((word = list_keyword(&rest)).len && lists->keywords < MOST_KEYWORDS) {
                    int *who = names_at(&lists->by_keyword, name_hash(0, word));
                    lists->keywords += *who == 0;
                    *who = *who == 0 || *who == i ? i : SEVERAL_CARDS;
                }
}

/* "Admial.", "Commander: Scomitar.": a keyword that only this card has, or the name of no ship. */
static bool has_odd_keyword(const Lists *lists, int card, const Row *row)
{
    bool odd = false;
    for (Str rest = row->cell[COL_KEYWORDS], word; rest.len && !odd;) {
        word = list_keyword(&rest);
        bool commander = str_begins_nocase(word, "Commander:");
        odd = word.len && names_find(&lists->by_keyword, name_hash(0, word)) == card
            && !(commander && begins_a_name(lists, str_trim((Str){ word.at + 10, word.len - 10 })));
    }
    return odd;
}

/* A fact that this printing leaves out, or a keyword in which it has a slip, and that another one of the same text has: lists are kept by hand, and columns stay
 * empty.  The other's facts are all understood.  Returns whether there is one; the row then has it. */
static bool fill_gaps(Lists *lists, int card, Row *row, const Row *printings)
{
    static const Column facts[] = { COL_ICONS, COL_STAFF, COL_KEYWORDS, COL_CLASS, COL_SPECIES, COL_SKILLS };
    bool filled = false, odd = row->edition == EDITION_SECOND && has_odd_keyword(lists, card, row);
    for (const Row *r = printings; r; r = r->next) {
        CardDef other;
        unsigned gaps = 0;
        for (size_t i = 0; i < countof(facts); i++) {
            bool slip = odd && facts[i] == COL_KEYWORDS && !has_odd_keyword(lists, card, r);
            gaps |= (unsigned)((slip || !row->cell[facts[i]].len) && r->cell[facts[i]].len) << i;
        }
        if (!gaps || !str_eq(row->cell[COL_TEXT], r->cell[COL_TEXT]) || !build(lists, r, &other))
            continue;
        for (size_t i = 0; i < countof(facts); i++)
            if (gaps >> i & 1)
                row->cell[facts[i]] = r->cell[facts[i]];
        filled = true;
        odd = odd && has_odd_keyword(lists, card, row);
    }
    return filled;
}

/* The printing that stands for the card: see the top. */
static void add_card(Lists *lists, Listed *l)
{
    CardDef def, other;
    const Row *row = l->rows;
    for (const Row *r = l->rows; r && !row->marked; r = r->next)
        if (r->marked)
            row = r;
    bool good = build(lists, row, &def);
    const Row *first = row;
    for (const Row *r = l->rows; r && !good; r = r->next)
        if (r != first && build(lists, r, &other)) {
            def = other;
            row = r;
            good = true;
        }
    Row whole = *row;
    if (good && fill_gaps(lists, (int)(l - lists->listed), &whole, l->rows) && build(lists, &whole, &other)) {
        Row *kept = arena_take(&lists->arena, sizeof *kept);
        *kept = whole;
        def = other;
        row = kept;
    }
    *catalogue_add(lists->cat) = def;
    l->def = (DefId)(lists->cat->def_count - 1);
    l->from = row;
}

/* ---- texts ---- */

/* The abilities that a text was read into, through the door of card files.  False, with none of them kept, when one is refused. */
static bool take_abilities(Build *b, const char *abilities)
{
    Catalogue *cat = b->card.cat;
    Error err = { "" };
    Source source = { .file = b->row->file, .rest = str_of(abilities), .line = 1, .col = 1, .edition = b->card.edition };
    int before = cat->ability_count;
    for (source.rest = str_trim(source.rest); source.rest.len; source.rest = str_trim(source.rest))
        if (!effect_read_ability(cat, &source, &err)) {
            cat->ability_count = before;
            build_clause(b, "cannot be played: ", str_of(err.text));
            return false;
        }
    return true;
}

static void read_printed(Build *b, const Lexicon *lexicon, Str text)
{
    Reading reading;
    Arena own = { 0 };                          /* every way to read a text takes room, which the next text does not need */
    bool reads = b->lists->grammar && b->card.def.edition == EDITION_SECOND && b->card.def.type, kept;
    Str known;
    const char *by_hand = reads ? override_find(b->lists->overrides, b->row->name, text) : NULL;
    if (by_hand) {
        take_abilities(b, by_hand);
        b->card.def.overridden = true;
        return;
    }
    if (reads && readings_next(b->lists->readings, &kept, &known)) {
        if (kept)
            take_abilities(b, arena_text(&own, known));
        for (Str words; !kept && known.len;)
            if ((words = str_line(&known)).len)
                build_clause(b, "", words);
        arena_free(&own);
        return;
    }
    if (reads)
        text_read(b->lists->grammar, lexicon, &own, text_start((CardType)b->card.def.type, (Kind)b->card.def.kind), text, &reading);
    bool whole = reads && reading.result == READ_WHOLE;
    if (whole) {
        readings_add(b->lists->readings, true, reading.abilities);
        take_abilities(b, reading.abilities);
    }
    char clauses[CLAUSES_ROOM] = "";
    Out unread = { clauses, sizeof clauses, 0 };
    for (int i = 0; reads && !whole && i < reading.sentences; i++)
        if (reading.sentence[i].result != READ_WHOLE || reading.result == READ_UNBOUND) {
            const char *before = reading.sentence[i].result == READ_GIVEN_UP ? "given up, for it would take too long to read: " : "";
            out_text(&unread, "%s%.*s\n", before, STR(reading.sentence[i].words));
            build_clause(b, before, reading.sentence[i].words);
        }
    if (reads && !whole)
        readings_add(b->lists->readings, false, clauses);
    for (Str words; !reads && (words = list_sentence(&text)).len;)
        build_clause(b, "", words);
    arena_free(&own);
}

static void read_first(Build *b)
{
    char text[CLAUSES_ROOM] = "";
    Out abilities = { text, sizeof text, 0 };
    first_text(b, &abilities);
    if (!b->clauses.len)
        take_abilities(b, text);
}

/* "Replicate - Discard two cards from hand.": what stands behind the keyword is text. */
static void read_price(Build *b, const Lexicon *lexicon)
{
    Str rest = build_cell(b, COL_KEYWORDS);
    for (Str word; rest.len;)
        if ((word = list_keyword(&rest)).len && str_begins_nocase(word, keyword_name[TRAIT_REPLICATE]) && memchr(word.at, '-', word.len))
            read_printed(b, lexicon, word);
}

/* What a mission asks for in more words than a list of skills: read as the texts are.  True: it is known now. */
static bool read_asked(Build *b, const Lexicon *lexicon)
{
    Arena own = { 0 };
    Error err = { "" };
    const char *means = NULL;
    bool kept;
    Str from_before;
    if (b->lists->grammar && readings_next(b->lists->readings, &kept, &from_before))
        means = kept ? arena_text(&own, from_before) : NULL;
    else if (b->lists->grammar) {
        means = text_read_as(b->lists->grammar, lexicon, &own, "Req", build_cell(b, COL_SKILLS));
        readings_add(b->lists->readings, means != NULL, means ? means : "");
    }
    Source src = { b->row->file, means ? str_of(means) : (Str){ "", 0 }, b->row->line, 1, b->row->edition };
    b->card.src = &src;
    b->card.err = &err;
    bool known = means && fact_read(&b->card, FACT_REQUIRES, &src);
    MissionEnd *end = b->card.cat->mission[b->card.def.mission].end;
    if (known)
        end[0].requirement = end[1].requirement = b->card.mission.end[0].requirement;
    else
        note(b->lists, b->row->file, b->row->line, "\"%.*s\" is no requirement that can be read", STR(build_cell(b, COL_SKILLS)));
    arena_free(&own);
    return known;
}

static bool asks_in_words(const Build *b)
{
    return b->card.def.edition == EDITION_SECOND && b->card.def.type == TYPE_MISSION && b->card.def.kind != KIND_HEADQUARTERS && !b->card.cat->mission[b->card.def.mission].end[0].requirement
        && b->card.def.mission && b->card.def.unplayable && build_cell(b, COL_SKILLS).len;
}

static void read_text(Lists *lists, const Listed *l, const Lexicon *lexicon)
{
    char clauses[CLAUSES_ROOM] = "";
    Catalogue *cat = lists->cat;
    Build b = { .lists = lists, .row = l->from, .clauses = { clauses, sizeof clauses, 0 } };
    b.card = (CardReader){ .cat = cat, .edition = l->from->edition, .def = cat->def[l->def] };
    CardDef *def = &b.card.def;
    def->ability = (uint16_t)cat->ability_count;
    if (asks_in_words(&b) && read_asked(&b, lexicon))
        def->unplayable = NULL;                 /* it was the only slip: the other columns of a mission have none that leave its facts open */
    if (def->unplayable)
        out_text(&b.clauses, "%s", def->unplayable);
    if (def->edition == EDITION_SECOND)
        read_price(&b, lexicon);
    if (def->edition == EDITION_SECOND && def->type == TYPE_MISSION && def->kind == KIND_HEADQUARTERS)
        read_printed(&b, lexicon, build_cell(&b, COL_SKILLS));
    if (def->edition == EDITION_FIRST)
        read_first(&b);
    else
        read_printed(&b, lexicon, build_cell(&b, COL_TEXT));
    card_sum_up(&b.card);
    if (def->ability_count > MAX_ABILITIES)
        build_clause(&b, "", str_of("more abilities than a card may have"));
    if (b.clauses.len)
        def->unplayable = arena_text(&cat->arena, str_of(clauses));
    cat->def[l->def] = *def;
}

/* "Treachery Androids": nothing but skills, keywords and species, which say what cards are meant and are no title. */
static bool is_only_words(const Lexicon *lexicon, Str name)
{
    for (Str word = str_word(&name); word.len; word = str_word(&name)) {
        Str one = { word.at, word.at[word.len - 1] == 's' ? word.len - 1 : word.len };
        if (!lexicon_has(lexicon, NAME_SKILL, word) && !lexicon_has(lexicon, NAME_TRAIT, word) && !lexicon_has(lexicon, NAME_TRAIT, one))
            return false;
    }
    return true;
}

/* Several words, each with a capital: a title, though no list has the card. */
static bool is_proper_name(Str title)
{
    int words = 0;
    for (size_t i = 0; i < title.len; i++)
        if (i == 0 || title.at[i - 1] == ' ') {
            if (title.at[i] < 'A' || title.at[i] > 'Z')
                return false;
            words++;
        }
    return words > 1;
}

/* "{Kor}": what one text has between braces and begins a name is a title, also where another text has no braces around it. */
static void add_braced_titles(const Lists *lists, Lexicon *lexicon, Str text, bool other_printing)
{
    for (size_t i = 0; i < text.len; i++) {
        const char *end = text.at[i] == '{' ? memchr(text.at + i, '}', text.len - i) : NULL;
        Str title = end ? str_trim((Str){ text.at + i + 1, (size_t)(end - text.at) - i - 1 }) : (Str){ NULL, 0 };
        if (title.len && !lexicon_has(lexicon, NAME_TITLE, title) && !lexicon_has(lexicon, NAME_TRAIT, title)
            && (begins_a_name(lists, title) || (other_printing && is_proper_name(title) && !is_only_words(lexicon, title))))
            lexicon_add(lexicon, NAME_TITLE, title);
    }
}

static bool has_words(Str text, Str words)
{
    for (size_t i = 0; i + words.len <= text.len; i++)
        if (memcmp(text.at + i, words.at, words.len) == 0)
            return true;
    return false;
}

/* A text that names its own card: the first words of that name, two or more, are a title. */
static void add_own_title(Lexicon *lexicon, Str name, Str text)
{
    int words = 1;
    for (size_t n = 0; n <= name.len; n++) {
        if (n < name.len && name.at[n] != ' ')
            continue;
        if (words++ > 1 && has_words(text, (Str){ name.at, n }))
            lexicon_add(lexicon, NAME_TITLE, (Str){ name.at, n });
    }
}

static bool has_text(const Row *row)
{
    for (; row; row = row->next)
        if (row->cell[COL_TEXT].len || (type_of(row) == TYPE_MISSION && str_is_nocase(row->cell[COL_KIND], "H") && row->cell[COL_SKILLS].len))
            return true;
    return false;
}

/* A card of the catalogue that a list has, too, keeps what was written by hand.  Whether its print says the same is kept with what was read. */
static void compare_written(Lists *lists, const Listed *l, Lexicon *lexicon)
{
    bool agrees;
    Str nothing;
    if (!readings_next(lists->readings, &agrees, &nothing)) {
        for (const Row *r = l->rows; r; r = r->next)
            add_braced_titles(lists, lexicon, r->cell[COL_TEXT], false);
        add_own_title(lexicon, l->rows->name, l->rows->cell[COL_TEXT]);
        agrees = print_agrees(lists, l, lexicon);
        readings_add(lists->readings, agrees, "");
    }
    lists->cat->def[l->def].overridden = !agrees;
}

/* Every name that a text can use is known once the facts of all cards are. */
static void read_texts(Lists *lists)
{
    Lexicon *lexicon = lexicon_new(lists->cat, EDITION_SECOND);
    for (int i = 1; i <= lists->listeds; i++)
        if (lists->listed[i].from && lists->listed[i].from->edition == EDITION_SECOND) {
            for (const Row *r = lists->listed[i].rows; r; r = r->next)
                add_braced_titles(lists, lexicon, r->cell[COL_TEXT], r != lists->listed[i].from);
            add_own_title(lexicon, lists->listed[i].from->name, lists->listed[i].from->cell[COL_TEXT]);
        }
    for (int i = 1; i <= lists->listeds; i++)
        if (lists->listed[i].from)
            read_text(lists, &lists->listed[i], lexicon);
    for (int i = 1; i <= lists->listeds; i++) {
        const Listed *l = &lists->listed[i];
        if (l->from || !has_text(l->rows))
            continue;
        if (lists->grammar && l->rows->edition == EDITION_SECOND)
            compare_written(lists, l, lexicon);
        else
            lists->cat->def[l->def].overridden = true;
    }
    lexicon_free(lexicon);
}

/* The ships that a personnel is the Commander of are titles. */
static void know_commands(Lists *lists, const Row *row)
{
    Str rest = row->cell[COL_KEYWORDS];
    for (Str word; rest.len;)
        if (str_begins_nocase(word = list_keyword(&rest), "Commander:") && lists->commands++ < lists->rows)
            titles_known(&lists->titles, TYPE_SHIP, str_trim((Str){ word.at + 10, word.len - 10 }));
}

/* A mission that a text names in braces has that title, whatever its subtitle: "{Ferenginar}". */
static void know_named_missions(Lists *lists, const Row *row)
{
    for (Str rest = row->cell[COL_TEXT]; rest.len;) {
        const char *open = memchr(rest.at, '{', rest.len);
        const char *close = open ? memchr(open, '}', rest.len - (size_t)(open - rest.at)) : NULL;
        if (!close)
            return;
        Str title = str_trim((Str){ open + 1, (size_t)(close - open) - 1 });
        if (title.len && lists->commands++ < lists->rows)
            titles_known(&lists->titles, TYPE_NONE, title);       /* a mission's, if it can be one */
        rest = (Str){ close + 1, rest.len - (size_t)(close + 1 - rest.at) };
    }
}

static void count_titles(Lists *lists)
{
    void (*const pass[])(Titles *, CardType, Str) = { titles_count, titles_settle };
    for (size_t k = 0; k < countof(pass); k++)
        for (int i = 1; i <= lists->listeds; i++) {
            const Row *row = lists->listed[i].rows;
            if (row && row->edition == EDITION_SECOND)
                pass[k](&lists->titles, type_of(row), row->name);
            if (row && row->edition == EDITION_SECOND && k == 0 && type_of(row) == TYPE_PERSONNEL)
                know_commands(lists, row);
            for (; row && k == 0 && row->edition == EDITION_SECOND; row = row->next)
                know_named_missions(lists, row);
        }
}

static void name_otherwise(Lists *lists, const Listed *l)
{
    const char *name = lists->cat->def[l->def].name;
    for (const Row *r = l->rows; r; r = r->next)
        if (r->edition == EDITION_SECOND && catalogue_find(lists->cat, EDITION_SECOND, r->name) != l->def && !str_is_nocase(r->name, name))
            catalogue_alias(lists->cat, r->name, l->def);
}

static void add_cards(Lists *lists)
{
    for (int i = 1; i <= lists->listeds; i++) {
        Listed *l = &lists->listed[i];
        if (!l->rows)
            continue;
        if (l->def) {
            lists->cat->def[l->def].listed = true;
        } else {
            add_card(lists, l);
        }
        for (const Row *r = l->rows; r; r = r->next)
            if (!str_eq_nocase(r->name, l->rows->name)) {
                name_otherwise(lists, l);
                break;
            }
    }
}

bool card_lists_read(Catalogue *cat, const ListReader *reader, const CardList *list, int count, Error *err)
{
    Lists lists = { .cat = cat, .grammar = reader->grammar, .overrides = reader->overrides, .readings = reader->readings, .err = err };
    bool ok = count == 0;
    for (int i = 0; i < count; i++) {           /* one that is no list is left out; if there is no other, it is refused */
        Error broken = { "" };
        lists.err = &broken;
        bool good = read_list(&lists, &list[i]);
        if (!good && count > 1)
            note(&lists, list[i].file, 1, "%s; the file is left out", reason(&broken));
        if (!good && !err->text[0])
            *err = broken;
        ok |= good;
    }
    lists.err = err;
    if (ok) {
        *err = (Error){ "" };
        size_t most = (size_t)(lists.rows + cat->def_count) + 1;
        lists.listed = arena_take(&lists.arena, (most + 1) * sizeof *lists.listed);
        lists.by_name = names_new(&lists.arena, most);
        lists.by_facts = names_new(&lists.arena, most);
        lists.titles = titles_new(&lists.arena, 2 * most);
        know_catalogue(&lists);
        gather(&lists);
        lists.by_keyword = names_new(&lists.arena, MOST_KEYWORDS);
        count_keywords(&lists);
        count_titles(&lists);
        add_cards(&lists);
        read_texts(&lists);
    }
    arena_free(&lists.arena);
    return ok;
}
