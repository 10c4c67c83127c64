/* What is asked, and the answers to it, numbered. */
#include "cli/screen.h"

/* ---- the attempt that is going on ---- */

static void print_attempt(const Screen *s, const sl_attempt *a)
{
    char text[TEXT_SIZE] = "", name[NAME_SIZE];
    Out out = { text, sizeof text, 0 };
    out_text(&out, "%cAttempt by %c%c at %s: %d personnel left", INK_CYAN, 'A' + a->player, INK_PLAIN, name_of(s, a->mission, name),
             a->personnel);
    if (a->ship)
        out_text(&out, " aboard %s", name_of(s, a->ship, name));
    if (a->allowance >= 0)
        out_text(&out, ", dilemmas may still cost %d", a->allowance);
    if (a->stack)
        out_text(&out, ", %d to come", a->stack);
    say(s, 0, 4, "%s", text);
    if (a->facing) {
        out = (Out){ text, sizeof text, 0 };
        out_brief(s, a->facing, &out);
        say(s, 2, 6, "facing %s", text);
    }
}

/* ---- sets ---- */

bool is_set(const sl_decision *d)
{
    return d->eligible_count > 0 && d->chosen_count == 0;
}

int set_least(const sl_decision *d)
{
    return d->least;
}

int set_most(const sl_decision *d)
{
    int most = d->most ? d->most : 1;
    return most < d->eligible_count ? most : d->eligible_count;
}

static void out_how_many(const sl_decision *d, Out *out)
{
    int least = set_least(d), most = set_most(d);
    if (least == most)
        out_text(out, "choose %d of %d", least, d->eligible_count);
    else if (least == 0 && most == d->eligible_count)
        out_text(out, "choose any number of %d", most);
    else if (least == 0)
        out_text(out, "choose up to %d of %d", most, d->eligible_count);
    else
        out_text(out, "choose %d to %d of %d", least, most, d->eligible_count);
}

/* An entry of a list: its number, and the rest. */
static void say_entry(const Screen *s, int number, const char *text)
{
    say(s, 2, 11, "%c%4d%c  %s", INK_GREEN, number, INK_PLAIN, text);
}

static void print_set(const Screen *s, const sl_decision *d)
{
    for (int i = 0; i < d->eligible_count; i++) {
        char text[TEXT_SIZE] = "";
        Out out = { text, sizeof text, 0 };
        out_brief(s, sl_game_eligible(s->game, i), &out);
        say_entry(s, i + 1, text);
    }
}

/* ---- the question ---- */

/* "about-to-stop" is the name of a moment. */
static void out_moment(const char *about, Out *out)
{
    for (; *about; about++)
        out_text(out, "%c", *about == '-' ? ' ' : *about);
}

static void out_question(const Screen *s, const sl_decision *d, Out *out)
{
    char name[NAME_SIZE];
    const char *about = d->about && strcmp(d->about, "to select") != 0 ? d->about : "";     /* "choose 2" says it */
    if (strncmp(sl_game_segment(s->game), "seed", 4) == 0) {
        out_text(out, "Seed a card, or say that you are done with this phase.");
    } else if (d->kind == SL_DECIDE_PLAY && sl_game_edition(s->game) == SL_FIRST_EDITION) {
        out_text(out, "Report or play a card, or go on to your orders.");
    } else if (d->kind == SL_DECIDE_PLAY) {
        out_text(out, "Play cards or draw, until the counters are spent.");
    } else if (d->kind == SL_DECIDE_ORDERS) {
        out_text(out, "Your orders.");
    } else if (d->kind == SL_DECIDE_STACK) {
        out_text(out, "Your dilemmas for this attempt: ");
        out_how_many(d, out);
        out_text(out, ", in the order they are to be met; one that costs more than is left is overcome unfaced");
    } else if (d->kind == SL_DECIDE_RESPONSE || d->kind == SL_DECIDE_MANDATORY) {
        out_text(out, d->kind == SL_DECIDE_RESPONSE ? "You may respond: " : "Which comes first: ");
        out_moment(about, out);
        if (d->card)
            out_text(out, " (%s)", name_of(s, d->card, name));
    } else {
        out_text(out, "%s: ", d->card ? name_of(s, d->card, name) : "You");
        if (is_set(d))
            out_how_many(d, out);
        out_text(out, "%s%s", is_set(d) ? " " : "", about[0] ? about : is_set(d) ? "" : "choose");
    }
}

