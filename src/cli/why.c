/* Why not: what is refused now, a card with all about it, a rule by its number. */
#include "cli/screen.h"

enum { LONGEST_LIST = 20 };

static const char *const verb_words[SL_VERB_COUNT] = {
    [SL_PASS] = "pass", [SL_PLAY] = "play", [SL_DRAW] = "draw", [SL_END] = "end the segment", [SL_BEAM] = "beam from", [SL_MOVE] = "move",
    [SL_ATTEMPT] = "attempt", [SL_USE] = "use", [SL_CHOOSE] = "choose", [SL_DONE] = "be done", [SL_YES] = "yes", [SL_NO] = "no",
    [SL_MODE] = "do", [SL_NAME_SKILL] = "name a skill", [SL_NAME_LETTER] = "name a title", [SL_NAME_CARD] = "name",
    [SL_NUMBER] = "name a number", [SL_PICK_PLAYER] = "pick a player", [SL_LOOP] = "state the outcome of a loop",
    [SL_SEED] = "seed", [SL_TAKE_BACK] = "take back", [SL_REPORT] = "report", [SL_DOCK] = "dock", [SL_UNDOCK] = "undock",
    [SL_LAND] = "land", [SL_TAKE_OFF] = "take off", [SL_LOAD] = "load", [SL_LAUNCH] = "launch", [SL_CLOAK] = "cloak",
    [SL_DECLOAK] = "decloak", [SL_PHASE] = "phase", [SL_UNPHASE] = "unphase", [SL_WALK] = "walk",
    [SL_BATTLE] = "battle", [SL_RETURN_FIRE] = "return fire on", [SL_DEFEND] = "defend with", [SL_RESCUE] = "rescue", [SL_IMPRISON] = "imprison", [SL_ESCORT] = "escort", [SL_STUN] = "stun", [SL_WOUND] = "wound",
    [SL_REPLACE] = "replace", [SL_CHANGE] = "change", [SL_SCOUT] = "scout", [SL_PROBE] = "probe with", [SL_COMMANDEER] = "commandeer", [SL_INFILTRATE] = "infiltrate with",
    [SL_EXPOSE] = "expose", [SL_ACTIVATE] = "activate", [SL_NAME_ICON] = "name an affiliation", [SL_NAME_GENDER] = "name a gender", [SL_NAME_TRAIT] = "name a species",
};

/* A card that can be used somewhere is not refused for being of no use elsewhere. */
static bool offered_elsewhere(const Screen *s, const sl_refusal *refusal)
{
    for (int i = 0; i < sl_game_options(s->game); i++) {
        sl_option o = sl_game_option(s->game, i);
        if (o.verb == SL_PLAY && refusal->option.verb == SL_PLAY && o.card == refusal->option.card)
            return true;
    }
    return false;
}

/* Of a card that plays at its headquarters, what is wrong there is the reason. */
static bool has_better_reason(const Screen *s, const sl_refusal *all, int count, const sl_refusal *refusal)
{
    sl_card card;
    sl_facts facts;
    if (refusal->option.verb != SL_PLAY)
        return false;
    for (int i = 0; i < count; i++) {
        const sl_option *o = &all[i].option;
        if (o->verb == SL_PLAY && o->card == refusal->option.card && o->target != refusal->option.target
            && look(s, o->target, &card, &facts) && facts.kind && strcmp(facts.kind, "headquarters") == 0)
            return true;
    }
    return false;
}

/* Nobody asks about cards he does not know, why the opponent's missions cannot be attempted, or why there is no loop. */
static bool is_idle(const Screen *s, const sl_refusal *refusal)
{
    sl_card card;
    sl_facts facts;
    if (refusal->option.verb == SL_LOOP)
        return true;
    if (!refusal->option.card || !look(s, refusal->option.card, &card, &facts))
        return false;
    return !card.def || (refusal->option.verb == SL_ATTEMPT && (card.commander != s->viewer || !facts.requirement || !facts.requirement[0]));
}

static int refusals(const Screen *s, sl_refusal *out)
{
    sl_refusal all[MOST_CARDS];
    int count = sl_game_refusals(s->game, all, MOST_CARDS), kept = 0;
    for (int i = 0; i < count; i++)
        if (!offered_elsewhere(s, &all[i]) && !is_idle(s, &all[i]) && !has_better_reason(s, all, count, &all[i]))
            out[kept++] = all[i];
    return kept;
}

