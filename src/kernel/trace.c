/* Writing the trace. */
#include "kernel/trace.h"
#include "kernel/edition.h"

const char *const log_text[LOG_COUNT] = {
    [LOG_NONE] = "",
#define LOG(symbol, text) [LOG_##symbol] = text,
#include "kernel/log.def"
#undef LOG
};

void trace_event(Game *g, LogKind kind, int player, CardId card, CardId other, int number)
{
    Trace *t = g->trace;
    uint8_t seen = all_players(g);
    if (kind == LOG_PLAYS || kind == LOG_DESTROYED || kind == LOG_REMOVED)
        memset(t->told[card], 0, sizeof t->told[card]);
    if (card)
        seen &= g->card[card].known;
    if (other)
        seen &= g->card[other].known;
    t->event[t->count++ % TRACE_EVENTS] = (LogEvent){
        .kind = (uint8_t)kind, .player = (uint8_t)player, .seen = seen, .card = card, .other = other,
        .def = g->card[card].def, .other_def = g->card[other].def, .number = (int16_t)number, .turn = g->turn,
    };
}

void trace_told(Game *g, CardId ship, int attribute, int total)
{
    if (g->trace)
        g->trace->told[ship][attribute] = (uint8_t)(total < UINT8_MAX ? total + 1 : UINT8_MAX);
}

int last_told(const Game *g, CardId ship, int attribute)
{
    return g->trace ? g->trace->told[ship][attribute] - 1 : -1;
}

long log_lot(Game *g, const CardSet *among, const CardSet *picked)
{
    Trace *t = g->trace;
    if (!t)
        return 0;
    long first = t->lots;
    FOR_SET(id, among)
        t->lot[t->lots++ % TRACE_LOTS] = (Candidate){ g->card[id].def, set_has(picked, id) ? UINT8_MAX : g->card[id].known };
    return first + 1;
}

static LogEvent *last_event(const Game *g)
{
    Trace *t = g->trace;
    return t && t->count ? &t->event[(t->count - 1) % TRACE_EVENTS] : NULL;
}

void log_drawn(Game *g, long lot)
{
    if (last_event(g) && lot)
        last_event(g)->lot = (int32_t)lot;
}

void log_title(Game *g, DefId def)
{
    if (last_event(g))
        last_event(g)->def = def;
}

Citation own_rule(const Game *g, Citation c)
{
    const uint16_t *twin = g->world->edition->twin;
    return twin && twin[c] ? (Citation)twin[c] : c;
}

/* A ruling of the other edition, by which the shared verbs read the words of a text; no ruling of the game that is played. */
static bool is_foreign(const Game *g, Citation c)
{
    return citation_is_ruling(c) && ruling_at(c)->edition != g->world->edition->id;
}

static void note_cited(Trace *t, Citation c)
{
    t->cited[c / 8] |= (uint8_t)(1 << c % 8);
}

void trace_cite(const Game *g, Citation c)
{
    Trace *t = g->trace;
    if (!t)
        return;
    c = own_rule(g, c);
    if (c == CITE_NONE || is_foreign(g, c))
        return;
    note_cited(t, c);
    if (t->count)
        last_event(g)->cite = c;
}

void trace_cite_step(const Game *g, Citation c)
{
    if (!is_foreign(g, c))
        note_cited(g->trace, own_rule(g, c));
}

/* The host has made room for it; a host that has not does not ask for reasons. */
void trace_pack(Game *g)
{
    Trace *t = g->trace;
    t->before.size = game_packed_size(g) <= t->before.room ? game_pack(g, t->before.at) : 0;
}

/* Of the rings and the refusals only what is in use is copied. */
void trace_copy(Trace *to, const Trace *from)
{
    to->count = from->count;
    to->lots = from->lots;
    to->choices = from->choices;
    to->refusal_count = to->reasons ? from->refusal_count : 0;
    to->refusals_dropped = to->reasons ? from->refusals_dropped : 0;
    memcpy(to->event, from->event, (size_t)(from->count < TRACE_EVENTS ? from->count : TRACE_EVENTS) * sizeof from->event[0]);
    memcpy(to->lot, from->lot, (size_t)(from->lots < TRACE_LOTS ? from->lots : TRACE_LOTS) * sizeof from->lot[0]);
    memcpy(to->cited, from->cited, sizeof from->cited);
    memcpy(to->told, from->told, sizeof from->told);
    memcpy(to->refusal, from->refusal, (size_t)to->refusal_count * sizeof from->refusal[0]);
}

void trace_refusal(Game *g, Option option, Citation why, CardId card)
{
    Trace *t = g->trace;
    if (t->refusal_count < TRACE_REFUSALS)
        t->refusal[t->refusal_count++] = (Refusal){ option, own_rule(g, why), card };
    else
        t->refusals_dropped++;
}
