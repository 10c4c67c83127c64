/* Citations, profiles and the doubtful rules, made from the lists; the reader of the words is in words.c. */
#include "rulings/rulings.h"

typedef struct { const char *symbol, *id, *text; } Rule;

static const Rule rule_list[RULINGS_BEGIN] = {
    [CITE_NONE] = { "NONE", "", "" },
#define RULE(name, number, line) [RULE_##name] = { #name, number, line },
#include "rulings/rules.def"
#undef RULE
#define LAYER(name, number, from, until, line) [LAYER_##name] = { #name, number, line },
#include "rulings/layers.def"
#undef LAYER
};

static const struct { int from, until; } layer_days[LAYER_COUNT] = {
#define LAYER(name, number, from, until, line) { from, until },
#include "rulings/layers.def"
#undef LAYER
};

static const Ruling ruling_list[RULING_COUNT] = {
#define RULING(name, id_, edition_, from_, until_, kind_, proof_, parent_, topic_, digest_)                            \
    [RULING_##name - RULINGS_BEGIN] = { .symbol = #name, .id = id_, .topic = topic_, .edition = EDITION_##edition_,    \
                                        .from = from_, .until = until_, .kind = IS_##kind_, .proof = PROOF_##proof_,   \
                                        .parent = RULING_##parent_, .digest = digest_ },
#include "rulings/rulings.def"
#undef RULING
};

const SwitchInfo switch_info[SWITCH_COUNT] = {
#define SWITCH(name_, standard_, least_, most_, rule_, about_, reason_) { #name_, standard_, least_, most_, rule_, about_, reason_ },
#include "rulings/switches.def"
#undef SWITCH
};

Switches switches_default(void)
{
    return (Switches){
#define SWITCH(name, standard, ...) .name = standard,
#include "rulings/switches.def"
#undef SWITCH
    };
}

/* Every field of Switches is one byte, in the order of the list. */
static uint8_t switch_value(const Switches *s, int index)
{
    uint8_t value[SWITCH_COUNT];
    memcpy(value, s, sizeof value);
    return value[index];
}

static const char *switch_nearest(Str name)
{
    const char *best = switch_info[0].name;
    int least = 100;
    for (int i = 0; i < SWITCH_COUNT; i++) {
        int distance = str_distance(name, str_of(switch_info[i].name), least - 1);
        if (distance < least) {
            least = distance;
            best = switch_info[i].name;
        }
    }
    return best;
}

bool switch_set(Switches *out, Str name, int value, Error *err)
{
    for (int i = 0; i < SWITCH_COUNT; i++) {
        const SwitchInfo *s = &switch_info[i];
        if (!str_is(name, s->name))
            continue;
        if (value < s->least || value > s->most)
            return error_at(err, NULL, 0, 0, "the switch '%s' is a number from %d to %d, not %d", s->name, s->least, s->most, value);
        memset((unsigned char *)out + i, value, 1);
        return true;
    }
    return error_at(err, NULL, 0, 0, "no switch '%.*s'; nearest: %s", STR(str_shown(name)), switch_nearest(name));
}

bool switches_read(Switches *out, Str text, Error *err)
{
    while (text.len) {
        const char *comma = memchr(text.at, ',', text.len);
        Str one = { text.at, comma ? (size_t)(comma - text.at) : text.len };
        text = (Str){ one.at + one.len + (comma != NULL), text.len - one.len - (comma != NULL) };
        const char *equals = one.len ? memchr(one.at, '=', one.len) : NULL;
        Str name = str_trim((Str){ one.at, equals ? (size_t)(equals - one.at) : one.len });
        int value;
        if (!equals || !str_int(str_trim((Str){ equals + 1, one.len - (size_t)(equals - one.at) - 1 }), &value))
            return error_at(err, NULL, 0, 0, "'%.*s' sets no switch; expected NAME=NUMBER, as in damage_to_destroy=4", STR(str_shown(one)));
        if (!switch_set(out, name, value, err))
            return false;
    }
    return true;
}

void switches_print(const Switches *s, char out[SWITCHES_TEXT])
{
    Out text = { out, SWITCHES_TEXT, 0 };
    out[0] = '\0';
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_value(s, i) != switch_info[i].standard)
            out_text(&text, "%s%s=%d", text.len ? "," : "", switch_info[i].name, switch_value(s, i));
}

