/* Card files: `card "Title" "Subtitle"`, lines of facts, abilities in the card language, `end`.
 *
 * Which fact belongs to which type of card is one list.  A file is read whole or not at all: on the first mistake the
 * catalogue is what it was before. */
#include "effect/read.h"

enum { MAX_FILE = 8 << 20, MAX_DEFS = 65534, MOST_LEVEL = 9, MOST_ATTRIBUTE = 99, MOST_BYTE = 255, MOST_STAFF = 24 };

enum { PERSONNEL = 1 << TYPE_PERSONNEL, SHIP = 1 << TYPE_SHIP, EQUIPMENT = 1 << TYPE_EQUIPMENT, EVENTS = 1 << TYPE_EVENT,
       INTERRUPT = 1 << TYPE_INTERRUPT, DILEMMA = 1 << TYPE_DILEMMA, MISSION = 1 << TYPE_MISSION, FACILITY = 1 << TYPE_FACILITY, TACTIC = 1 << TYPE_TACTIC,
       EVERY = PERSONNEL | SHIP | EQUIPMENT | EVENTS | INTERRUPT | DILEMMA | MISSION, ALL_TYPES = (1 << TYPE_COUNT) - 2 };

/* Which types may have a fact, which must: in the Second Edition, then in the First. */
static const struct { const char *name; TypeSet may, must, first_may, first_must; } fact_info[FACT_COUNT] = {
    [FACT_TYPE]        = { "type",        EVERY, EVERY, ALL_TYPES, ALL_TYPES },
    [FACT_KIND]        = { "kind",        DILEMMA | MISSION, DILEMMA | MISSION, DILEMMA | MISSION | FACILITY | 1 << TYPE_DOORWAY | 1 << TYPE_TIME_LOCATION, DILEMMA | MISSION | FACILITY | 1 << TYPE_TIME_LOCATION },
    [FACT_UNIQUE]      = { "unique",      EVERY, 0, ALL_TYPES, 0 },
    [FACT_COST]        = { "cost",        EVERY & ~MISSION, EVERY & ~(MISSION | INTERRUPT), 0, 0 },
    [FACT_AFFILIATION] = { "affiliation", PERSONNEL | SHIP, PERSONNEL | SHIP, PERSONNEL | SHIP | FACILITY, PERSONNEL | SHIP | FACILITY },
    [FACT_ICONS]       = { "icons",       EVERY, 0, ALL_TYPES, 0 },
    [FACT_SPECIES]     = { "species",     PERSONNEL, PERSONNEL, PERSONNEL, 0 },
    [FACT_KEYWORDS]    = { "keywords",    EVERY, 0, ALL_TYPES, 0 },
    [FACT_SKILLS]      = { "skills",      PERSONNEL, 0, PERSONNEL, 0 },
    [FACT_ATTRIBUTES]  = { "attributes",  PERSONNEL | SHIP, PERSONNEL | SHIP, PERSONNEL | SHIP | FACILITY | TACTIC | DILEMMA, PERSONNEL | SHIP },
    [FACT_STAFF]       = { "staff",       SHIP, 0, SHIP, 0 },
    [FACT_CLASS]       = { "class",       SHIP, 0, SHIP, 0 },
    [FACT_QUADRANT]    = { "quadrant",    MISSION, MISSION, MISSION | FACILITY | 1 << TYPE_TIME_LOCATION, 0 },
    [FACT_SPAN]        = { "span",        MISSION, MISSION, MISSION, MISSION },
    [FACT_POINTS]      = { "points",      MISSION, MISSION, ALL_TYPES, MISSION },
    [FACT_ATTEMPT]     = { "attempt",     MISSION, MISSION, MISSION, MISSION },
    [FACT_UNIVERSAL]   = { "universal",   0, 0, PERSONNEL | SHIP | MISSION | FACILITY | 1 << TYPE_SITE, 0 },
    [FACT_DOTS]        = { "skill-dots",  0, 0, PERSONNEL, 0 },
    [FACT_COUNTDOWN]   = { "countdown",   0, 0, ALL_TYPES, 0 },
    [FACT_CLASSIFICATION] = { "classification", 0, 0, PERSONNEL, 0 },
    [FACT_COMMAND]     = { "command",     0, 0, PERSONNEL | SHIP | FACILITY, 0 },
    [FACT_PERSONA]     = { "persona",     0, 0, PERSONNEL | SHIP | FACILITY, 0 },
    [FACT_FAR_SPAN]    = { "far-span",     0, 0, MISSION, 0 },
    [FACT_FAR_POINTS]  = { "far-points",   0, 0, MISSION, 0 },
    [FACT_FAR_ATTEMPT] = { "far-attempt",  0, 0, MISSION, 0 },
    [FACT_FAR_REQUIRES] = { "far-requires", 0, 0, MISSION, 0 },
    [FACT_ATTACK]      = { "attack",      0, 0, TACTIC, 0 },
    [FACT_DEFENSE]     = { "defense",     0, 0, TACTIC, 0 },
    [FACT_HIT]         = { "hit",         0, 0, TACTIC, 0 },
    [FACT_DIRECT_HIT]  = { "direct-hit",  0, 0, TACTIC, 0 },
    [FACT_HULL]        = { "hull",        0, 0, TACTIC, 0 },
    [FACT_PROPERTY]    = { "property",    0, 0, PERSONNEL | SHIP, 0 },
    [FACT_LOCATION]    = { "location",    0, 0, MISSION, 0 },
    [FACT_NAMES]       = { "lore-names",  0, 0, ALL_TYPES, 0 },
    [FACT_PARTNER]     = { "partner",     0, 0, PERSONNEL, 0 },
    [FACT_BRIDE]       = { "bride-of",    0, 0, PERSONNEL, 0 },
    [FACT_IMAGE]       = { "image",       0, 0, PERSONNEL, 0 },
    [FACT_HOMEWORLD]   = { "homeworld",   0, 0, MISSION, 0 },
    [FACT_REQUIRES]    = { "requires",    MISSION, MISSION, MISSION, MISSION },
};

