/* What the parts of the text compiler share.  Not for the rest of the engine. */
#ifndef SPACELINE_TEXT_INSIDE_H
#define SPACELINE_TEXT_INSIDE_H

#include "text/text.h"

/* ---- tokens ---- */
typedef struct {
    Str      text;                             /* as printed */
    uint32_t word;                             /* hash of it in small letters */
    bool     capital, glued;                   /* glued: no blank before it */
} Token;

enum { MOST_TOKENS = 240 };

int      tokens_of(Str text, Token *out, int most);        /* how many; more than most when they do not fit */

/* ---- the grammar ---- */
enum { MOST_ELEMENTS = 48, MOST_CATEGORIES = 1024 };

typedef enum { SAYS_WORD, SAYS_SORT, SAYS_CATEGORY } ElementKind;

/* The names that stand for themselves in a rule: a skill, an icon … */
typedef enum { SORT_SKILL, SORT_ICON, SORT_TRAIT, SORT_TITLE, SORT_NUMBER, SORT_COUNT } WordSort;

typedef struct {
    uint8_t  kind;
    bool     optional;
    uint16_t what;                             /* category, sort, or the first of its words in Grammar.word */
    uint16_t words;                            /* how many words stand for one another here */
    const char *name;                          /* what the meaning calls it; NULL */
} Element;

typedef struct {
    uint16_t category, first, count;           /* its elements */
    uint32_t opens;                            /* the one word that it begins with, as Token.word has it; 0: there may be several */
    int      cost;                             /* of two readings the cheaper is meant */
    const char *means;
    const char *file;
    int      line;
} Rule;

typedef struct { const char *name; uint16_t first, count; int line; const char *file; } Category;   /* its rules, once the grammar is checked */

struct Grammar {
    Arena     arena;
    Category  category[MOST_CATEGORIES];
    int       categories;
    Rule     *rule;    int rules, rule_room;
    Element  *element; int elements, element_room;
    uint32_t *word;    const char **spelt; int words, word_room;
    uint32_t *known;                           /* the words in the order of their hashes, once the grammar is checked */
    Example  *example; int examples, example_room;
};

/* Reads words as one category, and marks the rules by which they were read; NULL: they have not one meaning. */
const char *text_rules_read_by(const Grammar *, const Lexicon *, Arena *, const char *category, Str words, bool *used);

int  grammar_category(const Grammar *, Str name);          /* -1 if there is none */
bool grammar_says(const Grammar *, uint32_t word);         /* a rule has that word */

extern const char *const sort_name[SORT_COUNT];

/* ---- the lexicon ---- */
/* The longest names of a kind that begin at a token: fills how many tokens each has, and what it is called; returns how many. */
enum { MOST_NAMES = 4, LONGEST_NAME = 9 };
typedef struct { int tokens; const char *name; } NameFound;
EditionId lexicon_edition(const Lexicon *);
CardType lexicon_trait_type(const Lexicon *, const char *name);   /* what a species, class or region makes a card; TYPE_NONE: any; the name may stand in quotes */
int lexicon_find(const Lexicon *, NameKind, const Token *, int left, NameFound *out);

/* ---- trees: what was read, on its way to abilities ---- */
typedef struct Tree Tree;
struct Tree { const char *atom; Tree *child, *next; };     /* an atom, or a list */

Tree       *tree_read(Arena *, const char *text);          /* all expressions of a text as the children of one list */
bool        tree_same(const Tree *a, const Tree *b);          /* whether both say the same, part by part */
const char *tree_print(Arena *, const Tree *);
Tree       *tree_tidy(Arena *, Tree *);                    /* one way to write each thing: (and x) is x, (at-least 1 x) is (exists x) … */
bool        tree_is(const Tree *, const char *word);       /* a list that begins with that word */
bool        tree_is_any(const Tree *, const char *const *words, size_t count);   /* … with one of those */
bool        atom_is(const Tree *, const char *word);
bool        says(const Tree *, const char *word);          /* that atom stands somewhere in it */
Tree       *leaf(Arena *, const char *atom);
Tree       *list_of(Arena *, const char *word, Tree *parts);
Tree       *last_part(Tree *list);
Tree       *copy_of(Arena *, const Tree *);                /* with all that follow it */
Tree       *copy_of_one(Arena *, const Tree *);            /* … without them */
int         put_for(Arena *, Tree *, const char *mark, const Tree *what);   /* puts a copy wherever the mark stands inside; how often */
void        swap_words(Tree *, const char *one, const char *for_one, const char *other, const char *for_other);   /* both at once, in all of it */

