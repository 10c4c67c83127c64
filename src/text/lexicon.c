/* The names that cards use, found by the words they consist of. */
#include "text/inside.h"

#include <stdlib.h>

typedef struct { uint64_t hash; const char *name; } Entry;

struct Lexicon {
    Arena   arena;
    Entry  *entry;                             /* open addressing; hash 0 is free */
    size_t  room, count;
    EditionId edition;                         /* whose icons are read */
    const Catalogue *cat;
};

EditionId lexicon_edition(const Lexicon *lex)
{
    return lex->edition;
}

CardType lexicon_trait_type(const Lexicon *lex, const char *name)
{
    Str word = str_of(name);
    if (word.len > 1 && word.at[0] == '"')
        word = (Str){ word.at + 1, word.len - 2 };
    switch ((TraitKind)lex->cat->trait_kind[catalogue_trait_find(lex->cat, word)]) {
    case OF_SPECIES: return TYPE_PERSONNEL;
    case OF_CLASS:   return TYPE_SHIP;
    case OF_REGION:  return TYPE_MISSION;
    case OF_KEYWORD: break;
    }
    return TYPE_NONE;
}

/* Names are kept and asked for by the hashes of their words, so that blanks and case do not matter. */
static uint64_t name_key(NameKind kind, const Token *token, int count)
{
    uint64_t h = hash_mix(0x7E17, (uint64_t)kind + 1);
    for (int i = 0; i < count; i++)
        h = hash_mix(h, token[i].word);
    return h ? h : 1;
}

static Entry *entry_at(const Lexicon *lex, uint64_t hash)
{
    size_t i = hash % lex->room;
    while (lex->entry[i].hash && lex->entry[i].hash != hash)
        i = (i + 1) % lex->room;
    return &lex->entry[i];
}

static void grow(Lexicon *lex)
{
    Entry *old = lex->entry;
    size_t room = lex->room;
    lex->room = room ? 2 * room : 4096;
    lex->entry = calloc(lex->room, sizeof *lex->entry);
    if (!lex->entry)
        out_of_memory();
    for (size_t i = 0; i < room; i++)
        if (old[i].hash)
            *entry_at(lex, old[i].hash) = old[i];
    free(old);
}

static void add_key(Lexicon *lex, uint64_t hash, const char *name)
{
    if (2 * (lex->count + 1) > lex->room)
        grow(lex);
    Entry *e = entry_at(lex, hash);
    if (e->hash)
        return;
    *e = (Entry){ hash, name };
    lex->count++;
}

/* The last word in the plural: Gul, Guls; Jem'Hadar stays; Bajoran, Bajorans; Cardassian Ship, Cardassian Ships; Adversary, Adversaries; Thief, Thieves;
 * Human, Humans, but Helmsman, Helmsmen. */
static uint32_t plural_hash(Str word)
{
    char text[64];
    if (word.len + 3 > sizeof text || word.len == 0)
        return hash_nocase(word);
    bool y = word.at[word.len - 1] == 'y', man = word.len > 5 && memcmp(word.at + word.len - 3, "man", 3) == 0;
    bool f = word.len > 3 && memcmp(word.at + word.len - 3, "ief", 3) == 0;
    int len = f   ? snprintf(text, sizeof text, "%.*sves", (int)word.len - 1, word.at)
            : y   ? snprintf(text, sizeof text, "%.*sies", (int)word.len - 1, word.at)
            : man ? snprintf(text, sizeof text, "%.*smen", (int)word.len - 3, word.at)
                  : snprintf(text, sizeof text, "%.*ss", STR(word));
    return hash_nocase((Str){ text, (size_t)len });
}

void lexicon_add(Lexicon *lex, NameKind kind, Str name)
{
    Token token[LONGEST_NAME + 1];
    int count = tokens_of(name, token, LONGEST_NAME);
    if (count == 0 || count > LONGEST_NAME)
        return;
    const char *kept = arena_text(&lex->arena, name);
    add_key(lex, name_key(kind, token, count), kept);
    if (kind == NAME_TRAIT) {
        token[count - 1].word = plural_hash(token[count - 1].text);
        add_key(lex, name_key(kind, token, count), kept);
    }
}

