"""Looking back: positions, marks, files, games that go on from a position, advice.  Run by `run`, whose names it uses."""
# pylint: disable=undefined-variable

SETS = (4, 5, 6, 13)                            # kinds of decisions that are answered as a whole


def play_on_noting(link, game, state, chooser, most):
    """Plays, and notes the signature of every position seen."""
    seen = {state["n"]: state["signature"]}
    for _ in range(most):
        if state["view"]["over"]:
            break
        link.send(client.answer_randomly(chooser, game, state))
        state = link.wait("state")
        seen[state["n"]] = state["signature"]
    return state, seen


def look(link, game, **more):
    link.send({"t": "replay", "game": game, **more})
    return link.wait("replay", "error")


def hidden(view, seat):
    """Whether no card of that hand is known."""
    return all("def" not in card for card in view["players"][seat]["hand"]["cards"])


def test_positions_are_those_that_were_played(server):
    it = guest(server)
    game, link, state = start_game(it, "greedy", seed=31)
    state, seen = play_on_noting(link, game, state, random.Random(5), 120)
    for i, n in enumerate(sorted(seen) + random.Random(2).sample(sorted(seen), min(40, len(seen)))):
        if i % 100 == 0:                        # a socket may not ask for more at once
            link = it.socket()
        got = look(link, game, at=n)
        assert got["n"] == n and got["signature"] == seen[n], f"decision {n}: {got.get('signature')}, not {seen[n]}"
    link, log = it.socket(), []
    for n in (5, 40, 12, len(seen), 3, state["n"]):
        got = look(link, game, at=n)
        log = [line for line in log if line["k"] < got["from"]] + got["log"]
        assert [line["k"] for line in log] == list(range(log[0]["k"], log[0]["k"] + len(log))), "the log has a gap"
    link.send({"t": "replay-marks", "game": game})
    marks = link.wait("replay-marks")
    assert marks["count"] == state["n"] and len(marks["events"]) == state["n"] + 1 and marks["events"] == sorted(marks["events"])
    turns = [mark for mark in marks["marks"] if mark["k"] == "turn"]
    assert [mark["turn"] for mark in turns] == list(range(1, len(turns) + 1)) and len(turns) > 2, turns
    assert marks["events"][-1] == log[-1]["k"]


def test_own_eyes_only_while_it_goes_on(server):
    """With cards that are known: chance might show a hand."""
    with tempfile.TemporaryDirectory() as folder:
        known = Server(server.program, folder, server.web, ["--deal", "5"])
        own_eyes_only(known)
        assert known.end(signal.SIGTERM) == 0


def own_eyes_only(server):
    host, other, third = guest(server), guest(server), guest(server)
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "against": "romulan", "seed": 5})["id"]
    first = host.enter(game)
    second, theirs = other.join(game)
    mine = first.wait("state")
    states, links, chooser, seen = [mine, theirs], [first, second], random.Random(8), {}
    for _ in range(30):
        seat = states[0]["view"]["to_answer"]
        links[seat].send(client.answer_randomly(chooser, game, states[seat]))
        states = states_after(links, states, seat)
        if states[0]["n"] == states[1]["n"]:    # in a window the second is shown what is if the first passes
            seen.update({(seat, state["n"]): state["signature"] for seat, state in enumerate(states)})
    watcher = third.socket()
    for link, seat in ((first, 0), (second, 1)):
        for n in sorted(n for at, n in seen if at == seat)[::5]:
            assert look(link, game, at=n)["signature"] == seen[seat, n], f"player {seat} sees decision {n} otherwise than he did"
        got = look(link, game, at=10)
        assert got["you"] == seat and hidden(got["view"], 1 - seat) and not got["may_play_on"]
        assert not got["view"]["decision"] or got["view"]["to_answer"] == seat
        for eyes in (1 - seat, "watch", "open"):
            assert look(link, game, at=10, eyes=eyes)["code"] == "not-allowed", eyes
    for eyes in (0, 1, "watch", "open"):
        assert look(watcher, game, at=0, eyes=eyes)["code"] == "not-allowed", eyes
    expect_error(watcher, {"t": "replay-marks", "game": game}, "not-allowed")
    refused(lambda: host.post("/api/games", {"from": game, "at": 3, "opponent": "greedy"}), 403)
    expect_error(first, {"t": "advise", "game": game}, "not-allowed")
    second.send({"t": "concede", "game": game})
    assert first.wait("state")["view"]["over"]
    for eyes in (0, 1, "watch", "open"):
        got = look(watcher, game, at=10, eyes=eyes)
        assert got["eyes"] == eyes and got["signature"]
        shown = [not hidden(got["view"], seat) for seat in (0, 1)]
        assert shown == [eyes in (0, "open"), eyes in (1, "open")], (eyes, shown)
    assert look(watcher, game)["view"]["winner"] == 0
    file = third.get(f"/api/replay/{game}")
    assert "B-concedes" in file and "\nresult A\n" in file, file[-300:]
    record = third.post("/api/replays", {"text": file})["id"]
    for n in (0, 10, 25):
        assert look(watcher, record, at=n, eyes="open")["signature"] == look(watcher, game, at=n, eyes="open")["signature"], n
    assert third.get(f"/api/replay/{record}") == file
    on = third.post("/api/games", {"from": game, "at": 12, "opponent": "greedy"})["id"]
    _, there = third.join(on)
    assert there["n"] >= 12 and there["solo"]
    for n in (0, 12):
        assert look(watcher, game, at=n, eyes=0)["view"] == look(third.socket(), on, at=n)["view"], n


