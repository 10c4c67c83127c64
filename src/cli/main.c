/* Finds the subcommand. */
#include "cli/cli.h"

typedef struct { const char *name; Command *run; const char *what; } Entry;

static const Entry entries[] = {
#define COMMAND(name, what) { #name, command_##name, what },
#include "cli/commands.def"
#undef COMMAND
};

static int help(void)
{
    printf("usage: spaceline [--data DIR] COMMAND …\n\nThe Star Trek Customizable Card Game, its rules enforced.\n\n");
    for (size_t i = 0; i < countof(entries); i++)
        printf("  %-8s  %s\n", entries[i].name, entries[i].what);
    printf("\n`spaceline COMMAND --help` says more.  --data DIR uses the cards, rulings and decks in a folder instead of the\n"
           "built-in ones.  Exit codes: 0 done, 1 the answer is no, 2 bad input or usage.\n");
    return EXIT_DONE;
}

static const Entry *find(const char *name)
{
    for (size_t i = 0; i < countof(entries); i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    Nearest near = nearest_to(str_of(name));
    for (size_t i = 0; i < countof(entries); i++)
        nearest_try(&near, str_of(entries[i].name));
    return complain("no command '%s'%s%.*s; see spaceline --help", name, near.best.len ? "; nearest: " : "", STR(near.best));
}

static int run(Cli *cli)
{
    if (cli->words < 1)
        return complain("which command?  See spaceline --help");
    static char dashed[] = "--help";
    bool asks = strcmp(cli->word[0], dashed) == 0 || strcmp(cli->word[0], "-h") == 0 || strcmp(cli->word[0], "help") == 0;
    if (asks && cli->words == 1)
        return help();
    if (asks) {                                 /* help COMMAND is COMMAND --help */
        cli->word[0] = cli->word[1];
        cli->word[1] = dashed;
    }
    const Entry *entry = find(cli->word[0]);
    if (!entry)
        return unknown_command(cli->word[0]);
    cli->command = entry->name;
    cli->word++;
    cli->words--;
    return entry->run(cli);
}

int main(int argc, char **argv)
{
    Cli cli = { .word = argv + 1, .words = argc - 1 };
    while (cli.words > 0 && strcmp(cli.word[0], "--data") == 0) {
        if (cli.words == 1)
            return complain("--data wants DIR and a command after it; see spaceline --help");
        cli.data = cli.word[1];
        cli.word += 2;
        cli.words -= 2;
    }
    int code = run(&cli);
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain("standard output cannot be written");
    return code;
}
