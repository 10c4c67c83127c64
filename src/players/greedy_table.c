/* What the greedy player sees: missions, ships and people of its own, and how good a crew is for a mission. */
#include "players/greedy.h"

/* Equipment lies where people are, and has no attributes. */
/* Known, and no equipment. */
static bool is_person(const Table *t, int id)
{
    sl_card card;
    if (!sl_game_card(t->game, t->me, id, &card) || card.def == 0)
        return false;
    return sl_game_attribute(t->game, id, 0) + sl_game_attribute(t->game, id, 1) + sl_game_attribute(t->game, id, 2) > 0;
}

static bool is_ours(const Table *t, int id, sl_card *card)
{
    return sl_game_card(t->game, t->me, id, card) && card->def != 0 && card->commander == t->me && card->in_play;
}

static int count_beneath(const Table *t, int mission)
{
    int ids[64];
    return sl_game_on(t->game, mission, SL_BENEATH, ids, (int)countof(ids));
}

static void read_site(Table *t, const sl_card *card)
{
    if (t->sites == MOST_SITES)
        return;
    sl_facts facts;
    sl_card_facts(t->library, card->def, &facts);
    Site *s = &t->site[t->sites++];
    *s = (Site){ .id = card->id, .points = facts.points, .beneath = count_beneath(t, card->id), .complete = card->complete };
    s->attempts = facts.attempts;
    s->attempts_any = facts.attempts_any;
    s->headquarters = strcmp(facts.kind, "headquarters") == 0;
    s->space = strcmp(facts.kind, "space") == 0;
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        s->asks[k] = sl_card_asks(t->library, card->def, k);
    if (s->headquarters && !t->home)
        t->home = s->id;
    if (s->complete && !s->headquarters)
        t->kinds |= s->space ? 2 : 1;
}

static void read_ship(Table *t, const sl_card *card)
{
    if (t->ships == MOST_SHIPS)
        return;
    sl_facts facts;
    sl_card_facts(t->library, card->def, &facts);
    Ship *s = &t->ship[t->ships++];
    *s = (Ship){ .id = card->id, .at = card->host, .range = sl_game_attribute(t->game, card->id, 0), .need_cmd = facts.need_cmd,
                 .need_stf = facts.need_stf, .stopped = card->stopped };
    s->left = s->range > card->range_used ? s->range - card->range_used : 0;
    for (int i = 0; i < sl_icon_count(); i++)
        if (sl_icon_is_affiliation(i) && sl_icon_in(facts.icons, i))
            s->affiliation.word[i / 64] |= (uint64_t)1 << i % 64;
}

static void read_person(Table *t, const sl_card *card)
{
    if (t->people == MOST_PEOPLE || !is_person(t, card->id))
        return;
    int ship = card->zone == SL_ABOARD ? card->host : 0;
    t->person[t->people++] = (Person){ card->id, sl_game_mission_of(t->game, card->id), ship, card->stopped };
}

/* ---- by which means we attempt a mission ---- */

/* Affiliations and factions of all people we have, in play and in hand. */
static void join_icons(sl_icons *to, sl_icons more)
{
    to->word[0] |= more.word[0];
    to->word[1] |= more.word[1];
}

static bool share_icons(sl_icons a, sl_icons b)
{
    return (a.word[0] & b.word[0]) || (a.word[1] & b.word[1]);
}

static sl_icons our_icons(const Table *t)
{
    sl_icons icons = { { 0 } };
    int hand[64], held = sl_game_list(t->game, t->me, SL_HAND, hand, (int)countof(hand));
    for (int i = 0; i < t->people; i++)
        join_icons(&icons, sl_game_icons(t->game, t->person[i].id));
    for (int i = 0; i < held; i++)
        join_icons(&icons, sl_game_icons(t->game, hand[i]));
    return icons;
}

static void find_means(const Table *t, Site *s, sl_icons icons)
{
    if (s->headquarters || s->complete)
        return;
    s->open = !(icons.word[0] | icons.word[1]) || s->attempts_any || share_icons(icons, s->attempts);
    for (int i = 0; !s->open && i < 8; i++) {
        sl_summary text;
        if (!ability_summary(t, s->id, i, &text) || !text.attempt || !share_icons(icons, text.attempt_with))
            continue;
        s->other = text.requirement;
        s->means = i + 1;
        s->open = true;
    }
}

void table_read(Table *t, const sl_game *game, int me)
{
    t->game = game;
    t->library = sl_game_library(game);
    t->me = me;
    t->home = t->sites = t->ships = t->people = t->kinds = 0;
    t->points = sl_game_points(game, me);
    sl_card card;
    int cards = sl_game_cards(game);
    for (int id = 1; id <= cards; id++) {
        if (!is_ours(t, id, &card))
            continue;
        if (card.zone == SL_ROW)
            read_site(t, &card);
        else if (card.zone == SL_ORBIT)
            read_ship(t, &card);
        else if (card.zone == SL_SURFACE || card.zone == SL_ABOARD)
            read_person(t, &card);
    }
    sl_icons icons = our_icons(t);
    for (int i = 0; i < t->sites; i++)
        find_means(t, &t->site[i], icons);
}