/* ---- what is said of several cards in one breath: several.c ---- */
bool  say_whose_each(Arena *, Tree *filter);
void  tell_apart(Arena *, const Tree *body, Tree *first);      /* "him and a Klingon": not the same one twice */
Tree *settle_or_a(Arena *, Tree *);                            /* "two Klingons or a ship" */
Tree *return_once(Arena *, const Tree *repeat);                /* "for each …, … and this dilemma returns to its owner's dilemma pile"; NULL: it does not */
Tree *place_each(Arena *, const Tree *download);               /* "download two Klingons and place each where he or she could be played"; NULL: it says nothing of that */
Tree *lose_others(Arena *, const Tree *kept);                     /* "loses all skills except …": each of the others */
void  ask_once(Arena *, Tree *);                                   /* what is asked of each of several alternatives (shared.c) */
void  share_place(Arena *, Tree *parts);                          /* several that are named together, one after another: where the last one is, the others are (shared.c) */
bool  may_be_either(const Tree *last, const Tree *next);              /* "…, this personnel … and he or she …", where the condition asks for another */
void  stay_with_neighbour(Tree *ability);                         /* "the opponent on your left …; that opponent …" */

Tree       *tree_canonical(Arena *, Tree *ability, CardType);   /* the one way in which the effects of a card of that type are shown and compared */

/* ---- from sentences to abilities: assemble.c, sentence.c ---- */
typedef struct {
    Arena *arena;
    Tree  *first, *last;                       /* the abilities so far */
    bool   twice;                              /* the last two are one text that answers two events */
    bool   one_order;                          /* only one of all orders is executed in a turn */
    Tree  *begin;                              /* the part of the last ability behind which the effects of the last sentence stand; NULL: they stand inside others */
    Tree  *ignored;                            /* when the next ability is ignored; NULL: never */
    Tree  *number;                             /* what a sentence has counted */
    const char *start, *unbound;
} Abilities;

bool has_effects(const Tree *ability);

/* When a text answers what it speaks of: timing.c. */
void  place_once_played(Arena *, Tree *ability);        /* two abilities, where a played card costs less and is placed */
void  as_announced(Arena *, Tree *ability);             /* who changes a cost does it before the card is played */
void  as_preventing(Arena *, Tree *ability);            /* what is prevented or replaced has not happened yet */
bool  stay_where_dilemmas_are(Arena *, Tree *ability);
bool  plays_what_is_played(const Tree *ability);
bool  is_not_there_yet(const Tree *ability);
void  as_long_as_there(Tree *ability);
void  as_fighting(Tree *ability);
void  as_after_battle(Arena *, Tree *ability);           /* whom a victory unstops is stopped when it is over */
void  as_replacing(Arena *, Tree *ability);

/* "Begin combat or an engagement": the ways to do it are the parts of a choice. */
enum { MOST_BATTLES = 4 };
bool  begins_battle(const Tree *effect);
int   battles_begun(Tree *effect, Tree **way);          /* how many there are; 0: the effect begins no battle */
bool  into_battles(Arena *, Tree *effect, const char *name, Tree *effects, bool new_part);
bool  fights_so(Arena *, Tree *effect, Tree *effects);  /* effects that change those who fight are put into the battle */
Tree *battle_before(Abilities *);

