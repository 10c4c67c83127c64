/* Names that look alike.  Two names have the same face when somebody who reads quickly takes one for the other: letters of other alphabets
 * that look like Latin ones, digits that look like letters, letters that look like two, marks and spaces left out.  The face is kept beside
 * the name, and is nobody else's. */
#include "net/server.h"

/* The next character of a text in UTF-8. */
uint32_t next_character(const char **at)
{
    const unsigned char *c = (const unsigned char *)*at;
    int more = c[0] >= 0xf0 ? 3 : c[0] >= 0xe0 ? 2 : c[0] >= 0xc0 ? 1 : 0;
    uint32_t code = more ? c[0] & (0x3fu >> more) : c[0];
    int i = 1;
    for (; i <= more && c[i]; i++)
        code = code << 6 | (c[i] & 0x3f);
    *at += i;
    return code;
}

/* What a character looks like; NULL: like itself. */
static const char *look_of(uint32_t code)
{
    static const struct { uint32_t from, to; const char *look; } looks[] = {
        { '0', '0', "o" }, { '1', '1', "l" }, { '5', '5', "s" }, { '8', '8', "b" }, { 'I', 'I', "l" }, { 'i', 'i', "l" }, { 'J', 'J', "j" }, { '|', '|', "l" }, { '!', '!', "l" }, { '$', '$', "s" },
        { '@', '@', "a" }, { 'w', 'w', "vv" }, { 'W', 'W', "vv" }, { 'm', 'm', "rn" }, { 'M', 'M', "rn" },
        { ' ', '/', "" }, { ':', '?', "" }, { '[', '`', "" }, { '{', '~', "" }, { 0xb4, 0xb8, "" }, { 0x2b0, 0x36f, "" },
        { 0xaa, 0xaa, "a" }, { 0xba, 0xba, "o" }, { 0xc0, 0xc5, "a" }, { 0xe0, 0xe5, "a" }, { 0xc7, 0xc7, "c" }, { 0xe7, 0xe7, "c" }, { 0xc8, 0xcb, "e" }, { 0xe8, 0xeb, "e" },
        { 0xcc, 0xcf, "l" }, { 0xec, 0xef, "l" }, { 0xd1, 0xd1, "n" }, { 0xf1, 0xf1, "n" }, { 0xd2, 0xd6, "o" }, { 0xd8, 0xd8, "o" }, { 0xf2, 0xf6, "o" },
        { 0xf8, 0xf8, "o" }, { 0xd9, 0xdc, "u" }, { 0xf9, 0xfc, "u" }, { 0xdd, 0xdd, "y" }, { 0xfd, 0xfd, "y" }, { 0xff, 0xff, "y" }, { 0xdf, 0xdf, "ss" },
        { 0xc6, 0xc6, "ae" }, { 0xe6, 0xe6, "ae" }, { 0x100, 0x105, "a" }, { 0x106, 0x10d, "c" }, { 0x10e, 0x111, "d" }, { 0x112, 0x11b, "e" }, { 0x11c, 0x123, "g" },
        { 0x124, 0x127, "h" }, { 0x128, 0x131, "l" }, { 0x134, 0x135, "j" }, { 0x136, 0x138, "k" }, { 0x139, 0x142, "l" }, { 0x143, 0x14b, "n" }, { 0x14c, 0x151, "o" },
        { 0x154, 0x159, "r" }, { 0x15a, 0x161, "s" }, { 0x162, 0x167, "t" }, { 0x168, 0x173, "u" }, { 0x174, 0x175, "vv" }, { 0x176, 0x178, "y" }, { 0x179, 0x17e, "z" },
        { 0x391, 0x391, "a" }, { 0x392, 0x392, "b" }, { 0x395, 0x395, "e" }, { 0x396, 0x396, "z" }, { 0x397, 0x397, "h" }, { 0x399, 0x399, "l" }, { 0x39a, 0x39a, "k" },
        { 0x39c, 0x39c, "rn" }, { 0x39d, 0x39d, "n" }, { 0x39f, 0x39f, "o" }, { 0x3a1, 0x3a1, "p" }, { 0x3a4, 0x3a4, "t" }, { 0x3a5, 0x3a5, "y" }, { 0x3a7, 0x3a7, "x" },
        { 0x3b1, 0x3b1, "a" }, { 0x3b9, 0x3b9, "l" }, { 0x3ba, 0x3ba, "k" }, { 0x3bd, 0x3bd, "v" }, { 0x3bf, 0x3bf, "o" }, { 0x3c1, 0x3c1, "p" }, { 0x3c5, 0x3c5, "u" }, { 0x3c7, 0x3c7, "x" },
        { 0x405, 0x405, "s" }, { 0x406, 0x407, "l" }, { 0x408, 0x408, "j" }, { 0x410, 0x410, "a" }, { 0x412, 0x412, "b" }, { 0x415, 0x415, "e" }, { 0x41a, 0x41a, "k" },
        { 0x41c, 0x41c, "rn" }, { 0x41d, 0x41d, "h" }, { 0x41e, 0x41e, "o" }, { 0x420, 0x420, "p" }, { 0x421, 0x421, "c" }, { 0x422, 0x422, "t" }, { 0x423, 0x423, "y" }, { 0x425, 0x425, "x" },
        { 0x430, 0x430, "a" }, { 0x435, 0x435, "e" }, { 0x43a, 0x43a, "k" }, { 0x43c, 0x43c, "rn" }, { 0x43d, 0x43d, "h" }, { 0x43e, 0x43e, "o" }, { 0x440, 0x440, "p" }, { 0x441, 0x441, "c" },
        { 0x442, 0x442, "t" }, { 0x443, 0x443, "y" }, { 0x445, 0x445, "x" }, { 0x450, 0x451, "e" }, { 0x455, 0x455, "s" }, { 0x456, 0x457, "l" }, { 0x458, 0x458, "j" }, { 0x501, 0x501, "d" },
        { 0x51b, 0x51b, "q" }, { 0x51d, 0x51d, "vv" }, { 0x585, 0x585, "o" }, { 0x578, 0x578, "n" }, { 0x57d, 0x57d, "u" }, { 0x570, 0x570, "h" },
    };
    for (size_t i = 0; i < countof(looks); i++)
        if (code >= looks[i].from && code <= looks[i].to)
            return looks[i].look;
    return NULL;
}

/* Wide forms, and letters in circles or as signs of mathematics, look like those of ASCII. */
static uint32_t plain(uint32_t code)
{
    if (code >= 0xff01 && code <= 0xff5e)
        return code - 0xff01 + '!';
    if (code >= 0x24b6 && code <= 0x24e9)
        return (code - 0x24b6) % 26 + 'a';
    if (code >= 0x1d400 && code <= 0x1d6a3)
        return (code - 0x1d400) % 52 % 26 + 'a';
    if (code >= 0x1f130 && code <= 0x1f189)
        return (code - 0x1f130) % 32 % 26 + 'a';
    return code;
}

void name_face(const char *name, char out[FACE_TEXT])
{
    Out to = { out, FACE_TEXT, 0 };
    out[0] = '\0';
    while (*name) {
        const char *from = name;
        uint32_t code = plain(next_character(&name));
        const char *look = look_of(code);
        if (look)
            out_text(&to, "%s", look);
        else if (code < 0x80)
            out_text(&to, "%c", (char)(code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code));
        else
            out_text(&to, "%.*s", (int)(name - from), from);
    }
}
