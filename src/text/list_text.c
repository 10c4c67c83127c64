/* The bytes of card lists as plain text: UTF-8 whatever program wrote them, one logical row at a time. */
#include "text/list.h"

/* What Windows-1252 has in the places 0x80 to 0x9F; 0 where it has nothing. */
static const uint16_t windows[32] = {
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
};

static bool is_plain(Str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.at[i] >= 127 || ((unsigned char)s.at[i] < ' ' && s.at[i] != '\t'))
            return false;
    return true;
}

/* The next character of well-formed UTF-8. */
static uint32_t take_char(Str *s)
{
    unsigned char c = (unsigned char)s->at[0];
    size_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t code = n == 1 ? c : c & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)s->at[i] & 0x3Fu);
    *s = (Str){ s->at + n, s->len - n };
    return code;
}

static size_t put_char(char *out, uint32_t code)
{
    if (code < 0x80)
        return out[0] = (char)code, 1;
    if (code < 0x800)
        return out[0] = (char)(0xC0 | code >> 6), out[1] = (char)(0x80 | (code & 0x3F)), 2;
    if (code < 0x10000)
        return out[0] = (char)(0xE0 | code >> 12), out[1] = (char)(0x80 | (code >> 6 & 0x3F)), out[2] = (char)(0x80 | (code & 0x3F)), 3;
    return out[0] = (char)(0xF0 | code >> 18), out[1] = (char)(0x80 | (code >> 12 & 0x3F)),
           out[2] = (char)(0x80 | (code >> 6 & 0x3F)), out[3] = (char)(0x80 | (code & 0x3F)), 4;
}

/* The byte that Windows-1252 has for a character; -1 if it has none. */
static int windows_byte(uint32_t code)
{
    if (code < 0x80 || (code >= 0xA0 && code <= 0xFF))
        return (int)code;
    for (int i = 0; i < (int)countof(windows); i++)
        if (windows[i] == code && code)
            return 0x80 + i;
    return code < 0xA0 ? (int)code : -1;        /* places that it leaves open stay what they were */
}

static Str from_windows(Arena *arena, Str s)
{
    char *out = arena_take(arena, 3 * s.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];
        uint32_t code = c >= 0x80 && c < 0xA0 && windows[c - 0x80] ? windows[c - 0x80] : c;
        n += put_char(out + n, code);
    }
    return (Str){ out, n };
}

/* UTF-8 that was taken for Windows-1252 and encoded once more is taken back; everything else stays. */
static Str decoded_once(Arena *arena, Str s)
{
    char *out = arena_take(arena, s.len + 1);
    size_t n = 0;
    bool any = false;
    for (Str rest = s; rest.len;) {
        int byte = windows_byte(take_char(&rest));
        if (byte < 0)
            return s;
        any |= byte >= 0x80;
        out[n++] = (char)byte;
    }
    return any && str_utf8((Str){ out, n }) ? (Str){ out, n } : s;
}

/* What a typewriter has: straight quotes, hyphens, blanks.  The rest stays, but for control characters; a place between 0x80 and 0x9F is a byte
 * of Windows-1252 that was taken for a character. */
static uint32_t typed(uint32_t code)
{
    if (code >= 0x80 && code < 0xA0 && windows[code - 0x80])
        code = windows[code - 0x80];
    switch (code) {
    case 0x2018: case 0x2019: case 0x201A: case 0x00B4: return '\'';
    case 0x201C: case 0x201D: case 0x201E: return '"';
    case 0x2010: case 0x2011: case 0x2013: case 0x2014: return '-';
    case 0x00A0: return ' ';
    default: return code != '\t' && (code < ' ' || code == 127 || (code >= 0x80 && code < 0xA0)) ? ' ' : code;
    }
}

/* UTF-8, quotes and dashes as a typewriter has them. */
static Str plain(Arena *arena, Str s)
{
    if (is_plain(s))
        return s;
    s = str_utf8(s) ? s : from_windows(arena, s);
    s = decoded_once(arena, s);
    char *out = arena_take(arena, s.len + 1);
    size_t n = 0;
    while (s.len)
        n += put_char(out + n, typed(take_char(&s)));
    return (Str){ out, n };
}

