/* Reads the card language: typed trees, abilities.
 *
 * The grammar is nodes.def: a word is looked up by its spelling and the type that is expected where it stands, its parts are
 * read as its signature says, and nothing here knows a single word of the vocabulary, but for the few rules below that
 * signatures cannot say (where an `else` may stand, which clauses make an ability).
 *
 * The order of children: parts before G*, then parts after G*, then the G clauses.  So a part has the same position
 * however many clauses an ability has. */
#include "effect/read.h"

enum { WORDS_SHOWN = 6 };                       /* in a message, of those that would fit */

typedef struct {
    Catalogue *cat;
    Source    *src;
    Error     *err;
    int   depth;
    Token open[MAX_DEPTH + 1];                  /* the parentheses we are in */
    Str   var[MAX_VARS];                        /* names of the ability, in order of first binding … */
    bool  bound[MAX_VARS];                      /* … that may be used by now */
    int   var_count;
    int   ability;                              /* op of the ability being read, 0 outside */
    bool  damage, reversed, uses_that;
    bool  for_now;                              /* the ability being read stands in an effect */
} Reader;

/* Messages. */

static const char *type_noun(int type)
{
    switch (type) {
    case 'A': return "an ability";
    case 'G': return "a clause";
    case 'E': return "an effect";
    case 'F': return "a filter";
    case 'S': return "a selection";
    case 'Q': return "a quantity";
    case 'B': return "a condition";
    case 'R': return "a requirement";
    case 'M': return "a modifier";
    case 'P': return "a player";
    case 'D': return "a destination";
    case 'V': return "an event";
    default:  return literal_info[type].noun;
    }
}

static const char *without_article(const char *noun)
{
    return strchr(noun, ' ') + 1;
}

/* "(draw <player> <quantity>)" */
static const char *usage(const char *word, const Part *part, int count, char *text, size_t size)
{
    Out out = { text, size, 0 };
    out_text(&out, count ? "(%s" : "%s", word);
    for (int i = 0; i < count; i++) {
        const char *noun = without_article(type_noun(part[i].type));
        char times = part[i].times;
        out_text(&out, times == '?' ? " [%s]" : times == '*' ? " [%s …]" : times == '+' ? " <%s> …" : " <%s>", noun);
    }
    out_text(&out, count ? ")" : "");
    return text;
}

/* Does a word that makes `result` fit where `type` is expected? */
static bool fits(char result, int type)
{
    return result && (result == type || (type == 'S' && result == 'F'));
}

/* "#" and "$" name nodes that are written another way: as an integer, as $name. */
static bool writable(const char *word)
{
    return word[0] && word[0] != '#' && word[0] != '$';
}

/* One word of the vocabulary: nodes first, then events. */
static const NodeInfo *vocabulary(int i)
{
    return i < NODE_OP_COUNT ? &node_info[i] : &event_info[i - NODE_OP_COUNT];
}

enum { VOCABULARY_COUNT = NODE_OP_COUNT + EVENT_COUNT };

static const char *nearest_word(Str word, int type)
{
    const char *best = NULL;
    int far = word.len < 4 ? 2 : (int)word.len / 2 + 1;
    for (int i = 0; i < VOCABULARY_COUNT; i++) {
        const NodeInfo *info = vocabulary(i);
        if (!fits(info->result, type) || !writable(info->word))
            continue;
        int d = str_distance(str_of(info->word), word, far);
        if (d < far)
            far = d, best = info->word;
    }
    return best;
}

static const char *some_words(int type, char *text, size_t size)
{
    Out out = { text, size, 0 };
    int shown = 0;
    text[0] = '\0';
    for (int i = 0; i < VOCABULARY_COUNT && shown < WORDS_SHOWN; i++) {
        const NodeInfo *info = vocabulary(i);
        if (fits(info->result, type) && writable(info->word))
            out_text(&out, "%s%s", shown++ ? ", " : "", info->word);
    }
    return text;
}

static int any_word(Str word)
{
    for (int i = 0; i < VOCABULARY_COUNT; i++)
        if (writable(vocabulary(i)->word) && str_is_nocase(word, vocabulary(i)->word))
            return i;
    return -1;
}

