/* Where cards, rulings, rules and decks come from: the files built into the program, or a folder of the same shape. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern const sl_file embedded_files[];          /* made by tools/embed from data/ */
extern const int embedded_files_count;

static const char *const folders[] = { "cards", "rulings", "rules", "grammar", "overrides", "decks" };
static const char *const suffixes[] = { ".card", ".txt", ".txt", ".grammar", ".override", ".txt" };
enum { OVERRIDES = 4, DECKS = 5, FOLDERS = 6 };

static bool take_embedded(Data *data)
{
    data->file = calloc((size_t)embedded_files_count + 1, sizeof *data->file);
    if (!data->file)
        return false;
    for (int folder = 0; folder < FOLDERS; folder++) {
        if (folder == DECKS)
            data->first_deck = data->count;
        size_t len = strlen(folders[folder]);
        for (int i = 0; i < embedded_files_count; i++)
            if (strncmp(embedded_files[i].name, folders[folder], len) == 0 && embedded_files[i].name[len] == '/')
                data->file[data->count++] = embedded_files[i];
    }
    return true;
}

static bool take_folder(Data *data, Paths *paths, const char *folder, sl_error *err)
{
    for (int i = 0; i < FOLDERS; i++) {
        char path[4096];
        if (i == DECKS)
            data->first_deck = paths->count;
        if (snprintf(path, sizeof path, "%s/%s", folder, folders[i]) >= (int)sizeof path)
            return fail(err, "--data: too long a name");
        if (i == OVERRIDES && access(path, F_OK) != 0)         /* a folder may do without */
            continue;
        if (!paths_collect(paths, path, suffixes[i], err))
            return false;
    }
    data->owned = true;
    data->file = calloc((size_t)paths->count + 1, sizeof *data->file);
    for (; data->file && data->count < paths->count; data->count++) {
        if (!file_read(paths->path[data->count], &data->file[data->count], err))
            return false;
        data->file[data->count].name = strdup(paths->path[data->count]);
    }
    return data->file != NULL;
}

static void data_free(Data *data)
{
    if (data->library)
        sl_library_free(data->library);
    for (int i = data->owned ? 0 : data->count - data->from_plugins; i < data->count; i++) {
        free((char *)data->file[i].name);
        file_free(&data->file[i]);
    }
    free(data->file);
    *data = (Data){ 0 };
}

static bool collect_lists(const Cli *cli, Paths *paths, sl_error *err)
{
    for (int i = 0; i < cli->lackeys; i++) {
        char sets[4096];
        int before = paths->count;
        if (snprintf(sets, sizeof sets, "%s/sets", cli->lackey[i]) >= (int)sizeof sets)
            return fail(err, "--lackey: too long a name");
        if (access(cli->lackey[i], F_OK) != 0)
            return fail(err, "%.200s: there is no such folder; --lackey takes a LackeyCCG plugin folder", cli->lackey[i]);
        if (access(sets, F_OK) == 0 && !paths_collect(paths, sets, ".txt", err))
            return false;
        if (paths->count == before)
            return fail(err, "%.200s: this is no plugin folder; expected card lists in it, as sets/….txt", cli->lackey[i]);
    }
    return true;
}

/* ---- what was made of the texts of card lists, kept from one start to the next ---- */

static uint64_t hash_file(uint64_t h, const sl_file *file)
{
    return hash_mix(h, hash_bytes(file->data, file->size));
}

/* Where readings are kept: a file in the user's cache folder for this program, these files and these lists.  False: nowhere. */
static bool readings_path(const Data *data, const sl_file *lists, int count, char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct stat self;
    bool xdg = cache && cache[0] == '/';
    if ((!xdg && (!home || home[0] != '/')) || stat("/proc/self/exe", &self) != 0)
        return false;
    uint64_t key = hash_mix(hash_mix(0x5EAD, (uint64_t)self.st_size), (uint64_t)self.st_mtime * 1000000000u + (uint64_t)self.st_mtim.tv_nsec);
    for (int i = 0; i < data->first_deck; i++)
        key = hash_file(key, &data->file[i]);
    for (int i = 0; i < count; i++)
        key = hash_file(key, &lists[i]);
    return snprintf(path, size, "%s%s/spaceline/readings-%016llx", xdg ? cache : home, xdg ? "" : "/.cache", (unsigned long long)key) < (int)size;
}

/* Folders that are not there are made; readings of other programs and lists go after a month. */
static void keep_readings(const char *path, const sl_file *fresh)
{
    char folder[4200];
    sl_error ignored;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0755);
        *slash = '/';
    }
    char *last = strrchr(folder, '/');
    *last = '\0';
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char old[4500];
        struct stat st;
        snprintf(old, sizeof old, "%s/%s", folder, e->d_name);
        if (strncmp(e->d_name, "readings-", 9) == 0 && stat(old, &st) == 0 && time(NULL) - st.st_mtime > 30 * 24 * 3600L)
            remove(old);
    }
    if (dir)
        closedir(dir);
    file_write(path, fresh->data, fresh->size, &ignored);         /* where it cannot be, it is made again next time */
}

