/* What stands beside the grammar when card lists are read: readings that were kept from the last time, and overrides for texts that no rule reads.
 *
 * Kept readings are one after another, in the order in which the texts are read; they are good for the same program, files and lists only, which is
 * the caller's business.  An override is effects by hand for one text of one title, which is known by its hash: the text itself is nowhere. */
#include "text/build.h"

#include <stdlib.h>

/* ---- readings ---- */

static const char mark[] = "spaceline readings 1\n";

void readings_open(Readings *r, Str kept)
{
    *r = (Readings){ .fresh = NULL };
    char sum[20];
    size_t head = sizeof mark - 1 + 17;
    if (kept.len <= head || memcmp(kept.at, mark, sizeof mark - 1) != 0)
        return;
    Str body = { kept.at + head, kept.len - head };
    snprintf(sum, sizeof sum, "%016llx\n", (unsigned long long)hash_bytes(body.at, body.len));
    if (memcmp(kept.at + sizeof mark - 1, sum, 17) != 0)         /* damaged */
        return;
    r->kept = body;
    r->has_kept = true;
}

static void append(Readings *r, const char *text, size_t len)
{
    if (r->len + len + 1 > r->room) {
        r->room = 2 * (r->len + len) + 65536;
        char *more = realloc(r->fresh, r->room);
        if (!more)
            out_of_memory();
        r->fresh = more;
    }
    memcpy(r->fresh + r->len, text, len);
    r->len += len;
}

/* "W 12\n(stop self)\n…" for a text that was read, "U 20\n…" with its clauses for one that was not. */
void readings_add(Readings *r, bool whole, const char *text)
{
    char head[40];
    if (!r || r->has_kept)
        return;
    int n = snprintf(head, sizeof head, "%c %zu\n", whole ? 'W' : 'U', strlen(text));
    append(r, head, (size_t)n);
    append(r, text, strlen(text));
}

bool readings_next(Readings *r, bool *whole, Str *text)
{
    Str rest = r && r->has_kept ? r->kept : (Str){ NULL, 0 };
    int len;
    if (rest.len < 4)
        return false;
    *whole = rest.at[0] == 'W';
    Str line = str_line(&rest);
    if (line.len < 3 || !str_int((Str){ line.at + 2, line.len - 2 }, &len) || len < 0 || (size_t)len > rest.len)
        return false;
    *text = (Str){ rest.at, (size_t)len };
    r->kept = (Str){ rest.at + len, rest.len - (size_t)len };
    return true;
}

char *readings_close(Readings *r, size_t *size)
{
    *size = 0;
    if (r->has_kept || !r->len)
        return NULL;
    size_t head = sizeof mark - 1 + 17;
    char *out = malloc(head + r->len + 1);
    if (!out)
        out_of_memory();
    memcpy(out, mark, sizeof mark - 1);
    snprintf(out + sizeof mark - 1, 18, "%016llx\n", (unsigned long long)hash_bytes(r->fresh, r->len));
    memcpy(out + head, r->fresh, r->len);
    *size = head + r->len;
    free(r->fresh);
    r->fresh = NULL;
    return out;
}

/* ---- overrides ---- */

/* Blanks and case do not matter: plugins differ in them. */
uint64_t text_hash(Str text)
{
    uint64_t h = 0xcbf29ce484222325u;
    bool blank = false;
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == ' ' || c == '\t' || c == '\n') {
            blank = true;
            continue;
        }
        if (blank)
            h = (h ^ ' ') * 0x100000001b3u;
        blank = false;
        h = (h ^ (c >= 'A' && c <= 'Z' ? c + 32u : c)) * 0x100000001b3u;
    }
    return h;
}

/* override 2e "Title" 0123456789abcdef
 *   (ability) …
 * end */
bool overrides_read(Overrides *all, Arena *arena, const char *file, Str text, Error *err)
{
    Override *one = NULL;
    const char *begin = NULL;
    for (int line = 1; text.len; line++) {
        const char *at = text.at;
        Str row = str_trim(str_line(&text));
        if (!row.len || row.at[0] == '#')
            continue;
        if (!one && row.len > 9 && memcmp(row.at, "override ", 9) == 0) {
            const char *open = memchr(row.at, '"', row.len), *close = row.at + row.len;
            while (close > row.at && close[-1] != '"')
                close--;
            Str hash = str_trim((Str){ close, (size_t)(row.at + row.len - close) });
            char digits[20] = "";
            if (!open || close <= open + 1 || hash.len != 16 || memcmp(row.at + 9, "2e ", 3) != 0)
                return error_at(err, file, line, 1, "expected: override 2e \"Title\" and the hash of its text, 16 digits (spaceline explain --json tells it)");
            memcpy(digits, hash.at, 16);
            if (all->count == all->room) {
                Override *more = arena_take(arena, sizeof *more * (size_t)(all->room ? 2 * all->room : 64));
                if (all->count)
                    memcpy(more, all->at, sizeof *more * (size_t)all->count);
                all->at = more;
                all->room = all->room ? 2 * all->room : 64;
            }
            one = &all->at[all->count++];
            *one = (Override){ .title = arena_text(arena, (Str){ open + 1, (size_t)(close - open) - 2 }), .hash = strtoull(digits, NULL, 16), .abilities = "" };
            begin = text.at;
        } else if (one && str_is(row, "end")) {
            one->abilities = arena_text(arena, str_trim((Str){ begin, (size_t)(at - begin) }));
            one = NULL;
        } else if (!one) {
            return error_at(err, file, line, 1, "expected: override 2e \"Title\" and the hash of its text");
        }
    }
    return !one || error_at(err, file, 0, 0, "the override of '%s' has no end", one->title);
}

const char *override_find(const Overrides *all, Str name, Str text)
{
    uint64_t hash = all && all->count ? text_hash(text) : 0;
    for (int i = 0; all && i < all->count; i++)
        if (all->at[i].hash == hash && str_is_nocase(name, all->at[i].title))
            return all->at[i].abilities;
    return NULL;
}
