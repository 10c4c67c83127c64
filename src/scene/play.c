/* Playing script lines: answering the option that a line means, saying why there is none, and what answers itself. */
#include "scene/script.h"

enum { MAX_VALUES = 256 /* more than a line has tokens */, MAX_REFUSALS = 2048, SHOWN_OPTIONS = 12 };

/* Cards of a set are offered in the engine's own order, each after the one before. */
static bool is_set(const sl_decision *d)
{
    return d->kind == SL_DECIDE_SET || d->kind == SL_DECIDE_DISCARD;
}

static bool open_decision(const sl_game *game, int player, sl_decision *d)
{
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, d);
    return player == ANYONE || d->player == player;
}

/* A download, or a report by the text of a card. */
static bool is_by_text(const Run *run, const Step *s)
{
    return (s->act == ACT_DOWNLOAD || s->act == ACT_REPORT) && (s->means.kind || (s->act == ACT_DOWNLOAD && run->script->edition == SL_FIRST_EDITION));
}

static bool play_by_text(const Run *, sl_game *, const Step *, int begin, Out *why);

/* The option that begins a download: the text or the play of the card that is named by `with`; where none is named, the first by which the whole line
 * can be played. */
static int download_begins(const Run *run, const sl_game *game, const Step *s)
{
    for (int i = 0; is_by_text(run, s) && i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        if ((o.verb != SL_USE && o.verb != SL_PLAY) || (s->means.kind && !value_is(run, game, &s->means, o.card)))
            continue;
        if (s->means.kind)
            return i;
        sl_game *copy = sl_game_clone(game);
        bool whole = play_by_text(run, copy, s, i, &(Out){ NULL, 0, 0 });
        sl_game_free(copy);
        if (whole)
            return i;
    }
    return -1;
}

/* A text has the cards chosen that are beamed to where the line says: no other way was possible, and none was asked for. */
static bool way_is_chosen(const Run *run, const sl_game *game, const Step *s)
{
    sl_decision d;
    return moves_group(s) && open_decision(game, s->player, &d) && is_set(&d) && d.to && d.chosen_count == 0 && value_is(run, game, &s->target, d.to);
}

/* First Edition, 1998: the card of a download was taken, as the only one that could be, and it is asked whether it goes into play or to hand (1E-9.4). */
static bool is_to_go_somewhere(const Run *run, const sl_game *game, const Step *s)
{
    sl_decision d;
    return s->act == ACT_DOWNLOAD && open_decision(game, s->player, &d) && d.kind == SL_DECIDE_MODE && s->count && d.card > 0 && d.card == value_card(run, game, s->value);
}

/* A text that acts by itself, or has begun to ask what its reader chooses: whoever says that it is used has said nothing new. */
bool is_used_already(const Run *run, const sl_game *game, const Step *s)
{
    sl_decision d;
    if (s->act != ACT_USE || s->number || s->target.kind || run->script->edition == SL_FIRST_EDITION || !open_decision(game, s->player, &d) || d.chosen_count)
        return false;
    bool choosing = d.kind == SL_DECIDE_CARD || d.kind == SL_DECIDE_SET || d.kind == SL_DECIDE_MODE || d.kind == SL_DECIDE_NUMBER || d.kind == SL_DECIDE_SKILL
        || d.kind == SL_DECIDE_TITLE;
    return choosing && d.card && run->used != d.card && value_is(run, game, s->value, d.card);
}

bool step_fits(const Run *run, const sl_game *game, const Step *s)
{
    sl_decision d;
    if (!open_decision(game, s->player, &d))
        return false;
    if (is_used_already(run, game, s) || way_is_chosen(run, game, s) || is_to_go_somewhere(run, game, s))
        return true;
    int values = is_choosing(s) ? is_set(&d) ? s->count : 1 : 0;
    if (download_begins(run, game, s) >= 0)
        return true;
    for (int i = 0; i < d.options; i++) {
        if (!values && option_fits(run, game, &d, s, NULL, i))
            return true;
        for (int k = 0; k < values; k++)
            if (option_fits(run, game, &d, s, &s->value[k], i))
                return true;
    }
    return false;
}

/* ---- why not ---- */

bool has_words(const char *text, Str words)
{
    if (!text)
        return false;
    size_t len = strlen(text);
    for (size_t i = 0; i + words.len <= len; i++)
        if (str_eq_nocase((Str){ text + i, words.len }, words))
            return true;
    return false;
}

bool cites(Str demanded, const char *given)
{
    Str id = str_of(given);
    if (id.len <= demanded.len)
        return str_eq_nocase(id, demanded);
    return str_eq_nocase((Str){ id.at, demanded.len }, demanded) && id.at[demanded.len] == '.';
}

