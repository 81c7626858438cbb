"""Cursors come back as the place they stand for; anything else is refused."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.errors import InvalidInput
from pincite.ports.sessions import FoundKey, SessionKey
from pincite.sessions.cursors import cursor_of, found_key, session_key

TIMES = st.floats(0, 1e12)


@given(st.booleans(), TIMES)
def test_a_cursor_of_sessions_comes_back_exactly(pinned: bool, at: float) -> None:
    key = SessionKey(pinned, at, "0f")
    assert session_key(cursor_of(key)) == key


@given(TIMES)
def test_a_cursor_of_messages_comes_back_exactly(at: float) -> None:
    key = FoundKey(at, "0f")
    assert found_key(cursor_of(key)) == key


def word(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "한국",
        "!!!",
        "a" * 10_000,
        "/" * 7,
        word({"a": 1}),
        word([1.0]),
        word([1, 2.0, "id"]),
        word([True, True, "id"]),
        word([True, float("nan"), "id"]),
        word([True, float("inf"), "id"]),
        word([True, 1.0, "i\0d"]),
        word([True, 10**400, "id"]),
        word([float("nan"), "id"]),
        word([True, "id"]),
    ],
)
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidInput):
        session_key(cursor)
    with pytest.raises(InvalidInput):
        found_key(cursor)
