/* Filters as noun phrases.
 *
 * A filter is taken apart into atoms, all of which must hold; each atom has its place in the phrase: "two of your | other |
 * unstopped | unique | planet | [Kli] | Gul | Honor | personnel | with a cost of 2 or less | present | who …".  The phrase is
 * written place by place.  An `or` of atoms with one place stands there ("Diplomacy or Treachery personnel"); any other `or`
 * becomes a relative clause, or, when it is the whole filter, several phrases. */
#include "effect/render.h"

enum { MAX_ATOMS = 64 };

typedef struct { NodeId id; bool not; } Atom;
typedef struct { Atom at[MAX_ATOMS]; int count; } Atoms;

/* `kept` atoms are still to come, so that the list never runs over: what does not fit stays together as one atom. */
static void take_apart(const Writer *w, NodeId id, bool not, int kept, Atoms *atoms)
{
    uint16_t op = op_of(w, id);
    int parts = kids(w, id);
    if (op == NODE_NOT) {
        take_apart(w, kid(w, id, 0), !not, kept, atoms);
    } else if ((op == NODE_AND && !not) || (op == NODE_OR && not) || ((op == NODE_AND || op == NODE_OR) && parts == 1)) {
        if (atoms->count + kept + parts > MAX_ATOMS) {
            atoms->at[atoms->count++] = (Atom){ id, not };
            return;
        }
        for (int i = 0; i < parts; i++)
            take_apart(w, kid(w, id, i), not, kept + parts - 1 - i, atoms);
    } else {
        atoms->at[atoms->count++] = (Atom){ id, not };
    }
}

static bool has_place(const Writer *w, const Atoms *atoms, Place place)
{
    for (int i = 0; i < atoms->count; i++)
        if (place_of(w, atoms->at[i].id, atoms->at[i].not) == place)
            return true;
    return false;
}

bool is_reference(const Writer *w, NodeId filter)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_HOST)
            return true;
    return has_place(w, &atoms, REFERENCE);
}

bool is_group(const Writer *w, NodeId filter)
{
    if (op_of(w, filter) == NODE_OR) {
        for (int i = 0; i < kids(w, filter); i++)
            if (!is_group(w, kid(w, filter, i)))
                return false;
        return kids(w, filter) > 0;
    }
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_GROUP)
            return w->def && w->def->type == TYPE_DILEMMA;
    return false;
}

bool has_owner(const Writer *w, NodeId filter, uint16_t player)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == NODE_OF && op_of(w, kid(w, atoms.at[i].id, 0)) == player)
            return true;
    return false;
}

NodeId part_with(const Writer *w, NodeId filter, uint16_t op)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (!atoms.at[i].not && op_of(w, atoms.at[i].id) == op)
            return atoms.at[i].id;
    return 0;
}

static void put_in_place(Writer *w, NodeId id, bool not, Place place)
{
    if (op_of(w, id) == NODE_NOT) {
        put_in_place(w, kid(w, id, 0), !not, place);
    } else if (op_of(w, id) == NODE_OR) {
        for (int i = 0; i < kids(w, id); i++) {
            put_join(w, i, kids(w, id), "or");
            put_in_place(w, kid(w, id, i), not, place);
        }
    } else if (place == WITH) {
        put_with(w, id);
    } else if (place == WHERE && not && lacks_cards(w, id)) {
        put_where_not(w, id);
    } else if (place == WHERE) {
        put_where(w, id);
    } else {
        put_adjective(w, id, not);
    }
}

/* A title that ends in a single letter stands in quotes, so that a full stop behind it is none of an abbreviation. */
void put_title(Writer *w, int title)
{
    const char *name = w->cat->persona_name[title];
    size_t len = strlen(name);
    bool quotes = len > 1 && name[len - 2] == ' ' && name[len - 1] >= 'A' && name[len - 1] <= 'Z';
    out_text(w->out, quotes ? "\"%s\"" : "%s", name);
}

void put_a(Writer *w, const char *noun)
{
    size_t at = w->out->len;
    out_text(w->out, "a %s", noun);
    put_article(w, at);
}

/* One noun phrase in the making. */
typedef struct {
    Atoms      atoms;
    Determiner which;
    NodeId     count;                          /* 0: the determiner says all */
    int        n;                              /* the count, -1 if it is no literal */
    NodeId     owner;                          /* player of `of`; 0 if none */
    bool       yours;                          /* on a dilemma, the group facing it */
    bool       hosted;                         /* "the ship this personnel is aboard" */
    bool       titled;                         /* its noun is a title */
    bool       keyword;                        /* its noun is a keyword: "two Guls" */
    NodeId     either;                         /* its noun is one of several keywords: "a Gul or Legate" */
    NodeId     copied;                         /* its noun is "copy of that dilemma"; 0: it is not */
    bool       owner_said;
    bool       followed;
    bool       others;                         /* "all your other personnel": than the one last spoken of */
    CardType   type;
} Phrase;

