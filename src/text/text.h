/* The printed English of cards, read into the effects that the engine runs.
 *
 * A Grammar is data (data/grammar): categories, and under each the ways to say it, with what each way means in the card language.  A
 * Lexicon knows the names that cards use (skills, icons, keywords, species, titles); it is filled from the cards themselves.  Reading takes
 * a text sentence by sentence, keeps every way in which the grammar can read it, and takes the cheapest; two that are equally cheap and
 * mean different things are reported, never guessed.  The sentences are then put together into abilities: limits and durations go to
 * what they speak of, "that personnel" to what was selected.  What comes out is text of the card language, which its own reader checks.
 *
 * Ownership: a grammar and a lexicon own their words; what a Reading points to lies in the arena it was read into.  Pure. */
#ifndef SPACELINE_TEXT_READ_H
#define SPACELINE_TEXT_READ_H

#include "cards/cards.h"

typedef struct Grammar Grammar;
typedef struct Lexicon Lexicon;

Grammar *grammar_new(void);
bool     grammar_read(Grammar *, const char *file, Str text, Error *);
bool     grammar_check(Grammar *, Error *);               /* when all files are read: every category is there, and none begins with itself */
void     grammar_free(Grammar *);

/* The examples that the grammar gives of itself: each reads as its rule's category and means what stands beside it. */
typedef struct { const char *file, *category, *said, *means; int line; } Example;
int      grammar_examples(const Grammar *);
Example  grammar_example(const Grammar *, int i);
int      grammar_rules(const Grammar *);

/* What kind of name a word is. */
typedef enum { NAME_SKILL, NAME_TRAIT, NAME_TITLE, NAME_KINDS } NameKind;

Lexicon *lexicon_new(const Catalogue *, EditionId);       /* with all skills, and the traits and titles that the catalogue has */
void     lexicon_add(Lexicon *, NameKind, Str name);
bool     lexicon_has(const Lexicon *, NameKind, Str name);
void     lexicon_free(Lexicon *);

typedef enum {
    READ_WHOLE,                                /* every sentence has become effects */
    READ_STOPPED,                              /* a sentence is not understood */
    READ_AMBIGUOUS,                            /* a sentence has two meanings */
    READ_UNBOUND,                              /* "that personnel", a limit or a duration that speaks of nothing */
    READ_GIVEN_UP,                             /* it would take too long */
} ReadResult;

/* How one sentence was read. */
typedef struct {
    Str         words;                         /* as printed */
    ReadResult  result;
    const char *means;                         /* what the grammar made of it; of an ambiguous one the first reading */
    const char *other;                         /* … and the second */
    size_t      stopped;                       /* where reading stopped, in bytes from its beginning */
    const char *expected;                      /* what could have come there */
} Sentence;

enum { MOST_SENTENCES = 24 };

typedef struct {
    ReadResult  result;
    const char *abilities;                     /* in the card language, one to a line; "" unless the whole was read */
    const char *unbound;                       /* READ_UNBOUND: what speaks of nothing */
    Sentence    sentence[MOST_SENTENCES];
    int         sentences;
} Reading;

size_t text_words(Str text, char *out, size_t size);       /* how it is cut into words, with | between them; how long that is */
const char *text_start(CardType, Kind);                   /* the category that a sentence of such a card is */

/* Reads a text.  start: the category that a sentence must be, as "Dilemma". */
void text_read(const Grammar *, const Lexicon *, Arena *, const char *start, Str text, Reading *out);

/* Reads a text that the renderer wrote, by the grammar of our own English, into the effects that it was written from. */
void text_read_own(const Grammar *own, const Lexicon *, Arena *, CardType, Str text, Reading *out);

/* One ability in the one way in which effects are shown and compared; damage: it stands in a (damage …). */
const char *effects_shown(Arena *, const char *ability, CardType, bool damage);
const char *abilities_shown(Arena *, const char *abilities, CardType);   /* all those of a text so, one to a line */
void        card_effects_shown(const Catalogue *, const CardDef *, Out *);   /* those of a card of the catalogue */

/* Whether two lists of abilities, each shown so, mean the same: they may come in another order, under other names, and say some things differently. */
bool        effects_agree(const char *, const char *);

/* Reads words as one category: what they mean, or NULL (for the examples of the grammar). */
ReadResult  text_result_as(const Grammar *, const Lexicon *, Arena *, const char *category, Str words);
const char *text_read_as(const Grammar *, const Lexicon *, Arena *, const char *category, Str words);

/* Reads the card lists of LackeyCCG plugins, all of them at once: what a list says of a card that the catalogue has already only
 * marks that card as listed; every other card is added with its facts, and is playable when the grammar has
 * read all that is printed on it (NULL: when nothing is).  Rows
 * that are broken are noted in the catalogue; false, with the catalogue as it was, when a file is no card list. */
typedef struct { const char *file; Str text; } CardList;

/* What was made of the texts of card lists the last time, for the next time that the same program reads the same files (kept.c). */
typedef struct { Str kept; bool has_kept; char *fresh; size_t len, room; } Readings;
void     readings_open(Readings *, Str kept);             /* kept: what readings_close gave, or anything; what is no such thing is not used */
char    *readings_close(Readings *, size_t *size);        /* what is to be kept, the caller's to free; NULL if nothing is new */

/* Effects by hand for texts that no rule reads, by title and hash of the text. */
typedef struct { const char *title; uint64_t hash; const char *abilities; } Override;
typedef struct { Override *at; int count, room; } Overrides;
bool     overrides_read(Overrides *, Arena *, const char *file, Str text, Error *);
uint64_t text_hash(Str text);

typedef struct { const Grammar *grammar; const Overrides *overrides; Readings *readings; } ListReader;   /* any of them may be NULL */
bool card_lists_read(Catalogue *, const ListReader *, const CardList *, int count, Error *);

#endif
