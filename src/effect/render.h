/* What the parts of the renderer share.  Nobody else includes this.
 *
 * A Writer goes down a tree once and writes as it goes; nothing is kept but where it stands.  English needs to look back in
 * few places: "a" becomes "an" once its noun is known, the first letter of a sentence becomes a capital, and a verb that two things share is said
 * once.  So the Writer writes into a buffer of its own, and the finished text is copied to the caller.
 *
 * Verbs stand in their base form while their subject is `actor` ("you may draw a card", "Draw a card."); any other subject
 * is named and its verb agrees ("your opponent draws a card"). */
#ifndef SPACELINE_RENDER_H
#define SPACELINE_RENDER_H

#include "effect/effect.h"

enum { TEXT_ROOM = 12000, MAX_DEPTH = 64 };

typedef enum { ONE, MANY } Number;

/* Where in a noun phrase something is said of its cards. */
typedef enum { NOWHERE, REFERENCE, OWNER, OTHER, STATE, UNIQUE, KIND, ICON, TRAIT, SKILL, HEAD, WITH, WHERE, RELATIVE,
               EXCEPT } Place;

/* How many of the cards that a filter describes. */
typedef enum { A, NO, EACH, NEXT, ALL, BARE, SOME, EXACTLY, UP_TO, ALL_BUT } Determiner;

/* What stands before an effect: nothing, or "may" or "to", after which only a base form is English. */
typedef enum { PLAIN, AFTER_MAY } Form;

/* Where an effect stands: inside a clause, last in it, or at the end of its sentence, which may go on in another. */
typedef enum { INSIDE, LAST, TAIL } Position;

/* What of a phrase is said by the words around it: "you play a ship", "you have played no other ship this turn", "a personnel uses a skill". */
enum { SAID_OWNED = 1, SAID_PLAYED = 2, SAID_USED = 4, SAID_COMMANDED = 8 };

typedef struct {
    const Catalogue *cat;
    const CardDef   *def;                      /* NULL for a requirement on its own */
    EditionId edition;                         /* whose words are used where there is no card; 0: those of the Second */
    NodeId  root, pattern;                     /* the ability, and the event it responds to; 0 if none */
    bool    damage;
    uint16_t actor;                            /* op of the player whose verbs stand in base form */
    bool    you_is_actor;                      /* inside each-player: "you" is that player */
    bool    taken;                             /* cards are taken "from" where they lie, not looked at "in" it */
    bool    plural;                            /* the ability responds for all subjects of its event at once */
    bool    third_person;                      /* the verb of the next deed is of one who has been named */
    bool    in_event;                          /* "each player" does it: "a player" does */
    bool    owner_said;                        /* "you command …": the phrase that follows need not say whose */
    bool    host_said;                         /* "this personnel is aboard …": nor where */
    bool    commanded;                         /* the phrase is of personnel on a dilemma: "your personnel" are those who face it, others are "you command" */
    bool    explicitly;                        /* who faces a dilemma is said in so many words, also on a dilemma */
    bool    followed;                          /* something is said behind the phrase that must not be taken for a part of it */
    bool    counted;                           /* one is a number: "exactly one ship" */
    bool    besides;                           /* the condition of the ability has been said */
    bool    amid;                              /* other effects follow the next one in its clause */
    bool    either;                            /* the next effect is of combat or an engagement, whichever its player chooses */
    bool    twice;                             /* the ability is said of combat and of an engagement, or of two things that befall a card: see is_twin */
    int     twin;                              /* … and if it is an event of which it is said, that is the other event */
    uint8_t said;                              /* SAID_…: of the next phrase */
    uint8_t unsaid;                            /* bit per variable that stands for cards not mentioned yet */
    NodeId  refers;                            /* where a card is spoken of that has another name */
    NodeId  later;                             /* of what happens at the end of the turn: whom it is about */
    bool    opponent_chosen;                   /* the text has had an opponent chosen: "that opponent" */
    bool    commas;                            /* what must be true of the card that is named next stands between commas: ", if it is staffed," */
    bool    sets_aside;                        /* what must be true of the card that an event names is said behind the event … */
    size_t  aside_at, aside_len;               /* … and stands here for now: " (if it is stopped)" */
    bool    goes_on;                           /* how long the next change of a card lasts is said with the change behind it */
    bool    keeps_x;                           /* what X is will be said at the end of the clause */
    NodeId  x;                                 /* … and that is this quantity */
    int     back_to;                           /* how many cards had been spoken of when the text last came back to one that is not the last of its type … */
    CardType back_type;                        /* … and of which type that was */
    CardType expect;                           /* what the next phrase is about where it does not say */
    CardType about;                            /* what the next predicate is about */
    bool    several;                           /* … and whether those are several */
    int     required;                          /* how many requirements the phrase stands in: "has Honor or has Telepathy" is not "you have Telepathy" */
    int     within;                            /* how many clauses about other cards the phrase stands in */
    int     depth;
    Out    *out;
} Writer;

