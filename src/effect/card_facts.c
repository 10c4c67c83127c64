/* The facts of a card: what its lines in a card file, or the columns of a card list, say of it.
 *
 * Which fact belongs to which type of card is one list (facts.def); how the editions differ in what is printed is another (print_of). */
#include "effect/read.h"

enum { MOST_LEVEL = 9, MOST_ATTRIBUTE = 99, MOST_BYTE = 255, MOST_STAFF = 24 };

enum { PERSONNEL = 1 << TYPE_PERSONNEL, SHIP = 1 << TYPE_SHIP, EQUIPMENT = 1 << TYPE_EQUIPMENT, EVENTS = 1 << TYPE_EVENT,
       INTERRUPT = 1 << TYPE_INTERRUPT, DILEMMA = 1 << TYPE_DILEMMA, MISSION = 1 << TYPE_MISSION, FACILITY = 1 << TYPE_FACILITY, TACTIC = 1 << TYPE_TACTIC,
       EVERY = PERSONNEL | SHIP | EQUIPMENT | EVENTS | INTERRUPT | DILEMMA | MISSION, ALL_TYPES = (1 << TYPE_COUNT) - 2 };

static const struct { const char *name; TypeSet may[EDITION_COUNT], must[EDITION_COUNT]; } fact_info[FACT_COUNT] = {
#define FACT(name, word, may, must, first_may, first_must) \
    [FACT_##name] = { word, { [EDITION_SECOND] = may, [EDITION_FIRST] = first_may }, { [EDITION_SECOND] = must, [EDITION_FIRST] = first_must } },
#include "effect/facts.def"
#undef FACT
};

/* How the cards of an edition are printed, where the editions differ. */
typedef struct {
    Kind third_kind;                           /* of missions, besides planet and space */
    int  last_quadrant;
    bool by_omission;                          /* what is not printed says something, too (1E-2.2, 4.2) */
    bool one_affiliation;                      /* of several a card has one at a time, at first the one named first (1E-11.4) */
    bool lacks_values;                         /* an attribute may be X, or not be there */
    bool any_staffing;                         /* staffing icons besides [Cmd] and [Stf] (1E-15.2) */
    bool two_persons;                          /* on one card (1E-A9.1) */
    bool dotted_texts;                         /* a special skill of a personnel has a dot, as a skill has (1E-2.2.1) */
    bool no_points;                            /* a mission that nobody attempts needs none */
} Print;

static const Print print_of[EDITION_COUNT] = {
    [EDITION_FIRST]  = { .third_kind = KIND_DUAL, .last_quadrant = QUADRANT_MIRROR, .by_omission = true, .one_affiliation = true, .lacks_values = true,
                         .any_staffing = true, .two_persons = true, .dotted_texts = true, .no_points = true },
    [EDITION_SECOND] = { .third_kind = KIND_HEADQUARTERS, .last_quadrant = QUADRANT_DELTA },
};

static const Print *print(const CardReader *card)
{
    return &print_of[card->edition];
}

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

bool fail_at(const CardReader *card, Token at, const char *what)
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
        return fail_at(card, whole(value), "expected personnel, ship, equipment, event, interrupt, dilemma or mission");
    card->def.type = (uint8_t)type;
    return true;
}

static bool read_kind(CardReader *card, Source *value)
{
    bool facility = card->def.type == TYPE_FACILITY, doorway = card->def.type == TYPE_DOORWAY;
    int other = card->def.type == TYPE_DILEMMA ? KIND_DUAL : print(card)->third_kind;
    for (int i = KIND_PLANET; i < KIND_COUNT; i++)
        if ((doorway ? i >= KIND_TENT : facility ? i >= KIND_HEADQUARTERS && i < KIND_TENT : i <= KIND_SPACE || i == other) && str_is_nocase(value->rest, kind_name[i])) {
            card->def.kind = (uint8_t)i;
            return true;
        }
    return fail_at(card, whole(value), doorway ? "expected tent, continuum, bridge, tribbles or dilemmas, the side deck that it opens" : facility ? "expected outpost, headquarters or station"
                : other == KIND_DUAL ? "expected planet, space or dual" : "expected planet, space or headquarters");
}

static bool read_quadrant(CardReader *card, Source *value)
{
    int last = print(card)->last_quadrant;
    for (int i = QUADRANT_ALPHA; i <= last; i++)
        if (str_is_nocase(value->rest, quadrant_name[i])) {
            card->def.quadrant = (uint8_t)i;
            return true;
        }
    return fail_at(card, whole(value), last == QUADRANT_MIRROR ? "expected Alpha, Gamma, Delta or Mirror" : "expected Alpha, Gamma or Delta");
}

