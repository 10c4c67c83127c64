/* Deck construction: chapter 3 of the rules. */
#include "spaceline.h"
#include "first/first.h"

enum { MISSIONS = 6, MOST_SEEDS = 30, LEAST_DRAW = 30 };

static int cards_in(const DeckCheck *c, int section)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += (int)c->entry[i].section == section ? c->entry[i].count : 0;
    return n;
}

static bool is_affiliated(const DeckCheck *c, int i, TypeSet types, int icon)
{
    return type_in(types, deck_card(c, i)->type) && icon_in(deck_card(c, i)->icons, icon);
}

static bool deck_plays(const DeckCheck *c, int icon)
{
    for (int i = 0; i < c->count; i++)
        if (is_affiliated(c, i, 1 << TYPE_PERSONNEL | 1 << TYPE_SHIP, icon))
            return true;
    return false;
}

static int outposts_in(const DeckCheck *c)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += c->entry[i].section == SL_SEED_DECK && deck_card(c, i)->kind == KIND_OUTPOST ? c->entry[i].count : 0;
    return n;
}

/* Before the ruling of March 1998 there was one outpost for each affiliation that a deck played. */
static void check_outposts(DeckCheck *c)
{
    if (profile_has(&c->profile, RULING_OUTPOSTS_1998))
        return;
    for (int icon = 0; icon < ICON_COUNT; icon++) {
        bool outpost = icon == ICON_NON_ALIGNED || icon == ICON_NEUTRAL || !icon_in(affiliations, icon) || !deck_plays(c, icon);
        for (int i = 0; i < c->count && !outpost; i++)
            outpost = is_affiliated(c, i, 1 << TYPE_FACILITY, icon);
        if (!outpost)
            deck_problem(c, RULE_FIRST_DECK_SEEDS, "deck-outpost", "the deck plays [%s] and has no outpost of that affiliation", icon_text[icon]);
    }
}

/* Two missions that count as half a card take the place of one; a deck has four of them at the most (1E-3.4). */
static int half_cards(const DeckCheck *c)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += c->entry[i].section == SL_MISSIONS && trait_in(&deck_card(c, i)->traits, TRAIT_HALF_A_CARD) ? c->entry[i].count : 0;
    return n;
}

/* Only missions count as such, whatever else stands among them. */
static int missions_in(const DeckCheck *c)
{
    int n = 0;
    for (int i = 0; i < c->count; i++)
        n += c->entry[i].section == SL_MISSIONS && deck_card(c, i)->type == TYPE_MISSION ? c->entry[i].count : 0;
    return n;
}

/* Sites seed free and do not count, in whichever section they stand (1E-3.2). */
static int seeds_counted(const DeckCheck *c)
{
    int n = cards_in(c, SL_SEED_DECK);
    for (int i = 0; i < c->count; i++)
        n -= c->entry[i].section == SL_SEED_DECK && deck_card(c, i)->type == TYPE_SITE ? c->entry[i].count : 0;
    return n;
}