/* The text that asks, unless it was shown already or there is none. */
static void print_asking_text(const Screen *s, const sl_decision *d, int shown)
{
    sl_card card;
    sl_facts facts;
    bool asks = d->card && d->card != shown && d->kind != SL_DECIDE_STACK;
    if (asks && look(s, d->card, &card, &facts) && facts.text && facts.text[0])
        say(s, 2, 4, "%c%s: %s%c", INK_DIM, facts.name, facts.text, INK_PLAIN);
}

/* ---- options ---- */

static const char *const verb_heading[SL_VERB_COUNT] = {
    [SL_SEED] = "Seed", [SL_TAKE_BACK] = "Take back", [SL_REPORT] = "Report", [SL_DOCK] = "Dock", [SL_UNDOCK] = "Undock",
    [SL_LAND] = "Land", [SL_TAKE_OFF] = "Take off", [SL_LOAD] = "Load", [SL_LAUNCH] = "Launch", [SL_CLOAK] = "Cloak",
    [SL_DECLOAK] = "Decloak", [SL_PHASE] = "Phase", [SL_UNPHASE] = "Unphase", [SL_WALK] = "Walk",
    [SL_BATTLE] = "Battle", [SL_RETURN_FIRE] = "Return fire", [SL_DEFEND] = "Defend with", [SL_RESCUE] = "Rescue", [SL_IMPRISON] = "Imprison", [SL_ESCORT] = "Escort", [SL_STUN] = "Stun", [SL_WOUND] = "Wound mortally",
    [SL_REPLACE] = "Replace", [SL_CHANGE] = "Change", [SL_SCOUT] = "Scout", [SL_PROBE] = "Probe", [SL_COMMANDEER] = "Commandeer", [SL_INFILTRATE] = "Infiltrate",
    [SL_EXPOSE] = "Expose", [SL_ACTIVATE] = "Activate", [SL_NAME_ICON] = "An affiliation", [SL_NAME_GENDER] = "A gender", [SL_NAME_TRAIT] = "A species",
    [SL_PLAY] = "Play", [SL_MOVE] = "Move", [SL_BEAM] = "Beam", [SL_ATTEMPT] = "Attempt", [SL_USE] = "Use", [SL_CHOOSE] = "Choose",
    [SL_MODE] = "Which", [SL_NAME_SKILL] = "A skill", [SL_NAME_LETTER] = "The first letter of a title", [SL_NAME_CARD] = "A title",
    [SL_NUMBER] = "A number", [SL_PICK_PLAYER] = "A player",
};

/* Several options in a paragraph: their numbers stay with their words. */
typedef struct { const Screen *s; char text[TEXT_SIZE]; Out out; } Flow;

static Flow *flow_begin(Flow *flow, const Screen *s)
{
    flow->s = s;
    flow->text[0] = '\0';
    flow->out = (Out){ flow->text, sizeof flow->text, 0 };
    return flow;
}

static void flow_add(Flow *flow, int number, const char *words)
{
    if (flow->out.len > TEXT_SIZE - 2 * NAME_SIZE - 100) {     /* full: the paragraph goes on in another */
        say(flow->s, 5, 5, "%s", flow->text);
        flow_begin(flow, flow->s);
    }
    out_text(&flow->out, "%s%c%d%c%c", flow->out.len ? "   " : "", INK_GREEN, number, INK_PLAIN, TIE);
    out_tied(&flow->out, words);
}

static void flow_end(Flow *flow)
{
    if (flow->out.len)
        say(flow->s, 5, 5, "%s", flow->text);
}

