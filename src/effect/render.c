/* The whole text of a card as English: its keywords and abilities one after another (render_ability.c), and what is asked of it in part. */
#include "effect/render.h"

#include <ctype.h>

/* A card's abilities one after another, in a buffer whose size is fixed: what is longer ends in "…". */
typedef struct { char at[TEXT_ROOM]; Out out; } Page;

static void page_begin(Page *page)
{
    page->at[0] = '\0';
    page->out = (Out){ page->at, sizeof page->at, 0 };
}

static void page_end(Page *page, Out *out)
{
    bool whole = page->out.len < sizeof page->at;
    size_t len = whole ? page->out.len : sizeof page->at - 1;
    while (!whole && len > 0 && ((unsigned char)page->at[len] & 0xC0) == 0x80)
        len--;                                  /* never half a character */
    out_str(out, (Str){ page->at, len });
    out_text(out, "%s", whole ? "" : "…");
}

/* The keyword stands in front of the text it is short for. */
static void put_interlink(Writer *w, const Ability *ability)
{
    if (ability->interlink)
        out_text(w->out, "%s: %s – ", w->cat->trait_name[TRAIT_INTERLINK], skill_word(w, keyword_number(w->cat, w->def, TRAIT_INTERLINK) - 1));
}

void render_requirement(const Catalogue *cat, EditionId edition, NodeId requirement, Out *out)
{
    Page page;
    page_begin(&page);
    Writer w = { .cat = cat, .edition = edition, .root = requirement, .actor = NODE_YOU, .out = &page.out };
    if (requirement)
        put_requirement(&w, requirement);
    page_end(&page, out);
}

static bool has_node(const Catalogue *cat, NodeId tree, NodeId node, int depth)
{
    bool found = tree == node;
    for (int i = 0; !found && depth < MAX_DEPTH && i < cat->node[tree].argc; i++)
        found = has_node(cat, node_child(cat, tree, i), node, depth + 1);
    return found;
}

/* Words such as "that personnel" lean on the ability around them; a node of another card's text stays unsaid. */
void render_choice(const Catalogue *cat, const CardDef *def, NodeId node, int mode, Out *out)
{
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &cat->ability[def->ability + i];
        if (!has_node(cat, a->node, node, 0))
            continue;
        Page page;
        page_begin(&page);
        Writer w = writer_for(cat, def, a, &page.out);
        if (mode < 0)
            put_allowed(&w, node);
        else
            put_mode(&w, node, mode);
        page_end(&page, out);
        return;
    }
}

void render_one_of(const Catalogue *cat, const CardDef *def, NodeId filter, CardType expect, Out *out)
{
    Page page;
    page_begin(&page);
    Writer w = { .cat = cat, .def = def, .root = filter, .actor = NODE_YOU, .out = &page.out };
    put_cards_as(&w, filter, A, 0, expect);
    page_end(&page, out);
}

void render_bare(const Catalogue *cat, const CardDef *def, NodeId filter, CardType expect, Out *out)
{
    Page page;
    page_begin(&page);
    Writer w = { .cat = cat, .def = def, .root = filter, .actor = NODE_YOU, .out = &page.out, .owner_said = true };
    put_cards_as(&w, filter, BARE, 0, expect);
    page_end(&page, out);
}

static void put_keyword(const Catalogue *cat, const CardDef *def, int trait, Out *out)
{
    const char *name = cat->trait_name[trait];
    switch (trait) {
    case TRAIT_CONSUME:
    case TRAIT_DECAY:
    case TRAIT_RECALL:    out_text(out, "%s: %d. ", name, keyword_number(cat, def, trait)); break;
    case TRAIT_INTERLINK: break;                /* said with its skill, by its ability */
    case TRAIT_COMMANDER:
        for (int i = 0; i < MAX_COMMANDER && def->commander[i]; i++)
            out_text(out, "%s%s", i == 0 ? "Commander: " : " or ", cat->persona_name[def->commander[i]]);
        out_text(out, "%s", def->commander[0] ? ". " : "");
        break;
    case TRAIT_REGION: break;                   /* said with the name of the region */
    case TRAIT_REPLICATE:                       /* said with its cost, by its ability */
        if (!has_kind(def, NODE_REPLICATE_FOR))
            out_text(out, "%s. ", name);
        break;
    default: out_text(out, "%s%c%s. ", cat->trait_kind[trait] == OF_REGION ? "Region: " : "", toupper((unsigned char)name[0]), name + 1); break;
    }
}

