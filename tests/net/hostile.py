"""What no client should do, beyond what `run` itself tries: requests that say two things about their length, messages in pieces, numbers
that wrap, sessions that have ended, tables of others.  Run by `run`, whose names it uses."""
# pylint: disable=undefined-variable

import contextlib
import struct
import threading


def all_of(stream):
    """What comes until the stream ends or falls silent."""
    got = b""
    try:
        while part := stream.recv(65536):
            got += part
    except OSError:
        pass
    return got


def asks(server, it, text):
    """The statuses of all replies to these bytes, and all that came."""
    head = f"Host: 127.0.0.1:{server.port}\r\nOrigin: {it.origin}\r\nCookie: sid={it.cookie}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 10) as stream:
        stream.sendall(text.replace("HEAD", head).encode("latin-1"))
        stream.settimeout(1)
        got = all_of(stream)
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d+) ", got)], got


def test_bodies_of_unclear_length(server):
    """A request whose length is unclear is refused and ends its connection; nothing in its body is taken for a request."""
    it = guest(server)
    inner = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
    for text, status in (("POST /api/session HTTP/1.1\r\nHEADTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner, 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\nContent-Length: 50\r\n\r\n{}" + inner, 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 50\r\nContent-Length: 2\r\n\r\n{}" + inner, 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2, 2\r\n\r\n{}" + inner, 400),
                         ("POST /api/session HTTP/1.1\r\nHEADTransfer-Encoding: identity\r\n\r\n{}" + inner, 411),
                         ("POST /api/session HTTP/1.1\r\nHEADTransfer-Encoding: gzip, chunked\r\n\r\n{}" + inner, 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2abc\r\n\r\n{}", 400),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: +2\r\n\r\n{}", 400),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 0x2\r\n\r\n{}", 400),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: -2\r\n\r\n{}", 400),
                         ("POST /api/session HTTP/1.1\r\nHEAD\r\n{}", 411),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 99999999999999999999\r\n\r\n{}", 413),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 99999999\r\n\r\n{}" + inner, 413),
                         (f"GET /healthz HTTP/1.1\r\nHEADContent-Length: {len(inner)}\r\n\r\n{inner}", 400),
                         (f"GET /healthz HTTP/1.1\r\nHEADTransfer-Encoding: chunked\r\n\r\n{inner}", 411),
                         (f"DELETE /api/decks/1 HTTP/1.1\r\nHEADContent-Length: {len(inner)}\r\n\r\n{inner}", 400)):
        got, data = asks(server, it, text)
        assert set(got) == {status} and b"onnection: close" in data, f"{text[:120]!r} gives {got[:8]}"
        assert b"spaceline_" not in data, f"a body was taken for a request: {text[:120]!r}"
    assert asks(server, it, "POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\n\r\n{}{}{}{}{}")[0] == [200], "what follows is no request"
    assert asks(server, it, "POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\n\r\n{}" * 3)[0] == [200] * 3
    assert asks(server, it, "GET /api/games HTTP/1.1\r\nHEAD\r\n" * 5)[0] == [200] * 5, "requests one after the other"
    assert guest(server).get("/healthz") == "ok\n"


# ---- what carries HTTP and WebSocket ----

def upgrade(server, path="/ws", **lines):
    """The head of an upgrade as a browser sends it, with some lines otherwise, several times (a list) or not at all (None)."""
    host = f"127.0.0.1:{server.port}"
    head = {"Host": host, "Origin": f"http://{host}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13", **{name.replace("_", "-"): value for name, value in lines.items()}}
    text = f"GET {path} HTTP/1.1\r\n"
    for name, values in head.items():
        for value in values if isinstance(values, list) else [values]:
            text += "" if value is None else f"{name}: {value}\r\n"
    return (text + "\r\n").encode("latin-1")


