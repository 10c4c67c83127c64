/* Rows of the First Edition: what their columns say as facts, and how much of the text column is facts, too.
 *
 * The text of a personnel begins with its classification and skills, that of a ship with its special equipment, that of a mission with its
 * requirement, that of a Tactic with its numbers.  What is left of the text is a special download, or a clause that nobody reads: a card with such
 * a clause is not playable. */
#include "text/build.h"

enum { FACT_ROOM = 1200 };

/* ---- words ---- */

static bool is_word_end(Str s, size_t n)
{
    return n >= s.len || !((s.at[n] >= 'a' && s.at[n] <= 'z') || (s.at[n] >= 'A' && s.at[n] <= 'Z') || (s.at[n] >= '0' && s.at[n] <= '9') || s.at[n] == '\'');
}

static Str cut(Str s, size_t n)
{
    return str_trim((Str){ s.at + n, s.len - n });
}

/* Takes the word off the front, without regard to case. */
static bool take(Str *s, const char *word)
{
    size_t n = strlen(word);
    if (!str_begins_nocase(*s, word) || (is_word_end((Str){ word, n }, n - 1) ? false : !is_word_end(*s, n)))
        return false;
    *s = cut(*s, n);
    return true;
}

static bool ends_with(Str s, const char *tail)
{
    size_t n = strlen(tail);
    return s.len >= n && str_eq_nocase((Str){ s.at + s.len - n, n }, str_of(tail));
}

/* The next piece up to a separator. */
static Str piece(Str *rest, char separator)
{
    const char *end = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    size_t n = end ? (size_t)(end - rest->at) : rest->len;
    Str found = str_trim((Str){ rest->at, n });
    *rest = (Str){ rest->at + n + (end != NULL), rest->len - n - (end != NULL) };
    return found;
}

static Str said(const Out *out)
{
    return str_trim((Str){ out->at, out->len < out->size ? out->len : out->size - 1 });
}

static int take_number(Str *s)
{
    int number = 0;
    size_t n = 0;
    while (n < s->len && s->at[n] >= '0' && s->at[n] <= '9' && n < 4)
        number = 10 * number + s->at[n++] - '0';
    *s = cut(*s, n);
    return n ? number : -1;
}

/* The longest skill or classification that the text begins with; -1: none. */
static int take_skill(Str *s)
{
    int found = -1;
    size_t longest = 0;
    for (int i = 0; i < SKILL_COUNT; i++) {
        size_t n = strlen(skill_name[i]);
        if (n > longest && s->len >= n && str_eq_nocase((Str){ s->at, n }, str_of(skill_name[i])) && skill_find(EDITION_FIRST, (Str){ s->at, n }) == i
            && (skill_name[i][n - 1] == '.' || is_word_end(*s, n))) {
            found = i;
            longest = n;
        }
    }
    if (found >= 0)
        *s = cut(*s, longest);
    return found;
}

/* "x2", "x 2"; 1 where nothing is said. */
static int take_times(Str *s)
{
    Str after = *s;
    if (after.len < 2 || (after.at[0] != 'x' && after.at[0] != 'X'))
        return 1;
    after = cut(after, 1);
    int number = take_number(&after);
    if (number < 1)
        return 1;
    *s = after;
    return number;
}

/* ---- personnel ---- */

/* The classification that the text repeats, then skills with their levels, with or without commas between.  What is left stays in *text. */
static void take_skills(const Build *b, Str *text, int level[SKILL_COUNT], uint8_t order[SKILL_COUNT], int *count)
{
    take(text, arena_text(&b->lists->arena, build_cell(b, COL_CLASS)));
    for (;;) {
        while (text->len && (text->at[0] == ',' || text->at[0] == '.'))
            *text = cut(*text, 1);
        int skill = take_skill(text);
        if (skill < 0)
            return;
        if (!level[skill])
            order[(*count)++] = (uint8_t)skill;
        level[skill] += take_times(text);
    }
}

static void personnel_facts(Build *b)
{
    char out_room[FACT_ROOM] = "";
    Out out = { out_room, sizeof out_room, 0 };
    int level[SKILL_COUNT] = { 0 }, count = 0;
    uint8_t order[SKILL_COUNT];
    Str text = build_cell(b, COL_TEXT);
    build_fact(b, FACT_CLASSIFICATION, COL_CLASS, build_cell(b, COL_CLASS));
    take_skills(b, &text, level, order, &count);
    for (int i = 0; i < count; i++)
        out_text(&out, "%s%d %s", i ? ", " : "", level[order[i]], skill_name[order[i]]);
    build_fact(b, FACT_SKILLS, COL_TEXT, said(&out));
}

