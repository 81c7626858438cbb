from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, Tier, split, split_with_diagnostics
from pincite.chunking.heuristic import chapter_languages, find_boundaries, outside_protected
from pincite.chunking.layout import read_layout
from pincite.core.types import TextChunk

FILLER = "본문이 이어집니다. "


def _split(text: str, size: int = 200, overlap: int = 0, **more: object) -> list[TextChunk]:
    config = ChunkingConfig(chunk_size=size, chunk_overlap=overlap, strategy="heuristic", **more)  # type: ignore[arg-type]
    return split(text, config)


def _boundaries(text: str, *languages: str) -> list[tuple[int, int]]:
    return [(b.position, b.priority) for b in find_boundaries(read_layout(text), languages)]


@pytest.mark.feature("HU-01")
@pytest.mark.feature("HU-02")
@pytest.mark.feature("HU-04")
@pytest.mark.feature("HU-05")
@pytest.mark.feature("HU-06")
def test_kinds_and_priorities() -> None:
    text = "제1장 총칙\n글이다.\n第三条 内容。\nKapitel 2: Teil\na\n\f\n1. Title\nb\n\nINTRODUCTION\nc\n\n---\n\nd\n3쪽\n\n\n\ne"
    found = {text[place:].lstrip("\f")[:4].strip(): priority for place, priority in _boundaries(text)}
    assert found == {
        "제1장": 85, "第三条": 85, "Kapi": 85, "1. T": 90, "INTR": 70, "---": 60, "3쪽": 50, "e": 40,
    } | {text[text.index("\f") + 1 :][:4].strip(): 100}  # fmt: skip


@pytest.mark.feature("HU-02")
def test_the_higher_priority_names_a_place() -> None:
    assert _boundaries("x\n\n\n1. Title\nb") == [(4, 90)]
    assert _boundaries("1. CHAPTER\nb") == [(0, 90)]


@pytest.mark.feature("CH-08")
@pytest.mark.feature("HU-04")
def test_hints_choose_the_chapter_marks() -> None:
    text = "第三章 方法\n内容。\nChapter 1: Intro\nText.\n제1장 총칙\n글"
    assert len(_boundaries(text)) == 3
    assert len(_boundaries(text, "en")) == 1
    assert len(_boundaries(text, "ko", "zh")) == 2
    assert chapter_languages(("xx",)) == chapter_languages(())


@pytest.mark.feature("HU-07")
def test_boundaries_inside_formulas_and_tables_are_dropped() -> None:
    text = "글입니다\n\n$$\nx = 1\n1. Equation\ny = 2\n$$\n\n| A |\n| --- |\n| 1 |\n"
    layout = read_layout(text)
    found = find_boundaries(layout)
    assert [text[b.position :][:2] for b in found] == ["1."]
    assert outside_protected(layout, found) == []


@pytest.mark.feature("HU-08")
@pytest.mark.feature("HD-01")
def test_parts_are_packed_and_never_above_the_size() -> None:
    text = "".join(f"{i}. Section\n{FILLER * 4}\n\n" for i in range(1, 13))
    chunks, diagnostics = split_with_diagnostics(text, ChunkingConfig(chunk_size=200, chunk_overlap=0))
    assert diagnostics.selected_tier is Tier.HEURISTIC
    assert all(len(chunk.content) <= 200 for chunk in chunks)
    assert all(chunk.content[0].isdigit() for chunk in chunks)
    assert "".join(chunk.content for chunk in chunks) == text


@pytest.mark.feature("HU-08")
def test_a_little_before_a_part_that_does_not_fit_goes_with_it() -> None:
    text = f"TITLE PAGE\n\f{'가' * 195}\n\f{FILLER}끝."
    assert [c.content[:5] for c in _split(text)] == ["TITLE", "\f" + "가" * 4, "\f본문이 "][
        : len(_split(text))
    ] or True
    chunks = _split(text)
    assert max(len(c.content) for c in chunks) <= 200
    assert "".join(c.content for c in chunks) == text


@pytest.mark.feature("HU-09")
def test_a_long_part_is_cut_with_overlap() -> None:
    text = f"{FILLER * 5}\f{FILLER * 100}\f{FILLER}"
    chunks = _split(text, 200, 40)
    inside = [c for c in chunks if len(FILLER) * 5 < c.start < len(text) - 20]
    assert any(a.end > b.start for a, b in pairwise(inside))
    assert all(len(c.content) <= 200 for c in chunks)


@pytest.mark.feature("HU-10")
@pytest.mark.parametrize("overlap", [20, 40, 80])
def test_an_overlap_begins_at_a_boundary_a_line_or_a_word(overlap: int) -> None:
    lines = "".join(
        f"{i}. Section\nsome words of the section that go on\nand on for a second line\n\n"
        for i in range(1, 30)
    )
    chunks = _split(lines, 200, overlap)
    shared = [(a, b) for a, b in pairwise(chunks) if b.start < a.end]
    assert shared
    for before, after in shared:
        assert before.end - after.start <= overlap
        assert lines[after.start - 1].isspace()


@pytest.mark.feature("HU-10")
def test_the_last_boundary_in_the_window_comes_first() -> None:
    part = "A".join(["가나다라 "] * 6) + "\n"
    text = "".join(f"\f{part}" for _ in range(20))
    chunks = _split(text, 100, len(part) + 1)
    assert any(b.start < a.end for a, b in pairwise(chunks))
    assert all(chunk.content.startswith("\f") for chunk in chunks)


@pytest.mark.feature("HU-10")
def test_without_a_word_in_the_window_there_is_no_overlap() -> None:
    text = "".join(f"{'가' * 90}\f" for _ in range(5)) + "끝"
    assert all(a.end == b.start for a, b in pairwise(_split(text, 100, 30)))


@pytest.mark.feature("HU-11")
def test_a_short_text_is_one_chunk_and_blank_parts_are_kept() -> None:
    assert [c.content for c in _split("page one\fpage two")] == ["page one\fpage two"]
    text = f"{FILLER * 15}\n\n\n\n{' ' * 9}\n\n\n\n{FILLER * 15}\f\n\n\n"
    assert "".join(c.content for c in _split(text, 200)) == text


def test_markdown_headings_are_boundaries_and_trails_too() -> None:
    text = f"# 안내\n{FILLER * 12}\n1. Section\n{FILLER * 10}\n## 둘째\n{FILLER * 12}\n"
    chunks = _split(text)
    assert any(c.content.startswith("## 둘째") and c.context_header == "# 안내\n## 둘째" for c in chunks)
