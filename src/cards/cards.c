/* The lists of printed facts, and the catalogue. */
#include "cards/cards.h"

#include <stdlib.h>

const char *const skill_name[SKILL_COUNT] = {
#define SKILL(symbol, name, ...) [SKILL_##symbol] = name,
#include "cards/skills.def"
#undef SKILL
};

const char *const icon_text[ICON_COUNT] = {
#define ICON(symbol, text, ...) [ICON_##symbol] = text,
#include "cards/icons.def"
#undef ICON
};

const char *const icon_name[ICON_COUNT] = {
#define ICON(symbol, text, name, ...) [ICON_##symbol] = name,
#include "cards/icons.def"
#undef ICON
};

const uint8_t icon_kind[ICON_COUNT] = {
#define ICON(symbol, text, name, kind, ...) [ICON_##symbol] = kind,
#include "cards/icons.def"
#undef ICON
};

const char *const keyword_name[TRAIT_RULED_COUNT] = {
#define KEYWORD(symbol, name, ...) [TRAIT_##symbol] = name,
#include "cards/keywords.def"
#undef KEYWORD
};

const uint8_t keyword_takes[TRAIT_RULED_COUNT] = {
#define KEYWORD(symbol, name, takes) [TRAIT_##symbol] = TAKES_##takes,
#include "cards/keywords.def"
#undef KEYWORD
};

const char *const type_name[TYPE_COUNT] = {
    [TYPE_NONE] = "none",
#define TYPE(symbol, name, ...) [TYPE_##symbol] = name,
#include "cards/types.def"
#undef TYPE
};

const char *const type_plural[TYPE_COUNT] = {
    [TYPE_NONE] = "none",
#define TYPE(symbol, name, plural, ...) [TYPE_##symbol] = plural,
#include "cards/types.def"
#undef TYPE
};

const char *const class_name[CLASS_COUNT] = {
    [CLASS_NONE] = "",
#define CLASS(skill, name) [CLASS_##skill] = name,
#include "cards/classes.def"
#undef CLASS
};

const uint8_t class_skill[CLASS_COUNT] = {
#define CLASS(skill, ...) [CLASS_##skill] = SKILL_##skill,
#include "cards/classes.def"
#undef CLASS
};

#define IS(kind) ((kind) == AFFILIATION)
const IconSet affiliations =
#include "cards/icon_set.def"
;

#define IS(kind) ((kind) == INFILTRATION)
const IconSet infiltrations =
#include "cards/icon_set.def"
;

#define IS(kind) ((kind) == STAFFING || (kind) == SPECIAL_STAFFING)
const IconSet staffings =
#include "cards/icon_set.def"
;

/* Which editions know a skill, an icon, a type: a bit for each edition. */
enum { IN_FIRST = 1 << EDITION_FIRST, IN_SECOND = 1 << EDITION_SECOND };
#define KNOWN_IN(first, second) (((first) ? IN_FIRST : 0) | ((second) ? IN_SECOND : 0))

static const uint8_t skill_editions[SKILL_COUNT] = {
#define SKILL(symbol, name, first, second) [SKILL_##symbol] = KNOWN_IN(first, second),
#include "cards/skills.def"
#undef SKILL
};

static const uint8_t icon_editions[ICON_COUNT] = {
#define ICON(symbol, text, name, kind, first, second) [ICON_##symbol] = KNOWN_IN(first, second),
#include "cards/icons.def"
#undef ICON
};

static const uint8_t type_editions[TYPE_COUNT] = {
#define TYPE(symbol, name, plural, first, second) [TYPE_##symbol] = KNOWN_IN(first, second),
#include "cards/types.def"
#undef TYPE
};

const char *const kind_name[] = { "none", "planet", "space", "dual", "headquarters", "outpost", "station",
                                   "tent", "continuum", "bridge", "tribbles", "dilemmas" };
const char *const quadrant_name[] = { "none", "Alpha", "Gamma", "Delta", "Mirror" };
const char *const personnel_attribute_name[] = { "Integrity", "Cunning", "Strength" };
const char *const ship_attribute_name[] = { "Range", "Weapons", "Shields" };

