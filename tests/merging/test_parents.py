"""A child brings its parent's text, and nothing that a person took out."""

from dataclasses import replace

import pytest

from pincite.core.types import Chunk, ChunkType
from pincite.merging import parent_text, split_off_children
from tests.builders import chunk, hit

TEXT = "Article 1 Greasing. The pump is greased weekly.\n\nArticle 2 Oil. The oil is changed in May."
CUTS = ((0, 20), (20, 47), (49, 64), (64, len(TEXT)))


def family() -> tuple[Chunk, list[Chunk]]:
    parent = replace(chunk("p", TEXT, start=0), chunk_type=ChunkType.PARENT_TEXT)
    children = [
        replace(chunk(f"c{seq}", TEXT[start:end], seq=seq, start=start), parent_id="p")
        for seq, (start, end) in enumerate(CUTS)
    ]
    return parent, children


@pytest.mark.feature("PC-06")
def test_a_child_brings_the_text_around_it() -> None:
    parent, children = family()
    found = [hit(children[1], 0.6), hit(children[3], 0.9), hit(chunk("other", "Elsewhere."), 0.8)]
    (passage,), rest = split_off_children(found, {"p": parent}, {"p": children})
    assert passage.text == TEXT
    assert (passage.chunk.id, passage.score) == ("c3", 0.9)
    assert [member.id for member in passage.members] == ["c0", "c1", "c2", "c3"]
    assert [one.chunk.id for one in rest] == ["other"]


def test_a_child_whose_parent_is_gone_stands_for_itself() -> None:
    _, children = family()
    passages, rest = split_off_children([hit(children[0], 0.5)], {}, {})
    assert (passages, len(rest)) == ([], 1)


@pytest.mark.parametrize("gone", range(4))
def test_what_is_disabled_does_not_come_back_with_its_parent(gone: int) -> None:
    parent, children = family()
    left = [child for child in children if child.seq != gone]
    text = parent_text(parent, left)
    assert TEXT[slice(*CUTS[gone])].strip() not in text
    assert all(child.content.strip() in text for child in left)


def test_what_is_edited_is_what_is_shown() -> None:
    parent, children = family()
    children[1] = replace(children[1], content="The pump is greased daily.", edited=True)
    text = parent_text(parent, children)
    assert "daily" in text
    assert "weekly" not in text
    assert text.index("daily") < text.index("The oil is changed in May.")
