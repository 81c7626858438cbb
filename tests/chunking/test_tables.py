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
        (["| a | |", "| --- | --- |", "| b |", "| 1 | 2 |"], ["| a | |\n| --- | --- |\n"]),
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


@pytest.mark.feature("TB-07")
@pytest.mark.parametrize(
    "names",
    [
        "| 종류 | 2024년 | 2025년 |", "| 종류 | 2024 | 2025 |", "| 종류 | 1분기 | 2분기 |", "| Type | Q1 | Q2 |", "| 类别 | 2024年 | 2025年 |", "| Art | 2024 | 2025 |",
        "| 종류 | 제1형 | 제2형 |", "| 종류 | 1종 | 2종 |", "| Type | Plan 1 | Plan 2 |", "| 종류 | 2024년 1분기 | 2024년 2분기 |", "| Type | FY24 | FY25E |",
        "| 종류 | 1월 | 2월 |", "| 类别 | 第1季度 | 第2季度 |", "| Type | Jan 2024 | Feb 2024 |", "| 종류 | 2023~2024 | 2024~2025 |", "| 종류 | '24년 | '25년 |",
        "| 종류 | **2024년말** | **2025년말** |", "| 종류 | 2024.12 | 2025.12 |", "| | 2024년 | 2025년 |",
    ],
)  # fmt: skip
def test_a_second_header_row_may_name_years_and_kinds(names: str) -> None:
    head = f"| 구분 | 보험금 | |\n|---|---|---|\n{names}\n"
    text = head + "".join(f"| 사망 {i} | {i},000 | {i}5.5% |\n" for i in range(30))
    assert [table.header for table in find_tables(text, [])[0]] == [head]
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    assert all(chunk.table_header == head for chunk in chunks[1:])


@pytest.mark.feature("TB-07")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("| 사망 | 10 | 5 |", "| 상해 | 3 | 2 |"), ("| 사망 | 1,000원 | 5% |", "| 상해 | 3 | 2 |"), ("| 설립 | 2024 | 2025 |", "| 폐업 | 2019 | 2020 |"),
        ("| 사망 | 약 10 | 최대 5 |", "| 상해 | 3 | 2 |"), ("| 사망 | 10만원 | 5만원 |", "| 상해 | 3 | 2 |"), ("| 40세 | 남자 | 여자 |", "| 50세 | 남자 | 여자 |"),
        ("| 담보 | A1 | B2 |", "| 특약 | A3 | B4 |"), ("| death | $10 | $5 |", "| injury | 3 | 2 |"),
    ],
)  # fmt: skip
def test_a_row_of_amounts_is_no_header(first: str, second: str) -> None:
    head = "| 구분 | 보험금 | |\n|---|---|---|\n"
    assert [table.header for table in find_tables(f"{head}{first}\n{second}\n", [])[0]] == [head]


@pytest.mark.feature("TB-01")
@pytest.mark.feature("TB-02")
@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("| a | b |\n|:-:|--|\n", "| {0} | {0} |\n"), ("| a | b |\n|-|-|\n", "| {0} | {0} |\n"), ("a | b\n--- | ---\n", "{0} | {0}\n"),
        ("이름 | 값 | 비고\n:-: | -: | -\n", "가{0} | {0} |\n"), ("> | a | b |\n> |---|---|\n", "> | {0} | {0} |\n"), ("> a | b\n> -- | --\n", "> {0} | {0}\n"),
        ("| a | b |\n--- | ---\n", "| {0} | {0} |\n"), (">> | a | b |\n>> | :-- | --: |\n", ">> | {0} | {0} |\n"), ("| a | b |\n| c | d |\n|:-:|:-:|\n", "| {0} | {0} |\n"),
    ],
)  # fmt: skip
def test_tables_as_readers_of_markdown_know_them(head: str, row: str) -> None:
    text = "앞의 글.\n\n" + head + "".join(row.format(i) for i in range(100, 160)) + "\n뒤의 글.\n"
    tables, spans = find_tables(text, [])
    assert [table.header for table in tables] == [head]
    assert len(spans) == 61
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    rows = [chunk for chunk in chunks if "10" in chunk.content or "15" in chunk.content]
    assert all(chunk.table_header == head for chunk in rows[1:])
    assert "".join(chunk.content for chunk in chunks) == text


@pytest.mark.feature("TB-04")
def test_a_row_of_dashes_in_a_table_is_data() -> None:
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n| - | - |\n| -- | -- |\n| 3 | 4 |\n"
    assert [table.end for table in find_tables(text, [])[0]] == [len(text)]


@pytest.mark.parametrize(
    "text",
    ["a | b\n- | - | -\n", "a \\| b\n--- | ---\n", "--- | ---\na | b\n", "a | b\n\n--- | ---\n", "either | or\nmore text\n", "a - b\n---\n"],
)  # fmt: skip
def test_pipes_in_prose_are_no_table(text: str) -> None:
    assert find_tables(text, []) == ([], [])