def says(server, data, patience=0.3):
    """All that comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as stream:
        stream.sendall(data)
        stream.settimeout(patience)
        return all_of(stream)


def lives(server, calm):
    """Others are answered soon."""
    began = time.monotonic()
    calm.send({"t": "ping"})
    assert calm.wait("pong") and server.process.poll() is None
    assert time.monotonic() - began < 2, f"others waited {time.monotonic() - began:.1f} s"


def test_upgrades_to_anything_else(server):
    """Only WebSocket is an upgrade; HTTP/2 is not spoken, with or without asking."""
    calm = guest(server).socket()
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    settings = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
    headers = b"\x00\x00\x01\x01\x05\x00\x00\x00\x01\x82"
    data = b"\x00\x00\x05\x00\x01\x00\x00\x00\x01hello"
    for path in ("/ws", "/peer", "/", "/api/games"):
        for asked in ("h2c", "h2c, websocket", "websocket, h2c", "HTTP/2.0", "TLS/1.0", ""):
            got = says(server, upgrade(server, path, Upgrade=asked, HTTP2_Settings="AAMAAABkAAQAAP__", Connection="Upgrade, HTTP2-Settings")
                       + preface + settings + headers + data)
            assert b" 101 " not in got, (path, asked, got[:80])
            lives(server, calm)
    for first in (preface + settings + headers + data, preface, settings * 200):
        assert b" 101 " not in says(server, first) and b" 200 " not in says(server, first)
        lives(server, calm)


def test_keys_of_upgrades(server):
    """A key is 16 bytes in base64, once; anything else is refused with a plain answer."""
    calm = guest(server).socket()
    keys = (None, "", " ", "x", "A" * 23 + "=", "A" * 22 + "==", "A" * 21 + "===", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ==x", "A" * 200, "A" * 5000,
            "=" * 24, "\xff" * 24, ["dGhlIHNhbXBsZSBub25jZQ=="] * 2, ["", "dGhlIHNhbXBsZSBub25jZQ=="])
    for path in ("/ws", "/peer"):
        for key in keys:
            got = says(server, upgrade(server, path, Sec_WebSocket_Key=key))
            assert (b" 101 " in got) == (key == "A" * 22 + "==" and path == "/ws"), (path, key, got[:60])
            lives(server, calm)
    for more in ({"Sec_WebSocket_Version": "8"}, {"Sec_WebSocket_Version": None}, {"Connection": "close"}, {"Upgrade": None},
                 {"Origin": "http://evil.example"}, {"Content_Length": "5"}, {"Transfer_Encoding": "chunked"}):
        assert b" 101 " not in says(server, upgrade(server, **more)), more
    for method in (b"POST", b"DELETE", b"HEAD", b"PUT", b"OPTIONS", b"CONNECT"):
        assert b" 101 " not in says(server, upgrade(server).replace(b"GET", method, 1)), method
    assert b" 101 " not in says(server, upgrade(server).replace(b"HTTP/1.1", b"HTTP/1.0", 1))
    lives(server, calm)


def test_requests_behind_one_another(server):
    """Whatever stands behind a request in one write is answered after it, or the connection ends; nothing spins and nothing is garbled."""
    it = guest(server)
    calm = guest(server).socket()
    head = f"Host: 127.0.0.1:{server.port}\r\nOrigin: {it.origin}\r\nCookie: sid={it.cookie}\r\n"
    scene = json.dumps({"text": "scene \"" + "x" * 5000 + "\""})

    def post(path, body):
        return f"POST {path} HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}"

    get, none = f"GET /healthz HTTP/1.1\r\n{head}\r\n", f"GET /api/games HTTP/1.1\r\n{head}\r\n"
    requests = (get, none, post("/api/session", ""), post("/api/session", "{}"), post("/api/scene", scene), f"DELETE /api/decks/1 HTTP/1.1\r\n{head}\r\n")
    for first in requests:
        for second in requests:
            got = says(server, (first + second).encode())
            statuses = re.findall(rb"HTTP/1\.1 (\d+) ", got)
            assert len(statuses) == 2, (first[:20], second[:20], statuses, got[:100])
            assert b"the body is one JSON object" not in got or "{}" not in second, "a body came garbled"
        lives(server, calm)
    many = "".join(random.Random(7).choices(requests, k=20))
    assert len(re.findall(rb"HTTP/1\.1 (\d+) ", says(server, many.encode(), 2))) == 20
    behind = upgrade(server) + frame(1, json.dumps({"t": "ping", "id": "behind"}).encode())
    assert b"behind" in says(server, behind), "frames in the same write as the upgrade are read"
    assert b"behind" in says(server, get.encode() + behind), "and behind a request"
    for half in (get + "POST /api/scene HTTP/1.1\r\n", get + post("/api/scene", scene)[:-2000], post("/api/scene", scene)[:-4000], none + "\r\n\r\n", none + "\x00" * 300):
        says(server, half.encode("latin-1"))
        lives(server, calm)


def test_ends_while_others_ask(server):
    """SIGTERM ends it within its grace whatever is on the wire."""
    with tempfile.TemporaryDirectory() as folder:
        busy = Server(server.program, folder, server.web, ["--loops", "2"])
        it = guest(busy)
        head = f"Host: 127.0.0.1:{busy.port}\r\nOrigin: {it.origin}\r\nCookie: sid={it.cookie}\r\n"
        streams = []
        for text in ("", "GET / HT", f"GET /api/games HTTP/1.1\r\n{head}\r\n" * 3, f"POST /api/session HTTP/1.1\r\n{head}Content-Length: 5\r\n\r\n{{",
                     f"GET /healthz HTTP/1.1\r\n{head}\r\nPOST /api/session HTTP/1.1\r\n{head}Content-Length: 2\r\n\r\n{{}}"):
            stream = socket.create_connection(("127.0.0.1", busy.port), 10)
            stream.sendall(text.encode())
            streams.append(stream)
        links = [it.socket() for _ in range(4)]
        for link in links:
            link.stream.sendall(frame(1, b"{\"t\":", False))
        began = time.monotonic()
        assert busy.end(signal.SIGTERM) == 0 and time.monotonic() - began < 10
        for stream in streams:
            stream.close()


def test_pings_that_nobody_reads(server):
    """Who asks for pongs without reading them is cut off; he makes nobody keep them."""
    link, calm = small_socket(guest(server)), guest(server).socket()
    link.stream.settimeout(5)
    try:
        for _ in range(60):
            link.stream.sendall(frame(9, b"x" * 125) * 200)
            lives(server, calm)
    except OSError:
        pass
    assert has_hung_up(link), "pongs pile up for ever"


# ---- messages ----

def frame(opcode, data, final=True, more=0):
    mask = os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
    return bytes([(0x80 if final else 0) | more | opcode]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


def test_messages_in_pieces(server):
    """A message may come in pieces, with pings between them; pieces without an end do not add up to a flood."""
    it = guest(server)
    link = it.socket()
    message = json.dumps({"t": "ping", "id": "in pieces"}).encode()
    pieces = [message[i:i + 3] for i in range(0, len(message), 3)]
    for i, piece in enumerate(pieces):
        link.stream.sendall(frame(1 if i == 0 else 0, piece, i == len(pieces) - 1) + frame(9, b"there?"))
    assert link.wait("pong")["id"] == "in pieces"
    for data in (frame(0, message), frame(1, message, False) + frame(1, message), frame(1, message, True, 0x40),
                 frame(1, b"{\"t\":\"ping\",\"id\":\"\xff\xfe\"}"), frame(1, b"{\"t\":\"ping\",\"id\":\"\xed\xa0\x80\"}")):
        link = it.socket()                      # a piece of nothing, a second beginning, compressed, not UTF-8
        try:
            link.stream.sendall(data)
            got = link.receive()
            assert got["t"] == "error", f"{data[:20]} is answered with {got}"
        except OSError:
            pass
    link = it.socket()
    calm = guest(server).socket()
    try:
        for _ in range(3000):
            link.stream.sendall(frame(1, b"", False) if _ == 0 else frame(0, b"", False))
        link.stream.sendall(frame(0, b"{", True))
        link.wait("error")
    except OSError:
        pass
    calm.send({"t": "ping"})
    assert calm.wait("pong")


def test_compression_is_not_offered(server):
    it = guest(server)
    link = client.Socket(it.host, it.port, "/ws", {"Origin": it.origin, "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"})
    link.send({"t": "hello", "v": 1})
    assert link.wait("hello")


def test_strange_numbers_and_texts(server):
    """Numbers that wrap around are not those they wrap to; texts are what they are or nothing."""
    it = guest(server)
    game, link, state = start_game(it)
    n, wrap = state["n"], 2 ** 32
    mission = state["view"]["players"][0]["missions"]["cards"][1]["id"]
    for message in ({"t": "answer", "n": n + wrap, "option": 0}, {"t": "answer", "n": n, "option": wrap}, {"t": "answer", "n": n - wrap, "option": 0},
                    {"t": "answer", "n": float(n), "option": 0}, {"t": "answer", "n": n, "option": 0.0}, {"t": "answer", "n": True, "option": 0},
                    {"t": "answer", "n": 2 ** 63 - 1, "option": 0}, {"t": "choose", "n": n, "cards": [mission + wrap]},
                    {"t": "choose", "n": n, "cards": [-mission]}, {"t": "reach", "card": mission + wrap},
                    {"t": "needs", "card": mission + wrap, "group": []}, {"t": "preview", "cards": [mission + 2 ** 16]},
                    {"t": "replay", "at": wrap}, {"t": "replay", "at": -1}, {"t": "replay", "eyes": wrap}, {"t": "replay", "eyes": "OPEN"}):
        expect_error(link, {"game": game, **message}, "bad-message")
    for data in (b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":1e400}", b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":9999999999999999999999}",
                 b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":0,\"n\":%d}" .replace(b"\"n\":%d}", b"\"n\":0}"),
                 b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":0,\"id\":\"\\ud800\"}", b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":0,\"id\":\"\\u0000\"}",
                 b"{\"t\":\"answer\",\"game\":\"%s\\u0000\",\"n\":%d,\"option\":0}", b"{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":0}\x00",
                 b"\xef\xbb\xbf{\"t\":\"answer\",\"game\":\"%s\",\"n\":%d,\"option\":0}", b"{\"x\":" * 3000):
        link.send_bytes(data % (game.encode(), n) if b"%s" in data else data)
        assert link.wait("error", "ack")["code"] == "bad-message", data
    link.send({"t": "why", "game": game, "card": wrap})
    assert not link.wait("why")["reasons"], "a card that wraps to 0 is not the whole hand"
    link.send({"t": "parts", "game": game, "card": mission + wrap})
    assert not link.wait("parts")["values"]
    for identity in ("x" * 65, [1], {"a": 1}, 1.5, None, True):
        link.send({"t": "ping", "id": identity})
        assert "id" not in link.wait("pong"), identity
    link.send({"t": "say", "game": game, "text": "\u202e\U0001f596 <b>\"\\'"})
    assert link.wait("chat")["text"] == "\u202e\U0001f596 <b>\"\\'"
    link.send({"t": "join", "game": game})
    assert link.wait("state")["n"] == n, "none of this was an answer"


def test_another_game_is_not_answered(server):
    it, other = guest(server), guest(server)
    game, link, state = start_game(it)
    theirs, their_link, their_state = start_game(other, seed=9)
    for message in ({"t": "answer", "n": their_state["n"], "option": 0}, {"t": "undo"}, {"t": "concede"}, {"t": "say", "text": "x"}, {"t": "advise"},
                    {"t": "why", "card": 0}, {"t": "hold"}, {"t": "direct", "do": "result", "winner": 0, "reason": "mine"}):
        expect_error(link, {"game": theirs, **message}, "not-allowed")
    expect_error(link, {"t": "replay", "game": theirs}, "not-allowed")
    expect_error(link, {"t": "replay-marks", "game": theirs}, "not-allowed")
    refused(lambda: it.post("/api/games", {"from": theirs, "at": 0, "opponent": "random"}), 403)
    refused(lambda: it.post(f"/api/games/{theirs}/sit", {"deck": "klingon"}), 409)
    refused(lambda: it.request("DELETE", f"/api/games/{theirs}"), 409)
    their_link.send({"t": "answer", "game": theirs, "n": their_state["n"], "option": 0})
    assert their_link.wait("ack")["n"] == their_state["n"] and game and state


def test_two_sockets_of_one_seat(server):
    """Each sees what the other does; a decision is answered once."""
    it = guest(server)
    game, first, state = start_game(it)
    second, same = it.join(game)
    assert same["view"] == state["view"] and second is not first
    message = client.answer_randomly(random.Random(4), game, state)
    both = [threading.Thread(target=link.send, args=(message,)) for link in (first, second)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    got = sorted(link.wait("ack", "stale")["t"] for link in (first, second))
    assert got == ["ack", "stale"], got
    third, after = it.join(game)
    for link in (first, second):
        while (seen := link.wait("state"))["n"] < after["n"]:
            pass
        assert seen["view"] == after["view"]
    third.send({"t": "undo", "game": game})
    for link in (first, second, third):
        while (seen := link.wait("state"))["n"] != state["n"]:
            pass
    message["n"] = after["n"]                   # an answer to what was taken back
    expect_error(first, message, "bad-message")


# ---- sessions ----

@contextlib.contextmanager
def coming_from(address):
    """From another address, which has tries of its own."""
    usual = socket.create_connection
    socket.create_connection = lambda to, timeout=10, *_: usual(to, timeout, (address, 0))
    try:
        yield
    finally:
        socket.create_connection = usual


def hung_up(link, patience=5):
    link.stream.settimeout(patience)
    try:
        while True:
            link.receive()
    except TimeoutError:
        return False
    except (ConnectionError, OSError):
        return True


def test_sockets_end_with_their_session(server):
    """Who signs out is gone everywhere; sockets of others, and of the same person's other session, stay."""
    it, other = guest(server), guest(server)
    game, link, _ = start_game(it)
    calm_game, calm, state = start_game(other)
    again = it.socket()
    it.post("/api/logout", {})
    assert hung_up(link) and hung_up(again), "a socket outlives its session"
    calm.send(client.answer_randomly(random.Random(2), calm_game, state))
    assert calm.wait("ack")
    name = f"Kor {os.getpid()}"
    before = other.cookie
    with coming_from("127.0.0.22"):
        other.post("/api/register", {"name": name, "password": "blood oath"})
    assert hung_up(calm), "the cookie that it came with is worth nothing any more"
    link, state = other.join(calm_game)
    assert state["you"] == 0, "the games of a guest are those of the account"
    stranger = Client(server.base, before)
    watching, state = stranger.join(calm_game)
    assert state["you"] == -1
    expect_error(watching, {"t": "answer", "game": calm_game, "n": state["n"], "option": 0}, "not-yours")
    assert game and link


