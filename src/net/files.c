/* The client's files: from a folder or from the program itself.  A path is made of plain names only, so that none leads out of
 * the folder; the addresses of the client's pages all get index.html. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { FILE_MOST = 16 * 1024 * 1024 };

static const struct { const char *suffix, *type; } types[] = {
    { ".html", "text/html; charset=utf-8" },       { ".js", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },         { ".svg", "image/svg+xml" },
    { ".png", "image/png" },                       { ".ico", "image/x-icon" },
    { ".woff2", "font/woff2" },                    { ".json", "application/json" },
    { ".webmanifest", "application/manifest+json" }, { ".txt", "text/plain; charset=utf-8" },
    { ".map", "application/json" },                { ".wasm", "application/wasm" },
};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < countof(types); i++)
        if (strcmp(dot, types[i].suffix) == 0)
            return types[i].type;
    return "application/octet-stream";
}

static bool is_plain(const char *path)
{
    bool start = true;
    for (const char *c = path; *c; c++) {
        if (*c == '/' ? start : !strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", *c) || (start && *c == '.'))
            return false;
        start = *c == '/';
    }
    return !start;
}

static bool read_folder(const char *folder, const char *path, Text *out)
{
    char name[4096];
    struct stat about;
    if (snprintf(name, sizeof name, "%s/%s", folder, path) >= (int)sizeof name || stat(name, &about) != 0 || !S_ISREG(about.st_mode)
        || about.st_size > FILE_MOST)
        return false;
    FILE *in = fopen(name, "rb");
    if (!in)
        return false;
    char part[16384];
    for (size_t got; (got = fread(part, 1, sizeof part, in)) > 0;)
        text_bytes(out, part, got);
    bool ok = !ferror(in);
    fclose(in);
    return ok;
}

static uint64_t hash_of(const sl_file *file)
{
    return hash_bytes(file->data, file->size);
}

void files_hash(Shared *shared, const NetSetup *setup)
{
    shared->web_hash = net_alloc(((size_t)setup->webs + 1) * sizeof *shared->web_hash);
    for (int i = 0; i < setup->webs; i++)
        shared->web_hash[i] = hash_of(&setup->web[i]);
}

static bool read_file(const Server *server, const char *path, Text *out, uint64_t *hash)
{
    if (!is_plain(path))
        return false;
    if (server->setup.web_dir) {
        bool ok = read_folder(server->setup.web_dir, path, out);
        *hash = hash_bytes(out->at, out->len);
        return ok;
    }
    for (int i = 0; i < server->setup.webs; i++) {
        const sl_file *file = &server->setup.web[i];
        if (strcmp(file->name, path) != 0)
            continue;
        *out = (Text){ .at = (char *)file->data, .len = file->size };
        *hash = server->shared->web_hash ? server->shared->web_hash[i] : hash_of(file);
        return true;
    }
    return false;
}

/* The file as this client wants it: packed when the build made it so, and it takes it. */
static bool read_packed(const Server *server, const Request *request, const char *path, Text *out, uint64_t *hash, int *coding)
{
    static const struct { const char *suffix; int coding; } made[] = { { ".br", CODING_BROTLI }, { ".gz", CODING_GZIP } };
    char name[PATH_MOST + 4];
    for (size_t i = 0; i < countof(made); i++) {
        snprintf(name, sizeof name, "%s%s", path, made[i].suffix);
        *coding = made[i].coding;
        if ((request->accepts & made[i].coding) && read_file(server, name, out, hash))
            return true;
        text_free(out);
    }
    *coding = 0;
    return read_file(server, path, out, hash);
}

static bool is_page(const char *path)
{
    static const char *const pages[] = { "/game", "/decks", "/rulings", "/replay", "/scenes", "/cards", "/account" };
    if (strcmp(path, "/") == 0)
        return true;
    for (size_t i = 0; i < countof(pages); i++) {
        size_t len = strlen(pages[i]);
        if (strncmp(path, pages[i], len) == 0 && (path[len] == '\0' || path[len] == '/'))
            return true;
    }
    return false;
}

/* An address that a person may have typed: no name of a file. */
static bool is_typed(const char *path)
{
    const char *last = strrchr(path, '/');
    return last && !strchr(last, '.');
}

void files_answer(Server *server, const Request *request, Reply *reply)
{
    static const char missing[] = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not found</title>"
                                  "<main><h1>There is nothing here</h1><p><a href=\"/\">To the table</a></p></main></html>\n";
    const char *path = is_page(request->path) ? "index.html" : request->path + 1;
    if (request->method != METHOD_GET) {
        reply_error(reply, 405, "not-allowed", "only GET is answered here");
        return;
    }
    Text file = { 0 };
    uint64_t hash;
    if (read_packed(server, request, path, &file, &hash, &reply->coding)) {
        reply->type = type_of(path);
        reply_file(reply, request, file, hash);
        return;
    }
    text_free(&file);
    reply->status = 404;
    reply->type = "text/html; charset=utf-8";
    if (is_typed(request->path) && read_file(server, "index.html", &reply->body, &hash))
        return;                                 /* the client says it in its own looks */
    text_free(&reply->body);
    text_bytes(&reply->body, missing, sizeof missing - 1);
}