static void check_sizes(DeckCheck *c)
{
    enum { MOST_HALVES = 4 };
    int halves = half_cards(c), missions = missions_in(c) - halves / 2, seeds = seeds_counted(c), draw = cards_in(c, SL_DRAW_DECK);
    bool borg = deck_plays(c, ICON_BORG), ruled = profile_has(&c->profile, RULING_MISSIONS_1998);
    Citation six = borg && ruled ? (Citation)RULING_MISSIONS_1998 : (Citation)RULE_FIRST_DECK_MISSIONS;
    if (halves > MOST_HALVES)
        deck_problem(c, RULE_FIRST_DECK_HALVES, "deck-missions", "the deck has %d missions that count as half a card; at most %d are allowed", halves, MOST_HALVES);
    if (missions > MISSIONS || (missions < MISSIONS && (ruled || !borg)))
        deck_problem(c, six, "deck-missions", "the deck has %d missions; it must have exactly %d", missions, MISSIONS);
    else if (halves % 2)
        deck_problem(c, six, "deck-missions", "two missions that count as half a card take the place of one, and the deck has %d of them", halves);
    if (profile_has(&c->profile, LAYER_SEEDS_COUNT_MISSIONS)) {
        if (seeds + missions > MOST_SEEDS)
            deck_problem(c, LAYER_SEEDS_COUNT_MISSIONS, "deck-seeds", "the seed deck has %d cards, the %d missions among them; at most %d are allowed",
                         seeds + missions, missions, MOST_SEEDS);
        int outposts = outposts_in(c);
        if (seeds + missions > MOST_SEEDS && seeds + missions - outposts <= MOST_SEEDS && profile_has(&c->profile, RULING_OUTPOSTS_1998))
            deck_problem(c, RULING_OUTPOSTS_1998, "deck-outpost", "seeded outposts (%d) count among these cards", outposts);
    } else if (seeds > MOST_SEEDS)
        deck_problem(c, RULE_FIRST_DECK_SEEDS, "deck-seeds", "the seed deck has %d cards besides the missions; at most %d are allowed", seeds, MOST_SEEDS);
    if (draw < LEAST_DRAW)
        deck_problem(c, RULE_FIRST_DECK_DRAW, "deck-draw", "the draw deck has %d cards; at least %d are needed", draw, LEAST_DRAW);
}

/* Whether a card fits a filter, by its type and icons: other words are asked when it is seeded. */
static bool def_fits(const Catalogue *cat, NodeId filter, const CardDef *def)
{
    const Node *n = &cat->node[filter];
    bool fits = n->op != NODE_OR;
    if (n->op == NODE_TYPE)
        return def->type == node_value(cat, filter, 0);
    if (n->op == NODE_ICON)
        return icon_in(def->icons, node_value(cat, filter, 0));
    for (int i = 0; i < n->argc && (n->op == NODE_AND || n->op == NODE_OR); i++)
        fits = n->op == NODE_AND ? fits && def_fits(cat, node_child(cat, filter, i), def) : fits || def_fits(cat, node_child(cat, filter, i), def);
    return fits;
}

/* A text of that kind on another seed card is about it. */
static bool seeds_by_another(const DeckCheck *c, const CardDef *def, int kind)
{
    for (int i = 0; i < c->count; i++) {
        const CardDef *host = deck_card(c, i);
        for (int k = 0; c->entry[i].section == SL_SEED_DECK && host != def && has_kind(host, kind) && k < host->ability_count; k++) {
            const Ability *a = &c->cat->ability[host->ability + k];
            if (a->kind == kind && def_fits(c->cat, a->filter, def))
                return true;
        }
    }
    return false;
}

static bool seeds_with_another(const DeckCheck *c, const CardDef *def) { return seeds_by_another(c, def, NODE_SEEDS_WITH); }

/* Missions, dilemmas, artifacts, facilities, sites, the doorways of side decks, and what says that it seeds (1E-3.6, 5.2.1). */
static bool is_seedable(const DeckCheck *c, const CardDef *def)
{
    if (type_in(SEEDED_TYPES | 1 << TYPE_SITE, def->type) || (def->type == TYPE_DOORWAY && def->kind))
        return true;
    if (icon_in(def->icons, ICON_HIDDEN_AGENDA) && !profile_has(&c->profile, RULING_HIDDEN_AGENDA_1998))
        return true;
    static const uint8_t texts[] = { NODE_SEEDS, NODE_SEEDS_DOORWAY, NODE_SEEDS_MISSION, NODE_SEEDS_DILEMMA, NODE_SEEDS_BENEATH };
    for (size_t i = 0; i < countof(texts); i++)
        if (has_kind(def, texts[i]))
            return true;
    return seeds_with_another(c, def);
}

/* Q-icon cards are in the Q-Continuum and nowhere else, unless a text says so (1E-3.7). */
static bool may_be_in(const DeckCheck *c, const CardDef *def, int section)
{
    bool q = icon_in(def->icons, ICON_Q);
    if (q && section == SL_TENT_DECK && has_kind(def, NODE_IN_TENT_TOO))
        return true;
    if (q && section == SL_SEED_DECK && seeds_by_another(c, def, NODE_SEEDS_LIKE))
        return true;
    if (q != (section == SL_CONTINUUM_DECK))
        return false;
    return section == SL_SEED_DECK ? is_seedable(c, def) : type_in(first_edition.section_types[section], def->type);
}

