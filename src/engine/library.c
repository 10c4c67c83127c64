/* The library: what is read into it, and questions about cards; those about rulings and rules are in lookup.c. */
#include "engine/engine.h"
#include "engine/places.h"

#include <stdlib.h>

void sl_error_copy(sl_error *to, const Error *from)
{
    if (to)
        snprintf(to->text, sizeof to->text, "%s", from->text);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);
    return n >= e && strcmp(name + n - e, ending) == 0;
}

/* "rules/2e.txt" and "DATA/rules/2e.txt" lie in the folder "rules". */
static bool in_folder(const char *name, const char *folder)
{
    const char *slash = strrchr(name, '/');
    size_t len = strlen(folder);
    return slash && (size_t)(slash - name) >= len && memcmp(slash - len, folder, len) == 0 &&
           (slash - len == name || slash[-(ptrdiff_t)len - 1] == '/');
}

/* The digest is of what every game depends on: the rulebook is for people, the grammar for lists alone. */
static bool read_file(sl_library *lib, const sl_file *file, Error *err)
{
    Str text = { file->data, file->size };
    if (ends_with(file->name, ".grammar"))
        return grammar_read(ends_with(file->name, "-own.grammar") ? lib->own : lib->grammar, file->name, text, err);
    if (ends_with(file->name, ".override"))
        return overrides_read(&lib->overrides, &lib->arena, file->name, text, err);
    if (in_folder(file->name, "rules"))
        return rulebook_read(&lib->book, &lib->arena, file->name, text, err);
    lib->digest = hash_mix(lib->digest, hash_bytes(file->data, file->size));
    if (ends_with(file->name, ".card"))
        return cards_read(lib->cat, file->name, text, err);
    return rulings_read(&lib->words, &lib->arena, file->name, text, err);
}

static sl_library *library_new(Catalogue *cat)
{
    sl_library *lib = calloc(1, sizeof *lib);
    if (!lib)
        out_of_memory();
    lib->cat = cat;
    for (int e = EDITION_FIRST; e < EDITION_COUNT; e++)
        lib->newest[e] = profile_of_game((EditionId)e, RULES_NEWEST);
    return lib;
}

static const char *attempt_text(const CardDef *def, const MissionEnd *end, char *out, size_t size)
{
    Out text = { out, size, 0 };
    IconSet icons = end->any ? end->except : end->icons;
    out[0] = '\0';
    if (def->type != TYPE_MISSION || def->kind == KIND_HEADQUARTERS || end->none)
        return end->none ? "not attemptable" : "";
    if (end->any)
        out_text(&text, !icons_none(icons) ? "any affiliation except " : "any affiliation");
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_in(affiliations, i) && icon_in(icons, i))
            out_text(&text, "[%s]", icon_text[i]);
    return out;
}

/* The same as JSON; nothing for a mission that nobody may attempt, or that is none to be attempted. */
void who_attempts_json(const CardDef *def, const MissionEnd *end, Out *out)
{
    IconSet icons = end->any ? end->except : end->icons;
    int said = 0;
    if (def->type != TYPE_MISSION || def->kind == KIND_HEADQUARTERS || end->none)
        return;
    out_text(out, "{\"any\":%s,\"icons\":[", end->any ? "true" : "false");
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_in(affiliations, i) && icon_in(icons, i))
            out_text(out, "%s\"%s\"", said++ ? "," : "", icon_text[i]);
    out_text(out, "]}");
}

size_t sl_card_attempt(const sl_library *lib, int id, char *out, size_t size)
{
    Out text = { out, size, 0 };
    if (size)
        out[0] = '\0';
    if (id >= 1 && id < lib->cat->def_count && lib->cat->def[id].mission)
        who_attempts_json(&lib->cat->def[id], &lib->cat->mission[lib->cat->def[id].mission].end[NEAR_END], &text);
    return text.len;
}

size_t sl_card_plays(const sl_library *lib, int id, char *out, size_t size)
{
    Out text = { out, size, 0 };
    if (size)
        out[0] = '\0';
    if (id >= 1 && id < lib->cat->def_count && lib->cat->def[id].type == TYPE_MISSION)
        render_permissions(lib->cat, &lib->cat->def[id], &text);
    return text.len;
}