/* What a line names, as a question to the engine; card: one of its values. */
static sl_option question(const Run *run, const sl_game *game, const Step *s, int card)
{
    int target = s->target.kind == VALUE_NAME || s->target.kind == VALUE_TITLE ? value_card(run, game, &s->target) : 0;
    sl_option o = { .verb = verb_of(s->act), .card = card, .target = target > 0 ? target : 0 };
    if (s->act == ACT_ATTEMPT && s->means.kind == VALUE_NUMBER)
        o.number = s->means.number;
    if (s->act == ACT_USE && s->number)
        o.number = card > 0 ? text_counted(run, game, s, card) : s->number - 1;
    if (s->act == ACT_REPORT && s->means.kind && value_card(run, game, &s->means) > 0)
        o.number = -value_card(run, game, &s->means);       /* by the text of that card */
    if (s->act == ACT_CHANGE && s->affiliation >= 0)
        o.number = s->affiliation + 1;
    if (s->act == ACT_STACK)
        o.number = SL_TO_STACK;
    if (s->act == ACT_DOWNLOAD && s->number == 1)
        o.number = SL_TO_HAND;
    if (s->act == ACT_DISCARD)
        o.number = SL_TO_DISCARD;
    return o;
}

/* A ruling that stands beside a reason is one from its day on; a printed rule always. */
bool stands(const Run *run, const char *id)
{
    sl_ruling ruling;
    sl_setup setup = setup_of(run);
    int index = sl_ruling_find(run->library, id);
    return index < 0 || !sl_ruling_get(run->library, index, &ruling) || setup.date == 0 || (ruling.from <= setup.date && setup.date < ruling.until);
}

/* A ruling of which the whole entry stands beside a reason may be named by that part of it which is meant. */
static bool is_part_of(Str id, const char *entry)
{
    char part[80];
    snprintf(part, sizeof part, "%.*s", STR(id));
    return strchr(entry, '/') && cites(str_of(entry), part);
}

/* Whether the refusal gives this rule or ruling as its reason, or another statement of it. */
static bool is_told(const sl_refusal *refusal, Str id)
{
    bool told = cites(id, sl_cite_id(refusal->cite));
    for (int n = 0; !told && sl_cite_kin(refusal->cite, n); n++)
        told = cites(id, sl_cite_id(sl_cite_kin(refusal->cite, n)));
    return told;
}

/* Whether the refusal names this rule or ruling, or one that stands beside it; after `but not` only what is given as a reason counts, not what other
 * statements say of it. */
static bool is_reason(const Run *run, const sl_game *game, const Step *s, const sl_refusal *refusal, Str id)
{
    bool beside = id.at != s->but_not.at;
    char text[300] = "";
    sl_game_reason(game, refusal, text, sizeof text);
    if (beside && s->word.len && !has_words(text, s->word))
        return false;
    if (beside && s->by.kind && value_card(run, game, &s->by) != refusal->card)
        return false;
    if (is_told(refusal, id))
        return true;
    for (int n = 0; beside && sl_cite_also(refusal->cite, n); n++) {
        const char *also = sl_cite_also(refusal->cite, n);
        if ((cites(id, also) || is_part_of(id, also)) && stands(run, also))
            return true;
    }
    return beside && is_ruled_about(run, game, s, refusal, id);
}

static bool told_why(const Run *run, const sl_game *game, const Step *s, const sl_refusal *refusal, Str id, Out *reasons, int *last, int *shown)
{
    char text[300] = "";
    if (id.len && is_reason(run, game, s, refusal, id))
        return true;
    sl_game_reason(game, refusal, text, sizeof text);
    bool told = reasons->at && reasons->len && has_words(reasons->at, str_of(text));
    if (refusal->cite != *last && !told && (*shown)++ < 4)
        out_text(reasons, "%s%s (%s)", reasons->len ? "; " : "", sl_cite_id(refusal->cite), text);
    *last = refusal->cite;
    return false;
}

static bool is_eligible(const sl_game *game, int card)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    for (int i = 0; i < d.eligible_count; i++)
        if (sl_game_eligible(game, i) == card)
            return true;
    return false;
}

static bool asks_for_a_title(const sl_game *game)
{
    sl_decision d;
    return open_decision(game, ANYONE, &d) && d.kind == SL_DECIDE_TITLE;
}