/* Headquarters are not attempted: they may do without these. */
enum { NOT_FOR_HEADQUARTERS = 1 << FACT_POINTS | 1 << FACT_ATTEMPT | 1 << FACT_REQUIRES };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Cuts the next piece off a value: up to one of the separators outside quotes, without blanks around it.  False at the end. */
static bool value_next(Source *value, const char *separators, Token *piece)
{
    while (value->rest.len && (is_blank(value->rest.at[0]) || value->rest.at[0] == separators[0]))
        source_advance(value, 1);
    *piece = (Token){ TOKEN_WORD, { value->rest.at, 0 }, value->line, value->col };
    if (!value->rest.len)
        return false;
    size_t n = 0;
    bool quoted = false;
    for (; n < value->rest.len; n++) {
        char c = value->rest.at[n];
        quoted ^= c == '"';
        if (!quoted && c && strchr(separators, c))
            break;
    }
    piece->text = str_trim((Str){ value->rest.at, n });
    source_advance(value, n < value->rest.len ? n + 1 : n);
    return true;
}

/* A name as it stands in a list, with or without double quotes. */
static Token unquoted(Token t)
{
    size_t n = t.text.len;
    if (n >= 2 && t.text.at[0] == '"' && t.text.at[n - 1] == '"') {
        t.kind = TOKEN_STRING;
        t.text = (Str){ t.text.at + 1, n - 2 };
    }
    return t;
}

static bool fail(const CardReader *card, Token at, const char *what)
{
    return error_at(card->err, card->src->file, at.line, at.col, "%s; found \"%.*s\"", what, STR(str_shown(at.text)));
}

static Token whole(const Source *value)
{
    return (Token){ TOKEN_WORD, value->rest, value->line, value->col };
}

static bool read_number(CardReader *card, Token t, int least, int most, uint8_t *out)
{
    int number;
    if (!str_int(t.text, &number) || number < least || number > most)
        return error_at(card->err, card->src->file, t.line, t.col,
                        "expected a number from %d to %d; found \"%.*s\"", least, most, STR(str_shown(t.text)));
    *out = (uint8_t)number;
    return true;
}

/* A number that may be below 0: what a Tactic adds, or takes from an attribute as a damage marker. */
static bool read_change(CardReader *card, Token t, int8_t *out)
{
    int number;
    if (!str_int(t.text, &number) || number < -MOST_ATTRIBUTE || number > MOST_ATTRIBUTE)
        return error_at(card->err, card->src->file, t.line, t.col, "expected a number; found \"%.*s\"", STR(str_shown(t.text)));
    *out = (int8_t)number;
    return true;
}

static bool read_icon(CardReader *card, Token t, int *icon)
{
    *icon = icon_find(card->edition, t.text);
    return *icon >= 0 || error_at(card->err, card->src->file, t.line, t.col, "unknown icon \"%.*s\"; nearest: %s",
                                  STR(str_shown(t.text)), icon_nearest(card->edition, t.text));
}

/* Icons separated by blanks, in brackets or not. */
static bool read_icons(CardReader *card, Source *value, IconSet *icons)
{
    Token t;
    int icon;
    while (value_next(value, " []\t", &t)) {
        if (!t.text.len)                        /* between "]" and "[" */
            continue;
        if (!read_icon(card, t, &icon))
            return false;
        icon_add(icons, icon);
    }
    return true;
}

static bool read_trait(CardReader *card, Token t, TraitKind kind)
{
    int trait = trait_intern(card->cat, card->src->file, unquoted(t), kind, card->err);
    if (trait)
        trait_add(&card->def.traits, trait);
    return trait != 0;
}

static bool read_type(CardReader *card, Source *value)
{
    int type = type_find(card->edition, value->rest);
    if (type < 0)
        return fail(card, whole(value), "expected personnel, ship, equipment, event, interrupt, dilemma or mission");
    card->def.type = (uint8_t)type;
    return true;
}

static bool read_kind(CardReader *card, Source *value)
{
    bool facility = card->def.type == TYPE_FACILITY, doorway = card->def.type == TYPE_DOORWAY;
    int other = card->def.type == TYPE_DILEMMA || card->edition == EDITION_FIRST ? KIND_DUAL : KIND_HEADQUARTERS;
    for (int i = KIND_PLANET; i < KIND_COUNT; i++)
        if ((doorway ? i >= KIND_TENT : facility ? i >= KIND_HEADQUARTERS && i < KIND_TENT : i <= KIND_SPACE || i == other) && str_is_nocase(value->rest, kind_name[i])) {
            card->def.kind = (uint8_t)i;
            return true;
        }
    return fail(card, whole(value), doorway ? "expected tent, continuum, bridge, tribbles or dilemmas, the side deck that it opens" : facility ? "expected outpost, headquarters or station"
                : other == KIND_DUAL ? "expected planet, space or dual" : "expected planet, space or headquarters");
}