/* Words of the column that are no species: who has none there is of a species that the list does not name. */
static bool is_species(Str word)
{
    static const char *const others[] = { "Male", "Female", "Neuter", "Captain", "Counselor", "Emperor" };
    for (size_t i = 0; i < countof(others); i++)
        if (str_is_nocase(word, others[i]))
            return false;
    return word.len && !ends_with(word, "personnel") && !ends_with(word, "card");
}

/* Species first, then keywords, each ended by a semicolon; the region has a column of its own. */
static void read_keywords(Build *b)
{
    Str rest = build_cell(b, COL_KEYWORDS);
    bool first = true;
    while (rest.len) {
        char quoted[FACT_ROOM];
        Str word = piece(&rest, ';');
        bool species = first && b->card.def.type == TYPE_PERSONNEL && is_species(word);
        first = false;
        if (!word.len || word.len > 200 || ends_with(word, " Region"))
            continue;
        if (species)
            build_fact(b, FACT_SPECIES, COL_KEYWORDS, word);
        else
            build_fact(b, FACT_KEYWORDS, COL_KEYWORDS, (Str){ quoted, (size_t)snprintf(quoted, sizeof quoted, "\"%.*s\"", STR(word)) });
    }
}

/* Versions of a persona: the column says which, in parentheses or angles when it is another person of that name.  Where it is silent, the title
 * without what the list adds to tell cards apart. */
static void read_persona(Build *b)
{
    char quoted[FACT_ROOM];
    Str persona = build_cell(b, COL_PERSONA), title = b->row->name;
    if (!persona.len || persona.at[0] == ';') {
        persona = title;
        if (title.len && title.at[title.len - 1] == ')')
            for (size_t n = title.len; n > 2; n--)
                if (title.at[n - 1] == '(') {
                    persona = str_trim((Str){ title.at, n - 1 });
                    break;
                }
        if (ends_with(persona, " 2E"))
            persona = str_trim((Str){ persona.at, persona.len - 3 });
    }
    if (persona.len && persona.len < 200 && persona.at[0] != '(' && persona.at[0] != '<' && !str_eq_nocase(persona, title))
        build_fact(b, FACT_PERSONA, COL_PERSONA, (Str){ quoted, (size_t)snprintf(quoted, sizeof quoted, "\"%.*s\"", STR(persona)) });
}

/* ---- missions ---- */

/* One printed requirement being written as card files have it: "Diplomacy x3" is "3 Diplomacy", "+" is "and", a name in braces stands in quotes. */
typedef struct { Str rest; Out *out; int depth; } Printed;

static bool write_requirement(Printed *p);

static bool write_attribute(Printed *p)
{
    static const char *const names[] = { "INTEGRITY", "CUNNING", "STRENGTH" };
    for (size_t i = 0; i < countof(names); i++) {
        Str after = p->rest;
        if (!take(&after, names[i]) || !after.len || after.at[0] != '>')
            continue;
        after = cut(after, 1);
        int number = take_number(&after);
        if (number < 0)
            return false;
        out_text(p->out, "%s>%d", names[i], number);
        p->rest = after;
        return true;
    }
    return false;
}

static bool write_title(Printed *p)
{
    const char *end = p->rest.len && p->rest.at[0] == '{' ? memchr(p->rest.at, '}', p->rest.len) : NULL;
    Str name = end ? str_trim((Str){ p->rest.at + 1, (size_t)(end - p->rest.at) - 1 }) : (Str){ NULL, 0 };
    if (!name.len || take(&(Str){ name.at, name.len }, "any"))
        return false;
    out_text(p->out, "\"%.*s\"", STR(name));
    p->rest = cut(p->rest, (size_t)(end - p->rest.at) + 1);
    return true;
}