static int name_find(const char *const *names, const uint8_t *editions, EditionId edition, int count, Str name)
{
    for (int i = 0; i < count; i++)
        if (editions[i] >> edition & 1 && str_is_nocase(name, names[i]))
            return i;
    return -1;
}

int skill_find(EditionId edition, Str name)
{
    return name_find(skill_name, skill_editions, edition, SKILL_COUNT, name);
}

SkillSet skills_of_edition(EditionId edition)
{
    SkillSet all = 0;
    for (int i = 0; i < SKILL_COUNT; i++)
        all |= skill_editions[i] >> edition & 1 ? skill_bit(i) : 0;
    return all;
}

bool icon_in_edition(int icon, EditionId edition)
{
    return icon_editions[icon] >> edition & 1;
}

int infiltrated_affiliation(int icon)
{
    static const uint8_t among[][2] = {
        { ICON_AMONG_BAJORAN, ICON_BAJORAN }, { ICON_AMONG_CARDASSIAN, ICON_CARDASSIAN }, { ICON_AMONG_DOMINION, ICON_DOMINION },
        { ICON_AMONG_FEDERATION, ICON_FEDERATION }, { ICON_AMONG_KLINGON, ICON_KLINGON }, { ICON_AMONG_ROMULAN, ICON_ROMULAN },
        { ICON_AMONG_STARFLEET, ICON_STARFLEET },
    };
    for (size_t i = 0; i < countof(among); i++)
        if (among[i][0] == icon)
            return among[i][1];
    return -1;
}

int icon_find(EditionId edition, Str name)
{
    if (name.len > 2 && name.at[0] == '[' && name.at[name.len - 1] == ']')
        name = (Str){ name.at + 1, name.len - 2 };
    if (str_is_nocase(name, "Non"))     /* two spellings of one icon (2E-2.60) */
        return ICON_NON_ALIGNED;
    if (str_is_nocase(name, "Sta"))
        return ICON_STARFLEET;
    if (str_is_nocase(name, "MQ"))      /* texts and point boxes write it so (1E-G1.3) */
        return ICON_MIRROR;
    int at = name_find(icon_text, icon_editions, edition, ICON_COUNT, name);
    return at >= 0 ? at : name_find(icon_name, icon_editions, edition, ICON_COUNT, name);
}

int type_find(EditionId edition, Str name)
{
    return name_find(type_name, type_editions, edition, TYPE_COUNT, name);
}

/* So many elements, with room for more. */
static void *arena_copy(Arena *arena, const void *from, int count, int room, size_t size)
{
    void *copy = arena_take(arena, (size_t)(room ? room : 1) * size);
    if (count)
        memcpy(copy, from, (size_t)count * size);
    return copy;
}

/* Makes room for one more element in a load-time array. */
static void *grown(Catalogue *cat, void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 256;
    return arena_copy(&cat->arena, array, count, *room, size);
}

Catalogue *catalogue_new(void)
{
    Catalogue *cat = calloc(1, sizeof *cat);
    if (!cat)
        out_of_memory();
    cat->trait_name = arena_take(&cat->arena, MAX_TRAITS * sizeof *cat->trait_name);
    cat->trait_kind = arena_take(&cat->arena, MAX_TRAITS * sizeof *cat->trait_kind);
    cat->trait_name[0] = "none";
    for (int i = 1; i < TRAIT_RULED_COUNT; i++)
        cat->trait_name[i] = keyword_name[i];
    cat->trait_count = TRAIT_RULED_COUNT;
    catalogue_add(cat)->name = "nothing";
    Mission *none = catalogue_mission(cat);
    none->end[NEAR_END].none = none->end[FAR_END].none = true;
    catalogue_persona(cat, str_of(""));
    catalogue_node(cat);
    return cat;
}

