"""The process that parses: one file after the other, the letter in, the answer out."""

import base64
import json
import os
import pickle
import resource
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from pincite.adapters.frames import BrokenFrame, Frame, pack, receive
from pincite.adapters.parser.limits import MAX_FILE, confine
from pincite.adapters.parser.mail import Mail
from pincite.adapters.parser.wire import pack_document
from pincite.core.errors import PinciteError
from pincite.core.types import ParsedDocument

MAX_RESULT = MAX_FILE // 4
"""256 MB of text and pictures: the parent holds them while it cuts and stores them."""
PARSE, OCR = "parse", "ocr"
"""What a parser says it is at; each has its own time."""

Say = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Call:
    """What to do with the bytes of a letter. Goes over as a pickle, from us to the parser only."""

    function: Callable[..., Any] | None
    """None is the function that the process was started for."""
    given: tuple[Any, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)


class _Turns:
    """Tells the parent when the parser begins to read pictures and when it goes on; any thread may read."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._lock = threading.Lock()
        self._reading = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            before, self._reading = self._reading, self._reading + change
            if bool(before) != bool(self._reading):
                self._say({"at": OCR if self._reading else PARSE})


def _timed(named: dict[str, Any], say: Say) -> dict[str, Any]:
    """The arguments, with an OCR in their options that tells when it is at work."""
    options: Any = named.get("options")
    if getattr(options, "ocr", None) is None:
        return named
    read, turns = options.ocr, _Turns(say)

    def ocr(picture: bytes) -> str:
        with turns.reading():
            return str(read(picture))

    return {**named, "options": replace(options, ocr=ocr)}


def _work(parse: Callable[..., Any], mail: Mail, request: dict[str, Any], say: Say) -> dict[str, Any]:
    (data,) = mail.read([request["size"]])
    call: Call = pickle.loads(base64.b64decode(request["call"]))
    made = (call.function or parse)(data, *call.given, **_timed(call.named, say))
    parts = pack_document(made) if isinstance(made, ParsedDocument) else [json.dumps(made).encode()]
    if sum(map(len, parts)) > MAX_RESULT:
        return {"over": "result"}
    mail.write(parts)
    return {"sizes": [len(part) for part in parts]}


def answer(parse: Callable[..., Any], mail: Mail, request: dict[str, Any], say: Say) -> dict[str, Any]:
    """What to tell the parent of one file, whatever happened."""
    try:
        return _work(parse, mail, request, say)
    except PinciteError as error:
        return {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
    except MemoryError:
        return {"over": "memory"}
    except RecursionError:
        return {"over": "nesting"}
    except BaseException as error:  # noqa: BLE001 - the process boundary: panics and exits of parsers too
        return {"failed": type(error).__name__, "trace": traceback.format_exc(limit=20)}


def memory_now() -> int:
    """Bytes of data in use, as far as the system tells; the most there ever were, where it does not."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - once a file, and cheap
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def forget_peak() -> None:
    """So that the keeper sees the peak of this file, not of one before (`keeper.choked`)."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write("5")


def serve(sock: socket.socket, mail: Mail, parse: Callable[..., Any]) -> None:
    """Answer until the other end is gone."""

    def say(header: dict[str, Any]) -> None:
        sock.sendall(pack(Frame(header)))

    try:
        say({"ready": memory_now()})
        while True:
            request = receive(sock).header
            forget_peak()
            said = answer(parse, mail, request, say)
            say({**said, "memory": memory_now()})
    except (EOFError, ConnectionError):
        return
    except BrokenFrame:
        traceback.print_exc()


def load(target: str) -> Callable[..., Any]:
    """``package.module:function``."""
    module, _, name = target.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def run(descriptor: int, mail: int, memory: int, target: str) -> None:
    """Load the parsers, take on the limits, and serve. What goes wrong before is told on standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for inherited in (descriptor, mail):  # not for what parsers start: a tesseract must not keep us open
        os.set_inheritable(inherited, False)
    with socket.socket(fileno=descriptor) as sock:
        try:
            parse = load(target)
        except Exception:  # noqa: BLE001 - the process boundary: the parent tells what is missing
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        confine(memory)
        serve(sock, Mail(mail), parse)
