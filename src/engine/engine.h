/* The insides of the public handles. */
#ifndef SPACELINE_ENGINE_H
#define SPACELINE_ENGINE_H

#include "spaceline.h"
#include "rulings/rulebook.h"
#include "text/text.h"
#include "verbs/verbs.h"

struct sl_library {
    Catalogue *cat;
    Arena      arena;                          /* of the words of rulings and rules */
    Register   words;
    Rulebook   book;
    Grammar   *grammar, *own;                  /* of printed English, and of our own */
    Overrides  overrides;
    Profile    newest[EDITION_COUNT];          /* the rulings in force in a game of each edition today */
    uint64_t   digest;
    int        def_count;                      /* cards without those of lists */
    bool       has_lists;
    bool       is_extension;                   /* words, book and grammars are those of another library */
};

struct sl_deck {
    char *name;
    sl_deck_entry *entry;
    int   count, room;
};

struct sl_game {
    World      world;
    const sl_library *lib;
    int        date;
    Trace     *trace;                          /* owned; NULL when the game does not trace */
    Game       g;
};

const Edition *edition_of(int id);                         /* NULL: there are no rules for it */
const Edition *edition_named(Str name);                    /* "2e", likewise */
void editions_that_play(char *out, size_t size);           /* their names */


/* Whether there is a card of that number: what comes from outside is asked first. */
static inline bool is_card(const Game *g, int id) { return id >= 1 && id <= g->card_count; }

void     game_about_to_run(sl_game *);                     /* before its procedures go on: makes room for what its trace keeps */
sl_game *game_with_reasons(const sl_game *);               /* … and its caller frees it; NULL: there are none */

/* The doubtful rules as this setup has them.  False with what is wrong in its text; then they are as usual. */
bool setup_switches(const sl_setup *, Switches *out, sl_error *);

void sl_error_copy(sl_error *to, const Error *from);

/* Reads a deck that is a part of another file (a replay), so that messages name the place in that file.  NULL on error. */
sl_deck *deck_read_from(const sl_library *, int edition, Str name, Source, Error *);
int  shown_numbers(const sl_game *, int viewer, const CardSet *, int *out);   /* of all its cards, ascending; see sl_game_shown */
bool mask_known(const Game *, int viewer, unsigned mask);   /* whether that is known to the viewer; mask: bit per player who may know it */
bool may_know(const Game *, int viewer, CardId);            /* whether the viewer may know which card it is */
size_t not_playable(const CardDef *, char *out, size_t size);   /* why a card cannot be played, in one line */
bool section_takes(sl_section, const CardDef *);           /* whether a card of that type belongs there, in its edition */

/* 0, and why a card cannot lie there; host: the card it would lie at, aboard or on, or the spaceline. */
int  why_not_put(const Game *, const CardDef *, sl_zone, int host, sl_error *);
bool game_direct(sl_game *, int answer);                    /* carries a direction out; false, and nothing done: it is none, or cannot be given now */

/* What the cards or the answer of a decision are for (purpose.c). */
sl_purpose purpose_of(const Decision *);
const char *purpose_words(const Decision *);               /* of a response, the event's word */

#endif
