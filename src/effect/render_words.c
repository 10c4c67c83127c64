/* The small parts of English: numbers, articles, lists, players, requirements. */
#include "effect/render.h"

void put(Writer *w, const char *text)
{
    out_text(w->out, "%s", text);
}

bool go_down(Writer *w)
{
    if (w->depth >= MAX_DEPTH || w->out->len >= w->out->size) {
        put(w, "…");
        return false;
    }
    w->depth++;
    return true;
}

int kids(const Writer *w, NodeId id)
{
    return node_at(w->cat, id)->argc;
}

NodeId kid(const Writer *w, NodeId id, int i)
{
    return node_child(w->cat, id, i);
}

uint16_t op_of(const Writer *w, NodeId id)
{
    return node_at(w->cat, id)->op;
}

int value_of(const Writer *w, NodeId id, int i)
{
    return node_value(w->cat, id, i);
}

bool same_tree(const Writer *w, NodeId a, NodeId b, int depth)
{
    const Node *x = node_at(w->cat, a), *y = node_at(w->cat, b);
    if (depth > MAX_DEPTH || x->op != y->op || x->argc != y->argc || x->value != y->value)
        return false;
    for (int i = 0; i < x->argc; i++)
        if (!same_tree(w, kid(w, a, i), kid(w, b, i), depth + 1))
            return false;
    return true;
}

/* What is said of two events at once. */
static const struct { int one, other; const char *english; } twins[] = {
    { EVENT_COMBAT_BEGINS, EVENT_ENGAGEMENT_BEGINS, "combat or an engagement involving %1 begins" },
    { EVENT_COMBAT_WON, EVENT_ENGAGEMENT_WON, "%1 wins combat or an engagement[ involving %2]" },
    { EVENT_COMBAT_ENDS, EVENT_ENGAGEMENT_ENDS, "combat or an engagement involving %1 ends" },
    { EVENT_IN_COMBAT, EVENT_IN_ENGAGEMENT, "%1 is in combat or an engagement" },
    { EVENT_ABOUT_TO_STOP, EVENT_ABOUT_TO_KILL, "%1 is about to be stopped or killed[ by %2]" },
    { EVENT_ABOUT_TO_KILL, EVENT_ABOUT_TO_STOP, "%1 is about to be killed or stopped[ by %2]" },
    { EVENT_ABOUT_TO_KILL, EVENT_ABOUT_TO_BRIG, "%1 is about to be killed or placed in a brig[ by %2]" },
    { EVENT_ABOUT_TO_BRIG, EVENT_ABOUT_TO_KILL, "%1 is about to be placed in a brig or killed[ by %2]" },
};

const char *twin_english(int event, int other)
{
    for (size_t i = 0; i < countof(twins); i++)
        if (twins[i].one == event && twins[i].other == other)
            return twins[i].english;
    return NULL;
}

static bool are_twins(const Writer *w, const Node *x, const Node *y)
{
    if (x->op == NODE_COMBAT && y->op == NODE_ENGAGEMENT)
        return true;
    for (size_t i = 0; i < countof(twins) && x->op == NODE_EVENT && y->op == NODE_EVENT; i++)
        if (x->value == twins[i].one && y->value == twins[i].other)
            return idiom(w, event_info[x->value].english) == event_info[x->value].english;
    return false;
}

/* How often the trees differ in what is twinned; -1: in something else. */
static int differences(const Writer *w, NodeId a, NodeId b, int depth)
{
    const Node *x = node_at(w->cat, a), *y = node_at(w->cat, b);
    bool twin = are_twins(w, x, y);
    int count = twin;
    bool same = twin || (x->op == y->op && x->value == y->value);
    if (depth > MAX_DEPTH || !same)
        return -1;
    int i = 0;
    for (int k = 0; k < y->argc; k++) {
        if (op_of(w, kid(w, b, k)) == NODE_TOGETHER)
            continue;
        int more = i < x->argc ? differences(w, kid(w, a, i), kid(w, b, k), depth + 1) : -1;
        if (more < 0)
            return -1;
        count += more;
        i++;
    }
    return i == x->argc ? count : -1;
}

bool is_twin(const Writer *w, NodeId one, NodeId other)
{
    return differences(w, one, other, 0) == 1;
}

