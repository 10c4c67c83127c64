/* Who shuffles at a table of two people: everybody, so that nobody does.
 *
 * When a table is opened the server draws a secret and publishes its hash, which binds it.  Each player brings a word of his own, the
 * host with the table, the other when he sits down; the seed is a hash of all three.  So neither the server, which had to choose before the
 * last word came, nor a player, who does not know the secret, has chosen the seed; and when the game is over the secret is told, and
 * everybody can work it out again. */
#include "net/server.h"

#include <sodium.h>

static void hex_of(const char *text, char out[2 * crypto_hash_sha256_BYTES + 1], unsigned char hash[crypto_hash_sha256_BYTES])
{
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(out, 2 * crypto_hash_sha256_BYTES + 1, hash, crypto_hash_sha256_BYTES);
}

static void random_word(char out[WORD_TEXT])
{
    unsigned char bytes[(WORD_TEXT - 1) / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(out, WORD_TEXT, bytes, sizeof bytes);
}

void deal_secret(Terms *terms)
{
    random_word(terms->secret);
}

/* Who brings none, or one that could not be written into a line of words, gets one. */
void deal_word(const json_t *in, char out[WORD_TEXT])
{
    const char *word = text_of(in, "nonce");
    size_t len = strlen(word);
    bool plain = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == len;
    if (plain && len > 0 && len < WORD_TEXT)
        snprintf(out, WORD_TEXT, "%s", word);
    else
        random_word(out);
}

uint64_t deal_seed(const Terms *terms, const char *game)
{
    char text[4 * WORD_TEXT + STORE_ID], hex[2 * crypto_hash_sha256_BYTES + 1];
    unsigned char hash[crypto_hash_sha256_BYTES];
    uint64_t seed = 0;
    snprintf(text, sizeof text, "%s:%s:%s:%s", terms->secret, terms->word[0], terms->word[1], game);
    hex_of(text, hex, hash);
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | hash[i];
    return seed >> 11;                          /* a number that JSON carries whole */
}

/* The words when both sit, the secret when the game is over. */
void deal_json(Text *text, const Live *live)
{
    const Terms *terms = &live->terms;
    char hex[2 * crypto_hash_sha256_BYTES + 1];
    unsigned char hash[crypto_hash_sha256_BYTES];
    if (!terms->secret[0])
        return;
    hex_of(terms->secret, hex, hash);
    text_add(text, ",\"deal\":{\"hash\":\"%s\"", hex);
    if (live->game)
        text_add(text, ",\"words\":[\"%s\",\"%s\"]", terms->word[0], terms->word[1]);
    if (live->game && sl_game_player(live->game) < 0)
        text_add(text, ",\"secret\":\"%s\",\"seed\":%llu", terms->secret, (unsigned long long)live->stored.seed);
    text_add(text, "}");
}
