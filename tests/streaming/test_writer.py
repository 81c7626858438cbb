"""Exactly one `complete`, whatever happens; and the transcript is what clients see."""

import asyncio

import anyio
import pytest

from pincite.adapters.streams.memory import MemoryStreams
from pincite.core.errors import ModelCallFailed, StreamLogUnavailable
from pincite.ports.streams import EventType, StreamEvent
from pincite.streaming import events
from pincite.streaming.transcript import Transcript
from pincite.streaming.writer import StreamWriter


class Streams(MemoryStreams):
    """Takes a moment for each append, and can fail: before it has the event, or after."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = ""

    async def append(self, session: str, message: str, event: StreamEvent) -> int:
        await asyncio.sleep(0.001)
        if self.broken == "before":
            raise StreamLogUnavailable("gone")
        offset = await super().append(session, message, event)
        if self.broken == "after":
            raise StreamLogUnavailable("gone")
        return offset


def say(content: str, segment: str = "a") -> StreamEvent:
    return events.answer("r", content, segment=segment)


def done(content: str = "", segment: str = "a") -> StreamEvent:
    return StreamEvent("r", EventType.ANSWER, content, True, {"event_id": segment})


async def kinds(log: MemoryStreams) -> list[str]:
    return [event.type.value for event in (await log.read("s", "m"))[0]]


async def reaching(log: MemoryStreams, count: int) -> None:
    async with asyncio.timeout(10):
        while len(await kinds(log)) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.fixture
def log() -> Streams:
    return Streams()


@pytest.fixture
def writer(log: Streams) -> StreamWriter:
    return StreamWriter(log, "s", "m", "r")


@pytest.mark.feature("RS-07", "SE-06")
async def test_a_stream_ends_with_one_complete_however_often_it_is_asked_for(
    log: Streams, writer: StreamWriter
) -> None:
    async with writer:
        await writer.begin()
        await writer.write(say("네"))
        await writer.write(done())
        assert await writer.complete() == 3
        await asyncio.gather(writer.complete(), writer.complete(), writer.write(events.complete("r")))
        assert await writer.write(say("더")) is None
    assert await kinds(log) == ["agent_query", "answer", "answer", "complete"]


async def test_a_second_done_that_repeats_the_answer_is_dropped_and_a_missing_one_is_added(
    log: Streams, writer: StreamWriter
) -> None:
    async with writer:
        await writer.write(say("제43조"))
        await writer.write(done())
        assert await writer.write(done("제43조")) is None
        assert await writer.write(say("제43조")) is None
        await writer.write(say("둘째", "b"))
    written, _ = await log.read("s", "m")
    assert [(event.content, event.done) for event in written] == [
        ("제43조", False),
        ("", True),
        ("둘째", False),
        ("", True),
        ("", True),
    ]
    assert written[3].data["event_id"] == "b"
    assert written[4].type is EventType.COMPLETE
    assert writer.transcript.text == Transcript(written).text == "제43조둘째"


async def test_an_error_is_told_and_completed_in_its_own_words(log: Streams, writer: StreamWriter) -> None:
    with pytest.raises(ModelCallFailed):
        async with writer:
            await writer.write(say("부분"))
            raise ModelCallFailed("The chat model went away.")
    assert await kinds(log) == ["answer", "error", "answer", "complete"]
    told = (await log.read("s", "m"))[0][1]
    assert (told.content, told.data["code"], told.done) == (
        "The chat model went away.",
        "model_call_failed",
        True,
    )


async def test_an_unforeseen_error_is_told_without_its_text(log: Streams, writer: StreamWriter) -> None:
    with pytest.raises(RuntimeError):
        async with writer:
            raise RuntimeError("password=hunter2")
    (told, end), _ = await log.read("s", "m")
    assert (told.data["code"], end.type) == ("internal", EventType.COMPLETE)
    assert "hunter2" not in told.content


async def test_the_first_final_error_is_the_one_that_is_told(log: Streams, writer: StreamWriter) -> None:
    with pytest.raises(ModelCallFailed):
        async with writer:
            await writer.fail(ModelCallFailed("first"), message="먼저", hint="다시 해 보세요.")
            raise ModelCallFailed("second")
    told = [event for event in (await log.read("s", "m"))[0] if event.type is EventType.ERROR]
    assert [(event.content, event.data["hint"]) for event in told] == [("먼저", "다시 해 보세요.")]


@pytest.mark.feature("RS-06", "RS-07")
@pytest.mark.parametrize("within", ["asyncio", "anyio"])
async def test_cancelled_in_mid_append_what_is_stored_is_what_was_streamed(
    log: Streams, writer: StreamWriter, within: str
) -> None:
    async def generate() -> None:
        async with writer:
            await writer.begin()
            for number in range(1000):
                await writer.write(say(f"{number} "))

    if within == "asyncio":
        task = asyncio.create_task(generate())
        await reaching(log, 4)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    else:
        async with anyio.create_task_group() as group:
            group.start_soon(generate)
            await reaching(log, 4)
            group.cancel_scope.cancel()
    async with asyncio.timeout(10):
        while not writer.transcript.completed:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    written, _ = await log.read("s", "m")
    assert [event.type for event in written].count(EventType.COMPLETE) == 1
    assert written[-1].type is EventType.COMPLETE
    assert writer.transcript.text == Transcript(written).text
    assert writer.transcript.text.startswith("0 1 ")


async def test_a_stop_from_elsewhere_is_followed_by_complete(log: Streams, writer: StreamWriter) -> None:
    async with writer:
        await writer.begin()
        await log.append("s", "m", events.stop("other"))
    assert await kinds(log) == ["agent_query", "stop", "complete"]


async def test_a_log_that_fails_at_the_end_is_told_of_and_does_not_get_a_second_complete(
    log: Streams, writer: StreamWriter
) -> None:
    await writer.begin()
    log.broken = "after"
    with pytest.raises(StreamLogUnavailable):
        await writer.complete()
    log.broken = ""
    assert await writer.complete() is None
    assert await kinds(log) == ["agent_query", "complete"]


async def test_a_log_that_is_gone_hides_no_other_error(log: Streams, writer: StreamWriter) -> None:
    log.broken = "before"
    with pytest.raises(ModelCallFailed):
        async with writer:
            raise ModelCallFailed("first")
    with pytest.raises(StreamLogUnavailable):
        async with StreamWriter(log, "s", "m2", "r"):
            pass


async def test_who_takes_over_a_dead_writers_stream_knows_what_it_holds(
    log: Streams, writer: StreamWriter
) -> None:
    await writer.begin()
    await writer.write(events.references("r", [{"id": "c1"}]))
    await writer.write(say("부분"))
    heir = await StreamWriter.resume(log, "s", "m", "r")
    assert (heir.transcript.text, heir.transcript.references) == ("부분", [{"id": "c1"}])
    await heir.complete()
    late = await StreamWriter.resume(log, "s", "m", "r")
    assert await late.complete() is None
    assert await kinds(log) == ["agent_query", "references", "answer", "answer", "complete"]
