"""E-books."""

import io
import zipfile
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded, PasswordProtected
from pincite.parsing import ParseOptions, parse
from tests.parsing.office_files import BOMB, SECRET, png, zipped

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><a href="text/one.xhtml">제1장 총칙</a></li>'
    '<li><a href="text/two%20b.xhtml#top">제2장 휴가</a></li></ol></nav></body></html>'
)
NCX = (
    '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://127.0.0.1:9/ncx.dtd">'
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>제2장 휴가</text></navLabel>'
    '<content src="text/two%20b.xhtml"/></navPoint></navMap></ncx>'
)


def chapter(body: str, declaration: str = "<!DOCTYPE html>") -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>{declaration}<html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title/></head><body>{body}</body></html>"
    )


ONE = chapter(
    '<section><h1>제1장 총칙</h1><h2>제1조(목적)</h2><p>이 책은 <b>휴가</b>를 정한다.<a href="#n">1</a></p>'
    '<aside id="n"><p>1. 각주의 글</p></aside></section>'
)
TWO = chapter(
    "<p>연차는 15일이다.</p><table><tr><th>구분</th><th>일수</th></tr><tr><td rowspan='2'>연차</td><td>15</td></tr>"
    "<tr><td>11</td></tr></table><p><img src='../img/a%20b.png' alt='그림 [1]'/></p>"
)


def book(
    chapters: Mapping[str, str] | None = None,
    *,
    old: bool = False,
    more: Mapping[str, str | bytes] = MappingProxyType({}),
) -> bytes:
    """An EPUB 3, or EPUB 2 if ``old``, whose spine is two before one if they are named so."""
    texts = {"one": ONE, "two b": TWO} if chapters is None else chapters
    items = "".join(
        f'<item id="c{at}" href="text/{name.replace(" ", "%20")}.xhtml" media-type="application/xhtml+xml"/>'
        for at, name in enumerate(sorted(texts))
    )
    spine = "".join(f'<itemref idref="c{sorted(texts).index(name)}"/>' for name in texts)
    spine = spine if old else f'<itemref idref="nav"/>{spine}'
    contents = (
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        if old
        else '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    )
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements'
        f'/1.1/"><dc:title>사내 규정집</dc:title><dc:creator>인사팀</dc:creator></metadata><manifest>{items}{contents}'
        f"</manifest><spine>{spine}</spine></package>"
    )
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": opf,
        "OEBPS/img/a b.png": png(),
        **({"OEBPS/toc.ncx": NCX} if old else {"OEBPS/nav.xhtml": NAV}),
        **{f"OEBPS/text/{name}.xhtml": text for name, text in texts.items()},
    }
    return zipped({**files, **more})


WHOLE = (
    "# 제1장 총칙\n\n## 제1조(목적)\n\n이 책은 휴가를 정한다.1\n\n1. 각주의 글\n\n"
    "# 제2장 휴가\n\n연차는 15일이다.\n\n| 구분 | 일수 |\n| --- | --- |\n| 연차 | 15 |\n| 연차 | 11 |\n\n"
    "![그림 (1)](image-0001.png)"
)


@pytest.mark.parametrize("old", [False, True])
def test_chapters_keep_headings_tables_notes_and_pictures(old: bool) -> None:
    parsed = parse(book(old=old), "rules.epub")
    assert parsed.markdown == WHOLE
    assert parsed.title == "사내 규정집"
    assert parsed.metadata == {"title": "사내 규정집", "creator": "인사팀"}
    assert [(image.name, image.data) for image in parsed.images] == [("image-0001.png", png())]
    assert parsed.media_type == "application/epub+zip"
    assert parsed.warnings == ()


def test_the_spine_decides_the_order_not_the_names() -> None:
    texts = {name: chapter(f"<h1>{name}</h1><p>Text of {name}.</p>") for name in ("c", "a", "b")}
    assert parse(book(texts), "x.epub").markdown == (
        "# c\n\nText of c.\n\n# a\n\nText of a.\n\n# b\n\nText of b."
    )


@pytest.mark.parametrize("declaration", [BOMB, SECRET])
def test_entities_are_never_expanded(declaration: str) -> None:
    text = chapter("<h1>One</h1><p>A &j; B</p>", declaration)
    parsed = parse(book({"one": text}), "x.epub")
    assert parsed.markdown == "# One\n\nA &j; B"
    bad = CONTAINER.replace("<container", f"{declaration}<container").replace("OEBPS/", "&j;")
    with pytest.raises(CorruptDocument, match="list of chapters"):
        parse(book(more={"META-INF/container.xml": bad}), "x.epub")


def test_missing_chapters_are_named() -> None:
    data = book({"one": ONE, "gone": chapter("<p>x</p>")})
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        files = {name: old.read(name) for name in old.namelist() if "gone" not in name}
    parsed = parse(zipped(files), "x.epub")
    assert "제1조(목적)" in parsed.markdown
    assert parsed.warnings == ("1 chapter(s) that the e-book lists are not in it: OEBPS/text/gone.xhtml.",)


def test_a_chapter_outside_of_the_book_is_not_read() -> None:
    data = book({"one": ONE, "../../../../etc/passwd": chapter("<p>inside</p>")})
    parsed = parse(data, "x.epub")
    assert "root:" not in parsed.markdown
    assert "etc/passwd" in parsed.warnings[0]


def test_a_locked_book_says_so_and_locked_fonts_harm_nobody() -> None:
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/'
        'xmlenc#"><e:EncryptedData><e:CipherData><e:CipherReference URI="{}"/></e:CipherData></e:EncryptedData>'
        "</encryption>"
    )
    with pytest.raises(PasswordProtected, match="rights management"):
        parse(book(more={"META-INF/encryption.xml": encryption.format("OEBPS/text/one.xhtml")}), "x.epub")
    fonts: dict[str, str | bytes] = {"META-INF/encryption.xml": encryption.format("OEBPS/fonts/a.otf")}
    assert parse(book(more=fonts), "x.epub").markdown == WHOLE


def test_empty_pictorial_damaged_and_exploding_books() -> None:
    with pytest.raises(EmptyDocument):
        parse(book({"one": chapter("<p> </p>")}), "x.epub")
    cover = book({"cover": chapter('<img src="../img/a%20b.png"/>')})
    with pytest.raises(OcrNeeded):
        parse(cover, "x.epub")
    assert parse(cover, "x.epub", options=ParseOptions(ocr=lambda picture: "")).images
    with pytest.raises(CorruptDocument, match="list of chapters"):
        parse(book(more={"OEBPS/book.opf": "<package"}), "x.epub")
    with pytest.raises(CorruptDocument, match="cut off"):
        parse(book()[:900], "x.epub")
    with pytest.raises(DocumentTooLarge, match="expands"):
        parse(book(more={"OEBPS/pad.bin": bytes(90 << 20)}), "x.epub")
