"""What people reported of other splitters, each with its own small input (issue 3)."""

from itertools import pairwise

import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.layout import read_layout
from pincite.core.types import TextChunk


def _rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("|") and "---" not in line]


def _rebuilt(chunks: list[TextChunk]) -> str:
    out = ""
    for chunk in chunks:
        out += chunk.content[len(out) - chunk.start :]
    return out


@pytest.mark.feature("TB-07")
def test_a_table_over_budget_is_cut_between_rows_with_its_header_in_every_piece() -> None:
    """open-webui #30413."""
    head = "| 담보 | 보험금 | 조건 |\n| --- | ---: | --- |\n"
    text = (
        "표의 앞입니다.\n\n"
        + head
        + "".join(f"| 담보 {i} | {i},000 | 조건 {i}. 끝 |\n" for i in range(60))
        + "\n뒤입니다."
    )
    chunks = split(text, ChunkingConfig(chunk_size=150))
    assert len(chunks) > 10
    whole = set(_rows(text))
    for chunk in chunks:
        assert set(_rows(chunk.content)) <= whole
        if _rows(chunk.content):
            assert chunk.display_text().count(head) == 1
            assert chunk.embedding_text().count("| ---: |") == 1


@pytest.mark.feature("TB-07")
def test_nothing_stands_between_a_repeated_header_and_its_separator() -> None:
    """docling-core PR 678: a blank line before the separator, and the caption repeated everywhere."""
    text = "표 1. 지급률\n\n| 장해 | 지급률 |\n| --- | --- |\n" + "".join(
        f"| 장해 {i} | {i} |\n" for i in range(50)
    )
    chunks = split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0))
    for chunk in chunks[1:]:
        assert chunk.display_text().startswith("| 장해 | 지급률 |\n| --- | --- |\n| 장해 ")
        assert "표 1" not in chunk.display_text()
        assert "\n\n|" not in chunk.embedding_text().removeprefix(chunk.context_header + "\n\n")
    assert chunks[0].content.startswith("표 1. 지급률\n\n| 장해 |")


@pytest.mark.feature("TB-07")
def test_two_header_rows_before_the_separator() -> None:
    """chonkie #582: the separator was taken for data."""
    head = "| 구분 | 보험금 | 보험금 |\n| 종류 | 본인 | 가족 |\n| --- | --- | --- |\n"
    text = head + "".join(f"| 사망 {i} | {i} | {i} |\n" for i in range(40))
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    assert len(chunks) > 4
    assert all(chunk.display_text().startswith(head) for chunk in chunks)
    assert all(chunk.table_header == head for chunk in chunks[1:])


@pytest.mark.feature("TB-07")
def test_two_header_rows_around_the_separator() -> None:
    head = "| 구분 | 보험금 | |\n| --- | --- | --- |\n| 종류 | 본인 | 가족 |\n"
    text = head + "".join(f"| 사망 {i} | {i} | {i} |\n" for i in range(40))
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    assert all(chunk.table_header == head for chunk in chunks[1:])
    plain = (
        "| | 보험금 | 비고 |\n| --- | --- | --- |\n| 사망 | 많음 | 없음 |\n" + "| 상해 | 5 | 없음 |\n" * 30
    )
    assert split(plain, ChunkingConfig(chunk_size=100, chunk_overlap=0))[1].table_header.count("\n") == 2


@pytest.mark.feature("RC-06")
@pytest.mark.feature("CH-17")
def test_boilerplate_at_a_chunk_end_and_inside_the_next_loses_nothing() -> None:
    """Tencent/WeKnora PR 2686: 152 characters were lost when chunks were joined by their text."""
    same = "자세한 사항은 약관을 참조하십시오. "
    text = ("보험금은 십 일 안에 지급합니다. " * 5 + same + "청구에는 서류가 필요합니다. " + same) * 12
    for size in (100, 150, 200):
        for overlap in (0, 30, 60):
            assert _rebuilt(split(text, ChunkingConfig(chunk_size=size, chunk_overlap=overlap))) == text