/* The texts of a mission that are not game text, written once. */
static void write_texts(Catalogue *cat)
{
    for (int i = 1; i < cat->def_count; i++) {
        CardDef *def = &cat->def[i];
        if (def->type != TYPE_MISSION || cat->mission[def->mission].end[NEAR_END].attempt_text)
            continue;
        if (def->edition == EDITION_SECOND)
            def->unique = true;                 /* all missions are (2E-2.40) */
        for (int k = NEAR_END; k <= FAR_END; k++) {
            MissionEnd *end = &cat->mission[def->mission].end[k];
            char text[600];
            end->attempt_text = arena_text(&cat->arena, str_of(attempt_text(def, end, text, sizeof text)));
            Out out = { text, sizeof text, 0 };
            text[0] = '\0';
            if (end->requirement)
                render_requirement(cat, (EditionId)def->edition, end->requirement, &out);
            end->requirement_text = arena_text(&cat->arena, str_of(text));
        }
    }
}

static void finish(sl_library *lib)
{
    render_all(lib->cat);
    for (int id = 0; id < EDITION_COUNT; id++)
        if (edition_of(id) && edition_of(id)->name_species)
            edition_of(id)->name_species(lib->cat);
    abilities_prepare(lib->cat);
    write_texts(lib->cat);
    lib->cat->digest = lib->digest;
}

static bool read_lists(sl_library *lib, const sl_file *lists, int count, Readings *readings, Error *err)
{
    ListReader reader = { lib->grammar, &lib->overrides, readings };
    CardList *list = arena_take(&lib->arena, (size_t)(count ? count : 1) * sizeof *list);
    for (int i = 0; i < count; i++)
        list[i] = (CardList){ lists[i].name, { lists[i].data, lists[i].size } };
    return card_lists_read(lib->cat, &reader, list, count, err);
}

sl_library *sl_library_new(const sl_file *files, int count, sl_error *error)
{
    return sl_library_lists(files, count, NULL, 0, error);
}

sl_library *sl_library_lists(const sl_file *files, int count, const sl_file *lists, int list_count, sl_error *error)
{
    return sl_library_kept(files, count, lists, list_count, NULL, NULL, error);
}

sl_library *sl_library_kept(const sl_file *files, int count, const sl_file *lists, int list_count, const sl_file *kept, sl_file *fresh, sl_error *error)
{
    Readings readings;
    readings_open(&readings, kept ? (Str){ kept->data, kept->size } : (Str){ NULL, 0 });
    sl_library *lib = library_new(catalogue_new());
    lib->grammar = grammar_new();
    lib->own = grammar_new();
    Error err = { { 0 } };
    bool ok = true;
    for (int i = 0; ok && i < count; i++)
        ok = read_file(lib, &files[i], &err);
    ok = ok && grammar_check(lib->grammar, &err) && grammar_check(lib->own, &err);
    lib->def_count = lib->cat->def_count;
    lib->has_lists = list_count > 0;
    ok = ok && (!lib->has_lists || read_lists(lib, lists, list_count, &readings, &err));
    size_t size;
    char *made = readings_close(&readings, &size);
    if (fresh)
        *fresh = (sl_file){ .data = made, .size = size };
    else
        free(made);
    if (ok) {
        finish(lib);
        return lib;
    }
    sl_error_copy(error, &err);
    sl_library_free(lib);
    return NULL;
}

int sl_library_notes(const sl_library *lib)
{
    return lib->cat->note_count;
}

const char *sl_library_note(const sl_library *lib, int i)
{
    return i >= 0 && i < lib->cat->note_count ? lib->cat->note[i] : "";
}

