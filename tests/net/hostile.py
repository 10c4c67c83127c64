"""What no client should do, beyond what `run` itself tries: requests that say two things about their length, messages in pieces, numbers
that wrap, sessions that have ended, tables of others.  Run by `run`, whose names it uses."""
# pylint: disable=undefined-variable

import contextlib
import select
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
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\nTransfer-Encoding : chunked\r\n\r\n{}" + inner, 400),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\nTransfer-Encoding\t: chunked\r\n\r\n{}" + inner, 400),
                         ("POST /api/session HTTP/1.1\r\nHEADContent-Length: 2\r\nTransfer-Encoding:\x0bchunked\r\n\r\n{}" + inner, 411),
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


def answers_to(server, data, count):
    """All that comes back for so many requests in one write: their answers, however long a busy machine takes, and what else comes soon after."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as stream:
        stream.sendall(data)
        got = b""
        while len(re.findall(rb"HTTP/1\.1 (\d+) ", got)) < count:
            try:
                more = stream.recv(65536)
            except socket.timeout:
                break
            if not more:
                break
            got += more
        stream.settimeout(0.3)
        return got + all_of(stream)


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
            if path == "/ws" or key != "A" * 22 + "==":    # servers that share a database are there for each other at /peer
                assert (b" 101 " in got) == (key == "A" * 22 + "=="), (path, key, got[:60])
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
            got = answers_to(server, (first + second).encode(), 2)
            statuses = re.findall(rb"HTTP/1\.1 (\d+) ", got)
            assert len(statuses) == 2, (first[:20], second[:20], statuses, got[:100])
            assert b"the body is one JSON object" not in got or "{}" not in second, "a body came garbled"
        lives(server, calm)
    many = "".join(random.Random(7).choices(requests, k=20))
    assert len(re.findall(rb"HTTP/1\.1 (\d+) ", answers_to(server, many.encode(), 20))) == 20
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
        for name in ("<b>Worf</b>", "Worf<script>", "guest 1", "GUEST 1", "Wo\u200brf", "\u202eflow", "Worf\u00a0", "Wo\u0085rf", "\ufeffWorf", "Wo\u2066rf"):
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


def test_decks_without_number(server):
    """One person has so many decks, of such a size; their list is read without their texts."""
    it = guest(server)
    refused(lambda: it.post("/api/decks", {"name": "Large", "text": "x" * 40000}), 413)
    with coming_from("127.0.0.41"):
        for i in range(100):
            it.post("/api/decks", {"name": f"Deck {i}", "text": "1\tKahmis\n" * 2000})
    with coming_from("127.0.0.42"):
        refused(lambda: it.post("/api/decks", {"name": "One more", "text": "x"}), 409)
        assert it.post("/api/decks", {"name": "Deck 5", "text": "y"})["name"] == "Deck 5", "a deck of that name is replaced"
        assert len(it.get("/api/decks")["own"]) == 100
        assert len(guest(server).get("/api/decks")["own"]) == 0


def test_tables_without_number(server):
    """One person has four tables that wait, and sits at twenty."""
    it, others = guest(server), [guest(server) for _ in range(5)]
    table = {"opponent": "human", "deck": "klingon", "against": "romulan"}
    open_ones = []
    with coming_from("127.0.0.43"):
        for _ in range(4):
            open_ones.append(it.post("/api/games", table)["id"])
        refused(lambda: it.post("/api/games", table), 429)
        it.request("DELETE", f"/api/games/{open_ones.pop()}")
        open_ones.append(it.post("/api/games", table)["id"])
        busy = guest(server)
        for i in range(20):
            host = others[i // 4]
            game = host.post("/api/games", table)["id"]
            busy.post(f"/api/games/{game}/sit", {"deck": "klingon"})
    with coming_from("127.0.0.44"):
        more = guest(server).post("/api/games", table)["id"]
        refused(lambda: busy.post(f"/api/games/{more}/sit", {"deck": "klingon"}), 429)
        link = busy.socket()
        expect_error(link, {"t": "join", "game": more}, "no-game")


def test_dear_messages(server):
    """Who asks for whole games again and again waits for them; others do not."""
    it = guest(server)
    game, link, state = start_game(it)
    calm = guest(server).socket()
    began = time.monotonic()
    for _ in range(150):
        link.send({"t": "join", "game": game})
    link.send({"t": "ping"})
    link.stream.settimeout(2)
    got = 0
    try:
        while link.receive()["t"] != "pong":
            got += 1
        raise AssertionError(f"150 tables were sent in {time.monotonic() - began:.1f} s")
    except TimeoutError:
        pass
    assert got < 140, f"{got} came at once"
    lives(server, calm)


def test_replies_that_nobody_reads(server):
    """What an address leaves unread is bounded; another's are answered."""
    it = guest(server)
    lines = "".join(f"A can move ship to {'fort' if i % 2 else 'mine'}\nturn passes to B\nturn passes to A\n" for i in range(300))
    text = ("scene \"x\"\nedition 2e\nmissions A: \"Brute Force\" = fort, \"Mining Survey\" = mine\nput A \"I.K.S. Vor'cha\" = ship at fort\n"
            + "".join(f"put A \"Bregath\" = b{i} aboard ship\n" for i in range(20)) + "turn A orders\n" + lines)
    body = json.dumps({"text": text}).encode()
    head = (f"POST /api/scene HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {it.origin}\r\nContent-Length: {len(body)}\r\n\r\n").encode()
    streams, before = [], resident(server)
    try:
        for _ in range(40):
            stream = socket.socket()
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stream.bind(("127.0.0.51", 0))
            stream.connect(("127.0.0.1", server.port))
            stream.sendall(head + body)
            streams.append(stream)
        time.sleep(8)
        assert guest(server).get("/healthz") == "ok\n"
        grown = resident(server) - before
        assert grown < 150 * shadow(server), f"{grown:.0f} MiB are kept for somebody who does not read"
    finally:
        for stream in streams:
            stream.close()