/* One line tells of all refusals of one verb for one reason. */
static bool same_group(const sl_refusal *a, const sl_refusal *b)
{
    return a->option.verb == b->option.verb && a->cite == b->cite && a->card == b->card;
}

/* Names the cards of a group, each once; of moves and beams the places as well, where one ship is meant. */
static void out_group(const Screen *s, const sl_refusal *refusal, int count, int first, Out *out)
{
    char name[NAME_SIZE], before[MOST_CARDS][NAME_SIZE];
    int names = 0;
    for (int i = first; i < count && names < MOST_CARDS; i++) {
        bool told = false;
        if (!same_group(&refusal[first], &refusal[i]) || !refusal[i].option.card)
            continue;
        name_of(s, refusal[i].option.card, name);
        for (int k = 0; k < names; k++)
            told |= strcmp(before[k], name) == 0;
        if (told)
            continue;
        out_text(out, "%s %s", names ? ";" : "", name);
        memcpy(before[names++], name, sizeof name);
    }
}

static void print_reason(const Screen *s, const sl_refusal *refusal, const char *what)
{
    char by[NAME_SIZE] = "";
    if (refusal->card)
        name_of(s, refusal->card, by);
    char reason[600] = "";
    sl_game_reason(s->game, refusal, reason, sizeof reason);
    say(s, 2, 6, "%s: %s%s%s %c[%s]%c", what, reason, by[0] ? ", by " : "", by, INK_DIM,
        sl_cite_id(refusal->cite), INK_PLAIN);
}

static bool is_first_of_group(const sl_refusal *refusal, int i)
{
    for (int k = 0; k < i; k++)
        if (same_group(&refusal[k], &refusal[i]))
            return false;
    return true;
}

void screen_refusals(const Screen *s)
{
    sl_refusal refusal[MOST_CARDS];
    int count = refusals(s, refusal), lines = 0;
    say(s, 0, 2, count ? "Not possible now:" : "Nothing is refused now.");
    for (int i = 0; i < count; i++) {
        char text[TEXT_SIZE] = "";
        Out out = { text, sizeof text, 0 };
        if (!is_first_of_group(refusal, i) || lines++ >= LONGEST_LIST)
            continue;
        out_text(&out, "%s", verb_words[refusal[i].option.verb]);
        out_group(s, refusal, count, i, &out);
        print_reason(s, &refusal[i], text);
    }
    int dropped = sl_game_refusals_dropped(s->game);
    if (dropped)
        say(s, 2, 6, "… and %d more that were not kept; ? TITLE asks about one card", dropped);
    else if (lines > LONGEST_LIST)
        say(s, 2, 6, "… and %d more; ? TITLE asks about one card", lines - LONGEST_LIST);
    else if (count)
        say(s, 2, 6, "%c? TITLE asks about one card, rules ID shows a rule%c", INK_DIM, INK_PLAIN);
}

/* ---- one card ---- */

static bool bears(const Screen *s, int id, int def)
{
    sl_card card;
    sl_facts facts;
    return look(s, id, &card, &facts) && card.def == def;
}

/* Where a card cannot be played, moved or beamed to for one reason, each place once. */
static void out_places(const Screen *s, const sl_refusal *refusal, int count, int first, int def, Out *out)
{
    char name[NAME_SIZE];
    const char *comma = " to";
    for (int i = first; i < count; i++) {
        bool told = !refusal[i].option.target || !same_group(&refusal[first], &refusal[i]) || !bears(s, refusal[i].option.card, def);
        for (int k = first; k < i; k++)
            told |= same_group(&refusal[k], &refusal[i]) && refusal[k].option.target == refusal[i].option.target;
        if (told)
            continue;
        out_text(out, "%s %s", comma, name_of(s, refusal[i].option.target, name));
        comma = ";";
    }
}

static bool is_first_of_card(const Screen *s, const sl_refusal *refusal, int i, int def)
{
    for (int k = 0; k < i; k++)
        if (same_group(&refusal[k], &refusal[i]) && bears(s, refusal[k].option.card, def))
            return false;
    return true;
}

