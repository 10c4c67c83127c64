/* Reads the rulebook (rulebook.h). */
#include "rulings/rulebook.h"
#include "rulings/records.h"

#include <stdlib.h>

typedef struct {
    Rulebook    book;                          /* the rules so far */
    Arena      *arena;
    const char *file;
    Error      *err;
    const char *chapter, *part;
    BookRule   *now;                           /* the open record, the last of the book; NULL before the first */
    int         now_line;
} Reader;

int rulebook_find(const Rulebook *book, Str id)
{
    for (int looked = 0, i; (i = index_find(&book->at, hash_nocase(id), &looked)) >= 0;)
        if (i < book->count && str_is_nocase(id, book->rule[i].id))
            return i;
    return -1;
}

void rulebook_free(Rulebook *book)
{
    free(book->rule);
    *book = (Rulebook){ 0 };
}

static const char *joined(Arena *arena, const char *before, const char *between, const char *after)
{
    size_t size = strlen(before) + strlen(between) + strlen(after) + 1;
    char *all = arena_take(arena, size);
    Out out = { all, size, 0 };
    out_text(&out, "%s%s%s", before, between, after);
    return all;
}

static bool close_rule(Reader *r)
{
    if (!r->now || r->now->text[0])
        return true;
    return error_at(r->err, r->file, r->now_line, 1, "'%s' has no 'text' line", r->now->id);
}

static bool edition_of(Reader *r, const Field *field, EditionId *out)
{
    *out = field->value.len > 3 && memcmp(field->value.at, "1E-", 3) == 0 ? EDITION_FIRST : EDITION_SECOND;
    if (*out == EDITION_FIRST || (field->value.len > 3 && memcmp(field->value.at, "2E-", 3) == 0))
        return true;
    return error_at(r->err, r->file, field->line, field->col, "'%.*s' is no number of a rule; expected one such as 2E-7.22",
                    STR(str_shown(field->value)));
}

static bool open_rule(Reader *r, const Field *field)
{
    EditionId edition;
    if (!close_rule(r) || !edition_of(r, field, &edition))
        return false;
    if (!r->chapter)
        return error_at(r->err, r->file, field->line, 1, "'rule' before any 'chapter' line");
    if (rulebook_find(&r->book, field->value) >= 0)
        return error_at(r->err, r->file, field->line, field->col, "'%.*s' was already told above; once is right", STR(field->value));
    if (r->book.count == r->book.room) {
        r->book.room = r->book.room ? 2 * r->book.room : 512;
        r->book.rule = realloc(r->book.rule, (size_t)r->book.room * sizeof *r->book.rule);
        if (!r->book.rule)
            out_of_memory();
    }
    index_add(&r->book.at, r->arena, hash_nocase(field->value), r->book.count);
    r->now = &r->book.rule[r->book.count++];
    r->now_line = field->line;
    *r->now = (BookRule){ .id = arena_text(r->arena, field->value), .edition = edition, .chapter = r->chapter, .part = r->part,
                          .text = "", .rulings = "" };
    return true;
}

/* The rulings that a rule names exist: the register's ids are compiled in. */
static bool rulings_exist(Reader *r, const Field *field)
{
    Str rest = field->value;
    while (rest.len) {
        const char *comma = memchr(rest.at, ',', rest.len);
        Str id = str_trim((Str){ rest.at, comma ? (size_t)(comma - rest.at) : rest.len });
        rest = comma ? (Str){ comma + 1, rest.len - (size_t)(comma + 1 - rest.at) } : (Str){ rest.at, 0 };
        if (!citation_is_ruling(citation_find(id)))
            return error_at(r->err, r->file, field->line, field->col, "no ruling '%.*s'; nearest: %s", STR(str_shown(id)),
                            citation_nearest(id));
    }
    return true;
}

static bool add_to_rule(Reader *r, const Field *field)
{
    Str key = field->key;
    bool rulings = str_is(key, "rulings"), first = str_is(key, "text");
    if (!rulings && !first && !str_is(key, "also") && !str_is(key, "example") && !str_is(key, "row"))
        return error_at(r->err, r->file, field->line, 1,
                        "unknown key '%.*s'; right are chapter, part, rule, text, also, example, row, rulings", STR(str_shown(key)));
    if (!r->now)
        return error_at(r->err, r->file, field->line, 1, "'%.*s' before any 'rule' line", STR(key));
    const char *words = records_words(r->arena, field->value);
    if (rulings) {
        r->now->rulings = words;
        return rulings_exist(r, field);
    }
    if (first && r->now->text[0])
        return error_at(r->err, r->file, field->line, 1, "a second 'text' for '%s'; a further paragraph is 'also'", r->now->id);
    const char *between = str_is(key, "example") ? "Example: " : "";
    if (r->now->text[0])
        between = str_is(key, "example") ? "\nExample: " : "\n";
    r->now->text = joined(r->arena, r->now->text, between, words);
    return true;
}

static bool read_one(Reader *r, const Field *field)
{
    bool chapter = str_is(field->key, "chapter");
    if (str_is(field->key, "rule"))
        return open_rule(r, field);
    if (!chapter && !str_is(field->key, "part"))
        return add_to_rule(r, field);
    if (!close_rule(r))
        return false;
    const char *heading = records_words(r->arena, field->value);
    r->chapter = chapter ? heading : r->chapter;
    r->part = chapter ? "" : heading;
    r->now = NULL;
    return true;
}

static bool read_all(Reader *r, Str text)
{
    Records records;
    Field field;
    RecordsNext next = RECORDS_END;
    if (!records_begin(&records, r->file, text, r->err))
        return false;
    while ((next = records_next(&records, &field)) == RECORDS_FIELD)
        if (!read_one(r, &field))
            return false;
    return next == RECORDS_END && close_rule(r);
}

bool rulebook_read(Rulebook *book, Arena *arena, const char *file, Str text, Error *err)
{
    Reader r = { .book = *book, .arena = arena, .file = file, .err = err, .part = "" };
    bool ok = read_all(&r, text);
    int read = r.book.count;
    r.book.count = ok ? read : book->count;
    *book = r.book;
    if (ok && read == 0)
        return error_at(err, file, 0, 0, "no rule in this file; expected lines such as 'rule 2E-7.22'");
    return ok;
}
