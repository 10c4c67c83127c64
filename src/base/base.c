/* Text, memory, errors, random numbers. */
#include "base/base.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

Str str_of(const char *text)
{
    return (Str){ text, strlen(text) };
}

bool str_eq(Str a, Str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

bool str_eq_nocase(Str a, Str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.at[i]) != lower(b.at[i]))
            return false;
    return true;
}

bool str_begins_nocase(Str s, const char *word)
{
    size_t n = strlen(word);
    return s.len >= n && str_eq_nocase((Str){ s.at, n }, str_of(word));
}

bool str_is_nocase(Str a, const char *text)
{
    size_t i = 0;
    while (i < a.len && text[i] && lower(a.at[i]) == lower(text[i]))
        i++;
    return i == a.len && !text[i];
}

uint32_t hash_nocase(Str s)
{
    uint32_t h = 2166136261u;                  /* FNV-1a: short words, looked up often */
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)lower(s.at[i])) * 16777619u;
    return h;
}

bool str_is(Str a, const char *text)
{
    size_t i = 0;
    while (i < a.len && text[i] && a.at[i] == text[i])
        i++;
    return i == a.len && !text[i];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

Str str_trim(Str s)
{
    while (s.len && is_blank(s.at[0]))
        s.at++, s.len--;
    while (s.len && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

Str str_line(Str *rest)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    size_t len = end ? (size_t)(end - rest->at) : rest->len;
    Str line = { rest->at, len };
    size_t step = end ? len + 1 : len;
    rest->at += step;
    rest->len -= step;
    if (line.len && line.at[line.len - 1] == '\r')
        line.len--;
    return line;
}

Str str_word(Str *rest)
{
    Str s = str_trim(*rest);
    size_t n = 0;
    while (n < s.len && !is_blank(s.at[n]))
        n++;
    *rest = (Str){ s.at + n, s.len - n };
    return (Str){ s.at, n };
}

bool str_int(Str s, int *out)
{
    bool minus = s.len && s.at[0] == '-';
    if (s.len && (s.at[0] == '-' || s.at[0] == '+'))
        s.at++, s.len--;
    if (s.len == 0 || s.len > 9)
        return false;
    int value = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        value = value * 10 + (s.at[i] - '0');
    }
    *out = minus ? -value : value;
    return true;
}

int str_distance(Str a, Str b, int most)
{
    enum { LONGEST = 96 };
    int row[LONGEST + 1];
    if (a.len > LONGEST)
        a.len = LONGEST;
    if (b.len > LONGEST)
        b.len = LONGEST;
    int gap = (int)a.len - (int)b.len;
    if (gap > most || -gap > most)
        return most + 1;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= a.len; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= b.len; j++) {
            int best = diagonal + (lower(a.at[i - 1]) != lower(b.at[j - 1]));
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[b.len] > most ? most + 1 : row[b.len];
}

Str str_shown(Str s)
{
    if (s.len <= MOST_SHOWN)
        return s;
    s.len = MOST_SHOWN;
    while (s.len && ((unsigned char)s.at[s.len] & 0xC0) == 0x80)   /* never half a character */
        s.len--;
    return s;
}

Nearest nearest_to(Str wrong)
{
    return (Nearest){ .wrong = wrong, .slips = 2 + (int)(wrong.len < 24 ? wrong.len : 24) / 3 };
}

static size_t shared_beginning(Str a, Str b)
{
    size_t len = 0;
    while (len < a.len && len < b.len && str_eq_nocase((Str){ a.at + len, 1 }, (Str){ b.at + len, 1 }))
        len++;
    return len;
}

/* Of two that are equally near, the one with the longer common beginning: people rarely mistype the first letters. */
void nearest_try(Nearest *near, Str word)
{
    int slips = str_distance(near->wrong, word, near->slips);
    bool as_near = slips == near->slips && near->best.len > 0;
    if (slips < near->slips || (as_near && shared_beginning(near->wrong, word) > shared_beginning(near->wrong, near->best))) {
        near->best = word;
        near->slips = slips;
    }
}

/* How many bytes the character at the beginning has; 0 when it is none. */
static size_t utf8_length(Str s)
{
    const unsigned char *p = (const unsigned char *)s.at;
    unsigned char c = p[0];
    size_t len = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
    if (c == 0 || len == 0 || len > s.len)
        return 0;
    for (size_t k = 1; k < len; k++)
        if ((p[k] & 0xC0) != 0x80)
            return 0;
    if ((c == 0xE0 && p[1] < 0xA0) || (c == 0xED && p[1] > 0x9F) || (c == 0xF0 && p[1] < 0x90) || (c == 0xF4 && p[1] > 0x8F))
        return 0;
    return len;
}

bool str_utf8(Str s)
{
    for (size_t len; s.len; s.at += len, s.len -= len)
        if ((len = utf8_length(s)) == 0)
            return false;
    return true;
}

bool error_at(Error *err, const char *file, int line, int col, const char *format, ...)
{
    if (!err || err->text[0])
        return false;
    Out out = { err->text, sizeof err->text, 0 };
    if (file)
        out_text(&out, "%s:", file);
    if (line > 0)
        out_text(&out, "%d:", line);
    if (col > 0)
        out_text(&out, "%d:", col);
    if (out.len)
        out_text(&out, " ");
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *c = text; *c; c++)               /* an error is one line, whatever the input held */
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    out_text(&out, "%s", text);
    return false;
}

void out_of_memory(void)
{
    fprintf(stderr, "spaceline: out of memory\n");
    exit(2);
}