static bool write_item(Printed *p)
{
    if (p->rest.len && p->rest.at[0] == '(' && p->depth < 8) {
        p->rest = cut(p->rest, 1);
        out_text(p->out, "(");
        p->depth++;
        bool whole = write_requirement(p) && p->rest.len && p->rest.at[0] == ')';
        p->depth--;
        if (whole) {
            out_text(p->out, ")");
            p->rest = cut(p->rest, 1);
        }
        return whole;
    }
    Str before = p->rest;
    int skill = take_skill(&p->rest);
    if (skill >= 0) {
        out_text(p->out, "%d %s", take_times(&p->rest), skill_name[skill]);
        return true;
    }
    p->rest = before;
    return write_attribute(p) || write_title(p);
}

/* "+" binds more closely than OR.  False, at the place where it stops, when a sign is followed by something else. */
static bool write_requirement(Printed *p)
{
    if (!write_item(p))
        return false;
    for (;;) {
        if (p->rest.len && p->rest.at[0] == '+') {
            p->rest = cut(p->rest, 1);
            out_text(p->out, " and ");
        } else if (take(&p->rest, "OR")) {
            out_text(p->out, " or ");
        } else {
            return true;
        }
        if (!write_item(p))
            return false;
    }
}

/* The requirement at the front of the text; what is left stays in *text.  False: it is not understood. */
static bool take_requirement(Str *text, Out *out)
{
    Printed p = { *text, out, 0 };
    if (!write_requirement(&p))
        return false;
    *text = p.rest;
    return true;
}

static Str write_icons(Str printed, Out *out)
{
    while (printed.len) {
        size_t n = 0;
        while (n < printed.len && printed.at[n] != '[')
            n++;
        const char *end = n < printed.len ? memchr(printed.at + n, ']', printed.len - n) : NULL;
        if (!end)
            break;
        Str icon = { printed.at + n + 1, (size_t)(end - printed.at) - n - 1 };
        out_text(out, "%s%.*s", out->len ? " " : "", STR(str_is_nocase(icon, "NON") ? str_of("NA") : str_is_nocase(icon, "STA") ? str_of("SF") : icon));
        printed = (Str){ end + 1, printed.len - (size_t)(end + 1 - printed.at) };
    }
    return said(out);
}

/* "[FED][KLI]", "Any crew may attempt mission." */
static void read_attempt(Build *b)
{
    static const char *const any[] = { "Any crew may attempt mission.", "Any Away Team may attempt mission.", "Any affiliation may attempt this mission.",
                                       "Any crew or Away Team may attempt mission." };
    char room[FACT_ROOM] = "";
    Out out = { room, sizeof room, 0 };
    Str printed = build_cell(b, COL_AFFILIATION);
    for (size_t i = 0; i < countof(any); i++)
        if (str_is_nocase(printed, any[i])) {
            build_fact(b, FACT_ATTEMPT, COL_AFFILIATION, str_of("any"));
            return;
        }
    if (!printed.len || printed.at[0] != '[')
        build_slip(b, COL_AFFILIATION, NULL);
    else
        build_fact(b, FACT_ATTEMPT, COL_AFFILIATION, write_icons(printed, &out));
}

static void mission_facts(Build *b)
{
    char room[FACT_ROOM] = "", region[FACT_ROOM];
    Out out = { room, sizeof room, 0 };
    Str text = build_cell(b, COL_TEXT), name = build_cell(b, COL_REGION);
    read_attempt(b);
    if (take_requirement(&text, &out))
        build_fact(b, FACT_REQUIRES, COL_TEXT, said(&out));
    if (ends_with(name, " Region"))
        name = str_trim((Str){ name.at, name.len - 7 });
    if (name.len && name.len < 200)
        build_fact(b, FACT_KEYWORDS, COL_REGION, (Str){ region, (size_t)snprintf(region, sizeof region, "Region: \"%.*s\"", STR(name)) });
}

/* ---- Tactics ---- */

/* "[Down][Flip][Flip]", as card files have it. */
static Str take_hit(Str *text, Out *out)
{
    while (text->len && text->at[0] == '[') {
        const char *end = memchr(text->at, ']', text->len);
        if (!end)
            break;
        out_text(out, " %.*s", (int)(end - text->at) - 1, text->at + 1);
        *text = cut(*text, (size_t)(end - text->at) + 1);
    }
    return said(out);
}

