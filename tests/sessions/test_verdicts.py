"""The verdicts of an answer: told once, before its end, whatever ends it; kept with the message."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import pytest

from pincite.core.settings import VerificationSettings
from pincite.ports.sessions import MessageStatus
from pincite.ports.streams import EventType, StreamEvent
from pincite.streaming.reading import Arrival
from tests.pipeline.standins import ScriptedReranker, World
from tests.sessions.chat_world import Process, SlowModel, process, text_of, types_of

QUESTION = "보험금은 언제 지급하나요?"
WORDS = (
    "\n 제43조에 따라 ", "3영업일 이내에 ", '지급합니다. <ref id="c1"/> ', "제99조도 ", "있습니다. ", "문의하시기 ", "바랍니다.",
)  # fmt: skip


def verdict_of(arrivals: Sequence[Arrival]) -> StreamEvent:
    """The only one, right before `complete` but for what ended the answer."""
    (verdict,) = [one.event for one in arrivals if one.event.type is EventType.VERIFICATION]
    assert arrivals[-1].event.type is EventType.COMPLETE
    return verdict


async def until(true: Callable[[], bool]) -> None:
    with anyio.fail_after(20):
        while not true():  # noqa: ASYNC110 - what is waited for sets no event
            await anyio.sleep(0.005)


async def asked(here: Process, held: bool = False) -> tuple[str, str]:
    session = (await here.conversations.create()).id
    request = World.request(QUESTION, rounds=5, held=held)
    return session, (await here.chats.ask(session, request, ["terms"])).answer.id


@pytest.mark.feature("SE-03")
@pytest.mark.feature("VF-08")
@pytest.mark.feature("VF-16")
@pytest.mark.parametrize("held", [False, True])
async def test_claims_are_marked_in_the_text_that_was_told_and_after_a_reload(
    tmp_path: Path, held: bool
) -> None:
    async with process(tmp_path, model=SlowModel(WORDS)) as here:
        session, answer = await asked(here, held)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
        await here.log.expire(session, answer)
        replayed = await here.read(session, answer)
    verdict = verdict_of(arrivals)
    assert types_of(arrivals)[-2:] == ["verification", "complete"]
    text = text_of(arrivals)
    marked = [
        (text[one["start"] : one["end"]], one["verdict"], one["severity"]) for one in verdict.data["claims"]
    ]
    assert marked == [
        ("제43조에 따라 3영업일 이내에 지급합니다.", "supported", "pass"),
        ("제99조도 있습니다.", "unsupported", "hard_fail"),
        ("문의하시기 바랍니다.", "unchecked", None),
    ]
    assert verdict.data["partial"] is False
    assert verdict.data["claims"][0]["chunk_ids"]
    assert stored.verification == verdict.data
    assert stored.content == text
    assert verdict_of(replayed).data == verdict.data
    pieces = [one for one in arrivals if one.event.type is EventType.ANSWER and one.event.content]
    assert (len(pieces) == 1) == held


@pytest.mark.feature("RS-05")
@pytest.mark.feature("VF-16")
@pytest.mark.parametrize("held", [False, True])
async def test_what_a_stop_broke_off_is_marked_too(tmp_path: Path, held: bool) -> None:
    gate = anyio.Event()
    async with process(tmp_path, model=SlowModel(WORDS, gate=gate)) as here:
        session, answer = await asked(here, held)
        await until(lambda: here.model.said == 3)
        assert await here.chats.stop(session, answer)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
    verdict = verdict_of(arrivals)
    text = text_of(arrivals)
    assert stored.status is MessageStatus.STOPPED
    assert stored.content == text
    (one,) = verdict.data["claims"]
    assert text[one["start"] : one["end"]] == "제43조에 따라 3영업일 이내에 지급합니다."
    assert one["verdict"] == "supported"
    assert verdict.data["partial"] is True
    assert stored.verification == verdict.data


@pytest.mark.feature("GN-07")
async def test_what_a_failure_broke_off_is_marked_before_the_error(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(WORDS, fails_after=4)) as here:
        session, answer = await asked(here)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
    assert types_of(arrivals)[-3:] == ["verification", "error", "complete"]
    assert [one["verdict"] for one in verdict_of(arrivals).data["claims"]] == ["supported", "unsupported"]
    assert stored.status is MessageStatus.FAILED
    assert stored.verification is not None and stored.verification["partial"]


@pytest.mark.feature("VF-16")
async def test_a_stop_before_the_first_word_has_nothing_to_mark(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel((), gate=anyio.Event())) as here:
        session, answer = await asked(here)
        await here.chats.stop(session, answer)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
    assert "verification" not in types_of(arrivals)
    assert types_of(arrivals)[-1] == "complete"
    assert stored.verification is None


@pytest.mark.feature("VF-16")
async def test_a_refusal_has_none_and_is_told_to_its_end(tmp_path: Path) -> None:
    async with process(tmp_path, world=lambda: World(reranker=ScriptedReranker(0.0))) as here:
        session, answer = await asked(here)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
        await here.log.expire(session, answer)
        replayed = await here.read(session, answer)
    assert "verification" not in types_of(arrivals) + types_of(replayed)
    assert types_of(arrivals)[-1] == types_of(replayed)[-1] == "complete"
    assert stored.verification is None and stored.content
    assert stored.details["nearest"][0]["content"], "what came closest is there after a reload too"


@pytest.mark.feature("CR-04")
async def test_a_correction_comes_back_on_a_reload_beside_the_text_that_was_read(tmp_path: Path) -> None:
    wrong = ('보험금은 9영업일 이내에 지급합니다. <ref id="c1"/>',)

    class Second(SlowModel):
        """Says it right the second time."""

        def stream(self, *said: object, **more: object):  # type: ignore[no-untyped-def, override]
            if self.calls:
                self.words = (wrong[0].replace("9영업일", "3영업일"),)
            return super().stream(*said, **more)  # type: ignore[arg-type]

    world = lambda: World(verification=VerificationSettings(critic=True))  # noqa: E731
    async with process(tmp_path, model=Second(wrong), world=world) as here:
        session, answer = await asked(here)
        arrivals = await here.read(session, answer)
        stored = await here.stored(answer)
    assert stored.verification is not None
    assert "9영업일" in stored.content == text_of(arrivals)
    assert "3영업일" not in stored.content
    assert "3영업일" in stored.verification["correction"]["answer"]
    assert stored.verification["regenerate_improved"] is True
