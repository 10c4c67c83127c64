/* Reads the words of the rulings, and searches them.
 *
 * A file is one document: records of lines `key value`, where a line that begins with a blank goes on with the value above it.
 * Keys: id, which opens a record; summary; text; without (what is played with the ruling off, for those that can be switched);
 * superseded-by.  A line that begins with # is a remark. */
#include "rulings/rulings.h"

typedef struct {
    Register     words;                        /* a copy to work on: what fails must leave no trace */
    bool         seen[RULING_COUNT];
    Citation     now, first;                   /* the open record; the first one, which names the document */
    int          line, now_line;
    Arena       *arena;
    const char  *file;
    Error       *err;
} Reader;

static bool is_blank_at(Str line, size_t at)
{
    return at < line.len && (line.at[at] == ' ' || line.at[at] == '\t');
}

/* A copy with every run of blanks and line ends made one blank: line breaks are layout, not words. */
static char *normalised(Arena *arena, Str s)
{
    char *copy = arena_take(arena, s.len + 1), *at = copy;
    for (Str word = str_word(&s); word.len; word = str_word(&s)) {
        if (at > copy)
            *at++ = ' ';
        memcpy(at, word.at, word.len);
        at += word.len;
    }
    return copy;
}

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
    w->without = w->without ? w->without : "";
    w->superseded_by = w->superseded_by ? w->superseded_by : "";
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

static bool find_ruling(Reader *r, Str id, int col, Citation *found)
{
    *found = citation_find(id);
    if (citation_is_ruling(*found))
        return true;
    return error_at(r->err, r->file, r->line, col, "no ruling '%.*s'; nearest: %s", STR(id), citation_nearest(id));
}

static bool open_record(Reader *r, Str id, int col)
{
    if (!close_record(r) || !find_ruling(r, id, col, &r->now))
        return false;
    if (r->first == CITE_NONE)
        r->first = r->now;
    if (!same_document(r->first, r->now))
        return error_at(r->err, r->file, r->line, col, "'%.*s' is of another document than '%s'; give it a file of its own",
                        STR(id), citation_id(r->first));
    int index = r->now - RULINGS_BEGIN;
    if (r->seen[index])
        return error_at(r->err, r->file, r->line, col, "'%.*s' was already told above; once is right", STR(id));
    r->seen[index] = true;
    r->words.words[index] = (Words){ 0 };
    r->now_line = r->line;
    return true;
}

static const char **field_named(Words *w, Str key)
{
    if (str_is(key, "summary"))
        return &w->summary;
    if (str_is(key, "text"))
        return &w->text;
    if (str_is(key, "without"))
        return &w->without;
    return str_is(key, "superseded-by") ? &w->superseded_by : NULL;
}

static bool set_field(Reader *r, Str key, Str value, int col)
{
    Words spare, *w = r->now ? &r->words.words[r->now - RULINGS_BEGIN] : &spare;
    const char **field = field_named(w, key);
    if (!field)
        return error_at(r->err, r->file, r->line, 1,
                        "unknown key '%.*s'; right are id, summary, text, without, superseded-by", STR(key));
    if (r->now == CITE_NONE)
        return error_at(r->err, r->file, r->line, 1, "'%.*s' before any 'id' line", STR(key));
    if (*field)
        return error_at(r->err, r->file, r->line, 1, "a second '%.*s' for '%s'; one is right", STR(key), citation_id(r->now));
    if (str_is(key, "superseded-by")) {
        Citation by;
        if (!find_ruling(r, value, col, &by))
            return false;
        *field = citation_id(by);
        return true;
    }
    *field = normalised(r->arena, value);
    return true;
}

/* Takes the lines that go on with the value whose first line was just cut off; adds how many to lines. */
static Str whole_value(Str first, Str *rest, int *lines)
{
    Str value = first;
    for (Str next = *rest; next.len; ) {
        Str line = str_line(&next);
        if (!is_blank_at(line, 0) || str_trim(line).len == 0)
            break;
        value.len = (size_t)(line.at + line.len - value.at);
        *rest = next;
        ++*lines;
    }
    return str_trim(value);
}

static bool read_field(Reader *r, Str line, Str *rest, int *more)
{
    if (is_blank_at(line, 0))
        return error_at(r->err, r->file, r->line, 1, "this line goes on with nothing; begin it with a key such as 'text'");
    Str tail = line, key = str_word(&tail);
    Str value = whole_value((Str){ key.at + key.len, line.len - key.len }, rest, more);
    int col = (int)(value.at - line.at) + 1;
    if (value.len == 0)
        return error_at(r->err, r->file, r->line, 1, "'%.*s' needs a value on its line", STR(key));
    return str_is(key, "id") ? open_record(r, value, col) : set_field(r, key, value, col);
}

static bool read_records(Reader *r, Str rest)
{
    int more = 0;
    while (rest.len) {
        r->line += 1 + more;
        more = 0;
        Str line = str_line(&rest);
        if (str_trim(line).len == 0 || line.at[0] == '#')
            continue;
        if (!read_field(r, line, &rest, &more))
            return false;
    }
    return close_record(r);
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

static bool is_text(Reader *r, Str rest)
{
    for (int line = 1; rest.len; line++)
        if (!str_utf8(str_line(&rest)))
            return error_at(r->err, r->file, line, 1, "not UTF-8 text");
    return true;
}

bool rulings_read(Register *reg, Arena *arena, const char *file, Str text, Error *err)
{
    Reader r = { .words = *reg, .arena = arena, .file = file, .err = err };
    if (!is_text(&r, text) || !read_records(&r, text) || !all_are_told(&r))
        return false;
    *reg = r.words;
    return true;
}

const Words *ruling_words(const Register *reg, Citation c)
{
    static const Words none = { "", "", "", "", 0 };
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

static bool contains(const char *text, Str word)
{
    size_t len = strlen(text);
    for (size_t i = 0; i + word.len <= len; i++)
        if (str_eq_nocase((Str){ text + i, word.len }, word))
            return true;
    return false;
}

bool ruling_mentions(const Register *reg, Citation c, Str query)
{
    const Words *w = ruling_words(reg, c);
    for (Str word = str_word(&query); word.len; word = str_word(&query))
        if (!contains(citation_id(c), word) && !contains(citation_text(c), word) && !contains(w->summary, word) &&
            !contains(w->text, word))
            return false;
    return true;
}
