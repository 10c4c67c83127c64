/* Who asks: session cookies, passwords, origins, and how often somebody may try.
 *
 * A session id is 32 random bytes and known to the browser only; the store has its hash.  Signing in gives a new one, so that an
 * id somebody planted before is worth nothing. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <sodium.h>
#include <stdlib.h>
#include <time.h>

enum { SID_BYTES = 32, ID_BYTES = 16, TOKEN = 1000 };

int64_t now_seconds(void)
{
    return (int64_t)time(NULL);
}

int64_t now_micros(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t now_milliseconds(void)
{
    return now_micros() / 1000;
}

void random_id(char out[STORE_ID])
{
    unsigned char bytes[ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, STORE_ID, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

uint64_t random_seed(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed >> 11;                          /* a number that JSON carries whole */
}

static void hash_sid(const char *sid, char out[HASH_TEXT])
{
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)sid, strlen(sid), NULL, 0);
    sodium_bin2hex(out, HASH_TEXT, hash, sizeof hash);
}

void cookie_find(const char *cookies, const char *name, char *out, size_t size)
{
    size_t len = strlen(name);
    out[0] = '\0';
    for (Str rest = str_of(cookies); rest.len;) {
        const char *semicolon = memchr(rest.at, ';', rest.len);
        size_t taken = semicolon ? (size_t)(semicolon - rest.at) : rest.len;
        Str one = str_trim((Str){ rest.at, taken });
        rest = (Str){ rest.at + taken + (semicolon != NULL), rest.len - taken - (semicolon != NULL) };
        if (one.len <= len || strncmp(one.at, name, len) != 0 || one.at[len] != '=')
            continue;
        if (one.len - len - 1 < size)
            snprintf(out, size, "%.*s", (int)(one.len - len - 1), one.at + len + 1);
        return;
    }
}

void session_cookie(const char *cookie, Request *request)
{
    request->sid_hash[0] = '\0';
    if (strlen(cookie) == SID_TEXT - 1)
        hash_sid(cookie, request->sid_hash);
}

bool session_known(Server *server, Request *request)
{
    Error err = { "" };
    request->user = 0;
    request->guest = true;
    if (!request->sid_hash[0])
        return false;
    request->unsure = !store_session_user(server->store, request->sid_hash, &request->user, request->name, &request->guest, &err);
    if (request->unsure || (request->user && !store_session_seen(server->store, request->sid_hash, now_seconds(), &err)))
        log_error(server, &err);
    return request->user != 0;
}