static bool read_quadrant(CardReader *card, Source *value)
{
    int last = card->edition == EDITION_FIRST ? QUADRANT_MIRROR : QUADRANT_DELTA;
    for (int i = QUADRANT_ALPHA; i <= last; i++)
        if (str_is_nocase(value->rest, quadrant_name[i])) {
            card->def.quadrant = (uint8_t)i;
            return true;
        }
    return fail(card, whole(value), last == QUADRANT_MIRROR ? "expected Alpha, Gamma, Delta or Mirror" : "expected Alpha, Gamma or Delta");
}

static bool read_affiliation(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, "/,", &t)) {
        int icon;
        if (!read_icon(card, t, &icon))
            return false;
        if (icon_kind[icon] != AFFILIATION)
            return fail(card, t, "expected an affiliation");
        icon_add(&card->def.icons, icon);
        if (card->edition == EDITION_FIRST && !card->def.affiliation)
            card->def.affiliation = (uint8_t)(icon + 1);
    }
    return true;
}

/* The affiliation whose homeworld the planet of a mission is. */
static bool read_homeworld(CardReader *card, Source *value)
{
    int icon;
    if (!read_icon(card, whole(value), &icon))
        return false;
    if (icon_kind[icon] != AFFILIATION)
        return fail(card, whole(value), "expected an affiliation");
    card->def.homeworld = (uint8_t)(icon + 1);
    trait_add(&card->def.traits, TRAIT_HOMEWORLD);
    return true;
}

static bool read_traits(CardReader *card, Source *value, TraitKind kind)
{
    Token t;
    while (value_next(value, "/,", &t))
        if (!read_trait(card, t, kind))
            return false;
    return true;
}

/* What the picture shows, of whose species the lore says nothing (1e-2013/species.5). */
static bool read_image(CardReader *card, Source *value)
{
    card->def.image = (uint16_t)trait_intern(card->cat, card->src->file, unquoted(whole(value)), OF_SPECIES, card->err);
    return card->def.image != 0;
}

static bool read_commander(CardReader *card, Token title)
{
    int at = 0;
    while (at < MAX_COMMANDER && card->def.commander[at])
        at++;
    if (at == MAX_COMMANDER)
        return fail(card, title, "a Commander of too many ships; expected at most 3");
    card->def.commander[at] = (uint16_t)title_intern(card->cat, card->src->file, unquoted(title), card->err);
    return card->def.commander[at] != 0;
}

/* The numbers of a card lie together: no other card is read meanwhile. */
static bool add_number(CardReader *card, Trait keyword, int value)
{
    *catalogue_number(card->cat) = (KeywordNumber){ (uint16_t)keyword, (int16_t)value };
    card->def.number_count++;
    card->def.number = (uint16_t)(card->cat->number_count - card->def.number_count);
    return true;
}

/* The keyword is short for an ability, which the card then has like any other (2E-22.3). */
static bool read_interlink(CardReader *card, Token t)
{
    int skill = skill_find(card->edition, t.text);
    if (skill < 0)
        return error_at(card->err, card->src->file, t.line, t.col,
                        "unknown skill \"%.*s\"; nearest: %s", STR(str_shown(t.text)), skill_nearest(card->edition, t.text));
    add_number(card, TRAIT_INTERLINK, skill + 1);
    char text[200];
    snprintf(text, sizeof text, "(while-may (facing self) (cost (discard-top you 1))"
             " (apply (and (type personnel) (of you) present (icon Bor)) end-of-dilemma (gain \"%s\")))", skill_name[skill]);
    Source src = { card->src->file, str_of(text), t.line, t.col, card->edition };
    if (!effect_read_ability(card->cat, &src, card->err))
        return false;
    card->cat->ability[card->cat->ability_count - 1].interlink = true;
    return true;
}

/* What follows the colon of a ruled keyword. */
static bool read_keyword_part(CardReader *card, Trait keyword, Token part)
{
    uint8_t number = 0;
    switch (keyword_takes[keyword]) {
    case TAKES_NUMBER:
        return read_number(card, part, 1, MOST_BYTE, &number) && add_number(card, keyword, number);
    case TAKES_TITLE:
        return read_commander(card, part);
    case TAKES_SKILL_NAME:
        return read_interlink(card, part);
    case TAKES_NAME:
        return read_trait(card, part, OF_REGION);
    default:                                    /* the price of Replicate stands in its ability */
        return fail(card, part, "this keyword takes no part; expected it without \":\"");
    }
}

static bool takes_part(Trait keyword)
{
    return keyword_takes[keyword] != TAKES_NOTHING && keyword_takes[keyword] != TAKES_COST;
}

static bool read_keyword(CardReader *card, Token t)
{
    const char *colon = t.text.len && t.text.at[0] != '"' ? memchr(t.text.at, ':', t.text.len) : NULL;
    Token name = t, part = t;
    if (colon) {
        Source rest = { card->src->file, t.text, t.line, t.col, card->edition };
        name.text = str_trim((Str){ t.text.at, (size_t)(colon - t.text.at) });
        source_advance(&rest, (size_t)(colon - t.text.at) + 1);
        value_next(&rest, "\n", &part);
    }
    int ruled = catalogue_trait_find(card->cat, unquoted(name).text);
    ruled = ruled < TRAIT_RULED_COUNT ? ruled : 0;
    if (colon && !ruled)
        return fail(card, name, "expected Commander, Consume, Decay, Interlink, Recall or Region before \":\"");
    if (!colon && ruled && takes_part((Trait)ruled))
        return fail(card, t, "expected \":\" and a part after this keyword");
    return read_trait(card, name, OF_KEYWORD) && (!colon || read_keyword_part(card, (Trait)ruled, part));
}

