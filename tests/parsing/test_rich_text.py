"""Rich text and OpenDocument files."""

import pytest

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded, PasswordProtected
from pincite.parsing import parse
from tests.parsing.office_files import BOMB, SECRET, png, zipped

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMES = " ".join(
    f'xmlns:{short}="{name}"'
    for short, name in (
        ("office", f"{_ODF}office:1.0"), ("text", f"{_ODF}text:1.0"), ("table", f"{_ODF}table:1.0"),
        ("draw", f"{_ODF}drawing:1.0"), ("presentation", f"{_ODF}presentation:1.0"),
        ("svg", f"{_ODF}svg-compatible:1.0"), ("xlink", "http://www.w3.org/1999/xlink"),
    )
)  # fmt: skip
TEXT = (
    '<text:h text:outline-level="1">제1장 총칙</text:h><text:h text:outline-level="2">제1조(목적)</text:h>'
    "<text:p>이 규정은 <text:span>휴가</text:span>를 정한다.<text:note text:note-class='footnote'><text:note-citation>1"
    "</text:note-citation><text:note-body><text:p>각주의 글</text:p></text:note-body></text:note></text:p>"
    "<text:list><text:list-item><text:p>하나</text:p></text:list-item></text:list>"
    "<table:table><table:table-row><table:table-cell><text:p>구분</text:p></table:table-cell><table:table-cell>"
    "<text:p>일수</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell "
    'table:number-columns-spanned="2"><text:p>연차</text:p></table:table-cell><table:covered-table-cell/>'
    "</table:table-row></table:table>"
)
PICTURE = '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>지도</svg:title></draw:frame></text:p>'


def odf(body: str, kind: str = "text", manifest: str = "", before: str = "", padding: bytes = b"") -> bytes:
    media = f"application/vnd.oasis.opendocument.{kind}"
    return zipped({
        "mimetype": media,
        "META-INF/manifest.xml": f'<manifest xmlns="{_ODF}manifest:1.0">{manifest}</manifest>',
        "meta.xml": '<m xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>사내 규정</dc:title></m>',
        "content.xml": f'<?xml version="1.0"?>{before}<office:document-content {_NAMES}><office:body><office:{kind}>'
        f"{body}</office:{kind}></office:body></office:document-content>",
        "Pictures/a.png": png(),
        "Pictures/z.bin": padding,
    })  # fmt: skip


def test_an_open_document_keeps_headings_tables_notes_and_pictures() -> None:
    parsed = parse(odf(TEXT + PICTURE), "rules.odt")
    assert parsed.markdown == (
        "# 제1장 총칙\n\n## 제1조(목적)\n\n이 규정은 휴가를 정한다.\n\n- 하나\n\n"
        "| 구분 | 일수 |\n| --- | --- |\n| 연차 | 연차 |\n\n![지도](image-0001.png)\n\n지도\n\n각주의 글"
    )
    assert parsed.title == "사내 규정"
    assert [image.data for image in parsed.images] == [png()]


def test_open_slides_are_sections_in_order() -> None:
    pages = "".join(
        f'<draw:page draw:name="p{n}"><draw:frame presentation:class="title"><draw:text-box><text:p>제목 {n}</text:p>'
        f"</draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>본문 {n}</text:p></draw:text-box>"
        "</draw:frame></draw:page>"
        for n in (1, 2)
    )
    assert parse(odf(pages, "presentation"), "x.odp").markdown == "# 제목 1\n\n본문 1\n\n# 제목 2\n\n본문 2"


@pytest.mark.parametrize("declaration", [BOMB, SECRET])
def test_hostile_and_empty_open_documents(declaration: str) -> None:
    with pytest.raises(CorruptDocument, match="OpenDocument"):
        parse(odf("<text:p>&j;</text:p>", before=declaration), "x.odt")
    with pytest.raises(PasswordProtected):
        parse(odf(TEXT, manifest="<file-entry><encryption-data/></file-entry>"), "x.odt")
    with pytest.raises(DocumentTooLarge, match="expands"):
        parse(odf(TEXT, padding=bytes(90 << 20)), "x.odt")
    with pytest.raises(EmptyDocument):
        parse(odf("<text:p/>"), "x.odt")
    with pytest.raises(OcrNeeded):
        parse(odf(PICTURE.replace("지도", "")), "x.odt")
    with pytest.raises(CorruptDocument, match="cut off"):
        parse(odf(TEXT)[:700], "x.odt")


def rtf(body: str, head: str = r"\ansi\ansicpg949\deff0") -> bytes:
    return rf"{{\rtf1{head} {body}}}".encode("ascii")


def hexed(text: str, codec: str = "cp949") -> str:
    """As Word writes letters of a codepage: bytes that are ASCII letters stand for themselves."""
    return "".join(
        chr(byte) if chr(byte).isascii() and chr(byte).isalnum() else f"\\'{byte:02x}"
        for byte in text.encode(codec)
    )


def test_rich_text_keeps_headings_tables_and_letters_of_its_codepage() -> None:
    cells = rf"\intbl {hexed('구분')}\cell {hexed('일수')}\cell\row"
    parsed = parse(
        rtf(
            r"{\stylesheet{\s1\outlinelevel0 heading 1;}}"
            rf"\pard\s1\outlinelevel0\b {hexed('제1장 총칙')}\b0\par\pard\plain "
            r"\u50672?\u52264?\u45716? 15\u51068?"
            rf"{hexed('이다')}.\par\trowd\cellx2000\cellx4000{cells}"
            r"\trowd\cellx2000\cellx4000\intbl A\cell 15\cell\row\pard After.\par"
        ),
        "rules.rtf",
    )
    assert parsed.markdown == (
        "# 제1장 총칙\n\n연차는 15일이다.\n\n| 구분 | 일수 |\n| --- | --- |\n| A | 15 |\n\nAfter."
    )
    assert parsed.title == "제1장 총칙"


def test_rich_text_of_fallbacks_rare_letters_and_chinese_fonts() -> None:
    body = r"\uc2 \u50672\'bf\'ac\u52264\'c2\'f7 " + hexed("똠방각하") + r"\par"
    assert (
        parse(rtf(body), "a.rtf").markdown == "연차 똠방각하"
        or "똠방각하" in parse(rtf(body), "a.rtf").markdown
    )
    head = r"\ansi\ansicpg1252{\fonttbl{\f0\fcharset134 SimSun;}}\f0"
    assert parse(rtf(hexed("失业保险金", "gb18030"), head), "a.rtf").markdown == "失业保险金"
    assert parse(rtf(r"caf\'e9", r"\ansi\ansicpg1252"), "a.rtf").markdown == "café"


def test_empty_and_cut_rich_text() -> None:
    with pytest.raises(EmptyDocument):
        parse(rb"{\rtf1\ansi }", "a.rtf")
    assert parse(rb"{\rtf1\ansi Cut off here, {\b without", "a.rtf").markdown.startswith("Cut off here,")