/* others: the rulings of other editions are in force as well. */
static Profile find_profile(EditionId edition, int date, bool others)
{
    Profile p = { { 0 }, 0 };
    for (int i = 0; i < LAYER_COUNT; i++)
        if (layer_days[i].from <= date && date < layer_days[i].until)
            p.layers |= (uint64_t)1 << i;
    for (unsigned i = 0; others && i < RULING_COUNT; i += 64)
        p.in_force[i / 64] = RULING_COUNT - i < 64 ? ((uint64_t)1 << (RULING_COUNT - i)) - 1 : UINT64_MAX;
    for (unsigned i = 0; i < RULING_COUNT; i++) {
        const Ruling *r = &ruling_list[i];
        if (r->edition == edition)
            p.in_force[i / 64] = (p.in_force[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)(r->from <= date && date < r->until) << i % 64;
    }
    return p;
}

Profile profile_at(EditionId edition, int date) { return find_profile(edition, date, false); }
Profile profile_of_game(EditionId edition, int date) { return find_profile(edition, date, true); }

Profile profile_without(Profile p, Citation ruling)
{
    assert(citation_is_ruling(ruling));
    unsigned bit = (unsigned)ruling - RULINGS_BEGIN;
    p.in_force[bit / 64] &= ~((uint64_t)1 << bit % 64);
    return p;
}

const Ruling *ruling_at(Citation c)
{
    assert(citation_is_ruling(c));
    return &ruling_list[c - RULINGS_BEGIN];
}

const char *citation_id(Citation c)
{
    assert(c < CITE_COUNT);
    return citation_is_ruling(c) ? ruling_at(c)->id : rule_list[c].id;
}

const char *citation_text(Citation c)
{
    assert(c < CITE_COUNT);
    return citation_is_ruling(c) ? ruling_at(c)->topic : rule_list[c].text;
}

const char *citation_symbol(Citation c)
{
    assert(c < CITE_COUNT);
    return citation_is_ruling(c) ? ruling_at(c)->symbol : rule_list[c].symbol;
}

Citation citation_find(Str id)
{
    bool rule = !id.len || !memchr(id.at, '/', id.len);     /* the rules come first, and their ids have none */
    for (Citation c = rule ? CITE_NONE + 1 : LAYERS_BEGIN; c < CITE_COUNT; c++)
        if (str_is_nocase(id, citation_id(c)))
            return c;
    return CITE_NONE;
}

bool citation_is(Citation c, Str id)
{
    if (c == CITE_NONE)
        return false;
    if (str_is_nocase(id, citation_id(c)))
        return true;
    return citation_is_ruling(c) && citation_is(ruling_at(c)->parent, id);
}

const char *citation_nearest(Str id)
{
    const char *best = "";
    int least = 100;                           /* farther than any two ids are apart */
    for (Citation c = CITE_NONE + 1; c < CITE_COUNT; c++) {
        int distance = str_distance(id, str_of(citation_id(c)), least - 1);
        if (distance < least) {
            least = distance;
            best = citation_id(c);
        }
    }
    return best;
}

const char *ruling_kind_name(RulingKind kind)
{
    static const char *const name[] = {
        [IS_RULE] = "rule", [IS_DEFINITION] = "definition", [IS_TIMING] = "timing", [IS_CARD] = "card", [IS_LIST] = "list",
        [IS_ERRATUM] = "erratum", [IS_TEMPORARY] = "temporary", [IS_CROSS_REFERENCE] = "cross-reference", [IS_DELETION] = "deletion",
    };
    return name[kind];
}

static int days_in(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* The number written in digits only, or -1. */
static int digits(const char *at, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (at[i] < '0' || at[i] > '9')
            return -1;
        n = n * 10 + (at[i] - '0');
    }
    return n;
}

bool date_read(Str text, int *date)
{
    if (text.len != 10 || text.at[4] != '-' || text.at[7] != '-')
        return false;
    int year = digits(text.at, 4), month = digits(text.at + 5, 2), day = digits(text.at + 8, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return false;
    *date = year * 10000 + month * 100 + day;
    return true;
}

void date_print(int date, char out[11])
{
    if (date < 0 || date >= RULES_NEWEST) {
        out[0] = '\0';
        return;
    }
    for (int i = 9; i >= 0; i--) {
        bool dash = i == 4 || i == 7;
        out[i] = dash ? '-' : (char)('0' + date % 10);
        date = dash ? date : date / 10;
    }
    out[10] = '\0';
}

/* The table says it by the id, since most of these statements are never given as a reason themselves. */
static const struct { Citation why; const char *id; } also[] = {
#define ALSO(symbol, id) { RULE_##symbol, id },
#define ALSO_RULING(symbol, id) { RULING_##symbol, id },
#define ALSO_LAYER(symbol, id) { LAYER_##symbol, id },
#include "rulings/also.def"
#undef ALSO_LAYER
#undef ALSO_RULING
#undef ALSO
};

bool citation_is_also(Str id)
{
    for (size_t i = 0; i < countof(also); i++)
        if (str_is_nocase(id, also[i].id))
            return true;
    return false;
}

const char *citation_also(Citation why, int n)
{
    for (size_t i = 0; i < countof(also); i++)
        if (also[i].why == why && n-- == 0)
            return also[i].id;
    return NULL;
}

/* Rules and rulings that say the same: whoever hears of one may look the other up. */
Citation citation_kin(Citation why, int n)
{
    static const struct { Citation why, also; } kin[] = {
        { RULING_PLAY_CHECK, RULE_NO_PLACE }, { RULE_NO_PLACE, RULING_PLAY_CHECK }, { RULE_NO_HOST, RULING_PLAY_CHECK },
        { RULE_NOT_YOUR_PERMISSION, RULING_PLAY_CHECK }, { RULE_FROM_HAND, RULING_PLAY_CHECK }, { RULE_NOT_ENOUGH_COUNTERS, RULE_COST_TO_PLAY },
        { RULE_NOT_ENOUGH_COUNTERS, RULING_PLAY_CHECK }, { RULING_COST_OPEN, RULE_COST_REDUCED }, { RULING_COST_OPEN, RULE_NOT_ENOUGH_COUNTERS },
        { RULING_COST_HIDDEN, RULE_COST_IN_FULL }, { RULING_COST_HIDDEN, RULE_NOT_ENOUGH_COUNTERS }, { RULE_EXTRA_COST, RULING_PLAY_CHECK },
        { RULE_NO_HOLDING_BACK, RULING_REQUIREMENTS_MUST }, { RULE_PLAY_CONDITION, RULING_PLAY_CHECK }, { RULE_POINTS_TO_LOSE, RULING_COST_EXTRA }, { RULING_ATTEMPT_ANNOUNCE, RULE_AFFILIATION },
        { RULE_CANNOT_TEXT, RULING_CANNOT }, { RULE_NOT_IN_PLAY, RULING_NOT_IN_PLAY_PROTECTED }, { RULE_SEPARATE_COPIES, RULING_SEPARATE_MISSIONS },
        { RULING_SEPARATE_MISSIONS, RULE_SEPARATE_COPIES }, { RULING_SEPARATE_MISSIONS, RULE_NO_OPPONENT_PRESENT }, { RULE_FOES_STOPPED, RULE_NO_OPPONENT_PRESENT },
        { RULE_STOPPED, RULE_ORDER_UNSTOPPED }, { RULE_NOT_DRAWN, RULING_ATTEMPT_STACK },
        { RULING_ONCE_PER_DILEMMA, RULE_ONCE_A_DILEMMA }, { RULE_NO_LONGER_TRUE, RULE_WRONG_TIME }, { RULE_NOT_ELIGIBLE, RULE_SELECTION },
        { RULING_NO_SELF_REFERENCE, RULE_NO_SELF_COUNT }, { RULE_NO_HOST, RULE_NO_PLACE }, { RULE_DUPLICATE_DILEMMA, RULING_ATTEMPT_CHECKS },
        { RULE_WRONG_DILEMMA_TYPE, RULING_ATTEMPT_CHECKS }, { RULE_DILEMMA_TOO_DEAR, RULING_ATTEMPT_CHECKS },
    };
    for (size_t i = 0; i < countof(kin); i++)
        if (kin[i].why == why && n-- == 0)
            return kin[i].also;
    return CITE_NONE;
}

bool citation_is_of_text(Citation why)
{
    static const bool of_text[CITE_COUNT] = {
#define RULE(...)
#define TEXT_RULE(symbol, ...) [RULE_##symbol] = true,
#include "rulings/rules.def"
#undef RULE
    };
    return why < CITE_COUNT && of_text[why];
}
