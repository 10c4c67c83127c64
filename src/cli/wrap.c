/* Text for people: inks, and lines no longer than the terminal is wide. */
#define _DEFAULT_SOURCE
#include "cli/cli.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 40, WIDEST = 400, USUAL = 100 };

int text_width(void)
{
    const char *columns = getenv("COLUMNS");
    int width = 0;
    if (columns && str_int(str_of(columns), &width) && width > 0)
        return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= NARROWEST)
        return size.ws_col;
    return USUAL;
}

static bool is_ink(char c)
{
    return c >= INK_PLAIN && c <= INK_CYAN;
}

/* Inks take no room, and of a character in several bytes only the first counts. */
static int columns_of(Str word)
{
    int columns = 0;
    for (size_t i = 0; i < word.len; i++)
        columns += !is_ink(word.at[i]) && ((unsigned char)word.at[i] & 0xC0) != 0x80;
    return columns;
}

static void put_word(Str word, Inks inks)
{
    static const char *const code[] = { [INK_PLAIN] = "0", [INK_BOLD] = "1", [INK_DIM] = "2", [INK_GREEN] = "32",
                                        [INK_YELLOW] = "33", [INK_CYAN] = "36" };
    for (size_t i = 0; i < word.len; i++)
        if (!is_ink(word.at[i]))
            putchar(word.at[i] == TIE ? ' ' : word.at[i]);
        else if (inks == INKS_SHOWN)
            printf("\033[%sm", code[(int)word.at[i]]);
}

/* The blanks before a word are kept, unless the line ends there. */
void text_wrap(const char *text, int indent, int hang, int width, Inks inks)
{
    int column = printf("%*s", indent, "");
    for (bool first = true; *text;) {
        size_t blanks = strspn(text, " "), len = strcspn(text + blanks, " \n");
        Str word = { text + blanks, len };
        int columns = columns_of(word);
        if (!first && column + (int)blanks + columns > width) {
            printf("\n%*s", hang, "");
            column = hang;
        } else {
            printf("%*s", (int)blanks, "");
            column += (int)blanks;
        }
        put_word(word, inks);
        column += columns;
        first = false;
        text += blanks + len;
        if (*text == '\n') {
            text++;
            printf("\n%*s", hang, "");
            column = hang;
        }
    }
    printf("\n");
}