static bool fail_unclosed(Reader *r, Token at)
{
    if (!r->depth)
        return error_at(r->err, r->src->file, at.line, at.col, "the text ends here; expected \"(\"");
    Token open = r->open[r->depth - 1];
    return error_at(r->err, r->src->file, at.line, at.col, "the \"(\" of line %d, column %d is not closed; expected \")\"",
                    open.line, open.col);
}

static bool fail_string(Reader *r, Token at)
{
    return error_at(r->err, r->src->file, at.line, at.col, "a string without its second \"; expected it on the same line");
}

static bool fail_word(Reader *r, Token at, int type)
{
    if (r->depth && str_is(at.text, "end"))     /* no word of the language: the card ended inside a parenthesis */
        return fail_unclosed(r, at);
    char few[160];
    const char *noun = type_noun(type), *file = r->src->file;
    int other = any_word(at.text), value;
    if (other >= 0)
        return error_at(r->err, file, at.line, at.col, "\"%.40s\" is %s; expected %s, such as %s", vocabulary(other)->word,
                        type_noun(vocabulary(other)->result), noun, some_words(type, few, sizeof few));
    if (str_int(at.text, &value) || at.text.at[0] == '$')
        return error_at(r->err, file, at.line, at.col, "expected %s, such as %s; found \"%.*s\"", noun,
                        some_words(type, few, sizeof few), STR(str_shown(at.text)));
    const char *near = nearest_word(at.text, type);
    return error_at(r->err, file, at.line, at.col, "unknown %s \"%.*s\"; %s%s%sexpected one such as %s", without_article(noun),
                    STR(str_shown(at.text)), near ? "nearest: " : "", near ? near : "",
                    near ? "; " : "", some_words(type, few, sizeof few));
}

static bool fail_full(Reader *r, Token at)
{
    return error_at(r->err, r->src->file, at.line, at.col, "too many effects in all; the cards together may have %d nodes",
                    MAX_NODES);
}

/* Nodes. */

NodeId node_make(Catalogue *cat, NodeOp op, const NodeId *part, int count)
{
    if (cat->node_count > MAX_NODES || cat->arg_count + count > MAX_NODES)
        return 0;
    NodeId id = catalogue_node(cat);
    cat->node[id] = (Node){ .op = (uint16_t)op, .argc = (uint8_t)count, .arg = catalogue_args(cat, part, count) };
    return id;
}

NodeId node_literal(Catalogue *cat, int value)
{
    NodeId id = node_make(cat, NODE_LITERAL, NULL, 0);
    if (id)
        cat->node[id].value = (int16_t)value;
    return id;
}

bool node_word_exists(Str word, char result)
{
    for (int i = 0; i < NODE_OP_COUNT; i++)
        if (node_info[i].result == result && writable(node_info[i].word) && str_is_nocase(word, node_info[i].word))
            return true;
    return false;
}

/* The node or event of a word where `type` is expected: an index into the vocabulary, -1 if none fits. */
static int word_find(Catalogue *cat, Str word, int type)
{
    if (!cat->word_at.count)
        for (int i = 0; i < VOCABULARY_COUNT; i++)
            if (writable(vocabulary(i)->word))
                index_add(&cat->word_at, &cat->arena, hash_nocase(str_of(vocabulary(i)->word)), i);
    for (int looked = 0, i; (i = index_find(&cat->word_at, hash_nocase(word), &looked)) >= 0;) {
        const NodeInfo *info = vocabulary(i);
        if (fits(info->result, type) && str_is_nocase(word, info->word))
            return i;
    }
    return -1;
}

/* Literals. */

const char *skill_nearest(EditionId edition, Str name)
{
    const char *best = "Acquisition";
    int far = 100;
    SkillSet known = skills_of_edition(edition);
    for (int i = 0; i < SKILL_COUNT; i++) {
        if (!skill_in(known, i))
            continue;
        int d = str_distance(str_of(skill_name[i]), name, far);
        if (d < far)
            far = d, best = skill_name[i];
    }
    return best;
}

