import dataclasses

import pytest

from pincite.pipeline.state import Cancelled, ChatRequest, ChatState
from tests.builders import chunk, hit, passage


@pytest.mark.feature("ST-01")
def test_no_stage_can_change_the_request() -> None:
    request = ChatRequest("연차?", ("base",))
    with pytest.raises(dataclasses.FrozenInstanceError):
        request.query = "other"  # type: ignore[misc]


@pytest.mark.feature("ST-04")
def test_a_clone_shares_no_list_and_no_handle() -> None:
    chat = ChatState(ChatRequest("연차?", ("base",)))
    chat.state.hits = [hit(chunk())]
    chat.state.top_scores = [0.2]
    chat.context.registry.register(passage(chunk()))
    chat.context.cancelled = lambda: True
    chat.context.stage_ms["x"] = 1.0

    async def trigger(*_: object) -> None:
        return None

    chat.context.trigger = trigger
    clone = chat.clone()
    assert clone.request is chat.request
    assert [found.chunk for found in clone.state.hits] == [chunk()]
    clone.state.hits.clear()
    clone.state.top_scores.append(0.9)
    clone.mark_degraded(["embedding"])
    assert len(chat.state.hits) == 1
    assert chat.state.top_scores == [0.2]
    assert chat.state.degraded == []
    assert clone.context.trigger is None
    assert clone.context.registry.passages == {}
    assert clone.context.stage_ms == {}
    clone.stop_if_cancelled()
    with pytest.raises(Cancelled):
        chat.stop_if_cancelled()


def test_what_is_degraded_is_named_once() -> None:
    chat = ChatState(ChatRequest("연차?", ("base",)))
    chat.mark_degraded(["embedding", "reranker"])
    chat.mark_degraded(["embedding"])
    assert chat.state.degraded == ["embedding", "reranker"]


@pytest.mark.parametrize(
    ("more", "explicit"), [({}, False), ({"document_ids": ("d",)}, True), ({"tags": ("t",)}, True)]
)
def test_named_documents_or_tags_are_an_explicit_scope(
    more: dict[str, tuple[str, ...]], explicit: bool
) -> None:
    assert ChatRequest("연차?", ("base",), **more).explicit_scope is explicit