sl_library *sl_library_extend(const sl_library *base, int edition, const char *file, int first_line, const char *text, size_t size, sl_error *error)
{
    sl_library *lib = library_new(catalogue_extend(base->cat));
    lib->words = base->words;
    lib->book = base->book;
    lib->grammar = base->grammar;
    lib->own = base->own;
    lib->is_extension = true;
    lib->digest = base->digest;
    lib->def_count = base->def_count;
    lib->has_lists = base->has_lists;
    Error err = { { 0 } };
    Source source = { .file = file, .rest = { text, size }, .line = first_line, .col = 1, .edition = (EditionId)edition };
    for (;;) {
        Str rest = source.rest;
        size_t blank = 0;
        while (blank < rest.len && (rest.at[blank] == ' ' || rest.at[blank] == '\t' || rest.at[blank] == '\r' || rest.at[blank] == '\n')) {
            source.line += rest.at[blank] == '\n';
            source.col = rest.at[blank] == '\n' ? 1 : source.col + 1;
            blank++;
        }
        source.rest = (Str){ rest.at + blank, rest.len - blank };
        if (source.rest.len == 0)
            break;
        DefId def;
        if (!card_read_one(lib->cat, &source, &def, &err)) {
            sl_error_copy(error, &err);
            sl_library_free(lib);
            return NULL;
        }
    }
    if (!lib->has_lists)
        lib->def_count = lib->cat->def_count;
    lib->digest = hash_mix(lib->digest, hash_bytes(text, size));
    finish(lib);
    return lib;
}

void sl_library_free(sl_library *lib)
{
    if (!lib)
        return;
    catalogue_free(lib->cat);
    if (!lib->is_extension) {
        rulebook_free(&lib->book);
        grammar_free(lib->grammar);
        grammar_free(lib->own);
    }
    arena_free(&lib->arena);
    free(lib);
}

uint64_t sl_library_digest(const sl_library *lib)
{
    return lib->digest;
}

/* ---- cards ---- */

int sl_card_count(const sl_library *lib)
{
    return lib->cat->def_count - 1;
}

static const char *trait_kind_name(int kind)
{
    static const char *const names[] = { "keyword", "species", "class", "region" };
    return names[kind];
}

/* Of several the first printed. */
static const char *affiliation_of(const CardDef *def)
{
    if (def->affiliation)
        return icon_name[def->affiliation - 1];
    for (int i = 0; i < ICON_COUNT; i++)
        if (icon_in(affiliations, i) && icon_in(def->icons, i))
            return icon_name[i];
    return "";
}

bool sl_card_facts(const sl_library *lib, int id, sl_facts *out)
{
    if (id < 1 || id >= lib->cat->def_count)
        return false;
    const CardDef *def = &lib->cat->def[id];
    memset(out, 0, sizeof *out);
    out->title = def->title;
    out->subtitle = def->subtitle;
    out->name = def->name;
    out->type = def->type_text ? def->type_text : type_name[def->type];
    out->kind = def->kind ? kind_name[def->kind] : "";
    out->affiliation = affiliation_of(def);
    out->text = def->text;
    out->unplayable = def->unplayable;
    const MissionEnd *end = &lib->cat->mission[def->mission].end[NEAR_END];
    out->attempt = def->mission ? end->attempt_text : "";
    out->attempts = (sl_icons){ { end->icons.word[0], end->icons.word[1] } };
    out->attempts_any = end->any;
    out->requirement = def->mission ? end->requirement_text : "";
    out->edition = def->edition;
    out->cost = def->cost;
    out->span = end->span;
    out->class_name = def->class ? class_name[def->class] : "";
    out->points = def->mission ? end->points : def->points;
    out->quadrant = def->quadrant;
    out->need_cmd = def->need_cmd;
    out->need_stf = def->need_stf;
    for (int i = 0; i < def->need_cmd + def->need_stf; i++)
        out->staff[out->staff_count++] = i < def->need_cmd ? ICON_CMD : ICON_STF;
    for (int i = 0; i < def->staff_count; i++)
        out->staff[out->staff_count++] = icon_first(lib->cat->staff[def->staff + i].icons);
    out->dots = def->dots;
    out->unique = def->unique;
    out->listed = def->listed;
    out->overridden = def->overridden;
    out->icons = (sl_icons){ { def->icons.word[0], def->icons.word[1] } };
    for (int i = 0; i < 3; i++)
        out->attributes[i] = def->attribute[i];
    for (int i = 0; i < SKILL_COUNT; i++)
        out->skill[i] = def->skill[i];
    int n = 0;
    for (int t = 1; t < lib->cat->trait_count && n < 39; t++)
        if (trait_in(&def->traits, t)) {
            out->trait_kinds[n] = trait_kind_name(lib->cat->trait_kind[t]);
            out->traits[n++] = lib->cat->trait_name[t];
        }
    return true;
}

