/* The inside of the store: engines below, functions about games and people above, Store between them.
 *
 * An engine runs one of the statements of statements.def and hands over what came back, as text; it knows SQL and its library, but
 * nothing of games.  The functions of store.h know games and neither library: they exist once.
 *
 * Rows own their cells; they stay until the same Rows are used again or freed. */
#ifndef SPACELINE_STORE_INSIDE_H
#define SPACELINE_STORE_INSIDE_H

#include "store/store.h"

typedef enum {
#define STATEMENT(symbol, sql) SQL_##symbol,
#include "store/statements.def"
#undef STATEMENT
    SQL_COUNT
} Statement;

typedef enum { VALUE_NONE, VALUE_NUMBER, VALUE_TEXT } ValueKind;

typedef struct {
    ValueKind   kind;
    int64_t     number;
    const char *text;
} Value;

enum { MOST_VALUES = 16 };
typedef struct { Value at[MOST_VALUES]; } Values;          /* up to the first of no kind */

typedef struct {
    char   *text;                              /* all cells, each ended by a NUL */
    size_t  len, size;
    size_t *cell;                              /* where each starts in text; SIZE_MAX: null */
    int     cells, room, columns, rows;
    int64_t changed;                           /* how many rows a change has changed */
    bool    repeated;                          /* sent twice, since the connection was lost on the way: the first may have worked */
} Rows;

typedef enum { RAN, REFUSED, FAILED } Outcome;             /* REFUSED: a constraint of the schema; only FAILED fills the error */

typedef struct Engine Engine;                  /* a connection; each engine has its own idea of it */

typedef struct {
    Engine *(*open)(const char *where, Error *);
    void    (*close)(Engine *);
    Outcome (*run)(Engine *, Statement, const Values *, Rows *, Error *);
    bool    (*script)(Engine *, const char *sql, Rows *, Error *);     /* without values; the rows of its last statement */
    bool    (*begin)(Engine *, Error *);
    bool    (*commit)(Engine *, Error *);
    bool    (*rollback)(Engine *, Error *);                 /* nothing is open afterwards, whatever it returns */
    const char *lock;                          /* within a change: nobody else migrates until it ends */
    const char *version, *set_version;         /* how many migrations there were; %d: the number now */
    const char *const *migration;
    int migrations;
} EngineKind;

extern const EngineKind sqlite_engine, postgres_engine;

struct Store {
    const EngineKind *kind;
    Engine *engine;
    Rows rows;                                 /* of the last statement whose rows nobody else wanted */
    bool open, doomed;                         /* between store_begin and store_end; a statement has failed since */
    bool lost;                                 /* see store_lost_game */
    char server[STORE_SERVER];                 /* whose games this store may write; "": all */
};

Value val_number(int64_t);
Value val_text(const char *);                  /* NULL is "" */

/* Runs a statement into the given rows, or into the store's when NULL.  The caller words what REFUSED means. */
Outcome sql_run(Store *, Statement, Values, Rows *, Error *err);
bool    sql_change(Store *, Statement, Values, Error *err);            /* for what is refused by nothing but a mistake of ours */
bool    sql_ask(Store *, Statement, Values, bool *found, Error *err);  /* for a single row, to be read from the store's rows */

/* A function of several statements, or of one that must not be repeated, is a change of its own or part of its caller's. */
bool sql_begin(Store *, bool *joined, Error *err);
bool sql_end(Store *, bool joined, bool ok, Error *err);

char   *cell_text(const Rows *, int row, int column);                  /* "" for null */
int64_t cell_number(const Rows *, int row, int column);
bool    cell_null(const Rows *, int row, int column);
void    cell_copy(char *out, size_t size, const Rows *, int row, int column);
void    cell_name(char out[STORE_NAME], const Rows *, int row);        /* of the user whose number and name come first; guests have none */

void rows_clear(Rows *);
void rows_add(Rows *, const char *text, size_t len);                   /* the next cell; NULL: null */
void rows_free(Rows *);

#endif