static void print_refusals_of(const Screen *s, int def)
{
    sl_refusal refusal[MOST_CARDS];
    int count = refusals(s, refusal);
    for (int i = 0; i < count; i++) {
        char text[TEXT_SIZE] = "", name[NAME_SIZE];
        Out out = { text, sizeof text, 0 };
        if (!bears(s, refusal[i].option.card, def) || !is_first_of_card(s, refusal, i, def))
            continue;
        out_text(&out, "cannot %s %s", verb_words[refusal[i].option.verb], name_of(s, refusal[i].option.card, name));
        if (refusal[i].option.verb != SL_PLAY)
            out_places(s, refusal, count, i, def, &out);
        print_reason(s, &refusal[i], text);
    }
}

static void print_offers_of(const Screen *s, int def)
{
    for (int i = 0; i < sl_game_options(s->game); i++) {
        char text[600];
        if (!bears(s, sl_game_option(s->game, i).card, def) || sl_game_option(s->game, i).verb == SL_CHOOSE)
            continue;
        sl_game_describe(s->game, i, text, sizeof text);
        say(s, 2, 6, "option %c%d%c: %s", INK_GREEN, i + 1, INK_PLAIN, text[0] && text[1] == ' ' ? text + 2 : text);
    }
}

/* Where a number comes from, when it is not the printed one. */
static void print_parts(const Screen *s, int id, const char *label, sl_part_of what)
{
    char text[TEXT_SIZE] = "", name[NAME_SIZE];
    Out out = { text, sizeof text, 0 };
    sl_part part[64];
    int count = sl_game_parts(s->game, id, what, 0, part, (int)countof(part)), sum = 0;
    if (count < 2)
        return;
    for (int i = 0; i < count; i++) {
        sum += part[i].amount;
        out_text(&out, i ? " %+d %s" : "%d %s", part[i].amount, part[i].source == id ? "printed" : name_of(s, part[i].source, name));
        if (i && part[i].cite)
            out_text(&out, " %c[%s]%c", INK_DIM, sl_cite_id(part[i].cite), INK_PLAIN);
    }
    say(s, 2, 6, "%s %d = %s", label, sum, text);
}

static void print_values(const Screen *s, int id, const sl_card *card, const sl_facts *facts)
{
    bool ship = is_type(facts, "ship");
    if (card->in_play && (ship || is_type(facts, "personnel"))) {
        print_parts(s, id, ship ? "Range" : "Integrity", SL_PART_INTEGRITY);
        print_parts(s, id, ship ? "Weapons" : "Cunning", SL_PART_CUNNING);
        print_parts(s, id, ship ? "Shields" : "Strength", SL_PART_STRENGTH);
    }
    if (card->zone == SL_HAND)
        print_parts(s, id, "cost", SL_PART_COST);
}

void screen_def(const Screen *s, int def)
{
    facts_print(screen_library(s), def);
    for (int id = 1; id <= sl_game_cards(s->game); id++) {
        sl_card card;
        sl_facts facts;
        bool mine = look(s, id, &card, &facts) && card.def == def && card.commander == s->viewer;
        if (mine)
            print_values(s, id, &card, &facts);
    }
    if (sl_game_player(s->game) != s->viewer)
        return;
    print_offers_of(s, def);
    print_refusals_of(s, def);
}

/* ---- rules ---- */

static bool print_ruling(const Screen *s, const char *id)
{
    sl_ruling ruling;
    char from[11];
    int index = sl_ruling_find(screen_library(s), id);
    if (index < 0 || !sl_ruling_get(screen_library(s), index, &ruling))
        return false;
    date_text(ruling.from, from);
    say(s, 0, 2, "%c%s%c  %s, since %s", INK_BOLD, ruling.id, INK_PLAIN, ruling.topic, from);
    if (ruling.summary && ruling.summary[0])
        say(s, 2, 2, "%s", ruling.summary);
    if (ruling.text && ruling.text[0])
        say(s, 2, 2, "%s", ruling.text);
    return true;
}

/* Rules come before rulings in the numbering of reasons; a rule's number may stand for several of them. */
bool screen_rule(const Screen *s, const char *id)
{
    bool found = false;
    if (print_ruling(s, id))
        return true;
    for (int cite = 1; sl_ruling_find(screen_library(s), sl_cite_id(cite)) < 0; cite++)
        if (str_is_nocase(str_of(sl_cite_id(cite)), id)) {
            say(s, 0, 2, "%c%s%c  %s", INK_BOLD, sl_cite_id(cite), INK_PLAIN, sl_cite_text(cite));
            found = true;
        }
    return found;
}