/* Asks the engine about each card that the line names; where each of them could be chosen, about their number. */
static int ask_why(const Run *run, const sl_game *game, const Step *s, sl_refusal *refusal, int room)
{
    int count = 0;
    bool asked_about_one = false;
    if (s->act == ACT_RESPOND || s->act == ACT_CONCEDE || s->act == ACT_LOOP)
        return 0;
    for (int k = 0; k < (s->count ? s->count : 1); k++) {
        bool names = s->count && (s->value[k].kind == VALUE_NAME || s->value[k].kind == VALUE_TITLE);
        int card = names ? value_card(run, game, &s->value[k]) : 0;
        bool title = is_choosing(s) && asks_for_a_title(game), number = is_choosing(s) && s->count && s->value[k].kind == VALUE_NUMBER;
        if (title)
            card = 0;
        if (names && card <= 0 && !title)
            continue;
        if (is_choosing(s) && is_eligible(game, card)) {
            if (k + 1 < s->count || asked_about_one)
                continue;
            card = 0;
        }
        asked_about_one = true;
        sl_option asked = question(run, game, s, card);
        if (is_choosing(s) && s->count && s->value[k].kind == VALUE_SKILL)
            asked.verb = SL_NAME_SKILL, asked.number = s->value[k].number;
        else if (title || number)
            asked.verb = title ? SL_NAME_CARD : SL_NUMBER;
        for (int w = 0; w < (s->with_count ? s->with_count : 1); w++) {       /* of a force, each card that the line names */
            int with = s->with_count ? value_card(run, game, &s->with[w]) : 0;
            *(s->act == ACT_DEFEND ? &asked.card : &asked.target) = with > 0 ? with : asked.target;
            if (s->act == ACT_BATTLE && w > 0)
                asked.number = value_card(run, game, s->with) > 0 ? value_card(run, game, s->with) : 0;
            count += sl_game_why_not_open(game, s->player, asked, refusal + count, room - count);
        }
    }
    return count;
}

enum { MOST_TOLD = 64 };

static bool asked_why(const Run *run, const sl_game *game, const Step *s, Str id, Out *reasons)
{
    sl_refusal refusal[MOST_TOLD];
    int last = 0, shown = reasons->len ? 3 : 0, count = ask_why(run, game, s, refusal, MOST_TOLD);
    for (int i = 0; i < count; i++)
        if (told_why(run, game, s, &refusal[i], id, reasons, &last, &shown))
            return true;
    return false;
}

/* Whoever asks is told the reasons of the line, each of them, and no other. */
bool is_all_told(const Run *run, const sl_game *game, const Step *s, Out *told)
{
    sl_refusal refusal[MOST_TOLD];
    int count = ask_why(run, game, s, refusal, MOST_TOLD), given = 0;
    bool others = false;
    for (int n = -1; n < s->beside_count; n++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || is_told(&refusal[i], n < 0 ? s->because : s->beside[n]);
        given += found;
    }
    for (int i = 0; i < count; i++) {
        bool named = is_told(&refusal[i], s->because);
        for (int n = 0; n < s->beside_count; n++)
            named = named || is_told(&refusal[i], s->beside[n]);
        others = others || !named;
        out_text(told, "%s%s", i ? ", " : "", sl_cite_id(refusal[i].cite));
    }
    return !others && given == 1 + s->beside_count;
}

static bool is_of(const sl_game *game, int card, int player)
{
    return card > 0 && card_at(game, card).commander == player;
}

bool step_refused_by(const Run *run, const sl_game *game, const Step *s, Str id, Out *reasons)
{
    sl_refusal refusal[MAX_REFUSALS];
    bool anothers = s->player != ANYONE && s->player != sl_game_player(game) && s->player != sl_game_active(game);
    if (sl_game_player(game) < 0 || s->asked)
        return asked_why(run, game, s, id, reasons);
    int count = sl_game_refusals(game, refusal, MAX_REFUSALS), last = 0, shown = 0;
    for (int i = 0; i < count && i < MAX_REFUSALS; i++)      /* of those of windows that have closed, the ones of this player's cards */
        if ((!anothers || is_of(game, refusal[i].option.card, s->player)) && refuses(run, game, s, &refusal[i].option) && told_why(run, game, s, &refusal[i], id, reasons, &last, &shown))
            return true;
    return asked_why(run, game, s, id, reasons);
}

static const char *const decide_words[] = {
    [SL_DECIDE_PLAY] = "plays and draws", [SL_DECIDE_ORDERS] = "gives orders", [SL_DECIDE_RESPONSE] = "may respond",
    [SL_DECIDE_CARD] = "chooses a card", [SL_DECIDE_SET] = "chooses cards", [SL_DECIDE_STACK] = "builds the dilemma stack",
    [SL_DECIDE_DISCARD] = "discards", [SL_DECIDE_YES_NO] = "says yes or no", [SL_DECIDE_MODE] = "chooses one of several",
    [SL_DECIDE_SKILL] = "names a skill", [SL_DECIDE_TITLE] = "names a title", [SL_DECIDE_NUMBER] = "chooses a number",
    [SL_DECIDE_PLAYER] = "chooses a player", [SL_DECIDE_ORDERING] = "puts cards in order",
    [SL_DECIDE_MANDATORY] = "chooses what happens first", [SL_DECIDE_SEED] = "seeds",
    [SL_DECIDE_BATTLE] = "is in a battle",
};

