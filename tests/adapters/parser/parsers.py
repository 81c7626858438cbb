"""Parsers that do what a hostile file makes a parser do. The first word of the file says what."""

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from pincite.core.errors import EmptyDocument, TemporaryFailure
from pincite.core.types import ParsedDocument


@dataclass(frozen=True)
class Options:
    """As much of `ParseOptions` as the pool knows of; to load all real parsers takes a second."""

    language: str = "en"
    ocr: Callable[[bytes], str] | None = None


def _spin(_rest: str, _options: Options) -> NoReturn:
    while True:
        pass


def _spin_in_c(_rest: str, _options: Options) -> None:
    """Holds the GIL and hears no signal but SIGKILL, as a native parser does."""
    ctypes.PyDLL(None).usleep(ctypes.c_uint(120_000_000))


def _swallow(_rest: str, _options: Options) -> NoReturn:
    held = []
    while True:
        held.append(bytearray(b"x" * 4_000_000))


def _swallow_through_a_child(_rest: str, _options: Options) -> None:
    code = "held = [b'x' * 1_000_000 * n for n in range(1, 16)]; import time; time.sleep(60)"
    children = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    for child in children:
        child.wait()


def _abort_for_memory(_rest: str, _options: Options) -> None:
    """As Rust does."""
    os.write(2, b"memory allocation of 4294967296 bytes failed\n")
    os.abort()


def _kill(rest: str, _options: Options) -> None:
    """The file names the signal, and a file that remembers how often it is left to do so."""
    number, _, counter = rest.partition(" ")
    if counter:
        with open(counter, encoding="utf-8") as file:
            left = int(file.read())
        if not left:
            return
        with open(counter, "w", encoding="utf-8") as file:
            file.write(str(left - 1))
    os.kill(os.getpid(), int(number))
    time.sleep(60)


def _print(_rest: str, _options: Options) -> None:
    for stream in (sys.stdout, sys.stderr):
        for _ in range(200):
            print("x" * 10_000, file=stream)
    os.write(1, b"\0\0\0\1\0\0\0\0{")


def _leave(_rest: str, _options: Options) -> None:
    os._exit(3)


def _tell_memory(_rest: str, _options: Options) -> None:
    raise MemoryError


def _nest(rest: str, options: Options) -> None:
    _nest(rest, options)


def _start(rest: str, _options: Options) -> None:
    """Start a process in a session of its own that would run for a minute, and note its id."""
    child = subprocess.Popen(["sleep", "60"], start_new_session=True)
    with open(rest, "w", encoding="utf-8") as file:
        file.write(str(child.pid))
    child.wait()


def _litter(rest: str, _options: Options) -> None:
    """Put a page somewhere for a moment that lasts, and note where; the second time there is nothing to do."""
    if os.path.exists(rest):
        return
    with tempfile.TemporaryDirectory(prefix="pincite-ocr-") as folder:
        page = os.path.join(folder, "page.png")
        with open(page, "wb") as file:
            file.write(b"a page")
        with open(f"{rest}.half", "w", encoding="utf-8") as file:
            file.write(page)
        os.rename(f"{rest}.half", rest)
        time.sleep(60)


def _recognise(rest: str, options: Options) -> None:
    assert options.ocr is not None
    for _ in range(int(rest)):
        options.ocr(b"picture")


def _wait(rest: str, _options: Options) -> None:
    time.sleep(float(rest.split()[0]))


def _fail(rest: str, _options: Options) -> None:
    raise {"empty": EmptyDocument("nothing"), "later": TemporaryFailure("later"), "bug": KeyError("bug")}[
        rest
    ]


def _exit(_rest: str, _options: Options) -> None:
    raise SystemExit("a parser that thinks it is a program")


def _fill(_rest: str, _options: Options) -> str:
    return "x" * 300_000_000


_ACTS: dict[str, Callable[[str, Options], str | None]] = {
    "litter": _litter,
    "spin": _spin, "spin-in-c": _spin_in_c, "swallow": _swallow, "family": _swallow_through_a_child,
    "abort": _abort_for_memory, "kill": _kill, "print": _print, "leave": _leave, "memory": _tell_memory,
    "nest": _nest, "start": _start, "recognise": _recognise, "fail": _fail, "exit": _exit, "fill": _fill, "wait": _wait,
}  # fmt: skip


def parse(data: bytes, filename: str, *, max_bytes: int | None = None, options: Options) -> ParsedDocument:
    text = data.decode("utf-8", "replace")
    act, _, rest = text.partition(" ")
    made = _ACTS[act](rest, options) if act in _ACTS else None
    pid = str(os.getpid())
    return ParsedDocument(made or f"# {filename}\n\n{text}", filename, "text/plain", warnings=(pid,))


class SlowOcr:
    """Takes a moment a picture."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, picture: bytes) -> str:
        time.sleep(self.seconds)
        return "letters"


def deadly(picture: bytes) -> str:
    """A picture that a decoder dies of."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return ""