Catalogue *catalogue_extend(const Catalogue *base)
{
    Catalogue *cat = calloc(1, sizeof *cat);
    if (!cat)
        out_of_memory();
    *cat = *base;
    cat->arena = (Arena){ 0 };
    cat->def = arena_copy(&cat->arena, base->def, base->def_count, base->def_room, sizeof *base->def);
    cat->node = arena_copy(&cat->arena, base->node, base->node_count, base->node_room, sizeof *base->node);
    cat->arg = arena_copy(&cat->arena, base->arg, base->arg_count, base->arg_room, sizeof *base->arg);
    cat->ability = arena_copy(&cat->arena, base->ability, base->ability_count, base->ability_room, sizeof *base->ability);
    cat->trait_name = arena_copy(&cat->arena, base->trait_name, base->trait_count, MAX_TRAITS, sizeof *base->trait_name);
    cat->trait_kind = arena_copy(&cat->arena, base->trait_kind, base->trait_count, MAX_TRAITS, sizeof *base->trait_kind);
    cat->mission = arena_copy(&cat->arena, base->mission, base->mission_count, base->mission_room, sizeof *base->mission);
    cat->number = arena_copy(&cat->arena, base->number, base->number_count, base->number_room, sizeof *base->number);
    cat->staff = arena_copy(&cat->arena, base->staff, base->staff_count, base->staff_room, sizeof *base->staff);
    cat->person = arena_copy(&cat->arena, base->person, base->person_count, base->person_room, sizeof *base->person);
    cat->persona_name = arena_copy(&cat->arena, base->persona_name, base->persona_count, base->persona_room, sizeof *base->persona_name);
    cat->persona_at = (Index){ 0 };
    cat->alias = arena_copy(&cat->arena, base->alias, base->alias_count, base->alias_room, sizeof *base->alias);
    cat->note = arena_copy(&cat->arena, base->note, base->note_count, base->note_room, sizeof *base->note);
    return cat;
}

void catalogue_free(Catalogue *cat)
{
    if (!cat)
        return;
    arena_free(&cat->arena);
    free(cat);
}

CardDef *catalogue_add(Catalogue *cat)
{
    cat->def = grown(cat, cat->def, cat->def_count, &cat->def_room, sizeof *cat->def);
    CardDef *def = &cat->def[cat->def_count++];
    *def = (CardDef){ .title = "", .subtitle = "", .name = "", .text = "", .file = "" };
    return def;
}

NodeId catalogue_node(Catalogue *cat)
{
    cat->node = grown(cat, cat->node, cat->node_count, &cat->node_room, sizeof *cat->node);
    cat->node[cat->node_count] = (Node){ 0 };
    return (NodeId)cat->node_count++;
}

uint32_t catalogue_args(Catalogue *cat, const NodeId *args, int count)
{
    uint32_t first = (uint32_t)cat->arg_count;
    for (int i = 0; i < count; i++) {
        cat->arg = grown(cat, cat->arg, cat->arg_count, &cat->arg_room, sizeof *cat->arg);
        cat->arg[cat->arg_count++] = args[i];
    }
    return first;
}

Ability *catalogue_ability(Catalogue *cat)
{
    cat->ability = grown(cat, cat->ability, cat->ability_count, &cat->ability_room, sizeof *cat->ability);
    cat->ability[cat->ability_count] = (Ability){ 0 };
    return &cat->ability[cat->ability_count++];
}

Mission *catalogue_mission(Catalogue *cat)
{
    cat->mission = grown(cat, cat->mission, cat->mission_count, &cat->mission_room, sizeof *cat->mission);
    cat->mission[cat->mission_count] = (Mission){ 0 };
    return &cat->mission[cat->mission_count++];
}

KeywordNumber *catalogue_number(Catalogue *cat)
{
    cat->number = grown(cat, cat->number, cat->number_count, &cat->number_room, sizeof *cat->number);
    cat->number[cat->number_count] = (KeywordNumber){ 0 };
    return &cat->number[cat->number_count++];
}