/* The doorway of Q's Tent that lets cards lie there face up; NULL: none does. */
static const Ability *face_up_besides(const DeckCheck *c)
{
    for (int i = 0; i < c->count; i++) {
        const CardDef *def = deck_card(c, i);
        for (int k = 0; c->entry[i].section == SL_SEED_DECK && has_kind(def, NODE_FACE_UP_TOO) && k < def->ability_count; k++)
            if (c->cat->ability[def->ability + k].kind == NODE_FACE_UP_TOO)
                return &c->cat->ability[def->ability + k];
    }
    return NULL;
}

/* How many cards some side decks may have (1E-3.7, G9.1). */
static void check_side_decks(DeckCheck *c)
{
    enum { TENT_CARDS = 13, DILEMMA_CARDS = 13 };
    if (cards_in(c, SL_DILEMMA_PILE) > DILEMMA_CARDS)
        deck_problem(c, RULE_FIRST_DILEMMA_DECK, "deck-dilemmas", "the dilemma side deck has %d cards; at most %d are allowed", cards_in(c, SL_DILEMMA_PILE), DILEMMA_CARDS);
    const Ability *besides = face_up_besides(c);
    int cards = cards_in(c, SL_TENT_DECK), up = 0;
    for (int i = 0; i < c->count && besides; i++)
        up += c->entry[i].section == SL_TENT_DECK && def_fits(c->cat, besides->filter, deck_card(c, i)) ? c->entry[i].count : 0;
    int room = besides ? node_value(c->cat, besides->node, 0) : 0;
    cards -= up < room ? up : room;
    if (cards > TENT_CARDS && besides)
        deck_problem(c, RULE_FIRST_DECK_CIVIL_WAR, "deck-tent", "Q's Tent has %d cards face down; at most %d are allowed, besides %d face up", cards, TENT_CARDS, room);
    else if (cards > TENT_CARDS)
        deck_problem(c, RULE_FIRST_DECK_TENT, "deck-tent", "Q's Tent has %d cards; at most %d are allowed", cards, TENT_CARDS);
    for (int i = 0; i < c->count; i++)
        if (c->entry[i].section == SL_TENT_DECK && c->entry[i].count > 1)
            deck_concern(deck_problem(c, RULE_FIRST_DECK_TENT, "deck-tent", "Q's Tent has '%s' %d times; its cards must all be different",
                                      deck_card(c, i)->name, c->entry[i].count), c->entry[i].def);
}

/* Each side deck needs the doorway that opens it, among the seed cards (1E-3.3, 5.2.1). */
static void check_doorways(DeckCheck *c)
{
    static const struct { uint8_t section, kind; const char *name; } side[] = {
        { SL_TENT_DECK, KIND_TENT, "Q's Tent" }, { SL_CONTINUUM_DECK, KIND_CONTINUUM, "the Q-Continuum" },
        { SL_BRIDGE_DECK, KIND_BRIDGE, "the Battle Bridge" }, { SL_TRIBBLE_DECK, KIND_TRIBBLES, "the Tribble side deck" },
        { SL_DILEMMA_PILE, KIND_DILEMMAS, "the dilemma side deck" },
    };
    for (size_t i = 0; i < countof(side); i++) {
        bool doorway = false;
        for (int k = 0; k < c->count; k++)
            doorway |= c->entry[k].section == SL_SEED_DECK && deck_card(c, k)->kind == side[i].kind;
        if (cards_in(c, side[i].section) && !doorway)
            deck_problem(c, RULE_FIRST_DECK_DOORWAY, "deck-doorway", "nothing opens %s: its doorway is not among the seed cards", side[i].name);
    }
}

/* Systems that came after March 1998 (1E-0.3.2): a table may refuse their cards. */
static bool is_of_later_system(const CardDef *def)
{
    const TypeSet later = 1 << TYPE_TACTIC | 1 << TYPE_SITE | 1 << TYPE_INCIDENT | 1 << TYPE_TRIBBLE | 1 << TYPE_TROUBLE;
    const unsigned kinds = 1u << KIND_HEADQUARTERS | 1u << KIND_STATION | 1u << KIND_BRIDGE | 1u << KIND_TRIBBLES;
    return type_in(later, def->type) || kinds >> def->kind & 1;
}