def test_numbers_of_guests_are_not_used_again(server):
    """A guest who signs out leaves nothing behind, least of all to the next one."""
    it = guest(server)
    old = it.post("/api/session")["name"]
    link = it.socket()
    it.post("/api/logout", {})
    refused(lambda: Client(server.base, it.cookie).post("/api/decks", {"name": "a", "text": "b"}), 401)
    host = guest(server)
    assert host.post("/api/session")["name"] != old, "the next guest has the number of the last"
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "against": "romulan"})["id"]
    try:
        link.send({"t": "join", "game": game})
    except OSError:
        pass
    assert hung_up(link)
    assert any(table["id"] == game for table in host.get("/api/tables")["tables"]), "somebody who is no more took a seat"


def test_names_that_deceive(server):
    """Nobody is called as a guest is, nor by what cannot be seen."""
    with coming_from("127.0.0.21"):
        it = guest(server)
        for name in ("guest 1", "GUEST 1", "Wo\u200brf", "\u202eflow", "Worf\u00a0", "Wo\u0085rf", "\ufeffWorf", "Wo\u2066rf"):
            refused(lambda: it.post("/api/register", {"name": name, "password": "bloodwine"}), 400)
        name = f"K\u00e4hle\u00df \u6b66 {os.getpid()}"
        assert it.post("/api/register", {"name": name, "password": "bloodwine"})["name"] == name


