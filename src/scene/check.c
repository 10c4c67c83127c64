/* What a scene names must exist: checks that need the library, before anything is played. */
#include "scene/script.h"

void take_error(Error *err, const sl_error *why, const char *file)
{
    if (why->text[0])
        snprintf(err->text, sizeof err->text, "%s", why->text);
    else
        error_at(err, file, 1, 1, "the table cannot be set up");
}

static bool check_title(const Run *run, const Step *s, const Value *v, Error *err)
{
    if (v->kind != VALUE_TITLE || title_known(run, v->text))
        return true;
    char text[200], near[240] = "";
    snprintf(text, sizeof text, "%.*s", STR(v->text));
    if (is_choosing(s) && sl_trait_known(run->library, text))
        return true;                            /* a keyword or species that is to be named */
    sl_card_nearest(run->library, run->script->edition, text, near, sizeof near);
    return error_at(err, run->file, s->line, v->col, "no card '%s'%s%s", text, near[0] ? "; nearest: " : "", near);
}

/* A ruling must exist; a printed rule is named by its number. */
static bool check_id(const Run *run, Str id, int line, int col, Error *err)
{
    char text[80];
    snprintf(text, sizeof text, "%.*s", STR(id));
    bool rule = id.len > 3 && (id.at[0] == '1' || id.at[0] == '2') && memcmp(id.at + 1, "E-", 2) == 0;
    if (id.len == 0 || rule || sl_ruling_find(run->library, text) >= 0)
        return true;
    char *part = strrchr(text, '.');
    if (part) {
        *part = 0;
        if (sl_ruling_find(run->library, text) >= 0)
            return true;
    }
    Nearest near = nearest_to(id);
    sl_ruling ruling;
    for (int i = 0; sl_ruling_get(run->library, i, &ruling); i++)
        nearest_try(&near, str_of(ruling.id));
    return error_at(err, run->file, line, col, "no ruling '%.*s'%s%.*s; 'spaceline rulings list' shows all ids, and a printed rule is "
                    "written as in 2E-9.12", STR(id), near.best.len ? "; nearest: " : "", STR(near.best));
}

/* What the engine never says cannot be expected of it: a slip of the pen would go unnoticed behind `not`. */
static bool check_reason(const Run *run, Str id, const Step *s, Error *err)
{
    char text[80];
    snprintf(text, sizeof text, "%.*s", STR(id));
    if (id.len == 0 || sl_cite_known(text))
        return true;
    Nearest near = nearest_to(id);
    for (int cite = 1; sl_cite_id(cite)[0]; cite++)
        nearest_try(&near, str_of(sl_cite_id(cite)));
    return error_at(err, run->file, s->line, s->id_col, "no rule or ruling '%.*s' is ever given as a reason%s%.*s", STR(id),
                    near.best.len ? "; nearest: " : "", STR(near.best));
}

static bool check_trait(const Run *run, const Step *s, Error *err)
{
    char trait[120];
    snprintf(trait, sizeof trait, "%.*s", STR(s->word));
    return sl_trait_known(run->library, trait) || (run->script->edition == SL_FIRST_EDITION && sl_class_known(trait))
        || error_at(err, run->file, s->line, s->id_col, "no card is a '%s': it is no species, keyword, classification, class or region", trait);
}

static bool check_step(const Run *run, const Step *s, Error *err)
{
    for (int i = 0; i < s->count; i++)
        if (!check_title(run, s, &s->value[i], err))
            return false;
    for (int i = 0; i < s->beside_count; i++)
        if (!check_reason(run, s->beside[i], s, err))
            return false;
    return check_title(run, s, &s->target, err) && check_title(run, s, &s->from, err) && check_title(run, s, &s->means, err) && check_title(run, s, &s->by, err)
        && check_reason(run, s->because, s, err) && check_reason(run, s->but_not, s, err)
        && (s->kind != STEP_EXPECT || s->expect != EXPECT_CITED || check_reason(run, s->word, s, err))
        && (s->kind != STEP_EXPECT || s->expect != EXPECT_TRAIT || check_trait(run, s, err));
}

static bool check_decklist(const Run *run, Error *err)
{
    sl_error why = { { 0 } };
    sl_deck *deck = run->script->decklist.len ? decklist_of(run, &why) : NULL;
    if (deck)
        sl_deck_free(deck);
    else if (run->script->decklist.len)
        take_error(err, &why, run->file);
    return !err->text[0];
}

bool check_script(const Run *run, Error *err)
{
    const Script *script = run->script;
    for (int i = 0; i < script->cite_count; i++)
        if (!check_id(run, script->cite[i], script->cite_line[i], script->cite_col[i], err))
            return false;
    for (int i = 0; i < script->step_count; i++)
        if (!check_step(run, &script->step[i], err))
            return false;
    return check_decklist(run, err);
}
