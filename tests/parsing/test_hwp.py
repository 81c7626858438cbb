"""HWP 5 and what belongs to both formats: refusals, locked files, damage, what a person is told."""

import random

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
from pincite.parsing import ParseLimits, ParseOptions, hwp, parse
from pincite.parsing.native import NativeFailure
from tests.conftest import shared
from tests.parsing.hwpx_files import Cell, cell, hwpx, paragraph, picture, png, tabled

SENTENCE = "보험금은 청구 서류를 접수한 날부터 3영업일 안에 지급합니다."
SIGNATURE = b"HWP Document File"
DECOY = "상위 버전의 배포용 문서입니다"


def flagged(name: str, bits: int) -> bytes:
    """A shared HWP file with other properties in its header."""
    data = bytearray(shared("documents", name).read_bytes())
    at = data.index(SIGNATURE) + 36
    data[at : at + 4] = bits.to_bytes(4, "little")
    return bytes(data)


def test_the_true_text_of_a_locked_file_is_read_and_never_its_decoy() -> None:
    document = parse(shared("documents", "ko_distribution_locked.hwp").read_bytes(), "locked.hwp")
    assert "강남세움복지관 공고 제 2024-08호" in document.markdown
    assert DECOY not in document.markdown
    assert document.warnings == ()


@pytest.mark.parametrize("bits", [0x1, 0x5])
def test_a_file_of_which_only_the_decoy_can_be_read_is_refused(bits: int) -> None:
    data = flagged("ko_distribution_locked.hwp", bits)
    if bits & 4:
        data = data.replace("ViewText".encode("utf-16-le"), "ViewTxtt".encode("utf-16-le"))
    with pytest.raises(CorruptDocument, match="distribution-locked HWP"):
        parse(data, "locked.hwp")


def test_a_password_and_document_security_are_told_apart() -> None:
    with pytest.raises(PasswordProtected, match="password"):
        parse(flagged("ko_table.hwp", 0x3), "secret.hwp")
    with pytest.raises(PasswordProtected, match="DRM"):
        parse(flagged("ko_table.hwp", 0x11), "secret.hwp")
    manifest = "<m><file-entry><encryption-data/></file-entry></m>"
    with pytest.raises(PasswordProtected, match="password"):
        parse(hwpx(paragraph(SENTENCE), extra={"META-INF/manifest.xml": manifest}), "secret.hwpx")
    with pytest.raises(PasswordProtected):
        parse(b"\x9b DRMONE  This Document is encrypted" + bytes(range(256)), "secret.hwp")


def test_version_three_is_named_with_what_to_do() -> None:
    old = SIGNATURE + b" V3.00 \x1a\x01\x02\x03\x04\x05" + bytes(300)
    with pytest.raises(UnsupportedFormat, match=r"version 3 or older.*Save it as HWP"):
        parse(old, "old.hwp")


def test_hwpml_is_read_under_either_name() -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><HWPML Version="2.8"><HEAD/><BODY><SECTION><P><TEXT>'
        f"<CHAR>{SENTENCE}</CHAR></TEXT></P></SECTION></BODY></HWPML>"
    )
    for name in ("terms.hml", "terms.hwp"):
        assert parse(text.encode(), name).markdown == SENTENCE
    with pytest.raises(CorruptDocument):
        parse(text[:150].encode(), "cut.hml")


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("name", ["ko_digital_gov_plan.hwp", "ko_distribution_locked.hwp", "ko_mot.hwpx"])
def test_a_truncated_file_is_corrupt(name: str, kept: float) -> None:
    data = shared("documents", name).read_bytes()
    with pytest.raises(CorruptDocument):
        parse(data[: int(len(data) * kept)], name)


@pytest.mark.parametrize("name", ["ko_table.hwp", "ko_distribution_locked.hwp", "ko_multicolumn.hwpx"])
def test_damage_anywhere_ends_in_a_document_or_a_true_error(name: str) -> None:
    chance = random.Random(20261129)
    original = shared("documents", name).read_bytes()
    for _ in range(40):
        data = bytearray(original)
        for _ in range(chance.randint(1, 12)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            assert parse(bytes(data), name).markdown.strip()
        except DocumentError as error:
            assert error.message


@pytest.mark.parametrize(
    "data", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + SIGNATURE, b"PK\x05\x06" + bytes(18)]
)
def test_an_empty_container_is_no_document(data: bytes) -> None:
    with pytest.raises(DocumentError):
        parse(data, "x.hwp")