static bool read_keywords(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, ",", &t))
        if (!read_keyword(card, t))
            return false;
    return true;
}

/* "2 Honor" or "Honor". */
static bool read_skill(CardReader *card, Token t)
{
    Str rest = t.text;
    int level = 1;
    Str first = str_word(&rest);
    Str name = str_int(first, &level) ? str_trim(rest) : t.text;
    int skill = skill_find(card->edition, name);
    if (skill < 0)
        return error_at(card->err, card->src->file, t.line, t.col, "unknown skill \"%.*s\"; nearest: %s", STR(str_shown(name)),
                        skill_nearest(card->edition, name));
    if (level < 1 || level > MOST_LEVEL)
        return fail(card, t, "expected a level from 1 to 9");
    if (card->def.skill[skill])
        return fail(card, t, "the same skill twice; expected it once, with its level");
    card->def.skill[skill] = (uint8_t)level;
    for (int i = 0; i < MAX_LISTED; i++)
        if (!card->def.listed_skill[i]) {
            card->def.listed_skill[i] = (uint8_t)(skill + 1);
            break;
        }
    if (!(card->seen >> FACT_DOTS & 1))
        card->def.dots++;
    return true;
}

/* "3", where special skills have dots as well or one dot stands for several skills; "2, 3": as errata have it, and as it was printed. */
static bool read_dots(CardReader *card, Source *value)
{
    Token t;
    if (!value_next(value, ",", &t) || !read_number(card, t, 0, MOST_LEVEL, &card->def.dots))
        return false;
    return !value_next(value, ",", &t) || read_number(card, t, 0, MOST_LEVEL, &card->def.dots_printed);
}

static bool read_skills(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, ",", &t))
        if (!read_skill(card, t))
            return false;
    return true;
}

static bool read_attributes(CardReader *card, Source *value)
{
    Token t, all = whole(value);
    int count = 0;
    while (value_next(value, " \t", &t)) {
        uint8_t number = 0;
        if (count == ATTRIBUTE_COUNT)
            return fail(card, all, "expected three numbers");
        bool none = card->edition == EDITION_FIRST && (str_is(t.text, "X") || str_is(t.text, "-"));
        card->def.no_value |= (uint8_t)(none << count);
        if (card->def.type == TYPE_TACTIC) {
            if (!read_change(card, t, &card->def.attribute[count++]))
                return false;
            continue;
        }
        if (!none && !read_number(card, t, 0, MOST_ATTRIBUTE, &number))
            return false;
        card->def.attribute[count++] = (int8_t)number;
    }
    return count == ATTRIBUTE_COUNT || fail(card, all, "expected three numbers");
}

/* [Cmd] and [Stf] are counted; every other icon is a place of its own, which only the First Edition has (1E-15.2). */
static bool read_staff(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, " []\t", &t)) {
        if (!t.text.len)                        /* between "]" and "[" */
            continue;
        int icon = icon_find(card->edition, t.text);
        if (icon < 0 || (card->edition == EDITION_SECOND && icon != ICON_CMD && icon != ICON_STF))
            return fail(card, t, card->edition == EDITION_SECOND ? "expected Cmd or Stf" : "expected an icon");
        card->def.need_cmd += icon == ICON_CMD;
        card->def.need_stf += icon == ICON_STF;
        if (icon != ICON_CMD && icon != ICON_STF) {
            icon_add(&catalogue_staff(card->cat)->icons, icon);
            card->def.staff_count++;
            card->def.staff = (uint16_t)(card->cat->staff_count - card->def.staff_count);
        }
        if (card->def.need_cmd + card->def.need_stf + card->def.staff_count > MOST_STAFF)
            return fail(card, t, "too many staffing icons; expected at most 24");
    }
    return true;
}

/* `any`, `any except ICONS`, `none`, or ICONS. */
static bool read_attempt(CardReader *card, Source *value, MissionEnd *end)
{
    Source rest = *value;
    Token all = whole(value), word;
    value_next(&rest, " \t", &word);
    if (str_is_nocase(all.text, "none")) {
        end->none = true;
        return true;
    }
    if (!str_is_nocase(word.text, "any"))
        return read_icons(card, value, &end->icons);
    end->any = true;
    if (!value_next(&rest, " \t", &word))
        return true;
    if (!str_is_nocase(word.text, "except"))
        return fail(card, word, "expected \"except\" and icons after \"any\"");
    return read_icons(card, &rest, &end->except)
        && (!icons_none(end->except) || fail(card, all, "expected icons after \"except\""));
}

static bool read_requires(CardReader *card, Source *value, MissionEnd *end)
{
    end->requirement = requirement_read(card->cat, *value, card->err);
    return end->requirement != 0;
}

/* A classification is one level of the skill of that name, too (1E-13.1); it has no dot. */
static bool read_classification(CardReader *card, Source *value)
{
    for (int i = CLASS_NONE + 1; i < CLASS_COUNT; i++)
        if (str_is_nocase(value->rest, class_name[i])) {
            card->def.class = (uint8_t)i;
            return true;
        }
    return fail(card, whole(value), "expected a classification, such as OFFICER");
}