static bool atom_is(const Writer *w, const Atom *a, uint16_t op)
{
    return !a->not && op_of(w, a->id) == op;
}

static bool only_titles(const Writer *w, NodeId id)
{
    if (op_of(w, id) != NODE_OR)
        return op_of(w, id) == NODE_TITLE;
    for (int i = 0; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) != NODE_TITLE)
            return false;
    return true;
}

static bool only_types(const Writer *w, NodeId id)
{
    if (op_of(w, id) != NODE_OR)
        return op_of(w, id) == NODE_TYPE;
    for (int i = 0; i < kids(w, id); i++)
        if (op_of(w, kid(w, id, i)) != NODE_TYPE)
            return false;
    return true;
}

static NodeId leading_head(const Writer *w, const Phrase *p, bool (*is)(const Writer *, NodeId))
{
    for (int i = 0; i < p->atoms.count; i++)
        if (!p->atoms.at[i].not && is(w, p->atoms.at[i].id))
            return p->atoms.at[i].id;
    return 0;
}

/* A keyword or species may be the noun: "two Guls", "a Klingon". */
static NodeId last_keyword(const Writer *w, const Phrase *p)
{
    for (int i = p->atoms.count - 1; i >= 0; i--)
        if (atom_is(w, &p->atoms.at[i], NODE_TRAIT)) {
            int kind = w->cat->trait_kind[value_of(w, p->atoms.at[i].id, 0)];
            if (kind == OF_KEYWORD || kind == OF_SPECIES)
                return p->atoms.at[i].id;
        }
    return 0;
}

/* … or one of several: "a Gul or Legate". */
static NodeId only_keywords(const Writer *w, const Phrase *p)
{
    NodeId found = 0;
    for (int i = 0; i < p->atoms.count; i++) {
        NodeId id = p->atoms.at[i].id;
        bool list = !p->atoms.at[i].not && op_of(w, id) == NODE_OR && kids(w, id) > 1 && kids(w, id) < 4;
        for (int k = 0; list && k < kids(w, id); k++) {
            int kind = op_of(w, kid(w, id, k)) == NODE_TRAIT ? w->cat->trait_kind[value_of(w, kid(w, id, k), 0)] : OF_REGION;
            list = kind == OF_KEYWORD || kind == OF_SPECIES;
        }
        found = list ? id : found;
    }
    return found;
}

static bool ends_with(const char *word, const char *end)
{
    size_t len = strlen(word), tail = strlen(end);
    return len >= tail && strcmp(word + len - tail, end) == 0;
}

/* As src/text/lexicon.c reads it; peoples that have one word for one and for many keep it. */
static void put_plural(Writer *w, const char *word)
{
    static const char *const alike[] = { "Borg", "Jem'Hadar", "Ferengi", "Vorta", "Breen", "Kazon", "Hirogen", "s" };
    int len = (int)strlen(word);
    for (size_t i = 0; i < countof(alike); i++)
        if (ends_with(word, alike[i])) {
            put(w, word);
            return;
        }
    if (len > 3 && ends_with(word, "ief"))
        out_text(w->out, "%.*sves", len - 1, word);
    else if (ends_with(word, "y"))
        out_text(w->out, "%.*sies", len - 1, word);
    else if (len > 5 && ends_with(word, "man"))
        out_text(w->out, "%.*smen", len - 3, word);
    else
        out_text(w->out, "%ss", word);
}

/* "no other event": than the one that is played. */
static bool only_exception_is_that(const Writer *w, const Phrase *p)
{
    int that = 0, other = 0;
    for (int i = 0; i < p->atoms.count; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == EXCEPT)
            *(op_of(w, p->atoms.at[i].id) == NODE_THAT ? &that : &other) += 1;
    return that == 1 && other == 0;
}

/* "all your other personnel": the one exception is the personnel that was spoken of last. */
static bool only_exception_is_last(const Writer *w, const Phrase *p)
{
    NodeId except = 0;
    for (int i = 0; i < p->atoms.count; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == EXCEPT) {
            if (except)
                return false;
            except = p->atoms.at[i].id;
        }
    return except && (op_of(w, except) == NODE_VAR || op_of(w, except) == NODE_THAT) && is_last_spoken(w, except, TYPE_PERSONNEL);
}

