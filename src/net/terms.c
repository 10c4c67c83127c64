/* Terms and moments: what two people agreed on before they sat down, and what changes besides their answers.
 *
 * Both are kept by the store as one line of words, "clock=600 increment=5 …", which only this file reads.  A game without terms, as
 * those against the computer are, has no clock, no beat and no claims. */
#define _POSIX_C_SOURCE 200809L
#include "net/server.h"

#include <stdlib.h>

enum { CLOCK_MOST = 180, AWAY_USUAL = 5, MINUTES_MOST = 60, INCREMENT_MOST = 300, BEAT_LEAST = 600, BEAT_USUAL = 1200, BEAT_MOST = 3000 };

static const char *const watching_word[] = { [WATCH_OPEN] = "open", [WATCH_CLOSED] = "closed", [WATCH_NONE] = "none" };

/* ---- from a request ---- */

/* Minutes as a number, fractions allowed, in seconds; nothing, null and 0 are none. */
static bool read_minutes(const json_t *asked, const char *key, int most, int *seconds, Error *err)
{
    const json_t *value = json_object_get(asked, key);
    double minutes = json_number_value(value);
    if (!value || json_is_null(value))
        return true;
    *seconds = 0;
    if (!json_is_number(value) || minutes < 0 || minutes > most || (minutes > 0 && minutes * 60 < 1))
        return error_at(err, "terms", 0, 0, "%s is a number of minutes from 0 to %d", key, most);
    *seconds = (int)(minutes * 60);
    return true;
}

static bool read_seconds(const json_t *asked, const char *key, int least, int most, int *thousandths, Error *err)
{
    const json_t *value = json_object_get(asked, key);
    double seconds = json_number_value(value);
    if (!value)
        return true;
    if (!json_is_number(value) || seconds * 1000 < least || seconds * 1000 > most)
        return error_at(err, "terms", 0, 0, "%s is a number of seconds from %g to %g", key, least / 1000.0, most / 1000.0);
    *thousandths = (int)(seconds * 1000 + 0.5);
    return true;
}

static bool read_flag(const json_t *asked, const char *key, bool *flag, Error *err)
{
    const json_t *value = json_object_get(asked, key);
    if (value && !json_is_boolean(value))
        return error_at(err, "terms", 0, 0, "%s is true or false", key);
    *flag = value ? json_is_true(value) : *flag;
    return true;
}

static bool read_watching(const json_t *asked, Watching *out, Error *err)
{
    const json_t *value = json_object_get(asked, "spectators");
    const char *word = json_string_value(value);
    for (size_t i = 0; word && i < countof(watching_word); i++)
        if (strcmp(word, watching_word[i]) == 0) {
            *out = (Watching)i;
            return true;
        }
    return !value || error_at(err, "terms", 0, 0, "spectators is open, closed or none");
}

static bool read_delay(const json_t *asked, int *delay, Error *err)
{
    const char *word = json_string_value(json_object_get(asked, "delay"));
    if (!word)
        return read_minutes(asked, "delay", MINUTES_MOST, delay, err);
    *delay = DELAY_TURN;
    return strcmp(word, "turn") == 0 || error_at(err, "terms", 0, 0, "delay is a number of minutes, or \"turn\"");
}

bool terms_read(const json_t *asked, Terms *terms, bool *listed, Error *err)
{
    int increment = 0;
    *terms = (Terms){ .beat = BEAT_USUAL, .away = -1, .watching = WATCH_CLOSED, .undo = true };
    *listed = true;
    if (asked && !json_is_null(asked) && !json_is_object(asked))
        return error_at(err, "terms", 0, 0, "terms is an object");
    bool ok = read_minutes(asked, "clock", CLOCK_MOST, &terms->clock, err)
        && read_seconds(asked, "increment", 0, INCREMENT_MOST * 1000, &increment, err)
        && read_seconds(asked, "beat", BEAT_LEAST, BEAT_MOST, &terms->beat, err)
        && read_minutes(asked, "away", MINUTES_MOST, &terms->away, err) && read_watching(asked, &terms->watching, err)
        && read_delay(asked, &terms->delay, err) && read_flag(asked, "listed", listed, err) && read_flag(asked, "undo", &terms->undo, err);
    terms->increment = terms->clock ? increment / 1000 : 0;
    if (terms->away < 0)                        /* with a clock, who stays away loses by it */
        terms->away = terms->clock ? 0 : AWAY_USUAL * 60;
    return ok;
}

/* ---- for the store ---- */

void terms_write(const Terms *t, char out[TERMS_TEXT])
{
    snprintf(out, TERMS_TEXT, "clock=%d increment=%d beat=%d away=%d watching=%s delay=%d undo=%d", t->clock, t->increment, t->beat,
             t->away, watching_word[t->watching], t->delay, t->undo);
    if (t->secret[0])
        snprintf(out + strlen(out), TERMS_TEXT - strlen(out), " secret=%s host=%s guest=%s", t->secret, t->word[0], t->word[1]);
}

