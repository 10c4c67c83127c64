/* Reading one line of a scene: its tokens, and the small parts that all kinds of lines share.  Internal to src/scene. */
#ifndef SPACELINE_SCENE_READER_H
#define SPACELINE_SCENE_READER_H

#include "scene/script.h"

enum { MAX_TOKENS = 200 };

typedef enum { TOKEN_END, TOKEN_WORD, TOKEN_TITLE, TOKEN_ICON, TOKEN_MARK } TokenKind;

typedef struct {
    TokenKind kind;
    Str text;                                  /* a title without its quotes, an icon without its brackets */
    int col;
} Token;

typedef struct {
    Script     *script;
    Arena      *arena;
    const char *file;
    Error      *err;
    int         line;
    Str         source;                        /* the line without its comment */
    Token       token[MAX_TOKENS + 1];
    int         at;                            /* the next token to read */
    bool        titled, editioned, turned;     /* lines that a scene has once */
} Reader;

bool tokens_read(Reader *, Str line);          /* cuts a line up */

bool wrong(const Reader *, const char *format, ...) PRINTF_LIKE(2, 3);     /* at the next token; always false */

const Token *peek(const Reader *);
bool at_end(const Reader *);
bool at_word(const Reader *, const char *word);
bool at_title(const Reader *);                 /* "Title" or A's "Title" */
bool take_word(Reader *, const char *word);    /* takes it if it is there */
bool take_mark(Reader *, char mark);
bool need_word(Reader *, const char *word);
bool need_mark(Reader *, char mark);
bool need_end(Reader *);
bool need_number(Reader *, int *out);
bool need_player(Reader *, int *out);
bool need_title(Reader *, Value *out);         /* "Title", or A's "Title" */
bool need_card(Reader *, Value *out);          /* a name, or a title */
bool need_id(Reader *, Str *out);              /* of a ruling or a rule */
bool need_words(Reader *, Str *out);           /* in quotes */

int  player_letter(Str word);                  /* 0 … 3, or -1 */
bool take_planet(Reader *);                    /* the word, where it says on which planet */
int  name_find(const Script *, Str name);      /* -1 if no card is called that */
int  name_give(Reader *, const Token *);       /* index of the new name; -1 with an error */
bool take_segment(Reader *, Str *word);                    /* a segment of a turn or a seed phase, of one word or two */
bool zone_word(const Script *, Str word, sl_zone *out);    /* a pile of players: hand, deck, discard … */
void *room_for_one(Arena *, void *array, int count, int *room, size_t size);

/* Parts of a step that script lines and expectations share (lines.c). */
typedef bool (*ReadValue)(Reader *, Value *);
Step *step_add(Reader *, StepKind);
bool read_values(Reader *, Step *, ReadValue);     /* one value or several with commas between */
bool read_one(Reader *, Step *);                   /* a card */
bool read_choice(Reader *, Value *out);
bool read_id(Reader *, Step *, Str *out);
Str  words_here(Reader *);                         /* up to the next comma or "because", with one blank between */
int  skill_called(Str name);                       /* -1: none */
int  icon_called(Str name);                        /* -1: none */
bool need_affiliation(Reader *, int *out);         /* Klingon, Non-Aligned: the number of its icon */

/* Reads a script line or an expectation (lines.c, expectations.c). */
bool read_expect(Reader *);
bool step_read(Reader *);
bool step_begins(const Reader *);

#endif