int  fill_until(Tree *, const char *open, const char *until);    /* puts how long wherever that is open; how often */
void add_limit(Tree *ability, Tree *limit);
bool limit_permission(Abilities *, Tree *limit);                        /* "You may do this only once each turn", of what may be played here: assemble.c */
bool take_sentence(Abilities *, Tree *);
bool heed_mark(Abilities *, Tree *);                              /* false: it speaks of nothing, and a->unbound says of what: marks.c */
bool speaks_of_nothing(Abilities *, const char *what);
void add_ability(Abilities *, Tree *);
bool go_on(Abilities *, Tree *effects);                           /* more effects of the ability that was begun */
void wrap_last(Arena *, Tree *ability, const char *word, Tree *more);
bool is_open_condition(Tree *);
bool has_let(const Tree *condition);                               /* somebody is selected in it, of whom later sentences speak */
int  first_pointer(const Tree *effects);
const char *until_said(const Tree *effect);
void take_milled(Arena *, Tree *ability, Tree *effects);          /* effects that speak of what was discarded from a deck before */
bool as_permission(Arena *, Tree *ability);                                   /* "you may play … aboard …", where nothing says when */
bool goes_on_before_cost(Abilities *, Tree *effects);                         /* behind what was revealed for the cost of the card: priced.c */
Tree *as_in_place(Arena *, const Tree *ability, Tree *sentence);              /* "If …, … instead" of what has been done (instead.c) */
void  let_another_pay(Arena *, Tree *ability);                                 /* "that opponent may … to …" */
void  add_guard(Arena *, Tree *ability, Tree *condition);                      /* asked for together with what is asked already */
void  ask_who_faces(Arena *, Tree *ability, bool on_dilemma);
Tree *done_besides(Arena *, const Tree *ability, Tree *more);                  /* what "also" says behind a choice, as a text of its own; NULL: there is none */
Tree *put_instead(Arena *, Tree *before, Tree *sentence, bool faced);          /* … put to what was before: NULL; faced: on a dilemma */
void  offer_to_prevent(Arena *, Tree *begin, Tree *parts, bool by_another);    /* what stands behind begin happens if nobody pays */
Tree       *or_rather(Arena *, const Tree *);

bool is_of_chosen(const Abilities *, const Tree *sentence);     /* "It loses its text", behind what a personnel did with another card: several.c */
void tell_both(const Tree *before, Tree *sentence);     /* "they", of one who was selected or of two, one after the other: several.c */
bool settle_ties(Arena *, Tree *abilities);             /* "In case of a tie, no player …", of the card with the most of something: several.c */
void wait_once(Arena *, Tree *abilities);               /* "At the end of this turn, …", on a dilemma that does not stay: several.c */

/* Puts what the sentences mean together into abilities; start: the category that a sentence of the card is, as "Dilemma".  False with
 * what speaks of nothing. */
bool assemble(Arena *, Tree *sentences, const char *start, Tree **abilities, const char **unbound);
void as_own_cost(Arena *, Tree *ability);           /* this card, whose text says what it costs: that is no text of a card in play (priced.c) */
void price_first(Arena *, Tree *ability);           /* what is shown as the card is played, and what it costs by that: priced.c */
void may_be_refused(Arena *, Tree *ability);            /* "you may …; if you do not, …" in an answer: only the first part is a choice */

/* ---- what words point at: bind.c, point.c, spoken.c ---- */
enum { MOST_SELECTIONS = 12 };

