/* What a text says of the combat or engagement that it begins: who fights how in it, what victory brings, and what happens otherwise.  Called by
 * sentence.c. */
#include "text/inside.h"

bool begins_battle(const Tree *t)
{
    return tree_is(t, "begin-combat") || tree_is(t, "begin-engagement");
}

int battles_begun(Tree *effect, Tree **way)
{
    effect = tree_is(effect, "you-may") ? last_part(effect) : effect;      /* "You may begin combat ….  If you win, …" */
    int count = begins_battle(effect) ? 1 : 0;
    way[0] = effect;
    for (Tree *part = tree_is(effect, "choose-one") ? effect->child->next->next : NULL; part; part = part->next) {
        if (!begins_battle(part) || count == MOST_BATTLES)
            return 0;
        way[count++] = part;
    }
    return count;
}

/* Puts effects into each of the battles, in a part of that name: behind what stands there already. */
bool into_battles(Arena *arena, Tree *effect, const char *name, Tree *effects, bool new_part)
{
    Tree *way[MOST_BATTLES];
    int count = battles_begun(effect, way);
    for (int i = 0; i < count; i++) {
        Tree *same = i + 1 < count ? copy_of(arena, effects) : effects, *last = last_part(way[i]);
        if (new_part)
            last->next = list_of(arena, name, same);
        else if (tree_is(last, name))
            last_part(last)->next = same;
        else
            return false;
    }
    return count > 0;
}

/* "That ship is Weapons +1.", behind a battle that begins: of those who fight in it, before it is decided. */
static bool is_in_battle(const Tree *effects)
{
    bool changes = (tree_is(effects, "apply") || tree_is(effects, "if")) && says(effects, "~until");
    return effects && !effects->next && (changes || tree_is(effects, "leave-battle") || tree_is(effects, "join-battle"));
}

static void of_own_side(Arena *arena, Tree *t)
{
    for (Tree *c = t->child; c; c = c->next) {
        if (atom_is(c, "~ship") || atom_is(c, "~thing") || atom_is(c, "~its-ship"))
            *c = (Tree){ .child = tree_read(arena, "and (type ship) (of you) involved")->child, .next = c->next };
        if (atom_is(c, "~here") || atom_is(c, "~same-here"))
            *c = (Tree){ .child = tree_read(arena, "at (has-here involved)")->child, .next = c->next };
        of_own_side(arena, c);
    }
}

bool fights_so(Arena *arena, Tree *effect, Tree *effects)
{
    Tree *way[MOST_BATTLES];
    int count = is_in_battle(effects) ? battles_begun(effect, way) : 0;
    for (int i = 0; i < count; i++) {
        Tree *same = copy_of(arena, effects);
        fill_until(same, "~until", "end-of-battle");
        of_own_side(arena, same);
        last_part(way[i])->next = same;
    }
    return count > 0;
}

/* The last effect that begins a battle and says what victory brings, in whichever ability. */
Tree *battle_before(Abilities *a)
{
    Tree *found = NULL, *way[MOST_BATTLES];
    for (Tree *t = a->first; t; t = t->next)
        if (has_effects(t) && battles_begun(last_part(t), way) && tree_is(last_part(way[0]), "if-you-win"))
            found = last_part(t);
    return found;
}