void list_options(const sl_game *game, Out *why)
{
    sl_decision d;
    sl_game_decision(game, &d);
    out_text(why, "; %c %s", 'A' + d.player, decide_words[d.kind]);
    if (d.about && d.about[0])
        out_text(why, " (%s)", d.about);
    for (int i = 0; i < d.options && i < SHOWN_OPTIONS; i++) {
        char text[200] = "";
        char words[200] = "";
        sl_game_describe(game, i, text, sizeof text);
        sl_game_mode_words(game, i, words, sizeof words);
        out_text(why, "%s %s%s%s%s", i ? " |" : ":", text, words[0] ? " (" : "", words, words[0] ? ")" : "");
    }
    if (d.options > SHOWN_OPTIONS)
        out_text(why, " | and %d more", d.options - SHOWN_OPTIONS);
}

static bool not_offered(const Run *run, const sl_game *game, const Step *s, const Value *v, Out *why)
{
    char reason[700] = "";
    Out reasons = { reason, sizeof reason, 0 };
    if (v)
        out_text(why, "'%.*s' is not offered", STR(v->text));
    else
        out_text(why, "not offered");
    if (sl_game_player(game) < 0) {
        out_text(why, ": the game is over");
        return false;
    }
    step_refused_by(run, game, s, (Str){ NULL, 0 }, &reasons);
    if (reason[0])
        out_text(why, ", refused by %s", reason);
    list_options(game, why);
    return false;
}

/* ---- answering ---- */

static bool cards_alike(const sl_game *game, int a, int b)
{
    sl_card x = card_at(game, a), y = card_at(game, b);
    return x.def == y.def && x.owner == y.owner && x.commander == y.commander && x.zone == y.zone && x.host == y.host
        && x.stopped == y.stopped && x.face_down == y.face_down;
}

/* Two options that fit the same words may be taken for each other only when nothing tells them apart. */
static bool options_alike(const sl_game *game, const Step *s, sl_option a, sl_option b)
{
    if (s->act == ACT_PLAY || is_choosing(s))
        a.number = b.number = 0;
    if (s->act == ACT_BATTLE || s->act == ACT_RETURN_FIRE || s->act == ACT_DEFEND)
        return true;                            /* the same force, whichever of its ships is named first */
    bool declined = a.verb != b.verb && is_choosing(s);
    return declined || (a.verb == b.verb && a.number == b.number && a.target == b.target
                        && (a.card == b.card || cards_alike(game, a.card, b.card)));
}

/* How many counters answering this option takes, played out on a copy. */
static int counters_taken(const Run *run, const sl_game *game, int option)
{
    sl_game *copy = sl_game_clone(game);
    int before = sl_game_counters(copy);
    scene_answer(run, copy, option);
    for (int i = 0; i < 100 && sl_game_counters(copy) == before && answer_itself(run, copy); i++)
        ;
    int taken = before - sl_game_counters(copy);
    sl_game_free(copy);
    return taken;
}

static bool several_fit(const sl_game *game, int a, int b, Out *why)
{
    char one[200] = "", two[200] = "";
    sl_game_describe(game, a, one, sizeof one);
    sl_game_describe(game, b, two, sizeof two);
    out_text(why, "this fits several options, say which is meant: %s | %s", one, two);
    return false;
}

/* What can or cannot be done: of what such a line leaves out, one possibility is enough. */
static bool is_question(const Step *s)
{
    return s->kind == STEP_CAN || s->kind == STEP_CANNOT;
}

static bool choose_all(const Run *, sl_game *, const Step *, Out *why);

/* All whom the line names can go where this option leads; a line that names a place is asked about that one. */
static bool all_go_there(const Run *run, const sl_game *game, const Step *s, int option)
{
    if (!is_question(s) || !moves_group(s) || s->target.kind)
        return true;
    sl_game *copy = sl_game_clone(game);
    scene_answer(run, copy, option);
    bool all = choose_all(run, copy, s, &(Out){ NULL, 0, 0 });
    sl_game_free(copy);
    return all;
}