static bool several_places(const Screen *s, int card)
{
    int places = 0;
    for (int i = 0; i < sl_game_options(s->game); i++) {
        sl_option o = sl_game_option(s->game, i);
        places += o.verb == SL_PLAY && o.card == card;
    }
    return places > 1;
}

static void print_plays(const Screen *s)
{
    Flow flow;
    flow_begin(&flow, s);
    for (int i = 0; i < sl_game_options(s->game); i++) {
        sl_option o = sl_game_option(s->game, i);
        char name[NAME_SIZE], place[NAME_SIZE], words[3 * NAME_SIZE];
        Out out = { words, sizeof words, 0 };
        if (o.verb != SL_PLAY)
            continue;
        out_text(&out, "%s", name_of(s, o.card, name));
        if (o.target && several_places(s, o.card))
            out_text(&out, " at %s", name_of(s, o.target, place));
        char described[600];
        sl_game_describe(s->game, i, described, sizeof described);
        const char *paying = o.number ? strstr(described, " paying ") : NULL;
        if (paying)                             /* one of several ways to pay */
            out_text(&out, " (%s)", paying + 1);
        else
            out_text(&out, " (%d)", sl_game_cost(s->game, s->viewer, o.card));
        flow_add(&flow, i + 1, words);
    }
    flow_end(&flow);
}

static bool is_first_move_of(const Screen *s, int option)
{
    sl_option o = sl_game_option(s->game, option);
    for (int i = 0; i < option; i++) {
        sl_option before = sl_game_option(s->game, i);
        if (before.verb == SL_MOVE && before.card == o.card)
            return false;
    }
    return o.verb == SL_MOVE;
}

/* What the crew could do at a mission of their player's. */
static void out_prospect(const Screen *s, int ship, int mission, Out *out)
{
    int crew[MOST_CARDS];
    sl_card card;
    sl_facts facts;
    int count = personnel_at(s, ship, crew, MOST_CARDS);
    if (!look(s, mission, &card, &facts) || card.commander != s->viewer || card.complete || !facts.requirement || !facts.requirement[0])
        return;
    out_text(out, ", ");
    out_progress(s, mission, crew, count, out);
}

static void print_moves_of(const Screen *s, int ship)
{
    Flow flow;
    char name[NAME_SIZE], words[NAME_SIZE + 60];
    sl_card card;
    sl_facts facts;
    flow_begin(&flow, s);
    if (!look(s, ship, &card, &facts))
        return;
    say(s, 3, 5, "%s, Range %d left, to", facts.name, sl_game_attribute(s->game, ship, 0) - card.range_used);
    for (int i = 0; i < sl_game_options(s->game); i++) {
        sl_option o = sl_game_option(s->game, i);
        if (o.verb != SL_MOVE || o.card != ship)
            continue;
        Out out = { words, sizeof words, 0 };
        out_text(&out, "%s (Range %d", name_of(s, o.target, name), sl_game_range_needed(s->game, ship, o.target));
        out_prospect(s, ship, o.target, &out);
        out_text(&out, ")");
        flow_add(&flow, i + 1, words);
    }
    flow_end(&flow);
}

static void print_moves(const Screen *s)
{
    for (int i = 0; i < sl_game_options(s->game); i++)
        if (is_first_move_of(s, i))
            print_moves_of(s, sl_game_option(s->game, i).card);
}

static int dilemmas_beneath(const Screen *s, int mission)
{
    int ids[MOST_CARDS], dilemmas = 0;
    int count = sl_game_on(s->game, mission, SL_BENEATH, ids, MOST_CARDS);
    for (int i = 0; i < count; i++) {
        sl_card card;
        sl_facts facts;
        dilemmas += look(s, ids[i], &card, &facts) && (card.def == 0 || is_type(&facts, "dilemma"));
    }
    return dilemmas;
}