def test_a_bomb_is_refused_before_a_library_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*arguments: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr(hwp, "read_with_dochan", opened)
    with pytest.raises(DocumentTooLarge, match="expands"):
        parse(hwpx(paragraph("hi"), extra={"BinData/zeros.bin": bytes(80 * 1024 * 1024)}), "bomb.hwpx")
    with pytest.raises(DocumentTooLarge, match="expands"):
        parse(hwpx(paragraph(" " * 80 * 1024 * 1024)), "bomb.hwpx")


def test_entities_are_not_expanded() -> None:
    laughs = '<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><s><p><t>&b;</t></p></s>'
    with pytest.raises(CorruptDocument, match="HWPX"):
        parse(hwpx(paragraph("x"), extra={"Contents/section0.xml": laughs}), "laughs.hwpx")


def test_nesting_of_any_depth_loses_no_text() -> None:
    body = paragraph(SENTENCE)
    for _ in range(300):
        body = tabled([[Cell(body)]])
    document = parse(hwpx(body), "deep.hwpx")
    assert SENTENCE in document.markdown
    assert "kept without headings and tables" in document.warnings[0]


def test_a_span_beyond_the_table_costs_nothing() -> None:
    wide = tabled([[Cell(paragraph(SENTENCE), 9, 9), cell("둘")], [cell("셋"), cell("넷")]])
    wide = wide.replace('colSpan="9" rowSpan="9"', 'colSpan="190000" rowSpan="190000"')
    assert SENTENCE in parse(hwpx(wide), "wide.hwpx").markdown


def test_the_second_library_steps_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise NativeFailure("gave up")

    data = hwpx(paragraph(SENTENCE) + tabled([[cell("구분"), cell("한도")], [cell("상해"), cell("100")]]))
    whole = parse(data, "a.hwpx")
    monkeypatch.setattr(hwp, "read_with_dochan", fails)
    second = parse(data, "a.hwpx")
    assert second.markdown == whole.markdown
    assert second.warnings == ()
    monkeypatch.setattr(hwp, "read_with_hwp2md", fails)
    bare = parse(data, "a.hwpx")
    assert bare.markdown.split() == [*SENTENCE.split(), "구분", "한도", "상해", "100"]
    assert "kept without headings and tables" in bare.warnings[0]


def test_a_library_that_leaves_text_out_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hwp, "read_with_dochan", lambda *arguments: [])
    assert parse(hwpx(paragraph(SENTENCE)), "a.hwpx").markdown == SENTENCE


def test_what_holds_no_text_says_so() -> None:
    with pytest.raises(EmptyDocument, match="no text"):
        parse(hwpx(paragraph("  ")), "blank.hwpx")
    with pytest.raises(OcrNeeded, match="pictures but no text"):
        parse(hwpx(paragraph("", more=picture("a")), pictures={"a.png": png()}), "scan.hwpx")
    document = parse(shared("documents", "ko_footnotes.hwp").read_bytes(), "ko_footnotes.hwp")
    assert "sssd" in document.markdown
    assert "hardly any text (4 characters)" in document.warnings[0]


def test_too_many_pictures_are_refused() -> None:
    pictures = {f"p{at}.png": png() + bytes([at]) for at in range(3)}
    body = paragraph(SENTENCE) + "".join(paragraph("", more=picture(f"p{at}")) for at in range(3))
    assert len(parse(hwpx(body, pictures=pictures), "a.hwpx").images) == 3
    with pytest.raises(DocumentTooLarge, match="more pictures"):
        parse(hwpx(body, pictures=pictures), "a.hwpx", options=ParseOptions(ParseLimits(images=2)))


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    parse(shared("documents", "ko_digital_gov_plan.hwp").read_bytes(), "plan.hwp")
    broken = shared("documents", "ko_table.hwp").read_bytes()[:9000]
    with pytest.raises(DocumentError):
        parse(broken, "broken.hwp")
    assert capfd.readouterr() == ("", "")