/* The option that the line, or one value of it, means.  -1 with the reason. */
static int pick(const Run *run, const sl_game *game, const Step *s, const Value *v, Out *why)
{
    sl_decision d;
    int found = -1, taken = 0;
    bool priced = s->paying >= 0 && !v, overpriced = false;
    if (!open_decision(game, s->player, &d))
        return not_offered(run, game, s, v, why), -1;
    for (int i = 0; i < d.options; i++) {
        if (!option_fits(run, game, &d, s, v, i) || (!v && !all_go_there(run, game, s, i)))
            continue;
        if (priced && (taken = counters_taken(run, game, i)) != s->paying) {
            overpriced = true;
            continue;
        }
        if (found >= 0 && !is_question(s) && !options_alike(game, s, sl_game_option(game, found), sl_game_option(game, i)))
            return several_fit(game, found, i, why), -1;
        if (found < 0)
            found = i;
    }
    if (found < 0 && overpriced)
        out_text(why, "it takes %d counters, not %d", taken, s->paying);
    else if (found < 0)
        not_offered(run, game, s, v, why);
    return found;
}

/* The value to answer with now: the first one, or in a set the one that is offered first. */
static int next_value(const Run *run, const sl_game *game, const Step *s, const bool *used)
{
    sl_decision d;
    int first = -1;
    for (int k = s->count - 1; k >= 0; k--)
        if (!used[k])
            first = k;
    if (!open_decision(game, s->player, &d) || !is_set(&d))
        return first;
    for (int i = 0; i < d.options; i++)
        for (int k = 0; k < s->count; k++)
            if (!used[k] && s->value[k].kind != VALUE_NOTHING && option_fits(run, game, &d, s, &s->value[k], i))
                return k;
    return first;
}

/* Goes on to the decision that the value answers; a single card may have gone by itself in between.  Of those who go somewhere nobody is taken along
 * whom the line does not name. */
static void come_to(const Run *run, sl_game *game, const Step *s, const Value *v)
{
    Step one = *s;
    sl_decision d;
    one.act = moves_group(s) ? ACT_CHOOSE : s->act;
    one.value = (Value *)v;
    one.count = 1;
    for (int i = 0; i < 1000 && !step_fits(run, game, &one); i++)
        if ((moves_group(s) && open_decision(game, s->player, &d) && is_set(&d)) || !answer_itself(run, game))
            return;
}

/* The engine does not ask where there is no choice: who was alone has beamed already. */
static int already_beamed(const Run *run, const sl_game *game, const Step *s, bool *used)
{
    int beamed = 0, place = moves_group(s) ? value_card(run, game, &s->target) : 0;
    for (int k = 0; k < s->count && place > 0; k++) {
        used[k] = lies_there(run, game, &s->value[k], place);
        beamed += used[k];
    }
    return beamed;
}

/* The only title with its letter is named by the letter. */
static bool is_named(const Run *run, const sl_game *game, int asker, const Value *v)
{
    sl_card card;
    return asker && sl_game_card(game, SL_OPEN, asker, &card) && card.named_def && title_names(run, card.named_def, v->text);
}

/* Where a card goes that was taken for a download is asked behind it: a line that says so has answered that. */
static void put_where_said(const Run *run, sl_game *game, const Step *s)
{
    Step place = *s;
    place.act = ACT_CHOOSE;
    sl_decision d;
    if (s->act != ACT_DOWNLOAD || !s->target.kind || !open_decision(game, s->player, &d) || is_set(&d))
        return;
    int option = pick(run, game, &place, &s->target, &(Out){ NULL, 0, 0 });
    if (option >= 0)
        scene_answer(run, game, option);
}

/* A set is chosen in ascending order.  Where all that comes after a card is needed, it goes without a question, and whoever names the
 * whole set names it, too: marks the values that mean it, and returns how many they are. */
static int named_rest(const Run *run, const sl_game *game, const Step *s, bool *used, int option)
{
    sl_decision d;
    int rest = 0, named = 0, card = sl_game_option(game, option).card;
    bool meant[MAX_VALUES] = { false };
    if (!open_decision(game, s->player, &d) || !is_set(&d) || sl_game_option(game, option).verb != SL_CHOOSE)
        return 0;
    for (int i = 0; i < d.eligible_count; i++) {
        int id = sl_game_eligible(game, i);
        rest += id > card;
        for (int k = 0; k < s->count && id > card && named < rest; k++)
            if (!used[k] && !meant[k] && value_is(run, game, &s->value[k], id)) {
                meant[k] = true;
                named++;
            }
    }
    if (rest != d.least - d.chosen_count - 1 || named != rest)
        return 0;
    for (int k = 0; k < s->count; k++)
        used[k] = used[k] || meant[k];
    return named;
}