def test_bodies_that_never_end(server):
    """What one address makes the server keep of half-sent bodies is bounded."""
    head = (f"POST /api/scene HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\nContent-Length: 131072\r\n\r\n").encode()
    streams, before, refused_ones, until = [], resident(server), set(), time.monotonic() + 30
    try:
        for _ in range(400):
            stream = socket.create_connection(("127.0.0.1", server.port), 10, ("127.0.0.92", 0))
            stream.setblocking(False)
            streams.append(stream)
            try:
                stream.sendall(head + b"x" * 100000)
            except BlockingIOError:
                pass
        time.sleep(2)
        while len(refused_ones) <= 100 and time.monotonic() < until:
            for stream in streams:
                stream.setblocking(True)
                stream.settimeout(0.01)
                try:
                    if stream not in refused_ones:
                        stream.sendall(b"x" * 32000)        # a refusal comes when the body is there
                        if stream.recv(12)[9:12] == b"503":
                            refused_ones.add(stream)
                except OSError:
                    pass
        assert len(refused_ones) > 100, f"only {len(refused_ones)} were refused"
        assert resident(server) - before < 40 * shadow(server), f"{resident(server) - before:.0f} MiB are kept"
        assert guest(server).get("/healthz") == "ok\n"
    finally:
        for stream in streams:
            stream.close()


def test_games_in_memory(server):
    """More games than fit are not loaded; those that nobody looks at make room."""
    with tempfile.TemporaryDirectory() as folder:
        few = Server(server.program, folder, server.web, ["--games", "4"])
        it = guest(few)
        links = [start_game(it, seed=i)[1] for i in range(4)]
        refused(lambda: it.post("/api/games", {"opponent": "random", "deck": "klingon"}), 503)
        link = it.socket()
        link.send({"t": "join", "game": it.get("/api/games")["games"][0]["id"]})
        got = link.wait("error", "state")
        assert got["t"] == "state" or "too many games" in got["text"], got
        for other in links[1:]:
            other.close()
        until = time.monotonic() + 20
        while True:
            try:
                start_game(it, seed=9)
                break
            except (Refused, AssertionError, KeyError):
                assert time.monotonic() < until, "no room is made"
                time.sleep(0.5)
        links[0].send({"t": "ping"})
        assert links[0].wait("pong") and few.end(signal.SIGTERM) == 0


