/* Bytes as requests: lines of "METHOD PATH?QUERY", cookie ("me": of a session that is known), origin, host, If-None-Match, and then the body.  Whatever comes: a status, a
 * type, and a body that is JSON when it says so. */
#define _POSIX_C_SOURCE 200809L
#include "desk.h"

static void desk_sent(Conn *to, const Text *text)
{
    (void)to;
    (void)text;
}

static int64_t me;

static const char *copied(char *out, size_t size, Str s)
{
    snprintf(out, size, "%.*s", (int)(s.len < size ? s.len : size - 1), s.at);
    return out;
}

static Method method_of(Str word)
{
    return str_is(word, "GET") ? METHOD_GET : str_is(word, "POST") ? METHOD_POST : str_is(word, "DELETE") ? METHOD_DELETE : METHOD_OTHER;
}

static void read_request(Request *request, Str rest)
{
    char cookie[PATH_MOST], origin[PATH_MOST], host[PATH_MOST];
    Str line = str_line(&rest);
    request->method = method_of(str_word(&line));
    line = str_trim(line);
    const char *mark = line.len ? memchr(line.at, '?', line.len) : NULL;
    size_t path = mark ? (size_t)(mark - line.at) : line.len;
    copied(request->path, sizeof request->path, (Str){ line.at, path });
    copied(request->query, sizeof request->query, mark ? (Str){ mark + 1, line.len - path - 1 } : (Str){ "", 0 });
    copied(cookie, sizeof cookie, str_line(&rest));
    copied(origin, sizeof origin, str_line(&rest));
    copied(host, sizeof host, str_line(&rest));
    copied(request->match, sizeof request->match, str_line(&rest));
    snprintf(request->address, sizeof request->address, "127.0.0.1");
    session_cookie(cookie, request);
    session_known(&desk, request);
    if (strcmp(cookie, "me") == 0) {
        request->user = me;
        request->guest = true;
        snprintf(request->sid_hash, sizeof request->sid_hash, "%064d", 1);
    }
    request->same_origin = origin_is_ours(&desk, origin, host);
    if (rest.len <= BODY_MOST)
        text_bytes(&request->body, rest.at, rest.len);
}

static void check(const Reply *reply)
{
    bool not_changed = reply->status == 304;
    if (reply->status < 200 || reply->status > 599 || (!not_changed && !reply->type))
        abort();
    if (!not_changed && strcmp(reply->type, "application/json") == 0) {
        json_error_t why;
        json_t *value = json_loadb(reply->body.at ? reply->body.at : "", reply->body.len, JSON_REJECT_DUPLICATES, &why);
        if (!json_is_object(value) || (reply->status >= 400 && !json_is_string(json_object_get(value, "code"))))
            abort();
        json_decref(value);
    }
    if (strchr(reply->cookie, '\r') || strchr(reply->cookie, '\n') || strchr(reply->etag, '\n'))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    Request request = { 0 };
    Reply reply = { 0 };
    if (!begun) {
        char hash[HASH_TEXT];
        Error err = { "" };
        desk_open();
        snprintf(hash, sizeof hash, "%064d", 1);
        desk_must(store_session_new(desk.store, hash, 1, &me, &err), err.text);
    }
    begun = true;
    read_request(&request, (Str){ (const char *)data, size });
    if (request.path[0] == '/') {
        api_answer(&desk, &request, &reply);
        check(&reply);
    }
    text_free(&request.body);
    text_free(&reply.body);
    desk_rest();
    return 0;
}
