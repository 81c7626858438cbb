"""The encoder's thread: order, cancellation, failure, closing."""

import asyncio
import threading

import pytest

from pincite.adapters.e5.worker import Worker
from pincite.core.errors import EmbeddingFailed


async def test_urgent_work_overtakes_and_the_rest_keeps_its_order() -> None:
    worker, gate, done = Worker("test"), threading.Event(), []
    first = worker.submit(gate.wait)
    others = [worker.submit(lambda number=number: done.append(number)) for number in range(3)]
    urgent = worker.submit(lambda: done.append(99), urgent=True)
    gate.set()
    await asyncio.gather(first, urgent, *others)
    assert done == [99, 0, 1, 2]
    await worker.aclose()


async def test_cancelled_work_never_runs() -> None:
    worker, gate, done = Worker("test"), threading.Event(), []
    first = worker.submit(gate.wait)
    dropped = worker.submit(lambda: done.append("dropped"))
    dropped.cancel()
    gate.set()
    await first
    await worker.submit(lambda: done.append("kept"))
    assert done == ["kept"]
    await worker.aclose()


async def test_a_failure_reaches_its_caller_typed_and_the_thread_lives_on() -> None:
    worker = Worker("test")

    def fail() -> None:
        raise ValueError("no such tensor")

    with pytest.raises(EmbeddingFailed, match="no such tensor"):
        await worker.submit(fail)
    assert await worker.submit(lambda: 7) == 7
    await worker.aclose()


async def test_closing_fails_what_waits_and_what_comes_later() -> None:
    worker, started, gate = Worker("test"), threading.Event(), threading.Event()

    def work() -> str:
        started.set()
        gate.wait()
        return "finished"

    running = worker.submit(work)
    await asyncio.to_thread(started.wait)
    waiting = worker.submit(lambda: "never")
    closing = asyncio.ensure_future(worker.aclose())
    await asyncio.sleep(0)
    gate.set()
    assert await running == "finished"
    with pytest.raises(EmbeddingFailed):
        await waiting
    await closing
    await worker.aclose()
    with pytest.raises(EmbeddingFailed):
        await worker.submit(lambda: None)


def test_a_loop_that_is_gone_does_not_stop_the_thread() -> None:
    worker, gate = Worker("test"), threading.Event()

    async def leave() -> None:
        worker.submit(gate.wait)

    asyncio.run(leave())
    gate.set()

    async def use() -> int:
        try:
            return await worker.submit(lambda: 7)
        finally:
            await worker.aclose()

    assert asyncio.run(use()) == 7