Person *catalogue_person(Catalogue *cat)
{
    if (!cat->person_count) {                   /* the one that stands for none */
        cat->person = grown(cat, cat->person, 0, &cat->person_room, sizeof *cat->person);
        cat->person[cat->person_count++] = (Person){ 0 };
    }
    cat->person = grown(cat, cat->person, cat->person_count, &cat->person_room, sizeof *cat->person);
    cat->person[cat->person_count] = (Person){ 0 };
    return &cat->person[cat->person_count++];
}

StaffPlace *catalogue_staff(Catalogue *cat)
{
    cat->staff = grown(cat, cat->staff, cat->staff_count, &cat->staff_room, sizeof *cat->staff);
    cat->staff[cat->staff_count] = (StaffPlace){ 0 };
    return &cat->staff[cat->staff_count++];
}

uint16_t catalogue_persona(Catalogue *cat, Str title)
{
    for (int i = cat->persona_at.count; i < cat->persona_count; i++)       /* those of a catalogue that this one extends */
        index_add(&cat->persona_at, &cat->arena, hash_nocase(str_of(cat->persona_name[i])), i);
    uint32_t hash = hash_nocase(title);
    for (int looked = 0, i; (i = index_find(&cat->persona_at, hash, &looked)) >= 0;)
        if (str_is_nocase(title, cat->persona_name[i]))
            return (uint16_t)i;
    index_add(&cat->persona_at, &cat->arena, hash, cat->persona_count);
    cat->persona_name = grown(cat, cat->persona_name, cat->persona_count, &cat->persona_room, sizeof *cat->persona_name);
    cat->persona_name[cat->persona_count] = arena_text(&cat->arena, title);
    return (uint16_t)cat->persona_count++;
}

/* "Bajor Region" is the region Bajor; 0: none is called so. */
static int region_called(const Catalogue *cat, Str name)
{
    static const char region[] = " Region";
    size_t n = sizeof region - 1;
    if (name.len <= n || !str_eq_nocase((Str){ name.at + name.len - n, n }, str_of(region)))
        return 0;
    int found = catalogue_trait_find(cat, (Str){ name.at, name.len - n });
    return found && cat->trait_kind[found] == OF_REGION ? found : 0;
}

int catalogue_trait(Catalogue *cat, Str name, TraitKind kind)
{
    int region = region_called(cat, name);
    if (region)
        return region;
    for (int i = 1; i < cat->trait_count; i++)
        if (str_is_nocase(name, cat->trait_name[i])) {
            if (i >= TRAIT_RULED_COUNT && cat->trait_kind[i] == OF_KEYWORD)
                cat->trait_kind[i] = kind;      /* a text may name a species before any card is of it */
            return i;
        }
    if (cat->trait_count == MAX_TRAITS)
        return 0;
    cat->trait_name[cat->trait_count] = arena_text(&cat->arena, name);
    cat->trait_kind[cat->trait_count] = kind;
    return cat->trait_count++;
}

int catalogue_trait_find(const Catalogue *cat, Str name)
{
    for (int i = 1; i < cat->trait_count; i++)
        if (str_is_nocase(name, cat->trait_name[i]))
            return i;
    if (name.len > 1 && (name.at[name.len - 1] == 's' || name.at[name.len - 1] == 'S'))
        return catalogue_trait_find(cat, (Str){ name.at, name.len - 1 });
    return region_called(cat, name);
}

int catalogue_trait_called(const Catalogue *cat, Str name)
{
    const size_t n = strlen(" Class");
    int trait = catalogue_trait_find(cat, name);
    bool class = name.len > n && (name.at[name.len - n] == ' ' || name.at[name.len - n] == '-')
        && str_is_nocase((Str){ name.at + name.len - n + 1, n - 1 }, "Class");
    return !trait && class ? catalogue_trait_find(cat, (Str){ name.at, name.len - n }) : trait;
}

void catalogue_alias(Catalogue *cat, Str name, DefId def)
{
    cat->alias = grown(cat, cat->alias, cat->alias_count, &cat->alias_room, sizeof *cat->alias);
    cat->alias[cat->alias_count++] = (struct Alias){ arena_text(&cat->arena, name), def };
}

