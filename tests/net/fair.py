"""Fair between people: who shuffles, who looks on, and what nobody may learn by what is skipped.  Run by `run`, whose names it uses."""
# pylint: disable=undefined-variable

import hashlib

GAMES_DEALT = 8                                 # so many that the same title is surely in the hands of several of them


def table_of_two(server, nonces=("host-word", "guest-word"), **terms):
    """A table with two people at it; their links and first states, and what the host was told while he waited."""
    host, other = guest(server), guest(server)
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "seed": 5, "nonce": nonces[0], "terms": {"beat": 0.6, **terms}})["id"]
    first = host.enter(game)
    waiting = first.wait("table")
    other.post(f"/api/games/{game}/sit", {"deck": "romulan", "nonce": nonces[1]})
    second, theirs = other.join(game)
    return game, (host, other), (first, second), (first.wait("state"), theirs), waiting


def test_nobody_chooses_the_seed(server):
    """The server is bound before the last word comes, players do not know its secret, and all of it can be worked out afterwards."""
    hands, numbers = set(), set()
    for _ in range(GAMES_DEALT):
        game, people, links, states, waiting = table_of_two(server)
        hands.add(tuple(sorted(card["def"] for card in states[0]["view"]["players"][0]["hand"]["cards"])))
        cards = states[0]["view"]["players"][0]["hand"]["cards"]
        numbers.update((card["def"], card["id"]) for card in cards)
        deal = states[0]["deal"]
        assert deal["hash"] == waiting["deal"]["hash"] and deal["words"] == ["host-word", "guest-word"] and "secret" not in deal, deal
        assert "words" not in waiting["deal"]
        links[1].send({"t": "concede", "game": game})
        while not (last := links[0].wait("state"))["view"]["over"]:
            pass
        deal = last["deal"]
        assert hashlib.sha256(deal["secret"].encode()).hexdigest() == deal["hash"]
        whole = hashlib.sha256(f"{deal['secret']}:host-word:guest-word:{game}".encode()).digest()
        assert deal["seed"] == int.from_bytes(whole[:8], "big") >> 11
        assert re.search(rf"^seed\s+{deal['seed']}$", people[0].get(f"/api/replay/{game}"), re.M), "the replay has another seed"
        links[0].send({"t": "replay", "game": game})
        assert links[0].wait("replay")["deal"] == deal
    assert len(hands) == GAMES_DEALT, "the seed that a player asked for was used"
    places = {}
    for card, number in numbers:
        places.setdefault(card, set()).add(number)
    assert any(max(seen) - min(seen) > 3 for seen in places.values()), f"cards are numbered as the list has them: {places}"


def test_a_rematch_is_dealt_anew(server):
    """What the first game has shown of a deck's order, and of what its seed was made of, is worth nothing in the next."""
    game, people, links, states, _ = table_of_two(server)
    links[1].send({"t": "concede", "game": game})
    while not (last := links[0].wait("state"))["view"]["over"]:
        pass
    for link, message in ((links[0], {"t": "ask", "what": "rematch"}), (links[1], {"t": "reply", "what": "rematch", "yes": True})):
        link.send({"game": game, **message})
        while not (news := link.wait("table", "error")).get("table", {}).get("asks") == ["rematch", ""] and not news.get("table", {}).get("next"):
            assert news["t"] == "table", news
    while not news["table"].get("next"):
        news = links[1].wait("table")
    again = news["table"]["next"]
    link, state = people[0].join(again)
    deal = state["deal"]
    assert deal["hash"] != last["deal"]["hash"] and not set(deal["words"]) & set(last["deal"]["words"]) and "secret" not in deal, deal
    link.send({"t": "concede", "game": again})
    while not link.wait("state")["view"]["over"]:
        pass

    def lists(replay):
        """The lines of each deck, by its name."""
        return {name: lines.strip().split("\n") for name, lines in re.findall(r"^deck (\w+)\n((?:\d+\t.*\n)+)", people[0].get(f"/api/replay/{replay}"), re.M)}

    one, two = lists(game), lists(again)
    assert set(one) == set(two) == {"klingon", "romulan"}, (set(one), set(two))
    assert all(sorted(one[name]) == sorted(two[name]) or len(one[name]) != len(two[name]) for name in one), "the decks are others"
    assert all(one[name] != two[name] for name in one), "the decks lie in the order that everybody knows"