Site *table_site(Table *t, int mission)
{
    for (int i = 0; i < t->sites; i++)
        if (t->site[i].id == mission)
            return &t->site[i];
    return NULL;
}

/* ---- crews ---- */

void crew_add(Crew *crew, int id)
{
    if (crew->count < MOST_PEOPLE)
        crew->id[crew->count++] = id;
}

Crew crew_mine(const Table *t)
{
    Crew crew = { .count = 0 };
    for (int i = 0; i < t->people; i++)
        crew_add(&crew, t->person[i].id);
    return crew;
}

int icon_named(const char *icon)
{
    for (int i = 0; i < sl_icon_count(); i++)
        if (strcmp(sl_icon_text(i), icon) == 0)
            return i;
    return 0;
}

/* 2E-9.31: one of the ship's affiliation, and the icons. */
bool can_staff(const Table *t, const Ship *ship, const Crew *crew)
{
    int cmd = icon_named("Cmd"), stf = icon_named("Stf"), cmds = 0, stfs = 0;
    bool fits = false;
    for (int i = 0; i < crew->count; i++) {
        sl_icons icons = sl_game_icons(t->game, crew->id[i]);
        cmds += sl_icon_in(icons, cmd);
        stfs += !sl_icon_in(icons, cmd) && sl_icon_in(icons, stf);
        fits |= share_icons(icons, ship->affiliation);
    }
    return fits && cmds >= ship->need_cmd && cmds + stfs >= ship->need_cmd + ship->need_stf;
}

bool has_useful_ship(const Table *t)
{
    for (int i = 0; i < t->ships; i++) {
        const Ship *s = &t->ship[i];
        Crew crew = { .count = 0 };
        for (int k = 0; k < t->people; k++)
            if (t->person[k].at == s->at)
                crew_add(&crew, t->person[k].id);
        if (s->at == t->home || can_staff(t, s, &crew))
            return true;
    }
    return false;
}

int lacks(const Table *t, const Site *s, const Crew *crew)
{
    if (s->means == 0)
        return sl_game_shortfall(t->game, s->id, crew->id, crew->count);
    sl_sums sums = { .count = 0 };
    for (int i = 0; i < crew->count; i++)
        sums_add(&sums, t, crew->id[i]);
    return sl_requirement_lacks(t->library, s->other, &sums);
}

/* How many of the crew the dilemmas will take: with n people and b dilemmas beneath, n - b may be spent on them, and four spent
 * take about one.  That is a bold guess; but a failed attempt leaves dilemmas beneath, and waiting wins nothing. */
static int expected_losses(const Site *s, const Crew *crew)
{
    int budget = crew->count - s->beneath;
    return budget > 0 ? (budget + 2) / 4 : 0;
}

/* Draws the lost ones at random, a few times over, and counts how often the others would do.  Always the same draws, so that
 * the same table gives the same answer. */
int chance(const Table *t, const Site *s, const Crew *crew)
{
    if (crew->count == 0 || lacks(t, s, crew) > 0)
        return 0;
    int most = expected_losses(s, crew), good = 0;
    if (most == 0)
        return SAMPLES;
    Rng rng;
    rng_seed(&rng, 1);
    for (int k = 0; k < SAMPLES; k++) {
        Crew left = *crew;
        int lost = most + k % 3 - 1;
        for (; lost > 0 && left.count > 0; lost--) {
            uint32_t out = rng_below(&rng, (uint32_t)left.count);
            left.id[out] = left.id[--left.count];
        }
        good += lacks(t, s, &left) == 0;
    }
    return good;
}

/* Winning takes 100 points, a planet and a space mission. */
int site_weight(const Table *t, const Site *s)
{
    int kind = s->space ? 2 : 1, points = t->points >= 100 ? 1 : s->points;
    return t->kinds & kind ? points : points + 20;
}

/* ---- single cards ---- */

static int skill_worth(const Table *t, const int *level)
{
    int sum = 0;
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        for (int i = 0; i < t->sites && level[k]; i++)
            if (t->site[i].open)
                sum += t->site[i].asks[k] * level[k] * 3;
    return sum;
}

static int person_worth(const Table *t, const sl_facts *facts)
{
    int attributes = facts->attributes[0] + facts->attributes[1] + facts->attributes[2], skills = 0;
    for (int k = 0; k < sl_skill_count() && k < MOST_SKILLS; k++)
        skills += facts->skill[k];
    return attributes / 2 + 2 * skills + 2 * facts->cost + skill_worth(t, facts->skill);
}

int card_worth(Table *t, int id)
{
    sl_card card;
    sl_facts facts;
    if (!sl_game_card(t->game, t->me, id, &card) || card.def == 0)
        return 25;
    sl_card_facts(t->library, card.def, &facts);
    if (strcmp(facts.type, "personnel") == 0)
        return person_worth(t, &facts);
    if (strcmp(facts.type, "ship") == 0)
        return card.in_play ? 60 : has_useful_ship(t) ? 12 : 70;
    return 10 + facts.cost;
}
