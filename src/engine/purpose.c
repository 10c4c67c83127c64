/* What a decision is for: a number for players and clients, and its words. */
#include "engine/engine.h"

static const struct { uint16_t op; sl_purpose purpose; const char *words; } purposes[] = {
    { NODE_STOP, SL_FOR_STOP, "to be stopped" },
    { NODE_KILL, SL_FOR_KILL, "to be killed" },
    { NODE_DESTROY, SL_FOR_DESTROY, "to be destroyed" },
    { NODE_DISCARD, SL_FOR_DISCARD, "to discard" },
    { NODE_REMOVE, SL_FOR_REMOVE, "to remove from the game" },
    { NODE_BRIG, SL_FOR_BRIG, "to be placed in a brig" },
    { NODE_UNSTOP, SL_FOR_UNSTOP, "to be unstopped" },
    { NODE_PLACE, SL_FOR_PLACE, "to be placed" },
    { NODE_BEAM_TO, SL_FOR_BEAM, "to beam" },
    { NODE_STAFFED, SL_FOR_SELECT, "to staff the ship" },
    { NODE_EXCHANGE, SL_FOR_EXCHANGE, "to exchange" },
    { NODE_DOWNLOAD, SL_FOR_DOWNLOAD, "to download" },
    { NODE_ADD_TO_STACK, SL_FOR_STACK, "for the dilemma stack" },
    { NODE_THAT, SL_FOR_MEANT, "that is meant" },
    { NODE_LET, SL_FOR_SELECT, "to select" },
    { NODE_MODAL, SL_FOR_MODE, "choose one" },
    { NODE_MAY_DO, SL_FOR_DO, "whether to do it" },
    { NODE_SKILL_TAX, SL_FOR_PAY_SKILL, "whether to pay for the skill" },
    { NODE_SKILLS_TAX, SL_FOR_PAY_SKILL, "whether to pay for the skills" },
    { NODE_LIKE_TAX, SL_FOR_PAY_SKILL, "whether to pay for the skill" },
    { NODE_PAY_POINTS_BY, SL_FOR_PAY_OTHERWISE, "whether to pay otherwise" },
    { NODE_REPLICATE_FOR, SL_FOR_REPLICATE, "whether to replicate" },
    { NODE_HAVE, SL_FOR_MEET, "whether to meet the requirements" },
    { NODE_COMBAT, SL_FOR_COMBAT, "to begin combat" },
    { NODE_ENGAGEMENT, SL_FOR_ENGAGEMENT, "to begin the engagement" },
    { NODE_INVOLVED, SL_FOR_OPPOSE, "as the opponent" },
    { NODE_ARRANGE, SL_FOR_ARRANGE, "next, in order" },
    { NODE_NAME_SKILL, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_TWO, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_CHOSEN, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_ASKED, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_HELD, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_LACKED, SL_FOR_SKILL, "a skill" },
    { NODE_NAME_KEYWORD, SL_FOR_TITLE, "a keyword" },
    { NODE_NAME_SPECIES, SL_FOR_TITLE, "a species" },
    { NODE_NAME_TITLE, SL_FOR_TITLE, "a title" },
    { NODE_NAME_NUMBER, SL_FOR_NUMBER, "a number" },
    { NODE_TO_ANYWHERE, SL_FOR_NUMBER, "how many cards lie above it" },
    { NODE_OPPONENT, SL_FOR_OPPONENT, "an opponent" },
    { NODE_TO_PILE_TOP, SL_FOR_PILE_TOP, "for the top of the pile" },
    { NODE_MOVE_FREELY, SL_FOR_NOTHING, "to move" },
    { NODE_REPAIR, SL_FOR_NOTHING, "to repair" },
    { NODE_PLAY_FREE, SL_FOR_PLAY, "where to play it" },
    { NODE_APPLY, SL_FOR_CHANGE, "to change" },
    { NODE_GAIN_ANY, SL_FOR_SKILL, "a skill" },
    { NODE_GAIN_REQUIRED, SL_FOR_SKILL, "a skill" },
    { NODE_GAIN_NAMED, SL_FOR_SKILL, "a skill" },
    { NODE_GAIN_CHOSEN, SL_FOR_SKILL, "a skill" },
    { NODE_LOSE_ANY, SL_FOR_SKILL, "a skill to lose" },
    { NODE_ANY_SPECIES, SL_FOR_TITLE, "a species" },
    { NODE_CHOOSE_FORM, SL_FOR_SKILL, "a classification or gender" },
};

static bool responds_to_event(const Decision *d)
{
    return d->kind == SL_DECIDE_RESPONSE || d->kind == SL_DECIDE_MANDATORY;
}

static int find(const Decision *d)
{
    for (size_t i = 0; i < countof(purposes); i++)
        if (purposes[i].op == d->about)
            return (int)i;
    return -1;
}

sl_purpose purpose_of(const Decision *d)
{
    int at = responds_to_event(d) ? -1 : find(d);
    return at < 0 ? SL_FOR_NOTHING : purposes[at].purpose;
}

const char *purpose_words(const Decision *d)
{
    if (responds_to_event(d))
        return event_info[d->about].word;
    int at = find(d);
    return at < 0 ? "" : purposes[at].words;
}
