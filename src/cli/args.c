/* The command line's grammar: options anywhere after the command, as a list; `--` ends them. */
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

static int say(const char *end, const char *format, va_list args)
{
    char text[4096];
    vsnprintf(text, sizeof text, format, args);
    for (char *c = text; *c; c++)               /* one line, whatever the input held */
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    fflush(stdout);
    fprintf(stderr, "spaceline: %s%s\n", text, end);
    return EXIT_BAD;
}

int complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int code = say("", format, args);
    va_end(args);
    return code;
}

int usage_error(const Cli *cli, const char *format, ...)
{
    char end[80];
    snprintf(end, sizeof end, "; see spaceline %s --help", cli->command);
    va_list args;
    va_start(args, format);
    int code = say(end, format, args);
    va_end(args);
    return code;
}

bool fail(sl_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool read_date(const char *text, int *out)
{
    return sl_date_read(text, strlen(text), out);
}

void date_text(int date, char out[11])
{
    enum { YEAR_FOREVER = 9000 };
    int year = date / 10000;
    if (date <= 0 || year >= YEAR_FOREVER)
        out[0] = '\0';
    else
        snprintf(out, 11, "%04u-%02u-%02u", (unsigned)year % 10000u, (unsigned)(date / 100 % 100), (unsigned)(date % 100));
}

static bool read_number(const char *text, uint64_t most, uint64_t *out)
{
    if (!isdigit((unsigned char)text[0]))
        return false;
    char *end;
    errno = 0;
    int base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    *out = strtoull(text, &end, base);
    return *end == '\0' && errno == 0 && *out <= most;
}

static int add_switch(const Cli *cli, const Opt *opt, const char *value)
{
    char *into = opt->into;
    size_t len = strlen(into);
    sl_error err = { "" };
    if (!sl_switches_check(value, &err))
        return usage_error(cli, "--%s: %s", opt->name, err.text);
    if (len + strlen(value) + 2 > SWITCHES_ROOM)
        return usage_error(cli, "--%s was given too often", opt->name);
    snprintf(into + len, SWITCHES_ROOM - len, "%s%s", len ? "," : "", value);
    return GO_ON;
}

static int add_lackey(Cli *cli, const char *folder)
{
    if (cli->lackeys == MOST_LACKEYS)
        return usage_error(cli, "--lackey was given too often; %d folders are the most", MOST_LACKEYS);
    cli->lackey[cli->lackeys++] = folder;
    return GO_ON;
}

static int fill(Cli *cli, const Opt *opt, const char *value)
{
    uint64_t number;
    switch (opt->kind) {
    case OPT_FLAG:
        *(bool *)opt->into = true;
        return GO_ON;
    case OPT_TEXT:
        *(const char **)opt->into = value;
        return GO_ON;
    case OPT_COUNT:
        if (!read_number(value, 1000000000, &number))
            return usage_error(cli, "--%s is a number from 0 to 1000000000, not '%s'", opt->name, value);
        *(long *)opt->into = (long)number;
        return GO_ON;
    case OPT_SEED:
        if (!read_number(value, UINT64_MAX, &number))
            return usage_error(cli, "--%s is a number of up to 64 bits, not '%s'", opt->name, value);
        *(uint64_t *)opt->into = number;
        return GO_ON;
    case OPT_EDITION:
        if (strcmp(value, "1e") != 0 && strcmp(value, "2e") != 0)
            return usage_error(cli, "--%s is 1e or 2e, not '%s'", opt->name, value);
        *(int *)opt->into = value[0] == '1' ? SL_FIRST_EDITION : SL_SECOND_EDITION;
        return GO_ON;
    case OPT_DATE:
        if (!read_date(value, opt->into))
            return usage_error(cli, "--%s is a date since 1994, such as 2014-07-07, not '%s'", opt->name, value);
        return GO_ON;
    case OPT_LACKEY:
        return add_lackey(cli, value);
    case OPT_SWITCH:
        return add_switch(cli, opt, value);
    }
    return GO_ON;
}

static int print_help(const Cli *cli, const Usage *usage)
{
    Str forms = str_of(usage->forms);
    const char *lead = "usage:";
    while (forms.len) {
        Str form = str_line(&forms);
        printf("%s spaceline %s %.*s\n", lead, cli->command, STR(form));
        lead = "      ";
    }
    printf("\n%s\n\n", usage->what);
    for (int i = 0; i < usage->opts; i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", usage->opt[i].name, usage->opt[i].value ? " " : "",
                 usage->opt[i].value ? usage->opt[i].value : "");
        printf("  %-22s  %s\n", left, usage->opt[i].help);
    }
    if (usage->reports)
        printf("  %-22s  %s\n", "--json", "prints one JSON object");
    printf("  %-22s  %s\n", "--data DIR", "uses the cards, rulings and decks in DIR");
    return EXIT_DONE;
}

