/* The ground: text, memory, errors, random numbers, hashing, sorting. */
#include "base/base.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define S(text) ((Str){ (text), sizeof(text) - 1 })       /* a literal with its NULs, if it has any */

static void assert_str(Str got, const char *want)
{
    if (!str_is(got, want))
        fail_msg("'%.*s' is not '%s'", STR(got), want);
}

/* ---- spans of text ---- */

static void texts_are_compared(void **state)
{
    (void)state;
    assert_true(str_eq(S("Worf"), S("Worf")));
    assert_false(str_eq(S("Worf"), S("worf")));
    assert_false(str_eq(S("Worf"), S("Worfs")));
    assert_false(str_eq(S("a\0b"), S("a\0c")));
    assert_true(str_eq((Str){ NULL, 0 }, S("")));
    assert_true(str_eq_nocase(S("B'Etor"), S("b'eTOR")));
    assert_false(str_eq_nocase(S("B'Etor"), S("B'Eto")));
    assert_false(str_eq_nocase(S("\xC3\x89"), S("\xC3\xA9")));         /* É and é: only ASCII has case */
    assert_false(str_eq_nocase(S("@["), S("`{")));                     /* neighbours of the letters are none */
    assert_true(str_is(S("orders"), "orders"));
    assert_false(str_is(S("orders"), "order"));
}

static void blanks_are_trimmed(void **state)
{
    (void)state;
    assert_str(str_trim(S(" \t a b \r\n")), "a b");
    assert_str(str_trim(S("ab")), "ab");
    assert_str(str_trim(S(" \n ")), "");
    assert_str(str_trim(S("")), "");
}

static void lines_are_cut_off(void **state)
{
    (void)state;
    Str rest = S("one\r\n\ntwo\rthree\nlast");
    assert_str(str_line(&rest), "one");
    assert_str(str_line(&rest), "");
    assert_str(str_line(&rest), "two\rthree");
    assert_str(str_line(&rest), "last");
    assert_int_equal(rest.len, 0);
    assert_str(str_line(&rest), "");
    rest = S("with its end\n");
    assert_str(str_line(&rest), "with its end");
    assert_int_equal(rest.len, 0);
}

static void words_are_cut_off(void **state)
{
    (void)state;
    Str rest = S("  put\tA  \"Ship\" ");
    assert_str(str_word(&rest), "put");
    assert_str(str_word(&rest), "A");
    assert_str(str_word(&rest), "\"Ship\"");
    assert_str(str_word(&rest), "");
    assert_int_equal(rest.len, 0);
}

static void reads_int(Str text, int want)
{
    int got = want + 1;
    assert_true(str_int(text, &got));
    assert_int_equal(got, want);
}

static void numbers_are_read_whole(void **state)
{
    (void)state;
    reads_int(S("0"), 0);
    reads_int(S("007"), 7);
    reads_int(S("+12"), 12);
    reads_int(S("-999999999"), -999999999);
    reads_int(S("999999999"), 999999999);
    static const char *const refused[] = { "", "-", "+", "--1", "1 ", " 1", "1a", "0x1", "1.0", "1000000000", "-1000000000" };
    for (size_t i = 0; i < countof(refused); i++) {
        int kept = 42;
        if (str_int(str_of(refused[i]), &kept))
            fail_msg("'%s' was read as %d", refused[i], kept);
        assert_int_equal(kept, 42);
    }
}

static void the_nearest_word_is_found(void **state)
{
    (void)state;
    Nearest near = nearest_to(S("plya"));
    nearest_try(&near, S("sim"));
    assert_int_equal(near.best.len, 0);
    nearest_try(&near, S("play"));
    nearest_try(&near, S("replay"));
    assert_true(str_is(near.best, "play"));
    near = nearest_to(S("x"));
    nearest_try(&near, S("play"));
    assert_int_equal(near.best.len, 0);
    assert_true(str_is(str_shown(S("short")), "short"));
    assert_int_equal(str_shown(S("0123456789012345678901234567890123456789more")).len, MOST_SHOWN);
}

