"""An answer that comes in pieces is checked as the whole is, and each part of it once."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from pincite.pipeline import checking
from pincite.pipeline.checking import AnswerCheck
from pincite.verification import Passage, VerificationReport, verify_answer

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "verification.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
TERMS = [
    Passage(
        "p1",
        "① 회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. ② 입원일당은 5만원입니다.",
        "보험약관 > 제43조(보험금의 지급)",
    )
]


def in_pieces(
    text: str, passages: Sequence[Passage], language: str, places: Sequence[int]
) -> VerificationReport:
    check, begin = AnswerCheck(passages, language), 0
    for end in (*sorted(places), len(text)):
        if check.feed(text[begin:end]):
            check.advance()
        begin = end
    return check.finish()


@pytest.mark.feature("VF-01")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_pieces_are_checked_as_the_whole(language: str) -> None:
    """Answers of several labelled cases, one after the other, cut anywhere."""
    chosen = random.Random(language)
    pool = [case for case in CASES if case["lang"] == language]
    for _ in range(25):
        cases = chosen.sample(pool, chosen.randint(1, 5))
        passages = [
            Passage(f"{case['id']} {one['id']}", one["text"], one.get("heading", ""))
            for case in cases
            for one in case["passages"]
        ]
        text = chosen.choice([" ", "\n", "\n\n", "\n- "]).join(case["answer"] for case in cases)
        whole = verify_answer(text, passages, language=language)
        for count in (2, 20, len(text)):
            places = chosen.sample(range(len(text) + 1), min(count, len(text)))
            assert in_pieces(text, passages, language, places) == whole, text


@pytest.mark.parametrize(
    "text",
    [
        "제43조에 따릅니다. 같은 조 제2항은 입원일당을 정합니다. 같은 조 제9항도 있습니다.",
        "다음과 같습니다:\n- 입원일당은 5만원입니다.\n- 보험금은 9일 이내에 지급합니다.\n\n제43조를 봅니다.",
        "| 항목 | 금액 |\n| --- | --- |\n| 입원일당 | 5만원 |\n| 입원일당 | 7만원 |\n\n제99조도 있습니다.",
        "### 제43조\n3영업일 이내에 지급합니다. 그렇지 않으면 제99조입니다.",
        "그는 “지급합니다.”라고 말했고 제99조를 들었습니다. 3. 5만원입니다.",
        "",
        " \n",
        "제43조",
    ],
)
def test_what_borrows_from_before_is_read_with_it(text: str) -> None:
    whole = verify_answer(text, TERMS, language="ko")
    assert in_pieces(text, TERMS, "ko", range(len(text))) == whole


def test_each_part_is_checked_once_and_before_the_answer_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def watched(text: str, passages: Sequence[Passage], *, language: str) -> VerificationReport:
        checked.append(text)
        return verify_answer(text, passages, language=language)

    monkeypatch.setattr(checking, "verify_answer", watched)
    sentences = [f"입원일당은 {number}만원입니다. " for number in range(1, 41)]
    check = AnswerCheck(TERMS, "ko")
    for sentence in sentences:
        for letter in sentence:
            if check.feed(letter):
                check.advance()
    before = len(check.claims)
    report = check.finish()
    assert before >= len(sentences) - 1
    assert len(report.claims) == len(sentences)
    assert sum(map(len, checked)) == sum(map(len, sentences))


def test_a_line_without_an_end_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    cut = checking._cut

    def watched(text: str) -> int:
        looked.append(len(text))
        return cut(text)

    monkeypatch.setattr(checking, "_cut", watched)
    check = AnswerCheck(TERMS, "ko")
    for _ in range(4_000):
        if check.feed("1."):
            check.advance()
    assert sum(looked) < 4 * len(check.text)


async def test_passages_are_read_while_the_model_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the answer is there, no passage is left to be read."""
    passages = [Passage("p7", f"{TERMS[0].text} 통원일당은 2만원입니다.", TERMS[0].heading)]
    async with checking.reading(passages):
        pass

    def read(_: Passage) -> None:
        raise AssertionError("a passage is read after the answer came")

    monkeypatch.setattr("pincite.verification.reading.statements_of", read)
    report = verify_answer("입원일당은 7만원입니다.", passages)
    assert report.unsupported == ("7만원",)


async def test_an_answer_that_fails_fails_as_it_did() -> None:
    with pytest.raises(ValueError, match="no answer"):
        async with checking.reading(TERMS):
            raise ValueError("no answer")