/* "another personnel", on a card that is none itself: than the one that was spoken of last. */
static bool is_other_than_last(const Writer *w, const Phrase *p)
{
    NodeId except = 0;
    for (int i = 0; i < p->atoms.count; i++) {
        Place place = place_of(w, p->atoms.at[i].id, p->atoms.at[i].not);
        if (place == OTHER || place == REFERENCE || (place == EXCEPT && except))
            return false;
        except = place == EXCEPT ? p->atoms.at[i].id : except;
    }
    uint16_t op = op_of(w, except);
    return except && (op == NODE_VAR || op == NODE_THAT || op == NODE_CAUSE) && w->def && p->type && p->type != (CardType)w->def->type
        && is_last_spoken(w, except, p->type);
}

/* What the words around the phrase say is left out of it. */
static void leave_out(const Writer *w, Atoms *atoms, int said)
{
    int kept = 0;
    for (int i = 0; i < atoms->count; i++) {
        uint16_t op = atoms->at[i].not ? NODE_NONE : op_of(w, atoms->at[i].id);
        bool out = (op == NODE_OWNED && said & SAID_OWNED) || (op == NODE_PLAYED_NOW && said & SAID_PLAYED) || (op == NODE_USED_SKILLS && said & SAID_USED)
            || (op == NODE_OF && said & SAID_COMMANDED);
        if (!out)
            atoms->at[kept++] = atoms->at[i];
    }
    atoms->count = kept;
}

/* The card of which those are copies, if it is named or nothing else is said of them; 0 if nothing says so. */
static NodeId copied_card(const Writer *w, const Phrase *p)
{
    for (int i = 0; i < p->atoms.count; i++) {
        NodeId of = atom_is(w, &p->atoms.at[i], NODE_COPY_OF) ? kid(w, p->atoms.at[i].id, 0) : 0;
        bool named = of && op_of(w, of) != NODE_AND && op_of(w, of) != NODE_HOST && is_reference(w, of);
        if (named || (of && p->atoms.count == 1 && op_of(w, of) != NODE_OR))
            return of;
    }
    return 0;
}

static Phrase phrase_of(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    CardType expect = w->expect;
    bool owner_said = w->owner_said, host_said = w->host_said, explicitly = w->explicitly, followed = w->followed, counted = w->counted;
    w->expect = TYPE_NONE;                      /* these are for this phrase, not for those within it */
    w->owner_said = w->host_said = w->explicitly = w->followed = w->counted = false;
    w->commas &= has_place(w, &(Atoms){ .count = 1, .at = { { filter, false } } }, REFERENCE) || is_reference(w, filter);
    Phrase p = { .which = which, .count = count, .n = -1 };
    take_apart(w, filter, false, 0, &p.atoms);
    int said = w->said;
    w->said = 0;
    leave_out(w, &p.atoms, said);
    CardType own = type_of(w, filter);
    w->commanded = w->def && w->def->type == TYPE_DILEMMA && !owner_said && !explicitly && !w->in_event && !w->you_is_actor
                && (own == TYPE_PERSONNEL || own == TYPE_NONE);
    if (count && !number_is(w, count, &p.n))
        p.n = -1;
    if (which == EXACTLY && p.n == 1 && !counted)
        p.which = A;
    for (int i = 0; i < p.atoms.count; i++) {
        if (!p.owner && !p.atoms.at[i].not && place_of(w, p.atoms.at[i].id, false) == OWNER)
            p.owner = kid(w, p.atoms.at[i].id, 0);
        if (atom_is(w, &p.atoms.at[i], NODE_HOST) && !names_host(w))
            p.hosted = !host_said;
        if (atom_is(w, &p.atoms.at[i], NODE_GROUP) && w->def && w->def->type == TYPE_DILEMMA && !w->in_event && !explicitly)
            p.yours = true;
    }
    bool typed = leading_head(w, &p, only_types) != 0;
    p.type = p.hosted && !typed ? TYPE_NONE : expect && !typed ? expect : noun_type(w, filter);
    p.owner_said = owner_said;
    p.followed = followed;
    p.others = (p.yours && which == ALL && only_exception_is_last(w, &p)) || (said & SAID_PLAYED && only_exception_is_that(w, &p));
    p.others |= is_other_than_last(w, &p);
    p.titled = !typed && leading_head(w, &p, only_titles) != 0;
    p.copied = !typed && !p.titled && !p.hosted && !p.type ? copied_card(w, &p) : 0;
    bool by_keyword = !typed && !p.titled && !p.copied && !p.yours && (!expect || expect == TYPE_PERSONNEL);
    p.keyword = by_keyword && last_keyword(w, &p);
    p.either = by_keyword && !p.keyword && !p.type ? only_keywords(w, &p) : 0;
    return p;
}