@pytest.mark.feature("RC-09")
def test_html_entities_and_repeated_headers_leave_offsets_true() -> None:
    """Tencent/WeKnora PR 1555."""
    text = "| A&amp;B | C&lt;D |\n| --- | --- |\n" + "".join(
        f"| x &nbsp; {i} | y&#39;{i} |\n" for i in range(40)
    )
    chunks = split(text, ChunkingConfig(chunk_size=120, chunk_overlap=20))
    assert all(text[c.start : c.end] == c.content for c in chunks)
    assert _rebuilt(chunks) == text


@pytest.mark.feature("HU-07")
@pytest.mark.feature("HU-10")
def test_the_heuristic_tier_overlaps_and_never_cuts_formulas_or_tables() -> None:
    """Tencent/WeKnora PR 1142."""
    part = "1. Section\nwords of the section go on here\n\n$$\na = b\n2. Step\nc = d\n$$\n\n| A |\n| --- |\n| 1 |\n\n"
    text = part.replace("1.", "7.") * 20
    layout = read_layout(text)
    chunks = split(text, ChunkingConfig(chunk_size=160, chunk_overlap=70, strategy="heuristic"))
    assert any(b.start < a.end for a, b in pairwise(chunks))
    assert all(layout.span_around(chunk.start) is None for chunk in chunks)


@pytest.mark.feature("CH-04")
def test_a_long_korean_paragraph_without_a_newline() -> None:
    text = ("회사는 피보험자가 보험기간 중 상해를 입었을 때 약관에 따라 보험금을 지급합니다. " * 80)[:3000]
    chunks = split(text)
    assert len(chunks) >= 6
    assert all(len(chunk.content) <= 512 for chunk in chunks)
    assert all(chunk.content.rstrip().endswith("지급합니다.") for chunk in chunks[:-1])


@pytest.mark.feature("HD-02")
def test_a_sharp_stays_in_its_name() -> None:
    chunks = split("# C#\n\n" + "text. " * 90 + "\n\n# F# #\n\ntext.\n\n# G\n\ntext.")
    assert chunks[0].context_header == "# C#"
    assert "# F#" in {chunk.context_header for chunk in chunks}


@pytest.mark.feature("CH-03")
@pytest.mark.parametrize("strategy", ["auto", "heading", "heuristic", "legacy"])
def test_overlap_zero_is_zero(strategy: str) -> None:
    text = "".join(f"# 제목 {i}\n\n{i}. Section\n" + "문장입니다. " * 60 + "\n\n" for i in range(1, 12))
    chunks = split(text, ChunkingConfig(chunk_size=120, chunk_overlap=0, strategy=strategy))
    assert all(b.start >= a.end for a, b in pairwise(chunks))


@pytest.mark.feature("RC-03")
def test_an_open_fence_and_a_last_row_without_a_newline() -> None:
    code = "글입니다.\n\n```python\n" + "print('a. b')\n\n" * 12
    assert any(chunk.content.count("print") == 12 for chunk in split(code, ChunkingConfig(chunk_size=60)))
    table = "| A | B |\n| --- | --- |\n" + "| 가 나 | 다 라 |\n" * 8 + "| 마 바 | 사 아 |"
    last = split(table, ChunkingConfig(chunk_size=60, chunk_overlap=0))[-1]
    assert last.content.endswith("| 마 바 | 사 아 |")
    assert last.table_header == "| A | B |\n| --- | --- |\n"


@pytest.mark.feature("TB-04")
def test_tables_in_succession_keep_their_own_headers() -> None:
    first = "| 이름 | 명성 |\n| --- | --- |\n" + "| 가나다 | 라마바 |\n" * 8
    second = "\n| X | Y |\n| --- | --- |\n" + "| 1 | 2 |\n" * 8
    for size in range(50, 130, 9):
        for chunk in split(first + second, ChunkingConfig(chunk_size=size, chunk_overlap=0)):
            if "| 1 | 2 |" in chunk.content:
                assert "이름" not in chunk.table_header
                assert "| X | Y |" in chunk.display_text()
            if "| 가나다 |" in chunk.content:
                assert "| 이름 | 명성 |" in chunk.display_text()
