"""What an engine answers, made Markdown."""

import pytest

from pincite.parsing.ocr_text import sanitize_ocr, tables_to_gfm


@pytest.mark.feature("TB-05")
def test_a_table_without_joined_cells_gets_pipes() -> None:
    markup = (
        '<table border="1"><tr><th>Plan</th><th>Limit</th></tr><tr><td>Basic</td><td>a|b</td></tr></table>'
    )
    assert tables_to_gfm(f"Before{markup}after") == (
        "Before\n\n| Plan | Limit |\n| --- | --- |\n| Basic | a\\|b |\n\nafter"
    )


@pytest.mark.feature("TB-05")
def test_a_table_with_joined_cells_stays_html_without_its_dress() -> None:
    markup = '<TABLE class="x"><tr style="a"><td colspan="2" width=9>A</td></tr><tr><td>1</td><td>2</td></tr></TABLE>'
    assert tables_to_gfm(markup) == (
        '<table><tr><td colspan="2">A</td></tr><tr><td>1</td><td>2</td></tr></table>'
    )


def test_a_table_inside_a_cell_stays_html() -> None:
    markup = "<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>"
    assert tables_to_gfm(markup) == markup


@pytest.mark.parametrize("text", ["no table", "<table><tr><td>never closed", "a | b", "</table>"])
def test_what_is_no_table_stays(text: str) -> None:
    assert tables_to_gfm(text) == text


def test_rows_of_unequal_length_are_filled_up() -> None:
    assert tables_to_gfm("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>").endswith(
        "| c |  |"
    )


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("~~~\nfifteen days\n~~~", "fifteen days"),
        ("```markdown\n# Leave\n\n15 days\n```", "# Leave\n\n15 days"),
        ("<div><h2>휴가</h2><p>가 &amp; 나</p></div>", "## 휴가\n\n가 & 나"),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n\n- two"),
        ("if a < b and c > d", "if a < b and c > d"),
        ("List<String> of <T>", "List<String> of <T>"),
        ("텍스트 없음", ""),
        ("There is no text in the image.", ""),
        ("(None)", ""),
        ("None of the parties may withdraw.", "None of the parties may withdraw."),
    ],
)
def test_answers_of_models(answer: str, text: str) -> None:
    assert sanitize_ocr(answer) == text


def test_code_inside_a_page_is_no_fence_around_it() -> None:
    text = "Run:\n\n```\nls\n```\n\nand\n\n```\npwd\n```"
    assert sanitize_ocr(text) == text