/* The numbers of a Tactic, each where the text says its word; the rest of the text goes on at *text.  facts: they are read, too. */
static void tactic_numbers(Build *b, Str *text, bool facts)
{
    static const struct { const char *word; Fact fact; } parts[] = {
        { "Attack:", FACT_ATTACK }, { "Defense:", FACT_DEFENSE }, { "Hit =", FACT_HIT }, { "Direct hit =", FACT_DIRECT_HIT }, { "Hull: -", FACT_HULL },
    };
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < countof(parts) && !found; i++) {
            char room[FACT_ROOM] = "";
            Out out = { room, sizeof room, 0 };
            size_t n = strlen(parts[i].word);
            if (!str_begins_nocase(*text, parts[i].word))
                continue;
            *text = cut(*text, n);
            found = true;
            if (parts[i].fact == FACT_HIT || parts[i].fact == FACT_DIRECT_HIT)
                take_hit(text, &out);
            else
                out_text(&out, "%d", take_number(text));
            if (facts)
                build_fact(b, parts[i].fact, COL_TEXT, said(&out));
            while (text->len && (text->at[0] == '.' || text->at[0] == '%'))
                *text = cut(*text, 1);
        }
    }
}

/* ---- equipment ---- */

/* "Klingon and Non-Aligned use only.": affiliation icons on equipment (1E-8.10).  The rest of the text goes on at *text. */
static void take_users(Str *text, Out *icons)
{
    Str rest = *text;
    for (;;) {
        int found = -1;
        for (int i = 0; i < ICON_COUNT && found < 0; i++)
            if (icon_kind[i] == AFFILIATION && icon_find(EDITION_FIRST, str_of(icon_name[i])) == i && take(&rest, icon_name[i]))
                found = i;
        if (found < 0)
            break;
        out_text(icons, "%s%s", icons->len ? " " : "", icon_text[found]);
        if (!take(&rest, "and"))
            break;
    }
    if (icons->len && str_begins_nocase(rest, "use only."))
        *text = cut(rest, strlen("use only."));
    else
        icons->len = 0;
}

/* ---- facts ---- */

static bool is_q(Str printed)
{
    return printed.len > 2 && printed.at[0] == 'Q' && printed.at[1] == ' ';
}

CardType first_type(Str printed)
{
    char name[40];
    Str bare = is_q(printed) ? cut(printed, 2) : printed;
    if (bare.len >= sizeof name)
        return TYPE_NONE;
    for (size_t i = 0; i < bare.len; i++)
        name[i] = bare.at[i] == ' ' ? '-' : bare.at[i];
    int type = type_find(EDITION_FIRST, (Str){ name, bare.len });
    return type > 0 ? (CardType)type : TYPE_NONE;
}

/* A side of a mission whose text begins a sentence with "WORMHOLE:" is a [Wmh] mission. */
static bool has_wormhole(Str text)
{
    static const char word[] = "WORMHOLE:";
    for (size_t i = 0; i + sizeof word - 1 <= text.len; i++)
        if (memcmp(text.at + i, word, sizeof word - 1) == 0)
            return true;
    return false;
}

/* Infiltration icons stand as <Fed>, nemesis icons as <R) and (R>, which the card language writes R< and R> (1E-G1.8). */
static void read_signs(Str cell, Out *out)
{
    enum { NEMESIS_SIGN = 3, INFILTRATION_SIGN = 5 };
    for (size_t i = 0; i + NEMESIS_SIGN <= cell.len; i++) {
        Str among = { cell.at + i, i + INFILTRATION_SIGN <= cell.len ? INFILTRATION_SIGN : 0 };
        bool left = cell.at[i] == '<' && cell.at[i + 2] == ')', right = cell.at[i] == '(' && cell.at[i + 2] == '>';
        if (left || right)
            out_text(out, "%s%c%c", out->len ? " " : "", cell.at[i + 1], left ? '<' : '>');
        else if (cell.at[i] == '<' && among.len && icon_find(EDITION_FIRST, among) >= 0)
            out_text(out, "%s%.*s", out->len ? " " : "", STR(among));
    }
}

