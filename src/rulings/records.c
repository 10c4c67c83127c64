/* Reads files of records (records.h). */
#include "rulings/records.h"

static bool begins_with_blank(Str line)
{
    return line.len > 0 && (line.at[0] == ' ' || line.at[0] == '\t');
}

bool records_begin(Records *r, const char *file, Str text, Error *err)
{
    *r = (Records){ .file = file, .rest = text, .err = err };
    for (int line = 1; text.len; line++)
        if (!str_utf8(str_line(&text)))
            return error_at(err, file, line, 1, "not UTF-8 text");
    return true;
}

/* Takes the lines that go on with the value whose first line was just cut off. */
static Str whole_value(Records *r, Str first)
{
    Str value = first;
    for (Str next = r->rest; next.len;) {
        Str line = str_line(&next);
        if (!begins_with_blank(line) || str_trim(line).len == 0)
            break;
        value.len = (size_t)(line.at + line.len - value.at);
        r->rest = next;
        r->line++;
    }
    return str_trim(value);
}

static RecordsNext read_field(Records *r, Str line, Field *out)
{
    if (begins_with_blank(line)) {
        error_at(r->err, r->file, r->line, 1, "this line goes on with nothing; begin it with a key such as 'text'");
        return RECORDS_BAD;
    }
    Str tail = line;
    out->line = r->line;
    out->key = str_word(&tail);
    out->value = whole_value(r, (Str){ out->key.at + out->key.len, line.len - out->key.len });
    out->col = (int)(out->value.at - line.at) + 1;
    if (out->value.len > 0)
        return RECORDS_FIELD;
    error_at(r->err, r->file, out->line, 1, "'%.*s' needs a value on its line", STR(str_shown(out->key)));
    return RECORDS_BAD;
}

RecordsNext records_next(Records *r, Field *out)
{
    while (r->rest.len) {
        r->line++;
        Str line = str_line(&r->rest);
        if (str_trim(line).len > 0 && line.at[0] != '#')
            return read_field(r, line, out);
    }
    return RECORDS_END;
}

char *records_words(Arena *arena, Str value)
{
    char *copy = arena_take(arena, value.len + 1), *at = copy;
    for (Str word = str_word(&value); word.len; word = str_word(&value)) {
        if (at > copy)
            *at++ = ' ';
        memcpy(at, word.at, word.len);
        at += word.len;
    }
    return copy;
}