/* Two cards, or texts that act by themselves, are left to be put in order: when one is named, the other is the last and is not asked for. */
static bool names_the_last_two(const Run *run, const sl_game *game, const Step *s, const bool *used)
{
    sl_decision d;
    int named = 0, offered = 0;
    if (!open_decision(game, s->player, &d) || (d.kind != SL_DECIDE_ORDERING && d.kind != SL_DECIDE_MANDATORY))
        return false;
    sl_verb verb = d.kind == SL_DECIDE_ORDERING ? SL_CHOOSE : SL_USE;
    for (int i = 0; i < d.options; i++) {
        sl_option o = sl_game_option(game, i);
        offered += o.verb == verb;
        for (int k = 0; k < s->count && o.verb == verb; k++)
            if (!used[k] && value_is(run, game, &s->value[k], o.card)) {
                named++;
                break;
            }
    }
    return offered == 2 && named == 2;
}

static bool choose_all(const Run *run, sl_game *game, const Step *s, Out *why)
{
    bool used[MAX_VALUES] = { false };
    assert(s->count <= MAX_VALUES);
    for (int left = s->count - already_beamed(run, game, s, used); left > 0;) {
        int k = next_value(run, game, s, used);
        size_t length = why->len;
        int option = pick(run, game, s, &s->value[k], why);
        if (option < 0) {
            come_to(run, game, s, &s->value[k]);
            Out quiet = { NULL, 0, 0 };
            option = pick(run, game, s, &s->value[k], &quiet);
            if (option < 0)
                return false;
            why->len = length;
        }
        bool letter = sl_game_option(game, option).verb == SL_NAME_LETTER;
        sl_decision asked;
        sl_game_decision(game, &asked);
        bool last_two = left == 2 && names_the_last_two(run, game, s, used);
        used[k] = true;
        left -= named_rest(run, game, s, used, option) + last_two;
        scene_answer(run, game, option);
        put_where_said(run, game, s);
        letter = letter && !is_named(run, game, asked.card, &s->value[k]);   /* the title itself is named next */
        used[k] = !letter;
        left -= !letter;
    }
    return true;
}

int option_with(const sl_game *game, sl_verb verb)
{
    for (int i = 0; i < sl_game_options(game); i++)
        if (sl_game_option(game, i).verb == verb)
            return i;
    return -1;
}

/* Ends the set that was just chosen, if it is still open. */
static void end_set(const Run *run, sl_game *game, const Step *s)
{
    sl_decision d;
    if (!open_decision(game, s->player, &d) || d.chosen_count == 0)
        return;
    int done = option_with(game, SL_DONE);
    if (done >= 0)
        scene_answer(run, game, done);
}

/* A card of several functions is played where the line says, for the first of them that goes there. */
static int played_at(const Run *run, const sl_game *game, int card, const Value *place)
{
    for (int i = 0; i < sl_game_options(game); i++) {
        sl_option o = sl_game_option(game, i);
        if (o.verb == SL_PLAY && o.card == card && value_is(run, game, place, o.target))
            return i;
    }
    return -1;
}

static bool is_asked_about(const sl_game *game, int card)
{
    sl_decision d;
    if (sl_game_player(game) < 0)
        return false;
    sl_game_decision(game, &d);
    return d.card == card;
}

/* A card that came into play lies elsewhere than the line says: not there, or not in the hand. */
static bool went_elsewhere(const Run *run, const sl_game *game, int id, const Step *s, const Value *v, Out *why)
{
    int to = s->target.kind ? value_card(run, game, &s->target) : 0;
    sl_card card = card_at(game, id);
    bool to_hand = s->act == ACT_DOWNLOAD && s->number == 1;
    if (!card.in_play || (!to_hand && (to <= 0 || card.zone == SL_CORE)))
        return false;
    for (int at = card.host; !to_hand && at > 0; at = card_at(game, at).host)
        if (at == to)
            return false;
    out_text(why, "'%.*s' goes elsewhere than the line says", STR(str_shown(v->text)));
    return true;
}

/* The card of a download or of a report by a text was taken: to hand or into play, where the line says, with the affiliation that it says. */
static void send_where_said(const Run *run, sl_game *game, const Step *s, int id)
{
    Step one = *s;
    Out quiet = { NULL, 0, 0 };
    one.act = ACT_CHOOSE;
    int hand = option_with(game, SL_MODE);
    if (hand >= 0 && s->act == ACT_DOWNLOAD)
        scene_answer(run, game, hand + (s->number == 1));
    int option = s->target.kind ? pick(run, game, &one, &s->target, &quiet) : -1;
    if (option < 0 && s->target.kind)
        option = played_at(run, game, id, &s->target);
    if (option >= 0)
        scene_answer(run, game, option);
    Value as = { .kind = VALUE_AFFILIATION, .number = s->affiliation, .owner = ANYONE };
    option = s->affiliation >= 0 ? pick(run, game, &one, &as, &quiet) : -1;
    if (option >= 0)
        scene_answer(run, game, option);
}

