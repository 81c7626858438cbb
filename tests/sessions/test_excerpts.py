"""The piece of a message that a search shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.sessions.excerpts import AROUND, excerpt
from pincite.text.analyzers import fold


@pytest.mark.feature("SS-08")
@pytest.mark.parametrize(
    ("content", "sought", "shown"),
    [
        ("The VALVE opens.", "valve", "VALVE"),
        ("Ｖａｌｖｅ", "valve", "Valve"),
        ("\u1112\u1161\u11ab도는 얼마?", "한도", "한도"),
        ("first\nsecond line", "first second", "first second"),
        ("İstanbul valve", "valve", "valve"),
        ("赔付期限是十天。", "期限", "期限"),
    ],
)
def test_the_place_is_marked(content: str, sought: str, shown: str) -> None:
    piece = excerpt(content, sought)
    assert piece.text[piece.start : piece.end] == shown


def test_long_messages_are_cut_around_the_place() -> None:
    piece = excerpt("a " * 500 + "VALVE" + " b" * 500, "valve")
    assert piece.text[piece.start : piece.end] == "VALVE"
    assert piece.text[0] == piece.text[-1] == "…"
    assert len(piece.text) == 2 * AROUND + len("VALVE") + 2
    missed = excerpt("c" * 1000, "valve")
    assert (missed.start, missed.text) == (-1, "c" * 2 * AROUND + "…")
    assert excerpt("short", "valve").text == "short"


@given(st.text(max_size=300), st.integers(0, 300), st.integers(1, 20))
def test_what_is_marked_is_what_was_sought(content: str, at: int, length: int) -> None:
    sought = content[at : at + length]
    piece = excerpt(content, sought)
    if piece.start >= 0:
        marked = "".join(" " if c.isspace() else c for c in fold(piece.text[piece.start : piece.end]))
        assert marked == "".join(" " if c.isspace() else c for c in fold(sought))
