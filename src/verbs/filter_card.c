/* Words of filters about what a card is: its properties, titles and names, skills, what changes it, whose Commander it is. */
#include "kernel/edition.h"
#include "kernel/trace.h"
#include "verbs/eval.h"

/* The affiliations of a card; a homeworld is of the one whose it is (1E-4.6). */
static IconSet affiliations_of(const Game *g, CardId id)
{
    IconSet icons = icons_of(g, id);
    if (printed(g, id)->homeworld)
        icon_add(&icons, printed(g, id)->homeworld - 1);
    return icons;
}

/* One of those cards has the infiltration icon of an affiliation that the card has. */
bool is_infiltrated_by(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet who = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    IconSet has = affiliations_of(g, card);
    FOR_SET(one, &who)
        for (int icon = 0; icon < ICON_COUNT; icon++)
            if (icon_kind[icon] == INFILTRATION && icon_in(printed(g, one)->icons, icon) && infiltrated_affiliation(icon) >= 0
                && icon_in(has, infiltrated_affiliation(icon)))
                return true;
    return false;
}

bool same_property(const Game *g, CardId a, CardId b, int prop)
{
    const CardDef *x = printed(g, a), *y = printed(g, b);
    switch (prop) {
    case PROP_AFFILIATION: return icons_share_affiliation(affiliations_of(g, a), affiliations_of(g, b));
    case PROP_TITLE:       return x->persona == y->persona;
    case PROP_CARD_TYPE:   return x->type == y->type;
    case PROP_CLASS:
        for (int t = 1; t < g->world->cat->trait_count; t++)
            if (g->world->cat->trait_kind[t] == OF_CLASS && has_trait(g, a, t) && has_trait(g, b, t))
                return true;
        return false;
    case PROP_OWNER:       return g->card[a].owner == g->card[b].owner;
    case PROP_QUADRANT:    return x->quadrant == y->quadrant;
    case PROP_SKILLS:
        for (int s = 0; s < SKILL_COUNT; s++)
            if (skill_level(g, a, s) && skill_level(g, b, s))
                return true;
        return false;
    case PROP_SPECIES:
        for (int t = 1; t < g->world->cat->trait_count; t++)
            if (g->world->cat->trait_kind[t] == OF_SPECIES && has_trait(g, a, t) && has_trait(g, b, t)) {
                if (in_force(g, RULING_SPECIES_2013_18))
                    cite_step(g, RULING_SPECIES_2013_18);
                return true;
            }
        return false;
    default:
        return property(g, a, prop) == property(g, b, prop);
    }
}

bool same_as_any(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    CardSet others = filter_set(g, ctx, node_child(cat, id, 1));
    FOR_SET(other, &others)
        if (same_property(g, card, other, node_value(cat, id, 0))) {
            if (node_value(cat, id, 0) == PROP_SPECIES && !set_has(&g->in_play, card) && in_force(g, RULING_SPECIES_2013_20))
                cite_step(g, RULING_SPECIES_2013_20);       /* compared with those in play */
            return true;
        }
    return false;
}

/* (printed strength > 5), (printed any > 8) */
bool printed_is(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    if (is_asked_whole(g, ctx, card))
        return persons_fitting(g, ctx, id, card) > 0;
    int word = node_value(cat, id, 0), than = quantity(g, ctx, node_child(cat, id, 2)), person = person_asked(ctx, card);
    const int8_t *value = person < 0 ? printed(g, card)->attribute : person_on(g, card, person)->attribute;
    for (int i = 0; word == ATTR_ANY && i < ATTRIBUTE_COUNT; i++)
        if (compare(value[i], node_value(cat, id, 1), than))
            return true;
    return word != ATTR_ANY && compare(value[(word - ATTR_INTEGRITY) % ATTRIBUTE_COUNT], node_value(cat, id, 1), than);
}

