/* The command line: what all subcommands share.
 *
 * A subcommand is a function that takes the parsed command line and returns the exit code: 0 done, 1 the answer is no, 2 bad
 * input or usage.  Its options are a list, from which both the parser and --help are made.  Results go to standard output, as
 * text or, with --json, as one object; everything else goes to standard error.  Whatever can fail is done before the first byte
 * is written, so that nothing half-written remains.
 *
 * Ownership: a Data owns the files and the library made from them; data_free frees both.  Decks are the caller's. */
#ifndef SPACELINE_CLI_H
#define SPACELINE_CLI_H

#include "base/base.h"
#include "spaceline.h"

enum { EXIT_DONE, EXIT_NO, EXIT_BAD, GO_ON = -1 };

/* ---- arguments ---- */
typedef enum {
    OPT_FLAG,                                  /* bool */
    OPT_TEXT,                                  /* const char * */
    OPT_COUNT,                                 /* long, 0 or more */
    OPT_SEED,                                  /* uint64_t */
    OPT_EDITION,                               /* int: 1 or 2 */
    OPT_DATE,                                  /* int: yyyymmdd, from yyyy-mm-dd */
    OPT_LACKEY,                                /* a plugin folder, into the Cli itself; may be given several times */
    OPT_SWITCH,                                /* char[SWITCHES_ROOM]: as sl_setup has them; may be given several times */
} OptKind;

enum { SWITCHES_ROOM = 1000, MOST_LACKEYS = 16, MOST_OPTIONS = 32 };

typedef struct { const char *name, *value; OptKind kind; void *into; const char *help; } Opt;

typedef struct {
    const char *command;
    const char *data;                          /* --data: a folder instead of the built-in files; NULL if not given */
    const char *lackey[MOST_LACKEYS];          /* --lackey: plugin folders whose cards come on top */
    int  lackeys;
    const char *given[MOST_OPTIONS];           /* the options that were given and may not be given again */
    int  givens;
    bool json;
    char **word;                               /* what is left besides the options */
    int  words;
} Cli;

typedef struct {
    const char *forms;                         /* the calls, one to a line, without "spaceline COMMAND " */
    const char *what;                          /* a paragraph */
    const Opt  *opt;
    int  opts;
    bool reports;                              /* takes --json */
} Usage;

/* Takes the options out of the words and fills them in.  GO_ON, or the exit code after --help or a mistake. */
int  cli_parse(Cli *, const Usage *);
bool read_date(const char *text, int *out);    /* yyyy-mm-dd */
void date_text(int date, char out[11]);        /* "" for 0 and for FOREVER */

/* Prints one line "spaceline: …" to standard error, and returns EXIT_BAD. */
int  complain(const char *format, ...) PRINTF_LIKE(1, 2);
int  usage_error(const Cli *, const char *format, ...) PRINTF_LIKE(2, 3);   /* … and points to --help */

/* Fills err and returns false. */
bool fail(sl_error *, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- files ---- */
bool file_read(const char *path, sl_file *out, sl_error *);     /* out->data is NUL-terminated; file_free frees it */
bool file_read_any(const char *path, sl_file *out, sl_error *); /* … whatever bytes it has: who reads it looks after them */
void file_free(sl_file *);
bool file_write(const char *path, const char *data, size_t size, sl_error *);   /* all of it or nothing */

/* Paths in order.  A Paths owns its strings. */
typedef struct { char **path; int count, room; } Paths;
bool paths_collect(Paths *, const char *file_or_folder, const char *suffix, sl_error *);   /* folders with all below */
void paths_free(Paths *);

/* ---- data: cards, rulings and decks, built in or from a folder ---- */
typedef struct {
    sl_file *file;                             /* all of them, decks last */
    int  count, first_deck;
    bool owned;                                /* the contents were read from a folder */
    int  from_plugins;                         /* how many decks at the end are of plugin folders: those that can be played as they are */
    sl_library *library;
} Data;

/* Loads the data, runs the rest of a subcommand with it, and frees it: the exit code of either. */
typedef int WithData(const Cli *, const Data *, void *context);
int with_data(const Cli *, WithData *, void *context);

#define LACKEY_HELP "the cards of a LackeyCCG plugin folder on top; may be given several times"

/* The forms of a subcommand, told apart by their first word: list, show … */
typedef struct { const char *name; int least, most; const char *wants; WithData *run; } Form;   /* how many words follow it */
int run_form(const Cli *, const Form *, int count, void *context);

int            data_decks(const Data *);
const sl_file *data_deck(const Data *, int i);                 /* in order of name */
Str            deck_short_name(const sl_file *);               /* "decks/klingon.txt": klingon */
int            deck_edition(const Data *, const sl_file *);
/* A built-in deck by its name, or a deck file (edition 0: whichever it can be read as); the other two also demand that it is legal. */
sl_deck       *deck_find(const Data *, int edition, const char *name_or_file, sl_error *);
sl_deck       *deck_find_legal(const Data *, const sl_setup *, const char *name_or_file, sl_error *);   /* for a game set up so */
sl_deck       *deck_nth(const Data *, int edition, uint64_t n, sl_error *);    /* n modulo how many the edition has */

/* ---- JSON: written as it goes, commas by themselves.  key NULL inside an array ---- */
typedef struct { bool comma; } Json;

void json_open(Json *, const char *key, char bracket);         /* '{' or '[' */
void json_close(Json *, char bracket);
void json_text(Json *, const char *key, const char *text);     /* NULL gives null */
void json_int(Json *, const char *key, long long value);
void json_real(Json *, const char *key, double value);
void json_bool(Json *, const char *key, bool value);
void json_hex(Json *, const char *key, uint64_t value);
void json_end(Json *);                                         /* the line end after the object */

/* ---- text for people: inks and ties are bytes in the text ---- */
enum { INK_PLAIN = 1, INK_BOLD, INK_DIM, INK_GREEN, INK_YELLOW, INK_CYAN, TIE = 31 };
typedef enum { INKS_GONE, INKS_SHOWN } Inks;

/* Prints text in lines of at most width columns: indent blanks before the first, hang before the others. */
void text_wrap(const char *text, int indent, int hang, int width, Inks);
int  text_width(void);                                         /* of the terminal, or COLUMNS, or 100 */

/* ---- a few more ---- */
bool   replay_save(const sl_library *, const sl_setup *, const int *answers, int count, const char *path, sl_error *);
double seconds_now(void);
double per_second(double count, double seconds);               /* 0 when no time has passed */
bool   progress_wanted(void);                                  /* standard error is a terminal */
void   progress_bar(const char *what, long done, long all);
void   progress_done(void);
bool   contains_nocase(const char *text, const char *words);   /* every word occurs */
/* The first clause of a card that is not understood; length 0 when it is playable. */
Str    first_clause(const sl_facts *);
int    card_find(const Data *, int edition, const char *name, sl_error *);     /* edition 0: any */
void   facts_print(const sl_library *, int def);               /* all about a card, for people */

/* ---- the subcommands ---- */
typedef int Command(Cli *);
#define COMMAND(name, what) Command command_##name;
#include "cli/commands.def"
#undef COMMAND

/* What unplayable cards wait for (missing.c): printed, or written into json. */
void print_missing(const Data *, bool (*counts)(const sl_facts *, const void *), const void *context, Json *json);

#endif
