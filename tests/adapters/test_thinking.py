"""Thinking parted from answers: cut anywhere, a stream says what the whole text says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.adapters.thinking import Parted, ThinkingSplitter, part_thinking

TEXTS = [
    "15일입니다.",
    "<think>\nHm, <b>15</b>?\n</think>\n\n15일입니다.",
    "  <think></think>15",
    "<think>a </thin b </think>c</think> d",
    "<think>cut off </thi",
    "<think>",
    "<thi",
    "a <think> b </think> c",
    "The tags <think> and </think> frame what a model thinks.",
    " \n",
    "",
]


def joined(pieces: list[str]) -> Parted:
    splitter = ThinkingSplitter()
    said = [splitter.feed(piece) for piece in pieces] + [splitter.flush()]
    return Parted("".join(one.thinking for one in said), "".join(one.answer for one in said))


@pytest.mark.feature("GN-08")
@pytest.mark.parametrize("text", TEXTS)
def test_a_stream_cut_at_every_two_places_is_the_whole_text(text: str) -> None:
    whole = part_thinking(text)
    for first in range(len(text) + 1):
        for second in range(first, len(text) + 1):
            assert joined([text[:first], text[first:second], text[second:]]) == whole
    assert joined(list(text)) == whole


@given(st.lists(st.sampled_from(["<think>", "</think>", "<", "</thi", "nk>", "15", " ", "\n"]), max_size=8))
def test_where_a_stream_is_cut_changes_nothing(pieces: list[str]) -> None:
    assert joined(pieces) == joined(["".join(pieces)]) == joined(list("".join(pieces)))


def test_a_tag_that_the_template_opened_is_known_once_the_text_is_whole() -> None:
    assert part_thinking("Hm, 15.\n</think>\n\n15일.") == Parted("Hm, 15.\n", "15일.")
