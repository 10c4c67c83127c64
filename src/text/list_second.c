/* Rows of the Second Edition: what their columns say as facts.  Their text column is read by the grammar. */
#include "text/build.h"

/* "H" for headquarters and the like: the word that card files have. */
static Str word_of(Str letter, const char *const (*words)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (letter.len && (letter.at[0] | 32) == words[i][0][0])
            return str_of(words[i][1]);
    return letter;
}

static void read_places(Build *b)
{
    static const char *const kinds[][2] = { { "p", "planet" }, { "s", "space" }, { "d", "dual" }, { "h", "headquarters" } };
    static const char *const quadrants[][2] = { { "a", "Alpha" }, { "g", "Gamma" }, { "d", "Delta" } };
    build_fact(b, FACT_KIND, COL_KIND, word_of(build_cell(b, COL_KIND), kinds, countof(kinds)));
    build_fact(b, FACT_QUADRANT, COL_QUADRANT, word_of(build_cell(b, COL_QUADRANT), quadrants, countof(quadrants)));
    build_fact(b, FACT_SPAN, COL_SPAN, build_cell(b, COL_SPAN));
    build_fact(b, FACT_POINTS, COL_POINTS, build_cell(b, COL_POINTS));
}

/* "2 Honor Officer": a list without commas. */
static void read_skills(Build *b)
{
    char text[600];
    Out out = { text, sizeof text, 0 };
    Str rest = build_cell(b, COL_SKILLS);
    int number;
    for (Str word; (word = str_word(&rest)).len && out.len < sizeof text;)
        out_text(&out, "%.*s%s", STR(word), str_int(word, &number) ? " " : ", ");
    if (out.len >= sizeof text)
        build_slip(b, COL_SKILLS, "too long a list of skills");
    else
        build_fact(b, FACT_SKILLS, COL_SKILLS, str_trim((Str){ text, out.len }));
}

static void read_attributes(Build *b)
{
    char text[100];
    int len = snprintf(text, sizeof text, "%.*s %.*s %.*s", STR(build_cell(b, COL_FIRST)), STR(build_cell(b, COL_SECOND)), STR(build_cell(b, COL_THIRD)));
    build_fact(b, FACT_ATTRIBUTES, COL_FIRST, str_trim((Str){ text, len < (int)sizeof text ? (size_t)len : sizeof text - 1 }));
}

/* A dilemma with this keyword lies where its text still acts once it has been faced; no document says where that is, and how it comes there. */
static bool is_without_rule(Str keyword)
{
    return str_begins_nocase(keyword, "Harbinger");
}

static void read_keywords(Build *b)
{
    Str rest = build_cell(b, COL_KEYWORDS);
    for (Str word; rest.len;)
        if ((word = list_keyword(&rest)).len) {
            build_fact(b, FACT_KEYWORDS, COL_KEYWORDS, str_begins_nocase(word, keyword_name[TRAIT_REPLICATE]) ? str_of(keyword_name[TRAIT_REPLICATE]) : word);
            if (str_begins_nocase(word, "you "))
                build_slip(b, COL_KEYWORDS, "a sentence of the text stands among the keywords");
            if (is_without_rule(word))
                build_clause(b, "no document has a rule for this keyword: ", word);
        }
}

/* "[Kli][NA]", "Any affiliation (except [Bor]) may attempt this mission.", "Not attemptable." */
static void read_attempt(Build *b)
{
    char text[200];
    Out out = { text, sizeof text, 0 };
    Str printed = build_cell(b, COL_AFFILIATION), value = printed;
    if (b->card.def.kind == KIND_HEADQUARTERS)
        return;
    if (str_begins_nocase(printed, "any affiliation")) {
        out_text(&out, "any");
        for (size_t i = 0; i < printed.len; i++)
            if (printed.at[i] == '[') {
                Str icon = { printed.at + i, printed.len - i };
                const char *end = memchr(icon.at, ']', icon.len);
                icon.len = end ? (size_t)(end - icon.at) + 1 : icon.len;
                out_text(&out, "%s %.*s", out.len == 3 ? " except" : "", STR(icon));
            }
        value = (Str){ text, out.len < sizeof text ? out.len : sizeof text - 1 };
    } else if (str_begins_nocase(printed, "not attemptable")) {
        value = str_of("none");
    }
    build_fact(b, FACT_ATTEMPT, COL_AFFILIATION, value);
}

static void read_mission(Build *b)
{
    read_attempt(b);
    if (b->card.def.kind != KIND_HEADQUARTERS)              /* there the column says what may be played: text */
        build_fact(b, FACT_REQUIRES, COL_SKILLS, build_cell(b, COL_SKILLS));
}

static void read_class(Build *b)
{
    Str name = build_cell(b, COL_CLASS);
    Str bare = name.len > 6 && str_eq_nocase((Str){ name.at + name.len - 6, 6 }, str_of(" class")) ? (Str){ name.at, name.len - 6 } : name;
    build_fact(b, FACT_CLASS, COL_CLASS, str_trim(bare));
}

void second_facts(Build *b)
{
    if (str_is_nocase(build_cell(b, COL_UNIQUE), "Y"))
        build_fact(b, FACT_UNIQUE, COL_UNIQUE, build_cell(b, COL_UNIQUE));
    read_places(b);
    build_fact(b, FACT_COST, COL_COST, build_cell(b, COL_COST));
    build_fact(b, FACT_AFFILIATION, COL_AFFILIATION, build_cell(b, COL_AFFILIATION));
    build_fact(b, FACT_ICONS, COL_ICONS, build_cell(b, COL_ICONS));
    build_fact(b, FACT_STAFF, COL_STAFF, build_cell(b, COL_STAFF));
    build_fact(b, FACT_SPECIES, COL_SPECIES, build_cell(b, COL_SPECIES));
    read_class(b);
    if (b->card.def.type == TYPE_MISSION)
        read_mission(b);
    else
        read_skills(b);
    read_attributes(b);
    read_keywords(b);
}
