/* Reads the words of the rulings.
 *
 * A file is one document, of records (records.h).  Keys: id, which opens a record; summary; text; without (what is played with the
 * ruling off, for those that can be switched); changes; cards; superseded-by. */
#include "rulings/records.h"
#include "rulings/rulings.h"

typedef struct {
    Register     words;                        /* a copy to work on: what fails must leave no trace */
    bool         seen[RULING_COUNT];
    Citation     now, first;                   /* the open record; the first one, which names the document */
    int          now_line;
    Arena       *arena;
    const char  *file;
    Error       *err;
} Reader;

static uint32_t words_digest(Arena *arena, const Words *w)
{
    size_t size = strlen(w->summary) + strlen(w->text) + strlen(w->without) + 3;
    char *all = arena_take(arena, size);
    Out out = { all, size, 0 };
    out_text(&out, "%s\n%s\n%s", w->summary, w->text, w->without);
    return (uint32_t)hash_bytes(all, size - 1);
}

/* Closes the open record: it must be complete. */
static bool close_record(Reader *r)
{
    if (r->now == CITE_NONE)
        return true;
    const Ruling *ruling = ruling_at(r->now);
    Words *w = &r->words.words[r->now - RULINGS_BEGIN];
    const char *lacks = !w->summary ? "summary" : !w->text ? "text" : NULL;
    if (!lacks && ruling->proof == PROOF_SWITCH && !w->without)
        lacks = "without";
    if (lacks)
        return error_at(r->err, r->file, r->now_line, 1, "'%s' has no '%s' line", ruling->id, lacks);
    if (ruling->proof != PROOF_SWITCH && w->without)
        return error_at(r->err, r->file, r->now_line, 1, "'%s' cannot be switched off, so it takes no 'without' line",
                        ruling->id);
    const char **may_lack[] = { &w->without, &w->changes, &w->cards, &w->superseded_by };
    for (size_t i = 0; i < countof(may_lack); i++)
        *may_lack[i] = *may_lack[i] ? *may_lack[i] : "";
    w->digest = words_digest(r->arena, w);
    return true;
}

static size_t document_length(const char *id)
{
    return strcspn(id, "/");
}

static bool same_document(Citation a, Citation b)
{
    const char *one = citation_id(a), *other = citation_id(b);
    size_t len = document_length(one);
    return len == document_length(other) && memcmp(one, other, len) == 0;
}

static bool find_ruling(Reader *r, const Field *field, Citation *found)
{
    *found = citation_find(field->value);
    if (citation_is_ruling(*found))
        return true;
    return error_at(r->err, r->file, field->line, field->col, "no ruling '%.*s'; nearest: %s", STR(field->value),
                    citation_nearest(field->value));
}

static bool open_record(Reader *r, const Field *field)
{
    Str id = field->value;
    if (!close_record(r) || !find_ruling(r, field, &r->now))
        return false;
    if (r->first == CITE_NONE)
        r->first = r->now;
    if (!same_document(r->first, r->now))
        return error_at(r->err, r->file, field->line, field->col, "'%.*s' is of another document than '%s'; give it a file of its own",
                        STR(id), citation_id(r->first));
    int index = r->now - RULINGS_BEGIN;
    if (r->seen[index])
        return error_at(r->err, r->file, field->line, field->col, "'%.*s' was already told above; once is right", STR(id));
    r->seen[index] = true;
    r->words.words[index] = (Words){ 0 };
    r->now_line = field->line;
    return true;
}

static const char **field_named(Words *w, Str key)
{
    const struct { const char *key, **into; } field[] = {
        { "summary", &w->summary }, { "text", &w->text },   { "without", &w->without },
        { "changes", &w->changes }, { "cards", &w->cards }, { "superseded-by", &w->superseded_by },
    };
    for (size_t i = 0; i < countof(field); i++)
        if (str_is(key, field[i].key))
            return field[i].into;
    return NULL;
}

static bool set_field(Reader *r, const Field *field)
{
    Str key = field->key;
    Words spare, *w = r->now ? &r->words.words[r->now - RULINGS_BEGIN] : &spare;
    const char **into = field_named(w, key);
    if (!into)
        return error_at(r->err, r->file, field->line, 1,
                        "unknown key '%.*s'; right are id, summary, text, without, changes, cards, superseded-by", STR(key));
    if (r->now == CITE_NONE)
        return error_at(r->err, r->file, field->line, 1, "'%.*s' before any 'id' line", STR(key));
    if (*into)
        return error_at(r->err, r->file, field->line, 1, "a second '%.*s' for '%s'; one is right", STR(key), citation_id(r->now));
    if (str_is(key, "superseded-by")) {
        Citation by;
        if (!find_ruling(r, field, &by))
            return false;
        *into = citation_id(by);
        return true;
    }
    *into = records_words(r->arena, field->value);
    return true;
}

static bool read_records(Reader *r, Records *records)
{
    Field field;
    RecordsNext next;
    while ((next = records_next(records, &field)) == RECORDS_FIELD)
        if (str_is(field.key, "id") ? !open_record(r, &field) : !set_field(r, &field))
            return false;
    return next == RECORDS_END && close_record(r);
}

static bool all_are_told(Reader *r)
{
    if (r->first == CITE_NONE)
        return error_at(r->err, r->file, 0, 0, "no ruling in this file; expected lines such as 'id %s'",
                        citation_id(RULINGS_BEGIN));
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        if (same_document(c, r->first) && !r->seen[c - RULINGS_BEGIN])
            return error_at(r->err, r->file, 0, 0, "no words for '%s'; every ruling of the document needs them",
                            citation_id(c));
    return true;
}

bool rulings_read(Register *reg, Arena *arena, const char *file, Str text, Error *err)
{
    Reader r = { .words = *reg, .arena = arena, .file = file, .err = err };
    Records records;
    if (!records_begin(&records, file, text, err) || !read_records(&r, &records) || !all_are_told(&r))
        return false;
    *reg = r.words;
    return true;
}

const Words *ruling_words(const Register *reg, Citation c)
{
    static const Words none = { "", "", "", "", "", "", 0 };
    assert(citation_is_ruling(c));
    const Words *w = &reg->words[c - RULINGS_BEGIN];
    return w->text ? w : &none;
}

Citation register_missing(const Register *reg)
{
    for (Citation c = RULINGS_BEGIN; c < CITE_COUNT; c++)
        if (!reg->words[c - RULINGS_BEGIN].text)
            return c;
    return CITE_NONE;
}
