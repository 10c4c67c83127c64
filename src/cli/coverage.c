/* spaceline rulings coverage.  The proof cannot be faked: a ruling that changes nothing when it is switched off is not
 * enforced by anything, whatever the code says. */
#include "cli/coverage.h"
#include "cli/suite.h"

#include <stdlib.h>

typedef struct {
    sl_ruling ruling;
    int  index;
    bool cited, proved;
} Row;

typedef struct {
    Suite suite;
    Row *row;
    int  rows, enforced, lookups, unproved;
    CoverageKind kind;
} Coverage;

/* An entry counts with its parts: "…/dilemmas" is named by "…/dilemmas.3". */
static bool names(const SceneCite *cite, const char *id)
{
    size_t len = strlen(id);
    return strncmp(cite->id, id, len) == 0 && (cite->id[len] == '\0' || cite->id[len] == '.');
}

static const SceneCite *cite_of(const SceneReport *report, const char *id)
{
    const SceneCite *found = NULL;
    for (int i = 0; i < report->cite_count; i++)
        if (names(&report->cite[i], id) && (!found || report->cite[i].cited))
            found = &report->cite[i];
    return found;
}

static bool is_proved(const Suite *suite, const Data *data, const Row *row)
{
    for (int i = 0; i < suite->paths.count; i++)
        if (suite->report[i].passed && cite_of(&suite->report[i], row->ruling.id)
            && !suite_passes_without(suite, data, i, row->index + 1))
            return true;
    return false;
}

static void judge(Coverage *c, const Data *data, Row *row)
{
    for (int i = 0; i < c->suite.paths.count; i++) {
        const SceneCite *cite = cite_of(&c->suite.report[i], row->ruling.id);
        row->cited = row->cited || (cite && cite->cited && c->suite.report[i].passed);
    }
    c->enforced += row->cited;
    c->lookups += row->ruling.lookup_only && !row->cited;
    if (c->kind == COVERAGE_PROOF && row->ruling.needs_proof) {
        row->proved = is_proved(&c->suite, data, row);
        c->unproved += !row->proved;
    }
}

static void judge_all(Coverage *c, const Data *data)
{
    bool bar = progress_wanted() && c->kind == COVERAGE_PROOF;
    for (int i = 0; i < c->rows; i++) {
        judge(c, data, &c->row[i]);
        if (bar)
            progress_bar("rulings", i + 1, c->rows);
    }
    if (bar)
        progress_done();
}

static bool is_missing(const Row *row)
{
    return !row->cited && !row->ruling.lookup_only;
}

static bool is_unproved(const Coverage *c, const Row *row)
{
    return c->kind == COVERAGE_PROOF && row->ruling.needs_proof && !row->proved;
}

static void json_ids(Json *json, const char *key, const Coverage *c, CoverageKind kind)
{
    json_open(json, key, '[');
    for (int i = 0; i < c->rows; i++)
        if (kind == COVERAGE_PROOF ? is_unproved(c, &c->row[i]) : is_missing(&c->row[i]))
            json_text(json, NULL, c->row[i].ruling.id);
    json_close(json, ']');
}

static void json_row(Json *json, const Coverage *c, const Row *row)
{
    json_open(json, NULL, '{');
    json_text(json, "id", row->ruling.id);
    json_open(json, "scenes", '[');
    for (int i = 0; i < c->suite.paths.count; i++)
        if (cite_of(&c->suite.report[i], row->ruling.id))
            json_text(json, NULL, c->suite.paths.path[i]);
    json_close(json, ']');
    json_bool(json, "cited", row->cited);
    if (c->kind == COVERAGE_PROOF && row->ruling.needs_proof)
        json_bool(json, "proved", row->proved);
    json_close(json, '}');
}

static void print_json(const Coverage *c)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_int(&json, "rulings", c->rows);
    json_int(&json, "enforced", c->enforced);
    json_int(&json, "lookup_only", c->lookups);
    json_ids(&json, "missing", c, COVERAGE_CITED);
    if (c->kind == COVERAGE_PROOF)
        json_ids(&json, "unproved", c, COVERAGE_PROOF);
    json_open(&json, "by_ruling", '[');
    for (int i = 0; i < c->rows; i++)
        json_row(&json, c, &c->row[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    json_end(&json);
}

/* What there is to say of a ruling; NULL where only a proof would have something to add. */
static const char *verdict_on(const Coverage *c, const Row *row)
{
    if (is_missing(row))
        return row->ruling.open ? "no code decides by it yet" : "no passing scene has the engine cite it";
    if (is_unproved(c, row))
        return "switched off, its scenes pass all the same";
    if (c->kind != COVERAGE_PROOF)
        return NULL;
    return row->proved ? "proved: switched off, a scene of it fails" : row->cited ? "shown; it confirms what holds anyway" : "to look up only";
}

static int missing(const Coverage *c)
{
    return c->rows - c->enforced - c->lookups;
}

/* With proofs the whole table, else only what is wanting. */
static void print_text(const Coverage *c)
{
    int proved = 0;
    for (int i = 0; i < c->rows; i++) {
        const char *verdict = verdict_on(c, &c->row[i]);
        proved += c->row[i].proved;
        if (verdict)
            printf("%-56s %s\n", c->row[i].ruling.id, verdict);
    }
    printf("%d rulings: %d enforced, %d to look up only, %d missing\n", c->rows, c->enforced, c->lookups, missing(c));
    if (c->kind == COVERAGE_PROOF)
        printf("%d passed, %d failed\n", proved, c->unproved + missing(c));
}

static bool collect_rows(Coverage *c, const Data *data, const RulingsWanted *wanted)
{
    int count = sl_ruling_count(data->library);
    c->row = calloc((size_t)count + 1, sizeof *c->row);
    for (int i = 0; c->row && i < count; i++) {
        Row row = { .index = i };
        if (sl_ruling_get(data->library, i, &row.ruling) && is_wanted(wanted, &row.ruling))
            c->row[c->rows++] = row;
    }
    return c->row != NULL;
}

int coverage(const Cli *cli, const Data *data, const RulingsWanted *wanted, CoverageKind kind)
{
    static char default_folder[] = "tests/scenes";
    char *default_word[] = { default_folder };
    bool named = cli->words > 1;
    Coverage c = { .kind = kind };
    sl_error err = { "" };
    int code = EXIT_DONE;
    if (suite_load(&c.suite, named ? cli->word + 1 : default_word, named ? cli->words - 1 : 1, &err)
        && collect_rows(&c, data, wanted)) {
        suite_run(&c.suite, data, false, false);
        if (suite_complain(&c.suite)) {
            code = EXIT_BAD;
        } else {
            judge_all(&c, data);
            (cli->json ? print_json : print_text)(&c);
            code = c.unproved || (kind == COVERAGE_PROOF && missing(&c)) ? EXIT_NO : EXIT_DONE;
        }
    } else {
        code = complain("%s", err.text);
    }
    free(c.row);
    suite_free(&c.suite);
    return code;
}
