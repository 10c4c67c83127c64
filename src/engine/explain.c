/* How a printed text is understood: what each sentence means, the effects of the whole, and those effects in English again.
 *
 * The effects are put on a card made for the purpose, with the facts that its type must have and nothing else, so that they pass the same
 * checks, and are written by the same hand, as those of every card. */
#include "engine/engine.h"

#include <stdlib.h>

struct sl_explanation {
    Arena   arena;
    Reading reading;
    const char *effects, *text, *refused;
};

/* The facts that the reader of cards demands of a type. */
static const char *const facts[TYPE_COUNT] = {
    [TYPE_PERSONNEL] = "cost 1\naffiliation NA\nspecies Alien\nattributes 5 5 5\n",
    [TYPE_SHIP] = "cost 1\naffiliation NA\nclass Cruiser\nattributes 5 5 5\n",
    [TYPE_EQUIPMENT] = "cost 1\n", [TYPE_EVENT] = "cost 1\n", [TYPE_INTERRUPT] = "", [TYPE_DILEMMA] = "cost 1\nkind dual\n",
    [TYPE_MISSION] = "kind planet\nquadrant Alpha\nspan 1\npoints 30\nattempt any\nrequires Honor\n",
};

static char *copied(Arena *arena, size_t (*write)(const sl_library *, int, char *, size_t), const sl_library *lib, int def)
{
    size_t size = write(lib, def, NULL, 0) + 1;
    char *text = arena_take(arena, size);
    write(lib, def, text, size);
    return text;
}

/* Makes the card, and takes its effects and its English. */
static void write_back(sl_explanation *e, const sl_library *lib, CardType type, const char *title)
{
    size_t room = strlen(e->reading.abilities) + strlen(title) + 400;
    char *source = arena_take(&e->arena, room);
    sl_error error = { "" };
    sl_facts card;
    snprintf(source, room, "card \"%s\"\ntype %s\n%s%s\nend\n", title, type_name[type], facts[type], e->reading.abilities);
    sl_library *own = sl_library_extend(lib, SL_SECOND_EDITION, "text", 1, source, strlen(source), &error);
    if (!own) {
        e->refused = arena_text(&e->arena, str_of(error.text));
        return;
    }
    int def = sl_card_find(own, SL_SECOND_EDITION, title);
    if (sl_card_facts(own, def, &card))
        e->text = arena_text(&e->arena, str_of(card.text));
    e->effects = copied(&e->arena, sl_card_effects, own, def);
    sl_library_free(own);
}

/* A text that is just what would be written for the effects it is read into is our own English, and means those effects.  Keywords, which are facts, may
 * stand before it. */
static bool read_own(sl_explanation *e, const sl_library *lib, const Lexicon *lexicon, CardType type, const char *title, Str text)
{
    text_read_own(lib->own, lexicon, &e->arena, type, text, &e->reading);
    if (e->reading.result != READ_WHOLE)
        return false;
    write_back(e, lib, type, title);
    size_t len = strlen(e->text);
    text = str_trim(text);
    if (!e->refused[0] && len <= text.len && memcmp(text.at + text.len - len, e->text, len) == 0)
        return true;
    e->effects = e->text = e->refused = "";
    return false;
}

sl_explanation *sl_explain(const sl_library *lib, int edition, const char *type, const char *title, const char *text, sl_error *error)
{
    Error err = { "" };
    int found = type_find(EDITION_SECOND, str_of(type));
    bool headquarters = str_is_nocase(str_of(type), "headquarters");
    if (edition != SL_SECOND_EDITION)
        error_at(&err, NULL, 0, 0, "only texts of the Second Edition are read; --edition 2e is right");
    else if (found <= 0 && !headquarters)
        error_at(&err, NULL, 0, 0, "no type '%.*s'; right are personnel, ship, equipment, event, interrupt, dilemma, mission, headquarters",
                 STR(str_shown(str_of(type))));
    else if (!str_utf8(str_of(text)) || strpbrk(title, "\"\n"))
        error_at(&err, NULL, 0, 0, "text and title are UTF-8, and the title has no quotes");
    if (err.text[0]) {
        sl_error_copy(error, &err);
        return NULL;
    }
    sl_explanation *e = calloc(1, sizeof *e);
    if (!e)
        out_of_memory();
    e->effects = e->text = e->refused = "";
    Lexicon *lexicon = lexicon_new(lib->cat, EDITION_SECOND);
    CardType card = headquarters ? TYPE_MISSION : (CardType)found;
    const char *name = title[0] ? title : "This Card";
    if (!read_own(e, lib, lexicon, card, name, str_of(text))) {
        text_read(lib->grammar, lexicon, &e->arena, text_start(card, headquarters ? KIND_HEADQUARTERS : KIND_NONE), str_of(text), &e->reading);
        if (e->reading.result == READ_WHOLE)
            write_back(e, lib, card, name);
    }
    lexicon_free(lexicon);
    return e;
}

void sl_explanation_free(sl_explanation *e)
{
    if (!e)
        return;
    arena_free(&e->arena);
    free(e);
}

bool sl_explained(const sl_explanation *e)
{
    return e->reading.result == READ_WHOLE && !e->refused[0];
}

const char *sl_explained_effects(const sl_explanation *e) { return e->effects; }
const char *sl_explained_text(const sl_explanation *e) { return e->text; }

const char *sl_explained_refusal(const sl_explanation *e)
{
    return e->refused[0] ? e->refused : e->reading.unbound;
}

bool sl_explained_sentence(const sl_explanation *e, int i, sl_sentence *out)
{
    static const char *const result[] = { [READ_WHOLE] = "read", [READ_STOPPED] = "stopped", [READ_AMBIGUOUS] = "ambiguous",
                                          [READ_UNBOUND] = "unbound", [READ_GIVEN_UP] = "given-up" };
    if (i < 0 || i >= e->reading.sentences)
        return false;
    const Sentence *s = &e->reading.sentence[i];
    *out = (sl_sentence){ .words = s->words.at, .length = s->words.len, .result = result[s->result], .means = s->means, .other = s->other,
                          .stopped = s->stopped, .expected = s->expected };
    return true;
}

size_t sl_explained_words(const sl_explanation *e, int i, char *out, size_t size)
{
    if (size)
        out[0] = '\0';
    return i < 0 || i >= e->reading.sentences ? 0 : text_words(e->reading.sentence[i].words, out, size);
}

uint64_t sl_text_hash(const char *text)
{
    return text_hash(str_of(text));
}