struct ArenaBlock {
    ArenaBlock *before;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

void *arena_take(Arena *arena, size_t size)
{
    size = (size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
    if (!arena->last || arena->last->size - arena->last->used < size) {
        size_t room = size > 65536 ? size : 65536;
        ArenaBlock *block = calloc(1, sizeof *block + room);
        if (!block)
            out_of_memory();
        block->before = arena->last;
        block->size = room;
        arena->last = block;
    }
    void *at = arena->last->bytes + arena->last->used;
    arena->last->used += size;
    return at;
}

char *arena_text(Arena *arena, Str s)
{
    char *copy = arena_take(arena, s.len + 1);
    if (s.len)
        memcpy(copy, s.at, s.len);
    return copy;
}

void arena_free(Arena *arena)
{
    while (arena->last) {
        ArenaBlock *before = arena->last->before;
        free(arena->last);
        arena->last = before;
    }
}

void out_str(Out *out, Str s)
{
    if (out->len < out->size && s.len) {
        size_t room = out->size - out->len - 1, n = s.len < room ? s.len : room;
        memcpy(out->at + out->len, s.at, n);
        out->at[out->len + n] = '\0';
    }
    out->len += s.len;
}

static void out_number(Out *out, long number)
{
    char digits[24], *at = digits + sizeof digits;
    unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    out_str(out, (Str){ at, (size_t)(digits + sizeof digits - at) });
}

/* Most of what is ever written is plain text, %s and %d: they go without printf.  From the first that is something else on,
 * printf does the rest. */
void out_args(Out *out, const char *format, va_list args)
{
    const char *percent;
    for (; (percent = strchr(format, '%')); format = percent + 2) {
        out_str(out, (Str){ format, (size_t)(percent - format) });
        char c = percent[1];
        if (c == 's')
            out_str(out, str_of(va_arg(args, const char *)));
        else if (c == 'd')
            out_number(out, va_arg(args, int));
        else if (c == 'c')
            out_str(out, (Str){ &(char){ (char)va_arg(args, int) }, 1 });
        else
            break;
    }
    size_t room = out->len < out->size ? out->size - out->len : 0;
    if (!percent) {
        out_str(out, str_of(format));
        if (out->len < out->size)
            out->at[out->len] = '\0';
        return;
    }
    int n = vsnprintf(room ? out->at + out->len : NULL, room, percent, args);
    if (n > 0)
        out->len += (size_t)n;
}

void out_text(Out *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out_args(out, format, args);
    va_end(args);
}

/* Plain runs are copied whole: a view is mostly names. */
void out_json(Out *out, Str s)
{
    static const Str quote = { "\"", 1 };
    size_t from = 0;
    out_str(out, quote);
    for (size_t i = 0, len; i < s.len; i += len) {
        unsigned char c = (unsigned char)s.at[i];
        len = c < 0x80 ? 1 : utf8_length((Str){ s.at + i, s.len - i });
        if (len && c >= ' ' && c != '"' && c != '\\')
            continue;
        out_str(out, (Str){ s.at + from, i - from });
        if (len == 0)
            out_text(out, "\\ufffd");
        else
            out_text(out, c < ' ' ? "\\u%04x" : "\\%c", c);
        len = 1;
        from = i + 1;
    }
    out_str(out, (Str){ s.at + from, s.len - from });
    out_str(out, quote);
}

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = *x += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void rng_seed(Rng *rng, uint64_t seed)
{
    rng->s[0] = splitmix(&seed);
    rng->s[1] = splitmix(&seed);
}

uint64_t hash_bytes(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

void sort_by_key(int *key, uint16_t *value, int count)
{
    for (int i = 1; i < count; i++) {
        int k = key[i];
        uint16_t v = value[i];
        int j = i;
        for (; j > 0 && key[j - 1] > k; j--) {
            key[j] = key[j - 1];
            value[j] = value[j - 1];
        }
        key[j] = k;
        value[j] = v;
    }
}

/* ---- index ---- */

/* Slots lie in a ring; what finds its own taken goes to the next free one. */
static void slot_take(Index *index, struct Slot taken)
{
    unsigned last = (unsigned)index->slots - 1, i = taken.hash & last;
    while (index->slot[i].used)
        i = (i + 1) & last;
    index->slot[i] = taken;
}

void index_add(Index *index, Arena *arena, uint32_t hash, int at)
{
    enum { FIRST_SLOTS = 256 };
    if (2 * index->count >= index->slots) {    /* half of them stay free, so that looking ends soon */
        Index larger = { .slots = index->slots ? 2 * index->slots : FIRST_SLOTS, .count = index->count };
        larger.slot = arena_take(arena, sizeof *larger.slot * (size_t)larger.slots);
        unsigned begin = 0;
        while (index->slots && index->slot[begin].used)
            begin++;                           /* behind a free one: those of the same hash keep their order */
        for (int i = 0; i < index->slots; i++) {
            struct Slot s = index->slot[(begin + (unsigned)i) & ((unsigned)index->slots - 1)];
            if (s.used)
                slot_take(&larger, s);
        }
        *index = larger;
    }
    slot_take(index, (struct Slot){ hash, (uint16_t)at, true });
    index->count++;
}

int index_find(const Index *index, uint32_t hash, int *looked)
{
    for (unsigned last = (unsigned)index->slots - 1; index->slots;) {
        struct Slot s = index->slot[(hash + (unsigned)(*looked)++) & last];
        if (!s.used)
            return -1;
        if (s.hash == hash)
            return s.at;
    }
    return -1;
}
