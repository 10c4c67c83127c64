/* Reading card texts: what a text is worth to who uses it, and what a requirement still lacks.  Words of the card language
 * are looked for as they are written; nothing here knows a card by its title. */
#include "players/greedy.h"

#include <stdlib.h>

/* ---- finding a text ---- */

void text_of_ability(const Table *t, int card, int ability, char out[TEXT_ROOM])
{
    char all[TEXT_ROOM];
    sl_card c;
    out[0] = '\0';
    if (!sl_game_card(t->game, t->me, card, &c) || c.def == 0)
        return;
    sl_card_effects(t->library, c.def, all, sizeof all);
    Str rest = str_of(all), line = { NULL, 0 };
    for (int i = 0; i <= ability; i++) {
        if (rest.len == 0)
            return;
        line = str_line(&rest);
    }
    snprintf(out, TEXT_ROOM, "%.*s", STR(line));
}

/* ---- what it is worth ---- */

/* worth of one; a number after the words multiplies it. */
typedef struct { const char *words; int worth; } Feature;

static const Feature features[] = {
    { " prevent)", 30 },            { " prevent ", 30 },            { " prevent-dilemma", 40 },
    { "(instead ", 12 },          { "(draw you ", 8 },
    { "(download you ", 14 },       { "(score you ", 4 },           { "(counters you ", 4 },      { "(unstop ", 15 },
    { "(extra-turn you", 60 },      { "(dilemma-draw ", 4 },        { " redraw-dilemmas", 4 },    { "(extra-counters ", 9 },
    { "(discard (choose you ", -7 },{ "(discard (random ", -7 },    { "(lose you ", -4 },         { "(kill (choose you ", -25 },
    { "(stop (choose you ", -9 },   { "(stop self)", -9 },          { "(kill self)", -25 },       { "(destroy self)", -2 },
    { "(discard-top you ", -2 },    { "(remove self)", -2 },        { "(begin-combat ", -60 },    { "(begin-engagement ", -60 },
    { "(draw each-opponent ", -6 }, { "(score each ", 1 },          { "(discard (choose you 1 (in-hand opponent", 15 },
    { "(in-hand opponent)", 7 },    { "(place $b hand", 9 },        { "(place (choose you 1 (in-discard you", 9 },
    { "(place (choose you 1 (and (in-discard you", 14 },
};

int text_worth(const char *text)
{
    int sum = 0;
    for (size_t i = 0; i < countof(features); i++)
        for (const char *at = text; (at = strstr(at, features[i].words)) != NULL;) {
            at += strlen(features[i].words);
            int n = at[-1] == ' ' ? atoi(at) : 1;
            sum += features[i].worth * (n > 0 ? n : 1);
        }
    return sum;
}

/* A limit, or a cost that uses something up. */
bool text_ends(const char *text)
{
    static const char *const ends[] = { "(limit ",        "(destroy self)", "(remove self)", "(place self",
                                        "(discard self)", "(stop self)",    "(kill self)" };
    for (size_t i = 0; i < countof(ends); i++)
        if (strstr(text, ends[i]))
            return true;
    return strncmp(text, "(when ", 6) == 0;
}

/* The part at which a list's n-th element begins; NULL when it has fewer. */
static const char *element(const char *list, int n)
{
    int depth = 0;
    bool inside = false;
    for (const char *at = list + 1; *at && depth >= 0; at++) {
        bool blank = *at == ' ' || *at == '\n';
        if (depth == 0 && !blank && !inside && *at != ')') {
            if (n-- == 0)
                return at;
            inside = true;
        }
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        inside = depth > 0 || (inside && !blank);
        if (depth == 0 && *at == ')')
            inside = false;
    }
    return NULL;
}

/* "(choose-one PLAYER effect effect …)". */
int mode_worth(const char *text, int mode)
{
    const char *list = strstr(text, "(choose-one ");
    const char *from = list ? element(list, mode + 2) : NULL, *to = from ? element(list, mode + 3) : NULL;
    char part[TEXT_ROOM];
    if (!from)
        return -mode;
    snprintf(part, sizeof part, "%.*s", to ? (int)(to - from) : (int)strlen(from), from);
    return text_worth(part);
}