/* In alphabetical order: the order in which cards were read must not show. */
static void put_keywords(const Catalogue *cat, const CardDef *def, Out *out)
{
    const char *last = "";
    for (;;) {
        int next = 0;
        for (int t = 1; t < cat->trait_count; t++) {
            int kind = cat->trait_kind[t];      /* the class of a ship may be a keyword of other cards */
            bool said = kind == OF_KEYWORD || kind == OF_REGION || (kind == OF_CLASS && def->type != TYPE_SHIP);
            if (said && trait_in(&def->traits, t) && strcmp(cat->trait_name[t], last) > 0
                && (!next || strcmp(cat->trait_name[t], cat->trait_name[next]) < 0))
                next = t;
        }
        if (!next)
            return;
        put_keyword(cat, def, next, out);
        last = cat->trait_name[next];
    }
}

static NodeId clause_of(const Writer *w, NodeId ability, uint16_t op)
{
    for (int i = 0; i < kids(w, ability); i++)
        if (op_of(w, kid(w, ability, i)) == op)
            return kid(w, ability, i);
    return 0;
}

/* Whether the second says of an engagement what the first says of combat, and both are limited together if at all. */
static bool are_said_together(const Writer *w, const Ability *first, const Ability *second)
{
    bool limited = clause_of(w, first->node, NODE_LIMIT) != 0, together = clause_of(w, second->node, NODE_TOGETHER) != 0;
    return (first->kind == NODE_WHEN || first->kind == NODE_DURING || first->kind == NODE_ORDER) && first->damage == second->damage && !first->interlink
        && !first->reversed && !second->reversed && !second->for_now && limited == together && is_twin(w, first->node, second->node);
}

/* Whether both hold under one condition: "while …, this ship is Range +2 and each personnel aboard is Cunning +1". */
static bool are_under_one_condition(const Writer *w, const Ability *first, const Ability *second)
{
    NodeId guard = clause_of(w, first->node, NODE_GUARD), other = clause_of(w, second->node, NODE_GUARD);
    return first->kind == NODE_STATIC && second->kind == NODE_STATIC && !first->damage && !second->damage && !first->interlink && !second->interlink && !second->for_now
        && !first->reversed && !second->reversed && guard && other && kids(w, first->node) == first->body_count + 2 && kids(w, second->node) == second->body_count + 2 && !clause_of(w, first->node, NODE_ALSO) && !clause_of(w, second->node, NODE_ALSO)
        && same_tree(w, guard, other, 0);
}

/* The second of them, behind the first. */
static void put_besides(const Catalogue *cat, const CardDef *def, const Ability *second, Out *out)
{
    if (out->len >= out->size || out->len < 2 || strncmp(out->at + out->len - 2, ". ", 2) != 0)
        return;
    out->len -= 2;
    Writer w = writer_for(cat, def, second, out);
    put(&w, " and ");
    size_t at = out->len;
    w.besides = true;
    put_ability(&w, second);
    put(&w, " ");
    if (out->len < out->size && (!strncmp(out->at + at, "Each ", 5) || !strncmp(out->at + at, "This ", 5)))
        out->at[at] = (char)(out->at[at] - 'A' + 'a');
}

typedef enum { PERMISSIONS, THE_REST, EVERYTHING } Which;

static void put_abilities(const Catalogue *cat, const CardDef *def, Which which, Out *out)
{
    for (int i = 0; i < def->ability_count; i++) {
        const Ability *a = &cat->ability[def->ability + i];
        bool permission = a->kind == NODE_PERMIT_PLAY;
        if (a->for_now || (which == PERMISSIONS && !permission) || (which == THE_REST && permission))
            continue;
        Writer w = writer_for(cat, def, a, out);
        if (i + 1 < def->ability_count && are_said_together(&w, a, a + 1)) {
            w.twice = true;
            w.twin = node_at(cat, a[1].pattern)->value;
            i++;
        }
        if (a->kind == NODE_SEEDS && !a->filter && i + 1 < def->ability_count && a[1].kind == NODE_IN_CORE) {
            put(&w, "Seeds or plays on table. ");
            i++;
            continue;
        }
        put(&w, a->damage ? "Damage – " : a->reversed ? "Reversed – " : "");
        put_interlink(&w, a);
        put_ability(&w, a);
        put(&w, " ");
        if (!w.twice && i + 1 < def->ability_count && which != PERMISSIONS && are_under_one_condition(&w, a, a + 1))
            put_besides(cat, def, &cat->ability[def->ability + ++i], out);
    }
}

