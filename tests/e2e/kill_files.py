"""What the kill test brings in: thirty documents of every kind, in three bases, and the site of some."""

import base64
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.parsing.office_files import png

TERMS, COPIES, FAQ = "terms", "copies", "faq"
BASES = (TERMS, COPIES, FAQ)
LOGO = png(90, 60, 250)
"""A picture that many documents show, in two bases: its one blob is everybody's."""


@dataclass(frozen=True)
class Item:
    """One document: a file, a page of the site, or an entry of an FAQ."""

    base: str
    name: str
    """File name, path of the page, or the question."""
    data: bytes
    """The file, the page, or the answer."""
    pictures: tuple[bytes, ...] = ()

    @property
    def is_page(self) -> bool:
        return self.name.startswith("/")


def items(revision: int) -> list[Item]:
    """The thirty. Another revision has other content under the same names."""
    files = [_file(number, revision) for number in range(16)]
    pages = [_page(number, revision) for number in range(4)]
    copies = [Item(COPIES, item.name, item.data, item.pictures) for item in files[:4]]
    entries = [
        Item(FAQ, f"When is benefit {number} paid?", f"Within {number + revision} days.".encode())
        for number in range(6)
    ]
    return [*files, *pages, *copies, *entries]


def faq_file(entries: Sequence[Item]) -> bytes:
    """A JSON list as it is imported."""
    return json.dumps([{"question": item.name, "answers": [item.data.decode()]} for item in entries]).encode()


def _lines(number: int, revision: int) -> list[str]:
    return [
        f"Article {article} Benefit {number}-{article} is paid within {article + revision} days. " * 4
        for article in range(1, 4 + number % 3)
    ]


def _file(number: int, revision: int) -> Item:
    """Markdown, HTML, CSV and Markdown with pictures in turn, of several chunks each."""
    lines, kind = _lines(number, revision), number % 4
    if kind == 0:
        return Item(TERMS, f"terms-{number}.md", "\n\n".join([f"# Terms {number}", *lines]).encode())
    if kind == 1:
        body = "".join(f"<h2>Part {place}</h2><p>{line}</p>" for place, line in enumerate(lines))
        return Item(TERMS, f"terms-{number}.html", _html(number, body))
    if kind == 2:
        rows = ["article,text", *(f"{number},{line}" for line in lines)]
        return Item(TERMS, f"terms-{number}.csv", "\n".join(rows).encode())
    pictures = (LOGO, png(100, 80, 1 + (16 * revision + number) % 240))
    shown = [f"![picture](data:image/png;base64,{base64.b64encode(each).decode()})" for each in pictures]
    text = "\n\n".join([f"# Pictures {number}", lines[0], shown[0], *lines[1:], shown[1]])
    return Item(TERMS, f"pictures-{number}.md", text.encode(), pictures)


def _page(number: int, revision: int) -> Item:
    body = "".join(f"<p>{line}</p>" for line in _lines(number + 50, revision))
    return Item(TERMS, f"/page-{number}", _html(number + 50, f"<nav>Home</nav><article>{body}</article>"))


def _html(number: int, body: str) -> bytes:
    return f"<html><head><title>Terms {number}</title></head><body><h1>Terms {number}</h1>{body}</body></html>".encode()


@dataclass
class Site:
    """Pages by path, on this machine."""

    address: str
    pages: dict[str, bytes]

    def url(self, item: Item) -> str:
        return f"{self.address}{item.name}"


@contextmanager
def serving_pages() -> Iterator[Site]:
    """A site in a thread of its own: the test waits for its own server meanwhile."""
    pages: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, b"")
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return None

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Who asked was killed."""

    with Quiet(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield Site(f"http://127.0.0.1:{server.server_address[1]}", pages)
        server.shutdown()
        thread.join()
