/* Signatures: what the parts of a node are, read from the lists.  The printer of trees is their first reader. */
#include "effect/read.h"

const LiteralInfo literal_info[LIT_COUNT] = {
    [LIT_NUM] = { "num", "a number" },           [LIT_SKILL] = { "skill", "a skill" },
    [LIT_ICON] = { "icon", "an icon" },          [LIT_TRAIT] = { "trait", "a trait" },
    [LIT_TITLE] = { "title", "a title" },        [LIT_TYPE] = { "type", "a card type" },
    [LIT_KIND] = { "kind", "a kind" },           [LIT_QUADRANT] = { "quadrant", "a quadrant" },
    [LIT_VAR] = { "var", "a $name" },            [LIT_ATTR] = { "attr", "an attribute" },
    [LIT_CMP] = { "cmp", "a comparison" },       [LIT_PERIOD] = { "period", "a period" },
    [LIT_UNTIL] = { "until", "a duration" },     [LIT_ACT] = { "act", "an act" },
    [LIT_PROP] = { "prop", "a property" },
};

static int literal_type(Str name)
{
    for (int i = 1; i < LIT_COUNT; i++)
        if (str_is(name, literal_info[i].name))
            return i;
    assert(!"a signature names an unknown literal");
    return 0;
}

static int signature_parts(const char *signature, Part *part)
{
    Str rest = str_of(signature);
    int count = 0;
    for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
        char last = word.at[word.len - 1];
        char times = last == '?' || last == '*' || last == '+' ? last : '1';
        word.len -= times != '1';
        assert(count < MAX_SIGNATURE);
        part[count++] = (Part){ word.len == 1 ? word.at[0] : literal_type(word), times };
    }
    return count;
}

/* Events write their signature in letters of their own: F and G are filters, S are skills; only the first part is a must. */
static int event_parts(const char *signature, Part *part)
{
    int count = signature_parts(signature, part);
    for (int i = 0; i < count; i++) {
        part[i].type = part[i].type == 'S' ? LIT_SKILL : part[i].type == 'G' ? 'F' : part[i].type;
        if (i > 0 && part[i].times == '1')
            part[i].times = '?';
    }
    return count;
}

int node_parts(int op, int value, Part *part)
{
    return op == NODE_EVENT ? event_parts(event_info[value].signature, part) : signature_parts(node_info[op].signature, part);
}

int child_type(const Catalogue *cat, NodeId id, int i)
{
    Part part[MAX_SIGNATURE];
    const Node *n = node_at(cat, id);
    if (node_info[node_at(cat, node_child(cat, id, i))->op].result == 'G')
        return 'G';
    int count = node_parts(n->op, n->value, part), at = 0;
    for (int k = 0; k < count; k++) {
        if (part[k].type == 'G')
            continue;
        if (at++ == i || part[k].times == '*' || part[k].times == '+')
            return part[k].type;
    }
    return 0;
}

/* The names of a closed list that is not in words.def. */
static const char *const *listed_names(int type, int *count)
{
    *count = type == LIT_TYPE ? TYPE_COUNT : type == LIT_KIND ? KIND_COUNT : QUADRANT_COUNT;
    return type == LIT_TYPE ? type_name : type == LIT_KIND ? kind_name : quadrant_name;
}

const char *list_word(int type, int i)
{
    if (type >= LIT_ATTR) {
        if (i >= WORD_COUNT)
            return "";
        return str_is_nocase(str_of(word_info[i].list), literal_info[type].name) ? word_info[i].word : NULL;
    }
    int count;
    const char *const *names = listed_names(type, &count);
    return i < count ? names[i] : "";
}

static bool needs_quotes(Str s)
{
    return word_length(s) != s.len || s.len == 0 || s.at[0] == '$';
}

static void print_name(const char *name, Out *out)
{
    if (!needs_quotes(str_of(name))) {
        out_text(out, "%s", name);
        return;
    }
    out_text(out, "\"");
    for (; *name; name++)
        out_text(out, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    out_text(out, "\"");
}

static void print_literal(const Catalogue *cat, int type, int value, Out *out)
{
    switch (type) {
    case LIT_NUM:   out_text(out, "%d", value); break;
    case LIT_SKILL: print_name(skill_name[value], out); break;
    case LIT_ICON:  print_name(icon_text[value], out); break;
    case LIT_TRAIT: print_name(cat->trait_name[value], out); break;
    case LIT_TITLE: print_name(cat->persona_name[value], out); break;
    case LIT_VAR:   out_text(out, "$%c", 'a' + value); break;
    default:        out_text(out, "%s", list_word(type, value)); break;
    }
}

static void print_child(const Catalogue *cat, NodeId id, int i, Out *out)
{
    NodeId child = node_child(cat, id, i);
    if (!child)
        return;
    out_text(out, " ");
    if (node_at(cat, child)->op == NODE_LITERAL)
        print_literal(cat, child_type(cat, id, i), node_at(cat, child)->value, out);
    else
        effect_print(cat, child, out);
}

static bool is_clause(const Catalogue *cat, NodeId id, int i)
{
    return node_info[node_at(cat, node_child(cat, id, i))->op].result == 'G';
}

/* The parts in the order they are written in: the clauses stand where the signature has them. */
static void print_parts(const Catalogue *cat, NodeId id, Out *out)
{
    Part part[MAX_SIGNATURE];
    const Node *n = node_at(cat, id);
    int count = node_parts(n->op, n->value, part), at = 0;
    for (int k = 0; k < count; k++) {
        if (part[k].type == 'G') {
            for (int i = 0; i < n->argc; i++)
                if (is_clause(cat, id, i))
                    print_child(cat, id, i, out);
        } else if (part[k].times == '*' || part[k].times == '+') {
            for (; at < n->argc && !is_clause(cat, id, at); at++)
                print_child(cat, id, at, out);
        } else {
            print_child(cat, id, at++, out);
        }
    }
}

void effect_print(const Catalogue *cat, NodeId id, Out *out)
{
    const Node *n = node_at(cat, id);
    if (n->op == NODE_NUMBER)
        print_literal(cat, LIT_NUM, node_value(cat, id, 0), out);
    else if (n->op == NODE_VAR)
        print_literal(cat, LIT_VAR, node_value(cat, id, 0), out);
    else if (n->argc == 0)
        out_text(out, "%s", node_info[n->op].word);
    else {
        out_text(out, "(%s", n->op == NODE_EVENT ? event_info[n->value].word : node_info[n->op].word);
        print_parts(cat, id, out);
        out_text(out, ")");
    }
}
