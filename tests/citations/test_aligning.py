"""What is marked in the text of readers is what was checked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.citations import ReaderOffsets, SourceRegistry, expand_references, strip_references
from tests.builders import chunk, passage

ADDRESS = "minio://bucket/a.png"


def registry() -> SourceRegistry:
    known = SourceRegistry()
    known.register(passage(chunk("chunk-1", "Fees are 1%. [ID:0]", document_title='Terms "2024"')))
    known.register_page("https://example.org/a", "Page")
    known.resources.encode(ADDRESS)
    return known


PIECES = st.lists(
    st.sampled_from(
        [
            "One. ", " ", "\n", "제43조에 따라 ", "\U0001f9ef", "a < b ", '<ref id="c1"/>', '<ref id="c1, w1"/>', '<ref id="c9"/>',
            "<kb made up/>", "![a](res://0001)", "res://0099 ", "[ID:0]", "[ID:7]", "<ref", "end",
        ]
    ),
    max_size=12,
)  # fmt: skip


@pytest.mark.feature("VF-12")
@given(PIECES, st.booleans(), st.booleans())
def test_every_character_is_found_again(pieces: list[str], citations: bool, cut: bool) -> None:
    raw, known = "".join(pieces), registry()
    said = expand_references(raw, known, citations=citations)
    said = said.strip() if cut else said
    offsets = ReaderOffsets(raw, said, known)
    checked = strip_references(raw)
    lead = len(checked) - len(checked.lstrip())
    for place in range(lead, len(checked.rstrip())):
        start, end = offsets.span(place, place + 1)
        assert said[start:end] == checked[place]


def test_a_span_holds_the_tags_within_it_and_none_behind() -> None:
    raw = 'Fees are 1% <ref id="c1"/>a year. <ref id="c1"/>Next.'
    known = registry()
    said = expand_references(raw, known)
    start, end = ReaderOffsets(raw, said, known).span(0, len("Fees are 1% a year."))
    assert said[start:end].startswith("Fees are 1% <kb ")
    assert said[start:end].endswith("/>a year.")


def test_of_nothing_there_is_nothing() -> None:
    assert ReaderOffsets("", "", SourceRegistry()).span(0, 0) == (0, 0)
