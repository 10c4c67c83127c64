/* What can be looked up: the dated rulings, the numbered rules, and a search through both.
 *
 * A search ranks.  Every word of the query must occur somewhere in a ruling or rule; how near it comes (the whole word, its beginning,
 * a part of it) and where (the topic counts more than the text) make the score.  A word that occurs nowhere at all is taken for a slip of
 * the pen: the nearest word that does occur is looked for in its place, and the caller is told. */
#include "engine/engine.h"

int sl_ruling_count(const sl_library *lib)
{
    (void)lib;
    return RULING_COUNT;
}

bool sl_ruling_get(const sl_library *lib, int index, sl_ruling *out)
{
    if (index < 0 || index >= RULING_COUNT)
        return false;
    Citation c = (Citation)(RULINGS_BEGIN + index);
    const Ruling *r = ruling_at(c);
    const Words *w = ruling_words(&lib->words, c);
    *out = (sl_ruling){ .id = r->id, .topic = r->topic, .kind = ruling_kind_name(r->kind), .summary = w->summary, .text = w->text,
                        .changes = w->changes, .cards = w->cards, .superseded_by = w->superseded_by, .edition = r->edition, .from = r->from, .until = r->until,
                        .lookup_only = r->proof == PROOF_LOOKUP, .needs_proof = r->proof == PROOF_SWITCH, .open = r->proof == PROOF_OPEN };
    return true;
}

int sl_ruling_find(const sl_library *lib, const char *id)
{
    (void)lib;
    Citation c = citation_find(str_of(id));
    return citation_is_ruling(c) ? c - RULINGS_BEGIN : -1;
}

bool sl_date_read(const char *text, size_t len, int *date)
{
    enum { BEGINNING = 19940101 };
    int read;
    if (!date_read((Str){ text, len }, &read) || read < BEGINNING)
        return false;
    *date = read;
    return true;
}

bool sl_cite_known(const char *id)
{
    for (Citation c = 1; c < CITE_COUNT; c++)
        if (citation_is(c, str_of(id)))
            return true;
    return citation_is_also(str_of(id));
}

const char *sl_cite_id(int cite)
{
    return cite > 0 && cite < CITE_COUNT ? citation_id((Citation)cite) : "";
}

const char *sl_cite_text(int cite)
{
    return cite > 0 && cite < CITE_COUNT ? citation_text((Citation)cite) : "";
}

bool sl_cite_is_of_text(int cite)
{
    return citation_is_of_text((Citation)cite);
}

int sl_cite_kin(int cite, int n)
{
    return cite > 0 && cite < CITE_COUNT && n >= 0 ? (int)citation_kin((Citation)cite, n) : 0;
}

const char *sl_cite_also(int cite, int n)
{
    return cite > 0 && cite < CITE_COUNT && n >= 0 ? citation_also((Citation)cite, n) : NULL;
}

const char *sl_cite_reason(const sl_library *lib, int cite)
{
    Citation c = (Citation)(cite > 0 && cite < CITE_COUNT ? cite : CITE_NONE);
    const char *summary = citation_is_ruling(c) ? ruling_words(&lib->words, c)->summary : "";
    return summary[0] ? summary : sl_cite_text(c);
}

/* ---- rules ---- */

int sl_rule_count(const sl_library *lib)
{
    return lib->book.count;
}

bool sl_rule_get(const sl_library *lib, int index, sl_rule *out)
{
    if (index < 0 || index >= lib->book.count)
        return false;
    const BookRule *r = &lib->book.rule[index];
    *out = (sl_rule){ .id = r->id, .chapter = r->chapter, .part = r->part, .text = r->text, .rulings = r->rulings, .edition = r->edition };
    return true;
}

int sl_rule_find(const sl_library *lib, const char *id)
{
    return rulebook_find(&lib->book, str_of(id));
}

/* ---- search ---- */

/* One place where words are looked for, and what a word found there is worth. */
typedef struct { const char *text; int weight; } Place;

enum { MOST_PLACES = 6, WHOLE_WORD = 8, BEGINNING = 5, STEM = 4, PART = 2, SHORTEST_STEM = 4, LONGEST_ENDING = 3 };

typedef struct { Place place[MOST_PLACES]; int count; } Document;

static bool is_mark(char c)
{
    return strchr(".,;:!?()[]\"'/|", c) != NULL;
}

static Str without_marks(Str word)
{
    while (word.len && is_mark(word.at[0]))
        word.at++, word.len--;
    while (word.len && is_mark(word.at[word.len - 1]))
        word.len--;
    return word;
}

static bool begins_with(Str word, Str beginning)
{
    return word.len >= beginning.len && str_eq_nocase((Str){ word.at, beginning.len }, beginning);
}

static bool has_part(Str word, Str part)
{
    for (; word.len >= part.len; word.at++, word.len--)
        if (begins_with(word, part))
            return true;
    return false;
}