static void distance_counts_edits(void **state)
{
    (void)state;
    assert_int_equal(str_distance(S("Kurn"), S("Kurn"), 3), 0);
    assert_int_equal(str_distance(S("kURN"), S("Kurn"), 3), 0);
    assert_int_equal(str_distance(S("kitten"), S("sitting"), 9), 3);
    assert_int_equal(str_distance(S("sitting"), S("kitten"), 9), 3);
    assert_int_equal(str_distance(S(""), S("abc"), 9), 3);
    assert_int_equal(str_distance(S("abc"), S(""), 9), 3);
    assert_int_equal(str_distance(S("ab"), S("ba"), 9), 2);
    assert_int_equal(str_distance(S("kitten"), S("sitting"), 2), 3);   /* cut off: more than asked for */
    assert_int_equal(str_distance(S("a"), S("abcdefgh"), 3), 4);
}

static void distance_survives_long_texts(void **state)
{
    (void)state;
    char a[300], b[300];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    assert_int_equal(str_distance((Str){ a, sizeof a }, (Str){ b, sizeof b }, 20), 21);
    assert_int_equal(str_distance((Str){ a, sizeof a }, (Str){ a, sizeof a }, 20), 0);
    assert_true(str_distance((Str){ a, sizeof a }, S("x"), 1000) <= 300);
}

