/* Text that grows, and memory that is there or ends the program. */
#include "net/server.h"

#include <stdarg.h>
#include <stdlib.h>

static void *or_end(void *memory)
{
    if (!memory)
        out_of_memory();
    return memory;
}

void *net_alloc(size_t size)
{
    return or_end(calloc(1, size));
}

static void make_room(Text *text, size_t more)
{
    if (text->len + more + 1 <= text->room)
        return;
    const char *borrowed = text->room ? NULL : text->at;
    text->room = 2 * (text->len + more) + 256;
    text->at = or_end(realloc(borrowed ? NULL : text->at, text->room));
    if (borrowed)
        memcpy(text->at, borrowed, text->len);
}

void text_bytes(Text *text, const char *data, size_t size)
{
    make_room(text, size);
    if (size)
        memcpy(text->at + text->len, data, size);
    text->len += size;
    text->at[text->len] = '\0';
}

void text_add(Text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    Out out = { text->at, text->room, text->len };
    out_args(&out, format, args);
    if (out.len >= text->room) {
        make_room(text, out.len - text->len);
        out = (Out){ text->at, text->room, text->len };
        out_args(&out, format, again);
    }
    text->len = out.len;
    va_end(again);
    va_end(args);
}

void text_json(Text *text, const char *string)
{
    Str s = str_of(string);
    Out out = { text->at, text->room, text->len };
    out_json(&out, s);
    if (out.len >= text->room) {
        make_room(text, out.len - text->len);
        out = (Out){ text->at, text->room, text->len };
        out_json(&out, s);
    }
    text->len = out.len;
}

void text_value(Text *text, const json_t *value)
{
    char *dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_bytes(text, dump ? dump : "null", dump ? strlen(dump) : 4);
    free(dump);
}

void log_error(const Server *server, const Error *err)
{
    Text text = { 0 };
    text_json(&text, err->text);
    log_line(server, "\"event\":\"store\",\"error\":%s", text.at ? text.at : "null");
    text_free(&text);
}

void text_free(Text *text)
{
    if (text->room)
        free(text->at);
    *text = (Text){ 0 };
}
