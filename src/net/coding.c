/* How an answer is packed on its way.  The client's files were packed when they were built (app.js.br, app.js.gz), lists are packed
 * here; what is short, or goes to a client that did not ask for it, stays as it is.  Messages on the socket are never packed:
 * between people their sizes are levelled so that nothing can be told from them, and packing would undo that. */
#include "net/server.h"

#include <zlib.h>

enum { PACKED_FROM = 1024, GZIP_WINDOW = 15 + 16, MEMORY = 8, LEVEL = 6 };

static Str cut_at(Str *rest, char mark)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] != mark)
        len++;
    Str first = { rest->at, len };
    size_t used = len < rest->len ? len + 1 : len;
    *rest = (Str){ rest->at + used, rest->len - used };
    return str_trim(first);
}

/* "q=0", "q=0.00": never. */
static bool is_never(Str weight)
{
    if (weight.len < 3 || !str_eq_nocase((Str){ weight.at, 3 }, str_of("q=0")))
        return false;
    for (size_t i = 3; i < weight.len; i++)
        if (weight.at[i] != '.' && weight.at[i] != '0')
            return false;
    return true;
}

/* "gzip, deflate, br;q=0.9": the codings that the header names, but for those with q=0. */
int codings_read(const char *header)
{
    static const struct { const char *name; int coding; } known[] = { { "gzip", CODING_GZIP }, { "br", CODING_BROTLI } };
    int found = 0;
    for (Str rest = str_of(header); rest.len > 0;) {
        Str one = cut_at(&rest, ','), name = cut_at(&one, ';');
        for (size_t i = 0; i < countof(known); i++)
            if (str_is_nocase(name, known[i].name) && !is_never(str_trim(one)))
                found |= known[i].coding;
    }
    return found;
}

const char *coding_name(int coding)
{
    return coding == CODING_BROTLI ? "br" : coding == CODING_GZIP ? "gzip" : "";
}

static bool gzip(const Text *from, Text *to)
{
    z_stream z = { .next_in = (unsigned char *)from->at, .avail_in = (unsigned)from->len };
    if (deflateInit2(&z, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t most = deflateBound(&z, (uLong)from->len);
    *to = (Text){ .at = net_alloc(most + 1), .room = most + 1 };
    z.next_out = (unsigned char *)to->at;
    z.avail_out = (unsigned)most;
    bool whole = deflate(&z, Z_FINISH) == Z_STREAM_END;
    to->len = z.total_out;
    deflateEnd(&z);
    return whole;
}

void reply_pack(Reply *reply, const Request *request)
{
    Text packed = { 0 };
    bool json = reply->type && strcmp(reply->type, "application/json") == 0;
    if (!json || reply->coding || !(request->accepts & CODING_GZIP) || reply->body.len < PACKED_FROM || reply->body.len > INT32_MAX)
        return;
    if (!gzip(&reply->body, &packed) || packed.len >= reply->body.len) {
        text_free(&packed);
        return;
    }
    text_free(&reply->body);
    reply->body = packed;
    reply->coding = CODING_GZIP;
}