/* The ships and facilities that a personnel commands, or the personnel who command a ship, by their titles. */
static bool read_command(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, ",", &t))
        if (!read_commander(card, t))
            return false;
    return true;
}

static bool read_name(CardReader *card, Token name, uint16_t *out)
{
    *out = (uint16_t)title_intern(card->cat, card->src->file, unquoted(name), card->err);
    return *out != 0;
}

static bool read_persona(CardReader *card, Source *value)
{
    return read_name(card, whole(value), &card->def.persona);
}

static bool read_lore_names(CardReader *card, Source *value)
{
    Token t;
    for (int n = 0; value_next(value, ",", &t); n++)
        if (n == MAX_LORE_NAMES)
            return fail(card, t, "expected at most 4 names");
        else if (!read_name(card, t, &card->def.names[n]))
            return false;
    return true;
}

/* Down: the Tactic itself becomes a damage marker; Flip: one is drawn. */
static bool read_hit(CardReader *card, Source *value, uint8_t *out)
{
    Token t;
    while (value_next(value, " \t", &t)) {
        if (str_is(t.text, "Down"))
            *out |= TACTIC_DOWN;
        else if (str_is(t.text, "Flip"))
            ++*out;
        else
            return fail(card, t, "expected Down or Flip");
    }
    return true;
}

/* A point box.  That of a mission stands at its end; others may be negative (1E-G1.7). */
static bool read_points(CardReader *card, Source *value, MissionEnd *end)
{
    int number;
    if (card->def.type == TYPE_MISSION)
        return read_number(card, whole(value), 0, MOST_BYTE, &end->points);
    if (!str_int(value->rest, &number) || number < -100 || number > 100)
        return fail(card, whole(value), "expected a number from -100 to 100");
    card->def.points = (int8_t)number;
    return true;
}

static bool read_value(CardReader *card, Fact fact, Source *value)
{
    MissionEnd *near = &card->mission.end[NEAR_END], *far = &card->mission.end[FAR_END];
    switch (fact) {
    case FACT_TYPE:        return read_type(card, value);
    case FACT_KIND:        return read_kind(card, value);
    case FACT_UNIQUE:      card->def.unique = true; return true;
    case FACT_COST:        return read_number(card, whole(value), 0, MOST_BYTE, &card->def.cost);
    case FACT_AFFILIATION: return read_affiliation(card, value);
    case FACT_ICONS:       return read_icons(card, value, &card->def.icons);
    case FACT_SPECIES:     return read_traits(card, value, OF_SPECIES);
    case FACT_KEYWORDS:    return read_keywords(card, value);
    case FACT_SKILLS:      return read_skills(card, value);
    case FACT_ATTRIBUTES:  return read_attributes(card, value);
    case FACT_STAFF:       return read_staff(card, value);
    case FACT_CLASS:       return read_trait(card, whole(value), OF_CLASS);
    case FACT_QUADRANT:    return read_quadrant(card, value);
    case FACT_SPAN:        return read_number(card, whole(value), 0, MOST_BYTE, &near->span);
    case FACT_POINTS:      return read_points(card, value, near);
    case FACT_ATTEMPT:     return read_attempt(card, value, near);
    case FACT_REQUIRES:    return read_requires(card, value, near);
    case FACT_UNIVERSAL:   return true;
    case FACT_DOTS:        return read_dots(card, value);
    case FACT_COUNTDOWN: return read_number(card, whole(value), 1, MOST_LEVEL, &card->def.countdown);
    case FACT_CLASSIFICATION: return read_classification(card, value);
    case FACT_COMMAND:     return read_command(card, value);
    case FACT_PERSONA:     return read_persona(card, value);
    case FACT_FAR_SPAN:    return read_number(card, whole(value), 0, MOST_BYTE, &far->span);
    case FACT_FAR_POINTS:  return read_number(card, whole(value), 0, MOST_BYTE, &far->points);
    case FACT_FAR_ATTEMPT: return read_attempt(card, value, far);
    case FACT_FAR_REQUIRES: return read_requires(card, value, far);
    case FACT_ATTACK:      return read_change(card, whole(value), &card->def.attack);
    case FACT_DEFENSE:     return read_change(card, whole(value), &card->def.defense);
    case FACT_HIT:         return read_hit(card, value, &card->def.hit);
    case FACT_DIRECT_HIT:  return read_hit(card, value, &card->def.direct_hit);
    case FACT_HULL:        return read_number(card, whole(value), 0, 100, &card->def.hull);
    case FACT_LOCATION:    return read_name(card, whole(value), &card->def.location);
    case FACT_NAMES:       return read_lore_names(card, value);
    case FACT_PARTNER:     return read_name(card, whole(value), &card->def.partner);
    case FACT_BRIDE:       return read_name(card, whole(value), &card->def.bride);
    case FACT_IMAGE:       return read_image(card, value);
    case FACT_HOMEWORLD:   return read_homeworld(card, value);
    case FACT_PROPERTY:    return read_icons(card, value, &card->def.icons);
    case FACT_COUNT:       break;
    }
    return false;
}

/* What two persons on one card may have each for himself, written "A + B" (1E-A9.1). */
static bool is_fact_of_person(const CardReader *card, Fact fact)
{
    return card->edition == EDITION_FIRST && card->def.type == TYPE_PERSONNEL
        && (fact == FACT_PERSONA || fact == FACT_CLASSIFICATION || fact == FACT_SPECIES || fact == FACT_ICONS || fact == FACT_SKILLS || fact == FACT_ATTRIBUTES);
}