/* Words and small parts. */
void   put(Writer *, const char *text);
void   put_number(Writer *, int n);                               /* in words up to ten */
void   put_a(Writer *, const char *noun);                          /* with its article */
void   put_article(Writer *, size_t at);                          /* at: where "a " was written; makes it "an " if need be */
void   put_join(Writer *, int i, int count, const char *word);    /* before item i: nothing, ", ", " and " or ", and " */
void   put_word(Writer *, int word);                              /* a literal of words.def */
const char *idiom(const Writer *, const char *usual);              /* what the edition of the card calls it: "on table" for "in your core" */
bool put_idiom(Writer *, const char *usual);                /* writes what the edition says instead; false: it has no other word */
bool   only_personnel_face(const Writer *);                         /* nobody else attempts missions and faces dilemmas in the edition of the card */
const char *skill_word(const Writer *, int skill);
const char *ordinal_word(int n);                          /* "first" … "fifth" */
void   put_skill(Writer *, NodeId node, int child);               /* "Honor", "2 Honor" */
bool   go_down(Writer *);                                         /* false, with a mark, when the tree is too deep */
bool   number_is(const Writer *, NodeId q, int *n);               /* a literal quantity */
int    kids(const Writer *, NodeId);
uint16_t op_of(const Writer *, NodeId);
NodeId kid(const Writer *, NodeId, int i);
int    value_of(const Writer *, NodeId, int i);
bool   same_tree(const Writer *, NodeId, NodeId, int depth);      /* depth: 0 to begin with */
bool   is_twin(const Writer *, NodeId one, NodeId other);          /* the same, but that the one is of combat and the other of an engagement, or the like */
const char *twin_english(int event, int other);                    /* of an event that is said together with its twin; NULL: they are none */

/* Players. */
bool   is_actor(const Writer *, NodeId player);
Number put_player(Writer *, NodeId player);
void   put_possessive(Writer *, NodeId player);                   /* "your", "your opponent's", "their" */

/* Noun phrases. */
Number put_cards(Writer *, NodeId filter, Determiner, NodeId count);
Number put_cards_as(Writer *, NodeId filter, Determiner, NodeId count, CardType expect);
Number put_selection(Writer *, NodeId selection);                 /* a filter stands for all its cards */
void   put_pile_of(Writer *, NodeId player, const char *pile);     /* "your deck", "the deck of the player on your left" */
Number put_pile_part(Writer *, NodeId player, NodeId count, const char *end, const char *pile);
Number selection_number(const Writer *, NodeId selection);
void   put_predicate(Writer *, NodeId filter, bool not, Number);  /* "is stopped", "do not have Honor" */
bool   put_kind(Writer *, NodeId filter, NodeId named, Number);   /* "is a [Kli] personnel"; false, and nothing, if that is not how it is said */
bool   names_host(const Writer *);                                /* what this card is on is "this ship", "this mission" … */
bool   is_reference(const Writer *, NodeId filter);               /* names its card: this ship, that personnel */
bool   has_mixed_alternatives(const Writer *, NodeId filter);     /* "or" of what cannot stand at one place of a phrase */
bool   is_where_it_is(const Writer *, NodeId place);              /* no more than where a card is that is named */
bool   is_group(const Writer *, NodeId filter);                   /* on a dilemma: some of those facing it */
NodeId binding(const Writer *, NodeId var);                       /* the let, as or for-each that names it */
bool   is_unsaid(const Writer *, NodeId var);                     /* … of cards that are described where they are first spoken of */
CardType event_part(const Writer *, NodeId pattern, int part);    /* what that part of an event must be */
bool   has_owner(const Writer *, NodeId filter, uint16_t player); /* says `of` that player */
NodeId part_with(const Writer *, NodeId filter, uint16_t op);     /* what the filter asks for in that word; 0 if it does not */
bool mentions(const Writer *w, NodeId id, uint16_t op);           /* that word stands somewhere in it */
CardType type_of(const Writer *, NodeId filter);                  /* TYPE_NONE if it may be any */
CardType noun_type(const Writer *, NodeId filter);                /* the same, but for what a species or class makes a card */
uint16_t deed_that_says(const Writer *, NodeId let, NodeId next);         /* the effect behind it in which the cards of a let are first said; NODE_NONE if they are said by themselves */
bool   is_last_spoken(const Writer *, NodeId reference, CardType);       /* whether it is what the text has spoken of last, of that type */
bool   is_last_choice_from(const Writer *, NodeId chosen, NodeId from);  /* whether the last choice was made among those, and is this one */
const char *noun_of(CardType, Number);
void   put_self(Writer *);
bool   put_both(Writer *, NodeId or);                             /* "both personnel": the last two that were spoken of; false, and nothing, if it is not those */
const char *dilemma_at_work(const Writer *);                      /* "this dilemma", or "that dilemma" */
Number put_reference(Writer *, NodeId atom);                      /* self, that, cause, a variable … */