/* The card whose text downloads was played for that, and the text answers its own play. */
static void use_what_was_played(const Run *run, sl_game *game, const Step *s)
{
    sl_decision d;
    if (!open_decision(game, s->player, &d) || d.kind != SL_DECIDE_RESPONSE)
        return;
    for (int i = 0; s->means.kind && i < d.options; i++) {
        sl_option o = sl_game_option(game, i);
        if (o.verb == SL_USE && value_is(run, game, &s->means, o.card) && card_at(game, o.card).in_play) {
            scene_answer(run, game, i);
            return;
        }
    }
}

/* A whole download, or a report by a text: the text begins, the card is taken, then the place where it goes.  What the engine does not ask must agree with the
 * line. */
static bool play_by_text(const Run *run, sl_game *game, const Step *s, int begin, Out *why)
{
    Step one = *s;
    one.act = ACT_CHOOSE;
    sl_zone before[MAX_VALUES];                 /* a card that is the only one goes by itself */
    for (int k = 0; k < s->count; k++)
        before[k] = card_at(game, value_card(run, game, &s->value[k])).zone;
    bool played = sl_game_option(game, begin).verb == SL_PLAY;
    scene_answer(run, game, begin);
    if (played)
        use_what_was_played(run, game, s);
    for (int k = 0; k < s->count; k++) {
        int id = value_card(run, game, &s->value[k]);
        Out quiet = { NULL, 0, 0 };
        int option = pick(run, game, &one, &s->value[k], &quiet);
        int yes = option < 0 ? option_with(game, SL_YES) : -1;
        if (yes >= 0) {                         /* whoever names what a text lets him take has said yes */
            scene_answer(run, game, yes);
            option = pick(run, game, &one, &s->value[k], &quiet);
        }
        if (option >= 0)
            scene_answer(run, game, option);
        else if (id <= 0 || (card_at(game, id).zone == before[k] && !is_asked_about(game, id)))
            return pick(run, game, &one, &s->value[k], why) >= 0;
        send_where_said(run, game, s, id);
        if (went_elsewhere(run, game, id, s, &s->value[k], why))
            return false;
    }
    return true;
}

/* Further targets of a ship that fires at several are asked for behind the attacking force. */
static bool choose_targets(const Run *run, sl_game *game, const Step *s, Out *why)
{
    if ((s->act != ACT_BATTLE && s->act != ACT_RETURN_FIRE) || s->count < 2)
        return true;
    Step more = *s;
    more.act = ACT_CHOOSE;
    more.value = s->value + 1;
    more.count = s->count - 1;
    end_set(run, game, s);
    come_to(run, game, &more, more.value);
    return choose_all(run, game, &more, why);
}

/* A ship battle begins with one card of a side; the others that the line names are chosen afterwards. */
static bool choose_with(const Run *run, sl_game *game, const Step *s, sl_option begun, Out *why)
{
    Value others[MAX_VALUES];
    int lead = begun.verb == SL_DEFEND ? begun.card : begun.target;
    Step rest = *s;
    rest.act = ACT_CHOOSE;
    rest.value = others;
    rest.count = 0;
    if (sl_game_force(game, lead, NULL, 0) > 0)
        return true;                            /* people fight with their whole force */
    for (int i = 0; i < s->with_count && i < MAX_VALUES; i++)
        if (!value_is(run, game, &s->with[i], lead))
            others[rest.count++] = s->with[i];
    return (rest.count == 0 || choose_all(run, game, &rest, why)) && choose_targets(run, game, s, why);
}

static bool names_side(const Step *s)
{
    return s->act == ACT_BATTLE || s->act == ACT_RETURN_FIRE || s->act == ACT_DEFEND;
}

/* A card that lets others report without taking the card play has nothing to begin: reporting takes none then.  Nor has one that lets them report where it is. */
static bool reports_freely(const Run *run, const sl_game *game, const Step *s)
{
    Step plain = *s;
    plain.means = (Value){ .kind = VALUE_NONE };
    int option = pick(run, game, &plain, NULL, &(Out){ NULL, 0, 0 }), by = value_card(run, game, &s->means);
    if (option < 0 || by <= 0 || !card_at(game, by).in_play)
        return false;
    int to = sl_game_option(game, option).target;
    bool permits = sl_card_lets_play(run->library, card_at(game, by).def) && (to == by || to == card_at(game, by).host);
    return permits || counters_taken(run, game, option) == 0;
}

