"""Pictures that stand in the text itself, as ``data:`` addresses."""

import base64
from email.message import EmailMessage
from urllib.parse import quote

import pytest

from pincite.core.errors import OcrNeeded
from pincite.parsing import ParseLimits, ParseOptions, parse
from pincite.parsing.inline_pictures import inline_picture
from tests.parsing.office_files import png, zipped

PICTURE = png(100, 80)
ADDRESS = f"data:image/png;base64,{base64.b64encode(PICTURE).decode()}"
BROKEN = "data:image/png;base64,bm8gcGljdHVyZQ=="


@pytest.mark.feature("IM-04")
@pytest.mark.parametrize(
    ("written", "read"),
    [
        (f"See ![a plan]({ADDRESS}) here.\n", "See ![a plan](image-0001.png) here.\n"),
        (f'See ![a plan](<{ADDRESS}> "Plan").\n', "See ![a plan](image-0001.png).\n"),
        (f"See ![][image1].\n\n[image1]: <{ADDRESS}>\n", "See ![](image-0001.png).\n\n"),
        (f"See ![Plan].\n\n[plan]: {ADDRESS}\n", "See ![](image-0001.png).\n\n"),
        (f'See <img width="9" src="{ADDRESS}" alt="a plan">.\n', "See ![a plan](image-0001.png).\n"),
    ],
)
def test_pictures_in_markdown_are_stored_like_others(written: str, read: str) -> None:
    parsed = parse(f"# T\n\n{written}".encode(), "a.md")
    assert parsed.markdown == f"# T\n\n{read}"
    assert [(image.name, image.data, image.media_type) for image in parsed.images] == [
        ("image-0001.png", PICTURE, "image/png")
    ]
    assert parsed.warnings == ()


def test_code_and_other_addresses_in_markdown_stay() -> None:
    text = f"```html\n<img src='{ADDRESS}'>\n```\n\n![x](https://example.com/a.png) ![y][z]\n\n[z]: b.png\n"
    parsed = parse(text.encode(), "a.md")
    assert parsed.markdown == text
    assert parsed.images == ()


@pytest.mark.feature("IM-04")
def test_pictures_in_html_are_stored_where_they_stand() -> None:
    page = f"<h1>T</h1><p>Above</p><p><img src='{ADDRESS}' alt='[plan]'></p><p>Below <img src='x.png'></p>"
    parsed = parse(page.encode(), "a.html")
    assert parsed.markdown == "# T\n\nAbove\n\n![(plan)](image-0001.png)\n\nBelow"
    assert parsed.images[0].data == PICTURE


def test_saved_pages_mails_and_books_keep_them_too() -> None:
    page = f"<html><body><p>Above</p><img src='{ADDRESS}'></body></html>"
    mail = EmailMessage()
    mail["Subject"] = mail["From"] = "a@example.com"
    mail.set_content(page, "html")
    saved = f"MIME-Version: 1.0\nSnapshot-Content-Location: https://a.example\nContent-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html\n\n{page}\n--B--\n"
    book = zipped({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
        "b.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
        "a.xhtml": page,
    })  # fmt: skip
    for data, name in ((mail.as_bytes(), "a.eml"), (saved.encode(), "a.mhtml"), (book, "a.epub")):
        parsed = parse(data, name)
        assert "![](image-0001.png)" in parsed.markdown, name
        assert [image.data for image in parsed.images] == [PICTURE], name


@pytest.mark.parametrize("name", ["a.md", "a.html"])
def test_what_cannot_be_kept_is_said_and_leaves_its_description(name: str) -> None:
    big = f"data:image/png;base64,{base64.b64encode(png(300, 200)).decode()}"
    drawing = f"data:image/svg+xml,{quote('<svg xmlns=x></svg>')}"
    tags = [
        f'<img src="{source}" alt="{alt}">'
        for source, alt in ((BROKEN, "seal"), (big, "map"), (drawing, "logo"))
    ]
    text = "<h1>Title</h1>\n<p>Text</p>\n" + "\n".join(tags)
    parsed = parse(text.encode(), name, options=ParseOptions(limits=ParseLimits(pixels=50_000)))
    assert parsed.images == ()
    assert "base64" not in parsed.markdown
    assert all(f"({alt})" in parsed.markdown for alt in ("seal", "map", "logo"))
    assert set(parsed.warnings) == {
        "2 picture(s) are of a kind that is not read and were not kept: 1 (seal), 3 (logo).",
        "1 picture(s) have more pixels than the limit and were not kept: 2 (map).",
    }


def test_a_cut_off_picture_is_damaged_and_pictures_beyond_the_limit_are_counted() -> None:
    cut = f"data:image/png;base64,{base64.b64encode(PICTURE[:50]).decode()}"
    parsed = parse(f"# T\n\n![]({cut})\n\ntext\n".encode(), "a.md")
    assert parsed.warnings == ("1 picture(s) are damaged and were not kept: 1.",)
    many = "".join(f"![]({_address(png(20, 20, shade))})\n\n" for shade in range(3))
    parsed = parse(f"# T\n\n{many}".encode(), "a.md", options=ParseOptions(limits=ParseLimits(images=2)))
    assert len(parsed.images) == 2
    assert parsed.warnings == ("1 pictures beyond the limit of 2 were not kept; all text was read.",)


def test_spacers_of_a_page_of_the_web_are_no_pictures() -> None:
    words = "Annual leave is fifteen days for everybody who has worked a year. " * 3
    page = f"<html><body><h1>T</h1><p>{words}</p><img src='{_address(png(1, 1))}'><img src='{ADDRESS}'></body></html>"
    assert len(parse(page.encode(), "a.html", options=ParseOptions(is_page=True)).images) == 1
    assert len(parse(page.encode(), "a.html").images) == 2


def test_a_page_of_pictures_alone_needs_ocr() -> None:
    with pytest.raises(OcrNeeded):
        parse(f"<html><body><img src='{ADDRESS}'></body></html>".encode(), "a.html")


def test_addresses_as_browsers_take_them() -> None:
    packed = base64.b64encode(PICTURE).decode()
    assert inline_picture(f"DATA:image/png;charset=x;base64,{quote(packed)}") == PICTURE
    assert inline_picture(f" data:image/png;base64,{packed[:40]}\n  {packed[40:].rstrip('=')}") == PICTURE
    assert inline_picture("data:image/png;base64,%%%") == b""
    assert inline_picture("https://example.com/a.png") is None
    assert inline_picture("data:text/html,hello") is None


def _address(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"