/* The card that is meant by its title alone; 0: none, or the edition has no subtitles. */
static DefId called_by_title(const sl_library *lib, int edition, const char *name)
{
    const Edition *rules = edition_of(edition);
    return rules && rules->subtitled ? catalogue_begun_by(lib->cat, (EditionId)edition, str_of(name)) : 0;
}

int sl_card_find(const sl_library *lib, int edition, const char *name)
{
    DefId found = catalogue_find(lib->cat, (EditionId)edition, str_of(name));
    return found ? found : called_by_title(lib, edition, name);
}

bool sl_card_bears(const sl_library *lib, int id, const char *name)
{
    if (id <= 0 || id >= lib->cat->def_count)
        return false;
    return catalogue_bears(lib->cat, (DefId)id, str_of(name)) || called_by_title(lib, lib->cat->def[id].edition, name) == id;
}

bool sl_trait_known(const sl_library *lib, const char *trait)
{
    return catalogue_trait_called(lib->cat, str_of(trait)) != 0;
}

size_t sl_card_nearest(const sl_library *lib, int edition, const char *name, char *out, size_t size)
{
    return strlen(catalogue_nearest(lib->cat, (EditionId)edition, str_of(name), out, size));
}

/* In the one way in which effects are written: see src/text/canon.c. */
size_t sl_card_effects(const sl_library *lib, int id, char *out, size_t size)
{
    Out text = { out, size, 0 };
    if (size)
        out[0] = '\0';
    if (id < 1 || id >= lib->cat->def_count)
        return 0;
    card_effects_shown(lib->cat, &lib->cat->def[id], &text);
    return text.len;
}

int sl_skill_count(void)
{
    return SKILL_COUNT;
}

const char *sl_skill_name(int skill)
{
    return skill >= 0 && skill < SKILL_COUNT ? skill_name[skill] : "";
}

int sl_icon_count(void)
{
    return ICON_COUNT;
}

const char *sl_icon_text(int icon)
{
    return icon >= 0 && icon < ICON_COUNT ? icon_text[icon] : "";
}

const char *sl_icon_name(int icon)
{
    return icon >= 0 && icon < ICON_COUNT ? icon_name[icon] : "";
}

bool sl_icon_is_affiliation(int icon)
{
    return icon >= 0 && icon < ICON_COUNT && icon_in(affiliations, icon);
}

/* ---- zones ---- */

#define ZONE(symbol, ...) static_assert((int)ZONE_##symbol == (int)(SL_##symbol), #symbol " has the same number outside");
#define SL_NONE SL_NOWHERE
#include "kernel/zones.def"
#undef SL_NONE
#undef ZONE
static_assert((int)ZONE_COUNT == (int)SL_ZONE_COUNT, "spaceline.h names all zones");

const char *sl_zone_word(int edition, sl_zone zone)
{
    bool known = edition > 0 && edition < EDITION_COUNT && zone < SL_ZONE_COUNT;
    return known ? zone_info[zone].word[edition] : NULL;
}

const char *sl_zone_phrase(sl_zone zone)
{
    return zone < SL_ZONE_COUNT ? zone_info[zone].phrase : NULL;
}

bool sl_zone_is_pile(sl_zone zone)
{
    return zone < SL_ZONE_COUNT && zone_is_pile((int)zone);
}

bool sl_zone_hosted(sl_zone zone)
{
    return zone < SL_ZONE_COUNT && zone_is_hosted((int)zone);
}

/* ---- segments and states ---- */

static bool is_edition(int edition)
{
    return edition > 0 && edition < EDITION_COUNT;
}

int sl_segment_count(void)
{
    return SEGMENT_COUNT;
}

const char *sl_segment_word(int edition, int segment)
{
    return is_edition(edition) && segment >= 0 && segment < SEGMENT_COUNT ? segment_word[segment][edition] : NULL;
}

int sl_state_count(void)
{
    return STATE_COUNT;
}

const char *sl_state_word(int edition, int state)
{
    return is_edition(edition) && state >= 0 && state < STATE_COUNT ? state_info[state].word[edition] : NULL;
}

const char *sl_derived_state_word(int edition, int i)
{
    const DerivedState *derived = is_edition(edition) ? edition_of(edition)->derived : NULL;
    for (; derived && derived->word && i > 0; i--)
        derived++;
    return derived && i == 0 ? derived->word : NULL;
}
