import pytest

from pincite.chunking import ChunkingConfig, split
from pincite.chunking.tables import count_columns, find_tables


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
