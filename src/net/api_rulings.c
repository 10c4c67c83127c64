/* The dated rulings over HTTP, as of a day and by the words in them. */
#include "net/server.h"

static bool has_word(const char *text, Str word)
{
    Str all = str_of(text ? text : "");
    for (size_t i = 0; i + word.len <= all.len; i++)
        if (str_eq_nocase((Str){ all.at + i, word.len }, word))
            return true;
    return false;
}

static bool mentions(const sl_ruling *r, const char *asked)
{
    Str rest = str_of(asked);
    for (Str word; (word = str_word(&rest)).len > 0;)
        if (!has_word(r->id, word) && !has_word(r->topic, word) && !has_word(r->summary, word) && !has_word(r->text, word))
            return false;
    return true;
}

/* The ruling of that id, or the entry of which it is a part: 2e-2014/dilemmas.3 is a part of 2e-2014/dilemmas. */
static bool is_about(const sl_ruling *r, const char *id)
{
    size_t len = strlen(r->id);
    return strncmp(r->id, id, len) == 0 && (id[len] == '\0' || id[len] == '.');
}

static json_t *ruling_json(const sl_ruling *r)
{
    char date[16];
    date_words(r->from, date);
    bool superseded = r->superseded_by && r->superseded_by[0];
    char until[16];
    date_words(r->until, until);
    return json_pack("{s:o,s:s,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:b,s:b,s:o,s:o}", "id", words(r->id), "edition", edition_name(r->edition),
                     "date", date, "until", until, "topic", words(r->topic), "kind", words(r->kind), "summary", words(r->summary), "text",
                     words(r->text), "superseded_by", superseded ? words(r->superseded_by) : json_null(),
                     "lookup_only", r->lookup_only, "open", r->open, "changes", words(r->changes), "cards", words(r->cards));
}

/* The numbered rules to read, each with the sentences that the engine gives as reasons by its number. */
static json_t *rules_json(const sl_library *library, const char *id)
{
    json_t *out = json_array();
    sl_rule rule;
    for (int i = 0; sl_rule_get(library, i, &rule); i++) {
        if (id[0] && !str_eq_nocase(str_of(rule.id), str_of(id)))
            continue;
        json_t *reasons = json_array();
        for (int cite = 1; sl_cite_id(cite)[0] && !strchr(sl_cite_id(cite), '/'); cite++)
            if (strcmp(sl_cite_id(cite), rule.id) == 0)
                json_array_append_new(reasons, words(sl_cite_text(cite)));
        json_array_append_new(out, json_pack("{s:o,s:s,s:o,s:o,s:o,s:o,s:o}", "id", words(rule.id), "edition",
                                             edition_name(rule.edition), "chapter", words(rule.chapter), "part",
                                             words(rule.part), "text", words(rule.text), "rulings", words(rule.rulings), "reasons", reasons));
    }
    return out;
}

void get_rulings(Server *server, Request *request, Reply *reply)
{
    char as_of[32], asked[200], id[120];
    int date;
    query_field(request, "id", id, sizeof id);
    query_field(request, "as_of", as_of, sizeof as_of);
    query_field(request, "q", asked, sizeof asked);
    if (!read_day(as_of, &date)) {
        reply_error(reply, 400, "bad-message", "as_of is a day such as 2014-07-07");
        return;
    }
    json_t *out = json_array();
    sl_ruling r;
    for (int i = 0; sl_ruling_get(server->setup.library, i, &r); i++)
        if ((!date || (r.from <= date && date < r.until)) && (!id[0] || is_about(&r, id)) && mentions(&r, asked))
            json_array_append_new(out, ruling_json(&r));
    reply_json(reply, json_pack("{s:o,s:o}", "rulings", out, "rules", rules_json(server->setup.library, id)));
}