/* One skill besides its classification, and no other text. */
bool is_specialist(const CardDef *def)
{
    int levels = 0;
    for (int skill = 0; skill < SKILL_COUNT; skill++)
        levels += def->skill[skill];
    return def->type == TYPE_PERSONNEL && def->ability_count == 0 && levels - (def->class ? 1 : 0) == 1;
}

/* Of a card whose title was named: titles that were named within limits reach only the versions that fit them (2e-2014/naming-a-card). */
bool is_named_version(const Game *g, const Ctx *ctx, CardId card)
{
    const CardDef *def = printed(g, ctx->self);
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &g->world->cat->ability[def->ability + i];
        for (int k = 0; k < a->body_count; k++) {
            NodeId e = node_child(g->world->cat, a->node, a->body_first + k);
            if (g->world->cat->node[e].op != NODE_NAME_TITLE)
                continue;
            if (filter_is(g, ctx, node_child(g->world->cat, e, 1), card))
                return true;
            if (in_force(g, RULING_NAMING)) {
                cite_step(g, RULING_NAMING);
                return false;
            }
        }
    }
    return true;
}

/* ---- what lore and texts name ---- */

static bool speaks_of_mirror(const Game *g, CardId card)
{
    const Catalogue *cat = g->world->cat;
    const CardDef *def = printed(g, card);
    for (int i = 0; i < def->ability_count; i++)
        if (node_asks_for(cat, cat->ability[def->ability + i].node, NODE_ICON, ICON_MIRROR))
            return true;
    return icon_in(def->icons, ICON_MIRROR);
}

/* Since November 2019 a card with [MU] anywhere speaks of planets of the mirror universe, every other of those of the normal one. */
bool is_planet_meant(const Game *g, CardId by, uint16_t name, CardId mission)
{
    const CardDef *def = printed(g, mission);
    if (def->type != TYPE_MISSION || !name || def->location != name)
        return false;
    cite_step(g, RULING_MIRROR_UNIVERSE_2019);
    return !in_force(g, RULING_MIRROR_UNIVERSE_2019) || speaks_of_mirror(g, by) == (def->quadrant == QUADRANT_MIRROR);
}

/* A planet is named with its mission's location since November 2019; a person or ship by name. */
bool is_named_in_lore(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet by = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(one, &by)
        for (int i = 0; i < MAX_LORE_NAMES && printed(g, one)->names[i]; i++) {
            uint16_t name = printed(g, one)->names[i];
            if (printed(g, card)->persona == name)
                return true;
            if (is_planet_meant(g, one, name, card)) {
                cite_step(g, RULING_NAMED_IN_LORE_2019);
                return in_force(g, RULING_NAMED_IN_LORE_2019);
            }
        }
    return false;
}

/* One is called the other's partner, or since November 2019 bride. */
static bool calls_partner(const Game *g, CardId one, CardId other)
{
    const CardDef *def = printed(g, one);
    uint16_t who = printed(g, other)->persona;
    if (def->bride == who)
        cite_step(g, RULING_ROMANTIC_PARTNER_2019);
    return def->partner == who || (def->bride == who && in_force(g, RULING_ROMANTIC_PARTNER_2019));
}

bool is_partner(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet others = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(other, &others)
        if (other != card && (calls_partner(g, card, other) || calls_partner(g, other, card)))
            return true;
    return false;
}

bool title_begins(const Game *g, const char *with, CardId card)
{
    return strncmp(printed(g, card)->title, with, strlen(with)) == 0;
}

bool title_has(const Game *g, const char *words, CardId card)
{
    return strstr(printed(g, card)->title, words) != NULL;
}

/* ---- skills and numbers ---- */

/* Whether it has one of these skills, at that level. */
bool has_one_of(const Game *g, const Ctx *ctx, SkillSet skills, int level, CardId card)
{
    for (int s = 0; s < SKILL_COUNT && readable(g, ctx, card); s++)
        if (skill_in(skills, s) && skill_level(g, card, s) >= level)
            return true;
    return false;
}