static bool read_second_value(CardReader *card, Fact fact, Source *value)
{
    CardDef first = card->def;
    card->def = card->second;
    card->def.type = first.type;
    card->dual = true;
    bool ok = read_value(card, fact, value);
    card->second = card->def;
    card->def = first;
    return ok;
}

bool fact_read(CardReader *card, Fact fact, Source *value)
{
    card->seen |= (uint64_t)1 << fact;
    Source rest = *value;
    Token half;
    if (!is_fact_of_person(card, fact) || !value_next(&rest, "+", &half) || half.text.len == value->rest.len)
        return read_value(card, fact, value);
    Source first = { value->file, half.text, half.line, half.col, value->edition };
    rest.rest = str_trim(rest.rest);
    if (fact == FACT_ICONS)
        return read_icons(card, &first, &card->first_icons) && read_second_value(card, fact, &rest);
    return read_value(card, fact, &first) && read_second_value(card, fact, &rest);
}

bool fact_belongs(EditionId edition, Fact fact, CardType type)
{
    return type_in(edition == EDITION_FIRST ? fact_info[fact].first_may : fact_info[fact].may, type);
}

/* The value of a fact: the rest of its line without a comment, and further lines while a parenthesis is open. */
static Source take_value(Source *src)
{
    size_t n = 0, end = 0;
    int depth = 0;
    bool quoted = false, comment = false;
    while (src->rest.len && (src->rest.at[0] == ' ' || src->rest.at[0] == '\t'))
        source_advance(src, 1);
    for (; n < src->rest.len; n++) {
        char c = src->rest.at[n];
        if (c == '\n' && depth <= 0)
            break;
        quoted = c != '\n' && quoted != (c == '"' && !comment);
        comment = c != '\n' && (comment || (c == '#' && !quoted));
        depth += !quoted && !comment ? (c == '(') - (c == ')') : 0;
        end = comment ? end : n + 1;
    }
    Source value = *src;
    value.rest = str_trim((Str){ src->rest.at, end });
    source_advance(src, n);
    return value;
}

static Fact fact_find(Str name)
{
    for (int i = 0; i < FACT_COUNT; i++)
        if (str_is_nocase(name, fact_info[i].name))
            return (Fact)i;
    return FACT_COUNT;
}

static bool fail_fact(const CardReader *card, Token name)
{
    Nearest near = nearest_to(name.text);
    for (int i = 0; i < FACT_COUNT; i++)
        nearest_try(&near, str_of(fact_info[i].name));
    nearest_try(&near, str_of("end"));
    return error_at(card->err, card->src->file, name.line, name.col, "unknown fact \"%.*s\"%s%.*s; expected one such as cost, \"(\" or end",
                    STR(str_shown(name.text)), near.best.len ? "; nearest: " : "", STR(near.best));
}

static bool read_fact(CardReader *card, Token name)
{
    const char *file = card->src->file;
    Fact fact = fact_find(name.text);
    if (fact == FACT_COUNT)
        return fail_fact(card, name);
    if (fact != FACT_TYPE && !card->def.type)
        return fail(card, name, "expected the type of the card first");
    if (card->def.type && !fact_belongs(card->edition, fact, card->def.type))
        return error_at(card->err, file, name.line, name.col, "\"%s\" is no fact of a card of type %s; expected it left out",
                        fact_info[fact].name, type_name[card->def.type]);
    if (card->seen >> fact & 1)
        return error_at(card->err, file, name.line, name.col, "a second \"%s\"; expected one", fact_info[fact].name);
    Source value = take_value(card->src);
    bool mark = fact == FACT_UNIQUE || fact == FACT_UNIVERSAL;
    if (mark && value.rest.len)
        return error_at(card->err, file, value.line, value.col, "\"%s\" takes no value; expected the end of the line", fact_info[fact].name);
    if (!mark && fact != FACT_STAFF && !value.rest.len)
        return error_at(card->err, file, value.line, value.col, "expected a value after \"%s\"", fact_info[fact].name);
    return fact_read(card, fact, &value);
}

static Token without_version(Token title)
{
    title.text = title_without_version(title.text);
    return title;
}

/* The names at the head of a card: "Title" and perhaps "Subtitle". */
static bool read_names(CardReader *card)
{
    Token title = token_next(card->src);
    if (title.kind != TOKEN_STRING)
        return error_at(card->err, card->src->file, title.line, title.col, "expected the title of the card in double quotes");
    card->def.persona = (uint16_t)title_intern(card->cat, card->src->file, title, card->err);
    if (!card->def.persona)
        return false;
    card->def.titled = (uint16_t)title_intern(card->cat, card->src->file, without_version(title), card->err);
    card->def.title = arena_text(&card->cat->arena, token_text(card->cat, title));
    card->def.name = card->def.title;
    Token subtitle = token_peek(*card->src);
    if (subtitle.kind != TOKEN_STRING || subtitle.line != title.line)
        return true;
    token_next(card->src);
    Str text = token_text(card->cat, subtitle);
    if (!text.len || text.len > MAX_NAME)
        return error_at(card->err, card->src->file, subtitle.line, subtitle.col,
                        "expected a subtitle of 1 to %d bytes", MAX_NAME);
    card->def.subtitle = arena_text(&card->cat->arena, text);
    char both[2 * MAX_NAME + 3];
    snprintf(both, sizeof both, "%s, %s", card->def.title, card->def.subtitle);
    card->def.name = arena_text(&card->cat->arena, str_of(both));
    return true;
}