bool lexicon_has(const Lexicon *lex, NameKind kind, Str name)
{
    Token token[LONGEST_NAME + 1];
    int count = tokens_of(name, token, LONGEST_NAME);
    return count > 0 && count <= LONGEST_NAME && lex->room && entry_at(lex, name_key(kind, token, count))->hash;
}

/* The titles that only cards of another edition have: a text of this one that says such a word means the keyword or species, if there is one. */
static bool *titles_elsewhere(const Catalogue *cat, EditionId edition)
{
    bool *other = calloc((size_t)cat->persona_count + 1, sizeof *other), *own = calloc((size_t)cat->persona_count + 1, sizeof *own);
    if (!other || !own)
        out_of_memory();
    for (int i = 1; i < cat->def_count; i++) {
        bool *mark = cat->def[i].edition == edition ? own : other;
        mark[cat->def[i].persona] = mark[cat->def[i].titled] = true;
    }
    for (int i = 0; i < cat->persona_count; i++)
        other[i] = other[i] && !own[i];
    free(own);
    return other;
}

/* Whether a trait is borne by cards of another edition only, and begins with the words of one that cards of this edition bear: what one calls "Galor-class" is the class Galor
 * in the other. */
static bool is_longer_elsewhere(const Catalogue *cat, int trait, const TraitSet *own)
{
    Token whole[LONGEST_NAME + 1], part[LONGEST_NAME + 1];
    int count = tokens_of(str_of(cat->trait_name[trait]), whole, LONGEST_NAME);
    for (int i = 1; count > 1 && count <= LONGEST_NAME && i < cat->trait_count; i++) {
        int shorter = trait_in(own, i) ? tokens_of(str_of(cat->trait_name[i]), part, LONGEST_NAME) : 0;
        if (shorter > 0 && shorter < count && name_key(NAME_TRAIT, whole, shorter) == name_key(NAME_TRAIT, part, shorter))
            return true;
    }
    return false;
}

static void add_traits(Lexicon *lex)
{
    const Catalogue *cat = lex->cat;
    TraitSet own = { 0 }, other = { 0 };
    for (int i = 1; i < cat->def_count; i++)
        for (int k = 1; k < cat->trait_count; k++)
            if (trait_in(&cat->def[i].traits, k))
                trait_add(cat->def[i].edition == lex->edition ? &own : &other, k);
    for (int i = 1; i < cat->trait_count; i++)
        if (!trait_in(&other, i) || trait_in(&own, i) || !is_longer_elsewhere(cat, i, &own))
            lexicon_add(lex, NAME_TRAIT, str_of(cat->trait_name[i]));
}

Lexicon *lexicon_new(const Catalogue *cat, EditionId edition)
{
    Lexicon *lex = calloc(1, sizeof *lex);
    if (!lex)
        out_of_memory();
    lex->edition = edition;
    lex->cat = cat;
    for (int i = 0; i < SKILL_COUNT; i++)
        if (skills_of_edition(edition) & skill_bit(i))      /* what is a skill in one edition only may be a keyword in the other */
            lexicon_add(lex, NAME_SKILL, str_of(skill_name[i]));
    add_traits(lex);
    bool *elsewhere = titles_elsewhere(cat, edition);
    for (int i = 1; i < cat->persona_count; i++)
        if (!elsewhere[i] || !lexicon_has(lex, NAME_TRAIT, str_of(cat->persona_name[i])))
            lexicon_add(lex, NAME_TITLE, str_of(cat->persona_name[i]));
    free(elsewhere);
    return lex;
}

void lexicon_free(Lexicon *lex)
{
    if (!lex)
        return;
    arena_free(&lex->arena);
    free(lex->entry);
    free(lex);
}

/* Names begin with a capital, so that common words are not taken for them. */
int lexicon_find(const Lexicon *lex, NameKind kind, const Token *token, int left, NameFound *out)
{
    int found = 0;
    if (left == 0 || !lex->room || (!token[0].capital && !(token[0].text.at[0] >= '0' && token[0].text.at[0] <= '9')))
        return 0;
    for (int n = left < LONGEST_NAME ? left : LONGEST_NAME; n > 0 && found < MOST_NAMES; n--) {
        const Entry *e = entry_at(lex, name_key(kind, token, n));
        if (e->hash)
            out[found++] = (NameFound){ n, e->name };
    }
    return found;
}
