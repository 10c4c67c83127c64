"""What requests cost whoever asks: every route has a price, and the price is taken.  Run by `run`, whose names it uses, with those of
hostile.py."""
# pylint: disable=undefined-variable


def routes_in_code():
    """Method and path of each route, with its limit and price."""
    source = (root / "src" / "net" / "api.c").read_text(encoding="utf-8")
    rows = re.findall(r"\{ METHOD_(\w+),\s+\"([^\"]+)\",\s+\w+,\s+LIMIT_(\w+),\s+(\d+), \w+ \}", source)
    assert len(rows) > 20, rows
    return {(method, path): (limit, int(price)) for method, path, limit, price in rows}


def routes_in_words():
    """The same by docs/protocol.md: rows `| N reading or N of work | requests |`."""
    page = (root / "docs" / "protocol.md").read_text(encoding="utf-8")
    found = {}
    for price, kind, cell in re.findall(r"^\| (\d+) (\w+) \| ([^|]+) \|$", page, re.M):
        for method, path in re.findall(r"`(GET|POST|DELETE) (/[^`]+)`", cell):
            found[method, re.sub(r"[A-Z]+(/sit)?$", "", path)] = ({"reading": "READ", "work": "WORK"}[kind], int(price))
    return found


def test_every_request_has_a_price(server):
    assert server and routes_in_code() == routes_in_words(), "docs/protocol.md has other prices than src/net/api.c"
    for route, (limit, price) in routes_in_code().items():
        assert price > 0 or route in {("GET", "/healthz"), ("GET", "/metrics")}, route
        assert limit == "WORK" or price > 0 or route[1] in ("/healthz", "/metrics"), route


def replies(server, address, request, count):
    """How many of so many requests, sent one behind the other, are answered, and how many refused with 429."""
    got = b""
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port), 30, (address, 0))) as stream:
        for _ in range(count // 20):
            stream.sendall(request * 20)
            wanted = got.count(b"HTTP/1.1 ") + 20
            while got.count(b"HTTP/1.1 ") < wanted and (part := stream.recv(1 << 16)):
                got += part
    return got.count(b"HTTP/1.1 200"), got.count(b"HTTP/1.1 429")


def test_checks_of_decks_have_a_rate(server):
    """Who has every deck checked that there is waits for it, and nobody else does."""
    body = b"{\"text\":\"1\\tx\"}"
    head = f"Host: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    began = time.monotonic()
    taken = refusals = 0
    while not refusals and taken < 20000:
        good, bad = replies(server, "127.0.0.41", b"POST /api/deck-check HTTP/1.1\r\n" + head + body, 200)
        taken, refusals = taken + good, refusals + bad
    most = 1200 + 20 * (time.monotonic() - began + 1)       # 6,000 for 5 each, and 100 more each second
    assert refusals and 1000 < taken <= most, f"{taken} were checked, {refusals} refused, at most {most:.0f} should be"
    assert replies(server, "127.0.0.42", b"POST /api/deck-check HTTP/1.1\r\n" + head + body, 20) == (20, 0), "another waits for it"


def test_what_makes_something_has_a_rate(server):
    """New scenes, games, decks and replays are bounded by the minute."""
    body = b"{\"text\":\"x\"}"
    head = f"Host: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    began = time.monotonic()
    good, bad = replies(server, "127.0.0.43", b"POST /api/scene HTTP/1.1\r\n" + head + body, 400)
    assert bad > 0 and 120 <= good <= 120 + 2 * (time.monotonic() - began + 1), (good, bad)
    assert replies(server, "127.0.0.43", b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n", 20) == (20, 0), "reading is another matter"


# ---- players' answers go before copies ----

def rows_of(path, sql, *values):
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:
        return database.execute(sql, values).fetchone()[0]


@in_a_file
def test_answers_go_before_copies(server):
    """Who plays on from a long replay waits until what others have answered is on disk; many copies at once make nobody's answer fail."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(server.program, folder, server.web)
        path, chooser = f"{folder}/games.db", random.Random(4)
        it = guest(one)
        long, link, state = start_game(it, seed=5)
        state, _ = client.play(link, long, state, chooser)
        copy = {"from": long, "at": min(state["n"] - 1, 490), "opponent": "random"}        # a longer one costs more than the price of one request
        assert state["n"] > 200 and it.post("/api/games", copy)["id"]
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as database:        # in which order answers are written
            database.executescript("CREATE TABLE written (k INTEGER PRIMARY KEY, game TEXT, n INTEGER); CREATE TRIGGER note AFTER INSERT ON answers BEGIN"
                                   " INSERT INTO written (game, n) VALUES (new.game, new.n); END")
        players = [start_game(guest(one), seed=40 + i) for i in range(3)]
        for _ in range(6):
            given = one.metric("answers_total")[0]
            with contextlib.closing(sqlite3.connect(path, timeout=20, isolation_level=None)) as database, concurrent.futures.ThreadPoolExecutor() as pool:
                database.execute("BEGIN IMMEDIATE")     # the disk is slow
                for game, link, state in players:
                    link.send(client.answer_randomly(chooser, game, state))
                while one.metric("answers_total")[0] < given + len(players):
                    time.sleep(0.01)
                made = pool.submit(it.post, "/api/games", copy)
                time.sleep(0.4)                 # it is asked for while the answers wait
                database.execute("ROLLBACK")
                made = made.result()["id"]
            for i, (game, link, state) in enumerate(players):
                assert link.wait("ack", "error")["t"] == "ack"
                players[i] = game, link, link.wait("state")
                answered = rows_of(path, "SELECT k FROM written WHERE game = ? AND n = ?", game, state["n"])
                copied = rows_of(path, "SELECT min(k) FROM written WHERE game = ?", made)
                assert answered < copied, "a copy went before an answer"
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            copies, during = [pool.submit(it.post, "/api/games", copy) for _ in range(60)], 0
            while not all(made.done() for made in copies):
                for i, (game, link, state) in enumerate(players):
                    if not state["view"]["over"]:
                        link.send(client.answer_randomly(chooser, game, state))
                        assert link.wait("ack", "error")["t"] == "ack"
                        players[i] = game, link, link.wait("state")
                        during += 1
            assert during > 3 and all(made.result()["id"] for made in copies), during
        assert one.end(signal.SIGTERM) == 0