/* Selections of an ability in the order of its words, and what its event is about. */
typedef struct {
    Arena *arena;
    Tree  *selected[MOST_SELECTIONS];
    int    selections, names;
    bool   left[MOST_SELECTIONS];              /* the selected have left the table: nobody is present with them any more */
    bool   entered[MOST_SELECTIONS];           /* the selected have been placed in play */
    bool   brigged[MOST_SELECTIONS];           /* … in a brig */
    bool   returned[MOST_SELECTIONS];          /* the selected have been put back into a deck or pile */
    bool   spent[MOST_SELECTIONS];             /* the selected were stopped, killed or destroyed as a price */
    bool   pays;                               /* inside a price */
    bool   aboard;                             /* it was said that this card is aboard a ship */
    const char *source; int source_types, sources_at;       /* from whom skills were just gained, what he was called, and how many selections there were then */
    int    names_card, names_at;               /* which types of card it has named one of, and how many selections there were then */
    bool   with_gone;                          /* it asks who is present with a card that has left the table */
    bool   lasts;                              /* a lasting text */
    bool   damaged;                            /* its event was told of the ship that is damaged: "it" is that ship, and not what damages it */
    bool   any_player;                         /* its condition holds of one player or another: "while a player has no cards in hand" */
    bool   faces;                              /* a lasting text says that somebody is facing a dilemma */
    bool   ship;                               /* the ship that this card is on was spoken of */
    bool   suffers;                            /* the words stand for cards to which something is done, which may be chosen there */
    bool   counted;                            /* … or for cards that are counted */
    bool   befalls_all;                        /* … and it is done to all of them, or all are counted */
    bool   theirs;                             /* inside what another player does: "he or she" is that player */
    bool   chosen;                             /* an opponent was chosen */
    bool   opponent;                           /* an opponent was spoken of */
    const Tree *owner;                         /* … or the owner or commander of a card, who is "he or she" from then on: (owner-of F); NULL */
    bool   hosted;                             /* an event that lies on a card */
    bool   on_mission;                         /* … on a mission, and no ship is "this ship" there */
    bool   carried;                            /* … or a dilemma, on a ship */
    const Tree *event;                         /* NULL: none */
    const char *start;                         /* the category of its card */
    Tree  *held;                               /* the filter of the last condition that spoke of cards */
    bool   one;                                /* … of which it asked for one */
    bool   in_event;                           /* inside what the event is about: "another" is another than this card */
    Tree  *draw;                               /* where cards were last drawn */
    const Tree *copies;                        /* "each copy of that card", where a title was named */
    const Tree *hand;                          /* the hand that was revealed or examined last; NULL: none was */
    const char *looked_at; int looked;         /* what was last examined or revealed, where that was no selection, and how many selections there were then */
    int    drew;                               /* one more than the selections there were when cards were last drawn; 0: none were */
    const char *held_looked;                   /* what had been looked at when that condition asked for one */
    bool   held_shown;                         /* that condition asked for one that was revealed or examined */
    bool   held_theirs;                        /* that condition was asked of another player, who is "you" in it */
    int    held_at;                            /* how many selections there were when a condition spoke of the cards that are held */
    int    named;                              /* the types of card that this card names one of */
    bool   stays;                              /* an event that lies somewhere */
    Tree  *placed;                             /* inside a destination: what goes there */
    bool   prevented;                          /* what was about to happen has been prevented */
    Tree  *goal;                               /* the missions of the last destination, of which one is chosen */
    const Tree *asked;                         /* whom the player had to command to play this card */
    const char *picked;                        /* the name of the one of them, or of the last condition, that is meant; it is chosen first */
    Tree  *pick;                               /* … and from whom */
    int    done_at;                            /* how many selections there were when it was done */
    Tree  *done;                               /* the last effect that was done to cards without selecting them, or that downloaded */
    bool   gone_since;                         /* a card has left play by what the text did so far */
    bool   done_since;                         /* … and since the last condition spoke of cards */
    const Tree *lasting;                       /* the last change of cards for a time */
    bool   counting;                           /* inside what counts cards, or asks whether there is one */
    const char *told;                          /* a card out of play of which a condition has asked what it is; NULL: none */
    int    told_types;
    bool   told_over;                          /* … in a sentence that is over */
    bool   done_perhaps;                       /* it was done on a condition, in a sentence that is over */
    const char *unbound;
} Binding;

/* Types of card as bits. */
enum { PERSONNEL = 1, SHIP = 2, EQUIPMENT = 4, EVENT = 8, INTERRUPT = 16, DILEMMA = 32, MISSION = 64, ANY_TYPE = 127 };

