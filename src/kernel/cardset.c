/* Sets of cards. */
#include "kernel/cardset.h"

static int bit_count(uint64_t word)
{
    int n = 0;
    for (; word; word &= word - 1)
        n++;
    return n;
}

int set_count(const CardSet *s)
{
    int n = 0;
    for (unsigned used = s->used; used; used &= used - 1)
        n += bit_count(s->word[__builtin_ctz(used)]);
    return n;
}

static void put_word(CardSet *s, int i, uint64_t word)
{
    s->word[i] = word;
    s->used |= (uint16_t)((word != 0) << i);
}

CardSet set_and(const CardSet *a, const CardSet *b)
{
    CardSet s = { 0 };
    for (unsigned used = a->used & b->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        put_word(&s, i, a->word[i] & b->word[i]);
    }
    return s;
}

void set_keep(CardSet *s, const CardSet *kept)
{
    for (unsigned used = s->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        s->word[i] &= kept->word[i];
        if (s->word[i] == 0)
            s->used &= (uint16_t)~(1u << i);
    }
}

CardSet set_minus(const CardSet *a, const CardSet *b)
{
    CardSet s = { 0 };
    for (unsigned used = a->used; used; used &= used - 1) {
        int i = __builtin_ctz(used);
        put_word(&s, i, a->word[i] & ~b->word[i]);
    }
    return s;
}

void set_join(CardSet *to, const CardSet *from)
{
    for (unsigned used = from->used; used; used &= used - 1)
        to->word[__builtin_ctz(used)] |= from->word[__builtin_ctz(used)];
    to->used |= from->used;
}