def test_a_heading_ends_a_table_without_leading_pipes() -> None:
    text = "a | b\n--- | ---\n1 | 2\n# c | d\n"
    assert [text[table.start : table.end] for table in find_tables(text, [])[0]] == [
        "a | b\n--- | ---\n1 | 2\n"
    ]
    assert find_tables("```\na | b\n--- | ---\n```\n", [(0, 23)]) == ([], [])
    assert find_tables("a | b\n--- | ---", [])[1] == [(0, 15)]


@pytest.mark.feature("TB-02")
@pytest.mark.feature("TB-04")
@pytest.mark.parametrize(
    "ragged",
    ["| 소계 | 200 |\n", "| 사망담보 |\n", "| `a | b` 는 또는 | x |\n", "| 가 | 1 | 원 | 주1) | 주2) |\n", "| 소계 | 200 |\n| 계 | 400 |\n"],
)  # fmt: skip
@pytest.mark.parametrize(("before", "after"), [(20, 20), (0, 20), (20, 0)])
def test_a_row_of_another_width_does_not_end_a_table(ragged: str, before: int, after: int) -> None:
    head = "| 담보 | 금액 | 단위 |\n| --- | --- | --- |\n"
    row = "| 항목 {} | {} | 원 |\n"
    text = head + "".join(row.format(i, i) for i in range(before)) + ragged
    text += "".join(row.format(i, i) for i in range(after)) + "\n끝."
    assert [table.header for table in find_tables(text, [])[0]] == [head]
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    assert len(chunks) > 2
    for chunk in chunks:
        assert "|" not in chunk.content or head in chunk.display_text()


@pytest.mark.feature("TB-04")
def test_a_table_below_a_ragged_row_has_its_own_names() -> None:
    text = (
        "| A | B |\n| --- | --- |\n"
        + "| 1 | 2 |\n" * 5
        + "| 합계 |\n| X | Y | Z |\n|---|---|---|\n| 3 | 4 | 5 |\n"
    )
    tables, _ = find_tables(text, [])
    assert [text[table.start] + table.header[2] for table in tables] == ["|A", "|X"]
    assert text[: tables[0].end].endswith("| 합계 |\n")
    apart = "| A | B |\n| --- | --- |\n" + "| 1 | 2 |\n" * 3 + "| 1 | 2 | 3 |\n" * 4
    assert [table.header for table in find_tables(apart, [])[0]] == ["| A | B |\n| --- | --- |\n", ""]


@pytest.mark.feature("TB-07")
@pytest.mark.parametrize(
    "head",
    [
        "| 가 | 가 | 나 |\n| 다 | 라 | 마 |\n|-|-|-|\n", "|가|가|나|\n|다|라|마|\n|-|-|-|\n", "| 구분 | | 비고 |\n| 남 | 여 | 계 |\n| - | - | - |\n",
        "| 가 | 나 | 다 |\n| 라 | 마 | 바 |\n|-|-|-|\n", "| 가 | 가 | 나 |\n| 다 | 라 | 마 |\n| 바 | 사 | 아 |\n|---|---|---|\n",
        "| 가 | 가 | 나 |\n| 다 | 라 | 마 |\n| 2024년 | 2025년 | 아 |\n|-|-|-|\n", "| 구분 | 보험금 | |\n|---|---|---|\n| 종류 | 1종 | 2종 |\n",
        "| 구분 | 보험금 | |\n|---|---|---|\n| | 1종 | 1종 |\n| 담보 | 남 | 여 |\n", "| 구분 | 보험금 | 보험금 |\n|-|-|-|\n| 구분 | 1종 | 1종 |\n| 담보 | 2024년 | 2025년 |\n",
    ],
)  # fmt: skip
def test_heads_of_several_rows(head: str) -> None:
    text = head + "".join(f"| 사망 {i} | {i},000 | {i}5.5% |\n" for i in range(30))
    assert [table.header for table in find_tables(text, [])[0]] == [head]
    chunks = split(text, ChunkingConfig(chunk_size=150, chunk_overlap=0))
    assert all(chunk.table_header == head for chunk in chunks[1:])


@pytest.mark.feature("TB-07")
@pytest.mark.parametrize(
    ("above", "headers"),
    [
        ("| 가 | 1,000 | 2 |\n| 나 | 3,000 | 4 |\n| - | - | - |\n", [""]), ("| 가 | 나 | 다 |\n| 라 | 마 | 바 |\n| - | - | - |\n", [""]),
        ("| 가 | 가 | 다 |\n| 라 | 마 | 바 |\n| - | - | - |\n| - | - | - |\n", [""]), ("| 가 | 가 | 다 |\n| 라 | 마 | 바 |\n| - | - | - |", [""]),
        ("| 가 | 나 | 다 |\n| 라 | 마 | 바 |\n| A | B | C |\n|---|---|---|\n", ["", "| A | B | C |\n|---|---|---|\n"]),
        ("| 가 | 가 | 다 |\n| 라 | 마 | 바 |\n| 1 | 2 |\n|-|-|-|\n", [""]),
    ],
)  # fmt: skip
def test_rows_above_dashes_may_be_data(above: str, headers: list[str]) -> None:
    rest = "| 사망 | 1 | 2 |\n" if above.endswith("\n") else ""
    assert [table.header for table in find_tables(above + rest, [])[0]] == headers
