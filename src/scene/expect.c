/* Expectations: whether they hold now, and what was there instead. */
#include "scene/script.h"

enum { MAX_LISTED = 2048 };

static const char *const attribute_words[] = { "integrity", "cunning", "strength", "range", "weapons", "shields" };

/* The one card an expectation speaks about; 0 when there is none or no telling which. */
static int subject(const Run *run, const Value *v, Out *found)
{
    int id = value_card(run, run->game, v);
    if (id < 0)
        out_text(found, "several cards are '%.*s'; give the one you mean a name", STR(v->text));
    else if (id == 0)
        out_text(found, "there is no card '%.*s' in this game", STR(v->text));
    return id > 0 ? id : 0;
}

static bool number_is(const Step *s, int value, Out *found)
{
    out_text(found, "it is %d", value);
    return value == s->wanted;
}

/* ---- places ---- */

static bool in_list(const sl_game *game, int player, sl_zone zone, int id)
{
    int ids[MAX_LISTED];
    int count = sl_game_list(game, player, zone, ids, MAX_LISTED);
    for (int i = 0; i < count && i < MAX_LISTED; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* At a site of a Nor is who is aboard it. */
static bool is_at_site(const Run *run, const Step *s, sl_card card)
{
    return card.zone == SL_ABOARD && card_at(run->game, card.host).zone == SL_SITE && value_is(run, run->game, &s->target, card.host);
}

/* Rogue Borg are aboard the ship that they were played on, a captive that of its brig. */
static bool is_aboard(const Run *run, const sl_card *card)
{
    sl_facts facts;
    return card->zone == SL_ABOARD || card->zone == SL_HELD || (card->zone == SL_ON && sl_card_facts(run->library, card->def, &facts) && str_is(str_of(facts.type), "interrupt"));
}

/* What is at a site is aboard its station, and docked there. */
static bool is_host(const Run *run, const Step *s, int host)
{
    sl_card at = card_at(run->game, host);
    return value_is(run, run->game, &s->target, host) || (at.zone == SL_SITE && value_is(run, run->game, &s->target, at.host));
}

static bool card_is_there(const Run *run, const Step *s, int id)
{
    sl_card card = card_at(run->game, id);
    switch (s->expect) {
    case EXPECT_AT:      return value_is(run, run->game, &s->target, sl_game_mission_of(run->game, id)) || is_at_site(run, s, card);
    case EXPECT_PLANET:  return card.zone == SL_SURFACE && value_is(run, run->game, &s->target, card.host);
    case EXPECT_DOCKED:  return card.zone == SL_DOCKED && (s->target.kind == VALUE_NONE || is_host(run, s, card.host));
    case EXPECT_ABOARD:  return is_aboard(run, &card) && is_host(run, s, card.host);
    case EXPECT_ON:      return (card.zone == SL_ON || card.zone == SL_SITE || card.zone == SL_SHARED) && value_is(run, run->game, &s->target, card.host);
    case EXPECT_BENEATH: return card.zone == SL_BENEATH && value_is(run, run->game, &s->target, card.host);
    case EXPECT_HELD:    return card.zone == SL_HELD && value_is(run, run->game, &s->target, card.host);
    case EXPECT_IN:      return s->player == ANYONE || s->zone == SL_STACK ? card.zone == s->zone
                             : in_list(run->game, s->player, s->zone, id);
    default:             return false;
    }
}

/* A title holds for any card that bears it. */
static bool is_there(const Run *run, const Step *s, Out *found)
{
    int seen = 0;
    for (int id = 1; id <= sl_game_cards(run->game); id++) {
        if (!value_is(run, run->game, s->value, id))
            continue;
        if (card_is_there(run, s, id)) {
            out_text(found, "it is");
            return true;
        }
        char place[200];
        describe_place(run, run->game, id, place, sizeof place);
        out_text(found, "%s%s", seen++ ? ", " : "it is ", place);
    }
    if (!seen)
        out_text(found, "there is no card '%.*s' in this game", STR(s->value->text));
    return false;
}

static bool count_is(const Run *run, const Step *s, Out *found)
{
    int ids[MAX_LISTED];
    return number_is(s, sl_game_list(run->game, s->player, s->zone, ids, MAX_LISTED), found);
}

static bool count_beneath_is(const Run *run, const Step *s, Out *found)
{
    int ids[MAX_LISTED], mission = subject(run, s->value, found);
    return mission && number_is(s, sl_game_on(run->game, mission, SL_BENEATH, ids, MAX_LISTED), found);
}

static bool end_of_pile_is(const Run *run, const Step *s, Out *found)
{
    int ids[MAX_LISTED];
    int count = sl_game_list(run->game, s->player, s->zone, ids, MAX_LISTED);
    if (count == 0 || count > MAX_LISTED) {
        out_text(found, "it is empty");
        return false;
    }
    int id = s->expect == EXPECT_TOP ? ids[0] : ids[count - 1];
    out_text(found, "it is \"%s\"", card_title(run, run->game, id));
    return value_is(run, run->game, s->value, id);
}

static bool spaceline_is(const Run *run, const Step *s, Out *found)
{
    int ids[MAX_LISTED], count = sl_game_spaceline(run->game, s->which, ids, MAX_LISTED);
    bool same = count == s->count;
    for (int i = 0; i < count; i++) {
        out_text(found, "%s\"%s\"", i ? ", " : "it is ", card_title(run, run->game, ids[i]));
        same = same && value_is(run, run->game, &s->value[i], ids[i]);
    }
    return same;
}

/* ---- values and states ---- */

/* The sum over the crew or Away Team that a personnel is in; skill < 0: of an attribute. */
static int team_sum(const Run *run, int id, int which, int skill)
{
    return skill < 0 ? sl_game_team_total(run->game, id, which) : sl_game_team_skill(run->game, id, skill);
}

static bool value_is_number(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    if (!id)
        return false;
    int player = card_at(run->game, id).commander;
    return number_is(s, s->which == 0 ? sl_game_countdown(run->game, id) : s->which == 1 ? sl_game_span(run->game, player, id)
                        : sl_game_worth(run->game, player, id), found);
}

static bool attribute_is(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    sl_facts facts;
    if (id && s->team)
        return number_is(s, team_sum(run, id, s->which, -1), found);
    if (!id || !sl_card_facts(run->library, card_at(run->game, id).def, &facts))
        return false;
    bool armed = facts.type && str_is(str_of(facts.type), "dilemma") && run->script->edition == SL_FIRST_EDITION;          /* a self-controlled one fights like a ship */
    bool ship = facts.type && (str_is(str_of(facts.type), "ship") || str_is(str_of(facts.type), "facility") || armed), ship_word = s->which >= 3;
    if (ship != ship_word) {
        out_text(found, "a %s has no %s", facts.type ? facts.type : "card", attribute_words[s->which]);
        return false;
    }
    if (s->player != ANYONE && ship)
        return number_is(s, sl_game_ship_value(run->game, s->player, id, s->which % 3), found);
    return number_is(s, sl_game_attribute(run->game, id, s->which % 3), found);
}

static bool cost_is(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    return id && number_is(s, sl_game_cost(run->game, card_at(run->game, id).owner, id), found);
}

static bool hull_is(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    int value = s->expect == EXPECT_HULL ? sl_game_hull(run->game, id) : sl_game_defense(run->game, id);
    if (id && value < 0)
        out_text(found, "only ships and facilities have it, in the First Edition");
    return id && value >= 0 && number_is(s, value, found);
}

static bool has_skill(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    if (!id)
        return false;
    int level = s->team ? team_sum(run, id, 0, s->which) : sl_game_skill(run->game, id, s->which);
    out_text(found, "it has %d %s", level, sl_skill_name(s->which));
    return s->wanted < 0 ? level > 0 : level == s->wanted;
}

static bool has_icon(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    bool has = id && (s->player == ANYONE ? sl_game_has_icon(run->game, id, s->which) : sl_game_mission_has_icon(run->game, id, s->player, s->which));
    if (id)
        out_text(found, has ? "it has" : "it has not");
    return has;
}

static bool has_trait(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    char trait[120];
    snprintf(trait, sizeof trait, "%.*s", STR(s->word));
    bool has = id && sl_game_has_trait(run->game, id, trait);
    if (id)
        out_text(found, has ? "it is" : "it is not");
    return has;
}

/* How a dilemma left, or whether a personnel died: what the log said about it last. */
static bool log_says(const Run *run, int id, const char *what)
{
    static const char *const ends[] = { "NULLIFIED", "OVERCOMES", "CURED", "KILLED", "DESTROYED", "DISCARDS", "ENCOUNTERS" };
    for (long i = sl_game_events(run->game); i >= 1; i--) {
        sl_event event;
        if (!sl_game_event(run->game, SL_OPEN, i, &event) || event.card != id)
            continue;
        for (size_t k = 0; k < countof(ends); k++)
            if (strcmp(sl_event_name(event.kind), ends[k]) == 0)
                return strcmp(ends[k], what) == 0;
    }
    return false;
}

static bool is_state(const Run *run, const Step *s, Out *found)
{
    static const char *const outcomes[][2] = { { "nullified", "NULLIFIED" }, { "overcome", "OVERCOMES" }, { "cured", "CURED" } };
    static const char *const genders[] = { "male", "female", "neuter" };
    int id = subject(run, s->value, found);
    if (!id)
        return false;
    sl_card card = card_at(run->game, id);
    bool first = run->script->edition == SL_FIRST_EDITION;
    for (size_t i = 0; i < countof(outcomes); i++)
        if (str_is(s->word, outcomes[i][0]) && (first || i != 1)) {       /* what is overcome in the Second Edition lies beneath its mission */
            bool so = log_says(run, id, outcomes[i][1]);
            out_text(found, so ? "it is" : "it is not");
            return so;
        }
    if (str_is(s->word, "completed by")) {
        out_text(found, "it is completed by %c", sl_game_solver(run->game, id) < 0 ? '-' : 'A' + sl_game_solver(run->game, id));
        return sl_game_solver(run->game, id) == s->player;
    }
    if (str_is(s->word, "commanded by")) {
        out_text(found, "it is commanded by %c", card.commander < 0 ? '-' : 'A' + card.commander);
        return card.commander == s->player;
    }
    const struct { const char *word; bool holds; } states[] = {
        { "stopped", card.stopped }, { "unstopped", card.in_play && !card.stopped }, { "killed", first ? !card.in_play && log_says(run, id, "KILLED") : card.zone == SL_DISCARD },
        { "destroyed", first ? !card.in_play && log_says(run, id, "DESTROYED") : card.zone == SL_DISCARD }, { "damaged", card.damaged }, { "completed", card.complete },
        { "in play", card.in_play }, { "face up", !card.face_down }, { "face down", card.face_down },
    };
    char place[200];
    describe_place(run, run->game, id, place, sizeof place);
    out_text(found, "it is %s%s%s%s%s%s", place, card.stopped ? ", stopped" : "", card.damaged ? ", damaged" : "",
             card.complete ? ", completed" : "", card.in_play ? "" : ", not in play", card.face_down ? ", face down" : "");
    if (str_is(s->word, "staffed"))
        return sl_game_staffed(run->game, id);
    for (size_t i = 0; i < countof(states); i++)
        if (str_is(s->word, states[i].word))
            return states[i].holds;
    for (size_t i = 0; i < countof(genders); i++)
        if (first && str_is(s->word, genders[i]))
            return sl_game_has_trait(run->game, id, genders[i]);
    for (int i = 0; sl_derived_state_word(run->script->edition, i); i++)
        if (str_is(s->word, sl_derived_state_word(run->script->edition, i)))
            return sl_game_derived_state(run->game, id, i);
    for (int i = 0; i < sl_state_count(); i++)
        if (state_said(run->script, i, s->word))
            return card.states >> i & 1;
    return false;
}

static bool is_commanded_by(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    int commander = id ? card_at(run->game, id).commander : ANYONE;
    if (id)
        out_text(found, "%c commands it", commander < 0 ? '-' : 'A' + commander);
    return id && commander == s->player;
}

/* What two cards are to each other, by the rules of the day. */
static bool relation_holds(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found), other = id ? subject(run, &s->target, found) : 0;
    if (!id || !other)
        return false;
    sl_relation which = s->expect == EXPECT_COMMANDER ? SL_MATCHING_COMMANDER : s->expect == EXPECT_COMPATIBLE ? SL_COMPATIBLE : SL_PRESENT;
    bool holds = sl_game_related(run->game, which, id, other);
    out_text(found, holds ? "it is" : "it is not");
    return holds;
}

static bool is_known(const Run *run, const Step *s, Out *found)
{
    int id = subject(run, s->value, found);
    sl_card card = { 0 };
    bool known = id && sl_game_card(run->game, s->player, id, &card) && card.def != 0;
    if (id)
        out_text(found, known ? "it is known" : "it is not known");
    return known;
}

/* ---- decisions ---- */

/* Whether an option is the thing a value speaks of: a card in whatever way, or what `chooses` would take. */
static bool option_is(const Run *run, const Value *v, int option)
{
    int card = sl_game_option(run->game, option).card;
    return card ? value_is(run, run->game, v, card) : option_chosen_by(run, run->game, v, option);
}

static bool value_offered(const Run *run, const Value *v, int options)
{
    for (int i = 0; i < options; i++)
        if (option_is(run, v, i))
            return true;
    return false;
}

static bool same_card_before(const sl_game *game, int option)
{
    int card = sl_game_option(game, option).card;
    for (int i = 0; i < option && card; i++)
        if (sl_game_option(game, i).card == card)
            return true;
    return false;
}

/* Exactly these are offered, each card once; what ends or declines the choice does not count. */
static bool choices_are(const Run *run, const Step *s, Out *found)
{
    if (sl_game_player(run->game) != s->player) {
        out_text(found, "%c has no choice to make", 'A' + s->player);
        return false;
    }
    int offered = 0, options = sl_game_options(run->game);
    bool all = true;
    for (int i = 0; i < options; i++) {
        sl_option o = sl_game_option(run->game, i);
        if (o.verb == SL_DONE || o.verb == SL_PASS || same_card_before(run->game, i))
            continue;
        char text[200] = "";
        if (o.card)
            snprintf(text, sizeof text, "\"%s\"", card_title(run, run->game, o.card));
        else
            sl_game_describe(run->game, i, text, sizeof text);
        out_text(found, "%s%s", offered++ ? ", " : "offered are ", text);
    }
    for (int k = 0; k < s->count; k++)
        all = all && value_offered(run, &s->value[k], options);
    if (!offered)
        out_text(found, "nothing is offered");
    return all && offered == s->count;
}

static bool is_asked(const Run *run, const Step *s, Out *found)
{
    sl_decision d;
    int player = sl_game_player(run->game);
    if (player < 0) {
        out_text(found, "the game is over");
        return false;
    }
    sl_game_decision(run->game, &d);
    const char *about = d.about ? d.about : "";
    const char *card = d.card ? card_title(run, run->game, d.card) : "";
    out_text(found, "%c is asked '%s'%s%s", 'A' + player, about, card[0] ? " by " : "", card);
    return player == s->player && (has_words(about, s->word) || has_words(card, s->word));
}

/* ---- the game ---- */

static bool winner_is(const Run *run, const Step *s, Out *found)
{
    int winner = sl_game_winner(run->game);
    if (winner >= 0)
        out_text(found, "%c has won", 'A' + winner);
    else
        out_text(found, sl_game_player(run->game) < 0 ? "the game is drawn" : "nobody has won");
    return winner == s->player;
}

static bool battle_winner_is(const Run *run, const Step *s, Out *found)
{
    int winner = sl_game_battle_winner(run->game);
    if (winner >= 0)
        out_text(found, "%c has won it", 'A' + winner);
    else
        out_text(found, "nobody has won a battle");
    return winner == s->player;
}

static bool goes_on(const Run *run, Out *found)
{
    bool on = sl_game_player(run->game) >= 0;
    out_text(found, on ? "it goes on" : "the game is over");
    return on;
}

static bool is_drawn(const Run *run, Out *found)
{
    bool drawn = sl_game_player(run->game) < 0 && sl_game_winner(run->game) < 0;
    out_text(found, drawn ? "it is drawn" : "it is not drawn");
    return drawn;
}

static bool is_logged(const Run *run, const Step *s, Out *found)
{
    char text[SL_EVENT_TEXT] = "", last[SL_EVENT_TEXT] = "nothing";
    for (long i = 1; i <= sl_game_events(run->game); i++) {
        sl_event event;
        if (!sl_game_event(run->game, SL_OPEN, i, &event))
            continue;
        sl_game_event_text(run->game, SL_OPEN, i, text, sizeof text);
        if (has_words(text, s->word)) {
            out_text(found, "the log says: %s", text);
            return true;
        }
        snprintf(last, sizeof last, "%s", text);
    }
    out_text(found, "the log does not say it; its last line: %s", last);
    return false;
}

/* A rule was relied on, too, where another was that says the same. */
static bool is_cited_by_another(const Run *run, Str id)
{
    for (int cite = 1; sl_cite_id(cite)[0]; cite++)
        for (int n = 0; sl_cite_also(cite, n); n++)
            if (cites(id, sl_cite_also(cite, n)) && stands(run, sl_cite_also(cite, n)) && sl_game_cited(run->game, sl_cite_id(cite)))
                return true;
    return false;
}

static bool is_cited(const Run *run, const Step *s, Out *found)
{
    char id[80];
    snprintf(id, sizeof id, "%.*s", STR(s->word));
    bool cited = sl_game_cited(run->game, id) || (!s->no && is_cited_by_another(run, s->word));
    out_text(found, cited ? "it was cited" : "it was not cited");
    return cited;
}

static bool turn_is(const Run *run, const Step *s, Out *found)
{
    const char *segment = sl_game_segment(run->game);
    out_text(found, "it is %c's turn, segment %s", 'A' + sl_game_active(run->game), segment);
    return (sl_game_active(run->game) == s->player || sl_game_seeds_at_once(run->game)) && (s->word.len == 0 || str_is(s->word, segment));
}

/* ---- the decklist ---- */

sl_deck *decklist_of(const Run *run, sl_error *err)
{
    Str text = run->script->decklist;
    return sl_deck_read(run->library, run->script->edition, &(sl_file){ .name = run->file, .data = text.at, .size = text.len }, err);
}

/* Illegal for this reason: one of the problems has it, or the ruling that would give it is switched off. */
static bool decklist_is(const Run *run, const Step *s, Out *found)
{
    enum { MOST = 20 };
    sl_error err;
    sl_problem problem[MOST];
    sl_deck *deck = decklist_of(run, &err);
    if (!deck)
        return false;
    sl_setup setup = setup_of(run);
    int problems = sl_deck_check_for(run->library, deck, &setup, problem, MOST);
    sl_deck_free(deck);
    bool given = s->because.len == 0 || is_switched_off(run, s->because);
    for (int i = 0; i < problems && i < MOST; i++) {
        given = given || cites(s->because, sl_cite_id(problem[i].cite));
        for (int n = 0; sl_cite_also(problem[i].cite, n); n++)
            given = given || cites(s->because, sl_cite_also(problem[i].cite, n));
        out_text(found, "%s%s (%s)", i ? "; " : "", problem[i].text, sl_cite_id(problem[i].cite));
    }
    if (problems == 0)
        out_text(found, "it is legal");
    return str_is(s->word, "legal") ? problems == 0 : problems > 0 && given;
}

bool expectation_holds(const Run *run, const Step *s, Out *found)
{
    switch (s->expect) {
    case EXPECT_ATTRIBUTE:     return attribute_is(run, s, found);
    case EXPECT_HULL: case EXPECT_DEFENSE: return hull_is(run, s, found);
    case EXPECT_COST:          return cost_is(run, s, found);
    case EXPECT_SKILL:         return has_skill(run, s, found);
    case EXPECT_ICON:          return has_icon(run, s, found);
    case EXPECT_STATE:         return is_state(run, s, found);
    case EXPECT_TRAIT:         return has_trait(run, s, found);
    case EXPECT_AT: case EXPECT_PLANET: case EXPECT_ABOARD: case EXPECT_ON: case EXPECT_BENEATH: case EXPECT_DOCKED: case EXPECT_HELD:
    case EXPECT_IN:            return is_there(run, s, found);
    case EXPECT_COMMANDED:     return is_commanded_by(run, s, found);
    case EXPECT_COMMANDER: case EXPECT_COMPATIBLE: case EXPECT_PRESENT: return relation_holds(run, s, found);
    case EXPECT_KNOWN:         return is_known(run, s, found);
    case EXPECT_COUNT:         return count_is(run, s, found);
    case EXPECT_COUNT_BENEATH: return count_beneath_is(run, s, found);
    case EXPECT_TOP:
    case EXPECT_BOTTOM:        return end_of_pile_is(run, s, found);
    case EXPECT_BONUS:         return number_is(s, sl_game_bonus(run->game, s->player), found);
    case EXPECT_NUMBER:        return value_is_number(run, s, found);
    case EXPECT_POINTS:        return number_is(s, sl_game_points(run->game, s->player), found);
    case EXPECT_COUNTERS:      return number_is(s, sl_game_counters(run->game), found);
    case EXPECT_CHOICES:       return choices_are(run, s, found);
    case EXPECT_ASKED:         return is_asked(run, s, found);
    case EXPECT_WINNER:        return winner_is(run, s, found);
    case EXPECT_BATTLE_WINNER: return battle_winner_is(run, s, found);
    case EXPECT_GOES_ON:       return goes_on(run, found);
    case EXPECT_DRAW:          return is_drawn(run, found);
    case EXPECT_LOG:           return is_logged(run, s, found);
    case EXPECT_CITED:         return is_cited(run, s, found);
    case EXPECT_TURN:          return turn_is(run, s, found);
    case EXPECT_DECKLIST:      return decklist_is(run, s, found);
    case EXPECT_SPACELINE:     return spaceline_is(run, s, found);
    }
    return false;
}
