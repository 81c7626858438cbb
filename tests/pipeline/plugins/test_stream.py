"""The answer in pieces: what is told on every way out."""

from contextlib import suppress

import pytest

from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.pipeline.state import Cancelled
from pincite.pipeline.telling import Kind, Told
from tests.pipeline.standins import ScriptedModel, World
from tests.sessions.chat_world import SlowModel

QUESTION = "보험금은 언제 지급하나요?"


async def told_by(world: World, *, cancelled_after: int | None = None, **more: object) -> list[Told]:
    """What a turn tells, though it fails; it is stopped after so many pieces of the answer."""
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    def cancelled() -> bool:
        return cancelled_after is not None and world.model.said >= cancelled_after  # type: ignore[union-attr]

    await world.start()
    with suppress(Cancelled, ModelCallFailed):
        await world.questions.converse(World.request(QUESTION, **more), tell=tell, cancelled=cancelled)
    return told


def words_of(told: list[Told], kind: Kind = Kind.ANSWER) -> str:
    return "".join(one.content for one in told if one.kind is kind)


@pytest.mark.feature("GN-06")
@pytest.mark.parametrize("way", ["cancelled", "failed", "ended"])
async def test_the_last_word_is_told_on_every_way_out(way: str) -> None:
    """The last piece may look like the beginning of a handle, and is held back until nothing can follow."""
    model = SlowModel(["지급은 ", "3영업일 r", "이내"], fails_after=2 if way == "failed" else None)
    if way == "ended":
        model.words = model.words[:2]
    told = await told_by(World(model=model), cancelled_after=2 if way == "cancelled" else None)  # type: ignore[arg-type]
    assert words_of(told) == "지급은 3영업일 r"
    assert [one.kind for one in told if one.done and one.kind in (Kind.THINKING, Kind.ANSWER)] == [
        Kind.THINKING,
        Kind.ANSWER,
    ]


@pytest.mark.feature("GN-06")
async def test_a_handle_that_was_begun_vanishes_when_the_stream_is_cut() -> None:
    model = SlowModel(["3영업일 이내입니다. ", '<ref id="c', '1"/>'], fails_after=2)
    told = await told_by(World(model=model))  # type: ignore[arg-type]
    assert words_of(told) == "3영업일 이내입니다. "


@pytest.mark.feature("GN-03")
async def test_a_stream_tells_whoever_listens_and_needs_nobody() -> None:
    """Reference 004 wants an event bus; here a run that nobody listens to is a run like any other."""
    world = World(model=ScriptedModel('3영업일 이내입니다. <ref id="c1"/>'))
    told = await told_by(world)
    assert words_of(told).startswith("3영업일 이내입니다. <kb doc=")
    await world.start()
    request = World.request(QUESTION)

    async def nobody(_: Told) -> None:
        return None

    assert (await world.questions.converse(request, tell=nobody)).answer == words_of(told).strip()


@pytest.mark.feature("CI-07", "OR-05")
async def test_sources_are_told_before_the_answer_also_where_it_carries_no_tags() -> None:
    world = World(
        model=ScriptedModel('3영업일 이내입니다. <ref id="c1"/>'), chat=ChatSettings(citations=False)
    )
    told = await told_by(world)
    kinds = [one.kind for one in told]
    (references,) = (one for one in told if one.kind is Kind.REFERENCES)
    assert kinds.index(Kind.REFERENCES) < kinds.index(Kind.ANSWER)
    assert words_of(told).strip() == "3영업일 이내입니다."
    sources = references.data["references"]
    assert [source["handle"] for source in sources] == [f"c{number + 1}" for number in range(len(sources))]
    assert all(source["places"][0]["chunk_id"] == source["chunk_id"] for source in sources)