void put_number(Writer *w, int n)
{
    static const char *const word[] = { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" };
    if (n >= 0 && n < (int)countof(word))
        put(w, word[n]);
    else
        out_text(w->out, "%d", n);
}

/* By sound, as far as the words of the game need it: an Honor, a unique, a U.S.S., an [E]. */
static bool takes_an(const char *text)
{
    static const char *const like_consonant[] = { "uni", "Uni", "U.", "use", "one", "Eu" };
    if (*text == '[' || *text == '"')
        text++;
    if (!strncmp(text, "Honor", 5))
        return true;
    for (size_t i = 0; i < countof(like_consonant); i++)
        if (!strncmp(text, like_consonant[i], strlen(like_consonant[i])))
            return false;
    return *text && strchr("aeiouAEIOU", *text);
}

void put_article(Writer *w, size_t at)
{
    Out *out = w->out;
    if (out->len + 1 >= out->size || at + 2 >= out->len)
        return;
    out->at[out->len] = '\0';
    if (!takes_an(out->at + at + 2))
        return;
    memmove(out->at + at + 2, out->at + at + 1, out->len - at - 1);
    out->at[at + 1] = 'n';
    out->len++;
    out->at[out->len] = '\0';
}

void put_join(Writer *w, int i, int count, const char *word)
{
    if (i == 0)
        return;
    if (i < count - 1)
        put(w, ", ");
    else
        out_text(w->out, "%s %s ", count > 2 ? "," : "", word);
}

void put_word(Writer *w, int word)
{
    put(w, idiom(w, word_info[word].english));
}

static EditionId edition_of(const Writer *w)
{
    return w->def ? (EditionId)w->def->edition : w->edition ? w->edition : EDITION_SECOND;
}

/* The same thing has another name in another edition. */
static const struct { const char *usual, *here; } idioms[EDITION_COUNT][32] = {
    [EDITION_FIRST] = {
        { "Plays in your core.", "Plays on table." }, { "in your core", "on table" }, { "in %1 core, under that player's command", "on table, under %1 control" },
        { "%1 is being played[ at %2]", "%1 is announced" },
        { "combat involving %1 begins", "a personnel battle involving %1 begins" }, { "%1 is in combat", "%1 is in a personnel battle" },
        { "%1 wins combat[ involving %2]", "%1 wins a personnel battle[ involving %2]" }, { "combat involving %1 ends", "a personnel battle involving %1 ends" },
        { "an engagement involving %1 begins", "a ship battle involving %1 begins" }, { "%1 is in an engagement", "%1 is in a ship battle" },
        { "%1 wins an engagement[ involving %2]", "%1 wins a ship battle[ involving %2]" }, { "an engagement involving %1 ends", "a ship battle involving %1 ends" },
        { "combat or an engagement", "a battle" }, { "until the end of this combat or engagement", "until the end of this battle" },
        { "be involved in combat or engagements", "be involved in battles" }, { "exclude %1 from the combat", "exclude %1 from the battle" },
        { "spend counters", "use your normal card play" }, { "the ship ", "the card " }, { "core", "table" }, { "affected by ", "marked by " }, { "Integrity", "INTEGRITY" }, { "Cunning", "CUNNING" }, { "Strength", "STRENGTH" }, { "Range", "RANGE" }, { "Weapons", "WEAPONS" }, { "Shields", "SHIELDS" },
        { "%1 moves %2 to another location, using its Range", "%1 moves %2 to another location, using its RANGE" },
        { "restore all Range to %1", "restore all RANGE to %1" },
    },
};

const char *idiom(const Writer *w, const char *usual)
{
    EditionId edition = edition_of(w);
    for (int i = 0; i < (int)countof(idioms[edition]) && idioms[edition][i].usual; i++)
        if (strcmp(idioms[edition][i].usual, usual) == 0)
            return idioms[edition][i].here;
    return usual;
}

bool put_idiom(Writer *w, const char *usual)
{
    const char *here = idiom(w, usual);
    if (here != usual)
        put(w, here);
    return here != usual;
}

bool only_personnel_face(const Writer *w)
{
    static const bool only[EDITION_COUNT] = { [EDITION_SECOND] = true };
    return w->def && only[edition_of(w)];
}

/* Players of the First Edition know classifications in capitals, as skills, too (1E-13.1). */
const char *skill_word(const Writer *w, int skill)
{
    static const bool in_capitals[EDITION_COUNT] = { [EDITION_FIRST] = true };
    for (int i = 1; in_capitals[edition_of(w)] && i < CLASS_COUNT; i++)
        if (class_skill[i] == skill)
            return class_name[i];
    return skill_name[skill];
}

const char *ordinal_word(int n)
{
    static const char *const word[] = { "first", "second", "third", "fourth", "fifth" };
    return n >= 1 && n <= (int)countof(word) ? word[n - 1] : "last";
}

void put_skill(Writer *w, NodeId node, int child)
{
    NodeId level = kid(w, node, child + 1);
    int n = node_at(w->cat, level)->value;
    if (level && n > 1)
        out_text(w->out, "%d ", n);
    put(w, skill_word(w, value_of(w, node, child)));
}

bool is_actor(const Writer *w, NodeId player)
{
    uint16_t op = op_of(w, player);
    return w->you_is_actor ? op == NODE_YOU : op == w->actor;
}

/* Who acts, where that can be you: the opponent of that player is then not always you. */
static bool may_be_you(uint16_t actor)
{
    return actor == NODE_EACH_ONE || actor == NODE_ACTOR || actor == NODE_ACTIVE || actor == NODE_DRAWER || actor == NODE_OWNER || actor == NODE_OWNER_OF
        || actor == NODE_PLAYER_OF;
}

Number put_player(Writer *w, NodeId player)
{
    uint16_t op = op_of(w, player);
    if (op == NODE_YOU)
        put(w, w->you_is_actor ? "that player" : "you");
    else if (op == NODE_OPPONENT && w->you_is_actor) {             /* the opponent of who acts is the one who speaks */
        put(w, may_be_you(w->actor) ? "their opponent" : "you");
        return may_be_you(w->actor) ? ONE : MANY;
    } else if (is_actor(w, player))
        put(w, "that player");
    else if (op == NODE_OWNER_OF || op == NODE_PLAYER_OF) {
        put(w, op == NODE_OWNER_OF ? "the owner of " : "the commander of ");
        put_cards(w, kid(w, player, 0), A, 0);
    } else if (op == NODE_OPPONENT && w->opponent_chosen)
        put(w, "that opponent");
    else if (w->in_event && (op == NODE_EACH_ONE || op == NODE_EACH_OPPONENT))
        put(w, op == NODE_EACH_ONE ? "a player" : "an opponent");
    else
        put(w, node_info[op].english);
    return op == NODE_YOU && !w->you_is_actor ? MANY : ONE;
}

void put_possessive(Writer *w, NodeId player)
{
    uint16_t op = op_of(w, player);
    if (op == NODE_YOU && !w->you_is_actor)
        put(w, "your");
    else if (op == NODE_OPPONENT && w->you_is_actor)
        put(w, may_be_you(w->actor) ? "their opponent's" : "your");
    else if (is_actor(w, player))
        put(w, "their");
    else if (op == NODE_OWNER_OF || op == NODE_PLAYER_OF) {
        if (is_reference(w, kid(w, player, 0))) {                   /* "this ship's owner's" */
            put_cards(w, kid(w, player, 0), A, 0);
            put(w, op == NODE_OWNER_OF ? "'s owner" : "'s commander");
        } else {
            put_player(w, player);
        }
        put(w, "'s");
    } else if (op == NODE_ACTIVE)
        put(w, "the active player's");
    else if (op == NODE_OPPONENT && w->opponent_chosen)
        put(w, "that opponent's");
    else
        out_text(w->out, "%s's", node_info[op].english);
}

/* "Medical, Officer, and Security if this is a planet mission", "Honor, and that you command a ship". */
static void requirement_list(Writer *w, NodeId r, const char *word)
{
    int count = kids(w, r);
    bool or = op_of(w, r) == NODE_REQ_ANY;
    NodeId fact = !or && count > 1 && op_of(w, kid(w, r, 0)) == NODE_REQ_SO ? kid(w, kid(w, r, 0), 0) : 0;
    for (int i = fact ? 1 : 0; i < count; i++) {
        if (fact) {
            put_join(w, i - 1, count - 1, word);
            put_requirement(w, kid(w, r, i));
            continue;
        }
        if (!or && i > 0 && i == count - 1 && op_of(w, kid(w, r, i)) == NODE_REQ_SO) {
            put_join(w, i, count, word);
            put(w, "that ");
            put_condition(w, kid(w, kid(w, r, i), 0), false);
            continue;
        }
        NodeId item = kid(w, r, i);
        bool list = op_of(w, item) == NODE_REQ_ALL || op_of(w, item) == NODE_REQ_ANY;
        bool brackets = list && kids(w, item) > 1 && !(or && op_of(w, item) == NODE_REQ_ALL);
        if (or && i > 0)
            out_text(w->out, " %s ", word);     /* "or" binds last, so its alternatives take no commas (2E-12.10) */
        else
            put_join(w, i, count, word);
        put(w, brackets ? "(" : "");
        if (or && i > 0 && i == count - 1 && op_of(w, item) == NODE_REQ_SO)
            put_condition(w, kid(w, item, 0), false);        /* "unless you have Honor or you command no ship" */
        else
            put_requirement(w, item);
        put(w, brackets ? ")" : "");
    }
    if (fact) {
        put(w, " if ");
        put_condition(w, fact, false);
    }
}

/* "a Leadership personnel, a second personnel with Cunning>5, and a third Honor personnel" */
static void put_one_each(Writer *w, NodeId r)
{
    Out *out = w->out;
    bool counted = kids(w, r) < 4;
    for (int i = 0; i < kids(w, r); i++) {
        put_join(w, i, kids(w, r), "and");
        size_t at = out->len;
        char phrase[600];
        put_cards(w, kid(w, r, i), A, 0);
        bool article = out->len < out->size && (!strncmp(out->at + at, "a ", 2) || !strncmp(out->at + at, "an ", 3));
        counted &= article && out->len - at < sizeof phrase;
        if (!counted || i == 0)
            continue;
        strcpy(phrase, strchr(out->at + at, ' '));
        out->len = at;
        out_text(out, "a %s%s", ordinal_word(i + 1), phrase);
    }
    put(w, counted ? "" : " (each a different card)");
}

static void requirement(Writer *w, NodeId r)
{
    switch (op_of(w, r)) {
    case NODE_REQ_ALL: requirement_list(w, r, "and"); break;
    case NODE_REQ_ANY: requirement_list(w, r, "or"); break;
    case NODE_REQ_SKILL: put_skill(w, r, 0); break;
    case NODE_REQ_NAMED_TWO: put(w, "both named skills"); break;
    case NODE_REQ_NAMED: put(w, "the named skill"); break;
    case NODE_REQ_ATTR:
        put_word(w, value_of(w, r, 0));
        out_text(w->out, "%s%d", word_info[value_of(w, r, 1)].word, value_of(w, r, 2));
        break;
    case NODE_REQ_CARDS: put_cards(w, kid(w, r, 1), EXACTLY, kid(w, r, 0)); break;
    case NODE_REQ_DIFFERENT:
        put_number(w, value_of(w, r, 0));
        put(w, " different skills");
        break;
    case NODE_REQ_RANGE:
        out_text(w->out, "unused %s%s%d", idiom(w, "Range"), word_info[value_of(w, r, 0)].word, value_of(w, r, 1));
        break;
    case NODE_REQ_BEST:
        put(w, "a combined ");
        put_word(w, value_of(w, r, 1));
        out_text(w->out, "%s%d from up to ", word_info[value_of(w, r, 2)].word, value_of(w, r, 3));
        put_number(w, value_of(w, r, 0));
        put(w, " personnel");
        break;
    case NODE_REQ_SO:
        put(w, "(");
        put_condition(w, kid(w, r, 0), false);
        put(w, ")");
        break;
    case NODE_REQ_SKILLS_OF: 
        put(w, "the skills on ");
        put_cards(w, kid(w, r, 0), op_of(w, kid(w, r, 0)) == NODE_VAR ? ALL : A, 0);
        put(w, kids(w, r) > 1 ? " other than " : "");
        put_skill_list(w, r, 1);
        break;
    case NODE_REQ_NEEDED:
        put(w, "the skills needed to complete ");
        put_cards_as(w, kid(w, r, 0), A, 0, TYPE_MISSION);
        break;
    case NODE_REQ_ONE_EACH: put_one_each(w, r); break;
    case NODE_REQ_NONE: put_cards(w, kid(w, r, 0), NO, 0); break;
    default: put(w, "an unknown requirement"); break;
    }
}

void put_requirement(Writer *w, NodeId r)
{
    if (!go_down(w))
        return;
    w->required++;
    requirement(w, r);
    w->required--;
    w->depth--;
}
