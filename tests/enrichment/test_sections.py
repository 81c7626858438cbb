"""Sections of a document, and what its outline holds."""

from pincite.core.types import Chunk
from pincite.enrichment.sections import find_sections, outline, worth_a_summary
from tests.builders import chunk


def pieces(*parts: tuple[str, str]) -> list[Chunk]:
    made, start = [], 0
    for seq, (trail, text) in enumerate(parts):
        made.append(chunk(f"c-{seq}", text, seq=seq, start=start, context_header=trail))
        start += len(text) + 2
    return made


def test_sections_are_those_of_the_first_level_that_parts_the_document() -> None:
    found = find_sections(
        pieces(
            ("# 약관", "머리말"),
            ("# 약관\n## 제1장 총칙", "하나"),
            ("# 약관\n## 제1장 총칙\n### 제1조", "둘"),
            ("# 약관\n## 제2장 지급", "셋"),
        ),
        1_000,
    )
    assert [(section.heading, section.text) for section in found] == [
        ("약관", "머리말"),
        ("약관 > 제1장 총칙", "하나\n둘"),
        ("약관 > 제2장 지급", "셋"),
    ]
    assert [section.first.id for section in found] == ["c-0", "c-1", "c-3"]


def test_a_section_is_no_longer_than_a_call_carries() -> None:
    found = find_sections(pieces(*[("", "x" * 400)] * 5), 1_000)
    assert [len(section.chunks) for section in found] == [2, 2, 1]
    assert all(len(section.text) <= 1_000 for section in found)


def test_overlaps_are_read_once() -> None:
    one = chunk("a", "하나 둘", seq=0, start=0)
    two = chunk("b", "둘 셋", seq=1, start=3)
    (section,) = find_sections([two, one], 1_000)
    assert section.text == "하나 둘 셋"


def test_short_sections_and_single_ones_get_no_summary() -> None:
    long, short = ("# A", "x" * 1_200), ("# B", "short")
    assert [s.heading for s in worth_a_summary(find_sections(pieces(long, short), 5_000))] == ["A"]
    assert worth_a_summary(find_sections(pieces(long), 5_000)) == []
    assert find_sections([], 1_000) == []


def test_an_outline_shares_its_room_and_reaches_the_end() -> None:
    parts = [(f"제{n}장", "내용 " * 500) for n in range(400)]
    text = outline(parts, 4_000)
    assert len(text) <= 4_000
    assert text.startswith("제0장: 내용")
    assert "제392장: " in text
    assert outline([("장", "하나\n둘"), ("", "셋")], 4_000) == "장: 하나 둘\n셋"
    assert outline([], 100) == ""
