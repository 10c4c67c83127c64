/* Titles in card lists.  A list writes title and subtitle in one column with a blank between, so that "Worf Son of Mogh" must be
 * told from "Annexation Drone".  Cards of one persona share the beginning of their names: a long beginning that many share
 * is the title, and a title that is known otherwise (from built-in cards, from Commanders) goes before. */
#include "text/list.h"

Names names_new(Arena *arena, size_t most)
{
    size_t room = 64;
    while (room < 2 * most)
        room *= 2;
    return (Names){ arena_take(arena, room * sizeof(NameSlot)), room };
}

uint64_t name_hash(int kind, Str name)
{
    char small[LONGEST_ROW];
    size_t n = 0;
    for (; n < name.len && n < sizeof small; n++)
        small[n] = (char)(name.at[n] >= 'A' && name.at[n] <= 'Z' ? name.at[n] + 'a' - 'A' : name.at[n]);
    uint64_t hash = hash_mix(hash_bytes(small, n), (uint64_t)kind + 1);
    return hash ? hash : 1;
}

static NameSlot *slot_of(const Names *names, uint64_t hash)
{
    size_t i = hash & (names->room - 1);
    while (names->slot[i].hash && names->slot[i].hash != hash)
        i = (i + 1) & (names->room - 1);
    return &names->slot[i];
}

int *names_at(Names *names, uint64_t hash)
{
    NameSlot *slot = slot_of(names, hash);
    slot->hash = hash;
    return &slot->value;
}

int names_find(const Names *names, uint64_t hash)
{
    return slot_of(names, hash)->value;
}

enum { MOST_WORDS = 8 };                        /* titles are no longer */

Titles titles_new(Arena *arena, size_t most)
{
    return (Titles){ names_new(arena, MOST_WORDS * most), names_new(arena, most), names_new(arena, most) };
}

/* The length of the first `words` words of a name; 0 if it has fewer. */
static size_t beginning(Str name, int words)
{
    Str rest = name;
    for (int i = 0; i < words; i++)
        if (!str_word(&rest).len)
            return 0;
    return (size_t)(rest.at - name.at);
}

static bool is_small(Str word)
{
    return word.len && word.at[0] >= 'a' && word.at[0] <= 'z';
}

/* Behind a single name stands a subtitle ("Vengeful DaiMon", "Sole Leader of the Empire") or the rest of the name and then a
 * subtitle ("Cutler Eager Entomologist").  Two words, or small ones among them, speak for a subtitle. */
static bool looks_like_subtitle(Str rest)
{
    int words = 0, small = 0;
    if (is_small(str_trim(rest)))
        return false;
    for (Str word; (word = str_word(&rest)).len; words++)
        small += is_small(word);
    return words != 1 && (words <= 2 || small);
}

/* "U.S.S.", "Seven of" and "The" end no title. */
static bool may_end_title(Str name, size_t length)
{
    size_t at = length;
    while (at && name.at[at - 1] != ' ')
        at--;
    Str last = { name.at + at, length - at };
    bool article = str_is_nocase(last, "The");
    return !is_small(last) && !article && last.at[last.len - 1] != '.';
}

/* Whether a name speaks for its first words being a title.  No subtitle begins with a small word. */
static bool speaks_for(Str name, size_t length, int words)
{
    Str rest = { name.at + length, name.len - length };
    return may_end_title(name, length) && (words > 1 ? !is_small(str_trim(rest)) : looks_like_subtitle(rest));
}

void titles_count(Titles *titles, CardType type, Str name)
{
    size_t length;
    for (int words = 1; words <= MOST_WORDS && (length = beginning(name, words)) > 0; words++)
        if (speaks_for(name, length, words))
            ++*names_at(&titles->shared, name_hash(type, (Str){ name.at, length }));
}

void titles_known(Titles *titles, CardType type, Str title)
{
    *names_at(&titles->known, name_hash(type, title)) = 1;
}

/* The best title by how many names speak for it; the number of its words, 0 if there is none. */
static int best_shared(const Names *shared, CardType type, Str name)
{
    int best = 0, most = 0;
    size_t length;
    for (int words = 1; words <= MOST_WORDS && (length = beginning(name, words)) > 0; words++) {
        int count = may_end_title(name, length) ? names_find(shared, name_hash(type, (Str){ name.at, length })) : 0;
        if (count > 1 && count * count * words >= most) {
            best = words;
            most = count * count * words;
        }
    }
    return best;
}

void titles_settle(Titles *titles, CardType type, Str name)
{
    int words = best_shared(&titles->shared, type, name);
    size_t length = beginning(name, words);
    if (words && speaks_for(name, length, words))
        ++*names_at(&titles->settled, name_hash(type, (Str){ name.at, length }));
}

/* A single word behind a name in braces is no subtitle, nor is one that begins with a small word: the braces meant a keyword. */
static bool may_be_named(Str name, size_t length)
{
    Str rest = str_trim((Str){ name.at + length, name.len - length });
    return !is_small(rest) && memchr(rest.at, ' ', rest.len);
}

size_t titles_split(const Titles *titles, CardType type, Str name)
{
    for (int words = MOST_WORDS; words && type == TYPE_MISSION; words--) {
        size_t length = beginning(name, words);
        if (length && may_be_named(name, length) && names_find(&titles->known, name_hash(TYPE_NONE, (Str){ name.at, length })))
            return length;
    }
    for (int words = MOST_WORDS; words; words--) {
        size_t length = beginning(name, words);
        if (length && names_find(&titles->known, name_hash(type, (Str){ name.at, length })))
            return length;
    }
    int words = type == TYPE_MISSION ? 0 : best_shared(&titles->settled, type, name);
    return words ? beginning(name, words) : name.len;
}