static void check_pool(DeckCheck *c)
{
    if (!c->switches.strict_pool || profile_has(&c->profile, LAYER_COMMANDER_BY_LORE))
        return;
    for (int i = 0; i < c->count; i++) {
        const CardDef *def = deck_card(c, i);
        if (deck_named_before(c, i))
            continue;
        if (is_of_later_system(def))
            deck_concern(deck_problem(c, RULE_FIRST_DECK_POOL, "deck-pool", "'%s' is of type %s, which there was not yet on the day of these rules",
                                      def->name, type_name[def->type]), c->entry[i].def);
        if (def->type == TYPE_MISSION && def->quadrant > QUADRANT_ALPHA)
            deck_concern(deck_problem(c, RULE_FIRST_DECK_QUADRANT, "deck-quadrant", "the mission '%s' is in the %s Quadrant, which was not in play on the day of"
                                      " these rules", def->name, quadrant_name[def->quadrant]), c->entry[i].def);
    }
}

static bool ends_with(const char *name, const char *end)
{
    size_t len = strlen(name), of = strlen(end);
    return len >= of && memcmp(name + len - of, end, of) == 0;
}

static bool is_of_second_edition(const CardDef *def)
{
    return trait_in(&def->traits, TRAIT_SECOND_EDITION) || ends_with(def->name, " 2E");
}

/* Cards of the Second Edition could be used here until November 2019 (1E-G1.9). */
static void check_converted(DeckCheck *c)
{
    for (int i = 0; i < c->count && profile_has(&c->profile, LAYER_NO_CONVERTED_CARDS); i++)
        if (is_of_second_edition(deck_card(c, i)) && !deck_named_before(c, i))
            deck_concern(deck_problem(c, LAYER_NO_CONVERTED_CARDS, "deck-converted", "'%s' is a card of the Second Edition, which is not used here any more",
                                      deck_card(c, i)->name), c->entry[i].def);
}

/* [AU] cards need a door among the cards of the deck, [BO] cards somebody who plays Borg (1E-8.7, 3.8). */
static void check_icons(DeckCheck *c)
{
    bool door = false, dilemma_door = false, borg = false;
    for (int i = 0; i < c->count; i++) {
        door |= has_kind(deck_card(c, i), NODE_AU_DOOR);
        dilemma_door |= deck_card(c, i)->kind == KIND_DILEMMAS;
        borg |= icon_in(deck_card(c, i)->icons, ICON_BORG);
    }
    for (int i = 0; i < c->count; i++) {
        const CardDef *def = deck_card(c, i);
        if (deck_named_before(c, i))
            continue;
        if (!door && !(dilemma_door && def->type == TYPE_DILEMMA) && icon_in(def->icons, ICON_AU) && !type_in(1 << TYPE_ARTIFACT | 1 << TYPE_MISSION, def->type)
            && !(c->entry[i].section == SL_SEED_DECK && seeds_with_another(c, def)))
            deck_concern(deck_problem(c, RULE_FIRST_DECK_AU, "deck-au", "'%s' has the icon [AU], and the deck has no door that lets such cards enter play",
                                      def->name), c->entry[i].def);
        if (!borg && icon_in(def->icons, ICON_BORG_ONLY))
            deck_concern(deck_problem(c, RULE_FIRST_DECK_BORG, "deck-borg", "'%s' is for Borg use only, and the deck plays no Borg", def->name), c->entry[i].def);
    }
}

/* The format velara asks for missions of both kinds (1E-G11.4). */
static void check_format(DeckCheck *c)
{
    enum { OF_EACH = 2 };
    int planet = 0, space = 0;
    if (c->switches.format != FORMAT_VELARA)
        return;
    for (int i = 0; i < c->count; i++)
        if (c->entry[i].section == SL_MISSIONS) {
            planet += deck_card(c, i)->kind != KIND_SPACE ? c->entry[i].count : 0;
            space += deck_card(c, i)->kind != KIND_PLANET ? c->entry[i].count : 0;
        }
    if (planet < OF_EACH || space < OF_EACH)
        deck_problem(c, RULE_FIRST_FORMAT_MISSIONS, "deck-format", "the deck has %d planet and %d space missions; the format asks for %d of each", planet, space,
                     OF_EACH);
}