bool        is_selection(const Tree *);
bool        is_single(const Tree *selection);              /* it selects one card */
Tree       *just_chosen(const Binding *, int types);       /* who was chosen last, if nothing was done to him with it; NULL: nobody */
bool asks_too_much(const Tree *);                           /* an attribute of one card that no card has (meant.c) */
const char *what_cannot_be_meant(const Binding *, const Tree *ability);   /* why not; NULL: all of it can be (meant.c) */
void        count_all_named(const Tree *ability, Tree *);           /* "for each personnel stopped", of selected personnel: those.c */
void        say_where_it_befell(Binding *, Tree *ability);           /* "… if this personnel is at that mission": it befell a card here (meant.c) */
void        lay_what_happened(Binding *, Tree *ability);             /* a card that was discarded to pay goes nowhere else: meant.c */
void        put_victim(const Binding *, Tree *);           /* "the killed personnel" */
void        put_facer(const Binding *, Tree *);            /* "he or she", who faces a dilemma */
void        put_every_other(Binding *, Tree *);            /* "each other player" */
bool        is_out_of_play(const Tree *);                  /* it speaks of cards out of play */
bool        has_shown_some(const Binding *);               /* cards out of play, or dilemmas of a pile, were spoken of */
bool        stands_on(const Binding *, const char *type);  /* the text stands on such a card */
bool        lies_nowhere(const Binding *);                /* it stands on an interrupt, or on an event that is on no other card */
int         types_of_named(const Binding *, const char *name);   /* of the selection that has that name; any, where none has */
int         types_of(const Tree *filter);
int         types_of_mark(const char *mark);
const char *new_name(Binding *);
const char *name_of_selected(Binding *, Tree *selection);
const char *name_of_picked(Binding *, const Tree *from);
const char *name_of_drawn(Binding *);
const char *name_of_done(Binding *, int types, bool in_play);
const char *from_event(const Binding *, int types);        /* NULL: it is about no such card */
Tree       *last_selected(const Binding *, int types, bool only_such, bool in_play);
bool        has_left(const Binding *, const char *name);   /* the selected of that name are no longer in play */
bool        is_attempt(const Tree *event);                 /* it happens in a mission attempt: "involved" is in that, not in a battle */
void        put_named_anywhere(Binding *, Tree *filter);             /* "you command that personnel", of one that was named: those.c */
bool        put_asked_of_several(Binding *, Tree *);                      /* "that personnel", of several of whom a condition asked: those.c */
bool        is_like_each_of_several(const Binding *, const Tree *);        /* those.c */
bool        is_name_of_all(const Binding *, const char *name);           /* whether a name stands for all of a sort: those.c */
bool        put_of_mixed(Binding *, Tree *, const char *mark);          /* "those personnel", of cards of any type: those.c */
bool        is_several(const Tree *);                                       /* a selection of a number that is more than one */
void        put_among_selected(Binding *, Tree *filter);                    /* "the personnel with the highest …": of those who were just selected */
bool        put_thing(Binding *, Tree *);                                   /* "it" on a dilemma: a card that is no personnel */
bool        point(Binding *, Tree *, bool *in_play);

