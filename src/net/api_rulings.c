/* The dated rulings over HTTP, as of a day and by the words in them. */
#include "net/server.h"

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

/* A numbered rule to read, with the sentences that the engine gives as reasons by its number. */
static json_t *rule_json(const sl_rule *rule)
{
    json_t *reasons = json_array();
    for (int cite = 1; sl_cite_id(cite)[0] && !strchr(sl_cite_id(cite), '/'); cite++)
        if (strcmp(sl_cite_id(cite), rule->id) == 0)
            json_array_append_new(reasons, words(sl_cite_text(cite)));
    return json_pack("{s:o,s:s,s:o,s:o,s:o,s:o,s:o}", "id", words(rule->id), "edition", edition_name(rule->edition), "chapter",
                     words(rule->chapter), "part", words(rule->part), "text", words(rule->text), "rulings", words(rule->rulings), "reasons", reasons);
}

/* What the words are found in, the best first. */
static json_t *found(const sl_library *library, const char *asked, int date)
{
    enum { MOST_HITS = 400 };
    sl_hit hit[MOST_HITS];
    char read_as[200] = "";
    json_t *rulings = json_array(), *rules = json_array();
    int count = sl_search(library, asked, &(sl_scope){ .date = date }, hit, MOST_HITS, read_as, sizeof read_as);
    for (int i = 0; i < count && i < MOST_HITS; i++) {
        sl_ruling ruling;
        sl_rule rule;
        if (hit[i].is_rule && sl_rule_get(library, hit[i].index, &rule))
            json_array_append_new(rules, rule_json(&rule));
        else if (sl_ruling_get(library, hit[i].index, &ruling))
            json_array_append_new(rulings, ruling_json(&ruling));
    }
    return json_pack("{s:o,s:o,s:o}", "rulings", rulings, "rules", rules, "read_as", words(read_as));
}

static json_t *listed(const sl_library *library, const char *id, int date)
{
    json_t *rulings = json_array(), *rules = json_array();
    sl_ruling ruling;
    sl_rule rule;
    for (int i = 0; sl_ruling_get(library, i, &ruling); i++)
        if ((!date || (ruling.from <= date && date < ruling.until)) && (!id[0] || is_about(&ruling, id)))
            json_array_append_new(rulings, ruling_json(&ruling));
    for (int i = 0; sl_rule_get(library, i, &rule); i++)
        if (!id[0] || str_is_nocase(str_of(rule.id), id))
            json_array_append_new(rules, rule_json(&rule));
    return json_pack("{s:o,s:o}", "rulings", rulings, "rules", rules);
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
    const sl_library *library = server->setup.library;
    reply_json(reply, asked[0] ? found(library, asked, date) : listed(library, id, date));
}