static bool any_number(const Phrase *p)
{
    return p->which == UP_TO && p->n == 99;
}

static void put_count(Writer *w, const Phrase *p)
{
    if (any_number(p)) {
        put(w, "any number of");
        return;
    }
    static const char *const before[] = {
        [A] = "one", [NO] = "none", [EACH] = "each", [NEXT] = "one", [ALL] = "all", [BARE] = "", [SOME] = "one or more", [EXACTLY] = "",
        [UP_TO] = "up to ", [ALL_BUT] = "all but ",
    };
    put(w, before[p->which]);
    if (p->which < EXACTLY)
        return;
    if (p->n >= 0)
        put_number(w, p->n);
    else
        put(w, "a number of");
}

static void put_count_end(Writer *w, const Phrase *p)
{
    if (!p->count || p->n >= 0)
        return;
    put(w, " equal to ");
    put_quantity(w, p->count);
}

/* "one of your ", "two ", "another ". */
static void put_determiner(Writer *w, const Phrase *p)
{
    bool other = has_place(w, &p->atoms, OTHER) || p->others;
    bool whole = p->which == ALL || p->which == EACH || p->which == BARE || p->which == ALL_BUT || p->which == NO;
    bool yours = p->yours && !p->owner_said && whole;             /* "a personnel", but "all your personnel" */
    if (p->hosted) {
        put(w, other ? "the other " : "the ");
    } else if ((p->owner && !p->owner_said) || yours) {
        if (!(p->titled && p->which == A)) {
            put_count(w, p);
            put(w, p->which == BARE ? "" : p->which == ALL || any_number(p) || (p->count && p->n < 0) ? " " : " of ");
        }
        if (p->owner)
            put_possessive(w, p->owner);
        else
            put(w, "your");
        put(w, other ? " other " : " ");
    } else if (p->which == A) {
        put(w, other ? "another " : p->titled ? "" : "a ");
    } else if (p->which == NO) {
        put(w, other ? "no other " : "no ");
    } else if (p->which == NEXT) {
        put(w, other ? "other " : "");
    } else {
        put_count(w, p);
        put(w, p->which == BARE ? "" : " ");
        put(w, other ? "other " : "");
    }
}

/* Alternatives of the noun: "personnel, ships, or equipment". */
static void put_heads(Writer *w, NodeId id, Number number, const char *word)
{
    int count = op_of(w, id) == NODE_OR ? kids(w, id) : 1;
    for (int i = 0; i < count; i++) {
        NodeId head = op_of(w, id) == NODE_OR ? kid(w, id, i) : id;
        put_join(w, i, count, word);
        if (op_of(w, head) == NODE_TYPE)
            put(w, noun_of((CardType)value_of(w, head, 0), number));
        else
            put_title(w, value_of(w, head, 0));
    }
}

static void put_noun(Writer *w, const Phrase *p, Number number)
{
    NodeId head = leading_head(w, p, p->titled ? only_titles : only_types);
    if (p->copied) {
        put(w, number == ONE ? "copy of " : "copies of ");
        put_cards(w, p->copied, A, 0);
    } else if (head)
        put_heads(w, head, number, (p->which == ALL || (p->which == EACH && p->owner)) && !p->titled && kids(w, head) < 4 ? "and" : "or");
    else if (p->either)
        for (int i = 0; i < kids(w, p->either); i++) {
            const char *trait = w->cat->trait_name[value_of(w, kid(w, p->either, i), 0)];
            put_join(w, i, kids(w, p->either), "or");
            number == MANY ? put_plural(w, trait) : put(w, trait);
        }
    else if (p->keyword)
        number == MANY ? put_plural(w, w->cat->trait_name[value_of(w, last_keyword(w, p), 0)]) : put(w, w->cat->trait_name[value_of(w, last_keyword(w, p), 0)]);
    else
        put(w, noun_of(p->type, number));
}

/* "who", and not "that": personnel, and those of a species. */
static bool says_who(const Writer *w, const Phrase *p)
{
    return p->type == TYPE_PERSONNEL || (p->keyword && w->cat->trait_kind[value_of(w, last_keyword(w, p), 0)] == OF_SPECIES);
}

static void put_adjectives(Writer *w, const Phrase *p)
{
    NodeId noun = p->keyword ? last_keyword(w, p) : p->either;
    for (Place place = STATE; place <= SKILL; place++)
        for (int i = 0; i < p->atoms.count; i++) {
            const Atom *a = &p->atoms.at[i];
            if (a->id == noun || place_of(w, a->id, a->not) != place)
                continue;
            w->about = p->type;
            put_in_place(w, a->id, a->not, place);
            put(w, " ");
        }
}

