/* Small things that several subcommands need: time, progress, searching, a card on the screen. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double per_second(double count, double seconds)
{
    return seconds > 0 ? count / seconds : 0;
}

bool progress_wanted(void)
{
    return isatty(STDERR_FILENO);
}

void progress_bar(const char *what, long done, long all)
{
    enum { WIDTH = 40 };
    int filled = all > 0 ? (int)((double)done / (double)all * WIDTH) : WIDTH;
    fprintf(stderr, "\r%s [%.*s%*s] %ld of %ld ", what, filled, "########################################", WIDTH - filled, "",
            done, all);
    fflush(stderr);
}

void progress_done(void)
{
    fputs("\r\033[K", stderr);
}

bool replay_save(const sl_library *library, const sl_setup *setup, const int *answers, int count, const char *path,
                 sl_error *err)
{
    size_t size = sl_replay_write(library, setup, answers, count, NULL, 0);
    char *text = malloc(size + 1);
    if (!text)
        return fail(err, "%.200s: out of memory", path);
    sl_replay_write(library, setup, answers, count, text, size + 1);
    bool ok = file_write(path, text, size, err);
    free(text);
    return ok;
}

static bool contains_word(Str text, Str word)
{
    for (size_t i = 0; i + word.len <= text.len; i++)
        if (str_eq_nocase((Str){ text.at + i, word.len }, word))
            return true;
    return false;
}

bool contains_nocase(const char *text, const char *words)
{
    Str rest = str_of(words);
    for (Str word; (word = str_word(&rest)).len > 0;)
        if (!contains_word(str_of(text ? text : ""), word))
            return false;
    return true;
}

Str first_clause(const sl_facts *facts)
{
    Str rest = str_of(facts->unplayable ? facts->unplayable : "");
    return str_line(&rest);
}

/* Writes "A; B; C": the cards that share a title.  Returns how many there are. */
static int bearers(const Data *data, int edition, const char *title, Out *out)
{
    sl_facts facts;
    int count = 0;
    for (int def = 1; def <= sl_card_count(data->library); def++)
        if (sl_card_facts(data->library, def, &facts) && (edition == 0 || facts.edition == edition)
            && str_is_nocase(str_of(facts.title), title))
            out_text(out, "%s%s", count++ ? "; " : "", facts.name);
    return count;
}

int card_find(const Data *data, int edition, const char *name, sl_error *err)
{
    char nearest[240] = "";
    for (int e = SL_SECOND_EDITION; e >= SL_FIRST_EDITION; e--) {
        if (edition != 0 && edition != e)
            continue;
        int def = sl_card_find(data->library, e, name);
        if (def)
            return def;
        if (bearers(data, e, name, &(Out){ nearest, sizeof nearest, 0 }) > 1)
            return fail(err, "several cards are titled '%.100s'; say which: %s", name, nearest), 0;
        nearest[0] = '\0';
    }
    for (int e = SL_SECOND_EDITION; e >= SL_FIRST_EDITION && !nearest[0]; e--)
        if (edition == 0 || edition == e)
            sl_card_nearest(data->library, e, name, nearest, sizeof nearest);
    fail(err, "no card '%.100s'%s%s", name, nearest[0] ? "; nearest: " : ", and no title is near it", nearest);
    return 0;
}

static void print_line(const char *label, const char *text)
{
    char line[8192];
    if (!text || !text[0])
        return;
    snprintf(line, sizeof line, "%-12s %s", label, text);
    text_wrap(line, 2, 15, text_width(), INKS_GONE);
}

static void print_skills(const sl_facts *facts)
{
    char text[600] = "";
    Out out = { text, sizeof text, 0 };
    for (int i = 0; i < sl_skill_count(); i++)
        if (facts->skill[i] > 0) {
            out_text(&out, "%s%s", out.len ? ", " : "", sl_skill_name(i));
            if (facts->skill[i] > 1)
                out_text(&out, " x%d", facts->skill[i]);
        }
    print_line("skills", text);
}

static void print_icons(const sl_facts *facts)
{
    char text[240] = "";
    Out out = { text, sizeof text, 0 };
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_in(facts->icons, i))
            out_text(&out, "[%s]", sl_icon_text(i));
    print_line("icons", text);
}

