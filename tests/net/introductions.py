"""The PROXY protocol: who is believed to say whose a connection is, and what comes of headers that are none.  Run by `run`, whose names it
uses, with those of hostile.py."""
# pylint: disable=undefined-variable

import ipaddress

PROXY, CHAIN = "127.0.0.91", "127.0.0.92"       # who introduces connections; a proxy behind that one, which says for whom it asks
SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"


def line(address, other="192.0.2.1"):
    return f"PROXY TCP{ipaddress.ip_address(address).version} {address} {other} 40000 443\r\n".encode()


def packed(address, other="192.0.2.1", more=b"", command=0x21):
    source, to = ipaddress.ip_address(address), ipaddress.ip_address(other)
    body = source.packed + to.packed + struct.pack(">HH", 40000, 443) + more
    return SIGNATURE + bytes([command, 0x11 if source.version == 4 else 0x21]) + struct.pack(">H", len(body)) + body


@contextlib.contextmanager
def introduced(server, *options):
    with tempfile.TemporaryDirectory() as folder:
        behind = Server(server.program, folder, server.web, ["--proxy-protocol", PROXY, "--proxy", CHAIN, *options])
        yield behind
        assert behind.end(signal.SIGTERM) == 0


def opens(behind, header, address=PROXY, pieces=1, **lines):
    """A WebSocket behind this header: its stream, and the status of the reply; 0 where there is none."""
    stream = socket.create_connection(("127.0.0.1", behind.port), 10, (address, 0))
    data = header + upgrade(behind, **lines)
    step = -(-len(data) // pieces)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        for at in range(0, len(data), step):
            stream.sendall(data[at:at + step])
            if pieces > 1:
                time.sleep(0.002)
        got = stream.recv(4096)
    except OSError:
        got = b""
    return stream, int(got.split()[1]) if got.startswith(b"HTTP/") else 0


def test_introductions(server):
    """A connection counts for whoever it is introduced for, by either version, whatever its requests say."""
    with introduced(server, "--sockets", "1") as behind:
        kept = []
        for i, make in enumerate((line, packed, lambda a: packed(a, more=b"\x04\x00\x01x" + b"\xee\x01\x00" + bytes(256)))):
            here = f"203.0.113.{i + 1}"
            stream, status = opens(behind, make(here))
            kept.append(stream)
            assert status == 101, f"{make(here)[:40]!r}: {status}"
            for again in (line(here), packed(here), line("::ffff:" + here, "::1")):
                stream, status = opens(behind, again, X_Forwarded_For=f"198.51.100.{i}")
                stream.close()
                assert status == 429, f"{again[:40]!r} is somebody else, or the request is believed: {status}"
        one, status = opens(behind, line("2001:db8:1:2::1", "::1"), pieces=60)
        other, refused_status = opens(behind, packed("2001:db8:1:2::99", "::1"))
        assert (status, refused_status) == (101, 429), "one network of IPv6 is one caller"
        kept += [one, other]
        first, status = opens(behind, line(CHAIN), X_Forwarded_For="203.0.113.77")
        second, chained = opens(behind, packed("203.0.113.77"))
        assert (status, chained) == (101, 429), "a proxy that is believed is believed behind another"
        kept += [first, second]
        for own in (b"PROXY UNKNOWN\r\n", b"PROXY UNKNOWN ffff::1 what ever 1 2\r\n", SIGNATURE + b"\x20\x00\x00\x00", SIGNATURE + b"\x20\x11\x00\x03abc",
                    SIGNATURE + b"\x21\x00\x00\x00"):
            with contextlib.closing(socket.create_connection(("127.0.0.1", behind.port), 10, (PROXY, 0))) as stream:
                stream.sendall(own + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert b" 200 " in all_of(stream), own
        with coming_from("127.0.0.93"):
            assert Client(behind.base).get("/healthz") == "ok\n", "nobody else needs a header"
        for stream in kept:
            stream.close()


def test_introductions_that_are_none(server):
    """Whoever is to introduce connections and does not, or not in these words, is hung up on without an answer."""
    get = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    good = packed("203.0.113.5")
    wrong = [get, b"\r\n" + get, b"\x00", b"PROXY\r\n", b"PROXY \r\n", b"proxy TCP4 203.0.113.5 192.0.2.1 1 2\r\n", b"PROXY TCP4\r\n", b"PROXY TCP4  203.0.113.5 192.0.2.1 1 2\r\n",
             b"PROXY TCP4 203.0.113.5 192.0.2.1 1 2 \r\n", b"PROXY TCP4 203.0.113.5 192.0.2.1 1\r\n", b"PROXY TCP4 203.0.113.5 192.0.2.1 1 2 3\r\n", b"PROXY TCP4 203.0.113.5 192.0.2.1 -1 2\r\n",
             b"PROXY TCP4 203.0.113.5 192.0.2.1 1 65536\r\n", b"PROXY TCP4 203.0.113.5 192.0.2.1 1 999999\r\n", b"PROXY TCP4 203.0.113.500 192.0.2.1 1 2\r\n", b"PROXY TCP4 203.0.113 192.0.2.1 1 2\r\n",
             b"PROXY TCP4 ::1 ::1 1 2\r\n", b"PROXY TCP6 203.0.113.5 192.0.2.1 1 2\r\n", b"PROXY TCP6 fe80::1%lo ::1 1 2\r\n", b"PROXY UDP4 203.0.113.5 192.0.2.1 1 2\r\n",
             b"PROXY TCP4 203.0.113.5\x00 192.0.2.1 1 2\r\n", b"PROXY TCP4 203.0.113.5 192.0.2.1 1 2\n" + get, b"PROXY UNKNOWN " + b"x" * 100 + b"\r\n", b"PROXY TCP4 " + b"1" * 5000,
             good.replace(b"\x21\x11", b"\x11\x11"), good.replace(b"\x21\x11", b"\x22\x11"), good.replace(b"\x21\x11", b"\x21\x12"), good.replace(b"\x21\x11", b"\x21\x31"), good.replace(b"\x21\x11", b"\x21\x21"),
             SIGNATURE + b"\x21\x11\x00\x0b" + bytes(11), SIGNATURE + b"\x21\x21\x00\x23" + bytes(35), SIGNATURE + b"\x21\x11\xff\xff" + bytes(5000), SIGNATURE + b"\x20\x00\xff\xff" + bytes(5000), SIGNATURE[:-1] + b"X" + good[12:]]
    with introduced(server, "--patience", "2") as behind:
        calm = guest(behind).socket()
        for header in wrong:
            with contextlib.closing(socket.create_connection(("127.0.0.1", behind.port), 10, (PROXY, 0))) as stream:
                try:
                    stream.sendall(header + get)
                except OSError:
                    pass
                assert all_of(stream) == b"", f"{header[:60]!r} is answered"
            lives(behind, calm)
        for twice in (line("203.0.113.5") + line("203.0.113.6"), packed("203.0.113.5") + packed("203.0.113.6"), line("203.0.113.5") + packed("203.0.113.6")):
            with contextlib.closing(socket.create_connection(("127.0.0.1", behind.port), 10, (PROXY, 0))) as stream:
                stream.sendall(twice + get)
                assert not all_of(stream).startswith(b"HTTP/1.1 200"), "there is one introduction"
        for header in (line("203.0.113.5"), packed("203.0.113.5"), b"PROXY UNKNOWN\r\n"):
            with coming_from("127.0.0.93"):
                assert not says(behind, header + get).startswith(b"HTTP/1.1 200"), "a stranger is believed"
                assert b" 101 " not in says(behind, header + upgrade(behind)), "a stranger is believed"
        halves = [socket.create_connection(("127.0.0.1", behind.port), 10, (PROXY, 0)) for _ in range(100)]
        for i, stream in enumerate(halves):
            stream.sendall((line("203.0.113.5") if i % 2 else packed("203.0.113.5"))[:i % 28])
        lives(behind, calm)
        for stream in halves:
            stream.settimeout(15)
            assert all_of(stream) == b"", "half an introduction is answered"
            stream.close()
        until, few = time.monotonic() + 60, len(halves) / 10      # each look is a connection itself, and is gone a little later
        while behind.metric("connections")[0] > few and time.monotonic() < until:
            time.sleep(1)
        assert behind.metric("connections")[0] <= few, "half introductions are kept"


def test_introduced_connections_are_counted(server):
    """Through one proxy nobody has more connections than anywhere else; others behind it do not notice."""
    with introduced(server, "--sockets", "2") as behind:
        def connect(address):
            stream = socket.create_connection(("127.0.0.1", behind.port), 10, (PROXY, 0))
            stream.sendall(packed(address))
            return stream
        streams = [connect("203.0.113.5") for _ in range(16)]
        until = time.monotonic() + 10
        while behind.metric("connections")[0] < 17 and time.monotonic() < until:
            time.sleep(0.05)
        got, until = b"", time.monotonic() + 30         # on a busy machine some of those that say nothing are let go before the last has come
        while b" 429 " not in got and time.monotonic() < until:
            streams.append(connect("203.0.113.5"))
            streams[-1].settimeout(1)
            got = all_of(streams[-1])
        assert b" 429 " in got, got
        with contextlib.closing(connect("203.0.113.6")) as stream:
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b" 200 " in all_of(stream)
        for stream in streams:
            stream.close()
