/* What the server shows and never changes: the list of scenes, a player's own pictures of cards (`serve --images DIR`), and what
 * else there is to say of one card.
 *
 * The folder of pictures is looked through once, and a picture is known by the card it belongs to.  An address names a card, never
 * a file, so that no address leads out of the folder; a link in it is not followed. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IMAGE_MOST = 4 * 1024 * 1024, FILE_NAME = 256, SLUG = 160 };

struct ImageFile {
    char name[FILE_NAME];                      /* in the folder; "" when the card has no picture */
    char address[SLUG];
    bool exact;                                /* it bears the whole name, not the title alone */
};

/* The beginning of a file says what it is; its suffix must say the same. */
static const struct { const char *suffix, *type, *sign; size_t at, len; } kinds[] = {
    { ".jpg", "image/jpeg", "\xff\xd8\xff", 0, 3 },      { ".jpeg", "image/jpeg", "\xff\xd8\xff", 0, 3 },
    { ".png", "image/png", "\x89PNG\r\n\x1a\n", 0, 8 },  { ".webp", "image/webp", "WEBP", 8, 4 },
};

static int kind_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < countof(kinds); i++)
        if (str_is_nocase(str_of(dot), kinds[i].suffix))
            return (int)i;
    return -1;
}

/* "Worf, Son of Mogh" → "worf-son-of-mogh"; with no gap, "worfsonofmogh", for comparing. */
static void slug(Str text, const char *gap, char out[SLUG])
{
    size_t n = 0;
    bool between = false;
    for (size_t i = 0; i < text.len && n + 3 < SLUG; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (!isalnum(c)) {
            between = n > 0 && c != '\'' && c != '.' ? true : between;
            continue;
        }
        if (between && gap[0])
            out[n++] = gap[0];
        between = false;
        out[n++] = (char)tolower(c);
    }
    out[n] = '\0';
}

/* A file of the folder that is what its suffix says and not too large; -1 if it is not. */
static int open_image(const char *folder, const char *name)
{
    char path[4096], start[16];
    struct stat about;
    int kind = kind_of(name);
    if (kind < 0 || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return -1;
    int in = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool ok = in >= 0 && fstat(in, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= IMAGE_MOST
           && pread(in, start, sizeof start, 0) == (ssize_t)sizeof start
           && memcmp(start + kinds[kind].at, kinds[kind].sign, kinds[kind].len) == 0;
    if (in >= 0 && !ok) {
        close(in);
        in = -1;
    }
    return in;
}

/* What the file of a card may be called, for comparing. */
typedef struct { char name[SLUG], title[SLUG], address[SLUG]; } CardWords;

static CardWords *all_words(const sl_library *library)
{
    CardWords *all = net_alloc(((size_t)sl_card_count(library) + 1) * sizeof *all);
    for (int def = 1; def <= sl_card_count(library); def++) {
        sl_facts facts;
        char dashed[SLUG];
        if (!sl_card_facts(library, def, &facts))
            continue;
        slug(str_of(facts.name), "", all[def].name);
        slug(str_of(facts.title ? facts.title : ""), "", all[def].title);
        slug(str_of(facts.name), "-", dashed);
        snprintf(all[def].address, sizeof all[def].address, "/images/%.140s", dashed);
    }
    return all;
}

static void give_image(Shelf *shelf, const CardWords *card, const char *file)
{
    char stem[SLUG];
    slug((Str){ file, (size_t)(strrchr(file, '.') - file) }, "", stem);
    for (int def = 1; stem[0] && def <= sl_card_count(shelf->setup.library); def++) {
        ImageFile *image = &shelf->image[def];
        bool exact = strcmp(stem, card[def].name) == 0;
        if (!exact && (image->exact || strcmp(stem, card[def].title) != 0))
            continue;
        image->exact = exact;
        snprintf(image->name, sizeof image->name, "%s", file);
        memcpy(image->address, card[def].address, sizeof image->address);
    }
}

static bool find_images(Shelf *shelf, Error *err)
{
    if (!shelf->setup.images)
        return true;
    DIR *folder = opendir(shelf->setup.images);
    if (!folder)
        return error_at(err, shelf->setup.images, 0, 0, "the pictures cannot be read: %s", strerror(errno));
    shelf->image = net_alloc(((size_t)sl_card_count(shelf->setup.library) + 1) * sizeof *shelf->image);
    CardWords *card = all_words(shelf->setup.library);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        int in = strlen(entry->d_name) < FILE_NAME ? open_image(shelf->setup.images, entry->d_name) : -1;
        if (in < 0)
            continue;
        close(in);
        give_image(shelf, card, entry->d_name);
    }
    free(card);
    closedir(folder);
    return true;
}

Shelf *shelf_new(const ShelfSetup *setup, Error *err)
{
    Shelf *shelf = net_alloc(sizeof *shelf);
    shelf->setup = *setup;
    if (!find_images(shelf, err)) {
        shelf_free(shelf);
        return NULL;
    }
    scenes_list(shelf);
    return shelf;
}

void shelf_free(Shelf *shelf)
{
    text_free(&shelf->scenes);
    free(shelf->image);
    free(shelf);
}

const char *image_of(const Shelf *shelf, int def)
{
    return shelf->image && def > 0 && def <= sl_card_count(shelf->setup.library) ? shelf->image[def].address : "";
}

static bool read_image(const char *folder, const char *name, Text *out)
{
    char part[16384];
    int in = open_image(folder, name);
    if (in < 0)
        return false;
    ssize_t got;
    while ((got = read(in, part, sizeof part)) > 0 && out->len + (size_t)got <= IMAGE_MOST)
        text_bytes(out, part, (size_t)got);
    close(in);
    return got == 0;
}

void get_image(Server *server, Request *request, Reply *reply)
{
    const Shelf *shelf = server->setup.shelf;
    for (int def = 1; shelf->image && def <= sl_card_count(shelf->setup.library); def++) {
        const ImageFile *image = &shelf->image[def];
        if (!image->name[0] || strcmp(image->address, request->path) != 0)
            continue;
        if (!read_image(shelf->setup.images, image->name, &reply->body))
            break;
        reply->type = kinds[kind_of(image->name)].type;
        reply_tag(reply, request);
        return;
    }
    reply_error(reply, 404, "not-found", "there is no picture of that card");
}

/* What a page about one card shows beyond the catalogue. */
void get_card(Server *server, Request *request, Reply *reply)
{
    int def;
    sl_facts facts;
    if (!str_int(str_of(request->path + strlen("/api/cards/")), &def) || !sl_card_facts(server->setup.library, def, &facts)) {
        reply_error(reply, 404, "not-found", "there is no such card; /api/cards lists them with their numbers");
        return;
    }
    size_t size = sl_card_effects(server->setup.library, def, NULL, 0);
    char *effects = net_alloc(size + 1);
    sl_card_effects(server->setup.library, def, effects, size + 1);
    reply_json(reply, json_pack("{s:i,s:o,s:o}", "def", def, "name", words(facts.name), "effects", words(effects)));
    free(effects);
}
