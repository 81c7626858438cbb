"""DOCX and HTML."""

import pytest

from pincite.core.errors import EmptyDocument
from pincite.parsing import parse
from tests.parsing.files import docx, paragraph, word_cell, word_table


def test_docx_headings_keep_their_word_level() -> None:
    body = (
        paragraph("제1장 총칙", "Heading1") + paragraph("제1조(목적)", "Heading2")
        + paragraph("이 규정은 휴가를 정한다.")
        + paragraph("세부 사항", "Heading3") + paragraph("부서장이 정한다.")
    )  # fmt: skip
    parsed = parse(docx(body), "rules.docx")
    assert parsed.markdown == (
        "# 제1장 총칙\n\n## 제1조(목적)\n\n이 규정은 휴가를 정한다.\n\n### 세부 사항\n\n부서장이 정한다."
    )
    assert parsed.title == "제1장 총칙"


def test_docx_cells_fill_what_they_span() -> None:
    rows = [
        [word_cell("구분"), word_cell("일수"), word_cell("비고")],
        [word_cell("연차", '<w:vMerge w:val="restart"/>'), word_cell("15일"), word_cell("1년 이상")],
        [word_cell("", "<w:vMerge/>"), word_cell("11일"), word_cell("1년 미만")],
        [word_cell("병가", '<w:gridSpan w:val="2"/>'), word_cell("진단서")],
    ]
    text = parse(docx(paragraph("휴가 일수") + word_table(rows)), "leave.docx").markdown
    assert "| 구분 | 일수 | 비고 |\n| --- | --- | --- |" in text
    assert "| 연차 | 15일 | 1년 이상 |\n| 연차 | 11일 | 1년 미만 |\n| 병가 | 병가 | 진단서 |" in text


def test_docx_title_of_the_properties() -> None:
    core = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Travel Policy</dc:title>'
        "<dc:creator>Kim</dc:creator></cp:coreProperties>"
    )
    parsed = parse(docx(paragraph("Body text."), {"docProps/core.xml": core.encode()}), "x.docx")
    assert parsed.title == "Travel Policy"
    assert parsed.metadata["creator"] == "Kim"


def test_a_docx_without_text_is_empty() -> None:
    with pytest.raises(EmptyDocument):
        parse(docx("<w:p/>"), "blank.docx")


PAGE = """<!DOCTYPE html><html><head><title>Refunds | Shop</title><style>p{}</style></head><body>
<header><a href="/">Shop</a><ul><li>Home</li><li>Sale</li></ul></header>
<nav><ul><li><a href="/a">Products</a></li><li><a href="/b">Careers</a></li></ul></nav>
<main><h1>Refund policy</h1><nav>Breadcrumb</nav>
<p>You may return goods within <b>14</b> days<sup>[1]</sup>.</p>
<h2>Fees</h2><table><tr><th>Item</th><th>Fee</th></tr><tr><td rowspan="2">Parcel</td><td>3 EUR</td></tr>
<tr><td>5 EUR</td></tr></table><ol><li>Pack it.</li><li>Send it.</li></ol>
<h3>Exceptions</h3><p>Food &amp; drink.</p></main>
<aside>You may also like</aside><footer>Imprint. All rights reserved.</footer>
<script>var tracking = 1;</script></body></html>"""


def test_html_keeps_content_and_drops_the_site_around_it() -> None:
    parsed = parse(PAGE.encode(), "refund.html")
    assert parsed.title == "Refund policy"
    assert parsed.markdown == (
        "# Refund policy\n\nYou may return goods within 14 days[1].\n\n"
        "## Fees\n\n| Item | Fee |\n| --- | --- |\n"
        "| Parcel | 3 EUR |\n| Parcel | 5 EUR |\n\n1. Pack it.\n2. Send it.\n\n"
        "### Exceptions\n\nFood & drink."
    )


def test_html_without_main_drops_menus_too() -> None:
    page = PAGE.replace("<main>", "<div>").replace("</main>", "</div>")
    text = parse(page.encode(), "refund.htm").markdown
    assert "14 days" in text
    for noise in ("Careers", "Breadcrumb", "also like", "Imprint", "tracking", "Sale"):
        assert noise not in text


@pytest.mark.parametrize("charset", ["euc-kr", "utf-8", "ks_c_5601-1987"])
def test_html_charset_is_obeyed(charset: str) -> None:
    body = "<h1>약관</h1><p>보험금은 3일 안에 지급한다.</p>"
    page = f"<html><head><meta charset='{charset}'></head><body>{body}</body></html>"
    data = page.encode("utf-8" if charset == "utf-8" else "cp949")
    parsed = parse(data, "terms.html")
    assert parsed.title == "약관"
    assert "보험금은 3일 안에 지급한다." in parsed.markdown


def test_html_that_declares_the_wrong_charset_is_read_by_its_letters() -> None:
    body = "<p>보험금은 서류를 접수한 날부터 지급한다.</p>"
    page = f"<html><head><meta charset='utf-8'></head><body>{body}</body></html>"
    assert "서류를 접수한" in parse(page.encode("cp949"), "terms.html").markdown


def test_html_keeps_forms_and_folded_answers_and_survives_an_open_menu() -> None:
    folded = "<form><h2>Refund?</h2><div hidden style='display: none'>Within 14 days.</div></form>"
    assert "Within 14 days." in parse(f"<html><body>{folded}</body></html>".encode(), "faq.html").markdown
    open_menu = f"<html><body><nav>{folded}</body></html>"
    assert "Within 14 days." in parse(open_menu.encode(), "faq.html").markdown


def test_html_is_recognised_under_another_name() -> None:
    parsed = parse(PAGE.encode(), "refund.txt")
    assert parsed.media_type == "text/html"
    assert "does not match" in parsed.warnings[0]


def test_markdown_with_inline_html_stays_markdown() -> None:
    text = "<div align='center'>Logo</div>\n\n# Guide\n\nText."
    assert parse(text.encode(), "README.md").markdown == text
