"""Near is not enough: what is asked for must be in what was found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import ChunkType, GateDecision, Hit
from pincite.grading import Absence, Thresholds, absence, eases, grade, passed
from tests.builders import chunk, hit

FINE = "What is the dollar fine for a hip-drop tackle?"
RULE = "Hip-drop tackle ........ 12-2-18"
NOTICE = "며칠 전에 해고를 알려야 하나요?"
BUNDLED = Thresholds(eased_score=0.15)


def found(*passages: tuple[str, float]) -> list[Hit]:
    return [hit(chunk(f"c-{number}", text), score) for number, (text, score) in enumerate(passages)]


@pytest.mark.feature("CG-09")
def test_a_rule_without_a_fine_does_not_answer_what_the_fine_is() -> None:
    hits = found((RULE, 0.98))
    assert absence(FINE, hits, hits, 0.1) == Absence("money")
    assert passed(FINE, 0.98, hits, hits, BUNDLED) is GateDecision.REFUSE
    assert passed("Where is the hip-drop tackle defined?", 0.98, hits, hits, BUNDLED) is GateDecision.PASS


def test_another_passage_about_the_subject_may_hold_it() -> None:
    hits = found((RULE, 0.98), ("The fine for a tackle is $5,000.", 0.2))
    assert absence(FINE, hits, hits, 0.1) is None


def test_a_passage_about_something_else_does_not() -> None:
    hits = found((RULE, 0.98), ("Ducks cost $5.", 0.02))
    assert absence(FINE, hits, hits, 0.1) == Absence("money")


def test_the_best_passage_counts_whatever_it_scores() -> None:
    hits = found(("The fine is $5,000.", 0.02))
    assert absence(FINE, hits, hits, 0.1) is None


def test_a_clause_and_a_written_answer_hold_what_is_asked() -> None:
    (plain,) = found((RULE, 0.9))
    named = hit(plain.chunk, 0.9, exact_reference=True)
    assert absence(FINE, [named], [named], 0.1) is None
    assert passed(FINE, 0.9, [named], [named], BUNDLED) is GateDecision.PASS
    entry = hit(chunk("faq", "Ask the league.", chunk_type=ChunkType.FAQ), 0.9)
    assert absence(FINE, [entry], [entry], 0.1) is None


def test_nothing_found_lacks_nothing() -> None:
    assert absence(FINE, [], [], 0.1) is None
    assert not eases(FINE, [])
    assert passed(FINE, None, [], [], BUNDLED) is GateDecision.REFUSE


def test_a_passage_that_holds_the_value_needs_less() -> None:
    hits = found(("적어도 30일 전에 예고를 하여야 한다.", 0.17))
    assert eases(NOTICE, hits)
    assert passed(NOTICE, 0.17, hits, hits, BUNDLED) is GateDecision.PASS
    assert passed(NOTICE, 0.17, hits, hits, Thresholds()) is GateDecision.REWRITE
    assert passed(NOTICE, 0.14, hits, hits, BUNDLED) is GateDecision.REWRITE


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        (NOTICE, "해고를 예고하여야 한다."),
        ("근로기준법 제999조는 며칠 전에 알리라고 하나요?", "적어도 30일 전에 예고를 하여야 한다."),
        ("해고를 어떻게 알리나요?", "적어도 30일 전에 예고를 하여야 한다."),
        ("哪一年成立？", "成立于1998年。"),  # nearly every passage of an encyclopedia holds a year
    ],
)
def test_else_the_pass_line_stays(question: str, passage: str) -> None:
    assert not eases(question, found((passage, 0.17)))


def test_a_wider_reading_needs_the_quantity_itself() -> None:
    question = "多久能审核完、什么时候开始发钱？"
    assert eases(question, found(("应当自受理之日起十五日内审核。", 0.17)))
    assert not eases(question, found(("应当及时审核。", 0.17)))


@given(st.text(max_size=80), st.text(max_size=200), st.floats(0, 1))
def test_it_never_passes_what_is_far(question: str, passage: str, score: float) -> None:
    hits = found((passage, score))
    decision = passed(question, score, hits, hits, BUNDLED)
    if score < BUNDLED.abort_score:
        assert decision is GateDecision.REFUSE
    if decision is GateDecision.PASS:
        assert score >= 0.15
    if grade(score, 0, BUNDLED) is not GateDecision.PASS:
        assert decision is not GateDecision.REFUSE or score < 0.3