static void check_entry(DeckCheck *c, const sl_deck_entry *e)
{
    const CardDef *def = &c->cat->def[e->def];
    if (!may_be_in(c, def, e->section)) {
        bool agenda = e->section == SL_SEED_DECK && icon_in(def->icons, ICON_HIDDEN_AGENDA);            /* the icon gives no right to seed it */
        Citation rule = agenda ? (Citation)RULING_HIDDEN_AGENDA_1998 : e->section == SL_SEED_DECK || e->section == SL_MISSIONS ? (Citation)RULE_FIRST_DECK_SEEDABLE : (Citation)RULE_FIRST_DECK_STOCKED;
        deck_concern(deck_problem(c, rule, "deck-type", "'%s' (%d) is of type %s and cannot be there", def->name, e->count,
                                  type_name[def->type]), e->def);
    }
    int copies = 0;
    for (int i = 0; i < c->count; i++)
        copies += c->entry[i].def == e->def && c->entry[i].section == SL_MISSIONS ? c->entry[i].count : 0;
    if (e->section == SL_MISSIONS && def->unique && copies > 1)
        deck_concern(deck_problem(c, RULE_FIRST_DECK_UNIQUE, "deck-same-title", "there are %d copies of the unique mission '%s'; at most"
                                  " one is allowed", copies, def->name), e->def);
}

/* Each player seeds six sites at the most (1E-A5.13). */
static void check_sites(DeckCheck *c)
{
    int sites = 0;
    for (int i = 0; i < c->count; i++)
        sites += (c->entry[i].section == SL_SEED_DECK || c->entry[i].section == SL_SITES) && deck_card(c, i)->type == TYPE_SITE ? c->entry[i].count : 0;
    if (sites > MOST_SITES_SEEDED)
        deck_problem(c, RULE_FIRST_SITE_LIMIT, "deck-sites", "the deck seeds %d sites; at most %d are allowed", sites, MOST_SITES_SEEDED);
}

/* Reverse sides are no cards of their own (1E-G1.9, G12.1). */
static void check_sides(DeckCheck *c)
{
    for (int i = 0; i < c->count; i++) {
        const char *name = deck_card(c, i)->name;
        if (ends_with(name, "(back)") && !deck_named_before(c, i))
            deck_concern(deck_problem(c, RULE_FIRST_DECK_SIDE, "deck-side", "'%s' is the reverse side of a card", name), c->entry[i].def);
    }
}

/* A deck plays Borg or others (1E-A1.2). */
static void check_borg(DeckCheck *c)
{
    enum { THEIRS = 1 << TYPE_PERSONNEL | 1 << TYPE_SHIP | 1 << TYPE_FACILITY };
    bool borg = false;
    for (int i = 0; i < c->count; i++)
        borg |= type_in(THEIRS, deck_card(c, i)->type) && icon_in(deck_card(c, i)->icons, ICON_BORG);
    for (int i = 0; i < c->count && borg; i++) {
        const CardDef *def = deck_card(c, i);
        if (type_in(THEIRS, def->type) && !icon_in(def->icons, ICON_BORG) && !icons_none(icons_both(def->icons, affiliations)))
            deck_concern(deck_problem(c, RULE_FIRST_BORG_DECK, "deck-borg", "'%s' is no Borg, and the deck plays Borg", def->name), c->entry[i].def);
    }
}

void first_check_deck(DeckCheck *c)
{
    check_sizes(c);
    check_converted(c);
    check_outposts(c);
    check_side_decks(c);
    check_doorways(c);
    check_pool(c);
    check_icons(c);
    check_format(c);
    check_borg(c);
    check_sites(c);
    check_sides(c);
    for (int i = 0; i < c->count; i++)
        check_entry(c, &c->entry[i]);
}