def test_watchers_are_put_out(server):
    """Where the players want nobody to look on, whoever looked on before they began is put out."""
    host, other, third = guest(server), guest(server), guest(server)
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "terms": {"spectators": "none"}})["id"]
    watching = third.socket()
    watching.send({"t": "join", "game": game, "watch": True})
    assert watching.wait("table")["you"] == -1
    other.post(f"/api/games/{game}/sit", {"deck": "romulan"})
    watching.stream.settimeout(5)
    try:
        while True:
            assert watching.receive()["t"] != "state", "a watcher sees the game"
    except TimeoutError:
        raise AssertionError("the watcher stays") from None
    except (ConnectionError, OSError):
        pass


def test_late_watchers_of_another_deck(server):
    """Who looked on while a deck was lent sees the game that is played with the one that took its place."""
    host, other, third = guest(server), guest(server), guest(server)
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "against": "romulan", "terms": {"beat": 0.6, "delay": 0.02}})["id"]
    first, watching = host.enter(game), third.socket()
    watching.send({"t": "join", "game": game, "watch": True})
    assert "view" not in watching.wait("table", "state")
    other.post(f"/api/games/{game}/sit", {"deck": "federation"})
    state = first.wait("state")

    def missions(seen):
        return [card["def"] for card in seen["view"]["players"][1]["missions"]["cards"]]

    seen = watching.wait("state")
    assert missions(seen) == missions(state) and seen["decks"] == state["decks"] and state["decks"][1] == "federation", seen["decks"]


def test_a_director_who_sits_is_a_player(server):
    """Nobody rules on, or looks into, a game of his own."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(server.program, folder, server.web)
        it = guest(one)
        it.post("/api/register", {"name": "Admiral", "password": "make it so"})
        assert one.end(signal.SIGTERM) == 0
        one.options = ["--director", "Admiral"]
        one.start()
        it = Client(one.base, it.cookie)
        host = guest(one)
        game = host.post("/api/games", {"opponent": "human", "deck": "klingon"})["id"]
        first, link = host.enter(game), it.socket()
        link.send({"t": "join", "game": game, "watch": True})
        assert link.wait("table")["director"]
        it.post(f"/api/games/{game}/sit", {"deck": "romulan"})
        state = link.wait("state")
        assert state["you"] == 1 and not state["director"], (state["you"], state["director"])
        assert all("def" not in card for card in state["view"]["players"][0]["hand"]["cards"]), "he sees the other hand"
        expect_error(link, {"t": "direct", "game": game, "do": "result", "winner": 1, "reason": "I say so"}, "not-allowed")
        assert first.wait("state")["you"] == 0 and one.end(signal.SIGTERM) == 0


def test_no_choice_tells_nothing(server):
    """Between people a decision with one option waits for its player like any other."""
    game, _, links, states, _ = table_of_two(server)
    states, chooser, single = list(states), random.Random(3), 0
    for _ in range(400):
        seat = states[0]["view"]["to_answer"]
        if seat < 0 or single > 2:
            break
        decision = states[seat]["view"]["decision"]
        if decision["kind"] != 2 and len(decision["options"]) == 1 and not decision["eligible"]:
            single += 1
            links[1 - seat].stream.settimeout(0.7)
            try:
                while True:
                    assert links[1 - seat].receive()["t"] != "state", "the other sees that there was no choice"
            except TimeoutError:
                links[1 - seat].stream.settimeout(20)
        links[seat].send(client.answer_randomly(chooser, game, states[seat]))
        states = states_after(links, states, seat)
    assert single > 0, "no such decision came"