def test_no_table_by_guessing(server):
    """A table that is not listed is found by its link only, and a wrong link tells nothing."""
    host, it = guest(server), guest(server)
    game = host.post("/api/games", {"opponent": "human", "deck": "klingon", "terms": {"listed": False}})["id"]
    link = it.socket()
    guesses = [game[:-1] + ("A" if game[-1] != "A" else "Q"), game[:-1], game + "A", "%" * 22, "' OR 1=1 --".ljust(22), "_" * 22, game.swapcase()]
    for guess in guesses:
        expect_error(link, {"t": "join", "game": guess}, "no-game")
        expect_error(link, {"t": "replay", "game": guess}, "no-game")
    for guess in guesses[:3] + guesses[5:]:
        refused(lambda: it.post(f"/api/games/{guess}/sit", {"deck": "romulan"}), 404)
        refused(lambda: it.get(f"/api/replay/{guess}"), 404)
        refused(lambda: it.request("DELETE", f"/api/games/{guess}"), 404)


# ---- work has a price ----

def nested(text):
    return ("scene \"x\"\nedition 2e\n\ncard \"Test Loop\"\n  type event\n  cost 1\n  (plays-in-core)\n  (order " + text + ")\nend\n"
            "missions A: \"Brute Force\" = fort\nput A \"Test Loop\" = loop in core\nput A \"Bregath\" = b on planet fort\nturn A orders\nA uses loop\n")


