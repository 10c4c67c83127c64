/* Files: read whole, written whole or not at all. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 32 << 20 };                    /* no deck, scene, replay or card file comes near */

static bool fail_at(sl_error *err, const char *path, const char *why)
{
    return fail(err, "%.200s: %s", path, why);
}

static char *grow(char *data, size_t size)
{
    char *more = realloc(data, size);
    if (!more) {
        fprintf(stderr, "spaceline: out of memory\n");
        exit(EXIT_BAD);
    }
    return more;
}

static bool read_all(FILE *in, sl_file *out)
{
    size_t size = 0, room = 65536;
    char *data = grow(NULL, room);
    size_t n;
    while ((n = fread(data + size, 1, room - size - 1, in)) > 0 && size <= LARGEST) {
        size += n;
        if (room - size < 4096)
            data = grow(data, room *= 2);
    }
    data[size] = '\0';
    out->data = data;
    out->size = size;
    return !ferror(in);
}

/* A NUL byte is in no text; said with its place, before a reader takes it for the end. */
static bool text_is_whole(const sl_file *file, sl_error *err)
{
    const char *nul = memchr(file->data, 0, file->size);
    if (file->size >= 2 && (memcmp(file->data, "\xFF\xFE", 2) == 0 || memcmp(file->data, "\xFE\xFF", 2) == 0))
        return fail(err, "%.200s:1:1: this is UTF-16; save it as UTF-8", file->name);
    if (!nul)
        return true;
    int line = 1, col = 1;
    for (const char *c = file->data; c < nul; c++) {
        col = *c == '\n' ? 1 : col + 1;
        line += *c == '\n';
    }
    return fail(err, "%.200s:%d:%d: a NUL byte; a text in UTF-8 is wanted", file->name, line, col);
}

bool file_read_any(const char *path, sl_file *out, sl_error *err)
{
    *out = (sl_file){ .name = path };
    struct stat st;
    if (stat(path, &st) != 0)
        return fail_at(err, path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return fail_at(err, path, "is a folder; a file is wanted");
    FILE *in = fopen(path, "rb");
    if (!in)
        return fail_at(err, path, strerror(errno));
    bool ok = read_all(in, out) || fail_at(err, path, "cannot be read");
    fclose(in);
    if (ok && out->size > LARGEST)
        ok = fail_at(err, path, "is larger than 32 MiB");
    if (ok && out->size >= 3 && memcmp(out->data, "\xEF\xBB\xBF", 3) == 0)     /* a mark of some editors, no part of the text */
        memmove((char *)out->data, out->data + 3, (out->size -= 3) + 1);
    if (!ok)
        file_free(out);
    return ok;
}

bool file_read(const char *path, sl_file *out, sl_error *err)
{
    if (!file_read_any(path, out, err))
        return false;
    if (text_is_whole(out, err))
        return true;
    file_free(out);
    return false;
}

void file_free(sl_file *file)
{
    free((char *)file->data);
    *file = (sl_file){ 0 };
}

static bool put_all(FILE *out, const char *data, size_t size)
{
    bool ok = fwrite(data, 1, size, out) == size && fflush(out) == 0;
    ok = ok && (fsync(fileno(out)) == 0 || errno == EINVAL || errno == ENOTSUP);     /* a pipe has no disk */
    int why = errno;
    bool closed = fclose(out) == 0;
    if (!ok)
        errno = why;
    return closed && ok;
}

/* A device or a pipe takes what comes; there is nothing beside it that could be put in its place. */
static bool write_into(const char *path, const char *data, size_t size, sl_error *err)
{
    FILE *out = fopen(path, "wb");
    return (out && put_all(out, data, size)) || fail_at(err, path, strerror(errno));
}

bool file_write(const char *path, const char *data, size_t size, sl_error *err)
{
    char temporary[4096];
    struct stat st;
    bool there = stat(path, &st) == 0;
    if (there && S_ISDIR(st.st_mode))
        return fail_at(err, path, "is a folder; the name of a file is wanted");
    if (there && !S_ISREG(st.st_mode))
        return write_into(path, data, size, err);
    if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary)
        return fail_at(err, path, "is too long a name");
    FILE *out = fopen(temporary, "wb");
    if (!out)
        return fail_at(err, path, strerror(errno));
    bool ok = put_all(out, data, size) && rename(temporary, path) == 0;
    if (!ok) {
        fail_at(err, path, strerror(errno));
        remove(temporary);
    }
    return ok;
}

static void paths_add(Paths *paths, const char *path)
{
    if (paths->count == paths->room) {
        paths->room = paths->room ? 2 * paths->room : 64;
        paths->path = (char **)(void *)grow((char *)paths->path, sizeof *paths->path * (size_t)paths->room);
    }
    char *copy = grow(NULL, strlen(path) + 1);
    strcpy(copy, path);
    paths->path[paths->count++] = copy;
}

static bool ends_with(const char *text, const char *suffix)
{
    size_t a = strlen(text), b = strlen(suffix);
    return a >= b && strcmp(text + a - b, suffix) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool collect_folder(Paths *paths, const char *folder, const char *suffix, int depth, sl_error *err)
{
    enum { DEEPEST = 32 };                      /* links in a circle end here */
    if (depth > DEEPEST)
        return fail_at(err, folder, "lies more than 32 folders deep");
    DIR *dir = opendir(folder);
    if (!dir)
        return fail_at(err, folder, strerror(errno));
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(dir)) != NULL;) {
        char path[4096];
        struct stat st;
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            ok = fail_at(err, folder, "has too long a name in it");
        else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            ok = collect_folder(paths, path, suffix, depth + 1, err);
        else if (ends_with(path, suffix))
            paths_add(paths, path);
    }
    closedir(dir);
    return ok;
}

bool paths_collect(Paths *paths, const char *file_or_folder, const char *suffix, sl_error *err)
{
    struct stat st;
    if (stat(file_or_folder, &st) != 0)
        return fail_at(err, file_or_folder, strerror(errno));
    if (!S_ISDIR(st.st_mode)) {
        paths_add(paths, file_or_folder);
        return true;
    }
    int before = paths->count;
    if (!collect_folder(paths, file_or_folder, suffix, 0, err))
        return false;
    if (paths->count > before)
        qsort(paths->path + before, (size_t)(paths->count - before), sizeof *paths->path, by_name);
    return true;
}

void paths_free(Paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->path[i]);
    free(paths->path);
    *paths = (Paths){ 0 };
}
