/* Whether a ship is staffed by those aboard. */
#include "spaceline.h"
#include "kernel/edition.h"
#include "verbs/eval.h"

/* Whether so many crew members have a place each: places are [Cmd] first, then [Stf], which a [Cmd] may fill too (2E-9.31, 1E-15.2), then
 * those of the list.  Each place looks for a member of its own, and takes one from another place that can do with somebody else. */
enum { MOST_PLACES = 24, MOST_CREW = 64 };
typedef struct { int places, members; IconSet place[MOST_PLACES], member[MOST_CREW]; int8_t place_of[MOST_CREW]; } Staffing;

static bool find_member(Staffing *s, int place, uint64_t *tried)
{
    for (int m = 0; m < s->members; m++) {
        if (*tried >> m & 1 || icons_none(icons_both(s->place[place], s->member[m])))
            continue;
        *tried |= (uint64_t)1 << m;
        if (s->place_of[m] < 0 || find_member(s, s->place_of[m], tried)) {
            s->place_of[m] = (int8_t)place;
            return true;
        }
    }
    return false;
}

static bool all_places_filled(Staffing *s)
{
    bool filled = true;
    memset(s->place_of, -1, sizeof s->place_of);
    for (int i = 0; i < s->places && filled; i++) {
        uint64_t tried = 0;
        filled = find_member(s, i, &tried);
    }
    return filled;
}

static void add_place(Staffing *s, IconSet icons)
{
    if (s->places < MOST_PLACES)
        s->place[s->places++] = icons;
}

/* Somebody aboard may be confined there. */
static bool some_confined(const Game *g, CardId ship)
{
    const Edition *e = g->world->edition;
    return e->is_confined && !e->are_all_free(g, g->card[ship].commander, ship);
}

/* Stopped personnel staff a ship that is stopped, too, in an edition that says so (1E-15.3, 24.3). */
static inline bool may_staff_if_free(const Game *g, CardId ship, CardId id)
{
    unsigned bars = state_bars(g, id);
    if (bars & BARS_STAFF && g->world->edition->stopped_staff_stopped && is_stopped(g, ship))
        bars = flags_bar(g, g->card[id].flags & ~(uint64_t)STOPPED);
    if (g->acts & act_bit(ACT_STAFF) && why_cannot(g, id, ACT_STAFF, NO_CARD, NULL))
        return false;
    return !(bars & BARS_STAFF);
}

static bool may_staff(const Game *g, CardId ship, CardId id)
{
    return may_staff_if_free(g, ship, id) && !(g->world->edition->is_confined && g->world->edition->is_confined(g, id));
}

/* The icon that a text makes the ship do without, once for each text. */
static int icons_spared(const Game *g, CardId ship, IconSet place)
{
    const Catalogue *cat = g->world->cat;
    int n = 0;
    if (!(g->mods & mod_bit(NODE_MOD_STAFF_LESS)))
        return 0;
    FOR_TEXTS(g, i, texts_giving(g, NODE_MOD_STAFF_LESS)) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        for (int k = 0; k < a->body_count && text_reaches(g, i, ship); k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            n += cat->node[m].op == NODE_MOD_STAFF_LESS && icon_in(place, node_value(cat, m, 0));
        }
    }
    return n;
}

/* "Add [Cmd] to its staffing requirements", once for each text. */
static int icons_added(const Game *g, CardId ship, int icon)
{
    int n = 0;
    if (!(g->mods & mod_bit(NODE_MOD_STAFF_MORE)))
        return 0;
    Steps more;
    find_steps_of(g, ship, NODE_MOD_STAFF_MORE, &more);
    for (int i = 0; i < more.count; i++)
        n += more.step[i].what == icon;
    return n;
}

/* How many places ask for [Cmd], or for [Stf]: those that are printed, with what texts add and take away. */
static int NOINLINE changed_places(const Game *g, CardId ship, int icon, int shown)
{
    IconSet place = { { 0 } };
    icon_add(&place, icon);
    return not_negative(shown + icons_added(g, ship, icon) - icons_spared(g, ship, place));
}

static inline int places_for(const Game *g, CardId ship, int icon)
{
    int shown = icon == ICON_CMD ? printed(g, ship)->need_cmd : printed(g, ship)->need_stf;
    return g->mods & (mod_bit(NODE_MOD_STAFF_MORE) | mod_bit(NODE_MOD_STAFF_LESS)) ? changed_places(g, ship, icon, shown) : shown;
}

/* Each person on a dual-personnel card fills a place with icons of his own (1E-A9.1). */
static IconSet staffing_icons(const Game *g, CardId id, int person)
{
    return g->card[id].flags & DUAL ? persons_icons(g, id, person) : icons_of(g, id);
}