static void new_sid(Request *request, char cookie[200])
{
    unsigned char bytes[SID_BYTES];
    char sid[SID_TEXT];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(sid, sizeof sid, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_sid(sid, request->sid_hash);
    snprintf(cookie, 200, "sid=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000%s", sid, request->secure ? "; Secure" : "");
}

bool session_begin(Server *server, Request *request, char cookie[200], Error *err)
{
    new_sid(request, cookie);
    return store_session_new(server->store, request->sid_hash, now_seconds(), &request->user, err)
        && store_session_user(server->store, request->sid_hash, &request->user, request->name, &request->guest, err);
}

/* Its sockets end with it: what came by a cookie that is worth nothing is worth nothing. */
bool session_end(Server *server, const char *sid_hash, Error *err)
{
    if (!store_session_end(server->store, sid_hash, err))
        return false;
    conn_end_all(server->shared, sid_hash);
    return true;
}

bool session_sign_in(Server *server, Request *request, int64_t user, char cookie[200], Error *err)
{
    char before[HASH_TEXT];
    memcpy(before, request->sid_hash, sizeof before);
    return session_begin(server, request, cookie, err) && (!before[0] || session_end(server, before, err))
        && store_session_move(server->store, request->sid_hash, user, err)
        && store_session_user(server->store, request->sid_hash, &request->user, request->name, &request->guest, err);
}

bool password_hash(const char *password, char out[200])
{
    _Static_assert(crypto_pwhash_STRBYTES <= 200, "a password hash does not fit");
    return crypto_pwhash_str_alg(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* An unknown name costs as much time as a wrong password, so that names cannot be found out. */
bool password_fits(const char *hash, const char *password)
{
    char waste[200];
    if (hash[0])
        return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
    password_hash(password, waste);
    return false;
}

bool account_new(Server *server, const char *name, char password[SID_TEXT], Error *err)
{
    Request guest = { .user = 0 };
    char cookie[200], hash[200], face[FACE_TEXT];
    unsigned char bytes[12];
    if (!name_is_plain(name))
        return error_at(err, "account", 0, 0, NAME_RULE);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(password, SID_TEXT, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    name_face(name, face);
    return (password_hash(password, hash) || error_at(err, "account", 0, 0, "the password could not be hashed"))
        && session_begin(server, &guest, cookie, err) && store_register(server->store, guest.user, name, face, hash, err)
        && store_session_end(server->store, guest.sid_hash, err);
}

/* Controls, spaces but the usual one, and what turns or joins without being seen make one name look like another. */
bool name_is_plain(const char *name)
{
    static const struct { uint32_t from, to; } hidden[] = {
        { 0, 0x1f }, { '<', '<' }, { '>', '>' }, { 0x7f, 0xa0 }, { 0xad, 0xad }, { 0x34f, 0x34f }, { 0x61c, 0x61c }, { 0x115f, 0x1160 },
        { 0x1680, 0x1680 }, { 0x17b4, 0x17b5 }, { 0x180b, 0x180f }, { 0x2000, 0x200f }, { 0x2028, 0x202f }, { 0x205f, 0x206f },
        { 0x2800, 0x2800 }, { 0x3000, 0x3000 }, { 0x3164, 0x3164 }, { 0xd800, 0xf8ff }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },
        { 0xffa0, 0xffa0 }, { 0xfff0, 0xffff }, { 0xe0000, UINT32_MAX },
    };
    size_t len = strlen(name);
    Str begins = { name, len < 5 ? len : 5 };
    if (len < 2 || len > 24 || str_trim(str_of(name)).len != len || str_is_nocase(begins, "Guest"))
        return false;
    while (*name) {
        uint32_t code = next_character(&name);
        for (size_t i = 0; i < countof(hidden); i++)
            if (code >= hidden[i].from && code <= hidden[i].to)
                return false;
    }
    return true;
}

/* ---- origins ---- */

static bool is_loopback_host(const char *host)
{
    static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };
    for (size_t i = 0; i < countof(names); i++) {
        size_t len = strlen(names[i]);
        if (strncmp(host, names[i], len) == 0 && (host[len] == '\0' || host[len] == ':'))
            return true;
    }
    return false;
}

/* A page is ours when it came from the host that is asked.  On loopback that host must be called so: a foreign name that leads to
 * this machine is somebody else's page. */
bool origin_is_ours(const Server *server, const char *origin, const char *host)
{
    const char *at = strncmp(origin, "http://", 7) == 0 ? origin + 7 : strncmp(origin, "https://", 8) == 0 ? origin + 8 : NULL;
    if (server->setup.origin && strcmp(origin, server->setup.origin) == 0)
        return true;
    return at && host[0] && strcmp(at, host) == 0 && (!server->loopback || is_loopback_host(host));
}

/* ---- limits ---- */

/* What has come since it was looked at last. */
static void bucket_fill(Bucket *bucket, int per_minute, int burst)
{
    int64_t now = now_micros() / 1000, most = (int64_t)burst * TOKEN;
    if (bucket->at == 0)
        bucket->tokens = most;
    else
        bucket->tokens += (now - bucket->at) * per_minute * TOKEN / 60000;
    bucket->at = now;
    if (bucket->tokens > most)
        bucket->tokens = most;
}

bool bucket_take(Bucket *bucket, int per_minute, int burst)
{
    bucket_fill(bucket, per_minute, burst);
    if (bucket->tokens < TOKEN)
        return false;
    bucket->tokens -= TOKEN;
    return true;
}

void bucket_charge(Bucket *bucket, int tokens)
{
    bucket->tokens -= (int64_t)tokens * TOKEN;
}

/* Those who share a place in the register push out whoever was there longest ago, who then begins with a full bucket; nobody can tell who shares
 * a place with whom, for the hash is salted.  One register for all loops: nobody gains by coming in through another. */
static Bucket *bucket_of(Shared *shared, LimitKind kind, const char *whom)
{
    enum { PLACES = 4 };
    uint64_t key = hash_mix(shared->salt, hash_bytes(whom, strlen(whom))) | 1;
    Bucket *first = &shared->limit[kind][key / 2 % (LIMIT_TABLE / PLACES) * PLACES], *oldest = first;
    for (Bucket *at = first; at < first + PLACES; at++) {
        if (at->key == key)
            return at;
        oldest = at->at < oldest->at ? at : oldest;
    }
    *oldest = (Bucket){ .key = key };
    return oldest;
}

bool limit_take(Server *server, LimitKind kind, const char *whom)
{
    static const struct { int per_minute, burst; } limit[LIMIT_COUNT] = {
        [LIMIT_SESSION] = { 30, 60 }, [LIMIT_SIGN_IN] = { 6, 10 }, [LIMIT_ACCOUNT] = { 20, 40 }, [LIMIT_NAMES] = { 60, 60 },
        [LIMIT_WORK] = { 120, 120 }, [LIMIT_READ] = { 6000, 6000 },
    };
    pthread_mutex_lock(&server->shared->limits);
    bool ok = bucket_take(bucket_of(server->shared, kind, whom), limit[kind].per_minute, limit[kind].burst);
    pthread_mutex_unlock(&server->shared->limits);
    return ok;
}

void limit_charge(Server *server, LimitKind kind, const char *whom, int tokens)
{
    pthread_mutex_lock(&server->shared->limits);
    bucket_charge(bucket_of(server->shared, kind, whom), tokens);
    pthread_mutex_unlock(&server->shared->limits);
}

static Caller **caller_place(Shared *shared, const char *address)
{
    Caller **at = &shared->caller[hash_bytes(address, strlen(address)) % LIMIT_TABLE];
    while (*at && strcmp((*at)->address, address) != 0)
        at = &(*at)->next;
    return at;
}

Caller *caller_at(Shared *shared, const char *address, int most)
{
    pthread_mutex_lock(&shared->limits);
    Caller **at = caller_place(shared, address), *caller = *at;
    if (!caller) {
        caller = *at = net_alloc(sizeof *caller);
        snprintf(caller->address, sizeof caller->address, "%s", address);
        caller->proxy = address_is_listed(shared->loop[0].setup.proxy, address);
        caller->introduces = address_is_listed(shared->loop[0].setup.introducing, address);
    }
    bool ok = caller->proxy || caller->introduces || caller->has[CALLER_CONNECTIONS] < most;
    caller->has[CALLER_CONNECTIONS] += ok;
    pthread_mutex_unlock(&shared->limits);
    return ok ? caller : NULL;
}

bool caller_owes(Shared *shared, Caller *caller, long bytes)
{
    enum { FAIR = 16 * 1024 * 1024, MOST = 256 * 1024 * 1024 };
    pthread_mutex_lock(&shared->limits);
    bool ok = bytes < 0 || (shared->owed + bytes <= MOST && (!caller || caller->bytes + bytes <= FAIR));
    if (ok) {
        shared->owed += bytes;
        if (caller)
            caller->bytes += bytes;
    }
    pthread_mutex_unlock(&shared->limits);
    return ok;
}

bool caller_take(Shared *shared, Caller *caller, CallerCount what, int most)
{
    if (!caller)
        return true;
    pthread_mutex_lock(&shared->limits);
    bool ok = caller->has[what] < most;
    caller->has[what] += ok;
    pthread_mutex_unlock(&shared->limits);
    return ok;
}

void caller_give(Shared *shared, Caller *caller, CallerCount what)
{
    if (!caller)
        return;
    bool none = true;
    pthread_mutex_lock(&shared->limits);
    caller->has[what]--;
    for (int i = 0; i < CALLER_COUNTS; i++)
        none &= caller->has[i] == 0;
    if (none) {
        *caller_place(shared, caller->address) = caller->next;
        free(caller);
    }
    pthread_mutex_unlock(&shared->limits);
}