bool step_play(const Run *run, sl_game *game, const Step *s, Out *why)
{
    if (is_used_already(run, game, s)) {
        sl_decision d;
        int only = option_with(game, SL_CHOOSE);
        sl_game_decision(game, &d);
        if (d.may_end && only >= 0 && d.options == 2) {         /* one card that may be taken: by its use it is */
            scene_answer(run, game, only);
            end_set(run, game, s);
        }
        return true;
    }
    for (int k = 1; s->act == ACT_SEED && k < s->count; k++) {        /* several cards, one after the other; the last one below */
        Step one = *s;
        one.value = &s->value[k - 1];
        one.count = 1;
        int option = pick(run, game, &one, NULL, why);
        if (option < 0)
            return false;
        scene_answer(run, game, option);
    }
    Step last = *s;
    if (s->act == ACT_SEED && s->count > 1) {
        last.value = &s->value[s->count - 1];
        last.count = 1;
        s = &last;
    }
    if (is_to_go_somewhere(run, game, s)) {
        send_where_said(run, game, s, value_card(run, game, s->value));
        return true;
    }
    if (is_by_text(run, s)) {
        int begin = download_begins(run, game, s);
        if (begin >= 0)
            return play_by_text(run, game, s, begin, why);
        if (s->act == ACT_DOWNLOAD && s->means.kind && !is_asked_about(game, value_card(run, game, &s->means)))
            return not_offered(run, game, s, &s->means, why);
    }
    if (s->act == ACT_REPORT && s->means.kind && !reports_freely(run, game, s))
        return not_offered(run, game, s, &s->means, why);
    if (!is_choosing(s) && !way_is_chosen(run, game, s)) {
        int option = pick(run, game, s, NULL, why);
        if (option < 0)
            return false;
        sl_option begun = sl_game_option(game, option);
        scene_answer(run, game, option);
        if (names_side(s) && !choose_with(run, game, s, begun, why))
            return false;
        Step target = *s;                       /* what a text acts on is asked for once it is used */
        target.act = ACT_CHOOSE;
        bool cost = s->act == ACT_PLAY && begun.verb == SL_USE && s->target.kind && !value_is(run, game, s->value, begun.card), later = s->act == ACT_USE || cost;
        if (cost)
            come_to(run, game, &target, &s->target);
        int chosen = later && s->target.kind && !begun.target ? pick(run, game, &target, &s->target, &(Out){ NULL, 0, 0 }) : -1;
        if (chosen >= 0)
            scene_answer(run, game, chosen);
    }
    bool complete = moves_group(s) || names_side(s) || s->act == ACT_STACK;
    if (((complete && !names_side(s)) || is_choosing(s)) && !choose_all(run, game, s, why))
        return false;
    if (is_to_go_somewhere(run, game, s))
        send_where_said(run, game, s, value_card(run, game, s->value));
    if (complete)
        end_set(run, game, s);
    return true;
}

/* ---- what answers itself ---- */

/* All that is left of a set must be chosen: the choice is none. */
static bool is_forced(const sl_game *game, const sl_decision *d)
{
    return is_set(d) && d->least - d->chosen_count == d->options && option_with(game, SL_CHOOSE) == 0
        && option_with(game, SL_DONE) < 0;
}

/* What is asked now was said in the line that played the card: its function, or the way that it lets its player choose. */
bool is_declared(const Run *run, const sl_game *game)
{
    sl_decision d;
    return run->declared && open_decision(game, ANYONE, &d) && d.kind == SL_DECIDE_MODE && d.card == run->declared;
}

bool answer_itself(const Run *run, sl_game *game)
{
    sl_decision d;
    if (!open_decision(game, ANYONE, &d) || d.kind == SL_DECIDE_PLAY || d.kind == SL_DECIDE_ORDERS)
        return false;
    int answer = -1;
    for (int i = 0; is_declared(run, game) && i < d.options; i++)
        answer = sl_game_option(game, i).number == run->function ? i : answer;
    if (d.kind == SL_DECIDE_RESPONSE || d.kind == SL_DECIDE_BATTLE)
        answer = option_with(game, SL_PASS);
    if (d.kind == SL_DECIDE_BATTLE && answer < 0)                              /* a self-controlled card, which fires back in any case */
        answer = option_with(game, SL_RETURN_FIRE);
    if (d.kind == SL_DECIDE_STACK || ((d.kind == SL_DECIDE_SET || d.kind == SL_DECIDE_CARD) && d.may_end))
        answer = option_with(game, SL_DONE);
    else if (d.kind == SL_DECIDE_SEED && option_with(game, SL_SEED) < 0)       /* who has nothing to seed passes */
        answer = option_with(game, SL_PASS);
    else if (d.kind == SL_DECIDE_MANDATORY || d.kind == SL_DECIDE_ORDERING || is_forced(game, &d))
        answer = 0;
    if (answer < 0 && d.options == 1)
        answer = 0;
    if (answer >= 0)
        scene_answer(run, game, answer);
    return answer >= 0;
}