/* Heads beyond the first, as "named X" or as a relative clause. */
static bool is_spare_head(const Writer *w, const Phrase *p, NodeId id)
{
    return id != leading_head(w, p, p->titled ? only_titles : only_types);
}

/* A place that is described by other cards: what stands behind it would be taken as said of those. */
static bool has_inner_phrase(const Writer *w, NodeId id)
{
    if (op_of(w, id) == NODE_NOT || op_of(w, id) == NODE_OR) {
        for (int i = 0; i < kids(w, id); i++)
            if (has_inner_phrase(w, kid(w, id, i)))
                return true;
        return false;
    }
    NodeId inner = kids(w, id) ? kid(w, id, 0) : 0;
    if (op_of(w, id) == NODE_AT && is_where_it_is(w, inner))
        return false;
    return inner && node_info[op_of(w, inner)].result == 'F' && !(is_reference(w, inner) && op_of(w, inner) != NODE_AND);
}

static bool in_clause(const Writer *w, const Phrase *p, const Atom *a);
static Number put_phrase(Writer *w, const Phrase *p);

/* Whether something stands behind the places that might be taken as said of a card in one of them. */
static bool has_more_behind(const Writer *w, const Phrase *p)
{
    bool more = false;
    for (int i = 0; i < p->atoms.count; i++) {
        const Atom *a = &p->atoms.at[i];
        bool spare = !a->not && only_titles(w, a->id) && is_spare_head(w, p, a->id);
        more |= in_clause(w, p, a) || (place_of(w, a->id, a->not) == EXCEPT && !p->others) || spare;
    }
    return more;
}

/* A place with other cards in it.  What is said behind it must not be taken as said of those: another place begins with "and", a clause has it in brackets,
 * and what is moved is taken from there, "from beneath a mission", "who is on that event". */
static void put_described_place(Writer *w, const Phrase *p, const Atom *a, bool another, Number number)
{
    bool brackets = has_more_behind(w, p) || (p->followed && op_of(w, a->id) == NODE_OR);
    uint16_t op = a->not ? NODE_NONE : op_of(w, a->id);
    put(w, brackets ? " (" : another ? " and " : " ");
    if (p->followed && !brackets && op == NODE_ON)
        out_text(w->out, "%s %s ", says_who(w, p) ? "who" : "that", number == ONE ? "is" : "are");
    else if (p->followed && !brackets && w->taken && (op == NODE_ABOARD || op == NODE_BENEATH))
        put(w, "from ");
    if (p->followed && !brackets && w->taken && op == NODE_AT)
        put_from_place(w, a->id);
    else
        put_in_place(w, a->id, a->not, WHERE);
    put(w, brackets ? ")" : "");
}

static bool is_said(const Writer *w, const Phrase *p, const Atom *a)
{
    return (p->yours && atom_is(w, a, NODE_GROUP)) || atom_is(w, a, NODE_HOST);
}

static void put_modifiers_after(Writer *w, const Phrase *p, Number number)
{
    int with = 0, said = 0, places = 0;
    for (int i = 0; i < p->atoms.count; i++)
        with += !is_said(w, p, &p->atoms.at[i]) && place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == WITH;
    for (int i = 0; i < p->atoms.count; i++) {
        const Atom *a = &p->atoms.at[i];
        if (is_said(w, p, a) || place_of(w, a->id, a->not) != WITH)
            continue;
        put(w, said++ ? " and " : with > 2 ? " with (" : " with ");
        put_in_place(w, a->id, a->not, WITH);
    }
    if (with > 2)
        put(w, ")");
    for (int round = 0; round < 4; round++)     /* "without Honor" comes first, then "present", and last those with other cards in them */
        for (int i = 0; i < p->atoms.count; i++) {
            const Atom *a = &p->atoms.at[i];
            bool inner = has_inner_phrase(w, a->id), here = atom_is(w, a, NODE_PRESENT) || atom_is(w, a, NODE_INVOLVED);
            if (is_said(w, p, a) || place_of(w, a->id, a->not) != WHERE || round != (here ? 1 : inner || is_where_it_is(w, a->id) ? 3 : a->not ? 0 : 2))
                continue;
            w->about = p->type;
            w->several = number == MANY;
            if (inner) {
                put_described_place(w, p, a, places++ > 0, number);
                continue;
            }
            put(w, " ");
            put_in_place(w, a->id, a->not, WHERE);
        }
    for (int i = 0; i < p->atoms.count; i++)
        if (!p->atoms.at[i].not && only_titles(w, p->atoms.at[i].id) && is_spare_head(w, p, p->atoms.at[i].id)) {
            put(w, " named ");
            put_heads(w, p->atoms.at[i].id, ONE, "or");
        }
    for (int i = 0; i < p->atoms.count && p->hosted; i++)
        if (atom_is(w, &p->atoms.at[i], NODE_HOST)) {
            put(w, " ");
            w->about = p->type;
            put_where(w, p->atoms.at[i].id);
            break;
        }
}

