"""What is stored of a stream."""

import pytest

from pincite.ports.streams import StreamEvent
from pincite.streaming import events
from pincite.streaming.transcript import Transcript


def say(content: str, segment: str = "a") -> StreamEvent:
    return events.answer("r", content, segment=segment)


@pytest.mark.feature("SM-02")
def test_the_text_is_the_joined_deltas_and_the_references_are_the_last_ones() -> None:
    found = [{"id": "c1"}, {"id": "c2"}]
    told = Transcript(
        [
            events.thinking("r", "흠", segment="t"),
            events.references("r", [{"id": "c0"}]),
            events.references("r", found),
            say("제43조"),
            say("에 따라"),
            events.verification("r", {"risk_level": "pass"}),
            events.complete("r"),
        ]
    )
    assert (told.text, told.thinking, told.references) == ("제43조에 따라", "흠", found)
    assert told.completed
    assert not told.stopped


@pytest.mark.feature("SM-03")
def test_what_was_said_before_a_call_is_superseded_by_what_comes_after() -> None:
    call = events.tool_call("r", "knowledge_search", {}, call="1")
    assert Transcript([say("let me look"), call, say("final", "b")]).text == "final"
    assert Transcript([call, say("final")]).text == "final"


def test_a_stop_and_a_final_error_are_known_and_a_failed_stage_is_neither() -> None:
    stage = events.tool_result("r", "search", call="1", duration_ms=1, error="no")
    failed = events.failed("r", "no", code="model_call_failed")
    told = Transcript([say("부분"), stage, events.stop("r"), failed])
    assert (told.text, told.stopped, told.error, told.completed) == ("부분", True, failed, False)
    assert Transcript([stage]).error is None