/* Finds `name` or `name=value`; *value is what stands behind the sign, or NULL. */
static const Opt *find(const Opt *opt, int count, const char *name, const char **value)
{
    size_t len = strcspn(name, "=");
    *value = name[len] == '=' ? name + len + 1 : NULL;
    for (int i = 0; i < count; i++)
        if (strlen(opt[i].name) == len && memcmp(opt[i].name, name, len) == 0)
            return &opt[i];
    return NULL;
}

static int unknown_option(const Cli *cli, const Usage *usage, const char *word)
{
    Nearest near = nearest_to((Str){ word + 2, strcspn(word + 2, "=") });
    for (int i = 0; i < usage->opts; i++)
        nearest_try(&near, str_of(usage->opt[i].name));
    if (usage->reports)
        nearest_try(&near, str_of("json"));
    nearest_try(&near, str_of("data"));
    nearest_try(&near, str_of("help"));
    return usage_error(cli, "%s has no option '%s'%s%.*s", cli->command, word, near.best.len ? "; nearest: --" : "", STR(near.best));
}

/* What may be said once only must not be said twice: nobody could tell which of the two was meant. */
static bool is_repeated(Cli *cli, const Opt *opt)
{
    for (int i = 0; i < cli->givens; i++)
        if (strcmp(cli->given[i], opt->name) == 0)
            return true;
    if (opt->kind != OPT_FLAG && opt->kind != OPT_LACKEY && opt->kind != OPT_SWITCH && cli->givens < MOST_OPTIONS)
        cli->given[cli->givens++] = opt->name;
    return false;
}

static int take_option(Cli *cli, const Usage *usage, int *i)
{
    const Opt common[] = {
        { "data", "DIR", OPT_TEXT, &cli->data, "" },
        { "json", NULL, OPT_FLAG, &cli->json, "" },
    };
    const char *value;
    const char *name = cli->word[*i] + 2;
    const Opt *opt = find(usage->opt, usage->opts, name, &value);
    if (!opt)
        opt = find(common, usage->reports ? 2 : 1, name, &value);
    if (!opt)
        return unknown_option(cli, usage, cli->word[*i]);
    if (is_repeated(cli, opt))
        return usage_error(cli, "--%s was given twice", opt->name);
    if (opt->kind == OPT_FLAG)
        return value ? usage_error(cli, "--%s takes no value", opt->name) : fill(cli, opt, NULL);
    if (!value && *i + 1 < cli->words && strncmp(cli->word[*i + 1], "--", 2) != 0)
        value = cli->word[++*i];
    return value ? fill(cli, opt, value) : usage_error(cli, "--%s wants %s after it", opt->name, opt->value);
}

int cli_parse(Cli *cli, const Usage *usage)
{
    int kept = 0;
    bool ended = false;
    for (int i = 0; i < cli->words; i++) {
        char *word = cli->word[i];
        if (ended || word[0] != '-' || word[1] == '\0') {
            cli->word[kept++] = word;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            return print_help(cli, usage);
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else if (word[1] != '-') {
            return usage_error(cli, "%s has no option '%s'", cli->command, word);
        } else {
            int code = take_option(cli, usage, &i);
            if (code != GO_ON)
                return code;
        }
    }
    cli->words = kept;
    return GO_ON;
}
