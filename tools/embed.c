/* Writes a C file that holds the given files: embed NAME FILE… > out.c.
 *
 * The table is `const sl_file NAME[]` with NAME_count rows, in the order of the arguments; the Makefile sorts them, so that the
 * same data gives the same bytes on every machine.  Only the part of a path behind its folder's name below is kept. */
#include <stdio.h>
#include <string.h>

static const char *name_of(const char *path)
{
    static const char *const folder[] = { "build/web/", "tests/scenes/", "data/" };
    for (size_t i = 0; i < sizeof folder / sizeof folder[0]; i++) {
        const char *at = strstr(path, folder[i]);
        if (at)
            return at + strlen(folder[i]);
    }
    return path;
}

/* One byte of a string literal: three octal digits where the letter itself would mean something else. */
static void embed_byte(int c)
{
    if (c == '\n')
        printf("\\n\"\n\"");
    else if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
        printf("\\%03o", (unsigned)c);
    else
        putchar(c);
}

/* Returns the number of bytes written, or -1.  Compilers read a string many times faster than a list of numbers. */
static long embed(const char *path, int number)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return -1;
    printf("static const char file_%d[] =\n\"", number);
    long size = 0;
    for (int c; (c = getc(in)) != EOF; size++)
        embed_byte(c);
    printf("\";\n");
    int failed = ferror(in);
    fclose(in);
    return failed ? -1 : size;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: embed NAME FILE...\n");
        return 2;
    }
    enum { MOST = 16384 };
    static long size[MOST];
    if (argc - 2 > MOST) {
        fprintf(stderr, "embed: more than %d files\n", MOST);
        return 2;
    }
    printf("#include \"spaceline.h\"\n\n");
    printf("extern const sl_file %s[];\nextern const int %s_count;\n\n", argv[1], argv[1]);
    for (int i = 2; i < argc; i++)
        if ((size[i - 2] = embed(argv[i], i)) < 0) {
            perror(argv[i]);
            return 2;
        }
    printf("\nconst sl_file %s[] = {\n", argv[1]);
    for (int i = 2; i < argc; i++)
        printf("    { \"%s\", file_%d, %ld },\n", name_of(argv[i]), i, size[i - 2]);
    printf("    { 0, 0, 0 }\n};\nconst int %s_count = %d;\n", argv[1], argc - 2);
    return fflush(stdout) ? 2 : 0;
}