bool has_printed_total(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const CardDef *def = printed(g, card);
    return (def->type == TYPE_PERSONNEL || def->type == TYPE_SHIP) && readable(g, ctx, card)
        && compare(def->attribute[0] + def->attribute[1] + def->attribute[2], node_value(g->world->cat, id, 0), quantity(g, ctx, node_child(g->world->cat, id, 1)));
}

bool has_required_skill(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet asking = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    SkillSet skills = 0;
    FOR_SET(other, &asking)
        skills |= mission_skills(g, other);
    return has_one_of(g, ctx, skills, 1, card);
}

/* The skills with which a card helped to complete the mission (2E-12.11); a classification alone is none of them. */
SkillSet skills_used_by(const Game *g, CardId card)
{
    SkillSet skills = 0;
    for (int s = 0; s < SKILL_COUNT && set_has(&g->encounter.users, card); s++)
        if (skill_in(g->encounter.used, s) && skill_level(g, card, s) > (classification_skill(g, card) == s))
            skills |= skill_bit(s);
    return skills;
}

bool has_used_skill(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    SkillSet skills = 0;
    FOR_SET(user, &g->encounter.users)
        if (filter_is(g, ctx, node_child(g->world->cat, id, 0), user))
            skills |= skills_used_by(g, user);
    return has_one_of(g, ctx, skills, 1, card);
}

/* Whoever goes away alone shares in the skills of others through his own [Com] icon only. */
bool has_alone(const Game *g, CardId card, int skill)
{
    if (own_skill_level(g, card, skill) > 0)
        return true;
    cite_step(g, RULING_TARELLIAN_PLAGUE_SHIP_1998_3);
    return in_force(g, RULING_TARELLIAN_PLAGUE_SHIP_1998_3) && icon_in(icons_of(g, card), ICON_COMMUNICATION) && skill_level(g, card, skill) > 0;
}

typedef struct { CardId by; bool less; } Weakening;

static void note_weakening(void *to, int amount, CardId source, Citation why)
{
    (void)why;
    Weakening *w = to;
    w->less |= source == w->by && amount < 0;
}

bool weakens(const Game *g, CardId by, CardId card)
{
    Weakening w = { .by = by };
    for (int at = 0; at < ATTRIBUTE_COUNT; at++)
        value_parts(g, card, NODE_MOD_ATTR, at, note_weakening, &w);
    return w.less;
}

static void note_enhancing(void *to, int amount, CardId source, Citation why)
{
    (void)why;
    Weakening *w = to;
    w->less |= source == w->by && amount > 0;
}

bool enhances(const Game *g, CardId by, int word, CardId card)
{
    Weakening w = { .by = by };
    if (has_ship_attributes(card_type(g, card)) == (word >= ATTR_RANGE))
        value_parts(g, card, NODE_MOD_ATTR, (word - ATTR_INTEGRITY) % ATTRIBUTE_COUNT, note_enhancing, &w);
    return w.less;
}

typedef struct { const CardSet *by; int sum; } Enhancement;

static void add_enhancement(void *to, int amount, CardId source, Citation why)
{
    (void)why;
    Enhancement *e = to;
    e->sum += set_has(e->by, source) ? not_negative(amount) : 0;
}

/* An attribute of a personnel or ship without what these cards add to it. */
int attribute_without(const Game *g, CardId card, int word, const CardSet *by)
{
    int which = (word - ATTR_INTEGRITY) % ATTRIBUTE_COUNT;
    Enhancement e = { .by = by };
    value_parts(g, card, NODE_MOD_ATTR, which, add_enhancement, &e);
    return attribute(g, card, which) - e.sum;
}