void catalogue_note(Catalogue *cat, const char *note)
{
    cat->note = grown(cat, cat->note, cat->note_count, &cat->note_room, sizeof *cat->note);
    cat->note[cat->note_count++] = arena_text(&cat->arena, str_of(note));
}

static bool is_tag(Str s)
{
    enum { LONGEST = 6 };
    if (str_is_nocase(s, "(Premiere)"))         /* the first version of a card has no mark in lists */
        return true;
    for (size_t i = 1; i + 1 < s.len; i++)
        if (!(s.at[i] >= 'A' && s.at[i] <= 'Z') && !(s.at[i] >= '0' && s.at[i] <= '9'))
            return false;
    return s.len > 2 && s.len <= LONGEST && s.at[0] == '(' && s.at[s.len - 1] == ')';
}

/* "Danar (Emissary)" is a card of the title Danar. */
Str title_without_version(Str title)
{
    size_t n = title.len;
    if (n && title.at[n - 1] == ')')
        for (size_t i = n - 1; i > 1; i--)
            if (title.at[i] == '(' && title.at[i - 1] == ' ') {
                title.len = i - 1;
                break;
            }
    return title;
}

Str title_unmarked(Str title)
{
    static const char *const marks[] = { "*VAP", "*VP", "*AP", "*" };
    for (size_t i = 0; i < countof(marks); i++) {
        size_t n = strlen(marks[i]);
        if (title.len > n && memcmp(title.at + title.len - n, marks[i], n) == 0)
            return str_trim((Str){ title.at, title.len - n });
    }
    for (size_t n = title.len; n > 1; n--)
        if (title.at[n - 1] == ' ')
            return is_tag((Str){ title.at + n, title.len - n }) ? str_trim((Str){ title.at, n }) : title;
    return title;
}

/* Character i of title and subtitle with a blank between, the way LackeyCCG joins them. */
static char joined_char(const CardDef *def, size_t title, size_t i)
{
    return i < title ? def->title[i] : i == title ? ' ' : def->subtitle[i - title - 1];
}

/* Whether title and subtitle with a blank between are these two, wherever the one ends and the other begins. */
static bool joined_is(const CardDef *def, Str one, Str two)
{
    size_t t = strlen(def->title), s = strlen(def->subtitle), length = t + (s ? 1 + s : 0);
    if (one.len + 1 + two.len != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char said = i < one.len ? one.at[i] : i == one.len ? ' ' : two.at[i - one.len - 1], has = joined_char(def, t, i);
        if (!str_eq_nocase((Str){ &said, 1 }, (Str){ &has, 1 }))
            return false;
    }
    return true;
}

/* "Title Subtitle", "Title, Subtitle", "Title (Subtitle)": of a card whose list joins the two, nothing may have told them apart, or not in that place. */
static bool joined_equals(const CardDef *def, Str name)
{
    size_t length = strlen(def->title) + 1 + strlen(def->subtitle) - !def->subtitle[0];
    if (name.len < length || name.len > length + 2)
        return false;
    for (size_t i = 1; i + 2 < name.len; i++) {
        Str before = { name.at, i }, behind = { name.at + i + 2, name.len - i - 2 };
        if (name.at[i] == ' ' && joined_is(def, before, (Str){ name.at + i + 1, name.len - i - 1 }))
            return true;
        if (name.at[i] == ',' && name.at[i + 1] == ' ' && joined_is(def, before, behind))
            return true;
        if (name.at[i] == ' ' && name.at[i + 1] == '(' && behind.at[behind.len - 1] == ')' && joined_is(def, before, (Str){ behind.at, behind.len - 1 }))
            return true;
    }
    return false;
}