/* "staffed" is looked for and "staff" stands there: the same word with another ending. */
static bool has_stem(Str word, Str asked)
{
    return word.len >= SHORTEST_STEM && asked.len > word.len && asked.len - word.len <= LONGEST_ENDING && begins_with(asked, word);
}

static int nearness(Str word, Str asked)
{
    if (str_eq_nocase(word, asked))
        return WHOLE_WORD;
    if (begins_with(word, asked))
        return BEGINNING;
    if (has_stem(word, asked))
        return STEM;
    return has_part(word, asked) ? PART : 0;
}

static int word_score(const Document *doc, Str asked)
{
    int best = 0;
    for (int i = 0; i < doc->count; i++) {
        Str rest = str_of(doc->place[i].text);
        for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
            int score = doc->place[i].weight * nearness(without_marks(word), asked);
            best = score > best ? score : best;
        }
    }
    return best;
}

static int document_score(const Document *doc, Str query)
{
    int sum = 0;
    for (Str word = without_marks(str_word(&query)); word.len; word = without_marks(str_word(&query))) {
        int score = word_score(doc, word);
        if (score == 0)
            return 0;
        sum += score;
    }
    return sum;
}

static bool in_force_on(const Ruling *r, int date)
{
    return date == 0 || (r->from <= date && date < r->until);
}

/* The document of a number: rules first, then rulings.  False when it is not asked for. */
static bool document_at(const sl_library *lib, const sl_scope *scope, int number, Document *out)
{
    if (number < lib->book.count) {
        const BookRule *r = &lib->book.rule[number];
        *out = (Document){ { { r->id, 8 }, { r->part, 5 }, { r->chapter, 4 }, { r->text, 2 }, { r->rulings, 1 } }, 5 };
        return !scope->only_rulings && (scope->edition == 0 || scope->edition == (int)r->edition);
    }
    Citation c = (Citation)(RULINGS_BEGIN + number - lib->book.count);
    const Ruling *r = ruling_at(c);
    const Words *w = ruling_words(&lib->words, c);
    *out = (Document){ { { r->id, 8 }, { r->topic, 6 }, { w->cards, 5 }, { w->summary, 3 }, { w->text, 2 }, { w->changes, 1 } }, 6 };
    return !scope->only_rules && (scope->edition == 0 || scope->edition == (int)r->edition) && in_force_on(r, scope->date);
}

static bool occurs(const sl_library *lib, const sl_scope *scope, Str word)
{
    Document doc;
    for (int i = 0; i < lib->book.count + RULING_COUNT; i++)
        if (document_at(lib, scope, i, &doc) && word_score(&doc, word) > 0)
            return true;
    return false;
}

static Str nearest_word(const sl_library *lib, const sl_scope *scope, Str wrong)
{
    Nearest near = nearest_to(wrong);
    Document doc;
    for (int i = 0; i < lib->book.count + RULING_COUNT; i++) {
        if (!document_at(lib, scope, i, &doc))
            continue;
        for (int k = 0; k < doc.count; k++) {
            Str rest = str_of(doc.place[k].text);
            for (Str word = str_word(&rest); word.len; word = str_word(&rest))
                nearest_try(&near, without_marks(word));
        }
    }
    return near.best;
}

/* The query with slips mended, as far as it fits. */
static void mend_query(const sl_library *lib, const sl_scope *scope, Str query, char *out, size_t size)
{
    Out text = { out, size, 0 };
    out[0] = '\0';
    for (Str word = without_marks(str_word(&query)); word.len; word = without_marks(str_word(&query))) {
        Str near = occurs(lib, scope, word) ? word : nearest_word(lib, scope, word);
        if (near.len == 0)
            near = word;
        if (text.len + near.len + 2 < size)
            out_text(&text, "%s%.*s", text.len ? " " : "", STR(near));
    }
}

/* Keeps the best in order; of equal ones the earlier comes first. */
static void keep_hit(sl_hit *hits, int kept, int most, sl_hit hit)
{
    int at = kept < most ? kept : most;
    while (at > 0 && hits[at - 1].score < hit.score) {
        if (at < most)
            hits[at] = hits[at - 1];
        at--;
    }
    if (at < most)
        hits[at] = hit;
}

int sl_search(const sl_library *lib, const char *words, const sl_scope *scope, sl_hit *hits, int most, char *read_as, size_t size)
{
    char query[400];
    Document doc;
    int found = 0;
    mend_query(lib, scope, str_of(words), query, sizeof query);
    if (read_as && size)
        snprintf(read_as, size, "%s", query);
    if (query[0] == '\0')
        return 0;
    for (int i = 0; i < lib->book.count + RULING_COUNT; i++) {
        int score = document_at(lib, scope, i, &doc) ? document_score(&doc, str_of(query)) : 0;
        if (score == 0)
            continue;
        bool rule = i < lib->book.count;
        keep_hit(hits, found, most, (sl_hit){ .is_rule = rule, .index = rule ? i : i - lib->book.count, .score = score });
        found++;
    }
    return found;
}