def test_replay_refusals(server):
    it = guest(server)
    game, link, state = start_game(it)
    for at in (-1, state["n"] + 1, 10 ** 15, "3", 1.5, None, [1]):
        assert look(link, game, at=at)["code"] == "bad-message", at
    for eyes in (2, -1, "none", [], True):
        assert look(link, game, at=0, eyes=eyes)["code"] == "bad-message", eyes
    for name in ("x" * 22, "", 5, None):
        assert look(link, name, at=0)["code"] == "no-game", name
    assert look(guest(server).socket(), game, at=0)["code"] == "not-allowed"
    for body in ({"from": game}, {"from": game, "at": -1, "opponent": "greedy"}, {"from": game, "at": 0, "opponent": "human"},
                 {"from": game, "at": 0}, {"from": game, "at": state["n"] + 1, "opponent": "greedy"}):
        refused(lambda: it.post("/api/games", body), 400)
    refused(lambda: it.post("/api/games", {"from": "x" * 22, "at": 0, "opponent": "greedy"}), 404)
    refused(lambda: guest(server).post("/api/games", {"from": game, "at": 0, "opponent": "greedy"}), 403)


def test_replay_flood(server):
    it, calm = guest(server), guest(server)
    game, link, state = start_game(it, "greedy", seed=31)
    state, _ = play_on_noting(link, game, state, random.Random(5), 150)
    link = it.socket()
    chooser, got = random.Random(3), 0
    try:
        for _ in range(1000):
            link.send({"t": "replay", "game": game, "at": chooser.randint(0, state["n"])})
            if chooser.randint(0, 3):
                link.send({"t": "replay-marks", "game": game})
        while link.receive():
            got += 1
    except (ConnectionError, OSError):
        pass
    assert got < 1700, "nobody stopped the flood"
    other = calm.socket()
    other.send({"t": "ping"})
    assert other.wait("pong")


def test_play_on_from_here(server):
    it = guest(server)
    game, link, state = start_game(it, "random", seed=12)
    state, seen = play_on_noting(link, game, state, random.Random(6), 60)
    chosen = [n for n in sorted(seen) if n < state["n"]][20]
    again = it.post("/api/games", {"from": game, "at": chosen, "opponent": "greedy"})["id"]
    link, there = it.join(again)
    assert there["n"] == chosen and there["signature"] == seen[chosen], (there["n"], chosen)
    assert there["names"][1] == "greedy" and there["solo"] and there["you"] == 0
    for n in range(0, state["n"], 7):           # wherever it is cut, nobody begins in the middle of a set
        _, there = it.join(it.post("/api/games", {"from": game, "at": n, "opponent": "random"})["id"])
        assert not (there["view"]["decision"] or {}).get("chosen"), n
    state, _ = client.play(link, again, it.join(again)[1], random.Random(2))
    assert state["view"]["over"]
    refused(lambda: it.post("/api/games", {"from": again, "at": state["n"], "opponent": "greedy"}), 400)


def test_replay_files(server):
    it, other = guest(server), guest(server)
    game, link, state = start_game(it, "random", seed=12)
    state, seen = play_on_noting(link, game, state, random.Random(6), 50)
    file = it.get(f"/api/replay/{game}")
    refused(lambda: other.get(f"/api/replay/{game}"), 403)
    record = other.post("/api/replays", {"text": file})["id"]
    link = it.socket()
    for n in sorted(seen)[::9]:
        assert look(link, record, at=n, eyes=0)["signature"] == seen[n]
    assert it.get(f"/api/replay/{record}") == file
    watching, there = other.join(record)
    assert there["you"] == -1 and there["n"] == state["n"], "a record is looked at, not played"
    expect_error(watching, {"t": "answer", "game": record, "n": there["n"], "option": 0}, "not-yours")
    assert all(table["id"] != record for table in it.get("/api/tables")["tables"])
    listed = other.get("/api/games")["games"]
    assert listed[0]["id"] == record and listed[0]["over"] and not listed[0]["your_turn"]
    assert it.post("/api/games", {"from": record, "at": 9, "opponent": "greedy"})["id"]
    lines = file.split("\n")
    for text in ("", "garbage", file[:-30], file.replace("seed 12", "seed 13"), "\n".join(lines[:3]), "spaceline-replay 9\n", "\u2603" * 50):
        try:
            other.post("/api/replays", {"text": text})
        except Refused as error:
            assert error.status == 400 and error.code == "bad-replay" and "\n" not in str(error), error
        else:
            raise AssertionError(f"taken: {text[:40]!r}")
    refused(lambda: other.post("/api/replays", {"text": 5}), 400)
    refused(lambda: Client(server.base).post("/api/replays", {"text": file}), 401)


def test_advice(server):
    it = guest(server)
    game, link, state = start_game(it, "random", seed=3)
    sets = 0
    for _ in range(3000):
        if state["view"]["over"]:
            break
        link.send({"t": "advise", "game": game})
        advice, decision = link.wait("advise"), state["view"]["decision"]
        assert advice["n"] == state["n"] and 0 <= advice["option"] < len(decision["options"]), advice
        if decision["most"] > 0 and decision["kind"] in SETS:
            sets += 1
            link.send({"t": "choose", "game": game, "n": state["n"], "cards": advice["cards"]})
        else:
            link.send({"t": "answer", "game": game, "n": state["n"], "option": advice["option"]})
        state = link.wait("state", "error")
        assert state["t"] == "state", (state, advice, decision)
    assert state["view"]["over"] and state["view"]["winner"] == 0 and sets > 2, (state["view"]["winner"], sets)
    expect_error(link, {"t": "advise", "game": game}, "not-allowed")