const char *icon_nearest(EditionId edition, Str name)
{
    const char *best = "Kli";
    int far = 100;
    for (int i = 0; i < ICON_COUNT; i++) {
        if (!icon_in_edition(i, edition))
            continue;
        int d = str_distance(str_of(icon_text[i]), name, far), whole = str_distance(str_of(icon_name[i]), name, far);
        d = whole < d ? whole : d;
        if (d < far)
            far = d, best = icon_text[i];
    }
    return best;
}

static bool name_fits(const char *file, Token t, Str name, Error *err)
{
    if (!str_trim(name).len)
        return error_at(err, file, t.line, t.col, "an empty name; expected at least one letter");
    if (name.len > MAX_NAME)
        return error_at(err, file, t.line, t.col, "a name of %d bytes; at most %d", (int)name.len, MAX_NAME);
    return true;
}

int title_intern(Catalogue *cat, const char *file, Token t, Error *err)
{
    Str name = token_text(cat, t);
    if (!name_fits(file, t, name, err))
        return 0;
    if (cat->persona_count >= INT16_MAX)
        return error_at(err, file, t.line, t.col, "too many titles; at most %d", INT16_MAX);
    return catalogue_persona(cat, name);
}

int trait_intern(Catalogue *cat, const char *file, Token t, TraitKind kind, Error *err)
{
    Str name = token_text(cat, t);
    if (!name_fits(file, t, name, err))
        return 0;
    int trait = catalogue_trait(cat, name, kind);
    if (!trait)
        error_at(err, file, t.line, t.col, "too many keywords, species and classes; at most %d", MAX_TRAITS - 1);
    return trait;
}

static int read_listed(Reader *r, int type, Token t)
{
    const char *word;
    for (int i = 1; (word = list_word(type, i)) == NULL || *word; i++)
        if (word && str_is_nocase(t.text, word))
            return i;
    char all[320];
    Out out = { all, sizeof all, 0 };
    for (int i = 1; (word = list_word(type, i)) == NULL || *word; i++)
        if (word)
            out_text(&out, "%s%s", out.len ? ", " : "", word);
    error_at(r->err, r->src->file, t.line, t.col, "\"%.*s\" is not %s; expected one of %s", STR(str_shown(t.text)),
             literal_info[type].noun, all);
    return -1;
}

static int var_find(const Reader *r, Str name)
{
    for (int i = 0; i < r->var_count; i++)
        if (str_eq(r->var[i], name))
            return i;
    return -1;
}

static int read_var(Reader *r, Token t)
{
    const char *file = r->src->file;
    if (t.kind != TOKEN_WORD || t.text.len < 2 || t.text.at[0] != '$') {
        error_at(r->err, file, t.line, t.col, "expected a name to bind, such as $it; found \"%.*s\"", STR(str_shown(t.text)));
        return -1;
    }
    int at = var_find(r, t.text);
    if (at >= 0)
        return at;
    if (r->var_count == MAX_VARS) {
        error_at(r->err, file, t.line, t.col, "\"%.*s\" is one name too many; an ability binds at most %d",
                 STR(str_shown(t.text)), MAX_VARS);
        return -1;
    }
    r->var[r->var_count] = t.text;
    r->bound[r->var_count] = false;
    return r->var_count++;
}

static int read_number(Reader *r, Token t)
{
    int value;
    if (t.kind == TOKEN_WORD && str_int(t.text, &value) && value >= -MOST_NUMBER && value <= MOST_NUMBER)
        return value;
    error_at(r->err, r->src->file, t.line, t.col, "expected a whole number of at most %d; found \"%.*s\"", MOST_NUMBER,
             STR(str_shown(t.text)));
    return INT16_MIN;
}

/* The value of a literal, INT16_MIN with an error if it is none. */
static int literal_value(Reader *r, int type, Token t)
{
    const char *file = r->src->file;
    int value = -1;
    switch (type) {
    case LIT_NUM:
        return read_number(r, t);
    case LIT_SKILL:
        value = skill_find(r->src->edition, t.text);
        if (value < 0)
            error_at(r->err, file, t.line, t.col,
                     "unknown skill \"%.*s\"; nearest: %s", STR(str_shown(t.text)), skill_nearest(r->src->edition, t.text));
        break;
    case LIT_ICON:
        value = icon_find(r->src->edition, t.text);
        if (value < 0)
            error_at(r->err, file, t.line, t.col,
                     "unknown icon \"%.*s\"; nearest: %s", STR(str_shown(t.text)), icon_nearest(r->src->edition, t.text));
        break;
    case LIT_TRAIT:
        value = trait_intern(r->cat, file, t, OF_KEYWORD, r->err);
        return value ? value : INT16_MIN;
    case LIT_TITLE:
        value = title_intern(r->cat, file, t, r->err);
        return value ? value : INT16_MIN;
    case LIT_VAR:
        value = read_var(r, t);
        break;
    default:
        value = read_listed(r, type, t);
    }
    return value >= 0 ? value : INT16_MIN;
}