static void utf8_is_checked(void **state)
{
    (void)state;
    static const Str good[] = { { "", 0 }, { "plain\t\n", 7 }, { "\xC2\x80\xDF\xBF", 4 }, { "\xE0\xA0\x80\xED\x9F\xBF\xEF\xBF\xBD", 9 },
                                { "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 8 } };
    static const Str bad[] = {
        { "a\0b", 3 }, { "\x80", 1 }, { "\xBF", 1 }, { "\xC0\x80", 2 }, { "\xC1\xBF", 2 }, { "\xC3", 1 }, { "\xC3(", 2 },
        { "\xE0\x9F\xBF", 3 }, { "\xE2\x82", 2 }, { "\xE2\x82(", 3 }, { "\xED\xA0\x80", 3 }, { "\xF0\x8F\xBF\xBF", 4 },
        { "\xF0\x9F\x98", 3 }, { "\xF4\x90\x80\x80", 4 }, { "\xF5\x80\x80\x80", 4 }, { "\xFF", 1 },
    };
    for (size_t i = 0; i < countof(good); i++)
        if (!str_utf8(good[i]))
            fail_msg("good text %zu is refused", i);
    for (size_t i = 0; i < countof(bad); i++)
        if (str_utf8(bad[i]))
            fail_msg("bad text %zu is taken", i);
}

/* ---- errors and bounded writing ---- */

static void the_first_error_wins(void **state)
{
    (void)state;
    Error err = { "" };
    assert_false(error_at(&err, "deck.txt", 3, 7, "no card '%s'", "Wurf"));
    assert_string_equal(err.text, "deck.txt:3:7: no card 'Wurf'");
    assert_false(error_at(&err, "deck.txt", 4, 1, "another"));
    assert_string_equal(err.text, "deck.txt:3:7: no card 'Wurf'");
    assert_false(error_at(NULL, "deck.txt", 4, 1, "nobody asks"));
}

static void an_error_leaves_out_what_it_does_not_know(void **state)
{
    (void)state;
    Error err = { "" };
    error_at(&err, "f", 3, 0, "x");
    assert_string_equal(err.text, "f:3: x");
    err.text[0] = '\0';
    error_at(&err, "f", 0, 0, "x");
    assert_string_equal(err.text, "f: x");
    err.text[0] = '\0';
    error_at(&err, NULL, 0, 0, "x");
    assert_string_equal(err.text, "x");
}

static void an_error_is_one_bounded_line(void **state)
{
    (void)state;
    Error err = { "" };
    char much[2000];
    memset(much, 'x', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    much[3] = '\n';
    much[4] = '\x1b';
    error_at(&err, "f", 1, 1, "%s", much);
    assert_true(strlen(err.text) < sizeof err.text);
    assert_memory_equal(err.text, "f:1:1: xxx??xxx", 15);
    assert_null(strpbrk(err.text, "\n\x1b"));
}

static void writing_never_overruns(void **state)
{
    (void)state;
    char room[8] = "-------";
    Out out = { room, 5, 0 };
    out_text(&out, "%s", "abc");
    out_str(&out, S("defgh"));
    out_text(&out, "%d", 12);
    assert_int_equal(out.len, 10);                        /* what the whole text needs */
    assert_string_equal(room, "abcd");
    assert_int_equal(room[5], '-');
    Out none = { NULL, 0, 0 };
    out_text(&none, "abc");
    assert_int_equal(none.len, 3);
}

static void writing_is_what_printf_writes(void **state)
{
    (void)state;
    char ours[200], theirs[200];
    Out out = { ours, sizeof ours, 0 };
#define SAME(...) (out.len = 0, out_text(&out, __VA_ARGS__), snprintf(theirs, sizeof theirs, __VA_ARGS__), \
                   assert_string_equal(ours, theirs), assert_int_equal(out.len, strlen(theirs)))
    SAME("%s", "");
    SAME("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    SAME("a%sb%cc%%d%d", "x", 'y', 7);
    SAME("%d %.*s %ld %s %03d %x", 1, 2, "abc", 3L, "d", 5, 255u);
    SAME("plain");
#undef SAME
}

static void json_strings_are_escaped(void **state)
{
    (void)state;
    char text[64] = "";
    Out out = { text, sizeof text, 0 };
    out_json(&out, S("a\"b\\c\n\x01\xC3\xA9"));
    assert_string_equal(text, "\"a\\\"b\\\\c\\u000a\\u0001\xC3\xA9\"");
    assert_int_equal(out.len, strlen(text));
    out = (Out){ text, sizeof text, 0 };
    out_json(&out, S("\xE9t\xC3"));                /* Latin-1, and a character cut in half */
    assert_string_equal(text, "\"\\ufffdt\\ufffd\"");
}

/* ---- memory ---- */

static void an_arena_gives_zeroed_aligned_room(void **state)
{
    (void)state;
    Arena arena = { NULL };
    unsigned char *before = NULL;
    for (size_t size = 1; size < 400000; size = size * 3 + 1) {
        unsigned char *at = arena_take(&arena, size);
        assert_int_equal((uintptr_t)at % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(at[i], 0);
        memset(at, 0xA5, size);
        if (before)
            assert_int_equal(before[0], 0xA5);
        before = at;
    }
    arena_free(&arena);
    assert_null(arena.last);
    arena_free(&arena);
}

static void an_arena_copies_text(void **state)
{
    (void)state;
    Arena arena = { NULL };
    char source[] = "Gorkon, Visionary Chancellor";
    char *copy = arena_text(&arena, (Str){ source, 6 });
    source[0] = '?';
    assert_string_equal(copy, "Gorkon");
    assert_string_equal(arena_text(&arena, (Str){ NULL, 0 }), "");
    arena_free(&arena);
}

/* ---- random numbers, hashes, sorting ---- */

/* The values that the authors of xoroshiro128++ and splitmix64 publish. */
static void random_numbers_are_the_published_ones(void **state)
{
    (void)state;
    Rng rng = { { 1, 2 } };
    static const uint64_t want[] = { 393217u, 669327710093319u, 1732421326133921491u, 11394790081659126983u, 9555452776773192676u };
    for (size_t i = 0; i < countof(want); i++)
        assert_true(rng_next(&rng) == want[i]);
    rng_seed(&rng, 0);
    assert_true(rng.s[0] == 0xE220A8397B1DCDAFu);
    assert_true(rng.s[1] == 0x6E789E6AA1B965F4u);
    assert_true(rng_next(&rng) == 0x6F68E1E7E2646EE1u);
}

/* 60,000 draws: each count lies within six standard deviations of its mean. */
static void random_choices_are_even(void **state)
{
    (void)state;
    enum { DRAWS = 60000, MOST = 40 };
    Rng rng;
    rng_seed(&rng, 1701);
    for (uint32_t n = 1; n <= MOST; n += 13) {
        int count[MOST] = { 0 };
        for (int i = 0; i < DRAWS; i++) {
            uint32_t x = rng_below(&rng, n);
            assert_true(x < n);
            count[x]++;
        }
        int mean = DRAWS / (int)n;
        for (uint32_t x = 0; x < n; x++) {
            int off = count[x] - mean;
            assert_true((long)off * off <= 36L * mean + 36);
        }
    }
}

static void a_choice_has_no_modulo_bias(void **state)
{
    (void)state;
    enum { DRAWS = 30000 };
    Rng rng;
    rng_seed(&rng, 42);
    int low = 0;
    for (int i = 0; i < DRAWS; i++)                       /* with x % n, the lower half would come up twice as often */
        low += rng_below(&rng, 0xAAAAAAABu) < 0x55555555u;
    assert_in_range(low, DRAWS / 2 - 600, DRAWS / 2 + 600);
}

static void hashes_are_the_published_ones(void **state)
{
    (void)state;
    assert_true(hash_bytes("", 0) == 0x2D06800538D394C2u);            /* XXH3, seed 0 */
    assert_true(hash_bytes("abc", 3) == 0x78AF5F94892F3950u);
}

static void mixing_depends_on_order_and_every_bit(void **state)
{
    (void)state;
    assert_true(hash_mix(hash_mix(1, 2), 3) != hash_mix(hash_mix(1, 3), 2));
    uint64_t base = hash_mix(5, 7);
    for (int i = 0; i < 64; i++) {
        assert_true(hash_mix(5, 7 ^ (uint64_t)1 << i) != base);
        assert_true(hash_mix(5 ^ (uint64_t)1 << i, 7) != base);
    }
}

static void sorting_is_stable(void **state)
{
    (void)state;
    int key[] = { 3, 1, 2, 1, 3, -4, 1 };
    uint16_t value[] = { 0, 1, 2, 3, 4, 5, 6 };
    static const int keys[] = { -4, 1, 1, 1, 2, 3, 3 };
    static const uint16_t values[] = { 5, 1, 3, 6, 2, 0, 4 };
    sort_by_key(key, value, (int)countof(key));
    assert_memory_equal(key, keys, sizeof keys);
    assert_memory_equal(value, values, sizeof values);
    sort_by_key(key, value, 0);
    assert_memory_equal(key, keys, sizeof keys);
}

/* Whatever shares a hash is found in the order in which it was added, also after the index has grown; what was not added is not found. */
static void an_index_finds_all_of_one_hash_in_their_order(void **state)
{
    (void)state;
    enum { MANY = 1000, KINDS = 10 };
    Arena arena = { 0 };
    Index index = { 0 };
    int looked = 0;
    assert_int_equal(index_find(&index, 7, &looked), -1);
    for (int i = 0; i < MANY; i++)
        index_add(&index, &arena, 250u + (uint32_t)(i % KINDS) * 4096u, i);        /* all begin at one slot, near the end of the ring */
    for (int kind = 0; kind < KINDS; kind++) {
        looked = 0;
        for (int i = kind; i < MANY; i += KINDS)
            assert_int_equal(index_find(&index, 250u + (uint32_t)kind * 4096u, &looked), i);
        assert_int_equal(index_find(&index, 250u + (uint32_t)kind * 4096u, &looked), -1);
    }
    looked = 0;
    assert_int_equal(index_find(&index, 251, &looked), -1);
    assert_int_equal(hash_nocase(str_of("Away Team")), hash_nocase(str_of("AWAY team")));
    arena_free(&arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_finds_all_of_one_hash_in_their_order),
        cmocka_unit_test(texts_are_compared),
        cmocka_unit_test(blanks_are_trimmed),
        cmocka_unit_test(lines_are_cut_off),
        cmocka_unit_test(words_are_cut_off),
        cmocka_unit_test(numbers_are_read_whole),
        cmocka_unit_test(the_nearest_word_is_found), cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(distance_survives_long_texts),
        cmocka_unit_test(utf8_is_checked),
        cmocka_unit_test(the_first_error_wins),
        cmocka_unit_test(an_error_leaves_out_what_it_does_not_know),
        cmocka_unit_test(an_error_is_one_bounded_line),
        cmocka_unit_test(writing_never_overruns),
        cmocka_unit_test(writing_is_what_printf_writes),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(an_arena_gives_zeroed_aligned_room),
        cmocka_unit_test(an_arena_copies_text),
        cmocka_unit_test(random_numbers_are_the_published_ones),
        cmocka_unit_test(random_choices_are_even),
        cmocka_unit_test(a_choice_has_no_modulo_bias),
        cmocka_unit_test(hashes_are_the_published_ones),
        cmocka_unit_test(mixing_depends_on_order_and_every_bit),
        cmocka_unit_test(sorting_is_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
