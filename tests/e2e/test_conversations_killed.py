"""SIGKILL of `pincite serve` in the middle of an answer: what had been said is there, who comes back is told,
and the question can be answered again."""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import anyio
import anyio.to_thread
import httpx2
import pytest

from tests.adapters.chat_server import ChatServer, Exchange, answers, chat_server, piece, says
from tests.adapters.e5.models import model_data_dir
from tests.conftest import ROOT
from tests.contracts.test_stream_log import REDIS
from tests.libraries import make_library
from tests.sessions.redis_log import redis_prefix
from tests.sessions.served import Client, http_client

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="kills processes and looks at /proc"),
]

QUESTION = "입원일당은 얼마인가요?"
AGAIN = '입원일당은 5만원입니다. <ref id="c1"/>'


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made")) / "library"


@dataclass
class Model:
    """Answers the first question without end, twenty words a second, and the next ones at once; a call that
    is not streamed asks for a title."""

    answered: int = 0

    async def __call__(self, exchange: Exchange) -> None:
        if not exchange.body.get("stream"):
            await says("입원일당")(exchange)
            return
        self.answered += 1
        if self.answered > 1:
            await answers(AGAIN)(exchange)
            return
        await exchange.begin_stream()
        await exchange.event(piece('입원일당은 <ref id="c1"/> '))
        with suppress(ConnectionError):
            for number in range(10_000):
                await exchange.event(piece(f"w{number} "))
                await asyncio.sleep(0.05)
        await exchange.cut()


@dataclass
class Server:
    """`pincite serve` over one library, started as often as it is killed."""

    library: Path
    model: ChatServer
    stream: Mapping[str, str]
    processes: list["Popen[str]"]

    async def start(self) -> httpx2.AsyncClient:
        return http_client(await anyio.to_thread.run_sync(self._started))

    def _started(self) -> str:
        environment = {
            **os.environ,
            "PINCITE_DATA_DIR": str(self.library),
            "PINCITE_MODELS_DIR": str(model_data_dir()),
            "PINCITE_CHAT__BASE_URL": self.model.base_url,
            "PINCITE_CHAT__MODEL": "scripted",
            **self.stream,
            # As in `tests.api.test_server`.
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"),
        }
        process = Popen(
            [sys.executable, "-c", "from pincite.cli.main import run; run()", "serve", "--port", "0"],
            env=environment,
            stdout=DEVNULL,
            stderr=PIPE,
            text=True,
        )
        self.processes.append(process)
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found is None:
            process.kill()
            raise AssertionError(line + process.stderr.read())
        return found.group()

    def kill(self) -> None:
        """Nobody asks how it ended: its number stays taken, as in a container whose first process does not."""
        self.processes[-1].send_signal(signal.SIGKILL)


@contextmanager
def serving(library: Path, model: ChatServer, stream: Mapping[str, str]) -> Iterator[Server]:
    server = Server(library, model, stream, [])
    try:
        yield server
    finally:
        for process in server.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.mark.feature("RS-06")
@pytest.mark.feature("SM-06")
@pytest.mark.parametrize("log", ["memory", "redis"])
async def test_a_killed_answer_is_kept_told_and_can_be_written_again(
    filled: Path, tmp_path: Path, log: str
) -> None:
    library = shutil.copytree(filled, tmp_path / "library")
    async with redis_prefix() if log == "redis" else nullcontext("") as prefix:
        stream = {"PINCITE_STREAM__PROVIDER": log}
        if log == "redis":
            stream |= {"PINCITE_STREAM__URL": REDIS, "PINCITE_STREAM__PREFIX": prefix}
        async with chat_server(Model()) as model:
            with serving(library, model, stream) as server:
                await kill_and_come_back(server, log)


async def kill_and_come_back(server: Server, log: str) -> None:
    async with await server.start() as http:
        client = Client((await http.post("/sessions", json={})).json()["id"])
        killing = asyncio.create_task(_killed_after_some_signs_of_life(server, client, http))
        with pytest.raises(httpx2.HTTPError):
            await client.ask(http, QUESTION)
        await killing
    message, read = client.message, client.text
    assert client.types[-1] == "answer"

    async with await server.start() as http:
        stored = await client.stored(http)
        assert stored["status"] == "interrupted"
        assert stored["is_completed"]
        assert stored["content"] and "<kb " in stored["content"]
        assert stored["references"]
        returned = Client(client.session, list(client.frames))
        fresh = Client(client.session)
        await fresh.go_on(http, message=message)
        assert fresh.text == stored["content"]
        assert fresh.types.count("complete") == fresh.types.count("error") == 1
        assert fresh.types[-1] == "complete"
        if log == "redis":  # all of it, and the client goes on where it was
            assert stored["content"].startswith(read)
            await returned.go_on(http)
            assert returned.frames == fresh.frames
            assert returned.offsets == list(range(len(returned.frames)))
        else:  # what the last sign of life had; the log died
            assert read.startswith(stored["content"])
            seen = len(returned.frames)
            await returned.go_on(http)  # of another stream than the one it read: told anew, to its end
            assert returned.frames[seen:] == fresh.frames

        again = Client(client.session)
        await again.regenerate(http, message)
        assert again.types[-1] == "complete"
        assert "5만원" in again.text
        stored = await again.stored(http)
        assert (stored["status"], stored["content"]) == ("complete", again.text)
        listed = (await http.get(f"/sessions/{client.session}/messages")).json()["messages"]
        assert [one["role"] for one in listed] == ["user", "assistant"]


async def _killed_after_some_signs_of_life(server: Server, client: Client, http: httpx2.AsyncClient) -> None:
    """A sign of life comes each second with the text so far."""
    with anyio.fail_after(60):
        while not client.text or "<kb " not in (await client.stored(http))["content"]:  # noqa: ASYNC110
            await anyio.sleep(0.1)
    server.kill()
