import numpy as np
import pytest

from pincite.core.types import Chunk, Hit, LexicalField
from pincite.ranking.features import NAMES, Evidence, extract
from pincite.text.analyzers import analyze, query_terms
from pincite.text.language import dominant_language, is_foreign


def hit(content: str, question: str, cosine: float = 0.85, base: float = 0.5) -> Hit:
    chunk = Chunk(
        id=content[:8], base_id="b", document_id="d", version_id="v", document_title="t", seq=0, start=0,
        end=len(content), content=content, morphemes=" ".join(analyze(content)),
        language=dominant_language(content),
    )  # fmt: skip
    idf = {field: dict.fromkeys(terms, 2.0) for field, terms in query_terms(question).items()}
    return Hit(chunk=chunk, score=base, base_score=base, cosine=cosine, idf=idf)


def column(evidence: Evidence, name: str) -> list[float]:
    values: list[float] = evidence.features[:, NAMES.index(name)].tolist()
    return values


QUESTION = "무면허운전 사고의 보험금은 얼마인가요?"
ANSWER = "무면허 운전 중의 사고에는 보험금 100만원을 지급한다."
ASIDE = "음주 운전에 관한 교육은 매년 실시한다."


def test_a_row_a_hit_and_a_column_a_kind_of_evidence() -> None:
    evidence = extract(QUESTION, [hit(ANSWER, QUESTION), hit(ASIDE, QUESTION)])
    assert evidence.features.shape == (2, len(NAMES))
    assert np.isfinite(evidence.features).all()
    assert extract(QUESTION, []).features.shape == (0, len(NAMES))


@pytest.mark.parametrize(
    "name", ["coverage_bigrams", "coverage_morphemes", "window_morphemes", "sentence_bigrams", "longest_run"]
)
def test_a_passage_with_the_words_of_the_question_has_more_evidence(name: str) -> None:
    answer, aside = column(extract(QUESTION, [hit(ANSWER, QUESTION), hit(ASIDE, QUESTION)]), name)
    assert 0.0 <= aside < answer <= 1.0


def test_words_together_are_better_evidence_than_words_apart() -> None:
    question = "valve replacement interval"
    together = "The valve replacement interval is given. " + "Nothing else is said here. " * 20
    apart = (
        "The valve is blue. " + "Nothing else is said here. " * 20 + "Each interval and replacement counts."
    )
    evidence = extract(question, [hit(together, question), hit(apart, question)])
    assert column(evidence, "coverage_morphemes") == [1.0, 1.0]
    assert column(evidence, "window_morphemes")[0] > column(evidence, "window_morphemes")[1]


def test_a_number_of_the_question_that_is_missing_speaks_against_a_passage() -> None:
    question = "What happened in 1992 in the process?"
    evidence = extract(question, [hit("In 1992 it began.", question), hit("In 1997 it began.", question)])
    assert column(evidence, "numbers") == [1.0, -1.0]


def test_a_name_in_quotes_or_capitals_is_looked_for() -> None:
    question = "《我的暑假》是哪个公司制作的？"
    evidence = extract(
        question, [hit("《我的暑假》由某公司制作。", question), hit("某公司制作电影。", question)]
    )
    assert column(evidence, "names") == [1.0, -1.0]
    question = "How does SARS-CoV spread?"
    evidence = extract(question, [hit("SARS-CoV spreads by air.", question), hit("It spreads.", question)])
    assert column(evidence, "names") == [1.0, -1.0]


def test_a_question_of_how_much_wants_a_number() -> None:
    evidence = extract(QUESTION, [hit(ANSWER, QUESTION), hit(ASIDE, QUESTION)])
    assert column(evidence, "type_missing") == [0.0, 1.0]


def test_short_lists_say_little_about_themselves() -> None:
    alone = extract(QUESTION, [hit(ANSWER, QUESTION)])
    assert column(alone, "cosine_z") == column(alone, "gap_below") == [0.0]
    two = [hit(ANSWER, QUESTION, 0.9, 0.9), hit(ASIDE, QUESTION, 0.8, 0.3)]
    many = [*two, *(hit(ASIDE + str(i), QUESTION, 0.8, 0.3) for i in range(40))]
    assert column(extract(QUESTION, two), "gap_below")[0] < column(extract(QUESTION, many), "gap_below")[0]


def test_hits_without_idf_weigh_all_words_alike() -> None:
    bare = Hit(chunk=hit(ANSWER, QUESTION).chunk, score=0.5)
    assert column(extract(QUESTION, [bare]), "coverage_bigrams")[0] > 0.5


@pytest.mark.parametrize(
    ("question", "passage", "foreign"),
    [
        ("How often is the valve replaced?", "밸브는 500시간마다 교체한다.", True),
        ("밸브는 언제 교체하나요?", "The valve is replaced every 500 hours.", True),
        ("밸브는 언제 교체하나요?", "밸브(valve)는 500시간마다 교체한다.", False),
        ("员工年假", "사원의 휴가는 15일이다.", True),
        (
            "什么是偏置变换",
            "偏置变换的过程本身就是偏置。See Gordon on the selection of biases in learning.",
            False,
        ),
    ],
)
def test_a_passage_in_another_language_is_told(question: str, passage: str, foreign: bool) -> None:
    assert is_foreign(dominant_language(question), passage, dominant_language(passage)) is foreign
    assert LexicalField.MORPHEMES in hit(passage, question).idf
