"""Frames of reference 000, and events that come back from a log as they were."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.ports.streams import EventType, StreamEvent
from pincite.streaming import events
from pincite.streaming.frames import as_json, decode, encode, frame

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.builds(
        StreamEvent,
        st.text(),
        st.sampled_from(EventType),
        st.text(st.characters(exclude_categories=())),
        st.booleans(),
        st.dictionaries(st.text(), _JSON, max_size=4),
    )
)
def test_every_event_comes_back_as_it_was(event: StreamEvent) -> None:
    assert decode(encode(event)) == event
    assert b"\n" not in encode(event)
    assert json.loads(as_json(frame(event)))["content"] == event.content


@pytest.mark.feature("SE-02")
def test_what_is_empty_is_left_out_save_the_first_four() -> None:
    assert frame(StreamEvent("r", EventType.THINKING)) == {
        "id": "r",
        "response_type": "thinking",
        "content": "",
        "done": False,
    }


@pytest.mark.feature("SE-04")
def test_the_first_event_names_session_and_message() -> None:
    shown = frame(events.agent_query("r", "s", "m"))
    assert (shown["session_id"], shown["assistant_message_id"]) == ("s", "m")


@pytest.mark.feature("SE-03", "SE-07")
def test_the_types_are_those_of_the_reference_and_verification() -> None:
    agents = {
        "reflection",
        "tool_approval_required",
        "tool_approval_resolved",
        "mcp_oauth_required",
        "mcp_oauth_resolved",
    }
    ours = {
        "agent_query",
        "thinking",
        "answer",
        "references",
        "tool_call",
        "tool_result",
        "session_title",
        "verification",
        "error",
        "stop",
        "complete",
    }
    assert {kind.value for kind in EventType} == ours | agents


@pytest.mark.feature("SE-05")
def test_a_stage_that_failed_does_not_end_the_answer_and_an_error_does() -> None:
    stage = events.tool_result("r", "knowledge_search", call="1", duration_ms=3, error="no")
    assert (stage.type, stage.done, stage.final) == (EventType.ERROR, False, False)
    assert events.failed("r", "no", code="internal").final
    assert events.stop("r").final
