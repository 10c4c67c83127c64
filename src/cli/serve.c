/* spaceline serve: play in a browser. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "net/net.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern const sl_file embedded_web[];            /* made by tools/embed from the built client; may be empty */
extern const int embedded_web_count;
extern const sl_file embedded_scenes[];         /* and from tests/scenes */
extern const int embedded_scenes_count;

enum { PATH_SIZE = 4096, NOT_SAID = -1, KEY_LEAST = 16, KEY_SIZE = 80 };

typedef struct {
    const char *listen, *peer_address, *db, *web, *origin, *proxy, *introducing, *director, *no_director, *metrics_key, *images;
    long loops, silence, patience, sockets, games, deal;
    bool log, open;
} ServeArgs;

static bool make_folders(char *path, sl_error *err)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool ok = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!ok)
            return fail(err, "%.300s: its folder cannot be made: %s", path, strerror(errno));
    }
    return true;
}

/* Where the database is when nobody says: the folder that the desktop standard names for data. */
static bool default_database(char out[PATH_SIZE], sl_error *err)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int len = data && data[0] == '/' ? snprintf(out, PATH_SIZE, "%s/spaceline/spaceline.db", data)
            : home && home[0] == '/' ? snprintf(out, PATH_SIZE, "%s/.local/share/spaceline/spaceline.db", home) : PATH_SIZE;
    if (len >= PATH_SIZE)
        return fail(err, "there is no home folder to keep the games in; name a file with --db");
    return make_folders(out, err);
}

/* The built client beside the program: build/web when run from the tree. */
static const char *web_beside(char out[PATH_SIZE])
{
    static const char *const places[] = { "web", "../web" };
    char program[PATH_SIZE];
    ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);
    if (len <= 0)
        return NULL;
    program[len] = '\0';
    char *slash = strrchr(program, '/');
    *slash = '\0';
    for (size_t i = 0; i < countof(places); i++) {
        char index[PATH_SIZE + 32];
        if (snprintf(out, PATH_SIZE, "%s/%s", program, places[i]) >= PATH_SIZE)
            return NULL;
        snprintf(index, sizeof index, "%s/index.html", out);
        if (access(index, R_OK) == 0)
            return out;
    }
    return NULL;
}

/* Where there is a desktop, its browser is opened; where there is none, the address is enough. */
static void open_browser(const char *address)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    if (fork() == 0) {
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(1);
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
        _exit(1);
    }
}

static void on_made(void *to, const char *name, const char *password)
{
    (void)to;
    printf("There was no account '%s': it was made, with the password %s\n", name, password);
    fflush(stdout);
}

static void on_ready(void *to, const char *address)
{
    const ServeArgs *args = to;
    printf("Spaceline is at %s\n", address);
    fflush(stdout);
    if (args->open)
        open_browser(address);
}

static bool read_key(const char *file, char key[KEY_SIZE])
{
    FILE *in = fopen(file, "r");
    bool ok = in && fgets(key, KEY_SIZE, in);
    if (in)
        fclose(in);
    key[ok ? strcspn(key, "\r\n") : 0] = '\0';
    return strlen(key) >= KEY_LEAST;
}

static int run(const Cli *cli, const Data *data, void *context)
{
    (void)cli;
    ServeArgs *args = context;
    char database[PATH_SIZE], web[PATH_SIZE], key[KEY_SIZE] = "";
    sl_error why = { "" };
    Error err = { "" };
    if (!args->db && !default_database(database, &why))
        return complain("%s", why.text);
    if (args->metrics_key && !read_key(args->metrics_key, key))
        return complain("%s: the first line is to be a key of 16 to 79 characters", args->metrics_key);
    if (data_decks(data) == 0)
        return complain("there is no deck to play with in these data");
    ShelfSetup shown = { data->library, embedded_scenes, embedded_scenes_count, args->images };
    Shelf *shelf = shelf_new(&shown, &err);
    if (!shelf)
        return complain("%s", err.text);
    NetSetup setup = { .library = data->library, .deck = data_deck(data, 0), .decks = data_decks(data), .web = embedded_web,
                       .webs = embedded_web_count, .web_dir = args->web ? args->web : web_beside(web), .listen = args->listen,
                       .peer_address = args->peer_address,
                       .database = args->db ? args->db : database, .deal = args->deal, .shelf = shelf,
                       .origin = args->origin, .proxy = args->proxy, .introducing = args->introducing,
                       .director = args->director, .no_director = args->no_director, .metrics_key = args->metrics_key ? key : NULL,
                       .loops = (int)args->loops, .silence = (int)args->silence, .patience = (int)args->patience,
                       .sockets = (int)args->sockets, .games = (int)args->games,
                       .log = args->log, .ready = on_ready, .made = on_made,
                       .to = args };
    bool served = net_serve(&setup, &err);
    shelf_free(shelf);
    return served ? EXIT_DONE : complain("%s", err.text);
}