/* "Title" of a card whose list joins title and subtitle, where nothing told them apart: the first of its words. */
static bool begins_unsplit(const CardDef *def, Str name)
{
    bool subtitled = def->type == TYPE_PERSONNEL || def->type == TYPE_SHIP || def->type == TYPE_MISSION;
    return subtitled && !def->subtitle[0] && strlen(def->name) > name.len && def->name[name.len] == ' ' && str_eq_nocase(name, (Str){ def->name, name.len });
}

static bool whole_name(const CardDef *def, Str name)
{
    return str_is_nocase(name, def->name) || joined_equals(def, name);
}

bool catalogue_bears(const Catalogue *cat, DefId id, Str name)
{
    const CardDef *def = &cat->def[id];
    if (whole_name(def, name) || str_is_nocase(name, def->title))
        return true;
    for (int i = 0; i < cat->alias_count; i++)
        if (cat->alias[i].def == id && str_is_nocase(name, cat->alias[i].name))
            return true;
    Str less = title_unmarked(name);
    return less.len < name.len && catalogue_bears(cat, id, less);
}

/* "Nexus, The" as lists in the order of the alphabet have it. */
static Str article_first(Str name, char *out, size_t size)
{
    const size_t n = strlen(", The");
    if (name.len <= n || name.len >= size || !str_is_nocase((Str){ name.at + name.len - n, n }, ", The"))
        return name;
    snprintf(out, size, "The %.*s", (int)(name.len - n), name.at);
    return str_of(out);
}

DefId catalogue_find(const Catalogue *cat, EditionId edition, Str name)
{
    int by_title = 0, bearers = 0;
    for (int i = 1; i < cat->def_count; i++) {
        const CardDef *def = &cat->def[i];
        if (def->edition != edition)
            continue;
        if (whole_name(def, name))
            return (DefId)i;
        if (str_is_nocase(name, def->title))
            by_title = i, bearers++;
    }
    for (int i = 0; i < cat->alias_count && bearers != 1; i++)
        if (cat->def[cat->alias[i].def].edition == edition && str_is_nocase(name, cat->alias[i].name))
            return cat->alias[i].def;
    Str less = title_unmarked(name);
    if (!bearers && less.len < name.len)
        return catalogue_find(cat, edition, less);
    char turned[200];
    Str first = article_first(name, turned, sizeof turned);
    if (!bearers && first.at != name.at)
        return catalogue_find(cat, edition, first);
    return bearers == 1 ? (DefId)by_title : 0;
}

DefId catalogue_begun_by(const Catalogue *cat, EditionId edition, Str title)
{
    int found = 0;
    for (int i = 1; i < cat->def_count; i++) {
        if (cat->def[i].edition != edition || !begins_unsplit(&cat->def[i], title))
            continue;
        if (found)
            return 0;
        found = i;
    }
    for (int i = 1; found && i < cat->def_count; i++)
        if (cat->def[i].edition == edition && catalogue_bears(cat, (DefId)i, title))
            return 0;
    return (DefId)found;
}

const char *catalogue_nearest(const Catalogue *cat, EditionId edition, Str name, char *out, size_t size)
{
    enum { SHOWN = 3 };
    int best[SHOWN] = { 0 }, far[SHOWN];
    int most = name.len < 6 ? 3 : (int)name.len / 2;
    for (int k = 0; k < SHOWN; k++)
        far[k] = most + 1;
    for (int i = 1; i < cat->def_count; i++) {
        const CardDef *def = &cat->def[i];
        if (def->edition != edition)
            continue;
        int d = str_distance(str_of(def->title), name, most);
        int whole = str_distance(str_of(def->name), name, most);
        d = whole < d ? whole : d;
        for (int k = 0; k < SHOWN; k++)
            if (d < far[k]) {
                for (int m = SHOWN - 1; m > k; m--)
                    far[m] = far[m - 1], best[m] = best[m - 1];
                far[k] = d, best[k] = i;
                break;
            }
    }
    Out text = { out, size, 0 };
    out_text(&text, "%s", "");
    for (int k = 0; k < SHOWN && best[k]; k++)
        out_text(&text, "%s%s", k ? "; " : "", cat->def[best[k]].name);
    return out;
}
