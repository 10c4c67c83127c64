/* Any bytes as a replay, three ways: as they are; behind a good head and before a true digest, so that the readers inside are
 * reached; and as the choices of a game, whose replay must then verify.  Never a crash, never a leak; a refusal is one line. */
#include "base/base.h"
#include "library.h"

#include <stdlib.h>

static const char cards[] =
    "card \"Homeworld\"\n type mission\n kind headquarters\n quadrant Alpha\n span 2\n"
    " (permit-play (icon Kli) (icon NA) (type equipment))\nend\n"
    "card \"Moon\"\n type mission\n kind planet\n quadrant Alpha\n span 2\n points 30\n attempt Kli\n requires Honor\nend\n"
    "card \"Cloud\"\n type mission\n kind space\n quadrant Alpha\n span 2\n points 30\n attempt any\n requires Engineer\nend\n"
    "card \"Kahn\"\n type personnel\n cost 2\n affiliation Klingon\n icons Cmd\n species Klingon\n"
    " skills Honor, Officer\n attributes 5 5 6\nend\n"
    "card \"Ship\"\n type ship\n cost 4\n affiliation Klingon\n staff Cmd\n class \"Bird\"\n attributes 8 7 7\nend\n"
    "card \"Trap\"\n type dilemma\n kind dual\n cost 2\n (resolve (stop (random 1 facing-group)))\nend\n";
static const char deck_text[] = "9\tKahn\n3\tShip\nDilemmas:\n9\tTrap\nMissions:\n1\tHomeworld\n1\tMoon\n1\tCloud\n";

enum { ROOM = 1 << 16, MOST_ANSWERS = 300 };

static const sl_library *library(void)
{
    return library_of(cards, sizeof cards - 1);
}

static bool verify(const char *text, size_t size)
{
    sl_error err = { { 0 } };
    sl_file file = { "fuzz.replay", text, size };
    int *answers = NULL, count = 0;
    bool ok = sl_replay_verify(library(), &file, &err);
    if (ok != !err.text[0] || strchr(err.text, '\n'))
        abort();
    sl_game *game = sl_replay_read(library(), &file, &answers, &count, NULL);
    if (ok && !game)
        abort();
    sl_game_free(game);
    free(answers);
    return ok;
}

static void verify_sealed(const char *body, size_t size)
{
    static char text[ROOM + 400];
    Out out = { text, sizeof text, 0 };
    if (size > ROOM)
        return;
    out_text(&out, "spaceline-replay 1\nedition 2e\nrules 2014-07-07\nseed 5\ndata %016llx\n",
             (unsigned long long)sl_library_digest(library()));
    if (size)
        memcpy(text + out.len, body, size);
    out.len += size;
    if (size && body[size - 1] != '\n')
        out_text(&out, "\n");
    uint64_t digest = hash_bytes(text, out.len);
    out_text(&out, "end-of-replay %016llx\n", (unsigned long long)digest);
    verify(text, out.len);
}

static void record(const uint8_t *choice, size_t size)
{
    static char text[ROOM];
    int answers[MOST_ANSWERS], count = 0;
    sl_file file = { "fuzz.txt", deck_text, sizeof deck_text - 1 };
    sl_deck *deck = sl_deck_read(library(), SL_SECOND_EDITION, &file, NULL);
    sl_setup setup = { .edition = SL_SECOND_EDITION, .players = 2, .seed = size, .deck = { deck, deck } };
    sl_game *game = sl_game_new(library(), &setup, NULL);
    for (; count < MOST_ANSWERS && (size_t)count < size && sl_game_player(game) >= 0; count++) {
        answers[count] = choice[count] == UINT8_MAX ? -1 - count % 2 : choice[count] % sl_game_options(game);
        if (!sl_game_apply(game, answers[count]))
            abort();
    }
    size_t length = sl_replay_write(library(), &setup, answers, count, text, sizeof text);
    if (length == 0 || length >= sizeof text || !verify(text, length))
        abort();
    sl_game_free(game);
    sl_deck_free(deck);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    verify((const char *)data, size);
    verify_sealed((const char *)data, size);
    record(data, size);
    return 0;
}
