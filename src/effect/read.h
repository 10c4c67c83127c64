/* What the readers of the card language share: tokens, signatures, the making of nodes.  Not for the rest of the engine.
 *
 * A Source walks over a text it does not own; a Token is a span of that text with the place where it begins.  Columns count
 * characters, not bytes, so that an editor finds them. */
#ifndef SPACELINE_EFFECT_READ_H
#define SPACELINE_EFFECT_READ_H

#include "effect/effect.h"

typedef enum { TOKEN_END, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_WORD, TOKEN_STRING, TOKEN_UNCLOSED } TokenKind;

typedef struct { TokenKind kind; Str text; int line, col; } Token;   /* string: without its quotes, \" as it is */

enum { MAX_DEPTH = 40, MAX_PARTS = 60, MAX_NODES = 2000000, MAX_NAME = 120, MOST_NUMBER = 9999 };

void  source_advance(Source *, size_t bytes);
void  source_skip_blanks(Source *);             /* blanks, line ends and comments */
Token token_next(Source *);
Token token_peek(Source src);
size_t word_length(Str);                        /* of the word that the text begins with */

/* The characters of a string without its backslashes; in the catalogue's arena if it had any. */
Str   token_text(Catalogue *, Token);


/* What a signature asks for in one place: a node type ('F'), or one of the literals. */
enum { LIT_NUM = 1, LIT_SKILL, LIT_ICON, LIT_TRAIT, LIT_TITLE, LIT_TYPE, LIT_KIND, LIT_QUADRANT, LIT_VAR,
       LIT_ATTR, LIT_CMP, LIT_PERIOD, LIT_UNTIL, LIT_ACT, LIT_PROP, LIT_COUNT };

typedef struct { const char *name, *noun; } LiteralInfo;       /* "num", "a number" */
extern const LiteralInfo literal_info[LIT_COUNT];

typedef struct { int type; char times; } Part;  /* times: '1', '?', '*' or '+' */

enum { MAX_SIGNATURE = 6 };

int   node_parts(int op, int event, Part *part);                /* fills part[MAX_SIGNATURE], returns how many */
int   child_type(const Catalogue *, NodeId, int i);             /* what child i is, by the order of children */

/* Member i ≥ 1 of a closed list of literals; NULL where that place belongs to another list, "" where the list ends. */
const char *list_word(int type, int i);

bool  node_word_exists(Str word, char result);

/* 0 when the catalogue is full. */
NodeId node_make(Catalogue *, NodeOp, const NodeId *part, int count);
NodeId node_literal(Catalogue *, int value);

/* Interned for a literal; 0 (with an error at the token) when it is empty, too long, or one too many. */
int   title_intern(Catalogue *, const char *file, Token, Error *);
int   trait_intern(Catalogue *, const char *file, Token, TraitKind, Error *);

/* Names near a misspelt skill or icon, for messages. */
const char *skill_nearest(EditionId, Str name);
const char *icon_nearest(EditionId, Str name);

/* The facts of a card, by the names that card files give them. */
typedef enum {
#define FACT(name, word, may, must, first_may, first_must) FACT_##name,
#include "effect/facts.def"
#undef FACT
    FACT_COUNT
} Fact;

/* A card that is being read: from a card file, or from the columns of a card list. */
typedef struct {
    Catalogue *cat;
    Source    *src;
    Error     *err;
    EditionId  edition;
    bool       scratch;                         /* may take the place of a card that exists */
    CardDef    def;
    CardDef    second;                          /* … and the facts of the second person on a dual-personnel card, */
    IconSet    own_icons;                       /* … the icons of the first; */
    bool       dual;                            /* if it is one */
    Mission    mission;                         /* its ends, if it is one */
    Str        called;                          /* by another name as well; empty: by none */
    uint64_t   seen;                            /* bit per Fact */
} CardReader;

Fact  fact_find(Str name);                      /* FACT_COUNT if none is called that */
const char *fact_name(Fact);
bool  fact_belongs(EditionId, Fact, CardType);             /* whether a card of that type may have it */
bool  fact_read(CardReader *, Fact, Source *value);
const char *fact_missing(const CardReader *);   /* the name of the first fact that its type must have and it lacks; or NULL */
void  card_facts_end(CardReader *);             /* after its last fact: what follows from them */
void  persons_join(CardReader *);               /* … of a dual-personnel card: its two persons, and what they have together */
void  card_sum_up(CardReader *);                /* after its last ability: what play asks of them at once */

bool  fail_at(const CardReader *, Token at, const char *what);   /* an error there, with what was found */

/* One requirement as an s-expression: (all (skill Honor 2) (cards 2 (is Gul))).  0 on error. */
NodeId effect_read_requirement(Catalogue *, Source *, Error *);

#endif
