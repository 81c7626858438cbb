import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.tables import caption_ends, cells_of, count_columns, find_tables


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        ("| a | b |", 2),
        ("|a|b|c|", 3),
        ("a | b", 0),
        ("||", 1),
        ("| only", 1),
        ("| a |  |", 2),
        ("| a \\| b | c |", 2),
    ],
)
def test_columns(row: str, columns: int) -> None:
    assert count_columns(row) == columns


@pytest.mark.feature("TB-01")
@pytest.mark.feature("TB-02")
def test_every_piece_of_a_long_table_names_its_columns() -> None:
    head = "| 이름 | 금액 |\n| --- | :---: |\n"
    text = "별표\n\n" + head + "".join(f"| 항목 {i} | {i},000원 |\n" for i in range(100)) + "\n끝."
    chunks = split(text, ChunkingConfig(chunk_overlap=0))
    assert len(chunks) > 3
    for chunk in chunks:
        assert chunk.content == text[chunk.start : chunk.end]
        rows = [line for line in chunk.content.splitlines() if line.startswith("| 항목")]
        assert all(row.endswith("원 |") for row in rows)
        if rows:
            assert chunk.display_text().count(head) == 1
            assert "| --- | :---: |\n| 항목" in chunk.display_text()
        assert len(chunk.content) + len(chunk.table_header) <= 512


@pytest.mark.feature("TB-03")
def test_a_blank_header_takes_the_names_of_the_first_row() -> None:
    text = "||\n|---|---|\n| 이름 | 값 |\n" + "".join(f"| 항목{i} | {i} |\n" for i in range(40))
    chunks = split(text, ChunkingConfig(chunk_size=100, chunk_overlap=0))
    assert all("| 이름 | 값 |" in chunk.display_text() for chunk in chunks)
    assert chunks[1].table_header == "| 이름 | 값 |\n|---|---|\n"


@pytest.mark.feature("TB-04")
def test_the_next_table_never_carries_the_header_of_the_one_before() -> None:
    first = "| Name | Fame |\n| --- | --- |\n" + "| aaaaaaaa | bbbbbbbb |\n" * 6
    text = first + "\n| X | Y | Z |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n"
    for size in range(40, 140, 7):
        for chunk in split(text, ChunkingConfig(chunk_size=size, chunk_overlap=0)):
            assert not (chunk.table_header and "| 1 | 2 | 3 |" in chunk.content)


@pytest.mark.feature("TB-04")
def test_another_number_of_cells_or_another_separator_begins_a_table() -> None:
    text = "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 1 |\n| C |\n| --- |\n| 3 |\n"
    tables, _ = find_tables(text, [])
    assert [table.header for table in tables] == ["| A | B |\n| --- | --- |\n", "", "| C |\n| --- |\n"]


def test_a_header_without_rows() -> None:
    tables, spans = find_tables("| A |\n| --- |\n\ntext", [])
    assert tables[0].body == tables[0].end
    assert len(spans) == 1


@pytest.mark.feature("TB-06")
def test_a_header_longer_than_a_chunk_is_left_out() -> None:
    text = f"| {'긴 이름 ' * 30} |\n| --- |\n" + "| 값 |\n" * 30
    chunks = split(text, ChunkingConfig(chunk_size=50, chunk_overlap=0))
    assert not any(chunk.table_header for chunk in chunks)
    assert sum(chunk.content.count("| 값 |") for chunk in chunks) == 30


def test_a_header_stays_with_its_first_row() -> None:
    text = "a" * 60 + ".\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n"
    chunks = split(text, ChunkingConfig(chunk_size=90, chunk_overlap=0))
    assert chunks[1].content.startswith("| A | B |\n| --- | --- |\n| 1 | 2 |")


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        (["| a | b |", "| c | d |", "| --- | --- |", "| 1 | 2 |"], ["| a | b |\n| c | d |\n| --- | --- |\n"]),
        (["| a |", "| c | d |", "| --- | --- |", "| 1 | 2 |"], ["", "| c | d |\n| --- | --- |\n"]),
        (["| | |", "| | |", "| --- | --- |", "| a | b |", "| 1 | 2 |"], ["| a | b |\n| --- | --- |\n"]),
        (["| a | |", "| --- | --- |", "| b | c |"], ["| a | |\n| --- | --- |\n"]),
        (["| a | |", "| --- | --- |", "| b |", "| 1 | 2 |"], ["| a | |\n| --- | --- |\n", ""]),
        (["| a | |", "| --- | --- |", "| b | 7 |", "| 1 | 2 |"], ["| a | |\n| --- | --- |\n"]),
        (["| a | |", "| --- | --- |", "| b | |", "| 1 | 2 |"], ["| a | |\n| --- | --- |\n"]),
        (["| a | a |", "| --- | --- |", "| b | c |", "| x | 2 |"], ["| a | a |\n| --- | --- |\n| b | c |\n"]),
    ],
)  # fmt: skip
def test_header_rows(rows: list[str], headers: list[str]) -> None:
    assert [table.header for table in find_tables("\n".join(rows) + "\n", [])[0]] == headers


def test_cells() -> None:
    assert cells_of("| a | b \\| c | |\n") == ["a", "b \\| c", ""]


@pytest.mark.parametrize(
    ("above", "glued"),
    [("표 1. 지급률\n\n", 1), ("<표 3> 보험료\n", 1), ("Table 2: Fees\n", 1), ("表1 费率\n", 1), ("[별표 1] 표\n(단위: 원)\n", 2),
     ("본문입니다.\n", 0), ("표 1. 지급률\n\n\n\n", 0), ("", 0), ("표 1. a\n표 2. b\n표 3. c\n", 2)],
)  # fmt: skip
def test_captions_stay_with_their_table(above: str, glued: int) -> None:
    text = above + "| A |\n| --- |\n| 1 |\n"
    assert len(caption_ends(text, len(above))) == glued


def test_a_caption_is_not_left_behind() -> None:
    text = "가나다라 마바사. " * 9 + "\n\n표 1. 지급률\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"
    assert split(text, ChunkingConfig(chunk_size=110, chunk_overlap=0))[-1].content.startswith("표 1. 지급률")


def test_overlap_leaves_room_for_the_header_that_it_would_need() -> None:
    text = (
        "| 이름 | 값 |\n| --- | --- |\n"
        + "| 가 | 1 |\n" * 4
        + "끝나는 줄입니다 여기에서.\n다음 글이 이어집니다 여기에서.\n"
    )
    for size in range(50, 100):
        for chunk in split(text, ChunkingConfig(chunk_size=size, chunk_overlap=40)):
            assert len(chunk.content) + len(chunk.table_header) <= size