static NodeId read_literal(Reader *r, int type)
{
    Token t = token_next(r->src);
    if (t.kind == TOKEN_END)
        return fail_unclosed(r, t);
    if (t.kind == TOKEN_UNCLOSED)
        return fail_string(r, t);
    if (t.kind != TOKEN_WORD && t.kind != TOKEN_STRING)
        return error_at(r->err, r->src->file, t.line, t.col, "expected %s; found \"%c\"", literal_info[type].noun,
                        t.text.at[0]);
    int value = literal_value(r, type, t);
    if (value == INT16_MIN)
        return 0;
    NodeId id = node_literal(r->cat, value);
    return id ? id : fail_full(r, t);
}

/* Rules of place that signatures cannot say. */

/* Some effects have a meaning only in one kind of ability, or in another besides; what may be done again and again cannot start anything over. */
static const struct { uint16_t op, ability, besides; } only_in[] = {
    { NODE_PREVENT, NODE_WHEN, NODE_DURING },   { NODE_EXCLUDE, NODE_WHEN, NODE_DURING },   { NODE_INSTEAD, NODE_WHEN, NODE_WHEN },
    { NODE_RESELECT, NODE_WHEN, NODE_WHEN },  { NODE_SELECT_BY_CHOICE, NODE_WHEN, NODE_WHEN }, { NODE_IGNORE_NEXT, NODE_PLAY_OPTION, NODE_PLAY_OPTION },
};

/* What is kept as a state of the card, or happens when a time is over, is applied to it; no continuous text gives it. */
static bool is_only_applied(int op)
{
    return op == NODE_MOD_DISABLED || op == NODE_MOD_STASIS || op == NODE_MOD_LATER || op == NODE_MOD_MARKED
        || op == NODE_MOD_REQ_NAMED || op == NODE_MOD_REQ_SWAP || op == NODE_MOD_LOSE_NAMED;        /* of the skill that is named then */
}

/* What is asked of continuous texts alone; nobody would notice that it was applied. */
static bool is_only_continuous(int op)
{
    return op == NODE_MOD_NO_PLAYS || op == NODE_MOD_MOVE_BETWEEN || op == NODE_MOD_MOVE_FROM || op == NODE_MOD_RANGE_TO || op == NODE_MOD_BRIDGE
        || op == NODE_MOD_STAFF_NEEDS || op == NODE_MOD_STAFF_LESS || op == NODE_MOD_RANDOMLY || op == NODE_MOD_NO_WAY || op == NODE_MOD_POOLS || op == NODE_MOD_CARRIED;
}

static bool place_in_ability_ok(Reader *r, int op, Token at)
{
    if (r->ability == NODE_STATIC && is_only_applied(op))
        return error_at(r->err, r->src->file, at.line, at.col, "\"%s\" may not stand in (static …); expected it in (apply …)", node_info[op].word);
    if (r->ability != NODE_STATIC && is_only_continuous(op))
        return error_at(r->err, r->src->file, at.line, at.col, "\"%s\" may not stand in (apply …); expected it in (static …)", node_info[op].word);
    for (size_t i = 0; i < countof(only_in); i++)
        if (only_in[i].op == op && only_in[i].ability != r->ability && only_in[i].besides != r->ability)
            return error_at(r->err, r->src->file, at.line, at.col, "\"%s\" may stand only inside (%s …)", node_info[op].word,
                            node_info[only_in[i].ability].word);
    return true;
}

static bool takes_else(int op)
{
    return op == NODE_IF || op == NODE_UNLESS || op == NODE_TRY || op == NODE_IF_DONE;
}

