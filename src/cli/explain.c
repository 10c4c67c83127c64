/* spaceline explain: how a printed game text is understood, sentence by sentence. */
#include "cli/cli.h"

#include <stdlib.h>

typedef struct { int edition; const char *type, *title; } ExplainArgs;

static char *copied(const sl_sentence *s)
{
    char *text = malloc(s->length + 1);
    if (!text)
        out_of_memory();
    memcpy(text, s->words, s->length);
    text[s->length] = '\0';
    return text;
}

static void json_sentences(Json *json, const sl_explanation *e)
{
    sl_sentence s;
    json_open(json, "unread", '[');
    for (int i = 0; sl_explained_sentence(e, i, &s); i++)
        if (strcmp(s.result, "read") != 0 || (!sl_explained(e) && sl_explained_refusal(e)[0])) {
            char *words = copied(&s);
            json_open(json, NULL, '{');
            json_text(json, "clause", words);
            json_text(json, "why", strcmp(s.result, "read") != 0 ? s.result : sl_explained_refusal(e));
            json_int(json, "stopped", (long long)s.stopped);
            json_text(json, "expected", s.expected);
            json_close(json, '}');
            free(words);
        }
    json_close(json, ']');
    json_open(json, "sentences", '[');
    for (int i = 0; sl_explained_sentence(e, i, &s); i++) {
        char *words = copied(&s);
        json_open(json, NULL, '{');
        json_text(json, "words", words);
        char cut[4096];
        sl_explained_words(e, i, cut, sizeof cut);
        json_text(json, "tokens", cut);
        json_text(json, "result", s.result);
        json_text(json, "means", s.means);
        json_close(json, '}');
        free(words);
    }
    json_close(json, ']');
}

static void print_sentences(const sl_explanation *e)
{
    sl_sentence s;
    for (int i = 0; sl_explained_sentence(e, i, &s); i++) {
        char cut[4096];
        sl_explained_words(e, i, cut, sizeof cut);
        printf("%.*s\n", (int)s.length, s.words);
        if (strcmp(s.result, "stopped") != 0)
            printf("    %s\n", cut);
        if (strcmp(s.result, "stopped") == 0)
            printf("%*s^ not understood from here; expected: %s\n    %s\n", (int)s.stopped, "", s.expected, cut);
        else if (strcmp(s.result, "ambiguous") == 0)
            printf("    either %s\n    or     %s\n", s.means, s.other);
        else if (strcmp(s.result, "read") == 0)
            printf("    %s\n", s.means);
        else
            printf("    %s\n", s.result);
    }
}

static int explain(const Cli *cli, const Data *data, void *context)
{
    const ExplainArgs *args = context;
    sl_error err = { "" };
    sl_explanation *e = sl_explain(data->library, args->edition, args->type, args->title ? args->title : "", cli->word[0], &err);
    if (!e)
        return complain("explain: %s", err.text);
    bool playable = sl_explained(e);
    if (cli->json) {
        Json json = { 0 };
        json_open(&json, NULL, '{');
        json_bool(&json, "playable", playable);
        json_text(&json, "effects", sl_explained_effects(e));
        json_text(&json, "text", sl_explained_text(e));
        char hash[20];
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sl_text_hash(cli->word[0]));
        json_text(&json, "hash", hash);
        json_sentences(&json, e);
        json_close(&json, '}');
        json_end(&json);
    } else {
        print_sentences(e);
        if (playable)
            printf("\nEffects:\n%s\n\nIn English again:\n", sl_explained_effects(e));
        if (playable)
            text_wrap(sl_explained_text(e), 0, 0, text_width(), INKS_GONE);
        else if (sl_explained_refusal(e)[0])
            printf("\nNot playable: %s\n", sl_explained_refusal(e));
    }
    sl_explanation_free(e);
    return playable ? EXIT_DONE : EXIT_NO;
}

int command_explain(Cli *cli)
{
    ExplainArgs args = { .edition = SL_SECOND_EDITION };
    const Opt opts[] = {
        { "edition", "1e|2e", OPT_EDITION, &args.edition, "whose English it is" },
        { "type", "TYPE", OPT_TEXT, &args.type, "personnel, ship, equipment, event, interrupt, dilemma, mission, headquarters" },
        { "title", "TITLE", OPT_TEXT, &args.title, "the card's title, where the text names it" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
    };
    const Usage usage = { "--type TYPE TEXT", "Reads a game text as it is printed: what each sentence means, where reading stopped, and what was expected there.",
                          opts, countof(opts), true };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (!args.type)
        return usage_error(cli, "explain wants --type: what a sentence means depends on the type of card");
    if (cli->words != 1)
        return usage_error(cli, "explain wants one text, in quotes");
    return with_data(cli, explain, &args);
}
