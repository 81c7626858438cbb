"""Tables of spreadsheets in their Markdown."""

import pytest

from pincite.enrichment.replies import TableNotes
from pincite.enrichment.tables import column_text, find_tables, table_facts, words_above
from pincite.parsing import ParseOptions, parse


def markdown_of(csv: str) -> str:
    return parse(csv.encode(), "rates.csv", max_bytes=10**8, options=ParseOptions()).markdown


def test_a_table_has_columns_rows_and_a_place() -> None:
    text = "# 요율\n\n| 나이 | 보험료 \\| 월 |\n| --- | --- |\n| 20 | 1,000 |\n| 30 |  |\n\n끝"
    (table,) = find_tables(text)
    assert table.columns == ("나이", "보험료 | 월")
    assert [list(row) for row in table.rows] == [["20", "1,000"], ["30", ""]]
    assert text[table.start : table.end].startswith("| 나이")
    assert text[table.start : table.end].endswith("| 30 |  |")


@pytest.mark.parametrize("text", ["", "no table", "| a | b |", "| a |\n\n| --- |", "|  |\n| --- |\n| x |"])
def test_what_is_no_table_is_none(text: str) -> None:
    assert find_tables(text) == []


def test_several_tables_in_order() -> None:
    text = "| a |\n| --- |\n| 1 |\n\n## 2\n\n| b |\n| --- |\n"
    assert [(table.columns, table.count) for table in find_tables(text)] == [(("a",), 1), (("b",), 0)]


def test_a_wide_table_that_is_written_as_records_is_one_table() -> None:
    names = [f"a rather long name of column number {n}" for n in range(20)]
    rows = "\n".join(",".join(f"v{row}-{n}" if n or row else "" for n in range(20)) for row in range(30))
    (table,) = find_tables(markdown_of(",".join(names) + "\n" + rows))
    assert sorted(table.columns) == sorted(names)
    assert table.count == 30
    row = dict(zip(table.columns, table.shown[-1], strict=True))
    assert row[names[5]] == "v29-5"


def test_a_model_is_told_columns_values_and_rows_within_the_limit() -> None:
    rows = "".join(f"| {age} | {age * 100} | {'남' if age % 2 else '여'} |\n" for age in range(1_000))
    (table,) = find_tables(f"| 나이 | 보험료 | 성별 |\n| --- | --- | --- |\n{rows}")
    facts = table_facts(table, "요율 > 2024", 600)
    assert len(facts) <= 600
    assert facts.startswith("요율 > 2024\ncolumns: 3, rows: 1000")
    assert "- 성별: 여 / 남" in facts
    assert "999 | 99900 | 남" in facts, "the last row is shown too"
    wide = find_tables("|" + " name |" * 3_000 + "\n|" + " --- |" * 3_000 + "\n|" + " x |" * 3_000)[0]
    assert len(table_facts(wide, "", 2_000)) <= 2_000


def test_the_chunk_on_columns_names_them_all() -> None:
    (table,) = find_tables("| 나이 | **보험료** | |\n| --- | --- | --- |\n| 1 | 2 | 3 |")
    notes = TableNotes("요약", {"나이": "만 나이"})
    assert column_text(table, notes) == "- 나이: 만 나이\n- 보험료"


def test_a_title_and_a_unit_above_a_table_are_told() -> None:
    head = "| a |\n| --- |\n| 1 |"
    for above, told in [
        ("# 기본\n\n기본 요율표\n\n(단위: 만원)\n\n", "기본 요율표\n(단위: 만원)"),
        ("기본 요율표\n\n# 특약\n\n", ""),
        (f"{head}\n\n", ""),
        ("", ""),
    ]:
        text = f"{above}{head.replace('a', 'b')}"
        assert words_above(text, find_tables(text)[-1]) == told