static sl_library *with_readings(const Data *data, const sl_file *lists, int count, sl_error *err)
{
    char path[4200];
    sl_file kept = { 0 }, fresh = { 0 };
    sl_error ignored;
    bool keeps = count > 0 && readings_path(data, lists, count, path, sizeof path);
    bool has = keeps && access(path, R_OK) == 0 && file_read(path, &kept, &ignored);
    sl_library *library = sl_library_kept(data->file, data->first_deck, lists, count, has ? &kept : NULL, keeps ? &fresh : NULL, err);
    if (library && fresh.size)
        keep_readings(path, &fresh);
    free((char *)fresh.data);
    if (has)
        file_free(&kept);
    return library;
}

/* The library of the files, with the cards of plugin folders on top. */
static sl_library *make_library(const Data *data, const Cli *cli, sl_error *err)
{
    Paths paths = { 0 };
    bool ok = collect_lists(cli, &paths, err);
    sl_file *lists = calloc((size_t)paths.count + 1, sizeof *lists);
    int read = 0;
    while (ok && lists && read < paths.count && (ok = file_read_any(paths.path[read], &lists[read], err)))
        read++;
    sl_library *library = ok && lists ? with_readings(data, lists, read, err) : NULL;
    for (int i = 0; i < read; i++)
        file_free(&lists[i]);
    free(lists);
    paths_free(&paths);
    return library;
}

/* A deck of a folder that cannot be read would otherwise just not be there. */
static bool decks_can_be_read(const Data *data, sl_error *err)
{
    for (int i = 0; i < data_decks(data); i++)
        if (!deck_edition(data, data_deck(data, i))) {
            sl_deck_free(sl_deck_read(data->library, SL_SECOND_EDITION, data_deck(data, i), err));
            return false;
        }
    return true;
}

/* Whether a deck of a plugin folder can be played as it is. */
static bool is_whole(const Data *data, const sl_file *file)
{
    sl_error ignored;
    sl_problem problem;
    int edition = deck_edition(data, file);
    sl_deck *deck = edition ? sl_deck_read(data->library, edition, file, &ignored) : NULL;
    bool whole = deck && sl_deck_check(data->library, deck, 0, &problem, 1) == 0;
    sl_deck_free(deck);
    return whole;
}

/* Only who offers decks looks for them. */
static bool offers_decks(const Cli *cli)
{
    return strcmp(cli->command, "serve") == 0 || strcmp(cli->command, "play") == 0 || strcmp(cli->command, "deck") == 0;
}

/* Adds the decks of plugin folders, decks/….txt, behind the others. */
static void take_plugin_decks(Data *data, const Cli *cli)
{
    Paths paths = { 0 };
    sl_error ignored;
    for (int i = 0; i < cli->lackeys; i++) {
        char folder[4096];
        if (snprintf(folder, sizeof folder, "%s/decks", cli->lackey[i]) < (int)sizeof folder && access(folder, F_OK) == 0)
            paths_collect(&paths, folder, ".txt", &ignored);
    }
    sl_file *more = paths.count ? realloc(data->file, (size_t)(data->count + paths.count + 1) * sizeof *more) : NULL;
    data->file = more ? more : data->file;
    for (int i = 0; more && i < paths.count; i++) {
        sl_file *file = &data->file[data->count];
        if (!file_read(paths.path[i], file, &ignored))
            continue;
        if (!is_whole(data, file)) {
            file_free(file);
            continue;
        }
        file->name = strdup(paths.path[i]);
        data->count++;
        data->from_plugins++;
    }
    paths_free(&paths);
}

static bool data_load(Data *data, const Cli *cli, sl_error *err)
{
    *data = (Data){ 0 };
    Paths paths = { 0 };
    bool ok = cli->data ? take_folder(data, &paths, cli->data, err) : take_embedded(data);
    paths_free(&paths);
    data->library = ok ? make_library(data, cli, err) : NULL;
    if (data->library && data->owned && !decks_can_be_read(data, err)) {
        sl_library_free(data->library);
        data->library = NULL;
    }
    if (!data->library)
        data_free(data);
    else if (offers_decks(cli))
        take_plugin_decks(data, cli);
    return data->library != NULL;
}

int with_data(const Cli *cli, WithData *run, void *context)
{
    Data data;
    sl_error err = { "" };
    if (!data_load(&data, cli, &err))
        return complain("%s", err.text);
    int code = run(cli, &data, context);
    data_free(&data);
    return code;
}

