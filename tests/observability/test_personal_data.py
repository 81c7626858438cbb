"""Personal data is covered in every usual form, and figures of documents are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.observability.personal_data import CARD, COVER, EMAIL, KINDS, PHONE, RESIDENT_ID, cover

PERSONAL = {
    "phone": [
        "010-1234-5678",
        "010 1234 5678",
        "010.1234.5678",
        "01012345678",
        "011-234-5678",
        "010 - 1234 - 5678",
        "０１０－１２３４－５６７８",
        "+82 10-1234-5678",
        "+82-(0)2-123-4567",
        "(02) 1234-5678",
        "02-123-4567",
        "031.123.4567",
        "070-1234-5678",
        "0212345678",
        "13812345678",
        "138 1234 5678",
        "138-1234-5678",
        "+86 138-1234-5678",
        "0086 13812345678",
        "021-12345678",
        "021-12345678转8001",
        "(010)88888888",
        "0755-2345 6789",
        "(415) 555-2671",
        "415-555-2671",
        "+1 415 555 2671",
        "+44 20 7946 0958",
    ],
    "email": ["kim@example.com", "kim.lee+x@mail.example.co.kr", "홍길동@예시.한국", "kim＠example.com"],
    "resident_id": [
        "900101-1234567",
        "9001011234567",
        "900101 - 1234567",
        "900101-1******",
        "051231-4●●●●●●",
    ],
    "chinese_id": ["11010519491231002X", "110105194912310021", "110105 19491231 002X", "110105491231002"],
    "card": [
        "4111-1111-1111-1111",
        "4111 1111 1111 1111",
        "4111111111111111",
        "3782-822463-10005",
        "6222021234567890128",
    ],
}
AROUND = ["{}", "번호,{},", "연락처는 {}입니다.", "电话：{}。", "Call {}, please.", "| 이름 | {} |", "값={};"]

FIGURES = [
    "제43조 제2항에 따라 3영업일 이내에 1,000만원을 지급합니다.",
    "보험금 10,000,000원 (연 3.5%)",
    "2026-04-20부터 2027.04.19까지",
    "13,812,345,678원",
    "1588-1234로 문의하세요.",
    "400-820-8820",
    "임진왜란(1592-1598)",
    "2023 2024 2025 2026",
    "2023-2024-2025-2026",
    "1,000-2,000-3,000",
    "ISO 12-2-18, 100-2000 mm",
    "0.123456789",
    "p. 12-13",
    "990231-1234567",  # no day of any month
    "12345678901234",
    '<kb doc="x" chunk_id="01012345-1234-5678-9010-123456789012"/>',
    "sha256 9001011234567900101123456790010112345679001011234567900101123456",
    "user@host",
    "2,000 operating hours or every 6 months",
]


@pytest.mark.parametrize(
    ("kind", "written"), [(kind, written) for kind, forms in PERSONAL.items() for written in forms]
)
@pytest.mark.parametrize("around", AROUND)
def test_personal_data_is_covered_wherever_it_stands(kind: str, written: str, around: str) -> None:
    text = around.format(written)
    covered = cover(text)
    assert covered.text == around.format(COVER * len(written))
    assert covered.found == {kind: 1}


@pytest.mark.parametrize("text", FIGURES)
def test_figures_are_left_alone(text: str) -> None:
    assert cover(text).text == text
    assert not cover(text).found


def test_only_the_kinds_that_are_asked_for() -> None:
    text = "kim@example.com 010-1234-5678 900101-1234567 4111-1111-1111-1111"
    assert cover(text, [EMAIL]).found == {EMAIL: 1}
    assert cover(text, [PHONE, CARD]).found == {PHONE: 1, CARD: 1}
    assert cover(text, [RESIDENT_ID]).text.count(COVER) == 14
    assert cover(text, ()).text == text


def test_several_in_one_text_are_counted() -> None:
    found = cover("010-1234-5678 또는 02-123-4567, a@b.kr").found
    assert found == {PHONE: 2, EMAIL: 1}


@given(st.text())
def test_a_text_keeps_its_length_and_is_covered_once(text: str) -> None:
    covered = cover(text, KINDS)
    assert len(covered.text) == len(text)
    assert cover(covered.text).text == covered.text