/* ---- requirements ---- */

void sums_add(Sums *sums, const Table *t, int id)
{
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        sums->skill[k] += sl_game_skill(t->game, id, k);
    for (int k = 0; k < 3; k++)
        sums->attribute[k] += sl_game_attribute(t->game, id, k);
    sums->count++;
}

static bool starts(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && (text[n] == ' ' || text[n] == ')' || text[n] == '\0');
}

static int lacks_skill(const char *name, const Sums *have)
{
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        if (starts(name, sl_skill_name(k))) {
            int need = atoi(name + strlen(sl_skill_name(k)));
            need = need > 0 ? need : 1;
            return need > have->skill[k] ? need - have->skill[k] : 0;
        }
    return 1;
}

static int lacks_total(const char *at, const Sums *have)
{
    static const char *const names[] = { "integrity", "cunning", "strength" };
    for (int k = 0; k < 3; k++)
        if (starts(at, names[k])) {
            const char *more = strchr(at, '>');
            int short_of = more ? atoi(more + strcspn(more, "0123456789")) + (more[1] != '=') - have->attribute[k] : 0;
            return short_of > 0 ? (short_of + 5) / 6 : 0;
        }
    return 1;
}

static int different_skills(const Sums *have)
{
    int n = 0;
    for (int k = 0; k < MOST_SKILLS; k++)
        n += have->skill[k] > 0;
    return n;
}

/* Missing skill levels and sixths of missing attribute points, as sl_game_shortfall counts them. */
int text_lacks(const char *r, const Sums *have)
{
    bool all = starts(r, "(all");
    if (starts(r, "(skill"))
        return lacks_skill(r + 7, have);
    if (starts(r, "(total"))
        return lacks_total(r + 7, have);
    if (starts(r, "(different-skills")) {
        int more = atoi(r + 18) - different_skills(have);
        return more > 0 ? more : 0;
    }
    if (!all && !starts(r, "(any-one"))
        return 1;
    int sum = 0, least = 99;
    const char *part;
    for (int i = 1; (part = element(r, i)) != NULL; i++) {
        int lack = text_lacks(part, have);
        sum += lack;
        least = lack < least ? lack : least;
    }
    return all ? sum : least;
}

/* ---- dilemmas ---- */

/* How many cards a selection after a verb takes: "(random 3 …", "(choose you 1 …", all. */
static int taken(const char *at, int group)
{
    const char *random = strstr(at, "(random ");
    if (strncmp(at, "facing-group", 12) == 0 || strncmp(at, "(and facing-group", 17) == 0)
        return group;
    if (strncmp(at, "(random-all-but ", 16) == 0)
        return group > 2 ? group / 2 : 1;
    if (random && random - at < 12) {
        int n = atoi(random + 8);
        return n > 0 ? n : 1;
    }
    return 1;
}

static int harm(const char *text, const char *verb, int each, int group)
{
    int sum = 0;
    for (const char *at = text; (at = strstr(at, verb)) != NULL;) {
        at += strlen(verb);
        int n = taken(at, group);
        if (*at == '$') {                       /* a named selection: made just before */
            const char *random = strstr(text, "(random ");
            n = random && random < at ? atoi(random + 8) : 1;
        }
        sum += each * (n < group ? n : group);
    }
    return sum;
}

/* What it may do to a group of that size, of which only some are known. */
int dilemma_worth(const char *text, const Sums *known, int group)
{
    int sum = harm(text, "(kill ", 16, group) + harm(text, "(stop ", 8, group) + harm(text, "(place ", 8, group)
        + harm(text, "(brig ", 16, group);
    if (strstr(text, " return-to-pile"))
        sum += 3;
    const char *unless = strstr(text, "(unless (have ");
    if (unless && text_lacks(unless + 14, known) == 0)
        return 1;
    if (unless)
        sum = sum * (known->count * 2 > group ? 3 : 2) / 4;
    else if (strstr(text, "(try ") || strstr(text, "(else "))
        sum = sum * 3 / 5;
    return sum > 0 ? sum : 4;
}
