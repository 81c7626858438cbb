"""Outlook messages (MSG), written by aspose-email-foss."""

import random
import struct
from datetime import UTC, datetime

import pytest
from aspose.email_foss.msg import CommonMessagePropertyId as Id
from aspose.email_foss.msg import MapiMessage, PropertyTypeCode

from pincite.core.errors import CorruptDocument, DocumentError
from pincite.parsing import parse
from pincite.parsing.mail_rtf import decompressed
from tests.parsing.files import docx, paragraph
from tests.parsing.office_files import png

HTML = '<html><body><p>안녕 <img src="cid:logo" alt="로고"></p><table><tr><th>구분</th><th>일수</th></tr><tr><td>연차</td><td>15</td></tr></table></body></html>'


def letter(subject: str = "휴가 규정", body: str = "연차는 15일입니다.\r\n\r\n> 지난 메일") -> MapiMessage:
    message = MapiMessage.create(subject, body)
    message.set_property(Id.SENDER_NAME, PropertyTypeCode.PTYP_STRING, "김인사")
    message.set_property(Id.SENDER_EMAIL_ADDRESS, PropertyTypeCode.PTYP_STRING, "hr@example.com")
    message.set_property(
        Id.MESSAGE_DELIVERY_TIME, PropertyTypeCode.PTYP_TIME, datetime(2026, 3, 3, 1, tzinfo=UTC)
    )
    message.add_recipient("all@example.com", display_name="전 직원")
    return message


def test_a_message_gives_its_header_body_and_attachments() -> None:
    message = letter()
    message.add_attachment("표.docx", docx(paragraph("별표", "Heading1") + paragraph("본문")))
    message.add_attachment("x.bin", b"\0\1\2\3" * 90)
    message.add_embedded_message_attachment(letter("안쪽", "안쪽의 글."))
    parsed = parse(message.to_bytes(), "a.msg")
    assert parsed.title == "휴가 규정"
    assert parsed.markdown.startswith("# 휴가 규정\n\nFrom: 김인사 <hr@example.com>\nTo: 전 직원")
    assert "Date: Tue, 03 Mar 2026 01:00:00 +0000" in parsed.markdown
    assert "연차는 15일입니다.\n\n> 지난 메일" in parsed.markdown
    assert "## Attachment: 표.docx\n\n### 별표\n\n본문" in parsed.markdown
    assert "## Attachment: 안쪽.eml\n\n### 안쪽\n\nFrom: 김인사" in parsed.markdown
    assert parsed.markdown.endswith("안쪽의 글.")
    assert parsed.warnings == ("The attachment x.bin was not read: it is a binary file of an unknown kind.",)


def test_an_html_body_keeps_its_table_and_shows_its_picture() -> None:
    message = letter()
    message.body_html = HTML
    message.add_attachment("logo.png", png(), mime_type="image/png", content_id="logo")
    parsed = parse(message.to_bytes(), "a.msg")
    assert "안녕 ![로고](image-0001.png)\n\n| 구분 | 일수 |\n| --- | --- |\n| 연차 | 15 |" in parsed.markdown
    assert "## Attachment" not in parsed.markdown
    assert [image.data for image in parsed.images] == [png()]


def test_letters_of_eight_bits_are_read_in_the_codepage_of_the_message() -> None:
    def narrow(text: str) -> str:
        return text.encode("cp949").decode("cp1252")

    message = MapiMessage.create(
        narrow("보험금"), narrow("서류를 접수한 날부터 3일 안에 지급합니다."), unicode_strings=False
    )
    message.set_property(0x3FFD, PropertyTypeCode.PTYP_INTEGER32, 949)
    message.set_property(Id.BODY_HTML, PropertyTypeCode.PTYP_BINARY, HTML.encode("cp949"))
    message.set_property(0x3FDE, PropertyTypeCode.PTYP_INTEGER32, 949)
    parsed = parse(message.to_bytes(), "a.msg")
    assert parsed.title == "보험금"
    assert "| 연차 | 15 |" in parsed.markdown


def test_a_message_is_known_by_its_content() -> None:
    message = letter()
    message.add_attachment(
        "old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le") * 99
    )
    parsed = parse(message.to_bytes(), "letter.doc")
    assert "연차는 15일입니다." in parsed.markdown
    assert "an e-mail" in parsed.warnings[0]


def test_a_body_of_packed_rich_text_is_read() -> None:
    rtf = rb"{\rtf1\ansi Leave is 15 days.\par}"
    packed = b"".join(b"\0" + rtf[at : at + 8] for at in range(0, len(rtf), 8))
    stream = struct.pack("<II4sI", len(packed) + 12, len(rtf), b"LZFu", 0) + packed
    assert decompressed(stream) == rtf
    # [MS-OXRTFCP] 4.1.1 and 4.1.2: a run from the dictionary, and one that reads what it writes
    simple = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert decompressed(simple) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    crossing = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")
    assert decompressed(crossing) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    message = MapiMessage.create("Rich", "")
    message.set_property(0x1009, PropertyTypeCode.PTYP_BINARY, stream)
    parsed = parse(message.to_bytes(), "a.msg")
    assert "Leave is 15 days." in parsed.markdown or "message.rtf" in "".join(parsed.warnings)


def test_damage_is_an_error_of_the_file_or_leaves_a_document() -> None:
    message = letter()
    message.add_attachment("표.docx", docx(paragraph("본문") * 50))
    message.add_embedded_message_attachment(letter("안쪽", "안쪽의 글." * 300))
    data = message.to_bytes()
    with pytest.raises(CorruptDocument):
        parse(data[:2000], "a.msg")
    chance = random.Random(7)
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(chance.choice((1, 4, 30))):
            broken[chance.randrange(8, len(broken))] = chance.randrange(256)
        try:
            parse(bytes(broken[: chance.choice((len(broken), chance.randrange(600, len(broken))))]), "a.msg")
        except DocumentError as error:
            assert error.message