static void out_attempt(const Screen *s, sl_option o, Out *out)
{
    char name[NAME_SIZE];
    int ids[MOST_CARDS];
    int count = personnel_at(s, o.target ? o.target : o.card, ids, MOST_CARDS);
    out_text(out, "%s", name_of(s, o.card, name));
    if (o.target)
        out_text(out, " with %s", name_of(s, o.target, name));
    if (o.number)
        out_text(out, " by the means of its text");
    int beneath = dilemmas_beneath(s, o.card);
    out_text(out, ": %d personnel, %d dilemma%s beneath", count, beneath, beneath == 1 ? "" : "s");
    if (!o.number) {
        out_text(out, ", ");
        out_progress(s, o.card, ids, count, out);
    }
}

static void out_beam(const Screen *s, sl_option o, Out *out)
{
    char from[NAME_SIZE], to[NAME_SIZE];
    int ids[MOST_CARDS];
    out_text(out, "from %s to %s (%d personnel)", name_of(s, o.card, from), name_of(s, o.target, to),
             personnel_at(s, o.card, ids, MOST_CARDS));
}

static void out_use(const Screen *s, sl_option o, Out *out)
{
    sl_card card;
    sl_facts facts;
    if (!look(s, o.card, &card, &facts))
        return;
    if (card.zone == SL_HAND)
        out_text(out, "play ");
    out_text(out, "%s", facts.name);
    if (facts.text && facts.text[0])
        out_text(out, ": %c%s%c", INK_DIM, facts.text, INK_PLAIN);
}

/* The words of one of several choices, from a text that has one such list: "choose one: …; or …; or …." */
static bool mode_words(const char *text, int number, Str *out)
{
    static const char list[] = "hoose one: ";
    const char *at = strstr(text, list);
    if (!at || strstr(at + 1, list))
        return false;
    at += strlen(list);
    for (; number > 0; number--) {
        const char *next = strstr(at, "; or ");
        if (!next)
            return false;
        at = next + strlen("; or ");
    }
    const char *end = strstr(at, "; or "), *stop = strstr(at, ". ");
    size_t len = end ? (size_t)(end - at) : stop ? (size_t)(stop - at) : strcspn(at, ".");
    *out = (Str){ at, len };
    return len > 0;
}

static void out_mode(const Screen *s, int number, Out *out)
{
    sl_decision d;
    sl_card card;
    sl_facts facts;
    Str words;
    sl_game_decision(s->game, &d);
    if (look(s, d.card, &card, &facts) && facts.text && mode_words(facts.text, number, &words))
        out_str(out, words);
    else
        out_text(out, "choice %d of its text", number + 1);
}

/* The rest: as the game describes it, without the player's letter. */
static void out_described(const Screen *s, int option, Out *out)
{
    char line[600];
    sl_game_describe(s->game, option, line, sizeof line);
    out_text(out, "%s", line[0] && line[1] == ' ' ? line + 2 : line);
}

static void out_option(const Screen *s, int option, Out *out)
{
    sl_option o = sl_game_option(s->game, option);
    const char *segment = sl_game_segment(s->game);
    switch (o.verb) {
    case SL_ATTEMPT: out_attempt(s, o, out); break;
    case SL_BEAM:    out_beam(s, o, out); break;
    case SL_USE:     out_use(s, o, out); break;
    case SL_MODE:    out_mode(s, o.number, out); break;
    case SL_CHOOSE:  out_brief(s, o.card, out); break;
    case SL_DRAW:    out_text(out, "draw a card, for a counter"); break;
    case SL_PASS:    out_text(out, "pass"); break;
    case SL_DONE:    out_text(out, "done"); break;
    case SL_YES:     out_text(out, "yes"); break;
    case SL_NO:      out_text(out, "no"); break;
    case SL_END:     out_text(out, "end the %s segment", segment); break;
    case SL_NAME_SKILL: out_text(out, "%s", sl_skill_name(o.number)); break;
    case SL_NAME_LETTER: out_text(out, "%c", o.number); break;
    case SL_NUMBER:  out_text(out, "%d", o.number); break;
    case SL_PICK_PLAYER: out_text(out, "%c", 'A' + o.number); break;
    default:         out_described(s, option, out); break;
    }
}