static bool in_clause(const Writer *w, const Phrase *p, const Atom *a)
{
    switch (place_of(w, a->id, a->not)) {
    case RELATIVE: return !(p->copied && atom_is(w, a, NODE_COPY_OF) && kid(w, a->id, 0) == p->copied);
    case OWNER: return kid(w, a->id, 0) != p->owner || p->hosted;
    case HEAD: return is_spare_head(w, p, a->id) && !only_titles(w, a->id);
    default: return false;
    }
}

static void put_clauses(Writer *w, const Phrase *p, Number number)
{
    bool begun = false;
    int clauses = 0, said = 0;
    for (int i = 0; i < p->atoms.count; i++)
        clauses += in_clause(w, p, &p->atoms.at[i]);
    for (int i = 0; i < p->atoms.count; i++) {
        const Atom *a = &p->atoms.at[i];
        if (!in_clause(w, p, a))
            continue;
        bool list = (op_of(w, a->id) == NODE_AND || op_of(w, a->id) == NODE_OR) && kids(w, a->id) > 1 && (clauses > 1 || w->within > 0);
        said++;
        bool either = list && said == clauses && op_of(w, a->id) == NODE_OR && !a->not && kids(w, a->id) < 4 && w->within == 0 && !p->followed;
        put(w, begun ? " and " : says_who(w, p) ? " who " : " that ");
        put(w, either ? "either " : list ? "(" : "");
        w->about = p->type;
        put_predicate(w, a->id, a->not, number);
        put(w, list && !either ? ")" : "");
        begun = true;
    }
}

static void put_exceptions(Writer *w, const Phrase *p)
{
    bool begun = p->others;
    for (int i = 0; i < p->atoms.count && !p->others; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == EXCEPT) {
            bool of_all = p->which == ALL || p->which == EACH || p->which == BARE || p->which == ALL_BUT;
            put(w, begun ? " and " : of_all || has_place(w, &p->atoms, REFERENCE) ? " except " : " other than ");
            if (op_of(w, p->atoms.at[i].id) == NODE_TITLE)
                put_title(w, value_of(w, p->atoms.at[i].id, 0));
            else
                put_reference(w, p->atoms.at[i].id);
            begun = true;
        }
}

/* "the others": those among whom the last choice was made, without the one that was chosen. */
static bool is_rest(const Writer *w, const Phrase *p, NodeId named)
{
    NodeId except = 0;
    int exceptions = 0;
    for (int i = 0; i < p->atoms.count; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == EXCEPT) {
            except = p->atoms.at[i].id;
            exceptions++;
        }
    return exceptions == 1 && op_of(w, named) == NODE_VAR && op_of(w, except) == NODE_VAR && is_last_choice_from(w, except, named);
}

/* "the rest of those cards": what nobody has taken from a deck or dilemma pile. */
static NodeId still_in_pile(const Writer *w, const Phrase *p)
{
    for (int i = 0; i < p->atoms.count; i++) {
        NodeId id = p->atoms.at[i].id;
        if (!p->atoms.at[i].not && op_of(w, id) == NODE_OR && kids(w, id) == 2 && op_of(w, kid(w, id, 0)) == NODE_IN_DECK && op_of(w, kid(w, id, 1)) == NODE_IN_PILE
            && op_of(w, kid(w, kid(w, id, 0), 0)) == NODE_EACH_ONE && op_of(w, kid(w, kid(w, id, 1), 0)) == NODE_EACH_ONE)
            return id;
    }
    return 0;
}

/* "is a [Kli] personnel": what is asked of a card that is named, where it makes one noun phrase with its type. */
static bool put_kind_of(Writer *w, const Atoms *atoms, NodeId named, Number number)
{
    Phrase kind = { .which = number == ONE ? A : BARE, .n = -1 };
    for (int i = 0; i < atoms->count; i++) {
        const Atom *a = &atoms->at[i];
        Place place = place_of(w, a->id, a->not);
        if (a->id == named || place == EXCEPT || atom_is(w, a, NODE_ANY))
            continue;
        if (place < STATE || place == RELATIVE || (place == HEAD && (a->not || op_of(w, a->id) != NODE_TYPE || kind.type)))
            return false;
        if (place == HEAD)
            kind.type = (CardType)value_of(w, a->id, 0);
        kind.atoms.at[kind.atoms.count++] = *a;
    }
    if (!kind.type || kind.atoms.count < 2)
        return false;
    put(w, number == ONE ? "is " : "are ");
    put_phrase(w, &kind);
    return true;
}

