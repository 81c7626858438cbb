"""What the pages are walked against: a real server over a real library, and a model that says what a test wants."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.adapters.chat_server import DONE, Exchange, chat_server, completion, piece
from tests.adapters.e5.models import model_data_dir
from tests.conftest import ROOT


class Model:
    """A chat server in a thread of its own. It streams `says`, and after `held` pieces waits for `go`."""

    def __init__(self) -> None:
        self.base_url = ""
        self.says: list[str] = []
        self.aside = "-"
        """What it says when it is not asked for an answer: a title, another wording."""
        self.held: int | None = None
        self._go = threading.Event()
        self._ready = threading.Event()
        self._end = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def will_say(self, *pieces: str, held: int | None = None) -> None:
        """The next answers; with ``held`` the model stops after so many pieces until `go`."""
        self._go.clear()
        self.says, self.held = list(pieces), held

    def go(self) -> None:
        self._go.set()

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        self._go.set()
        self._end.set()
        self._thread.join()

    async def _serve(self) -> None:
        async with chat_server(self._answer) as server:
            self.base_url = server.base_url
            self._ready.set()
            await asyncio.to_thread(self._end.wait)

    async def _answer(self, exchange: Exchange) -> None:
        if not exchange.body.get("stream"):
            await exchange.send(completion(self.aside))
            return
        await exchange.begin_stream()
        for number, text in enumerate(self.says):
            if number == self.held:
                await asyncio.to_thread(self._go.wait)
            await exchange.event(piece(text))
        await exchange.event(piece(finish="stop"))
        await exchange.event(DONE)
        await exchange.end_stream()


class Line:
    """A line to a server that can be cut, as a network cuts it: in the middle of an answer."""

    def __init__(self, address: str) -> None:
        self._port = int(address.rpartition(":")[2])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ends: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> "Line":
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()

    def cut(self) -> None:
        """All that is open; what comes after gets through again."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    thread = threading.Thread(target=self._carry, args=(source, sink))
                    self._threads.append(thread)
                    thread.start()

    @staticmethod
    def _carry(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
        source.close()


@contextmanager
def serving(library: Path, **settings: str) -> Iterator[str]:
    """The address of ``pincite serve`` over ``library``; ``settings`` by their environment name."""
    environment = {
        **os.environ,
        "PINCITE_DATA_DIR": str(library),
        "PINCITE_MODELS_DIR": str(model_data_dir()),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"),
        **settings,
    }
    process = subprocess.Popen(
        [sys.executable, "-c", "from pincite.cli.main import run; run()", "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    drain = threading.Thread(target=process.stderr.read)  # a full pipe would stop the server
    try:
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        drain.start()
        assert found, line
        yield found.group()
    finally:
        process.terminate()
        try:
            process.wait(60)
        finally:
            process.kill()  # nothing where it ended
            process.wait()
            drain.join()
            process.stderr.close()
