"""Reading a file asks nobody else for anything."""

import contextlib
import socket
from collections.abc import Iterator

import pytest

from pincite.core.errors import DocumentError
from pincite.parsing import parse
from tests.parsing.files import docx, paragraph
from tests.parsing.office_files import Deck, edited, with_entities
from tests.parsing.test_epub import book, chapter
from tests.parsing.test_mail import mail
from tests.parsing.test_mhtml import saved
from tests.parsing.test_rich_text import odf, rtf


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


def test_no_picture_entity_or_template_is_fetched(listener: socket.socket) -> None:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
    page = f'<html><head><base href="{url}"><link rel="stylesheet" href="{url}"></head><body><p>Text <img src="{url}">'
    page += f'</p><iframe src="{url}"></iframe><object data="{url}"></object></body></html>'
    entity = f'<!DOCTYPE x SYSTEM "{url}.dtd" [<!ENTITY j SYSTEM "{url}"><!ENTITY % p SYSTEM "{url}"> %p;]>'
    relation = (
        f'<Relationship Id="rId77" TargetMode="External" Target="{url}" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/{}"/></Relationships>'
    ).encode()
    deck = Deck()
    deck.slide("Title").text("PLACE", 2)
    slides = deck.bytes()
    html_mail = mail(body="")
    html_mail.set_content(page, subtype="html")
    files: dict[str, bytes] = {
        "a.html": page.encode(),
        "a.mht": saved(page),
        "a.eml": html_mail.as_bytes(),
        "external.eml": (
            f'From: a@b\r\nMIME-Version: 1.0\r\nContent-Type: message/external-body; access-type=URL; URL="{url}"\r\n\r\n'
        ).encode(),
        "a.epub": book(
            {"one": chapter(f'<p>Text <img src="{url}"/></p>', f'<!DOCTYPE html SYSTEM "{url}">')}
        ),
        "b.epub": book({"one": chapter("<p>A &j;</p>", entity)}),
        "a.pptx": edited(
            slides,
            "ppt/slides/_rels/slide1.xml.rels",
            lambda xml: xml.replace(b"</Relationships>", relation.replace(b"{}", b"image")),
        ),
        "b.pptx": edited(slides, "ppt/slides/slide1.xml", lambda xml: with_entities(xml, entity, "PLACE")),
        "a.docx": edited(
            docx(paragraph("Text")),
            "word/_rels/document.xml.rels",
            lambda xml: xml.replace(b"</Relationships>", relation.replace(b"{}", b"attachedTemplate")),
        ),
        "b.docx": edited(
            docx(paragraph("PLACE")), "word/document.xml", lambda xml: with_entities(xml, entity, "PLACE")
        ),
        "a.odt": odf(f'<text:p>Text<draw:frame><draw:image xlink:href="{url}"/></draw:frame></text:p>'),
        "a.rtf": rtf(
            rf'{{\field{{\*\fldinst INCLUDEPICTURE "{url}"}}{{\fldrslt Text}}}}{{\*\template {url}}}'
        ),
    }
    read = []
    for name, data in files.items():
        with contextlib.suppress(DocumentError):
            read.append((name, "Text" in parse(data, name).markdown))
    assert {name for name, text in read if text} >= {"a.html", "a.mht", "a.eml", "a.epub", "a.docx", "a.odt"}
    with pytest.raises(BlockingIOError):
        listener.accept()
