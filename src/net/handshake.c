/* What a WebSocket's handshake computes: the answer to the key is SHA-1 of it and a fixed text, in base64 (RFC 6455, 4.2.2).  It proves
 * that the server speaks the protocol, and nothing else; SHA-1 serves for that and is used for nothing else here. */
#include "net/server.h"

#include <sodium.h>

enum { BLOCK = 64, DIGEST = 20, KEY_BYTES = 16 };

static uint32_t turned(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

static void sha1_block(uint32_t h[5], const unsigned char *block)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = turned(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t mixed = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999 : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                       : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t next = turned(a, 5) + mixed + e + w[i];
        e = d;
        d = c;
        c = turned(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* Of a text that fits, with its end, in two blocks. */
static void sha1(const char *text, size_t size, unsigned char out[DIGEST])
{
    uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    unsigned char block[2 * BLOCK] = { 0 };
    size_t blocks = size + 9 > BLOCK ? 2 : 1;
    memcpy(block, text, size);
    block[size] = 0x80;
    block[blocks * BLOCK - 2] = (unsigned char)(size * 8 >> 8);
    block[blocks * BLOCK - 1] = (unsigned char)(size * 8);
    for (size_t i = 0; i < blocks; i++)
        sha1_block(h, block + i * BLOCK);
    for (int i = 0; i < DIGEST; i++)
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

bool handshake_key(const char *key)
{
    unsigned char bytes[KEY_BYTES];
    size_t size;
    return strlen(key) == KEY_TEXT
        && sodium_base642bin(bytes, sizeof bytes, key, KEY_TEXT, NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL) == 0 && size == KEY_BYTES;
}

void handshake_accept(const char *key, char out[ACCEPT_TEXT + 1])
{
    char text[KEY_TEXT + 40];
    unsigned char digest[DIGEST];
    int size = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", KEY_TEXT, key);
    sha1(text, (size_t)size, digest);
    sodium_bin2base64(out, ACCEPT_TEXT + 1, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}