const char *fact_missing(const CardReader *card)
{
    uint64_t excused = card->def.kind == KIND_HEADQUARTERS ? NOT_FOR_HEADQUARTERS : 0;
    if (card->mission.end[NEAR_END].none)
        excused |= 1 << FACT_REQUIRES | (card->edition == EDITION_FIRST ? 1 << FACT_POINTS : 0);
    for (int i = 0; i < FACT_COUNT; i++) {
        bool must = card->def.type ? type_in(card->edition == EDITION_FIRST ? fact_info[i].first_must : fact_info[i].must, card->def.type) : i == FACT_TYPE;
        if (must && !((card->seen | excused) >> i & 1))
            return fact_info[i].name;
    }
    return NULL;
}

static bool facts_complete(const CardReader *card, Token end)
{
    const char *missing = fact_missing(card);
    return !missing || error_at(card->err, card->src->file, end.line, end.col,
                                "the card \"%s\" lacks \"%s\"; expected it before end", card->def.name, missing);
}

/* Where the far end says nothing of its own it is like the near one (1E-4.12). */
static void far_end(CardReader *card)
{
    MissionEnd far = card->mission.end[NEAR_END], *read = &card->mission.end[FAR_END];
    far.span = card->seen >> FACT_FAR_SPAN & 1 ? read->span : far.span;
    far.points = card->seen >> FACT_FAR_POINTS & 1 ? read->points : far.points;
    if (card->seen >> FACT_FAR_ATTEMPT & 1)
        far.icons = read->icons, far.except = read->except, far.any = read->any, far.none = read->none;
    far.requirement = card->seen >> FACT_FAR_REQUIRES & 1 ? read->requirement : far.requirement;
    *read = far;
    card->mission.two_faced = card->seen & ((uint64_t)1 << FACT_FAR_SPAN | (uint64_t)1 << FACT_FAR_POINTS | (uint64_t)1 << FACT_FAR_ATTEMPT | (uint64_t)1 << FACT_FAR_REQUIRES);
}

/* What is printed on cards of the First Edition by leaving something out (1E-2.2, 4.2). */
static void unprinted_facts(CardReader *card)
{
    const TypeSet named = PERSONNEL | SHIP | MISSION | FACILITY | 1 << TYPE_SITE | 1 << TYPE_TIME_LOCATION;
    CardDef *def = &card->def;
    def->unique |= type_in(named, def->type) && !(card->seen >> FACT_UNIVERSAL & 1);
    if (def->type == TYPE_MISSION && !def->quadrant)
        def->quadrant = QUADRANT_ALPHA;
    if (def->class)
        def->skill[class_skill[def->class]]++;
    if (!icons_several(icons_both(def->icons, affiliations)))
        def->affiliation = 0;                   /* nothing to choose (1E-11.4) */
    if (!(card->seen >> FACT_ATTRIBUTES & 1))
        def->no_value = (1 << ATTRIBUTE_COUNT) - 1;
}

/* What follows from the facts of a card, once. */
void card_facts_end(CardReader *card)
{
    const Catalogue *cat = card->cat;
    if (!(card->seen >> FACT_ATTEMPT & 1) && card->def.kind == KIND_HEADQUARTERS)
        card->mission.end[NEAR_END].none = true;
    if (card->dual)
        persons_join(card);
    if (card->edition == EDITION_FIRST)
        unprinted_facts(card);
    if (card->def.type == TYPE_MISSION) {
        far_end(card);
        *catalogue_mission(card->cat) = card->mission;
        card->def.mission = (uint16_t)(cat->mission_count - 1);
    }
}

void card_sum_up(CardReader *card)
{
    const Catalogue *cat = card->cat;
    card->def.ability_count = (uint16_t)(cat->ability_count - card->def.ability);
    for (int i = card->def.ability; i < cat->ability_count; i++) {
        const Ability *a = &cat->ability[i];
        if (a->event)
            event_add(&card->def.listens, a->event);
        if (a->kind == NODE_AFFECTS_ALL)        /* a hidden agenda is turned up as such a card is played */
            event_add(&card->def.listens, EVENT_ABOUT_TO_PLAY);
        kind_add(&card->def, a->kind);
        if (a->damage)
            kind_add(&card->def, NODE_DAMAGE);
        if (!(card->seen >> FACT_DOTS & 1) && card->edition == EDITION_FIRST && card->def.type == TYPE_PERSONNEL && a->event != EVENT_ANY_MOMENT && !a->also)
            card->def.dots++;                   /* a special skill has a dot, a special download none (1E-2.2.1, G1.4) */
    }
}

static int same_card(const CardReader *card)
{
    for (int i = 1; i < card->cat->def_count; i++) {
        const CardDef *other = &card->cat->def[i];
        if (other->edition == card->def.edition && str_is_nocase(str_of(other->title), card->def.title)
            && str_is_nocase(str_of(other->subtitle), card->def.subtitle))
            return i;
    }
    return 0;
}