/* Alone in any one of its species (1e-2013/species.19). */
bool is_alone_of_kind(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    const Catalogue *cat = g->world->cat;
    CardSet among = filter_set(g, ctx, node_child(cat, id, 0));
    int itself = set_has(&among, card);
    for (int trait = 1; trait < cat->trait_count; trait++) {
        if (cat->trait_kind[trait] != OF_SPECIES || !has_trait(g, card, trait))
            continue;
        int of_it = 0;
        FOR_SET(other, &among)
            of_it += persons_of_species(g, other, trait);
        if (of_it == itself) {
            if (in_force(g, RULING_SPECIES_2013_19))
                cite_step(g, RULING_SPECIES_2013_19);
            return true;
        }
    }
    return false;
}

/* A modifier of that card is on it. */
bool is_affected(const Game *g, CardId by, CardId card)
{
    for (int i = 0; i < g->modifier_count; i++)
        if (g->modifier[i].target == card && g->modifier[i].source == by)
            return true;
    return false;
}

/* ---- Commanders ---- */

/* How many of those cards are aboard the ship, or on the surface of the mission. */
int held(const Game *g, const Ctx *ctx, NodeId filter, CardId place)
{
    int count = 0;
    FOR_HOSTED(g, id, place)
        count += (g->card[id].zone == ZONE_ABOARD || g->card[id].zone == ZONE_SURFACE) && filter_is(g, ctx, filter, id);
    return count;
}

/* A text gives it that title as a Commander keyword. */
static bool gains_command(const Game *g, CardId who, int persona)
{
    Steps steps;
    find_steps_of(g, who, NODE_MOD_COMMANDER, &steps);
    for (int i = 0; i < steps.count; i++)
        if (steps.step[i].op == NODE_MOD_COMMANDER && steps.step[i].what == persona)
            return true;
    return false;
}

/* He is the Commander of that ship: by a keyword of his card, or by what the rules of the edition say about the two. */
bool commands(const Game *g, CardId who, CardId ship)
{
    if (g->world->edition->commands)
        return g->world->edition->commands(g, who, ship);
    if (g->mods & mod_bit(NODE_MOD_COMMANDS) && g->card[who].zone == ZONE_ABOARD && g->card[who].host == ship && modified_by(g, who, NODE_MOD_COMMANDS))
        return true;
    if (g->mods & mod_bit(NODE_MOD_COMMANDER) && is_type(g, ship, TYPE_SHIP) && gains_command(g, who, printed(g, ship)->persona))
        return true;
    for (int i = 0; i < MAX_COMMANDER; i++)
        if (printed(g, who)->commander[i] && printed(g, who)->commander[i] == printed(g, ship)->persona)
            return is_type(g, ship, TYPE_SHIP) && !is_textless(g, who);
    return false;
}

/* Of one whom his card lets be a Commander (may_command). */
bool commander_of(const Game *g, const Ctx *ctx, NodeId id, CardId card)
{
    CardSet ships = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(ship, &ships)
        if (commands(g, card, ship))
            return true;
    return false;
}

/* A ship whose Commander is aboard it and under the same command.  One is enough, and a second helps no more (1E-12.16). */
bool has_its_commander(const Game *g, CardId ship)
{
    if (!is_type(g, ship, TYPE_SHIP) && !is_type(g, ship, TYPE_FACILITY))
        return false;
    FOR_HOSTED(g, id, ship)
        if (g->card[id].zone == ZONE_ABOARD && g->card[id].commander == g->card[ship].commander && (g->world->edition->commands || barred(g, id) == BARS_NOTHING)
            && commands(g, id, ship)) {
            if (in_force(g, RULING_MATCHING_COMMANDER_2019_5))
                cite_step(g, RULING_MATCHING_COMMANDER_2019_5);
            return true;
        }
    return false;
}

/* A ship that one of those cards is the Commander of. */
bool ship_of(const Game *g, const Ctx *ctx, NodeId id, CardId ship)
{
    if (!is_type(g, ship, TYPE_SHIP))
        return false;
    CardSet who = filter_set(g, ctx, node_child(g->world->cat, id, 0));
    FOR_SET(card, &who)
        if (readable(g, ctx, card) && commands(g, card, ship))
            return true;
    return false;
}