/* With places that ask for more than [Cmd] and [Stf] it takes a matching of places and members. */
static bool special_places_filled(const Game *g, CardId ship)
{
    const CardDef *def = printed(g, ship);
    Staffing s = { .places = 0 };
    IconSet icons = { { 0 } };
    icon_add(&icons, ICON_CMD);
    for (int i = places_for(g, ship, ICON_CMD); i > 0; i--)
        add_place(&s, icons);
    icon_add(&icons, ICON_STF);
    for (int i = places_for(g, ship, ICON_STF); i > 0; i--)
        add_place(&s, icons);
    int spared = 0;
    for (int i = 0; i < def->staff_count; i++) {
        IconSet place = g->world->cat->staff[def->staff + i].icons;
        if (spared < icons_spared(g, ship, place))
            spared++;
        else
            add_place(&s, place);
    }
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && g->card[id].commander == g->card[ship].commander && is_type(g, id, TYPE_PERSONNEL)
            && may_staff(g, ship, id))
            for (int person = 0; person < (g->card[id].flags & DUAL ? PERSONS : 1) && s.members < MOST_CREW; person++)
                s.member[s.members++] = staffing_icons(g, id, person);
    return all_places_filled(&s);
}

static bool is_aboard_with(const Game *g, CardId ship, CardId id)
{
    return g->card[id].zone == ZONE_ABOARD && g->card[id].commander == g->card[ship].commander && may_staff(g, ship, id);
}

static int aboard_of(const Game *g, const Ctx *ctx, NodeId filter, CardId ship)
{
    int n = 0;
    FOR_HOSTED(g, id, ship)
        if (is_aboard_with(g, ship, id) && filter_is(g, ctx, filter, id))
            n += g->card[id].flags & DUAL ? persons_fitting(g, ctx, filter, id) : 1;
    return n;
}

/* "To staff this ship, you must have three Engineers aboard." */
static bool texts_staff(const Game *g, CardId ship)
{
    const Catalogue *cat = g->world->cat;
    if (!(g->mods & mod_bit(NODE_MOD_STAFF_NEEDS)))
        return true;
    const TextSet *texts = texts_giving(g, NODE_MOD_STAFF_NEEDS);
    FOR_TEXTS(g, i, texts) {
        const Ability *a = &cat->ability[g->statics[i].ability];
        if (!text_reaches(g, i, ship))
            continue;
        Ctx ctx = ctx_of(g, g->statics[i].card);
        for (int k = 0; k < a->body_count; k++) {
            NodeId m = node_child(cat, a->node, a->body_first + k);
            if (cat->node[m].op == NODE_MOD_STAFF_NEEDS && aboard_of(g, &ctx, node_child(cat, m, 1), ship) < node_value(cat, m, 0))
                return false;
        }
    }
    return true;
}

/* "Empathy x2": the levels of a skill, whoever aboard has them. */
static bool levels_staff(const Game *g, CardId ship)
{
    if (!(g->mods & mod_bit(NODE_MOD_STAFF_LEVELS)))
        return true;
    Steps needs;
    find_steps_of(g, ship, NODE_MOD_STAFF_LEVELS, &needs);
    for (int i = 0; i < needs.count; i++) {
        int levels = 0;
        FOR_HOSTED(g, id, ship)
            levels += is_aboard_with(g, ship, id) ? skill_level(g, id, needs.step[i].what) : 0;
        if (levels < needs.step[i].amount)
            return false;
    }
    return true;
}

/* Each staffing icon of an assimilated ship is a place for any Borg (1E-A2.6). */
static bool borg_staff(const Game *g, CardId ship)
{
    const CardDef *def = printed(g, ship);
    int borg = 0;
    FOR_HOSTED(g, id, ship)
        borg += g->card[id].zone == ZONE_ABOARD && g->card[id].commander == g->card[ship].commander && is_type(g, id, TYPE_PERSONNEL)
            && !(state_bars(g, id) & BARS_STAFF) && icon_in(icons_of(g, id), ICON_BORG);
    return borg > 0 && borg >= def->need_cmd + def->need_stf + def->staff_count;
}

static bool has_no_places(const Game *g, CardId ship)
{
    const CardDef *def = printed(g, ship);
    if (def->need_cmd || def->need_stf || def->staff_count)
        return false;
    IconSet own = icons_of(g, ship);
    return icon_in(own, ICON_NON_ALIGNED) || icon_in(own, ICON_NEUTRAL);
}

