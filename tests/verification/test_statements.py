"""What passages state in lists and tables, and what an answer makes of it."""

import pytest

from pincite.core.types import RiskLevel
from pincite.verification import Passage, prepare_passages, verify_answer

FEES = "기본형은 월 1만원, 고급형은 월 3만원이다."
NUMBERED = "1. 다음의 손해는 보상하지 않는다:\n가. 고의로 생긴 손해\n나. 전쟁으로 생긴 손해"
NUMBERED_EN = (
    "1. The insurer does not pay for the following:\n(a) damage caused by war\n(b) wear and tear of tyres"
)
EXCLUSIONS = (
    "The following losses are not covered:\n"
    "(a) damage caused by war or civil unrest\n(b) wear and tear of parts older than 10 years"
)
EXCLUSIONS_ZH = (
    "有下列情形之一的，保险人不承担给付责任：\n（一）被保险人故意犯罪\n（二）被保险人酒后驾驶机动车超过3日"
)
AMOUNTS = ", ".join(f"{number}만원" for number in range(10, 23))


def table(*heads: str) -> str:
    return f"| 구분 | {' | '.join(heads)} |\n|---|---|---|\n| 보험료 | 1만원 | 3만원 |"


@pytest.mark.feature("VF-03")
def test_values_stand_under_the_heads_of_the_answers_table() -> None:
    assert verify_answer(table("기본형", "고급형"), [Passage("p", FEES)]).risk_level is RiskLevel.PASS
    swapped = verify_answer(table("고급형", "기본형"), [Passage("p", FEES)])
    assert (swapped.risk_level, swapped.unsupported) == (RiskLevel.SOFT_FAIL, ("1만원", "3만원"))


@pytest.mark.feature("VF-13")
@pytest.mark.parametrize(
    ("source", "said", "reversed_"),
    [
        (NUMBERED, "고의로 생긴 손해는 보상하지 않는다.", "고의로 생긴 손해는 보상한다."),
        (NUMBERED_EN, "Damage caused by war is not covered.", "Damage caused by war is covered."),
    ],
)
def test_a_numbered_line_that_opens_a_list_leads_its_items(source: str, said: str, reversed_: str) -> None:
    assert verify_answer(said, [Passage("p", source)]).risk_level is RiskLevel.PASS
    assert verify_answer(reversed_, [Passage("p", source)]).risk_level is RiskLevel.SOFT_FAIL


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (EXCLUSIONS, "The following losses are not covered: wear and tear of parts older than 10 years"),
        (EXCLUSIONS_ZH, "有下列情形之一的，保险人不承担给付责任：被保险人酒后驾驶机动车超过3日"),
    ],
)
def test_an_opening_sentence_and_one_of_its_items_are_a_quotation(source: str, answer: str) -> None:
    other = Passage("other", "The warranty covers parts of any age.")
    report = verify_answer(answer, [other, Passage("p", source)])
    assert (report.risk_level, report.claims[0].supported_by) == (RiskLevel.PASS, ("p",))


def test_a_line_of_many_figures_is_read_as_one() -> None:
    answer = f"월 납입액은 순서대로 {AMOUNTS}입니다."
    report = verify_answer(answer, [Passage("p", f"회차별 납입액: {AMOUNTS}")])
    assert report.risk_level is RiskLevel.PASS


ROWS = "| 구분 | 입원 일당 | 지급 한도 |\n|---|---|---|\n| 일반 입원 | 3만원 | 120일 |\n| 중환자실 입원 | 10만원 | 60일 |"


@pytest.mark.parametrize(
    "answer",
    [
        "중환자실 입원은 10만원을 60일까지 지급합니다.",
        "중환자실 입원은 3만원을 지급합니다.",
        "제9조에 따라 고의로 생긴 손해를 보상합니다. 한도는 90일입니다.",
    ],
)
def test_passages_that_were_read_ahead_say_the_same(answer: str) -> None:
    unread = verify_answer(answer, [Passage("u", ROWS, "약관 > 별표 2"), Passage("v", NUMBERED)])
    passages = [Passage("t", ROWS, "약관 > 별표 2"), Passage("x", NUMBERED)]
    prepare_passages(passages)
    read = verify_answer(answer, passages)
    assert (read.risk_level, read.unsupported, read.warnings) == (
        unread.risk_level,
        unread.unsupported,
        unread.warnings,
    )


def test_what_was_read_ahead_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    passages = [Passage("t", ROWS, "약관 > 별표 3"), Passage("x", NUMBERED, "약관 > 제8조(면책)")]
    prepare_passages(passages)

    def read(_: Passage) -> None:
        raise AssertionError("a passage is read while its answer is checked")

    monkeypatch.setattr("pincite.verification.reading.statements_of", read)
    monkeypatch.setattr("pincite.verification.statements.source_propositions", read)
    report = verify_answer("중환자실 입원은 3만원을 지급하지 않습니다.", passages)
    assert report.unsupported == ("3만원",)
