/* Battles: chapter 20 of the rules, what is common to both kinds.  The battles themselves are persons.c and fleets.c. */
#include "spaceline.h"
#include "first/first.h"

/* What is decided here is said by a ruling from its day on, before that by an older ruling or by the printed rule. */
void cite_dated(Game *g, Citation ruling, Citation before)
{
    if (in_force(g, ruling))
        cite(g, ruling);
    else if (in_force(g, before))
        cite(g, before);
}

/* ---- leaders: 1E-20.3, 20.4 ---- */

static int leaders_in(const Game *g, const CardSet *force)
{
    int n = 0;
    FOR_SET(id, force)
        n += is_leader(g, id) && !is_stopped(g, id);
    return n;
}

static bool has_guramba(const Game *g, const CardSet *force)
{
    FOR_SET(id, force)
        if (is_type(g, id, TYPE_PERSONNEL) && !(barred(g, id) & BARS_SKILLS) && skill_level(g, id, SKILL_GURAMBA))
            return true;
    return false;
}

/* Where the defenders have Guramba, a personnel battle takes two leaders (1E-20.4). */
static Citation why_leaderless(const Game *g, const CardSet *force, const CardSet *against, BattleKind kind)
{
    int leaders = leaders_in(g, force);
    if (leaders == 0)
        return RULE_FIRST_LEADER;
    return kind == BATTLE_OF_PERSONNEL && leaders < 2 && has_guramba(g, against) ? RULE_FIRST_GURAMBA : CITE_NONE;
}

/* ---- who attacks whom: 1E-20.5, 20.6 ---- */

typedef enum { ATTACKS_OTHERS, ATTACKS_ANYBODY, ATTACKS_BORG, ATTACKS_NOBODY } Restraint;

/* By affiliation icon; those that are not named attack anybody but their own affiliation. */
static Restraint restraint_of(int icon)
{
    switch (icon) {
    case ICON_KLINGON: case ICON_KAZON: case ICON_NON_ALIGNED: case ICON_NEUTRAL: return ATTACKS_ANYBODY;
    case ICON_FEDERATION: return ATTACKS_BORG;
    case ICON_BORG:       return ATTACKS_NOBODY;
    default:              return ATTACKS_OTHERS;
    }
}

static void note(void *to, int amount, CardId source, Citation why)
{
    (void)amount, (void)source, (void)why;
    *(bool *)to = true;
}

/* A text lets this card attack a force that includes one of these affiliations (1E-20.7). */
static bool is_let_attack(const Game *g, CardId id, IconSet theirs)
{
    bool lets = modified_by(g, id, NODE_MOD_UNRESTRAINED) > 0;
    if (!(g->mods & mod_bit(NODE_MOD_MAY_ATTACK)))
        return lets;
    for (int icon = 0; icon < ICON_COUNT && !lets; icon++)
        if (icon_in(theirs, icon) && icon_kind[icon] == AFFILIATION)
            value_parts(g, id, NODE_MOD_MAY_ATTACK, icon, note, &lets);
    return lets;
}

/* The affiliations of a force are those of all its cards. */
static IconSet icons_of_force(const Game *g, const CardSet *force)
{
    IconSet all = { { 0 } };
    FOR_SET(id, force)
        if (!is_gear(g, id))
            all = icons_join(all, icons_of(g, id));
    return all;
}

/* A new drone is bound like every Borg. */
static void cite_assimilated(const Game *g, const CardSet *force)
{
    FOR_SET(id, force)
        if (g->card[id].flags & ASSIMILATED)
            cite_if_ruled(g, RULING_BORG_SERVO_1998_2);
}

/* A mixed force obeys the restraint of every member, and is spared by whoever spares one of them.  Non-Aligned cards restrain nobody. */
static Citation why_not_against(const Game *g, int player, const CardSet *force, const CardSet *against)
{
    IconSet theirs = icons_of_force(g, against), own = { { 0 } };
    if (is_self_controlled(g, set_next(against, 0)))
        return CITE_NONE;                       /* it has no affiliation that anybody spares */
    FOR_SET(id, force)
        if (!is_gear(g, id) && !is_let_attack(g, id, theirs))
            own = icons_join(own, icons_of(g, id));
    for (int word = 0; word < ICON_WORDS; word++)
        for (uint64_t left = own.word[word] & affiliations.word[word]; left; left &= left - 1) {
            int icon = word * 64 + __builtin_ctzll(left);
            switch (restraint_of(icon)) {
            case ATTACKS_ANYBODY: break;
            case ATTACKS_OTHERS:  if (icon_in(theirs, icon)) return RULE_FIRST_ATTACK_OWN; break;
            case ATTACKS_BORG:    if (!icon_in(theirs, ICON_BORG)) return RULE_FIRST_ATTACK_BORG; break;
            case ATTACKS_NOBODY:
                if (borg_may_attack(g, player, against))
                    break;
                cite_assimilated(g, force);
                return RULE_FIRST_BORG_ATTACK;
            }
        }
    return CITE_NONE;
}

/* ---- counter-attacks: 1E-20.8 ---- */

/* The opponent attacked at this location in the turn before: whoever is here may strike back without leader and restraint. */
static bool may_counter_attack(const Game *g, int player, CardId location)
{
    return acts_now(g, player) && g->card[location].flags & ATTACKED_BEFORE;
}