static bool takes_outcome(int op)
{
    return op == NODE_COMBAT || op == NODE_ENGAGEMENT;
}

static bool is_outcome(int op)
{
    return op == NODE_IF_WIN || op == NODE_OTHERWISE;
}

/* May an effect `op` follow the effect `before` (0: it is the first one) inside `parent`? */
static bool place_in_parent_ok(Reader *r, int parent, int before, int op, Token at)
{
    const char *file = r->src->file, *word = node_info[op].word;
    if (op == NODE_ELSE && !takes_else(parent))
        return error_at(r->err, file, at.line, at.col,
                        "\"else\" may stand only as the last part of if, unless, try or if-you-do");
    if (op == NODE_ELSE && !before)
        return error_at(r->err, file, at.line, at.col, "\"else\" needs an effect before it");
    if (before == NODE_ELSE)
        return error_at(r->err, file, at.line, at.col, "\"%s\" follows an else; the else must be the last part", word);
    if (is_outcome(op) && !takes_outcome(parent))
        return error_at(r->err, file, at.line, at.col, "\"%s\" may stand only in begin-combat or begin-engagement", word);
    if (takes_outcome(parent) && !is_outcome(op) && is_outcome(before))
        return error_at(r->err, file, at.line, at.col,
                        "\"%s\" comes too late; what happens as it begins stands before (if-you-win …)", word);
    if (is_outcome(op) && (before == op || before == NODE_OTHERWISE))
        return error_at(r->err, file, at.line, at.col,
                        "\"%s\" comes too late; expected one if-you-win, then one otherwise", word);
    return true;
}

static bool clause_ok(Reader *r, NodeId id, uint64_t *seen, Token at)
{
    int op = node_at(r->cat, id)->op;
    if (op == NODE_GUARD)                       /* several guards must all hold */
        return true;
    if (*seen >> (op - NODE_GUARD) & 1)
        return error_at(r->err, r->src->file, at.line, at.col, "a second \"%s\"; expected one at most", node_info[op].word);
    *seen |= (uint64_t)1 << (op - NODE_GUARD);
    int times = op == NODE_LIMIT ? node_value(r->cat, id, 0) : 1;
    if (times < 1 || times > UINT8_MAX)
        return error_at(r->err, r->src->file, at.line, at.col, "a limit of %d; expected 1 to %d", times, UINT8_MAX);
    return true;
}

/* Trees. */

typedef struct {
    int    op, value;
    Token  word;
    bool   bare;                                /* written without parentheses: it has no parts */
    NodeId kid[MAX_PARTS], clause[MAX_PARTS];
    int    kids, clauses;
    int    last_effect;                         /* op of the latest E part */
    int    naming;                              /* var + 1 that becomes usable after the part being read */
    uint64_t clauses_seen;
} Form;

static NodeId read_node(Reader *, int type);

static bool at_end_of(const Form *form, const Reader *r)
{
    if (form->bare)
        return true;
    TokenKind next = token_peek(*r->src).kind;
    return next == TOKEN_CLOSE || next == TOKEN_END;
}

static bool clause_follows(const Form *form, const Reader *r)
{
    if (form->bare)
        return false;
    Source ahead = *r->src;
    Token t = token_next(&ahead);
    if (t.kind == TOKEN_OPEN)
        t = token_next(&ahead);
    return t.kind == TOKEN_WORD && word_find(r->cat, t.text, 'G') >= 0;
}

static bool read_part(Reader *r, Form *form, int type)
{
    Token at = token_peek(*r->src);
    if (form->kids + form->clauses == MAX_PARTS)
        return error_at(r->err, r->src->file, at.line, at.col, "\"%.*s\" has too many parts; at most %d", STR(form->word.text),
                        MAX_PARTS);
    NodeId id = type < LIT_COUNT ? read_literal(r, type) : read_node(r, type);
    if (!id)
        return false;
    int op = node_at(r->cat, id)->op;
    if (type == 'G') {
        form->clause[form->clauses++] = id;
        return clause_ok(r, id, &form->clauses_seen, at);
    }
    form->kid[form->kids++] = id;
    if (form->naming)
        r->bound[form->naming - 1] = true;
    form->naming = type == LIT_VAR ? node_at(r->cat, id)->value + 1 : 0;
    if (form->op == NODE_COMPARE && node_at(r->cat, id)->value > ATTR_STRENGTH)
        return error_at(r->err, r->src->file, at.line, at.col, "combat compares integrity, cunning or strength");
    if (type != 'E')
        return true;
    int before = form->last_effect;
    form->last_effect = op;
    return place_in_parent_ok(r, form->op, before, op, at);
}