/* What is left out is settled by the server, which takes 0 for that. */
static int check_numbers(const Cli *cli, ServeArgs *args)
{
    const struct { const char *name; long *value, most; } numbers[] = {
        { "loops", &args->loops, 64 }, { "silence", &args->silence, 3600 }, { "patience", &args->patience, 3600 },
        { "sockets", &args->sockets, 60000 }, { "games", &args->games, 1000000 },
    };
    for (size_t i = 0; i < countof(numbers); i++) {
        if (*numbers[i].value == 0 || *numbers[i].value > numbers[i].most)
            return usage_error(cli, "--%s is a number from 1 to %ld, not %ld", numbers[i].name, numbers[i].most, *numbers[i].value);
        if (*numbers[i].value == NOT_SAID)
            *numbers[i].value = 0;
    }
    return GO_ON;
}

/* As browsers send it: no path, not even a slash at the end. */
static bool is_origin(const char *url)
{
    const char *host = strncmp(url, "http://", 7) == 0 ? url + 7 : strncmp(url, "https://", 8) == 0 ? url + 8 : "";
    return host[0] && !strpbrk(host, "/ ?#");
}

int command_serve(Cli *cli)
{
    ServeArgs args = { .listen = "127.0.0.1:1701", .loops = NOT_SAID, .silence = NOT_SAID, .patience = NOT_SAID, .sockets = NOT_SAID, .games = NOT_SAID, .deal = NOT_SAID };
    const Opt opts[] = {
        { "listen", "ADDRESS:PORT", OPT_TEXT, &args.listen, "where to listen (127.0.0.1:1701); port 0 takes a free one" },
        { "db", "FILE", OPT_TEXT, &args.db, "the database (spaceline/spaceline.db in your data folder); or postgresql://…" },
        { "lackey", "DIR", OPT_LACKEY, NULL, LACKEY_HELP },
        { "web", "DIR", OPT_TEXT, &args.web, "the client's files, instead of those that came with the program" },
        { "images", "DIR", OPT_TEXT, &args.images, "your own pictures of cards: TITLE.jpg, .png or .webp, shown on their faces" },
        { "peer-address", "HOST:PORT", OPT_TEXT, &args.peer_address, "where other servers at the same PostgreSQL database reach it (as --listen)" },
        { "origin", "URL", OPT_TEXT, &args.origin, "another address that browsers know it by, such as https://example.org" },
        { "proxy", "ADDRESSES", OPT_TEXT, &args.proxy, "whom to believe when it says for whom it asks (X-Forwarded-For), such as 127.0.0.1,::1" },
        { "proxy-protocol", "ADDRESSES", OPT_TEXT, &args.introducing, "whose connections begin with a header of the PROXY protocol (version 1 or 2), and only so" },
        { "director", "NAME", OPT_TEXT, &args.director, "an account that may watch every game, pause it, rule on it and change it; made, if there is none" },
        { "no-director", "NAME", OPT_TEXT, &args.no_director, "an account that is no director any more" },
        { "metrics-key", "FILE", OPT_TEXT, &args.metrics_key, "its first line is the key to /metrics, which is not there without one" },
        { "loops", "N", OPT_COUNT, &args.loops, "event loops, each a thread, 1 to 64 (one for each core)" },
        { "silence", "SECONDS", OPT_COUNT, &args.silence, "after which a silent socket is asked whether it is there, 1 to 3600 (30)" },
        { "patience", "SECONDS", OPT_COUNT, &args.patience, "that a request may take to arrive, 1 to 3600 (20)" },
        { "sockets", "N", OPT_COUNT, &args.sockets, "that one address may have open, 1 to 60000 (64); more where a proxy brings everybody" },
        { "games", "N", OPT_COUNT, &args.games, "that are in memory at a time (8000); 200 KB each" },
        { "deal", "SEED", OPT_COUNT, &args.deal, "deals every table of two people alike, for tests: whoever plays there knows the cards" },
        { "open", NULL, OPT_FLAG, &args.open, "opens a browser, if there is a desktop" },
        { "log", NULL, OPT_FLAG, &args.log, "a line of JSON on standard error for each request and game" },
    };
    const Usage usage = {
        "[--listen 127.0.0.1:1701] [--db FILE or postgresql://…] [--lackey DIR]… [--images DIR] [options]",
        "The web server: play in a browser, against the computer or another person.  Every answer is on disk before it is\n"
        "acknowledged, so that games go on after a restart.  Ctrl-C ends it.",
        opts, countof(opts), false
    };
    int code = cli_parse(cli, &usage);
    if (code != GO_ON)
        return code;
    if (cli->words)
        return usage_error(cli, "serve takes no further words, but got '%s'", cli->word[0]);
    code = check_numbers(cli, &args);
    if (code != GO_ON)
        return code;
    if (args.origin && !is_origin(args.origin))
        return usage_error(cli, "--origin is http:// or https:// and a host, such as https://example.org, not '%s'", args.origin);
    if (args.proxy && !address_list_ok(args.proxy))
        return usage_error(cli, "--proxy is a list of addresses with commas, such as 127.0.0.1,::1, not '%s'", args.proxy);
    if (args.introducing && !address_list_ok(args.introducing))
        return usage_error(cli, "--proxy-protocol is a list of addresses with commas, such as 10.0.0.5, not '%s'", args.introducing);
    if (args.deal != NOT_SAID && (args.origin || args.proxy || args.introducing))
        return usage_error(cli, "--deal is for tests; a server for others, with --origin or a proxy, deals by chance");
    return with_data(cli, run, &args);
}