/* Icons; a number among them is the countdown. */
static void read_icons(Build *b)
{
    char room[FACT_ROOM] = "";
    Out out = { room, sizeof room, 0 };
    Str rest = build_cell(b, COL_ICONS);
    while (rest.len) {
        const char *open = memchr(rest.at, '[', rest.len);
        Str after = open ? (Str){ open + 1, rest.len - (size_t)(open + 1 - rest.at) } : (Str){ rest.at, 0 };
        const char *close = after.len ? memchr(after.at, ']', after.len) : NULL;
        if (!close)
            break;
        Str icon = { after.at, (size_t)(close - after.at) };
        int number;
        if (icon.len == 1 && str_int(icon, &number))
            build_fact(b, FACT_COUNTDOWN, COL_ICONS, icon);
        else
            out_text(&out, "%s%.*s", out.len ? " " : "", STR(icon));
        rest = (Str){ close + 1, after.len - icon.len - 1 };
    }
    read_signs(build_cell(b, COL_ICONS), &out);
    if (is_q(build_cell(b, COL_TYPE)))
        out_text(&out, "%sQ", out.len ? " " : "");
    if (b->card.def.type == TYPE_MISSION && has_wormhole(build_cell(b, COL_TEXT)))
        out_text(&out, "%sWmh", out.len ? " " : "");
    build_fact(b, FACT_ICONS, COL_ICONS, said(&out));
    if ((b->card.def.type == TYPE_PERSONNEL || b->card.def.type == TYPE_SHIP) && icon_find(EDITION_FIRST, build_cell(b, COL_PROPERTY)) == ICON_TNG)      /* the mark of a series, where texts ask for it (1E-G1.1) */
        build_fact(b, FACT_PROPERTY, COL_PROPERTY, build_cell(b, COL_PROPERTY));
}

static void read_attributes(Build *b)
{
    static const Column attribute[] = { COL_FIRST, COL_SECOND, COL_THIRD };
    char text[200] = "";
    Out out = { text, sizeof text, 0 };
    bool any = false, tactic = b->card.def.type == TYPE_TACTIC;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        Str value = build_cell(b, attribute[i]);
        any |= value.len > 0;
        bool none = !value.len || str_is_nocase(value, "NO");
        out_text(&out, "%s%.*s", i ? " " : "", STR(none ? str_of(tactic ? "0" : "-") : value));
    }
    if (any)
        build_fact(b, FACT_ATTRIBUTES, COL_FIRST, said(&out));
}

/* "30*": the text changes them, and is read as text. */
static void read_points(Build *b)
{
    Str points = build_cell(b, COL_POINTS);
    if (points.len && points.at[points.len - 1] == '*')
        points.len--;
    build_fact(b, FACT_POINTS, COL_POINTS, str_trim(points));
}

static void read_kind(Build *b)
{
    Str kind = build_cell(b, b->card.def.type == TYPE_FACILITY ? COL_CLASS : COL_KIND);
    if (str_is_nocase(kind, "[P]"))
        kind = str_of("planet");
    else if (str_is_nocase(kind, "[S]"))
        kind = str_of("space");
    else if (str_is_nocase(kind, "[S/P]") || str_is_nocase(kind, "[S][P]") || str_is_nocase(kind, "[P][S]"))
        kind = str_of("dual");
    build_fact(b, FACT_KIND, COL_KIND, kind);
}

static void read_class(Build *b)
{
    Str name = build_cell(b, COL_CLASS);
    build_fact(b, FACT_CLASS, COL_CLASS, ends_with(name, " class") ? str_trim((Str){ name.at, name.len - 6 }) : name);
}

void first_facts(Build *b)
{
    CardDef *def = &b->card.def;
    Str unique = build_cell(b, COL_UNIQUE);
    if (str_is_nocase(unique, "univ"))
        build_fact(b, FACT_UNIVERSAL, COL_UNIQUE, unique);
    else if (unique.len)
        build_slip(b, COL_UNIQUE, NULL);
    if (def->type != TYPE_DOORWAY)
        read_kind(b);
    if (def->type != TYPE_MISSION)
        build_fact(b, FACT_AFFILIATION, COL_AFFILIATION, build_cell(b, COL_AFFILIATION));
    read_icons(b);
    read_keywords(b);
    read_attributes(b);
    read_points(b);
    build_fact(b, FACT_QUADRANT, COL_QUADRANT, build_cell(b, COL_QUADRANT));
    build_fact(b, FACT_SPAN, COL_SPAN, build_cell(b, COL_SPAN));
    build_fact(b, FACT_STAFF, COL_STAFF, build_cell(b, COL_STAFF));
    if (def->type == TYPE_SHIP)
        read_class(b);
    if (fact_belongs(EDITION_FIRST, FACT_PERSONA, (CardType)def->type))
        read_persona(b);
    if (def->type == TYPE_PERSONNEL)
        personnel_facts(b);
    if (def->type == TYPE_MISSION)
        mission_facts(b);
    Str text = build_cell(b, COL_TEXT);
    if (def->type == TYPE_TACTIC)
        tactic_numbers(b, &text, true);
    char room[FACT_ROOM] = "";
    Out users = { room, sizeof room, 0 };
    if (def->type == TYPE_EQUIPMENT)
        take_users(&text, &users);
    build_fact(b, FACT_ICONS, COL_TEXT, said(&users));
}

