/* spaceline scene: runs scenes and says which failed, where and why. */
#include "cli/suite.h"

/* The ids that were really cited, each once, in order of appearance. */
static void print_cited(Json *json, const Suite *suite)
{
    json_open(json, "cited", '[');
    for (int i = 0; i < suite->ran; i++)
        for (int k = 0; k < suite->report[i].cite_count; k++) {
            const SceneCite *cite = &suite->report[i].cite[k];
            bool seen = !cite->cited;
            for (int j = 0; j < i && !seen; j++)
                for (int m = 0; m < suite->report[j].cite_count && !seen; m++)
                    seen = suite->report[j].cite[m].cited && strcmp(suite->report[j].cite[m].id, cite->id) == 0;
            if (!seen)
                json_text(json, NULL, cite->id);
        }
    json_close(json, ']');
}

static void print_json(const Suite *suite)
{
    Json json = { 0 };
    json_open(&json, NULL, '{');
    json_int(&json, "scenes", suite->ran);
    json_int(&json, "passed", suite->passed);
    json_open(&json, "failed", '[');
    for (int i = 0; i < suite->ran; i++)
        if (!suite->report[i].passed) {
            json_open(&json, NULL, '{');
            json_text(&json, "file", suite->paths.path[i]);
            json_int(&json, "line", suite->report[i].line);
            json_text(&json, "why", suite->report[i].why);
            json_close(&json, '}');
        }
    json_close(&json, ']');
    print_cited(&json, suite);
    json_close(&json, '}');
    json_end(&json);
}

static void print_text(const Suite *suite)
{
    for (int i = 0; i < suite->ran; i++)
        if (!suite->report[i].passed && !suite->report[i].bad_input)
            printf("%s\n", suite->report[i].text);
    printf("%d passed, %d failed\n", suite->passed, suite->failed + suite->bad);
}

typedef struct { bool log, stop; } How;

/* A file that cannot be read is a failure like others, as long as there are others. */
static int run(const Cli *cli, const Data *data, void *context)
{
    const How *how = context;
    Suite suite;
    sl_error err = { "" };
    int code = EXIT_DONE;
    if (suite_load(&suite, cli->word + 1, cli->words - 1, &err)) {
        suite_run(&suite, data, how->log && !cli->json, how->stop);
        code = suite.bad == suite.paths.count ? EXIT_BAD : suite.failed + suite.bad > 0 ? EXIT_NO : EXIT_DONE;
        if (code == EXIT_BAD || !cli->json)
            suite_complain(&suite);
        if (code != EXIT_BAD)
            (cli->json ? print_json : print_text)(&suite);
    } else {
        code = complain("%s", err.text);
    }
    suite_free(&suite);
    return code;
}

int command_scene(Cli *cli)
{
    How how = { false, false };
    const Opt opts[] = {
        { "log", NULL, OPT_FLAG, &how.log, "print what the log says after each line" },
        { "stop", NULL, OPT_FLAG, &how.stop, "end at the first scene that does not pass" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = {
        "run FILE-or-DIR…",
        "Runs scenes: small plays that say what a rule means (docs/scenes.md).  A folder stands for every .scene file\n"
        "below it.",
        opts, countof(opts), true
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    const Form forms[] = { { "run", 1, 10000, "a file or a folder", run } };
    return run_form(cli, forms, countof(forms), &how);
}