static const char *form_usage(const Form *form, const Part *part, int count, char *text, size_t size)
{
    const char *word = form->op == NODE_EVENT ? event_info[form->value].word : node_info[form->op].word;
    return usage(word, part, count, text, size);
}

static bool fail_missing(Reader *r, const Form *form, const Part *part, int count, int missing)
{
    char text[200];
    Token at = form->bare ? form->word : token_peek(*r->src);
    if (at.kind == TOKEN_END)
        return fail_unclosed(r, at);
    return error_at(r->err, r->src->file, at.line, at.col, "\"%.*s\" lacks %s; expected %s", STR(form->word.text),
                    type_noun(part[missing].type), form_usage(form, part, count, text, sizeof text));
}

static bool read_parts(Reader *r, Form *form)
{
    Part part[MAX_SIGNATURE];
    int count = node_parts(form->op, form->value, part);
    for (int i = 0; i < count; i++) {
        int type = part[i].type;
        char times = part[i].times;
        if ((times == '1' || times == '+') && at_end_of(form, r))
            return fail_missing(r, form, part, count, i);
        if (times == '?' && at_end_of(form, r)) {
            form->kid[form->kids++] = 0;
        } else if (times == '1' || times == '?') {
            if (!read_part(r, form, type))
                return false;
        } else {
            while (type == 'G' ? clause_follows(form, r) : !at_end_of(form, r))
                if (!read_part(r, form, type))
                    return false;
        }
    }
    if (form->bare)
        return true;
    Token close = token_next(r->src);
    if (close.kind == TOKEN_CLOSE)
        return true;
    if (close.kind == TOKEN_END || str_is(close.text, "end"))
        return fail_unclosed(r, close);
    char text[200];
    return error_at(r->err, r->src->file, close.line, close.col,
                    "\"%.*s\" has a part too many; expected %s", STR(form->word.text),
                    form_usage(form, part, count, text, sizeof text));
}

static NodeId form_node(Reader *r, Form *form)
{
    NodeId all[2 * MAX_PARTS];
    if (form->kids)
        memcpy(all, form->kid, (size_t)form->kids * sizeof *all);
    if (form->clauses)
        memcpy(all + form->kids, form->clause, (size_t)form->clauses * sizeof *all);
    NodeId id = node_make(r->cat, (NodeOp)form->op, all, form->kids + form->clauses);
    if (!id)
        return fail_full(r, form->word);
    r->cat->node[id].value = (int16_t)form->value;
    if (form->op == NODE_THAT || form->op == NODE_BEARER || form->op == NODE_CAUSE || form->op == NODE_PREVENT || form->op == NODE_INSTEAD)
        r->uses_that = true;
    return id;
}

/* Abilities. */

/* One node for what may be several; `op` joins them. */
static NodeId joined(Reader *r, NodeOp op, const NodeId *part, int count, Token at)
{
    if (count < 2)
        return count ? part[0] : 0;
    NodeId id = node_make(r->cat, op, part, count);
    return id ? id : fail_full(r, at);
}

static void ability_clause(const Catalogue *cat, Ability *a, NodeId clause)
{
    switch (node_at(cat, clause)->op) {
    case NODE_COST:
        a->cost = clause;
        break;
    case NODE_LIMIT:
        a->limit = (uint8_t)node_value(cat, clause, 0);
        a->limit_per = (uint8_t)node_value(cat, clause, 1);
        break;
    case NODE_TOGETHER:
        a->together = true;
        break;
    case NODE_MAY:
        a->optional = true;
        break;
    case NODE_TARGET:
        a->target = node_child(cat, clause, 0);
        a->targets = (uint8_t)(node_child(cat, clause, 1) ? node_value(cat, clause, 1) : 0);
        break;
    case NODE_ANY_NUMBER:
        a->plural = true;
        break;
    case NODE_ALSO:
        a->also = true;
        break;
    }
}