bool put_kind(Writer *w, NodeId filter, NodeId named, Number number)
{
    Atoms atoms = { .count = 0 };
    take_apart(w, filter, false, 0, &atoms);
    for (int i = 0; i < atoms.count; i++)
        if (atoms.at[i].id != named && place_of(w, atoms.at[i].id, atoms.at[i].not) == EXCEPT)
            return false;
    return put_kind_of(w, &atoms, named, number);
}

/* "this ship", and what else must be true of it: "this ship (if it is damaged)". */
static Number put_named_card(Writer *w, const Phrase *p)
{
    bool commas = w->commas;
    w->commas = false;
    NodeId named = 0;
    for (int i = 0; i < p->atoms.count && !named; i++)
        if (place_of(w, p->atoms.at[i].id, p->atoms.at[i].not) == REFERENCE)
            named = p->atoms.at[i].id;
    Number all = selection_number(w, named), number = all;
    if (all == MANY && p->which != ALL && p->which != BARE) {     /* some of several */
        put_count(w, p);
        put(w, any_number(p) || (p->count && p->n < 0) ? " " : " of ");
        number = p->which == A || p->which == NO || p->which == EACH ? ONE : MANY;
    }
    bool rest = is_rest(w, p, named);
    NodeId left = still_in_pile(w, p);
    put(w, left ? "the rest of " : "");
    if (rest)
        put(w, "the others");
    else {
        w->followed = p->followed;
        put_reference(w, named);
        w->followed = false;
        put_exceptions(w, p);
    }
    Atoms asked = { .count = 0 };
    for (int i = 0; i < p->atoms.count; i++)
        if (p->atoms.at[i].id != left && !(p->yours && atom_is(w, &p->atoms.at[i], NODE_GROUP)) && op_of(w, named) != NODE_HOST)
            asked.at[asked.count++] = p->atoms.at[i];
    size_t at = w->out->len;
    const char *lead = all != ONE ? type_of(w, named) == TYPE_PERSONNEL ? " who " : " that " : commas ? ", if it " : " (if it ";
    put(w, lead);
    bool begun = put_kind_of(w, &asked, named, number);
    bool kind = begun;
    if (!kind && w->out->len < w->out->size)
        w->out->at[w->out->len = at] = '\0';
    for (int i = 0; i < p->atoms.count && !kind; i++) {
        const Atom *a = &p->atoms.at[i];
        bool said = op_of(w, named) == NODE_HOST && atom_is(w, a, NODE_TYPE) && value_of(w, a->id, 0) == (int)type_of(w, named);   /* by the noun */
        if (said || a->id == named || a->id == left || (p->yours && atom_is(w, a, NODE_GROUP)) || place_of(w, a->id, a->not) == EXCEPT || atom_is(w, a, NODE_ANY))
            continue;
        put(w, begun ? " and " : lead);
        w->about = type_of(w, named);
        put_predicate(w, a->id, a->not, number);
        begun = true;
    }
    put(w, begun && all == ONE ? commas ? "," : ")" : "");
    if (begun && all == ONE && w->sets_aside) {
        w->aside_at = at;
        w->aside_len = w->out->len - at;
        w->sets_aside = false;
    }
    put_count_end(w, p);
    return number;
}

/* "the ship that personnel is aboard": who that is; 0 if it is said in another way. */
static NodeId ship_of_one(const Writer *w, const Phrase *p)
{
    NodeId of = p->atoms.count == 1 && atom_is(w, &p->atoms.at[0], NODE_HAS_ABOARD) && p->which != NO ? kid(w, p->atoms.at[0].id, 0) : 0;
    for (int i = 0; i < 2 && p->atoms.count == 2 && (p->which == ALL || p->which == EACH); i++)
        if (atom_is(w, &p->atoms.at[i], NODE_HAS_ABOARD) && atom_is(w, &p->atoms.at[1 - i], NODE_TYPE) && value_of(w, p->atoms.at[1 - i].id, 0) == TYPE_SHIP)
            of = kid(w, p->atoms.at[i].id, 0);
    bool named = of && op_of(w, of) != NODE_AND && op_of(w, of) != NODE_HOST && op_of(w, of) != NODE_SELF && is_reference(w, of);
    return named && selection_number(w, of) == ONE ? of : 0;
}

