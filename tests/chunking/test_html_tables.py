import pytest

from pincite.chunking import ChunkingConfig, profile_document, split
from pincite.chunking.html_tables import find_html_tables
from pincite.chunking.layout import read_layout

HEAD = '<table border="1"><thead><tr><th>이름</th><th colspan="2">값</th></tr></thead>\n'


def _rows(count: int) -> str:
    return "".join(f"<tr><td>항목 {i}</td><td>{i}</td><td>{'가' * 20}</td></tr>\n" for i in range(count))


@pytest.mark.feature("TB-05")
def test_a_table_in_html_is_one_span() -> None:
    table = HEAD + _rows(10) + "</table>"
    text = f"앞의 글입니다.\n\n{table}\n\n뒤의 글입니다."
    assert profile_document(text).has_tables
    for size in (60, 200, 512):
        assert any(table in chunk.content for chunk in split(text, ChunkingConfig(chunk_size=size)))


@pytest.mark.feature("TB-05")
@pytest.mark.feature("TB-02")
def test_a_very_long_one_is_cut_between_rows_and_names_its_columns_again() -> None:
    text = f"앞의 글입니다.\n\n{HEAD}{_rows(300)}</table>\n\n뒤의 글입니다."
    chunks = split(text, ChunkingConfig(chunk_overlap=0))
    assert len(chunks) > 20
    for chunk in chunks:
        assert chunk.content.count("<tr>") == chunk.content.count("</tr>")
        assert len(chunk.content) + len(chunk.table_header) <= 512
        if "<td>" in chunk.content:
            assert HEAD in chunk.display_text()


def test_without_column_names_there_is_no_header() -> None:
    tables, spans = find_html_tables(f"<table>{_rows(300)}</table>", [])
    assert (tables, len(spans)) == ([], 301)


def test_a_table_of_nothing_but_names_and_one_without_rows() -> None:
    names = f"<table>{'<tr><th>이름</th></tr>' * 500}</table>"
    assert find_html_tables(names, []) == ([], [(0, len(names))])
    empty = f"<table>{'가' * 8000}</table>"
    assert find_html_tables(empty, []) == ([], [(0, len(empty))])


def test_tables_in_tables_in_code_and_unclosed_ones() -> None:
    nested = "<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>"
    assert find_html_tables(f"a{nested}b", [])[1] == [(1, 1 + len(nested))]
    assert find_html_tables("</table> <table><tr><td>1</td></tr>", []) == ([], [])
    code = f"```\n{nested}\n```\n"
    assert read_layout(code).spans == [(0, len(code))]
