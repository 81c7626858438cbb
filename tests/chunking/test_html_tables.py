import pytest

from pincite.chunking import ChunkingConfig, profile_document, split, split_parent_child
from pincite.chunking.html_tables import find_html_tables
from pincite.chunking.layout import read_layout

HEAD = '<table border="1"><thead><tr><th>이름</th><th colspan="2">값</th></tr></thead>\n'


def _rows(count: int) -> str:
    return "".join(f"<tr><td>항목 {i}</td><td>{i}</td><td>{'가' * 20}</td></tr>\n" for i in range(count))


@pytest.mark.feature("TB-05")
def test_a_table_in_html_within_the_size_is_one_span() -> None:
    table = HEAD + _rows(10) + "</table>"
    text = f"앞의 글입니다.\n\n{table}\n\n뒤의 글입니다."
    assert profile_document(text).has_tables
    for size in (len(table), len(table) + 40, 2000):
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


@pytest.mark.feature("TB-05")
@pytest.mark.feature("TB-02")
@pytest.mark.parametrize(
    "head",
    [
        HEAD, "<table><tr><th>이름</th><th>값</th></tr>\n", "<TABLE>\n<THEAD>\n<TR><TD>이름</TD><TD>값</TD></TR>\n</THEAD>\n<TBODY>\n",
        "<table><thead><tr><th>이름</th></tr>\n<tr><td>값</td></tr></thead>\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("strategy", ["auto", "legacy", "heading", "heuristic"])
def test_one_above_the_size_is_cut_between_rows_too(head: str, strategy: str) -> None:
    text = f"표 1. 지급률\n\n{head}{_rows(60)}</table>\n\n뒤의 글입니다."
    assert 2000 < len(text) < 7500
    chunks = split(text, ChunkingConfig(chunk_overlap=0, strategy=strategy))
    assert len(chunks) > 5
    assert chunks[0].content.startswith(f"표 1. 지급률\n\n{head}<tr><td>항목 0")
    for chunk in chunks[1:]:
        assert chunk.content.startswith("<tr>")
        assert chunk.table_header == head
        assert len(chunk.content) + len(head) <= 512
    assert "".join(chunk.content for chunk in chunks) == text


def test_children_and_token_limits_cut_between_rows() -> None:
    text = f"앞의 글입니다.\n\n{HEAD}{_rows(30)}</table>\n\n뒤의 글입니다."
    sizes = ChunkingConfig(enable_parent_child=True, parent_chunk_size=4096, child_chunk_size=300)
    both = split_parent_child(text, sizes)
    assert [len(both.parents), len(both.children) > 5] == [1, True]
    limited = split(text, ChunkingConfig(chunk_size=4096, token_limit=300), count_tokens=len)
    for chunk in (*both.children, *limited):
        assert len(chunk.content) <= 300
        assert chunk.content.count("<tr>") == chunk.content.count("</tr>")
        assert "<td>" not in chunk.content or HEAD in chunk.display_text()


def _spans(text: str) -> list[str]:
    return [text[a:b] for a, b in read_layout(text).sized(10).spans]


def test_without_column_names_there_is_no_header() -> None:
    table = f"<table>{_rows(300)}</table>"
    (found,) = find_html_tables(table, [])
    assert (found.table(table), len(_spans(table))) == (None, 300)
    side = f"<table>{'<tr><th>이름</th><td>값</td></tr>' * 20}</table>"
    (found,) = find_html_tables(side, [])
    assert (found.table(side), len(_spans(side))) == (None, 20)


def test_a_table_of_nothing_but_names_and_one_without_rows() -> None:
    names = f"<table>{'<tr><th>이름</th></tr>' * 500}</table>"
    (found,) = find_html_tables(names, [])
    assert (found.table(names), len(_spans(names))) == (None, 500)
    empty = f"<table><thead></thead>{'가' * 8000}</table>"
    assert _spans(empty) == [empty]


def test_a_row_holds_the_tables_in_its_cells() -> None:
    inner = "<table><thead><tr><th>a</th></tr></thead><tr><td>1</td></tr></table>"
    row = f"<tr><td>{inner}</td></tr>"
    text = f"<table><tr><th>A</th></tr>{row * 4}</table>"
    assert _spans(text) == ["<table><tr><th>A</th></tr>", row, row, row, row + "</table>"]


def test_code_that_shows_a_table_and_marks_at_its_ends() -> None:
    table = "<table><tr><td>1</td></tr><tr><td>2</td></tr></table>"
    assert _spans(f"a `{table}` b") == [f"`{table}`"]
    assert len(_spans(f"a\n\n{table}\u0301\n{table}")) == 4
    layout = read_layout(table)
    assert layout.sized(len(table)).spans == [(0, len(table))]
    assert layout.sized(10) is layout.sized(20)


def test_tables_in_tables_in_code_and_unclosed_ones() -> None:
    nested = "<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>"
    assert [(t.start, t.end) for t in find_html_tables(f"a{nested}b", [])] == [(1, 1 + len(nested))]
    assert list(find_html_tables("</table> <tr> <table><tr><td>1</td></tr>", [])) == []
    code = f"```\n{nested}\n```\n"
    assert read_layout(code).spans == [(0, len(code))]