/* A row that was cut in two goes on in a line that begins with a tab. */
static bool goes_on(Str rest)
{
    return rest.len && rest.at[0] == '\t';
}

static Str joined(Arena *arena, Str a, Str b)
{
    char *out = arena_take(arena, a.len + b.len + 1);
    if (a.len)
        memcpy(out, a.at, a.len);
    if (b.len)
        memcpy(out + a.len, b.at, b.len);
    return (Str){ out, a.len + b.len };
}

bool list_row(ListText *text, Str *row, Error *err)
{
    int first = text->next;
    text->line = first;
    *row = str_line(&text->rest);
    text->next++;
    while (row->len && row->len <= LONGEST_ROW && goes_on(text->rest)) {
        *row = joined(text->arena, *row, str_line(&text->rest));
        text->next++;
    }
    const char *nul = row->len ? memchr(row->at, 0, row->len) : NULL;
    if (row->len > LONGEST_ROW)
        return error_at(err, text->file, first, LONGEST_ROW + 1, "this row is %zu bytes long; a row of a card list has at most %d",
                        row->len, LONGEST_ROW);
    if (nul)
        return error_at(err, text->file, first, (int)(nul - row->at) + 1, "a NUL byte; expected a text file, UTF-8 or Windows-1252");
    *row = plain(text->arena, *row);
    return true;
}

/* "Shown." and what follows it: a full stop ends a sentence unless an abbreviation has it. */
static bool ends_sentence(Str s, size_t i)
{
    bool stop = s.at[i] == '.' || s.at[i] == '!' || s.at[i] == '?';
    size_t next = i + 1;
    while (next < s.len && (s.at[next] == ')' || s.at[next] == '"'))
        next++;
    if (!stop || (next < s.len && s.at[next] != ' '))
        return false;
    if (next >= s.len)
        return true;
    return !list_abbreviated(s, i);
}

bool list_abbreviated(Str s, size_t dot)
{
    static const char *const words[] = { "Dr", "Mr", "Mrs", "St", "vs", "Lt", "Cmdr" };
    size_t begin = dot;
    while (begin && s.at[begin - 1] != ' ' && s.at[begin - 1] != '.')
        begin--;
    Str word = { s.at + begin, dot - begin };
    if (begin && s.at[begin - 1] == '.' && word.len == 1)       /* the last letter of U.S.S. */
        return true;
    for (size_t i = 0; i < countof(words); i++)
        if (str_is(word, words[i]))
            return true;
    return false;
}

Str list_sentence(Str *rest)
{
    Str s = str_trim(*rest);
    size_t n = 0;
    while (n < s.len && !ends_sentence(s, n))
        n++;
    n = n < s.len ? n + 1 : n;
    while (n < s.len && (s.at[n] == ')' || s.at[n] == '"'))
        n++;
    *rest = (Str){ s.at + n, s.len - n };
    return (Str){ s.at, n };
}

/* Where a keyword of the list ends: a full stop that no abbreviation has.  Reminders in parentheses are not part of it. */
Str list_keyword(Str *rest)
{
    Str s = str_trim(*rest);
    if (s.len && s.at[0] == '(') {
        const char *end = memchr(s.at, ')', s.len);
        size_t n = end ? (size_t)(end - s.at) + 1 : s.len;
        s = str_trim((Str){ s.at + n, s.len - n });
    }
    size_t n = 0;
    while (n < s.len && !(s.at[n] == '.' && (n + 1 == s.len || s.at[n + 1] == ' ') && (n + 1 == s.len || !list_abbreviated(s, n))))
        n++;
    *rest = n < s.len ? (Str){ s.at + n + 1, s.len - n - 1 } : (Str){ s.at + n, 0 };
    return str_trim((Str){ s.at, n });
}