/* A Non-Aligned or Neutral ship without staffing icons: where the rules tell who is compatible, any such personnel will do (1E-15.1). */
static inline bool is_for_anybody(const Game *g, CardId ship)
{
    return g->world->edition->related && has_no_places(g, ship);
}

/* How many of the crew can fill a [Cmd] place, and how many others a [Stf] place. */
typedef struct { int cmd, stf; } Staff;

static inline void count_staff(IconSet icons, Staff *to)
{
    if (icon_in(icons, ICON_CMD))
        to->cmd++;
    else if (icon_in(icons, ICON_STF))
        to->stf++;
}

/* One of the ship's affiliation, and for each icon a different one: a [Cmd] may fill a [Stf] place (2E-9.30, 9.31; 1E-15.2).  guests: those of another
 * player who count as well; NULL: nobody does. */
static bool crew_staffs(const Game *g, CardId ship, const CardSet *guests)
{
    if (g->card[ship].flags & ASSIMILATED)
        return borg_staff(g, ship);
    if (modified_by(g, ship, NODE_MOD_STAFFED))
        return true;
    const CardDef *def = printed(g, ship);
    IconSet own = icons_of(g, ship);
    Staff staff = { 0 };
    int need_cmd = places_for(g, ship, ICON_CMD), need_all = need_cmd + places_for(g, ship, ICON_STF);
    bool matching = false, anybody = is_for_anybody(g, ship), confined = some_confined(g, ship);
    FOR_HOSTED(g, id, ship) {
        const Card *c = &g->card[id];
        if (c->zone != ZONE_ABOARD || (c->commander != g->card[ship].commander && !(guests && set_has(guests, id))) || !is_type(g, id, TYPE_PERSONNEL)
            || !may_staff_if_free(g, ship, id) || (confined && g->world->edition->is_confined(g, id)))
            continue;
        IconSet icons = icons_of(g, id);
        matching = matching || icons_share_affiliation(icons, own) || (anybody && g->world->edition->related(g, SL_COMPATIBLE, id, ship));
        if (!(c->flags & DUAL))
            count_staff(icons, &staff);
        else
            for (int person = 0; person < PERSONS; person++)
                count_staff(staffing_icons(g, id, person), &staff);
        if (matching && staff.cmd >= need_cmd && staff.cmd + staff.stf >= need_all)
            return texts_staff(g, ship) && levels_staff(g, ship) && (def->staff_count == 0 || special_places_filled(g, ship));
    }
    return false;
}

/* Some card elsewhere may let those aboard work together who would be confined otherwise. */
static bool texts_free_crews(const Game *g)
{
    return g->world->edition->is_confined && (some_has_kind(g, NODE_MIX_HERE) || g->text_mods & (mod_bit(NODE_MOD_MIXES) | mod_bit(NODE_MOD_MIXES_ALIKE)));
}

/* Some text, wherever it is, may have a say in who staffs a ship. */
static bool texts_rule_staffing(const Game *g)
{
    const uint64_t staffing = mod_bit(NODE_MOD_STAFF_NEEDS) | mod_bit(NODE_MOD_STAFF_LESS) | mod_bit(NODE_MOD_STAFFED) | mod_bit(NODE_MOD_STAFF_LEVELS) | mod_bit(NODE_MOD_STAFF_MORE);
    return g->acts & act_bit(ACT_STAFF) || g->text_mods & (staffing | icon_mods() | silencing_mods()) || texts_free_crews(g);
}

static bool NOINLINE find_staffed(const Game *g, CardId ship, uint64_t stamp)
{
    bool staffed = crew_staffs(g, ship, NULL);
    if (g->cache.asker.cycle)
        return staffed;                         /* it does not see all texts */
    Crew *kept = &cache_of(g)->crew[ship];
    kept->staffed = staffed;
    kept->staffed_stamp = stamp;
    return staffed;
}

bool is_staffed(const Game *g, CardId ship)
{
    if (is_captive(g, ship))
        return false;                           /* a ship that has disappeared */
    bool texts = texts_rule_staffing(g) || is_for_anybody(g, ship);
    const Crew *kept = &g->cache.crew[ship];
    uint64_t stamp = texts ? g->cache.generation : place_stamp(g, ship);
    if (kept->staffed_stamp != stamp || (texts && g->cache.asker.cycle))
        return find_staffed(g, ship, stamp);
#ifdef SPACELINE_CHECK
    assert(kept->staffed == crew_staffs(g, ship, NULL));
#endif
    return kept->staffed;
}

bool is_staffed_with(const Game *g, CardId ship, const CardSet *guests)
{
    return crew_staffs(g, ship, guests);
}