/* Single parts of a filter. */
Place  place_of(const Writer *, NodeId atom, bool not);
bool   is_not(const Writer *, NodeId atom);
bool   lacks_cards(const Writer *, NodeId atom);                   /* "not" of it says that none of certain cards is there, or on it */
void   put_title(Writer *, int title);
void   put_adjective(Writer *, NodeId atom, bool not);            /* "stopped", "non-Klingon" */
void   put_with(Writer *, NodeId atom);                           /* "Honor", "Cunning>6", behind "with" */
void   put_skills(Writer *, NodeId node, int first, const char *none);
void   put_where(Writer *, NodeId atom);                          /* "aboard this ship", "in your hand" */
void   put_where_not(Writer *, NodeId atom);                      /* "without a card on or aboard it", "where none of your ships is": see lacks_cards */
void   put_from_place(Writer *, NodeId at);                       /* "from one of your missions": where something is taken from */

/* Quantities. */
void   put_quantity(Writer *, NodeId q);                          /* "5", "the number of your ships" */
void   put_distinct(Writer *, NodeId q, Number);                   /* "different titles among …" */
void   put_change(Writer *, NodeId q);                            /* "+2 for each …", "+X" */
bool   is_less(const Writer *, NodeId q);                          /* what is added is 0 less something */
int    number_for_each(const Writer *, NodeId q);                 /* 2 of "+2 for each …"; 0 if it is none */
void   put_raised(Writer *, NodeId q);                            /* " raised by 2 for each …" */
void   put_where_x(Writer *);                                     /* ", where X is …", if an X waits for it */
void   put_amount(Writer *, NodeId q, const char *one, const char *many);   /* "two cards", "a card for each …" */
void   put_more(Writer *, NodeId q, const char *more, const char *less);    /* "2 more", "1 less for each …" */
void   put_score(Writer *, NodeId q);                             /* "5 points", "1 point for each …" */
void   put_comparison(Writer *, int cmp, NodeId q, const char *noun);       /* "2 or less", "more than 5 points" */

/* Requirements, conditions, modifiers, effects, events. */
void   put_requirement(Writer *, NodeId);
void   put_condition(Writer *, NodeId, bool not);
bool   change_together(const Writer *, NodeId one, NodeId other); /* both change a card that is named, for the same time: "gains Honor and a skill of your choice" */
void   put_change_besides(Writer *, NodeId id, Form);             /* … the second of them, with how long they last */
void   put_gerund(Writer *, const char *verb);
bool   says_x(const Writer *, NodeId modifier);                   /* by a number that is worked out */
void   put_modifiers(Writer *, NodeId node, int first, int count, Number, Form);
void   put_effects(Writer *, NodeId node, int first, int count, Form);      /* one clause, or a few joined */
void   put_joined(Writer *, NodeId node, int first, int count, Form, Position);   /* in one clause, joined by "then" */
void   put_sentences(Writer *, NodeId node, int first, int count);
void   put_event(Writer *, NodeId pattern, bool plural);
void   put_template(Writer *, NodeId node, const char *pattern, const char *signature, Form, bool plural);   /* the English of a list, with its parts */
void   put_subject(Writer *, NodeId player, Form, const char *verb);        /* "your opponent draws"; of the actor the verb alone */
void   put_destination(Writer *, NodeId to, NodeId selection);    /* "to your hand", "on top of its owner's deck" */
void   put_skill_list(Writer *, NodeId node, int first);
void   end_sentence(Writer *, size_t from);                       /* full stop, capital at from */
void   put_limit(Writer *, NodeId limit);
void   put_payment(Writer *, NodeId cost, Form);
void   put_allowed(Writer *, NodeId may);                         /* what one may do, without "you may" */
Writer writer_for(const Catalogue *, const CardDef *, const Ability *, Out *);      /* about to write that ability of the card */
void   put_ability(Writer *, const Ability *);
void   put_later_text(Writer *, NodeId ability);                  /* a text that an effect brings about */
void   put_mode(Writer *, NodeId modal, int mode);                /* one of several, from 0 */
void   put_effect(Writer *, NodeId, Form, Position);
void   put_battle(Writer *, NodeId, Position);
void   put_deed(Writer *, NodeId, Form, Position);                /* an effect that is not put together of others */
bool   is_one_deed_later(const Writer *, NodeId effect);           /* "at the end of this turn, kill it" */
NodeId added_number(const Writer *, NodeId modifier);             /* worked out, and added to an attribute: "add the cost of that event to …" */
void   put_added_number(Writer *, NodeId modifier, NodeId whom, bool each);
void   put_alternative(Writer *, NodeId other, const char *lead, Position);   /* "Otherwise, …" as a sentence of its own or in brackets */
bool   is_theirs(const Writer *, NodeId effect);                  /* another player does it */

#endif
