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
    text->room = 2 * (text->len + more) + 256;
    text->at = or_end(realloc(text->at, text->room));
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
    int size = vsnprintf(NULL, 0, format, args);
    make_room(text, (size_t)size);
    vsnprintf(text->at + text->len, (size_t)size + 1, format, again);
    text->len += (size_t)size;
    va_end(again);
    va_end(args);
}

void text_json(Text *text, const char *string)
{
    Str s = str_of(string);
    Out size = { NULL, 0, 0 };
    out_json(&size, s);
    make_room(text, size.len);
    Out out = { text->at + text->len, size.len + 1, 0 };
    out_json(&out, s);
    text->len += size.len;
}

void text_value(Text *text, const json_t *value)
{
    char *dump = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_bytes(text, dump ? dump : "null", dump ? strlen(dump) : 4);
    free(dump);
}

void text_free(Text *text)
{
    free(text->at);
    *text = (Text){ 0 };
}