/* The words behind "key=" in a line of such pairs; "" when it is not there. */
static const char *field(const char *text, const char *key)
{
    size_t len = strlen(key);
    for (const char *at = text; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strncmp(at, key, len) == 0 && at[len] == '=')
            return at + len + 1;
    return "";
}

static void word(const char *text, const char *key, char out[WORD_TEXT])
{
    const char *at = field(text, key);
    snprintf(out, WORD_TEXT, "%.*s", (int)strcspn(at, " "), at);
}

static int number(const char *text, const char *key)
{
    return atoi(field(text, key));
}

/* "key=3,4" */
static void pair(const char *text, const char *key, int out[SEATS])
{
    const char *at = field(text, key), *comma = strchr(at, ',');
    out[0] = atoi(at);
    out[1] = comma ? atoi(comma + 1) : 0;
}

Terms terms_stored(const char *text)
{
    Terms t = { .clock = number(text, "clock"), .increment = number(text, "increment"), .beat = number(text, "beat"),
                .away = number(text, "away"), .watching = WATCH_CLOSED, .delay = number(text, "delay"), .undo = number(text, "undo"),
                .windows = number(text, "beat") || number(text, "windows"), .shown = number(text, "shown") };
    for (size_t i = 0; i < countof(watching_word); i++)
        if (strncmp(field(text, "watching"), watching_word[i], strlen(watching_word[i])) == 0)
            t.watching = (Watching)i;
    word(text, "secret", t.secret);
    word(text, "host", t.word[0]);
    word(text, "guest", t.word[1]);
    return t;
}

void moment_write(const Moment *m, char out[MOMENT_TEXT])
{
    snprintf(out, MOMENT_TEXT, "left=%lld,%lld paused=%d ask=%d,%d draw=%d,%d undo=%d,%d calls=%d,%d shown=%d next=%s", (long long)m->left[0],
             (long long)m->left[1], m->paused, m->ask[0], m->ask[1], m->draw_after[0], m->draw_after[1], m->undo_of[0], m->undo_of[1],
             m->calls[0], m->calls[1], m->shown, m->next);
}

Moment moment_stored(const char *text, const Terms *terms)
{
    Moment m = { .paused = (Pause)number(text, "paused"), .shown = number(text, "shown") };
    int left[SEATS] = { terms->clock * 1000, terms->clock * 1000 }, ask[SEATS], calls[SEATS];
    if (text[0])
        pair(text, "left", left);
    pair(text, "ask", ask);
    pair(text, "calls", calls);
    pair(text, "draw", m.draw_after);
    pair(text, "undo", m.undo_of);
    for (int i = 0; i < SEATS; i++) {
        m.left[i] = left[i];
        m.calls[i] = calls[i] != 0;
        m.ask[i] = ask[i] > ASK_NONE && ask[i] < ASK_COUNT ? (Ask)ask[i] : ASK_NONE;
    }
    snprintf(m.next, sizeof m.next, "%.*s", (int)strcspn(field(text, "next"), " "), field(text, "next"));
    return m;
}

/* ---- for clients ---- */

void terms_json(Text *text, const Terms *t)
{
    text_add(text, "{\"clock\":%g,\"increment\":%d,\"beat\":%g,\"away\":%g,\"spectators\":\"%s\",\"delay\":", t->clock / 60.0, t->increment,
             t->beat / 1000.0, t->away / 60.0, watching_word[t->watching]);
    if (t->delay == DELAY_TURN)
        text_add(text, "\"turn\"");
    else
        text_add(text, "%g", t->delay / 60.0);
    text_add(text, ",\"undo\":%s}", t->undo ? "true" : "false");
}

const char *ask_word(Ask what)
{
    static const char *const word[ASK_COUNT] = { "", "draw", "pause", "undo", "rematch" };
    return word[what];
}

/* ---- endings ---- */

const char *ending_words(int code, int *seat)
{
    static const struct { int code; bool seats; const char *how; } ending[] = {
        { END_CONCEDED, true, "conceded" }, { END_AGREED, false, "agreed" }, { END_TIME, true, "time" },
        { END_CLAIMED, true, "away" },      { END_RULED, true, "ruled" },    { END_RULED_DRAW, false, "ruled" },
        { END_CHANGED, false, "changed" },
    };
    for (size_t i = 0; i < countof(ending); i++)
        if (code == ending[i].code || (ending[i].seats && code == ending[i].code - 1)) {
            *seat = ending[i].seats ? ending[i].code - code : -1;
            return ending[i].how;
        }
    *seat = -1;
    return "";
}