static bool add_card(CardReader *card, Token head, DefId *out)
{
    Catalogue *cat = card->cat;
    int other = same_card(card);
    if (other && !card->scratch)
        return error_at(card->err, card->src->file, head.line, head.col, "the card \"%s\" is defined twice; the first is %s:%d",
                        card->def.name, cat->def[other].file, cat->def[other].line);
    if (!other && cat->def_count > MAX_DEFS)
        return error_at(card->err, card->src->file, head.line, head.col, "too many cards; at most %d", MAX_DEFS);
    card_facts_end(card);
    card_sum_up(card);
    if (card->def.ability_count > MAX_ABILITIES)
        return error_at(card->err, card->src->file, head.line, head.col, "the card \"%s\" has %d abilities; at most %d", card->def.name,
                        card->def.ability_count, MAX_ABILITIES);
    *(other ? &cat->def[other] : catalogue_add(cat)) = card->def;
    *out = (DefId)(other ? other : cat->def_count - 1);
    return true;
}

static bool read_card(CardReader *card, DefId *out)
{
    Token head = token_next(card->src), t;
    if (head.kind != TOKEN_WORD || !str_is_nocase(head.text, "card"))
        return fail(card, head, "expected card \"Title\"");
    card->def = (CardDef){ .subtitle = "", .text = "", .edition = (uint8_t)card->edition, .line = head.line,
                           .ability = (uint16_t)card->cat->ability_count };
    card->def.file = arena_text(&card->cat->arena, str_of(card->src->file));
    card->mission = (Mission){ 0 };
    card->seen = 0;
    if (!read_names(card))
        return false;
    for (;;) {
        t = token_peek(*card->src);
        if (t.kind == TOKEN_OPEN) {
            if (!effect_read_ability(card->cat, card->src, card->err))
                return false;
            continue;
        }
        token_next(card->src);
        if (t.kind == TOKEN_END)
            return error_at(card->err, card->src->file, t.line, t.col,
                            "the card of line %d does not end; expected \"end\"", head.line);
        if (t.kind != TOKEN_WORD)
            return error_at(card->err, card->src->file, t.line, t.col, "expected a fact, \"(\" or end");
        if (str_is_nocase(t.text, "end"))
            return facts_complete(card, t) && add_card(card, head, out);
        if (!read_fact(card, t))
            return false;
    }
}

/* Only text that an editor shows: UTF-8 without control characters. */
static bool text_ok(const char *file, int line, Str text, Error *err)
{
    for (; text.len; line++) {
        Str here = str_line(&text);
        if (!str_utf8(here))
            return error_at(err, file, line, 1, "a byte that is not UTF-8 text; expected the file saved as UTF-8");
        for (size_t i = 0; i < here.len; i++)
            if (((unsigned char)here.at[i] < ' ' && here.at[i] != '\t') || here.at[i] == 127)
                return error_at(err, file, line, 1, "a control character; expected plain text");
    }
    return true;
}

/* Everything but the memory goes back to what it was. */
typedef struct { Catalogue cat; uint8_t trait_kind[MAX_TRAITS]; } Mark;

static void mark_set(Mark *mark, const Catalogue *cat)
{
    mark->cat = *cat;
    memcpy(mark->trait_kind, cat->trait_kind, sizeof mark->trait_kind);
}

static void mark_restore(const Mark *mark, Catalogue *cat)
{
    Arena arena = cat->arena;
    *cat = mark->cat;
    cat->arena = arena;
    memcpy(cat->trait_kind, mark->trait_kind, sizeof mark->trait_kind);
}

/* `edition 2e` at the top of a file. */
static bool read_edition(CardReader *card)
{
    Token word = token_peek(*card->src);
    card->edition = EDITION_SECOND;
    if (word.kind != TOKEN_WORD || !str_is(word.text, "edition"))
        return true;
    token_next(card->src);
    Token name = token_next(card->src);
    if (str_is(name.text, "1e"))
        card->edition = card->src->edition = EDITION_FIRST;
    else if (!str_is(name.text, "2e"))
        return fail(card, name, "expected 1e or 2e");
    return true;
}

static bool read_file(CardReader *card)
{
    DefId added;
    if (!read_edition(card))
        return false;
    while (token_peek(*card->src).kind != TOKEN_END)
        if (!read_card(card, &added))
            return false;
    return true;
}

bool cards_read(Catalogue *cat, const char *file, Str text, Error *err)
{
    if (text.len > MAX_FILE)
        return error_at(err, file, 0, 0, "larger than %d MiB; expected the cards in several files", MAX_FILE >> 20);
    if (!text_ok(file, 1, text, err))
        return false;
    Mark mark;
    mark_set(&mark, cat);
    Source src = { file, text, 1, 1, EDITION_SECOND };
    CardReader card = { .cat = cat, .src = &src, .err = err };
    if (!read_file(&card)) {
        mark_restore(&mark, cat);
        return false;
    }
    cat->digest = hash_mix(cat->digest, hash_bytes(text.at, text.len));
    return true;
}

/* The text of one card: up to and with its line `end`. */
static Str card_text(Str rest)
{
    const char *first = rest.at;
    while (rest.len && !str_is(str_trim(str_line(&rest)), "end"))
        ;
    return (Str){ first, (size_t)(rest.at - first) };
}

bool card_read_one(Catalogue *cat, Source *src, DefId *out, Error *err)
{
    if (!text_ok(src->file, src->line, card_text(src->rest), err))
        return false;
    Mark mark;
    mark_set(&mark, cat);
    CardReader card = { .cat = cat, .src = src, .err = err, .edition = src->edition, .scratch = true };
    if (read_card(&card, out))
        return true;
    mark_restore(&mark, cat);
    return false;
}
