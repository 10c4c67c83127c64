/* Cuts English into words, numbers, icons and marks. */
#include "text/inside.h"

/* – “ ” and their like: marks of three bytes, each a word of its own. */
static bool is_mark(Str s)
{
    return s.len >= 3 && (unsigned char)s.at[0] == 0xE2 && (unsigned char)s.at[1] == 0x80;
}

/* How many bytes a printer's apostrophe has, also where a list has it in a wrong encoding; 0: there is none. */
static size_t apostrophe(Str s)
{
    static const char *const known[] = { "\xE2\x80\x99", "\xC3\x82\xE2\x80\x99" };
    for (size_t i = 0; i < countof(known); i++)
        if (s.len >= strlen(known[i]) && memcmp(s.at, known[i], strlen(known[i])) == 0)
            return strlen(known[i]);
    return 0;
}

/* … of a possessive: "opponent’s", "owners’". */
static size_t possessive(Str s)
{
    size_t n = apostrophe(s);
    return n && n < s.len && s.at[n] == 's' ? n + 1 : n;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_abbreviation(Str word)
{
    static const char *const known[] = { "Dr", "Mr", "Mrs", "St", "vs", "Lt" };
    for (size_t i = 0; i < countof(known); i++)
        if (str_is(word, known[i]))
            return true;
    bool initial = word.len == 1 && word.at[0] >= 'A' && word.at[0] <= 'Z' && word.at[0] != 'Q';        /* James T.; Q is a whole name */
    return initial || memchr(word.at, '.', word.len) != NULL;         /* U.S.S */
}

/* A word may have ' - . inside: Qo'noS, first-listed, U.S.S.  "non-" ends with its hyphen; in "attributes-2" the hyphen is a minus,
 * and "-class" stands behind the name of a class of ships. */
static size_t word_length_at(Str s)
{
    size_t n = 0;
    while (n < s.len) {
        bool minus = n > 0 && n + 1 < s.len && s.at[n] == '-' && is_digit(s.at[n + 1]) && s.at[n - 1] >= 'a' && s.at[n - 1] <= 'z';
        bool class = s.at[n] == '-' && n + 6 <= s.len && str_eq_nocase((Str){ s.at + n, 6 }, str_of("-class"));
        bool ends = s.at[n] == '.' && n > 2 && n + 1 < s.len && s.at[n - 1] >= 'a' && s.at[n - 1] <= 'z' && s.at[n - 2] >= 'a' && s.at[n - 2] <= 'z'
            && s.at[n + 1] >= 'A' && s.at[n + 1] <= 'Z';                /* a sentence ends, and the blank behind it is missing */
        bool inside = n > 0 && !ends && n + 1 < s.len && strchr("'-.", s.at[n]) && !is_mark((Str){ s.at + n + 1, s.len - n - 1 }) && (is_letter(s.at[n + 1]) || is_digit(s.at[n + 1])) && !minus && !class;
        if (s.at[n] == '-' && n == 3 && str_eq_nocase((Str){ s.at, 3 }, str_of("non")))
            return n + 1;
        if ((!is_letter(s.at[n]) && !is_digit(s.at[n]) && !inside) || possessive((Str){ s.at + n, s.len - n }) || is_mark((Str){ s.at + n, s.len - n }))
            break;
        n++;
    }
    if (n < s.len && s.at[n] == '.' && is_abbreviation((Str){ s.at, n }))
        n++;
    return n;
}

/* The possessive is a word of its own: "opponent" "'s". */
static size_t without_possessive(Str s, size_t n)
{
    return n > 2 && s.at[n - 2] == '\'' && (s.at[n - 1] == 's' || s.at[n - 1] == 'S') ? n - 2 : n;
}

static size_t token_length(Str s)
{
    const char *end = s.at[0] == '[' ? memchr(s.at, ']', s.len) : NULL;
    if (end)
        return (size_t)(end - s.at) + 1;
    if (possessive(s))
        return possessive(s);
    if (is_mark(s))
        return 3;
    if (is_digit(s.at[0])) {
        size_t n = 0;
        while (n < s.len && is_digit(s.at[n]))
            n++;
        if (n == s.len || !is_letter(s.at[n]))
            return n;
    }
    if (s.len > 1 && s.at[0] == '\'' && s.at[1] == 's')
        return 2;
    size_t n = word_length_at(s);
    return n ? without_possessive(s, n) : 1;
}

size_t text_words(Str text, char *out, size_t size)
{
    Token token[MOST_TOKENS];
    int count = tokens_of(text, token, MOST_TOKENS);
    Out words = { out, size, 0 };
    if (size)
        out[0] = '\0';
    for (int i = 0; i < count && i < MOST_TOKENS; i++)
        out_text(&words, "%s%.*s", i ? " | " : "", STR(token[i].text));
    return words.len;
}

/* A mark as it is typed. */
static Str as_typed(Str word)
{
    if (str_is(word, "–") || str_is(word, "—"))
        return str_of("-");
    size_t n = apostrophe(word);
    return n ? str_of(n < word.len ? "'s" : "'") : word;
}

/* "non -" with a blank too many. */
static bool ends_non(Str word, const Token *out, int count, int most)
{
    return count > 0 && count <= most && str_is(word, "-") && str_eq_nocase(out[count - 1].text, str_of("non"));
}

int tokens_of(Str text, Token *out, int most)
{
    int count = 0;
    bool glued = false;
    while (text.len) {
        if (text.at[0] == ' ' || text.at[0] == '\n' || text.at[0] == '\t') {
            text = (Str){ text.at + 1, text.len - 1 };
            glued = false;
            continue;
        }
        size_t n = token_length(text);
        Str word = { text.at, n };
        if (glued && count && count <= most && str_is(as_typed(word), "'s") && str_eq_nocase(out[count - 1].text, str_of("it"))) {        /* "it's owner" is "its owner" */
            Str its = { out[count - 1].text.at, out[count - 1].text.len + n };
            out[count - 1] = (Token){ its, hash_nocase(str_of("its")), out[count - 1].capital, out[count - 1].glued };
            text = (Str){ text.at + n, text.len - n };
            continue;
        }
        if (ends_non(word, out, count, most)) {
            out[--count].word = hash_nocase(str_of("non-"));
        } else if (count < most)
            out[count] = (Token){ word, hash_nocase(as_typed(word)), text.at[0] >= 'A' && text.at[0] <= 'Z', glued };
        count++;
        glued = true;
        text = (Str){ text.at + n, text.len - n };
    }
    return count;
}
