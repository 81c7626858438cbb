"""Bytes to text."""

import json

import pytest

from pincite.parsing import parse
from pincite.parsing.encoding import clean, decode
from tests.conftest import shared

KOREAN = "제43조(보험금의 지급) 회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다."
CHINESE = "第二十五条 失业人员死亡的，其家属应当自死亡之日起六个月内办理领取手续。"
TRADITIONAL = "臺灣的保險契約應該由當事人雙方簽名，並且說明賠償的條件與金額。"
JAPANESE = "この保険の契約者は、事故が起きた日から三十日以内に連絡しなければなりません。"
FRENCH = "L'assuré doit déclarer le sinistre dans un délai de cinq jours ouvrés après l'événement."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, name) for text in (KOREAN, CHINESE, FRENCH) for name in ("utf-8", "utf-8-sig", "utf-16")),
        *((text, name) for text in (KOREAN, CHINESE) for name in ("utf-16-le", "utf-16-be", "utf-32")),
        (KOREAN, "cp949"), (KOREAN, "euc_kr"), (CHINESE, "gb2312"), (CHINESE, "gbk"), (CHINESE, "gb18030"),
        (TRADITIONAL, "big5"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), (FRENCH, "cp1252"),
    ],
)  # fmt: skip
def test_every_encoding_comes_back_as_written(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize(
    ("collection", "encoding"),
    [("ko_law", "cp949"), ("zh_cmrc", "gb18030"), ("zh_xquad", "gbk"), ("zh_drcd", "big5hkscs")],
)
def test_real_passages_survive_their_legacy_encoding(collection: str, encoding: str) -> None:
    lines = shared("data", collection, "corpus.jsonl").read_text(encoding="utf-8").splitlines()[:120]
    wrong = total = 0
    for line in lines:
        text = json.loads(line)["text"].lstrip("\ufeff")
        try:
            data = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        total += 1
        found = decode(data)
        wrong += found is None or found.text != clean(text)
    assert total > 50
    assert wrong == 0


def test_a_cut_last_character_does_not_change_the_table() -> None:
    found = decode((KOREAN * 20).encode("cp949")[:-1] + b"\xbf")
    assert found is not None
    assert found.encoding == "cp949"


def test_one_damaged_spot_in_utf8_leaves_the_rest() -> None:
    found = decode((KOREAN * 20).encode() + b"\xff")
    assert found is not None
    assert found.encoding == "utf-8"
    assert found.text.startswith(KOREAN)


def test_damaged_characters_are_counted() -> None:
    parsed = parse((KOREAN * 20).encode() + b" \xff.", "a.txt")
    assert parsed.warnings == ("1 character(s) could not be decoded and show as \ufffd.",)


def test_line_ends_and_controls() -> None:
    parsed = parse(b"one\r\ntwo\rthree\x00\x07\tfour\x0cfive\n", "a.txt")
    assert parsed.markdown == "one\ntwo\nthree\tfour\x0cfive\n"


def test_noise_is_no_text() -> None:
    assert decode(bytes(range(256)) * 20) is None


@pytest.mark.parametrize("name", ["ko_keywords_cp949.txt", "ko_keywords_euckr.txt"])
def test_korean_legacy_files(name: str) -> None:
    parsed = parse(shared("documents", name).read_bytes(), name)
    assert "의미론적 검색" in parsed.markdown
    assert "\ufffd" not in parsed.markdown
    assert parsed.metadata["encoding"] == "cp949"
    assert parsed.title == name.removesuffix(".txt")
