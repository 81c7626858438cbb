"""Notes of a DOCX where they are referred to, and headings that no style of the name Heading makes."""

import pytest

from pincite.parsing import parse
from tests.parsing.files import docx, paragraph, word_cell, word_table
from tests.parsing.office_files import edited

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RAISED = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'


def mark(identity: int, kind: str = "footnote", properties: str = RAISED) -> str:
    return f'<w:r>{properties}<w:{kind}Reference w:id="{identity}"/></w:r>'


def run(text: str, properties: str = "") -> str:
    return f'<w:r>{properties}<w:t xml:space="preserve">{text}</w:t></w:r>'


def noted(
    body: str, footnotes: dict[int, str] | None = None, endnotes: dict[int, str] | None = None
) -> bytes:
    files: dict[str, bytes] = {}
    relations = ""
    for kind, notes in (("footnote", footnotes), ("endnote", endnotes)):
        inside = "".join(
            f'<w:{kind} w:id="{at}"><w:p><w:r>{RAISED}<w:{kind}Ref/></w:r>{run(" " + text)}</w:p></w:{kind}>'
            for at, text in (notes or {}).items()
        )
        rule = f'<w:{kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>'
        files[f"word/{kind}s.xml"] = (
            f'<?xml version="1.0"?><w:{kind}s xmlns:w="{WORD}">{rule}{inside}</w:{kind}s>'.encode()
        )
        relations += f'<Relationship Id="{kind}" Type="{OFFICE}/{kind}s" Target="{kind}s.xml"/>'
    return edited(
        docx(body, files),
        "word/_rels/document.xml.rels",
        lambda old: old.replace(b"</Relationships>", relations.encode() + b"</Relationships>"),
    )


def styled(body: str, styles: str) -> bytes:
    return edited(
        docx(body),
        "word/styles.xml",
        lambda old: old.replace(b"</w:styles>", styles.encode() + b"</w:styles>"),
    )


def outlined(text: str, level: int, style: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f'<w:p><w:pPr>{named}<w:outlineLvl w:val="{level}"/></w:pPr>{run(text)}</w:p>'


def test_a_note_stands_below_the_heading_that_refers_to_it() -> None:
    data = noted(
        paragraph("제1장 총칙", "Heading1")
        + f"<w:p>{run('보험금은 3만원')}{mark(2)}{run('이다.')}</w:p>"
        + paragraph("제2장 벌칙", "Heading1")
        + paragraph("벌금은 없다."),
        {2: "의원급은 1만원."},
    )
    assert parse(data, "x.docx").markdown == (
        "# 제1장 총칙\n\n보험금은 3만원[^1]이다.\n\n[^1]: 의원급은 1만원.\n\n# 제2장 벌칙\n\n벌금은 없다."
    )


def test_footnotes_and_endnotes_are_numbered_in_the_order_of_the_text() -> None:
    data = noted(
        f"<w:p>{run('One')}{mark(7)}{run(' and two')}{mark(3)}{run('.')}</w:p>"
        f"<w:p>{run('An end')}{mark(1, 'endnote')}{run('.')}</w:p>"
        + paragraph("Last", "Heading1"),
        {3: "Second.", 7: "First.", 9: "Nobody refers to this."},
        {1: "At the end."},
    )  # fmt: skip
    assert parse(data, "x.docx").markdown == (
        "One[^1] and two[^2].\n\n[^1]: First.\n\n[^2]: Second.\n\nAn end[^e1].\n\n[^e1]: At the end.\n\n# Last"
    )


def test_a_mark_takes_the_format_of_the_words_before_it() -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    data = noted(
        f"<w:p>{run('Bold', bold)}{mark(2)}{run(' ends', bold)}</w:p>"
        f"<w:p>{run('Bold', bold)}{mark(3, properties='')}{run(' ends', bold)}</w:p>",
        {2: "A.", 3: "B."},
    )
    assert parse(data, "x.docx").markdown == "Bold[^1] ends\n\n[^1]: A.\n\nBold[^2] ends\n\n[^2]: B."


def test_notes_of_a_table_follow_it() -> None:
    cell = f"<w:tc><w:tcPr/><w:p>{run('5만원')}{mark(2)}</w:p></w:tc>"
    data = noted(
        word_table([[word_cell("구분"), word_cell("금액")], [word_cell("입원"), cell]]) + paragraph("끝."),
        {2: "하루에."},
    )
    assert parse(data, "x.docx").markdown == (
        "| 구분 | 금액 |\n| --- | --- |\n| 입원 | 5만원[^1] |\n\n[^1]: 하루에.\n\n끝."
    )


def test_a_heading_is_cited_without_the_mark_of_its_note() -> None:
    heading = f"<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr>{run('총칙')}{mark(2)}</w:p>"
    parsed = parse(noted(heading + paragraph("본문."), {2: "개정 2024."}), "x.docx")
    assert parsed.markdown == "# 총칙\n\n[^1]: 개정 2024.\n\n본문."
    assert parsed.title == "총칙"


def test_deleted_references_and_empty_notes_leave_no_mark() -> None:
    data = noted(
        f"<w:p>{run('Text')}<w:del w:id='1'>{mark(2)}</w:del>{mark(3)}{run('.')}</w:p>",
        {2: "Deleted.", 3: ""},
    )
    assert parse(data, "x.docx").markdown == "Text."


def test_the_title_style_is_a_heading_whatever_its_identifier() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="a3"><w:name w:val="Title"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="b7"><w:name w:val="표지"/><w:basedOn w:val="a3"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="c1"><w:name w:val="본문"/></w:style>'
    )
    for style in ("a3", "b7"):
        parsed = parse(styled(paragraph("취업규칙", style) + paragraph("본문이다.", "c1"), styles), "x.docx")
        assert parsed.markdown == "# 취업규칙\n\n본문이다."
        assert parsed.title == "취업규칙"
    assert (
        parse(docx(paragraph("Rules", "Title") + paragraph("Text.")), "x.docx").markdown == "# Rules\n\nText."
    )


@pytest.mark.parametrize("style", ["", "Plain"])
def test_a_paragraph_with_an_outline_level_is_a_heading(style: str) -> None:
    styles = '<w:style w:type="paragraph" w:styleId="Plain"><w:name w:val="Plain"/></w:style>'
    body = (
        outlined("총칙", 0, style)
        + outlined("목적", 1, style)
        + paragraph("본문.")
        + outlined("끝.", 9, style)
    )
    assert parse(styled(body, styles), "x.docx").markdown == "# 총칙\n\n## 목적\n\n본문.\n\n끝."


def test_an_outline_level_is_inherited_from_the_style_above() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="2"/>'
        '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="Kid"><w:name w:val="Kid"/>'
        '<w:basedOn w:val="Base"/></w:style>'
    )
    assert parse(styled(paragraph("Scope", "Kid"), styles), "x.docx").markdown == "### Scope"


def test_cells_hold_no_headings() -> None:
    cell = f"<w:tc><w:tcPr/>{outlined('Fee', 0)}</w:tc>"
    data = docx(word_table([[cell, word_cell("Day")], [word_cell("3"), word_cell("4")]]))
    assert parse(data, "x.docx").markdown == "| Fee | Day |\n| --- | --- |\n| 3 | 4 |"