/* Who is spoken of beside what was selected, and what stands for the word that points there: beside.c. */
bool        says_all(Binding *, const Tree *, const Tree *parts);   /* that it says each of these of its cards */
Tree       *ship_of_asked(Binding *);                        /* "that ship", where somebody aboard a ship was asked for */
bool        last_said(Binding *, const Tree *words);        /* a selection or the event speaks of cards that are said to be so */
bool        put_carrier(Binding *, Tree *);
void        put_held(Binding *, Tree *);
void        put_placed(Binding *, Tree *);
bool        put_beside(Binding *, Tree *, const Tree *words, int types);
void        put_ship_beside(Binding *, Tree *ship);
void        put_captive(Binding *, Tree *);
bool        may_be_asked_for(const Binding *);             /* "it", on a card that is a thing: a condition asked for another: those.c */
bool        is_somebody_there(const Binding *, int types);              /* an event names where such a card is: those.c */
bool        names_two(const Binding *, const char *event, int types);   /* an event that is about a card where another such card is: those.c */
const char *name_of_fetched(Binding *, int types, bool in_play);      /* "it", of what was downloaded for what the event is about: those.c */
bool        is_discard_from_nowhere(const Tree *discard);  /* those.c */
bool        put_both_selected(Binding *, Tree *);          /* "those personnel", of two who were selected one after the other: those.c */
bool        put_both_met(Binding *, Tree *);               /* "both", of whom the event is about and whom the condition asks for: those.c */
void        put_facers(Binding *, Tree *);                 /* "while facing a dilemma": whom this card speaks of: those.c */
void        put_fighter(Binding *, Tree *);                /* to whose Strength in a combat something is added: those.c */
void        bar_by_faced(Binding *, Tree *apply);          /* what cannot be done by "that dilemma" for a time: those.c */
void        leave_out_returned(Binding *, Tree *rest);      /* of "the rest", those that were chosen and put back: those.c */
bool        shows(const Binding *, const char *place);
bool        shows_pile(const Binding *);                   /* the cards that were looked at are of a dilemma pile */
bool        is_held_elsewhere(const Binding *);
bool        put_mission_of_held(Binding *, Tree *);
void        pick_among_asked(Binding *, Tree *pick);
Tree       *one_of_held(Binding *);                                         /* one of those for whom the condition asks, as you choose */
bool        is_of_either_hand(const Binding *, const Tree *discard);
bool        is_asked_among(Binding *, const Tree *pointer);
bool        is_asked_since(const Binding *, const char *mark);      /* "it", of a card for which a condition asked when others had been looked at */
bool        is_asked_off_table(const Binding *, int types);         /* "that event", for which a condition asked among cards out of play */
void        put_former_captives(Binding *, Tree *);
bool        put_remaining(Binding *, Tree *them);           /* "one", of what others have left of the cards that were looked at */
void        ask_team(const Binding *, Tree *whom);          /* "each of them", of those who completed the mission: those.c */
bool        has_left_itself(const Tree *event);             /* an event by which this card has left the table */
void        put_among_those(Binding *, Tree *deed);         /* "a personnel", to be selected instead or excluded from a combat */
void        put_another(Binding *, Tree *selection);        /* "another personnel", than the one of the event */
void        put_other_ship(Binding *, Tree *filter);        /* "another ship", than this one */
bool        put_unchosen(Binding *, Tree *rest);            /* "the rest", of cards on the table of which some were chosen: shown.c */
bool        lays_one_of_both_shown(Binding *, const Tree *);   /* "it", where two cards were revealed: shown.c */
bool        put_both_shown(Binding *, Tree *);             /* "those cards", of the top cards of two decks: shown.c */
const char *named_cards(Binding *);                         /* the last cards that were named apart from what is done with them: shown.c */
const char *off_table(Binding *, bool only_selected);       /* what was selected out of play */
void        put_copies_shown(Binding *, Tree *deed);          /* "each copy of that card": of those that were revealed */
void        put_source(Binding *, Tree *selection, bool shown);      /* "choose a card": one of those */
bool        has_just_drawn(const Binding *);                   /* you drew, and nothing was selected since */
bool        is_some_of_named(const Tree *let);                 /* whether some were chosen out of cards that were named before: shown.c */
void        put_shown(Binding *, Tree *filter);             /* "discard each event": of those that were revealed */
bool        is_of_print(const Tree *filter);                /* asks for what stands on a card, not for where it is */
void        leave_out_itself(Binding *, Tree *filter);      /* an interrupt is no card of the hand any more */
void        put_those_before(Binding *, Tree *);           /* … and "the others" of those */
void        compare_with_exchanged(Binding *, Tree *exchange);      /* "an equal cost", of the card that is exchanged */
void        put_event_instead(Binding *, Tree *instead);   /* "that card instead": the one of the event */
void        put_team(Tree *filter);                        /* "three of them have Honor": those who completed the mission */
void        put_place(Binding *, Tree *);                  /* "present", "at this mission" (where.c) */
void        put_mission(Binding *, Tree *);                /* "this mission", of a card that is nowhere */
void        put_end(Binding *, Tree *);                    /* "on top", "on the bottom" */
void        put_stand_in(Binding *, Tree *effect);         /* "… instead", of another than the one whom the event is about */
void        put_same(Binding *, Tree *whom);               /* "your Klingon", in the words of the event: the one whom it is about */
bool        has_happened(const Tree *event);
bool        put_pair(Binding *, Tree *);                   /* "those personnel", of an event and a download */
void        put_that_many(Binding *, Tree *);              /* "that many" */
Tree       *say_number(Arena *, Tree *sentence, const Tree *number);
void        put_the_others(Binding *, Tree *);             /* "the others" */
void        put_other(Binding *, Tree *);                  /* "other" */
void        other_than_where_it_was(Binding *, Tree *place);    /* … where a card is placed */
void        put_other_mission(Binding *, Tree *filter);    /* "another mission": than which one */
bool        put_mission_of(Binding *, Tree *);             /* "that mission", of somebody who was selected; false: of nobody */

/* Of a card: its category; it lies on a card, on a ship; it lies somewhere; it names a title; whom its player must command to play it. */
typedef struct { const char *start; bool hosted, on_mission, carried, stays; int named; const Tree *asked; } CardKnown;

/* Gives the words of one ability that point at something what they point at: "that personnel", "he or she", "present".  False with what
 * speaks of nothing. */
bool bind_words(Arena *, Tree *ability, CardKnown, const char **unbound);

/* The same of our own English (own.c). */
bool leaves_self(const Tree *effect);                                /* by which this card goes (bind.c) */
Tree *first_about_place(Tree *parts);                               /* what asks who is with this card, what lies on it or where it is */
bool own_assemble(Arena *, const Lexicon *, CardType, Tree *abilities, const char **unbound);

#endif