int run_form(const Cli *cli, const Form *form, int count, void *context)
{
    char names[120] = "";
    Out out = { names, sizeof names, 0 };
    Nearest near = nearest_to(str_of(cli->words ? cli->word[0] : ""));
    for (int i = 0; i < count; i++) {
        if (cli->words > 0 && strcmp(cli->word[0], form[i].name) == 0) {
            int words = cli->words - 1;
            if (words < form[i].least || words > form[i].most)
                return usage_error(cli, "%s %s wants %s", cli->command, form[i].name, form[i].wants);
            return with_data(cli, form[i].run, context);
        }
        out_text(&out, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", form[i].name);
        nearest_try(&near, str_of(form[i].name));
    }
    if (cli->words == 0)
        return usage_error(cli, "%s wants %s", cli->command, names);
    return usage_error(cli, "%s wants %s, not '%s'%s%.*s", cli->command, names, cli->word[0], near.best.len ? "; nearest: " : "",
                       STR(near.best));
}

int data_decks(const Data *data)
{
    return data->count - data->first_deck;
}

const sl_file *data_deck(const Data *data, int i)
{
    return &data->file[data->first_deck + i];
}

Str deck_short_name(const sl_file *file)
{
    const char *slash = strrchr(file->name, '/');
    Str name = str_of(slash ? slash + 1 : file->name);
    if (name.len > 4)
        name.len -= strlen(".txt");
    return name;
}

int deck_edition(const Data *data, const sl_file *file)
{
    for (int edition = SL_SECOND_EDITION; edition >= SL_FIRST_EDITION; edition--) {
        sl_error err = { "" };
        sl_deck *deck = sl_deck_read(data->library, edition, file, &err);
        if (deck) {
            sl_deck_free(deck);
            return edition;
        }
    }
    return 0;
}

/* Lists the built-in decks of an edition, for messages. */
static void names_of_decks(const Data *data, int edition, Out *out)
{
    const char *comma = "";
    for (int i = 0; i < data_decks(data); i++)
        if (deck_edition(data, data_deck(data, i)) == edition) {
            out_text(out, "%s%.*s", comma, STR(deck_short_name(data_deck(data, i))));
            comma = ", ";
        }
}

static sl_deck *read_deck_file(const Data *data, int edition, const char *path, sl_error *err)
{
    sl_file file;
    if (!file_read(path, &file, err))
        return NULL;
    sl_deck *deck = sl_deck_read(data->library, edition, &file, err);
    file_free(&file);
    return deck;
}

/* How far reading came: the line of an error "FILE:LINE:…"; 0 for one that is about no line. */
static long line_of_error(const sl_error *err, const char *file)
{
    size_t len = strlen(file);
    return strncmp(err->text, file, len) == 0 && err->text[len] == ':' ? strtol(err->text + len + 1, NULL, 10) : 0;
}

/* Where no edition is said, the one that the deck can be read as, or can be read further as. */
static sl_deck *deck_of_any_edition(const Data *data, const char *name_or_file, sl_error *err)
{
    sl_error other = { "" };
    sl_deck *deck = deck_find(data, SL_SECOND_EDITION, name_or_file, err);
    if (!deck)
        deck = deck_find(data, SL_FIRST_EDITION, name_or_file, &other);
    if (!deck && line_of_error(&other, name_or_file) > line_of_error(err, name_or_file))
        *err = other;
    return deck;
}

sl_deck *deck_find(const Data *data, int edition, const char *name_or_file, sl_error *err)
{
    if (edition == 0)
        return deck_of_any_edition(data, name_or_file, err);
    for (int i = 0; i < data_decks(data); i++)
        if (str_is_nocase(deck_short_name(data_deck(data, i)), name_or_file))
            return sl_deck_read(data->library, edition, data_deck(data, i), err);
    if (strpbrk(name_or_file, "/.") || access(name_or_file, F_OK) == 0)
        return read_deck_file(data, edition, name_or_file, err);
    char names[240];
    Out out = { names, sizeof names, 0 };
    names_of_decks(data, edition, &out);
    if (out.len)
        fail(err, "no deck '%.100s': neither a file nor one of %s", name_or_file, names);
    else
        fail(err, "no deck '%.100s': there is no such file, and no built-in deck of this edition", name_or_file);
    return NULL;
}

static sl_deck *only_legal(const Data *data, const sl_setup *setup, const char *name, sl_deck *deck, sl_error *err)
{
    sl_problem problem;
    if (!deck || sl_deck_check_for(data->library, deck, setup, &problem, 1) == 0)
        return deck;
    fail(err, "%.100s: this deck is not legal: %s (%s)", name, problem.text, sl_cite_id(problem.cite));
    sl_deck_free(deck);
    return NULL;
}

sl_deck *deck_find_legal(const Data *data, const sl_setup *setup, const char *name_or_file, sl_error *err)
{
    return only_legal(data, setup, name_or_file, deck_find(data, setup->edition, name_or_file, err), err);
}

sl_deck *deck_nth(const Data *data, int edition, uint64_t n, sl_error *err)
{
    const sl_file *found[256];
    uint64_t count = 0;
    for (int i = 0; i < data_decks(data) && count < countof(found); i++)
        if (deck_edition(data, data_deck(data, i)) == edition)
            found[count++] = data_deck(data, i);
    if (count > 0)
        return sl_deck_read(data->library, edition, found[n % count], err);
    fail(err, "there is no built-in deck of this edition; name two decks, or choose the other edition");
    return NULL;
}
