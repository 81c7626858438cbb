"""Nonsense is told from unusual text."""

import json

import pytest

from pincite.parsing.garbled import is_garbled
from tests.conftest import shared

ENGLISH = "The insurer pays the agreed sum within seven working days after it has received the claim. " * 3
KOREAN = (
    "회사는 보험금 지급사유가 발생한 때에는 서류를 접수한 날부터 삼 영업일 이내에 보험금을 지급합니다. " * 3
)
CHINESE = "失业人员在领取失业保险金期间死亡的，其家属应当自死亡之日起六个月内办理领取丧葬补助金的手续。" * 3


@pytest.mark.parametrize(
    "text",
    [
        "".join(chr(ord(char) - 29) for char in ENGLISH if char != " "),
        "".join(chr(ord(char) + 3) for char in ENGLISH if char != " "),
        KOREAN.encode("cp949").decode("latin-1"),
        CHINESE.encode("gb18030").decode("latin-1"),
        "".join(chr(0xE000 + ord(char) % 4000) for char in KOREAN),
        "".join(chr(0xAC00 + ord(char) * 7919 % 11172) for char in KOREAN if char != " "),
        "\ufffd" * 100 + ENGLISH[:100],
    ],
)
def test_nonsense(text: str) -> None:
    assert is_garbled(text)


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH, KOREAN, CHINESE, ENGLISH.upper(),
        "SKU-8847 A-12 450 289 -23 SKU-9201 C-15 780 MS20365-428A NAS1291C4M AN310-5 BACN10JC4 " * 4,
        "Der Versicherungsnehmer zahlt die Prämie für das laufende Jahr spätestens zum fünften März. " * 3,
        "Người được bảo hiểm phải thông báo cho công ty trong vòng năm ngày làm việc kể từ ngày đó. " * 3,
        "Страхователь обязан уведомить страховщика в течение пяти рабочих дней со дня события. " * 3,
        "def parse(x): return [y for y in x if y != '\\\\' and y[0] == '{' and len(y) > 3] " * 4,
        "https://example.org/a/b?c=d&e=f#g https://example.org/q?x=1&zz=9 " * 5,
        "7KHTXLFNEURZQIR[",
    ],
)  # fmt: skip
def test_sense(text: str) -> None:
    assert not is_garbled(text)


@pytest.mark.parametrize("collection", ["ko_law", "zh_cmrc", "zh_drcd", "en_xquad"])
def test_no_real_passage_is_nonsense(collection: str) -> None:
    lines = shared("data", collection, "corpus.jsonl").read_text("utf-8").splitlines()
    assert [line for line in lines if is_garbled(json.loads(line)["text"])] == []