def test_scenes_without_end(server):
    """A line that would go on for ever is cut by what it costs, with a word that says so; nobody waits for it."""
    it = guest(server)
    for text in ("(repeat 99 " * 6 + "(score you 1)" + ")" * 6, "(repeat 99 " * 12 + "(draw you 1)" + ")" * 12):
        began = server.worked()
        got = it.post("/api/scene", {"text": nested(text)})
        assert not got["ok"] and "too much work" in got["message"], got["message"]
        assert server.worked() - began < 5, f"{server.worked() - began:.1f} s of work"
    assert it.get("/healthz") == "ok\n"


# ---- one address among many ----

def test_connections_of_one_address(server):
    """Who opens more connections than anybody needs is turned away with a code; others do not notice, and he may come back with fewer."""
    with tempfile.TemporaryDirectory() as folder:
        few = Server(server.program, folder, server.web, ["--sockets", "2"])
        streams = [socket.create_connection(("127.0.0.1", few.port), 10) for _ in range(16)]
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", few.port), 10) as stream:
                got = all_of(stream)
            assert b" 429 " in got and b"\"rate\"" in got, got
        with coming_from("127.0.0.31"):
            assert guest(few).get("/healthz") == "ok\n"
        for stream in streams:
            stream.close()
        until = time.monotonic() + 10
        while True:
            try:
                guest(few).socket().close()
                break
            except (Refused, OSError):
                assert time.monotonic() < until, "he may not come back"
                time.sleep(0.1)
        assert few.end(signal.SIGTERM) == 0


