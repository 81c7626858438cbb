"""DOCX and HTML."""

import pytest

from pincite.core.errors import CorruptDocument, EmptyDocument
from pincite.parsing import parse
from tests.parsing.files import docx, paragraph, word_cell, word_table
from tests.parsing.office_files import BOMB, SECRET, edited, with_entities


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


@pytest.mark.parametrize(
    "hiding",
    [
        "style='display:none'", "style='color: red; DISPLAY : none !important'", "style='visibility:hidden'",
        "hidden", "hidden=''", "style='display:none' aria-hidden='true'",
    ],
)  # fmt: skip
@pytest.mark.parametrize("tag", ["div", "span", "p", "tr", "section", "h2"])
def test_html_drops_what_nobody_sees(tag: str, hiding: str) -> None:
    secret = f"<{tag} {hiding}>{{{{name}}}} SECRET</{tag}>"
    inside = f"<table><tr><td>Mon</td><td>9</td></tr>{secret}</table>" if tag == "tr" else secret
    page = f"<html><body><h1>Hours</h1><p>We open at nine.</p>{inside}<p>And close at five.</p></body></html>"
    text = parse(page.encode(), "hours.html").markdown
    assert "SECRET" not in text
    assert "We open at nine." in text
    assert "And close at five." in text


@pytest.mark.parametrize(
    "folded",
    [
        "<button aria-controls='a1'>+</button><p>Q</p><div id='a1' hidden>ANSWER</div>",
        "<a href='#a1'>Q</a><p>More.</p><div id='a1' style='display:none'>ANSWER</div>",
        "<dl><dt>Q</dt><dd style='display:none'>ANSWER</dd></dl>",
        "<h3><a>Q</a></h3><div style='display:none'><p>ANSWER</p></div>",
        "<p>Q</p><div class='faq-answer' style='display:none'>ANSWER</div>",
        "<p>Q</p><div hidden='until-found'>ANSWER</div>",
        "<p>Q</p><div role='tabpanel' hidden>ANSWER</div>",
    ],
)
def test_html_keeps_folded_answers(folded: str) -> None:
    page = f"<html><body><h1>FAQ</h1><p>Questions that people ask us.</p>{folded}<p>End.</p></body></html>"
    assert "ANSWER" in parse(page.encode(), "faq.html").markdown


def test_html_that_a_script_shows_later_and_hidden_blocks_never_closed_lose_nothing() -> None:
    late = f"<html><body><p>Loading</p><div style='display:none'>{'<p>Clause.</p>' * 20}</div></body></html>"
    assert parse(late.encode(), "x.html").markdown.count("Clause.") == 20
    never_closed = "<html><body><h1>A</h1><p>Text one.</p><div hidden>B<p>Text two.</p></body></html>"
    assert "Text two." in parse(never_closed.encode(), "x.html").markdown


def test_html_captions_are_said_once() -> None:
    rows = "<tr><th>Day</th><th>Hours</th></tr><tr><td>Mon</td><td>9</td></tr>"
    page = f"<html><body><h1>Shop</h1><p>Open.</p><table><caption>Opening <b>hours</b></caption>{rows}</table></body></html>"
    assert parse(page.encode(), "x.html").markdown == (
        "# Shop\n\nOpen.\n\nOpening hours\n\n| Day | Hours |\n| --- | --- |\n| Mon | 9 |"
    )


def test_html_is_recognised_under_another_name() -> None:
    parsed = parse(PAGE.encode(), "refund.txt")
    assert parsed.media_type == "text/html"
    assert "does not match" in parsed.warnings[0]


def test_markdown_with_inline_html_stays_markdown() -> None:
    text = "<div align='center'>Logo</div>\n\n# Guide\n\nText."
    assert parse(text.encode(), "README.md").markdown == text


def test_tables_that_only_place_things_become_what_they_place() -> None:
    inner = "<table><tr><th>Plan</th><th>Fee</th></tr><tr><td>A</td><td>3</td></tr></table>"
    page = f"<html><body><table><tr><td><h1>News</h1><p>Hello</p>{inner}<p>Bye</p></td></tr></table></body></html>"
    assert parse(page.encode(), "x.html").markdown == (
        "# News\n\nHello\n\n| Plan | Fee |\n| --- | --- |\n| A | 3 |\n\nBye"
    )


def test_docx_tables_and_pictures_in_cells_follow_their_table() -> None:
    inner = word_table([[word_cell("안쪽 가"), word_cell("안쪽 나")], [word_cell("1"), word_cell("2")]])
    outer = f"<w:tc><w:tcPr/>{paragraph('바깥')}{inner}<w:p/></w:tc>"
    text = parse(docx(word_table([[outer, word_cell("값")]])), "x.docx").markdown
    assert text == "| 바깥 | 값 |\n| --- | --- |\n\n| 안쪽 가 | 안쪽 나 |\n| --- | --- |\n| 1 | 2 |"


def test_docx_pictures_come_along_as_they_are() -> None:
    relations = (
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" '
        'Target="media/image1.jpeg"/></Relationships>'
    )
    drawing = (
        '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing"><wp:docPr id="1" name="P" descr="약도 [1]"/><a:graphic xmlns:a="http://schemas.'
        'openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/'
        '2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill>'
        '<a:blip r:embed="rId9" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>'
        "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    jpeg = b"\xff\xd8\xff\xe0" + bytes(300)
    data = docx(paragraph("앞") + drawing + paragraph("뒤"), {"word/media/image1.jpeg": jpeg})
    data = edited(data, "word/_rels/document.xml.rels", lambda old: relations.encode())
    parsed = parse(data, "x.docx")
    assert parsed.markdown == "앞\n\n![약도 (1)](image-0001.jpg)\n\n뒤"
    assert [(image.name, image.data, image.media_type) for image in parsed.images] == [
        ("image-0001.jpg", jpeg, "image/jpeg")
    ]


@pytest.mark.parametrize("declaration", [BOMB, SECRET])
def test_docx_entities_are_refused(declaration: str) -> None:
    data = edited(
        docx(paragraph("PLACE")), "word/document.xml", lambda xml: with_entities(xml, declaration, "PLACE")
    )
    with pytest.raises(CorruptDocument):
        parse(data, "x.docx")


def test_a_damaged_part_of_a_docx_is_said() -> None:
    data = edited(docx(paragraph("제1장", "Heading1")), "word/styles.xml", lambda xml: xml[:-30])
    parsed = parse(data, "x.docx")
    assert "제1장" in parsed.markdown
    assert parsed.warnings == ("Parts of the file are damaged and were left out: word/styles.xml.",)