/* ---- text ---- */

/* Special equipment of a ship that its keywords name as well: "Cloaking Device, Tractor Beam". */
static void skip_equipment(const Build *b, Str *text)
{
    for (bool found = true; found;) {
        Str keywords = build_cell(b, COL_KEYWORDS);
        found = false;
        while (text->len && (text->at[0] == ',' || text->at[0] == '.'))
            *text = cut(*text, 1);
        while (keywords.len && !found) {
            Str word = piece(&keywords, ';'), after;
            if (!word.len || text->len < word.len || !str_eq_nocase((Str){ text->at, word.len }, word))
                continue;
            after = cut(*text, word.len);
            if (!after.len || after.at[0] == ',' || after.at[0] == '.') {
                *text = after;
                found = true;
            }
        }
    }
}

/* "Seed one OR build where you have a Klingon ENGINEER.": what the rules say of every outpost (1E-A5.7). */
static void skip_building(const Build *b, Str *text)
{
    char usual[200];
    int n = snprintf(usual, sizeof usual, "Seed one OR build where you have a %.*s ENGINEER.", STR(build_cell(b, COL_AFFILIATION)));
    if (b->card.def.kind == KIND_OUTPOST && n > 0 && text->len >= (size_t)n && str_eq_nocase((Str){ text->at, (size_t)n }, str_of(usual)))
        *text = cut(*text, (size_t)n);
}

/* "DL/ {Title}": a special download (1E-9.8).  False, with nothing taken, where more is said of it or there is no such card. */
static bool take_special_download(const Build *b, Str *text, Out *abilities)
{
    Str after = *text;
    if (!take(&after, "DL/") || !after.len || after.at[0] != '{')
        return false;
    const char *end = memchr(after.at, '}', after.len);
    if (!end)
        return false;
    Str name = str_trim((Str){ after.at + 1, (size_t)(end - after.at) - 1 });
    after = cut(after, (size_t)(end - after.at) + 1);
    if (after.len && after.at[0] == '.')
        after = cut(after, 1);
    Str next = after;
    if ((after.len && !(take(&next, "DL/") || skill_find(EDITION_FIRST, after) >= 0)) || memchr(name.at, '"', name.len)
        || !names_find(&b->lists->by_name, name_hash(EDITION_FIRST, name)))
        return false;
    out_text(abilities, "(when (any-moment you) (may) (limit 1 game) (download you 1 (title \"%.*s\")))\n", STR(name));
    *text = after;
    return true;
}

void first_text(Build *b, Out *abilities)
{
    Str text = build_cell(b, COL_TEXT);
    char room[FACT_ROOM];
    int level[SKILL_COUNT] = { 0 }, count = 0;
    uint8_t order[SKILL_COUNT];
    switch (b->card.def.type) {
    case TYPE_PERSONNEL: take_skills(b, &text, level, order, &count); break;
    case TYPE_SHIP:      skip_equipment(b, &text); break;
    case TYPE_MISSION:   take_requirement(&text, &(Out){ room, sizeof room, 0 }); break;
    case TYPE_FACILITY:  skip_building(b, &text); break;
    case TYPE_TACTIC:    tactic_numbers(b, &text, false); break;
    case TYPE_EQUIPMENT: take_users(&text, &(Out){ room, sizeof room, 0 }); break;
    default:
        if (!text.len)
            build_clause(b, "", str_of("no text is printed"));
        break;
    }
    while (take_special_download(b, &text, abilities))
        ;
    for (Str words; (words = list_sentence(&text)).len;)
        build_clause(b, "", words);
}