/* A text of texts. */
static bool holds_abilities(int op)
{
    return op == NODE_DAMAGE || op == NODE_REVERSED;
}

static bool record_ability(Reader *r, NodeId id, Token at)
{
    Catalogue *cat = r->cat;
    int op = node_at(cat, id)->op, filters = 0, guards = 0, count = node_at(cat, id)->argc;
    if (holds_abilities(op))                    /* its parts were recorded, each as an ability of its own */
        return true;
    if (cat->ability_count >= UINT16_MAX)
        return error_at(r->err, r->src->file, at.line, at.col, "too many abilities in all; at most %d", UINT16_MAX);
    NodeId filter[MAX_PARTS], guard[MAX_PARTS];
    int kind = op == NODE_RESOLVE && r->reversed ? NODE_REVERSED : op;
    Ability a = { .kind = (uint8_t)kind, .node = id, .body = id, .damage = r->damage, .reversed = r->reversed, .for_now = r->for_now, .at_times = r->damage || r->reversed || r->for_now, .uses_that = r->uses_that,
                  .optional = op == NODE_DURING };
    for (int i = 0; i < count; i++) {
        NodeId child = node_child(cat, id, i);
        int type = child_type(cat, id, i);
        if (type == 'V')
            a.pattern = child, a.event = (uint8_t)node_at(cat, child)->value;
        else if (type == 'F' && child)
            filter[filters++] = child;
        else if (type == 'E' || type == 'M')
            a.body_first = a.body_count ? a.body_first : (uint8_t)i, a.body_count++;
        else if (type == 'G' && node_at(cat, child)->op == NODE_GUARD)
            guard[guards++] = node_child(cat, child, 0);
        else if (type == 'G')
            ability_clause(cat, &a, child);
    }
    a.filter = joined(r, NODE_OR, filter, filters, at);
    a.guard = joined(r, NODE_BOTH, guard, guards, at);
    if (r->err->text[0])
        return false;
    *catalogue_ability(cat) = a;
    return true;
}

static bool names_bound(Reader *r, Token at)
{
    for (int i = 0; i < r->var_count; i++)
        if (!r->bound[i])
            return error_at(r->err, r->src->file, at.line, at.col, "\"%.*s\" is never bound; bind it with let, as or for-each",
                            STR(str_shown(r->var[i])));
    return true;
}

/* A text that another brings about for a time only responds, or changes cards. */
static bool may_come_later(Reader *r, const Form *form)
{
    return form->op == NODE_WHEN || form->op == NODE_DURING || form->op == NODE_STATIC
        || error_at(r->err, r->src->file, form->word.line, form->word.col, "\"%.*s\" inside for-now; expected when, while-may or static", STR(form->word.text));
}

/* A text that takes the place of others when its card is reversed says what the card does, not how it is played. */
static bool may_be_reversed(Reader *r, const Form *form)
{
    return form->op == NODE_RESOLVE || form->op == NODE_WHEN || form->op == NODE_DURING || form->op == NODE_STATIC || form->op == NODE_AS_SOON_AS
        || error_at(r->err, r->src->file, form->word.line, form->word.col, "\"%.*s\" inside reversed; expected resolve, when, while-may, static or as-soon-as", STR(form->word.text));
}

/* Reads the parts of an ability as a world of its own: its names, its use of `that`. */
static NodeId read_ability_form(Reader *r, Form *form)
{
    Reader around = *r;
    r->for_now = r->ability && !holds_abilities(r->ability);
    if ((r->for_now && !may_come_later(r, form)) || (r->ability == NODE_REVERSED && !may_be_reversed(r, form)))
        return 0;
    if (form->op == NODE_DAMAGE && r->damage)
        return error_at(r->err, r->src->file, form->word.line, form->word.col,
                        "\"damage\" inside damage; expected another ability");
    int outer = r->ability;
    r->ability = form->op;
    r->damage = r->damage || form->op == NODE_DAMAGE;
    r->reversed = r->reversed || form->op == NODE_REVERSED;
    r->var_count = 0;
    r->uses_that = false;
    NodeId id = read_parts(r, form) ? form_node(r, form) : 0;
    bool ok = id && names_bound(r, form->word) && record_ability(r, id, form->word);
    r->ability = outer;
    r->damage = around.damage;
    r->reversed = around.reversed;
    if (r->for_now) {                           /* back to the names of the ability around it */
        memcpy(r->var, around.var, sizeof r->var);
        memcpy(r->bound, around.bound, sizeof r->bound);
        r->var_count = around.var_count;
        r->uses_that = around.uses_that;
    }
    r->for_now = around.for_now;
    return ok ? id : 0;
}