static void print_traits(const sl_facts *facts)
{
    char text[600] = "";
    Out out = { text, sizeof text, 0 };
    for (int i = 0; facts->traits[i]; i++)
        out_text(&out, "%s%s", i ? ", " : "", facts->traits[i]);
    print_line("traits", text);
}

static void print_staff(const sl_facts *facts)
{
    char text[240] = "";
    Out out = { text, sizeof text, 0 };
    for (int i = 0; i < facts->staff_count; i++)
        out_text(&out, "[%s]", sl_icon_text(facts->staff[i]));
    print_line("staffing", facts->staff_count ? text : "none");
}

static void print_numbers(const sl_facts *facts)
{
    bool mission = strcmp(facts->type, "mission") == 0;
    bool ship = strcmp(facts->type, "ship") == 0;
    bool first = facts->edition == SL_FIRST_EDITION;
    static const char *const quadrant[] = { "", "Alpha Quadrant", "Gamma Quadrant", "Delta Quadrant", "Mirror Quadrant" };
    bool placed = mission && facts->quadrant > 0 && facts->quadrant < (int)countof(quadrant);
    if (mission)
        printf("  %-12s span %d, %d points%s%s\n", "worth", facts->span, facts->points, placed ? ", " : "", placed ? quadrant[facts->quadrant] : "");
    else if (!first)
        printf("  %-12s %d\n", "cost", facts->cost);
    else if (facts->points)
        printf("  %-12s %d points\n", "worth", facts->points);
    if (first && strcmp(facts->type, "facility") == 0)
        printf("  %-12s WEAPONS %d, SHIELDS %d\n", "attributes", facts->attributes[1], facts->attributes[2]);
    bool wanders = first && strcmp(facts->type, "dilemma") == 0 && facts->attributes[1];
    if (ship || wanders)
        printf(first ? "  %-12s RANGE %d, WEAPONS %d, SHIELDS %d\n" : "  %-12s Range %d, Weapons %d, Shields %d\n", "attributes",
               facts->attributes[0], facts->attributes[1], facts->attributes[2]);
    if (strcmp(facts->type, "personnel") == 0)
        printf(first ? "  %-12s INTEGRITY %d, CUNNING %d, STRENGTH %d\n" : "  %-12s Integrity %d, Cunning %d, Strength %d\n", "attributes",
               facts->attributes[0], facts->attributes[1], facts->attributes[2]);
    if (ship)
        print_staff(facts);
}

/* Of several the first printed comes first: it is the one that a card has until it takes another. */
static void print_affiliations(const sl_facts *facts)
{
    char text[240] = "";
    Out out = { text, sizeof text, 0 };
    out_text(&out, "%s", facts->affiliation ? facts->affiliation : "");
    for (int i = 0; out.len && facts->edition == SL_FIRST_EDITION && i < sl_icon_count(); i++)
        if (sl_icon_is_affiliation(i) && sl_icon_in(facts->icons, i) && strcmp(sl_icon_name(i), facts->affiliation) != 0)
            out_text(&out, "/%s", sl_icon_name(i));
    print_line("affiliation", text);
}

void facts_print(const sl_library *library, int def)
{
    sl_facts facts;
    if (!sl_card_facts(library, def, &facts))
        return;
    bool kind = facts.kind && facts.kind[0] && strcmp(facts.kind, "none") != 0;
    printf("%s%s\n", facts.unique ? "• " : "", facts.name);
    printf("  %-12s %s%s%s, %s Edition\n", "type", kind ? facts.kind : "", kind ? " " : "", facts.type,
           facts.edition == SL_FIRST_EDITION ? "First" : "Second");
    print_affiliations(&facts);
    print_line("class", facts.class_name);
    print_numbers(&facts);
    print_icons(&facts);
    print_traits(&facts);
    print_skills(&facts);
    print_line("attempt", facts.attempt);
    print_line("needs", facts.requirement);
    print_line("text", facts.text);
    Str rest = str_of(facts.unplayable ? facts.unplayable : "");
    for (const char *label = "not playable"; rest.len; label = "") {
        char text[4096];
        Str clause = str_line(&rest);
        snprintf(text, sizeof text, "%.*s", STR(clause));
        print_line(label, text);
    }
}