static void put_markers(const char *what, unsigned hit, Out *out)
{
    out_text(out, "%s = %s", what, hit & TACTIC_DOWN ? "[Down]" : "");
    for (unsigned i = 0; i < (hit & ~(unsigned)TACTIC_DOWN); i++)
        out_text(out, "[Flip]");
    out_text(out, ". ");
}

/* What the facts of a Tactic say (1E-G6.1). */
static void put_tactic(const CardDef *def, Out *out)
{
    out_text(out, "Attack: %d. Defense: %d. ", def->attack, def->defense);
    put_markers("Hit", def->hit, out);
    put_markers("Direct hit", def->direct_hit, out);
    if (def->hull)
        out_text(out, "Hull: -%d %%. ", def->hull);
}

/* Who is on a dual-personnel card, each with what is his alone (1E-A9.1). */
static void put_persons(const Catalogue *cat, const CardDef *def, Out *out)
{
    for (int i = 0; i < PERSONS; i++) {
        const Person *p = &cat->person[def->person + i];
        out_text(out, "%s: %d-%d-%d", cat->persona_name[p->persona], p->attribute[INTEGRITY], p->attribute[CUNNING], p->attribute[STRENGTH]);
        for (int icon = 0; icon < ICON_COUNT; icon++)
            if (icon_in(p->icons, icon) && (icon_kind[icon] == STAFFING || icon_kind[icon] == SPECIAL_STAFFING))
                out_text(out, ", [%s]", icon_text[icon]);
        if (p->class)
            out_text(out, ", %s", class_name[p->class]);
        for (int s = 0; s < SKILL_COUNT; s++) {
            int level = p->skill[s] - (p->class && class_skill[p->class] == s);
            if (level > 1)
                out_text(out, ", %d %s", level, skill_name[s]);
            else if (level == 1)
                out_text(out, ", %s", skill_name[s]);
        }
        for (int t = 1; t < cat->trait_count; t++)
            if (trait_in(&p->traits, t))
                out_text(out, ", %s", cat->trait_name[t]);
        out_text(out, ". ");
    }
}

void render_card_text(const Catalogue *cat, const CardDef *def, Out *out)
{
    Page page;
    page_begin(&page);
    if (def->type == TYPE_TACTIC)
        put_tactic(def, &page.out);
    if (def->person)
        put_persons(cat, def, &page.out);
    put_keywords(cat, def, &page.out);
    bool headquarters = def->type == TYPE_MISSION && def->kind == KIND_HEADQUARTERS;
    if (headquarters)
        put_abilities(cat, def, PERMISSIONS, &page.out);
    put_abilities(cat, def, headquarters ? THE_REST : EVERYTHING, &page.out);
    if (page.out.len > 0 && page.out.len < page.out.size)
        page.out.len--;                         /* the blank after the last part */
    page_end(&page, out);
}

void render_permissions(const Catalogue *cat, const CardDef *def, Out *out)
{
    Page page;
    page_begin(&page);
    put_abilities(cat, def, PERMISSIONS, &page.out);
    if (page.out.len > 0 && page.out.len < page.out.size)
        page.out.len--;
    page_end(&page, out);
}

void render_all(Catalogue *cat)
{
    char text[TEXT_ROOM + 8];
    for (int i = 1; i < cat->def_count; i++) {
        if (cat->def[i].text && *cat->def[i].text)              /* an empty text is none yet */
            continue;
        Out out = { text, sizeof text, 0 };
        text[0] = '\0';
        render_card_text(cat, &cat->def[i], &out);
        cat->def[i].text = arena_text(&cat->arena, (Str){ text, out.len < sizeof text ? out.len : sizeof text - 1 });
    }
}