static NodeId read_form(Reader *r, int type, Token word, bool bare)
{
    int at = word_find(r->cat, word.text, type);
    if (at < 0)
        return fail_word(r, word, type);
    Form form = { .op = at < NODE_OP_COUNT ? at : NODE_EVENT, .value = at < NODE_OP_COUNT ? 0 : at - NODE_OP_COUNT,
                  .word = word, .bare = bare };
    if (type == 'A')
        return read_ability_form(r, &form);
    if (!place_in_ability_ok(r, form.op, word))
        return 0;
    return read_parts(r, &form) ? form_node(r, &form) : 0;
}

static NodeId read_parenthesis(Reader *r, int type, Token open)
{
    if (r->depth == MAX_DEPTH)
        return error_at(r->err, r->src->file, open.line, open.col, "nested too deep; at most %d parentheses", MAX_DEPTH);
    r->open[r->depth++] = open;
    Token word = token_next(r->src);
    NodeId id = 0;
    if (word.kind == TOKEN_WORD)
        id = read_form(r, type, word, false);
    else if (word.kind == TOKEN_END)
        fail_unclosed(r, word);
    else
        error_at(r->err, r->src->file, word.line, word.col, "expected %s's word after \"(\"", type_noun(type));
    r->depth--;
    return id;
}

static NodeId wrapped_literal(Reader *r, NodeOp op, int value, Token at)
{
    NodeId literal = node_literal(r->cat, value);
    NodeId id = literal ? node_make(r->cat, op, &literal, 1) : 0;
    return id ? id : fail_full(r, at);
}

/* The quantity of a cost-reveal stands before the effects that bind its names: there a use may come first. */
static NodeId read_var_use(Reader *r, Token t)
{
    bool early = r->ability == NODE_COST_REVEAL;
    int at = early ? read_var(r, t) : var_find(r, t.text);
    if (at < 0 || (!early && !r->bound[at]))
        return error_at(r->err, r->src->file, t.line, t.col, "\"%.*s\" is not bound; bind it first with let, as or for-each",
                        STR(str_shown(t.text)));
    return wrapped_literal(r, NODE_VAR, at, t);
}

static NodeId read_node(Reader *r, int type)
{
    char few[160];
    int value;
    Token t = token_next(r->src);
    switch (t.kind) {
    case TOKEN_OPEN:
        return read_parenthesis(r, type, t);
    case TOKEN_WORD:
        if (type == 'Q' && str_int(t.text, &value))
            return read_number(r, t) == INT16_MIN ? 0 : wrapped_literal(r, NODE_NUMBER, value, t);
        if ((type == 'F' || type == 'S') && t.text.at[0] == '$')
            return read_var_use(r, t);
        return read_form(r, type, t, true);
    case TOKEN_END:
        return fail_unclosed(r, t);
    case TOKEN_UNCLOSED:
        return fail_string(r, t);
    case TOKEN_STRING:
    case TOKEN_CLOSE:
        break;
    }
    return error_at(r->err, r->src->file, t.line, t.col, "expected %s, such as %s; found %s", type_noun(type),
                    some_words(type, few, sizeof few), t.kind == TOKEN_STRING ? "a string" : "\")\"");
}

bool effect_read_ability(Catalogue *cat, Source *src, Error *err)
{
    Reader r = { .cat = cat, .src = src, .err = err };
    int abilities = cat->ability_count;
    if (read_node(&r, 'A'))
        return true;
    cat->ability_count = abilities;
    return false;
}

NodeId effect_read_requirement(Catalogue *cat, Source *src, Error *err)
{
    Reader r = { .cat = cat, .src = src, .err = err };
    return read_node(&r, 'R');
}
