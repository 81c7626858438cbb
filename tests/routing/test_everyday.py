"""What people say, in the words of documents."""

import re
from pathlib import Path

import pytest

from pincite.core.errors import ConfigurationError
from pincite.routing.everyday import bundled_words, read_words


@pytest.mark.feature("CG-05")
@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("직원을 자르려면 한 달 전에 말해야 하나요?", ["근로자를 해고하려면", "1개월"]),
        ("회사에서 잘렸는데 월급을 못 받았어요", ["해고됐", "임금"]),
        ("야근하면 얼마나 더 줘야 하나요", ["연장근로"]),
        ("알바도 연차 있나요", ["단시간근로자", "연차 유급휴가"]),
        ("보험료를 못 냈는데 보험을 다시 살릴 수 있나요", ["납입 연체", "부활(효력회복)"]),
        ("해약하면 돌려받는 돈이 있나요", ["해약환급금"]),
        ("술 먹고 운전하다 다치면 보험금 나와요?", ["음주운전", "보험금 지급"]),
        ("집주인이 보증금을 안 줘요", ["임대인"]),
        ("被老板炒鱿鱼了能领失业金吗", ["用人单位", "解除劳动合同", "失业保险金"]),
        ("自己辞职的还能领钱吗", ["因本人意愿中断就业"]),
        ("房东不退押金怎么办", ["出租人"]),
        ("忘了交保费怎么办", ["保险费"]),
        ("I got fired, do I get notice?", ["dismissed"]),
        ("Can I get my money back?", ["refund"]),
        ("How tight should the bolts be?", ["tightening torque"]),
        ("The pump won't turn on", ["does not power on"]),
    ],
)
def test_everyday_words_are_said_as_documents_say_them(said: str, held: list[str]) -> None:
    wording = bundled_words().in_document_words(said)
    assert wording is not None
    assert all(words in wording for words in held), wording


@pytest.mark.parametrize(
    "question",
    [
        "제43조 내용 알려줘",
        "보험금을 지급하지 않는 사유는 무엇인가요?",
        "종이를 자르는 칼은 어디에 있나요?",
        "무를 넣고 끓이는 시간은?",
        "第二十条的内容是什么？",
        "What is the waiting period?",
        "When does the fire alarm test take place?",
        "",
        "   ",
    ],
)
def test_what_documents_say_already_stays(question: str) -> None:
    assert bundled_words().in_document_words(question) is None


def test_a_place_is_read_once_and_blanks_are_single() -> None:
    assert bundled_words().in_document_words("해약하면   받는 돈") == "해약환급금"
    for pattern, _ in bundled_words().pairs:
        assert not re.match(rf"(?:{pattern.pattern})$", ""), "an expression that takes nothing"


def test_a_long_question_takes_no_more_than_its_length() -> None:
    """No expression runs back over a text without its words."""
    assert bundled_words().in_document_words("보험 " * 20_000 + "?") is None
    assert bundled_words().in_document_words("가나다라 직원 " * 5_000)


@pytest.mark.feature("CG-05")
def test_a_library_has_words_of_its_own_which_go_first(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    assert read_words(file) is bundled_words()
    file.write_text("ko:\n  - ['깡통|캔', '용기']\n  - ['(큰|작은) 월급', '\\1 보수']\n", encoding="utf-8")
    words = read_words(file)
    assert words.in_document_words("깡통에 든 것도 되나요?") == "용기에 든 것도 되나요?"
    assert words.in_document_words("큰 월급과 월급") == "큰 보수과 임금"
    file.write_text("", encoding="utf-8")
    assert read_words(file).pairs == bundled_words().pairs


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("- a", "no mapping"),
        ("ko: text", "no mapping"),
        ("ko: [[one]]", "no pair"),
        ("ko: [[one, 2]]", "no pair"),
        ("ko: [['', two]]", "no pair"),
        ("ko: [['(one', two]]", "(one"),
        ("ko: [['one', '\\2']]", "one"),
        ("ko: [", "cannot be read"),
        (b"\xff\xfe\x00ko", "cannot be read"),
    ],
)
def test_words_that_cannot_be_read_are_told_with_their_file(
    tmp_path: Path, written: str | bytes, named: str
) -> None:
    file = tmp_path / "words.yaml"
    file.write_bytes(written if isinstance(written, bytes) else written.encode())
    with pytest.raises(ConfigurationError, match=r"words\.yaml") as told:
        read_words(file)
    assert named in told.value.message and told.value.hint