/* The words of an option, if it is one of that verb. */
static bool option_of(const Screen *s, int option, int verb, char text[TEXT_SIZE])
{
    Out out = { text, TEXT_SIZE, 0 };
    text[0] = '\0';
    if ((int)sl_game_option(s->game, option).verb != verb)
        return false;
    out_option(s, option, &out);
    return true;
}

static void print_options_of(const Screen *s, int verb)
{
    char text[TEXT_SIZE];
    for (int i = 0; i < sl_game_options(s->game); i++)
        if (option_of(s, i, verb, text))
            say_entry(s, i + 1, text);
}

static void print_flow_of(const Screen *s, int verb)
{
    Flow flow;
    char text[TEXT_SIZE];
    flow_begin(&flow, s);
    for (int i = 0; i < sl_game_options(s->game); i++)
        if (option_of(s, i, verb, text))
            flow_add(&flow, i + 1, text);
    flow_end(&flow);
}

static bool any_option_of(const Screen *s, int verb)
{
    for (int i = 0; i < sl_game_options(s->game); i++)
        if ((int)sl_game_option(s->game, i).verb == verb)
            return true;
    return false;
}

static void print_verb(const Screen *s, int verb)
{
    if (!any_option_of(s, verb))
        return;
    if (verb_heading[verb])
        say(s, 1, 1, "%s", verb_heading[verb]);
    switch (verb) {
    case SL_PLAY: print_plays(s); break;
    case SL_MOVE: print_moves(s); break;
    case SL_NAME_SKILL: case SL_NAME_ICON: case SL_NAME_GENDER: case SL_NAME_TRAIT: case SL_NAME_LETTER: case SL_NAME_CARD: case SL_NUMBER: case SL_PICK_PLAYER: print_flow_of(s, verb); break;
    default: print_options_of(s, verb); break;
    }
}

void screen_decision(const Screen *s)
{
    /* In the order of a turn; what ends or passes stands last, next to the prompt. */
    static const sl_verb order[] = {
        SL_SEED, SL_TAKE_BACK, SL_PLAY, SL_REPORT, SL_ATTEMPT, SL_MOVE, SL_DOCK, SL_UNDOCK, SL_LAND, SL_TAKE_OFF, SL_LOAD, SL_LAUNCH,
        SL_CLOAK, SL_DECLOAK, SL_PHASE, SL_UNPHASE, SL_BEAM, SL_WALK, SL_BATTLE, SL_RETURN_FIRE, SL_DEFEND, SL_RESCUE, SL_IMPRISON, SL_ESCORT, SL_STUN, SL_WOUND,
        SL_REPLACE, SL_CHANGE, SL_SCOUT, SL_PROBE, SL_COMMANDEER, SL_INFILTRATE, SL_EXPOSE, SL_ACTIVATE,
        SL_USE, SL_CHOOSE, SL_MODE, SL_NAME_SKILL, SL_NAME_ICON, SL_NAME_GENDER, SL_NAME_TRAIT, SL_NAME_LETTER, SL_NAME_CARD, SL_NUMBER,
        SL_PICK_PLAYER, SL_LOOP, SL_YES, SL_NO, SL_DRAW, SL_DONE, SL_PASS, SL_END,
    };
    static_assert(countof(order) == SL_VERB_COUNT, "every verb is shown");
    char question[TEXT_SIZE] = "";
    Out out = { question, sizeof question, 0 };
    sl_attempt attempt = { 0 };
    sl_decision d;
    sl_game_decision(s->game, &d);
    if (sl_game_attempt(s->game, &attempt))
        print_attempt(s, &attempt);
    out_question(s, &d, &out);
    say(s, 0, 2, "%c%s%c", INK_BOLD, question, INK_PLAIN);
    print_asking_text(s, &d, attempt.facing);
    if (is_set(&d))
        print_set(s, &d);
    else
        for (size_t i = 0; i < countof(order); i++)
            print_verb(s, order[i]);
}
