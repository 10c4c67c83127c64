/* JSON on standard output. */
#include "cli/cli.h"

#include <stdlib.h>

static void put_string(const char *text)
{
    Str s = str_of(text);
    Out out = { NULL, 0, 0 };
    out_json(&out, s);
    Out whole = { malloc(out.len + 1), out.len + 1, 0 };
    if (!whole.at) {
        fprintf(stderr, "spaceline: out of memory\n");
        exit(EXIT_BAD);
    }
    out_json(&whole, s);
    fwrite(whole.at, 1, whole.len, stdout);
    free(whole.at);
}

static void begin(Json *json, const char *key)
{
    if (json->comma)
        putchar(',');
    json->comma = true;
    if (key) {
        put_string(key);
        putchar(':');
    }
}

void json_open(Json *json, const char *key, char bracket)
{
    begin(json, key);
    putchar(bracket);
    json->comma = false;
}

void json_close(Json *json, char bracket)
{
    putchar(bracket);
    json->comma = true;
}

void json_text(Json *json, const char *key, const char *text)
{
    begin(json, key);
    if (text)
        put_string(text);
    else
        fputs("null", stdout);
}

void json_int(Json *json, const char *key, long long value)
{
    begin(json, key);
    printf("%lld", value);
}

void json_real(Json *json, const char *key, double value)
{
    begin(json, key);
    printf("%.3f", value);
}

void json_bool(Json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", stdout);
}

void json_hex(Json *json, const char *key, uint64_t value)
{
    begin(json, key);
    printf("\"%016llx\"", (unsigned long long)value);
}

void json_end(Json *json)
{
    json->comma = false;
    putchar('\n');
}