/* All your ships that carry somebody in the mission attempt: only one ship can make an attempt. */
static bool is_attempting_ship(const Writer *w, const Phrase *p)
{
    bool ship = false, attempts = false;
    for (int i = 0; i < p->atoms.count; i++) {
        ship |= atom_is(w, &p->atoms.at[i], NODE_TYPE) && value_of(w, p->atoms.at[i].id, 0) == TYPE_SHIP;
        attempts |= atom_is(w, &p->atoms.at[i], NODE_HAS_ABOARD) && op_of(w, kid(w, p->atoms.at[i].id, 0)) == NODE_GROUP;
    }
    return ship && attempts && p->owner && op_of(w, p->owner) == NODE_YOU && p->atoms.count == 3 && (p->which == ALL || p->which == EACH);
}

static Number put_phrase(Writer *w, const Phrase *p)
{
    if (is_attempting_ship(w, p)) {
        put(w, "your ship in the mission attempt");
        return ONE;
    }
    if (has_place(w, &p->atoms, REFERENCE))
        return put_named_card(w, p);
    bool one = p->hosted || p->which == A || p->which == NO || p->which == EACH || p->which == NEXT || ((p->which == UP_TO || p->which == EXACTLY) && p->n == 1);
    bool of = (p->owner || (p->yours && (p->which == EACH || p->which == NO))) && !(p->titled && p->which == A)
           && !p->owner_said && !p->hosted;
    Number noun = one && !of ? ONE : MANY;
    size_t at = w->out->len;
    NodeId ship = ship_of_one(w, p);
    if (ship && p->atoms.count > 1) {           /* "that personnel's ship" */
        put_reference(w, ship);
        put(w, "'s ship");
        return ONE;
    }
    if (ship) {
        put(w, idiom(w, "the ship "));         /* in the First Edition it may be a facility */
        put_reference(w, ship);
        put(w, " is aboard");
        return ONE;
    }
    put_determiner(w, p);
    put_adjectives(w, p);
    put_noun(w, p, noun);
    if (p->which == A && !p->titled && w->out->len < w->out->size && !strncmp(w->out->at + at, "a ", 2))
        put_article(w, at);
    put_modifiers_after(w, p, one ? ONE : MANY);
    put_clauses(w, p, one ? ONE : MANY);
    put_exceptions(w, p);
    put_count_end(w, p);
    return one ? ONE : MANY;
}

/* A whole filter that is an `or` of unlike things: one phrase for each. */
static Number put_alternatives(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    bool all = which == EACH || which == ALL || which == BARE;
    int n = -1;
    if (which >= SOME && !(which == EXACTLY && number_is(w, count, &n) && n == 1)) {     /* so many of all of them together */
        Phrase p = { .which = which, .count = count, .n = number_is(w, count, &n) ? n : -1 };
        put_count(w, &p);
        put(w, " cards (each ");
        put_alternatives(w, filter, A, 0);
        put(w, ")");
        put_count_end(w, &p);
        return MANY;
    }
    if (which == ALL && put_both(w, filter))
        return MANY;
    for (int i = 0; i < kids(w, filter); i++) {
        put_join(w, i, kids(w, filter), all ? "and" : "or");
        put_cards(w, kid(w, filter, i), which, count);
    }
    return all ? MANY : ONE;
}

Number put_cards(Writer *w, NodeId filter, Determiner which, NodeId count)
{
    if (!go_down(w))
        return ONE;
    Number number;
    bool commanded = w->commanded;
    w->commanded = false;
    NodeId what = op_of(w, filter) == NODE_VAR && w->unsaid >> value_of(w, filter, 0) & 1 ? kid(w, binding(w, filter), 1) : 0;
    if (what && node_info[op_of(w, what)].result == 'F') {        /* not spoken of yet */
        which = op_of(w, binding(w, filter)) == NODE_EACH ? EACH : which;
        w->unsaid &= (uint8_t)~(1u << value_of(w, filter, 0));
        filter = what;
    }
    if (has_mixed_alternatives(w, filter)) {
        number = put_alternatives(w, filter, which, count);
    } else {
        Phrase p = phrase_of(w, filter, which, count);
        number = put_phrase(w, &p);
    }
    w->commanded = commanded;
    w->depth--;
    return number;
}

Number put_cards_as(Writer *w, NodeId filter, Determiner which, NodeId count, CardType expect)
{
    w->expect = expect;
    Number number = put_cards(w, filter, which, count);
    w->expect = TYPE_NONE;
    return number;
}