static bool read_affiliation(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, "/,", &t)) {
        int icon;
        if (!read_icon(card, t, &icon))
            return false;
        if (icon_kind[icon] != AFFILIATION)
            return fail_at(card, t, "expected an affiliation");
        icon_add(&card->def.icons, icon);
        if (print(card)->one_affiliation && !card->def.affiliation)
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
        return fail_at(card, whole(value), "expected an affiliation");
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
        return fail_at(card, title, "a Commander of too many ships; expected at most 3");
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
        return fail_at(card, part, "this keyword takes no part; expected it without \":\"");
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
        return fail_at(card, name, "expected Commander, Consume, Decay, Interlink, Recall or Region before \":\"");
    if (!colon && ruled && takes_part((Trait)ruled))
        return fail_at(card, t, "expected \":\" and a part after this keyword");
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
        return fail_at(card, t, "expected a level from 1 to 9");
    if (card->def.skill[skill])
        return fail_at(card, t, "the same skill twice; expected it once, with its level");
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
            return fail_at(card, all, "expected three numbers");
        bool none = print(card)->lacks_values && (str_is(t.text, "X") || str_is(t.text, "-"));
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
    return count == ATTRIBUTE_COUNT || fail_at(card, all, "expected three numbers");
}

/* [Cmd] and [Stf] are counted; every other icon is a place of its own (1E-15.2). */
static bool read_staff(CardReader *card, Source *value)
{
    Token t;
    while (value_next(value, " []\t", &t)) {
        if (!t.text.len)                        /* between "]" and "[" */
            continue;
        int icon = icon_find(card->edition, t.text);
        if (icon < 0 || (!print(card)->any_staffing && icon != ICON_CMD && icon != ICON_STF))
            return fail_at(card, t, print(card)->any_staffing ? "expected an icon" : "expected Cmd or Stf");
        card->def.need_cmd += icon == ICON_CMD;
        card->def.need_stf += icon == ICON_STF;
        if (icon != ICON_CMD && icon != ICON_STF) {
            icon_add(&catalogue_staff(card->cat)->icons, icon);
            card->def.staff_count++;
            card->def.staff = (uint16_t)(card->cat->staff_count - card->def.staff_count);
        }
        if (card->def.need_cmd + card->def.need_stf + card->def.staff_count > MOST_STAFF)
            return fail_at(card, t, "too many staffing icons; expected at most 24");
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
        return fail_at(card, word, "expected \"except\" and icons after \"any\"");
    return read_icons(card, &rest, &end->except)
        && (!icons_none(end->except) || fail_at(card, all, "expected icons after \"except\""));
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
    return fail_at(card, whole(value), "expected a classification, such as OFFICER");
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
            return fail_at(card, t, "expected at most 4 names");
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
            return fail_at(card, t, "expected Down or Flip");
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
        return fail_at(card, whole(value), "expected a number from -100 to 100");
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
    case FACT_CALLED:      card->called = unquoted(whole(value)).text; return true;
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
    return print(card)->two_persons && card->def.type == TYPE_PERSONNEL
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
        return read_icons(card, &first, &card->own_icons) && read_second_value(card, fact, &rest);
    return read_value(card, fact, &first) && read_second_value(card, fact, &rest);
}

Fact fact_find(Str name)
{
    for (int i = 0; i < FACT_COUNT; i++)
        if (str_is_nocase(name, fact_info[i].name))
            return (Fact)i;
    return FACT_COUNT;
}

const char *fact_name(Fact fact)
{
    return fact_info[fact].name;
}

bool fact_belongs(EditionId edition, Fact fact, CardType type)
{
    return type_in(fact_info[fact].may[edition], type);
}

const char *fact_missing(const CardReader *card)
{
    uint64_t excused = card->def.kind == KIND_HEADQUARTERS ? NOT_FOR_HEADQUARTERS : 0;
    if (card->mission.end[NEAR_END].none)
        excused |= 1 << FACT_REQUIRES | (print(card)->no_points ? 1 << FACT_POINTS : 0);
    for (int i = 0; i < FACT_COUNT; i++) {
        bool must = card->def.type ? type_in(fact_info[i].must[card->edition], card->def.type) : i == FACT_TYPE;
        if (must && !((card->seen | excused) >> i & 1))
            return fact_info[i].name;
    }
    return NULL;
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

/* What is said by leaving something out (1E-2.2, 4.2). */
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
    if (print(card)->by_omission)
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
        if (a->kind == NODE_OWN_COST && a->uses_that)
            kind_add(&card->def, NODE_PLAY_AT); /* what it costs depends on the place, as where a text lets it be played for more */
        if (a->damage)
            kind_add(&card->def, NODE_DAMAGE);
        if (!(card->seen >> FACT_DOTS & 1) && print(card)->dotted_texts && card->def.type == TYPE_PERSONNEL && a->event != EVENT_ANY_MOMENT && !a->also)
            card->def.dots++;                   /* a special skill has a dot, a special download none (1E-2.2.1, G1.4) */
    }
}