def test_requests_of_one_address(server):
    """However many requests one address has waiting, those of another come soon."""
    streams = []
    try:
        for _ in range(300):
            stream = socket.create_connection(("127.0.0.1", server.port), 10)
            streams.append(stream)
            stream.sendall(b"GET /api/rulings HTTP/1.1\r\nHost: x\r\n\r\n")
        with coming_from("127.0.0.32"):
            began = time.monotonic()
            assert "tables" in guest(server).get("/api/tables")
            assert time.monotonic() - began < 20, f"another waited {time.monotonic() - began:.1f} s"
        got = [stream.recv(12) for stream in streams]
        assert set(got) <= {b"HTTP/1.1 200", b"HTTP/1.1 503"} and b"HTTP/1.1 200" in got, set(got)
    finally:
        for stream in streams:
            stream.close()


def test_leaves_in_the_middle_of_a_message(server):
    """Who ends his side while most of a message is still to go to him is let go, and nobody else of his loop notices."""
    it = guest(server)
    game, link, state = start_game(it, seed=5)
    client.play(link, game, state, random.Random(8), 180)      # a state with a long log
    for count in range(16):
        leaver = small_socket(it)
        for _ in range(1 + count % 5):
            leaver.send({"t": "join", "game": game})
        time.sleep(0.05 * (count % 3))          # some leave when all is written, some before
        leaver.stream.shutdown(socket.SHUT_WR)
        other = it.socket()
        other.send({"t": "ping"})
        assert other.wait("pong")
        other.close()
        leaver.stream.close()
