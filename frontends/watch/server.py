"""Who is told: a small web server for this machine alone, which sends each open page what is to be seen as one event.

It answers on 127.0.0.1, and only if the request names this machine: a page of elsewhere whose name was made to point here
(DNS rebinding) gets nothing. There is nothing to write to: it knows GET and five addresses.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Condition, Thread
from typing import Any, Final

from attrs import define, field

from greyc.frontends.desk import face

HOST: Final = "127.0.0.1"
NAMES: Final = frozenset((HOST, "localhost"))
BEAT: Final = 10.0
"""Seconds after which a page that nothing was sent is sent a comment: so it is noticed when it is gone."""
NEVER: Final = "no-store"
KEPT: Final = "private, max-age=600"
"""Pictures: their names change with what they show."""
POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none';"
    " form-action 'none'"
)


@define(eq=False)
class Board:
    """What is to be seen, and who waits for the next of it. `pictures`: SVGs by the names that the page has for them."""

    pictures: Mapping[str, str] = field(factory=dict)
    html: str = ""
    title: str = "greyc"
    number: int = 0
    _condition: Condition = field(factory=Condition)

    def post(self, html: str, title: str) -> None:
        """Put up something new."""
        with self._condition:
            self.html, self.title = html, title
            self.number += 1
            self._condition.notify_all()

    def newer(self, number: int, seconds: float) -> tuple[int, str] | None:
        """What stands there once it is not number `number`, as an event's data; None if nothing came in that time."""
        with self._condition:
            if not self._condition.wait_for(lambda: self.number != number, seconds):
                return None
            return self.number, json.dumps({"title": self.title, "html": self.html})


class Server(ThreadingHTTPServer):
    """Serves a Board until the process ends. Raises OSError where the port can't be had."""

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there two servers could share a port
    request_queue_size = 32

    def __init__(self, board: Board, port: int, beat: float = BEAT) -> None:
        self.board = board
        self.beat = beat
        super().__init__((HOST, port), Handler)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def begin(self) -> None:
        """Serve, in a thread of its own."""
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that goes away in the middle of an answer is nothing to tell."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    server_version = "greyc"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        """The page, what it needs, or the events."""
        if not self._is_for_us():
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", "This server answers this machine alone.\n")
            return
        path = self.path.partition("?")[0]
        match path:
            case "/":
                self._answer(HTTPStatus.OK, "text/html", _file("page.html"))
            case "/watch.css":
                self._answer(HTTPStatus.OK, "text/css", face.style() + _file("watch.css"))
            case "/watch.js":
                self._answer(HTTPStatus.OK, "text/javascript", _file("watch.js"))
            case "/events":
                self._events()
            case _ if svg := self.server.board.pictures.get(path.removeprefix("/face/").removesuffix(".svg")):
                self._answer(HTTPStatus.OK, "image/svg+xml", svg, KEPT)
            case _:
                self._answer(HTTPStatus.NOT_FOUND, "text/plain", "There is nothing here.\n")

    def _is_for_us(self) -> bool:
        """Whether the request names this machine, and the port of this server."""
        host, _, port = self.headers.get("Host", "").partition(":")
        return host.lower() in NAMES and port in ("", str(self.server.port))

    def _answer(self, status: HTTPStatus, kind: str, text: str, cache: str = NEVER) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self._headers(kind, cache)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _headers(self, kind: str, cache: str = NEVER) -> None:
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Cache-Control", cache)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _events(self) -> None:
        """What is to be seen, and then whatever is put up, until the page is gone."""
        self.send_response(HTTPStatus.OK)
        self._headers("text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = 0
        try:
            while True:
                new = self.server.board.newer(number, self.server.beat)
                if new is None:
                    self.wfile.write(b": still here\n\n")
                else:
                    number, data = new
                    self.wfile.write(f"id: {number}\ndata: {data}\n\n".encode())
                self.wfile.flush()
        except OSError:  # the page is gone
            return

    def log_message(self, format: str, *args: Any) -> None:
        """The terminal is for what was saved."""


def _file(name: str) -> str:
    return files("greyc.frontends.watch").joinpath(name).read_text(encoding="utf-8")


__all__ = ["Board", "Server"]
