"""The server of the preview, asked by a real client: events, and whom it answers."""

import http.client
import json
import socket
from collections.abc import Iterator
from urllib.request import Request, urlopen

import pytest

from greyc.frontends.watch.server import Board, Server


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(Board(), 0, beat=0.05)
    made.begin()
    yield made
    made.shutdown()
    made.server_close()


def ask(server: Server, path: str, host: str | None = None, method: str = "GET") -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, dict(answer.headers), body


def events(server: Server) -> Iterator[dict[str, str]]:
    with urlopen(Request(f"http://127.0.0.1:{server.port}/events"), timeout=10) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
            elif line.startswith(b":"):
                yield {"beat": line.decode()}


def test_the_page_and_what_it_needs(server: Server) -> None:
    status, headers, page = ask(server, "/")
    assert status == 200 and 'src="/watch.js"' in page
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    for path, part in (("/watch.css", ".face"), ("/watch.js", "EventSource")):
        status, _, body = ask(server, path)
        assert status == 200 and part in body
    assert ask(server, "/../pyproject.toml")[0] == ask(server, "/x")[0] == 404
    assert ask(server, "/", method="POST")[0] == 501


def test_pictures_are_served_and_kept_by_the_browser() -> None:
    made = Server(Board({"00ff": "<svg/>"}), 0, beat=0.05)
    made.begin()
    try:
        status, headers, body = ask(made, "/face/00ff.svg")
        assert (status, body) == (200, "<svg/>")
        assert headers["Content-Type"] == "image/svg+xml; charset=utf-8" and "max-age" in headers["Cache-Control"]
        assert ask(made, "/face/00fe.svg")[0] == 404
        assert ask(made, "/face/00ff.svg", "evil.example")[0] == 421
        assert ask(made, "/")[1]["Cache-Control"] == "no-store"
    finally:
        made.shutdown()
        made.server_close()


def test_what_is_put_up_comes_as_an_event_at_once_and_to_who_comes_late(server: Server) -> None:
    server.board.post("<p>one</p>", "first")
    stream, late = events(server), events(server)
    assert next(stream) == {"title": "first", "html": "<p>one</p>"}
    server.board.post("<p>two\n\nlines</p>", "second")
    told = [next(stream) for _ in range(6)]
    assert {"title": "second", "html": "<p>two\n\nlines</p>"} in told
    assert {"beat": ": still here\n"} in told
    assert next(late) == {"title": "second", "html": "<p>two\n\nlines</p>"}
    stream.close()  # type: ignore[attr-defined]
    server.board.post("<p>three</p>", "third")
    assert ask(server, "/")[0] == 200


@pytest.mark.parametrize("path", ["/", "/events", "/watch.js"])
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:{port}", "localhost:1", "", "192.168.0.1:{port}"]
)
def test_only_this_machine_is_answered(server: Server, path: str, host: str) -> None:
    server.board.post("secret", "secret")
    status, _, body = ask(server, path, host.format(port=server.port))
    assert status == 421 and "secret" not in body


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:{port}", "127.0.0.1:{port}"])
def test_by_its_own_names_it_is(server: Server, host: str) -> None:
    assert ask(server, "/", host.format(port=server.port))[0] == 200


def test_it_listens_on_this_machine_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_client_that_says_nonsense_or_goes_away_is_no_trouble(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    for text in (b"\x00\xff\r\n\r\n", b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n", b""):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            raw.sendall(text)
    server.board.post("x", "x")
    assert ask(server, "/")[0] == 200
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err
