"""What becomes of a file, by kind and by damage."""

import pytest

from pincite.core.errors import (
    CorruptDocument,
    DocumentError,
    DocumentTooLarge,
    EmptyDocument,
    OcrNeeded,
    PasswordProtected,
    UnsupportedFormat,
)
from pincite.parsing import SUPPORTED, ParseOptions, parse
from tests.parsing.files import PdfPage, docx, paragraph, pdf, prose

TEXT = "지급 기한은 접수 후 7영업일입니다."


@pytest.mark.parametrize("name", ["empty.txt", "empty.pdf", "empty.docx", "empty.md", "empty.hwp"])
def test_zero_bytes_are_empty_whatever_the_name(name: str) -> None:
    with pytest.raises(EmptyDocument, match="empty"):
        parse(b"", name)


@pytest.mark.parametrize("data", [b" \r\n\t \n", b"\xef\xbb\xbf \n", "\u3000 \n".encode(), b"\0\0\n"])
@pytest.mark.parametrize("name", ["blank.txt", "blank.md", "blank.pdf"])
def test_white_space_only_is_empty(data: bytes, name: str) -> None:
    with pytest.raises(EmptyDocument):
        parse(data, name)


def test_a_text_named_pdf_is_read_as_text_and_said() -> None:
    parsed = parse(TEXT.encode(), "fake_text.pdf")
    assert parsed.markdown == TEXT
    assert parsed.warnings == (
        "The content does not match the extension .pdf; it was read as what it is: plain text.",
    )


def test_a_pdf_named_txt_is_read_as_pdf() -> None:
    parsed = parse(pdf([PdfPage(prose(["Claims are paid within 7 days."]))]), "claims.txt")
    assert "paid within 7 days" in parsed.markdown
    assert parsed.pages[0].number == 1
    assert "does not match" in parsed.warnings[0]


@pytest.mark.parametrize("name", ["noise.pdf", "noise.docx", "noise.txt"])
def test_noise_with_a_supported_name_is_corrupt(name: str) -> None:
    noise = bytes((i * 73 + i // 7 * 31) % 256 for i in range(1, 4000)).replace(b"%PDF", b"")
    with pytest.raises(CorruptDocument, match=name[-4:] if "docx" not in name else "docx"):
        parse(b"\x00\x01\x02\x03" + noise, name)


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"ID3\x04" + bytes(40), "call.mp3", "audio"),
        (b"\0\0\0\x20ftypisom" + bytes(40), "clip.mp4", "video"),
        (b"\x1f\x8b\x08\0" + bytes(40), "logs.gz", "archive"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "WordDocument".encode("utf-16-le"),
            "x.doc",
            "old Word",
        ),
    ],
)
def test_other_kinds_are_named_with_what_is_supported(data: bytes, name: str, said: str) -> None:
    with pytest.raises(UnsupportedFormat) as caught:
        parse(data, name)
    assert said in caught.value.message
    assert "Markdown" in caught.value.message


def test_a_kind_is_named_in_the_language_of_the_reader() -> None:
    with pytest.raises(UnsupportedFormat, match="소리 파일"):
        parse(b"ID3\x04" + bytes(40), "call.mp3", options=ParseOptions(language="ko"))
    with pytest.raises(EmptyDocument, match="文件为空"):
        parse(b"", "a.md", options=ParseOptions(language="zh"))


def test_an_office_file_with_a_password_says_so() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(PasswordProtected):
        parse(data, "plan.docx")


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_truncated_pdf_is_corrupt(kept: float) -> None:
    data = pdf([PdfPage(prose([f"Page {n} says something."])) for n in range(20)])
    with pytest.raises(CorruptDocument, match="cut off"):
        parse(data[: int(len(data) * kept)], "cut.pdf")


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_truncated_docx_is_corrupt(kept: float) -> None:
    data = docx("".join(paragraph(f"Sentence {n} of the contract.") for n in range(300)))
    with pytest.raises(CorruptDocument, match="cut off"):
        parse(data[: int(len(data) * kept)], "cut.docx")


def test_a_docx_with_broken_xml_is_corrupt() -> None:
    with pytest.raises(CorruptDocument):
        parse(docx("<w:p><w:r><w:t>open"), "broken.docx")


@pytest.mark.parametrize("name", ["bomb.docx", "bomb.xlsx"])
def test_an_archive_that_explodes_is_refused_before_it_is_parsed(name: str) -> None:
    bomb = docx(paragraph("hi"), {"word/media/zeros.bin": bytes(80 * 1024 * 1024)})
    assert len(bomb) < 100_000
    with pytest.raises((DocumentTooLarge, UnsupportedFormat)) as caught:
        parse(bomb, name)
    assert caught.value.code == "document_too_large"
    assert "expands" in caught.value.message


def test_the_size_limit_names_both_numbers() -> None:
    with pytest.raises(DocumentTooLarge, match="11 bytes, more than the limit of 10"):
        parse(b"hello world", "a.txt", max_bytes=10)
    assert parse(b"hello worl", "a.txt", max_bytes=10).markdown == "hello worl"


def test_a_scan_says_how_many_pages() -> None:
    with pytest.raises(OcrNeeded, match=r"3 of 3 page.*pages 1-3.*OCR"):
        parse(pdf([PdfPage(picture=True)] * 3), "scan.pdf")


def test_every_error_is_a_document_error_with_a_hint() -> None:
    for data, name in [(b"", "a.txt"), (b"%PDF-1.4 nothing", "a.pdf"), (b"PK\x03\x04 no", "a.docx")]:
        with pytest.raises(DocumentError) as caught:
            parse(data, name)
        assert caught.value.hint
        assert caught.value.status in (413, 415, 422)


def test_supported_names_are_lower_case_extensions() -> None:
    assert {".md", ".txt", ".pdf", ".docx", ".html"} <= set(SUPPORTED)
    assert all(name == name.lower() and name.startswith(".") for name in SUPPORTED)
