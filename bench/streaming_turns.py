"""What a turn costs beside the model alone, over the real application: ``python -m bench.streaming_turns``.

A scripted model in a process of its own says a word each 10 ms. Its stream is read raw by the client of the
adapter, and through ``POST /sessions/{id}/knowledge-qa`` by an HTTP client, in turns; both count the seconds
from the first word to the last. Time to first event is from the request to the first frame.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import numpy as np
from bench.streaming import OVERHEAD_GOAL, TOKEN_SECONDS

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings
from pincite.core.types import Message

TOKENS = 200
ROUNDS = 8
FIRST_EVENT_GOAL_MS = 50.0
"""Issue 6."""
TERMS = """# 약관

## 제3조(지급)
보험금은 접수한 날부터 3영업일 안에 지급합니다.

## 제4조(해지)
언제든지 해지할 수 있습니다.
"""
QUESTION = "보험금은 며칠 안에 지급하나요?"


@contextmanager
def model() -> Iterator[str]:
    command = [sys.executable, "-m", "bench.streaming_model", str(TOKENS), str(TOKEN_SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        process.terminate()


async def raw(chat: OpenAIChat) -> float:
    times = [
        time.perf_counter()
        async for part in chat.stream([Message("user", "q")], temperature=0.0, max_tokens=1_000)
        if part.answer
    ]
    assert len(times) == TOKENS
    return times[-1] - times[0]


async def through(client: httpx2.AsyncClient, session: str) -> tuple[float, float, int]:
    """Seconds to the first event, from the first word to the last, and how many words."""
    began = time.perf_counter()
    first, words = 0.0, []
    path = f"/api/v1/sessions/{session}/knowledge-qa"
    async with client.stream("POST", path, json={"query": QUESTION, "history_rounds": 0}) as response:
        async for line in response.aiter_lines():
            first = first or time.perf_counter() - began
            if line.startswith("data: ") and '"response_type":"answer"' in line:
                event = json.loads(line.removeprefix("data: "))
                if event["content"]:
                    words.append(time.perf_counter())
    return first, words[-1] - words[0], len(words)


@contextmanager
def served(directory: Path, address: str) -> Iterator[str]:
    """`pincite serve` over a library of one document, with the model at ``address``."""
    (directory / "terms.md").write_text(TERMS, encoding="utf-8")
    settings = {
        "PINCITE_CHAT__BASE_URL": address,
        "PINCITE_CHAT__MODEL": "bench",
        "PINCITE_CHAT__MAX_TOKENS": "1000",
    }
    environment = {**os.environ, **settings, "PINCITE_DATA_DIR": str(directory / "library")}
    run = [sys.executable, "-c", "from pincite.cli.main import run; run()"]
    subprocess.run(
        [*run, "add", str(directory / "terms.md")], env=environment, check=True, capture_output=True
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with subprocess.Popen(
        [*run, "serve", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL
    ) as server:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


async def ready(client: httpx2.AsyncClient) -> None:
    for _ in range(300):
        try:
            if (await client.get("/healthz")).status_code == 200:
                return
        except httpx2.TransportError:
            await asyncio.sleep(0.1)
    raise RuntimeError("The server does not answer.")


async def measure(directory: Path, address: str) -> dict[str, float | bool]:
    chat = OpenAIChat(ChatSettings(base_url=address, model="bench", max_tokens=1_000))
    alone: list[float] = []
    whole: list[float] = []
    first: list[float] = []
    with served(directory, address) as place:
        async with httpx2.AsyncClient(base_url=place, timeout=60) as client:
            await ready(client)
            session = (await client.post("/api/v1/sessions", json={})).json()["id"]
            await through(client, session)  # loads the encoder and the analyzers
            for _ in range(ROUNDS):
                alone.append(await raw(chat))
                began, spent, words = await through(client, session)
                assert words == TOKENS, words
                first.append(began)
                whole.append(spent)
    await chat.aclose()
    overhead = (float(np.median(whole)) / float(np.median(alone)) - 1) * 100
    first_ms = float(np.median(first)) * 1000
    return {
        "tokens": TOKENS,
        "raw_s": round(float(np.median(alone)), 3),
        "through_s": round(float(np.median(whole)), 3),
        "overhead_percent": round(overhead, 2),
        "overhead_goal": OVERHEAD_GOAL,
        "first_event_ms": round(first_ms, 1),
        "first_event_goal_ms": FIRST_EVENT_GOAL_MS,
        "met": overhead <= OVERHEAD_GOAL and first_ms <= FIRST_EVENT_GOAL_MS,
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, model() as at:
        print(json.dumps(asyncio.run(measure(Path(folder), at))))