/* When a turn begins, what was attacked in the turn before may be avenged in this one. */
void attacks_grow_old(Game *g)
{
    for (int line = LINE_ALPHA; line < LINE_COUNT; line++)
        FOR_PILE(g, location, &g->line[line]) {
            if (!(g->card[location].flags & (ATTACKED | ATTACKED_BEFORE)))
                continue;
            card_flag(g, location, ATTACKED_BEFORE, g->card[location].flags & ATTACKED);
            card_flag(g, location, ATTACKED, false);
        }
}

/* Why this force may not attack that one: restraint and leader, unless it is a counter-attack (1E-20.8). */
Citation why_restrained(const Game *g, int player, const CardSet *force, const CardSet *against, CardId location)
{
    return may_counter_attack(g, player, location) ? CITE_NONE : why_not_against(g, player, force, against);
}

Citation why_not_led(const Game *g, int player, const CardSet *force, const CardSet *against, BattleKind kind, CardId location)
{
    return may_counter_attack(g, player, location) ? CITE_NONE : why_leaderless(g, force, against, kind);
}

Citation why_not_attack(const Game *g, int player, const CardSet *force, const CardSet *against, BattleKind kind, CardId location)
{
    FOR_SET(id, force)
        if (is_driven(g, id))
            return RULE_FIRST_REQUIRED_WAY;
    Citation no = why_restrained(g, player, force, against, location);
    if (!no)
        no = why_not_pay_for_battle(g, player, location);
    return no ? no : why_not_led(g, player, force, against, kind, location);
}

/* ---- the battle in progress ---- */

/* Only an attack of one player on cards of the other may be avenged: none on or by a force that nobody controls, and none on one's own cards. */
void battle_begins(Game *g, BattleKind kind, int attacker, int defender, int uncontrolled, CardId location)
{
    *battle_change(g) = (Battle){ .active = true, .kind = (uint8_t)kind, .player = { (uint8_t)attacker, (uint8_t)defender },
                                  .uncontrolled = (uint8_t)uncontrolled, .winner = NOBODY, .compare = STRENGTH, .mission = location };
    if (!uncontrolled && may_counter_attack(g, attacker, location))
        cite(g, RULE_FIRST_COUNTER_ATTACK);
    if (!uncontrolled && attacker != defender)
        card_flag(g, location, ATTACKED, true);
}

/* A force wins.  Its player has won, too, unless he controls both forces: so it is since November 2022.  side: -1 none. */
void battle_is_won(Game *g, int side)
{
    const Battle *b = &g->battle;
    Citation ruling = b->kind == BATTLE_OF_SHIPS ? RULING_SHIP_BATTLE_2022_16 : RULING_PERSONNEL_BATTLE_2022_10;
    int winner = side < 0 || b->uncontrolled == side + 1 ? NOBODY : b->player[side];
    if (side >= 0 && b->player[0] == b->player[1] && in_force(g, ruling)) {
        cite(g, ruling);
        cite_if_ruled(g, RULING_TEMPORARY_RULINGS_2022_2);
        winner = NOBODY;
    }
    battle_change(g)->decided = true;
    battle_change(g)->won = (uint8_t)(side + 1);
    battle_change(g)->winner = (uint8_t)winner;
    if (winner == NOBODY && side >= 0)
        log_event(g, LOG_FORCE_WINS, NOBODY, set_next(&b->side[side], 0), NO_CARD, 0);
    else
        log_event(g, winner == NOBODY ? LOG_NO_WINNER : LOG_WINS_BATTLE, winner, NO_CARD, NO_CARD, 0);
}

/* The player who applies the damage that a side does: of one who controls both forces, the other (1E-22.4). */
int damaging_player(const Game *g, int side)
{
    const Battle *b = &g->battle;
    return b->player[0] == b->player[1] ? next_player(g, b->player[0]) : b->player[side];
}

void battle_ends(Game *g)
{
    for (int side = 0; side < 2; side++)
        if (g->battle.uncontrolled != side + 1)
            g->battled |= (uint8_t)(1 << g->battle.player[side]);
    battle_change(g)->active = false;
    modifiers_end(g, UNTIL_BATTLE_END, NOBODY);
}

/* ---- effects ---- */

/* A chance of one half: of two cards that stand for the sides of the coin one is picked; that of the text itself means yes. */
Flow first_coin(Game *g, Frame *f)
{
    LOCALS(Do, d);
    PROC_BEGIN;

    d->card = ctx_in(g, f).self;
    CardSet sides = set_one(d->card), rest = g->in_play;
    set_drop(&rest, d->card);
    set_add(&sides, set_next(&rest, 0));
    CardSet up = pick_random(g, &sides, 1);
    if (!set_has(&up, d->card))
        RETURN(0);
    RUN_ALL(f->player, d->node);
    RETURN(1);

    PROC_END;
}

Flow first_nullify_attack(Game *g, Frame *f)
{
    (void)f;
    battle_change(g)->prevented = g->battle.active;
    RETURN(g->battle.active);
}

/* ---- the orders ---- */

void offer_battles(Game *g, int player, const Locations *locations)
{
    offer_personnel_battles(g, player, locations);
    offer_ship_battles(g, player, locations);
}
