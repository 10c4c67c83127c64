/* Tokens of the card language: parentheses, words, strings; blanks and comments between them. */
#include "effect/read.h"

void source_advance(Source *src, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        unsigned char c = (unsigned char)src->rest.at[i];
        if (c == '\n')
            src->line++, src->col = 1;
        else if ((c & 0xC0) != 0x80)            /* the first byte of a character */
            src->col++;
    }
    src->rest.at += bytes;
    src->rest.len -= bytes;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void source_skip_blanks(Source *src)
{
    size_t n = 0;
    bool comment = false;
    for (; n < src->rest.len; n++) {
        char c = src->rest.at[n];
        if (c == '\n')
            comment = false;
        else if (c == '#')
            comment = true;
        else if (!comment && !is_blank(c))
            break;
    }
    source_advance(src, n);
}

/* The length of the string that begins at its opening quote, both quotes included; 0 if the line ends first. */
static size_t string_length(Str s)
{
    for (size_t n = 1; n < s.len && s.at[n] != '\n'; n++) {
        if (s.at[n] == '"')
            return n + 1;
        if (s.at[n] == '\\' && n + 1 < s.len && s.at[n + 1] != '\n')
            n++;
    }
    return 0;
}

size_t word_length(Str s)
{
    size_t n = 0;
    while (n < s.len && !is_blank(s.at[n]) && !memchr("()\"#", s.at[n], 4))
        n++;
    return n;
}

Token token_next(Source *src)
{
    source_skip_blanks(src);
    Token t = { TOKEN_END, { src->rest.at, 0 }, src->line, src->col };
    if (src->rest.len == 0)
        return t;
    char c = src->rest.at[0];
    size_t step = 1;
    if (c == '(' || c == ')') {
        t.kind = c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
        t.text.len = 1;
    } else if (c == '"') {
        size_t length = string_length(src->rest);
        t.kind = length ? TOKEN_STRING : TOKEN_UNCLOSED;
        if (length)
            t.text = (Str){ src->rest.at + 1, length - 2 }, step = length;
    } else {
        t.kind = TOKEN_WORD;
        step = t.text.len = word_length(src->rest);
    }
    source_advance(src, step);
    return t;
}

Token token_peek(Source src)
{
    return token_next(&src);
}

Str token_text(Catalogue *cat, Token t)
{
    if (t.kind != TOKEN_STRING || !t.text.len || !memchr(t.text.at, '\\', t.text.len))
        return t.text;
    char *plain = arena_text(&cat->arena, t.text);
    size_t n = 0;
    for (size_t i = 0; i < t.text.len; i++) {
        if (t.text.at[i] == '\\' && i + 1 < t.text.len)
            i++;
        plain[n++] = t.text.at[i];
    }
    plain[n] = '\0';
    return (Str){ plain, n };
}