def shadow(server):
    """How many times the memory that is in use a program needs that watches its threads (ThreadSanitizer)."""
    with open(f"/proc/{server.process.pid}/exe", "rb") as program:
        return 4 if b"__tsan_init" in program.read() else 1


def resident(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def raw_status(server, head, address="127.0.0.1", body=b"{}"):
    with contextlib.closing(socket.create_connection(("127.0.0.1", server.port), 10, (address, 0))) as stream:
        stream.sendall(head + f"Host: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        got = all_of(stream)
    return int(got.split()[1]) if got else 0, got


def test_behind_a_proxy(server):
    """Whoever comes through a proxy that is believed counts by himself; others who say such things are not believed."""
    wrong = json.dumps({"name": "Nobody", "password": "is not right"}).encode()

    def tries(behind, said, address="127.0.0.61"):
        return raw_status(behind, f"POST /api/login HTTP/1.1\r\n{said}".encode(), address, wrong)[0]

    with tempfile.TemporaryDirectory() as folder:
        behind = Server(server.program, folder, server.web, ["--proxy", "127.0.0.61,::1", "--sockets", "2"])
        one, other = "X-Forwarded-For: 6.6.6.6, 203.0.113.5\r\n", "X-Forwarded-For: 203.0.113.6\r\n"

        def used_up(lines, address="127.0.0.61", most=3):
            """Whether one of so many tries is one too many; one more is given every ten seconds."""
            return any(tries(behind, line, address) == 429 for line in (lines if isinstance(lines, list) else [lines] * most))

        assert used_up(one, most=14)
        assert tries(behind, other) == 403, "another behind the same proxy"
        assert used_up("X-Forwarded-For: 9.9.9.9, 203.0.113.5\r\n"), "what stands before is an invention"
        assert used_up("X-Forwarded-For: 203.0.113.5, 127.0.0.61\r\n"), "the proxy itself is passed over"
        assert used_up([f"X-Forwarded-For: 10.0.0.{i}\r\n" for i in range(14)], "127.0.0.62"), "a stranger is believed"
        behind.end(signal.SIGTERM)
        behind.start()                          # an account has tries of its own
        assert used_up([f"X-Forwarded-For: 2001:db8:1:2::{i:x}\r\n" for i in range(1, 15)]), "one network of IPv6 is one caller"
        assert tries(behind, "X-Forwarded-For: 2001:db8:1:3::1\r\n") == 403
        links = []
        for i in range(3):
            with contextlib.closing(socket.create_connection(("127.0.0.1", behind.port), 10, ("127.0.0.61", 0))) as stream:
                stream.sendall(upgrade(behind, X_Forwarded_For="203.0.113.9"))
                links.append(stream.recv(4096).split()[1])
                if i == 1:
                    keep = [socket.create_connection(("127.0.0.1", behind.port), 10, ("127.0.0.61", 0)) for _ in range(2)]
                    for held in keep:
                        held.sendall(upgrade(behind, X_Forwarded_For="203.0.113.10"))
                        assert b" 101 " in held.recv(4096)
        with contextlib.closing(socket.create_connection(("127.0.0.1", behind.port), 10, ("127.0.0.61", 0))) as stream:
            stream.sendall(upgrade(behind, X_Forwarded_For="203.0.113.10"))
            assert b" 429 " in stream.recv(4096), "sockets count by who asks"
        for held in keep:
            held.close()
        assert links[0] == b"101" and behind.end(signal.SIGTERM) == 0


def test_wrong_passwords(server):
    """Tries count for an account and an address: nobody shuts out its owner, or his neighbours."""
    name, word = f"Martok {os.getpid()}", "one eye only"
    with coming_from("127.0.0.71"):
        owner = guest(server)
        owner.post("/api/register", {"name": name, "password": word})
    with coming_from("127.0.0.72"):
        codes = []
        for _ in range(15):
            try:
                guest(server).post("/api/login", {"name": name, "password": "guessed"})
            except Refused as error:
                codes.append(error.status)
        assert set(codes) == {403, 429}, codes
        refused(lambda: guest(server).post("/api/login", {"name": "Somebody else", "password": "guessed"}), 403)
    with coming_from("127.0.0.73"):
        assert guest(server).post("/api/login", {"name": name, "password": word})["name"] == name
        for _ in range(15):
            guest(server).post("/api/login", {"name": name, "password": word})


def test_cookies_are_matched_whole(server):
    """connect.sid is not sid, nor is any other that ends or begins so."""
    it = guest(server)
    for cookies, known in ((f"connect.sid={it.cookie}", False), (f"xsid={it.cookie}", False), (f"sid2={it.cookie}", False), (f"a=b; sid={it.cookie}", True),
                           (f"sid={it.cookie}; a=b", True), (f"connect.sid=x;sid={it.cookie}", True), (f"SID={it.cookie}", False), (f"a=\"sid={it.cookie}\"", False)):
        status, _, _ = Client(server.base).raw("POST", "/api/decks", b"{}", {"Cookie": cookies})
        assert (status != 401) == known, cookies
    with tempfile.TemporaryDirectory() as folder:
        safe = Server(server.program, folder, server.web, ["--origin", "https://play.example"])
        _, headers, _ = Client(safe.base).raw("POST", "/api/session", b"", {"Origin": "https://play.example"})
        assert "; Secure" in headers["set-cookie"], headers["set-cookie"]
        _, headers, _ = Client(safe.base).raw("POST", "/api/session", b"")
        assert "Secure" not in headers["set-cookie"]
        assert safe.end(signal.SIGTERM) == 0


# ---- the rest ----

def test_metrics_need_their_key(server):
    """Strangers do not learn how busy the server is."""
    it = Client(server.base)
    for more in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer the key to all figure"}, {"Authorization": "Bearer the key to all figuresx"},
                 {"Authorization": "Basic the key to all figures"}, {"Authorization": "Bearer " + "x" * 90}):
        status, _, data = it.raw("GET", "/metrics", headers=more)
        assert status == 404 and b"spaceline_" not in data, more
    assert "spaceline_sockets" in server.metrics()
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/short", "w", encoding="ascii") as key:
            key.write("short\n")
        got = subprocess.run([server.program, "serve", "--listen", "127.0.0.1:0", "--db", f"{folder}/x.db", "--metrics-key", f"{folder}/short"],
                             capture_output=True, text=True, timeout=20)
        assert got.returncode != 0 and "16 to 79" in got.stderr and got.stderr.count("\n") == 1, got.stderr


def test_names_that_look_alike(server):
    """Whoever looks like another account is refused."""
    with coming_from("127.0.0.81"):
        guest(server).post("/api/register", {"name": "Gowron MIl", "password": "bloodwine"})
    other = 82
    for name in ("gowron mil", "G0wron Mil", "Gowron MlI", "Gowr\u043en MIl", "\u0421owron", "Gowron M1l", "Govvron MIl", "Gowron-MIl", "Gowron.MIl", "G\u00f3wron MIl", "\uff27owron MIl", "Gowron rnil"):
        with coming_from(f"127.0.0.{other}"):
            it = guest(server)
            try:
                it.post("/api/register", {"name": name, "password": "bloodwine"})
                assert name == "\u0421owron", f"{name} is somebody's face"
            except Refused as error:
                assert error.status == 409 and name != "\u0421owron", (name, error)
        other += 1


def test_roles_can_be_taken_away(server):
    """A director who is none any more is a player like others."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(server.program, folder, server.web)
        it = guest(one)
        it.post("/api/register", {"name": "Commodore", "password": "make it so"})
        for options, role in ((["--director", "Commodore"], True), ([], True), (["--no-director", "Commodore"], False), ([], False)):
            assert one.end(signal.SIGTERM) == 0
            one.options = options
            one.start()
            it.host, it.port = "127.0.0.1", one.port
            it.origin = f"http://127.0.0.1:{one.port}"
            assert it.post("/api/session").get("director", False) == role, options
        assert one.end(signal.SIGTERM) == 0


@in_a_file
def test_sessions_expire(server):
    """Sessions that nobody used for long are over, and guests without one are forgotten with what was theirs alone."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(server.program, folder, server.web)
        old, new, known = guest(one), guest(one), guest(one)
        known.post("/api/register", {"name": "Worf", "password": "bloodwine"})
        old.post("/api/decks", {"name": "Old", "text": "x"})
        game, _, _ = start_game(old)
        assert one.end(signal.SIGTERM) == 0
        with contextlib.closing(sqlite3.connect(f"{folder}/games.db")) as database:
            for days, where in ((70, "id < (SELECT max(id) FROM users)"),):
                database.execute(f"UPDATE users SET made = made - {days * 86400} WHERE {where}")
            database.execute(f"UPDATE sessions SET seen = seen - {70 * 86400} WHERE person IN (SELECT person FROM decks) OR person IN (SELECT id FROM users WHERE name IS NOT NULL)")
            database.execute(f"UPDATE games SET updated = updated - {70 * 86400}")
            database.commit()
        one.start()
        base = f"http://127.0.0.1:{one.port}"
        Client(base, new.cookie).get("/api/decks")      # the first request of a day has the rest forgotten
        time.sleep(1)
        refused(lambda: Client(base, old.cookie).post("/api/decks", {"name": "a", "text": "b"}), 401)
        assert Client(base, new.cookie).get("/api/decks")["own"] == []
        assert Client(base, known.cookie).post("/api/decks", {"name": "a", "text": "b"})["name"] == "a", "accounts are kept for longer"
        with contextlib.closing(sqlite3.connect(f"{folder}/games.db", timeout=10)) as database:
            left = [database.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()[0]
                    for table, where in (("games", f"id = '{game}'"), ("answers", f"game = '{game}'"), ("decks", "name = 'Old'"))]
        assert left == [0, 0, 0], left
        assert one.end(signal.SIGTERM) == 0


@in_a_file
def test_a_linked_database_has_one_server(server):
    """However one gets to a file, it has one server."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(f"{server.folder}/games.db", f"{folder}/link.db")
        got = subprocess.run([server.program, "serve", "--listen", "127.0.0.1:0", "--db", f"{folder}/link.db"], capture_output=True, text=True, timeout=20)
        assert got.returncode != 0 and "has a server already" in got.stderr, got.stderr


@in_a_file
def test_failures_tell_no_path(server):
    """What goes wrong with the database is for the log, not for strangers."""
    with tempfile.TemporaryDirectory() as folder:
        one = Server(server.program, folder, server.web)
        it = guest(one)
        game, link, _ = start_game(it)
        with contextlib.closing(sqlite3.connect(f"{folder}/games.db", timeout=10)) as database:
            database.executescript("ALTER TABLE games RENAME TO gone; ALTER TABLE decks RENAME TO gone_decks")
        said = b""
        for method, path, body in (("GET", "/api/games", None), ("GET", "/api/tables", None), ("GET", "/api/decks", None), ("POST", "/api/session", b"{}"), ("GET", f"/api/replay/{game}", None),
                                   ("POST", "/api/games", b"{\"opponent\":\"random\",\"deck\":\"klingon\"}"), ("POST", "/api/login", b"{\"name\":\"Worf\",\"password\":\"bloodwine\"}")):
            said += it.raw(method, path, body)[2]
        other = it.socket()
        other.send({"t": "join", "game": "x" * 22})
        said += json.dumps(other.wait("error")).encode()
        assert folder.encode() not in said and b"games.db" not in said and b"no such table" not in said, said
        one.end(signal.SIGTERM)


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
        for _ in range(100):
            stream = socket.create_connection(("127.0.0.1", server.port), 90)
            streams.append(stream)
            stream.sendall(b"GET /api/rulings HTTP/1.1\r\nHost: x\r\n\r\n")
        with coming_from("127.0.0.32"):
            assert "tables" in guest(server).get("/api/tables")
        answered, _, _ = select.select(streams, [], [], 0)
        assert len(answered) < len(streams), "another waited for all of them"
        got = [stream.recv(12) for stream in streams]
        assert set(got) <= {b"HTTP/1.1 200", b"HTTP/1.1 429", b"HTTP/1.1 503"} and b"HTTP/1.1 200" in got, set(got)
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
